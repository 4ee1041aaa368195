package langtest

import (
	"path"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"testing"
)

// Tree is a checkout in memory: path to content. It implements lang.Project.
type Tree map[string]string

var _ lang.Project = Tree(nil)

// File reports whether path is a file of the tree.
func (t Tree) File(p string) bool { _, ok := t[p]; return ok }

// HasDir reports whether any file lies below dir.
func (t Tree) HasDir(dir string) bool {
	for p := range t {
		if dir == "" || strings.HasPrefix(p, dir+"/") {
			return true
		}
	}
	return false
}

// Entries lists the base names of the files directly in dir.
func (t Tree) Entries(dir string) []string {
	return t.filter(func(p string) (string, bool) {
		d, base := path.Split(p)
		return base, strings.TrimSuffix(d, "/") == dir
	})
}

// WithSuffix lists the files that are suffix or end in "/"+suffix.
func (t Tree) WithSuffix(suffix string) []string {
	return t.filter(func(p string) (string, bool) { return p, p == suffix || strings.HasSuffix(p, "/"+suffix) })
}

// Named lists the files with that base name.
func (t Tree) Named(base string) []string {
	return t.filter(func(p string) (string, bool) { return p, path.Base(p) == base })
}

func (t Tree) filter(keep func(p string) (string, bool)) []string {
	var out []string
	for p := range t {
		if s, ok := keep(p); ok {
			out = append(out, s)
		}
	}
	sort.Strings(out)
	return out
}

// Declaring lists nothing: a tree alone has no facts. Targets gives those of
// the language that it tests.
func (t Tree) Declaring(code.LanguageID, string) []string { return nil }

// checkout is a tree with the facts of one language's files.
type checkout struct {
	Tree
	language  code.LanguageID
	declaring map[string][]string
}

// newCheckout extracts the facts of every file of the tree that d owns.
func newCheckout(t testing.TB, d *lang.Definition, tree Tree) checkout {
	c := checkout{tree, d.ID, make(map[string][]string)}
	for p := range tree {
		if !owns(d, p) {
			continue
		}
		for _, name := range mustParse(t, d, []byte(tree[p])).Packages() {
			c.declaring[name] = append(c.declaring[name], p)
		}
	}
	for _, files := range c.declaring {
		sort.Strings(files)
	}
	return c
}

// Declaring lists the files that declare themselves part of a package.
func (c checkout) Declaring(language code.LanguageID, name string) []string {
	if language != c.language {
		return nil
	}
	return c.declaring[name]
}

// Read returns a file's bytes.
func (t Tree) Read(p string) ([]byte, bool) { s, ok := t[p]; return []byte(s), ok }

// Memo computes every time: a test's tree has no views.
func (t Tree) Memo(_ string, build func() any) any { return build() }

// Targets extracts the imports of one file of the tree and resolves each:
// "specifier -> key: file, file", one line an import, in order.
func Targets(t *testing.T, d *lang.Definition, tree Tree, from string) string {
	t.Helper()
	f := mustParse(t, d, []byte(tree[from]))
	project := newCheckout(t, d, tree)
	var b strings.Builder
	for i := range f.Imports {
		writeTarget(t, &b, tree, from, f.Imports[i].Specifier, d.Resolve(project, from, f, &f.Imports[i]))
	}
	return b.String()
}

// VisibleTargets is Targets for what a file can use without an import:
// "key: file, file", one line a target, in order.
func VisibleTargets(t *testing.T, d *lang.Definition, tree Tree, from string) string {
	t.Helper()
	f := mustParse(t, d, []byte(tree[from]))
	var b strings.Builder
	for _, target := range d.Visible(newCheckout(t, d, tree), from, f) {
		writeTarget(t, &b, tree, from, "", target)
	}
	return b.String()
}

func writeTarget(t *testing.T, b *strings.Builder, tree Tree, from, specifier string, target lang.Target) {
	t.Helper()
	for _, p := range target.Files {
		if !tree.File(p) {
			t.Errorf("%s: %q leads to %q, which does not exist", from, specifier, p)
		}
	}
	if specifier != "" {
		b.WriteString(specifier + " -> ")
	}
	b.WriteString(target.Key)
	if len(target.Files) > 0 {
		b.WriteString(": " + strings.Join(target.Files, ", "))
	}
	b.WriteByte('\n')
}

// Extract parses src with no time limit.
func Extract(t testing.TB, d *lang.Definition, src string) *code.Facts {
	t.Helper()
	return mustParse(t, d, []byte(src))
}
