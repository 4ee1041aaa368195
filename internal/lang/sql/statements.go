package sql

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// scanner reads one file statement by statement with one token of look-ahead.
type scanner struct {
	*outline.Outline
	place
	b     *lang.Builder
	src   []byte
	limit int // of what is being read: the file, or a body in it
	// recorded is the offset up to which comments and strings are recorded.
	recorded  int
	delimiter string    // that MySQL's client waits for; empty for the semicolon
	mysql     bool      // "x" is a text and a backslash escapes
	batches   bool      // the file has GO lines
	query     code.Span // the name that a comment gives the next statement
	nesting   int       // of definitions inside statements
	inside    int32     // the routine around such a definition
	lost      int       // texts without an end
	deep      int       // of parentheses behind tables
	loose     bool      // texts are data and may hold anything
	low       [48]byte
	q         query
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src, limit: len(src)}
	s.HeaderDocuments = true
	s.inside = code.NoDefinition
	s.at = s.Start()
	s.first, s.fresh = true, true
	s.dialect()
	s.step()
	for s.tok.kind != end {
		s.statement()
	}
	s.Finish()
}

// dialect looks for what only one dialect writes.
func (s *scanner) dialect() {
	head := s.src[:min(len(s.src), 1<<16)]
	for _, m := range [...]string{"ENGINE=", "ENGINE =", "engine=", "AUTO_INCREMENT", "auto_increment", "\nDELIMITER ", "\ndelimiter ", "/*!4", "/*!5", " TABLE `", " table `", "INTO `", "EXISTS `"} {
		if bytes.Contains(head, []byte(m)) {
			s.mysql = true
			break
		}
	}
	for i := 0; i < len(head); {
		j := bytes.IndexByte(head[i:], '\n')
		if j < 0 {
			break
		}
		i += j + 1
		if i+1 < len(head) && head[i]|0x20 == 'g' && head[i+1]|0x20 == 'o' && (i+2 >= len(head) || head[i+2] == '\n' || head[i+2] == '\r') {
			s.batches = true
			s.mysql = false
			return
		}
	}
}

// lower is the current token in lower case, empty if it is no bare word. It
// is valid until the next call.
func (s *scanner) lower() []byte { return s.lowered(s.tok) }

