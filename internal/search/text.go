package search

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/trigram"
	"sextant/internal/search/grep"
	"sextant/internal/search/rank"
	"sextant/internal/search/ripgrep"
)

// Backend is how files that may match are found.
type Backend string

// Backends. Every one gives the same answer, since what they find is searched
// again here; they differ in how many files that is.
const (
	Auto    Backend = "auto"  // the index, and a scan of what is not indexed yet
	Index   Backend = "index" // the same; Auto may choose another way some day
	Scan    Backend = "scan"  // every file
	Ripgrep Backend = "rg"    // the files that rg names; a scan where rg is not installed or does not take the pattern
)

// FileFilter says which files a question is about.
type FileFilter struct {
	Directory string // only below it, or this file; "" is all
	// Globs as FindFiles takes them: one of those must fit, if there are any,
	// and none of those that begin with "!".
	Globs []string
	// Extensions, with or without dot, and Languages: one of either must fit,
	// if there are any.
	Extensions []string
	Languages  map[code.LanguageID]bool
	NoTests    bool
	// NoGenerated leaves out what programs write: generated and minified files.
	NoGenerated bool
}

// TextQuery asks for the lines that match a pattern.
type TextQuery struct {
	// Query is what was asked for; with Options it names the pattern.
	Query   string
	Options grep.Options
	Filter  FileFilter
	// Lines are the only lines that count, by file; nil is every line of every
	// file. LinesKey tells one such choice from another.
	Lines    map[string]Lines
	LinesKey string
	// Best is how many of the best lines are wanted; none asks for counts alone.
	Best int
	// Exact asks for the number of all lines, however many there are. Without
	// it a search that every file must be read for ends where the best lines
	// cannot change any more.
	Exact   bool
	Backend Backend
	// Without are files that change so fast that nothing can be said of them.
	Without map[string]bool
	// Budget is how long files that are not indexed yet are scanned.
	Budget time.Duration
}

// Lines are ranges of lines of a file, from 1, both ends in; nil is all of them.
type Lines []code.Lines

// holds reports whether a match that covers the lines from first to last touches them.
func (l Lines) holds(first, last int) bool {
	if l == nil {
		return true
	}
	return slices.ContainsFunc(l, func(r code.Lines) bool { return int(r.First) <= last && first <= int(r.Last) })
}

// TextHit is one line that matches, or the lines of a match that spans several.
type TextHit struct {
	File       *index.File
	Line, Last int    // from 1
	Text       string // of the line, the first one of several; of a very long one what lies about the match
	From       int    // where in the line Text begins, bytes: 0 but for a very long one
	Start, End int    // of the first match in Text, bytes
	Declares   bool
	Place      rank.Place
	Score      int
}

// FileCount is how many lines of a file match.
type FileCount struct {
	File  *index.File
	Lines int
}

// TextResults is the answer to a TextQuery.
type TextResults struct {
	Hits []TextHit // best first, at most as many as asked for
	// Lines and Files count what matches. Where Stopped is true, they count as
	// far as the search went, and there may be more.
	Lines, Files int
	Stopped      bool
	Counts       []FileCount // by path
	Searched     int         // files that the filters let through
	// Pending is how many files could not be looked at in time.
	Pending int
	// Moving are the files that were left out because they keep changing.
	Moving []string
	// Unread is how many could not be read, TooLarge how many are too large to be searched.
	Unread, TooLarge int
}

// SearchText finds the lines that match. The answer is shared and must not be
// changed. The error is a *grep.SyntaxError, a file or the index that changed
// meanwhile (index.ErrChanged), or the context's.
func SearchText(ctx context.Context, v *index.View, q TextQuery) (*TextResults, error) {
	// A page more than asked for is kept, so that the next ones need no search.
	q.Best = (q.Best + hitsKept - 1) / hitsKept * hitsKept
	cache := v.Memo("text answers", func() any { return &answers[*TextResults]{} }).(*answers[*TextResults])
	key := fmt.Sprintf("%q %+v %#v %t %q %d %t %q", q.Query, q.Options, q.Filter, q.Lines != nil, q.LinesKey, q.Best, q.Exact, q.Backend)
	if r, ok := cache.get(key); ok && len(q.Without) == 0 {
		return r, nil
	}
	pattern, err := grep.Compile(q.Query, q.Options)
	if err != nil {
		return nil, err
	}
	s := &textSearch{ctx: ctx, v: v, q: q, pattern: pattern, name: aName.MatchString(q.Query), results: &TextResults{}, best: bestLines{most: q.Best}}
	if err := s.run(); err != nil {
		return nil, err
	}
	if s.results.Pending == 0 && len(q.Without) == 0 {
		cache.put(key, s.results)
	}
	return s.results, nil
}

