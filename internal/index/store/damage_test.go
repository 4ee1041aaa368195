package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"sextant/internal/index/segment"
)

// wellFilled makes a store whose log has not been written back, and returns
// copies of its files as they lay while it was open.
func wellFilled(t *testing.T) map[string][]byte {
	t.Helper()
	db := open(t, t.TempDir())
	for i := range 60 {
		must(t, db.PutFacts(1, []FactsRow{row(4 * i), row(4*i + 1), row(4*i + 2), row(4*i + 3)}))
		must(t, db.SaveDirs("/r", map[string][]byte{string(rune('a' + i)): row(i).Detail}, nil))
	}
	// Half of it goes into the database proper.
	_, err := db.sql.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	must(t, err)
	for i := 60; i < 90; i++ {
		must(t, db.PutFacts(1, []FactsRow{row(4 * i), row(4*i + 1), row(4*i + 2), row(4*i + 3)}))
	}
	_, err = db.ReplaceSegments(nil, 1, segmentOf(1))
	must(t, err)
	files := make(map[string][]byte)
	for _, name := range []string{databaseName, databaseName + "-wal", "seg-1.words"} {
		if files[name], err = os.ReadFile(filepath.Join(db.Dir(), name)); err != nil || len(files[name]) == 0 {
			t.Fatalf("%s: %d bytes, %v", name, len(files[name]), err)
		}
	}
	return files
}

// TestDamageNeverGivesWrongAnswers spoils the files of a store in many ways.
// Whatever it then says is either true, or nothing, or ErrDamaged.
func TestDamageNeverGivesWrongAnswers(t *testing.T) {
	files := wellFilled(t)
	r := rand.New(rand.NewPCG(5, 6))
	noticed, rounds := 0, 60
	if testing.Short() {
		rounds = 20
	}
	for round := range rounds {
		dir := t.TempDir()
		gen := filepath.Join(dir, fmt.Sprintf("v%d", SchemaVersion), "1")
		must(t, os.MkdirAll(gen, 0o700))
		target := []string{databaseName, databaseName, databaseName + "-wal", "seg-1.words"}[round%4]
		for name, b := range files {
			if name == target {
				b = bytes.Clone(b)
				switch r.IntN(5) {
				case 0:
					b = b[:r.IntN(len(b))]
				case 1: // a block of zeros, as after a power failure
					at := r.IntN(len(b))
					clear(b[at:min(len(b), at+4096)])
				case 2: // two pages exchanged
					if len(b) > 3*4096 {
						x, y := r.IntN(len(b)/4096)*4096, r.IntN(len(b)/4096)*4096
						page := bytes.Clone(b[x : x+4096])
						copy(b[x:x+4096], b[y:y+4096])
						copy(b[y:], page)
					}
				default:
					for range 1 + r.IntN(40) {
						b[r.IntN(len(b))] = byte(r.Uint32())
					}
				}
			}
			must(t, os.WriteFile(filepath.Join(gen, name), b, 0o600))
		}
		db, err := Open(dir, "f")
		if err != nil {
			t.Fatalf("round %d: a damaged store must be replaced: %v", round, err)
		}
		if interrogate(t, round, db) {
			noticed++
		}
		must(t, db.Reset())
		must(t, db.PutFacts(1, []FactsRow{row(1)}))
		if known, err := db.KnownFacts(1); err != nil || len(known) != 1 {
			t.Fatalf("round %d: after a reset: %d facts, %v", round, len(known), err)
		}
		must(t, db.Close())
	}
	if noticed < rounds/4 {
		t.Errorf("only %d of %d damages were noticed", noticed, rounds)
	}
}

// interrogate asks everything and reports whether damage was noticed.
func interrogate(t *testing.T, round int, db *DB) (noticed bool) {
	t.Helper()
	expect := func(doing string, err error) bool {
		if err == nil {
			return true
		}
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("round %d: %s: %v", round, doing, err)
		}
		noticed = true
		return false
	}
	known, err := db.KnownFacts(1)
	if expect("listing", err) && len(known) != 360 {
		noticed = true
	}
	for i := range 360 {
		if b, ok, err := db.Outline(key(i), 1); expect("outline", err) && ok && !bytes.Equal(b, row(i).Outline) {
			t.Fatalf("round %d: the outline of %d is %q", round, i, b)
		}
		if _, b, ok, err := db.Facts(key(i), 1); expect("detail", err) && ok && !bytes.Equal(b, row(i).Detail) {
			t.Fatalf("round %d: the detail of %d is %q", round, i, b)
		}
	}
	dirs, err := db.LoadDirs("/r")
	if expect("manifest", err) {
		for p, b := range dirs {
			if i := []rune(p)[0] - 'a'; !bytes.Equal(b, row(int(i)).Detail) {
				t.Fatalf("round %d: directory %q is %q", round, p, b)
			}
		}
	}
	infos, err := db.Segments()
	if expect("segments", err) {
		for _, s := range infos {
			b, err := db.MapSegment(s.ID)
			if !expect("mapping", err) {
				continue
			}
			if seg, err := segment.Open(b); err != nil {
				noticed = true
			} else if _, ok := seg.Find(key(1).Hash); !ok {
				t.Fatalf("round %d: a segment of other contents", round)
			}
		}
	}
	expect("writing facts", db.PutFacts(1, []FactsRow{row(1000)}))
	expect("writing the manifest", db.SaveDirs("/r", map[string][]byte{"new": nil}, []string{"a"}))
	_, err = db.ReplaceSegments([]int64{1}, 1, segmentOf(3))
	expect("writing a segment", err)
	return noticed
}

func TestBlobsAreBoundToTheirKeys(t *testing.T) {
	db := open(t, t.TempDir())
	must(t, db.PutFacts(1, []FactsRow{row(1), row(2)}))
	// What a damaged index does: another key's row, whole in itself.
	one, two := key(1), key(2)
	_, err := db.sql.Exec("UPDATE facts SET outline = (SELECT outline FROM facts WHERE hash = ?), detail = outline WHERE hash = ?",
		two.Hash[:], one.Hash[:])
	must(t, err)
	if _, _, err := db.Outline(key(1), 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("another content's outline was served: %v", err)
	}
	if _, _, _, err := db.Facts(key(1), 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("an outline was served as detail: %v", err)
	}
}
