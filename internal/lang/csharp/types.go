package csharp

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// compilationUnit opens the scope of top-level statements, where a file has
// some: their variables are those of its main function.
func compilationUnit(w *lang.Walk, n syntax.Node) {
	readHeader(w, n)
	if w.ChildOfKind(n, "global_statement") != syntax.None {
		w.OpenScope(lang.ScopeFunction)
		w.Bind("args", lang.ScopeBlock)
	}
}

// namespaceDeclaration handles both forms. One that ends in a semicolon
// holds the rest of the file.
func namespaceDeclaration(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	full := dotted(w, name)
	if full == "" {
		return
	}
	remember(w).quiet = w.End(name)
	m := modifiers{start: w.Start(n)}
	d := code.Definition{Kind: code.KindNamespace, Name: full, Signature: signature(w, n, &m, endOf(w, n))}
	if w.Kind(n) == "namespace_declaration" {
		define(w, n, name, d)
		if w.Package() == "" {
			w.SetPackage(full)
		}
		return
	}
	w.SetPackage(full)
	d.Span = code.Span{Start: w.Start(n), End: w.End(w.Root())}
	w.PushContainer(leaf(w, name, d))
}

// define records n with the sentence of its documentation.
func define(w *lang.Walk, n, name syntax.Node, d code.Definition) int32 {
	doc, found := documentation(w, w.Start(n))
	d.Doc = doc
	fillName(w, name, &d)
	i := w.Define(name, d)
	remember(w).count = i + 1
	if found {
		w.Builder.Definition(i).Doc = doc
	}
	if d.Kind.IsType() {
		offerTypeDoc(w, w.Builder.Definition(i))
	}
	return i
}

// leaf is define for what contains nothing that is walked inside it.
func leaf(w *lang.Walk, name syntax.Node, d code.Definition) int32 {
	i := w.DefineLeaf(name, d)
	remember(w).count = i + 1
	return i
}

// fillName sets what a verbatim identifier's @ would spoil.
func fillName(w *lang.Walk, name syntax.Node, d *code.Definition) {
	if d.Name == "" {
		d.Name, d.NameSpan = nameOf(w, name), nameSpan(w, name)
	}
}

func typeDeclaration(kind code.Kind) lang.Handler {
	return func(w *lang.Walk, n syntax.Node) {
		m := readModifiers(w, n)
		if name := named(w, n); name != syntax.None {
			d := code.Definition{Kind: kind, Supertypes: supertypes(w, n, kind), TypeParams: typeParams(w, n)}
			settle(w, &d, &m)
			d.Signature = signature(w, n, &m, endOf(w, n))
			define(w, n, name, d)
			primaryConstructor(w, n, name)
		}
		w.OpenScope(lang.ScopeFunction) // for type parameters and the primary constructor's
	}
}

// supertypes lists the base types of n. The language writes a base class and
// interfaces alike: the first one not named like an interface is the class.
func supertypes(w *lang.Walk, n syntax.Node, kind code.Kind) []code.Supertype {
	list := w.ChildOfKind(n, "base_list")
	if list == syntax.None || kind == code.KindEnum {
		return nil
	}
	var out []code.Supertype
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		t := c
		if w.Kind(c) == "primary_constructor_base_type" {
			t = w.Child(c, "type")
		}
		name := dotted(w, t)
		if name == "" {
			continue
		}
		form := code.Implements
		switch kind {
		case code.KindInterface:
			form = code.Extends
		case code.KindClass, code.KindRecord:
			if len(out) == 0 && (t != c || !interfaceName(lastName(name))) {
				form = code.Extends
			}
		}
		out = append(out, code.Supertype{Name: name, Args: superArguments(w, t), Form: form})
	}
	return out
}

// superArguments are a supertype's type arguments without their brackets.
func superArguments(w *lang.Walk, t syntax.Node) string {
	if w.Kind(t) == "qualified_name" {
		t = w.Child(t, "name")
	}
	return strings.TrimSuffix(strings.TrimPrefix(arguments(w, t), "<"), ">")
}

