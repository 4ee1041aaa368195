package tool

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search/rank"
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
	Description: "Where a file was changed: each hunk's exact lines as they are now, the function around it and its most telling line. Instead of git diff; then read_file with those lines.",
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
	r := nothing("no changes", detail, hint, s.note)
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
		if h := &d.f.Hunks[i]; match == nil || len(matchingTexts(h, match)) > 0 {
			hunks = append(hunks, h)
		}
	}
	if match != nil && len(hunks) == 0 {
		detail := fmt.Sprintf("no changed line of %s %s matches %s", changeLine(d.f), d.s.against(), clip(fmt.Sprintf("%q", in.Query), 80))
		hint := ""
		if d.s.Cut {
			hint = "too much has changed: not all of its text was searched"
		}
		r := nothing("no match", detail, hint, d.s.note)
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
		texts := changedTexts(h)
		if match != nil {
			texts = matchingTexts(h, match)
		}
		item.Text = strings.Join(texts, "\n")
		line := d.lines(h) + " (" + plusMinus(h.Count, h.OldCount) + ")"
		if item.In != "" {
			line += " in " + item.In
		}
		switch len(texts) {
		case 0:
		case 1:
			line += ": " + texts[0]
		default:
			line += ":\n " + strings.Join(texts, "\n ")
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
	if d.s.note != "" {
		closing = joinNotes(closing, d.s.note)
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

// around names the definitions that a hunk touches without lying in them, else
// the innermost one that holds it. Where nothing is parsed, the looks of lines stand in.
func (d *diffReply) around(h *gitrepo.Hunk) string {
	if d.f.Status == gitrepo.Untracked || d.f.Status == gitrepo.Added {
		return "" // all of it
	}
	if d.facts == nil {
		return declaredIn(h)
	}
	first, last := uint32(h.Start), uint32(h.Start+h.Count-1)
	if h.Count == 0 {
		last = first + 1 // what was removed stood between the two
	}
	holder := code.NoDefinition
	var touched []string
	end := uint32(0) // of the last one touched
	whole := true    // the hunk covers that, so its parts go without saying
	weighty := true  // none of them is a mere part of the holder, a field or a variable
	for i := range d.facts.Definitions {
		x := &d.facts.Definitions[i]
		switch {
		case x.Lines.First <= first && last <= x.Lines.Last:
			holder = int32(i)
		case h.Count == 0 || x.Lines.First > last || x.Lines.Last < first:
		case x.Lines.First > end || !whole:
			if x.Lines.First <= end {
				touched = touched[:len(touched)-1] // a part of it is what is touched
			}
			touched = append(touched, clip(d.facts.QualifiedName(int32(i)), 60))
			end = max(end, x.Lines.Last)
			weighty = weighty && (x.Kind.IsCallable() || x.Kind.IsType())
			whole = x.Kind.IsCallable() || first <= x.Lines.First && x.Lines.Last <= last
		}
	}
	if len(touched) == 1 || len(touched) > 0 && (weighty || holder == code.NoDefinition) {
		return some(touched, 3)
	}
	if holder != code.NoDefinition {
		return clip(d.facts.QualifiedName(holder), 60)
	}
	return ""
}

// declaredIn names what a hunk's lines seem to declare, the outermost of it,
// else what git takes for the heading if that declares something and the hunk
// is indented: git's heading may have ended before.
func declaredIn(h *gitrepo.Hunk) string {
	lines := h.Added
	if len(lines) == 0 {
		lines = h.Removed
	}
	var names []string
	inner, outer := len(commonIndent(lines)), -1
	for _, line := range lines {
		from, to := rank.Declared([]byte(line))
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if to == from || tells(line) < declares || outer >= 0 && indent > outer {
			continue
		}
		if indent < outer {
			names = nil // which were parts of what is around this
		}
		outer = indent
		words := strings.FieldsFunc(line[from:to], func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(words) > 0 {
			names = append(names, clip(oneLine(words[len(words)-1]), 60))
		}
	}
	if len(names) > 0 {
		return some(names, 3)
	}
	if from, to := rank.Declared([]byte(h.Heading)); to == from || inner == 0 || tells(h.Heading) < declares {
		return ""
	}
	return clip(oneLine(h.Heading), 60)
}

// oneLine makes a line of any bytes fit for a reply.
func oneLine(text string) string { return strings.ToValidUTF8(code.OneLine(text), "\uFFFD") }

// Bounds of what is shown of a hunk, in lines.
const (
	wholeHunk   = 6 // up to which it is shown whole
	mostMatches = 12
)

// changedTexts are the lines of a small hunk, each with its sign, and of another
// one the line that tells most: what it declares, else what is not blank, a
// bracket, an import or the beginning of a comment.
func changedTexts(h *gitrepo.Hunk) (out []string) {
	switch n := len(h.Added) + len(h.Removed); {
	case n == 0:
		return nil
	case n <= wholeHunk && n == h.Count+h.OldCount:
		indent := commonIndent(h.Removed, h.Added)
		for _, side := range []struct {
			sign  string
			lines []string
		}{{"-", h.Removed}, {"+", h.Added}} {
			for _, text := range side.lines {
				// Blank lines alone tell nothing.
				if text = strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), " \t\r"); text != "" {
					out = append(out, side.sign+visible(clip(strings.TrimPrefix(text, indent), snippetChars)))
				}
			}
		}
		if len(out) == 1 { // stands on the hunk's own line
			sign, text := out[0][:1], oneLine(out[0][1:])
			if out[0] = text; sign == "-" {
				out[0] = "- " + text
			}
		}
		return out
	}
	text, worth := "", 0
	for i, lines := range [][]string{h.Added, h.Removed} {
		for _, line := range lines {
			// An added line before a removed one that tells as much.
			if w := tells(line); w > worth {
				worth, text = w, clip(oneLine(line), snippetChars)
				if i == 1 {
					text = "- " + text
				}
			}
		}
	}
	if text == "" {
		return nil
	}
	return []string{text}
}

// commonIndent is the white space that all lines which are not blank begin with.
func commonIndent(sides ...[]string) string {
	indent, begun := "", false
	for _, lines := range sides {
		for _, text := range lines {
			rest := strings.TrimLeft(text, " \t")
			if strings.TrimSpace(rest) == "" {
				continue
			}
			own := text[:len(text)-len(rest)]
			if !begun {
				indent, begun = own, true
			}
			for !strings.HasPrefix(own, indent) {
				indent = indent[:len(indent)-1]
			}
		}
	}
	return indent
}

// dull is how lines begin that say little of a change.
var dull = regexp.MustCompile(`^(import|from|use|using|include|require|package|namespace|#\s*include|@import|export \*|"use strict")\b|require\(|^(//|/?\*|#!|--|<!--|"""|\'\'\')`)

// declares is what tells gives a line that declares something.
const declares = 4

// tells is how much a line says of its hunk, 0 if it is blank.
func tells(line string) int {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		return 0
	case !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return 1
	case dull.MatchString(text):
		return 2
	}
	if from, to := rank.Declared([]byte(line)); to > from {
		return declares
	}
	return 3
}

// matchingTexts are the changed lines that match, each with its number, or "- "
// before a removed one.
func matchingTexts(h *gitrepo.Hunk, match *regexp.Regexp) (out []string) {
	left := 0
	add := func(before, text string) {
		switch {
		case !match.MatchString(strings.TrimSuffix(text, "\r")):
		case len(out) == mostMatches:
			left++
		default:
			out = append(out, before+clip(oneLine(text), snippetChars))
		}
	}
	for i, text := range h.Added {
		add(fmt.Sprintf("%d: ", h.Start+i), text)
	}
	for _, text := range h.Removed {
		add("- ", text)
	}
	if left > 0 {
		out = append(out, fmt.Sprintf("+%d more lines match", left))
	}
	return out
}
