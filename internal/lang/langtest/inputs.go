package langtest

import (
	"fmt"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Inputs checks that what a file says does not depend on how its text is
// kept: its outline (see Outline) is want, and stays so with a byte-order
// mark, with CRLF, without a final newline, with tabs for indentation and
// behind a line of 10,000 columns, which a language with line comments gets as
// a comment at its end.
func Inputs(t *testing.T, d *lang.Definition, src, want string) {
	t.Helper()
	variants := map[string]string{
		"as it is":         src,
		"byte-order mark":  "\ufeff" + src,
		"crlf":             strings.ReplaceAll(src, "\n", "\r\n"),
		"no final newline": strings.TrimRight(src, "\n"),
		"tabs":             tabbed(src),
	}
	if len(d.Comments.Line) > 0 {
		variants["long line"] = src + d.Comments.Line[0] + " " + strings.Repeat("x", 10000) + "\n"
	}
	for name, text := range variants {
		t.Run(name, func(t *testing.T) {
			f := mustParse(t, d, []byte(text))
			checkRanges(t, f, []byte(text))
			if f.Status != code.StatusComplete {
				t.Errorf("status %s", f.Status)
			}
			if got := Outline(f); got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

// tabbed puts a tab for every four spaces at the beginning of a line.
func tabbed(src string) string {
	lines := strings.Split(src, "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, " ")
		n := len(line) - len(rest)
		lines[i] = strings.Repeat("\t", n/4) + strings.Repeat(" ", n%4) + rest
	}
	return strings.Join(lines, "\n")
}

// Outline lists the definitions of a file, one a line: line, kind, qualified
// name, signature, and the doc behind a dash; then the imports.
func Outline(f *code.Facts) string {
	var b strings.Builder
	for i := range f.Definitions {
		d := &f.Definitions[i]
		fmt.Fprintf(&b, "%d %s %s: %s", d.Line, d.Kind, f.QualifiedName(int32(i)), d.Signature)
		if d.Doc != "" {
			b.WriteString(" - " + d.Doc)
		}
		b.WriteByte('\n')
	}
	for i := range f.Imports {
		fmt.Fprintf(&b, "%d import %s\n", f.Imports[i].Line, f.Imports[i].Specifier)
	}
	return b.String()
}
