package search

import (
	"context"
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
// by each language's own rule and by what manifests say, shallow ones first.
// pending counts files that could not be parsed within the budget.
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
	words := entryWords
	for _, d := range v.Languages().All() {
		words = append(words[:len(words):len(words)], d.EntryWords...)
	}
	for _, w := range words {
		v.Postings(strings.ToLower(w), func(h index.Hit) {
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
	named := programs(v)
	for _, f := range files {
		if named[f.Path] {
			continue
		}
		if !v.HasOutline(f) && time.Now().After(deadline) {
			pending++
			continue
		}
		facts, err := v.Outline(ctx, f)
		if fatal := index.Fatal(ctx, err); fatal != nil {
			return nil, 0, fatal
		}
		if err == nil && facts != nil && f.Language.IsEntryPoint(f.Path, facts) {
			paths = append(paths, f.Path)
		}
	}
	for p := range named {
		if f := v.File(p); in[f] && !f.Symlink {
			paths = append(paths, p)
		}
	}
	sort.Slice(paths, func(i, j int) bool { return shallower(paths[i], paths[j]) })
	return paths, pending, nil
}

// programs are the files that manifests of any language name.
func programs(v *index.View) map[string]bool {
	return v.Memo("programs", func() any {
		out := make(map[string]bool)
		for _, d := range v.Languages().All() {
			if d.Programs == nil {
				continue
			}
			for _, p := range d.Programs(v.Project()) {
				out[p] = true
			}
		}
		return out
	}).(map[string]bool)
}

// shallower orders paths by depth, then by name.
func shallower(a, b string) bool {
	if x, y := strings.Count(a, "/"), strings.Count(b, "/"); x != y {
		return x < y
	}
	return a < b
}

func byDepth(files []*index.File) {
	sort.Slice(files, func(i, j int) bool { return shallower(files[i].Path, files[j].Path) })
}
