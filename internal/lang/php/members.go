package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue bounds the literal that stays in a signature, in bytes.
const maxValue = 60

// valueSuffix is " = value" for a short literal, else nothing.
func valueSuffix(w *lang.Walk, value syntax.Node) string {
	if value == syntax.None {
		return ""
	}
	switch w.Kind(value) {
	case "integer", "float", "boolean", "null", "string", "unary_op_expression":
	case "encapsed_string":
		if bytes.IndexByte(w.Text(value), '$') >= 0 {
			return ""
		}
	case "array_creation_expression":
		if w.NamedChild(value, 0) != syntax.None {
			return ""
		}
	default:
		return ""
	}
	s := w.Text(value)
	if len(s) > maxValue || bytes.IndexByte(s, '\n') >= 0 {
		return ""
	}
	return " = " + w.Name(value)
}

// variableWord is the name node inside a variable: x of $x.
func variableWord(w *lang.Walk, n syntax.Node) syntax.Node {
	if w.Kind(n) == "by_ref" {
		n = w.ChildOfKind(n, "variable_name")
	}
	return w.ChildOfKind(n, "name")
}

// only reports whether element is the only one of its kind in declaration.
func only(w *lang.Walk, declaration, element syntax.Node) bool {
	first := w.ChildOfKind(declaration, w.Kind(element))
	for c := w.Next(first); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == w.Kind(element) {
			return false
		}
	}
	return true
}

// element is one name of a declaration that may hold several: public $a, $b.
// The only one spans the declaration; one of several spans itself.
func element(w *lang.Walk, n, declaration syntax.Node, h header, name syntax.Node, value syntax.Node, d code.Definition) code.Definition {
	first := w.ChildOfKind(declaration, w.Kind(n))
	d.Signature = signature(w, declaration, h.start, w.Start(first)) + " " +
		string(w.Source[w.Start(n):w.End(name)]) + valueSuffix(w, value)
	d.Signature = code.OneLine(strings.ToValidUTF8(d.Signature, "\uFFFD"))
	d.Span = w.Span(n)
	if only(w, declaration, n) {
		d.Span = w.Span(declaration)
	} else {
		d.Doc = w.DocBefore(d.Span.Start)
		if d.Doc == "" {
			d.Doc = w.DocBefore(w.Start(declaration))
		}
	}
	return d
}

// elementType is the type before the elements of a declaration. It looks no
// further than the first: there may be very many.
func elementType(w *lang.Walk, declaration, element syntax.Node) string {
	for c := w.FirstChild(declaration); c != syntax.None && w.Kind(c) != w.Kind(element); c = w.Next(c) {
		if w.Field(c) == "type" {
			return text(w, c)
		}
	}
	return ""
}

// propertyDeclaration defines the one property that a declaration usually
// holds, so that its attributes, its type and its hooks belong to it.
func propertyDeclaration(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	first := w.ChildOfKind(n, "property_element")
	if first == syntax.None || !only(w, n, first) {
		return
	}
	i := defineProperty(w, first, n)
	hooks := w.ChildOfKind(n, "property_hook_list")
	if i == code.NoDefinition || hooks == syntax.None {
		return
	}
	for c := w.FirstChild(hooks); c != syntax.None; c = w.Next(c) {
		switch string(w.Text(w.ChildOfKind(c, "name"))) {
		case "get":
			w.Definition(i).Modifiers |= code.ModGetter
		case "set":
			w.Definition(i).Modifiers |= code.ModSetter
		}
	}
}

// property defines one of the several names of a property declaration.
func property(w *lang.Walk, n syntax.Node) {
	if declaration := w.Parent(n); !only(w, declaration, n) {
		defineProperty(w, n, declaration)
	}
}

func defineProperty(w *lang.Walk, n, declaration syntax.Node) int32 {
	name := variableWord(w, w.Child(n, "name"))
	if name == syntax.None {
		return code.NoDefinition
	}
	h := readHeader(w, declaration)
	d := code.Definition{Kind: code.KindProperty, Type: elementType(w, declaration, n)}
	if doc := docBefore(w, w.Start(declaration)); doc != nil {
		d.Type = tellingType(d.Type, doc.variable("$"+w.Name(name)))
	}
	d = element(w, n, declaration, h, name, w.Child(n, "default_value"), h.member(w, declaration, d))
	i := define(w, name, d, false)
	if i != code.NoDefinition {
		stateOf(w).properties = append(stateOf(w).properties, i)
	}
	return i
}

// promotedProperty defines the property that a constructor's parameter declares.
func promotedProperty(w *lang.Walk, n syntax.Node) {
	h := readHeader(w, n)
	if w.Child(n, "readonly") != syntax.None {
		h.modifiers |= code.ModReadonly
	}
	promote(w, n, h)
}

