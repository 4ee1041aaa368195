package clang

import (
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
		c := remember(w).parsed(w)
		q, text := code.QualifierOther, ""
		if k := c.at(w.Start(n)); k > 1 {
			if c.word(k-1) == wordTemplate { // a.template f<T>()
				k--
			}
			q, text = c.qualifier(k)
		}
		refer(w, n, memberRole(w, p), q, text)
	case "field_initializer":
		if w.Kind(access) == "template_method" || upper(w.Text(n)) {
			refer(w, n, code.RoleCall, code.QualifierNone, "") // a base
		} else {
			refer(w, n, code.RoleWrite, code.QualifierSelf, "")
		}
	case "field_designator":
		refer(w, n, code.RoleWrite, code.QualifierOther, designated(w, p))
	case "initializer_pair":
		refer(w, n, code.RoleWrite, code.QualifierOther, target(w, w.Parent(p), maxChain))
	case "qualified_identifier":
		qualified(w, p, n, code.RoleRead)
	case "offsetof_expression":
		refer(w, n, code.RoleRead, code.QualifierOther, code.ChainOf(string(w.Text(w.Child(p, "type")))))
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

// target is what an initializer's list in braces gives values to.
func target(w *lang.Walk, list syntax.Node, left int) string {
	if left == 0 {
		return ""
	}
	switch p := w.Parent(list); w.Kind(p) {
	case "init_declarator":
		typ, value := declared(w, w.Child(p, "declarator"))
		if typ == "" {
			return value
		}
		return code.ChainOf(typ)
	case "compound_literal_expression":
		return code.ChainOf(string(w.Text(w.Child(p, "type"))))
	case "initializer_list":
		return target(w, p, left-1)
	case "initializer_pair":
		chain := target(w, w.Parent(p), left-1)
		for d := w.FirstChild(p); d != syntax.None; d = w.Next(d) {
			if w.Kind(d) == "field_designator" {
				chain = code.ChainStep(chain, "."+w.Name(w.NamedChild(d, 0)))
			}
		}
		return chain
	}
	return ""
}

// designated is the chain of what has the member that a designator names:
// those before it in the same pair are its members' members.
func designated(w *lang.Walk, designator syntax.Node) string {
	pair := w.Parent(designator)
	chain := target(w, w.Parent(pair), maxChain)
	for d := w.FirstChild(pair); d != syntax.None && d != designator; d = w.Next(d) {
		if w.Kind(d) == "field_designator" {
			chain = code.ChainStep(chain, "."+w.Name(w.NamedChild(d, 0)))
		}
	}
	return chain
}
