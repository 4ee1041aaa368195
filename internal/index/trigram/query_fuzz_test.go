package trigram

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// slowTrigrams is the set that the index holds of a text, by its definition.
func slowTrigrams(text []byte) map[uint32]bool {
	found := map[uint32]bool{}
	folded := slowFold(text)
	for i := 0; i+3 <= len(folded); i++ {
		a, b, c := folded[i], folded[i+1], folded[i+2]
		if !bytes.ContainsAny(folded[i:i+3], "\n\r\x00") {
			found[uint32(a)<<16|uint32(b)<<8|uint32(c)] = true
		}
	}
	return found
}

func holds(q *Query, present map[uint32]bool) bool {
	switch q.Op {
	case All:
		return true
	case None:
		return false
	}
	for _, k := range q.Trigrams {
		if present[k] != (q.Op == And) {
			return q.Op == Or
		}
	}
	for _, sub := range q.Sub {
		if holds(sub, present) != (q.Op == And) {
			return q.Op == Or
		}
	}
	return q.Op == And
}

// The characters of made-up expressions and texts: few, so that they meet, and
// all that fold in their own way.
var letters = []rune("aabbccdeABCkKsSiI_0.-( \t\r\n\x00\u212A\u017FİıßẞσςΣéÉ日本\uFFFD🙂𐐨𐐀Ǆǅǆ")

// maker makes up expressions and texts that they match.
type maker struct{ *rand.Rand }

func (m maker) rune() rune { return letters[m.IntN(len(letters))] }

func (m maker) literal() string {
	var b strings.Builder
	if m.IntN(3) == 0 { // words that hold each other
		for range 2 + m.IntN(4) {
			b.WriteByte("abAB"[m.IntN(4)])
		}
		return b.String()
	}
	for range 1 + m.IntN(4) {
		b.WriteRune(m.rune())
	}
	return regexp.QuoteMeta(b.String())
}

func (m maker) class() string {
	if m.IntN(4) == 0 {
		return []string{`\w`, `\d`, `\s`, `\S`, `\W`, `[[:alpha:]]`, `\p{Greek}`, `\pL`, `.`, `[^a]`, `[a-z]`, `[^\n]`}[m.IntN(12)]
	}
	var b strings.Builder
	b.WriteString("[")
	if m.IntN(8) == 0 {
		b.WriteString("^")
	}
	for range 1 + m.IntN(4) {
		r := m.rune()
		b.WriteString(`\x{` + hex(r) + `}`)
		if m.IntN(4) == 0 {
			b.WriteString(`-\x{` + hex(r+rune(m.IntN(30))) + `}`)
		}
	}
	b.WriteString("]")
	return b.String()
}

func hex(r rune) string {
	const digits = "0123456789abcdef"
	s := ""
	for ; r > 0 || s == ""; r /= 16 {
		s = string(digits[r%16]) + s
	}
	return s
}

func (m maker) expression(depth int) string {
	if depth == 0 {
		if m.IntN(3) == 0 {
			return m.class()
		}
		return m.literal()
	}
	sub := func() string { return m.expression(m.IntN(depth)) }
	group := func() string { return "(?:" + sub() + ")" }
	switch m.IntN(12) {
	case 0:
		return group() + "*"
	case 1:
		return group() + "+"
	case 2:
		return group() + "?"
	case 3:
		return group() + []string{"{1}", "{2,}", "{0,2}", "{10}", "{9,11}", "{2,9}", "{1,4}", "{0}"}[m.IntN(8)]
	case 4, 5:
		parts := []string{sub(), sub()}
		for range m.IntN(4) {
			parts = append(parts, sub())
		}
		return "(" + strings.Join(parts, "|") + ")"
	case 6:
		return []string{"(?i:", "(?s:", "(?m:", "(?-i:"}[m.IntN(4)] + sub() + ")"
	case 7:
		return []string{"^", "$", `\b`, `\B`, `\A`, `\z`}[m.IntN(6)] + group()
	default:
		out := ""
		for range 2 + m.IntN(3) {
			out += group()
		}
		return out
	}
}

