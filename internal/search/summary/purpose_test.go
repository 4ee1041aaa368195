package summary_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/search/summary"
)

// def makes a definition of the top level.
func def(kind code.Kind, name string, first, last uint32) code.Definition {
	return code.Definition{Name: name, Kind: kind, Lines: code.Lines{First: first, Last: last}, Line: first, Container: code.NoDefinition, Exported: true}
}

// in puts a definition into another.
func in(container int32, d code.Definition) code.Definition {
	d.Container = container
	return d
}

// signed gives a definition its declaration.
func signed(d code.Definition, signature string) code.Definition {
	d.Signature = signature
	return d
}

func facts(doc string, lines uint32, defs ...code.Definition) *code.Facts {
	return &code.Facts{Language: "x", Lines: lines, Chars: lines * 40, Doc: doc, Definitions: defs}
}

// store is a class of three methods that fills its file.
func store(doc string) *code.Facts {
	f := facts(doc, 100, def(code.KindClass, "CacheStore", 10, 90), in(0, def(code.KindMethod, "get", 12, 30)),
		in(0, def(code.KindMethod, "put", 32, 60)), in(0, def(code.KindConstructor, "init", 62, 80)), def(code.KindFunction, "open", 92, 95))
	f.Definitions[0].Doc = "CacheStore is a cache of file summaries."
	f.Definitions[0].Supertypes = []code.Supertype{{Name: "Base", Form: code.Extends}}
	return f
}

