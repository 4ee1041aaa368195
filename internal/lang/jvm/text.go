package jvm

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// MaxValue is the longest initial value that stays in a signature (bytes).
const MaxValue = 60

// Signature is the header of declaration n on one line, from start to end,
// without comments.
func Signature(w *lang.Walk, n syntax.Node, start, end uint32) string {
	// Comments further on in the declaration have not been walked yet, and a
	// signature leaves out those that are known.
	for c := n + 1; c < w.After(n) && w.Start(c) < end; c++ {
		if w.Records[c].Flags&(syntax.FlagExtra|syntax.FlagError) == syntax.FlagExtra {
			w.Region(code.RegionComment, w.Span(c))
		}
	}
	return w.Signature(start, end)
}

// OneLine is a node's text on one line, "" for None.
func OneLine(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	text := w.Name(n)
	if strings.ContainsAny(text, "\n\r\t") || strings.Contains(text, "  ") {
		return code.OneLine(text)
	}
	return text
}

// Compact is a node's text without white space and comments.
func Compact(w *lang.Walk, n syntax.Node) string {
	text := w.Name(n)
	if !strings.ContainsAny(text, " \t\r\n/") {
		return text
	}
	var b strings.Builder
	for c := n; c < w.After(n); c++ {
		if w.After(c) == c+1 && w.Records[c].Flags&syntax.FlagExtra == 0 {
			b.Write(w.Text(c))
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// Short reports whether a value's text is short and on one line.
func Short(text []byte) bool { return len(text) <= MaxValue && bytes.IndexByte(text, '\n') < 0 }

// Unquote strips the backquotes around a name.
func Unquote(name string) string {
	if len(name) > 2 && name[0] == '`' && name[len(name)-1] == '`' {
		return name[1 : len(name)-1]
	}
	return name
}
