package scala_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/langtest"
	"sextant/internal/lang/scala"
)

// checkout is a build of two modules, one for several platforms, with package
// objects, files of several types and Java beside Scala.
var checkout = langtest.Tree{
	"build.sbt":                  "lazy val root = project",
	"versions.sbt":               "val v = 1",
	"project/Dependencies.scala": "object Dependencies { val cats = 1 }",
	"core/src/main/scala/org/shop/Cart.scala":            "package org.shop\nclass Cart\ntrait Line",
	"core/src/main/scala/org/shop/package.scala":         "package org\npackage object shop { type Id = Long }",
	"core/src/main/scala/org/shop/implicits.scala":       "package org.shop\nobject implicits { implicit val x: Int = 1 }",
	"core/src/main/scala/org/shop/util/Text.scala":       "package org.shop\npackage util\nobject Text",
	"core/src/main/scala/org/shop/util/functions.scala":  "package org.shop.util\ndef trim = 1\nenum Mode { case On }",
	"core/src/main/java/org/shop/Legacy.java":            "package org.shop; public class Legacy {}",
	"core/src/test/scala/org/shop/CartSuite.scala":       "package org.shop\nclass CartSuite",
	"core/src/test/scala/org/shop/Fixtures.scala":        "package org.shop\nobject Fixtures",
	"web/src/main/scala/Pages.scala":                     "package org.web\nclass Home\nclass About",
	"web/src/main/scala/Routes.scala":                    "package org {\n package web {\n  object Routes\n }\n}",
	"kit/shared/src/main/scala/org/kit/Clock.scala":      "package org.kit\ntrait Clock",
	"kit/jvm/src/main/scala/org/kit/ClockPlatform.scala": "package org.kit\ntrait ClockPlatform",
	"kit/shared/src/test/scala/org/kit/ClockSuite.scala": "package org.kit\nclass ClockSuite",
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
	const core, web = "core/src/main/scala/org/shop/", "web/src/main/scala/"
	const util = "core/src/main/scala/org/shop/util: " + core + "util/Text.scala, " + core + "util/functions.scala"
	const all = "core/src/main/scala/org/shop: core/src/main/java/org/shop/Legacy.java, " + core + "Cart.scala, " + core + "implicits.scala, " + core + "package.scala"
	const shop = core + "Cart.scala, " + core + "implicits.scala, " + core + "package.scala"
	cases := []struct{ name, from, src, want string }{
		{"class in its own file", web + "Pages.scala", "package org.web\nimport org.shop.Cart",
			"org.shop.Cart -> " + core + "Cart.scala: " + core + "Cart.scala"},
		{"type in another file of its package", web + "Pages.scala", "package org.web\nimport org.shop.Line",
			"org.shop.Line -> core/src/main/scala/org/shop: " + shop},
		{"member of a package object", web + "Pages.scala", "package org.web\nimport org.shop.Id",
			"org.shop.Id -> core/src/main/scala/org/shop: " + shop},
		{"braces and renames", web + "Pages.scala", "package org.web\nimport org.shop.{Cart => C, Legacy as L, Nothing => _}",
			"org.shop.Cart -> " + core + "Cart.scala: " + core + "Cart.scala\n" +
				"org.shop.Legacy -> core/src/main/java/org/shop/Legacy.java: core/src/main/java/org/shop/Legacy.java"},
		{"function of a package", web + "Pages.scala", "package org.web\nimport org.shop.util.trim", "org.shop.util.trim -> " + util},
		{"wildcards of a package", web + "Pages.scala", "package org.web\nimport org.shop.util._\nimport org.shop.util.*\nimport org.shop.util.given",
			"org.shop.util -> " + util + "\norg.shop.util -> " + util + "\norg.shop.util -> " + util},
		{"wildcard of an object", web + "Pages.scala", "package org.web\nimport org.shop.implicits._\nimport org.shop.util.Text._",
			"org.shop.implicits -> " + core + "implicits.scala: " + core + "implicits.scala\n" +
				"org.shop.util.Text -> " + core + "util/Text.scala: " + core + "util/Text.scala"},
		{"an enum's case", web + "Pages.scala", "package org.web\nimport org.shop.util.Mode.On", "org.shop.util.Mode.On -> " + util},
		{"relative to its package", core + "Cart.scala", "package org.shop\nimport util.Text",
			"util.Text -> " + core + "util/Text.scala: " + core + "util/Text.scala"},
		{"relative to an outer clause", core + "deep/Deep.scala", "package org.shop\npackage deep\nimport util.Text\nimport Cart._",
			"org.shop -> " + all + "\n" +
				"util.Text -> " + core + "util/Text.scala: " + core + "util/Text.scala\n" +
				"Cart -> " + core + "Cart.scala: " + core + "Cart.scala"},
		{"not relative to a package above", core + "deep/Deep.scala", "package org.shop.deep\nimport util.Text", "util.Text -> util.Text"},
		{"through an earlier import", web + "Pages.scala", "package org.web\nimport org.shop.util\nimport util.Text\nimport util._",
			"org.shop.util -> core/src/main/scala/org/shop: " + shop + "\n" +
				"util.Text -> " + core + "util/Text.scala: " + core + "util/Text.scala\nutil -> " + util},
		{"from the root", core + "Cart.scala", "package org.shop\nimport _root_.org.shop.util.Text",
			"_root_.org.shop.util.Text -> " + core + "util/Text.scala: " + core + "util/Text.scala"},
		{"a file outside its package's directory", core + "Cart.scala", "package org.shop\nimport org.web.About\nimport org.web._",
			"org.web.About -> org.web: " + web + "Pages.scala, " + web + "Routes.scala\norg.web -> org.web: " + web + "Pages.scala, " + web + "Routes.scala"},
		{"external", core + "Cart.scala", "package org.shop\nimport scala.collection.mutable\nimport cats._\nimport scala.util.{Try, Success}",
			"scala.collection.mutable -> scala.collection.mutable\ncats -> cats\nscala.util.Try -> scala.util.Try\nscala.util.Success -> scala.util.Success"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSuffix(langtest.Targets(t, scala.Definition(), with(c.from, c.src), c.from), "\n"); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	const core, coreTest = "core/src/main/scala/org/shop/", "core/src/test/scala/org/shop/"
	cases := []struct{ from, want string }{
		{core + "Cart.scala", "core/src/main/scala/org/shop: core/src/main/java/org/shop/Legacy.java, " + core + "Cart.scala, " + core + "implicits.scala, " + core + "package.scala\n"},
		{core + "util/Text.scala", "core/src/main/scala/org/shop/util: " + core + "util/Text.scala, " + core + "util/functions.scala\n"},
		{coreTest + "CartSuite.scala", "core/src/test/scala/org/shop: core/src/main/java/org/shop/Legacy.java, " + core + "Cart.scala, " +
			core + "implicits.scala, " + core + "package.scala, " + coreTest + "CartSuite.scala, " + coreTest + "Fixtures.scala\n"},
		{"kit/jvm/src/main/scala/org/kit/ClockPlatform.scala", "kit/jvm/src/main/scala/org/kit: kit/jvm/src/main/scala/org/kit/ClockPlatform.scala, kit/shared/src/main/scala/org/kit/Clock.scala\n"},
		{"kit/shared/src/test/scala/org/kit/ClockSuite.scala", "kit/shared/src/test/scala/org/kit: kit/jvm/src/main/scala/org/kit/ClockPlatform.scala, kit/shared/src/main/scala/org/kit/Clock.scala, kit/shared/src/test/scala/org/kit/ClockSuite.scala\n"},
		{"build.sbt", ".: build.sbt, versions.sbt\nproject: project/Dependencies.scala\n"},
	}
	for _, c := range cases {
		if got := langtest.VisibleTargets(t, scala.Definition(), checkout, c.from); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.from, got, c.want)
		}
	}
}

