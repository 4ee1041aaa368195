package words

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// Builder collects documents into one index. It is used by one goroutine.
//
// Most words of a text are repetitions, so each document is first counted by
// itself, run by run as it is written, in a table that fits the processor's
// cache. Its distinct runs are looked up among those of all documents, which
// know their terms; only a run never seen before is split. Postings are kept
// as they come, in flat lists without pointers, and sorted by term at the end.
type Builder struct {
	runs   runTable // of the document being added
	places []uint32 // of its runs, as far as they are known
	known  table    // runs of all documents; record: number of parts, then term << 1 | whole of each (4 bytes each)
	terms  table    // record: the term's number
	spans  []uint32 // where each term lies
	count  []counts // of each term in the document being added
	seen   []uint32 // terms of the document being added
	hits   []hit    // by document
	docs   []int    // where each document's hits end
	parts  []uint32 // of the run being split
	emit   func(word []byte, whole bool)
}

type counts struct{ whole, part uint32 }

// hit is a posting whose document follows from its place.
type hit struct {
	term        uint32
	whole, part uint16
}

// mostCounted is the largest count of a term in one document; what lies
// beyond makes no difference to any question.
const mostCounted = 1<<16 - 1

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{}
	b.emit = func(word []byte, whole bool) {
		part := b.term(word) << 1
		if whole {
			part |= 1
		}
		b.parts = append(b.parts, part)
	}
	return b
}

// Size estimates the memory in use, in bytes, that of laying out included.
func (b *Builder) Size() int {
	return b.known.size() + b.terms.size() + (4+8+24)*len(b.spans) + (8+8)*len(b.hits) + 8*len(b.docs)
}

// Reset empties the builder for another index. It keeps the memory, so that
// the lists need not grow again.
func (b *Builder) Reset() {
	b.known.reset()
	b.terms.reset()
	b.spans, b.count, b.hits, b.docs = b.spans[:0], b.count[:0], b.hits[:0], b.docs[:0]
}

// Add indexes the next document.
func (b *Builder) Add(text []byte) {
	b.runs.count(text)
	b.guess()
	for k, r := range b.runs.list {
		word := text[r.at : r.at+r.length]
		at := b.places[k]
		if at == 0 || !bytes.Equal(b.known.text(at-1), word) {
			var ok bool
			if at, ok = b.known.find(r.hash, word); !ok {
				at = b.split(r.hash, word)
			}
			at++
		}
		record := b.known.arena[int(at)+3+len(word):]
		for n := binary.LittleEndian.Uint32(record); n > 0; n-- {
			record = record[4:]
			part := binary.LittleEndian.Uint32(record)
			c := &b.count[part>>1]
			if c.whole|c.part == 0 {
				b.seen = append(b.seen, part>>1)
			}
			if part&1 != 0 {
				c.whole += r.times
			} else {
				c.part += r.times
			}
		}
	}
	for _, i := range b.seen {
		c := &b.count[i]
		b.hits = append(b.hits, hit{i, uint16(min(c.whole, mostCounted)), uint16(min(c.part, mostCounted))})
		*c = counts{}
	}
	b.seen = b.seen[:0]
	b.docs = append(b.docs, len(b.hits))
}

// guess looks up where each run most likely lies: one more than the place, 0
// for nowhere. All by themselves, so that the processor waits for several of
// these distant loads at once instead of for one after another.
func (b *Builder) guess() {
	b.places = b.places[:0]
	mask := uint32(len(b.known.slots) - 1)
	for _, r := range b.runs.list {
		var at uint32
		if len(b.known.slots) > 0 {
			if s := b.known.slots[r.hash&mask]; s.hash == r.hash {
				at = s.at
			}
		}
		b.places = append(b.places, at)
	}
}

// split finds the terms of a run that was not known and returns where it lies.
func (b *Builder) split(hash uint32, run []byte) (at uint32) {
	b.parts = b.parts[:0]
	Each(run, b.emit)
	at = b.known.add(hash, run)
	b.known.arena = binary.LittleEndian.AppendUint32(b.known.arena, uint32(len(b.parts)))
	for _, p := range b.parts {
		b.known.arena = binary.LittleEndian.AppendUint32(b.known.arena, p)
	}
	return at
}

