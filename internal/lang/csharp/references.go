package csharp

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// identifier handles a name wherever it stands: by the node it hangs under it
// is a binding, a member, a call, a type or a plain use. unit is the name with
// its type arguments, if any.
func identifier(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	s.arrive(w, w.Start(n))
	if w.Start(n) < s.quiet || s.damaged && ruin(w, s, n) {
		return
	}
	unit, p := n, w.Parent(n)
	kind := w.Kind(p)
	if kind == "generic_name" {
		unit, p = p, w.Parent(p)
		kind = w.Kind(p)
	}
	switch kind {
	case "member_access_expression":
		memberAccess(w, n, unit, p)
		return
	case "invocation_expression":
		if w.Field(unit) == "function" {
			if string(w.Text(n)) != "nameof" {
				referCall(w, n, p, code.QualifierNone, "")
			}
			return
		}
	case "argument":
		if argument(w, n, p) {
			return
		}
	case "variable_declarator":
		if w.Field(n) == "name" {
			if outer := w.Parent(w.Parent(p)); isLocal(w, outer) {
				bindName(w, n, p)
			}
			return
		}
	case "parameter":
		if w.Field(n) == "name" {
			if w.Kind(w.Parent(w.Parent(p))) != "record_declaration" {
				bindName(w, n, p)
			}
			return
		}
	case "parameter_list", "bracketed_parameter_list":
		if w.Field(n) == "name" {
			return // parameterList has bound it
		}
	case "member_binding_expression":
		access := w.Parent(p)
		q, text := qualifier(w, w.Child(access, "condition"))
		referMember(w, n, unit, access, q, text)
		return
	case "assignment_expression":
		if w.Field(unit) == "left" {
			write(w, n, p)
			return
		}
	case "qualified_name", "alias_qualified_name":
		qualified(w, n, unit, p)
		return
	case "ERROR":
		if lostEnumMember(w, n, p) {
			return
		}
	case "tuple_pattern", "parenthesized_variable_designation", "type_parameter", "catch_declaration", "declaration_expression",
		"declaration_pattern", "var_pattern", "recursive_pattern", "foreach_statement", "from_clause":
		if f := w.Field(unit); f == "name" || f == "left" || f == "" && (kind == "parenthesized_variable_designation" || kind == "tuple_pattern") {
			bindName(w, n, p)
			return
		}
	case "join_clause":
		if w.Kind(w.Next(n)) == "in" {
			bindName(w, n, p)
			return
		}
	case "let_clause":
		if w.Kind(w.Next(n)) == "=" {
			bindName(w, n, p)
			return
		}
	case "join_into_clause":
		bindName(w, n, p)
		return
	case "query_expression":
		if after(w, n, "into") {
			bindName(w, n, p)
			return
		}
	case "attribute_argument", "anonymous_object_creation_expression":
		if next := w.Kind(w.Next(n)); next == "=" || next == ":" {
			return // a key
		}
	case "with_initializer":
		if w.Kind(w.Next(n)) == "=" {
			refer(w, n, code.RoleWrite, code.QualifierOther, chain(w, w.NamedChild(w.Parent(p), 0)))
			return
		}
	case "subpattern":
		if w.Kind(w.Next(n)) == ":" {
			refer(w, n, code.RoleRead, code.QualifierOther, owned(w, w.Parent(w.Parent(p)), deepest))
			return
		}
	case "labeled_statement":
		if n == w.FirstChild(p) {
			return
		}
	case "goto_statement":
		if after(w, n, "goto") {
			return
		}
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration",
		"enum_member_declaration", "constructor_declaration", "destructor_declaration", "tuple_element", "accessor_declaration":
		if w.Field(n) == "name" {
			return
		}
	case "delegate_declaration", "method_declaration", "property_declaration", "event_declaration", "local_function_statement":
		if w.Field(n) == "name" {
			return
		}
	case "using_directive":
		if w.Field(n) == "name" {
			return
		}
	case "calling_convention":
		return
	}
	if role := role(w, unit, p, kind); role != code.RoleType || !contextual(w, n) {
		referUnit(w, n, unit, role, code.QualifierNone, "")
	}
}

// contextual reports whether a name in the place of a type is a word of the language.
func contextual(w *lang.Walk, n syntax.Node) bool {
	switch string(w.Text(n)) {
	case "var", "dynamic", "_":
		return true
	}
	return false
}

// after reports whether the token before n, below the same node, is a keyword.
func after(w *lang.Walk, n syntax.Node, keyword string) bool {
	return n > 0 && w.Parent(n-1) == w.Parent(n) && w.Kind(n-1) == keyword
}

// isLocal reports whether the declaration is one of local variables.
func isLocal(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "field_declaration", "event_field_declaration":
		return false
	case "local_declaration_statement":
		return !stray(w, n)
	}
	return true
}

