package graphql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

func (s *scanner) value(container int32, owner string) {
	s.cuts = s.cuts[:0]
	doc := s.doc()
	if s.tok.kind != word {
		s.Partial()
		s.step()
		return
	}
	d := s.open(code.KindEnumMember, s.tok.span.Start, container, owner, doc)
	s.directives(d)
	s.sign(d, s.prev.span.End)
}

// field reads a field of a type or of an input: name(arguments): Type = value @directives.
func (s *scanner) field(container int32, owner string) {
	s.cuts = s.cuts[:0]
	doc := s.doc()
	if s.tok.kind != word {
		s.Partial()
		if s.mark('{') || s.mark('(') || s.mark('[') {
			s.skip()
		} else if !s.mark('}') {
			s.step()
		}
		return
	}
	d := s.open(code.KindField, s.tok.span.Start, container, owner, doc)
	if s.mark('(') {
		params := s.arguments(d)
		if d != code.NoDefinition {
			s.Definition(d).Params = params
		}
	}
	typ := s.typed(d)
	if typ == "" && s.tok.kind == word && s.Line(s.tok.span.Start) == s.Line(s.prev.span.Start) && s.prev.kind == word {
		s.step() // the type, its colon forgotten
	}
	if d != code.NoDefinition {
		s.Definition(d).Type = typ
	}
	if s.take('=') {
		s.skip()
	}
	stop := s.prev.span.End
	s.directives(d)
	s.sign(d, s.prev.span.End)
	if def := stop; d != code.NoDefinition && s.Definition(d).Span.End-def > 60 {
		s.Definition(d).Signature = s.Signature(code.Span{Start: s.Definition(d).Span.Start, End: stop})
	}
}

// typed reads ": Type" and records the names in it.
func (s *scanner) typed(d int32) string {
	if !s.take(':') {
		s.Partial()
		return ""
	}
	start := s.tok.span.Start
	for s.mark('[') {
		s.step()
	}
	if s.tok.kind != word {
		s.Partial()
		return ""
	}
	s.named(d)
	for s.mark(']') || s.mark('!') {
		s.step()
	}
	return s.Text(code.Span{Start: start, End: s.prev.span.End}, lang.MaxSignature)
}

// named passes the name of a type and records its use.
func (s *scanner) named(d int32) {
	switch string(s.src[s.tok.span.Start:s.tok.span.End]) {
	case "Int", "Float", "String", "Boolean", "ID":
	default:
		s.refer(s.tok.span, code.RoleType, d)
	}
	s.step()
}

// arguments reads the declared arguments of a field or a directive.
func (s *scanner) arguments(d int32) []code.Param {
	var out []code.Param
	s.step()
	for s.tok.kind != end && !s.mark(')') && !s.mark('}') && !s.begins() {
		s.description()
		if s.tok.kind != word {
			s.Partial()
			s.step()
			continue
		}
		out = append(out, s.param(d))
	}
	if !s.take(')') {
		s.Partial()
	}
	return out
}

// directives reads @name(arguments) as often as it comes.
func (s *scanner) directives(d int32) {
	for s.mark('@') {
		s.step()
		if s.tok.kind == word {
			s.refer(s.tok.span, code.RoleDecorate, d)
			s.step()
		}
		if s.mark('(') {
			s.skip()
		}
	}
}

// skip passes one value, whatever it nests.
func (s *scanner) skip() {
	depth := 0
	for s.tok.kind != end && !s.begins() {
		switch {
		case s.mark('('), s.mark('['), s.mark('{'):
			depth++
		case s.mark(')'), s.mark(']'), s.mark('}'):
			if depth == 0 {
				return
			}
			depth--
		case s.mark('$'):
			s.step()
			if depth > 0 {
				continue
			}
		case s.mark('-'), s.mark('@') && depth > 0:
			s.step()
			continue
		}
		s.step()
		if depth <= 0 {
			return
		}
	}
}

// param reads "name: Type = value @directive"; the token is the name.
func (s *scanner) param(d int32) code.Param {
	p := code.Param{Name: s.b.Intern(s.src[s.tok.span.Start:s.tok.span.End])}
	s.step()
	p.Type = s.typed(d)
	if s.take('=') {
		s.skip()
	}
	s.directives(d)
	return p
}
