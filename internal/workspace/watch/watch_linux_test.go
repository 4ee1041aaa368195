package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start watches an empty directory and returns it.
func start(t *testing.T) (*Watcher, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	root := filepath.Join(dir, "root")
	must(t, os.Mkdir(root, 0o777))
	w, err := New(root, filepath.Join(dir, "cache", "cookies"))
	must(t, err)
	w.Patience = time.Minute // however busy the machine is
	t.Cleanup(func() { must(t, w.Close()) })
	must(t, w.Add(root))
	return w, root
}

func hear(t *testing.T, w *Watcher) Changes {
	t.Helper()
	c, err := w.Sync(t.Context())
	must(t, err)
	slices.Sort(c.Paths)
	return c
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.WriteFile(path, []byte(text), 0o666))
}

// What happened before a call is in its answer, each time, and nowhere else.
func TestSyncIsABarrier(t *testing.T) {
	w, root := start(t)
	for i := range 300 {
		file := filepath.Join(root, fmt.Sprint("file", i))
		write(t, file, "x")
		if c := hear(t, w); !slices.Equal(c.Paths, []string{file}) || c.All {
			t.Fatalf("round %d: %+v", i, c)
		}
	}
	if c := hear(t, w); len(c.Paths) != 0 || c.All || c.Stale {
		t.Errorf("nothing happened: %+v", c)
	}
	if entries, err := os.ReadDir(w.cookies); err != nil || len(entries) != 0 {
		t.Errorf("cookies are left: %v, %v", entries, err)
	}
}

func TestWhatIsHeard(t *testing.T) {
	w, root := start(t)
	in := func(names ...string) []string {
		for i, n := range names {
			names[i] = filepath.Join(root, n)
		}
		return names
	}
	a, b, sub := filepath.Join(root, "a"), filepath.Join(root, "b"), filepath.Join(root, "sub")
	for _, step := range []struct {
		what string
		do   func() error
		want []string
	}{
		{"create", func() error { return os.WriteFile(a, []byte("1"), 0o666) }, in("a")},
		{"write", func() error { return os.WriteFile(a, []byte("2"), 0o666) }, in("a")},
		{"mode", func() error { return os.Chmod(a, 0o600) }, in("a")},
		{"times", func() error { return os.Chtimes(a, time.Unix(1, 0), time.Unix(1, 0)) }, in("a")},
		{"second name", func() error { return os.Link(a, filepath.Join(root, "c")) }, in("c")},
		{"rename", func() error { return os.Rename(a, b) }, in("a", "b")},
		{"symlink", func() error { return os.Symlink("b", a) }, in("a")},
		{"remove", func() error { return os.Remove(a) }, in("a")},
		{"directory", func() error { return os.Mkdir(sub, 0o777) }, in("sub")},
		{"not watched", func() error { return os.WriteFile(filepath.Join(sub, "x"), nil, 0o666) }, nil},
		{"reading", func() error { _, err := os.ReadFile(b); return err }, nil},
		{"watched now", func() error {
			return errors.Join(w.Add(sub), os.WriteFile(filepath.Join(sub, "x"), []byte("y"), 0o666))
		}, in("sub/x")},
		{"directory's mode", func() error { return os.Chmod(sub, 0o700) }, in("sub")},
		{"with what is in it", func() error { return os.RemoveAll(sub) }, in("sub", "sub/x")},
		{"made anew", func() error {
			return errors.Join(os.Mkdir(sub, 0o777), w.Add(sub), os.WriteFile(filepath.Join(sub, "z"), nil, 0o666))
		}, in("sub", "sub/z")},
		{"no longer watched", func() error { w.Remove(sub); return os.WriteFile(filepath.Join(sub, "z"), []byte("1"), 0o666) }, nil},
	} {
		must(t, step.do())
		if c := hear(t, w); !slices.Equal(c.Paths, step.want) || c.All || c.Stale {
			t.Errorf("%s: %+v, want %q", step.what, c, step.want)
		}
	}
}

// What lies below a renamed directory would be told under its old path.
func TestRenamedDirectory(t *testing.T) {
	w, root := start(t)
	dir := filepath.Join(root, "dir")
	must(t, os.Mkdir(dir, 0o777))
	must(t, w.Add(dir))
	hear(t, w)
	must(t, os.Rename(dir, filepath.Join(root, "other")))
	for range 2 {
		if c := hear(t, w); !c.All || !c.Stale {
			t.Errorf("%+v", c)
		}
	}
}

// So would what lies below one that could not be watched.
func TestRenamedThoughNotWatched(t *testing.T) {
	w, root := start(t)
	dir := filepath.Join(root, "dir")
	if err := w.Add(dir); !errors.Is(err, unix.ENOENT) {
		t.Fatal(err)
	}
	must(t, os.Mkdir(dir, 0o777))
	if c := hear(t, w); c.All || c.Stale {
		t.Errorf("made: %+v", c)
	}
	must(t, os.Rename(dir, filepath.Join(root, "other")))
	if c := hear(t, w); !c.All || !c.Stale {
		t.Errorf("renamed: %+v", c)
	}
}

