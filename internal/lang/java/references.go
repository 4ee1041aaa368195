package java

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxChain bounds the links of a dotted expression that are looked at.
const maxChain = 32

// identifier handles a name in an expression or a declaration: by the node
// it hangs under it is a binding, a member, a call or a plain use.
func identifier(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "method_invocation":
		if w.Field(n) == "name" {
			call(w, p, n)
			return
		}
		if w.Field(n) == "object" && w.ChildOfKind(p, "super") != syntax.None {
			w.Refer(n, code.RoleType, code.QualifierNone, "") // Outer.super.method()
			return
		}
	case "field_access":
		fieldAccess(w, p, n)
		return
	case "argument_list", "binary_expression", "parenthesized_expression", "array_access", "return_statement":
		// The commonest places of a plain read.
	case "assignment_expression":
		if w.Field(n) == "left" {
			w.Refer(n, code.RoleWrite, code.QualifierNone, "")
			return
		}
	case "update_expression":
		w.Refer(n, code.RoleWrite, code.QualifierNone, "")
		return
	case "variable_declarator":
		if w.Field(n) == "name" {
			switch outer := w.Parent(p); w.Kind(outer) {
			case "local_variable_declaration":
				bindLocal(w, p, n)
			case "spread_parameter":
				bindParameter(w, outer, n)
			}
			return
		}
	case "formal_parameter":
		bindParameter(w, p, n)
		return
	case "catch_formal_parameter":
		bindCaught(w, p, n)
		return
	case "inferred_parameters":
		bind(w, n, "", passedTo(w, w.Parent(p), position(w, p, n)))
		return
	case "type_pattern", "record_pattern_component":
		bindPattern(w, p, n)
		return
	case "enhanced_for_statement":
		if w.Field(n) == "name" {
			bindLoop(w, p, n)
			return
		}
	case "resource":
		if w.Field(n) == "name" {
			bindTyped(w, n, w.Child(p, "type"), w.Child(p, "dimensions"), func() string { return chain(w, w.Child(p, "value")) })
			return
		}
	case "instanceof_expression":
		if w.Field(n) == "name" {
			bind(w, n, typeText(w, w.Child(p, "right"), syntax.None), "")
			return
		}
	case "lambda_expression":
		if w.Field(n) == "parameters" {
			bind(w, n, "", passedTo(w, p, 0))
			return
		}
	case "method_reference":
		methodReference(w, p, n)
		return
	case "switch_label":
		w.Refer(n, code.RoleRead, code.QualifierNone, switchedOn(w, p))
		return
	case "record_pattern", "receiver_parameter":
		w.Refer(n, code.RoleType, code.QualifierNone, "")
		return
	case "annotation", "marker_annotation":
		w.Refer(n, code.RoleDecorate, code.QualifierNone, "")
		return
	case "uses_module_directive", "provides_module_directive":
		w.Refer(n, code.RoleType, code.QualifierNone, "")
		return
	case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration",
		"method_declaration", "constructor_declaration", "compact_constructor_declaration", "annotation_type_element_declaration",
		"enum_constant", "package_declaration", "module_declaration", "break_statement", "continue_statement":
		return // the name itself, a key or a label
	case "element_value_pair":
		if w.Field(n) == "key" {
			if a := w.Ancestor(p, "annotation"); a != syntax.None {
				w.Refer(n, code.RoleWrite, code.QualifierOther, typeChain(w, w.Child(a, "name")))
			}
			return
		}
	case "labeled_statement":
		if n == w.FirstChild(p) {
			return
		}
	case "ERROR":
		if unfinishedType(w, p, n) {
			return
		}
	}
	w.Refer(n, code.RoleRead, code.QualifierNone, "")
}

// call records a method call. A bare one waits for the end of the file.
func call(w *lang.Walk, invocation, name syntax.Node) {
	object := w.Child(invocation, "object")
	if object == syntax.None {
		s := remember(w)
		s.calls = append(s.calls, pendingCall{name, w.Container(), passed(w, invocation)})
		return
	}
	q, text := qualifier(w, object)
	if w.Kind(object) != "super" && w.ChildOfKind(invocation, "super") != syntax.None {
		q, text = code.QualifierOther, typeChain(w, object) // Interface.super.method()
	}
	w.ReferWith(name, code.RoleCall, q, text, passed(w, invocation))
}

// passed counts the arguments of a call.
func passed(w *lang.Walk, call syntax.Node) int {
	list := w.Child(call, "arguments")
	if list == syntax.None {
		return -1
	}
	return argument(w, list, syntax.None)
}

// fieldAccess records either side of object.field.
func fieldAccess(w *lang.Walk, access, n syntax.Node) {
	if w.Field(n) != "field" {
		role := code.RoleRead
		if f := w.Child(access, "field"); w.Kind(f) == "this" || w.ChildOfKind(access, "super") != syntax.None {
			role = code.RoleType // Outer.this, Outer.super.field
		}
		w.Refer(n, role, code.QualifierNone, "")
		return
	}
	role := code.RoleRead
	switch p := w.Parent(access); w.Kind(p) {
	case "assignment_expression":
		if w.Field(access) == "left" {
			role = code.RoleWrite
		}
	case "update_expression":
		role = code.RoleWrite
	}
	object := w.Child(access, "object")
	q, text := qualifier(w, object)
	if w.Kind(object) != "super" && w.ChildOfKind(access, "super") != syntax.None {
		q, text = code.QualifierOther, typeChain(w, object)
	}
	w.Refer(n, role, q, text)
}

