package sql

import (
	"bytes"

	"sextant/internal/code"
)

type kind uint8

const (
	end    kind = iota // end of input
	word               // an unquoted name or keyword, or a variable (@x, #x)
	quoted             // "x", `x`, [x]
	text               // 'x'
	dollar             // $tag$x$tag$
	number
	mark // one other byte
	semi // ;
	hard // what ends a statement whatever is open: GO, / on its line, the DELIMITER
)

// token is one word of the text. For what is quoted, inner is what stands
// between the quotes; else it is the token itself.
type token struct {
	kind  kind
	char  byte // of a mark
	first bool // nothing but blanks before it on its line
	span  code.Span
	inner code.Span
}

// place is where the lexer stands; copying it back rereads.
type place struct {
	at    int
	first bool // at the beginning of a line
	fresh bool // at the beginning of a statement
	tok   token
}

// step reads the next token. Comments and strings are recorded when they are
// passed for the first time.
func (s *scanner) step() {
	prev := s.tok
	fresh := s.fresh
	for {
		s.blank()
		if s.at >= s.limit {
			s.tok = token{kind: end, span: code.Span{Start: uint32(s.limit), End: uint32(s.limit)}}
			return
		}
		start := s.at
		if s.comment(start, fresh) || s.command(start, fresh) {
			continue
		}
		first := s.first
		s.first = false
		s.fresh = false
		s.tok = token{first: first}
		s.read(start, prev)
		t := &s.tok
		t.span = code.Span{Start: uint32(start), End: uint32(s.at)}
		if t.inner.End == 0 {
			t.inner = t.span
		}
		if t.kind == semi || t.kind == hard {
			s.fresh = true
		}
		return
	}
}

func (s *scanner) blank() {
	for s.at < s.limit {
		switch s.src[s.at] {
		case '\n':
			s.first = true
		case ' ', '\t', '\r', '\v', '\f', 0:
		default:
			return
		}
		s.at++
	}
}

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:s.limit], '\n'); j >= 0 {
		return i + j
	}
	return s.limit
}

// comment passes the comment at start. A # begins one only where it cannot
// be an operator or a name.
func (s *scanner) comment(start int, fresh bool) bool {
	c, next := s.src[start], byte('\n')
	if start+1 < s.limit {
		next = s.src[start+1]
	}
	switch {
	case c == '-' && next == '-':
		s.at = s.eol(start)
	case c == '#' && !s.batches && (s.first && (fresh || s.mysql) || next == ' ' || next == '\n' || next == '\r' || next == '\t' || next == '#'):
		s.at = s.eol(start)
	case c == '/' && next == '*':
		s.at = s.blockEnd(start)
	default:
		return false
	}
	stop := s.at
	for stop > start && s.src[stop-1] == '\r' {
		stop--
	}
	if start >= s.recorded {
		s.recorded = s.at
		span := code.Span{Start: uint32(start), End: uint32(stop)}
		if name := queryName(s.src[start:stop]); name.End > 0 {
			s.query = code.Span{Start: uint32(start) + name.Start, End: uint32(start) + name.End}
			s.Region(span)
		} else if c == '/' && start+2 < s.limit && (s.src[start+2] == '!' || s.src[start+2] == '+') {
			s.Region(span) // for one server only, or a hint
		} else {
			s.Comment(span)
		}
	}
	return true
}

// queryName finds the name in a comment like "-- name: GetUser :one".
func queryName(comment []byte) code.Span {
	if !bytes.HasPrefix(comment, []byte("--")) {
		return code.Span{}
	}
	text := bytes.TrimLeft(comment[2:], " ")
	if !bytes.HasPrefix(text, []byte("name:")) {
		return code.Span{}
	}
	text = bytes.TrimLeft(text[len("name:"):], " ")
	from := len(comment) - len(text)
	n := bytes.IndexAny(text, " \t")
	if n < 0 {
		n = len(text)
	}
	if n == 0 {
		return code.Span{}
	}
	return code.Span{Start: uint32(from), End: uint32(from + n)}
}

