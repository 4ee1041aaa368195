package sql

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// block is a stretch of procedural code that END closes.
type block struct {
	def   int32 // the routine or package it is the body of
	unit  bool  // a package: its parts are defined in it
	begun bool  // its BEGIN has been read
}

// maxBlocks bounds how deep blocks nest.
const maxBlocks = 200

// routine reads a function, procedure, trigger, event or package behind its name.
func (s *scanner) routine(d int32, what string) {
	s.q.verb = "routine"
	s.sign(d, s.header(d, what))
	switch {
	case s.ended():
	case s.tok.kind == dollar:
		s.code(d)
	default:
		b := block{def: d, unit: what == "package"}
		if !s.is("begin") && (what == "trigger" || what == "event") && !s.is("declare") {
			s.scanTo() // one statement
			break
		}
		s.blocks(b)
	}
	s.Close(d, s.behind())
}

// header reads parameters, results and options up to the body. It returns
// where the signature ends.
func (s *scanner) header(d int32, what string) uint32 {
	def := s.Definition(d)
	paramless := true
	for !s.ended() {
		switch low := s.lower(); {
		case s.mark('(') && paramless && what != "trigger" && what != "event":
			paramless = false
			s.params(d)
		case s.mark('('):
			s.group()
		case s.tok.kind == dollar:
			return s.tok.span.Start
		case len(low) > 0 && low[0] == '@' && what != "trigger":
			s.variableParam(d)
		case string(low) == "returns" || string(low) == "return":
			returns := s.place
			s.step()
			if s.is("null") {
				continue
			}
			if returns.tok.kind == word && what != "trigger" && def.Type == "" && !s.mark('(') && s.tok.kind == word {
				s.take("setof")
				from := s.tok.span.Start
				s.take("table")
				def = s.Definition(d)
				t := s.declaredType()
				if t == "" {
					t = s.Text(code.Span{Start: from, End: s.tok.span.Start}, lang.MaxSignature)
				}
				def.Type = strings.TrimSpace(t)
				continue
			}
			if what != "trigger" { // RETURN expression: the body
				return s.tok.span.Start
			}
		case string(low) == "as" || string(low) == "is":
			if what == "trigger" && !s.batches && s.is("as") {
				s.step()
				continue
			}
			stop := s.tok.span.Start
			s.step()
			if s.tok.kind == text || s.is("language") { // C symbols, Oracle's call specifications
				s.scanTo()
			}
			return stop
		case string(low) == "begin" || string(low) == "declare":
			return s.tok.span.Start
		case string(low) == "execute":
			s.step()
			if s.is("function") || s.is("procedure") {
				s.step()
				last, qualifier, _, ok := s.name()
				if ok {
					s.refer(last, qualifier, code.RoleCall)
				}
			}
		case string(low) == "on" && (what == "trigger"):
			s.step()
			if !s.is("schedule") && !s.is("database") && !s.is("all") {
				s.table(code.RoleType)
			}
		case string(low) == "each" && what == "trigger": // FOR EACH ROW statement
			s.step()
			s.step()
			if low := string(s.lower()); low == "set" || low == "insert" || low == "update" || low == "delete" || low == "call" || low == "if" {
				return s.tok.span.Start
			}
		case string(low) == "do" && what == "event":
			stop := s.tok.span.Start
			s.step()
			return stop
		case string(low) == "select" || string(low) == "insert" || string(low) == "update" || string(low) == "delete" || string(low) == "set":
			if what == "trigger" || what == "event" || string(low) == "set" && !s.mysql {
				s.step() // an event of the trigger, an option
				continue
			}
			return s.tok.span.Start
		default:
			if s.tok.first && s.begins() {
				return s.tok.span.Start
			}
			s.step()
		}
	}
	return s.tok.span.Start
}

