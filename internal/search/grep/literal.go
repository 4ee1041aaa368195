package grep

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"
)

// Bounds of what is kept of an expression's literals: more needles than a few
// cost more to look for than the automaton does to run.
const (
	mostNeedles = 6
	mostClass   = 6   // runes of a class that are tried one by one
	mostText    = 128 // bytes of one needle
)

// text is a byte string whose small letters may stand for capitals: where
// fold is 0x20, a byte of the searched text is or-ed with it first.
type text struct {
	bytes, fold []byte
	// kin is set when folded letters have relatives outside ASCII, which
	// other needles must look for.
	kin bool
}

// kin are those relatives, of s and of k.
var kin = []string{"\u017f", "\u212a"}

// frequency is how often byte i of the text is met, of 1.
func (t text) frequency(i int) float64 {
	f := frequency(t.bytes[i])
	if t.fold[i] != 0 {
		f += frequency(t.bytes[i] - 0x20)
	}
	return f
}

func (t text) add(u text) text {
	return text{
		append(append([]byte(nil), t.bytes...), u.bytes...),
		append(append([]byte(nil), t.fold...), u.fold...),
		t.kin || u.kin,
	}
}

// needs is what is known of the texts that an expression matches.
type needs struct {
	// exact lists all of them, if it is not nil.
	exact []text
	// free is set when exact is all there is to it: no ^ or \b on the way.
	free bool
	// some is the best list found of which each match holds one, or nil.
	some []text
}

// required lists texts one of which every match of the expression holds, and
// whether each of them is a match by itself. No text is listed if looking for
// them would cost more than it saves.
func required(re *syntax.Regexp, multiline bool) (list []needle, pure bool) {
	r := reader{multiline: multiline}
	n := r.read(re)
	pure = n.exact != nil && n.free
	best := n.exact
	if cost(n.some) < cost(best) || n.exact == nil {
		best, pure = n.some, false
	}
	if c := cost(best); c == never || c > worthwhile && !(pure && len(best) == 1) {
		return nil, false
	}
	others := false
	for _, t := range best {
		list = append(list, newNeedle(t, pure))
		others = others || t.kin
	}
	if others {
		for _, k := range kin {
			list = append(list, newNeedle(text{bytes: []byte(k), fold: make([]byte, len(k))}, false))
		}
	}
	return list, pure && !others
}

type reader struct{ multiline bool }

func (r reader) read(re *syntax.Regexp) needs {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return needs{exact: []text{{}}, free: true}
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return needs{exact: []text{{}}}
	case syntax.OpLiteral:
		return join(r.literal(re))
	case syntax.OpCharClass:
		return r.class(re)
	case syntax.OpCapture:
		return r.read(re.Sub[0])
	case syntax.OpPlus:
		n := r.read(re.Sub[0])
		return needs{some: better(n.exact, n.some)}
	case syntax.OpQuest:
		n := r.read(re.Sub[0])
		if n.exact == nil || len(n.exact) >= mostNeedles {
			return needs{}
		}
		return needs{exact: append([]text{{}}, n.exact...), free: n.free}
	case syntax.OpConcat:
		return r.concat(re.Sub)
	case syntax.OpAlternate:
		return r.alternate(re.Sub)
	}
	return needs{}
}

// literal reads runes in a row. Those that cannot be told by single bytes
// break the row.
func (r reader) literal(re *syntax.Regexp) []needs {
	var parts []needs
	var row text
	flush := func() {
		if len(row.bytes) > 0 {
			parts = append(parts, needs{exact: []text{row}, free: true})
			row = text{}
		}
	}
	for _, c := range re.Rune {
		t, ok := r.rune(c, re.Flags&syntax.FoldCase != 0)
		if !ok {
			flush()
			parts = append(parts, needs{})
			continue
		}
		row = row.add(t)
	}
	flush()
	return parts
}

// rune is the text of one rune.
func (r reader) rune(c rune, fold bool) (text, bool) {
	if c == utf8.RuneError || !r.multiline && (c == '\n' || c == '\r') {
		return text{}, false // matches other bytes too, or none
	}
	if fold {
		fold = unicode.SimpleFold(c) != c
	}
	if !fold {
		b := utf8.AppendRune(nil, c)
		return text{bytes: b, fold: make([]byte, len(b))}, true
	}
	if c < utf8.RuneSelf {
		lower := byte(c | 0x20)
		return text{[]byte{lower}, []byte{0x20}, lower == 's' || lower == 'k'}, true
	}
	return text{}, false
}

func (r reader) class(re *syntax.Regexp) needs {
	n := needs{free: true}
	for i := 0; i < len(re.Rune); i += 2 {
		if int(re.Rune[i+1]-re.Rune[i])+len(n.exact) >= mostClass {
			return needs{}
		}
		for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
			t, ok := r.rune(c, false)
			if !ok {
				return needs{}
			}
			n.exact = append(n.exact, t)
		}
	}
	if n.exact == nil {
		return needs{}
	}
	return n
}

