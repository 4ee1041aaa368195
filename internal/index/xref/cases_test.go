package xref_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/index/xref"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/lang/langtest"
	"sextant/internal/parse"

	"github.com/rogpeppe/go-internal/txtar"
)

// checkout is a small project in memory (xref.Source).
type checkout struct {
	langtest.Tree
	languages map[string]*lang.Definition
	facts     map[string]*code.Facts
	memo      map[string]any
}

func newCheckout(t testing.TB, tree langtest.Tree) *checkout {
	c := &checkout{tree, make(map[string]*lang.Definition), make(map[string]*code.Facts), make(map[string]any)}
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range tree {
		d := registry.ByPath(path)
		if d == nil {
			continue
		}
		f, err := parse.Parse(d, []byte(text), parse.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		c.languages[path], c.facts[path] = d, f
	}
	return c
}

func (c *checkout) Language(path string) *lang.Definition { return c.languages[path] }
func (c *checkout) Outline(path string) *code.Facts       { return c.facts[path] }
func (c *checkout) Bound(path string) *code.Facts         { return c.facts[path] }
func (c *checkout) Project() lang.Project                 { return c }

func (c *checkout) paths() []string {
	var out []string
	for p := range c.facts {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}

func (c *checkout) Defining(name string) (out []string) {
	for _, p := range c.paths() {
		for i := range c.facts[p].Definitions {
			if c.facts[p].Definitions[i].Name == name {
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// Importing is not known, so that cases follow the imports.
func (c *checkout) Importing(string) func(string) bool { return nil }

func (c *checkout) Inheriting(name string) (out []string) {
	for _, p := range c.paths() {
		if strings.Contains(c.Tree[p], name) {
			out = append(out, p)
		}
	}
	return out
}

func (c *checkout) Declaring(language code.LanguageID, name string) (out []string) {
	for _, p := range c.paths() {
		if c.languages[p].ID != language {
			continue
		}
		for _, n := range c.facts[p].Packages() {
			if n == name {
				out = append(out, p)
			}
		}
	}
	return out
}

func (c *checkout) Memo(key string, build func() any) any {
	v, ok := c.memo[key]
	if !ok {
		v = build()
		c.memo[key] = v
	}
	return v
}

// TestCases resolves every reference of the projects in testdata, whose
// expected.txt says one a line what it means. References to local names are
// left out.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases:", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			a := txtar.Parse(raw)
			tree := make(langtest.Tree)
			want, at := "", -1
			for i, f := range a.Files {
				if f.Name == "expected.txt" {
					want, at = string(f.Data), i
				} else {
					tree[f.Name] = string(f.Data)
				}
			}
			got := dump(newCheckout(t, tree))
			switch {
			case got == want:
			case flag.Lookup("update").Value.String() == "true": // langtest defines it
				f := txtar.File{Name: "expected.txt", Data: []byte(got)}
				if at < 0 {
					a.Files = append(a.Files, f)
				} else {
					a.Files[at] = f
				}
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			default:
				t.Errorf("resolutions differ (run with -update and read the diff):\n%s", difference(want, got))
			}
		})
	}
}

// dump resolves every reference, one a line:
//
//	main.go:12:4 Close -> store.go:8 Store.Close exact
//	main.go:13:6 Println -> outside
//	main.go:14:4 Reset -> name: a.go:3 A.Reset, b.go:4 B.Reset
func dump(c *checkout) string {
	l := xref.New(c)
	var b strings.Builder
	for _, path := range c.paths() {
		f := c.facts[path]
		src := []byte(c.Tree[path])
		for i := range f.References {
			r := &f.References[i]
			if r.Local || r.Role == code.RoleImport {
				continue
			}
			col := int(r.Span.Start) - bytes.LastIndexByte(src[:r.Span.Start], '\n')
			fmt.Fprintf(&b, "%s:%d:%d %s -> ", path, r.Line, col, r.Name)
			res := l.Resolve(path, r)
			switch {
			case res.Outside:
				b.WriteString("outside")
			case res.Evidence == xref.Named:
				b.WriteString("name: " + c.places(res.Targets))
			default:
				b.WriteString(c.places(res.Targets) + " " + res.Evidence.String())
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (c *checkout) places(syms []xref.Symbol) string {
	var out []string
	for _, s := range syms {
		f := c.facts[s.File]
		out = append(out, fmt.Sprintf("%s:%d %s", s.File, f.Definitions[s.Index].Line, f.QualifiedName(s.Index)))
	}
	return strings.Join(out, ", ")
}

// difference lists the lines that only one of two texts has.
func difference(want, got string) string {
	in := func(text string) map[string]bool {
		m := make(map[string]bool)
		for _, l := range strings.Split(text, "\n") {
			m[l] = true
		}
		return m
	}
	wanted, have := in(want), in(got)
	var b strings.Builder
	for _, l := range strings.Split(want, "\n") {
		if !have[l] {
			b.WriteString("want: " + l + "\n")
		}
	}
	for _, l := range strings.Split(got, "\n") {
		if !wanted[l] {
			b.WriteString(" got: " + l + "\n")
		}
	}
	return b.String()
}
