package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// others is what git lists beside a comparison.
type others struct {
	unmerged  []string
	untracked []string // a directory, with a slash at its end, where a repository of its own begins
}

// others asks for untracked paths, for conflicts, or for both, in one listing.
func (r Repo) others(ctx context.Context, untracked, unmerged bool, paths []string) (others, error) {
	args := []string{"ls-files", "-z", "-t"}
	if untracked {
		args = append(args, "--others", "--exclude-standard")
	}
	if unmerged {
		args = append(args, "--unmerged")
	}
	var out others
	err := r.records(ctx, func(record []byte) error {
		tag, rest, ok := bytes.Cut(record, []byte(" "))
		if ok && string(tag) == "?" {
			out.untracked = append(out.untracked, string(rest))
			return nil
		}
		// "M <mode> <object> <stage>\t<path>", once a version.
		_, path, tabbed := bytes.Cut(rest, []byte("\t"))
		if !ok || !tabbed {
			return fmt.Errorf("reading the list of untracked paths: unknown form %.100q", record)
		}
		if n := len(out.unmerged); n == 0 || out.unmerged[n-1] != string(path) {
			out.unmerged = append(out.unmerged, string(path))
		}
		return nil
	}, append(append(args, "--"), paths...)...)
	return out, err
}

// Bounds of the untracked files whose lines are counted; of larger ones, and beyond the sum, only the
// name is known.
const (
	largestCounted = 64 << 20
	mostCounted    = 256 << 20
)

// untracked adds files that git does not know. All of their lines are new.
func (g *gathering) untracked(paths []string) {
	budget := int64(mostCounted)
	for _, p := range paths {
		c := Change{Status: Untracked}
		if dir, ok := strings.CutSuffix(p, "/"); ok {
			c.Path, c.Submodule = g.at.prefix+dir, true
			g.out.Files = append(g.out.Files, c)
			continue
		}
		c.Path, c.OnDisk = g.at.prefix+p, true
		text := g.count(filepath.Join(g.at.dir, filepath.FromSlash(p)), &c, &budget)
		if g.detail.hunks && c.Counted && c.Added > 0 {
			c.Hunks = []Hunk{{Start: 1, Count: c.Added, Added: text}}
		}
		g.out.Files = append(g.out.Files, c)
	}
}

// sniffed is how much of a file git looks at to see whether it is binary, in bytes.
const sniffed = 8000

// count reads an untracked file for its number of lines and, if the detail wants it, its text.
func (g *gathering) count(file string, c *Change, budget *int64) (text []string) {
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return nil
	case info.Mode()&os.ModeSymlink != 0:
		if target, err := os.Readlink(file); err == nil {
			c.Added, c.Counted = 1, true // git takes the target for the content
			return []string{target}
		}
		return nil
	case !info.Mode().IsRegular() || info.Size() > min(largestCounted, *budget):
		return nil
	}
	*budget -= info.Size()
	// What became a pipe meanwhile must not block.
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, largestCounted))
	if err != nil {
		return nil
	}
	c.Counted = true
	if bytes.IndexByte(content[:min(len(content), sniffed)], 0) >= 0 {
		c.Binary = true
		return nil
	}
	for line := range bytes.Lines(content) {
		c.Added++
		if !g.detail.texts {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\n"))
		line = line[:min(len(line), longestLine)]
		if g.kept += len(line) + 1; g.kept > mostText {
			g.out.Cut = true
			continue
		}
		text = append(text, string(line))
	}
	return text
}

// submodule is a repository inside a work tree, and which of its paths are asked about.
type submodule struct {
	repo  Repo
	name  string // from the root
	paths []string
}

// submodules finds the checked-out submodules that .gitmodules names, where their own changes count.
func (r Repo) submodules(ctx context.Context, q Comparison) ([]submodule, error) {
	file := filepath.Join(r.WorkTree, ".gitmodules")
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || !q.Unstaged && !q.Untracked {
		return nil, nil
	}
	var out []submodule
	err := r.records(ctx, func(record []byte) error {
		_, path, ok := bytes.Cut(record, []byte("\n"))
		rel := filepath.FromSlash(string(path))
		if !ok || !filepath.IsLocal(rel) {
			return nil
		}
		dir := filepath.Join(r.WorkTree, rel)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err != nil {
			return nil // not checked out
		}
		name, below := relative(q.Root, dir)
		repo, found, err := Discover(dir)
		if err == nil && (!found || repo.WorkTree != dir) {
			return nil
		}
		if below && name != "" {
			out = append(out, submodule{repo: repo, name: name})
		}
		return nil
	}, "config", "-z", "--file", ".gitmodules", "--get-regexp", `^submodule\..*\.path$`)
	if exitCode(err) > 1 { // it is not well-formed
		return nil, nil
	}
	return out, unlessUnset(err)
}

// split deals paths out: to git as it names them, and to the submodules they lie in. own is nil when
// paths were given and none is the repository's.
func (r Repo) split(q Comparison, at place, subs []submodule) (own []string, inner []submodule) {
	if len(q.Paths) == 0 {
		return nil, subs
	}
	taken := make(map[string]bool)
	for _, s := range subs {
		for _, p := range q.Paths {
			switch {
			case p != s.name && within(p, []string{s.name}):
				taken[p] = true
				s.paths = append(s.paths, p)
			case within(s.name, []string{p}):
				s.paths = append(s.paths, s.name)
			}
		}
		if len(s.paths) > 0 {
			inner = append(inner, s)
		}
	}
	for _, p := range q.Paths {
		if taken[p] {
			continue
		}
		if p == "" || within(strings.TrimSuffix(at.prefix, "/"), []string{p}) && at.prefix != "" {
			p = "."
		} else if rest, ok := strings.CutPrefix(p, at.prefix); ok {
			p = rest
		} else {
			continue // outside this work tree
		}
		own = append(own, p)
	}
	return own, inner
}

// compare adds what changed inside a submodule against its own HEAD.
func (s submodule) compare(ctx context.Context, q Comparison, d detail, depth int, out *Changes) error {
	if depth == mostNested {
		out.Unread = append(out.Unread, s.name)
		return nil
	}
	in := Comparison{Staged: q.Unstaged, Unstaged: q.Unstaged, Untracked: q.Untracked, Root: q.Root, Paths: s.paths}
	if s.repo.WorkTree == "" { // its .git leads nowhere
		out.Unread = append(out.Unread, s.name)
		return nil
	}
	found, err := s.repo.compare(ctx, in, d, depth+1)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrNoGit):
		return err
	case err != nil:
		out.Unread = append(out.Unread, s.name) // broken; the rest still counts
		return nil
	}
	out.Files = append(out.Files, found.Files...)
	out.More, out.Cut, out.Unread = out.More+found.More, out.Cut || found.Cut, append(out.Unread, found.Unread...)
	return nil
}
