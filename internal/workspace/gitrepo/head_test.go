package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func checkHead(t *testing.T, state, dir, branch string) {
	t.Helper()
	want := Head{Branch: branch}
	if state != "unborn" {
		want.Commit = git(t, dir, "rev-parse", "HEAD")
	}
	if got, err := discover(t, dir).Head(t.Context()); err != nil || got != want {
		t.Errorf("%s: Head = %+v, %v; want %+v", state, got, err, want)
	}
}

func TestHead(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	checkHead(t, "unborn", repo, "main")
	initRepo(t, repo, "a.go")
	checkHead(t, "loose", repo, "main")
	git(t, repo, "checkout", "-q", "-b", "feature/x/y")
	checkHead(t, "branch with slashes", repo, "feature/x/y")
	git(t, repo, "pack-refs", "--all")
	checkHead(t, "packed", repo, "feature/x/y")
	write(t, filepath.Join(repo, "b.go"), "")
	git(t, repo, "add", "b.go")
	git(t, repo, "commit", "-q", "-m", "second")
	checkHead(t, "loose before packed", repo, "feature/x/y")
	git(t, repo, "worktree", "add", "-q", "../linked", "main")
	checkHead(t, "linked work tree", filepath.Join(dir, "linked"), "main")
	git(t, repo, "symbolic-ref", "refs/heads/alias", "refs/heads/main")
	git(t, repo, "symbolic-ref", "HEAD", "refs/heads/alias")
	checkHead(t, "alias", repo, "alias")
	git(t, repo, "checkout", "-q", "--detach", "feature/x/y")
	checkHead(t, "detached", repo, "")
	git(t, repo, "checkout", "-q", "--orphan", "fresh")
	checkHead(t, "unborn", repo, "fresh")

	// A directory in the place of a packed branch's file is left from deleted longer names.
	git(t, repo, "checkout", "-q", "-f", "feature/x/y")
	git(t, repo, "branch", "group")
	git(t, repo, "pack-refs", "--all")
	git(t, repo, "checkout", "-q", "group")
	mkdir(t, filepath.Join(repo, ".git/refs/heads/group"))
	checkHead(t, "directory in the way", repo, "group")

	if err := os.Remove(filepath.Join(repo, ".git/HEAD")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("refs/heads/main", filepath.Join(repo, ".git/HEAD")); err != nil {
		t.Fatal(err)
	}
	checkHead(t, "symbolic link", repo, "main")
}

func TestHeadSHA256(t *testing.T) {
	dir := isolate(t)
	git(t, dir, "init", "-q", "--object-format=sha256")
	write(t, filepath.Join(dir, "a"), "")
	git(t, dir, "add", "a")
	git(t, dir, "commit", "-q", "-m", "first")
	checkHead(t, "sha256", dir, "main")
}

// With references in a reftable git is asked. The directory alone makes the difference for us and
// none for git, so both ways can be compared whatever the version of git.
func TestHeadAsksGit(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir)
	mkdir(t, filepath.Join(dir, ".git", "reftable"))
	checkHead(t, "unborn", dir, "main")
	initRepo(t, dir, "a.go")
	checkHead(t, "branch", dir, "main")
	git(t, dir, "checkout", "-q", "--detach")
	checkHead(t, "detached", dir, "")
}

func TestHeadBroken(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	repo := discover(t, dir)
	write(t, filepath.Join(dir, ".git/refs/heads/loop"), "ref: refs/heads/loop\n")
	for head, word := range map[string]string{
		"garbage":                             "neither",
		"":                                    "neither",
		"ref: refs/heads/loop\n":              "more than",
		"ref: ../../../etc/passwd\n":          "not a reference",
		"ref: refs/../../outside\n":           "not a reference",
		"ref: \n":                             "not a reference",
		strings.Repeat("g", 40):               "neither",
		strings.Repeat("a", smallFile) + "aa": "one line",
	} {
		write(t, filepath.Join(dir, ".git/HEAD"), head)
		if got, err := repo.Head(t.Context()); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("HEAD %.40q: got %+v, %v; want an error with %q", head, got, err, word)
		}
	}
}
