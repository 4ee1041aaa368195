package telemetry

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestLedger(t *testing.T) {
	long, other := strings.Repeat("x", LeastRepeat+1), strings.Repeat("y", LeastRepeat+1)
	var l Ledger
	for i, step := range []struct {
		question, text string
		since          int // 0: sent in full
	}{
		{"a", long, 0},  // 1
		{"a", long, 1},  // 2
		{"a", long, 0},  // 3: right after a short answer it is wanted
		{"a", long, 3},  // 4
		{"b", long, 0},  // 5: another question
		{"a", long, 0},  // 6: whatever came in between
		{"a", other, 0}, // 7: it changed
		{"a", other, 7}, // 8
		{"a", long, 0},  // 9: and changed back, which the last answer does not say
		{"a", long, 9},  // 10
		{"s", long[:LeastRepeat], 0},
		{"s", long[:LeastRepeat], 0}, // 12: too short to be worth it
		{"b", long, 5},
		{"reset", "", 0},
		{"b", long, 0},
	} {
		n := l.Count()
		if n != i+1 {
			t.Errorf("call %d is counted as %d", i+1, n)
		}
		if step.question == "reset" {
			l.Reset()
			continue
		}
		if since, ok := l.Repeats(n, step.question, step.text); since != step.since || ok != (step.since > 0) {
			t.Errorf("call %d: since %d, %v; want %d", n, since, ok, step.since)
		}
	}
}

func TestLedgerIsBounded(t *testing.T) {
	long := strings.Repeat("x", LeastRepeat+1)
	var l Ledger
	for i := range 3 * mostRemembered {
		if _, ok := l.Repeats(l.Count(), fmt.Sprint(i), long); ok {
			t.Fatal("a new question repeats")
		}
		if len(l.sent) > mostRemembered {
			t.Fatal(len(l.sent))
		}
	}
}

func TestNilLedger(t *testing.T) {
	var l *Ledger
	l.Reset()
	if _, ok := l.Repeats(l.Count(), "a", strings.Repeat("x", 9000)); ok || l.Count() != 0 {
		t.Error("a ledger that is not there remembers")
	}
}

// Of callers that ask the same at once, no two are told of an answer that
// neither was sent: between two short answers there is a full one.
func TestLedgerFromManySides(t *testing.T) {
	long := strings.Repeat("x", LeastRepeat+1)
	var l Ledger
	var mu sync.Mutex
	full, short := 0, 0
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			_, ok := l.Repeats(l.Count(), "a", long)
			mu.Lock()
			defer mu.Unlock()
			if ok {
				short++
			} else {
				full++
			}
		})
	}
	all.Wait()
	if full != 50 || short != 50 {
		t.Errorf("%d full, %d short", full, short)
	}
}
