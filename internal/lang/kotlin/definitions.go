package kotlin

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// define records n. What the grammar calls a declaration may have lost its
// name in error recovery.
func define(w *lang.Walk, n, name syntax.Node, d code.Definition) int32 {
	if d.Name == "" {
		d.Name = jvm.Unquote(w.Name(name))
	}
	if d.NameSpan == (code.Span{}) {
		d.NameSpan = w.Span(name)
	}
	d.NameSpan = jvm.Unquoted(w, d.NameSpan)
	i := w.Define(name, d)
	tidy(w, i)
	if placeOf(w, n) != inType && w.IsError(w.Parent(n)) {
		w.Builder.Definition(i).Container = code.NoDefinition // salvage finds its place
	}
	s := remember(w)
	s.header.Begin()
	if d.Kind.IsType() && w.Builder.Definition(i).Container == code.NoDefinition {
		s.header.Type(w.Builder.Definition(i))
	}
	return i
}

func tidy(w *lang.Walk, i int32) {
	d := w.Builder.Definition(i)
	d.Doc = jvm.Tidy(d.Doc)
	remember(w).count = i + 1
}

// headerEnd is where the header of n ends: at its first child of the kinds,
// else at its end.
func headerEnd(w *lang.Walk, n syntax.Node, kinds ...string) uint32 {
	end := w.End(n)
	if c := w.ChildOfKind(n, kinds...); c != syntax.None {
		end = w.Start(c)
	}
	return end
}

func classDeclaration(w *lang.Walk, n syntax.Node) {
	m := readModifiers(w, n)
	name := w.Child(n, "name")
	if name != syntax.None && w.Start(name) < w.End(name) {
		kind := code.KindClass
		switch {
		case w.ChildOfKind(n, "interface") != syntax.None:
			kind = code.KindInterface
		case m.enum:
			kind = code.KindEnum
		case m.annotation:
			kind = code.KindAnnotation
		}
		d := code.Definition{Kind: kind, Supertypes: supertypes(w, n, kind == code.KindInterface), TypeParams: typeParams(w, n)}
		settle(w, n, &d, &m)
		d.Signature = jvm.Signature(w, n, m.start, bodyStart(w, n))
		define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction) // of the type parameters
}

func objectDeclaration(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindObject, Supertypes: supertypes(w, n, false)}
	settle(w, n, &d, &m)
	d.Signature = jvm.Signature(w, n, m.start, bodyStart(w, n))
	define(w, n, name, d)
}

// companionObject defines the object that a class brings along; one without a
// name is known as Companion.
func companionObject(w *lang.Walk, n syntax.Node) {
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindObject, Supertypes: supertypes(w, n, false)}
	name := w.Child(n, "name")
	if name == syntax.None {
		d.Name = "Companion"
		name = w.ChildOfKind(n, "companion")
	}
	settle(w, n, &d, &m)
	d.Modifiers |= code.ModStatic
	d.Signature = jvm.Signature(w, n, m.start, bodyStart(w, n))
	define(w, n, name, d)
}

func enumEntry(w *lang.Walk, n syntax.Node) {
	name := w.ChildOfKind(n, "identifier")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindEnumMember}
	settle(w, n, &d, &m)
	d.Modifiers |= code.ModStatic | code.ModFinal
	end := w.End(name)
	if args := w.ChildOfKind(n, "value_arguments"); args != syntax.None && jvm.Short(w.Text(args)) {
		end = w.End(args)
	}
	d.Signature = jvm.Signature(w, n, w.Start(name), end)
	define(w, n, name, d)
}

func typeAlias(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "type")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindType}
	if equals := w.ChildOfKind(n, "="); equals != syntax.None && w.Next(equals) != syntax.None {
		d.Type = jvm.OneLine(w, w.Next(equals))
	}
	settle(w, n, &d, &m)
	d.Signature = jvm.Signature(w, n, m.start, w.End(n))
	define(w, n, name, d)
	w.OpenScope(lang.ScopeFunction)
}

// supertypes lists what declaration n names after its colon. What is called is
// a class; another name is taken for an interface, as it mostly is.
func supertypes(w *lang.Walk, n syntax.Node, isInterface bool) []code.Supertype {
	var out []code.Supertype
	for c := w.FirstChild(w.ChildOfKind(n, "delegation_specifiers")); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "delegation_specifier" {
			continue
		}
		form := code.Implements
		if isInterface {
			form = code.Extends
		}
		t := w.ChildOfKind(c, "constructor_invocation", "explicit_delegation", "user_type")
		switch w.Kind(t) {
		case "constructor_invocation":
			form = code.Extends
			t = w.ChildOfKind(t, "user_type")
		case "explicit_delegation":
			t = w.ChildOfKind(t, "user_type")
		}
		if name := typeName(w, t); name != "" {
			out = append(out, code.Supertype{Name: name, Args: typeArguments(w, t), Form: form})
		}
	}
	return out
}

