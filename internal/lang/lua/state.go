package lua

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// state is what the walk remembers between nodes.
type state struct {
	// returned is the name that the chunk returns, or whose metatable it sets
	// while returning; shared are the names in a table that it returns.
	returned string
	shared   map[string]bool
	// result is the table constructor that the chunk returns.
	result syntax.Node
	// evidence tells what the file does with a name at its top level.
	evidence map[string]evidence
	// top are the chunk's own definitions by name.
	top map[string]int32
	// globals are the chunk's assigned globals by name.
	global map[string]bool
	// fields are the assigned fields that have a definition: "M.x".
	fields map[string]bool
	// defined are the name nodes of definitions: no references.
	defined map[syntax.Node]bool
	// parents are the names of supertypes.
	parents map[syntax.Node]bool
	// claimed are the tables whose fields are definitions, with their depth.
	claimed map[syntax.Node]int
	frames  []frame
	run     []syntax.Node // the comments seen last, nothing between them
	bundle  bool          // a rockspec: it names package and build
	broken  bool          // the parser gave up somewhere
	// starts are the offsets of the names defined in a broken file.
	starts map[uint32]bool
	// headers are the offsets of names that a broken file's lines define.
	headers map[uint32]bool
}

// evidence is a set of uses that tell a class from a module from a value.
type evidence uint8

const (
	hasFunctions evidence = 1 << iota // function M.f, M.f = function
	hasMethods                        // function M:f
	isMetatable                       // M.__index = , setmetatable(x, M)
)

// frame is a function with a self.
type frame struct {
	end   syntax.Node // the first node after it
	owner string      // whose fields self.x names, "" if unknown
	def   int32       // the definition of the owner around the function
}

// depthLimit bounds the nesting of tables whose fields are definitions:
// deeper ones are data.
const depthLimit = 4

func stateOf(w *lang.Walk) *state {
	if s, ok := w.State.(*state); ok {
		return s
	}
	s := &state{result: syntax.None, shared: make(map[string]bool), evidence: make(map[string]evidence), top: make(map[string]int32),
		global: make(map[string]bool), fields: make(map[string]bool), defined: make(map[syntax.Node]bool),
		parents: make(map[syntax.Node]bool), claimed: make(map[syntax.Node]int)}
	w.State = s
	s.survey(w)
	if s.broken = w.HasErrors(); s.broken {
		s.starts, s.headers = make(map[uint32]bool), make(map[uint32]bool)
		s.surveyLines(w)
	}
	return s
}

// survey looks over the chunk's statements for what later ones say about the
// names that earlier ones define.
func (s *state) survey(w *lang.Walk) {
	assigned := make(map[string]bool)
	passed := make(map[string][]string) // table to the names it is given: M.f = f
	last := syntax.None
	for c := w.FirstChild(w.Root()); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "function_declaration":
			name := w.Child(c, "name")
			mark := hasFunctions
			switch w.Kind(name) {
			case "method_index_expression":
				mark |= hasMethods
				s.mark(w.Name(w.Child(name, "table")), mark)
			case "dot_index_expression":
				s.mark(w.Name(w.Child(name, "table")), mark)
			}
		case "assignment_statement":
			name := w.NamedChild(w.NamedChild(c, 0), 0)
			value := w.NamedChild(w.NamedChild(c, 1), 0)
			switch w.Kind(name) {
			case "identifier":
				assigned[w.Name(name)] = true
			case "dot_index_expression":
				owner := w.Name(w.Child(name, "table"))
				if string(w.Text(w.Child(name, "field"))) == "__index" {
					s.evidence[owner] |= isMetatable
				} else if w.Kind(value) == "function_definition" {
					s.mark(owner, hasFunctions)
				} else if w.Kind(value) == "identifier" {
					passed[owner] = append(passed[owner], w.Name(value))
				}
			}
		case "function_call":
			// setmetatable(M, { __index = Base })
			if base, of := metatable(w, c); base != syntax.None && of != syntax.None {
				s.evidence[w.Name(of)] |= isMetatable
			}
		case "return_statement":
			last = c
		}
	}
	s.bundle = assigned["package"] && assigned["build"]
	s.readReturn(w, w.NamedChild(w.NamedChild(last, 0), 0))
	for _, name := range passed[s.returned] {
		s.shared[name] = true
	}
}

// mark notes evidence for a dotted name, and that its first part has members.
func (s *state) mark(owner string, e evidence) {
	s.evidence[owner] |= e
	if root, _, ok := strings.Cut(owner, "."); ok {
		s.evidence[root] |= hasFunctions
	}
}

// readReturn notes what requiring the file gives.
func (s *state) readReturn(w *lang.Walk, value syntax.Node) {
	if w.Kind(value) == "function_call" && string(w.Text(w.Child(value, "name"))) == "setmetatable" {
		value = w.NamedChild(w.Child(value, "arguments"), 0)
	}
	switch w.Kind(value) {
	case "identifier":
		s.returned = w.Name(value)
	case "table_constructor":
		s.result = value
		s.claimed[value] = 1
		for f := w.FirstChild(value); f != syntax.None; f = w.Next(f) {
			if v := w.Child(f, "value"); w.Kind(v) == "identifier" {
				if name := w.Child(f, "name"); name == syntax.None || string(w.Text(name)) == string(w.Text(v)) {
					s.shared[w.Name(v)] = true
				}
			}
		}
	}
}

// offered reports whether other files get hold of a local of the chunk.
func (s *state) offered(name string) bool { return name == s.returned || s.shared[name] }

// self is the innermost function with a self around n, nil for none.
func (s *state) self(n syntax.Node) *frame {
	for len(s.frames) > 0 && s.frames[len(s.frames)-1].end <= n {
		s.frames = s.frames[:len(s.frames)-1]
	}
	if len(s.frames) == 0 {
		return nil
	}
	return &s.frames[len(s.frames)-1]
}

// atTop reports whether a statement belongs to the chunk itself.
func atTop(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	return p == syntax.None || w.Parent(p) == syntax.None || w.IsError(p) && w.Parent(w.Parent(p)) == syntax.None
}

// place puts definition i among the members of the table called owner.
func (s *state) place(w *lang.Walk, i int32, owner string) {
	d := w.Definition(i)
	if m, ok := s.top[owner]; ok && m != i && w.Definition(m).Kind == code.KindModule && w.Definition(m).Span.Start < d.Span.Start {
		// What a module offers counts as the file's own exports.
		d.Container = m
		return
	}
	d.ContainerName = owner
}

// open reports whether members of the table called owner can be used by
// other files: it is global, or leaves the file.
func (s *state) open(w *lang.Walk, owner string) bool {
	for i := 0; i < len(owner); i++ {
		if owner[i] == '.' || owner[i] == ':' {
			owner = owner[:i]
			break
		}
	}
	if owner == "self" {
		return true
	}
	i, ok := s.top[owner]
	return s.offered(owner) || !ok || w.Definition(i).Exported
}

// name notes that the name at n is a definition's.
func (s *state) name(w *lang.Walk, n syntax.Node) {
	s.defined[n] = true
	if s.broken {
		s.starts[w.Start(n)] = true
	}
}