// match appends a text that re matches, but for its conditions on places.
func (m maker) match(dst []byte, re *syntax.Regexp) []byte {
	if len(dst) > 4000 {
		return dst
	}
	times := func(n int) []byte {
		for range n {
			dst = m.match(dst, re.Sub[0])
		}
		return dst
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 {
				for range m.IntN(4) {
					r = unicode.SimpleFold(r)
				}
			}
			dst = m.encode(dst, r)
		}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			i := 2 * m.IntN(len(re.Rune)/2)
			span := min(int(re.Rune[i+1]-re.Rune[i])+1, 200)
			dst = m.encode(dst, re.Rune[i]+rune(m.IntN(span)))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		dst = m.encode(dst, m.rune())
	case syntax.OpBeginLine, syntax.OpEndLine:
		if m.IntN(2) == 0 {
			dst = append(dst, '\n')
		}
	case syntax.OpCapture:
		dst = m.match(dst, re.Sub[0])
	case syntax.OpStar:
		dst = times(m.IntN(4))
	case syntax.OpPlus:
		dst = times(1 + m.IntN(4))
	case syntax.OpQuest:
		dst = times(m.IntN(2))
	case syntax.OpRepeat:
		n := re.Min + m.IntN(4)
		if re.Max >= 0 {
			n = min(n, re.Max)
		}
		dst = times(n)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			dst = m.match(dst, sub)
		}
	case syntax.OpAlternate:
		dst = m.match(dst, re.Sub[m.IntN(len(re.Sub))])
	}
	return dst
}

func (m maker) encode(dst []byte, r rune) []byte {
	if r == utf8.RuneError && m.IntN(2) == 0 {
		return append(dst, []string{"\xff", "\x80", "\xe6\x97"}[m.IntN(3)]...)
	}
	return utf8.AppendRune(dst, r)
}

func (m maker) junk(dst []byte) []byte {
	for range m.IntN(4) {
		dst = m.encode(dst, m.rune())
	}
	return dst
}

// text is a text that re matches, with something around and sometimes a fault.
func (m maker) text(re *syntax.Regexp) []byte {
	text := m.junk(m.match(m.junk(nil), re))
	for range m.IntN(6) - 3 {
		if len(text) > 0 {
			text[m.IntN(len(text))] = byte(m.rune())
		}
	}
	return text
}

// checkNeverLost fails when a text that matches does not satisfy the query. It
// returns how many texts matched and whether the query asked for anything.
func checkNeverLost(t *testing.T, pattern string, m maker) (matched int, useful bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, false
	}
	exact, err := regexp.Compile(pattern)
	if err != nil {
		return 0, false // too large
	}
	q := Compile(re)
	checkForm(t, q, q.Op&^(And|Or))
	if simple := Compile(re.Simplify()); q.Op == None != (simple.Op == None) {
		t.Fatalf("%q: %s, when simplified before %s", pattern, q, simple)
	}
	for range 8 {
		text := m.text(re)
		found := exact.Match(text)
		for line := range bytes.SplitSeq(text, []byte("\n")) {
			found = found || exact.Match(line)
		}
		if !found {
			continue
		}
		matched++
		if !holds(q, slowTrigrams(text)) {
			t.Fatalf("%q matches %q, but not %s", pattern, text, q)
		}
		if fast := Fold(nil, text); !bytes.Equal(fast, slowFold(text)) {
			t.Fatalf("Fold(%q) = %q", text, fast)
		}
	}
	return matched, !q.Useless()
}

func TestNeverLost(t *testing.T) {
	const patterns = 2000
	matched, useful := 0, 0
	for seed := range uint64(patterns) {
		m := maker{rand.New(rand.NewPCG(seed, 0))}
		pattern := m.expression(4)
		for _, flags := range []string{"", "(?i)", "(?s)"} {
			n, asks := checkNeverLost(t, flags+pattern, m)
			if matched += n; asks && n > 0 {
				useful++
			}
		}
	}
	t.Logf("%d texts matched; %d of %d queries ask for something", matched, useful, 3*patterns)
	if matched < 8*patterns || useful < patterns/2 {
		t.Errorf("the test has become weak: %d texts matched, %d useful queries", matched, useful)
	}
}

func FuzzQuery(f *testing.F) {
	for _, p := range []string{
		"", "foo.*bar", "(get|set)Foo_[a-z]+", "a[bc]d", `\.(h|c)$`, "https?://", "(?i)straße\u212A", "x{2,5}y+z*",
		"(foo.*)?bar", `\d{4}-\d\d`, "(?s)a.b\uFFFD", "(a|bc|def){3,}g", `\w+\s*=\s*(\w+)`, "abc(def)*ghi",
	} {
		f.Add(uint64(len(p)), p)
	}
	f.Fuzz(func(t *testing.T, seed uint64, pattern string) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		if len(pattern) < 200 {
			checkNeverLost(t, pattern, m)
			checkNeverLost(t, "(?i)"+pattern, m)
		}
		made := m.expression(5)
		for _, flags := range []string{"", "(?i)", "(?s)", "(?m)"} {
			checkNeverLost(t, flags+made, m)
		}
	})
}
