package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search/astpattern"
	"sextant/internal/testkit"
)

// shapes asks and returns "path:line" of every hit.
func shapes(t *testing.T, v *index.View, q ASTQuery) ([]string, *ASTResults) {
	t.Helper()
	if q.Best == 0 {
		q.Best = 100
	}
	if q.Budget == 0 {
		q.Budget = time.Minute
	}
	res, err := SearchAST(context.Background(), v, q)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, h := range res.Hits {
		out = append(out, fmt.Sprintf("%s:%d", h.File.Path, h.Line))
	}
	return out, res
}

var astFiles = []string{
	"go.mod", "module m\n",
	"a.go", "package m\n\nfunc f() {\n\tuse(1)\n\tuse(2, 3)\n}\n",
	"b_test.go", "package m\n\nfunc g() { use(4) }\n",
	"c.py", "use(5)\n",
	"list.h", "class A : public B { void f() { use(6); } };\n",
	"plain.h", "void f(void) { use(7); }\n",
	"run", "#!/usr/bin/env python3\nuse(8)\n",
	"min.js", "use(9);" + strings.Repeat("x=1;", 30000) + "\n",
	"notes.md", "use(10) is only said.\n",
}

func TestSearchAST(t *testing.T) {
	for _, indexed := range []bool{false, true} {
		ix := checkout(t, astFiles...)
		if indexed {
			if _, err := ix.Complete(context.Background(), nil); err != nil {
				t.Fatal(err)
			}
		}
		v, err := ix.View(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			q    ASTQuery
			want []string
		}{
			{ASTQuery{Pattern: "use($A)"}, []string{"a.go:4", "c.py:1", "list.h:1", "plain.h:1", "run:2", "b_test.go:3"}},
			{ASTQuery{Pattern: "use($A)", Language: "go"}, []string{"a.go:4", "b_test.go:3"}},
			{ASTQuery{Pattern: "use($A)", Language: "python"}, []string{"c.py:1", "run:2"}},
			// Whose content is C++ is no C, whatever it is called.
			{ASTQuery{Pattern: "use($A)", Language: "cpp"}, []string{"list.h:1"}},
			{ASTQuery{Pattern: "use($A)", Language: "c"}, []string{"plain.h:1"}},
			{ASTQuery{Pattern: "use($A)", Filter: FileFilter{NoTests: true}, Language: "go"}, []string{"a.go:4"}},
			{ASTQuery{Pattern: "use($A, $B)"}, []string{"a.go:5"}},
			{ASTQuery{Pattern: "use($A)", Rule: `{"inside":{"kind":"function_declaration","stopBy":"end","has":{"regex":"^g$"}}}`, Language: "go"}, []string{"b_test.go:3"}},
			{ASTQuery{Rule: `{"kind":"function_declaration","regex":"use\\(\\d, 3"}`, Language: "go"}, []string{"a.go:3"}},
			{ASTQuery{Pattern: "nowhere($A)"}, []string{}},
		} {
			got, res := shapes(t, v, c.q)
			if !slices.Equal(got, c.want) {
				t.Errorf("indexed %t: %+v:\n got %v\nwant %v", indexed, c.q, got, c.want)
			}
			if res.Matches != len(c.want) || res.Pending > 0 || res.Stopped {
				t.Errorf("indexed %t: %+v: %+v", indexed, c.q, res)
			}
			again, _ := shapes(t, v, c.q)
			if !slices.Equal(again, got) {
				t.Errorf("asked again: %v, then %v", got, again)
			}
		}
		if _, res := shapes(t, v, ASTQuery{Pattern: "use($A)", Language: "javascript"}); indexed && res.LeftOut != 1 {
			t.Errorf("the minified file is not told of: %+v", res)
		}
	}
}

