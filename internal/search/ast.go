package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/trigram"
	"sextant/internal/lang"
	"sextant/internal/parse"
	"sextant/internal/search/astpattern"
	"sextant/internal/search/rank"
	"sextant/internal/syntax"
)

// ASTQuery asks for the code that has a shape.
type ASTQuery struct {
	// Pattern and Rule, in JSON, are as package astpattern takes them; where
	// both are given, both must hold.
	Pattern, Rule string
	// Language is the only one that is searched; "" is all those in which the
	// pattern can be read.
	Language code.LanguageID
	// Filter says which files; its Languages are not used.
	Filter FileFilter
	// Best is how many of the best matches are wanted.
	Best int
	// Exact asks for the number of all matches. Without it a search of many
	// files ends where the best matches cannot change any more.
	Exact bool
	// Without are files that change so fast that nothing can be said of them.
	Without map[string]bool
	// Budget is how long files that are not indexed yet are looked at.
	Budget time.Duration
}

// ASTResults is the answer to an ASTQuery.
type ASTResults struct {
	// Hits are the nodes that match, best first, at most as many as asked for.
	// Start and End are the node's as far as it stands on the line shown.
	Hits []TextHit
	// Matches and Files count what matches. Where Stopped is true, they count as
	// far as the search went, and there may be more.
	Matches, Files int
	Stopped        bool
	// Languages are those in which the pattern could be read, by their names;
	// Faults says of the others of the project why not.
	Languages []string
	Faults    map[string]error
	// Names are what every match must have in its text, as far as that is certain.
	Names []string
	// Searched is how many files of those languages the filter lets through,
	// Parsed how many of them had to be parsed, and Partial how many of these
	// hold something that their grammar does not understand.
	Searched, Parsed, Partial int
	// Pending is how many files could not be looked at in time, Unread how many
	// could not be read.
	Pending, Unread int
	// LeftOut is how many files are too large to be parsed, minified, or took
	// too long.
	LeftOut int
	// Moving are the files that were left out because they keep changing.
	Moving []string
}

// astLanguage is one language of a search.
type astLanguage struct {
	definition *lang.Definition
	matcher    *astpattern.Matcher
	needs      *astpattern.Needs
}

// SearchAST finds the code that matches. The answer is shared and must not be
// changed. The error is an *astpattern.Error where no language can read the
// pattern, a file or the index that changed meanwhile (index.ErrChanged), or
// the context's.
func SearchAST(ctx context.Context, v *index.View, q ASTQuery) (*ASTResults, error) {
	q.Best = (q.Best + hitsKept - 1) / hitsKept * hitsKept // as SearchText
	cache := v.Memo("ast answers", func() any { return &answers[*astSearch]{} }).(*answers[*astSearch])
	key := fmt.Sprintf("%q %q %q %#v %d %t", q.Pattern, q.Rule, q.Language, q.Filter, q.Best, q.Exact)
	s, kept := cache.get(key)
	if !kept || len(q.Without) > 0 {
		s = &astSearch{v: v, q: q, trees: treesOf(v), results: &ASTResults{}, languages: make(map[code.LanguageID]*astLanguage), done: make(map[string]bool)}
		if err := s.begin(); err != nil {
			return nil, err
		}
		if len(q.Without) == 0 {
			cache.put(key, s)
		}
	}
	return s.run(ctx)
}

// ASTLanguages lists the languages that can be searched by shape.
func ASTLanguages(r *lang.Registry) (out []*lang.Definition) {
	for _, d := range r.All() {
		if d.PatternGrammar() != nil {
			out = append(out, d)
		}
	}
	return out
}

// understand compiles the pattern for every language that it is asked in.
func (s *astSearch) understand(present map[code.LanguageID]int) error {
	s.results.Faults = make(map[string]error)
	var ids []code.LanguageID
	for id := range present {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b code.LanguageID) int {
		return cmp.Or(cmp.Compare(present[b], present[a]), strings.Compare(string(a), string(b)))
	})
	var first error
	for _, id := range ids {
		d := s.v.Languages().ByID(id)
		m, err := compileFor(d, s.q.Pattern, s.q.Rule, s.v.Limits())
		var fault *astpattern.Error
		switch {
		case err == nil:
			s.languages[id] = &astLanguage{d, m, m.Needs()}
			s.results.Languages = append(s.results.Languages, d.Name)
			s.results.Searched += present[id]
			continue
		case !errors.As(err, &fault):
			return err
		}
		if first == nil {
			first = err
		}
		s.results.Faults[d.Name] = err
	}
	if len(s.languages) == 0 && first != nil {
		return first
	}
	slices.Sort(s.results.Languages)
	for _, l := range s.languages {
		if s.results.Names == nil {
			s.results.Names = l.needs.Names()
		}
	}
	return nil
}

