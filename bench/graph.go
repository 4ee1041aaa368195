package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sextant/internal/index"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/workspace"
)

// graph times the dependency graph of the corpus: made from all files, taken
// up from the store, brought up to date after an edit and after a new path. It
// works on a copy, which it edits.
func (b *bench) graph() error {
	dir, err := os.MkdirTemp("", "sextant-bench-graph-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root, cache := filepath.Join(dir, "tree"), filepath.Join(dir, "cache")
	if err := os.CopyFS(root, os.DirFS(b.corpus)); err != nil {
		return fmt.Errorf("copying the corpus: %w", err)
	}
	registry, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		return err
	}
	open := func() *index.Indexer {
		return index.Open(workspace.Open(root, workspace.Options{}), index.Options{Languages: registry, CacheDir: cache})
	}
	ix := open()
	if _, err := ix.Complete(context.Background(), nil); err != nil {
		return err
	}
	if err := ix.Close(); err != nil {
		return err
	}
	ix = open()
	defer func() { _ = ix.Close() }()
	ask := func(what string) error {
		v, err := ix.View(context.Background())
		if err != nil {
			return err
		}
		begun := time.Now()
		g, err := v.Graph(context.Background(), time.Minute)
		if err != nil {
			return err
		}
		fmt.Printf("%s: %s, %d files, %d edges, %d pending\n", what, time.Since(begun).Round(10*time.Microsecond), g.Len(), g.Dependencies(), g.Pending)
		return nil
	}
	if err := ask("taken up from the store"); err != nil {
		return err
	}
	v, err := ix.View(context.Background())
	if err != nil {
		return err
	}
	var edited string
	for _, f := range v.Files() {
		if f.Parsed() && f.Language.Resolve != nil {
			edited = filepath.Join(root, f.Path)
			break
		}
	}
	text, err := os.ReadFile(edited)
	if err != nil {
		return err
	}
	for i := range b.runs {
		if err := os.WriteFile(edited, append(text, fmt.Sprintf("\n// edit %d\n", i)...), 0o600); err != nil {
			return err
		}
		if err := ask("after an edit"); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(root, "new_file.go"), []byte("package src\n"), 0o600); err != nil {
		return err
	}
	return ask("after a new path")
}
