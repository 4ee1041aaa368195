package php

import (
	"bytes"
	"sort"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// This file finds the named functions that a file with syntax errors shows in
// its text and not in its tree: a missing semicolon or brace makes the parser
// read the next function's header as an expression.

// maxLost bounds how many functions of one file are found so.
const maxLost = 2000

// lost is what finding them needs to know of a file with errors.
type lost struct {
	broken bool
	named  map[uint32]struct{} // offsets of the names that are defined
	types  []int32
}

// note remembers definition i of a file with errors.
func (l *lost) note(w *lang.Walk, i int32) {
	if !l.broken {
		return
	}
	d := w.Definition(i)
	l.named[d.NameSpan.Start] = struct{}{}
	if d.Kind.IsType() {
		l.types = append(l.types, i)
	}
}

// findLost runs when a file has been walked.
func findLost(w *lang.Walk) {
	l := &stateOf(w).lost
	if !l.broken {
		return
	}
	closed := closedText(w)
	s := scanner{src: w.Source, end: len(w.Source)}
	found := 0
	for k := 0; found < maxLost; {
		start, end, ok := s.next()
		for k < len(closed) && closed[k].End <= uint32(start) {
			k++
		}
		switch {
		case !ok:
			return
		case k < len(closed) && closed[k].Contains(uint32(start)):
			s.at = int(closed[k].End)
			continue
		case !isWord(w.Source[start:end], "function"):
			continue
		}
		after := s.at
		name, nameEnd, _ := s.next()
		if name < nameEnd && w.Source[name] == '&' {
			name, nameEnd, _ = s.next()
		}
		open, _, ok := s.next()
		if ok && w.Source[open] == '(' && isName(w.Source[name:nameEnd]) {
			if _, known := l.named[uint32(name)]; !known && mayScan(w) {
				addLost(w, uint32(start), code.Span{Start: uint32(name), End: uint32(nameEnd)})
				found++
			}
		}
		s.at = after
	}
}

// closedText lists, in order, what is text whatever stands in it: strings,
// comments and HTML.
func closedText(w *lang.Walk) []code.Span {
	var out []code.Span
	end := uint32(0)
	for n := syntax.Node(0); int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "text", "comment", "string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression":
			if s := w.Span(n); s.Start >= end && s.End > s.Start {
				out = append(out, s)
				end = s.End
			}
		}
	}
	return out
}

func isName(t []byte) bool {
	for _, c := range t {
		if !isWordByte(c) {
			return false
		}
	}
	return len(t) > 0 && (t[0] < '0' || t[0] > '9') && !isWord(t, "use")
}

// addLost defines the function whose keyword stands at start.
func addLost(w *lang.Walk, start uint32, name code.Span) {
	k := bytes.IndexAny(w.Source[name.End:], "{;}")
	if k < 0 {
		return
	}
	header := name.End + uint32(k)
	end := header
	if w.Source[header] == '{' {
		end = braceAfter(w, header).End
	}
	d := code.Definition{Name: w.Intern(w.Source[name.Start:name.End]), NameSpan: name,
		Kind: code.KindFunction, Exported: true, Container: code.NoDefinition}
	if i := innermost(w, start); i != code.NoDefinition {
		d.Kind, d.Visibility, d.Container = code.KindMethod, code.VisibilityPublic, i
		if isWord(w.Source[name.Start:name.End], "__construct") {
			d.Kind = code.KindConstructor
		}
		line := w.LineStart(w.Line(start))
		before := bytes.TrimLeft(w.Source[line:start], " \t")
		if applyModifiers(&d, before) && start-uint32(len(before)) > w.Definition(i).Span.Start {
			start -= uint32(len(before))
		}
	}
	d.Span = code.Span{Start: start, End: end}
	d.Line = w.Line(name.Start)
	d.Lines = code.Lines{First: w.Line(start), Last: w.Line(end - 1)}
	d.Signature = trimHeader(w.Signature(start, header))
	d.Doc = docText(w.DocBefore(start))
	w.Add(d)
}

// innermost is the last type that begins before offset and ends behind it.
func innermost(w *lang.Walk, offset uint32) int32 {
	types := stateOf(w).lost.types
	k := sort.Search(len(types), func(i int) bool { return w.Definition(types[i]).Span.Start >= offset })
	for k--; k >= 0; k-- {
		if w.Definition(types[k]).Span.Contains(offset) {
			return types[k]
		}
	}
	return code.NoDefinition
}
