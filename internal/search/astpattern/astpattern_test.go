package astpattern_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sextant/internal/search/astpattern"
	"sextant/internal/syntax"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		language, pattern, src string
		want                   []string
	}{
		// One node, any node, the same node.
		{"js", "foo($A)", "foo(1); foo(a, b); bar(foo(x))", []string{"foo(1)", "foo(x)"}},
		{"js", "$A + $A", "a + a; a + b; f(x) + f( x ); 1 + 1", []string{"a + a", "f(x) + f( x )", "1 + 1"}},
		{"js", "$_ + $_", "a + b; a + a", []string{"a + b", "a + a"}},
		{"js", "$_A + $_A", "a + b", []string{"a + b"}},
		{"js", "$A", "a", []string{"a", "a", "a"}}, // the program, the statement and the name
		{"js", "$lower", "$lower; other", []string{"$lower"}},
		{"js", "foo", "foo; x.foo; {foo: 1}", []string{"foo"}},
		// Any number of them.
		{"js", "foo($$$)", "foo(); foo(1); foo(1, 2)", []string{"foo()", "foo(1)", "foo(1, 2)"}},
		{"js", "foo($A, $$$)", "foo(); foo(1); foo(1, 2); foo(1, 2, 3)", []string{"foo(1, 2)", "foo(1, 2, 3)"}},
		{"js", "foo($$$A, $B)", "foo(1); foo(1, 2); foo()", []string{"foo(1)"}}, // as few as will do, and it stays so
		{"js", "foo($$$A, x, $$$B)", "foo(1, x, 2); foo(x); foo(1, 2)", []string{"foo(1, x, 2)"}},
		{"js", "[f($$$A), g($$$A)]", "[f(1, 2), g(1,2)]; [f(1), g(2)]; [f(), g()]", []string{"[f(1, 2), g(1,2)]", "[f(), g()]"}},
		// Marks and words of the grammar: those of the pattern must be there,
		// others may; comments never count.
		{"js", "foo(a)", "foo(a,)", []string{"foo(a,)"}},
		{"js", "foo(a)", "foo(/* x */ a /* y */)", []string{"foo(/* x */ a /* y */)"}},
		{"js", "async function $F() { $$$ }", "function f() { } async function g() { }", []string{"async function g() { }"}},
		{"js", "function $F() { $$$ }", "function f() { } async function g() { }", []string{"function f() { }", "async function g() { }"}},
		{"js", "a = $X", "a = 1; a += 1; b = 1", []string{"a = 1"}},
		{"js", `import $X from "m"`, `import a from "m"; import b from "n"`, []string{`import a from "m";`}},
		{"js", `require("$M")`, `require("fs"); require(name)`, []string{`require("fs")`}},
		// Other languages, with their own stand-ins for "$".
		{"go", "fmt.Println($A)", "package p\nfunc f() { fmt.Println(1); fmt.Println(1, 2); x.fmt.Println(3) }", []string{"fmt.Println(1)"}},
		{"go", "if err != nil { return $$$ }", "package p\nfunc f() error { if err != nil { return err }\nif err != nil { return nil, err }\nif x { } }",
			[]string{"if err != nil { return err }", "if err != nil { return nil, err }"}},
		{"go", "func ($R $T) $M($$$) error { $$$ }", "package p\nfunc (a A) b() error { return nil }\nfunc c() error { return nil }", []string{"func (a A) b() error { return nil }"}},
		{"go", "[]byte($X)", "package p\nvar a = []byte(s)", []string{"[]byte(s)"}},
		{"go", "switch v := $X.(type) { $$$ }", "package p\nfunc f(x any) { switch v := x.(type) { case int: _ = v }\nswitch x.(type) { } }", []string{"switch v := x.(type) { case int: _ = v }"}},
		{"python", "print($X)", "print(1)\nprint(1, 2)\n", []string{"print(1)"}},
		{"python", "def $F(self, $$$): $$$", "def a(self): pass\ndef b(self, x):\n  return 1\ndef c(x): pass\n", []string{"def b(self, x):\n  return 1"}},
		{"python", "self.$X = $X", "self.a = a\nself.a = b\n", []string{"self.a = a"}},
		{"c", "free($P)", "void f(void) { free(x); free(y, z); }", []string{"free(x)"}},
		{"c", "int $F($$$) { $$$ }", "int a(void) { return 1; }\nlong b(void) { return 1; }", []string{"int a(void) { return 1; }"}},
		{"c", "#include <$X>", "#include <a.h>\n#include \"b.h\"\n", []string{}},
		{"cpp", "std::move($X)", "void f() { g(std::move(a)); }", []string{"std::move(a)"}},
		{"cpp", "namespace $N { $$$ }", "namespace a { int b; }\nint c;", []string{"namespace a { int b; }"}},
		{"rust", "$X.unwrap()", "fn f() { a.unwrap(); b.c.unwrap(); d.unwrap_or(1); }", []string{"a.unwrap()", "b.c.unwrap()"}},
		{"php", "$this->$M($X)", "<?php $this->a(1); $that->a(1); $this->b(); ?>", []string{"$this->a(1)"}},
		{"php", "foo($X)", "<?php foo($a); foo(); bar(foo(1));", []string{"foo($a)", "foo(1)"}},
		{"php", "$OBJ->save()", "<?php $user->save(); $user->load(); $a->b->save();", []string{"$user->save()", "$a->b->save()"}},
		{"ruby", "$X.each do |$Y| $$$ end", "a.each do |b| c(b) end\n", []string{"a.each do |b| c(b) end"}},
		{"java", "new $T()", "class A { Object a = new B(); Object c = new D(1); }", []string{"new B()"}},
		{"cs", "throw new $E($$$);", "class A { void F() { throw new X(\"a\"); } }", []string{"throw new X(\"a\");"}},
		{"kotlin", "println($X)", "fun f() { println(1) }", []string{"println(1)"}},
		{"scala", "Some($X)", "object A { val a = Some(1) }", []string{"Some(1)"}},
		{"lua", "require($M)", "local a = require('b')", []string{"require('b')"}},
		{"bash", "echo $A", "echo a\necho b c\n", []string{"echo a", "echo b c"}},
		{"zig", "foo($A)", "fn f() void { foo(1); }", []string{"foo(1)"}},
		{"hcl", "var.$X", "a = var.b\n", []string{"var.b"}},
		{"ts", "$X as any", "let a = b as any; let c = d as D;", []string{"b as any"}},
		{"tsx", "<$C $$$ />", "const a = <B c={1} />;", []string{"<B c={1} />"}},
	} {
		if got := found(t, c.language, c.pattern, "", c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s %q in %q:\n got %q\nwant %q", c.language, c.pattern, c.src, got, c.want)
		}
	}
}

