package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
)

// ErrNoRepository says that a directory lies in no work tree.
var ErrNoRepository = errors.New("not in a git work tree")

// RequestError is a comparison that cannot be made: what was wrong with it and what would work.
type RequestError struct{ Text string }

func (e *RequestError) Error() string { return e.Text }

func refuse(format string, args ...any) error { return &RequestError{fmt.Sprintf(format, args...)} }

// Comparison says which two states are compared. The zero value compares the working tree, with its
// untracked files, with HEAD.
type Comparison struct {
	// Ref is the old side, a commit by any of its names; HEAD when empty. In a repository without a
	// commit HEAD stands for nothing at all, so everything is added.
	Ref string
	// Range compares two commits: "a..b", or "a...b" from where the two parted; an empty side is HEAD.
	// It excludes the fields that are not paths.
	Range string
	// Staged takes what the index has against Ref, Unstaged what the working tree has against the
	// index, both together what the working tree has against Ref. Untracked takes files that are
	// neither tracked nor ignored. None of the three stands for all of them.
	Staged, Unstaged, Untracked bool
	// Root is the absolute directory, symbolic links resolved, that paths in and out are relative to.
	// It holds the work tree or lies in it; what lies outside it is left out.
	Root string
	// Paths limits the answer to a few files or directories; empty takes everything.
	Paths []string
}

// Status says what happened to a file; String gives its letter, as in git.
type Status byte

// The statuses.
const (
	Added       Status = 'A'
	Modified    Status = 'M'
	Deleted     Status = 'D'
	Renamed     Status = 'R'
	Copied      Status = 'C'
	TypeChanged Status = 'T' // a file became a symbolic link, say
	Unmerged    Status = 'U' // a merge left a conflict
	Untracked   Status = '?'
)

func (s Status) String() string { return string(rune(s)) }

// Change is one file that differs.
type Change struct {
	Path   string // on the new side; of a deleted file where it was
	Old    string // where a renamed or copied file came from, else empty
	Status Status
	// Added and Removed count lines. They are zero of a binary file, and of an untracked one that
	// was not Counted because it, or all of them together, are too large.
	Added, Removed int
	Counted        bool
	Binary         bool
	ModeChanged    bool // executable or not
	// Submodule marks a repository inside the work tree: its checked-out commit is what changed, or
	// it is untracked as a whole, and Path is a directory.
	Submodule bool
	// OnDisk is true when the new side's lines are those of the file on disk. Of comparisons of the
	// index or of a commit only Hunks finds out.
	OnDisk bool
	// Blob names the new side's text for Blobs; empty of submodules, of what is gone, and of texts
	// that are only on disk.
	Blob string
	// Hunks are filled in by Hunks, in order.
	Hunks []Hunk
}

// Exists reports whether there is a file on the new side. The index has none for a conflict.
func (c *Change) Exists() bool {
	return c.Status != Deleted && !c.Submodule && (c.Status != Unmerged || c.OnDisk)
}

// Changed reports whether a line of the new side, from 1, differs, as far as its hunks are known. All of an
// untracked file does.
func (c *Change) Changed(line int) bool {
	if c.Status == Untracked {
		return true
	}
	after := sort.Search(len(c.Hunks), func(i int) bool { return c.Hunks[i].Start > line })
	return after > 0 && line < c.Hunks[after-1].Start+c.Hunks[after-1].Count
}

// Side is one of the two states compared.
type Side struct {
	Name   string // "HEAD", "index", "working tree", or what the caller called it
	Commit string // in hexadecimal; empty of the index, the working tree and a HEAD without a commit
}

// The names of sides that are not commits.
const (
	SideIndex    = "index"
	SideWorkTree = "working tree"
)

// Changes is the outcome of a comparison.
type Changes struct {
	Old, New Side     // Old is empty when only untracked files were asked for
	Files    []Change // by Path
	// More counts changes beyond mostChanges, of which nothing else is known.
	More int
	// Unread are submodules that could not be looked into.
	Unread []string
	// Cut is true when hunks or texts are missing because there are too many.
	Cut bool
}

// mostChanges bounds the files of an answer: 100,000 take some 20 MB.
const mostChanges = 100_000

