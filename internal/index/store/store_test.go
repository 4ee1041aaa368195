package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/segment"
)

// key names the facts that the tests store for number i.
func key(i int) FactsKey {
	return FactsKey{code.Hash(sha256.Sum256(binary.AppendVarint(nil, int64(i)))), "go"}
}

// row is what the tests store under key(i); its content tells its key.
func row(i int) FactsRow {
	text := fmt.Sprintf("facts %d ", i)
	return FactsRow{key(i), []byte("outline " + strings.Repeat(text, i%50)), []byte("detail " + strings.Repeat(text, i%90)), strings.Repeat("a.b", i%3), []byte(text)}
}

// segmentOf is a small one that holds document number i.
func segmentOf(i int) []byte {
	b := segment.NewBuilder()
	b.Add(segment.Doc{Hash: key(i).Hash}, fmt.Appendf(nil, "common word%d", i))
	return b.Finish()
}

func open(t testing.TB, dir string) *DB {
	t.Helper()
	db, err := Open(dir, "/some/family")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFacts(t *testing.T) {
	db := open(t, t.TempDir())
	must(t, db.PutFacts(1, []FactsRow{row(0), row(1), row(2), {FactsKey: FactsKey{key(1).Hash, "tsx"}}}))
	must(t, db.PutFacts(2, []FactsRow{{FactsKey: key(1), Outline: []byte("newer")}}))
	// Equal keys have equal facts: what is there stays.
	must(t, db.PutFacts(1, []FactsRow{{FactsKey: key(1), Outline: []byte("other"), Detail: []byte("other")}, row(3)}))
	must(t, db.PutFacts(1, nil))
	for i := range 4 {
		outline, ok, err := db.Outline(key(i), 1)
		if err != nil || !ok || !bytes.Equal(outline, row(i).Outline) {
			t.Errorf("outline %d: %q %v %v", i, outline, ok, err)
		}
		both, more, ok, err := db.Facts(key(i), 1)
		if !ok || err != nil || !bytes.Equal(both, outline) {
			t.Fatal(ok, err)
		}
		_, detail, ok, err := db.Facts(key(i), 1)
		if !bytes.Equal(more, detail) {
			t.Fatal("detail")
		}
		if err != nil || !ok || !bytes.Equal(detail, row(i).Detail) {
			t.Errorf("detail %d: %q %v %v", i, detail, ok, err)
		}
	}
	if b, ok, err := db.Outline(key(1), 2); err != nil || !ok || string(b) != "newer" {
		t.Errorf("version 2: %q %v %v", b, ok, err)
	}
	if _, b, ok, err := db.Facts(FactsKey{key(1).Hash, "tsx"}, 1); err != nil || !ok || len(b) != 0 {
		t.Errorf("empty detail: %q %v %v", b, ok, err)
	}
	for _, miss := range []struct {
		k FactsKey
		v int
	}{{key(9), 1}, {key(0), 2}, {FactsKey{key(0).Hash, "tsx"}, 1}} {
		if _, ok, err := db.Outline(miss.k, miss.v); ok || err != nil {
			t.Errorf("%v version %d: found %v, %v", miss.k, miss.v, ok, err)
		}
	}
	known, err := db.KnownFacts(1)
	want := map[FactsKey]bool{key(0): true, key(1): true, key(2): true, key(3): true, {key(1).Hash, "tsx"}: true}
	if err != nil || !reflect.DeepEqual(known, want) {
		t.Errorf("known: %v, %v", known, err)
	}
	if n, err := db.DropFacts([]FactsKey{key(1)}); n != 2 || err != nil {
		t.Errorf("dropped %d, %v", n, err)
	}
	if n, err := db.DropFacts(slices.Collect(maps.Keys(want))); n != 4 || err != nil {
		t.Errorf("dropped %d, %v", n, err)
	}
}

func TestDirs(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	odd := "caf\xe9/\x00'\"検索"
	must(t, db.SaveDirs("/a", map[string][]byte{"": []byte("root"), "x": []byte("1"), odd: {}}, nil))
	must(t, db.SaveDirs("/b", map[string][]byte{"": []byte("other")}, nil))
	must(t, db.SaveDirs("/a", map[string][]byte{"y": []byte("2"), "x": []byte("3")}, []string{"", "never there"}))
	db = open(t, dir)
	got, err := db.LoadDirs("/a")
	if want := map[string][]byte{"x": []byte("3"), "y": []byte("2"), odd: {}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	must(t, db.SaveDirs("/a", nil, slices.Collect(maps.Keys(got))))
	for root, want := range map[string]int{"/a": 0, "/b": 1} {
		if got, err := db.LoadDirs(root); err != nil || len(got) != want {
			t.Errorf("%s: %q, %v", root, got, err)
		}
	}
}

// segmentsOpen checks that every listed segment is whole, and returns the ids.
func segmentsOpen(t testing.TB, db *DB) []int64 {
	t.Helper()
	infos, err := db.Segments()
	must(t, err)
	var ids []int64
	for _, s := range infos {
		b, err := db.MapSegment(s.ID)
		must(t, err)
		seg, err := segment.Open(b)
		must(t, err)
		if seg.Len() != s.Docs || int64(len(b)) != s.Bytes {
			t.Errorf("segment %d: %d documents and %d bytes, listed as %+v", s.ID, seg.Len(), len(b), s)
		}
		ids = append(ids, s.ID)
	}
	return ids
}

func TestSegments(t *testing.T) {
	dir := t.TempDir()
	db, other := open(t, dir), open(t, dir)
	var ids []int64
	for i := range 3 {
		id, err := db.ReplaceSegments(nil, 1, segmentOf(i))
		must(t, err)
		ids = append(ids, id)
	}
	if got := segmentsOpen(t, other); !reflect.DeepEqual(got, ids) {
		t.Fatalf("got %v, want %v", got, ids)
	}
	old, err := other.MapSegment(ids[0])
	must(t, err)
	merged, err := db.ReplaceSegments(ids[:2], 1, segmentOf(9))
	must(t, err)
	if got, want := segmentsOpen(t, other), []int64{ids[2], merged}; !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	if _, err := segment.Open(old); err != nil {
		t.Errorf("a mapped segment was lost with its file: %v", err)
	}
	// One that was replaced between listing and mapping is not damage.
	if _, err := db.MapSegment(ids[1]); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrDamaged) {
		t.Errorf("a replaced segment: %v", err)
	}
	// One whose file is gone while it is listed is.
	must(t, os.Remove(db.segmentPath(ids[2])))
	if _, err := db.MapSegment(ids[2]); !errors.Is(err, ErrDamaged) {
		t.Errorf("a lost segment: %v", err)
	}
	if id, err := db.ReplaceSegments([]int64{ids[2]}, 0, nil); id != 0 || err != nil {
		t.Errorf("removing: %d, %v", id, err)
	}
	for _, left := range []string{"tmp-123", "seg-99.words", "seg-77.words"} {
		must(t, os.WriteFile(filepath.Join(db.Dir(), left), []byte("x"), 0o600))
	}
	must(t, db.Sweep())
	if got := segmentsOpen(t, open(t, dir)); !reflect.DeepEqual(got, []int64{merged}) {
		t.Errorf("got %v", got)
	}
	if n := leftovers(t, db); n != 0 {
		t.Errorf("%d files are left over", n)
	}
}

// leftovers counts segment and temporary files that no listed segment needs.
func leftovers(t testing.TB, db *DB) int {
	t.Helper()
	infos, err := db.Segments()
	must(t, err)
	entries, err := os.ReadDir(db.Dir())
	must(t, err)
	n := -len(infos)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "seg-") || strings.HasPrefix(e.Name(), "tmp-") {
			n++
		}
	}
	return n
}

