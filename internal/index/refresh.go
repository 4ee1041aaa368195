package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sextant/internal/code"
	"sextant/internal/index/words"
	"sextant/internal/workspace"
)

// inlineFiles and inlineBytes bound what a refresh reads before it answers.
// More than that is left to the text stage, and questions scan those files.
const (
	inlineFiles = 2000
	inlineBytes = 24 << 20
)

// update compares the disk with the last view and makes a new one if anything
// changed. The caller holds refresh.
func (ix *Indexer) update(ctx context.Context) (*View, error) {
	ix.mu.Lock()
	last := ix.view
	ix.mu.Unlock()
	var before *workspace.Manifest
	if last != nil {
		before = last.manifest
	}
	m, err := ix.ws.Refresh(ctx, before)
	if err != nil {
		return nil, err
	}
	m, err = ix.readChanged(ctx, m, before == nil)
	if err != nil {
		return nil, err
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.adoptSegments()
	if last != nil && last.ix != nil && last.manifest == m && ix.sameSegments(last) {
		return last, nil
	}
	v := ix.newView(m)
	ix.view = v
	ix.poke()
	return v, nil
}

// adoptSegments takes over segments that other processes have published. The
// caller holds mu.
func (ix *Indexer) adoptSegments() {
	if ix.db == nil || !ix.db.Changed() {
		return
	}
	if err := ix.loadSegments(); err != nil {
		ix.storeFailed("reading the index", err)
		return
	}
	ix.knownStale.Store(true)
}

func (ix *Indexer) sameSegments(v *View) bool {
	n := 0
	for _, s := range ix.segments {
		if n >= len(v.segments) || v.segments[n] != s.seg {
			return false
		}
		n++
	}
	for _, s := range ix.memory.segments() {
		if n >= len(v.segments) || v.segments[n] != s {
			return false
		}
		n++
	}
	return n == len(v.segments)
}

// readChanged reads the files whose content is not known, so that the view
// can rely on it; on a first walk, or after a change of very many files, the
// rest stays unread.
func (ix *Indexer) readChanged(ctx context.Context, m *workspace.Manifest, first bool) (*workspace.Manifest, error) {
	if first {
		return m, nil
	}
	var unread []*workspace.File
	total := int64(0)
	for _, f := range m.Files() {
		if f.Symlink || f.Unreadable || f.Known() || f.Signature.Size > ix.opt.MaxTextBytes {
			continue
		}
		unread = append(unread, f)
		total += f.Signature.Size
	}
	if len(unread) == 0 || len(unread) > inlineFiles || total > inlineBytes {
		return m, nil
	}
	readings := make(map[string]workspace.Reading, len(unread))
	for _, f := range unread {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, raw, ok := ix.read(f)
		if !ok {
			continue
		}
		readings[f.Path] = r
		if raw != nil && !ix.indexed(r.Hash) {
			ix.memory.add(document(r.Hash, raw))
		}
	}
	return m.With(readings), nil
}

// read reads a file for the index. Not ok means that it is gone or is no
// longer a regular file, which the next sweep sees; no bytes mean that it
// cannot be read.
func (ix *Indexer) read(f *workspace.File) (r workspace.Reading, raw []byte, ok bool) {
	raw, r, err := workspace.Read(ix.ws.Root(), f.Path, ix.opt.MaxTextBytes)
	switch {
	case err == nil:
		return r, raw, true
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, workspace.ErrNotRegular), errors.Is(err, workspace.ErrTooLarge):
		return r, nil, false
	}
	ix.log.Info("a file cannot be read", "path", f.Path, "error", err)
	r = workspace.Reading{Signature: f.Signature, Unreadable: true}
	return r, nil, true
}

// indexed reports whether the words of a content are in any segment.
func (ix *Indexer) indexed(h code.Hash) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, s := range ix.segments {
		if _, ok := s.seg.Find(h); ok {
			return true
		}
	}
	return ix.memory.has(h)
}

// contentDoc is a content ready to be added to a builder.
type contentDoc struct {
	doc  words.Doc
	text []byte
}

// document decodes and examines a content for the text stage.
func document(h code.Hash, raw []byte) contentDoc {
	if workspace.IsBinary(raw) {
		return contentDoc{doc: words.Doc{Hash: h, Bytes: uint32(len(raw)), Flags: words.FlagBinary}}
	}
	text := workspace.Text(raw)
	lines := code.CountLines(text)
	return contentDoc{text: text, doc: words.Doc{Hash: h, Bytes: uint32(len(text)), Lines: lines,
		Chars: code.CountChars(text), Flags: examine(raw, text, lines)}}
}

// newView assembles a view of the manifest with the present segments. The
// caller holds mu.
func (ix *Indexer) newView(m *workspace.Manifest) *View {
	v := &View{ix: ix, manifest: m, memo: make(map[string]*memoEntry)}
	for _, s := range ix.segments {
		v.segments = append(v.segments, s.seg)
		v.ids = append(v.ids, s.id)
	}
	for _, s := range ix.memory.segments() {
		v.segments = append(v.segments, s)
		v.ids = append(v.ids, 0)
	}
	listed := m.Files()
	infos := make([]File, 0, len(listed))
	for _, f := range listed {
		if ix.opt.Accept != nil && !ix.opt.Accept(f.Path) {
			continue
		}
		if ix.opt.MaxFiles > 0 && len(infos) == ix.opt.MaxFiles {
			break
		}
		infos = append(infos, ix.describe(v, f))
	}
	v.files = make([]*File, len(infos))
	for i := range infos {
		infos[i].number = int32(i)
		v.files[i] = &infos[i]
	}
	return v
}

// describe joins what the manifest and the segments know of a file.
func (ix *Indexer) describe(v *View, f *workspace.File) File {
	info := File{File: f, doc: docRef{segment: -1}}
	var flags words.DocFlags
	if !f.Hash.IsZero() {
		for k, s := range v.segments {
			if i, ok := s.Find(f.Hash); ok {
				d := s.Doc(i)
				info.doc = docRef{int32(k), i}
				info.Indexed, info.Lines, info.Chars, flags = true, d.Lines, d.Chars, d.Flags
				break
			}
		}
	}
	info.Language = ix.languageOf(f.Path, flags, func() []byte { return ix.firstLine(f) })
	switch {
	case f.Symlink:
		info.Class = code.ClassSymlink
	case f.Unreadable:
		info.Class = code.ClassUnreadable
	case f.Signature.Size > ix.opt.MaxTextBytes:
		info.Class = code.ClassTooLarge
	default:
		info.Class = refine(classByPath(f.Path, info.Language), flags)
	}
	return info
}

// firstLine reads the beginning of a script to see its interpreter.
func (ix *Indexer) firstLine(f *workspace.File) []byte {
	file, err := os.Open(filepath.Join(ix.ws.Root(), filepath.FromSlash(f.Path)))
	if err != nil {
		return nil
	}
	defer file.Close()
	b := make([]byte, 256)
	n, _ := file.Read(b)
	return b[:n]
}

// unreadable counts files that the text stage cannot read.
func (v *View) unreadable() int {
	n := 0
	for _, f := range v.files {
		if f.hasText() && !f.Indexed && !f.Hash.IsZero() && f.Class == code.ClassUnreadable {
			n++
		}
	}
	return n
}