func TestFaultyPatterns(t *testing.T) {
	for _, c := range []struct{ language, pattern, rule, want string }{
		{"go", " ", "", "empty"},
		{"go", "", "", "piece of Go code"},
		{"go", "func {", "", "context"},
		{"js", "a; b", "", "more than one"},
		{"js", "foo(]", "", "cannot be placed"},
		{"js", "$$$A", "", "use $NAME"},
		{"js", "", "{", "not JSON"},
		{"js", "", "[]", "object"},
		{"js", "", "{} {}", "more than one"},
		{"js", "", "{}", "empty"},
		{"js", "", `{"kind":"call_expresion"}`, "near: "},
		{"js", "", `{"kind":1}`, "string"},
		{"js", "", `{"matches":"x"}`, "not understood"},
		{"js", "", `{"regex":"^a"}`, "add a kind"},
		{"js", "", `{"kind":"identifier","regex":"("}`, "regex"},
		{"js", "", `{"any":[]}`, "list of rules"},
		{"js", "", `{"kind":"identifier","inside":{"kind":"program","stopBy":"never"}}`, "stopBy"},
		{"js", "", `{"kind":"identifier","inside":{"kind":"program","field":"nope"}}`, "no field"},
		{"js", "", `{"kind":"identifier","follows":{"kind":"program","field":"name"}}`, "inside and has"},
		{"js", "", `{"kind":"identifier","nthChild":"x"}`, "formula"},
		{"js", "", `{"pattern":{"context":"class A { $B() {} }","selector":"nope"}}`, "there are program, class_declaration"},
		{"js", "", `{"pattern":{"context":"a","strictness":"strict"}}`, "smart, cst"},
		{"js", "", strings.Repeat(`{"not":`, 40) + `{"kind":"identifier"}` + strings.Repeat("}", 40), "deep"},
	} {
		_, err := astpattern.Compile(read(t, c.language), c.pattern, c.rule)
		var fault *astpattern.Error
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q %.60s: %v, want it to say %q", c.language, c.pattern, c.rule, err, c.want)
		}
	}
}

func TestStrictness(t *testing.T) {
	src := "foo(a); foo(a,); foo(/* c */ a); foo(b); bar(a)"
	for _, c := range []struct {
		strictness string
		want       []string
	}{
		{"cst", []string{"foo(a)"}},
		{"smart", []string{"foo(a)", "foo(a,)", "foo(/* c */ a)"}},
		{"ast", []string{"foo(a)", "foo(a,)"}},
		{"relaxed", []string{"foo(a)", "foo(a,)", "foo(/* c */ a)"}},
		{"signature", []string{"foo(a)", "foo(a,)", "foo(/* c */ a)", "foo(b)", "bar(a)"}},
	} {
		got := found(t, "js", "", `{"pattern":{"context":"foo(a)","strictness":"`+c.strictness+`"}}`, src)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.strictness, got, c.want)
		}
	}
}

// Work on one file is bounded, whatever is asked of it.
func TestCostly(t *testing.T) {
	rule := `"kind":"number"`
	for range 5 {
		rule = `"kind":"call_expression","has":{"stopBy":"end",` + rule + `}`
	}
	rule = "{" + rule + "}"
	m, err := astpattern.Compile(read(t, "js"), "", rule)
	if err != nil {
		t.Fatal(err)
	}
	tr := tree(t, "js", strings.Repeat("f(", 300)+"a"+strings.Repeat(")", 300))
	if err := m.Each(tr, func(syntax.Node) bool { return true }); !errors.Is(err, astpattern.ErrCostly) {
		t.Errorf("%v", err)
	}
}
