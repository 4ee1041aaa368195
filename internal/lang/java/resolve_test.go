package java_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/java"
	"sextant/internal/lang/langtest"
)

// checkout is a build of two modules beside a flat one, with packages that
// end alike.
var checkout = langtest.Tree{
	"pom.xml":                                        "<project/>",
	"core/pom.xml":                                   "<project/>",
	"core/src/main/java/module-info.java":            "/* module none { */\n@Deprecated open module org.shop.core { }",
	"core/src/main/java/org/shop/Cart.java":          "package org.shop;",
	"core/src/main/java/org/shop/Money.java":         "package org.shop;",
	"core/src/main/java/org/shop/package-info.java":  "package org.shop;",
	"core/src/main/java/org/shop/util/Text.java":     "package org.shop.util;",
	"core/src/main/java/org/shop/util/Dates.kt":      "package org.shop.util",
	"core/src/main/resources/org/shop/util/Text.txt": "",
	"core/src/test/java/org/shop/CartTest.java":      "package org.shop;",
	"core/src/test/java/org/shop/Fixtures.java":      "package org.shop;",
	"web/pom.xml":                                   "<project/>",
	"web/src/main/java/org/web/Page.java":           "package org.web;",
	"web/src/main/java/org/shop/util/Text.java":     "package org.shop.util;",
	"web/src/main/java/org/web/org/shop/Money.java": "package org.web.org.shop;",
	"web/src/main/java/org/web/org/shop/Only.java":  "package org.web.org.shop;",
}

func targets(t *testing.T, tree langtest.Tree, from, src string) string {
	t.Helper()
	whole := langtest.Tree{from: src}
	for p, s := range tree {
		if p != from {
			whole[p] = s
		}
	}
	return langtest.Targets(t, java.Definition(), whole, from)
}

