package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/search"
	"sextant/internal/workspace/gitrepo"
)

type grepChangedIn struct {
	grepIn
	Ref          string `json:"ref,omitempty" jsonschema:"HEAD"`
	Range        string `json:"range,omitempty" jsonschema:"a..b or a...b"`
	Staged       bool   `json:"staged,omitempty" jsonschema:"only what is staged"`
	ChangedLines bool   `json:"changed_lines,omitempty" jsonschema:"only those"`
	pageIn
}

var grepChangedTool = define(Tool{
	Name: "grep_changed", Title: "Search changed files", Group: Git, ReadOnly: true,
	Description: "grep_code (and its parameters) in files changed since HEAD, ref or range, or only in their changed lines.",
}, rulesOf(likeGrep, pageRules), grepChanged)

func grepChanged(ctx context.Context, c *Call, in grepChangedIn) (*Reply, error) {
	a, err := c.ask(in.grepIn)
	if err != nil {
		return nil, err
	}
	dir := a.Filter.Directory
	q := gitrepo.Comparison{Ref: in.Ref, Range: in.Range, Staged: in.Staged}
	s, err := c.compare(ctx, q, dir, dir, withLines)
	if err != nil {
		return nil, err
	}
	if len(s.Files) == 0 {
		return c.nothingChanged(ctx, s, dir)
	}
	a.Lines = make(map[string]search.Lines)
	elsewhere := 0 // changed files whose new side is not what is on disk
	for i := range s.Files {
		f := &s.Files[i]
		switch {
		case !f.Exists() || f.Submodule || f.Binary:
		case !f.OnDisk:
			elsewhere++
		case in.ChangedLines && f.Status != gitrepo.Untracked:
			a.Lines[f.Path] = changedLines(f)
		default:
			a.Lines[f.Path] = nil
		}
	}
	a.scope = fmt.Sprintf("in %s %s", count(len(a.Lines), "changed file"), s.against())
	if in.ChangedLines {
		a.scope = "only changed lines, " + a.scope
	}
	a.LinesKey = linesKey(a.Lines)
	switch {
	case len(a.Lines)+elsewhere == 0:
		a.note = "what changed is deleted, binary or a submodule"
	case elsewhere > 0:
		a.note = count(elsewhere, "file") + " left out: the disk has another version"
	}
	return c.bestLines(ctx, a, in.pageIn)
}

// changedLines are the lines that hunks add or change, on the new side.
func changedLines(f *gitrepo.Change) search.Lines {
	out := search.Lines{}
	for _, h := range f.Hunks {
		if h.Count > 0 {
			out = append(out, code.Lines{First: uint32(h.Start), Last: uint32(h.Start + h.Count - 1)})
		}
	}
	return out
}

// linesKey tells which lines count, for the cache of answers: "" is for
// searches of all files, and every line of a file is not the same as none.
func linesKey(lines map[string]search.Lines) string {
	paths := make([]string, 0, len(lines))
	for p := range lines {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	var key strings.Builder
	key.WriteString("only")
	for _, p := range paths {
		if lines[p] == nil {
			fmt.Fprintf(&key, " %q", p)
		} else {
			fmt.Fprintf(&key, " %q%v", p, lines[p])
		}
	}
	return key.String()
}
