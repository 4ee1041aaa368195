package tool

import (
	"context"
	"fmt"
	"unicode/utf8"

	"sextant/internal/memory"
	"sextant/internal/search"
)

type relatedIn struct {
	Path      string `json:"path" jsonschema:"file"`
	Limit     int    `json:"limit,omitempty" jsonschema:"most files"`
	TaskID    string `json:"task_id,omitempty" jsonschema:"a task: what it has seen counts less, what it flagged more"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var relatedTool = define(Tool{
	Name: "get_related_files", Title: "Related files", Group: Navigation, ReadOnly: true,
	Description: "Files that belong with one: what it imports and who imports it, neighbours, and what changes with it in git history; scored, as JSON. To see what else to read or edit before changing a file.",
}, map[string]rule{"limit": between(1, 200).or(10), "task_id": unlisted(rule{}), "max_tokens": between(50, 100000)}, relatedFiles)

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
	weigh, err := c.taskWeight(ctx, in.TaskID)
	if err != nil {
		return nil, err
	}
	answer, err := search.RelatedFiles(ctx, c.View, c.Index, f, weigh, c.Whole)
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

// What a task has seen is worth less to it, what it has flagged more.
const (
	seenWeight    = 0.5
	flaggedWeight = 1.25
)

// taskWeight scales scores by what a task has marked, nil without one.
func (c *Call) taskWeight(ctx context.Context, id string) (func(path string) float64, error) {
	if id == "" {
		return nil, nil
	}
	m, err := c.remembered()
	if err != nil {
		return nil, err
	}
	t, err := c.task(ctx, m, id)
	if err != nil {
		return nil, err
	}
	marks, err := m.Marks(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	weight := make(map[string]float64)
	for _, k := range marks {
		if k.Status == memory.Flagged {
			weight[k.Path] = flaggedWeight
		} else if weight[k.Path] == 0 {
			weight[k.Path] = seenWeight
		}
	}
	return func(path string) float64 {
		if w, ok := weight[path]; ok {
			return w
		}
		return 1
	}, nil
}
