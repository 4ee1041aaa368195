package sql

import (
	"bytes"

	"sextant/internal/code"
)

// command passes a line that speaks to the client program instead of the
// server, and records the script that it runs.
func (s *scanner) command(start int, fresh bool) bool {
	if !s.first {
		return false
	}
	line := s.src[start:s.eol(start)]
	switch c := line[0]; {
	case c == '\\':
		s.at = start
		if s.psql(start, line); s.at > start {
			return true
		}
	case !fresh:
		if !s.named(line, "delimiter") || bytes.IndexByte(line, '\'') >= 0 { // an option of COPY
			return false
		}
		s.setDelimiter(line)
	case c == '@':
		i := 1
		if len(line) > 1 && line[1] == '@' {
			i = 2
		}
		if i >= len(line) || line[i] == ' ' {
			return false
		}
		s.include(start, start+i)
	case c == '.' && len(line) > 1 && letter(line[1]):
		if s.named(line[1:], "read") {
			s.include(start, start+len(".read"))
		}
	case c == ':' && len(line) > 1 && letter(line[1]):
		if s.named(line[1:], "r") {
			s.include(start, start+len(":r"))
		}
	case s.named(line, "delimiter"):
		s.setDelimiter(line)
	case s.named(line, "source"):
		s.include(start, start+len("source"))
	case s.named(line, "start") && bytes.Contains(line, []byte(".sql")):
		s.include(start, start+len("start"))
	case s.named(line, "rem"), s.named(line, "remark"):
		s.Region(code.Span{Start: uint32(start), End: uint32(start + len(bytes.TrimRight(line, "\r")))})
	case s.sqlplus(line):
	default:
		return false
	}
	if start >= s.recorded {
		s.EndHeader()
	}
	s.at = s.eol(start)
	return true
}

// named reports whether a line begins with a word.
func (s *scanner) named(line []byte, w string) bool {
	return len(line) >= len(w) && bytes.EqualFold(line[:len(w)], []byte(w)) &&
		(len(line) == len(w) || line[len(w)] == ' ' || line[len(w)] == '\t' || line[len(w)] == '\r')
}

// sqlplus reports whether a line is a setting of Oracle's client, which no
// semicolon ends.
func (s *scanner) sqlplus(line []byte) bool {
	words := bytes.Fields(line[:min(len(line), 200)])
	if len(words) == 0 {
		return false
	}
	switch string(bytes.ToLower(words[0])) {
	case "prompt", "spool", "whenever", "define", "undefine", "column", "accept", "pause", "connect", "conn", "ttitle", "btitle", "clear", "host":
		return true
	case "set":
		if len(words) < 2 {
			return false
		}
		switch string(bytes.ToLower(words[1])) {
		case "echo", "serveroutput", "define", "verify", "feedback", "termout", "heading", "linesize", "pagesize", "timing", "trimspool",
			"scan", "sqlblanklines", "escape", "tab", "wrap", "autocommit", "long", "sqlprompt", "concat", "numwidth", "trimout", "ver", "feed",
			"term", "head", "lines", "pages", "sqlterminator", "cmdsep", "trims":
			return true
		}
	}
	return false
}

func (s *scanner) setDelimiter(line []byte) {
	s.delimiter = string(bytes.TrimSpace(line[len("delimiter"):]))
	if s.delimiter == ";" {
		s.delimiter = ""
	}
}

func (s *scanner) psql(start int, line []byte) {
	for _, name := range [...]string{`\ir`, `\i`, `\include_relative`, `\include`} {
		if s.named(line, name) {
			s.include(start, start+len(name))
			return
		}
	}
	if s.named(line, `\copy`) {
		if start >= s.recorded {
			s.Prose(code.Span{Start: uint32(start), End: uint32(start + len(line))})
		}
		if low := bytes.ToLower(line); bytes.Contains(low, []byte("from stdin")) || bytes.Contains(low, []byte("from pstdin")) {
			s.at = s.eol(start)
			s.rows()
		}
	}
}

// include records the script named from i to the end of the line. One whose
// name holds a variable is none.
func (s *scanner) include(start, i int) {
	stop := s.eol(start)
	for i < stop && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	from := i
	if i < stop && (s.src[i] == '\'' || s.src[i] == '"') {
		q := s.src[i]
		i++
		from = i
		for i < stop && s.src[i] != q {
			i++
		}
	} else {
		for i < stop && s.src[i] != ' ' && s.src[i] != '\t' && s.src[i] != ';' && s.src[i] != '\r' {
			i++
		}
	}
	name := s.src[from:i]
	if len(name) == 0 || bytes.ContainsAny(name, "$&:") || start < s.recorded {
		return
	}
	s.recorded = start + 1
	span := code.Span{Start: uint32(from), End: uint32(i)}
	s.b.AddImport(code.Import{Specifier: s.b.Intern(name), Form: code.ImportInclude, Span: span, Line: s.Line(span.Start)})
}
