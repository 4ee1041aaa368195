package java

import (
	"bytes"
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
	case "identifier":
		return w.Name(n)
	case "this":
		return code.ChainSelf
	case "super":
		return code.ChainSuper
	case "method_invocation":
		return invocationChain(w, n, left)
	case "field_access":
		return accessChain(w, n, left)
	case "object_creation_expression":
		return creationChain(w, n, left)
	case "type_identifier", "scoped_type_identifier", "generic_type":
		return typeName(w, n) // the type itself: List<String>::size
	case "cast_expression":
		return typeChain(w, w.Child(n, "type"))
	case "array_creation_expression":
		if t := typeText(w, w.Child(n, "type"), syntax.None); t != "" {
			return code.ChainOf(t + strings.Repeat("[]", dimensions(w, n)))
		}
	case "array_type":
		return typeChain(w, n)
	case "array_access":
		return code.ChainStep(chainTo(w, w.Child(n, "array"), left), code.ChainItem)
	case "parenthesized_expression":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "assignment_expression":
		return chainTo(w, w.Child(n, "left"), left)
	case "ternary_expression":
		return code.ChainOr(chainTo(w, w.Child(n, "consequence"), left), chainTo(w, w.Child(n, "alternative"), left))
	case "switch_expression":
		return switchChain(w, n, left)
	case "class_literal":
		if t := w.NamedChild(n, 0); t != syntax.None {
			return code.ChainOf("Class<" + typeText(w, t, syntax.None) + ">")
		}
	case "string_literal", "template_expression":
		return "<String>"
	case "binary_expression":
		return binaryChain(w, n, left)
	case "unary_expression", "update_expression":
		return "<int>"
	case "instanceof_expression", "true", "false":
		return "<boolean>"
	case "character_literal":
		return "<char>"
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal":
		if text := w.Text(n); text[len(text)-1] == 'L' || text[len(text)-1] == 'l' {
			return "<long>"
		}
		return "<int>"
	case "decimal_floating_point_literal", "hex_floating_point_literal":
		return "<double>"
	}
	return ""
}

// typeChain is a value of the type written at n.
func typeChain(w *lang.Walk, n syntax.Node) string {
	if text := typeText(w, n, syntax.None); text != "" {
		return code.ChainOf(text)
	}
	return ""
}

// dimensions counts the brackets of an array's creation.
func dimensions(w *lang.Walk, n syntax.Node) int {
	count := 0
	for c := w.FirstChild(n); c != syntax.None && count < 16; c = w.Next(c) {
		switch w.Kind(c) {
		case "dimensions_expr":
			count++
		case "dimensions":
			count += bytes.Count(w.Text(c), []byte("["))
		}
	}
	return count
}

// calleeChain is the method that a call means, before it is called.
func calleeChain(w *lang.Walk, n syntax.Node, left int) string {
	object, name := w.Child(n, "object"), "."+w.Name(w.Child(n, "name"))
	if object == syntax.None {
		return name[1:]
	}
	return code.ChainStep(objectChain(w, n, object, left), name)
}

// objectChain is what stands before the name of a call or an access n.
func objectChain(w *lang.Walk, n, object syntax.Node, left int) string {
	if w.Kind(object) != "super" && w.ChildOfKind(n, "super") != syntax.None {
		return typeChain(w, object) // Outer.super, Interface.super
	}
	return chainTo(w, object, left)
}

func invocationChain(w *lang.Walk, n syntax.Node, left int) string {
	return code.ChainStep(calleeChain(w, n, left), code.ChainCall)
}

func accessChain(w *lang.Walk, n syntax.Node, left int) string {
	object, field := w.Child(n, "object"), w.Child(n, "field")
	if w.Kind(field) == "this" {
		if name := compact(w, object); len(name) <= maxPath {
			return code.ChainOf(name) // Outer.this
		}
		return ""
	}
	return code.ChainStep(objectChain(w, n, object, left), "."+w.Name(field))
}

// creationChain is what new makes; of outer.new Inner() the inner class is a
// member of what stands before.
func creationChain(w *lang.Walk, n syntax.Node, left int) string {
	typ := w.Child(n, "type")
	if outer := w.NamedChild(n, 0); outer != typ && w.Start(outer) < w.Start(typ) && w.Source[w.Start(n)] != 'n' {
		if base := chainTo(w, outer, left); base != "" {
			return code.ChainStep(base, "."+typeName(w, typ))
		}
	}
	return typeChain(w, typ)
}

// switchChain is what the first rules of a switch expression give.
func switchChain(w *lang.Walk, n syntax.Node, left int) string {
	out := ""
	rules := 0
	for c := w.FirstChild(w.Child(n, "body")); c != syntax.None && rules < 8; c = w.Next(c) {
		if w.Kind(c) != "switch_rule" {
			continue
		}
		rules++
		if s := w.ChildOfKind(c, "expression_statement"); s != syntax.None {
			out = code.ChainOr(out, chainTo(w, w.NamedChild(s, 0), left))
		}
	}
	return out
}

// binaryChain tells text from numbers: the first operand of a sum that is
// known to be text says so.
func binaryChain(w *lang.Walk, n syntax.Node, left int) string {
	switch w.Kind(w.Child(n, "operator")) {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
		return "<boolean>"
	case "+":
	default:
		return "<int>"
	}
	for ; left > 0; left-- {
		first, second := w.Child(n, "left"), w.Child(n, "right")
		if w.Kind(first) == "string_literal" || w.Kind(second) == "string_literal" {
			return "<String>"
		}
		if w.Kind(first) != "binary_expression" {
			return chainTo(w, first, left)
		}
		n = first
	}
	return ""
}
