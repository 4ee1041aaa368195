package search

import (
	"context"
	"errors"
	"path"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// entryWords are words of which an entry point holds one in its text, and
// entryStems names that entry points have by custom.
var (
	entryWords = []string{"main", "__main__"}
	entryStems = map[string]bool{"main": true, "__main__": true, "index": true, "app": true, "server": true, "cli": true,
		"manage": true, "wsgi": true, "asgi": true, "program": true, "console": true, "artisan": true}
)

// EntryPoints lists the files below dir at which running the project begins,
// by each language's own rule, shallow ones first. pending counts files that
// could not be parsed within the budget.
func EntryPoints(ctx context.Context, v *index.View, dir string, budget time.Duration) (paths []string, pending int, err error) {
	deadline := time.Now().Add(budget)
	in := make(map[*index.File]bool)
	for _, f := range v.Under(dir) {
		in[f] = true
	}
	candidates := make(map[*index.File]bool)
	consider := func(f *index.File) {
		if in[f] && f.Language != nil && f.Language.IsEntryPoint != nil && f.Parsed() &&
			(f.Class == code.ClassSource || f.Class == code.ClassConfiguration) {
			candidates[f] = true
		}
	}
	for _, w := range entryWords {
		v.Postings(w, func(h index.Hit) {
			if h.Whole > 0 {
				consider(h.File)
			}
		})
	}
	for f := range in {
		base := path.Base(f.Path)
		stem, _, _ := strings.Cut(base, ".")
		if entryStems[strings.ToLower(stem)] || entryStems[base] {
			consider(f)
		}
	}
	files := make([]*index.File, 0, len(candidates))
	for f := range candidates {
		files = append(files, f)
	}
	byDepth(files)
	for _, f := range files {
		if !v.HasOutline(f) && time.Now().After(deadline) {
			pending++
			continue
		}
		facts, err := v.Outline(ctx, f)
		if ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		if errors.Is(err, index.ErrChanged) {
			return nil, 0, err
		}
		if err == nil && facts != nil && f.Language.IsEntryPoint(f.Path, facts) {
			paths = append(paths, f.Path)
		}
	}
	return paths, pending, nil
}

func byDepth(files []*index.File) {
	depth := func(p string) int { return strings.Count(p, "/") }
	sort.Slice(files, func(i, j int) bool {
		a, b := files[i].Path, files[j].Path
		if x, y := depth(a), depth(b); x != y {
			return x < y
		}
		return a < b
	})
}
