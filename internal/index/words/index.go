// Package words is the index of words: which documents hold which identifiers
// and parts of identifiers, and how often. A Builder takes texts and gives the
// bytes of an Index, which answers from them wherever they lie (in memory or
// mapped from a file). A document is a number; package segment, which keeps
// this index beside that of trigrams, knows which content it is.
// docs/index-format.md describes the bytes. The package is pure.
//
// The main type is Index.
package words

import (
	"encoding/binary"
	"errors"
	"sort"
)

const (
	headerSize = 20
	blockTerms = 32
)

// ErrDamaged says that bytes are not an index of words.
var ErrDamaged = errors.New("the index of words is damaged")

// Posting is one document that holds a term.
type Posting struct {
	Doc   uint32
	Whole uint32 // times the term stands as a whole identifier, at most 65,535
	Part  uint32 // times it is a part of a longer one, at most 65,535
}

// Index answers from the bytes that a Builder laid out.
type Index struct {
	blocks    []byte // offsets of term blocks, 4 bytes each
	terms     []byte
	postings  []byte
	termCount int
	docs      int
}

// Open returns the index in b, which covers that many documents. b must not
// change while it is in use. Checksums are the business of whoever stores it.
func Open(b []byte, docs int) (*Index, error) {
	if len(b) < headerSize {
		return nil, ErrDamaged
	}
	u := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	nTerms, nBlocks := u(0), u(4)
	blocksEnd := headerSize + nBlocks*4
	termsEnd := blocksEnd + u(8)
	postingsEnd := termsEnd + int(binary.LittleEndian.Uint64(b[12:]))
	if blocksEnd > termsEnd || termsEnd > postingsEnd || postingsEnd != len(b) {
		return nil, ErrDamaged
	}
	return &Index{blocks: b[headerSize:blocksEnd], terms: b[blocksEnd:termsEnd], postings: b[termsEnd:postingsEnd],
		termCount: nTerms, docs: docs}, nil
}

// termEntry is one entry of a term block.
type termEntry struct {
	term     []byte
	count    int // documents
	postings []byte
}

// block decodes the i-th term block, calling each until it returns false. A
// block that makes no sense ends early: the checksum has been verified, so
// only an index that was written wrongly gets there.
func (x *Index) block(i int, each func(e termEntry) bool) bool {
	from := binary.LittleEndian.Uint32(x.blocks[4*i:])
	if uint64(from) > uint64(len(x.terms)) {
		return true
	}
	r := reader{b: x.terms[from:]}
	at := r.uint()
	var term []byte
	for k := i * blockTerms; k < min((i+1)*blockTerms, x.termCount); k++ {
		shared, suffix := r.uint(), r.uint()
		if r.bad || shared > uint64(len(term)) || suffix > uint64(len(r.b)) {
			return true
		}
		term = append(term[:shared], r.b[:suffix]...)
		r.b = r.b[suffix:]
		count, size := r.uint(), r.uint()
		left := uint64(len(x.postings))
		if r.bad || at > left || size > left-at || count > uint64(x.docs) {
			return true
		}
		if !each(termEntry{term, int(count), x.postings[at : at+size]}) {
			return false
		}
		at += size
	}
	return true
}

// reader reads varints; after a fault it gives zeros and is bad.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return v
}

// firstTerm returns the first term of the i-th block.
func (x *Index) firstTerm(i int) string {
	var first string
	x.block(i, func(e termEntry) bool { first = string(e.term); return false })
	return first
}

// blockOf is the index of the last block whose first term is <= term, or -1.
func (x *Index) blockOf(term string) int {
	return sort.Search(len(x.blocks)/4, func(i int) bool { return x.firstTerm(i) > term }) - 1
}

// Count is how many documents hold the term.
func (x *Index) Count(term string) int {
	n := 0
	x.lookup(term, func(e termEntry) { n = e.count })
	return n
}

// Postings calls each for every document that holds the term, by document.
func (x *Index) Postings(term string, each func(p Posting)) {
	x.lookup(term, func(e termEntry) { x.decode(e, each) })
}

func (x *Index) lookup(term string, found func(e termEntry)) {
	if i := x.blockOf(term); i >= 0 {
		x.block(i, func(e termEntry) bool {
			if string(e.term) == term {
				found(e)
				return false
			}
			return string(e.term) < term
		})
	}
}

// Prefix calls each for every term that begins with prefix, by term, with the
// number of documents that hold it, until each returns false.
func (x *Index) Prefix(prefix string, each func(term string, docs int) bool) {
	for i := max(x.blockOf(prefix), 0); i < len(x.blocks)/4; i++ {
		more := x.block(i, func(e termEntry) bool {
			t := string(e.term)
			if len(t) >= len(prefix) && t[:len(prefix)] == prefix {
				return each(t, e.count)
			}
			return t < prefix
		})
		if !more {
			return
		}
	}
}

// Terms calls each for every term in order with its number of documents and
// the bytes of its postings, for statistics.
func (x *Index) Terms(each func(term []byte, docs, bytes int) bool) {
	for i := range len(x.blocks) / 4 {
		if !x.block(i, func(e termEntry) bool { return each(e.term, e.count, len(e.postings)) }) {
			return
		}
	}
}

// decode calls found for each posting of the entry, and stops at one that
// makes no sense.
func (x *Index) decode(e termEntry, found func(Posting)) {
	r, doc := reader{b: e.postings}, uint64(0)
	for range e.count {
		delta, counts, part := r.uint(), r.uint(), uint64(0)
		if counts&1 != 0 {
			part = r.uint()
		}
		doc += delta
		if r.bad || delta >= uint64(x.docs) || doc >= uint64(x.docs) {
			return
		}
		found(Posting{Doc: uint32(doc), Whole: uint32(counts >> 1), Part: uint32(part)})
	}
}
