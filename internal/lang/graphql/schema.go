package graphql

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
	// cuts are the descriptions inside the declaration being read: its
	// signature leaves them out.
	cuts []code.Span
	// balanced: as many closing braces as opening ones.
	balanced bool
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src}
	s.HeaderDocuments = true
	s.balanced = bytes.Count(src, []byte{'{'}) == bytes.Count(src, []byte{'}'})
	s.at = s.Start()
	for s.step(); s.tok.kind != end; {
		s.declaration()
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

// description passes a description and returns its text.
func (s *scanner) description() string {
	if s.tok.kind != text {
		return ""
	}
	doc := strings.ToValidUTF8(string(s.src[s.tok.inner.Start:min(s.tok.inner.End, s.tok.inner.Start+4*lang.MaxDoc)]), "\uFFFD")
	s.cuts = append(s.cuts, s.tok.span)
	s.step()
	return code.FirstSentence(doc, lang.MaxDoc)
}

// doc is the documentation of what begins at the cursor: its description,
// else the comment above.
func (s *scanner) doc() string {
	above := s.DocAbove(s.Line(s.tok.span.Start))
	if d := s.description(); d != "" {
		return d
	}
	return above
}

// declaration reads one definition of a schema or a document.
func (s *scanner) declaration() {
	s.cuts = s.cuts[:0]
	before := s.tok.span.Start
	doc := s.doc()
	start := s.tok.span.Start
	extends := s.is("extend")
	if extends {
		s.step()
	}
	if s.tok.kind != word {
		if s.mark('{') {
			s.EndHeader()
			s.selection(code.NoDefinition)
			return
		}
		s.Partial()
		if s.tok.span.Start == before || s.tok.kind != end {
			s.step()
		}
		return
	}
	switch w := string(s.src[s.tok.span.Start:s.tok.span.End]); w {
	case "type":
		s.declared(code.KindStruct, start, doc, extends)
	case "input":
		s.declared(code.KindStruct, start, doc, extends)
	case "interface":
		s.declared(code.KindInterface, start, doc, extends)
	case "enum":
		s.declared(code.KindEnum, start, doc, extends)
	case "union":
		s.declared(code.KindUnion, start, doc, extends)
	case "scalar":
		s.declared(code.KindType, start, doc, extends)
	case "directive":
		s.directive(start, doc)
	case "schema":
		s.EndHeader()
		s.step()
		s.directives(code.NoDefinition)
		s.roots()
	case "query", "mutation", "subscription":
		s.operation(start, doc)
	case "fragment":
		s.fragment(start, doc)
	default:
		s.Partial()
		s.step()
	}
}

// begins reports whether the cursor is at a declaration in the first column:
// what is still open there was never closed.
func (s *scanner) begins() bool {
	if s.balanced || s.tok.span.Start > 0 && s.src[s.tok.span.Start-1] != '\n' {
		return false
	}
	if s.tok.kind == text {
		return bytes.HasPrefix(s.src[s.tok.span.Start:], []byte(`"""`))
	}
	if s.tok.kind != word {
		return false
	}
	switch string(s.src[s.tok.span.Start:s.tok.span.End]) {
	case "type", "input", "interface", "enum", "union", "scalar", "directive", "schema", "extend", "query", "mutation", "subscription", "fragment":
		return s.at < len(s.src) && s.src[s.at] == ' '
	}
	return false
}

// open opens the definition whose name is at the cursor and passes the name.
func (s *scanner) open(kind code.Kind, start uint32, container int32, owner, doc string) int32 {
	if s.tok.kind != word {
		s.Partial()
		return code.NoDefinition
	}
	d := s.Open(code.Definition{Kind: kind, NameSpan: s.tok.span, Span: code.Span{Start: start, End: s.tok.span.End},
		Container: container, ContainerName: owner, Doc: doc, Exported: true})
	s.step()
	return d
}

// sign sets a signature from a definition's start to stop without the
// descriptions in it, and closes the definition there.
func (s *scanner) sign(d int32, stop uint32) {
	if d == code.NoDefinition {
		return
	}
	s.Close(d, stop)
	def := s.Definition(d)
	at := def.Span.Start
	stop = max(stop, at)
	if len(s.cuts) == 0 || s.cuts[len(s.cuts)-1].Start < at {
		def.Signature = s.Signature(code.Span{Start: at, End: stop})
		return
	}
	var parts []string
	for _, c := range s.cuts {
		if c.Start >= at && c.End <= stop {
			parts = append(parts, s.Signature(code.Span{Start: at, End: c.Start}))
			at = c.End
		}
	}
	parts = append(parts, s.Signature(code.Span{Start: at, End: stop}))
	def.Signature = code.Clip(strings.ReplaceAll(strings.ReplaceAll(code.OneLine(strings.Join(parts, " ")), "( ", "("), " )", ")"), lang.MaxSignature)
}

// declared reads a type of any form. What an extension adds belongs to the
// type of that name, wherever that is.
func (s *scanner) declared(kind code.Kind, start uint32, doc string, extends bool) {
	s.step()
	d, owner := code.NoDefinition, ""
	if extends {
		s.EndHeader()
		if s.tok.kind == word {
			owner = s.b.Intern(s.src[s.tok.span.Start:s.tok.span.End])
			s.refer(s.tok.span, code.RoleType, d)
			s.step()
		}
	} else {
		d = s.open(kind, start, code.NoDefinition, "", doc)
	}
	if s.is("implements") {
		s.step()
		for s.tok.kind == word && !s.begins() || s.mark('&') {
			if s.tok.kind == word {
				s.refer(s.tok.span, code.RoleInherit, d)
				if d != code.NoDefinition {
					def := s.Definition(d)
					def.Supertypes = append(def.Supertypes, code.Supertype{Name: s.b.Intern(s.src[s.tok.span.Start:s.tok.span.End]), Form: code.Implements})
				}
			}
			s.step()
		}
	}
	s.directives(d)
	if kind == code.KindUnion && s.take('=') {
		for s.mark('|') || s.tok.kind == word && (s.prev.kind == mark && (s.prev.char == '|' || s.prev.char == '=')) {
			if s.tok.kind == word {
				s.refer(s.tok.span, code.RoleType, d)
			}
			s.step()
		}
	}
	s.sign(d, s.prev.span.End)
	if !s.mark('{') {
		return
	}
	s.step()
	for s.tok.kind != end && !s.mark('}') {
		if s.begins() {
			s.Partial()
			s.Close(d, s.prev.span.End)
			return
		}
		if kind == code.KindEnum {
			s.value(d, owner)
		} else {
			s.field(d, owner)
		}
	}
	if !s.take('}') {
		s.Partial()
	}
	s.Close(d, s.prev.span.End)
}

func (s *scanner) directive(start uint32, doc string) {
	s.step()
	s.take('@')
	d := s.open(code.KindAnnotation, start, code.NoDefinition, "", doc)
	if s.mark('(') {
		params := s.arguments(d)
		if d != code.NoDefinition {
			s.Definition(d).Params = params
		}
	}
	if s.is("repeatable") {
		s.step()
	}
	if s.is("on") {
		s.step()
		for s.mark('|') || s.tok.kind == word && (s.prev.kind == word && s.prev.span.End-s.prev.span.Start == 2 || s.prev.kind == mark) {
			s.step()
		}
	}
	s.sign(d, s.prev.span.End)
}

// roots reads the types of schema { query: Query }.
func (s *scanner) roots() {
	if !s.take('{') {
		return
	}
	for s.tok.kind != end && !s.mark('}') && !s.begins() {
		s.description()
		s.step()
		if s.mark(':') {
			s.typed(code.NoDefinition)
		}
	}
	s.take('}')
}

func (s *scanner) refer(name code.Span, role code.Role, enclosing int32) {
	s.b.AddReferenceIn(code.Reference{Name: s.b.Intern(s.src[name.Start:name.End]), Span: name, Line: s.Line(name.Start), Role: role}, enclosing)
}