// At finds the repository that a path, relative to root, belongs to; the path need not exist any more.
// Without one the error is ErrNoRepository.
func At(root, path string) (Repo, error) {
	dir := filepath.Join(root, filepath.FromSlash(path))
	for dir != root && filepath.Dir(dir) != dir {
		if info, err := os.Lstat(dir); err == nil && info.IsDir() {
			break
		}
		dir = filepath.Dir(dir)
	}
	repo, found, err := Discover(dir)
	if err == nil && !found {
		err = fmt.Errorf("%q: %w", dir, ErrNoRepository)
	}
	return repo, err
}

// Tracks reports whether the index has a path, relative to root, or something below it.
func (r Repo) Tracks(ctx context.Context, root, path string) (bool, error) {
	at, err := r.placeFor(root)
	if err != nil {
		return false, err
	}
	path, ok := strings.CutPrefix(path, at.prefix)
	if !ok {
		return false, nil
	}
	found := false
	err = Repo{WorkTree: at.dir, GitDir: r.GitDir, CommonDir: r.CommonDir}.records(ctx, func([]byte) error {
		found = true
		return nil
	}, "ls-files", "-z", "--", path)
	return found, err
}

// Changes lists the files that differ. What changed inside a submodule, against the commit checked out
// there, is listed too when the working tree's own changes are.
func (r Repo) Changes(ctx context.Context, q Comparison) (*Changes, error) {
	return r.compare(ctx, q, detail{}, 0)
}

// Hunks is Changes with the hunks of every file. With texts, hunks hold the lines themselves.
func (r Repo) Hunks(ctx context.Context, q Comparison, texts bool) (*Changes, error) {
	return r.compare(ctx, q, detail{hunks: true, texts: texts}, 0)
}

// detail is how much is said of a change.
type detail struct{ hunks, texts bool }

// place says where git runs and how its paths become those of the caller.
type place struct {
	dir    string // absolute, in the work tree
	prefix string // what stands before git's paths, "" or with a slash at the end
}

// placeFor finds where to run for paths relative to root.
func (r Repo) placeFor(root string) (place, error) {
	if _, ok := relative(r.WorkTree, root); ok {
		return place{dir: root}, nil
	}
	if rel, ok := relative(root, r.WorkTree); ok {
		return place{dir: r.WorkTree, prefix: rel + "/"}, nil
	}
	return place{}, fmt.Errorf("comparing: %q and the work tree %q are apart", root, r.WorkTree)
}

// relative returns target's path from dir with forward slashes, "" for dir itself, and whether it lies in it.
func relative(dir, target string) (string, bool) {
	rel, err := filepath.Rel(dir, target)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	if rel == "." {
		rel = ""
	}
	return filepath.ToSlash(rel), true
}

// mostNested is how deep submodules are looked into.
const mostNested = 8

func (r Repo) compare(ctx context.Context, q Comparison, d detail, depth int) (*Changes, error) {
	if !q.Staged && !q.Unstaged && !q.Untracked && q.Range == "" {
		q.Staged, q.Unstaged, q.Untracked = true, true, true
	}
	at, err := r.placeFor(q.Root)
	if err != nil {
		return nil, err
	}
	out := &Changes{}
	args, err := r.sides(ctx, q, out)
	if err != nil {
		return nil, err
	}
	subs, err := r.submodules(ctx, q)
	if err != nil {
		return nil, err
	}
	paths, inner := r.split(q, at, subs)
	g := &gathering{repo: Repo{WorkTree: at.dir, GitDir: r.GitDir, CommonDir: r.CommonDir}, at: at, detail: d, out: out}
	if paths != nil || len(q.Paths) == 0 {
		if err := g.own(ctx, q, args, paths); err != nil {
			return nil, err
		}
	}
	if q.Unstaged || q.Untracked {
		for _, s := range inner {
			if err := s.compare(ctx, q, d, depth, out); err != nil {
				return nil, err
			}
		}
	}
	sort.SliceStable(out.Files, func(i, j int) bool { return out.Files[i].Path < out.Files[j].Path })
	if over := len(out.Files) - mostChanges; over > 0 {
		out.Files, out.More = out.Files[:mostChanges], out.More+over
	}
	return out, nil
}

