package parse_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/parse"
)

// emptyIsNil drops the difference between an empty list and none, which no
// reader of facts sees.
func emptyIsNil(f *code.Facts) *code.Facts {
	g := *f
	g.Definitions = nil
	for _, d := range f.Definitions {
		if len(d.Supertypes) == 0 {
			d.Supertypes = nil
		}
		if len(d.Params) == 0 {
			d.Params = nil
		}
		g.Definitions = append(g.Definitions, d)
	}
	g.Imports = nil
	for _, im := range f.Imports {
		if len(im.Names) == 0 {
			im.Names = nil
		}
		g.Imports = append(g.Imports, im)
	}
	g.References = append([]code.Reference(nil), f.References...)
	g.Mentions = append([]code.Mention(nil), f.Mentions...)
	g.Regions = append([]code.Region(nil), f.Regions...)
	return &g
}

// TestFactsOfEveryLanguageCanBeStored reads the languages' own cases, whole
// and cut, and checks that what is stored is what was extracted.
func TestFactsOfEveryLanguageCanBeStored(t *testing.T) {
	// Under load a parse may be slow; what is tested here is not speed.
	limits := parse.Limits{Time: time.Minute}
	files := 0
	for _, d := range all.Definitions() {
		for _, extension := range d.Extensions {
			names, err := filepath.Glob("../lang/*/testdata/*/input" + extension)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				src, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				files++
				for _, cut := range []int{len(src), len(src) / 3, 2 * len(src) / 3} {
					storable(t, name, d, src[:cut], limits)
				}
			}
		}
	}
	if files < 20 {
		t.Errorf("only %d cases were found", files)
	}
}

func storable(t *testing.T, name string, d *lang.Definition, src []byte, limits parse.Limits) {
	t.Helper()
	f, err := parse.Parse(d, src, limits)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	back, err := parse.DecodeOutline(parse.EncodeOutline(f))
	if err == nil {
		err = parse.DecodeDetail(parse.EncodeDetail(f), back)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !reflect.DeepEqual(back, emptyIsNil(f)) {
		t.Errorf("%s: stored facts differ from the extracted ones", name)
	}
	for i, x := range f.Definitions {
		if x.Container >= int32(i) {
			t.Errorf("%s: definition %q comes before its container %q", name, x.Name, f.Definitions[x.Container].Name)
		}
		if x.Span.Start > x.Span.End || int(x.Span.End) > len(src) || x.NameSpan.Start > x.NameSpan.End || int(x.NameSpan.End) > len(src) {
			t.Errorf("%s: definition %q lies outside the file", name, x.Name)
		}
	}
}

func TestAPanickingExtractorGivesLineFacts(t *testing.T) {
	defer bug.Tolerate()()
	before := bug.Count()
	d := &lang.Definition{ID: "odd", Extract: func(src []byte, b *lang.Builder) {
		b.Add(code.Definition{Name: "lost", Container: code.NoDefinition})
		panic("a fault of ours")
	}}
	src := "package p\r\n\tpublic static class Store {\r\n  async def open(x):\nexport default function run(a)   \nfunc (s *T) Do() error {\n// func no()\ntype\n"
	f, err := parse.Parse(d, []byte(src), parse.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if bug.Count() != before+1 {
		t.Error("the fault was not reported")
	}
	var got []string
	for _, x := range f.Definitions {
		got = append(got, x.Kind.String()+" "+x.Name+": "+src[x.Span.Start:x.Span.End])
		if src[x.NameSpan.Start:x.NameSpan.End] != x.Name {
			t.Errorf("the name of %q stands at %q", x.Name, src[x.NameSpan.Start:x.NameSpan.End])
		}
		if line := 1 + strings.Count(src[:x.NameSpan.Start], "\n"); int(x.Line) != line {
			t.Errorf("%q is on line %d, not %d", x.Name, line, x.Line)
		}
	}
	want := []string{"class Store: public static class Store {", "function open: async def open(x):",
		"function run: export default function run(a)", "function Do: func (s *T) Do() error {"}
	if f.Status != code.StatusFallback || f.Language != "odd" || !reflect.DeepEqual(got, want) {
		t.Errorf("status %v\ngot  %q\nwant %q", f.Status, got, want)
	}
}

func TestNoLanguage(t *testing.T) {
	f, err := parse.Parse(nil, []byte("a\nbé\n"), parse.DefaultLimits)
	if err != nil || f.Status != code.StatusTextOnly || f.Lines != 2 || f.Chars != 5 || len(f.Definitions) > 0 {
		t.Errorf("%+v, %v", f, err)
	}
}
