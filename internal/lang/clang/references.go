package clang

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

func rules(cpp bool) map[string]lang.Handler {
	r := map[string]lang.Handler{
		"function_definition":          function,
		"parameter_list":               parameters,
		"compound_statement":           block,
		"for_statement":                scope(lang.ScopeBlock),
		"if_statement":                 scope(lang.ScopeBlock),
		"while_statement":              scope(lang.ScopeBlock),
		"switch_statement":             scope(lang.ScopeBlock),
		"field_declaration_list":       scope(lang.ScopeType),
		"abstract_function_declarator": abstractFunction,
		"identifier":                   identifier,
		"type_identifier":              typeIdentifier,
		"field_identifier":             fieldIdentifier,
		"attribute_specifier":          skip,
		"attribute_declaration":        skip,
		"ms_declspec_modifier":         skip,
		"gnu_asm_output_operand":       operand,
		"gnu_asm_input_operand":        operand,
		"gnu_asm_goto_list":            skip,
	}
	if !cpp {
		return r
	}
	r["template_declaration"] = scope(lang.ScopeFunction)
	r["requires_expression"] = scope(lang.ScopeFunction)
	r["lambda_expression"] = scope(lang.ScopeFunction)
	r["for_range_loop"] = scope(lang.ScopeBlock)
	r["catch_clause"] = scope(lang.ScopeBlock)
	r["namespace_identifier"] = namespaceIdentifier
	r["destructor_name"] = skip
	r["operator_name"] = skip
	return r
}

func skip(w *lang.Walk, _ syntax.Node) { w.Skip() }

func scope(kind lang.ScopeKind) lang.Handler {
	return func(w *lang.Walk, _ syntax.Node) { w.OpenScope(kind) }
}

// function opens the scope in which parameters are known.
func function(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	if body := w.Child(n, "body"); body != syntax.None {
		bindParameters(w, w.Start(body))
	}
}

// bindParameters binds those of the function whose body begins at an offset.
func bindParameters(w *lang.Walk, at uint32) {
	st := remember(w)
	i, ok := st.bodies[at]
	if !ok {
		return
	}
	for _, p := range st.items[i].params {
		if p.Name != "" {
			w.BindAs(p.Name, at, lang.ScopeBlock, p.Type, "")
		}
	}
}

// parameters opens a scope for the names in a list: those of a prototype are
// nobody else's, and those of a body are bound with it.
func parameters(w *lang.Walk, n syntax.Node) {
	if k := w.Kind(w.Parent(n)); k != "abstract_function_declarator" && k != "catch_clause" && k != "requires_expression" {
		w.OpenScope(lang.ScopeFunction)
	}
}

// abstractFunction opens a scope for the parameters of a type; those of a
// lambda belong to its body too.
func abstractFunction(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) != "lambda_expression" {
		w.OpenScope(lang.ScopeFunction)
	}
}

func block(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	if w.Kind(w.Parent(n)) != "function_definition" {
		bindParameters(w, w.Start(n)) // the header was not understood
	}
}

// operand leaves the symbolic name of an assembler operand out.
func operand(w *lang.Walk, n syntax.Node) {
	if symbol := w.Child(n, "symbol"); symbol != syntax.None {
		remember(w).symbol = symbol
	}
}

// refer records a use of the name at n.
func refer(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, qualifier string) {
	name := w.Name(n)
	if name == "" {
		return
	}
	at := w.Start(n)
	st := remember(w)
	r := code.Reference{Name: name, Span: w.Span(n), Line: w.Line(at), Role: role, Qualifier: q, QualifierText: qualifier}
	i := st.enclosing(at)
	if st.scan.inModuleLine(at) {
		return
	}
	if st.damaged && i != code.NoDefinition {
		it := &st.items[i]
		if role == code.RoleRead && it.bases.Contains(at) && !bytes.HasPrefix(w.Source[w.End(n):], []byte("::")) {
			r.Role = code.RoleInherit
		}
		if q == code.QualifierNone && it.takes(name) {
			// The tree may not know the parameters.
			pop := w.PushScope(lang.ScopeFunction)
			w.Bind(name, lang.ScopeFunction)
			w.AddReferenceIn(r, i)
			pop()
			return
		}
	}
	w.AddReferenceIn(r, i)
}

// takes reports whether a function has a parameter of that name.
func (it *item) takes(name string) bool {
	if it.body == 0 {
		return false
	}
	for i := range it.params {
		if it.params[i].Name == name {
			return true
		}
	}
	return false
}

