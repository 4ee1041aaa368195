package markdown

import "bytes"

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// fence returns the length of the fence that a line opens, 0 for none. An
// opening of backquotes has none after it.
func fence(line []byte) int {
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 3 || line[0] != '`' && line[0] != '~' || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	return n
}

// level returns how many marks make a line a heading, 0 when it is none.
func level(line []byte) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n > 6 || n < len(line) && !isBlank(line[n]) {
		return 0
	}
	return n
}

// underline reports whether a line consists of one repeated mark.
func underline(line []byte) bool {
	for _, c := range line {
		if c != line[0] {
			return false
		}
	}
	return true
}

// rule reports whether a line is a thematic break: three or more of one of
// the marks with nothing but blanks between.
func rule(line []byte) bool {
	if line[0] != '-' && line[0] != '*' && line[0] != '_' {
		return false
	}
	n := 0
	for _, c := range line {
		switch {
		case c == line[0]:
			n++
		case !isBlank(c):
			return false
		}
	}
	return n >= 3
}

// item returns how far behind a list marker its content begins, 0 when the
// line opens no list item.
func item(line []byte) int {
	n := 0
	switch c := line[0]; {
	case c == '-' || c == '*' || c == '+':
		n = 1
	case '0' <= c && c <= '9':
		for n < len(line) && n < 9 && '0' <= line[n] && line[n] <= '9' {
			n++
		}
		if n == len(line) || line[n] != '.' && line[n] != ')' {
			return 0
		}
		n++
	default:
		return 0
	}
	if n == len(line) {
		return n + 1
	}
	blanks := 0
	for n+blanks < len(line) && isBlank(line[n+blanks]) {
		blanks++
	}
	switch {
	case blanks == 0:
		return 0
	case blanks > 4: // the content is indented code
		blanks = 1
	}
	return n + blanks
}

// rawElement returns the closing tag of an element that is kept as it is.
func rawElement(line []byte) string {
	for _, name := range [...]string{"pre", "script", "style", "textarea"} {
		if len(line) > len(name) && bytes.EqualFold(line[1:len(name)+1], []byte(name)) &&
			(len(line) == len(name)+1 || line[len(name)+1] == '>' || isBlank(line[len(name)+1])) {
			return "</" + name + ">"
		}
	}
	return ""
}