func TestPurpose(t *testing.T) {
	bare := store("")
	bare.Definitions[0].Doc = ""
	partial := store("")
	partial.Status = code.StatusPartial
	methods := facts("", 100, def(code.KindMethod, "Read", 1, 20), def(code.KindMethod, "Close", 21, 30))
	methods.Definitions[0].ContainerName, methods.Definitions[1].ContainerName = "pkg::File", "pkg::File"
	barrel := facts("", 2)
	barrel.Imports = []code.Import{{Specifier: "./a", Form: code.ImportReExport}, {Specifier: "./b", Form: code.ImportReExport}}
	script := facts("", 9)
	script.Imports = []code.Import{{Specifier: "library"}, {Specifier: "../own"}}
	served := facts("", 50, def(code.KindFunction, "list", 5, 20))
	served.Routes = []code.Route{{Framework: "f", Methods: "GET", Path: "/users"}, {Framework: "f", Methods: "POST|PUT", Path: "/users"}}
	four := facts("", 100, def(code.KindFunction, "a", 1, 30), def(code.KindFunction, "b", 31, 50), def(code.KindFunction, "c", 51, 70), def(code.KindFunction, "d", 71, 80))
	five := facts("", 100, append(four.Definitions[:4:4], def(code.KindInterface, "Shape", 81, 99))...)
	manifest := facts("", 30, signed(def(code.KindKey, "name", 2, 2), `"name": "lantern"`), signed(def(code.KindKey, "scripts", 3, 8), "scripts {…}"),
		in(1, def(code.KindKey, "build", 4, 4)), in(1, def(code.KindKey, "test", 5, 5)), def(code.KindKey, "files", 9, 9))
	services := facts("", 40, def(code.KindKey, "services", 1, 38), in(0, def(code.KindKey, "web", 2, 20)), in(0, def(code.KindKey, "db", 21, 38)), def(code.KindKey, "volumes", 39, 40))
	readme := facts("Lantern watches the sea.", 40, def(code.KindHeading, "Lantern", 1, 40))
	chapters := facts("", 40, def(code.KindHeading, "Manual", 1, 40), in(0, def(code.KindHeading, "Install", 3, 9)), in(0, def(code.KindHeading, "Use", 10, 40)))
	tables := facts("", 40, signed(def(code.KindStruct, "orders", 1, 20), "CREATE TABLE shop.orders"), signed(def(code.KindStruct, "items", 21, 40), "CREATE TABLE items"))
	styles := facts("", 9, signed(def(code.KindClass, "card", 1, 4), ".card"), signed(def(code.KindClass, "row", 5, 9), ".row"))
	targets := facts("", 9, signed(def(code.KindFunction, "build", 1, 4), "build: main.o"), signed(def(code.KindFunction, "clean", 5, 9), "clean:"))

	for _, test := range []struct {
		name string
		s    summary.Source
		want string
		sure summary.Confidence
	}{
		{"dominant class", summary.Source{Path: "src/store.ts", Facts: store("")}, "class CacheStore (3 methods): a cache of file summaries", summary.High},
		{"file doc", summary.Source{Path: "src/store.ts", Facts: store("Keeps what was read.")}, "class CacheStore (3 methods): Keeps what was read", summary.High},
		{"no doc", summary.Source{Path: "src/store.ts", Facts: bare}, "class CacheStore (3 methods) extends Base", summary.High},
		{"licence", summary.Source{Path: "src/store.ts", Facts: store("Copyright 2020 The Authors.")}, "class CacheStore (3 methods): a cache of file summaries", summary.High},
		{"entry point", summary.Source{Path: "src/main.ts", Facts: bare, EntryPoint: true}, "entry point: class CacheStore (3 methods) extends Base", summary.High},
		{"test of", summary.Source{Path: "x_test.go", Class: code.ClassTest, Tests: "src/x.go", Facts: four}, "test of src/x.go: functions a, b, c, d", summary.Medium},
		{"test", summary.Source{Path: "x_test.go", Class: code.ClassTest, Facts: four}, "test: functions a, b, c, d", summary.Medium},
		{"several", summary.Source{Path: "x.go", Facts: five}, "functions a, b, interface Shape and 2 more", summary.Medium},
		{"partial", summary.Source{Path: "x.go", Facts: partial}, "class CacheStore (3 methods): a cache of file summaries", summary.Low},
		{"methods of another file's type", summary.Source{Path: "x.go", Facts: methods}, "methods Read, Close of File", summary.High},
		{"barrel", summary.Source{Path: "index.ts", Facts: barrel}, "re-exports ./a, ./b", summary.High},
		{"script", summary.Source{Path: "run.js", Facts: script}, "imports ../own, library", summary.Medium},
		{"routes", summary.Source{Path: "users.js", Facts: served}, "2 routes GET /users, POST/PUT /users; function list", summary.High},
		{"manifest", summary.Source{Path: "package.json", Class: code.ClassConfiguration, Facts: manifest}, `configuration "lantern"; scripts (build, test) and 1 more`, summary.High},
		{"one large key", summary.Source{Path: "compose.yml", Class: code.ClassConfiguration, Facts: services}, "configuration: services (web, db) and 1 more", summary.Medium},
		{"readme", summary.Source{Path: "README.md", Class: code.ClassDocumentation, Facts: readme}, `documentation "Lantern": Lantern watches the sea`, summary.High},
		{"chapters", summary.Source{Path: "m.md", Class: code.ClassDocumentation, Facts: chapters}, `documentation "Manual": sections Install, Use`, summary.High},
		{"tables", summary.Source{Path: "schema.sql", Facts: tables}, "tables orders, items", summary.Medium},
		{"rules", summary.Source{Path: "a.css", Facts: styles}, "rules .row, .card", summary.Medium},
		{"targets", summary.Source{Path: "Makefile", Class: code.ClassConfiguration, Facts: targets}, "configuration: targets clean, build", summary.Medium},
		{"generated", summary.Source{Path: "x.pb.go", Class: code.ClassGenerated, Facts: four}, "generated: functions a, b, c, d", summary.Medium},
		{"vendored, not parsed", summary.Source{Path: "vendor/a.zz", Class: code.ClassVendored}, "vendored (.zz)", summary.Low},
		{"binary", summary.Source{Path: "logo.png", Class: code.ClassBinary}, "binary file (.png)", summary.Low},
		{"symlink", summary.Source{Path: "a", Class: code.ClassSymlink}, "symbolic link", summary.Low},
		{"too large", summary.Source{Path: "a.json", Class: code.ClassTooLarge}, "file too large to read (.json)", summary.Low},
		{"unreadable", summary.Source{Path: "a.go", Class: code.ClassUnreadable}, "unreadable file", summary.Low},
		{"unknown", summary.Source{Path: "a.zz"}, "file (.zz)", summary.Low},
		{"empty", summary.Source{Path: "a/__init__.py", Facts: facts("", 0)}, "empty file", summary.High},
		{"nothing defined", summary.Source{Path: "a.rb", Facts: facts("", 3)}, "x source, no definitions", summary.Medium},
		{"unknown with text", summary.Source{Path: "go.mod", Class: code.ClassConfiguration, Text: []byte("module lantern\n\ngo 1.22\n")}, "configuration: module lantern", summary.Low},
	} {
		if got := summary.Of(test.s); got.Purpose != test.want || got.Confidence != test.sure {
			t.Errorf("%s:\n got %q %s\nwant %q %s", test.name, got.Purpose, got.Confidence, test.want, test.sure)
		}
	}
}

