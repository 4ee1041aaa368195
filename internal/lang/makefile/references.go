package makefile

import (
	"bytes"

	"sextant/internal/code"
)

// functions are what make itself offers in $(name ...).
var functions = map[string]bool{"subst": true, "patsubst": true, "strip": true, "findstring": true, "filter": true, "filter-out": true,
	"sort": true, "word": true, "wordlist": true, "words": true, "firstword": true, "lastword": true, "dir": true, "notdir": true,
	"suffix": true, "basename": true, "addsuffix": true, "addprefix": true, "join": true, "wildcard": true, "realpath": true,
	"abspath": true, "if": true, "or": true, "and": true, "intcmp": true, "foreach": true, "let": true, "call": true, "eval": true,
	"file": true, "origin": true, "flavor": true, "value": true, "shell": true, "error": true, "warning": true, "info": true, "guile": true}

// uses records the variables and macros that a range refers to.
func (s *scanner) uses(from, to int, enclosing int32) {
	for i := from; i < to; i++ {
		j := bytes.IndexByte(s.src[i:to], '$')
		if j < 0 {
			return
		}
		i += j + 1
		if i >= to || s.src[i] != '(' && s.src[i] != '{' {
			continue // $@, $$, $x
		}
		name := i + 1
		end := name
		for end < to && part(s.src[end]) {
			end++
		}
		if end == name || end >= to {
			continue
		}
		word := s.src[name:end]
		switch c := s.src[end]; {
		case c == ')' || c == '}' || c == ':' || c == '[':
			if s.reads(word) {
				s.refer(name, end, code.RoleRead, enclosing)
			}
		case (c == ' ' || c == '\t') && functions[string(word)]:
			s.called(string(word), end, to, enclosing)
		}
		i = end - 1
	}
}

// reads reports whether a name is a variable's: one of a macro's parameters is none.
func (s *scanner) reads(word []byte) bool {
	digits := 0
	for _, c := range word {
		if '0' <= c && c <= '9' {
			digits++
		}
	}
	return digits < len(word) && string(word) != "@" && string(word) != "@D" && string(word) != "@F"
}

// called records the macro that $(call name, ...) names, and a variable
// whose name $(origin name) and the like give.
func (s *scanner) called(function string, i, to int, enclosing int32) {
	role := code.RoleCall
	switch function {
	case "call":
	case "origin", "flavor", "value":
		role = code.RoleRead
	default:
		return
	}
	for i < to && blank(s.src[i]) {
		i++
	}
	end := i
	for end < to && part(s.src[end]) {
		end++
	}
	if end > i && end < to && (s.src[end] == ',' || s.src[end] == ')' || s.src[end] == '}' || blank(s.src[end])) {
		s.refer(i, end, role, enclosing)
	}
}

func part(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.' || c >= 0x80
}

func (s *scanner) refer(from, to int, role code.Role, enclosing int32) {
	if from < to {
		s.b.AddReferenceIn(code.Reference{Name: s.b.Intern(s.src[from:to]), Span: span(from, to), Line: s.Line(uint32(from)), Role: role}, enclosing)
	}
}
