package workspace

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestNextIsWhatIsMadeAnew compares the short way with assembling from nothing.
func TestNextIsWhatIsMadeAnew(t *testing.T) {
	file := func(path string, size int64) File { return File{Path: path, Signature: Signature{Size: size}} }
	dir := func(path string, files ...File) *Dir { return &Dir{Path: path, Files: files} }
	top, sub := dir("", file("a.go", 1), file("b.go", 1)), dir("b", file("b/c.go", 1), file("b/d.go", 1))
	before := NewManifest(map[string]*Dir{"": top, "b": sub})
	for name, dirs := range map[string]map[string]*Dir{
		"same":       {"": top, "b": sub},
		"edited":     {"": top, "b": dir("b", file("b/c.go", 2), file("b/d.go", 1))},
		"added":      {"": top, "b": dir("b", file("b/c.go", 1), file("b/d.go", 1), file("b/e.go", 1))},
		"removed":    {"": top, "b": dir("b", file("b/d.go", 1))},
		"renamed":    {"": top, "b": dir("b", file("b/a.go", 1), file("b/d.go", 1))},
		"moved":      {"": top, "c": dir("c", file("c/c.go", 1), file("c/d.go", 1))},
		"more":       {"": top, "b": sub, "c": dir("c", file("c/c.go", 1))},
		"fewer":      {"": top},
		"all edited": {"": dir("", file("a.go", 9), file("b.go", 9)), "b": dir("b", file("b/c.go", 9), file("b/d.go", 9))},
	} {
		got, want := before.next(dirs), NewManifest(dirs)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, not %v", name, got.files, want.files)
		}
		for _, f := range got.files {
			if f != got.dirs[parent(f.Path)].file(f.Path) {
				t.Errorf("%s: %s is not the directory's", name, f.Path)
			}
		}
	}
	if size := before.File("b/c.go").Signature.Size; size != 1 {
		t.Errorf("the manifest before was changed: %d", size)
	}
	var none *Manifest
	if got := none.next(map[string]*Dir{"": top}); len(got.Files()) != 2 {
		t.Errorf("from nothing: %d files", len(got.Files()))
	}
}

// Random manifests, one after the other, whose paths sort across directories.
func TestNextOfRandomChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	names := []string{"a", "a-", "a.go", "b", "b0", "z"}
	random := func(path string) *Dir {
		d := &Dir{Path: path}
		for _, n := range names {
			if r.IntN(2) == 0 {
				d.Files = append(d.Files, File{Path: join(path, "f"+n), Signature: Signature{Size: r.Int64N(3)}})
			}
		}
		return d
	}
	m := NewManifest(map[string]*Dir{"": random("")})
	for range 2000 {
		dirs := maps.Clone(m.dirs)
		for range 1 + r.IntN(3) {
			p := pick(r, names...)
			for range r.IntN(3) {
				p = join(p, pick(r, names...))
			}
			if r.IntN(3) == 0 {
				delete(dirs, p)
			} else {
				dirs[p] = random(p)
			}
		}
		next, want := m.next(dirs), NewManifest(dirs)
		if !slices.Equal(next.order, want.order) || !slices.Equal(next.files, want.files) {
			t.Fatalf("%v\nnot %v", paths(next), paths(want))
		}
		m = next
	}
}
