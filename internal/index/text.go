package index

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/index/trigram"
	"sextant/internal/index/words"
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
// With lines, a match lies within one line. word, if not empty, is what every
// match is, see IsIndexedWord: only files that hold it as a word are listed.
func (v *View) Candidates(q *trigram.Query, lines bool, word string) []Candidate {
	if q.Useless() && word == "" {
		return v.indexedFiles()
	}
	v.mapOwners()
	var out []Candidate
	for k, s := range v.segments {
		v.reading(func() {
			add := func(doc uint32, parts []trigram.Candidate) {
				v.eachOwner(docRef{int32(k), doc}, func(f *File) {
					if f.HasText() {
						out = append(out, Candidate{f, parts})
					}
				})
			}
			holds := func(uint32) bool { return true }
			if word != "" {
				holders := holdersOf(s, word)
				holds = func(doc uint32) bool { return holders[doc/64]&(1<<(doc%64)) != 0 }
			}
			switch {
			case q.Useless():
				for doc := range uint32(s.Len()) {
					if holds(doc) {
						add(doc, nil)
					}
				}
			case !lines:
				for _, doc := range s.Trigrams.Documents(q) {
					if holds(doc) {
						add(doc, nil)
					}
				}
			default:
				for parts := s.Trigrams.Candidates(q); len(parts) > 0; {
					n := 1
					for n < len(parts) && parts[n].Doc == parts[0].Doc {
						n++
					}
					if holds(parts[0].Doc) {
						add(parts[0].Doc, parts[:n:n])
					}
					parts = parts[n:]
				}
			}
		})
	}
	slices.SortFunc(out, func(a, b Candidate) int { return cmp.Compare(a.File.number, b.File.number) })
	return out
}

// IsIndexedWord reports whether a text of ASCII that no letter, mark, digit or
// connector of Unicode touches is always found by the words that are indexed, whatever
// its case if fold is true. The long s is a small letter by itself to them.
func IsIndexedWord(word string, fold bool) bool {
	letters := false
	for _, c := range []byte(word) {
		switch {
		case c|0x20 == 's' && fold:
			return false
		case 'a' <= c|0x20 && c|0x20 <= 'z', '0' <= c && c <= '9':
			letters = true
		case c != '_':
			return false
		}
	}
	return letters && len(word) >= words.MinTerm && len(word) <= words.MaxTerm
}

// holdersOf is the set, a bit a document, of those that may hold a word for
// which IsIndexedWord holds. What is indexed is a longer word where a dollar
// sign is next to it: the trigrams tell which documents have that.
func holdersOf(s *segment.Segment, word string) []uint64 {
	set := make([]uint64, (s.Len()+63)/64)
	add := func(doc uint32) {
		if int(doc) < s.Len() {
			set[doc/64] |= 1 << (doc % 64)
		}
	}
	word = strings.ToLower(word)
	s.Postings(word, func(p words.Posting) {
		if p.Whole > 0 {
			add(p.Doc)
		}
	})
	for _, beside := range []string{"$" + word[:2], word[len(word)-2:] + "$"} {
		key := uint32(beside[0])<<16 | uint32(beside[1])<<8 | uint32(beside[2])
		for _, doc := range s.Trigrams.Documents(&trigram.Query{Op: trigram.And, Trigrams: []uint32{key}}) {
			add(doc)
		}
	}
	return set
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
	for i := 0; i < len(c.Parts); i++ {
		p := c.Parts[i]
		start, end := int64(p.Start), int64(p.End)
		for ; i+1 < len(c.Parts) && int64(c.Parts[i+1].Start)-end <= nearBytes; i++ {
			end = int64(c.Parts[i+1].End)
		}
		end = min(end, f.Signature.Size)
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

// nearBytes is how far apart two parts may be to be read as one: opening a
// file once more takes as long as reading that much.
const nearBytes = 16 << 10

// mostOf reports whether parts are so much of a file, or so many, that reading
// all of it is no more work.
func mostOf(parts []trigram.Candidate, size int64) bool {
	sum := int64(0)
	for _, p := range parts {
		sum += min(int64(p.End), size) - int64(p.Start)
	}
	return 2*sum >= size || len(parts) > 8
}
