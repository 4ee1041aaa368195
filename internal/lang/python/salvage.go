package python

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// header reports whether the identifier n belongs to a def or class header
// that the parser could not place: salvage defines it, so it is no reference.
// The keyword may be a token of the error or have become an identifier.
func (s *state) header(w *lang.Walk, n, p syntax.Node) bool {
	if n == s.broken {
		return true
	}
	if keyword := w.Text(n); string(keyword) == "def" || string(keyword) == "class" {
		for c := n + 1; int(c) < w.Len() && w.Line(w.Start(c)) == w.Line(w.Start(n)); c++ {
			if w.Kind(c) == "identifier" {
				s.broken = c
				break
			}
		}
		return true
	}
	if !w.IsError(p) || n == 0 {
		return false
	}
	before := w.Kind(n - 1)
	return before == "def" || before == "class"
}

// indented is a def or class found by its header line, and where it is indented.
type indented struct {
	indent     int
	definition int32
	salvaged   bool
}

// salvage goes through the lines of a file with syntax errors. It defines the
// functions and classes whose header the parser lost, and what the parser left
// at the top level although it is indented goes where the indentation says.
func (s *state) salvage(w *lang.Walk) {
	literals, broken := literalSpans(w)
	if !broken {
		return
	}
	found := make(map[uint32]int32) // by the line of the name
	for i := int32(0); i < s.count; i++ {
		if d := w.Definition(i); d.Kind.IsCallable() || d.Kind.IsType() || d.Kind == code.KindProperty {
			if _, ok := found[d.Line]; !ok { // a lambda may follow on the line
				found[d.Line] = i
			}
		}
	}
	var open []indented
	size := uint32(len(w.Source))
	end, before := uint32(0), uint32(0) // of this line, of the last one with code
	for at := uint32(0); at < size; at = end + 1 {
		end = lineEnd(w, at)
		start := at
		for start < end && (w.Source[start] == ' ' || w.Source[start] == '\t') {
			start++
		}
		line := bytes.TrimRight(w.Source[start:end], " \t\r")
		if len(line) == 0 || strings.IndexByte("#)]}", line[0]) >= 0 {
			continue
		}
		if !within(literals, start) {
			for len(open) > 0 && open[len(open)-1].indent >= int(start-at) {
				extend(w, open[len(open)-1], before)
				open = open[:len(open)-1]
			}
			if keyword, name := headerName(line); len(name) > 0 {
				container := code.NoDefinition
				if len(open) > 0 {
					container = open[len(open)-1].definition
				}
				i, known := found[w.Line(start)]
				if !known {
					i = s.defineHeader(w, keyword, code.Span{Start: start, End: start + uint32(len(line))}, name)
				}
				if w.Definition(i).Container == code.NoDefinition {
					adopt(w, i, container)
				}
				open = append(open, indented{int(start - at), i, !known})
			}
		}
		before = start + uint32(len(line))
	}
	for _, o := range open {
		extend(w, o, before)
	}
}

// literalSpans lists the strings of the tree, and tells whether the tree has
// any error.
func literalSpans(w *lang.Walk) (spans []code.Span, broken bool) {
	broken = w.HasErrors()
	for n := syntax.Node(0); broken && int(n) < w.Len(); n++ {
		if w.Kind(n) == "string" {
			spans = append(spans, w.Span(n))
		}
	}
	return spans, broken
}

// within reports whether offset lies inside a string, past its first byte.
func within(spans []code.Span, offset uint32) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= offset })
	return i > 0 && offset < spans[i-1].End
}

// headerName splits a line that begins a function or a class.
func headerName(line []byte) (keyword string, name []byte) {
	line = bytes.TrimPrefix(line, []byte("async "))
	for _, keyword := range []string{"def ", "class "} {
		rest, ok := bytes.CutPrefix(line, []byte(keyword))
		if !ok {
			continue
		}
		rest = bytes.TrimLeft(rest, " \t")
		n := 0
		for n < len(rest) && nameByte(rest[n]) {
			n++
		}
		if n > 0 && n < len(rest) && (rest[0] < '0' || rest[0] > '9') && strings.IndexByte("([: ", rest[n]) >= 0 {
			return keyword, rest[:n]
		}
	}
	return "", nil
}

// defineHeader defines what a header line names, at the top level at first.
func (s *state) defineHeader(w *lang.Walk, keyword string, line code.Span, name []byte) int32 {
	at := line.Start + uint32(bytes.Index(w.Source[line.Start:line.End], name))
	if i := bytes.Index(w.Source[line.Start:line.End], []byte(keyword)); i >= 0 {
		from := line.Start + uint32(i+len(keyword))
		at = from + uint32(bytes.Index(w.Source[from:line.End], name))
	}
	d := code.Definition{Kind: code.KindFunction, Name: w.Intern(name), Span: line,
		NameSpan: code.Span{Start: at, End: at + uint32(len(name))}}
	if keyword == "class " {
		d.Kind = code.KindClass
	}
	d.Visibility = moduleVisibility(d.Name)
	d.Signature = strings.TrimRight(w.Signature(line.Start, line.End), ": ")
	pop := w.PushContainer(code.NoDefinition)
	i := s.note(w, w.DefineLeaf(syntax.None, d))
	pop()
	return i
}

// adopt puts definition i into its container.
func adopt(w *lang.Walk, i, container int32) {
	d := w.Definition(i)
	if container == code.NoDefinition || w.Definition(container).Span.Start >= d.Span.Start {
		return // the parser may have taken lines above for a part of it
	}
	d.Container, d.Visibility = container, code.VisibilityUnstated
	if !w.Definition(container).Kind.IsType() {
		return
	}
	d.Visibility = memberVisibility(d.Name)
	switch {
	case d.Kind == code.KindFunction && d.Name == "__init__":
		d.Kind = code.KindConstructor
	case d.Kind == code.KindFunction:
		d.Kind = code.KindMethod
	}
}

// extend ends a salvaged block where the last line of code in it ends.
func extend(w *lang.Walk, o indented, end uint32) {
	if d := w.Definition(o.definition); o.salvaged && end > d.Span.End {
		d.Span.End = end
		d.Lines.Last = w.Line(end - 1)
	}
}

// lineEnd is the offset at which the line around offset ends.
func lineEnd(w *lang.Walk, offset uint32) uint32 {
	if i := bytes.IndexByte(w.Source[offset:], '\n'); i >= 0 {
		return offset + uint32(i)
	}
	return uint32(len(w.Source))
}
