package lua_test

import (
	"strings"
	"testing"
	"time"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/lua"
	"sextant/internal/parse"
)

func TestLua(t *testing.T) { langtest.Run(t, lua.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, lua.Definition()) }

// TestHostile reads what nobody writes: the limit of time holds for the
// parser, and nothing here recurses on the input's depth.
func TestHostile(t *testing.T) {
	for name, src := range map[string]string{
		"nested tables":       "x = " + strings.Repeat("{", 100000) + strings.Repeat("}", 100000),
		"nested named tables": "x = " + strings.Repeat("{a=", 50000) + "1" + strings.Repeat("}", 50000),
		"nested calls":        "x = " + strings.Repeat("f(", 100000) + strings.Repeat(")", 100000),
		"nested blocks":       strings.Repeat("do ", 100000) + strings.Repeat("end ", 100000),
		"never closed":        strings.Repeat("(", 100000),
		"long path":           "x = " + strings.Repeat("a.", 50000) + "b",
		"long line":           "local t = { " + strings.Repeat("name = 1, ", 1000) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			f, err := parse.Parse(lua.Definition(), []byte(src), parse.Limits{Time: 2 * time.Second})
			if err != nil || f.Lines == 0 {
				t.Errorf("%d lines, %v", f.Lines, err)
			}
		})
	}
}
