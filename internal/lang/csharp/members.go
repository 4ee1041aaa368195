package csharp

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue is the longest initial value, or list of plain accessors, that
// stays in a signature (bytes).
const maxValue = 60

// callable handles methods, constructors and destructors.
func callable(kind code.Kind) lang.Handler {
	return func(w *lang.Walk, n syntax.Node) {
		if name := named(w, n); name != syntax.None {
			d := code.Definition{Kind: kind, Type: typeText(w, w.Child(n, "returns")), Params: params(w, w.Child(n, "parameters")), TypeParams: typeParams(w, n)}
			if w.Kind(n) == "destructor_declaration" {
				d.Name = "~" + nameOf(w, name)
				d.NameSpan = w.Span(name)
			}
			defineCallable(w, n, name, d)
		}
		w.OpenScope(lang.ScopeFunction)
	}
}

func defineCallable(w *lang.Walk, n, name syntax.Node, d code.Definition) {
	m := readModifiers(w, n)
	if w.Child(n, "body") == syntax.None {
		switch {
		case m.partial || m.extern:
			m.flags |= code.ModDeclaration
		case placeOf(w) == inInterface:
			m.flags |= code.ModAbstract
		}
	}
	settle(w, &d, &m)
	d.Signature = signature(w, n, &m, endOf(w, n))
	define(w, n, name, d)
}

// operatorDeclaration defines an operator under its keyword and sign, a
// conversion under its keyword and type.
func operatorDeclaration(w *lang.Walk, n syntax.Node) {
	sign := w.Child(n, "operator")
	d := code.Definition{Kind: code.KindMethod, Params: params(w, w.Child(n, "parameters")), TypeParams: typeParams(w, n)}
	typ := w.Child(n, "type")
	if w.Kind(n) == "conversion_operator_declaration" {
		sign = typ
	}
	d.Type = typeText(w, typ)
	if keyword := w.ChildOfKind(n, "operator"); keyword != syntax.None && sign != syntax.None && w.End(sign) > w.Start(sign) {
		d.NameSpan = code.Span{Start: w.Start(keyword), End: w.End(sign)}
		d.Name = code.OneLine(w.Intern(w.Source[d.NameSpan.Start:d.NameSpan.End]))
		defineCallable(w, n, sign, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// localFunction handles a function inside a body. One with a modifier that
// only members have is a method whose type the parser lost.
func localFunction(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None && !reserved(w.Text(name)) {
		m := readModifiers(w, n)
		d := code.Definition{Kind: code.KindFunction, Type: typeText(w, w.Child(n, "type")), Params: params(w, w.Child(n, "parameters")), TypeParams: typeParams(w, n)}
		if stray(w, n) {
			d.Kind = code.KindMethod
			settle(w, &d, &m)
		}
		d.Modifiers = m.flags
		d.Signature = signature(w, n, &m, endOf(w, n))
		i := define(w, n, name, d)
		if d.Kind == code.KindMethod {
			liftMember(w, i)
		}
	}
	w.OpenScope(lang.ScopeFunction)
}

// propertyDeclaration handles properties, indexers, and events with accessors.
func propertyDeclaration(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	d := code.Definition{Kind: code.KindProperty, Type: typeText(w, w.Child(n, "type"))}
	if w.Kind(n) == "indexer_declaration" {
		name = w.ChildOfKind(n, "this")
		d.Params = params(w, w.Child(n, "parameters"))
	}
	if name != syntax.None {
		m := readModifiers(w, n)
		end := endOf(w, n)
		if list := w.Child(n, "accessors"); list != syntax.None && plainAccessors(w, list) {
			end = w.End(list)
			if placeOf(w) == inInterface {
				m.flags |= code.ModAbstract
			}
		}
		settle(w, &d, &m)
		d.Signature = signature(w, n, &m, end)
		define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// plainAccessors reports whether a list is short and without bodies: { get; set; }.
func plainAccessors(w *lang.Walk, list syntax.Node) bool {
	if w.End(list)-w.Start(list) > maxValue {
		return false
	}
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "accessor_declaration" && w.Child(c, "body") != syntax.None {
			return false
		}
	}
	return true
}

// accessor binds the parameter that setters have without writing it.
func accessor(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	if string(w.Text(w.Child(n, "name"))) != "get" {
		bindValue(w, n)
	}
}

// fieldDeclaration handles fields, constants and events without accessors. A
// declaration of one name contains its type and value; of several, each has
// its own part.
func fieldDeclaration(w *lang.Walk, n syntax.Node) {
	list := w.ChildOfKind(n, "variable_declaration")
	if list != syntax.None && w.ChildOfKind(list, ",") == syntax.None {
		defineField(w, n, list, w.ChildOfKind(list, "variable_declarator"))
	}
	w.OpenScope(lang.ScopeBlock) // pattern variables of a value
}

// localDeclaration finds the fields of a type that the parser lost: local
// variables have no modifier but const.
func localDeclaration(w *lang.Walk, n syntax.Node) {
	if stray(w, n) {
		fieldDeclaration(w, n)
	}
}

// declarator handles one name of a field declaration of several.
func declarator(w *lang.Walk, n syntax.Node) {
	list := w.Parent(n)
	switch p := w.Parent(list); w.Kind(p) {
	case "field_declaration", "event_field_declaration":
		if w.ChildOfKind(list, ",") != syntax.None {
			defineField(w, p, list, n)
		}
	case "local_declaration_statement":
		if stray(w, p) && w.ChildOfKind(list, ",") != syntax.None {
			defineField(w, p, list, n)
		}
	}
}

func defineField(w *lang.Walk, n, list, declarator syntax.Node) {
	name := named(w, declarator)
	if name == syntax.None {
		return
	}
	m := readModifiers(w, n)
	typ := w.Child(list, "type")
	d := code.Definition{Kind: code.KindField, Span: w.Span(n), Type: typeText(w, typ)}
	switch {
	case w.Kind(n) == "event_field_declaration":
		d.Kind = code.KindProperty
		if placeOf(w) == inInterface {
			m.flags |= code.ModAbstract
		}
	case m.flags&code.ModConst != 0:
		d.Kind = code.KindConstant
	}
	settle(w, &d, &m)
	end := w.End(name)
	if size := w.ChildOfKind(declarator, "bracketed_argument_list"); size != syntax.None {
		end = w.End(size)
	}
	if equals := w.ChildOfKind(declarator, "="); equals != syntax.None {
		if value := w.Next(equals); value != syntax.None && shortLiteral(w, value) {
			end = w.End(value)
		}
	}
	if declarator == w.ChildOfKind(list, "variable_declarator") {
		d.Signature = signature(w, n, &m, end)
	} else if typ != syntax.None {
		d.Signature = signature(w, n, &m, w.End(typ)) + " " + w.Signature(w.Start(declarator), end)
	}
	i := define(w, n, name, d)
	if w.Kind(n) == "local_declaration_statement" {
		liftMember(w, i)
	}
}

// shortLiteral reports whether a value is a literal that a signature may show.
func shortLiteral(w *lang.Walk, n syntax.Node) bool {
	text := w.Text(n)
	if len(text) > maxValue || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	kind := w.Kind(n)
	if kind == "prefix_unary_expression" {
		kind = w.Kind(w.NamedChild(n, 0))
	}
	switch kind {
	case "integer_literal", "real_literal", "boolean_literal", "null_literal", "character_literal", "string_literal", "verbatim_string_literal":
		return true
	}
	return false
}