// compileFor compiles for one language.
func compileFor(d *lang.Definition, pattern, rule string, limits parse.Limits) (*astpattern.Matcher, error) {
	g := d.PatternGrammar()
	return astpattern.Compile(&astpattern.Syntax{Name: d.Name, Expando: d.Patterns.Expando, Before: d.Patterns.Before, Body: d.Patterns.Body,
		Parse: func(src []byte) (*syntax.Tree, error) { return parse.Tree(g, src, limits) }}, pattern, rule)
}

// astSearch is one search: what has been found so far, and in which files, so
// that one that did not get to its end in time goes on where it is asked for again.
type astSearch struct {
	v         *index.View
	q         ASTQuery
	trees     *trees
	question  int64
	languages map[code.LanguageID]*astLanguage
	accept    func(f *index.File) bool

	running sync.Mutex // held by the one who goes on with it
	ended   bool

	mu      sync.Mutex // guards what follows
	done    map[string]bool
	results *ASTResults
	best    []astHit
	full    bool // best holds most of them in order, and perhaps some more behind
}

// astHit is a match with its place in the order of matches.
type astHit struct {
	rankedLine
	hit TextHit
}

// begin finds out what is searched.
func (s *astSearch) begin() error {
	s.question = s.trees.question()
	lies := s.q.Filter.placed()
	s.accept = func(f *index.File) bool { return s.q.Filter.admits(f) && lies(f.Path) }
	return s.understand(s.count())
}

// run goes on with the search and returns what has been found by then.
func (s *astSearch) run(ctx context.Context) (*ASTResults, error) {
	s.running.Lock()
	defer s.running.Unlock()
	if !s.ended {
		if err := s.resume(ctx); err != nil {
			return nil, err
		}
	}
	s.trim()
	out := *s.results
	out.Hits = make([]TextHit, len(s.best))
	for i, h := range s.best {
		out.Hits[i] = h.hit
	}
	return &out, ctx.Err()
}

func (s *astSearch) resume(ctx context.Context) error {
	begun := time.Now()
	s.results.Pending, s.results.Moving = 0, nil
	likely, unindexed := s.files()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.v.Outdated():
		return fmt.Errorf("searching the index: %w", index.ErrChanged)
	}
	size := int64(0)
	for _, c := range slices.Concat(likely, unindexed) {
		size += c.File.Signature.Size
	}
	longest := longestParse
	if s.q.Exact {
		longest = longestExact
	}
	stoppable := !s.q.Exact && s.q.Best > 0 && size > countedBytes
	for _, part := range []struct {
		files    []index.Candidate
		deadline time.Time
	}{{likely, begun.Add(longest)}, {unindexed, begun.Add(s.q.Budget)}} {
		arrange(part.files)
		for block := range slices.Chunk(part.files, blockParsed) {
			if stoppable && s.settled(block[0].File) {
				s.results.Stopped = true
				break
			}
			if err := s.search(ctx, block, part.deadline); err != nil {
				return err
			}
		}
	}
	s.ended = s.results.Pending == 0
	return nil
}

const (
	// countedBytes is up to how much source is parsed to the end for the sake of
	// the count alone.
	countedBytes = 3 << 20
	// blockParsed is how many files are parsed between two looks at whether the
	// best matches can still change.
	blockParsed = 32
	// longestParse bounds a search of indexed files, longestExact one that is to
	// count everything.
	longestParse = 8 * time.Second
	longestExact = 10 * time.Minute
)

// read reports whether a file's language is, or may turn out to be, one that
// is asked for, whatever the pattern.
func (s *astSearch) read(f *index.File) bool {
	switch {
	case f.Language == nil:
		return !f.Indexed // it may be a script
	case s.q.Language == "" || f.Language.ID == s.q.Language:
		return f.Language.PatternGrammar() != nil
	}
	return f.Language.PatternGrammar() != nil && slices.Contains(f.Language.Patterns.Others, s.q.Language)
}

