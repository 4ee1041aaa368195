package search

import (
	"context"
	"errors"
	"path"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/index"
	"sextant/internal/index/words"
	"sextant/internal/search/rank"
)

// scorer scores the files of one question.
type scorer struct {
	ctx      context.Context
	v        *index.View
	q        Query
	sem      Semantics
	terms    []term
	deadline time.Time

	files   []*index.File
	inScope map[*index.File]bool // nil: all
	score   map[*index.File]*candidate
	average float64 // characters of an indexed file
	groups  int     // of terms
	// wantTests is set for a question that asks for tests.
	wantTests bool
}

// gather finds the files that hold any term in their words, path or analysis.
func (s *scorer) gather(res *Results) {
	s.files = s.v.Under(s.q.Scope)
	res.Searched = len(s.files)
	if s.q.Scope != "" {
		s.inScope = make(map[*index.File]bool, len(s.files))
		for _, f := range s.files {
			s.inScope[f] = true
		}
	}
	chars, n := 0.0, 0
	for _, f := range s.files {
		if f.Indexed {
			chars += float64(f.Chars)
			n++
		}
	}
	if n > 0 {
		s.average = chars / float64(n)
	} else {
		s.average = 8000 // the mean of common projects; only until the index is there
	}
	for k := range s.terms {
		s.v.Postings(s.terms[k].word, func(h index.Hit) {
			if s.inScope == nil || s.inScope[h.File] {
				c := s.candidate(h.File)
				c.counts[k].Whole, c.counts[k].Part = h.Whole, h.Part
			}
		})
	}
	res.Pending = s.scan()
	for _, f := range s.files {
		if s.pathMatches(f) || s.semanticMatches(f) {
			s.candidate(f)
		}
	}
	m := &matcher{terms: s.terms}
	for _, c := range s.score {
		fit := s.pathFit(m, c)
		for k := range s.terms {
			if c.counts[k].Whole+c.counts[k].Part > 0 || fit[k] > rank.Prefix {
				s.terms[k].files++
			}
		}
	}
}

func (s *scorer) candidate(f *index.File) *candidate {
	c := s.score[f]
	if c == nil {
		c = &candidate{file: f, counts: make([]index.Hit, len(s.terms))}
		s.score[f] = c
	}
	return c
}

// scan looks through the files that the word index does not cover yet, as
// many as the budget allows. It returns how many were left.
func (s *scorer) scan() (left int) {
	var todo []*index.File
	for _, f := range s.v.Unindexed() {
		if s.inScope == nil || s.inScope[f] {
			todo = append(todo, f)
		}
	}
	if len(todo) == 0 {
		return 0
	}
	s.likelyFirst(todo)
	needles := make([][]byte, len(s.terms))
	for k, t := range s.terms {
		needles[k] = []byte(t.word)
	}
	var next atomic.Int64
	var mu sync.Mutex
	done := 0
	_ = parallel(2, func() error {
		var lower []byte
		n := 0
		for time.Now().Before(s.deadline) && s.ctx.Err() == nil {
			i := int(next.Add(1) - 1)
			if i >= len(todo) {
				break
			}
			n++
			text, err := s.v.Text(todo[i])
			if err != nil {
				continue // gone or unreadable: the next view knows
			}
			lower = words.Lower(lower[:0], text)
			var counts []index.Hit
			for k, needle := range needles {
				if whole, part := words.Count(lower, needle); whole+part > 0 {
					if counts == nil {
						counts = make([]index.Hit, len(s.terms))
					}
					counts[k].Whole, counts[k].Part = whole, part
				}
			}
			if counts != nil {
				mu.Lock()
				s.score[todo[i]] = &candidate{file: todo[i], counts: counts}
				mu.Unlock()
			}
		}
		mu.Lock()
		done += n
		mu.Unlock()
		return nil
	})
	return len(todo) - done
}

// likelyFirst orders files to scan so that what the budget suffices for is
// what most likely answers: paths that hold a word of the question, then
// small files before large ones, and source before the rest.
func (s *scorer) likelyFirst(files []*index.File) {
	likely := make(map[*index.File]bool)
	for _, f := range files {
		if s.pathMatches(f) {
			likely[f] = true
		}
	}
	const large = 256 << 10 // such files are mostly tables and generated code
	sort.SliceStable(files, func(i, j int) bool {
		a, b := files[i], files[j]
		if likely[a] != likely[b] {
			return likely[a]
		}
		if x, y := a.Signature.Size > large, b.Signature.Size > large; x != y {
			return y
		}
		return rank.ClassPrior(a.Class) > rank.ClassPrior(b.Class)
	})
}

