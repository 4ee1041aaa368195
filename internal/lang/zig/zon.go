package zig

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// dialect tells the data notation from source: the grammar knows source only.
func dialect(src []byte) *lang.Definition {
	rest := bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	for {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if !bytes.HasPrefix(rest, []byte("//")) {
			break
		}
		end := bytes.IndexByte(rest, '\n')
		if end < 0 {
			return nil
		}
		rest = rest[end:]
	}
	if !bytes.HasPrefix(rest, []byte(".{")) {
		return nil
	}
	return &lang.Definition{ID: "zig", Name: "Zig", Comments: lang.Comments{Line: []string{"//"}},
		Kinds: []code.Kind{code.KindKey}, Extract: extractData}
}

// maxKeys bounds how deep keys are definitions; deeper ones are data.
const maxKeys = 6

// data reads one file of keys and values.
type data struct {
	b     *lang.Builder
	src   []byte
	lines []uint32
	// open has an entry for each brace: its key's definition or NoDefinition.
	open []int32
	key  int32    // the key whose value begins
	doc  []string // the comments on the lines before
	// docLine is the last of those lines.
	docLine uint32
	first   bool // nothing but comments yet
}

// extractData finds the keys of a .zon file, and the folders of dependencies.
func extractData(src []byte, b *lang.Builder) {
	x := &data{b: b, src: src, lines: syntax.LineStarts(src), key: code.NoDefinition, first: true}
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '/' && bytes.HasPrefix(src[i:], []byte("//")):
			end := i + lineEnd(src[i:])
			b.Region(code.RegionComment, span(i, end))
			x.comment(i, end)
			i = end
		case c == '\\' && bytes.HasPrefix(src[i:], []byte(`\\`)):
			end := i + lineEnd(src[i:])
			b.Region(code.RegionString, span(i, end))
			i = end
		case c == '"' || c == '\'':
			end := i + quoted(src[i:], c)
			b.Region(code.RegionString, span(i, end))
			x.text(i, end)
			i = end
		case c == '.' && i+1 < len(src) && src[i+1] != '{':
			i = x.name(i + 1)
		case c == '{':
			x.open = append(x.open, x.key)
			x.key, x.first = code.NoDefinition, false
			i++
		case c == '}':
			x.end(x.key, i)
			x.key = code.NoDefinition
			if k := len(x.open); k > 0 {
				x.end(x.open[k-1], i+1)
				x.open = x.open[:k-1]
			}
			i++
		case c == ',':
			x.end(x.key, i)
			x.key = code.NoDefinition
			i++
		default:
			i++
		}
	}
	if len(x.open) > 0 {
		b.SetStatus(code.StatusPartial)
	}
}

func span(from, to int) code.Span { return code.Span{Start: uint32(from), End: uint32(to)} }

// lineEnd is the length of the line that s begins with, its end left out.
func lineEnd(s []byte) int {
	end := bytes.IndexByte(s, '\n')
	if end < 0 {
		end = len(s)
	}
	if end > 0 && s[end-1] == '\r' {
		end--
	}
	return end
}

// quoted is the length of the literal that s begins with; it ends with its line.
func quoted(s []byte, quote byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(s)
}

// comment remembers what may document the next key.
func (x *data) comment(from, to int) {
	line := syntax.LineAt(x.lines, uint32(from))
	text := lang.CommentText(x.src[from:to])
	if x.first {
		x.b.SetDoc(text)
	}
	start := int(x.lines[line-1])
	if len(bytes.TrimSpace(x.src[start:from])) > 0 {
		return // behind a value
	}
	if line != x.docLine+1 {
		x.doc = x.doc[:0]
	}
	x.doc, x.docLine = append(x.doc, text), line
}

// name reads the identifier behind a dot; one that "=" follows is a key.
func (x *data) name(at int) int {
	end := at
	if bytes.HasPrefix(x.src[at:], []byte(`@"`)) {
		end = at + 1 + quoted(x.src[at+1:], '"')
	} else {
		for end < len(x.src) && (x.src[end] == '_' || x.src[end]|0x20 >= 'a' && x.src[end]|0x20 <= 'z' || x.src[end] >= '0' && x.src[end] <= '9') {
			end++
		}
	}
	rest := bytes.TrimLeft(x.src[end:], " \t\r\n")
	if end == at || len(rest) == 0 || rest[0] != '=' || len(x.open) == 0 || len(x.open) > maxKeys {
		return end
	}
	x.end(x.key, at-1)
	line := syntax.LineAt(x.lines, uint32(at))
	d := code.Definition{Name: strings.ToValidUTF8(strings.Trim(string(x.src[at:end]), `@"`), "\uFFFD"), Kind: code.KindKey,
		NameSpan: span(at, end), Span: span(at-1, end), Line: line, Lines: code.Lines{First: line, Last: line},
		Container: x.open[len(x.open)-1]}
	if d.Name == "" {
		return end
	}
	if x.docLine+1 == line && len(bytes.TrimSpace(x.src[x.lines[line-1]:at-1])) == 0 {
		d.Doc = code.FirstSentence(strings.Join(x.doc, "\n"), lang.MaxDoc)
	}
	d.Signature = "." + d.Name
	if v := shortValue(bytes.TrimLeft(rest[1:], " \t")); v != "" {
		d.Signature += " = " + v
	}
	x.key = x.b.Add(d)
	return end
}

// shortValue is the literal that s begins with, "" for a list or a long one.
func shortValue(s []byte) string {
	end := bytes.IndexAny(s, ",}\r\n")
	switch {
	case len(s) > 0 && s[0] == '"':
		end = quoted(s, '"')
	case len(s) == 0 || s[0] == '\\' || bytes.HasPrefix(s, []byte(".{")):
		return ""
	}
	if end <= 0 || end > maxValue {
		return ""
	}
	return strings.ToValidUTF8(strings.TrimSpace(string(s[:end])), "\uFFFD")
}

// end closes the value of a key.
func (x *data) end(i int32, at int) {
	if i == code.NoDefinition {
		return
	}
	d := x.b.Definition(i)
	text := bytes.TrimRight(x.src[d.Span.Start:at], " \t\r\n")
	if end := d.Span.Start + uint32(len(text)); end > d.Span.End {
		d.Span.End = end
		d.Lines.Last = syntax.LineAt(x.lines, end-1)
	}
}

// text records the folder of a dependency: .path = "libs/x".
func (x *data) text(from, to int) {
	if x.key == code.NoDefinition || x.b.Definition(x.key).Name != "path" || to < from+3 || x.src[from] != '"' {
		return
	}
	x.b.AddImport(code.Import{Specifier: x.b.Intern(x.src[from+1 : to-1]), Form: code.ImportInclude, Span: span(from+1, to-1),
		Line: syntax.LineAt(x.lines, uint32(from))})
}
