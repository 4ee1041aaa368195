package html

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// closingBrace returns the end of the braces that open at i, over strings and
// templates; the offset after the opening one when they do not close in reach.
func (s *scanner) closingBrace(i int) int {
	depth := 0
	reach := maxCode
	if s.wasted > maxWaste {
		reach = fewCode
	}
	limit := min(len(s.src), i+reach)
	for j := i; j < limit; {
		switch c := s.src[j]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return j + 1
			}
		case '"', '\'':
			j = stringEnd(s.src[:limit], j)
			continue
		case '`':
			j = s.templateEnd(j, limit, 0)
			continue
		case '/':
			if j+1 < limit && s.src[j+1] == '*' {
				if n := bytes.Index(s.src[j+2:limit], []byte("*/")); n >= 0 {
					j += n + 4
					continue
				}
			}
		}
		j++
	}
	s.wasted += limit - i
	return i + 1
}

// stringEnd returns the end of the string at i; one that its line does not
// end is an apostrophe.
func stringEnd(src []byte, i int) int {
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case src[i]:
			return j + 1
		case '\\':
			j++
		case '\n':
			return i + 1
		}
	}
	return i + 1
}

// templateEnd returns the end of the template literal at i.
func (s *scanner) templateEnd(i, limit, depth int) int {
	for j := i + 1; j < limit; j++ {
		switch c := s.src[j]; {
		case c == '`':
			return j + 1
		case c == '\\':
			j++
		case c == '$' && j+1 < limit && s.src[j+1] == '{' && depth < 3:
			braces := 0
			for j++; j < limit; j++ {
				if s.src[j] == '{' {
					braces++
				} else if s.src[j] == '}' {
					if braces--; braces == 0 {
						break
					}
				} else if s.src[j] == '`' {
					j = s.templateEnd(j, limit, depth+1) - 1
				}
			}
		}
	}
	return limit
}

// pattern makes the names between two offsets local to the innermost scope:
// parameters, what destructuring takes apart. Default values are uses.
func (s *scanner) pattern(from, to int) {
	src := s.src[:min(to, len(s.src))]
	typed := 0
	for i := from; i < len(src); {
		c := src[i]
		switch {
		case c == '"' || c == '\'':
			i = stringEnd(src, i)
			continue
		case isDigit(c):
			for i < len(src) && isWord(src[i]) {
				i++
			}
			continue
		case isWord(c):
			end := i
			for end < len(src) && isWord(src[end]) {
				end++
			}
			next := end
			for next < len(src) && isSpace(src[next]) {
				next++
			}
			switch {
			case typed > 0 && typed&1 == 1: // a default value or a type
				if !isKeyword(src[i:end]) {
					s.refer(code.Span{Start: uint32(i), End: uint32(end)}, code.RoleRead)
				}
			case next < len(src) && src[next] == ':' && s.renames(src, from, i): // the key of { key: name }
				i = next + 1
				continue
			default:
				s.b.Bind(string(src[i:end]), lang.ScopeBlock)
			}
			i = end
			continue
		case c == '=' || c == ':':
			typed = 1
		case c == ',':
			typed = 0
		}
		i++
	}
}

// renames reports whether the name at i stands inside braces that open a pattern.
func (s *scanner) renames(src []byte, from, i int) bool {
	depth := 0
	for k := from; k < i; k++ {
		switch src[k] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth > 0
}

func isPrimitive(text []byte) bool {
	switch string(text) {
	case "string", "number", "boolean", "any", "unknown", "object", "symbol", "bigint", "never":
		return true
	}
	return false
}

func isKeyword(text []byte) bool {
	switch string(text) {
	case "true", "false", "null", "undefined", "this", "super", "typeof", "instanceof", "in", "of", "new", "await", "async", "function",
		"return", "if", "else", "const", "let", "var", "void", "delete", "as", "satisfies", "class", "for", "while", "do", "switch", "case",
		"break", "continue", "throw", "try", "catch", "finally", "yield", "default", "import", "NaN", "Infinity":
		return true
	}
	return false
}
