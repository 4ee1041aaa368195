package sql

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// query is what is known of the statement being read.
type query struct {
	enclosing int32 // the definition around it
	verb      string
	depth     int
	selects   uint64 // bit i: a SELECT or DELETE stands at depth i
	insert    bool   // INTO names a table
	with      bool   // names for subqueries come first
	prev      string // the keyword before
}

func (q *query) bit() uint64 { return 1 << (min(uint(q.depth), 63)) }

func (q *query) open() {
	q.depth++
	q.selects &^= q.bit()
	q.prev = "("
}

func (q *query) close() {
	if q.depth > 0 {
		q.depth--
	}
	q.prev = ")"
}

// use reads one token, or the name behind it when the token says that one is
// used there.
func (s *scanner) use() {
	q := &s.q
	if s.tok.kind != word {
		if s.tok.kind == quoted {
			s.called()
			return
		}
		if s.tok.kind == semi {
			verb := ""
			if q.verb == "body" {
				verb = q.verb
			}
			*q = query{enclosing: q.enclosing, verb: verb}
		} else if s.mark(',') && q.with && q.prev == ")" {
			s.step()
			s.subquery()
			return
		} else if s.tok.kind == text && (q.verb == "load" || q.verb == "bulk") {
			s.Value(s.tok.inner)
		}
		q.prev = ""
		s.step()
		return
	}
	low := s.lower()
	kw, known := keywords[string(low)]
	if !known {
		s.called()
		return
	}
	before := q.prev
	q.prev = kw
	switch kw {
	case "select":
		q.selects |= q.bit()
		q.insert = false
	case "insert", "merge":
		q.insert = true
	case "replace":
		if q.verb == kw {
			q.insert = true
		}
	case "delete":
		q.selects |= q.bit()
	case "with":
		q.with = true
		s.step()
		s.take("recursive")
		s.subquery()
		return
	case "values":
		s.step()
		s.values()
		return
	case "from":
		s.step()
		if before == "distinct" || q.verb == "revoke" || q.verb == "fetch" || q.depth > 0 && q.selects&q.bit() == 0 {
			return
		}
		role := code.RoleRead
		if before == "delete" {
			role = code.RoleWrite
		}
		s.tables(role)
		return
	case "create":
		switch q.verb {
		case "if", "do", "body", "begin":
			if (q.enclosing == code.NoDefinition || s.makesTable()) && s.nesting < maxBlocks {
				outer, inside := *q, s.inside
				s.inside = q.enclosing
				s.nesting++
				s.create()
				s.nesting--
				s.q, s.inside = outer, inside
				return
			}
		}
	case "using":
		s.step()
		if (q.verb == "delete" || q.verb == "merge") && !s.mark('(') {
			s.tables(code.RoleRead)
		}
		return
	case "join", "apply":
		s.step()
		s.take("lateral")
		s.table(code.RoleRead)
		return
	case "into":
		s.step()
		if q.insert {
			q.insert = false
			s.take("table")
			s.table(code.RoleWrite)
		}
		return
	case "update":
		s.step()
		switch before {
		case "", "(", "begin", "then", "else", "as":
			if !s.is("set") && !s.is("on") && !s.is("of") && !s.is("statistics") {
				s.take("only")
				s.table(code.RoleWrite)
			}
		}
		return
	case "references":
		s.step()
		s.table(code.RoleType)
		return
	case "truncate":
		s.step()
		if s.mark('(') {
			return
		}
		s.take("table")
		s.take("only")
		s.table(code.RoleWrite)
		return
	case "table", "view", "index", "function", "procedure", "sequence", "trigger", "type":
		s.step()
		if q.verb == "drop" || q.verb == "lock" || before == "execute" {
			s.notExists()
			role := code.RoleWrite
			if before == "execute" {
				role = code.RoleCall
			}
			s.list(role)
		}
		return
	case "call", "exec", "execute":
		s.step()
		if s.tok.kind == word && keywords[string(s.lower())] == "" || s.tok.kind == quoted {
			s.invoked(kw)
		}
		return
	}
	s.step()
}

// invoked reads the name behind CALL, EXEC or EXECUTE. EXECUTE also runs a
// prepared text, so it counts with arguments only.
func (s *scanner) invoked(kw string) {
	if s.tok.kind == word && s.src[s.tok.span.Start] == '@' { // EXEC @result = name
		s.step()
		if !s.mark('=') {
			return
		}
		s.step()
	}
	last, qualifier, _, ok := s.name()
	if ok && (kw != "execute" || s.mark('(') || s.batches) && !builtins[string(s.lowered(last))] {
		s.refer(last, qualifier, code.RoleCall)
	}
}

