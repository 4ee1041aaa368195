package rust

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// refer records a use of the name at n.
func refer(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, text string) {
	span, name := nameAt(w, n)
	if name == "" || name == "_" {
		return
	}
	w.AddReference(code.Reference{Name: name, Span: span, Line: w.Line(span.Start), Role: role, Qualifier: q, QualifierText: text})
}

// capital reports whether a name is spelt like a type, a variant or a constant.
func capital(name []byte) bool {
	if len(name) > 0 && name[0] < utf8.RuneSelf {
		return 'A' <= name[0] && name[0] <= 'Z'
	}
	r, _ := utf8.DecodeRune(name)
	return unicode.IsUpper(r)
}

// primitive reports whether a name is a built-in type's.
func primitive(name []byte) bool {
	if len(name) > 5 {
		return false
	}
	switch string(name) {
	case "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "isize", "usize", "f32", "f64", "bool", "str", "char":
		return true
	}
	return false
}

// identifier handles a plain name in an expression, a pattern or a path.
func identifier(s *state, w *lang.Walk, n syntax.Node) {
	text := w.Text(n)
	if len(text) == 0 {
		return
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "token_tree", "token_repetition":
		s.token(w, n, p)
		return
	case "scoped_identifier", "scoped_type_identifier":
		if w.Field(n) == "path" {
			s.segment(w, n)
		}
		return
	case "function_item", "function_signature_item", "mod_item", "macro_definition", "enum_variant",
		"use_declaration", "use_list", "use_as_clause", "scoped_use_list", "use_wildcard", "extern_crate_declaration":
		return // names of definitions, and what imports record themselves
	case "const_item", "static_item":
		if w.Field(n) == "name" {
			return
		}
	case "const_parameter":
		if w.Field(n) == "name" {
			bind(w, n)
			return
		}
	case "tuple_struct_pattern", "generic_pattern":
		if n == w.FirstChild(p) {
			refer(w, n, code.RoleType, code.QualifierNone, "")
			return
		}
		s.pattern(w, n)
		return
	case "parameter", "let_declaration", "let_condition", "for_expression":
		if w.Field(n) == "pattern" {
			s.pattern(w, n)
			return
		}
	case "field_pattern", "tuple_pattern", "slice_pattern", "mut_pattern", "ref_pattern", "reference_pattern", "or_pattern",
		"closure_parameters":
		s.pattern(w, n)
		return
	case "match_pattern":
		if w.Field(n) != "condition" {
			s.pattern(w, n)
			return
		}
	case "captured_pattern":
		if n == w.FirstChild(p) {
			s.bind(w, n)
		} else {
			s.pattern(w, n)
		}
		return
	case "ERROR":
		if s.stray(w, n, p) {
			return
		}
	}
	if string(text) == "Self" || primitive(text) {
		return
	}
	word := ""
	if w.Kind(p) == "macro_invocation" {
		word = macroWord
	}
	refer(w, n, expressionRole(w, n, p), code.QualifierNone, word)
}

// segment records the first name of a path.
func (s *state) segment(w *lang.Walk, n syntax.Node) {
	text := w.Text(n)
	switch {
	case string(text) == "Self", primitive(text):
	case capital(text):
		refer(w, n, code.RoleType, code.QualifierNone, "")
	default:
		refer(w, n, code.RoleRead, code.QualifierNone, "")
	}
}

// expressionRole says what the name that ends in n, a child of p, is used for.
func expressionRole(w *lang.Walk, n, p syntax.Node) code.Role {
	switch w.Kind(p) {
	case "generic_function":
		if f := w.Parent(p); w.Kind(f) == "call_expression" && w.Field(p) == "function" {
			return callRole(w, n)
		}
	case "call_expression":
		if w.Field(n) == "function" {
			return callRole(w, n)
		}
	case "macro_invocation":
		return code.RoleCall
	case "attribute":
		if w.Field(n) == "" {
			return code.RoleDecorate
		}
	case "assignment_expression", "compound_assignment_expr":
		if w.Field(n) == "left" {
			return code.RoleWrite
		}
	case "tuple_struct_pattern":
		return code.RoleType
	case "generic_type_with_turbofish", "generic_type", "bracketed_type":
		return code.RoleType
	}
	return code.RoleRead
}

// callRole tells the making of a tuple struct or a variant from a call.
func callRole(w *lang.Walk, n syntax.Node) code.Role {
	if w.Kind(n) == "scoped_identifier" {
		n = w.Child(n, "name")
	}
	if w.Kind(n) != "field_expression" && capital(w.Text(n)) {
		return code.RoleNew
	}
	return code.RoleCall
}

