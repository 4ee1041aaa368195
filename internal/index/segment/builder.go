package segment

import (
	"encoding/binary"
	"hash/crc32"

	"sextant/internal/code"
	"sextant/internal/index/trigram"
	"sextant/internal/index/words"
)

// Builder collects contents into one segment. It is used by one goroutine.
type Builder struct {
	docs     []Doc
	byHash   map[code.Hash]bool
	words    *words.Builder
	trigrams *trigram.Builder
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{byHash: make(map[code.Hash]bool), words: words.NewBuilder(), trigrams: trigram.NewBuilder()}
}

// Len is the number of documents added.
func (b *Builder) Len() int { return len(b.docs) }

// Size estimates the memory in use, in bytes, that of laying out included.
func (b *Builder) Size() int { return 3*len(b.docs)*docSize + b.words.Size() + b.trigrams.Size() }

// Has reports whether the content has been added.
func (b *Builder) Has(h code.Hash) bool { return b.byHash[h] }

// Add indexes one content; text is its decoded form, nil for a binary one.
// A content that is there already is left alone.
func (b *Builder) Add(d Doc, text []byte) {
	if b.byHash[d.Hash] {
		return
	}
	b.byHash[d.Hash] = true
	b.docs = append(b.docs, d)
	b.words.Add(text)
	b.trigrams.Add(text)
}

// Finish returns the segment's bytes. The same contents added in the same
// order always give the same bytes. The builder is empty afterwards and keeps
// its memory for the next segment.
func (b *Builder) Finish() []byte {
	out := layOut(b.docs, b.words.Finish, b.trigrams.Finish)
	b.docs = b.docs[:0]
	clear(b.byHash)
	b.words.Reset()
	b.trigrams.Reset()
	return out
}

// layOut joins the parts of a segment; each part appends itself.
func layOut(docs []Doc, words, trigrams func(dst []byte) []byte) []byte {
	out := make([]byte, headerSize, headerSize+len(docs)*docSize)
	for _, d := range docs {
		out = append(out, d.Hash[:]...)
		for _, v := range []uint32{d.Bytes, d.Lines, d.Chars, d.Longest, uint32(d.Flags)} {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	docsEnd := len(out)
	out = words(out)
	wordsEnd := len(out)
	out = trigrams(out)
	copy(out, magic[:])
	binary.LittleEndian.PutUint32(out[8:], uint32(len(docs)))
	binary.LittleEndian.PutUint64(out[16:], uint64(wordsEnd-docsEnd))
	binary.LittleEndian.PutUint64(out[24:], uint64(len(out)-wordsEnd))
	binary.LittleEndian.PutUint32(out[4:], crc32.Checksum(out[8:], castagnoli))
	return out
}

// Merge joins segments into one, leaving out documents that keep refuses and
// all but the first of equal contents.
func Merge(segments []*Segment, keep func(code.Hash) bool) []byte {
	var docs []Doc
	seen := make(map[code.Hash]bool)
	inWords, inTrigrams := make([]words.Part, len(segments)), make([]trigram.Part, len(segments))
	for k, s := range segments {
		place := make([]int64, s.Len())
		for i := range place {
			d := s.Doc(uint32(i))
			if seen[d.Hash] || keep != nil && !keep(d.Hash) {
				place[i] = -1
				continue
			}
			seen[d.Hash] = true
			place[i] = int64(len(docs))
			docs = append(docs, d)
		}
		inWords[k], inTrigrams[k] = words.Part{Index: s.Index, Place: place}, trigram.Part{Index: s.Trigrams, Place: place}
	}
	return layOut(docs, func(dst []byte) []byte { return words.Merge(dst, inWords) },
		func(dst []byte) []byte { return trigram.Merge(dst, inTrigrams) })
}
