package lua

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue is the longest initial value that stays in a signature (bytes).
const maxValue = 60

// functionDeclaration is function f, function M.f, function M:f, local function f.
func functionDeclaration(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	name := w.Child(n, "name")
	local := w.Kind(w.FirstChild(n)) == "local"
	params := w.Child(n, "parameters")
	owner, leaf := split(w, name)
	self := w.Kind(name) == "method_index_expression"
	if leaf != syntax.None && w.Start(leaf) < w.End(leaf) {
		d := code.Definition{Kind: code.KindFunction, Signature: w.Signature(w.Start(n), w.End(params))}
		s.name(w, leaf)
		if local {
			w.BindNode(leaf, lang.ScopeBlock)
		}
		s.function(w, leaf, d, owner, self, local, params)
	}
	s.enter(w, n, params, owner, self)
}

// function defines a function under its owner, if it has one.
func (s *state) function(w *lang.Walk, leaf syntax.Node, d code.Definition, owner string, self, local bool, params syntax.Node) {
	name := w.Name(leaf)
	if d.Span == (code.Span{}) {
		d.Span = w.Span(w.Parent(params))
	}
	note := s.document(w, d.Span.Start)
	d.Doc, d.Type = note.text, note.result
	d.Params = parameters(w, params, note)
	switch {
	case owner == "":
		top := atTop(w, w.Parent(params)) || !w.InScope(lang.ScopeFunction)
		d.Exported = top && (!local && !s.isLocal(w, name) || s.offered(name))
	default:
		if self || firstIsSelf(w, params) {
			d.Kind = code.KindMethod
		}
		d.Exported = name[0] != '_' && s.open(w, owner)
	}
	if d.Exported {
		d.Visibility = code.VisibilityPublic
	} else {
		d.Visibility = code.VisibilityPrivate
	}
	i := w.Define(leaf, d)
	w.Definition(i).Doc = note.text
	if owner != "" {
		s.place(w, i, owner)
	} else if !w.InScope(lang.ScopeFunction) {
		if _, ok := s.top[name]; !ok {
			s.top[name] = i
		}
	}
}

// isLocal reports whether a name at the top level was declared with local.
func (s *state) isLocal(w *lang.Walk, name string) bool {
	_, ok := s.top[name]
	return ok && !s.global[name]
}

// enter opens the scope of a function and binds its self.
func (s *state) enter(w *lang.Walk, n, params syntax.Node, owner string, self bool) {
	w.OpenScope(lang.ScopeFunction)
	if self {
		w.Bind("self", lang.ScopeFunction)
	}
	if self || firstIsSelf(w, params) {
		s.frames = append(s.frames, frame{w.After(n), owner, code.NoDefinition})
	}
}

// functionDefinition is a function expression: what it is assigned to names it.
func functionDefinition(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	params := w.Child(n, "parameters")
	target, statement := assignedTo(w, n)
	owner, leaf := split(w, target)
	switch {
	case leaf == syntax.None:
		s.self(n)
		s.enter(w, n, params, "", false)
		return
	case w.Kind(statement) == "field":
		s.fieldFunction(w, n, leaf, statement, params)
		return
	}
	local := w.Kind(w.Parent(statement)) == "variable_declaration"
	span := w.Span(statement)
	if local {
		span.Start = w.Start(w.Parent(statement))
	}
	d := code.Definition{Kind: code.KindFunction, Span: span, Signature: w.Signature(span.Start, w.End(params))}
	if several(w, statement) {
		d.Span = w.Span(n)
		if d.NameSpan = w.Span(leaf); d.Span.Start > d.NameSpan.Start {
			d.Span.Start = d.NameSpan.Start
		}
		d.Signature = w.Signature(w.Start(leaf), w.End(leaf)) + " = " + w.Signature(w.Start(n), w.End(params))
	}
	s.name(w, leaf)
	if owner == "self" {
		if f := s.self(n); f != nil && f.owner != "" {
			owner = f.owner
		}
	}
	s.function(w, leaf, d, owner, false, local, params)
	s.enter(w, n, params, owner, false)
}

// fieldFunction is a function in a table constructor.
func (s *state) fieldFunction(w *lang.Walk, n, leaf, at, params syntax.Node) {
	note := s.document(w, w.Start(at))
	d := code.Definition{Kind: code.KindFunction, Span: w.Span(at), Signature: w.Signature(w.Start(at), w.End(params)),
		Doc: note.text, Type: note.result, Params: parameters(w, params, note)}
	owner := code.NoDefinition
	if s.claimed[w.Parent(at)] > 0 {
		owner = w.Container()
		if firstIsSelf(w, params) && owner != code.NoDefinition {
			d.Kind = code.KindMethod
		}
		d.Exported = w.Text(leaf)[0] != '_' && (owner == code.NoDefinition || w.Definition(owner).Exported)
		d.Visibility = code.VisibilityPrivate
		if d.Exported {
			d.Visibility = code.VisibilityPublic
		}
	}
	s.name(w, leaf)
	w.Definition(w.Define(leaf, d)).Doc = note.text
	w.OpenScope(lang.ScopeFunction)
	if firstIsSelf(w, params) {
		f := frame{end: w.After(n), def: owner}
		if owner != code.NoDefinition {
			f.owner = w.Definition(owner).Name
		}
		s.frames = append(s.frames, f)
	}
}

