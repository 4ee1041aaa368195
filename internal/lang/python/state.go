package python

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// frame is a class body or a function that the walk is inside of.
type frame struct {
	end        syntax.Node // the first node after it
	definition int32
	body       syntax.Node // of a function; what stands before it belongs outside
	class      bool
	enum       bool
	// initial marks the methods where a class declares its attributes.
	initial bool
	// owner is the class whose attributes receiver.x names; NoDefinition
	// without a receiver.
	owner    int32
	receiver string
	// classReceiver marks a receiver that is the class: cls.
	classReceiver bool
	locals        map[string]*local
	// outer holds the names of global (true) and nonlocal (false) statements.
	outer map[string]bool
}

// member names something in a class or, under NoDefinition, in the module.
type member struct {
	container int32
	name      string
}

// write is an assignment whose meaning is known only at the end of the file:
// it may be the definition of a field or of a global, or another write to it.
type write struct {
	member
	at        syntax.Node // the name
	target    syntax.Node // the whole target: self.x
	statement syntax.Node // the assignment, None in other statements
	enclosing int32
	// score prefers __init__, then an annotation, then what comes first.
	score int
	// typ and value are what is assigned, outer is the value without the names
	// that only its function knows.
	typ, value, outer string
}

// looseName is a name that the module's body binds without defining it.
type looseName struct {
	name       string
	at, from   uint32
	typ, value string
}

// pendingImport is an import whose form depends on __all__ and on later uses.
type pendingImport struct {
	code.Import
	top bool // at the top level of the module
}

type state struct {
	frames  []frame
	defined map[member]int32
	count   int32 // definitions so far
	fields  []write
	globals []write
	// loose are the module's loop and with variables: names without a
	// definition that are nobody else's either.
	loose   []looseName
	imports []pendingImport
	// unused are imported names that may turn out to be imported only to be
	// passed on.
	unused map[string]struct{}
	all    map[string]struct{} // what __all__ lists, nil without one
	// binders are the identifiers that declare type parameters and aliases.
	binders map[syntax.Node]struct{}
	// typeFrom and typeEnd enclose the type expression being walked.
	typeFrom, typeEnd syntax.Node
	// targetEnd ends the target of the "as" being walked.
	targetEnd syntax.Node
	// variable marks the definitions that are type variables.
	variable map[int32]bool
	// generic is set once a class's bases have listed its type parameters.
	generic bool
	// broken is the name of a header that the parser could not place.
	broken syntax.Node
	home   func() // leads back to the module's own scope
}

// stateOf returns the walk's state, made at the first call: a file that is one
// large error has no module node to begin with.
func stateOf(w *lang.Walk) *state {
	if s, ok := w.State.(*state); ok {
		return s
	}
	s := &state{defined: make(map[member]int32), unused: make(map[string]struct{}),
		binders: make(map[syntax.Node]struct{}), variable: make(map[int32]bool), broken: syntax.None}
	// Names that no definition stands for (loop variables) are local to the
	// module. Which those are is known at the end, so the way back to this
	// scope is kept: closing the inner one leads to it from anywhere.
	w.PushScope(lang.ScopeBlock)
	s.home = w.PushScope(lang.ScopeBlock)
	s.home()
	w.State = s
	return s
}

// top returns the innermost frame around n, nil at the module's level.
func (s *state) top(n syntax.Node) *frame {
	for len(s.frames) > 0 && s.frames[len(s.frames)-1].end <= n {
		s.frames = s.frames[:len(s.frames)-1]
	}
	if len(s.frames) == 0 {
		return nil
	}
	return &s.frames[len(s.frames)-1]
}

// note remembers definition i under its name.
func (s *state) note(w *lang.Walk, i int32) int32 {
	d := w.Definition(i)
	key := member{d.Container, d.Name}
	if _, ok := s.defined[key]; !ok {
		s.defined[key] = i
	}
	s.count = max(s.count, i+1)
	return i
}

// owner is the container that a name assigned in frame f belongs to.
func owner(f *frame) int32 {
	if f == nil {
		return code.NoDefinition
	}
	return f.definition
}
