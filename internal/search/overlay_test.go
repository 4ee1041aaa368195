package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/index"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

// openCached opens the checkout at root with a cache beside it.
func openCached(t *testing.T, root string) *index.Indexer {
	t.Helper()
	ix := index.Open(workspace.Open(root, workspace.Options{}), index.Options{Languages: languages(), CacheDir: filepath.Join(filepath.Dir(root), "cache")})
	t.Cleanup(func() { testkit.Must(t, ix.Close()) })
	return ix
}

// usedAt lists where a definition is used, with how sure that is.
func usedAt(t *testing.T, ix *index.Indexer, file string, line uint32) []string {
	t.Helper()
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	u, err := FindUsages(context.Background(), v, UsagesQuery{SymbolQuery: SymbolQuery{From: v.File(file), Line: line, Budget: time.Minute}})
	testkit.Must(t, err)
	var out []string
	for _, list := range [][]Use{u.Items, u.ByName} {
		for i := range list {
			out = append(out, fmt.Sprintf("%s:%d %s", list[i].File.Path, list[i].Ref.Line, list[i].Evidence))
		}
	}
	return out
}

func expectUses(t *testing.T, ix *index.Indexer, when, file string, line uint32, want ...string) {
	t.Helper()
	if got := usedAt(t, ix, file, line); !slices.Equal(got, want) {
		t.Errorf("%s: line %d of %s is used at %q, want %q", when, line, file, got, want)
	}
}

func importOverlay(ix *index.Indexer, b []byte) (index.OverlayReport, error) {
	v, err := ix.Complete(context.Background(), nil)
	if err != nil {
		return index.OverlayReport{}, err
	}
	return ix.ImportOverlay(context.Background(), v, bytes.NewReader(b))
}

// ambiguous is a project in which what has the name is all that the linker can
// tell of the call.
type ambiguous struct {
	defs, use string // files
	text      map[string]string
	docs      []testkit.SCIPDocument
	a, b      uint32 // lines of the definitions
	call      uint32 // of the use, which means b
}

func (p ambiguous) document(path string, names ...testkit.SCIPName) testkit.SCIPDocument {
	return testkit.SCIPDocument{Path: path, Text: p.text[path], Encoding: 2, Names: names}
}

func goProject() ambiguous {
	p := ambiguous{defs: "a/a.go", use: "main.go", a: 5, b: 9, call: 7, text: map[string]string{
		"go.mod":  "module demo\n",
		"a/a.go":  "package a\n\ntype One struct{}\n\nfunc (One) Serve(n int) {}\n\ntype Two struct{}\n\nfunc (Two) Serve(n int) {}\n",
		"main.go": "package main\n\nimport \"example.org/other\"\n\nfunc main() {\n\t/* 𝄞 */ v := other.Value()\n\tv.Serve(1)\n}\n"}}
	one, two := "scip-go gomod demo . `demo/a`/One#Serve().", "scip-go gomod demo . `demo/a`/Two#Serve()."
	p.docs = []testkit.SCIPDocument{
		p.document("a/a.go", testkit.SCIPName{Around: "(One) |Serve", Name: "Serve", Symbol: one, Definition: true},
			testkit.SCIPName{Around: "(Two) |Serve", Name: "Serve", Symbol: two, Definition: true}),
		p.document("main.go", testkit.SCIPName{Around: "v.|Serve", Name: "Serve", Symbol: two}),
	}
	return p
}

func pythonProject() ambiguous {
	p := ambiguous{defs: "a.py", use: "main.py", a: 2, b: 7, call: 2, text: map[string]string{
		"a.py":    "class One:\n    def serve(self): ...\n\n\nclass Two:\n    # über\n    def serve(self): ...\n",
		"main.py": "def main(v):\n    v.serve()\n"}}
	one, two := "scip-python python demo 1 a/One#serve().", "scip-python python demo 1 a/Two#serve()."
	p.docs = []testkit.SCIPDocument{
		p.document("a.py", testkit.SCIPName{Around: "One:\n    def |serve", Name: "serve", Symbol: one, Definition: true},
			testkit.SCIPName{Around: "über\n    def |serve", Name: "serve", Symbol: two, Definition: true}),
		p.document("main.py", testkit.SCIPName{Around: "v.|serve", Name: "serve", Symbol: two}),
	}
	return p
}

