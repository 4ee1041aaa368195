package graphql_test

import (
	"strings"
	"testing"

	"sextant/internal/lang/graphql"
	"sextant/internal/lang/langtest"
)

func TestGraphQL(t *testing.T) { langtest.Run(t, graphql.Definition()) }

func FuzzParse(f *testing.F) { langtest.Fuzz(f, graphql.Definition()) }

func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for name, src := range map[string]string{
		"selection": "query A " + strings.Repeat("{a", n) + strings.Repeat("}", n) + "\ntype B { x: Int }\n",
		"value":     "type A { x(a: X = " + strings.Repeat("[", n) + strings.Repeat("]", n) + "): Int }\ntype B { x: Int }\n",
		"type":      "type A { x: " + strings.Repeat("[", n) + "Int" + strings.Repeat("]", n) + " }\ntype B { x: Int }\n",
		"open":      strings.Repeat("type A {\n", n/10) + "\ntype B { x: Int }\n",
		"line":      "type A {" + strings.Repeat(" s: String", 10_000) + "}\ntype B { x: Int }\n",
	} {
		f := langtest.Extract(t, graphql.Definition(), src)
		found := false
		for _, d := range f.Definitions {
			found = found || d.Name == "B"
		}
		if !found {
			t.Errorf("%s: type B found: %v", name, found)
		}
	}
}

func TestResolve(t *testing.T) {
	tree := langtest.Tree{
		"web/q/list.graphql":  "#import \"./part.graphql\"\n# import A from \"../types\"\n#import \"web/q/part.graphql\"\n#import \"./missing.graphql\"\n# import nothing\n#import \"gone\"\n",
		"web/q/part.graphql":  "",
		"web/types.gql":       "",
		"part.graphql":        "",
		"missing.graphql":     "",
		"root.graphql":        "#import \"./part.graphql\"\n",
		"web/q/part.graphqls": "",
	}
	for from, want := range map[string]string{
		"web/q/list.graphql": "./part.graphql -> web/q/part.graphql: web/q/part.graphql\n../types -> web/types.gql: web/types.gql\n" +
			"web/q/part.graphql -> web/q/part.graphql: web/q/part.graphql\n./missing.graphql -> ./missing.graphql\ngone -> gone\n",
		"root.graphql": "./part.graphql -> part.graphql: part.graphql\n",
	} {
		t.Run(from, func(t *testing.T) {
			if got := langtest.Targets(t, graphql.Definition(), tree, from); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	src := strings.Repeat("\"\"\"A thing.\"\"\"\ntype A implements Node @key(fields: \"id\") {\n  id: ID!\n  # list\n  items(first: Int = 10): [Item!]! @deprecated\n}\nquery Q($a: Int) { a(x: $a) { ...F id } }\n", 5000)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		f := langtest.Extract(b, graphql.Definition(), src)
		b.ReportMetric(float64(len(f.Definitions)), "definitions")
	}
}
