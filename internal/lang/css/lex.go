package css

import (
	"bytes"

	"sextant/internal/code"
)

func (s *scanner) interpolates(sigil byte) bool {
	switch s.syntax {
	case less:
		return sigil == '@'
	case plain:
		return false
	}
	return sigil == '#'
}

func (s *scanner) isComment(i int) bool {
	if s.src[i] != '/' || i+1 >= len(s.src) {
		return false
	}
	return s.src[i+1] == '*' || s.src[i+1] == '/' && s.syntax != plain
}

// commentEnd returns the end of the comment at i.
func (s *scanner) commentEnd(i int) int {
	if s.src[i+1] == '/' {
		return s.eol(i)
	}
	if j := bytes.Index(s.src[i+2:], []byte("*/")); j >= 0 {
		return i + 2 + j + 2
	}
	s.Partial()
	return len(s.src)
}

// script returns the end of the JavaScript between backquotes at i; without an
// end, the offset after the opening one.
func (s *scanner) script(i int) int {
	if n := bytes.IndexByte(s.src[i+1:min(len(s.src), i+maxScript)], '`'); n >= 0 {
		return i + n + 2
	}
	return i + 1
}

// text steps over the string at i. What stands between its interpolations is
// a region each.
func (s *scanner) text(i int) int {
	quote, from := s.src[i], i
	for i++; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case quote:
			s.b.Region(code.RegionString, code.Span{Start: uint32(from), End: uint32(i + 1)})
			return i + 1
		case '\\':
			i++
			if i+1 < len(s.src) && s.src[i] == '\r' && s.src[i+1] == '\n' {
				i++
			}
		case '\n':
			s.Partial()
			s.b.Region(code.RegionString, code.Span{Start: uint32(from), End: uint32(trimEnd(s.src, from, i))})
			return i
		case '#', '@':
			if i+1 < len(s.src) && s.src[i+1] == '{' && s.interpolates(c) {
				s.b.Region(code.RegionString, code.Span{Start: uint32(from), End: uint32(i)})
				i = s.interpolation(i+1) - 1
				from = i + 1
			}
		}
	}
	s.b.Region(code.RegionString, code.Span{Start: uint32(min(from, len(s.src))), End: uint32(len(s.src))})
	s.Partial()
	return len(s.src)
}

// interpolation returns the end of the braces that open at i; without an end
// in reach, the offset after the opening one.
func (s *scanner) interpolation(i int) int {
	limit := min(len(s.src), i+maxInterpolate)
	depth := 0
	var quote byte
	for j := i; j < limit; j++ {
		switch c := s.src[j]; {
		case c == '\\':
			j++
		case c == '"' || c == '\'':
			switch quote {
			case 0:
				quote = c
			case c:
				quote = 0
			}
		case quote != 0:
			if c == '\n' {
				quote = 0
			}
		case c == '{':
			if j > i && s.src[j-1] != s.src[i-1] {
				return i + 1
			}
			depth++
		case c == ';':
			return i + 1
		case c == '}':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i + 1
}

// rawURL returns the end of an unquoted url(...) whose parenthesis is at i, 0
// when there is none.
func (s *scanner) rawURL(i int) int {
	if i < 3 || !bytes.EqualFold(s.src[i-3:i], []byte("url")) {
		return 0
	}
	for j := i + 1; j < len(s.src); j++ {
		switch s.src[j] {
		case ')':
			return j + 1
		case '"', '\'', '(', '$', '\n':
			return 0
		case '{':
			if s.interpolates(s.src[j-1]) {
				return 0
			}
		case '\\':
			j++
		}
	}
	return 0
}

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

// trim is the span without white space and comments at its ends.
func (s *scanner) trim(start, end int) code.Span {
	for start < end {
		if isSpace(s.src[start]) {
			start++
		} else if s.isComment(start) {
			start = min(s.commentEnd(start), end)
		} else {
			break
		}
	}
	return code.Span{Start: uint32(start), End: uint32(trimEnd(s.src, start, end))}
}

// trimEnd is end without white space before it.
func trimEnd(src []byte, start, end int) int {
	for end > start && isSpace(src[end-1]) {
		end--
	}
	return end
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWord reports whether c may stand in an identifier.
func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || isDigit(c) || c == '-' || c == '_' || c >= 0x80
}

// word returns the end of the identifier at i: letters, escapes and, where
// the dialect has them, interpolations.
func (s *scanner) word(i, end int) int {
	for i < end {
		switch c := s.src[i]; {
		case isWord(c):
			i++
		case c == '\\' && i+1 < end && s.src[i+1] != '\n':
			i += 2
		case (c == '#' || c == '@') && i+1 < end && s.src[i+1] == '{' && s.interpolates(c):
			next := s.interpolation(i + 1)
			if next > end {
				return i
			}
			i = next
		default:
			return i
		}
	}
	return min(i, end)
}

// skipSpace returns the first offset at or after i that is no white space.
func (s *scanner) skipSpace(i, end int) int {
	for i < end && isSpace(s.src[i]) {
		i++
	}
	return i
}
