package sql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// objects are the words behind CREATE that say what is created; unknown kinds
// are things of the server (roles, extensions), no definitions.
var objects = map[string]code.Kind{
	"table": code.KindStruct, "view": code.KindStruct, "function": code.KindFunction, "procedure": code.KindFunction,
	"proc": code.KindFunction, "aggregate": code.KindFunction, "macro": code.KindFunction, "trigger": code.KindFunction,
	"event": code.KindFunction, "type": code.KindType, "domain": code.KindType, "schema": code.KindNamespace,
	"database": code.KindNamespace, "package": code.KindPackage, "index": code.KindObject, "sequence": code.KindObject,
	"synonym": code.KindObject, "policy": code.KindObject, "rule": code.KindObject, "publication": code.KindObject,
	"subscription": code.KindObject, "server": code.KindObject, "statistics": code.KindObject, "stage": code.KindObject,
	"stream": code.KindObject, "task": code.KindObject, "pipe": code.KindObject, "assertion": code.KindObject, "library": code.KindObject,
	"role": 0, "user": 0, "login": 0, "extension": 0, "language": 0, "cast": 0, "operator": 0, "tablespace": 0, "group": 0,
	"directory": 0, "collation": 0, "conversion": 0, "transform": 0, "access": 0, "text": 0, "warehouse": 0, "profile": 0,
	"certificate": 0, "credential": 0, "assembly": 0, "xml": 0, "queue": 0, "service": 0, "symmetric": 0, "asymmetric": 0,
}

// maxWords bounds the words between CREATE and what is created.
const maxWords = 24

func (s *scanner) create() {
	start := s.tok.span.Start
	doc := s.DocAbove(s.Line(start))
	s.step()
	what, found := "", false
	for range maxWords {
		if s.ended() || s.mark('(') {
			break
		}
		low := s.lower()
		if k, ok := objects[string(low)]; ok {
			if string(low) == "user" && s.peek().kind == mark { // DEFINER = user@host
				s.step()
				continue
			}
			what, found = string(low), k != code.KindUnknown
			break
		}
		s.step()
	}
	if !found {
		s.scan()
		return
	}
	s.step()
	body := (what == "package" || what == "type") && s.take("body")
	if what == "aggregate" {
		s.take("function")
	}
	s.notExists()
	if what == "index" && s.is("on") {
		s.onTable()
		s.scan()
		return
	}
	if what == "schema" && s.is("authorization") || what == "policy" && s.tok.kind == text {
		s.scan()
		return
	}
	last, _, whole, ok := s.name()
	if !ok {
		if !s.mark(':') && !s.mark('&') && !s.mark('$') && !s.mark('{') { // a client's variable
			s.Partial()
		}
		s.scan()
		return
	}
	if s.src[last.span.Start] == '#' {
		s.scan()
		return
	}
	d := s.Open(code.Definition{Kind: objects[what], NameSpan: last.inner, Span: code.Span{Start: start, End: whole.End},
		Container: s.inside, Doc: doc, Exported: s.inside == code.NoDefinition})
	if d == code.NoDefinition {
		s.scan()
		return
	}
	s.q.enclosing = d
	s.sign(d, whole.End)
	if body && what == "type" {
		s.Definition(d).Kind = code.KindStruct
		s.routine(d, "package")
		return
	}
	switch what {
	case "table":
		s.createTable(d)
	case "type":
		s.createType(d)
	case "domain":
		s.take("as")
		s.Definition(d).Type = s.declaredType()
		s.scan()
		s.sign(d, s.behind())
	case "function", "procedure", "proc", "trigger", "event", "package", "macro":
		s.routine(d, what)
		return
	case "view":
		s.view(d)
	case "index", "policy", "rule", "synonym", "sequence":
		s.onTable()
		s.scan()
		s.sign(d, s.behind())
	default:
		s.scan()
		s.sign(d, s.behind())
	}
	s.Close(d, s.behind())
}

