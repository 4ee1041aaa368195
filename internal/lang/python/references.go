package python

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxChain bounds how many links of a dotted chain, or levels of a nested
// target, are looked through: beyond it a chain counts as any expression.
const maxChain = 16

// refer records a use of the name at n.
func (s *state) refer(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, text string) {
	if q == code.QualifierNone && len(s.unused) > 0 {
		delete(s.unused, w.Name(n))
	}
	w.Refer(n, role, q, text)
}

func identifier(w *lang.Walk, n syntax.Node) {
	if w.Start(n) == w.End(n) {
		return // made up by error recovery
	}
	s := stateOf(w)
	p := w.Parent(n)
	switch w.Kind(p) {
	case "attribute":
		if w.Field(n) == "attribute" {
			return // attribute refers to it with what stands before
		}
		if f := s.top(n); f != nil && f.receiver != "" && string(w.Text(n)) == f.receiver {
			return // said by the qualifier of what follows
		}
	case "keyword_argument", "default_parameter", "typed_default_parameter":
		if w.Field(n) == "name" {
			return
		}
	case "function_definition", "class_definition", "parameters", "lambda_parameters", "typed_parameter",
		"dictionary_splat_pattern", "global_statement", "nonlocal_statement", "aliased_import",
		"keyword_pattern", "dotted_name":
		return
	case "except_clause":
		if w.Kind(n-1) == "," && w.Source[w.Start(n)] >= 'a' { // Python 2: except Error, e
			s.bind(w, n, targetOther, syntax.None)
			return
		}
	case "splat_pattern":
		s.bind(w, n, targetOther, syntax.None)
		return
	case "as_pattern":
		if w.FirstChild(p) != n { // behind the "as" of a case
			s.bind(w, n, targetOther, syntax.None)
			return
		}
	case "named_expression":
		if w.Field(n) == "name" {
			s.bind(w, n, targetOther, syntax.None)
			return
		}
	case "type", "splat_type", "generic_type":
		if _, ok := s.binders[n]; ok {
			return
		}
	}
	if s.header(w, n, p) {
		return
	}
	if kind, statement := s.target(w, n); kind != targetNone {
		s.bind(w, n, kind, statement)
		return
	}
	role := s.role(w, n, p)
	if s.inClassBody(w, n) {
		s.refer(w, n, role, code.QualifierSelf, code.ChainSelf)
		return
	}
	if role == code.RoleWrite {
		if f := s.top(n); f != nil && f.outer[string(w.Text(n))] {
			s.global(w, n, syntax.None)
			return
		}
	}
	s.refer(w, n, role, code.QualifierNone, "")
}

// inClassBody reports whether the name at n means a member of the class whose
// body it stands in: one that the body has defined before. Methods do not see
// those names, but their decorators, annotations and default values do.
func (s *state) inClassBody(w *lang.Walk, n syntax.Node) bool {
	s.top(n)
	k := len(s.frames) - 1
	if k >= 0 && !s.frames[k].class && n < s.frames[k].body {
		k--
	}
	if k < 0 || !s.frames[k].class {
		return false
	}
	i, ok := s.defined[member{s.frames[k].definition, w.Name(n)}]
	return ok && w.Definition(i).NameSpan.End <= w.Start(n)
}

// targetKind says which statement binds a name.
type targetKind uint8

const (
	targetNone targetKind = iota
	targetAssignment
	targetComprehension
	targetParameter
	targetOther // for, with, except, case, :=
)

// target finds the statement that binds the identifier or attribute at n, and
// for an assignment its node.
func (s *state) target(w *lang.Walk, n syntax.Node) (targetKind, syntax.Node) {
	c := n
	for range maxChain {
		p := w.Parent(c)
		switch w.Kind(p) {
		case "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern":
		case "tuple", "list", "list_splat", "parenthesized_expression":
			if n >= s.targetEnd {
				return targetNone, syntax.None
			}
		case "assignment":
			if w.Field(c) == "left" {
				return targetAssignment, p
			}
			return targetNone, syntax.None
		case "for_in_clause":
			if w.Field(c) == "left" {
				return targetComprehension, syntax.None
			}
			return targetNone, syntax.None
		case "for_statement":
			if w.Field(c) == "left" {
				return targetOther, syntax.None
			}
			return targetNone, syntax.None
		case "as_pattern_target":
			return targetOther, syntax.None
		case "parameters", "lambda_parameters", "default_parameter", "typed_parameter":
			if c == n || w.Field(c) == "value" {
				return targetNone, syntax.None
			}
			return targetParameter, syntax.None
		default:
			return targetNone, syntax.None
		}
		c = p
	}
	return targetNone, syntax.None
}

