package search

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search/rank"
)

func commentsOf(f *index.File) rank.Comments {
	if f.Language == nil {
		return rank.Comments{}
	}
	return rank.Comments(f.Language.Comments)
}

// refine looks at the best lines again, this time with their files before
// it: what a parser has found out where the file has been parsed, and else the
// whole text with what is known of the language's comments and strings. Then
// it puts them in their final order, each hitsKept of them by themselves: so the
// first ones do not depend on how many are wanted, and pages join to one list.
func (s *textSearch) refine() error {
	byFile := make(map[*index.File][]rankedLine)
	var files []*index.File
	for i, r := range s.best.lines {
		r.batch = i / hitsKept
		if byFile[r.file] == nil {
			files = append(files, r.file)
		}
		byFile[r.file] = append(byFile[r.file], r)
	}
	hits := make([][]TextHit, len(files))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Go(func() {
			reader, err := s.v.NewTextReader()
			if err != nil {
				s.fail(err)
				return
			}
			defer reader.Close()
			for i := int(next.Add(1) - 1); i < len(files) && !s.failed(); i = int(next.Add(1) - 1) {
				if hits[i], err = s.look(reader, files[i], byFile[files[i]]); err != nil {
					s.fail(err)
				}
			}
		})
	}
	wg.Wait()
	if s.err != nil {
		return s.err
	}
	order := make(map[*TextHit]rankedLine)
	var all []*TextHit
	for i, f := range files {
		for k := range hits[i] {
			h := &hits[i][k]
			r := byFile[f][k]
			r.score = h.Score
			order[h] = r
			all = append(all, h)
		}
	}
	slices.SortFunc(all, func(a, b *TextHit) int { return order[a].compare(order[b]) })
	for _, h := range all {
		s.results.Hits = append(s.results.Hits, *h)
	}
	return s.ctx.Err()
}

// shownText is how much of a line a hit keeps, in bytes: a page of hits must
// not hold hundreds of files that are one long line each.
const shownText = 16 << 10

// exactBytes is up to which size the comments and strings that a parser found
// are read from the store. A larger file's are found by scanning its text, which is
// at hand: a few of them would take longer than all the rest of a search.
const exactBytes = 16 << 10

// look makes hits of a file's lines.
func (s *textSearch) look(reader *index.TextReader, f *index.File, lines []rankedLine) ([]TextHit, error) {
	text, err := reader.Text(f)
	if err != nil && !errors.Is(err, index.ErrChanged) {
		err = fmt.Errorf("%w (%w)", index.ErrChanged, err) // it was readable a moment ago
	}
	if err != nil {
		return nil, err
	}
	var facts *code.Facts
	if f.Parsed() && s.v.HasOutline(f) {
		read := s.v.Outline
		if len(text) <= exactBytes {
			read = s.v.Facts
		}
		if facts, err = read(s.ctx, f); err != nil {
			return nil, err
		}
	}
	out := make([]TextHit, len(lines))
	var places []int // of the first matches, bytes of the text
	for i, r := range lines {
		l := r.line
		h := TextHit{File: f, Line: l.Number, Last: l.LastNumber}
		if spans := s.pattern.Spans(text, l, 1); len(spans) > 0 {
			h.Start, h.End = spans[0][0], spans[0][1]
		}
		line := text[l.Start:l.End]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = bytes.TrimSuffix(line[:n], []byte{'\r'})
		}
		h.Start, h.End = min(h.Start, len(line)), min(h.End, len(line))
		places = append(places, l.Start+h.Start)
		if facts == nil {
			from, to := rank.Declared(line)
			h.Declares = to > from && rank.Touches(from, to, h.Start, h.End)
		} else {
			h.Declares = declaresAt(facts, l.Start+h.Start, l.Start+h.End)
		}
		h.show(line)
		out[i] = h
	}
	for i, place := range placesOf(f, facts, text, places) {
		out[i].Place = place
		out[i].Declares = out[i].Declares && place == rank.InCode
		out[i].Score = rank.Line(lineClass(f), out[i].Declares, place)
	}
	return out, nil
}

// show keeps the line, or of a long one what lies about the match.
func (h *TextHit) show(line []byte) {
	if len(line) > shownText {
		for h.From = max(0, h.Start-shownText/2); h.From < h.Start && !utf8.RuneStart(line[h.From]); {
			h.From++
		}
		to := min(len(line), h.From+shownText)
		for to < len(line) && !utf8.RuneStart(line[to]) {
			to--
		}
		line = line[h.From:to]
		h.Start, h.End = h.Start-h.From, min(h.End-h.From, len(line))
	}
	h.Text = string(line)
}

// placesOf says what bytes of a text lie in.
func placesOf(f *index.File, facts *code.Facts, text []byte, at []int) []rank.Place {
	out := make([]rank.Place, len(at))
	mark := func(from, to int, p rank.Place) {
		for i, x := range at {
			if from <= x && x < to {
				out[i] = p
			}
		}
	}
	switch {
	case facts != nil && len(text) <= exactBytes:
		for i, x := range at {
			r, ok := code.RegionAt(facts.Regions, uint32(x))
			switch {
			case !ok:
			case r.Kind == code.RegionComment:
				out[i] = rank.InComment
			default:
				out[i] = rank.InString
			}
		}
	case f.Language != nil && len(at) > 0:
		// What lies behind the last of them does not matter.
		rank.Regions(text[:min(len(text), slices.Max(at)+1)], commentsOf(f), mark)
	}
	return out
}

// declaresAt reports whether the name of a definition touches a match at
// [start, end), bytes of the text.
func declaresAt(f *code.Facts, start, end int) bool {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if rank.Touches(int(d.NameSpan.Start), int(d.NameSpan.End), start, end) {
			return true
		}
	}
	return false
}
