package segment

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sort"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/index/words"
)

// reference is the same index kept as plain maps.
type reference map[string]map[code.Hash]words.Posting

func build(t testing.TB, texts []string) ([]byte, reference) {
	t.Helper()
	b := NewBuilder()
	want := make(reference)
	for _, text := range texts {
		h := code.Hash(sha256.Sum256([]byte(text)))
		if b.Has(h) {
			continue
		}
		b.Add(Doc{Hash: h, Bytes: uint32(len(text)), Lines: code.CountLines([]byte(text))}, []byte(text))
		words.Each([]byte(text), func(term []byte, whole bool) {
			if want[string(term)] == nil {
				want[string(term)] = make(map[code.Hash]words.Posting)
			}
			p := want[string(term)][h]
			if whole {
				p.Whole++
			} else {
				p.Part++
			}
			want[string(term)][h] = p
		})
	}
	return b.Finish(), want
}

func check(t *testing.T, s *Segment, want reference) {
	t.Helper()
	n := 0
	s.Terms(func(term []byte, docs, _ int) bool {
		n++
		if len(want[string(term)]) != docs {
			t.Errorf("term %q: %d documents, want %d", term, docs, len(want[string(term)]))
		}
		return true
	})
	if n != len(want) {
		t.Errorf("%d terms, want %d", n, len(want))
	}
	for term, docs := range want {
		got := make(map[code.Hash]words.Posting)
		s.Postings(term, func(p words.Posting) {
			h := s.Doc(p.Doc).Hash
			p.Doc = 0
			got[h] = p
		})
		if !reflect.DeepEqual(got, docs) {
			t.Fatalf("term %q: got %v, want %v", term, got, docs)
		}
	}
	if s.Count("no such term") != 0 {
		t.Error("a missing term has documents")
	}
}

func randomTexts(r *rand.Rand, n int) []string {
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range r.IntN(200) {
			fmt.Fprintf(&b, "name%d_%c%d ", r.IntN(300), 'a'+rune(r.IntN(26)), r.IntN(5))
		}
		texts[i] = b.String()
	}
	return texts
}

func TestSegmentAnswersAsMapsDo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 40} {
		b, want := build(t, randomTexts(r, n))
		s, err := Open(b)
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, want)
		var terms []string
		for term := range want {
			if strings.HasPrefix(term, "name1") {
				terms = append(terms, term)
			}
		}
		sort.Strings(terms)
		var got []string
		s.Prefix("name1", func(term string, docs int) bool { got = append(got, term); return true })
		if !reflect.DeepEqual(got, terms) {
			t.Errorf("prefix: got %d terms, want %d", len(got), len(terms))
		}
	}
}

func TestMergeEqualsBuildingAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	texts := randomTexts(r, 60)
	var parts []*Segment
	for i := 0; i < 60; i += 20 {
		// Neighbours overlap, so that equal contents stand in two segments.
		b, _ := build(t, texts[max(0, i-5):i+20])
		s, err := Open(b)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, s)
	}
	whole, want := build(t, texts)
	merged := Merge(parts, nil)
	if string(merged) != string(whole) {
		t.Error("merged bytes differ from those built at once")
	}
	s, err := Open(merged)
	if err != nil {
		t.Fatal(err)
	}
	check(t, s, want)

	gone := code.Hash(sha256.Sum256([]byte(texts[7])))
	s, err = Open(Merge(parts, func(h code.Hash) bool { return h != gone }))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Find(gone); ok {
		t.Error("a refused document is still there")
	}
	for term := range want {
		delete(want[term], gone)
		if len(want[term]) == 0 {
			delete(want, term)
		}
	}
	check(t, s, want)
}

// TestFinishEmptiesTheBuilder builds the same segment with a new builder and a used one.
func TestFinishEmptiesTheBuilder(t *testing.T) {
	used := NewBuilder()
	used.Add(Doc{Hash: code.Hash{1}}, []byte("fooBar and other words"))
	used.Finish()
	if used.Len() != 0 || used.Has(code.Hash{1}) || used.Size() > NewBuilder().Size() {
		t.Errorf("%d documents, %d bytes", used.Len(), used.Size())
	}
	fresh := NewBuilder()
	for _, b := range []*Builder{used, fresh} {
		b.Add(Doc{Hash: code.Hash{1}}, []byte("fooBar baz"))
		b.Add(Doc{Hash: code.Hash{2}}, []byte("text of words"))
	}
	if string(used.Finish()) != string(fresh.Finish()) {
		t.Error("what was there before shows")
	}
}

func TestDamageIsFound(t *testing.T) {
	b, _ := build(t, randomTexts(rand.New(rand.NewPCG(5, 6)), 5))
	for at := range b {
		bad := append([]byte(nil), b...)
		bad[at] ^= 0x40
		if _, err := Open(bad); err == nil {
			t.Fatalf("byte %d changed, not noticed", at)
		}
		if _, err := Open(b[:at]); err == nil {
			t.Fatalf("cut at %d, not noticed", at)
		}
	}
}

func BenchmarkBuilder(b *testing.B) {
	text := []byte(strings.Repeat("func (s *Server) ServeHTTP(w ResponseWriter, req *Request) { s.handler.ServeHTTP(w, req) }\n", 1000))
	b.SetBytes(int64(len(text)))
	for i := range b.N {
		w := NewBuilder()
		w.Add(Doc{Hash: code.Hash{byte(i)}}, text)
	}
}
