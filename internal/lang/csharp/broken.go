package csharp

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// stray reports whether a statement is really a member of a type that the
// parser lost: it has a modifier that only members have.
func stray(w *lang.Walk, n syntax.Node) bool {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "modifier" {
			if w.Kind(c) == "attribute_list" {
				continue
			}
			return false
		}
		switch string(w.Text(c)) {
		case "public", "private", "protected", "internal", "override", "virtual", "abstract", "readonly":
			return true
		}
	}
	return false
}

// liftMember gives a stray member to the type around the body it stands in.
func liftMember(w *lang.Walk, i int32) {
	owner := w.Builder.Definition(i).Container
	for owner != code.NoDefinition && !holds(w.Builder.Definition(owner).Kind) {
		owner = w.Builder.Definition(owner).Container
	}
	w.Builder.Definition(i).Container = owner
}

// holds reports whether a definition of the kind holds members or types.
func holds(kind code.Kind) bool { return kind.IsType() || kind == code.KindNamespace }

// lostEnumMember defines an enum's member that stands alone in an ERROR node
// of the enum's list: one behind an #if that ends with a comma.
func lostEnumMember(w *lang.Walk, n, p syntax.Node) bool {
	list := w.Parent(p)
	if w.Kind(list) == "preproc_if" {
		list = w.Parent(list)
	}
	if w.Kind(list) != "enum_member_declaration_list" || after(w, n, "=") {
		return false
	}
	d := code.Definition{Kind: code.KindEnumMember, Visibility: code.VisibilityPublic, Span: w.Span(n), Signature: nameOf(w, n)}
	if c := w.Container(); c != code.NoDefinition {
		d.Exported = w.Builder.Definition(c).Exported
	}
	doc, found := documentation(w, w.Start(n))
	fillName(w, n, &d)
	if i := leaf(w, n, d); found {
		w.Builder.Definition(i).Doc = doc
	}
	return true
}

// readText reads the structure of a damaged file.
func (s *state) readText(w *lang.Walk) {
	s.text = structure(w.Source)
	if !s.text.balanced {
		byIndentation(w, s.text.blocks)
	}
	s.names = make(map[uint32]bool, len(s.text.blocks)+len(s.text.parts))
	for i := range s.text.blocks {
		s.names[s.text.blocks[i].name.Start] = true
	}
	for i := range s.text.parts {
		s.names[s.text.parts[i].name.Start] = true
	}
}

// ruin reports whether an identifier of a damaged file is no use of a name: a
// declaration's own, a word of the language, a preprocessor's symbol.
func ruin(w *lang.Walk, s *state, n syntax.Node) bool {
	start := w.Start(n)
	if s.names[start] && w.IsError(w.Parent(n)) || reserved(w.Text(n)) {
		return true
	}
	at := w.LineStart(w.Line(start))
	for at < start && (w.Source[at] == ' ' || w.Source[at] == '\t') {
		at++
	}
	return w.Source[at] == '#'
}

// salvage holds what the walk of a damaged file found against the structure
// of its text: types and members that are missing are added, members go to the
// type whose braces they stand between.
func salvage(w *lang.Walk, s *state) {
	if root := w.Root(); w.IsError(root) {
		readHeader(w, root)
	}
	blocks := s.text.blocks
	byName := make(map[uint32]int32) // a type comes before its primary constructor
	for i := range s.count {
		if d := w.Builder.Definition(i); holds(d.Kind) || !known(byName, d.NameSpan.Start) {
			byName[d.NameSpan.Start] = i
		}
	}
	place := make([]int32, len(blocks)) // the definition of each block
	for i := range blocks {
		b := &blocks[i]
		at, ok := byName[b.name.Start]
		if !ok {
			at = s.add(w, part{b.kind, b.name, b.start, b.open, b.end})
		}
		place[i] = at
		if d := w.Builder.Definition(at); b.end > d.Span.End || !s.text.balanced && b.end > d.NameSpan.End {
			d.Span.End = b.end
			d.Lines.Last = w.Line(b.end - 1)
		}
	}
	for _, x := range s.text.parts {
		if i, ok := byName[x.name.Start]; !ok {
			s.add(w, x)
		} else if d := w.Builder.Definition(i); x.end > x.open && x.end < d.Span.End && !holds(d.Kind) {
			d.Span.End = x.end // it has swallowed what follows
			d.Lines.Last = w.Line(x.end - 1)
			if x.kind == code.KindProperty && d.Kind == code.KindField {
				d.Kind = x.kind
			}
		}
	}
	for i := range s.count {
		d := w.Builder.Definition(i)
		b := innermost(blocks, d.NameSpan.Start)
		for b >= 0 && place[b] == i {
			b = blocks[b].parent
		}
		if b < 0 {
			continue
		}
		owner := w.Builder.Definition(place[b])
		if owner.Span.Start >= d.Span.Start || d.Container == place[b] || insideBody(w, d, &blocks[b]) {
			continue
		}
		d.Container = place[b]
		resettle(d, owner)
	}
	for i := range s.count { // what an outer one does not let out
		d := w.Builder.Definition(i)
		if c := d.Container; c != code.NoDefinition && w.Builder.Definition(c).Kind.IsType() && !w.Builder.Definition(c).Exported {
			d.Exported = false
		}
	}
}

