//go:build unix && !linux

package workspace

import "golang.org/x/sys/unix"

// openBelow opens a path relative to a directory. Its last part may not be a symlink.
func openBelow(dir int, path string, flags int) (fd int, err error) {
	err = again(func() error {
		fd, err = unix.Openat(dir, path, flags, 0)
		return err
	})
	return fd, err
}
