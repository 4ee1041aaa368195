package watch

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestAddMovedDirectory adds a directory under a path at which another one was
// watched before, while the events that tell so have not been read: neither
// Add nor Remove may panic, and the watcher says that it must be made afresh.
func TestAddMovedDirectory(t *testing.T) {
	for range 20 {
		root := t.TempDir()
		a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
		for _, dir := range []string{a, b} {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		w, err := New(root, filepath.Join(t.TempDir(), "cookies"))
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{root, a, b} {
			if err := w.Add(dir); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(b); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(a, b); err != nil {
			t.Fatal(err)
		}
		_ = w.Add(b)
		w.Remove(b)
		changes, err := w.Sync(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !changes.All || !changes.Stale {
			t.Errorf("%+v", changes)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
