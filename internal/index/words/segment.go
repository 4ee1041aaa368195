// Package words is the index of words: which contents hold which identifiers
// and parts of identifiers, and how often. A Builder takes texts and gives a
// segment, an immutable run of bytes; a Segment answers from such bytes,
// wherever they lie (in memory or mapped from a file). The package is pure:
// package index/store keeps segments in files.
//
// Documents of a segment are contents (by hash), not paths, so all checkouts
// share them. docs/index-format.md describes the bytes.
package words

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sort"

	"sextant/internal/code"
)

// FormatVersion numbers the bytes of a segment and the meaning of its terms.
// A segment of another version is not read; its contents are indexed again.
const FormatVersion = 2

var magic = [4]byte{'S', 'X', 'W', FormatVersion}

const (
	headerSize = 40
	docSize    = 32 + 5*4
	blockTerms = 32
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged says that bytes are not a segment of this version.
var ErrDamaged = errors.New("word segment is damaged or of another version")

// Doc is what a segment knows of one content.
type Doc struct {
	Hash  code.Hash
	Bytes uint32 // of the decoded text
	Lines uint32
	Chars uint32 // Unicode code points
	// Longest is the longest line in bytes. It is kept as a length, for what is
	// too long is a matter of configuration and segments are shared.
	Longest uint32
	Flags   DocFlags
}

// DocFlags are findings of the text stage.
type DocFlags uint32

// Flags of a content.
const (
	FlagGenerated DocFlags = 1 << iota // a banner says so
	FlagMinified                       // long lines throughout
	FlagBinary                         // not text: no terms
	FlagScript                         // begins with #!
)

// Posting is one content that holds a term.
type Posting struct {
	Doc   uint32 // index into the segment's documents
	Whole uint32 // times the term stands as a whole identifier
	Part  uint32 // times it is a part of a longer one
}

// Segment answers from the bytes of a segment.
type Segment struct {
	b         []byte
	docs      []byte
	blocks    []byte // offsets of term blocks, 4 bytes each
	terms     []byte
	postings  []byte
	termCount int
	byHash    map[code.Hash]uint32
}

// Open checks the bytes and returns the segment in them. They must not change
// while it is in use.
func Open(b []byte) (*Segment, error) {
	if len(b) < headerSize || [4]byte(b[:4]) != magic {
		return nil, ErrDamaged
	}
	u := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	nDocs, nTerms, nBlocks := u(8), u(12), u(16)
	docsEnd := headerSize + nDocs*docSize
	blocksEnd := docsEnd + nBlocks*4
	termsEnd := blocksEnd + u(20)
	postingsEnd := termsEnd + int(binary.LittleEndian.Uint64(b[24:]))
	if docsEnd > blocksEnd || blocksEnd > termsEnd || termsEnd > postingsEnd || postingsEnd != len(b) {
		return nil, fmt.Errorf("%w: its parts do not fill it", ErrDamaged)
	}
	if crc32.Checksum(b[8:], castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
		return nil, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	s := &Segment{b: b, docs: b[headerSize:docsEnd], blocks: b[docsEnd:blocksEnd], terms: b[blocksEnd:termsEnd],
		postings: b[termsEnd:postingsEnd], termCount: nTerms, byHash: make(map[code.Hash]uint32, nDocs)}
	for i := range nDocs {
		s.byHash[code.Hash(s.docs[i*docSize:i*docSize+32])] = uint32(i)
	}
	return s, nil
}

// Len is the number of documents.
func (s *Segment) Len() int { return len(s.docs) / docSize }

// Size is the segment's size in bytes.
func (s *Segment) Size() int { return len(s.b) }

// Doc returns the i-th document.
func (s *Segment) Doc(i uint32) Doc {
	d := s.docs[int(i)*docSize:]
	u := func(at int) uint32 { return binary.LittleEndian.Uint32(d[at:]) }
	return Doc{Hash: code.Hash(d[:32]), Bytes: u(32), Lines: u(36), Chars: u(40), Longest: u(44), Flags: DocFlags(u(48))}
}

// Find returns the document with that content.
func (s *Segment) Find(h code.Hash) (uint32, bool) { i, ok := s.byHash[h]; return i, ok }

// termEntry is one entry of a term block.
type termEntry struct {
	term     []byte
	count    int // documents
	postings []byte
}

// block decodes the i-th term block, calling each until it returns false. A
// block that makes no sense ends early: the checksum has been verified, so
// only a segment that was written wrongly gets there.
func (s *Segment) block(i int, each func(e termEntry) bool) bool {
	from := binary.LittleEndian.Uint32(s.blocks[4*i:])
	if uint64(from) > uint64(len(s.terms)) {
		return true
	}
	r := reader{b: s.terms[from:]}
	at := r.uint()
	var term []byte
	for k := i * blockTerms; k < min((i+1)*blockTerms, s.termCount); k++ {
		shared, suffix := r.uint(), r.uint()
		if r.bad || shared > uint64(len(term)) || suffix > uint64(len(r.b)) {
			return true
		}
		term = append(term[:shared], r.b[:suffix]...)
		r.b = r.b[suffix:]
		count, size := r.uint(), r.uint()
		left := uint64(len(s.postings))
		if r.bad || at > left || size > left-at || count > uint64(s.Len()) {
			return true
		}
		if !each(termEntry{term, int(count), s.postings[at : at+size]}) {
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
func (s *Segment) firstTerm(i int) string {
	var first string
	s.block(i, func(e termEntry) bool { first = string(e.term); return false })
	return first
}

// blockOf is the index of the last block whose first term is <= term, or -1.
func (s *Segment) blockOf(term string) int {
	return sort.Search(len(s.blocks)/4, func(i int) bool { return s.firstTerm(i) > term }) - 1
}

// Count is how many documents hold the term.
func (s *Segment) Count(term string) int {
	n := 0
	s.lookup(term, func(e termEntry) { n = e.count })
	return n
}

// Postings calls each for every document that holds the term, by document.
func (s *Segment) Postings(term string, each func(p Posting)) {
	s.lookup(term, func(e termEntry) { s.decode(e, each) })
}

func (s *Segment) lookup(term string, found func(e termEntry)) {
	if i := s.blockOf(term); i >= 0 {
		s.block(i, func(e termEntry) bool {
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
func (s *Segment) Prefix(prefix string, each func(term string, docs int) bool) {
	for i := max(s.blockOf(prefix), 0); i < len(s.blocks)/4; i++ {
		more := s.block(i, func(e termEntry) bool {
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

// decode calls found for each posting of the entry, and stops at one that
// makes no sense.
func (s *Segment) decode(e termEntry, found func(Posting)) {
	r, doc := reader{b: e.postings}, uint64(0)
	for range e.count {
		delta, counts, part := r.uint(), r.uint(), uint64(0)
		if counts&1 != 0 {
			part = r.uint()
		}
		doc += delta
		if r.bad || delta >= uint64(s.Len()) || doc >= uint64(s.Len()) {
			return
		}
		found(Posting{Doc: uint32(doc), Whole: uint32(counts >> 1), Part: uint32(part)})
	}
}
