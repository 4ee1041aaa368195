package toml

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// scanner reads one file statement by statement.
type scanner struct {
	*outline.Outline
	src     []byte
	at      int
	end     int // of the last statement
	section int32
	array   bool // the section is an element of an array of tables
	rank    int  // how good the element's name is
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, outline.MaxKeys), src: src, section: code.NoDefinition}
	s.at = s.Start()
	for s.at < len(src) {
		s.statement()
	}
	s.Close(s.section, uint32(s.end))
	s.Finish()
}

func (s *scanner) statement() {
	switch s.src[s.at] {
	case ' ', '\t', '\r', '\n':
		s.at++
	case '#':
		s.comment()
	case '[':
		s.header()
	default:
		s.key()
	}
}

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

func (s *scanner) comment() {
	start := s.at
	s.at = s.eol(start)
	end := s.at
	for end > start && s.src[end-1] == '\r' {
		end--
	}
	s.Comment(code.Span{Start: uint32(start), End: uint32(end)})
}

// header opens the table or array of tables at the cursor.
func (s *scanner) header() {
	start := s.at
	brackets := 1
	if start+1 < len(s.src) && s.src[start+1] == '[' {
		brackets = 2
	}
	i, ok := s.keyEnd(start+brackets, ']')
	name := s.trim(start+brackets, i)
	end := i
	for n := 0; n < brackets && end < len(s.src) && s.src[end] == ']'; n++ {
		end++
	}
	s.Close(s.section, uint32(s.end))
	s.section = code.NoDefinition
	if !ok || end-i != brackets || name.Start == name.End {
		s.Partial()
	}
	if name.Start < name.End {
		span := code.Span{Start: uint32(start), End: uint32(end)}
		s.section = s.Open(code.Definition{Kind: code.KindSection, NameSpan: name, Span: span,
			Container: code.NoDefinition})
		if s.section != code.NoDefinition {
			s.Definition(s.section).Signature = s.Text(span, lang.MaxSignature)
		}
	}
	s.array, s.rank = brackets == 2, 0
	s.at, s.end = end, end
	s.tail()
}

// key reads a key and its value.
func (s *scanner) key() {
	start := s.at
	i, ok := s.keyEnd(start, '=')
	name := s.trim(start, i)
	if !ok || name.Start == name.End {
		s.Partial()
		s.at = max(s.eol(i), s.at+1)
		s.at = min(s.at, len(s.src))
		return
	}
	d := s.Open(code.Definition{Kind: code.KindKey, NameSpan: s.unquoted(name), Span: name, Container: s.section})
	s.at = i + 1
	for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] == '\t') {
		s.at++
	}
	from := s.at
	text, quoted := s.value()
	whole := code.Span{Start: uint32(from), End: uint32(s.at)}
	s.end = s.at
	s.Close(d, uint32(s.at))
	if d != code.NoDefinition {
		s.sign(d, whole)
	}
	if quoted {
		s.describe(name, whole, text)
	}
	s.tail()
}

// sign gives a key its signature: a value on one line as it is when it is
// short or plain, else braces that stand for it.
func (s *scanner) sign(i int32, whole code.Span) {
	d := s.Definition(i)
	value := s.Text(whole, outline.MaxValue)
	if c := s.src[min(int(whole.Start), len(s.src)-1)]; whole.Start < whole.End && (c == '[' || c == '{') &&
		(whole.End-whole.Start > outline.MaxValue || s.Line(whole.Start) != s.Line(whole.End)) {
		d.Signature = d.Name + " " + outline.Braces(c)
		return
	}
	d.Signature = d.Name + " = " + value
}

// describe uses the values that say what a file or an element of an array is.
func (s *scanner) describe(key, whole, text code.Span) {
	name := s.src[key.Start:key.End]
	if string(name) == "description" && (s.section == code.NoDefinition || s.isPackage()) {
		s.SetDoc(s.Text(text, 4*lang.MaxDoc))
	}
	if rank := outline.NameRank(name); s.array && s.section != code.NoDefinition && rank > s.rank {
		s.rank = rank
		d := s.Definition(s.section)
		d.Signature = "[[" + d.Name + "]] " + string(name) + " = " + s.Text(whole, outline.MaxValue)
	}
}

func (s *scanner) isPackage() bool {
	switch s.Definition(s.section).Name {
	case "package", "project", "tool.poetry", "workspace.package":
		return true
	}
	return false
}

// unquoted is a key without the quotes around a single quoted part.
func (s *scanner) unquoted(key code.Span) code.Span {
	text := s.src[key.Start:key.End]
	if c := text[0]; len(text) > 2 && (c == '"' || c == '\'') && bytes.IndexByte(text[1:], c) == len(text)-2 {
		key.Start++
		key.End--
	}
	return key
}

