package rust

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxDocText bounds how much of a comment is read for its first sentence (bytes).
const maxDocText = 4096

// lead is what stands before an item: its documentation and attributes.
type lead struct {
	// next is the node that the run of comments and attributes leads to.
	next syntax.Node
	// doc is the text of the outer doc comments, plain tells that an ordinary
	// comment is part of the run, inner that the last comment belongs to what
	// is around it.
	doc          code.Span
	plain, inner bool
	attributed   bool
	start        uint32      // of the first attribute
	docString    string      // #[doc = "..."]
	path         syntax.Node // the string of #[path = "..."]
	exported     bool        // #[macro_export]
}

// commentKind tells documentation from ordinary comments.
type commentKind uint8

const (
	plainComment commentKind = iota
	outerComment             // documents what follows
	innerComment             // documents what is around it
)

func kindOfComment(text []byte) commentKind {
	if len(text) < 3 {
		return plainComment
	}
	switch text[2] {
	case '!':
		return innerComment
	case '/':
		if text[1] == '/' && (len(text) == 3 || text[3] != '/') {
			return outerComment
		}
	case '*':
		if text[1] == '*' && len(text) > 4 && text[3] != '*' {
			return outerComment
		}
	}
	return plainComment
}

func comment(s *state, w *lang.Walk, n syntax.Node) {
	w.Skip()
	span := w.Span(n)
	for span.End > span.Start && (w.Source[span.End-1] == '\n' || w.Source[span.End-1] == '\r') {
		span.End--
	}
	w.Region(code.RegionComment, span)
	if s.lead.next != n {
		s.lead = lead{path: syntax.None}
	}
	l := &s.lead
	l.next = w.After(n)
	l.inner = false
	switch kindOfComment(w.Source[span.Start:span.End]) {
	case outerComment:
		if l.doc.End == 0 {
			l.doc.Start = span.Start
		}
		l.doc.End = span.End
	case innerComment:
		l.inner = true
		s.innerDoc(w, n, span)
	default:
		l.plain = true
		if !s.items {
			s.header(w, span)
		}
	}
}

// innerDoc reads the doc comment at the beginning of a file or a module.
func (s *state) innerDoc(w *lang.Walk, n syntax.Node, span code.Span) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "source_file":
		if !s.items && s.fileDoc.End == 0 {
			s.fileDoc = s.innerRun(w, n, span)
		}
	case "declaration_list":
		if c := w.Container(); c != code.NoDefinition && w.Kind(w.Parent(p)) == "mod_item" {
			if d := w.Builder.Definition(c); d.Doc == "" && d.Kind == code.KindModule {
				d.Doc = docText(w, s.innerRun(w, n, span))
			}
		}
	}
}

// innerRun is the range of the inner doc comments that follow each other from n on.
func (s *state) innerRun(w *lang.Walk, n syntax.Node, span code.Span) code.Span {
	for c := w.Next(n); c != syntax.None && span.End-span.Start < maxDocText; c = w.Next(c) {
		text := w.Text(c)
		if !bytes.HasPrefix(text, []byte("//!")) {
			break
		}
		span.End = w.End(c)
	}
	return span
}

// header remembers the first ordinary comment of the file.
func (s *state) header(w *lang.Walk, span code.Span) {
	switch {
	case s.fileHeader.End == 0:
		s.fileHeader = span
	case len(bytes.TrimSpace(w.Source[s.fileHeader.End:span.Start])) == 0 && bytes.Count(w.Source[s.fileHeader.End:span.Start], []byte{'\n'}) == 1:
		s.fileHeader.End = span.End
	}
}

// setFileDoc gives the file its documentation: what is written for it, else
// a header comment that is not about rights.
func (s *state) setFileDoc(w *lang.Walk) {
	if s.fileDoc.End > 0 {
		w.SetDoc(clean(w.Source[s.fileDoc.Start:min(s.fileDoc.End, s.fileDoc.Start+maxDocText)]))
		return
	}
	if s.docString != "" {
		w.SetDoc(s.docString)
		return
	}
	text := clean(w.Source[s.fileHeader.Start:min(s.fileHeader.End, s.fileHeader.Start+maxDocText)])
	lower := strings.ToLower(text)
	for _, word := range []string{"copyright", "license", "licence", "spdx-", "all rights reserved"} {
		if strings.Contains(lower, word) {
			return
		}
	}
	w.SetDoc(text)
}

func docText(w *lang.Walk, span code.Span) string {
	return code.FirstSentence(clean(w.Source[span.Start:min(span.End, span.Start+maxDocText)]), lang.MaxDoc)
}

// clean strips the markers of a run of comments.
func clean(run []byte) string {
	s := strings.ToValidUTF8(string(run), "\uFFFD")
	if strings.HasPrefix(s, "/*") {
		s = strings.TrimSuffix(strings.TrimLeft(s, "/*!"), "*/")
	}
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		l = strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(l, "//"):
			l = strings.TrimLeft(l, "/")
			l = strings.TrimPrefix(l, "!")
		case strings.HasPrefix(l, "* ") || l == "*":
			l = l[1:]
		}
		lines[i] = strings.TrimLeft(strings.TrimSpace(l), "#= ")
	}
	return strings.Join(lines, "\n")
}

// begin takes what leads to item n: where it starts with its attributes, and
// its documentation.
func (s *state) begin(w *lang.Walk, n syntax.Node) (start uint32, doc string, l lead) {
	s.items = true
	start = w.Start(n)
	if s.lead.next != n {
		return start, "", lead{path: syntax.None}
	}
	l = s.lead
	if l.attributed {
		start = l.start
	}
	switch {
	case l.doc.End > 0:
		doc = docText(w, l.doc)
	case l.docString != "":
		doc = code.FirstSentence(l.docString, lang.MaxDoc)
	case l.inner:
	case l.plain:
		if doc = w.DocBefore(start); doc == "" && l.attributed {
			doc = w.DocBefore(w.Start(n))
		}
	}
	return start, doc, l
}

// attributeItem reads #[...] before an item or #![...] inside one.
func attributeItem(s *state, w *lang.Walk, n syntax.Node) {
	inner := w.Kind(n) == "inner_attribute_item"
	if s.lead.next != n {
		s.lead = lead{path: syntax.None}
	}
	l := &s.lead
	l.next = w.After(n)
	s.attributeEnd = w.After(n)
	a := w.ChildOfKind(n, "attribute")
	name := w.FirstChild(a)
	if inner {
		if string(w.Text(name)) == "doc" && w.Kind(w.Parent(n)) == "source_file" && s.docString == "" {
			s.docString = stringValue(w, w.Child(a, "value"))
		}
		return
	}
	if !l.attributed {
		l.attributed, l.start = true, w.Start(n)
	}
	switch string(w.Text(name)) {
	case "doc":
		if l.docString == "" {
			l.docString = stringValue(w, w.Child(a, "value"))
		}
	case "path":
		l.path = w.Child(a, "value")
	case "macro_export":
		l.exported = true
	}
}

// stringValue is the text of a string literal without its delimiters, escapes
// left as they are; "" for anything else.
func stringValue(w *lang.Walk, n syntax.Node) string {
	switch w.Kind(n) {
	case "string_literal", "raw_string_literal":
		return string(bytes.ToValidUTF8(stringContent(w, n), []byte("\uFFFD")))
	}
	return ""
}

func stringContent(w *lang.Walk, n syntax.Node) []byte {
	text := w.Text(n)
	first, last := bytes.IndexByte(text, '"'), bytes.LastIndexByte(text, '"')
	if first < 0 || last <= first {
		return nil
	}
	return text[first+1 : last]
}
