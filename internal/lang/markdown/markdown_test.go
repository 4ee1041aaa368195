package markdown_test

import (
	"strings"
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/css"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/markdown"
	"sextant/internal/lang/outline"
	"sextant/internal/lang/typescript"
)

// definition is Markdown with the languages that the cases show.
func definition(t *testing.T) *lang.Definition {
	t.Helper()
	d := markdown.Definition()
	r, err := lang.NewRegistry(append(append(css.Definitions(), typescript.Definitions()...), d))
	if err != nil {
		t.Fatal(err)
	}
	d.Peer = r.Lookup
	return d
}

func TestMarkdown(t *testing.T) { langtest.Run(t, definition(t)) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, markdown.Definition()) }

// Inputs built to be searched again and again must stay cheap; the test's own
// time limit is the judge.
func TestHostileInputs(t *testing.T) {
	const n = 200_000
	for _, piece := range []string{"[", "](", "`", "<!--", "<a ", "- ", "> ", "# ", "[a](b", "``` ", "<pre>\n", "*_", "![", "a\n-\n", "\\", "[a]: ", "<!-- x\n\n"} {
		f := langtest.Extract(t, markdown.Definition(), strings.Repeat(piece, n))
		if len(f.Definitions) > outline.MaxHeadings {
			t.Errorf("%q: %d definitions", piece, len(f.Definitions))
		}
	}
	var runs strings.Builder
	for i := range 1500 {
		runs.WriteString(strings.Repeat("`", i) + " ")
	}
	langtest.Extract(t, markdown.Definition(), runs.String())
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("## Heading of a part\n\nSome words about `src/lib/main.go` and [a link](docs/a.md#x) in a paragraph\nof two lines, with more.\n\n- item\n- item\n\n```go\nfunc main() {}\n```\n\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, markdown.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