// scopedIdentifier handles a::b::c in an expression, a pattern or an attribute.
func scopedIdentifier(s *state, w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None || w.Kind(name) != "identifier" {
		return
	}
	p := w.Parent(n)
	role := code.RoleRead
	switch w.Kind(p) {
	case "scoped_identifier", "scoped_type_identifier", "generic_type_with_turbofish":
		if capital(w.Text(name)) {
			role = code.RoleType
		}
	case "use_declaration", "use_list", "use_as_clause", "scoped_use_list", "use_wildcard", "visibility_modifier":
		w.Skip()
		return
	default:
		role = expressionRole(w, n, p)
	}
	q, text := pathQualifier(w, w.Child(n, "path"))
	if role == code.RoleRead && !capital(w.Text(name)) && capital([]byte(code.LastPart(strings.TrimPrefix(text, code.ChainSelf)))) {
		role = code.RolePass // no field is named by a path
	}
	refer(w, name, role, q, text)
}

func typeIdentifier(s *state, w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "struct_item", "union_item", "enum_item", "type_item", "associated_type", "trait_item":
		if w.Field(n) == "name" {
			return
		}
	case "type_parameter":
		if w.Field(n) == "name" {
			bind(w, n)
			return
		}
	case "scoped_type_identifier":
		if w.Field(n) == "name" {
			return
		}
	case "ERROR":
		if s.stray(w, n, p) {
			return
		}
	case "type_binding":
		if w.Field(n) == "name" {
			q, text := pathQualifier(w, w.Parent(w.Parent(p)))
			refer(w, n, code.RoleType, q, text)
			return
		}
	}
	text := w.Text(n)
	if len(text) == 0 || string(text) == "Self" || primitive(text) {
		return
	}
	if role, recorded := typeRole(w, n, p); !recorded {
		refer(w, n, role, code.QualifierNone, "")
	}
}

// typeRole says what the type written at n, a child of p, is used for.
// recorded is true for the trait of an impl, which is recorded at the end.
func typeRole(w *lang.Walk, n, p syntax.Node) (role code.Role, recorded bool) {
	if k := w.Kind(p); (k == "generic_type" || k == "generic_type_with_turbofish") && w.Field(n) == "type" {
		n, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "impl_item":
		if w.Field(n) == "trait" {
			return code.RoleInherit, w.ChildOfKind(p, "!") == syntax.None
		}
	case "trait_bounds":
		switch g := w.Parent(p); w.Kind(g) {
		case "trait_item":
			return code.RoleInherit, false
		case "where_predicate":
			if string(w.Text(w.Child(g, "left"))) == "Self" && w.Kind(w.Parent(w.Parent(g))) == "trait_item" {
				return code.RoleInherit, false
			}
		}
	case "struct_expression":
		return code.RoleNew, false
	}
	return code.RoleType, false
}

// scopedType handles a::b::C where a type is written.
func scopedType(s *state, w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None {
		return
	}
	p := w.Parent(n)
	role, recorded := code.RoleType, false
	if k := w.Kind(p); k != "scoped_type_identifier" && k != "scoped_identifier" {
		role, recorded = typeRole(w, n, p)
	}
	if !recorded {
		q, text := pathQualifier(w, w.Child(n, "path"))
		refer(w, name, role, q, text)
	}
}

// fieldExpression handles x.name and x.name().
func fieldExpression(s *state, w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "field")
	if w.Kind(name) != "field_identifier" || w.Start(name) == w.End(name) {
		return
	}
	q, text := receiver(w, w.Child(n, "value"))
	refer(w, name, expressionRole(w, n, w.Parent(n)), q, text)
}

// fieldIdentifier handles the field names of struct expressions and patterns.
func fieldIdentifier(s *state, w *lang.Walk, n syntax.Node) {
	switch p := w.Parent(n); w.Kind(p) {
	case "field_initializer":
		q, text := pathQualifier(w, w.Child(w.Parent(w.Parent(p)), "name"))
		refer(w, n, code.RoleWrite, q, text)
	case "field_pattern":
		q, text := pathQualifier(w, w.Child(w.Parent(p), "type"))
		refer(w, n, code.RoleRead, q, text)
	}
}

// shorthandPattern handles Point { x }: it reads a field and binds its name.
func shorthandPattern(s *state, w *lang.Walk, n syntax.Node) {
	q, text := pathQualifier(w, w.Child(w.Parent(w.Parent(n)), "type"))
	refer(w, n, code.RoleRead, q, text)
	s.bind(w, n)
}

// shorthandValue handles Point { x } as a value: it writes the field, and its
// name is a use of the variable.
func shorthandValue(s *state, w *lang.Walk, n syntax.Node) {
	name := w.ChildOfKind(n, "identifier")
	if name == syntax.None {
		return
	}
	q, text := pathQualifier(w, w.Child(w.Parent(w.Parent(n)), "name"))
	refer(w, name, code.RoleWrite, q, text)
}

// macroWord says of a name without a qualifier that a macro is meant.
const macroWord = "macro"
