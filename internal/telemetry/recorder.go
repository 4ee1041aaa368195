package telemetry

import (
	"context"
	"sync"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/store"
)

const (
	// writeEvery is how long events wait for others to be stored with them.
	writeEvery = time.Second
	// mostPending bounds the events that wait, also while the memory is locked.
	mostPending = 4096
)

// Storage is where events go: *store.Memory.
type Storage interface {
	AddEvents(events []store.Event) error
}

// Recorder keeps the account of one session. Its methods may be called from
// several goroutines, return at once and never fail: what cannot be stored is
// counted as dropped. A nil Recorder records nothing. While nothing waits to be
// stored it has no goroutine and no timer.
type Recorder struct {
	open    func() (Storage, error)
	session string
	fixed   Fixed
	now     func() time.Time
	every   time.Duration

	mu      sync.Mutex
	begun   bool
	shown   map[string]code.Hash // the files this session was told of
	pending []store.Event
	timer   *time.Timer   // to the next write; nil while there is none to come
	writing chan struct{} // closed when the write that runs has ended; nil while none runs
	dropped int
	closed  bool
}

// NewRecorder makes the recorder of a session. open is called when there is
// something to store, fixed is booked with the session's first call, now is the
// clock.
func NewRecorder(open func() (Storage, error), session string, fixed Fixed, now func() time.Time) *Recorder {
	return &Recorder{open: open, session: session, fixed: fixed, now: now, every: writeEvery, shown: make(map[string]code.Hash)}
}

// Record books a call.
func (r *Recorder) Record(f Finished) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.now()
	var events []store.Event
	if !r.begun {
		r.begun = true
		events = append(events, r.fixed.event(at, r.session))
	}
	events = append(events, f.events(at, r.session, r.unread(f.Cited))...)
	if r.closed || len(r.pending)+len(events) > mostPending {
		r.dropped += len(events)
		return
	}
	r.pending = append(r.pending, events...)
	if r.timer == nil && r.writing == nil {
		r.timer = time.AfterFunc(r.every, r.begin)
	}
}

// unread is what the files cost that the session was not told of yet, or that
// have another content since. The caller holds mu.
func (r *Recorder) unread(cited []Cited) int {
	n := 0
	for _, c := range cited {
		before, known := r.shown[c.Path]
		// What is not known is not called a change.
		if known && (before == c.Content || before.IsZero() || c.Content.IsZero()) {
			continue
		}
		r.shown[c.Path] = c.Content
		n += c.Tokens
	}
	return n
}

// begin starts a write if there is something to write and none runs.
func (r *Recorder) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if len(r.pending) == 0 || r.writing != nil {
		return
	}
	batch, done := r.pending, make(chan struct{})
	r.pending, r.writing = nil, done
	go func() {
		err := r.write(batch)
		r.mu.Lock()
		defer r.mu.Unlock()
		if err != nil {
			r.dropped += len(batch)
		}
		r.writing = nil
		close(done)
		if len(r.pending) > 0 && !r.closed {
			r.timer = time.AfterFunc(r.every, r.begin)
		}
	}()
}

func (r *Recorder) write(batch []store.Event) error {
	m, err := r.open()
	if err != nil {
		return err
	}
	return m.AddEvents(batch)
}

// Flush stores what waits, as far as that is done before ctx ends.
func (r *Recorder) Flush(ctx context.Context) {
	if r == nil {
		return
	}
	for {
		r.begin()
		r.mu.Lock()
		running, left := r.writing, len(r.pending)
		r.mu.Unlock()
		if running == nil && left == 0 {
			return
		}
		if running == nil {
			continue // what came since begins now
		}
		select {
		case <-running:
		case <-ctx.Done():
			return
		}
	}
}

// Dropped is how many events could not be stored.
func (r *Recorder) Dropped() int {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.dropped
}

// closeWait bounds Close: a process that is to end does not wait for a lock.
const closeWait = 400 * time.Millisecond

// Close stores what waits, if that is soon done. What comes later is dropped.
func (r *Recorder) Close() {
	if r == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	r.Flush(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	r.dropped += len(r.pending)
	r.pending = nil
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}
