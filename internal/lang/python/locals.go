package python

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// local is what the walk knows of a function's local variable.
type local struct {
	typ   string // declared
	alive []assigned
}

// assigned is a value that a local variable may have.
type assigned struct {
	value string
	block code.Span // where it was given
}

// assign notes that the name at n is given a value from an offset on. Behind
// a branch the name may have that value or one from before.
func (s *state) assign(w *lang.Walk, f *frame, n syntax.Node, from uint32, typ, value string) {
	name := w.Name(n)
	at := w.Start(n)
	block := blockAround(w, n)
	span := w.Span(block)
	if f.locals == nil {
		f.locals = make(map[string]*local)
	}
	x := f.locals[name]
	if x == nil {
		x = &local{}
		f.locals[name] = x
		w.BindAs(name, at, lang.ScopeFunction, typ, value)
	} else {
		w.BindNode(n, lang.ScopeFunction)
	}
	if typ != "" {
		x.typ = typ
	}
	add := func(start uint32, end uint32, value string) {
		w.AddBinding(code.Binding{Name: name, At: at, Scope: code.Span{Start: start, End: end}, Type: x.typ, Value: value})
	}
	add(from, span.End, value)
	kept := x.alive[:0]
	for _, a := range x.alive {
		if a.block.Start < span.Start || a.block.End > span.End {
			kept = append(kept, a)
		}
	}
	x.alive = append(kept, assigned{value, span})
	if len(x.alive) > maxAlive {
		x.alive = x.alive[len(x.alive)-maxAlive:]
	}
	values := make([]string, len(x.alive))
	for i, a := range x.alive {
		values[i] = a.value
	}
	merged := code.ChainOr(values...)
	for range maxNesting {
		branch := w.Parent(block) // the statement, or the clause of one, that may or may not run
		if k := w.Kind(branch); k == "function_definition" || k == "class_definition" || k == "" || k == "module" {
			return
		}
		for range 3 {
			switch w.Kind(branch) {
			case "else_clause", "elif_clause", "except_clause", "except_group_clause", "finally_clause", "case_clause", "block":
				branch = w.Parent(branch)
			}
		}
		block = blockAround(w, branch)
		add(w.End(branch), w.End(block), merged)
	}
}

// maxAlive bounds the values that one variable is followed to.
const maxAlive = 4

// blockAround is the block in which n stands; that of a with statement always
// runs, so it counts as the one around it. A file's own body is the last.
func blockAround(w *lang.Walk, n syntax.Node) syntax.Node {
	for range 4 * maxNesting {
		p := w.Parent(n)
		if p == syntax.None {
			return n
		}
		n = p
		switch w.Kind(n) {
		case "block":
			if w.Kind(w.Parent(n)) != "with_statement" {
				return n
			}
		case "module":
			return n
		}
	}
	return syntax.None
}

// givenBy says what the statement that binds the identifier at n gives it, with
// the offset from which on it does.
func (s *state) givenBy(w *lang.Walk, n syntax.Node) (from uint32, typ, value string) {
	var parts []string // of a pattern, the innermost first
	from = w.Start(n)
	c := n
	for range maxChain {
		p := w.Parent(c)
		switch w.Kind(p) {
		case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list":
			k := 0
			for x := w.FirstChild(p); x != c && x != syntax.None && k < 10; x = w.Next(x) {
				if w.IsNamed(x) && w.Kind(x) != "comment" {
					if strings.HasPrefix(w.Kind(x), "list_splat") {
						return w.End(p), "", ""
					}
					k++
				}
			}
			if k > 9 {
				return w.End(p), "", ""
			}
			parts = append(parts, "#"+string(rune('0'+k)))
		case "list_splat_pattern", "list_splat", "splat_pattern":
			return w.End(p), "", ""
		case "parenthesized_expression":
		case "assignment":
			from = w.End(p)
			right := w.Child(p, "right")
			if t := w.Child(p, "type"); t != syntax.None {
				return from, oneLine(w, t), s.chain(w, right)
			}
			for range maxChain { // a = b = value
				if w.Kind(right) != "assignment" {
					break
				}
				right = w.Child(right, "right")
			}
			return from, "", s.partOf(w, right, parts)
		case "for_statement", "for_in_clause":
			if w.Kind(p) == "for_statement" {
				from = w.End(w.Child(p, "right"))
			}
			return from, "", s.element(w, w.Child(p, "right"), parts)
		case "as_pattern_target":
			return s.asGiven(w, w.Parent(p), parts)
		case "named_expression":
			return w.End(p), "", s.chain(w, w.Child(p, "value"))
		case "as_pattern": // behind the "as" of a case
			return from, "", s.caseValue(w, w.FirstChild(p))
		default:
			return from, "", ""
		}
		c = p
	}
	return from, "", ""
}

