package trigram

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func compile(t testing.TB, pattern string) *Query {
	t.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		t.Fatalf("parsing %q: %v", pattern, err)
	}
	return Compile(re)
}

// oneOf is the text of an Or of what stands between before and after.
func oneOf(before, among, after string) string {
	var out []string
	for _, r := range among {
		out = append(out, fmt.Sprintf("%q", before+string(r)+after))
	}
	return strings.Join(out, " | ")
}

func TestCompile(t *testing.T) {
	const digits = "0123456789"
	for _, c := range []struct{ pattern, want string }{
		// Literals, whatever their case.
		{"foo", `"foo"`},
		{"FooBar", `"bar" & "foo" & "oba" & "oob"`},
		{"(?i)Foo", `"foo"`},
		{"[Ff][oO](?i)o", `"foo"`},
		{"fo", `all`},
		{"", `all`},
		{"aaaaaa", `"aaa"`},
		{`\bfoo\b`, `"foo"`},
		{"^foo$", `"foo"`},
		{`\Afoo\z`, `"foo"`},
		{`(?P<name>fo)(o)`, `"foo"`},
		{`^$`, `all`},
		{`foo\(`, `"foo" & "oo("`},

		// Trigrams that are not indexed.
		{`foo\nbar`, `"bar" & "foo"`},
		{`foo\r\nbar`, `"bar" & "foo"`},
		{`fo\no`, `all`},
		{`foo\x00bar`, `"bar" & "foo"`},
		{`foo\tb`, `"foo" & "o\tb" & "oo\t"`},

		// Classes.
		{"a[bc]d", `"abd" | "acd"`},
		{"[a-z]{3}", `all`},
		{"[^a]foo", `"foo"`},
		{`foo[^\x00-\x{10FFFF}]`, `none`},
		{`foo|[^\x00-\x{10FFFF}]`, `"foo"`},
		{`(foo[^\x00-\x{10FFFF}])*bar`, `"bar"`},
		{"(a|b)(c|d)(e|f)", `"ace" | "acf" | "ade" | "adf" | "bce" | "bcf" | "bde" | "bdf"`},
		{"[0-9]foo", `"foo" & (` + oneOf("", digits, "fo") + `)`},
		{"[0-9]foo[0-9]", `"foo" & (` + oneOf("", digits, "fo") + `) & (` + oneOf("oo", digits, "") + `)`},
		{"[a-z]foo[a-z]", `"foo"`}, // 52 lists for nothing
		{"x[a-z]y", oneOf("x", "abcdefghijklmnopqrstuvwxyz", "y")},
		{"0x[0-9a-f]{8}", oneOf("0x", digits+"abcdef", "")},

		{"ab[A-Za-zА-Яа-я]", oneOf("ab", "abcdefghijklmnopqrstuvwxyz", "") + ` | "ab\xd0"`},
		{"ab[\u0400-\u04ff]", `all`},
		{`foo.*\d\d-`, `"foo"`}, // 100 lists for little

		// Gaps.
		{"foo.*bar", `"bar" & "foo"`},
		{"foo.bar", `"bar" & "foo"`},
		{"(?s)foo.?bar", `"bar" & "foo"`},
		{"fo.ob", `all`},
		{`\w+Handler\(`, `"and" & "dle" & "er(" & "han" & "ler" & "ndl"`},
		{`func\s+\w+\(`, `"fun" & "unc"`},
		{`if \(.*\) \{`, `") {" & "f (" & "if "`},
		{`class \w+\(Base\):`, `"(ba" & "ase" & "ass" & "bas" & "cla" & "e):" & "las" & "se)" & "ss "`},
		{`struct \w+_ops\b`, `"_op" & "ct " & "ops" & "ruc" & "str" & "tru" & "uct"`},
		{`\$\{[a-z_]+\}`, oneOf("${", "_abcdefghijklmnopqrstuvwxyz", "")},
		{"0x[0-9a-f]+ul", "(" + oneOf("0x", digits+"abcdef", "") + ") & (" + oneOf("", digits+"abcdef", "ul") + ")"},
		{`(?i)(select|insert|update)\s+.*\s+from`,
			`"fro" & "rom" & (("ate" & "dat" & "pda" & "upd") | ("ect" & "ele" & "lec" & "sel") | ("ert" & "ins" & "nse" & "ser"))`},
		{`\w+\s*=\s*\w+\(`, `all`},
		{"(get|set)Foo_[a-z]+", `"etf" & "foo" & "oo_" & "tfo" & ("get" | "set")`},

		// Alternatives.
		{"foo|bar", `"bar" | "foo"`},
		{"foo|ba", `all`},
		{"foo|", `all`},
		{"abc|abd|abe", `"abc" | "abd" | "abe"`},
		{"foo|food|seafood", `"foo"`},
		{"(foo|bar)baz", `"baz" & (("arb" & "bar" & "rba") | ("foo" & "oba" & "oob"))`},
		{"xabcy|zabcw", `"abc" & (("bcw" & "zab") | ("bcy" & "xab"))`},
		{"xfoo|foo|bar", `"bar" | "foo"`},
		{"axfoo|a[12]foo|xfoo|foob?|bar", `"bar" | "foo"`},
		{"foo.*bar|baz", `"baz" | ("bar" & "foo")`},
		{"foo.*bar|baz.*qux", `("bar" & "foo") | ("baz" & "qux")`},
		{"x(foo.*bar|baz.*qux)", `(("bar" & "foo") | ("baz" & "qux")) & ("xba" | "xfo")`},
		{"foo.*(bar|foo)", `"foo"`},
		{`\.(h|c)$`, `all`},
		{`\.(cc|hh)$`, `".cc" | ".hh"`},
		{"https?://", `"://" & "htt" & "ttp" & (("p:/" & "tp:") | ("ps:" & "s:/" & "tps"))`},

		// Repetition.
		{"x{3}", `"xxx"`},
		{"x{2,5}", `all`},
		{"x{3,}", `"xxx"`},
		{"x{30}y", `"xxx" & "xxy"`},
		{"(abc){2}", `"abc" & "bca" & "cab"`},
		{"bx{2,5}c", `"bxx" & "xxc"`},
		{"bx{2,50}c", `"bxx" & "xxc"`},
		{"ax{0}b{1}c", `"abc"`},
		{"(ab)+", `all`},
		{"(ab)+c", `"abc"`},
		{"(abc)+", `"abc"`},
		{"(abc)*", `all`},
		{"x(abc)+y", `"abc" & "bcy" & "xab"`},
		{"abc?d", `"abd" | ("abc" & "bcd")`},
		{"(foo.*)?bar", `"bar"`},
		{"(?:a.*)?(?:b.*)?(?:c.*)?xyz", `"xyz"`},
		{"a*b*c*", `all`},
		{"foo(bar)*baz", `"baz" & "foo" & "oba" & "oob"`},

		// Beyond ASCII.
		{"K\u212A\u017F", `"kks"`},
		{"(?i)STRASSE|x\u017F\u017F", `"xss" | ("ass" & "ras" & "sse" & "str" & "tra")`},
		{"ß", `all`},
		{"ẞs", `"\u00dfs"`},
		{"日", `"\u65e5"`},
		{"[日月]", `"\u65e5" | "\u6708"`},
		{"\uFFFD", `"\ufffd"`},
		{`\x{D800}`, `"\ufffd"`},
	} {
		q := compile(t, c.pattern)
		if got := q.String(); got != c.want {
			t.Errorf("Compile(%q)\n got %s\nwant %s", c.pattern, got, c.want)
		}
		if q.Useless() != (c.want == "all") {
			t.Errorf("Compile(%q).Useless() = %v", c.pattern, q.Useless())
		}
	}
}