// term is the number of a term.
func (b *Builder) term(word []byte) uint32 {
	hash := hashOf(headOf(word, 0, len(word)), word)
	if at, ok := b.terms.find(hash, word); ok {
		return binary.LittleEndian.Uint32(b.terms.arena[int(at)+4+len(word):])
	}
	n := uint32(len(b.spans))
	b.spans = append(b.spans, b.terms.add(hash, word))
	b.terms.arena = binary.LittleEndian.AppendUint32(b.terms.arena, n)
	b.count = append(b.count, counts{})
	return n
}

// Finish appends the index's bytes to dst. The same documents added in the
// same order always give the same bytes. The builder must be Reset before it is
// used again.
func (b *Builder) Finish(dst []byte) []byte {
	order := b.sorted()
	// Counting sort of the hits by their term's rank; within a term they stay
	// in the order of documents.
	from := make([]uint32, len(order)+1)
	for _, h := range b.hits {
		from[h.term+1]++
	}
	for i := 1; i < len(from); i++ {
		from[i] += from[i-1]
	}
	next := slices.Clone(from[:len(order)])
	docs, counts := make([]uint32, len(b.hits)), make([]uint32, len(b.hits))
	start := 0
	for doc, end := range b.docs {
		for _, h := range b.hits[start:end] {
			at := next[h.term]
			next[h.term]++
			docs[at], counts[at] = uint32(doc), uint32(h.whole)<<16|uint32(h.part)
		}
		start = end
	}
	w := &writer{}
	var postings []byte
	for _, i := range order {
		postings = postings[:0]
		last := uint32(0)
		lo, hi := from[i], from[i+1]
		for at := lo; at < hi; at++ {
			postings = appendPosting(postings, docs[at]-last, counts[at]>>16, counts[at]&mostCounted)
			last = docs[at]
		}
		w.term(b.terms.text(b.spans[i]), hi-lo, postings)
	}
	return w.finish(dst)
}

// sorted lists the terms in byte order. Comparing the first eight bytes as a
// number decides most pairs.
func (b *Builder) sorted() []uint32 {
	type key struct {
		first uint64
		term  uint32
	}
	keys := make([]key, len(b.spans))
	for i := range keys {
		var first [8]byte
		copy(first[:], b.terms.text(b.spans[i]))
		keys[i] = key{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	slices.SortFunc(keys, func(x, y key) int {
		if c := cmp.Compare(x.first, y.first); c != 0 {
			return c
		}
		return bytes.Compare(b.terms.text(b.spans[x.term]), b.terms.text(b.spans[y.term]))
	})
	order := make([]uint32, len(keys))
	for i, k := range keys {
		order[i] = k.term
	}
	return order
}

func appendPosting(b []byte, delta, whole, part uint32) []byte {
	b = binary.AppendUvarint(b, uint64(delta))
	if part == 0 {
		return binary.AppendUvarint(b, uint64(whole)<<1)
	}
	b = binary.AppendUvarint(b, uint64(whole)<<1|1)
	return binary.AppendUvarint(b, uint64(part))
}

// writer lays an index out; terms arrive sorted.
type writer struct {
	blocks   []byte
	terms    []byte
	postings []byte
	count    int
	last     []byte
}

func (w *writer) term(word []byte, docs uint32, postings []byte) {
	shared := 0
	if w.count%blockTerms == 0 {
		w.blocks = binary.LittleEndian.AppendUint32(w.blocks, uint32(len(w.terms)))
		w.terms = binary.AppendUvarint(w.terms, uint64(len(w.postings)))
	} else {
		for shared < len(word) && shared < len(w.last) && word[shared] == w.last[shared] {
			shared++
		}
	}
	w.terms = binary.AppendUvarint(w.terms, uint64(shared))
	w.terms = binary.AppendUvarint(w.terms, uint64(len(word)-shared))
	w.terms = append(w.terms, word[shared:]...)
	w.terms = binary.AppendUvarint(w.terms, uint64(docs))
	w.terms = binary.AppendUvarint(w.terms, uint64(len(postings)))
	w.postings = append(w.postings, postings...)
	w.last = append(w.last[:0], word...)
	w.count++
}

func (w *writer) finish(dst []byte) []byte {
	dst = slices.Grow(dst, headerSize+len(w.blocks)+len(w.terms)+len(w.postings))
	for _, n := range []int{w.count, len(w.blocks) / 4, len(w.terms)} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(w.postings)))
	dst = append(dst, w.blocks...)
	dst = append(dst, w.terms...)
	return append(dst, w.postings...)
}
