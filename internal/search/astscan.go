package search

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	resyntax "regexp/syntax"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"sextant/internal/index"
	"sextant/internal/index/trigram"
	"sextant/internal/parse"
	"sextant/internal/search/astpattern"
	"sextant/internal/search/grep"
	"sextant/internal/search/rank"
	"sextant/internal/syntax"
)

// trigramsOf is what the index can tell of a condition.
func trigramsOf(n *astpattern.Needs) *trigram.Query {
	all := &trigram.Query{Op: trigram.All}
	switch n.Op {
	case astpattern.Text:
		re, err := resyntax.Parse(regexp.QuoteMeta(n.Text), resyntax.Perl)
		if err != nil {
			return all
		}
		return trigram.Compile(re)
	case astpattern.Expression:
		return trigram.Compile(n.Expression)
	case astpattern.All:
		out := &trigram.Query{Op: trigram.And}
		for _, s := range n.Sub {
			switch q := trigramsOf(s); q.Op {
			case trigram.None:
				return q
			case trigram.And:
				out.Trigrams = append(out.Trigrams, q.Trigrams...)
				out.Sub = append(out.Sub, q.Sub...)
			case trigram.Or:
				out.Sub = append(out.Sub, q)
			}
		}
		slices.Sort(out.Trigrams)
		if out.Trigrams = slices.Compact(out.Trigrams); len(out.Trigrams)+len(out.Sub) == 0 {
			return all
		}
		return out
	case astpattern.Any:
		out := &trigram.Query{Op: trigram.Or}
		for _, s := range n.Sub {
			switch q := trigramsOf(s); q.Op {
			case trigram.All:
				return q
			case trigram.And:
				out.Sub = append(out.Sub, q)
			case trigram.Or:
				out.Trigrams = append(out.Trigrams, q.Trigrams...)
				out.Sub = append(out.Sub, q.Sub...)
			}
		}
		slices.Sort(out.Trigrams)
		if out.Trigrams = slices.Compact(out.Trigrams); len(out.Trigrams)+len(out.Sub) == 0 {
			return &trigram.Query{Op: trigram.None}
		}
		return out
	}
	return all
}

// search parses and searches files on all processors; those not reached at the
// deadline are pending.
func (s *astSearch) search(ctx context.Context, files []index.Candidate, deadline time.Time) error {
	var next atomic.Int64
	return parallel(min(runtime.GOMAXPROCS(0), len(files)), func() error {
		reader, err := s.v.NewTextReader()
		if err != nil {
			return err
		}
		defer reader.Close()
		for i := int(next.Add(1) - 1); i < len(files); i = int(next.Add(1) - 1) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if time.Now().After(deadline) {
				s.note(func(r *ASTResults) { r.Pending++ })
				continue
			}
			if err := s.file(reader, files[i].File); err != nil {
				return err
			}
			s.mu.Lock()
			s.done[files[i].File.Path] = true
			s.mu.Unlock()
		}
		return nil
	})
}

func (s *astSearch) note(change func(r *ASTResults)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.results)
}

// file searches one file. One that cannot be read or parsed is counted and
// left out.
func (s *astSearch) file(reader *index.TextReader, f *index.File) error {
	text, err := reader.Text(f)
	switch {
	case errors.Is(err, index.ErrChanged):
		return err
	case err != nil:
		s.note(func(r *ASTResults) { r.Unread++ })
		return nil
	}
	if !f.Indexed {
		if f = s.v.Described(f, text); f.Language == nil || !s.q.Filter.admits(f) || !f.Parsed() {
			return nil
		}
	}
	d := f.Language
	if d.Dialect != nil {
		if other := d.Dialect(text); other != nil {
			d = other
		}
	}
	l := s.languages[d.ID]
	if l == nil || !l.needs.In(text) {
		return nil
	}
	g := d.PatternGrammar()
	if g == nil { // of the same language, but too odd for the grammar
		s.note(func(r *ASTResults) { r.LeftOut++ })
		return nil
	}
	key := treeKey{f.Hash, g.Name}
	if f.Known() {
		if t := s.trees.get(key, s.question); t != nil {
			s.tree(f, l, t)
			return nil
		}
	}
	err = parse.WithTree(g, text, s.v.Limits(), func(t *syntax.Tree) {
		s.tree(f, l, t)
		if f.Known() {
			s.trees.put(key, t, s.question)
		}
	})
	if errors.Is(err, parse.ErrTimeout) || errors.Is(err, parse.ErrTooLarge) {
		s.note(func(r *ASTResults) { r.LeftOut++ })
		return nil
	}
	return err
}

// tree searches a parsed file.
func (s *astSearch) tree(f *index.File, l *astLanguage, t *syntax.Tree) {
	hits, err := s.matches(f, l, t)
	partial := t.HasErrors()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results.Parsed++
	if partial {
		s.results.Partial++
	}
	if err != nil { // it took too long
		s.results.LeftOut++
	}
	if len(hits) == 0 {
		return
	}
	s.results.Files++
	s.results.Matches += len(hits)
	if s.q.Best > 0 {
		for _, h := range hits {
			s.add(h)
		}
	}
}

// matches makes hits of the nodes of a tree that match. What they are worth is
// what their file is: a shape says itself whether declarations are wanted.
func (s *astSearch) matches(f *index.File, l *astLanguage, t *syntax.Tree) (out []astHit, err error) {
	worth, prior := worthOf(f), rank.Prior(f.Class, f.Path, false)
	err = l.matcher.Each(t, func(n syntax.Node) bool {
		h := hitOf(f, t, n)
		h.Score = worth
		out = append(out, astHit{rankedLine{file: f, prior: prior, score: worth, nth: len(out) / turn,
			line: grep.Line{Number: h.Line, LastNumber: h.Last, Start: int(t.Start(n)), End: int(t.End(n))}}, h})
		return true
	})
	return out, err
}

// worthOf is what a match in a file is worth.
func worthOf(f *index.File) int { return rank.Line(lineClass(f), false, rank.InCode) }

// hitOf is a node as a hit: the lines that it covers, and the first of them.
func hitOf(f *index.File, t *syntax.Tree, n syntax.Node) TextHit {
	start, end := t.Start(n), t.End(n)
	// Some grammars have a node begin or end with the white space around it.
	for end > start && isBlank(t.Source[end-1]) {
		end--
	}
	for start < end && isBlank(t.Source[start]) {
		start++
	}
	h := TextHit{File: f, Line: int(t.Line(start)), Last: int(t.Line(max(start, end-min(end, 1))))}
	from := t.LineStart(uint32(h.Line))
	line := t.Source[from:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = bytes.TrimSuffix(line[:i], []byte{'\r'})
	}
	h.Start = min(int(start-from), len(line))
	h.End = min(int(end-from), len(line))
	h.show(line)
	return h
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
