package css

import (
	"bytes"

	"sextant/internal/code"
)

// indented reads a sheet in which indentation makes the blocks.
func (s *scanner) indented() {
	var columns []int // of the statements whose blocks are open
	for s.at < len(s.src) {
		column, at := s.column(s.at)
		if at >= len(s.src) {
			return
		}
		if c := s.src[at]; c == '\n' || c == '\r' || c == ';' {
			s.at = at + 1
			continue
		}
		for n := len(columns); n > 0 && column <= columns[n-1]; n-- {
			columns = columns[:n-1]
			s.end(s.lineBefore(at))
		}
		if s.isComment(at) {
			s.indentedComment(at, column)
			continue
		}
		end := s.lineEnd(at)
		span := s.trim(at, end)
		s.at = min(end+1, len(s.src))
		if span.Start == span.End {
			continue
		}
		span = s.unbraced(span)
		block := s.nextColumn() > column
		if !s.shorthand(span, block) {
			if block {
				s.begin(span)
			} else {
				s.declare(span)
			}
		}
		if block {
			columns = append(columns, column)
		}
	}
}

// column returns the column and the offset of the first byte at or after i
// that is no blank. Tabs count as one, as Sass wants one kind throughout.
func (s *scanner) column(i int) (column, at int) {
	for ; i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t'); i++ {
		column++
	}
	return column, i
}

// nextColumn is the column of the next line with anything but a comment on
// it, -1 at the end.
func (s *scanner) nextColumn() int {
	for i := s.at; i < len(s.src); {
		column, at := s.column(i)
		switch {
		case at >= len(s.src):
			return -1
		case s.isComment(at):
			i = s.indentedCommentEnd(at, column)
		case s.src[at] != '\n' && s.src[at] != '\r':
			return column
		default:
			i = at + 1
		}
	}
	return -1
}

// lineBefore is the end of the text before the line that holds offset at.
func (s *scanner) lineBefore(at int) int {
	return bytes.LastIndexByte(s.src[:at], '\n') + 1
}

// indentedComment records the comment at offset at.
func (s *scanner) indentedComment(at, column int) {
	end := s.indentedCommentEnd(at, column)
	s.Comment(code.Span{Start: uint32(at), End: uint32(trimEnd(s.src, at, end))})
	s.at = end
}

// indentedCommentEnd returns the end of the comment at offset at: it goes on
// over every line that is indented deeper than it.
func (s *scanner) indentedCommentEnd(at, column int) int {
	end := s.eol(at)
	if s.src[at+1] == '*' {
		if j := bytes.Index(s.src[at:], []byte("*/")); j >= 0 && at+j+2 > end {
			end = at + j + 2
		}
	}
	for i := end + 1; i < len(s.src); {
		next, first := s.column(i)
		if first >= len(s.src) || next <= column && s.src[first] != '\n' && s.src[first] != '\r' {
			break
		}
		i = s.eol(first) + 1
		if next > column && s.src[first] != '\n' && s.src[first] != '\r' {
			end = i - 1
		}
	}
	return min(end, len(s.src))
}

// lineEnd returns where the statement at start ends: with its line, unless a
// parenthesis is open or the line ends in a comma.
func (s *scanner) lineEnd(start int) int {
	parens := 0
	comma := false
	for i := start; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\n':
			if parens == 0 && !comma || i < s.flat {
				return i
			}
		case c == '"' || c == '\'':
			i = s.text(i) - 1
			comma = false
		case s.isComment(i) && (i == start || isSpace(s.src[i-1])):
			end := s.eol(i)
			if s.src[i+1] == '*' {
				if j := bytes.Index(s.src[i:end], []byte("*/")); j >= 0 {
					end = i + j + 2
				}
			}
			s.Region(code.Span{Start: uint32(i), End: uint32(trimEnd(s.src, i, end))})
			i = end - 1
		case c == '(':
			if stop := s.rawURL(i); stop > 0 {
				i = stop - 1
			} else {
				parens++
			}
			comma = false
		case c == ')':
			parens = max(parens-1, 0)
			comma = false
		case c == ',':
			comma = true
		case !isSpace(c):
			comma = false
		}
	}
	if parens > 0 && start >= s.flat {
		s.Partial()
		s.flat = len(s.src)
		return s.lineEnd(start)
	}
	return len(s.src)
}

// unbraced drops the brace or semicolon that people write out of habit.
func (s *scanner) unbraced(span code.Span) code.Span {
	interpolated := bytes.Contains(s.src[span.Start:span.End], []byte("#{"))
	for span.End > span.Start && (s.src[span.End-1] == ';' || s.src[span.End-1] == '{' || s.src[span.End-1] == '}') {
		if s.src[span.End-1] == '}' && interpolated {
			break
		}
		span.End--
	}
	return s.trim(int(span.Start), int(span.End))
}

// shorthand acts on "=mixin" and "+include", the forms that only the indented
// syntax has; false for anything else.
func (s *scanner) shorthand(span code.Span, block bool) bool {
	next := int(span.Start) + 1
	if next >= int(span.End) || !isWord(s.src[next]) {
		return false
	}
	rest := code.Span{Start: uint32(next), End: span.End}
	switch s.src[span.Start] {
	case '=':
		s.callable(span, rest, "mixin")
		if !block {
			s.end(int(span.End))
		}
	case '+':
		s.EndHeader()
		s.include(rest)
		if block {
			s.push(flowBlock, code.NoDefinition, 0)
			s.using(rest)
		}
	default:
		return false
	}
	return true
}
