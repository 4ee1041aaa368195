package java

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue is the longest initial value that stays in a signature (bytes).
const maxValue = 60

// maxComponents bounds the record components a constructor binds; the
// class-file format allows 255 parameters.
const maxComponents = 255

// named returns the node of a declaration's name, or None if error recovery
// made it up.
func named(w *lang.Walk, n syntax.Node) syntax.Node {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return syntax.None
	}
	return name
}

func typeDeclaration(kind code.Kind) lang.Handler {
	return func(w *lang.Walk, n syntax.Node) {
		m := readModifiers(w, n)
		if name := named(w, n); name != syntax.None {
			d := code.Definition{Kind: kind, Supertypes: supertypes(w, n), TypeParams: typeParams(w, n)}
			settle(w, &d, &m, placeOf(w, n))
			d.Signature = signature(w, n, &m, endOf(w, n, "body"))
			define(w, n, name, d)
		}
		// Type parameters are bound here, the members one scope further in.
		w.OpenScope(lang.ScopeFunction)
		if kind == code.KindRecord {
			remember(w).accessors = explicitAccessors(w, n)
		}
	}
}

// define records n with its Javadoc sentence.
func define(w *lang.Walk, n, name syntax.Node, d code.Definition) {
	doc, found := javadoc(w, w.Start(n))
	d.Doc = doc
	i := w.Define(name, d)
	tidyDoc(w, i, doc, found)
	s := remember(w)
	s.code = true
	if escaped(w, n) {
		w.Builder.Definition(i).Container = code.NoDefinition
	}
	if d.Kind.IsType() && w.Builder.Definition(i).Container == code.NoDefinition {
		s.offerTypeDoc(w.Builder.Definition(i))
	}
}

// endOf is where the header of n ends: at the child under field, else at n's
// final semicolon or end.
func endOf(w *lang.Walk, n syntax.Node, field string) uint32 {
	if body := w.Child(n, field); body != syntax.None {
		return w.Start(body)
	}
	end := w.End(n)
	if end > w.Start(n) && w.Source[end-1] == ';' {
		end--
	}
	return end
}

// supertypes lists what declaration n extends and implements.
func supertypes(w *lang.Walk, n syntax.Node) []code.Supertype {
	var out []code.Supertype
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		list, form := c, code.Extends
		switch w.Kind(c) {
		case "superclass":
		case "extends_interfaces":
			list = w.ChildOfKind(c, "type_list")
		case "super_interfaces":
			list, form = w.ChildOfKind(c, "type_list"), code.Implements
		default:
			continue
		}
		for t := w.FirstChild(list); t != syntax.None; t = w.Next(t) {
			if name := typeName(w, t); name != "" {
				out = append(out, code.Supertype{Name: name, Args: typeArguments(w, t), Form: form})
			}
		}
	}
	return out
}

func enumConstant(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	m := readModifiers(w, n)
	d := code.Definition{Kind: code.KindEnumMember, Visibility: code.VisibilityPublic, Modifiers: code.ModStatic | code.ModFinal}
	if c := w.Container(); c != code.NoDefinition {
		d.Exported = w.Builder.Definition(c).Exported
	}
	end := w.End(name)
	if args := w.Child(n, "arguments"); args != syntax.None && w.End(args)-w.Start(args) <= maxValue {
		end = w.End(args)
	}
	d.Signature = signature(w, n, &m, end)
	define(w, n, name, d)
}

// callable handles methods, constructors and annotation elements.
func callable(kind code.Kind) lang.Handler {
	return func(w *lang.Walk, n syntax.Node) {
		if name := named(w, n); name != syntax.None {
			typ := w.Child(n, "type")
			name, typ = displaced(w, name, typ)
			m := readModifiers(w, n)
			body := w.Child(n, "body")
			d := code.Definition{Kind: kind, Type: typeText(w, typ, w.Child(n, "dimensions")),
				Params: params(w, w.Child(n, "parameters")), TypeParams: typeParams(w, n)}
			place := placeOf(w, n)
			if kind == code.KindConstructor && m.visibility == code.VisibilityUnstated && inEnum(w, n) {
				m.visibility = code.VisibilityPrivate
			}
			if place == inInterface && body == syntax.None && m.flags&code.ModStatic == 0 {
				m.flags |= code.ModAbstract
			}
			settle(w, &d, &m, place)
			end := endOf(w, n, "body")
			if value := w.Child(n, "value"); value != syntax.None && !shortLiteral(w, value) {
				end = beforeDefault(w, n, value)
			}
			d.Signature = signature(w, n, &m, end)
			define(w, n, name, d)
		}
		w.OpenScope(lang.ScopeFunction)
		if w.Kind(n) == "compact_constructor_declaration" {
			bindComponents(w, n)
		}
	}
}

// beforeDefault is where "default" begins in an annotation element.
func beforeDefault(w *lang.Walk, n, value syntax.Node) uint32 {
	if keyword := w.ChildOfKind(n, "default"); keyword != syntax.None {
		return w.Start(keyword)
	}
	return w.Start(value)
}

// inEnum reports whether the member n belongs to an enum, whose constructors
// are private.
func inEnum(w *lang.Walk, n syntax.Node) bool { return w.Kind(w.Parent(n)) == "enum_body_declarations" }

// params reads a parameter list; receivers are not parameters.
func params(w *lang.Walk, list syntax.Node) []code.Param {
	count := 0
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if kind := w.Kind(c); kind == "formal_parameter" || kind == "spread_parameter" {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	out := make([]code.Param, 0, count)
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if name, typ := parameter(w, c); name != syntax.None {
			out = append(out, code.Param{Name: w.Name(name), Type: typ})
		}
	}
	return out
}

