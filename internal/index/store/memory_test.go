package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/code"
)

func memoryIn(t *testing.T, dir string) *Memory {
	t.Helper()
	m, err := OpenMemory(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var someTime = time.UnixMilli(1_700_000_000_123)

func TestMemoryKeepsTasks(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	m := memoryIn(t, dir)
	task := Task{ID: "a", Name: "look into it", State: "created", Created: someTime, Updated: someTime, Session: "s", Metadata: "{}"}
	noError(t, m.AddTask(task))
	if err := m.AddTask(task); err == nil {
		t.Error("a second task of one id was taken")
	}
	mark := Mark{Task: "a", Path: "x.go", Symbol: "X.Y", Status: "flagged", Notes: "odd", At: someTime.Add(time.Second), Content: code.Hash{1}, Kind: "method", Body: code.Hash{2}}
	noError(t, m.PutMark(mark, "exploring"))
	mark.Notes = "odd indeed"
	noError(t, m.PutMark(mark, "exploring"))
	if err := m.PutMark(Mark{Task: "b"}, "exploring"); !errors.Is(err, ErrNoTask) {
		t.Errorf("a mark of no task: %v", err)
	}
	noError(t, m.Close())

	m = memoryIn(t, dir)
	marks, err := m.Marks(ctx, "a")
	noError(t, err)
	if len(marks) != 1 || !marks[0].At.Equal(mark.At) {
		t.Fatalf("marks are %+v", marks)
	}
	if marks[0].At = mark.At; marks[0] != mark {
		t.Errorf("the mark is %+v, want %+v", marks[0], mark)
	}
	got, err := m.Task(ctx, "a")
	noError(t, err)
	if got.State != "exploring" || !got.Updated.Equal(mark.At) || !got.Created.Equal(someTime) || got.Name != task.Name {
		t.Errorf("the task is %+v", got)
	}
	if _, err := m.Task(ctx, "b"); !errors.Is(err, ErrNoTask) {
		t.Errorf("no task: %v", err)
	}
	dropped, err := m.DropOlder(mark.At.Add(time.Millisecond), time.Time{})
	noError(t, err)
	tasks, err := m.Tasks(ctx)
	noError(t, err)
	marks, err = m.Marks(ctx, "")
	noError(t, err)
	if dropped.Tasks != 1 || len(tasks) != 0 || len(marks) != 0 {
		t.Errorf("after dropping %+v there are %v and %v", dropped, tasks, marks)
	}
}

func TestMemoryKeepsEventsAndCheckpoints(t *testing.T) {
	m, ctx := memoryIn(t, t.TempDir()), context.Background()
	var all []Event
	for n := range 5 {
		all = append(all, Event{At: someTime.Add(time.Duration(n) * time.Hour), Session: []string{"a", "b"}[n%2], Kind: "cache_hit", Tool: "t", Path: "p", Saved: int64(n), Baseline: 2, Spent: 3, Text: "x"})
	}
	noError(t, m.AddEvents(all))
	for _, c := range []struct {
		since   time.Time
		session string
		want    int
	}{{time.Time{}, "", 5}, {someTime.Add(time.Hour), "", 4}, {time.Time{}, "a", 3}, {someTime.Add(time.Hour), "a", 2}, {time.Time{}, "c", 0}} {
		var got []Event
		noError(t, m.Events(ctx, c.since, c.session, func(e Event) { got = append(got, e) }))
		if len(got) != c.want {
			t.Errorf("since %v of %q there are %d events, want %d", c.since, c.session, len(got), c.want)
		}
	}
	dropped, err := m.DropOlder(time.Time{}, someTime.Add(2*time.Hour))
	noError(t, err)
	if dropped.Events != 2 {
		t.Errorf("%d events were dropped, want 2", dropped.Events)
	}
	if _, _, ok, err := m.Checkpoint(ctx, "/r"); ok || err != nil {
		t.Errorf("a checkpoint of nothing: %v, %v", ok, err)
	}
	for _, body := range []string{"one", "two"} {
		noError(t, m.SetCheckpoint("/r", someTime, []byte(body)))
		at, got, ok, err := m.Checkpoint(ctx, "/r")
		if err != nil || !ok || !at.Equal(someTime) || string(got) != body {
			t.Errorf("the checkpoint is %v %q %v %v, want %q", at, got, ok, err, body)
		}
	}
}

func TestMemoryIsMadeByOneOfMany(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			m, err := OpenMemory(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer m.Close()
			if err := m.AddEvents([]Event{{At: someTime.Add(time.Duration(n))}}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	n := 0
	noError(t, memoryIn(t, dir).Events(context.Background(), time.Time{}, "", func(Event) { n++ }))
	if n != 8 {
		t.Errorf("%d events of 8", n)
	}
}

func TestMemoryOfALaterVersionIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	m := memoryIn(t, dir)
	noError(t, m.AddEvents([]Event{{At: someTime}}))
	_, err := m.sql.Exec("PRAGMA user_version = 99")
	noError(t, err)
	noError(t, m.Close())
	if _, err := OpenMemory(dir); !errors.Is(err, ErrNewer) {
		t.Errorf("opening it gives %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("beside it lies %v", entries)
	}
}

func TestDamagedMemoryIsPutAside(t *testing.T) {
	dir := t.TempDir()
	noError(t, os.WriteFile(filepath.Join(dir, memoryName), []byte("this is no database, and long enough to be asked what it is"), 0o600))
	m, err := OpenMemory(dir)
	if m == nil || err == nil {
		t.Fatalf("opening it gives %v, %v", m, err)
	}
	defer m.Close()
	noError(t, m.AddEvents([]Event{{At: someTime}}))
	aside, _ := filepath.Glob(filepath.Join(dir, memoryName+".damaged-*"))
	if len(aside) != 1 {
		t.Errorf("put aside: %v", aside)
	}
}

func TestMemoryOfAnEarlierVersion(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	old, err := sql.Open("sqlite", filepath.Join(dir, memoryName))
	noError(t, err)
	_, err = old.Exec(memorySchemas[0] + `PRAGMA user_version = 1;
		INSERT INTO tasks VALUES ('a', 'n', 'exploring', 1, 1, 's', '{}');
		INSERT INTO marks VALUES ('a', 'x.go', 'X', 'explored', 'odd', 1, x'', 'function', x'');`)
	noError(t, err)
	noError(t, old.Close())
	m := memoryIn(t, dir)
	marks, err := m.Marks(ctx, "a")
	noError(t, err)
	if len(marks) != 1 || marks[0].Notes != "odd" || marks[0].Size != -1 || marks[0].Sole != 0 {
		t.Fatalf("its marks are %+v", marks)
	}
	noError(t, m.PutMark(Mark{Task: "a", Path: "x.go", Symbol: "X", Notes: "odd", At: someTime, Size: 7, Sole: SoleElsewhere}, "exploring"))
	if marks, err = m.Marks(ctx, "a"); err != nil || len(marks) != 1 || marks[0].Size != 7 || marks[0].Sole != SoleElsewhere {
		t.Errorf("its marks are %+v, %v", marks, err)
	}
}

func TestNotesNear(t *testing.T) {
	m, ctx := memoryIn(t, t.TempDir()), context.Background()
	noError(t, m.AddTask(Task{ID: "a", Created: someTime, Updated: someTime.Add(time.Hour)}))
	for n, at := range []string{"x.go:Open", "x.go:Other", "x.go:", "y.go:Store.Open", "y.go:Reopen", "z.go:Open", "z.go:Open.x"} {
		path, symbol, _ := strings.Cut(at, ":")
		noError(t, m.PutMark(Mark{Task: "a", Path: path, Symbol: symbol, Notes: "n", At: someTime.Add(time.Duration(n) * time.Minute)}, "exploring"))
	}
	noError(t, m.PutMark(Mark{Task: "a", Path: "w.go", Symbol: "Open", At: someTime}, "exploring"))
	marks, err := m.NotesNear(ctx, "x.go", "Open")
	noError(t, err)
	var got []string
	for _, k := range marks {
		got = append(got, k.Path+":"+k.Symbol)
	}
	if s := strings.Join(got, " "); s != "x.go:Open x.go:Other y.go:Store.Open z.go:Open" {
		t.Errorf("near it are %s", s)
	}
	// A mark without notes leaves those that are there, and what they are about.
	again := Mark{Task: "a", Path: "x.go", Symbol: "Open", Status: "skipped", At: someTime.Add(time.Hour), Content: code.Hash{9}, Size: 9, Kind: "k", Body: code.Hash{9}, Sole: SoleInFile}
	noError(t, m.PutMark(again, "exploring"))
	marks, err = m.NotesNear(ctx, "x.go", "Other")
	noError(t, err)
	if k := marks[len(marks)-1]; k.Symbol != "Open" || k.Notes != "n" || k.Status != "skipped" || !k.Content.IsZero() || k.Size != 0 || k.Kind != "" || !k.Body.IsZero() || k.Sole != 0 {
		t.Errorf("marked again it is %+v", k)
	}
	again.Notes = "m"
	noError(t, m.PutMark(again, "exploring"))
	if marks, err = m.NotesNear(ctx, "x.go", "Other"); err != nil || marks[len(marks)-1].Notes != "m" || marks[len(marks)-1].Body != again.Body || marks[len(marks)-1].Sole != again.Sole {
		t.Errorf("noted again it is %+v, %v", marks, err)
	}
	// An earlier mark that is stored late does not make the task older.
	if task, err := m.Task(ctx, "a"); err != nil || !task.Updated.Equal(someTime.Add(time.Hour)) {
		t.Errorf("the task is %+v, %v", task, err)
	}
}
