package workspace

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// gitFiles asks git which files of a directory are tracked or not ignored,
// those of repositories inside it by their own git.
func gitFiles(t testing.TB, root, dir string) []string {
	t.Helper()
	var out []string
	for _, p := range strings.Split(git(t, filepath.Join(root, dir), "ls-files", "-co", "--exclude-standard", "-z"), "\x00") {
		if p == "" {
			continue
		}
		p = join(dir, strings.TrimSuffix(p, "/"))
		// The index also has what is gone, or lies below a symlink by now.
		if real, err := realPath(filepath.Join(root, parent(p))); err != nil || real != filepath.Join(root, parent(p)) {
			continue
		}
		info, err := os.Lstat(filepath.Join(root, p))
		switch {
		case err != nil:
		case info.IsDir():
			if _, err := os.Stat(filepath.Join(root, p, ".git", "HEAD")); err == nil {
				out = append(out, gitFiles(t, root, p)...)
			} else if text, err := os.ReadFile(filepath.Join(root, p, ".git")); err == nil && strings.HasPrefix(string(text), "gitdir:") {
				out = append(out, gitFiles(t, root, p)...)
			}
		case info.Mode().IsRegular() || info.Mode()&os.ModeSymlink != 0:
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func compareWithGit(t testing.TB, w *Workspace, before *Manifest) *Manifest {
	t.Helper()
	m := walk(t, w, before)
	want := gitFiles(t, w.Root(), "")
	got := paths(m)
	for _, p := range got {
		if _, ok := slices.BinarySearch(want, p); !ok {
			t.Errorf("%q is listed, git leaves it out", p)
		}
	}
	for _, p := range want {
		if _, ok := slices.BinarySearch(got, p); !ok {
			t.Errorf("%q is left out, git lists it", p)
		}
	}
	return m
}

var dirNames = []string{"a", "b", "build", "src", "Lib"}
var fileNames = []string{"a", "b", "x.o", "y.o", "keep.o", "n.log", "build", "main.go", "sp ce", "new\nline", "\xff", ".dot", "back\\slash"}

func randomRules(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteString(pick(r, "", "", "", "!"))
		b.WriteString(pick(r, "*.o", "build", "build/", "/a", "/a/", "b/*", "**/x.o", "keep.o", "src/**", "*", "*/", "*.log", "a/b", ".dot", "[a-c]", "Lib/"))
		b.WriteString("\n")
	}
	return b.String()
}

// randomTree fills dir with directories and files and returns both, relative to dir.
func randomTree(t testing.TB, r *rand.Rand, dir string, depth int) (dirs, files []string) {
	t.Helper()
	dirs = []string{""}
	for range 2 + r.IntN(6) {
		p := ""
		for range 1 + r.IntN(depth) {
			p = join(p, pick(r, dirNames...))
		}
		if os.MkdirAll(filepath.Join(dir, p), 0o777) == nil && !slices.Contains(dirs, p) {
			dirs = append(dirs, p)
		}
	}
	for range 6 + r.IntN(20) {
		p := join(pick(r, dirs...), pick(r, fileNames...))
		full := filepath.Join(dir, p)
		if _, err := os.Lstat(full); err == nil {
			continue
		}
		if r.IntN(8) == 0 {
			must(t, os.Symlink(pick(r, "a", "..", "missing", "build", p), full))
		} else {
			write(t, full, p)
		}
		files = append(files, p)
	}
	for range r.IntN(4) {
		write(t, filepath.Join(dir, pick(r, dirs...), ".gitignore"), randomRules(r))
	}
	return dirs, files
}

func TestAgainstGit(t *testing.T) {
	trials := uint64(40)
	if testing.Short() {
		trials = 10
	}
	seen := map[string]int{}
	for seed := range trials {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			root := isolate(t)
			initRepo(t, root)
			dirs, files := randomTree(t, r, root, 4)
			if r.IntN(2) == 0 {
				write(t, filepath.Join(root, ".git", "info", "exclude"), randomRules(r))
			}
			if r.IntN(2) == 0 {
				write(t, filepath.Join(homeOf(root), "excludes"), randomRules(r))
			}
			var tracked []string
			for _, f := range files {
				if r.IntN(3) == 0 {
					tracked = append(tracked, f)
				}
			}
			if len(tracked) > 0 {
				git(t, root, append([]string{"add", "-f", "--"}, tracked...)...)
			}
			// Repositories inside: in a directory of its own, in one that exists (perhaps with
			// files that the outer index has), as a submodule.
			for range r.IntN(3) {
				dir := pick(r, join(pick(r, dirs...), "nested"), pick(r, dirs...))
				full := filepath.Join(root, dir)
				if dir == "" {
					continue
				}
				if _, err := os.Lstat(filepath.Join(full, ".git")); err == nil {
					continue
				}
				initRepo(t, full)
				_, inner := randomTree(t, r, full, 2)
				if r.IntN(2) == 0 {
					git(t, full, append([]string{"add", "-f", "--"}, inner[:1+r.IntN(len(inner))]...)...)
					git(t, full, "commit", "-q", "-m", "inner")
					if filepath.Base(dir) == "nested" && gitlinkable(root, dir) {
						git(t, root, "add", "-f", "--", dir)
						seen["gitlink"]++
					}
				}
				seen["nested"]++
			}
			w := Open(root, Options{})
			m := compareWithGit(t, w, nil)
			skips := m.Skips()
			seen["ignored"] += int(skips[SkipIgnored])

			// The same from below the top, unless that directory is ignored itself.
			for _, dir := range dirs {
				if dir == "" || m.Dir(dir) == nil {
					continue
				}
				if _, err := os.Lstat(filepath.Join(root, dir, ".git")); err == nil {
					continue
				}
				sub := Open(filepath.Join(root, dir), Options{})
				if repo, ok := sub.Git(); !ok || repo.WorkTree != root || ignoredDir(t, root, dir) {
					continue
				}
				compareWithGit(t, sub, nil)
				seen["below"]++
			}

			// And after changes of rules and index.
			write(t, filepath.Join(root, pick(r, dirs...), ".gitignore"), randomRules(r))
			m = compareWithGit(t, w, m)
			if len(files) > 0 {
				f := pick(r, files...)
				if _, err := os.Lstat(filepath.Join(root, f)); err == nil && gitlinkable(root, f) {
					git(t, root, "add", "-f", "--", f)
				}
			}
			m = compareWithGit(t, w, m)
			if len(tracked) > 0 {
				git(t, root, "rm", "-q", "--cached", "-f", "--", pick(r, tracked...))
			}
			write(t, filepath.Join(homeOf(root), "excludes"), randomRules(r))
			compareWithGit(t, w, m)
		})
	}
	for _, what := range []string{"nested", "gitlink", "ignored", "below"} {
		if seen[what] == 0 {
			t.Errorf("no trial had %s", what)
		}
	}
}

