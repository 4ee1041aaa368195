package search

import (
	"errors"
	"io/fs"
	"sync/atomic"
	"testing"
)

func TestParallel(t *testing.T) {
	var n atomic.Int32
	errs := []error{nil, fs.ErrNotExist, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}}
	err := parallel(len(errs), func() error { return errs[n.Add(1)-1] })
	if !errors.Is(err, fs.ErrNotExist) || n.Load() != 3 {
		t.Errorf("%v after %d", err, n.Load())
	}
	defer func() {
		if recover() != "of a test" {
			t.Error("the panic stayed in its goroutine")
		}
	}()
	_ = parallel(2, func() error { panic("of a test") })
}
