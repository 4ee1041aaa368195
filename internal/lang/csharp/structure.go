package csharp

import (
	"bytes"

	"sextant/internal/code"
)

// A file with syntax errors is read a second time, by its braces alone: which
// types and namespaces it has and how far they reach. The parser loses these
// first, over one #if around half a declaration or one brace too few, while
// what is inside them it mostly finds.

// block is a type or a namespace with braces, or one that ends in a semicolon.
type block struct {
	kind code.Kind
	// name is where its name stands, start where its modifiers begin, open
	// where its header ends and end where its body does (bytes).
	name             code.Span
	start, open, end uint32
	parent           int32 // index of the block around it, or -1
	column           uint32
}

// part is a member that has a body: a method, a constructor or a property.
type part struct {
	kind             code.Kind
	name             code.Span
	start, open, end uint32
}

// brace is an open brace; block and part are the indexes of what it belongs
// to, or -1. Those of an extension block are in its type as if it were not there.
type brace struct {
	block, part int32
	extension   bool
}

// branch is an #if that has not ended: the braces open where it began, and
// those that its last finished branch left open. Where very many are open it
// is not followed.
type branch struct {
	followed bool
	before   []brace
	left     []brace
}

// scanner reads the structure of one source.
type scanner struct {
	src      []byte
	at       uint32
	braces   []brace
	branches []branch
	blocks   []block
	twins    map[int32]int32 // the same type's header in an earlier branch: its index + 1
	half     int32           // a header that its branch ended after: its index + 1
	header   block           // kind is unknown while none is being read
	previous byte            // the last byte that was not white space
	file     int32           // the namespace that holds the rest of the file, or -1
	unclosed bool
	line     code.Span // the line looked at last
	parts    []part
	member   member
}

// outline is the structure of a source.
type outline struct {
	blocks   []block // by where they open
	parts    []part
	balanced bool // every brace has its partner
}

// maxBranches bounds nested #if, and maxOpen the braces that each remembers.
const (
	maxBranches = 256
	maxOpen     = 500
)

// structure reads the types, the namespaces and their members with bodies.
func structure(src []byte) outline {
	s := &scanner{src: src, file: -1, twins: make(map[int32]int32)}
	for s.at < uint32(len(src)) {
		s.step()
	}
	end := uint32(len(src))
	for _, b := range s.braces {
		s.close(b, end)
	}
	if s.file >= 0 {
		s.blocks[s.file].end = end
	}
	return outline{s.blocks, s.parts, !s.unclosed && len(s.braces) == 0}
}

func (s *scanner) step() {
	c := s.src[s.at]
	switch {
	case c == '\n' || c == ' ' || c == '\t' || c == '\r':
		s.at++
		return
	case c == '#' && s.firstOnLine():
		s.directive()
		return
	case c == '/' && s.next("//"):
		s.at = s.lineEnd()
		return
	case c == '/' && s.next("/*"):
		s.skipPast("*/", 2)
		return
	case c == '"' || c == '\'' || c == '$' || c == '@' && s.at+1 < uint32(len(s.src)) && (s.src[s.at+1] == '"' || s.src[s.at+1] == '$'):
		s.at = literalEnd(s.src, s.at)
		c = '"'
	case c == '{':
		s.open()
	case c == '}':
		if n := len(s.braces); n > 0 {
			s.close(s.braces[n-1], s.at+1)
			s.braces = s.braces[:n-1]
		} else {
			s.unclosed = true
		}
		s.header.kind = code.KindUnknown
		s.member = member{}
		s.at++
	case c == ';':
		s.semicolon()
	case wordByte(c):
		s.word()
		return
	default:
		s.punctuation(c)
		s.at++
	}
	s.previous = c
}

func (s *scanner) next(text string) bool { return bytes.HasPrefix(s.src[s.at:], []byte(text)) }

// lineAt returns the line around a place; lines may be long, so one is kept.
func (s *scanner) lineAt(at uint32) code.Span {
	if at < s.line.Start || at > s.line.End || s.line.End == 0 {
		s.line = code.Span{Start: lineStart(s.src, at), End: uint32(len(s.src))}
		if i := bytes.IndexByte(s.src[at:], '\n'); i >= 0 {
			s.line.End = at + uint32(i)
		}
	}
	return s.line
}

func (s *scanner) lineEnd() uint32 { return s.lineAt(s.at).End }

func (s *scanner) skipPast(text string, from uint32) {
	if i := bytes.Index(s.src[s.at+from:], []byte(text)); i >= 0 {
		s.at += from + uint32(i+len(text))
		return
	}
	s.at = uint32(len(s.src))
}

func (s *scanner) firstOnLine() bool { return blank(s.src, s.lineAt(s.at).Start, s.at) }

// parent is the block around the place that is being read, or -1.
func (s *scanner) parent() int32 {
	for i := len(s.braces) - 1; i >= max(len(s.braces)-maxClimb, 0); i-- {
		if s.braces[i].block >= 0 {
			return s.braces[i].block
		}
	}
	return s.file
}

