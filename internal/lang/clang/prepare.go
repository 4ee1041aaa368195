package clang

import "bytes"

// The grammars know no preprocessor: a directive in the middle of a statement
// or a macro that stands for something else than a name is an error to them.
// So before the parse, what the tokens show to be such is blanked out, and its
// names are collected from the tokens instead of from the tree.

// What happens to a token before the parse.
const (
	stays uint8 = iota
	blanked
	dropped // blanked with the branch it stands in
	loops   // a macro that heads a block: "while" is parsed in its place
	stands  // a type where a value must stand: a number is parsed in its place
	silent  // blanked; its names are not collected
	trails  // blanked; a macro behind a function's parameters
	types   // a macro that makes a template parameter: "int" is parsed in its place
)

// plan is what is done with the tokens of a text.
type plan struct {
	src    []byte
	lexed  *lexer
	raw    []token // of the whole text
	fate   []uint8 // of each raw token
	tokens []token // those that branches leave
	at     []int32 // the raw token of each of these
	match  []int32
	cpp    bool
	any    bool
	// chain gives for the token behind a macro that became a loop that macro's
	// token + 1.
	chain map[int]int
}

// prepare is Grammar.Prepare.
func prepare(cpp bool) func(src []byte) []byte {
	return func(src []byte) []byte {
		p := newPlan(src, lex(src, cpp))
		if !p.any && len(p.lexed.directives) == 0 {
			return nil
		}
		return p.text()
	}
}

func newPlan(src []byte, l *lexer) *plan {
	p := &plan{src: src, lexed: l, raw: l.tokens, fate: make([]uint8, len(l.tokens)), cpp: l.cpp}
	p.choose()
	p.match, _ = pair(p.tokens)
	p.read()
	return p
}

// set decides on token i of those that branches leave.
func (p *plan) set(i int, fate uint8) {
	p.fate[p.at[i]] = fate
	p.any = true
}

// setAll decides on the tokens from i to before j.
func (p *plan) setAll(i, j int, fate uint8) {
	for ; i < j; i++ {
		p.set(i, fate)
	}
}

// text is what is parsed.
func (p *plan) text() []byte {
	out := bytes.Clone(p.src)
	remarks := p.lexed.remarks
	for _, d := range p.lexed.directives {
		at := d.start
		for len(remarks) > 0 && remarks[0][0] < d.end {
			if remarks[0][0] >= at {
				blank(out[at:remarks[0][0]])
				at = min(remarks[0][1], d.end)
			}
			remarks = remarks[1:]
		}
		blank(out[at:d.end])
	}
	for i, fate := range p.fate {
		if fate == stays {
			continue
		}
		t := &p.raw[i]
		piece := out[t.start:t.end]
		blank(piece)
		switch fate {
		case loops:
			if copy(piece, "while") < 5 {
				blank(piece)
				copy(piece, "if")
			}
		case stands:
			piece[0] = '0'
		case types:
			copy(piece, "int")
		}
	}
	return out
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// choose leaves of each conditional the branches that can stand one after the
// other, or the first.
func (p *plan) choose() {
	out := make([]token, 0, len(p.raw))
	at := make([]int32, 0, len(p.raw))
	var open []group
	for i := range p.raw {
		t := &p.raw[i]
		switch t.kind {
		case kindIf, kindDead:
			open = append(open, group{parts: []part{{start: len(out), dead: t.kind == kindDead}}})
		case kindElse:
			if n := len(open); n > 0 {
				g := &open[n-1]
				g.parts[len(g.parts)-1].end = len(out)
				g.parts = append(g.parts, part{start: len(out)})
			}
		case kindEndif:
			if n := len(open); n > 0 {
				g := open[n-1]
				open = open[:n-1]
				g.parts[len(g.parts)-1].end = len(out)
				if len(open) >= maxNested {
					continue
				}
				if keep := g.only(out, following(p.raw[i+1:])); keep >= 0 {
					first := g.parts[0].start
					for k, part := range g.parts {
						if k == keep {
							continue
						}
						for _, r := range at[part.start:part.end] {
							p.fate[r], p.any = dropped, true
						}
					}
					kept := copy(out[first:], out[g.parts[keep].start:g.parts[keep].end])
					copy(at[first:], at[g.parts[keep].start:g.parts[keep].end])
					out, at = out[:first+kept], at[:first+kept]
				}
			}
		default:
			out, at = append(out, *t), append(at, int32(i))
		}
	}
	p.tokens, p.at = out, at
}

// only tells which branch alone is parsed, -1 for all of them. An empty range
// for none is the answer where the only branch cannot stay.
func (g *group) only(out []token, next kind) int {
	begin := g.parts[0].start
	if g.parts[0].dead && !balanced(out[begin:g.parts[0].end]) {
		if len(g.parts) == 1 {
			g.parts = append(g.parts, part{start: len(out), end: len(out)})
		}
		return 1
	}
	if len(g.parts) == 1 {
		return -1
	}
	before := kind(';')
	if begin > 0 {
		before = out[begin-1].kind
	}
	all, full := boundary(before), -1
	for k, part := range g.parts {
		if part.start == part.end {
			continue
		}
		if full < 0 {
			full = k
		}
		last, first := &out[part.end-1], &out[part.start]
		switch {
		case !all, !balanced(out[part.start:part.end]), last.kind == ')' && (next == '{' || next == ':'), before == ')' && first.kind == '{',
			last.kind != ';' && last.kind != '}' && last.kind != ',' && last.kind != ':' && last.kind != ')':
			all = false
		case before == ',' && last.kind != ',', before == '{' && first.kind == '{': // rows of a table
			all = false
		}
	}
	switch {
	case all:
		return -1
	case full < 0:
		return 0
	}
	return full
}
