package text

import (
	"bytes"

	"sextant/internal/code"
)

// org reads a line. Source and example blocks keep their content as it is.
func org(d *document, line code.Span) bool {
	text := d.bytes(line)
	trimmed := bytes.TrimLeft(text, " \t")
	if d.fence != nil {
		if bytes.EqualFold(trimmed, d.fence) {
			d.fence = nil
		} else {
			d.quoted(line)
		}
		return false
	}
	switch {
	case len(text) == 0:
		return false
	case len(trimmed) >= 2 && trimmed[0] == '#' && trimmed[1] == '+':
		if word, rest, _ := bytes.Cut(trimmed[2:], []byte(" ")); len(word) > 6 && bytes.EqualFold(word[:6], []byte("begin_")) {
			d.fence = append([]byte("#+end_"), word[6:]...)
		} else if bytes.EqualFold(word, []byte("title:")) || bytes.EqualFold(word, []byte("description:")) {
			d.SetDoc(string(rest))
		} else {
			d.quoted(line)
		}
		return false
	case trimmed[0] == '#' && (len(trimmed) == 1 || trimmed[1] == ' '):
		d.Region(code.Span{Start: line.End - uint32(len(trimmed)), End: line.End})
		return false
	}
	if n := marks(text, '*'); n > 0 {
		d.links(line)
		d.heading(n, code.Span{Start: line.Start + uint32(n), End: line.End}, line)
		return false
	}
	d.links(line)
	return trimmed[0] != ':' && trimmed[0] != '|' && trimmed[0] != '-'
}

// links records the targets of a line's [[target][text]] links, and the paths
// in what stands between.
func (d *document) links(line code.Span) {
	text := d.bytes(line)
	for {
		i := bytes.Index(text, []byte("[["))
		if i < 0 {
			break
		}
		j := bytes.IndexByte(text[i:], ']')
		if j < 0 {
			break
		}
		at := line.End - uint32(len(text))
		d.quoted(code.Span{Start: at, End: at + uint32(i)})
		target := code.Span{Start: at + uint32(i) + 2, End: at + uint32(i+j)}
		if bytes.HasPrefix(d.bytes(target), []byte("file:")) {
			target.Start += uint32(len("file:"))
		}
		if k := bytes.Index(d.bytes(target), []byte("::")); k >= 0 {
			target.End = target.Start + uint32(k)
		}
		d.Link(target)
		text = text[i+j+1:]
	}
	d.quoted(code.Span{Start: line.End - uint32(len(text)), End: line.End})
}
