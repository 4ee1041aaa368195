package rust

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// deepest bounds how deep an expression is looked into: each part of a long
// chain asks anew for what stands before it.
const deepest = 20

// chain says what the type of the expression at n follows from.
func chain(w *lang.Walk, n syntax.Node) string { return chainTo(w, n, deepest) }

func chainTo(w *lang.Walk, n syntax.Node, left int) string {
	if left == 0 || n == syntax.None {
		return ""
	}
	left--
	switch w.Kind(n) {
	case "self":
		return code.ChainSelf
	case "identifier", "type_identifier", "shorthand_field_identifier":
		_, name := nameAt(w, n)
		if name == "Self" {
			return code.ChainSelf
		}
		return name
	case "scoped_identifier", "scoped_type_identifier", "generic_type", "generic_type_with_turbofish":
		return pathChain(w, n)
	case "parenthesized_expression", "reference_expression", "unary_expression", "unsafe_block", "expression_statement":
		return chainTo(w, lastNamed(w, n), left)
	case "field_expression":
		f := w.Child(n, "field")
		before := chainTo(w, w.Child(n, "value"), left)
		if w.Kind(f) == "integer_literal" {
			return part(before, string(w.Text(f)))
		}
		_, name := nameAt(w, f)
		return code.ChainStep(before, "."+name)
	case "generic_function":
		return chainTo(w, w.Child(n, "function"), left)
	case "call_expression":
		return callChain(w, n, left)
	case "try_expression", "index_expression":
		return code.ChainStep(chainTo(w, w.NamedChild(n, 0), left), code.ChainItem)
	case "await_expression":
		return code.ChainStep(chainTo(w, w.NamedChild(n, 0), left), code.ChainAwait)
	case "struct_expression":
		return valueOf(w, w.Child(n, "name"))
	case "type_cast_expression":
		return code.ChainOf(typeText(w, w.Child(n, "type")))
	case "string_literal", "raw_string_literal":
		return code.ChainOf("str")
	case "integer_literal":
		return code.ChainOf("i32")
	case "boolean_literal":
		return code.ChainOf("bool")
	case "block", "async_block":
		if w.Kind(n) == "async_block" {
			n = w.ChildOfKind(n, "block")
		}
		if last := lastNamed(w, n); w.Kind(last) != "expression_statement" && w.Kind(last) != "let_declaration" {
			return chainTo(w, last, left)
		} else if k := w.Kind(w.NamedChild(last, 0)); k == "match_expression" || k == "if_expression" || k == "unsafe_block" {
			return chainTo(w, w.NamedChild(last, 0), left)
		}
	case "else_clause":
		return chainTo(w, lastNamed(w, n), left)
	case "if_expression":
		return code.ChainOr(chainTo(w, w.Child(n, "consequence"), left), chainTo(w, w.Child(n, "alternative"), left))
	case "match_expression":
		out, count := "", 0
		body := w.Child(n, "body")
		for c := w.FirstChild(body); c != syntax.None && count < 6; c = w.Next(c) {
			if w.Kind(c) == "match_arm" {
				count++
				out = code.ChainOr(out, chainTo(w, w.Child(c, "value"), left))
			}
		}
		return out
	case "array_expression":
		return code.ChainStep(chainTo(w, w.NamedChild(n, 0), left), code.ChainList)
	case "binary_expression":
		switch string(w.Text(w.Child(n, "operator"))) {
		case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
			return code.ChainOf("bool")
		}
		return chainTo(w, w.Child(n, "left"), left)
	case "macro_invocation":
		return macroChain(w, n)
	}
	return ""
}

// lastNamed is the last named child of n that is no comment.
func lastNamed(w *lang.Walk, n syntax.Node) syntax.Node {
	last := syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "line_comment" && w.Kind(c) != "block_comment" {
			last = c
		}
	}
	return last
}

// part is a tuple's part of that number.
func part(chain, number string) string {
	if len(number) != 1 || number[0] < '0' || number[0] > '9' {
		return ""
	}
	return code.ChainStep(chain, "#"+number)
}

// pathChain is a path as a chain, its type arguments left out.
func pathChain(w *lang.Walk, n syntax.Node) string {
	_, text := pathQualifier(w, n)
	return text
}

// dots writes a path as a chain.
func dots(path string) string {
	path = strings.TrimPrefix(path, "::")
	if rest, ok := strings.CutPrefix(path, "Self"); ok && (rest == "" || rest[0] == ':') {
		path = code.ChainSelf + rest
	}
	return strings.ReplaceAll(path, "::", ".")
}

// valueOf is a value of the type or variant that a path names.
func valueOf(w *lang.Walk, n syntax.Node) string {
	if k := w.Kind(n); k == "generic_type" || k == "generic_type_with_turbofish" {
		if t := typeText(w, n); strings.Contains(t, "<") {
			return code.ChainOf(strings.Replace(t, "::<", "<", 1))
		}
	}
	return pathChain(w, n)
}

