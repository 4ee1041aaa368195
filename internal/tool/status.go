package tool

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/telemetry"
)

type statusIn struct{}

var statusTool = define(Tool{
	Name: "get_index_status", Title: "Index status", Group: Navigation, ReadOnly: true,
	Description: "Whether the index is complete, what is covered and what is not and why, and where the cache is.",
}, nil, status)

// statusData is the status in JSON output.
type statusData struct {
	Root      string               `json:"root"`
	State     string               `json:"state"`
	Progress  index.Progress       `json:"progress"`
	Stage     string               `json:"stage"`
	Writer    bool                 `json:"writer"`
	Watcher   string               `json:"watcher"`
	Cache     string               `json:"cache,omitempty"`
	Problem   string               `json:"problem,omitempty"`
	Version   string               `json:"version"`
	Overlay   *index.OverlayStatus `json:"scip,omitempty"`
	Classes   map[string]int       `json:"classes"`
	Languages map[string]int       `json:"languages"`
	Skipped   map[string]int       `json:"skipped"`
}

func status(_ context.Context, c *Call, _ statusIn) (*Reply, error) {
	st := c.Index.Status(c.View)
	cov := c.View.Coverage()
	d := statusData{Root: c.View.Root(), State: "ready", Progress: st.Progress, Stage: st.Stage, Writer: st.Writer,
		Watcher: st.Watcher, Cache: st.Cache, Problem: st.Problem, Version: c.Version, Overlay: c.View.Overlay(),
		Classes: make(map[string]int), Languages: cov.ByLanguage, Skipped: cov.Skipped}
	for class, n := range cov.ByClass {
		d.Classes[class.String()] = n
	}
	if st.Indexed < st.Text || st.Parsed < st.Parsable {
		d.State = "partial"
	}
	w := c.newWriter(0)
	w.line("%s: root %s, sextant %s", d.State, d.Root, d.Version)
	w.line("text: %d of %d text files; facts: %d of %d parsable files; stage: %s", st.Indexed, st.Text, st.Parsed, st.Parsable, st.Stage)
	w.line("files: %d; %s", st.Files, counts(classCounts(cov)))
	w.line("languages: %s; %s in no known language", counts(cov.ByLanguage), count(cov.NoLanguage, "text file"))
	if len(cov.Skipped) > 0 {
		w.line("left out (a directory counts as one): %s", counts(cov.Skipped))
	}
	if st.Cache != "" {
		w.line("cache: %s, %s, writer: %s", st.Cache, count(st.Segments, "segment"), map[bool]string{true: "this process", false: "not this process"}[st.Writer])
	}
	if st.Problem != "" {
		w.line("problem: %s; answers come from memory", st.Problem)
	}
	if o := d.Overlay; o != nil {
		w.line("scip: %s; %d of %s unchanged%s", o.Tool, o.Holding, count(o.Files, "file"),
			map[bool]string{true: "", false: ": exact answers of it count as likely until it is imported again"}[o.Whole])
	}
	w.line("watcher: %s", d.Watcher)
	return w.close("", d), nil
}

func classCounts(cov index.Coverage) map[string]int {
	out := make(map[string]int)
	for _, class := range code.Classes() {
		if n := cov.ByClass[class]; n > 0 {
			out[class.String()] = n
		}
	}
	return out
}

// counts prints "a 12, b 3", largest first.
func counts(m map[string]int) string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if m[names[i]] != m[names[j]] {
			return m[names[i]] > m[names[j]]
		}
		return names[i] < names[j]
	})
	if len(names) == 0 {
		return "none"
	}
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf("%s %d", n, m[n])
	}
	return strings.Join(parts, ", ")
}

type invalidateIn struct {
	Path string `json:"path,omitempty" jsonschema:"file; without it everything of this checkout"`
}

var invalidateTool = define(Tool{
	Name: "invalidate", Title: "Forget what was derived", Group: Summaries, ReadOnly: false,
	Description: "Drops derived data of one file, or of all, so that it is derived again. Never needed for freshness: changed files are noticed by themselves.",
}, nil, invalidate)

// invalidated is repo-memory's answer.
type invalidated struct {
	Invalidated    string `json:"invalidated"`
	EntriesRemoved int    `json:"entriesRemoved"`
}

func invalidate(ctx context.Context, c *Call, in invalidateIn) (*Reply, error) {
	var f *index.File
	d := invalidated{Invalidated: "all"}
	if in.Path != "" {
		var err error
		if f, err = c.file("path", in.Path); err != nil {
			return nil, err
		}
		d.Invalidated = f.Path
	}
	n, err := c.Index.Invalidate(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("dropping derived data: %w", err)
	}
	d.EntriesRemoved = n
	c.Ledger.Reset()
	return &Reply{Text: compactJSON(d) + "\n", Data: d, account: []telemetry.Entry{{Kind: telemetry.Invalidation, Path: in.Path}}}, nil
}
