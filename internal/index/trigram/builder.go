package trigram

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Builder collects documents into one index. It is used by one goroutine.
// Trigrams are kept as they come, in one flat list, and sorted at the end:
// counting them and moving them once is cheaper than 2^21 growing lists.
type Builder struct {
	set    set
	keys   []uint32 // distinct ones of each piece, by piece
	ends   []int    // where each piece's keys end
	pieces []piece
	docs   uint32
}

// piece is a stretch of whole lines of a document. The index tells pieces
// apart, because a long text holds most trigrams somewhere.
type piece struct {
	doc   uint32
	start uint32 // bytes
	line  uint32 // of its first byte, from 0
}

// pieceBytes is the size at which a piece ends with its line. Smaller ones
// rule out more of a file, larger ones make a smaller index: see decision 10.
const pieceBytes = 8 << 10

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{} }

// Size estimates the memory in use, in bytes, that of laying out included.
func (b *Builder) Size() int { return 8*len(b.keys) + (8+12)*len(b.ends) + len(b.set.seen)*8 }

// Reset empties the builder for another index. It keeps the memory, so that
// the list need not grow again.
func (b *Builder) Reset() {
	b.keys, b.ends, b.pieces, b.docs = b.keys[:0], b.ends[:0], b.pieces[:0], 0
}

// Add indexes the next document; text is not folded yet.
func (b *Builder) Add(text []byte) {
	for start, line := 0, 0; ; {
		end := pieceEnd(text, start)
		b.keys = append(b.keys, b.set.of(text[start:end])...)
		b.ends = append(b.ends, len(b.keys))
		b.pieces = append(b.pieces, piece{b.docs, uint32(start), uint32(line)})
		if end == len(text) {
			b.docs++
			return
		}
		line += bytes.Count(text[start:end], lineEnd)
		start = end
	}
}

var lineEnd = []byte{'\n'}

// pieceEnd is where the piece that begins at start ends: behind the line in
// which it becomes long enough.
func pieceEnd(text []byte, start int) int {
	if len(text)-start <= pieceBytes+pieceBytes/2 {
		return len(text) // a small rest is not worth a piece of its own
	}
	end := bytes.IndexByte(text[start+pieceBytes:], '\n')
	if end < 0 {
		return len(text)
	}
	return start + pieceBytes + end + 1
}

