package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"sextant/internal/code"
)

// Task is one investigation.
type Task struct {
	ID, Name, State  string
	Created, Updated time.Time // to the millisecond
	Session          string
	Metadata         string // a JSON object
}

// Mark is what a task has noted about a file, or about a definition in it.
type Mark struct {
	Task   string
	Path   string
	Symbol string // the definition's qualified name; "" for the file
	Status string
	Notes  string
	At     time.Time
	// Content is the hash of the file's bytes when it was noted, zero if it could
	// not be read, and Size how many there were. Kind and Body say what the
	// definition was: its kind, and the hash of its text.
	Content code.Hash
	Size    int64
	Kind    string
	Body    code.Hash
	// Sole says where nothing else was like it when it was noted: only there can
	// what is like it now be what became of it.
	Sole Sole
}

// Sole is a set of places.
type Sole uint8

// Places in which something may be the only one.
const (
	SoleInFile Sole = 1 << iota
	SoleElsewhere
)

// ErrNoTask says that there is no task of that id.
var ErrNoTask = errors.New("no such task")

// AddTask stores a new task.
func (m *Memory) AddTask(t Task) error {
	return m.write("creating the task", func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO tasks (id, name, state, created, updated, session, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)",
			t.ID, t.Name, t.State, t.Created.UnixMilli(), t.Updated.UnixMilli(), t.Session, t.Metadata)
		return err
	})
}

const taskColumns = "SELECT id, name, state, created, updated, session, metadata FROM tasks "

func scanTask(scan func(...any) error) (Task, error) {
	var t Task
	var created, updated int64
	err := scan(&t.ID, &t.Name, &t.State, &created, &updated, &t.Session, &t.Metadata)
	t.Created, t.Updated = time.UnixMilli(created), time.UnixMilli(updated)
	return t, err
}

// Tasks lists every task, the one that something happened to last first.
func (m *Memory) Tasks(ctx context.Context) ([]Task, error) {
	const doing = "listing tasks"
	rows, err := m.sql.QueryContext(ctx, taskColumns+"ORDER BY updated DESC, id")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, explained(err))
	}
	defer rows.Close()
	var out []Task
	for rows.Next() {
		t, err := scanTask(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doing, explained(err))
		}
		out = append(out, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, explained(err))
	}
	return out, nil
}

// Task returns a task; the error is ErrNoTask if there is none of the id.
func (m *Memory) Task(ctx context.Context, id string) (Task, error) {
	t, err := scanTask(m.sql.QueryRowContext(ctx, taskColumns+"WHERE id = ?", id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrNoTask
	}
	if err != nil {
		return t, fmt.Errorf("reading the task: %w", explained(err))
	}
	return t, nil
}

// keeping continues an update of marks: notes stay, with what they were about,
// unless there are others.
const keeping = `, notes = iif(excluded.notes = '', notes, excluded.notes),
	content = iif(excluded.notes = '' AND notes != '', content, excluded.content), size = iif(excluded.notes = '' AND notes != '', size, excluded.size),
	kind = iif(excluded.notes = '' AND notes != '', kind, excluded.kind), body = iif(excluded.notes = '' AND notes != '', body, excluded.body),
	sole = iif(excluded.notes = '' AND notes != '', sole, excluded.sole)`

// PutMark stores a mark in place of the task's earlier one of the same file and
// definition, and sets the task's state. A mark without notes leaves the earlier
// one's, and what they are about. The error is ErrNoTask if there is no such task.
func (m *Memory) PutMark(k Mark, state string) error {
	err := m.write("storing what was explored", func(tx *sql.Tx) error {
		r, err := tx.Exec("UPDATE tasks SET updated = max(updated, ?), state = ? WHERE id = ?", k.At.UnixMilli(), state, k.Task)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrNoTask)
		}
		_, err = tx.Exec(`INSERT INTO marks (task, path, symbol, status, notes, at, content, size, kind, body, sole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (task, path, symbol) DO UPDATE SET status = excluded.status, at = excluded.at`+keeping,
			k.Task, k.Path, k.Symbol, k.Status, k.Notes, k.At.UnixMilli(), k.Content[:], k.Size, k.Kind, k.Body[:], k.Sole)
		return err
	})
	if errors.Is(err, ErrNoTask) {
		return ErrNoTask
	}
	return err
}

// Marks lists marks, oldest first: those of a task, or of every task for "".
func (m *Memory) Marks(ctx context.Context, task string) ([]Mark, error) {
	return m.marks(ctx, "WHERE task = ? OR ? = ''", task, task)
}

// NotesNear lists the marks with notes that may be about a definition, oldest
// first: those of any definition in the file, and elsewhere those of one whose
// name, or its last part, is the same.
func (m *Memory) NotesNear(ctx context.Context, path, name string) ([]Mark, error) {
	return m.marks(ctx, `WHERE notes != '' AND symbol != '' AND (path = ? OR symbol = ? OR substr(symbol, -length(?)) = ?)`,
		path, name, "."+name, "."+name)
}

func (m *Memory) marks(ctx context.Context, where string, args ...any) ([]Mark, error) {
	const doing = "listing what was explored"
	rows, err := m.sql.QueryContext(ctx, "SELECT task, path, symbol, status, notes, at, content, size, kind, body, sole FROM marks "+
		where+" ORDER BY at, task, path, symbol", args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", doing, explained(err))
	}
	defer rows.Close()
	var out []Mark
	for rows.Next() {
		var k Mark
		var at int64
		var content, body sql.RawBytes
		if err := rows.Scan(&k.Task, &k.Path, &k.Symbol, &k.Status, &k.Notes, &at, &content, &k.Size, &k.Kind, &body, &k.Sole); err != nil {
			return nil, fmt.Errorf("%s: %w", doing, explained(err))
		}
		k.At = time.UnixMilli(at)
		copy(k.Content[:], content)
		copy(k.Body[:], body)
		out = append(out, k)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, explained(err))
	}
	return out, nil
}
