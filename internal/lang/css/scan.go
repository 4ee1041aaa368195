package css

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// Limits of one sheet. What lies beyond them is left out quietly.
const (
	maxDefinitions = 5000
	maxDepth       = 24      // nesting of blocks that become definitions
	maxParts       = 64      // selectors of one rule that become definitions
	maxInterpolate = 512     // bytes of an interpolation
	maxScript      = 1 << 16 // bytes of JavaScript in Less
)

// scanner reads one sheet statement by statement.
type scanner struct {
	*outline.Outline
	b      *lang.Builder
	src    []byte
	syntax dialect
	at     int
	// flat is the offset up to which parentheses are not believed: one that
	// opened before it never closed.
	flat int
	// torn is set when more braces open than close: a rule that begins in the
	// first column is then taken to stand outside the others.
	torn   bool
	frames []frame
	tokens []token // of the selector being read
	parts  []part
}

// block is what an open block is.
type block uint8

const (
	ruleBlock    block = iota
	sectionBlock       // @media and the like: rules inside are as outside
	flowBlock          // @if, @each, @include with content
	callBlock          // @mixin, @function, a Less mixin
	keyframesBlock
	propertiesBlock // nested properties, @font-face: declarations only
)

// frame is one open block.
type frame struct {
	block block
	// first and count are its definitions, all of which end with it.
	first     int32
	count     int32
	container int32    // of what stands inside
	names     []string // the classes that & stands for
	pop       func()   // closes its scope; nil without one
}

func extract(src []byte, b *lang.Builder, syntax dialect) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src, syntax: syntax}
	s.at = s.Start()
	if syntax == sass {
		s.indented()
	} else {
		s.torn = s.unbalanced()
		s.braced()
	}
	if len(s.frames) > 0 && syntax != sass {
		s.Partial()
	}
	for len(s.frames) > 0 {
		s.end(len(src))
	}
	s.Finish()
}

// braced reads a sheet whose blocks are in braces.
func (s *scanner) braced() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case isSpace(c) || c == ';':
			s.at++
		case c == '}':
			s.at++
			if len(s.frames) == 0 {
				s.Partial()
			} else {
				s.end(s.at)
			}
		case s.isComment(s.at):
			end := s.commentEnd(s.at)
			s.Comment(code.Span{Start: uint32(s.at), End: uint32(trimEnd(s.src, s.at, end))})
			s.at = end
		case c == '/' && bytes.HasPrefix(s.src[s.at:], []byte("//")): // no CSS, but written
			end := s.eol(s.at)
			s.Comment(code.Span{Start: uint32(s.at), End: uint32(trimEnd(s.src, s.at, end))})
			s.at = end
		case c == '<' && bytes.HasPrefix(s.src[s.at:], []byte("<!--")):
			s.at += 4
		case c == '-' && bytes.HasPrefix(s.src[s.at:], []byte("-->")):
			s.at += 3
		default:
			s.statement()
		}
	}
}

// statement reads up to what ends it and acts on it.
func (s *scanner) statement() {
	start := s.at
	end, stop := s.until(start)
	s.at = end
	if text := s.trim(start, end); stop == '{' {
		s.at++
		s.begin(text)
	} else {
		s.declare(text)
	}
}

// unbalanced reports whether more braces open than close, comments and
// strings aside.
func (s *scanner) unbalanced() bool {
	depth := 0
	for i := s.at; i < len(s.src); i++ {
		c := s.src[i]
		if !special[c] {
			continue
		}
		switch c {
		case '{':
			depth++
		case '}':
			depth = max(depth-1, 0)
		case '\\':
			i++
		case '"', '\'':
			i = s.quoted(i, len(s.src)) - 1
		case '/':
			if s.isComment(i) && (s.src[i+1] == '*' || i == 0 || s.src[i-1] != ':') {
				i = s.commentEnd(i) - 1
			}
		}
	}
	return depth > 0
}

// special marks the bytes that decide where a statement ends.
var special = func() (t [256]bool) {
	for _, c := range []byte("\\\"'`/()#@{};") {
		t[c] = true
	}
	return t
}()

// until returns where the statement at start ends and the byte that ends it,
// 0 at the end of the file. Comments and strings on the way become regions.
func (s *scanner) until(start int) (int, byte) {
	parens, braces := 0, 0
	for i := start; i < len(s.src); {
		c := s.src[i]
		if !special[c] {
			i++
			continue
		}
		switch c {
		case '\\':
			i += 2
			continue
		case '"', '\'':
			i = s.text(i)
			continue
		case '`':
			if s.syntax == less { // JavaScript
				i = s.script(i)
				continue
			}
		case '/':
			if s.isComment(i) {
				end := s.commentEnd(i)
				s.Region(code.Span{Start: uint32(i), End: uint32(trimEnd(s.src, i, end))})
				i = end
				continue
			}
		case '#', '@':
			if i+1 < len(s.src) && s.src[i+1] == '{' && s.interpolates(c) {
				i = s.interpolation(i + 1)
				continue
			}
		case '(':
			if end := s.rawURL(i); end > 0 {
				i = end
				continue
			}
			if i >= s.flat {
				parens++
			}
		case ')':
			parens = max(parens-1, 0)
		case ';':
			if parens == 0 {
				return i, c
			}
		case '{', '}':
			if parens == 0 {
				return i, c
			}
			if s.syntax == less { // a block as an argument
				if c == '{' {
					braces++
				} else {
					braces--
				}
				if braces >= 0 {
					break
				}
			}
			return s.unclosed(start, i)
		}
		i++
	}
	if parens > 0 {
		return s.unclosed(start, len(s.src))
	}
	return len(s.src), 0
}

// unclosed reads the statement at start again without believing the
// parentheses before end, one of which does not close.
func (s *scanner) unclosed(start, end int) (int, byte) {
	s.Partial()
	s.flat = end
	return s.until(start)
}

// frame is the innermost open block, nil at the top level.
func (s *scanner) frame() *frame {
	if n := len(s.frames); n > 0 {
		return &s.frames[n-1]
	}
	return nil
}

// container is the definition around what is being read.
func (s *scanner) container() int32 {
	if f := s.frame(); f != nil {
		return f.container
	}
	return code.NoDefinition
}

// push opens a block with count definitions from first on.
func (s *scanner) push(kind block, first, count int32) *frame {
	f := frame{block: kind, first: first, count: count, container: first}
	if first == code.NoDefinition {
		f.container, f.count = s.container(), 0
	}
	if up := s.frame(); up != nil {
		f.names = up.names
	}
	if s.syntax != plain && len(s.frames) <= maxDepth {
		scope := lang.ScopeBlock
		if kind == callBlock {
			scope = lang.ScopeFunction
		}
		f.pop = s.b.PushScope(scope)
	}
	s.frames = append(s.frames, f)
	return &s.frames[len(s.frames)-1]
}

// end closes the innermost block before offset at.
func (s *scanner) end(at int) {
	n := len(s.frames) - 1
	f := s.frames[n]
	s.frames = s.frames[:n]
	for i := f.first; i < f.first+f.count; i++ {
		s.Close(i, uint32(at))
	}
	if f.pop != nil {
		f.pop()
	}
}

// open adds a definition inside the current block, NoDefinition when the
// nesting is too deep for anyone to read.
func (s *scanner) open(d code.Definition) int32 {
	if len(s.frames) > maxDepth {
		return code.NoDefinition
	}
	d.Container = s.container()
	return s.Open(d)
}
