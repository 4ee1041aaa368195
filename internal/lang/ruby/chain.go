package ruby

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// mostNodes bounds the expressions that one chain is made from.
const mostNodes = 40

// chainOf is the chain of the expression at n, as far as the variables that are
// bound by now tell a variable from a method.
func (s *state) chainOf(w *lang.Walk, n syntax.Node) string {
	left := mostNodes
	c := s.chain(w, n, &left)
	if left < 0 {
		return ""
	}
	return w.Intern([]byte(c))
}

func (s *state) chain(w *lang.Walk, n syntax.Node, left *int) string {
	if *left--; *left < 0 || n == syntax.None {
		return ""
	}
	switch w.Kind(n) {
	case "identifier":
		text := w.Text(n)
		if notName(text) {
			return ""
		}
		if s.isLocal(text) || s.frames[len(s.frames)-1].implicit(text) {
			return w.Name(n)
		}
		return w.Name(n) + code.ChainCall
	case "constant":
		return w.Name(n)
	case "scope_resolution":
		scope := w.Child(n, "scope")
		if scope == syntax.None {
			return w.Name(w.Child(n, "name"))
		}
		return code.ChainStep(s.chain(w, scope, left), "."+w.Name(w.Child(n, "name")))
	case "self":
		return code.ChainSelf
	case "super":
		return s.superChain(w)
	case "instance_variable", "class_variable":
		return code.ChainStep(code.ChainSelf, "."+w.Name(n))
	case "global_variable":
		if name := w.Name(n); len(name) > 1 && (lower(name[1]) || upper(name[1])) {
			return name
		}
	case "element_reference":
		object := w.Child(n, "object")
		if k := w.Kind(object); k == "constant" || k == "scope_resolution" {
			return code.ChainStep(s.chain(w, object, left), ".[]", code.ChainCall)
		}
		return code.ChainStep(s.chain(w, object, left), code.ChainItem)
	case "call":
		return s.callChain(w, n, left)
	case "parenthesized_statements", "then", "else", "body_statement", "block_body", "begin", "ensure":
		return s.chain(w, lastStatement(w, n), left)
	case "assignment":
		return s.chain(w, w.Child(n, "right"), left)
	case "operator_assignment":
		if op := w.Text(w.Child(n, "operator")); string(op) == "||=" {
			return code.ChainOr(s.chain(w, w.Child(n, "right"), left), s.chain(w, w.Child(n, "left"), left))
		}
		return ""
	case "conditional":
		return code.ChainOr(s.chain(w, w.Child(n, "consequence"), left), s.chain(w, w.Child(n, "alternative"), left))
	case "if", "unless", "elsif":
		return code.ChainOr(s.chain(w, w.Child(n, "consequence"), left), s.chain(w, w.Child(n, "alternative"), left))
	case "binary":
		switch string(w.Text(w.Child(n, "operator"))) {
		case "||", "or":
			return code.ChainOr(s.chain(w, w.Child(n, "left"), left), s.chain(w, w.Child(n, "right"), left))
		case "&&", "and":
			return s.chain(w, w.Child(n, "right"), left)
		case "==", "!=", "<", ">", "<=", ">=", "=~":
			return code.ChainOf("TrueClass")
		}
	case "string", "heredoc_beginning", "chained_string", "subshell":
		return code.ChainOf("String")
	case "integer":
		return code.ChainOf("Integer")
	case "float":
		return code.ChainOf("Float")
	case "simple_symbol", "delimited_symbol":
		return code.ChainOf("Symbol")
	case "regex":
		return code.ChainOf("Regexp")
	case "hash":
		return code.ChainOf("Hash")
	case "range":
		return code.ChainOf("Range")
	case "lambda":
		return code.ChainOf("Proc")
	case "true", "false":
		return code.ChainOf("TrueClass")
	case "nil":
		return code.ChainOf("NilClass")
	case "string_array", "symbol_array":
		return code.ChainOf("Array")
	case "array":
		if first := w.NamedChild(n, 0); first != syntax.None {
			if c := s.chain(w, first, left); c != "" && bytes.IndexByte([]byte(c), '|') < 0 {
				return code.ChainStep(c, code.ChainList)
			}
		}
		return code.ChainOf("Array")
	case "case":
		var ways []string
		for c := w.FirstChild(n); c != syntax.None && len(ways) < 6; c = w.Next(c) {
			switch w.Kind(c) {
			case "when":
				ways = append(ways, s.chain(w, w.Child(c, "body"), left))
			case "else":
				ways = append(ways, s.chain(w, c, left))
			}
		}
		return code.ChainOr(ways...)
	}
	return ""
}

func (s *state) superChain(w *lang.Walk) string {
	for c := w.Container(); c != code.NoDefinition; c = w.Definition(c).Container {
		if d := w.Definition(c); d.Kind.IsCallable() {
			return code.ChainStep(code.ChainSuper, "."+d.Name, code.ChainCall)
		}
	}
	return ""
}

