package scip

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/testkit"
)

const (
	run  = "scip-go gomod demo . `demo/a`/Run()."
	stop = "scip-go gomod demo . `demo/a`/Stop()."
)

const aText = "package a\n\nfunc Run() {}\n"

const bText = "package b\n\nfunc main() {\n\tx := \"é𝄞\"; a.Run() // Run\n}\n"

func docs(encoding int) []testkit.SCIPDocument {
	return []testkit.SCIPDocument{
		{Path: "a/a.go", Text: aText, Encoding: encoding, Names: []testkit.SCIPName{{Around: "func |Run", Name: "Run", Symbol: run, Definition: true}}},
		{Path: "b/b.go", Text: bText, Encoding: encoding, Names: []testkit.SCIPName{{Around: "a.|Run", Name: "Run", Symbol: run, Definition: false}}},
	}
}

func all(t *testing.T, b []byte) (Metadata, []*Document) {
	t.Helper()
	var out []*Document
	m, err := Read(bytes.NewReader(b), func(_ Metadata, d *Document) error { out = append(out, d); return nil })
	testkit.Must(t, err)
	return m, out
}

func TestReadAndOverlay(t *testing.T) {
	for encoding := range 4 {
		m, read := all(t, testkit.SCIP(t, "/srv/my%20demo", docs(encoding)...))
		if m != (Metadata{"scip-test", "1.0", "/srv/my demo"}) || len(read) != 2 {
			t.Fatalf("encoding %d: read %+v, %d documents", encoding, m, len(read))
		}
		b := NewBuilder()
		want := code.Hash{1}
		if encoding == 0 {
			// The unit is not told: the one that fits is found. Here it is bytes.
			want = code.Hash{2}
		}
		testkit.Must(t, b.Add("a/a.go", want, []byte(aText), read[0]))
		testkit.Must(t, b.Add("b/b.go", code.Hash{3}, []byte(bText), read[1]))
		o, err := Decode(b.Encode(Note{"tool", 2, 7}))
		testkit.Must(t, err)
		if h, ok := o.Hash("a/a.go"); !ok || h != want || o.Note != (Note{"tool", 2, 7}) {
			t.Errorf("hash %v %v, note %+v", h, ok, o.Note)
		}
		at := uint32(strings.Index(bText, "Run"))
		got := o.Means(o.Uses("b/b.go"), at, at+3)
		if !slices.Equal(got, []Place{{"a/a.go", uint32(strings.Index(aText, "Run"))}}) {
			t.Errorf("encoding %d: Run means %v", encoding, got)
		}
		if got := o.Means(o.Uses("b/b.go"), at+3, at+9); got != nil {
			t.Errorf("after it stands %v", got)
		}
	}
}

func TestTypedRanges(t *testing.T) {
	one := []byte{1 << 3, 2, 2 << 3, 5, 3 << 3, 8}             // line 2, columns 5 to 8
	many := []byte{1 << 3, 2, 2 << 3, 5, 3 << 3, 3, 4 << 3, 1} // to line 3, column 1
	for _, c := range []struct {
		name string
		r    []byte
		want Occurrence
	}{
		{"one line", testkit.SCIPField(8, one), Occurrence{2, 5, 2, 8, "local x", false}},
		{"lines", testkit.SCIPField(9, many), Occurrence{2, 5, 3, 1, "local x", false}},
		{"numbers that are not packed", []byte{1 << 3, 2, 1 << 3, 5, 1 << 3, 8}, Occurrence{2, 5, 2, 8, "local x", false}},
	} {
		o := append(slices.Clone(c.r), testkit.SCIPField(2, []byte("local x"))...)
		_, read := all(t, testkit.SCIPField(2, testkit.SCIPField(2, o)))
		if len(read) != 1 || len(read[0].Occurrences) != 1 || read[0].Occurrences[0] != c.want {
			t.Errorf("%s: %+v", c.name, read[0])
		}
	}
}

