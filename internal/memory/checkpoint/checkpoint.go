// Package checkpoint holds the files of a checkout as they were at one moment,
// so that a later moment can be compared with it. In go paths with what is
// known of their contents; out come the paths that are new, gone or of another
// content. It is pure: package tool fills it from a view, package store keeps it.
//
// The main type is Checkpoint.
package checkpoint

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"sextant/internal/code"
)

// File is one file at the moment.
type File struct {
	Path string
	// Hash is that of its content, zero where nobody had read it.
	Hash code.Hash
	// Stamp sums up what the file system said of the file (size, times, identity);
	// 0 where that does not pin the content.
	Stamp uint64
}

// Checkpoint is the files of a checkout, sorted by path.
type Checkpoint []File

// Changes is what became of the files since, each list sorted.
type Changes struct{ Changed, Added, Deleted []string }

// Compare compares a moment with a later one. Of a file whose hash one of the
// two does not know the stamps decide, and where they differ hash is asked for
// what its content is now; a file that it cannot read has changed.
func Compare(before, after Checkpoint, hash func(path string) (code.Hash, bool)) (c Changes) {
	for len(before) > 0 || len(after) > 0 {
		order := 0
		switch {
		case len(before) == 0:
			order = 1
		case len(after) == 0:
			order = -1
		default:
			order = strings.Compare(before[0].Path, after[0].Path)
		}
		switch {
		case order < 0:
			c.Deleted = append(c.Deleted, before[0].Path)
			before = before[1:]
		case order > 0:
			c.Added = append(c.Added, after[0].Path)
			after = after[1:]
		default:
			if !same(&before[0], &after[0], hash) {
				c.Changed = append(c.Changed, after[0].Path)
			}
			before, after = before[1:], after[1:]
		}
	}
	return c
}

func same(a, b *File, hash func(path string) (code.Hash, bool)) bool {
	if !a.Hash.IsZero() && !b.Hash.IsZero() {
		return a.Hash == b.Hash
	}
	if a.Stamp != 0 && a.Stamp == b.Stamp {
		return true
	}
	if a.Hash.IsZero() {
		return false // what it was is not known any more
	}
	now, ok := hash(b.Path)
	return ok && now == a.Hash
}

var errForm = errors.New("the stored checkpoint is damaged or of another version")

// form is the first byte of the encoding.
const form = 1

// Encode gives the stored form: paths share their beginnings.
func (c Checkpoint) Encode() []byte {
	b := make([]byte, 0, 16+56*len(c))
	b = append(b, form)
	b = binary.AppendUvarint(b, uint64(len(c)))
	last := ""
	for i := range c {
		f := &c[i]
		shared := 0
		for shared < len(last) && shared < len(f.Path) && last[shared] == f.Path[shared] {
			shared++
		}
		b = binary.AppendUvarint(b, uint64(shared))
		b = binary.AppendUvarint(b, uint64(len(f.Path)-shared))
		b = append(b, f.Path[shared:]...)
		b = binary.LittleEndian.AppendUint64(b, f.Stamp)
		b = append(b, f.Hash[:]...)
		last = f.Path
	}
	return b
}

// Decode reads what Encode gave.
func Decode(b []byte) (Checkpoint, error) {
	if len(b) == 0 || b[0] != form {
		return nil, errForm
	}
	b = b[1:]
	number := func() (uint64, bool) {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return 0, false
		}
		b = b[n:]
		return v, true
	}
	const fixed = 8 + len(code.Hash{})
	n, ok := number()
	if !ok || n > uint64(len(b)/(fixed+2)) {
		return nil, errForm
	}
	out := make(Checkpoint, 0, n)
	last := ""
	for range n {
		shared, ok1 := number()
		more, ok2 := number()
		if !ok1 || !ok2 || shared > uint64(len(last)) || more > uint64(len(b)) || uint64(len(b))-more < uint64(fixed) {
			return nil, errForm
		}
		f := File{Path: last[:shared] + string(b[:more])}
		b = b[more:]
		f.Stamp = binary.LittleEndian.Uint64(b)
		copy(f.Hash[:], b[8:])
		b = b[fixed:]
		out, last = append(out, f), f.Path
	}
	if len(b) > 0 || !slices.IsSortedFunc(out, func(x, y File) int { return strings.Compare(x.Path, y.Path) }) {
		return nil, errForm
	}
	return out, nil
}