// partOf is the chain of a part of a value: of a tuple that is written out the
// element itself.
func (s *state) partOf(w *lang.Walk, value syntax.Node, parts []string) string {
	for len(parts) > 0 {
		switch w.Kind(value) {
		case "expression_list", "tuple", "list":
			k := int(parts[len(parts)-1][1] - '0')
			parts = parts[:len(parts)-1]
			value = namedChild(w, value, k)
			continue
		}
		break
	}
	chain := s.chain(w, value)
	for i := len(parts) - 1; i >= 0; i-- {
		chain = code.ChainStep(chain, parts[i])
	}
	return chain
}

// namedChild is the k-th child that is neither a token nor a comment, None
// where an unpacked one stands before it.
func namedChild(w *lang.Walk, n syntax.Node, k int) syntax.Node {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		if w.Kind(c) == "list_splat" {
			return syntax.None
		}
		if k == 0 {
			return c
		}
		k--
	}
	return syntax.None
}

// element is the chain of what iterating a value gives, or of a part of that.
func (s *state) element(w *lang.Walk, value syntax.Node, parts []string) string {
	if w.Kind(value) == "call" && w.Kind(w.Child(value, "function")) == "identifier" && len(parts) > 0 {
		arguments := w.Child(value, "arguments")
		k := int(parts[len(parts)-1][1] - '0')
		switch string(w.Text(w.Child(value, "function"))) {
		case "enumerate":
			if k == 0 {
				return code.ChainOf("int")
			}
			return s.element(w, w.NamedChild(arguments, 0), parts[:len(parts)-1])
		case "zip":
			return s.element(w, namedChild(w, arguments, k), parts[:len(parts)-1])
		}
	}
	var chain string
	if k := w.Kind(value); (k == "tuple" || k == "expression_list") && len(parts) == 0 {
		for c := w.FirstChild(value); c != syntax.None; c = w.Next(c) {
			if w.IsNamed(c) {
				chain = code.ChainOr(chain, s.chain(w, c))
			}
		}
		return chain
	}
	chain = code.ChainStep(s.chain(w, value), code.ChainKey)
	for i := len(parts) - 1; i >= 0; i-- {
		chain = code.ChainStep(chain, parts[i])
	}
	return chain
}

// asGiven is what stands before an "as": the value that a context manager
// gives, or an exception of the types that are caught.
func (s *state) asGiven(w *lang.Walk, pattern syntax.Node, parts []string) (from uint32, typ, value string) {
	from = w.End(pattern)
	before := w.FirstChild(pattern)
	holder := w.Parent(pattern)
	switch w.Kind(holder) {
	case "except_clause", "except_group_clause":
		return from, classNames(w, before), ""
	case "with_item":
		chain := s.chain(w, before)
		enter := ".__enter__"
		if clause := w.Parent(w.Parent(holder)); w.ChildOfKind(clause, "async") != syntax.None {
			enter = ".__aenter__"
		}
		if chain = code.ChainStep(chain, enter, code.ChainCall); enter == ".__aenter__" {
			chain = code.ChainStep(chain, code.ChainAwait)
		}
		for i := len(parts) - 1; i >= 0; i-- {
			chain = code.ChainStep(chain, parts[i])
		}
		return from, "", chain
	case "case_pattern":
		return from, "", s.caseValue(w, before)
	}
	return from, "", ""
}

