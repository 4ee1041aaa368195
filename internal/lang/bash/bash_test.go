package bash_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/bash"
	"sextant/internal/lang/langtest"
)

func TestBash(t *testing.T) { langtest.Run(t, bash.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, bash.Definition()) }

// TestHostile feeds shapes that cost a careless extractor its stack or hours.
func TestHostile(t *testing.T) {
	const deep = 20_000
	for name, src := range map[string]string{
		"subshells":     strings.Repeat("(", deep) + "a" + strings.Repeat(")", deep),
		"groups":        strings.Repeat("{ ", deep) + strings.Repeat("; }", deep),
		"substitutions": strings.Repeat("$(a ", deep) + strings.Repeat(")", deep),
		"unclosed":      strings.Repeat("a() {\n", deep),
		"one line":      strings.Repeat("a() { local x; x=1; b $x; }; ", deep/10),
		"assignments":   strings.Repeat("A=1; f() { A=2; }; ", deep/10),
		"tests":         strings.Repeat("@test 'a' {\n", deep),
		"quotes":        strings.Repeat("\"$(a)\" ", deep/10),
	} {
		t.Run(name, func(t *testing.T) {
			f := langtest.Extract(t, bash.Definition(), src)
			if f.Chars != uint32(len(src)) {
				t.Errorf("%d characters of %d", f.Chars, len(src))
			}
		})
	}
}
