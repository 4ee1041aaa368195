package app

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// Rest after calls: what a question about a name in a thousand files leaves
// behind is several times what is kept, and an idle process would hold on to it
// for minutes.
const (
	restAfter = 3 * time.Second // without a call
	restBytes = 64 << 20        // of heap, used or not
)

// resting gives memory back when no call has come for a while.
type resting struct {
	mu     sync.Mutex
	timer  *time.Timer
	share  int // of garbage, 0 at rest
	closed bool
}

// begins notes that a call has begun.
func (r *resting) begins() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if share := garbageWhileBusy(liveHeap()); share != r.share && !r.closed {
		r.share = share
		debug.SetGCPercent(share)
	}
}

// called notes that a call has ended.
func (r *resting) called() {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
	case r.timer == nil:
		r.timer = time.AfterFunc(restAfter, r.rest)
	default:
		r.timer.Reset(restAfter)
	}
}

func (r *resting) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.timer != nil {
		r.timer.Stop()
	}
}

func (r *resting) rest() {
	r.mu.Lock()
	r.share = 0
	SaveMemory()
	r.mu.Unlock()
	giveBack()
}

// giveBack returns memory to the system if that is worth the work.
func giveBack() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	// What is allocated counts too: until a collection nobody knows what of it is used.
	if m.HeapAlloc+m.HeapIdle-m.HeapReleased > restBytes {
		debug.FreeOSMemory()
	}
}
