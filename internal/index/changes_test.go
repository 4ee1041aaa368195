package index

import (
	"context"
	"testing"
	"time"

	"sextant/internal/testkit"
)

func together(t *testing.T, ix *Indexer, path string) map[string]int {
	t.Helper()
	h, complete := ix.History(context.Background(), time.Minute)
	if !complete {
		t.Fatal("the history is not complete")
	}
	out := make(map[string]int)
	if h == nil {
		return out
	}
	for _, x := range h.With(path) {
		out[x.Path] = x.Count
	}
	return out
}

func TestHistory(t *testing.T) {
	root := testkit.Isolate(t)
	commit := func(files ...string) {
		t.Helper()
		for _, f := range files {
			testkit.Write(t, root, f, time.Now().String()+f)
		}
		testkit.Git(t, root, "add", "-A")
		testkit.Git(t, root, "commit", "-q", "-m", "change")
	}
	testkit.Git(t, root, "init", "-q")
	ix := openIndex(t, root)
	if got := together(t, ix, "a.go"); len(got) != 0 {
		t.Errorf("without a commit: %v", got)
	}
	commit("a.go", "b.go")
	commit("a.go", "b.go", "sub/ü c.go")
	if got := together(t, ix, "a.go"); got["b.go"] != 2 || len(got) != 1 {
		t.Errorf("after two commits: %v", got)
	}
	// What is new is added; another process begins with what is stored.
	commit("a.go", "sub/ü c.go")
	if got := together(t, ix, "a.go"); got["b.go"] != 2 || got["sub/ü c.go"] != 2 {
		t.Errorf("after three: %v", got)
	}
	testkit.Must(t, ix.Close())
	again := openIndex(t, root)
	if got := together(t, again, "a.go"); got["sub/ü c.go"] != 2 {
		t.Errorf("in another process: %v", got)
	}
	// Commits that are no longer part of the history do not count.
	testkit.Git(t, root, "reset", "-q", "--hard", "HEAD~2")
	commit("b.go", "x.go")
	commit("b.go", "x.go")
	if got := together(t, again, "a.go"); len(got) != 0 {
		t.Errorf("after history was rewritten: %v", got)
	}
	if got := together(t, again, "b.go"); got["x.go"] != 2 {
		t.Errorf("after history was rewritten, with b.go: %v", got)
	}
	// A root below the top of the work tree sees its own part.
	below := openIndex(t, root+"/sub")
	if got := together(t, below, "ü c.go"); len(got) != 0 {
		t.Errorf("below the top: %v", got)
	}
}

func TestHistoryIsNotReadAfterClose(t *testing.T) {
	root := testkit.Isolate(t)
	testkit.Git(t, root, "init", "-q")
	testkit.Write(t, root, "a.go", "package a\n")
	testkit.Git(t, root, "add", "-A")
	testkit.Git(t, root, "commit", "-q", "-m", "one")
	ix := openIndex(t, root)
	testkit.Must(t, ix.Close())
	if h, complete := ix.History(context.Background(), time.Minute); h != nil || complete {
		t.Errorf("after Close: %v, complete %v", h, complete)
	}
}
