package scala

import (
	"strings"

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
	case "this", "super", "with", "_", "object", "trait", "class", "case", "val", "var", "def", "extends":
		return true
	}
	return false
}

// identifier handles a name in an expression, a pattern or a declaration: by
// the node it hangs under it is a binding, a member, a call or a plain use.
func identifier(w *lang.Walk, n syntax.Node) {
	if w.Start(n) == w.End(n) {
		return // made up by error recovery
	}
	p := w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "arguments", "block", "indented_block", "parenthesized_expression", "tuple_expression":
		// The commonest places of a plain read.
	case "call_expression":
		if n == w.FirstChild(p) {
			role = code.RoleCall
		}
	case "field_expression":
		if n != w.FirstChild(p) {
			member(w, p, n)
			return
		}
	case "infix_expression":
		if w.Field(n) == "operator" {
			operator(w, p, n)
			return
		}
	case "infix_type":
		if string(w.Text(n)) == "&" || string(w.Text(n)) == "|" {
			return
		}
	case "postfix_expression":
		if n != w.FirstChild(p) {
			q, text := qualifier(w, w.FirstChild(p))
			jvm.Refer(w, n, code.RoleCall, q, text)
			return
		}
	case "generic_function":
		role = callOr(w, p, code.RoleRead)
	case "assignment_expression":
		if w.Field(n) == "left" {
			if w.Kind(w.Parent(p)) == "arguments" {
				return // the parameter's name
			}
			role = code.RoleWrite
		}
	case "parameter", "class_parameter":
		if w.Field(n) == "name" {
			if w.Kind(p) == "parameter" {
				bind(w, n, typeText(w, w.Child(p, "type")), "")
			}
			return
		}
	case "binding":
		if w.Field(n) == "name" {
			bindParameter(w, n, lambdaOf(w, p))
			return
		}
	case "covariant_type_parameter", "contravariant_type_parameter", "type_parameters", "type_lambda", "context_bound":
		if w.Field(n) == "name" {
			bind(w, n, contextBound(w, p, n), "")
			return
		}
	case "lambda_expression":
		if w.Field(n) == "parameters" {
			bindParameter(w, n, p)
			return
		}
	case "colon_argument":
		if w.Field(n) == "lambda_start" {
			bindParameter(w, n, w.NamedChild(p, 1))
			return
		}
	case "class_definition", "trait_definition", "object_definition", "enum_definition", "function_definition",
		"function_declaration", "package_object", "given_definition", "simple_enum_case", "full_enum_case", "type_definition":
		if w.Field(n) == "name" {
			return
		}
	case "val_declaration", "var_declaration":
		if w.Field(n) == "name" {
			if placeOf(w, p) == inBlock {
				bind(w, n, typeText(w, w.Child(p, "type")), "")
			}
			return
		}
	case "stable_identifier":
		stable(w, p, n)
		return
	case "interpolated_string_expression":
		switch string(w.Text(n)) {
		case "s", "f", "raw":
			return
		}
		role = code.RoleCall
	case "interpolation":
		if inPattern(w, w.Parent(w.Parent(p))) {
			jvm.Bind(w, n)
			return
		}
	case "self_type", "access_qualifier", "package_identifier", "name_and_type":
		return
	case "singleton_type", "stable_type_identifier":
		if !jvm.Capital(w.Name(n)) && w.Kind(p) == "stable_type_identifier" {
			return // a package, or a value's type
		}
	case "ERROR":
		if i, ok := jvm.Unfinished(w, n, declared); ok {
			s := remember(w)
			if s.loose == nil {
				s.loose = make(map[int32]bool)
			}
			s.loose[i], s.count = true, i+1
			return
		}
		switch w.Kind(n - 1) {
		case "val", "var", "def", "class", "object", "trait":
			return // a declaration's name: salvage sees to it
		}
		if w.Kind(w.Next(n)) == "arguments" {
			role = code.RoleCall
		}
	default:
		if inPattern(w, n) {
			patternName(w, n)
			return
		}
	}
	if !keyword(w.Text(n)) {
		jvm.Refer(w, n, role, code.QualifierNone, "")
	}
}

// callOr is RoleCall if expression n is what a call calls, else the role.
func callOr(w *lang.Walk, n syntax.Node, role code.Role) code.Role {
	for i := 0; i < maxChain; i++ {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "generic_function":
			n = p
			continue
		case "call_expression":
			if n == w.FirstChild(p) {
				return code.RoleCall
			}
		case "assignment_expression":
			if w.Field(n) == "left" {
				return code.RoleWrite
			}
		}
		break
	}
	return role
}

// member records the name behind a dot.
func member(w *lang.Walk, access, n syntax.Node) {
	if keyword(w.Text(n)) {
		return
	}
	q, text := qualifier(w, w.FirstChild(access))
	jvm.Refer(w, n, callOr(w, access, code.RoleRead), q, text)
}

