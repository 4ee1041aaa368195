package gitrepo

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// The texts of a range's new side are read by the names that its changes have; what is missing or too
// large is passed over.
func TestBlobs(t *testing.T) {
	dir := t.TempDir()
	initRepo(t, dir)
	write(t, filepath.Join(dir, "a"), "old\n")
	commit(t, dir, "first")
	for name, text := range map[string]string{"a": "new\n\n", "b": "", "c": "no end", "large": strings.Repeat("x", largestBlob+1), "z": "last\n"} {
		write(t, filepath.Join(dir, name), text)
	}
	commit(t, dir, "second")
	write(t, filepath.Join(dir, "a"), "newest\n")
	c := changes(t, dir, Comparison{Range: "HEAD~1..HEAD"})
	var names []string
	for i := range c.Files {
		names = append(names, c.Files[i].Blob)
	}
	names = append(names[:1:1], append([]string{strings.Repeat("1", len(names[0]))}, names[1:]...)...)
	got := ""
	if err := discover(t, dir).Blobs(t.Context(), names, func(i int, text []byte) error {
		got += fmt.Sprintf("%d %q\n", i, text)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := "0 \"new\\n\\n\"\n2 \"\"\n3 \"no end\"\n5 \"last\\n\"\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for _, name := range []string{"", "HEAD", "-x"} {
		if err := discover(t, dir).Blobs(t.Context(), []string{name}, nil); err == nil {
			t.Errorf("%q is taken for the name of a blob", name)
		}
	}
	if c := changes(t, dir, Comparison{}); len(c.Files) != 1 || c.Files[0].Blob != "" {
		t.Errorf("the working tree's text has a name: %+v", c.Files)
	}
}
