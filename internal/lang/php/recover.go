package php

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// This file keeps what the parser loses: types whose body it gave up (a file
// that is being edited, or constants in an enum, which this grammar does not
// know), declarations inside ERROR nodes, and promoted parameters that say
// readonly but no visibility.

// looseType is a type whose members may lie beside it in the tree. It is over
// at byte end; outer is the container around it. found are its members that
// were read from the text, by the offset of their name.
type looseType struct {
	definition, outer int32
	end               uint32
	found             map[uint32]int32
}

// settle leaves the loose type once node n stands behind it.
func settle(w *lang.Walk, n syntax.Node) {
	loose := &stateOf(w).loose
	if loose.end > 0 && w.Start(n) >= loose.end && w.Container() == loose.definition {
		w.PushContainer(loose.outer)
		*loose = looseType{}
	}
}

// inLooseType reports whether the walk is right inside a loose type.
func inLooseType(w *lang.Walk) bool {
	loose := &stateOf(w).loose
	return loose.end > 0 && w.Container() == loose.definition
}

// isBroken reports whether the parser skipped or made up parts of a body.
func isBroken(w *lang.Walk, body syntax.Node) bool {
	for c := w.FirstChild(body); c != syntax.None; c = w.Next(c) {
		if w.IsMissing(c) || w.IsError(c) {
			return true
		}
	}
	return false
}

// strayName handles a name inside an ERROR node by the token before it.
func strayName(w *lang.Walk, n, parent syntax.Node) {
	before := n - 1 // the token before it, wherever in the tree
	kind := code.KindUnknown
	switch w.Kind(before) {
	case "enum":
		kind = code.KindEnum
	case "class":
		kind = code.KindClass
	case "interface":
		kind = code.KindInterface
	case "trait":
		kind = code.KindTrait
	default:
		strayType(w, n, parent)
		return
	}
	if !mayScan(w) {
		return
	}
	openLoose(w, n, code.Definition{Kind: kind, Supertypes: supertypes(w, w.Next(n)),
		Span: code.Span{Start: modifiersStart(w, before, parent)}}, w.Start(before))
}

// modifiersStart is where the attributes and modifiers before child n of an
// ERROR node begin, or n's own start.
func modifiersStart(w *lang.Walk, n, parent syntax.Node) uint32 {
	start := w.Start(n)
	for {
		n-- // the last node inside the sibling before
		for n > parent && w.Parent(n) != parent {
			n = w.Parent(n)
		}
		if n <= parent {
			return start
		}
		switch w.Kind(n) {
		case "attribute_list", "abstract_modifier", "final_modifier", "readonly_modifier":
			start = w.Start(n)
		default:
			return start
		}
	}
}

// mayScan reports whether recovery may read the text again. Each reading may
// go to the end of the file, so a file of unclosed declarations must stop it
// somewhere: at maxScans times its size.
func mayScan(w *lang.Walk) bool {
	return stateOf(w).scanned < maxScans*len(w.Source)
}

const maxScans = 20

// braceAfter finds the body that begins after offset from and where it ends.
func braceAfter(w *lang.Walk, from uint32) code.Span {
	k := bytes.IndexByte(w.Source[from:], '{')
	if k < 0 {
		return code.Span{}
	}
	body := code.Span{Start: from + uint32(k)}
	body.End = closingBrace(w.Source, body.Start)
	stateOf(w).scanned += int(body.End - from)
	return body
}

// strayType records the type that stands behind a readonly which the grammar
// took for the type.
func strayType(w *lang.Walk, n, parent syntax.Node) {
	outer := w.Parent(parent)
	if k := w.Kind(outer); k == "simple_parameter" || k == "union_type" || k == "intersection_type" {
		if bytes.HasPrefix(w.Text(outer), []byte("readonly")) {
			typeName(w, n)
		}
	}
}

