package index

import (
	"errors"
	"fmt"
	"io/fs"

	"sextant/internal/code"
	"sextant/internal/index/store"
	"sextant/internal/workspace"
)

// content reads a file as the view holds it. A file whose hash the view does
// not know is pinned to what is read first, so that all that one answer says
// of it is of one content. The error is ErrChanged, or what keeps the file
// from being read.
func (v *View) content(f *File, max int64) ([]byte, code.Hash, error) {
	raw, r, err := workspace.Read(v.Root(), f.Path, max)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, workspace.ErrNotRegular), errors.Is(err, workspace.ErrTooLarge) && f.Signature.Size <= max:
		return nil, code.Hash{}, v.changed(f, err)
	case err != nil:
		return nil, code.Hash{}, err
	case f.Hash.IsZero():
		if r.Signature != f.Signature {
			return nil, code.Hash{}, v.changed(f, nil)
		}
		if pin, taken := v.pins.LoadOrStore(f.Path, r); taken && pin.(workspace.Reading).Hash != r.Hash {
			return nil, code.Hash{}, v.changed(f, nil)
		}
	case r.Hash != f.Hash:
		return nil, code.Hash{}, v.changed(f, nil)
	}
	return raw, r.Hash, nil
}

// Hash is the hash of a file's content as the view holds it; a file that nobody
// has read is read, up to max bytes. The error is ErrChanged, or what keeps the
// file from being read.
func (v *View) Hash(f *File, max int64) (code.Hash, error) {
	if h := v.key(f).Hash; !h.IsZero() {
		return h, nil
	}
	_, h, err := v.content(f, max)
	return h, err
}

// KnownHash is Hash without reading anything, zero for what nobody has read.
func (v *View) KnownHash(f *File) code.Hash { return v.key(f).Hash }

// changed marks the view as outdated.
func (v *View) changed(f *File, cause error) error {
	v.outdated.Store(true)
	v.moving.Store(f.Path, true)
	if cause != nil {
		return fmt.Errorf("%s: %w (%w)", f.Path, ErrChanged, cause)
	}
	return fmt.Errorf("%s: %w", f.Path, ErrChanged)
}

// key is what the file's facts are stored under; its hash is zero while
// nobody has read the file.
func (v *View) key(f *File) store.FactsKey {
	key := f.key()
	if key.Hash.IsZero() {
		if pin, ok := v.pins.Load(f.Path); ok {
			key.Hash = pin.(workspace.Reading).Hash
		}
	}
	return key
}

// withPins is the view's manifest with the contents that answers have read.
func (v *View) withPins() *workspace.Manifest {
	var readings map[string]workspace.Reading
	v.pins.Range(func(path, r any) bool {
		if readings == nil {
			readings = make(map[string]workspace.Reading)
		}
		readings[path.(string)] = r.(workspace.Reading)
		return true
	})
	if readings == nil {
		return v.manifest
	}
	return v.manifest.With(readings)
}

// Fresh reports whether a file is still on disk as the view holds it. A file
// changed so recently that its timestamp cannot tell is read again.
func (v *View) Fresh(f *File) bool {
	sig, err := workspace.Stat(v.Root(), f.Path)
	if err != nil || sig != f.Signature {
		return false
	}
	h, at := f.Hash, f.ReadAt
	if h.IsZero() {
		pin, ok := v.pins.Load(f.Path)
		if !ok {
			return true // nothing has been said of its content
		}
		h, at = pin.(workspace.Reading).Hash, pin.(workspace.Reading).ReadAt
	}
	if f.Symlink || f.Signature.Settled(at) {
		return true
	}
	_, r, err := workspace.Read(v.Root(), f.Path, 0)
	return err == nil && r.Hash == h
}
