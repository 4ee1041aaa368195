package ignore

import (
	"strings"
	"sync"
	"testing"
)

// cases are checked against what they say and, in git_test.go, against git. A path that ends in a
// slash is a directory.
var cases = []struct{ name, rules, ignored, kept string }{
	{"plain name", "tmp", "tmp tmp/ a/tmp tmp/x", "tmpx xtmp Tmp"},
	{"leading slash anchors", "/tmp", "tmp tmp/", "a/tmp"},
	{"middle slash anchors", "a/tmp", "a/tmp", "b/a/tmp tmp"},
	{"directory only", "tmp/", "tmp/ a/tmp/ tmp/x", "tmp a/tmp"},
	{"anchored directory only", "/a/b/", "a/b/ a/b/c", "a/b x/a/b/"},
	{"two leading slashes match nothing", "//tmp", "", "tmp a/tmp"},
	{"lone slash and lone bang", "/\n!\n//", "", "a a/b"},
	{"extension", "*.log", "a.log .log d/a.log a.b.log", "a.logs log a.LOG"},
	{"long extension", "*.tar.gz", "a.tar.gz .tar.gz", "tar.gz a.gz"},
	{"star stays in its part", "a/*", "a/b a/b/c", "b/a/c a"},
	{"star before a slash", "a/*/c", "a/b/c", "a/c a/b/b/c"},
	{"leading double star", "**/b/c", "b/c a/b/c a/a/b/c", "c ab/c"},
	{"trailing double star", "a/**", "a/b a/b/c", "a a/ b/a/c"},
	{"double star before an escaped slash", `a/**\/c`, "a/b/c a/b/b/c", "a/c ab/c"},
	{"middle double star", "a/**/c", "a/c a/b/c a/b/b/c", "c b/a/c ac"},
	{"double star inside a part", "a/b**c/d", "a/bc/d a/bxc/d", "a/b/c/d"},
	{"double star after a literal start", "foo**/bar", "foo/bar foox/y/bar", "foo bar/x"},
	{"double star alone", "**", "a a/b", ""},
	{"question mark", "a?c\nx/?", "abc x/y", "ac a/c x/yy"},
	{"set", "[a-cx]1\n[!a]2\n[^b]3", "a1 b1 x1 b2 a3", "d1 a2 b3"},
	{"set starting with a bracket", "[]a]1\n[!]a]2", "]1 a1 b2", "b1 ]2 a2"},
	{"set with dashes", "[-a]1\n[a-]2\n[a-c-e]3", "-1 a1 -2 a2 -3 e3 b3", "b1 b2 d3"},
	{"set with escapes", `[\]a]1` + "\n" + `[a\-c]2` + "\n" + `[a-\c]3`, "]1 a2 -2 b3", "b2 \\2"},
	{"set never holds a slash", "a/b[!x]c/d", "a/byc/d", "a/b/c/d"},
	{"classes", "[[:digit:]]1\n[[:alpha:][:space:]_]2\n[![:upper:]]3", "51 a2 _2 a3", "a1 52 A3"},
	{"unknown class matches nothing", "[[:word:]]1", "", "a1 :1 w1"},
	{"colon without a class", "[[:]1\n[[:a]2", "[1 :1 [2 a2", "a1"},
	{"open set matches nothing", "a[b\n[\n[!\n[[:alpha:]\n[a-\n", "", "a[b [ ab [! a"},
	{"escapes", `\#a` + "\n" + `\!b` + "\n" + `\*c` + "\n" + `d\e`, "#a !b *c de", `xc \#a d\e`},
	{"backslash at the end matches nothing", "a\\\n", "", `a a\`},
	{"comments", "#a\n  #b", "", "#a #b"},
	{"trailing spaces", "a  \nb\\ \nc\\  \nd \t", "a", "b c d"},
	{"carriage returns", "a\r\nb\r\n\r\nc\r", "a b c", ""},
	{"byte-order mark", "\xef\xbb\xbfa\nb", "a b", ""},
	{"pattern ends at a NUL byte", "a\x00b\nc", "a c", "ab"},
	{"last match wins", "*.log\n!keep.log\n/d/keep.log", "a.log d/keep.log", "keep.log e/keep.log"},
	{"earlier negation loses", "!a.log\n*.log", "a.log", ""},
	{"negation below an ignored directory", "d/\n!d/keep", "d/keep d/x", ""},
	{"negation below ignored contents", "d/*\n!d/keep", "d/x d/y/keep", "d/keep d/"},
	{"everything but one directory", "/*\n!/src/\n/src/*\n!/src/*.go", "a src src/a.c", "src/ src/a.go"},
	{"literal dot", "a.b", "a.b", "axb"},
	{"bytes outside ASCII", "ä*\n[\xc3]z", "ä äx \xc3z", "a"},
	{"named upper-case class", "[[:upper:]]3", "A3", "a3"},
	{"double star before an open name", "**/[a-", "", "a"},
}

// foldCases hold where case is ignored.
var foldCases = []struct{ name, rules, ignored, kept string }{
	{"name", "Build", "build BUILD Build/", "bui1d"},
	{"extension", "*.LOG", "a.log a.Log", "a.l0g"},
	{"path", "Src/*.o", "src/x.O SRC/x.o", "src/a/x.o"},
	{"wildcards", "Fo?B*r", "foobar FOXBAR", "foba"},
	{"single capital in a set", "[A]1", "", "a1 A1"},
	{"range of capitals", "[A-C]2", "b2 B2", "d2"},
	{"range of small letters", "[a-c]2", "b2 B2", "D2"},
	{"class of capitals", "[[:upper:]]3", "b3 B3", "33"},
	{"class of small letters", "[[:lower:]]3", "b3 B3", "33"},
	{"escaped capital", `\Z`, "", "z Z"},
	{"escaped small letter", `\z`, "z Z", "y"},
	{"letters outside ASCII", "Ä*", "Ä Äx", "ä"},
}

func TestPatterns(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := New(Parse("", []byte(c.rules)))
			checkPaths(t, m, c.ignored, true)
			checkPaths(t, m, c.kept, false)
		})
	}
}

func TestFold(t *testing.T) {
	for _, c := range foldCases {
		t.Run(c.name, func(t *testing.T) {
			m := New(Parse("", []byte(c.rules), Fold(true)))
			checkPaths(t, m, c.ignored, true)
			checkPaths(t, m, c.kept, false)
		})
	}
}

func checkPaths(t *testing.T, m *Matcher, list string, want bool) {
	t.Helper()
	for _, path := range strings.Fields(list) {
		plain, isDir := strings.CutSuffix(path, "/")
		if d := m.DecidePath(plain, isDir); d.Ignored != want {
			t.Errorf("%q: ignored = %v (%+v), want %v", path, d.Ignored, d.Rule, want)
		}
	}
}

func TestTrailingSpaceNames(t *testing.T) {
	m := New(Parse("", []byte("b\\ \nc\\  \nd \t")))
	for name, want := range map[string]bool{"b ": true, "b": false, "c ": true, "c  ": false, "d \t": true, "d": false} {
		if got := m.Ignored(name, false); got != want {
			t.Errorf("Ignored(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestPrecedence(t *testing.T) {
	global := Parse("global", []byte("*.a\n*.b\n*.c\n*.d\n*.e"))
	exclude := Parse("exclude", []byte("!*.b"))
	root := New(global, exclude, Parse(".gitignore", []byte("!*.c\nsub/x.f")), nil, Parse(".ignore", []byte("!*.d")))
	sub := root.Enter("sub", Parse("sub/.gitignore", []byte("*.b\n!*.e\n/only")), Parse("sub/.ignore", []byte("*.e")))
	deep := sub.Enter("deep")
	for _, c := range []struct {
		m       *Matcher
		name    string
		ignored bool
		source  string
		line    int
	}{
		{root, "x.a", true, "global", 1},
		{root, "x.b", false, "exclude", 1},
		{root, "x.c", false, ".gitignore", 1},
		{root, "x.d", false, ".ignore", 1},
		{root, "x.z", false, "", 0},
		{root, "x.f", false, "", 0},
		{sub, "x.f", true, ".gitignore", 2},
		{sub, "x.b", true, "sub/.gitignore", 1},
		{sub, "x.e", true, "sub/.ignore", 1},
		{sub, "only", true, "sub/.gitignore", 3},
		{deep, "only", false, "", 0},
		{deep, "x.c", false, ".gitignore", 1},
	} {
		d := c.m.Decide(c.name, false)
		var source string
		var line int
		if d.Rule != nil {
			source, line = d.Rule.Source, d.Rule.Line
		}
		if d.Ignored != c.ignored || source != c.source || line != c.line {
			t.Errorf("%s%s: got %v by %s:%d, want %v by %s:%d", c.m.dir, c.name, d.Ignored, source, line, c.ignored, c.source, c.line)
		}
	}
}

func TestIgnoredDirectoryIsFinal(t *testing.T) {
	root := New(Parse(".gitignore", []byte("\nout/")))
	deep := root.Enter("out", Parse("out/.gitignore", []byte("!*"))).Enter("deep", Parse("", []byte("!*")))
	d := deep.Decide("x", false)
	if !d.Ignored || d.Rule == nil || d.Rule.Line != 2 || d.Rule.Pattern != "out/" {
		t.Fatalf("got %+v, want the rule of the directory", d)
	}
}

func TestZeroMatcherIgnoresNothing(t *testing.T) {
	var m Matcher
	if m.Ignored("a", true) || m.Enter("a").Ignored("b", false) {
		t.Fatal("the zero matcher ignored something")
	}
}

// A parent may be entered by several goroutines; siblings must not see each other's rules.
func TestSiblingsShareTheirParent(t *testing.T) {
	root := New(Parse("", []byte("*.o")))
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			own := string(rune('a' + i))
			m := root.Enter("dir"+own, Parse("", []byte(own)))
			for j := range 8 {
				name := string(rune('a' + j))
				if got := m.Ignored(name, false); got != (i == j) {
					t.Errorf("directory %s: Ignored(%s) = %v", own, name, got)
				}
			}
			if !m.Ignored("x.o", false) {
				t.Errorf("directory %s lost its parent's rule", own)
			}
		})
	}
	group.Wait()
}

// Backtracking must not blow up: these take exponential time in a naive matcher.
func TestHostilePatternsStayFast(t *testing.T) {
	name := strings.Repeat("a", 250)
	for _, pat := range []string{
		strings.Repeat("a*", 60) + "b",
		strings.Repeat("*a", 60) + "[b]",
		"/" + strings.Repeat("**/", 60) + "b",
		strings.Repeat("**/a*/", 40) + "b",
	} {
		m := New(Parse("", []byte(pat)))
		for range 40 {
			m = m.Enter("aaaa")
		}
		if m.Ignored(name, false) {
			t.Errorf("%.20q... must not match", pat)
		}
	}
}

func TestDecideDoesNotAllocate(t *testing.T) {
	m := benchChain()
	if n := testing.AllocsPerRun(100, func() { m.Ignored("component_test.go", false) }); n != 0 {
		t.Errorf("Ignored allocates %v times", n)
	}
}

func benchChain() *Matcher {
	root := New(
		Parse("global", []byte("*~\n.DS_Store\n*.swp\n.idea/\n")),
		Parse("exclude", []byte("# none\n")),
		Parse(".gitignore", []byte(`node_modules/
/build
/dist/
*.log
*.o
*.a
*.so
*.pyc
__pycache__/
.env
.env.*
!.env.example
coverage/
/packages/*/lib
docs/**/generated
*.tsbuildinfo
.cache
tmp-*
*.min.[jc]s
/vendor/bundle
`)))
	web := root.Enter("packages").Enter("web", Parse("packages/web/.gitignore", []byte("/storybook-static\n*.local\nsrc/**/*.snap\n")))
	return web.Enter("src").Enter("components")
}

func BenchmarkIgnored(b *testing.B) {
	m := benchChain()
	names := []string{"Button.tsx", "Button.test.tsx", "index.ts", "README.md", "debug.log", "node_modules", "Makefile", "theme.css"}
	ignored := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if m.Ignored(names[i%len(names)], i%len(names) == 5) {
			ignored++
		}
	}
	b.ReportMetric(float64(ignored)/float64(b.N), "ignored/op")
}

func BenchmarkEnter(b *testing.B) {
	m := benchChain()
	b.ReportAllocs()
	for b.Loop() {
		m.Enter("widgets")
	}
}

func BenchmarkParse(b *testing.B) {
	text := []byte(strings.Repeat("*.log\n/build\nsrc/**/x*.go\n!keep\n[a-z]*.tmp\n", 40))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse("", text)
	}
}
