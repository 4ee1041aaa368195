package bash

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// mostDocLines bounds how far above a definition its comment is read.
const mostDocLines = 300

// commentLine returns the text of a line that is only a comment; rulers, the
// interpreter's line and words to linters are empty text.
func commentLine(line []byte) (text string, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '#' {
		return "", false
	}
	line = bytes.TrimSpace(bytes.TrimLeft(line, "#"))
	if len(bytes.Trim(line, "-=*~+_ #")) == 0 {
		return "", true
	}
	for _, m := range []string{"!", "shellcheck ", "vim:", "-*-", "bats ", "shfmt:"} {
		if bytes.HasPrefix(line, []byte(m)) {
			return "", true
		}
	}
	line = bytes.TrimSpace(bytes.TrimRight(line, "#"))
	return strings.ToValidUTF8(string(line), "\uFFFD"), true
}

// docAbove returns the first sentence of the comment that ends on the line
// before offset's.
func docAbove(w *lang.Walk, offset uint32) string {
	number := w.Line(offset)
	if at := w.LineStart(number); len(bytes.TrimSpace(w.Source[at:offset])) > 0 {
		return ""
	}
	var lines []string
	for i := uint32(1); i < number && i < mostDocLines; i++ {
		text, ok := commentLine(w.Source[w.LineStart(number-i) : w.LineStart(number-i+1)-1])
		if !ok {
			break
		}
		lines = append(lines, text)
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return code.FirstSentence(strings.Join(lines, "\n"), lang.MaxDoc)
}

// fileDoc reads the comment at the head of a file, unless a function follows
// it without a blank line.
func fileDoc(w *lang.Walk) {
	rest := bytes.TrimPrefix(w.Source, []byte("\xef\xbb\xbf"))
	var run []string
	for range mostDocLines {
		line, after, more := bytes.Cut(rest, []byte{'\n'})
		text, ok := commentLine(line)
		if ok {
			run = append(run, text)
		} else {
			attached := len(bytes.TrimSpace(line)) > 0
			doc := code.FirstSentence(strings.Join(run, "\n"), lang.MaxDoc)
			if doc != "" && !licence(run) && !(attached && headerName(bytes.TrimSpace(line)) != nil) {
				w.SetDoc(doc)
				return
			}
			if attached || !more {
				return
			}
			run = run[:0]
		}
		if !more {
			return
		}
		rest = after
	}
}

func licence(run []string) bool {
	for _, line := range run {
		l := strings.ToLower(line)
		if strings.Contains(l, "copyright") || strings.Contains(l, "licen") || strings.Contains(l, "all rights reserved") {
			return true
		}
	}
	return false
}

// interpolated records the region of a string or a here-document, its
// expansions left out: they are code.
func interpolated(w *lang.Walk, n syntax.Node) {
	stateOf(w, n)
	at := w.Start(n)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "expansion", "simple_expansion", "command_substitution", "arithmetic_expansion":
			start := w.Start(c) // white space before it is the string's
			for start < w.End(c) && (w.Source[start] == ' ' || w.Source[start] == '\t' || w.Source[start] == '\n' || w.Source[start] == '\r') {
				start++
			}
			w.Region(code.RegionString, code.Span{Start: at, End: start})
			at = w.End(c)
		}
	}
	w.Region(code.RegionString, code.Span{Start: at, End: w.End(n)})
}

// interpreters are the programs that take a here-document as code.
var interpreters = map[string]string{"python": "python", "python3": "python", "python2": "python", "ruby": "ruby", "node": "javascript",
	"php": "php", "psql": "sql", "mysql": "sql", "sqlite3": "sql"}

// heredoc notes the language of a quoted here-document that a program runs.
func heredoc(w *lang.Walk, n syntax.Node) {
	stateOf(w, n)
	start, body := w.ChildOfKind(n, "heredoc_start"), w.ChildOfKind(n, "heredoc_body")
	if body == syntax.None || start == syntax.None {
		return
	}
	tag := w.Text(start)
	if len(tag) < 3 || tag[0] != '\'' && tag[0] != '"' {
		return
	}
	c := w.Child(w.Parent(n), "body")
	name := interpreters[string(w.Text(w.Child(c, "name")))]
	if name == "" && string(tag[1:len(tag)-1]) == "SQL" {
		name = "sql"
	}
	if name != "" {
		w.Embed(name, w.Span(body), lang.Uses)
	}
}
