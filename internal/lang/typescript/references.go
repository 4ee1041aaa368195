package typescript

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// identifier records what a bare name does where it stands: it binds a local
// name, or it is used.
func identifier(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "call_expression":
		role = code.RoleCall
		if w.Field(n) != "function" {
			role = code.RoleRead
		} else if w.Kind(w.Parent(p)) == "decorator" {
			role = code.RoleDecorate
		} else if isImportCall(w, p) {
			return
		}
	case "new_expression":
		if w.Field(n) == "constructor" {
			role = code.RoleNew
		}
	case "member_expression":
		if elementName(w, p) == elementClosing {
			return
		}
		if inTypeQuery(w, p) {
			role = code.RoleType
		}
	case "variable_declarator":
		if w.Field(n) == "name" {
			bindVariable(w, n, declarationKind(w, w.Parent(p)), w.Parent(p))
			return
		}
	case "function_declaration", "generator_function_declaration", "function_signature", "function_expression",
		"generator_function", "class_declaration", "class", "internal_module", "module", "enum_declaration",
		"import_specifier", "import_clause", "namespace_import", "import_require_clause", "import_alias",
		"export_specifier", "namespace_export", "index_signature", "jsx_namespace_name", "jsx_closing_element", "jsx_attribute":
		return
	case "arrow_function":
		if w.Field(n) == "parameter" {
			bind(w, n, lang.ScopeFunction)
			return
		}
	case "required_parameter", "optional_parameter":
		if field := w.Field(n); field == "pattern" || field == "name" {
			bind(w, n, lang.ScopeFunction)
			return
		}
	case "formal_parameters":
		bind(w, n, lang.ScopeFunction)
		return
	case "catch_clause":
		bind(w, n, lang.ScopeBlock)
		return
	case "rest_pattern", "array_pattern", "object_pattern", "pair_pattern", "assignment_pattern", "object_assignment_pattern", "for_in_statement":
		if field := w.Field(n); field == "right" || field == "key" {
			break
		}
		if pattern(w, n) {
			return
		}
		role = code.RoleWrite
	case "assignment_expression", "augmented_assignment_expression":
		if w.Field(n) == "left" {
			role = code.RoleWrite
			if state(w).assigned[n] {
				return
			}
		}
	case "update_expression":
		role = code.RoleWrite
	case "decorator":
		role = code.RoleDecorate
	case "extends_clause", "class_heritage":
		role = code.RoleInherit
	case "jsx_opening_element", "jsx_self_closing_element":
		if c := w.Text(n); len(c) > 0 && c[0] >= 'a' && c[0] <= 'z' {
			return // an element of the page, not a component
		}
		role = code.RoleCall
	case "type_query":
		role = code.RoleType
	case "nested_identifier":
		if isDeclaredPath(w, p) {
			return
		}
	case "export_statement":
		if w.ChildOfKind(p, "as") != syntax.None {
			return // export as namespace X
		}
	}
	if isImplied(w, n, p) {
		return
	}
	w.Refer(n, role, code.QualifierNone, "")
}

// isImplied reports whether an identifier names what every function or
// CommonJS module has: arguments, module, exports.
func isImplied(w *lang.Walk, n, parent syntax.Node) bool {
	switch string(w.Text(n)) {
	case "arguments":
		return w.InScope(lang.ScopeFunction)
	case "module", "exports":
		switch w.Kind(parent) {
		case "member_expression", "assignment_expression":
			return !state(w).typed
		}
	}
	return false
}

// bindVariable makes a declared variable local where it is not the module's.
func bindVariable(w *lang.Walk, n syntax.Node, kind string, declaration syntax.Node) {
	switch {
	case kind != "var":
		bind(w, n, lang.ScopeBlock)
	case w.InScope(lang.ScopeFunction):
		bind(w, n, lang.ScopeFunction)
	case isLoop(w.Kind(w.Parent(declaration))):
		bind(w, n, lang.ScopeBlock)
	}
}

// pattern binds a name inside a destructuring pattern and reports true, or
// reports false when the pattern assigns to names that exist.
func pattern(w *lang.Walk, n syntax.Node) bool {
	at := n
	for range maxClimb {
		p := w.Parent(at)
		switch w.Kind(p) {
		case "rest_pattern", "array_pattern", "object_pattern", "pair_pattern", "assignment_pattern", "object_assignment_pattern":
			at = p
		case "variable_declarator":
			if w.Kind(n) == "shorthand_property_identifier_pattern" && importOf(w, w.Child(p, "value")) != syntax.None {
				w.Refer(n, code.RoleImport, code.QualifierNone, "")
			}
			bindVariable(w, n, declarationKind(w, w.Parent(p)), w.Parent(p))
			return true
		case "required_parameter", "optional_parameter", "formal_parameters":
			bind(w, n, lang.ScopeFunction)
			return true
		case "catch_clause":
			bind(w, n, lang.ScopeBlock)
			return true
		case "for_in_statement":
			kind := w.Child(p, "kind")
			if kind == syntax.None {
				return false
			}
			if w.Kind(kind) == "var" && w.InScope(lang.ScopeFunction) {
				bind(w, n, lang.ScopeFunction)
			} else {
				bind(w, n, lang.ScopeBlock)
			}
			return true
		default:
			return false
		}
	}
	return true
}

// isDeclaredPath reports whether a dotted name is that of the namespace being
// declared or belongs to an import alias, which records its own references.
func isDeclaredPath(w *lang.Walk, n syntax.Node) bool {
	for range maxClimb {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "nested_identifier":
			n = p
		case "internal_module", "module", "import_alias":
			return true
		default:
			return false
		}
	}
	return false
}