// subquery binds the name that WITH gives a subquery.
func (s *scanner) subquery() {
	if s.tok.kind == word || s.tok.kind == quoted {
		s.b.Bind(s.b.Intern(s.src[s.tok.inner.Start:s.tok.inner.End]), lang.ScopeBlock)
		s.step()
		if s.mark('(') { // the names of its columns
			for !s.ended() && !s.mark(')') {
				s.step()
			}
			s.step()
		}
	}
	s.q.prev = ""
}

// called reads a name that no keyword introduces: it counts when it is called.
func (s *scanner) called() {
	before := s.q.prev
	s.q.prev = "name"
	last, qualifier, _, ok := s.name()
	if !ok {
		s.step()
		return
	}
	if s.mark('(') && before != "as" && before != "name" && before != ")" && s.src[last.span.Start] != '@' && !builtins[string(s.lowered(last))] {
		s.refer(last, qualifier, code.RoleCall)
	}
}

// tables reads the tables of a FROM clause, commas between them.
func (s *scanner) tables(role code.Role) {
	for {
		s.take("only")
		s.take("lateral")
		if !s.table(role) {
			return
		}
		if s.mark('(') && s.deep < maxBlocks {
			s.deep++
			s.group()
			s.deep--
		}
		s.take("as")
		if s.tok.kind == quoted || s.tok.kind == word && keywords[string(s.lower())] == "" {
			s.step()
		}
		if !s.mark(',') {
			return
		}
		s.step()
	}
}

// list reads names with commas between them.
func (s *scanner) list(role code.Role) {
	for s.table(role) && s.mark(',') {
		s.step()
	}
}

// table reads the name of a table, or of the function that stands for one,
// and records its use.
func (s *scanner) table(role code.Role) bool {
	s.q.prev = "name"
	if low := s.lower(); s.tok.kind == word && keywords[string(low)] != "" && !soft[string(low)] {
		s.q.prev = ""
		return false
	}
	last, qualifier, _, ok := s.name()
	if !ok {
		s.q.prev = ""
		return false
	}
	if s.mark('(') && role == code.RoleRead {
		role = code.RoleCall
		if builtins[string(s.lowered(last))] {
			return true
		}
	}
	s.refer(last, qualifier, role)
	return true
}

func (s *scanner) refer(t token, qualifier code.Span, role code.Role) {
	if c := s.src[t.span.Start]; c == '@' || c == '#' {
		return // a variable, a table of the session
	}
	r := code.Reference{Name: s.b.Intern(s.src[t.inner.Start:t.inner.End]), Span: t.inner, Line: s.Line(t.inner.Start), Role: role}
	if qualifier.End > 0 {
		r.Qualifier, r.QualifierText = code.QualifierName, s.unquote(qualifier)
		for _, c := range r.QualifierText {
			if c == '.' {
				r.Qualifier = code.QualifierPath
			}
		}
	}
	s.b.AddReferenceIn(r, s.q.enclosing)
}

// unquote is the text of a qualifier without its quotes.
func (s *scanner) unquote(q code.Span) string {
	out := make([]byte, 0, q.End-q.Start)
	for _, c := range s.src[q.Start:q.End] {
		switch c {
		case '"', '`', '[', ']', ' ', '\n', '\r', '\t':
		default:
			out = append(out, c)
		}
	}
	return s.b.Intern(out)
}

// values passes the rows of an INSERT without making tokens of them: dumps
// consist of these.
func (s *scanner) values() {
	s.at = int(s.tok.span.Start)
	s.first = s.tok.first
	depth := 0
	s.loose = true
	defer func() { s.loose = false }()
	for s.at < s.limit {
		c := s.src[s.at]
		switch c {
		case '\'':
			s.string(s.at, false)
			s.first = false
			continue
		case '"':
			if s.mysql {
				s.string(s.at, false)
				continue
			}
		case '-', '/', '#':
			if s.comment(s.at, false) {
				continue
			}
		case '\n':
			s.first = true
			s.at++
			continue
		case '(':
			depth++
		case ')':
			depth--
		case 'E', 'e':
			if s.at+1 < s.limit && s.src[s.at+1] == '\'' {
				s.string(s.at+1, true)
				continue
			}
		case ';', '$':
			if depth <= 0 || c == '$' || s.delimiter == "" {
				s.step()
				return
			}
		case ' ', '\t', '\r', ',':
			s.at++
			continue
		default:
			if depth <= 0 && (letter(c) || s.delimiter != "") {
				s.step()
				return
			}
		}
		s.first = false
		s.at++
	}
	s.step()
}
