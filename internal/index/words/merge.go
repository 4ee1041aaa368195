package words

import (
	"bytes"

	"sextant/internal/code"
)

// Merge joins segments into one, leaving out documents that keep refuses and
// all but the first of equal contents.
func Merge(segments []*Segment, keep func(code.Hash) bool) []byte {
	var docs []Doc
	seen := make(map[code.Hash]bool)
	place := make([][]int64, len(segments)) // new index of each document, -1 if left out
	for k, s := range segments {
		place[k] = make([]int64, s.Len())
		for i := range place[k] {
			d := s.Doc(uint32(i))
			if seen[d.Hash] || keep != nil && !keep(d.Hash) {
				place[k][i] = -1
				continue
			}
			seen[d.Hash] = true
			place[k][i] = int64(len(docs))
			docs = append(docs, d)
		}
	}
	w := newWriter(docs)
	cursors := make([]*cursor, len(segments))
	for k, s := range segments {
		cursors[k] = &cursor{s: s, block: -1}
		cursors[k].next()
	}
	var word, postings []byte
	for {
		word = word[:0]
		found := false
		for _, c := range cursors {
			if !c.done && (!found || bytes.Compare(c.current().term, word) < 0) {
				word, found = append(word[:0], c.current().term...), true
			}
		}
		if !found {
			break
		}
		postings = postings[:0]
		count, last := uint32(0), uint32(0)
		for k, c := range cursors {
			if c.done || !bytes.Equal(c.current().term, word) {
				continue
			}
			c.s.decode(c.current(), func(p Posting) {
				to := place[k][p.Doc]
				if to < 0 {
					return
				}
				delta := uint32(to)
				if count > 0 {
					delta -= last
				}
				postings = appendPosting(postings, delta, p.Whole, p.Part)
				count, last = count+1, uint32(to)
			})
			c.next()
		}
		if count > 0 {
			w.term(word, count, postings)
		}
	}
	return w.finish()
}

// cursor walks a segment's terms in order, a block at a time.
type cursor struct {
	s       *Segment
	block   int
	entries []termEntry
	at      int
	done    bool
}

func (c *cursor) current() termEntry { return c.entries[c.at] }

func (c *cursor) next() {
	c.at++
	if c.block >= 0 && c.at < len(c.entries) {
		return
	}
	c.entries, c.at = c.entries[:0], 0
	for len(c.entries) == 0 {
		c.block++
		if c.block >= len(c.s.blocks)/4 {
			c.done = true
			return
		}
		c.s.block(c.block, func(e termEntry) bool {
			e.term = bytes.Clone(e.term)
			c.entries = append(c.entries, e)
			return true
		})
	}
}

// Terms calls each for every term of the segment in order with its number of
// documents and the bytes of its postings, for statistics.
func (s *Segment) Terms(each func(term []byte, docs, bytes int) bool) {
	for i := range len(s.blocks) / 4 {
		if !s.block(i, func(e termEntry) bool { return each(e.term, e.count, len(e.postings)) }) {
			return
		}
	}
}
