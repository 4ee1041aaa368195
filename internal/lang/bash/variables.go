package bash

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// collect finds the names that the top level assigns or declares.
func (s *state) collect(w *lang.Walk) {
	tests := code.Span{}
	for n := syntax.Node(0); int(n) < w.Len(); {
		switch w.Kind(n) {
		case "function_definition", "subshell", "command_substitution":
			n = w.After(n)
			continue
		case "command":
			if !tests.Contains(w.Start(n)) && string(w.Text(w.Child(n, "name"))) == "@test" {
				tests = code.Span{Start: w.Start(n), End: uint32(len(w.Source))}
				if i := bytes.Index(w.Source[w.End(n):], []byte("\n}")); i >= 0 {
					tests.End = w.End(n) + uint32(i)
				}
			}
		case "variable_assignment":
			if name := assigned(w, n); w.Kind(w.Parent(n)) != "command" && w.Kind(w.Parent(n)) != "c_style_for_statement" && !tests.Contains(w.Start(n)) && name != syntax.None {
				s.globals[w.Name(name)] = true
			}
		case "declaration_command":
			for c := w.FirstChild(n); c != syntax.None && !tests.Contains(w.Start(n)); c = w.Next(c) {
				if w.Kind(c) == "variable_name" {
					s.globals[w.Name(c)] = true
				}
			}
		}
		n++
	}
}

// assigned is the node of the name that an assignment is to.
func assigned(w *lang.Walk, n syntax.Node) syntax.Node {
	name := w.Child(n, "name")
	if w.Kind(name) == "subscript" {
		name = w.Child(name, "name")
	}
	if w.Kind(name) != "variable_name" || w.Start(name) == w.End(name) {
		return syntax.None
	}
	return name
}

// declaration handles declare, local, export and readonly.
func declaration(w *lang.Walk, n syntax.Node) {
	s := stateOf(w, n)
	word := string(w.Text(w.FirstChild(n)))
	flags := declarationFlags(w, n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		name, value := syntax.None, syntax.None
		switch w.Kind(c) {
		case "variable_name":
			name = c
		case "variable_assignment":
			name, value = assigned(w, c), c
		}
		if name == syntax.None || w.Source[w.Start(name)] <= '9' {
			continue
		}
		switch {
		case bytes.IndexByte(flags, 'f') >= 0 && word != "local": // functions
			w.Refer(name, code.RoleRead, code.QualifierNone, "")
		case word == "local", s.inFunction() && word != "export" && word != "readonly" && bytes.IndexByte(flags, 'g') < 0:
			w.BindNode(name, lang.ScopeFunction)
		case word == "export" && value == syntax.None:
			w.Refer(name, code.RoleRead, code.QualifierNone, "")
			if i, ok := s.defined[w.Name(name)]; ok {
				w.Definition(i).Visibility = code.VisibilityPublic
			}
		default:
			s.global(w, name, value, n, word == "readonly" || bytes.IndexByte(flags, 'r') >= 0,
				word == "export" || bytes.IndexByte(flags, 'x') >= 0)
		}
	}
}

// declarationFlags are the letters of a declaration's options.
func declarationFlags(w *lang.Walk, n syntax.Node) []byte {
	var flags []byte
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if text := w.Text(c); w.Kind(c) == "word" && text[0] == '-' {
			flags = append(flags, text[1:]...)
		}
	}
	return flags
}

// global defines a variable at its first assignment; later ones write to it.
func (s *state) global(w *lang.Walk, name, value, statement syntax.Node, readonly, exported bool) {
	text := w.Name(name)
	if _, ok := s.defined[text]; ok {
		w.Refer(name, code.RoleWrite, code.QualifierNone, "")
		return
	}
	d := code.Definition{Kind: code.KindVariable, Span: w.Span(statement), Exported: true, Doc: ownDoc}
	if readonly {
		d.Kind = code.KindConstant
		d.Modifiers = code.ModReadonly
	}
	if exported {
		d.Visibility = code.VisibilityPublic
	}
	d.Signature = w.Signature(w.Start(name), w.End(name))
	if value != syntax.None {
		if v := w.Child(value, "value"); w.End(value)-w.Start(value) <= 60 && bytes.IndexByte(w.Text(value), '\n') < 0 && isLiteral(w.Kind(v)) {
			d.Signature = w.Signature(w.Start(value), w.End(value))
		}
	}
	if w.Kind(statement) == "declaration_command" {
		d.Signature = string(w.Text(w.FirstChild(statement))) + " " + d.Signature
	}
	pop := w.PushContainer(code.NoDefinition)
	i := s.note(w.DefineLeaf(name, d))
	w.Definition(i).Doc = docAbove(w, w.Start(statement))
	pop()
	s.defined[text] = i
}

