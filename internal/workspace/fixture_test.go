package workspace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// isolate keeps the host's git configuration out of the test and returns an
// empty directory, its symlinks resolved.
func isolate(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	home := filepath.Join(dir, "home")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	write(t, filepath.Join(home, "gitconfig"),
		"[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n[core]\n\texcludesFile = ~/excludes\n"+
			"[protocol \"file\"]\n\tallow = always\n[advice]\n\taddEmbeddedRepo = false\n")
	root := filepath.Join(dir, "root")
	mkdir(t, root)
	return root
}

// homeOf is the home directory that isolate made beside the root.
func homeOf(root string) string { return filepath.Join(filepath.Dir(root), "home") }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, stderr.String())
	}
	return string(out)
}

func initRepo(t testing.TB, dir string) {
	t.Helper()
	mkdir(t, dir)
	git(t, dir, "init", "-q", "--template=")
	mkdir(t, filepath.Join(dir, ".git", "info"))
}

func mkdir(t testing.TB, dir string) {
	t.Helper()
	must(t, os.MkdirAll(dir, 0o777))
}

func write(t testing.TB, file, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(file))
	must(t, os.WriteFile(file, []byte(text), 0o666))
}

// tree writes files below dir: "path" or "path=text"; a path that ends in a slash is a directory.
func tree(t testing.TB, dir string, files ...string) {
	t.Helper()
	for _, f := range files {
		name, text, _ := strings.Cut(f, "=")
		if strings.HasSuffix(name, "/") {
			mkdir(t, filepath.Join(dir, name))
			continue
		}
		write(t, filepath.Join(dir, name), text)
	}
}

func walk(t testing.TB, w *Workspace, before *Manifest) *Manifest {
	t.Helper()
	m, err := w.Refresh(t.Context(), before)
	must(t, err)
	return m
}

func paths(m *Manifest) []string {
	out := []string{}
	for _, f := range m.Files() {
		out = append(out, f.Path)
	}
	return out
}

// wantPaths compares with names separated by blanks.
func wantPaths(t testing.TB, m *Manifest, want string) {
	t.Helper()
	names := strings.Fields(want)
	slices.Sort(names)
	if got := paths(m); !slices.Equal(got, names) {
		t.Errorf("files are %q, want %q", got, names)
	}
}

// readFiles reads the chosen ones of the files whose content the manifest does not know.
func readFiles(t testing.TB, root string, m *Manifest, chosen func() bool) *Manifest {
	t.Helper()
	readings := map[string]Reading{}
	for _, f := range m.Files() {
		if f.Symlink || f.Known() || !chosen() {
			continue
		}
		_, r, err := Read(root, f.Path, 0)
		must(t, err)
		readings[f.Path] = r
	}
	return m.With(readings)
}

func cancelled(t testing.TB) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func every() bool { return true }

// settle reads and refreshes until nothing is left to do: within moments, as
// soon as the last change lies far enough back.
func settle(t testing.TB, w *Workspace, m *Manifest) *Manifest {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		m = readFiles(t, w.Root(), m, every)
		next := walk(t, w, m)
		if next == m {
			return m
		}
		m = next
	}
	t.Fatal("the tree does not settle")
	return nil
}

// checkHashes fails for every hash that is not that of the bytes on disk.
func checkHashes(t testing.TB, root string, m *Manifest) (hashed int) {
	t.Helper()
	for _, f := range m.Files() {
		if f.Hash.IsZero() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, f.Path))
		must(t, err)
		if sha256.Sum256(data) != f.Hash {
			t.Errorf("%s: stale hash", f.Path)
		}
		hashed++
	}
	return hashed
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
