package golang

import (
	"bytes"
	"sort"

	"sextant/internal/code"
)

// lexed is what one pass over the bytes tells, before any parsing and
// whatever errors the file has.
type lexed struct {
	regions []code.Region // comments and strings, in order
	nesting int           // deepest nesting of brackets outside of them
	code    bool          // whether anything but comments and white space is there
}

var byteOrderMark = []byte("\ufeff")

// class sorts bytes: 0 is of no interest to scan.
var class = func() (c [256]uint8) {
	for _, b := range []byte("\"'`/([{)]}") {
		c[b] = b
	}
	return c
}()

// scan finds comments, strings and the nesting of brackets. Where a raw
// string or a block comment never ends, its opening quote is probably being
// typed just now and would turn everything behind it inside out; so then such
// a region ends with its line if a declaration would vanish in it.
func scan(src []byte) *lexed {
	l := &lexed{regions: make([]code.Region, 0, 8+len(src)/256)}
	if !l.pass(src, false) {
		*l = lexed{regions: l.regions[:0]}
		l.pass(src, true)
	}
	return l
}

// pass is one reading; false means that a region ran off the end. A wary pass
// never lets that happen.
func (l *lexed) pass(src []byte, wary bool) bool {
	var quote, block, declaration ahead
	depth, i, n := 0, 0, len(src)
	for i < n {
		c := class[src[i]]
		if c == 0 {
			if src[i] > ' ' && !l.code {
				if bytes.HasPrefix(src[i:], byteOrderMark) {
					i += len(byteOrderMark)
					continue
				}
				l.code = true
			}
			i++
			continue
		}
		start, end := i, 0
		switch c {
		case '(', '[', '{':
			l.code = true
			depth++
			l.nesting = max(l.nesting, depth)
			i++
			continue
		case ')', ']', '}':
			l.code = true
			depth = max(depth-1, 0)
			i++
			continue
		case '\'':
			l.code = true
			i = quoted(src, i)
			continue
		case '"':
			end = quoted(src, i)
		case '`':
			end = quote.find(src, i+1, func(s []byte) int { return bytes.IndexByte(s, '`') }) + 1
		case '/':
			if i+1 < n && src[i+1] == '/' {
				end = lineEnd(src, i)
			} else if i+1 < n && src[i+1] == '*' {
				end = block.find(src, i+2, func(s []byte) int { return bytes.Index(s, []byte("*/")) }) + 2
			} else {
				l.code = true
				i++
				continue
			}
		}
		if end > n && !wary {
			return false
		}
		if wary && (c == '`' || c == '/') && (end > n || declaration.find(src, i, nextDeclaration) < end) {
			end = lineEnd(src, i)
		}
		kind := code.RegionString
		if c == '/' {
			kind = code.RegionComment
		} else {
			l.code = true
		}
		l.regions = append(l.regions, code.Region{Span: code.Span{Start: uint32(start), End: uint32(end)}, Kind: kind})
		i = end
	}
	return true
}

// ahead remembers where something is next found, so that asking again and
// again from a little further on reads the text once.
type ahead struct {
	at    int
	asked bool
}

func (a *ahead) find(src []byte, from int, next func([]byte) int) int {
	if a.asked && a.at >= from {
		return a.at
	}
	a.asked, a.at = true, len(src)
	if k := next(src[min(from, len(src)):]); k >= 0 {
		a.at = from + k
	}
	return a.at
}

// quoted is the offset after the string or rune literal at i, which ends at
// the latest with its line.
func quoted(src []byte, i int) int {
	q := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case q:
			return i + 1
		case '\n':
			return i
		case '\\':
			if i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		}
	}
	return len(src)
}

// lineEnd is the end of the line at i without its line break.
func lineEnd(src []byte, i int) int {
	end := len(src)
	if k := bytes.IndexByte(src[i:], '\n'); k >= 0 {
		end = i + k
	}
	if end > i && src[end-1] == '\r' {
		end--
	}
	return end
}

var declarationWords = [][]byte{[]byte("func"), []byte("type"), []byte("var"), []byte("const"), []byte("import")}

// declares reports whether a line begins with the keyword of a top-level declaration.
func declares(line []byte) bool {
	for _, w := range declarationWords {
		if len(line) > len(w) && line[0] == w[0] && bytes.HasPrefix(line, w) {
			switch line[len(w)] {
			case ' ', '\t', '(', '\r', '\n':
				return true
			}
		}
	}
	return false
}

// nextDeclaration is the offset of the next line that declares, or -1. The
// line that src begins in does not count.
func nextDeclaration(src []byte) int {
	for at := 0; ; {
		k := bytes.IndexByte(src[at:], '\n')
		if k < 0 {
			return -1
		}
		at += k + 1
		if declares(src[at:]) {
			return at
		}
	}
}

// piece is a part of the file that holds one top-level declaration and its
// doc comment. keyword is where its own code begins.
type piece struct{ start, keyword, end int }

// maxPieces bounds how many pieces a file is cut into: each costs a few
// microseconds however small it is. Half of them are for wherever they are
// needed first, half are spread over the file.
const maxPieces = 2000

// pieces cuts the file where a line begins with a declaration keyword.
func (l *lexed) pieces(src []byte) []piece {
	out := []piece{{end: len(src)}}
	for at := -1; ; {
		next := at + 1
		if at >= 0 || !declares(src) {
			k := nextDeclaration(src[next:])
			if k < 0 {
				return out
			}
			next += k
		}
		at = next
		if _, inside := code.RegionAt(l.regions, uint32(at)); inside {
			continue
		}
		start := l.docStart(src, at)
		last := &out[len(out)-1]
		if start <= last.start {
			*last = piece{last.start, at, len(src)}
			continue
		}
		if len(out) > maxPieces/2+maxPieces/2*at/len(src) {
			continue // its share is spent: neighbours stay together
		}
		last.end = start
		out = append(out, piece{start, at, len(src)})
	}
}

// docStart is where the comment begins that stands directly before offset.
func (l *lexed) docStart(src []byte, offset int) int {
	k := sort.Search(len(l.regions), func(i int) bool { return int(l.regions[i].Span.Start) >= offset })
	for k--; k >= 0 && l.regions[k].Kind == code.RegionComment; k-- {
		s := l.regions[k].Span
		gap := src[s.End:offset]
		if len(bytes.TrimSpace(gap)) > 0 || bytes.Count(gap, []byte{'\n'}) != 1 {
			break
		}
		if s.Start > 0 && src[s.Start-1] != '\n' {
			break // it belongs to the code before it on its line
		}
		offset = int(s.Start)
	}
	return offset
}
