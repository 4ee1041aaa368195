package workspace

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"sextant/internal/code"
)

// ErrNotRegular says that a path is a directory, symlink or special file.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge says that a file is larger than the reader was allowed to read.
var ErrTooLarge = errors.New("file is larger than the limit")

// Reading is what reading a file established.
type Reading struct {
	Signature  Signature
	Hash       code.Hash
	ReadAt     int64
	Unreadable bool
}

// Read returns a file's raw bytes with what is known of them. A file that
// changes while it is read is read again; after three tries the last bytes
// are returned with a reading that is not settled, so they are checked next time.
// max is the largest size in bytes that is read; 0 is no limit.
//
// The error is ErrNotRegular, ErrTooLarge, fs.ErrNotExist (the file or a
// directory above it is gone, or is a symlink by now), or what kept the file
// from being read. In that last case the reading is Unreadable and may go
// into the manifest. The signature is set in all but the third.
func Read(root, path string, max int64) ([]byte, Reading, error) {
	data, r, err := read(root, path, max, nil)
	if err != nil {
		return nil, r, fmt.Errorf("reading %s: %w", path, err)
	}
	return data, r, nil
}

// tries is how often a file that keeps changing is read.
const tries = 3

// between, if not nil, is called between opening and reading: the seam by
// which tests change the file.
func read(root, path string, max int64, between func()) (data []byte, r Reading, err error) {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return nil, r, ErrOutside
	}
	top, err := openTop(root)
	if err != nil {
		return nil, r, err
	}
	defer top.close()
	for try := 1; ; try++ {
		var stable bool
		data, stable, err = readOnce(top, path, max, &r, between)
		switch {
		case errors.Is(err, ErrNotRegular), errors.Is(err, ErrTooLarge):
			return nil, r, err
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, errNotDir):
			return nil, Reading{}, fmt.Errorf("%w (%w)", fs.ErrNotExist, err)
		case err != nil:
			r.Unreadable = true
			return nil, r, err
		}
		if !stable && try == tries {
			r.ReadAt = 0
		}
		if stable || try == tries {
			r.Hash = sha256.Sum256(data)
			return data, r, nil
		}
	}
}

func readOnce(top handle, path string, max int64, r *Reading, between func()) (data []byte, stable bool, err error) {
	// Looked at before it is opened: opening a FIFO or a device can have effects.
	var kind entryType
	if r.Signature, kind, err = top.lstat(path); err != nil {
		return nil, false, err
	}
	if kind != typeFile {
		return nil, false, ErrNotRegular
	}
	f, err := top.openFile(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	before, kind, err := statOpen(f)
	if err != nil {
		return nil, false, err
	}
	r.Signature = before
	switch {
	case kind != typeFile:
		return nil, false, ErrNotRegular
	case max > 0 && before.Size > max:
		return nil, false, ErrTooLarge
	}
	r.ReadAt = time.Now().UnixNano()
	if between != nil {
		between()
	}
	if data, err = readAll(f, before.Size, max); err != nil {
		return nil, false, err
	}
	after, _, err := statOpen(f)
	return data, before == after && int64(len(data)) == before.Size, err
}

// readAll reads to the end; size is how much to expect, max as for Read.
func readAll(f io.Reader, size, max int64) ([]byte, error) {
	if max > 0 {
		f = io.LimitReader(f, max+1)
	}
	// A sparse file may claim any size; memory is taken as the bytes come.
	buf := bytes.NewBuffer(make([]byte, 0, min(size, 64<<20)+bytes.MinRead))
	if _, err := buf.ReadFrom(f); err != nil {
		return nil, err
	}
	if max > 0 && int64(buf.Len()) > max {
		return nil, ErrTooLarge
	}
	return buf.Bytes(), nil
}

// readSmall reads a file that is no part of the manifest, symlinks followed.
func readSmall(full string, max int64) ([]byte, error) {
	f, err := os.Open(full)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, 0, max)
}

// Stat returns a file's present signature. The error satisfies
// errors.Is(err, fs.ErrNotExist) when it is gone.
func Stat(root, path string) (Signature, error) {
	s, kind, err := lstat(filepath.Join(root, filepath.FromSlash(path)))
	switch {
	case errors.Is(err, errNotDir):
		return s, fmt.Errorf("%w (%w)", fs.ErrNotExist, err)
	case err != nil:
		return s, err
	case kind != typeFile && kind != typeSymlink:
		return s, &os.PathError{Op: "stat", Path: path, Err: ErrNotRegular}
	}
	return s, nil
}
