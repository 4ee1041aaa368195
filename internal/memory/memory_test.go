package memory

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

var languages = sync.OnceValue(func() *lang.Registry {
	r, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		panic(err)
	}
	return r
})

// checkout is a tree with an index that has no cache.
type checkout struct {
	testing.TB
	root string
	ix   *index.Indexer
}

// newCheckout writes files from an archive (testkit.Tree).
func newCheckout(t testing.TB, archive string) *checkout {
	t.Helper()
	c := &checkout{TB: t, root: testkit.Isolate(t)}
	testkit.Tree(t, c.root, archive)
	c.reopen()
	return c
}

// reopen begins with an index that knows nothing.
func (c *checkout) reopen() {
	ix := index.Open(workspace.Open(c.root, workspace.Options{}), index.Options{Languages: languages()})
	c.Cleanup(func() { testkit.Must(c, ix.Close()) })
	c.ix = ix
}

func (c *checkout) judge(budget time.Duration) *Judge {
	c.Helper()
	v, err := c.ix.View(context.Background())
	testkit.Must(c, err)
	return NewJudge(v, v.File, budget)
}

// mark anchors a mark to "path" or to "path symbol".
func (c *checkout) mark(at string) store.Mark {
	c.Helper()
	path, symbol, _ := strings.Cut(at, " ")
	j := c.judge(time.Minute)
	f := j.view.File(path)
	if f == nil {
		c.Fatalf("there is no %s", path)
	}
	m := store.Mark{Path: path, Status: Explored}
	testkit.Must(c, j.Anchor(context.Background(), &m, f, symbol))
	return m
}

// standing is what has become of a mark, in words.
func (c *checkout) standing(m *store.Mark) string {
	c.Helper()
	s, err := c.judge(time.Minute).Standing(context.Background(), m)
	testkit.Must(c, err)
	return words(s, m)
}

func words(s Standing, m *store.Mark) string {
	out := s.State
	if s.Path != "" && s.Path != m.Path {
		out += " " + s.Path
	}
	if s.Symbol != "" {
		out += " " + s.Symbol
	}
	return out
}

const shop = `
-- cart.go --
package shop

import "errors"

// Cart is what is bought.
type Cart struct{ items []string }

// Add puts an item in.
func (c *Cart) Add(name string) error {
	if name == "" {
		return errors.New("nothing")
	}
	c.items = append(c.items, name)
	return nil
}

// walk goes down.
func walk(n int) int {
	if n == 0 {
		return 0
	}
	return walk(n-1) + 1
}

func one() int { return 1 }

func uno() int { return 1 }
-- price.py --
class Price:
    def net(self, gross):
        return gross / 1.2

    def close(self):
        pass

class Discount:
    def close(self):
        pass
-- over.ts --
export function get(a: string): string;
export function get(a: number): number;
export function get(a: any): any { return a }
export function put(a: string) { return a.trim() }
-- a/empty.py --
-- b/empty.py --
-- a/twin.txt --
the same text
-- b/twin.txt --
the same text
-- words.txt --
plain words
`

