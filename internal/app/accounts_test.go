//go:build unix

package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/index/store"
	"sextant/internal/telemetry"
	"sextant/internal/testkit"
)

const accountedCalls = 40

// account is a server with a few calls.
func account(root, cache string) error {
	a, err := openChild(root, cache)
	if err != nil {
		return err
	}
	a.Account(telemetry.Fixed{Listing: 100, Instructions: 10})
	for range accountedCalls {
		if _, err := a.Call(context.Background(), "read_file", []byte(`{"path":"one/needle.go"}`)); err != nil {
			return err
		}
	}
	wait, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	a.Deps.Accounts.Flush(wait)
	if n := a.Deps.Accounts.Dropped(); n > 0 {
		return fmt.Errorf("%d events dropped", n)
	}
	return a.Close()
}

// Several servers that begin at once all keep their accounts in a memory that none of them finds.
func TestServersAccountAtOnce(t *testing.T) {
	root, cache := manyFiles(t, 5)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if out, err := child("account", root, cache).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	a := openApp(t, root, cache)
	defer a.Close()
	r, _, err := a.TokenReport(t.Context(), telemetry.Query{Period: telemetry.PeriodAll}, true)
	testkit.Must(t, err)
	st, err := os.Stat(filepath.Join(root, "one/needle.go"))
	testkit.Must(t, err)
	one := r.Baseline / 3
	if r.Sessions != 3 || r.Breakdown["call"] != 3*accountedCalls || r.Spent.Listing != 300 || r.Spent.Instructions != 30 || r.TotalEvents != 3*accountedCalls+3 {
		t.Errorf("%+v", r)
	}
	if r.Baseline != 3*one || one < st.Size()/5 || one > st.Size()/2 || r.Net != r.Baseline-r.Spent.Total() {
		t.Errorf("a file of %d bytes, read once a session: %+v", st.Size(), r)
	}
	if d := r.Diagnostics; d.Size < 8192 || d.EntryCounts["events"] != r.TotalEvents || d.EntryCounts["files"] == 0 {
		t.Errorf("%+v", d)
	}
}

// A report on a repository that has no memory makes none.
func TestReportMakesNoMemory(t *testing.T) {
	root, cache := manyFiles(t, 3)
	a := openApp(t, root, cache)
	defer a.Close()
	r, _, err := a.TokenReport(t.Context(), telemetry.Query{Period: telemetry.PeriodAll}, false)
	if err != nil || r.TotalEvents != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if call(t, a, "read_file", map[string]any{"path": "one/needle.go"}); a.Deps.Accounts != nil {
		t.Error("a command keeps accounts")
	}
	if found, err := filepath.Glob(filepath.Join(cache, "*", "memory.db")); err != nil || len(found) > 0 {
		t.Errorf("%v, %v", found, err)
	}
}

// Calls are answered, and the end is not held up, whatever is wrong with the memory.
func TestNoCallFailsForItsAccount(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, path string)
	}{
		{"locked", func(t *testing.T, path string) {
			m, err := store.OpenMemory(filepath.Dir(path))
			testkit.Must(t, err)
			testkit.Must(t, m.Close())
			other, err := sql.Open("sqlite", path)
			testkit.Must(t, err)
			t.Cleanup(func() { _ = other.Close() })
			conn, err := other.Conn(t.Context())
			testkit.Must(t, err)
			_, err = conn.ExecContext(t.Context(), "BEGIN IMMEDIATE")
			testkit.Must(t, err)
		}},
		{"a directory", func(t *testing.T, path string) { testkit.Must(t, os.MkdirAll(path, 0o755)) }},
		{"damaged", func(t *testing.T, path string) {
			testkit.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
			testkit.Must(t, os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o644))
		}},
		{"of a later version", func(t *testing.T, path string) {
			m, err := store.OpenMemory(filepath.Dir(path))
			testkit.Must(t, err)
			testkit.Must(t, m.Close())
			other, err := sql.Open("sqlite", path)
			testkit.Must(t, err)
			_, err = other.Exec("PRAGMA user_version = 1000")
			testkit.Must(t, err)
			testkit.Must(t, other.Close())
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root, cache := manyFiles(t, 3)
			c.spoil(t, filepath.Join(store.FamilyDir(cache, filepath.Join(root, ".git")), "memory.db"))
			a := openApp(t, root, cache)
			a.Account(telemetry.Fixed{})
			a.Start()
			for range 20 {
				if got := call(t, a, "read_file", map[string]any{"path": "one/needle.go"}); !strings.Contains(got, "UniqueNeedle") {
					t.Fatal(got)
				}
			}
			if c.name != "locked" {
				a.Deps.Accounts.Flush(t.Context())
			}
			testkit.Must(t, a.Close())
			if dropped := a.Deps.Accounts.Dropped(); c.name == "damaged" && dropped > 0 {
				t.Errorf("%d events dropped: a damaged memory is replaced", dropped)
			} else if c.name != "damaged" && c.name != "locked" && dropped != 21 {
				t.Errorf("%d events dropped, want all 21", dropped)
			}
		})
	}
}