// What comments at the top of files say, and what of it a line repeats.
func TestPurposeDoc(t *testing.T) {
	for _, test := range []struct{ path, doc, want string }{
		{"dict.c", "dict.c - Hash tables with open addressing", "Hash tables with open addressing"},
		{"a.ts", "eslint-disable no-console, no-alert here", ""},
		{"a.py", "SPDX-License-Identifier: Apache-2.0 and more words", ""},
		{"a.php", "This file is part of the Lantern package.", ""},
		{"vite.config.ts", "The vite config file", ""},
		{"a.py", "This module contains data types for :class:`Lamp` objects.", "data types for Lamp objects"},
		{"a.go", "Package lamp implements lamps that `shine` at night.", "implements lamps that shine at night"},
		{"a.js", "Usage: lamp", ""},
		{"a.js", "NOTE: this must stay first in the list", ""},
		{"a.js", "See https://example.org for what it does", ""},
		{"a.js", "const a = 1; b(c); d[e] = {};", ""},
		{"a.sh", "#!/usr/bin/env bash", ""},
		{"a.md", "今すぐ始める方法を説明します。", "今すぐ始める方法を説明します。"},
		{"a.js", "--- Lights lamps in order ---", "Lights lamps in order"},
	} {
		got := summary.Of(summary.Source{Path: test.path, Facts: facts(test.doc, 9)}).Purpose
		if test.want == "" {
			test.want = "x source, no definitions"
		}
		if got != test.want {
			t.Errorf("%s %q:\n got %q\nwant %q", test.path, test.doc, got, test.want)
		}
	}
}

// decoded makes facts of any bytes: what an extractor could hand over at worst.
func decoded(data []byte, text string) *code.Facts {
	f := facts(text, uint32(len(data)))
	next := func() byte {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return b
	}
	kinds := code.Kinds()
	for n := 0; len(data) > 0 && n < 200; n++ {
		d := code.Definition{Kind: kinds[int(next())%len(kinds)], Container: int32(int(next())%(n+1)) - 1, Exported: next()%2 == 0,
			Lines: code.Lines{First: uint32(next()), Last: uint32(next())}}
		from, to := int(next()), int(next())
		if from = min(from, len(text)); to < from || to > len(text) {
			to = len(text)
		}
		d.Name, d.Doc, d.Signature = text[from:to], text[:from], text
		if next()%5 == 0 {
			d.ContainerName = text[:from]
		}
		f.Definitions = append(f.Definitions, d)
		f.Imports = append(f.Imports, code.Import{Specifier: text[from:to], Form: code.ImportForm(n % 5)})
		f.Routes = append(f.Routes, code.Route{Path: text[:from], Framework: text[from:to], Methods: "GET|PUT"})
	}
	return f
}

