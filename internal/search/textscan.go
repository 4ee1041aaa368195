package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search/grep"
	"sextant/internal/search/rank"
)

// textSearch is one search under way.
type textSearch struct {
	ctx     context.Context
	v       *index.View
	q       TextQuery
	pattern *grep.Pattern
	name    bool // the query is a name and nothing else

	mu      sync.Mutex
	results *TextResults
	best    bestLines
	err     error
}

// rankedLine is a line that matches, before anybody has looked closely.
type rankedLine struct {
	file       *index.File
	prior      float64
	score, nth int
	line       grep.Line
	batch      int // of hits that are put in order together, once those are known
}

// compare is the order of hits: by worth; of equal ones the first few of every
// file before the rest of any, so that no file hides the others; then by what
// the files are worth, path and line.
func (a rankedLine) compare(b rankedLine) int {
	return cmp.Or(cmp.Compare(a.batch, b.batch), cmp.Compare(b.score, a.score), cmp.Compare(a.nth, b.nth), cmp.Compare(b.prior, a.prior),
		strings.Compare(a.file.Path, b.file.Path), cmp.Compare(a.line.Start, b.line.Start))
}

// bestLines keeps the best of many lines.
type bestLines struct {
	most  int
	lines []rankedLine
	full  bool // lines holds most of them in order, and perhaps some more behind
}

// add keeps a line unless as many better ones are there.
func (b *bestLines) add(r rankedLine) {
	if b.full && r.compare(b.lines[b.most-1]) > 0 {
		return
	}
	if b.lines = append(b.lines, r); len(b.lines) >= 4*b.most {
		b.trim()
	}
}

// trim drops what is too much and puts the rest in order.
func (b *bestLines) trim() {
	slices.SortFunc(b.lines, rankedLine.compare)
	if b.full = len(b.lines) >= b.most; b.full {
		b.lines = b.lines[:b.most]
	}
}

const (
	// turn is how many lines of equal looks a file may show before the other
	// files have their turn.
	turn = 8
	// countedFiles is up to how many files are read to the end for the sake of
	// the count alone.
	countedFiles = 4000
	// blockFiles is how many files are searched between two looks at whether
	// the best lines can still change.
	blockFiles = 512
	// longestSearch bounds a search of indexed files.
	longestSearch = 20 * time.Second
)

func (s *textSearch) run() error {
	begun := time.Now()
	likely, unindexed := s.files()
	switch {
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case s.v.Outdated():
		return fmt.Errorf("searching the index: %w", index.ErrChanged) // some of it may have been unreadable
	}
	stoppable := !s.q.Exact && s.q.Best > 0 && len(likely)+len(unindexed) > countedFiles
	for _, part := range []struct {
		files    []index.Candidate
		deadline time.Time
	}{{likely, begun.Add(longestSearch)}, {unindexed, begun.Add(s.q.Budget)}} {
		arrange(part.files)
		for block := range slices.Chunk(part.files, blockFiles) {
			if stoppable && s.settled(block[0].File) {
				s.results.Stopped = true
				break
			}
			if err := s.search(block, part.deadline); err != nil {
				return err
			}
		}
	}
	slices.SortFunc(s.results.Counts, func(a, b FileCount) int { return strings.Compare(a.File.Path, b.File.Path) })
	s.results.Files = len(s.results.Counts)
	s.best.trim()
	return s.refine()
}

// arrange puts files, which come by path, in the order in which their best
// lines would be ranked.
func arrange(files []index.Candidate) {
	type worth struct {
		most  int
		prior float64
	}
	type group struct {
		worth
		files []index.Candidate
	}
	var groups []group // one for each kind of file there is: few
	last := 0
	for _, c := range files {
		class := bestClass(c.File)
		w := worth{rank.MostOf(class), rank.Prior(class, c.File.Path, false)}
		if last >= len(groups) || groups[last].worth != w {
			if last = slices.IndexFunc(groups, func(g group) bool { return g.worth == w }); last < 0 {
				last = len(groups)
				groups = append(groups, group{worth: w})
			}
		}
		groups[last].files = append(groups[last].files, c)
	}
	slices.SortFunc(groups, func(a, b group) int { return cmp.Or(cmp.Compare(b.most, a.most), cmp.Compare(b.prior, a.prior)) })
	n := 0
	for _, g := range groups {
		n += copy(files[n:], g.files)
	}
}

// settled reports whether no line of the files from next on can come before
// the best lines found so far: files are searched in the order of what their
// lines can be worth.
func (s *textSearch) settled(next *index.File) bool {
	s.best.trim()
	class := bestClass(next)
	first := rankedLine{file: next, prior: rank.Prior(class, next.Path, false), score: rank.MostOf(class)}
	if s.name {
		first.nth = theName
	}
	return s.best.full && first.compare(s.best.lines[s.best.most-1]) > 0
}