func (s *scanner) lowered(t token) []byte {
	n := int(t.span.End - t.span.Start)
	if t.kind != word || n > len(s.low) {
		return nil
	}
	for i := range n {
		c := s.src[int(t.span.Start)+i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		s.low[i] = c
	}
	return s.low[:n]
}

// is reports whether the current token is the bare word w.
func (s *scanner) is(w string) bool { return string(s.lower()) == w }

// take passes the word w if it is the current token.
func (s *scanner) take(w string) bool {
	if s.is(w) {
		s.step()
		return true
	}
	return false
}

func (s *scanner) mark(c byte) bool { return s.tok.kind == mark && s.tok.char == c }

// peek is the token behind the current one.
func (s *scanner) peek() token {
	before := s.place
	s.step()
	t := s.tok
	s.place = before
	return t
}

// ended reports whether the current token ends a statement.
func (s *scanner) ended() bool {
	return s.tok.kind == end || s.tok.kind == hard || s.tok.kind == semi && (s.delimiter == "" || s.nesting > 0)
}

// begins reports whether the current token looks like the first word of a
// statement after one that was not closed.
func (s *scanner) begins() bool {
	if !s.tok.first {
		return false
	}
	switch string(s.lower()) {
	case "create":
		return true
	case "select", "update", "delete", "end", "begin", "if", "exec", "execute", "set", "while", "else", "print", "raiserror", "return", "truncate", "merge":
		return s.batches && s.nesting > 0
	case "alter", "insert", "drop", "grant", "comment", "declare":
		return s.src[max(int(s.tok.span.Start)-1, 0)] == '\n'
	}
	return false
}

func (s *scanner) statement() {
	s.q = query{enclosing: code.NoDefinition}
	if !s.is("create") && s.tok.kind == word {
		s.EndHeader()
	}
	d := s.namedQuery()
	switch string(s.lower()) {
	case "create":
		s.create()
	case "alter":
		s.alter()
	case "comment":
		s.comments()
	case "copy":
		s.copy()
	case "declare", "begin":
		s.block()
	default:
		s.scan()
	}
	s.Close(d, s.behind())
	if s.tok.kind == semi || s.tok.kind == hard {
		s.step()
	}
}

// namedQuery opens the definition of a statement to which a comment gives a
// name, as tools do that make functions of statements.
func (s *scanner) namedQuery() int32 {
	if s.query.End == 0 || s.tok.kind != word {
		return code.NoDefinition
	}
	name := s.query
	s.query = code.Span{}
	d := s.Open(code.Definition{Kind: code.KindFunction, NameSpan: name, Span: name, Container: code.NoDefinition, Exported: true})
	if d != code.NoDefinition {
		stop := s.eol(int(name.Start))
		s.Definition(d).Signature = "name: " + s.Text(code.Span{Start: name.Start, End: uint32(stop)}, lang.MaxSignature)
		s.q.enclosing = d
	}
	return d
}

// name reads a qualified name. last is its last part; qualifier is what
// stands before that, as written; whole covers both.
func (s *scanner) name() (last token, qualifier, whole code.Span, ok bool) {
	if s.tok.kind != word && s.tok.kind != quoted {
		return last, qualifier, whole, false
	}
	last = s.tok
	whole = last.span
	s.step()
	for s.mark('.') {
		dots := s.place
		for s.mark('.') { // a missing schema leaves two
			s.step()
		}
		if s.tok.kind != word && s.tok.kind != quoted {
			s.place = dots
			break
		}
		qualifier = code.Span{Start: whole.Start, End: last.span.End}
		last = s.tok
		whole.End = last.span.End
		s.step()
	}
	return last, qualifier, whole, true
}

// notExists passes the words that may stand between a kind and a name.
func (s *scanner) notExists() {
	s.take("concurrently")
	if s.is("if") {
		s.step()
		s.take("not")
		s.take("exists")
	}
	s.take("only")
}

// group passes what stands in the parentheses at the cursor and what is used in it.
func (s *scanner) group() {
	depth := 0
	for !s.ended() {
		switch {
		case s.mark('('):
			depth++
			s.q.open()
			s.step()
		case s.mark(')'):
			depth--
			s.q.close()
			s.step()
			if depth <= 0 {
				return
			}
		case s.begins():
			s.Partial()
			return
		default:
			s.use()
		}
	}
}

// scan reads to the end of a statement and records what it uses.
func (s *scanner) scan() {
	s.q.verb = keywords[string(s.lower())]
	did := s.q.verb == "do"
	if s.q.verb == "with" {
		defer s.b.PushScope(lang.ScopeFunction)()
	}
	for n := 0; !s.ended(); n++ {
		switch {
		case s.mark('('):
			s.q.open()
			s.step()
		case s.mark(')'):
			s.q.close()
			s.step()
		case n > 0 && s.q.depth == 0 && s.q.verb != "grant" && s.q.verb != "revoke" && s.begins():
			return
		case did && s.tok.kind == dollar:
			s.body(s.tok)
		default:
			s.use()
		}
	}
}

// comments reads COMMENT ON kind name IS 'text': it documents what the file defined before.
func (s *scanner) comments() {
	s.step()
	if !s.take("on") {
		s.scan()
		return
	}
	column := s.is("column")
	s.step()
	if s.is("view") {
		s.step()
	}
	last, qualifier, _, ok := s.name()
	for !s.ended() && !s.is("is") {
		s.step()
	}
	s.take("is")
	if ok && (s.tok.kind == text || s.tok.kind == dollar) {
		table := s.src[qualifier.Start:qualifier.End]
		table = bytes.Trim(table[bytes.LastIndexByte(table, '.')+1:], "\"`[]")
		s.document(string(s.src[last.inner.Start:last.inner.End]), string(table), column, s.Text(s.tok.inner, lang.MaxDoc))
	}
	for !s.ended() && !s.begins() {
		s.step()
	}
}

// document gives the newest definition of that name a doc, unless a comment
// gave it one.
func (s *scanner) document(name, table string, column bool, doc string) {
	const near = 3000 // what is documented stands close above
	for i := s.Len() - 1; i >= max(0, s.Len()-near); i-- {
		d := s.Definition(int32(i))
		if d.Name != name || column != (d.Kind == code.KindField) {
			continue
		}
		if column && (d.Container == code.NoDefinition || s.Definition(d.Container).Name != table) {
			continue
		}
		if d.Doc == "" {
			d.Doc = code.FirstSentence(doc, lang.MaxDoc)
		}
		return
	}
}

// copy reads COPY; rows that follow a COPY FROM stdin are a text.
func (s *scanner) copy() {
	s.step()
	if !s.mark('(') {
		s.table(code.RoleWrite)
	}
	stdin, from := false, false
	for !s.ended() && !s.begins() {
		switch {
		case s.is("from"):
			from = true
			s.step()
		case s.is("stdin"):
			stdin = from
			s.step()
		case s.tok.kind == text:
			s.Value(s.tok.inner)
			s.step()
		case s.mark('('):
			s.group()
		default:
			s.step()
		}
	}
	if stdin && s.tok.kind == semi {
		s.rows()
	}
}

// rows passes the lines below the cursor's up to the one that ends them.
func (s *scanner) rows() {
	start := s.eol(s.at) + 1
	if start >= s.limit {
		return
	}
	stop := s.limit
	if bytes.HasPrefix(s.src[start:], []byte("\\.")) {
		stop = start
	} else if j := bytes.Index(s.src[start:s.limit], []byte("\n\\.")); j >= 0 {
		stop = start + j + 1
	} else {
		s.Partial()
	}
	s.stringRegion(start, stop)
	s.at = s.eol(stop)
	s.first = true
}
