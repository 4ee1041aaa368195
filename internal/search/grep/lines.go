package grep

import "bytes"

// Each calls found with each matching line of text in order, until found
// returns false.
func (p *Pattern) Each(text []byte, found func(Line) bool) {
	if p.options.Multiline {
		p.eachSpan(text, found)
		return
	}
	s := p.begin(text)
	defer s.end()
	number, counted := 1, 0
	for from := 0; ; {
		hit := s.hit(from)
		if hit < 0 {
			return
		}
		start := lineStart(text, from, hit)
		number += bytes.Count(text[counted:start], lineFeed)
		counted = start
		end, next := lineEnd(text, hit)
		from = next
		if !found(Line{Number: number, LastNumber: number, Start: start, End: end}) {
			return
		}
	}
}

var lineFeed = []byte{'\n'}

// Count is the number of lines that match: with Options.Multiline, of lines
// that matches touch.
func (p *Pattern) Count(text []byte) (lines int) {
	if p.options.Multiline {
		p.eachSpan(text, func(l Line) bool {
			lines += l.LastNumber - l.Number + 1
			return true
		})
		return lines
	}
	s := p.begin(text)
	defer s.end()
	for from := 0; ; lines++ {
		hit := s.hit(from)
		if hit < 0 {
			return lines
		}
		_, from = lineEnd(text, hit)
	}
}

// Matches reports whether some line matches.
func (p *Pattern) Matches(text []byte) bool {
	if p.options.Multiline {
		found := false
		p.eachSpan(text, func(Line) bool { found = true; return false })
		return found
	}
	s := p.begin(text)
	defer s.end()
	return s.hit(0) >= 0
}
