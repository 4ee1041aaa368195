package index

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"sextant/internal/code"
	"sextant/internal/index/segment"
	"sextant/internal/index/store"
	"sextant/internal/index/words"
	"sextant/internal/lang"
	"sextant/internal/workspace"
)

// File is one file of a view.
type File struct {
	*workspace.File
	// Language is nil for a file whose language is not known.
	Language *lang.Definition
	Class    code.Class
	// Lines and Chars are known once the text stage has read the content.
	Lines, Chars uint32
	// Indexed is true when the text stage has read the content: then word
	// look-ups find it.
	Indexed bool
	// Converted is true for an indexed file whose text is not what is on disk,
	// byte by byte: it has another encoding, or a mark in front.
	Converted bool
	// Oversize is true for a file that is too large to be parsed.
	Oversize bool
	script   bool // begins with #!, as far as the text stage has seen
	number   int32
	doc      docRef
}

// Parsed reports whether facts are extracted for files of this class and language.
func (f *File) Parsed() bool {
	if f.Language == nil || f.Symlink || f.Unreadable || f.Oversize {
		return false
	}
	switch f.Class {
	case code.ClassBinary, code.ClassTooLarge, code.ClassMinified, code.ClassUnreadable, code.ClassSymlink, code.ClassData:
		return false
	}
	return true
}

// docRef is where a content stands among a view's segments.
type docRef struct {
	segment int32 // -1: in none
	doc     uint32
}

// View is a checkout at one moment: its manifest, the segments that cover it
// and, by way of them, the facts of every file. It never changes; one question
// is answered from one view.
type View struct {
	ix       *Indexer
	manifest *workspace.Manifest
	files    []*File
	segments []*segment.Segment

	owners sync.Once
	byDoc  [][]int32 // per segment and document: first file number, or -1
	shared map[docRef][]int32
	paths  *pathIndex

	// pins are the contents that have been read of files whose hash the view
	// did not know, by path: workspace.Reading. All of one answer is made from them.
	pins sync.Map
	// outdated is set when a file was found changed: what has been derived
	// meanwhile may lack it.
	outdated atomic.Bool

	moving sync.Map // paths of files that were found changed

	parsed atomic.Bool // see allParsed
	// configs are the paths that finding imports' files has read: bool by path.
	// Where one changes, imports may lead elsewhere.
	configs sync.Map

	graph *Graph // guarded by making of linkedState

	memoMu sync.Mutex
	memo   map[string]*memoEntry
}

type memoEntry struct {
	once  sync.Once
	value any
}

// ErrChanged says that a file is no longer what the view holds: the question
// must be asked of a newer view.
var ErrChanged = errors.New("file changed since the view was made")

// Fatal keeps of an error what ends a question: ErrChanged, or that nobody waits
// for the answer. Any other concerns one file, which the answer goes without.
func Fatal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, ErrChanged) {
		return err
	}
	return nil
}

// Files lists every file by path. It must not be changed.
func (v *View) Files() []*File { return v.files }

// Manifest is what was on disk when the view was made.
func (v *View) Manifest() *workspace.Manifest { return v.manifest }

// Root is the absolute path of the checkout.
func (v *View) Root() string { return v.ix.ws.Root() }

// Languages is the registry of the index.
func (v *View) Languages() *lang.Registry { return v.ix.opt.Languages }

// File returns the file with that path, or nil.
func (v *View) File(path string) *File {
	i := sort.Search(len(v.files), func(i int) bool { return v.files[i].Path >= path })
	if i < len(v.files) && v.files[i].Path == path {
		return v.files[i]
	}
	return nil
}

// Under lists the files in dir or below it; "" is all of them. A path that
// names a file gives that file.
func (v *View) Under(dir string) []*File {
	if dir == "" {
		return v.files
	}
	if f := v.File(dir); f != nil {
		return []*File{f}
	}
	prefix := dir + "/"
	lo := sort.Search(len(v.files), func(i int) bool { return v.files[i].Path >= prefix })
	hi := lo + sort.Search(len(v.files)-lo, func(i int) bool { return !strings.HasPrefix(v.files[lo+i].Path, prefix) })
	return v.files[lo:hi]
}

// HasDir reports whether any file lies in dir or below it.
func (v *View) HasDir(dir string) bool { return dir == "" || v.manifest.Dir(dir) != nil }

