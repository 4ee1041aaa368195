package index

import (
	"context"
	"errors"
	"runtime/debug"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/index/store"
	"sextant/internal/workspace"
)

// How much work is collected before it is stored.
const (
	buildBytes  = 176 << 20        // memory of all builders of segments
	queueBytes  = 6 << 20          // encoded facts
	leaseRetry  = 3 * time.Second  // while another process is writing
	settleRetry = 60 * time.Second // a round even if nobody asks
)

// leastBuild is what a builder may take however many there are, in bytes.
const leastBuild = 24 << 20

// poke wakes the background.
func (ix *Indexer) poke() {
	select {
	case ix.wake <- struct{}{}:
	default:
	}
}

// Rest after a round, whoever asks: a file that changes all the time must not
// keep a processor busy.
const (
	shortestRest = 100 * time.Millisecond
	longestRest  = 5 * time.Second
)

// background runs rounds until the context ends.
func (ix *Indexer) background(ctx context.Context) {
	for {
		begun := time.Now()
		err := ix.round(ctx, func(Progress) {})
		pause := settleRetry
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errLeased):
			pause = leaseRetry
		case errors.Is(err, errReplaced):
			ix.poke()
		case err != nil:
			ix.log.Info("filling the index", "error", err)
		}
		if wait(ctx, min(max(4*time.Since(begun), shortestRest), longestRest)) != nil {
			return
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
		case <-ix.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

var (
	// errLeased says that another process is filling the store.
	errLeased = errors.New("another process is filling the index")
	// errReplaced says that the store was replaced during a round, so that the
	// lease that the round holds is no longer one.
	errReplaced = errors.New("the index cache was replaced")
)

// round is fill with all stages.
func (ix *Indexer) round(ctx context.Context, report func(Progress)) error {
	return ix.fill(ctx, false, report)
}

// fill reads and parses what is missing and stores it, or only reads. With a
// store it needs the writer's lease, so that several processes do not do the
// same work.
func (ix *Indexer) fill(ctx context.Context, textOnly bool, report func(Progress)) error {
	ix.recover()
	ix.mu.Lock()
	ix.adoptSegments() // joins a store that has taken the place of ours
	ix.mu.Unlock()
	generation := ix.generation.Load()
	db := ix.storable()
	if db != nil {
		release, ok := db.Lease()
		if !ok {
			return ix.follow(ctx)
		}
		ix.writer.Store(true)
		defer func() {
			ix.writer.Store(false)
			ix.stage.Store("idle")
			release()
		}()
		ix.dropBad(db)
		if ix.swept.Swap(generation) != generation {
			if err := db.Sweep(); err != nil {
				ix.failed(generation, "sweeping the index cache", err)
			}
		}
	}
	v, err := ix.View(ctx)
	if err != nil {
		return err
	}
	begun := v.Progress()
	ix.stage.Store("text")
	if err := ix.textStage(ctx, v, generation, report); err != nil {
		return err
	}
	if begun.Text-begun.Indexed > muchWork {
		debug.FreeOSMemory() // the builders are done, and parsing needs room of its own
	}
	if generation == ix.generation.Load() {
		ix.flushManifest() // parsing takes long, and a process started meanwhile wants to know what is indexed
	}
	if v, err = ix.View(ctx); err != nil {
		return err
	}
	ix.refreshKnown()
	if !textOnly {
		ix.stage.Store("facts")
		if err := ix.factsStage(ctx, v, generation, report); err != nil {
			return err
		}
	}
	if generation != ix.generation.Load() {
		return errReplaced
	}
	ix.flush(generation)
	if db := ix.storable(); db != nil {
		ix.compact(db, generation)
	}
	if textOnly {
		ix.stage.Store("idle")
		return nil
	}
	ix.stage.Store("graph")
	if err := ix.graphStage(ctx, v); err != nil {
		return err
	}
	ix.stage.Store("idle")
	if generation != ix.generation.Load() {
		return errReplaced
	}
	if begun.Text-begun.Indexed+begun.Parsable-begun.Parsed > muchWork {
		// What the filling has left is several times what is kept, and an idle
		// process would hold on to it for minutes.
		debug.FreeOSMemory()
	}
	return nil
}

// graphStage links all files once their facts are known, so that the first
// question about dependencies finds them linked.
func (ix *Indexer) graphStage(ctx context.Context, v *View) error {
	if p := v.Progress(); p.Parsed < p.Parsable || v.Outdated() {
		return nil // a later round has them
	}
	if ix.linkedAlike(v) {
		return nil // an edit is linked by the question that needs it, in milliseconds
	}
	// Facts that no store keeps are parsed once more; everything else is there.
	if _, err := v.makeGraph(ctx, time.Hour, true); err != nil && !errors.Is(err, ErrChanged) {
		return err
	}
	ix.flushLinked()
	ix.History(ctx, 0)
	return nil
}

// muchWork is how many files a round reads and parses before its memory is
// given back at once: beside them the milliseconds that this takes are nothing.
const muchWork = 500

// follow is a round of a process that may not write words: it stores the
// facts that questions have left, and waits a moment for the writer.
func (ix *Indexer) follow(ctx context.Context) error {
	ix.flushFacts()
	ix.refreshKnown()
	if err := wait(ctx, 100*time.Millisecond); err != nil {
		return err
	}
	return errLeased
}

// textStage reads every file whose text is not indexed yet.
func (ix *Indexer) textStage(ctx context.Context, v *View, generation int64, report func(Progress)) error {
	var todo []*File
	for _, f := range v.files {
		if f.HasText() && !f.Indexed {
			todo = append(todo, f)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, ix.jobs)
	for k := range min(ix.jobs, len(todo)) {
		wg.Go(func() { errs[k] = ix.textWorker(ctx, v, generation, todo, &next, report) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// textWorker takes files one at a time and publishes a segment whenever it
// has collected enough.
func (ix *Indexer) textWorker(ctx context.Context, v *View, generation int64, todo []*File, next *atomic.Int64, report func(Progress)) error {
	b := segment.NewBuilder()
	readings := make(map[string]workspace.Reading)
	progress := v.Progress()
	most := max(buildBytes/ix.jobs, leastBuild)
	reader, err := workspace.NewReader(ix.ws.Root())
	if err != nil {
		return err
	}
	defer reader.Close()
	for {
		i := int(next.Add(1) - 1)
		if i >= len(todo) {
			break
		}
		if err := ix.yield(ctx); err != nil {
			return err
		}
		if generation != ix.generation.Load() {
			ix.publish(generation, b, readings)
			return errReplaced
		}
		f := todo[i]
		raw, r, err := reader.Reading(f.File)
		if err != nil { // changed, most likely: it is looked at closely
			var ok bool
			if r, raw, ok = ix.read(f.File); !ok {
				continue
			}
		}
		readings[f.Path] = r
		if raw != nil && !b.Has(r.Hash) && !ix.indexed(r.Hash) {
			d := document(r.Hash, raw)
			b.Add(d.doc, d.text)
		}
		if b.Size() > most {
			ix.publish(generation, b, readings)
			readings = make(map[string]workspace.Reading)
		}
		if i%200 == 0 {
			p := progress
			p.Indexed = min(p.Indexed+i, p.Text)
			report(p)
		}
	}
	ix.publish(generation, b, readings)
	return nil
}

// factsStage parses every file whose facts are not stored yet, those changed
// last first.
func (ix *Indexer) factsStage(ctx context.Context, v *View, generation int64, report func(Progress)) error {
	var todo []*File
	seen := make(map[store.FactsKey]bool)
	canStore := ix.storable() != nil
	for _, f := range v.files {
		if !f.Parsed() || f.Hash.IsZero() || !ix.toParse(f.key(), canStore) || seen[f.key()] {
			continue
		}
		seen[f.key()] = true
		todo = append(todo, f)
	}
	if len(todo) == 0 {
		return nil
	}
	sort.SliceStable(todo, func(i, j int) bool {
		a, b := todo[i], todo[j]
		if (a.Class == code.ClassSource) != (b.Class == code.ClassSource) {
			return a.Class == code.ClassSource
		}
		return a.Signature.Mtime > b.Signature.Mtime
	})
	progress := v.Progress()
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, ix.jobs)
	for k := range min(ix.jobs, len(todo)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= len(todo) {
					return
				}
				if errs[k] = ix.yield(ctx); errs[k] != nil {
					return
				}
				if generation != ix.generation.Load() {
					errs[k] = errReplaced
					return
				}
				ix.parseInBackground(todo[i], canStore)
				if i%50 == 0 {
					p := progress
					p.Parsed = min(p.Parsed+i, p.Parsable)
					report(p)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// toParse reports whether the background should parse a content.
func (ix *Indexer) toParse(key store.FactsKey, canStore bool) bool {
	s := ix.known.get(key)
	return s == factsUnknown || s == factsDropped && canStore
}

// parseInBackground stores one file's facts without keeping them in memory.
func (ix *Indexer) parseInBackground(f *File, canStore bool) {
	if !ix.toParse(f.key(), canStore) {
		return // a question has parsed it meanwhile
	}
	raw, r, err := workspace.Read(ix.ws.Root(), f.Path, ix.opt.MaxTextBytes)
	if err != nil || r.Hash != f.Hash {
		return // changed since: a later round sees it
	}
	_, row, err := ix.extract(f, f.key(), raw)
	if err != nil {
		ix.log.Warn("a file could not be parsed", "path", f.Path, "error", err)
		return
	}
	ix.remember(row)
	if ix.queue.bytes() > queueBytes {
		ix.flushFacts()
	}
}