// parameter returns the name and the type of a formal or a spread parameter.
func parameter(w *lang.Walk, n syntax.Node) (name syntax.Node, typ string) {
	switch w.Kind(n) {
	case "formal_parameter":
		return w.Child(n, "name"), typeText(w, w.Child(n, "type"), w.Child(n, "dimensions"))
	case "spread_parameter":
		d := w.ChildOfKind(n, "variable_declarator")
		for c := w.FirstChild(n); c != syntax.None && c != d; c = w.Next(c) {
			switch w.Kind(c) {
			case "modifiers", "line_comment", "block_comment":
				continue
			}
			return w.Child(d, "name"), typeText(w, c, syntax.None) + "..."
		}
	}
	return syntax.None, ""
}

// fieldDeclaration handles fields and an interface's constants. A declaration
// of one name contains its type and value; of several, each has its own part.
func fieldDeclaration(w *lang.Walk, n syntax.Node) {
	first := w.Child(n, "declarator")
	if first != syntax.None && w.ChildOfKind(n, ",") == syntax.None {
		defineField(w, n, first)
	}
	// Pattern variables and lambdas of an initial value are local to it.
	w.OpenScope(lang.ScopeBlock)
}

// declarator handles one name of a field declaration of several.
func declarator(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "field_declaration", "constant_declaration":
	case "local_variable_declaration":
		if !topLevelField(w, p) {
			return
		}
	default:
		return
	}
	if w.ChildOfKind(p, ",") != syntax.None {
		defineField(w, p, n)
	}
}

// localDeclaration finds the fields of a class that is not written out: what
// looks like a local variable outside any type.
func localDeclaration(w *lang.Walk, n syntax.Node) {
	if topLevelField(w, n) {
		fieldDeclaration(w, n)
	} else {
		strayMethod(w, n)
	}
}

func topLevelField(w *lang.Walk, n syntax.Node) bool { return w.Kind(w.Parent(n)) == "program" }

func defineField(w *lang.Walk, n, declarator syntax.Node) {
	name := named(w, declarator)
	if name == syntax.None || w.Kind(name) == "underscore_pattern" {
		return
	}
	m := readModifiers(w, n)
	place := placeOf(w, n)
	if place == inInterface {
		m.flags |= code.ModStatic | code.ModFinal
	}
	typ := w.Child(n, "type")
	d := code.Definition{Kind: code.KindField, Span: w.Span(n), Type: typeText(w, typ, w.Child(declarator, "dimensions"))}
	if m.flags&code.ModStatic != 0 && m.flags&code.ModFinal != 0 {
		d.Kind = code.KindConstant
	}
	settle(w, &d, &m, place)
	value := w.Child(declarator, "value")
	end := w.End(name)
	if dims := w.Child(declarator, "dimensions"); dims != syntax.None {
		end = w.End(dims)
	}
	if value != syntax.None && shortLiteral(w, value) {
		end = w.End(value)
	}
	if declarator == w.Child(n, "declarator") {
		d.Signature = signature(w, n, &m, end)
	} else if typ != syntax.None {
		d.Signature = signature(w, n, &m, w.End(typ)) + " " + w.Signature(w.Start(declarator), end)
	}
	define(w, n, name, d)
}

// shortLiteral reports whether a value is a literal that a signature may show.
func shortLiteral(w *lang.Walk, n syntax.Node) bool {
	text := w.Text(n)
	if len(text) > maxValue || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	kind := w.Kind(n)
	if kind == "unary_expression" {
		kind = w.Kind(w.Child(n, "operand"))
	}
	switch kind {
	case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal",
		"decimal_floating_point_literal", "hex_floating_point_literal", "true", "false", "null_literal",
		"character_literal", "string_literal":
		return true
	}
	return false
}

// recordComponent defines a component of a record's header: a private field
// and, unless the record writes it out, the public method that returns it.
func recordComponent(w *lang.Walk, n syntax.Node) {
	list := w.Parent(n)
	if w.Kind(list) != "formal_parameters" || w.Kind(w.Parent(list)) != "record_declaration" {
		return
	}
	name, typ := parameter(w, n)
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	m := readModifiers(w, n)
	text := signature(w, n, &m, w.End(n))
	w.DefineLeaf(name, code.Definition{Kind: code.KindField, Visibility: code.VisibilityPrivate,
		Modifiers: code.ModFinal, Type: typ, Signature: text})
	if _, explicit := remember(w).accessors[w.Name(name)]; explicit {
		return
	}
	d := code.Definition{Kind: code.KindMethod, Visibility: code.VisibilityPublic, Modifiers: code.ModGetter,
		Type: typ, Signature: text + "()"}
	if c := w.Container(); c != code.NoDefinition {
		d.Exported = w.Builder.Definition(c).Exported
	}
	w.DefineLeaf(name, d)
}

// explicitAccessors names the methods without parameters in a record's body.
func explicitAccessors(w *lang.Walk, record syntax.Node) map[string]struct{} {
	var out map[string]struct{}
	for c := w.FirstChild(w.Child(record, "body")); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "method_declaration" || w.NamedChild(w.Child(c, "parameters"), 0) != syntax.None {
			continue
		}
		if out == nil {
			out = make(map[string]struct{})
		}
		out[w.Name(w.Child(c, "name"))] = struct{}{}
	}
	return out
}

// bindComponents makes a record's components parameters of its compact constructor.
func bindComponents(w *lang.Walk, constructor syntax.Node) {
	list := w.Child(w.Parent(w.Parent(constructor)), "parameters")
	count := 0
	for c := w.FirstChild(list); c != syntax.None && count < maxComponents; c = w.Next(c) {
		if name, _ := parameter(w, c); name != syntax.None {
			w.BindNode(name, lang.ScopeBlock)
			count++
		}
	}
}
