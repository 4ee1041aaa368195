package protobuf

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// open opens the definition whose name is at the cursor and passes the name.
func (s *scanner) open(kind code.Kind, start uint32, container int32, doc string) int32 {
	d := code.NoDefinition
	if s.tok.kind == word {
		d = s.Open(code.Definition{Kind: kind, NameSpan: s.tok.span, Span: code.Span{Start: start, End: s.tok.span.End},
			Container: container, Doc: doc, Exported: true})
		s.step()
	} else {
		s.Partial()
	}
	return d
}

func (s *scanner) sign(d int32, stop uint32) {
	if d != code.NoDefinition {
		def := s.Definition(d)
		def.Signature = s.Signature(code.Span{Start: def.Span.Start, End: max(stop, def.Span.Start)})
	}
}

// body reads a message, an enum, a service or a oneof.
func (s *scanner) body(container int32, kind code.Kind, depth int) {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	s.step()
	d := s.open(kind, start, container, doc)
	s.sign(d, s.prev.span.End)
	if !s.mark('{') {
		s.Partial()
		s.skip()
		return
	}
	s.block(d, kind, depth)
	s.Close(d, s.prev.span.End)
}

// block reads the statements between braces.
func (s *scanner) block(d int32, kind code.Kind, depth int) {
	if depth > maxDepth {
		s.skip()
		return
	}
	s.step()
	for s.tok.kind != end && !s.mark('}') {
		if s.declares() {
			s.Partial()
			return
		}
		before := s.tok.span.Start
		s.statement(d, kind, depth+1)
		if s.tok.span.Start == before {
			s.step()
		}
	}
	if !s.take('}') {
		s.Partial()
	}
}

// extend reads the fields that an extend adds to a message defined elsewhere.
func (s *scanner) extend(container int32, depth int) {
	s.EndHeader()
	s.step()
	name := s.path()
	s.refer(name, code.RoleType, container)
	if !s.mark('{') {
		s.Partial()
		s.skip()
		return
	}
	first := s.Len()
	s.block(container, code.KindStruct, depth)
	for i := first; i < s.Len(); i++ {
		if d := s.Definition(int32(i)); d.Kind == code.KindField && d.Container == container {
			d.Signature = code.Clip("extend "+s.Text(name, lang.MaxSignature)+" { "+d.Signature+" }", lang.MaxSignature)
		}
	}
}

// value reads a constant of an enum.
func (s *scanner) value(container int32) {
	start := s.tok.span.Start
	d := s.open(code.KindEnumMember, start, container, s.DocAbove(s.Line(start)))
	s.tail(d, container)
}

// tail reads "= number [options];" and closes d.
func (s *scanner) tail(d, container int32) {
	if s.take('=') {
		s.take('-')
		if s.tok.kind == number {
			s.step()
		}
	} else {
		s.Partial()
	}
	stop := s.prev.span.End
	if s.mark('[') {
		s.options(d)
	}
	s.sign(d, stop)
	s.finish(d)
}

// finish passes the semicolon behind a field and takes the comment behind it
// as its doc if it has none.
func (s *scanner) finish(d int32) {
	if s.mark(';') {
		stop := s.tok.span.End
		s.Close(d, stop)
		s.trailing(d, int(stop))
		s.step()
		return
	}
	s.Close(d, s.prev.span.End)
	s.Partial()
	// What follows may be the next field: only what cannot begin one is skipped.
	if s.tok.kind != word && !s.mark('}') {
		s.skip()
	}
}

func (s *scanner) trailing(d int32, at int) {
	if d == code.NoDefinition || s.Definition(d).Doc != "" {
		return
	}
	for at < len(s.src) && (s.src[at] == ' ' || s.src[at] == '\t') {
		at++
	}
	if at >= len(s.src) || s.src[at] != '/' {
		return
	}
	line := s.src[at:s.eol(at)]
	if bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("/*")) && bytes.Contains(line, []byte("*/")) {
		s.Definition(d).Doc = code.FirstSentence(lang.CommentText(bytes.TrimRight(line, " \t\r")), lang.MaxDoc)
	}
}

