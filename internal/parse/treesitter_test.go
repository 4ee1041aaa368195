package parse

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"
	tsgo "github.com/tree-sitter/tree-sitter-go/bindings/go"
	tspython "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// bare is a language with a grammar and without rules.
func bare(name string, load func() unsafe.Pointer) *lang.Definition {
	return &lang.Definition{ID: code.LanguageID(name), Grammar: &lang.Grammar{Name: name, Load: load}}
}

var (
	bareGo     = bare("go", tsgo.Language)
	barePython = bare("python", tspython.Language)
)

// bindingNode is one node as the official binding tells of it.
type bindingNode struct {
	kind, field      string
	start, end       uint32
	parent, next     int32
	named, extra     bool
	missing, isError bool
	kindID, fieldID  uint16
}

// walkBinding flattens the source by way of the official Go binding.
func walkBinding(t *testing.T, d *lang.Definition, src []byte) (nodes []bindingNode, hasError bool) {
	t.Helper()
	p := sitter.NewParser()
	defer p.Close()
	if err := p.SetLanguage(sitter.NewLanguage(d.Grammar.Load())); err != nil {
		t.Fatal(err)
	}
	tree := p.Parse(src, nil)
	defer tree.Close()
	cursor := tree.Walk()
	defer cursor.Close()
	var out []bindingNode
	var visit func(parent int32)
	visit = func(parent int32) {
		n := cursor.Node()
		self := int32(len(out))
		out = append(out, bindingNode{kind: n.Kind(), field: cursor.FieldName(), start: uint32(n.StartByte()), end: uint32(n.EndByte()),
			parent: parent, named: n.IsNamed(), extra: n.IsExtra(), missing: n.IsMissing(), isError: n.IsError(),
			kindID: n.KindId(), fieldID: cursor.FieldId()})
		if cursor.GotoFirstChild() {
			visit(self)
			for cursor.GotoNextSibling() {
				visit(self)
			}
			cursor.GotoParent()
		}
		out[self].next = int32(len(out))
	}
	visit(-1)
	return out, tree.RootNode().HasError()
}

// sources are ours: the golden inputs of the language folders, cut in the
// middle as well, and odd ones.
func sources(t *testing.T, pattern string, more ...string) map[string][]byte {
	t.Helper()
	out := make(map[string][]byte)
	names, err := filepath.Glob(filepath.FromSlash(pattern))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		src, err := os.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		out[n] = src
		out[n+" first half"] = src[:len(src)/2]
		out[n+" second half"] = src[len(src)/2:]
	}
	for i, s := range append(more, "", "\n", "\x00", "\xff\xfe\xfd", "\ufeffx = 1\n", "a\r\nb\r\n", ")]}({[", "é = '検索'\n") {
		out[fmt.Sprintf("odd source %d", i)] = []byte(s)
	}
	return out
}

