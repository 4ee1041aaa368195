package java

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// The parser recovers from an unclosed block or header by taking apart the
// declarations around it. This file puts the two commonest ruins together
// again: the header of a type in an ERROR node, and a method that was read as
// a local variable because the method before it lacks its closing brace.

// unfinishedType defines the type whose name n stands behind its keyword in
// an ERROR node. What follows counts as its members until the node that
// holds the ERROR closes.
func unfinishedType(w *lang.Walk, parent, n syntax.Node) bool {
	kind := code.KindUnknown
	keyword := n - 1
	if w.Parent(keyword) != parent {
		return false
	}
	switch w.Kind(keyword) {
	case "class":
		kind = code.KindClass
	case "interface":
		kind = code.KindInterface
	case "enum":
		kind = code.KindEnum
	case "record":
		kind = code.KindRecord
	case "@interface":
		kind = code.KindAnnotation
	default:
		return false
	}
	start := keyword
	if m := before(w, keyword); w.Kind(m) == "modifiers" {
		start = m
	}
	d := code.Definition{Kind: kind, Span: code.Span{Start: w.Start(start), End: w.End(parent)},
		Signature: w.Signature(w.Start(start), w.End(n))}
	m := modifiers{node: syntax.None}
	if w.Kind(start) == "modifiers" && w.ChildOfKind(start, "public") != syntax.None {
		m.visibility = code.VisibilityPublic
	}
	settle(w, &d, &m, placeOf(w, n))
	w.PushContainer(w.DefineLeaf(n, d))
	return true
}

// before returns the sibling before n, found by climbing from the node that
// is written just before it.
func before(w *lang.Walk, n syntax.Node) syntax.Node {
	parent := w.Parent(n)
	for c := n - 1; c > parent; c = w.Parent(c) {
		if w.Parent(c) == parent {
			return c
		}
	}
	return syntax.None
}

// strayMethod defines the method that n, read as a local variable, begins:
// one with a modifier that no local variable has, followed by parameters.
func strayMethod(w *lang.Walk, n syntax.Node) {
	list := w.NamedChild(n, 0)
	if w.Kind(list) != "modifiers" || w.ChildOfKind(list, "public", "private", "protected", "static") == syntax.None {
		return
	}
	parameters := w.Next(n)
	if !w.IsError(parameters) || w.Kind(w.FirstChild(parameters)) != "formal_parameters" {
		return
	}
	name := named(w, w.Child(n, "declarator"))
	if name == syntax.None {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindMethod, Span: w.Span(n), Type: typeText(w, w.Child(n, "type"), syntax.None),
		Params: params(w, w.FirstChild(parameters)), Signature: w.Signature(m.start, w.End(parameters))}
	d.Span.End = w.End(parameters)
	if body := w.Next(parameters); w.Kind(body) == "block" {
		d.Span.End = w.End(body)
	}
	settle(w, &d, &m, inBlock)
	i := w.DefineLeaf(name, d)
	// It belongs to the type around the method that swallowed it.
	owner := w.Container()
	for owner != code.NoDefinition && !w.Builder.Definition(owner).Kind.IsType() {
		owner = w.Builder.Definition(owner).Container
	}
	w.Builder.Definition(i).Container = owner
}

// displaced corrects a method before whose type stands a stray name, such as
// the branch's in a conflict marker: "branch Type name()" is read with Type as
// its name and the rest as an error.
func displaced(w *lang.Walk, name, typ syntax.Node) (realName, realType syntax.Node) {
	rest := w.Next(name)
	if typ == syntax.None || !w.IsError(rest) || w.Kind(w.FirstChild(rest)) != "identifier" {
		return name, typ
	}
	return w.FirstChild(rest), name
}

// escaped reports whether type declaration n is nested only because a block
// before it is not closed: it begins a line without indentation, in a file
// with syntax errors.
func escaped(w *lang.Walk, n syntax.Node) bool {
	if at := w.Start(n); at > 0 && w.Source[at-1] != '\n' {
		return false
	}
	switch w.Kind(n) {
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration":
		return w.Container() != code.NoDefinition && damaged(w)
	}
	return false
}

// damaged reports whether the file has syntax errors.
func damaged(w *lang.Walk) bool {
	s := remember(w)
	if !s.checked {
		s.checked, s.damaged = true, w.HasErrors()
	}
	return s.damaged
}
