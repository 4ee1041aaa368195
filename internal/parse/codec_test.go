package parse

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"sextant/internal/code"
)

// randomFacts fills every field, often with what a sane file never has.
func randomFacts(r *rand.Rand) *code.Facts {
	text := func() string {
		switch r.IntN(8) {
		case 0:
			return ""
		case 1:
			return "näme検索\x00\xff"
		case 2:
			return strings.Repeat("x", r.IntN(300))
		}
		b := make([]byte, r.IntN(6))
		for i := range b {
			b[i] = byte('a' + r.IntN(3))
		}
		return string(b)
	}
	number := func() uint32 {
		switch r.IntN(6) {
		case 0:
			return 0
		case 1:
			return math.MaxUint32 - uint32(r.IntN(3))
		}
		return uint32(r.IntN(5000))
	}
	span := func() code.Span { return code.Span{Start: number(), End: number()} }
	size := func(n int) int { return max(0, r.IntN(n+2)-2) }
	f := &code.Facts{Language: code.LanguageID(text()), Status: code.Status(r.IntN(4)), Lines: number(), Chars: number(),
		Doc: text(), Package: text()}
	for i := range size(12) {
		d := code.Definition{Name: text(), Kind: code.Kind(r.IntN(256)), NameSpan: span(), Span: span(), Line: number(),
			Lines: code.Lines{First: number(), Last: number()}, Container: int32(r.IntN(i+1)) - 1, ContainerName: text(),
			Signature: text(), Doc: text(), Visibility: code.Visibility(r.IntN(256)), Exported: r.IntN(2) == 0,
			Modifiers: code.Modifiers(r.IntN(1 << 16)), Type: text()}
		for range size(3) {
			d.Supertypes = append(d.Supertypes, code.Supertype{Name: text(), Args: text(), Form: code.Inheritance(r.IntN(256))})
		}
		for range size(3) {
			d.Params = append(d.Params, code.Param{Name: text(), Type: text()})
		}
		for range size(2) {
			d.TypeParams = append(d.TypeParams, code.Param{Name: text(), Type: text()})
		}
		d.Wrapped = text()
		if d.Value = text(); d.Value != "" {
			d.ValueAt = number()
		}
		f.Definitions = append(f.Definitions, d)
	}
	for range size(6) {
		im := code.Import{Specifier: text(), Form: code.ImportForm(r.IntN(256)), Span: span(), Line: number(), TypeOnly: r.IntN(2) == 0}
		for range size(3) {
			im.Names = append(im.Names, code.ImportedName{Name: text(), Alias: text()})
		}
		f.Imports = append(f.Imports, im)
	}
	for range size(6) {
		f.Mentions = append(f.Mentions, code.Mention{Text: text(), Span: span(), Line: number()})
	}
	for range size(6) {
		f.Routes = append(f.Routes, code.Route{Form: code.RouteForm(r.IntN(256)), Framework: text(), Methods: text(), Path: text(), Router: text(),
			Target: text(), Span: span(), Line: number(), TargetLine: number()})
	}
	for range size(20) {
		ref := code.Reference{Name: text(), Span: span(), Line: number(), Role: code.Role(r.IntN(256)),
			Qualifier: code.Qualifier(r.IntN(8)), Enclosing: int32(r.IntN(len(f.Definitions)+1)) - 1, Local: r.IntN(2) == 0}
		if ref.Qualifier != code.QualifierNone {
			ref.QualifierText = text()
		}
		f.References = append(f.References, ref)
	}
	for range size(6) {
		f.Bindings = append(f.Bindings, code.Binding{Name: text(), At: number(), Scope: span(), Type: text(), Value: text()})
	}
	for range size(10) {
		f.Regions = append(f.Regions, code.Region{Span: span(), Kind: code.RegionKind(r.IntN(2))})
	}
	return f
}

func roundTrip(t testing.TB, f *code.Facts) *code.Facts {
	t.Helper()
	back, err := DecodeOutline(EncodeOutline(f))
	if err != nil {
		t.Fatal(err)
	}
	if err := DecodeDetail(EncodeDetail(f), back); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestFactsComeBackAsTheyWere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		f := randomFacts(r)
		if back := roundTrip(t, f); !reflect.DeepEqual(back, f) {
			t.Fatalf("got %+v\nwant %+v", back, f)
		}
		if !bytes.Equal(EncodeOutline(f), EncodeOutline(f)) || !bytes.Equal(EncodeDetail(f), EncodeDetail(f)) {
			t.Fatal("encoding twice gives different bytes")
		}
	}
}