// aName is a query that is one identifier.
var aName = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{Nd}_$]*$`)

// hitsKept is the size in which best hits are kept.
const hitsKept = 100

// files lists the files that may hold a match: those the index names (or
// whatever the backend is) and those that it does not cover, which must be
// scanned. Only files that pass the filter are given.
func (s *textSearch) files() (likely, unindexed []index.Candidate) {
	accept := s.acceptor()
	n := s.count(accept)
	s.results.Searched, s.results.TooLarge, s.results.Unread = n.searched, n.tooLarge, n.unread
	var named []index.Candidate
	switch {
	case s.q.Backend == Ripgrep:
		named = s.ripgrep()
	case s.q.Backend == Scan:
		named = s.v.Candidates(&trigram.Query{Op: trigram.All}, true, "")
	default:
		named = s.v.Candidates(trigram.Compile(s.pattern.Syntax()), !s.q.Options.Multiline, s.word())
	}
	wanted := func(f *index.File) bool {
		if !accept(f) || !f.HasText() || f.Signature.Size == 0 {
			return false
		}
		if s.q.Without[f.Path] {
			s.results.Moving = append(s.results.Moving, f.Path)
			return false
		}
		return true
	}
	for _, c := range named {
		if wanted(c.File) {
			likely = append(likely, c)
		}
	}
	for _, f := range s.v.Unindexed() {
		if wanted(f) {
			unindexed = append(unindexed, index.Candidate{File: f})
		}
	}
	return likely, unindexed
}

// word is the word that every match is, if the index of words finds it.
func (s *textSearch) word() string {
	tree := s.pattern.Syntax()
	for tree.Op == syntax.OpCapture {
		tree = tree.Sub[0]
	}
	if !s.q.Options.Word || tree.Op != syntax.OpLiteral {
		return ""
	}
	word := string(tree.Rune)
	if !index.IsIndexedWord(word, tree.Flags&syntax.FoldCase != 0) {
		return ""
	}
	return word
}

// scope is how many files a search is about.
type scope struct{ searched, tooLarge, unread int }

// count counts the files that the filter lets through, for each filter only
// once a view.
func (s *textSearch) count(accept func(f *index.File) bool) scope {
	count := func() any {
		var n scope
		for _, f := range s.v.Under(s.q.Filter.Directory) {
			switch {
			case !accept(f):
			case f.HasText():
				n.searched++
			case f.Class == code.ClassTooLarge:
				n.tooLarge++
			case f.Class == code.ClassUnreadable:
				n.unread++
			}
		}
		return n
	}
	if s.q.Lines != nil {
		return count().(scope)
	}
	return s.v.Memo(fmt.Sprintf("text scope %#v", s.q.Filter), count).(scope)
}

// ripgrep lists the indexed files that rg names, and those of which it sees
// other bytes than we do; every file where it cannot be asked.
func (s *textSearch) ripgrep() []index.Candidate {
	all := s.v.Candidates(&trigram.Query{Op: trigram.All}, true, "")
	ctx, cancel := context.WithTimeout(s.ctx, longestSearch)
	defer cancel()
	named, err := ripgrep.Files(ctx, s.v.Root(), s.directories(), s.pattern.Syntax(), !s.q.Options.Multiline)
	if err != nil {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(c index.Candidate) bool { return !named[c.File.Path] && !c.File.Converted })
}

// directories lists those in which the filter lets files lie: what is ignored
// is not in them, and may be much.
func (s *textSearch) directories() (out []string) {
	within := s.q.Filter.Directory
	for _, d := range s.v.Manifest().Dirs() {
		if Within(d, within) || path.Dir(within) == d || d == "" && path.Dir(within) == "." {
			out = append(out, d) // that of the file, if it is one
		}
	}
	return out
}

// acceptor is the filter as a function. A file that nobody has read yet may
// turn out to be a script of a language that is asked for.
func (s *textSearch) acceptor() func(f *index.File) bool {
	q := s.q.Filter
	lies := q.placed()
	return func(f *index.File) bool {
		return (q.admits(f) || q.Languages != nil && !f.Indexed && f.Language == nil) &&
			(s.q.Lines == nil || hasKey(s.q.Lines, f.Path)) && lies(f.Path)
	}
}

// Acceptor is the filter as a function of files that need not be on disk.
func (q *FileFilter) Acceptor() func(f *index.File) bool {
	lies := q.placed()
	return func(f *index.File) bool { return q.admits(f) && lies(f.Path) }
}

// placed is the filter's part that concerns paths.
func (q *FileFilter) placed() func(p string) bool {
	var wanted, unwanted []func(p string) string
	for _, g := range q.Globs {
		if not, ok := strings.CutPrefix(g, "!"); ok {
			unwanted = append(unwanted, globMatch(not))
		} else {
			wanted = append(wanted, globMatch(g))
		}
	}
	return func(p string) bool {
		fits := func(match func(string) string) bool { return match(p) != "" }
		return (q.Directory == "" || Within(p, q.Directory)) &&
			(wanted == nil || slices.ContainsFunc(wanted, fits)) && !slices.ContainsFunc(unwanted, fits)
	}
}

// admits reports whether a file is of a kind that is asked for.
func (q *FileFilter) admits(f *index.File) bool {
	switch {
	case q.NoTests && f.Class == code.ClassTest:
		return false
	case q.NoGenerated && (f.Class == code.ClassGenerated || f.Class == code.ClassMinified):
		return false
	case q.Languages == nil && q.Extensions == nil, f.Language != nil && q.Languages[f.Language.ID]:
		return true
	}
	return slices.ContainsFunc(q.Extensions, func(e string) bool { return hasExtension(f.Path, strings.TrimPrefix(e, ".")) })
}

// hasExtension reports whether a path ends in a dot and the extension, whatever their case.
func hasExtension(p, extension string) bool {
	at := len(p) - len(extension) - 1
	return at >= 0 && p[at] == '.' && strings.EqualFold(p[at+1:], extension)
}

func hasKey(m map[string]Lines, k string) bool { _, ok := m[k]; return ok }
