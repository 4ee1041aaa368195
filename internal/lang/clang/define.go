package clang

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// state is what the walk remembers between nodes: the scan's result, and how
// far the walk has come in it.
type state struct {
	cpp   bool
	lexed *lexer
	scan  *scanner
	items []item // by start, an enclosing one before its parts
	// next is the first item that begins after the walk's position; open are
	// those around it.
	next int
	open []int32
	// names are the offsets at which definitions have their names, sorted,
	// and name the first of them that is not behind the walk.
	names []uint32
	name  int
	// damaged is set where the tree has errors.
	damaged bool
	symbol  syntax.Node // an assembler operand's name, no use of one
	// bodies are the items with bodies by the offset of their brace.
	bodies map[uint32]int32
	plan   *plan
	// lost and line are the next token and directive that the tree lacks.
	lost, line int
	waits      uint32  // where the next of them stands
	live, rest *chains // of what is parsed, and of all tokens
}

// remember returns the walk's state. The scan happens when it is first needed.
func remember(w *lang.Walk) *state {
	st, ok := w.State.(*state)
	if !ok {
		st = scanFile(w.Source, w.Language.Name == "cpp")
		st.damaged = w.HasErrors()
		w.State = st
	}
	return st
}

func scanFile(src []byte, cpp bool) *state {
	l := lex(src, cpp)
	s := &scanner{src: src, cpp: cpp, header: l.guarded}
	// A semicolon at either end saves asking whether there is a token.
	s.tokens = append(branches(append([]token{{kind: ';'}}, l.tokens...)), token{kind: ';'})
	last := len(s.tokens) - 1
	s.tokens[last].start, s.tokens[last].end = s.tokens[last-1].end, s.tokens[last-1].end
	s.run()
	for i := range l.macros {
		m := &l.macros[i]
		it := item{kind: code.KindMacro, name: text(src[m.nameStart:m.nameEnd]), container: -1,
			nameSpan: code.Span{Start: m.nameStart, End: m.nameEnd}, span: code.Span{Start: m.start, End: m.end},
			exported: l.guarded, trailing: true}
		it.sig = code.Span{Start: m.start, End: m.bodyStart}
		if m.bodyEnd-m.bodyStart <= maxValue {
			it.sig.End = m.bodyEnd
		}
		for _, p := range m.params {
			it.params = append(it.params, code.Param{Name: p})
		}
		s.items = append(s.items, it)
	}
	st := &state{cpp: cpp, lexed: l, scan: s, bodies: make(map[uint32]int32), symbol: syntax.None, plan: newPlan(src, l)}
	st.order()
	return st
}

// order sorts the items as facts are sorted and renumbers containers.
func (st *state) order() {
	items := st.scan.items
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := items[i].span, items[j].span
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	place := make([]int32, len(items))
	st.items = make([]item, len(items))
	st.names = make([]uint32, 0, len(items))
	for to, from := range order {
		place[from] = int32(to)
		st.items[to] = items[from]
	}
	for i := range st.items {
		it := &st.items[i]
		if it.container >= 0 {
			it.container = place[it.container]
		}
		st.names = append(st.names, it.nameSpan.Start)
		if it.body > 0 {
			st.bodies[it.body] = int32(i)
		}
	}
	slices.Sort(st.names)
}

// enclosing is the innermost item around an offset, which never decreases
// from call to call.
func (st *state) enclosing(at uint32) int32 {
	for st.next < len(st.items) && st.items[st.next].span.Start <= at {
		st.leave(st.items[st.next].span.Start)
		st.open = append(st.open, int32(st.next))
		st.next++
	}
	st.leave(at)
	if n := len(st.open); n > 0 {
		return st.open[n-1]
	}
	return code.NoDefinition
}

func (st *state) leave(at uint32) {
	for n := len(st.open); n > 0 && st.items[st.open[n-1]].span.End <= at; n-- {
		st.open = st.open[:n-1]
	}
}

// defines reports whether a definition has its name at an offset, which never
// decreases from call to call.
func (st *state) defines(at uint32) bool {
	for st.name < len(st.names) && st.names[st.name] < at {
		st.name++
	}
	return st.name < len(st.names) && st.names[st.name] == at
}

