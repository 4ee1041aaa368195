package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func tracked(t testing.TB, repo Repo) map[string]Mode {
	t.Helper()
	entries, err := repo.Tracked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	modes := map[string]Mode{}
	for i, e := range entries {
		if i > 0 && entries[i-1].Path >= e.Path {
			t.Fatalf("%q is followed by %q", entries[i-1].Path, e.Path)
		}
		modes[e.Path] = e.Mode
	}
	return modes
}

func TestTrackedModes(t *testing.T) {
	dir := isolate(t)
	initRepo(t, filepath.Join(dir, "library"), "lib.go")
	main := filepath.Join(dir, "main")
	initRepo(t, main, "a.go", ".gitignore", "ignored/kept.o")
	write(t, filepath.Join(main, ".gitignore"), "ignored/\n")
	write(t, filepath.Join(main, "run.sh"), "")
	write(t, filepath.Join(main, "untracked"), "")
	if err := os.Symlink("a.go", filepath.Join(main, "link")); err != nil {
		t.Fatal(err)
	}
	git(t, main, "add", "run.sh", "link")
	git(t, main, "update-index", "--chmod=+x", "run.sh")
	git(t, main, "submodule", "add", "-q", filepath.Join(dir, "library"), "third/lib")
	got := tracked(t, discover(t, filepath.Join(main, "ignored")))
	want := map[string]Mode{
		"a.go": Regular, ".gitignore": Regular, "ignored/kept.o": Regular, ".gitmodules": Regular,
		"run.sh": Executable, "link": Symlink, "third/lib": Gitlink,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Tracked = %v, want %v", got, want)
	}
	if got := tracked(t, discover(t, filepath.Join(main, "third/lib"))); len(got) != 1 || got["lib.go"] != Regular {
		t.Errorf("Tracked in the submodule = %v", got)
	}
}

func TestTrackedStates(t *testing.T) {
	dir := isolate(t)
	repo := filepath.Join(dir, "repo")
	initRepo(t, repo)
	r := discover(t, repo)
	if got := tracked(t, r); len(got) != 0 {
		t.Errorf("before the first add: %v", got)
	}
	initRepo(t, repo, "in/a.go", "out/b.go", "both")
	write(t, filepath.Join(repo, "new.go"), "")
	git(t, repo, "add", "new.go")
	git(t, repo, "commit", "-q", "-m", "new")

	// Outside a sparse checkout paths are tracked but not on disk.
	git(t, repo, "sparse-checkout", "set", "--cone", "--sparse-index", "in")
	if _, err := os.Stat(filepath.Join(repo, "out", "b.go")); err == nil {
		t.Fatal("the checkout is not sparse")
	}
	if got := tracked(t, r); len(got) != 4 || got["out/b.go"] != Regular {
		t.Errorf("sparse: %v", got)
	}
	git(t, repo, "sparse-checkout", "disable")

	// In a conflict a path has three versions and is listed once.
	git(t, repo, "checkout", "-q", "-b", "side")
	write(t, filepath.Join(repo, "both"), "side")
	git(t, repo, "commit", "-q", "-a", "-m", "side")
	git(t, repo, "checkout", "-q", "main")
	write(t, filepath.Join(repo, "both"), "main")
	git(t, repo, "commit", "-q", "-a", "-m", "main")
	merge := exec.Command("git", "merge", "-q", "side")
	merge.Dir = repo
	if merge.Run() == nil {
		t.Fatal("the merge must conflict")
	}
	if got := tracked(t, r); len(got) != 4 || got["both"] != Regular {
		t.Errorf("in a conflict: %v", got)
	}
}

func TestTrackedOddNames(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir)
	names := []string{"new\nline", `quo"te`, `back\slash`, "tab\tname", "ünï/çode.go", "bad\xff\xfebytes", " space ", "-dash", "*?[x]", ":(top)"}
	var index bytes.Buffer
	object := git(t, dir, "hash-object", "-w", "-t", "blob", os.DevNull)
	for _, name := range names {
		fmt.Fprintf(&index, "100644 %s\t%s\x00", object, name)
	}
	updateIndex(t, dir, &index)
	got := tracked(t, discover(t, dir))
	for _, name := range names {
		if got[name] != Regular {
			t.Errorf("%q is missing", name)
		}
	}
	if len(got) != len(names) {
		t.Errorf("got %d paths, want %d: %v", len(got), len(names), got)
	}
}

func updateIndex(t testing.TB, dir string, lines *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command("git", "update-index", "-z", "--index-info")
	cmd.Dir, cmd.Stdin = dir, lines
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git update-index: %v: %s", err, out)
	}
}

// The output here is 4 MB and has records longer than the read buffer's rest.
func TestTrackedMany(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir)
	object := git(t, dir, "hash-object", "-w", "-t", "blob", os.DevNull)
	var index bytes.Buffer
	var want []string
	for i := range 20_000 {
		path := fmt.Sprintf("dir%03d/%s/file%05d.go", i/100, strings.Repeat("x", i%150+1), i)
		want = append(want, path)
		fmt.Fprintf(&index, "100644 %s\t%s\x00", object, path)
	}
	updateIndex(t, dir, &index)
	entries, err := discover(t, dir).Tracked(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if len(entries) != len(want) {
		t.Fatalf("got %d paths, want %d", len(entries), len(want))
	}
	for i, e := range entries {
		if e.Path != want[i] {
			t.Fatalf("path %d is %q, want %q", i, e.Path, want[i])
		}
	}
}