// makesTable reports whether the CREATE at the cursor makes a table that
// stays: what a routine makes for itself is no definition.
func (s *scanner) makesTable() bool { return string(s.lowered(s.peek())) == "table" }

// behind is the offset at which the current statement ends, its semicolon included.
func (s *scanner) behind() uint32 {
	if s.tok.kind == semi {
		return s.tok.span.End
	}
	return s.tok.span.Start
}

// sign sets a signature from a definition's start to stop, a final semicolon left out.
func (s *scanner) sign(d int32, stop uint32) {
	if d == code.NoDefinition {
		return
	}
	from := s.Definition(d).Span.Start
	if stop > from && s.src[stop-1] == ';' {
		stop--
	}
	s.Definition(d).Signature = s.Signature(code.Span{Start: from, End: max(stop, from)})
}

// onTable reads up to the table that an index, a rule or a policy stands on.
func (s *scanner) onTable() {
	for !s.ended() {
		switch string(s.lower()) {
		case "on", "for", "to":
			s.step()
			if s.is("select") || s.is("insert") || s.is("update") || s.is("delete") || s.is("all") || s.is("public") {
				s.step()
				continue
			}
			s.take("only")
			s.table(code.RoleType)
			return
		case "using", "with", "where", "start", "increment":
			return
		}
		s.step()
	}
}

// view reads CREATE VIEW behind the name: its signature ends before AS.
func (s *scanner) view(d int32) {
	for !s.ended() && !s.is("as") && !s.is("select") {
		if s.mark('(') {
			s.group()
			continue
		}
		s.step()
	}
	s.sign(d, s.tok.span.Start)
	s.take("as")
	defer s.b.PushScope(lang.ScopeFunction)()
	s.scan()
}

// createType reads CREATE TYPE behind the name.
func (s *scanner) createType(d int32) {
	head := s.tok.span.Start
	if !s.take("as") {
		s.take("is")
	}
	switch {
	case s.is("enum"):
		s.Definition(d).Kind = code.KindEnum
		s.step()
		s.sign(d, s.tok.span.Start)
		s.members(d)
	case s.is("object"):
		s.Definition(d).Kind = code.KindStruct
		s.step()
		s.sign(d, s.tok.span.Start)
		s.columns(d)
	case s.is("table") && s.peek().kind == mark, s.mark('('):
		s.take("table")
		s.Definition(d).Kind = code.KindStruct
		s.sign(d, head)
		s.columns(d)
	case s.is("under"):
		s.step()
		last, qualifier, _, ok := s.name()
		if ok {
			s.refer(last, qualifier, code.RoleInherit)
			s.super(d, last)
		}
		s.Definition(d).Kind = code.KindStruct
		s.sign(d, s.tok.span.Start)
		s.columns(d)
	default:
		s.scan()
		s.sign(d, s.behind())
		return
	}
	s.scan()
}

func (s *scanner) super(d int32, t token) {
	def := s.Definition(d)
	def.Supertypes = append(def.Supertypes, code.Supertype{Name: s.b.Intern(s.src[t.inner.Start:t.inner.End]), Form: code.Extends})
}

// members reads the labels of an enum.
func (s *scanner) members(d int32) {
	for !s.ended() && !s.mark(')') {
		if s.tok.kind == text {
			s.Close(s.member(d, s.tok), s.tok.span.End)
		}
		s.step()
	}
	if s.mark(')') {
		s.step()
	}
}

func (s *scanner) member(container int32, t token) int32 {
	i := s.Open(code.Definition{Kind: code.KindEnumMember, NameSpan: t.inner, Span: t.span, Container: container,
		Doc: s.DocAbove(s.Line(t.span.Start)), Exported: true})
	if i != code.NoDefinition {
		s.Definition(i).Signature = s.Text(t.span, lang.MaxSignature)
	}
	return i
}
