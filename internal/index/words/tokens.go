package words

import (
	"unicode"
	"unicode/utf8"
	"unsafe"
)

// MaxTerm is the longest term that is indexed, in bytes. Longer runs are
// encoded data more often than names; their parts still count.
const MaxTerm = 64

// MinTerm is the shortest term, in bytes.
const MinTerm = 2

// byteClass tells what a byte is for tokenising.
type byteClass uint8

const (
	classBreak byteClass = iota
	classLower
	classUpper
	classDigit
	classUnder // part of an identifier but of none of its parts: _ and $
	classWide  // first byte of a non-ASCII character
)

var classes = func() (t [256]byteClass) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] = classLower
	}
	for c := 'A'; c <= 'Z'; c++ {
		t[c] = classUpper
	}
	for c := '0'; c <= '9'; c++ {
		t[c] = classDigit
	}
	t['_'], t['$'] = classUnder, classUnder
	for c := 0x80; c < 0x100; c++ {
		t[c] = classWide
	}
	return t
}()

// Each calls emit for every term of text: each identifier, lower-cased, as a
// whole, and its parts where it has several (RoundTripper gives roundtripper,
// round, tripper; _name gives _name, name). Runs of Han, Hiragana and Katakana characters, which no
// space divides, give their pairs. The slice passed to emit is valid only
// during the call.
func Each(text []byte, emit func(term []byte, whole bool)) {
	var buf [MaxTerm + utf8.UTFMax]byte
	var parts [16]int // ends of parts within buf
	i := 0
	for i < len(text) {
		c := classes[text[i]]
		if c == classBreak {
			i++
			continue
		}
		n, np, tooLong := 0, 0, false
		last := classBreak
		start := i
		for i < len(text) {
			b := text[i]
			c := classes[b]
			if c == classBreak {
				break
			}
			if c == classWide {
				r, size := utf8.DecodeRune(text[i:])
				if undivided(r) {
					if i == start {
						i = pairs(text, i, emit)
					}
					break
				}
				if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
					if i == start {
						i += size
					}
					break
				}
				if n+size > MaxTerm {
					tooLong = true
				} else {
					n += utf8.EncodeRune(buf[n:], unicode.ToLower(r))
				}
				last = classLower
				i += size
				continue
			}
			if n >= MaxTerm {
				tooLong = true
				i++
				continue
			}
			// A part ends before a capital that follows a small letter or a
			// digit, before the last capital of a run that a small letter
			// follows (HTTPServer), at an underscore, and between letters and digits.
			switch {
			case c == classUnder:
				np = mark(&parts, np, n)
			case c == classUpper && (last == classLower || last == classDigit):
				np = mark(&parts, np, n)
			case c == classUpper && last == classUpper && i+1 < len(text) && classes[text[i+1]] == classLower:
				np = mark(&parts, np, n)
			case c == classDigit && (last == classLower || last == classUpper):
				np = mark(&parts, np, n)
			case c == classLower && last == classDigit:
				np = mark(&parts, np, n)
			}
			if c == classUpper {
				b += 'a' - 'A'
			}
			buf[n] = b
			n++
			last = c
			i++
		}
		emitWord(buf[:n], parts[:np], tooLong, emit)
	}
}

// EachOf is Each for a string, which is not copied.
func EachOf(text string, emit func(term []byte, whole bool)) {
	Each(unsafe.Slice(unsafe.StringData(text), len(text)), emit)
}

func mark(parts *[16]int, np, at int) int {
	if np < len(parts) && at > 0 && (np == 0 || parts[np-1] != at) {
		parts[np] = at
		return np + 1
	}
	return np
}

func emitWord(word []byte, ends []int, tooLong bool, emit func([]byte, bool)) {
	if len(word) >= MinTerm && !tooLong && !onlyUnder(word) {
		emit(word, true)
	}
	if len(ends) == 0 && (len(word) == 0 || classes[word[0]] != classUnder) {
		return
	}
	from := 0
	for k := 0; k <= len(ends); k++ {
		to := len(word)
		if k < len(ends) {
			to = ends[k]
		}
		part := word[from:to]
		for len(part) > 0 && classes[part[0]] == classUnder {
			part = part[1:]
		}
		for len(part) > 0 && classes[part[len(part)-1]] == classUnder {
			part = part[:len(part)-1]
		}
		if len(part) >= MinTerm && len(part) < len(word) {
			emit(part, false)
		}
		from = to
	}
}

func onlyUnder(word []byte) bool {
	for _, b := range word {
		if classes[b] != classUnder {
			return false
		}
	}
	return true
}

func undivided(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// pairs emits each pair of neighbours of a run of undivided characters (the
// single one of a run of one) and returns the offset after the run.
func pairs(text []byte, i int, emit func([]byte, bool)) int {
	start, before := i, -1
	for i < len(text) {
		r, size := utf8.DecodeRune(text[i:])
		if !undivided(r) {
			break
		}
		if before >= 0 {
			emit(text[before:i+size], true)
		}
		before = i
		i += size
	}
	if before == start {
		emit(text[start:i], true)
	}
	return i
}

// Term is a term of a query word: the whole, and its parts.
type Term struct {
	Whole string
	Parts []string
}

// Terms splits a query into terms, each once, in order.
func Terms(query string) []Term {
	var out []Term
	seen := make(map[string]bool)
	Each([]byte(query), func(t []byte, whole bool) {
		s := string(t)
		if whole {
			if !seen[s] {
				seen[s] = true
				out = append(out, Term{Whole: s})
			}
			return
		}
		if k := len(out) - 1; k >= 0 && len(out[k].Whole) > len(s) {
			out[k].Parts = append(out[k].Parts, s)
		}
	})
	return out
}
