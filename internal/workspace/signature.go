package workspace

import "time"

// Signature is what stat says of a file or directory. Equal signatures mean
// equal content, unless the content was read so soon after a change that a
// second change could hide behind the same timestamp (see Settled).
type Signature struct {
	Size  int64  // bytes
	Mtime int64  // nanoseconds since 1970
	Ctime int64  // nanoseconds since 1970; 0 where the system has none
	Inode uint64 // 0 where the system has none
	Mode  uint32 // permission and type bits as the system gives them
}

// racyWindow is how long after a change a second one may still get the same
// timestamp: Linux stamps files with a clock that ticks every 1-10 ms.
// coarseWindow is for file systems that keep whole or even seconds only.
const (
	racyWindow   = 40 * time.Millisecond
	coarseWindow = 2100 * time.Millisecond
)

// Settled reports whether content read at the time readAt (nanoseconds since
// 1970) is pinned by this signature. Git calls the opposite racy: such a file
// must be read again before it is trusted.
func (s Signature) Settled(readAt int64) bool {
	changed := s.Ctime
	if changed == 0 {
		changed = s.Mtime
	}
	window := racyWindow
	if changed%int64(time.Millisecond) == 0 {
		window = coarseWindow
	}
	return readAt-changed > int64(window)
}

// entryType is what a directory entry is, symlinks not followed.
type entryType uint8

const (
	typeOther entryType = iota
	typeFile
	typeDir
	typeSymlink
)
