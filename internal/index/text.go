package index

import (
	"cmp"
	"errors"
	"slices"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/index/trigram"
	"sextant/internal/workspace"
)

// Candidate is an indexed file whose text may hold a match, and where.
type Candidate struct {
	File *File
	// Parts are the stretches of whole lines that may hold it, in order; nil is all of the text.
	Parts []trigram.Candidate
}

// Candidates lists the indexed files, by path, whose text may satisfy the
// query; those that are not indexed yet (Unindexed) must be looked at besides.
// With lines, a match lies within one line.
func (v *View) Candidates(q *trigram.Query, lines bool) []Candidate {
	if q.Useless() {
		return v.indexedFiles()
	}
	v.mapOwners()
	found := make(map[int32][]trigram.Candidate)
	for k, s := range v.segments {
		v.reading(func() {
			if !lines {
				for _, d := range s.Trigrams.Documents(q) {
					v.eachOwner(docRef{int32(k), d}, func(f *File) { found[f.number] = nil })
				}
				return
			}
			for parts := s.Trigrams.Candidates(q); len(parts) > 0; {
				n := 1
				for n < len(parts) && parts[n].Doc == parts[0].Doc {
					n++
				}
				v.eachOwner(docRef{int32(k), parts[0].Doc}, func(f *File) { found[f.number] = parts[:n:n] })
				parts = parts[n:]
			}
		})
	}
	out := make([]Candidate, 0, len(found))
	for n, parts := range found {
		if f := v.files[n]; f.HasText() {
			out = append(out, Candidate{f, parts})
		}
	}
	slices.SortFunc(out, func(a, b Candidate) int { return cmp.Compare(a.File.number, b.File.number) })
	return out
}

func (v *View) indexedFiles() []Candidate {
	return v.Memo("indexed", func() any {
		out := make([]Candidate, 0, len(v.files))
		for _, f := range v.files {
			if f.Indexed && f.HasText() {
				out = append(out, Candidate{File: f})
			}
		}
		return out
	}).([]Candidate)
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
// its content is not hashed again. One that the text stage will find to be
// binary has no text.
func (r *TextReader) Text(f *File) ([]byte, error) {
	var raw []byte
	var err error
	if f.Known() {
		if raw, err = r.files.Read(f.File); err != nil {
			err = r.fault(f, err)
		}
	} else {
		raw, _, err = r.v.content(f, r.v.ix.opt.MaxTextBytes)
	}
	switch {
	case err != nil:
		return nil, err
	case !f.Indexed && workspace.IsBinary(raw):
		return nil, nil
	case f.Indexed && !f.Converted:
		return raw, nil
	}
	return workspace.Text(raw), nil
}

// Described is a file that is not indexed yet as it will be once the text
// stage has read this text of it: of what language and class.
func (v *View) Described(f *File, text []byte) *File {
	lines := code.CountLines(text)
	d := segment.Doc{Lines: lines, Longest: longestLine(text), Flags: examine(text, text, lines)}
	seen := *f
	if seen.Language == nil && d.Flags&segment.FlagScript != 0 {
		seen.Language = v.ix.opt.Languages.ByShebang(text)
	}
	seen.Class = v.ix.refine(classByPath(f.Path, seen.Language), d)
	return &seen
}

func (r *TextReader) fault(f *File, err error) error {
	if errors.Is(err, workspace.ErrChanged) {
		return r.v.changed(f, err)
	}
	return err
}

// Each calls found with every part of a candidate's text, until it returns
// false: the part, how many bytes of the text come before it, and how many
// lines. The bytes are valid during the call only.
func (r *TextReader) Each(c Candidate, found func(text []byte, start, lines int) bool) error {
	f := c.File
	if c.Parts == nil || !f.Known() || f.Converted || mostOf(c.Parts, f.Signature.Size) {
		text, err := r.Text(f)
		if err == nil {
			found(text, 0, 0)
		}
		return err
	}
	for _, p := range c.Parts {
		start, end := int64(p.Start), min(int64(p.End), f.Signature.Size)
		if start > end {
			continue // of a longer text: it is read as it is
		}
		text, err := r.files.ReadPart(f.File, start, end)
		if err != nil {
			return r.fault(f, err)
		}
		if !found(text, int(start), int(p.Line)) {
			return nil
		}
	}
	return nil
}

// mostOf reports whether parts are so much of a file, or so many, that reading
// all of it is no more work.
func mostOf(parts []trigram.Candidate, size int64) bool {
	sum := int64(0)
	for _, p := range parts {
		sum += min(int64(p.End), size) - int64(p.Start)
	}
	return 2*sum >= size || len(parts) > 8
}
