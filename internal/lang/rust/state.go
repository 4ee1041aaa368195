package rust

import (
	"math"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// state is what the walk remembers across nodes.
type state struct {
	lead        lead
	lets        []let
	names       []string // bound by the lets, in order
	blocks      []block  // around the walk, those with lets that hold
	impls       []traitImpl
	definitions int32 // how many there are
	// attributeEnd ends the attribute that is being walked.
	attributeEnd syntax.Node
	// itemMacro is the macro around the walk that stands where items do, up to
	// itemsEnd; body is the braces of the item bodyOf that was found in it.
	itemMacro, itemsEnd, body syntax.Node
	bodyOf                    int32
	salvagedFrom              int32 // the first definition that salvage made
	items                     bool  // anything but comments and attributes has been met
	// fileDoc, docString and fileHeader are what may be said about the file:
	// in doc comments, in an attribute, in ordinary comments.
	fileDoc, fileHeader code.Span
	docString           string
}

func stateOf(w *lang.Walk) *state {
	if s, ok := w.State.(*state); ok {
		return s
	}
	s := &state{lead: lead{next: syntax.None}, body: syntax.None, salvagedFrom: math.MaxInt32}
	w.State = s
	return s
}

// let is a pattern whose names hold from a node on, until the block ends:
// "let x = x();" calls another x.
type let struct {
	pattern     syntax.Node // the first node after the pattern
	from, until syntax.Node
	names       int // where its names begin in state.names
}

// block is a block and how many scopes its lets have opened.
type block struct {
	until  syntax.Node
	scopes int
}

// maxLets bounds the scopes that one block opens for its lets; after that
// they share the last one, so that looking up a name stays cheap.
const maxLets = 64

// settle opens the scopes of the lets that hold at n.
func (s *state) settle(w *lang.Walk, n syntax.Node) {
	for len(s.lets) > 0 {
		l := &s.lets[len(s.lets)-1]
		if l.from > n {
			return
		}
		if n < l.until && len(s.names) > l.names {
			if s.opened(n, l.until) <= maxLets {
				w.PushScope(lang.ScopeBlock)
			}
			for _, name := range s.names[l.names:] {
				w.Bind(name, lang.ScopeBlock)
			}
		}
		s.names = s.names[:l.names]
		s.lets = s.lets[:len(s.lets)-1]
	}
}

// opened counts one more scope in the block that ends at until.
func (s *state) opened(n, until syntax.Node) int {
	for len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].until <= n {
		s.blocks = s.blocks[:len(s.blocks)-1]
	}
	if len(s.blocks) == 0 || s.blocks[len(s.blocks)-1].until != until {
		s.blocks = append(s.blocks, block{until: until})
	}
	b := &s.blocks[len(s.blocks)-1]
	b.scopes++
	return b.scopes
}