// words returns distinct made-up words of five to twelve letters.
func words(n int) []string {
	rnd := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for len(seen) < n {
		w := make([]byte, 5+rnd.IntN(8))
		for i := range w {
			w[i] = "etaoinshrdlucmfwypvbgkqjxz"[min(rnd.IntN(26), rnd.IntN(26))]
		}
		seen[string(w)] = true
	}
	out := make([]string, 0, n)
	for w := range seen {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}

// A list of words stays a list of words: a text with one of them passes, one
// with all but a letter of it does not.
func TestCompileManyWords(t *testing.T) {
	list := words(1000)
	for _, form := range []string{"%s", `\b(%s)\b`, `(?i)(?:%s)\s*\(`, "(%s)+", "foo.*(%s)"} {
		q := compile(t, fmt.Sprintf(form, strings.Join(list, "|")))
		for _, w := range list {
			text := "foo x" + w + " (" // what each form asks for
			if form == `\b(%s)\b` {
				text = w
			}
			if !holds(q, slowTrigrams([]byte(text))) {
				t.Fatalf("form %q loses %q", form, text)
			}
		}
		passed := 0
		for _, w := range list {
			if holds(q, slowTrigrams([]byte("foo "+w[:2]+"#"+w[3:]+" ("))) {
				passed++
			}
		}
		// What is left of a word may hold a shorter one.
		if passed > len(list)/50 {
			t.Errorf("form %q: %d of %d damaged words pass", form, passed, len(list))
		}
	}
}

// Expressions made to be expensive give a small query, and soon: the test
// would run out of time otherwise.
func TestCompileBounded(t *testing.T) {
	many := strings.Join(words(3000), "|")
	for _, c := range []struct {
		name, pattern string
		useful        bool
	}{
		{"optional gaps", strings.Repeat("(?:foo.*)?", 3000) + "bar", true},
		{"gaps", strings.Repeat("foo.*bar[a-z]?", 3000), true},
		{"nested", strings.Repeat("(?:a.*(?:x|", 200) + "b" + strings.Repeat(")*)?", 200) + "bar", true},
		{"nested other way", strings.Repeat("(?:ab?[cd]+", 200) + strings.Repeat(")*e", 200) + "bar", true},
		{"classes", strings.Repeat("[a-f]", 1000), false},
		{"counted classes", "[a-z0-9]{1000}bar", true},
		{"nested counts", "(((?:a|bc){10}){10}){10}bar", true},
		{"optional classes", "([a-d]?){500}bar", true},
		{"long literal", strings.Repeat("abcdefghij", 20000), true},
		{"long literals", strings.Repeat("abcdefghij", 400) + "(x|y)" + strings.Repeat("klmnopqrst", 400), true},
		{"words", many, true},
		{"words twice", "(" + many + ")(" + many + ")", true},
		{"words many times", strings.Repeat("(?:"+many+")[xy]?", 20), true},
		{"words and gaps", strings.ReplaceAll(many, "|", ".*|x"), true},
		{"too many words", strings.Join(words(30000), "|"), false},
		{"same trigram", "(?:" + strings.Repeat("aaab|", 10) + strings.Join(words(2000), "xxx|aaa") + ")", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := compile(t, c.pattern)
			if n := q.size(); n > maxTrigrams {
				t.Errorf("%d trigrams", n)
			}
			if q.Useless() == c.useful {
				t.Errorf("useful = %v", !q.Useless())
			}
		})
	}
}

