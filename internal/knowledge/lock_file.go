package knowledge

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// staleAfter is the age at which a lock file is stale whoever wrote it: a hold
// lasts as long as one rewrite, well under a second.
const staleAfter = 10 * time.Minute

// tryLockFile holds the lock by a file that only one process can create. The
// file says "pid host", so that one left behind by a dead process is found out.
func tryLockFile(dir string) (unlock func(), err error) {
	name := filepath.Join(dir, lockName)
	host, _ := os.Hostname() // empty is as good a name as any, it is only compared
	content := fmt.Sprintf("%d %s %d\n", os.Getpid(), strings.ReplaceAll(host, " ", "_"), time.Now().UnixNano())
	for range 2 {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.WriteString(content)
			if err = errors.Join(err, f.Close()); err != nil {
				os.Remove(name)
				return nil, err
			}
			return func() {
				// Only our own: it may have been taken for stale meanwhile.
				if now, err := os.ReadFile(name); err == nil && string(now) == content {
					os.Remove(name)
				}
			}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if !removeStale(name, host) {
			return nil, errLocked
		}
	}
	return nil, errLocked
}

// removeStale takes a stale lock file away and reports whether it did. The file
// is first renamed, because between reading and removing it another process
// may have done the same and hold a fresh lock under the name.
func removeStale(name, host string) bool {
	content, err := os.ReadFile(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	info, err := os.Stat(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	if !isStale(string(content), host, time.Since(info.ModTime())) {
		return false
	}
	aside := fmt.Sprintf("%s%s-%d", filepath.Join(filepath.Dir(name), tempPrefix), "lock", os.Getpid())
	if err := os.Rename(name, aside); err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer os.Remove(aside)
	if moved, err := os.ReadFile(aside); err != nil || !bytes.Equal(moved, content) {
		os.Link(aside, name) // a fresh lock: put it back, unless there is a fresher one
		return false
	}
	return true
}

// isStale judges a lock file by its content and age. One without content may
// be just being written, so only its age counts.
func isStale(content, host string, age time.Duration) bool {
	if age > staleAfter {
		return true
	}
	var pid int
	var writer string
	if n, _ := fmt.Sscanf(content, "%d %s", &pid, &writer); n != 2 {
		return false
	}
	return writer == strings.ReplaceAll(host, " ", "_") && pid > 0 && !isAlive(pid)
}

// isAlive reports whether a process with that id runs on this machine.
func isAlive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if runtime.GOOS == "windows" {
		return true // FindProcess has looked
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, fs.ErrPermission)
}
