// Package store keeps what has been derived from contents: facts and
// manifests in SQLite, segments of indexed text in files beside it. It is the only
// package that speaks SQL, and the only one that knows the cache's layout:
//
//	<cache>/<family>/family.txt           which repository this is; its time says when it was last used
//	<cache>/<family>/use.lock             held in common by all that have a store open
//	<cache>/<family>/v2/open.lock         held while a store is opened or replaced
//	<cache>/<family>/v2/<n>/index.db      facts, manifests, what is derived, the list of live segments
//	<cache>/<family>/v2/<n>/seg-N.words   segments, never changed once named
//	<cache>/<family>/v2/<n>/writer.lock   held by the process that fills the index
//
// n is a generation: the largest is in use, and its name is never used again.
// A damaged store is replaced by starting the next one, because SQLite removes
// and reopens its log by name: a process that still has the old files open
// would do that to the new ones if the names were the same.
//
// Everything in it can be derived again, so a damaged store is thrown away,
// and deleting the folder loses nothing but time. Every change is one
// transaction: a process killed at any moment leaves the old or the new state.
//
// The main type is DB.
package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// SchemaVersion numbers the tables and files. Another version lives in
// another folder, so that binaries of different age never meet.
const SchemaVersion = 3

// ErrDamaged says that the store's bytes are not what was written. The caller
// may Reset it.
var ErrDamaged = errors.New("index cache is damaged")

// errStale is ErrDamaged because the answer is the same, Reset: it joins the
// store that the other process has started.
var errStale = fmt.Errorf("%w: another process has replaced it", ErrDamaged)

// DB is an open store. Its methods may be called from several goroutines, and
// several processes may have the same store open.
type DB struct {
	home   string // the folder of this schema version
	family string
	codec  *codec

	// inUse is held for reading while sql and dir are used, and for writing
	// while Reset exchanges them.
	inUse  sync.RWMutex
	dir    string // the generation's folder
	sql    *sql.DB
	reads  reads
	opened fs.FileInfo // index.db as it was opened

	release func() // of the folder, see holdDir

	mu       sync.Mutex
	mappings map[int64]*mapping
	retired  []*mapping // of generations before this one

	changedMu sync.Mutex
	watch     *sql.Conn // one connection, so that its data version can be compared
	version   int64
}

// FamilyDir is where the store of a repository family lies below the cache
// directory. family is an absolute path.
func FamilyDir(cache, family string) string {
	sum := sha256.Sum256([]byte(family))
	name := filepath.Base(family)
	if name == ".git" {
		name = filepath.Base(filepath.Dir(family))
	}
	name = strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
	return filepath.Join(cache, strings.TrimLeft(name, ".")+"-"+hex.EncodeToString(sum[:6]))
}

const schema = `
CREATE TABLE IF NOT EXISTS facts (
	hash BLOB NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL,
	outline BLOB NOT NULL, detail BLOB NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS facts_key ON facts (hash, language, version);
CREATE TABLE IF NOT EXISTS packages (
	hash BLOB NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL, names BLOB NOT NULL,
	PRIMARY KEY (language, version, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS defines (
	hash BLOB NOT NULL, language TEXT NOT NULL, version INTEGER NOT NULL, names BLOB NOT NULL,
	PRIMARY KEY (version, language, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS derived (
	root TEXT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,
	PRIMARY KEY (root, kind)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dirs (
	root TEXT NOT NULL, path TEXT NOT NULL, state BLOB NOT NULL,
	PRIMARY KEY (root, path)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS segments (
	id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, docs INTEGER NOT NULL, bytes INTEGER NOT NULL);
`

// Open opens the store in dir, a folder that FamilyDir named, and creates it
// if it is not there. A store that is damaged beyond opening is replaced.
// family is written beside it for people to read.
func Open(dir, family string) (*DB, error) {
	home := filepath.Join(dir, fmt.Sprintf("v%d", SchemaVersion))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("creating the index cache: %w", err)
	}
	release := holdDir(dir)
	db, err := openHeld(dir, home, family)
	if err != nil {
		release()
		return nil, err
	}
	db.release = release
	used(dir)
	return db, nil
}

// openHeld is Open for a folder that is held.
func openHeld(dir, home, family string) (*DB, error) {
	if err := label(dir, family); err != nil {
		return nil, fmt.Errorf("creating the index cache: %w", err)
	}
	c, err := newCodec()
	if err != nil {
		return nil, err
	}
	db := &DB{home: home, family: family, codec: c, mappings: make(map[int64]*mapping)}
	unlock, err := lockHome(home)
	if err != nil {
		return nil, fmt.Errorf("opening the index cache: %w", err)
	}
	defer unlock()
	err = db.join(newest(home))
	if errors.Is(err, ErrDamaged) {
		err = db.join(0)
	}
	if err != nil {
		c.close()
		return nil, fmt.Errorf("opening the index cache: %w", err)
	}
	return db, nil
}

