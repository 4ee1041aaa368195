package python

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxDocText bounds how much of a docstring is looked at, in bytes: only its
// first sentence is kept.
const maxDocText = 2000

// module reads the file's own documentation.
func module(w *lang.Walk, n syntax.Node) {
	stateOf(w)
	if doc := docstring(w, n); doc != "" {
		w.SetDoc(doc)
		return
	}
	w.SetDoc(headerComment(w, n))
}

// docstring is the first sentence of the string that a body begins with.
func docstring(w *lang.Walk, body syntax.Node) string {
	return documentation(w, w.NamedChild(body, 0))
}

// docAfter is the first sentence of the string statement right behind
// statement n, by which attributes are documented.
func docAfter(w *lang.Walk, n syntax.Node) string {
	next := w.Next(n)
	if next == syntax.None || w.Line(w.Start(next)) > w.Line(w.End(n))+1 {
		return ""
	}
	return documentation(w, next)
}

func documentation(w *lang.Walk, statement syntax.Node) string {
	if w.Kind(statement) != "expression_statement" {
		return ""
	}
	n := w.NamedChild(statement, 0)
	if w.Kind(n) == "concatenated_string" {
		n = w.NamedChild(n, 0)
	}
	if w.Kind(n) != "string" || w.NamedChild(statement, 1) != syntax.None {
		return ""
	}
	open := w.FirstChild(n)
	if w.Kind(open) != "string_start" || bytes.ContainsAny(w.Text(open), "bBfFtT") {
		return "" // bytes and formatted strings document nothing
	}
	start, end := w.End(open), w.End(n)
	for c := open; c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "string_end" {
			end = w.Start(c)
		}
	}
	text := w.Source[start:max(start, end)]
	if len(text) > maxDocText {
		text = text[:maxDocText]
	}
	text = bytes.TrimPrefix(text, []byte("\\")) // """\ continues on the next line
	return code.FirstSentence(strings.ToValidUTF8(string(text), "\uFFFD"), lang.MaxDoc)
}

// headerComment is the text of the comment at the file's head: the first run
// of comment lines that is about the file rather than its licence or its
// tools. A run that touches a statement belongs to that.
func headerComment(w *lang.Walk, root syntax.Node) string {
	var run []string
	licence := false
	last := uint32(0)
	for c := w.FirstChild(root); c != syntax.None; c = w.Next(c) {
		line := w.Line(w.Start(c))
		comment := w.Kind(c) == "comment"
		if len(run) > 0 && line > last+1 {
			if !licence {
				return strings.Join(run, "\n")
			}
			run, licence = nil, false
		}
		if !comment {
			return ""
		}
		last = line
		text := w.Text(c)
		if pragma(text) {
			continue
		}
		licence = licence || mentionsLicence(text)
		run = append(run, lang.CommentText(text))
	}
	if licence {
		return ""
	}
	return strings.Join(run, "\n")
}

var pragmas = [][]byte{[]byte("#!"), []byte("# -*-"), []byte("#-*-"), []byte("# vim:"), []byte("# coding"),
	[]byte("# type:"), []byte("# pylint:"), []byte("# flake8:"), []byte("# ruff:"), []byte("# mypy:"),
	[]byte("# noqa"), []byte("# isort:"), []byte("# fmt:"), []byte("# pyright:"), []byte("# ///"),
	[]byte("# pragma:"), []byte("# yapf:"), []byte("# cython:"), []byte("# encoding")}

// pragma reports whether a comment speaks to a tool.
func pragma(comment []byte) bool {
	for _, p := range pragmas {
		if bytes.HasPrefix(comment, p) {
			return true
		}
	}
	return false
}

func mentionsLicence(comment []byte) bool {
	lower := bytes.ToLower(comment)
	for _, word := range []string{"copyright", "license", "licence", "(c)", "spdx-", "all rights reserved"} {
		if bytes.Contains(lower, []byte(word)) {
			return true
		}
	}
	return false
}
