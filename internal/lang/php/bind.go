package php

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// This file says what variables are made from. A variable lives in its whole
// function; from where it is given a value on, it is that. What a branch gives
// it, it may be behind the branch.

// block is a function's body, or a part of it that may be left out when it runs.
type block struct {
	span     code.Span
	behind   uint32 // where what runs instead of it has ended
	function bool
	named    int32 // a function's definition, or NoDefinition
	ends     bool  // it does not run on: return, throw
	vars     map[string]string
}

// maxVars bounds the variables that are carried out of one block.
const maxVars = 64

// here is the innermost block around an offset.
func here(w *lang.Walk, at uint32) *block {
	st := stateOf(w)
	if len(st.blocks) == 0 {
		st.blocks = append(st.blocks, block{span: code.Span{End: uint32(len(w.Source))}, function: true, named: code.NoDefinition})
	}
	for k := len(st.blocks) - 1; k > 0 && st.blocks[k].span.End <= at; k-- {
		closeBlock(w, k)
	}
	return &st.blocks[len(st.blocks)-1]
}

// closeBlock leaves the last block: what it gave to variables they may be from
// there on.
func closeBlock(w *lang.Walk, k int) {
	st := stateOf(w)
	b := st.blocks[k]
	st.blocks = st.blocks[:k]
	if b.function || b.ends || len(b.vars) == 0 {
		return
	}
	outer := &st.blocks[k-1]
	if b.behind >= outer.span.End {
		// Nothing stands behind it, but a branch inside a branch carries on.
		b.behind = outer.span.End
	}
	for _, name := range sortedNames(b.vars) {
		made := b.vars[name]
		before := knownOf(st, name)
		if strings.HasPrefix(before, name) {
			before = ""
		}
		if b.behind < outer.span.End {
			w.AddBinding(code.Binding{Name: name, At: b.span.End - 1, Scope: code.Span{Start: b.behind, End: outer.span.End},
				Value: code.ChainOr(name, before)})
		}
		outer.set(name, code.ChainOr(made, before))
	}
}

func sortedNames(vars map[string]string) []string {
	names := make([]string, 0, len(vars))
	for name := range vars {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// knownOf is what is known of a variable in the function around.
func knownOf(st *state, name string) string {
	for k := len(st.blocks) - 1; k >= 0; k-- {
		if v, ok := st.blocks[k].vars[name]; ok {
			return v
		}
		if st.blocks[k].function {
			break
		}
	}
	return ""
}

func (b *block) set(name, value string) {
	if b.vars == nil {
		b.vars = make(map[string]string)
	}
	if _, ok := b.vars[name]; ok || len(b.vars) < maxVars {
		b.vars[name] = value
	}
}

// openFunction opens the block of a function; named is its definition.
func openFunction(w *lang.Walk, n syntax.Node, named int32) {
	here(w, w.Start(n))
	st := stateOf(w)
	st.blocks = append(st.blocks, block{span: w.Span(n), function: true, named: named})
}

// branch opens the block of a node that is the body of a branch or a loop.
func branch(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	p := w.Parent(n)
	behind := w.End(n)
	switch w.Kind(p) {
	case "if_statement":
		behind = w.End(p)
	case "else_if_clause", "else_clause":
		behind = w.End(w.Parent(p))
	case "foreach_statement", "while_statement", "for_statement", "do_statement":
	case "try_statement", "finally_clause":
		return // runs on
	case "catch_clause":
		behind = w.End(p)
	case "switch_block":
		behind = w.End(p)
	default:
		return
	}
	if k := w.Kind(p); k != "switch_block" && w.Field(n) != "body" {
		return
	}
	here(w, w.Start(n))
	st := stateOf(w)
	st.blocks = append(st.blocks, block{span: w.Span(n), behind: behind, ends: endsThere(w, n)})
}

// endsThere reports whether what stands behind block n is not reached from it.
func endsThere(w *lang.Walk, n syntax.Node) bool {
	last := n
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "comment" {
			last = c
		}
	}
	switch w.Kind(last) {
	case "return_statement", "continue_statement", "exit_statement":
		return true
	case "break_statement":
		return w.Kind(n) != "case_statement" && w.Kind(n) != "default_statement"
	case "expression_statement":
		x := w.NamedChild(last, 0)
		return w.Kind(x) == "throw_expression" || w.Kind(x) == "function_call_expression" && isWord(w.Text(w.Child(x, "function")), "exit")
	}
	return false
}

// bindVariable says what a variable is from an offset on. at is where the value
// stands.
func bindVariable(w *lang.Walk, name string, at, from uint32, typ, value string) {
	b := here(w, at)
	if typ == "" && value == code.ChainOf("null") && knownOf(stateOf(w), name) != "" {
		return // unset for now
	}
	w.AddBinding(code.Binding{Name: name, At: at, Scope: code.Span{Start: from, End: b.span.End}, Type: typ, Value: value})
	if typ != "" {
		value = code.ChainOf(typ)
	}
	b.set(name, value)
}

// bindTarget binds what a value is given to: a variable, or those of a list.
func bindTarget(w *lang.Walk, n syntax.Node, at, from uint32, value string, doc *docTags) {
	switch w.Kind(n) {
	case "by_ref":
		bindTarget(w, w.NamedChild(n, 0), at, from, value, doc)
	case "variable_name":
		if isPlain(w, n) && string(w.Text(n)) != "$this" {
			typ := doc.variable(w.Name(n))
			bindVariable(w, w.Name(n), at, from, typ, value)
		}
	case "list_literal", "array_creation_expression":
		part, before := 0, syntax.None
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			switch k := w.Kind(c); {
			case k == "," || k == "]" || k == ")":
				if before != syntax.None {
					step := code.ChainItem
					if part < 10 && part >= 0 {
						step = "#" + string(rune('0'+part))
					}
					bindTarget(w, before, at, from, stepAll(value, step), doc)
				}
				part, before = part+1, syntax.None
			case k == "=>":
				part = -100 // by key
			case k == "array_element_initializer":
				before = w.NamedChild(c, 0)
				if second := w.NamedChild(c, 1); second != syntax.None {
					before, part = second, -100
				}
			case w.IsNamed(c) && k != "comment":
				before = c
			}
		}
	case "subscript_expression":
		// $list[] = value
		list := w.NamedChild(n, 0)
		if w.Kind(list) != "variable_name" || !isPlain(w, list) || value == "" {
			return
		}
		name := w.Name(list)
		here(w, at)
		if was := knownOf(stateOf(w), name); was == "" || was == code.ChainOf("array") || was == code.ChainOf("null") {
			bindVariable(w, name, at, from, "", listOf(value))
		}
	}
}

