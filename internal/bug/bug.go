// Package bug reports broken invariants of Sextant itself: things that no
// input should be able to cause. In tests a report panics, so that a broken
// invariant fails the test; elsewhere it is logged and counted, and the
// process goes on.
package bug

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	count atomic.Int64
	mu    sync.Mutex
	seen  = make(map[string]bool)
	// sink receives each distinct report once.
	sink = func(text string) { fmt.Fprintf(os.Stderr, "sextant: internal error: %s\n", text) }
)

// Report records a broken invariant. The format string identifies it: the
// same one is printed once a process.
func Report(format string, args ...any) {
	count.Add(1)
	if testing.Testing() && tolerated.Load() == 0 {
		panic("bug: " + fmt.Sprintf(format, args...))
	}
	mu.Lock()
	defer mu.Unlock()
	if seen[format] {
		return
	}
	seen[format] = true
	sink(fmt.Sprintf(format, args...))
}

// Count is how many reports this process has made.
func Count() int64 { return count.Load() }

var tolerated atomic.Int32

// Tolerate makes reports in tests behave as they do in use, for tests of the
// recovery itself. It returns the function that undoes this; several may be
// in force at once.
func Tolerate() (undo func()) {
	tolerated.Add(1)
	return sync.OnceFunc(func() { tolerated.Add(-1) })
}
