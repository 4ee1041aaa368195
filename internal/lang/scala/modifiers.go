package scala

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// modifiers is what stands before a declaration.
type modifiers struct {
	flags      code.Modifiers
	visibility code.Visibility
	// start is where the signature begins: past the annotations.
	start uint32
}

// readModifiers reads the modifiers of declaration n.
func readModifiers(w *lang.Walk, n syntax.Node) modifiers {
	m := modifiers{visibility: code.VisibilityPublic, start: w.Start(n)}
	list := w.FirstChild(n)
	for list != syntax.None && (w.Kind(list) == "annotation" || w.Records[list].Flags&syntax.FlagExtra != 0) {
		list = w.Next(list)
	}
	if list != syntax.None {
		m.start = w.Start(list)
	}
	if w.Kind(list) != "modifiers" {
		return m
	}
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "abstract":
			m.flags |= code.ModAbstract
		case "final":
			m.flags |= code.ModFinal
		case "sealed":
			m.flags |= code.ModSealed
		case "override":
			m.flags |= code.ModOverride
		case "access_modifier":
			switch {
			case w.ChildOfKind(c, "access_qualifier") != syntax.None:
				m.visibility = code.VisibilityPackage
				if q := w.ChildOfKind(w.ChildOfKind(c, "access_qualifier"), "identifier"); string(w.Text(q)) == "this" {
					m.visibility = code.VisibilityPrivate
				}
			case w.ChildOfKind(c, "protected") != syntax.None:
				m.visibility = code.VisibilityProtected
			default:
				m.visibility = code.VisibilityPrivate
			}
		}
	}
	return m
}

// place is where a declaration stands.
type place uint8

const (
	topLevel  place = iota // directly in a package
	inType                 // a class, a trait, an object, an enum
	inLiteral              // the body of "new A { }"
	inBlock                // a function's body
)

// placeOf says where declaration n stands, by the nodes around it.
func placeOf(w *lang.Walk, n syntax.Node) place {
	p := w.Parent(n)
	if w.Kind(p) == "extension_definition" {
		n, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "compilation_unit":
		return topLevel
	case "template_body", "with_template_body":
		switch w.Kind(w.Parent(p)) {
		case "package_clause", "package_object":
			return topLevel
		case "instance_expression":
			return inLiteral
		}
		return inType
	case "enum_body", "class_parameters", "enum_case_definitions", "structural_type", "refinement":
		return inType
	case "ERROR":
		switch w.Kind(n) {
		case "val_definition", "var_definition", "val_declaration", "var_declaration":
			return inBlock // it may be a local variable: salvage decides
		}
		return topLevel
	}
	return inBlock
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