func TestStanding(t *testing.T) {
	for _, c := range []struct {
		name, mark string
		change     string // an archive written over the files; a line "!path" deletes, "path -> path" moves
		want       string
	}{
		{"nothing happens", "cart.go Cart.Add", "", "valid"},
		{"nothing happens to a file", "words.txt", "", "valid"},
		{"a file is edited", "words.txt", "-- words.txt --\nother words\n", "changed"},
		{"a file is deleted", "words.txt", "!words.txt", "gone"},
		{"a file is moved", "words.txt", "words.txt -> deep/down.txt", "moved deep/down.txt"},
		{"a file is moved and edited", "words.txt", "!words.txt\n-- down.txt --\nother words\n", "gone"},
		{"a file is copied", "words.txt", "-- copy.txt --\nplain words\n", "valid"},
		{"a file is moved to two places", "words.txt", "!words.txt\n-- x.txt --\nplain words\n-- y.txt --\nplain words\n", "gone"},
		{"its double stays", "a/twin.txt", "!a/twin.txt", "gone"},
		{"an empty file is like any other", "a/empty.py", "!a/empty.py", "gone"},
		{"text around it is edited", "cart.go Cart.Add", "-- cart.go --\npackage shop\n\n// Add adds.\nfunc (c *Cart) Add(name string) error {   \n\tif name == \"\" {\n\t\treturn errors.New(\"nothing\")\n\t}\n\tc.items = append(c.items, name)\t\n\treturn nil\n}\n", "valid"},
		{"its text is edited", "cart.go walk", "-- cart.go --\npackage shop\n\nfunc walk(n int) int { return n }\n", "changed"},
		{"it is renamed, where it calls itself too", "cart.go walk", "-- cart.go --\npackage shop\n\nfunc descend(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn descend(n-1) + 1\n}\n", "renamed descend"},
		{"it is renamed and calls another", "cart.go walk", "-- cart.go --\npackage shop\n\nfunc descend(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn walk(n-1) + 1\n}\n", "gone"},
		{"it is renamed and edited", "cart.go walk", "-- cart.go --\npackage shop\n\nfunc descend(n int) int { return n }\n", "gone"},
		{"its double in the file stays", "cart.go one", "-- cart.go --\npackage shop\n\nfunc uno() int { return 1 }\n", "gone"},
		{"it has two heirs", "cart.go walk", "-- cart.go --\npackage shop\n\nfunc a(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn a(n-1) + 1\n}\n\nfunc b(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn b(n-1) + 1\n}\n", "gone"},
		{"its file is moved", "cart.go walk", "cart.go -> shop/cart.go", "moved shop/cart.go walk"},
		{"its file is moved and edited elsewhere", "cart.go walk", "!cart.go\n-- shop/go.go --\npackage shop\n\nfunc walk(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn walk(n-1) + 1\n}\n", "moved shop/go.go walk"},
		{"it moves to another file", "cart.go Cart.Add", "-- cart.go --\npackage shop\n-- add.go --\npackage shop\n\nfunc (c *Cart) Add(name string) error {\n\tif name == \"\" {\n\t\treturn errors.New(\"nothing\")\n\t}\n\tc.items = append(c.items, name)\n\treturn nil\n}\n", "moved add.go Cart.Add"},
		{"it moves under another name", "cart.go walk", "!cart.go\n-- go.go --\npackage shop\n\nfunc descend(n int) int {\n\tif n == 0 {\n\t\treturn 0\n\t}\n\treturn descend(n-1) + 1\n}\n", "gone"},
		{"it moves to two files", "cart.go one", "!cart.go\n-- x.go --\npackage shop\n\nfunc one() int { return 1 }\n-- y.go --\npackage shop\n\nfunc one() int { return 1 }\n", "gone"},
		{"it is deleted", "cart.go Cart.Add", "-- cart.go --\npackage shop\n", "gone"},
		{"its file is deleted", "cart.go Cart.Add", "!cart.go", "gone"},
		{"it becomes another kind of thing", "cart.go walk", "-- cart.go --\npackage shop\n\ntype walk int\n", "changed"},
		{"a method whose like stands in another class", "price.py Price.close", "-- price.py --\nclass Discount:\n    def close(self):\n        pass\n", "gone"},
		{"its class is renamed", "price.py Price.net", "-- price.py --\nclass Cost:\n    def net(self, gross):\n        return gross / 1.2\n", "renamed Cost.net"},
		{"a class is renamed", "price.py Price", "-- price.py --\nclass Cost:\n    def net(self, gross):\n        return gross / 1.2\n\n    def close(self):\n        pass\n", "renamed Cost"},
		{"one of several overloads is edited", "over.ts get", "-- over.ts --\nexport function get(a: string): string;\nexport function get(a: bigint): number;\nexport function get(a: any): any { return a }\n", "changed"},
		{"all overloads are renamed", "over.ts get", "-- over.ts --\nexport function take(a: string): string;\nexport function take(a: number): number;\nexport function take(a: any): any { return a }\n", "renamed take"},
		{"an overload goes", "over.ts get", "-- over.ts --\nexport function get(a: any): any { return a }\n", "changed"},
		{"its file becomes something else", "cart.go walk", "-- cart.go --\n\x00\x01\x02\n", "gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := newCheckout(t, shop)
			m := tree.mark(c.mark)
			if got := tree.standing(&m); got != "valid" {
				t.Fatalf("at first it is %s", got)
			}
			tree.change(c.change)
			if got := tree.standing(&m); got != c.want {
				t.Errorf("it is %s, want %s", got, c.want)
			}
		})
	}
}

// change does what a case of TestStanding says.
func (c *checkout) change(what string) {
	c.Helper()
	edits, archive := what, ""
	if i := strings.Index(what, "-- "); i == 0 || i > 0 && what[i-1] == '\n' {
		edits, archive = what[:i], what[i:]
	}
	for line := range strings.Lines(edits) {
		line = strings.TrimSpace(line)
		if path, ok := strings.CutPrefix(line, "!"); ok {
			testkit.Must(c, os.Remove(filepath.Join(c.root, path)))
		} else if from, to, ok := strings.Cut(line, " -> "); ok {
			testkit.Must(c, os.MkdirAll(filepath.Dir(filepath.Join(c.root, to)), 0o755))
			testkit.Must(c, os.Rename(filepath.Join(c.root, from), filepath.Join(c.root, to)))
		}
	}
	testkit.Tree(c, c.root, archive)
}

