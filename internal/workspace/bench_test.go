package workspace

import (
	"context"
	"path/filepath"
	"runtime"
	"testing"
)

func BenchmarkRefreshUnchanged(b *testing.B) {
	root := filepath.Join(runtime.GOROOT(), "src")
	w := Open(root, Options{})
	m, err := w.Refresh(context.Background(), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		n, err := w.Refresh(context.Background(), m)
		if err != nil || n != m {
			b.Fatal(err, n != m)
		}
	}
	b.ReportMetric(float64(len(m.Files())), "files")
}

func BenchmarkFirstWalk(b *testing.B) {
	root := filepath.Join(runtime.GOROOT(), "src")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(root, Options{}).Refresh(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