// statementDoc is the doc comment before the statement in which n stands at once.
func statementDoc(w *lang.Walk, n syntax.Node) *docTags {
	p := w.Parent(n)
	if w.Kind(p) == "expression_statement" {
		return docBefore(w, w.Start(p))
	}
	return nil
}

func assignment(w *lang.Walk, n syntax.Node) {
	globalVariable(w, n)
	settle(w, n)
	left, right := w.Child(n, "left"), w.Child(n, "right")
	switch w.Kind(left) {
	case "variable_name", "list_literal", "subscript_expression":
		bindTarget(w, left, w.Start(n), w.End(n), chain(w, right), statementDoc(w, n))
	case "member_access_expression", "scoped_property_access_expression":
		assignedProperty(w, left, right)
	}
}

func augmented(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	if w.Kind(w.Child(n, "operator")) == "??=" {
		bindTarget(w, w.Child(n, "left"), w.Start(n), w.End(n), chain(w, n), nil)
	}
}

// assignedProperty notes what a property of the class around is first made from.
func assignedProperty(w *lang.Walk, left, right syntax.Node) {
	object, name := w.Child(left, "object"), w.Child(left, "name")
	if object == syntax.None {
		object, name = w.Child(left, "scope"), w.ChildOfKind(name, "name")
	}
	if q, _ := qualify(w, object); q != code.QualifierSelf || w.Kind(name) != "name" {
		return
	}
	value := chain(w, right)
	if value == "" || value == code.ChainOf("null") || value == code.ChainOf("array") {
		return
	}
	st := stateOf(w)
	for i := w.Container(); i != code.NoDefinition; i = w.Definition(i).Container {
		if w.Definition(i).Kind.IsType() {
			key := propertyKey{i, w.Name(name)}
			if _, ok := st.made[key]; !ok {
				if st.made == nil {
					st.made = make(map[propertyKey]madeFrom)
				}
				st.made[key] = madeFrom{value, w.Start(left)}
			}
			return
		}
	}
}

// propertyKey is a property by its class and name; madeFrom is its value.
type propertyKey struct {
	class int32
	name  string
}

type madeFrom struct {
	chain string
	at    uint32
}

// giveValues gives properties without a type what they are made from.
func giveValues(w *lang.Walk) {
	st := stateOf(w)
	made := st.made
	if len(made) == 0 {
		return
	}
	for _, i := range st.properties {
		d := w.Definition(i)
		if d.Type == "" {
			if m, ok := made[propertyKey{d.Container, d.Name}]; ok {
				d.Value, d.ValueAt = m.chain, m.at
			}
		}
	}
}

func foreach(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	list := w.NamedChild(n, 0)
	target := w.NamedChild(n, 1)
	body := w.Child(n, "body")
	if target == syntax.None || target == body {
		return
	}
	from := w.End(target)
	value := chain(w, list)
	doc := docBefore(w, w.Start(n))
	if w.Kind(target) == "pair" {
		bindTarget(w, w.NamedChild(target, 0), w.Start(n), from, stepAll(value, code.ChainKey), doc)
		target = w.NamedChild(target, 1)
	}
	bindTarget(w, target, w.Start(n), from, stepAll(value, code.ChainItem), doc)
}

