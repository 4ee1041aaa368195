package grep

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pieces that random queries and texts are made of: few, so that they meet.
var (
	atoms = []string{"a", "b", "foo", "k", "K", "s", "ſ", "é", "É", "日", "_", "9", " ", "\t", ".", `\w`, `\W`, `\d`, `\s`, `\S`, `\b`, `\B`, "^", "$",
		`\A`, `\z`, "[ab]", "[^a]", "[a-z]+", `[^\s]`, "(?i:fo)", "(?i:sk)", `\pL`, `\PL`, `\p{Greek}`, `\x00`, `\x{FFFD}`, `\r`, `(?m:^)`, `(?m:$)`, "(?s:.)", "o", "A", "[é日]", "[^é]", "()", "[a\n]", `\.`, ".{48}", `(\S\s?|b){50}`}
	words = []string{"a", "b", "foo", "FOO", "Foo", "k", "K", "\u212a", "s", "ſ", "é", "É", "日", "_", "9", " ", "\t", ".", "α", "\n", "\n", "\r\n", "\r", "\x00", "\xff", "\xe2\x84", "\ufffd", "ab", "aab", "foo9", "o", "e\u0301"}
)

func randomQuery(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		part := atoms[r.IntN(len(atoms))]
		if depth > 0 && r.IntN(3) == 0 {
			part = "(" + randomQuery(r, depth-1) + ")"
		}
		if r.IntN(4) == 0 {
			part = "(?:" + part + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "*?", "+?", "??"}[r.IntN(8)]
		}
		b.WriteString(part)
		if r.IntN(8) == 0 {
			b.WriteString("|")
		}
	}
	return b.String()
}

func randomText(r *rand.Rand) []byte {
	var b []byte
	for range r.IntN(60) {
		w := words[r.IntN(len(words))]
		for range 1 + r.IntN(3)*r.IntN(2) {
			b = append(b, w...)
		}
		if r.IntN(400) == 0 {
			b = append(b, strings.Repeat(w, 5000)...)
		}
	}
	return b
}

// seeded runs a property over random values; fuzzing varies the seed and may
// bring its own query and text. Texts are at most so long, in bytes.
func seeded(f *testing.F, most int, check func(t *testing.T, r *rand.Rand, query string, text []byte)) {
	for seed := range uint64(40) {
		f.Add(seed, "", []byte(nil))
	}
	f.Add(uint64(1), `(x+x+)+y`, []byte("xxxxxxxxxxxxxx\nxxxy\n"))
	f.Add(uint64(1), `(a|b)*a(a|b){12}`, []byte(strings.Repeat("abbaabababba", 20)))
	f.Add(uint64(1), `[^\n]*[^\n]*z`, []byte("yyyy\r\nz\r\n"))
	f.Add(uint64(1), "foo\\z|\\Abar", []byte("a foo\r\nbarfoo\r"))
	f.Fuzz(func(t *testing.T, seed uint64, query string, text []byte) {
		r := rand.New(rand.NewPCG(seed, 1))
		if query == "" {
			query = randomQuery(r, 2)
		}
		if len(text) == 0 {
			text = randomText(r)
		}
		if len(query) > 100 || len(text) > 50_000 {
			return
		}
		check(t, r, query, text[:min(len(text), most)])
		for range 20 {
			text := randomText(r)
			check(t, r, randomQuery(r, 2), text[:min(len(text), most)])
		}
		if most < 20_000 {
			return
		}
		for len(text) < 20_000 {
			text = append(text, randomText(r)...)
		}
		for range 4 {
			check(t, r, randomQuery(r, 2)+randomQuery(r, 2), text[:most])
		}
	})
}

