package sql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// block reads an anonymous block, or the word that begins a transaction.
func (s *scanner) block() {
	if s.is("begin") {
		t := s.peek()
		switch string(s.lowered(t)) {
		case "transaction", "tran", "work", "isolation", "read", "immediate", "exclusive", "deferred":
			s.scan()
			return
		}
		if t.kind == semi || t.kind == end || t.kind == hard {
			s.step()
			return
		}
	} else if s.batches || s.tok.kind == word && s.variable(s.peek()) {
		s.scan()
		return
	}
	s.blocks(block{def: code.NoDefinition})
}

func (s *scanner) variable(t token) bool { return t.kind == word && s.src[t.span.Start] == '@' }

// blocks reads procedural code until the block that it starts in is closed.
// A GO, a lone slash or the client's delimiter ends it in any case.
func (s *scanner) blocks(first block) {
	defer s.b.PushScope(lang.ScopeFunction)()
	open := []block{first}
	outer := s.q.enclosing
	s.q = query{enclosing: first.def, verb: "body"}
	statement := true
	for s.tok.kind != end && s.tok.kind != hard {
		top := &open[len(open)-1]
		if s.tok.first && s.is("create") && s.src[max(int(s.tok.span.Start)-1, 0)] == '\n' {
			break // what was open is not closed
		}
		low := s.lower()
		switch string(low) {
		case "begin":
			s.step()
			if s.is("tran") || s.is("transaction") {
				break
			}
			s.take("try")
			s.take("catch")
			s.take("atomic")
			if !top.begun {
				top.begun = true
			} else if len(open) < maxBlocks {
				open = append(open, block{def: top.def, begun: true})
			}
			s.q = query{enclosing: s.q.enclosing, verb: "body", prev: "begin"}
			statement = true
			continue
		case "case":
			if len(open) < maxBlocks {
				open = append(open, block{def: top.def, begun: true})
			}
		case "end":
			s.step()
			switch string(s.lower()) {
			case "if", "loop", "while", "repeat", "for":
				s.step()
				continue
			case "case", "try", "catch":
				s.step()
			}
			closed := *top
			open = open[:len(open)-1]
			if len(open) == 0 {
				s.ending(first)
				s.q = query{enclosing: outer}
				return
			}
			if closed.def != open[len(open)-1].def {
				s.finish(closed.def)
				s.q = query{enclosing: open[len(open)-1].def, verb: "body"}
			}
			continue
		case "member", "static", "constructor", "map", "order", "final", "overriding":
			if statement && top.unit {
				s.step()
				continue
			}
		case "type", "subtype":
			if statement && !top.begun && s.peek().kind == word {
				s.typed(top.def, top.unit)
				continue
			}
		case "function", "procedure":
			if statement && !top.begun && len(open) < maxBlocks {
				if b, ok := s.nested(top.def, top.unit); ok {
					open = append(open, b)
				}
				statement = true
				continue
			}
		}
		if s.tok.kind == semi && !top.begun && !top.unit && len(open) == 1 && s.single() {
			break
		}
		statement = s.tok.kind == semi || string(low) == "declare"
		s.any()
	}
	for i := len(open) - 1; i > 0; i-- {
		if open[i].def != open[0].def {
			s.Close(open[i].def, s.tok.span.Start)
		}
	}
	s.q = query{enclosing: outer}
}

// typed reads TYPE name IS RECORD (...), TABLE OF and the like among declarations.
func (s *scanner) typed(container int32, exported bool) {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	s.step()
	d := s.Open(code.Definition{Kind: code.KindType, NameSpan: s.tok.inner, Span: code.Span{Start: start, End: s.tok.span.End},
		Container: container, Doc: doc, Exported: exported})
	s.step()
	if d == code.NoDefinition {
		return
	}
	outer := s.q
	s.take("is")
	if s.take("record") && s.mark('(') {
		s.Definition(d).Kind = code.KindStruct
		s.sign(d, s.tok.span.Start)
		s.columns(d)
	} else {
		for !s.ended() && s.tok.kind != semi && !s.begins() {
			s.step()
		}
		s.sign(d, s.tok.span.Start)
	}
	s.q = outer
	s.Close(d, s.behind())
}

// single reports whether a semicolon ends a body that no BEGIN opened: one
// statement behind RETURN or SELECT, where neither batches nor declarations do.
func (s *scanner) single() bool {
	if s.batches || s.delimiter != "" {
		return false
	}
	t := s.peek()
	if t.kind == end || t.kind == hard {
		return true
	}
	switch string(s.lowered(t)) {
	case "create", "drop", "grant", "comment", "alter", "set", "revoke":
		return true
	}
	return false
}

// ending passes the name and the semicolon behind the END of a whole body.
func (s *scanner) ending(b block) {
	for !s.ended() && s.tok.kind != semi && !s.tok.first {
		s.step()
	}
	if s.tok.kind == semi && s.delimiter != "" {
		s.step()
	}
}

// finish closes a nested routine behind its END.
func (s *scanner) finish(d int32) {
	for !s.ended() && s.tok.kind != semi {
		s.step()
	}
	s.Close(d, s.behind())
}

// nested reads a routine declared inside a package or another routine. It
// returns its block, or false where there is a declaration only.
func (s *scanner) nested(container int32, exported bool) (block, bool) {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	s.step()
	if s.tok.kind != word && s.tok.kind != quoted {
		return block{}, false
	}
	name := s.tok
	kind := code.KindFunction
	if container != code.NoDefinition && s.Definition(container).Kind == code.KindStruct {
		kind = code.KindMethod
	}
	d := s.Open(code.Definition{Kind: kind, NameSpan: name.inner, Span: code.Span{Start: start, End: name.span.End},
		Container: container, Doc: doc, Exported: exported})
	s.step()
	if d == code.NoDefinition {
		return block{}, false
	}
	s.q = query{enclosing: d, verb: "routine"}
	for !s.ended() && s.tok.kind != semi && !s.is("is") && !s.is("as") {
		switch {
		case s.mark('('):
			s.params(d)
		case s.is("return"):
			s.step()
			s.Definition(d).Type = s.declaredType()
		default:
			s.step()
		}
	}
	s.sign(d, s.tok.span.Start)
	declared := s.tok.kind == semi || s.ended()
	s.q = query{enclosing: d, verb: "body"}
	if declared {
		s.Definition(d).Modifiers = code.ModDeclaration
		s.Close(d, s.behind())
		s.q.enclosing = container
		if s.tok.kind == semi {
			s.step()
		}
		return block{}, false
	}
	s.step()
	return block{def: d}, true
}
