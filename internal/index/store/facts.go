package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"sextant/internal/code"
)

// FactsKey names stored facts of one extractor version: what content, read as
// what language.
type FactsKey struct {
	Hash     code.Hash
	Language code.LanguageID
}

// FactsRow is one content's facts in the form package parse encodes.
type FactsRow struct {
	FactsKey
	Outline, Detail []byte
	// Packages are the packages and namespaces that the content declares,
	// separated by line ends: they can be asked for without reading facts.
	Packages string
	// Defines says what names the content defines, in the form of package
	// index: it can be asked for without reading facts. Every content has it.
	Defines []byte
}

// Outline returns the stored outline of a content; found is false when there is none.
func (db *DB) Outline(key FactsKey, version int) (outline []byte, found bool, err error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	var sealed []byte
	if found, err = db.row(db.reads.outline, key, version, &sealed); found && err == nil {
		outline, err = db.unpacked(key, "outline", version, sealed)
	}
	return outline, found, err
}

// Facts returns the outline and what is stored beside it, in one look.
func (db *DB) Facts(key FactsKey, version int) (outline, detail []byte, found bool, err error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	var first, second []byte
	if found, err = db.row(db.reads.both, key, version, &first, &second); !found || err != nil {
		return nil, nil, found, err
	}
	if outline, err = db.unpacked(key, "outline", version, first); err == nil {
		detail, err = db.unpacked(key, "detail", version, second)
	}
	return outline, detail, true, err
}

const readingFacts = "reading facts"

// unpacked returns the bytes that were stored in a column.
func (db *DB) unpacked(key FactsKey, column string, version int, sealed []byte) ([]byte, error) {
	packed, err := unseal(sealed, key.names(column, version)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", readingFacts, err)
	}
	b, err := db.codec.unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", readingFacts, ErrDamaged, err)
	}
	return b, nil
}

// reads are the statements that a question runs hundreds of times: preparing
// them each time took as long as running them.
type reads struct{ outline, both *sql.Stmt }

func prepareReads(conn *sql.DB) (r reads, err error) {
	const where = " FROM facts WHERE hash = ? AND language = ? AND version = ?"
	if r.outline, err = conn.Prepare("SELECT outline" + where); err == nil {
		r.both, err = conn.Prepare("SELECT outline, detail" + where)
	}
	return r, classify(err)
}

func (db *DB) row(s *sql.Stmt, key FactsKey, version int, into ...any) (found bool, err error) {
	switch err = s.QueryRow(key.Hash[:], string(key.Language), version).Scan(into...); {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, db.failed(readingFacts, err)
	}
	return true, nil
}

// names is what a blob of these facts is sealed with.
func (k FactsKey) names(column string, version int) []string {
	return []string{column, string(k.Hash[:]), string(k.Language), strconv.Itoa(version)}
}

// KnownFacts lists every content that has facts of the version.
func (db *DB) KnownFacts(version int) (map[FactsKey]bool, error) {
	const doing = "listing facts"
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	if err := db.current(doing); err != nil {
		return nil, err
	}
	rows, err := db.sql.Query("SELECT hash, language FROM facts WHERE version = ?", version)
	if err != nil {
		return nil, db.failed(doing, err)
	}
	defer rows.Close()
	known := make(map[FactsKey]bool)
	var hash sql.RawBytes
	var language string
	for rows.Next() {
		if err := rows.Scan(&hash, &language); err != nil {
			return nil, db.failed(doing, err)
		}
		if len(hash) == len(code.Hash{}) {
			known[FactsKey{code.Hash(hash), code.LanguageID(language)}] = true
		}
	}
	if err := rows.Err(); err != nil {
		return nil, db.failed(doing, err)
	}
	return known, nil
}

// Packages lists what the stored contents of a language declare themselves
// part of, separated by line ends; contents that declare nothing are left out.
func (db *DB) Packages(language code.LanguageID, version int) (map[code.Hash]string, error) {
	const doing = "listing packages"
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	if err := db.current(doing); err != nil {
		return nil, err
	}
	rows, err := db.sql.Query("SELECT hash, names FROM packages WHERE language = ? AND version = ?", string(language), version)
	if err != nil {
		return nil, db.failed(doing, err)
	}
	defer rows.Close()
	out := make(map[code.Hash]string)
	var hash, sealed sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&hash, &sealed); err != nil {
			return nil, db.failed(doing, err)
		}
		if len(hash) != len(code.Hash{}) {
			return nil, fmt.Errorf("%s: %w: hash", doing, ErrDamaged)
		}
		key := FactsKey{code.Hash(hash), language}
		names, err := unseal(sealed, key.names("packages", version)...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", doing, err)
		}
		out[key.Hash] = string(names)
	}
	if err := rows.Err(); err != nil {
		return nil, db.failed(doing, err)
	}
	return out, nil
}

