package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// commentTags records a comment and binds the variables that it gives a type.
func commentTags(w *lang.Walk, n syntax.Node) {
	comment(w, n)
	st := stateOf(w)
	st.comment = w.Span(n)
	tags := docBefore(w, st.comment.End)
	if tags == nil {
		return
	}
	for _, v := range tags.vars {
		if v.Name != "" && v.Name != "$this" {
			bindVariable(w, v.Name, st.comment.Start, st.comment.End, v.Type, "")
		}
	}
}

// comment records a comment. The grammar gives one that ends in a question
// mark the line's end as well.
func comment(w *lang.Walk, n syntax.Node) {
	s := w.Span(n)
	for s.End > s.Start && (w.Source[s.End-1] == '\n' || w.Source[s.End-1] == '\r') {
		s.End--
	}
	w.Region(code.RegionComment, s)
}

// fileDoc takes the first header comment that describes the file: one that is
// no licence and does not belong to the declaration below it.
func fileDoc(w *lang.Walk, n syntax.Node) {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "text", "php_tag", "declare_statement":
			continue
		case "comment":
		default:
			return
		}
		first := c
		for bytes.HasPrefix(w.Text(c), []byte("/")) && !bytes.HasPrefix(w.Text(c), []byte("/*")) || bytes.HasPrefix(w.Text(c), []byte("#")) {
			next := w.Next(c) // the next line of a run of line comments
			if w.Kind(next) != "comment" || bytes.HasPrefix(w.Text(next), []byte("/*")) || linesBetween(w, c, next) > 1 {
				break
			}
			c = next
		}
		if !describesFile(w, c) {
			return
		}
		var b strings.Builder
		for l := first; l != syntax.None; l = w.Next(l) {
			b.WriteString(lang.CommentText(w.Text(l)))
			b.WriteByte('\n')
			if l == c {
				break
			}
		}
		text := strings.TrimSpace(b.String())
		if rest, ok := strings.CutPrefix(text, "@file"); ok {
			text = strings.TrimSpace(rest)
		}
		sentence := code.FirstSentence(text, lang.MaxDoc)
		if sentence != "" && sentence[0] != '@' && !isBoilerplate(sentence) {
			w.SetDoc(sentence)
			return
		}
	}
}

// describesFile tells a header comment from one that belongs to what follows it.
func describesFile(w *lang.Walk, comment syntax.Node) bool {
	next := w.Next(comment)
	switch w.Kind(next) {
	case "", "comment", "namespace_definition", "namespace_use_declaration", "declare_statement", "text_interpolation":
		return true
	}
	return linesBetween(w, comment, next) > 1
}

// linesBetween counts line ends between two siblings.
func linesBetween(w *lang.Walk, a, b syntax.Node) int {
	if b == syntax.None {
		return 0
	}
	return bytes.Count(w.Source[w.End(a):w.Start(b)], []byte{'\n'})
}

// isBoilerplate tells licences and notes to tools.
func isBoilerplate(sentence string) bool {
	s := strings.ToLower(sentence)
	for _, mark := range []string{"copyright", "(c)", "©", "licen", "this file is part of", "all rights reserved",
		"free software", "phpcs:", "vim:", "-*-", "php version", "$id"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}
