package zig_test

import (
	"slices"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/zig"
)

// checkout is a package with modules of every form, one that it depends on
// beside it, and one that nothing depends on.
var checkout = langtest.Tree{
	"build.zig": `const std = @import("std");
pub fn build(b: *std.Build) void {
    // const old = b.addModule("old", .{ .root_source_file = b.path("src/old.zig") });
    const core = b.addModule("core", .{ .root_source_file = b.path("src/core/root.zig"), .target = target });
    const inner = b.createModule(.{
        .root_source_file = b.path("src/inner.zig"),
        .imports = &.{.{ .name = "core", .module = core }},
    });
    const exe = b.addExecutable(.{ .name = "demo", .root_source_file = .{ .path = "src/main.zig" } });
    exe.root_module.addImport("hidden", inner);
    exe.root_module.addAnonymousImport("words", .{ .root_source_file = b.path("data/words.txt") });
    exe.addAnonymousModule("older", .{ .source_file = .{ .path = "src/older.zig" } });
    const tool_mod = b.createModule(.{ .root_source_file = b.path("tools/tool.zig") });
    const tool = b.addExecutable(.{ .name = "tool", .root_module = tool_mod });
    const gone = b.addModule("gone", .{ .root_source_file = b.path("src/gone.zig") });
    exe.root_module.addImport("entry", b.dependency("known", .{}).module("known"));
}`,
	"build.zig.zon":               `.{ .name = .demo, .dependencies = .{ .known = .{ .path = "libs/known" }, .far = .{ .path = "../far" } } }`,
	"src/core/root.zig":           "",
	"src/inner.zig":               "",
	"src/main.zig":                "",
	"src/older.zig":               "",
	"src/old.zig":                 "",
	"src/util.zig":                "",
	"data/words.txt":              "",
	"tools/tool.zig":              "",
	"include/thing.h":             "",
	"libs/known/build.zig":        `const m = b.addModule("known", .{ .root_source_file = b.path("lib.zig") });`,
	"libs/known/build.zig.zon":    ".{}",
	"libs/known/lib.zig":          "",
	"libs/other/build.zig":        `const m = b.addModule("stray", .{ .root_source_file = b.path("s.zig") });`,
	"libs/other/s.zig":            "",
	"libs/other/src/nested/a.zig": "",
}

func TestResolve(t *testing.T) {
	cases := []struct{ name, from, src, want string }{
		{"same folder", "src/main.zig", `const u = @import("util.zig");`, "util.zig -> src/util.zig: src/util.zig"},
		{"below and above", "src/main.zig", `const a = @import("core/root.zig"); const b = @import("../tools/tool.zig");`,
			"core/root.zig -> src/core/root.zig: src/core/root.zig\n../tools/tool.zig -> tools/tool.zig: tools/tool.zig"},
		{"missing, and out of the checkout", "src/main.zig", `const a = @import("none.zig"); const b = @import("../../x.zig");`,
			"none.zig -> none.zig\n../../x.zig -> ../../x.zig"},
		{"standard library", "src/main.zig", `const s = @import("std"); const b = @import("builtin"); const r = @import("root");`,
			"std -> std\nbuiltin -> builtin\nroot -> root"},
		{"addModule", "src/main.zig", `const c = @import("core");`, "core -> src/core/root.zig: src/core/root.zig"},
		{"createModule and addImport", "src/main.zig", `const c = @import("hidden");`, "hidden -> src/inner.zig: src/inner.zig"},
		{"anonymous", "src/main.zig", `const c = @embedFile("words"); const d = @import("older");`,
			"words -> data/words.txt: data/words.txt\nolder -> src/older.zig: src/older.zig"},
		{"a file that is not there", "src/main.zig", `const c = @import("gone"); const o = @import("old");`, "gone -> gone\nold -> old"},
		{"path dependency", "src/main.zig", `const k = @import("known");`, "known -> libs/known/lib.zig: libs/known/lib.zig"},
		{"the one script that declares it", "src/main.zig", `const k = @import("stray");`, "stray -> libs/other/s.zig: libs/other/s.zig"},
		{"from deep in another package", "libs/other/src/nested/a.zig", `const k = @import("stray");`, "stray -> libs/other/s.zig: libs/other/s.zig"},
		{"options and packages", "src/main.zig", `const k = @import("build_options"); const z = @import("zap");`,
			"build_options -> build_options\nzap -> zap"},
		{"embedded file", "src/main.zig", `const w = @embedFile("../data/words.txt");`, "../data/words.txt -> data/words.txt: data/words.txt"},
		{"headers", "src/main.zig", `const c = @cImport({ @cInclude("thing.h"); @cInclude("stdio.h"); });`,
			"thing.h -> include/thing.h: include/thing.h\nstdio.h -> stdio.h"},
		{"dependencies", "build.zig.zon", checkout["build.zig.zon"], "libs/known -> libs/known: libs/known/build.zig\n../far -> ../far"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tree := langtest.Tree{}
			for p, s := range checkout {
				tree[p] = s
			}
			tree[c.from] = c.src
			if got := strings.TrimSuffix(langtest.Targets(t, zig.Definition(), tree, c.from), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	if got, want := zig.Definition().Programs(checkout), []string{"src/main.zig", "tools/tool.zig"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	current := langtest.Tree{"a/src/main.zig": "", "a/build.zig": `const exe = b.addExecutable(.{ .name = "a",
		.root_module = b.createModule(.{ .root_source_file = b.path("src/main.zig"), .target = target }) });`}
	if got := zig.Definition().Programs(current); !slices.Equal(got, []string{"a/src/main.zig"}) {
		t.Errorf("got %q", got)
	}
}

func TestRoles(t *testing.T) {
	d := zig.Definition()
	for p, want := range map[string]bool{"test/a.zig": true, "src/tests.zig": true, "a_test.zig": true, "src/latest.zig": false, "src/testing.zig": false} {
		if d.IsTest(p) != want {
			t.Errorf("%s: test %v", p, !want)
		}
	}
	for src, want := range map[string]bool{"pub fn main() void {}": true, "fn main() void {}": false, "const S = struct { pub fn main() void {} };": false} {
		var f *code.Facts = langtest.Extract(t, d, src)
		if d.IsEntryPoint("a.zig", f) != want {
			t.Errorf("%s: entry point %v", src, !want)
		}
	}
}
