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
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/index/store"
	"sextant/internal/index/words"
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
	// MaxTextBytes is the largest file whose words are indexed.
	MaxTextBytes int64
	// Jobs is how many files are worked on at once; 0 is one a processor.
	Jobs int
	// Accept leaves files out by path; nil accepts all.
	Accept func(path string) bool
	// MaxFiles bounds how many files are taken, by path order; 0 is no bound.
	MaxFiles int
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

	// refresh serialises refreshes; started and finished number them, so that
	// callers who arrive during one share the next.
	refresh  sync.Mutex
	started  atomic.Int64
	lastDone int64

	mu       sync.Mutex // guards what follows
	view     *View
	segments []liveSegment
	memory   *memorySegments
	saved    *workspace.Manifest // as the store has it

	db      *store.DB
	dbError error // why there is no store, or why it is no longer written

	cache *factsCache
	known sync.Map // store.FactsKey -> struct{}: facts in the store or queued for it
	queue *factsQueue
	// knownStale is set when another process may have stored facts since.
	knownStale atomic.Bool

	calls  atomic.Int64 // questions being answered: the background waits for them
	wake   chan struct{}
	cancel context.CancelFunc
	done   chan struct{}
	stage  atomic.Value // string: what the background is doing
	writer atomic.Bool  // this process holds the lease
}

// liveSegment is a segment that views are made with.
type liveSegment struct {
	id  int64 // in the store; 0 in memory only
	seg *words.Segment
}

// Open starts an indexer for a checkout. It reads what the store knows and
// returns at once; call Start to have the rest filled in. A store that cannot
// be used is not an error: see Status.
func Open(ws *workspace.Workspace, opt Options) *Indexer {
	ix := &Indexer{ws: ws, opt: opt, log: opt.Log, jobs: opt.Jobs, wake: make(chan struct{}, 1), done: make(chan struct{}),
		cache: newFactsCache(factsCacheBytes), queue: newFactsQueue(), memory: newMemorySegments()}
	if ix.log == nil {
		ix.log = slog.New(slog.DiscardHandler)
	}
	if ix.jobs <= 0 {
		ix.jobs = runtime.GOMAXPROCS(0)
	}
	if ix.opt.MaxTextBytes <= 0 {
		ix.opt.MaxTextBytes = 8 << 20
	}
	if ix.opt.Limits == (parse.Limits{}) {
		ix.opt.Limits = parse.DefaultLimits
	}
	ix.stage.Store("idle")
	if opt.CacheDir == "" {
		ix.dbError = errors.New("no cache directory is configured")
	} else {
		ix.openStore()
	}
	close(ix.done) // no background yet
	return ix
}

// openStore opens the cache and loads what it knows of this checkout.
func (ix *Indexer) openStore() {
	dir := store.FamilyDir(ix.opt.CacheDir, ix.ws.Family())
	db, err := store.Open(dir, ix.ws.Family())
	if err != nil && errors.Is(err, store.ErrDamaged) {
		if err = store.Remove(dir); err == nil {
			db, err = store.Open(dir, ix.ws.Family())
		}
	}
	if err != nil {
		ix.dbError = err
		ix.log.Warn("the index cache cannot be used; answering from memory", "error", err)
		return
	}
	ix.db = db
	if err := ix.load(); err != nil {
		ix.storeFailed("loading the index", err)
	}
}

// load reads manifest, segments and the list of known facts from the store.
func (ix *Indexer) load() error {
	dirs, err := ix.db.LoadDirs(ix.ws.Root())
	if err != nil {
		return err
	}
	decoded := make(map[string]*workspace.Dir, len(dirs))
	for p, b := range dirs {
		d, err := workspace.DecodeDir(p, b)
		if err != nil {
			ix.log.Info("a stored directory is read again", "error", err)
			continue
		}
		decoded[p] = d
	}
	if decoded[""] != nil {
		ix.saved = workspace.NewManifest(decoded)
		ix.view = &View{manifest: ix.saved}
	}
	if err := ix.loadKnown(); err != nil {
		return err
	}
	return ix.loadSegments()
}

func (ix *Indexer) loadKnown() error {
	known, err := ix.db.KnownFacts(parse.Version)
	if err != nil {
		return err
	}
	for k := range known {
		ix.known.Store(k, struct{}{})
	}
	return nil
}

// refreshKnown learns which facts other processes have stored.
func (ix *Indexer) refreshKnown() {
	if ix.knownStale.Swap(false) {
		if err := ix.loadKnown(); err != nil {
			ix.mu.Lock()
			ix.storeFailed("reading the index", err)
			ix.mu.Unlock()
		}
	}
}

