package rank

import (
	"slices"
	"testing"

	"sextant/internal/code"
)

func TestQuality(t *testing.T) {
	for _, c := range []struct {
		term, name string
		parts      []string
		want       float64
	}{
		{"roundtripper", "roundtripper", []string{"round", "tripper"}, WholeWord},
		{"tripper", "roundtripper", []string{"round", "tripper"}, WordPart},
		{"trip", "roundtripper", []string{"round", "tripper"}, Prefix},
		{"round", "roundabout", nil, Prefix},
		{"unda", "roundabout", nil, Substring},
		{"und", "roundabout", nil, 0},
		{"id", "finduserbyid", []string{"find", "user", "by", "id"}, WordPart},
		{"id", "validation", nil, 0},
		{"id", "identifier", nil, 0},
		{"id", "id", nil, WholeWord},
		{"ide", "identifier", nil, Prefix},
		{"longer", "long", nil, 0},
		{"", "name", nil, 0},
		{"größe", "größe", nil, WholeWord},
	} {
		got := WordQuality(c.term, []byte(c.name), true)
		for _, part := range c.parts {
			got = max(got, WordQuality(c.term, []byte(part), false))
		}
		if got != c.want {
			t.Errorf("%q in %q %q: %v, want %v", c.term, c.name, c.parts, got, c.want)
		}
	}
}

func TestRarity(t *testing.T) {
	last := Rarity(0, 100)
	for n := 1; n <= 100; n++ {
		r := Rarity(n, 100)
		if r <= 0 || r >= last {
			t.Fatalf("a word in %d of 100 files is worth %v, in one less %v", n, r, last)
		}
		last = r
	}
	if Rarity(1, 1000) <= Rarity(1, 10) {
		t.Error("one file of many says more than one of few")
	}
}

func TestFrequency(t *testing.T) {
	if Frequency(0, 100, 100) != 0 || Frequency(-1, 100, 100) != 0 {
		t.Error("nothing found is worth nothing")
	}
	if got := Frequency(1, 100, 100); got < 0.44 || got > 0.46 {
		t.Errorf("once in an average file: %v", got)
	}
	last := 0.0
	for n := 1; n < 1000; n *= 2 {
		f := Frequency(float64(n), 100, 100)
		if f <= last || f >= 1 {
			t.Errorf("%d times: %v after %v", n, f, last)
		}
		last = f
	}
	if Frequency(2, 1000, 100) >= Frequency(2, 100, 100) || Frequency(2, 100, 0) <= 0 {
		t.Error("a long file counts less; an unknown average does no harm")
	}
}

func TestCoverage(t *testing.T) {
	for _, c := range []struct{ matched, total, want float64 }{{0, 0, 1}, {0, 2, 0.4}, {1, 2, 0.7}, {2, 2, 1}} {
		if got := Coverage(c.matched, c.total); got != c.want {
			t.Errorf("%v of %v: %v, want %v", c.matched, c.total, got, c.want)
		}
	}
}

func TestClassPrior(t *testing.T) {
	for _, c := range code.Classes() {
		if p := ClassPrior(c); p <= 0 || p > 1 || p == 1 && c != code.ClassSource {
			t.Errorf("%s: %v", c, p)
		}
	}
	if ClassPrior(code.ClassTest) <= ClassPrior(code.ClassGenerated) {
		t.Error("tests come before generated files")
	}
}

func TestVariants(t *testing.T) {
	for _, c := range []struct {
		term string
		want []string
	}{
		{"file", []string{"files"}}, {"files", []string{"file"}}, {"query", []string{"queries"}}, {"queries", []string{"query"}},
		{"class", []string{"classes"}}, {"classes", []string{"class"}}, {"status", []string{"statuses"}}, {"boxes", []string{"box"}},
		{"matches", []string{"match"}}, {"analysis", []string{"analysises"}}, {"api", nil}, {"", nil},
	} {
		if got := Variants(c.term); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.term, got, c.want)
		}
	}
}

func TestFields(t *testing.T) {
	seen := map[string]bool{}
	for f := range fieldCount {
		if f.String() == "" || seen[f.String()] || Weights[f] <= 0 {
			t.Errorf("field %d: %q, weight %v", f, f, Weights[f])
		}
		seen[f.String()] = true
	}
	// project-intel-tool's weights.
	for f, want := range map[Field]float64{Summary: 6, Exports: 4, Imports: 4, Path: 4, ImportedNames: 3, Refs: 3, Tags: 3, Technologies: 2, Role: 2} {
		if Weights[f] != want {
			t.Errorf("%s: %v, want %v", f, Weights[f], want)
		}
	}
	if !IsStopWord("where") || IsStopWord("token") {
		t.Error("stop words")
	}
}