// TestModules checks that a package is seen across the modules of a build, and
// not across platforms.
func TestModules(t *testing.T) {
	build := langtest.Tree{
		"build.sbt": "",
		"core/shared/src/main/scala/org/kit/Clock.scala":      "package org.kit\ntrait Clock",
		"core/shared/src/test/scala/org/kit/ClockSuite.scala": "package org.kit\nclass ClockSuite",
		"core/jvm/src/main/scala/org/kit/Platform.scala":      "package org.kit\ntrait Platform",
		"core/js/src/main/scala/org/kit/Platform.scala":       "package org.kit\ntrait Platform",
		"core/js/src/main/scala/org/kit/Browser.scala":        "package org.kit\ntrait Browser",
		"tests/shared/src/test/scala/org/kit/UseSuite.scala":  "package org.kit\nclass UseSuite",
		"tests/jvm/src/test/scala/org/kit/FileSuite.scala":    "package org.kit\nclass FileSuite\nimport org.kit.Browser",
	}
	const shared, jvm, js = "core/shared/src/main/scala/org/kit/Clock.scala", "core/jvm/src/main/scala/org/kit/Platform.scala", "core/js/src/main/scala/org/kit/"
	for _, c := range []struct{ from, want string }{
		{shared, "core/shared/src/main/scala/org/kit: " + js + "Browser.scala, " + js + "Platform.scala, " + jvm + ", " + shared + "\n"},
		{jvm, "core/jvm/src/main/scala/org/kit: " + jvm + ", " + shared + "\n"},
		{js + "Platform.scala", "core/js/src/main/scala/org/kit: " + js + "Browser.scala, " + js + "Platform.scala, " + shared + "\n"},
		{"tests/jvm/src/test/scala/org/kit/FileSuite.scala", "tests/jvm/src/test/scala/org/kit: " + jvm + ", " + shared +
			", tests/jvm/src/test/scala/org/kit/FileSuite.scala, tests/shared/src/test/scala/org/kit/UseSuite.scala\n"},
	} {
		if got := langtest.VisibleTargets(t, scala.Definition(), build, c.from); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.from, got, c.want)
		}
	}
	if got := langtest.Targets(t, scala.Definition(), build, "tests/jvm/src/test/scala/org/kit/FileSuite.scala"); strings.Contains(got, "core/js") {
		t.Errorf("a test for the JVM depends on what is for JavaScript: %s", got)
	}
}