// openLoose defines a type with the members that its text shows, and makes it
// the container up to its closing brace. d holds its kind, its supertypes and
// where it starts; signature is where its signature does.
func openLoose(w *lang.Walk, name syntax.Node, d code.Definition, signature uint32) {
	if len(w.Text(name)) == 0 || !mayScan(w) {
		return
	}
	body := braceAfter(w, w.End(name))
	if body.End == 0 {
		return
	}
	d.Span.End = body.End
	d.Signature = trimHeader(w.Signature(signature, body.Start))
	d.Exported = !w.InScope(lang.ScopeFunction)
	outer := w.Container()
	i := define(w, name, d, true)
	if i == code.NoDefinition {
		return
	}
	stateOf(w).loose = looseType{definition: i, outer: outer, end: d.Span.End, found: make(map[uint32]int32)}
	w.PushContainer(i)
	stateOf(w).scanned += int(body.End - body.Start)
	s := scanner{src: w.Source, at: int(body.Start) + 1, end: int(body.End), comment: func(start, end int) {
		w.Region(code.RegionComment, code.Span{Start: uint32(start), End: uint32(end)})
	}}
	for _, m := range s.members() {
		addFound(w, i, m)
	}
}

// addFound defines a member that the scanner met in type i.
func addFound(w *lang.Walk, i int32, m found) {
	at := code.Span{Start: uint32(m.name), End: uint32(m.until)}
	d := code.Definition{Name: w.Intern(w.Source[m.name:m.until]), NameSpan: at, Container: i, Exported: true,
		Span: code.Span{Start: uint32(m.start), End: uint32(m.end)}, Line: w.Line(at.Start),
		Lines:     code.Lines{First: w.Line(uint32(m.start)), Last: w.Line(uint32(m.end) - 1)},
		Signature: trimHeader(w.Signature(uint32(m.start), uint32(m.header))),
		Doc:       docText(w.DocBefore(uint32(m.start)))}
	d.Visibility = code.VisibilityPublic
	applyModifiers(&d, w.Source[m.start:m.name])
	switch m.keyword {
	case "case":
		d.Kind, d.Visibility = code.KindEnumMember, code.VisibilityUnstated
	case "const":
		d.Kind = code.KindConstant
	case "$":
		d.Kind = code.KindProperty
	case "function":
		d.Kind = code.KindMethod
		if isWord([]byte(d.Name), "__construct") {
			d.Kind = code.KindConstructor
		}
	default:
		return
	}
	added := w.Add(d)
	stateOf(w).loose.found[at.Start] = added
	stateOf(w).lost.note(w, added)
}

// applyModifiers sets what the words before a member say; other words are
// passed over. It reports whether all were modifiers.
func applyModifiers(d *code.Definition, words []byte) (all bool) {
	all = true
	for word := range bytes.FieldsSeq(words) {
		switch {
		case isWord(word, "public"):
		case isWord(word, "private"), isWord(word, "protected"):
			d.Visibility, d.Exported = visibility(word), false
		case isWord(word, "static"):
			d.Modifiers |= code.ModStatic
		case isWord(word, "abstract"):
			d.Modifiers |= code.ModAbstract
		case isWord(word, "final"):
			d.Modifiers |= code.ModFinal
		case isWord(word, "readonly"):
			d.Modifiers |= code.ModReadonly
		default:
			all = false
		}
	}
	return all
}

// isReadonlyType reports whether the grammar took the word readonly for a type.
func isReadonlyType(w *lang.Walk, typ syntax.Node) bool {
	t := w.Text(typ)
	return bytes.HasPrefix(t, []byte("readonly")) && (len(t) == len("readonly") || t[len("readonly")] == ' ')
}

// readonlyParameter defines the property of "readonly T $name", which the
// grammar takes for a plain parameter.
func readonlyParameter(w *lang.Walk, n syntax.Node) {
	h := header{start: w.Start(n), modifiers: code.ModReadonly}
	typ := w.Child(n, "type")
	if typ == syntax.None || !isReadonlyType(w, typ) {
		before := n - 1 // the word alone in an ERROR node
		if w.Kind(before) != "name" || string(w.Text(before)) != "readonly" || !w.IsError(w.Parent(before)) {
			return
		}
		h.start = w.Start(before)
	}
	promote(w, n, h)
}
