//go:build !linux

package watch

import "context"

// Watcher does not exist on this system: New gives none.
type Watcher struct{}

// New returns ErrUnsupported.
func New(root, cookies string) (*Watcher, error) { return nil, ErrUnsupported }

// Add returns ErrUnsupported.
func (*Watcher) Add(string) error { return ErrUnsupported }

// Remove does nothing.
func (*Watcher) Remove(string) {}

// Len is 0.
func (*Watcher) Len() int { return 0 }

// Sync returns ErrUnsupported.
func (*Watcher) Sync(context.Context) (Changes, error) { return Changes{}, ErrUnsupported }

// Close does nothing.
func (*Watcher) Close() error { return nil }
