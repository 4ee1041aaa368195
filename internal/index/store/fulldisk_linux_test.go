package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("mounting a small file system:", err)
	}
	defer func() { must(t, unix.Unmount(dir, unix.MNT_DETACH)) }()
	db, err := Open(filepath.Join(dir, "c"), "f")
	must(t, err)
	defer db.Close()
	must(t, db.PutFacts(1, []FactsRow{row(0)}))
	_, err = db.ReplaceSegments(nil, 1, segmentOf(0))
	must(t, err)
	must(t, untilRefused(db))
	// There is room for another process's start, or a clear refusal.
	if again, err := Open(filepath.Join(dir, "c"), "f"); err == nil {
		if known, err := again.KnownFacts(1); err != nil || len(known) == 0 {
			t.Errorf("%d facts, %v", len(known), err)
		}
		must(t, again.Close())
	} else if errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
	// A disk that is full from the beginning.
	must(t, os.WriteFile(filepath.Join(dir, "ballast"), nil, 0o600))
	f, err := os.OpenFile(filepath.Join(dir, "ballast"), os.O_WRONLY, 0o600)
	must(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	_ = f.Close()
	if _, err := Open(filepath.Join(dir, "d"), "f"); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("a new store without room: %v", err)
	}
}
