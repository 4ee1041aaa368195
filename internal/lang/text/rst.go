package text

import (
	"bytes"
	"unicode/utf8"

	"sextant/internal/code"
)

// style is how a heading of some level is drawn.
type style struct {
	mark byte
	over bool // with a line above it too
}

// reStructuredText reads a line. A heading is known when its underline comes.
func reStructuredText(d *document, line code.Span) bool {
	text := d.bytes(line)
	column := 0
	for column < len(text) && isBlank(text[column]) {
		column++
	}
	if d.comment >= 0 {
		if len(text) == 0 || column > d.level {
			return false
		}
		d.endComment(line.Start)
	}
	if len(text) == 0 {
		return false
	}
	if mark, ok := ruled(text); ok {
		d.underlined(mark, line)
		return false
	}
	if bytes.HasPrefix(text[column:], []byte("..")) && (len(text) == column+2 || text[column+2] == ' ') {
		d.explicit(line, column)
		return false
	}
	d.quoted(line)
	return column == 0 && text[0] != ':' && text[0] != '|' && !d.underlineFollows(line)
}

// ruled reports whether a line is drawn of one repeated punctuation mark.
func ruled(text []byte) (byte, bool) {
	c := text[0]
	if c <= ' ' || c >= 0x7f || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || len(text) < 2 {
		return 0, false
	}
	for _, b := range text {
		if b != c {
			return 0, false
		}
	}
	return c, string(text) != ".." && string(text) != "::"
}

// underlineFollows reports whether the line after this one underlines it.
func (d *document) underlineFollows(line code.Span) bool {
	rest := d.src[line.End:]
	i := bytes.IndexByte(rest, '\n')
	if i < 0 {
		return false
	}
	rest = rest[i+1:]
	if i = bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	rest = bytes.TrimRight(rest, " \t\r")
	if len(rest) == 0 {
		return false
	}
	_, ok := ruled(rest)
	return ok && d.wide(line, len(rest))
}

// wide reports whether an underline of n marks is long enough for a title.
func (d *document) wide(title code.Span, n int) bool {
	return n >= 4 || n >= utf8.RuneCount(d.bytes(title))
}

// underlined makes the line before a heading if it is a title.
func (d *document) underlined(mark byte, line code.Span) {
	title := d.previous
	text := d.bytes(title)
	if len(text) == 0 || !hasLetter(text) && !bytes.ContainsAny(text, "0123456789") || !d.wide(title, int(line.End-line.Start)) {
		return
	}
	over, start := false, title.Start
	if above := d.above(title.Start); above.End-above.Start >= 2 {
		if m, ok := ruled(d.bytes(above)); ok && m == mark && above.End-above.Start == line.End-line.Start {
			over, start = true, above.Start
		}
	}
	if isBlank(text[0]) && !over {
		return
	}
	s := style{mark, over}
	level := 0
	for level < len(d.style) && d.style[level] != s {
		level++
	}
	if level == len(d.style) {
		d.style = append(d.style, s)
	}
	d.heading(level+1, title, code.Span{Start: start, End: line.End})
}

// above returns the line that ends just before offset, without its newline.
func (d *document) above(offset uint32) code.Span {
	if offset == 0 {
		return code.Span{}
	}
	end := offset - 1
	start := uint32(bytes.LastIndexByte(d.src[:end], '\n') + 1)
	for end > start && isBlank(d.src[end-1]) {
		end--
	}
	return code.Span{Start: start, End: end}
}

// pathDirectives take a path as their argument.
var pathDirectives = map[string]bool{"image": true, "figure": true, "include": true, "literalinclude": true, "csv-table": true, "raw": true}

// explicit reads an explicit markup block: a directive, a target, a note or,
// when it is none of these, a comment with its indented lines.
func (d *document) explicit(line code.Span, column int) {
	text := d.bytes(line)
	body := bytes.TrimLeft(text[min(column+3, len(text)):], " ")
	at := line.End - uint32(len(body))
	if i := bytes.Index(body, []byte("::")); i > 0 && bytes.IndexByte(body[:i], ' ') < 0 || i > 0 && body[0] == '|' {
		name := body[:i]
		if k := bytes.LastIndexByte(name, ' '); k >= 0 { // a substitution
			name = name[k+1:]
		}
		argument := bytes.TrimLeft(body[i+2:], " ")
		s := code.Span{Start: line.End - uint32(len(argument)), End: line.End}
		if pathDirectives[string(name)] {
			d.Link(s)
		} else {
			d.quoted(s)
		}
		return
	}
	if len(body) > 0 && (body[0] == '_' || body[0] == '[' || body[0] == '|') {
		if i := bytes.Index(body, []byte(": ")); i > 0 && body[0] == '_' {
			d.Link(code.Span{Start: at + uint32(i) + 2, End: line.End})
		} else {
			d.quoted(code.Span{Start: at, End: line.End})
		}
		return
	}
	d.comment, d.level = int(line.Start)+column, column
}
