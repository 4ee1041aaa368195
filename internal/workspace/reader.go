package workspace

import (
	"errors"
	"fmt"
	"io/fs"
)

// Reader reads many files one after another with as few system calls as that
// takes: for a search, which looks at thousands. It is used by one goroutine.
type Reader struct {
	top handle
	buf []byte
}

// NewReader opens the root. The error is a root that cannot be opened.
func NewReader(root string) (*Reader, error) {
	top, err := openTop(root)
	if err != nil {
		return nil, rootError(err)
	}
	return &Reader{top: top}, nil
}

// Close releases the root.
func (r *Reader) Close() { r.top.close() }

// Read returns the raw bytes of a regular file of a manifest, if it still has
// the signature that it has there; they are valid until the next call. The
// signature is compared after the bytes were read, so it is that of the bytes.
// A file that is not what it was any more gives ErrChanged, one that cannot be
// read what kept it.
func (r *Reader) Read(f *File) ([]byte, error) {
	file, err := r.top.openFile(f.Path)
	switch {
	case errors.Is(err, ErrNotRegular), errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotDir):
		return nil, fmt.Errorf("reading %s: %w (%w)", f.Path, ErrChanged, err)
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	}
	defer file.Close()
	size := int(f.Signature.Size)
	if cap(r.buf) < size+1 {
		r.buf = make([]byte, size+size/4+1)
	}
	n := 0
	// One byte more than there should be, so that the end is seen.
	for b := r.buf[:size+1]; n < len(b); {
		k, err := file.Read(b[n:])
		n += k
		if k == 0 || err != nil {
			break // a real fault shows in the signature or the size
		}
		if n == size {
			break
		}
	}
	sig, _, err := statOpen(file)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	}
	if sig != f.Signature || n != size {
		return nil, fmt.Errorf("reading %s: %w", f.Path, ErrChanged)
	}
	return r.buf[:n], nil
}

// ErrChanged says that a file is not what the manifest holds any more.
var ErrChanged = errors.New("file changed since it was listed")
