package csharp

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// deepest bounds how deep an expression is looked into. Each call of a long
// row of calls asks anew for what stands before it.
const deepest = 24

// chain says what the type of an expression follows from.
func chain(w *lang.Walk, n syntax.Node) string { return chainTo(w, n, deepest) }

func chainTo(w *lang.Walk, n syntax.Node, left int) string {
	if left == 0 || n == syntax.None {
		return ""
	}
	left--
	switch w.Kind(n) {
	case "identifier", "predefined_type":
		return nameOf(w, n)
	case "generic_name":
		return code.ChainStep(nameOf(w, n), arguments(w, n))
	case "this":
		return code.ChainSelf
	case "base":
		return code.ChainSuper
	case "qualified_name":
		return code.ChainStep(chainTo(w, w.Child(n, "qualifier"), left), memberSteps(w, w.Child(n, "name"))...)
	case "alias_qualified_name":
		if nameOf(w, w.Child(n, "alias")) == "global" {
			return nameOf(w, w.Child(n, "name"))
		}
	case "member_access_expression", "conditional_access_expression":
		return accessChain(w, n, left)
	case "element_access_expression":
		return code.ChainStep(chainTo(w, w.Child(n, "expression"), left), code.ChainItem)
	case "invocation_expression":
		return invocationChain(w, n, left)
	case "await_expression":
		return code.ChainStep(chainTo(w, w.NamedChild(n, 0), left), code.ChainAwait)
	case "object_creation_expression", "cast_expression", "default_expression", "declaration_expression":
		return typeChain(w, w.Child(n, "type"))
	case "as_expression":
		return typeChain(w, w.Child(n, "right"))
	case "implicit_object_creation_expression":
		return targetChain(w, n, left)
	case "array_creation_expression":
		t := w.Child(n, "type")
		if text := typeText(w, w.Child(t, "type")); text != "" {
			return code.ChainOf(text + "[]")
		}
	case "implicit_array_creation_expression":
		if list := w.ChildOfKind(n, "initializer_expression"); list != syntax.None {
			return code.ChainStep(chainTo(w, w.NamedChild(list, 0), left), code.ChainList)
		}
	case "parenthesized_expression", "checked_expression", "ref_expression", "postfix_unary_expression", "with_expression":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "assignment_expression":
		return chainTo(w, w.Child(n, "left"), left)
	case "conditional_expression":
		return code.ChainOr(chainTo(w, w.Child(n, "consequence"), left), chainTo(w, w.Child(n, "alternative"), left))
	case "switch_expression":
		return switchChain(w, n, left)
	case "query_expression":
		return queryChain(w, n, left)
	case "binary_expression":
		return binaryChain(w, n, left)
	case "prefix_unary_expression", "unary_expression":
		if w.Source[w.Start(n)] == '!' {
			return "<bool>"
		}
		return chainTo(w, w.NamedChild(n, 0), left)
	case "is_expression", "is_pattern_expression", "boolean_literal":
		return "<bool>"
	case "string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression":
		return "<string>"
	case "character_literal":
		return "<char>"
	case "integer_literal", "sizeof_expression":
		return "<int>"
	case "real_literal":
		return "<double>"
	case "typeof_expression":
		return "<Type>"
	}
	return ""
}

// typeChain is a value of the type written at n.
func typeChain(w *lang.Walk, n syntax.Node) string {
	if text := typeText(w, n); text != "" && text != "var" {
		return code.ChainOf(text)
	}
	return ""
}

// arguments are a generic name's type arguments with their brackets.
func arguments(w *lang.Walk, n syntax.Node) string {
	list := w.ChildOfKind(n, "type_argument_list")
	if list == syntax.None || w.End(list)-w.Start(list) > code.MaxChain {
		return ""
	}
	return code.OneLine(w.Intern(w.Text(list)))
}

// memberSteps are those to the member named at n.
func memberSteps(w *lang.Walk, n syntax.Node) []string {
	if w.Kind(n) == "generic_name" {
		return []string{"." + nameOf(w, n), arguments(w, n)}
	}
	return []string{"." + nameOf(w, n)}
}

