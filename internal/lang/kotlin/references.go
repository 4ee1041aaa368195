package kotlin

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// maxChain bounds the links of a dotted expression that are looked at.
const maxChain = 32

// keyword reports whether a name is one of the words that the grammar takes
// for identifiers.
func keyword(text []byte) bool {
	switch string(text) {
	case "null", "true", "false", "break", "continue", "this", "super", "class", "interface", "object", "fun", "val", "var", "typealias":
		return true
	}
	return false
}

// identifier handles a name in an expression or a declaration: by the node
// it hangs under it is a binding, a member, a call or a plain use.
func identifier(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	role := code.RoleRead
	if s := remember(w); w.Start(n) < s.passed {
		return
	}
	switch w.Kind(p) {
	case "user_type":
		return // userType records all of its parts
	case "navigation_expression":
		if n != w.FirstChild(p) {
			member(w, p, n)
			return
		}
		if w.Kind(w.Next(n)) == "::" && jvm.Capital(w.Name(n)) {
			role = code.RoleType
		}
	case "value_argument":
		if w.Kind(w.Next(n)) == "=" {
			return // the parameter's name
		}
	case "call_expression":
		if n == w.FirstChild(p) {
			call(w, n)
			return
		}
	case "variable_declaration":
		if n != w.ChildOfKind(p, "identifier") {
			break
		}
		if outer := w.Parent(p); w.Kind(outer) != "property_declaration" || placeOf(w, outer) == inBlock {
			if text := w.Text(n); len(text) != 1 || text[0] != '_' {
				bindVariable(w, p, n)
			}
		} else if w.Kind(w.Parent(outer)) == "ERROR" {
			jvm.Bind(w, n)
		}
		return
	case "multi_variable_declaration":
		return
	case "parameter":
		if w.Kind(w.Parent(p)) == "function_value_parameters" {
			bind(w, n, jvm.OneLine(w, typeAfterColon(w, n)), "")
		}
		return
	case "catch_block":
		bind(w, n, jvm.OneLine(w, typeAfterColon(w, n)), "")
		return
	case "type_parameter", "setter":
		jvm.Bind(w, n)
		return
	case "class_parameter":
		if n == w.ChildOfKind(p, "identifier") {
			return // a property or bound by the scopes that see it
		}
	case "infix_expression":
		if n != w.FirstChild(p) && w.Next(n) != syntax.None {
			q, text := qualifier(w, w.FirstChild(p))
			jvm.Refer(w, n, code.RoleCall, q, text)
			return
		}
	case "assignment":
		if w.Field(n) == "left" {
			role = code.RoleWrite
		}
	case "unary_expression":
		if op := w.Kind(w.Child(p, "operator")); op == "++" || op == "--" {
			role = code.RoleWrite
		}
	case "callable_reference":
		role = code.RolePass
		if receiver := w.FirstChild(p); receiver != n && w.Kind(receiver) != "::" {
			q, text := qualifier(w, receiver)
			if !keyword(w.Text(n)) {
				jvm.Refer(w, n, role, q, text)
			}
			return
		}
	case "type_constraint":
		role = code.RoleType
	case "binary_expression":
		if comparesGeneric(w, p) {
			role = code.RoleType
			if n == w.FirstChild(p) {
				role = code.RoleCall
			}
		}
	case "enum_entry":
		if n == w.ChildOfKind(p, "identifier") {
			return
		}
	case "function_declaration", "class_declaration", "object_declaration", "companion_object":
		return // the name itself
	case "type_alias":
		if w.Field(n) == "type" {
			return
		}
	case "this_expression", "super_expression", "return_expression", "qualified_identifier":
		if w.Field(n) == "label" || w.Kind(p) != "return_expression" {
			return
		}
	case "ERROR":
		switch w.Kind(n - 1) {
		case "val", "var", "package", "import":
			return // a declaration's name: salvage sees to it
		}
		if i, ok := jvm.Unfinished(w, n, declared); ok {
			remember(w).unfinished(i)
			return
		}
		if w.Kind(w.Next(n)) == "value_arguments" {
			role = code.RoleCall
		}
	}
	if !keyword(w.Text(n)) {
		jvm.Refer(w, n, role, code.QualifierNone, "")
	}
}

// call records a call of a bare name. Inside the first value of a variable of
// that name it means something further out.
func call(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	for k := len(s.naming); k > 0 && s.naming[k-1].end <= n; k = len(s.naming) {
		s.naming = s.naming[:k-1]
	}
	for _, v := range s.naming {
		if string(w.Text(n)) == v.name {
			s.calls = append(s.calls, pendingCall{n, w.Container()})
			return
		}
	}
	jvm.Refer(w, n, code.RoleCall, code.QualifierNone, "")
}

