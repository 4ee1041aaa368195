package tool

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/workspace/gitrepo"
)

type fileDiffIn struct {
	Path      string `json:"path" jsonschema:"file"`
	Ref       string `json:"ref,omitempty" jsonschema:"commit or branch to compare with; HEAD"`
	Range     string `json:"range,omitempty" jsonschema:"two commits: a..b or a...b"`
	Staged    bool   `json:"staged,omitempty" jsonschema:"what the index has"`
	Query     string `json:"query,omitempty" jsonschema:"only hunks with a changed line that matches this regex"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var fileDiffTool = define(Tool{
	Name: "find_in_file_diff", Title: "Changes of a file", Group: Git, ReadOnly: true,
	Description: "Where a file was changed: each hunk's exact lines as they are now, the function around it and its first changed line. Instead of git diff; then read_file with those lines.",
}, map[string]rule{"offset": between(0, 1e6), "max_tokens": between(50, 100000)}, fileDiff)

// hunkItem is one hunk in JSON output. With count 0 lines were removed after
// line start.
type hunkItem struct {
	Start    int    `json:"start"`
	Count    int    `json:"count"`
	OldStart int    `json:"old_start"`
	OldCount int    `json:"old_count"`
	In       string `json:"in,omitempty"`
	Text     string `json:"text,omitempty"`
}

func fileDiff(ctx context.Context, c *Call, in fileDiffIn) (*Reply, error) {
	rel, err := c.clean("path", in.Path)
	switch {
	case err != nil:
		return nil, err
	case rel == "" || len(c.View.Under(rel)) > 0 && c.View.File(rel) == nil:
		return nil, inputErrorf("path: %s is a directory; git_changed_files lists the changed files below it", orRoot(rel))
	}
	match, err := changeMatcher(in.Query)
	if err != nil {
		return nil, err
	}
	s, err := c.compare(ctx, gitrepo.Comparison{Ref: in.Ref, Range: in.Range, Staged: in.Staged}, parentOf(rel), rel, withText)
	if err != nil {
		return nil, err
	}
	var f *gitrepo.Change
	for i := range s.Files {
		if x := &s.Files[i]; x.Path == rel || f == nil && x.Old == rel {
			f = x
		}
	}
	if f == nil {
		return c.unchanged(ctx, s, in, rel)
	}
	d := &diffReply{c: c, s: s, f: f}
	if err := d.look(ctx); err != nil {
		return nil, err
	}
	return d.reply(in, match)
}

func parentOf(rel string) string {
	if cut := strings.LastIndexByte(rel, '/'); cut > 0 {
		return rel[:cut]
	}
	return ""
}

// escapedClass is a backslash and its letter, whose case is no matter of the text's.
var escapedClass = regexp.MustCompile(`\\[pP]\{[^}]*\}|\\.`)

// changeMatcher compiles a query; nil takes every hunk. A pattern without
// capitals matches both cases.
func changeMatcher(query string) (*regexp.Regexp, error) {
	if query == "" {
		return nil, nil
	}
	pattern := query
	if !strings.ContainsFunc(escapedClass.ReplaceAllString(pattern, ""), unicode.IsUpper) {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil, inputErrorf("query: %s does not compile: %v; put a backslash before what is meant literally", clip(fmt.Sprintf("%q", query), 100), err)
	}
	return re, nil
}

// unchanged is the answer for a file that git does not list.
func (c *Call) unchanged(ctx context.Context, s *comparison, in fileDiffIn, rel string) (*Reply, error) {
	tracked, err := s.repo.Tracks(ctx, s.asked.Root, rel)
	if err != nil {
		return nil, gitFault(err, s.asked.Root)
	}
	if !tracked {
		if _, err := c.file("path", in.Path); err != nil {
			return nil, err
		}
		if s.asked.Range == "" && !s.asked.Staged {
			return nothing("no changes", printable(rel)+" is ignored by git, which cannot say what changed in it"), nil
		}
	}
	detail, hint := printable(rel)+" is the same in "+s.New.Name+" and "+s.side(s.Old), ""
	if s.asked.Range != "" {
		detail = printable(rel) + " is the same in " + s.side(s.New) + " and " + s.side(s.Old)
	}
	if s.asked.Staged {
		hint = "without staged, changes of the working tree count too"
	}
	r := nothing("no changes", detail, hint)
	if f := c.View.File(rel); f != nil && s.New.Name == gitrepo.SideWorkTree {
		r.cited = []*index.File{f}
	}
	return r, nil
}

// diffReply is a file's changes on their way to a reply.
type diffReply struct {
	c     *Call
	s     *comparison
	f     *gitrepo.Change
	file  *index.File // nil unless the lines are those on disk
	facts *code.Facts
}

// look finds the definitions around the hunks, where the lines are those that
// are parsed.
func (d *diffReply) look(ctx context.Context) (err error) {
	if !d.f.OnDisk {
		return nil
	}
	if d.file = d.c.View.File(d.f.Path); d.file == nil {
		// Ignored by other rules than git's, or new since the view was made.
		if d.file, err = d.c.file("path", d.f.Path); err != nil {
			d.file = nil
			return nil
		}
	}
	if d.file.Symlink || d.file.Path != d.f.Path || len(d.f.Hunks) == 0 {
		return nil
	}
	d.facts, err = d.c.View.Outline(ctx, d.file)
	return err
}

func (d *diffReply) reply(in fileDiffIn, match *regexp.Regexp) (*Reply, error) {
	var hunks []*gitrepo.Hunk
	for i := range d.f.Hunks {
		if h := &d.f.Hunks[i]; match == nil || firstMatch(h, match) != "" {
			hunks = append(hunks, h)
		}
	}
	if match != nil && len(hunks) == 0 {
		detail := fmt.Sprintf("no changed line of %s %s matches %s", changeLine(d.f), d.s.against(), clip(fmt.Sprintf("%q", in.Query), 80))
		hint := ""
		if d.s.Cut {
			hint = "too much has changed: not all of its text was searched"
		}
		r := nothing("no match", detail, hint)
		if d.file != nil {
			r.cited = []*index.File{d.file}
		}
		return r, nil
	}
	if in.Offset > 0 && in.Offset >= len(hunks) {
		return nil, pastEnd(in.Offset, len(hunks), "hunk")
	}
	w := d.c.newWriter(in.MaxTokens)
	w.cite(d.file)
	w.line("%s %s%s", changeLine(d.f), d.s.against(), d.remark())
	items := []hunkItem{}
	for _, h := range hunks[in.Offset:] {
		item := hunkItem{h.Start, h.Count, h.OldStart, h.OldCount, d.around(h), ""}
		if item.Text = firstMatch(h, match); match == nil {
			item.Text = firstChanged(h)
		}
		line := d.lines(h) + " (" + plusMinus(h.Count, h.OldCount) + ")"
		if item.In != "" {
			line += " in " + item.In
		}
		if item.Text != "" {
			line += ": " + item.Text
		}
		if !w.entry(line + "\n") {
			break
		}
		items = append(items, item)
	}
	closing := page(len(items), in.Offset, len(hunks))
	if match != nil {
		closing = joinNotes(closing, fmt.Sprintf("%d of %s match", len(hunks), count(len(d.f.Hunks), "hunk")))
	}
	if d.s.Cut {
		closing = joinNotes(closing, "too much has changed: some hunks or their text are missing")
	}
	return w.close(closing, items), nil
}

// remark says why there are no hunks, or what their lines are lines of.
func (d *diffReply) remark() string {
	f := d.f
	switch {
	case f.Submodule && f.Status == gitrepo.Untracked:
		return ": git_changed_files with directory lists its own changes"
	case f.Submodule:
		return ": another commit is checked out there; git_changed_files with directory lists changes inside"
	case f.Status == gitrepo.Deleted:
		return ": deleted"
	case f.Binary:
		return ": no lines to compare"
	case !f.Counted:
		return ": too large to be read"
	case len(f.Hunks) == 0 && f.Old != "":
		return ": the content is the same"
	case len(f.Hunks) == 0 && f.ModeChanged:
		return ": only the mode changed"
	case len(f.Hunks) == 0 && !f.Exists():
		return ": in conflict, the index has no version of its own"
	case len(f.Hunks) == 0:
		return ": no line differs"
	case f.Status == gitrepo.Untracked:
		return ": the whole file is new"
	case !f.OnDisk && d.s.asked.Staged:
		return ": lines are the index's; the file on disk is another"
	case !f.OnDisk:
		return ": lines are that commit's; the file on disk is another"
	}
	return ""
}

// lines names a hunk's place on the new side.
func (d *diffReply) lines(h *gitrepo.Hunk) string {
	switch {
	case h.Count > 0:
		return code.Lines{First: uint32(h.Start), Last: uint32(h.Start + h.Count - 1)}.String()
	case d.f.Status == gitrepo.Deleted:
		return "all"
	}
	return fmt.Sprintf("after %d", h.Start)
}

// around names the innermost definition that holds a hunk, else those that
// begin in it, else what git takes for the heading.
func (d *diffReply) around(h *gitrepo.Hunk) string {
	if d.f.Status == gitrepo.Untracked {
		return "" // all of it
	}
	if d.facts == nil {
		return clip(oneLine(h.Heading), 60)
	}
	first, last := uint32(h.Start), uint32(h.Start+h.Count-1)
	if h.Count == 0 {
		last = first + 1 // what was removed stood between the two
	}
	holder := code.NoDefinition
	var begun []string
	end := uint32(0)
	for i := range d.facts.Definitions {
		x := d.facts.Definitions[i].Lines
		switch {
		case x.First <= first && last <= x.Last:
			holder = int32(i)
		case h.Count > 0 && x.First > end && first <= x.First && x.First <= last:
			begun = append(begun, clip(d.facts.QualifiedName(int32(i)), 60))
			end = x.Last // its parts go without saying
		}
	}
	if len(begun) > 0 && (holder == code.NoDefinition || len(begun) == 1) {
		return some(begun, 3)
	}
	if holder != code.NoDefinition {
		return clip(d.facts.QualifiedName(holder), 60)
	}
	return ""
}

// oneLine makes a line of any bytes fit for a reply.
func oneLine(text string) string { return strings.ToValidUTF8(code.OneLine(text), "\uFFFD") }

// firstChanged is a hunk's first line that is not blank, "- " before a removed one.
func firstChanged(h *gitrepo.Hunk) string {
	for _, text := range h.Added {
		if text = oneLine(text); text != "" {
			return clip(text, snippetChars)
		}
	}
	for _, text := range h.Removed {
		if text = oneLine(text); text != "" {
			return "- " + clip(text, snippetChars)
		}
	}
	return ""
}

// firstMatch is the first changed line that matches, with its number, or "- "
// before a removed one; "" if none does.
func firstMatch(h *gitrepo.Hunk, match *regexp.Regexp) string {
	if match == nil {
		return ""
	}
	for i, text := range h.Added {
		if match.MatchString(strings.TrimSuffix(text, "\r")) {
			return fmt.Sprintf("%d: %s", h.Start+i, clip(oneLine(text), snippetChars))
		}
	}
	for _, text := range h.Removed {
		if match.MatchString(strings.TrimSuffix(text, "\r")) {
			return "- " + clip(oneLine(text), snippetChars)
		}
	}
	return ""
}
