package grep

import (
	"bytes"
	"unicode/utf8"
)

// stream is an automaton's way through some lines: it has read the text from
// start to at, and is in the state row of its epoch.
type stream struct {
	start, at, stop int // bytes; start begins a line, stop ends one or the text
	row             uint32
	epoch           int
	// hit is what search.hit gives, once the stream has met a match, or -1.
	hit int
}

// stream begins one.
func (a *automaton) stream(start, stop int) stream {
	return stream{start: start, at: start, stop: stop, row: a.idles[a.first], epoch: a.epoch, hit: -1}
}

// run is hit by the automaton alone, in the lines between start and stop.
func (s *search) run(start, stop int) int {
	if s.auto.gaveUp {
		return s.crawl(start, stop)
	}
	st := s.auto.stream(start, stop)
	return s.finish(&st)
}

// finish takes a stream to its next match, -1 if none is left.
func (s *search) finish(st *stream) int {
	a, text := s.auto, s.text[:st.stop]
	if st.hit >= 0 {
		return st.hit
	}
	s.revive(st)
	if a.skips && st.at == st.start {
		s.skip(st)
	}
	columns := &a.bytes
	for {
		// The whole search is this loop: a look-up a byte, until a row that
		// wants more.
		table, limit, row, i := a.table, a.limit, st.row, st.at
		for ; i < len(text); i++ {
			to := table[row+uint32(columns[text[i]])]
			if to < limit {
				break
			}
			row = to
		}
		a.searched += i - st.at
		st.row, st.at = row, i
		if i >= len(text) {
			return s.close(st)
		}
		if s.turn(st); st.hit >= 0 {
			return st.hit
		}
	}
}

// revive takes a stream whose states are gone back to where its line begins.
func (s *search) revive(st *stream) {
	if st.epoch != s.auto.epoch {
		st.at = lineStart(s.text, st.start, st.at)
		st.row, st.epoch = s.auto.idles[s.auto.first], s.auto.epoch
	}
}

// turn takes a stream over the byte where its row wants more.
func (s *search) turn(st *stream) {
	a, text := s.auto, s.text[:st.stop]
	column, width := a.bytes[text[st.at]], 1
	if column == columnEscape {
		column, width = a.look(text, st.at)
	}
	to := a.table[st.row+uint32(column)]
	if to == rowUnknown {
		to = a.step(st.row, column)
		if st.epoch = a.epoch; a.gaveUp {
			if st.hit = s.crawl(lineStart(text, st.start, st.at), st.stop); st.hit < 0 {
				st.at, st.row = st.stop, uint32(rowDead*a.n)
			}
			return
		}
	}
	switch {
	case to == uint32(rowMatch*a.n):
		st.hit = st.at
	case to == uint32(rowDead*a.n):
		if n := bytes.IndexByte(text[st.at:], '\n'); n >= 0 {
			st.at += n + 1
			st.row = a.idles[a.first]
		} else {
			st.at, st.row = st.stop, to
		}
	default:
		st.row = to
		st.at += width
		if to < a.limit {
			s.skip(st)
		}
	}
}

// skip takes a stream in which no match has begun to where one may begin.
func (s *search) skip(st *stream) {
	a, text, i := s.auto, s.text[:st.stop], st.at
	if a.only >= 0 {
		i = indexByte(text, i, byte(a.only))
	} else {
		for i < len(text) && !a.leaves[text[i]] {
			i++
		}
	}
	if i > st.at {
		st.at = i
		st.row = a.idles[a.idle[text[i-1]]]
	}
}

// close ends a stream that has read all. The text's end ends its last line.
func (s *search) close(st *stream) int {
	a := s.auto
	if st.stop == st.start || s.text[st.stop-1] == '\n' || st.row == uint32(rowDead*a.n) {
		return -1
	}
	to := a.table[st.row+columnEnd]
	if to == rowUnknown {
		to = a.step(st.row, columnEnd)
	}
	if to == uint32(rowMatch*a.n) {
		st.hit = st.stop
	}
	return st.hit
}

// look is the column of the bytes at i that the table has none for, and how
// many they are.
func (a *automaton) look(text []byte, i int) (column uint16, width int) {
	if text[i] == '\r' {
		if i+1 < len(text) && text[i+1] == '\n' {
			return columnEnd, 2
		}
		return a.of('\r'), 1
	}
	r, width := utf8.DecodeRune(text[i:])
	return a.of(r), width
}

// blockBytes is how far two streams are apart in sweep: little enough that not
// much is lost when one of them meets a match, and must wait for the other.
const blockBytes = 2 << 10

// sweep is hit by the automaton alone, to the end of the text. A look-up must
// wait for the one before it, so two streams side by side go nearly twice as
// fast as one.
func (s *search) sweep(from int) int {
	a, text := s.auto, s.text
	for from < len(text) {
		if a.gaveUp || a.skips || a.anchored {
			return s.run(from, len(text))
		}
		if s.ahead.start <= from {
			middle, ok := lineAfter(text, from+blockBytes)
			if !ok {
				return s.run(from, len(text))
			}
			stop, _ := lineAfter(text, middle+blockBytes)
			s.ahead = a.stream(middle, stop)
		}
		st := a.stream(from, s.ahead.start)
		s.abreast(&st)
		if hit := s.finish(&st); hit >= 0 {
			return hit
		}
		hit := s.finish(&s.ahead)
		from = s.ahead.stop
		s.ahead = stream{}
		if hit >= 0 {
			return hit
		}
	}
	return -1
}

// lineAfter is where the first line after at begins, or the text's end, if
// that is not far.
func lineAfter(text []byte, at int) (int, bool) {
	if at >= len(text) {
		return len(text), false
	}
	n := bytes.IndexByte(text[at:min(len(text), at+blockBytes)], '\n')
	if n < 0 || at+n+1 >= len(text) {
		return len(text), false
	}
	return at + n + 1, true
}

// abreast takes st and the stream ahead on until one has a match or its end.
func (s *search) abreast(st *stream) {
	a, text, other := s.auto, s.text, &s.ahead
	columns := &a.bytes
	for st.hit < 0 && other.hit < 0 && !a.gaveUp {
		s.revive(st)
		s.revive(other)
		n := min(st.stop-st.at, other.stop-other.at)
		if n == 0 {
			return
		}
		x, y := text[st.at:st.at+n], text[other.at:other.at+n]
		y = y[:len(x)]
		table, limit := a.table, a.limit
		row, row2 := st.row, other.row
		var to, to2 uint32
		i := 0
		for ; i < len(x); i++ {
			to = table[row+uint32(columns[x[i]])]
			to2 = table[row2+uint32(columns[y[i]])]
			if to < limit || to2 < limit {
				break
			}
			row, row2 = to, to2
		}
		a.searched += 2 * i
		st.row, other.row = row, row2
		st.at += i
		other.at += i
		if i == len(x) {
			return
		}
		if to < limit {
			s.turn(st)
		}
		if to2 < limit {
			s.revive(other)
			s.turn(other)
		}
	}
}
