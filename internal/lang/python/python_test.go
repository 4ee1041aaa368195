package python_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/python"
)

func TestPython(t *testing.T) { langtest.Run(t, python.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, python.Definition()) }

func TestExports(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"underscore", "a = 1\n_b = 2\ndef c(): pass\nclass _D: pass\nimport os\n", "a c"},
		{"list", "__all__ = ['c', 'x']\nfrom m import x, y\na = 1\ndef c(): pass\n", "c x"},
		{"tuple and sum", "__all__ = ('c',) + ('d',)\ndef c(): pass\ndef d(): pass\ndef e(): pass\n", "c d"},
		{"grown", "__all__ = ['c']\n__all__ += ['d']\n__all__.extend(['e'])\n__all__.append('f')\nc = d = e = f = g = 1\n", "c d e f"},
		{"other module's", "from . import a\n__all__ = a.__all__\ndef c(): a.x()\n", "c"},
		{"empty", "__all__ = []\ndef c(): pass\n", ""},
		{"in a function only", "def f():\n    __all__ = ['x']\nx = 1\n", "f x"},
		{"passed on", "from .a import B, C\nfrom .d import E\nfrom x import y, z as z\nclass F(C): pass\n", "F B E z"},
		{"conditional", "if x:\n    def f(): pass\nelse:\n    f = None\ntry:\n    import g\nexcept ImportError:\n    g = None\n", "f g"},
		{"global", "def f():\n    global made\n    made = 1\n    other = 2\n", "f made"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			f := langtest.Extract(t, python.Definition(), c.src)
			if got := strings.Join(f.Exports(), " "); got != c.want {
				t.Errorf("exports %q, want %q", got, c.want)
			}
		})
	}
}

func TestFileDoc(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"docstring", "#!/usr/bin/env python3\n# Copyright someone\n\"\"\"Reads things.\n\nMore.\"\"\"\n", "Reads things."},
		{"raw docstring", "r'''\nMatches \\d.'''\n", "Matches \\d."},
		{"header comment", "#!/usr/bin/python\n# -*- coding: utf-8 -*-\n# Copyright 2020 Someone.\n# All rights reserved.\n\n# Sends mail.\n# Slowly.\n\nimport os\n", "Sends mail."},
		{"comment of the first statement", "# The limit.\nLIMIT = 3\n", ""},
		{"licence only", "# SPDX-License-Identifier: MIT\n\nx = 1\n", ""},
		{"not bytes", "b'no'\n", ""},
		{"not an f-string", "f'no {x}'\n", ""},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if got := langtest.Extract(t, python.Definition(), c.src).Doc; got != c.want {
				t.Errorf("doc %q, want %q", got, c.want)
			}
		})
	}
}

func TestIsTest(t *testing.T) {
	d := python.Definition()
	for path, want := range map[string]bool{
		"test_a.py": true, "pkg/test_a.py": true, "pkg/a_test.py": true, "conftest.py": true, "tests/helpers.py": true,
		"pkg/test/x.py": true, "pkg/a.py": false, "testing/a.py": false, "pkg/latest.py": false, "contest.py": false,
	} {
		if got := d.IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v, want %v", path, got, want)
		}
	}
}
