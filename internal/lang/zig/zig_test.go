package zig_test

import (
	"strings"
	"testing"
	"time"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/zig"
	"sextant/internal/parse"
)

func TestZig(t *testing.T) { langtest.Run(t, zig.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, zig.Definition()) }

// TestHostile reads what nobody writes: the limit of time holds for the
// parser, and nothing here recurses on the input's depth.
func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"nested blocks": "fn f() void {" + strings.Repeat("{", 100000) + strings.Repeat("}", 100000) + "}",
		"nested calls":  "const x = " + strings.Repeat("f(", 50000) + strings.Repeat(")", 50000) + ";",
		"nested types":  "const x: " + strings.Repeat("?", 100000) + "u8 = 1;",
		"never closed":  strings.Repeat("(", 100000),
		"long path":     "const x = " + strings.Repeat("a.", 50000) + "b;",
		"long line":     "const x = .{ " + strings.Repeat(".a = 1, ", 1300) + "};",
		"nested values": strings.Repeat(".{ .a = ", 100000) + strings.Repeat("}", 100000),
	} {
		t.Run(name, func(t *testing.T) {
			f, err := parse.Parse(zig.Definition(), []byte(src), parse.Limits{Time: 2 * time.Second})
			if err != nil || f.Lines == 0 {
				t.Errorf("%d lines, %v", f.Lines, err)
			}
		})
	}
}
