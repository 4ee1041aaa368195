package csharp

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// space skips white space.
func (s *scanner) space(at uint32) uint32 {
	for at < uint32(len(s.src)) && (s.src[at] == ' ' || s.src[at] == '\t' || s.src[at] == '\r' || s.src[at] == '\n') {
		at++
	}
	return at
}

func wordByte(c byte) bool {
	return lower(c|0x20) || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func letter(text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	return r == '_' || unicode.IsLetter(r)
}

func onlyWords(text []byte) bool {
	for _, c := range text {
		if !lower(c) && c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// literalEnd returns the offset just past the string or character at at.
func literalEnd(src []byte, at uint32) uint32 {
	n := uint32(len(src))
	verbatim := false
	holes := uint32(0)
	for ; at < n && (src[at] == '$' || src[at] == '@'); at++ {
		if src[at] == '@' {
			verbatim = true
		} else {
			holes++
		}
	}
	if at >= n || src[at] != '"' && src[at] != '\'' {
		return at
	}
	quote, size := src[at], uint32(0)
	for at+size < n && src[at+size] == '"' {
		size++
	}
	if size >= 3 && !verbatim { // """text"""
		if end := bytes.Index(src[at+size:], src[at:at+size]); end >= 0 {
			return at + size + uint32(end) + size
		}
		return n
	}
	depth := 0
	for at++; at < n; at++ {
		switch c := src[at]; {
		case depth > 0 && c == '}':
			depth--
		case c == '\n' && !verbatim:
			if depth == 0 {
				return at // an unfinished string ends with its line
			}
		case c == '\\' && !verbatim && depth == 0:
			at++
		case c == '{' && holes > 0:
			if depth == 0 && at+1 < n && src[at+1] == '{' {
				at++
			} else {
				depth++
			}
		case c == quote && depth > 0: // a string in a hole
			for at++; at < n && src[at] != quote && src[at] != '\n'; at++ {
				if src[at] == '\\' {
					at++
				}
			}
		case c == quote && verbatim && at+1 < n && src[at+1] == quote:
			at++
		case c == quote:
			return at + 1
		}
	}
	return n
}

func lineStart(src []byte, at uint32) uint32 { return uint32(bytes.LastIndexByte(src[:at], '\n') + 1) }

// directiveIn returns where the first preprocessor line between two offsets
// begins, or end.
func directiveIn(src []byte, start, end uint32) uint32 {
	for at := start; at < end; {
		i := bytes.IndexByte(src[at:end], '\n')
		if i < 0 {
			return end
		}
		line := at + uint32(i)
		for at = line + 1; at < end && (src[at] == ' ' || src[at] == '\t'); at++ {
		}
		if at < end && src[at] == '#' {
			return line
		}
	}
	return end
}

// reserved reports whether a word can be no name: one of the language's words
// that broken code leaves where a name would stand.
func reserved(word []byte) bool {
	switch string(word) {
	case "if", "else", "for", "foreach", "while", "do", "switch", "case", "default", "return", "throw", "try", "catch", "finally", "lock",
		"class", "struct", "interface", "enum", "namespace", "public", "private", "protected", "internal", "static", "event", "get", "set",
		"new", "void", "out", "ref", "in", "is", "as", "this", "base", "using", "break", "continue", "goto", "override", "virtual",
		"abstract", "readonly", "const", "delegate", "operator", "params", "null", "true", "false":
		return true
	}
	return false
}
