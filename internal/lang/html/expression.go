package html

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// reader follows one JavaScript expression of a template.
type reader struct {
	*scanner
	to int
	// classes makes object keys and strings the names of classes.
	classes bool
	// last is the last byte that was no white space or comment, 0 at first.
	last byte
	// word is the keyword just before, "" if none.
	word string
	// chain is where the dotted path before the cursor begins, -1 when
	// something else stands there; dots counts the names in it.
	chain int
	names int
	// objects holds, a bit a brace, whether it is an object's.
	objects uint64
	depth   int // of template literals
}

// expression records what the JavaScript between two offsets uses. It reads
// tokens, not grammar: what it must know of that is which names are members,
// keys, parameters.
func (s *scanner) expression(from, to int, classes bool) {
	if from >= to || to > len(s.src) {
		return
	}
	if bytes.Contains(s.src[from:to], []byte("=>")) || bytes.Contains(s.src[from:to], []byte("function")) {
		defer s.b.PushScope(lang.ScopeFunction)()
	}
	r := reader{scanner: s, to: to, classes: classes, chain: -1}
	r.read(from)
}

func (r *reader) read(i int) {
	src := r.src[:r.to]
	for i < r.to {
		switch c := src[i]; {
		case isSpace(c):
			i++
			continue
		case c == '"' || c == '\'':
			end := stringEnd(src, i)
			r.text(i, end)
			if r.classes && end > i+1 {
				r.words(code.Span{Start: uint32(i + 1), End: uint32(end - 1)}, r.refer)
			}
			r.set(c)
			i = end
		case c == '`':
			i = r.template(i)
			r.set(c)
		case c == '/' && i+1 < r.to && (src[i+1] == '/' || src[i+1] == '*'):
			end := r.to
			if src[i+1] == '*' {
				if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
					end = i + n + 4
				}
			} else if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
				end = i + n
			}
			r.Region(code.Span{Start: uint32(i), End: uint32(end)})
			i = end
		case c == '/' && r.operand():
			i = regexpEnd(src, i)
			r.set('/')
		case isDigit(c):
			for i < r.to && (isWord(src[i]) || src[i] == '.') {
				i++
			}
			r.set('0')
		case isWord(c):
			i = r.identifier(i)
		default:
			i = r.mark(i)
		}
	}
}

// set notes a token that is no name.
func (r *reader) set(c byte) { r.last, r.word, r.chain = c, "", -1 }

// operand reports whether an operand may stand here, so that a slash begins
// a regular expression.
func (r *reader) operand() bool {
	switch r.last {
	case 0, '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '+', '-', '<', '>':
		return true
	}
	return r.word == "return" || r.word == "typeof"
}

func regexpEnd(src []byte, i int) int {
	class := false
	for j := i + 1; j < len(src); j++ {
		switch c := src[j]; {
		case c == '\\':
			j++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '\n':
			return i + 1
		case c == '/' && !class:
			for j++; j < len(src) && isLetter(src[j]); j++ {
			}
			return j
		}
	}
	return i + 1
}

// mark reads punctuation.
func (r *reader) mark(i int) int {
	src := r.src[:r.to]
	c := src[i]
	switch c {
	case '{':
		object := r.last == 0 || r.operand() && r.last != '>' && r.last != ';' && r.last != '}' || r.last == '('
		r.objects <<= 1
		if object {
			r.objects |= 1
		}
	case '}':
		r.objects >>= 1
	case '(':
		if end := arrowParams(src, i); end > 0 {
			r.pattern(i+1, end-1)
			r.set(')')
			return end
		}
	case '.':
		if bytes.HasPrefix(src[i:], []byte("...")) {
			r.set(',')
			return i + 3
		}
		r.last = '.'
		return i + 1
	case '?':
		if i+1 < r.to && src[i+1] == '.' && !(i+2 < r.to && isDigit(src[i+2])) {
			r.last = '.'
			return i + 2
		}
	case '#':
		i++
	}
	r.set(c)
	return min(i+1, r.to)
}

// arrowParams returns the offset after the parentheses at i when an arrow
// follows them.
func arrowParams(src []byte, i int) int {
	depth := 0
	for j := i; j < len(src) && j < i+400; j++ {
		switch src[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				for j++; j < len(src) && isSpace(src[j]); j++ {
				}
				if bytes.HasPrefix(src[j:], []byte("=>")) {
					return j
				}
				return 0
			}
		}
	}
	return 0
}

