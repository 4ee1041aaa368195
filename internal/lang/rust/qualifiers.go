package rust

import (
	"strings"

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
				return code.QualifierSelf, code.ChainSelf
			}
			return code.QualifierName, text
		case "self", "super", "crate", "metavariable", "primitive_type":
			return code.QualifierName, strings.TrimPrefix(w.Name(n), "$")
		case "scoped_identifier", "scoped_type_identifier":
			if text := pathText(w, n); text != "" {
				return code.QualifierPath, dots(text)
			}
			return code.QualifierOther, ""
		case "generic_type", "generic_type_with_turbofish", "reference_type":
			n = w.Child(n, "type")
		case "bracketed_type":
			n = w.NamedChild(n, 0)
		case "qualified_type":
			n = w.Child(n, "alias")
		case "":
			return code.QualifierPath, ""
		default:
			return code.QualifierOther, ""
		}
	}
	return code.QualifierOther, ""
}

// receiver describes the expression before a dot.
func receiver(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	text := chain(w, n)
	for range maxChain {
		switch w.Kind(n) {
		case "try_expression", "await_expression", "parenthesized_expression", "reference_expression", "unary_expression":
			n = lastNamed(w, n)
			continue
		case "self":
			if text == code.ChainSelf {
				return code.QualifierSelf, text
			}
		case "identifier":
			return code.QualifierName, text
		case "scoped_identifier", "field_expression":
			return code.QualifierPath, text
		case "call_expression":
			return code.QualifierCall, text
		}
		break
	}
	return code.QualifierOther, text
}
