package gitrepo

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// show writes changes down, one a line.
func show(c *Changes) string {
	var b strings.Builder
	for i := range c.Files {
		f := &c.Files[i]
		fmt.Fprintf(&b, "%s ", f.Status)
		if f.Old != "" {
			fmt.Fprintf(&b, "%s -> ", quoted(f.Old))
		}
		fmt.Fprintf(&b, "%s +%d -%d", quoted(f.Path), f.Added, f.Removed)
		for _, m := range []struct {
			is   bool
			word string
		}{{f.Binary, "binary"}, {f.ModeChanged, "mode"}, {f.Submodule, "submodule"}, {!f.Counted, "uncounted"}, {f.OnDisk, "disk"}} {
			if m.is {
				b.WriteString(" " + m.word)
			}
		}
		for _, h := range f.Hunks {
			fmt.Fprintf(&b, "\n  %d,%d was %d,%d %q", h.Start, h.Count, h.OldStart, h.OldCount, h.Heading)
			if len(h.Added)+len(h.Removed) > 0 {
				fmt.Fprintf(&b, " %q %q", h.Added, h.Removed)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func quoted(path string) string {
	if strings.ContainsAny(path, " \"\n\t\\") || !utf8.ValidString(path) {
		return fmt.Sprintf("%q", path)
	}
	return path
}

func changes(t testing.TB, dir string, q Comparison) *Changes {
	t.Helper()
	if q.Root == "" {
		q.Root = dir
	}
	repo, err := At(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	c, err := repo.Changes(t.Context(), q)
	if err != nil {
		t.Fatalf("Changes(%+v): %v", q, err)
	}
	return c
}

func hunks(t testing.TB, dir string, q Comparison) *Changes {
	t.Helper()
	if q.Root == "" {
		q.Root = dir
	}
	c, err := discover(t, dir).Hunks(t.Context(), q, true)
	if err != nil {
		t.Fatalf("Hunks(%+v): %v", q, err)
	}
	return c
}

// expect compares with a text whose lines may be indented for the reader.
func expect(t testing.TB, what string, c *Changes, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimPrefix(want, "\n"), "\t", "")
	if got := show(c); got != want {
		t.Errorf("%s:\n--- got\n%s--- want\n%s", what, got, want)
	}
}

func lines(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

// commit records everything.
func commit(t testing.TB, dir, message string) {
	t.Helper()
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", message)
}

// states makes a repository with a change of every kind.
func states(t testing.TB, dir string) {
	t.Helper()
	initRepo(t, dir)
	for name, text := range map[string]string{"edit": "a\nb\nc\nd\n", "old": lines(1, 20), "source": lines(1, 40), "gone": "x\n",
		"link": "l\n", "run": "r\n", "logo": "a\x00b", "stage": "1\n2\n", "sub/both": "1\n2\n3\n", ".gitignore": "*.o\n"} {
		write(t, filepath.Join(dir, name), text)
	}
	commit(t, dir, "first")
	write(t, filepath.Join(dir, "edit"), "a\nB\nc\n")
	git(t, dir, "mv", "old", "sub/new")
	write(t, filepath.Join(dir, "sub/new"), lines(1, 21))
	write(t, filepath.Join(dir, "source"), lines(0, 40))
	write(t, filepath.Join(dir, "copy"), lines(1, 41))
	git(t, dir, "add", "copy")
	remove(t, dir, "gone")
	remove(t, dir, "link")
	if err := os.Symlink("edit", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "run"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "logo"), "a\x00c")
	write(t, filepath.Join(dir, "stage"), "1\n2\n3\n")
	write(t, filepath.Join(dir, "sub/both"), "1\nTWO\n3\n")
	git(t, dir, "add", "stage", "sub/both")
	write(t, filepath.Join(dir, "sub/both"), "0\n1\nTWO\n3\n")
	write(t, filepath.Join(dir, "sub/fresh"), "one\ntwo")
	write(t, filepath.Join(dir, "ignored.o"), "")
	write(t, filepath.Join(dir, "blob"), "\x00\n")
	write(t, filepath.Join(dir, "empty"), "")
}

func remove(t testing.TB, dir, name string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestChangesOfEveryKind(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	states(t, repo)
	untracked := `
		? blob +0 -0 binary disk
		? empty +0 -0 disk
		? sub/fresh +2 -0 disk
		`
	expect(t, "untracked", changes(t, repo, Comparison{Untracked: true}), untracked)
	all := `
		? blob +0 -0 binary disk
		C source -> copy +1 -0 disk
		M edit +1 -2 disk
		? empty +0 -0 disk
		D gone +0 -1
		T link +1 -1 disk
		M logo +0 -0 binary disk
		M run +0 -0 mode disk
		M source +1 -0 disk
		M stage +1 -0 disk
		M sub/both +2 -1 disk
		? sub/fresh +2 -0 disk
		R old -> sub/new +1 -0 disk
		`
	expect(t, "all", changes(t, repo, Comparison{}), all)
	expect(t, "all, said", changes(t, repo, Comparison{Staged: true, Unstaged: true, Untracked: true, Ref: "HEAD"}), all)
	expect(t, "staged", changes(t, repo, Comparison{Staged: true}), `
		A copy +41 -0
		M stage +1 -0
		M sub/both +1 -1
		R old -> sub/new +0 -0
		`)
	expect(t, "unstaged", changes(t, repo, Comparison{Unstaged: true}), `
		M edit +1 -2 disk
		D gone +0 -1
		T link +1 -1 disk
		M logo +0 -0 binary disk
		M run +0 -0 mode disk
		M source +1 -0 disk
		M sub/both +1 -0 disk
		M sub/new +1 -0 disk
		`)
	// From below, paths are relative to the root, and what lies outside is left out.
	expect(t, "below", changes(t, repo, Comparison{Root: filepath.Join(repo, "sub")}), `
		M both +2 -1 disk
		? fresh +2 -0 disk
		A new +21 -0 disk
		`)
	expect(t, "from above", changes(t, repo, Comparison{Root: dir, Paths: []string{"repo/sub", "repo/edit"}}), `
		M repo/edit +1 -2 disk
		M repo/sub/both +2 -1 disk
		? repo/sub/fresh +2 -0 disk
		R repo/old -> repo/sub/new +1 -0 disk
		`)
	// A path's other name counts too.
	for _, path := range []string{"old", "sub/new"} {
		expect(t, path, changes(t, repo, Comparison{Paths: []string{path}}), "R old -> sub/new +1 -0 disk\n")
	}
	expect(t, "copy", changes(t, repo, Comparison{Paths: []string{"copy"}}), "C source -> copy +1 -0 disk\n")
	expect(t, "an unchanged path", changes(t, repo, Comparison{Paths: []string{".gitignore"}}), "")
	expect(t, "a missing path", changes(t, repo, Comparison{Paths: []string{"no/such"}}), "")

	git(t, repo, "add", "-A")
	git(t, repo, "commit", "-q", "-m", "second")
	expect(t, "clean", changes(t, repo, Comparison{}), "")
	span := changes(t, repo, Comparison{Range: "HEAD~1..", Paths: []string{"edit", "old"}})
	expect(t, "range", span, `
		M edit +1 -2
		R old -> sub/new +1 -0
		`)
	if head := git(t, repo, "rev-parse", "HEAD"); span.New != (Side{"HEAD", head}) || span.Old.Name != "HEAD~1" || span.Old.Commit == "" {
		t.Errorf("sides: %+v, %+v", span.Old, span.New)
	}
	// Against an older commit.
	if got := show(changes(t, repo, Comparison{Ref: "HEAD~1"})); strings.Count(got, "\n") != 13 || !strings.Contains(got, "A sub/fresh +2 -0 disk\n") {
		t.Errorf("against HEAD~1:\n%s", got)
	}
}

func TestHunks(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir)
	write(t, filepath.Join(dir, ".gitignore"), "/home/\n")
	write(t, filepath.Join(dir, "a.c"), "int first(void)\n{\n\treturn 1;\n}\n\nint second(void)\n{\n\tint x;\n\treturn 2;\n}\n")
	write(t, filepath.Join(dir, "gone"), "--- a/a.c\n")
	write(t, filepath.Join(dir, "top"), "1\n2\n3")
	commit(t, dir, "first")
	write(t, filepath.Join(dir, "a.c"), "int first(void)\n{\n\treturn 10;\n}\n\nint second(void)\n{\n\treturn 2;\n}\n// end\n")
	write(t, filepath.Join(dir, "top"), "2\n3\n")
	write(t, filepath.Join(dir, "new"), "one\r\ntwo\r\n")
	remove(t, dir, "gone")
	expect(t, "all", hunks(t, dir, Comparison{}), `
		M a.c +2 -2 disk
		  3,1 was 3,1 "int first(void)" ["\treturn 10;"] ["\treturn 1;"]
		  7,0 was 8,1 "int second(void)" [] ["\tint x;"]
		  10,1 was 10,0 "int second(void)" ["// end"] []
		D gone +0 -1
		  0,0 was 1,1 "" [] ["--- a/a.c"]
		? new +2 -0 disk
		  1,2 was 0,0 "" ["one\r" "two\r"] []
		M top +1 -2 disk
		  0,0 was 1,1 "" [] ["1"]
		  2,1 was 3,1 "" ["3"] ["3"]
		`)
	for _, f := range hunks(t, dir, Comparison{}).Files {
		changed := map[string]string{"a.c": "3 10", "top": "2", "new": "0 1 2 3 4 5 6 7 8 9 10 11"}[f.Path]
		var got []string
		for line := range 12 {
			if f.Changed(line) {
				got = append(got, fmt.Sprint(line))
			}
		}
		if strings.Join(got, " ") != changed {
			t.Errorf("%s: changed lines %q, want %s", f.Path, got, changed)
		}
	}
	// Without texts, and against the index.
	git(t, dir, "add", "a.c")
	write(t, filepath.Join(dir, "a.c"), "// begin\nint first(void)\n{\n\treturn 10;\n}\n\nint second(void)\n{\n\treturn 2;\n}\n// end\n")
	c, err := discover(t, dir).Hunks(t.Context(), Comparison{Unstaged: true, Root: dir, Paths: []string{"a.c"}}, false)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "unstaged", c, `
		M a.c +1 -0 disk
		  1,1 was 0,0 ""
		`)
	// What is staged is not what is on disk, until it is.
	if c := hunks(t, dir, Comparison{Staged: true}); len(c.Files) != 1 || c.Files[0].OnDisk || len(c.Files[0].Hunks) != 3 {
		t.Errorf("staged:\n%s", show(c))
	}
	git(t, dir, "add", "a.c")
	if c := hunks(t, dir, Comparison{Staged: true}); len(c.Files) != 1 || !c.Files[0].OnDisk || len(c.Files[0].Hunks) != 4 {
		t.Errorf("all staged:\n%s", show(c))
	}
	commit(t, dir, "second")
	write(t, filepath.Join(dir, "top"), "0\n2\n3\n")
	for _, f := range hunks(t, dir, Comparison{Range: "HEAD~1..HEAD"}).Files {
		if want := f.Path == "a.c" || f.Path == "new"; f.OnDisk != want {
			t.Errorf("%s is on disk as it was committed: %v, want %v", f.Path, f.OnDisk, want)
		}
	}
	// Whoever reads the new side's lines finds the text that the hunk tells.
	for _, f := range hunks(t, dir, Comparison{Ref: "HEAD~1"}).Files {
		if !f.OnDisk {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, f.Path))
		if err != nil {
			t.Fatal(err)
		}
		onDisk := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
		for _, h := range f.Hunks {
			if got := onDisk[max(0, h.Start-1) : max(0, h.Start-1)+h.Count]; fmt.Sprint(got) != fmt.Sprint(h.Added) {
				t.Errorf("%s:%d has %q, the hunk says %q", f.Path, h.Start, got, h.Added)
			}
		}
	}
}

func TestChangesOddNames(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	names := []string{"new\nline", `quo"te`, `back\slash`, "tab\tname", "ünï/çode.go", "bad\xff\xfebytes", " space ", "-dash", "*?[x]", ":(top)", "a b", "bell\a\b\v\f\r"}
	for _, name := range names {
		write(t, filepath.Join(repo, name), "1\n")
	}
	check := func(what string, c *Changes, status Status) {
		t.Helper()
		found := map[string]*Change{}
		for i := range c.Files {
			found[c.Files[i].Path] = &c.Files[i]
		}
		for _, name := range names {
			f := found[name]
			if f == nil || f.Status != status || f.Added != 1 || len(f.Hunks) != 1 || f.Hunks[0].Count != 1 || len(f.Hunks[0].Added) != 1 || f.Hunks[0].Added[0] != "2" && f.Hunks[0].Added[0] != "1" {
				t.Errorf("%s: %q: %+v", what, name, f)
			}
			// Each is found by its name, which is no pattern.
			if one := changes(t, repo, Comparison{Paths: []string{name}}); len(one.Files) != 1 || one.Files[0].Path != name {
				t.Errorf("%s: asking for %q gives\n%s", what, name, show(one))
			}
		}
		if len(c.Files) != len(names) {
			t.Errorf("%s: %d files, want %d", what, len(c.Files), len(names))
		}
	}
	check("untracked", hunks(t, repo, Comparison{}), Untracked)
	git(t, repo, "add", "-A")
	check("added", hunks(t, repo, Comparison{}), Added)
	commit(t, repo, "first")
	for _, name := range names {
		write(t, filepath.Join(repo, name), "2\n")
	}
	check("modified", hunks(t, repo, Comparison{}), Modified)
}

func TestChangesWithoutCommit(t *testing.T) {
	dir := isolate(t)
	for _, format := range []string{"sha1", "sha256"} {
		repo := filepath.Join(dir, format)
		git(t, dir, "init", "-q", "--object-format="+format, repo)
		write(t, filepath.Join(repo, "a"), "1\n")
		write(t, filepath.Join(repo, "b"), "1\n2\n")
		git(t, repo, "add", "a")
		write(t, filepath.Join(repo, "a"), "1\n2\n3\n")
		c := changes(t, repo, Comparison{})
		expect(t, "all", c, "A a +3 -0 disk\n? b +2 -0 disk\n")
		if c.Old != (Side{Name: "HEAD"}) || c.New != (Side{Name: SideWorkTree}) {
			t.Errorf("sides: %+v", c)
		}
		expect(t, "staged", changes(t, repo, Comparison{Staged: true, Ref: "HEAD"}), "A a +1 -0\n")
		expect(t, "unstaged", hunks(t, repo, Comparison{Unstaged: true}), "M a +2 -0 disk\n  2,2 was 1,0 \"\" [\"2\" \"3\"] []\n")
		var bad *RequestError
		if _, err := discover(t, repo).Changes(t.Context(), Comparison{Ref: "main", Root: repo}); !errors.As(err, &bad) || !strings.Contains(bad.Text, "no commit yet") {
			t.Errorf("a branch without a commit: %v", err)
		}
	}
}

func TestChangesInConflict(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir)
	write(t, filepath.Join(dir, ".gitignore"), "/home/\n")
	for _, name := range []string{"both", "removed", "same"} {
		write(t, filepath.Join(dir, name), "base\n")
	}
	commit(t, dir, "first")
	git(t, dir, "checkout", "-q", "-b", "side")
	for _, name := range []string{"both", "removed", "same"} {
		write(t, filepath.Join(dir, name), "side\n")
	}
	commit(t, dir, "side")
	git(t, dir, "checkout", "-q", "main")
	write(t, filepath.Join(dir, "both"), "main\n")
	write(t, filepath.Join(dir, "same"), "main\n")
	remove(t, dir, "removed")
	commit(t, dir, "main")
	cmd := exec.Command("git", "merge", "-q", "side")
	cmd.Dir = dir
	if cmd.Run() == nil {
		t.Fatal("the merge must conflict")
	}
	write(t, filepath.Join(dir, "same"), "main\n") // as HEAD has it, and still in conflict
	for _, q := range []Comparison{{}, {Staged: true, Unstaged: true}} {
		expect(t, "all", changes(t, dir, q), `
		U both +4 -0 disk
		U removed +1 -0 disk
		U same +0 -0 disk
		`)
	}
	expect(t, "hunks", hunks(t, dir, Comparison{Paths: []string{"both"}}), `
		U both +4 -0 disk
		  1,1 was 0,0 "" ["<<<<<<< HEAD"] []
		  3,3 was 1,0 "main" ["=======" "side" ">>>>>>> side"] []
		`)
	for _, f := range changes(t, dir, Comparison{Unstaged: true}).Files {
		if f.Status != Unmerged {
			t.Errorf("unstaged: %+v", f)
		}
	}
	if c := changes(t, dir, Comparison{Staged: true}); len(c.Files) != 3 || c.Files[0].Status != Unmerged || c.Files[0].Exists() {
		t.Errorf("staged:\n%s", show(c))
	}
	remove(t, dir, "both")
	if c := changes(t, dir, Comparison{Paths: []string{"both"}}); len(c.Files) != 1 || c.Files[0].Status != Unmerged || c.Files[0].Exists() {
		t.Errorf("gone from the disk:\n%s", show(c))
	}
}

func TestChangesOfSubmodules(t *testing.T) {
	dir := isolate(t)
	main := filepath.Join(dir, "main")
	initRepo(t, filepath.Join(dir, "library"), "lib.go", "more.go")
	initRepo(t, filepath.Join(dir, "absent"), "x")
	initRepo(t, main, "a.go")
	git(t, main, "submodule", "add", "-q", filepath.Join(dir, "library"), "third/lib")
	git(t, main, "submodule", "add", "-q", filepath.Join(dir, "absent"), "third/absent")
	git(t, main, "commit", "-q", "-m", "submodules")
	git(t, main, "submodule", "deinit", "-q", "-f", "third/absent")
	expect(t, "clean", changes(t, main, Comparison{}), "")
	sub := filepath.Join(main, "third/lib")
	write(t, filepath.Join(sub, "lib.go"), "lib.go\nmore\n")
	write(t, filepath.Join(sub, "new.go"), "n\n")
	inner := `
		M third/lib/lib.go +2 -1 disk
		? third/lib/new.go +1 -0 disk
		`
	expect(t, "inside", changes(t, main, Comparison{}), inner)
	expect(t, "staged", changes(t, main, Comparison{Staged: true}), "")
	expect(t, "untracked", changes(t, main, Comparison{Untracked: true}), "? third/lib/new.go +1 -0 disk\n")
	for _, paths := range [][]string{{"third"}, {"third/lib"}, {"."}, {"a.go", "third/lib/lib.go", "third/lib/new.go"}} {
		expect(t, fmt.Sprint(paths), changes(t, main, Comparison{Paths: paths}), inner)
	}
	for path, want := range map[string]string{"third/lib/no/more.go": sub, "third/lib": sub, "third/gone/x": main, "": main} {
		if repo, err := At(main, path); err != nil || repo.WorkTree != want {
			t.Errorf("At(%q) = %+v, %v", path, repo, err)
		}
	}
	for path, want := range map[string]bool{"third/lib/lib.go": true, "third/lib/new.go": false, "third/lib/*.go": false, "a.go": false} {
		if got, err := discover(t, sub).Tracks(t.Context(), main, path); err != nil || got != want {
			t.Errorf("Tracks(%q) = %v, %v", path, got, err)
		}
	}
	expect(t, "elsewhere", changes(t, main, Comparison{Paths: []string{"a.go"}}), "")
	expect(t, "one file", hunks(t, main, Comparison{Paths: []string{"third/lib/new.go"}}), "? third/lib/new.go +1 -0 disk\n  1,1 was 0,0 \"\" [\"n\"] []\n")
	expect(t, "root in between", changes(t, main, Comparison{Root: filepath.Join(main, "third")}), strings.ReplaceAll(inner, "third/", ""))
	expect(t, "its own repository", changes(t, sub, Comparison{Root: main}), inner)
	git(t, sub, "add", "-A")
	git(t, sub, "commit", "-q", "-m", "second")
	expect(t, "another commit", hunks(t, main, Comparison{}), "M third/lib +0 -0 submodule\n")
	write(t, filepath.Join(sub, "more.go"), "other\n")
	expect(t, "both", changes(t, main, Comparison{}), "M third/lib +0 -0 submodule\nM third/lib/more.go +1 -1 disk\n")
	git(t, main, "add", "third/lib")
	expect(t, "staged", changes(t, main, Comparison{Staged: true}), "M third/lib +0 -0 submodule\n")

	// A repository that is no submodule is one entry, a broken one is told.
	initRepo(t, filepath.Join(main, "nested"), "n.go")
	write(t, filepath.Join(sub, ".git"), "gitdir: /no/such\n")
	c := changes(t, main, Comparison{Untracked: true})
	expect(t, "nested", c, "? nested +0 -0 submodule uncounted\n")
	if len(c.Unread) != 1 || c.Unread[0] != "third/lib" {
		t.Errorf("unread: %q", c.Unread)
	}
}

func TestChangesInUnusualCheckouts(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	for i := range 4 {
		write(t, filepath.Join(repo, "in/a"), lines(1, i+1))
		write(t, filepath.Join(repo, "out/b"), lines(1, i+1))
		commit(t, repo, fmt.Sprint(i))
	}
	t.Run("detached", func(t *testing.T) {
		git(t, repo, "checkout", "-q", "HEAD~1")
		defer git(t, repo, "checkout", "-q", "main")
		expect(t, "clean", changes(t, repo, Comparison{}), "")
		expect(t, "against a branch", changes(t, repo, Comparison{Ref: "main"}), "M in/a +0 -1 disk\nM out/b +0 -1 disk\n")
	})
	t.Run("linked", func(t *testing.T) {
		linked := filepath.Join(dir, "linked")
		git(t, repo, "worktree", "add", "-q", linked, "-b", "side", "HEAD~2")
		write(t, filepath.Join(linked, "in/a"), "line 1\nside\n")
		expect(t, "edited", changes(t, linked, Comparison{}), "M in/a +1 -1 disk\n")
		git(t, linked, "commit", "-q", "-a", "-m", "side")
		expect(t, "the branch alone", changes(t, linked, Comparison{Range: "main..."}), "M in/a +1 -1\n")
		expect(t, "the other alone", changes(t, linked, Comparison{Range: "side...main"}), "M in/a +2 -0\nM out/b +2 -0\n")
		expect(t, "the original", changes(t, repo, Comparison{}), "")
	})
	t.Run("sparse", func(t *testing.T) {
		git(t, repo, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
		defer git(t, repo, "sparse-checkout", "disable")
		expect(t, "clean", changes(t, repo, Comparison{}), "")
		write(t, filepath.Join(repo, "in/a"), lines(1, 5))
		defer git(t, repo, "checkout", "-q", "in/a")
		expect(t, "edited", changes(t, repo, Comparison{}), "M in/a +1 -0 disk\n")
		for _, f := range hunks(t, repo, Comparison{Range: "HEAD~1.."}).Files {
			if f.OnDisk {
				t.Errorf("%s is not on disk as it was committed", f.Path)
			}
		}
	})
	t.Run("shallow", func(t *testing.T) {
		shallow := filepath.Join(dir, "shallow")
		git(t, dir, "clone", "-q", "--depth=2", "file://"+repo, shallow)
		expect(t, "range", changes(t, shallow, Comparison{Range: "HEAD~1..HEAD"}), "M in/a +1 -0\nM out/b +1 -0\n")
		var bad *RequestError
		if _, err := discover(t, shallow).Changes(t.Context(), Comparison{Ref: "HEAD~2", Root: shallow}); !errors.As(err, &bad) || !strings.Contains(bad.Text, "unshallow") {
			t.Errorf("beyond the end: %v", err)
		}
	})
	t.Run("line ends", func(t *testing.T) {
		crlf := filepath.Join(dir, "crlf")
		initRepo(t, crlf)
		git(t, crlf, "config", "core.autocrlf", "true")
		write(t, filepath.Join(crlf, "a"), "1\r\n2\r\n3\r\n")
		commit(t, crlf, "first")
		// The same bytes again, so that git has to look at them.
		write(t, filepath.Join(crlf, "a"), "1\r\n2\r\n3\r\n")
		expect(t, "written again", changes(t, crlf, Comparison{}), "")
		write(t, filepath.Join(crlf, "a"), "1\r\nTWO\r\n3\r\n")
		expect(t, "edited", hunks(t, crlf, Comparison{}), "M a +1 -1 disk\n  2,1 was 2,1 \"\" [\"TWO\"] [\"2\"]\n")
	})
}

// Files that were only touched are not changed, and finding that out leaves the index alone.
func TestTouched(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo, "text", "other", "empty")
	write(t, filepath.Join(repo, "logo"), "\x00\x01")
	write(t, filepath.Join(repo, "icon"), "\x00\x01")
	write(t, filepath.Join(repo, "empty"), "")
	commit(t, repo, "second")
	index, err := os.ReadFile(filepath.Join(repo, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"text", "logo", "other", "empty", "icon"} {
		if err := os.Chtimes(filepath.Join(repo, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, "touched", changes(t, repo, Comparison{}), "")
	expect(t, "against an older commit", changes(t, repo, Comparison{Ref: "HEAD~1"}), `
		M empty +0 -1 disk
		A icon +0 -0 binary disk
		A logo +0 -0 binary disk
		`)
	write(t, filepath.Join(repo, "icon"), "\x00\x02")
	for _, q := range []Comparison{{}, {Unstaged: true}, {Paths: []string{"icon", "logo", "text"}}} {
		expect(t, "one changed", changes(t, repo, q), "M icon +0 -0 binary disk\n")
	}
	for _, f := range hunks(t, repo, Comparison{Range: "HEAD~1.."}).Files {
		if f.OnDisk != (f.Path != "icon") {
			t.Errorf("%s: on disk: %v", f.Path, f.OnDisk)
		}
	}
	if after, err := os.ReadFile(filepath.Join(repo, ".git/index")); err != nil || !bytes.Equal(index, after) {
		t.Errorf("the index was written: %v", err)
	}
}

// No setting of the user or of the repository changes what is read, and none runs a program.
func TestChangesWhateverIsConfigured(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	write(t, filepath.Join(repo, "a.go"), lines(1, 30))
	write(t, filepath.Join(repo, "sub/old.go"), lines(1, 30))
	write(t, filepath.Join(repo, ".gitattributes"), "*.go diff=odd\n")
	commit(t, repo, "first")
	write(t, filepath.Join(repo, "a.go"), strings.ReplaceAll(strings.ReplaceAll(lines(1, 30), "line 5\n", "five  \n"), "line 9\n", ""))
	git(t, repo, "mv", "sub/old.go", "sub/new.go")
	write(t, filepath.Join(repo, "untracked.go"), "u\n")
	want := show(hunks(t, repo, Comparison{}))
	if strings.Count(want, "\n") != 6 {
		t.Fatalf("hunks:\n%s", want)
	}
	program := filepath.Join(dir, "home", "program")
	write(t, program, "#!/bin/sh\ntouch "+filepath.Join(dir, "ran")+"\n")
	if err := os.Chmod(program, 0o777); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{"diff.external": program, "diff.odd.command": program, "diff.odd.textconv": program,
		"diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.renames": "false", "diff.context": "5", "diff.interHunkContext": "9",
		"diff.relative": "false", "diff.submodule": "log", "diff.ignoreSubmodules": "all", "diff.orderFile": "/no/such", "color.ui": "always",
		"color.diff": "always", "diff.colorMoved": "zebra", "diff.statGraphWidth": "3", "diff.wsErrorHighlight": "all", "core.quotePath": "true",
		"core.pager": program, "core.fsmonitor": program, "diff.wordRegex": ".", "diff.suppressBlankEmpty": "true", "core.abbrev": "4",
		"status.showUntrackedFiles": "no", "diff.dirstat": "lines", "diff.indentHeuristic": "true"} {
		git(t, repo, "config", key, value)
		git(t, dir, "config", "--global", key, value)
	}
	t.Setenv("GIT_EXTERNAL_DIFF", program)
	t.Setenv("GIT_PAGER", program)
	t.Setenv("GIT_LITERAL_PATHSPECS", "0")
	index, err := os.ReadFile(filepath.Join(repo, ".git/index"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(repo, ".gitattributes"), "*.go diff=odd\n") // its stat is new to the index
	if got := show(hunks(t, repo, Comparison{})); got != want {
		t.Errorf("hunks:\n%swant\n%s", got, want)
	}
	if after, err := os.ReadFile(filepath.Join(repo, ".git/index")); err != nil || !bytes.Equal(index, after) {
		t.Errorf("the index was written: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("a program of the configuration was run")
	}
}
