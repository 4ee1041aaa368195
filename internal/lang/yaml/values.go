package yaml

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// maxKeyLength bounds a key in bytes; YAML itself says 1024.
const maxKeyLength = 1024

// findKey looks for "key:" at offset i. It returns the key without quotes and
// the offset of its colon, -1 when the line does not begin with a key.
func (s *scanner) findKey(i int) (code.Span, int) {
	i = s.properties(i)
	if i >= len(s.src) {
		return code.Span{}, -1
	}
	limit := min(len(s.src), i+maxKeyLength)
	switch c := s.src[i]; c {
	case '"', '\'':
		for j := i + 1; j < limit && s.src[j] != '\n'; j++ {
			if c == '"' && s.src[j] == '\\' {
				j++
			} else if s.src[j] == c {
				if colon := s.blanks(j + 1); colon < len(s.src) && s.src[colon] == ':' && s.ends(colon+1) {
					name := code.Span{Start: uint32(i + 1), End: uint32(j)}
					if name.Start == name.End {
						name = code.Span{Start: uint32(i), End: uint32(j + 1)}
					}
					return name, colon
				}
				return code.Span{}, -1
			}
		}
		return code.Span{}, -1
	case '[', ']', '{', '}', ',', '|', '>', '@', '`', '%', '#', ':':
		return code.Span{}, -1
	}
	for j := i; j < limit; j++ {
		switch s.src[j] {
		case '\n':
			return code.Span{}, -1
		case ':':
			if s.ends(j + 1) {
				end := j
				for end > i && (s.src[end-1] == ' ' || s.src[end-1] == '\t') {
					end--
				}
				return code.Span{Start: uint32(i), End: uint32(end)}, j
			}
		case '#':
			if s.src[j-1] == ' ' || s.src[j-1] == '\t' {
				return code.Span{}, -1
			}
		}
	}
	return code.Span{}, -1
}

// properties steps over anchors and tags.
func (s *scanner) properties(i int) int {
	for i < len(s.src) && (s.src[i] == '&' || s.src[i] == '!') {
		for !s.ends(i) {
			i++
		}
		i = s.blanks(i)
	}
	return i
}

// node reads the value at the cursor. Lines indented more than column, that
// of the entry it belongs to, are part of it.
func (s *scanner) node(column int) {
	s.at = s.properties(s.blanks(s.at))
	if s.at >= len(s.src) {
		return
	}
	switch c := s.src[s.at]; c {
	case '\n', '\r':
		s.at++
		return
	case '#':
		s.comment(s.at)
		return
	case '|', '>':
		s.blockScalar(column)
		return
	case '"', '\'':
		s.quoted(c, column)
	case '[', '{':
		if s.src[s.at] == '{' && s.at+1 < len(s.src) && (s.src[s.at+1] == '{' || s.src[s.at+1] == '%') {
			s.plain(column)
		} else {
			s.flow(c, column)
		}
	default:
		s.plain(column)
	}
	s.rest()
}

// rest steps over what follows a value on its line: a comment, or an error.
func (s *scanner) rest() {
	i := s.blanks(s.at)
	end := s.eol(i)
	if i < len(s.src) && s.src[i] == '#' {
		s.comment(i)
		return
	}
	s.at = min(end+1, len(s.src))
}

// value records a scalar as the value of the innermost entry. text is whole
// without its quotes.
func (s *scanner) value(whole, text code.Span) {
	s.end = int(whole.End)
	s.Value(text)
	n := len(s.open)
	if n == 0 || s.open[n-1].element {
		return
	}
	e := &s.open[n-1]
	if e.definition != code.NoDefinition {
		d := s.Definition(e.definition)
		s.sign(d, ": "+s.Text(whole, outline.MaxValue))
		if e.depth == 1 && d.Name == "description" {
			s.SetDoc(s.Text(text, 4*lang.MaxDoc))
		}
	}
	if n > 1 && s.open[n-2].element {
		s.nameElement(&s.open[n-2], e.name, whole, text)
	}
}

// sign gives a key its signature; the first stays.
func (s *scanner) sign(d *code.Definition, value string) {
	if d.Signature == "" {
		d.Signature = d.Name + value
	}
}

// nameElement names a list element after the value of its name, id or key.
func (s *scanner) nameElement(e *entry, key, whole, text code.Span) {
	rank := outline.NameRank(s.src[key.Start:key.End])
	if e.definition == code.NoDefinition || rank <= e.rank {
		return
	}
	name := s.Text(text, outline.MaxValue)
	if name == "" {
		return
	}
	e.rank = rank
	d := s.Definition(e.definition)
	d.Name = name
	d.Signature = "- " + s.Text(key, outline.MaxValue) + ": " + s.Text(whole, outline.MaxValue)
	d.NameSpan, d.Line = text, s.Line(text.Start)
}

// quoted reads a quoted scalar. One that no line indented enough closes ends
// where the indentation does.
func (s *scanner) quoted(quote byte, column int) {
	start := s.at
	i := start + 1
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\\' && quote == '"' && i+1 < len(s.src) && s.src[i+1] != '\n':
			i++
		case c == quote:
			if quote == '\'' && i+1 < len(s.src) && s.src[i+1] == quote {
				i++
				continue
			}
			s.at = i + 1
			s.value(code.Span{Start: uint32(start), End: uint32(i + 1)}, code.Span{Start: uint32(start + 1), End: uint32(i)})
			return
		case c == '\n' && !s.continues(i+1, column):
			s.Partial()
			s.at = i
			s.value(code.Span{Start: uint32(start), End: uint32(i)}, code.Span{Start: uint32(start + 1), End: uint32(i)})
			return
		}
	}
	s.Partial()
	s.at = len(s.src)
	s.value(code.Span{Start: uint32(start), End: uint32(i)}, code.Span{Start: uint32(start + 1), End: uint32(len(s.src))})
}

