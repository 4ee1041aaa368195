package index

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/graph"
	"sextant/internal/index/scip"
	"sextant/internal/index/words"
	"sextant/internal/index/xref"
	"sextant/internal/lang"
)

// Linking resolves names of a view for one question. Files that nobody has
// parsed yet are parsed while the budget lasts; those left out are counted.
type Linking struct {
	v        *View
	ctx      context.Context
	deadline time.Time
	overlay  *overlay // nil without one

	mu      sync.Mutex
	err     error
	pending map[string]bool
	// uses are the facts that Uses has given out.
	uses map[string]*code.Facts
}

// Linking begins a question.
func (v *View) Linking(ctx context.Context, budget time.Duration) *Linking {
	return &Linking{v: v, ctx: ctx, deadline: time.Now().Add(budget), overlay: v.ix.overlay(), pending: make(map[string]bool)}
}

// keptLinkers bounds the linkers that a view keeps between questions, and
// linkerFiles the files that a kept one may remember.
const (
	keptLinkers = 2
	linkerFiles = 500
)

// linkers are those that wait for the next question about the same view.
type linkers struct {
	mu   sync.Mutex
	free []*keptLinker
}

type keptLinker struct {
	*xref.Linker
	source *source
}

// Do lends work a linker, which must not be kept. The result is what it was
// wrong about: ErrChanged, or the context's error.
func (q *Linking) Do(work func(l *xref.Linker) error) error {
	key := "linkers"
	if q.overlay != nil {
		key += " " + q.overlay.stamp
	}
	pool := q.v.Memo(key, func() any { return &linkers{} }).(*linkers)
	pool.mu.Lock()
	var k *keptLinker
	if n := len(pool.free); n > 0 {
		k, pool.free = pool.free[n-1], pool.free[:n-1]
	}
	pool.mu.Unlock()
	if k == nil {
		k = &keptLinker{source: &source{v: q.v}}
		k.Linker = xref.New(k.source)
	}
	k.source.q.Store(q)
	k.source.short = false
	err := errors.Join(work(k.Linker), q.Err())
	k.source.q.Store(nil)
	if err == nil && !k.source.short && k.Size() <= linkerFiles {
		pool.mu.Lock()
		if len(pool.free) < keptLinkers {
			pool.free = append(pool.free, k)
		}
		pool.mu.Unlock()
	}
	return err
}

// Late reports whether the time for the question is over.
func (q *Linking) Late() bool { return time.Now().After(q.deadline) }

// Err is what has gone wrong so far: ErrChanged, or the context's error.
func (q *Linking) Err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

// Pending is how many files have not been looked into for want of time.
func (q *Linking) Pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.pending)
}

func (q *Linking) failed(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = err
	}
}

// Facts returns a file's facts for the question, nil where there are none or no
// time is left to parse it.
func (q *Linking) Facts(f *File, detail bool) *code.Facts {
	if f == nil || !f.Parsed() || q.Err() != nil {
		return nil
	}
	if !q.v.HasOutline(f) && q.Late() {
		q.mu.Lock()
		q.pending[f.Path] = true
		q.mu.Unlock()
		return nil
	}
	facts, err := q.v.ix.facts(q.ctx, q.v, f, detail)
	return q.checked(facts, err)
}

// Uses returns of a file's facts the outline, the bindings and the references of
// the names that the outline makes wanted; others may be among them.
func (q *Linking) Uses(f *File, wanted func(outline *code.Facts) map[string]bool) *code.Facts {
	if f == nil || !f.Parsed() || !q.v.ix.hasFacts(f) || q.Err() != nil {
		return q.Facts(f, true)
	}
	facts := q.checked(q.v.ix.usesOf(q.ctx, q.v, f, wanted))
	if facts != nil {
		q.mu.Lock()
		if q.uses == nil {
			q.uses = make(map[string]*code.Facts)
		}
		q.uses[f.Path] = facts
		q.mu.Unlock()
	}
	return facts
}