func FuzzLines(f *testing.F) {
	seeded(f, 20_000, func(t *testing.T, r *rand.Rand, query string, text []byte) {
		o := Options{Fixed: r.IntN(8) == 0, Case: []Case{Sensitive, Insensitive}[r.IntN(2)]}
		p, err := Compile(query, o)
		source := query
		if o.Fixed {
			source = regexp.QuoteMeta(query)
		}
		if o.Case == Insensitive {
			source = "(?i)" + source
		}
		re, wrong := regexp.Compile(source)
		if err != nil {
			if wrong == nil && !strings.Contains(err.Error(), "line end") && !strings.Contains(err.Error(), "UTF-8") && query != "" {
				t.Fatalf("%q is refused: %v", query, err)
			}
			return
		}
		if wrong != nil {
			t.Fatalf("%q is taken, but %v", query, wrong)
		}
		want := naiveLines(text, re.Match)
		bare, _ := Compile(query, o)
		bare.needles, bare.pure = nil, false
		slow, _ := Compile(query, o)
		slow.needles, slow.pure = nil, false
		given := slow.begin(nil)
		given.auto.gaveUp = true
		slow.searches.New = func() any { return given }
		cramped, _ := Compile(query, o)
		cramped.needles, cramped.pure = nil, false
		narrow := cramped.begin(nil)
		narrow.auto.room, narrow.auto.poor = 5+r.IntN(10), -r.IntN(100)
		cramped.searches.New = func() any { return narrow }
		for _, way := range []struct {
			name string
			*Pattern
		}{{"as it comes", p}, {"automaton", bare}, {"warm automaton", bare}, {"cramped", cramped}, {"package regexp", slow}} {
			if got := all(way.Pattern, text); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %q %+v in %q:\n got %v\nwant %v", way.name, query, o, text, got, want)
			}
			if got := way.Count(text); got != len(want) {
				t.Fatalf("%s: %q in %q: %d lines counted, %d match", way.name, query, text, got, len(want))
			}
			if got := way.Matches(text); got != (len(want) > 0) {
				t.Fatalf("%s: %q in %q: matches %v, %d lines do", way.name, query, text, got, len(want))
			}
		}
		for _, l := range want {
			if l.End-l.Start > longLine {
				continue
			}
			var spans [][2]int
			for _, m := range re.FindAllIndex(text[l.Start:l.End], 3) {
				spans = append(spans, [2]int{m[0], m[1]})
			}
			if got := p.Spans(text, l, 3); !reflect.DeepEqual(got, spans) {
				t.Fatalf("%q in %q: spans %v, want %v", query, text[l.Start:l.End], got, spans)
			}
		}
	})
}

func FuzzWord(f *testing.F) {
	seeded(f, 40, func(t *testing.T, r *rand.Rand, query string, text []byte) {
		if _, err := regexp.Compile(query); err != nil || strings.Contains(query, `\Q`) {
			return
		}
		p, err := Compile(query, Options{Word: true, Case: Sensitive})
		if err != nil {
			return
		}
		want := naiveLines(text, func(line []byte) bool {
			start, _ := naiveWord(query, line)
			return start >= 0
		})
		if got := all(p, text); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in %q:\n got %v\nwant %v", query, text, got, want)
		}
		for _, l := range want {
			line := text[l.Start:l.End]
			start, ends := naiveWord(query, line)
			got := p.Spans(text, l, 10)
			if len(got) == 0 || got[0][0] != start || !slices.Contains(ends, got[0][1]) {
				t.Fatalf("%q in %q: spans %v, want %d and one of %v", query, line, got, start, ends)
			}
		}
	})
}

func FuzzMultiline(f *testing.F) {
	seeded(f, 2_000, func(t *testing.T, r *rand.Rand, query string, text []byte) {
		query = strings.ReplaceAll(query, " ", `\n`)
		re, err := regexp.Compile("(?m)" + query)
		if err != nil {
			return
		}
		p, err := Compile(query, Options{Multiline: true, Case: Sensitive})
		if err != nil {
			return
		}
		spans := re.FindAllIndex(text, -1)
		want := naiveSpans(text, spans)
		if got := all(p, text); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q in %q:\n got %v\nwant %v\nspans %v", query, text, got, want, spans)
		}
		if got := p.Matches(text); got != (len(want) > 0) {
			t.Fatalf("%q in %q: matches is %v", query, text, got)
		}
	})
}

func FuzzMultilineWord(f *testing.F) {
	seeded(f, 40, func(t *testing.T, r *rand.Rand, query string, text []byte) {
		query = strings.ReplaceAll(query, " ", `\n`)
		if _, err := regexp.Compile("(?m)" + query); err != nil || strings.Contains(query, `\Q`) {
			return
		}
		p, err := Compile(query, Options{Multiline: true, Word: true, Case: Sensitive})
		if err != nil {
			return
		}
		s := p.begin(text)
		start, _ := s.match(0)
		s.end()
		want, ends := naiveWord("(?m:"+query+")", text)
		if start != want {
			t.Fatalf("%q in %q: first match at %d, want %d (ends %v)", query, text, start, want, ends)
		}
	})
}