// loadSegments brings the list of segments to what the store has. The caller
// holds mu or is alone.
func (ix *Indexer) loadSegments() error {
	infos, err := ix.db.Segments()
	if err != nil {
		return err
	}
	have := make(map[int64]liveSegment)
	for _, s := range ix.segments {
		have[s.id] = s
	}
	var next []liveSegment
	for _, info := range infos {
		if s, ok := have[info.ID]; ok {
			next = append(next, s)
			continue
		}
		b, err := ix.db.MapSegment(info.ID)
		if err == nil {
			var seg *words.Segment
			if seg, err = words.Open(b); err == nil {
				next = append(next, liveSegment{info.ID, seg})
				continue
			}
		}
		// A damaged segment is dropped: its contents are indexed again.
		ix.log.Warn("a damaged word segment is indexed again", "segment", info.ID, "error", err)
		ix.dropSegment(info.ID)
	}
	ix.segments = next
	return nil
}

func (ix *Indexer) dropSegment(id int64) {
	if release, ok := ix.db.Lease(); ok {
		defer release()
		if _, err := ix.db.ReplaceSegments([]int64{id}, 0, nil); err != nil {
			ix.log.Info("dropping a damaged segment", "error", err)
		}
	}
}

// storeFailed turns a store error into memory-only work, or into a fresh
// store when the old one is damaged.
func (ix *Indexer) storeFailed(doing string, err error) {
	if errors.Is(err, store.ErrDamaged) {
		if resetErr := ix.db.Reset(); resetErr == nil {
			ix.log.Warn("the index cache was damaged and is built anew", "error", err)
			ix.known.Clear()
			ix.saved, ix.segments, ix.view = nil, nil, nil
			return
		}
	}
	if ix.dbError == nil {
		ix.log.Warn("the index cache cannot be written; going on from memory", "doing", doing, "error", err)
	}
	ix.dbError = fmt.Errorf("%s: %w", doing, err)
}

// View returns a view that is as new as this call: every change to the disk
// that was made before the call is in it.
func (ix *Indexer) View(ctx context.Context) (*View, error) {
	ticket := ix.started.Load()
	ix.refresh.Lock()
	defer ix.refresh.Unlock()
	if ix.lastDone > ticket {
		// A refresh that began after this call has finished meanwhile.
		ix.mu.Lock()
		defer ix.mu.Unlock()
		return ix.view, nil
	}
	number := ix.started.Add(1)
	v, err := ix.update(ctx)
	if err != nil {
		return nil, err
	}
	ix.lastDone = number
	return v, nil
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

// Start fills the index in the background until Close.
func (ix *Indexer) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	ix.mu.Lock()
	ix.cancel, ix.done = cancel, make(chan struct{})
	done := ix.done
	ix.mu.Unlock()
	go func() {
		defer close(done)
		ix.background(ctx)
	}()
}

// Close stops the background, stores what is finished and releases the store.
// Views must not be used afterwards.
func (ix *Indexer) Close() error {
	ix.mu.Lock()
	cancel, done := ix.cancel, ix.done
	ix.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	<-done
	ix.refresh.Lock()
	defer ix.refresh.Unlock()
	if ix.db == nil {
		return nil
	}
	if release, ok := ix.db.Lease(); ok {
		ix.flush()
		release()
	}
	return ix.db.Close()
}

// Complete fills the index in the foreground and returns when every file has
// been read and parsed, or the context ends. report, if not nil, is told now
// and then how far it is.
func (ix *Indexer) Complete(ctx context.Context, report func(Progress)) (*View, error) {
	for {
		v, err := ix.View(ctx)
		if err != nil {
			return nil, err
		}
		p := v.Progress()
		if report != nil {
			report(p)
		}
		if p.Indexed >= p.Text-v.unreadable() && p.Parsed >= p.Parsable {
			return v, nil
		}
		if err := ix.round(ctx, report); err != nil {
			return nil, err
		}
	}
}

// Status says how the index is doing.
type Status struct {
	Progress
	Stage    string // what the background is doing: idle, text, facts
	Writer   bool   // this process is filling the store
	Cache    string // the store's folder, empty without one
	Problem  string // why there is no store, or why it is not written
	Segments int
	Cached   int64 // bytes of facts held in memory
}

// Status reports on the index for a view.
func (ix *Indexer) Status(v *View) Status {
	ix.refreshKnown()
	progress := v.Progress()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	s := Status{Progress: progress, Stage: ix.stage.Load().(string), Writer: ix.writer.Load(), Segments: len(ix.segments), Cached: ix.cache.size()}
	if ix.db != nil {
		s.Cache = ix.db.Dir()
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

// languageOf is the language of a file, by name or, for a script without an
// extension, by its first line.
func (ix *Indexer) languageOf(path string, flags words.DocFlags, first func() []byte) *lang.Definition {
	if d := ix.opt.Languages.ByPath(path); d != nil {
		return d
	}
	if flags&words.FlagScript != 0 {
		return ix.opt.Languages.ByShebang(first())
	}
	return nil
}