func TestResolve(t *testing.T) {
	const core, coreTest, web = "core/src/main/java/org/shop/", "core/src/test/java/org/shop/", "web/src/main/java/org/"
	cases := []struct{ name, from, src, want string }{
		{"same root", core + "Cart.java", "package org.shop; import org.shop.Money;",
			"org.shop.Money -> " + core + "Money.java: " + core + "Money.java"},
		{"nearest of two modules", web + "web/Page.java", "package org.web; import org.shop.util.Text;",
			"org.shop.util.Text -> " + web + "shop/util/Text.java: " + web + "shop/util/Text.java"},
		{"other module, and no package that ends alike", web + "web/Page.java", "package org.web; import org.shop.Money;",
			"org.shop.Money -> " + core + "Money.java: " + core + "Money.java"},
		{"a package that ends alike is no answer", core + "Cart.java", "package org.shop; import org.shop.Only;",
			"org.shop.Only -> org.shop.Only"},
		{"nested type", core + "Cart.java", "package org.shop; import org.shop.Money.Unit.Kind;",
			"org.shop.Money.Unit.Kind -> " + core + "Money.java: " + core + "Money.java"},
		{"static member", web + "web/Page.java", "package org.web; import static org.shop.Money.of;",
			"org.shop.Money -> " + core + "Money.java: " + core + "Money.java"},
		{"static wildcard", web + "web/Page.java", "package org.web; import static org.shop.Money.*;",
			"org.shop.Money -> " + core + "Money.java: " + core + "Money.java"},
		{"members of a type", web + "web/Page.java", "package org.web; import org.shop.Cart.*;",
			"org.shop.Cart -> " + core + "Cart.java: " + core + "Cart.java"},
		{"another language of the machine", core + "Cart.java", "package org.shop; import org.shop.util.Dates;",
			"org.shop.util.Dates -> " + core + "util/Dates.kt: " + core + "util/Dates.kt"},
		{"external", core + "Cart.java", "package org.shop; import java.util.List; import java.util.*;",
			"java.util.List -> java.util.List\njava.util -> java.util"},
		{"a test sees the main root", coreTest + "CartTest.java", "package org.shop; import org.shop.Cart;",
			"org.shop.Cart -> " + core + "Cart.java: " + core + "Cart.java"},
		{"package from main code", core + "util/Text.java", "package org.shop.util; import org.shop.*;",
			"org.shop -> core/src/main/java/org/shop: " + core + "Cart.java, " + core + "Money.java, " + core + "package-info.java"},
		{"package from a test", coreTest + "CartTest.java", "package org.shop; import org.shop.*;",
			"org.shop -> core/src/test/java/org/shop: " + core + "Cart.java, " + core + "Money.java, " + core + "package-info.java, " +
				coreTest + "CartTest.java, " + coreTest + "Fixtures.java"},
		{"package of another module", web + "web/Page.java", "package org.web; import org.shop.*;",
			"org.shop -> core/src/main/java/org/shop: " + core + "Cart.java, " + core + "Money.java, " + core + "package-info.java"},
		{"module", "web/src/main/java/module-info.java", "module org.web { requires org.shop.core; requires java.sql; requires none; }",
			"org.shop.core -> core/src/main/java/module-info.java: core/src/main/java/module-info.java\njava.sql -> java.sql\nnone -> none"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSuffix(targets(t, checkout, c.from, c.src), "\n"); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// TestOtherLanguages checks what Java sees of the other languages of its machine.
func TestOtherLanguages(t *testing.T) {
	tree := langtest.Tree{
		"src/main/java/org/shop/Cart.java":   "package org.shop;",
		"src/main/kotlin/org/shop/Dates.kt":  "package org.shop",
		"src/main/scala/org/shop/Text.scala": "package org.shop",
	}
	src := "package app; import org.shop.Dates; import static org.shop.DatesKt.format; import org.shop.Hidden;"
	const kotlin = "src/main/kotlin/org/shop/Dates.kt"
	want := "org.shop.Dates -> " + kotlin + ": " + kotlin + "\norg.shop.DatesKt -> " + kotlin + ": " + kotlin +
		"\norg.shop.Hidden -> src/main/java/org/shop: src/main/java/org/shop/Cart.java, " + kotlin + ", src/main/scala/org/shop/Text.scala\n"
	if got := targets(t, tree, "src/main/java/app/Main.java", src); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestVisible(t *testing.T) {
	const core, coreTest = "core/src/main/java/org/shop/", "core/src/test/java/org/shop/"
	for from, want := range map[string]string{
		core + "Cart.java":                    "core/src/main/java/org/shop: " + core + "Cart.java, " + core + "Money.java, " + core + "package-info.java\n",
		core + "util/Text.java":               "core/src/main/java/org/shop/util: " + core + "util/Dates.kt, " + core + "util/Text.java\n",
		coreTest + "CartTest.java":            "core/src/test/java/org/shop: " + core + "Cart.java, " + core + "Money.java, " + core + "package-info.java, " + coreTest + "CartTest.java, " + coreTest + "Fixtures.java\n",
		"web/src/main/java/org/web/Page.java": "",
	} {
		if got := langtest.VisibleTargets(t, java.Definition(), checkout, from); got != want {
			t.Errorf("%s:\n got %s\nwant %s", from, got, want)
		}
	}
}

func TestResolveFlat(t *testing.T) {
	tree := langtest.Tree{
		"app/Main.java":        "package app;",
		"app/model/User.java":  "package app.model;",
		"app/app/Twin.java":    "package app.app;",
		"Tool.java":            "",
		"Helper.java":          "",
		"lib/src/ext/Lib.java": "package ext;",
	}
	cases := []struct{ from, src, want string }{
		{"app/Main.java", "package app; import app.model.User; import app.model.*;",
			"app.model.User -> app/model/User.java: app/model/User.java\napp.model -> app/model: app/model/User.java\n"},
		{"app/Main.java", "package app; import app.Twin;", "app.Twin -> app.Twin\n"},
		{"app/Main.java", "package app; import ext.Lib;", "ext.Lib -> lib/src/ext/Lib.java: lib/src/ext/Lib.java\n"},
		{"Tool.java", "import Helper;", "Helper -> Helper.java: Helper.java\n"},
		{"odd/place/Main.java", "package app; import app.model.User;", "app.model.User -> app/model/User.java: app/model/User.java\n"},
	}
	for _, c := range cases {
		if got := targets(t, tree, c.from, c.src); got != c.want {
			t.Errorf("%s %q\n got: %s\nwant: %s", c.from, c.src, got, c.want)
		}
	}
}

func TestIsTest(t *testing.T) {
	isTest := java.Definition().IsTest
	cases := map[string]bool{
		"src/test/java/a/Helper.java": true, "m/src/test/java/Helper.java": true, "m/src/integrationTest/java/X.java": true,
		"src/testFixtures/java/X.java": true, "a/CartTest.java": true, "a/CartTests.java": true, "a/CartTestCase.java": true,
		"a/CartIT.java": true, "a/TestCart.java": true, "a/Test.java": true, "a/Test2.java": true,
		"src/main/java/a/Cart.java": false, "a/Testament.java": false, "a/UNIT.java": false, "src/main/java/a/LoadTest.java": false, "a/IT.java": false,
		"src/main/java/test/Cart.java": false, "a/Contest.java": false, "a/Tests1.java": false, "latest/src/Cart.java": false,
	}
	for p, want := range cases {
		if got := isTest(p); got != want {
			t.Errorf("%s: test is %v, want %v", p, got, want)
		}
	}
}

// TestExports checks that only what another package can name is exported.
func TestExports(t *testing.T) {
	f := langtest.Extract(t, java.Definition(), "package a;\npublic class A { public void m() {} }\nclass B { public void n() {} }\npublic enum E { X }\n")
	if got := strings.Join(f.Exports(), " "); got != "A E" {
		t.Errorf("exports %q, want %q", got, "A E")
	}
}

// TestLong checks inputs that nest or chain without end; work that grows with
// the square of their length makes them stand out in the time of this test.
func TestLong(t *testing.T) {
	const many = 10000
	for name, src := range map[string]string{
		"chain":      "class A { int x = a" + strings.Repeat(".a", many) + "; }",
		"calls":      "class A { int x = a" + strings.Repeat(".b()", many) + "; }",
		"ifs":        "class A { void f() {" + strings.Repeat("if (!(a instanceof B b) && g(() -> {", many/20) + " } }",
		"type":       "class A { a" + strings.Repeat(".B", many) + " x; }",
		"annotation": "@a" + strings.Repeat(".B", many) + " class A {}",
		"fields":     "class A { int a" + strings.Repeat(", b", many) + "; }",
		"compact":    "record A(int a" + strings.Repeat(", int b", many/10) + ") {" + strings.Repeat("A {}", many/10) + "}",
	} {
		t.Run(name, func(t *testing.T) {
			if f := langtest.Extract(t, java.Definition(), src); len(f.Definitions) == 0 {
				t.Error("no definition")
			}
		})
	}
}
