// Package gitrepo tells what git knows about a work tree: where it and its git directory are, which
// paths are tracked, which ignore files hold outside the tree, what is checked out, what changed.
//
// In goes a directory (Discover, At); out comes a Repo, the main type. Discover and Head read files;
// the others run the git binary, with argument lists only, a time limit and a clean environment, and
// fail with ErrNoGit where there is none. Nothing here changes a repository: no lock is taken, no
// hook, no file system monitor and no program that shows differences is run. Filters of
// .gitattributes are, since without them git cannot compare.
package gitrepo

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Repo is a work tree and its repository. All paths are absolute with symbolic links resolved.
type Repo struct {
	WorkTree  string // the directory that holds .git
	GitDir    string // what belongs to this work tree alone: HEAD, index
	CommonDir string // what linked work trees share: config, refs, info/exclude; else GitDir
}

// Discover finds the work tree that encloses dir, as git does but across file systems and without
// regard to GIT_DIR. found is false when there is none, and inside a git directory or a bare
// repository. A .git file that leads nowhere ends the search with an error, as in git.
func Discover(dir string) (repo Repo, found bool, err error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return Repo{}, false, fmt.Errorf("resolving %q: %w", dir, err)
	}
	if start, err = filepath.EvalSymlinks(start); err != nil {
		return Repo{}, false, fmt.Errorf("resolving %q: %w", dir, err)
	}
	for at := start; ; at = filepath.Dir(at) {
		gitDir, ok, err := gitDirOf(at)
		if err != nil {
			return Repo{}, false, err
		}
		if ok {
			common, err := commonDir(gitDir)
			if err != nil {
				return Repo{}, false, err
			}
			return Repo{WorkTree: at, GitDir: gitDir, CommonDir: common}, true, nil
		}
		if isGitDir(at) || at == filepath.Dir(at) {
			return Repo{}, false, nil
		}
	}
}

// gitDirOf resolves the .git entry of a directory. An entry that is no git directory at all, such
// as an empty one, is passed over.
func gitDirOf(dir string) (gitDir string, ok bool, err error) {
	entry := filepath.Join(dir, ".git")
	info, err := os.Stat(entry)
	if err != nil {
		// Missing, or out of reach: git passes over both.
		return "", false, nil
	}
	target := entry
	switch {
	case info.Mode().IsRegular():
		if target, err = readGitFile(entry); err != nil {
			return "", false, err
		}
		if !isGitDir(target) {
			return "", false, fmt.Errorf("reading %q: it leads to %q, which is not a git directory", entry, target)
		}
	case !info.IsDir() || !isGitDir(entry):
		return "", false, nil
	}
	if target, err = filepath.EvalSymlinks(target); err != nil {
		return "", false, fmt.Errorf("resolving %q: %w", target, err)
	}
	return target, true, nil
}

// readGitFile returns the path in a .git file: "gitdir: " and a path, from the file's directory
// when relative.
func readGitFile(file string) (string, error) {
	text, err := readSmall(file)
	if err != nil {
		return "", fmt.Errorf("reading %q: %w", file, err)
	}
	target, ok := strings.CutPrefix(strings.TrimRight(text, "\r\n"), "gitdir: ")
	if !ok || target == "" {
		return "", fmt.Errorf("reading %q: it does not start with \"gitdir: \" and a path", file)
	}
	return from(filepath.Dir(file), target), nil
}

// commonDir follows the commondir file of a linked work tree's git directory.
func commonDir(gitDir string) (string, error) {
	file := filepath.Join(gitDir, "commondir")
	text, err := readSmall(file)
	if missing(err) {
		return gitDir, nil
	}
	if err != nil {
		return "", fmt.Errorf("reading %q: %w", file, err)
	}
	common, err := filepath.EvalSymlinks(from(gitDir, strings.TrimRight(text, "\r\n")))
	if err != nil {
		return "", fmt.Errorf("following %q: %w", file, err)
	}
	return common, nil
}

// isGitDir reports whether a directory looks like a git directory: a HEAD, objects, refs.
func isGitDir(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	common, err := commonDir(dir)
	if err != nil {
		return false
	}
	for _, part := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(common, part)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// from reads path as a name used in the directory dir.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// missing reports whether an error says that there is no such file, also when a part of the path
// is not a directory.
func missing(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// smallFile bounds what is read of files that hold one line, in bytes; git's own bound is the same.
const smallFile = 1 << 20

func readSmall(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, smallFile+1))
	if err != nil {
		return "", err
	}
	if len(text) > smallFile || bytes.IndexByte(text, 0) >= 0 {
		return "", errors.New("not a text file of one line")
	}
	return string(text), nil
}

// InfoExclude returns the path of the repository's own ignore file, which need not exist.
func (r Repo) InfoExclude() string { return filepath.Join(r.CommonDir, "info", "exclude") }