// callChain is the chain of a method call. What gives its receiver back, or a
// part of it, is left out.
func (s *state) callChain(w *lang.Walk, n syntax.Node, left *int) string {
	method, receiver := w.Child(n, "method"), w.Child(n, "receiver")
	switch w.Kind(method) {
	case "super":
		return s.superChain(w)
	case "identifier", "constant":
	default:
		return ""
	}
	name := w.Name(method)
	if receiver == syntax.None {
		switch name {
		case "raise", "fail", "puts", "lambda", "proc", "require", "loop", "throw", "exit", "abort":
			return ""
		}
		if name == "new" {
			return code.ChainStep(code.ChainSelf, ".new", code.ChainCall)
		}
		return name + code.ChainCall
	}
	before := s.chain(w, receiver, left)
	switch name {
	case "tap", "freeze", "dup", "clone", "itself", "presence", "not_nil!":
		return before
	case "first", "last", "sample", "detect", "find", "min_by", "max_by", "fetch", "shift", "pop":
		if !constantChain(before) {
			return code.ChainStep(before, code.ChainItem)
		}
	case "select", "reject", "sort", "sort_by", "uniq", "compact", "reverse", "to_a", "each", "filter", "take_while", "drop_while", "shuffle", "lazy",
		"flatten", "each_with_index", "sort!", "select!", "reject!", "compact_blank", "uniq!":
		if !constantChain(before) {
			return before
		}
	}
	if before == "" {
		// A member of an unknown value: the name still tells.
		return ""
	}
	return code.ChainStep(before, "."+name, code.ChainCall)
}

// constantChain reports whether a chain names a constant.
func constantChain(chain string) bool {
	if chain == "" || !upper(chain[0]) {
		return false
	}
	last := chain
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i] == '.' {
			last = chain[i+1:]
			break
		}
	}
	return last != "" && upper(last[0]) && last[len(last)-1] != ')'
}

// lastStatement is the last of the statements in n.
func lastStatement(w *lang.Walk, n syntax.Node) syntax.Node {
	last := syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) {
			continue
		}
		switch w.Kind(c) {
		case "comment", "rescue", "ensure", "else", "heredoc_body":
		default:
			last = c
		}
	}
	return last
}

// bodyReturns says what the method of a frame that is left returns: what its
// last statement is, and what return gives.
func (s *state) bodyReturns(w *lang.Walk, f *frame) {
	if f.method == code.NoDefinition {
		return
	}
	d := w.Definition(f.method)
	at := d.Span.End - 1
	if d.Kind == code.KindConstructor {
		return
	}
	body := w.Child(f.node, "body")
	switch w.Kind(body) {
	case "":
		return
	case "body_statement":
		body = lastStatement(w, body)
	}
	if w.Kind(body) == "return" {
		body = w.NamedChild(w.NamedChild(body, 0), 0)
	}
	chain := s.chainOf(w, body)
	for _, r := range f.returns {
		chain = code.ChainOr(chain, r)
	}
	w.Returns(f.method, chain, at)
}

// returnStatement remembers what a method returns before its end.
func returnStatement(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	s.top(n)
	for k := len(s.frames) - 1; k > 0; k-- {
		f := &s.frames[k]
		if f.kind != frameBlock {
			if f.kind == frameMethod && len(f.returns) < 3 {
				if c := s.chainOf(w, w.NamedChild(w.NamedChild(n, 0), 0)); c != "" {
					f.returns = append(f.returns, c)
				}
			}
			return
		}
	}
}

// frameOf is the frame that holds a local variable, the innermost if none does.
func (s *state) frameOf(name string) *frame {
	at := -1
	for i := len(s.names) - 1; i >= 0; i-- {
		if s.names[i] == name {
			at = i
			break
		}
	}
	k := len(s.frames) - 1
	for k > 0 && at < s.frames[k].base && s.frames[k].kind == frameBlock {
		k--
	}
	return &s.frames[k]
}

// give says what a local variable is from here on.
func (s *state) give(w *lang.Walk, n syntax.Node, value string) {
	name := w.Name(n)
	f := s.frameOf(name)
	if f.values == nil {
		f.values = make(map[string]string)
	}
	before, known := f.values[name]
	if known && before != "" && s.conditional(w, n) && before != value {
		value = code.ChainOr(value, before)
	}
	if len(f.values) < mostNames {
		f.values[name] = value
	}
	w.AddBinding(code.Binding{Name: name, At: w.Start(n), Scope: f.span, Value: value})
}

// conditional reports whether what stands at n may not be run.
func (s *state) conditional(w *lang.Walk, n syntax.Node) bool {
	for p := w.Parent(n); p != syntax.None; p = w.Parent(p) {
		switch w.Kind(p) {
		case "if", "unless", "case", "while", "until", "if_modifier", "unless_modifier", "rescue", "block", "do_block", "conditional", "while_modifier":
			return true
		case "method", "singleton_method", "class", "module", "program":
			return false
		}
	}
	return false
}

