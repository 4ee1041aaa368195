package ruby

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

func finish(w *lang.Walk) {
	s := stateOf(w)
	s.leave()
	s.top(syntax.Node(w.Len()))
	fileDoc(w)
	s.salvage(w)
}

// header is a line that begins a module, a class or a method.
type header struct {
	keyword string
	private bool
	self    bool
	name    code.Span
}

// open is a header whose end has not come yet, and where it is indented.
type open struct {
	header
	indent     int
	definition int32 // NoDefinition for class << self
	static     bool
	visibility code.Visibility // what a bare word has set for what follows
}

// salvage goes through the lines of a file with syntax errors. An "end" that
// is missing makes the parser take what follows for a part of the unfinished
// definition, or give the header up; the indentation tells what was meant.
func (s *state) salvage(w *lang.Walk) {
	literals, broken := literalSpans(w)
	if !broken {
		return
	}
	found := make(map[uint32]int32) // by the line of the name
	for i := int32(0); i < s.count; i++ {
		if d := w.Definition(i); isHeader(d) {
			if _, ok := found[d.Line]; !ok {
				found[d.Line] = i
			}
		}
	}
	var stack []open
	size := uint32(len(w.Source))
	end, before := uint32(0), uint32(0) // of this line, of the last one with code
	for at := uint32(0); at < size; at = end + 1 {
		end = lineEnd(w, at)
		start := at
		for start < end && (w.Source[start] == ' ' || w.Source[start] == '\t') {
			start++
		}
		line := bytes.TrimRight(w.Source[start:end], " \t\r")
		if len(line) == 0 || line[0] == '#' || within(literals, start) {
			continue
		}
		h, ok := headerOf(start, line)
		if !ok {
			k := len(stack) - 1
			for k >= 0 && stack[k].indent >= int(start-at) {
				k--
			}
			if k >= 0 && stack[k].keyword != "def " {
				f := frame{visibility: stack[k].visibility}
				f.modifier(line)
				stack[k].visibility = f.visibility
			}
			before = start + uint32(len(line))
			continue
		}
		for len(stack) > 0 && stack[len(stack)-1].indent >= int(start-at) {
			s.close(w, &stack[len(stack)-1], before, start)
			stack = stack[:len(stack)-1]
		}
		o := open{header: h, indent: int(start - at), definition: code.NoDefinition}
		visibility := code.VisibilityUnstated
		if k := len(stack) - 1; k >= 0 && h.keyword == "def " && !h.self {
			visibility = stack[k].visibility
		}
		container := code.NoDefinition
		for i := len(stack) - 1; i >= 0; i-- {
			o.static = o.static || stack[i].definition == code.NoDefinition
			if container = stack[i].definition; container != code.NoDefinition {
				break
			}
		}
		if h.name.Start < h.name.End {
			i, known := found[w.Line(start)]
			if !known {
				i = s.defineHeader(w, h, code.Span{Start: start, End: start + uint32(len(line))})
			}
			s.adopt(w, i, container, o.static || h.self)
			if d := w.Definition(i); d.Visibility == code.VisibilityUnstated && visibility != code.VisibilityUnstated {
				d.Visibility, d.Exported = visibility, visibility == code.VisibilityPublic
			}
			o.definition = i
		}
		stack = append(stack, o)
		before = start + uint32(len(line))
	}
	for i := range stack {
		s.close(w, &stack[i], before, size+1)
	}
}

// isHeader reports whether a definition begins with a header line.
func isHeader(d *code.Definition) bool {
	return d.Kind.IsCallable() || d.Kind == code.KindClass || d.Kind == code.KindModule
}

// literalSpans lists the strings and here-documents of the tree, and tells
// whether the tree has any error.
func literalSpans(w *lang.Walk) (spans []code.Span, broken bool) {
	broken = w.HasErrors()
	for n := syntax.Node(0); broken && int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "string", "heredoc_body", "comment", "uninterpreted", "string_array":
			spans = append(spans, w.Span(n))
		}
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].Start < spans[j].Start })
	return spans, broken
}

// within reports whether offset lies inside a literal, past its first byte.
func within(spans []code.Span, offset uint32) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= offset })
	return i > 0 && offset < spans[i-1].End
}

