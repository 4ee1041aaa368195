package csharp_test

import (
	"slices"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang/csharp"
	"sextant/internal/lang/langtest"
)

// checkout is a solution of a library, a program, its tests, and a second
// library that nothing refers to and that declares some of the same names.
var checkout = langtest.Tree{
	"Shop.sln":              "",
	"Directory.Build.props": "\ufeff<Project><ItemGroup><Using Include=\"Shop.Everywhere\" /></ItemGroup></Project>",
	"src/Core/Core.csproj":  "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Library</OutputType></PropertyGroup></Project>",
	"src/Core/Cart.cs":      "namespace Shop.Core { public class Cart { public class Line { } } }",
	"src/Core/Money.cs":     "namespace Shop.Core; public struct Money { }",
	"src/Core/Money.Ops.cs": "namespace Shop.Core; public partial struct Money { }",
	"src/Core/Data/Db.cs":   "namespace Shop.Core { namespace Data { class Db { } } }",
	"src/Core/Program.cs":   "class P { static void Main() { } }",
	"src/Any/Any.cs":        "namespace Shop.Everywhere; public class Any { }",
	"src/Web/Web.csproj": "\ufeff<?xml version=\"1.0\"?>\r\n<!-- <ProjectReference Include=\"..\\Other\\Other.csproj\" /> -->\r\n<Project Sdk='Microsoft.NET.Sdk.Web'>\r\n" +
		"<ItemGroup><ProjectReference Include=\"..\\Core\\Core.csproj\"></ProjectReference>\r\n<Using Include=\"Shop.Core.Data\" /><Using Static=\"true\" Include=\"Shop.Core.Cart\" /></ItemGroup></Project>",
	"src/Web/Program.cs":          "using Shop.Core; new Cart();",
	"src/Web/GlobalUsings.cs":     "global using Shop.Web.Models;\nglobal using static Shop.Core.Money; // c\nglobal using M = Shop.Core.Money;\nnamespace X { }",
	"src/Web/Page.cs":             "namespace Shop.Web.Pages;",
	"src/Web/Models/Model.cs":     "namespace Shop.Web.Models { class Model { } }",
	"src/Web/Base.cs":             "namespace Shop { class Base { } }",
	"src/Other/Other.csproj":      "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>",
	"src/Other/Cart.cs":           "namespace Shop.Core; class Cart { }",
	"src/Other/Only.cs":           "namespace Other.Things; class Only { } class Second { }",
	"src/Other/Extra.cs":          "namespace Other.Things; class Third { }",
	"src/Loose/Player.cs":         "class Player : Actor { void Go() { new Weapon(); Missing x; } }",
	"src/Loose/Actor.cs":          "class Actor { }",
	"src/Loose/Weapon.cs":         "class Weapon { }",
	"tests/Web.Tests/T.csproj":    "<Project Sdk=\"Microsoft.NET.Sdk\"><ItemGroup><ProjectReference Include=\"$(Root)/src/Web/Web.csproj\" /></ItemGroup></Project>",
	"tests/Web.Tests/PageTest.cs": "namespace Shop.Web.Pages.Tests { class PageTest { } }",
}

func with(from, src string) langtest.Tree {
	whole := langtest.Tree{}
	for p, s := range checkout {
		whole[p] = s
	}
	whole[from] = src
	return whole
}

