package csharp

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxComment bounds how much of a comment is read for its first sentence (bytes).
const maxComment = 2000

// state is what the walk remembers between nodes.
type state struct {
	// quiet is the offset up to which names are no references: those of a
	// namespace's name.
	quiet uint32
	// typeDoc documents the first type, or the first exported one.
	typeDoc  string
	exported bool
	// count is the number of definitions so far.
	count int32
	// damaged says whether the file has syntax errors; then text is what its
	// braces tell and names are the places of names in it.
	damaged bool
	text    outline
	names   map[uint32]bool
	// lost are the branches that were not parsed and are not yet collected;
	// torn says that there were any.
	lost []code.Span
	torn bool
}

func remember(w *lang.Walk) *state {
	s, ok := w.State.(*state)
	if !ok {
		s = &state{damaged: w.HasErrors()}
		_, s.lost = prepared(w.Source)
		s.torn = len(s.lost) > 0
		if s.damaged || s.torn {
			s.readText(w)
		}
		w.State = s
	}
	return s
}

// finish gives the file the words of its first type if it has none itself.
func finish(w *lang.Walk) {
	s := remember(w)
	s.arrive(w, uint32(len(w.Source))+1)
	if s.damaged || s.torn {
		salvage(w, s)
	}
	w.SetDoc(s.typeDoc)
}

func offerTypeDoc(w *lang.Walk, d *code.Definition) {
	if d.Doc == "" {
		return
	}
	s := remember(w)
	if s.typeDoc == "" || d.Exported && !s.exported {
		s.typeDoc, s.exported = d.Doc, d.Exported
	}
}

// noHeader are words of comments about rights or tools.
var noHeader = [...]string{"copyright", "license", "licence", "spdx", "rights reserved", "generated", "resharper", "stylecop"}

// readHeader documents the file by the first run of comments at its head that
// is neither about rights nor a type's own.
func readHeader(w *lang.Walk, root syntax.Node) {
	var run []byte
	end := uint32(0)
	settle := func() bool {
		text := bytes.ToLower(run)
		for _, word := range noHeader {
			if bytes.Contains(text, []byte(word)) {
				return false
			}
		}
		w.SetDoc(sentence(string(run)))
		return len(run) > 0
	}
	for c := w.FirstChild(root); c != syntax.None; c = w.Next(c) {
		kind := w.Kind(c)
		if kind != "comment" {
			// Documentation of a type is no header, but one above the usings is.
			if len(run) > 0 && (kind == "using_directive" || !bytes.HasPrefix(run, []byte("<")) && strings.HasSuffix(kind, "namespace_declaration")) {
				settle()
			}
			return
		}
		if len(run) > 0 && bytes.Count(w.Source[end:w.Start(c)], []byte{'\n'}) > 1 {
			if settle() {
				return
			}
			run = run[:0]
		}
		if len(run) < maxComment {
			run = append(append(run, lang.CommentText(w.Text(c))...), '\n')
		}
		end = w.End(c)
	}
}

// documentation returns the first sentence of the XML documentation above the
// declaration that begins at start, and whether there is any.
func documentation(w *lang.Walk, start uint32) (string, bool) {
	src, line := w.Source, w.Line(start)
	if !blank(src, w.LineStart(line), start) {
		return "", false // something else stands before it
	}
	first, last := uint32(0), uint32(0) // lines of the comment
	blanks := 0
	for line--; line > 0; line-- {
		text := lineText(w, line)
		switch {
		case bytes.HasPrefix(text, []byte("///")):
			if first = line; last == 0 {
				last = line
			}
			continue
		case last != 0:
		case len(text) == 0 && blanks == 0:
			blanks++
			continue
		case bytes.HasPrefix(text, []byte("#pragma")), bytes.HasPrefix(text, []byte("#nullable")):
			continue
		case bytes.HasSuffix(text, []byte("*/")):
			return blockComment(w, w.LineStart(line)+uint32(bytes.LastIndex(src[w.LineStart(line):start], []byte("*/"))))
		}
		break
	}
	if last == 0 {
		return "", false
	}
	var b strings.Builder
	for line := first; line <= last && b.Len() < maxComment; line++ {
		b.Write(bytes.TrimPrefix(clip(lineText(w, line)), []byte("///")))
		b.WriteByte('\n')
	}
	return sentence(strings.ToValidUTF8(b.String(), "\uFFFD")), true
}