func TestIsTest(t *testing.T) {
	for p, want := range map[string]bool{
		"core/src/test/scala/a/Helper.scala": true, "src/it/scala/X.scala": true, "a/CartSpec.scala": true, "a/CartSuite.scala": true,
		"a/CartTest.scala": true, "a/CartSpecification.scala": true, "foo/test/src/Foo.scala": true, "test/controllers/Home.scala": true,
		"src/main/scala/a/Cart.scala": false, "src/main/scala/a/test/Kit.scala": false, "a/Spec.scala": false, "app/models/Latest.scala": false,
		"build.sbt": false, "core/src/main/scala/a/BodySpec.scala": false, "core/jvm/src/jvmMain/a/FooSuite.scala": false,
	} {
		if got := scala.Definition().IsTest(p); got != want {
			t.Errorf("%s: test is %v, want %v", p, got, want)
		}
	}
}

func TestIsEntryPoint(t *testing.T) {
	for src, want := range map[string]bool{
		"object A extends App { run() }":                                               true,
		"object A extends cats.effect.IOApp.Simple { val run = IO.unit }":              true,
		"object A extends IOApp with Logging:\n  def run(args: List[String]) = x":      true,
		"object A extends ZIOAppDefault { def run = x }":                               true,
		"object A extends CommandIOApp(name = \"a\", header = \"b\") { def main = x }": true,
		"class A extends IOApp":                                                        false,
		"object A extends IOApp.Other":                                                 false,
		"object A { def main(args: Array[String]): Unit = () }":                        true,
		"@main def run(n: Int) = println(n)":                                           true,
		"class A { def main(args: Array[String]): Unit = () }":                         false,
		"object A { def main(n: Int): Unit = () }":                                     false,
		"class App\nobject B extends Application":                                      false,
	} {
		if got := scala.Definition().IsEntryPoint("x.scala", langtest.Extract(t, scala.Definition(), src)); got != want {
			t.Errorf("%q: entry point is %v, want %v", src, got, want)
		}
	}
}

