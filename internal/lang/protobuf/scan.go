package protobuf

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// scanner reads one file with one token of look-ahead.
type scanner struct {
	*outline.Outline
	b         *lang.Builder
	src       []byte
	at        int
	tok, prev token
	// balanced: the file has as many closing braces as opening ones, so a
	// declaration in the first column is no sign of one that is missing.
	balanced bool
}

// maxDepth bounds nesting; what lies deeper is passed over.
const maxDepth = 100

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src}
	s.HeaderDocuments = true
	s.balanced = bytes.Count(src, []byte{'{'}) == bytes.Count(src, []byte{'}'})
	s.at = s.Start()
	for s.step(); s.tok.kind != end; {
		before := s.tok.span.Start
		s.statement(code.NoDefinition, code.KindUnknown, 0)
		if s.tok.span.Start == before && s.tok.kind != end { // a closing brace too many
			s.Partial()
			s.step()
		}
	}
	s.Finish()
}

func (s *scanner) is(w string) bool {
	return s.tok.kind == word && string(s.src[s.tok.span.Start:s.tok.span.End]) == w
}

func (s *scanner) mark(c byte) bool { return s.tok.kind == mark && s.tok.char == c }

func (s *scanner) take(c byte) bool {
	if s.mark(c) {
		s.step()
		return true
	}
	return false
}

// next is the first byte behind the current token that is no blank: it tells
// a keyword from a field's type or name.
func (s *scanner) next() byte {
	i := s.at
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t' || s.src[i] == '\n' || s.src[i] == '\r') {
		i++
	}
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// statement reads one statement of a file or of the body of container.
func (s *scanner) statement(container int32, kind code.Kind, depth int) {
	if s.take(';') {
		return
	}
	if s.tok.kind != word {
		if s.mark('.') && container != code.NoDefinition {
			s.field(container, kind, depth)
			return
		}
		if !s.mark('}') {
			s.skip()
		}
		return
	}
	named := letter(s.next())
	w := string(s.src[s.tok.span.Start:s.tok.span.End])
	switch {
	case w == "syntax" || w == "edition":
		if container == code.NoDefinition {
			if s.next() == '=' {
				s.EndHeader()
			}
			s.skip()
			return
		}
	case w == "package" && container == code.NoDefinition:
		s.EndHeader()
		s.step()
		if name := s.path(); name.End > name.Start {
			s.b.SetPackage(s.squeezed(name))
		}
		s.skip()
		return
	case w == "import" && container == code.NoDefinition:
		s.EndHeader()
		s.imports()
		return
	case w == "option" && (named || s.next() == '('):
		s.option(container)
		return
	case (w == "reserved" || w == "extensions") && !s.isField():
		s.skip()
		return
	case w == "message" && named && s.opens():
		s.body(container, code.KindStruct, depth)
		return
	case w == "enum" && named && s.opens():
		s.body(container, code.KindEnum, depth)
		return
	case w == "service" && named && s.opens():
		s.body(container, code.KindInterface, depth)
		return
	case w == "oneof" && named && s.opens():
		s.body(container, code.KindUnion, depth)
		return
	case (w == "export" || w == "local") && named && s.modifier(container, kind, depth):
		return
	case w == "extend" && (named || s.next() == '.'):
		s.extend(container, depth)
		return
	case (w == "rpc" || w == "stream") && named && kind == code.KindInterface:
		s.method(container)
		return
	}
	switch kind {
	case code.KindEnum:
		s.value(container)
	case code.KindStruct, code.KindUnion:
		s.field(container, kind, depth)
	default:
		s.Partial()
		s.skip()
	}
}

// modifier reads "export message" or "local enum".
func (s *scanner) modifier(container int32, kind code.Kind, depth int) bool {
	local, start, before, at := s.is("local"), s.tok.span.Start, s.tok, s.at
	doc := s.DocAbove(s.Line(start))
	s.step()
	if !s.is("message") && !s.is("enum") || !letter(s.next()) || !s.opens() {
		s.tok, s.at = before, at
		return false
	}
	first := s.Len()
	s.statement(container, kind, depth)
	if s.Len() > first {
		d := s.Definition(int32(first))
		d.Span.Start = start
		d.Lines.First = s.Line(start)
		d.Exported = !local
		if d.Doc == "" {
			d.Doc = doc
		}
		if local {
			d.Visibility = code.VisibilityPrivate
		}
		d.Signature = code.Clip(s.Text(before.span, lang.MaxSignature)+" "+d.Signature, lang.MaxSignature)
	}
	return true
}

