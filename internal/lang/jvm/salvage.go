package jvm

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Declared is a declaration read from the line that it begins.
type Declared struct {
	Kind code.Kind
	// Name is where the name stands.
	Name code.Span
	// Called is the name where the text does not say it.
	Called string
	// Local marks what inside a function is a local variable.
	Local bool
	// Prefix marks a line of nothing but annotations, Continues one that
	// belongs to the declaration before; neither is a declaration.
	Prefix, Continues bool
}

// Reader reads the declaration that a line begins. The line is
// w.Source[from:to] without the white space around it; false if it begins none.
type Reader func(w *lang.Walk, from, to uint32) (Declared, bool)

// indented is a declaration found by its line, and where it is indented.
type indented struct {
	indent     int
	definition int32
	salvaged   bool
}

// Salvage goes through the lines of a file with syntax errors. It defines what
// the parser lost and puts what lies loose where the indentation says. lost
// are the stretches that were not read at all: the names in them are recorded
// as uses. unfinished are the definitions that Unfinished made.
func Salvage(w *lang.Walk, definitions int32, unfinished map[int32]bool, read Reader, lost []code.Span) {
	found := make(map[uint32]int32) // by where the name stands
	for i := int32(0); i < definitions; i++ {
		found[w.Builder.Definition(i).NameSpan.Start] = i
	}
	sort.Slice(lost, func(i, j int) bool { return lost[i].Start < lost[j].Start })
	scan := scanner{src: w.Source}
	var open []indented
	over := make(map[int32]bool) // declarations that the indentation has ended
	var prefix code.Span         // the lines of annotations before this one
	size := uint32(len(w.Source))
	end, before := uint32(0), uint32(0) // of this line, of the last one with code
	for at := uint32(0); at < size; at = end + 1 {
		inside := scan.inside
		end = lineEnd(w.Source, at)
		scan.line(at, end)
		from, to := at, end
		for from < to && (w.Source[from] == ' ' || w.Source[from] == '\t') {
			from++
		}
		to = trimmed(w.Source, from, to)
		if from == to || inside != 0 {
			continue
		}
		var x Declared
		ok := false
		switch w.Source[from] {
		case ')', ']', '}', '.', ':', ',', '/', '*', '{', '|', '&', '?', '+', '-', '<', '>':
			for len(open) > 0 && open[len(open)-1].indent > int(from-at) {
				extend(w, open[len(open)-1], before)
				open = open[:len(open)-1]
			}
		default:
			x, ok = read(w, from, to)
			if x.Prefix {
				if prefix.End != at {
					prefix.Start = from
				}
				prefix.End = end + 1
				break
			}
			if x.Continues {
				if len(open) > 0 {
					open[len(open)-1].salvaged = true
					for _, name := range scan.names {
						if i, known := found[name.Start]; known {
							adopt(w, i, open[len(open)-1].definition)
						}
					}
				}
				break
			}
			for len(open) > 0 && open[len(open)-1].indent >= int(from-at) {
				if kind := w.Builder.Definition(open[len(open)-1].definition).Kind; !ok && (kind.IsType() || kind == code.KindPackage) {
					break // only a declaration says that a type is over
				}
				over[open[len(open)-1].definition] = true
				extend(w, open[len(open)-1], before)
				if ok {
					cut(w, open[len(open)-1].definition, from, before)
				}
				open = open[:len(open)-1]
			}
			container := code.NoDefinition
			if len(open) > 0 {
				container = open[len(open)-1].definition
			}
			if ok {
				i, known := found[x.Name.Start]
				if !known {
					start := from
					if prefix.End == at {
						start = prefix.Start
					}
					i = define(w, x, from, code.Span{Start: start, End: to}, container)
				} else {
					if c := w.Builder.Definition(i).Container; over[c] {
						w.Builder.Definition(i).Container = code.NoDefinition
					}
					adopt(w, i, container)
				}
				if len(open) > 0 && w.Builder.Definition(container).Span.End < from {
					open[len(open)-1].salvaged = true
				}
				for _, name := range scan.names { // what follows on the line
					if k, known := found[name.Start]; known && k != i && name.Start > x.Name.Start {
						adopt(w, k, i)
					}
				}
				if i != code.NoDefinition {
					open = append(open, indented{int(from - at), i, !known || unfinished[i]})
				}
			}
		}
		for len(lost) > 0 && lost[0].End <= at {
			lost = lost[1:]
		}
		if len(lost) > 0 && lost[0].Start < end {
			enclosing := code.NoDefinition
			if len(open) > 0 {
				enclosing = open[len(open)-1].definition
			}
			for _, name := range scan.names {
				if name.Start >= lost[0].Start && name.End <= lost[0].End && (!ok || name.Start > x.Name.Start) {
					use(w, name, enclosing)
				}
			}
		}
		if !x.Prefix {
			before = to
		}
	}
	for _, o := range open {
		extend(w, o, before)
	}
}

