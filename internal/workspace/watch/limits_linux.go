package watch

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// limitError names the limit behind an error of inotify, if there is one.
func limitError(err error, of string) error {
	switch {
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EMFILE) && of == "instances":
		return fmt.Errorf("%w: sysctl fs.inotify.max_user_%s is reached (%w)", ErrLimit, of, err)
	case errors.Is(err, unix.ENFILE), errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENOMEM):
		return fmt.Errorf("%w: %w", ErrLimit, err)
	}
	return fmt.Errorf("watching: %w", err)
}

// share is how much of one of inotify's limits a watcher takes at most: half,
// so that editors and other servers have theirs.
func share(of string) int {
	text, err := os.ReadFile("/proc/sys/fs/inotify/max_user_" + of)
	if err == nil {
		if n, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil {
			return n / 2
		}
	}
	return 1 << 20 // not known: the system's own limit will tell
}

// isRemote reports whether a directory lies on a file system that others can
// change without an event here: another machine, or a program behind FUSE.
func isRemote(dir string) bool {
	var st unix.Statfs_t
	for {
		err := unix.Statfs(dir, &st)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return false // whoever goes on meets the error
		}
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.V9FS_MAGIC,
		unix.FUSE_SUPER_MAGIC, unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC, unix.CEPH_SUPER_MAGIC, unix.CODA_SUPER_MAGIC,
		unix.NCP_SUPER_MAGIC, unix.OCFS2_SUPER_MAGIC,
		0x0bd00bd0, // Lustre
		0x01161970, // GFS2
		0x47504653, // GPFS
		0x19830326, // BeeGFS
		0x20030528, // OrangeFS
		0x786f4256: // VirtualBox shared folders
		return true
	}
	return false
}

const cookiePrefix = "cookie-"

// cookieName holds the process, so that what it leaves can be told from what
// is in use, and a part that no other watcher has, not even one of a process
// that has the same number in another container.
func cookieName(unique uint64, number int) string {
	return fmt.Sprintf("%s%d-%x-%d", cookiePrefix, os.Getpid(), unique, number)
}

// clearCookies removes the files of processes that are gone. One of a process
// that cannot be seen from here may go as well: only its making counts.
func clearCookies(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		rest, ours := strings.CutPrefix(e.Name(), cookiePrefix)
		if !ours {
			continue
		}
		text, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(text)
		if err == nil && pid != os.Getpid() && pid > 0 && unix.Kill(pid, 0) == unix.ESRCH {
			_ = os.Remove(dir + "/" + e.Name())
		}
	}
}