func accessChain(w *lang.Walk, n syntax.Node, left int) string {
	if w.Kind(n) == "member_access_expression" {
		return code.ChainStep(chainTo(w, w.Child(n, "expression"), left), memberSteps(w, w.Child(n, "name"))...)
	}
	before := chainTo(w, w.Child(n, "condition"), left)
	if b := w.ChildOfKind(n, "member_binding_expression"); b != syntax.None {
		return code.ChainStep(before, memberSteps(w, w.Child(b, "name"))...)
	}
	return code.ChainStep(before, code.ChainItem)
}

// makers are library methods that give a value of their type argument.
var makers = map[string]bool{"GetService": true, "GetRequiredService": true, "Deserialize": true, "DeserializeObject": true, "CreateInstance": true}

func invocationChain(w *lang.Walk, n syntax.Node, left int) string {
	f := w.Child(n, "function")
	name, object := syntax.None, syntax.None
	switch w.Kind(f) {
	case "member_access_expression":
		name, object = w.Child(f, "name"), w.Child(f, "expression")
	case "conditional_access_expression":
		name, object = w.Child(w.ChildOfKind(f, "member_binding_expression"), "name"), w.Child(f, "condition")
	case "identifier":
		if string(w.Text(f)) == "nameof" {
			return "<string>"
		}
	}
	callee := chainTo(w, f, left)
	if name == syntax.None {
		return code.ChainStep(callee, code.ChainCall)
	}
	called := nameOf(w, name)
	switch {
	case called == "Select" || called == "SelectMany":
		out := projected(w, n, chainTo(w, object, left), left)
		if called == "Select" {
			out = code.ChainStep(out, code.ChainList)
		}
		return code.ChainOr(code.ChainStep(callee, code.ChainCall), out)
	case w.Kind(name) != "generic_name":
	case called == "OfType" || called == "Cast":
		return code.ChainOf("IEnumerable" + arguments(w, name))
	case makers[called]:
		args := arguments(w, name)
		return code.ChainOr(code.ChainStep(callee, code.ChainCall), code.ChainOf(strings.TrimSuffix(strings.TrimPrefix(args, "<"), ">")))
	}
	return code.ChainStep(callee, code.ChainCall)
}

// projected is what the function that a call is given makes of the elements of
// a list.
func projected(w *lang.Walk, call syntax.Node, list string, left int) string {
	argument := w.NamedChild(w.Child(call, "arguments"), 0)
	lambda := w.NamedChild(argument, 0)
	if w.Kind(lambda) != "lambda_expression" {
		return ""
	}
	body := chainTo(w, w.Child(lambda, "body"), left)
	param := w.Child(lambda, "parameters")
	if w.Kind(param) == "parameter_list" {
		param = w.Child(w.NamedChild(param, 0), "name")
	}
	name := nameOf(w, param)
	if rest, ok := strings.CutPrefix(body, name); ok && name != "" && (rest == "" || strings.IndexByte(".[(~", rest[0]) >= 0) {
		if list == "" || strings.Contains(body, "|") {
			return ""
		}
		return code.ChainStep(list, code.ChainItem+rest)
	}
	if !strings.HasPrefix(body, "<") {
		return "" // names that mean nothing outside of it
	}
	return body
}

// targetChain is the type that the place of new() says.
func targetChain(w *lang.Walk, n syntax.Node, left int) string {
	for p := w.Parent(n); left > 0; p = w.Parent(p) {
		left--
		switch w.Kind(p) {
		case "parenthesized_expression", "conditional_expression", "binary_expression", "switch_expression", "switch_expression_arm":
			n = p
			continue
		case "variable_declarator":
			return typeChain(w, w.Child(w.Parent(p), "type"))
		case "parameter", "property_declaration":
			return typeChain(w, w.Child(p, "type"))
		case "assignment_expression":
			return assignedChain(w, p, left)
		case "initializer_expression":
			return code.ChainStep(initialized(w, p, left), code.ChainItem)
		case "arrow_expression_clause", "return_statement":
			return resultChain(w, p)
		}
		return ""
	}
	return ""
}

