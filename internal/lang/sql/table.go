package sql

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// createTable reads CREATE TABLE behind the name.
func (s *scanner) createTable(d int32) {
	for !s.ended() && !s.begins() {
		switch {
		case s.mark('('):
			s.columns(d)
			s.options(d)
			return
		case s.is("as"), s.is("select"), s.is("with"):
			s.step()
			s.scan()
			return
		case s.is("of"), s.is("like"), s.is("clone"):
			partition := s.is("of")
			s.step()
			last, qualifier, _, ok := s.name()
			if ok {
				s.refer(last, qualifier, code.RoleInherit)
			}
			if ok && partition {
				s.super(d, last)
			}
			s.sign(d, s.tok.span.Start)
		default:
			s.step()
		}
	}
}

// options reads what follows the columns.
func (s *scanner) options(d int32) {
	for !s.ended() && !s.begins() {
		switch {
		case s.is("inherits"):
			s.step()
			for !s.ended() && !s.mark(')') {
				if s.tok.kind != word && s.tok.kind != quoted {
					s.step()
					continue
				}
				last, qualifier, _, _ := s.name()
				s.refer(last, qualifier, code.RoleInherit)
				s.super(d, last)
			}
		case s.is("comment"):
			s.step()
			if s.mark('=') {
				s.step()
			}
			s.describe(d)
		case s.mark('('):
			s.group()
		default:
			s.use()
		}
	}
}

// describe takes the text at the cursor as d's doc.
func (s *scanner) describe(d int32) {
	if s.tok.kind == text && d != code.NoDefinition && s.Definition(d).Doc == "" {
		s.Definition(d).Doc = code.FirstSentence(s.Text(s.tok.inner, 4*lang.MaxDoc), lang.MaxDoc)
	}
}

// columns reads a list of columns and constraints in parentheses.
func (s *scanner) columns(d int32) {
	outer := s.q.enclosing
	s.step()
	for !s.ended() {
		switch {
		case s.mark(')'):
			s.step()
			s.q.enclosing = outer
			return
		case s.mark(','):
			s.step()
		default:
			if s.begins() {
				s.Partial()
				s.q.enclosing = outer
				return
			}
			s.item(d, "")
			s.q.enclosing = outer
		}
	}
	s.Partial()
}

// item reads one column or constraint up to the comma or parenthesis behind
// it. table names the table of an ALTER, whose items have no container.
func (s *scanner) item(container int32, table string) {
	start := s.tok
	doc := s.DocAbove(s.Line(start.span.Start))
	switch string(s.lower()) {
	case "constraint":
		s.constraint(container, table, doc)
		return
	case "primary", "foreign", "check", "exclude", "unique", "fulltext", "spatial", "key", "index", "like", "period", "partition":
		if s.keyed(container, table, doc) {
			return
		}
	case "member", "static", "constructor", "map", "order", "final", "overriding":
		if t := s.peek(); t.kind == word {
			switch string(s.lowered(t)) {
			case "function", "procedure", "member", "constructor":
				s.method(container, start.span.Start, doc)
				return
			}
		}
	}
	if s.tok.kind != word && s.tok.kind != quoted || s.peekMark('=') {
		s.rest(code.NoDefinition)
		return
	}
	d := s.Open(code.Definition{Kind: code.KindField, NameSpan: start.inner, Span: start.span, Container: container,
		ContainerName: table, Doc: doc, Exported: true})
	if d != code.NoDefinition {
		s.q.enclosing = d
	}
	s.step()
	typ := s.declaredType()
	if d != code.NoDefinition {
		s.Definition(d).Type = typ
	}
	s.rest(d)
}

// declaredType reads a type up to the first word of an option.
func (s *scanner) declaredType() string {
	s.typeName()
	from, to := s.tok.span.Start, s.tok.span.Start
	for depth := 0; !s.ended(); s.step() {
		low := s.lower()
		switch {
		case s.tok.first && s.begins():
			return s.typeText(from, to)
		case s.mark('('):
			depth++
		case s.mark(')') && depth > 0:
			depth--
		case depth > 0:
		case s.mark(')'), s.mark(','), s.mark('='), s.mark(':') && s.peekMark('='), s.tok.kind == text, s.tok.kind == dollar,
			typeEnds[string(low)], string(low) == "with" && s.q.verb == "routine":
			return s.typeText(from, to)
		}
		to = s.tok.span.End
	}
	return s.typeText(from, to)
}

func (s *scanner) typeText(from, to uint32) string {
	t := s.Text(code.Span{Start: from, End: to}, lang.MaxSignature)
	if s.batches {
		t = strings.NewReplacer("[", "", "]", "").Replace(t)
	}
	return t
}

func (s *scanner) peekMark(c byte) bool { t := s.peek(); return t.kind == mark && t.char == c }

// typeName records the use of a type that the project may define.
func (s *scanner) typeName() {
	before := s.place
	if low := s.lower(); low != nil && (builtins[string(low)] || typeEnds[string(low)] || keywords[string(low)] != "") {
		return
	}
	if last, qualifier, _, ok := s.name(); ok && !s.mark('%') && !builtins[string(s.lowered(last))] && !s.standard(last) {
		s.refer(last, qualifier, code.RoleType)
	}
	s.place = before
}

// standard reports whether a quoted name is a type of the server.
func (s *scanner) standard(t token) bool {
	return t.kind == quoted && builtins[strings.ToLower(string(s.src[t.inner.Start:t.inner.End]))]
}

