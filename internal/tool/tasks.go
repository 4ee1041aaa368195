package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/store"
	"sextant/internal/memory"
	"sextant/internal/search"
)

type createTaskIn struct {
	Name string `json:"name" jsonschema:"what is looked into"`
}

type taskContextIn struct {
	TaskID    string `json:"task_id,omitempty" jsonschema:"without it, every task is listed"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

type markIn struct {
	TaskID string `json:"task_id" jsonschema:"of create_task"`
	Path   string `json:"path" jsonschema:"file"`
	Status string `json:"status,omitempty" jsonschema:"explored, skipped or flagged; explored without it"`
	Notes  string `json:"notes,omitempty" jsonschema:"what was learnt; without it earlier notes stay"`
	Symbol string `json:"symbol,omitempty" jsonschema:"a definition in the file that the notes are about"`
}

var createTaskTool = define(Tool{
	Name: "create_task", Title: "New task", Group: Tasks, ReadOnly: false, Adds: true,
	Description: "Begins an investigation whose progress and notes outlive the session.",
}, nil, createTask)

var taskContextTool = define(Tool{
	Name: "get_task_context", Title: "State of a task", Group: Tasks, ReadOnly: true,
	Description: "A task's explored files and notes, each with what has become of the code since, and the files that are next.",
}, map[string]rule{"max_tokens": between(50, 100000)}, taskContext)

var markTool = define(Tool{
	Name: "mark_explored", Title: "Mark a file as explored", Group: Tasks, ReadOnly: false,
	Description: "Notes that a file was looked at, and what was learnt of it or of a definition in it.",
}, map[string]rule{"status": oneOf(memory.Explored, memory.Explored, memory.Skipped, memory.Flagged)}, markExplored)

// taskData is a task in repo-memory's form.
type taskData struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	State     string          `json:"state"`
	CreatedAt string          `json:"createdAt"`
	UpdatedAt string          `json:"updatedAt"`
	SessionID string          `json:"sessionId"`
	Metadata  json.RawMessage `json:"metadata"`
}

type taskList struct {
	Tasks   []taskData `json:"tasks"`
	Omitted int        `json:"omitted,omitempty"`
}

type taskContextData struct {
	Task     taskData     `json:"task"`
	Explored []markedFile `json:"exploredFiles"`
	Frontier []string     `json:"frontier"`
	// FrontierTotal and Omitted say what there is no room for.
	FrontierTotal int    `json:"frontierTotal,omitempty"`
	Omitted       string `json:"omitted,omitempty"`
}

// markedFile is one file, or definition, that a task has looked at.
type markedFile struct {
	Path       string `json:"path"`
	Symbol     string `json:"symbol,omitempty"`
	Status     string `json:"status"`
	Notes      string `json:"notes"`
	ExploredAt string `json:"exploredAt"`
	// Code is what has become of it since: valid, changed, renamed, moved, gone or
	// unknown (package memory).
	Code string `json:"code"`
	Now  string `json:"now,omitempty"` // where it is now, if elsewhere
	Line uint32 `json:"line,omitempty"`
}

const (
	mostName     = 200  // characters of a task's name
	mostNotes    = 4000 // characters of notes
	frontierSize = 20   // files
	// leastRow is what the first row of a list may take however little was asked for.
	leastRow = 400
)

func taskOf(t store.Task) taskData {
	return taskData{t.ID, t.Name, t.State, t.Created.UTC().Format(timeFormat), t.Updated.UTC().Format(timeFormat), t.Session, json.RawMessage(t.Metadata)}
}

// lineEnds makes every kind of line end one.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n")

// plainText takes control characters out of what a model sent, but line ends.
func plainText(s string) string {
	s = lineEnds.Replace(s)
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s))
}

func createTask(_ context.Context, c *Call, in createTaskIn) (*Reply, error) {
	name := code.OneLine(plainText(in.Name))
	if name == "" || utf8.RuneCountInString(name) > mostName {
		return nil, inputErrorf("name must say what is looked into, in 1 to %d characters", mostName)
	}
	m, err := c.Memory()
	if err != nil {
		return nil, err
	}
	now := c.Now()
	t := store.Task{ID: c.NewID(), Name: name, State: memory.Created, Created: now, Updated: now, Session: c.Session, Metadata: "{}"}
	d := taskOf(t)
	return &Reply{Text: compactJSON(d) + "\n", Data: d, commit: func() error { return m.AddTask(t) }}, nil
}

// task finds a task by its id. m may be nil.
func (c *Call) task(ctx context.Context, m *store.Memory, id string) (t store.Task, err error) {
	var all []store.Task
	if m != nil {
		t, err = m.Task(ctx, strings.TrimSpace(id))
		if !errors.Is(err, store.ErrNoTask) {
			return t, err
		}
		if all, err = m.Tasks(ctx); err != nil {
			return t, err
		}
	}
	if len(all) == 0 {
		return t, inputErrorf("task_id: there is no task yet; create_task begins one")
	}
	var some []string
	for _, x := range all[:min(3, len(all))] {
		some = append(some, fmt.Sprintf("%s (%s)", x.ID, clip(x.Name, 40)))
	}
	return t, inputErrorf("task_id: there is no task %s; the last ones are %s", clip(id, 60), strings.Join(some, ", "))
}

// remembered opens the memory for reading; nil where nothing was ever stored.
func (c *Call) remembered() (*store.Memory, error) {
	if c.Remembers != nil && !c.Remembers() {
		return nil, nil
	}
	return c.Memory()
}

func taskContext(ctx context.Context, c *Call, in taskContextIn) (*Reply, error) {
	m, err := c.remembered()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.TaskID) == "" {
		return c.listTasks(ctx, m, in.MaxTokens)
	}
	t, err := c.task(ctx, m, in.TaskID)
	if err != nil {
		return nil, err
	}
	marks, err := m.Marks(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	d := taskContextData{Task: taskOf(t), Explored: []markedFile{}, Frontier: []string{}}
	j := c.judge()
	frontier, pending, err := c.frontier(ctx, j, marks)
	if err != nil {
		return nil, err
	}
	wanted, _ := c.limits(in.MaxTokens)
	room := wanted - utf8.RuneCountInString(compactJSON(d)) - 160
	next := room / 3
	for _, p := range frontier[:min(frontierSize, len(frontier))] {
		n := utf8.RuneCountInString(compactJSON(p)) + 1
		if next -= n; next < 0 {
			break
		}
		room -= n
		d.Frontier = append(d.Frontier, p)
	}
	if len(d.Frontier) < len(frontier) {
		d.FrontierTotal = len(frontier)
	}
	// The last ones are what one goes on from.
	for i := len(marks) - 1; i >= 0; i-- {
		row, err := marked(ctx, j, &marks[i])
		if err != nil {
			return nil, err
		}
		if len(d.Explored) == 0 && row.fit(max(room, leastRow)) {
			d.Omitted = cutNotes
		}
		if room -= utf8.RuneCountInString(compactJSON(row)) + 1; room < 0 && len(d.Explored) > 0 {
			d.Omitted = joinNotes(d.Omitted, fmt.Sprintf("%s before; list_notes pages through notes", count(i+1, "mark")))
			break
		}
		d.Explored = append(d.Explored, row)
	}
	slices.Reverse(d.Explored)
	d.Omitted = joinNotes(d.Omitted, pendingNote(pending))
	return &Reply{Text: compactJSON(d) + "\n", Data: d, cited: j.Relied()}, nil
}

// cutNotes is said where notes do not fit whole.
const cutNotes = "notes are cut: raise max_tokens"

// fit cuts the notes of a row that takes more than room, in characters, and
// reports whether it did.
func (r *markedFile) fit(room int) bool {
	over := utf8.RuneCountInString(compactJSON(r)) - room
	if over <= 0 || r.Notes == "" {
		return false
	}
	r.Notes = clip(r.Notes, max(0, utf8.RuneCountInString(r.Notes)-over-1))
	return true
}

// judge ties marks to the view, and to files that it leaves out.
func (c *Call) judge() *memory.Judge {
	return memory.NewJudge(c.View, func(path string) *index.File {
		if f := c.View.File(path); f != nil && !f.Symlink {
			return f
		}
		rel, err := c.clean("path", path)
		if err != nil {
			return nil
		}
		adhoc, err := c.Index.Adhoc(rel)
		if err != nil {
			return nil
		}
		if target := c.View.File(adhoc.Path); target != nil {
			return target
		}
		return adhoc
	}, c.Budget)
}

// frontier is what a task may look at next: where nothing is marked yet, the
// entry points.
func (c *Call) frontier(ctx context.Context, j *memory.Judge, marks []store.Mark) (paths []string, pending int, err error) {
	if len(marks) == 0 {
		return search.EntryPoints(ctx, c.View, "", c.Budget)
	}
	f, err := j.Frontier(ctx, marks, c.Whole)
	if err != nil {
		return nil, 0, err
	}
	return f.Paths, f.Pending, nil
}

func (c *Call) listTasks(ctx context.Context, m *store.Memory, maxTokens int) (*Reply, error) {
	var all []store.Task
	if m != nil {
		var err error
		if all, err = m.Tasks(ctx); err != nil {
			return nil, err
		}
	}
	d := taskList{Tasks: []taskData{}}
	wanted, _ := c.limits(maxTokens)
	room := wanted - 60
	for i, t := range all {
		row := taskOf(t)
		if room -= utf8.RuneCountInString(compactJSON(row)) + 1; room < 0 && i > 0 {
			d.Omitted = len(all) - i
			break
		}
		d.Tasks = append(d.Tasks, row)
	}
	return &Reply{Text: compactJSON(d) + "\n", Data: d, Empty: len(all) == 0}, nil
}

// marked is a mark with what has become of the code.
func marked(ctx context.Context, j *memory.Judge, m *store.Mark) (markedFile, error) {
	s, err := j.Standing(ctx, m)
	if err != nil {
		return markedFile{}, err
	}
	out := markedFile{Path: m.Path, Symbol: clip(m.Symbol, longestDetail), Status: m.Status, Notes: m.Notes, ExploredAt: m.At.UTC().Format(timeFormat), Code: s.State, Line: s.Line}
	switch symbol := clip(s.Symbol, longestDetail); {
	case s.Path == "":
	case symbol != "" && s.Path != m.Path:
		out.Now = s.Path + " " + symbol
	case symbol != "":
		out.Now = symbol
	default:
		out.Now = s.Path
	}
	return out, nil
}

func markExplored(ctx context.Context, c *Call, in markIn) (*Reply, error) {
	m, err := c.Memory()
	if err != nil {
		return nil, err
	}
	t, err := c.task(ctx, m, in.TaskID)
	if err != nil {
		return nil, err
	}
	f, err := c.file("path", in.Path)
	if err != nil {
		return nil, err
	}
	notes := plainText(in.Notes)
	if n := utf8.RuneCountInString(notes); n > mostNotes {
		return nil, inputErrorf("notes have %d characters; at most %d are kept", n, mostNotes)
	}
	symbol, err := c.definedName(ctx, f, in.Symbol)
	if err != nil {
		return nil, err
	}
	mark := store.Mark{Task: t.ID, Path: f.Path, Status: in.Status, Notes: notes, At: c.Now()}
	j := c.judge()
	if err := j.Anchor(ctx, &mark, f, symbol); err != nil {
		return nil, fmt.Errorf("marking %s: %w", printable(f.Path), err)
	}
	d := markedFile{Path: f.Path, Symbol: clip(mark.Symbol, longestDetail), Status: mark.Status, Notes: clip(code.OneLine(mark.Notes), 80), ExploredAt: mark.At.UTC().Format(timeFormat), Code: memory.Valid}
	if mark.Content.IsZero() {
		d.Code = memory.Unknown
	}
	if notes == "" {
		if err := earlier(ctx, m, j, &mark, &d); err != nil {
			return nil, err
		}
	}
	return &Reply{Text: compactJSON(d) + "\n", Data: d, cited: j.Relied(), commit: func() error {
		err := m.PutMark(mark, memory.Exploring)
		if errors.Is(err, store.ErrNoTask) {
			return inputErrorf("task_id: the task %s was dropped meanwhile; create_task begins another", t.ID)
		}
		return err
	}}, nil
}

// earlier puts into a reply the notes that a mark without any leaves.
func earlier(ctx context.Context, m *store.Memory, j *memory.Judge, mark *store.Mark, d *markedFile) error {
	marks, err := m.Marks(ctx, mark.Task)
	if err != nil {
		return err
	}
	for i := range marks {
		if k := &marks[i]; k.Path == mark.Path && k.Symbol == mark.Symbol && k.Notes != "" {
			s, err := j.Standing(ctx, k)
			if err != nil {
				return err
			}
			d.Notes, d.Code = clip(code.OneLine(k.Notes), 80), s.State
		}
	}
	return nil
}

// definedName is the qualified name of what a symbol names in a file, "" for "".
// Overloads have one name.
func (c *Call) definedName(ctx context.Context, f *index.File, symbol string) (string, error) {
	symbol = strings.TrimSpace(symbol)
	if symbol == "" {
		return "", nil
	}
	facts, err := c.View.Outline(ctx, f)
	if err != nil {
		return "", err
	}
	if facts == nil {
		return "", inputErrorf("symbol: %s has no outline; without symbol the notes are about the file", printable(f.Path))
	}
	var names, places []string
	for _, i := range search.DefinitionsNamed(facts, symbol) {
		if name := facts.QualifiedName(i); !slices.Contains(names, name) {
			names = append(names, name)
			places = append(places, fmt.Sprintf("%s (line %d)", clip(name, 60), facts.Definitions[i].Line))
		}
	}
	switch len(names) {
	case 0:
		return "", inputErrorf("symbol: %s defines no %s; get_file_outline lists what it defines", printable(f.Path), clip(symbol, 60))
	case 1:
		return names[0], nil
	}
	return "", inputErrorf("symbol: %s may be %s; give the qualified name", clip(symbol, 60), some(places, 5))
}
