package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"modernc.org/sqlite"
)

// Memory is what nothing can be derived from again: tasks, checkpoints and
// token accounts of a repository family. It lies apart from the index, so that
// dropping the index loses none of it, and has migrations instead of versions
// in folders. Its methods may be called from several goroutines, and several
// processes may have the same one open.
type Memory struct {
	path string
	sql  *sql.DB
}

// MemoryVersion numbers the tables of Memory. A later program adds to them and
// never takes away.
const MemoryVersion = 2

// ErrNewer says that the memory was written by a later version of the program,
// which this one must not change.
var ErrNewer = errors.New("written by a later version of sextant: update this one")

const memoryName = "memory.db"

// memorySchemas are the steps from each version to the next.
var memorySchemas = []string{`
CREATE TABLE tasks (
	id TEXT PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL,
	session TEXT NOT NULL, metadata TEXT NOT NULL);
CREATE TABLE marks (
	task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE, path TEXT NOT NULL, symbol TEXT NOT NULL,
	status TEXT NOT NULL, notes TEXT NOT NULL, at INTEGER NOT NULL,
	content BLOB NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,
	PRIMARY KEY (task, path, symbol)) WITHOUT ROWID;
CREATE INDEX marks_path ON marks (path);
CREATE TABLE checkpoints (
	root TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
	id INTEGER PRIMARY KEY, at INTEGER NOT NULL, session TEXT NOT NULL, kind TEXT NOT NULL, tool TEXT NOT NULL,
	path TEXT NOT NULL, saved INTEGER NOT NULL, baseline INTEGER NOT NULL, spent INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX events_at ON events (at);
CREATE INDEX events_session ON events (session);
`, `
ALTER TABLE marks ADD COLUMN size INTEGER NOT NULL DEFAULT -1;
ALTER TABLE marks ADD COLUMN sole INTEGER NOT NULL DEFAULT 0;
`}

// OpenMemory opens the memory in dir, a folder that FamilyDir named, and
// creates it if it is not there. One that is damaged is put aside, under a name
// that the error says: the second value is usable then all the same. One that a
// later version has written is refused with ErrNewer.
func OpenMemory(dir string) (*Memory, error) {
	const doing = "opening the memory"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	path := filepath.Join(dir, memoryName)
	m, err := openMemory(path)
	if err == nil || !errors.Is(err, ErrDamaged) {
		if err != nil {
			err = fmt.Errorf("%s: %w", doing, err)
		}
		return m, err
	}
	aside := fmt.Sprintf("%s.damaged-%d", path, time.Now().UnixMilli())
	if renamed := os.Rename(path, aside); renamed != nil {
		return nil, fmt.Errorf("%s: %w; %w", doing, err, renamed)
	}
	for _, more := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + more) // they belong to what was put aside
	}
	if m, err = openMemory(path); err != nil {
		return nil, fmt.Errorf("%s: %w", doing, err)
	}
	return m, fmt.Errorf("%s: it was damaged and lies in %s now; a new one was begun", doing, aside)
}

func openMemory(path string) (*Memory, error) {
	conn, err := openDatabase(path, "cache_size(-512)", "journal_size_limit(1048576)", "foreign_keys(1)")
	if err != nil {
		return nil, err
	}
	conn.SetMaxOpenConns(2)
	m := &Memory{path: path, sql: conn}
	if err := m.migrate(); err != nil {
		_ = conn.Close()
		return nil, classify(err)
	}
	return m, nil
}

// migrate brings the tables to MemoryVersion. Two processes may try at once:
// the transaction lets one of them do it.
func (m *Memory) migrate() error {
	var version int
	if err := m.sql.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > MemoryVersion {
		return ErrNewer
	}
	if version == MemoryVersion {
		return nil
	}
	return transact(m.sql, func(tx *sql.Tx) error {
		if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
			return err
		}
		for ; version < MemoryVersion; version++ {
			if _, err := tx.Exec(memorySchemas[version] + fmt.Sprintf("PRAGMA user_version = %d;", version+1)); err != nil {
				return err
			}
		}
		return nil
	})
}

// write runs f in one transaction, with the error's doing before it.
func (m *Memory) write(doing string, f func(tx *sql.Tx) error) error {
	if err := transact(m.sql, f); err != nil {
		return fmt.Errorf("%s: %w", doing, explained(err))
	}
	return nil
}

// explained says what a person can do about what went wrong.
func explained(err error) error {
	var se *sqlite.Error
	if errors.As(err, &se) {
		switch se.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return fmt.Errorf("%w: the disk is full", err)
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN:
			return fmt.Errorf("%w: the state directory cannot be written (setting state_dir)", err)
		}
	}
	return classify(err)
}

// Path is the file it lies in.
func (m *Memory) Path() string { return m.path }

// Size is the bytes it takes on disk.
func (m *Memory) Size() int64 {
	var n int64
	for _, more := range []string{"", "-wal"} {
		if st, err := os.Stat(m.path + more); err == nil {
			n += st.Size()
		}
	}
	return n
}

// Close closes it.
func (m *Memory) Close() error { return m.sql.Close() }

// Dropped counts what DropOlder has removed.
type Dropped struct{ Tasks, Events int64 }

// DropOlder removes tasks that nothing has happened to since a time, with their
// marks, and token accounts of before another.
func (m *Memory) DropOlder(tasks, events time.Time) (Dropped, error) {
	var d Dropped
	err := m.write("dropping old tasks and token accounts", func(tx *sql.Tx) error {
		r, err := tx.Exec("DELETE FROM tasks WHERE updated < ?", tasks.UnixMilli())
		if err != nil {
			return err
		}
		d.Tasks, _ = r.RowsAffected()
		if r, err = tx.Exec("DELETE FROM events WHERE at < ?", events.UnixMilli()); err == nil {
			d.Events, _ = r.RowsAffected()
		}
		return err
	})
	return d, err
}

// Checkpoint returns what SetCheckpoint has stored last for a checkout; ok is
// false when there is nothing.
func (m *Memory) Checkpoint(ctx context.Context, root string) (at time.Time, body []byte, ok bool, err error) {
	var ms int64
	err = m.sql.QueryRowContext(ctx, "SELECT at, body FROM checkpoints WHERE root = ?", root).Scan(&ms, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil, false, nil
	}
	if err != nil {
		return time.Time{}, nil, false, fmt.Errorf("reading the checkpoint: %w", explained(err))
	}
	return time.UnixMilli(ms), body, true, nil
}

// SetCheckpoint stores a checkout's state at a time.
func (m *Memory) SetCheckpoint(root string, at time.Time, body []byte) error {
	return m.write("storing the checkpoint", func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO checkpoints (root, at, body) VALUES (?, ?, ?) ON CONFLICT (root) DO UPDATE SET at = excluded.at, body = excluded.body",
			root, at.UnixMilli(), body)
		return err
	})
}