func (r reader) concat(subs []*syntax.Regexp) needs {
	parts := make([]needs, 0, len(subs))
	for _, sub := range subs {
		if sub.Op == syntax.OpLiteral {
			parts = append(parts, r.literal(sub)...) // its ends join its neighbours
			continue
		}
		parts = append(parts, r.read(sub))
	}
	return join(parts)
}

// join reads expressions that follow each other.
func join(parts []needs) needs {
	var best []text
	cross := []text{{}} // all texts of the parts since the last break
	single := text{}    // the same, of parts that have one text
	exact, free := true, true
	for _, p := range parts {
		best = better(best, p.some)
		best = better(best, p.exact)
		if len(p.exact) == 1 && len(single.bytes)+len(p.exact[0].bytes) <= mostText {
			single = single.add(p.exact[0])
		} else {
			best = better(best, []text{single})
			single = text{}
			if len(p.exact) == 1 {
				single = p.exact[0]
			}
		}
		free = free && p.free
		if next, ok := multiply(cross, p.exact); ok {
			cross = next
			continue
		}
		exact = false
		best = better(best, cross)
		cross = p.exact
		if cross == nil {
			cross = []text{{}}
		}
	}
	best = better(best, []text{single})
	if exact {
		return needs{exact: cross, free: free, some: best}
	}
	return needs{some: better(best, cross)}
}

// multiply lists every text of a followed by one of b, if they are few.
func multiply(a, b []text) ([]text, bool) {
	if b == nil || len(a)*len(b) > mostNeedles {
		return nil, false
	}
	var out []text
	for _, t := range a {
		for _, u := range b {
			if len(t.bytes)+len(u.bytes) > mostText {
				return nil, false
			}
			out = append(out, t.add(u))
		}
	}
	return out, true
}

func (r reader) alternate(subs []*syntax.Regexp) needs {
	out := needs{exact: []text{}, free: true, some: []text{}}
	for _, sub := range subs {
		n := r.read(sub)
		some := better(n.exact, n.some)
		if out.some != nil && some != nil && len(out.some)+len(some) <= mostNeedles {
			out.some = append(out.some, some...)
		} else {
			out.some = nil
		}
		if out.exact != nil && n.exact != nil && len(out.exact)+len(n.exact) <= mostNeedles {
			out.exact = append(out.exact, n.exact...)
			out.free = out.free && n.free
		} else {
			out.exact = nil
		}
		if out.some == nil && out.exact == nil {
			return needs{}
		}
	}
	return out
}

// shortest is how many bytes a match has at least.
func shortest(re *syntax.Regexp) int {
	n := 0
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) // a byte each: what is no UTF-8 is read by bytes
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return shortest(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			n += shortest(sub)
		}
	case syntax.OpAlternate:
		n = shortest(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			n = min(n, shortest(sub))
		}
	}
	return n
}

// better is the list that is cheaper to look for; nil is no list.
func better(a, b []text) []text {
	if a == nil || b != nil && cost(b) < cost(a) {
		return b
	}
	return a
}

// What looking for needles costs, in nanoseconds a byte as measured on C
// source: to look, and to try a line. The automaton costs about 1.5.
const (
	costLook   = 0.15
	costTry    = 80
	worthwhile = 1.2
	never      = 1e9
)

// cost estimates what looking for the texts costs a byte of a usual source
// file.
func cost(list []text) float64 {
	if list == nil {
		return never
	}
	sum := 0.0
	for _, t := range list {
		if len(t.bytes) == 0 {
			return never
		}
		all := 0.1
		for i := range t.bytes {
			// Letters come in company: the second is likelier than alone.
			all *= min(1, t.frequency(i)*10)
		}
		sum += costLook + all*costTry
	}
	return sum
}

// frequency is how often the byte is met in source code, of 1.
func frequency(b byte) float64 {
	if b >= utf8.RuneSelf {
		return 0.002
	}
	return float64(frequencies[b]+3) / 100_000
}

// frequencies are the bytes of a hundred thousand: the mean of a C, a Go and
// a Python project (145 MB).
var frequencies = [utf8.RuneSelf]uint16{
	'\t': 2772, '\n': 3121,
	' ': 18116, 85, 632, 221, 3, 80, 132, 502, 1104, 1105, 561, 93, 1772, 565, 923, 629,
	2347, 573, 513, 344, 365, 221, 317, 191, 282, 204, 646, 461, 75, 761, 334, 10,
	17, 581, 228, 422, 327, 714, 330, 156, 134, 512, 14, 69, 441, 252, 419, 391,
	292, 31, 475, 548, 657, 198, 139, 93, 165, 68, 28, 157, 301, 156, 4, 2067,
	28, 3049, 877, 2041, 1898, 5856, 1880, 892, 1028, 3217, 80, 486, 2194, 1127, 3354, 3004,
	1380, 100, 3592, 3395, 4471, 1637, 494, 400, 1592, 590, 119, 336, 60, 335, 5, 0,
}
