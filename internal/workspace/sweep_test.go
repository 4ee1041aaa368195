package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestSymlinksAreListedNotFollowed(t *testing.T) {
	root := isolate(t)
	tree(t, filepath.Dir(root), "outside/secret")
	tree(t, root, "dir/file")
	for link, target := range map[string]string{"loop": "loop", "dir/up": "..", "in": "dir", "out": "../outside", "dangling": "none", "dir/f": "file"} {
		must(t, os.Symlink(target, filepath.Join(root, link)))
	}
	m := walk(t, Open(root, Options{}), nil)
	wantPaths(t, m, "dangling dir/f dir/file dir/up in loop out")
	for _, f := range m.Files() {
		if f.Symlink != (f.Path != "dir/file") {
			t.Errorf("%s: symlink %v", f.Path, f.Symlink)
		}
	}
}

func TestInternalIsNeverWalked(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "a", ".knowledge/summaries.json", ".knowledge/batches/b1", "sub/.knowledge/batches/b2", "batches/b", "sub/.git=no repository\n",
		"empty/.git/", "empty/c", "cache/x", "..cache/y", "..cache/keep")
	m := walk(t, Open(root, Options{Hidden: []string{filepath.Join(root, "cache"), filepath.Join(root, "..cache"), root, "/elsewhere"}}), nil)
	wantPaths(t, m, "a .knowledge/summaries.json batches/b empty/c")
	if n := m.Skips()[SkipInternal]; n != 7 {
		t.Errorf("%d internal entries were counted, want 7", n)
	}
	// Hidden through a symlink, and before it exists.
	alias := filepath.Join(filepath.Dir(root), "alias")
	must(t, os.Symlink(root, alias))
	w := Open(root, Options{Hidden: []string{filepath.Join(alias, "later")}})
	tree(t, root, "later/z")
	if walk(t, w, nil).File("later/z") != nil {
		t.Error("a hidden directory was walked")
	}
}

func TestIncludeExclude(t *testing.T) {
	root := isolate(t)
	tree(t, root, ".gitignore=gen/\nvendor/\n*.log\n", "gen/a/x.go", "gen/b/x.go", "gen/b/c/y.go", "vendor/v.go", "app.log", "main.go", "docs/d.md", "docs/keep.md")
	for _, c := range []struct {
		include, exclude string
		want             string
	}{
		{"", "", "main.go docs/d.md docs/keep.md"},
		{"vendor", "", "main.go docs/d.md docs/keep.md vendor/v.go"},
		{"./vendor/", "", "main.go docs/d.md docs/keep.md vendor/v.go"},
		{"gen/b/c/y.go", "", "main.go docs/d.md docs/keep.md gen/b/c/y.go"},
		{"gen/*/x.go", "", "main.go docs/d.md docs/keep.md gen/a/x.go gen/b/x.go"},
		{"gen/**/y.go", "", "main.go docs/d.md docs/keep.md gen/b/c/y.go"},
		{"gen/b", "", "main.go docs/d.md docs/keep.md gen/b/x.go gen/b/c/y.go"},
		{"*.log", "", "main.go docs/d.md docs/keep.md app.log"},
		{"gen vendor", "gen/b", "main.go docs/d.md docs/keep.md gen/a/x.go vendor/v.go"},
		{"", "docs", "main.go"},
		{"", "docs/* !keep.md", "main.go docs/keep.md"},
		{"", "*.go *.md", ""},
	} {
		m := walk(t, Open(root, Options{Include: strings.Fields(c.include), Exclude: append(strings.Fields(c.exclude), ".gitignore")}), nil)
		if t.Failed() {
			break
		}
		wantPaths(t, m, c.want)
		if t.Failed() {
			t.Fatalf("include %q, exclude %q", c.include, c.exclude)
		}
	}
	// Other options decide a stored manifest anew.
	w := Open(root, Options{})
	m := settle(t, w, walk(t, w, nil))
	wantPaths(t, walk(t, Open(root, Options{Exclude: []string{"docs", ".gitignore"}}), m), "main.go")
}

func TestManyFiles(t *testing.T) {
	root := isolate(t)
	const n = 10_000
	for i := range n {
		f, err := os.Create(filepath.Join(root, fmt.Sprintf("file%05d.go", i)))
		must(t, err)
		must(t, f.Close())
	}
	w := Open(root, Options{})
	m := walk(t, w, nil)
	if len(m.Files()) != n {
		t.Fatalf("%d files", len(m.Files()))
	}
	must(t, os.Remove(filepath.Join(root, "file05000.go")))
	if m = walk(t, w, m); len(m.Files()) != n-1 || m.File("file05000.go") != nil {
		t.Errorf("%d files after one was removed", len(m.Files()))
	}
}