func asTarget(w *lang.Walk, n syntax.Node) { stateOf(w).targetEnd = w.After(n) }

// bind gives the name at n its meaning where a statement binds it.
func (s *state) bind(w *lang.Walk, n syntax.Node, kind targetKind, statement syntax.Node) {
	switch kind {
	case targetParameter:
		return // bound where the body begins
	case targetComprehension:
		_, typ, value := s.givenBy(w, n)
		w.BindAs(w.Name(n), w.Start(n), lang.ScopeBlock, typ, value)
		return
	case targetAssignment:
		if w.Kind(w.Child(statement, "right")) == "lambda" && w.Child(statement, "left") == n && s.isDefinedAt(w, n) {
			return
		}
	}
	f := s.top(n)
	switch {
	case f == nil && kind == targetAssignment || f != nil && f.class && kind == targetAssignment:
		s.defineVariable(w, f, n, statement)
	case f == nil:
		from, typ, value := s.givenBy(w, n)
		s.loose = append(s.loose, looseName{w.Name(n), w.Start(n), from, typ, value})
	case f.class:
		// A loop variable of a class body: nobody looks for it.
	default:
		if global, outer := f.outer[w.Name(n)]; global {
			s.global(w, n, statement)
		} else if outer {
			s.refer(w, n, code.RoleWrite, code.QualifierNone, "")
		} else {
			from, typ, value := s.givenBy(w, n)
			s.assign(w, f, n, from, typ, value)
		}
	}
}

// isDefinedAt reports whether the container being walked was defined by the
// name at n: name = lambda.
func (s *state) isDefinedAt(w *lang.Walk, n syntax.Node) bool {
	c := w.Container()
	return c != code.NoDefinition && w.Definition(c).NameSpan == w.Span(n)
}

func (s *state) global(w *lang.Walk, n, statement syntax.Node) {
	_, typ, value := s.givenBy(w, n)
	s.globals = append(s.globals, write{member: member{code.NoDefinition, w.Name(n)}, at: n, target: n,
		statement: statement, enclosing: w.Container(), typ: typ, value: value, outer: s.outward(value)})
}

func augmentedAssignment(w *lang.Walk, n syntax.Node) {
	left := w.Child(n, "left")
	if s := stateOf(w); s.top(n) == nil && string(w.Text(left)) == "__all__" {
		s.readAll(w, w.Child(n, "right"), false)
	}
}

// outerNames handles global and nonlocal.
func outerNames(w *lang.Walk, n syntax.Node) {
	f := stateOf(w).top(n)
	if f == nil || f.class {
		return
	}
	if f.outer == nil {
		f.outer = make(map[string]bool)
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "identifier" {
			f.outer[w.Name(c)] = w.Kind(n) == "global_statement"
		}
	}
}

// role says what an expression that ends in the name at n is used for.
func (s *state) role(w *lang.Walk, n, p syntax.Node) code.Role {
	switch w.Kind(p) {
	case "attribute":
		return code.RoleRead // what stands before a dot
	case "call":
		if w.Field(n) == "function" {
			if w.Kind(w.Parent(p)) == "decorator" {
				return code.RoleDecorate
			}
			return code.RoleCall
		}
	case "decorator":
		return code.RoleDecorate
	case "argument_list":
		if w.Kind(w.Parent(p)) == "class_definition" {
			return code.RoleInherit
		}
	case "subscript":
		if w.Field(n) == "value" && inBases(w, p) {
			return code.RoleInherit
		}
	case "augmented_assignment":
		if w.Field(n) == "left" {
			return code.RoleWrite
		}
	case "delete_statement":
		return code.RoleWrite
	case "expression_list":
		if w.Kind(w.Parent(p)) == "delete_statement" {
			return code.RoleWrite
		}
	}
	if n >= s.typeFrom && n < s.typeEnd {
		return code.RoleType
	}
	return code.RoleRead
}

func inBases(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	return w.Kind(p) == "argument_list" && w.Kind(w.Parent(p)) == "class_definition"
}

