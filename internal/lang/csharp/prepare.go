package csharp

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// The grammar allows a preprocessor's line only where a declaration or a
// statement may stand. So all of them are blanked out before the parse, with
// the branches that cannot stand beside the first; the names in those are
// collected from the text.

// prepare is Grammar.Prepare.
func prepare(src []byte) []byte {
	out, _ := prepared(src)
	return out
}

// mark is what a file may begin with to tell its encoding.
var mark = []byte("\xef\xbb\xbf")

// prepared returns what is parsed, nil for src itself, and what it lacks of
// the code, in order.
func prepared(src []byte) ([]byte, []code.Span) {
	if !bytes.HasPrefix(bytes.TrimPrefix(src, mark), []byte("#")) && directiveIn(src, 0, uint32(len(src))) == uint32(len(src)) && !bytes.Contains(src, []byte("params ")) && !bytes.Contains(src, []byte("[]")) {
		return nil, nil
	}
	p := preparation{scanner: scanner{src: src}}
	if bytes.HasPrefix(src, mark) {
		p.at = uint32(len(mark))
	}
	p.read()
	if p.out == nil {
		return nil, nil
	}
	return p.out, p.lost
}

// preparation reads a source for what the grammar would stumble over.
type preparation struct {
	scanner
	out    []byte
	groups []conditional
	lost   []code.Span
	depth  int
	least  int // of depth since the branch began
	first  byte
	// returns says that the last word was "return".
	returns bool
}

// conditional is an #if to #endif; arms are the branches with code in them.
type conditional struct {
	before byte // what stands before it
	depth  int
	first  byte
	least  int
	start  uint32
	many   bool // it has an #else
	fits   bool // all branches can stand one after the other
	arms   []code.Span
}

// maxNested bounds the conditionals inside each other that are looked at.
const maxNested = 64

// maxArms bounds the branches that are kept in mind.
const maxArms = 1000

func (p *preparation) read() {
	for p.at < uint32(len(p.src)) {
		c := p.src[p.at]
		switch {
		case c == '\n' || c == ' ' || c == '\t' || c == '\r':
			p.at++
			continue
		case c == '#' && (p.firstOnLine() || p.at == uint32(len(mark)) && bytes.HasPrefix(p.src, mark)):
			p.line()
			continue
		case c == '/' && p.next("//"):
			p.at = p.lineEnd()
			continue
		case c == '/' && p.next("/*"):
			p.skipPast("*/", 2)
			continue
		case c == '"' || c == '\'' || c == '$' || c == '@' && p.at+1 < uint32(len(p.src)) && (p.src[p.at+1] == '"' || p.src[p.at+1] == '$'):
			p.at = max(literalEnd(p.src, p.at), p.at+1)
			c = '"'
		case c == '[' && p.value() && p.src[min(p.space(p.at+1), uint32(len(p.src))-1)] == ']':
			p.emptyList()
			c = 'a'
		case c == '(' || c == '[' || c == '{':
			p.depth++
			p.at++
		case c == ')' || c == ']' || c == '}':
			p.depth--
			p.least = min(p.least, p.depth)
			p.at++
		case wordByte(c):
			start := p.at
			for p.at < uint32(len(p.src)) && wordByte(p.src[p.at]) {
				p.at++
			}
			c = 'a'
			p.returns = false
			switch string(p.src[start:p.at]) {
			case "return":
				p.returns = true
			case "params":
				if p.previous == '(' || p.previous == ',' {
					p.params(start)
				}
			case "else", "catch", "finally":
				if p.first == 0 {
					c = 'e'
				}
			}
		default:
			p.at++
		}
		if p.first == 0 {
			p.first = c
		}
		p.previous = c
	}
}

// blank clears a piece of what is parsed.
func (p *preparation) blank(start, end uint32) {
	if p.out == nil {
		p.out = bytes.Clone(p.src)
	}
	for i := start; i < end; i++ {
		if p.out[i] != '\n' && p.out[i] != '\r' {
			p.out[i] = ' '
		}
	}
}