// sides finds what is compared and returns how to tell git; nil when no tracked file is.
func (r Repo) sides(ctx context.Context, q Comparison, out *Changes) ([]string, error) {
	if q.Range != "" {
		if q.Ref != "" || q.Staged || q.Unstaged || q.Untracked {
			return nil, refuse("a range compares two commits: leave out ref, staged, unstaged and untracked")
		}
		var err error
		if out.Old, out.New, err = r.ends(ctx, q.Range); err != nil {
			return nil, err
		}
		old, err := r.treeish(ctx, out.Old)
		if err != nil {
			return nil, err
		}
		now, err := r.treeish(ctx, out.New)
		return []string{old, now}, err
	}
	out.New = Side{Name: SideWorkTree}
	if !q.Staged {
		if named := q.Ref != "" && q.Ref != "HEAD" && q.Ref != "@"; named && q.Unstaged {
			return nil, refuse("unstaged compares the working tree with the index: leave out ref, or leave out unstaged")
		}
		if !q.Unstaged {
			return nil, nil
		}
		out.Old = Side{Name: SideIndex}
		return []string{"--ours"}, nil // of a conflict, one of its versions
	}
	var err error
	if out.Old, err = r.resolve(ctx, q.Ref); err != nil {
		return nil, err
	}
	old, err := r.treeish(ctx, out.Old)
	if q.Unstaged {
		return []string{old}, err
	}
	out.New = Side{Name: SideIndex}
	return []string{"--cached", old}, err
}

// gathering collects what git says of one work tree.
type gathering struct {
	repo   Repo // where git runs
	at     place
	detail detail
	out    *Changes
	kept   int // bytes of untracked text
}

// own compares what belongs to the repository itself. Git lists untracked files and conflicts while it
// compares.
func (g *gathering) own(ctx context.Context, q Comparison, args, paths []string) error {
	var (
		wg       sync.WaitGroup
		found    others
		foundErr error
	)
	onDisk := q.Unstaged && args != nil
	if q.Untracked || onDisk {
		wg.Go(func() { found, foundErr = g.repo.others(ctx, q.Untracked, onDisk, paths) })
	}
	var list *diff
	var err error
	if args != nil {
		list, err = g.tracked(ctx, args, paths)
	}
	wg.Wait()
	if err != nil {
		return err
	}
	if foundErr != nil {
		return foundErr
	}
	if list != nil {
		for _, p := range found.unmerged {
			list.conflict(p)
		}
		if err := g.settle(ctx, q, list, args); err != nil {
			return err
		}
		g.out.Cut = g.out.Cut || list.cut
		g.out.More += list.more
		for _, c := range list.files {
			if c.Path = g.at.prefix + c.Path; c.Old != "" {
				c.Old = g.at.prefix + c.Old
			}
			g.out.Files = append(g.out.Files, c)
		}
	}
	g.untracked(found.untracked)
	return nil
}

// tracked compares. A file that git was asked about alone seems new where it was renamed, for its other
// name is not looked at: then it is asked for again with that.
func (g *gathering) tracked(ctx context.Context, args, paths []string) (*diff, error) {
	list, err := g.repo.diff(ctx, g.detail, args, paths)
	if err != nil || len(paths) == 0 || !list.mayBeRenamed() {
		return list, err
	}
	all, err := g.repo.diff(ctx, detail{}, args, nil)
	if err != nil {
		return nil, err
	}
	more := paths
	for i := range all.files {
		if c := &all.files[i]; c.Old != "" && (within(c.Path, paths) || c.Status == Renamed && within(c.Old, paths)) {
			more = append(more[:len(more):len(more)], c.Path, c.Old)
		}
	}
	if len(more) == len(paths) || len(more) > mostPaths {
		return list, nil
	}
	if list, err = g.repo.diff(ctx, g.detail, args, more); err != nil {
		return nil, err
	}
	list.keep(func(c *Change) bool {
		return within(c.Path, paths) || c.Status == Renamed && within(c.Old, paths)
	})
	return list, nil
}

// mostPaths bounds the paths git is given as arguments.
const mostPaths = 500

// within reports whether a path is one of some files or lies in one of some directories.
func within(path string, in []string) bool {
	for _, p := range in {
		if p == "" || p == "." || path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}
