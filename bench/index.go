package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"sextant/internal/workspace"
)

// index measures a full index in a fresh process, cold cache, and its peak memory.
func (b *bench) index() error {
	var walls times
	var last map[string]any
	peak := int64(0)
	for range max(1, b.runs/2) {
		cache, remove, err := cacheDir()
		if err != nil {
			return err
		}
		cmd := exec.Command(b.program, "index", "--json", b.corpus)
		cmd.Env = append(os.Environ(), "SEXTANT_CACHE_DIR="+cache)
		cmd.Stderr = os.Stderr
		start := time.Now()
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		walls = append(walls, time.Since(start))
		if ru, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, ru.Maxrss)
			fmt.Printf("cpu: user %s, system %s\n", round(time.Duration(ru.Utime.Nano())), round(time.Duration(ru.Stime.Nano())))
		}
		if err := json.Unmarshal(out, &last); err != nil {
			return err
		}
		fmt.Printf("cache size: %d MB\n", dirSize(cache)>>20)
		remove()
	}
	fmt.Printf("full index: %s, %v files scanned, peak memory %d MB\n", walls, last["scanned"], peak>>10)
	return nil
}

func dirSize(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}

// copyCorpus copies the corpus and makes it a git repository with one commit.
func (b *bench) copyCorpus() (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "sextant-bench-tree-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	if err := os.CopyFS(filepath.Join(dir, "t"), os.DirFS(b.corpus)); err != nil {
		remove()
		return "", nil, err
	}
	tree := filepath.Join(dir, "t")
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=b", "-c", "user.email=b@b", "commit", "-qm", "corpus"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = tree
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			remove()
			return "", nil, fmt.Errorf("git %s: %w", args[0], err)
		}
	}
	return tree, remove, nil
}

// refresh compares a no-change refresh with git status on the same tree, turn
// by turn.
func (b *bench) refresh() error {
	tree, remove, err := b.copyCorpus()
	if err != nil {
		return err
	}
	defer remove()
	w := workspace.Open(tree, workspace.Options{})
	ctx := context.Background()
	start := time.Now()
	m, err := w.Refresh(ctx, nil)
	if err != nil {
		return err
	}
	fmt.Printf("first walk: %s, %d files\n", round(time.Since(start)), len(m.Files()))
	time.Sleep(3 * time.Second) // let timestamps settle for both
	var ours, gits times
	for range 2*b.runs + 1 {
		start := time.Now()
		next, err := w.Refresh(ctx, m)
		if err != nil {
			return err
		}
		ours = append(ours, time.Since(start))
		if next != m && len(ours) > 1 {
			fmt.Println("  (the manifest changed)")
		}
		m = next
		start = time.Now()
		cmd := exec.Command("git", "status", "--porcelain")
		cmd.Dir = tree
		out, err := cmd.Output()
		if err != nil {
			return err
		}
		gits = append(gits, time.Since(start))
		if len(out) > 0 {
			return fmt.Errorf("git sees changes: %s", out)
		}
	}
	ours, gits = ours[1:], gits[1:]
	fmt.Printf("no-change refresh: %s\ngit status --porcelain: %s\nratio of medians: %.2f\n", ours, gits,
		float64(ours.median())/float64(gits.median()))
	return nil
}