// variableParam reads a parameter outside parentheses: @name type = value.
func (s *scanner) variableParam(d int32) {
	name := s.tok
	s.step()
	p := code.Param{Name: s.Text(name.inner, 60), Type: s.declaredType()}
	def := s.Definition(d)
	def.Params = append(def.Params, p)
	for !s.ended() && !s.mark(',') && !s.is("as") && !s.begins() {
		s.step()
	}
	if s.mark(',') {
		s.step()
	}
}

// params reads a parameter list.
func (s *scanner) params(d int32) {
	s.step()
	var list []code.Param
	for !s.ended() && !s.mark(')') {
		if s.mark(',') {
			s.step()
			continue
		}
		before := s.tok.span.Start
		for s.is("in") || s.is("out") || s.is("inout") || s.is("variadic") {
			s.step()
		}
		name := s.tok
		s.step()
		for s.is("in") || s.is("out") || s.is("inout") || s.is("nocopy") {
			s.step()
		}
		p := code.Param{}
		if s.mark(',') || s.mark(')') || name.kind != word && name.kind != quoted {
			p.Type = s.Text(name.span, 60)
		} else {
			p.Name = s.Text(name.inner, 60)
			p.Type = s.declaredType()
		}
		list = append(list, p)
		for !s.ended() && !s.mark(',') && !s.mark(')') {
			if s.mark('(') {
				s.group()
				continue
			}
			s.step()
		}
		if s.tok.span.Start == before {
			s.step()
		}
	}
	if s.mark(')') {
		s.step()
	}
	if d != code.NoDefinition {
		s.Definition(d).Params = list
	}
}

// code reads the dollar-quoted body at the cursor and what follows it.
func (s *scanner) code(d int32) {
	if !s.procedural(d) {
		s.stringRegion(int(s.tok.span.Start), int(s.tok.span.End))
		s.step()
	} else {
		s.body(s.tok)
	}
	s.scanTo()
}

// procedural reports whether the body at the cursor is SQL or PL/pgSQL: what
// LANGUAGE says before or behind it.
func (s *scanner) procedural(d int32) bool {
	head := strings.ToLower(s.Text(code.Span{Start: s.Definition(d).Span.Start, End: s.tok.span.Start}, 1000))
	if i := strings.LastIndex(head, " language "); i >= 0 {
		return strings.Contains(head[i:], "sql")
	}
	before, recorded := s.place, s.recorded
	defer func() { s.place, s.recorded = before, recorded }()
	s.recorded = len(s.src) + 1 // what is only looked at is not recorded
	const near = 100            // words between a body and LANGUAGE
	s.step()
	for n := 0; n < near && !s.ended() && !s.begins(); n++ {
		if s.is("language") {
			s.step()
			return strings.Contains(strings.ToLower(s.Text(s.tok.inner, 60)), "sql")
		}
		s.step()
	}
	return true
}

// body reads a dollar-quoted token as code and moves behind it.
func (s *scanner) body(t token) {
	defer s.b.PushScope(lang.ScopeFunction)()
	behind, limit, verb, outer := s.place, s.limit, s.q.verb, s.q.enclosing
	s.limit = int(t.inner.End)
	s.place = place{at: int(t.inner.Start), fresh: true}
	s.q = query{enclosing: outer, verb: "body"}
	for s.step(); s.tok.kind != end; {
		s.any()
	}
	s.limit, s.place = limit, behind
	s.q = query{enclosing: outer, verb: verb}
	s.step()
}

// any reads one token of procedural code.
func (s *scanner) any() {
	switch {
	case s.mark('('):
		s.q.open()
		s.step()
	case s.mark(')'):
		s.q.close()
		s.step()
	case s.tok.kind == dollar:
		s.stringRegion(int(s.tok.span.Start), int(s.tok.span.End))
		s.step()
	case s.tok.kind == hard:
		s.step()
	default:
		s.use()
	}
}

// scanTo reads to the end of a statement, a RETURN or an INSERT alike.
func (s *scanner) scanTo() {
	for !s.ended() && !(s.tok.first && s.begins()) {
		s.any()
	}
}
