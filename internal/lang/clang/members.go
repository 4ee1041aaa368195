package clang

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// fieldIdentifier handles a member's name.
func fieldIdentifier(w *lang.Walk, n syntax.Node) {
	if arrive(w, n).defines(w.Start(n)) || w.Start(n) == w.End(n) {
		return
	}
	p := w.Parent(n)
	access := n
	if w.Kind(p) == "template_method" {
		access, p = p, w.Parent(p)
	}
	if w.Kind(p) == "dependent_name" {
		access, p = p, w.Parent(p)
	}
	switch w.Kind(p) {
	case "field_expression":
		q, text := object(w, w.Child(p, "argument"))
		refer(w, n, memberRole(w, p), q, text)
	case "field_initializer":
		if w.Kind(access) == "template_method" || upper(w.Text(n)) {
			refer(w, n, code.RoleCall, code.QualifierNone, "") // a base
		} else {
			refer(w, n, code.RoleWrite, code.QualifierSelf, "")
		}
	case "field_designator", "initializer_pair":
		refer(w, n, code.RoleWrite, code.QualifierOther, "")
	case "qualified_identifier":
		qualified(w, p, n, code.RoleRead)
	case "offsetof_expression":
		refer(w, n, code.RoleRead, code.QualifierOther, "")
	}
}

// upper reports whether a name begins with a capital and has small letters.
func upper(name []byte) bool {
	return len(name) > 0 && 'A' <= name[0] && name[0] <= 'Z'
}

// memberRole is what is done with the member that the expression selects.
func memberRole(w *lang.Walk, access syntax.Node) code.Role {
	p := w.Parent(access)
	switch w.Kind(p) {
	case "call_expression":
		if w.Field(access) == "function" {
			return code.RoleCall
		}
	case "assignment_expression":
		if w.Field(access) == "left" {
			return code.RoleWrite
		}
	case "update_expression":
		return code.RoleWrite
	}
	return code.RoleRead
}

// object says what the expression before . or -> is.
func object(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	for i := 0; i < maxChain; i++ {
		switch w.Kind(n) {
		case "parenthesized_expression":
			n = w.NamedChild(n, 0)
			continue
		case "pointer_expression":
			n = w.Child(n, "argument")
			continue
		case "subscript_expression":
			return code.QualifierOther, ""
		case "identifier":
			return code.QualifierName, w.Name(n)
		case "this":
			return code.QualifierSelf, ""
		case "call_expression":
			return code.QualifierCall, called(w, w.Child(n, "function"))
		case "field_expression":
			return memberPath(w, n)
		case "qualified_identifier":
			if text := withoutArguments(w.Text(n)); len(text) > 0 {
				return code.QualifierPath, w.Intern(text)
			}
		}
		break
	}
	return code.QualifierOther, ""
}

// called is the name of the function that a call's left side selects.
func called(w *lang.Walk, n syntax.Node) string {
	for i := 0; i < maxChain; i++ {
		switch w.Kind(n) {
		case "identifier", "field_identifier", "type_identifier":
			return w.Name(n)
		case "field_expression":
			n = w.Child(n, "field")
		case "qualified_identifier", "template_function", "template_method":
			n = w.Child(n, "name")
		default:
			return ""
		}
	}
	return ""
}

// memberPath recognises members of members: a->b.c as the path a.b.c.
func memberPath(w *lang.Walk, access syntax.Node) (code.Qualifier, string) {
	n := access
	for i := 0; w.Kind(n) == "field_expression"; i++ {
		if i == maxChain {
			return code.QualifierOther, ""
		}
		n = w.Child(n, "argument")
	}
	if k := w.Kind(n); k != "identifier" && k != "this" {
		return code.QualifierOther, ""
	}
	text := w.Text(access)
	if bytes.IndexByte(text, '>') >= 0 || bytes.ContainsAny(text, " \n\t\r") {
		dotted := make([]byte, 0, len(text))
		for i := 0; i < len(text); i++ {
			switch c := text[i]; c {
			case ' ', '\n', '\t', '\r':
			case '-':
				dotted = append(dotted, '.')
			case '>':
			case '/':
				return code.QualifierOther, "" // a comment in between
			default:
				dotted = append(dotted, c)
			}
		}
		text = dotted
	}
	return code.QualifierPath, w.Intern(text)
}
