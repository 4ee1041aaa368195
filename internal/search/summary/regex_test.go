package summary_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/search/summary"
)

func TestOfText(t *testing.T) {
	for _, test := range []struct {
		path, text    string
		class         code.Class
		purpose       string
		exports, used string
		sure          summary.Confidence
	}{
		{"a.ts", "// Lights lamps in the right order.\nimport { x } from './wire'\n\nexport class Lamp {\n  on() {}\n  off() {}\n}\nfunction help() {}\n", code.ClassSource,
			"class Lamp: Lights lamps in the right order", "Lamp", "./wire", summary.Medium},
		{"a.py", "#!/usr/bin/env python3\n\"\"\"Counts what passes by.\n\nMore.\n\"\"\"\nimport os\nfrom lamp import wire\n\nclass Counter(Base):\n    pass\n\n\n\n\ndef _hidden():\n    pass\n", code.ClassSource,
			"class Counter: Counts what passes by", "Counter", "os lamp", summary.Medium},
		{"a.go", "package a\n\nfunc Open() {\n}\nfunc (l *Lamp) Close() {\n}\nfunc inner() {\n}\n", code.ClassSource, "functions Open, Close, inner", "Open Close", "", summary.Medium},
		{"a.rs", "// Copyright 2020 Lantern.\n\n//! Tables of lamps by name.\nuse std::io;\npub fn read() {}\n", code.ClassSource, "Tables of lamps by name; function read", "read", "std::io", summary.Medium},
		{"a.c", "/*\n * lamp.c\n * Drives one lamp over a wire.\n */\n#include \"wire.h\"\n", code.ClassSource, "Drives one lamp over a wire", "", "wire.h", summary.Medium},
		{"a.sql", "-- Lamps and who owns them.\nCREATE TABLE lamps (\n id int\n);\n", code.ClassSource, "table lamps: Lamps and who owns them", "lamps", "", summary.Medium},
		{"a.md", "# Lantern\n\ntext\n\n## Install\n", code.ClassDocumentation, `documentation "Lantern": sections Install`, "", "", summary.Medium},
		{"a.ini", "[server]\nport = 1\n[client]\n", code.ClassConfiguration, "configuration: keys server, client", "", "", summary.Medium},
		{"LICENSE", "The Lantern Licence\n\nYou may.\n", code.ClassDocumentation, `documentation "The Lantern Licence"`, "", "", summary.Medium},
		{"a.zz", "1 2 3\n", code.ClassSource, "file (.zz)", "", "", summary.Low},
		{"a.zz", "", code.ClassSource, "empty file", "", "", summary.Low},
		{"a.png", "\x89PNG", code.ClassBinary, "binary file (.png)", "", "", summary.Low},
	} {
		s := summary.Source{Path: test.path, Class: test.class, Text: []byte(test.text)}
		got := summary.OfText(s)
		if got.Purpose != test.purpose || strings.Join(got.Exports, " ") != test.exports || strings.Join(got.Imports, " ") != test.used || got.Confidence != test.sure {
			t.Errorf("%s %q:\n got %q %v %v %s\nwant %q [%s] [%s] %s", test.path, test.text, got.Purpose, got.Exports, got.Imports, got.Confidence,
				test.purpose, test.exports, test.used, test.sure)
		}
	}
	// Facts that others made do not count for this engine.
	s := summary.Source{Path: "a.go", Text: []byte("package a\n\nfunc Open() {}\n"), Facts: facts("", 9, def(code.KindClass, "Other", 1, 9))}
	if got := summary.OfText(s); got.Purpose != "function Open" || s.Facts.Definitions[0].Name != "Other" {
		t.Errorf("purpose %q", got.Purpose)
	}
}