// headerOf reads a line that begins a definition.
func headerOf(start uint32, line []byte) (header, bool) {
	rest := line
	h := header{}
	for _, word := range []string{"private ", "protected ", "public ", "module_function ", "private_class_method "} {
		if after, ok := bytes.CutPrefix(rest, []byte(word)); ok {
			rest, h.private = bytes.TrimLeft(after, " "), strings.HasPrefix(word, "pr")
			break
		}
	}
	for _, keyword := range []string{"def ", "class ", "module "} {
		after, ok := bytes.CutPrefix(rest, []byte(keyword))
		if !ok {
			continue
		}
		h.keyword = keyword
		after = bytes.TrimLeft(after, " ")
		if keyword == "class " && bytes.HasPrefix(after, []byte("<<")) {
			return h, true
		}
		if after, h.self = bytes.CutPrefix(after, []byte("self.")); !h.self && keyword != "def " {
			if i := bytes.LastIndex(after[:nameLength(after, ":")], []byte("::")); i >= 0 {
				after = after[i+2:]
			}
		}
		at := start + uint32(len(line)-len(after))
		h.name = code.Span{Start: at, End: at + uint32(nameLength(after, ""))}
		if k := h.name.End - h.name.Start; keyword == "def " && k > 0 && int(k) < len(after) {
			if c := after[k]; c == '?' || c == '!' || c == '=' && int(k)+1 < len(after) && after[k+1] == '(' {
				h.name.End++
			}
		}
		if h.name.Start == h.name.End || keyword != "def " && !upper(after[0]) {
			return header{}, false
		}
		return h, true
	}
	return header{}, false
}

func nameLength(b []byte, more string) int {
	n := 0
	for n < len(b) && (b[n] == '_' || lower(b[n]) || upper(b[n]) || '0' <= b[n] && b[n] <= '9' && n > 0 || b[n] >= 0x80 || strings.IndexByte(more, b[n]) >= 0) {
		n++
	}
	return n
}

// defineHeader defines what a header line names, at the top level at first.
func (s *state) defineHeader(w *lang.Walk, h header, line code.Span) int32 {
	d := code.Definition{Name: textAt(w, h.name), NameSpan: h.name, Span: line, Exported: !h.private}
	switch h.keyword {
	case "def ":
		d.Kind = code.KindFunction
	case "class ":
		d.Kind = code.KindClass
	default:
		d.Kind = code.KindModule
	}
	if h.private {
		d.Visibility = code.VisibilityPrivate
	}
	d.Signature = w.Signature(line.Start, line.End)
	pop := w.PushContainer(code.NoDefinition)
	i := s.leaf(w, syntax.None, d, line.Start)
	pop()
	return i
}

// adopt puts definition i into the container that the indentation says. A
// container that is no header (a task, a constant's class) is left alone.
func (s *state) adopt(w *lang.Walk, i, container int32, static bool) {
	d := w.Definition(i)
	if d.Container != code.NoDefinition && !isHeader(w.Definition(d.Container)) {
		return
	}
	if container != code.NoDefinition && w.Definition(container).Span.Start >= d.Span.Start {
		return // the parser may have taken lines above for a part of it
	}
	d.Container = container
	if !d.Kind.IsCallable() {
		return
	}
	inType := container != code.NoDefinition && !w.Definition(container).Kind.IsCallable()
	if static && inType {
		d.Modifiers |= code.ModStatic
	}
	if d.Visibility == code.VisibilityUnstated {
		d.Exported = container == code.NoDefinition || inType
	}
	switch {
	case inType && d.Kind == code.KindFunction:
		d.Kind = code.KindMethod
		if d.Name == "initialize" && !static {
			d.Kind = code.KindConstructor
		}
	case !inType && d.Kind != code.KindFunction && d.ContainerName == "" && d.Modifiers&code.ModStatic == 0:
		d.Kind = code.KindFunction
	}
}

// close ends a definition where the next header of its own depth begins, if
// it has taken that in or was found by its line alone.
func (s *state) close(w *lang.Walk, o *open, end, next uint32) {
	if o.definition == code.NoDefinition {
		return
	}
	d := w.Definition(o.definition)
	salvaged := d.Span.End <= lineEnd(w, d.Span.Start)
	if (d.Span.End > next || salvaged) && end > d.NameSpan.End {
		d.Span.End = end
		d.Lines.Last = w.Line(end - 1)
	}
}
