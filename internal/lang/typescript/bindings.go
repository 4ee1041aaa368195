package typescript

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// bind makes the name at n local, with what its place in the declaration or
// pattern around it says of its value.
func bind(w *lang.Walk, n syntax.Node, kind lang.ScopeKind) {
	typ, value := boundValue(w, n)
	w.BindAs(w.Name(n), w.Start(n), kind, typ, value)
}

// boundValue is the declared type of a bound name, or the chain it is made from.
func boundValue(w *lang.Walk, n syntax.Node) (typ, value string) {
	// From the name up to what is taken apart, the steps the other way round.
	var steps []string
	var otherwise syntax.Node = syntax.None // a default value of the name itself
	at := n
	for range maxClimb {
		p := w.Parent(at)
		switch w.Kind(p) {
		case "object_pattern":
			if w.Kind(at) == "shorthand_property_identifier_pattern" {
				steps = append(steps, "."+w.Name(at))
			}
		case "pair_pattern":
			key, _ := definedName(w, w.Child(p, "key"))
			if !isPath(key) {
				return "", ""
			}
			steps = append(steps, "."+key)
		case "object_assignment_pattern":
			otherwise = w.Child(p, "right")
			if left := w.Child(p, "left"); w.Kind(left) == "shorthand_property_identifier_pattern" {
				steps = append(steps, "."+w.Name(left))
			}
		case "assignment_pattern":
			if at == n {
				otherwise = w.Child(p, "right")
			}
			if g := w.Kind(w.Parent(p)); g == "formal_parameters" {
				if at == n {
					if t := docParam(w, p, w.Name(n)); t != "" {
						return finishBound(w, t, "", steps, otherwise)
					}
				}
				return finishBound(w, "", passedTo(w, p), steps, otherwise)
			}
		case "array_pattern":
			i := elementIndex(w, p, at)
			if i > 9 {
				return "", ""
			}
			steps = append(steps, "#"+strconv.Itoa(i))
		case "rest_pattern":
			if g := w.Parent(p); w.Kind(g) == "object_pattern" || w.Kind(g) == "array_pattern" {
				// What is left has the members of the whole.
				return "", ""
			}
		case "variable_declarator":
			if t := typeText(w, w.Child(p, "type")); t != "" {
				return finishBound(w, t, "", steps, otherwise)
			}
			value := w.Child(p, "value")
			if at == n && isFunction(w.Kind(unwrap(w, value))) {
				return "", "" // it is a definition
			}
			if t := docType(w, p); t != "" {
				return finishBound(w, t, "", steps, otherwise)
			}
			return finishBound(w, "", partChain(w, value, &steps), steps, otherwise)
		case "required_parameter", "optional_parameter":
			typ := typeText(w, w.Child(p, "type"))
			if typ == "" {
				if v := w.Child(p, "value"); v != syntax.None && at != n || v != syntax.None && len(steps) == 0 {
					if x := chain(w, v); x != "" {
						return finishBound(w, "", x, steps, otherwise)
					}
				}
				return finishBound(w, "", passedTo(w, p), steps, otherwise)
			}
			if w.Kind(w.Child(p, "pattern")) == "rest_pattern" && len(steps) > 0 {
				return "", ""
			}
			return finishBound(w, typ, "", steps, otherwise)
		case "formal_parameters", "arrow_function":
			if at == n {
				if t := docParam(w, at, w.Name(n)); t != "" {
					return finishBound(w, t, "", steps, otherwise)
				}
			}
			return finishBound(w, "", passedTo(w, at), steps, otherwise)
		case "for_in_statement":
			if w.Field(at) != "left" {
				return "", ""
			}
			if w.Kind(w.Child(p, "operator")) == "in" {
				return "string", ""
			}
			x := code.ChainStep(chain(w, w.Child(p, "right")), code.ChainItem)
			if w.ChildOfKind(p, "await") != syntax.None {
				x = code.ChainStep(x, code.ChainAwait)
			}
			return finishBound(w, "", x, steps, otherwise)
		default:
			return "", ""
		}
		at = p
	}
	return "", ""
}