// typeName is a named type as written without its type arguments and
// annotations; "" if t is not one.
func typeName(w *lang.Walk, t syntax.Node) string {
	if w.Kind(t) != "user_type" {
		return ""
	}
	first := w.ChildOfKind(t, "identifier")
	name := ""
	for c := first; c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "identifier" {
			if name != "" {
				name += "."
			}
			name += jvm.Unquote(w.Name(c))
		}
		if len(name) > maxPath {
			return ""
		}
	}
	return name
}

// maxPath bounds a dotted name that is kept as text (bytes).
const maxPath = 400

func functionDeclaration(w *lang.Walk, n syntax.Node) {
	name, span := functionName(w, n)
	if name != "" {
		m := readModifiers(w, n)
		d := code.Definition{Name: name, NameSpan: span, Kind: code.KindFunction, TypeParams: typeParams(w, n)}
		list := w.ChildOfKind(n, "function_value_parameters")
		d.Params = parameters(w, list, "parameter")
		d.Type = jvm.OneLine(w, typeAfterColon(w, list))
		body := w.ChildOfKind(n, "function_body")
		if equals := w.ChildOfKind(body, "="); d.Type == "" && equals != syntax.None {
			d.Value, d.ValueAt = chain(w, lastStatement(w, body)), w.Start(equals)
		}
		switch placeOf(w, n) {
		case inType:
			d.Kind = code.KindMethod
			if body == syntax.None && inInterface(w, n) {
				m.flags |= code.ModAbstract
			}
		case inLiteral:
			d.Kind = code.KindMethod
		}
		settle(w, n, &d, &m)
		d.Signature = jvm.Signature(w, n, m.start, headerEnd(w, n, "function_body"))
		define(w, n, w.Child(n, "name"), d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// functionName finds the name of a function. The grammar reads "fun A.b(" with
// some headers as a function without a name whose receiver is A.b.
func functionName(w *lang.Walk, n syntax.Node) (string, code.Span) {
	name := w.Child(n, "name")
	if name != syntax.None && w.Start(name) == w.End(name) {
		name = lastIdentifier(w, w.ChildOfKind(n, "user_type"))
	}
	if name == syntax.None {
		return "", code.Span{}
	}
	return jvm.Unquote(w.Name(name)), w.Span(name)
}

func lastIdentifier(w *lang.Walk, t syntax.Node) syntax.Node {
	last := syntax.None
	for c := w.FirstChild(t); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "identifier" {
			last = c
		}
	}
	return last
}

func secondaryConstructor(w *lang.Walk, n syntax.Node) {
	m := readModifiers(w, n)
	list := w.ChildOfKind(n, "function_value_parameters")
	d := code.Definition{Kind: code.KindConstructor, Params: parameters(w, list, "parameter")}
	settle(w, n, &d, &m)
	end := w.End(n)
	if list != syntax.None {
		end = w.End(list)
	}
	d.Signature = jvm.Signature(w, n, m.start, end)
	if keyword := w.ChildOfKind(n, "constructor"); keyword != syntax.None {
		define(w, n, keyword, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// parameters reads a parameter list.
func parameters(w *lang.Walk, list syntax.Node, kind string) []code.Param {
	var out []code.Param
	vararg := false
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "parameter_modifiers":
			vararg = strings.Contains(w.Name(c), "vararg")
		case kind:
			if name := w.ChildOfKind(c, "identifier"); name != syntax.None {
				p := code.Param{Name: jvm.Unquote(w.Name(name)), Type: jvm.OneLine(w, typeAfterColon(w, name))}
				if vararg {
					p.Type = "vararg " + p.Type
				}
				out = append(out, p)
			}
			vararg = false
		}
	}
	return out
}

// typeAfterColon is the type written behind n and a colon, or None.
func typeAfterColon(w *lang.Walk, n syntax.Node) syntax.Node {
	colon := w.Next(n)
	for colon != syntax.None && w.Records[colon].Flags&syntax.FlagExtra != 0 {
		colon = w.Next(colon)
	}
	if w.Kind(colon) != ":" {
		return syntax.None
	}
	for t := w.Next(colon); t != syntax.None; t = w.Next(t) {
		switch w.Kind(t) {
		case "user_type", "nullable_type", "function_type", "non_nullable_type", "parenthesized_type", "dynamic":
			return t
		}
	}
	return syntax.None
}
