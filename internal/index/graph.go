package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/index/graph"
	"sextant/internal/index/store"
	"sextant/internal/index/words"
)

// Graph is which files of a view depend on which. Nodes are the view's files
// in order.
type Graph struct {
	*graph.Graph
	// Pending counts files whose dependencies are not known yet.
	Pending int

	files      []*File
	centrality func() []float64
}

// Node returns the node of a path, false if the view has no such file.
func (g *Graph) Node(path string) (int32, bool) {
	i, ok := slices.BinarySearchFunc(g.files, path, func(f *File, p string) int { return strings.Compare(f.Path, p) })
	return int32(i), ok
}

// File returns the file of a node.
func (g *Graph) File(node int32) *File { return g.files[node] }

// Centrality gives each node its share of attention (graph.Centrality).
func (g *Graph) Centrality() []float64 { return g.centrality() }

// linked is a graph as it is remembered from view to view: each file's arcs
// beside the key of the facts that they come from. It never changes.
type linked struct {
	paths []string
	keys  []store.FactsKey // the hash is zero where the arcs are not known
	arcs  [][]graph.Arc
	// configs are files that finding targets has read. They are part of the
	// paths, or were not there.
	configs map[string]bool
	pending int
}

// linkedState is what an indexer keeps of graphs.
type linkedState struct {
	making  chan struct{} // holds one token while a graph is made
	waiting atomic.Int64  // questions that wait for a graph
	mu      sync.Mutex    // guards what follows; making is taken before it
	last    *linked
	loaded  bool         // whether the store has been asked
	stored  *linked      // as the store has it
	full    atomic.Int64 // graphs made from all files, for tests
	linked  atomic.Int64 // files linked, for tests
}

// Graph returns the dependency graph of the view. Facts that are not known
// yet are parsed while the budget lasts, what remains is counted in Pending.
// What the last graph says of files that nothing has happened to is kept. The
// error is ErrChanged or the context's.
func (v *View) Graph(ctx context.Context, budget time.Duration) (*Graph, error) {
	v.ix.linkedState.waiting.Add(1)
	defer v.ix.linkedState.waiting.Add(-1)
	return v.makeGraph(ctx, budget, false)
}