// count counts the files that the search is about, and in which languages they are.
func (s *astSearch) count() map[code.LanguageID]int {
	type scope struct {
		languages       map[code.LanguageID]int
		unread, leftOut int
	}
	n := s.v.Memo(fmt.Sprintf("ast scope %q %#v", s.q.Language, s.q.Filter), func() any {
		n := scope{languages: make(map[code.LanguageID]int)}
		for _, f := range s.v.Under(s.q.Filter.Directory) {
			switch {
			case !s.accept(f) || !s.read(f):
			case f.Class == code.ClassUnreadable:
				n.unread++
			case f.Language == nil:
			case !f.Parsed():
				n.leftOut++
			default:
				n.languages[f.Language.ID]++
			}
		}
		for id := range n.languages {
			for _, other := range s.v.Languages().ByID(id).Patterns.Others {
				n.languages[other] += 0 // it may be in some files
			}
		}
		return n
	}).(scope)
	s.results.Unread, s.results.LeftOut = n.unread, n.leftOut
	if s.q.Language != "" {
		return map[code.LanguageID]int{s.q.Language: n.languages[s.q.Language]}
	}
	if len(n.languages) == 0 { // so that a faulty pattern is told even then
		all := make(map[code.LanguageID]int)
		for _, d := range ASTLanguages(s.v.Languages()) {
			all[d.ID] = 0
		}
		return all
	}
	return n.languages
}

// files lists the files that may hold a match: those that the index names and
// those that it does not cover.
func (s *astSearch) files() (likely, unindexed []index.Candidate) {
	wanted := func(f *index.File) bool {
		if !s.accept(f) || !s.read(f) || !f.HasText() || f.Language != nil && !f.Parsed() {
			return false
		}
		if s.done[f.Path] {
			return false
		}
		if s.q.Without[f.Path] {
			s.results.Moving = append(s.results.Moving, f.Path)
			return false
		}
		return true
	}
	queries := make(map[string]map[code.LanguageID]bool)
	compiled := make(map[string]*trigram.Query)
	for id, l := range s.languages {
		q := trigramsOf(l.needs)
		key := q.String()
		if queries[key] == nil {
			queries[key], compiled[key] = make(map[code.LanguageID]bool), q
		}
		queries[key][id] = true
	}
	for key, languages := range queries {
		for _, c := range s.v.Candidates(compiled[key], false, "") {
			if d := c.File.Language; d != nil && wanted(c.File) && (languages[d.ID] || slices.ContainsFunc(d.Patterns.Others, func(id code.LanguageID) bool { return languages[id] })) {
				likely = append(likely, index.Candidate{File: c.File})
			}
		}
	}
	if len(queries) > 1 { // a file whose content may be in another language is named by several
		slices.SortFunc(likely, func(a, b index.Candidate) int { return strings.Compare(a.File.Path, b.File.Path) })
		likely = slices.CompactFunc(likely, func(a, b index.Candidate) bool { return a.File == b.File })
	}
	for _, f := range s.v.Unindexed() {
		if wanted(f) {
			unindexed = append(unindexed, index.Candidate{File: f})
		}
	}
	return likely, unindexed
}

// settled reports whether no match in the files from next on can come before
// the best found so far.
func (s *astSearch) settled(next *index.File) bool {
	s.trim()
	class := bestClass(next)
	first := rankedLine{file: next, prior: rank.Prior(class, next.Path, false), score: rank.Line(class, false, rank.InCode)}
	return s.full && first.compare(s.best[s.q.Best-1].rankedLine) > 0
}

func (s *astSearch) add(h astHit) {
	if s.full && h.compare(s.best[s.q.Best-1].rankedLine) > 0 {
		return
	}
	if s.best = append(s.best, h); len(s.best) >= 4*s.q.Best {
		s.trim()
	}
}

// trim drops what is too much and puts the rest in order.
func (s *astSearch) trim() {
	slices.SortFunc(s.best, func(a, b astHit) int {
		return cmp.Or(a.compare(b.rankedLine), cmp.Compare(b.line.End, a.line.End))
	})
	if s.full = len(s.best) >= s.q.Best; s.full {
		s.best = s.best[:s.q.Best]
	}
}
