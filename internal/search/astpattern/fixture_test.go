package astpattern_test

import (
	"sync"
	"testing"

	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
	"sextant/internal/search/astpattern"
	"sextant/internal/syntax"
)

var registry = sync.OnceValue(func() *lang.Registry {
	r, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		panic(err)
	}
	return r
})

// read is how patterns of a language are read.
func read(t testing.TB, language string) *astpattern.Syntax {
	t.Helper()
	d := registry().Lookup(language)
	if d == nil || d.PatternGrammar() == nil {
		t.Fatalf("no language %q", language)
	}
	return &astpattern.Syntax{Name: d.Name, Expando: d.Patterns.Expando, Before: d.Patterns.Before, Body: d.Patterns.Body,
		Parse: func(src []byte) (*syntax.Tree, error) { return parse.Tree(d.PatternGrammar(), src, parse.Limits{}) }}
}

func tree(t testing.TB, language, src string) *syntax.Tree {
	t.Helper()
	out, err := read(t, language).Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// found lists the texts of what matches.
func found(t testing.TB, language, pattern, rule, src string) []string {
	t.Helper()
	m, err := astpattern.Compile(read(t, language), pattern, rule)
	if err != nil {
		t.Fatalf("%s %q %s: %v", language, pattern, rule, err)
	}
	out := []string{}
	tr := tree(t, language, src)
	if err := m.Each(tr, func(n syntax.Node) bool { out = append(out, string(tr.Text(n))); return true }); err != nil {
		t.Fatal(err)
	}
	if len(out) > 0 && !m.Needs().In([]byte(src)) {
		t.Errorf("%s %q %s: the text of a match is said to lack what every match has: %q", language, pattern, rule, src)
	}
	return out
}
