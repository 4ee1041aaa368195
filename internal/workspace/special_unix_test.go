//go:build unix

package workspace

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSpecialFiles(t *testing.T) {
	root := isolate(t)
	t.Chdir(root) // the path of a socket must be short
	tree(t, root, "file")
	must(t, unix.Mkfifo("fifo", 0o666))
	socket, err := net.Listen("unix", "socket")
	must(t, err)
	defer socket.Close()
	special := []string{"fifo", "socket"}
	if unix.Mknod("device", unix.S_IFCHR|0o666, int(unix.Mkdev(1, 5))) == nil { // only for root
		special = append(special, "device")
	}
	m := walk(t, Open(root, Options{}), nil)
	wantPaths(t, m, "file")
	if n := m.Skips()[SkipSpecial]; int(n) != len(special) {
		t.Errorf("%d special files were counted, want %d", n, len(special))
	}
	for _, p := range special {
		if _, r, err := Read(root, p, 0); !errors.Is(err, ErrNotRegular) || r.Unreadable {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// A file under an ignore file's name that is none must not be waited for.
func TestSpecialRuleFile(t *testing.T) {
	root := isolate(t)
	tree(t, root, "file", "sub/.ignore/", "sub/a")
	must(t, unix.Mkfifo(filepath.Join(root, ".gitignore"), 0o666))
	wantPaths(t, walk(t, Open(root, Options{}), nil), "file sub/a")
}

func TestUnreadable(t *testing.T) {
	root := isolate(t)
	tree(t, root, "fine/a", "closed/b", "noentry/c", "secret=text", ".gitignore=*.o\n", "x.o")
	lock := func(mode os.FileMode, names ...string) {
		for _, n := range names {
			must(t, os.Chmod(filepath.Join(root, n), mode))
		}
	}
	lock(0, "closed", "secret")
	lock(0o444, "noentry")
	t.Cleanup(func() { lock(0o777, "closed", "noentry", "secret") })
	dropRights(t)
	w := Open(root, Options{})
	m := walk(t, w, nil)
	wantPaths(t, m, ".gitignore fine/a secret")
	if n := m.Skips()[SkipUnreadable]; n != 2 {
		t.Errorf("%d unreadable entries were counted, want 2", n)
	}
	_, r, err := Read(root, "secret", 0)
	if !errors.Is(err, os.ErrPermission) || !r.Unreadable {
		t.Fatalf("%+v, %v", r, err)
	}
	m = m.With(map[string]Reading{"secret": r})
	lock(0o755, "closed", "noentry", "secret")
	m = walk(t, w, m)
	wantPaths(t, m, ".gitignore closed/b fine/a noentry/c secret")
	if f := m.File("secret"); f.Unreadable {
		t.Error("the file is still taken for unreadable")
	}
}

// A file that has become something special must not be waited for, even while
// somebody is about to write into it.
func TestReaderOfSpecialFiles(t *testing.T) {
	root := isolate(t)
	tree(t, root, "fifo=text", "dir=text")
	m := walk(t, Open(root, Options{}), nil)
	for _, name := range []string{"fifo", "dir"} {
		must(t, os.Remove(filepath.Join(root, name)))
	}
	must(t, unix.Mkfifo(filepath.Join(root, "fifo"), 0o666))
	must(t, os.Mkdir(filepath.Join(root, "dir"), 0o777))
	writer, err := os.OpenFile(filepath.Join(root, "fifo"), os.O_RDWR, 0)
	must(t, err)
	defer writer.Close()
	r, err := NewReader(root)
	must(t, err)
	defer r.Close()
	for _, name := range []string{"fifo", "dir"} {
		if data, err := r.Read(m.File(name)); !errors.Is(err, ErrChanged) || data != nil {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}