func TestFaultyPatternsByLanguage(t *testing.T) {
	ix := checkout(t, astFiles...)
	v, err := ix.View(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var fault *astpattern.Error
	if _, err := SearchAST(context.Background(), v, ASTQuery{Pattern: "((", Best: 1}); !errors.As(err, &fault) {
		t.Errorf("%v", err)
	}
	_, res := shapes(t, v, ASTQuery{Pattern: "def $F(): return 1"})
	if !slices.Contains(res.Languages, "Python") || res.Faults["Go"] == nil {
		t.Errorf("%+v", res)
	}
}

// A search of much ends where its best cannot change, and what it then shows
// is what one that goes on to the end shows.
func TestStoppedSearch(t *testing.T) {
	var files []string
	for i := range 400 {
		files = append(files, fmt.Sprintf("d%d/f%d.go", i%7, i), "package p\n\nfunc f() {\n"+strings.Repeat("\tuse(1) // and a word or two, so that the file is not so small\n", 150)+"}\n")
	}
	ix := checkout(t, files...)
	if _, err := ix.Complete(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	v, err := ix.View(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	first, res := shapes(t, v, ASTQuery{Pattern: "use($A)"})
	if !res.Stopped || res.Matches >= 400*150 || len(first) != 100 {
		t.Errorf("it did not stop: %d of %d", len(first), res.Matches)
	}
	all, exact := shapes(t, v, ASTQuery{Pattern: "use($A)", Exact: true})
	if exact.Stopped || exact.Matches != 400*150 || exact.Files != 400 || !slices.Equal(first, all) {
		t.Errorf("%d matches in %d files, the best are the same: %t", exact.Matches, exact.Files, slices.Equal(first, all))
	}
	// The trees of the first question are there for the next one; no more is
	// kept than may be.
	kept := treesOf(v)
	if kept.used == 0 || kept.used > treesBytes || kept.order.Len() != len(kept.items) {
		t.Errorf("%d bytes in %d trees", kept.used, len(kept.items))
	}
}

// What is not reached in time is counted, and looked at when it is asked again.
func TestSearchGoesOn(t *testing.T) {
	ix := checkout(t, astFiles...)
	v, err := ix.View(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	q := ASTQuery{Pattern: "use($A)", Language: "go", Budget: time.Nanosecond}
	_, res := shapes(t, v, q)
	if res.Pending == 0 {
		t.Fatalf("everything was looked at: %+v", res)
	}
	cache := v.Memo("ast answers", nil).(*answers[*astSearch])
	cache.given[cache.keys[0]].q.Budget = time.Minute
	if got, res := shapes(t, v, q); !slices.Equal(got, []string{"a.go:4", "b_test.go:3"}) || res.Pending != 0 {
		t.Errorf("%v %+v", got, res)
	}
}

// An edit is seen by the next view, whatever trees are kept.
func TestEditedFileIsParsedAgain(t *testing.T) {
	ix := checkout(t, astFiles...)
	ask := func() []string {
		v, err := ix.View(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got, _ := shapes(t, v, ASTQuery{Pattern: "use($A)", Language: "go"})
		return got
	}
	if got := ask(); !slices.Equal(got, []string{"a.go:4", "b_test.go:3"}) {
		t.Fatal(got)
	}
	testkit.Write(t, ix.Root(), "a.go", "package m\n\n// Moved down.\nfunc f() {\n\n\tuse(1)\n}\n")
	if got := ask(); !slices.Equal(got, []string{"a.go:6", "b_test.go:3"}) {
		t.Error(got)
	}
}

// The index may name files in vain, and never leaves one out.
func TestTrigramsOfNeeds(t *testing.T) {
	ix := checkout(t, "a.go", "package p\n\nvar x = Alpha(Beta)\n", "b.go", "package p\n\nvar y = Gamma(Beta)\n", "c.go", "package p\n")
	if _, err := ix.Complete(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	v, err := ix.View(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule string
		want []string
	}{
		{`{"pattern":"Alpha($X)"}`, []string{"a.go"}},
		{`{"any":[{"pattern":"Alpha($X)"},{"pattern":"Gamma($X)"}]}`, []string{"a.go", "b.go"}},
		{`{"any":[{"pattern":"Alpha($X)"},{"kind":"identifier"}]}`, []string{"a.go", "b.go", "c.go"}},
		{`{"kind":"call_expression","has":{"pattern":"Beta","stopBy":"end"},"regex":"Gam+a"}`, []string{"b.go"}},
		{`{"kind":"call_expression","not":{"pattern":"Alpha($X)"}}`, []string{"a.go", "b.go", "c.go"}},
		{`{"kind":"call_expression","any":[{"regex":"^Alpha"},{"pattern":"Alpha(Beta)"}]}`, []string{"a.go", "b.go", "c.go"}},
	} {
		m, err := compileFor(languages().ByID(code.LanguageID("go")), "", c.rule, v.Limits())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range v.Candidates(trigramsOf(m.Needs()), false, "") {
			got = append(got, f.File.Path)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}