func finishBound(w *lang.Walk, typ, value string, steps []string, otherwise syntax.Node) (string, string) {
	if len(steps) == 0 {
		if typ == "" && otherwise != syntax.None {
			value = code.ChainOr(value, chain(w, otherwise))
		}
		return typ, value
	}
	if typ != "" {
		value = code.ChainOf(typ)
	}
	if value == "" {
		if otherwise != syntax.None && len(steps) == 1 {
			return "", chain(w, otherwise)
		}
		return "", ""
	}
	if len(code.ChainWays(value)) > 1 {
		var ways []string
		for _, way := range code.ChainWays(value) {
			ways = append(ways, stepped(way, steps))
		}
		return "", code.ChainOr(ways...)
	}
	return "", stepped(value, steps)
}

// stepped adds steps that were found from the inside out.
func stepped(x string, steps []string) string {
	for i := len(steps) - 1; i >= 0; i-- {
		x = code.ChainStep(x, steps[i])
	}
	return x
}

// partChain is what a pattern takes apart. An array that is written out gives its
// element itself, also behind await Promise.all; the step is used up then.
func partChain(w *lang.Walk, value syntax.Node, steps *[]string) string {
	n := unwrap(w, value)
	await := false
	if w.Kind(n) == "await_expression" {
		n, await = unwrap(w, w.NamedChild(n, 0)), true
	}
	if await && w.Kind(n) == "call_expression" && string(w.Text(w.Child(n, "function"))) == "Promise.all" {
		n = unwrap(w, w.NamedChild(w.Child(n, "arguments"), 0))
	} else if await {
		return chain(w, value)
	}
	k := len(*steps)
	if w.Kind(n) != "array" || k == 0 || (*steps)[k-1][0] != '#' {
		return chain(w, value)
	}
	i, err := strconv.Atoi((*steps)[k-1][1:])
	if err != nil {
		return ""
	}
	element := w.NamedChild(n, i)
	if element == syntax.None || w.Kind(element) == "spread_element" {
		return ""
	}
	*steps = (*steps)[:k-1]
	x := chain(w, element)
	if await {
		x = code.ChainStep(x, code.ChainAwait)
	}
	return x
}

// elementIndex counts the commas before a child of an array pattern.
func elementIndex(w *lang.Walk, list, child syntax.Node) int {
	i := 0
	for c := w.FirstChild(list); c != syntax.None && c != child; c = w.Next(c) {
		if w.Kind(c) == "," {
			i++
		}
	}
	return i
}

// passedTo is what the function that has the parameter is given for it, as far
// as the place of the function says: an argument of a call, a variable or a
// member with a declared type.
func passedTo(w *lang.Walk, parameter syntax.Node) string {
	f := w.Parent(parameter)
	i := 0
	if w.Kind(f) == "formal_parameters" {
		for c := w.FirstChild(f); c != syntax.None && c != parameter; c = w.Next(c) {
			if w.Kind(c) == "," {
				i++
			}
		}
		f = w.Parent(f)
	}
	if !isFunction(w.Kind(f)) && w.Kind(f) != "method_definition" || i > 9 {
		return ""
	}
	if x := calledWith(w, f); x != "" {
		return code.ChainStep(x, "."+strconv.Itoa(i))
	}
	return ""
}

// calledWith is the chain of a function's parameters without the number of one.
func calledWith(w *lang.Walk, f syntax.Node) string {
	s := state(w)
	if x, ok := s.given[f]; ok {
		return x
	}
	x := findCalledWith(w, f)
	s.given[f] = x
	return x
}

func findCalledWith(w *lang.Walk, f syntax.Node) string {
	if w.Kind(f) == "method_definition" {
		if t := memberTypeOf(w, f, w.Child(f, "name")); t != "" {
			return wrapped(t)
		}
		return ""
	}
	s := state(w)
	at := f
	for range maxClimb {
		p := w.Parent(at)
		switch w.Kind(p) {
		case "parenthesized_expression", "non_null_expression":
		case "as_expression", "satisfies_expression":
			if t := w.NamedChild(p, 1); t != syntax.None {
				return wrapped(typeText(w, t))
			}
			return ""
		case "arguments":
			i := 0
			for c := w.FirstChild(p); c != syntax.None && c != at; c = w.Next(c) {
				if w.Kind(c) == "," {
					i++
				}
			}
			call := w.Parent(p)
			switch w.Kind(call) {
			case "call_expression":
				return code.ChainStep(chain(w, w.Child(call, "function")), "!"+strconv.Itoa(i))
			}
			return ""
		case "variable_declarator", "public_field_definition":
			return wrapped(typeText(w, w.Child(p, "type")))
		case "assignment_expression":
			left := w.Child(p, "left")
			if name := w.Child(left, "property"); left == syntax.None || s.assigned[left] || name == syntax.None || s.assigned[name] {
				return "" // what is assigned here is the function's own definition
			}
			return wrapped(typeOfChain(chain(w, left)))
		case "pair":
			return wrapped(memberTypeOf(w, p, w.Child(p, "key")))
		default:
			return ""
		}
		at = p
	}
	return ""
}

