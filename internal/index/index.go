// Package index keeps what is known of a checkout and answers from it. In go
// a workspace and the list of languages; out come Views: immutable pictures
// of the checkout, each brought up to date with the disk before it is handed
// out. Behind the views two stages fill the store in the background: the text
// stage reads every file once and indexes its words, the facts stage parses.
// Neither stands in a question's way: what a question needs and is not there
// yet is read or parsed for it at once.
//
// Everything derived is keyed by content, so it is shared by all checkouts of
// a repository, and several processes may fill and read one store. Without a
// store (read-only or damaged cache, full disk) everything works from memory.
//
// The main types are Indexer and View.
package index

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/index/store"
	"sextant/internal/lang"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// Options configures an Indexer.
type Options struct {
	Languages *lang.Registry
	// CacheDir holds the stores of all repositories; empty keeps everything in memory.
	CacheDir string
	// Limits bounds the parsing of one file.
	Limits parse.Limits
	// MaxTextBytes is the largest file whose text is indexed.
	MaxTextBytes int64
	// MaxLineBytes is the longest line of source that was written by people;
	// a file with a longer one is minified. 0 is 64 KiB.
	MaxLineBytes int64
	// Jobs is how many files are worked on at once; 0 is one a processor.
	Jobs int
	// Accept leaves files out by path; nil accepts all.
	Accept func(path string) bool
	// MaxFiles bounds how many files are taken, by path order; 0 is no bound.
	MaxFiles int
	// Watch lets Start watch the tree, so that views need no sweep.
	Watch bool
	// Log receives what a person may want to know; nil discards it.
	Log *slog.Logger
}

// Indexer keeps one checkout's index up to date. Its methods may be called
// from several goroutines.
type Indexer struct {
	ws   *workspace.Workspace
	opt  Options
	log  *slog.Logger
	jobs int

	// refresh is held by the one who compares the disk or exchanges the view.
	// started and finished number the comparisons, so that callers who arrive
	// during one share the next.
	refresh  chan struct{}
	started  atomic.Int64
	finished int64                // the last one that gave a view; by who holds refresh
	tried    map[string]time.Time // when unreadable files were last tried; by who holds refresh

	mu       sync.Mutex // guards what follows
	view     *View
	segments []liveSegment
	bad      map[int64]bool // segments of the store that are damaged and not dropped yet
	memory   *memorySegments
	saved    *workspace.Manifest // as the store has it
	dbError  error               // why there is no store, or why it is not written for now
	retryAt  time.Time           // when a store with an error is tried again
	logged   string              // the error a person was told last
	cancel   context.CancelFunc
	done     chan struct{}
	closed   bool

	// db is nil without a store. generation counts the stores that db has
	// stood for: it is reset when damaged, and joins what others have reset.
	db         atomic.Pointer[store.DB]
	generation atomic.Int64
	// storing is held while facts are stored, listed or dropped, so that
	// known does not lose what is stored meanwhile. It is taken before mu.
	storing sync.Mutex

	linkedState  linkedState
	historyState historyState
	overlayState overlayState

	cache *factsCache
	known *knownFacts
	// packages says what contents declare themselves part of.
	packages *knownPackages
	// names says what names contents define.
	names *knownNames
	queue *factsQueue
	// knownStale is set when facts may have been stored or dropped since.
	knownStale atomic.Bool
	// suspect is set when a segment could not be read.
	suspect atomic.Bool
	swept   atomic.Int64 // the generation whose leftovers have been removed
	scripts sync.Map     // code.Hash -> *lang.Definition, may be nil: by the first line

	kept     sync.Map     // string -> *memoEntry: see View.Keep
	calls    atomic.Int64 // questions being answered: the background waits for them
	wake     chan struct{}
	stage    atomic.Value  // string: what the background is doing
	writer   atomic.Bool   // this process holds the lease
	pause    time.Duration // between attempts at a store that gave an error
	patience time.Duration // of Complete
}

// Open starts an indexer for a checkout. It reads what the store knows and
// returns at once; call Start to have the rest filled in. A store that cannot
// be used is not an error: see Status.
func Open(ws *workspace.Workspace, opt Options) *Indexer {
	ix := &Indexer{ws: ws, opt: opt, log: opt.Log, jobs: opt.Jobs, wake: make(chan struct{}, 1), done: make(chan struct{}),
		refresh: make(chan struct{}, 1), tried: make(map[string]time.Time), bad: make(map[int64]bool),
		cache: newFactsCache(factsCacheBytes), queue: newFactsQueue(), memory: newMemorySegments(), known: newKnownFacts(), packages: newKnownPackages(), names: newKnownNames(),
		pause: storePause, patience: completePatience}
	if ix.log == nil {
		ix.log = slog.New(slog.DiscardHandler)
	}
	if ix.jobs <= 0 {
		ix.jobs = runtime.GOMAXPROCS(0)
	}
	if ix.opt.MaxTextBytes <= 0 {
		ix.opt.MaxTextBytes = 8 << 20
	}
	if ix.opt.MaxLineBytes <= 0 {
		ix.opt.MaxLineBytes = 64 << 10
	}
	if ix.opt.Limits == (parse.Limits{}) {
		ix.opt.Limits = parse.DefaultLimits
	}
	ix.stage.Store("idle")
	ix.linkedState.making = make(chan struct{}, 1)
	ix.historyState.ctx, ix.historyState.stop = context.WithCancel(context.Background())
	ix.openStore()
	close(ix.done) // no background yet
	return ix
}

