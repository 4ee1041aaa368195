package kotlin_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/kotlin"
	"sextant/internal/lang/langtest"
)

// checkout holds two modules in the usual layout, one for several platforms,
// files outside their package's directory, and Java beside Kotlin.
var checkout = langtest.Tree{
	"settings.gradle.kts":                         "",
	"core/build.gradle.kts":                       "",
	"core/src/main/kotlin/org/shop/Cart.kt":       "package org.shop\nclass Cart",
	"core/src/main/kotlin/org/shop/Prices.kt":     "package org.shop\nclass Price\nfun total() = 1\nfun String.cents() = 2",
	"core/src/main/java/org/shop/Legacy.java":     "package org.shop; public class Legacy {}",
	"core/src/test/kotlin/org/shop/CartTest.kt":   "package org.shop\nclass CartTest",
	"core/src/test/kotlin/org/shop/Fixtures.kt":   "package org.shop\nfun cart() = Cart()",
	"web/build.gradle.kts":                        "",
	"core/src/main/kotlin/Tool.kt":                "class Tool\nfun plain() = 1",
	"web/src/main/kotlin/Page.kt":                 "package org.web\nclass Page\nenum class Color { RED }",
	"web/src/main/kotlin/pages/Home.kt":           "package org.web.pages\nclass Home",
	"kit/common/src/org/kit/Clock.kt":             "package org.kit\nexpect class Clock",
	"kit/common/src/org/kit/Time.kt":              "package org.kit\nfun now() = 1",
	"kit/jvm/src/org/kit/ClockJvm.kt":             "package org.kit\nactual class Clock",
	"kit/common/test/org/kit/ClockTest.kt":        "package org.kit\nclass ClockTest",
	"samples/a/src/main/kotlin/com/demo/Main.kt":  "package com.demo\nfun main() {}\nfun shared() = 1",
	"samples/b/src/main/kotlin/com/demo/Main.kt":  "package com.demo\nfun main() {}\nfun shared() = 2",
	"samples/b/src/main/kotlin/com/demo/Other.kt": "package com.demo\nfun other() = 2",
}

func with(path, src string) langtest.Tree {
	whole := langtest.Tree{path: src}
	for p, s := range checkout {
		if p != path {
			whole[p] = s
		}
	}
	return whole
}