// options reads [name = value, (extension) = value].
func (s *scanner) options(enclosing int32) {
	depth := 0
	for s.tok.kind != end {
		switch {
		case s.mark('['), s.mark('{'):
			depth++
		case s.mark(']'), s.mark('}'):
			if depth--; depth <= 0 {
				s.step()
				return
			}
		case s.mark(';'):
			return
		case s.mark('('):
			s.step()
			s.refer(s.path(), code.RoleDecorate, enclosing)
			continue
		case s.declares():
			s.Partial()
			return
		}
		s.step()
	}
}

// field reads a field, a map or a group of a message, an extend or a oneof.
func (s *scanner) field(container int32, kind code.Kind, depth int) {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	for (s.is("optional") || s.is("required") || s.is("repeated")) && (letter(s.next()) || s.next() == '.') {
		s.step()
	}
	from := s.tok.span.Start
	if s.is("group") && s.groups() {
		s.group(container, start, doc, depth)
		return
	}
	var key, name code.Span
	if s.is("map") && s.next() == '<' {
		s.step()
		s.step()
		key = s.path()
		s.take(',')
		name = s.path()
		if !s.take('>') {
			s.Partial()
		}
	} else {
		name = s.path()
	}
	to := s.prev.span.End
	if name.Start == name.End || s.tok.kind != word {
		s.Partial()
		s.skip()
		return
	}
	d := s.open(code.KindField, start, container, doc)
	if d != code.NoDefinition {
		s.Definition(d).Type = s.Text(code.Span{Start: from, End: to}, lang.MaxSignature)
	}
	s.typed(key, d)
	s.typed(name, d)
	s.tail(d, container)
}

// groups reports whether "group" at the cursor is the keyword: a name, a
// number and a brace follow.
func (s *scanner) groups() bool {
	rest := s.src[s.at:]
	i := bytes.IndexAny(rest[:min(len(rest), 400)], "{;}")
	return i >= 0 && rest[i] == '{'
}

// group reads a group: a message and a field at once.
func (s *scanner) group(container int32, start uint32, doc string, depth int) {
	s.step()
	d := s.open(code.KindStruct, start, container, doc)
	for s.tok.kind != end && !s.mark('{') && !s.mark(';') && !s.mark('}') {
		s.step()
	}
	s.sign(d, s.prev.span.End)
	if s.mark('{') {
		s.block(d, code.KindStruct, depth)
	}
	s.Close(d, s.prev.span.End)
}

// method reads rpc Name (Request) returns (Response).
func (s *scanner) method(container int32) {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	s.step()
	d := s.open(code.KindMethod, start, container, doc)
	if d == code.NoDefinition {
		s.skip()
		return
	}
	if request := s.message(d); request != "" {
		s.Definition(d).Params = []code.Param{{Type: request}}
	}
	if s.is("returns") {
		s.step()
		s.Definition(d).Type = s.message(d)
	} else {
		s.Partial()
	}
	s.sign(d, s.prev.span.End)
	if s.mark('{') {
		s.block(d, code.KindMethod, maxDepth-1)
		s.Close(d, s.prev.span.End)
		return
	}
	s.finish(d)
}

// message reads (stream Type).
func (s *scanner) message(d int32) string {
	if !s.take('(') {
		s.Partial()
		return ""
	}
	from := s.tok.span.Start
	if s.is("stream") && (letter(s.next()) || s.next() == '.') {
		s.step()
	}
	s.typed(s.path(), d)
	text := s.Text(code.Span{Start: from, End: max(from, s.prev.span.End)}, lang.MaxSignature)
	if !s.take(')') {
		s.Partial()
	}
	return text
}
