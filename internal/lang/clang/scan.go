package clang

import (
	"strings"

	"sextant/internal/code"
)

// The grammars read a file as if its macros were nothing but names, so one
// unknown macro in a header makes an error of everything around it. Hence
// definitions are not taken from the tree but from the tokens: a scan that
// pairs brackets, drops what conditionals would break, and tells from the
// shape of a declaration what it declares. The tree gives the references.

// item is a definition that the scan has found.
type item struct {
	kind      code.Kind
	name      string
	nameSpan  code.Span
	span      code.Span
	container int32 // item index
	owner     string
	sig       code.Span // the signature: from its first modifier to before the body
	extra     code.Span // the declarator, where the signature is made of two pieces
	typ       code.Span
	callable  bool   // what has the type is a pointer to a function that returns it
	value     string // a macro's: what its text follows from
	mods      code.Modifiers
	vis       code.Visibility
	exported  bool
	supers    []code.Supertype
	params    []code.Param
	body      uint32 // offset of the body's brace, 0 without body
	bases     code.Span
	trailing  bool // a comment behind it on its line documents it
}

// frame is a brace that is open.
type frame struct {
	kind   frameKind
	item   int32  // what definitions inside belong to, -1 at the top
	own    bool   // the item ends with this frame
	more   int    // how many items before that one end with it too
	depth  int    // braces inside a body that are not frames
	indent uint32 // column at which the statement begins
	name   string // of a class
	access code.Visibility
	hidden bool // in an anonymous namespace
	inside decl // what goes on after the brace of a class
}

type frameKind uint8

const (
	frameFile  frameKind = iota
	frameGroup           // a namespace or linkage specification
	frameClass
	frameBody
)

// scanner goes over the tokens of a file.
type scanner struct {
	src    []byte
	cpp    bool
	header bool // the file is made to be included
	tokens []token
	match  []int32
	even   bool // all braces pair up
	frames []frame
	items  []item
	module code.Span   // the declared C++20 module
	extra  []include   // C++20 imports
	lines  []code.Span // where modules are declared and imported
	spaces map[string]bool
}

func (s *scanner) text(i int) []byte { return s.src[s.tokens[i].start:s.tokens[i].end] }

func text(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

func (s *scanner) kind(i int) kind {
	if i < 0 || i >= len(s.tokens) {
		return kindEnd
	}
	return s.tokens[i].kind
}

func (s *scanner) word(i int) word {
	if i < 0 || i >= len(s.tokens) {
		return wordNone
	}
	return s.tokens[i].word
}

// isName reports whether a token is a name and no keyword.
func (s *scanner) isName(i int) bool {
	if s.kind(i) != kindName {
		return false
	}
	w := s.tokens[i].word
	return w == wordNone || w == wordFinal || w == wordOverride
}

// column is the number of bytes before a token on its line.
func (s *scanner) column(i int) uint32 { return s.tokens[i].column }

func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *scanner) run() {
	s.match, s.even = pair(s.tokens)
	s.frames = []frame{{kind: frameFile, item: -1}}
	s.spaces = make(map[string]bool)
	n := len(s.tokens)
	for i := 0; i < n; {
		before := i
		if s.tokens[i].kind == '}' {
			i = s.closing(i)
		} else if s.top().kind == frameBody {
			i = s.inBody(i)
		} else {
			i = s.declaration(decl{start: i}, i)
		}
		if i <= before {
			i = before + 1
		}
	}
	for len(s.frames) > 1 {
		s.pop(uint32(len(s.src)))
	}
}

// push opens a frame that the statement beginning at token start opened.
func (s *scanner) push(f frame, start int) {
	f.indent = s.column(start)
	f.hidden = f.hidden || s.top().hidden
	s.frames = append(s.frames, f)
}

// pop closes the innermost frame at an offset.
func (s *scanner) pop(end uint32) frame {
	f := *s.top()
	s.frames = s.frames[:len(s.frames)-1]
	if f.own && f.item >= 0 {
		for i := 0; i <= f.more; i++ {
			s.end(f.item-int32(i), end)
		}
	}
	return f
}

// end sets where item i and those that end with it end.
func (s *scanner) end(i int32, end uint32) {
	if s.items[i].span.End < end {
		s.items[i].span.End = end
	}
}

// closing handles a closing brace outside of any declaration.
func (s *scanner) closing(i int) int {
	f := s.top()
	if f.kind == frameFile {
		return i + 1
	}
	if !s.even && s.tokens[i].first {
		// Braces do not pair up: trust the indentation of the line.
		col := s.column(i)
		for k := len(s.frames) - 1; k > 0; k-- {
			if s.frames[k].indent == col {
				for len(s.frames)-1 > k {
					s.pop(s.tokens[i].start)
				}
				s.top().depth = 0
				break
			}
			if s.frames[k].depth > 0 && k == len(s.frames)-1 && col > s.frames[k].indent {
				break
			}
		}
		f = s.top()
	}
	if f.depth > 0 {
		f.depth--
		return i + 1
	}
	done := s.pop(s.tokens[i].end)
	if done.kind == frameClass {
		d := done.inside
		d.count = 1
		if !d.typedef && s.unended(i+1) {
			return i + 1
		}
		return s.declaration(d, i+1)
	}
	return i + 1
}

// unended reports whether a declaration begins at token i, so that the type
// before it lacks its semicolon.
func (s *scanner) unended(i int) bool {
	if !s.tokens[i].first || s.kind(i) != kindName {
		return false
	}
	switch s.tokens[i].word {
	case wordNone, wordFinal, wordOverride:
		return s.kind(i+1) == kindName && s.isName(i+1) && s.kind(i+2) == '('
	case wordGroup, wordConst:
		return false
	}
	return true
}

