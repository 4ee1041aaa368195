package ruby

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// magic are the beginnings of comments that speak to programs, not readers.
var magic = [...]string{"frozen_string_literal", "encoding:", "coding:", "-*-", "typed:", "warn_indent", "warn_past_scope",
	"shareable_constant_value", "rubocop:", "vim:", "!", "simplecov", "steep:", "sorbet:", "@rbs", "rbs_inline", ":stopdoc:",
	":startdoc:", ":nodoc:", ":enddoc:", ":call-seq:", "standard:", "reek:", ":doc:"}

// commentLine returns the text of a line that is only a comment, its marks
// removed; magic lines and rulers are empty text.
func commentLine(line []byte) (text string, ok bool) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || line[0] != '#' {
		return "", false
	}
	line = bytes.TrimLeft(line, "#")
	line = bytes.TrimSpace(line)
	if len(bytes.Trim(line, "-=*~+_ #")) == 0 {
		return "", true
	}
	lower := strings.ToLower(string(line[:min(len(line), 30)]))
	for _, m := range magic {
		if strings.HasPrefix(lower, m) {
			return "", true
		}
	}
	return strings.ToValidUTF8(string(line), "\uFFFD"), true
}

// mostDocLines bounds how far above a definition its comment is read.
const mostDocLines = 300

// docAbove returns the first sentence of the comment that ends on the line
// before offset's.
func docAbove(w *lang.Walk, offset uint32) string {
	src := w.Source
	at := w.LineStart(w.Line(offset))
	if len(bytes.TrimSpace(src[at:offset])) > 0 {
		return ""
	}
	var lines []string
	for i := 0; i < mostDocLines && at > 0; i++ {
		start := lineStart(src, at-1)
		line := src[start : at-1]
		if i == 0 && bytes.HasPrefix(line, []byte("=end")) {
			return blockComment(src[:start])
		}
		text, ok := commentLine(line)
		if !ok {
			break
		}
		lines = append(lines, text)
		at = start
	}
	return firstParagraph(lines, true)
}

// firstParagraph is the first sentence of comment lines, which backward says
// are listed from the last; one that begins with a tag has none.
func firstParagraph(lines []string, backward bool) string {
	var b strings.Builder
	for i := range lines {
		line := lines[i]
		if backward {
			line = lines[len(lines)-1-i]
		}
		if b.Len() == 0 && (line == "" || strings.HasPrefix(line, "@!")) {
			continue
		}
		if b.Len() == 0 && line[0] == '@' {
			return ""
		}
		b.WriteString(line)
		b.WriteByte('\n')
	}
	return code.FirstSentence(b.String(), lang.MaxDoc)
}

// blockComment reads the text between =begin and the =end that follows src.
func blockComment(src []byte) string {
	i := bytes.LastIndex(src, []byte("\n=begin"))
	if i < 0 {
		if !bytes.HasPrefix(src, []byte("=begin")) {
			return ""
		}
		i = -1
	}
	text := src[i+1:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return code.FirstSentence(strings.ToValidUTF8(string(text[i:]), "\uFFFD"), lang.MaxDoc)
	}
	return ""
}

// lineStart is where the line around offset begins.
func lineStart(src []byte, offset uint32) uint32 {
	return uint32(bytes.LastIndexByte(src[:offset], '\n') + 1)
}

// fileDoc reads the comment at the head of a file, unless it belongs to the
// definition right below it.
func fileDoc(w *lang.Walk) {
	rest := bytes.TrimPrefix(w.Source, []byte("\xef\xbb\xbf"))
	var run []string
	for range mostDocLines {
		line, after, more := bytes.Cut(rest, []byte{'\n'})
		if bytes.HasPrefix(line, []byte("=begin")) && len(run) == 0 {
			if end := bytes.Index(rest, []byte("\n=end")); end >= 0 {
				w.SetDoc(strings.ToValidUTF8(string(rest[len("=begin"):end]), "\uFFFD"))
			}
			return
		}
		text, ok := commentLine(line)
		if ok {
			run = append(run, text)
		} else {
			doc := firstParagraph(run, false)
			attached := len(bytes.TrimSpace(line)) > 0
			if doc != "" && !licence(run) && !(attached && begins(line)) {
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

// begins reports whether a line begins a definition, or a call with a block
// that the comment above it describes.
func begins(line []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimSpace(line), []byte{' '})
	switch string(word) {
	case "require", "require_relative", "begin", "load", "source", "$:", "$:.unshift", "$LOAD_PATH":
		return false
	}
	return true
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

// literal records the region of a string, a regular expression or a command.
func literal(w *lang.Walk, n syntax.Node) { w.StringParts(n, "interpolation") }

// heredoc records the body of a here-document and, by its tag, the language
// that it is written in.
func heredoc(w *lang.Walk, n syntax.Node) {
	start := w.Start(n)
	if start < w.End(n) && w.Source[start] == '\r' {
		start++
	}
	if start < w.End(n) && w.Source[start] == '\n' {
		start++
	}
	at, plain := start, true
	end := syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "interpolation":
			w.Region(code.RegionString, code.Span{Start: at, End: w.Start(c)})
			at, plain = w.End(c), false
		case "heredoc_end":
			end = c
		}
	}
	w.Region(code.RegionString, code.Span{Start: at, End: w.End(n)})
	if end == syntax.None || !plain {
		return
	}
	if name := embedded[string(bytes.TrimSpace(w.Text(end)))]; name != "" && start < w.Start(end) {
		w.Embed(name, code.Span{Start: start, End: lineStart(w.Source, w.Start(end))}, lang.Uses)
	}
}

// embedded are the tags by which a here-document says its language. RUBY is
// not among them: such text is a template or a test's input more often than
// code of the project.
var embedded = map[string]string{"SQL": "sql", "GRAPHQL": "graphql", "GQL": "graphql", "HTML": "html", "CSS": "css",
	"JS": "javascript", "JAVASCRIPT": "javascript", "SH": "bash", "SHELL": "bash", "BASH": "bash"}

// dataSection is what follows __END__: text that the program may read.
func dataSection(w *lang.Walk, n syntax.Node) {
	w.Region(code.RegionString, w.Span(n))
	w.Skip()
}
