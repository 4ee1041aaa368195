package scala

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// maxBinders bounds the names that one pattern or parameter list gives.
const maxBinders = 256

// define records n and makes it the container of what it holds.
func define(w *lang.Walk, n, name syntax.Node, d code.Definition) int32 {
	complete(w, name, &d)
	d.Span = span(w, n)
	i := w.Define(name, d)
	note(w, i)
	if w.IsError(w.Parent(n)) {
		w.Builder.Definition(i).Container = code.NoDefinition // salvage finds its place
	}
	if d.Kind.IsType() && w.Builder.Definition(i).Container == code.NoDefinition {
		remember(w).header.Type(w.Builder.Definition(i))
	}
	return i
}

// leaf records a name that contains nothing.
func leaf(w *lang.Walk, name syntax.Node, d code.Definition) {
	complete(w, name, &d)
	note(w, w.DefineLeaf(name, d))
}

func complete(w *lang.Walk, name syntax.Node, d *code.Definition) {
	if d.Name == "" {
		d.Name = jvm.Unquote(w.Name(name))
	}
	if d.NameSpan == (code.Span{}) {
		d.NameSpan = jvm.Unquoted(w, w.Span(name))
	}
}

func note(w *lang.Walk, i int32) {
	d := w.Builder.Definition(i)
	d.Doc = jvm.Tidy(d.Doc)
	s := remember(w)
	s.count = i + 1
	s.header.Begin()
}

// named returns the node of a declaration's name, or None if error recovery
// made it up.
func named(w *lang.Walk, n syntax.Node) syntax.Node {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return syntax.None
	}
	return name
}

// childStart is where n's child under a field begins, else where n ends.
func childStart(w *lang.Walk, n syntax.Node, field string) uint32 {
	if c := w.Child(n, field); c != syntax.None {
		return w.Start(c)
	}
	return w.End(n)
}

func typeDefinition(kind code.Kind) lang.Handler {
	return func(w *lang.Walk, n syntax.Node) {
		name := named(w, n)
		if name != syntax.None {
			m := readModifiers(w, n)
			d := code.Definition{Kind: kind, Supertypes: supertypes(w, n), Params: constructorParams(w, n), TypeParams: typeParams(w, n),
				Type: selfType(w, w.ChildOfKind(w.Child(n, "body"), "self_type"))}
			settle(w, n, &d, &m)
			d.Signature = jvm.Signature(w, n, m.start, childStart(w, n, "body"))
			define(w, n, name, d)
		}
		w.OpenScope(lang.ScopeFunction) // of type parameters and constructor parameters
		annotated(w, n, name)
		if self := w.ChildOfKind(w.Child(n, "body"), "self_type"); self != syntax.None {
			name, value := w.FirstChild(self), ""
			if owner := named(w, n); owner != syntax.None {
				value = code.ChainOf(jvm.Unquote(w.Name(owner)))
			}
			if t := selfType(w, self); t != "" && !strings.ContainsAny(t, "<>{") {
				value = code.ChainOr(value, code.ChainOf(t))
			}
			w.BindAs(jvm.Unquote(w.Name(name)), w.Start(name), lang.ScopeBlock, "", value)
		}
	}
}

// supertypes lists what n extends, a type at a time.
func supertypes(w *lang.Walk, n syntax.Node) []code.Supertype {
	clause := w.Child(n, "extend")
	if clause == syntax.None {
		return nil
	}
	var out []code.Supertype
	form := code.Extends
	var add func(t syntax.Node)
	add = func(t syntax.Node) {
		if w.Kind(t) == "compound_type" {
			for c := w.FirstChild(t); c != syntax.None; c = w.Next(c) {
				if w.Kind(c) != "compound_type" { // one inside another is no supertype
					add(c)
				}
			}
			return
		}
		if name := typeName(w, t); name != "" {
			out = append(out, code.Supertype{Name: name, Args: typeArguments(w, t), Form: form})
			form = code.MixesIn
		}
	}
	for c := w.FirstChild(clause); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "arguments" {
			add(c)
		}
	}
	return out
}

