//go:build unix

package workspace

import (
	"io/fs"
	"os"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// handle is an open directory, so that its entries are reached without
// resolving the whole path again for each.
type handle struct{ fd int }

// errNotDir is what opening says of something that is no directory any more.
const errNotDir = unix.ENOTDIR

const (
	dirFlags  = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC | unix.O_NOFOLLOW | unix.O_NONBLOCK
	fileFlags = unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOFOLLOW | unix.O_NONBLOCK
)

// again repeats a system call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != unix.EINTR {
			return err
		}
	}
}

// openTop opens the root, which may be reached through symlinks.
func openTop(root string) (h handle, err error) {
	err = again(func() error {
		h.fd, err = unix.Open(root, dirFlags&^unix.O_NOFOLLOW, 0)
		return err
	})
	if err != nil {
		return handle{-1}, &fs.PathError{Op: "open", Path: root, Err: err}
	}
	return h, nil
}

// openDir opens a directory below h by its slash-separated path, "" for
// another handle on h itself. A symlink is errNotDir.
func (h handle) openDir(path string) (sub handle, err error) {
	if path == "" {
		path = "."
	}
	if sub.fd, err = openBelow(h.fd, path, dirFlags); err != nil {
		if err == unix.ELOOP {
			err = errNotDir
		}
		return handle{-1}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return sub, nil
}

// openFile opens a regular file below h without waiting on a FIFO; a symlink is ErrNotRegular.
func (h handle) openFile(path string) (*os.File, error) {
	fd, err := openBelow(h.fd, path, fileFlags)
	if err == unix.ELOOP || err == unix.ENXIO {
		err = ErrNotRegular
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// readFile fills buf with what a file below h holds from an offset on, as far
// as it goes, and says how much that was and what the file was afterwards. It
// is openFile and the rest with a third of the system calls: package os asks
// about and prepares for more than regular files.
func (h handle) readFile(path string, buf []byte, from int64) (n int, s Signature, t entryType, err error) {
	fd, err := openBelow(h.fd, path, fileFlags)
	if err == unix.ELOOP || err == unix.ENXIO {
		err = ErrNotRegular
	}
	if err != nil {
		return 0, s, t, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	for n < len(buf) {
		var k int
		if k, err = unix.Pread(fd, buf[n:], from+int64(n)); err == unix.EINTR {
			continue
		}
		if err != nil || k == 0 {
			break
		}
		n += k
	}
	fault := err // of no interest where it is no file any more
	var st unix.Stat_t
	if err := again(func() error { return unix.Fstat(fd, &st) }); err != nil {
		return n, s, t, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	s, t = fromStat(&st)
	if fault != nil && t == typeFile {
		return n, s, t, &fs.PathError{Op: "read", Path: path, Err: fault}
	}
	return n, s, t, nil
}

func (h handle) close() { _ = unix.Close(h.fd) }

func (h handle) stat() (Signature, error) {
	var st unix.Stat_t
	if err := again(func() error { return unix.Fstat(h.fd, &st) }); err != nil {
		return Signature{}, err
	}
	s, _ := fromStat(&st)
	return s, nil
}

// lstat looks at an entry by its path below h.
func (h handle) lstat(path string) (Signature, entryType, error) {
	s, t, _, err := h.look(path)
	return s, t, err
}

// look is lstat that also says whether a file has other names (hard links).
func (h handle) look(path string) (s Signature, t entryType, named bool, err error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(h.fd, path, &st, unix.AT_SYMLINK_NOFOLLOW)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return Signature{}, typeOther, false, &fs.PathError{Op: "lstat", Path: path, Err: err}
		}
		s, t := fromStat(&st)
		return s, t, t != typeDir && st.Nlink > 1, nil
	}
}

// nameBuffers are for reading directories; the size is what one call fills at most.
var nameBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// names lists the directory, sorted. A handle can be read once.
func (h handle) names() ([]string, error) {
	buf := nameBuffers.Get().(*[32 << 10]byte)
	defer nameBuffers.Put(buf)
	names := []string{}
	for {
		n, err := unix.ReadDirent(h.fd, buf[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			break
		}
		_, _, names = unix.ParseDirent(buf[:n], -1, names)
	}
	slices.Sort(names)
	// A directory that changes while it is read may give a name twice.
	return slices.Compact(names), nil
}

func statOpen(f *os.File) (s Signature, t entryType, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return s, t, err
	}
	statErr := raw.Control(func(fd uintptr) {
		var st unix.Stat_t
		if err = again(func() error { return unix.Fstat(int(fd), &st) }); err == nil {
			s, t = fromStat(&st)
		}
	})
	if err == nil {
		err = statErr
	}
	return s, t, err
}

func lstat(path string) (Signature, entryType, error) {
	return handle{unix.AT_FDCWD}.lstat(path)
}

// stat follows symlinks.
func stat(path string) (Signature, entryType, error) {
	var st unix.Stat_t
	if err := again(func() error { return unix.Stat(path, &st) }); err != nil {
		return Signature{}, typeOther, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	s, t := fromStat(&st)
	return s, t, nil
}

func fromStat(st *unix.Stat_t) (Signature, entryType) {
	t := typeOther
	switch uint32(st.Mode) & unix.S_IFMT {
	case unix.S_IFREG:
		t = typeFile
	case unix.S_IFDIR:
		t = typeDir
	case unix.S_IFLNK:
		t = typeSymlink
	}
	return Signature{
		Size:  st.Size,
		Mtime: st.Mtim.Nano(),
		Ctime: st.Ctim.Nano(),
		Inode: st.Ino,
		Mode:  uint32(st.Mode),
	}, t
}
