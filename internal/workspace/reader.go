package workspace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// Reader reads many files one after another with as few system calls as that
// takes: for a search, which looks at thousands. It is used by one goroutine.
type Reader struct {
	top handle
	buf []byte
}

// ErrChanged says that a file is not what the manifest holds any more.
var ErrChanged = errors.New("file changed since it was listed")

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
// signature is taken after the bytes were read, so it is that of the bytes. A
// file that is not what it was any more gives ErrChanged, one that cannot be
// read what kept it.
func (r *Reader) Read(f *File) ([]byte, error) { return r.ReadPart(f, 0, f.Signature.Size) }

// Reading is Read with what reading established, for the index.
func (r *Reader) Reading(f *File) ([]byte, Reading, error) {
	at := time.Now().UnixNano()
	raw, err := r.Read(f)
	if err != nil {
		return nil, Reading{}, err
	}
	return raw, Reading{Signature: f.Signature, Hash: sha256.Sum256(raw), ReadAt: at}, nil
}

// ReadPart is Read for the bytes from start to end, which lie within the file.
func (r *Reader) ReadPart(f *File, start, end int64) ([]byte, error) {
	size := int(end - start)
	if cap(r.buf) < size {
		r.buf = make([]byte, size+size/4)
	}
	n, sig, kind, err := r.top.readFile(f.Path, r.buf[:size], start)
	switch {
	case errors.Is(err, ErrNotRegular), errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotDir):
		return nil, fmt.Errorf("reading %s: %w (%w)", f.Path, ErrChanged, err)
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", f.Path, err)
	case kind != typeFile, sig != f.Signature, n != size:
		return nil, fmt.Errorf("reading %s: %w", f.Path, ErrChanged)
	}
	return r.buf[:n], nil
}
