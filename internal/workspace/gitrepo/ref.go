package gitrepo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// longestRef bounds the name of a commit, in bytes.
const longestRef = 1000

// resolve finds the commit that a name stands for; HEAD for none. HEAD of a repository without a
// commit resolves to a side without one.
func (r Repo) resolve(ctx context.Context, name string) (Side, error) {
	if name == "" || name == "@" {
		name = "HEAD"
	}
	switch {
	case strings.HasPrefix(name, "-"):
		return Side{}, refuse("%q is no commit: a name does not begin with a dash", name)
	case len(name) > longestRef || strings.ContainsAny(name, "\x00\n"):
		return Side{}, refuse("%.60q is no name of a commit", name)
	}
	side := Side{Name: name}
	commit, err := r.line(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	switch code := exitCode(err); {
	case err == nil && isCommit(commit):
		side.Commit = commit
		return side, nil
	case err != nil && code < 0:
		return side, err // git did not run to its end
	}
	head, err := r.Head(ctx)
	if err != nil {
		return side, err
	}
	if name == "HEAD" && head.Commit == "" {
		return side, nil
	}
	return side, r.unknown(ctx, name, head)
}

// treeish is a side as git's arguments name it: a commit, or the tree without files.
func (r Repo) treeish(ctx context.Context, s Side) (string, error) {
	if s.Commit != "" {
		return s.Commit, nil
	}
	return r.line(ctx, "hash-object", "-t", "tree", "--stdin") // of empty input
}

// ends resolves "a..b" and "a...b".
func (r Repo) ends(ctx context.Context, span string) (old, now Side, err error) {
	from, to, parted := strings.Cut(span, "...")
	if !parted {
		var ok bool
		if from, to, ok = strings.Cut(span, ".."); !ok {
			return old, now, refuse("%.60q is no range: write a..b, or a...b for what b did since it left a", span)
		}
	}
	if old, err = r.resolve(ctx, from); err != nil {
		return old, now, err
	}
	if now, err = r.resolve(ctx, to); err != nil || !parted {
		return old, now, err
	}
	if old.Commit == "" || now.Commit == "" {
		return old, now, refuse("%.60q: the repository has no commit yet", span)
	}
	base, err := r.line(ctx, "merge-base", old.Commit, now.Commit)
	switch {
	case exitCode(err) == 1:
		return old, now, refuse("%.60q: the two have no commit in common%s; a..b compares them as they are", span, r.shallow())
	case err != nil:
		return old, now, err
	}
	old = Side{Name: "where " + now.Name + " left " + old.Name, Commit: base}
	return old, now, nil
}

// shallow is a remark for those who miss a commit, empty in a full clone.
func (r Repo) shallow() string {
	if _, err := os.Stat(filepath.Join(r.CommonDir, "shallow")); err != nil {
		return ""
	}
	return " (the clone is shallow: git fetch --unshallow gets the rest)"
}

// Bounds of what an unknown name is held against.
const (
	mostRefs = 5000
	nearRefs = 5
)

// unknown is the error for a name that stands for no commit. It names branches and tags that come near.
func (r Repo) unknown(ctx context.Context, name string, head Head) error {
	if head.Commit == "" {
		return refuse("%.60q: the repository has no commit yet; without ref the files are compared with nothing", name)
	}
	var near, branches []string
	err := r.run(ctx, func(out io.Reader) error {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			full := lines.Text()
			_, kindCut, _ := strings.Cut(strings.TrimPrefix(full, "refs/"), "/")
			if resembles(strings.ToLower(name), strings.ToLower(kindCut)) {
				near = append(near, kindCut)
			}
			if strings.HasPrefix(full, "refs/heads/") {
				branches = append(branches, kindCut)
			}
		}
		return lines.Err()
	}, "for-each-ref", fmt.Sprintf("--count=%d", mostRefs), "--format=%(refname)", "refs/heads", "refs/tags", "refs/remotes")
	if err != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	words := "near names: "
	if len(near) == 0 {
		near, words = branches, "branches: "
	}
	hint := ""
	if len(near) > 0 {
		slices.SortStableFunc(near, func(a, b string) int { return len(a) - len(b) })
		hint = "; " + words + strings.Join(near[:min(nearRefs, len(near))], ", ")
	}
	return refuse("%.60q names no commit here%s%s", name, r.shallow(), hint)
}

// resembles reports whether one name begins with or holds the other, or a third of it or less is different.
func resembles(a, b string) bool {
	if len(a) == 0 || len(b) == 0 || len(a) > 100 || len(b) > 100 {
		return false
	}
	if len(a) > 1 && strings.HasPrefix(b, a) || len(a) > 2 && strings.Contains(b, a) || len(b) > 2 && strings.Contains(a, b) {
		return true
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)] <= max(len(a), len(b))/3
}
