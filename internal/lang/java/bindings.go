package java

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// bind makes the name at n local to the block around it, with its type as
// written or the chain that it is made from.
func bind(w *lang.Walk, n syntax.Node, typ, value string) {
	w.BindAs(w.Name(n), w.Start(n), lang.ScopeBlock, typ, value)
}

// bindTyped binds a name to the type written at t; for "var" the value says
// what it is.
func bindTyped(w *lang.Walk, n, t, dimensions syntax.Node, value func() string) {
	typ := typeText(w, t, dimensions)
	if typ != "var" {
		bind(w, n, typ, "")
		return
	}
	bind(w, n, "", value())
}

// bindLocal binds a name of a local variable's declaration.
func bindLocal(w *lang.Walk, declarator, n syntax.Node) {
	declaration := w.Parent(declarator)
	bindTyped(w, n, w.Child(declaration, "type"), w.Child(declarator, "dimensions"), func() string {
		return chain(w, w.Child(declarator, "value"))
	})
}

// bindParameter binds a parameter unless it is a record's component, which is
// a field.
func bindParameter(w *lang.Walk, p, n syntax.Node) {
	list := w.Parent(p)
	owner := w.Parent(list)
	if w.Kind(owner) == "record_declaration" {
		return
	}
	_, typ := parameter(w, p)
	if typ == "var" {
		bind(w, n, "", passedTo(w, owner, position(w, list, p)))
		return
	}
	bind(w, n, typ, "")
}

// bindLoop binds the variable of an enhanced for statement.
func bindLoop(w *lang.Walk, loop, n syntax.Node) {
	bindTyped(w, n, w.Child(loop, "type"), w.Child(loop, "dimensions"), func() string {
		return code.ChainStep(chain(w, w.Child(loop, "value")), code.ChainItem)
	})
}

// bindCaught binds the variable of a catch clause.
func bindCaught(w *lang.Walk, p, n syntax.Node) {
	bind(w, n, typeText(w, w.ChildOfKind(p, "catch_type"), syntax.None), "")
}

// bindPattern binds the variable of a type pattern, or of a component of a
// record pattern.
func bindPattern(w *lang.Walk, p, n syntax.Node) {
	for c := w.FirstChild(p); c != syntax.None && c != n; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "modifiers" {
			typ := typeText(w, c, syntax.None)
			if typ != "var" {
				bind(w, n, typ, "")
				return
			}
			break
		}
	}
	bind(w, n, "", "")
}

// position counts the parameters before p.
func position(w *lang.Walk, list, p syntax.Node) int {
	i := 0
	for c := w.FirstChild(list); c != syntax.None && c != p; c = w.Next(c) {
		switch w.Kind(c) {
		case "identifier", "formal_parameter", "spread_parameter":
			i++
		}
	}
	return i
}

// passedTo is what a lambda expression gets as its parameter number i, by the
// place that the lambda stands in.
func passedTo(w *lang.Walk, lambda syntax.Node, i int) string {
	f := functionChain(w, lambda)
	if f == "" || i > 9 {
		return ""
	}
	return code.ChainStep(f + string(rune('0'+i)))
}

// functionChain is a lambda's type as the place that it stands in knows it, as
// a chain that lacks the number of the lambda's parameter.
func functionChain(w *lang.Walk, lambda syntax.Node) string {
	p := w.Parent(lambda)
	for w.Kind(p) == "parenthesized_expression" {
		lambda, p = p, w.Parent(p)
	}
	typ := syntax.None
	switch w.Kind(p) {
	case "argument_list":
		call := w.Parent(p)
		i := argument(w, p, lambda)
		if i > 9 {
			return ""
		}
		switch w.Kind(call) {
		case "method_invocation":
			return code.ChainStep(calleeChain(w, call, deepest), "!"+string(rune('0'+i))+".")
		case "object_creation_expression":
			return code.ChainStep(typeName(w, w.Child(call, "type")), "!"+string(rune('0'+i))+".")
		}
		return ""
	case "variable_declarator":
		typ = w.Child(w.Parent(p), "type")
	case "cast_expression":
		typ = w.Child(p, "type")
	case "return_statement":
		if m := w.Ancestor(p, "method_declaration", "lambda_expression"); w.Kind(m) == "method_declaration" {
			typ = w.Child(m, "type")
		}
	}
	if text := typeText(w, typ, syntax.None); text != "" && !strings.HasSuffix(text, "]") {
		return code.ChainStep(code.ChainOf("Consumer<"+text+">"), "!0.")
	}
	return ""
}

// argument counts the arguments before a.
func argument(w *lang.Walk, list, a syntax.Node) int {
	i := 0
	for c := w.FirstChild(list); c != syntax.None && c != a; c = w.Next(c) {
		if w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 {
			i++
		}
	}
	return i
}

// classBody opens a type's body. In one without a name the object is of the
// type that the body extends.
func classBody(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeType)
	p := w.Parent(n)
	if w.Kind(p) != "object_creation_expression" {
		return
	}
	if typ := typeText(w, w.Child(p, "type"), syntax.None); typ != "" {
		w.AddBinding(code.Binding{Name: code.BindingSelf, At: w.Start(p), Scope: w.Span(n), Type: typ})
	}
}

// switchedOn is the value that a case stands for one of.
func switchedOn(w *lang.Walk, label syntax.Node) string {
	s := w.Ancestor(label, "switch_expression")
	return chain(w, w.Child(s, "condition"))
}
