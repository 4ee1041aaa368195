package lua_test

import (
	"slices"
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/lua"
)

// checkout is a rock with sources in several conventional places.
var checkout = langtest.Tree{
	"demo-1.0-1.rockspec": `package = "demo"
build = { modules = { ["demo.core"] = "source/core.lua", -- ["demo.none"] = "x.lua"
  demo = "source/missing.lua" }, install = { bin = { demo = "bin/demo.lua", "bin/tool" } } }`,
	"source/core.lua":          "",
	"bin/demo.lua":             "",
	"bin/tool":                 "",
	"main.lua":                 "",
	"util.lua":                 "",
	"lua/plug/init.lua":        "",
	"lua/plug/bit.lua":         "",
	"lua/plug/late.lua":        "",
	"src/engine/world.lua":     "",
	"lib/vendor/json.lua":      "",
	"app/ui/button.lua":        "",
	"app/ui/widget/list.lua":   "",
	"app/ui/widget/shared.lua": "",
	"app/util.lua":             "",
	"far/away/deep/module.lua": "",
	"one/twice/same.lua":       "",
	"two/twice/same.lua":       "",
	"conf/settings.lua":        "",
}

func TestResolve(t *testing.T) {
	cases := []struct{ name, from, src, want string }{
		{"root", "main.lua", `require "util"`, "util -> util.lua: util.lua"},
		{"lua folder, package", "main.lua", `require "plug"`, "plug -> lua/plug/init.lua: lua/plug/init.lua"},
		{"lua folder, dots", "main.lua", `require("plug.late")`, "plug.late -> lua/plug/late.lua: lua/plug/late.lua"},
		{"src", "main.lua", `require("engine.world")`, "engine.world -> src/engine/world.lua: src/engine/world.lua"},
		{"lib", "main.lua", `require("vendor.json")`, "vendor.json -> lib/vendor/json.lua: lib/vendor/json.lua"},
		{"slashes, from the folder upwards", "app/ui/widget/list.lua", `require("ui/button")`, "ui/button -> app/ui/button.lua: app/ui/button.lua"},
		{"same folder", "app/ui/widget/list.lua", `require("shared")`, "shared -> app/ui/widget/shared.lua: app/ui/widget/shared.lua"},
		{"the root comes first", "app/ui/button.lua", `require("util")`, "util -> util.lua: util.lua"},
		{"relative", "app/ui/button.lua", `require("../util")`, "../util -> app/util.lua: app/util.lua"},
		{"rockspec", "main.lua", `require("demo.core") require("demo") require("demo.none")`,
			"demo.core -> source/core.lua: source/core.lua\ndemo -> demo\ndemo.none -> demo.none"},
		{"a file does not require itself", "lua/plug/bit.lua", `require "bit"`, "bit -> bit"},
		{"the one file that ends so", "main.lua", `require "deep.module"`, "deep.module -> far/away/deep/module.lua: far/away/deep/module.lua"},
		{"several that end so", "main.lua", `require "twice.same"`, "twice.same -> twice.same"},
		{"external", "main.lua", `require "lpeg" require "socket.http" require ""`, "lpeg -> lpeg\nsocket.http -> socket.http"},
		{"a wrapper of require", "main.lua", `x = lazy_require("plug.late").run; lazy_require("plug.none"); lazy_require("deep.module"); lazy_require("plug.bit", 1)`,
			"plug.late -> lua/plug/late.lua: lua/plug/late.lua\nplug.none -> plug.none\ndeep.module -> deep.module"},
		{"protected", "main.lua", `local ok, u = pcall(require, "util")`, "util -> util.lua: util.lua"},
		{"dofile", "main.lua", `dofile("conf/settings.lua") loadfile("./util.lua") dofile("none.lua")`,
			"conf/settings.lua -> conf/settings.lua: conf/settings.lua\n./util.lua -> util.lua: util.lua\nnone.lua -> none.lua"},
		{"modules of a rockspec", "demo-1.0-1.rockspec", checkout["demo-1.0-1.rockspec"],
			"source/core.lua -> source/core.lua: source/core.lua\nsource/missing.lua -> source/missing.lua\nbin/demo.lua -> bin/demo.lua: bin/demo.lua"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tree := langtest.Tree{}
			for p, s := range checkout {
				tree[p] = s
			}
			tree[c.from] = c.src
			if got := strings.TrimSuffix(langtest.Targets(t, lua.Definition(), tree, c.from), "\n"); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	if got, want := lua.Definition().Programs(checkout), []string{"bin/demo.lua", "bin/tool"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := lua.Definition().Programs(langtest.Tree{"main.lua": ""}); len(got) > 0 {
		t.Errorf("got %q from no rockspec", got)
	}
}

func TestRoles(t *testing.T) {
	d := lua.Definition()
	for p, want := range map[string]bool{"spec/a.lua": true, "a_spec.lua": true, "x/test_a.lua": true, "tests/x/b.lua": true, "src/inspect.lua": false, "latest.lua": false} {
		if d.IsTest(p) != want {
			t.Errorf("%s: test %v", p, !want)
		}
	}
	if !d.IsEntryPoint("game/main.lua", nil) || d.IsEntryPoint("game/domain.lua", nil) {
		t.Error("entry point")
	}
}
