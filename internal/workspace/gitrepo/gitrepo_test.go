package gitrepo

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// isolate keeps the host's git configuration out of the test and returns an empty directory, its
// symbolic links resolved. Its children are the test's repositories.
func isolate(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(dir, "home")
	mkdir(t, home)
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	write(t, filepath.Join(home, "gitconfig"),
		"[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n")
	return dir
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func mkdir(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, file, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(file))
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// initRepo makes a repository with one commit of the files.
func initRepo(t testing.TB, dir string, files ...string) {
	t.Helper()
	mkdir(t, dir)
	git(t, dir, "init", "-q")
	for _, file := range files {
		write(t, filepath.Join(dir, file), file)
	}
	if len(files) > 0 {
		git(t, dir, "add", "-A", "-f")
		git(t, dir, "commit", "-q", "-m", "first")
	}
}

func discover(t testing.TB, dir string) Repo {
	t.Helper()
	repo, found, err := Discover(dir)
	if err != nil || !found {
		t.Fatalf("Discover(%q): found = %v, error %v", dir, found, err)
	}
	return repo
}

func TestDiscover(t *testing.T) {
	dir := isolate(t)
	main := filepath.Join(dir, "main")
	library := filepath.Join(dir, "library")
	initRepo(t, library, "lib.go")
	initRepo(t, main, "a.go", "sub/b.go")
	git(t, main, "submodule", "add", "-q", library, "third/lib")
	git(t, main, "commit", "-q", "-m", "submodule")
	git(t, main, "worktree", "add", "-q", "../linked", "-b", "other")
	git(t, dir, "init", "-q", "--separate-git-dir", filepath.Join(dir, "apart.git"), filepath.Join(dir, "apart"))
	initRepo(t, filepath.Join(main, "nested"), "n.go")
	mkdir(t, filepath.Join(main, "sub", ".git")) // empty: git passes over it
	if err := os.Symlink(filepath.Join(main, "sub"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}

	mainGit := filepath.Join(main, ".git")
	for _, c := range []struct{ from, workTree, gitDir, commonDir string }{
		{"main", main, mainGit, mainGit},
		{"main/sub", main, mainGit, mainGit},
		{"main/a.go", main, mainGit, mainGit},
		{"link", main, mainGit, mainGit},
		{"main/third/lib", main + "/third/lib", mainGit + "/modules/third/lib", mainGit + "/modules/third/lib"},
		{"main/nested", main + "/nested", main + "/nested/.git", main + "/nested/.git"},
		{"linked/sub", dir + "/linked", mainGit + "/worktrees/linked", mainGit},
		{"apart", dir + "/apart", dir + "/apart.git", dir + "/apart.git"},
	} {
		repo := discover(t, filepath.Join(dir, c.from))
		if want := (Repo{c.workTree, c.gitDir, c.commonDir}); repo != want {
			t.Errorf("Discover(%s) = %+v, want %+v", c.from, repo, want)
		}
		// Git itself agrees.
		at := filepath.Join(dir, c.from)
		if info, err := os.Stat(at); err == nil && !info.IsDir() {
			at = filepath.Dir(at)
		}
		answer := git(t, at, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir")
		if got := strings.Join([]string{repo.WorkTree, repo.GitDir, repo.CommonDir}, "\n"); got != answer {
			t.Errorf("Discover(%s) = %q, git says %q", c.from, got, answer)
		}
	}
	if got, want := discover(t, filepath.Join(dir, "linked")).InfoExclude(), mainGit+"/info/exclude"; got != want {
		t.Errorf("InfoExclude = %q, want %q", got, want)
	}
}

func TestDiscoverFindsNothing(t *testing.T) {
	dir := isolate(t)
	main := filepath.Join(dir, "main")
	initRepo(t, main, "a.go")
	git(t, dir, "init", "-q", "--bare", filepath.Join(main, "bare.git"))
	mkdir(t, filepath.Join(dir, "plain", "sub"))
	for _, from := range []string{"plain/sub", "main/.git", "main/.git/refs/heads", "main/bare.git/objects"} {
		if repo, found, err := Discover(filepath.Join(dir, from)); found || err != nil {
			t.Errorf("Discover(%s) = %+v, %v, %v; want nothing", from, repo, found, err)
		}
	}
	if _, _, err := Discover(filepath.Join(dir, "absent")); err == nil {
		t.Error("Discover of a missing directory must fail")
	}
}

func TestDiscoverIgnoresRedirection(t *testing.T) {
	dir := isolate(t)
	initRepo(t, filepath.Join(dir, "main"), "a.go")
	initRepo(t, filepath.Join(dir, "other"), "b.go")
	t.Setenv("GIT_DIR", filepath.Join(dir, "other", ".git"))
	t.Setenv("GIT_WORK_TREE", filepath.Join(dir, "other"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(dir, "other", ".git", "index"))
	repo := discover(t, filepath.Join(dir, "main"))
	if want := filepath.Join(dir, "main"); repo.WorkTree != want {
		t.Errorf("WorkTree = %q, want %q", repo.WorkTree, want)
	}
	entries, err := repo.Tracked(t.Context())
	if err != nil || len(entries) != 1 || entries[0].Path != "a.go" {
		t.Errorf("Tracked = %v, %v; want a.go", entries, err)
	}
}

func TestDiscoverBrokenGitFile(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	for name, text := range map[string]string{
		"itself":     "gitdir: .git\n",
		"each-other": "gitdir: ../itself/.git\n",
		"missing":    "gitdir: /does/not/exist\n",
		"empty":      "",
		"no-path":    "gitdir: \n",
		"no-prefix":  "../.git\n",
		"binary":     "gitdir: \x00\n",
		"plain-dir":  "gitdir: .\n",
		"huge":       strings.Repeat("x", smallFile+1),
	} {
		write(t, filepath.Join(dir, name, ".git"), text)
		mkdir(t, filepath.Join(dir, name, "below"))
		repo, found, err := Discover(filepath.Join(dir, name, "below"))
		if err == nil || found {
			t.Errorf("%s: Discover = %+v, %v, no error", name, repo, found)
		} else if !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %q does not name the file", name, err)
		}
	}
	// A relative path and a carriage return are fine.
	write(t, filepath.Join(dir, "good", ".git"), "gitdir: ../.git\r\n")
	if repo := discover(t, filepath.Join(dir, "good")); repo.GitDir != filepath.Join(dir, ".git") {
		t.Errorf("GitDir = %q", repo.GitDir)
	}
}
