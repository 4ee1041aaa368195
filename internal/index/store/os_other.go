//go:build !unix

package store

import (
	"errors"
	"io/fs"
	"os"
)

// mapping is a file read into memory: this system has no mapping of ours yet.
type mapping struct{ bytes []byte }

func mapFile(path string) (*mapping, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &mapping{b}, nil
}

func (m *mapping) rest() {}

func (m *mapping) close() { m.bytes = nil }

// tryLock locks a file, which it creates: an open file without delete sharing
// cannot be removed by another process. errLocked says that somebody has it.
func tryLock(path string) (unlock func(), err error) {
	_ = os.Remove(path)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist), errors.Is(err, fs.ErrPermission):
		return nil, errLocked
	case err != nil:
		return nil, err
	}
	return func() { _ = f.Close(); _ = os.Remove(path) }, nil
}

// shareLock opens a file, which it creates: while it is open, tryLock cannot
// remove it, and gives errLocked.
func shareLock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return func() { _ = f.Close() }, nil
}

func syncDir(string) error { return nil }
