package csharp_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/csharp"
	"sextant/internal/lang/langtest"
	"sextant/internal/parse"
)

func TestCSharp(t *testing.T) { langtest.Run(t, csharp.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, csharp.Definition()) }

// TestConditionals holds conditionals inside each other, as no person writes
// them, against the time that a file may take.
func TestConditionals(t *testing.T) {
	src := strings.Repeat("#if A\n(\n#else\nx;\n", 40000) + strings.Repeat("#endif\n", 40000)
	f, err := parse.Parse(csharp.Definition(), []byte(src), parse.DefaultLimits)
	if err != nil || f.Lines != 200000 {
		t.Errorf("%d lines, %v", f.Lines, err)
	}
}