// define records what a line declares from offset from on; NoDefinition for a
// local variable.
func define(w *lang.Walk, x Declared, from uint32, line code.Span, container int32) int32 {
	d := code.Definition{Kind: x.Kind, Name: w.Intern(w.Source[x.Name.Start:x.Name.End]), NameSpan: x.Name, Span: line}
	if container == code.NoDefinition || w.Builder.Definition(container).Kind.IsType() {
		d.Visibility = code.VisibilityPublic
	}
	if x.Called != "" {
		d.Name = x.Called
	}
	if container != code.NoDefinition {
		switch c := w.Builder.Definition(container); {
		case c.Kind.IsType():
			if d.Kind == code.KindFunction {
				d.Kind = code.KindMethod
			}
			d.Exported = c.Exported
		case x.Local:
			return code.NoDefinition
		}
	} else {
		d.Exported = true
	}
	if text := w.Source[from:x.Name.Start]; bytes.Contains(text, []byte("private ")) {
		d.Visibility, d.Exported = code.VisibilityPrivate, false
	}
	d.Signature = w.Signature(from, HeaderEnd(w.Source, x.Name.End, line.End))
	d.Doc = Tidy(w.DocBefore(line.Start))
	d.Line = w.Line(x.Name.Start)
	d.Lines = code.Lines{First: w.Line(line.Start), Last: w.Line(line.End - 1)}
	d.Container = container
	return w.Add(d)
}

// HeaderEnd is where the header on a declaration's line ends: before its body or
// value, or at the line's end.
func HeaderEnd(src []byte, from, end uint32) uint32 {
	depth := 0
	for i := from; i < end; i++ {
		switch src[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return i
			}
		case '{':
			if depth == 0 {
				return i
			}
		case '=':
			if depth == 0 && i+1 < end && src[i+1] == ' ' {
				return i
			}
		}
	}
	return end
}

// Unfinished defines the type or function whose name n stands in an ERROR
// node, and makes it the container of what follows. Salvage finds its own
// container later.
func Unfinished(w *lang.Walk, n syntax.Node, read Reader) (definition int32, ok bool) {
	from := w.LineStart(w.Line(w.Start(n)))
	to := lineEnd(w.Source, from)
	for from < to && (w.Source[from] == ' ' || w.Source[from] == '\t') {
		from++
	}
	x, ok := read(w, from, to)
	if !ok || x.Local || x.Name.Start != w.Start(n) {
		return code.NoDefinition, false
	}
	i := define(w, x, from, code.Span{Start: from, End: trimmed(w.Source, from, to)}, code.NoDefinition)
	w.PushContainer(i)
	return i, true
}

// adopt puts definition i, which lies loose, into its container.
func adopt(w *lang.Walk, i, container int32) {
	d := w.Builder.Definition(i)
	if d.Container != code.NoDefinition || container == code.NoDefinition || w.Builder.Definition(container).Span.Start >= d.Span.Start {
		return
	}
	d.Container = container
	c := w.Builder.Definition(container)
	if c.Kind.IsType() && d.Kind == code.KindFunction {
		d.Kind = code.KindMethod
	}
	d.Exported = d.Exported && c.Exported && c.Kind.IsType()
}

// extend ends a salvaged declaration where the last line of code in it ends.
func extend(w *lang.Walk, o indented, end uint32) {
	if d := w.Builder.Definition(o.definition); o.salvaged && end > d.Span.End {
		d.Span.End = end
		d.Lines.Last = w.Line(end - 1)
	}
}

// cut ends a declaration that the parser took for longer than its indentation
// says: before the declaration at an offset, with the last line of code.
func cut(w *lang.Walk, i int32, next, end uint32) {
	if d := w.Builder.Definition(i); d.Span.End > next && end > d.NameSpan.End {
		d.Span.End = end
		d.Lines.Last = w.Line(end - 1)
	}
}

// trimmed is the end of a line less the white space before it.
func trimmed(src []byte, from, to uint32) uint32 {
	for to > from && (src[to-1] == ' ' || src[to-1] == '\t' || src[to-1] == '\r') {
		to--
	}
	return to
}

