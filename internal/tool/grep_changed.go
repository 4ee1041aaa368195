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
	detail := withLines
	if in.ChangedLines {
		detail = withText // removed lines match, too
	}
	s, err := c.compare(ctx, q, dir, dir, detail)
	if err != nil {
		return nil, err
	}
	if len(s.Files) == 0 {
		return c.nothingChanged(ctx, s, dir)
	}
	a.Lines = make(map[string]search.Lines)
	onDisk := true // the new side of all of them
	for i := range s.Files {
		f := &s.Files[i]
		switch {
		case !f.Exists() || f.Submodule || f.Binary:
			continue
		case in.ChangedLines && f.Status != gitrepo.Untracked:
			a.Lines[f.Path] = changedLines(f)
		default:
			a.Lines[f.Path] = nil
		}
		onDisk = onDisk && f.OnDisk
	}
	a.scope = fmt.Sprintf("in %s %s", count(len(a.Lines), "changed file"), s.against())
	if in.ChangedLines {
		a.scope = "only changed lines, " + a.scope
		if a.note, err = c.removedNote(a, s); err != nil {
			return nil, err
		}
	}
	if s.More > 0 {
		a.note = joinNotes(a.note, fmt.Sprintf("%d more changed files are not searched: name a directory", s.More))
	}
	if s.Cut {
		a.note = joinNotes(a.note, "too much has changed: some changed lines are not searched")
	}
	if s.note != "" {
		a.note = joinNotes(a.note, s.note)
	}
	if len(a.Lines) == 0 {
		a.note = joinNotes(a.note, "what changed is deleted, binary or a submodule")
	}
	if !onDisk {
		return c.bestBlobLines(ctx, a, s, in.pageIn)
	}
	a.LinesKey = linesKey(a.Lines)
	return c.bestLines(ctx, a, in.pageIn)
}

// removedNote says how many of the lines that changes took away match.
func (c *Call) removedNote(a *asked, s *comparison) (string, error) {
	pattern, err := compileQuery(a.TextQuery)
	if err != nil {
		return "", err
	}
	accept := a.Filter.Acceptor()
	lines, first := 0, ""
	for i := range s.Files {
		f := &s.Files[i]
		if f.Binary || f.Submodule || !accept(c.described(f.Path, nil)) {
			continue
		}
		for _, h := range f.Hunks {
			if n := pattern.Count([]byte(strings.Join(h.Removed, "\n"))); n > 0 {
				if first == "" {
					first = f.Path
				}
				lines += n
			}
		}
	}
	if lines == 0 {
		return "", nil
	}
	note := count(lines, "removed line") + " match"
	if lines == 1 {
		note += "es"
	}
	return fmt.Sprintf("%s: find_in_file_diff with query shows them, first of %s", note, clip(printable(first), 60)), nil
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
