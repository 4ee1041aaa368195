package java

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// modifiers is what stands before a declaration.
type modifiers struct {
	flags      code.Modifiers
	visibility code.Visibility
	// hasDefault marks an interface's method with a body.
	hasDefault bool
	// start is where the signature begins: past the leading annotations.
	start uint32
	// node is the list itself, or None.
	node syntax.Node
	// mixed marks annotations between the keywords.
	mixed bool
}

// readModifiers reads the modifiers of declaration n.
func readModifiers(w *lang.Walk, n syntax.Node) modifiers {
	m := modifiers{node: syntax.None}
	first := w.NamedChild(n, 0)
	if w.Kind(first) != "modifiers" {
		m.start = w.Start(n)
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.Records[c].Flags&syntax.FlagExtra == 0 { // no ERROR, no comment
				m.start = w.Start(c)
				break
			}
		}
		return m
	}
	m.node = first
	started := false
	for c := w.FirstChild(first); c != syntax.None; c = w.Next(c) {
		kind := w.Kind(c)
		switch kind {
		case "marker_annotation", "annotation":
			m.mixed = m.mixed || started
			if string(w.Text(w.Child(c, "name"))) == "Override" {
				m.flags |= code.ModOverride
			}
			continue
		case "line_comment", "block_comment":
			continue
		case "public":
			m.visibility = code.VisibilityPublic
		case "protected":
			m.visibility = code.VisibilityProtected
		case "private":
			m.visibility = code.VisibilityPrivate
		case "static":
			m.flags |= code.ModStatic
		case "abstract":
			m.flags |= code.ModAbstract
		case "final":
			m.flags |= code.ModFinal
		case "sealed":
			m.flags |= code.ModSealed
		case "default":
			m.hasDefault = true
		}
		if !started {
			started = true
			m.start = w.Start(c)
		}
	}
	if !started {
		m.start = w.End(first)
		if next := w.Next(first); next != syntax.None {
			m.start = w.Start(next)
		}
	}
	return m
}

// signature is the declaration n on one line from its first keyword up to end,
// without annotations before the type and without comments.
func signature(w *lang.Walk, n syntax.Node, m *modifiers, end uint32) string {
	// Comments further on in the declaration have not been walked yet, and a
	// signature leaves out those that are known.
	for c := n + 1; c < w.After(n) && w.Start(c) < end; c++ {
		regionIfComment(w, c)
	}
	if !m.mixed {
		return w.Signature(m.start, end)
	}
	s := ""
	for c := w.FirstChild(m.node); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) {
			s += w.Kind(c) + " "
		}
	}
	start := w.End(m.node)
	if next := w.Next(m.node); next != syntax.None {
		start = w.Start(next)
	}
	return s + w.Signature(start, end)
}

// regionIfComment records a comment ahead of the walk.
func regionIfComment(w *lang.Walk, n syntax.Node) {
	if w.Records[n].Flags&syntax.FlagExtra == 0 { // so are ERROR nodes
		return
	}
	switch w.Kind(n) {
	case "line_comment", "block_comment":
		w.Region(code.RegionComment, w.Span(n))
	}
}

// member is the place where a declaration stands.
type member uint8

const (
	topLevel    member = iota
	inClass            // a class, a record, an enum's body
	inInterface        // an interface or an annotation: members are public
	inAnonymous        // a class body without a name
	inBlock            // a local class, record, enum or interface
)

// placeOf says where declaration n stands, by the nodes around it.
func placeOf(w *lang.Walk, n syntax.Node) member {
	if escaped(w, n) {
		return topLevel
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "program", "ERROR", "":
		if w.Container() == code.NoDefinition {
			return topLevel
		}
		return inClass
	case "interface_body", "annotation_type_body":
		return inInterface
	case "enum_body_declarations", "enum_body":
		return inClass
	case "class_body":
		switch w.Kind(w.Parent(p)) {
		case "object_creation_expression", "enum_constant":
			return inAnonymous
		}
		return inClass
	}
	return inBlock
}

// settle completes a definition's visibility by the rules of its place and
// says whether other packages can name it.
func settle(w *lang.Walk, d *code.Definition, m *modifiers, place member) {
	d.Visibility = m.visibility
	if d.Visibility == code.VisibilityUnstated {
		switch place {
		case inInterface:
			d.Visibility = code.VisibilityPublic
		case topLevel, inClass, inAnonymous:
			d.Visibility = code.VisibilityPackage
		}
	}
	d.Modifiers |= m.flags
	if d.Visibility != code.VisibilityPublic && d.Visibility != code.VisibilityProtected {
		return
	}
	switch place {
	case topLevel:
		d.Exported = true
	case inClass, inInterface:
		c := w.Container()
		d.Exported = c == code.NoDefinition || w.Builder.Definition(c).Exported
	}
}
