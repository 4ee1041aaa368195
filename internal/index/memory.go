package index

import (
	"sort"

	"sextant/internal/code"
	"sextant/internal/index/segment"
)

// mergeAt is how many segments are kept in memory before small ones are joined.
const mergeAt = 8

// memorySegments holds the text index of contents that are not in the store yet:
// files changed a moment ago, or everything when there is no store. The
// indexer's mu guards it.
type memorySegments struct {
	list    []*segment.Segment
	present map[code.Hash]int // segments that hold the content
}

func newMemorySegments() *memorySegments { return &memorySegments{present: make(map[code.Hash]int)} }

func (m *memorySegments) has(h code.Hash) bool { return m.present[h] > 0 }

func (m *memorySegments) addSegment(s *segment.Segment) {
	if s.Len() > 0 {
		m.list = append(m.list, s)
		m.count(s, 1)
	}
}

func (m *memorySegments) count(s *segment.Segment, by int) {
	for i := range s.Len() {
		h := s.Doc(uint32(i)).Hash
		if m.present[h] += by; m.present[h] == 0 {
			delete(m.present, h)
		}
	}
}

// remove takes segments out, those that are still there.
func (m *memorySegments) remove(gone []*segment.Segment) {
	out := make(map[*segment.Segment]bool, len(gone))
	for _, s := range gone {
		out[s] = true
	}
	kept := m.list[:0:0]
	for _, s := range m.list {
		if out[s] {
			m.count(s, -1)
		} else {
			kept = append(kept, s)
		}
	}
	m.list = kept
}

// tidy joins segments when there are many, and leaves out the contents that
// keep refuses, so that a process that never gets to store them does not
// gather all versions of a file.
func (m *memorySegments) tidy(keep func(code.Hash) bool) {
	sizes := make([]int, len(m.list))
	for i, s := range m.list {
		sizes[i] = s.Size()
	}
	var join []*segment.Segment
	for _, i := range toJoin(sizes, mergeAt) {
		join = append(join, m.list[i])
	}
	if len(join) == 0 {
		return
	}
	if merged := merge(join, keep); merged != nil {
		m.remove(join)
		m.addSegment(mustOpen(merged))
	}
}

// toJoin chooses which segments to join when there are more than most, by
// index: the smallest, and then those no larger than all of them together, so
// that large ones are written again only when as much has been added to them.
func toJoin(sizes []int, most int) []int {
	if len(sizes) <= most {
		return nil
	}
	order := make([]int, len(sizes))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return sizes[order[i]] < sizes[order[j]] })
	sum, n := 0, 0
	for _, i := range order {
		if n > len(sizes)-most/2 && sizes[i] > sum {
			break
		}
		sum += sizes[i]
		n++
	}
	return order[:n]
}