// keyEnd returns the offset of the first stop outside quotes on the line of i,
// or where the line ends or a comment begins.
func (s *scanner) keyEnd(i int, stop byte) (int, bool) {
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; c {
		case stop:
			return i, true
		case '\n', '#':
			return i, false
		case '"', '\'':
			for i++; i < len(s.src) && s.src[i] != c; i++ {
				if s.src[i] == '\n' {
					return i, false
				}
				if c == '"' && s.src[i] == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n' {
					i++
				}
			}
		}
	}
	return len(s.src), false
}

func (s *scanner) trim(start, end int) code.Span {
	for start < end && isBlank(s.src[start]) {
		start++
	}
	for end > start && isBlank(s.src[end-1]) {
		end--
	}
	return code.Span{Start: uint32(start), End: uint32(end)}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// tail steps to the end of the line: only a comment may follow a statement.
func (s *scanner) tail() {
	for s.at < len(s.src) && isBlank(s.src[s.at]) {
		s.at++
	}
	switch {
	case s.at >= len(s.src) || s.src[s.at] == '\n':
	case s.src[s.at] == '#':
		s.comment()
	default:
		s.Partial()
		s.at = s.eol(s.at)
	}
}

// value reads the value at the cursor. For a string, text is what stands
// between its quotes.
func (s *scanner) value() (text code.Span, quoted bool) {
	if s.at >= len(s.src) {
		s.Partial()
		return text, false
	}
	switch c := s.src[s.at]; c {
	case '"', '\'':
		return s.text(c), true
	case '[', '{':
		s.container()
	default:
		start := s.at
		for s.at < len(s.src) && s.src[s.at] != '\n' && s.src[s.at] != '#' {
			s.at++
		}
		v := s.trim(start, s.at)
		s.at = int(v.End)
		if v.Start == v.End {
			s.Partial()
		}
	}
	return text, false
}

// container reads an array or an inline table with all that is nested in it.
// A line that begins like the next statement ends one that is not closed.
func (s *scanner) container() {
	depth := 0
	for s.at < len(s.src) {
		switch c := s.src[s.at]; c {
		case '[', '{':
			depth++
			s.at++
		case ']', '}':
			depth--
			s.at++
			if depth == 0 {
				return
			}
		case '"', '\'':
			s.text(c)
		case '#':
			s.comment()
		case '\n':
			s.at++
			if s.statementAhead() {
				s.at--
				s.Partial()
				return
			}
		default:
			s.at++
		}
	}
	s.Partial()
}

// statementAhead reports whether the line at the cursor looks like a
// statement in the first column: "key = " or "[table]".
func (s *scanner) statementAhead() bool {
	line := bytes.TrimRight(s.src[s.at:min(s.eol(s.at), s.at+200)], " \t\r")
	if len(line) == 0 {
		return false
	}
	if line[0] == '[' {
		return len(line) > 2 && line[len(line)-1] == ']' && !bytes.ContainsAny(line, ",\"' {") && (line[1] < '0' || line[1] > '9')
	}
	i := 0
	for i < len(line) && (line[i] == '_' || line[i] == '-' || line[i] == '.' || 'a' <= line[i]|0x20 && line[i]|0x20 <= 'z' || '0' <= line[i] && line[i] <= '9') {
		i++
	}
	return i > 0 && bytes.HasPrefix(line[i:], []byte(" = "))
}

// text reads the string at the cursor and records the paths in it.
func (s *scanner) text(quote byte) code.Span {
	start := s.at
	triple := []byte{quote, quote, quote}
	if bytes.HasPrefix(s.src[start:], triple) {
		return s.long(start+3, quote, triple)
	}
	i := start + 1
	for i < len(s.src) && s.src[i] != quote && s.src[i] != '\n' {
		if quote == '"' && s.src[i] == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n' {
			i++
		}
		i++
	}
	i = min(i, len(s.src))
	text := code.Span{Start: uint32(start + 1), End: uint32(i)}
	if i < len(s.src) && s.src[i] == quote {
		i++
	} else {
		s.Partial()
	}
	s.at = i
	s.Value(text)
	return text
}

// long reads a multi-line string from behind its opening quotes; up to two
// more quotes may stand before the closing three.
func (s *scanner) long(start int, quote byte, triple []byte) code.Span {
	i := start
	for i < len(s.src) {
		if quote == '"' && s.src[i] == '\\' {
			i += 2
			continue
		}
		if s.src[i] == quote && bytes.HasPrefix(s.src[i:], triple) {
			for n := 0; n < 2 && i+3 < len(s.src) && s.src[i+3] == quote; n++ {
				i++
			}
			s.at = i + 3
			text := code.Span{Start: uint32(start), End: uint32(i)}
			s.Value(text)
			return text
		}
		i++
	}
	s.Partial()
	s.at = len(s.src)
	return code.Span{Start: uint32(min(start, len(s.src))), End: uint32(len(s.src))}
}
