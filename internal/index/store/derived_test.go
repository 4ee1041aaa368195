package store

import (
	"bytes"
	"errors"
	"testing"

	"sextant/internal/code"
)

func TestDerived(t *testing.T) {
	dir := t.TempDir()
	db := open(t, dir)
	if _, found, err := db.Derived("/r", "graph"); found || err != nil {
		t.Errorf("before anything is stored: found %v, %v", found, err)
	}
	big := bytes.Repeat([]byte("edge "), 10000)
	must(t, db.PutDerived("/r", "graph", []byte("old")))
	must(t, db.PutDerived("/r", "graph", big))
	must(t, db.PutDerived("/r", "history", []byte("h")))
	must(t, db.PutDerived("/other", "graph", nil))
	again := open(t, dir)
	for _, c := range []struct {
		root, kind string
		want       []byte
	}{{"/r", "graph", big}, {"/r", "history", []byte("h")}, {"/other", "graph", nil}} {
		if got, found, err := again.Derived(c.root, c.kind); !found || err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s of %s: %d bytes, found %v, %v", c.kind, c.root, len(got), found, err)
		}
	}
	must(t, db.DropDerived("/r", "graph"))
	if _, found, err := again.Derived("/r", "graph"); found || err != nil {
		t.Errorf("after it was dropped: found %v, %v", found, err)
	}
	// A body that stands under another name is damage, not an answer.
	_, err := db.sql.Exec("UPDATE derived SET root = '/moved' WHERE root = '/other'")
	must(t, err)
	if _, _, err := db.Derived("/moved", "graph"); !errors.Is(err, ErrDamaged) {
		t.Errorf("a body of another root: %v", err)
	}
}

func TestPackages(t *testing.T) {
	db := open(t, t.TempDir())
	one, two, none := FactsRow{FactsKey: key(1), Packages: "a.b"}, FactsRow{FactsKey: key(2), Packages: "a.b\na.c"}, FactsRow{FactsKey: key(3)}
	must(t, db.PutFacts(1, []FactsRow{one, two, none}))
	must(t, db.PutFacts(2, []FactsRow{{FactsKey: key(1), Packages: "newer"}}))
	got, err := db.Packages(key(1).Language, 1)
	if err != nil || len(got) != 2 || got[key(1).Hash] != "a.b" || got[key(2).Hash] != "a.b\na.c" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := db.Packages(code.LanguageID("none"), 1); err != nil || len(got) != 0 {
		t.Errorf("of another language: %v, %v", got, err)
	}
	_, err = db.DropFacts([]FactsKey{key(1)})
	must(t, err)
	if got, err := db.Packages(key(1).Language, 1); err != nil || len(got) != 1 {
		t.Errorf("after facts were dropped: %v, %v", got, err)
	}
	other := key(9).Hash
	_, err = db.sql.Exec("UPDATE packages SET hash = ?", other[:])
	must(t, err)
	if _, err := db.Packages(key(2).Language, 1); !errors.Is(err, ErrDamaged) {
		t.Errorf("names of another content: %v", err)
	}
}
