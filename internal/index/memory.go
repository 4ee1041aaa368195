package index

import (
	"sync"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/index/words"
)

// memorySegments holds the words of contents that are not in the store yet:
// files changed a moment ago, or everything when there is no store.
type memorySegments struct {
	mu      sync.Mutex
	docs    []contentDoc // not yet in a segment
	sealed  []*words.Segment
	present map[code.Hash]bool
}

func newMemorySegments() *memorySegments {
	return &memorySegments{present: make(map[code.Hash]bool)}
}

func (m *memorySegments) has(h code.Hash) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.present[h]
}

func (m *memorySegments) add(d contentDoc) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.present[d.doc.Hash] {
		m.present[d.doc.Hash] = true
		m.docs = append(m.docs, d)
	}
}

// addSegment takes a whole segment.
func (m *memorySegments) addSegment(s *words.Segment) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range s.Len() {
		m.present[s.Doc(uint32(i)).Hash] = true
	}
	m.sealed = append(m.sealed, s)
}

// mergeAt is how many small segments are kept before they are joined.
const mergeAt = 8

// segments seals what was added and lists the segments.
func (m *memorySegments) segments() []*words.Segment {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seal()
}

// take hands all segments over, to be stored, and forgets them.
func (m *memorySegments) take() []*words.Segment {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.seal()
	m.sealed = nil
	clear(m.present)
	return all
}

func (m *memorySegments) seal() []*words.Segment {
	if len(m.docs) > 0 {
		b := words.NewBuilder()
		for _, d := range m.docs {
			b.Add(d.doc, d.text)
		}
		m.docs = nil
		m.sealed = append(m.sealed, mustOpen(b.Finish()))
	}
	if len(m.sealed) > mergeAt {
		m.sealed = []*words.Segment{mustOpen(words.Merge(m.sealed, nil))}
	}
	return m.sealed
}

// mustOpen opens bytes that this process has just laid out.
func mustOpen(b []byte) *words.Segment {
	s, err := words.Open(b)
	if err != nil {
		bug.Report("opening a segment just built: %v", err)
		s, _ = words.Open(words.NewBuilder().Finish())
	}
	return s
}
