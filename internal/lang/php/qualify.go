package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxPath bounds a qualifier's text, in bytes.
const maxPath = 120

// qualify says what stands before a member's name.
func qualify(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	for w.Kind(n) == "parenthesized_expression" {
		n = w.NamedChild(n, 0)
	}
	switch w.Kind(n) {
	case "variable_name":
		if t := w.Name(n); t != "$this" {
			return code.QualifierName, t
		}
		return code.QualifierSelf, ""
	case "relative_scope", "name":
		if !isRelative(w.Text(n)) {
			return code.QualifierName, w.Name(n)
		}
		if isWord(w.Text(n), "parent") {
			return code.QualifierSuper, ""
		}
		return code.QualifierSelf, ""
	case "qualified_name":
		return code.QualifierPath, w.Name(n)
	case "member_access_expression", "nullsafe_member_access_expression", "scoped_property_access_expression",
		"class_constant_access_expression":
		if w.End(n)-w.Start(n) <= maxPath && isPath(w, n) {
			return code.QualifierPath, pathText(w, n)
		}
	case "function_call_expression":
		if f := w.Child(n, "function"); f != syntax.None {
			return called(w, f)
		}
	case "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression":
		if f := w.Child(n, "name"); f != syntax.None {
			return called(w, f)
		}
	case "object_creation_expression":
		return called(w, w.ChildOfKind(n, "name", "qualified_name"))
	}
	return code.QualifierOther, ""
}

// called is the qualifier of what the function or class named at n gives.
func called(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	switch w.Kind(n) {
	case "name":
		return code.QualifierCall, w.Name(n)
	case "qualified_name":
		t := w.Text(n)
		return code.QualifierCall, w.Intern(t[bytes.LastIndexByte(t, '\\')+1:])
	}
	return code.QualifierOther, ""
}

// isPath reports whether n is names and arrows only. What maxPath lets
// through bounds its length.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for {
		switch w.Kind(n) {
		case "variable_name", "relative_scope", "name", "qualified_name":
			return true
		case "member_access_expression", "nullsafe_member_access_expression":
			if w.Kind(w.Child(n, "name")) != "name" {
				return false
			}
		case "scoped_property_access_expression":
			if w.Kind(w.Child(n, "name")) != "variable_name" {
				return false
			}
		case "class_constant_access_expression":
			if w.ChildOfKind(n, "{") != syntax.None {
				return false
			}
		default:
			return false
		}
		n = w.FirstChild(n)
	}
}

// pathText is a path without white space, every arrow a plain one.
func pathText(w *lang.Walk, n syntax.Node) string {
	t := w.Text(n)
	if !bytes.ContainsAny(t, "? \t\r\n") {
		return w.Intern(t)
	}
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(t), "\uFFFD")), "")
	return strings.ReplaceAll(s, "?->", "->")
}
