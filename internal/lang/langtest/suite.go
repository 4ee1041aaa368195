package langtest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/parse"
)

var update = flag.Bool("update", false, "rewrite expected.txt files")

// fullCases must exist for a language with references; structureCases for one without.
var (
	fullCases      = []string{"functions", "types", "calls", "imports", "nested", "comments", "broken"}
	structureCases = []string{"structure", "broken"}
)

// Run checks a language against its case folders and the contract inputs.
func Run(t *testing.T, d *lang.Definition) {
	if err := parse.Check(d); err != nil {
		t.Fatalf("grammar: %v", err)
	}
	t.Run("cases", func(t *testing.T) { runCases(t, d) })
	t.Run("contract", func(t *testing.T) { runContract(t, d) })
	t.Run("kinds", func(t *testing.T) { checkKinds(t, d) })
}

// enough is far more than any case takes. Some grammars are quadratic on the
// long lines of the contract inputs.
const enough = 5 * time.Second

// mustParse gives facts with a limit that no honest case reaches; it is
// processor time, so a busy machine never changes a result.
func mustParse(t testing.TB, d *lang.Definition, src []byte) *code.Facts {
	t.Helper()
	f, err := parse.Parse(d, src, parse.Limits{Time: enough})
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	return f
}

func caseInputs(t *testing.T) map[string][]byte {
	t.Helper()
	inputs := make(map[string][]byte)
	files, err := filepath.Glob(filepath.Join("testdata", "*", "input.*"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join("testdata", "*", "input"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(files, more...) {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs[name] = src
	}
	return inputs
}

func runCases(t *testing.T, d *lang.Definition) {
	inputs := caseInputs(t)
	have := make(map[string]bool)
	for name := range inputs {
		have[filepath.Base(filepath.Dir(name))] = true
	}
	want := fullCases
	if d.StructureOnly {
		want = structureCases
	}
	for _, c := range want {
		if !have[c] {
			t.Errorf("case testdata/%s is missing", c)
		}
	}
	for name, src := range inputs {
		if !owns(d, name) {
			continue
		}
		dir := filepath.Dir(name)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			f := mustParse(t, d, src)
			checkRanges(t, f, src)
			compare(t, dir, Dump(f, src))
		})
	}
}

// ownInputs are the case inputs of d, those of its sibling languages in the
// same folder left out.
func ownInputs(t *testing.T, d *lang.Definition) map[string][]byte {
	inputs := caseInputs(t)
	for name := range inputs {
		if !owns(d, name) {
			delete(inputs, name)
		}
	}
	return inputs
}

// owns reports whether an input is d's by its extension.
func owns(d *lang.Definition, name string) bool {
	ext := filepath.Ext(name)
	return ext == "" || len(d.Extensions) == 0 || slices.Contains(d.Extensions, ext)
}

// compare holds got against expected.txt. A known_bug.txt beside it says why
// the case is expected to differ; such a case fails once it agrees.
func compare(t *testing.T, dir, got string) {
	t.Helper()
	path := filepath.Join(dir, "expected.txt")
	_, bugErr := os.Stat(filepath.Join(dir, "known_bug.txt"))
	if *update && bugErr != nil {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	same := got == string(want)
	switch {
	case bugErr == nil && same:
		t.Errorf("%s: the known bug is gone: delete known_bug.txt", dir)
	case bugErr != nil && !same:
		t.Errorf("%s: facts differ (run with -update and read the diff)\n%s", dir, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(w) || i < len(g); i++ {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return "want: " + a + "\n got: " + b
		}
	}
	return ""
}

// contractInputs are the inputs every extractor must survive, beside every
// case cut in half.
func contractInputs(cases map[string][]byte) map[string][]byte {
	inputs := map[string][]byte{
		"empty":        {},
		"newline":      []byte("\n"),
		"binary":       bytes.Repeat([]byte{0, 1, 2, 0xff, 0xfe, '(', '{', '"'}, 200),
		"invalid utf8": []byte("a\xff\xfeb = \"\xc3(\"\n"),
		"long line":    bytes.Repeat([]byte("x = (1 + 2); "), 20000),
		"deep":         append(bytes.Repeat([]byte("({["), 4000), bytes.Repeat([]byte("]})"), 4000)...),
		"unclosed":     []byte("\"abc\n'''\n/* \n<!-- \n{ [ ("),
	}
	for name, src := range cases {
		inputs[name+" crlf"] = bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
		inputs[name+" bom"] = append([]byte("\xef\xbb\xbf"), src...)
		inputs[name+" half"] = src[:len(src)/2]
		inputs[name+" tail"] = src[len(src)/3:]
		inputs[name+" no newline"] = bytes.TrimRight(src, "\n")
		inputs[name+" wide"] = append(append([]byte{}, bytes.TrimRight(src, "\n")...), bytes.Repeat([]byte(" "), 10000)...)
		inputs[name+" twice"] = append(append([]byte{}, src...), src...)
	}
	return inputs
}

func runContract(t *testing.T, d *lang.Definition) {
	own := ownInputs(t, d)
	for name, src := range contractInputs(own) {
		t.Run(name, func(t *testing.T) {
			before := bytes.Clone(src)
			f := mustParse(t, d, src)
			checkRanges(t, f, src)
			if !bytes.Equal(before, src) {
				t.Error("the input was changed")
			}
			variant := name[strings.LastIndexByte(name, ' ')+1:]
			switch variant {
			case "twice":
				checkConcurrent(t, d, src, f)
			case "crlf", "bom", "wide":
				plain := own[strings.TrimSuffix(name, " "+variant)]
				whole := mustParse(t, d, plain)
				if whole.Status != code.StatusComplete || bytes.HasPrefix(plain, []byte("\xef\xbb\xbf")) || bytes.Contains(plain, []byte("\r\n")) {
					break // how much of a broken file is lost may depend on its end
				}
				if got, want := defined(f), defined(whole); got != want {
					t.Errorf("other definitions than without: %s", firstDifference(want, got))
				}
			}
		})
	}
}

// defined lists what a file defines and imports, and on which line.
func defined(f *code.Facts) string {
	var b strings.Builder
	for i := range f.Definitions {
		d := &f.Definitions[i]
		fmt.Fprintf(&b, "%d %s %s %s %q\n", d.Line, d.Lines, d.Kind, f.QualifiedName(int32(i)), d.Signature)
	}
	for i := range f.Imports {
		fmt.Fprintf(&b, "%d import %q\n", f.Imports[i].Line, f.Imports[i].Specifier)
	}
	return b.String()
}

// checkConcurrent fails if facts depend on what else is being parsed. One
// variant of each case is enough: under the race detector this is slow.
func checkConcurrent(t *testing.T, d *lang.Definition, src []byte, want *code.Facts) {
	t.Helper()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			again, err := parse.Parse(d, src, parse.Limits{Time: enough})
			if err != nil || !reflect.DeepEqual(want, again) {
				t.Errorf("facts depend on concurrency: %v", err)
			}
		})
	}
	wg.Wait()
}

