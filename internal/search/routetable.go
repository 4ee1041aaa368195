package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/words"
)

// routeTable is every route of a view.
type routeTable struct {
	found             []FoundRoute
	searched, pending int
	complete          bool
}

// routeMemo keeps a view's table once it is complete.
type routeMemo struct {
	mu    sync.Mutex
	table *routeTable
}

func routesOf(ctx context.Context, v *index.View, budget time.Duration) (*routeTable, error) {
	memo := v.Memo("routes", func() any { return &routeMemo{} }).(*routeMemo)
	memo.mu.Lock()
	defer memo.mu.Unlock()
	if memo.table != nil && memo.table.complete {
		return memo.table, nil
	}
	l := newRouteLinks(ctx, v, time.Now().Add(budget))
	t, err := l.table()
	if err != nil {
		return nil, err
	}
	memo.table = t
	return t, nil
}

// routeCandidates lists the files that may say something about routes by
// themselves: by the words of their language, or by their path.
func routeCandidates(v *index.View) []*index.File {
	in := make(map[*index.File]bool)
	for _, d := range v.Languages().All() {
		for _, phrase := range d.RouteWords {
			var all map[*index.File]bool
			for _, word := range strings.Fields(phrase) {
				with := make(map[*index.File]bool)
				v.Postings(word, func(h index.Hit) { // as a whole identifier
					if h.Whole > 0 && h.File.Language == d && (all == nil || all[h.File]) {
						with[h.File] = true
					}
				})
				all = with
			}
			for f := range all {
				in[f] = true
			}
		}
	}
	for _, f := range v.Unindexed() {
		if f.Parsed() && len(f.Language.RouteWords) > 0 && holdsPhrase(v, f) {
			in[f] = true
		}
	}
	var out []*index.File
	for f := range in {
		if f.Parsed() {
			out = append(out, f)
		}
	}
	byDepth(out)
	return out
}

// holdsPhrase looks for the words of a file's language in a text that no
// segment covers.
func holdsPhrase(v *index.View, f *index.File) bool {
	text, err := v.Text(f)
	if err != nil {
		return true // left to the parse to report
	}
	text = words.Lower(nil, text)
	return slices.ContainsFunc(f.Language.RouteWords, func(phrase string) bool {
		for _, w := range strings.Fields(phrase) {
			if whole, _ := words.Count(text, []byte(w)); whole == 0 {
				return false
			}
		}
		return true
	})
}

// table gathers, links and lists the routes.
func (l *routeLinks) table() (*routeTable, error) {
	files := routeCandidates(l.v)
	var next atomic.Int64
	err := parallel(2, func() error {
		for {
			i := int(next.Add(1) - 1)
			if i >= len(files) {
				return nil
			}
			if _, err := l.load(files[i]); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return nil, err
	}
	if err := l.link(); err != nil {
		return nil, err
	}
	t := &routeTable{searched: len(l.files)}
	for _, f := range l.sorted() {
		for i := range f.facts.Routes {
			if r := &f.facts.Routes[i]; r.Form == code.RouteEndpoint {
				t.found = append(t.found, l.routes(f, r)...)
			}
		}
	}
	named, err := l.pathRoutes()
	if err != nil {
		return nil, err
	}
	t.found = append(t.found, named...)
	t.pending = int(l.pending.Load())
	t.complete = t.pending == 0 && !l.v.Outdated()
	return t, nil
}

// pathRoutes lists the routes that files have by their paths.
func (l *routeLinks) pathRoutes() (out []FoundRoute, err error) {
	p := l.v.Project()
	for _, file := range l.v.Files() {
		if !file.Parsed() || file.Language.PathRoutes == nil {
			continue
		}
		routes := file.Language.PathRoutes(p, file.Path, func() *code.Facts {
			f, failed := l.load(file)
			if err = errors.Join(err, failed); f == nil {
				return nil
			}
			return f.facts
		})
		if err != nil {
			return nil, err
		}
		f := l.files[file.Path]
		for i := range routes {
			out = append(out, FoundRoute{File: file, Facts: f.facts, Route: &routes[i], Framework: routes[i].Framework, Path: routes[i].Path})
		}
	}
	return out, nil
}