// interfaceName follows the naming rule that every style guide has: I and a capital.
func interfaceName(s string) bool {
	return len(s) > 1 && s[0] == 'I' && 'A' <= s[1] && s[1] <= 'Z'
}

// primaryConstructor defines the constructor that a type's header declares.
func primaryConstructor(w *lang.Walk, n, name syntax.Node) {
	list := w.ChildOfKind(n, "parameter_list")
	if list == syntax.None {
		return
	}
	d := code.Definition{Kind: code.KindConstructor, Span: code.Span{Start: w.Start(name), End: w.End(list)},
		Visibility: code.VisibilityPublic, Exported: w.Builder.Definition(w.Container()).Exported, Params: params(w, list)}
	fillName(w, name, &d)
	d.Signature = d.Name + w.Signature(w.Start(list), w.End(list))
	w.Builder.Definition(leaf(w, name, d)).Doc = ""
}

// recordComponent defines a parameter of a record's header, which is a property.
func recordComponent(w *lang.Walk, n syntax.Node) {
	if list := w.Parent(n); w.Kind(w.Parent(list)) == "record_declaration" {
		componentProperty(w, n, w.Child(n, "type"), named(w, n))
	}
}

func componentProperty(w *lang.Walk, n, typ, name syntax.Node) {
	if name == syntax.None || w.Container() == code.NoDefinition || typ == syntax.None {
		return
	}
	d := code.Definition{Kind: code.KindProperty, Visibility: code.VisibilityPublic, Type: typeText(w, typ),
		Exported: w.Builder.Definition(w.Container()).Exported}
	d.Span = code.Span{Start: w.Start(typ), End: w.End(name)}
	if n != syntax.None {
		d.Span = w.Span(n)
	}
	fillName(w, name, &d)
	d.Signature = w.Signature(w.Start(typ), w.End(name))
	leaf(w, name, d)
}

// parameterList handles "params" parameters, which have no node of their own.
func parameterList(w *lang.Walk, n syntax.Node) {
	record := w.Kind(w.Parent(n)) == "record_declaration"
	typ := syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Field(c) {
		case "type":
			typ = c
		case "name":
			if record {
				componentProperty(w, syntax.None, typ, c)
			} else {
				bindAs(w, c, typeText(w, typ), "")
			}
		}
	}
}

// params reads a parameter list. The type holds what stands before it: out
// and ref, and this of an extension method.
func params(w *lang.Walk, list syntax.Node) []code.Param {
	var out []code.Param
	start, typ := uint32(0), syntax.None
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch {
		case w.Kind(c) == "parameter":
			name := w.Child(c, "name")
			p := code.Param{Name: nameOf(w, name)}
			if t := w.Child(c, "type"); t != syntax.None {
				from := t
				if m := w.ChildOfKind(c, "modifier"); m != syntax.None && m < t {
					from = m
				}
				p.Type = oneLine(w, w.Start(from), w.End(t))
			}
			if p.Name != "" {
				out = append(out, p)
			}
		case w.Kind(c) == "params":
			start = w.Start(c)
		case w.Field(c) == "type":
			typ = c
		case w.Field(c) == "name" && typ != syntax.None:
			out = append(out, code.Param{Name: nameOf(w, c), Type: oneLine(w, start, w.End(typ))})
		}
	}
	return out
}

func delegateDeclaration(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		m := readModifiers(w, n)
		d := code.Definition{Kind: code.KindType, Params: params(w, w.Child(n, "parameters")), TypeParams: typeParams(w, n)}
		d.Type = delegateType(typeText(w, w.Child(n, "type")), d.Params)
		settle(w, &d, &m)
		d.Signature = signature(w, n, &m, endOf(w, n))
		define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

func enumMember(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindEnumMember, Visibility: code.VisibilityPublic}
	if c := w.Container(); c != code.NoDefinition {
		d.Exported = w.Builder.Definition(c).Exported
	}
	end := w.End(name)
	if value := w.Child(n, "value"); value != syntax.None && shortLiteral(w, value) {
		end = w.End(value)
	}
	d.Signature = signature(w, n, &m, end)
	define(w, n, name, d)
}
