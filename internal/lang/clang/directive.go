package clang

import "bytes"

// directive is a line that begins with #, up to its end.
type directive struct {
	start, body, end uint32 // body is where what follows the keyword begins
	use              use
}

// use says what the names in a directive are.
type use uint8

const (
	useNone   use = iota
	useTest       // a condition
	useExpand     // the text of a macro
	useUndef
)

// directive reads a line that begins with #.
func (l *lexer) directive() {
	start, at := l.at, len(l.directives)
	l.directives = append(l.directives, directive{start: uint32(start)})
	l.inside = true
	l.readDirective(start, &l.directives[at])
	l.inside = false
	l.directives[at].end = uint32(l.at)
}

func (l *lexer) readDirective(start int, d *directive) {
	if l.head < 0 {
		l.head = start
	}
	earlier := l.lastMark
	l.lastMark = len(l.tokens)
	l.at++
	l.blanks()
	from := l.at
	for l.at < l.end && letter(l.src[l.at]) {
		l.at++
	}
	d.body = uint32(l.at)
	switch string(l.src[from:l.at]) {
	case "define":
		l.define(start)
		d.use = useExpand
		if n := len(l.macros); n > 0 && l.macros[n-1].start == uint32(start) {
			d.body = l.macros[n-1].bodyStart
		}
		return
	case "undef":
		d.use = useUndef
	case "include", "include_next", "import":
		l.include()
	case "if":
		d.use = useTest
		l.blanks()
		k := kindIf
		if l.peek(0) == '0' && !letter(l.peek(1)) && !digit(l.peek(1)) {
			k = kindDead
		}
		l.mark(k, start)
	case "ifdef":
		d.use = useTest
		l.mark(kindIf, start)
	case "ifndef":
		d.use = useTest
		if l.guard == nil && earlier == 0 && len(l.tokens) == 0 && len(l.macros) == 0 {
			l.blanks()
			l.guard = l.word()
		}
		l.mark(kindIf, start)
	case "else":
		l.mark(kindElse, start)
	case "elif", "elifdef", "elifndef":
		d.use = useTest
		l.mark(kindElse, start)
	case "endif":
		l.mark(kindEndif, start)
	case "pragma":
		l.blanks()
		if string(l.word()) == "once" {
			l.guarded = true
		}
	}
	l.skipLine()
}

// mark adds a token that divides the stream.
func (l *lexer) mark(k kind, start int) {
	l.tokens = append(l.tokens, token{start: uint32(start), end: uint32(l.at), kind: k, first: true})
}

func (l *lexer) blanks() {
	for l.at < l.end {
		switch c := l.src[l.at]; {
		case c == ' ' || c == '\t':
			l.at++
		case c == '\\' && l.peek(1) == '\n':
			l.at += 2
		case c == '\\' && l.peek(1) == '\r' && l.peek(2) == '\n':
			l.at += 3
		case c == '/' && l.peek(1) == '*':
			n := bytes.Index(l.src[l.at+2:l.end], []byte("*/"))
			if n < 0 {
				return
			}
			l.remarks = append(l.remarks, [2]uint32{uint32(l.at), uint32(l.at + n + 4)})
			l.at += n + 4
		default:
			return
		}
	}
}

// word reads a name and returns it.
func (l *lexer) word() []byte {
	start := l.at
	for l.at < l.end && (letter(l.src[l.at]) || digit(l.src[l.at])) {
		l.at++
	}
	return l.src[start:l.at]
}

// skipLine goes to the end of the line; a block comment on it may be longer.
func (l *lexer) skipLine() {
	for l.at < l.end {
		switch c := l.src[l.at]; {
		case c == '\n':
			return
		case c == '\\':
			l.at++
			if l.peek(0) == '\r' {
				l.at++
			}
			l.at++
		case c == '/' && l.peek(1) == '*':
			l.comment()
		case c == '/' && l.peek(1) == '/':
			l.comment()
			return
		case c == '"':
			l.literal()
			l.code = l.at
		default:
			l.at++
			if c != ' ' && c != '\t' && c != '\r' {
				l.code = l.at
			}
		}
	}
	l.at = min(l.at, l.end)
}

// literal passes over a string inside a directive.
func (l *lexer) literal() {
	for l.at++; l.at < l.end; l.at++ {
		switch l.src[l.at] {
		case '\\':
			l.at++
		case '\n':
			return
		case '"':
			l.at++
			return
		}
	}
	l.at = min(l.at, l.end)
}

func (l *lexer) define(start int) {
	l.blanks()
	m := macro{start: uint32(start), nameStart: uint32(l.at)}
	name := l.word()
	m.nameEnd = uint32(l.at)
	if len(l.macros) == 0 && len(name) > 0 && bytes.Equal(name, l.guard) && len(l.tokens) == 1 {
		l.guarded = true
	}
	if l.peek(0) == '(' {
		m.function = true
		l.parameters(&m)
	}
	l.blanks()
	m.bodyStart = uint32(l.at)
	l.skipLine()
	end := max(l.code, int(m.bodyStart))
	for end == int(m.bodyStart) && end > int(m.nameEnd) && (l.src[end-1] == ' ' || l.src[end-1] == '\t') {
		end--
	}
	m.bodyStart = min(m.bodyStart, uint32(end))
	m.bodyEnd, m.end = uint32(end), uint32(end)
	if len(name) > 0 {
		l.macros = append(l.macros, m)
	}
}

// maxParameters bounds what is kept of a parameter list.
const maxParameters = 200

func (l *lexer) parameters(m *macro) {
	for l.at++; l.at < l.end; {
		l.blanks()
		switch c := l.peek(0); {
		case c == ')':
			l.at++
			return
		case c == '\n' || l.at >= l.end:
			return
		case letter(c):
			if name := l.word(); len(m.params) < maxParameters {
				m.params = append(m.params, text(name))
			}
		case c == '.':
			if l.peek(1) == '.' && l.peek(2) == '.' {
				l.at += 2
				if len(m.params) < maxParameters {
					m.params = append(m.params, "...")
				}
			}
			l.at++
		default:
			l.at++
		}
	}
}

func (l *lexer) include() {
	l.blanks()
	closing := byte('"')
	switch l.peek(0) {
	case '<':
		closing = '>'
	case '"':
	default:
		return
	}
	l.at++
	start := l.at
	for l.at < l.end && l.src[l.at] != closing && l.src[l.at] != '\n' {
		l.at++
	}
	if l.at > start && l.peek(0) == closing {
		l.includes = append(l.includes, include{start: uint32(start), end: uint32(l.at), angle: closing == '>'})
	}
	if l.peek(0) == closing {
		l.at++
	}
}