// label writes into dir what tells people whose it is, unless it is there.
func label(dir, family string) error {
	for _, f := range []struct{ name, text string }{
		{familyName, family + "\n"},
		{".gitignore", "*\n"}, // a cache that somebody keeps inside a repository must not show there
	} {
		path := filepath.Join(dir, f.name)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		if err := os.WriteFile(path, []byte(f.text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// connect opens the database file in dir and makes the tables if they are not there.
func connect(dir string) (*sql.DB, error) {
	conn, err := openDatabase(filepath.Join(dir, databaseName), "cache_size(-4096)", "journal_size_limit(16777216)")
	if err != nil {
		return nil, err
	}
	conn.SetMaxOpenConns(5) // one of them is for Changed
	conn.SetMaxIdleConns(5)
	var version int
	err = conn.QueryRow("PRAGMA user_version").Scan(&version)
	if err == nil && version != SchemaVersion {
		_, err = conn.Exec("BEGIN IMMEDIATE;" + schema + fmt.Sprintf("PRAGMA user_version = %d; COMMIT;", SchemaVersion))
	}
	if err != nil {
		_ = conn.Close()
		return nil, classify(err)
	}
	return conn, nil
}

// openDatabase opens a database file, with settings of its own beside those of all.
func openDatabase(path string, pragmas ...string) (*sql.DB, error) {
	query := url.Values{}
	// The waits are long because they happen only while another process
	// commits; WAL readers never wait at all. The file is not mapped: a mapped
	// one that is cut short ends the process where a read gives an error.
	for _, p := range append([]string{"busy_timeout(10000)", "journal_mode(wal)", "synchronous(normal)", "cell_size_check(1)"}, pragmas...) {
		query.Add("_pragma", p)
	}
	// This concerns transactions only; single reads take no write lock.
	query.Set("_txlock", "immediate")
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}).String())
}

// Dir is the folder the store's files lie in.
func (db *DB) Dir() string {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return db.dir
}

// Stale reports whether the store's files have been removed or replaced by
// somebody else. What was read from it stays true; what is written to it is
// refused with ErrDamaged. Reset joins the store that took its place.
func (db *DB) Stale() bool {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return db.stale()
}

func (db *DB) stale() bool {
	now, err := os.Stat(filepath.Join(db.dir, databaseName))
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return !os.SameFile(db.opened, now)
}

// Changed reports whether anything may have been written to the store, by
// this process or another, since it was last asked. The first answer is true.
func (db *DB) Changed() bool {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	db.changedMu.Lock()
	defer db.changedMu.Unlock()
	ctx := context.Background()
	if db.watch == nil {
		conn, err := db.sql.Conn(ctx)
		if err != nil {
			return true // whoever looks closer gets the error
		}
		db.watch, db.version = conn, -1
	}
	var version int64
	if err := db.watch.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
		return true
	}
	changed := version != db.version
	db.version = version
	return changed || db.stale()
}

// Close releases the database and unmaps every segment. Segments handed out
// must not be used afterwards.
func (db *DB) Close() error {
	db.inUse.Lock()
	defer db.inUse.Unlock()
	db.mu.Lock()
	for id, m := range db.mappings {
		m.close()
		delete(db.mappings, id)
	}
	for _, m := range db.retired {
		m.close()
	}
	db.retired = nil
	db.mu.Unlock()
	err := db.disconnect()
	db.codec.close()
	used(filepath.Dir(db.home))
	db.release()
	return err
}

// disconnect closes the database. The caller holds inUse.
func (db *DB) disconnect() error {
	if db.watch != nil {
		_ = db.watch.Close()
		db.watch = nil
	}
	return db.sql.Close()
}

// Reset throws the store's contents away and starts an empty one, for a store
// that is damaged; one that another process has started since is joined.
// Segments that were handed out stay readable.
func (db *DB) Reset() error {
	db.inUse.Lock()
	defer db.inUse.Unlock()
	// The file that is held may be gone with the store.
	release := holdDir(filepath.Dir(db.home))
	db.release()
	db.release = release
	_ = label(filepath.Dir(db.home), db.family) // it may be gone too; nothing depends on it
	unlock, err := lockHome(db.home)
	if err != nil {
		return fmt.Errorf("resetting the index cache: %w", err)
	}
	defer unlock()
	old, watch := db.sql, db.watch
	n := uint64(0)
	if db.stale() {
		n = newest(db.home)
	}
	err = db.join(n)
	if n > 0 && errors.Is(err, ErrDamaged) {
		err = db.join(0)
	}
	if err != nil {
		return fmt.Errorf("resetting the index cache: %w", err)
	}
	if watch != nil {
		_ = watch.Close()
	}
	_ = old.Close()
	db.mu.Lock()
	defer db.mu.Unlock()
	for id, m := range db.mappings {
		db.retired = append(db.retired, m)
		delete(db.mappings, id)
	}
	return nil
}

// classify marks errors that mean damage.
func classify(err error) error {
	var se *sqlite.Error
	if errors.As(err, &se) {
		switch se.Code() & 0xff {
		case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if strings.Contains(se.Error(), "no such table") || strings.Contains(se.Error(), "no such column") {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	return err
}

// failed gives an error its context, and marks those that mean damage. The
// caller holds inUse.
func (db *DB) failed(doing string, err error) error {
	err = classify(err)
	if !errors.Is(err, ErrDamaged) && db.stale() {
		err = fmt.Errorf("%w: %w", errStale, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// current fails when the store has been replaced. The caller holds inUse.
func (db *DB) current(doing string) error {
	if db.stale() {
		return fmt.Errorf("%s: %w", doing, errStale)
	}
	return nil
}

// transaction runs f in one immediate transaction. The caller holds inUse.
func (db *DB) transaction(doing string, f func(tx *sql.Tx) error) error {
	if err := db.current(doing); err != nil {
		return err
	}
	if err := transact(db.sql, f); err != nil {
		return db.failed(doing, err)
	}
	return nil
}

// transact runs f in one immediate transaction.
func transact(conn *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := conn.Begin()
	if err != nil {
		return err
	}
	if err = f(tx); err == nil {
		err = tx.Commit()
	}
	if err != nil {
		_ = tx.Rollback()
	}
	return err
}
