package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"sextant/internal/workspace/watch"
)

func TestAllEventsDropped(t *testing.T) {
	root := isolate(t)
	s := &seam{}
	tree(t, root, "a", "d/b")
	w := watched(t, root, s)
	m := walk(t, w, nil)
	s.sync = func() error { return watch.ErrLate }
	for i := range mostFailures + 2 {
		write(t, filepath.Join(root, "d/b"), fmt.Sprint("text ", i))
		m = walk(t, w, m)
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
		if given := !strings.HasPrefix(w.WatchState(), "watching"); given != (i+1 >= mostFailures) {
			t.Errorf("after %d: %s", i+1, w.WatchState())
		}
	}
	if err := w.Watch(cookiesOf(root)); !errors.Is(err, watch.ErrLate) {
		t.Error(err)
	}
}

// One that fails and comes back is used again.
func TestSomeCookiesDropped(t *testing.T) {
	root := isolate(t)
	s := &seam{}
	tree(t, root, "a", "d/b")
	w := watched(t, root, s)
	m := walk(t, w, nil)
	for i := range 10 {
		s.sync = nil
		if i%3 != 0 {
			s.sync = func() error { return errors.New("once more") }
		}
		write(t, filepath.Join(root, "d/b"), fmt.Sprint("text ", i))
		m = walk(t, w, m)
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
	}
	isWatching(t, w)
}

func TestWatchedOverflow(t *testing.T) {
	root := isolate(t)
	s := &seam{lose: func(string) bool { return true }}
	tree(t, root, "a", "d/b", "d/e/c")
	w := watched(t, root, s)
	m := walk(t, w, nil)
	for i, c := range []watch.Changes{{All: true}, {All: true, Stale: true}} {
		write(t, filepath.Join(root, "d/e/c"), strings.Repeat("x", i+1))
		must(t, os.Rename(filepath.Join(root, "d"), filepath.Join(root, "d2")))
		must(t, os.Rename(filepath.Join(root, "d2"), filepath.Join(root, "d")))
		s.changes = func(out *watch.Changes) { *out = c }
		m = walk(t, w, m)
		s.changes = nil
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
	}
	s.lose = nil
	write(t, filepath.Join(root, "d/e/c"), "told")
	m = walk(t, w, m)
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
	isWatching(t, w)
}

func TestWatchedUnreadable(t *testing.T) {
	root := isolate(t)
	tree(t, root, "fine/a", "closed/b/c", "noentry/c/d")
	lock := func(mode os.FileMode) {
		for _, n := range []string{"closed", "noentry"} {
			must(t, os.Chmod(filepath.Join(root, n), mode))
			mode |= 0o444
		}
	}
	t.Cleanup(func() { lock(0o777) })
	dropRights(t)
	w := watched(t, root, nil)
	m := walk(t, w, nil)
	for _, mode := range []os.FileMode{0, 0o777, 0o700, 0, 0o777} {
		if mode == 0 {
			lock(0)
		} else {
			lock(mode)
		}
		m = walk(t, w, m)
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
	}
	wantPaths(t, m, "fine/a closed/b/c noentry/c/d")
	isWatching(t, w)
}

func TestRefusals(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b")
	for name, c := range map[string]struct {
		open error
		want string
	}{
		"system": {watch.ErrUnsupported, "sweeping: this system's events have no common order"},
		"limit":  {fmt.Errorf("%w: sysctl fs.inotify.max_user_instances is reached", watch.ErrLimit), "sweeping: out of inotify resources: sysctl fs.inotify.max_user_instances is reached"},
		"remote": {watch.ErrRemote, "sweeping: a network or user-space file system does not tell of every change"},
	} {
		w := Open(root, Options{})
		w.open = func(string, string) (source, error) { return nil, c.open }
		if err := w.Watch(cookiesOf(root)); !errors.Is(err, c.open) || w.WatchState() != c.want {
			t.Errorf("%s: %v; %s", name, err, w.WatchState())
		}
		wantPaths(t, walk(t, w, nil), "a d/b")
		w.Unwatch()
	}
	w := Open(root, Options{})
	if w.WatchState() != "sweeping: no watcher was asked for" {
		t.Error(w.WatchState())
	}
	w.Unwatch()
	if err := w.Watch(filepath.Join(root, "cache")); err == nil {
		t.Error("the watcher's own directory would be walked")
	}
	wantPaths(t, walk(t, w, nil), "a d/b")
	w.Unwatch()
	w = Open(root, Options{Hidden: []string{filepath.Join(root, "cache")}})
	must(t, w.Watch(filepath.Join(root, "cache", "cookies")))
	must(t, w.Watch(filepath.Join(root, "cache", "cookies")))
	defer w.Unwatch()
	m := walk(t, w, nil)
	wantPaths(t, m, "a d/b")
	if again := walk(t, w, m); again != m {
		t.Error("the watcher's own files are changes")
	}
	isWatching(t, w)
}

