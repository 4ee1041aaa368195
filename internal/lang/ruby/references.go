package ruby

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxChain bounds how many links of a chain of calls or scopes are looked
// through: beyond it a chain counts as any expression.
const maxChain = 16

// identifier handles a bare word: a binding, a local variable or a call.
func identifier(w *lang.Walk, n syntax.Node) {
	if w.Start(n) == w.End(n) {
		return // made up by error recovery
	}
	s := stateOf(w)
	f := s.top(n)
	if n == s.done {
		return
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "call":
		if w.Field(n) == "method" {
			return // call refers to it with what stands before
		}
	case "method", "singleton_method":
		if w.Field(n) == "name" {
			return
		}
	case "setter", "alias", "variable_reference_pattern":
		return
	case "undef":
		w.Refer(n, code.RoleWrite, code.QualifierNone, "")
		return
	case "method_parameters", "block_parameters", "lambda_parameters", "destructured_parameter", "splat_parameter",
		"hash_splat_parameter", "block_parameter", "left_assignment_list", "rest_assignment", "destructured_left_assignment",
		"exception_variable":
		s.bind(w, n)
		s.bound(w, n, p)
		return
	case "optional_parameter", "keyword_parameter", "as_pattern":
		if w.Field(n) == "name" {
			s.bind(w, n)
			s.bound(w, n, p)
			return
		}
	case "keyword_pattern":
		if w.Field(n) == "value" {
			s.bind(w, n)
			s.bound(w, n, p)
			return
		}
	case "array_pattern", "find_pattern", "alternative_pattern", "parenthesized_pattern":
		s.bind(w, n)
		s.bound(w, n, p)
		return
	case "in_clause", "match_pattern", "test_pattern", "for":
		if w.Field(n) == "pattern" {
			s.bind(w, n)
			s.bound(w, n, p)
			return
		}
	case "assignment":
		if w.Field(n) == "left" {
			s.bind(w, n)
			s.bound(w, n, p)
			return
		}
	case "operator_assignment":
		if w.Field(n) == "left" {
			if s.isLocal(w.Text(n)) {
				s.local(w, n, code.RoleWrite)
				s.bound(w, n, p)
			} else {
				s.bind(w, n)
				s.bound(w, n, p)
			}
			return
		}
	case "ERROR":
		if n > 0 && w.Kind(n-1) == "def" {
			return // a header that salvage defines
		}
	case "body_statement", "program", "block_body", "then":
		if f.owner != code.NoDefinition || f.kind == frameProgram {
			if f.modifier(w.Text(n)) {
				return
			}
		}
	}
	text := w.Text(n)
	switch {
	case notName(text):
	case s.isLocal(text), f.implicit(text):
		s.local(w, n, code.RoleRead)
	default:
		w.Refer(n, code.RoleCall, code.QualifierNone, "")
	}
}

// notName reports whether a word that the parser gives as a name is none:
// __FILE__, or a keyword that error recovery left over.
func notName(text []byte) bool {
	switch string(text) {
	case "__FILE__", "__LINE__", "__ENCODING__", "end", "do", "then", "else", "def", "class", "module":
		return true
	}
	return false
}

// implicit reports whether name is a parameter that a block has without
// writing it.
func (f *frame) implicit(name []byte) bool {
	return f.bare && (string(name) == "it" || len(name) == 2 && name[0] == '_' && name[1] >= '1' && name[1] <= '9')
}

// modifier applies a bare private, protected, public or module_function, which
// holds for the definitions that follow.
func (f *frame) modifier(word []byte) bool {
	switch string(word) {
	case "private":
		f.visibility, f.moduleFunction = code.VisibilityPrivate, false
	case "protected":
		f.visibility, f.moduleFunction = code.VisibilityProtected, false
	case "public":
		f.visibility, f.moduleFunction = code.VisibilityPublic, false
	case "module_function":
		f.visibility, f.moduleFunction = code.VisibilityUnstated, true
	default:
		return false
	}
	return true
}

func constant(w *lang.Walk, n syntax.Node) {
	if w.Start(n) == w.End(n) {
		return
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "class", "module", "scope_resolution", "method", "singleton_method":
		if w.Field(n) == "name" {
			return
		}
	case "call":
		if w.Field(n) == "method" {
			return
		}
	case "assignment", "operator_assignment":
		if w.Field(n) == "left" {
			s := stateOf(w)
			if s.top(n).inMethod {
				w.Refer(n, code.RoleWrite, code.QualifierNone, "")
			}
			return
		}
	case "left_assignment_list":
		if s := stateOf(w); !s.top(n).inMethod {
			s.leaf(w, n, code.Definition{Kind: code.KindConstant, Signature: w.Name(n), Exported: true}, w.Start(n))
			return
		}
	case "alias":
		return
	case "ERROR":
		if n > 0 && (w.Kind(n-1) == "class" || w.Kind(n-1) == "module") {
			return
		}
	}
	w.Refer(n, constantRole(w, n, p), code.QualifierNone, "")
}

// scopeResolution refers to the last name of A::B.
func scopeResolution(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "class", "module":
		if w.Field(n) == "name" {
			return
		}
	case "assignment", "operator_assignment":
		if w.Field(n) == "left" {
			return
		}
	}
	s := stateOf(w)
	s.top(n)
	q, text := s.qualifier(w, w.Child(n, "scope"))
	w.Refer(name, constantRole(w, n, p), q, text)
}

