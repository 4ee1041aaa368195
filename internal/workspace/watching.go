package workspace

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"sextant/internal/workspace/watch"
)

// source hears what happens in directories. *watch.Watcher is one; tests have others.
type source interface {
	Add(dir string) error
	Remove(dir string)
	Len() int
	Sync(ctx context.Context) (watch.Changes, error)
	Close() error
}

func openWatcher(root, cookies string) (source, error) {
	w, err := watch.New(root, cookies)
	if err != nil {
		return nil, err // not a nil *Watcher in an interface
	}
	return w, nil
}

// watching stands between Refresh and the sweep and lets it go only where
// something was heard. It never decides what is right: what it gives a sweep is
// a route; and where it is not sure, the route is everything.
//
// Three things make no event, and a watcher alone would miss them. A file with
// a second name may be written through that: its directory is restless, visited
// each time, from when the second name is known. A write through a shared memory
// mapping, and one by another machine, is found by the audit, and before that by
// whoever compares the stat of a file that he cites; a watcher that was caught
// missing one is no longer listened to. Git's own files are compared each time,
// as are the ignore files outside the tree.
//
// A hash that its signature does not pin gets no trust from the watcher either.
// The event of the second change may have been heard before the reading of
// which it spoilt the end was put into the manifest, so that none is left to
// tell. The next refresh drops such a hash, as a sweep would (Manifest.loose).
type watching struct {
	w       *Workspace
	cookies string
	ctx     context.Context // ends with Unwatch
	cancel  context.CancelFunc
	audits  sync.WaitGroup
	turn    chan struct{} // holds one value while somebody works with what follows

	src      source // nil between a fault and the next refresh, and for good after reason
	failures int    // in a row
	line     *line  // of the manifest that the rest is about
	pending  map[string]bool
	all      bool // something is pending that no path names
	notes    map[string]note
	indexes  map[string]*index
	restless map[string]bool // of notes
	git      map[string]bool // likewise
	audit    audit

	state  sync.Mutex // guards what WatchState tells
	reason error      // why sweeps it is
	count  int        // watched directories
}

// mostFailures is how often in a row a watcher may fail before it is given up.
const mostFailures = 3

var (
	errNotHidden = errors.New("the watcher's own directory lies in the root and is not hidden")
	errUnasked   = errors.New("no watcher was asked for")
)

// Watch lets later calls of Refresh look only where something happened.
// cookies is a directory of ours for the watcher's own files, made if need be; in
// the root it must be hidden. What Refresh gives is the same with and without.
// The error says why the disk goes on being swept; it only informs. A second
// call gives the first one's outcome.
func (w *Workspace) Watch(cookies string) error {
	w.switching.Lock()
	defer w.switching.Unlock()
	if g := w.watching.Load(); g != nil {
		return g.why()
	}
	g := &watching{w: w, cookies: cookies, turn: make(chan struct{}, 1), all: true}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	g.forget()
	g.audit.last = w.now()
	if err := w.hides(cookies); err != nil {
		g.reason = err
	} else if g.src, err = w.open(w.root, cookies); err != nil {
		g.src, g.reason = nil, err
	}
	w.watching.Store(g)
	return g.why()
}

// Unwatch ends what Watch began; nothing of it runs afterwards.
func (w *Workspace) Unwatch() {
	w.switching.Lock()
	defer w.switching.Unlock()
	g := w.watching.Swap(nil)
	if g == nil {
		return
	}
	g.cancel()
	g.turn <- struct{}{}
	g.giveUp(errUnasked)
	<-g.turn
	g.audits.Wait()
}

// WatchState says in a few words whether a watcher spares Refresh the sweep,
// and if not why.
func (w *Workspace) WatchState() string {
	g := w.watching.Load()
	if g == nil {
		return "sweeping: " + errUnasked.Error()
	}
	g.state.Lock()
	defer g.state.Unlock()
	if g.reason != nil {
		return "sweeping: " + g.reason.Error()
	}
	return fmt.Sprintf("watching %d directories", g.count)
}

// hides reports as an error that a directory would be walked.
func (w *Workspace) hides(dir string) error {
	full, err := realPath(dir)
	if err != nil {
		return fmt.Errorf("watching with %q: %w", dir, err)
	}
	rel, ok := inside(w.root, full)
	for ok && rel != "" {
		if w.hidden[rel] {
			return nil
		}
		rel = parent(rel)
	}
	if ok {
		return errNotHidden
	}
	return nil
}

func (g *watching) why() error {
	g.state.Lock()
	defer g.state.Unlock()
	return g.reason
}

// refresh is Workspace.Refresh with a watcher; done is false if there is none any more.
func (g *watching) refresh(ctx context.Context, before *Manifest) (m *Manifest, done bool, err error) {
	if g.why() != nil {
		return nil, false, nil
	}
	select {
	case g.turn <- struct{}{}:
		defer func() { <-g.turn }()
	case <-ctx.Done():
		return nil, true, ctx.Err()
	}
	if g.why() != nil {
		return nil, false, nil
	}
	if err := g.hear(ctx); err != nil {
		return nil, true, err
	}
	s := &sweep{ctx: ctx, before: before, src: g.src, notes: make(map[string]note), indexes: make(map[string]*index)}
	if s.src == nil {
		return nil, false, nil
	}
	if !g.all && before != nil && before.line.Load() == g.line {
		s.route = g.route(before)
	}
	m, err = g.w.sweep(s)
	switch {
	case err != nil:
		// What is pending stays so.
	case s.limit != nil:
		g.giveUp(s.limit)
	default:
		g.commit(s, m)
	}
	return m, true, err
}

