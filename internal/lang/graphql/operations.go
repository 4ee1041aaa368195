package graphql

import "sextant/internal/code"

// operation reads a query, a mutation or a subscription; one without a name
// is no definition.
func (s *scanner) operation(start uint32, doc string) {
	s.step()
	d := code.NoDefinition
	if s.tok.kind == word {
		d = s.open(code.KindFunction, start, code.NoDefinition, "", doc)
	} else {
		s.EndHeader()
	}
	if s.mark('(') {
		params := s.variables(d)
		if d != code.NoDefinition {
			s.Definition(d).Params = params
		}
	}
	s.directives(d)
	s.sign(d, s.prev.span.End)
	s.selection(d)
	s.Close(d, s.prev.span.End)
}

// variables reads ($name: Type = value).
func (s *scanner) variables(d int32) []code.Param {
	var out []code.Param
	s.step()
	for s.tok.kind != end && !s.mark(')') && !s.mark('}') && !s.mark('{') && !s.begins() {
		if !s.take('$') || s.tok.kind != word {
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

// fragment reads fragment Name on Type and its selection.
func (s *scanner) fragment(start uint32, doc string) {
	s.step()
	d := s.open(code.KindObject, start, code.NoDefinition, "", doc)
	if s.mark('(') {
		s.variables(d)
	}
	if s.is("on") {
		s.step()
		if s.tok.kind == word {
			if d != code.NoDefinition {
				s.Definition(d).Type = s.b.Intern(s.src[s.tok.span.Start:s.tok.span.End])
			}
			s.named(d)
		}
	} else {
		s.Partial()
	}
	s.directives(d)
	s.sign(d, s.prev.span.End)
	s.selection(d)
	s.Close(d, s.prev.span.End)
}

// selection reads { field alias: field(arguments) ...Fragment ... on Type {} }
// with what it nests and records the fields, fragments and types it names.
func (s *scanner) selection(d int32) {
	if !s.mark('{') {
		s.Partial()
		return
	}
	depth := 0
	for s.tok.kind != end {
		switch {
		case s.begins():
			s.Partial()
			return
		case s.take('{'):
			depth++
		case s.mark('}'):
			s.step()
			if depth--; depth == 0 {
				return
			}
		case s.mark('('):
			s.skip()
		case s.mark('@'):
			s.directives(d)
		case s.tok.kind == spread:
			s.step()
			if s.is("on") {
				s.step()
				if s.tok.kind == word {
					s.named(d)
				}
			} else if s.tok.kind == word {
				s.refer(s.tok.span, code.RoleCall, d)
				s.step()
				if s.mark('(') {
					s.skip()
				}
			}
		case s.tok.kind == word:
			name := s.tok.span
			s.step()
			if s.take(':') { // what came before was an alias
				if s.tok.kind != word {
					continue
				}
				name = s.tok.span
				s.step()
			}
			s.b.AddReferenceIn(code.Reference{Name: s.b.Intern(s.src[name.Start:name.End]), Span: name, Line: s.Line(name.Start),
				Role: code.RoleRead, Qualifier: code.QualifierOther}, d)
		default:
			s.Partial()
			s.step()
		}
	}
	s.Partial()
}