func TestResolve(t *testing.T) {
	const core, coreTest, web = "core/src/main/kotlin/org/shop/", "core/src/test/kotlin/org/shop/", "web/src/main/kotlin/"
	const inCore = core + "Cart.kt, " + core + "Prices.kt"
	const shop = "core/src/main/java/org/shop: core/src/main/java/org/shop/Legacy.java, " + inCore
	cases := []struct{ name, from, imports, want string }{
		{"class in its own file", web + "Page.kt", "package org.web\nimport org.shop.Cart",
			"org.shop.Cart -> " + core + "Cart.kt: " + core + "Cart.kt"},
		{"class in another file of its package", web + "Page.kt", "package org.web\nimport org.shop.Price",
			"org.shop.Price -> " + shop},
		{"function", web + "Page.kt", "package org.web\nimport org.shop.total", "org.shop.total -> " + shop},
		{"extension function under another name", web + "Page.kt", "package org.web\nimport org.shop.cents as c",
			"org.shop.cents -> " + shop},
		{"wildcard", web + "Page.kt", "package org.web\nimport org.shop.*", "org.shop -> " + shop},
		{"a Java class", web + "Page.kt", "package org.web\nimport org.shop.Legacy",
			"org.shop.Legacy -> core/src/main/java/org/shop/Legacy.java: core/src/main/java/org/shop/Legacy.java"},
		{"a file outside its package's directory", core + "Cart.kt", "package org.shop\nimport org.web.Page",
			"org.web.Page -> org.web: " + web + "Page.kt"},
		{"an enum's entry there", core + "Cart.kt", "package org.shop\nimport org.web.Color.RED",
			"org.web.Color.RED -> org.web: " + web + "Page.kt"},
		{"a package below", core + "Cart.kt", "package org.shop\nimport org.web.pages.*",
			"org.web.pages -> org.web.pages: " + web + "pages/Home.kt"},
		{"a nested class", web + "Page.kt", "package org.web\nimport org.shop.Cart.Line",
			"org.shop.Cart.Line -> " + core + "Cart.kt: " + core + "Cart.kt"},
		{"a companion's member", web + "Page.kt", "package org.web\nimport org.shop.Cart.Companion.of",
			"org.shop.Cart.Companion.of -> " + core + "Cart.kt: " + core + "Cart.kt"},
		{"a test sees tests", coreTest + "CartTest.kt", "package org.shop\nimport org.shop.cart",
			"org.shop.cart -> core/src/test/kotlin/org/shop: core/src/main/java/org/shop/Legacy.java, " + inCore + ", " +
				coreTest + "CartTest.kt, " + coreTest + "Fixtures.kt"},
		{"main code sees no tests", core + "Cart.kt", "package org.shop\nimport org.shop.cart",
			"org.shop.cart -> core/src/main/kotlin/org/shop: core/src/main/java/org/shop/Legacy.java, " + inCore},
		{"platforms", web + "Page.kt", "package org.web\nimport org.kit.now",
			"org.kit.now -> kit/common/src/org/kit: kit/common/src/org/kit/Clock.kt, kit/common/src/org/kit/Time.kt, kit/jvm/src/org/kit/ClockJvm.kt"},
		{"the nearest of copies", "samples/a/src/main/kotlin/com/demo/Main.kt", "package com.demo\nimport com.demo.shared",
			"com.demo.shared -> samples/a/src/main/kotlin/com/demo: samples/a/src/main/kotlin/com/demo/Main.kt, samples/b/src/main/kotlin/com/demo/Other.kt"},
		{"a type inside one of another file", core + "Cart.kt", "package org.shop\nimport org.shop.Price.Net",
			"org.shop.Price.Net -> core/src/main/kotlin/org/shop: core/src/main/java/org/shop/Legacy.java, " + inCore},
		{"of no package", coreTest + "CartTest.kt", "package org.shop\nimport Tool\nimport plain",
			"Tool -> core/src/main/kotlin/Tool.kt: core/src/main/kotlin/Tool.kt\nplain -> core/src/main/kotlin: core/src/main/kotlin/Tool.kt"},
		{"external", core + "Cart.kt", "package org.shop\nimport kotlin.math.PI\nimport kotlinx.coroutines.*\nimport java.util.List",
			"kotlin.math.PI -> kotlin.math.PI\nkotlinx.coroutines -> kotlinx.coroutines\njava.util.List -> java.util.List"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSuffix(langtest.Targets(t, kotlin.Definition(), with(c.from, c.imports), c.from), "\n"); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	const core, coreTest = "core/src/main/kotlin/org/shop/", "core/src/test/kotlin/org/shop/"
	const inCore = core + "Cart.kt, " + core + "Prices.kt"
	cases := []struct{ from, want string }{
		{core + "Cart.kt", "core/src/main/kotlin/org/shop: core/src/main/java/org/shop/Legacy.java, " + inCore + "\n"},
		{coreTest + "CartTest.kt", "core/src/test/kotlin/org/shop: core/src/main/java/org/shop/Legacy.java, " + core + "Cart.kt, " +
			core + "Prices.kt, " + coreTest + "CartTest.kt, " + coreTest + "Fixtures.kt\n"},
		{"kit/jvm/src/org/kit/ClockJvm.kt", "kit/jvm/src/org/kit: kit/common/src/org/kit/Clock.kt, kit/common/src/org/kit/Time.kt, kit/jvm/src/org/kit/ClockJvm.kt\n"},
		{"kit/common/test/org/kit/ClockTest.kt", "kit/common/test/org/kit: kit/common/src/org/kit/Clock.kt, kit/common/src/org/kit/Time.kt, kit/common/test/org/kit/ClockTest.kt, kit/jvm/src/org/kit/ClockJvm.kt\n"},
		{"web/src/main/kotlin/Page.kt", ""},
		{"samples/a/src/main/kotlin/com/demo/Main.kt", ""},
		{"settings.gradle.kts", ""},
	}
	for _, c := range cases {
		if got := langtest.VisibleTargets(t, kotlin.Definition(), checkout, c.from); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.from, got, c.want)
		}
	}
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"core/src/test/kotlin/a/Helper.kt": true, "src/commonTest/kotlin/X.kt": true, "src/jvmTest/kotlin/X.kt": true,
		"kit/common/test/a/X.kt": true, "a/CartTest.kt": true, "a/CartSpec.kt": true, "a/CacheIT.kt": true,
		"src/main/kotlin/test/Cart.kt": false, "src/main/kotlin/a/Contest.kt": false, "src/commonMain/kotlin/Latest.kt": false,
		"build.gradle.kts": false, "core/src/main/kotlin/a/PackageSpec.kt": false, "core/src/commonMain/kotlin/a/FlowTest.kt": false,
		"core/src/jvmMain/kotlin/a/LoadTests.kt": false, "main/FlowTest.kt": true,
	} {
		if got := kotlin.Definition().IsTest(p); got != want {
			t.Errorf("%s: test is %v, want %v", p, got, want)
		}
	}
}