// continues reports whether the line at i is empty or indented more than column.
func (s *scanner) continues(i, column int) bool {
	j := s.blanks(i)
	return j-i > column || j >= len(s.src) || s.src[j] == '\n' || s.src[j] == '\r'
}

// flow reads a flow collection. Its keys are not listed; its strings may be paths.
func (s *scanner) flow(opener byte, column int) {
	start, depth := s.at, 0
	i := start
scan:
	for i < len(s.src) {
		switch c := s.src[i]; c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				i++
				break scan
			}
		case '"', '\'':
			i = s.flowString(i, c, column)
			continue
		case '#':
			if i > 0 && s.ends(i-1) {
				end := s.eol(i)
				for end > i && s.src[end-1] == '\r' {
					end--
				}
				s.Comment(code.Span{Start: uint32(i), End: uint32(end)})
				i = end
				continue
			}
		case ' ', '\t', '\r', ',', ':':
		case '\n':
			// The closing bracket often stands at the key's own column.
			if j := s.blanks(i + 1); !s.continues(i+1, column) && s.src[j] != ']' && s.src[j] != '}' && s.src[j] != '#' {
				break scan
			}
		default:
			j := i
			for j < len(s.src) && !flowSeparator(s.src[j]) {
				j++
			}
			s.Value(code.Span{Start: uint32(i), End: uint32(j)})
			i = max(j, i+1)
			continue
		}
		i++
	}
	if depth != 0 {
		s.Partial()
	}
	i = min(i, len(s.src))
	s.at, s.end = i, i
	if n := len(s.open); n > 0 && !s.open[n-1].element && s.open[n-1].definition != code.NoDefinition {
		s.sign(s.Definition(s.open[n-1].definition), " "+outline.Braces(opener))
	}
}

func flowSeparator(c byte) bool {
	switch c {
	case '[', ']', '{', '}', ',', '\n', '"', ' ', '\t', '\r':
		return true
	}
	return false
}

// flowString reads a string inside a flow collection and returns its end. A
// quote inside a plain word opens none.
func (s *scanner) flowString(i int, quote byte, column int) int {
	for j := i + 1; j < len(s.src); j++ {
		switch c := s.src[j]; {
		case c == '\\' && quote == '"':
			j++
		case c == quote:
			s.Value(code.Span{Start: uint32(i + 1), End: uint32(j)})
			return j + 1
		case c == '\n' && !s.continues(j+1, column):
			s.Partial()
			return j
		}
	}
	s.Partial()
	return len(s.src)
}

// plain reads an unquoted scalar and the lines that continue it.
func (s *scanner) plain(column int) {
	start := s.at
	end := s.plainEnd(start)
	next := s.eol(end)
	for column >= 0 && end == s.trimmed(start, next) && next < len(s.src) {
		j := s.blanks(next + 1)
		if j-(next+1) <= column || j >= len(s.src) || s.src[j] == '#' || s.src[j] == '\n' || s.src[j] == '\r' {
			break
		}
		end = s.plainEnd(j)
		next = s.eol(end)
	}
	s.at = end
	v := code.Span{Start: uint32(start), End: uint32(max(end, start))}
	s.value(v, v)
}

// plainEnd returns where the plain scalar at i ends on its line.
func (s *scanner) plainEnd(i int) int {
	line := s.src[i:s.eol(i)]
	for from := 0; ; {
		j := bytes.IndexByte(line[from:], '#')
		if j < 0 {
			break
		}
		if j += from; j > 0 && (line[j-1] == ' ' || line[j-1] == '\t') {
			line = line[:j]
			break
		}
		from = j + 1
	}
	return i + len(bytes.TrimRight(line, " \t\r"))
}

// trimmed returns the end of the text on [start,end) without trailing blanks.
func (s *scanner) trimmed(start, end int) int {
	for end > start && s.ends(end-1) {
		end--
	}
	return end
}

// blockScalar reads a literal or folded scalar: every line indented more than column.
func (s *scanner) blockScalar(column int) {
	start := s.at
	header := s.eol(start)
	if i := bytes.IndexByte(s.src[start:header], '#'); i > 0 && s.ends(start+i-1) {
		end := s.trimmed(start+i, header)
		s.Comment(code.Span{Start: uint32(start + i), End: uint32(end)})
		header = start + i
	}
	head := code.Span{Start: uint32(start), End: uint32(s.trimmed(start, header))}
	next := min(s.eol(start)+1, len(s.src))
	body, end := next, next
	for next < len(s.src) && s.continues(next, column) {
		if column < 0 && (s.marker(next, "---") || s.marker(next, "...")) {
			break
		}
		line := s.eol(next)
		if t := s.trimmed(next, line); t > next {
			end = t
		}
		next = min(line+1, len(s.src))
	}
	s.at = next
	text := code.Span{Start: uint32(body), End: uint32(end)}
	if n := len(s.open); n > 0 && !s.open[n-1].element && s.open[n-1].definition != code.NoDefinition {
		d := s.Definition(s.open[n-1].definition)
		s.sign(d, ": "+s.Text(head, outline.MaxValue))
		if s.open[n-1].depth == 1 && d.Name == "description" {
			s.SetDoc(string(s.src[text.Start:min(text.End, text.Start+4*lang.MaxDoc)]))
		}
	}
	s.Value(text)
	s.end = max(end, int(head.End))
}
