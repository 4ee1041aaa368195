package sql

import (
	"bytes"

	"sextant/internal/code"
)

// string reads the text at from, whose opening quote stands there. A backslash
// escapes in MySQL and in E'...'; elsewhere a quote behind one closes the text
// unless a letter or digit follows.
func (s *scanner) string(from int, escapes bool) {
	s.tok.kind = text
	q := s.src[from]
	i := from + 1
	for i < s.limit {
		j := bytes.IndexByte(s.src[i:s.limit], q)
		if j < 0 {
			i = s.limit
			break
		}
		at := i + j
		slashes := 0
		for k := at - 1; k > from && s.src[k] == '\\'; k-- {
			slashes++
		}
		i = at + 1
		if slashes%2 == 1 && (escapes || s.mysql || i < s.limit && (letter(s.src[i]) || digit(s.src[i]))) {
			continue
		}
		if i < s.limit && s.src[i] == q {
			i++
			continue
		}
		if s.runaway(from, i) {
			break
		}
		s.close(from, i, true)
		return
	}
	s.Partial()
	if stop := s.eol(from); s.runaway(from, i) {
		i = stop
	}
	s.close(from, i, false)
}

// runaway reports whether a text seems to have lost its end: it goes on over
// the end of its statement into the next CREATE.
func (s *scanner) runaway(from, to int) bool {
	if s.loose {
		return false
	}
	n := bytes.IndexByte(s.src[from:to], '\n')
	if n < 0 {
		return false
	}
	stop := from + n
	line := bytes.TrimRight(s.src[from:stop], " \t\r")
	if len(line) == 0 || line[len(line)-1] != ';' {
		return false
	}
	rest := s.src[stop:to]
	return bytes.Contains(rest, []byte("\nCREATE ")) || bytes.Contains(rest, []byte("\ncreate "))
}

// close ends a text that began at from.
func (s *scanner) close(from, to int, closed bool) {
	s.at = to
	inner := to
	if closed {
		inner--
	}
	s.tok.inner = code.Span{Start: uint32(from + 1), End: uint32(max(inner, from+1))}
	s.tok.inner.End = min(s.tok.inner.End, uint32(s.limit))
	s.tok.inner.Start = min(s.tok.inner.Start, s.tok.inner.End)
	s.stringRegion(from, to)
}

func (s *scanner) stringRegion(from, to int) {
	if from >= s.recorded {
		s.recorded = to
		s.b.Region(code.RegionString, code.Span{Start: uint32(from), End: uint32(to)})
	}
}

// alternative reads Oracle's q'[...]'.
func (s *scanner) alternative(start int) {
	if s.at+1 >= s.limit {
		return
	}
	c := s.src[s.at+1]
	switch c {
	case '[':
		c = ']'
	case '(':
		c = ')'
	case '{':
		c = '}'
	case '<':
		c = '>'
	}
	if s.lost > maxLost {
		return
	}
	j := bytes.Index(s.src[s.at+2:s.limit], []byte{c, '\''})
	if j < 0 {
		s.lost++
		return
	}
	s.tok.kind = text
	stop := s.at + 2 + j + 2
	s.tok.inner = code.Span{Start: uint32(s.at + 2), End: uint32(stop - 2)}
	s.at = stop
	s.stringRegion(start, stop)
}

// maxName bounds a quoted name in bytes, maxLost the texts whose end is
// looked for in vain: each look goes to the end of the file.
const (
	maxName = 512
	maxLost = 200
)

// quote reads a quoted name; one that does not end on its line is a mark.
func (s *scanner) quote(start int, closing byte) {
	t := &s.tok
	for i := start + 1; i < s.limit && i < start+maxName && s.src[i] != '\n'; i++ {
		if s.src[i] != closing {
			continue
		}
		if i+1 < s.limit && s.src[i+1] == closing {
			i++
			continue
		}
		if i == start+1 {
			break
		}
		t.kind = quoted
		t.inner = code.Span{Start: uint32(start + 1), End: uint32(i)}
		s.at = i + 1
		return
	}
	t.kind, t.char = mark, s.src[start]
	s.at++
}

// dollar reads a dollar-quoted text as one token; who wants to read it as
// code steps back into it.
func (s *scanner) dollar(start int) {
	t := &s.tok
	i := start + 1
	for i < s.limit && (letter(s.src[i]) || digit(s.src[i])) {
		i++
	}
	t.kind, t.char = mark, '$'
	s.at++
	if i >= s.limit || s.src[i] != '$' {
		if i > start+1 { // Oracle's $if, $then, $end
			t.kind = word
			s.at = i
		}
		return
	}
	tag := s.src[start : i+1]
	j := -1
	if s.lost <= maxLost {
		j = bytes.Index(s.src[i+1:s.limit], tag)
	}
	if j < 0 {
		s.lost++
		s.Partial()
		s.at = i + 1
		return
	}
	t.kind = dollar
	t.inner = code.Span{Start: uint32(i + 1), End: uint32(i + 1 + j)}
	s.at = i + 1 + j + len(tag)
}
