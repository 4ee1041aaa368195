package segment

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/index/words"
)

func TestEmptySegments(t *testing.T) {
	empty, err := Open(NewBuilder().Finish())
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder()
	b.Add(Doc{Hash: code.Hash{1}, Flags: FlagBinary}, nil)
	noTerms, err := Open(b.Finish())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Segment{empty, noTerms} {
		if s.Count("x") != 0 {
			t.Error("a term in nothing")
		}
		s.Prefix("", func(string, int) bool { t.Error("a term in nothing"); return true })
	}
	for _, join := range [][]*Segment{nil, {empty}, {empty, empty}, {empty, noTerms, empty}} {
		s, err := Open(Merge(join, nil))
		if err != nil {
			t.Fatal(err)
		}
		if want := len(join) / 3; s.Len() != want {
			t.Errorf("%d documents, want %d", s.Len(), want)
		}
	}
}

func TestManyDocuments(t *testing.T) {
	const n = 70_000
	b := NewBuilder()
	for i := range uint32(n) {
		var h code.Hash
		binary.BigEndian.PutUint32(h[:], i)
		text := "common"
		if i%1000 == 7 {
			text = "common rare"
		}
		b.Add(Doc{Hash: h, Bytes: i}, []byte(text))
	}
	s, err := Open(b.Finish())
	if err != nil {
		t.Fatal(err)
	}
	if s.Count("common") != n || s.Count("rare") != n/1000 {
		t.Fatalf("counts %d and %d", s.Count("common"), s.Count("rare"))
	}
	next := uint32(7)
	s.Postings("rare", func(p words.Posting) {
		if p.Doc != next || s.Doc(p.Doc).Bytes != next {
			t.Fatalf("document %d, want %d", p.Doc, next)
		}
		next += 1000
	})
	if next != n+7 {
		t.Errorf("stopped at %d", next)
	}
}

// FuzzMerge checks that merging parts is the same as building at once, for
// any texts and any cut.
func FuzzMerge(f *testing.F) {
	f.Add([]byte("fooBar\nbar\n\nfooBar\nbaz_x __y 検索"), byte(2), byte(1))
	f.Fuzz(func(t *testing.T, text []byte, cut, gone byte) {
		var texts []string
		for line := range bytes.SplitSeq(text, []byte{'\n'}) {
			texts = append(texts, string(line))
		}
		at := int(cut) % (len(texts) + 1)
		var parts []*Segment
		for _, half := range [][]string{texts[:at], texts[at:]} {
			b, _ := build(t, half)
			s, err := Open(b)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, s)
		}
		whole, want := build(t, texts)
		merged := Merge(parts, nil)
		if !bytes.Equal(merged, whole) {
			t.Fatal("merged bytes differ from those built at once")
		}
		s, err := Open(merged)
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, want)
		for _, term := range []string{"f", "ba", string(text)} {
			n := 0
			s.Prefix(term, func(string, int) bool { n++; return true })
			for w := range want {
				if strings.HasPrefix(w, term) {
					n--
				}
			}
			if n != 0 {
				t.Fatalf("prefix %q is off by %d", term, n)
			}
		}
		if s.Len() > 0 {
			h := s.Doc(uint32(int(gone) % s.Len())).Hash
			kept, err := Open(Merge(parts, func(x code.Hash) bool { return x != h }))
			if err != nil {
				t.Fatal(err)
			}
			for term := range want {
				delete(want[term], h)
				if len(want[term]) == 0 {
					delete(want, term)
				}
			}
			check(t, kept, want)
		}
	})
}

// reseal gives damaged bytes the checksum that Open wants.
func reseal(b []byte) {
	copy(b, magic[:])
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[8:], castagnoli))
}

// exercise asks a segment everything; it must neither panic nor run away.
func exercise(s *Segment) {
	var terms []string
	s.Terms(func(term []byte, _, _ int) bool { terms = append(terms, string(term)); return true })
	for _, term := range append(terms, "", "common", "\xff") {
		s.Count(term)
		s.Postings(term, func(p words.Posting) { s.Doc(p.Doc) })
		s.Prefix(term, func(string, int) bool { return true })
	}
	for i := range s.Len() {
		s.Find(s.Doc(uint32(i)).Hash)
	}
	if again, err := Open(Merge([]*Segment{s, s}, nil)); err == nil {
		again.Count("common")
	}
}

func TestWrongBytesWithARightChecksumDoNoHarm(t *testing.T) {
	good, _ := build(t, randomTexts(rand.New(rand.NewPCG(9, 10)), 2))
	r := rand.New(rand.NewPCG(11, 12))
	for range 200 {
		bad := bytes.Clone(good)
		for range 1 + r.IntN(6) {
			bad[8+r.IntN(len(bad)-8)] = byte(r.Uint32())
		}
		reseal(bad)
		if s, err := Open(bad); err == nil {
			exercise(s)
		}
	}
}

func FuzzOpen(f *testing.F) {
	b, _ := build(f, []string{"common fooBar", "common", "baz"})
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < headerSize {
			return
		}
		b = bytes.Clone(b)
		reseal(b)
		if s, err := Open(b); err == nil {
			exercise(s)
		}
	})
}
