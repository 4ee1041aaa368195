package clang

import "bytes"

// lexer splits a text into tokens. Comments vanish, and so do directives, of
// which only what divides the text (#if) stays in the stream.
type lexer struct {
	src      []byte
	at       int
	end      int
	cpp      bool
	first    bool
	tokens   []token
	macros   []macro
	includes []include
	lastMark int // tokens when the last directive was read
	// guarded is set for a file that guards itself against being included
	// twice, which only headers do.
	guarded    bool
	guard      []byte      // the name that the first directive tests
	code       int         // behind the last of a directive that is no comment
	remarks    [][2]uint32 // comments, collected in a part and in directives
	directives []directive
	inside     bool // a directive is being read
	part       bool
	head       int // offset of the first thing that is not a comment, -1 before
	line, seen int // where the line of the last token begins, and that token
}

// macro is a #define.
type macro struct {
	nameStart, nameEnd uint32
	start, end         uint32 // from the # to the end of the last line
	params             []string
	function           bool
	bodyStart, bodyEnd uint32
}

// include is an #include or an import.
type include struct {
	start, end uint32 // what stands between the quotes or brackets
	angle      bool
	module     bool // a C++20 import
}

// lex reads the whole text.
func lex(src []byte, cpp bool) *lexer {
	l := &lexer{src: src, end: len(src), cpp: cpp, first: true, head: -1, tokens: make([]token, 0, len(src)/4+16)}
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		l.at = 3
	}
	l.run()
	return l
}

// lexPart reads src[start:end], the body of a macro.
func lexPart(src []byte, start, end uint32, cpp bool) *lexer {
	l := &lexer{src: src, at: int(start), end: int(end), cpp: cpp, part: true}
	l.run()
	return l
}

func (l *lexer) add(k kind, start, end int) {
	if l.head < 0 {
		l.head = start
	}
	if n := bytes.LastIndexByte(l.src[l.seen:start], '\n'); n >= 0 {
		l.line = l.seen + n + 1
	}
	l.seen = start
	t := token{start: uint32(start), end: uint32(end), column: uint32(start - l.line), kind: k, first: l.first}
	if k == kindName {
		t.word = keyword(l.src[start:end], l.cpp)
	}
	l.first = false
	l.tokens = append(l.tokens, t)
}

func (l *lexer) peek(n int) byte {
	if l.at+n < l.end {
		return l.src[l.at+n]
	}
	return 0
}

func (l *lexer) run() {
	for l.at < l.end {
		start := l.at
		c := l.src[start]
		switch {
		case c == '\n':
			l.first = true
			l.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			l.at++
		case letter(c):
			l.name()
		case digit(c) || c == '.' && digit(l.peek(1)):
			l.number()
		case c == '"' || c == '\'':
			l.quoted(start, c)
		case c == '/' && (l.peek(1) == '/' || l.peek(1) == '*'):
			l.comment()
		case c == '#' && l.first:
			l.directive()
		case c == '\\' && (l.peek(1) == '\n' || l.peek(1) == '\r'):
			l.at += 2
			if l.src[start+1] == '\r' && l.at < l.end && l.src[l.at] == '\n' {
				l.at++
			}
		case c == ':' && l.peek(1) == ':':
			l.at += 2
			l.add(kindScope, start, l.at)
		case c == '-' && l.peek(1) == '>':
			l.at += 2
			l.add(kindArrow, start, l.at)
		case c == '.' && l.peek(1) == '.' && l.peek(2) == '.':
			l.at += 3
			l.add(kindEllipsis, start, l.at)
		default:
			l.at++
			if c > ' ' && c != 0x7f {
				l.add(c, start, l.at)
			}
		}
	}
}

func (l *lexer) name() {
	start := l.at
	for l.at < l.end && (letter(l.src[l.at]) || digit(l.src[l.at])) {
		l.at++
	}
	if l.at < l.end && l.at-start <= 3 && (l.src[l.at] == '"' || l.src[l.at] == '\'') {
		switch string(l.src[start:l.at]) {
		case "L", "u", "U", "u8":
			l.quoted(start, l.src[l.at])
			return
		case "R", "LR", "uR", "UR", "u8R":
			if l.cpp && l.src[l.at] == '"' {
				l.raw(start)
				return
			}
		}
	}
	l.add(kindName, start, l.at)
}

func (l *lexer) number() {
	start := l.at
	for l.at < l.end {
		c := l.src[l.at]
		switch {
		case letter(c) || digit(c) || c == '.':
		case c == '\'' && l.at+1 < l.end && (digit(l.src[l.at+1]) || letter(l.src[l.at+1])):
		case (c == '+' || c == '-') && (l.src[l.at-1]|0x20 == 'e' || l.src[l.at-1]|0x20 == 'p') && !hexadecimal(l.src[start:l.at]):
		default:
			l.add(kindNumber, start, l.at)
			return
		}
		l.at++
	}
	l.add(kindNumber, start, l.at)
}

// hexadecimal reports whether the e before a sign is a digit, not an exponent.
func hexadecimal(s []byte) bool {
	return len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && s[len(s)-1]|0x20 == 'e'
}

// quoted reads a string or character that ends on its line.
func (l *lexer) quoted(start int, quote byte) {
	for l.at++; l.at < l.end; l.at++ {
		switch l.src[l.at] {
		case '\\':
			l.at++
			if l.at+1 < l.end && l.src[l.at] == '\r' && l.src[l.at+1] == '\n' {
				l.at++
			}
		case '\n':
			l.add(quote, start, l.at)
			return
		case quote:
			l.at++
			l.add(quote, start, l.at)
			return
		}
	}
	l.at = min(l.at, l.end)
	l.add(quote, start, l.at)
}

// raw reads R"tag( ... )tag".
func (l *lexer) raw(start int) {
	open := bytes.IndexByte(l.src[l.at:min(l.at+20, l.end)], '(')
	if open < 0 {
		l.quoted(start, '"')
		return
	}
	closing := append(append([]byte(")"), l.src[l.at+1:l.at+open]...), '"')
	if n := bytes.Index(l.src[l.at+open:l.end], closing); n >= 0 {
		l.at += open + n + len(closing)
	} else {
		l.at = l.end
	}
	l.add(kindString, start, l.at)
}

func (l *lexer) comment() {
	if l.part || l.inside {
		start := l.at
		defer func() { l.remarks = append(l.remarks, [2]uint32{uint32(start), uint32(l.at)}) }()
	}
	if l.src[l.at+1] == '*' {
		n := bytes.Index(l.src[l.at+2:l.end], []byte("*/"))
		if n < 0 {
			l.at = l.end
			return
		}
		if bytes.IndexByte(l.src[l.at:l.at+2+n], '\n') >= 0 {
			l.first = true
		}
		l.at += n + 4
		return
	}
	l.at = l.lineEnd(l.at)
}

// lineEnd is the end of the line that holds offset at, joined lines included.
func (l *lexer) lineEnd(at int) int {
	for at < l.end {
		n := bytes.IndexByte(l.src[at:l.end], '\n')
		if n < 0 {
			return l.end
		}
		at += n
		before := at - 1
		if before >= 0 && l.src[before] == '\r' {
			before--
		}
		if before < 0 || l.src[before] != '\\' {
			return at
		}
		at++
	}
	return l.end
}
