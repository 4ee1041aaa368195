package php

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// qualify says what stands before a member's name.
func qualify(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	for w.Kind(n) == "parenthesized_expression" {
		n = w.NamedChild(n, 0)
	}
	var c string
	switch w.Kind(n) {
	case "relative_scope", "name", "qualified_name", "relative_name":
		s := chainer{w, chainNodes}
		c = s.scope(n)
	default:
		c = chain(w, n)
	}
	switch {
	case c == code.ChainSelf:
		return code.QualifierSelf, ""
	case c == code.ChainSuper:
		return code.QualifierSuper, ""
	case c == "":
		return code.QualifierOther, ""
	case !strings.ContainsAny(c, ".()[]<*|@^"):
		return code.QualifierName, c
	}
	switch w.Kind(n) {
	case "function_call_expression", "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression",
		"object_creation_expression":
		return code.QualifierCall, c
	case "member_access_expression", "nullsafe_member_access_expression", "scoped_property_access_expression",
		"class_constant_access_expression":
		return code.QualifierPath, c
	}
	return code.QualifierOther, c
}
