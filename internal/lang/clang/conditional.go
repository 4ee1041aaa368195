package clang

// branches drops from a token stream the branches of conditionals that would
// break its structure: of "#if A / int f(int a) { / #else / int f(long a) { /
// #endif" only the first is kept, so that braces stay paired. Branches that
// hold whole declarations, statements or list items all stay.
func branches(raw []token) []token {
	out := make([]token, 0, len(raw))
	var open []group
	for i := range raw {
		t := &raw[i]
		switch t.kind {
		case kindIf, kindDead:
			open = append(open, group{parts: []part{{start: len(out), dead: t.kind == kindDead}}})
		case kindElse:
			if len(open) > 0 {
				g := &open[len(open)-1]
				g.parts[len(g.parts)-1].end = len(out)
				g.parts = append(g.parts, part{start: len(out)})
			}
		case kindEndif:
			if len(open) > 0 {
				g := open[len(open)-1]
				open = open[:len(open)-1]
				g.parts[len(g.parts)-1].end = len(out)
				if len(open) < maxNested {
					out = g.choose(out, following(raw[i+1:]))
				}
			}
		default:
			out = append(out, *t)
		}
	}
	// A conditional that is not closed keeps all.
	return out
}

// maxNested bounds the conditionals inside each other that are looked at: each
// goes over all that is in it.
const maxNested = 64

// group is one #if to #endif.
type group struct{ parts []part }

// part is one branch: a range of the stream.
type part struct {
	start, end int
	dead       bool
}

// following is the kind of the next token that is no directive.
func following(rest []token) kind {
	for i := range rest {
		switch rest[i].kind {
		case kindIf, kindDead, kindElse, kindEndif:
			if i > 8 {
				return kindEnd
			}
		default:
			return rest[i].kind
		}
	}
	return kindEnd
}

// choose keeps all branches or the one that counts.
func (g *group) choose(out []token, next kind) []token {
	begin := g.parts[0].start
	if g.parts[0].dead {
		copied := copy(out[begin:], out[g.parts[0].end:])
		out = out[:begin+copied]
		if len(g.parts) == 1 {
			return out
		}
		shift := g.parts[0].end - begin
		g.parts = g.parts[1:]
		for i := range g.parts {
			g.parts[i].start -= shift
			g.parts[i].end -= shift
		}
	}
	if len(g.parts) == 1 {
		return out
	}
	whole := begin == 0 || boundary(out[begin-1].kind)
	for _, p := range g.parts {
		if p.start == p.end {
			continue
		}
		last := out[p.end-1].kind
		if !balanced(out[p.start:p.end]) || last == ')' && (next == '{' || next == ':') || !whole && !harmless(out[p.start:p.end]) {
			return g.first(out)
		}
	}
	return out
}

// first keeps the first branch that has anything.
func (g *group) first(out []token) []token {
	begin := g.parts[0].start
	for _, p := range g.parts {
		if p.end > p.start {
			n := copy(out[begin:], out[p.start:p.end])
			return out[:begin+n]
		}
	}
	return out[:begin]
}

func boundary(k kind) bool {
	switch k {
	case ';', '{', '}', ',', ':', ')':
		return true
	}
	return false
}

// harmless reports whether tokens in the middle of a declaration may stand
// beside others: words such as attributes.
func harmless(tokens []token) bool {
	for i := range tokens {
		switch tokens[i].kind {
		case ';', '{', '}', '=', ',':
			return false
		}
	}
	return true
}

// balanced reports whether brackets pair up among tokens.
func balanced(tokens []token) bool {
	depth, braces := 0, 0
	for i := range tokens {
		switch tokens[i].kind {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			braces++
		case '}':
			braces--
		}
		if depth < 0 || braces < 0 {
			return false
		}
	}
	return depth == 0 && braces == 0
}

// pair gives for every opening bracket the index of its closing one, -1 where
// there is none, and whether all braces pair up. A brace closes what is open
// inside it.
func pair(tokens []token) (match []int32, even bool) {
	match = make([]int32, len(tokens))
	var open []int32
	even = true
	for i := range tokens {
		match[i] = -1
		switch k := tokens[i].kind; k {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			want := kind('(')
			if k == ']' {
				want = '['
			} else if k == '}' {
				want = '{'
			}
			n := len(open) - 1
			if k == '}' {
				for n >= 0 && tokens[open[n]].kind != '{' {
					n--
				}
			} else if n >= 0 && tokens[open[n]].kind != want {
				n = -1
			}
			if n < 0 {
				even = even && k != '}'
				continue
			}
			match[open[n]] = int32(i)
			open = open[:n]
		}
	}
	for _, i := range open {
		even = even && tokens[i].kind != '{'
	}
	return match, even
}
