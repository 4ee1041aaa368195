package kotlin

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// modifiers is what stands before a declaration.
type modifiers struct {
	flags            code.Modifiers
	visibility       code.Visibility
	enum, annotation bool
	// start is where the signature begins: past the leading annotations.
	start uint32
}

// readModifiers reads the modifiers of declaration n.
func readModifiers(w *lang.Walk, n syntax.Node) modifiers {
	m := modifiers{visibility: code.VisibilityPublic, start: w.Start(n)}
	list := w.FirstChild(n)
	if w.Kind(list) != "modifiers" {
		return m
	}
	started := false
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "annotation":
			if bytes.Equal(w.Text(c), []byte("@JvmStatic")) {
				m.flags |= code.ModStatic
			}
			continue
		case "line_comment", "block_comment":
			continue
		}
		if !started {
			started = true
			m.start = w.Start(c)
		}
		switch string(w.Text(c)) {
		case "private":
			m.visibility = code.VisibilityPrivate
		case "protected":
			m.visibility = code.VisibilityProtected
		case "internal":
			m.visibility = code.VisibilityPackage
		case "abstract":
			m.flags |= code.ModAbstract
		case "final":
			m.flags |= code.ModFinal
		case "sealed":
			m.flags |= code.ModSealed
		case "override":
			m.flags |= code.ModOverride
		case "const":
			m.flags |= code.ModConst
		case "suspend":
			m.flags |= code.ModAsync
		case "expect", "external":
			m.flags |= code.ModDeclaration
		case "enum":
			m.enum = true
		case "annotation":
			m.annotation = true
		}
	}
	if !started {
		m.start = w.End(list)
		if next := w.Next(list); next != syntax.None {
			m.start = w.Start(next)
		}
	}
	return m
}

// place is where a declaration stands.
type place uint8

const (
	topLevel  place = iota
	inType          // a class, an interface, an object, an enum
	inLiteral       // an object without a name, or an enum entry's body
	inBlock         // a function's body, a lambda
)

// placeOf says where declaration n stands, by the nodes around it.
func placeOf(w *lang.Walk, n syntax.Node) place {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "source_file":
		return topLevel
	case "class_body", "enum_class_body":
		switch w.Kind(w.Parent(p)) {
		case "object_literal", "enum_entry":
			return inLiteral
		}
		return inType
	case "class_declaration", "class_parameters":
		return inType
	case "lambda_literal":
		if bodyOf(w, p) != syntax.None {
			return inType
		}
	case "ERROR":
		if k := w.Kind(w.Parent(p)); k == "class_body" || k == "enum_class_body" {
			return inType // the grammar wants its members on lines of their own
		}
		if w.Kind(n) == "property_declaration" {
			return inBlock // it may be a local variable: salvage decides
		}
		return topLevel
	}
	return inBlock
}

// bodyOf returns the declaration whose body the grammar took for a lambda that
// its delegate is called with, "class A : B by b { ... }"; None if n is a lambda.
func bodyOf(w *lang.Walk, lambda syntax.Node) syntax.Node {
	call := w.Parent(w.Parent(lambda))
	if w.Kind(call) != "call_expression" || w.Kind(w.Parent(call)) != "explicit_delegation" {
		return syntax.None
	}
	return w.Ancestor(call, "class_declaration", "object_declaration", "companion_object", "object_literal")
}

// bodyStart is where the header of type n ends.
func bodyStart(w *lang.Walk, n syntax.Node) uint32 {
	if body := w.ChildOfKind(n, "class_body", "enum_class_body"); body != syntax.None {
		return w.Start(body)
	}
	last := syntax.None
	for c := w.FirstChild(w.ChildOfKind(n, "delegation_specifiers")); c != syntax.None; c = w.Next(c) {
		last = c
	}
	call := w.ChildOfKind(w.ChildOfKind(last, "explicit_delegation"), "call_expression")
	if body := w.ChildOfKind(call, "annotated_lambda"); body != syntax.None {
		return w.Start(body)
	}
	return w.End(n)
}

// inInterface reports whether n is a member of an interface.
func inInterface(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	return w.Kind(p) == "class_body" && w.ChildOfKind(w.Parent(p), "interface") != syntax.None
}

// settle completes a definition's visibility and modifiers, and says whether
// other files can name it.
func settle(w *lang.Walk, n syntax.Node, d *code.Definition, m *modifiers) {
	d.Modifiers |= m.flags
	at := placeOf(w, n)
	if at == inBlock {
		return
	}
	d.Visibility = m.visibility
	if at == inLiteral || m.visibility == code.VisibilityPrivate {
		return
	}
	c := w.Container()
	d.Exported = c == code.NoDefinition || w.Builder.Definition(c).Exported
}