// Every query has the form that its comment promises.
func checkForm(t testing.TB, q *Query, within Op) {
	t.Helper()
	n := len(q.Trigrams) + len(q.Sub)
	switch {
	case q.Op == All || q.Op == None:
		if n > 0 || within != q.Op {
			t.Fatalf("%s within %d", q, within)
		}
		return
	case q.Op == within, n == 0, q.Op == Or && n < 2, within == Or && n < 2:
		t.Fatalf("%s within %d", q, within)
	case !slices.IsSorted(q.Trigrams), len(slices.Compact(slices.Clone(q.Trigrams))) != len(q.Trigrams):
		t.Fatalf("trigrams %x", q.Trigrams)
	}
	for _, k := range q.Trigrams {
		if strings.ContainsAny(string([]byte{byte(k >> 16), byte(k >> 8), byte(k)}), "\n\r\x00") {
			t.Fatalf("trigram %06x is not indexed", k)
		}
	}
	for _, sub := range q.Sub {
		checkForm(t, sub, q.Op)
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, c := range []struct{ name, pattern string }{
		{"Literal", "ServeHTTP"},
		{"Func", `func\s+\(\w+ \*?Server\)\s+\w+\(`},
		{"Alternatives", "(get|set)Foo_[a-z]+"},
		{"Date", `\d{4}-\d{2}-\d{2}`},
		{"URL", `https?://[\w.-]+/[^\s"]*`},
		{"Import", `import .* from ['"]react['"]`},
		{"ThousandWords", strings.Join(words(1000), "|")},
		{"ThousandWordsCall", `\b(` + strings.Join(words(1000), "|") + `)\s*\(`},
	} {
		re, err := syntax.Parse(c.pattern, syntax.Perl)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = Compile(re).size()
			}
			b.ReportMetric(float64(n), "trigrams")
		})
	}
}
