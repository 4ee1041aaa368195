package golang

import "sextant/internal/lang"

// scopes says which names are local at the point the walk has reached. In Go
// a local name exists from its declaration on (x := x reads the outer x), so
// the answer depends on when it is asked; the Builder's own scopes are read
// only at the end. They serve here as two drawers: one scope in which every
// name that is ever local is bound, and the top level.
type scopes struct {
	b       *lang.Builder
	toLocal func() // makes the drawer of local names the Builder's scope
	toTop   func() // makes the top level the Builder's scope
	inLocal bool
	inner   map[string]int32 // by name: 1 + index in log of its innermost binding, 0 for none
	log     []bound          // the bindings in force, outermost first
	block   int              // length of log where the innermost block began
	end     uint32           // where the innermost block ends (bytes)
	// receiver is 1 + the index in log of the method's receiver, 0 for none.
	receiver int32
}

type bound struct {
	name  string
	outer int32 // what inner said before
}

func newScopes(b *lang.Builder) scopes {
	s := scopes{b: b, inner: make(map[string]int32)}
	s.toTop = b.PushScope(lang.ScopeFunction)
	s.toLocal = b.PushScope(lang.ScopeBlock)
	s.toTop()
	return s
}

// enter chooses the drawer for what is added to the Builder next.
func (s *scopes) enter(local bool) {
	if local == s.inLocal {
		return
	}
	s.inLocal = local
	if local {
		s.toLocal()
	} else {
		s.toTop()
	}
}

// outerBlock is what open hides, for close.
type outerBlock struct {
	block int
	end   uint32
}

// open begins a block that ends at the offset; its result is for close.
func (s *scopes) open(end uint32) outerBlock {
	outer := outerBlock{s.block, s.end}
	s.block, s.end = len(s.log), end
	return outer
}

func (s *scopes) close(outer outerBlock) {
	for i := len(s.log) - 1; i >= s.block; i-- {
		s.inner[s.log[i].name] = s.log[i].outer
	}
	s.log, s.block, s.end = s.log[:s.block], outer.block, outer.end
}

// declare makes the name local until the innermost block ends.
func (s *scopes) declare(name string) {
	if name == "_" || name == "" {
		return
	}
	before, known := s.inner[name]
	if !known {
		s.enter(true)
		s.b.Bind(name, lang.ScopeBlock)
	}
	s.log = append(s.log, bound{name, before})
	s.inner[name] = int32(len(s.log))
}

func (s *scopes) local(name string) bool { return s.inner[name] > 0 }

// declaredHere reports whether the innermost block itself declares the name.
func (s *scopes) declaredHere(name string) bool { return int(s.inner[name]) > s.block }

// isReceiver reports whether the name means the receiver of the method being walked.
func (s *scopes) isReceiver(name string) bool {
	return s.receiver > 0 && s.inner[name] == s.receiver
}
