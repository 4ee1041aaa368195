package lua

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// identifier handles a name: by the node it hangs under it is a binding, a
// key, a member, a call or a plain use.
func identifier(w *lang.Walk, n syntax.Node) {
	s, p := stateOf(w), w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "dot_index_expression":
		if w.Field(n) == "field" {
			member(w, p, n)
			return
		}
	case "method_index_expression":
		if w.Field(n) == "method" {
			member(w, p, n)
			return
		}
	case "function_call":
		role = code.RoleCall
		if string(w.Text(n)) == "require" && requiring(w, p) != syntax.None {
			return // an import, not a use
		}
	case "arguments":
		if string(w.Text(n)) == "require" && protected(w, w.Parent(p)) {
			return
		}
	case "variable_list":
		outer := w.Parent(p)
		switch w.Kind(outer) {
		case "for_generic_clause":
			w.BindNode(n, lang.ScopeBlock)
			return
		case "variable_declaration":
			return
		}
		if w.Kind(w.Parent(outer)) == "variable_declaration" || s.defined[n] {
			return
		}
		role = code.RoleWrite
	case "parameters":
		w.BindNode(n, lang.ScopeFunction)
		return
	case "for_numeric_clause":
		if w.Field(n) == "name" {
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	case "field":
		if w.Field(n) == "name" && w.Kind(w.FirstChild(p)) != "[" {
			return
		}
	case "function_declaration", "attribute", "goto_statement", "label_statement":
		return
	case "ERROR":
		if s.defined[n] {
			return
		}
	}
	if s.broken && (isKeyword(w.Text(n)) || s.headers[w.Start(n)]) {
		return
	}
	if len(s.parents) > 0 && s.parents[n] {
		role = code.RoleInherit
	}
	w.Refer(n, role, code.QualifierNone, "")
}

// member records the name behind a dot or a colon.
func member(w *lang.Walk, access, n syntax.Node) {
	s := stateOf(w)
	if s.defined[n] || s.broken && (isKeyword(w.Text(n)) || s.headers[w.Start(n)]) {
		return
	}
	role := code.RoleRead
	switch p := w.Parent(access); w.Kind(p) {
	case "function_call":
		if w.Field(access) == "name" {
			role = code.RoleCall
		}
	case "variable_list":
		role = code.RoleWrite
	}
	if len(s.parents) > 0 && s.parents[n] {
		role = code.RoleInherit
	}
	q, text := qualifier(w, w.Child(access, "table"))
	if q == code.QualifierNone {
		role, text = code.RoleImport, "" // require("x").name
	}
	w.Refer(n, role, q, text)
}

// qualifier says what the expression before a dot is; QualifierNone is a
// module being imported.
func qualifier(w *lang.Walk, table syntax.Node) (code.Qualifier, string) {
	switch w.Kind(table) {
	case "identifier":
		if string(w.Text(table)) == "self" {
			return code.QualifierSelf, ""
		}
		return code.QualifierName, w.Name(table)
	case "dot_index_expression":
		if f := w.Child(table, "field"); string(w.Text(f)) == "super" {
			return code.QualifierSuper, ""
		}
		if isPath(w, table) {
			return code.QualifierPath, w.Name(table)
		}
	case "function_call":
		if requiring(w, table) != syntax.None {
			return code.QualifierNone, ""
		}
		name := w.Child(table, "name")
		if _, leaf := split(w, name); leaf != syntax.None {
			name = leaf
		} else if m := w.Child(name, "method"); m != syntax.None {
			name = m
		}
		if w.Kind(name) == "identifier" {
			return code.QualifierCall, w.Name(name)
		}
	}
	return code.QualifierOther, ""
}
