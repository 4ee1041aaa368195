package workspace

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goSource is Go's own source tree: some 11,500 files that every machine with this project has.
func goSource(b *testing.B) string {
	b.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	must(b, err)
	src := filepath.Join(strings.TrimSpace(string(out)), "src")
	if _, err := os.Stat(src); err != nil {
		b.Skip(err)
	}
	return src
}

func BenchmarkRefreshUnchanged(b *testing.B) {
	w := Open(goSource(b), Options{})
	m := walk(b, w, nil)
	b.ReportAllocs()
	for b.Loop() {
		if walk(b, w, m) != m {
			b.Fatal("the tree has changed")
		}
	}
	b.ReportMetric(float64(len(m.Files())), "files")
}

func BenchmarkFirstWalk(b *testing.B) {
	root := goSource(b)
	b.ReportAllocs()
	files := 0
	for b.Loop() {
		files = len(walk(b, Open(root, Options{}), nil).Files())
	}
	b.ReportMetric(float64(files), "files")
}