// maxPath bounds a dotted name that is kept as text (bytes).
const maxPath = 400

// typeName is the name of a type as written, without type arguments; "" if t
// is not a named type.
func typeName(w *lang.Walk, t syntax.Node) string {
	for i := 0; i < maxChain; i++ {
		switch w.Kind(t) {
		case "type_identifier", "identifier":
			return jvm.Unquote(w.Name(t))
		case "stable_type_identifier", "projected_type", "stable_identifier":
			if w.End(t)-w.Start(t) > maxPath {
				return ""
			}
			return jvm.Compact(w, t)
		case "generic_type":
			t = w.Child(t, "type")
		case "annotated_type", "singleton_type":
			t = w.FirstChild(t)
		default:
			return ""
		}
	}
	return ""
}

// typeArguments are those of a type, without the brackets around them.
func typeArguments(w *lang.Walk, t syntax.Node) string {
	args := w.Child(t, "type_arguments")
	if w.Kind(t) != "generic_type" || w.End(args)-w.Start(args) > maxPath {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(jvm.OneLine(w, args), "["), "]")
}

// constructorParams reads the parameter lists of a class as one.
func constructorParams(w *lang.Walk, n syntax.Node) []code.Param {
	var out []code.Param
	for list := w.FirstChild(n); list != syntax.None; list = w.Next(list) {
		if w.Kind(list) != "class_parameters" {
			continue
		}
		for c := w.FirstChild(list); c != syntax.None && len(out) < maxBinders; c = w.Next(c) {
			if name := named(w, c); w.Kind(c) == "class_parameter" && name != syntax.None {
				out = append(out, code.Param{Name: jvm.Unquote(w.Name(name)), Type: jvm.OneLine(w, w.Child(c, "type"))})
			}
		}
	}
	return out
}

