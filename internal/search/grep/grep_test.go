package grep

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
)

// found writes what a pattern finds as "number:text[span]" per line.
func found(p *Pattern, text string) string {
	var out []string
	p.Each([]byte(text), func(l Line) bool {
		number := fmt.Sprint(l.Number)
		if l.LastNumber != l.Number {
			number += fmt.Sprint("-", l.LastNumber)
		}
		line := text[l.Start:l.End]
		s := fmt.Sprintf("%s:%q", number, line)
		for _, span := range p.Spans([]byte(text), l, 9) {
			s += fmt.Sprint(span)
		}
		out = append(out, s)
		return true
	})
	return strings.Join(out, " ")
}

func TestEach(t *testing.T) {
	word, multi, fixed := Options{Word: true}, Options{Multiline: true}, Options{Fixed: true}
	for _, test := range []struct {
		query string
		Options
		text, want string
	}{
		{"b", Options{}, "a\nb\nab\n", `2:"b"[0 1] 3:"ab"[1 2]`},
		{"b", Options{}, "a\r\nab\r\n", `2:"ab"[1 2]`},
		{"b", Options{}, "ab", `1:"ab"[1 2]`},
		{"x*", Options{}, "a\n\nx", `1:"a"[0 0][1 1] 2:""[0 0] 3:"x"[0 1]`},
		{"x*", Options{}, "", ``},
		{"^$", Options{}, "a\n\nb\n\r\n", `2:""[0 0] 4:""[0 0]`},
		{"a$", Options{}, "a\r\na\nba\r", `1:"a"[0 1] 2:"a"[0 1]`},
		{`\r`, Options{}, "a\r\nb\rc\n\r", `2:"b\rc"[1 2] 3:"\r"[0 1]`},
		{`[^a]`, Options{}, "a\nb\na\n", `2:"b"[0 1]`},
		{`a\sb`, Options{}, "a\nb\na b\n", `3:"a b"[0 3]`},
		{`\Aa`, Options{}, "b\na\n", `2:"a"[0 1]`},
		{`a\z`, Options{}, "a\nb\n", `1:"a"[0 1]`},
		{`\bin\b`, Options{}, "int\nin t\nin\n", `2:"in t"[0 2] 3:"in"[0 2]`},
		// Case: smart unless said otherwise.
		{"foo", Options{}, "Foo\nFOO\nfoo\n", `1:"Foo"[0 3] 2:"FOO"[0 3] 3:"foo"[0 3]`},
		{"Foo", Options{}, "Foo\nFOO\nfoo\n", `1:"Foo"[0 3]`},
		{"foo", Options{Case: Sensitive}, "Foo\nfoo\n", `2:"foo"[0 3]`},
		{"FOO", Options{Case: Insensitive}, "Foo\nfoo\n", `1:"Foo"[0 3] 2:"foo"[0 3]`},
		{`\Sb\S`, Options{}, "aBc\n", `1:"aBc"[0 3]`},
		{`\p{Lu}x`, Options{}, "aX\n", `1:"aX"[0 2]`},
		{`\p{Lu}`, Options{}, "a\nA\n", `2:"A"[0 1]`},
		{`\x41`, Options{}, "a\nA\n", `2:"A"[0 1]`},
		{`[A-C]`, Options{}, "a\nB\n", `2:"B"[0 1]`},
		{"straße", Options{}, "STRAẞE\n", `1:"STRAẞE"[0 8]`},
		{"task", Options{}, "TAS\u212a\ntaſk\n", "1:\"TAS\u212a\"[0 6] 2:\"taſk\"[0 5]"},
		{"É", Options{}, "é\nÉ\n", `2:"É"[0 2]`},
		{"é", Options{}, "e\u0301\nÉ\n", `2:"É"[0 2]`},
		// Words.
		{"foo", word, "foo_ foo\nfood\nafoo,foo,foo\n", `1:"foo_ foo"[5 8] 3:"afoo,foo,foo"[5 8][9 12]`},
		{"foo", word, "éfoo\nfoo\u0301\n-foo-\n", `3:"-foo-"[1 4]`},
		{"a|ab", word, "ab ab\n", `1:"ab ab"[0 2][3 5]`},
		{"ab?", word, "abc ab a\n", `1:"abc ab a"[4 6][7 8]`},
		{"-1", word, "x-1\nx -1\n-1\n", `2:"x -1"[2 4] 3:"-1"[0 2]`},
		{"foo", word, "foo", `1:"foo"[0 3]`},
		// Plain text.
		{"a.b(", fixed, "axb(\na.b(c\n", `2:"a.b(c"[0 4]`},
		{`\Q[`, fixed, "\\Q[\n", `1:"\\Q["[0 3]`},
		{`\Qa.`, Options{}, "ab\na.\n", `2:"a."[0 2]`},
		{"A+", fixed, "A+\nAA\n", `1:"A+"[0 2]`},
		{"a\x00b", fixed, "a\x00b\n", `1:"a\x00b"[0 3]`},
		{"�", fixed, "\xff\n", `1:"\xff"[0 1]`},
		// Lines together.
		{`a\nb`, multi, "a\nb\na\nb\nb", `1-2:"a\nb"[0 3] 3-4:"a\nb"[0 3]`},
		{`b\n.`, multi, "a\nb\nb\nb", `2-3:"b\nb"[0 3]`},
		{`\w\n`, multi, "a\r\nb\n\nc\n", `2:"b"[0 1] 4:"c"[0 1]`},
		{`(?s)b.*c`, multi, "a\nb\nx\nc d\ne\n", `2-4:"b\nx\nc d"[0 5]`},
		{`^b$`, multi, "a\nb\nc", `2:"b"[0 1]`},
		{`a.b`, multi, "a\nb\naxb", `3:"axb"[0 3]`},
		{`\Ab`, multi, "b\nb\n", `1:"b"[0 1]`},
		{`$`, multi, "a\nb\n", `1:"a"[1 1] 2:"b"[1 1]`},
		{`c\nd|b\n+c`, multi, "b\n\nc\nd\n", `1-3:"b\n\nc"[0 4]`},
		{"a\nb", Options{Multiline: true, Fixed: true}, "xa\nb\n", `1-2:"xa\nb"[1 4]`},
		{`a\nb`, Options{Multiline: true, Word: true}, "xa\nb a\nb\n", `2-3:"b a\nb"[2 5]`},
	} {
		p, err := Compile(test.query, test.Options)
		if err != nil {
			t.Errorf("%q: %v", test.query, err)
			continue
		}
		if got := found(p, test.text); got != test.want {
			t.Errorf("%q %+v in %q:\n got %s\nwant %s", test.query, test.Options, test.text, got, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		query  string
		offset int
		says   string
	}{
		{"", 0, "empty"},
		{"foo(", 3, `unclosed group at (`},
		{`a(b(c)`, 1, "to search for the text itself use fixed=true"},
		{`[(](`, 3, "unclosed group"},
		{`\((`, 2, "unclosed group"},
		{"a)", 1, `) without (`},
		{"(?i)a)(b", 5, `) without (`},
		{"x[a-", 1, "unclosed class"},
		{"a|*b", 2, "nothing to repeat before *"},
		{"a**", 1, "repeats a repetition"},
		{"ab++", 2, "possessive"},
		{`a{1001}`, 1, "at most 1000"},
		{`((a{100}){100}){100}`, 3, "at most 1000"},
		{`x\`, 1, `write \\`},
		{`a\1`, 1, "no backreference"},
		{`(?P<n>a)\k<n>`, 8, "no backreference"},
		{`a\y`, 1, `no such escape: \y`},
		{"a(?=b)", 1, "no look-around such as (?="},
		{"a(?!b)", 1, "no look-around such as (?!"},
		{"(?<=a)b", 0, "no look-around such as (?<="},
		{"(?<!a)b", 0, "no look-around such as (?<!"},
		{"(?>a)", 0, "atomic"},
		{"[b-a]", 1, "no such class or range: b-a"},
		{"a\nb", 1, "multiline=true"},
		{`ab\r\n`, 4, "multiline=true"},
		{`ab[\n]`, 3, "multiline=true"},
		{"a\xffb", 1, "UTF-8"},
		{strings.Repeat("(", 2000) + strings.Repeat(")", 2000), 0, "nested too deep"},
		{strings.Repeat(`\pL{1000}`, 200), 0, "too large"},
	} {
		_, err := Compile(test.query, Options{})
		var wrong *SyntaxError
		if !errors.As(err, &wrong) {
			t.Errorf("%.50q: error is %v", test.query, err)
			continue
		}
		if wrong.Offset != test.offset || !strings.Contains(err.Error(), test.says) || wrong.Query != test.query {
			t.Errorf("%.50q: byte %d, %s; want byte %d, %s", test.query, wrong.Offset, err, test.offset, test.says)
		}
		if len(err.Error()) > 500 {
			t.Errorf("%.50q: the message has %d bytes", test.query, len(err.Error()))
		}
	}
}

// TestHard runs what takes other engines exponential time or memory, and
// makes automata as large as they get.
func TestHard(t *testing.T) {
	ab := make([]byte, 0, 300_000)
	for x := uint32(1); len(ab) < 300_000; {
		x = x*1664525 + 1013904223
		ab = append(ab, 'a'+byte(x>>31))
	}
	long := bytes.Repeat([]byte("x"), 2_000_000)
	for _, test := range []struct {
		query string
		text  []byte
		lines int
		slow  bool // the automaton must have given up
	}{
		{`(x+x+)+y`, long, 0, false},
		{`(x*)*y$`, long, 0, false},
		{`.{1000}`, long, 1, false},
		{`^(.{1000})+$`, long, 1, false},
		{`[^\n]*[^\n]*[^\n]*z`, long, 0, false},
		{`(a|b)*a(a|b){12}c`, ab, 0, false},
		{`(a|b)*a(a|b){20}c`, ab[:60_000], 0, true},
		{`(?i)x{500}y`, long[:200_000], 0, false},
		{`(\pL{3}\PL?){50}9`, long[:200_000], 0, false},
	} {
		p, err := Compile(test.query, Options{Case: Sensitive})
		if err != nil {
			t.Fatal(err)
		}
		p.needles, p.pure = nil, false
		s := p.begin(test.text)
		p.searches.New = func() any { return s }
		if got := p.Count(test.text); got != test.lines {
			t.Errorf("%q: %d lines, want %d", test.query, got, test.lines)
		}
		a := s.auto
		if a.gaveUp != test.slow {
			t.Errorf("%q: gave up is %v after %d states", test.query, a.gaveUp, len(a.states))
		}
		if len(a.table) > mostCells || a.held > 2*mostHeld || len(a.states) > mostStates {
			t.Errorf("%q: %d cells, %d bytes of states", test.query, len(a.table), a.held)
		}
	}
}

func TestLongLine(t *testing.T) {
	text := bytes.Repeat([]byte("é "), 3_000_000)
	copy(text[5_000_001:], "needle 7 and ")
	for _, test := range []struct {
		query string
		Options
		want [][2]int
	}{
		{"needle", Options{}, [][2]int{{5_000_001, 5_000_007}}},
		{`needle \d`, Options{}, [][2]int{{5_000_001, 5_000_009}}},
		{"needle", Options{Word: true}, [][2]int{{5_000_001, 5_000_007}}},
		{"need", Options{Word: true}, nil},
		{"needle|thread", Options{Case: Sensitive}, [][2]int{{5_000_001, 5_000_007}}},
		{"and$", Options{}, nil},
	} {
		p, err := Compile(test.query, test.Options)
		if err != nil {
			t.Fatal(err)
		}
		var got [][2]int
		p.Each(text, func(l Line) bool { got = append(got, p.Spans(text, l, 3)...); return true })
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q %+v: %v, want %v", test.query, test.Options, got, test.want)
		}
	}
}

// Each stops when told to, and may be called from within itself.
func TestStop(t *testing.T) {
	for _, o := range []Options{{}, {Multiline: true}} {
		for _, query := range []string{"a", `a\b`, "a|b", `[^x\n]`} {
			p, err := Compile(query, o)
			if err != nil {
				t.Fatal(err)
			}
			calls := 0
			p.Each([]byte("a\na\na\n"), func(l Line) bool {
				calls++
				if inner := p.Count([]byte("x\na\n")); inner != 1 {
					t.Errorf("%q: %d lines within", query, inner)
				}
				return calls < 2
			})
			if calls != 2 {
				t.Errorf("%q: found was called %d times", query, calls)
			}
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	text := bytes.Repeat([]byte("some lines\nerr_17 here\n"), 2000)
	p, err := Compile(`\w+_\d+`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 10 {
				if got := p.Count(text); got != 2000 {
					t.Errorf("%d lines, want 2000", got)
				}
			}
		})
	}
	wg.Wait()
}

func TestSyntaxHoldsCase(t *testing.T) {
	for _, test := range []struct {
		query string
		Options
		want string
	}{
		{"foo.", Options{Fixed: true}, `(?i:FOO\.)`},
		{"Foo", Options{Word: true}, "Foo"},
	} {
		p, err := Compile(test.query, test.Options)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Syntax().String(); got != test.want {
			t.Errorf("%q: %s, want %s", test.query, got, test.want)
		}
	}
}
