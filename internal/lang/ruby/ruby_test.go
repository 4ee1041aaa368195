package ruby_test

import (
	"strings"
	"testing"
	"time"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/ruby"
)

func TestRuby(t *testing.T) { langtest.Run(t, ruby.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, ruby.Definition()) }

// TestHostile feeds shapes that cost a careless extractor its stack or hours.
func TestHostile(t *testing.T) {
	const deep = 100_000
	for name, src := range map[string]string{
		"parentheses":  strings.Repeat("(", deep) + strings.Repeat(")", deep),
		"modules":      strings.Repeat("module A\n", deep) + strings.Repeat("end\n", deep),
		"unclosed":     strings.Repeat("def a\n", deep),
		"calls":        "a" + strings.Repeat(".b", deep),
		"scopes":       "A" + strings.Repeat("::B", deep),
		"blocks":       strings.Repeat("a { ", deep/10) + strings.Repeat("}", deep/10),
		"one line":     strings.Repeat("def a; b; end; ", deep/10),
		"wide list":    "attr_reader " + strings.Repeat(":a, ", deep/10) + ":b",
		"long strings": strings.Repeat("\"#{a}\"", deep/10),
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			f := langtest.Extract(t, ruby.Definition(), src)
			if spent := time.Since(begun); spent > 20*time.Second {
				t.Errorf("%v for %d bytes", spent, len(src))
			}
			if f.Chars != uint32(len(src)) {
				t.Errorf("%d characters of %d", f.Chars, len(src))
			}
		})
	}
}

// TestLongTag feeds here-documents whose tag the grammar's scanner cannot keep:
// parsing them would end the process.
func TestLongTag(t *testing.T) {
	rest := "\n  def kept\n  end\nend\n" + strings.Repeat("# x\n", 100)
	for name, src := range map[string]string{
		"unclosed":        "class A\n  puts <<~'TWO" + rest,
		"unclosed double": "class A\n  puts <<-\"TWO" + rest,
		"closed late":     "class A\n  puts <<'" + rest + "'\n",
		"long word":       "class A\n  puts <<~" + strings.Repeat("X", 300) + rest,
		"two":             "class A\n  puts <<~ONE, <<~'TWO" + rest,
	} {
		f := langtest.Extract(t, ruby.Definition(), src)
		if len(f.Definitions) != 2 || f.QualifiedName(1) != "A.kept" || f.Definitions[1].Line != 3 {
			t.Errorf("%s: %+v", name, f.Definitions)
		}
	}
	for name, src := range map[string]string{
		"short": "puts <<~'TWO'\n  x\nTWO\n", "appended": "a <<\"b\"\na << c\n", "to the end": "a <<'" + strings.Repeat("x", 5000), "nothing": "a <<",
		"one byte": "puts <<~" + strings.Repeat("X", 255) + "\n" + strings.Repeat("X", 255) + "\n",
	} {
		if ruby.Definition().Dialect([]byte(src)) != nil {
			t.Errorf("%s: is not parsed", name)
		}
		langtest.Extract(t, ruby.Definition(), src)
	}
}
