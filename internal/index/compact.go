package index

import (
	"sort"

	"sextant/internal/index/words"
)

// Segments are joined when there are many: each look-up visits all of them.
const (
	mostSegments = 12
	joinedBytes  = 64 << 20 // a larger segment is left alone
)

// compact joins the smallest segments when there are too many. The caller
// holds the lease.
func (ix *Indexer) compact() {
	if !ix.storable() {
		return
	}
	ix.mu.Lock()
	var small []liveSegment
	for _, s := range ix.segments {
		if s.seg.Size() < joinedBytes {
			small = append(small, s)
		}
	}
	ix.mu.Unlock()
	if len(small) <= mostSegments {
		return
	}
	sort.SliceStable(small, func(i, j int) bool { return small[i].seg.Size() < small[j].seg.Size() })
	var join []*words.Segment
	var old []int64
	total := 0
	for _, s := range small {
		if total += s.seg.Size(); total > joinedBytes && len(join) > 1 {
			break
		}
		join = append(join, s.seg)
		old = append(old, s.id)
	}
	merged := words.Merge(join, nil)
	live := liveSegment{seg: mustOpen(merged)}
	id, err := ix.db.ReplaceSegments(old, live.seg.Len(), merged)
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if err != nil {
		ix.storeFailed("joining segments", err)
		return
	}
	live.id = id
	gone := make(map[int64]bool)
	for _, o := range old {
		gone[o] = true
	}
	var next []liveSegment
	for _, s := range ix.segments {
		if !gone[s.id] {
			next = append(next, s)
		}
	}
	ix.segments = append(next, live)
}
