package index

import (
	"errors"
	"io/fs"
	"path/filepath"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/workspace"
)

// Adhoc describes a file that is not in any view because it is ignored, or
// that a symlink inside the root leads to. The path must have been cleaned by
// the workspace. A file larger than Options.MaxTextBytes is not read, so its
// hash is zero and its lines are not counted. The error is one that cannot be
// read, or workspace.ErrNotRegular.
func (ix *Indexer) Adhoc(path string) (*File, error) {
	resolved, err := filepath.EvalSymlinks(filepath.Join(ix.ws.Root(), filepath.FromSlash(path)))
	if err != nil {
		return nil, fs.ErrNotExist
	}
	rel, err := filepath.Rel(ix.ws.Root(), resolved)
	if err != nil {
		return nil, fs.ErrNotExist
	}
	rel = filepath.ToSlash(rel)
	raw, r, err := workspace.Read(ix.ws.Root(), rel, ix.opt.MaxTextBytes)
	f := &File{File: &workspace.File{Path: rel, Signature: r.Signature, Hash: r.Hash, ReadAt: r.ReadAt},
		Language: ix.opt.Languages.ByPath(rel), doc: docRef{segment: -1}}
	switch {
	case errors.Is(err, workspace.ErrTooLarge):
		f.Class = code.ClassTooLarge
		return f, nil
	case err != nil:
		return nil, err
	}
	d := document(r.Hash, raw)
	f.Lines, f.Chars = d.doc.Lines, d.doc.Chars
	if f.Language == nil && d.doc.Flags&segment.FlagScript != 0 {
		f.Language = ix.opt.Languages.ByShebang(d.text)
	}
	f.Class = ix.refine(classByPath(rel, f.Language), d.doc)
	return f, nil
}
