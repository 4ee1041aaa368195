package index

import (
	"errors"

	"sextant/internal/index/trigram"
	"sextant/internal/workspace"
)

// Candidates lists the indexed files, by path, whose text may satisfy the
// query; those that are not indexed yet (Unindexed) must be looked at besides.
func (v *View) Candidates(q *trigram.Query) []*File {
	if q.Useless() {
		return v.indexedFiles()
	}
	v.mapOwners()
	found := make([]bool, len(v.files))
	for k, s := range v.segments {
		v.reading(func() {
			for _, d := range s.Trigrams.Candidates(q) {
				v.eachOwner(docRef{int32(k), d}, func(f *File) { found[f.number] = true })
			}
		})
	}
	var out []*File
	for n, f := range v.files {
		if found[n] && f.HasText() {
			out = append(out, f)
		}
	}
	return out
}

func (v *View) indexedFiles() []*File {
	return v.Memo("indexed", func() any {
		out := make([]*File, 0, len(v.files))
		for _, f := range v.files {
			if f.Indexed && f.HasText() {
				out = append(out, f)
			}
		}
		return out
	}).([]*File)
}

// TextReader reads the texts of a view's files one after another. It is used
// by one goroutine.
type TextReader struct {
	v     *View
	files *workspace.Reader
}

// NewTextReader returns a reader, which must be closed.
func (v *View) NewTextReader() (*TextReader, error) {
	files, err := workspace.NewReader(v.Root())
	if err != nil {
		return nil, err
	}
	return &TextReader{v, files}, nil
}

// Close releases the reader.
func (r *TextReader) Close() { r.files.Close() }

// Text is View.Text, valid until the next call. A file whose signature pins
// its content is not hashed again.
func (r *TextReader) Text(f *File) ([]byte, error) {
	if !f.Known() {
		return r.v.Text(f)
	}
	raw, err := r.files.Read(f.File)
	switch {
	case errors.Is(err, workspace.ErrChanged):
		return nil, r.v.changed(f, err)
	case err != nil:
		return nil, err
	}
	return workspace.Text(raw), nil
}