// constraint reads CONSTRAINT name and what it says.
func (s *scanner) constraint(container int32, table, doc string) {
	start := s.tok.span
	s.step()
	if s.tok.kind != word && s.tok.kind != quoted || s.is("primary") || s.is("foreign") || s.is("check") || s.is("unique") {
		s.rest(code.NoDefinition)
		return
	}
	d := s.property(start, s.tok, container, table, doc)
	s.step()
	s.rest(d)
}

func (s *scanner) property(start code.Span, name token, container int32, table, doc string) int32 {
	return s.Open(code.Definition{Kind: code.KindProperty, NameSpan: name.inner, Span: code.Span{Start: start.Start, End: name.span.End},
		Container: container, ContainerName: table, Doc: doc, Exported: true})
}

// keyed reads a table's key or check without the word CONSTRAINT; false means
// that the item is a column of such a name.
func (s *scanner) keyed(container int32, table, doc string) bool {
	before := s.place
	start := s.tok.span
	first := string(s.lower())
	s.step()
	switch first {
	case "like":
		s.table(code.RoleInherit)
		s.rest(code.NoDefinition)
		return true
	case "primary", "foreign":
		if s.is("key") {
			s.rest(code.NoDefinition)
			return true
		}
	case "period":
		if s.is("for") {
			s.rest(code.NoDefinition)
			return true
		}
	case "check", "exclude":
		if s.mark('(') || s.is("using") {
			s.rest(code.NoDefinition)
			return true
		}
	default:
		if first != "key" && first != "index" && !s.take("key") {
			s.take("index")
		}
		if s.mark('(') || s.is("clustered") || s.is("nonclustered") {
			s.rest(code.NoDefinition)
			return true
		}
		name := s.tok
		if name.kind == word && keywords[string(s.lower())] == "" || name.kind == quoted {
			s.step()
			if s.take("using") {
				s.step()
			}
			if s.mark('(') && s.peek().kind != number {
				d := s.property(start, name, container, table, doc)
				s.rest(d)
				return true
			}
		}
	}
	s.place = before
	return false
}

// rest reads the options of a column or constraint up to the comma or
// parenthesis behind it and closes d.
func (s *scanner) rest(d int32) {
	inner := code.NoDefinition // a constraint with a name in a column
	for !s.ended() && !s.mark(',') && !s.mark(')') && !(s.tok.kind == word && s.begins()) {
		switch {
		case s.mark('('):
			s.group()
		case s.mark('['):
			s.brackets()
		case s.is("constraint") && d != code.NoDefinition && s.Definition(d).Kind == code.KindField:
			start := s.tok.span
			s.step()
			if s.tok.kind == word && keywords[string(s.lower())] == "" || s.tok.kind == quoted {
				def := s.Definition(d)
				inner = s.property(start, s.tok, def.Container, def.ContainerName, "")
				s.step()
			}
		case s.is("comment") && d != code.NoDefinition:
			s.step()
			s.describe(d)
		case s.is("on"):
			s.step()
			if s.is("update") || s.is("delete") {
				s.step()
			}
		default:
			s.q.prev = "name" // no call
			s.use()
		}
	}
	for _, d := range [...]int32{inner, d} {
		if d != code.NoDefinition {
			s.Close(d, s.tok.span.Start)
			s.uncomment(d)
			s.sign(d, s.Definition(d).Span.End)
		}
	}
	if d != code.NoDefinition {
		s.trailing(d)
	}
}

// method reads MEMBER FUNCTION name (parameters) RETURN type in an object type.
func (s *scanner) method(container int32, start uint32, doc string) {
	for !s.is("function") && !s.is("procedure") && s.tok.kind == word {
		s.step()
	}
	s.step()
	if s.tok.kind != word && s.tok.kind != quoted {
		s.rest(code.NoDefinition)
		return
	}
	d := s.Open(code.Definition{Kind: code.KindMethod, NameSpan: s.tok.inner, Span: code.Span{Start: start, End: s.tok.span.End},
		Container: container, Doc: doc, Exported: true, Modifiers: code.ModDeclaration})
	s.step()
	if s.mark('(') {
		s.params(d)
	}
	if s.take("return") {
		t := s.declaredType()
		if d != code.NoDefinition {
			s.Definition(d).Type = t
		}
	}
	s.rest(d)
}

// brackets passes an array or a subscript.
func (s *scanner) brackets() {
	for depth := 0; !s.ended() && !s.begins(); s.step() {
		if s.mark('[') {
			depth++
		} else if s.mark(']') {
			if depth--; depth == 0 {
				s.step()
				return
			}
		}
	}
}

// uncomment ends a definition before the comments that follow its last word.
func (s *scanner) uncomment(d int32) {
	for {
		start, ok := s.CommentEnding(s.Definition(d).Span.End)
		if !ok || start <= s.Definition(d).NameSpan.End {
			return
		}
		s.Close(d, start)
	}
}

// trailing takes the comment behind a column on its line as its doc.
func (s *scanner) trailing(d int32) {
	def := s.Definition(d)
	if def.Doc != "" {
		return
	}
	at := int(def.Span.End)
	if at < s.limit && s.src[at] == ',' {
		at++
	}
	for at < s.limit && (s.src[at] == ' ' || s.src[at] == '\t' || s.src[at] == ',') {
		at++
	}
	if at+2 < s.limit && s.src[at] == '-' && s.src[at+1] == '-' {
		def.Doc = code.FirstSentence(lang.CommentText(s.src[at:s.eol(at)]), lang.MaxDoc)
	}
}