// What is no longer watched may move unheard and be found under its old path, too.
func TestRemovedAndMoved(t *testing.T) {
	w, root := start(t)
	old, now := filepath.Join(root, "old"), filepath.Join(root, "out", "now")
	must(t, os.MkdirAll(filepath.Join(root, "out", "old", "sub"), 0o777))
	must(t, os.Rename(filepath.Join(root, "out", "old"), old))
	must(t, w.Add(filepath.Join(old, "sub")))
	w.Remove(filepath.Join(old, "sub"))
	must(t, os.Rename(old, now))
	must(t, os.Symlink(now, old))
	hear(t, w)
	must(t, w.Add(filepath.Join(now, "sub")))
	file := filepath.Join(now, "sub", "file")
	write(t, file, "")
	if c := hear(t, w); !slices.Equal(c.Paths, []string{file}) {
		t.Errorf("%+v", c)
	}
}

func TestRootReplaced(t *testing.T) {
	w, root := start(t)
	hear(t, w)
	// The directory above the root is not watched.
	above := filepath.Dir(root)
	must(t, os.Rename(above, above+"2"))
	t.Cleanup(func() { _ = os.RemoveAll(above + "2") })
	must(t, os.MkdirAll(filepath.Join(above, "cache", "cookies"), 0o777))
	if c := hear(t, w); !c.All || !c.Stale {
		t.Errorf("%+v", c)
	}
}

func TestTooManyPaths(t *testing.T) {
	w, root := start(t)
	for i := range mostPaths + 1 {
		must(t, os.Mkdir(filepath.Join(root, fmt.Sprint(i)), 0o777))
		if i%4000 == 0 {
			hear(t, w) // lest the queue overflows
		}
	}
	for i := range mostPaths + 1 {
		w.take(fsnotify.Event{Name: filepath.Join(root, "x", fmt.Sprint(i)), Op: fsnotify.Create})
	}
	if c := hear(t, w); !c.All || c.Stale || len(c.Paths) != 0 {
		t.Errorf("all %v, stale %v, %d paths", c.All, c.Stale, len(c.Paths))
	}
	write(t, filepath.Join(root, "a"), "")
	if c := hear(t, w); c.All || len(c.Paths) != 1 {
		t.Errorf("afterwards: %+v", c)
	}
}

// While nobody reads, the kernel's queue runs over.
func TestOverflow(t *testing.T) {
	w, root := start(t)
	w.mu.Lock() // the reader waits
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	write(t, a, "")
	for range 20_000 {
		must(t, os.Rename(a, b))
		must(t, os.Rename(b, a))
	}
	w.mu.Unlock()
	if c := hear(t, w); !c.All || !c.Stale {
		t.Errorf("all %v, stale %v", c.All, c.Stale)
	}
}

func TestLate(t *testing.T) {
	w, root := start(t)
	file := filepath.Join(root, "a")
	write(t, file, "")
	w.Patience = 0
	w.mu.Lock()
	go func() {
		w.mu.Unlock()
	}()
	for range 100 {
		if _, err := w.Sync(t.Context()); err != nil && !errors.Is(err, ErrLate) {
			t.Fatal(err)
		} else if err != nil {
			break
		}
		write(t, file, "")
	}
	w.Patience = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Sync(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	// Neither lost anything.
	if c := hear(t, w); !slices.Equal(c.Paths, []string{file}) {
		t.Errorf("%+v", c)
	}
}

func TestCookieDirectoryGone(t *testing.T) {
	w, _ := start(t)
	must(t, os.RemoveAll(w.cookies))
	if _, err := w.Sync(t.Context()); err == nil {
		t.Error("a barrier without a directory")
	}
	must(t, os.MkdirAll(w.cookies, 0o700))
	if _, err := w.Sync(t.Context()); err == nil {
		t.Error("the directory that was watched is gone")
	}
}

func TestFault(t *testing.T) {
	w, _ := start(t)
	w.fs.Errors <- errors.New("something broke")
	if _, err := w.Sync(t.Context()); err == nil || !strings.Contains(err.Error(), "something broke") {
		t.Error(err)
	}
}

func TestAddRefuses(t *testing.T) {
	w, root := start(t)
	must(t, os.Symlink("/", filepath.Join(root, "link")))
	write(t, filepath.Join(root, "file"), "")
	for name, want := range map[string]error{"link": unix.ENOTDIR, "file": unix.ENOTDIR, "missing": unix.ENOENT} {
		if err := w.Add(filepath.Join(root, name)); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The same directory under a second name.
	if err := w.Add(filepath.Join(filepath.Dir(root), ".", "cache", "..") + "/root/../root"); !errors.Is(err, ErrAlias) {
		t.Error(err)
	}
	w.limit = 1
	must(t, w.Add(root))
	if err := w.Add(filepath.Dir(root)); !errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), "fs.inotify.max_user_watches") {
		t.Error(err)
	}
	if w.Len() != 5 { // also what was refused for a reason of its own
		t.Errorf("%d directories", w.Len())
	}
}

