package rust

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// pathQualifier describes what stands before a "::".
func pathQualifier(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	for range maxChain {
		switch w.Kind(n) {
		case "identifier", "type_identifier":
			_, text := nameAt(w, n)
			if text == "Self" {
				return code.QualifierSelf, text
			}
			return code.QualifierName, text
		case "self", "super", "crate", "metavariable", "primitive_type":
			return code.QualifierName, w.Name(n)
		case "scoped_identifier", "scoped_type_identifier":
			if text := pathText(w, n); text != "" {
				return code.QualifierPath, text
			}
			return code.QualifierOther, ""
		case "generic_type", "generic_type_with_turbofish", "reference_type":
			n = w.Child(n, "type")
		case "bracketed_type":
			n = w.NamedChild(n, 0)
		case "qualified_type":
			n = w.Child(n, "alias")
		case "":
			return code.QualifierPath, "::"
		default:
			return code.QualifierOther, ""
		}
	}
	return code.QualifierOther, ""
}

// receiver describes the expression before a dot.
func receiver(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	for range maxChain {
		switch w.Kind(n) {
		case "try_expression", "await_expression", "parenthesized_expression", "reference_expression", "unary_expression":
			n = w.NamedChild(n, 0)
			if w.Kind(n) == "mutable_specifier" {
				n = w.Next(n)
			}
			continue
		case "self":
			return code.QualifierSelf, "self"
		case "identifier":
			_, text := nameAt(w, n)
			return code.QualifierName, text
		case "scoped_identifier":
			return code.QualifierPath, pathText(w, n)
		case "field_expression":
			if text := dotted(w, n); text != "" {
				return code.QualifierPath, text
			}
		case "call_expression":
			return code.QualifierCall, dotted(w, w.Child(n, "function"))
		}
		break
	}
	return code.QualifierOther, ""
}

// dotted is the text of a chain of plain names, a.b.c or a::b; "" for
// anything else.
func dotted(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "generic_function" {
		n = w.Child(n, "function")
	}
	c := n
	for range maxChain {
		switch w.Kind(c) {
		case "field_expression":
			c = w.Child(c, "value")
			continue
		case "scoped_identifier":
			if c == n {
				return pathText(w, n)
			}
			return ""
		case "identifier", "self":
			return withoutSpace(w, n)
		}
		break
	}
	return ""
}

// withoutSpace is the text of a chain; white space may stand around its dots.
func withoutSpace(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if len(text) > maxPath {
		return ""
	}
	plain := true
	for _, c := range text {
		if c <= ' ' || c == '/' || c == '#' {
			plain = false
			break
		}
	}
	if plain {
		return w.Intern(text)
	}
	var b []byte
	for c := n; c < w.After(n); c++ {
		switch w.Kind(c) {
		case "identifier", "field_identifier", "self", ".", "integer_literal":
			span, _ := nameAt(w, c)
			b = append(b, w.Source[span.Start:span.End]...)
		}
	}
	return w.Intern(b)
}
