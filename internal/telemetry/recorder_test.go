package telemetry

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/store"
)

var someTime = time.UnixMilli(1_700_000_000_123)

// shelf is a Storage that keeps what it is given, or refuses it, or waits.
type shelf struct {
	mu      sync.Mutex
	batches [][]store.Event
	err     error
	entered chan struct{} // if not nil, told of each call
	wait    chan struct{} // if not nil, waited for
}

func (s *shelf) AddEvents(events []store.Event) error {
	if s.entered != nil {
		s.entered <- struct{}{}
	}
	if s.wait != nil {
		<-s.wait
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.batches = append(s.batches, events)
	}
	return s.err
}

func (s *shelf) events() (out []store.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.batches {
		out = append(out, b...)
	}
	return out
}

// recorderOn makes a recorder that stores nothing by itself for an hour.
func recorderOn(s *shelf) *Recorder {
	r := NewRecorder(func() (Storage, error) { return s, nil }, "one", Fixed{Listing: 3000, Instructions: 200}, func() time.Time { return someTime })
	r.every = time.Hour
	return r
}

func content(b byte) code.Hash { return code.Hash{b} }

func TestRecord(t *testing.T) {
	s := &shelf{}
	r := recorderOn(s)
	r.Record(Finished{Tool: "read_file", Asked: 10, Replied: 90, Cited: []Cited{{"a.go", content(1), 500}}})
	r.Record(Finished{Tool: "query", Asked: 5, Replied: 45, Cited: []Cited{{"a.go", content(1), 500}, {"b.go", content(2), 70}, {"c.go", code.Hash{}, 7}}})
	// The content of a.go changed; that c.go did is not known; b.go is as it was.
	r.Record(Finished{Tool: "query", Asked: 5, Replied: 5, Cited: []Cited{{"a.go", content(3), 600}, {"b.go", content(2), 70}, {"c.go", content(4), 7}}})
	r.Record(Finished{Tool: "get_file_summary", Asked: 1, Replied: 2, Cited: []Cited{{"b.go", content(2), 70}},
		Entries: []Entry{{Kind: CacheHit, Path: "b.go", Tokens: 70}}})
	r.Record(Finished{Tool: "search_by_purpose", Asked: 3, Replied: 4, Entries: []Entry{{Kind: SearchMiss, Text: "web\n socket " + strings.Repeat("x", 500)}}})
	r.Flush(t.Context())
	event := func(kind Kind, tool, path string, saved, baseline, spent int64, text string) store.Event {
		return store.Event{At: someTime, Session: "one", Kind: string(kind), Tool: tool, Path: path, Saved: saved, Baseline: baseline, Spent: spent, Text: text}
	}
	want := []store.Event{
		event(SessionStart, "", "", 0, 0, 3200, "200"),
		event(Call, "read_file", "a.go", 0, 500, 100, "10"),
		event(Call, "query", "", 0, 77, 50, "5"),
		event(Call, "query", "", 0, 600, 10, "5"),
		event(CacheHit, "get_file_summary", "b.go", 70, 0, 0, ""),
		event(Call, "get_file_summary", "", 0, 0, 3, "1"),
		event(SearchMiss, "search_by_purpose", "", 0, 0, 0, code.Clip("web socket "+strings.Repeat("x", 500), longestText)),
		event(Call, "search_by_purpose", "", 0, 0, 7, "3"),
	}
	if got := s.events(); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	if len(s.batches) != 1 || r.Dropped() != 0 {
		t.Errorf("%d batches, %d dropped", len(s.batches), r.Dropped())
	}
	r.Flush(t.Context()) // nothing is left
	r.Record(Finished{Tool: "query"})
	r.Close()
	r.Close()
	if len(s.batches) != 2 {
		t.Errorf("%d batches: closing stores what is left", len(s.batches))
	}
	r.Record(Finished{Tool: "query"})
	if r.Dropped() != 1 || r.timer != nil {
		t.Errorf("%d dropped after closing", r.Dropped())
	}
}

// The timer stores without being asked, and only once for calls in a row.
func TestRecorderWritesByItself(t *testing.T) {
	s := &shelf{entered: make(chan struct{}, 10)}
	r := recorderOn(s)
	r.every = 0
	for range 2 {
		r.Record(Finished{Tool: "query"})
		<-s.entered
	}
	r.Close()
	if n := len(s.events()); n != 3 || r.Dropped() != 0 {
		t.Errorf("%d events, %d dropped", n, r.Dropped())
	}
}

// A memory that is locked for good holds up nobody, and costs a bounded number of events.
func TestLockedMemory(t *testing.T) {
	s := &shelf{entered: make(chan struct{}, 10), wait: make(chan struct{})}
	r := recorderOn(s)
	r.Record(Finished{Tool: "query"})
	r.mu.Lock()
	r.timer.Reset(0)
	r.mu.Unlock()
	<-s.entered // the write is under way, and waits
	for range mostPending + 10 {
		r.Record(Finished{Tool: "query"})
	}
	if n := r.Dropped(); n != 10 {
		t.Errorf("%d dropped, want 10", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r.Flush(ctx)
	r.Close() // gives up
	if n := r.Dropped(); n != mostPending+10 {
		t.Errorf("%d dropped, want %d", n, mostPending+10)
	}
	r.mu.Lock()
	writing := r.writing
	r.mu.Unlock()
	close(s.wait)
	<-writing
	if n := len(s.events()); n != 2 {
		t.Errorf("%d events stored, want those before the lock", n)
	}
}

func TestWhatCannotBeStoredIsCounted(t *testing.T) {
	s := &shelf{err: errors.New("the disk is full")}
	r := recorderOn(s)
	r.Record(Finished{Tool: "query", Entries: []Entry{{Kind: CacheHit}}})
	r.Flush(t.Context())
	if r.Dropped() != 3 {
		t.Errorf("%d dropped", r.Dropped())
	}
	s.err = nil // there is room again
	r.Record(Finished{Tool: "query"})
	r.Close()
	if len(s.events()) != 1 || r.Dropped() != 3 {
		t.Errorf("%d stored, %d dropped", len(s.events()), r.Dropped())
	}
	r = NewRecorder(func() (Storage, error) { return nil, errors.New("no directory") }, "two", Fixed{}, time.Now)
	r.Record(Finished{Tool: "query"})
	r.Close()
	if r.Dropped() != 2 {
		t.Errorf("%d dropped without a memory", r.Dropped())
	}
}

func TestNilRecorder(t *testing.T) {
	var r *Recorder
	r.Record(Finished{})
	r.Flush(t.Context())
	r.Close()
	if r.Dropped() != 0 {
		t.Error("dropped")
	}
}

func TestRecordFromManySides(t *testing.T) {
	s := &shelf{}
	r := recorderOn(s)
	r.every = 0
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 50 {
				r.Record(Finished{Tool: "query", Replied: 1, Cited: []Cited{{fmt.Sprint("f", k), content(1), 10}}})
				if i == 0 {
					r.Flush(t.Context())
				}
			}
		})
	}
	all.Wait()
	r.Close()
	sum := NewSum(someTime)
	for _, e := range s.events() {
		sum.Add(e)
	}
	got := sum.Report(PeriodAll)
	if got.TotalEvents != 401 || got.Breakdown["session_start"] != 1 || got.Baseline != 500 || got.Spent.Replies != 400 {
		t.Errorf("%+v", got)
	}
}