func enumCase(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		d := code.Definition{Kind: code.KindEnumMember, Visibility: code.VisibilityPublic, Modifiers: code.ModStatic | code.ModFinal,
			Supertypes: supertypes(w, n), Params: constructorParams(w, n), Signature: jvm.Signature(w, n, w.Start(n), w.End(n))}
		if c := w.Container(); c != code.NoDefinition {
			d.Exported = w.Builder.Definition(c).Exported
		}
		define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// classParameter defines the value that a constructor's parameter is where it
// says so, and in the first list of a case class; other ones are names that
// the whole body knows.
func classParameter(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	keyword := w.ChildOfKind(n, "val", "var")
	if keyword == syntax.None && !caseParameter(w, n) {
		bind(w, name, typeText(w, w.Child(n, "type")), "")
		return
	}
	m := readModifiers(w, n)
	typ := w.Child(n, "type")
	d := code.Definition{Kind: code.KindProperty, Type: jvm.OneLine(w, typ), Modifiers: code.ModReadonly}
	if w.Kind(keyword) == "var" {
		d.Modifiers = 0
	}
	end := w.End(name)
	if typ != syntax.None {
		end = w.End(typ)
	}
	settle(w, n, &d, &m)
	d.Signature = jvm.Signature(w, n, m.start, end)
	leaf(w, name, d)
}

// caseParameter reports whether n is in the first list of a case class or an
// enum's case.
func caseParameter(w *lang.Walk, n syntax.Node) bool {
	list := w.Parent(n)
	owner := w.Parent(list)
	if list != w.ChildOfKind(owner, "class_parameters") {
		return false
	}
	return w.Kind(owner) == "full_enum_case" || w.Kind(owner) == "class_definition" && w.ChildOfKind(owner, "case") != syntax.None
}

// function handles methods, functions and secondary constructors.
func function(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None && !anonymous(w, n) {
		m := readModifiers(w, n)
		at := placeOf(w, n)
		d := code.Definition{Kind: code.KindFunction, Type: jvm.OneLine(w, w.Child(n, "return_type")), Params: parameters(w, n), TypeParams: typeParams(w, n)}
		if at == inType || at == inLiteral {
			d.Kind = code.KindMethod
			if string(w.Text(name)) == "this" {
				d.Kind = code.KindConstructor
			} else if w.Kind(n) == "function_declaration" {
				m.flags |= code.ModAbstract
			}
		}
		settle(w, n, &d, &m)
		end := childStart(w, n, "body")
		if equals := w.ChildOfKind(n, "="); equals != syntax.None {
			end = w.Start(equals)
		}
		d.Signature = jvm.Signature(w, n, m.start, end)
		if p := w.Parent(n); w.Kind(p) == "extension_definition" {
			if list := w.ChildOfKind(p, "parameters"); list != syntax.None {
				d.Signature = w.Signature(w.Start(p), w.End(list)) + " " + d.Signature
			}
			d.TypeParams = append(typeParams(w, p), d.TypeParams...)
		}
		returned(w, n, define(w, n, name, d))
	}
	w.OpenScope(lang.ScopeFunction)
}

// parameters reads the parameter lists of n as one.
func parameters(w *lang.Walk, n syntax.Node) []code.Param {
	var out []code.Param
	for list := w.FirstChild(n); list != syntax.None; list = w.Next(list) {
		if w.Kind(list) != "parameters" {
			continue
		}
		for c := w.FirstChild(list); c != syntax.None && len(out) < maxBinders; c = w.Next(c) {
			if name := named(w, c); w.Kind(c) == "parameter" && name != syntax.None {
				out = append(out, code.Param{Name: jvm.Unquote(w.Name(name)), Type: jvm.OneLine(w, w.Child(c, "type"))})
			}
		}
	}
	return out
}

// given defines an instance: an object if it has a body, else a value. One
// without a name is known by its type, as the compiler calls it.
func given(w *lang.Walk, n syntax.Node) {
	m := readModifiers(w, n)
	typ := w.Child(n, "return_type")
	d := code.Definition{Kind: code.KindProperty, Type: jvm.OneLine(w, typ), Modifiers: code.ModReadonly}
	name := named(w, n)
	if name == syntax.None {
		name = typ
		d.Name = "given" + flat(w, typ)
	}
	if name == syntax.None || d.Name == "given" {
		w.OpenScope(lang.ScopeFunction)
		return
	}
	end := childStart(w, n, "body")
	lost := syntax.None // the grammar does not know braces behind "with"
	for c := w.FirstChild(n); c != syntax.None && lost == syntax.None; c = w.Next(c) {
		if w.IsError(c) && w.ChildOfKind(c, "with") != syntax.None {
			lost = c
		}
	}
	body := w.ChildOfKind(n, "with_template_body")
	if lost != syntax.None {
		typ, end = w.FirstChild(lost), w.Start(w.ChildOfKind(lost, "with"))
		d.Type = jvm.OneLine(w, typ)
	}
	if lost != syntax.None || body != syntax.None || w.ChildOfKind(typ, "template_body") != syntax.None {
		d.Kind, d.Modifiers = code.KindObject, 0
		if super := typeName(w, typ); super != "" {
			d.Supertypes = []code.Supertype{{Name: super, Args: typeArguments(w, typ), Form: code.Implements}}
		}
	}
	if equals := w.ChildOfKind(n, "="); equals != syntax.None && lost == syntax.None {
		end = w.Start(equals)
	}
	settle(w, n, &d, &m)
	d.Signature = strings.TrimSuffix(strings.TrimSuffix(jvm.Signature(w, n, m.start, end), " with"), ":")
	define(w, n, name, d)
	w.OpenScope(lang.ScopeFunction)
}

// flat joins the names in a type with underscores: "_Ord_Int" for Ord[Int].
func flat(w *lang.Walk, t syntax.Node) string {
	var b strings.Builder
	for c := t; t != syntax.None && c < w.After(t) && b.Len() < maxPath; c++ {
		if w.Kind(c) == "type_identifier" {
			b.WriteString("_" + jvm.Unquote(w.Name(c)))
		}
	}
	return b.String()
}

// anonymous reports whether n is a part of a type written out by its members,
// which nothing can name.
func anonymous(w *lang.Walk, n syntax.Node) bool {
	k := w.Kind(w.Parent(n))
	return k == "structural_type" || k == "refinement"
}

func typeAlias(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None && !anonymous(w, n) {
		m := readModifiers(w, n)
		d := code.Definition{Kind: code.KindType, Type: jvm.OneLine(w, w.Child(n, "type")), TypeParams: typeParams(w, n)}
		if w.ChildOfKind(n, "=") == syntax.None {
			m.flags |= code.ModAbstract
			d.Type = jvm.OneLine(w, w.Child(w.ChildOfKind(n, "upper_bound"), "type"))
		}
		settle(w, n, &d, &m)
		d.Signature = jvm.Signature(w, n, m.start, w.End(n))
		define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// values handles val and var with a value. Local ones are bound name by name
// as the walk meets them.
func values(w *lang.Walk, n syntax.Node) {
	if placeOf(w, n) == inBlock {
		return
	}
	pattern := w.Child(n, "pattern")
	if k := w.Kind(pattern); k == "identifier" || k == "operator_identifier" {
		if w.Start(pattern) == w.End(pattern) {
			return // made up by error recovery
		}
		define(w, n, pattern, value(w, n, pattern))
	} else {
		each(w, pattern, func(name syntax.Node) {
			d := value(w, n, pattern)
			d.Span = span(w, n)
			if d.Type == "" {
				d.Type, d.Value = patternValue(w, name)
				d.ValueAt = childStart(w, n, "value")
			}
			leaf(w, name, d)
		})
	}
	w.OpenScope(lang.ScopeFunction)
}

// value describes the names of declaration n, whose header ends with last.
func value(w *lang.Walk, n, last syntax.Node) code.Definition {
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindProperty}
	if w.ChildOfKind(n, "val") != syntax.None {
		d.Modifiers = code.ModReadonly
	}
	if t := w.Child(n, "type"); t != syntax.None {
		d.Type, last = jvm.OneLine(w, t), t
	}
	end := w.End(last)
	v := w.Child(n, "value")
	if v != syntax.None && literal(w, v) {
		end = w.End(v)
	}
	if k := w.Kind(w.Child(n, "pattern")); d.Type == "" && v != syntax.None && (k == "identifier" || k == "operator_identifier") {
		for i := 0; i < maxChain && isBody(w, v) && lastStatement(w, v) != syntax.None; i++ {
			v = lastStatement(w, v)
		}
		d.Value, d.ValueAt = chain(w, v), w.Start(v)
	}
	settle(w, n, &d, &m)
	d.Signature = jvm.Signature(w, n, m.start, end)
	return d
}

func literal(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "integer_literal", "floating_point_literal", "boolean_literal", "character_literal", "string", "null_literal":
		return jvm.Short(w.Text(n))
	}
	return false
}

// declarations handles val and var without a value.
func declarations(w *lang.Walk, n syntax.Node) {
	if placeOf(w, n) == inBlock || anonymous(w, n) {
		return
	}
	count := 0
	for c := w.FirstChild(n); c != syntax.None && count < maxBinders; c = w.Next(c) {
		if w.Field(c) == "name" && w.IsNamed(c) && w.Start(c) < w.End(c) {
			d := value(w, n, c)
			d.Modifiers |= code.ModAbstract
			d.Span = span(w, n)
			leaf(w, c, d)
			count++
		}
	}
}