// adder refuses directories.
type adder struct {
	source
	refuse func(dir string) error
}

func (a *adder) Add(dir string) error {
	if err := a.refuse(dir); err != nil {
		return err
	}
	return a.source.Add(dir)
}

func refusing(t testing.TB, root string, refuse func(dir string) error) *Workspace {
	w := Open(root, Options{})
	w.open = func(root, cookies string) (source, error) {
		src, err := patient(root, cookies)
		return &adder{src, refuse}, err
	}
	must(t, w.Watch(cookiesOf(root)))
	t.Cleanup(w.Unwatch)
	return w
}

// The limit may be reached at any directory; the outcome of that call is right already.
func TestLimitReached(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b", "d/e/f")
	left := 2
	w := refusing(t, root, func(string) error {
		if left--; left < 0 {
			return fmt.Errorf("%w: sysctl fs.inotify.max_user_watches is reached", watch.ErrLimit)
		}
		return nil
	})
	m := walk(t, w, nil)
	wantPaths(t, m, "a d/b d/e/f")
	if state := w.WatchState(); !strings.Contains(state, "sweeping: ") || !strings.Contains(state, "fs.inotify.max_user_watches") {
		t.Error(state)
	}
	write(t, filepath.Join(root, "d/e/f"), "changed")
	sameTree(t, walk(t, w, m), walk(t, Open(root, Options{}), nil))
}

// What happens just before a directory is watched is in its listing.
func TestWatchedBeforeListed(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b", "d/e/f")
	w := refusing(t, root, func(dir string) error { return os.WriteFile(filepath.Join(dir, "last moment"), nil, 0o666) })
	m := walk(t, w, nil)
	wantFiles := []string{"a", "d/b", "d/e/f", "d/e/last moment", "d/last moment", "last moment"}
	for range 2 {
		if !slices.Equal(paths(m), wantFiles) {
			t.Fatalf("%q", paths(m))
		}
		m = walk(t, w, m)
	}
	isWatching(t, w)
}

// A part of the tree that cannot be watched is visited each time.
func TestPartNotWatched(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b", "far/e/f=1", "far/g")
	w := refusing(t, root, func(dir string) error {
		if strings.HasPrefix(dir, filepath.Join(root, "far")) {
			return watch.ErrRemote
		}
		return nil
	})
	m := settle(t, w, walk(t, w, nil))
	for _, c := range []func(){
		func() { write(t, filepath.Join(root, "far/e/f"), "changed") },
		func() { write(t, filepath.Join(root, "far/e/new/x"), "changed") },
		func() { must(t, os.RemoveAll(filepath.Join(root, "far/e"))) },
		func() { write(t, filepath.Join(root, "d/b"), "changed") },
	} {
		c()
		m = walk(t, w, m)
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
	}
	isWatching(t, w)
}

// Directories that come and go leave something in the watcher; it is replaced in time.
func TestWatcherIsReplaced(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a", "d/b")
	w := Open(root, Options{})
	opened := 0
	w.open = func(root, cookies string) (source, error) {
		opened++
		src, err := patient(root, cookies)
		return &grown{src, opened == 1}, err
	}
	must(t, w.Watch(cookiesOf(root)))
	defer w.Unwatch()
	m := walk(t, w, nil)
	write(t, filepath.Join(root, "d/b"), "changed")
	m = walk(t, w, m)
	sameTree(t, m, walk(t, Open(root, Options{}), nil))
	if walk(t, w, m) != m || opened != 2 {
		t.Errorf("opened %d times", opened)
	}
}

type grown struct {
	source
	is bool
}

func (g *grown) Len() int {
	if g.is {
		return 3 * spare
	}
	return g.source.Len()
}

// A directory that is mounted a second time in the tree has one watch, but two paths.
func TestMountedTwice(t *testing.T) {
	root := isolate(t)
	tree(t, root, "d/sub/f=1", "other/")
	w := watched(t, root, nil)
	m := settle(t, w, walk(t, w, nil))
	d, other := filepath.Join(root, "d"), filepath.Join(root, "other")
	if err := unix.Mount(d, other, "", unix.MS_BIND, ""); err != nil {
		t.Skip("mounting is not allowed: ", err)
	}
	mounted := true
	unmount := func() {
		if mounted {
			mounted = false
			must(t, unix.Unmount(other, 0))
		}
	}
	t.Cleanup(unmount)
	for i, c := range []func(){
		func() {},
		func() { write(t, filepath.Join(d, "sub/f"), "12") },
		func() { write(t, filepath.Join(other, "sub/f"), "123") },
		func() { tree(t, other, "new/file") },
		func() { must(t, os.RemoveAll(filepath.Join(d, "sub"))) },
		unmount,
		func() { tree(t, root, "other/file", "d/file") },
	} {
		c()
		m = walk(t, w, m)
		sameTree(t, m, walk(t, Open(root, Options{}), nil))
		if t.Failed() {
			t.Fatalf("step %d", i)
		}
	}
	isWatching(t, w)
}
