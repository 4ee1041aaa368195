package java

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// typeIdentifier handles a simple type name.
func typeIdentifier(w *lang.Walk, n syntax.Node) {
	switch p := w.Parent(n); w.Kind(p) {
	case "type_parameter":
		w.BindNode(n, lang.ScopeBlock)
	case "scoped_type_identifier":
		// scopedType records all of its parts.
	default:
		if string(w.Text(n)) == "var" {
			return
		}
		role := typeRole(w, n)
		if role == code.RoleNew {
			if outer := innerOf(w, n); outer != syntax.None {
				w.Refer(n, role, code.QualifierOther, chain(w, outer))
				return
			}
		}
		w.Refer(n, role, code.QualifierNone, "")
	}
}

// innerOf is the object before new, where n is the type of outer.new Inner().
func innerOf(w *lang.Walk, n syntax.Node) syntax.Node {
	p := w.Parent(n)
	if w.Kind(p) == "generic_type" {
		p = w.Parent(p)
	}
	if w.Kind(p) != "object_creation_expression" {
		return syntax.None
	}
	if outer := w.FirstChild(p); w.IsNamed(outer) && w.Start(outer) < w.Start(n) && w.Next(outer) != syntax.None && w.Kind(w.Next(outer)) == "." {
		return outer
	}
	return syntax.None
}

// typeRole says what the type written at n is used for.
func typeRole(w *lang.Walk, n syntax.Node) code.Role {
	p := w.Parent(n)
	for {
		switch w.Kind(p) {
		case "generic_type", "annotated_type":
			n, p = p, w.Parent(p)
			continue
		case "superclass":
			return code.RoleInherit
		case "type_list":
			if w.Kind(w.Parent(p)) != "permits" {
				return code.RoleInherit
			}
		case "object_creation_expression":
			return code.RoleNew
		case "method_reference":
			if constructs(w, p) {
				return code.RoleNew
			}
		}
		return code.RoleType
	}
}

// scopedType handles a.b.Outer.Inner written as a type: the last name with
// its path, and the types on the way; packages are not references.
func scopedType(w *lang.Walk, n syntax.Node) {
	role := code.RoleType
	switch p := w.Parent(n); w.Kind(p) {
	case "scoped_type_identifier":
	case "generic_type":
		if w.Kind(w.Parent(p)) != "scoped_type_identifier" {
			role = typeRole(w, n)
		}
	default:
		role = typeRole(w, n)
	}
	first, last := syntax.None, syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "type_identifier", "scoped_type_identifier", "generic_type":
			if first == syntax.None {
				first = c
			} else {
				last = c
			}
		}
	}
	if first == syntax.None {
		return
	}
	if w.Kind(first) == "type_identifier" && capital(w.Text(first)) {
		w.Refer(first, code.RoleType, code.QualifierNone, "")
	}
	inner := w.Kind(w.Parent(n)) == "scoped_type_identifier" || w.Kind(w.Parent(w.Parent(n))) == "scoped_type_identifier" && w.Kind(w.Parent(n)) == "generic_type"
	if last != syntax.None && (!inner || capital(w.Text(last))) {
		q, text := qualifier(w, first)
		w.Refer(last, role, q, text)
	}
}

// capital reports whether a name begins like a type's.
func capital(name []byte) bool {
	r, _ := utf8.DecodeRune(name)
	return unicode.IsUpper(r)
}

// typeName is the name of a type as written, without type arguments,
// annotations and brackets; "" if n is not a named type.
func typeName(w *lang.Walk, n syntax.Node) string {
	for i := 0; i < maxChain; i++ {
		switch w.Kind(n) {
		case "type_identifier", "identifier":
			return w.Name(n)
		case "annotated_type":
			n = w.ChildOfKind(n, "type_identifier", "scoped_type_identifier", "generic_type")
		case "generic_type":
			n = w.ChildOfKind(n, "type_identifier", "scoped_type_identifier")
		case "scoped_type_identifier":
			return scopedName(w, n)
		default:
			return ""
		}
	}
	return ""
}

// typeArguments are those of a named type, without the brackets around them.
func typeArguments(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "annotated_type" {
		n = w.ChildOfKind(n, "scoped_type_identifier", "generic_type")
	}
	args := w.ChildOfKind(n, "type_arguments")
	if args == syntax.None || w.End(args)-w.Start(args) > maxPath {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(typeText(w, args, syntax.None), "<"), ">")
}

// typeParams are the type parameters that n declares, with their bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.ChildOfKind(n, "type_parameters")
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "type_parameter" {
			continue
		}
		p := code.Param{Name: w.Name(w.ChildOfKind(c, "type_identifier", "identifier"))}
		if bound := w.ChildOfKind(c, "type_bound"); bound != syntax.None && w.End(bound)-w.Start(bound) <= maxPath {
			p.Type = strings.TrimPrefix(typeText(w, bound, syntax.None), "extends ")
		}
		out = append(out, p)
	}
	return out
}

// maxPath bounds a dotted name that is kept as text (bytes).
const maxPath = 400

// scopedName joins the names of a scoped type, type arguments left out; ""
// for one too long to be real.
func scopedName(w *lang.Walk, n syntax.Node) string {
	if w.End(n)-w.Start(n) > maxPath {
		return ""
	}
	if !bytes.ContainsAny(w.Text(n), "<@ \t\r\n/") {
		return w.Name(n)
	}
	var parts []string
	for c := n + 1; c < w.After(n); {
		switch w.Kind(c) {
		case "type_arguments", "annotation", "marker_annotation":
			c = w.After(c)
			continue
		case "type_identifier":
			parts = append(parts, w.Name(c))
		}
		c++
	}
	return strings.Join(parts, ".")
}

// typeText is a type as written on one line, with the brackets that follow
// the name where there are any.
func typeText(w *lang.Walk, n, dimensions syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	text := w.Name(n)
	if strings.ContainsAny(text, "\n\r\t") || strings.Contains(text, "  ") {
		text = code.OneLine(text)
	}
	if dimensions != syntax.None {
		text += compact(w, dimensions)
	}
	return text
}

// compact is a node's text without white space and comments.
func compact(w *lang.Walk, n syntax.Node) string {
	text := w.Name(n)
	if !strings.ContainsAny(text, " \t\r\n/") {
		return text
	}
	var b strings.Builder
	for c := n; c < w.After(n); c++ {
		if w.After(c) == c+1 && w.Records[c].Flags&syntax.FlagExtra == 0 {
			b.Write(w.Text(c))
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