// makeGraph is Graph; a polite one stands back while questions are answered,
// unless one of them waits for it.
func (v *View) makeGraph(ctx context.Context, budget time.Duration, polite bool) (*Graph, error) {
	deadline := time.Now().Add(budget)
	select {
	case v.ix.linkedState.making <- struct{}{}:
		defer func() { <-v.ix.linkedState.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if v.graph != nil && v.graph.Pending == 0 {
		return v.graph, nil
	}
	l, err := v.ix.link(ctx, v, deadline, polite)
	if err != nil {
		return nil, err
	}
	lists := make([][]graph.Arc, len(l.arcs))
	for i := range l.arcs {
		lists[i] = slices.Clone(l.arcs[i])
	}
	g := &Graph{Graph: graph.New(lists), Pending: l.pending, files: v.files}
	g.centrality = sync.OnceValue(g.Graph.Centrality)
	v.graph = g
	return g, nil
}

// link brings the remembered graph up to date with a view. The caller holds making.
func (ix *Indexer) link(ctx context.Context, v *View, deadline time.Time, polite bool) (*linked, error) {
	ix.refreshKnown()
	s := &ix.linkedState
	s.mu.Lock()
	if s.last == nil && !s.loaded {
		s.last, s.loaded = ix.loadLinked(), true
		s.stored = s.last
	}
	last := s.last
	s.mu.Unlock()
	b := &linking{ix: ix, v: v, ctx: ctx, deadline: deadline, polite: polite}
	todo, ok := b.changed(last)
	if ok && len(todo) == 0 {
		return last, nil
	}
	if !ok {
		s.full.Add(1)
	}
	l, err := b.run(last, todo, ok)
	if !ok || len(todo) > muchWork {
		ix.cache.clear()
	}
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !v.Outdated() {
		s.last = l
	}
	return l, nil
}

// linkedAlike reports whether the remembered graph is whole and of the same
// paths as the view.
func (ix *Indexer) linkedAlike(v *View) bool {
	ix.linkedState.mu.Lock()
	last := ix.linkedState.last
	ix.linkedState.mu.Unlock()
	return last != nil && last.pending == 0 && slices.EqualFunc(last.paths, v.files, func(p string, f *File) bool { return p == f.Path })
}

// forgetLinked drops the graph, here and in the store.
func (ix *Indexer) forgetLinked() {
	s := &ix.linkedState
	s.mu.Lock()
	s.last, s.stored, s.loaded = nil, nil, true
	s.mu.Unlock()
	if db := ix.storable(); db != nil {
		generation := ix.generation.Load()
		if err := db.DropDerived(ix.ws.Root(), linkedKind); err != nil {
			ix.failed(generation, "dropping the dependency graph", err)
		}
	}
}

// linking is the making of one graph.
type linking struct {
	ix       *Indexer
	v        *View
	ctx      context.Context
	deadline time.Time
	polite   bool

	surfaces sync.Map // path -> *surface
	offers   sync.Map // of linker
}

// mostChanged is the part of the files from which on a new graph is made from
// all: looking for what each change affects would not be less work.
const mostChanged = 4

// changed lists the files of the view whose arcs the last graph does not
// have; ok is false when it can say nothing of this view.
func (b *linking) changed(last *linked) (todo []int, ok bool) {
	files := b.v.files
	if last == nil || last.pending > 0 || len(last.paths) != len(files) {
		return nil, false
	}
	for i, f := range files {
		if last.paths[i] != f.Path {
			return nil, false
		}
		if key := b.key(f); key != last.keys[i] || key.Hash.IsZero() && (f.Parsed() || last.configs[f.Path]) {
			if last.configs[f.Path] || len(todo) > len(files)/mostChanged {
				return nil, false
			}
			todo = append(todo, i)
		}
	}
	if len(todo) == 0 {
		return nil, true
	}
	// Files that use what a changed file has begun or ceased to offer.
	names := make(map[string]bool)
	for _, i := range todo {
		was, now, known := b.offered(last.keys[i], files[i])
		if !known || !slices.Equal(was.packages, now.packages) {
			return nil, false
		}
		difference(was.names, now.names, names)
	}
	in := make(map[int]bool, len(todo))
	for _, i := range todo {
		in[i] = true
	}
	for name := range names {
		term := wholeTerm(name)
		if term == "" {
			return nil, false // not a word that can be looked up
		}
		b.v.Postings(term, func(h Hit) {
			if h.Whole > 0 {
				in[int(h.File.number)] = true
			}
		})
	}
	if len(names) > 0 {
		for _, f := range b.v.Unindexed() {
			in[int(f.number)] = true
		}
	}
	if len(in) > len(files)/mostChanged+len(todo) {
		return nil, false
	}
	todo = todo[:0]
	for i := range in {
		todo = append(todo, i)
	}
	slices.Sort(todo)
	return todo, true
}

// wholeTerm is the term under which a name is found in the word index, "" if
// it is not there as one word.
func wholeTerm(name string) string {
	term, n := "", 0
	words.EachOf(name, func(t []byte, whole bool) {
		if whole {
			term, n = string(t), n+1
		}
	})
	if n != 1 || len(term) != len(name) {
		return ""
	}
	return term
}

// key is what the file's arcs are remembered under. A file without facts has
// arcs too: none.
func (b *linking) key(f *File) store.FactsKey {
	key := b.v.key(f)
	if !f.Parsed() {
		key.Language = ""
	}
	return key
}

// offered gives what a file offered and what it offers.
func (b *linking) offered(old store.FactsKey, f *File) (was, now *surface, known bool) {
	was, now = &surface{}, &surface{}
	if old.Language != "" {
		facts := b.ix.cache.get(old, false)
		if facts == nil {
			facts = b.ix.storedFacts(old, false)
		}
		if facts == nil {
			return nil, nil, false
		}
		was = surfaceOf(facts)
	}
	if f.Parsed() {
		if now = b.surface(f); now == nil {
			return nil, nil, false
		}
	}
	return was, now, true
}

// difference adds to out what only one of two lists has.
func difference(a, b []string, out map[string]bool) {
	in := make(map[string]bool, len(a))
	for _, n := range a {
		in[n] = true
	}
	for _, n := range b {
		if !in[n] {
			out[n] = true
		}
		delete(in, n)
	}
	for n := range in {
		out[n] = true
	}
}

// affordable reports whether a file's facts may be asked for.
func (b *linking) affordable(f *File) bool {
	return b.v.HasOutline(f) || time.Now().Before(b.deadline)
}

// surface is what a file offers, nil when its facts are not to be had in time.
func (b *linking) surface(f *File) *surface {
	if s, ok := b.surfaces.Load(f.Path); ok {
		return s.(*surface)
	}
	if !b.affordable(f) {
		return nil
	}
	facts, err := b.v.Outline(b.ctx, f)
	if passing(err) != nil {
		return nil
	}
	s := &surface{} // of a file that cannot be read
	if facts != nil {
		s = surfaceOf(facts)
	}
	for i, n := range s.names {
		s.names[i] = strings.Clone(n) // keeping it must not keep the text it was cut out of
	}
	b.surfaces.Store(f.Path, s)
	return s
}

// run links the files of todo, or all of them, and takes the rest from last.
func (b *linking) run(last *linked, todo []int, keep bool) (*linked, error) {
	files := b.v.files
	l := &linked{keys: make([]store.FactsKey, len(files)), arcs: make([][]graph.Arc, len(files)), configs: make(map[string]bool)}
	if keep {
		l.paths = last.paths
		copy(l.keys, last.keys)
		copy(l.arcs, last.arcs)
		for p := range last.configs {
			l.configs[p] = true
		}
	} else {
		l.paths = make([]string, len(files))
		todo = make([]int, len(files))
		for i, f := range files {
			l.paths[i], todo[i] = f.Path, i
		}
		// What files declare must be known before anybody asks for it.
		if err := b.each(todo, func(i int) error {
			if f := files[i]; f.Parsed() && b.ix.known.get(b.v.key(f)) == factsUnknown && b.affordable(f) {
				_, err := b.v.Outline(b.ctx, f)
				return passing(err)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	p := b.v.Project()
	if !b.v.allParsed() {
		p = b.v.project(fmt.Sprintf("early graph %d:", b.ix.linkedState.full.Load()))
	}
	var pending atomic.Int64
	err := b.each(todo, func(i int) error {
		arcs, state, err := b.arcs(p, files[i])
		if err != nil {
			return err
		}
		b.ix.linkedState.linked.Add(1)
		l.arcs[i], l.keys[i] = arcs, store.FactsKey{}
		switch state {
		case arcsKnown:
			l.keys[i] = b.key(files[i])
		case arcsPending:
			pending.Add(1)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// What a file declares may be what another one imports: while facts are
	// missing, no edge is sure to be there.
	l.pending = max(int(pending.Load()), b.v.Unparsed())
	b.v.configs.Range(func(path, _ any) bool {
		l.configs[path.(string)] = true
		return true
	})
	// They may have been read, and their hash be known, after their turn came.
	for i, f := range files {
		if l.configs[f.Path] && !f.Parsed() {
			l.keys[i] = b.key(f)
		}
	}
	return l, nil
}

// passing lets only those errors through that concern the whole question: a
// file that cannot be read has no arcs.
func passing(err error) error {
	if errors.Is(err, ErrChanged) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// arcsState says what is known of a file's arcs.
type arcsState uint8

const (
	arcsKnown   arcsState = iota
	arcsPending           // facts were not to be had in time
	arcsUnread            // the file cannot be read: it is tried again each time
)

// arcs links one file.
func (b *linking) arcs(p *project, f *File) (arcs []graph.Arc, state arcsState, err error) {
	if !f.Parsed() {
		return nil, arcsKnown, nil
	}
	if !b.affordable(f) {
		return nil, arcsPending, nil
	}
	facts, err := b.v.Facts(b.ctx, f)
	if err != nil {
		return nil, arcsUnread, passing(err)
	}
	l := &linker{v: b.v, p: p, known: b.surface, offers: &b.offers}
	edges, complete := l.edges(f, facts)
	for _, e := range edges {
		if to := b.v.File(e.To); to != nil {
			arcs = append(arcs, graph.Arc{Node: to.number, Kind: e.Kind})
		}
	}
	if !complete {
		return arcs, arcsPending, nil
	}
	return arcs, arcsKnown, nil
}

// each runs work over numbers on all processors and returns the first error.
func (b *linking) each(numbers []int, work func(i int) error) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, b.ix.jobs)
	for k := range min(b.ix.jobs, len(numbers)) {
		wg.Go(func() {
			for errs[k] == nil {
				i := int(next.Add(1) - 1)
				if i >= len(numbers) {
					return
				}
				if b.polite && b.ix.linkedState.waiting.Load() == 0 {
					errs[k] = b.ix.yield(b.ctx)
				}
				if errs[k] == nil {
					errs[k] = b.ctx.Err()
				}
				if errs[k] == nil {
					errs[k] = work(numbers[i])
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