func TestReadersDoNotWaitForWriters(t *testing.T) {
	dir := t.TempDir()
	db, other := open(t, dir), open(t, dir)
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	tx, err := db.sql.Begin()
	must(t, err)
	_, err = tx.Exec("DELETE FROM facts")
	must(t, err)
	start := time.Now()
	for _, d := range []*DB{db, other} {
		if _, ok, err := d.Outline(key(1), 1); !ok || err != nil {
			t.Errorf("found %v, %v", ok, err)
		}
		if _, err := d.Segments(); err != nil {
			t.Error(err)
		}
		if known, err := d.KnownFacts(1); len(known) != 1 || err != nil {
			t.Errorf("%d known, %v", len(known), err)
		}
	}
	// A reader that had to wait would wait for the whole busy time-out.
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("reading took %v while another was writing", took)
	}
	must(t, tx.Rollback())
}

func TestTheLogStaysSmall(t *testing.T) {
	db := open(t, t.TempDir())
	for i := range 40 {
		var rows []FactsRow
		for k := range 20 {
			rows = append(rows, FactsRow{FactsKey: key(i*20 + k), Outline: noise(i*20+k, 40_000)})
		}
		must(t, db.PutFacts(1, rows))
	}
	st, err := os.Stat(filepath.Join(db.Dir(), databaseName+"-wal"))
	must(t, err)
	all, err := os.Stat(filepath.Join(db.Dir(), databaseName))
	must(t, err)
	if st.Size() > 20<<20 || all.Size() < 25<<20 {
		t.Errorf("log of %d bytes beside a database of %d", st.Size(), all.Size())
	}
}

