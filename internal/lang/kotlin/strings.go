package kotlin

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// stringLiteral records the regions of a string; what it interpolates is code.
// The grammar reads "$name" as text in two pieces.
func stringLiteral(w *lang.Walk, n syntax.Node) {
	at := w.Start(n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "interpolation":
			w.Region(code.RegionString, code.Span{Start: at, End: w.Start(c)})
			at = w.End(c)
		case "string_content":
			next := w.Next(c)
			if text := w.Text(c); len(text) != 1 || text[0] != '$' || w.Kind(next) != "string_content" {
				continue
			}
			name := code.Span{Start: w.Start(next), End: w.Start(next) + nameLength(w.Text(next))}
			if name.End == name.Start {
				continue
			}
			w.Region(code.RegionString, code.Span{Start: at, End: w.Start(c)})
			at = name.End
			text := w.Source[name.Start:name.End]
			if !keyword(text) {
				w.AddReference(code.Reference{Name: w.Intern(text), Span: name, Line: w.Line(name.Start), Role: code.RoleRead})
			}
		}
	}
	w.Region(code.RegionString, code.Span{Start: at, End: w.End(n)})
}

// nameLength is the number of bytes of the name that text begins with.
func nameLength(text []byte) uint32 {
	n := 0
	for n < len(text) && jvm.NameByte(text[n]) {
		n++
	}
	if n > 0 && text[0] >= '0' && text[0] <= '9' {
		return 0
	}
	return uint32(n)
}

// strayString notes text outside any string that the parser swallowed whole.
func strayString(w *lang.Walk, n syntax.Node) {
	if w.IsError(w.Parent(n)) {
		s := remember(w)
		s.lost = append(s.lost, w.Span(n))
	}
}