func catchClause(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	name, body := w.Child(n, "name"), w.Child(n, "body")
	if name == syntax.None || body == syntax.None {
		return
	}
	w.AddBinding(code.Binding{Name: w.Name(name), At: w.Start(name), Scope: w.Span(body), Type: text(w, w.Child(n, "type"))})
}

func staticVariable(w *lang.Walk, n syntax.Node) {
	if name := w.Child(n, "name"); isPlain(w, name) {
		bindVariable(w, w.Name(name), w.Start(n), w.End(n), "", chain(w, w.Child(n, "value")))
	}
}

// bindParams binds the parameters of function n in all of it. doc is its doc
// comment, passed what it is called with where it is an argument itself.
func bindParams(w *lang.Walk, n syntax.Node, doc *docTags, passed func(i int) string) {
	st := stateOf(w)
	b := &st.blocks[len(st.blocks)-1]
	i := 0
	for c := w.FirstChild(w.Child(n, "parameters")); c != syntax.None; c = w.Next(c) {
		k := w.Kind(c)
		switch k {
		case "simple_parameter", "variadic_parameter", "property_promotion_parameter":
		default:
			continue
		}
		name := w.Child(c, "name")
		if w.Kind(name) == "by_ref" {
			name = w.ChildOfKind(name, "variable_name")
		}
		if name == syntax.None || !isPlain(w, name) {
			continue
		}
		spelled := w.Name(name)
		typ := tellingType(paramType(w, c, name), doc.of(spelled))
		value := ""
		if typ == "" && passed != nil {
			value = passed(i)
		}
		if k == "variadic_parameter" && typ != "" {
			typ = "array<" + typ + ">"
		}
		w.AddBinding(code.Binding{Name: spelled, At: w.Start(name), Scope: w.Span(n), Type: typ, Value: value})
		if typ != "" {
			value = code.ChainOf(typ)
		}
		b.set(spelled, value)
		i++
	}
}

func closure(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	w.OpenScope(lang.ScopeFunction)
	openFunction(w, n, code.NoDefinition)
	bindParams(w, n, nil, func(i int) string { return passedTo(w, n, i) })
}

// passedTo is what a function that is an argument gets as its i-th parameter.
func passedTo(w *lang.Walk, n syntax.Node, i int) string {
	a := w.Parent(n)
	args := w.Parent(a)
	if w.Kind(a) != "argument" || w.Kind(args) != "arguments" || i > 9 {
		return ""
	}
	place := 0
	for c := w.FirstChild(args); c != a && c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "argument" {
			place++
		}
	}
	if place > 9 {
		return ""
	}
	call := w.Parent(args)
	var callee string
	switch w.Kind(call) {
	case "function_call_expression":
		f := w.Child(call, "function")
		switch w.Kind(f) {
		case "name", "qualified_name":
			name := strings.ToLower(strings.TrimPrefix(w.Name(f), `\`))
			if from, ok := elementOf(name, i); ok {
				return stepAll(chain(w, argument(w, args, from)), code.ChainItem)
			}
		}
		callee = chain(w, f)
	case "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression":
		callee = strings.TrimSuffix(chain(w, call), code.ChainCall)
	}
	if callee == "" || strings.Contains(callee, "|") {
		return ""
	}
	return code.ChainStep(callee, "!"+string(rune('0'+place))+"."+string(rune('0'+i)))
}

// elementOf says which argument of one of PHP's own functions is the list whose
// elements are passed on as parameter i.
func elementOf(function string, i int) (argument int, ok bool) {
	switch function {
	case "array_map":
		return i + 1, true
	case "array_filter", "array_walk", "array_find", "array_any", "array_all":
		return 0, i == 0
	case "usort", "uasort":
		return 0, true
	case "array_reduce":
		return 0, i == 1
	}
	return 0, false
}

func returned(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	returns(w, n, w.NamedChild(n, 0), false)
}

func yielded(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	if x := w.NamedChild(n, 0); w.Kind(x) == "array_element_initializer" {
		value := w.NamedChild(x, 0)
		if second := w.NamedChild(x, 1); second != syntax.None {
			value = second
		}
		returns(w, n, value, true)
	} else {
		returns(w, n, x, false)
	}
}

// returns notes what the function around gives back.
func returns(w *lang.Walk, n, value syntax.Node, oneOf bool) {
	here(w, w.Start(n))
	st := stateOf(w)
	for k := len(st.blocks) - 1; k >= 0; k-- {
		if !st.blocks[k].function {
			continue
		}
		if i := st.blocks[k].named; i != code.NoDefinition && w.Definition(i).Type == "" && value != syntax.None {
			c := chain(w, value)
			if oneOf {
				c = listOf(c)
			}
			if c != code.ChainOf("null") {
				w.Returns(i, c, w.Start(n))
			}
		}
		return
	}
}
