package rust_test

import (
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/langtest"
	"sextant/internal/lang/rust"
)

// workspace holds a library with a program beside it, a member that renames a
// dependency, a package of the first edition and one with roots of its own.
var workspace = langtest.Tree{
	"Cargo.toml": `[workspace]
members = [
    "app", # the program
    "shop-core",
]
[workspace.dependencies]
shop-core = { path = "shop-core", version = "1" }
`,
	"app/Cargo.toml": `[package]
name = "app"
description = """
[lib]
path = "nowhere.rs"
"""
edition = "2021"

[dependencies]
shop-core.workspace = true
money = { package = "shop-money", path = "../money" }
serde = { version = "1", features = ["derive"] }

[dev-dependencies.odd]
path = "../odd"

[[bin]]
name = "extra"
path = "tools/extra.rs"
`,
	"app/build.rs":             "fn main() {}",
	"app/src/lib.rs":           "pub mod config; mod util; pub use config::Settings;",
	"app/src/main.rs":          "mod cli; fn main() {}",
	"app/src/cli.rs":           "",
	"app/src/config.rs":        "pub mod loader;",
	"app/src/config/loader.rs": "",
	"app/src/util/mod.rs":      "mod text;",
	"app/src/util/text.rs":     "",
	"app/src/tests/deep.rs":    "",
	"app/src/odd/place.rs":     "",
	"app/src/odd/beside.rs":    "",
	"app/src/macros.rs":        "#[macro_export]\nmacro_rules! shout {\n() => {};\n}",
	"app/src/help.txt":         "help",
	"app/src/bin/tool.rs":      "fn main() {}",
	"app/src/bin/big/main.rs":  "fn main() {}",
	"app/src/bin/big/part.rs":  "",
	"app/tools/extra.rs":       "fn main() {}",
	"app/tests/it.rs":          "mod common;",
	"app/tests/common/mod.rs":  "",
	"app/examples/show.rs":     "fn main() {}",
	"shop-core/Cargo.toml":     "[package]\nname = \"shop-core\"\nedition = '2021'\n",
	"shop-core/src/lib.rs":     "pub mod cart;",
	"shop-core/src/cart.rs":    "",
	"money/Cargo.toml":         "[package]\nname = \"shop-money\"\n[lib]\nname = \"coins\"\npath = \"root.rs\"",
	"money/root.rs":            "mod coin;",
	"money/coin.rs":            "",
	"money/coin/mint.rs":       "",
	"odd/Cargo.toml":           "[package]\nname = \"odd\"\n",
	"odd/src/lib.rs":           "",
}

func targets(t *testing.T, from, src string) string {
	t.Helper()
	tree := langtest.Tree{}
	for p, s := range workspace {
		tree[p] = s
	}
	tree[from] = src
	return langtest.Targets(t, rust.Definition(), tree, from)
}

// file prints a target of one file.
func file(specifier, path string) string { return specifier + " -> " + path + ": " + path }