// use records a name in text that was not parsed.
func use(w *lang.Walk, name code.Span, enclosing int32) {
	r := code.Reference{Name: w.Intern(w.Source[name.Start:name.End]), Span: name, Line: w.Line(name.Start)}
	switch {
	case int(name.End) < len(w.Source) && w.Source[name.End] == '(':
		r.Role = code.RoleCall
	case Capital(r.Name):
		r.Role = code.RoleType
	}
	if name.Start > 0 && w.Source[name.Start-1] == '.' {
		r.Qualifier, r.QualifierText = code.QualifierOther, pathBefore(w.Source, name.Start-1)
		switch {
		case r.QualifierText == "":
		case strings.Contains(r.QualifierText, "."):
			r.Qualifier = code.QualifierPath
		default:
			r.Qualifier = code.QualifierName
		}
		if r.Role == code.RoleType {
			r.Role = code.RoleRead
		}
	}
	if name.Start > 0 && w.Source[name.Start-1] == '@' {
		return // an annotation or a label
	}
	w.AddReferenceIn(r, enclosing)
}

// pathBefore is the dotted path of names that ends at an offset; "" where
// something else than names belongs to it.
func pathBefore(src []byte, end uint32) string {
	from := end
	for from > 0 && end-from < code.MaxChain && (NameByte(src[from-1]) || src[from-1] == '.') {
		from--
	}
	text := string(src[from:end])
	if text == "" || text[0] == '.' || text[0] >= '0' && text[0] <= '9' || strings.Contains(text, "..") || from > 0 && bytes.IndexByte([]byte(")]}?!`\"'"), src[from-1]) >= 0 {
		return ""
	}
	for _, word := range strings.Split(text, ".") {
		if reserved[word] {
			return ""
		}
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// lineEnd is the offset at which the line around offset ends.
func lineEnd(src []byte, offset uint32) uint32 {
	if i := bytes.IndexByte(src[offset:], '\n'); i >= 0 {
		return offset + uint32(i)
	}
	return uint32(len(src))
}

// scanner tells code from comments and strings, line by line. A string in
// plain quotes ends with its line at the latest.
type scanner struct {
	src    []byte
	inside byte // 0 in code, '*' in a comment, '"' in a raw string
	names  []code.Span
}

// line reads the line from one offset to another and collects its names.
func (s *scanner) line(from, to uint32) {
	s.names = s.names[:0]
	for i := from; i < to; {
		rest := s.src[i:to]
		switch {
		case s.inside == '*':
			if bytes.HasPrefix(rest, []byte("*/")) {
				s.inside = 0
				i++
			}
			i++
		case s.inside == '"':
			if bytes.HasPrefix(rest, []byte(`"""`)) {
				s.inside = 0
				for i += 2; i+1 < to && s.src[i+1] == '"'; i++ { // quotes before the last three belong to the text
				}
			}
			i++
		case bytes.HasPrefix(rest, []byte("//")):
			return
		case bytes.HasPrefix(rest, []byte("/*")):
			s.inside = '*'
			i += 2
		case bytes.HasPrefix(rest, []byte(`"""`)):
			s.inside = '"'
			i += 3
		case rest[0] == '"':
			i += quoted(rest)
		case rest[0] == '`' && bytes.IndexByte(rest[1:], '`') > 0: // a name, which may hold anything
			end := i + 1 + uint32(bytes.IndexByte(rest[1:], '`'))
			s.names = append(s.names, code.Span{Start: i + 1, End: end})
			i = end + 1
		case NameByte(rest[0]):
			end := i
			for end < to && NameByte(s.src[end]) {
				end++
			}
			if c := rest[0]; (c < '0' || c > '9') && !reserved[string(s.src[i:end])] {
				s.names = append(s.names, code.Span{Start: i, End: end})
			}
			i = end
		default:
			i++
		}
	}
}

// quoted is the length of the string that text begins with.
func quoted(text []byte) uint32 {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return uint32(i) + 1
		}
	}
	return uint32(len(text))
}

// NameByte reports whether c may be part of a name.
func NameByte(c byte) bool {
	return lower(c) || upper(c) || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// reserved are the words of Kotlin and Scala that are never names of anything.
var reserved = map[string]bool{"abstract": true, "as": true, "break": true, "case": true, "catch": true, "class": true, "continue": true,
	"def": true, "do": true, "else": true, "enum": true, "extends": true, "false": true, "final": true, "finally": true, "for": true,
	"fun": true, "given": true, "if": true, "implicit": true, "import": true, "in": true, "interface": true, "internal": true, "is": true,
	"lazy": true, "match": true, "new": true, "null": true, "object": true, "open": true, "override": true, "package": true,
	"private": true, "protected": true, "public": true, "return": true, "sealed": true, "super": true, "suspend": true, "then": true,
	"this": true, "throw": true, "trait": true, "true": true, "try": true, "type": true, "typealias": true, "val": true, "var": true,
	"when": true, "while": true, "with": true, "yield": true, "it": true}