// inTypeQuery reports whether an expression is (part of) the operand of a
// type's typeof.
func inTypeQuery(w *lang.Walk, n syntax.Node) bool {
	for range maxClimb {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "member_expression":
			n = p
		case "type_query":
			return true
		default:
			return false
		}
	}
	return false
}

type element uint8

const (
	elementNone element = iota
	elementOpening
	elementClosing
)

// elementName says whether a dotted name is that of a JSX element's tag.
func elementName(w *lang.Walk, n syntax.Node) element {
	for range maxClimb {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "member_expression":
			n = p
		case "jsx_opening_element", "jsx_self_closing_element":
			return elementOpening
		case "jsx_closing_element":
			return elementClosing
		default:
			return elementNone
		}
	}
	return elementNone
}

// property records the use of a member: what follows a dot, or the key of a
// destructuring pattern. Names in declarations and literals are no uses.
func property(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "member_expression":
		object := w.Child(p, "object")
		if k := w.Kind(object); (k == "call_expression" || k == "parenthesized_expression") && importOf(w, object) != syntax.None {
			w.Refer(n, code.RoleImport, code.QualifierNone, "")
			return
		}
		q, text := qualifier(w, object)
		role, ok := memberRole(w, n, p)
		if ok && !(text == "module" && string(w.Text(n)) == "exports" && !state(w).typed) {
			w.Refer(n, role, q, text)
		}
	case "nested_identifier":
		if !isDeclaredPath(w, p) {
			q, text := qualifier(w, w.Child(p, "object"))
			w.Refer(n, code.RoleRead, q, text)
		}
	case "pair_pattern":
		role := code.RoleRead
		if d := w.Parent(w.Parent(p)); w.Kind(d) == "variable_declarator" && importOf(w, w.Child(d, "value")) != syntax.None {
			role = code.RoleImport
			w.Refer(n, role, code.QualifierNone, "")
			return
		}
		w.Refer(n, role, code.QualifierOther, takenFrom(w, p))
	case "binary_expression": // #x in object
		w.Refer(n, code.RoleRead, code.QualifierOther, "")
	}
}

// memberRole says what is done with the member named by n in the member
// expression m; false when the place defines the member.
func memberRole(w *lang.Walk, n, m syntax.Node) (code.Role, bool) {
	p := w.Parent(m)
	for range maxClimb {
		if w.Kind(p) != "non_null_expression" {
			break
		}
		m, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "call_expression":
		if w.Field(m) != "function" {
			return code.RoleRead, true
		}
		if w.Kind(w.Parent(p)) == "decorator" {
			return code.RoleDecorate, true
		}
		return code.RoleCall, true
	case "new_expression":
		if w.Field(m) == "constructor" {
			return code.RoleNew, true
		}
	case "assignment_expression":
		if w.Field(m) == "left" {
			return code.RoleWrite, !state(w).assigned[n]
		}
	case "augmented_assignment_expression":
		if w.Field(m) == "left" {
			return code.RoleWrite, true
		}
	case "update_expression", "array_pattern", "rest_pattern":
		return code.RoleWrite, true
	case "pair_pattern", "assignment_pattern":
		if f := w.Field(m); f == "value" || f == "left" {
			return code.RoleWrite, true
		}
	case "for_in_statement":
		if w.Field(m) == "left" {
			return code.RoleWrite, true
		}
	case "decorator":
		return code.RoleDecorate, true
	case "extends_clause", "class_heritage":
		return code.RoleInherit, true
	case "jsx_opening_element", "jsx_self_closing_element":
		return code.RoleCall, true
	case "jsx_closing_element":
		return code.RoleRead, false
	case "type_query", "type_annotation", "type_arguments", "generic_type", "type_alias_declaration", "union_type", "array_type":
		return code.RoleType, true
	case "member_expression":
		switch {
		case elementName(w, m) == elementClosing:
			return code.RoleRead, false
		case inTypeQuery(w, m):
			return code.RoleType, true
		}
	}
	return code.RoleRead, true
}

// shorthand is `{ name }` in an object literal: a use of the name, and in
// what a module exports, its export.
func shorthand(w *lang.Walk, n syntax.Node) {
	if f := state(w); w.Parent(n) == f.exportsObject {
		f.exportName(w, n, n, w.Span(n))
	}
	w.Refer(n, code.RoleRead, code.QualifierNone, "")
}

// typeIdentifier records the use of a type, or binds a type parameter.
func typeIdentifier(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	role := code.RoleType
	q, text := code.QualifierNone, ""
	kind := w.Kind(p)
	if kind == "nested_type_identifier" {
		q, text = qualifier(w, w.Child(p, "module"))
		p = w.Parent(p)
		kind = w.Kind(p)
	}
	if kind == "generic_type" && q == code.QualifierNone && w.Field(n) == "name" || kind == "generic_type" && q != code.QualifierNone {
		kind = w.Kind(w.Parent(p))
	}
	switch kind {
	case "class_declaration", "abstract_class_declaration", "class", "interface_declaration":
		return
	case "type_alias_declaration":
		if w.Field(n) == "name" && q == code.QualifierNone && w.Kind(w.Parent(n)) == kind {
			return
		}
	case "type_parameter":
		if w.Field(n) == "name" {
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	case "mapped_type_clause":
		if w.Field(n) == "name" && w.Kind(w.Parent(n)) == kind {
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	case "infer_type":
		if w.NamedChild(p, 0) == n {
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	case "implements_clause", "extends_type_clause":
		role = code.RoleInherit
	}
	w.Refer(n, role, q, text)
}

// template records the literal parts of a template string.
func template(w *lang.Walk, n syntax.Node) {
	w.StringParts(n, "template_substitution", "template_type")
}
