package ruby

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// frameKind says what a frame's body is.
type frameKind uint8

const (
	frameProgram frameKind = iota
	frameClass             // a class, a module or a singleton class
	frameMethod
	frameBlock // sees the local variables around it
)

// frame is a body that the walk is inside of.
type frame struct {
	end  syntax.Node // the first node after it
	kind frameKind
	// owner is the class or module whose body this is, as far as a def or a
	// macro in it makes a member; NoDefinition inside methods.
	owner int32
	// class is the class or module around it, methods included.
	class int32
	// target names the class that members belong to where it stands elsewhere.
	target string
	// static marks the body of "class << self" and of a method on self.
	static bool
	// bare marks a block without parameters, which may use "it" and _1.
	bare bool
	// inMethod marks what is only run when a method is called.
	inMethod bool
	// visibility and module function are what a bare "private" and
	// "module_function" set for the definitions that follow.
	visibility     code.Visibility
	moduleFunction bool
	// span is where its local variables are known, values what they are.
	span   code.Span
	values map[string]string
	// method is the definition whose body it is, node the one that defines it,
	// returns what it returns before its end.
	method  int32
	node    syntax.Node
	returns []string
	// base is where the frame's local variables begin in state.names.
	base int
}

// member names something in a class; under NoDefinition in the file.
type member struct {
	container int32
	name      string
}

type state struct {
	frames []frame
	names  []string // local variables of the frames, outer ones first
	w      *lang.Walk
	// delegated is the chain of what the macro at hand delegates to.
	delegated string
	fields    map[member]int32 // the definition, plus one
	done      syntax.Node      // an identifier that its parent has referred to
	count     int32            // definitions so far
	// enter leads into the scope in which every name that is found to be local
	// is bound, leave back to the file's.
	enter, leave func()
}

// stateOf returns the walk's state, made at the first call.
func stateOf(w *lang.Walk) *state {
	if s, ok := w.State.(*state); ok {
		return s
	}
	s := &state{w: w, fields: make(map[member]int32), done: syntax.None}
	// Leaving the inner one leads into the outer one from anywhere.
	s.leave = w.PushScope(lang.ScopeBlock)
	s.enter = w.PushScope(lang.ScopeBlock)
	s.leave()
	s.frames = append(s.frames, frame{end: syntax.Node(w.Len()), owner: code.NoDefinition, class: code.NoDefinition, method: code.NoDefinition,
		span: code.Span{End: uint32(len(w.Source))}})
	w.State = s
	return s
}

// top returns the innermost frame around n; the file's own is the last.
func (s *state) top(n syntax.Node) *frame {
	k := len(s.frames) - 1
	for k > 0 && s.frames[k].end <= n {
		if f := &s.frames[k]; f.kind == frameMethod {
			s.frames = s.frames[:k+1]
			s.bodyReturns(s.w, f)
		}
		s.names = s.names[:s.frames[k].base]
		k--
	}
	s.frames = s.frames[:k+1]
	return &s.frames[k]
}

// push opens a frame that ends with node n.
func (s *state) push(w *lang.Walk, n syntax.Node, f frame) {
	f.end, f.base = w.After(n), len(s.names)
	f.span, f.values, f.returns = w.Span(n), nil, nil
	if f.kind != frameMethod {
		f.method = code.NoDefinition
	}
	s.frames = append(s.frames, f)
}

// isLocal reports whether name is a variable here: one of the frame's, or of
// the frames around a block.
func (s *state) isLocal(name []byte) bool {
	k := len(s.frames) - 1
	for k > 0 && s.frames[k].kind == frameBlock {
		k--
	}
	for i := len(s.names) - 1; i >= s.frames[k].base; i-- {
		if s.names[i] == string(name) {
			return true
		}
	}
	return false
}

// mostNames bounds the variables of one body that are told apart from method
// calls: a longer list is a generated file.
const mostNames = 2000

// bind makes the name at n a local variable of the innermost frame.
func (s *state) bind(w *lang.Walk, n syntax.Node) { s.bindText(w, w.Text(n)) }

func (s *state) bindText(w *lang.Walk, name []byte) {
	if f := &s.frames[len(s.frames)-1]; len(name) > 0 && !s.isLocal(name) && len(s.names)-f.base < mostNames {
		s.names = append(s.names, w.Intern(name))
	}
}

// local records a use of a local variable.
func (s *state) local(w *lang.Walk, n syntax.Node, role code.Role) {
	s.enter()
	w.Bind(w.Name(n), lang.ScopeBlock)
	w.Refer(n, role, code.QualifierNone, "")
	s.leave()
}

// note remembers that definition i exists.
func (s *state) note(i int32) int32 {
	s.count = max(s.count, i+1)
	return i
}

// ownDoc keeps the walk from looking for the doc comment, which docAbove does.
const ownDoc = " "

// define records a definition that contains what follows in the node.
func (s *state) define(w *lang.Walk, name syntax.Node, d code.Definition, from uint32) int32 {
	d.Doc = ownDoc
	i := s.note(w.Define(name, d))
	w.Definition(i).Doc = docAbove(w, from)
	return i
}

// leaf records a definition that contains nothing.
func (s *state) leaf(w *lang.Walk, name syntax.Node, d code.Definition, from uint32) int32 {
	d.Doc = ownDoc
	i := s.note(w.DefineLeaf(name, d))
	w.Definition(i).Doc = docAbove(w, from)
	return i
}

// settle gives a member what its frame says: visibility, static, owner.
func (f *frame) settle(d *code.Definition) {
	if f.static {
		d.Modifiers |= code.ModStatic
	}
	d.Exported = !f.inMethod
	if d.Kind.IsCallable() || d.Kind == code.KindProperty {
		d.Visibility = f.visibility
		if f.moduleFunction {
			d.Modifiers |= code.ModStatic
		}
	}
	if d.ContainerName == "" {
		d.ContainerName = f.target
	}
	if d.Visibility == code.VisibilityPrivate || d.Visibility == code.VisibilityProtected {
		d.Exported = false
	}
}

// find returns the last definition of a name directly in a container.
func (s *state) find(w *lang.Walk, container int32, name string, want func(*code.Definition) bool) *code.Definition {
	for i := s.count - 1; i > container; i-- {
		if d := w.Definition(i); d.Container == container && d.Name == name && want(d) {
			return d
		}
	}
	return nil
}

// literalName returns the text and the span of a symbol or a string without
// interpolation, its marks left out.
func literalName(w *lang.Walk, n syntax.Node) (code.Span, bool) {
	s := w.Span(n)
	switch w.Kind(n) {
	case "simple_symbol":
		s.Start++
	case "string", "delimited_symbol":
		content := w.NamedChild(n, 0)
		if w.Kind(content) != "string_content" || w.NamedChild(n, 1) != syntax.None {
			return code.Span{}, false
		}
		s = w.Span(content)
	case "hash_key_symbol":
	default:
		return code.Span{}, false
	}
	return s, s.Start < s.End && bytes.IndexByte(w.Source[s.Start:s.End], '\n') < 0
}

func textAt(w *lang.Walk, s code.Span) string { return w.Intern(w.Source[s.Start:s.End]) }
