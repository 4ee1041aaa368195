package watch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

const (
	// mostPaths is how many changed paths are kept; with more, all is said to have changed.
	mostPaths = 10_000
	// patience is how long the barrier's event is waited for. A full queue of
	// 16,384 events is read in some 10 ms; the rest is for a busy machine.
	patience = 500 * time.Millisecond
)

// Watcher watches directories, not what is below them. Its methods may be
// called from several goroutines.
type Watcher struct {
	// Patience is how long Sync waits for its event; it may be set before the first call.
	Patience time.Duration

	fs      *fsnotify.Watcher
	root    string
	cookies string
	limit   int // watches
	mounts  *mounts
	rootID  inode
	ended   chan struct{} // closed when the events have ended

	syncing sync.Mutex // one barrier at a time
	unique  uint64     // of this watcher
	number  int        // of the last cookie

	mu sync.Mutex
	// added is every directory that was ever to be watched: when one is
	// renamed, what is watched below it has wrong paths.
	added   map[string]inode
	inodes  map[inode]string // what is watched
	paths   map[string]struct{}
	all     bool
	stale   bool
	fault   error
	cookie  string        // path of the awaited one
	arrived chan struct{} // closed when it is seen
}

// inode is what a directory is, whatever its name.
type inode struct{ device, number uint64 }

// New starts a watcher for directories at and below root. cookies is a
// directory for the barrier's files, made if need be; it must not be one that
// is added. What a killed process left there is removed. The error is, among
// others, ErrLimit or ErrRemote.
func New(root, cookies string) (*Watcher, error) {
	if isRemote(root) {
		return nil, ErrRemote
	}
	id, err := identify(root)
	if err != nil {
		return nil, fmt.Errorf("watching %q: %w", root, err)
	}
	if err := os.MkdirAll(cookies, 0o700); err != nil {
		return nil, fmt.Errorf("making a directory for the watcher: %w", err)
	}
	// Its events have the path that was watched.
	cookies = filepath.Clean(cookies)
	clearCookies(cookies)
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, limitError(err, "instances")
	}
	w := &Watcher{fs: fs, root: root, cookies: cookies, limit: share("watches"), mounts: openMounts(root), rootID: id, Patience: patience, unique: rand.Uint64(),
		ended: make(chan struct{}), added: make(map[string]inode), inodes: make(map[inode]string), paths: make(map[string]struct{})}
	if err := fs.Add(cookies); err != nil {
		w.mounts.close()
		return nil, errors.Join(limitError(err, "watches"), fs.Close())
	}
	go w.collect()
	return w, nil
}

// Add watches a directory, given by its absolute path: from then on what
// happens to its entries is heard. A directory that was made anew under a known
// path must be added again. ErrLimit concerns the watcher as a whole, other
// errors that directory.
func (w *Watcher) Add(dir string) error {
	id, err := identify(dir)
	w.mu.Lock()
	other, taken := w.inodes[id]
	if _, known := w.added[dir]; known || len(w.added) < w.limit {
		w.added[dir] = id
	} else if err == nil {
		err = fmt.Errorf("%w: more than %d directories, half of what sysctl fs.inotify.max_user_watches allows", ErrLimit, w.limit)
	}
	w.mu.Unlock()
	if err != nil {
		return fmt.Errorf("watching %q: %w", dir, err)
	}
	if taken && other != dir {
		// Mounted twice below the root; or the number of a removed directory was used again.
		if now, err := identify(other); err == nil && now == id {
			return fmt.Errorf("watching %q: %w", dir, ErrAlias)
		}
		// Or the directory was moved: the event that waits to be read says so.
	}
	if isRemote(dir) {
		return fmt.Errorf("watching %q: %w", dir, ErrRemote)
	}
	w.mu.Lock()
	w.inodes[id] = dir
	w.mu.Unlock()
	if err := w.guarded(func() error { return w.fs.Add(dir) }); err != nil {
		return limitError(err, "watches")
	}
	return nil
}

// guarded calls fsnotify, which loses count of its watches where directories
// are moved and made anew while their events wait to be read, and then panics
// (seen with v1.10.1). A watcher that is out of step is made afresh.
func (w *Watcher) guarded(call func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			w.mu.Lock()
			w.all, w.stale = true, true
			w.mu.Unlock()
			err = fmt.Errorf("the watcher is out of step: %v", p)
		}
	}()
	return call()
}

