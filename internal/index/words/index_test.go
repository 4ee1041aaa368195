package words

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
)

// indexOf writes an index that holds each term in document 0.
func indexOf(t testing.TB, terms []string) *Index {
	t.Helper()
	w := &writer{}
	for _, term := range terms {
		w.term([]byte(term), 1, appendPosting(nil, 0, 1, 0))
	}
	s, err := Open(w.finish(nil), 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnyBytesMayBeATerm(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	alphabet := []byte{0x00, 0x01, 'a', 'b', 0x7f, 0x80, 0xfe, 0xff}
	for range 60 {
		set := map[string]bool{}
		for range r.IntN(200) {
			b := make([]byte, 1+r.IntN(5))
			for i := range b {
				b[i] = alphabet[r.IntN(len(alphabet))]
			}
			set[string(b)] = true
		}
		terms := make([]string, 0, len(set))
		for term := range set {
			terms = append(terms, term)
		}
		sort.Strings(terms)
		s := indexOf(t, terms)
		for _, term := range terms {
			if s.Count(term) != 1 {
				t.Fatalf("term %q is lost", term)
			}
		}
		prefixes := append([]string{"", "\x00", "\xff", "\xff\xff\xff\xff\xff\xff", "a"}, terms...)
		for _, prefix := range prefixes {
			var want []string
			for _, term := range terms {
				if strings.HasPrefix(term, prefix) {
					want = append(want, term)
				}
			}
			var got []string
			s.Prefix(prefix, func(term string, _ int) bool { got = append(got, term); return true })
			if !slices.Equal(got, want) {
				t.Fatalf("prefix %q: got %q, want %q", prefix, got, want)
			}
			if len(want) > 1 {
				n := 0
				s.Prefix(prefix, func(string, int) bool { n++; return false })
				if n != 1 {
					t.Fatalf("prefix %q: went on after false", prefix)
				}
			}
		}
	}
}

// TestRunsAreCountedAsTheyStand holds the table of runs against maps: long
// and short runs with equal beginnings, more of them than the table has places.
func TestRunsAreCountedAsTheyStand(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	var table runTable
	for range 20 {
		want := make(map[string]uint32)
		var text []byte
		for range r.IntN(20_000) {
			word := fmt.Sprintf("prefix%0*d", 1+r.IntN(12), r.IntN(9000))[r.IntN(7):]
			text = append(append(text, word...), " \n\x00("[r.IntN(4)])
			if len(word) > 1 {
				want[word]++
			}
		}
		table.count(text)
		got := make(map[string]uint32)
		for _, x := range table.list {
			got[string(text[x.at:x.at+x.length])] += x.times
		}
		if len(table.list) != len(want) || !reflect.DeepEqual(got, want) {
			t.Fatalf("%d runs, want %d", len(table.list), len(want))
		}
	}
}

// TestResetLeavesNothing builds the same index with a new builder and a used one.
func TestResetLeavesNothing(t *testing.T) {
	used := NewBuilder()
	used.Add([]byte("fooBar other words_of another text fooBar"))
	used.Finish(nil)
	used.Reset()
	fresh := NewBuilder()
	for _, b := range []*Builder{used, fresh} {
		b.Add([]byte("fooBar baz"))
		b.Add([]byte("text of words"))
	}
	if !bytes.Equal(used.Finish(nil), fresh.Finish(nil)) {
		t.Error("what was there before shows")
	}
}

// TestManyTimes checks that counts beyond what is kept stay at its end.
func TestManyTimes(t *testing.T) {
	b := NewBuilder()
	b.Add([]byte(strings.Repeat("foo fooBar ", 70_000)))
	x, err := Open(b.Finish(nil), 1)
	if err != nil {
		t.Fatal(err)
	}
	x.Postings("foo", func(p Posting) {
		if p.Whole != mostCounted || p.Part != mostCounted {
			t.Errorf("got %v", p)
		}
	})
}

func TestCount(t *testing.T) {
	tests := []struct {
		text, term  string
		whole, part uint32
	}{
		{"Foo foo fooBar", "foo", 2, 1},
		{"x.foo(foo_bar)", "foo", 1, 1},
		{"", "foo", 0, 0},
		{"foo", "", 0, 0},
		{"aaaa", "aa", 0, 2},
		{"éfoo", "foo", 0, 1},
	}
	for _, tt := range tests {
		whole, part := Count(Lower(nil, []byte(tt.text)), []byte(tt.term))
		if got := [2]uint32{whole, part}; !reflect.DeepEqual(got, [2]uint32{tt.whole, tt.part}) {
			t.Errorf("%q in %q: got %v", tt.term, tt.text, got)
		}
	}
}
