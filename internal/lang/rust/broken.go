package rust

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// An unclosed bracket makes the parser give up the items around it. This file
// reads the headers of items by lines where a file has syntax errors, finds
// those that the tree has lost, and puts them under the impl or module that
// their indentation says.

// stray reports whether an identifier in an ERROR node is the name of an item
// that the parser gave up: salvage defines it.
func (s *state) stray(w *lang.Walk, n, p syntax.Node) bool {
	if n-1 <= p {
		return false
	}
	switch w.Kind(n - 1) {
	case "fn", "struct", "enum", "union", "trait", "mod":
		return true
	}
	return false
}

// header is the first line of an item.
type header struct {
	keyword string
	name    []byte // of an impl: its type
	public  bool
	trait   bool // the impl is of a trait
}

// readHeader reads the line of an item's header; ok is false for any other.
func readHeader(line []byte) (h header, ok bool) {
	rest := line
	for range maxChain {
		word, after := cutWord(rest)
		switch string(word) {
		case "pub":
			h.public = true
			if after = bytes.TrimLeft(after, " "); len(after) > 0 && after[0] == '(' {
				end := bytes.IndexByte(after, ')')
				if end < 0 {
					return h, false
				}
				after = after[end+1:]
			}
		case "async", "unsafe", "default", "const", "extern":
			after = bytes.TrimLeft(after, " ")
			if len(after) > 0 && after[0] == '"' {
				end := bytes.IndexByte(after[1:], '"')
				if end < 0 {
					return h, false
				}
				after = after[end+2:]
			}
		case "fn", "struct", "enum", "union", "trait", "mod":
			h.keyword = string(word)
			h.name, after = cutWord(bytes.TrimLeft(after, " "))
			return h, len(h.name) > 0 && (h.keyword != "fn" || bytes.IndexAny(after, "(<") == 0)
		case "impl":
			h.keyword = "impl"
			h.name, h.trait = implOf(after)
			return h, len(h.name) > 0
		default:
			return h, false
		}
		rest = bytes.TrimLeft(after, " ")
	}
	return h, false
}

// cutWord splits off the identifier that a line begins with.
func cutWord(line []byte) (word, rest []byte) {
	n := 0
	for n < len(line) && (line[n] == '_' || line[n] >= 0x80 || 'a' <= line[n]|0x20 && line[n]|0x20 <= 'z' || n > 0 && '0' <= line[n] && line[n] <= '9') {
		n++
	}
	return line[:n], line[n:]
}

// implOf finds the type of "impl<T> Trait<T> for a::Type<T> {".
func implOf(rest []byte) (name []byte, trait bool) {
	if len(rest) > 0 && rest[0] == '<' {
		depth := 0
		for i, c := range rest {
			if c == '<' {
				depth++
			} else if c == '>' && rest[i-1] != '-' {
				if depth--; depth == 0 {
					rest = rest[i+1:]
					break
				}
			}
		}
	}
	if i := bytes.Index(rest, []byte(" for ")); i >= 0 {
		rest, trait = rest[i+len(" for "):], true
	}
	for {
		rest = bytes.TrimLeft(rest, " &")
		if len(rest) > 0 && rest[0] == '\'' {
			_, rest = cutWord(rest[1:])
			continue
		}
		word, after := cutWord(rest)
		if w := string(word); w == "mut" || w == "dyn" || w == "const" {
			rest = after
			continue
		}
		if len(word) > 0 && bytes.HasPrefix(after, []byte("::")) {
			rest = after[2:]
			continue
		}
		return word, trait
	}
}

// salvaged is an item that the lines being read stand in.
type salvaged struct {
	header
	indent     int
	definition int32 // NoDefinition for an impl
}

// salvage completes the definitions of a file with syntax errors.
func (s *state) salvage(w *lang.Walk) {
	texts, broken := textSpans(w)
	if !broken {
		return
	}
	type key struct {
		line uint32
		name string
	}
	known := make(map[key]int32)
	for i := range s.definitions {
		d := w.Builder.Definition(i)
		known[key{d.Line, d.Name}] = i
	}
	var around []salvaged
	closed := make(map[int32]bool)
	size := uint32(len(w.Source))
	before := uint32(0) // end of the last line with code
	end := uint32(0)
	for at := uint32(0); at < size; at = end + 1 {
		end = size
		if i := bytes.IndexByte(w.Source[at:], '\n'); i >= 0 {
			end = at + uint32(i)
		}
		line := bytes.TrimRight(w.Source[at:end], " \t\r")
		start := at
		for start < at+uint32(len(line)) && (w.Source[start] == ' ' || w.Source[start] == '\t') {
			start++
		}
		line = line[start-at:]
		if len(line) == 0 || inside(texts, start) {
			continue
		}
		h, ok := readHeader(line)
		if ok || line[0] == '}' {
			for len(around) > 0 && around[len(around)-1].indent >= int(start-at) {
				last, cut := before, true
				if line[0] == '}' && around[len(around)-1].indent == int(start-at) {
					last, cut = start+1, false
				}
				s.close(w, around[len(around)-1], last, cut)
				closed[around[len(around)-1].definition] = true
				around = around[:len(around)-1]
			}
		}
		if ok {
			item := salvaged{h, int(start - at), code.NoDefinition}
			if h.keyword != "impl" {
				i, found := known[key{w.Line(start), string(h.name)}]
				if !found {
					i = s.defineHeader(w, h, code.Span{Start: start, End: start + uint32(len(line))})
				}
				item.definition = i
				s.release(w, i, around, closed)
				if len(around) > 0 {
					adopt(w, i, around)
				}
			}
			if !bytes.HasSuffix(line, []byte(";")) {
				around = append(around, item)
			}
		}
		before = start + uint32(len(line))
	}
	for _, item := range around {
		s.close(w, item, before, false)
	}
}

