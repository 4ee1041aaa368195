package gitrepo

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestRefs(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo, "a.go")
	first := git(t, repo, "rev-parse", "HEAD")
	git(t, repo, "tag", "-a", "v1.0", "-m", "tag")
	git(t, repo, "branch", "feature/login")
	git(t, repo, "checkout", "-q", "--orphan", "apart")
	git(t, repo, "commit", "-q", "-m", "apart")
	r := discover(t, repo)
	for _, name := range []string{"main", "v1.0", "refs/heads/main", first, first[:10], "feature/login"} {
		if side, err := r.resolve(t.Context(), name); err != nil || side != (Side{name, first}) {
			t.Errorf("resolve(%q) = %+v, %v", name, side, err)
		}
	}
	for _, c := range []struct {
		q    Comparison
		says string
	}{
		{Comparison{Ref: "--output=x"}, "dash"},
		{Comparison{Ref: "-1"}, "dash"},
		{Comparison{Ref: "feature/logn"}, "near names: feature/login"},
		{Comparison{Ref: "LOGIN"}, "near names: feature/login"},
		{Comparison{Ref: "v1"}, "near names: v1.0"},
		{Comparison{Ref: "xyz"}, "branches: main, apart, feature/login"},
		{Comparison{Ref: "v1.1"}, "near names: v1.0"},
		{Comparison{Ref: "nothing like it"}, "branches: "},
		{Comparison{Ref: "^main"}, "names no commit"},
		{Comparison{Ref: "main..apart"}, "names no commit"},
		{Comparison{Ref: "main\n"}, "no name"},
		{Comparison{Ref: "a\x00"}, "no name"},
		{Comparison{Ref: strings.Repeat("x", 2000)}, "no name"},
		{Comparison{Ref: "HEAD:a.go"}, "names no commit"},
		{Comparison{Ref: "main", Unstaged: true}, "leave out ref"},
		{Comparison{Range: "main"}, "write a..b"},
		{Comparison{Range: "main..man"}, "near names: main"},
		{Comparison{Range: "-x..main"}, "dash"},
		{Comparison{Range: "main...apart"}, "no commit in common"},
		{Comparison{Range: "main..apart", Staged: true}, "leave out"},
		{Comparison{Range: "main..apart", Ref: "main"}, "leave out"},
	} {
		c.q.Root = repo
		_, err := r.Changes(t.Context(), c.q)
		var bad *RequestError
		if !errors.As(err, &bad) || !strings.Contains(bad.Text, c.says) || len(bad.Text) > 400 {
			t.Errorf("%.60q %.60q: %v; want %q", c.q.Ref, c.q.Range, err, c.says)
		}
	}
	if _, err := At(dir, "no/such"); !errors.Is(err, ErrNoRepository) {
		t.Errorf("At outside: %v", err)
	}
	if _, err := r.Changes(t.Context(), Comparison{Root: filepath.Join(dir, "home")}); err == nil {
		t.Error("a root apart from the work tree must be an error")
	}
}
