package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// isolate gives the test its own home and environment.
func isolate(t *testing.T) (root, user string) {
	t.Helper()
	for _, s := range Settings() {
		for _, name := range s.Env {
			t.Setenv(name, "")
		}
	}
	base := t.TempDir()
	t.Setenv("HOME", filepath.Join(base, "home"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(base, "config"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(base, "cache"))
	root = filepath.Join(base, "root")
	user = filepath.Join(base, "config", "sextant")
	for _, dir := range []string{root, user} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root, user
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoad(t *testing.T) {
	root, user := isolate(t)
	c := Load(root, nil)
	if c.Root != root || filepath.Base(c.CacheDir) != "sextant" || !filepath.IsAbs(c.CacheDir) || len(c.Warnings) > 0 {
		t.Fatalf("got %+v", c)
	}

	write(t, filepath.Join(user, "config.json"), `{"jobs": 2, "cacheDir": "sub"}`)
	write(t, filepath.Join(root, RepoMemoryFile), `{"maxFiles": 10}`)
	if c = Load(root, nil); c.MaxFiles != 10 || c.Jobs != 2 || filepath.Base(c.CacheDir) != "sextant" || !strings.Contains(strings.Join(c.Warnings, " "), "must be an absolute path") {
		t.Errorf("repo-memory's file: %+v", c)
	}
	write(t, filepath.Join(root, ProjectFile), `{"maxFiles": 20}`)
	if c = Load(root, nil); c.MaxFiles != 20 {
		t.Errorf("our file must win over repo-memory's: %d", c.MaxFiles)
	}

	other := t.TempDir()
	write(t, filepath.Join(other, ProjectFile), `{"maxFiles": 30}`)
	t.Setenv("SEXTANT_ROOT", other)
	t.Setenv("SEXTANT_READ_FILE_META", `{"x": 1}`)
	if c = Load(root, nil); c.MaxFiles != 30 || c.Root != other || c.Meta["read_file"] == nil {
		t.Errorf("the root of the environment: %+v", c)
	}
	if c = Load(root, map[string]string{"root": root}); c.MaxFiles != 20 || c.Root != root {
		t.Errorf("the root of the flag: %+v", c)
	}
}

func TestLoadSkipsWhatIsNotAFile(t *testing.T) {
	root, _ := isolate(t)
	if err := os.Mkdir(filepath.Join(root, ProjectFile), 0o755); err != nil {
		t.Fatal(err)
	}
	c := Load(root, nil)
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], "not a regular file") {
		t.Errorf("warnings %q", c.Warnings)
	}
}
