package workspace

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// openSource opens Go's own source tree, some 11,500 files that every machine
// with this project has; or the tree that BENCH_TREE names, with what is
// included by BENCH_INCLUDE.
func openSource(b *testing.B) *Workspace {
	b.Helper()
	if tree := os.Getenv("BENCH_TREE"); tree != "" {
		return Open(tree, Options{Include: strings.Fields(os.Getenv("BENCH_INCLUDE"))})
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	must(b, err)
	src := filepath.Join(strings.TrimSpace(string(out)), "src")
	if _, err := os.Stat(src); err != nil {
		b.Skip(err)
	}
	return Open(src, Options{})
}

func BenchmarkRefreshUnchanged(b *testing.B) {
	w := openSource(b)
	m := walk(b, w, nil)
	b.ReportAllocs()
	for b.Loop() {
		if walk(b, w, m) != m {
			b.Fatal("the tree has changed")
		}
	}
	b.ReportMetric(float64(len(m.Files())), "files")
}

// What a call costs once the watcher is at work.
func BenchmarkWatchedUnchanged(b *testing.B) {
	w := openSource(b)
	if err := w.Watch(b.TempDir()); err != nil {
		b.Skip(err)
	}
	defer w.Unwatch()
	m := walk(b, w, nil)
	b.ReportAllocs()
	for b.Loop() {
		if walk(b, w, m) != m {
			b.Fatal("the tree has changed")
		}
	}
	b.ReportMetric(float64(len(m.Files())), "files")
}

// What starting the watches adds to the first call after a restart, which
// compares the disk with the stored manifest: take BenchmarkRefreshUnchanged off.
func BenchmarkWatchStart(b *testing.B) {
	w := openSource(b)
	m := walk(b, w, nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Watch(b.TempDir()); err != nil {
			b.Skip(err)
		}
		if walk(b, w, m) != m {
			b.Fatal("the tree has changed")
		}
		b.StopTimer()
		w.Unwatch()
		b.StartTimer()
	}
	b.ReportMetric(float64(len(m.Dirs())), "directories")
}

// One file edited, one added and removed, in a tree of the same names as
// openSource whose files are empty.
func BenchmarkWatchedEdit(b *testing.B) {
	from := openSource(b)
	root := b.TempDir()
	listed := walk(b, from, nil)
	for _, d := range listed.Dirs() {
		mkdir(b, filepath.Join(root, d))
	}
	for _, f := range listed.Files() {
		must(b, os.WriteFile(filepath.Join(root, f.Path), nil, 0o666))
	}
	some := listed.Files()[len(listed.Files())/2].Path
	for _, c := range []struct {
		name   string
		change func(n int)
	}{
		{"edit", func(n int) {
			must(b, os.WriteFile(filepath.Join(root, some), make([]byte, 1+n%100), 0o666))
		}},
		{"add", func(n int) {
			if name := filepath.Join(root, filepath.Dir(some), "added"); n%2 == 0 {
				must(b, os.WriteFile(name, nil, 0o666))
			} else {
				must(b, os.Remove(name))
			}
		}},
	} {
		for _, with := range []string{"watched", "swept"} {
			b.Run(c.name+"/"+with, func(b *testing.B) {
				w := Open(root, Options{})
				if with == "watched" {
					if err := w.Watch(b.TempDir()); err != nil {
						b.Skip(err)
					}
					defer w.Unwatch()
				}
				m := walk(b, w, nil)
				n := 0
				for b.Loop() {
					c.change(n)
					n++
					next := walk(b, w, m)
					if next == m {
						b.Fatal("a change was missed")
					}
					m = next
				}
			})
		}
	}
}

func BenchmarkFirstWalk(b *testing.B) {
	b.ReportAllocs()
	files := 0
	for b.Loop() {
		files = len(walk(b, openSource(b), nil).Files())
	}
	b.ReportMetric(float64(files), "files")
}
