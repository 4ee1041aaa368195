package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sextant/internal/workspace/watch"
)

// seam stands between a workspace and its watcher, and loses what it is told to lose.
type seam struct {
	source
	lose    func(path string) bool
	sync    func() error
	changes func(*watch.Changes)
}

func (s *seam) Sync(ctx context.Context) (watch.Changes, error) {
	if s.sync != nil {
		if err := s.sync(); err != nil {
			return watch.Changes{}, err
		}
	}
	c, err := s.source.Sync(ctx)
	if s.lose != nil {
		c.Paths = slices.DeleteFunc(c.Paths, s.lose)
	}
	if s.changes != nil {
		s.changes(&c)
	}
	return c, err
}

// patient is openWatcher for a machine that is busy with other tests.
func patient(root, cookies string) (source, error) {
	w, err := watch.New(root, cookies)
	if err != nil {
		return nil, err
	}
	w.Patience = time.Minute
	return w, nil
}

// watched opens a workspace whose watcher works.
func watched(t testing.TB, root string, s *seam) *Workspace {
	t.Helper()
	w := Open(root, Options{})
	w.open = patient
	if s != nil {
		w.open = func(root, cookies string) (source, error) {
			src, err := patient(root, cookies)
			s.source = src
			return s, err
		}
	}
	must(t, w.Watch(cookiesOf(root)))
	t.Cleanup(w.Unwatch)
	return w
}

func cookiesOf(root string) string { return filepath.Join(filepath.Dir(root), "cache", "cookies") }

// isWatching fails unless the watcher is at work.
func isWatching(t testing.TB, w *Workspace) {
	t.Helper()
	if state := w.WatchState(); !strings.HasPrefix(state, "watching ") {
		t.Fatal(state)
	}
}

// dirsVisited counts the directories that one refresh opens.
func dirsVisited(t testing.TB, w *Workspace, m *Manifest) (next *Manifest, whole bool, visited int) {
	t.Helper()
	g := w.watching.Load()
	must(t, g.hear(t.Context()))
	s := &sweep{ctx: t.Context(), before: m, src: g.src, notes: map[string]note{}, indexes: map[string]*index{}}
	if !g.all && m.line.Load() == g.line {
		s.route = g.route(m)
	}
	next, err := w.sweep(s)
	must(t, err)
	g.commit(s, next)
	return next, s.route == nil, len(s.notes)
}

func TestWatchedEqualsFreshWalk(t *testing.T) {
	trials, steps := uint64(12), 30
	if testing.Short() {
		trials = 4
	}
	hashes, along := 0, 0
	for seed := range trials {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 3))
			root := isolate(t)
			e := &editor{t: t, r: r, root: root, git: seed%2 == 0}
			if e.git {
				initRepo(t, root)
			}
			randomTree(t, r, root, 4)
			w := watched(t, root, nil)
			m := walk(t, w, nil)
			for range steps {
				before := m
				var did []string
				for range 1 + r.IntN(3) {
					if r.IntN(2) == 0 {
						m = readFiles(t, root, walk(t, w, m), func() bool { return r.IntN(3) > 0 })
					}
					if r.IntN(4) == 0 {
						did = append(did, e.more())
					} else {
						did = append(did, e.change())
					}
				}
				var whole bool
				if m, whole, _ = dirsVisited(t, w, m); !whole {
					along++
				}
				sameTree(t, m, walk(t, Open(root, Options{}), nil))
				hashes += checkHashes(t, root, m)
				checkManifest(t, m, before)
				if again := walk(t, w, m); again != m {
					t.Error("an unchanged tree gives another manifest")
				}
				if t.Failed() {
					t.Fatalf("after %q", did)
				}
			}
			isWatching(t, w)
		})
	}
	if hashes == 0 || along < int(trials)*steps/4 {
		t.Errorf("%d hashes were kept, %d sweeps went along a route: the test shows nothing", hashes, along)
	}
}

