package index

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/lang"
	"sextant/internal/workspace"
)

// inlineFiles and inlineBytes bound what a refresh reads before it answers.
// More than that is left to the text stage, and questions scan those files.
const (
	inlineFiles = 500
	inlineBytes = 8 << 20
)

// update compares the disk with the last view and makes a new one if anything
// changed. The caller holds refresh.
func (ix *Indexer) update(ctx context.Context) (*View, error) {
	ix.mu.Lock()
	last := ix.view
	ix.mu.Unlock()
	var before *workspace.Manifest
	if last != nil {
		before = last.withPins()
	}
	m, err := ix.ws.Refresh(ctx, before)
	if err != nil {
		return nil, err
	}
	ix.mu.Lock()
	ix.adoptSegments()
	v := last
	if last == nil || last.ix == nil || last.manifest != m || last.Outdated() || !ix.sameSegments(last) {
		v = ix.newView(m, last)
	}
	ix.mu.Unlock()
	if before == nil {
		return ix.adopt(v), nil
	}
	if v, err = ix.readInline(ctx, v); err != nil {
		return nil, err
	}
	return ix.adopt(v), nil
}

// adopt makes a view the present one, and wakes the background if there is
// something for it to do.
func (ix *Indexer) adopt(v *View) *View {
	ix.mu.Lock()
	same := ix.view == v
	ix.view = v
	waiting := len(ix.memory.list) > 0 && ix.dbError == nil
	ix.mu.Unlock()
	if !same && (waiting || v.lacks()) {
		ix.poke()
	}
	return v
}

// lacks reports whether anything of the view is left to read or parse.
func (v *View) lacks() bool {
	p := v.Progress()
	return p.Indexed < p.Text || p.Parsed < p.Parsable
}

func (ix *Indexer) sameSegments(v *View) bool {
	if len(v.segments) != len(ix.segments)+len(ix.memory.list) {
		return false
	}
	for n, s := range ix.segments {
		if v.segments[n] != s.seg {
			return false
		}
	}
	return slices.Equal(v.segments[len(ix.segments):], ix.memory.list)
}

