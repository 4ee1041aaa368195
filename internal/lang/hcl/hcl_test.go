package hcl_test

import (
	"strings"
	"testing"
	"time"

	"sextant/internal/lang/hcl"
	"sextant/internal/lang/langtest"
	"sextant/internal/parse"
)

func TestHCL(t *testing.T) { langtest.Run(t, hcl.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, hcl.Definition()) }

// TestHostile reads what nobody writes: the limit of time holds for the
// parser, and nothing here recurses on the input's depth.
func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"nested blocks": strings.Repeat("a {\n", 20000) + strings.Repeat("}\n", 20000),
		"nested lists":  "x = " + strings.Repeat("[", 100000) + strings.Repeat("]", 100000),
		"never closed":  "x = " + strings.Repeat("(", 100000),
		"long path":     "x = a" + strings.Repeat(".a", 5000),
		"long sum":      "x = 1" + strings.Repeat(" + 1", 5000),
		"long line":     "x = [" + strings.Repeat("\"name\", ", 1300) + "]",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := parse.Parse(hcl.Definition(), []byte(src), parse.Limits{Time: 2 * time.Second})
			if err != nil || f.Lines == 0 {
				t.Errorf("%d lines, %v", f.Lines, err)
			}
		})
	}
}
