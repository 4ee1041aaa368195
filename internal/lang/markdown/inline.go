package markdown

import (
	"bytes"

	"sextant/internal/code"
)

// Bounds of what is looked ahead for inside a text block (bytes): nobody
// writes longer ones, and without a bound an unclosed one is looked for again
// and again.
const (
	maxCodeSpan    = 4096
	maxDestination = 1024
)

// inline records the paths and the comments in a block of text.
func (d *document) inline(s code.Span) {
	text := d.src[s.Start:s.End]
	noComment := false
	from, i := 0, 0 // text[from:i] is prose not yet scanned
	skip := func(next int) {
		d.Prose(code.Span{Start: s.Start + uint32(from), End: s.Start + uint32(i)})
		from, i = next, next
	}
	span := func(a, b int) code.Span { return code.Span{Start: s.Start + uint32(a), End: s.Start + uint32(b)} }
	for i < len(text) {
		j := bytes.IndexAny(text[i:], "`]<\\[")
		if j < 0 {
			break
		}
		i += j
		switch text[i] {
		case '\\':
			i += 2
		case '`':
			if a, b, end := codeSpan(text, i); end > i {
				skip(end)
				d.Value(span(a, b))
			} else {
				i = a
			}
		case ']':
			if a, b := destination(text, i+1); a >= 0 {
				skip(b)
				d.Link(span(a, b))
			} else {
				i++
			}
		case '[':
			if a, b := reference(text, i); a >= 0 {
				skip(b)
				d.Link(span(a, b))
			} else {
				i++
			}
		case '<':
			if !noComment && bytes.HasPrefix(text[i:], []byte("<!--")) {
				if end := bytes.Index(text[i+4:], []byte("-->")); end >= 0 {
					at := i
					skip(i + 4 + end + 3)
					d.Region(span(at, i))
					continue
				}
				noComment = true
			}
			end := d.tag(text, i, span)
			if end > i {
				skip(end)
			} else {
				i++
			}
		}
		i = min(i, len(text))
	}
	i = len(text)
	skip(i)
}

// codeSpan returns where the content of the code span at i begins and ends
// and where the span ends; without a closing run, the end of the opening one.
func codeSpan(text []byte, i int) (from, to, end int) {
	n := i
	for n < len(text) && text[n] == '`' {
		n++
	}
	width := n - i
	limit := min(len(text), n+maxCodeSpan)
	for j := n; j < limit; {
		k := bytes.IndexByte(text[j:limit], '`')
		if k < 0 {
			break
		}
		j += k
		e := j
		for e < len(text) && text[e] == '`' {
			e++
		}
		if e-j == width {
			return n, j, e
		}
		j = e
	}
	return n, n, i
}

// destination returns the link destination in the parentheses at i, -1 when
// there is none.
func destination(text []byte, i int) (from, to int) {
	if i >= len(text) || text[i] != '(' {
		return -1, -1
	}
	return target(text, i+1, true)
}

// target returns the link destination at i, after blanks.
func target(text []byte, i int, parentheses bool) (from, to int) {
	for i < len(text) && (isBlank(text[i]) || text[i] == '\n') {
		i++
	}
	limit := min(len(text), i+maxDestination)
	if i < limit && text[i] == '<' {
		for j := i + 1; j < limit && text[j] != '\n' && text[j] != '<'; j++ {
			if text[j] == '>' {
				return i + 1, j
			}
		}
		return -1, -1
	}
	depth := 0
	j := i
	for ; j < limit; j++ {
		switch c := text[j]; {
		case c <= ' ':
			return i, j
		case c == ']' && j+1 < limit && text[j+1] == '(':
			return -1, -1
		case c == '(':
			depth++
		case c == ')' && parentheses:
			if depth == 0 {
				return i, j
			}
			depth--
		}
	}
	if parentheses {
		return -1, -1
	}
	return i, j
}

// reference returns the destination of the link reference definition
// "[label]: destination" at i, which must begin a line.
func reference(text []byte, i int) (from, to int) {
	for j := i - 1; j >= 0 && text[j] != '\n'; j-- {
		if !isBlank(text[j]) {
			return -1, -1
		}
	}
	if i+1 < len(text) && text[i+1] == '^' { // a footnote
		return -1, -1
	}
	limit := min(len(text), i+maxDestination)
	for j := i + 1; j < limit && text[j] != '\n' && text[j] != '['; j++ {
		if text[j] == ']' {
			if j+1 < limit && text[j+1] == ':' && j > i+1 {
				return target(text, j+2, false)
			}
			return -1, -1
		}
	}
	return -1, -1
}

// tag reads the HTML tag at i and records the targets of its src and href
// attributes. It returns i when there is no tag.
func (d *document) tag(text []byte, i int, span func(a, b int) code.Span) int {
	if i+1 >= len(text) || (text[i+1]|0x20 < 'a' || text[i+1]|0x20 > 'z') && text[i+1] != '/' {
		return i
	}
	end := i + 1
	for end < len(text) && text[end] != '>' && text[end] != '<' {
		end++
	}
	if end >= len(text) || text[end] != '>' {
		return i
	}
	for j := i + 1; j < end; {
		k := bytes.IndexByte(text[j:end], '=')
		if k < 0 {
			break
		}
		j += k + 1
		if j >= end || text[j] != '"' && text[j] != '\'' {
			continue
		}
		close := bytes.IndexByte(text[j+1:end], text[j])
		if close < 0 {
			break
		}
		if name := text[i : j-1]; bytes.HasSuffix(name, []byte("src")) || bytes.HasSuffix(name, []byte("href")) {
			d.Link(span(j+1, j+1+close))
		}
		j += close + 2
	}
	return end + 1
}
