package sql

import (
	"sextant/internal/code"
)

// alter reads ALTER: what it adds to a table or an enum is defined here.
func (s *scanner) alter() {
	s.q.verb = "alter"
	if s.batches {
		switch string(s.lowered(s.peek())) {
		case "procedure", "proc", "function", "view", "trigger": // the whole of it again
			s.create()
			return
		}
	}
	s.step()
	s.take("foreign")
	what := string(s.lower())
	if what != "table" && what != "type" {
		s.step()
		s.scan()
		return
	}
	s.step()
	s.notExists()
	last, qualifier, _, ok := s.name()
	if !ok {
		s.scan()
		return
	}
	s.refer(last, qualifier, code.RoleWrite)
	table := s.b.Intern(s.src[last.inner.Start:last.inner.End])
	if what == "type" {
		s.alterType(table)
		return
	}
	adding := false
	for n := 0; !s.ended() && !s.begins(); n++ {
		switch {
		case s.is("add"):
			adding = true
			s.step()
			s.added(table)
		case s.mark(','):
			s.step()
			switch string(s.lower()) {
			case "add", "drop", "alter", "modify", "change", "rename", "set", "owner", "attach", "detach", "enable", "disable", "convert", "order", "engine", "validate", "reset", "default", "algorithm", "lock":
				adding = false
			default:
				if adding {
					s.added(table)
				}
			}
		case s.mark('('):
			s.group()
		default:
			s.q.prev = "name"
			s.use()
		}
	}
}

// added reads what stands behind ADD.
func (s *scanner) added(table string) {
	s.take("column")
	s.notExists()
	if s.mark('(') {
		s.step()
		for !s.ended() && !s.mark(')') {
			if s.mark(',') {
				s.step()
				continue
			}
			before := s.tok.span.Start
			s.item(code.NoDefinition, table)
			s.q.enclosing = code.NoDefinition
			if s.tok.span.Start == before {
				s.step() // nothing that an item begins with
			}
		}
		if s.mark(')') {
			s.step()
		}
		return
	}
	if s.ended() {
		return
	}
	s.item(code.NoDefinition, table)
	s.q.enclosing = code.NoDefinition
}

// alterType reads ALTER TYPE name ADD VALUE 'x' and ADD ATTRIBUTE.
func (s *scanner) alterType(name string) {
	if s.take("add") {
		if s.take("value") {
			s.notExists()
			if s.tok.kind == text {
				if i := s.member(code.NoDefinition, s.tok); i != code.NoDefinition {
					s.Definition(i).ContainerName = name
				}
			}
		} else if s.take("attribute") {
			s.item(code.NoDefinition, name)
		}
	}
	s.scan()
}