// wrapped makes of a function's type a chain for what the function is given.
func wrapped(t string) string {
	if t == "" {
		return ""
	}
	return code.ChainStep(code.ChainOf("(f: "+t+") => void"), "!0")
}

// memberTypeOf is the type that a member of an object literal is expected to
// have, where the literal itself is expected to have a type that is written.
func memberTypeOf(w *lang.Walk, member, key syntax.Node) string {
	path := ""
	for range 3 {
		name, _ := definedName(w, key)
		if !isPath(name) {
			return ""
		}
		path = "[\"" + name + "\"]" + path
		object := w.Parent(member)
		if w.Kind(object) != "object" {
			return ""
		}
		p := w.Parent(object)
		switch w.Kind(p) {
		case "variable_declarator", "public_field_definition":
			if t := typeText(w, w.Child(p, "type")); t != "" {
				return "(" + t + ")" + path
			}
			return ""
		case "as_expression", "satisfies_expression":
			if t := w.NamedChild(p, 1); t != syntax.None {
				return "(" + typeText(w, t) + ")" + path
			}
			return ""
		case "pair":
			member, key = p, w.Child(p, "key")
		default:
			return ""
		}
	}
	return ""
}

// returns notes what a function returns of which nothing is declared.
func returns(w *lang.Walk, n syntax.Node) {
	f := state(w)
	p := n
	for range 4 * maxClimb {
		p = w.Parent(p)
		switch w.Kind(p) {
		case "":
			return
		case "arrow_function", "function_expression", "generator_function", "function_declaration", "generator_function_declaration",
			"method_definition":
			if i, ok := f.functions[p]; ok {
				f.result(w, i, w.NamedChild(n, 0))
			}
			return
		}
	}
}

// result notes that definition i returns the value at node value.
func (f *file) result(w *lang.Walk, i int32, value syntax.Node) {
	if value == syntax.None {
		return
	}
	d := w.Definition(i)
	if d.Type != "" || f.declared[i] || d.Modifiers&code.ModGenerator != 0 {
		return
	}
	x := chain(w, value)
	if d.Kind == code.KindProperty {
		if d.Modifiers&code.ModGetter != 0 && x != "" {
			d.Value, d.ValueAt = code.ChainOr(d.Value, x), w.Start(value)
		}
		return
	}
	w.Returns(i, x, w.Start(value))
}

// owns notes that definition i is the function at node n. An arrow function
// that is one expression returns it.
func (f *file) owns(w *lang.Walk, n syntax.Node, i int32) {
	if i == code.NoDefinition || n == syntax.None {
		return
	}
	f.functions[n] = i
	f.declared[i] = w.Definition(i).Value != "" // by the type of what holds it
	f.documented(w, n, i)
	if w.Kind(n) == "arrow_function" {
		if body := w.Child(n, "body"); w.Kind(body) != "statement_block" {
			f.result(w, i, body)
		}
	}
}

// narrow binds what a condition says of a name: x instanceof T, isT(x).
func narrow(w *lang.Walk, n syntax.Node) {
	var condition, then, otherwise syntax.Node
	switch w.Kind(n) {
	case "if_statement":
		condition, then, otherwise = w.Child(n, "condition"), w.Child(n, "consequence"), w.Child(n, "alternative")
	case "ternary_expression":
		condition, then, otherwise = w.Child(n, "condition"), w.Child(n, "consequence"), w.Child(n, "alternative")
	case "while_statement":
		condition, then, otherwise = w.Child(n, "condition"), w.Child(n, "body"), syntax.None
	case "binary_expression":
		switch w.Kind(w.Child(n, "operator")) {
		case "&&":
			narrowed(w, w.Child(n, "left"), true, w.Span(w.Child(n, "right")), deepestCondition)
		case "||":
			narrowed(w, w.Child(n, "left"), false, w.Span(w.Child(n, "right")), deepestCondition)
		}
		return
	}
	narrowed(w, condition, true, w.Span(then), deepestCondition)
	if otherwise != syntax.None {
		narrowed(w, condition, false, w.Span(otherwise), deepestCondition)
	}
	if w.Kind(n) == "if_statement" && otherwise == syntax.None && endsFlow(w, then) {
		if block := w.Parent(n); block != syntax.None {
			narrowed(w, condition, false, code.Span{Start: w.End(n), End: w.End(block)}, deepestCondition)
		}
	}
}

