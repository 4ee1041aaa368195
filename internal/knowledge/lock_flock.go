//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package knowledge

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks the directory itself: no lock file appears in the repository,
// and the system lets go of it when the process dies. File systems that cannot
// lock a directory (some network ones) get a lock file.
func tryLock(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return func() { d.Close() }, nil // closing lets go of the lock
	}
	d.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errLocked
	}
	return tryLockFile(dir)
}
