package php

import "bytes"

// This file reads the members of a class or enum from its text, for bodies
// that the grammar does not understand. It knows strings, comments, brackets
// and the words that begin a member, and nothing of expressions.

// scanner walks src up to end.
type scanner struct {
	src     []byte
	at, end int
	comment func(start, end int)
}

// found is one member that the scanner met.
type found struct {
	keyword     string // "case", "const", "function", or "$" for a property
	start       int    // its first modifier
	name, until int    // the name's bytes
	header, end int    // the end of its signature and of the whole member
}

// next moves past one token and returns its bounds; false at the end. Strings,
// words, variables and attributes are one token each, comments none.
func (s *scanner) next() (start, end int, ok bool) {
	for s.at < s.end {
		start := s.at
		c := s.src[start]
		rest := s.src[start:s.end]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			s.at++
		case bytes.HasPrefix(rest, []byte("/*")):
			s.skip(rest, "*/")
		case bytes.HasPrefix(rest, []byte("//")), c == '#' && !bytes.HasPrefix(rest, []byte("#[")):
			s.skip(rest, "\n")
		case c == '\'' || c == '"' || c == '`':
			s.at++
			for s.at < s.end && s.src[s.at] != c {
				if s.src[s.at] == '\\' {
					s.at++
				}
				s.at++
			}
			s.at = min(s.at+1, s.end)
			return start, s.at, true
		case c == '#':
			s.at++ // an attribute
			s.group()
			return start, s.at, true
		case c == '$' || isWordByte(c):
			for s.at++; s.at < s.end && isWordByte(s.src[s.at]); s.at++ {
			}
			return start, s.at, true
		default:
			s.at++
			return start, s.at, true
		}
	}
	return s.end, s.end, false
}

// skip passes a comment that runs to the first mark.
func (s *scanner) skip(rest []byte, mark string) {
	start, n := s.at, bytes.Index(rest[min(2, len(rest)):], []byte(mark))
	switch {
	case n < 0:
		s.at = s.end
	case mark == "\n":
		s.at += 2 + n // the line's end stays outside
	default:
		s.at += 2 + n + len(mark)
	}
	if s.comment != nil {
		s.comment(start, s.at)
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// group passes a bracketed group whose opening bracket is next. It counts
// that kind of bracket only, and stops before a brace that closes more than
// the group opened: there a bracket is missing.
func (s *scanner) group() {
	opening := s.src[s.at]
	closing := map[byte]byte{'(': ')', '[': ']', '{': '}'}[opening]
	depth, braces := 0, 0
	for {
		start, end, ok := s.next()
		if !ok {
			return
		}
		if end-start != 1 {
			continue
		}
		switch s.src[start] {
		case '{':
			braces++
		case '}':
			if braces--; braces < 0 {
				s.at = start
				return
			}
		}
		switch s.src[start] {
		case opening:
			depth++
		case closing:
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// closingBrace is the offset behind the brace that closes the one at from, or
// the end of src.
func closingBrace(src []byte, from uint32) uint32 {
	s := scanner{src: src, at: int(from), end: len(src)}
	s.group()
	return uint32(s.at)
}

// members lists the members between the braces of a body.
func (s *scanner) members() []found {
	var out []found
	m := found{start: -1}
	var word [2]int // the last word before an equals sign names a constant
	reset := func() { m, word = found{start: -1}, [2]int{} }
	add := func() {
		if m.keyword != "" && m.until > m.name {
			m.end = s.at
			if m.header == 0 {
				m.header = s.at
			}
			out = append(out, m)
		}
		reset()
	}
	for {
		start, end, ok := s.next()
		if !ok {
			add()
			return out
		}
		t := s.src[start:end]
		if m.start < 0 && t[0] != '#' {
			m.start = start
		}
		switch {
		case t[0] == ';':
			add()
		case t[0] == '}':
			reset()
		case t[0] == '{':
			s.at = start
			if m.header == 0 {
				m.header = start
			}
			s.group()
			add()
		case t[0] == '(' || t[0] == '[':
			s.at = start
			s.group()
		case t[0] == '=' && m.keyword == "const" && m.until == 0:
			m.name, m.until = word[0], word[1]
		case t[0] == '$' && m.keyword == "" && len(t) > 1:
			m.keyword, m.name, m.until, m.header = "$", start+1, end, end
		case !isWordByte(t[0]):
		case m.keyword == "" && (isWord(t, "case") || isWord(t, "const") || isWord(t, "function") || isWord(t, "use")):
			m.keyword = string(bytes.ToLower(t))
		case m.keyword == "const":
			word = [2]int{start, end}
		case (m.keyword == "function" || m.keyword == "case") && m.until == 0:
			m.name, m.until = start, end
		}
	}
}
