package csharp

import "sextant/internal/code"

// member is what has been read of a declaration directly in a type's body.
type member struct {
	start  uint32 // where its first word stands
	words  int    // outside parentheses and type arguments
	last   code.Span
	name   code.Span // of what has parameters
	params int       // open parentheses
	angles int       // open type arguments
	square int       // open brackets
	value  bool      // an = has been read
	no     bool      // it is a statement or something that has a name elsewhere
}

// memberWord adds a word to the declaration being read.
func (s *scanner) memberWord(word code.Span) {
	m := &s.member
	if m.params > 0 {
		switch string(s.src[word.Start:word.End]) {
		case "public", "private", "protected", "internal":
			*m = member{} // no parameter has these: the list before is not closed
		}
	}
	if m.params > 0 || m.angles > 0 || m.square > 0 || m.name.End > 0 {
		return
	}
	switch string(s.src[word.Start:word.End]) {
	case "return", "await", "throw", "if", "else", "for", "foreach", "while", "do", "switch", "case", "using", "lock", "fixed", "catch",
		"try", "finally", "yield", "goto", "operator", "delegate", "event", "this", "base", "get", "set", "init", "add", "remove", "when":
		m.no = true
	}
	if m.words == 0 {
		m.start = word.Start
	}
	m.words++
	m.last = word
}

// punctuation follows the brackets of the declaration being read.
func (s *scanner) punctuation(c byte) {
	m := &s.member
	switch c {
	case '(':
		if m.params == 0 && m.angles == 0 && m.name.End == 0 && m.words > 0 && (s.previous == 'a' || s.previous == '>') {
			m.name = m.last
		}
		m.params++
	case ')':
		m.params = max(m.params-1, 0)
	case '[':
		m.square++
	case ']':
		m.square = max(m.square-1, 0)
	case '<':
		m.angles++
	case '>':
		if s.previous == '=' && m.params == 0 && m.angles == 0 { // =>
			s.addPart()
			m.no = true
			return
		}
		m.angles = max(m.angles-1, 0)
	case '=':
		if m.params == 0 && m.angles == 0 && !s.next("=>") {
			m.value = true
		}
	}
}

// addPart records the declaration that has been read as one with a body that
// begins here, if it is one and stands in a type. It returns its index or -1.
func (s *scanner) addPart() int32 {
	m := &s.member
	if m.no || m.value || m.words == 0 || m.params > 0 || len(s.braces) == 0 {
		return -1
	}
	b := s.braces[len(s.braces)-1].block
	if b < 0 || s.blocks[b].kind == code.KindNamespace || s.blocks[b].kind == code.KindEnum {
		return -1
	}
	x := part{kind: code.KindMethod, name: m.name, start: m.start, open: s.at, end: s.lineEnd()}
	owner := s.blocks[b].name
	switch {
	case m.name.End == 0 && m.words > 1:
		x.kind, x.name = code.KindProperty, m.last
	case m.name.End == 0:
		return -1
	case string(s.src[m.name.Start:m.name.End]) == string(s.src[owner.Start:owner.End]):
		x.kind = code.KindConstructor
	case m.words < 2 && s.src[m.start] != '(':
		return -1
	}
	if s.previous == '=' {
		x.open = s.at - 1
	}
	s.parts = append(s.parts, x)
	return int32(len(s.parts) - 1)
}