// Memo returns build's result, computed once a view under the key. What is
// built must depend on the view only.
func (v *View) Memo(key string, build func() any) any {
	v.memoMu.Lock()
	e := v.memo[key]
	if e == nil {
		e = &memoEntry{}
		v.memo[key] = e
	}
	v.memoMu.Unlock()
	e.once.Do(func() { e.value = build() })
	return e.value
}

// Hit is one file that holds a term.
type Hit struct {
	File        *File
	Whole, Part uint32 // times as a whole identifier, times as a part of one
}

// Postings calls each for every indexed file that holds the term.
func (v *View) Postings(term string, each func(Hit)) {
	v.mapOwners()
	for k, s := range v.segments {
		v.reading(func() {
			s.Postings(term, func(p words.Posting) {
				v.eachOwner(docRef{int32(k), p.Doc}, func(f *File) { each(Hit{f, p.Whole, p.Part}) })
			})
		})
	}
}

// countedTerms bounds the terms whose files are counted to put them in order;
// of more the shortest are taken.
const countedTerms = 500

// TermsWithPrefix lists terms of indexed files that begin with prefix and that
// accept, if not nil, takes: at most max, those in most files first.
func (v *View) TermsWithPrefix(prefix string, max int, accept func(term string) bool) []string {
	seen := make(map[string]bool)
	var terms []string
	for _, s := range v.segments {
		v.reading(func() {
			s.Prefix(prefix, func(term string, _ int) bool {
				if !seen[term] && (accept == nil || accept(term)) {
					seen[term] = true
					terms = append(terms, term)
				}
				return true
			})
		})
	}
	slices.SortFunc(terms, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	// Segments hold contents of other checkouts and of the past too.
	counts := make(map[string]int)
	kept := terms[:0]
	for _, t := range terms {
		if counts[t] = v.filesWith(t); counts[t] > 0 {
			if kept = append(kept, t); len(kept) == countedTerms {
				break
			}
		}
	}
	slices.SortFunc(kept, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return kept[:min(max, len(kept))]
}

// Holds reports whether any indexed file holds the term.
func (v *View) Holds(term string) bool { return v.filesWith(term) > 0 }

// filesWith is how many indexed files hold a term.
func (v *View) filesWith(term string) (n int) {
	v.Postings(term, func(Hit) { n++ })
	return n
}

// reading runs f, which reads segments. Where one cannot be read, the view is
// outdated: the next one does without it.
func (v *View) reading(f func()) {
	if guarded(f) != nil {
		v.ix.suspect.Store(true)
		v.outdated.Store(true)
	}
}

// Outdated reports whether a file or the index was found changed while
// something was derived from the view: the answer may lack it, and is better
// made again from a newer view.
func (v *View) Outdated() bool { return v != nil && v.outdated.Load() }

// Changed lists the files that were found changed while something was derived
// from the view, by path.
func (v *View) Changed() (paths []string) {
	v.moving.Range(func(path, _ any) bool { paths = append(paths, path.(string)); return true })
	slices.Sort(paths)
	return paths
}

// Unindexed lists the files that word look-ups do not cover yet: they must be scanned.
func (v *View) Unindexed() []*File {
	return v.Memo("unindexed", func() any {
		var out []*File
		for _, f := range v.files {
			if !f.Indexed && f.HasText() {
				out = append(out, f)
			}
		}
		return out
	}).([]*File)
}

// unreadable lists the files that could not be read.
func (v *View) unreadable() []*File {
	return v.Memo("unreadable", func() any {
		var out []*File
		for _, f := range v.files {
			if f.Unreadable {
				out = append(out, f)
			}
		}
		return out
	}).([]*File)
}

// HasText reports whether the text stage would read the file.
func (f *File) HasText() bool {
	switch f.Class {
	case code.ClassBinary, code.ClassTooLarge, code.ClassUnreadable, code.ClassSymlink:
		return false
	}
	return true
}

// mapOwners finds which files hold each document; a content may stand under
// several paths, and a segment holds contents of other checkouts too.
func (v *View) mapOwners() {
	v.owners.Do(func() {
		v.byDoc = make([][]int32, len(v.segments))
		for k, s := range v.segments {
			v.byDoc[k] = make([]int32, s.Len())
			for i := range v.byDoc[k] {
				v.byDoc[k][i] = -1
			}
		}
		v.shared = make(map[docRef][]int32)
		for _, f := range v.files {
			if f.doc.segment < 0 {
				continue
			}
			owner := &v.byDoc[f.doc.segment][f.doc.doc]
			if *owner < 0 {
				*owner = f.number
			} else {
				v.shared[f.doc] = append(v.shared[f.doc], f.number)
			}
		}
	})
}

func (v *View) eachOwner(ref docRef, each func(*File)) {
	first := v.byDoc[ref.segment][ref.doc]
	if first < 0 {
		return
	}
	each(v.files[first])
	if len(v.shared) > 0 {
		for _, n := range v.shared[ref] {
			each(v.files[n])
		}
	}
}

// Outline returns the facts of a file without its references and regions, or
// nil for a file that is not parsed. They are parsed now if nobody has yet.
// The error is ErrChanged, or a file that cannot be read.
func (v *View) Outline(ctx context.Context, f *File) (*code.Facts, error) {
	return v.ix.facts(ctx, v, f, false)
}

// Facts is Outline with references and regions.
func (v *View) Facts(ctx context.Context, f *File) (*code.Facts, error) {
	return v.ix.facts(ctx, v, f, true)
}

// HasOutline reports whether the facts are known already, so that asking for them costs no parse.
func (v *View) HasOutline(f *File) bool {
	return v.ix.hasFacts(f) || v.ix.cache.get(v.key(f), false) != nil
}

// Text returns a file's decoded text. The error is ErrChanged when the file
// on disk is not that of the view.
func (v *View) Text(f *File) ([]byte, error) {
	raw, _, err := v.content(f, 0)
	if err != nil {
		return nil, err
	}
	return workspace.Text(raw), nil
}

// Progress is how far the stages are for a view.
type Progress struct {
	Files    int // listed
	Text     int // files with text
	Indexed  int // of those, read by the text stage
	Parsable int // files that have facts
	Parsed   int // of those, parsed: the facts are stored, or would be if there were a store
}

// Progress counts the stages.
func (v *View) Progress() Progress {
	var p Progress
	for _, f := range v.files {
		p.Files++
		if !f.HasText() {
			continue
		}
		p.Text++
		if f.Indexed {
			p.Indexed++
		}
		if f.Parsed() {
			p.Parsable++
			if f.Indexed && v.ix.known.get(f.key()) != factsUnknown {
				p.Parsed++
			}
		}
	}
	return p
}

// allParsed reports whether the facts of every file have been had. Once it is
// so it stays so.
func (v *View) allParsed() bool {
	if v.parsed.Load() {
		return true
	}
	if slices.ContainsFunc(v.files, v.unparsed) { // asked often: the first one is enough
		return false
	}
	v.parsed.Store(true)
	return true
}

func (v *View) unparsed(f *File) bool {
	return f.Parsed() && v.ix.known.get(v.key(f)) == factsUnknown && v.ix.cache.get(v.key(f), false) == nil
}

// Unparsed counts the files that have facts which nobody has parsed yet.
func (v *View) Unparsed() int {
	n := 0
	for _, f := range v.files {
		if v.unparsed(f) {
			n++
		}
	}
	return n
}

// Coverage counts files by class and by whether facts exist, and what the walk left out.
type Coverage struct {
	ByClass    map[code.Class]int
	ByLanguage map[string]int // by the language's name; files with facts only
	Skipped    map[string]int // by reason
	NoLanguage int            // text files of no known language
}

// Coverage reports what is covered and what is not, and why.
func (v *View) Coverage() Coverage {
	c := Coverage{ByClass: make(map[code.Class]int), ByLanguage: make(map[string]int), Skipped: make(map[string]int)}
	for _, f := range v.files {
		c.ByClass[f.Class]++
		switch {
		case f.Parsed():
			c.ByLanguage[f.Language.Name]++
		case f.HasText() && f.Language == nil:
			c.NoLanguage++
		}
	}
	skips := v.manifest.Skips()
	for reason, n := range skips {
		if n > 0 && workspace.Skip(reason) != workspace.SkipInternal {
			c.Skipped[workspace.Skip(reason).String()] += int(n)
		}
	}
	return c
}

// key is what facts of the file are stored under.
func (f *File) key() store.FactsKey {
	if f.Language == nil {
		return store.FactsKey{Hash: f.Hash}
	}
	return store.FactsKey{Hash: f.Hash, Language: f.Language.ID}
}