// bound says what the name that is bound at n is made from, by what stands
// around it.
func (s *state) bound(w *lang.Walk, n, p syntax.Node) {
	value := ""
	switch w.Kind(p) {
	case "assignment":
		value = s.chainOf(w, w.Child(p, "right"))
	case "operator_assignment":
		if string(w.Text(w.Child(p, "operator"))) == "||=" {
			value = s.chainOf(w, w.Child(p, "right"))
		}
	case "exception_variable":
		list := w.Child(w.Parent(p), "exceptions")
		var ways []string
		for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
			if k := w.Kind(c); k == "constant" || k == "scope_resolution" {
				if t := dotted(w, c); t != "" {
					ways = append(ways, code.ChainOf(t))
				}
			}
		}
		if value = code.ChainOr(ways...); list == syntax.None {
			value = code.ChainOf("StandardError")
		}
	case "as_pattern":
		if k := w.Kind(w.Child(p, "value")); k == "constant" || k == "scope_resolution" {
			value = code.ChainOf(dotted(w, w.Child(p, "value")))
		}
	case "for":
		value = code.ChainStep(s.chainOf(w, w.NamedChild(w.Child(p, "value"), 0)), code.ChainItem)
	case "block_parameters":
		value = s.blockParameter(w, n, p)
	case "left_assignment_list":
		if r := w.Child(w.Parent(p), "right"); w.Kind(r) == "right_assignment_list" || w.Kind(r) == "array" {
			i := 0
			for c := w.FirstChild(p); c != syntax.None && c != n; c = w.Next(c) {
				if w.IsNamed(c) {
					i++
				}
			}
			value = s.chainOf(w, w.NamedChild(r, i))
		}
	}
	s.give(w, n, value)
}

// blockParameter is what a call passes to the first parameter of its block,
// where that is an element of the receiver or the receiver itself.
func (s *state) blockParameter(w *lang.Walk, n, list syntax.Node) string {
	c := w.Parent(w.Parent(list))
	receiver := w.Child(c, "receiver")
	if w.Kind(c) != "call" || receiver == syntax.None {
		return ""
	}
	first := w.NamedChild(list, 0) == n
	chain := func() string { return s.chainOf(w, receiver) }
	switch string(w.Text(w.Child(c, "method"))) {
	case "tap", "then", "yield_self":
		if first {
			return chain()
		}
	case "each", "map", "select", "reject", "find", "detect", "any?", "all?", "none?", "one?", "count", "sum", "flat_map", "collect", "filter", "filter_map",
		"each_with_index", "each_with_object", "sort_by", "group_by", "min_by", "max_by", "partition", "index_by", "find_each", "reverse_each",
		"each_slice", "take_while", "drop_while", "find_index", "uniq", "map!", "select!", "reject!", "delete_if", "keep_if", "sum_by", "to_h", "each_entry",
		"map_with_index", "to_set", "zip", "cycle", "sort_by!":
		if first {
			return code.ChainStep(chain(), code.ChainItem)
		}
	case "inject", "reduce":
		if !first {
			return code.ChainStep(chain(), code.ChainItem)
		}
	}
	return ""
}

// startsLocal reports whether one of a chain's ways begins with a local variable.
func (s *state) startsLocal(chain string) bool {
	for _, way := range code.ChainWays(chain) {
		if first := code.ChainSteps(way)[0]; first.Kind == code.StepName && s.isLocal([]byte(first.Text)) {
			return true
		}
	}
	return false
}

// narrow binds a variable to what a condition says of it in its branch: when
// Foo, if x.is_a?(Foo).
func narrow(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	s.top(n)
	variable, class, body := syntax.None, syntax.None, w.Child(n, "body")
	switch w.Kind(n) {
	case "when", "in_clause":
		variable = w.Child(w.Parent(n), "value")
		class = w.Child(n, "pattern")
		if w.Kind(class) == "pattern" {
			class = w.NamedChild(class, 0)
		}
		if c := w.NamedChild(n, 1); w.Kind(c) == "pattern" {
			return // one of several
		}
	default:
		c := w.Child(n, "condition")
		for w.Kind(c) == "binary" && string(w.Text(w.Child(c, "operator"))) == "&&" {
			c = w.Child(c, "left")
		}
		if w.Kind(c) != "call" {
			return
		}
		switch string(w.Text(w.Child(c, "method"))) {
		case "is_a?", "kind_of?", "instance_of?":
			variable, class = w.Child(c, "receiver"), w.NamedChild(w.Child(c, "arguments"), 0)
			body = w.Child(n, "consequence")
		}
	}
	if k := w.Kind(class); k != "constant" && k != "scope_resolution" || body == syntax.None {
		return
	}
	name := ""
	switch w.Kind(variable) {
	case "identifier":
		if !s.isLocal(w.Text(variable)) {
			return
		}
		name = w.Name(variable)
	case "instance_variable":
		name = code.ChainSelf + "." + w.Name(variable)
	default:
		return
	}
	w.AddBinding(code.Binding{Name: name, At: w.Start(variable), Scope: w.Span(body), Value: code.ChainOf(dotted(w, class)), Narrows: true})
}
