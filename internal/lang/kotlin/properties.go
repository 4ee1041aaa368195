package kotlin

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// maxParameters bounds the constructor parameters that are bound in every
// initializer; real classes have far fewer.
const maxParameters = 64

// classParameter defines the property that a constructor's val or var is.
func classParameter(w *lang.Walk, n syntax.Node) {
	name := w.ChildOfKind(n, "identifier")
	keyword := w.ChildOfKind(n, "val", "var")
	if name == syntax.None || w.Start(name) == w.End(name) || keyword == syntax.None {
		return
	}
	m := readModifiers(w, n)
	typ := typeAfterColon(w, name)
	d := code.Definition{Kind: code.KindProperty, Type: jvm.OneLine(w, typ), Name: jvm.Unquote(w.Name(name))}
	if w.Kind(keyword) == "val" {
		d.Modifiers |= code.ModReadonly
	}
	settle(w, n, &d, &m)
	end := w.End(name)
	if typ != syntax.None {
		end = w.End(typ)
	}
	d.Signature = jvm.Signature(w, n, m.start, end)
	tidy(w, w.DefineLeaf(name, d))
}

// seesConstructor opens a scope in which the primary constructor's
// parameters are known: they are not in the class's functions.
func seesConstructor(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	bindConstructor(w, n)
}

func bindConstructor(w *lang.Walk, n syntax.Node) {
	class := w.Parent(n)
	if w.Kind(class) == "lambda_literal" {
		class = bodyOf(w, class)
	}
	if k := w.Kind(class); k == "class_body" || k == "enum_class_body" {
		class = w.Parent(class)
	}
	list := w.ChildOfKind(w.ChildOfKind(class, "primary_constructor"), "class_parameters")
	count := 0
	for c := w.FirstChild(list); c != syntax.None && count < maxParameters; c = w.Next(c) {
		if w.Kind(c) == "class_parameter" && w.ChildOfKind(c, "val", "var") == syntax.None {
			name := w.ChildOfKind(c, "identifier")
			bind(w, name, jvm.OneLine(w, typeAfterColon(w, name)), "")
			count++
		}
	}
}

// propertyDeclaration defines a property, or notes a local variable.
func propertyDeclaration(w *lang.Walk, n syntax.Node) {
	one := w.ChildOfKind(n, "variable_declaration")
	place := placeOf(w, n)
	if place == inBlock {
		if name := w.ChildOfKind(one, "identifier"); name != syntax.None {
			s := remember(w)
			s.naming = append(s.naming, naming{w.Name(name), w.After(n)})
		}
		return
	}
	m := readModifiers(w, n)
	if one == syntax.None {
		many := w.ChildOfKind(n, "multi_variable_declaration")
		for c := w.FirstChild(many); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "variable_declaration" {
				property(w, n, c, m)
			}
		}
	} else {
		property(w, n, one, m)
	}
	w.OpenScope(lang.ScopeFunction)
	if place == inType {
		bindConstructor(w, n)
	}
}

// property defines one name of declaration n.
func property(w *lang.Walk, n, variable syntax.Node, m modifiers) {
	name := w.ChildOfKind(variable, "identifier")
	if name == syntax.None || w.Start(name) == w.End(name) || string(w.Text(name)) == "_" {
		return
	}
	d := code.Definition{Kind: code.KindProperty, Type: jvm.OneLine(w, typeAfterColon(w, name))}
	if d.Type == "" && w.Parent(variable) == n {
		d.Value, d.ValueAt = valueOf(w, n)
	}
	if m.flags&code.ModConst != 0 {
		d.Kind = code.KindConstant
	}
	if w.ChildOfKind(n, "val") != syntax.None {
		d.Modifiers |= code.ModReadonly
	}
	end := w.End(w.Parent(variable))
	if w.Parent(variable) == n {
		end = w.End(variable)
	}
	if constraints := w.ChildOfKind(n, "type_constraints"); constraints != syntax.None {
		end = w.End(constraints)
	}
	equals := w.ChildOfKind(n, "=")
	if equals != syntax.None {
		if value := w.Next(equals); literal(w, value) {
			end = w.End(value)
		}
	}
	if equals == syntax.None && w.ChildOfKind(n, "property_delegate", "getter") == syntax.None && inInterface(w, n) {
		d.Modifiers |= code.ModAbstract
	}
	settle(w, n, &d, &m)
	d.Signature = jvm.Signature(w, n, m.start, end)
	if w.Parent(variable) != n {
		d.Name, d.Span = jvm.Unquote(w.Name(name)), w.Span(n)
		tidy(w, w.DefineLeaf(name, d))
		return
	}
	define(w, n, name, d)
}

// literal reports whether a value is a literal that a signature may show.
func literal(w *lang.Walk, n syntax.Node) bool {
	if n == syntax.None || !jvm.Short(w.Text(n)) {
		return false
	}
	kind := w.Kind(n)
	if kind == "unary_expression" {
		kind = w.Kind(w.Child(n, "argument"))
	}
	switch kind {
	case "string_literal", "character_literal", "number_literal", "float_literal":
		return true
	case "identifier":
		switch string(w.Text(n)) {
		case "true", "false", "null":
			return true
		}
	}
	return false
}

// accessor opens the scope of a getter or setter, in which "field" is the
// property's value.
func accessor(w *lang.Walk, _ syntax.Node) {
	w.OpenScope(lang.ScopeFunction)
	w.Bind("field", lang.ScopeFunction)
}