// opens reports whether a name and an opening brace follow the current word.
func (s *scanner) opens() bool {
	i := s.at
	blank := func() {
		for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t' || s.src[i] == '\n' || s.src[i] == '\r') {
			i++
		}
	}
	blank()
	for i < len(s.src) && (letter(s.src[i]) || digit(s.src[i])) {
		i++
	}
	blank()
	return i >= len(s.src) || s.src[i] != '=' && s.src[i] != '.'
}

// isField reports whether the word at the cursor is a field's type: a name
// and an equals sign follow.
func (s *scanner) isField() bool { return letter(s.next()) && !s.opens() }

// skip passes the rest of a statement with what it nests.
func (s *scanner) skip() {
	depth := 0
	for s.tok.kind != end {
		switch {
		case s.mark('{'), s.mark('['), s.mark('('):
			depth++
		case s.mark(']'), s.mark(')'):
			depth = max(depth-1, 0)
		case s.mark('}'):
			if depth == 0 {
				return
			}
			if depth--; depth == 0 {
				s.step()
				s.take(';')
				return
			}
		case s.mark(';') && depth == 0:
			s.step()
			return
		case s.declares():
			s.Partial()
			return
		}
		s.step()
	}
}

// declares reports whether the cursor is at a declaration in the first
// column: what is still open there was never closed.
func (s *scanner) declares() bool {
	if s.balanced || s.tok.kind != word || s.tok.span.Start > 0 && s.src[s.tok.span.Start-1] != '\n' {
		return false
	}
	switch string(s.src[s.tok.span.Start:s.tok.span.End]) {
	case "message", "service", "enum", "extend", "import", "package":
		return letter(s.next()) || s.next() == '"'
	}
	return false
}

// path reads a dotted name at the cursor.
func (s *scanner) path() code.Span {
	start, stop := s.tok.span.Start, s.tok.span.Start
	for dot := false; ; {
		switch {
		case s.mark('.'):
			dot = true
		case s.tok.kind == word && (dot || stop == start):
			dot = false
		default:
			return code.Span{Start: start, End: stop}
		}
		stop = s.tok.span.End
		s.step()
	}
}

func (s *scanner) squeezed(span code.Span) string {
	return strings.Join(strings.Fields(string(s.src[span.Start:span.End])), "")
}

func (s *scanner) imports() {
	form := code.ImportStatic
	s.step()
	var typeOnly bool
	switch {
	case s.is("public"):
		form = code.ImportReExport
		s.step()
	case s.is("weak"), s.is("option"):
		typeOnly = true
		s.step()
	}
	if s.tok.kind == text {
		s.b.AddImport(code.Import{Specifier: s.b.Intern(s.src[s.tok.inner.Start:s.tok.inner.End]), Form: form, Span: s.tok.inner,
			Line: s.Line(s.tok.inner.Start), TypeOnly: typeOnly, Names: []code.ImportedName{{Name: "*"}}})
	} else {
		s.Partial()
	}
	s.skip()
}

// option reads option name = value: a name in parentheses is an extension.
func (s *scanner) option(enclosing int32) {
	s.step()
	if s.take('(') {
		s.refer(s.path(), code.RoleDecorate, enclosing)
	}
	s.skip()
}

// refer records the use of a dotted name.
func (s *scanner) refer(name code.Span, role code.Role, enclosing int32) {
	text := s.src[name.Start:name.End]
	i := len(text)
	for i > 0 && text[i-1] != '.' {
		i--
	}
	if i == len(text) {
		return
	}
	r := code.Reference{Name: s.b.Intern(text[i:]), Span: code.Span{Start: name.Start + uint32(i), End: name.End}, Role: role}
	r.Line = s.Line(r.Span.Start)
	if q := strings.Trim(s.squeezed(code.Span{Start: name.Start, End: name.Start + uint32(i)}), "."); q != "" {
		r.Qualifier, r.QualifierText = code.QualifierName, q
		if strings.Contains(q, ".") {
			r.Qualifier = code.QualifierPath
		}
	}
	s.b.AddReferenceIn(r, enclosing)
}

// typed records the use of a type unless the language has it.
func (s *scanner) typed(name code.Span, enclosing int32) {
	switch string(s.src[name.Start:name.End]) {
	case "double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
		"bool", "string", "bytes", "group", "":
		return
	}
	s.refer(name, code.RoleType, enclosing)
}
