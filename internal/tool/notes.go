package tool

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/search"
)

type notesIn struct {
	Path      string `json:"path,omitempty" jsonschema:"only about it or what lies below it"`
	Symbol    string `json:"symbol,omitempty" jsonschema:"only about this definition"`
	Query     string `json:"query,omitempty" jsonschema:"words that the notes or the task's name hold"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var notesTool = define(Tool{
	Name: "list_notes", Title: "Notes of earlier tasks", Group: Tasks, ReadOnly: true,
	Description: "What earlier tasks noted about this code, the newest first, each with what has become of the code since.",
}, map[string]rule{"offset": between(0, 1e6), "max_tokens": between(50, 100000)}, listNotes)

type notesData struct {
	Notes   []noteData `json:"notes"`
	Total   int        `json:"total"`
	Omitted string     `json:"omitted,omitempty"`
}

type noteData struct {
	Task   string `json:"task"`
	TaskID string `json:"taskId"`
	markedFile
}

func listNotes(ctx context.Context, c *Call, in notesIn) (*Reply, error) {
	path, err := c.clean("path", in.Path)
	if err != nil {
		return nil, err
	}
	m, err := c.Memory()
	if err != nil {
		return nil, err
	}
	found, tasks, err := notesAbout(ctx, m, path, in.Symbol, in.Query)
	if err != nil {
		return nil, err
	}
	d := notesData{Notes: []noteData{}, Total: len(found)}
	if len(found) == 0 {
		return nothing("no match", "no task has noted anything that fits", "mark_explored with notes keeps what is learnt"), nil
	}
	if in.Offset >= len(found) {
		return nil, pastEnd(in.Offset, len(found), "note")
	}
	wanted, _ := c.limits(in.MaxTokens)
	room := wanted - 100
	for i, k := range found[in.Offset:] {
		row, err := c.marked(ctx, &k)
		if err != nil {
			return nil, err
		}
		n := noteData{tasks[k.Task], k.Task, row}
		if room -= utf8.RuneCountInString(compactJSON(n)) + 1; room < 0 && i > 0 {
			d.Omitted = fmt.Sprintf("next: offset=%d", in.Offset+i)
			break
		}
		d.Notes = append(d.Notes, n)
	}
	return &Reply{Text: compactJSON(d) + "\n", Data: d, cited: c.filesOf(found[in.Offset : in.Offset+len(d.Notes)])}, nil
}

// notesAbout lists the marks with notes that fit, the newest first, and the
// names of tasks by id.
func notesAbout(ctx context.Context, m *store.Memory, path, symbol, query string) (found []store.Mark, tasks map[string]string, err error) {
	all, err := m.Tasks(ctx)
	if err != nil {
		return nil, nil, err
	}
	tasks = make(map[string]string, len(all))
	for _, t := range all {
		tasks[t.ID] = t.Name
	}
	marks, err := m.Marks(ctx, "")
	if err != nil {
		return nil, nil, err
	}
	words := strings.Fields(strings.ToLower(query))
	for i := len(marks) - 1; i >= 0; i-- {
		k := &marks[i]
		if k.Notes == "" || !search.Within(k.Path, path) {
			continue
		}
		if symbol != "" && k.Symbol != symbol && code.LastPart(k.Symbol) != symbol {
			continue
		}
		text, fits := strings.ToLower(k.Notes+" "+tasks[k.Task]+" "+k.Path+" "+k.Symbol), true
		for _, w := range words {
			fits = fits && strings.Contains(text, w)
		}
		if fits {
			found = append(found, *k)
		}
	}
	return found, tasks, nil
}

// dossierNotes is how many notes about a definition its dossier shows.
const dossierNotes = 3

// notesOn writes what tasks have noted about a definition. Where nobody ever
// noted anything nothing is opened for it, and what cannot be read is left out:
// the dossier does not depend on it.
func (c *Call) notesOn(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition) error {
	if c.Remembers == nil || !c.Remembers() {
		return nil
	}
	m, err := c.Memory()
	if err != nil {
		return nil
	}
	found, tasks, err := notesAbout(ctx, m, x.File.Path, x.Facts.QualifiedName(x.Index), "")
	if err != nil {
		return ctx.Err()
	}
	for i := range found[:min(dossierNotes, len(found))] {
		row, err := c.marked(ctx, &found[i])
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s (%s, code %s)", code.OneLine(row.Notes), tasks[found[i].Task], row.Code)
		if i == 0 {
			w.line("notes:")
		}
		if !w.line("%s", clip(line, 2*snippetChars)) {
			break
		}
		data.Notes = append(data.Notes, line)
	}
	return nil
}
