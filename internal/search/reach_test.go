package search

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"sextant/internal/testkit"
)

func TestUsesAreLookedForWhereTheyCanBe(t *testing.T) {
	root := filepath.Join(t.TempDir(), "project")
	for path, text := range map[string]string{
		"go.mod":           "module demo\n",
		"a/a.go":           "package a\n\nfunc limit() int { return Limit() }\n\nfunc Limit() int { return 1 }\n",
		"a/more.go":        "package a\n\nvar x = limit()\n",
		"b/b.go":           "package b\n\nimport \"demo/a\"\n\nfunc limit() int { return a.Limit() }\n\nvar y = limit()\n",
		"c/c.go":           "package c\n\nfunc f(v any) { v.limit() }\n",
		"src/One.java":     "class One {\n\tprivate int count() { return 1; }\n\tint twice() { return 2 * count(); }\n}\n",
		"src/Another.java": "class Another {\n\tint f(One x) { return x.count(); }\n}\n",
	} {
		testkit.Write(t, root, path, text)
	}
	ix := openCached(t, root)
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	for _, c := range []struct {
		file               string
		line               uint32
		looked, at, byName int
	}{
		{"a/a.go", 3, 2, 1, 0},       // the package
		{"a/a.go", 5, 6, 2, 0},       // not indexed yet: any may hold the word
		{"src/One.java", 2, 1, 1, 0}, // the file
	} {
		u, err := FindUsages(context.Background(), v, UsagesQuery{SymbolQuery: SymbolQuery{From: v.File(c.file), Line: c.line, Budget: time.Minute}})
		testkit.Must(t, err)
		if u.Files != c.looked || len(u.Items) != c.at || len(u.ByName) != c.byName {
			t.Errorf("line %d of %s: %d uses and %d by name in %d files, want %d, %d, %d", c.line, c.file, len(u.Items), len(u.ByName), u.Files, c.at, c.byName, c.looked)
		}
	}
}

func TestUsesOfWhatEveryFileMentions(t *testing.T) {
	root := filepath.Join(t.TempDir(), "project")
	testkit.Write(t, root, "go.mod", "module demo\n")
	testkit.Write(t, root, "zz/far/f.go", "package far\n\nfunc Everywhere() {}\n")
	const files = usesFiles + 3*usesRound
	for n := range files {
		testkit.Write(t, root, fmt.Sprintf("a/d%d/f%d.go", n%50, n), fmt.Sprintf("package d\n\nimport \"demo/zz/far\"\n\nfunc f%d() { far.Everywhere() }\n", n))
	}
	testkit.Write(t, root, "zz/near.go", "package zz\n\nimport \"demo/zz/far\"\n\nfunc near() { far.Everywhere() }\n")
	ix := openCached(t, root)
	v, err := ix.Complete(context.Background(), nil)
	testkit.Must(t, err)
	for _, c := range []struct{ enough, looked int }{
		{10, usesFiles},
		{usesFiles + 10, usesFiles + usesRound},
		{files * 2, files + 2},
	} {
		u, err := FindUsages(context.Background(), v, UsagesQuery{SymbolQuery: SymbolQuery{Name: "far.Everywhere", Budget: time.Minute}, Enough: c.enough})
		testkit.Must(t, err)
		if u.Files != c.looked || u.Unseen != files+2-c.looked || len(u.Items) < min(c.enough, files+1) {
			t.Errorf("enough is %d: %d uses in %d files and %d unseen, want %d and %d", c.enough, len(u.Items), u.Files, u.Unseen, c.looked, files+2-c.looked)
		}
		if u.Items[0].File.Path != "zz/near.go" {
			t.Errorf("enough is %d: %s comes first, not what lies nearest", c.enough, u.Items[0].File.Path)
		}
	}
}

func TestWhatMayBeDefinedInFilesNotLookedAtIsNotMissing(t *testing.T) {
	root := filepath.Join(t.TempDir(), "project")
	testkit.Write(t, root, "go.mod", "module demo\n")
	for n := range 20 {
		testkit.Write(t, root, fmt.Sprintf("a/f%d.go", n), fmt.Sprintf("package a\n\ntype Limit%d interface{ Limit() int }\n\nfunc use%d(l Limit%d) { l.Limit() }\n", n, n, n))
	}
	ix := openCached(t, root)
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	q := SymbolQuery{Name: "Limit7", Budget: -1} // no time at all
	target, defs, err := FindSymbol(context.Background(), v, q)
	testkit.Must(t, err)
	uses, err := FindUsages(context.Background(), v, UsagesQuery{SymbolQuery: q})
	testkit.Must(t, err)
	calls, err := FindCallees(context.Background(), v, q)
	testkit.Must(t, err)
	types, err := FindSubtypes(context.Background(), v, SubtypesQuery{SymbolQuery: q})
	testkit.Must(t, err)
	if len(defs) > 0 || target.Pending == 0 || uses.Pending == 0 || calls.Pending == 0 || types.Pending == 0 {
		t.Errorf("%d definitions; files not looked at: %d for the name, %d for uses, %d for calls, %d for types", len(defs), target.Pending, uses.Pending, calls.Pending, types.Pending)
	}
}
