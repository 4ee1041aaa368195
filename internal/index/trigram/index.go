// Package trigram is the index of trigrams: which documents hold which three
// bytes in a row, whatever their case. It answers one question: which
// stretches of which documents may match a regular expression. It may name too
// many, never too few. A Builder takes texts and gives the bytes of an Index; Compile turns an
// expression into a Query on it. A document is a number; package segment
// knows which content it is. docs/index-format.md describes the bytes, and
// docs/decisions/0010 why they are so. The package is pure.
//
// The main type is Index.
package trigram

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"sort"
)

const (
	headerSize = 20
	pieceSize  = 12
	blockKeys  = 64
	blockSize  = 12 // of an entry of the list of blocks
)

// ErrDamaged says that bytes are not an index of trigrams.
var ErrDamaged = errors.New("the index of trigrams is damaged")

// Index answers from the bytes that a Builder laid out.
type Index struct {
	pieces   []byte
	blocks   []byte // first key, place in entries, place in postings: 4 bytes each
	entries  []byte
	postings []byte
	count    int // pieces
	docs     int
	spread   bool // lists are read as documents instead of pieces
}

// Open returns the index in b, which covers that many documents. b must not
// change while it is in use. Checksums are the business of whoever stores it.
func Open(b []byte, docs int) (*Index, error) {
	if len(b) < headerSize {
		return nil, ErrDamaged
	}
	u := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	piecesEnd := headerSize + u(0)*pieceSize
	blocksEnd := piecesEnd + u(4)*blockSize
	entriesEnd := blocksEnd + u(8)
	postingsEnd := entriesEnd + int(binary.LittleEndian.Uint64(b[12:]))
	if piecesEnd > blocksEnd || blocksEnd > entriesEnd || entriesEnd > postingsEnd || postingsEnd != len(b) {
		return nil, ErrDamaged
	}
	return &Index{b[headerSize:piecesEnd], b[piecesEnd:blocksEnd], b[blocksEnd:entriesEnd], b[entriesEnd:], u(0), docs, false}, nil
}

func (x *Index) pieceCount() int { return x.count }

func (x *Index) piece(n uint32) piece {
	b := x.pieces[int(n)*pieceSize:]
	return piece{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])}
}

// bitmapSize is the bytes of a list of pieces as a bit each.
func bitmapSize(pieces int) int { return (pieces + 7) / 8 }

// entry is one trigram's list of pieces. It is a bitmap where that is no
// longer than the list.
type entry struct {
	key      uint32
	count    int
	bitmap   bool
	postings []byte
}

func (x *Index) block(i int) (firstKey uint32, entries, postings uint32) {
	b := x.blocks[i*blockSize:]
	return binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
}

// each decodes the entries of the i-th block until found returns false. A
// block that makes no sense ends early: the checksum has been verified, so
// only an index that was written wrongly gets there.
func (x *Index) each(i int, found func(e entry) bool) bool {
	k, at, post := x.block(i)
	if uint64(at) > uint64(len(x.entries)) {
		return true
	}
	r := reader{b: x.entries[at:]}
	for n := 0; n < blockKeys && len(r.b) > 0; n++ {
		delta := r.uint()
		if n > 0 && delta == 0 {
			return true // the end of the last block
		}
		k += uint32(delta)
		count := r.uint()
		size := r.uint()
		e := entry{key: k, count: int(count)}
		if size == 0 {
			e.bitmap = true
			size = uint64(bitmapSize(x.count))
		}
		left := uint64(len(x.postings))
		if r.bad || count > uint64(x.count) || uint64(post) > left || size > left-uint64(post) {
			return true
		}
		e.postings = x.postings[post : uint64(post)+size]
		if !found(e) {
			return false
		}
		post += uint32(size)
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

// find returns the entry of a key; one that no piece holds is empty.
func (x *Index) find(k uint32) (out entry) {
	i := sort.Search(len(x.blocks)/blockSize, func(i int) bool { first, _, _ := x.block(i); return first > k }) - 1
	if i < 0 {
		return entry{key: k}
	}
	out.key = k
	x.each(i, func(e entry) bool {
		if e.key == k {
			out = e
		}
		return e.key < k
	})
	return out
}

// decode appends the pieces of an entry to dst, and stops at one that
// makes no sense.
func (x *Index) decode(e entry, dst []uint32) []uint32 {
	if e.bitmap {
		for i, b := range e.postings {
			for ; b != 0; b &= b - 1 {
				if n := 8*i + bits.TrailingZeros8(b); n < x.count {
					dst = append(dst, uint32(n))
				}
			}
		}
		return dst
	}
	dst = slices.Grow(dst, e.count)
	b, last := e.postings, uint64(0)
	for range e.count {
		if len(b) == 0 {
			return dst
		}
		delta := uint64(b[0])
		n := 1
		if delta >= 0x80 {
			if delta, n = binary.Uvarint(b); n <= 0 {
				return dst
			}
		}
		b = b[n:]
		if last += delta; delta > uint64(x.count) || last >= uint64(x.count) {
			return dst
		}
		dst = append(dst, uint32(last))
	}
	return dst
}

// list appends to dst what an entry's list stands for: its pieces, or their
// documents.
func (x *Index) list(e entry, dst []uint32) []uint32 {
	from := len(dst)
	dst = x.decode(e, dst)
	if !x.spread {
		return dst
	}
	out := dst[:from]
	for _, n := range dst[from:] {
		if doc := x.piece(n).doc; int(doc) < x.docs && (len(out) == from || out[len(out)-1] < doc) {
			out = append(out, doc)
		}
	}
	return out
}

// keep drops from a sorted list what the entry does not hold.
func (x *Index) keep(list []uint32, e entry, scratch []uint32) (kept, buffer []uint32) {
	kept = list[:0]
	if e.bitmap && !x.spread {
		for _, d := range list {
			if e.postings[d/8]&(1<<(d%8)) != 0 {
				kept = append(kept, d)
			}
		}
		return kept, scratch
	}
	scratch = x.list(e, scratch[:0])
	i := 0
	for _, d := range list {
		for i < len(scratch) && scratch[i] < d {
			i++
		}
		if i < len(scratch) && scratch[i] == d {
			kept = append(kept, d)
		}
	}
	return kept, scratch
}

// Stats calls each for every trigram with its number of pieces and the bytes
// of its list, for statistics.
func (x *Index) Stats(each func(key uint32, pieces, bytes int)) {
	for i := range len(x.blocks) / blockSize {
		x.each(i, func(e entry) bool { each(e.key, e.count, len(e.postings)); return true })
	}
}
