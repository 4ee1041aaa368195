package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/internal/index/graph"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

// edgesOf prints a graph: "from kind to", one edge a line, by path.
func edgesOf(g *Graph) string {
	var b strings.Builder
	for n := int32(0); int(n) < g.Len(); n++ {
		for _, a := range g.Out(n) {
			fmt.Fprintf(&b, "%s %d %s\n", g.File(n).Path, a.Kind, g.File(a.Node).Path)
		}
	}
	return b.String()
}

func mustGraph(t testing.TB, v *View) *Graph {
	t.Helper()
	g, err := v.Graph(context.Background(), time.Minute)
	testkit.Must(t, err)
	if g.Pending > 0 {
		t.Fatalf("%d files pending", g.Pending)
	}
	return g
}

// mixed is a small checkout in which files lead to one another in every way.
var mixed = map[string]string{
	"go.mod":         "module example.com/m\n\ngo 1.26\n",
	"main.go":        "package main\n\nimport \"example.com/m/pkg\"\n\nfunc main() { pkg.First(); helper() }\n",
	"helper.go":      "package main\n\nfunc helper() {}\n",
	"pkg/first.go":   "package pkg\n\n// First calls.\nfunc First() { second() }\n",
	"pkg/second.go":  "package pkg\n\nfunc second() {}\n",
	"pkg/third.go":   "package pkg\n\nfunc Third() { First() }\n",
	"web/a.ts":       "import { b } from './b';\nexport const a = b;\n",
	"web/b.ts":       "export const b = 1;\n",
	"web/index.ts":   "export * from './a';\nimport './side';\n",
	"web/side.js":    "console.log(1);\n",
	"py/__init__.py": "from .core import run\n",
	"py/core.py":     "import os\nfrom . import util\n\ndef run():\n    return util.x\n",
	"py/util.py":     "x = 1\n",
	"py/both.py":     "from py import core, util\n",
	"cs/App.cs":      "using Shop.Model;\nnamespace Shop;\nclass App { Order o; Helper h; }\n",
	"cs/Helper.cs":   "namespace Shop;\nclass Helper { }\n",
	"cs/Other.cs":    "namespace Shop;\nclass Other { }\n",
	"cs/Order.cs":    "namespace Shop.Model;\npublic class Order { }\n",
	"php/A.php":      "<?php\nnamespace App;\nclass A { function f() { return new B(); } }\n",
	"php/B.php":      "<?php\nnamespace App;\nclass B {}\n",
	"jv/p/A.java":    "package p;\nclass A { B b; }\n",
	"jv/p/B.java":    "package p;\nclass B { }\n",
	"README.md":      "See [the package](pkg/first.go) and `web/a.ts`.\n",
}

func writeAll(t testing.TB, root string, files map[string]string) {
	t.Helper()
	for p, text := range files {
		testkit.Write(t, root, p, text)
	}
}

func TestGraph(t *testing.T) {
	root := testkit.Isolate(t)
	writeAll(t, root, mixed)
	ix := openIndex(t, root)
	got := edgesOf(mustGraph(t, mustView(t, ix)))
	want := strings.Join([]string{
		"README.md 2 pkg/first.go", "README.md 2 web/a.ts", "cs/App.cs 1 cs/Helper.cs", "cs/App.cs 0 cs/Order.cs", "jv/p/A.java 1 jv/p/B.java", "main.go 1 helper.go", "main.go 0 pkg/first.go", "php/A.php 1 php/B.php",
		"pkg/first.go 1 pkg/second.go", "pkg/third.go 1 pkg/first.go", "py/__init__.py 0 py/core.py", "py/both.py 0 py/core.py", "py/both.py 0 py/util.py", "py/core.py 0 py/util.py",
		"web/a.ts 0 web/b.ts", "web/index.ts 0 web/a.ts", "web/index.ts 0 web/side.js", ""}, "\n")
	if got != want {
		t.Errorf("edges\n%s\nwant\n%s", got, want)
	}
}

