package astpattern_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"sextant/internal/lang"
	"sextant/internal/search/astpattern"
	"sextant/internal/syntax"
)

// sources are the inputs of the language folders' own cases.
func sources(t testing.TB, each func(d *lang.Definition, name string, src []byte)) {
	t.Helper()
	n := 0
	for _, d := range registry().All() {
		if d.PatternGrammar() == nil {
			continue
		}
		for _, ext := range d.Extensions {
			files, err := filepath.Glob(filepath.Join("..", "..", "lang", "*", "testdata", "*", "input"+ext))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range files {
				src, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if d.Dialect != nil && d.Dialect(src) != nil {
					continue
				}
				n++
				each(d, name, src)
			}
		}
	}
	if n < 100 {
		t.Fatalf("only %d inputs", n)
	}
}

// A grammar's token that is called by a word has that word for its text,
// unless error recovery made it up: by this, files without the words of a
// pattern are left out.
func TestTokensAreTheirWords(t *testing.T) {
	words := 0
	sources(t, func(d *lang.Definition, name string, src []byte) {
		tr := tree(t, string(d.ID), string(src))
		for i := range tr.Records {
			n := syntax.Node(i)
			kind := tr.Kind(n)
			if tr.IsNamed(n) || tr.IsMissing(n) || tr.FirstChild(n) != syntax.None || strings.ContainsFunc(kind, func(r rune) bool { return !unicode.IsLetter(r) || r > 0x7f }) || kind == "" {
				continue
			}
			words++
			if !strings.EqualFold(string(tr.Text(n)), kind) {
				t.Errorf("%s: %s is %q", name, kind, tr.Text(n))
			}
			if s, e := tr.Start(n), tr.End(n); s > 0 && isWordByte(src[s-1]) || int(e) < len(src) && isWordByte(src[e]) {
				t.Errorf("%s: %s is a part of a word near byte %d", name, kind, s)
			}
		}
	})
	if words < 1000 {
		t.Errorf("only %d words", words)
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Code is its own pattern: what stands in a file, taken for a pattern, matches
// there, if it is read alone as it is in the file. And with a name in it made a
// variable it still does; and the text of every match, read alone, matches again.
func TestCodeMatchesItself(t *testing.T) {
	tried := make(map[string]int)
	sources(t, func(d *lang.Definition, name string, src []byte) {
		id := string(d.ID)
		tr := tree(t, id, string(src))
		if tr.HasErrors() {
			return
		}
		for i := range tr.Records {
			n := syntax.Node(i)
			text := string(tr.Text(n))
			if !tr.IsNamed(n) || tr.FirstChild(n) == syntax.None || len(text) > 200 || strings.Contains(text, "$") || tried[id] > 100 {
				continue
			}
			for _, pattern := range []string{text, withVariable(tr, n, "$")} {
				spelt := text
				if pattern != text {
					spelt = withVariable(tr, n, sigil(d))
				}
				alone := standsAlone(t, d, tr, n, text)
				if alone == nil || standsAlone(t, d, tr, n, spelt) == nil {
					continue // alone it is something else
				}
				m, err := astpattern.Compile(read(t, id), pattern, "")
				if err != nil {
					continue // it is no pattern, as what begins with a mark of its own
				}
				tried[id]++
				if !m.Needs().In([]byte(text)) {
					t.Errorf("%s: %q is said to lack what matches of %q have", name, text, pattern)
				}
				if !matches(t, m, tr, text) || !matches(t, m, alone, text) {
					t.Errorf("%s: %q does not match %s %q", name, pattern, tr.Kind(n), text)
				}
			}
		}
	})
	for _, d := range registry().All() {
		if d.PatternGrammar() != nil && tried[string(d.ID)] < 20 {
			t.Errorf("%s: only %d pieces of code were tried", d.ID, tried[string(d.ID)])
		}
	}
}

func sigil(d *lang.Definition) string {
	if d.Patterns.Expando == 0 {
		return "$"
	}
	return string(d.Patterns.Expando)
}

// withVariable is a node's text with its last name made a variable.
func withVariable(tr *syntax.Tree, n syntax.Node, sigil string) string {
	for i := tr.After(n) - 1; i > n; i-- {
		if tr.Kind(i) == "identifier" && tr.FirstChild(i) == syntax.None && tr.End(i) > tr.Start(i) {
			from, to := tr.Start(i)-tr.Start(n), tr.End(i)-tr.Start(n)
			text := string(tr.Text(n))
			return text[:from] + sigil + "X" + text[to:]
		}
	}
	return string(tr.Text(n))
}

// standsAlone returns a tree of a text read alone, in which it has the shape of
// a node; nil if it has another one wherever a pattern may be read, or none.
func standsAlone(t *testing.T, d *lang.Definition, tr *syntax.Tree, n syntax.Node, text string) (out *syntax.Tree) {
	t.Helper()
	body := d.Patterns.Body
	for i, around := range [][2]string{{d.Patterns.Before, ""}, body, {body[0], ";" + body[1]}} {
		if i > 0 && body[0] == "" {
			break
		}
		alone, has := tree(t, string(d.ID), around[0]+text+around[1]), false
		if alone.HasErrors() {
			continue
		}
		for i := range alone.Records {
			if a := syntax.Node(i); string(alone.Text(a)) == text && sameShape(tr, n, alone, a) {
				has = true
				break
			}
		}
		if !has {
			return nil
		}
		out = alone
	}
	return out
}

func sameShape(x *syntax.Tree, a syntax.Node, y *syntax.Tree, b syntax.Node) bool {
	if x.Records[a].Kind != y.Records[b].Kind {
		return false
	}
	a, b = x.FirstChild(a), y.FirstChild(b)
	for a != syntax.None && b != syntax.None {
		if !sameShape(x, a, y, b) {
			return false
		}
		a, b = x.Next(a), y.Next(b)
	}
	return a == syntax.None && b == syntax.None
}

func matches(t *testing.T, m *astpattern.Matcher, tr *syntax.Tree, text string) bool {
	t.Helper()
	found := false
	err := m.Each(tr, func(n syntax.Node) bool {
		found = strings.Contains(text, string(tr.Text(n))) || strings.Contains(string(tr.Text(n)), text)
		return !found
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Whatever the pattern and the file, nothing panics, and the work is bounded.
func FuzzMatch(f *testing.F) {
	for _, s := range [][3]string{
		{"js", "foo($A, $$$B)", "foo(1, 2, 3); foo(a)"}, {"js", "{\"kind\":\"identifier\",\"inside\":{\"kind\":\"program\",\"stopBy\":\"end\"}}", "a(b)"},
		{"go", "if $X { $$$A; return $X, $$$A }", "package p; func f() { if x { y; return x, y } }"}, {"python", "$$$A $$B $_", "a = b\n"},
		{"c", "µ𐀀A $A", "int 𐀀A;"}, {"php", "$a->$B", "<?php $a->b"}, {"go", "f($$$A, g($$$A))", "package p\nvar x = f(1, g(1))"},
		{"js", "$A($$$A, $$$A, $A)", "f(f,f,f,f)"}, {"ruby", "$$$$A", "a"}, {"js", "{\"nthChild\":\"-3n-99999999999999999999\",\"kind\":\"identifier\"}", "a,b"},
	} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, language, text, src string) {
		d := registry().Lookup(language)
		if d == nil || d.PatternGrammar() == nil || len(text) > 2000 || len(src) > 20000 {
			return
		}
		if d.Dialect != nil {
			for _, x := range []string{text, src} {
				if d.Dialect([]byte(x)) != nil {
					return
				}
			}
		}
		pattern, rule := text, ""
		if strings.HasPrefix(text, "{\"") {
			pattern, rule = "", text
		}
		m, err := astpattern.Compile(read(t, language), pattern, rule)
		if err != nil {
			if err.Error() == "" {
				t.Error("a fault without a word")
			}
			return
		}
		tr := tree(t, language, src)
		found := 0
		err = m.Each(tr, func(n syntax.Node) bool {
			if int(n) >= tr.Len() {
				t.Error("a node that is not there")
			}
			found++
			return true
		})
		if err == nil && found > 0 && !m.Needs().In([]byte(src)) {
			t.Errorf("%s %q matches %q, which is said to lack what it needs", language, text, src)
		}
	})
}