// TestExports checks that only what another file can import is exported.
func TestExports(t *testing.T) {
	f := langtest.Extract(t, scala.Definition(), "package a\nclass A { def m = 1 }\nprivate class B\nobject C { val x = 1 }\npackage object d { def e = 1 }\ndef f = 1\nexport g.H\n")
	if got := strings.Join(f.Exports(), " "); got != "A C e f H" {
		t.Errorf("exports %q, want %q", got, "A C e f H")
	}
}

// TestInjected checks the constructor parameters behind an annotation with
// arguments, which the grammar does not tell from those.
func TestInjected(t *testing.T) {
	f := langtest.Extract(t, scala.Definition(), "class A @Inject() (val a: B, @Named(\"x\") c: D[E] = f, private var g: H)(implicit i: J) extends K { def l = a.m(c) }\n")
	var names []string
	for _, d := range f.Definitions {
		names = append(names, d.Kind.String()+" "+d.Name+" "+d.Type)
	}
	if got, want := strings.Join(names, ", "), "class A , property a B, property g H, method l "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, r := range f.References {
		if r.Name == "c" && !r.Local {
			t.Error("a parameter is taken for a global name")
		}
	}
}

// TestLong checks inputs that nest or chain without end; work that grows with
// the square of their length makes them stand out in the time of this test.
func TestLong(t *testing.T) {
	const many = 2000 // the grammar itself needs the square of it
	for name, src := range map[string]string{
		"chain":    "object A { def f = a" + strings.Repeat(".a", many) + " }",
		"calls":    "object A { def f = a" + strings.Repeat(".b()", many/2) + " }",
		"infix":    "object A { def f = a" + strings.Repeat(" to a", many/2) + " }",
		"params":   "class A(" + strings.Repeat("a: Int, ", many/2) + "b: Int) {" + strings.Repeat("val b = a\n", many/2) + "}",
		"packages": strings.Repeat("package a\n", many/10) + "class A",
		"imports":  strings.Repeat("import a.{b, c => d, _}\n", many/10) + "class A",
		"line":     "object A { def f = \"" + strings.Repeat("x", 10*many) + "\" }",
		"lines":    "class A( {\n" + strings.Repeat("  val x = y\n", many),
	} {
		t.Run(name, func(t *testing.T) {
			if f := langtest.Extract(t, scala.Definition(), src); len(f.Definitions) == 0 {
				t.Error("no definition")
			}
		})
	}
}

// TestOddText checks what editors leave in files beside the text.
func TestOddText(t *testing.T) {
	for name, src := range map[string]string{
		"mark":          "\xef\xbb\xbfpackage a\n\nclass A {\n\tdef größe: Int = 1\n}",
		"carriage":      "package a\r\n\r\nclass A {\r\n\tdef größe: Int = 1\r\n}\r\n",
		"no final line": "package a\n\nclass A:\n\tdef größe: Int = 1",
	} {
		f := langtest.Extract(t, scala.Definition(), src)
		if len(f.Definitions) != 2 || f.Definitions[1].Name != "größe" || f.Definitions[1].Line != 4 ||
			f.Definitions[1].Signature != "def größe: Int" || f.Package != "a" {
			t.Errorf("%s: %+v", name, f.Definitions)
		}
	}
}
