package yaml_test

import (
	"bytes"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/outline"
	"sextant/internal/lang/yaml"
)

func TestYAML(t *testing.T) { langtest.Run(t, yaml.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, yaml.Definition()) }

// Inputs built to nest must stay cheap: each of these is about a megabyte.
func TestDeepNesting(t *testing.T) {
	const n = 100_000
	var stairs strings.Builder
	for i := range 1400 {
		stairs.WriteString(strings.Repeat(" ", i) + "k:\n")
	}
	for name, src := range map[string]string{
		"flow":     "a: " + strings.Repeat("[", n),
		"dashes":   strings.Repeat("- ", n) + "x",
		"stairs":   stairs.String(),
		"quotes":   strings.Repeat("- \"\n", n),
		"brackets": "x:\n" + strings.Repeat("  [\n", n),
	} {
		f := langtest.Extract(t, yaml.Definition(), src)
		if len(f.Definitions) > outline.MaxDepth {
			t.Errorf("%s: %d definitions, want at most %d", name, len(f.Definitions), outline.MaxDepth)
		}
	}
}

func TestManyKeysStopQuietly(t *testing.T) {
	src := strings.Repeat("k: 1\n", 3*outline.MaxKeys)
	f := langtest.Extract(t, yaml.Definition(), src)
	if len(f.Definitions) != outline.MaxKeys || f.Status != code.StatusComplete {
		t.Errorf("%d definitions, status %s", len(f.Definitions), f.Status)
	}
}

func BenchmarkExtract(b *testing.B) {
	one := []byte("- name: lantern\n  path: src/lib/index.ts # here\n  on:\n    deep: true\n    text: \"some words here\"\n    list: [1, 2, 3]\n")
	src := string(bytes.Repeat(one, 10000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, yaml.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
