package tool

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"sextant/internal/search"
)

type countIn struct {
	grepIn
	Max       int `json:"max,omitempty" jsonschema:"most files listed"`
	Offset    int `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var countTool = define(Tool{
	Name: "count_matches", Title: "Count matching lines", Group: Search, ReadOnly: true,
	Description: "How many lines match, per directory and file; parameters of grep_code.",
}, rulesOf(likeGrep, map[string]rule{"max": between(1, 500).or(20), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}), countMatches)

// countItem is the count of a file or a directory in JSON output.
type countItem struct {
	Path  string `json:"path"`
	Lines int    `json:"lines"`
	Files int    `json:"files,omitempty"`
}

type countData struct {
	Lines       int         `json:"lines"`
	Files       int         `json:"files"`
	Searched    int         `json:"searched"`
	Directories []countItem `json:"directories,omitempty"`
	Top         []countItem `json:"top_files"`
}

// directoriesShown bounds the list of directories.
const directoriesShown = 20

func countMatches(ctx context.Context, c *Call, in countIn) (*Reply, error) {
	a, err := c.ask(in.grepIn)
	if err != nil {
		return nil, err
	}
	a.Exact = true
	res, err := c.searchText(ctx, a.TextQuery)
	if err != nil {
		return nil, err
	}
	if res.Lines == 0 {
		return c.noLines(ctx, a, res)
	}
	files := slices.Clone(res.Counts)
	slices.SortStableFunc(files, func(a, b search.FileCount) int { return cmp.Compare(b.Lines, a.Lines) })
	if in.Offset > 0 && in.Offset >= len(files) {
		return nil, pastEnd(in.Offset, len(files), "file")
	}
	w := c.newWriter(in.MaxTokens)
	data := countData{Lines: res.Lines, Files: res.Files, Searched: res.Searched}
	w.line("%s in %d of %s", count(res.Lines, "line"), res.Files, count(res.Searched, "file"))
	if in.Offset == 0 && len(files) > in.Max {
		data.Directories = countDirectories(res.Counts)
		for _, d := range data.Directories[:min(directoriesShown, len(data.Directories))] {
			w.line("%s/ %d in %s", printable(d.Path), d.Lines, count(d.Files, "file"))
		}
		if more := len(data.Directories) - directoriesShown; more > 0 {
			w.line("+%d more directories", more)
		}
	}
	shown := 0
	for _, f := range files[in.Offset:min(in.Offset+in.Max, len(files))] {
		if !w.entry(fmt.Sprintf("%s %d\n", printable(f.File.Path), f.Lines)) {
			break
		}
		if shown < mostCited {
			w.cite(f.File)
		}
		shown++
		data.Top = append(data.Top, countItem{Path: f.File.Path, Lines: f.Lines})
	}
	closing := ""
	if shown < len(files) {
		closing = page(shown, in.Offset, len(files)) + " (files)"
	}
	r := w.close(joinNotes(closing, c.unsearched(res)), data)
	r.Savings = nil // no file's content is shown
	return r, nil
}

// mostCited bounds the files that are checked against the disk once more for
// the sake of a number.
const mostCited = 100

// countDirectories sums counts by the directories in which they part: the
// parts of the paths behind what all have in common.
func countDirectories(counts []search.FileCount) []countItem {
	common := path.Dir(counts[0].File.Path)
	for _, f := range counts {
		for common != "." && !search.Within(f.File.Path, common) {
			common = path.Dir(common)
		}
	}
	sums := make(map[string]*countItem)
	for _, f := range counts {
		rest := f.File.Path
		prefix := ""
		if common != "." {
			prefix = common + "/"
			rest = strings.TrimPrefix(rest, prefix)
		}
		first, _, below := strings.Cut(rest, "/")
		dir := prefix + first
		if !below {
			dir = common
		}
		if sums[dir] == nil {
			sums[dir] = &countItem{Path: dir}
		}
		sums[dir].Lines += f.Lines
		sums[dir].Files++
	}
	out := make([]countItem, 0, len(sums))
	for _, d := range sums {
		out = append(out, *d)
	}
	slices.SortFunc(out, func(a, b countItem) int {
		return cmp.Or(cmp.Compare(b.Lines, a.Lines), strings.Compare(a.Path, b.Path))
	})
	return out
}