// identifier handles a name in an expression or declarator.
func identifier(w *lang.Walk, n syntax.Node) {
	st := arrive(w, n)
	if st.defines(w.Start(n)) || st.symbol == n || w.Start(n) == w.End(n) || st.reserved(w.Text(n)) {
		return
	}
	p := w.Parent(n)
	switch w.Kind(p) {
	case "call_expression":
		if w.Field(n) == "function" {
			refer(w, n, code.RoleCall, code.QualifierNone, "")
			return
		}
	case "argument_list", "binary_expression", "parenthesized_expression", "subscript_expression", "field_expression":
		// The commonest places of a plain read.
	case "assignment_expression":
		if w.Field(n) == "left" {
			refer(w, n, code.RoleWrite, code.QualifierNone, "")
			return
		}
	case "update_expression":
		refer(w, n, code.RoleWrite, code.QualifierNone, "")
		return
	case "qualified_identifier":
		qualified(w, p, n, code.RoleRead)
		return
	case "template_function":
		templateFunction(w, p, n)
		return
	case "init_declarator", "declaration", "parameter_declaration", "pointer_declarator", "array_declarator", "optional_parameter_declaration",
		"function_declarator", "for_range_loop":
		if w.Field(n) == "declarator" {
			if st.cpp || w.Kind(p) != "function_declarator" {
				bindLocal(w, n)
			}
			return
		}
		if w.Field(n) == "" && w.Kind(p) == "function_declarator" {
			refer(w, n, code.RoleDecorate, code.QualifierNone, "") // a macro behind the parameters
			return
		}
	case "reference_declarator", "parenthesized_declarator", "attributed_declarator", "variadic_declarator", "structured_binding_declarator":
		bindLocal(w, n)
		return
	case "lambda_capture_initializer":
		if w.Field(n) == "left" {
			w.BindAs(w.Name(n), w.Start(n), lang.ScopeBlock, "", remember(w).chain(w, w.Child(p, "right")))
			return
		}
	case "parameter_list": // old style
		w.BindNode(n, lang.ScopeBlock)
		return
	case "macro_type_specifier":
		refer(w, n, code.RoleCall, code.QualifierNone, "")
		return
	case "using_declaration":
		refer(w, n, code.RoleImport, code.QualifierNone, "")
		return
	case "attribute", "destructor_name":
		return
	case "ERROR":
		stray(w, n)
		return
	}
	refer(w, n, code.RoleRead, code.QualifierNone, "")
}

// reserved reports whether error recovery took a keyword for a name.
func (st *state) reserved(name []byte) bool {
	switch keyword(name, st.cpp) {
	case wordNone:
		return false
	case wordFinal, wordOverride:
		return st.damaged // else they are names like others
	}
	return true
}

// stray records a name where the parser gave up.
func stray(w *lang.Walk, n syntax.Node) {
	role := code.RoleRead
	if rest := bytes.TrimLeft(w.Source[w.End(n):min(w.End(n)+8, uint32(len(w.Source)))], " \t"); len(rest) > 0 && rest[0] == '(' {
		role = code.RoleCall
	}
	refer(w, n, role, code.QualifierNone, "")
}

// bindLocal binds a declared name; outside of functions that does nothing.
func bindLocal(w *lang.Walk, n syntax.Node) {
	if !w.InScope(lang.ScopeBlock) && !w.InScope(lang.ScopeFunction) {
		return
	}
	if p := w.Ancestor(n, "parameter_list", "compound_statement", "declaration", "for_range_loop"); w.Kind(p) == "parameter_list" {
		switch w.Kind(w.Parent(p)) {
		case "abstract_function_declarator", "catch_clause", "requires_expression":
		default: // those of a body are bound with it
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	}
	typ, value := declared(w, n)
	w.BindAs(w.Name(n), w.Start(n), lang.ScopeBlock, typ, value)
}

// templateFunction records the name of f<T>.
func templateFunction(w *lang.Walk, template, n syntax.Node) {
	role := code.RoleRead
	p := w.Parent(template)
	switch w.Kind(p) {
	case "call_expression":
		if w.Field(template) == "function" {
			role = code.RoleCall
		}
	case "qualified_identifier":
		qualified(w, p, n, role)
		return
	case "function_declarator":
		return // a specialisation
	}
	refer(w, n, role, code.QualifierNone, "")
}

// typeIdentifier handles a name that stands for a type.
func typeIdentifier(w *lang.Walk, n syntax.Node) {
	st := arrive(w, n)
	if st.defines(w.Start(n)) || w.Start(n) == w.End(n) || st.reserved(w.Text(n)) {
		return
	}
	role := code.RoleType
	p := w.Parent(n)
	at := n
	if w.Kind(p) == "template_type" {
		at, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "qualified_identifier":
		qualified(w, p, n, role)
		return
	case "new_expression":
		if w.Field(at) == "type" {
			role = code.RoleNew
		}
	case "base_class_clause":
		role = code.RoleInherit
	case "type_parameter_declaration", "variadic_type_parameter_declaration":
		w.BindNode(n, lang.ScopeBlock)
		return
	case "optional_type_parameter_declaration":
		if w.Field(at) == "name" {
			w.BindNode(n, lang.ScopeBlock)
			return
		}
	case "compound_literal_expression":
		role = code.RoleCall
	case "type_definition", "pointer_declarator", "array_declarator", "function_declarator", "parenthesized_declarator":
		if w.Field(at) == "declarator" {
			return // a type's other name, in a branch that the scan leaves out
		}
	}
	tag := ""
	switch w.Kind(p) {
	case "struct_specifier", "union_specifier", "enum_specifier", "class_specifier":
		if w.Field(at) == "name" {
			tag = w.Kind(w.FirstChild(p)) // the keyword
		}
	}
	refer(w, n, role, code.QualifierNone, tag)
}
