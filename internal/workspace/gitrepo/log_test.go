package gitrepo

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
)

func TestLog(t *testing.T) {
	dir := isolate(t)
	root := filepath.Join(dir, "r")
	initRepo(t, root, "a.go", "sub/ü b.go")
	repo := discover(t, root)
	first := git(t, root, "rev-parse", "HEAD")
	write(t, filepath.Join(root, "a.go"), "two")
	git(t, root, "mv", "sub/ü b.go", "sub/new\nname.go")
	git(t, root, "commit", "-q", "-a", "-m", "\x01 odd subject\n\nand body")
	git(t, root, "commit", "-q", "--allow-empty", "-m", "nothing")
	head := git(t, root, "rev-parse", "HEAD")
	log, err := repo.Log(context.Background(), root, "", "HEAD", 100)
	if err != nil {
		t.Fatal(err)
	}
	if len(log) != 2 {
		t.Fatalf("%d commits: one that touches nothing is none", len(log))
	}
	slices.Sort(log[0].Files)
	if want := []string{"a.go", "sub/new\nname.go", "sub/ü b.go"}; !slices.Equal(log[0].Files, want) || log[0].Time == 0 {
		t.Errorf("newest: %+v, want files %q", log[0], want)
	}
	if log[1].ID != first {
		t.Errorf("oldest: %s, want %s", log[1].ID, first)
	}
	if log, err = repo.Log(context.Background(), root, first, head, 100); err != nil || len(log) != 1 {
		t.Errorf("since the first: %+v, %v", log, err)
	}
	if log, err = repo.Log(context.Background(), filepath.Join(root, "sub"), "", head, 1); err != nil || len(log) != 1 || slices.Contains(log[0].Files, "a.go") ||
		!slices.Contains(log[0].Files, "ü b.go") {
		t.Errorf("of a directory: %+v, %v", log, err)
	}
	for _, bad := range []string{"--output=x", "main", ""} {
		if _, err := repo.Log(context.Background(), root, "", bad, 1); err == nil {
			t.Errorf("%q is taken for a commit", bad)
		}
	}
	for _, c := range []struct {
		new, old string
		want     bool
	}{{head, first, true}, {first, head, false}, {head, head, true}, {head, "0123456789012345678901234567890123456789", false}} {
		if got, err := repo.Contains(context.Background(), c.new, c.old); got != c.want || err != nil {
			t.Errorf("%.7s contains %.7s: %v, %v", c.new, c.old, got, err)
		}
	}
	if _, err := repo.Contains(context.Background(), head, "HEAD"); err == nil {
		t.Error("HEAD is taken for a commit")
	}
}
