//go:build unix

package store

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// age sets the time of everything below dir.
func age(t *testing.T, dir string, at time.Time) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(p string, _ os.DirEntry, err error) error {
		if err == nil {
			err = os.Chtimes(p, at, at)
		}
		return err
	}))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestCollect(t *testing.T) {
	cache := t.TempDir()
	limit := time.Now().Add(-30 * 24 * time.Hour)
	long := limit.Add(-time.Hour)
	made := func(name string) (string, *DB) {
		dir := filepath.Join(cache, name)
		db, err := Open(dir, "/repositories/"+name)
		must(t, err)
		must(t, db.PutFacts(1, []FactsRow{row(1)}))
		return dir, db
	}
	old, db := made("old")
	must(t, db.Close())
	age(t, old, long)
	fresh, db := made("fresh")
	must(t, db.Close())
	inUse, held := made("in-use")
	age(t, inUse, long)
	remembers, db := made("remembers")
	must(t, db.Close())
	memory := memoryIn(t, remembers)
	must(t, memory.SetCheckpoint("/r", someTime, []byte("x")))
	age(t, remembers, long)
	// A process of another version holds no lock but its own.
	filled, db := made("filled")
	must(t, db.Close())
	lease, err := tryLock(filepath.Join(db.dir, leaseName))
	must(t, err)
	age(t, filled, long)
	must(t, os.Mkdir(filepath.Join(cache, "of-somebody-else"), 0o700))
	must(t, os.WriteFile(filepath.Join(cache, "note"), nil, 0o600))
	age(t, filepath.Join(cache, "of-somebody-else"), long)

	families, err := Families(cache)
	must(t, err)
	if len(families) != 5 || families[4].Path != "/repositories/remembers" || !families[4].Used.Equal(long) || families[1].Used.Before(limit) || families[0].Size() < 4096 {
		t.Errorf("%+v", families)
	}
	gone, err := Collect(cache, limit)
	must(t, err)
	if len(gone) != 2 || gone[0].Dir != old || gone[1].Dir != remembers {
		t.Errorf("gone: %+v", gone)
	}
	if exists(old) || !exists(fresh) || !exists(inUse) || !exists(filled) || !exists(filepath.Join(cache, "of-somebody-else")) {
		t.Error("not the old one was removed")
	}
	if _, _, ok, err := memory.Checkpoint(t.Context(), "/r"); !ok || err != nil || !HasMemory(remembers) || exists(filepath.Join(remembers, familyName)) {
		t.Error("the memory is gone, or the store beside it is not", err)
	}
	if held.Stale() {
		t.Error("a store in use was removed")
	}
	// Closing is a use.
	must(t, held.Close())
	lease()
	if gone, err := Collect(cache, limit); err != nil || len(gone) != 1 || gone[0].Dir != filled {
		t.Errorf("%+v, %v", gone, err)
	}
	age(t, inUse, long)
	if gone, err := Collect(cache, limit); err != nil || len(gone) != 1 || gone[0].Dir != inUse {
		t.Errorf("%+v, %v", gone, err)
	}
	if gone, err := Collect(filepath.Join(cache, "nowhere"), limit); err != nil || gone != nil {
		t.Errorf("%+v, %v", gone, err)
	}
}

// A store that was thrown away while it was open, and made anew, is in use as before.
func TestCollectAfterReset(t *testing.T) {
	cache := t.TempDir()
	dir := filepath.Join(cache, "f")
	db := open(t, dir)
	must(t, Remove(dir))
	must(t, db.Reset())
	if families, err := Families(cache); err != nil || len(families) != 1 || families[0].Path != "/some/family" {
		t.Errorf("%+v, %v", families, err)
	}
	age(t, dir, someTime)
	if gone, err := Collect(cache, time.Now()); err != nil || len(gone) != 0 {
		t.Errorf("%+v, %v", gone, err)
	}
}

// Whoever opens a store while others remove it gets one that stays.
func TestCollectWhileOpening(t *testing.T) {
	cache := t.TempDir()
	dir := filepath.Join(cache, "f")
	var done atomic.Bool
	var removing sync.WaitGroup
	removed := 0
	removing.Go(func() {
		for !done.Load() {
			gone, err := Collect(cache, time.Now().Add(time.Hour))
			if err != nil {
				t.Error(err)
			}
			removed += len(gone)
		}
	})
	for i := range 60 {
		db, err := Open(dir, "f")
		must(t, err)
		if err := db.PutFacts(1, []FactsRow{row(i)}); err != nil || db.Stale() {
			t.Errorf("round %d: %v, stale %v", i, err, db.Stale())
		}
		must(t, db.Close())
	}
	done.Store(true)
	removing.Wait()
	if removed == 0 {
		t.Error("nothing was ever removed")
	}
}

func TestRemoveKeepsTheMemory(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	m := memoryIn(t, dir)
	must(t, m.SetCheckpoint("/r", someTime, []byte("x")))
	must(t, Remove(dir))
	if _, body, ok, err := m.Checkpoint(t.Context(), "/r"); string(body) != "x" || !ok || err != nil || !HasMemory(dir) || !db.Stale() {
		t.Errorf("%q %v %v", body, ok, err)
	}
}

func TestDue(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "family")
	var times atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if Due(dir, time.Hour) {
				times.Add(1)
			}
		})
	}
	all.Wait()
	if times.Load() != 1 || Due(dir, time.Hour) {
		t.Errorf("due %d times", times.Load())
	}
	age(t, dir, time.Now().Add(-2*time.Hour))
	if !Due(dir, time.Hour) || Due(dir, time.Hour) {
		t.Error("not due again after the time, or twice")
	}
}