// template reads a template literal: its text is a string, what stands in
// ${} is code.
func (r *reader) template(i int) int {
	limit := r.to
	from := i
	for j := i + 1; j < limit; j++ {
		switch c := r.src[j]; {
		case c == '`':
			r.text(from, j+1)
			return j + 1
		case c == '\\':
			j++
		case c == '$' && j+1 < limit && r.src[j+1] == '{':
			end := min(r.closingBrace(j+1), limit)
			r.text(from, j)
			if r.depth < 3 && end > j+2 {
				inner := reader{scanner: r.scanner, to: end - 1, chain: -1, depth: r.depth + 1}
				inner.read(j + 2)
			}
			from, j = end, end-1
		}
	}
	if from < limit {
		r.text(from, limit)
	}
	return limit
}

// identifier reads the word at i.
func (r *reader) identifier(i int) int {
	src := r.src[:r.to]
	end := i
	for end < r.to && isWord(src[end]) {
		end++
	}
	text := src[i:end]
	next := end
	for next < r.to && isSpace(src[next]) {
		next++
	}
	at := byte(0)
	if next < r.to {
		at = src[next]
	}
	if r.last == '.' {
		r.member(i, end, at, next)
		return end
	}
	if isKeyword(text) {
		r.last, r.word, r.chain = 'a', string(text), -1
		return end
	}
	span := code.Span{Start: uint32(i), End: uint32(end)}
	if at == ':' && r.objects&1 == 1 && (r.last == '{' || r.last == ',') { // a key
		if r.classes {
			r.refer(span, code.RoleRead)
		}
		r.set('a')
		return end
	}
	if bytes.HasPrefix(src[next:], []byte("=>")) || r.word == "const" || r.word == "let" || r.word == "var" {
		r.b.Bind(string(text), lang.ScopeBlock)
		r.set('a')
		return end
	}
	if r.classes && r.objects&1 == 1 && (r.last == '{' || r.last == ',') { // { open }
		r.refer(span, code.RoleRead)
		r.set('a')
		return end
	}
	if r.mode == svelte && len(text) > 1 && text[0] == '$' && text[1] != '$' { // a store's value
		span.Start++
	}
	if role := r.role(at, next); role != code.RoleType || !isPrimitive(text) {
		r.refer(span, role)
	}
	r.last, r.word, r.chain, r.names = 'a', "", i, 1
	return end
}

// role is what is done with the name before offset next, at which c stands.
func (r *reader) role(c byte, next int) code.Role {
	src := r.src[:r.to]
	second := byte(0)
	if next+1 < r.to {
		second = src[next+1]
	}
	switch {
	case r.word == "new":
		return code.RoleNew
	case r.word == "as" || r.word == "satisfies":
		return code.RoleType
	case c == '(' || c == '`':
		return code.RoleCall
	case c == '=' && second != '=' && second != '>':
		return code.RoleWrite
	case (c == '+' || c == '-') && (second == '=' || second == c), (c == '*' || c == '/') && second == '=':
		return code.RoleWrite
	}
	return code.RoleRead
}

// member reads a name after a dot.
func (r *reader) member(i, end int, at byte, next int) {
	q, text := code.QualifierOther, ""
	switch {
	case r.word == "this":
		q = code.QualifierSelf
	case r.word == "super":
		q = code.QualifierSuper
	case r.chain >= 0:
		from := r.chain
		to := i - 1
		for to > from && (isSpace(r.src[to]) || r.src[to] == '.' || r.src[to] == '?') {
			to--
		}
		text = strings.ReplaceAll(r.b.Intern(r.src[from:to+1]), "?.", ".")
		q = code.QualifierName
		if r.names > 1 {
			q = code.QualifierPath
		}
	}
	word := r.word
	r.word = ""
	r.referTo(r.b.Intern(r.src[i:end]), code.Span{Start: uint32(i), End: uint32(end)}, r.role(at, next), q, text)
	r.last, r.names = 'a', r.names+1
	if word != "" {
		r.chain = -1
	}
}