// hear takes in what happened up to now. Only the context's error is returned:
// a fault of the watcher is answered by a new one, or by none.
func (g *watching) hear(ctx context.Context) error {
	if g.src == nil {
		g.restart()
		return nil // everything is to be visited
	}
	news, err := g.src.Sync(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if g.failures++; g.failures >= mostFailures {
			g.giveUp(err)
			return nil
		}
		g.restart()
		return nil
	}
	g.failures = 0
	g.all = g.all || news.All
	g.audit.all = g.audit.all || news.All
	for _, full := range news.Paths {
		p, ok := g.w.relative(full)
		switch {
		case !ok:
		case p == "":
			g.all, g.audit.all = true, true
		default:
			g.pending[p] = true
			g.audit.hear(p)
		}
	}
	if news.Stale {
		g.restart()
	}
	return nil
}

// restart replaces the watcher, so that everything has to be visited again.
func (g *watching) restart() {
	g.close()
	g.forget()
	g.all, g.audit.all = true, true
	src, err := g.w.open(g.w.root, g.cookies)
	if err == nil {
		g.src = src
	} else if g.failures++; g.failures >= mostFailures || !isPassing(err) {
		g.giveUp(err)
	}
}

// isPassing reports whether starting a watcher may succeed another time: the
// root may be back.
func isPassing(err error) bool {
	return !errors.Is(err, watch.ErrLimit) && !errors.Is(err, watch.ErrRemote) && !errors.Is(err, watch.ErrUnsupported)
}

func (g *watching) close() {
	if g.src != nil {
		_ = g.src.Close()
		g.src = nil
	}
}

// giveUp goes back to sweeps for good.
func (g *watching) giveUp(reason error) {
	g.close()
	g.forget()
	g.state.Lock()
	g.reason = reason
	g.state.Unlock()
}

func (g *watching) forget() {
	g.line = nil
	g.pending, g.notes, g.indexes = make(map[string]bool), make(map[string]note), make(map[string]*index)
	g.restless, g.git = make(map[string]bool), make(map[string]bool)
}

// route is where to look, before being the manifest that line stands for or
// made from it by reading files.
func (g *watching) route(before *Manifest) *route {
	r := newRoute(before, g.notes, g.indexes)
	for p := range g.pending {
		r.touch(p)
	}
	for p := range g.restless {
		r.enter(p)
	}
	for p := range before.loose {
		r.enter(p)
	}
	for p := range g.git {
		r.lead(p)
	}
	return r
}

// commit makes the outcome of a sweep what the next news are about.
func (g *watching) commit(s *sweep, m *Manifest) {
	if s.route == nil {
		for p := range g.notes {
			if m.dirs[p] == nil {
				g.drop(p)
			}
		}
		clear(g.indexes)
		g.audit.done(g.w.now(), 0)
	}
	for _, p := range s.gone {
		s.before.eachBelow(p, func(dir string) {
			if m.dirs[dir] == nil {
				g.drop(dir)
			}
		})
	}
	for p, n := range s.notes {
		g.notes[p] = n
		set(g.restless, p, n.restless)
		set(g.git, p, n.git)
	}
	for dir, x := range s.indexes {
		g.indexes[dir] = x
	}
	clear(g.pending)
	g.all = false
	if g.line == nil || m.line.Load() != g.line {
		g.line = new(line)
		m.line.Store(g.line)
	}
	g.state.Lock()
	g.count = len(g.notes)
	g.state.Unlock()
	switch {
	case g.src.Len() > 2*len(g.notes)+spare:
		// Directories that came and went: what is kept of them grows.
		g.close()
		g.forget()
		g.all, g.audit.all = true, true
	case g.audit.due(g.w.now()):
		g.startAudit(m)
	}
}

// spare is how many directories may come and go before the watcher is replaced.
const spare = 10_000

// drop forgets a directory that is not walked any more.
func (g *watching) drop(dir string) {
	g.src.Remove(g.w.full(dir))
	delete(g.notes, dir)
	delete(g.restless, dir)
	delete(g.git, dir)
}

func set(m map[string]bool, key string, in bool) {
	if in {
		m[key] = true
	} else {
		delete(m, key)
	}
}

// cover watches a directory before it is looked at. If that is not possible it
// is unheard, and with it what lies below: were that watched, nobody would hear
// that it has another path now. Only when the limit is reached is the whole
// watcher in question.
func (s *sweep) cover(t *task) {
	if s.src == nil || t.unheard {
		return
	}
	err := s.src.Add(s.w.full(t.path))
	if errors.Is(err, watch.ErrLimit) {
		s.mu.Lock()
		s.limit = err
		s.mu.Unlock()
	}
	t.unheard = err != nil
}