// member records the name behind a dot or a double colon.
func member(w *lang.Walk, access, n syntax.Node) {
	if keyword(w.Text(n)) {
		return
	}
	role := code.RoleRead
	switch p := w.Parent(access); w.Kind(p) {
	case "call_expression":
		if access == w.FirstChild(p) {
			role = code.RoleCall
		}
	case "assignment":
		if w.Field(access) == "left" {
			role = code.RoleWrite
		}
	case "unary_expression":
		if op := w.Kind(w.Child(p, "operator")); op == "++" || op == "--" {
			role = code.RoleWrite
		}
	case "binary_expression":
		if access == w.FirstChild(p) && comparesGeneric(w, p) {
			role = code.RoleCall
		}
	}
	if w.ChildOfKind(access, "::") != syntax.None {
		role = code.RolePass
	}
	q, text := qualifier(w, w.FirstChild(access))
	jvm.Refer(w, n, role, q, text)
}

// comparesGeneric reports whether n is the "f<T" of a call "f<T>(x)" or
// "f<T> { }" that the grammar took for two comparisons.
func comparesGeneric(w *lang.Walk, n syntax.Node) bool {
	less := w.Child(n, "operator")
	if w.Kind(less) != "<" || w.Start(less) != w.End(w.FirstChild(n)) {
		return false
	}
	p := w.Parent(n)
	if w.Kind(p) != "binary_expression" || n != w.FirstChild(p) {
		return false
	}
	more, right := w.Child(p, "operator"), w.Child(p, "right")
	if w.Kind(more) != ">" || w.Start(more) != w.End(n) {
		return false
	}
	return w.Kind(right) == "lambda_literal" || w.Kind(right) == "parenthesized_expression" && w.Start(right) == w.End(more)
}

// qualifier says what the expression before a dot is, and from what its type
// follows.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	for i := 0; i < maxChain && w.Kind(object) == "unary_expression"; i++ { // a!!.b, and !a.b (bindsLess)
		object = w.Child(object, "argument")
	}
	text := chain(w, object)
	switch w.Kind(object) {
	case "identifier":
		switch text {
		case code.ChainSelf:
			return code.QualifierSelf, text
		case code.ChainSuper:
			return code.QualifierSuper, text
		}
		return code.QualifierName, text
	case "this_expression":
		if text != code.ChainSelf {
			return code.QualifierOther, text
		}
		return code.QualifierSelf, text
	case "super_expression":
		return code.QualifierSuper, text
	case "navigation_expression":
		if isPath(w, object) {
			return code.QualifierPath, text
		}
	case "call_expression":
		return code.QualifierCall, text
	case "user_type":
		if w.Next(w.ChildOfKind(object, "identifier")) == syntax.None {
			return code.QualifierName, text
		}
		if text != "" {
			return code.QualifierPath, text
		}
	}
	return code.QualifierOther, text
}

// isPath recognises a dotted path of names.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for i := 0; w.Kind(n) == "navigation_expression"; i++ {
		if i == maxChain || w.ChildOfKind(n, "::") != syntax.None {
			return false
		}
		n = w.FirstChild(n)
	}
	switch w.Kind(n) {
	case "identifier", "this_expression", "super_expression":
		return true
	}
	return false
}

// userType records the names of a type: the last with its path, and the types
// on the way; packages are not references.
func userType(w *lang.Walk, n syntax.Node) {
	role, own := typeRole(w, n)
	last := lastIdentifier(w, n)
	if last == syntax.None {
		return
	}
	path, count := "", 0
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "identifier" {
			continue
		}
		name := jvm.Unquote(w.Name(c))
		q := code.QualifierNone
		switch {
		case count == 1:
			q = code.QualifierName
		case count > 1:
			q = code.QualifierPath
		}
		if c == last {
			if !own {
				jvm.Refer(w, c, role, q, path)
			}
			return
		}
		if jvm.Capital(name) {
			jvm.Refer(w, c, code.RoleType, q, path)
		}
		if len(path) <= maxPath {
			if path != "" {
				path += "."
			}
			path += name
		}
		count++
	}
}

// typeRole says what the type written at n is used for. own is true where its
// last name is the name of the function that is declared.
func typeRole(w *lang.Walk, n syntax.Node) (role code.Role, own bool) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "delegation_specifier", "explicit_delegation":
		return code.RoleInherit, false
	case "annotation", "file_annotation":
		return code.RoleDecorate, false
	case "constructor_invocation":
		if w.Kind(w.Parent(p)) == "delegation_specifier" {
			return code.RoleInherit, false
		}
		return code.RoleDecorate, false
	case "callable_reference":
		if !jvm.Capital(w.Name(lastIdentifier(w, n))) {
			return code.RoleRead, false
		}
	case "function_declaration":
		if name := w.Child(p, "name"); name != syntax.None && w.Start(name) == w.End(name) && n == w.ChildOfKind(p, "user_type") {
			return code.RoleType, true
		}
	}
	return code.RoleType, false
}