func TestOverlay(t *testing.T) {
	for name, p := range map[string]ambiguous{"Go": goProject(), "Python": pythonProject()} {
		t.Run(name, func(t *testing.T) {
			root := testkit.Isolate(t)
			for path, text := range p.text {
				testkit.Write(t, root, path, text)
			}
			ix := openCached(t, root)
			use := fmt.Sprintf("%s:%d ", p.use, p.call)
			var named []string // Go's linker takes the value for one of the other module
			if name == "Python" {
				named = []string{use + "name"}
			}
			_, err := ix.Complete(context.Background(), nil)
			testkit.Must(t, err)
			expectUses(t, ix, "without", p.defs, p.a, named...)
			expectUses(t, ix, "without", p.defs, p.b, named...)

			rep, err := importOverlay(ix, testkit.SCIP(t, root, p.docs...))
			testkit.Must(t, err)
			if rep.Documents != 2 || rep.Taken != 2 || rep.Missing != 0 || len(rep.Refused) != 0 || rep.Tool != "scip-test 1.0" {
				t.Errorf("report %+v", rep)
			}
			expectUses(t, ix, "with", p.defs, p.a)
			expectUses(t, ix, "with", p.defs, p.b, use+"exact")
			// By the place of the call.
			v, err := ix.View(context.Background())
			testkit.Must(t, err)
			c, err := FindUsages(context.Background(), v, UsagesQuery{SymbolQuery: SymbolQuery{From: v.File(p.use), Line: p.call, Name: p.docs[1].Names[0].Name, Budget: time.Minute}})
			testkit.Must(t, err)
			if d := c.Target; len(d.Symbols) != 1 || d.Symbols[0].File != p.defs || d.Evidence != Exact {
				t.Errorf("the call means %+v", d)
			}

			// Another process, and one that starts later, know it too.
			expectUses(t, openCached(t, root), "opened again", p.defs, p.b, use+"exact")

			// With another file changed it is not sure any more.
			testkit.Write(t, root, "more/x."+strings.SplitN(p.use, ".", 2)[1], map[string]string{"Go": "package more\n", "Python": "x = 1\n"}[name])
			expectUses(t, ix, "a file more", p.defs, p.b, use+"likely")
			testkit.Must(t, os.RemoveAll(root+"/more"))
			expectUses(t, ix, "and gone", p.defs, p.b, use+"exact")

			// Of a file that has changed nothing is taken, until it is as it was.
			for _, path := range []string{p.use, p.defs} {
				testkit.Write(t, root, path, p.text[path]+"\n")
				expectUses(t, ix, path+" changed", p.defs, p.b, named...)
				testkit.Write(t, root, path, p.text[path])
				expectUses(t, ix, path+" as before", p.defs, p.b, use+"exact")
			}

			// A document that does not fit is refused when it comes.
			testkit.Write(t, root, p.use, "\n"+p.text[p.use])
			rep, err = importOverlay(ix, testkit.SCIP(t, "", append(p.docs, testkit.SCIPDocument{Path: "gone.go"})...))
			testkit.Must(t, err)
			if rep.Taken != 1 || rep.Missing != 1 || len(rep.Refused) != 1 || rep.Refused[0].Path != p.use {
				t.Errorf("report %+v", rep)
			}
			testkit.Write(t, root, p.use, p.text[p.use])
			expectUses(t, ix, "refused", p.defs, p.b, named...)

			// What cannot be read changes nothing.
			good := testkit.SCIP(t, root, p.docs...)
			if _, err = importOverlay(ix, good); err != nil {
				t.Fatal(err)
			}
			if _, err = importOverlay(ix, good[:len(good)-3]); err == nil || !strings.Contains(err.Error(), "cut short") {
				t.Errorf("a cut index gave %v", err)
			}
			if _, err = importOverlay(ix, testkit.SCIP(t, "", testkit.SCIPDocument{Path: "gone.go"})); err == nil {
				t.Error("an index of nothing here was taken")
			}
			expectUses(t, ix, "after bad ones", p.defs, p.b, use+"exact")
			had, err := ix.DropOverlay()
			testkit.Must(t, err)
			if !had {
				t.Error("there was nothing to drop")
			}
			expectUses(t, ix, "dropped", p.defs, p.b, named...)
		})
	}
}

// What an index says to implement a type is found, though nothing declares it.
func TestOverlayImplementations(t *testing.T) {
	const text = "class Base:\n    pass\n\n\nclass Impl:\n    pass\n"
	base, impl := "scip-python python demo 1 a/Base#", "scip-python python demo 1 a/Impl#"
	root := testkit.Isolate(t)
	testkit.Write(t, root, "sub/a.py", text)
	ix := openCached(t, root)
	_, err := importOverlay(ix, testkit.SCIP(t, root+"/sub", testkit.SCIPDocument{Path: "a.py", Text: text, Encoding: 3,
		Names:      []testkit.SCIPName{{Around: "class |Base", Name: "Base", Symbol: base, Definition: true}, {Around: "class |Impl", Name: "Impl", Symbol: impl, Definition: true}},
		Implements: map[string]string{impl: base}}))
	testkit.Must(t, err)
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	found, err := FindSubtypes(context.Background(), v, SubtypesQuery{SymbolQuery: SymbolQuery{Name: "Base", Budget: time.Minute}})
	testkit.Must(t, err)
	if len(found.Items) != 1 || found.Items[0].Definition().Name != "Impl" || found.Items[0].Evidence != Exact {
		t.Errorf("found %+v", found.Items)
	}
}

func TestOverlayWithoutCache(t *testing.T) {
	ix := checkout(t, "a.py", "x = 1\n")
	if _, err := importOverlay(ix, testkit.SCIP(t, "", testkit.SCIPDocument{Path: "a.py"})); !errors.Is(err, index.ErrNoCache) {
		t.Errorf("without a cache: %v", err)
	}
}
