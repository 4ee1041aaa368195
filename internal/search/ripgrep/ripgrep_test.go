package ripgrep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"sextant/internal/testkit"
)

func parse(t testing.TB, expression string) *syntax.Regexp {
	t.Helper()
	re, err := syntax.Parse(expression, syntax.Perl)
	testkit.Must(t, err)
	return re
}

func TestTranslate(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"foo", "foo"},
		{`\bfoo\b`, "(?:)foo(?:)"},
		{"^foo$", "(?:)foo(?:)"},
		{`\Afoo\z|b`, "(?:)foo(?:)|b"},
		{"(foo)(?P<name>bar)", "foobar"},
		{"(a*)*", "(?:a*)*"},
		{"(?i)k1é", "[Kk\u212a]1[Éé]"},
		{"(?i)ab|cd", "[Aa][Bb]|[Cc][Dd]"},
		{"(?i)(?:ß)+", "(?:[ßẞ])+"},
		{`\w\d\s`, `[0-9A-Z_a-z][0-9][\t\n\f\r ]`},
		{"a.b", "(?-s:a.b)"},
		{"(?s)a.b", "(?s:a.b)"},
		{`[&~\-\[]`, `[&\-\[~]`},
		{"x{2,3}?", "x{2,3}?"},
	} {
		out, ok := translate(parse(t, c.in))
		if out != c.out || !ok {
			t.Errorf("%q: %q, %v; want %q", c.in, out, ok, c.out)
		}
	}
	for _, unfit := range []string{"", "^", `\b`} {
		if out, ok := translate(parse(t, unfit)); ok {
			t.Errorf("%q is put to rg as %q", unfit, out)
		}
	}
}

// TestTranslateWidens: whatever matches an expression matches its translation.
func TestTranslateWidens(t *testing.T) {
	texts := []string{"", "foo", "FOO bar", "a\rb", "k\u212aK", "sſS", "Straße", "é", "a&b-c~[d]", "x  y", "\ufffd", "日本", "aaab", "foo\n", "1_a"}
	for _, expression := range []string{`(?i)FOO\b`, `^\w+$`, "(?i:k+)", "(?i)sss", "a.b", `[&\-~]`, `(a|(b))+c?`, `\B\W`, "(?i)straße|É", `(?m)^$`, `\x{FFFD}`, `(?i)[k-s]+`, `(?U)a+.*`} {
		re := regexp.MustCompile(expression)
		out, ok := translate(parse(t, expression))
		wide, err := regexp.Compile(out)
		if err != nil {
			t.Errorf("%q becomes %q: %v", expression, out, err)
			continue
		}
		for _, text := range texts {
			if ok && re.MatchString(text) && !wide.MatchString(text) {
				t.Errorf("%q becomes %q, which does not match %q", expression, out, text)
			}
		}
	}
}

// answer asks for files of a tree. Without rg on the machine, what must be
// asked is why there is no answer.
func answer(t *testing.T, root string, directories []string, expression string, lines bool) ([]string, error) {
	t.Helper()
	found, err := Files(context.Background(), root, directories, parse(t, expression), lines)
	if !Available() {
		if err == nil || found != nil {
			t.Errorf("an answer without rg: %v, %v", found, err)
		}
		return nil, errors.ErrUnsupported
	}
	return slices.Sorted(maps.Keys(found)), err
}

func TestFiles(t *testing.T) {
	root := testkit.Isolate(t)
	for name, text := range map[string]string{
		"a.txt": "needle\n", "sub/b.txt": "needle\r\n", "sub/deep/c.txt": "needle", "-x": "needle", "new\nline": "needle", ".hidden": "needle",
		"ignored": "needle", ".gitignore": "ignored\n", ".ignore": "*.txt\n", ".rgignore": "sub\n", ".git/config": "needle", "nul": "a\x00b\nneedle\x00\n", "early": "\x00\nneedle\n",
		"cr": "need\rle\nx", "bom": "\xef\xbb\xbfneedle", "two": "nee\ndle\n", "other": "nothing\n", "fold": "NEEDLE \u212a ſ\n",
	} {
		testkit.Write(t, root, name, text)
	}
	testkit.Must(t, os.Symlink("a.txt", filepath.Join(root, "link")))
	testkit.Must(t, os.Symlink("sub", filepath.Join(root, "linked")))
	for _, c := range []struct {
		directories, expression string
		lines                   bool
		want                    string
	}{
		{"", "needle", true, "-x .hidden a.txt bom early ignored new\nline nul"},
		{"sub", "needle", true, "sub/b.txt"},
		{"sub,sub/deep", "needle$", true, "sub/b.txt sub/deep/c.txt"},
		{"", "NEEDLE", true, "fold"},
		{"", "(?i)needle kS", true, ""},
		{"", "(?i)k s$", true, "fold"},
		{"", "need.le", true, "cr"},
		{"", `need\sle`, true, "cr"},
		{"", `nee\ndle`, false, "two"},
		{"", `(?s)o.nee`, false, ""},
		{"", `(?s)b.nee`, false, "nul"},
		{"", "zebra", true, ""},
	} {
		got, err := answer(t, root, strings.Split(c.directories, ","), c.expression, c.lines)
		if errors.Is(err, errors.ErrUnsupported) {
			continue
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q in %q: %q, %v; want %q", c.expression, c.directories, got, err, c.want)
		}
	}
}

// TestManyDirectories needs several command lines.
func TestManyDirectories(t *testing.T) {
	root := testkit.Isolate(t)
	var directories, want []string
	for i := range 300 {
		d := fmt.Sprintf("%s%d", strings.Repeat("long", 40), i)
		directories = append(directories, d)
		testkit.Write(t, root, d+"/f", fmt.Sprintf("needle%d\n", i%2))
		if i%2 == 0 {
			want = append(want, d+"/f")
		}
	}
	slices.Sort(want)
	got, err := answer(t, root, directories, "needle0", true)
	if !errors.Is(err, errors.ErrUnsupported) && (err != nil || !slices.Equal(got, want)) {
		t.Errorf("%d files, %v", len(got), err)
	}
}

func TestFilesFails(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Write(t, root, "a", "x\n")
	for name, c := range map[string]struct {
		directories []string
		expression  string
	}{
		"missing directory": {[]string{"gone"}, "x"},
		"empty expression":  {[]string{""}, "^"},
		"beyond rg":         {[]string{""}, `[\x{D000}-\x{DFFF}]`},
		"too long":          {[]string{""}, strings.Repeat("abcdefghij", 300_000)},
		"line end":          {[]string{""}, `x\ny`},
	} {
		if found, err := Files(context.Background(), root, c.directories, parse(t, c.expression), true); err == nil {
			t.Errorf("%s: %v", name, found)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Files(ctx, root, []string{""}, parse(t, "x"), true); err == nil || Available() && !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