func TestDecodeChecksIndices(t *testing.T) {
	containers := []struct {
		of []int32
		ok bool
	}{
		{[]int32{-1, 0, 1}, true},
		{[]int32{1, -1}, true}, // a part that begins before its container
		{[]int32{2, 0, -1, 1}, true},
		{[]int32{0}, false},
		{[]int32{-1, 1}, false},
		{[]int32{1, 0}, false},
		{[]int32{-1, 2, 3, 1}, false},
		{[]int32{-2}, false},
		{[]int32{1}, false},
		{[]int32{math.MinInt32}, false},
		{[]int32{math.MaxInt32}, false},
	}
	for _, tt := range containers {
		f := &code.Facts{}
		for _, c := range tt.of {
			f.Definitions = append(f.Definitions, code.Definition{Container: c})
		}
		if _, err := DecodeOutline(EncodeOutline(f)); (err == nil) != tt.ok {
			t.Errorf("containers %v: error %v", tt.of, err)
		}
	}
	for _, e := range []int32{-2, 1, math.MinInt32, math.MaxInt32} {
		f := &code.Facts{Definitions: make([]code.Definition, 1), References: []code.Reference{{Enclosing: e}}}
		if err := DecodeDetail(EncodeDetail(f), &code.Facts{Definitions: f.Definitions}); err == nil {
			t.Errorf("enclosing definition %d was accepted", e)
		}
	}
}

// decodeAnything decodes and walks what came out the way readers do.
func decodeAnything(t testing.TB, outline, detail []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := DecodeOutline(outline)
	if err == nil {
		f.Exports()
		for i := range f.Definitions {
			// The name of a deep definition is long; one that never ends is the fault.
			if i < 50 {
				f.QualifiedName(int32(i))
			}
		}
	} else {
		f = &code.Facts{}
	}
	if err := DecodeDetail(detail, f); err == nil {
		for _, r := range f.References {
			if r.Enclosing != code.NoDefinition {
				_ = f.Definitions[r.Enclosing]
			}
		}
	}
	runtime.ReadMemStats(&after)
	if used, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+64*(len(outline)+len(detail))); used > most {
		t.Fatalf("%d bytes of input took %d bytes of memory", len(outline)+len(detail), used)
	}
}

func TestDamagedFactsDoNoHarm(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		f := randomFacts(r)
		outline, detail := EncodeOutline(f), EncodeDetail(f)
		for range 5 {
			o, d := bytes.Clone(outline), bytes.Clone(detail)
			for _, b := range [][]byte{o, d} {
				for range 1 + r.IntN(3) {
					b[r.IntN(len(b))] = byte(r.Uint32())
				}
			}
			decodeAnything(t, o, d)
			decodeAnything(t, o[:r.IntN(len(o))], d[:r.IntN(len(d))])
		}
		for cut := range outline {
			if _, err := DecodeOutline(outline[:cut]); err == nil {
				t.Fatalf("cut at %d of %d, not noticed", cut, len(outline))
			}
		}
		if _, err := DecodeOutline(append(bytes.Clone(outline), 0)); err == nil {
			t.Fatal("a byte too many was not noticed")
		}
	}
}

func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5 {
		facts := randomFacts(r)
		f.Add(EncodeOutline(facts), EncodeDetail(facts))
	}
	f.Fuzz(func(t *testing.T, outline, detail []byte) { decodeAnything(t, outline, detail) })
}

// TestUsesAreThoseOfTheDetail decodes only the references of some names.
func TestUsesAreThoseOfTheDetail(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		f := randomFacts(r)
		names := make(map[string]bool)
		for i := range f.References {
			if r.IntN(2) == 0 {
				names[f.References[i].Name] = true
			}
		}
		got := &code.Facts{Definitions: f.Definitions}
		if err := DecodeUses(EncodeDetail(f), got, names); err != nil {
			t.Fatal(err)
		}
		var want []code.Reference
		for _, x := range f.References {
			if names[x.Name] {
				want = append(want, x)
			}
		}
		if !reflect.DeepEqual(got.References, want) || !reflect.DeepEqual(got.Bindings, f.Bindings) || got.Regions != nil {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
	}
}
