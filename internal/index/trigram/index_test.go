package trigram

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func build(t testing.TB, texts ...string) *Index {
	t.Helper()
	b := NewBuilder()
	for _, text := range texts {
		b.Add([]byte(text))
	}
	x, err := Open(b.Finish(nil), len(texts))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func candidates(t testing.TB, x *Index, pattern string) []uint32 {
	t.Helper()
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return documents(x, Compile(re))
}

// documents lists the documents of the candidates, which are in order and do
// not touch.
func documents(x *Index, q *Query) (out []uint32) {
	for _, c := range x.Candidates(q) {
		if len(out) == 0 || out[len(out)-1] != c.Doc {
			out = append(out, c.Doc)
		}
	}
	return out
}

func TestCandidates(t *testing.T) {
	x := build(t, "func ReadFile()", "readfile\nwrite", "read\nfile", "", "Größe: 検索機能", "größe", "a\tb", "ΑΘΗΝΑ αθήνα", "it's 5\u212a")
	tests := []struct {
		pattern string
		want    []uint32
	}{
		{"ReadFile", []uint32{0, 1}},
		{"(?i)READFILE", []uint32{0, 1}},
		{"read.*file", []uint32{0, 1, 2}},
		{"dfi", []uint32{0, 1}},
		{"d\nf", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}}, // no trigram crosses a line end
		{"GRÖSSE|Größe", []uint32{4, 5}},
		{"(?i)GRÖ", []uint32{4, 5}},
		{"検索", []uint32{4}},
		{"a\tb", []uint32{6}},
		{"αθή", []uint32{7}},
		{"5k", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{"(?i)s 5k", []uint32{8}},
		{"nothere", nil},
		{"(read|write)file", []uint32{0, 1}},
		{"", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}},
	}
	for _, tt := range tests {
		if got := candidates(t, x, tt.pattern); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.pattern, got, tt.want)
		}
	}
}

// randomTexts have trigrams of every frequency, so that lists and bitmaps occur.
func randomTexts(r *rand.Rand, n int) []string {
	texts := make([]string, n)
	for i := range texts {
		var b strings.Builder
		for range r.IntN(40) {
			fmt.Fprintf(&b, "%c%c%c", 'a'+r.IntN(4), 'a'+r.IntN(1+r.IntN(26)), "Zé\n_"[r.IntN(4)])
		}
		texts[i] = b.String()
	}
	return texts
}

// holding lists the texts that hold s whatever the case.
func holding(texts []string, s string) (out []uint32) {
	want := Fold(nil, []byte(s))
	for i, text := range texts {
		if bytes.Contains(Fold(nil, []byte(text)), want) {
			out = append(out, uint32(i))
		}
	}
	return out
}

// TestNothingIsLost asks for every run of four bytes of every text: what holds
// it must be among the candidates, and of single trigrams the candidates are exact.
func TestNothingIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 7, 300} {
		texts := randomTexts(r, n)
		x := build(t, texts...)
		for range 300 {
			text := texts[r.IntN(n)]
			if len(text) < 4 {
				continue
			}
			at := r.IntN(len(text) - 3)
			for _, size := range []int{3, 4} {
				s := text[at : at+size]
				if strings.Contains(s, "\n") || !utf8.ValidString(s) {
					continue
				}
				re, err := syntax.Parse(s, syntax.Literal)
				if err != nil {
					t.Fatal(err)
				}
				got, want := documents(x, Compile(re)), holding(texts, s)
				if size == 3 && !slices.Equal(got, want) {
					t.Fatalf("%q: got %v, want %v", s, got, want)
				}
				for _, d := range want {
					if !slices.Contains(got, d) {
						t.Fatalf("%q: document %d is lost", s, d)
					}
				}
			}
		}
	}
}

func TestMergeEqualsBuildingAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	texts := randomTexts(r, 90)
	kept := []string{}
	var parts []Part
	for i := 0; i < len(texts); i += 30 {
		place := make([]int64, 30)
		for k := range place {
			place[k] = -1
			if r.IntN(5) > 0 {
				place[k] = int64(len(kept))
				kept = append(kept, texts[i+k])
			}
		}
		parts = append(parts, Part{build(t, texts[i:i+30]...), place})
	}
	b := NewBuilder()
	for _, text := range kept {
		b.Add([]byte(text))
	}
	if !bytes.Equal(Merge(nil, parts), b.Finish(nil)) {
		t.Error("merged bytes differ from those built at once")
	}
}