// blockEnd returns the end of the block comment at start. PostgreSQL nests
// them; where that leads to no end, the first end counts.
func (s *scanner) blockEnd(start int) int {
	firstEnd, depth := 0, 0
	for i := start; i < s.limit; {
		j := bytes.IndexByte(s.src[i:s.limit], '*')
		if j < 0 {
			break
		}
		i += j
		switch {
		case i > start && s.src[i-1] == '/' && (i < 2 || s.src[i-2] != '*' || depth == 0):
			depth++
			i++
		case i+1 < s.limit && s.src[i+1] == '/':
			depth--
			i += 2
			if depth <= 0 {
				return i
			}
			if firstEnd == 0 {
				firstEnd = i
			}
		default:
			i++
		}
	}
	if firstEnd > 0 {
		return firstEnd
	}
	s.Partial()
	return s.limit
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

// read sets the kind of the token at start and moves behind it.
func (s *scanner) read(start int, prev token) {
	c := s.src[start]
	t := &s.tok
	if s.delimiter != "" && bytes.HasPrefix(s.src[start:s.limit], []byte(s.delimiter)) {
		t.kind = hard
		s.at += len(s.delimiter)
		return
	}
	next := byte(0)
	if start+1 < s.limit {
		next = s.src[start+1]
	}
	switch {
	case letter(c):
		s.word(start)
	case (c == '@' || c == '#') && (letter(next) || next == c):
		s.word(start)
	case digit(c):
		t.kind = number
		for s.at < s.limit && (digit(s.src[s.at]) || letter(s.src[s.at]) || s.src[s.at] == '.') {
			s.at++
		}
	case c == '\'':
		s.string(start, false)
	case c == '"' && s.mysql:
		s.string(start, false)
	case c == '"' || c == '`':
		s.quote(start, c)
	case c == '[' && (letter(next) || next == '#') && !adjoins(prev, start):
		s.quote(start, ']')
	case c == '$' && (next == '$' || letter(next)):
		s.dollar(start)
	case c == ';':
		t.kind = semi
		s.at++
	case c == '/' && t.first && len(bytes.TrimSpace(s.src[start+1:s.eol(start)])) == 0:
		t.kind = hard
		s.at++
	case c == '\\' && letter(next): // psql: \g, \gset
		t.kind = hard
		s.at = s.eol(start)
	default:
		t.kind, t.char = mark, c
		s.at++
	}
}

// adjoins reports whether prev is a name that ends at start: what follows is
// a subscript.
func adjoins(prev token, start int) bool {
	return int(prev.span.End) == start && (prev.kind == word || prev.kind == mark && (prev.char == ')' || prev.char == ']'))
}

func (s *scanner) word(start int) {
	t := &s.tok
	t.kind = word
	s.at++
	for s.at < s.limit {
		c := s.src[s.at]
		if !letter(c) && !digit(c) && c != '$' && c != '#' && c != '@' {
			break
		}
		if s.delimiter != "" && c == s.delimiter[0] && bytes.HasPrefix(s.src[s.at:s.limit], []byte(s.delimiter)) {
			break
		}
		s.at++
	}
	w := s.src[start:s.at]
	if s.at < s.limit && s.src[s.at] == '\'' && len(w) == 1 {
		switch w[0] | 0x20 {
		case 'e':
			s.string(s.at, true)
		case 'n', 'b', 'x':
			s.string(s.at, false)
		case 'q':
			s.alternative(start)
		}
		return
	}
	if t.first && len(w) == 2 && w[0]|0x20 == 'g' && w[1]|0x20 == 'o' {
		rest := bytes.TrimSpace(s.src[s.at:s.eol(s.at)])
		if len(rest) == 0 || digit(rest[0]) || bytes.HasPrefix(rest, []byte("--")) {
			t.kind = hard
		}
	}
}