func FuzzPurpose(f *testing.F) {
	f.Add([]byte{4, 0, 0, 1, 9, 0, 5, 1, 12, 1, 0, 2, 3, 6, 9, 1}, "class Lamp { light }", uint8(0), "src/lamp.ts")
	f.Add([]byte{22, 0, 0, 1, 9, 0, 5, 1}, "name: \"x\"\x00\xff\n\u2028", uint8(7), "a/.env")
	f.Fuzz(func(t *testing.T, data []byte, text string, class uint8, path string) {
		classes := code.Classes()
		s := summary.Source{Path: path, Class: classes[int(class)%len(classes)], Facts: decoded(data, text), EntryPoint: class%3 == 0}
		if class%5 == 0 {
			s.Tests = path
		}
		for _, s := range []summary.Source{s, {Path: path, Class: s.Class, Text: []byte(text)}, {Path: path, Class: s.Class, Facts: s.Facts, Text: data}} {
			for _, make := range []func(summary.Source) summary.Summary{summary.Of, summary.OfText} {
				got := make(s)
				p := got.Purpose
				if p == "" || !utf8.ValidString(p) || utf8.RuneCountInString(p) > summary.MaxPurpose || code.OneLine(p) != p {
					t.Fatalf("%q is no line", p)
				}
				if got.Exports == nil || got.Imports == nil || got.TopLevelDeclarations == nil || len(got.Exports) > summary.MaxExports ||
					len(got.Imports) > summary.MaxImports || len(got.TopLevelDeclarations) > summary.MaxDeclarations {
					t.Fatalf("lists of %+v", got)
				}
				a, _ := json.Marshal(got)
				if b, _ := json.Marshal(make(s)); string(a) != string(b) {
					t.Fatalf("twice:\n%s\n%s", a, b)
				}
			}
		}
	})
}

func TestJSON(t *testing.T) {
	f := facts("", 5, def(code.KindConstant, "server", 1, 1), def(code.KindFunction, "main", 2, 5))
	f.Definitions[0].Exported = false
	f.Imports = []code.Import{{Specifier: "zod"}}
	b, err := json.Marshal(summary.Of(summary.Source{Path: "server.ts", Facts: f, EntryPoint: true}))
	want := `{"purpose":"entry point: function main","exports":["main"],"imports":["zod"],"lineCount":5,"topLevelDeclarations":["server","main"],"confidence":"high"}`
	if err != nil || string(b) != want {
		t.Errorf("got  %s %v\nwant %s", b, err, want)
	}
	f.Chars = 1 << 20
	if got := summary.Of(summary.Source{Path: "server.ts", Facts: f}); strings.Join(got.TopLevelDeclarations, " ") != "server main" || got.DeclarationsTruncated != 0 {
		t.Errorf("declarations %v", got.TopLevelDeclarations)
	}
}

// The caps hold, and the true counts are told.
func TestCaps(t *testing.T) {
	f := facts("", 5000)
	for i := range uint32(200) {
		f.Definitions = append(f.Definitions, def(code.KindFunction, "name"+strings.Repeat("x", int(i)), i+1, i+1))
		f.Imports = append(f.Imports, code.Import{Specifier: f.Definitions[i].Name})
	}
	for _, chars := range []uint32{0, 4000, 1 << 30} {
		f.Chars = chars
		got := summary.Of(summary.Source{Path: "a.go", Facts: f})
		if got.ExportsTruncated != 200 || got.ImportsTruncated != 200 || got.DeclarationsTruncated != 200 {
			t.Errorf("%d: %d %d %d", chars, got.ExportsTruncated, got.ImportsTruncated, got.DeclarationsTruncated)
		}
		b, _ := json.Marshal(got)
		if chars == 4000 && len(b) > 450 {
			t.Errorf("%d bytes for a file of 4000", len(b))
		}
		if chars == 1<<30 && (len(got.Exports) != summary.MaxExports || len(got.Imports) != summary.MaxImports || len(got.TopLevelDeclarations) != summary.MaxDeclarations) {
			t.Errorf("%d %d %d names", len(got.Exports), len(got.Imports), len(got.TopLevelDeclarations))
		}
	}
}

// BenchmarkOf summarises a file of many definitions.
func BenchmarkOf(b *testing.B) {
	f := facts("Keeps what was read.", 2000)
	for i := range uint32(300) {
		f.Definitions = append(f.Definitions, def(code.KindFunction, "lamp"+strings.Repeat("x", int(i%30)), i*6+1, i*6+5))
	}
	s := summary.Source{Path: "src/lamp.ts", Facts: f}
	for b.Loop() {
		if summary.Of(s).Purpose == "" {
			b.Fatal("no purpose")
		}
	}
}