// noise gives bytes that do not compress.
func noise(seed, n int) []byte {
	out := make([]byte, n)
	_, _ = rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "%d", seed))).Read(out)
	return out
}

func TestChanged(t *testing.T) {
	dir := t.TempDir()
	db, other := open(t, dir), open(t, dir)
	if !db.Changed() {
		t.Error("the first answer is no")
	}
	if db.Changed() {
		t.Error("changed by nobody")
	}
	must(t, other.PutFacts(1, []FactsRow{row(1)}))
	if !db.Changed() || db.Changed() {
		t.Error("another's change must be told once")
	}
	must(t, other.Reset())
	if !db.Changed() || !db.Stale() {
		t.Error("a replacement was not noticed")
	}
}

func TestResetUnderAnotherUser(t *testing.T) {
	dir := t.TempDir()
	db, other := open(t, dir), open(t, dir)
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	id, err := db.ReplaceSegments(nil, 1, segmentOf(1))
	must(t, err)
	old, err := other.MapSegment(id)
	must(t, err)
	must(t, db.Reset())
	if known, err := db.KnownFacts(1); len(known) != 0 || err != nil {
		t.Errorf("%d facts after a reset, %v", len(known), err)
	}
	if db.Stale() || !other.Stale() {
		t.Errorf("stale: %v and %v", db.Stale(), other.Stale())
	}
	// Whatever the other writes is refused, not lost in silence.
	for doing, err := range map[string]error{
		"facts": other.PutFacts(1, []FactsRow{row(2)}),
		"dirs":  other.SaveDirs("/a", map[string][]byte{"": nil}, nil),
		"list":  func() error { _, err := other.Segments(); return err }(),
		"segment": func() error {
			_, err := other.ReplaceSegments(nil, 1, segmentOf(2))
			return err
		}(),
	} {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", doing, err)
		}
	}
	if _, ok := other.Lease(); ok {
		t.Error("the lease of a store that is gone was given")
	}
	// The same numbers come again with other bytes.
	again, err := db.ReplaceSegments(nil, 1, segmentOf(7))
	must(t, err)
	must(t, db.PutFacts(1, []FactsRow{row(3)}))
	must(t, other.Reset())
	if known, err := other.KnownFacts(1); len(known) != 1 || err != nil {
		t.Errorf("a second reset threw away what the first had started: %d facts, %v", len(known), err)
	}
	if got := segmentsOpen(t, other); !reflect.DeepEqual(got, []int64{again}) {
		t.Errorf("segments %v", got)
	}
	b, err := other.MapSegment(again)
	must(t, err)
	if !bytes.Equal(b, segmentOf(7)) {
		t.Error("the bytes of a segment of the store before are served")
	}
	if _, err := segment.Open(old); err != nil {
		t.Errorf("a segment that was handed out is unreadable: %v", err)
	}
	if db.Stale() || other.Stale() {
		t.Error("stale after joining")
	}
	entries, err := os.ReadDir(db.home)
	must(t, err)
	if len(entries) != 2 { // the lock and one generation
		t.Errorf("old generations are left: %v", entries)
	}
}