// open pushes the brace at s.at: the body of the header before it, or another.
func (s *scanner) open() {
	b := brace{block: -1, part: -1}
	switch {
	case s.header.kind != code.KindUnknown:
		b.block = s.add(s.at)
		if s.half > 0 {
			s.blocks[s.half-1].open = s.at
			s.twins[b.block], s.half = s.half, 0
		}
	case s.member.words == 1 && string(s.src[s.member.last.Start:s.member.last.End]) == "extension":
		b.block, b.extension = s.parent(), true
	default:
		b.part = s.addPart()
	}
	s.member = member{}
	s.braces = append(s.braces, b)
	s.at++
}

// add records the header that has been read.
func (s *scanner) add(open uint32) int32 {
	s.header.open, s.header.end, s.header.parent = open, open, s.parent()
	s.blocks = append(s.blocks, s.header)
	s.header.kind = code.KindUnknown
	return int32(len(s.blocks) - 1)
}

// close ends what a brace opened, and the headers of it in other branches.
func (s *scanner) close(b brace, end uint32) {
	if b.extension {
		return
	}
	if b.part >= 0 {
		s.parts[b.part].end = end
	}
	for i := b.block; i >= 0; i = s.twins[i] - 1 {
		s.blocks[i].end = end
	}
}

// semicolon ends a header without a body.
func (s *scanner) semicolon() {
	s.at++
	s.member = member{}
	if s.header.kind == code.KindUnknown {
		return
	}
	namespace := s.header.kind == code.KindNamespace
	i := s.add(s.at)
	if namespace && len(s.braces) == 0 {
		s.file = i
	}
}

// directive follows #if: each branch begins with the braces that the first
// one began with, and what the last one leaves open goes on after #endif.
func (s *scanner) directive() {
	line := bytes.TrimLeft(s.src[s.at+1:s.lineEnd()], " \t")
	s.at = s.lineEnd()
	n := len(s.branches)
	switch {
	case bytes.HasPrefix(line, []byte("if")):
		if n < maxBranches {
			b := branch{followed: len(s.braces) <= maxOpen}
			if b.followed {
				b.before = append(b.before, s.braces...)
			}
			s.branches = append(s.branches, b)
		}
	case bytes.HasPrefix(line, []byte("el")) && n > 0:
		if s.member.name.End > 0 && s.member.params == 0 {
			if i := s.addPart(); i >= 0 { // a method's header; its body follows #endif
				s.parts[i].open, s.parts[i].end = s.parts[i].name.End, s.parts[i].name.End
			}
		}
		s.member = member{}
		if s.header.kind != code.KindUnknown {
			s.half = s.add(s.header.name.End) + 1
		}
		if b := &s.branches[n-1]; b.followed {
			b.left = s.braces
			s.braces = append([]brace(nil), b.before...)
		}
	case bytes.HasPrefix(line, []byte("endif")) && n > 0:
		b := s.branches[n-1]
		s.branches = s.branches[:n-1]
		if len(b.left) == len(s.braces) {
			for i := range b.left {
				if x, y := b.left[i].block, s.braces[i].block; x >= 0 && y > x {
					s.twins[y] = x + 1
				}
			}
		}
	}
}

// word reads a word and, after a keyword that begins a type or a namespace,
// the name that follows.
func (s *scanner) word() {
	start := s.at
	for s.at < uint32(len(s.src)) && wordByte(s.src[s.at]) {
		s.at++
	}
	before := s.previous
	s.previous = 'a'
	s.memberWord(code.Span{Start: start, End: s.at})
	kind := code.KindUnknown
	switch string(s.src[start:s.at]) {
	case "class":
		kind = code.KindClass
	case "struct":
		kind = code.KindStruct
	case "interface":
		kind = code.KindInterface
	case "enum":
		kind = code.KindEnum
	case "namespace":
		kind = code.KindNamespace
	case "record":
		kind = code.KindRecord
	default:
		return
	}
	// After these a keyword is a constraint, an attribute's target, a member.
	switch before {
	case '.', ':', ',', '(', '@':
		return
	}
	at := s.space(s.at)
	name := code.Span{Start: at, End: at}
	for name.End < uint32(len(s.src)) && (wordByte(s.src[name.End]) || kind == code.KindNamespace && s.src[name.End] == '.') {
		name.End++
	}
	if name.Start == name.End || !letter(s.src[name.Start:]) {
		return
	}
	if kind == code.KindRecord {
		switch string(s.src[name.Start:name.End]) {
		case "class", "struct":
			kind = code.KindRecord
			at = s.space(name.End)
			name = code.Span{Start: at, End: at}
			for name.End < uint32(len(s.src)) && wordByte(s.src[name.End]) {
				name.End++
			}
			if name.Start == name.End {
				return
			}
		default:
			// "record" is a word like any other elsewhere.
			if after := s.space(name.End); after >= uint32(len(s.src)) || bytes.IndexByte([]byte("({:<;"), s.src[after]) < 0 || before == '=' || before == ')' {
				return
			}
		}
	}
	line := s.lineAt(start).Start
	first := s.space(line)
	if s.header.kind != code.KindUnknown {
		s.add(s.header.name.End) // its body is missing
	}
	s.header = block{kind: kind, name: name, start: start, column: first - line}
	if onlyWords(s.src[first:start]) {
		s.header.start = first
	}
	s.at = name.End
}
