package grep

import "unicode/utf8"

// A line longer than longLine bytes is looked at around its first match only.
const longLine = 64 << 10

// Spans says where the matches of a line that Each found lie: start and end,
// in bytes from the line's start, at most as many as asked for. With
// Options.Multiline a match may leave out a line end that it holds and the
// Line does not. A line of more than 64 KiB shows what lies in the 64 KiB
// about its first match.
func (p *Pattern) Spans(text []byte, l Line, most int) [][2]int {
	if most <= 0 {
		return nil
	}
	line := text[l.Start:l.End]
	if p.options.Multiline {
		s := p.begin(text)
		defer s.end()
		_, next := lineEnd(text, l.End)
		var out [][2]int
		s.eachMatch(l.Start, func(start, end int) bool {
			if start > l.End && start >= next {
				return false
			}
			out = append(out, [2]int{min(start, l.End) - l.Start, min(end, l.End) - l.Start})
			return len(out) < most
		})
		return out
	}
	if p.pure && len(p.needles) == 1 {
		n := &p.needles[0]
		c := cursor{needle: n}
		c.reset()
		var out [][2]int
		for at := 0; len(out) < most; {
			start := c.seek(line, at)
			if start == len(line) {
				break
			}
			at = start + len(n.bytes)
			out = append(out, [2]int{start, at})
		}
		return out
	}
	if len(line) <= longLine {
		return p.within(line, 0, most)
	}
	s := p.begin(line)
	at := s.hit(0)
	s.end()
	if at < 0 {
		return nil
	}
	from := max(0, at-longLine/2)
	for from > 0 && !utf8.RuneStart(line[from]) && at-from < longLine {
		from--
	}
	to := min(len(line), at+longLine/2)
	if out := p.within(line[:to], from, most); out != nil {
		return out
	}
	return [][2]int{{from, min(at+1, len(line))}} // longer than what is looked at
}

// within lists the matches of a line from a byte on.
func (p *Pattern) within(line []byte, from, most int) (out [][2]int) {
	if from == 0 && !p.options.Word {
		for _, m := range p.whole.FindAllIndex(line, most) {
			out = append(out, [2]int{m[0], m[1]})
		}
		return out
	}
	last := -1
	for at := from; at <= len(line) && len(out) < most; {
		start, end := p.next(line, at)
		if start < 0 {
			break
		}
		if end > start || end != last {
			out = append(out, [2]int{start, end})
		}
		last = end
		at = end
		if end == start {
			_, w := utf8.DecodeRune(line[end:])
			at += max(w, 1)
		}
	}
	return out
}
