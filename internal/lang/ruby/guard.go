package ruby

import (
	"bytes"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// The grammar's scanner keeps the length of a here-document's tag in one byte
// and ends the process when a longer one comes back cut short. A tag of that
// length is nothing that anybody writes, but a quote that is not closed yet
// (<<~'SQL) makes one out of the lines that follow. Tags of more than
// mostSaved do not fit into what it saves, which it notices.
const (
	mostTag   = 255
	mostSaved = 1100
)

// guard returns the language of a file that must not be parsed: the same one,
// read by its lines.
func guard(src []byte) *lang.Definition {
	rest := src
	for {
		i := bytes.Index(rest, []byte("<<"))
		if i < 0 {
			return nil
		}
		rest = rest[i+1:]
		tag := rest[1:]
		if len(tag) > 0 && (tag[0] == '-' || tag[0] == '~') {
			tag = tag[1:]
		}
		if len(tag) == 0 {
			return nil
		}
		if n := tagLength(tag); n > mostTag && n <= mostSaved {
			return &lang.Definition{ID: "ruby", Name: "Ruby", Comments: lang.Comments{Line: []string{"#"}}, Extract: byLine}
		}
	}
}

// tagLength counts the characters of the tag that the text begins with, as far
// as it matters.
func tagLength(text []byte) int {
	near := text[:min(len(text), 4*(mostSaved+1))]
	if quote := text[0]; quote == '\'' || quote == '"' || quote == '`' {
		near = near[1:]
		if i := bytes.IndexByte(near, quote); i >= 0 {
			near = near[:i]
		}
		return utf8.RuneCount(near)
	}
	return utf8.RuneCount(near[:nameLength(near, "0123456789")])
}

// byLine defines the modules, classes and methods whose header begins a line,
// in the container that the indentation says.
func byLine(src []byte, b *lang.Builder) {
	b.SetStatus(code.StatusPartial)
	type level struct {
		indent int
		index  int32
		method bool
	}
	var stack []level
	at, number := uint32(0), uint32(0)
	for text := range bytes.Lines(src) {
		number++
		line := bytes.TrimSpace(text)
		indent := bytes.Index(text, line)
		start := at + uint32(indent)
		at += uint32(len(text))
		h, ok := headerOf(start, line)
		if !ok || h.name.Start == h.name.End {
			continue
		}
		for len(stack) > 0 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		d := code.Definition{Kind: code.KindModule, Name: b.Intern(src[h.name.Start:h.name.End]), NameSpan: h.name, Line: number,
			Span: code.Span{Start: start, End: start + uint32(len(line))}, Lines: code.Lines{First: number, Last: number},
			Container: code.NoDefinition, Exported: !h.private, Signature: code.OneLine(string(bytes.ToValidUTF8(line, []byte("\uFFFD"))))}
		if len(stack) > 0 {
			d.Container = stack[len(stack)-1].index
		}
		switch {
		case h.keyword == "class ":
			d.Kind = code.KindClass
		case h.keyword == "def " && d.Container != code.NoDefinition && !stack[len(stack)-1].method:
			d.Kind = code.KindMethod
		case h.keyword == "def ":
			d.Kind = code.KindFunction
		}
		if h.private {
			d.Visibility = code.VisibilityPrivate
		}
		if h.self {
			d.Modifiers |= code.ModStatic
		}
		stack = append(stack, level{indent, b.Add(d), h.keyword == "def "})
	}
}