// role says what the name unit, a child of p, is used for when it is not
// qualified.
func role(w *lang.Walk, unit, p syntax.Node, kind string) code.Role {
	switch kind {
	case "type_argument_list", "explicit_interface_specifier", "type_parameter_constraints_clause", "using_directive":
		return code.RoleType
	case "base_list", "primary_constructor_base_type":
		return code.RoleInherit
	case "attribute":
		return code.RoleDecorate
	case "object_creation_expression":
		if w.Field(unit) == "type" {
			return code.RoleNew
		}
	case "is_expression", "as_expression":
		if w.Field(unit) == "right" {
			return code.RoleType
		}
	case "postfix_unary_expression":
		if c := w.Source[w.End(p)-1]; c == '+' || c == '-' {
			return code.RoleWrite
		}
	case "prefix_unary_expression":
		if k := w.Kind(w.FirstChild(p)); k == "++" || k == "--" {
			return code.RoleWrite
		}
	case "argument":
		if after(w, unit, "out") || assigned(w, p) {
			return code.RoleWrite
		}
	default:
		switch w.Field(unit) {
		case "type", "returns":
			return code.RoleType
		}
	}
	return code.RoleRead
}

// assigned reports whether an argument is an element of a tuple on the left
// of an assignment.
func assigned(w *lang.Walk, argument syntax.Node) bool {
	tuple := w.Parent(argument)
	return w.Kind(tuple) == "tuple_expression" && w.Field(tuple) == "left" && w.Kind(w.Parent(tuple)) == "assignment_expression"
}

// argument handles the name of a named argument; others are plain uses.
func argument(w *lang.Walk, n, argument syntax.Node) bool {
	return w.Field(n) == "name" || w.Kind(w.Next(n)) == ":"
}

// valueRole says what an expression is used for: called, written or read.
func valueRole(w *lang.Walk, expression syntax.Node) code.Role {
	switch p := w.Parent(expression); w.Kind(p) {
	case "invocation_expression":
		if w.Field(expression) == "function" {
			return code.RoleCall
		}
	case "assignment_expression":
		if w.Field(expression) == "left" {
			return code.RoleWrite
		}
	case "postfix_unary_expression", "prefix_unary_expression", "argument":
		return role(w, expression, p, w.Kind(p))
	}
	return code.RoleRead
}

// memberAccess records either side of expression.name.
func memberAccess(w *lang.Walk, n, unit, access syntax.Node) {
	if w.Field(unit) != "name" {
		q, text := code.QualifierNone, ""
		if p := w.Parent(access); w.Kind(p) == "subpattern" && w.Kind(w.Next(access)) == ":" {
			q, text = code.QualifierOther, owned(w, w.Parent(w.Parent(p)), deepest) // a property of what is matched
		}
		referUnit(w, n, unit, code.RoleRead, q, text)
		return
	}
	q, text := qualifier(w, w.Child(access, "expression"))
	if p := w.Parent(access); w.Kind(p) == "subpattern" && w.Kind(w.Next(access)) == ":" {
		text = code.ChainStep(owned(w, w.Parent(w.Parent(p)), deepest), "."+text)
	}
	referMember(w, n, unit, access, q, text)
}

// referMember records the member that an access names.
func referMember(w *lang.Walk, n, unit, access syntax.Node, q code.Qualifier, text string) {
	r := valueRole(w, access)
	if r == code.RoleCall {
		referCall(w, n, w.Parent(access), q, text)
		return
	}
	referUnit(w, n, unit, r, q, text)
}

// referCall records what an invocation calls, with how many arguments.
func referCall(w *lang.Walk, n, invocation syntax.Node, q code.Qualifier, text string) {
	args := 0
	for c := w.FirstChild(w.Child(invocation, "arguments")); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "argument" {
			args++
		}
	}
	referWith(w, n, code.RoleCall, q, text, args)
}

// referUnit records a name that may have type arguments.
func referUnit(w *lang.Walk, n, unit syntax.Node, r code.Role, q code.Qualifier, text string) {
	args := -1
	switch {
	case unit != n:
		args = 1
		for c := w.FirstChild(w.ChildOfKind(unit, "type_argument_list")); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "," {
				args++
			}
		}
	case r == code.RoleType || r == code.RoleNew || r == code.RoleInherit:
		args = 0
	}
	referWith(w, n, r, q, text, args)
}

// write records the left side of an assignment. In an object initializer it
// is a member of the object.
func write(w *lang.Walk, n, assignment syntax.Node) {
	list := w.Parent(assignment)
	switch w.Kind(list) {
	case "initializer_expression":
	case "attribute_argument":
		return // a key
	default:
		refer(w, n, code.RoleWrite, code.QualifierNone, "")
		return
	}
	q := code.QualifierOther
	if w.Kind(w.Parent(list)) == "object_creation_expression" {
		q = code.QualifierCall
	}
	refer(w, n, code.RoleWrite, q, initialized(w, list, deepest))
}

// qualified records a part of A.B.C written as a type. What stands before the
// last may be a type or a namespace.
func qualified(w *lang.Walk, n, unit, p syntax.Node) {
	switch w.Field(unit) {
	case "alias":
		return
	case "name":
		q, text := code.QualifierName, ""
		if w.Kind(p) == "alias_qualified_name" {
			if text = nameOf(w, w.Child(p, "alias")); text == "global" {
				q, text = code.QualifierNone, ""
			}
		} else {
			q, text = qualifier(w, w.Child(p, "qualifier"))
		}
		outer := w.Parent(p)
		r := code.RoleType
		switch k := w.Kind(outer); k {
		case "qualified_name":
		case "member_access_expression":
			r = code.RoleRead
		default:
			r = role(w, p, outer, k)
		}
		referUnit(w, n, unit, r, q, text)
	default:
		referUnit(w, n, unit, code.RoleType, code.QualifierNone, "")
	}
}
