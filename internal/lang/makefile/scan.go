package makefile

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// scanner reads one file by logical lines: physical lines joined by a
// backslash at their end.
type scanner struct {
	*outline.Outline
	b   *lang.Builder
	src []byte
	at  int // start of the next line
	// rule holds the targets whose recipe may follow.
	rule     []int32
	inRule   bool
	ruleEnd  int             // of the last line of that recipe
	defined  map[string]bool // variables of the file
	targets  map[string][]int32
	phony    map[string]bool
	phonyDoc string // the comment above .PHONY: documents the target below
	phonyEnd uint32 // line of that .PHONY
	open     bool   // a define without its endef has been met
	// tuned are targets that have variables of their own: definitions unless
	// a rule for them stands elsewhere in the file.
	tuned []code.Definition
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src, defined: make(map[string]bool),
		targets: make(map[string][]int32), phony: make(map[string]bool)}
	for s.at = s.Start(); s.at < len(src); {
		s.line()
	}
	s.closeRule()
	for _, d := range s.tuned {
		if _, ok := s.targets[d.Name]; !ok {
			s.targets[d.Name] = append(s.targets[d.Name], s.Open(d))
		}
	}
	s.markPhony()
	s.Finish()
}

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

// logical returns the end of the logical line at i, its newline left out.
func (s *scanner) logical(i int) int {
	for {
		e := s.eol(i)
		k := e
		if k > i && s.src[k-1] == '\r' {
			k--
		}
		slashes := 0
		for k-slashes > i && s.src[k-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 || e == len(s.src) {
			return e
		}
		i = e + 1
	}
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// trim cuts blanks, and backslashes that join lines, off both ends.
func (s *scanner) trim(from, to int) (int, int) {
	for from < to && (blank(s.src[from]) || s.joint(from, to)) {
		from++
	}
	for to > from && (blank(s.src[to-1]) || s.joint(to-1, to+1)) {
		to--
	}
	return from, to
}

// joint reports whether the backslash at i joins two lines.
func (s *scanner) joint(i, to int) bool {
	return s.src[i] == '\\' && (i+1 >= to || i+1 >= len(s.src) || s.src[i+1] == '\n' || s.src[i+1] == '\r')
}

func (s *scanner) line() {
	start := s.at
	end := s.logical(start)
	s.at = min(end+1, len(s.src))
	if s.src[start] == '\t' && s.inRule {
		s.recipe(start+1, end)
		return
	}
	from, to := s.trim(start, end)
	if from >= to {
		return
	}
	if s.src[from] == '#' {
		s.Comment(span(from, to))
		return
	}
	s.statement(from, to)
}

func span(from, to int) code.Span { return code.Span{Start: uint32(from), End: uint32(to)} }

// statement reads a line that is no recipe. Words that may stand before an
// assignment are passed first.
func (s *scanner) statement(from, to int) {
	at := from
	for {
		w, behind := s.first(at, to)
		switch w {
		case "export", "override", "private", "unexport":
			if behind >= to || assigns(s.src[behind]) && behind+1 < to && s.src[behind] != ':' {
				break
			}
			at = behind
			continue
		case "include", "-include", "sinclude", ".include", "!include", ".sinclude", ".-include":
			if behind < to && !assigns(s.src[behind]) {
				s.uncommented(behind, &to)
				s.includes(behind, to)
				return
			}
		case "define":
			if behind < to && !assigns(s.src[behind]) {
				s.define(from, behind, to)
				return
			}
		case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "undefine", "vpath", "load", "-load", "endef", "if",
			".if", ".ifdef", ".ifndef", ".elif", ".else", ".endif", ".for", ".endfor", ".undef", ".error", ".warning", ".info", ".export":
			if behind >= to || !assigns(s.src[behind]) {
				s.EndHeader()
				s.uncommented(at, &to)
				s.uses(at, to, code.NoDefinition)
				return
			}
		}
		break
	}
	s.uncommented(at, &to)
	colon, assign := s.operator(at, to)
	switch {
	case assign >= 0:
		s.variable(from, at, assign, to)
	case colon >= 0:
		s.rules(at, colon, to)
	default:
		if c := s.src[min(at, len(s.src)-1)]; at == from && c != '$' && c != '@' && c != '.' && s.src[from] != '\t' {
			s.Partial()
		}
		s.EndHeader()
		s.uses(at, to, code.NoDefinition)
	}
}

func assigns(c byte) bool { return c == '=' || c == ':' || c == '?' || c == '+' || c == '!' }

// first is the word at from and the offset of the one behind it.
func (s *scanner) first(from, to int) (string, int) {
	i := from
	for i < to && !blank(s.src[i]) && s.src[i] != '(' && s.src[i] != '=' && s.src[i] != '#' && s.src[i] != '"' {
		i++
	}
	next := i
	for next < to && (blank(s.src[next]) || s.joint(next, to)) {
		next++
	}
	if i-from > 12 {
		return "", next
	}
	return s.b.Intern(s.src[from:i]), next
}

// uncommented moves to before a comment at the end of a line and records it.
// A target's line keeps what ## says.
func (s *scanner) uncommented(from int, to *int) string {
	depth := 0
	for i := from; i < *to; i++ {
		switch s.src[i] {
		case '\\':
			i++
		case '(', '{':
			if i > from && s.src[i-1] == '$' || depth > 0 {
				depth++
			}
		case ')', '}':
			depth = max(depth-1, 0)
		case '#':
			if depth > 0 {
				continue
			}
			comment := span(i, *to)
			doc := ""
			if bytes.HasPrefix(s.src[i:*to], []byte("##")) {
				doc = strings.TrimSpace(strings.TrimLeft(s.Text(comment, lang.MaxDoc), "#"))
			}
			s.Region(comment)
			_, *to = s.trim(from, i)
			return doc
		}
	}
	return ""
}

// operator finds the first assignment or the colon of a rule, outside of
// references; -1 for none. An assignment behind a rule's colon belongs to the rule.
func (s *scanner) operator(from, to int) (colon, assign int) {
	depth := 0
	for i := from; i < to; i++ {
		c := s.src[i]
		switch c {
		case '$':
			if i+1 < to && (s.src[i+1] == '(' || s.src[i+1] == '{') {
				depth++
				i++
			} else {
				i++
			}
			continue
		case '(', '{':
			if depth > 0 {
				depth++
			}
		case ')', '}':
			depth = max(depth-1, 0)
		case '\\':
			i++
			continue
		}
		if depth > 0 {
			continue
		}
		switch c {
		case '=':
			return -1, i
		case '?', '+', '!':
			if i+1 < to && s.src[i+1] == '=' {
				return -1, i
			}
		case ':':
			k := i
			for k < to && s.src[k] == ':' {
				k++
			}
			if k < to && s.src[k] == '=' {
				return -1, i
			}
			if k-i == 1 && k < to && (s.src[k] == '\\' || s.src[k] == '/' && i == from+1) { // a drive's letter
				continue
			}
			return i, -1
		}
	}
	return -1, -1
}

// words calls emit for each word of a range, references in one piece.
func (s *scanner) words(from, to int, emit func(from, to int)) {
	for i := from; i < to; {
		if blank(s.src[i]) || s.joint(i, to) {
			i++
			continue
		}
		start, depth := i, 0
		for i < to {
			c := s.src[i]
			if depth == 0 && (blank(c) || s.joint(i, to)) {
				break
			}
			switch c {
			case '$':
				if i+1 < to && (s.src[i+1] == '(' || s.src[i+1] == '{') {
					depth++
					i++
				}
			case '(', '{':
				if depth > 0 {
					depth++
				}
			case ')', '}':
				depth = max(depth-1, 0)
			}
			i++
		}
		emit(start, i)
	}
}

// closeRule ends the targets of the rule read last behind its recipe.
func (s *scanner) closeRule() {
	for _, d := range s.rule {
		s.Close(d, uint32(s.ruleEnd))
	}
	s.rule = s.rule[:0]
}

// markPhony says in the signatures of phony targets that they are.
func (s *scanner) markPhony() {
	for name := range s.phony {
		for _, d := range s.targets[name] {
			if d == code.NoDefinition {
				continue
			}
			def := s.Definition(d)
			def.Signature = code.Clip(def.Signature, lang.MaxSignature-len(" (phony)")) + " (phony)"
		}
	}
}