// TestPieces looks for lines of a long text: the stretches that are named hold
// them, begin with lines, know how many lines come before, and are few.
func TestPieces(t *testing.T) {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "line number %d of the text\n", i)
		if i == 7_000 {
			b.WriteString(strings.Repeat("no end ", 20_000) + "\n")
		}
	}
	text := b.String()
	x := build(t, "short", text, "", "number 19999 alone")
	for _, n := range []int{0, 1, 5_000, 7_000, 7_001, 19_999} {
		want := fmt.Sprintf("number %d of", n)
		re, err := syntax.Parse(want, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		found, read := false, 0
		for _, c := range x.Candidates(Compile(re)) {
			if c.Doc != 1 {
				continue
			}
			end := min(int(c.End), len(text))
			read += end - int(c.Start)
			if c.Start > 0 && text[c.Start-1] != '\n' || end < len(text) && text[end-1] != '\n' || strings.Count(text[:c.Start], "\n") != int(c.Line) {
				t.Fatalf("%q: stretch %+v", want, c)
			}
			found = found || strings.Contains(text[c.Start:end], want)
		}
		if !found || read > len(text)/2 {
			t.Errorf("%q: found %v in %d of %d bytes", want, found, read, len(text))
		}
	}
	// A match that spans lines may span pieces.
	re, err := syntax.Parse(`number 12 of(?s:.*)number 19998 of`, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Documents(Compile(re)); !slices.Contains(got, 1) || slices.Contains(got, 0) {
		t.Errorf("documents %v", got)
	}
	if got := x.Documents(&Query{Op: All}); len(got) != 4 {
		t.Errorf("all documents: %v", got)
	}
}

// TestResetLeavesNothing builds the same index with a new builder and a used one.
func TestResetLeavesNothing(t *testing.T) {
	used := NewBuilder()
	used.Add([]byte("something else"))
	used.Finish(nil)
	used.Reset()
	fresh := NewBuilder()
	for _, b := range []*Builder{used, fresh} {
		b.Add([]byte("func main"))
		b.Add([]byte("thing"))
	}
	if !bytes.Equal(used.Finish(nil), fresh.Finish(nil)) {
		t.Error("what was there before shows")
	}
}

// TestFewAndMany lays the same index out in both ways.
func TestFewAndMany(t *testing.T) {
	texts := randomTexts(rand.New(rand.NewPCG(8, 8)), 400)
	few, many := NewBuilder(), NewBuilder()
	for _, text := range texts {
		few.Add([]byte(text))
		many.Add([]byte(text))
	}
	var filler strings.Builder // distinct trigrams, enough to be counted
	for len(many.keys) < fewKeys {
		filler.Reset()
		for i := range 40_000 {
			fmt.Fprintf(&filler, "%c%c%c", 'a'+i%26, '!'+i/26%60, 'a'+i/1560%26)
		}
		many.Add([]byte(filler.String()))
		few.Add([]byte(filler.String()))
	}
	if !bytes.Equal(few.finishFew(nil), many.Finish(nil)) {
		t.Error("sorting and counting differ")
	}
}

// FuzzOpen asks everything of wrong bytes: no panic, no document that does not
// exist, no end that is not reached.
func FuzzOpen(f *testing.F) {
	b := NewBuilder()
	for _, text := range randomTexts(rand.New(rand.NewPCG(5, 6)), 30) {
		b.Add([]byte(text))
	}
	good := b.Finish(nil)
	f.Add(good, 30)
	f.Add(good, 3)
	f.Fuzz(func(t *testing.T, b []byte, docs int) {
		if docs < 0 || docs > 1000 {
			return
		}
		x, err := Open(b, docs)
		if err != nil {
			return
		}
		n := 0
		x.Stats(func(key uint32, _, _ int) {
			if n++; n > 200 {
				return
			}
			for _, d := range x.decode(x.find(key), nil) {
				if int(d) >= x.count {
					t.Fatalf("piece %d of %d", d, x.count)
				}
			}
		})
		for _, pattern := range []string{"abc", "a(bc|de)f", "[ab]cde|fgh"} {
			for _, d := range candidates(t, x, pattern) {
				if int(d) >= docs {
					t.Fatalf("document %d of %d", d, docs)
				}
			}
		}
		place := make([]int64, docs)
		for i := range place {
			place[i] = int64(i)
		}
		if _, err := Open(Merge(nil, []Part{{x, place}}), docs); err != nil {
			t.Fatal(err)
		}
	})
}