func attribute(w *lang.Walk, n syntax.Node) {
	object := w.FirstChild(n)
	name := syntax.None
	for c := object; c != syntax.None; c = w.Next(c) {
		if w.Field(c) == "attribute" {
			name = c
		}
	}
	if name == syntax.None || name == object || w.Start(name) == w.End(name) {
		return
	}
	s := stateOf(w)
	f := s.top(n)
	q := qualifier(w, f, object)
	text := code.ChainSelf
	if q != code.QualifierSelf {
		text = s.chain(w, object)
	}
	if kind, statement := s.target(w, n); kind != targetNone {
		if q == code.QualifierSelf && f.owner != code.NoDefinition {
			s.field(w, f, name, n, statement)
			return
		}
		s.refer(w, name, code.RoleWrite, q, text)
		return
	}
	s.refer(w, name, s.role(w, n, w.Parent(n)), q, text)
}

// field records an assignment to self.name.
func (s *state) field(w *lang.Walk, f *frame, name, target, statement syntax.Node) {
	score := 0
	if f.initial {
		score += 2
	}
	if w.Child(statement, "type") != syntax.None {
		score++
	}
	_, typ, value := s.givenBy(w, target)
	s.fields = append(s.fields, write{member: member{f.owner, w.Name(name)}, at: name, target: target,
		statement: statement, enclosing: w.Container(), score: score, typ: typ, value: value, outer: s.outward(value)})
}

// qualifier describes the expression before a dot.
func qualifier(w *lang.Walk, f *frame, object syntax.Node) code.Qualifier {
	for range maxChain {
		k := w.Kind(object)
		if k != "parenthesized_expression" && k != "await" {
			break
		}
		object = w.NamedChild(object, 0)
	}
	switch w.Kind(object) {
	case "identifier":
		if f != nil && f.receiver != "" && string(w.Text(object)) == f.receiver {
			return code.QualifierSelf
		}
		return code.QualifierName
	case "attribute":
		if _, ok := dotted(w, object); ok {
			return code.QualifierPath
		}
	case "call":
		if string(w.Text(w.Child(object, "function"))) == "super" {
			return code.QualifierSuper
		}
		return code.QualifierCall
	}
	return code.QualifierOther
}

// dotted is the text of a chain of plain names: a.b.c.
func dotted(w *lang.Walk, n syntax.Node) (string, bool) {
	c := n
	for range maxChain {
		switch w.Kind(c) {
		case "attribute":
			c = w.FirstChild(c)
			continue
		case "identifier":
			return withoutSpace(w, n), true
		}
		break
	}
	return "", false
}

// withoutSpace is a dotted name's text; white space may stand around dots.
func withoutSpace(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if !bytes.ContainsAny(text, " \t\r\n\\#") {
		return w.Intern(text)
	}
	var b []byte
	for c := n; c < w.After(n); c++ {
		if k := w.Kind(c); w.FirstChild(c) == syntax.None && (k == "identifier" || k == ".") {
			b = append(b, w.Text(c)...)
		}
	}
	return w.Intern(b)
}

// dottedName handles the names in the patterns of a case: a bare name binds,
// a dotted one or that of a class is a use.
func dottedName(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	p := w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "import_statement", "import_from_statement", "future_import_statement", "aliased_import", "relative_import", "ERROR":
		return
	case "class_pattern":
		role = code.RoleType
	default:
		if first := w.FirstChild(n); w.Next(first) == syntax.None {
			s.bind(w, first, targetOther, syntax.None)
			return
		}
	}
	s.dottedUse(w, n, role)
}

// dottedUse refers to each name of a dotted_name; the last has the role.
func (s *state) dottedUse(w *lang.Walk, n syntax.Node, last code.Role) {
	start := w.Start(n)
	q, text := code.QualifierNone, ""
	before := syntax.None
	for c := w.FirstChild(n); ; c = w.Next(c) {
		if c != syntax.None && w.Kind(c) != "identifier" {
			continue
		}
		if before != syntax.None {
			role := code.RoleRead
			if c == syntax.None {
				role = last
			}
			s.refer(w, before, role, q, text)
			q = code.QualifierName
			if text != "" {
				q = code.QualifierPath
			}
			text = w.Intern(bytes.ReplaceAll(w.Source[start:w.End(before)], []byte(" "), nil))
		}
		if c == syntax.None {
			return
		}
		before = c
	}
}
