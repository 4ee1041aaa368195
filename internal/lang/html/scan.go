package html

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// Limits of one file. What lies beyond them is left out quietly.
const (
	maxDepth   = 24      // nesting of elements with an id that counts
	maxLook    = 512     // open elements searched for one that a tag closes
	maxHeading = 4096    // bytes of a heading
	maxIsland  = 8192    // bytes of a template tag
	maxCode    = 1 << 14 // bytes of an expression
)

// A file of braces that do not close is not searched again and again: once
// maxWaste bytes were read for nothing, an end has to be within fewCode.
const (
	maxWaste = 1 << 22
	fewCode  = 256
)

// scanner reads one file tag by tag.
type scanner struct {
	*outline.Outline
	b     *lang.Builder
	src   []byte
	at    int
	mode  mode
	stack []element
	floor int // the open elements that a tag cannot close while it is read
	open  []section
	attrs []attribute
	php   bool // there are islands of PHP
	// last is the offset of the last "-->" once lastKnown.
	last      int
	lastKnown bool
	// wasted counts the bytes looked through for ends that were not there.
	wasted int
}

// element is an element, or a Svelte block, whose end has not come.
type element struct {
	name code.Span
	// depth is how many definitions were open before its own, -1 when it has none.
	depth int
	// scope restores the scope before it, nil when it has none of its own.
	scope func()
}

// section is an open definition: an element with an id (level 0) or a
// heading's section.
type section struct {
	definition int32
	level      int
}

// attribute is one attribute of the tag being read. value is empty without
// one; quote is its delimiter, '{' for an expression, 0 for a bare word.
type attribute struct {
	name, value code.Span
	quote       byte
}

func extract(src []byte, b *lang.Builder, m mode) {
	s := &scanner{Outline: outline.New(src, b, outline.MaxHeadings), b: b, src: src, mode: m}
	s.at = s.Start()
	if m == astro {
		s.frontMatter()
	}
	for s.at < len(src) {
		before := s.at
		s.next()
		s.at = max(s.at, before+1) // whatever the text is, the scan ends
	}
	s.popTo(0, len(src))
	s.closeSections(0, len(src))
	if s.php {
		b.Embed("php", code.Span{Start: 0, End: uint32(len(src))}, lang.Whole)
	}
	s.Finish()
}

// next reads up to the next tag or template tag and acts on it.
func (s *scanner) next() {
	i := bytes.IndexAny(s.src[s.at:], "<{")
	if i < 0 {
		s.at = len(s.src)
		return
	}
	s.at += i
	if s.src[s.at] == '{' {
		s.brace()
		return
	}
	rest := s.src[s.at:]
	if len(rest) < 2 {
		s.at = len(s.src)
		return
	}
	switch c := rest[1]; {
	case c == '!':
		s.declaration()
	case c == '?':
		s.instruction()
	case c == '%':
		s.at = max(s.island(s.at), s.at+1)
	case c == '/':
		s.closeTag()
	case isLetter(c):
		s.tag()
	case c == '>' && s.mode != page: // a fragment
		s.at += 2
	default:
		s.at++
	}
}

// declaration reads a comment, a doctype or a CDATA section.
func (s *scanner) declaration() {
	rest := s.src[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		end := len(s.src)
		if n := bytes.Index(rest[2:], []byte("-->")); n >= 0 { // "<!-->" is one
			end = s.at + 2 + n + 3
		} else {
			s.Partial()
		}
		span := code.Span{Start: uint32(s.at), End: uint32(end)}
		if bytes.HasPrefix(rest, []byte("<!--[if")) || bytes.HasPrefix(rest, []byte("<!--<![")) || end-s.at < len("<!---->")+1 {
			s.EndHeader()
			s.Region(span)
		} else {
			s.Comment(span)
		}
		s.at = end
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.skipPast("]]>")
	default:
		s.EndHeader()
		s.skipPast(">")
	}
}

// skipPast moves behind the next end, or to the end of the file.
func (s *scanner) skipPast(end string) {
	if n := bytes.Index(s.src[s.at:], []byte(end)); n >= 0 {
		s.at += n + len(end)
	} else {
		s.at = len(s.src)
	}
}