// blockComment reads a comment of the form /** that ends at end and stands on
// lines of its own.
func blockComment(w *lang.Walk, end uint32) (string, bool) {
	from := uint32(max(int(end)-4*maxComment, 0))
	open := bytes.LastIndex(w.Source[from:end], []byte("/*"))
	if open < 0 {
		return "", false
	}
	start := from + uint32(open)
	if !bytes.HasPrefix(w.Source[start:], []byte("/**")) || !blank(w.Source, w.LineStart(w.Line(start)), start) {
		return "", false
	}
	return sentence(lang.CommentText(clip(w.Source[start:end]))), true
}

// blank reports whether only white space stands between two offsets; it looks
// from the end, since most lines are code.
func blank(src []byte, start, end uint32) bool {
	for end > start && (src[end-1] == ' ' || src[end-1] == '\t') {
		end--
	}
	return start == end || string(src[start:end]) == "\ufeff"
}

// lineText is a line without the white space around it.
func lineText(w *lang.Walk, line uint32) []byte {
	start, end := w.LineStart(line), uint32(len(w.Source))
	if line < w.Line(end) {
		end = w.LineStart(line + 1)
	}
	return bytes.TrimSpace(w.Source[start:end])
}

func clip(text []byte) []byte { return text[:min(len(text), maxComment)] }

// sentence gives the first sentence of documentation as plain text: of its
// summary, else of what it returns or holds, else of what is no element.
func sentence(text string) string {
	for _, tag := range [...]string{"summary", "returns", "value"} {
		if inner, ok := element(text, tag); ok {
			if s := code.FirstSentence(plain(inner), lang.MaxDoc); s != "" {
				return s
			}
		}
	}
	if at := strings.IndexByte(text, '<'); at >= 0 && blockTag(text[at:]) {
		text = text[:at]
	}
	return code.FirstSentence(plain(text), lang.MaxDoc)
}

// element returns what the first element of a name holds.
func element(text, tag string) (string, bool) {
	at := strings.Index(text, "<"+tag+">")
	if at < 0 {
		return "", false
	}
	text = text[at+len(tag)+2:]
	if end := strings.Index(text, "</"+tag); end >= 0 {
		text = text[:end]
	}
	return text, true
}

// blockTag reports whether text begins with an element of documentation that
// does not stand inside prose.
func blockTag(text string) bool {
	for _, tag := range [...]string{"<summary", "<param ", "<typeparam ", "<returns", "<remarks", "<exception", "<example", "<inheritdoc",
		"<include", "<value", "<seealso"} {
		if strings.HasPrefix(text, tag) {
			return true
		}
	}
	return false
}

// plain replaces tags by what they show.
func plain(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '<' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '!' || lower(text[i+1])):
			end := strings.IndexByte(text[i:], '>')
			if end < 0 {
				return b.String()
			}
			b.WriteString(shown(text[i+1 : i+end]))
			i += end + 1
		case c == '&':
			s, size := entity(text[i:])
			b.WriteString(s)
			i += size
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }

// shown is what a reader sees of a tag by itself: the name it refers to, or
// the end of a paragraph.
func shown(tag string) string {
	name := strings.TrimLeft(tag, "/")
	name = name[:len(name)-len(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))]
	switch name {
	case "para", "list", "item", "code", "br", "p":
		return "\n\n"
	case "see", "seealso", "paramref", "typeparamref":
		if tag[0] == '/' || !strings.HasSuffix(tag, "/") {
			return "" // <see ...>shown</see>
		}
		_, value, _ := strings.Cut(tag, "=")
		value = strings.Trim(strings.TrimSpace(strings.TrimSuffix(value, "/")), `"'`)
		if len(value) > 2 && value[1] == ':' {
			value = value[2:] // the kind of a name in compiled form
		}
		return strings.NewReplacer("{", "<", "}", ">").Replace(value)
	}
	return ""
}

var entities = [...][2]string{{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", `"`}, {"&apos;", "'"}, {"&#39;", "'"}}

func entity(text string) (shown string, size int) {
	for _, e := range entities {
		if strings.HasPrefix(text, e[0]) {
			return e[1], len(e[0])
		}
	}
	return text[:1], 1
}
