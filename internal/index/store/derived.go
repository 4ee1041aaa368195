package store

import (
	"database/sql"
	"errors"
	"fmt"
)

// Derived returns what PutDerived stored last under a kind for a root; found
// is false when there is nothing. Whoever stored it must be able to tell from
// it whether it still holds.
func (db *DB) Derived(root, kind string) (body []byte, found bool, err error) {
	const doing = "reading what was derived"
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	var sealed []byte
	err = db.sql.QueryRow("SELECT body FROM derived WHERE root = ? AND kind = ?", root, kind).Scan(&sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, db.failed(doing, err)
	}
	packed, err := unseal(sealed, "derived", root, kind)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", doing, err)
	}
	if body, err = db.codec.unpack(packed); err != nil {
		return nil, false, fmt.Errorf("%s: %w: %w", doing, ErrDamaged, err)
	}
	return body, true, nil
}

// DropDerived forgets what is stored under a kind for a root.
func (db *DB) DropDerived(root, kind string) error {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return db.transaction("dropping what was derived", func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM derived WHERE root = ? AND kind = ?", root, kind)
		return err
	})
}

// PutDerived stores a body in the place of the one before, in one transaction.
func (db *DB) PutDerived(root, kind string, body []byte) error {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	sealed := seal(db.codec.pack(body), "derived", root, kind)
	return db.transaction("storing what was derived", func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO derived (root, kind, body) VALUES (?, ?, ?) ON CONFLICT (root, kind) DO UPDATE SET body = excluded.body",
			root, kind, sealed)
		return err
	})
}