func TestDeletedCache(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	must(t, Remove(dir))
	must(t, db.Reset())
	must(t, db.PutFacts(1, []FactsRow{row(1)}))
	must(t, Remove(dir))
	if !db.Stale() || !errors.Is(db.PutFacts(1, []FactsRow{row(2)}), ErrDamaged) {
		t.Error("the loss was not noticed")
	}
	fresh := open(t, dir)
	must(t, fresh.PutFacts(1, []FactsRow{row(4)}))
	must(t, db.Reset())
	known, err := db.KnownFacts(1)
	if err != nil || !reflect.DeepEqual(known, map[FactsKey]bool{key(4): true}) {
		t.Errorf("got %v, %v", known, err)
	}
}

func TestFamilyDir(t *testing.T) {
	a, b := FamilyDir("/c", "/x/repo/.git"), FamilyDir("/c", "/y/repo/.git")
	if a == b || !strings.HasPrefix(a, filepath.Join("/c", "repo-")) {
		t.Errorf("%s and %s", a, b)
	}
	if got := FamilyDir("/c", "/x/../é b/..odd"); filepath.Dir(got) != filepath.Clean("/c") || strings.Contains(got, "..") {
		t.Errorf("got %s", got)
	}
}

func TestClearErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, []byte("x"), 0o600))
	if _, err := Open(filepath.Join(file, "repo-1"), "f"); err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "creating the index cache") {
		t.Errorf("a file in place of the cache: %v", err)
	}
}

func TestDropFacts(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "family"))
	must(t, db.PutFacts(1, []FactsRow{row(0), row(1), row(2)}))
	must(t, db.PutFacts(2, []FactsRow{row(1)}))
	if n, err := db.DropFacts([]FactsKey{key(0), key(1), key(9)}); n != 3 || err != nil {
		t.Errorf("dropped %d, %v", n, err)
	}
	if known, err := db.KnownFacts(1); len(known) != 1 || !known[key(2)] || err != nil {
		t.Errorf("left: %v, %v", known, err)
	}
	if n, err := db.DropFacts(nil); n != 0 || err != nil {
		t.Errorf("dropped %d of none, %v", n, err)
	}
}

func TestStatSegment(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "family"))
	id, err := db.ReplaceSegments(nil, 1, segmentOf(0))
	must(t, err)
	if st, err := db.StatSegment(id); err != nil || st.Size() != int64(len(segmentOf(0))) {
		t.Errorf("%v, %v", st, err)
	}
	if _, err := db.StatSegment(id + 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a segment that is not there: %v", err)
	}
}

// TestVersionsOfSegmentsLiveSideBySide holds that segments of another format
// are neither listed nor swept away.
func TestVersionsOfSegmentsLiveSideBySide(t *testing.T) {
	db := open(t, t.TempDir())
	id, err := db.ReplaceSegments(nil, 1, []byte("of another version"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.sql.Exec("UPDATE segments SET kind = 'words.1' WHERE id = ?", id); err != nil {
		t.Fatal(err)
	}
	if live, err := db.Segments(); err != nil || len(live) != 0 {
		t.Errorf("listed %v, %v", live, err)
	}
	if err := db.Sweep(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(db.segmentPath(id)); err != nil {
		t.Errorf("swept away: %v", err)
	}
}
