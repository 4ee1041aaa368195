package csharp

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// modifiers is what stands before a declaration.
type modifiers struct {
	flags      code.Modifiers
	visibility code.Visibility
	// partial and extern declarations may have their body elsewhere.
	partial, extern bool
	// explicit marks a member that implements an interface under its name.
	explicit bool
	// start is where the signature begins: past the leading attributes.
	start uint32
}

// readModifiers reads the modifiers of declaration n.
func readModifiers(w *lang.Walk, n syntax.Node) modifiers {
	m := modifiers{start: w.Start(n)}
	started := false
	var public, protected, internal, private, file bool
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Records[c].Flags&syntax.FlagExtra != 0 || w.IsError(c) {
			continue
		}
		kind := w.Kind(c)
		if kind == "attribute_list" {
			continue
		}
		if !started {
			started = true
			m.start = w.Start(c)
		}
		if kind != "modifier" {
			if kind == "explicit_interface_specifier" {
				m.explicit = true
			}
			if kind == "block" || kind == "declaration_list" || kind == "variable_declaration" {
				break
			}
			continue
		}
		switch string(w.Text(c)) {
		case "public":
			public = true
		case "protected":
			protected = true
		case "internal":
			internal = true
		case "private":
			private = true
		case "file":
			file = true
		case "static":
			m.flags |= code.ModStatic
		case "abstract":
			m.flags |= code.ModAbstract
		case "sealed":
			m.flags |= code.ModSealed
		case "override":
			m.flags |= code.ModOverride
		case "async":
			m.flags |= code.ModAsync
		case "const":
			m.flags |= code.ModConst
		case "readonly":
			m.flags |= code.ModReadonly
		case "partial":
			m.partial = true
		case "extern":
			m.extern = true
		}
	}
	switch {
	case public:
		m.visibility = code.VisibilityPublic
	case protected: // "protected internal" and "private protected" too
		m.visibility = code.VisibilityProtected
	case internal:
		m.visibility = code.VisibilityPackage
	case private, file:
		m.visibility = code.VisibilityPrivate
	}
	return m
}

// place is where a declaration stands.
type place uint8

const (
	topLevel    place = iota // of a file or a namespace
	inType                   // a class, a struct or a record
	inInterface              // members are public
)

// placeOf says where the declaration being walked stands.
func placeOf(w *lang.Walk) place {
	c := w.Container()
	if c == code.NoDefinition {
		return topLevel
	}
	switch w.Builder.Definition(c).Kind {
	case code.KindNamespace:
		return topLevel
	case code.KindInterface:
		return inInterface
	}
	return inType
}

// settle completes a definition's visibility by the rules of its place and
// says whether other files can name it. Internal is the default of types and
// open to every file of the assembly, so it counts as exported.
func settle(w *lang.Walk, d *code.Definition, m *modifiers) {
	d.Modifiers |= m.flags
	d.Visibility = m.visibility
	at := placeOf(w)
	if d.Visibility == code.VisibilityUnstated {
		switch {
		case m.explicit:
			d.Visibility = code.VisibilityPrivate
		case at == topLevel:
			d.Visibility = code.VisibilityPackage
		case at == inInterface:
			d.Visibility = code.VisibilityPublic
		default:
			d.Visibility = code.VisibilityPrivate
		}
	}
	if d.Visibility == code.VisibilityPrivate {
		return
	}
	d.Exported = at == topLevel || w.Builder.Definition(w.Container()).Exported
}

// signature is the declaration n on one line from its first keyword up to end,
// without attributes before it and without comments.
func signature(w *lang.Walk, n syntax.Node, m *modifiers, end uint32) string {
	// Comments further on in the declaration have not been walked yet, and a
	// signature leaves out those that are known.
	for c := n + 1; c < w.After(n) && w.Start(c) < end; c++ {
		if w.Records[c].Flags&syntax.FlagExtra != 0 && w.Kind(c) == "comment" {
			w.Region(code.RegionComment, w.Span(c))
		}
	}
	return header(w, m.start, end)
}

// header is source as one line, up to the first preprocessor line. The ranks
// of arrays are put together here: to the builder a comma before a bracket is
// one too many.
func header(w *lang.Walk, start, end uint32) string {
	end = directiveIn(w.Source, start, end)
	out := ""
	for i := 0; i < maxRanks; i++ {
		at := bytes.Index(w.Source[start:end], []byte("[,"))
		if at < 0 {
			break
		}
		from := start + uint32(at)
		to := from + 1
		for to < end && (w.Source[to] == ',' || w.Source[to] == ' ') {
			to++
		}
		if to == end || w.Source[to] != ']' {
			break
		}
		out += w.Signature(start, from) + "[" + string(bytes.ReplaceAll(w.Source[from+1:to], []byte(" "), nil)) + "]"
		if start = to + 1; start < end && w.Source[start] == ' ' {
			out += " "
		}
	}
	return out + w.Signature(start, end)
}

// maxRanks bounds the arrays of several dimensions in one signature.
const maxRanks = 8

// endOf is where the header of n ends: at its body, else at its final
// semicolon, else at its end.
func endOf(w *lang.Walk, n syntax.Node) uint32 {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Field(c) {
		case "body", "accessors":
			return w.Start(c)
		case "value":
			if w.Kind(c) == "arrow_expression_clause" {
				return w.Start(c)
			}
		}
	}
	end := w.End(n)
	if end > w.Start(n) && w.Source[end-1] == ';' {
		end--
	}
	return end
}