// checkRanges fails on any range outside the file, any name that is not at
// its place, and any index that points nowhere.
func checkRanges(t testing.TB, f *code.Facts, src []byte) {
	t.Helper()
	size, valid := uint32(len(src)), utf8.Valid(src)
	inside := func(what string, s code.Span) {
		if s.Start > s.End || s.End > size {
			t.Errorf("%s: range %d-%d outside a file of %d bytes", what, s.Start, s.End, size)
		}
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		inside(d.Name, d.Span)
		inside(d.Name, d.NameSpan)
		if d.Name == "" || !utf8.ValidString(d.Name+d.Signature+d.Doc) {
			t.Errorf("definition %d: empty or invalid text %q %q %q", i, d.Name, d.Signature, d.Doc)
		}
		if strings.ContainsAny(d.Signature+d.Doc, "\n\r") {
			t.Errorf("%s: more than one line in %q or %q", d.Name, d.Signature, d.Doc)
		}
		if d.Line < d.Lines.First || d.Line > d.Lines.Last || d.Lines.Last > f.Lines {
			t.Errorf("%s: line %d, lines %s, file of %d lines", d.Name, d.Line, d.Lines, f.Lines)
		}
		if d.Container != code.NoDefinition && (d.Container < 0 || d.Container >= int32(i)) {
			t.Errorf("%s: container %d of definition %d", d.Name, d.Container, i)
		}
		if d.Kind == code.KindUnknown {
			t.Errorf("%s: no kind", d.Name)
		}
	}
	for i := range f.References {
		r := &f.References[i]
		inside(r.Name, r.Span)
		if r.Enclosing != code.NoDefinition && int(r.Enclosing) >= len(f.Definitions) {
			t.Errorf("%s: enclosing %d of %d", r.Name, r.Enclosing, len(f.Definitions))
		}
		if r.Span.End <= size && valid && !spells(string(src[r.Span.Start:r.Span.End]), r.Name) {
			t.Errorf("reference %q stands where the file has %q", r.Name, src[r.Span.Start:r.Span.End])
		}
	}
	end := uint32(0)
	for _, r := range f.Regions {
		inside(r.Kind.String(), r.Span)
		if r.Span.Start < end {
			t.Errorf("regions overlap at byte %d", r.Span.Start)
		}
		end = r.Span.End
	}
	for i := range f.Imports {
		inside(f.Imports[i].Specifier, f.Imports[i].Span)
	}
	for i := range f.Mentions {
		inside(f.Mentions[i].Text, f.Mentions[i].Span)
	}
}

// spells reports whether text is how a file may write name: as it is, or with
// the marks and capitals of another place ("my-card" for MyCard, "@{gap}" for @gap).
func spells(text, name string) bool {
	if text == name {
		return true
	}
	letters := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}
	text = strings.Map(letters, text)
	return text != "" && text == strings.Map(letters, name)
}

// checkKinds holds the declared kinds against those the cases give.
func checkKinds(t *testing.T, d *lang.Definition) {
	declared := make(map[code.Kind]bool)
	for _, k := range d.Kinds {
		declared[k] = true
	}
	given := make(map[code.Kind]bool)
	for _, src := range ownInputs(t, d) {
		f := mustParse(t, d, src)
		for i := range f.Definitions {
			given[f.Definitions[i].Kind] = true
		}
	}
	for k := range given {
		if !declared[k] {
			t.Errorf("kind %s is given but not declared", k)
		}
	}
	for k := range declared {
		if !given[k] {
			t.Errorf("kind %s is declared but no case gives it", k)
		}
	}
}

// Fuzz runs the range checks over mutated cases; a language's fuzz target
// calls it.
func Fuzz(f *testing.F, d *lang.Definition) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "input*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if len(src) > 1<<16 {
			return
		}
		checkRanges(t, mustParse(t, d, src), src)
	})
}