// readInline reads the files whose text is not indexed, so that the view
// covers them; when there are very many, they stay for the text stage. The
// caller holds refresh.
func (ix *Indexer) readInline(ctx context.Context, v *View) (*View, error) {
	todo := ix.retryUnreadable(v)
	total := int64(0)
	for _, f := range v.Unindexed() {
		todo = append(todo, f)
		total += f.Signature.Size
	}
	if len(todo) == 0 || len(todo) > inlineFiles || total > inlineBytes {
		return v, nil
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var next atomic.Int64
	readings := make(map[string]workspace.Reading, len(todo))
	for range min(ix.jobs, len(todo)) {
		wg.Go(func() {
			b := segment.NewBuilder()
			for i := int(next.Add(1) - 1); i < len(todo) && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				f := todo[i]
				r, raw, ok := ix.read(f.File)
				if !ok || r.Unreadable && f.Unreadable {
					continue
				}
				mu.Lock()
				readings[f.Path] = r
				mu.Unlock()
				if raw != nil && !ix.indexed(r.Hash) {
					d := document(r.Hash, raw)
					b.Add(d.doc, d.text)
				}
			}
			if b.Len() > 0 {
				s := mustOpen(b.Finish())
				ix.mu.Lock()
				ix.memory.addSegment(s)
				ix.mu.Unlock()
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(readings) == 0 {
		return v, nil
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.newView(v.manifest.With(readings), v), nil
}

// unreadableRetry is how long a file that could not be read is left alone,
// unless its stat changes: what kept it may lie elsewhere.
const unreadableRetry = 10 * time.Second

// retryUnreadable lists the unreadable files that are to be tried again. The
// caller holds refresh.
func (ix *Indexer) retryUnreadable(v *View) []*File {
	var todo []*File
	var tried map[string]time.Time
	now := time.Now()
	for _, f := range v.unreadable() {
		if tried == nil {
			tried = make(map[string]time.Time)
		}
		at, ok := ix.tried[f.Path]
		if !ok || now.Sub(at) > unreadableRetry {
			at = now
			todo = append(todo, f)
		}
		tried[f.Path] = at
	}
	ix.tried = tried
	return todo
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

// indexed reports whether a content is in any segment.
func (ix *Indexer) indexed(h code.Hash) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return ix.stored(h) || ix.memory.has(h)
}

// stored reports whether a content is in the store's segments.
// The caller holds mu.
func (ix *Indexer) stored(h code.Hash) bool {
	for _, s := range ix.segments {
		if _, ok := s.seg.Find(h); ok {
			return true
		}
	}
	return false
}

// contentDoc is a content ready to be added to a builder.
type contentDoc struct {
	doc  segment.Doc
	text []byte
}

// document decodes and examines a content for the text stage.
func document(h code.Hash, raw []byte) contentDoc {
	if workspace.IsBinary(raw) {
		return contentDoc{doc: segment.Doc{Hash: h, Bytes: uint32(len(raw)), Flags: segment.FlagBinary}}
	}
	text := workspace.Text(raw)
	lines := code.CountLines(text)
	return contentDoc{text: text, doc: segment.Doc{Hash: h, Bytes: uint32(len(text)), Lines: lines,
		Chars: code.CountChars(text), Longest: longestLine(text), Flags: examine(raw, text, lines)}}
}

// newView assembles a view of the manifest with the present segments. What an
// earlier view, base, has of files that have not changed is taken over; it may
// be nil. The caller holds mu.
func (ix *Indexer) newView(m *workspace.Manifest, base *View) *View {
	ix.tidyMemory(m)
	v := &View{ix: ix, manifest: m, memo: make(map[string]*memoEntry)}
	for _, s := range ix.segments {
		v.segments = append(v.segments, s.seg)
	}
	v.segments = append(v.segments, ix.memory.list...)
	listed := m.Files()
	infos := make([]File, 0, len(listed))
	v.reading(func() {
		known := newTakeover(base, v)
		for _, f := range listed {
			if ix.opt.Accept != nil && !ix.opt.Accept(f.Path) {
				continue
			}
			if ix.opt.MaxFiles > 0 && len(infos) == ix.opt.MaxFiles {
				break
			}
			info, ok := known.file(f)
			if !ok {
				info = ix.describe(v, f)
			}
			infos = append(infos, info)
		}
	})
	v.files = make([]*File, len(infos))
	for i := range infos {
		infos[i].number = int32(i)
		v.files[i] = &infos[i]
	}
	if base != nil && base.paths != nil && samePaths(base.files, v.files) {
		v.paths = base.paths
	} else {
		v.paths = &pathIndex{}
	}
	return v
}

// takeover walks the files of an earlier view beside those of a new one, both
// by path.
type takeover struct {
	files    []*File
	segments []int32 // by the earlier view's number: the new one's, or -1
}

func newTakeover(base, v *View) *takeover {
	t := &takeover{}
	if base == nil || base.ix == nil {
		return t
	}
	place := make(map[*segment.Segment]int32, len(v.segments))
	for k, s := range v.segments {
		place[s] = int32(k)
	}
	t.files = base.files
	for _, s := range base.segments {
		k, ok := place[s]
		if !ok {
			k = -1
		}
		t.segments = append(t.segments, k)
	}
	return t
}

// file returns what the earlier view has of a file, if that still holds.
func (t *takeover) file(f *workspace.File) (File, bool) {
	for len(t.files) > 0 && t.files[0].Path < f.Path {
		t.files = t.files[1:]
	}
	if len(t.files) == 0 || *t.files[0].File != *f {
		return File{}, false
	}
	info := *t.files[0]
	info.File = f
	if info.Indexed {
		if info.script && info.Language == nil {
			return info, false // its first line may not have been readable
		}
		info.doc.segment = t.segments[info.doc.segment]
		return info, info.doc.segment >= 0
	}
	return info, f.Hash.IsZero()
}

// describe joins what the manifest and the segments know of a file.
func (ix *Indexer) describe(v *View, f *workspace.File) File {
	info := File{File: f, doc: docRef{segment: -1}, Oversize: ix.oversize(f.Signature.Size)}
	var d segment.Doc
	if !f.Hash.IsZero() {
		for k, s := range v.segments {
			if i, ok := s.Find(f.Hash); ok {
				d = s.Doc(i)
				info.doc = docRef{int32(k), i}
				info.Indexed, info.Lines, info.Chars = true, d.Lines, d.Chars
				break
			}
		}
	}
	info.script = d.Flags&segment.FlagScript != 0
	info.Converted = d.Flags&segment.FlagConverted != 0
	info.Language = ix.languageOf(&info)
	switch {
	case f.Symlink:
		info.Class = code.ClassSymlink
	case f.Unreadable:
		info.Class = code.ClassUnreadable
	case f.Signature.Size > ix.opt.MaxTextBytes:
		info.Class = code.ClassTooLarge
	default:
		info.Class = ix.refine(classByPath(f.Path, info.Language), d)
	}
	return info
}

// tidyMemory joins segments held in memory, without the contents that the
// manifest does not have or the store's segments do. The caller holds mu.
func (ix *Indexer) tidyMemory(m *workspace.Manifest) {
	if len(ix.memory.list) <= mergeAt {
		return
	}
	present := make(map[code.Hash]bool)
	for _, f := range m.Files() {
		present[f.Hash] = true
	}
	ix.memory.tidy(func(h code.Hash) bool { return present[h] && !ix.stored(h) })
}

// languageOf is the language of a file, by name or, for a script without an
// extension, by its first line.
func (ix *Indexer) languageOf(f *File) *lang.Definition {
	if d := ix.opt.Languages.ByPath(f.Path); d != nil {
		return d
	}
	if !f.script {
		return nil
	}
	if d, ok := ix.scripts.Load(f.Hash); ok {
		return d.(*lang.Definition)
	}
	raw, r, err := workspace.Read(ix.ws.Root(), f.Path, ix.opt.MaxTextBytes)
	if err != nil || r.Hash != f.Hash {
		return nil // changed since, which the next view knows
	}
	d := ix.opt.Languages.ByShebang(workspace.Text(raw))
	ix.scripts.Store(f.Hash, d)
	return d
}

// oversize reports whether a file of that many bytes is too large to be parsed.
func (ix *Indexer) oversize(size int64) bool {
	return ix.opt.Limits.Bytes > 0 && size > int64(ix.opt.Limits.Bytes)
}
