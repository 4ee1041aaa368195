package code

import (
	"slices"
	"testing"
)

func TestRegionAt(t *testing.T) {
	regions := []Region{{Span{2, 5}, RegionComment}, {Span{5, 6}, RegionString}, {Span{10, 20}, RegionComment}}
	for offset := range uint32(25) {
		var want *Region
		for i := range regions {
			if regions[i].Span.Contains(offset) {
				want = &regions[i]
			}
		}
		got, ok := RegionAt(regions, offset)
		if ok != (want != nil) || ok && got != *want {
			t.Errorf("offset %d: got %v %v", offset, got, ok)
		}
	}
	if _, ok := RegionAt(nil, 0); ok {
		t.Error("a region in nothing")
	}
}

func sampleFacts() *Facts {
	return &Facts{
		Definitions: []Definition{
			{Name: "Store", Kind: KindClass, Container: NoDefinition, Exported: true},
			{Name: "Open", Kind: KindMethod, Container: 0, Exported: true},
			{Name: "Close", Kind: KindMethod, Container: NoDefinition, ContainerName: "Other", Exported: true},
			{Name: "hidden", Kind: KindFunction, Container: NoDefinition},
			{Name: "app", Kind: KindNamespace, Container: NoDefinition},
			{Name: "core", Kind: KindModule, Container: 4, Exported: true},
			{Name: "run", Kind: KindFunction, Container: 5, Exported: true},
			{Name: "run", Kind: KindFunction, Container: 5, Exported: true},
			{Name: "", Kind: KindFunction, Container: NoDefinition, Exported: true},
		},
		Imports: []Import{
			{Form: ImportReExport, Names: []ImportedName{{Name: "a"}, {Name: "b", Alias: "c"}, {Name: "*"}, {Name: "*", Alias: "all"}}},
			{Form: ImportStatic, Names: []ImportedName{{Name: "kept"}}},
		},
	}
}

func TestExports(t *testing.T) {
	if got, want := sampleFacts().Exports(), []string{"Store", "core", "run", "a", "c", "all"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (&Facts{}).Exports(); len(got) != 0 {
		t.Errorf("got %q from nothing", got)
	}
}

func TestQualifiedName(t *testing.T) {
	f := sampleFacts()
	for i, want := range []string{"Store", "Store.Open", "Other.Close", "hidden", "app", "app.core", "app.core.run"} {
		if got := f.QualifiedName(int32(i)); got != want {
			t.Errorf("definition %d: got %q, want %q", i, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	h := Hash{0xab, 31: 0x01}
	back, err := ParseHash(h.String())
	if err != nil || back != h {
		t.Errorf("got %v, %v", back, err)
	}
	for _, bad := range []string{"", "ab", h.String() + "00", "zz" + h.String()[2:]} {
		if _, err := ParseHash(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if h.IsZero() || !(Hash{}).IsZero() {
		t.Error("IsZero")
	}
}

func TestNames(t *testing.T) {
	for _, k := range Kinds() {
		if back, ok := ParseKind(k.String()); !ok || back != k {
			t.Errorf("kind %d: %q reads back as %v", k, k, back)
		}
	}
	if _, ok := ParseKind("nonsense"); ok {
		t.Error("nonsense is a kind")
	}
	if got := Kind(250).String(); got != "unknown(250)" {
		t.Errorf("got %q", got)
	}
	if got := (ModStatic | ModSetter).Names(); !slices.Equal(got, []string{"static", "setter"}) {
		t.Errorf("got %q", got)
	}
	if (Lines{3, 3}).String() != "3" || (Lines{3, 9}).String() != "3-9" {
		t.Error("lines")
	}
	if len(modifierNames) != 14 || ModLocal != 1<<(len(modifierNames)-1) {
		t.Error("every modifier needs a name")
	}
}
