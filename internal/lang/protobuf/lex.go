package protobuf

import (
	"bytes"

	"sextant/internal/code"
)

type kind uint8

const (
	end kind = iota
	word
	text
	number
	mark
)

// token is one word of the text; of a text, inner is what stands between the quotes.
type token struct {
	kind  kind
	char  byte // of a mark
	span  code.Span
	inner code.Span
}

// step reads the next token into s.tok; the one before goes to s.prev.
func (s *scanner) step() {
	s.prev = s.tok
	for s.at < len(s.src) {
		start := s.at
		switch c := s.src[start]; {
		case c == ' ', c == '\t', c == '\n', c == '\r', c == '\v', c == '\f':
			s.at++
		case c == '/' && s.comment(start):
		case letter(c), digit(c):
			for s.at++; s.at < len(s.src) && (letter(s.src[s.at]) || digit(s.src[s.at])); {
				s.at++
			}
			k := word
			if digit(c) {
				k = number
			}
			s.token(k, start)
			return
		case c == '"', c == '\'':
			s.text(start)
			return
		default:
			s.at++
			s.token(mark, start)
			s.tok.char = c
			return
		}
	}
	s.token(end, len(s.src))
}

func (s *scanner) token(k kind, start int) {
	span := code.Span{Start: uint32(start), End: uint32(s.at)}
	s.tok = token{kind: k, span: span, inner: span}
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func digit(c byte) bool  { return '0' <= c && c <= '9' }

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

func (s *scanner) comment(start int) bool {
	if start+1 >= len(s.src) {
		return false
	}
	stop := 0
	switch s.src[start+1] {
	case '/':
		stop = s.eol(start)
		s.at = stop
		for s.src[stop-1] == '\r' {
			stop--
		}
	case '*':
		if j := bytes.Index(s.src[start+2:], []byte("*/")); j >= 0 {
			stop = start + 2 + j + 2
		} else {
			s.Partial()
			stop = len(s.src)
		}
		s.at = stop
	default:
		return false
	}
	s.Comment(code.Span{Start: uint32(start), End: uint32(stop)})
	return true
}

// text reads a quoted text, which ends with its line at the latest.
func (s *scanner) text(start int) {
	q := s.src[start]
	i := start + 1
	for i < len(s.src) && s.src[i] != q && s.src[i] != '\n' {
		if s.src[i] == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n' {
			i++
		}
		i++
	}
	i = min(i, len(s.src))
	inner := code.Span{Start: uint32(start + 1), End: uint32(i)}
	if i < len(s.src) && s.src[i] == q {
		i++
	} else {
		s.Partial()
	}
	s.at = i
	s.token(text, start)
	s.tok.inner = inner
	s.b.Region(code.RegionString, s.tok.span)
}