// constantRole says what the constant that ends at n is used for.
func constantRole(w *lang.Walk, n, p syntax.Node) code.Role {
	switch w.Kind(p) {
	case "superclass":
		return code.RoleInherit
	case "element_reference":
		if w.Kind(w.Parent(p)) == "superclass" && w.Field(n) == "object" {
			return code.RoleInherit
		}
	case "exceptions", "pattern", "as_pattern", "in_clause", "keyword_pattern", "array_pattern", "find_pattern", "hash_pattern",
		"alternative_pattern", "match_pattern", "test_pattern":
		if w.Field(n) != "value" || w.Kind(p) == "as_pattern" || w.Kind(p) == "keyword_pattern" {
			return code.RoleType
		}
	case "call":
		if w.Field(n) == "receiver" && string(w.Text(w.Child(p, "method"))) == "new" {
			return code.RoleNew
		}
	case "argument_list":
		if mixin(w, w.Parent(p)) {
			return code.RoleInherit
		}
	}
	return code.RoleRead
}

// mixin reports whether a call takes modules into a class.
func mixin(w *lang.Walk, c syntax.Node) bool {
	if w.Kind(c) != "call" || w.Child(c, "receiver") != syntax.None {
		return false
	}
	switch string(w.Text(w.Child(c, "method"))) {
	case "include", "extend", "prepend":
		return true
	}
	return false
}

// isTarget reports whether n is assigned to, and whether it is read as well.
func isTarget(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(w.Parent(n)) {
	case "assignment", "operator_assignment":
		return w.Field(n) == "left"
	case "left_assignment_list", "rest_assignment", "destructured_left_assignment", "exception_variable":
		return true
	case "for":
		return w.Field(n) == "pattern"
	}
	return false
}

// shared handles @x, @@x and $x: the first assignment in a class defines a
// field, the first one in the file a global.
func shared(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := s.top(n)
	kind := w.Kind(n)
	role := code.RoleRead
	q := code.QualifierSelf
	if kind == "global_variable" {
		q = code.QualifierNone
	}
	p := w.Parent(n)
	if w.Kind(p) == "alias" {
		return
	}
	if isTarget(w, n) {
		role = code.RoleWrite
		if s.sharedDefinition(w, f, n, kind) {
			return
		}
	}
	w.Refer(n, role, q, "")
}

// sharedDefinition records the first assignment to n, if there is a place
// where it belongs.
func (s *state) sharedDefinition(w *lang.Walk, f *frame, n syntax.Node, kind string) bool {
	key := member{f.class, w.Name(n)}
	d := code.Definition{Kind: code.KindField, Visibility: code.VisibilityPrivate, Doc: ownDoc}
	if kind == "global_variable" {
		key.container = code.NoDefinition
		if c := w.Source[w.Start(n)+1]; c != '_' && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z') || w.End(n)-w.Start(n) < 3 {
			return false // $0, $! and the like are Ruby's own
		}
		d.Kind, d.Visibility, d.Exported = code.KindVariable, code.VisibilityUnstated, true
	} else if f.class == code.NoDefinition {
		return false
	}
	statement := w.Parent(n)
	value := ""
	switch w.Kind(statement) {
	case "assignment", "operator_assignment":
		value = s.chainOf(w, w.Child(statement, "right"))
	}
	if i := s.fields[key]; i > 0 {
		// Another value; the names in it are looked up where the first one stands.
		if d := w.Definition(i - 1); value != "" && (d.Value == "" || !s.startsLocal(value)) {
			if d.Value == "" {
				d.ValueAt = w.Start(n)
			}
			d.Value = code.ChainOr(d.Value, value)
		}
		return false
	}
	d.Value, d.ValueAt = value, w.Start(n)
	d.Span = w.Span(n)
	d.Signature = w.Name(n)
	if k := w.Kind(statement); k == "assignment" || k == "operator_assignment" {
		d.Span = w.Span(statement)
		d.Signature = valueSignature(w, statement, n, w.Child(statement, "right"))
	}
	if kind == "class_variable" || kind == "instance_variable" && (f.static || f.owner != code.NoDefinition) {
		d.Modifiers |= code.ModStatic
	}
	pop := w.PushContainer(key.container)
	i := s.note(w.DefineLeaf(n, d))
	s.fields[key] = i + 1
	w.Definition(i).Doc = docAbove(w, d.Span.Start)
	pop()
	return true
}

// pair handles f(name:), which reads name.
func pair(w *lang.Walk, n syntax.Node) {
	key := w.Child(n, "key")
	if w.Kind(key) != "hash_key_symbol" || w.Child(n, "value") != syntax.None {
		return
	}
	s := stateOf(w)
	s.top(n)
	if text := w.Text(key); s.isLocal(text) {
		s.local(w, key, code.RoleRead)
	} else if len(text) > 0 && (text[0] >= 'a' || text[0] == '_') {
		w.Refer(key, code.RoleCall, code.QualifierNone, "")
	}
}

// keywordPattern handles in {name:}, which binds name.
func keywordPattern(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	s.top(n)
	if key := w.Child(n, "key"); w.Child(n, "value") == syntax.None && w.Kind(key) == "hash_key_symbol" {
		s.bind(w, key)
	}
}

// pinned handles in ^name, which reads a variable.
func pinned(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	s.top(n)
	if name := w.Child(n, "name"); w.Kind(name) == "identifier" {
		s.local(w, name, code.RoleRead)
	}
}

// block opens the frame of { } and do end.
func block(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := *s.top(n)
	f.kind = frameBlock
	if w.Kind(w.Parent(n)) != "lambda" {
		f.bare = w.Child(n, "parameters") == syntax.None
		s.bodyOf(w, &f, w.Parent(n))
	}
	s.push(w, n, f)
}

func lambda(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	f := *s.top(n)
	f.kind, f.bare = frameBlock, w.Child(n, "parameters") == syntax.None
	s.push(w, n, f)
}

// blockParameters binds a block's parameters before its body; a parameter
// hides a variable of the same name, which is the same to a reader.
func blockParameters(w *lang.Walk, n syntax.Node) { stateOf(w).top(n) }
