package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name, global, local, excludes string
		ignoreCase, fails             bool
	}{
		{name: "nothing set", excludes: "HOME/.config/git/ignore"},
		{name: "home is expanded", global: "[core]\nexcludesFile = ~/my ignore\n", excludes: "HOME/my ignore"},
		{name: "relative to the work tree", local: "[core]\nexcludesfile = conf/ignore\n", excludes: "REPO/conf/ignore"},
		{name: "local wins", global: "[core]\nexcludesFile = /g\nignorecase = true\n", local: "[core]\nexcludesFile = /l\nignorecase = no\n", excludes: "/l"},
		{name: "empty means none", local: "[core]\nexcludesFile =\n"},
		{name: "case ignored", local: "[core]\nignorecase = Yes\n", excludes: "HOME/.config/git/ignore", ignoreCase: true},
		{name: "a number", local: "[core]\nignorecase = 1\n", excludes: "HOME/.config/git/ignore", ignoreCase: true},
		{name: "zero", local: "[core]\nignorecase = 0\n", excludes: "HOME/.config/git/ignore"},
		{name: "a key without a value", local: "[core]\nignorecase\nexcludesFile = ~/x\n", excludes: "HOME/x", ignoreCase: true},
		{name: "included file", local: "[include]\npath = ../extra\n", excludes: "/included"},
		{name: "broken configuration", local: "[core\n", excludes: "HOME/.config/git/ignore", fails: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := isolate(t)
			repo := filepath.Join(dir, "repo")
			initRepo(t, repo)
			r := discover(t, repo)
			// Take out what git init found about this file system.
			write(t, filepath.Join(r.GitDir, "config"), "[core]\nrepositoryformatversion = 0\n"+c.local)
			write(t, filepath.Join(repo, "extra"), "[core]\nexcludesFile = /included\n")
			write(t, os.Getenv("GIT_CONFIG_GLOBAL"), c.global)
			got, err := r.Settings(t.Context())
			if (err != nil) != c.fails {
				t.Fatalf("error %v, want one: %v", err, c.fails)
			}
			want := strings.NewReplacer("HOME", filepath.Join(dir, "home"), "REPO", repo).Replace(c.excludes)
			if got.ExcludesFile != want || got.IgnoreCase != c.ignoreCase {
				t.Errorf("Settings = %+v, want %q and %v", got, want, c.ignoreCase)
			}
		})
	}
}

func TestDefaultExcludesFile(t *testing.T) {
	t.Setenv("HOME", "/h")
	t.Setenv("XDG_CONFIG_HOME", "/x")
	if got := defaultExcludesFile(); got != "/x/git/ignore" {
		t.Errorf("got %q", got)
	}
	t.Setenv("HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	if got := defaultExcludesFile(); got != "" {
		t.Errorf("got %q without a home", got)
	}
}