func TestSplitRecords(t *testing.T) {
	long := strings.Repeat("y", 200_000)
	var got []string
	err := splitRecords(strings.NewReader("a\x00\x00"+long+"\x00b\x00"), func(record []byte) error {
		got = append(got, string(record))
		return nil
	})
	if err != nil || !slices.Equal(got, []string{"a", "", long, "b"}) {
		t.Errorf("got %d records, error %v", len(got), err)
	}
	if err := splitRecords(strings.NewReader("a\x00cut"), func([]byte) error { return nil }); err == nil {
		t.Error("a cut record must be an error")
	}
	stop := errors.New("stop")
	if err := splitRecords(strings.NewReader("a\x00b\x00"), func([]byte) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want the callback's", err)
	}
}

func TestNoGit(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	commit := git(t, dir, "rev-parse", "HEAD")
	t.Setenv("PATH", filepath.Join(dir, "home"))
	repo := discover(t, dir)
	if _, err := repo.Tracked(t.Context()); !errors.Is(err, ErrNoGit) {
		t.Errorf("Tracked: error %v, want ErrNoGit", err)
	}
	s, err := repo.Settings(t.Context())
	if want := filepath.Join(dir, "home/.config/git/ignore"); !errors.Is(err, ErrNoGit) || s.ExcludesFile != want {
		t.Errorf("Settings = %+v, %v; want the default %q and ErrNoGit", s, err, want)
	}
	if head, err := repo.Head(t.Context()); err != nil || head != (Head{"main", commit}) {
		t.Errorf("Head = %+v, %v", head, err)
	}
}

// fakeGit puts a script in the place of git.
func fakeGit(t *testing.T, dir, script string) {
	t.Helper()
	bin := filepath.Join(dir, "bin")
	write(t, filepath.Join(bin, "git"), "#!/bin/sh\n"+script)
	if err := os.Chmod(filepath.Join(bin, "git"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestFailuresAreErrors(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	repo := discover(t, dir)
	fakeGit(t, dir, "printf '100644 0 0\\ta\\0'; head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 3")
	entries, err := repo.Tracked(t.Context())
	if err == nil || entries != nil || exitCode(err) != 3 || len(err.Error()) > headSize+500 {
		t.Errorf("Tracked = %d entries, error of %d bytes, code %d", len(entries), len(fmt.Sprint(err)), exitCode(err))
	}
	fakeGit(t, dir, "echo '  fatal: broken index  ' >&2; exit 128")
	if _, err := repo.Tracked(t.Context()); err == nil || !strings.HasSuffix(err.Error(), ": fatal: broken index") {
		t.Errorf("error %q does not end in git's own words", err)
	}
	fakeGit(t, dir, "printf 'nonsense\\0'; exec cat /dev/zero")
	if _, err := repo.Tracked(t.Context()); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("error %v does not show the odd record", err)
	}
}

func TestTimeLimit(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	repo := discover(t, dir)
	// The child keeps the pipes open after git itself is killed.
	fakeGit(t, dir, "sleep 20 & wait")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := repo.Tracked(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the deadline's", err)
	}
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("took %v after a limit of 50ms", took)
	}
}

func TestEnvironment(t *testing.T) {
	env := environment([]string{
		"PATH=/bin", "HOME=/h", "GIT_DIR=x", "GIT_INDEX_FILE=x", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_GLOBAL=g", "GIT_TRACE=1",
		"LC_ALL=de_DE", "LANGUAGE=de", "PAGER=less", "GIT_PAGER=less", "GIT_OPTIONAL_LOCKS=1",
	})
	slices.Sort(env)
	want := []string{
		"GIT_CONFIG_GLOBAL=g", "GIT_DISCOVERY_ACROSS_FILESYSTEM=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0", "HOME=/h", "LC_ALL=C", "PATH=/bin",
	}
	if !slices.Equal(env, want) {
		t.Errorf("environment = %q, want %q", env, want)
	}
}

// A repository's own configuration must not make a mere listing run a program.
func TestNoMonitorIsRun(t *testing.T) {
	dir := isolate(t)
	initRepo(t, dir, "a.go")
	write(t, filepath.Join(dir, "home", "monitor"), "#!/bin/sh\ntouch "+filepath.Join(dir, "ran")+"\n")
	if err := os.Chmod(filepath.Join(dir, "home", "monitor"), 0o777); err != nil {
		t.Fatal(err)
	}
	git(t, dir, "config", "core.fsmonitor", filepath.Join(dir, "home", "monitor"))
	repo := discover(t, dir)
	tracked(t, repo)
	if _, err := repo.Settings(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
		t.Error("the monitor was run")
	}
}

func BenchmarkDiscover(b *testing.B) {
	dir := b.TempDir()
	deep := filepath.Join(dir, "a/b/c/d")
	mkdir(b, deep)
	for _, part := range []string{"objects", "refs"} {
		mkdir(b, filepath.Join(dir, ".git", part))
	}
	write(b, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
	for b.Loop() {
		discover(b, deep)
	}
}
