package graphql

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
	spread // ...
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
// Commas are blanks.
func (s *scanner) step() {
	s.prev = s.tok
	for s.at < len(s.src) {
		start := s.at
		switch c := s.src[start]; {
		case c == ' ', c == '\t', c == '\n', c == '\r', c == ',':
			s.at++
		case c == '#':
			s.comment(start)
		case letter(c):
			for s.at++; s.at < len(s.src) && (letter(s.src[s.at]) || digit(s.src[s.at])); {
				s.at++
			}
			s.token(word, start)
			return
		case digit(c):
			for s.at++; s.at < len(s.src) && (letter(s.src[s.at]) || digit(s.src[s.at]) || s.src[s.at] == '.'); {
				s.at++
			}
			s.token(number, start)
			return
		case c == '"':
			s.text(start)
			return
		case c == '.' && bytes.HasPrefix(s.src[start:], []byte("...")):
			s.at += 3
			s.token(spread, start)
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

func (s *scanner) comment(start int) {
	s.at = s.eol(start)
	stop := s.at
	for s.src[stop-1] == '\r' {
		stop--
	}
	span := code.Span{Start: uint32(start), End: uint32(stop)}
	if s.imports(span) {
		s.Region(span)
		return
	}
	s.Comment(span)
}

// imports records an import, which GraphQL's tools read from comments:
// #import "x.graphql" or # import A, B from "x.graphql".
func (s *scanner) imports(comment code.Span) bool {
	line := s.src[comment.Start:comment.End]
	rest := bytes.TrimLeft(line[1:], " \t")
	if !bytes.HasPrefix(rest, []byte("import ")) {
		return false
	}
	open := bytes.IndexAny(line, `"'`)
	if open < 0 {
		return false
	}
	n := bytes.IndexByte(line[open+1:], line[open])
	if n <= 0 {
		return false
	}
	span := code.Span{Start: comment.Start + uint32(open) + 1}
	span.End = span.Start + uint32(n)
	im := code.Import{Specifier: s.b.Intern(s.src[span.Start:span.End]), Form: code.ImportInclude, Span: span, Line: s.Line(span.Start)}
	names := line[len(line)-len(rest)+len("import ") : open]
	if i := bytes.LastIndex(names, []byte(" from")); i >= 0 {
		im.Form = code.ImportStatic
		for _, name := range bytes.FieldsFunc(names[:i], func(r rune) bool { return r == ',' || r == ' ' }) {
			im.Names = append(im.Names, code.ImportedName{Name: s.b.Intern(name)})
		}
	}
	s.b.AddImport(im)
	s.EndHeader()
	return true
}

// text reads a quoted text: a plain one ends with its line at the latest, a
// block one with three quotes.
func (s *scanner) text(start int) {
	if bytes.HasPrefix(s.src[start:], []byte(`"""`)) {
		i, inner := start+3, start+3
		for {
			j := bytes.Index(s.src[i:], []byte(`"""`))
			if j < 0 {
				s.Partial()
				s.at = len(s.src)
				inner = min(inner, s.at)
				s.token(text, start)
				s.tok.inner = code.Span{Start: uint32(inner), End: uint32(s.at)}
				break
			}
			i += j + 3
			if s.src[i-4] == '\\' {
				continue
			}
			s.at = i
			s.token(text, start)
			s.tok.inner = code.Span{Start: uint32(inner), End: uint32(i - 3)}
			break
		}
		s.b.Region(code.RegionString, s.tok.span)
		return
	}
	i := start + 1
	for i < len(s.src) && s.src[i] != '"' && s.src[i] != '\n' {
		if s.src[i] == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n' {
			i++
		}
		i++
	}
	i = min(i, len(s.src))
	inner := code.Span{Start: uint32(start + 1), End: uint32(i)}
	if i < len(s.src) && s.src[i] == '"' {
		i++
	} else {
		s.Partial()
	}
	s.at = i
	s.token(text, start)
	s.tok.inner = inner
	s.b.Region(code.RegionString, s.tok.span)
}