// more makes changes that matter to a watcher.
func (e *editor) more() string {
	t, r := e.t, e.r
	files, dirs := e.entries()
	dir := pick(r, dirs...)
	full := filepath.Join(e.root, dir)
	e.n++
	switch r.IntN(8) {
	case 0:
		tree(t, full, fmt.Sprintf("p%d/q/r/f.go", e.n), fmt.Sprintf("p%d/q/.gitignore=*.o\n", e.n), fmt.Sprintf("p%d/q/r/x.o", e.n))
		return "many levels in " + dir
	case 1:
		if dir == "" {
			return "nothing"
		}
		must(t, os.RemoveAll(full))
		tree(t, full, "sub/again.go", "a")
		return "made anew " + dir
	case 2:
		nested := filepath.Join(full, "nested")
		if info, err := os.Lstat(nested); err == nil && !info.IsDir() {
			return "nothing"
		}
		if exists(filepath.Join(nested, ".git")) {
			must(t, os.RemoveAll(filepath.Join(nested, ".git")))
			return "no repository any more: " + dir
		}
		tree(t, nested, "in.o", "in.go")
		initRepo(t, nested)
		if r.IntN(2) == 0 || e.git { // the outer git adds none without a commit
			git(t, nested, "commit", "-q", "--allow-empty", "-m", "state")
		}
		return "repository in " + dir
	case 3:
		nested := filepath.Join(full, "nested")
		if !exists(filepath.Join(nested, ".git", "HEAD")) {
			return "nothing"
		}
		git(t, nested, "add", "-A", "-f", ".")
		write(t, filepath.Join(nested, ".git", "info", "exclude"), randomRules(r))
		return "add in repository in " + dir
	case 4:
		// There and back again: the same name, another directory in between.
		if dir == "" {
			return "nothing"
		}
		must(t, os.Rename(full, full+"~"))
		must(t, os.Mkdir(full, 0o777))
		write(t, filepath.Join(full, "between"), "")
		must(t, os.RemoveAll(full))
		must(t, os.Rename(full+"~", full))
		return "there and back " + dir
	case 5:
		must(t, os.Chmod(full, 0o777))
		must(t, os.Chtimes(full, time.Unix(int64(e.n), 0), time.Unix(int64(e.n), 0)))
		return "times of " + dir
	case 6:
		write(t, filepath.Join(homeOf(e.root), "excludes"), randomRules(r))
		return "global rules"
	}
	if len(files) == 0 {
		return "nothing"
	}
	name := filepath.Join(e.root, pick(r, files...))
	must(t, os.Rename(name, name+".tmp"))
	must(t, os.Symlink("nowhere", name))
	must(t, os.Remove(name))
	must(t, os.Rename(name+".tmp", name))
	return "flip of " + name
}

// Only what lies on the way to a change is looked at.
func TestOnlyChangesAreVisited(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	for i := range 50 {
		tree(t, root, fmt.Sprintf("a%d/b/c/f.go=package c", i))
	}
	tree(t, root, ".gitignore=*.o\n", "a3/.gitignore=*.log\n")
	git(t, root, "add", "a1")
	w := watched(t, root, nil)
	m := settle(t, w, walk(t, w, nil))
	for _, c := range []struct {
		what string
		do   func()
		most int
		all  bool
	}{
		{"nothing", func() {}, 0, false},
		{"edit", func() { write(t, filepath.Join(root, "a7/b/c/f.go"), "package d") }, 1, false},
		{"new file", func() { write(t, filepath.Join(root, "a8/b/g.go"), "") }, 1, false},
		{"ignored file", func() { write(t, filepath.Join(root, "a8/b/g.o"), "") }, 1, false},
		{"new directories", func() { tree(t, root, "a8/b/x/y/z") }, 3, false},
		{"removed", func() { must(t, os.RemoveAll(filepath.Join(root, "a8/b"))) }, 2, false},
		{"rules", func() { write(t, filepath.Join(root, "a3/.gitignore"), "*.lock\n") }, 3, false},
		{"rules of git", func() { write(t, filepath.Join(root, ".git/info/exclude"), "*.lock\n") }, 151, false},
		{"added", func() { git(t, root, "add", "a9") }, 4, false},
		{"commit", func() { git(t, root, "commit", "-q", "-m", "state") }, 0, false},
		{"renamed directory", func() { must(t, os.Rename(filepath.Join(root, "a9"), filepath.Join(root, "z9"))) }, 151, true},
	} {
		c.do()
		var whole bool
		var visited int
		m, whole, visited = dirsVisited(t, w, m)
		if whole != c.all || visited > c.most {
			t.Errorf("%s: %d directories, everything %v", c.what, visited, whole)
		}
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
	}
}

