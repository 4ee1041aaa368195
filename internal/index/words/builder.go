package words

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"hash/maphash"
	"sort"

	"sextant/internal/code"
)

// Builder collects documents into one segment. It is used by one goroutine.
type Builder struct {
	docs     []Doc
	byHash   map[code.Hash]bool
	table    []int32 // open addressing: index into terms, -1 is free
	hashes   []uint32
	terms    []term
	text     []byte // all terms, one after another
	touched  []int32
	postings int // bytes, for Size
	seed     maphash.Seed
}

// term is one term and its postings so far.
type term struct {
	at, length  uint32 // within text
	docs        uint32
	last        uint32 // document of the last posting
	whole, part uint32 // counts within the document being added
	postings    []byte
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	b := &Builder{byHash: make(map[code.Hash]bool), seed: maphash.MakeSeed()}
	b.grow(1 << 12)
	return b
}

// Len is the number of documents added.
func (b *Builder) Len() int { return len(b.docs) }

// Size estimates the memory in use, in bytes.
func (b *Builder) Size() int {
	return len(b.docs)*docSize + len(b.terms)*64 + len(b.table)*4 + cap(b.text) + 2*b.postings
}

// Has reports whether the content has been added.
func (b *Builder) Has(h code.Hash) bool { return b.byHash[h] }

// Add indexes one content; text is its decoded form, nil for a binary one.
// A content that is there already is left alone.
func (b *Builder) Add(d Doc, text []byte) {
	if b.byHash[d.Hash] {
		return
	}
	b.byHash[d.Hash] = true
	doc := uint32(len(b.docs))
	b.docs = append(b.docs, d)
	Each(text, b.count)
	for _, i := range b.touched {
		t := &b.terms[i]
		before := len(t.postings)
		delta := doc
		if t.docs > 0 {
			delta = doc - t.last
		}
		t.postings = appendPosting(t.postings, delta, t.whole, t.part)
		b.postings += len(t.postings) - before
		t.docs++
		t.last, t.whole, t.part = doc, 0, 0
	}
	b.touched = b.touched[:0]
}

func appendPosting(b []byte, delta, whole, part uint32) []byte {
	b = binary.AppendUvarint(b, uint64(delta))
	if part == 0 {
		return binary.AppendUvarint(b, uint64(whole)<<1)
	}
	b = binary.AppendUvarint(b, uint64(whole)<<1|1)
	return binary.AppendUvarint(b, uint64(part))
}

func (b *Builder) count(word []byte, whole bool) {
	i := b.find(word)
	t := &b.terms[i]
	if t.whole == 0 && t.part == 0 {
		b.touched = append(b.touched, i)
	}
	if whole {
		t.whole++
	} else {
		t.part++
	}
}

// find returns the index of a term, adding it if it is new.
func (b *Builder) find(word []byte) int32 {
	h := uint32(maphash.Bytes(b.seed, word))
	mask := uint32(len(b.table) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		i := b.table[at]
		if i < 0 {
			i = int32(len(b.terms))
			b.table[at] = i
			b.terms = append(b.terms, term{at: uint32(len(b.text)), length: uint32(len(word))})
			b.hashes = append(b.hashes, h)
			b.text = append(b.text, word...)
			if 2*len(b.terms) > len(b.table) {
				b.grow(2 * len(b.table))
			}
			return i
		}
		if b.hashes[i] == h && bytes.Equal(b.word(i), word) {
			return i
		}
	}
}

func (b *Builder) word(i int32) []byte {
	t := &b.terms[i]
	return b.text[t.at : t.at+t.length]
}

func (b *Builder) grow(size int) {
	b.table = make([]int32, size)
	for i := range b.table {
		b.table[i] = -1
	}
	mask := uint32(size - 1)
	for i, h := range b.hashes {
		at := h & mask
		for b.table[at] >= 0 {
			at = (at + 1) & mask
		}
		b.table[at] = int32(i)
	}
}

// Finish returns the segment's bytes. The same documents added in the same
// order always give the same bytes. The builder may not be used afterwards.
func (b *Builder) Finish() []byte {
	order := make([]int32, len(b.terms))
	for i := range order {
		order[i] = int32(i)
	}
	sort.Slice(order, func(x, y int) bool { return bytes.Compare(b.word(order[x]), b.word(order[y])) < 0 })
	w := newWriter(b.docs)
	for _, i := range order {
		t := &b.terms[i]
		w.term(b.word(i), t.docs, t.postings)
	}
	return w.finish()
}

// writer lays a segment out; terms arrive sorted.
type writer struct {
	docs     []Doc
	blocks   []byte
	terms    []byte
	postings []byte
	count    int
	last     []byte
}

func newWriter(docs []Doc) *writer { return &writer{docs: docs} }

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

func (w *writer) finish() []byte {
	size := headerSize + len(w.docs)*docSize + len(w.blocks) + len(w.terms) + len(w.postings)
	out := make([]byte, headerSize, size)
	copy(out, magic[:])
	put := func(at int, v int) { binary.LittleEndian.PutUint32(out[at:], uint32(v)) }
	put(8, len(w.docs))
	put(12, w.count)
	put(16, len(w.blocks)/4)
	put(20, len(w.terms))
	binary.LittleEndian.PutUint64(out[24:], uint64(len(w.postings)))
	for _, d := range w.docs {
		out = append(out, d.Hash[:]...)
		for _, v := range []uint32{d.Bytes, d.Lines, d.Chars, d.Longest, uint32(d.Flags)} {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	out = append(out, w.blocks...)
	out = append(out, w.terms...)
	out = append(out, w.postings...)
	put(4, int(crc32.Checksum(out[8:], castagnoli)))
	return out
}