func TestResolve(t *testing.T) {
	const core, web, other = "src/Core/", "src/Web/", "src/Other/"
	cases := []struct{ name, from, src, want string }{
		{"namespace, of the project referred to", web + "Page.cs", "using Shop.Core;", "Shop.Core -> Shop.Core: " + core + "Cart.cs, " + core + "Data/Db.cs, " + core + "Money.Ops.cs, " + core + "Money.cs"},
		{"namespace, own project first", other + "Only.cs", "using Shop.Core;", "Shop.Core -> Shop.Core: " + other + "Cart.cs"},
		{"namespace, only elsewhere", web + "Page.cs", "using Other.Things;", "Other.Things -> Other.Things: " + other + "Extra.cs, " + other + "Only.cs"},
		{"namespace, references unknown", "tests/Web.Tests/PageTest.cs", "using Shop.Core;", "Shop.Core -> Shop.Core: " + core + "Cart.cs, " + core + "Data/Db.cs, " + core + "Money.Ops.cs, " + core + "Money.cs, " + other + "Cart.cs"},
		{"nested namespace", web + "Page.cs", "using Shop.Core.Data;", "Shop.Core.Data -> Shop.Core.Data: " + core + "Data/Db.cs"},
		{"static", web + "Page.cs", "using static Shop.Core.Cart;", "Shop.Core.Cart -> " + core + "Cart.cs: " + core + "Cart.cs"},
		{"static, partial type", web + "Page.cs", "using static Shop.Core.Money;", "Shop.Core.Money -> Shop.Core: " + core + "Money.Ops.cs, " + core + "Money.cs"},
		{"static, nested type", web + "Page.cs", "using static Shop.Core.Cart.Line;", "Shop.Core.Cart.Line -> " + core + "Cart.cs: " + core + "Cart.cs"},
		{"static, file not named like the type", web + "Page.cs", "using static Other.Things.Second;", "Other.Things.Second -> Other.Things: " + other + "Extra.cs, " + other + "Only.cs"},
		{"alias of a type", web + "Page.cs", "using C = Shop.Core.Cart;", "Shop.Core.Cart -> " + core + "Cart.cs: " + core + "Cart.cs"},
		{"alias of a generic type", web + "Page.cs", "using C = Other.Things.Only<int>;", "Other.Things.Only -> " + other + "Only.cs: " + other + "Only.cs"},
		{"alias of a namespace", web + "Page.cs", "using D = Shop.Core.Data;", "Shop.Core.Data -> Shop.Core.Data: " + core + "Data/Db.cs"},
		{"global using", web + "Page.cs", "global using Shop.Core.Data;", "Shop.Core.Data -> Shop.Core.Data: " + core + "Data/Db.cs"},
		{"global static using", web + "Page.cs", "global using static Shop.Core.Cart;", "Shop.Core.Cart -> " + core + "Cart.cs: " + core + "Cart.cs"},
		{"global::", web + "Page.cs", "using global::Shop.Core.Data;", "global::Shop.Core.Data -> Shop.Core.Data: " + core + "Data/Db.cs"},
		{"extern alias", web + "Page.cs", "extern alias Core; using Core::Shop.Core;", "Core -> Core\nCore::Shop.Core -> Core::Shop.Core"},
		{"relative to the namespace around", web + "Page.cs", "namespace Shop.Web { using Core.Data; using Models; }", "Core.Data -> Shop.Core.Data: " + core + "Data/Db.cs\nModels -> Shop.Web.Models: " + web + "Models/Model.cs"},
		{"relative only inside", web + "Page.cs", "using Core.Data; namespace Shop { }", "Core.Data -> Core.Data"},
		{"external", web + "Page.cs", "using System; using static System.Math; using J = Newtonsoft.Json.JsonConvert;",
			"System -> System\nSystem.Math -> System.Math\nNewtonsoft.Json.JsonConvert -> Newtonsoft.Json.JsonConvert"},
		{"a namespace that only holds others", web + "Page.cs", "using Other;", "Other -> Other"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.TrimSuffix(langtest.Targets(t, csharp.Definition(), with(c.from, c.src), c.from), "\n"); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	cases := []struct{ name, from, want string }{
		{"own and enclosing namespaces, global usings, the project's", "src/Web/Page.cs",
			"Shop.Web.Pages: src/Web/Page.cs\n" +
				"Shop: src/Web/Base.cs\n" +
				"Shop.Core.Data: src/Core/Data/Db.cs\n" +
				"src/Core/Cart.cs: src/Core/Cart.cs\n" +
				"Shop.Everywhere: src/Any/Any.cs\n" +
				"Shop.Web.Models: src/Web/Models/Model.cs\n" +
				"Shop.Core: src/Core/Money.Ops.cs, src/Core/Money.cs\n"},
		{"parts of a type, no project's usings", "src/Core/Money.cs",
			"Shop.Core: src/Core/Cart.cs, src/Core/Data/Db.cs, src/Core/Money.Ops.cs, src/Core/Money.cs\n" +
				"Shop: src/Web/Base.cs\nShop.Everywhere: src/Any/Any.cs\n"},
		{"no namespace", "src/Loose/Player.cs", "global::: src/Loose/Actor.cs, src/Loose/Weapon.cs\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := langtest.VisibleTargets(t, csharp.Definition(), checkout, c.from); got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestPrograms(t *testing.T) {
	tree := langtest.Tree{
		"a/A.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup>\n<OutputType>WinExe</OutputType></PropertyGroup></Project>", "a/Program.cs": "",
		"b/B.csproj": "<Project Sdk=\"Microsoft.NET.Sdk.Worker/8.0\" />", "b/Program.cs": "",
		"c/C.csproj": "<Project Sdk=\"Microsoft.NET.Sdk.Web\"><PropertyGroup><OutputType>Library</OutputType></PropertyGroup></Project>", "c/Program.cs": "",
		"d/D.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\"></Project>", "d/Program.cs": "",
		"e/E.csproj": "\xff\xfe<\x00P\x00r\x00o\x00j\x00e\x00c\x00t\x00>\x00<\x00O\x00u\x00t\x00p\x00u\x00t\x00T\x00y\x00p\x00e\x00>\x00E\x00x\x00e\x00<\x00/\x00", "e/Program.cs": "",
		"f/F.csproj": "<Project><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>", "f/Main.cs": "",
		"g/Program.cs": "",
	}
	if got, want := csharp.Definition().Programs(tree), []string{"a/Program.cs", "b/Program.cs", "e/Program.cs"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestIsEntryPoint(t *testing.T) {
	cases := []struct {
		path, src string
		want      bool
	}{
		{"a/App.cs", "class App { static async Task Main(string[] args) { } }", true},
		{"a/App.cs", "class App { void Main() { } static void Other() { Run(); } }", false},
		{"a/Program.cs", "using System;\nConsole.WriteLine(1);", true},
		{"a/Program.cs", "[assembly: Title(\"x\", Name = B.C)]\nnamespace A; class B { int x = Run(); }", false},
		{"a/run.csx", "#r \"x\"\nawait Go();", true},
	}
	d := csharp.Definition()
	for _, c := range cases {
		if got := d.IsEntryPoint(c.path, langtest.Extract(t, d, c.src)); got != c.want {
			t.Errorf("%s %q: entry point is %v, want %v", c.path, c.src, got, c.want)
		}
	}
}

func TestIsTest(t *testing.T) {
	isTest := csharp.Definition().IsTest
	cases := map[string]bool{
		"src/Shop.Tests/Helper.cs": true, "Shop.Test/X.cs": true, "tests/Shop/X.cs": true, "test/X.cs": true, "a/CartTests.cs": true,
		"a/CartTest.cs": true, "Shop.UnitTests/X.cs": true, "src/Tests/X.cs": true, "a/CartSpecs.cs": true,
		"src/Shop/Cart.cs": false, "a/Contest.cs": false, "a/Latests/X.cs": false, "a/Test.cs": false, "src/Testing/X.cs": false,
		"src/Shop.TestUtilities/X.cs": false,
	}
	for p, want := range cases {
		if got := isTest(p); got != want {
			t.Errorf("%s: test is %v, want %v", p, got, want)
		}
	}
}

// TestExports checks that what another file of the assembly can name is
// exported, and nothing private to the file or nested.
func TestExports(t *testing.T) {
	f := langtest.Extract(t, csharp.Definition(), "namespace A.B;\npublic class A { public class In { } }\nclass B { }\nfile class C { }\npublic enum E { X }\ndelegate void D();\n")
	if got := strings.Join(f.Exports(), " "); got != "A B E D" {
		t.Errorf("exports %q, want %q", got, "A B E D")
	}
}

// TestHostile checks inputs that nest or chain without end; work that grows
// with the square of their length makes them stand out in this test's time.
// What is too deep to be walked has facts by line, and need only finish.
func TestHostile(t *testing.T) {
	const many, walked = 100000, 10000
	for name, src := range map[string]string{
		"chain":        "class A { int x = a" + strings.Repeat(".a", walked) + "; }",
		"calls":        "class A { int x = a" + strings.Repeat(".b()", walked/2) + "; }",
		"type":         "class A { a" + strings.Repeat(".B", walked) + " x; }",
		"fields":       "class A { int a" + strings.Repeat(", b", walked) + "; }",
		"wide":         "class A { int x = " + strings.Repeat("aaaaaaaa + ", 2000) + "1; }",
		"parens":       "class A { int x = " + strings.Repeat("(", walked) + strings.Repeat(")", walked) + "; }",
		"deep parens":  "class A { int x = " + strings.Repeat("(", many) + strings.Repeat(")", many) + "; }",
		"blocks":       "class A { void F() " + strings.Repeat("{", walked) + strings.Repeat("}", walked) + " }",
		"deep blocks":  "class A { void F() " + strings.Repeat("{", many) + strings.Repeat("}", many) + " }",
		"open":         "class A { void F() " + strings.Repeat("{ ", many),
		"classes":      strings.Repeat("class A { ", walked/2) + strings.Repeat("}", walked/2),
		"deep classes": strings.Repeat("class A { ", many/5) + strings.Repeat("}", many/5),
		"no bodies":    strings.Repeat("class A ", 1000),
		"branches":     "class A {\n" + strings.Repeat("#if A\n{\n", walked) + strings.Repeat("#else\n", 2000) + "}",
		"holes":        "class A { string s = " + strings.Repeat("$\"{", 5000) + " }",
		"one line":     strings.Repeat("class A { int X { get; set; } } ", walked) + "class {",
		"unbalanced":   strings.Repeat("class A\n{\n", 2*walked) + strings.Repeat(" }\n", walked),
	} {
		t.Run(name, func(t *testing.T) {
			f := langtest.Extract(t, csharp.Definition(), src)
			if len(f.Definitions) == 0 && f.Status != code.StatusFallback {
				t.Error("no definition")
			}
		})
	}
}
