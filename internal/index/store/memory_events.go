package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Event is one entry of the token accounts. Tokens are estimates (package
// tokens).
type Event struct {
	At      time.Time // to the millisecond
	Session string    // one run of a server
	Kind    string
	Tool    string
	Path    string // relative to the root; "" where it concerns no file
	// Saved is what repo-memory counts as saved; Baseline what reading the cited
	// files would have cost, those that this session had not been told of yet;
	// Spent what the reply cost, or what the list of tools did.
	Saved, Baseline, Spent int64
	Text                   string // what was searched for
}

// AddEvents stores events, all or none.
func (m *Memory) AddEvents(events []Event) error {
	if len(events) == 0 {
		return nil
	}
	return m.write("storing token accounts", func(tx *sql.Tx) error {
		insert, err := tx.Prepare("INSERT INTO events (at, session, kind, tool, path, saved, baseline, spent, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer insert.Close()
		for _, e := range events {
			if _, err := insert.Exec(e.At.UnixMilli(), e.Session, e.Kind, e.Tool, e.Path, e.Saved, e.Baseline, e.Spent, e.Text); err != nil {
				return err
			}
		}
		return nil
	})
}

// Events calls each for every event since a time, oldest first: those of one
// session, or of all for "".
func (m *Memory) Events(ctx context.Context, since time.Time, session string, each func(Event)) error {
	const doing = "reading token accounts"
	rows, err := m.sql.QueryContext(ctx, `SELECT at, session, kind, tool, path, saved, baseline, spent, text FROM events
		WHERE at >= ? AND (session = ? OR ? = '') ORDER BY id`, max(0, since.UnixMilli()), session, session)
	if err != nil {
		return fmt.Errorf("%s: %w", doing, explained(err))
	}
	defer rows.Close()
	for rows.Next() {
		var e Event
		var at int64
		if err := rows.Scan(&at, &e.Session, &e.Kind, &e.Tool, &e.Path, &e.Saved, &e.Baseline, &e.Spent, &e.Text); err != nil {
			return fmt.Errorf("%s: %w", doing, explained(err))
		}
		e.At = time.UnixMilli(at)
		each(e)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", doing, explained(err))
	}
	return nil
}
