package bash

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// longest is the length in bytes up to which a line is parsed. Recovering from
// an error costs the grammar time that grows with the square of the line
// (4,000 times "x = (1 + 2); ", 52 KB: 11 s), and a longer line is data that a
// script carries.
const longest = 1 << 17

// endless returns the language of a script with such a line: the same one,
// read by its lines.
func endless(src []byte) *lang.Definition {
	for len(src) > longest {
		end := bytes.LastIndexByte(src[:longest], '\n')
		if end < 0 {
			return &lang.Definition{ID: "bash", Name: "Bash", Comments: lang.Comments{Line: []string{"#"}}, Extract: byLine}
		}
		src = src[end+1:]
	}
	return nil
}

// byLine defines the functions whose header begins a line.
func byLine(src []byte, b *lang.Builder) {
	b.SetStatus(code.StatusFallback)
	number, at := uint32(0), uint32(0)
	for text := range bytes.Lines(src) {
		number++
		line := bytes.TrimSpace(text)
		if name := headerName(line); name != nil {
			start := at + uint32(bytes.Index(text, line))
			from := start
			if bytes.HasPrefix(line, []byte("function ")) {
				from += uint32(len("function"))
			}
			from += uint32(bytes.Index(src[from:], name))
			header, _, _ := bytes.Cut(line, []byte{'{'})
			b.Add(code.Definition{Name: b.Intern(name), Kind: code.KindFunction, Exported: true, Container: code.NoDefinition,
				NameSpan: code.Span{Start: from, End: from + uint32(len(name))},
				Span:     code.Span{Start: start, End: start + uint32(len(line))}, Line: number,
				Lines: code.Lines{First: number, Last: number}, Signature: code.OneLine(string(bytes.ToValidUTF8(header, []byte("\uFFFD"))))})
		}
		at += uint32(len(text))
	}
}
