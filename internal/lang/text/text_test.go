package text_test

import (
	"strings"
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/text"
)

func definitions() []*lang.Definition {
	return []*lang.Definition{text.Definition(), text.ReStructuredText(), text.AsciiDoc(), text.Org()}
}

func TestText(t *testing.T) {
	for _, d := range definitions() {
		t.Run(string(d.ID), func(t *testing.T) { langtest.Run(t, d) })
	}
}

func FuzzText(f *testing.F)             { langtest.Fuzz(f, text.Definition()) }
func FuzzReStructuredText(f *testing.F) { langtest.Fuzz(f, text.ReStructuredText()) }
func FuzzAsciiDoc(f *testing.F)         { langtest.Fuzz(f, text.AsciiDoc()) }
func FuzzOrg(f *testing.F)              { langtest.Fuzz(f, text.Org()) }

// Inputs built to be searched again and again must stay cheap; the test's own
// time limit is the judge.
func TestHostileInputs(t *testing.T) {
	for _, d := range definitions() {
		for _, piece := range []string{"`", "link:", "[[", "link:a[ ", "a\n=\n", ".. \n", "* a\n", "////\n", "src/a.go ", "/", ".", "a.", "é"} {
			langtest.Extract(t, d, strings.Repeat(piece, 200_000))
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("Some words about src/lib/main.go and `README.md` in a paragraph of prose\nthat goes on, and/or stops.\n\n", 10000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, text.Definition(), src)
		b.ReportMetric(float64(len(f.Mentions)), "mentions")
	}
}