// unfinishedFunction finds a header in text that the parser could not place:
// function M.f(a) without its end.
func unfinishedFunction(w *lang.Walk, n syntax.Node) {
	if !w.IsError(w.Parent(n)) {
		return
	}
	name := w.Previous(n)
	owner, leaf := split(w, name)
	function := w.Previous(name)
	if leaf == syntax.None || w.Kind(function) != "function" {
		return
	}
	s := stateOf(w)
	start := w.Start(function)
	local := w.Kind(w.Previous(function)) == "local"
	if local {
		start = w.Start(w.Previous(function))
	}
	s.name(w, leaf)
	note := s.document(w, start)
	d := code.Definition{Kind: code.KindFunction, Span: code.Span{Start: start, End: w.End(n)}, Signature: w.Signature(start, w.End(n)),
		Doc: note.text, Type: note.result, Params: parameters(w, n, note), Exported: !local, Visibility: code.VisibilityPublic}
	if local {
		d.Visibility = code.VisibilityPrivate
	}
	if owner != "" && (w.Kind(name) == "method_index_expression" || firstIsSelf(w, n)) {
		d.Kind = code.KindMethod
	}
	i := w.DefineLeaf(leaf, d)
	w.Definition(i).Doc = note.text
	if owner != "" {
		s.place(w, i, owner)
	}
}

// split takes M.a:f apart into the dotted owner and the node of the last name.
func split(w *lang.Walk, n syntax.Node) (owner string, leaf syntax.Node) {
	switch w.Kind(n) {
	case "identifier", "string_content":
		return "", n
	case "dot_index_expression":
		leaf = w.Child(n, "field")
	case "method_index_expression":
		leaf = w.Child(n, "method")
	case "bracket_index_expression":
		leaf = stringName(w, w.Child(n, "field"))
	}
	table := w.Child(n, "table")
	if leaf == syntax.None || !isPath(w, table) {
		return "", syntax.None
	}
	return w.Name(table), leaf
}

// stringName is the content of a string that is a plain name, else None.
func stringName(w *lang.Walk, n syntax.Node) syntax.Node {
	if w.Kind(n) != "string" {
		return syntax.None
	}
	content := w.Child(n, "content")
	text := w.Text(content)
	if len(text) == 0 || len(text) > maxValue {
		return syntax.None
	}
	for _, c := range text {
		if c != '_' && c != '.' && c != '-' && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return syntax.None
		}
	}
	return content
}

// maxChain bounds the links of a dotted path that are looked at.
const maxChain = 32

// isPath reports whether n is a name or names joined with dots.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for range maxChain {
		switch w.Kind(n) {
		case "identifier":
			return true
		case "dot_index_expression":
			n = w.Child(n, "table")
		default:
			return false
		}
	}
	return false
}

// assignedTo returns the name that a value is assigned to and the statement
// or table field that does so.
func assignedTo(w *lang.Walk, value syntax.Node) (target, statement syntax.Node) {
	p := w.Parent(value)
	for range maxChain {
		// x = enabled and function() end
		if k := w.Kind(p); k != "binary_expression" && k != "parenthesized_expression" {
			break
		}
		value, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "field":
		if w.Field(value) != "value" {
			return syntax.None, syntax.None
		}
		name := w.Child(p, "name")
		if w.Kind(name) == "string" {
			name = stringName(w, name)
		} else if bracketed(w, p, name) {
			name = syntax.None
		}
		return name, p
	case "expression_list":
		statement = w.Parent(p)
		if w.Kind(statement) != "assignment_statement" {
			return syntax.None, syntax.None
		}
		names := w.NamedChild(statement, 0)
		target = w.FirstChild(names)
		for c := w.FirstChild(p); c != syntax.None && c != value; c = w.Next(c) {
			if w.Kind(c) == "," {
				for target != syntax.None && w.Kind(target) != "," {
					target = w.Next(target)
				}
				target = w.Next(target)
			}
		}
		return target, statement
	}
	return syntax.None, syntax.None
}

// several reports whether an assignment has more than one target.
func several(w *lang.Walk, statement syntax.Node) bool {
	return w.ChildOfKind(w.NamedChild(statement, 0), ",") != syntax.None
}

func firstIsSelf(w *lang.Walk, params syntax.Node) bool {
	return string(w.Text(w.NamedChild(params, 0))) == "self"
}

func parameters(w *lang.Walk, params syntax.Node, note annotations) []code.Param {
	var out []code.Param
	for c := w.FirstChild(params); c != syntax.None; c = w.Next(c) {
		if k := w.Kind(c); k == "identifier" || k == "vararg_expression" {
			name := w.Name(c)
			out = append(out, code.Param{Name: name, Type: note.params[name]})
		}
	}
	return out
}

// isConstant reports whether a name is written in capitals.
func isConstant(name []byte) bool {
	return len(name) > 1 && bytes.ContainsFunc(name, func(r rune) bool { return 'A' <= r && r <= 'Z' }) && bytes.Equal(name, bytes.ToUpper(name))
}
