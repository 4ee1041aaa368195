package index

import (
	"sextant/internal/index/segment"
	"sextant/internal/index/store"
)

// Segments are joined when there are many: each look-up visits all of them.
const (
	mostSegments = 28
	joinedBytes  = 64 << 20 // a larger segment is left alone
)

// compact joins small segments when there are too many. The caller holds the lease.
func (ix *Indexer) compact(db *store.DB, generation int64) {
	ix.mu.Lock()
	var small []liveSegment
	var sizes []int
	for _, s := range ix.segments {
		if s.seg.Size() < joinedBytes {
			small = append(small, s)
			sizes = append(sizes, s.seg.Size())
		}
	}
	ix.mu.Unlock()
	var join []*segment.Segment
	var old []int64
	gone := make(map[int64]bool)
	total := 0
	for _, i := range toJoin(sizes, mostSegments) {
		if total += sizes[i]; total > joinedBytes && len(join) > 1 {
			break
		}
		join = append(join, small[i].seg)
		old = append(old, small[i].id)
		gone[small[i].id] = true
	}
	if len(join) == 0 {
		return
	}
	merged := merge(join, nil)
	if merged == nil {
		ix.suspect.Store(true)
		return
	}
	live, err := ix.save(db, generation, old, merged)
	if err != nil {
		ix.failed(generation, "joining segments", err)
		return
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if generation != ix.generation.Load() {
		ix.memory.addSegment(live.seg)
		return
	}
	next := ix.segments[:0:0]
	for _, s := range ix.segments {
		if !gone[s.id] {
			next = append(next, s)
		}
	}
	ix.segments = append(next, live)
}