func TestDeepNesting(t *testing.T) {
	root := isolate(t)
	const depth = 1000
	deep := strings.Repeat("d/", depth)
	tree(t, root, deep+"bottom.go=text")
	w := Open(root, Options{})
	m := walk(t, w, nil)
	wantPaths(t, m, deep+"bottom.go")
	if data, _, err := Read(root, deep+"bottom.go", 0); err != nil || string(data) != "text" {
		t.Error(err)
	}
	if m = settle(t, w, m); len(m.Dirs()) != depth+1 {
		t.Errorf("%d directories", len(m.Dirs()))
	}
}

// Deeper than a path can name: what is out of reach is counted, the rest is there.
func TestPathTooLong(t *testing.T) {
	root := isolate(t)
	top, err := os.OpenRoot(root)
	must(t, err)
	name := strings.Repeat("n", 250)
	for range 30 {
		must(t, top.Mkdir(name, 0o777))
		must(t, top.WriteFile("f", nil, 0o666))
		sub, err := top.OpenRoot(name)
		must(t, err)
		must(t, top.Close())
		top = sub
	}
	must(t, top.Close())
	w := Open(root, Options{})
	m := walk(t, w, nil)
	if n := len(m.Files()); n < 10 || n > 29 {
		t.Errorf("%d files", n)
	}
	if m.Skips()[SkipUnreadable] != 1 {
		t.Errorf("skips are %v", m.Skips())
	}
	if next := walk(t, w, m); len(next.Files()) != len(m.Files()) {
		t.Error("the next walk differs")
	}
}

func TestCancel(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a/b", "c/d", "e/f/g")
	w := Open(root, Options{})
	m := walk(t, w, nil)
	if got, err := w.Refresh(cancelled(t), m); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", got, err)
	}
	if walk(t, w, m) == nil {
		t.Error("no manifest after a cancelled walk")
	}
}

func TestRootGone(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a")
	w := Open(root, Options{})
	m := walk(t, w, nil)
	must(t, os.RemoveAll(root))
	if _, err := w.Refresh(t.Context(), m); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "listing the root") {
		t.Error(err)
	}
	write(t, root, "a file now")
	if _, err := w.Refresh(t.Context(), m); err == nil {
		t.Error("a root that is a file was listed")
	}
}

// A directory that is gone, or something else, by the time it is visited.
func TestVisitOfWhatIsGone(t *testing.T) {
	root := isolate(t)
	tree(t, filepath.Dir(root), "outside/secret")
	tree(t, root, "file", "dir/f")
	must(t, os.Symlink("../outside", filepath.Join(root, "link")))
	must(t, os.Symlink("..", filepath.Join(root, "dir/up")))
	w := Open(root, Options{})
	top, err := openTop(root)
	must(t, err)
	defer top.close()
	s := &sweep{w: w, ctx: t.Context(), top: top}
	for _, p := range []string{"missing", "file", "link", "file/x", "missing/x", "dir/up/dir"} {
		if d, below, err := s.visit(task{path: p, name: baseName(p), repo: &repository{}}); d != nil || below != nil || err != nil {
			t.Errorf("%s: %+v, %v, %v", p, d, below, err)
		}
	}
}

// A file that goes between the directory's stat and its own.
func TestCompareOfWhatIsGone(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "b")
	m := walk(t, Open(root, Options{}), nil)
	must(t, os.Remove(filepath.Join(root, "b")))
	top, err := openTop(root)
	must(t, err)
	defer top.close()
	if d, _, ok := compare(top, m.Dir("")); ok {
		t.Errorf("%+v", d)
	}
}

// Trees that change under several sweeps at once give no error and no stale hash.
func TestSweepDuringChanges(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	for i := range 40 {
		tree(t, root, fmt.Sprintf("d%d/e/f%d.go", i%20, i))
	}
	w := Open(root, Options{})
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			var m *Manifest
			for {
				select {
				case <-done:
					return
				default:
				}
				next, err := w.Refresh(t.Context(), m)
				if err != nil {
					t.Error(err)
					return
				}
				m = next
			}
		})
	}
	for i := range 150 {
		dir := filepath.Join(root, fmt.Sprintf("d%d", i%20))
		must(t, os.RemoveAll(dir))
		tree(t, dir, fmt.Sprintf("e/f%d.go", i), ".gitignore=*.o\n")
	}
	close(done)
	wg.Wait()
	m := walk(t, w, nil)
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
}