// resultChain is the declared result of the function around n.
func resultChain(w *lang.Walk, n syntax.Node) string {
	f := w.Ancestor(n, "method_declaration", "local_function_statement", "property_declaration", "indexer_declaration", "operator_declaration",
		"conversion_operator_declaration", "lambda_expression", "anonymous_method_expression")
	switch w.Kind(f) {
	case "lambda_expression", "anonymous_method_expression", "":
		return ""
	case "method_declaration":
		return typeChain(w, w.Child(f, "returns"))
	}
	return typeChain(w, w.Child(f, "type"))
}

// assignedChain is what an assignment assigns to: in an object's initializer a
// member of the object.
func assignedChain(w *lang.Walk, assignment syntax.Node, left int) string {
	to := w.Child(assignment, "left")
	if list := w.Parent(assignment); w.Kind(list) == "initializer_expression" {
		if w.Kind(to) != "identifier" {
			return code.ChainStep(initialized(w, list, left), code.ChainItem)
		}
		return code.ChainStep(initialized(w, list, left), "."+nameOf(w, to))
	}
	return chainTo(w, to, left)
}

// initialized is the object or the list that an initializer fills.
func initialized(w *lang.Walk, list syntax.Node, left int) string {
	if left == 0 {
		return ""
	}
	switch p := w.Parent(list); w.Kind(p) {
	case "assignment_expression":
		return assignedChain(w, p, left-1)
	default:
		return chainTo(w, p, left-1)
	}
}

// mostArms bounds the arms of a switch that say what it gives.
const mostArms = 4

func switchChain(w *lang.Walk, n syntax.Node, left int) string {
	out := ""
	arms := 0
	for c := w.FirstChild(n); c != syntax.None && arms < mostArms; c = w.Next(c) {
		if w.Kind(c) != "switch_expression_arm" {
			continue
		}
		arms++
		last := syntax.None
		for e := w.FirstChild(c); e != syntax.None; e = w.Next(e) {
			if w.IsNamed(e) {
				last = e
			}
		}
		switch way := chainTo(w, last, left); {
		case strings.HasPrefix(way, "<"):
			out = code.ChainOr(out, way)
		case w.Kind(last) == "identifier" || strings.HasPrefix(way, "@"):
			out = code.ChainOr(out, way)
		}
	}
	return out
}

// queryChain is what a query gives that selects what it ranges over.
func queryChain(w *lang.Walk, n syntax.Node, left int) string {
	from, sel := w.ChildOfKind(n, "from_clause"), w.ChildOfKind(n, "select_clause")
	body := chainTo(w, w.NamedChild(sel, 0), left)
	name := nameOf(w, w.Child(from, "name"))
	if rest, ok := strings.CutPrefix(body, name); ok && name != "" && (rest == "" || rest[0] == '.') && !strings.Contains(rest, "|") {
		return code.ChainStep(elementOf(fromSource(w, from, left)), rest, code.ChainList)
	}
	if strings.HasPrefix(body, "<") {
		return code.ChainStep(body, code.ChainList)
	}
	return ""
}

// fromSource is what a from clause ranges over.
func fromSource(w *lang.Walk, from syntax.Node, left int) string {
	return chainTo(w, afterWord(w, from, "in"), left)
}

// afterWord is what follows a keyword below n.
func afterWord(w *lang.Walk, n syntax.Node, word string) syntax.Node {
	if k := w.ChildOfKind(n, word); k != syntax.None {
		return w.Next(k)
	}
	return syntax.None
}

// elementOf is what iterating a value gives, which for a dictionary are pairs.
func elementOf(list string) string {
	if list == "" {
		return ""
	}
	return code.ChainStep(list, ".GetEnumerator", code.ChainCall, ".Current")
}

func binaryChain(w *lang.Walk, n syntax.Node, left int) string {
	first, second := w.Child(n, "left"), w.Child(n, "right")
	switch w.Kind(w.Child(n, "operator")) {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
		return "<bool>"
	case "??":
		return code.ChainOr(chainTo(w, first, left), chainTo(w, second, left))
	}
	if a := chainTo(w, second, left); a == "<string>" {
		return a
	}
	return chainTo(w, first, left)
}
