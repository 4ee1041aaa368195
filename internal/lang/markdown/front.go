package markdown

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// frontMatter steps over metadata at the top of the file, between lines of
// three dashes (YAML) or pluses (TOML), and takes its description.
func (d *document) frontMatter() {
	start := d.at
	first := string(bytes.TrimRight(d.src[start:d.eol(start)], " \t\r"))
	if first != "---" && first != "+++" {
		return
	}
	for i := d.next(start); i < len(d.src); i = d.next(i) {
		line := bytes.TrimRight(d.src[i:d.eol(i)], " \t\r")
		if string(line) == first || first == "---" && string(line) == "..." {
			d.metadata(d.next(start), i)
			d.at = d.next(i)
			return
		}
	}
}

// metadata reads the lines of front matter: "key: value" or "key = value".
func (d *document) metadata(from, to int) {
	for i := from; i < to; i = d.next(i) {
		line := d.src[i:d.eol(i)]
		j := bytes.IndexAny(line, ":=")
		value := line[j+1:]
		at := i + j + 1
		trimmed := bytes.TrimLeft(value, " \t-")
		at += len(value) - len(trimmed)
		trimmed = bytes.TrimRight(trimmed, " \t\r")
		if n := len(trimmed); n >= 2 && (trimmed[0] == '"' || trimmed[0] == '\'') && trimmed[n-1] == trimmed[0] {
			trimmed, at = trimmed[1:n-1], at+1
		}
		s := code.Span{Start: uint32(at), End: uint32(at + len(trimmed))}
		if j > 0 && string(bytes.TrimSpace(line[:j])) == "description" && len(trimmed) > 0 && trimmed[0] != '|' && trimmed[0] != '>' {
			d.SetDoc(plainText(d.Text(s, 4*lang.MaxDoc), false))
			d.docFound = true
		}
		d.Value(s)
	}
}
