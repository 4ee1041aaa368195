package java

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxJavadoc bounds how much of a comment is read for its first sentence (bytes).
const maxJavadoc = 1500

// state is what the walk remembers between nodes.
type state struct {
	// doc is the last Javadoc comment and docEnd the end of the run of
	// comments that it begins (bytes).
	doc    syntax.Node
	docEnd uint32
	// header is the first comment before the package declaration that
	// documents the file.
	header string
	// code is true once anything but comments has been met.
	code bool
	// typeDoc documents the first top-level type, or the first exported one.
	typeDoc  string
	exported bool
	// damaged says whether the file has syntax errors, once checked.
	checked, damaged bool
	// accessors are the accessors that the current record writes out.
	accessors map[string]struct{}
	// calls are unqualified calls, added last: see finish.
	calls []pendingCall
}

type pendingCall struct {
	name      syntax.Node
	enclosing int32
	args      int
}

func remember(w *lang.Walk) *state {
	s, ok := w.State.(*state)
	if !ok {
		s = &state{doc: syntax.None}
		w.State = s
	}
	return s
}

func blockComment(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	text := w.Text(n)
	if len(text) > len("/***/") && text[2] == '*' {
		s.doc, s.docEnd = n, w.End(n)
	} else {
		s.extend(w, n)
	}
	s.readHeader(w, n)
}

func lineComment(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	s.extend(w, n)
	s.readHeader(w, n)
}

// extend lets an ordinary comment stand between a Javadoc comment and its declaration.
func (s *state) extend(w *lang.Walk, n syntax.Node) {
	if s.doc != syntax.None && blank(w.Source[s.docEnd:w.Start(n)]) {
		s.docEnd = w.End(n)
	}
}

// readHeader keeps the sentence of a comment at the head of the file unless
// it is about rights or tools.
func (s *state) readHeader(w *lang.Walk, n syntax.Node) {
	if s.code || s.header != "" || w.Kind(w.Parent(n)) != "program" {
		return
	}
	text := w.Text(n)
	if len(text) > maxJavadoc {
		text = text[:maxJavadoc]
	}
	low := bytes.ToLower(text)
	for _, word := range [...]string{"copyright", "license", "licence", "spdx", "rights reserved", "generated", "eslint", "checkstyle", "clang-format"} {
		if bytes.Contains(low, []byte(word)) {
			return
		}
	}
	s.header = sentence(text)
}

// javadoc returns the first sentence of the Javadoc comment of a declaration
// that begins at start, and whether it has such a comment.
func javadoc(w *lang.Walk, start uint32) (string, bool) {
	s, ok := w.State.(*state)
	if !ok || s.doc == syntax.None || s.docEnd > start || !blank(w.Source[s.docEnd:start]) {
		return "", false
	}
	begin := w.Start(s.doc)
	line := w.Source[bytes.LastIndexByte(w.Source[:begin], '\n')+1 : begin]
	if !blank(line) && bytes.IndexByte(w.Source[s.docEnd:start], '\n') >= 0 {
		return "", false // it stands behind other code and belongs to that
	}
	return sentence(w.Text(s.doc)), true
}

// tidyDoc corrects what Define found by itself: a Javadoc comment that says
// nothing leaves no sentence, and markup goes from the other kinds of comment.
func tidyDoc(w *lang.Walk, i int32, doc string, found bool) {
	d := w.Builder.Definition(i)
	switch {
	case found:
		d.Doc = doc
	case strings.Contains(d.Doc, "{@"):
		d.Doc = sentence([]byte(d.Doc))
	}
}

// offerTypeDoc keeps the documentation of the type that the file is about.
func (s *state) offerTypeDoc(d *code.Definition) {
	if s.typeDoc == "" || d.Exported && !s.exported {
		s.typeDoc, s.exported = d.Doc, d.Exported
	}
}

func blank(s []byte) bool {
	for _, c := range s {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' && c != '\f' {
			return false
		}
	}
	return true
}

