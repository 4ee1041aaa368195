// Package mention finds what looks like a project path in running text. In
// go bytes of prose, of a string value or of a link; out come the spans of the
// paths in them. It is pure and cheap, and errs on the side of finding too
// much: whether a path exists is checked by whoever uses the mention.
//
// The main function is Scan; Whole and Link judge text that is known to be
// one path. The languages that use it do so through package outline.
package mention

import (
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
)

// Found is one path in the scanned text.
type Found struct {
	// Span is where it stands (bytes), counted from the offset given to Scan.
	Span code.Span
	Shape
}

// Shape says what makes a text look like a path.
type Shape struct {
	// Slash: it has a directory part.
	Slash bool
	// Extension: its base name ends in a dot and 1-5 letters or digits.
	Extension bool
	// Known: the extension is one that files usually have.
	Known bool
}

// maxPath bounds a path's length in bytes: what is longer is encoded data.
const maxPath = 256

// Classes of bytes. Everything that is not one of these ends a word.
const (
	other = iota
	plain // a letter, a digit, or one of _@+-
	slash
	dot
	high // part of a character outside ASCII
)

var classes = func() (t [256]uint8) {
	for b := range t {
		switch {
		case b >= utf8.RuneSelf:
			t[b] = high
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', b == '_', b == '@', b == '+', b == '-':
			t[b] = plain
		}
	}
	t['/'], t['.'] = slash, dot
	return t
}()

// Scan calls emit for each path in text, in order. Spans are relative to at,
// the offset of text in its file.
func Scan(text []byte, at uint32, emit func(Found)) {
	for i := 0; i < len(text); {
		if classes[text[i]] == other {
			i++
			continue
		}
		end, candidate := word(text, i)
		if end == i {
			_, size := utf8.DecodeRune(text[i:])
			i += size
			continue
		}
		start := i
		i = end
		if skip := opaque(text, start, end); skip > end {
			i = skip
			continue
		}
		if !candidate {
			continue
		}
		start, end = trim(text, start, end)
		if end-start > maxPath || end <= start || poisoned(text, start, end) {
			continue
		}
		if shape, ok := judge(text[start:end]); ok {
			emit(Found{code.Span{Start: at + uint32(start), End: at + uint32(end)}, shape})
		}
		if i < len(text) && (text[i] == '#' || text[i] == '?') {
			i = skipWord(text, i)
		}
	}
}

// word returns the end of the run of path characters at i, and whether the
// run has a slash or a dot at all. A character outside ASCII counts when it
// is a letter, a digit or a mark.
func word(text []byte, i int) (end int, candidate bool) {
	for i < len(text) {
		switch classes[text[i]] {
		case other:
			return i, candidate
		case slash, dot:
			candidate = true
		case high:
			r, size := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
				return i, candidate
			}
			i += size - 1
		}
		i++
	}
	return i, candidate
}

// opaque returns where the address that begins at start ends: a URL, a
// scheme with opaque data, a host with a port or a remote path. It returns
// end when there is none.
func opaque(text []byte, start, end int) int {
	if end >= len(text) || text[end] != ':' {
		return end
	}
	if end+2 < len(text) && text[end+1] == '/' && text[end+2] == '/' {
		return skipWord(text, end)
	}
	switch string(text[start:end]) {
	case "mailto", "data", "javascript", "urn", "tel":
		return skipWord(text, end)
	}
	if isDomain(text[start:end]) {
		return skipWord(text, end)
	}
	return end
}

// skipWord returns the end of whatever an address may hold from i on.
func skipWord(text []byte, i int) int {
	for i < len(text) {
		switch text[i] {
		case ' ', '\t', '\n', '\r', '"', '\'', '`', '<', '>', ')', '|':
			return i
		}
		i++
	}
	return i
}

// trim cuts what belongs to the sentence, not to the path.
func trim(text []byte, start, end int) (int, int) {
	for start < end && (text[start] == '-' || text[start] == '+') {
		start++
	}
	if start < end && text[start] == '_' && text[end-1] == '_' { // emphasis
		start++
	}
	for end > start {
		switch text[end-1] {
		case '_':
			if start == 0 || text[start-1] != '_' {
				return start, end
			}
		case '.':
			dots := end
			for dots > start && text[dots-1] == '.' {
				dots--
			}
			if end-dots == 2 && (dots == start || text[dots-1] == '/') { // the directory above
				return start, end
			}
			end = dots + 1
		case '-', '@', '+':
		default:
			return start, end
		}
		end--
	}
	return start, end
}

// poisoned reports whether the neighbours of a word make it a piece of
// something else: a glob, a template, a placeholder, encoded data.
func poisoned(text []byte, start, end int) bool {
	if start > 0 {
		switch before := text[start-1]; before {
		case '$', '\\', '%', '#':
			return true
		case ':':
			if '0' <= text[start] && text[start] <= '9' { // a port
				return true
			}
		case '}', '<', '>', ']', ')', '*', '~', '&':
			if c := classes[text[start]]; c == slash || c == dot {
				return true
			}
		}
	}
	if end < len(text) {
		switch text[end] {
		case '*', '{', '<', '$', '%', '[', '\\', '(':
			switch text[end-1] {
			case '/', '.', '-', '_':
				return true
			}
		case '=':
			return true
		}
	}
	return false
}
