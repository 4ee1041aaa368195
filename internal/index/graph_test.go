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
		"README.md 2 pkg/first.go", "README.md 2 web/a.ts", "main.go 1 helper.go", "main.go 0 pkg/first.go",
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
	texts := map[string][]string{
		".go": {"package pkg\n\nfunc First() {}\n", "package pkg\n\nfunc second() { Third() }\n\nfunc First() {}\n", "package pkg\n\nfunc Third() {}\n",
			"package other\n\nfunc First() {}\n", "package pkg\n\n// Nothing.\n"},
		".ts":  {"import { a } from './a';\n", "export const b = 2;\n", "import side from './side';\nimport * as x from './b';\n", "export {};\n"},
		".py":  {"from py import core, util\n", "import py.util\n", "y = 1\n", "from .core import run as r\n"},
		".md":  {"web/b.ts and py/util.py\n", "nothing\n"},
		".mod": {"module example.com/m\n", "module example.com/other\n"},
		".js":  {"require('./b');\n", "1;\n"},
	}
	paths := []string{"go.mod", "main.go", "helper.go", "pkg/first.go", "pkg/second.go", "pkg/third.go", "pkg/fourth.go", "web/a.ts", "web/b.ts", "web/index.ts",
		"web/side.js", "py/__init__.py", "py/core.py", "py/util.py", "README.md"}
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
		got := edgesOf(mustGraph(t, mustView(t, ix)))
		fresh := Open(workspace.Open(root, workspace.Options{}), Options{Languages: languages(), Jobs: 1})
		want := edgesOf(mustGraph(t, mustView(t, fresh)))
		testkit.Must(t, fresh.Close())
		if got != want {
			t.Fatalf("round %d: brought up to date\n%s\nmade anew\n%s", round, got, want)
		}
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
	if n := s.linked.Load() - before; n > 4 || s.full.Load() != full {
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
