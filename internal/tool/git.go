package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/workspace/gitrepo"
)

type gitChangedIn struct {
	Ref       string `json:"ref,omitempty" jsonschema:"commit or branch to compare with; HEAD"`
	Range     string `json:"range,omitempty" jsonschema:"two commits: a..b, or a...b since b left a"`
	Staged    bool   `json:"staged,omitempty" jsonschema:"only these kinds; none: all"`
	Unstaged  bool   `json:"unstaged,omitempty" jsonschema:"likewise"`
	Untracked bool   `json:"untracked,omitempty" jsonschema:"likewise"`
	Directory string `json:"directory,omitempty" jsonschema:"only below it"`
	Max       int    `json:"max,omitempty" jsonschema:"most files"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var gitChangedTool = define(Tool{
	Name: "git_changed_files", Title: "Changed files", Group: Git, ReadOnly: true,
	Description: "Files that differ from HEAD, another commit or between two, source first: status, lines added and removed, renames, untracked files. find_in_file_diff says where in a file.",
}, map[string]rule{"max": between(1, 1000).or(100), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}, gitChanged)

// changeItem is one changed file in JSON output.
type changeItem struct {
	Status    string `json:"status"`
	Path      string `json:"path"`
	Old       string `json:"old_path,omitempty"`
	Added     int    `json:"added"`
	Removed   int    `json:"removed"`
	Binary    bool   `json:"binary,omitempty"`
	Submodule bool   `json:"submodule,omitempty"`
}

func gitChanged(ctx context.Context, c *Call, in gitChangedIn) (*Reply, error) {
	dir, err := c.clean("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	q := gitrepo.Comparison{Ref: in.Ref, Range: in.Range, Staged: in.Staged, Unstaged: in.Unstaged, Untracked: in.Untracked}
	s, err := c.compare(ctx, q, dir, dir, namesOnly)
	if err != nil {
		return nil, err
	}
	files := s.Files
	if len(files) == 0 {
		if dir != "" && len(c.View.Under(dir)) == 0 && !c.View.HasDir(dir) {
			return nil, c.noSuch("directory", dir)
		}
		return c.nothingChanged(ctx, s, dir)
	}
	if in.Offset > 0 && in.Offset >= len(files) {
		return nil, pastEnd(in.Offset, len(files), "file")
	}
	added, removed := 0, 0
	for i := range files {
		added, removed = added+files[i].Added, removed+files[i].Removed
	}
	c.usefulFirst(files)
	w := c.newWriter(in.MaxTokens)
	var items []changeItem
	shown := files[in.Offset:min(in.Offset+in.Max, len(files))]
	l := layout(shown)
	for i := range shown {
		f := &shown[i]
		if !w.entry(l.line(f)) {
			break
		}
		if f.OnDisk {
			w.cite(c.View.File(f.Path)) // its line counts are those of the disk
		}
		items = append(items, changeItem{f.Status.String(), f.Path, f.Old, f.Added, f.Removed, f.Binary, f.Submodule})
	}
	closing := page(len(items), in.Offset, len(files))
	if s.More > 0 {
		closing = joinNotes(closing, fmt.Sprintf("%d more are not listed: name a directory", s.More))
	}
	if len(s.Unread) > 0 {
		closing = joinNotes(closing, "unreadable submodules: "+clip(printable(some(s.Unread, 1)), 40))
	}
	total := ""
	if closing == "" {
		total = count(len(files), "file") + " "
	}
	if n := plusMinus(added, removed); n != "" {
		total += n + " "
	}
	r := w.close(joinNotes(joinNotes(closing, total+s.against()), s.note), items)
	r.Savings = nil // no file's content is shown
	return r, nil
}

// comparison is what git found, and where.
type comparison struct {
	*gitrepo.Changes
	asked gitrepo.Comparison
	repo  gitrepo.Repo
	head  gitrepo.Head
	inner string // the repository's directory where it is not the root's own
	note  string // how the question was understood
}

// How much a comparison tells of a file.
const (
	namesOnly = iota
	withLines // hunks
	withText  // hunks and their text
)

// compare asks git about paths below the root; only is one of them, or "" for
// all, and at lies in the repository that is meant.
func (c *Call) compare(ctx context.Context, q gitrepo.Comparison, at, only string, detail int) (*comparison, error) {
	root := c.View.Root()
	if q.Range == "" && strings.Contains(q.Ref, "..") {
		q.Ref, q.Range = "", q.Ref
	}
	note := ""
	if q.Range != "" && q.Ref == "" && !strings.Contains(q.Range, "..") {
		q.Ref, q.Range, note = q.Range, "", "range names one commit: taken as ref"
	}
	q.Root = root
	if only != "" {
		q.Paths = []string{only}
	}
	s := &comparison{asked: q, note: note}
	var err error
	if s.repo, err = gitrepo.At(root, at); err != nil {
		return nil, gitFault(err, root)
	}
	if detail > namesOnly {
		s.Changes, err = s.repo.Hunks(ctx, q, detail == withText)
	} else {
		s.Changes, err = s.repo.Changes(ctx, q)
	}
	if err == nil {
		s.head, err = s.repo.Head(ctx)
	}
	if err != nil {
		return nil, gitFault(err, root)
	}
	if rest, ok := strings.CutPrefix(s.repo.WorkTree, strings.TrimSuffix(root, "/")+"/"); ok {
		s.inner = rest
	}
	return s, nil
}

// gitFault makes what the caller can mend an InputError.
func gitFault(err error, root string) error {
	var request *gitrepo.RequestError
	switch {
	case errors.As(err, &request):
		return &InputError{request.Text}
	case errors.Is(err, gitrepo.ErrNoRepository):
		return inputErrorf("not a git repository: %s is in no git work tree; git init makes it one, or start sextant with --root at one", root)
	case errors.Is(err, gitrepo.ErrNoGit):
		return inputErrorf("git is not installed, or not in PATH: the git tools ask it")
	}
	return err
}

// side names one of the two states: "HEAD abc1234 (branch main)".
func (s *comparison) side(x gitrepo.Side) string {
	name := clip(x.Name, 40)
	if x.Commit != "" && !strings.HasPrefix(x.Commit, x.Name) {
		name += " " + x.Commit[:7]
	}
	if x.Name != "HEAD" {
		return name
	}
	state := "detached"
	if s.head.Branch != "" {
		state = "branch " + clip(s.head.Branch, 40)
	}
	if x.Commit == "" {
		state += ", no commit yet"
	}
	return name + " (" + state + ")"
}

// against says what was compared, where the new side is not the obvious one.
func (s *comparison) against() string {
	text := ""
	switch {
	case s.asked.Range != "":
		text = "in " + s.side(s.New) + " against " + s.side(s.Old)
	case s.Old.Name == "":
		text = "in untracked files"
	case s.New.Name == gitrepo.SideIndex:
		text = "staged against " + s.side(s.Old)
	default:
		text = "against " + s.side(s.Old)
	}
	if s.inner != "" {
		text += ", repository " + clip(printable(s.inner), 40)
	}
	return text
}

// nothingChanged says that two states are equal; where kinds were left out,
// whether those have changes.
func (c *Call) nothingChanged(ctx context.Context, s *comparison, dir string) (*Reply, error) {
	detail := s.New.Name + " equals " + s.side(s.Old)
	switch {
	case s.asked.Range != "":
		detail = s.side(s.New) + " equals " + s.side(s.Old)
	case s.Old.Name == "":
		detail = "no untracked files"
	}
	if s.inner != "" {
		detail += ", repository " + printable(s.inner)
	}
	if dir != "" {
		detail += ", under " + printable(dir)
	}
	hint := ""
	if q := s.asked; q.Staged || q.Unstaged || q.Untracked {
		all, err := s.repo.Changes(ctx, gitrepo.Comparison{Root: q.Root, Paths: q.Paths})
		if err != nil {
			return nil, gitFault(err, q.Root)
		}
		if n := len(all.Files) + all.More; n > 0 {
			hint = "of other kinds: " + count(n, "changed file")
		}
	}
	if len(s.Unread) > 0 {
		hint = joinNotes(hint, "unreadable submodules: "+printable(some(s.Unread, 3)))
	}
	return nothing("no changes", detail, hint, s.note), nil
}

// changesLayout names a directory of several files once, before them.
type changesLayout struct {
	files map[string]int // on the page, by directory
	last  string         // the directory named last, "" for none
}

func layout(files []gitrepo.Change) *changesLayout {
	l := &changesLayout{files: make(map[string]int)}
	for i := range files {
		l.files[path.Dir(files[i].Path)]++
	}
	return l
}

// line is one file, and before the first one of several their directory. Below
// it a name without a slash lies in it; all others are paths from the root.
func (l *changesLayout) line(f *gitrepo.Change) string {
	dir := path.Dir(f.Path)
	before := ""
	if dir != "." && l.files[dir] > 1 && l.last != dir {
		l.last = dir
		before = printable(dir+"/") + "\n"
	}
	return before + changeWords(f, func(p string) string {
		switch {
		case l.last == "":
		case path.Dir(p) == ".":
			p = "./" + p
		case path.Dir(p) == dir && l.last == dir && (f.Old == "" || path.Dir(f.Old) == dir):
			p = path.Base(p)
		}
		return printable(p)
	}) + "\n"
}

// changeLine is a changed file on one line.
func changeLine(f *gitrepo.Change) string { return changeWords(f, printable) }

func changeWords(f *gitrepo.Change, name func(path string) string) string {
	line := f.Status.String() + " "
	if f.Old != "" {
		line += name(f.Old) + " -> "
	}
	line += name(f.Path)
	if n := plusMinus(f.Added, f.Removed); n != "" {
		line += " " + n
	}
	for _, remark := range []struct {
		holds bool
		word  string
	}{
		{f.Submodule && f.Status == gitrepo.Untracked, " (a repository of its own: directory looks into it)"}, {f.Submodule && f.Status != gitrepo.Untracked, " submodule"},
		{f.Binary, " binary"}, {f.ModeChanged, " mode"}, {f.Status == gitrepo.Unmerged, " conflict"},
		{!f.Counted && !f.Submodule, " (lines not counted)"},
	} {
		if remark.holds {
			line += remark.word
		}
	}
	return line
}

func plusMinus(added, removed int) string {
	switch {
	case added > 0 && removed > 0:
		return fmt.Sprintf("+%d -%d", added, removed)
	case added > 0:
		return fmt.Sprintf("+%d", added)
	case removed > 0:
		return fmt.Sprintf("-%d", removed)
	}
	return ""
}

// usefulFirst sorts conflicts before source, source before tests, and what
// programs write behind what people do; then by path. The files of a directory
// other than the root stay together, where the best of them is.
func (c *Call) usefulFirst(files []gitrepo.Change) {
	order := func(f *gitrepo.Change) int {
		if f.Status == gitrepo.Unmerged {
			return 0
		}
		v := c.View.File(f.Path)
		if v == nil {
			v = c.described(f.Path, nil) // it is gone
		}
		switch v.Class {
		case code.ClassSource:
			return 1
		case code.ClassTest:
			return 2
		case code.ClassDocumentation, code.ClassConfiguration:
			return 3
		}
		return 4
	}
	ranks, best := make(map[string]int, len(files)), make(map[string]int)
	for i := range files {
		p := files[i].Path
		ranks[p] = order(&files[i])
		if b, seen := best[path.Dir(p)]; !seen || ranks[p] < b {
			best[path.Dir(p)] = ranks[p]
		}
	}
	place := func(p, dir string) int {
		if dir == "." {
			return ranks[p]
		}
		return best[dir]
	}
	slices.SortStableFunc(files, func(a, b gitrepo.Change) int {
		dirA, dirB := path.Dir(a.Path), path.Dir(b.Path)
		return cmp.Or(place(a.Path, dirA)-place(b.Path, dirB), strings.Compare(dirA, dirB), ranks[a.Path]-ranks[b.Path], strings.Compare(a.Path, b.Path))
	})
}
