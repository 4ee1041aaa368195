package json_test

import (
	"bytes"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/json"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/outline"
)

func TestJSON(t *testing.T) { langtest.Run(t, json.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, json.Definition()) }

func TestDeepNesting(t *testing.T) {
	const depth = 100_000
	for name, src := range map[string]string{
		"arrays":  strings.Repeat("[", depth) + strings.Repeat("]", depth),
		"objects": strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth),
		"open":    strings.Repeat(`[{"a":`, depth),
	} {
		f := langtest.Extract(t, json.Definition(), src)
		if len(f.Definitions) > outline.MaxDepth {
			t.Errorf("%s: %d definitions, want at most %d", name, len(f.Definitions), outline.MaxDepth)
		}
		if partial := f.Status == code.StatusPartial; partial != (name == "open") {
			t.Errorf("%s: status %s", name, f.Status)
		}
	}
}

func TestManyKeysStopQuietly(t *testing.T) {
	src := "{" + strings.Repeat(`"k": 1, `, 3*outline.MaxKeys) + `"z": 2}`
	f := langtest.Extract(t, json.Definition(), src)
	if len(f.Definitions) != outline.MaxKeys || f.Status != code.StatusComplete {
		t.Errorf("%d definitions, status %s", len(f.Definitions), f.Status)
	}
}

// Unnamed elements of a list are forgotten, so that they use up no room.
func TestUnnamedElementsTakeNoRoom(t *testing.T) {
	src := `{"rows": [` + strings.Repeat(`{"a": 1, "b": 2},`, 2*outline.MaxKeys) + `{}], "last": 1}`
	f := langtest.Extract(t, json.Definition(), src)
	if n := len(f.Definitions); n != 2 || f.Definitions[n-1].Name != "last" {
		t.Errorf("%d definitions, want rows and last", n)
	}
}

func BenchmarkExtract(b *testing.B) {
	one := []byte(`{"name": "lantern", "path": "src/lib/index.ts", "n": [1, 2, 3], "on": {"deep": true, "text": "some words here"}},` + "\n")
	src := append(append([]byte("["), bytes.Repeat(one, 10000)...), ']')
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, json.Definition(), string(src))
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
