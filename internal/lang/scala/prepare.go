package scala

import (
	"bytes"
	"slices"

	"sextant/internal/lang/jvm"
)

// prepare rewrites what is valid and the grammar cannot read, byte for byte:
//
//   - an argument that begins on a line of its own, and is not the last one,
//     goes on the line of its arrow: its end is taken for that of a block
//   - a word that only some places reserve is no name to the grammar
//   - an annotation with arguments before a constructor's parameters takes those
//   - a parameter "implicit x: T" stands in no parentheses
//   - an empty list of arguments before another one behind a supertype
func prepare(src []byte) []byte {
	r := repair{src: src}
	r.read()
	return r.out
}

type repair struct {
	src, out []byte
	open     []bracket
	// last is the last byte of code so far, word the word that it ends.
	last   byte
	lastAt int
	word   string
	begins bool // it makes what follows on the next line its body
}

// bracket is an open one.
type bracket struct {
	kind   byte
	after  string // the word before it
	bodies []body
}

// body is an expression that begins on the line after its arrow.
type body struct {
	from, to, indent int
	several          bool // it has several statements
}

// set replaces the byte at an offset.
func (r *repair) set(at int, c byte) {
	if r.out == nil {
		r.out = slices.Clone(r.src)
	}
	r.out[at] = c
}

func (r *repair) blank(from, to int) {
	for ; from < to; from++ {
		if c := r.src[from]; c != '\n' && c != '\r' {
			r.set(from, ' ')
		}
	}
}

func (r *repair) read() {
	src := r.src
	for at := 0; at < len(src); {
		c := src[at]
		if next := past(src, at); next > at {
			if !beginsComment(src, at) {
				r.code(at, c, "")
			}
			at = next
			continue
		}
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case c == '\n':
			r.line(at)
			at++
		case jvm.NameByte(c):
			end := at
			for end < len(src) && jvm.NameByte(src[end]) {
				end++
			}
			r.name(at, end)
			r.code(end-1, src[end-1], string(src[at:end]))
			r.begins = r.word == "else"
			at = end
		default:
			r.sign(at, c)
			at++
		}
	}
}

func (r *repair) code(at int, c byte, word string) {
	r.last, r.lastAt, r.word, r.begins = c, at, word, false
}

func (r *repair) sign(at int, c byte) {
	begins := false
	switch c {
	case '(', '[', '{':
		r.open = append(r.open, bracket{kind: c, after: r.word})
	case ')', ']', '}':
		if k := len(r.open) - 1; k >= 0 {
			begins = c == ')' && r.open[k].after == "if"
			r.open = r.open[:k]
		}
	case '>':
		begins = r.last == '=' && r.lastAt == at-1
	case ',':
		r.argument()
	}
	r.code(at, c, "")
	r.begins = begins
}

// line looks at the line that follows the line end at an offset.
func (r *repair) line(at int) {
	if len(r.open) == 0 || r.open[len(r.open)-1].kind != '(' {
		return
	}
	top := &r.open[len(r.open)-1]
	to := at
	for to < len(r.src) {
		if c := r.src[to]; c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			to++
		} else if beginsComment(r.src, to) {
			to = past(r.src, to)
		} else {
			break
		}
	}
	if to == len(r.src) {
		return
	}
	indent := to - bytes.LastIndexByte(r.src[:to], '\n')
	if r.begins {
		top.bodies = append(top.bodies, body{r.lastAt + 1, to, indent, false})
		return
	}
	if jvm.NameByte(r.src[to]) && !bytes.HasPrefix(r.src[to:], []byte("else")) {
		for i := range top.bodies {
			b := &top.bodies[i]
			b.several = b.several || b.indent == indent && b.to < to
		}
	}
}

// argument ends an argument with a comma.
func (r *repair) argument() {
	if len(r.open) == 0 {
		return
	}
	top := &r.open[len(r.open)-1]
	if !slices.ContainsFunc(top.bodies, func(b body) bool { return b.several }) {
		for _, b := range top.bodies {
			r.join(b.from, b.to)
		}
	}
	top.bodies = nil
}

// join puts what stands between two offsets, blanks and comments, on one line.
func (r *repair) join(from, to int) {
	for at := from; at < to; {
		switch {
		case r.src[at] == '\n' || r.src[at] == '\r':
			r.set(at, ' ')
			at++
		case beginsComment(r.src, at):
			end := past(r.src, at)
			if r.src[at+1] == '/' {
				if end-at < 4 || bytes.Contains(r.src[at:end], []byte("*/")) || bytes.Contains(r.src[at+2:end], []byte("/*")) {
					r.blank(at, end)
				} else {
					r.set(at+1, '*')
					r.set(end-2, '*')
					r.set(end-1, '/')
				}
			}
			at = end
		default:
			at++
		}
	}
}