// inBody looks for types and named lambdas among the statements of a function.
func (s *scanner) inBody(i int) int {
	t := &s.tokens[i]
	f := s.top()
	if t.kind == '{' {
		f.depth++
		return i + 1
	}
	if !s.even && t.first && s.escaped(i) {
		for s.top().kind == frameBody && s.column(i) <= s.top().indent {
			s.pop(s.tokens[i-1].end)
		}
		if s.top().kind != frameBody {
			return s.declaration(decl{start: i}, i)
		}
		return i + 1
	}
	if t.kind != kindName || t.word == wordNone {
		return i + 1
	}
	if t.word == wordAccess && !s.even && s.kind(i+1) == ':' {
		// The body of a method is not closed.
		for k := len(s.frames) - 1; k > 0; k-- {
			if s.frames[k].kind == frameClass {
				for len(s.frames)-1 > k {
					s.pop(s.tokens[i-1].end)
				}
				return s.declaration(decl{start: i}, i)
			}
		}
	}
	switch s.kind(i - 1) {
	case '{', '}', ';', ':', ')':
	default:
		if !t.first || !s.isName(i-1) { // behind a macro that needs no semicolon
			return i + 1
		}
	}
	switch t.word {
	case wordClass, wordStruct, wordUnion, wordEnum, wordStatic, wordConst:
		k := i
		for s.word(k) == wordStatic || s.word(k) == wordConst {
			k++
		}
		if s.word(k) == wordBuiltin {
			return s.lambda(i, k)
		}
		if head, ok := s.typeHead(k); ok && head.open >= 0 {
			return s.declaration(decl{start: i, local: true}, i)
		}
	case wordTypedef, wordUsing:
		return s.declaration(decl{start: i, local: true}, i)
	case wordBuiltin, wordConstexpr:
		k := i
		for s.word(k) == wordConstexpr {
			k++
		}
		return s.lambda(i, k)
	}
	return i + 1
}

// lambda defines "auto name = [..](..) {..}" that begins at start; k is auto.
func (s *scanner) lambda(start, k int) int {
	if !s.isName(k+1) || s.kind(k+2) != '=' || s.kind(k+3) != '[' || string(s.text(k)) != "auto" {
		return start + 1
	}
	open, paramsAt := s.lambdaBody(k + 3)
	if open < 0 {
		return start + 1
	}
	it := s.newItem(code.KindFunction, k+1, start)
	it.sig.End = s.tokens[open-1].end
	it.params = s.params(paramsAt)
	it.body = s.tokens[open].start
	it.vis = code.VisibilityPrivate
	s.push(frame{kind: frameBody, item: s.put(it), own: true}, start)
	return open + 1
}

// lambdaBody returns the index of the brace of the lambda whose captures
// begin at token i, and that of its parameters, -1 where there is none.
func (s *scanner) lambdaBody(i int) (open, params int) {
	params = -1
	if s.match[i] < 0 {
		return -1, -1
	}
	for k, steps := int(s.match[i])+1, 0; k < len(s.tokens) && steps < maxHeader; steps++ {
		switch s.tokens[k].kind {
		case '{':
			return k, params
		case '(':
			if s.match[k] < 0 {
				return -1, -1
			}
			if params < 0 {
				params = k
			}
			k = int(s.match[k]) + 1
			continue
		case ';', '}', ',', ')':
			return -1, -1
		}
		k++
	}
	return -1, -1
}

// maxHeader bounds how many tokens are looked at ahead.
const maxHeader = 600

// escaped reports whether a declaration begins at token i that cannot be part
// of the body it stands in, because that lacks its closing brace.
func (s *scanner) escaped(i int) bool {
	f := s.top()
	if s.column(i) > f.indent || s.tokens[i].kind != kindName || i == 0 {
		return false
	}
	switch s.tokens[i].word {
	case wordStatement:
		return false
	case wordClass, wordStruct, wordUnion, wordEnum:
		if head, ok := s.typeHead(i); ok && head.open >= 0 {
			return true
		}
	case wordNamespace, wordTemplate, wordTypedef:
		return true
	}
	words := 0
	for k := i; k < len(s.tokens) && k < i+40; k++ {
		switch s.tokens[k].kind {
		case kindName:
			if s.tokens[k].word == wordStatement {
				return false
			}
			words++
		case kindScope, '*', '&', '~', '<', '>':
		case '(':
			m := s.match[k]
			if words < 2 && s.kind(k-2) != kindScope || m < 0 {
				return false
			}
			for k = int(m) + 1; k < len(s.tokens) && k < int(m)+12; k++ {
				switch s.tokens[k].kind {
				case '{':
					return true
				case ';', '}', '=':
					return false
				}
			}
			return false
		default:
			return false
		}
	}
	return false
}

// newItem makes an item named by token name whose statement begins at start.
func (s *scanner) newItem(k code.Kind, name, start int) item {
	t := s.tokens[name]
	it := item{kind: k, name: text(s.text(name)), nameSpan: code.Span{Start: t.start, End: t.end}, container: s.top().item}
	it.span = code.Span{Start: s.tokens[start].start, End: t.end}
	it.sig = it.span
	return it
}

func (s *scanner) put(it item) int32 {
	s.items = append(s.items, it)
	return int32(len(s.items) - 1)
}
