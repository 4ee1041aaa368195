package search

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index/words"
	"sextant/internal/syntax"
)

// LineMatch is a line that holds the words of a question better than any name does.
type LineMatch struct {
	Line       uint32 // 1-based
	Definition int32  // the innermost one around it, or code.NoDefinition
	Text       string // the line, trimmed
}

// mostMatches is how many definitions a result names.
const mostMatches = 3

// detail finds what a shown result names beside its score: the definitions
// whose names answer best, best first, and, where the text of the file is
// looked at, the line that answers better than any name.
func (s *scorer) detail(r *Result, text bool) {
	if r.Facts == nil {
		return
	}
	named := s.namedMatches(r)
	best := 0.0
	for _, d := range named[:min(mostMatches, len(named))] {
		r.Matches = append(r.Matches, d.i)
		best = max(best, d.covered)
	}
	if !text {
		return
	}
	if line, covered := s.bestLine(r); covered > best*clearly && s.tellsMore(line, r) {
		r.Line = &line
	}
}

// clearly is how much more of the question a line must hold than any name.
const clearly = 1.15

// tellsMore reports whether a line is worth naming: it stands in a definition,
// if the file has any (the others are headers and imports).
func (s *scorer) tellsMore(line LineMatch, r *Result) bool {
	return line.Definition != code.NoDefinition || len(r.Facts.Definitions) == 0 && r.File.Lines > 5
}

type namedMatch struct {
	i       int32
	score   float64
	covered float64 // the worth of the question's words that its name holds
}

// namedMatches lists the definitions whose names or docs fit, best first. A
// field or a heading over most of the file says less than a function.
func (s *scorer) namedMatches(r *Result) []namedMatch {
	var found []namedMatch
	m := &matcher{terms: s.terms}
	for i := range r.Facts.Definitions {
		d := &r.Facts.Definitions[i]
		if d.Kind == code.KindKey || d.Kind == code.KindSection {
			continue
		}
		inName, inDoc := m.fit(d.Name), m.fit(d.Doc)
		x := namedMatch{i: int32(i)}
		covered := make([]float64, s.groups)
		for k := range s.terms {
			t := &s.terms[k]
			if inName != nil && inName[k] > 0 {
				x.score += t.rarity * 2 * inName[k]
				covered[t.group] = max(covered[t.group], t.rarity*inName[k])
			}
			if inDoc != nil {
				x.score += t.rarity * 0.5 * inDoc[k]
			}
		}
		if x.score == 0 {
			continue
		}
		for _, c := range covered {
			x.covered += c
		}
		x.score *= matchWeight(d, r.Facts)
		found = append(found, x)
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].score > found[j].score })
	return found
}

func matchWeight(d *code.Definition, f *code.Facts) float64 {
	w := 1.0
	switch d.Kind {
	case code.KindField, code.KindProperty, code.KindEnumMember:
		w = 0.5
	}
	if d.Exported {
		w *= 1.1
	}
	if length := d.Lines.Last - d.Lines.First; d.Kind == code.KindHeading && 10*length > 6*f.Lines {
		w *= 0.4 // the whole document is no range to read
	}
	return w
}

// bestLine finds the line of the file that holds most of the question's
// words, and what they are worth.
func (s *scorer) bestLine(r *Result) (best LineMatch, worth float64) {
	text, err := s.v.Text(r.File)
	if err != nil {
		return best, 0
	}
	lower := words.Lower(nil, text)
	starts := syntax.LineStarts(text)
	// By line: which groups of terms it holds, and what they are worth.
	type score struct {
		groups uint32
		worth  float64
	}
	lines := make(map[uint32]*score)
	for k := range s.terms {
		t := &s.terms[k]
		if t.weight < 0.7 || t.rarity == 0 {
			continue
		}
		s.eachLine(lower, starts, t.word, func(line uint32) {
			l := lines[line]
			if l == nil {
				l = &score{}
				lines[line] = l
			}
			if bit := uint32(1) << t.group; l.groups&bit == 0 {
				l.groups |= bit
				l.worth += t.rarity
			}
		})
	}
	at := uint32(0)
	for line, l := range lines {
		if l.worth > worth || l.worth == worth && line < at {
			at, worth = line, l.worth
		}
	}
	if at == 0 {
		return best, 0
	}
	end := uint32(len(text))
	if int(at) < len(starts) {
		end = starts[at]
	}
	shown := strings.ToValidUTF8(string(bytes.TrimSpace(text[starts[at-1]:end])), "\uFFFD")
	return LineMatch{Line: at, Definition: innermost(r.Facts, at), Text: code.OneLine(shown)}, worth
}

// mostOccurrences bounds how often one word is looked for in one file.
const mostOccurrences = 400

// eachLine calls each for the lines on which a word stands; a short one must
// stand as a whole identifier.
func (s *scorer) eachLine(lower []byte, starts []uint32, word string, each func(line uint32)) {
	needle := []byte(word)
	for at, n := 0, 0; n < mostOccurrences; n++ {
		i := bytes.Index(lower[at:], needle)
		if i < 0 {
			return
		}
		start := at + i
		at = start + len(needle)
		if len(needle) < 4 {
			if whole, _ := words.Count(lower[max(0, start-1):min(len(lower), at+1)], needle); whole == 0 {
				continue
			}
		}
		each(syntax.LineAt(starts, uint32(start)))
	}
}

// innermost is the smallest definition around a line, or code.NoDefinition.
func innermost(f *code.Facts, line uint32) int32 {
	in := code.NoDefinition
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Lines.First <= line && line <= d.Lines.Last &&
			(in == code.NoDefinition || d.Lines.Last-d.Lines.First <= f.Definitions[in].Lines.Last-f.Definitions[in].Lines.First) {
			in = int32(i)
		}
	}
	return in
}
