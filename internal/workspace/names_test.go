package workspace

import (
	"slices"
	"testing"
)

// TestNamesDecideNothing holds that only ignore rules leave a directory out,
// never a name that is customary for output or other people's code.
func TestNamesDecideNothing(t *testing.T) {
	root := t.TempDir()
	files := []string{"build/a", "coverage/b", "dist/c", "node_modules/d", "obj/e", "out/f", "target/g", "vendor/h"}
	tree(t, root, files...)
	if got := paths(walk(t, Open(root, Options{}), nil)); !slices.Equal(got, files) {
		t.Errorf("got %q, want %q", got, files)
	}
	tree(t, root, ".gitignore=/dist/\n")
	want := append([]string{".gitignore"}, slices.DeleteFunc(slices.Clone(files), func(f string) bool { return f == "dist/c" })...)
	if got := paths(walk(t, Open(root, Options{}), nil)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
