// Package text extracts what plain text and light markup hold: headings of
// reStructuredText, AsciiDoc and Org, comments, and the paths that prose
// mentions. In goes a file's bytes; out come facts.
package text

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// Definition describes plain text: mentions and a first sentence only.
func Definition() *lang.Definition {
	return &lang.Definition{
		ID:         "text",
		Name:       "Plain text",
		Aliases:    []string{"txt"},
		Extensions: []string{".txt", ".text"},
		FileNames: []string{"AUTHORS", "CHANGELOG", "CHANGES", "CONTRIBUTING", "CONTRIBUTORS", "COPYING", "COPYRIGHT", "HACKING", "INSTALL",
			"LICENCE", "LICENSE", "MAINTAINERS", "NEWS", "NOTICE", "PATENTS", "THANKS", "TODO", "UNLICENSE", "VERSION"},
		Class:         code.ClassDocumentation,
		Extract:       func(src []byte, b *lang.Builder) { extract(src, b, plainText) },
		StructureOnly: true,
	}
}

// ReStructuredText describes reStructuredText.
func ReStructuredText() *lang.Definition {
	return &lang.Definition{
		ID:            "rst",
		Name:          "reStructuredText",
		Aliases:       []string{"restructuredtext"},
		Extensions:    []string{".rst", ".rest"},
		Class:         code.ClassDocumentation,
		Extract:       func(src []byte, b *lang.Builder) { extract(src, b, reStructuredText) },
		Kinds:         []code.Kind{code.KindHeading},
		StructureOnly: true,
	}
}

// AsciiDoc describes AsciiDoc.
func AsciiDoc() *lang.Definition {
	return &lang.Definition{
		ID:            "asciidoc",
		Name:          "AsciiDoc",
		Aliases:       []string{"adoc"},
		Extensions:    []string{".adoc", ".asciidoc"},
		Comments:      lang.Comments{Line: []string{"//"}, Block: [][2]string{{"////", "////"}}},
		Class:         code.ClassDocumentation,
		Extract:       func(src []byte, b *lang.Builder) { extract(src, b, asciiDoc) },
		Kinds:         []code.Kind{code.KindHeading},
		StructureOnly: true,
	}
}

// Org describes Emacs Org.
func Org() *lang.Definition {
	return &lang.Definition{
		ID:            "org",
		Name:          "Org",
		Extensions:    []string{".org"},
		Comments:      lang.Comments{Line: []string{"#"}},
		Class:         code.ClassDocumentation,
		Extract:       func(src []byte, b *lang.Builder) { extract(src, b, org) },
		Kinds:         []code.Kind{code.KindHeading},
		StructureOnly: true,
	}
}

// document reads one file line by line.
type document struct {
	*outline.Outline
	src      []byte
	open     []section // enclosing sections, outermost first
	style    []style   // underlines in the order first seen (reStructuredText)
	doc      int       // the start of the first paragraph, -1 before it
	docDone  bool
	previous code.Span // the line before, without its newline
	fence    []byte    // the line that closes the block being read
	comment  int       // the start of the comment being read, -1 outside
	level    int       // the indentation of that comment
	header   bool      // between a document's title and its first empty line (AsciiDoc)
}

// section is a heading whose section is still open.
type section struct {
	level      int
	definition int32
}

// markup reads one line (without its newline) and reports whether it is prose.
type markup func(d *document, line code.Span) bool

func extract(src []byte, b *lang.Builder, read markup) {
	d := &document{Outline: outline.New(src, b, outline.MaxHeadings), src: src, doc: -1, comment: -1}
	for at := d.Start(); at < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := code.Span{Start: uint32(at), End: uint32(end)}
		for line.End > line.Start && (isBlank(src[line.End-1])) {
			line.End--
		}
		prose := read(d, line)
		d.paragraph(line, prose)
		d.previous = line
		at = end + 1
	}
	d.endComment(uint32(len(src)))
	d.endDoc(len(src))
	d.closeTo(0, uint32(len(src)))
	d.Finish()
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

func (d *document) bytes(s code.Span) []byte { return d.src[s.Start:s.End] }

// paragraph follows the first paragraph of prose: it documents the file.
func (d *document) paragraph(line code.Span, prose bool) {
	switch {
	case d.docDone:
	case prose && line.Start < line.End && hasLetter(d.bytes(line)):
		if d.doc < 0 {
			d.doc = int(line.Start)
		}
	case d.doc >= 0:
		d.endDoc(int(line.Start))
	}
}

func (d *document) endDoc(end int) {
	if d.doc < 0 || d.docDone {
		return
	}
	d.docDone = true
	end = min(end, d.doc+4*lang.MaxDoc)
	d.SetDoc(string(d.src[d.doc:end]))
}

func hasLetter(text []byte) bool {
	for _, c := range text {
		if 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 {
			return true
		}
	}
	return false
}

// heading opens a section; the first paragraph before it, if any, is done.
func (d *document) heading(level int, title, whole code.Span) {
	for title.Start < title.End && isBlank(d.src[title.Start]) {
		title.Start++
	}
	d.endComment(whole.Start)
	n := len(d.open)
	for n > 0 && d.open[n-1].level >= level {
		n--
	}
	d.closeTo(n, whole.Start)
	container := code.NoDefinition
	if n > 0 {
		container = d.open[n-1].definition
	}
	i := d.Open(code.Definition{Kind: code.KindHeading, NameSpan: title, Span: whole, Container: container})
	if i != code.NoDefinition {
		d.Definition(i).Signature = d.Text(title, lang.MaxSignature)
		d.open = append(d.open, section{level, i})
	}
}

func (d *document) closeTo(n int, end uint32) {
	for k := len(d.open); k > n; k-- {
		d.Close(d.open[k-1].definition, end)
	}
	d.open = d.open[:n]
}

// endComment records the comment being read, without the white space at its end.
func (d *document) endComment(end uint32) {
	if d.comment < 0 {
		return
	}
	s := code.Span{Start: uint32(d.comment), End: end}
	for s.End > s.Start && (isBlank(d.src[s.End-1]) || d.src[s.End-1] == '\n') {
		s.End--
	}
	d.comment = -1
	d.Region(s)
}

// plainText reads a line of text without markup.
func plainText(d *document, line code.Span) bool {
	d.quoted(line)
	return true
}

// quoted records the paths of a line: those in its prose, and those between
// one or two backquotes, which need less to be one.
func (d *document) quoted(line code.Span) {
	text := d.bytes(line)
	for {
		i := bytes.IndexByte(text, '`')
		if i < 0 {
			break
		}
		width := 1
		if i+1 < len(text) && text[i+1] == '`' {
			width = 2
		}
		inside := text[i+width:]
		j := bytes.Index(inside, text[i:i+width])
		if j < 0 {
			break
		}
		at := line.End - uint32(len(text))
		d.Prose(code.Span{Start: at, End: at + uint32(i)})
		from := at + uint32(i+width)
		span := code.Span{Start: from, End: from + uint32(j)}
		if target, ok := d.linkTarget(span); ok {
			d.Link(target)
		} else {
			d.Value(span)
		}
		text = inside[j+width:]
	}
	d.Prose(code.Span{Start: line.End - uint32(len(text)), End: line.End})
}

// linkTarget returns the target of "text <target>".
func (d *document) linkTarget(s code.Span) (code.Span, bool) {
	text := d.bytes(s)
	if i := bytes.IndexByte(text, '<'); i > 0 && text[len(text)-1] == '>' {
		return code.Span{Start: s.Start + uint32(i) + 1, End: s.End - 1}, true
	}
	return s, false
}