// withoutParts drops the parts of identifiers that stand somewhere as they
// were written: who names one does not ask for others with a part in common.
func (s *scorer) withoutParts() {
	stands := make([]bool, s.groups)
	for k := range s.terms {
		if t := &s.terms[k]; t.weight == 1 && t.files > 0 {
			stands[t.group] = true
		}
	}
	for k := range s.terms {
		if t := &s.terms[k]; t.weight == partWeight && stands[t.group] {
			t.weight = 0
		}
	}
}

// prior is the worth of a file before its words are looked at.
func (s *scorer) prior(f *index.File) float64 {
	return rank.Prior(f.Class, f.Path, s.wantTests)
}

// rarities weighs each term by how many files hold it. Another form of a word
// is the same word: a plural in one file is no rarity where the singular is in
// every file.
func (s *scorer) rarities(all int) {
	most := make([]int, s.groups)
	for k := range s.terms {
		t := &s.terms[k]
		if t.weight >= variantWeight {
			most[t.group] = max(most[t.group], t.files)
		}
	}
	for k := range s.terms {
		t := &s.terms[k]
		files := t.files
		if t.weight == variantWeight {
			files = most[t.group]
		}
		t.rarity = rank.Rarity(files, max(all, files)) * t.weight
	}
}

func (s *scorer) pathMatches(f *index.File) bool {
	lower := strings.ToLower(f.Path)
	for k := range s.terms {
		w := s.terms[k].word
		if s.terms[k].weight >= variantWeight && len(w) >= 3 && strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

func (s *scorer) semanticMatches(f *index.File) bool {
	if s.sem == nil {
		return false
	}
	sem, ok := s.sem.Semantic(f.Path)
	if !ok {
		return false
	}
	text := strings.ToLower(sem.Summary + " " + strings.Join(sem.Tags, " ") + " " + strings.Join(sem.Technologies, " ") + " " + sem.Role)
	for k := range s.terms {
		if len(s.terms[k].word) >= 3 && strings.Contains(text, s.terms[k].word) {
			return true
		}
	}
	return false
}

// aside reports whether a file is no answer by itself: a symlink, whose target
// is, or the committed knowledge, which answers through the files it is about.
func (s *scorer) aside(f *index.File) bool {
	const knowledge = ".knowledge/"
	inside := strings.HasPrefix(f.Path, knowledge) || strings.Contains(f.Path, "/"+knowledge)
	return f.Symlink || inside && !strings.Contains(s.q.Scope+"/", knowledge)
}

// preliminary scores every candidate by words and path and sorts.
func (s *scorer) preliminary() []*candidate {
	list := make([]*candidate, 0, len(s.score))
	m := &matcher{terms: s.terms}
	for _, c := range s.score {
		if s.aside(c.file) {
			continue
		}
		if s.sem != nil {
			c.semantic, c.analysed = s.sem.Semantic(c.file.Path)
		}
		c.role = describeRole(c)
		if s.q.Role != "" && c.role != s.q.Role {
			continue
		}
		// What only a dropped part of a name led to is no answer, and not worth a reading.
		if s.rate(m, c); c.total > 0 {
			list = append(list, c)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].before(list[j]) })
	return list
}

// read reads the facts of candidates and scores them with what they say of
// themselves. Facts that are stored cost little; parsing stops at the
// deadline. It returns how many files that left.
func (s *scorer) read(list []*candidate) (left int, err error) {
	var late atomic.Int64
	err = s.each(list, func(m *matcher, c *candidate) error {
		if c.file.Parsed() && !s.v.HasOutline(c.file) && time.Now().After(s.deadline) {
			late.Add(1)
			return nil
		}
		facts, err := s.v.Outline(s.ctx, c.file)
		if errors.Is(err, index.ErrChanged) {
			return err
		}
		if err == nil && facts != nil {
			c.facts = facts
			s.rate(m, c)
		}
		return nil // a file without facts is judged by words and path
	})
	return int(late.Load()), err
}

// link scores candidates also with what they lead to.
func (s *scorer) link(list []*candidate) error {
	return s.each(list, func(m *matcher, c *candidate) error {
		if c.facts != nil {
			c.links = s.v.Links(c.file, c.facts)
			s.rate(m, c)
		}
		return nil
	})
}

// each hands out candidates in order until one fails or the context ends.
func (s *scorer) each(list []*candidate, do func(*matcher, *candidate) error) error {
	var next atomic.Int64
	err := parallel(2, func() error {
		m := &matcher{terms: s.terms}
		for {
			i := int(next.Add(1) - 1)
			if i >= len(list) || s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			if err := do(m, list[i]); err != nil {
				return err
			}
		}
	})
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return err
}

// rate computes a candidate's score from what is known of it now.
func (s *scorer) rate(m *matcher, c *candidate) {
	c.total, c.shares = 0, c.shares[:0]
	// Slices, not maps: floating-point sums must always be in one order.
	groups, matched, all := make([]float64, s.groups), make([]float64, s.groups), make([]float64, s.groups)
	fields := s.fields(m, c)
	for k := range s.terms {
		t := &s.terms[k]
		all[t.group] = max(all[t.group], t.rarity)
		sum := 0.0
		share := func(f rank.Field, quality float64) {
			if quality > 0 {
				score := rank.Weights[f] * quality * t.rarity
				c.shares = append(c.shares, Share{t.word, f, score})
				sum += score
			}
		}
		times := float64(c.counts[k].Whole) + 0.5*float64(c.counts[k].Part)
		share(rank.Body, rank.Frequency(times, float64(c.file.Chars), s.average))
		for f, fit := range fields {
			if fit == nil {
				continue
			}
			q := fit[k]
			switch rank.Field(f) {
			case rank.Summary, rank.Tags, rank.Technologies, rank.Role:
				q *= c.semantic.Weight
			}
			share(rank.Field(f), q)
		}
		if sum > 0 {
			matched[t.group] = max(matched[t.group], t.rarity)
		}
		groups[t.group] += sum
	}
	have, want := 0.0, 0.0
	for g := range all {
		c.total += groups[g]
		have += matched[g]
		want += all[g]
	}
	c.total *= rank.Coverage(have, want) * s.prior(c.file)
}

// fields holds what is known of a file against the terms: for each field how
// well it fits each term, nil for a field that holds nothing.
func (s *scorer) fields(m *matcher, c *candidate) [rank.Body][]float64 {
	var f [rank.Body][]float64
	f[rank.Path] = s.pathFit(m, c)
	if c.analysed {
		f[rank.Summary] = m.fit(c.semantic.Summary)
		f[rank.Tags] = m.fit(c.semantic.Tags...)
		f[rank.Technologies] = m.fit(c.semantic.Technologies...)
		f[rank.Role] = m.fit(c.semantic.Role)
	}
	if c.facts == nil {
		return f
	}
	f[rank.Exports] = m.fit(c.facts.Exports()...)
	f[rank.Doc] = m.fit(c.facts.Doc)
	var keys, names []string
	for _, l := range c.links.Imports {
		keys = append(keys, l.Key)
		names = append(names, l.Names...)
	}
	f[rank.Imports] = m.fit(keys...)
	f[rank.ImportedNames] = m.fit(names...)
	f[rank.Refs] = m.fit(c.links.Refs...)
	defs := make([]string, len(c.facts.Definitions))
	for i := range c.facts.Definitions {
		defs[i] = c.facts.Definitions[i].Name
	}
	f[rank.Definitions] = m.fit(defs...)
	return f
}

// exactName is the fit of a word that is a file's whole name.
const exactName = 1.6

// pathFit is how well a candidate's path fits each term, its extension left out.
func (s *scorer) pathFit(m *matcher, c *candidate) []float64 {
	if c.path == nil {
		c.path = m.fit(strings.TrimSuffix(c.file.Path, path.Ext(c.file.Path)))
		if c.path == nil {
			c.path = make([]float64, len(s.terms))
		}
		stem, _, _ := strings.Cut(strings.ToLower(path.Base(c.file.Path)), ".")
		for k := range s.terms {
			if s.terms[k].word == stem {
				c.path[k] = exactName
			}
		}
	}
	return c.path
}
