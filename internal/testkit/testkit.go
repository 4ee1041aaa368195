// Package testkit makes what tests need on disk: trees of files and git
// repositories, apart from the host's configuration. In go names and texts;
// out come directories that are gone when the test ends.
package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Isolate keeps the host's configuration of git and of users out of the test
// and the processes it starts. It returns an empty directory, its symlinks resolved.
func Isolate(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	Must(t, err)
	home := filepath.Join(dir, "home")
	Must(t, os.MkdirAll(home, 0o755))
	for name, value := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, "config"), "XDG_CACHE_HOME": filepath.Join(home, "cache"),
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull, "GIT_TERMINAL_PROMPT": "0",
		"GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.com",
		"GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.com",
	} {
		t.Setenv(name, value)
	}
	root := filepath.Join(dir, "root")
	Must(t, os.Mkdir(root, 0o755))
	return root
}

// Must ends the test on an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes one file below root, and the directories above it.
func Write(t testing.TB, root, path, text string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(path))
	Must(t, os.MkdirAll(filepath.Dir(full), 0o755))
	Must(t, os.WriteFile(full, []byte(text), 0o644))
}

// Tree writes files below root from the text of an archive: "-- path --" on a
// line of its own begins a file.
func Tree(t testing.TB, root, archive string) {
	t.Helper()
	var path string
	var text strings.Builder
	put := func() {
		if path != "" {
			Write(t, root, path, text.String())
		}
		text.Reset()
	}
	for line := range strings.SplitAfterSeq(archive, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "-- "); ok && strings.HasSuffix(name, " --") {
			put()
			path = strings.TrimSuffix(name, " --")
			continue
		}
		text.WriteString(line)
	}
	put()
}

// Git runs git in dir and returns what it prints.
func Git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v: %s", args, err, out)
	}
	return string(out)
}

// Repository makes root a git repository with a first commit of all that is in it.
func Repository(t testing.TB, root string) {
	t.Helper()
	Git(t, root, "init", "-q", "-b", "main", "--template=")
	Git(t, root, "add", "-A")
	Git(t, root, "commit", "-q", "--allow-empty", "-m", "first")
}