// TestFlattenAgreesWithTheBinding is also the check that the declarations in
// flatten.c are those of the runtime that is linked in: a structure of another
// size or order gives other nodes, if anything.
func TestFlattenAgreesWithTheBinding(t *testing.T) {
	tests := []struct {
		d       *lang.Definition
		sources map[string][]byte
	}{
		{bareGo, sources(t, "../lang/golang/testdata/*/input.go",
			"package p\n\nfunc (s *T) F(a, b int) (x int, err error) { // end\n\treturn a +, nil\n}\n",
			"package p\nvar x = map[string][]int{`a`: {1, 2}}\nfunc f() { for i := range 3 { go f() } }\ntype T[K any] struct { K; a, b int `json:\"a\"` }",
			"package p\nfunc f( {\n if x { \n")},
		{barePython, sources(t, "../lang/python/testdata/*/input.py",
			"@d\nclass A(B, metaclass=M):\n    '''doc'''\n    def f(self, *a, k: int = 3) -> str:\n        return f'{self.x!r:>{w}} {1 + 2}'  # c\n",
			"def f(:\n  x = (1,\n  y\nclass\n", "match x:\n  case [1, *r] if r: pass\n\n\n", "if x:\n\ty\n  z\n")},
	}
	for _, tt := range tests {
		g, err := loadGrammar(tt.d.Grammar)
		if err != nil {
			t.Fatal(err)
		}
		nodes, missing, errorNodes, extras, fields := 0, 0, 0, 0, 0
		for name, src := range tt.sources {
			want, wantError := walkBinding(t, tt.d, src)
			err := g.withTree(src, src, time.Minute, func(tree *syntax.Tree, hasError bool) {
				if tree.Len() != len(want) {
					t.Errorf("%s: %d nodes, want %d", name, tree.Len(), len(want))
					return
				}
				for i, w := range want {
					n := syntax.Node(i)
					r := tree.Records[i]
					got := bindingNode{kind: tree.Kind(n), field: tree.Field(n), start: tree.Start(n), end: tree.End(n),
						parent: int32(tree.Parent(n)), next: int32(tree.After(n)), named: tree.IsNamed(n),
						extra: r.Flags&syntax.FlagExtra != 0, missing: tree.IsMissing(n), isError: tree.IsError(n),
						kindID: r.Kind, fieldID: r.Field}
					if got != w {
						t.Fatalf("%s: node %d: got %+v, want %+v", name, i, got, w)
					}
					nodes++
					for _, c := range []struct {
						is bool
						n  *int
					}{{w.missing, &missing}, {w.isError, &errorNodes}, {w.extra, &extras}, {w.field != "", &fields}} {
						if c.is {
							*c.n++
						}
					}
				}
				if hasError != wantError {
					t.Errorf("%s: hasError is %v", name, hasError)
				}
				checkLinks(t, name, tree)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %d nodes, %d missing, %d errors, %d extras, %d fields", tt.d.ID, nodes, missing, errorNodes, extras, fields)
		if nodes < 200 || missing == 0 || errorNodes == 0 || extras == 0 || fields == 0 {
			t.Errorf("%s: the sources do not show every sort of node", tt.d.ID)
		}
	}
}

// checkLinks checks that parents, children and siblings say the same.
func checkLinks(t *testing.T, name string, tree *syntax.Tree) {
	t.Helper()
	for n := range syntax.Node(tree.Len()) {
		before, at := syntax.None, n+1
		for c := tree.FirstChild(n); c != syntax.None; c = tree.Next(c) {
			if tree.Parent(c) != n || tree.Previous(c) != before || c != at {
				t.Fatalf("%s: child %d of %d is linked wrongly", name, c, n)
			}
			before, at = c, tree.After(c)
		}
		if at != tree.After(n) {
			t.Fatalf("%s: the children of %d do not fill it", name, n)
		}
	}
}

func TestRecordLayout(t *testing.T) {
	r := reflect.TypeFor[syntax.Record]()
	if r.Size() != 24 {
		t.Errorf("a record takes %d bytes", r.Size())
	}
	want := map[string]uintptr{"Start": 0, "End": 4, "Parent": 8, "Next": 12, "Kind": 16, "Field": 18, "Flags": 20}
	for name, offset := range want {
		if f, ok := r.FieldByName(name); !ok || f.Offset != offset {
			t.Errorf("%s lies at %d, want %d", name, f.Offset, offset)
		}
	}
}

var largeGo = []byte("package p\n" + strings.Repeat("func f(a int) int { if a > 1 { return g(a, \"x\") + 2 }; return h.i(a)[3] }\n", 6000))

// TestAParserIsUsableAfterATimeout sweeps the limit over the whole course of
// a parse, since what a parser remembers depends on where it was stopped.
func TestAParserIsUsableAfterATimeout(t *testing.T) {
	src := largeGo[:len(largeGo)/10]
	g, err := loadGrammar(bareGo.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	nodes, _ := walkBinding(t, bareGo, src)
	want := len(nodes)
	start := time.Now()
	if err := g.withTree(src, src, time.Minute, func(*syntax.Tree, bool) {}); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(start)
	stopped := 0
	for i := range 45 {
		err := g.withTree(src, src, max(1, whole*time.Duration(i)/36), func(*syntax.Tree, bool) {})
		if errors.Is(err, errTimeout) {
			stopped++
		} else if err != nil {
			t.Fatal(err)
		}
		if i%10 != 0 {
			continue
		}
		got := 0
		if err := g.withTree(src, src, time.Minute, func(tree *syntax.Tree, _ bool) { got = tree.Len() }); err != nil || got != want {
			t.Fatalf("after a limit of %d/36: %d nodes, want %d (%v)", i, got, want, err)
		}
	}
	if stopped == 0 {
		t.Error("no limit stopped a parse")
	}
}

func TestATinyLimitFallsBack(t *testing.T) {
	f, err := Parse(bareGo, largeGo, Limits{Time: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if f.Status != code.StatusFallback || len(f.Definitions) != maxFallback {
		t.Errorf("status %v, %d definitions", f.Status, len(f.Definitions))
	}
	f, err = Parse(bareGo, largeGo, Limits{})
	if err != nil || f.Status != code.StatusComplete {
		t.Errorf("no limit at all: %v, %v", f.Status, err)
	}
	f, err = Parse(bareGo, largeGo, Limits{Bytes: 100})
	if err != nil || f.Status != code.StatusTextOnly || f.Lines != 6001 {
		t.Errorf("over the size limit: %v, %d lines, %v", f.Status, f.Lines, err)
	}
}

func TestDeepNestingDoesNotExhaustTheStack(t *testing.T) {
	const deep = 100_000
	tests := []struct {
		name string
		d    *lang.Definition
		src  string
	}{
		{"parentheses", barePython, "x = " + strings.Repeat("(", deep) + "1" + strings.Repeat(")", deep) + "\n"},
		{"open brackets", barePython, strings.Repeat("[", deep)},
		{"sum", barePython, "x = 1" + strings.Repeat(" + 1", deep) + "\n"},
		{"calls", barePython, "f" + strings.Repeat("()", deep) + "\n"},
		{"blocks", bareGo, "package p\nfunc f() " + strings.Repeat("{", deep) + strings.Repeat("}", deep) + "\n"},
		{"unary", bareGo, "package p\nvar x = " + strings.Repeat("!", deep) + "y\n"},
		{"types", bareGo, "package p\ntype T " + strings.Repeat("[]", deep) + "int\n"},
	}
	for _, tt := range tests {
		start := time.Now()
		if _, err := Parse(tt.d, []byte(tt.src), Limits{Time: 3 * time.Second}); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		// Twice the limit, since flattening has its own, and room for a busy machine.
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", tt.name, took)
		}
	}
}

func TestManyGoroutinesParseAtOnce(t *testing.T) {
	src := largeGo[:len(largeGo)/40]
	src = src[:strings.LastIndexByte(string(src), '\n')+1]
	want, _ := walkBinding(t, bareGo, src)
	g, err := loadGrammar(bareGo.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for k := range 4 {
				if (i+k)%5 == 0 {
					_ = g.withTree(src, src, 1, func(*syntax.Tree, bool) {})
				}
				if err := g.withTree(src, src, time.Minute, func(tree *syntax.Tree, _ bool) {
					if tree.Len() != len(want) || int32(tree.After(0)) != want[0].next {
						t.Errorf("%d nodes, want %d", tree.Len(), len(want))
					}
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(g.idle); n > idleParsers {
		t.Errorf("%d idle parsers", n)
	}
}

func TestTwoMegabytes(t *testing.T) {
	src := []byte("package p\n")
	for len(src) < 2<<20 {
		src = append(src, largeGo[len("package p\n"):]...)
	}
	src = src[:2<<20]
	g, err := loadGrammar(bareGo.Grammar)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.withTree(src, src, time.Minute, func(tree *syntax.Tree, _ bool) {
		if tree.Len() < len(src)/10 || tree.Len() > maxNodes {
			t.Errorf("%d nodes", tree.Len())
		}
	}); err != nil {
		t.Fatal(err)
	}
	for range len(g.idle) {
		p := <-g.idle
		if p.result.capacity > keptRecords {
			t.Errorf("an idle parser keeps %d records", p.result.capacity)
		}
		g.give(p)
	}
}
