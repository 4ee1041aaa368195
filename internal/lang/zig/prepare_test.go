package zig

import (
	"bytes"
	"strings"
	"testing"
)

func TestPrepare(t *testing.T) {
	for src, want := range map[string]string{
		"const A = struct {};":               "const A = struct{_};",
		"const A = struct { };":              "const A = struct {_};",
		"const A = struct{};":                "const A =struct{_};",
		"x(struct{})":                        "x(struct{})",
		"a: union(enum) {} = 1,":             "a: union(enum){_} = 1,",
		"a: enum(f(u8)) {},":                 "a: enum(f(u8)){_},",
		"a: opaque {\n    // Note.\n},":      "a: opaque {\n_   // Note.\n},",
		"a: struct { // Note.\n},":           "a: struct {_// Note.\n},",
		"a: struct {\n    // } no\n    },":   "a: struct {\n_   // } no\n    },",
		"a: struct {\n},":                    "a: struct{_\n},",
		"const S = mystruct {};":             "const S = mystruct {};",
		"S.@\"struct\" {};":                  "S.@\"struct\" {};",
		"// a struct\n{ }":                   "// a struct\n{ }",
		"fn f() void {}":                     "fn f() void {}",
		"x = .{};":                           "x = .{};",
		"struct{}":                           "struct{}",
		"}":                                  "}",
		"{}":                                 "{}",
		"const A = struct { a: struct {} };": "const A = struct { a: struct{_} };",
	} {
		before := strings.Clone(src)
		got := prepare([]byte(src))
		if got == nil {
			got = []byte(src)
		}
		if string(got) != want || src != before {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

// TestPrepareHostile feeds what a careless search for braces reads again and again.
func TestPrepareHostile(t *testing.T) {
	const n = 300_000
	for name, src := range map[string][]byte{
		"braces":   bytes.Repeat([]byte("}"), n),
		"lines":    bytes.Repeat([]byte("\n}"), n),
		"comments": append(bytes.Repeat([]byte("// }\n"), n), '}'),
		"closed":   append(bytes.Repeat([]byte("//\n"), n), bytes.Repeat([]byte(" }"), n)...),
		"tags":     bytes.Repeat([]byte("){}"), n),
	} {
		if got := prepare(src); got != nil && len(got) != len(src) {
			t.Errorf("%s: %d bytes became %d", name, len(src), len(got))
		}
	}
}
