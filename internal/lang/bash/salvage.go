package bash

import (
	"bytes"
	"sort"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

func finish(w *lang.Walk) {
	s := stateOf(w, syntax.Node(max(w.Len()-1, 0)))
	if s.testEnd > 0 {
		s.testEnd = 0
		s.endTest()
	}
	fileDoc(w)
	s.salvage(w)
}

// salvage defines the functions of a file with syntax errors whose header line
// the parser could not place, and ends those that have taken in what follows
// them. zsh has much that the grammar does not know: a quote that it misreads
// turns all further ones inside out, so a line that begins a function counts
// even in a string.
func (s *state) salvage(w *lang.Walk) {
	if !w.HasErrors() {
		return
	}
	var texts []code.Span
	for n := syntax.Node(0); int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "heredoc_body", "comment":
			texts = append(texts, w.Span(n))
		}
	}
	sort.Slice(texts, func(i, j int) bool { return texts[i].Start < texts[j].Start })
	size := uint32(len(w.Source))
	last := w.Line(size)
	for number := uint32(1); number <= last; number++ {
		start, end := w.LineStart(number), size
		if number < last {
			end = w.LineStart(number+1) - 1
		}
		for start < end && (w.Source[start] == ' ' || w.Source[start] == '\t') {
			start++
		}
		line := bytes.TrimRight(w.Source[start:end], " \t\r")
		name := headerName(line)
		if name == nil {
			continue
		}
		margin := start == w.LineStart(number)
		if i, ok := s.lines[number]; ok {
			d := w.Definition(i)
			if end := closing(w, number, start, d.Span.End); end > d.NameSpan.End && end < d.Span.End {
				d.Span.End = end
				d.Lines.Last = w.Line(end - 1)
			}
			if margin {
				d.Container = code.NoDefinition
			}
			continue
		}
		if within(texts, start) {
			continue
		}
		at := start + uint32(bytes.Index(line, name))
		if bytes.HasPrefix(line, []byte("function")) {
			at = start + 8 + uint32(bytes.Index(line[8:], name))
		}
		d := code.Definition{Kind: code.KindFunction, Exported: true, Name: w.Intern(name),
			NameSpan: code.Span{Start: at, End: at + uint32(len(name))},
			Span:     code.Span{Start: start, End: closing(w, number, start, end)}, Doc: ownDoc}
		header := end
		if i := bytes.IndexByte(line, '{'); i >= 0 {
			header = start + uint32(i)
		}
		d.Signature = w.Signature(start, header)
		pop := w.PushContainer(code.NoDefinition)
		i := s.note(w.DefineLeaf(syntax.None, d))
		pop()
		w.Definition(i).Doc = docAbove(w, start)
	}
	for i := range s.count {
		d := w.Definition(i)
		for d.Container != code.NoDefinition && w.Definition(d.Container).Span.End <= d.Span.Start {
			d.Container = w.Definition(d.Container).Container
		}
	}
}

// within reports whether offset lies inside a here-document or a comment.
func within(spans []code.Span, offset uint32) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start > offset })
	return i > 0 && offset < spans[i-1].End
}

// mostLines bounds how far the end of a salvaged function is looked for.
const mostLines = 2000

// closing is where the function that begins on a line ends: at the brace that
// is indented as it is, else with its line.
func closing(w *lang.Walk, number, start, end uint32) uint32 {
	indent := w.Source[w.LineStart(number):start]
	last := w.Line(uint32(len(w.Source)))
	for n := number + 1; n <= last && n < number+mostLines; n++ {
		line := w.Source[w.LineStart(n):]
		if bytes.HasPrefix(line, indent) && len(line) > len(indent) && line[len(indent)] == '}' {
			return w.LineStart(n) + uint32(len(indent)) + 1
		}
	}
	return end
}

// headerName is the name in a line that begins a function: name() or
// function name.
func headerName(line []byte) []byte {
	rest, keyword := bytes.CutPrefix(line, []byte("function "))
	rest = bytes.TrimLeft(rest, " \t")
	n := 0
	for n < len(rest) && (rest[n] > ' ' && bytes.IndexByte([]byte("(){}$\"'`<>;&|=#\\[]*?!"), rest[n]) < 0) {
		n++
	}
	if n == 0 || n > 100 {
		return nil
	}
	after := bytes.TrimLeft(rest[n:], " \t")
	if bytes.HasPrefix(after, []byte("()")) || bytes.HasPrefix(after, []byte("( )")) || keyword && (len(after) == 0 || after[0] == '{' || after[0] == '(') {
		return rest[:n]
	}
	return nil
}