func isLiteral(kind string) bool {
	switch kind {
	case "word", "number", "string", "raw_string", "ansi_c_string", "":
		return true
	}
	return false
}

// assignment handles name=value outside declarations.
func assignment(w *lang.Walk, n syntax.Node) {
	s := stateOf(w, n)
	name := assigned(w, n)
	switch w.Kind(w.Parent(n)) {
	case "declaration_command", "command": // the latter sets it for one command only
		return
	case "c_style_for_statement":
		if name != syntax.None && !s.globals[w.Name(name)] {
			w.BindNode(name, lang.ScopeFunction)
			return
		}
	}
	if name != syntax.None {
		s.assign(w, name, n, n)
	}
}

// assign gives an assignment its meaning: to a global, or to a name that only
// this function uses.
func (s *state) assign(w *lang.Walk, name, value, statement syntax.Node) {
	text := w.Name(name)
	switch {
	case s.inFunction() && s.isBound(w, name):
		w.Refer(name, code.RoleWrite, code.QualifierNone, "")
	case !s.inFunction() && s.globals[text]:
		s.global(w, name, value, statement, false, false)
	case s.inFunction() && s.globals[text]:
		w.Refer(name, code.RoleWrite, code.QualifierNone, "")
	case s.inFunction() && value != syntax.None && inCapitals(text):
		s.global(w, name, value, statement, false, false)
	default:
		w.BindNode(name, lang.ScopeFunction)
	}
}

// isBound reports whether a "local" of this function names the variable. The
// declarations of a function stand before what they declare.
func (s *state) isBound(w *lang.Walk, name syntax.Node) bool {
	body := w.Ancestor(name, "function_definition")
	if body == syntax.None {
		return false
	}
	const near = 400 // nodes before the use that are looked through
	text := w.Text(name)
	for c, k := name-1, 0; c > body && k < near; c, k = c-1, k+1 {
		if w.Kind(c) == "variable_name" && bytes.Equal(w.Text(c), text) {
			p := w.Parent(c)
			if w.Kind(p) == "variable_assignment" {
				p = w.Parent(p)
			}
			if w.Kind(p) == "declaration_command" && string(w.Text(w.FirstChild(p))) != "export" {
				return true
			}
		}
	}
	return false
}

func inCapitals(name string) bool {
	for i := 0; i < len(name); i++ {
		if 'a' <= name[i] && name[i] <= 'z' {
			return false
		}
	}
	return true
}

// loop binds the variable of for and select.
func loop(w *lang.Walk, n syntax.Node) {
	s := stateOf(w, n)
	if name := w.Child(n, "variable"); name != syntax.None && w.Start(name) < w.End(name) && !s.globals[w.Name(name)] {
		w.BindNode(name, lang.ScopeFunction)
	}
}

// variableName refers to a variable in an expansion or an expression.
func variableName(w *lang.Walk, n syntax.Node) {
	if w.Start(n) == w.End(n) || w.Source[w.Start(n)] <= '9' {
		return
	}
	stateOf(w, n)
	p := w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "variable_assignment", "for_statement":
		if w.Field(n) == "name" || w.Field(n) == "variable" {
			return
		}
	case "declaration_command":
		return
	case "subscript":
		if w.Kind(w.Parent(p)) == "variable_assignment" && w.Field(p) == "name" && w.Field(n) == "name" {
			return
		}
	case "unset_command", "postfix_expression":
		role = code.RoleWrite
	}
	if w.Kind(p) == "command_name" || bytes.ContainsAny(w.Text(n), "\\\n") {
		return
	}
	w.Refer(n, role, code.QualifierNone, "")
}
