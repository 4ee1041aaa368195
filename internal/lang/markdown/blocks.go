package markdown

import (
	"bytes"
	"strings"
	"unicode"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// document reads one file line by line, as CommonMark's block structure has
// it: only what decides whether a line is a heading or text is modelled.
type document struct {
	*outline.Outline
	b        *lang.Builder
	src      []byte
	at       int      // the start of the line to be read
	headings []opened // open sections, outermost first
	lists    []int    // the columns at which open list items' content begins
	text     int      // the start of the open text block, -1 without one
	para     bool     // the text block is a paragraph a setext line may underline
	docFound bool
	early    code.Span // the first paragraph before any heading
}

// opened is a heading whose section is still open.
type opened struct {
	level      int
	definition int32
}

// maxLists bounds the nesting of lists that is followed.
const maxLists = 32

func extract(src []byte, b *lang.Builder) {
	d := &document{Outline: outline.New(src, b, outline.MaxHeadings), b: b, src: src, text: -1}
	d.at = d.Start()
	d.frontMatter()
	for d.at < len(src) {
		d.line()
	}
	d.endText(len(src))
	d.closeTo(0, len(src))
	if !d.docFound && d.early.End > 0 {
		d.paragraphDoc(d.early)
	}
	d.Finish()
}

// eol returns the end of the line that holds offset i, its newline left out.
func (d *document) eol(i int) int {
	if j := bytes.IndexByte(d.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(d.src)
}

// next returns the start of the line after the one that holds offset i.
func (d *document) next(i int) int { return min(d.eol(i)+1, len(d.src)) }

// indent returns the column and the offset of the first byte of the line at
// i that is no blank. Tabs reach to the next multiple of four.
func (d *document) indent(i int) (column, at int) {
	for ; i < len(d.src); i++ {
		switch d.src[i] {
		case ' ':
			column++
		case '\t':
			column += 4 - column%4
		default:
			return column, i
		}
	}
	return column, i
}

func (d *document) line() {
	start := d.at
	column, at := d.indent(start)
	end := d.eol(at)
	line := bytes.TrimRight(d.src[at:end], " \t\r")
	if len(line) == 0 {
		d.endText(start)
		d.at = min(end+1, len(d.src))
		return
	}
	inList := len(d.lists) > 0
	if d.text < 0 || !d.para { // a paragraph may continue at any indentation
		for n := len(d.lists); n > 0 && column < d.lists[n-1]; n-- {
			d.lists = d.lists[:n-1]
		}
		inList = len(d.lists) > 0
	}
	if column >= 4 && !inList {
		d.indented(start, at, end)
		return
	}
	switch line[0] {
	case '`', '~':
		if n := fence(line); n > 0 {
			d.endText(start)
			d.fenced(at, n)
			return
		}
	case '#':
		if n := level(line); n > 0 && column < 4 {
			d.endText(start)
			d.heading(n, start, code.Span{Start: uint32(at + n), End: uint32(at + len(line))}, code.Span{Start: uint32(at), End: uint32(at + len(line))})
			d.at = min(end+1, len(d.src))
			return
		}
	case '=', '-':
		if d.para && column < 4 && underline(line) && !inList {
			d.setext(line[0], at+len(line))
			d.at = min(end+1, len(d.src))
			return
		}
	case '<':
		if d.html(start, at, line) {
			return
		}
	}
	d.at = min(end+1, len(d.src))
	d.textLine(start, at, column, line)
}

// textLine opens a text block or continues it. A list item opens another.
func (d *document) textLine(start, at, column int, line []byte) {
	if rule(line) {
		d.endText(start)
		d.lists = d.lists[:0]
		return
	}
	if n := item(line); n > 0 {
		d.endText(start)
		for k := len(d.lists); k > 0 && column < d.lists[k-1]; k-- {
			d.lists = d.lists[:k-1]
		}
		if len(d.lists) < maxLists {
			d.lists = append(d.lists, column+n)
		}
		d.text, d.para = start, false
		if width := fence(line[min(n, len(line)):]); width > 0 { // a fence right behind the marker
			d.text = -1
			d.fenced(at+n, width)
		}
		return
	}
	if d.text < 0 {
		d.text = start
		d.para = line[0] != '>' && line[0] != '|' && len(d.lists) == 0
	}
}

// indented reads a line of indented code, which is no text of the document;
// inside a paragraph it is the paragraph's.
func (d *document) indented(start, at, end int) {
	if d.text < 0 {
		d.Prose(code.Span{Start: uint32(at), End: uint32(end)})
	}
	d.at = min(end+1, len(d.src))
}

// heading opens a section. title is the text after the marks, line the whole
// heading; the section begins at start.
func (d *document) heading(n, start int, title, line code.Span) {
	d.inline(line)
	for k := len(d.headings); k > 0 && d.headings[k-1].level >= n; k-- {
		d.closeTo(k-1, start)
	}
	title = d.trimTitle(title)
	container := code.NoDefinition
	if k := len(d.headings); k > 0 {
		container = d.headings[k-1].definition
	}
	i := code.NoDefinition
	if name := plainText(d.Text(title, lang.MaxSignature), true); name != "" {
		i = d.Open(code.Definition{Kind: code.KindHeading, Name: name, NameSpan: title, Span: line,
			Container: container, Signature: d.Text(line, lang.MaxSignature)})
	}
	if i != code.NoDefinition {
		d.headings = append(d.headings, opened{n, i})
	}
}

// trimTitle cuts blanks and closing marks off a heading's text.
func (d *document) trimTitle(s code.Span) code.Span {
	text := d.src[s.Start:s.End]
	if closed := bytes.TrimRight(text, "#"); len(closed) < len(text) && (len(closed) == 0 || isBlank(closed[len(closed)-1])) {
		text = closed
	}
	text = bytes.TrimRight(text, " \t\r\n")
	s.End = s.Start + uint32(len(text))
	for s.Start < s.End && (isBlank(d.src[s.Start]) || d.src[s.Start] == '\n') {
		s.Start++
	}
	return s
}

func (d *document) closeTo(n, end int) {
	for k := len(d.headings); k > n; k-- {
		d.Close(d.headings[k-1].definition, uint32(end))
	}
	d.headings = d.headings[:n]
}

// setext makes the open paragraph a heading.
func (d *document) setext(mark byte, end int) {
	n := 1
	if mark == '-' {
		n = 2
	}
	_, at := d.indent(d.text)
	last := end
	for last > at && d.src[last-1] != '\n' {
		last--
	}
	for last > at && (isBlank(d.src[last-1]) || d.src[last-1] == '\n') {
		last--
	}
	span := code.Span{Start: uint32(at), End: uint32(last)}
	start := d.text
	d.text, d.para = -1, false
	d.heading(n, start, span, span)
}

// html reads what begins with "<" at the start of a line: a comment, or an
// element whose content is no Markdown.
func (d *document) html(start, at int, line []byte) bool {
	if bytes.HasPrefix(line, []byte("<!--")) {
		d.endText(start)
		end := len(d.src)
		if i := bytes.Index(d.src[at+4:], []byte("-->")); i >= 0 {
			end = at + 4 + i + 3
		}
		d.Region(code.Span{Start: uint32(at), End: uint32(end)})
		if rest := d.eol(end); rest > end {
			d.inline(code.Span{Start: uint32(end), End: uint32(rest)})
		}
		d.at = d.next(end)
		return true
	}
	if d.headingElement(start, at) {
		return true
	}
	closing := rawElement(line)
	if closing == "" {
		return false
	}
	d.endText(start)
	end := len(d.src)
	if i := bytes.Index(d.src[at:], []byte(closing)); i >= 0 {
		end = d.eol(at + i)
	}
	d.Prose(code.Span{Start: uint32(at), End: uint32(end)})
	d.at = min(end+1, len(d.src))
	return true
}

// headingElement reads "<h1>...</h1>" as a heading.
func (d *document) headingElement(start, at int) bool {
	rest := d.src[at:min(len(d.src), at+maxDestination)]
	if len(rest) < 9 || rest[1]|0x20 != 'h' || rest[2] < '1' || rest[2] > '6' || rest[3] != '>' && !isBlank(rest[3]) {
		return false
	}
	from := bytes.IndexByte(rest, '>') + 1
	to := bytes.Index(rest, []byte{'<', '/', rest[1], rest[2], '>'})
	if from == 0 || to < from || bytes.Contains(rest[:to], []byte("\n\n")) {
		return false
	}
	d.endText(start)
	end := at + to + len("</h1>")
	d.heading(int(rest[2]-'0'), start, code.Span{Start: uint32(at + from), End: uint32(at + to)},
		code.Span{Start: uint32(at), End: uint32(end)})
	d.at = d.next(end)
	return true
}

// endText closes the open text block at offset end.
func (d *document) endText(end int) {
	if d.text < 0 {
		return
	}
	s := code.Span{Start: uint32(d.text), End: uint32(end)}
	para := d.para
	d.text, d.para = -1, false
	d.inline(s)
	if !para || d.docFound {
		return
	}
	if len(d.headings) > 0 {
		d.paragraphDoc(s)
	} else if d.early.End == 0 && d.prose(s) != "" {
		d.early = s
	}
}

// paragraphDoc makes a paragraph the file's documentation unless nothing but
// images and markup is in it.
func (d *document) paragraphDoc(s code.Span) {
	if text := d.prose(s); text != "" {
		d.SetDoc(text)
		d.docFound = true
	}
}

// prose is a paragraph's plain text, empty when it is not meant to be read.
func (d *document) prose(s code.Span) string {
	line := bytes.TrimLeft(d.src[s.Start:s.End], " ")
	for _, prefix := range [...]string{"import ", "export ", "{%", "{{", ":::", "[TOC]", "[[_TOC_]]", "$$"} {
		if bytes.HasPrefix(line, []byte(prefix)) {
			return ""
		}
	}
	if from, _ := reference(line, 0); len(line) > 0 && line[0] == '[' && from >= 0 {
		return ""
	}
	text := plainText(d.Text(s, 4*lang.MaxDoc), false)
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return ""
	}
	return text
}