// gitlinkable reports whether no directory above path is a repository of its own.
func gitlinkable(root, path string) bool {
	for dir := parent(path); dir != ""; dir = parent(dir) {
		if _, err := os.Lstat(filepath.Join(root, dir, ".git")); err == nil {
			return false
		}
	}
	return true
}

// ignoredDir reports whether git ignores the directory or one above it.
func ignoredDir(t testing.TB, root, dir string) bool {
	t.Helper()
	cmd := exec.Command("git", "check-ignore", "--no-index", "-q", "--", dir)
	cmd.Dir = root
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatal(err)
	}
	return err == nil
}

func TestSubmodule(t *testing.T) {
	root := isolate(t)
	library := filepath.Join(filepath.Dir(root), "library")
	initRepo(t, library)
	tree(t, library, "lib.go", ".gitignore=*.tmp\n", "kept.tmp")
	git(t, library, "add", "-f", ".", "kept.tmp")
	git(t, library, "commit", "-q", "-m", "library")
	initRepo(t, root)
	tree(t, root, "main.go", ".gitignore=*.go\nthird/\n")
	git(t, root, "submodule", "--quiet", "add", "-f", library, "third/lib")
	tree(t, root, "third/lib/new.go", "third/lib/new.tmp", "third/other.txt")
	m := compareWithGit(t, Open(root, Options{}), nil)
	wantPaths(t, m, ".gitignore .gitmodules third/lib/.gitignore third/lib/lib.go third/lib/new.go third/lib/kept.tmp")
}

