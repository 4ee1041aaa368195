package gitrepo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Head is what is checked out.
type Head struct {
	// Branch is the short name of the current branch; empty when HEAD is detached. A HEAD outside
	// refs/heads/ is given by its full name.
	Branch string
	// Commit is the commit in hexadecimal; empty while the branch has none.
	Commit string
}

// linkLimit is how many references may lead to one another; git's own limit is the same.
const linkLimit = 5

// Head reads what is checked out from files; git is run only where references are kept in a format
// without files of their own (reftable).
func (r Repo) Head(ctx context.Context) (Head, error) {
	if info, err := os.Stat(filepath.Join(r.CommonDir, "reftable")); err == nil && info.IsDir() {
		return r.askHead(ctx)
	}
	name := "HEAD"
	var head Head
	for range linkLimit {
		value, err := r.readRef(name)
		if err != nil {
			return Head{}, fmt.Errorf("reading %s of %q: %w", name, r.WorkTree, err)
		}
		target, linked := strings.CutPrefix(value, "ref:")
		if !linked {
			head.Commit = value
			return head, nil
		}
		target = strings.TrimSpace(target)
		if !plainRef(target) {
			return Head{}, fmt.Errorf("reading %s of %q: it leads to %q, which is not a reference", name, r.WorkTree, target)
		}
		if name == "HEAD" {
			head.Branch = strings.TrimPrefix(target, "refs/heads/")
		}
		name = target
	}
	return Head{}, fmt.Errorf("reading HEAD of %q: more than %d references lead to one another", r.WorkTree, linkLimit)
}

// readRef returns the content of a reference: a commit, "ref: name", or "" if there is none.
func (r Repo) readRef(name string) (string, error) {
	dir := r.CommonDir
	if perWorkTree(name) {
		dir = r.GitDir
	}
	file := filepath.Join(dir, filepath.FromSlash(name))
	if link, err := os.Readlink(file); err == nil && strings.HasPrefix(link, "refs/") {
		return "ref: " + link, nil // how the oldest versions of git wrote HEAD
	}
	text, err := readSmall(file)
	isDir := false
	if err != nil {
		info, statErr := os.Stat(file)
		isDir = statErr == nil && info.IsDir() // left behind by the branches of a deleted group
	}
	switch {
	case err == nil:
		if text = strings.TrimSpace(text); strings.HasPrefix(text, "ref:") || isCommit(text) {
			return text, nil
		}
		return "", fmt.Errorf("%.60q is neither a commit nor a reference", text)
	case name != "HEAD" && (missing(err) || isDir):
		return r.packedRef(name)
	}
	return "", err
}

// perWorkTree reports whether a reference belongs to one work tree alone.
func perWorkTree(name string) bool {
	for _, prefix := range []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return !strings.HasPrefix(name, "refs/")
}

// packedRef looks a reference up in packed-refs, "<commit> <name>" a line, which may be large.
func (r Repo) packedRef(name string) (string, error) {
	f, err := os.Open(filepath.Join(r.CommonDir, "packed-refs"))
	if missing(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for {
		line, err := in.ReadString('\n')
		if commit, ref, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " "); ok && ref == name && isCommit(commit) {
			return commit, nil
		}
		if errors.Is(err, io.EOF) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
	}
}

// plainRef reports whether a name is safe to use as a path below the git directory.
func plainRef(name string) bool {
	return strings.HasPrefix(name, "refs/") && filepath.IsLocal(filepath.FromSlash(name))
}

// isCommit reports whether text is an object name: 40 hexadecimal digits, 64 with SHA-256.
func isCommit(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

func (r Repo) askHead(ctx context.Context) (Head, error) {
	branch, err := r.line(ctx, "symbolic-ref", "--quiet", "HEAD")
	if err = unlessUnset(err); err != nil { // 1: detached
		return Head{}, err
	}
	commit, err := r.line(ctx, "rev-parse", "--quiet", "--verify", "HEAD")
	if err = unlessUnset(err); err != nil { // 1: no commit yet
		return Head{}, err
	}
	return Head{Branch: strings.TrimPrefix(branch, "refs/heads/"), Commit: commit}, nil
}