// instruction steps over "<?...?>" and notes that it is PHP.
func (s *scanner) instruction() {
	rest := s.src[s.at:]
	if s.isPHP(s.at) {
		s.php = true
	} else if !bytes.HasPrefix(rest, []byte("<?xml")) {
		s.skipPast(">")
		return
	}
	s.skipPast("?>")
}

func (s *scanner) isPHP(i int) bool {
	return bytes.HasPrefix(s.src[i:], []byte("<?php")) || bytes.HasPrefix(s.src[i:], []byte("<?=")) || bytes.HasPrefix(s.src[i:], []byte("<?PHP"))
}

// closeTag reads "</name>".
func (s *scanner) closeTag() {
	from := s.at + 2
	to := s.name(from)
	start := s.at
	switch end := bytes.IndexAny(s.src[to:], "<>"); {
	case end < 0:
		s.at = len(s.src)
		s.Partial()
	case s.src[to+end] == '<': // another tag before it has ended
		s.at = max(to+end, s.at+1)
		s.Partial()
	default:
		s.at = to + end + 1
	}
	if from == to {
		return
	}
	s.popElement(s.src[from:to], start, s.at)
}

// popElement closes the innermost open element called name and those inside it.
func (s *scanner) popElement(name []byte, start, end int) {
	for k := len(s.stack) - 1; k >= s.floor && k >= len(s.stack)-maxLook; k-- {
		e := &s.stack[k]
		if int(e.name.End-e.name.Start) != len(name) || !bytes.EqualFold(s.src[e.name.Start:e.name.End], name) {
			continue
		}
		s.popTo(k+1, start)
		s.popTo(k, end)
		return
	}
}

// popTo closes the open elements from the k-th on at offset end.
func (s *scanner) popTo(k, end int) {
	for n := len(s.stack) - 1; n >= k; n-- {
		e := s.stack[n]
		s.stack = s.stack[:n]
		if e.depth >= 0 {
			s.closeSections(e.depth, end)
		}
		if e.scope != nil {
			e.scope()
		}
	}
}

// closeSections closes the open definitions from the k-th on at offset end.
func (s *scanner) closeSections(k, end int) {
	for n := len(s.open) - 1; n >= k; n-- {
		s.Close(s.open[n].definition, uint32(end))
		s.open = s.open[:n]
	}
}

// container is the definition around what is being read.
func (s *scanner) container() int32 {
	if n := len(s.open); n > 0 {
		return s.open[n-1].definition
	}
	return code.NoDefinition
}

// define adds a definition that goes on until its element or section ends.
func (s *scanner) define(d code.Definition, level int) {
	if len(s.open) >= maxDepth {
		return
	}
	d.Container = s.container()
	if i := s.Open(d); i != code.NoDefinition {
		s.open = append(s.open, section{i, level})
	}
}

// refer records a use of the name at span.
func (s *scanner) refer(span code.Span, role code.Role) {
	s.referTo(s.b.Intern(s.src[span.Start:span.End]), span, role, code.QualifierNone, "")
}

func (s *scanner) referTo(name string, span code.Span, role code.Role, q code.Qualifier, text string) {
	s.EndHeader()
	s.b.AddReferenceIn(code.Reference{Name: name, Span: span, Line: s.Line(span.Start), Role: role, Qualifier: q, QualifierText: text}, s.container())
}

// text records a string.
func (s *scanner) text(from, to int) {
	s.b.Region(code.RegionString, code.Span{Start: uint32(from), End: uint32(to)})
}

// name returns the end of the tag name at i.
func (s *scanner) name(i int) int {
	for i < len(s.src) {
		switch c := s.src[i]; {
		case isSpace(c), c == '/', c == '>', c == '<', c == '"', c == '\'', c == '=', c == '{', c == '}':
			return i
		}
		i++
	}
	return i
}

func (s *scanner) skipSpace(i int) int {
	for i < len(s.src) && isSpace(s.src[i]) {
		i++
	}
	return i
}

// trim is the span without white space at its ends.
func (s *scanner) trim(from, to int) code.Span {
	for from < to && isSpace(s.src[from]) {
		from++
	}
	for to > from && isSpace(s.src[to-1]) {
		to--
	}
	return code.Span{Start: uint32(from), End: uint32(to)}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c >= 0x80 }
