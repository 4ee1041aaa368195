package markdown

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// fenced reads a fenced code block up to the line that closes it, or to where
// its list item ends. n is the length of the opening fence at offset at.
func (d *document) fenced(at, n int) {
	mark := d.src[at]
	inside := 0
	if k := len(d.lists); k > 0 {
		inside = d.lists[k-1]
	}
	body := d.next(at)
	i := body
	for i < len(d.src) {
		column, first := d.indent(i)
		line := bytes.TrimRight(d.src[first:d.eol(first)], " \t\r")
		if len(line) > 0 && column < inside {
			break
		}
		if len(line) >= n && line[0] == mark && len(bytes.Trim(line, string(mark))) == 0 {
			d.example(at, n, body, i)
			d.at = d.next(i)
			return
		}
		i = d.next(first)
	}
	d.example(at, n, body, i)
	d.at = i
}

// example reads the content of a fence whose opening marks are at offset at.
// Code of a known language is embedded: what it uses is a use in the document.
func (d *document) example(at, n, body, end int) {
	d.Prose(code.Span{Start: uint32(body), End: uint32(end)})
	// In a list or a quotation the lines carry a prefix that is not the code's.
	if body >= end || at > 0 && d.src[at-1] != '\n' && at != d.Start() {
		return
	}
	if name := language(d.src[at+n : d.eol(at)]); name != "" {
		d.b.Embed(name, code.Span{Start: uint32(body), End: uint32(end)}, lang.Uses)
	}
}

// language is the name that a fence's info string begins with: "go",
// "js title=x", "rust,ignore", "{.python #id}", "{r echo=FALSE}". It is empty
// for what has no uses of names.
func language(info []byte) string {
	info = bytes.TrimLeft(info, " \t{.")
	end := 0
	for end < len(info) {
		switch info[end] {
		case ' ', '\t', '\r', ',', '{', '}', ':', '(', '[', '=', ';':
			return known(string(info[:end]))
		}
		end++
	}
	return known(string(info))
}

func known(name string) string {
	switch name {
	case "text", "txt", "plain", "plaintext", "md", "markdown", "mdx", "json", "json5", "jsonc", "yaml", "yml", "toml", "output", "rst",
		"README", "xml", "csv", "log":
		return ""
	}
	return name
}
