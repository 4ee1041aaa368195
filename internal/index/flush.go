package index

import (
	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/index/store"
	"sextant/internal/parse"
	"sextant/internal/workspace"
)

// flush stores what is waiting: facts, words held in memory, the manifest.
// The caller holds the lease of the store of that generation.
func (ix *Indexer) flush(generation int64) {
	ix.flushFacts()
	ix.flushMemory(generation)
	ix.flushManifest()
}

// flushFacts stores the facts that are waiting. It needs no lease.
func (ix *Indexer) flushFacts() {
	ix.storing.Lock()
	generation := ix.generation.Load()
	err := ix.putFacts()
	ix.storing.Unlock()
	if err != nil {
		ix.failed(generation, "storing facts", err)
	}
}

func (ix *Indexer) putFacts() error {
	db := ix.storable()
	rows := ix.queue.list()
	if db == nil || len(rows) == 0 {
		return nil
	}
	generation := ix.generation.Load()
	if err := db.PutFacts(parse.Version, rows); err != nil {
		return err
	}
	if generation == ix.generation.Load() {
		ix.known.stored(rows)
	} else {
		ix.knownStale.Store(true)
	}
	ix.queue.done(rows)
	return nil
}

// flushMemory moves the segments of lately changed files into the store. They stay
// in memory until they are there, so every view has them. The caller holds the lease.
func (ix *Indexer) flushMemory(generation int64) {
	db := ix.storable()
	ix.mu.Lock()
	held := ix.memory.list
	ix.mu.Unlock()
	if db == nil || len(held) == 0 {
		return
	}
	merged := merge(held, func(h code.Hash) bool { return !ix.inStore(h) })
	if merged == nil {
		return
	}
	live := liveSegment{seg: mustOpen(merged)}
	var err error
	if live.seg.Len() > 0 {
		live, err = ix.save(db, generation, nil, merged)
	}
	if err != nil {
		ix.failed(generation, "storing words", err)
		return
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if generation != ix.generation.Load() {
		return
	}
	if live.seg.Len() > 0 {
		ix.segments = append(ix.segments, live)
	}
	ix.memory.remove(held)
}

// inStore is stored for a caller who does not hold mu.
func (ix *Indexer) inStore(h code.Hash) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.stored(h)
}

// save stores a segment in the place of old ones and exchanges it for its
// mapping, so that its memory can be given back.
func (ix *Indexer) save(db *store.DB, generation int64, old []int64, segment []byte) (liveSegment, error) {
	built := liveSegment{seg: mustOpen(segment), bytes: segment}
	if generation != ix.generation.Load() {
		return built, errReplaced // the lease is that of another store
	}
	id, err := db.ReplaceSegments(old, built.seg.Len(), segment)
	if err != nil {
		return built, err
	}
	if live, err := openSegment(db, id); err == nil {
		db.RestSegment(id)
		return live, nil
	}
	built.id = id
	return built, nil
}

// publish makes a builder's segment and what was read on the way part of the
// index, in the store if there is one and in memory otherwise.
func (ix *Indexer) publish(generation int64, b *segment.Builder, readings map[string]workspace.Reading) {
	if b.Len() == 0 && len(readings) == 0 {
		return
	}
	var live liveSegment
	if b.Len() > 0 {
		segment := b.Finish()
		var err error
		if db := ix.storable(); db != nil {
			if live, err = ix.save(db, generation, nil, segment); err != nil && err != errReplaced {
				ix.failed(generation, "storing words", err)
			}
		} else {
			live.seg = mustOpen(segment)
		}
	}
	// Holding refresh, so that no comparison under way forgets the readings.
	ix.refresh <- struct{}{}
	defer func() { <-ix.refresh }()
	ix.mu.Lock()
	defer ix.mu.Unlock()
	switch {
	case live.seg == nil:
	case live.id != 0 && generation == ix.generation.Load():
		ix.segments = append(ix.segments, live)
	default:
		ix.memory.addSegment(live.seg)
	}
	m := ix.view.withPins()
	for p, r := range readings {
		// A newer sweep may have seen the file change since it was read.
		if f := m.File(p); f == nil || f.Signature != r.Signature {
			delete(readings, p)
		}
	}
	ix.view = ix.newView(m.With(readings), ix.view)
}

func (ix *Indexer) flushManifest() {
	db := ix.storable()
	ix.storing.Lock()
	generation := ix.generation.Load()
	ix.mu.Lock()
	saved := ix.saved
	var m *workspace.Manifest
	if ix.view != nil {
		m = ix.view.manifest
	}
	ix.mu.Unlock()
	var err error
	if db != nil && m != nil && m != saved {
		err = ix.putManifest(db, generation, m, saved)
	}
	ix.storing.Unlock()
	if err != nil {
		ix.failed(generation, "storing the manifest", err)
	}
}

func (ix *Indexer) putManifest(db *store.DB, generation int64, m, saved *workspace.Manifest) error {
	changed, gone := m.ChangedDirs(saved)
	encoded := make(map[string][]byte, len(changed))
	for _, d := range changed {
		encoded[d.Path] = workspace.EncodeDir(d)
	}
	if err := db.SaveDirs(ix.ws.Root(), encoded, gone); err != nil {
		return err
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if generation == ix.generation.Load() {
		ix.saved = m
	}
	return nil
}