// textSpans lists the raw strings and comments of the tree, and tells whether
// the tree has any error. Ordinary strings are left out: where a quote is
// missing, all the code that follows seems to be text.
func textSpans(w *lang.Walk) (spans []code.Span, broken bool) {
	broken = w.HasErrors()
	for n := syntax.Node(0); broken && int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "raw_string_literal", "line_comment", "block_comment":
			spans = append(spans, w.Span(n))
		}
	}
	return spans, broken
}

func inside(spans []code.Span, offset uint32) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start > offset })
	return i > 0 && offset < spans[i-1].End
}

// defineHeader defines what a header line names, outside any container at first.
func (s *state) defineHeader(w *lang.Walk, h header, line code.Span) int32 {
	d := code.Definition{Name: w.Intern(h.name), Span: line, Visibility: code.VisibilityPrivate, Exported: h.public}
	if h.public {
		d.Visibility = code.VisibilityPublic
	}
	switch h.keyword {
	case "fn":
		d.Kind = code.KindFunction
	case "struct":
		d.Kind = code.KindStruct
	case "enum":
		d.Kind = code.KindEnum
	case "union":
		d.Kind = code.KindUnion
	case "trait":
		d.Kind = code.KindTrait
	case "mod":
		d.Kind = code.KindModule
	}
	text := w.Source[line.Start:line.End]
	at := bytes.Index(text, []byte(h.keyword+" "))
	at += len(h.keyword) + 1
	at += bytes.Index(text[at:], h.name)
	d.NameSpan = code.Span{Start: line.Start + uint32(at), End: line.Start + uint32(at+len(h.name))}
	d.Signature = strings.TrimRight(w.Signature(line.Start, line.End), " {;")
	d.Doc = w.DocBefore(line.Start)
	pop := w.PushContainer(code.NoDefinition)
	i := w.DefineLeaf(syntax.None, d)
	pop()
	s.salvagedFrom = min(s.salvagedFrom, i)
	s.definitions = i + 1
	return i
}

// release takes definition i out of a block that lacks its brace: the lines
// say that the block ended before.
func (s *state) release(w *lang.Walk, i int32, around []salvaged, closed map[int32]bool) {
	d := w.Builder.Definition(i)
	switch {
	case d.Container != code.NoDefinition && closed[d.Container]:
		d.Container = code.NoDefinition
	case d.ContainerName != "" && len(around) == 0:
		d.ContainerName = ""
		d.Modifiers &^= code.ModStatic | code.ModOverride
		if d.Kind == code.KindMethod {
			d.Kind = code.KindFunction
		}
	default:
		return
	}
	if d.Visibility == code.VisibilityUnstated {
		d.Visibility = code.VisibilityPrivate
	}
	d.Exported = d.Visibility != code.VisibilityPrivate
}

// adopt puts definition i, if nothing contains it yet, under what its
// indentation says.
func adopt(w *lang.Walk, i int32, around []salvaged) {
	d := w.Builder.Definition(i)
	if d.Container != code.NoDefinition || d.ContainerName != "" {
		return
	}
	over := &around[len(around)-1]
	if over.definition == i {
		return
	}
	if over.keyword == "impl" {
		d.ContainerName = w.Intern(over.name)
		if over.trait {
			d.Modifiers |= code.ModOverride
		}
	} else if w.Builder.Definition(over.definition).Span.Start < d.Span.Start {
		d.Container = over.definition
	}
	if d.Kind == code.KindFunction && (over.keyword == "impl" || over.keyword == "trait") {
		d.Kind = code.KindMethod
	}
}

// close ends an item before the header of the next one, or at its brace. cut
// tells that what the parser took for more of it is another item.
func (s *state) close(w *lang.Walk, item salvaged, end uint32, cut bool) {
	if item.definition == code.NoDefinition {
		return
	}
	d := w.Builder.Definition(item.definition)
	if end <= d.NameSpan.End {
		return
	}
	if item.definition >= s.salvagedFrom && end > d.Span.End || end < d.Span.End {
		d.Span.End = end
		d.Lines.Last = w.Line(end - 1)
		if cut {
			line := bytes.IndexByte(w.Source[d.NameSpan.End:], '\n')
			if line >= 0 && d.Kind.IsCallable() {
				d.Signature = strings.TrimRight(signatureFrom(w, d, d.NameSpan.End+uint32(line)), " {")
				d.Params, d.Type = nil, ""
			}
		}
	}
}

// signatureFrom is the signature of a cut item: the line that names it.
func signatureFrom(w *lang.Walk, d *code.Definition, end uint32) string {
	start := w.LineStart(d.Line)
	return w.Signature(max(start, d.Span.Start), end)
}
