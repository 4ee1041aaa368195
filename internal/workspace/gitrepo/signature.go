package gitrepo

import (
	"fmt"
	"os"
	"path/filepath"
)

// Signature tells two states of a file apart without reading it. Signatures compare with ==; the
// zero Signature is that of a missing file.
type Signature struct {
	Size  int64  // bytes
	Mtime int64  // nanoseconds since 1970
	Ctime int64  // nanoseconds since 1970; 0 where the system has none
	Inode uint64 // 0 where the system has none
}

// IndexSignature returns the signature of the index file: while it stays the same, so does what
// Tracked returns. It is zero before the first path is added.
func (r Repo) IndexSignature() (Signature, error) {
	info, err := os.Stat(filepath.Join(r.GitDir, "index"))
	if missing(err) {
		return Signature{}, nil
	}
	if err != nil {
		return Signature{}, fmt.Errorf("reading the state of the index: %w", err)
	}
	s := Signature{Size: info.Size(), Mtime: info.ModTime().UnixNano()}
	s.Ctime, s.Inode = changeTimeAndInode(info)
	return s, nil
}
