package toml_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/outline"
	"sextant/internal/lang/toml"
)

func TestTOML(t *testing.T) { langtest.Run(t, toml.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, toml.Definition()) }

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"arrays": "a = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "\nb = 1\n",
		"tables": "a = " + strings.Repeat("{a=", n) + "1" + strings.Repeat("}", n) + "\nb = 1\n",
	} {
		f := langtest.Extract(t, toml.Definition(), src)
		if len(f.Definitions) != 2 || f.Status != code.StatusComplete {
			t.Errorf("%s: %d definitions, status %s", name, len(f.Definitions), f.Status)
		}
	}
}

func TestManyKeysStopQuietly(t *testing.T) {
	f := langtest.Extract(t, toml.Definition(), strings.Repeat("k = 1\n", 3*outline.MaxKeys))
	if len(f.Definitions) != outline.MaxKeys || f.Status != code.StatusComplete {
		t.Errorf("%d definitions, status %s", len(f.Definitions), f.Status)
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("[[package]]\nname = \"lantern\" # x\npath = \"src/lib/main.rs\"\nlist = [1, 2, { a = \"some words\" }]\n\n", 10000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, toml.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
