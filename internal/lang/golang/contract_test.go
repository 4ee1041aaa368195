package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/golang"
	"sextant/internal/lang/langtest"
)

func names(f *code.Facts) string {
	var out []string
	for i := range f.Definitions {
		out = append(out, f.QualifiedName(int32(i)))
	}
	return strings.Join(out, " ")
}

// Whatever nests too deep must neither exhaust the stack nor hide the
// declarations beside it.
func TestDeepNesting(t *testing.T) {
	const n = 100000
	around := func(middle string) string {
		return "package deep\n\nfunc Before() {}\n\n" + middle + "\n\nfunc After() {}\n"
	}
	rep := strings.Repeat
	for name, c := range map[string]struct {
		src    string
		want   string
		status code.Status
	}{
		"parentheses": {around("var X = " + rep("(", n) + "1" + rep(")", n)), "Before X After", code.StatusFallback},
		"blocks":      {around("func Deep() {\n" + rep("{", n) + rep("}", n) + "\n}"), "Before Deep After", code.StatusFallback},
		"literals":    {around("var X = []any{\n" + rep("[]any{", n) + rep("}", n) + "}"), "Before X After", code.StatusFallback},
		"unclosed":    {around("var X = " + rep("[", n)), "Before X After", code.StatusFallback},
		"allowed":     {around("var X = " + rep("(", 9000) + "y" + rep(")", 9000)), "Before X After", code.StatusComplete},
		"sum":         {around("var X = y" + rep("+ y", 50000)), "Before X After", code.StatusComplete},
		"else if":     {around("func Deep() { if a {}" + rep(" else if b {}", 50000) + "}"), "Before Deep After", code.StatusComplete},
		"selectors":   {around("var X = a" + rep(".b", 50000)), "Before X After", code.StatusPartial},
		"calls":       {around("var X = a" + rep("()", 50000)), "Before X After", code.StatusPartial},
		"signs":       {around("var X = " + rep("- ", 2*n) + "1"), "Before X After", code.StatusPartial},
		"pointers":    {around("var X " + rep("*", 2*n) + "int"), "Before X After", code.StatusPartial},
		"slices":      {around("var X " + rep("[]", 2*n) + "int"), "Before X After", code.StatusPartial},
		"quoted":      {around("var X = `" + rep("(", n) + "`"), "Before X After", code.StatusComplete},
	} {
		t.Run(name, func(t *testing.T) {
			f := langtest.Extract(t, golang.Definition(), c.src)
			if got := names(f); got != c.want || f.Status != c.status {
				t.Errorf("%s %s, want %s %s", f.Status, got, c.status, c.want)
			}
		})
	}
}

// Directives that move the compiler's idea of a position move nothing here.
func TestLineDirectives(t *testing.T) {
	src := "package p\n\n//line other.go:1000:7\nfunc A() {}\n\n/*line x:5*/ func B() { A() }\n"
	f := langtest.Extract(t, golang.Definition(), src)
	var got []string
	for _, d := range f.Definitions {
		got = append(got, fmt.Sprintf("%s:%d@%d", d.Name, d.Line, d.NameSpan.Start))
	}
	for _, r := range f.References {
		got = append(got, fmt.Sprintf("%s:%d@%d", r.Name, r.Line, r.Span.Start))
	}
	want := "A:4@39 B:6@65 A:6@71"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
}

// Odd encodings keep exact offsets.
func TestEncodings(t *testing.T) {
	for name, src := range map[string]string{
		"mark":      "\ufeffpackage p\n\nfunc A() {}\n",
		"crlf":      "package p\r\n\r\n// A does.\r\nfunc A() {\r\n\tx := `a\r\nb`\r\n\t_ = x\r\n}\r\n",
		"nul":       "package p\n\n// a\x00b\nfunc A() {}\n",
		"latin":     "package p\n\nfunc A() { _ = \"caf\xe9\" }\n",
		"in name":   "package p\n\nfunc A\xff() {}\nfunc B() {}\n",
		"no clause": "\ufefffunc A() {}\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := langtest.Extract(t, golang.Definition(), src)
			if len(f.Definitions) == 0 {
				t.Fatal("no definitions")
			}
			d := f.Definitions[0]
			if got := src[d.NameSpan.Start:d.NameSpan.End]; d.Name != "A" || got != "A" {
				t.Errorf("definition %q stands at %q", d.Name, got)
			}
			if end := src[d.Span.Start:d.Span.End]; name != "in name" && !strings.HasSuffix(end, "}") {
				t.Errorf("definition ends with %q", end)
			}
		})
	}
}

// Only comments and white space are no Go, but nothing is wrong with them.
func TestWithoutCode(t *testing.T) {
	for _, src := range []string{"", "\n", "// todo\n", "/* a */ // b", "\ufeff\n"} {
		if f := langtest.Extract(t, golang.Definition(), src); f.Status != code.StatusComplete {
			t.Errorf("%q is %s", src, f.Status)
		}
	}
}

// One half-typed declaration must not hide the others.
func TestRecovery(t *testing.T) {
	parts := []string{
		"// A does.\nfunc A() { a() }\n",
		"type B struct {\n\tX int\n}\n",
		"func (b *B) C(x int) error {\n\treturn nil\n}\n",
		"const D = 1\n",
		"var (\n\tE = 2\n\tF string\n)\n",
	}
	want := []string{"A", "B B.X", "B.C", "D", "E F"}
	for _, bad := range []string{
		"func bad(", "func bad(x", "func bad() {", "func bad() {\n\tif x {\n", "func bad() {\n\tx := `", "func bad() {\n\ty := \"abc",
		"func bad() { foo(1, [2, {", "type bad struct {", "type bad interface {\n\tM(", "/* bad", "var bad = map[string]int{", "}", ")}", "func", "const (\n\tbad", "x y z",
	} {
		for at := 0; at <= len(parts); at++ {
			src := "package p\n\n" + strings.Join(parts[:at], "\n") + "\n" + bad + "\n\n" + strings.Join(parts[at:], "\n")
			f := langtest.Extract(t, golang.Definition(), src)
			got := " " + names(f) + " "
			for _, w := range want {
				if !strings.Contains(got, " "+w+" ") {
					t.Errorf("%q before part %d: %q not found in%s", bad, at, w, got)
				}
			}
			if f.Status != code.StatusPartial || f.Package != "p" {
				t.Errorf("%q before part %d: %s package %q", bad, at, f.Status, f.Package)
			}
		}
	}
}

func TestEntryPoint(t *testing.T) {
	d := golang.Definition()
	for src, want := range map[string]bool{
		"package main\nfunc main() {}\n":       true,
		"package main\nfunc run() {}\n":        false,
		"package tool\nfunc main() {}\n":       false,
		"package main\nfunc (t T) main() {}\n": false,
	} {
		if got := d.IsEntryPoint("x.go", langtest.Extract(t, d, src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
	if !d.IsTest("a/b_test.go") || d.IsTest("a/test.go") {
		t.Error("test files are those that end in _test.go")
	}
}