// What the manifest is compared with decides: any other one is swept.
func TestOtherManifests(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a=1", "d/b=1", "e/c=1")
	w := watched(t, root, nil)
	first := settle(t, w, walk(t, w, nil))
	write(t, filepath.Join(root, "d/b"), "22")
	second := walk(t, w, first)
	write(t, filepath.Join(root, "e/c"), "22")
	for name, m := range map[string]*Manifest{"older": first, "stored": stored(t, second), "none": nil, "read from an older": readFiles(t, root, first, every)} {
		sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
		if t.Failed() {
			t.Fatal(name)
		}
	}
	isWatching(t, w)
}

// A hash that was read while the file was being written is dropped, although
// the event of the write was heard before the hash was put in.
func TestWatchedRacyHashIsDropped(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a=old", "d/b=x")
	w := watched(t, root, nil)
	m := walk(t, w, nil)
	_, r, err := Read(root, "a", 0)
	must(t, err)
	r.ReadAt = r.Signature.Ctime // within the same tick
	m = m.With(map[string]Reading{"a": r})
	m = m.With(map[string]Reading{}) // keeps what is owed
	if next := walk(t, w, m); !next.File("a").Hash.IsZero() {
		t.Error("a hash that nothing pins was kept")
	}
}

func TestNothingPendingIsLost(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b")
	s := &seam{}
	w := watched(t, root, s)
	m := walk(t, w, nil)
	write(t, filepath.Join(root, "d/b"), "changed")
	if _, err := w.Refresh(cancelled(t), m); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	// Heard, but the sweep fails.
	ctx, cancel := context.WithCancel(t.Context())
	s.changes = func(c *watch.Changes) {
		if cancel(); len(c.Paths) == 0 {
			t.Error("the change was not heard")
		}
	}
	if _, err := w.Refresh(ctx, m); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.changes = nil
	m = walk(t, w, m)
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
	write(t, filepath.Join(root, "d/b"), "changed, too")
	must(t, os.Rename(root, root+"2"))
	if _, err := w.Refresh(t.Context(), m); err == nil {
		t.Fatal("a root that is gone was listed")
	}
	must(t, os.Rename(root+"2", root))
	m = walk(t, w, m)
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
	// The root came back: it is watched again.
	isWatching(t, w)
	write(t, filepath.Join(root, "d/b"), "changed again")
	sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
}

// Trees that change under several calls at once, and a watcher that ends meanwhile.
func TestWatchedDuringChanges(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	root := isolate(t)
	initRepo(t, root)
	for i := range 40 {
		tree(t, root, fmt.Sprintf("d%d/e/f%d.go", i%20, i))
	}
	w := Open(root, Options{})
	w.open = patient
	must(t, w.Watch(cookiesOf(root)))
	now := time.Now()
	var clock sync.Mutex
	w.now = func() time.Time {
		clock.Lock()
		defer clock.Unlock()
		now = now.Add(auditPause / 10)
		return now
	}
	last := make([]*Manifest, 2)
	done := make(chan struct{})
	var wg sync.WaitGroup
	for i := range last {
		wg.Go(func() {
			for {
				next, err := w.Refresh(t.Context(), last[i])
				if err != nil {
					t.Error(err)
					return
				}
				last[i] = next
				select {
				case <-done:
					return
				default:
				}
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
	want := walk(t, Open(root, Options{}), nil)
	for _, m := range last {
		sameTree(t, walk(t, w, m), want)
	}
	isWatching(t, w)
	m := walk(t, w, last[0])
	for range 4 {
		wg.Go(func() { _, _ = w.Refresh(t.Context(), m) })
	}
	w.Unwatch()
	wg.Wait()
	sameTree(t, walk(t, w, m), want)
}
