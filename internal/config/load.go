package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// maxFileBytes bounds a settings file; a larger one is not a settings file.
const maxFileBytes = 1 << 20

// The project's settings files, the first that exists counts.
const (
	ProjectFile    = ".sextant.json"
	RepoMemoryFile = ".repo-memory.json"
)

// Load resolves the configuration from flags, the process's environment and
// the real files. root is the directory to use when neither a flag nor a
// variable names one; the project's file is read from the root that results.
// A root that must win over everything belongs in flags["root"].
func Load(root string, flags map[string]string) *Config {
	src := Sources{Root: root, Flags: flags, Env: os.LookupEnv}
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); name != "" {
			src.EnvNames = append(src.EnvNames, name)
		}
	}
	var problems []string
	note := func(problem string) {
		if problem != "" {
			problems = append(problems, problem)
		}
	}

	// The root has to be known before its file can be read, and no file can
	// set it, so the other sources alone decide it.
	at := absolute(Resolve(Sources{Root: root, Flags: flags, Env: os.LookupEnv}).Root, "")

	var problem string
	if dir := userConfigDir(); dir != "" {
		src.User, problem = readFile(filepath.Join(dir, "sextant", "config.json"))
		note(problem)
	}
	src.Project, problem = readFile(filepath.Join(at, ProjectFile))
	if src.Project.Data == nil && problem == "" {
		src.Project, problem = readFile(filepath.Join(at, RepoMemoryFile))
	}
	note(problem)

	c := Resolve(src)
	c.Root = at
	for _, d := range []struct {
		what string
		dir  *string
	}{{"cache", &c.CacheDir}, {"state", &c.StateDir}} {
		if *d.dir != "" && !filepath.IsAbs(*d.dir) {
			// Relative to what? Each caller runs elsewhere, and one of the places is the repository.
			problems = append(problems, fmt.Sprintf("The %s directory %q was skipped: it must be an absolute path.", d.what, *d.dir))
			*d.dir = ""
		}
	}
	if c.StateDir == "" {
		if c.StateDir = c.CacheDir; c.StateDir == "" {
			c.StateDir = userStateDir()
		}
	}
	c.StateDir = filepath.Clean(c.StateDir)
	if c.CacheDir == "" {
		if dir, err := os.UserCacheDir(); err == nil {
			c.CacheDir = filepath.Join(dir, "sextant")
		} else {
			c.CacheDir = filepath.Join(os.TempDir(), fmt.Sprintf("sextant-%d", os.Getuid()))
		}
	}
	c.CacheDir = filepath.Clean(c.CacheDir)
	c.Warnings = append(problems, c.Warnings...)
	return c
}

// userStateDir is where a program's state lies that is no cache: by the XDG base
// directory specification, and where that does not hold beside its settings.
func userStateDir() string {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sextant")
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "sextant", "state")
		}
	default:
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, ".local", "state", "sextant")
		}
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("sextant-%d", os.Getuid()), "state")
}

// absolute makes dir absolute against base, or against the working directory
// when base is empty.
func absolute(dir, base string) string {
	if base != "" && !filepath.IsAbs(dir) {
		dir = filepath.Join(base, dir)
	}
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return filepath.Clean(dir)
}

// userConfigDir is XDG_CONFIG_HOME on every system when it is set, else the
// system's own place; empty when there is none.
func userConfigDir() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return dir
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return dir
}

// readFile reads a settings file; a missing one gives no data and no problem.
// Only a regular file is opened, since opening a pipe would wait for its writer.
func readFile(name string) (File, string) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, ""
	}
	if err == nil && !info.Mode().IsRegular() {
		return File{}, fmt.Sprintf("%s was skipped: it is not a regular file.", name)
	}
	if err == nil {
		var f *os.File
		if f, err = os.Open(name); err == nil {
			defer f.Close()
			var data []byte
			if data, err = io.ReadAll(io.LimitReader(f, maxFileBytes+1)); err == nil {
				if len(data) > maxFileBytes {
					return File{}, fmt.Sprintf("%s was skipped: it is larger than %d bytes.", name, maxFileBytes)
				}
				return File{Name: name, Data: data}, ""
			}
		}
	}
	return File{}, fmt.Sprintf("%s was skipped: %v.", name, err)
}