// Defines calls each with what names every stored content defines. The bytes
// are valid during the call only.
func (db *DB) Defines(version int, each func(key FactsKey, names []byte)) error {
	const doing = "listing names"
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	if err := db.current(doing); err != nil {
		return err
	}
	rows, err := db.sql.Query("SELECT hash, language, names FROM defines WHERE version = ?", version)
	if err != nil {
		return db.failed(doing, err)
	}
	defer rows.Close()
	var hash, language, sealed sql.RawBytes
	languages := make(map[string]code.LanguageID)
	for rows.Next() {
		if err := rows.Scan(&hash, &language, &sealed); err != nil {
			return db.failed(doing, err)
		}
		if len(hash) != len(code.Hash{}) {
			return fmt.Errorf("%s: %w: hash", doing, ErrDamaged)
		}
		id, ok := languages[string(language)]
		if !ok {
			id = code.LanguageID(language)
			languages[string(id)] = id
		}
		key := FactsKey{code.Hash(hash), id}
		names, err := unseal(sealed, key.names("defines", version)...)
		if err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
		each(key, names)
	}
	if err := rows.Err(); err != nil {
		return db.failed(doing, err)
	}
	return nil
}

// PutFacts stores facts in one transaction. Facts that are there already are
// left alone: equal keys have equal facts.
func (db *DB) PutFacts(version int, rows []FactsRow) error {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	// Packed before the transaction, so that other writers wait less.
	packed := make([]FactsRow, len(rows))
	for i, r := range rows {
		packed[i] = FactsRow{r.FactsKey,
			seal(db.codec.pack(r.Outline), r.names("outline", version)...),
			seal(db.codec.pack(r.Detail), r.names("detail", version)...), r.Packages, r.Defines}
	}
	return db.transaction("storing facts", func(tx *sql.Tx) error {
		insert, err := tx.Prepare("INSERT OR IGNORE INTO facts (hash, language, version, outline, detail) VALUES (?, ?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer insert.Close()
		declare, err := tx.Prepare("INSERT OR IGNORE INTO packages (hash, language, version, names) VALUES (?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer declare.Close()
		define, err := tx.Prepare("INSERT OR IGNORE INTO defines (hash, language, version, names) VALUES (?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer define.Close()
		for _, r := range packed {
			if _, err := insert.Exec(r.Hash[:], string(r.Language), version, r.Outline, r.Detail); err != nil {
				return err
			}
			if _, err := define.Exec(r.Hash[:], string(r.Language), version, seal(r.Defines, r.names("defines", version)...)); err != nil {
				return err
			}
			if r.Packages == "" {
				continue
			}
			if _, err := declare.Exec(r.Hash[:], string(r.Language), version, seal([]byte(r.Packages), r.names("packages", version)...)); err != nil {
				return err
			}
		}
		return nil
	})
}

// DropFacts forgets the facts of several contents, whatever their version,
// in one transaction. It returns how many there were.
func (db *DB) DropFacts(keys []FactsKey) (n int64, err error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	err = db.transaction("dropping facts", func(tx *sql.Tx) error {
		n = 0
		drop, err := tx.Prepare("DELETE FROM facts WHERE hash = ? AND language = ?")
		if err != nil {
			return err
		}
		defer drop.Close()
		for _, k := range keys {
			for _, table := range []string{"packages", "defines"} {
				if _, err := tx.Exec("DELETE FROM "+table+" WHERE hash = ? AND language = ?", k.Hash[:], string(k.Language)); err != nil {
					return err
				}
			}
			res, err := drop.Exec(k.Hash[:], string(k.Language))
			if err != nil {
				return err
			}
			one, err := res.RowsAffected()
			if err != nil {
				return err
			}
			n += one
		}
		return nil
	})
	return n, err
}
