package csharp

import (
	"strconv"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// bindAs makes the identifier at n local to the innermost scope, with its type
// as written or the chain that it is made from.
func bindAs(w *lang.Walk, n syntax.Node, typ, value string) {
	w.BindAs(nameOf(w, n), w.Start(n), lang.ScopeBlock, typ, value)
}

// bindTyped binds a name to the type written at t; without one, or for "var",
// the value says what it is.
func bindTyped(w *lang.Walk, n, t syntax.Node, value func() string) {
	typ := typeText(w, t)
	if typ != "" && typ != "var" {
		bindAs(w, n, typ, "")
		return
	}
	bindAs(w, n, "", value())
}

// bindName binds the identifier at n, which p declares.
func bindName(w *lang.Walk, n, p syntax.Node) {
	switch w.Kind(p) {
	case "variable_declarator":
		bindTyped(w, n, w.Child(w.Parent(p), "type"), func() string { return chain(w, initial(w, p)) })
	case "parameter":
		bindTyped(w, n, w.Child(p, "type"), func() string {
			list := w.Parent(p)
			return passedTo(w, w.Parent(list), position(w, list, p, "parameter"))
		})
	case "implicit_parameter", "lambda_expression":
		for w.Kind(p) != "lambda_expression" && p != syntax.None && w.Kind(p) == "implicit_parameter" {
			p = w.Parent(p)
		}
		bindAs(w, n, "", passedTo(w, p, 0))
	case "catch_declaration", "declaration_pattern":
		bindTyped(w, n, w.Child(p, "type"), func() string { return matched(w, p, deepest) })
	case "recursive_pattern", "var_pattern":
		bindTyped(w, n, w.Child(p, "type"), func() string { return matched(w, p, deepest) })
	case "declaration_expression":
		bindTyped(w, n, w.Child(p, "type"), func() string { return given(w, p) })
	case "foreach_statement":
		bindTyped(w, n, w.Child(p, "type"), func() string { return elementOf(chain(w, w.Child(p, "right"))) })
	case "from_clause", "join_clause":
		bindTyped(w, n, w.Child(p, "type"), func() string { return elementOf(fromSource(w, p, deepest)) })
	case "let_clause":
		bindAs(w, n, "", chain(w, afterWord(w, p, "=")))
	case "tuple_pattern", "parenthesized_variable_designation":
		bindAs(w, n, "", takenPart(w, n))
	case "type_parameter":
		bind(w, n)
	default:
		bindAs(w, n, "", "")
	}
}

// initial is the value that a declarator gives its name.
func initial(w *lang.Walk, declarator syntax.Node) syntax.Node {
	return afterWord(w, declarator, "=")
}

// position counts the nodes of a kind before p in a list.
func position(w *lang.Walk, list, p syntax.Node, kind string) int {
	i := 0
	for c := w.FirstChild(list); c != syntax.None && c != p; c = w.Next(c) {
		if w.Kind(c) == kind {
			i++
		}
	}
	return i
}

// takenPart is what a name of a taken apart value is.
func takenPart(w *lang.Walk, n syntax.Node) string {
	steps := ""
	var path []int
	for p := w.Parent(n); len(path) < 8; n, p = p, w.Parent(p) {
		kind := w.Kind(p)
		if kind != "tuple_pattern" && kind != "parenthesized_variable_designation" {
			break
		}
		i := 0
		for c := w.FirstChild(p); c != syntax.None && c != n; c = w.Next(c) {
			if w.IsNamed(c) {
				i++
			}
		}
		if i > 9 {
			return ""
		}
		path = append(path, i)
		steps = "#" + strconv.Itoa(i) + steps
	}
	value := syntax.None
	switch p := w.Parent(n); w.Kind(p) {
	case "variable_declarator":
		value = initial(w, p)
	case "foreach_statement":
		return code.ChainStep(elementOf(chain(w, w.Child(p, "right"))), steps)
	case "declaration_expression":
		if a := w.Parent(p); w.Kind(a) == "assignment_expression" {
			value = w.Child(a, "right")
		}
	case "assignment_expression":
		value = w.Child(p, "right")
	case "var_pattern", "recursive_pattern", "declaration_pattern":
		return code.ChainStep(matched(w, p, deepest), steps)
	}
	if w.Kind(value) == "tuple_expression" && len(path) == 1 {
		return chain(w, w.NamedChild(w.NamedChild(value, path[0]), 0))
	}
	return code.ChainStep(chain(w, value), steps)
}

// given is what a call puts into a variable that is declared as its argument.
func given(w *lang.Walk, declaration syntax.Node) string {
	argument := w.Parent(declaration)
	if w.Kind(argument) != "argument" {
		return ""
	}
	return parameterChain(w, argument, 0)
}

// parameterChain is what a call passes to the function that it is given as the
// argument, as parameter number m. To a variable that an argument declares it
// passes one value.
func parameterChain(w *lang.Walk, argument syntax.Node, m int) string {
	list := w.Parent(argument)
	call := w.Parent(list)
	i := position(w, list, argument, "argument")
	if i > 9 || m > 9 {
		return ""
	}
	step := "!" + strconv.Itoa(i) + "." + strconv.Itoa(m)
	switch w.Kind(call) {
	case "invocation_expression":
		return code.ChainStep(chain(w, w.Child(call, "function")), step)
	case "object_creation_expression":
		return code.ChainStep(chain(w, w.Child(call, "type")), step)
	}
	return ""
}

// assign is a member of every function that stands for giving it a value.
const assign = ".#assign"

// passedTo is what a function without a name gets as its parameter number m, by
// the place that it stands in.
func passedTo(w *lang.Walk, lambda syntax.Node, m int) string {
	p := w.Parent(lambda)
	for w.Kind(p) == "parenthesized_expression" {
		lambda, p = p, w.Parent(p)
	}
	if m > 9 {
		return ""
	}
	typ := syntax.None
	switch w.Kind(p) {
	case "argument":
		return parameterChain(w, p, m)
	case "assignment_expression":
		return code.ChainStep(assignedChain(w, p, deepest), assign, "!0."+strconv.Itoa(m))
	case "variable_declarator":
		typ = w.Child(w.Parent(p), "type")
	case "cast_expression", "property_declaration":
		typ = w.Child(p, "type")
	case "arrow_expression_clause", "return_statement":
		return code.ChainStep(resultChain(w, p), assign, "!0."+strconv.Itoa(m))
	}
	return code.ChainStep(typeChain(w, typ), assign, "!0."+strconv.Itoa(m))
}

// matched is the value that a pattern is held against.
func matched(w *lang.Walk, pattern syntax.Node, left int) string {
	for p := w.Parent(pattern); left > 0; p = w.Parent(p) {
		left--
		switch w.Kind(p) {
		case "parenthesized_pattern", "and_pattern", "or_pattern", "negated_pattern":
			pattern = p
			continue
		case "is_pattern_expression":
			return chain(w, w.Child(p, "expression"))
		case "switch_expression_arm":
			return chain(w, w.NamedChild(w.Parent(p), 0))
		case "switch_section":
			return chain(w, w.Child(w.Ancestor(p, "switch_statement"), "value"))
		case "subpattern":
			clause := w.Parent(p)
			owner := owned(w, w.Parent(clause), left)
			if w.Kind(clause) == "property_pattern_clause" {
				if name := w.FirstChild(p); name != pattern {
					return code.ChainStep(owner, "."+pathSteps(w, name))
				}
				return ""
			}
			if i := position(w, clause, p, "subpattern"); i < 10 && owner != "" {
				return code.ChainStep(owner, "#"+strconv.Itoa(i))
			}
		}
		return ""
	}
	return ""
}

// pathSteps is a dotted path of members.
func pathSteps(w *lang.Walk, n syntax.Node) string { return chain(w, n) }

// owned is the value whose members a pattern tests.
func owned(w *lang.Walk, pattern syntax.Node, left int) string {
	if t := w.Child(pattern, "type"); t != syntax.None {
		return typeChain(w, t)
	}
	return matched(w, pattern, left)
}

// implicitParameter binds the only parameter of x => y.
func implicitParameter(w *lang.Walk, n syntax.Node) {
	bindAs(w, n, "", passedTo(w, w.Parent(n), 0))
}

// bindValue binds the parameter that setters have without writing it.
func bindValue(w *lang.Walk, accessor syntax.Node) {
	owner := w.Parent(w.Parent(accessor))
	w.BindAs("value", w.Start(accessor), lang.ScopeBlock, typeText(w, w.Child(owner, "type")), "")
}

// typeParams are the type parameters that n declares, with their bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.ChildOfKind(n, "type_parameter_list")
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "type_parameter" {
			if name := named(w, c); name != syntax.None {
				out = append(out, code.Param{Name: nameOf(w, name)})
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "type_parameter_constraints_clause" {
			continue
		}
		name := nameOf(w, w.ChildOfKind(c, "identifier"))
		for k := range out {
			if out[k].Name == name {
				out[k].Type = bound(w, c)
			}
		}
	}
	return out
}

// bound is the types that a constraint names, of which a value is all.
func bound(w *lang.Walk, clause syntax.Node) string {
	out := ""
	for c := w.FirstChild(clause); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "type_parameter_constraint" {
			continue
		}
		if text := typeText(w, w.Child(c, "type")); text != "" && text != "notnull" && text != "unmanaged" {
			if out != "" {
				out += " & "
			}
			out += text
		}
	}
	return out
}

// delegateType is the type of functions that a delegate names.
func delegateType(result string, params []code.Param) string {
	out := ""
	for _, p := range params {
		out += p.Type + ", "
	}
	return "Func<" + out + result + ">"
}
