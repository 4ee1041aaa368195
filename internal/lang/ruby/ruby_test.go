package ruby_test

import (
	"fmt"
	"strings"
	"testing"

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
			f := langtest.Extract(t, ruby.Definition(), src)
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

// TestOpenTags feeds more here-documents at once than the scanner can save.
func TestOpenTags(t *testing.T) {
	word := strings.Repeat("X", 100)
	many := func(n int, tag string) (open, bodies string) {
		for i := range n {
			open += fmt.Sprintf(", <<~%s%d", tag, i)
			bodies += fmt.Sprintf("  x\n%s%d\n", tag, i)
		}
		return open, bodies
	}
	ten, tenBodies := many(10, word)
	short, _ := many(150, "A")
	eight, eightBodies := many(8, word)
	one := "  puts <<~" + word + "\n    x\n  " + word + "\n"
	for name, c := range map[string]struct {
		src     string
		guarded bool
	}{
		"on one line":               {"class A\n  puts 1" + ten + "\n" + tenBodies + "  def kept\n  end\nend\n", true},
		"unclosed":                  {"class A\n  puts 1" + ten + "\n  def kept\n  end\nend\n", true},
		"short ones":                {"class A\n  puts 1" + short + "\n  def kept\n  end\nend\n", true},
		"inside interpolations":     {"class A\n" + strings.Repeat("  puts <<~"+word+"\n", 1) + strings.Repeat("#{<<~Y"+word+"}\n", 9) + "  def kept\n  end\nend\n", true},
		"fewer":                     {"class A\n  puts 1" + eight + "\n" + eightBodies + "  def kept\n  end\nend\n", false},
		"one after another":         {"class A\n" + strings.Repeat(one, 30) + "  def kept\n  end\nend\n", false},
		"operators":                 {"class A\n" + strings.Repeat("  a <<b\n  c <<\"some text\"\n", 100) + "  def kept\n  end\nend\n", false},
		"with interpolations about": {"class A\n" + strings.Repeat("  puts \"#{x}\", <<~SQL\n    a\n  SQL\n", 300) + "  def kept\n  end\nend\n", false},
	} {
		if got := ruby.Definition().Dialect([]byte(c.src)) != nil; got != c.guarded {
			t.Errorf("%s: read by lines %v", name, got)
		}
		f := langtest.Extract(t, ruby.Definition(), c.src)
		if k := len(f.Definitions) - 1; c.guarded && (k != 1 || f.QualifiedName(1) != "A.kept") {
			t.Errorf("%s: %+v", name, f.Definitions)
		}
	}
}