// Finish appends the index's bytes to dst. The same documents added in the
// same order always give the same bytes. The builder must be Reset before it is
// used again.
func (b *Builder) Finish(dst []byte) []byte {
	if len(b.keys) < fewKeys {
		return b.finishFew(dst)
	}
	next := make([]uint32, keys+1)
	for _, k := range b.keys {
		next[k+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	list := make([]uint32, len(b.keys))
	start := 0
	for n, end := range b.ends {
		for _, k := range b.keys[start:end] {
			list[next[k]] = uint32(n)
			next[k]++
		}
		start = end
	}
	w := writer{pieces: b.pieces}
	from := uint32(0) // next[k] has become where the list of k ends
	for k := range uint32(keys) {
		if to := next[k]; to > from {
			w.list(k, list[from:to])
			from = to
		}
	}
	return w.finish(dst)
}

// fewKeys is up to which number of keys sorting them costs less than counting
// over all that there can be: the index of a file just saved has some hundreds.
const fewKeys = 1 << 17

// finishFew is Finish for few keys.
func (b *Builder) finishFew(dst []byte) []byte {
	pairs := make([]uint64, 0, len(b.keys))
	start := 0
	for n, end := range b.ends {
		for _, k := range b.keys[start:end] {
			pairs = append(pairs, uint64(k)<<32|uint64(n))
		}
		start = end
	}
	slices.Sort(pairs)
	w := writer{pieces: b.pieces}
	var list []uint32
	for i, p := range pairs {
		list = append(list, uint32(p))
		if i+1 == len(pairs) || pairs[i+1]>>32 != p>>32 {
			w.list(uint32(p>>32), list)
			list = list[:0]
		}
	}
	return w.finish(dst)
}

// writer lays an index out; trigrams arrive sorted.
type writer struct {
	pieces   []piece
	blocks   []byte
	entries  []byte
	postings []byte
	count    int
	last     uint32
}

func (w *writer) list(k uint32, pieces []uint32) {
	if w.count%blockKeys == 0 {
		for _, v := range []uint32{k, uint32(len(w.entries)), uint32(len(w.postings))} {
			w.blocks = binary.LittleEndian.AppendUint32(w.blocks, v)
		}
		w.last = k
	}
	w.entries = binary.AppendUvarint(w.entries, uint64(k-w.last))
	w.entries = binary.AppendUvarint(w.entries, uint64(len(pieces)))
	from := len(w.postings)
	size := bitmapSize(len(w.pieces))
	last := uint32(0)
	for _, d := range pieces {
		w.postings = binary.AppendUvarint(w.postings, uint64(d-last))
		last = d
		if len(w.postings)-from >= size {
			break
		}
	}
	if len(w.postings)-from >= size {
		w.postings = append(w.postings[:from], make([]byte, size)...)
		bitmap := w.postings[from:]
		for _, d := range pieces {
			bitmap[d/8] |= 1 << (d % 8)
		}
		w.entries = binary.AppendUvarint(w.entries, 0)
	} else {
		w.entries = binary.AppendUvarint(w.entries, uint64(len(w.postings)-from))
	}
	w.last = k
	w.count++
}

func (w *writer) finish(dst []byte) []byte {
	dst = slices.Grow(dst, headerSize+len(w.pieces)*pieceSize+len(w.blocks)+len(w.entries)+len(w.postings))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w.pieces)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w.blocks)/blockSize))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w.entries)))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(w.postings)))
	for _, p := range w.pieces {
		for _, v := range []uint32{p.doc, p.start, p.line} {
			dst = binary.LittleEndian.AppendUint32(dst, v)
		}
	}
	dst = append(dst, w.blocks...)
	dst = append(dst, w.entries...)
	return append(dst, w.postings...)
}

// Part is an index to be merged and where its documents go: the new number of
// each, -1 for one that is left out. Numbers grow within a part and from part
// to part.
type Part struct {
	Index *Index
	Place []int64
}

// Merge appends to dst the index of all parts' documents that are kept.
func Merge(dst []byte, parts []Part) []byte {
	var w writer
	places := make([][]int64, len(parts)) // of pieces
	cursors := make([]cursor, len(parts))
	for i, p := range parts {
		places[i] = make([]int64, p.Index.pieceCount())
		for n := range places[i] {
			places[i][n] = -1
			x := p.Index.piece(uint32(n))
			if int(x.doc) < len(p.Place) && p.Place[x.doc] >= 0 {
				places[i][n] = int64(len(w.pieces))
				x.doc = uint32(p.Place[x.doc])
				w.pieces = append(w.pieces, x)
			}
		}
		cursors[i] = cursor{x: p.Index, block: -1}
		cursors[i].next()
	}
	var list, scratch []uint32
	for {
		least, found := uint32(0), false
		for i := range cursors {
			if c := &cursors[i]; !c.done && (!found || c.current().key < least) {
				least, found = c.current().key, true
			}
		}
		if !found {
			return w.finish(dst)
		}
		list = list[:0]
		for i := range cursors {
			c := &cursors[i]
			if c.done || c.current().key != least {
				continue
			}
			scratch = c.x.decode(c.current(), scratch[:0])
			for _, n := range scratch {
				if to := places[i][n]; to >= 0 {
					list = append(list, uint32(to))
				}
			}
			c.next()
		}
		if len(list) > 0 {
			w.list(least, list)
		}
	}
}

// cursor walks an index's entries in order.
type cursor struct {
	x       *Index
	block   int
	entries []entry
	at      int
	done    bool
}

func (c *cursor) current() entry { return c.entries[c.at] }

func (c *cursor) next() {
	c.at++
	if c.block >= 0 && c.at < len(c.entries) {
		return
	}
	c.entries, c.at = c.entries[:0], 0
	for len(c.entries) == 0 {
		c.block++
		if c.block >= len(c.x.blocks)/blockSize {
			c.done = true
			return
		}
		c.x.each(c.block, func(e entry) bool { c.entries = append(c.entries, e); return true })
	}
}
