package yaml

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// entry is an open key or list element: what stands further right than its
// column belongs to it.
type entry struct {
	column     int
	element    bool
	name       code.Span // of a key
	definition int32     // NoDefinition where keys are not listed
	listed     bool      // whether keys inside are listed
	depth      int       // of its own definition; the document has 0
	rank       int       // of an element's name, 0 for none
}

// scanner reads one file line by line; values that span lines are read whole.
type scanner struct {
	*outline.Outline
	src  []byte
	at   int
	open []entry
	end  int // of the last content read
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, outline.MaxKeys), src: src}
	s.at = s.Start()
	for s.at < len(src) {
		s.line()
	}
	s.popTo(0)
	s.Finish()
	addRoutes(src, b)
}

// eol returns the end of the line that holds offset i, its newline left out.
func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

// line reads from the start of a line to the end of what begins on it.
func (s *scanner) line() {
	start := s.at
	indent := s.blanks(start)
	if indent >= len(s.src) {
		s.at = indent
		return
	}
	column := indent - start
	switch c := s.src[indent]; {
	case c == '\n' || c == '\r':
		s.at = indent + 1
		return
	case c == '#':
		s.comment(indent)
		return
	case column == 0 && c == '%' && len(s.open) == 0: // a directive
		s.at = s.eol(indent) + 1
		return
	case column == 0 && (s.marker(indent, "---") || s.marker(indent, "...")):
		s.popTo(0)
		s.at = indent + 3
		s.node(-1)
		return
	case bytes.HasPrefix(s.src[indent:], []byte("{{")) || bytes.HasPrefix(s.src[indent:], []byte("{%")):
		s.at = s.eol(indent) + 1 // a template's own line
		return
	}
	s.at = indent
	s.content(start)
}

// blanks returns the offset of the first byte from i on that is no space or tab.
func (s *scanner) blanks(i int) int {
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	return i
}

// ends reports whether a token may end at offset i: white space or the end.
func (s *scanner) ends(i int) bool {
	return i >= len(s.src) || s.src[i] == ' ' || s.src[i] == '\t' || s.src[i] == '\n' || s.src[i] == '\r'
}

func (s *scanner) marker(i int, m string) bool {
	return bytes.HasPrefix(s.src[i:], []byte(m)) && s.ends(i+len(m))
}

// content reads list markers and keys up to a value. start is where the line begins.
func (s *scanner) content(start int) {
	for {
		column := s.at - start
		if s.src[s.at] == '-' && s.ends(s.at+1) {
			s.element(column)
			s.end = s.at + 1
			s.at = s.blanks(s.at + 1)
			if s.at >= len(s.src) || s.src[s.at] == '\n' || s.src[s.at] == '\r' || s.src[s.at] == '#' {
				s.node(column)
				return
			}
			continue
		}
		if s.src[s.at] == '?' && s.ends(s.at+1) { // a complex key: only stepped over
			s.at = s.blanks(s.at + 1)
			if s.at >= len(s.src) {
				return
			}
		}
		key, colon := s.findKey(s.at)
		if colon < 0 {
			// A value on its own line belongs to the innermost entry left of it.
			s.pop(func(e *entry) bool { return e.column >= column })
			s.node(s.parentColumn())
			return
		}
		s.key(column, key)
		s.at = colon + 1
		s.end = s.at
		s.node(column)
		return
	}
}

func (s *scanner) parentColumn() int {
	if n := len(s.open); n > 0 {
		return s.open[n-1].column
	}
	return -1
}

// element opens a list element whose dash stands at column.
func (s *scanner) element(column int) {
	s.pop(func(e *entry) bool { return e.column > column || e.column == column && e.element })
	parent := s.parent()
	e := entry{column: column, element: true, definition: code.NoDefinition, depth: parent.depth + 1}
	if parent.listed && !parent.element && e.depth <= outline.MaxDepth {
		// The name comes with the keys; until then the dash stands for it.
		span := code.Span{Start: uint32(s.at), End: uint32(s.at + 1)}
		e.definition = s.Open(code.Definition{Kind: code.KindKey, NameSpan: span, Span: span, Container: parent.definition})
		e.listed = e.definition != code.NoDefinition
	}
	s.open = append(s.open, e)
}

// key opens a key at column.
func (s *scanner) key(column int, name code.Span) {
	s.pop(func(e *entry) bool { return e.column >= column })
	parent := s.parent()
	e := entry{column: column, name: name, definition: code.NoDefinition, depth: parent.depth + 1}
	if parent.listed && e.depth <= outline.MaxDepth && string(s.src[name.Start:name.End]) != "<<" {
		span := name
		if name.End > name.Start && name.Start > 0 && (s.src[name.Start-1] == '"' || s.src[name.Start-1] == '\'') {
			span.Start--
		}
		e.definition = s.Open(code.Definition{Kind: code.KindKey, NameSpan: name, Span: span, Container: parent.definition})
		e.listed = e.definition != code.NoDefinition
	}
	s.open = append(s.open, e)
}

// parent is the innermost open entry, or the document.
func (s *scanner) parent() entry {
	if n := len(s.open); n > 0 {
		return s.open[n-1]
	}
	return entry{column: -1, definition: code.NoDefinition, listed: true}
}

// pop closes entries from the innermost outwards while out holds for them.
func (s *scanner) pop(out func(*entry) bool) {
	n := len(s.open)
	for n > 0 && out(&s.open[n-1]) {
		n--
	}
	s.popTo(n)
}

func (s *scanner) popTo(n int) {
	for len(s.open) > n {
		e := &s.open[len(s.open)-1]
		s.open = s.open[:len(s.open)-1]
		switch {
		case e.element && e.rank == 0:
			s.Drop(e.definition)
		case e.definition != code.NoDefinition:
			s.Close(e.definition, uint32(s.end))
			if d := s.Definition(e.definition); d.Signature == "" {
				d.Signature = d.Name + ":"
			}
		}
	}
}

// comment reads the comment at offset i and the rest of its line.
func (s *scanner) comment(i int) {
	s.at = s.eol(i)
	end := s.at
	for end > i && s.src[end-1] == '\r' {
		end--
	}
	s.Comment(code.Span{Start: uint32(i), End: uint32(end)})
	if s.at < len(s.src) {
		s.at++
	}
}