func promote(w *lang.Walk, n syntax.Node, h header) {
	variable := w.Child(n, "name")
	name := variableWord(w, variable)
	if name == syntax.None || isWord(w.Text(w.Child(n, "type")), "function") {
		return // "function" is where the parser ran on into the next method
	}
	d := h.member(w, w.Parent(w.Parent(n)), code.Definition{Kind: code.KindProperty, Type: tellingType(paramType(w, n, variable), stateOf(w).constructing.of("$"+w.Name(name))),
		Signature: signature(w, n, h.start, w.End(name)) + valueSuffix(w, w.Child(n, "default_value"))})
	i := define(w, name, d, true)
	if constructor := w.Container(); i != code.NoDefinition && constructor != code.NoDefinition {
		contain(w, i, w.Definition(constructor).Container)
	}
}

// constDeclaration defines the one constant that a declaration usually holds.
func constDeclaration(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	if first := w.ChildOfKind(n, "const_element"); first != syntax.None && only(w, n, first) {
		defineConstant(w, first, n)
	}
}

// constant defines one of the several names of a const declaration.
func constant(w *lang.Walk, n syntax.Node) {
	if declaration := w.Parent(n); w.Kind(declaration) == "const_declaration" && !only(w, declaration, n) {
		defineConstant(w, n, declaration)
	}
}

func defineConstant(w *lang.Walk, n, declaration syntax.Node) {
	name := w.ChildOfKind(n, "name")
	if len(w.Text(name)) == 0 {
		return
	}
	h := readHeader(w, declaration)
	d := code.Definition{Kind: code.KindConstant, Type: elementType(w, declaration, n)}
	if k := w.Kind(w.Parent(declaration)); inLooseType(w) || k == "declaration_list" || k == "enum_declaration_list" {
		d = h.member(w, declaration, d)
	} else {
		d.Exported = true
	}
	value := w.ChildOfKind(n, "=")
	for value != syntax.None && !(w.IsNamed(value) && w.Kind(value) != "comment") {
		value = w.Next(value)
	}
	define(w, name, element(w, n, declaration, h, name, value, d), false)
}

// defineCall defines the constant of define('NAME', value). It is global
// wherever the call stands.
func defineCall(w *lang.Walk, n syntax.Node) {
	called := w.Text(w.Child(n, "function"))
	if len(called) > 0 && called[0] == '\\' {
		called = called[1:]
	}
	if len(called) != len("define") || !bytes.EqualFold(called, []byte("define")) {
		return
	}
	arguments := w.Child(n, "arguments")
	first, value := w.NamedChild(arguments, 0), w.NamedChild(w.NamedChild(arguments, 1), 0)
	literal := w.NamedChild(first, 0)
	if k := w.Kind(literal); k != "string" && k != "encapsed_string" || value == syntax.None {
		return
	}
	for c := w.FirstChild(literal); c != syntax.None; c = w.Next(c) {
		if k := w.Kind(c); w.IsNamed(c) && k != "string_content" && k != "escape_sequence" {
			return // the name is computed
		}
	}
	at := code.Span{Start: w.Start(literal) + 1, End: w.End(literal) - 1}
	if at.Start >= at.End {
		return
	}
	if k := bytes.LastIndexByte(w.Source[at.Start:at.End], '\\'); k >= 0 {
		at.Start += uint32(k + 1)
	}
	if at.Start >= at.End {
		return
	}
	written := strings.TrimPrefix(valueSuffix(w, value), " = ")
	if written == "" {
		written = "…"
	}
	i := define(w, literal, code.Definition{Kind: code.KindConstant, Exported: true,
		Name: w.Intern(w.Source[at.Start:at.End]), NameSpan: at,
		Signature: signature(w, n, w.Start(n), w.End(first)) + ", " + written + ")"}, true)
	if i != code.NoDefinition {
		w.Definition(i).Container = code.NoDefinition
	}
}

// globalVariable defines a variable where a script first assigns it.
func globalVariable(w *lang.Walk, n syntax.Node) {
	left := w.Child(n, "left")
	if w.Kind(left) != "variable_name" || w.Kind(w.Parent(n)) != "expression_statement" || w.InScope(lang.ScopeFunction) {
		return
	}
	st := stateOf(w)
	spelled := w.Name(left)
	if _, again := st.defined[spelled]; again || !isPlain(w, left) || isSuperglobal(spelled) {
		return
	}
	st.defined[spelled] = struct{}{}
	st.defining = left
	define(w, left, code.Definition{Kind: code.KindVariable, Span: w.Span(w.Parent(n)),
		Signature: spelled + valueSuffix(w, w.Child(n, "right"))}, true)
}