// bound returns a file's facts with bindings; references may be missing.
func (q *Linking) bound(f *File) *code.Facts {
	if f == nil {
		return nil
	}
	q.mu.Lock()
	facts := q.uses[f.Path]
	q.mu.Unlock()
	if facts != nil {
		return facts
	}
	return q.Facts(f, true)
}

func (q *Linking) checked(facts *code.Facts, err error) *code.Facts {
	if errors.Is(err, ErrChanged) || q.ctx.Err() != nil {
		q.failed(errors.Join(err, q.ctx.Err()))
		return nil
	}
	if err != nil {
		return nil // it cannot be read or parsed: there are no facts of it
	}
	return facts
}

// source is a view as a linker sees it (xref.Source).
type source struct {
	v     *View
	q     atomic.Pointer[Linking]
	short bool // something was left out: what was found is not to be kept
	// uses are the places of files that the overlay knows something of.
	uses map[string]scip.Uses
}

// Language returns the language of a file that is parsed.
func (s *source) Language(path string) *lang.Definition {
	if f := s.v.File(path); f != nil && f.Parsed() {
		return f.Language
	}
	return nil
}

// Outline returns a file's facts without references.
func (s *source) Outline(path string) *code.Facts { return s.facts(path, false) }

// Bound returns a file's facts with bindings.
func (s *source) Bound(path string) *code.Facts { return s.facts(path, true) }

func (s *source) facts(path string, bound bool) *code.Facts {
	q, f := s.q.Load(), s.v.File(path)
	var facts *code.Facts
	if bound {
		facts = q.bound(f)
	} else {
		facts = q.Facts(f, false)
	}
	s.short = s.short || facts == nil
	return facts
}

// Defining lists the files that may define a name.
func (s *source) Defining(name string) []string { return paths(s.v.Defining(name)) }

// Inheriting lists the files that may declare a subtype of what has a name.
func (s *source) Inheriting(name string) []string { return paths(s.v.Inheriting(name)) }

func paths(files []*File) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Path
	}
	return out
}

// Project is the view as imports see it.
func (s *source) Project() lang.Project { return s.v.Project() }

// Importing tells from the dependency graph which files import a file in any
// number of steps; nil while it is not whole.
func (s *source) Importing(path string) func(from string) bool {
	g := s.v.wholeGraph(s.q.Load())
	if g == nil {
		return nil
	}
	start, ok := g.Node(path)
	if !ok {
		return nil
	}
	in := make([]bool, g.Len())
	in[start] = true
	for todo := []int32{start}; len(todo) > 0; {
		node := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, a := range g.In(node) {
			if a.Kind == graph.Import && !in[a.Node] {
				in[a.Node] = true
				todo = append(todo, a.Node)
			}
		}
	}
	return func(from string) bool {
		node, ok := g.Node(from)
		return ok && in[node]
	}
}

// wholeGraph is the view's graph if all facts for it are there.
func (v *View) wholeGraph(q *Linking) *Graph {
	if !v.allParsed() {
		return nil
	}
	return v.Memo("whole graph", func() any {
		g, err := v.Graph(q.ctx, max(0, time.Until(q.deadline)))
		if err != nil || g.Pending > 0 {
			return (*Graph)(nil)
		}
		return g
	}).(*Graph)
}

// Mentioning lists the files with facts that hold a name as a word, by path,
// and those that are not indexed yet.
func (v *View) Mentioning(name string) []*File {
	in := make(map[int32]bool)
	if len(name) < words.MinTerm {
		for _, f := range v.files {
			in[f.number] = true
		}
	} else {
		words.EachOf(name, func(term []byte, whole bool) {
			if whole {
				v.Postings(string(term), func(h Hit) {
					if h.Whole > 0 {
						in[h.File.number] = true
					}
				})
			}
		})
		for _, f := range v.Unindexed() {
			in[f.number] = true
		}
	}
	var out []*File
	for _, f := range v.files {
		if in[f.number] && f.Parsed() {
			out = append(out, f)
		}
	}
	return out
}
