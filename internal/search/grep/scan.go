package grep

import (
	"bytes"
)

// search is a Pattern at work on one text.
type search struct {
	pattern *Pattern
	text    []byte
	cursors []cursor
	auto    *automaton

	ahead stream // what sweep has searched beyond the place it is at

	tried int  // lines that held a needle but did not match
	dense bool // needles are everywhere here: do without
}

// begin takes a search from the pool; end gives it back.
func (p *Pattern) begin(text []byte) *search {
	s := p.searches.Get().(*search)
	s.text, s.ahead, s.tried, s.dense = text, stream{}, 0, false
	if s.cursors == nil {
		for i := range p.needles {
			s.cursors = append(s.cursors, cursor{needle: &p.needles[i]})
		}
	}
	for i := range s.cursors {
		s.cursors[i].reset()
	}
	if s.auto == nil && !p.pure {
		s.auto = newAutomaton(p.program)
	}
	return s
}

func (s *search) end() {
	s.text = nil
	s.pattern.searches.Put(s)
}

// needle is where the first needle lies at or after from, or -1, and whether
// that is enough for a match.
func (s *search) needle(from int) (at int, sure bool) {
	at = len(s.text)
	for i := range s.cursors {
		if found := s.cursors[i].seek(s.text, from); found < at {
			at, sure = found, s.cursors[i].sure
		}
	}
	if at == len(s.text) {
		return -1, false
	}
	return at, sure
}

// Needles that stop a search too often to be worth it: after this many lines
// tried in vain, one for less than so many bytes.
const (
	denseAfter = 16
	denseBytes = 64
)

// hit is a byte of the next matching line that begins at or after from, which
// begins a line itself: some byte of it or of its end, or the text's length.
// It is -1 when there is none.
func (s *search) hit(from int) int {
	p := s.pattern
	if from >= len(s.text) {
		return -1
	}
	if p.program.always {
		return from
	}
	for len(s.cursors) > 0 && !s.dense {
		at, sure := s.needle(from)
		if at < 0 || sure {
			return at
		}
		start := lineStart(s.text, from, at)
		stop := len(s.text)
		if i := bytes.IndexByte(s.text[at:], '\n'); i >= 0 {
			stop = at + i + 1
		}
		if hit := s.run(start, stop); hit >= 0 {
			return hit
		}
		s.tried++
		s.dense = s.tried > denseAfter && stop/s.tried < denseBytes
		if from = stop; from >= len(s.text) {
			return -1
		}
	}
	if p.shortest >= manyBytes {
		return s.longLines(from)
	}
	return s.sweep(from)
}

// manyBytes is how long a match must be for it to pay to look at line lengths
// first: most lines of source code are shorter.
const manyBytes = 48

// longLines is hit by the automaton, in lines that have room for a match.
func (s *search) longLines(from int) int {
	for from < len(s.text) {
		next := len(s.text)
		if i := bytes.IndexByte(s.text[from:], '\n'); i >= 0 {
			next = from + i + 1
		}
		if next-from >= s.pattern.shortest {
			if hit := s.run(from, next); hit >= 0 {
				return hit
			}
		}
		from = next
	}
	return -1
}

// lineStart is where the line of the byte at begins, not before from, which
// begins a line.
func lineStart(text []byte, from, at int) int {
	return from + bytes.LastIndexByte(text[from:at], '\n') + 1
}

// crawl is run by package regexp, line by line.
func (s *search) crawl(start, stop int) int {
	for start < stop {
		end, next := lineEnd(s.text[:stop], start)
		if s.pattern.whole.Match(s.text[start:end]) {
			return start
		}
		start = next
	}
	return -1
}

// lineEnd is where the line of byte at ends, and where the next one begins.
func lineEnd(text []byte, at int) (end, next int) {
	i := bytes.IndexByte(text[at:], '\n')
	if i < 0 {
		return len(text), len(text)
	}
	end, next = at+i, at+i+1
	if end > 0 && text[end-1] == '\r' {
		end--
	}
	return end, next
}