// However a checkout came to be what it is, its graph is that of a checkout
// that was always so.
func TestGraphIncrementalEqualsRebuilt(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	root := testkit.Isolate(t)
	writeAll(t, root, mixed)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	second := openIndex(t, root) // as another process on the same store
	texts := map[string][]string{
		".go": {"package pkg\n\nfunc First() {}\n", "package pkg\n\nfunc second() { Third() }\n\nfunc First() {}\n", "package pkg\n\nfunc Third() {}\n",
			"package other\n\nfunc First() {}\n", "package pkg\n\n// Nothing.\n"},
		".ts":   {"import { a } from './a';\n", "export const b = 2;\n", "import side from './side';\nimport * as x from './b';\n", "export {};\n"},
		".py":   {"from py import core, util\n", "import py.util\n", "y = 1\n", "from .core import run as r\n"},
		".md":   {"web/b.ts and py/util.py\n", "nothing\n"},
		".mod":  {"module example.com/m\n", "module example.com/other\n"},
		".js":   {"require('./b');\n", "1;\n"},
		".cs":   {"namespace Shop;\nclass Helper { Order o; }\n", "namespace Shop.Model { class Order { } class Other { } }\n", "class Bare { Helper h; }\n"},
		".php":  {"<?php\nnamespace App;\nclass A { function f(B $b) {} }\n", "<?php\nnamespace Other;\nclass B {}\n"},
		".java": {"package p;\nclass B { A a; }\n", "package q;\nclass B { }\n"},
		".json": {`{"compilerOptions": {"paths": {"./b": ["./a"]}}}`, "{}"},
	}
	paths := []string{"go.mod", "main.go", "helper.go", "pkg/first.go", "pkg/second.go", "pkg/third.go", "pkg/fourth.go", "web/a.ts", "web/b.ts", "web/index.ts",
		"web/side.js", "web/tsconfig.json", "cs/App.cs", "cs/Helper.cs", "cs/Order.cs", "php/A.php", "php/B.php", "jv/p/A.java", "jv/p/B.java", "py/__init__.py", "py/core.py", "py/util.py", "README.md"}
	rounds := 120
	if testing.Short() {
		rounds = 30
	}
	for round := range rounds {
		for range 1 + random.IntN(2) {
			p := paths[random.IntN(len(paths))]
			choices := texts[filepath.Ext(p)]
			switch k := random.IntN(len(choices) + 2); {
			case k < len(choices):
				testkit.Write(t, root, p, choices[k])
			case k == len(choices) && mixed[p] != "":
				testkit.Write(t, root, p, mixed[p])
			default:
				if err := os.Remove(filepath.Join(root, p)); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
		}
		if round%17 == 16 { // as a process that starts anew
			testkit.Must(t, ix.Close())
			ix = openIndex(t, root)
		}
		v := mustView(t, ix)
		if random.IntN(3) == 0 { // a question that has no time to parse
			_, err := v.Graph(context.Background(), 0)
			testkit.Must(t, err)
		}
		got := edgesOf(mustGraph(t, v))
		fresh := Open(workspace.Open(root, workspace.Options{}), Options{Languages: languages(), Jobs: 1})
		want := edgesOf(mustGraph(t, mustView(t, fresh)))
		testkit.Must(t, fresh.Close())
		if got != want {
			t.Fatalf("round %d: brought up to date\n%s\nmade anew\n%s", round, got, want)
		}
		if random.IntN(2) == 0 {
			if got := edgesOf(mustGraph(t, mustView(t, second))); got != want {
				t.Fatalf("round %d: by another process\n%s\nmade anew\n%s", round, got, want)
			}
		}
	}
}

// What a question derives while facts are missing is not taken for the whole
// when they are there.
func TestGraphAfterAnEarlyQuestion(t *testing.T) {
	root := testkit.Isolate(t)
	writeAll(t, root, mixed)
	ix := openIndex(t, root)
	v := mustView(t, ix)
	f := v.File("cs/App.cs")
	facts, err := v.Facts(context.Background(), f)
	testkit.Must(t, err)
	if _, complete, err := v.Edges(context.Background(), f, facts, time.Time{}); complete || err != nil {
		t.Errorf("complete %v with most files unparsed, error %v", complete, err)
	}
	early, err := v.Graph(context.Background(), 0)
	testkit.Must(t, err)
	if early.Pending == 0 {
		t.Error("nothing is pending although nothing is parsed")
	}
	for _, f := range v.Files() {
		_, err := v.Outline(context.Background(), f)
		testkit.Must(t, err)
	}
	node, _ := early.Node("cs/App.cs")
	if got := mustGraph(t, v).Out(node); len(got) != 2 {
		t.Errorf("cs/App.cs leads to %v", got)
	}
}

// A configuration file that is a symlink, too large or not read yet counts as read.
func TestGraphWithOddConfigurations(t *testing.T) {
	root := testkit.Isolate(t)
	writeAll(t, root, map[string]string{"src/a.ts": "import { b } from '@/b';\n", "src/b.ts": "export const b = 1;\n", "real.json": "{}"})
	testkit.Must(t, os.Symlink("real.json", filepath.Join(root, "tsconfig.json")))
	ix := openIndex(t, root)
	mustGraph(t, mustComplete(t, ix))
	testkit.Must(t, os.Remove(filepath.Join(root, "tsconfig.json")))
	testkit.Write(t, root, "tsconfig.json", `{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}`)
	if got := edgesOf(mustGraph(t, mustView(t, ix))); !strings.Contains(got, "src/a.ts 0 src/b.ts") {
		t.Errorf("edges %q", got)
	}
}

// An edit that changes nothing of what a file offers links that file alone.
func TestGraphLinksWhatChanged(t *testing.T) {
	root := testkit.Isolate(t)
	writeAll(t, root, mixed)
	ix := openIndex(t, root)
	mustComplete(t, ix)
	mustGraph(t, mustView(t, ix))
	s := &ix.linkedState
	before, full := s.linked.Load(), s.full.Load()
	testkit.Write(t, root, "pkg/first.go", "package pkg\n\n// First calls nobody.\nfunc First() {}\n")
	g := mustGraph(t, mustView(t, ix))
	if n := s.linked.Load() - before; n != 1 || s.full.Load() != full {
		t.Errorf("%d files linked, %d graphs made from all", n, s.full.Load()-full)
	}
	if n, _ := g.Node("pkg/first.go"); len(g.Out(n)) != 0 {
		t.Errorf("pkg/first.go still leads to %v", g.Out(n))
	}
	// A new name concerns those who mention it, and nobody else.
	before = s.linked.Load()
	testkit.Write(t, root, "pkg/second.go", "package pkg\n\nfunc second() {}\n\nfunc helper() {}\n")
	mustGraph(t, mustView(t, ix))
	if n := s.linked.Load() - before; n > 6 || s.full.Load() != full {
		t.Errorf("%d files linked, %d graphs made from all", n, s.full.Load()-full)
	}
	// What nothing happened to is not linked again, also by another process.
	before = s.linked.Load()
	mustGraph(t, mustView(t, ix))
	testkit.Must(t, ix.Close())
	again := openIndex(t, root)
	mustGraph(t, mustView(t, again))
	if n := s.linked.Load() - before + again.linkedState.linked.Load(); n != 0 {
		t.Errorf("%d files linked although nothing changed", n)
	}
}

// A stored graph is taken up only by who parses and links alike.
func TestStoredGraphOfOthers(t *testing.T) {
	root := testkit.Isolate(t)
	writeAll(t, root, mixed)
	ix := openIndex(t, root)
	mustGraph(t, mustComplete(t, ix))
	l := ix.linkedState.last
	body := ix.encodeLinked(l)
	back, err := ix.decodeLinked(body)
	testkit.Must(t, err)
	if fmt.Sprint(back.paths, back.keys, back.arcs, back.configs) != fmt.Sprint(l.paths, l.keys, nonNil(l.arcs), l.configs) {
		t.Error("decoded, the graph is another")
	}
	other := &Indexer{opt: ix.opt}
	other.opt.MaxTextBytes++
	if _, err := other.decodeLinked(body); err == nil {
		t.Error("a graph made under other limits is taken up")
	}
	for n := range body {
		if _, err := ix.decodeLinked(body[:n]); err == nil {
			t.Errorf("the first %d bytes of %d are taken for a graph", n, len(body))
		}
	}
}

func nonNil(arcs [][]graph.Arc) [][]graph.Arc {
	out := make([][]graph.Arc, len(arcs))
	for i := range arcs {
		out[i] = append([]graph.Arc{}, arcs[i]...)
	}
	return out
}