// Remove stops watching a directory, if it is watched.
func (w *Watcher) Remove(dir string) {
	_ = w.guarded(func() error { return w.fs.Remove(dir) }) // there is none if the directory is gone
	w.mu.Lock()
	defer w.mu.Unlock()
	if id := w.added[dir]; w.inodes[id] == dir {
		delete(w.inodes, id)
	}
}

// Len is how many directories were to be watched, including those that are gone.
func (w *Watcher) Len() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.added)
}

// Sync returns everything that happened before the call and was not returned
// yet. The error is the context's, ErrLate, or what broke the watcher; then
// nothing is lost for the next call.
func (w *Watcher) Sync(ctx context.Context) (Changes, error) {
	w.syncing.Lock()
	defer w.syncing.Unlock()
	if err := ctx.Err(); err != nil {
		return Changes{}, err
	}
	// No event tells of these.
	now, err := identify(w.root)
	moved := err != nil || now != w.rootID || w.mounts.changed()
	w.mu.Lock()
	w.all, w.stale = w.all || moved, w.stale || moved
	over := w.stale || w.fault != nil
	w.mu.Unlock()
	if !over {
		if err := w.barrier(ctx); err != nil {
			return Changes{}, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault != nil {
		return Changes{}, w.fault
	}
	c := Changes{All: w.all, Stale: w.stale}
	if len(w.paths) > 0 {
		c.Paths = slices.Collect(maps.Keys(w.paths))
		clear(w.paths)
	}
	w.all = w.stale // what is stale stays so
	return c, nil
}

// barrier makes a cookie and waits for its event.
func (w *Watcher) barrier(ctx context.Context) error {
	w.number++
	cookie := filepath.Join(w.cookies, cookieName(w.unique, w.number))
	arrived := make(chan struct{})
	w.mu.Lock()
	w.cookie, w.arrived = cookie, arrived
	w.mu.Unlock()
	f, err := os.OpenFile(cookie, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("making a file for the watcher: %w", err)
	}
	_ = f.Close()
	defer os.Remove(cookie)
	timer := time.NewTimer(w.Patience)
	defer timer.Stop()
	select {
	case <-arrived:
		return nil
	case <-w.ended:
		return fsnotify.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("%w: not within %v", ErrLate, w.Patience)
	}
}

// Close ends the watcher; nothing runs afterwards.
func (w *Watcher) Close() error {
	err := w.fs.Close()
	<-w.ended
	w.syncing.Lock()
	defer w.syncing.Unlock()
	w.mounts.close()
	return err
}

// collect takes events and faults as they come, until the watcher is closed.
// Both are sent by one goroutine, so their order is the queue's.
func (w *Watcher) collect() {
	defer close(w.ended)
	events, faults := w.fs.Events, w.fs.Errors
	for events != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				break
			}
			w.take(e)
		case err, ok := <-faults:
			if !ok {
				faults = nil
				break
			}
			w.mu.Lock()
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				// The rename of a directory may be among what was lost.
				w.all, w.stale = true, true
			} else if w.fault == nil {
				w.fault = fmt.Errorf("watching: %w", err)
			}
			// The cookie's event may be lost, too, and adds nothing now.
			w.pass()
			w.mu.Unlock()
		}
	}
}

func (w *Watcher) take(e fsnotify.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case e.Name == w.cookie && e.Has(fsnotify.Create):
		w.pass()
		return
	case filepath.Dir(e.Name) == w.cookies:
		return
	case e.Name == w.cookies:
		if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
			w.fault = errors.New("watching: the directory of the watcher's own files is gone")
			w.pass()
		}
		return
	}
	if e.Has(fsnotify.Rename) {
		if _, ok := w.added[e.Name]; ok {
			// The directories below it are still watched, under their old paths.
			w.all, w.stale = true, true
		}
	}
	if w.all {
		return
	}
	if w.paths[e.Name] = struct{}{}; len(w.paths) > mostPaths {
		w.all = true
		clear(w.paths)
	}
}

// pass ends the wait of the barrier, if there is one. The caller holds mu.
func (w *Watcher) pass() {
	if w.cookie != "" {
		w.cookie = ""
		close(w.arrived)
	}
}

func identify(dir string) (inode, error) {
	var st unix.Stat_t
	for {
		switch err := unix.Lstat(dir, &st); {
		case err == unix.EINTR:
		case err != nil:
			return inode{}, err
		case st.Mode&unix.S_IFMT != unix.S_IFDIR:
			return inode{}, unix.ENOTDIR
		default:
			return inode{uint64(st.Dev), st.Ino}, nil
		}
	}
}