// operator records the name between two operands, a method of the left one or,
// if it ends in a colon, of the right one.
func operator(w *lang.Walk, infix, n syntax.Node) {
	text := w.Text(n)
	switch string(text) {
	case "with", "==", "!=", "&&", "||", "<", ">", "<=", ">=", "+", "-", "*", "/", "%":
		return // of numbers nearly always, and in every file
	}
	side := "left"
	if text[len(text)-1] == ':' {
		side = "right"
	}
	q, of := qualifier(w, w.Child(infix, side))
	jvm.Refer(w, n, code.RoleCall, q, of)
}

// lambdaOf is the function whose parameter stands in a binding.
func lambdaOf(w *lang.Walk, binding syntax.Node) syntax.Node {
	list := w.Parent(binding)
	p := w.Parent(list)
	if w.Kind(p) == "colon_argument" {
		return w.Next(list)
	}
	return p
}

// contextBound is the type of the instance that is known by the name of a type
// parameter: F of [F[_]: Monad].
func contextBound(w *lang.Walk, list, n syntax.Node) string {
	for c := w.Next(n); c != syntax.None && string(w.Text(c)) != ","; c = w.Next(c) {
		if w.Kind(c) == "context_bound" {
			if t := w.Child(c, "type"); t != syntax.None {
				if name := typeName(w, t); name != "" && !strings.ContainsAny(name, "<>{") {
					return name + "[" + jvm.Unquote(w.Name(n)) + "]"
				}
			}
		}
	}
	return ""
}

// qualifier says what the expression before a dot is, and from what its type
// follows.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	text := chain(w, object)
	for i := 0; i < maxChain && w.Kind(object) == "generic_function"; i++ {
		object = w.FirstChild(object)
	}
	switch w.Kind(object) {
	case "identifier":
		switch text {
		case code.ChainSelf:
			return code.QualifierSelf, text
		case code.ChainSuper:
			return code.QualifierSuper, text
		}
		return code.QualifierName, text
	case "field_expression":
		if string(w.Text(w.Child(object, "field"))) == "super" {
			return code.QualifierSuper, text
		}
		if isPath(w, object) && text != "" {
			return code.QualifierPath, text
		}
	case "call_expression", "instance_expression":
		return code.QualifierCall, text
	}
	return code.QualifierOther, text
}

// isPath recognises a dotted path of names.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for i := 0; w.Kind(n) == "field_expression"; i++ {
		if i == maxChain {
			return false
		}
		n = w.FirstChild(n)
	}
	return w.Kind(n) == "identifier"
}

// stable records a name of a dotted path in a pattern or a type: the last one
// of a pattern, and the types and objects on the way; packages are no uses.
func stable(w *lang.Walk, path, n syntax.Node) {
	first := n == w.FirstChild(path)
	q, text := code.QualifierNone, ""
	if !first {
		before := w.FirstChild(path)
		if w.End(before)-w.Start(before) <= maxPath {
			q, text = code.QualifierPath, pathText(w, before)
			if w.Kind(before) == "identifier" {
				q = code.QualifierName
			}
		}
	}
	k := w.Kind(w.Parent(path))
	whole := k != "stable_identifier" && k != "stable_type_identifier"
	if keyword(w.Text(n)) || !jvm.Capital(w.Name(n)) && !(whole && !first) {
		return
	}
	jvm.Refer(w, n, code.RoleRead, q, text)
}

// typeIdentifier handles a type's name.
func typeIdentifier(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	q, text := code.QualifierNone, ""
	switch w.Kind(p) {
	case "type_definition":
		if w.Field(n) == "name" {
			return
		}
	case "stable_type_identifier", "projected_type":
		if before := w.FirstChild(p); before != n {
			text = typeName(w, before)
			switch w.Kind(before) {
			case "identifier", "type_identifier":
				q = code.QualifierName
			default:
				q = code.QualifierPath
			}
		}
	case "case_class_pattern":
		jvm.Refer(w, n, code.RoleCall, q, text) // an extractor
		return
	}
	switch string(w.Text(n)) {
	case "_", "?", "&", "|", "<:", ">:":
		return
	}
	jvm.Refer(w, n, typeRole(w, n), q, text)
}

// typeRole says what the type written at n is used for.
func typeRole(w *lang.Walk, n syntax.Node) code.Role {
	for i := 0; i < maxChain; i++ {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "generic_type":
			if w.Field(n) != "type" {
				return code.RoleType
			}
		case "stable_type_identifier", "annotated_type", "compound_type":
		case "extends_clause":
			return code.RoleInherit
		case "annotation":
			return code.RoleDecorate
		case "instance_expression":
			return code.RoleNew
		case "case_class_pattern":
			return code.RoleCall
		default:
			return code.RoleType
		}
		n = p
	}
	return code.RoleType
}
