package clang_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/clang"
	"sextant/internal/lang/langtest"
	"sextant/internal/parse"
)

func TestC(t *testing.T) { langtest.Run(t, clang.Definitions()[0]) }

func TestPlus(t *testing.T) { langtest.Run(t, clang.Definitions()[1]) }

func FuzzC(f *testing.F) { langtest.Fuzz(f, clang.Definitions()[0]) }

func FuzzPlus(f *testing.F) { langtest.Fuzz(f, clang.Definitions()[1]) }

// TestSize holds inputs of a shape that no person writes against the time that
// a file may take. The limit is far above what they need.
func TestSize(t *testing.T) {
	for name, src := range map[string]string{
		"braces":      strings.Repeat("{", 10000) + strings.Repeat("}", 10000),
		"parentheses": "int x = " + strings.Repeat("(", 10000) + "1" + strings.Repeat(")", 10000) + ";",
		"classes":     strings.Repeat("class a {", 10000),
		"wide line":   "int a = 1" + strings.Repeat(" + 1", 2500) + "; int after(void) { return a; }",
	} {
		d := clang.Definitions()[1]
		f, err := parse.Parse(d, []byte(src), parse.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Status == code.StatusFallback {
			t.Errorf("%s: not parsed in time", name)
		}
	}
}