// callChain is the result of a call. What is called with the name of a type or
// variant is one.
func callChain(w *lang.Walk, n syntax.Node, left int) string {
	f := w.Child(n, "function")
	arguments := w.Child(n, "arguments")
	if w.Kind(f) == "generic_function" {
		inner := w.Child(f, "function")
		callee := chainTo(w, inner, left)
		args := typeText(w, w.Child(f, "type_arguments"))
		if w.Kind(inner) == "field_expression" && args != "" {
			switch _, name := nameAt(w, w.Child(inner, "field")); name {
			case "collect", "parse", "into", "sum", "downcast_ref", "downcast_mut", "try_into":
				t := code.ChainOf(strings.TrimSuffix(strings.TrimPrefix(args, "<"), ">"))
				if name == "collect" || name == "into" || name == "sum" {
					if strings.Contains(args, "_") && !strings.Contains(args, "Result") && !strings.Contains(args, "Option") {
						return chainTo(w, w.Child(inner, "value"), left) // Vec<_>
					}
					return t
				}
				return code.ChainStep(t, code.ChainList)
			}
		}
		if callee == "" || strings.ContainsAny(args, "|") {
			return code.ChainStep(callee, code.ChainCall)
		}
		return code.ChainStep(callee, args, code.ChainCall)
	}
	var name []byte
	switch w.Kind(f) {
	case "identifier":
		name = w.Text(f)
	case "scoped_identifier":
		name = w.Text(w.Child(f, "name"))
		if string(name) == "new" || string(name) == "from" || string(name) == "clone" {
			switch text := pathChain(w, w.Child(f, "path")); text[strings.LastIndexByte(text, '.')+1:] {
			case "Box", "Rc", "Arc", "Cell", "Pin":
				return chainTo(w, w.NamedChild(arguments, 0), left)
			}
		}
	}
	if capital(name) {
		switch string(name) {
		case "Some", "Ok":
			return code.ChainStep(chainTo(w, w.NamedChild(arguments, 0), left), code.ChainList)
		case "Err":
			return ""
		}
		return pathChain(w, f)
	}
	var args []string
	for c := w.FirstChild(arguments); c != syntax.None && len(args) < 6; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "line_comment" || w.Kind(c) == "block_comment" {
			continue
		}
		switch w.Kind(c) {
		case "closure_expression":
			args = append(args, "")
		default:
			args = append(args, chainTo(w, c, min(left, 4)))
		}
	}
	// A method that is given a function gives what that does.
	if w.Kind(f) == "field_expression" {
		_, method := nameAt(w, w.Child(f, "field"))
		switch method {
		case "map", "and_then", "flat_map", "filter_map", "then":
			if c := w.NamedChild(arguments, 0); w.Kind(c) == "closure_expression" {
				body := chainTo(w, w.Child(c, "body"), min(left, 6))
				body = outOfClosure(w, c, body, code.ChainStep(chainTo(w, w.Child(f, "value"), left), code.ChainItem))
				if method == "map" || method == "then" {
					return code.ChainStep(body, code.ChainList)
				}
				return body
			}
		}
	}
	callee := chainTo(w, f, left)
	if callee == "" {
		return ""
	}
	step := code.ChainCall
	if w.Kind(f) != "field_expression" || len(callee) < 60 {
		step = code.ChainArgs(args)
	}
	return code.ChainStep(callee, step)
}

// outOfClosure is what a closure's body gives, its only parameter replaced by
// what it is called with; "" if that cannot be said.
func outOfClosure(w *lang.Walk, closure syntax.Node, body, given string) string {
	if body == "" || strings.ContainsAny(body, "|") {
		return ""
	}
	end := strings.IndexAny(body, ".()[]#~!<>@^*,")
	if end < 0 {
		end = len(body)
	}
	base := body[:end]
	if base == "" {
		return body
	}
	list := w.Child(closure, "parameters")
	for c := list; c < w.After(list); c++ {
		if w.Kind(c) != "identifier" {
			continue
		}
		if _, name := nameAt(w, c); name == base {
			if p := w.Parent(c); p != list && w.Kind(p) != "reference_pattern" && w.Kind(p) != "mut_pattern" {
				return ""
			}
			if given == "" || strings.Contains(given, "|") {
				return ""
			}
			return code.ChainStep(given, body[end:])
		}
	}
	return body
}

// macroChain is what the macros of the standard library give.
func macroChain(w *lang.Walk, n syntax.Node) string {
	switch string(w.Text(w.Child(n, "macro"))) {
	case "format":
		return code.ChainOf("String")
	case "vec":
		return code.ChainOf("Vec<_>")
	}
	return ""
}
