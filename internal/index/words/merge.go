package words

import "bytes"

// Part is an index to be merged and where its documents go: the new number of
// each, -1 for one that is left out. Numbers grow within a part and from part
// to part.
type Part struct {
	Index *Index
	Place []int64
}

// Merge appends to dst the index of all parts' documents that are kept.
func Merge(dst []byte, parts []Part) []byte {
	w := &writer{}
	cursors := make([]*cursor, len(parts))
	for k, p := range parts {
		cursors[k] = &cursor{x: p.Index, block: -1}
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
			return w.finish(dst)
		}
		postings = postings[:0]
		count, last := uint32(0), uint32(0)
		for k, c := range cursors {
			if c.done || !bytes.Equal(c.current().term, word) {
				continue
			}
			c.x.decode(c.current(), func(p Posting) {
				to := parts[k].Place[p.Doc]
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
}

// cursor walks an index's terms in order, a block at a time.
type cursor struct {
	x       *Index
	block   int
	entries []termEntry
	text    []byte // of the entries' terms
	at      int
	done    bool
}

func (c *cursor) current() termEntry { return c.entries[c.at] }

func (c *cursor) next() {
	c.at++
	if c.block >= 0 && c.at < len(c.entries) {
		return
	}
	c.entries, c.text, c.at = c.entries[:0], c.text[:0], 0
	for len(c.entries) == 0 {
		c.block++
		if c.block >= len(c.x.blocks)/4 {
			c.done = true
			return
		}
		c.x.block(c.block, func(e termEntry) bool {
			from := len(c.text)
			c.text = append(c.text, e.term...)
			e.term = c.text[from:len(c.text):len(c.text)]
			c.entries = append(c.entries, e)
			return true
		})
	}
}
