package php_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/php"
)

func TestPHP(t *testing.T) { langtest.Run(t, php.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, php.Definition()) }

func TestIsTest(t *testing.T) {
	for path, want := range map[string]bool{
		"src/UserTest.php":         true,
		"UserCest.php":             true,
		"tests/bootstrap.php":      true,
		"packages/a/Tests/Kit.php": true,
		"src/Test.php":             true,
		"src/Contest.php":          false,
		"src/latests/User.php":     false,
		"src/TestCase.php":         false,
	} {
		if got := php.Definition().IsTest(path); got != want {
			t.Errorf("IsTest(%q) = %v, want %v", path, got, want)
		}
	}
}

func TestExports(t *testing.T) {
	src := `<?php
namespace A;
class Shown { public function notTop() {} }
interface Face {}
function helper() { function inner() {} define('DEFINED', 1); }
const LIMIT = 1;
$variable = 1;
return new class { public function up() {} };
`
	f := langtest.Extract(t, php.Definition(), src)
	if got, want := strings.Join(f.Exports(), " "), "Shown Face helper DEFINED LIMIT"; got != want {
		t.Errorf("Exports = %q, want %q", got, want)
	}
	braced := langtest.Extract(t, php.Definition(), "<?php\nnamespace A { class B {} }\nnamespace C { class D {} }\n")
	if got, want := strings.Join(braced.Exports(), " "), "A B C D"; got != want {
		t.Errorf("Exports = %q, want %q", got, want)
	}
}

func TestFileDoc(t *testing.T) {
	for src, want := range map[string]string{
		"<?php\n/** Says hello. */\nnamespace A;\n":                                          "Says hello.",
		"<?php\n/** Says hello. */\nclass A {}\n":                                            "",
		"<?php\n/** Says hello. */\n\nclass A {}\n":                                          "Says hello.",
		"<?php\n/** Copyright 2020 X. */\n/** Says hello. */\n/** Class doc. */\nclass A {}": "Says hello.",
		"<?php\n/**\n * @file\n * Contains things.\n */\nuse A;\n":                           "Contains things.",
		"<?php\n// One line\n// and the next.\n\n$a = 1;\n":                                  "One line and the next.",
		"<?php\n// For the assignment.\n$a = 1;\n":                                           "",
		"<?php\n/** @var int $a */\n\n$a = 1;\n":                                             "",
		"#!/usr/bin/env php\n<?php\n// A tool.\nuse A;\n":                                    "A tool.",
	} {
		if got := langtest.Extract(t, php.Definition(), src).Doc; got != want {
			t.Errorf("doc of %q = %q, want %q", src, got, want)
		}
	}
}