// A random edit outside of a definition leaves it valid; one inside of it does not.
func TestEditsOutsideLeaveItValid(t *testing.T) {
	for _, l := range []struct {
		path, symbol, head, own, tail string
		pieces                        []string
	}{
		{"a.go", "T.Run", "package a\n\ntype T struct{}\n\n", "func (t *T) Run(n int) int {\n\tx := n\n\n\treturn x + 1\n}", "\n\nfunc after() {}\n",
			[]string{"// a comment", "var x%d = 1", "func f%d() int {\n\treturn %[1]d\n}", "type S%d struct{ T }", "/* Run runs */", ""}},
		{"a.py", "T.run", "import os\n\nclass T:\n    y = 1\n\n", "    def run(self, n):\n        x = n\n\n        return x + 1", "\n\n    z = 2\n",
			[]string{"    # a comment", "    x%d = 1", "    def f%d(self):\n        return %[1]d", ""}},
		{"a.ts", "T.run", "import { z } from './z'\nexport class T {\n  y = 1\n", "  run(n: number) {\n    const x = n\n\n    return x + 1\n  }", "\n  z = 2\n}\n",
			[]string{"  // a comment", "  x%d = 1", "  f%d() {\n    return %[1]d\n  }", ""}},
	} {
		rng := rand.New(rand.NewPCG(1, 7))
		tree := newCheckout(t, "")
		testkit.Write(t, tree.root, l.path, l.head+l.own+l.tail)
		m := tree.mark(l.path + " " + l.symbol)
		// with puts random lines at the end of the head and at the beginning of the tail.
		with := func(own string) string {
			var before, after strings.Builder
			for n := range 1 + rng.IntN(6) {
				piece := l.pieces[rng.IntN(len(l.pieces))]
				if strings.Contains(piece, "%") {
					piece = fmt.Sprintf(piece, n)
				}
				if b := &before; rng.IntN(2) == 0 {
					b.WriteString(piece + "\n")
				} else {
					after.WriteString("\n" + piece)
				}
			}
			text := l.head + before.String() + own + after.String() + l.tail
			if rng.IntN(3) == 0 {
				text = strings.ReplaceAll(text, "\n", []string{"\r\n", " \n", "\t\n"}[rng.IntN(3)])
			}
			return text
		}
		for range 60 {
			text := with(l.own)
			testkit.Write(t, tree.root, l.path, text)
			if got := tree.standing(&m); got != "valid" {
				t.Fatalf("it is %s in\n%s", got, text)
			}
			inside := with(strings.Replace(l.own, []string{"x + 1", "= n", "return"}[rng.IntN(3)], "x - n", 1))
			testkit.Write(t, tree.root, l.path, inside)
			if got := tree.standing(&m); got == "valid" {
				t.Fatalf("it is valid in\n%s", inside)
			}
		}
	}
}

// What there was no time to look for is not called gone.
func TestOutOfTime(t *testing.T) {
	tree := newCheckout(t, shop)
	file, def := tree.mark("words.txt"), tree.mark("cart.go Cart.Add")
	tree.change("words.txt -> other/words.txt\n-- cart.go --\npackage shop\n-- add.go --\npackage shop\n\nfunc (c *Cart) Add(name string) error { return nil }\n")
	tree.reopen()
	for _, m := range []store.Mark{file, def} {
		s, err := tree.judge(-time.Second).Standing(context.Background(), &m)
		testkit.Must(t, err)
		if s.State != Unknown {
			t.Errorf("without time %s %s is %s", m.Path, m.Symbol, words(s, &m))
		}
	}
	for m, want := range map[*store.Mark]string{&file: "moved other/words.txt", &def: "gone"} {
		if got := tree.standing(m); got != want {
			t.Errorf("with time %s %s is %s, want %s", m.Path, m.Symbol, got, want)
		}
	}
	// What was noted without time to look around has no heir.
	tree.reopen()
	j := tree.judge(-time.Second)
	m := store.Mark{Path: "price.py"}
	testkit.Must(t, j.Anchor(context.Background(), &m, j.view.File("price.py"), "Price.close"))
	if m.Sole != 0 {
		t.Errorf("the mark is sole in %b", m.Sole)
	}
}

