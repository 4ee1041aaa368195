// Package segment keeps what is known of many contents in one immutable run of
// bytes: what the text stage found out about each, the index of their words
// and that of their trigrams. A Builder takes contents and gives the bytes; a
// Segment answers from them, wherever they lie (in memory or mapped from a
// file). The package is pure: package index/store keeps segments in files.
//
// Documents are contents (by hash), not paths, so all checkouts share them.
// docs/index-format.md describes the bytes.
//
// The main type is Segment.
package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"sextant/internal/code"
	"sextant/internal/index/trigram"
	"sextant/internal/index/words"
)

// FormatVersion numbers the bytes of a segment, the meaning of its terms and
// trigrams, and what the text stage finds out. A segment of another version is
// not read; its contents are indexed again.
const FormatVersion = 4

var magic = [4]byte{'S', 'X', 'W', FormatVersion}

const (
	headerSize = 32
	docSize    = 32 + 5*4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrDamaged says that bytes are not a segment of this version.
var ErrDamaged = errors.New("segment is damaged or of another version")

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
	FlagConverted                      // not the same bytes on disk: another encoding, or a mark in front
)

// Segment answers from the bytes of a segment.
type Segment struct {
	*words.Index
	// Trigrams say which documents may match an expression.
	Trigrams *trigram.Index

	size   int
	docs   []byte
	byHash map[code.Hash]uint32
}

// Open checks the bytes and returns the segment in them. They must not change
// while it is in use.
func Open(b []byte) (*Segment, error) {
	if len(b) < headerSize || [4]byte(b[:4]) != magic {
		return nil, ErrDamaged
	}
	n := int(binary.LittleEndian.Uint32(b[8:]))
	docsEnd := headerSize + n*docSize
	wordsEnd := docsEnd + int(binary.LittleEndian.Uint64(b[16:]))
	trigramsEnd := wordsEnd + int(binary.LittleEndian.Uint64(b[24:]))
	if docsEnd > wordsEnd || wordsEnd > trigramsEnd || trigramsEnd != len(b) {
		return nil, fmt.Errorf("%w: its parts do not fill it", ErrDamaged)
	}
	if crc32.Checksum(b[8:], castagnoli) != binary.LittleEndian.Uint32(b[4:]) {
		return nil, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	s := &Segment{size: len(b), docs: b[headerSize:docsEnd], byHash: make(map[code.Hash]uint32, n)}
	var err error
	if s.Index, err = words.Open(b[docsEnd:wordsEnd], n); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if s.Trigrams, err = trigram.Open(b[wordsEnd:], n); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	for i := range n {
		s.byHash[code.Hash(s.docs[i*docSize:i*docSize+32])] = uint32(i)
	}
	return s, nil
}

// Len is the number of documents.
func (s *Segment) Len() int { return len(s.docs) / docSize }

// Size is the segment's size in bytes.
func (s *Segment) Size() int { return s.size }

// Doc returns the i-th document.
func (s *Segment) Doc(i uint32) Doc {
	d := s.docs[int(i)*docSize:]
	u := func(at int) uint32 { return binary.LittleEndian.Uint32(d[at:]) }
	return Doc{Hash: code.Hash(d[:32]), Bytes: u(32), Lines: u(36), Chars: u(40), Longest: u(44), Flags: DocFlags(u(48))}
}

// Find returns the document with that content.
func (s *Segment) Find(h code.Hash) (uint32, bool) { i, ok := s.byHash[h]; return i, ok }
