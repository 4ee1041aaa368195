package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/code"
	"sextant/internal/syntax"
	"sextant/internal/testkit"
)

func facts(t *testing.T, name, text string) *code.Facts {
	t.Helper()
	v := view(t, name, text)
	f, err := v.Facts(context.Background(), v.File(name))
	testkit.Must(t, err)
	if f == nil {
		t.Fatalf("%s has no facts", name)
	}
	return f
}

func TestDefinitionsNamed(t *testing.T) {
	f := facts(t, "a.py", "class A:\n    def run(self): pass\n    class B:\n        def run(self): pass\ndef run(): pass\n")
	for _, c := range []struct{ name, want string }{
		{"run", "run"}, {"A.run", "A.run"}, {"A::run", "A.run"}, {"A#run", "A.run"}, {`A\run`, "A.run"}, {"A->run", "A.run"}, {"B.run", "A.B.run"},
		{"A.run()", "A.run"}, {"B", "A.B"}, {"A", "A"}, {"a", ""}, {"Run", ""}, {"C.run", ""}, {"", ""},
	} {
		var got []string
		for _, i := range DefinitionsNamed(f, c.name) {
			got = append(got, f.QualifiedName(i))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.name, s, c.want)
		}
	}
	f = facts(t, "a.go", "package store\n\ntype S struct{}\n\nfunc (s *S) Open() {}\n\ntype T struct{}\n\nfunc (T) Open() {}\n")
	if got := DefinitionsNamed(f, "Open"); len(got) != 2 {
		t.Errorf("both methods are meant: %v", got)
	}
	if got := DefinitionsNamed(f, "store.S"); len(got) != 1 || f.QualifiedName(got[0]) != "S" {
		t.Errorf("with the package before it: %v", got)
	}
}

func TestCompactLines(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.go", "// Doc.\npackage a\n\n// F does.\nfunc F(\n\ta int,\n\tb func() int,\n) (int, error) {\n\treturn a, nil\n}\n\nvar x = 1 // kept\n/* gone */\n", "2 5 6 7 8 12"},
		{"b.py", "# c\nclass A:\n    x = 1\n\n    def f(self,\n          b):\n        return b\n\n    def g(self): return 1\n", "2 3 5 6 9"},
		{"e.go", "package a\r\n\r\nfunc F() {\r\n\tx()\r\n}\r\n", "1 3"},
	} {
		f := facts(t, c.name, c.text)
		keep := CompactLines(f, []byte(c.text), syntax.LineStarts([]byte(c.text)))
		var got []string
		for line := 1; line <= int(f.Lines); line++ {
			if keep(line) {
				got = append(got, fmt.Sprint(line))
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: lines %s, want %s", c.name, s, c.want)
		}
	}
	// Without facts only blank lines go, and no line number does harm.
	text := []byte("a\n\n b\n")
	keep := CompactLines(nil, text, syntax.LineStarts(text))
	if !keep(1) || keep(2) || !keep(3) || keep(99) {
		t.Error("lines of a file without facts")
	}
}

func TestEntryPoints(t *testing.T) {
	v := view(t, "cmd/tool/main.go", "package main\n\nfunc main() {}\n", "main.go", "package main\n\nfunc main() {}\n", "lib/main.go", "package lib\n\nfunc main() {}\n",
		"lib/lib_test.go", "package main\n\nfunc main() {}\n")
	got, pending, err := EntryPoints(context.Background(), v, "", time.Minute)
	testkit.Must(t, err)
	if !slices.Equal(got, []string{"main.go", "cmd/tool/main.go"}) || pending != 0 {
		t.Errorf("%q, %d pending", got, pending)
	}
	if got, _, err := EntryPoints(context.Background(), v, "cmd", time.Minute); err != nil || !slices.Equal(got, []string{"cmd/tool/main.go"}) {
		t.Errorf("below cmd: %q, %v", got, err)
	}
}