func TestResolve(t *testing.T) {
	cases := []struct{ name, from, src, want string }{
		{"module beside the root", "app/src/lib.rs", "mod config;", file("config", "app/src/config.rs")},
		{"module with mod.rs", "app/src/lib.rs", "mod util;", file("util", "app/src/util/mod.rs")},
		{"module below a file", "app/src/config.rs", "pub mod loader;", file("loader", "app/src/config/loader.rs")},
		{"module below mod.rs", "app/src/util/mod.rs", "mod text;", file("text", "app/src/util/text.rs")},
		{"module in an inline module", "app/src/lib.rs", "mod tests { mod deep; }", file("deep", "app/src/tests/deep.rs")},
		{"module without a file", "app/src/lib.rs", "mod absent;", "absent -> absent"},
		{"module of an integration test", "app/tests/it.rs", "mod common;", file("common", "app/tests/common/mod.rs")},
		{"module of a program's directory", "app/src/bin/big/main.rs", "mod part;", file("part", "app/src/bin/big/part.rs")},
		{"path attribute", "app/src/lib.rs", "#[path = \"odd/place.rs\"] mod placed;", file("odd/place.rs", "app/src/odd/place.rs")},
		{"path attribute without a file", "app/src/lib.rs", "#[path = \"../../../x.rs\"] mod placed;", "../../../x.rs -> ../../../x.rs"},
		{"beside a placed file", "app/src/odd/place.rs", "mod beside;", file("beside", "app/src/odd/beside.rs")},
		{"crate path", "app/src/util/text.rs", "use crate::config::loader::Loader;", file("crate::config::loader::Loader", "app/src/config/loader.rs")},
		{"crate item", "app/src/util/text.rs", "use crate::Settings;", file("crate::Settings", "app/src/lib.rs")},
		{"crate of the program", "app/src/cli.rs", "use crate::run;", file("crate::run", "app/src/main.rs")},
		{"crate of a placed root", "app/src/bin/big/part.rs", "use crate::Part;", file("crate::Part", "app/src/bin/big/main.rs")},
		{"self", "app/src/config.rs", "use self::loader::Loader;", file("self::loader::Loader", "app/src/config/loader.rs")},
		{"super", "app/src/config/loader.rs", "use super::Settings;", file("super::Settings", "app/src/config.rs")},
		{"super of mod.rs", "app/src/util/mod.rs", "use super::config::Settings;", file("super::config::Settings", "app/src/config.rs")},
		{"super twice", "app/src/util/text.rs", "use super::super::config;", file("super::super::config", "app/src/config.rs")},
		{"super of the root", "app/src/lib.rs", "use super::x;", "super::x -> super::x"},
		{"super of an inline module", "app/src/util/text.rs", "fn f() {}\nmod tests { use super::*; }", file("super", "app/src/util/text.rs")},
		{"super beyond an inline module", "app/src/util/text.rs", "mod tests { use super::super::*; }", file("super::super", "app/src/util/mod.rs")},
		{"child without self", "app/src/config.rs", "mod loader; use loader::Loader;",
			file("loader", "app/src/config/loader.rs") + "\n" + file("loader::Loader", "app/src/config/loader.rs")},
		{"through another import", "app/src/util/text.rs", "use crate::config; use config::loader::Loader;",
			file("crate::config", "app/src/config.rs") + "\n" + file("config::loader::Loader", "app/src/config/loader.rs")},
		{"through a glob", "app/src/util/text.rs", "use crate::config::*; use loader::Loader;",
			file("crate::config", "app/src/config.rs") + "\n" + file("loader::Loader", "app/src/config/loader.rs")},
		{"variants of the file's own enum", "app/src/util/text.rs", "enum E { A } use E::A;", file("E::A", "app/src/util/text.rs")},
		{"re-export", "app/src/lib.rs", "mod config; pub use config::Settings;",
			file("config", "app/src/config.rs") + "\n" + file("config::Settings", "app/src/config.rs")},
		{"group", "app/src/util/text.rs", "use crate::{config::{self, loader::Loader as L}, util};",
			file("crate::config", "app/src/config.rs") + "\n" + file("crate::config::loader::Loader", "app/src/config/loader.rs") + "\n" +
				file("crate::util", "app/src/util/mod.rs")},
		{"workspace dependency", "app/src/lib.rs", "use shop_core::cart::Cart;", file("shop_core::cart::Cart", "shop-core/src/cart.rs")},
		{"renamed dependency", "app/src/lib.rs", "use money::coin::mint::Mint;", file("money::coin::mint::Mint", "money/coin/mint.rs")},
		{"a dependency's own name is not its local one", "app/src/lib.rs", "use shop_money::coin;", "shop_money::coin -> shop_money::coin"},
		{"dependency in a table of its own", "app/tests/it.rs", "use odd::Odd;", file("odd::Odd", "odd/src/lib.rs")},
		{"own library from a test", "app/tests/it.rs", "use app::config::Settings;", file("app::config::Settings", "app/src/config.rs")},
		{"own library from the program", "app/src/main.rs", "use app::config;", file("app::config", "app/src/config.rs")},
		{"own library from a program of a placed root", "app/tools/extra.rs", "use app::Settings;", file("app::Settings", "app/src/lib.rs")},
		{"exported macro", "app/tests/it.rs", "use app::shout;", file("app::shout", "app/src/macros.rs")},
		{"exported macro of the crate", "app/src/cli.rs", "use app::shout;", file("app::shout", "app/src/macros.rs")},
		{"extern crate", "app/src/lib.rs", "extern crate shop_core as shop; extern crate serde;", file("shop_core", "shop-core/src/lib.rs") + "\nserde -> serde"},
		{"from the root of all crates", "app/src/lib.rs", "use ::shop_core::cart; use ::std::fmt;",
			file("::shop_core::cart", "shop-core/src/cart.rs") + "\n::std::fmt -> ::std::fmt"},
		{"not a dependency", "shop-core/src/lib.rs", "use app::config;", "app::config -> app::config"},
		{"external", "app/src/lib.rs", "use serde::de::Error; use std::collections::{HashMap, *};",
			"serde::de::Error -> serde::de::Error\nstd::collections::HashMap -> std::collections::HashMap\nstd::collections -> std::collections"},
		{"first edition", "money/coin/mint.rs", "use coin::Coin;", file("coin::Coin", "money/coin.rs")},
		{"include", "app/src/lib.rs", "const H: &str = include_str!(\"help.txt\"); include!(\"none.rs\"); include_bytes!(\"../Cargo.toml\");",
			file("help.txt", "app/src/help.txt") + "\nnone.rs -> none.rs\n" + file("../Cargo.toml", "app/Cargo.toml")},
		{"inside a macro", "app/src/lib.rs", "cfg_if! { if #[cfg(a)] { mod config; pub use crate::util::text; } }",
			file("config", "app/src/config.rs") + "\n" + file("crate::util::text", "app/src/util/text.rs")},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSuffix(targets(t, c.from, c.src), "\n"); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestResolveBare checks a crate without a manifest.
func TestResolveBare(t *testing.T) {
	tree := langtest.Tree{"x/main.rs": "mod a; use a::b::C;", "x/a.rs": "", "x/a/b.rs": "use crate::a::D; use super::D;"}
	if got, want := langtest.Targets(t, rust.Definition(), tree, "x/main.rs"), file("a", "x/a.rs")+"\n"+file("a::b::C", "x/a/b.rs")+"\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got, want := langtest.Targets(t, rust.Definition(), tree, "x/a/b.rs"), file("crate::a::D", "x/a.rs")+"\n"+file("super::D", "x/a.rs")+"\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestVisible(t *testing.T) {
	tree := langtest.Tree{}
	for p, s := range workspace {
		tree[p] = s
	}
	tree["app/src/cli.rs"] = `fn f(app: App, odd: Odd) {
		crate::util::text::trim();
		super::run();
		shop_core::cart::open(money::NAME);
		app.config();
		odd.find();
		std::mem::drop(serde::x);
		shout!();
	}`
	want := "app/src/util/text.rs: app/src/util/text.rs\n" +
		"app/src/main.rs: app/src/main.rs\n" +
		"shop-core/src/cart.rs: shop-core/src/cart.rs\n" +
		"money/root.rs: money/root.rs\n" +
		"app: app/src/cli.rs, app/src/macros.rs\n"
	tree["app/src/util/text.rs"] = "pub fn trim() {}"
	if got := langtest.VisibleTargets(t, rust.Definition(), tree, "app/src/cli.rs"); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestPrograms(t *testing.T) {
	want := "app/src/bin/big/main.rs app/src/bin/tool.rs app/src/main.rs app/tools/extra.rs"
	if got := strings.Join(rust.Definition().Programs(workspace), " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestEntryPoint(t *testing.T) {
	main := langtest.Extract(t, rust.Definition(), "fn main() {}")
	none := langtest.Extract(t, rust.Definition(), "mod x { fn main() {} }\nstruct S; impl S { fn main() {} }")
	for file, want := range map[string]bool{"src/main.rs": true, "build.rs": true, "a/src/bin/x.rs": true, "src/bin/x/main.rs": true,
		"examples/show.rs": true, "src/lib.rs": false, "src/x.rs": false} {
		if got := rust.Definition().IsEntryPoint(file, main); got != want {
			t.Errorf("%s: entry point is %v, want %v", file, got, want)
		}
		if rust.Definition().IsEntryPoint(file, none) {
			t.Errorf("%s: entry point without a main function", file)
		}
	}
}

func TestIsTest(t *testing.T) {
	for file, want := range map[string]bool{"tests/it.rs": true, "a/tests/common/mod.rs": true, "src/parser/tests.rs": true, "src/parser_test.rs": true,
		"benches/speed.rs": false, "src/lib.rs": false, "src/latest.rs": false, "src/testing.rs": false, "attest/src/x.rs": false} {
		if got := rust.Definition().IsTest(file); got != want {
			t.Errorf("%s: test is %v, want %v", file, got, want)
		}
	}
}

// TestExports checks that only what another file can name is exported.
func TestExports(t *testing.T) {
	f := langtest.Extract(t, rust.Definition(), `pub struct A { pub x: u8 } struct B; pub(crate) fn c() {} pub(self) fn d() {}
impl A { pub fn m(&self) {} } mod hidden { pub fn e() {} } pub mod open { pub fn f() { pub struct G; } }
pub use other::{H, I as J}; use third::K; #[macro_export] macro_rules! l { () => {} } macro_rules! m { () => {} }`)
	if got, want := strings.Join(f.Exports(), " "), "A c open f l H J"; got != want {
		t.Errorf("exports %q, want %q", got, want)
	}
}

// TestLong checks inputs that nest or chain without end; work that grows with
// the square of their length makes them stand out in the time of this test.
func TestLong(t *testing.T) {
	const many = 10000
	for name, src := range map[string]string{
		"nested":     "fn f() { " + strings.Repeat("(", 10*many) + "x" + strings.Repeat(")", 10*many) + " }",
		"blocks":     "fn f() { " + strings.Repeat("{ let a = a; ", many) + strings.Repeat("}", many) + " }",
		"lets":       "fn f() { " + strings.Repeat("let a = a(b); ", many) + " }",
		"let blocks": "fn f() { " + strings.Repeat("let a = { let b = c; b }; ", many) + " }",
		"chain":      "fn f() { x" + strings.Repeat(".a()", many) + " }",
		"path":       "fn f() { x" + strings.Repeat("::a", many) + "() }",
		"use":        "struct S; use a" + strings.Repeat("::{a", many) + strings.Repeat("}", many) + ";",
		"tokens":     "fn f() { m!(" + strings.Repeat("a.b(|x| x::<y>::z) ", many) + ") }",
		"trees":      "fn f() { m!(" + strings.Repeat("{", many) + strings.Repeat("}", many) + ") }",
		"macros":     strings.Repeat("m! { fn f() { ", many/10) + strings.Repeat("} }", many/10) + " fn g() {}",
		"attributes": strings.Repeat("#[a]\n", many) + "fn f() {}",
		"comments":   strings.Repeat("//! a\n", many) + strings.Repeat("/// b\n", many) + "fn f() {}",
		"variants":   "enum E { " + strings.Repeat("A, ", many) + "}",
		"impls":      "struct S; " + strings.Repeat("impl T for S {} ", many),
		"broken":     strings.Repeat("impl A {\nfn f(&self) {\n", many/4),
		"types":      "type A = " + strings.Repeat("Vec<", many) + "u8" + strings.Repeat(">", many) + ";",
		"wide":       "static A: [u8; 3] = [" + strings.Repeat("1, ", 4*many) + "];",
	} {
		t.Run(name, func(t *testing.T) {
			if f := langtest.Extract(t, rust.Definition(), src); len(f.Definitions) == 0 && f.Status != code.StatusFallback {
				t.Error("no definition")
			}
		})
	}
}

// TestUnclosed checks that an unclosed brace hides none of the items around it.
func TestUnclosed(t *testing.T) {
	const source = `use std::fmt;

pub struct Shop {
    name: String,
}

impl Shop {
    pub fn new(name: &str) -> Self {
        Shop { name: name.into() }
    }

    pub fn open(&mut self) -> bool {
        if self.closed() {
            return true;
        }
        self.doors.iter().any(|d| d.open())
    }

    fn closed(&self) -> bool {
        match self.state {
            State::Closed => true,
            _ => false,
        }
    }
}

pub enum State {
    Closed,
    Open,
}

impl fmt::Display for Shop {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

fn main() {
    Shop::new("corner").open();
}
`
	whole := langtest.Extract(t, rust.Definition(), source)
	for at, c := range source {
		if !strings.ContainsRune("{}()", c) {
			continue
		}
		f := langtest.Extract(t, rust.Definition(), source[:at]+" "+source[at+1:])
		have := make(map[string]bool)
		for i := range f.Definitions {
			have[f.QualifiedName(int32(i))] = true
		}
		for i := range whole.Definitions {
			d := &whole.Definitions[i]
			// The item whose own header was damaged may be lost.
			if d.Kind == code.KindField || d.Kind == code.KindEnumMember || d.Span.Contains(uint32(at)) && d.Line == lineOf(source, at) {
				continue
			}
			if name := whole.QualifiedName(int32(i)); !have[name] {
				t.Errorf("without the %q at line %d: %s is lost", c, lineOf(source, at), name)
			}
		}
	}
}

func lineOf(source string, at int) uint32 { return uint32(1 + strings.Count(source[:at], "\n")) }
