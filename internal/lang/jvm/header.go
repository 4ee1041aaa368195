package jvm

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxHeader bounds how much of a comment is read for its first sentence (bytes).
const maxHeader = 1500

// Header finds the documentation of a file: the comment at its head that is
// not about rights or tools, else that of the type that the file is about.
type Header struct {
	text    string
	begun   bool // anything but comments has been met
	typeDoc string
	typed   bool // typeDoc is of an exported type
}

// Begin says that what follows is no head of the file any more.
func (h *Header) Begin() { h.begun = true }

// Comment offers the comment n.
func (h *Header) Comment(w *lang.Walk, n syntax.Node) {
	if h.begun || h.text != "" {
		return
	}
	text := w.Text(n)
	if len(text) > maxHeader {
		text = text[:maxHeader]
	}
	low := bytes.ToLower(text)
	for _, word := range [...]string{"copyright", "license", "licence", "spdx", "rights reserved", "generated", "ktlint",
		"scalafmt", "noinspection", "//>", "#!"} {
		if bytes.Contains(low, []byte(word)) {
			return
		}
	}
	h.text = Tidy(code.FirstSentence(lang.CommentText(text), lang.MaxDoc))
}

// Type offers the documentation of a top-level type.
func (h *Header) Type(d *code.Definition) {
	if h.typeDoc == "" || d.Exported && !h.typed {
		h.typeDoc, h.typed = d.Doc, d.Exported
	}
}

// Finish sets the file's documentation.
func (h *Header) Finish(w *lang.Walk) {
	w.SetDoc(h.text)
	w.SetDoc(h.typeDoc)
}

// Tidy makes plain text of a documentation sentence in KDoc or Scaladoc: a
// link shows its target, and a tag with nothing before it is no sentence.
func Tidy(doc string) string {
	switch {
	case strings.HasPrefix(doc, "@return "):
		doc = "Returns " + doc[len("@return "):]
	case strings.HasPrefix(doc, "@"):
		return ""
	}
	if !strings.ContainsAny(doc, "[{`") {
		return doc
	}
	doc = strings.NewReplacer("[[", "", "]]", "", "{{{", "", "}}}", "", "{@code ", "", "{@link ", "", "`", "").Replace(doc)
	var b strings.Builder
	for i := 0; i < len(doc); i++ {
		if doc[i] == '[' {
			if end := strings.IndexByte(doc[i:], ']'); end > 1 && linkTarget(doc[i+1:i+end]) {
				b.WriteString(doc[i+1 : i+end])
				i += end
				continue
			}
		}
		b.WriteByte(doc[i])
	}
	return b.String()
}

// linkTarget reports whether the text between brackets is a dotted name.
func linkTarget(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !lower(c) && !upper(c) && c != '.' && c != '_' && (c < '0' || c > '9') && c < 0x80 {
			return false
		}
	}
	return true
}
