package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// enoughText bounds what is read of a signature or a comment of which only
// the beginning is kept (bytes).
const enoughText = 8 * lang.MaxSignature

// text is the node's source on one line.
func (x *extractor) text(n ast.Node) string {
	if _, bad := n.(*ast.BadExpr); bad {
		return ""
	}
	s := x.span(n)
	return x.oneLine(s.Start, x.legible(s.Start, s.End))
}

// legible is the end of the text, or of its first line in a piece that did
// not parse: there the parser takes what follows for a part of it.
func (x *extractor) legible(from, to uint32) uint32 {
	if x.piece.broken && from < to {
		if k := bytes.IndexByte(x.src[from:to], '\n'); k >= 0 {
			return from + uint32(k)
		}
	}
	return to
}

// oneLine is the source between two offsets on one line: comments left out,
// white space collapsed, line breaks that end a statement written as ";".
func (x *extractor) oneLine(from, to uint32) string {
	for from < to && isSpace(x.src[from]) {
		from++
	}
	for to > from && isSpace(x.src[to-1]) {
		to--
	}
	if from >= to {
		return ""
	}
	raw := x.src[from:min(to, from+enoughText)]
	if isPlain(raw) {
		return x.b.Intern(raw)
	}
	return strings.ToValidUTF8(string(x.flatten(from, from+uint32(len(raw)))), "\uFFFD")
}

// isPlain reports whether the text is already as oneLine would write it.
func isPlain(text []byte) bool {
	for i, b := range text {
		switch {
		case b < ' ', b == ' ' && text[i-1] == ' ', b == '/', b == '"', b == '`':
			return false
		}
	}
	return true
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

func (x *extractor) flatten(from, to uint32) []byte {
	out := make([]byte, 0, to-from)
	space, broken := false, false
	put := func(text []byte) {
		if len(text) == 0 {
			return
		}
		last := byte('(')
		if len(out) > 0 {
			last = out[len(out)-1]
		}
		closes := text[0] == ')' || text[0] == '}' || text[0] == ']'
		switch {
		case closes && last == ',':
			out = out[:len(out)-1]
		case broken && !closes && endsStatement(last):
			out = append(out, ';')
		}
		if space && last != '(' && last != '[' && text[0] != ')' && text[0] != ']' && text[0] != ',' {
			out = append(out, ' ')
		}
		space, broken = false, false
		out = append(out, text...)
	}
	words := func(text []byte) {
		for i := 0; i < len(text); {
			if isSpace(text[i]) {
				space = true
				broken = broken || text[i] == '\n'
				i++
				continue
			}
			j := i + 1
			for j < len(text) && !isSpace(text[j]) {
				j++
			}
			put(text[i:j])
			i = j
		}
	}
	at := from
	first := sort.Search(len(x.regions), func(i int) bool { return x.regions[i].Span.End > from })
	for _, r := range x.regions[first:] {
		if r.Span.Start >= to {
			break
		}
		start, end := max(r.Span.Start, from), min(r.Span.End, to)
		words(x.src[at:start])
		if r.Kind == code.RegionComment {
			space = true
		} else {
			put([]byte(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(string(x.src[start:end]))))
		}
		at = end
	}
	words(x.src[at:to])
	return out
}

// endsStatement reports whether a line break after the byte ends a statement.
func endsStatement(b byte) bool {
	return b == '_' || b == ')' || b == ']' || b == '}' || b == '"' || b == '`' || b == '\'' ||
		'0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf
}

// doc is the first sentence of the first of the comments that says anything.
func (x *extractor) doc(groups ...*ast.CommentGroup) string {
	for _, g := range groups {
		if g == nil {
			continue
		}
		if s := code.FirstSentence(commentText(g), lang.MaxDoc); s != "" {
			return s
		}
	}
	return ""
}

// commentText is the beginning of a comment without its markers and without
// directives (//go:build, //nolint:x): at least its first paragraph.
func commentText(g *ast.CommentGroup) string {
	var out strings.Builder
	for _, c := range g.List {
		t := c.Text
		switch {
		case strings.HasPrefix(t, "/*"):
			t = lang.CommentText([]byte(t))
		case isDirective(t[2:]):
			continue
		default:
			t = strings.TrimLeft(t, "/")
		}
		if strings.TrimSpace(t) == "" && out.Len() > 0 || out.Len() > enoughText {
			break
		}
		out.WriteString(t)
		out.WriteByte('\n')
	}
	return strings.ToValidUTF8(out.String(), "\uFFFD")
}

// isDirective reports whether a line comment's text is for tools: "go:embed
// x", "line f:1", "export F", "nolint:errcheck", "+build x".
func isDirective(t string) bool {
	if strings.HasPrefix(t, "line ") || strings.HasPrefix(t, "extern ") || strings.HasPrefix(t, "export ") ||
		strings.HasPrefix(strings.TrimLeft(t, " \t"), "+build ") {
		return true
	}
	k := strings.IndexByte(t, ':')
	if k <= 0 || k+1 >= len(t) {
		return false
	}
	for _, b := range []byte(t[:k] + t[k+1:k+2]) {
		if !('a' <= b && b <= 'z' || '0' <= b && b <= '9') {
			return false
		}
	}
	return true
}

// fileDoc is the package comment, else a comment between the legal header
// and the imports that is about the file.
func (x *extractor) fileDoc(f *ast.File) string {
	if s := x.doc(f.Doc); s != "" {
		return s
	}
	best := ""
	for _, g := range f.Comments {
		if len(f.Decls) > 0 && g.Pos() >= declStart(f.Decls[0]) {
			break
		}
		text := commentText(g)
		if g.Pos() < f.Package && !isLegal(text) {
			best = code.FirstSentence(text, lang.MaxDoc)
		} else if g.Pos() > f.Package && best == "" && aboutFile(text) {
			best = code.FirstSentence(text, lang.MaxDoc)
		}
	}
	return best
}

// declStart is where a declaration begins, its doc comment included.
func declStart(d ast.Decl) (p token.Pos) {
	p = d.Pos()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc != nil {
			p = d.Doc.Pos()
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			p = d.Doc.Pos()
		}
	}
	return p
}

// isLegal reports whether a header comment is a licence or a generator's mark.
func isLegal(text string) bool {
	for _, w := range []string{"opyright", "SPDX-", "icensed under", "DO NOT EDIT", "LICENSE", "ll rights reserved"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func aboutFile(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "This file ") || strings.HasPrefix(text, "File ")
}