// bestClass is a file's class, or where nobody has read the file the best that
// it may turn out to have.
func bestClass(f *index.File) code.Class {
	if !f.Indexed && f.Class == code.ClassData {
		return code.ClassSource // a script
	}
	return lineClass(f)
}

// lineClass is the class by which a file's lines are judged: what a changelog
// says is worth no more than what a test does.
func lineClass(f *index.File) code.Class {
	if rank.IsHistory(f.Class, f.Path) {
		return code.ClassTest
	}
	return f.Class
}

// search searches files on all processors; those not reached at the deadline
// are pending.
func (s *textSearch) search(files []index.Candidate, deadline time.Time) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	const taken = 8 // files at a time
	for range min(runtime.GOMAXPROCS(0), (len(files)+taken-1)/taken) {
		wg.Go(func() {
			w := &textWorker{s: s, best: bestLines{most: s.q.Best}}
			defer w.done()
			for {
				to := int(next.Add(taken))
				from := to - taken
				if from >= len(files) || s.failed() {
					return
				}
				for i, f := range files[from:min(to, len(files))] {
					if time.Now().After(deadline) {
						w.pending += min(to, len(files)) - from - i
						break
					}
					if err := w.file(f); err != nil {
						s.fail(err)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if s.err != nil {
		return s.err
	}
	return s.ctx.Err()
}

func (s *textSearch) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

func (s *textSearch) failed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err != nil || s.ctx.Err() != nil
}

// textWorker searches files one after another and keeps its own best lines.
type textWorker struct {
	s       *textSearch
	reader  *index.TextReader
	best    bestLines
	counts  []FileCount
	lines   int
	unread  int
	pending int
}

func (w *textWorker) done() {
	if w.reader != nil {
		w.reader.Close()
	}
	s := w.s
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range w.best.lines {
		s.best.add(r)
	}
	s.results.Counts = append(s.results.Counts, w.counts...)
	s.results.Lines += w.lines
	s.results.Unread += w.unread
	s.results.Pending += w.pending
}

// file searches one file. One that cannot be read is counted and left out.
func (w *textWorker) file(c index.Candidate) error {
	if w.reader == nil {
		var err error
		if w.reader, err = w.s.v.NewTextReader(); err != nil {
			return err
		}
	}
	f := c.File
	only := w.s.q.Lines[f.Path]
	var worths [looksCount]int
	var prior float64
	var comments rank.Comments
	lines := 0
	var seen [looksCount]int
	err := w.reader.Each(c, func(text []byte, start, before int) bool {
		w.s.pattern.Each(text, func(l grep.Line) bool {
			number := l.Number + before
			if !only.holds(number, l.LastNumber+before) {
				return true
			}
			if lines == 0 {
				if !f.Indexed {
					if f = w.s.v.Described(f, text); !w.s.q.Filter.admits(f) {
						return false
					}
				}
				worths, prior, comments = worthsOf(lineClass(f)), rank.Prior(f.Class, f.Path, false), commentsOf(f)
			}
			lines += l.LastNumber - l.Number + 1
			if w.s.q.Best == 0 {
				return true
			}
			looks := w.looks(text, l, comments)
			l = grep.Line{Number: number, LastNumber: l.LastNumber + before, Start: l.Start + start, End: l.End + start}
			r := rankedLine{file: f, prior: prior, score: worths[looks.kind()], nth: seen[looks.kind()] / turn, line: l}
			seen[looks.kind()]++
			if looks == isName {
				r.nth = theName
			}
			w.best.add(r)
			return true
		})
		return true
	})
	switch {
	case errors.Is(err, index.ErrChanged):
		return err
	case err != nil:
		w.unread++ // what was read before counts
	}
	if lines > 0 {
		w.lines += lines
		w.counts = append(w.counts, FileCount{f, lines})
	}
	return nil
}

// looks is what a line alone tells of itself.
type looks uint8

const (
	plain looks = iota
	declares
	comment
	looksCount
	isName // declares, and what it declares is all of the match
)

// theName stands in the place of a turn: what declares just the name that is
// asked for comes before what declares longer ones.
const theName = -1

func (l looks) kind() looks {
	if l == isName {
		return declares
	}
	return l
}

// worthsOf is what the lines of a file are worth, by their looks.
func worthsOf(c code.Class) [looksCount]int {
	return [looksCount]int{plain: rank.Line(c, false, rank.InCode), declares: rank.Line(c, true, rank.InCode),
		comment: rank.Line(c, false, rank.InComment)}
}

func (w *textWorker) looks(text []byte, l grep.Line, comments rank.Comments) looks {
	line := text[l.Start:l.End]
	if rank.IsComment(line, comments) {
		return comment
	}
	if from, to := rank.Declared(line); to > from {
		for _, span := range w.s.pattern.Spans(text, l, 1) {
			switch {
			case !rank.Touches(from, to, span[0], span[1]):
			case w.s.name && rank.IsWhole(line, span[0], span[1]):
				return isName
			default:
				return declares
			}
		}
	}
	return plain
}