// value reports whether a value must begin at p.at.
func (p *preparation) value() bool {
	switch p.previous {
	case '=', '(', ',', ':':
		return true
	case 'a':
		return p.returns
	case '>', '?':
		before := bytes.TrimRight(p.src[:p.at], " \t\r\n")
		return bytes.HasSuffix(before, []byte("=>")) || bytes.HasSuffix(before, []byte("??"))
	}
	return false
}

// emptyList has a number parsed in the place of the [] at p.at: the grammar
// knows only collections with something in them.
func (p *preparation) emptyList() {
	start := p.at
	p.at = p.space(start+1) + 1
	p.blank(start, p.at)
	p.out[start] = '0'
}

// params blanks the word before a parameter that is no array: the grammar
// knows only those.
func (p *preparation) params(start uint32) {
	for i := p.at; i < uint32(len(p.src)) && i < p.at+maxPath; i++ {
		switch p.src[i] {
		case '[':
			return
		case ')', ';', '{':
			p.blank(start, p.at)
			return
		}
	}
}

// line handles a preprocessor's line at p.at.
func (p *preparation) line() {
	start, end := p.at, p.lineEnd()
	text := bytes.TrimLeft(p.src[start+1:end], " \t")
	p.at = end
	stop := end
	if bytes.HasPrefix(text, []byte("if")) || bytes.HasPrefix(text, []byte("el")) || bytes.HasPrefix(text, []byte("endif")) {
		if i := bytes.Index(p.src[start:end], []byte("//")); i >= 0 {
			stop = start + uint32(i) // a comment stays
		}
	}
	if bytes.HasPrefix(text, []byte("!")) {
		return
	}
	p.blank(start, stop)
	n := len(p.groups)
	switch {
	case bytes.HasPrefix(text, []byte("if")):
		p.groups = append(p.groups, conditional{before: p.previous, depth: p.depth, first: p.first, least: p.least, start: end, fits: true})
		p.first, p.least = 0, p.depth
	case bytes.HasPrefix(text, []byte("el")) && n > 0:
		g := &p.groups[n-1]
		p.arm(g, start)
		g.many, g.start = true, end
		p.previous, p.first, p.depth, p.least = g.before, 0, g.depth, g.depth
	case bytes.HasPrefix(text, []byte("endif")) && n > 0:
		g := &p.groups[n-1]
		p.arm(g, start)
		p.groups = p.groups[:n-1]
		if g.many && !g.fits && n <= maxNested {
			for _, a := range g.arms[min(1, len(g.arms)):] {
				p.drop(a)
			}
		}
		p.first = g.first
		if p.first == 0 && len(g.arms) > 0 {
			p.first = 'a'
		}
		p.least = min(p.least, g.least)
	}
}

// arm ends a branch of g.
func (p *preparation) arm(g *conditional, end uint32) {
	if p.first == 0 {
		return
	}
	if len(g.arms) < maxArms {
		g.arms = append(g.arms, code.Span{Start: g.start, End: end})
	}
	switch g.before {
	case 0, ';', '{', '}', ']', ':':
	case ',':
		g.fits = g.fits && p.previous == ','
	default:
		g.fits = false
	}
	switch p.previous {
	case ';', '}', ',', ']', ':':
	default:
		g.fits = false
	}
	if p.depth != g.depth || p.least < g.depth || p.first == 'e' || p.previous == ']' && p.first != '[' {
		g.fits = false
	}
}

// drop leaves the code of a branch out, its comments not.
func (p *preparation) drop(a code.Span) {
	for len(p.lost) > 0 && p.lost[len(p.lost)-1].Start >= a.Start {
		p.lost = p.lost[:len(p.lost)-1] // of a conditional inside it
	}
	p.lost = append(p.lost, a)
	s := scanner{src: p.src[:a.End], at: a.Start}
	for s.at < a.End {
		switch c := s.src[s.at]; {
		case c == '/' && s.next("//"):
			if i := bytes.IndexByte(s.src[s.at:], '\n'); i >= 0 {
				s.at += uint32(i)
			} else {
				s.at = a.End
			}
		case c == '/' && s.next("/*"):
			s.skipPast("*/", 2)
		case c == '"' || c == '\'' || c == '$' || c == '@':
			end := max(literalEnd(s.src, s.at), s.at+1)
			p.blank(s.at, end)
			s.at = end
		default:
			p.blank(s.at, s.at+1)
			s.at++
		}
	}
}

