package zig

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxChain bounds the links of a dotted expression or type that are looked at.
const maxChain = 32

// identifier handles a name: by the node it hangs under it is a binding, a
// member, a label, a call or a plain use.
func identifier(w *lang.Walk, n syntax.Node) {
	w.Skip() // a quoted name holds a string
	role := code.RoleRead
	p := w.Parent(n)
	switch w.Kind(p) {
	case "field_expression":
		if w.Field(n) == "member" {
			member(w, p, n)
			return
		}
	case "call_expression":
		if w.Field(n) == "function" {
			role = code.RoleCall
		}
	case "parameter":
		if w.Field(n) == "name" {
			w.BindNode(n, lang.ScopeFunction)
			return
		}
		role = code.RoleType
	case "payload":
		w.BindNode(n, lang.ScopeBlock)
		return
	case "variable_declaration":
		if before := w.Previous(n); before != syntax.None {
			if k := w.Kind(before); k == "const" || k == "var" {
				return
			}
		} else if !isDiscard(w, n) {
			role = code.RoleWrite
		} else {
			return
		}
		role = typeRole(w, n, role)
	case "container_field":
		if w.Field(n) == "name" && (w.Child(p, "type") != syntax.None || w.Kind(w.Parent(p)) != "struct_declaration") {
			return
		}
		role = typeRole(w, n, role)
	case "function_declaration", "function_signature":
		if w.Field(n) == "name" {
			return
		}
		role = code.RoleType
	case "block_label", "break_label":
		return
	case "asm_output_item", "asm_input_item":
		if w.Kind(w.Previous(n)) == "[" {
			return
		}
	case "error_set_declaration":
		return
	case "error_type":
		w.Refer(n, code.RoleRead, code.QualifierName, "error")
		return
	case "struct_initializer":
		role = code.RoleNew
	case "assignment_expression":
		if w.Field(n) == "left" {
			role = code.RoleWrite
		}
	case "pointer_type", "slice_type", "array_type", "nullable_type", "error_union_type":
		role = code.RoleType
	}
	if s := stateOf(w); s.broken && (s.headers[w.Start(n)] || isKeyword(w.Text(n))) {
		return
	}
	w.Refer(n, role, code.QualifierNone, "")
}

// isDiscard reports whether n is the "_" of "_ = value".
func isDiscard(w *lang.Walk, n syntax.Node) bool { return string(w.Text(n)) == "_" }

// typeRole is RoleType for what stands as the type of a declaration.
func typeRole(w *lang.Walk, n syntax.Node, role code.Role) code.Role {
	if w.Field(n) == "type" {
		return code.RoleType
	}
	return role
}

// member records the name behind a dot.
func member(w *lang.Walk, access, n syntax.Node) {
	object := w.Child(access, "object")
	role := code.RoleRead
	switch p := w.Parent(access); w.Kind(p) {
	case "call_expression":
		if w.Field(access) == "function" {
			role = code.RoleCall
		}
	case "variable_declaration":
		if access == w.FirstChild(p) {
			role = code.RoleWrite
		}
		role = typeRole(w, access, role)
	case "assignment_expression":
		if w.Field(access) == "left" {
			if object == syntax.None && w.Kind(w.Parent(p)) == "initializer_list" {
				return // .key = value
			}
			role = code.RoleWrite
		}
	case "struct_initializer":
		role = code.RoleNew
	case "parameter", "function_declaration", "function_signature", "container_field":
		role = typeRole(w, access, role)
	case "pointer_type", "slice_type", "array_type", "nullable_type", "error_union_type":
		role = code.RoleType
	case "field_initializer":
		return
	}
	q, text := qualifier(w, object)
	if q == code.QualifierNone {
		role, text = code.RoleImport, ""
	}
	w.Refer(n, role, q, text)
}

// qualifier says what the expression before a dot is; QualifierNone is a file
// being imported.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	switch w.Kind(object) {
	case "identifier":
		if string(w.Text(object)) == "self" {
			return code.QualifierSelf, ""
		}
		return code.QualifierName, w.Name(object)
	case "field_expression":
		if isPath(w, object) {
			return code.QualifierPath, w.Name(object)
		}
	case "call_expression":
		f := w.Child(object, "function")
		if m := w.Child(f, "member"); m != syntax.None {
			f = m
		}
		if w.Kind(f) == "identifier" {
			return code.QualifierCall, w.Name(f)
		}
	case "struct_initializer":
		if t := w.NamedChild(object, 0); w.Kind(t) == "identifier" {
			return code.QualifierCall, w.Name(t)
		}
	case "builtin_function":
		if importing(w, object) != syntax.None {
			return code.QualifierNone, ""
		}
		if string(w.Text(object)) == "@This()" {
			return code.QualifierSelf, ""
		}
	}
	return code.QualifierOther, ""
}

// isPath reports whether n is names joined with dots on one line.
func isPath(w *lang.Walk, n syntax.Node) bool {
	if w.End(n)-w.Start(n) > 200 {
		return false
	}
	for range maxChain {
		switch w.Kind(n) {
		case "identifier":
			return true
		case "field_expression":
			n = w.Child(n, "object")
		default:
			return false
		}
	}
	return false
}