func TestLimitsAreNamed(t *testing.T) {
	for _, c := range []struct {
		err  error
		of   string
		want string
		out  bool
	}{
		{unix.ENOSPC, "watches", "fs.inotify.max_user_watches", true},
		{unix.EMFILE, "instances", "fs.inotify.max_user_instances", true},
		{unix.ENOMEM, "watches", "", true},
		{unix.EACCES, "watches", "permission", false},
	} {
		err := limitError(c.err, c.of)
		if errors.Is(err, ErrLimit) != c.out || !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c.err, err)
		}
	}
}

func TestCookiesOfDeadProcesses(t *testing.T) {
	dir := t.TempDir()
	dead := exec.Command("true")
	must(t, dead.Run())
	alive := os.Getppid()
	names := map[string]bool{
		fmt.Sprintf("cookie-%d-ab-1", dead.Process.Pid): false,
		fmt.Sprintf("cookie-%d-ab-1", alive):            true,
		fmt.Sprintf("cookie-%d-ab-1", os.Getpid()):      true,
		"cookie-x-1": true,
		"other":      true,
	}
	for n := range names {
		write(t, filepath.Join(dir, n), "")
	}
	clearCookies(dir)
	for n, stays := range names {
		if _, err := os.Lstat(filepath.Join(dir, n)); (err == nil) != stays {
			t.Errorf("%s: %v", n, err)
		}
	}
}

func TestRemote(t *testing.T) {
	if isRemote(t.TempDir()) {
		t.Skip("the temporary directory is on a network file system")
	}
	if isRemote("/missing/directory") {
		t.Error("what is missing is nowhere")
	}
}

func TestConcerning(t *testing.T) {
	table := `21 1 8:1 / / rw - ext4 /dev/sda rw
30 21 0:20 / /proc rw - proc proc rw
31 21 8:2 / /home/me/my\040tree rw - ext4 /dev/sdb rw
32 31 0:30 /x /home/me/my\040tree/in rw - nfs host:/x rw
33 21 0:31 / /home/me/my\040tree2 rw - tmpfs tmpfs rw
short line
`
	want := `31 8:2 / /home/me/my\040tree` + "\n" + `32 0:30 /x /home/me/my\040tree/in`
	if got := concerning(table, "/home/me/my tree"); got != want {
		t.Errorf("got %q", got)
	}
	if got := concerning(table, "/"); strings.Count(got, "\n") != 4 {
		t.Errorf("below the top: %q", got)
	}
}

// A file system that is mounted over a watched directory makes no event.
func TestMounted(t *testing.T) {
	w, root := start(t)
	dir := filepath.Join(root, "dir")
	must(t, os.Mkdir(dir, 0o777))
	must(t, w.Add(dir))
	hear(t, w)
	if err := unix.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("mounting is not allowed: ", err)
	}
	mounted := true
	unmount := func() {
		if mounted {
			mounted = false
			must(t, unix.Unmount(dir, 0))
		}
	}
	t.Cleanup(unmount)
	if c := hear(t, w); !c.All || !c.Stale {
		t.Errorf("mounted: %+v", c)
	}
	fresh, err := New(root, w.cookies)
	must(t, err)
	defer fresh.Close()
	if c := hear(t, fresh); c.All || c.Stale {
		t.Errorf("afresh: %+v", c)
	}
	unmount()
	if c := hear(t, fresh); !c.All || !c.Stale {
		t.Errorf("unmounted: %+v", c)
	}
}

func TestClosed(t *testing.T) {
	dir := t.TempDir()
	w, err := New(dir, filepath.Join(dir, "cookies"))
	must(t, err)
	must(t, w.Close())
	if _, err := w.Sync(t.Context()); err == nil {
		t.Error("a closed watcher hears")
	}
	must(t, w.Close())
	if err := w.Add(dir); err == nil {
		t.Error("a closed watcher watches")
	}
}

func TestNoRoot(t *testing.T) {
	dir := t.TempDir()
	if _, err := New(filepath.Join(dir, "missing"), filepath.Join(dir, "cookies")); !errors.Is(err, unix.ENOENT) {
		t.Error(err)
	}
	write(t, filepath.Join(dir, "file"), "")
	if _, err := New(dir, filepath.Join(dir, "file", "cookies")); err == nil {
		t.Error("cookies below a file")
	}
}