func TestIsEntryPoint(t *testing.T) {
	for src, want := range map[string]bool{
		"fun main() {}": true, "fun main(args: Array<String>) = run(args)": true, "suspend fun main() {}": true,
		"object A { @JvmStatic fun main(args: Array<String>) {} }": true,
		"class A { fun main() {} }":                                false, "private fun main() {}": false, "fun main(x: Int) {}": false,
		"fun Foo.main() {}": false, "fun mainly() {}": false,
	} {
		if got := kotlin.Definition().IsEntryPoint("x.kt", langtest.Extract(t, kotlin.Definition(), src)); got != want {
			t.Errorf("%q: entry point is %v, want %v", src, got, want)
		}
	}
}

// TestExports checks that only what another file can import is exported.
func TestExports(t *testing.T) {
	f := langtest.Extract(t, kotlin.Definition(), "package a\nclass A { fun m() {} }\nprivate class B\ninternal fun c() { val x = 1; fun y() {} }\nval d = 1\nobject E\ntypealias F = A\n")
	if got := strings.Join(f.Exports(), " "); got != "A c d E F" {
		t.Errorf("exports %q, want %q", got, "A c d E F")
	}
}

// TestLong checks inputs that nest or chain without end; work that grows with
// the square of their length makes them stand out in the time of this test.
func TestLong(t *testing.T) {
	const many = 10000
	for name, src := range map[string]string{
		"chain":   "fun f() = a" + strings.Repeat(".a", many),
		"calls":   "fun f() = a" + strings.Repeat(".b()", many/2),
		"deep":    "fun f() = " + strings.Repeat("(", many) + strings.Repeat(")", many),
		"lambdas": "fun f() { " + strings.Repeat("a { ", many/2),
		"params":  "class A(" + strings.Repeat("a: Int, ", many/2) + ") {" + strings.Repeat("val b = a\n", many/2) + "}",
		"infix":   "fun f() = a" + strings.Repeat(" to a", many),
		"line":    "fun f() = \"" + strings.Repeat("x", 10*many) + "$y\"",
		"lines":   "fun f( {\n" + strings.Repeat("val x = y\n", many),
	} {
		t.Run(name, func(t *testing.T) {
			if f := langtest.Extract(t, kotlin.Definition(), src); len(f.Definitions) == 0 {
				t.Error("no definition")
			}
		})
	}
}

// TestOddText checks what editors leave in files beside the text.
func TestOddText(t *testing.T) {
	for name, src := range map[string]string{
		"mark":          "\xef\xbb\xbfpackage a\n\nclass A {\n\tfun größe(): Int = 1\n}",
		"carriage":      "package a\r\n\r\nclass A {\r\n\tfun größe(): Int = 1\r\n}\r\n",
		"no final line": "package a\n\nclass A {\n\tfun größe(): Int = 1\n}",
	} {
		f := langtest.Extract(t, kotlin.Definition(), src)
		if len(f.Definitions) != 2 || f.Definitions[1].Name != "größe" || f.Definitions[1].Line != 4 ||
			f.Definitions[1].Signature != "fun größe(): Int" || f.Package != "a" {
			t.Errorf("%s: %+v", name, f.Definitions)
		}
	}
}
