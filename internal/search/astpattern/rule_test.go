package astpattern_test

import (
	"slices"
	"testing"
)

func TestRules(t *testing.T) {
	for _, c := range []struct {
		language, pattern, rule, src string
		want                         []string
	}{
		{"js", "", `{"kind":"number"}`, "a(1, 2)", []string{"1", "2"}},
		{"js", "f($X)", `{"inside":{"kind":"arguments"}}`, "f(1); g(f(2))", []string{"f(2)"}},
		{"js", "", `{"pattern":"f($X)","not":{"inside":{"kind":"arguments"}}}`, "f(1); g(f(2))", []string{"f(1)"}},
		{"js", "", `{"any":[{"pattern":"f($X)"},{"pattern":"g($X)"}]}`, "f(1); g(2); h(3)", []string{"f(1)", "g(2)"}},
		{"js", "", `{"all":[{"kind":"identifier"},{"regex":"^[A-Z]"}]}`, "Foo; foo", []string{"Foo"}},
		// Where relations look.
		{"js", "", `{"kind":"identifier","inside":{"kind":"function_declaration"}}`, "function f() { a }", []string{"f"}},
		{"js", "", `{"kind":"identifier","inside":{"kind":"function_declaration","stopBy":"end"}}`, "function f() { a } b", []string{"f", "a"}},
		{"js", "", `{"kind":"identifier","inside":{"kind":"function_declaration","stopBy":{"kind":"statement_block"}}}`, "function f() { a }", []string{"f"}},
		{"js", "", `{"kind":"identifier","inside":{"kind":"statement_block","stopBy":{"kind":"statement_block"}}}`, "function f() { a }", []string{"a"}},
		{"js", "", `{"kind":"call_expression","has":{"kind":"number"}}`, "f(1); g(h(2))", []string{}},
		{"js", "", `{"kind":"call_expression","has":{"kind":"number","stopBy":"end"}}`, "f(1); g(a)", []string{"f(1)"}},
		{"js", "", `{"kind":"call_expression","has":{"kind":"number","stopBy":{"kind":"call_expression"}}}`, "f(h(2)); g(1)", []string{"h(2)", "g(1)"}},
		{"js", "", `{"kind":"call_expression","has":{"field":"function","regex":"^f$"}}`, "f(g); g(f)", []string{"f(g)"}},
		{"js", "", `{"kind":"identifier","inside":{"kind":"call_expression","field":"function"}}`, "f(g)", []string{"f"}},
		{"js", "", `{"kind":"expression_statement","follows":{"has":{"pattern":"a()"}}}`, "b(); a(); c(); d()", []string{"c();"}},
		{"js", "", `{"kind":"expression_statement","follows":{"has":{"pattern":"a()"},"stopBy":"end"}}`, "b(); a(); c(); d()", []string{"c();", "d()"}},
		{"js", "", `{"kind":"expression_statement","precedes":{"has":{"pattern":"a()"},"stopBy":"end"}}`, "b(); x(); a(); c()", []string{"b();", "x();"}},
		// Variables hold across the parts of a rule, and not out of a "not".
		{"js", "", `{"pattern":"$A = $B","inside":{"pattern":"function $A() { $$$ }","stopBy":"end"}}`, "function f() { f = 1; g = 2 }", []string{"f = 1"}},
		{"js", "", `{"pattern":"$A($B)","not":{"pattern":"$A($A)"}}`, "f(f); f(g)", []string{"f(g)"}},
		// Positions among named siblings.
		{"js", "", `{"kind":"number","nthChild":2}`, "[1, 2, 3]", []string{"2"}},
		{"js", "", `{"kind":"number","nthChild":"2n+1"}`, "[1, 2, 3]", []string{"1", "3"}},
		{"js", "", `{"kind":"number","nthChild":"-n+2"}`, "[1, 2, 3]", []string{"1", "2"}},
		{"js", "", `{"kind":"number","nthChild":{"position":1,"reverse":true}}`, "[1, 2, a, 3, b]", []string{}},
		{"js", "", `{"kind":"number","nthChild":{"position":1,"reverse":true,"ofRule":{"kind":"number"}}}`, "[1, 2, a, 3, b]", []string{"3"}},
		// A piece that does not stand alone.
		{"js", "", `{"pattern":{"context":"class A { $M() { $$$ } }","selector":"method_definition"}}`, "class B { c() { 1 } d = 2 }", []string{"c() { 1 }"}},
		{"js", "", `{"pattern":{"context":"class A { $F = $V }","selector":"field_definition"}}`, "class B { c() { 1 } d = 2 }", []string{"d = 2"}},
		{"go", "", `{"pattern":{"context":"func f() { errors.New($A) }","selector":"call_expression"}}`, "package p\nvar a = errors.New(\"x\")", []string{`errors.New("x")`}},
		{"js", "", `{"pattern":{"context":"$A","selector":"identifier"}}`, "a; 1", []string{"a"}},
		{"js", "", `{"kind":"ERROR"}`, "a ) b", []string{"a )"}},
	} {
		if got := found(t, c.language, c.pattern, c.rule, c.src); !slices.Equal(got, c.want) {
			t.Errorf("%s %q %s in %q:\n got %q\nwant %q", c.language, c.pattern, c.rule, c.src, got, c.want)
		}
	}
}