// caseValue is an instance of the class that a case's pattern names.
func (s *state) caseValue(w *lang.Walk, pattern syntax.Node) string {
	if w.Kind(pattern) == "case_pattern" {
		pattern = w.NamedChild(pattern, 0)
	}
	if w.Kind(pattern) == "class_pattern" {
		if name := w.ChildOfKind(pattern, "dotted_name"); name != syntax.None {
			return code.ChainOf(withoutSpace(w, name))
		}
	}
	return ""
}

// classNames is the type of an instance of a class, or of one of a tuple of
// classes, "" where it is something else.
func classNames(w *lang.Walk, n syntax.Node) string {
	switch w.Kind(n) {
	case "identifier", "attribute":
		if name, ok := dotted(w, n); ok {
			return name
		}
	case "parenthesized_expression":
		return classNames(w, w.NamedChild(n, 0))
	case "tuple":
		var all []string
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if !w.IsNamed(c) || w.Kind(c) == "comment" {
				continue
			}
			name := classNames(w, c)
			if name == "" {
				return ""
			}
			all = append(all, name)
		}
		return strings.Join(all, " | ")
	case "binary_operator":
		a, b := classNames(w, w.Child(n, "left")), classNames(w, w.Child(n, "right"))
		if w.Kind(w.Child(n, "operator")) == "|" && a != "" && b != "" {
			return a + " | " + b
		}
	}
	return ""
}

// parametersAt binds a function's parameters in the scope of its body, which
// is being opened.
func (s *state) parametersAt(w *lang.Walk, function syntax.Node) {
	f := s.top(w.FirstChild(function))
	for c := w.FirstChild(w.Child(function, "parameters")); c != syntax.None; c = w.Next(c) {
		name, stars := parameterName(w, c)
		if name == syntax.None {
			continue
		}
		if w.Kind(name) != "identifier" {
			for n := name; n < w.After(name); n++ {
				if w.Kind(n) == "identifier" {
					w.BindAs(w.Name(n), w.Start(n), lang.ScopeFunction, "", "")
				}
			}
			continue
		}
		typ, value := oneLine(w, w.Child(c, "type")), ""
		switch {
		case stars == "*" && typ != "":
			typ = "list[" + typ + "]"
		case stars == "**" && typ != "":
			typ = "dict[str, " + typ + "]"
		case stars == "*":
			typ = "list"
		case stars == "**":
			typ = "dict"
		case typ == "":
			value = s.chain(w, w.Child(c, "value"))
		}
		if f != nil && f.receiver != "" && string(w.Text(name)) == f.receiver {
			w.BindNode(name, lang.ScopeFunction) // chains say what it is
			continue
		}
		w.BindAs(w.Name(name), w.Start(name), lang.ScopeFunction, typ, value)
		if f != nil && !f.class {
			if f.locals == nil {
				f.locals = make(map[string]*local)
			}
			if typ != "" && value == "" {
				value = code.ChainOf(typ)
			}
			f.locals[w.Name(name)] = &local{typ: typ, alive: []assigned{{value, w.Span(w.Child(function, "body"))}}}
		}
	}
}

// outward says a chain without the names of the functions around: by their
// types. What cannot be said so is left out.
func (s *state) outward(chain string) string {
	if chain == "" {
		return ""
	}
	var ways []string
	for _, way := range code.ChainWays(chain) {
		for range maxAlive {
			name, rest := cutChain(way)
			x := s.localNamed(name)
			if x == nil {
				break
			}
			switch {
			case x.typ != "":
				way = code.ChainStep(code.ChainOf(x.typ), rest)
			case len(x.alive) == 1 && !strings.Contains(x.alive[0].value, "|"):
				way = code.ChainStep(x.alive[0].value, rest)
			default:
				way = ""
			}
		}
		if name, _ := cutChain(way); s.localNamed(name) == nil {
			ways = append(ways, way)
		}
	}
	return code.ChainOr(ways...)
}

// localNamed is the local variable of the functions around by that name.
func (s *state) localNamed(name string) *local {
	if name == "" {
		return nil
	}
	for i := len(s.frames) - 1; i >= 0; i-- {
		if x := s.frames[i].locals[name]; x != nil {
			return x
		}
	}
	return nil
}
