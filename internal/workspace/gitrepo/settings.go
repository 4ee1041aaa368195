package gitrepo

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Settings is what the configuration says about ignore rules.
type Settings struct {
	// ExcludesFile is the absolute path of the user's global ignore file, which need not exist;
	// empty when there is none.
	ExcludesFile string
	// IgnoreCase is true where names that differ in case only are the same (core.ignorecase).
	IgnoreCase bool
}

// defaultExcludesFile returns where git looks for the global ignore file unless configured
// otherwise; empty when the home directory is not known.
func defaultExcludesFile() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git", "ignore")
	}
	if home := os.Getenv("HOME"); home != "" {
		return filepath.Join(home, ".config", "git", "ignore")
	}
	return ""
}

// Settings asks git for the configuration in force, from all its sources. With an error come the
// settings that hold in an unconfigured git, good enough to go on with.
func (r Repo) Settings(ctx context.Context) (Settings, error) {
	defaults := Settings{ExcludesFile: defaultExcludesFile()}
	s := defaults
	take := func(record []byte) error {
		key, value, hasValue := bytes.Cut(record, []byte("\n"))
		switch string(key) {
		case "core.ignorecase":
			s.IgnoreCase = !hasValue || truth(string(value))
		case "core.excludesfile":
			s.ExcludesFile = ""
			if len(value) > 0 {
				s.ExcludesFile = from(r.WorkTree, string(value))
			}
		}
		return nil
	}
	// Type path expands "~/" and leaves a boolean as it is, so one call serves both. It refuses a
	// key without "=", which is how a boolean may be set to true: then each is asked for on its own.
	err := r.records(ctx, take, "config", "-z", "--type=path", "--get-regexp", `^core\.(excludesfile|ignorecase)$`)
	if code := exitCode(err); code > 1 {
		s = defaults
		err = r.records(ctx, take, "config", "-z", "--type=bool", "--get-regexp", `^core\.ignorecase$`)
		if err = unlessUnset(err); err == nil {
			err = r.records(ctx, take, "config", "-z", "--type=path", "--get-regexp", `^core\.excludesfile$`)
		}
	}
	if err = unlessUnset(err); err != nil {
		return defaults, err
	}
	return s, nil
}

// unlessUnset drops the error by which git config says that no key matches.
func unlessUnset(err error) error {
	if exitCode(err) == 1 {
		return nil
	}
	return err
}

// truth reads a boolean as git does: a word, or a number that is not zero.
func truth(value string) bool {
	switch strings.ToLower(value) {
	case "true", "yes", "on":
		return true
	}
	n, err := strconv.Atoi(value)
	return err == nil && n != 0
}