// define hands the items over as definitions when all comments are known.
func define(w *lang.Walk) {
	st := remember(w)
	collect(w, st, uint32(len(w.Source))+1)
	for i := range st.items {
		it := &st.items[i]
		d := code.Definition{Name: it.name, Kind: it.kind, NameSpan: it.nameSpan, Span: it.span, ContainerName: it.owner,
			Supertypes: it.supers, Params: it.params, Modifiers: it.mods, Visibility: it.vis, Exported: it.exported}
		d.Signature = w.Signature(it.sig.Start, it.sig.End)
		if it.extra.End > 0 {
			if it.sig.End == it.sig.Start {
				d.Signature = w.Signature(it.extra.Start, it.extra.End)
			} else if declarator := w.Signature(it.extra.Start, it.extra.End); !strings.HasSuffix(d.Signature, declarator) {
				d.Signature += " " + declarator
			}
		}
		if it.kind == code.KindMacro {
			d.Signature = strings.ReplaceAll(d.Signature, "\\ ", "")
		}
		d.Signature = strings.ReplaceAll(d.Signature, " ,", ",")
		d.Type = w.Signature(it.typ.Start, it.typ.End)
		if at := it.nameSpan.Start; it.extra.Start > 0 && it.extra.Start < at && d.Type != "" {
			d.Type += " " + string(bytes.TrimSpace(bytes.Trim(w.Source[it.extra.Start:at], "( \t\r\n")))
		}
		if it.callable && d.Type != "" {
			d.Type += " (*)()"
		}
		if it.value != "" {
			d.Value, d.ValueAt = it.value, it.sig.Start
		}
		doc := documentation(w.DocBefore(it.span.Start))
		if doc == "" && it.trailing {
			doc = behind(w.Source, it.span.End)
		}
		d.Doc = doc
		at := w.DefineLeaf(syntax.None, d)
		made := w.Builder.Definition(at)
		made.Container, made.Doc = it.container, doc
	}
	for _, in := range append(slices.Clone(st.lexed.includes), st.scan.extra...) {
		addImport(w, in)
	}
	if m := st.scan.module; m.End > 0 {
		w.SetPackage(text(w.Source[m.Start:m.End]))
	}
	w.SetDoc(fileDoc(w.Source, st.lexed.head))
}

// documentation takes the command off that begins a Doxygen comment.
func documentation(doc string) string {
	doc = strings.TrimSpace(strings.TrimPrefix(doc, "<"))
	for _, command := range []string{"@brief ", "\\brief ", "@short ", "\\short "} {
		if rest, ok := strings.CutPrefix(doc, command); ok {
			return strings.TrimSpace(rest)
		}
	}
	if strings.HasPrefix(doc, "@") || strings.HasPrefix(doc, "\\") {
		return ""
	}
	return doc
}

// behind reads the comment that follows an offset on the same line.
func behind(src []byte, at uint32) string {
	rest := src[at:]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		rest = rest[:n]
	}
	rest = bytes.TrimLeft(rest, " \t,;")
	if bytes.HasPrefix(rest, []byte("/*")) {
		if n := bytes.Index(src[at:], []byte("*/")); n >= 0 {
			begin := bytes.Index(src[at:], []byte("/*"))
			return documentation(code.FirstSentence(lang.CommentText(src[int(at)+begin:int(at)+n+2]), lang.MaxDoc))
		}
		return ""
	}
	if bytes.HasPrefix(rest, []byte("//")) {
		return documentation(code.FirstSentence(lang.CommentText(rest), lang.MaxDoc))
	}
	return ""
}

// rights are the words by which a comment about rights or tools is known.
var rights = []string{"copyright", "license", "licence", "spdx", "rights reserved", "(c) ", "generated", "-*-", "vim:", "clang-format", "eslint"}

// fileDoc finds the comment at the head of a file, which ends where the first
// code or directive begins, that says what the file is.
func fileDoc(src []byte, head int) string {
	if head < 0 {
		head = len(src)
	}
	rest := src[:min(head, 1<<16)]
	for {
		open := bytes.IndexByte(rest, '/')
		if open < 0 || open+1 >= len(rest) {
			return ""
		}
		var comment []byte
		if rest[open+1] == '*' {
			n := bytes.Index(rest[open+2:], []byte("*/"))
			if n < 0 {
				return ""
			}
			comment, rest = rest[open:open+n+4], rest[open+n+4:]
		} else {
			comment, rest = lineComments(rest[open:])
		}
		after := rest
		if len(bytes.TrimSpace(after)) == 0 {
			// The last comment: it belongs to what follows unless that is a
			// directive or a blank line lies between.
			if head < len(src) && src[head] != '#' && bytes.Count(after, []byte{'\n'}) < 2 {
				return ""
			}
		}
		if s := about(lang.CommentText(comment)); s != "" {
			return s
		}
	}
}

// lineComments splits off the run of // comments with which text begins.
func lineComments(text []byte) (comment, rest []byte) {
	at := 0
	for at < len(text) {
		line := text[at:]
		n := bytes.IndexByte(line, '\n')
		if n < 0 {
			n = len(line) - 1
		}
		if !bytes.HasPrefix(bytes.TrimLeft(line[:n+1], " \t"), []byte("//")) {
			break
		}
		at += n + 1
	}
	return text[:at], text[at:]
}

// about gives the first sentence of a comment's first paragraph unless that
// is about rights or tools.
func about(comment string) string {
	comment = strings.TrimSpace(strings.ReplaceAll(comment, "\r", ""))
	var lines []string
	for _, line := range strings.Split(comment, "\n") {
		line = strings.TrimSpace(line)
		if command, _, _ := strings.Cut(line, " "); command == "@file" || command == "\\file" {
			continue
		}
		if line == "" && len(lines) > 0 {
			break
		}
		if strings.Trim(line, "-=*+~#_ ") != "" {
			lines = append(lines, line)
		}
	}
	paragraph := strings.Join(lines, "\n")
	low := strings.ToLower(paragraph)
	for _, word := range rights {
		if strings.Contains(low, word) {
			return ""
		}
	}
	return documentation(code.FirstSentence(paragraph, lang.MaxDoc))
}
