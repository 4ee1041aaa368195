package workspace

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a.go=package a\r\n", "empty", "dir/b=\x00\xff")
	for path, want := range map[string]string{"a.go": "package a\r\n", "empty": "", "dir/b": "\x00\xff"} {
		data, r, err := Read(root, path, 100)
		if err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", path, data, err)
		}
		sig, err := Stat(root, path)
		if err != nil || r.Signature != sig || r.Hash != sha256.Sum256([]byte(want)) || r.Unreadable {
			t.Errorf("%s: reading %+v, stat %+v, %v", path, r, sig, err)
		}
		if age := time.Since(time.Unix(0, r.ReadAt)); age < 0 || age > time.Minute {
			t.Errorf("%s: read %v ago", path, age)
		}
	}
}

func TestReadLimit(t *testing.T) {
	root := isolate(t)
	tree(t, root, "f=0123456789")
	for max, ok := range map[int64]bool{0: true, 9: false, 10: true, 11: true} {
		data, r, err := Read(root, "f", max)
		if ok != (err == nil) || ok != (len(data) == 10) || !ok && !errors.Is(err, ErrTooLarge) {
			t.Errorf("limit %d: %q, %v", max, data, err)
		}
		if r.Signature.Size != 10 || r.Unreadable {
			t.Errorf("limit %d: %+v", max, r)
		}
	}
	// A sparse file of any size is refused before memory is taken for it.
	must(t, os.Truncate(filepath.Join(root, "f"), 1<<40))
	if _, _, err := Read(root, "f", 1<<20); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
}

func TestReadRefuses(t *testing.T) {
	root := isolate(t)
	tree(t, root, "dir/f", "file")
	tree(t, filepath.Dir(root), "outside/f")
	must(t, os.Symlink("file", filepath.Join(root, "link")))
	must(t, os.Symlink("../outside", filepath.Join(root, "swapped")))
	for path, want := range map[string]error{
		"dir": ErrNotRegular, "link": ErrNotRegular, "missing": fs.ErrNotExist, "missing/f": fs.ErrNotExist, "file/f": fs.ErrNotExist,
		"../outside/f": ErrOutside, "/etc/passwd": ErrOutside, "": ErrOutside,
	} {
		data, r, err := Read(root, path, 0)
		if !errors.Is(err, want) || data != nil || r.Unreadable || !r.Hash.IsZero() || !strings.HasPrefix(err.Error(), "reading "+path) {
			t.Errorf("%q: %q, %+v, %v; want %v", path, data, r, err, want)
		}
	}
	for path, want := range map[string]error{"dir": ErrNotRegular, "missing": fs.ErrNotExist, "file/f": fs.ErrNotExist, "link": nil, "file": nil} {
		if _, err := Stat(root, path); !errors.Is(err, want) {
			t.Errorf("Stat %q: %v, want %v", path, err, want)
		}
	}
}

// What happens to the file between opening and reading it.
func TestReadWhileItChanges(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(t *testing.T, file string, n int)
		want    string
		settled bool // may be pinned by its signature
		err     error
	}{
		{"once", func(t *testing.T, file string, n int) {
			if n == 1 {
				write(t, file, "other")
			}
		}, "other", true, nil},
		{"always", func(t *testing.T, file string, n int) {
			write(t, file, strings.Repeat("x", n))
		}, "xxx", false, nil},
		{"grows past the limit", func(t *testing.T, file string, n int) {
			write(t, file, strings.Repeat("x", 101))
		}, "", false, ErrTooLarge},
		{"shrinks", func(t *testing.T, file string, n int) { must(t, os.Truncate(file, int64(5-n))) }, "fi", false, nil},
		{"removed", func(t *testing.T, file string, n int) { _ = os.Remove(file) }, "", false, fs.ErrNotExist},
		{"becomes a directory", func(t *testing.T, file string, n int) {
			_ = os.RemoveAll(file)
			mkdir(t, file)
		}, "", false, ErrNotRegular},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := isolate(t)
			file := filepath.Join(root, "f")
			write(t, file, "first")
			n := 0
			data, r, err := read(root, "f", 100, func() { n++; c.change(t, file, n) })
			if !errors.Is(err, c.err) || string(data) != c.want {
				t.Fatalf("%q, %v; want %q, %v", data, err, c.want, c.err)
			}
			if err != nil {
				return
			}
			if r.Hash != sha256.Sum256(data) || (r.ReadAt != 0) != c.settled {
				t.Errorf("reading is %+v", r)
			}
		})
	}
}
