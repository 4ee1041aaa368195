package hcl

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

func (s *state) bind(name string, end syntax.Node) {
	if name != "" {
		s.bound = append(s.bound, bound{name, end})
	}
}

// isBound reports whether a name is a loop variable at node n.
func (s *state) isBound(n syntax.Node, name []byte) bool {
	for len(s.bound) > 0 && s.bound[len(s.bound)-1].end <= n {
		s.bound = s.bound[:len(s.bound)-1]
	}
	for i := range s.bound {
		if s.bound[i].end > n && s.bound[i].name == string(name) {
			return true
		}
	}
	return false
}

// forExpression binds the names of [for k, v in ... : ...].
func forExpression(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	bindNames(w, w.ChildOfKind(w.NamedChild(n, 0), "for_intro"), w.After(n))
}

// templateFor binds those of %{ for k, v in ... }.
func templateFor(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	bindNames(w, w.ChildOfKind(n, "template_for_start"), w.After(n))
}

func bindNames(w *lang.Walk, intro, end syntax.Node) {
	for c := w.FirstChild(intro); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "identifier":
			w.BindNode(c, lang.ScopeBlock)
			stateOf(w).bind(w.Name(c), end)
		case "in":
			return
		}
	}
}

// variable records what a dotted expression means: the block at its root, and
// the output of a module behind it.
func variable(w *lang.Walk, n syntax.Node) {
	root := w.FirstChild(n)
	if w.Kind(root) != "identifier" {
		return
	}
	text := w.Text(root)
	first := attributeAfter(w, n)
	s := stateOf(w)
	if s.isBound(n, text) {
		w.Refer(root, code.RoleRead, code.QualifierNone, "")
		return
	}
	if first == syntax.None {
		return // a keyword, a type, an object's key
	}
	parts := 1
	switch string(text) {
	case "each", "self", "count", "path", "terraform", "this":
		return
	case "data", "ephemeral", "source":
		parts = 2
	}
	last := first
	for i := 1; i < parts; i++ {
		if last = attributeAfter(w, last); last == syntax.None {
			return
		}
	}
	name := code.Span{Start: w.Start(n), End: w.End(last)}
	if bytes.ContainsAny(w.Source[name.Start:name.End], " \t\r\n") {
		return
	}
	address := w.Intern(w.Source[name.Start:name.End])
	w.AddReference(code.Reference{Name: address, Span: name, Line: w.Line(name.Start), Role: code.RoleRead})
	switch string(text) {
	case "module":
		if out := outputAfter(w, last); out != syntax.None {
			w.Refer(out, code.RoleRead, code.QualifierPath, address)
		}
	case "dependency":
		if outputs := attributeAfter(w, last); string(w.Text(w.ChildOfKind(outputs, "identifier"))) == "outputs" {
			if out := outputAfter(w, outputs); out != syntax.None {
				w.Refer(out, code.RoleRead, code.QualifierPath, address+".outputs")
			}
		}
	}
}

// attributeAfter returns the ".name" that follows a part of an expression.
func attributeAfter(w *lang.Walk, n syntax.Node) syntax.Node {
	if next := w.Next(n); w.Kind(next) == "get_attr" {
		return next
	}
	return syntax.None
}

// outputAfter returns the name behind module.m, an index between skipped.
func outputAfter(w *lang.Walk, n syntax.Node) syntax.Node {
	next := w.Next(n)
	switch w.Kind(next) {
	case "index":
		next = w.Next(next)
	case "splat":
		next = w.ChildOfKind(w.NamedChild(next, 0), "get_attr")
	}
	if w.Kind(next) != "get_attr" {
		return syntax.None
	}
	return w.ChildOfKind(next, "identifier")
}

func functionCall(w *lang.Walk, n syntax.Node) {
	name := w.FirstChild(n)
	if w.Kind(name) != "identifier" {
		return
	}
	if !inType(w, n) {
		w.Refer(name, code.RoleCall, code.QualifierNone, "")
	}
	importCall(w, n, w.Text(name))
}

// maxClimb bounds how far up a type constraint is looked for.
const maxClimb = 40

// inType reports whether a call is a constructor in a variable's type: list(string).
func inType(w *lang.Walk, n syntax.Node) bool {
	switch string(w.Text(w.FirstChild(n))) {
	case "list", "set", "map", "object", "tuple", "optional":
	default:
		return false
	}
	for p, i := w.Parent(n), 0; p != syntax.None && i < maxClimb; p, i = w.Parent(p), i+1 {
		if w.Kind(p) == "attribute" {
			return string(w.Text(w.FirstChild(p))) == "type"
		}
	}
	return false
}

// stringLiteral finds the blocks that Packer names in strings.
func stringLiteral(w *lang.Walk, n syntax.Node) {
	content := w.ChildOfKind(n, "template_literal")
	text := w.Text(content)
	if bytes.HasPrefix(text, []byte("source.")) && bytes.Count(text, []byte(".")) == 2 && !bytes.ContainsAny(text, " /$") {
		w.Refer(content, code.RoleRead, code.QualifierNone, "")
	}
}

// template records the regions of a string; what is interpolated in it is code.
func template(w *lang.Walk, n syntax.Node) {
	w.StringParts(n, "template_interpolation", "template_directive")
}

// templateLiteral is text; inside a directive nothing else says so.
func templateLiteral(w *lang.Walk, n syntax.Node) {
	if strings.HasPrefix(w.Kind(w.Parent(n)), "template_") {
		w.Region(code.RegionString, w.Span(n))
	}
}
