package index

import (
	"errors"
	"runtime/debug"

	"sextant/internal/bug"
	"sextant/internal/code"
	"sextant/internal/index/words"
)

// errUnmapped says that a mapped file has become shorter than its mapping.
var errUnmapped = errors.New("a word segment was cut short while it was in use")

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

// openWords is words.Open for mapped bytes.
func openWords(b []byte) (seg *words.Segment, err error) {
	if fault := guarded(func() { seg, err = words.Open(b) }); fault != nil {
		return nil, fault
	}
	return seg, err
}

// merge is words.Merge for mapped segments, nil if they cannot be read.
func merge(segments []*words.Segment, keep func(h code.Hash) bool) (merged []byte) {
	if guarded(func() { merged = words.Merge(segments, keep) }) != nil {
		return nil
	}
	return merged
}

// mustOpen opens bytes that this process has just laid out.
func mustOpen(b []byte) *words.Segment {
	s, err := words.Open(b)
	if err != nil {
		bug.Report("opening a segment just built: %v", err)
		s, _ = words.Open(words.NewBuilder().Finish())
	}
	return s
}
