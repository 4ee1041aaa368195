package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	familyName = "family.txt"
	// useName is a lock that every process with the store open holds in
	// common. Only who has it alone may remove the store for its age.
	useName = "use.lock"
)

// holdTries is how often a process tries to hold a folder that another one is
// just removing.
const holdTries = 100

// holdDir notes that dir is in use until release is called, or until the process
// ends. Where that cannot be noted, such as on a disk that is not to be written,
// nobody can remove anything either.
func holdDir(dir string) (release func()) {
	path := filepath.Join(dir, useName)
	for range holdTries {
		_ = os.MkdirAll(dir, 0o700)
		release, err := shareLock(path)
		if err == nil {
			return release
		}
		if !errors.Is(err, errLocked) && !errors.Is(err, fs.ErrNotExist) {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	return func() {}
}

// used notes that a family's store is in use now. Nothing depends on it but
// when it is removed.
func used(dir string) {
	now := time.Now()
	_ = os.Chtimes(filepath.Join(dir, familyName), now, now)
}

// Family is what a cache directory holds of one repository family.
type Family struct {
	Dir  string    // its folder
	Path string    // the repository, as family.txt says
	Used time.Time // when a process last opened, closed or wrote it
}

// Families lists what lies in a cache directory, sorted by folder.
func Families(cache string) ([]Family, error) {
	entries, err := os.ReadDir(cache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("listing caches: %w", err)
	}
	var out []Family
	for _, e := range entries {
		dir := filepath.Join(cache, e.Name())
		name, err := os.ReadFile(filepath.Join(dir, familyName))
		if err != nil {
			continue // not a family of ours
		}
		out = append(out, Family{Dir: dir, Path: strings.TrimSpace(string(name)), Used: lastUse(dir)})
	}
	return out, nil
}

// lastUse is the newest time of what is written when a store is used.
func lastUse(dir string) time.Time {
	var last time.Time
	paths := []string{filepath.Join(dir, familyName)}
	for _, pattern := range []string{databaseName, databaseName + "-wal", leaseName} {
		more, _ := filepath.Glob(filepath.Join(dir, "v*", "*", pattern)) // the pattern is well-formed
		paths = append(paths, more...)
	}
	for _, p := range paths {
		if st, err := os.Stat(p); err == nil && st.ModTime().After(last) {
			last = st.ModTime()
		}
	}
	return last
}

// Size is the bytes of the family's folder.
func (f Family) Size() int64 {
	size := int64(0)
	_ = filepath.WalkDir(f.Dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
		}
		return nil // what is gone meanwhile counts nothing
	})
	return size
}

// Collect removes the stores in a cache directory that nobody has used since a
// time and no process has open, and returns them. Memories stay. An error
// concerns single stores; the others are removed all the same.
func Collect(cache string, before time.Time) (gone []Family, err error) {
	families, err := Families(cache)
	for _, f := range families {
		if !f.Used.Before(before) {
			continue
		}
		removed, problem := collect(f.Dir, before)
		if problem != nil {
			err = errors.Join(err, problem)
		}
		if removed {
			gone = append(gone, f)
		}
	}
	return gone, err
}

func collect(dir string, before time.Time) (removed bool, err error) {
	path := filepath.Join(dir, useName)
	unlock, err := tryLock(path)
	if errors.Is(err, errLocked) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	// Between the look and the lock it may have been used; and a process of
	// another version may hold its own locks only.
	if !lastUse(dir).Before(before) || !idle(dir) {
		unlock()
		return false, nil
	}
	if err := removeDerived(dir, useName); err != nil {
		unlock()
		return false, fmt.Errorf("removing an old index cache: %w", err)
	}
	// From here on, whoever waits for the lock finds that its file is gone, and
	// begins anew.
	_ = os.Remove(path)
	unlock()
	_ = os.Remove(dir) // not if a memory lies there, or if somebody has begun anew
	return true, nil
}

// idle reports whether nobody holds one of the store's other locks.
func idle(dir string) bool {
	for _, pattern := range []string{filepath.Join("v*", openName), filepath.Join("v*", "*", leaseName)} {
		locks, _ := filepath.Glob(filepath.Join(dir, pattern)) // the pattern is well-formed
		for _, p := range locks {
			unlock, err := tryLock(p)
			if err != nil {
				return false
			}
			unlock()
		}
	}
	return true
}

// removeDerived deletes what is in dir but its memory, which cannot be derived
// again, and what is to be kept.
func removeDerived(dir string, keep ...string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
next:
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), memoryName) {
			continue
		}
		for _, k := range keep {
			if e.Name() == k {
				continue next
			}
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Remove deletes the store in dir, a folder that FamilyDir named, whatever
// its version and state. Processes that have it open notice (Stale). A memory
// that lies in the same folder stays.
func Remove(dir string) error {
	var err error
	// A process that uses the store may add a file while it is being deleted.
	for range 20 {
		if err = removeDerived(dir); err == nil {
			_ = os.Remove(dir)
			return nil
		}
	}
	return fmt.Errorf("removing the index cache: %w", err)
}

// HasMemory reports whether there is a memory in dir, which OpenMemory would
// create.
func HasMemory(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, memoryName))
	return err == nil
}

// sweptName is a file whose time says when old entries were last dropped. Its
// name keeps it where a memory is kept.
const sweptName = memoryName + ".swept"

// Due reports whether dir's old entries were last dropped longer ago than every,
// and if so notes that they are being dropped now: of several processes one is
// told so.
func Due(dir string, every time.Duration) bool {
	path := filepath.Join(dir, sweptName)
	recent := func() bool {
		st, err := os.Stat(path)
		return err == nil && time.Since(st.ModTime()) < every
	}
	if recent() || os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	unlock, err := tryLock(path + ".lock")
	if err != nil {
		return false
	}
	defer unlock()
	return !recent() && os.WriteFile(path, []byte("\n"), 0o600) == nil
}
