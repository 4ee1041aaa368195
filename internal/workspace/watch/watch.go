// Package watch tells what has happened below some directories since it was
// last asked. In go directories, one by one (Add); out comes the set of paths
// that events named (Sync). The main type is Watcher.
//
// Sync is a barrier: it makes an empty file in a directory that is watched
// beside the others and waits for that file's event. Where one queue orders
// all events, whatever happened before the call has been heard by then. Linux
// is such a system; elsewhere New says ErrUnsupported: events come from several
// queues there, or a file descriptor for each file would be needed.
//
// What makes no event is not told: writes through a shared memory mapping,
// writes by other machines on a network file system, writes through another
// name of a file (a hard link) in a directory that is not watched. Package
// workspace, which asks, knows what to do about those.
package watch

import "errors"

// Changes is what was heard.
type Changes struct {
	// Paths were made, changed, renamed or removed, absolute, in no order.
	Paths []string
	// All says that anything may have changed, whatever Paths holds.
	All bool
	// Stale says that the watcher may report wrong paths from now on, because
	// a directory that it watches was renamed, or that it may miss something,
	// because file systems were mounted. It has to be replaced. All is set as well.
	Stale bool
}

// Reasons for not watching. They are wrapped in errors that say more.
var (
	// ErrUnsupported: the system does not order events in one queue.
	ErrUnsupported = errors.New("this system's events have no common order")
	// ErrLimit: the system, or what one watcher may take of it, has no more watches.
	ErrLimit = errors.New("out of inotify resources")
	// ErrRemote: on this file system others can write without an event.
	ErrRemote = errors.New("a network or user-space file system does not tell of every change")
	// ErrAlias: the directory is watched already under another name.
	ErrAlias = errors.New("the directory is watched under another name")
	// ErrLate: the barrier's event did not come in time.
	ErrLate = errors.New("events come too late or not at all")
)