func TestCollectByAge(t *testing.T) {
	root, cache := manyFiles(t, 3)
	dir := store.FamilyDir(cache, filepath.Join(root, ".git"))
	m, err := store.OpenMemory(dir)
	testkit.Must(t, err)
	defer m.Close()
	now := time.Now()
	ago := func(days int) time.Time { return now.Add(-time.Duration(days)*24*time.Hour - time.Minute) }
	testkit.Must(t, m.AddEvents([]store.Event{{At: ago(9), Kind: "call"}, {At: ago(8), Kind: "call"}, {At: ago(6), Kind: "call"}}))
	testkit.Must(t, m.AddTask(store.Task{ID: "old", Created: ago(4), Updated: ago(4), Metadata: "{}"}))
	testkit.Must(t, m.AddTask(store.Task{ID: "new", Created: ago(9), Updated: ago(2), Metadata: "{}"}))
	other := filepath.Join(cache, "other")
	db, err := store.Open(other, "/gone/other")
	testkit.Must(t, err)
	testkit.Must(t, db.Close())
	err = filepath.WalkDir(other, func(p string, _ os.DirEntry, err error) error {
		testkit.Must(t, err)
		return os.Chtimes(p, ago(6), ago(6))
	})
	testkit.Must(t, err)
	for _, setting := range []string{"CACHE_MAX_AGE_DAYS=5", "TASK_MAX_AGE_DAYS=3", "TELEMETRY_MAX_AGE_DAYS=7"} {
		name, v, _ := strings.Cut(setting, "=")
		t.Setenv("SEXTANT_GC_"+name, v)
	}
	a := openApp(t, root, cache)
	a.Start()
	a.AwaitCollection()
	testkit.Must(t, a.Close())
	count := func() (n int) {
		testkit.Must(t, m.Events(t.Context(), time.Time{}, "", func(store.Event) { n++ }))
		return n
	}
	tasks, err := m.Tasks(t.Context())
	if _, gone := os.Stat(other); err != nil || len(tasks) != 1 || tasks[0].ID != "new" || count() != 1 || !os.IsNotExist(gone) {
		t.Errorf("tasks %+v, %d events, %v, %v", tasks, count(), gone, err)
	}
	// Not again on the same day by itself, but when it is asked for.
	testkit.Must(t, m.AddEvents([]store.Event{{At: ago(8), Kind: "call"}}))
	a = openApp(t, root, cache)
	a.Start()
	a.AwaitCollection()
	testkit.Must(t, a.Close())
	if count() != 2 {
		t.Errorf("%d events", count())
	}
	a = openApp(t, root, cache)
	defer a.Close()
	if c, err := a.Collect(now); err != nil || c.Events != 1 || c.Tasks != 0 || len(c.Caches) != 0 || count() != 1 {
		t.Errorf("%+v, %v, %d events", c, err, count())
	}
}
