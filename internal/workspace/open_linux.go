package workspace

import (
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// noOpenat2 is set once the kernel (before 5.6) or its sandbox refuses the call.
var noOpenat2 atomic.Bool

// openBelow opens a path relative to a directory. No part of it may be a
// symlink, so that a directory that is swapped for a symlink during a sweep
// leads nowhere. Without openat2 that holds for the last part only.
func openBelow(dir int, path string, flags int) (fd int, err error) {
	if !noOpenat2.Load() {
		how := unix.OpenHow{Flags: uint64(flags | unix.O_LARGEFILE), Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS}
		err = again(func() error {
			fd, err = unix.Openat2(dir, path, &how)
			return err
		})
		switch err {
		case unix.ENOSYS:
			noOpenat2.Store(true)
		case unix.EPERM: // what older sandboxes say of calls they do not know
		default:
			return fd, err
		}
	}
	err = again(func() error {
		fd, err = unix.Openat(dir, path, flags, 0)
		return err
	})
	return fd, err
}
