package lang

import (
	"strings"
	"testing"

	"sextant/internal/code"
)

func registry(t *testing.T) *Registry {
	t.Helper()
	r, err := NewRegistry([]*Definition{
		{ID: "python", Name: "Python", Aliases: []string{"py3"}, Extensions: []string{".py"}, Shebangs: []string{"python"}},
		{ID: "typescript", Name: "TypeScript", Extensions: []string{".ts", ".d.ts"}, Shebangs: []string{"deno"}},
		{ID: "make", Name: "Make", FileNames: []string{"Makefile"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func id(d *Definition) code.LanguageID {
	if d == nil {
		return ""
	}
	return d.ID
}

func TestByPath(t *testing.T) {
	r := registry(t)
	for p, want := range map[string]code.LanguageID{
		"a/b.py": "python", "B.PY": "python", "x.d.ts": "typescript", "x.test.ts": "typescript", "Makefile": "make",
		"sub/Makefile": "make", "makefile": "", "py": "", ".py": "", "a.pyc": "", "": "",
	} {
		if got := id(r.ByPath(p)); got != want {
			t.Errorf("%q: got %q, want %q", p, got, want)
		}
	}
}

func TestByShebang(t *testing.T) {
	r := registry(t)
	for text, want := range map[string]code.LanguageID{
		"#!/usr/bin/python\nx": "python", "#!/usr/bin/env python3.11\n": "python", "#! /usr/bin/env -S deno run\n": "typescript",
		"#!/usr/bin/env LANG=C python -u\n": "python", "#!/bin/sh\n": "", "#!": "", "": "", "import x": "",
		"#!" + strings.Repeat(" ", 300) + "python": "",
	} {
		if got := id(r.ByShebang([]byte(text))); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLookup(t *testing.T) {
	r := registry(t)
	for name, want := range map[string]code.LanguageID{
		"python": "python", "Python": "python", "py3": "python", "py": "python", ".ts": "typescript", "cobol": "",
	} {
		if got := id(r.Lookup(name)); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestOneOwner(t *testing.T) {
	a := &Definition{ID: "a", Extensions: []string{".x"}, FileNames: []string{"F"}, Shebangs: []string{"s"}}
	for what, b := range map[string]*Definition{
		"id": {ID: "a"}, "extension": {ID: "b", Extensions: []string{".x"}}, "file name": {ID: "b", FileNames: []string{"F"}},
		"interpreter": {ID: "b", Shebangs: []string{"s"}},
	} {
		if _, err := NewRegistry([]*Definition{a, b}); err == nil {
			t.Errorf("two languages with one %s are accepted", what)
		}
	}
}
