package kotlin

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// salvage reads from the lines what the parser lost.
func salvage(w *lang.Walk, s *state) { jvm.Salvage(w, s.count, s.loose, declared, s.lost) }

// misread defines a declaration that the grammar took for an expression:
// "@A annotation class B" as the infix call of a function called "class". It
// happens behind annotations with arguments.
func misread(w *lang.Walk, n syntax.Node) {
	inner := n
	for i := 0; i < maxChain && w.Kind(inner) == "annotated_expression"; i++ {
		inner = w.NamedChild(inner, 1)
	}
	s := remember(w)
	if w.Kind(inner) != "infix_expression" || w.Start(inner) < s.passed || !beginsDeclaration(firstWord(w, inner)) {
		return
	}
	line := w.LineStart(w.Line(w.Start(inner)))
	end := uint32(len(w.Source))
	if i := bytes.IndexByte(w.Source[line:], '\n'); i >= 0 {
		end = line + uint32(i)
	}
	x, ok := declared(w, w.Start(inner), end)
	if !ok {
		return
	}
	s.passed, s.broken = x.Name.End, true
	outer := n // nothing separates two such declarations
	for k := w.Kind(w.Parent(outer)); k == "infix_expression" || k == "annotated_expression"; k = w.Kind(w.Parent(outer)) {
		outer = w.Parent(outer)
	}
	at := placeOf(w, outer)
	if x.Local && at == inBlock {
		return
	}
	m := modifiers{visibility: code.VisibilityPublic}
	header := w.Source[w.Start(inner):x.Name.Start]
	for word, visibility := range map[string]code.Visibility{"private ": code.VisibilityPrivate,
		"protected ": code.VisibilityProtected, "internal ": code.VisibilityPackage} {
		if bytes.Contains(header, []byte(word)) {
			m.visibility = visibility
		}
	}
	d := code.Definition{Kind: x.Kind, Name: w.Intern(w.Source[x.Name.Start:x.Name.End]), NameSpan: x.Name}
	if d.Kind == code.KindFunction && at != topLevel && at != inBlock {
		d.Kind = code.KindMethod
	}
	settle(w, outer, &d, &m)
	d.Signature = jvm.Signature(w, n, w.Start(inner), jvm.HeaderEnd(w.Source, x.Name.End, end))
	if d.Kind != code.KindFunction && bytes.IndexByte(w.Source[x.Name.End:end], '{') < 0 {
		d.Span = code.Span{Start: w.Start(n), End: end}
		i := w.DefineLeaf(syntax.None, d)
		tidy(w, i)
		s.unfinished(i)
		return
	}
	s.unfinished(define(w, n, syntax.None, d))
}

func beginsDeclaration(word string) bool {
	switch word {
	case "class", "interface", "object", "fun", "val", "var", "typealias":
		return true
	}
	return words[word]
}

// firstWord is the leftmost name of an infix expression, if it is a word.
func firstWord(w *lang.Walk, n syntax.Node) string {
	for i := 0; i < maxChain && w.Kind(n) == "infix_expression"; i++ {
		n = w.FirstChild(n)
	}
	if w.Kind(n) != "identifier" || w.End(n)-w.Start(n) > 12 {
		return ""
	}
	return string(w.Text(n))
}

// words may stand before a declaration's keyword.
var words = map[string]bool{"public": true, "private": true, "protected": true, "internal": true, "abstract": true, "final": true,
	"open": true, "sealed": true, "data": true, "inner": true, "value": true, "inline": true, "override": true, "lateinit": true,
	"const": true, "suspend": true, "operator": true, "infix": true, "tailrec": true, "external": true, "expect": true,
	"actual": true, "enum": true, "annotation": true, "companion": true, "noinline": true, "crossinline": true}

// declared reads the declaration that a line begins.
func declared(w *lang.Walk, from, to uint32) (jvm.Declared, bool) {
	r := reader{w.Source[:to], from}
	d := jvm.Declared{Kind: code.KindClass}
	for {
		r.annotations()
		switch word := string(r.name()); word {
		case "":
			d.Prefix = int(r.at) == len(r.src) && r.at > from
			return d, false
		case "constructor", "get", "set", "context":
			d.Continues = true
			return d, false
		case "enum":
			d.Kind = code.KindEnum
		case "annotation":
			d.Kind = code.KindAnnotation
		case "class":
			return d, r.last(&d, "")
		case "interface":
			d.Kind = code.KindInterface
			return d, r.last(&d, "")
		case "object":
			d.Kind = code.KindObject
			begun := r.at
			ok := r.last(&d, "")
			if !ok && bytes.Contains(r.src[from:begun], []byte("companion ")) {
				d.Name, d.Called, ok = code.Span{Start: begun - uint32(len("object")), End: begun}, "Companion", true
			}
			return d, ok
		case "typealias":
			d.Kind = code.KindType
			return d, r.last(&d, "")
		case "val", "var":
			d.Kind, d.Local = code.KindProperty, true
			r.brackets('<', '>')
			return d, r.last(&d, "")
		case "fun":
			d.Kind = code.KindFunction
			r.brackets('<', '>')
			return d, r.last(&d, "(")
		default:
			if !words[word] {
				return d, false
			}
		}
	}
}

// reader goes through the beginning of a declaration.
type reader struct {
	src []byte // up to the end of the line
	at  uint32
}

func (r *reader) space() {
	for int(r.at) < len(r.src) && (r.src[r.at] == ' ' || r.src[r.at] == '\t') {
		r.at++
	}
}

func (r *reader) next() byte {
	if r.space(); int(r.at) < len(r.src) {
		return r.src[r.at]
	}
	return 0
}

// name reads a name, which may be empty.
func (r *reader) name() []byte {
	r.space()
	begin := r.at
	if rest := r.src[r.at:]; len(rest) > 0 && rest[0] == '`' {
		if end := bytes.IndexByte(rest[1:], '`'); end > 0 {
			r.at += uint32(end) + 2
			return rest[1 : end+1]
		}
	}
	for int(r.at) < len(r.src) && jvm.NameByte(r.src[r.at]) {
		r.at++
	}
	return r.src[begin:r.at]
}

// annotations skips the annotations before a keyword.
func (r *reader) annotations() {
	for r.next() == '@' {
		r.at++
		for int(r.at) < len(r.src) && (jvm.NameByte(r.src[r.at]) || r.src[r.at] == '.' || r.src[r.at] == ':') {
			r.at++
		}
		if int(r.at) < len(r.src) && r.src[r.at] == '(' {
			r.brackets('(', ')')
		}
	}
}

// brackets skips what stands in brackets, if anything does.
func (r *reader) brackets(open, shut byte) {
	if r.next() != open {
		return
	}
	depth := 0
	for int(r.at) < len(r.src) {
		c := r.src[r.at]
		r.at++
		switch c {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return
			}
		}
	}
}

// last reads a dotted name, whose last part is the declaration's, and reports
// whether it is followed by the mark.
func (r *reader) last(d *jvm.Declared, mark string) bool {
	for {
		name := r.name()
		if len(name) == 0 || name[0] >= '0' && name[0] <= '9' {
			return false
		}
		end := r.at
		if r.src[end-1] == '`' {
			end--
		}
		d.Name = code.Span{Start: end - uint32(len(name)), End: end}
		r.brackets('<', '>')
		if r.next() == '?' {
			r.at++
		}
		if r.next() != '.' {
			return mark == "" || r.next() == mark[0]
		}
		r.at++
	}
}
