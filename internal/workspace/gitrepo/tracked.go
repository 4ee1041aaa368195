package gitrepo

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
)

// Mode is the kind of a tracked path as the index has it.
type Mode uint32

// The modes of an index.
const (
	Regular    Mode = 0o100644
	Executable Mode = 0o100755
	Symlink    Mode = 0o120000
	Gitlink    Mode = 0o160000 // a submodule: a directory with a repository of its own
)

// Entry is a tracked path.
type Entry struct {
	Path string // slash-separated, from the work tree's root; any bytes but NUL
	Mode Mode
}

// Tracked returns every path in the index, sorted by bytes, each once even while a merge has several
// versions of it. A path need not be on disk: it may be deleted, or outside a sparse checkout.
// What submodules track is not included; each is a Repo of its own.
func (r Repo) Tracked(ctx context.Context) ([]Entry, error) {
	var entries []Entry
	err := r.records(ctx, func(record []byte) error {
		// "<mode> <object> <stage>\t<path>"
		meta, path, ok := bytes.Cut(record, []byte("\t"))
		octal, _, okMode := bytes.Cut(meta, []byte(" "))
		mode, err := strconv.ParseUint(string(octal), 8, 32)
		if !ok || !okMode || err != nil {
			return fmt.Errorf("reading the list of tracked paths: unknown form %.100q", record)
		}
		if n := len(entries); n > 0 && entries[n-1].Path == string(path) {
			return nil
		}
		entries = append(entries, Entry{Path: string(path), Mode: Mode(mode)})
		return nil
	}, "ls-files", "--stage", "-z")
	if err != nil {
		return nil, err
	}
	return entries, nil
}