func TestAnchor(t *testing.T) {
	tree := newCheckout(t, shop)
	for _, c := range []struct {
		at   string
		sole store.Sole
	}{
		{"cart.go Cart.Add", store.SoleInFile | store.SoleElsewhere}, {"cart.go one", store.SoleElsewhere}, {"price.py Price.close", store.SoleElsewhere},
		{"words.txt", store.SoleElsewhere}, {"a/twin.txt", 0}, {"a/empty.py", 0}, {"cart.go", store.SoleElsewhere},
	} {
		m := tree.mark(c.at)
		if m.Sole != c.sole || m.Content.IsZero() || (m.Symbol == "") != m.Body.IsZero() {
			t.Errorf("%s: %+v, want sole %b", c.at, m, c.sole)
		}
	}
	j := tree.judge(time.Minute)
	m := store.Mark{Path: "cart.go"}
	if err := j.Anchor(context.Background(), &m, j.view.File("cart.go"), "Nothing"); !errors.Is(err, ErrNoDefinition) {
		t.Errorf("a definition that is not there: %v", err)
	}
	if s, err := j.Standing(context.Background(), &store.Mark{Path: "words.txt"}); err != nil || s.State != Unknown {
		t.Errorf("a mark of a file that was not read is %+v, %v", s, err)
	}
	if r := j.Relied(); len(r) != 2 {
		t.Errorf("it rests on %d files", len(r))
	}
}

func TestMasked(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"func run() { run() }", "run", "func _() { _() }"},
		{"func run() { rerun(); runs(); run2(); _run() }", "run", "func _() { rerun(); runs(); run2(); _run() }"},
		{"run", "run", "_"}, {"", "run", ""}, {"x.run.y", "run", "x._.y"}, {"größe größer", "größe", "_ größer"},
		{"aaa a aa", "a", "aaa _ aa"}, {`"k": {"k": 1}`, `"k"`, `_: {_: 1}`}, {"a b", "", "a b"}, {"runrun run", "run", "runrun _"},
	} {
		if got := strings.ReplaceAll(string(masked([]byte(c.text), []byte(c.name))), "\x00", "_"); got != c.want {
			t.Errorf("%q without %q is %q, want %q", c.text, c.name, got, c.want)
		}
	}
}

func FuzzBodyHash(f *testing.F) {
	f.Add("func run() { run() }  \n", "func run() { run() }\n", "run")
	f.Add("a\r\nb", "a\nb\n", "b")
	f.Fuzz(func(t *testing.T, a, b, name string) {
		if strings.Contains(a+b+name, "\x00") {
			return
		}
		hash := func(s string) code.Hash {
			text := name + s
			return bodyHash([]byte(text), &code.Definition{NameSpan: code.Span{End: uint32(len(name))}, Span: code.Span{End: uint32(len(text)) + 5}})
		}
		bare := func(s string) string {
			var out []string
			for line := range strings.Lines(name + s) {
				out = append(out, strings.TrimRight(line, " \t\r\n"))
			}
			return strings.Join(out, "\n")
		}
		if (hash(a) == hash(b)) != (bare(a) == bare(b)) {
			t.Errorf("%q and %q of name %q", a, b, name)
		}
	})
}

func TestFrontier(t *testing.T) {
	tree := newCheckout(t, `
-- core.py --
x = 1
-- a.py --
import core
import b
-- b.py --
import core
-- c.py --
import a
import b
-- d.py --
import c
-- alone.py --
y = 1
`)
	frontier := func(marks ...store.Mark) string {
		f, err := tree.judge(time.Minute).Frontier(context.Background(), marks, time.Minute)
		testkit.Must(t, err)
		if f.Pending != 0 {
			t.Errorf("%d files are pending", f.Pending)
		}
		return strings.Join(f.Paths, " ")
	}
	as := func(path, status string) store.Mark {
		m := tree.mark(path)
		m.Status = status
		return m
	}
	for _, c := range []struct {
		marks []store.Mark
		want  string
	}{
		{[]store.Mark{as("alone.py", Explored)}, ""},
		{[]store.Mark{as("d.py", Explored)}, "c.py"},
		{[]store.Mark{as("a.py", Explored)}, "core.py b.py c.py"},
		{[]store.Mark{as("a.py", Explored), as("b.py", Explored)}, "core.py c.py"},
		{[]store.Mark{as("a.py", Skipped)}, ""},
		{[]store.Mark{as("a.py", Explored), as("core.py", Skipped)}, "b.py c.py"},
		{[]store.Mark{as("a.py", Explored), as("d.py", Flagged)}, "c.py core.py b.py"},
		// What several marks say of one file: the most of it.
		{[]store.Mark{as("d.py", Explored), as("d.py", Skipped)}, "c.py"},
	} {
		if got := frontier(c.marks...); got != c.want {
			t.Errorf("next to %v lie %q, want %q", c.marks, got, c.want)
		}
	}
	m := as("d.py", Explored)
	tree.change("d.py -> e.py")
	if got := frontier(m); got != "c.py" {
		t.Errorf("next to a file that was moved lie %q", got)
	}
}
