package index

import (
	"io/fs"
	"path/filepath"

	"sextant/internal/code"
	"sextant/internal/index/words"
	"sextant/internal/workspace"
)

// Adhoc describes a file that is not in any view because it is ignored, or
// that a symlink inside the root leads to. The path must have been cleaned by
// the workspace. The error is one that cannot be read, or workspace.ErrNotRegular.
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
	raw, r, err := workspace.Read(ix.ws.Root(), rel, 0)
	if err != nil {
		return nil, err
	}
	d := document(r.Hash, raw)
	f := &File{File: &workspace.File{Path: rel, Signature: r.Signature, Hash: r.Hash, ReadAt: r.ReadAt},
		Lines: d.doc.Lines, Chars: d.doc.Chars, doc: docRef{segment: -1}}
	f.Language = ix.opt.Languages.ByPath(rel)
	if f.Language == nil && d.doc.Flags&words.FlagScript != 0 {
		f.Language = ix.opt.Languages.ByShebang(d.text)
	}
	f.Class = refine(classByPath(rel, f.Language), d.doc.Flags)
	if r.Signature.Size > ix.opt.MaxTextBytes {
		f.Class = code.ClassTooLarge
	}
	return f, nil
}