func TestLinkedWorktree(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "a.go", "b.go", ".gitignore=*.o\n", "kept.o")
	git(t, root, "add", "-f", ".", "kept.o")
	git(t, root, "commit", "-q", "-m", "all")
	linked := filepath.Join(filepath.Dir(root), "linked")
	git(t, root, "worktree", "add", "-q", linked)
	write(t, filepath.Join(root, ".git", "info", "exclude"), "*.log\n") // shared by both
	tree(t, linked, "new.go", "new.o", "new.log")
	w := Open(linked, Options{})
	wantPaths(t, compareWithGit(t, w, nil), ".gitignore a.go b.go kept.o new.go")
	if w.Family() != filepath.Join(root, ".git") || Open(root, Options{}).Family() != w.Family() {
		t.Errorf("family of the linked work tree is %s", w.Family())
	}
	// A work tree inside its own repository is a nested one.
	git(t, root, "worktree", "add", "-q", filepath.Join(root, "inner"))
	compareWithGit(t, Open(root, Options{}), nil)
}

func TestSparseCheckout(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, "in/a.go", "out/b.go", "top.go")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "all")
	w := Open(root, Options{})
	m := walk(t, w, nil)
	git(t, root, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
	m = compareWithGit(t, w, m)
	wantPaths(t, m, "in/a.go top.go")
	git(t, root, "sparse-checkout", "disable")
	wantPaths(t, compareWithGit(t, w, m), "in/a.go out/b.go top.go")
}

func TestWithoutGit(t *testing.T) {
	root := isolate(t)
	tree(t, root, ".gitignore=*.o\n", "a.o", "a.go", "sub/.gitignore=!keep.o\n", "sub/keep.o", "sub/b.o")
	w := Open(root, Options{})
	m := walk(t, w, nil)
	wantPaths(t, m, ".gitignore a.go sub/.gitignore sub/keep.o")
	if w.Family() != root {
		t.Errorf("family is %q", w.Family())
	}
	// The root becomes a repository while it is open.
	write(t, filepath.Join(homeOf(root), "excludes"), "a.go\n")
	initRepo(t, root)
	git(t, root, "add", "-f", "a.o")
	m = compareWithGit(t, w, m)
	wantPaths(t, m, ".gitignore a.o sub/.gitignore sub/keep.o")
	must(t, os.RemoveAll(filepath.Join(root, ".git")))
	wantPaths(t, walk(t, w, m), ".gitignore a.go sub/.gitignore sub/keep.o")
}

// Without the git binary the ignore files still decide.
func TestNoGitBinary(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=*.o\n", "a.o", "b.o", "c.go")
	git(t, root, "add", "-f", "a.o")
	t.Setenv("PATH", t.TempDir())
	wantPaths(t, walk(t, Open(root, Options{}), nil), ".gitignore c.go")
}

func TestExcludesThroughSymlinks(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	dot := filepath.Join(homeOf(root), "dotfiles")
	tree(t, dot, "excludes=*.log\n", "exclude=*.tmp\n", "ignore=*.o\n")
	must(t, os.Symlink(filepath.Join(dot, "excludes"), filepath.Join(homeOf(root), "excludes")))
	must(t, os.Symlink(filepath.Join(dot, "exclude"), filepath.Join(root, ".git", "info", "exclude")))
	must(t, os.Symlink(filepath.Join(dot, "ignore"), filepath.Join(root, ".gitignore"))) // which git does not follow
	tree(t, root, "a.log", "a.tmp", "a.o")
	w := Open(root, Options{})
	m := compareWithGit(t, w, nil)
	wantPaths(t, m, ".gitignore a.o")
	write(t, filepath.Join(dot, "excludes"), "*.o\n")
	wantPaths(t, compareWithGit(t, w, m), ".gitignore a.log")
}

func TestRulesAboveTheRoot(t *testing.T) {
	top := isolate(t)
	initRepo(t, top)
	tree(t, top, ".gitignore=*.o\n", "a/.gitignore=!x.o\n", "a/b/x.o", "a/b/y.o", "a/b/z.log", "out/y.o", "out/z.log")
	w := Open(filepath.Join(top, "a", "b"), Options{})
	m := compareWithGit(t, w, nil)
	wantPaths(t, m, "x.o z.log")
	m = settle(t, w, m)
	write(t, filepath.Join(top, ".gitignore"), "*.log\n")
	m = compareWithGit(t, w, m)
	wantPaths(t, m, "x.o y.o")
	git(t, top, "add", "-f", "a/b/z.log")
	wantPaths(t, compareWithGit(t, w, m), "x.o y.o z.log")
	// An ignored directory that is opened as the root shows what it has.
	write(t, filepath.Join(top, ".gitignore"), "out/\n")
	wantPaths(t, walk(t, Open(filepath.Join(top, "out"), Options{}), nil), "y.o z.log")
}