// sentence gives the first sentence of a comment as plain text.
func sentence(comment []byte) string {
	if len(comment) > maxJavadoc {
		comment = comment[:maxJavadoc]
	}
	text := plain(lang.CommentText(comment))
	trimmed := strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(trimmed, "@return "); ok {
		text = "Returns " + rest
	} else if strings.HasPrefix(trimmed, "@") {
		return ""
	}
	return code.FirstSentence(text, lang.MaxDoc)
}

// plain replaces inline tags by what they show, and drops HTML.
func plain(text string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "/**"), "*/")
	if !strings.ContainsAny(text, "{<&") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '{' && strings.HasPrefix(text[i:], "{@"):
			end := closing(text, i)
			b.WriteString(inlineTag(text[i+2 : end]))
			i = min(end+1, len(text))
		case c == '<':
			end, block := htmlTag(text[i:])
			if end == 0 {
				b.WriteByte(c)
				i++
				break
			}
			if block && strings.TrimSpace(b.String()) != "" {
				b.WriteString("\n\n")
			}
			i += end
		case c == '&':
			shown, size := entity(text[i:])
			b.WriteString(shown)
			i += size
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

// closing returns the offset of the brace that closes the one at open, or the
// text's length.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// inlineTag gives what a tag without its braces and @ shows: a link its label
// or target, code its text, a tag with nothing to show "".
func inlineTag(tag string) string {
	end := strings.IndexAny(tag, " \t\n")
	if end < 0 {
		return ""
	}
	name, rest := tag[:end], strings.TrimSpace(tag[end:])
	switch name {
	case "link", "linkplain":
		target, label := rest, ""
		depth := 0
		for i := 0; i < len(rest); i++ {
			switch rest[i] {
			case '(', '<':
				depth++
			case ')', '>':
				depth--
			case ' ', '\t', '\n':
				if depth <= 0 {
					target, label = rest[:i], strings.TrimSpace(rest[i:])
					i = len(rest)
				}
			}
		}
		if label != "" {
			return label
		}
		return strings.TrimPrefix(target, "#")
	case "return":
		return "Returns " + rest + "."
	case "value":
		return strings.TrimPrefix(rest, "#")
	}
	return rest
}

var htmlTags = map[string]bool{ // true: begins a new paragraph
	"p": true, "ul": true, "ol": true, "li": true, "dl": true, "dt": true, "dd": true, "pre": true, "table": true,
	"hr": true, "blockquote": true, "div": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
	"a": false, "abbr": false, "b": false, "big": false, "br": false, "center": false, "cite": false, "code": false,
	"em": false, "font": false, "i": false, "img": false, "kbd": false, "samp": false, "small": false, "span": false,
	"strong": false, "sub": false, "sup": false, "tt": false, "u": false, "var": false,
}

// htmlTag returns the length of the HTML tag that text begins with, or 0, and
// whether it begins a new paragraph. A type argument list is not a tag.
func htmlTag(text string) (length int, block bool) {
	start := 1
	if strings.HasPrefix(text, "</") {
		start = 2
	}
	end := start
	for end < len(text) && (lower(text[end]|0x20) || end > start && '0' <= text[end] && text[end] <= '9') {
		end++
	}
	block, known := htmlTags[strings.ToLower(text[start:end])]
	if !known {
		return 0, false
	}
	closes := strings.IndexByte(text[end:], '>')
	if closes < 0 {
		return 0, false
	}
	return end + closes + 1, block
}

var entities = [...][2]string{{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&nbsp;", " "}, {"&quot;", `"`}, {"&apos;", "'"}, {"&#64;", "@"}, {"&#39;", "'"}}

func entity(text string) (shown string, size int) {
	for _, e := range entities {
		if strings.HasPrefix(text, e[0]) {
			return e[1], len(e[0])
		}
	}
	return text[:1], 1
}
