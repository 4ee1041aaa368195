package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	databaseName = "index.db"
	leaseName    = "writer.lock"
	openName     = "open.lock"
)

// longestOpen is how long one process may keep others from opening: many
// times what opening takes, so only a process that is stopped exceeds it.
const longestOpen = 10 * time.Second

// lockHome keeps other processes from choosing, starting or replacing a
// generation until unlock is called.
func lockHome(home string) (unlock func(), err error) {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(home, openName)
	for deadline := time.Now().Add(longestOpen); ; time.Sleep(2 * time.Millisecond) {
		unlock, err := tryLock(path)
		if err == nil || !errors.Is(err, errLocked) {
			return unlock, err
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("locking %s: another process has held it for %v", path, longestOpen)
		}
	}
}

var errLocked = errors.New("locked by another process")

// generations lists the generations in home.
func generations(home string) []uint64 {
	entries, _ := os.ReadDir(home) // what is missing shows when it is opened
	var out []uint64
	for _, e := range entries {
		if n, err := strconv.ParseUint(e.Name(), 10, 64); err == nil && n > 0 && e.IsDir() {
			out = append(out, n)
		}
	}
	return out
}

// newest is the generation in use, or 0.
func newest(home string) uint64 {
	last := uint64(0)
	for _, n := range generations(home) {
		last = max(last, n)
	}
	return last
}

// join makes generation n the one this DB uses; 0 starts a new one and
// retires those before it. The caller holds the lock of lockHome, and inUse
// where others know the DB. After an error the DB is as before.
func (db *DB) join(n uint64) error {
	started := n == 0
	if started {
		// The clock makes the name new even after the whole cache was deleted.
		n = max(newest(db.home)+1, uint64(time.Now().UnixNano()))
	}
	dir := filepath.Join(db.home, strconv.FormatUint(n, 10))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	conn, err := connect(dir)
	var r reads
	if err == nil {
		if r, err = prepareReads(conn); err != nil {
			_ = conn.Close()
		}
	}
	if err != nil {
		if started {
			_ = os.RemoveAll(dir)
		}
		return err
	}
	opened, err := os.Stat(filepath.Join(dir, databaseName))
	if err != nil {
		_ = conn.Close()
		return err
	}
	db.dir, db.sql, db.reads, db.opened, db.watch = dir, conn, r, opened, nil
	for _, g := range generations(db.home) {
		if g < n {
			// Whoever has it open keeps what is open and is stale from now on.
			_ = os.RemoveAll(filepath.Join(db.home, strconv.FormatUint(g, 10)))
		}
	}
	return nil
}

// Lease takes the writer's lease if no process holds it. It is given up by
// release or by the death of its holder.
func (db *DB) Lease() (release func(), ok bool) {
	db.inUse.RLock()
	defer db.inUse.RUnlock()
	release, err := tryLock(filepath.Join(db.dir, leaseName))
	return release, err == nil
}
