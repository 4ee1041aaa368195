package search

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"sextant/internal/index"
	"sextant/internal/index/graph"
)

// Dependencies returns the dependency graph of a view. While facts are still
// missing, those that matter for the files asked about are parsed first, as
// long as the budget lasts.
func Dependencies(ctx context.Context, v *index.View, about []*index.File, budget time.Duration) (*index.Graph, error) {
	deadline := time.Now().Add(budget)
	if len(about) > 0 && v.Unparsed() > 0 {
		// Half the time for those that matter, the rest for whatever else.
		if err := prime(ctx, v, about, time.Now().Add(budget/2)); err != nil {
			return nil, err
		}
	}
	return v.Graph(ctx, time.Until(deadline))
}

// packageStems are file names that are imported by their directory's name.
var packageStems = map[string]bool{"index": true, "__init__": true, "mod": true, "lib": true, "main": true, "init": true}

// mostPrimed bounds the files whose imports are followed first.
const mostPrimed = 20

// prime parses some files and those that name them, which are the ones that
// may depend on them.
func prime(ctx context.Context, v *index.View, about []*index.File, deadline time.Time) error {
	var todo []*index.File
	seen := make(map[*index.File]bool)
	consider := func(f *index.File) {
		if !seen[f] && f.Parsed() && !v.HasOutline(f) {
			seen[f] = true
			todo = append(todo, f)
		}
	}
	terms := make(map[string]bool)
	for _, f := range about {
		consider(f)
		stem, _, _ := strings.Cut(path.Base(f.Path), ".")
		if dir := path.Base(path.Dir(f.Path)); dir != "." {
			terms[strings.ToLower(dir)] = true
		}
		if !packageStems[stem] {
			terms[strings.ToLower(stem)] = true
		}
	}
	for _, t := range slices.Sorted(maps.Keys(terms)) {
		v.Postings(t, func(h index.Hit) {
			if h.Whole > 0 {
				consider(h.File)
			}
		})
	}
	// What the files themselves lead to is parsed on the way.
	for _, f := range about[:min(len(about), mostPrimed)] {
		if facts, err := v.Facts(ctx, f); err == nil && facts != nil {
			_, _, err = v.Edges(ctx, f, facts, deadline)
			if errors.Is(err, index.ErrChanged) {
				return err
			}
		}
	}
	for _, f := range todo {
		if time.Now().After(deadline) {
			return nil
		}
		if _, err := v.Outline(ctx, f); errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
	}
	return nil
}

// Cycle is a set of files that all depend on one another.
type Cycle struct {
	Files []string // most central first
	// Loop is a short way round that an import is part of.
	Loop []string
}

// Cycles lists the cycles of files in or below dir that imports close, the
// largest first. Files that only use one another without imports, as those of
// one package do, are no cycle.
func Cycles(g *index.Graph, dir string) []Cycle {
	rank := g.Centrality()
	var out []Cycle
	for _, members := range g.Cycles() {
		in := make(map[int32]bool, len(members))
		here := false
		for _, m := range members {
			in[m] = true
			here = here || Within(g.File(m).Path, dir)
		}
		if !here || !imports(g, members, in) {
			continue
		}
		slices.SortStableFunc(members, func(a, b int32) int { return cmp.Compare(rank[b], rank[a]) })
		c := Cycle{}
		for _, m := range members {
			c.Files = append(c.Files, g.File(m).Path)
		}
		for _, m := range loop(g, members, in) {
			c.Loop = append(c.Loop, g.File(m).Path)
		}
		out = append(out, c)
	}
	return out
}

// Within reports whether a path is a directory or lies below it; "" is the root.
func Within(p, dir string) bool { return dir == "" || p == dir || strings.HasPrefix(p, dir+"/") }

// imports reports whether an import joins two of the members.
func imports(g *index.Graph, members []int32, in map[int32]bool) bool {
	for _, m := range members {
		for _, a := range g.Out(m) {
			if a.Kind == graph.Import && in[a.Node] {
				return true
			}
		}
	}
	return false
}

// loop finds a shortest way round that an import is part of: from the end of
// an import of a member back to that member. The most central members come first.
func loop(g *index.Graph, members []int32, in map[int32]bool) []int32 {
	var best []int32
	tried := 0
	for _, m := range members {
		for _, a := range g.Out(m) {
			if a.Kind != graph.Import || !in[a.Node] {
				continue
			}
			if way := wayBack(g, a.Node, m, in); best == nil || len(way) < len(best) {
				best = way
			}
			if tried++; len(best) == 2 || tried == mostLoops {
				return best
			}
		}
	}
	return best
}

// mostLoops bounds how many imports of one cycle are looked at.
const mostLoops = 50

// wayBack finds a shortest way from start to end within the members; end comes first.
func wayBack(g *index.Graph, start, end int32, in map[int32]bool) []int32 {
	from := map[int32]int32{start: -1}
	queue := []int32{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, a := range g.Out(at) {
			if !a.Kind.IsDependency() || !in[a.Node] {
				continue
			}
			if a.Node == end {
				var way []int32
				for ; at >= 0; at = from[at] {
					way = append(way, at)
				}
				slices.Reverse(way)
				return append([]int32{end}, way...)
			}
			if _, seen := from[a.Node]; !seen {
				from[a.Node] = at
				queue = append(queue, a.Node)
			}
		}
	}
	return nil
}
