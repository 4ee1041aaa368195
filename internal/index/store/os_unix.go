//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// mapping is a file mapped for reading. Segment files are only ever removed
// whole, which leaves mappings of them intact.
type mapping struct{ bytes []byte }

func mapFile(path string) (*mapping, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.Size() == 0 {
		return &mapping{}, nil
	}
	b, err := unix.Mmap(int(f.Fd()), 0, int(st.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping %s: %w", path, err)
	}
	return &mapping{b}, nil
}

// rest tells the system that the bytes are not needed for now: they count no
// longer as this process's memory, and come back from the file when touched.
func (m *mapping) rest() {
	if m.bytes != nil {
		_ = unix.Madvise(m.bytes, unix.MADV_DONTNEED)
	}
}

func (m *mapping) close() {
	if m.bytes != nil {
		_ = unix.Munmap(m.bytes)
		m.bytes = nil
	}
}

// tryLock locks a file, which it creates. The kernel unlocks it when its
// holder dies, however that happens. errLocked says that somebody has it.
func tryLock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, errLocked
		}
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return func() { _ = f.Close() }, nil
}

// shareLock locks a file, which it creates, so that others may do the same and
// tryLock gives errLocked.
func shareLock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); err == nil {
		// Who had it before may have removed it.
		var opened, there os.FileInfo
		if opened, err = f.Stat(); err == nil {
			there, err = os.Stat(path)
		}
		if err == nil && os.SameFile(opened, there) {
			return func() { _ = f.Close() }, nil
		}
		if err == nil {
			err = errLocked
		}
	}
	_ = f.Close()
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = errLocked
	}
	return nil, fmt.Errorf("locking %s: %w", path, err)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
