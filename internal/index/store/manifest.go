package store

import (
	"database/sql"
	"fmt"
)

// LoadDirs returns the stored directories of a checkout by path, in the form
// package workspace encodes.
func (db *DB) LoadDirs(root string) (map[string][]byte, error) {
	const doing = "reading the manifest"
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	if err := db.current(doing); err != nil {
		return nil, err
	}
	rows, err := db.sql.Query("SELECT path, state FROM dirs WHERE root = ?", root)
	if err != nil {
		return nil, db.failed(doing, err)
	}
	defer rows.Close()
	dirs := make(map[string][]byte)
	for rows.Next() {
		var path string
		var state []byte
		if err := rows.Scan(&path, &state); err != nil {
			return nil, db.failed(doing, err)
		}
		if dirs[path], err = unseal(state, "dir", root, path); err != nil {
			return nil, fmt.Errorf("%s: %w", doing, err)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, db.failed(doing, err)
	}
	return dirs, nil
}

// SaveDirs stores changed directories of a checkout and forgets those that
// are gone, in one transaction.
func (db *DB) SaveDirs(root string, changed map[string][]byte, gone []string) error {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return db.transaction("storing the manifest", func(tx *sql.Tx) error {
		put, err := tx.Prepare("INSERT INTO dirs (root, path, state) VALUES (?, ?, ?) ON CONFLICT (root, path) DO UPDATE SET state = excluded.state")
		if err != nil {
			return err
		}
		defer put.Close()
		for path, state := range changed {
			if _, err := put.Exec(root, path, seal(state, "dir", root, path)); err != nil {
				return err
			}
		}
		for _, path := range gone {
			if _, err := tx.Exec("DELETE FROM dirs WHERE root = ? AND path = ?", root, path); err != nil {
				return err
			}
		}
		return nil
	})
}
