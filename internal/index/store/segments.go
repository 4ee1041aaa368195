package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// SegmentKind tells segments of this format from those of other versions,
// which share the store: each version sees its own and leaves the others'
// alone. It names segment.FormatVersion.
const SegmentKind = "words.4"

// SegmentInfo describes a live segment.
type SegmentInfo struct {
	ID    int64
	Docs  int
	Bytes int64
}

// Segments lists the live segments, oldest first.
func (db *DB) Segments() ([]SegmentInfo, error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return db.segments(SegmentKind)
}

func (db *DB) segments(kind string) ([]SegmentInfo, error) {
	const doing = "listing segments"
	if err := db.current(doing); err != nil {
		return nil, err
	}
	rows, err := db.sql.Query("SELECT id, docs, bytes FROM segments WHERE kind = ? OR ? = '' ORDER BY id", kind, kind)
	if err != nil {
		return nil, db.failed(doing, err)
	}
	defer rows.Close()
	var out []SegmentInfo
	for rows.Next() {
		var s SegmentInfo
		if err := rows.Scan(&s.ID, &s.Docs, &s.Bytes); err != nil {
			return nil, db.failed(doing, err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		return nil, db.failed(doing, err)
	}
	return out, nil
}

func (db *DB) segmentPath(id int64) string {
	return filepath.Join(db.dir, fmt.Sprintf("seg-%d.words", id))
}

// StatSegment describes a segment's file as it is now. A file that differs
// from what it was has been damaged: segments never change.
func (db *DB) StatSegment(id int64) (fs.FileInfo, error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	return os.Stat(db.segmentPath(id))
}

// MapSegment returns the bytes of a live segment, mapped into memory. The
// mapping is shared and stays until the store is closed: views use a segment
// after it has been replaced. One that another process has replaced since it
// was listed gives fs.ErrNotExist without ErrDamaged: list again.
func (db *DB) MapSegment(id int64) ([]byte, error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if m := db.mappings[id]; m != nil {
		return m.bytes, nil
	}
	m, err := mapFile(db.segmentPath(id))
	if errors.Is(err, fs.ErrNotExist) {
		// The list is changed before the files go, so it tells the cases apart.
		live, listErr := db.segments(SegmentKind)
		if listErr != nil {
			return nil, listErr
		}
		if slices.ContainsFunc(live, func(s SegmentInfo) bool { return s.ID == id }) {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("opening segment %d: %w", id, err)
	}
	db.mappings[id] = m
	return m.bytes, nil
}

// RestSegment says that a mapped segment is not needed for now, so that a
// process that writes many does not hold all of them in memory.
func (db *DB) RestSegment(id int64) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if m := db.mappings[id]; m != nil {
		m.rest()
	}
}

// ReplaceSegments publishes a new segment in place of old ones (none of them
// for an addition; no bytes for a removal): the file is complete on disk before the
// transaction that makes it live, and the old files go after it. The caller
// holds the lease. It returns the new segment's number.
func (db *DB) ReplaceSegments(old []int64, docs int, segment []byte) (int64, error) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	if err := db.current("storing a segment"); err != nil {
		return 0, err
	}
	var id int64
	var tmp string
	if segment != nil {
		var err error
		if tmp, err = writeTemporary(db.dir, segment); err != nil {
			return 0, db.failed("storing a segment", err)
		}
	}
	err := db.transaction("storing a segment", func(tx *sql.Tx) error {
		for _, o := range old {
			if _, err := tx.Exec("DELETE FROM segments WHERE id = ?", o); err != nil {
				return err
			}
		}
		if segment == nil {
			return nil
		}
		res, err := tx.Exec("INSERT INTO segments (kind, docs, bytes) VALUES (?, ?, ?)", SegmentKind, docs, len(segment))
		if err != nil {
			return err
		}
		if id, err = res.LastInsertId(); err != nil {
			return err
		}
		if err := os.Rename(tmp, db.segmentPath(id)); err != nil {
			return err
		}
		return syncDir(db.dir)
	})
	if err != nil {
		if tmp != "" {
			_ = os.Remove(tmp)
		}
		return 0, err
	}
	for _, o := range old {
		// Other processes that have it mapped keep reading their mapping.
		_ = os.Remove(db.segmentPath(o))
	}
	return id, nil
}

// Sweep removes files that no live segment needs, left by a process that was
// killed. The caller holds the lease.
func (db *DB) Sweep() error {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	live, err := db.segments("") // other versions' too
	if err != nil {
		return err
	}
	keep := make(map[string]bool)
	for _, s := range live {
		keep[filepath.Base(db.segmentPath(s.ID))] = true
	}
	entries, err := os.ReadDir(db.dir)
	if err != nil {
		return db.failed("sweeping the index cache", err)
	}
	for _, e := range entries {
		name := e.Name()
		if (strings.HasPrefix(name, "seg-") || strings.HasPrefix(name, temporaryPrefix)) && !keep[name] {
			_ = os.Remove(filepath.Join(db.dir, name))
		}
	}
	return nil
}

const temporaryPrefix = "tmp-"

func writeTemporary(dir string, b []byte) (string, error) {
	f, err := os.CreateTemp(dir, temporaryPrefix+"*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