// methodReference records a name of X::method or X::new. The method
// is passed on, not called here.
func methodReference(w *lang.Walk, reference, n syntax.Node) {
	object := w.NamedChild(reference, 0)
	if n != object {
		q, text := qualifier(w, object)
		w.Refer(n, code.RolePass, q, text)
		return
	}
	role := code.RoleRead
	if constructs(w, reference) {
		role = code.RoleNew
	}
	w.Refer(n, role, code.QualifierNone, "")
}

// constructs reports whether a method reference ends in ::new.
func constructs(w *lang.Walk, reference syntax.Node) bool {
	return bytes.HasSuffix(w.Text(reference), []byte("new")) && w.ChildOfKind(reference, "new") != syntax.None
}

// qualifier says what the expression before a dot is, and from what its type
// follows.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	switch w.Kind(object) {
	case "identifier", "type_identifier":
		return code.QualifierName, w.Name(object)
	case "this":
		return code.QualifierSelf, code.ChainSelf
	case "super":
		return code.QualifierSuper, code.ChainSuper
	case "field_access":
		if isPath(w, object) {
			return code.QualifierPath, chain(w, object)
		}
	case "method_invocation", "object_creation_expression":
		return code.QualifierCall, chain(w, object)
	case "scoped_type_identifier", "generic_type":
		if name := typeName(w, object); strings.Contains(name, ".") {
			return code.QualifierPath, name
		} else if name != "" {
			return code.QualifierName, name
		}
	}
	return code.QualifierOther, chain(w, object)
}

// isPath recognises a dotted path of names.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for i := 0; w.Kind(n) == "field_access"; i++ {
		if i == maxChain {
			return false
		}
		n = w.Child(n, "object")
	}
	switch w.Kind(n) {
	case "identifier", "this", "super":
		return true
	}
	return false
}

// scopedIdentifier handles a dotted name outside expressions: an annotation's
// or a module directive's. Those of imports and packages are never walked.
func scopedIdentifier(w *lang.Walk, n syntax.Node) {
	role := code.RoleType
	switch w.Kind(w.Parent(n)) {
	case "annotation", "marker_annotation":
		role = code.RoleDecorate
	case "uses_module_directive", "provides_module_directive":
	default:
		w.Skip()
		return
	}
	referPath(w, n, role, code.RoleType, true)
	w.Skip()
}

// referPath records the last name of a dotted path in role last, if wanted,
// and the names of enclosing types before it in role outer.
func referPath(w *lang.Walk, n syntax.Node, last, outer code.Role, wantLast bool) {
	for i := 0; i < maxChain; i++ {
		if w.Kind(n) != "scoped_identifier" {
			if i == 0 && wantLast || capital(w.Text(n)) {
				w.Refer(n, last, code.QualifierNone, "")
			}
			return
		}
		name, scope := w.Child(n, "name"), w.Child(n, "scope")
		if name != syntax.None && (i == 0 && wantLast || capital(w.Text(name))) {
			q := code.QualifierPath
			if w.Kind(scope) == "identifier" {
				q = code.QualifierName
			}
			w.Refer(name, last, q, compact(w, scope))
		}
		n, last = scope, outer
	}
}

// conditional opens a scope for the pattern variables of a condition. Those
// of a negated test hold after the statement instead, so they go to the
// block around it: if (!(x instanceof Foo foo)) return; foo.run();
func conditional(w *lang.Walk, n syntax.Node) {
	test := w.Text(w.Child(n, "condition"))
	if bytes.IndexByte(test, '!') < 0 || !bytes.Contains(test, []byte("instanceof")) {
		w.OpenScope(lang.ScopeBlock)
	}
}

// stringLiteral records the regions of a string; what is interpolated in it is code.
func stringLiteral(w *lang.Walk, n syntax.Node) {
	if w.ChildOfKind(n, "string_interpolation") == syntax.None {
		w.Region(code.RegionString, w.Span(n))
		w.Skip()
		return
	}
	w.StringParts(n, "string_interpolation")
}

// finish adds the unqualified calls. Methods and variables have separate
// namespaces in Java: "String name = name();" calls a method, whatever local
// variable has its name. So these references belong to no local scope, and
// the walk is outside of all by now.
func finish(w *lang.Walk) {
	s := remember(w)
	for _, c := range s.calls {
		w.AddReferenceIn(code.Reference{Name: w.Name(c.name), Span: w.Span(c.name), Line: w.Line(w.Start(c.name)),
			Role: code.RoleCall, Args: lang.Arguments(c.args)}, c.enclosing)
	}
	w.SetDoc(s.header)
	w.SetDoc(s.typeDoc)
}