// arrive collects what the tree lacks before an offset.
func (s *state) arrive(w *lang.Walk, offset uint32) {
	for len(s.lost) > 0 && s.lost[0].Start < offset {
		s.collect(w, s.lost[0])
		s.lost = s.lost[1:]
	}
}

// collect records the names and strings of a branch that was not parsed.
func (s *state) collect(w *lang.Walk, a code.Span) {
	t := scanner{src: w.Source[:a.End], at: a.Start}
	var last, before code.Span // the word before, and that before it
	for t.at < a.End {
		c := t.src[t.at]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			t.at++
			continue
		case c == '#' && t.firstOnLine():
			t.at = t.lineEnd()
			continue
		case c == '/' && t.next("//"):
			t.at = t.lineEnd()
			continue
		case c == '/' && t.next("/*"):
			t.skipPast("*/", 2)
			continue
		case c == '"' || c == '\'' || c == '$' || c == '@' && t.at+1 < a.End && (t.src[t.at+1] == '"' || t.src[t.at+1] == '$'):
			start := t.at
			t.at = max(literalEnd(t.src, t.at), t.at+1)
			w.Region(code.RegionString, code.Span{Start: start, End: t.at})
			c = '"'
		case wordByte(c):
			word := code.Span{Start: t.at}
			for t.at < a.End && wordByte(t.src[t.at]) {
				t.at++
			}
			word.End = t.at
			if letter(t.src[word.Start:]) && !reserved(t.src[word.Start:word.End]) && !predefined(t.src[word.Start:word.End]) {
				lostName(w, &t, word, last, before)
			}
			before, last = last, word
			c = 'a'
		default:
			t.at++
		}
		t.previous = c
	}
}

// lostName records a name; last is the word before it and before the one
// before that.
func lostName(w *lang.Walk, t *scanner, word, last, before code.Span) {
	r := code.Reference{Name: w.Intern(t.src[word.Start:word.End]), Span: word, Line: w.Line(word.Start)}
	next := byte(0)
	if at := t.space(t.at); at < uint32(len(t.src)) {
		next = t.src[at]
	}
	earlier := t.src[last.Start:last.End]
	switch t.previous {
	case '.':
		r.Qualifier = code.QualifierOther
		if last.End > last.Start && string(bytes.TrimSpace(t.src[last.End:word.Start])) == "." {
			r.Qualifier, r.QualifierText = code.QualifierName, w.Intern(earlier)
			switch string(earlier) {
			case "this":
				r.Qualifier, r.QualifierText = code.QualifierSelf, ""
			case "base":
				r.Qualifier, r.QualifierText = code.QualifierSuper, ""
			}
		}
	case 'a', '>', ']', '?':
		switch {
		case string(earlier) == "new":
			r.Role = code.RoleNew
			w.AddReference(r)
			return
		case t.previous == 'a' && (!reserved(earlier) || predefined(earlier)), t.previous != 'a' && before.End > 0:
			if next == '=' || next == ';' || next == ',' || next == ')' || next == '(' || next == '{' {
				if next != '(' && next != '{' {
					w.Bind(r.Name, lang.ScopeBlock)
				}
				return // a declaration
			}
		case string(earlier) == "class", string(earlier) == "struct", string(earlier) == "interface", string(earlier) == "enum", string(earlier) == "namespace":
			return
		}
	}
	if next == '(' {
		r.Role = code.RoleCall
	} else if letter(t.src[min(t.space(t.at), uint32(len(t.src))):]) && r.Qualifier == code.QualifierNone {
		r.Role = code.RoleType
	}
	w.AddReference(r)
}

// predefined reports whether a word is a type of the language or another of
// its words that stand for no definition.
func predefined(word []byte) bool {
	switch string(word) {
	case "int", "long", "short", "byte", "sbyte", "uint", "ulong", "ushort", "char", "string", "bool", "object", "decimal", "double", "float", "void", "var", "dynamic",
		"typeof", "sizeof", "nameof", "await", "async", "partial", "sealed", "where", "checked", "unchecked", "yield", "fixed", "unsafe", "extern", "implicit", "explicit",
		"stackalloc", "volatile", "when", "init", "add", "remove", "record":
		return true
	}
	return false
}
