package index

import (
	"context"
	"errors"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/index/words"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// How much work is collected before it is stored.
const (
	segmentBytes = 40 << 20         // memory of one builder
	queueBytes   = 6 << 20          // encoded facts
	leaseRetry   = 3 * time.Second  // while another process is writing
	settleRetry  = 60 * time.Second // a round even if nobody asks
)

// poke wakes the background.
func (ix *Indexer) poke() {
	select {
	case ix.wake <- struct{}{}:
	default:
	}
}

// background runs rounds until the context ends.
func (ix *Indexer) background(ctx context.Context) {
	for {
		err := ix.round(ctx, nil)
		wait := settleRetry
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errLeased):
			wait = leaseRetry
		case err != nil:
			ix.log.Info("filling the index", "error", err)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-ix.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// errLeased says that another process is filling the store.
var errLeased = errors.New("another process is filling the index")

// round reads and parses what is missing and stores it. With a store it needs
// the writer's lease, so that several processes do not do the same work.
func (ix *Indexer) round(ctx context.Context, report func(Progress)) error {
	if ix.storable() {
		release, ok := ix.db.Lease()
		if !ok {
			return ix.follow(ctx)
		}
		ix.writer.Store(true)
		defer func() {
			ix.writer.Store(false)
			ix.stage.Store("idle")
			release()
		}()
	}
	v, err := ix.View(ctx)
	if err != nil {
		return err
	}
	ix.stage.Store("text")
	if err := ix.textStage(ctx, v, report); err != nil {
		return err
	}
	if v, err = ix.View(ctx); err != nil {
		return err
	}
	ix.stage.Store("facts")
	ix.refreshKnown()
	if err := ix.factsStage(ctx, v, report); err != nil {
		return err
	}
	ix.flush()
	ix.compact()
	ix.stage.Store("idle")
	return nil
}

// follow is a round of a process that may not write: it waits a moment for
// the writer and takes over what that has published.
func (ix *Indexer) follow(ctx context.Context) error {
	timer := time.NewTimer(100 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	}
	ix.knownStale.Store(true)
	ix.refreshKnown()
	return errLeased
}

// storable reports whether there is a store that takes writes.
func (ix *Indexer) storable() bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.db != nil && ix.dbError == nil
}

// textStage reads every file whose words are not indexed yet.
func (ix *Indexer) textStage(ctx context.Context, v *View, report func(Progress)) error {
	var todo []*File
	for _, f := range v.files {
		if f.hasText() && !f.Indexed {
			todo = append(todo, f)
		}
	}
	if len(todo) == 0 {
		return nil
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, ix.jobs)
	for k := range ix.jobs {
		wg.Go(func() { errs[k] = ix.textWorker(ctx, v, todo, &next, report) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// textWorker takes files one at a time and publishes a segment whenever it
// has collected enough.
func (ix *Indexer) textWorker(ctx context.Context, v *View, todo []*File, next *atomic.Int64, report func(Progress)) error {
	b := words.NewBuilder()
	readings := make(map[string]workspace.Reading)
	progress := v.Progress()
	for {
		i := int(next.Add(1) - 1)
		if i >= len(todo) {
			break
		}
		if err := ix.yield(ctx); err != nil {
			return err
		}
		f := todo[i]
		r, raw, ok := ix.read(f.File)
		if !ok {
			continue
		}
		readings[f.Path] = r
		if raw != nil && !b.Has(r.Hash) && !ix.indexed(r.Hash) {
			d := document(r.Hash, raw)
			b.Add(d.doc, d.text)
		}
		if b.Size() > segmentBytes {
			ix.publish(b, readings)
			b, readings = words.NewBuilder(), make(map[string]workspace.Reading)
		}
		if report != nil && i%200 == 0 {
			p := progress
			p.Indexed += i
			report(p)
		}
	}
	ix.publish(b, readings)
	return nil
}

// publish makes a builder's segment and what was read on the way part of the
// index, in the store if there is one and in memory otherwise.
func (ix *Indexer) publish(b *words.Builder, readings map[string]workspace.Reading) {
	if b.Len() == 0 && len(readings) == 0 {
		return
	}
	var live liveSegment
	if b.Len() > 0 {
		bytes := b.Finish()
		live = liveSegment{seg: mustOpen(bytes)}
		if ix.storable() {
			id, err := ix.db.ReplaceSegments(nil, live.seg.Len(), bytes)
			if err == nil {
				live = ix.mapped(id, live)
			} else {
				ix.mu.Lock()
				ix.storeFailed("storing words", err)
				ix.mu.Unlock()
			}
		}
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	switch {
	case live.seg == nil:
	case live.id != 0:
		ix.segments = append(ix.segments, live)
	default:
		ix.memory.addSegment(live.seg)
	}
	m := ix.view.manifest
	for p, r := range readings {
		// A newer sweep may have seen the file change since it was read.
		if f := m.File(p); f == nil || f.Signature != r.Signature {
			delete(readings, p)
		}
	}
	ix.view = ix.newView(m.With(readings))
}

// mapped exchanges a segment just built for its mapping in the store, so that
// its memory can be given back.
func (ix *Indexer) mapped(id int64, built liveSegment) liveSegment {
	b, err := ix.db.MapSegment(id)
	if err == nil {
		if seg, err := words.Open(b); err == nil {
			return liveSegment{id, seg}
		}
	}
	return liveSegment{id, built.seg}
}

// factsStage parses every file whose facts are not stored yet, those changed
// last first.
func (ix *Indexer) factsStage(ctx context.Context, v *View, report func(Progress)) error {
	var todo []*File
	seen := make(map[store.FactsKey]bool)
	for _, f := range v.files {
		if !f.Parsed() || f.Hash.IsZero() || ix.hasFacts(f) || seen[f.key()] {
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
	for k := range ix.jobs {
		wg.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= len(todo) {
					return
				}
				if errs[k] = ix.yield(ctx); errs[k] != nil {
					return
				}
				ix.parseInBackground(todo[i])
				if report != nil && i%50 == 0 {
					p := progress
					p.Parsed += i
					report(p)
				}
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// parseInBackground stores one file's facts without keeping them in memory.
func (ix *Indexer) parseInBackground(f *File) {
	if ix.hasFacts(f) {
		return // a question has parsed it meanwhile
	}
	raw, r, err := workspace.Read(ix.ws.Root(), f.Path, ix.opt.MaxTextBytes)
	if err != nil || r.Hash != f.Hash {
		return // changed since: a later round sees it
	}
	_, row, err := ix.extract(f, f.key(), raw)
	if err != nil {
		ix.log.Warn("a file could not be parsed", "path", f.Path, "error", err)
		ix.known.Store(f.key(), struct{}{})
		return
	}
	ix.remember(row)
	if ix.queue.bytes() > queueBytes {
		ix.flushFacts()
	}
}

// flush stores what is waiting: facts, words held in memory, the manifest.
// The caller holds the lease.
func (ix *Indexer) flush() {
	if !ix.storable() {
		return
	}
	ix.flushFacts()
	ix.flushMemory()
	ix.flushManifest()
}

func (ix *Indexer) flushFacts() {
	if ix.db == nil || !ix.storable() {
		return
	}
	rows := ix.queue.list()
	if len(rows) == 0 {
		return
	}
	if err := ix.db.PutFacts(parse.Version, rows); err != nil {
		ix.mu.Lock()
		ix.storeFailed("storing facts", err)
		ix.mu.Unlock()
		return
	}
	ix.queue.done(rows)
}

// flushMemory moves words of lately changed files into the store.
func (ix *Indexer) flushMemory() {
	ix.mu.Lock()
	held := ix.memory.take()
	ix.mu.Unlock()
	if len(held) == 0 {
		return
	}
	merged := words.Merge(held, nil)
	live := liveSegment{seg: mustOpen(merged)}
	id, err := ix.db.ReplaceSegments(nil, live.seg.Len(), merged)
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if err != nil {
		ix.storeFailed("storing words", err)
		ix.memory.addSegment(live.seg)
		return
	}
	live.id = id
	ix.segments = append(ix.segments, live)
}

func (ix *Indexer) flushManifest() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if ix.view == nil || ix.view.manifest == ix.saved {
		return
	}
	m := ix.view.manifest
	changed, gone := m.ChangedDirs(ix.saved)
	encoded := make(map[string][]byte, len(changed))
	for _, d := range changed {
		encoded[d.Path] = workspace.EncodeDir(d)
	}
	if err := ix.db.SaveDirs(ix.ws.Root(), encoded, gone); err != nil {
		ix.storeFailed("storing the manifest", err)
		return
	}
	ix.saved = m
}