// deepestCondition bounds how deep a condition is looked into.
const deepestCondition = 8

// endsFlow reports whether a statement ends what follows it.
func endsFlow(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "return_statement", "throw_statement", "continue_statement", "break_statement":
		return true
	case "statement_block":
		last := syntax.None
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.IsNamed(c) && w.Kind(c) != "comment" {
				last = c
			}
		}
		switch w.Kind(last) {
		case "return_statement", "throw_statement", "continue_statement", "break_statement":
			return true
		}
	}
	return false
}

func narrowed(w *lang.Walk, c syntax.Node, holds bool, scope code.Span, left int) {
	if left == 0 || c == syntax.None {
		return
	}
	left--
	switch w.Kind(c) {
	case "parenthesized_expression":
		narrowed(w, w.NamedChild(c, 0), holds, scope, left)
	case "unary_expression":
		if w.Kind(w.FirstChild(c)) == "!" {
			narrowed(w, w.Child(c, "argument"), !holds, scope, left)
		}
	case "binary_expression":
		l, r := w.Child(c, "left"), w.Child(c, "right")
		switch w.Kind(w.Child(c, "operator")) {
		case "&&":
			if holds {
				narrowed(w, l, true, scope, left)
				narrowed(w, r, true, scope, left)
			}
		case "||":
			if !holds {
				narrowed(w, l, false, scope, left)
				narrowed(w, r, false, scope, left)
			}
		case "instanceof":
			if name := dotted(w, r); holds && w.Kind(l) == "identifier" && name != "" && !strings.HasPrefix(name, "this") {
				w.AddBinding(code.Binding{Name: w.Name(l), At: w.Start(l), Scope: scope, Type: name, Narrows: true})
			}
		}
	case "call_expression":
		args := w.Child(c, "arguments")
		x := w.NamedChild(args, 0)
		if !holds || w.Kind(x) != "identifier" || w.NamedChild(args, 1) != syntax.None {
			return
		}
		if callee := chain(w, w.Child(c, "function")); plainChain(callee) {
			// Only a type predicate's result has a second part: the type.
			w.AddBinding(code.Binding{Name: w.Name(x), At: w.Start(x), Scope: scope, Value: code.ChainStep(callee, "()#1"), Narrows: true})
		}
	}
}

// valued notes what a variable or member without a declared type is made from.
func valued(w *lang.Walk, d *code.Definition, value syntax.Node) {
	if value == syntax.None || d.Type != "" || d.Value != "" {
		return
	}
	if t := docType(w, value); t != "" {
		d.Type = t
	} else {
		if d.Value = chain(w, value); d.Value != "" {
			d.ValueAt = w.Start(value)
		}
	}
}

// ownsClaimed is owns for a value that is perhaps a function.
func (f *file) ownsClaimed(w *lang.Walk, value syntax.Node, i int32) {
	if isFunction(w.Kind(value)) {
		f.owns(w, value, i)
	}
}

// bindDefined makes the name of a definition local where it stands in a scope.
func bindDefined(w *lang.Walk, name syntax.Node, kind lang.ScopeKind) {
	w.BindAs(w.Name(name), w.Start(name), kind, "", "")
}

// takenFrom is the chain of what a destructuring pattern takes the member of a
// pair from.
func takenFrom(w *lang.Walk, pair syntax.Node) string {
	key, _ := definedName(w, w.Child(pair, "key"))
	_, value := boundValue(w, w.Child(pair, "value"))
	if k := strings.LastIndex(value, "."+key); k > 0 && k+1+len(key) == len(value) {
		return value[:k]
	}
	return ""
}
