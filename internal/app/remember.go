package app

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"sextant/internal/index/store"
)

// remembering opens the family's memory when it is first needed: most commands
// never do.
type remembering struct {
	dir string
	log *slog.Logger

	mu     sync.Mutex
	memory *store.Memory
	err    error
	closed bool
}

// open returns the memory. After an error it is not tried again.
func (r *remembering) open() (*store.Memory, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, errors.New("the checkout is closed")
	}
	if r.memory == nil && r.err == nil {
		r.memory, r.err = store.OpenMemory(r.dir)
		if r.memory != nil && r.err != nil {
			r.log.Warn(r.err.Error()) // a new one in the place of a damaged one
			r.err = nil
		}
	}
	return r.memory, r.err
}

// newID is a random name (RFC 9562, version 4).
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// exists reports whether the family has a memory.
func (r *remembering) exists() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.memory != nil || store.HasMemory(r.dir)
}

func (r *remembering) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.memory != nil {
		_ = r.memory.Close()
		r.memory = nil
	}
}