// errClosed answers who asks after Close.
var errClosed = errors.New("the index is closed")

// View returns a view that is as new as this call: every change to the disk
// that was made before the call is in it. The error is a root that cannot be
// listed, or the context's.
func (ix *Indexer) View(ctx context.Context) (*View, error) {
	ticket := ix.started.Load()
	release, err := ix.hold(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	ix.mu.Lock()
	v, closed := ix.view, ix.closed
	ix.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case ix.finished > ticket && !v.Outdated():
		// A comparison that began after this call has finished meanwhile.
		return v, nil
	}
	number := ix.started.Add(1)
	if v, err = ix.update(ctx); err != nil {
		return nil, err
	}
	ix.finished = number
	return v, nil
}

// hold takes refresh unless the context ends first.
func (ix *Indexer) hold(ctx context.Context) (release func(), err error) {
	select {
	case ix.refresh <- struct{}{}:
		return func() { <-ix.refresh }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Begin marks a question as being answered until end is called; the
// background stands back meanwhile.
func (ix *Indexer) Begin() (end func()) {
	ix.calls.Add(1)
	return func() { ix.calls.Add(-1) }
}

// Root is the absolute path of the checkout.
func (ix *Indexer) Root() string { return ix.ws.Root() }

// Workspace is the checkout itself.
func (ix *Indexer) Workspace() *workspace.Workspace { return ix.ws }

// Languages is the registry the index was opened with.
func (ix *Indexer) Languages() *lang.Registry { return ix.opt.Languages }

// Start fills the index in the background until Close, and watches the tree
// if that was asked for.
func (ix *Indexer) Start() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.closed || ix.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	ix.cancel, ix.done = cancel, done
	go func() {
		defer close(done)
		ix.watch()
		ix.background(ctx)
	}()
}

// watch has the workspace watch the tree. Its own files lie in the cache.
func (ix *Indexer) watch() {
	if !ix.opt.Watch || ix.opt.CacheDir == "" {
		return
	}
	dir := filepath.Join(store.FamilyDir(ix.opt.CacheDir, ix.ws.Family()), "watch")
	if err := ix.ws.Watch(dir); err != nil {
		ix.log.Info("the tree is not watched: every call compares it with the disk", "error", err)
	}
}

// longestCall is how long Close waits for questions that are being answered.
const longestCall = 700 * time.Millisecond

// Close stops the background, stores what is finished and releases the store.
// Views must not be used afterwards.
func (ix *Indexer) Close() error {
	ix.mu.Lock()
	cancel, done, closed := ix.cancel, ix.done, ix.closed
	ix.closed = true
	ix.mu.Unlock()
	if closed {
		return nil
	}
	if cancel != nil {
		cancel()
	}
	<-done
	ix.ws.Unwatch()
	ix.stopHistory()
	release, err := ix.hold(context.Background())
	if err != nil {
		return err
	}
	defer release()
	db := ix.db.Load()
	if db == nil {
		return nil
	}
	// Facts and the manifest need no lease; segments are left to the next
	// process where another one is writing.
	ix.flushFacts()
	ix.flushManifest()
	ix.flushLinked()
	generation := ix.generation.Load()
	if release, ok := db.Lease(); ok {
		ix.flushMemory(generation)
		release()
	}
	if !ix.drained() {
		return nil // the mapped segments are in use: they go with the process
	}
	return db.Close()
}

// drained waits until no question is being answered.
func (ix *Indexer) drained() bool {
	for deadline := time.Now().Add(longestCall); ix.calls.Load() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// Status says how the index is doing.
type Status struct {
	Progress
	Stage    string // what the background is doing: idle, text, facts
	Writer   bool   // this process is filling the store
	Cache    string // the store's folder, empty without one
	Problem  string // why there is no store, or why it is not written for now
	Segments int
	Watcher  string // whether the tree is watched, and if not why
	Cached   int64  // bytes of facts held in memory
}

// Status reports on the index for a view.
func (ix *Indexer) Status(v *View) Status {
	ix.refreshKnown()
	progress := v.Progress()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	s := Status{Progress: progress, Stage: ix.stage.Load().(string), Writer: ix.writer.Load(), Segments: len(ix.segments), Watcher: ix.ws.WatchState(), Cached: ix.cache.size()}
	if db := ix.db.Load(); db != nil {
		s.Cache = db.Dir()
	}
	if ix.dbError != nil {
		s.Problem = ix.dbError.Error()
	}
	return s
}

// yield lets questions go first: it returns when none is being answered, or
// after a moment, so that a steady stream of questions slows the background
// but never stops it.
func (ix *Indexer) yield(ctx context.Context) error {
	if ix.calls.Load() == 0 {
		return ctx.Err()
	}
	const step, most = 2 * time.Millisecond, 100 * time.Millisecond
	timer := time.NewTimer(step)
	defer timer.Stop()
	for waited := time.Duration(0); waited < most && ix.calls.Load() > 0; waited += step {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			timer.Reset(step)
		}
	}
	return ctx.Err()
}
