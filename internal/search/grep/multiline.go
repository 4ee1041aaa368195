package grep

import (
	"bytes"
	"unicode/utf8"
)

// eachSpan is Each for matches that may span lines: lines that matches share
// are one Line.
func (p *Pattern) eachSpan(text []byte, found func(Line) bool) {
	s := p.begin(text)
	defer s.end()
	var line Line
	next := 0 // where the line after it begins
	number, counted := 1, 0
	// numberOf counts on to the line of a byte that is not before the last.
	numberOf := func(at int) int {
		number += bytes.Count(text[counted:at], lineFeed)
		counted = at
		return number
	}
	s.eachMatch(0, func(start, end int) bool {
		if start == len(text) && (start == 0 || text[start-1] == '\n') {
			return false // after the last line end: no line
		}
		last := max(start, end-1)
		if line.Number > 0 && (start < next || next == len(text)) {
			if last >= next {
				line.LastNumber = numberOf(last)
				line.End, next = lineEnd(text, last)
			}
			return true
		}
		if line.Number > 0 && !found(line) {
			line.Number = 0
			return false
		}
		first := lineStart(text, next, start)
		line = Line{Number: numberOf(first), Start: first}
		line.LastNumber = numberOf(last)
		line.End, next = lineEnd(text, last)
		return true
	})
	if line.Number > 0 {
		found(line)
	}
}

// eachMatch calls found with each match at or after from, as
// regexp.FindAllIndex lists them, until found returns false.
func (s *search) eachMatch(from int, found func(start, end int) bool) {
	last := -1 // where the last match ended
	for at := from; at <= len(s.text); {
		start, end := s.match(at)
		if start < 0 {
			return
		}
		if end > start || end != last {
			if !found(start, end) {
				return
			}
		}
		last = end
		at = end
		if end == start {
			_, w := utf8.DecodeRune(s.text[end:])
			at += max(w, 1)
		}
	}
}

// match is the leftmost match at or after at.
func (s *search) match(at int) (start, end int) {
	p, text := s.pattern, s.text
	if p.pure && len(p.needles) == 1 {
		n, _ := s.needle(at)
		if n < 0 {
			return -1, -1
		}
		return n, n + len(p.needles[0].bytes)
	}
	if len(s.cursors) > 0 {
		if n, _ := s.needle(at); n < 0 {
			return -1, -1
		}
	}
	if p.program.always {
		return p.next(text, at)
	}
	idle := s.idleBefore(at)
	if idle < 0 {
		return -1, -1
	}
	idle = max(idle, at)
	// No match begins before idle. Package regexp may begin at any line
	// start before it, unless \A would take that for the text's.
	if p.program.uses&afterText == 0 {
		if first := lineStart(text, at, idle); first > at || at == 0 || text[at-1] == '\n' {
			if start, end = p.next(text[first:], 0); start < 0 {
				return -1, -1
			}
			return first + start, first + end
		}
	}
	return p.next(text, idle)
}

// idleBefore is where nothing had begun before the first match to end at or
// after at: no match begins earlier. It is -1 when there is no match.
func (s *search) idleBefore(at int) int {
	a, text := s.auto, s.text
	if a == nil {
		n, _ := s.needle(at) // one of several, and all there is to a match
		return n
	}
	if a.gaveUp {
		return at
	}
	if s.pattern.options.Word {
		_, w := utf8.DecodeLastRune(text[:at])
		at -= w // it may be what must stand before a match
	}
	row := a.idles[a.first]
	if at > 0 {
		row = a.idles[a.idle[text[at-1]]]
	}
	idle, counted := at, at
	for i := at; i < len(text); {
		column, width := a.bytes[text[i]], 1
		if column == columnEscape {
			column, width = a.look(text, i)
		}
		to := a.table[row+uint32(column)]
		if to == rowUnknown {
			a.searched += i - counted
			counted = i
			if to = a.step(row, column); a.gaveUp {
				return idle
			}
		}
		row = to
		i += width
		if to >= a.limit {
			continue
		}
		if to == uint32(rowMatch*a.n) {
			a.searched += i - counted
			return idle
		}
		idle = i
		if !a.skips {
			continue
		}
		for i < len(text) && !a.leaves[text[i]] {
			i++
		}
		if i > idle {
			idle = i
			row = a.idles[a.idle[text[i-1]]]
		}
	}
	a.searched += len(text) - counted
	to := a.table[row+columnEnd]
	if to == rowUnknown {
		to = a.step(row, columnEnd)
	}
	if to == uint32(rowMatch*a.n) {
		return idle
	}
	return -1
}