// resettle gives a definition the visibility that it has by default where it
// turned out to stand.
func resettle(d, owner *code.Definition) {
	if d.Kind == code.KindNamespace || d.Kind == code.KindEnumMember || d.Kind == code.KindFunction {
		return
	}
	for _, word := range [...]string{"public ", "protected ", "internal ", "private ", "file "} {
		if strings.HasPrefix(d.Signature, word) || strings.Contains(d.Signature, " "+word) {
			d.Exported = d.Visibility != code.VisibilityPrivate && (owner.Kind == code.KindNamespace || owner.Exported)
			return
		}
	}
	d.Visibility, d.Exported = code.VisibilityPrivate, false
	switch owner.Kind {
	case code.KindNamespace:
		d.Visibility, d.Exported = code.VisibilityPackage, true
	case code.KindInterface:
		d.Visibility, d.Exported = code.VisibilityPublic, owner.Exported
	}
}

func known(byName map[uint32]int32, at uint32) bool { _, ok := byName[at]; return ok }

// insideBody reports whether a definition belongs to one that itself stands
// in the block: a local function to its method.
func insideBody(w *lang.Walk, d *code.Definition, b *block) bool {
	c := d.Container
	if c == code.NoDefinition {
		return false
	}
	outer := w.Builder.Definition(c)
	return !holds(outer.Kind) && b.open <= outer.NameSpan.Start && outer.NameSpan.Start < b.end
}

// maxClimb bounds the blocks around a place that are looked at.
const maxClimb = 1000

// innermost returns the index of the innermost block whose body holds the
// byte at offset, or -1.
func innermost(blocks []block, offset uint32) int32 {
	b := int32(sort.Search(len(blocks), func(i int) bool { return blocks[i].open > offset })) - 1
	for i := 0; b >= 0 && blocks[b].end <= offset; i++ {
		if i == maxClimb {
			return -1
		}
		b = blocks[b].parent
	}
	return b
}

// byIndentation ends the blocks of a source whose braces do not match where a
// brace stands below the beginning of their header.
func byIndentation(w *lang.Walk, blocks []block) {
	// ends lists the lines that begin with a closing brace, by column.
	ends := make(map[uint32][]uint32)
	for line := uint32(1); line <= w.Line(uint32(len(w.Source))); line++ {
		start := w.LineStart(line)
		at := start
		for at < uint32(len(w.Source)) && (w.Source[at] == ' ' || w.Source[at] == '\t') {
			at++
		}
		if at < uint32(len(w.Source)) && w.Source[at] == '}' {
			ends[at-start] = append(ends[at-start], at+1)
		}
	}
	for i := range blocks {
		b := &blocks[i]
		if b.end == b.open || w.Source[b.open-1] == ';' || w.Line(b.open) == w.Line(b.end) {
			continue
		}
		below := ends[b.column]
		if k := sort.Search(len(below), func(k int) bool { return below[k] > b.open }); k < len(below) {
			b.end = below[k]
		} else {
			b.end = uint32(len(w.Source))
		}
	}
	for i := range blocks {
		p := int32(i) - 1
		for p >= 0 && blocks[p].end <= blocks[i].open {
			p = blocks[p].parent
		}
		blocks[i].parent = p
	}
}

// add defines what the parser has not recognised.
func (s *state) add(w *lang.Walk, x part) int32 {
	d := code.Definition{Kind: x.kind, Name: w.Intern(w.Source[x.name.Start:x.name.End]), NameSpan: x.name,
		Span: code.Span{Start: x.start, End: max(x.end, x.name.End)}, Container: code.NoDefinition}
	words := w.Source[x.start:x.name.Start]
	switch {
	case x.kind == code.KindNamespace:
		w.SetPackage(d.Name)
	case bytes.Contains(words, []byte("public")):
		d.Visibility = code.VisibilityPublic
	case bytes.Contains(words, []byte("protected")):
		d.Visibility = code.VisibilityProtected
	case bytes.Contains(words, []byte("internal")), x.kind.IsType() && !bytes.Contains(words, []byte("private")):
		d.Visibility = code.VisibilityPackage
	default:
		d.Visibility = code.VisibilityPrivate
	}
	d.Exported = x.kind != code.KindNamespace && d.Visibility != code.VisibilityPrivate
	end := x.open
	if end > x.name.End && w.Source[end-1] == ';' {
		end--
	}
	d.Signature = header(w, x.start, end)
	d.Doc, _ = documentation(w, x.start)
	d.Line = w.Line(x.name.Start)
	d.Lines = code.Lines{First: w.Line(d.Span.Start), Last: w.Line(d.Span.End - 1)}
	if d.Kind.IsType() && s.typeDoc == "" {
		s.typeDoc = d.Doc
	}
	i := w.Add(d)
	s.count = i + 1
	return i
}
