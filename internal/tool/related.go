package tool

import (
	"context"
	"fmt"
	"unicode/utf8"

	"sextant/internal/search"
)

type relatedIn struct {
	Path      string `json:"path" jsonschema:"file"`
	Limit     int    `json:"limit,omitempty" jsonschema:"most files"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var relatedTool = define(Tool{
	Name: "get_related_files", Title: "Related files", Group: Navigation, ReadOnly: true,
	Description: "Files that belong with one: what it imports and who imports it, neighbours, and what changes with it in git history; scored, as JSON. To see what else to read or edit before changing a file.",
}, map[string]rule{"limit": between(1, 200).or(10), "max_tokens": between(50, 100000)}, relatedFiles)

// relatedData is the reply in repo-memory's form.
type relatedData struct {
	Path    string        `json:"path"`
	Related []relatedFile `json:"relatedFiles"`
	Omitted string        `json:"omitted,omitempty"`
}

type relatedFile struct {
	Path         string  `json:"path"`
	Score        float64 `json:"score"`
	Relationship string  `json:"relationship"`
	CoChanged    int     `json:"coChanged,omitempty"`
}

// leastScore is below what a reader would call related.
const leastScore = 0.02

func relatedFiles(ctx context.Context, c *Call, in relatedIn) (*Reply, error) {
	f, err := c.file("path", in.Path)
	if err != nil {
		return nil, err
	}
	answer, err := search.RelatedFiles(ctx, c.View, c.Index, f, nil, c.Whole)
	if err != nil {
		return nil, err
	}
	d := relatedData{Path: f.Path, Related: []relatedFile{}}
	wanted, allowed := c.limits(in.MaxTokens)
	room, left := wanted-len(f.Path)-200, 0
	for _, r := range answer.Files {
		if r.Score < leastScore {
			break
		}
		if len(d.Related) == in.Limit {
			left++
			continue
		}
		row := relatedFile{r.File.Path, float64(int(r.Score*100+0.5)) / 100, string(r.Relationship), r.CoChanged}
		if room -= utf8.RuneCountInString(compactJSON(row)) + 1; room < 0 {
			left++
			continue
		}
		d.Related = append(d.Related, row)
	}
	if left > 0 {
		d.Omitted = fmt.Sprintf("%d more; limit=%d lists them", left, min(200, in.Limit+left))
	}
	d.Omitted = joinNotes(d.Omitted, pendingNote(answer.Pending))
	if answer.HistoryPending {
		d.Omitted = joinNotes(d.Omitted, "git history is still being read")
	}
	r := &Reply{Text: clip(compactJSON(d), allowed-1) + "\n", Data: d, Empty: len(d.Related) == 0}
	r.cited = append(r.cited, f)
	return r, nil
}
