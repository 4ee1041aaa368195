package index

import (
	"errors"
	"runtime/debug"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/index/segment"
)

// errUnmapped says that a mapped file has become shorter than its mapping.
var errUnmapped = errors.New("a segment was cut short while it was in use")

// guarded runs f, which reads mapped segments. A file that somebody has cut
// short gives a memory fault there; it becomes errUnmapped instead of the end
// of the process.
func guarded(f func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = errUnmapped
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// openBytes is segment.Open for mapped bytes.
func openBytes(b []byte) (seg *segment.Segment, err error) {
	if fault := guarded(func() { seg, err = segment.Open(b) }); fault != nil {
		return nil, fault
	}
	return seg, err
}

// merge is segment.Merge for mapped segments, nil if they cannot be read.
func merge(segments []*segment.Segment, keep func(h code.Hash) bool) (merged []byte) {
	if guarded(func() { merged = segment.Merge(segments, keep) }) != nil {
		return nil
	}
	return merged
}

// mustOpen opens bytes that this process has just laid out.
func mustOpen(b []byte) *segment.Segment {
	s, err := segment.Open(b)
	if err != nil {
		bug.Report("opening a segment just built: %v", err)
		s, _ = segment.Open(segment.NewBuilder().Finish())
	}
	return s
}
