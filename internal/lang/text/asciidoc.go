package text

import (
	"bytes"

	"sextant/internal/code"
)

// asciiDoc reads a line. Delimited blocks keep their content as it is.
func asciiDoc(d *document, line code.Span) bool {
	text := d.bytes(line)
	if d.fence != nil {
		if bytes.Equal(text, d.fence) {
			d.fence = nil
			d.endComment(line.End)
		} else if d.comment < 0 {
			d.quoted(line)
		}
		return false
	}
	if len(text) == 0 {
		d.header = false
		return false
	}
	if bytes.HasPrefix(text, []byte("//")) && !bytes.HasPrefix(text, []byte("///")) {
		d.Region(line)
		return false
	}
	if c, ok := ruled(text); ok && len(text) >= 4 {
		switch c {
		case '/':
			d.comment = int(line.Start)
			d.fence = text
		case '-', '.', '+':
			d.fence = text
		}
		return false
	}
	if n := marks(text, '='); n > 0 && n <= 6 {
		d.macros(line)
		d.header = n == 1
		d.heading(n, code.Span{Start: line.Start + uint32(n), End: line.End}, line)
		return false
	}
	d.macros(line)
	return !d.header && bytes.IndexByte([]byte(":[|.*-"), text[0]) < 0 && !bytes.Contains(text[:min(len(text), 12)], []byte("::"))
}

// marks counts the marks that open a heading: they end in a blank.
func marks(text []byte, mark byte) int {
	n := 0
	for n < len(text) && text[n] == mark {
		n++
	}
	if n == 0 || n >= len(text) || !isBlank(text[n]) || len(bytes.TrimLeft(text[n:], " \t")) == 0 {
		return 0
	}
	return n
}

// macros records the targets of a line's include, image, link and xref
// macros, and the paths in what stands between.
func (d *document) macros(line code.Span) {
	text := d.bytes(line)
	for {
		from, to := macro(text)
		if from < 0 {
			break
		}
		at := line.End - uint32(len(text))
		d.Link(code.Span{Start: at + uint32(from), End: at + uint32(to)})
		text = text[to:]
	}
	d.quoted(code.Span{Start: line.End - uint32(len(text)), End: line.End})
}

// macroNames are the macros whose target may be a file.
var macroNames = [...]string{"include", "image", "link", "xref"}

// maxTarget bounds a macro's target in bytes.
const maxTarget = 1024

// macro returns where the target of the first macro in text begins and ends,
// -1 when there is none.
func macro(text []byte) (from, to int) {
	for i := 0; i < len(text); i++ {
		j := bytes.IndexByte(text[i:], ':')
		if j < 0 {
			break
		}
		i += j
		for _, name := range macroNames {
			if !bytes.HasSuffix(text[:i], []byte(name)) {
				continue
			}
			start := i + 1
			if start < len(text) && text[start] == ':' {
				start++
			}
			if n := bytes.IndexAny(text[start:min(len(text), start+maxTarget)], "[ :"); n > 0 && text[start+n] == '[' {
				return start, start + n
			}
		}
	}
	return -1, -1
}
