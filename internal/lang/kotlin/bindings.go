package kotlin

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// bind makes the name at n local to the scope around it.
func bind(w *lang.Walk, n syntax.Node, typ, value string) {
	w.BindAs(jvm.Unquote(w.Name(n)), w.Start(n), lang.ScopeBlock, typ, value)
}

// bindVariable binds a local variable, a loop's or a lambda's.
func bindVariable(w *lang.Walk, variable, n syntax.Node) {
	if t := jvm.OneLine(w, typeAfterColon(w, n)); t != "" {
		bind(w, n, t, "")
		return
	}
	value := ""
	switch p := w.Parent(variable); w.Kind(p) {
	case "property_declaration":
		value, _ = valueOf(w, p)
	case "for_statement":
		if in := w.ChildOfKind(p, "in"); in != syntax.None {
			value = code.ChainStep(chain(w, w.Next(in)), code.ChainItem)
		}
	case "lambda_parameters":
		k := byte('0')
		for c := w.FirstChild(p); c != syntax.None && c != variable && k < '8'; c = w.Next(c) {
			if w.IsNamed(c) {
				k++
			}
		}
		value = passedTo(w, w.Parent(p), k)
	case "when_subject":
		if equals := w.ChildOfKind(p, "="); equals != syntax.None {
			value = chain(w, w.Next(equals))
		}
	}
	bind(w, n, "", value)
}

// lambda opens the scope of a lambda; without parameters it has "it", and it
// may have a receiver.
func lambda(w *lang.Walk, n syntax.Node) {
	if bodyOf(w, n) != syntax.None {
		w.OpenScope(lang.ScopeType)
		return
	}
	w.OpenScope(lang.ScopeFunction)
	if w.ChildOfKind(n, "lambda_parameters") == syntax.None {
		w.BindAs("it", w.Start(n), lang.ScopeFunction, "", passedTo(w, n, '0'))
	}
	if self := passedTo(w, n, receiverArg); self != "" {
		at := w.Start(n)
		if at > 0 {
			at-- // the chain's own names are looked up outside of the lambda
		}
		w.AddBinding(code.Binding{Name: code.BindingSelf, At: at, Scope: w.Span(n), Value: self})
	}
}

// objectBody opens the body of a type, or of an object without a name.
func objectBody(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeType)
	if p := w.Parent(n); w.Kind(p) == "object_literal" {
		if t := superText(w, p); t != "" {
			w.AddBinding(code.Binding{Name: code.BindingSelf, At: w.Start(p), Scope: w.Span(n), Type: t})
		}
	}
}

func ifExpression(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	condition := w.Child(n, "condition")
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if c > condition && w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 {
			narrows(w, condition, c)
			return
		}
	}
}

// whenEntry narrows the subject of a when whose entry tests its type.
func whenEntry(w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	test := w.Child(n, "condition")
	if w.Kind(test) != "type_test" {
		narrows(w, test, n)
		return
	}
	subject := w.ChildOfKind(w.Parent(n), "when_subject")
	name := w.ChildOfKind(subject, "identifier")
	if name == syntax.None {
		name = w.ChildOfKind(w.ChildOfKind(subject, "variable_declaration"), "identifier")
	}
	t := w.NamedChild(test, 0)
	if name == syntax.None || t == syntax.None || strings.HasPrefix(string(w.Text(test)), "!") {
		return
	}
	w.AddBinding(code.Binding{Name: jvm.Unquote(w.Name(name)), At: w.Start(n), Scope: w.Span(n), Type: jvm.OneLine(w, t)})
}

// typeParams are the type parameters that n declares, with their bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	for c := w.FirstChild(w.ChildOfKind(n, "type_parameters")); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "type_parameter" {
			if name := w.ChildOfKind(c, "identifier"); name != syntax.None {
				out = append(out, code.Param{Name: w.Name(name), Type: jvm.OneLine(w, typeAfterColon(w, name))})
			}
		}
	}
	return out
}

// typeArguments are those of a type, without the brackets around them.
func typeArguments(w *lang.Walk, t syntax.Node) string {
	args := w.ChildOfKind(t, "type_arguments")
	if args == syntax.None || w.End(args)-w.Start(args) > maxPath {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(jvm.OneLine(w, args), "<"), ">")
}
