package all

import (
	"sort"
	"strings"
	"testing"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/parse"
)

func TestDefinitions(t *testing.T) {
	defs := Definitions()
	if _, err := lang.NewRegistry(defs); err != nil {
		t.Error(err)
	}
	if !sort.SliceIsSorted(defs, func(i, j int) bool { return defs[i].ID < defs[j].ID }) {
		t.Error("not sorted by id")
	}
	for _, d := range defs {
		if err := parse.Check(d); err != nil {
			t.Errorf("%s: %v", d.ID, err)
		}
		if d.Name == "" || len(d.Kinds) == 0 && !d.StructureOnly || len(d.Extensions)+len(d.FileNames) == 0 {
			t.Errorf("%s: a name, kinds and files are needed: %+v", d.ID, d)
		}
		if (d.Grammar == nil) == (d.Extract == nil) {
			t.Errorf("%s: needs either a grammar or a native extractor", d.ID)
		}
		for _, e := range d.Extensions {
			if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) {
				t.Errorf("%s: extension %q", d.ID, e)
			}
		}
		switch d.Class {
		case code.ClassSource, code.ClassDocumentation, code.ClassConfiguration, code.ClassData:
		default:
			t.Errorf("%s: class %s cannot be a language's", d.ID, d.Class)
		}
		if !d.StructureOnly && d.Resolve == nil {
			t.Errorf("%s: imports lead nowhere", d.ID)
		}
	}
}
