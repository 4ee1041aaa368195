package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

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

// openIndex opens the checkout at root with the cache beside it.
func openIndex(t testing.TB, root string) *Indexer {
	t.Helper()
	ix := Open(workspace.Open(root, workspace.Options{}), Options{Languages: languages(), CacheDir: cacheOf(root), Jobs: 2})
	t.Cleanup(func() { _ = ix.Close() })
	return ix
}

func cacheOf(root string) string { return filepath.Join(filepath.Dir(root), "cache") }

// otherProcess opens the same store once more, as another process does.
func otherProcess(t testing.TB, ix *Indexer) *store.DB {
	t.Helper()
	family := ix.ws.Family()
	db, err := store.Open(store.FamilyDir(ix.opt.CacheDir, family), family)
	testkit.Must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// smallTree makes n Go files, each with a function and a word of its own.
func smallTree(t testing.TB, n int) string {
	t.Helper()
	root := testkit.Isolate(t)
	for i := range n {
		testkit.Write(t, root, fmt.Sprintf("pkg/file%d.go", i), goFile(i, 0))
	}
	return root
}

func goFile(i, version int) string {
	return fmt.Sprintf("package pkg\n\n// Word%dv%d is here.\nfunc Func%dv%d() {}\n", i, version, i, version)
}

func mustView(t testing.TB, ix *Indexer) *View {
	t.Helper()
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	return v
}

func mustComplete(t testing.TB, ix *Indexer) *View {
	t.Helper()
	v, err := ix.Complete(context.Background(), nil)
	testkit.Must(t, err)
	if p := v.Progress(); p.Indexed != p.Text || p.Parsed != p.Parsable {
		t.Fatalf("not complete: %+v", p)
	}
	return v
}

// checkAnswers fails unless each file's function is its only definition and
// its word is found in it and nowhere else.
func checkAnswers(t testing.TB, v *View, versions []int) {
	t.Helper()
	for i, version := range versions {
		f := v.File(fmt.Sprintf("pkg/file%d.go", i))
		if f == nil {
			t.Fatalf("file %d is missing", i)
		}
		facts, err := v.Outline(context.Background(), f)
		testkit.Must(t, err)
		if want := fmt.Sprintf("Func%dv%d", i, version); len(facts.Definitions) != 1 || facts.Definitions[0].Name != want {
			t.Fatalf("file %d defines %+v, not %s", i, facts.Definitions, want)
		}
		var hits []string
		v.Postings(fmt.Sprintf("word%dv%d", i, version), func(h Hit) { hits = append(hits, h.File.Path) })
		if len(hits) != 1 || hits[0] != f.Path {
			t.Fatalf("the word of file %d is in %q", i, hits)
		}
	}
}

func segmentFiles(t testing.TB, ix *Indexer) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(ix.db.Load().Dir(), "seg-*.words"))
	testkit.Must(t, err)
	return files
}

func flip(t testing.TB, file string, at int64) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	testkit.Must(t, err)
	defer f.Close()
	b := make([]byte, 64)
	n, err := f.ReadAt(b, at)
	if n == 0 {
		testkit.Must(t, err)
	}
	for i := range b[:n] {
		b[i] ^= 0xff
	}
	_, err = f.WriteAt(b[:n], at)
	testkit.Must(t, err)
}
