package docgen_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sextant/internal/config"
	"sextant/internal/docgen"
)

var update = flag.Bool("update", false, "rewrite the generated pages")

const root = "../.."

func TestPagesAreCurrent(t *testing.T) {
	for name, want := range map[string]string{
		"docs/tools.md":     docgen.Tools(),
		"docs/languages.md": docgen.Languages(),
		"docs/settings.md":  docgen.Settings(),
	} {
		hold(t, name, want)
	}
	rows, err := docgen.ReadAccuracy([]byte(read(t, "bench/accuracy.json")))
	if err != nil {
		t.Fatal(err)
	}
	hold(t, "docs/accuracy.md", docgen.AccuracyPage(rows))
}

// The README holds the tools between two marks.
func TestReadmeListsTheTools(t *testing.T) {
	const begin, end = "<!-- tools -->\n", "<!-- /tools -->"
	old := read(t, "README.md")
	before, rest, ok := strings.Cut(old, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("README.md has no %q ... %q", begin, end)
	}
	hold(t, "README.md", before+begin+docgen.ToolTable()+end+after)
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(b), "\r\n", "\n")
}

func hold(t *testing.T, name, want string) {
	t.Helper()
	if read(t, name) == want {
		return
	}
	if !*update {
		t.Errorf("%s is stale: run make docs", name)
		return
	}
	if err := os.WriteFile(filepath.Join(root, name), []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTablesAreWhole(t *testing.T) {
	for name, page := range map[string]string{"tools": docgen.Tools(), "languages": docgen.Languages(), "settings": docgen.Settings(), "readme": docgen.ToolTable()} {
		columns := 0
		for n, line := range strings.Split(page, "\n") {
			if !strings.HasPrefix(line, "|") {
				columns = 0
				continue
			}
			have := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if columns != 0 && have != columns {
				t.Errorf("%s:%d has %d columns, not %d: %s", name, n+1, have-1, columns-1, line)
			}
			columns = have
		}
	}
}

// Later must say the truth: what it lists is obeyed nowhere, and what it does
// not list is read somewhere outside package config.
func TestLaterSettings(t *testing.T) {
	used := make(map[string]bool)
	err := fs.WalkDir(os.DirFS(root), "internal", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || p == "internal/config"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, p), nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				used[strings.ToLower(s.Sel.Name)] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, s := range config.Settings() {
		known[s.Name] = true
		field := strings.ReplaceAll(strings.TrimPrefix(s.Name, "gc_"), "_", "")
		if later := slices.Contains(docgen.Later, s.Name); later == used[field] {
			t.Errorf("setting %s: listed as not obeyed: %v, read by the source: %v", s.Name, later, used[field])
		}
	}
	for _, name := range docgen.Later {
		if !known[name] {
			t.Errorf("%s is no setting", name)
		}
	}
}

var (
	link  = regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`)
	fence = regexp.MustCompile("(?s)```.*?```")
)

func TestLinksLeadSomewhere(t *testing.T) {
	n := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md", "changes/unreleased/*.md"} {
		pages, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			b, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(string(b), ""), -1) {
				n++
				if strings.Contains(m[1], "://") {
					continue
				}
				if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
					t.Errorf("%s links to %s, which does not exist", page, m[1])
				}
			}
		}
	}
	if n == 0 {
		t.Error("no link was found")
	}
}