// A file in an ignored directory where the index has a directory is no tracked one.
func TestTrackedDirectoryBecomesFile(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=gen\n", "gen/a.go")
	git(t, root, "add", "-f", "gen/a.go")
	w := Open(root, Options{})
	m := compareWithGit(t, w, nil)
	wantPaths(t, m, ".gitignore gen/a.go")
	must(t, os.RemoveAll(filepath.Join(root, "gen")))
	tree(t, root, "gen")
	wantPaths(t, compareWithGit(t, w, m), ".gitignore")
}

// What an index that git could not be asked about holds is not forgotten.
func TestCancelledGitIsNotRemembered(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=*.o\n", "a.o")
	git(t, root, "add", "-f", "a.o")
	w := Open(root, Options{})
	if _, err := w.Refresh(cancelled(t), nil); err == nil {
		t.Fatal("a cancelled walk succeeded")
	}
	wantPaths(t, walk(t, w, nil), ".gitignore a.o")
}

// Adding to the index lists one directory anew, not all.
func TestIndexChangeStaysLocal(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=*.o\n", "a/a.o", "a/a.go", "b/b.go", "b/c/c.go")
	git(t, root, "add", "b")
	w := Open(root, Options{})
	m := settle(t, w, walk(t, w, nil))
	git(t, root, "add", "-f", "b/b.go", "a/a.o")
	next := compareWithGit(t, w, m)
	for _, dir := range []string{"b", "b/c"} {
		if next.Dir(dir) != m.Dir(dir) {
			t.Errorf("%s was listed anew", dir)
		}
	}
	if next.Dir("a") == m.Dir("a") {
		t.Error("a was not listed anew")
	}
}

func TestIgnoreFilesOfOurs(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=*.o\n*.log\n", ".ignore=!a.o\nfixtures/\n", ".sextantignore=tracked.go\n",
		"a.o", "b.o", "kept.log", "tracked.go", "main.go", "fixtures/f.go", "sub/.ignore=main.go\n", "sub/main.go")
	git(t, root, "add", "-f", "kept.log", "tracked.go", "fixtures", "main.go")
	wantPaths(t, walk(t, Open(root, Options{}), nil), ".gitignore .ignore .sextantignore a.o kept.log main.go sub/.ignore")
	// The user's own excludes file may bear any name.
	write(t, filepath.Join(homeOf(root), ".ignore"), "main.go\n")
	git(t, root, "config", "core.excludesFile", "~/.ignore")
	wantPaths(t, walk(t, Open(root, Options{}), nil), ".gitignore .ignore .sextantignore a.o kept.log main.go sub/.ignore")
}

// An index that is asked about within the tick of its last change is asked about again.
func TestRacyIndexIsAskedAgain(t *testing.T) {
	root := isolate(t)
	initRepo(t, root)
	tree(t, root, ".gitignore=*.o\n", "a.o")
	git(t, root, "add", "-f", "a.o")
	w := Open(root, Options{})
	walk(t, w, nil)
	repo, _ := w.Git()
	sig, _, err := stat(filepath.Join(root, ".git", "index"))
	must(t, err)
	stamp, settled := gitStamp(repo, sig.Ctime+int64(time.Millisecond))
	later, settledLater := gitStamp(repo, sig.Ctime+int64(time.Hour))
	if settled || !settledLater || stamp != later {
		t.Errorf("settled at once: %v, later: %v; stamps %x and %x", settled, settledLater, stamp, later)
	}
	a := w.git[""]
	a.index, a.settled = nil, true
	wantPaths(t, walk(t, w, nil), ".gitignore")
	a.settled = false
	wantPaths(t, walk(t, w, nil), ".gitignore a.o")
}

// The same rules one directory further down are other rules.
func TestRulesMovedDown(t *testing.T) {
	root := isolate(t)
	tree(t, root, "a/.gitignore=b/c/x.o\n", "a/b/c/x.o", "a/b/c/y.o")
	w := Open(root, Options{})
	m := settle(t, w, walk(t, w, nil))
	wantPaths(t, m, "a/.gitignore a/b/c/y.o")
	must(t, os.Rename(filepath.Join(root, "a", ".gitignore"), filepath.Join(root, "a", "b", ".gitignore")))
	wantPaths(t, walk(t, w, m), "a/b/.gitignore a/b/c/x.o a/b/c/y.o")
}