// A document is refused where the text is not the one it was made of.
func TestMisfits(t *testing.T) {
	made := "package b\n\nimport \"demo/a\"\n\nfunc main() { v := 1; a.Run(v) }\n"
	name := func(symbol string) []testkit.SCIPName {
		return []testkit.SCIPName{{Around: "a.|Run", Name: "Run", Symbol: symbol, Definition: false}, {Around: "|v :=", Name: "v", Symbol: "local 0", Definition: true}, {Around: "(|v)", Name: "v", Symbol: "local 0", Definition: false}}
	}
	for _, c := range []struct{ name, now, symbol, why string }{
		{"as it was", made, run, ""},
		{"a number is another", strings.Replace(made, "1;", "2;", 1), run, ""},
		{"another is called", strings.Replace(made, "Run", "Rue", 1), run, `"Rue" where the index has Run`},
		{"a longer name", strings.Replace(made, "Run", "Runs", 1), run, "inside another word"},
		{"a line more", "// x\n" + made, run, "no line 5"},
		{"a line less", strings.Replace(made, "import \"demo/a\"\n", "", 1), run, "no line 5"},
		{"another local", strings.Replace(made, "(v)", "(w)", 1), run, `"w" where the index has "v"`},
		{"a maker is named by its type", made, "scip-python python demo 1 `demo.a`/Run#__init__().", ""},
		{"a namespace is spelled as one likes", made, "scip-go gomod demo . `demo/a`/Other/", ""},
		{"an alias", made + "// import Walk as Run\n", "scip-python python demo 1 `demo.a`/Walk().", ""},
		{"no alias", made, "scip-python python demo 1 `demo.a`/Walk().", "where the index has Walk"},
	} {
		d := testkit.SCIPDocument{Path: "b.go", Text: made, Encoding: 1, Names: name(c.symbol)}
		_, read := all(t, testkit.SCIP(t, "", d))
		err := NewBuilder().Add("b.go", code.Hash{}, []byte(c.now), read[0])
		if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
	}
}

// Of what a refused document defines nothing is said.
func TestRefusedDefinition(t *testing.T) {
	_, read := all(t, testkit.SCIP(t, "", docs(1)...))
	b := NewBuilder()
	b.Refuse(read[0])
	testkit.Must(t, b.Add("b/b.go", code.Hash{3}, []byte(bText), read[1]))
	o, err := Decode(b.Encode(Note{}))
	testkit.Must(t, err)
	if u := o.Uses("b/b.go"); len(u.list) > 0 {
		t.Errorf("uses %+v", u)
	}
	if err := b.Add("b/b.go", code.Hash{3}, []byte(bText), read[1]); err == nil {
		t.Error("one file was taken twice")
	}
}

func TestDescriptors(t *testing.T) {
	for symbol, want := range map[string]string{
		run: "demo/a/ Run(",
		"scip-typescript npm a  b 1.0 src/`x.ts`/A#`<get>``q`(+1).(p)": "src/ x.ts/ A# <get>`q( pp",
		"scip m p v impl#[T]f().":                                      "impl# T[ f(",
		"scip m p v noend":                                             "",
		"local 3":                                                      "",
		"":                                                             "",
	} {
		var got []string
		for _, d := range descriptors(symbol) {
			got = append(got, d.name+string(d.sign))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q is %q, want %q", symbol, s, want)
		}
	}
}

func TestDamaged(t *testing.T) {
	whole := testkit.SCIP(t, "/srv", docs(1)...)
	none := func(Metadata, *Document) error { return nil }
	ends := 0
	for n := range whole {
		if _, err := Read(bytes.NewReader(whole[:n]), none); err == nil {
			ends++ // between two fields of the outermost message
		}
	}
	if ends != 2 {
		t.Errorf("%d cut indexes were taken for whole ones", ends)
	}
	for _, c := range []struct {
		name, bytes, why string
	}{
		{"nothing", "", "empty"},
		{"text", "hello, this is no index\n", "form"},
		{"a promise of much", "\x12\xff\xff\xff\x7fx", "cut short"},
		{"a promise of too much", "\x12\xff\xff\xff\xff\x7fx", "more than"},
		{"a range of two", string(testkit.SCIPField(2, testkit.SCIPField(2, append(testkit.SCIPField(1, []byte{1, 2}), testkit.SCIPField(2, []byte("x"))...)))), "2 numbers"},
	} {
		if _, err := Read(strings.NewReader(c.bytes), none); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "\x12\x02\x0a\x00", "\x0a\x03\x1a\x01x\x12\x0a\x12\x08\x0a\x03\x00\x01\x02\x12\x01x"} {
		f.Add([]byte(s), []byte(bText))
	}
	f.Fuzz(func(t *testing.T, index, text []byte) {
		b := NewBuilder()
		_, _ = Read(bytes.NewReader(index), func(_ Metadata, d *Document) error {
			if b.Add(d.Path, code.Hash{}, text, d) == nil {
				for _, u := range b.files[len(b.files)-1].uses {
					if int(u.at) >= len(text) {
						t.Fatalf("a place at %d of %d", u.at, len(text))
					}
				}
			}
			return nil
		})
		o, err := Decode(b.Encode(Note{}))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range o.Paths() {
			o.Means(o.Uses(p), 0, uint32(len(text)))
		}
		if o, err := Decode(index); err == nil {
			for _, p := range o.Paths() {
				o.Means(o.Uses(p), 0, anyNumber)
			}
		}
	})
}
