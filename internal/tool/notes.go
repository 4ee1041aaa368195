package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/memory"
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

	mark *store.Mark
}

func listNotes(ctx context.Context, c *Call, in notesIn) (*Reply, error) {
	path, err := c.clean("path", in.Path)
	if err != nil {
		return nil, err
	}
	m, err := c.remembered()
	if err != nil {
		return nil, err
	}
	j := c.judge()
	var found []noteData
	if m != nil {
		if found, err = findNotes(ctx, m, j, path, in); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 {
		return nothing("no match", "no task has noted anything that fits", "mark_explored with notes keeps what is learnt"), nil
	}
	if in.Offset >= len(found) {
		return nil, pastEnd(in.Offset, len(found), "note")
	}
	d := notesData{Notes: []noteData{}, Total: len(found)}
	wanted, _ := c.limits(in.MaxTokens)
	room := wanted - 160
	for i, n := range found[in.Offset:] {
		if n.markedFile, err = marked(ctx, j, n.mark); err != nil {
			return nil, err
		}
		if i == 0 && n.fit(max(room-utf8.RuneCountInString(compactJSON(n.Task))-80, leastRow)) {
			d.Omitted = cutNotes
		}
		if room -= utf8.RuneCountInString(compactJSON(n)) + 1; room < 0 && i > 0 {
			d.Omitted = joinNotes(d.Omitted, fmt.Sprintf("next: offset=%d", in.Offset+i))
			break
		}
		d.Notes = append(d.Notes, n)
	}
	return &Reply{Text: compactJSON(d) + "\n", Data: d, cited: j.Relied()}, nil
}

// spelled brings the ways to write a qualified name into the one of facts.
var spelled = strings.NewReplacer("::", ".", "#", ".", `\`, ".", "->", ".")

// findNotes lists the notes that fit, the newest first. What was renamed or
// moved is found under its old name and under its new one.
func findNotes(ctx context.Context, m *store.Memory, j *memory.Judge, path string, in notesIn) ([]noteData, error) {
	names, err := taskNames(ctx, m)
	if err != nil {
		return nil, err
	}
	marks, err := m.Marks(ctx, "")
	if err != nil {
		return nil, err
	}
	symbol, words := strings.Trim(spelled.Replace(strings.TrimSpace(in.Symbol)), ".()"), strings.Fields(strings.ToLower(in.Query))
	fits := func(at, name string) bool {
		return search.Within(at, path) && (symbol == "" || name == symbol || strings.HasSuffix(name, "."+symbol))
	}
	var found []noteData
	for i := len(marks) - 1; i >= 0; i-- {
		k := &marks[i]
		text := strings.ToLower(k.Notes + " " + names[k.Task] + " " + k.Path + " " + k.Symbol)
		if k.Notes == "" || symbol != "" && k.Symbol == "" || slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		if !fits(k.Path, k.Symbol) {
			if j.InPlace(k) {
				continue
			}
			s, err := j.Standing(ctx, k)
			if err != nil {
				return nil, err
			}
			if s.Path == "" || !fits(s.Path, s.Symbol) {
				continue
			}
		}
		found = append(found, noteData{Task: names[k.Task], TaskID: k.Task, mark: k})
	}
	return found, nil
}

// taskNames are the names of tasks by id.
func taskNames(ctx context.Context, m *store.Memory) (map[string]string, error) {
	all, err := m.Tasks(ctx)
	names := make(map[string]string, len(all))
	for _, t := range all {
		names[t.ID] = t.Name
	}
	return names, err
}

// dossierNotes is how many notes about a definition its dossier shows.
const dossierNotes = 3

// notesOn writes what tasks have noted about a definition, under whatever name
// and wherever it was then. Where nobody ever noted anything nothing is opened
// for it, and what cannot be read is left out: the dossier does not depend on it.
func (c *Call) notesOn(ctx context.Context, w *writer, data *symbolData, x *search.FoundDefinition) error {
	m, err := c.remembered()
	if m == nil || err != nil {
		return nil
	}
	name := x.Facts.QualifiedName(x.Index)
	marks, err := m.NotesNear(ctx, x.File.Path, x.Definition().Name)
	if err != nil || len(marks) == 0 {
		return ctx.Err()
	}
	names, err := taskNames(ctx, m)
	if err != nil {
		return ctx.Err()
	}
	j := c.judge()
	for i := len(marks) - 1; i >= 0 && len(data.Notes) < dossierNotes; i-- {
		k := &marks[i]
		s, err := j.Standing(ctx, k)
		if err != nil {
			return err
		}
		here := s.Path == x.File.Path && s.Symbol == name
		if s.Path == "" {
			here = k.Path == x.File.Path && k.Symbol == name
		}
		if !here {
			continue
		}
		line := fmt.Sprintf("%s (%s, code %s)", clip(code.OneLine(k.Notes), snippetChars), clip(names[k.Task], 60), s.State)
		if len(data.Notes) == 0 {
			w.line("notes:")
		}
		if !w.line("%s", line) {
			break
		}
		data.Notes = append(data.Notes, line)
	}
	return nil
}
