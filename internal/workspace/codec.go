package workspace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"sextant/internal/code"
)

// The stored form of a directory, all integers varint:
//
//	version, rules key (8 bytes), signature, listed at,
//	n, then n sub-directory names; n, then n ignore file names; skips by reason;
//	n, then n files: base name, flags, signature, and unless flagged unread: hash (32 bytes), read at.
//
// A signature is size, mtime, ctime, inode, mode.
const dirVersion = 1

const (
	flagSymlink = 1 << iota
	flagUnreadable
	flagUnread
	flagEnd
)

// smallestFile is how many bytes a stored file takes at least.
const smallestFile = 9

var errDirForm = errors.New("stored directory is damaged or of another version")

// EncodeDir returns the stored form of a directory, without its path. Names
// are in order and have no slash; of a file without a hash, ReadAt is not kept.
func EncodeDir(d *Dir) []byte {
	b := make([]byte, 0, 64+96*len(d.Files))
	b = append(b, dirVersion)
	b = binary.BigEndian.AppendUint64(b, d.RulesKey)
	b = appendSignature(b, d.Signature)
	b = binary.AppendVarint(b, d.ListedAt)
	b = appendNames(b, d.Dirs)
	b = appendNames(b, d.RuleFiles)
	for _, n := range d.Skips {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = binary.AppendUvarint(b, uint64(len(d.Files)))
	for i := range d.Files {
		f := &d.Files[i]
		b = appendName(b, baseName(f.Path))
		flags := byte(0)
		if f.Symlink {
			flags |= flagSymlink
		}
		if f.Unreadable {
			flags |= flagUnreadable
		}
		if f.Hash.IsZero() {
			flags |= flagUnread
		}
		b = append(b, flags)
		b = appendSignature(b, f.Signature)
		if flags&flagUnread == 0 {
			b = append(b, f.Hash[:]...)
			b = binary.AppendVarint(b, f.ReadAt)
		}
	}
	return b
}

// DecodeDir reads the form that EncodeDir wrote.
func DecodeDir(path string, b []byte) (*Dir, error) {
	r := reader{b: b}
	if r.byte() != dirVersion {
		return nil, fmt.Errorf("directory %q: %w", path, errDirForm)
	}
	d := &Dir{Path: path}
	if key := r.take(8); key != nil {
		d.RulesKey = binary.BigEndian.Uint64(key)
	}
	d.Signature = r.signature()
	d.ListedAt = r.varint()
	d.Dirs = r.names()
	d.RuleFiles = r.names()
	for i := range d.Skips {
		d.Skips[i] = r.uint32()
	}
	n := r.count(smallestFile)
	if n > 0 {
		d.Files = make([]File, n)
	}
	last := ""
	for i := range d.Files {
		f := &d.Files[i]
		last = r.name(last)
		f.Path = join(path, last)
		flags := r.byte()
		r.check(flags < flagEnd)
		f.Symlink = flags&flagSymlink != 0
		f.Unreadable = flags&flagUnreadable != 0
		f.Signature = r.signature()
		if flags&flagUnread == 0 {
			copy(f.Hash[:], r.take(len(code.Hash{})))
			f.ReadAt = r.varint()
			r.check(!f.Hash.IsZero())
		}
	}
	if r.bad || len(r.b) > 0 {
		return nil, fmt.Errorf("directory %q: %w", path, errDirForm)
	}
	return d, nil
}

func appendSignature(b []byte, s Signature) []byte {
	b = binary.AppendVarint(b, s.Size)
	b = binary.AppendVarint(b, s.Mtime)
	b = binary.AppendVarint(b, s.Ctime)
	b = binary.AppendUvarint(b, s.Inode)
	return binary.AppendUvarint(b, uint64(s.Mode))
}

func appendName(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendNames(b []byte, names []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(names)))
	for _, n := range names {
		b = appendName(b, n)
	}
	return b
}

// reader reads the stored form; after a fault it gives zero values.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) check(ok bool) {
	if !ok {
		r.bad, r.b = true, nil
	}
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.check(false)
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.check(false)
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.check(false)
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads a length whose items take at least min bytes each, so that a
// damaged one cannot ask for more memory than the input could fill.
func (r *reader) count(min int) int {
	n := r.uvarint()
	if n > uint64(len(r.b)/min) {
		r.check(false)
		return 0
	}
	return int(n)
}

// name reads a base name that comes after last in order.
func (r *reader) name(last string) string {
	s := string(r.take(r.count(1)))
	r.check(s > last && strings.IndexByte(s, '/') < 0)
	return s
}

func (r *reader) names() []string {
	n := r.count(2)
	if n == 0 {
		return nil
	}
	out := make([]string, n)
	last := ""
	for i := range out {
		last = r.name(last)
		out[i] = last
	}
	return out
}

func (r *reader) uint32() uint32 {
	n := r.uvarint()
	r.check(n <= math.MaxUint32)
	return uint32(n)
}

func (r *reader) signature() Signature {
	return Signature{Size: r.varint(), Mtime: r.varint(), Ctime: r.varint(), Inode: r.uvarint(), Mode: r.uint32()}
}
