package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openReader(t *testing.T, root string) *Reader {
	t.Helper()
	r, err := NewReader(root)
	must(t, err)
	t.Cleanup(r.Close)
	return r
}

func TestReader(t *testing.T) {
	root := isolate(t)
	long := strings.Repeat("0123456789", 100_000)
	tree(t, root, "a=text\r\n", "empty", "dir/b=\x00\xff", "long="+long)
	m := walk(t, Open(root, Options{}), nil)
	r := openReader(t, root)
	for range 2 { // the buffer is used again
		for path, want := range map[string]string{"a": "text\r\n", "empty": "", "dir/b": "\x00\xff", "long": long} {
			if data, err := r.Read(m.File(path)); err != nil || string(data) != want {
				t.Errorf("%s: %d bytes, %v", path, len(data), err)
			}
		}
	}
	for _, c := range []struct{ start, end int64 }{{0, 0}, {0, 10}, {5, 12}, {999_990, 1_000_000}, {1_000_000, 1_000_000}, {0, 1_000_000}} {
		if data, err := r.ReadPart(m.File("long"), c.start, c.end); err != nil || string(data) != long[c.start:c.end] {
			t.Errorf("bytes %d to %d: %d bytes, %v", c.start, c.end, len(data), err)
		}
	}
	if _, err := NewReader(filepath.Join(root, "missing")); err == nil {
		t.Error("a missing root can be opened")
	}
}

// TestReaderNoticesChanges: what is not as it was listed is not given out,
// whichever part of it is asked for.
func TestReaderNoticesChanges(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, file string)
	}{
		{"rewritten", func(t *testing.T, file string) { write(t, file, "other text") }},
		{"rewritten with the same text", func(t *testing.T, file string) { write(t, file, "first text") }},
		{"replaced", func(t *testing.T, file string) {
			write(t, file+".new", "other text")
			must(t, os.Rename(file+".new", file))
		}},
		{"grown", func(t *testing.T, file string) { write(t, file, "first text and more") }},
		{"truncated", func(t *testing.T, file string) { must(t, os.Truncate(file, 5)) }},
		{"emptied", func(t *testing.T, file string) { must(t, os.Truncate(file, 0)) }},
		{"removed", func(t *testing.T, file string) { must(t, os.Remove(file)) }},
		{"its directory removed", func(t *testing.T, file string) { must(t, os.RemoveAll(filepath.Dir(file))) }},
		{"its directory now a file", func(t *testing.T, file string) {
			must(t, os.RemoveAll(filepath.Dir(file)))
			write(t, filepath.Dir(file), "first text")
		}},
		{"now a directory", func(t *testing.T, file string) {
			must(t, os.Remove(file))
			mkdir(t, file)
		}},
		{"now a link", func(t *testing.T, file string) {
			must(t, os.Rename(file, file+".real"))
			must(t, os.Symlink("file.real", file))
		}},
		{"its directory now a link", func(t *testing.T, file string) {
			must(t, os.Rename(filepath.Dir(file), filepath.Dir(file)+".real"))
			must(t, os.Symlink("dir.real", filepath.Dir(file)))
		}},
		{"other rights", func(t *testing.T, file string) { must(t, os.Chmod(file, 0o640)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := isolate(t)
			tree(t, root, "dir/file=first text")
			// Long enough ago that no clock may hide the change.
			m := settle(t, Open(root, Options{}), walk(t, Open(root, Options{}), nil))
			r, f := openReader(t, root), m.File("dir/file")
			if data, err := r.Read(f); err != nil || string(data) != "first text" {
				t.Fatalf("%q, %v", data, err)
			}
			c.change(t, filepath.Join(root, "dir", "file"))
			for _, part := range []struct{ start, end int64 }{{0, 10}, {0, 5}, {3, 3}} {
				data, err := r.ReadPart(f, part.start, part.end)
				if c.name == "its directory now a link" && err == nil {
					continue // the very same file; not every system can tell
				}
				if !errors.Is(err, ErrChanged) || data != nil {
					t.Errorf("bytes %d to %d: %q, %v", part.start, part.end, data, err)
				}
			}
		})
	}
}