// name looks at the word between two offsets.
func (r *repair) name(at, end int) {
	src := r.src
	next := int(skipSpace(src, uint32(end)))
	follows := byte('\n')
	if next < len(src) {
		follows = src[next]
	}
	switch string(src[at:end]) {
	case "extension", "inline", "open", "opaque", "infix", "transparent", "enum", "using":
		if r.last == '.' || r.word == "val" || r.word == "var" || r.word == "def" ||
			bytes.IndexByte([]byte(".,):=;|&+-/<>!?"), follows) >= 0 {
			r.set(at, src[at]-'a'+'A')
		}
	case "implicit":
		if r.last != '{' && r.last != '(' || !jvm.NameByte(follows) {
			return
		}
		after := next
		for after < len(src) && jvm.NameByte(src[after]) {
			after++
		}
		if after = int(skipSpace(src, uint32(after))); r.last == '{' && after < len(src) && src[after] == ':' {
			r.parenthesise(at, end)
		}
	case "class":
		r.class(next)
	case "extends", "with":
		for next < len(src) && (jvm.NameByte(src[next]) || src[next] == '.') {
			next++
		}
		if next < len(src) && src[next] == '[' {
			next = closing(src, next)
		}
		if bytes.HasPrefix(src[min(next, len(src)):], []byte("()(")) {
			r.blank(next, next+2)
		}
	}
}

// parenthesise turns "implicit x: T =>" into "(x: T)=>".
func (r *repair) parenthesise(at, end int) {
	line := r.src[end:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	if arrow := bytes.Index(line, []byte(" =>")); arrow >= 0 {
		r.blank(at, end)
		r.set(end-1, '(')
		r.set(end+arrow, ')')
	}
}

// class blanks the annotations with arguments between a class' name and its
// constructor's parameters. The walk reads them: see annotated.
func (r *repair) class(at int) {
	src := r.src
	for at < len(src) && jvm.NameByte(src[at]) {
		at++
	}
	if at < len(src) && src[at] == '[' {
		at = closing(src, at)
	}
	for {
		at = int(skipSpace(src, uint32(at)))
		if at >= len(src) || src[at] != '@' {
			return
		}
		begin := at
		for at++; at < len(src) && (jvm.NameByte(src[at]) || src[at] == '.'); {
			at++
		}
		if at >= len(src) || src[at] != '(' {
			return
		}
		end := closing(src, at)
		r.blank(begin, end)
		at = end
	}
}

// maxBrackets bounds the text between brackets that is looked through (bytes).
const maxBrackets = 1000

// closing is where the bracket that opens at an offset has been closed, else
// the offset itself.
func closing(src []byte, at int) int {
	depth := 0
	for i := at; i < len(src) && i < at+maxBrackets; {
		if next := past(src, i); next > i {
			i = next
			continue
		}
		switch src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return at
}

// beginsComment reports whether a comment begins at an offset.
func beginsComment(src []byte, at int) bool {
	return src[at] == '/' && at+1 < len(src) && (src[at+1] == '/' || src[at+1] == '*')
}

// past is where the comment or the literal that begins at an offset ends, the
// offset itself if none does.
func past(src []byte, at int) int {
	rest := src[at:]
	switch c := rest[0]; {
	case c == '/' && beginsComment(src, at) && rest[1] == '/':
		if end := bytes.IndexByte(rest, '\n'); end >= 0 {
			if rest[end-1] == '\r' {
				end--
			}
			return at + end
		}
		return len(src)
	case c == '/' && beginsComment(src, at):
		depth := 0
		for i := at; i+1 < len(src); i++ {
			switch {
			case src[i] == '/' && src[i+1] == '*':
				depth++
				i++
			case src[i] == '*' && src[i+1] == '/':
				i++
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(src)
	case bytes.HasPrefix(rest, []byte(`"""`)):
		end := bytes.Index(rest[3:], []byte(`"""`))
		if end < 0 {
			return len(src)
		}
		for end += at + 6; end < len(src) && src[end] == '"'; end++ {
		}
		return end
	case c == '"' || c == '`':
		for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
			if rest[i] == '\\' && c == '"' {
				i++
			} else if rest[i] == c {
				return at + i + 1
			}
		}
	case c == '\'' && len(rest) > 2:
		end := bytes.IndexByte(rest[2:min(len(rest), 9)], '\'')
		if rest[1] == '\\' && end >= 0 || end >= 0 && end <= 3 && (end == 0 || rest[1] >= 0x80) {
			return at + 2 + end + 1
		}
	}
	return at
}
