package rust

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue is the longest initial value that stays in a signature (bytes).
const maxValue = 60

// place is where an item stands.
type place uint8

const (
	inModule place = iota
	inTrait
	inImpl
	inTraitImpl
	inForeign // extern "C" { ... }
	inBody    // of a function
)

// placeOf finds where item n stands, and the node of the impl around it.
func placeOf(w *lang.Walk, n syntax.Node) (place, syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "declaration_list":
		switch p = w.Parent(p); w.Kind(p) {
		case "trait_item":
			return inTrait, p
		case "impl_item":
			if w.Child(p, "trait") != syntax.None {
				return inTraitImpl, p
			}
			return inImpl, p
		case "foreign_mod_item":
			return inForeign, p
		}
	case "block":
		return inBody, p
	}
	return inModule, p
}

// define records item n, whose name is at the node, with what leads to it.
// The definition must have its kind, signature and what else is its own.
func (s *state) define(w *lang.Walk, n, name syntax.Node, d code.Definition) int32 {
	start, doc, _ := s.begin(w, n)
	return s.defineFrom(w, n, name, d, start, doc)
}

func (s *state) defineFrom(w *lang.Walk, n, name syntax.Node, d code.Definition, start uint32, doc string) int32 {
	where, around := placeOf(w, n)
	d.Span = code.Span{Start: start, End: w.End(n)}
	d.NameSpan, d.Name = nameAt(w, name)
	if d.Kind != code.KindMacro {
		d.Visibility, d.Exported = visibility(w, n, where)
	}
	if where == inImpl || where == inTraitImpl {
		d.ContainerName = selfType(w, around)
	}
	// The engine would look for a comment where there is no documentation.
	d.Doc = noDoc
	i := w.Define(name, d)
	w.Builder.Definition(i).Doc = doc
	s.definitions = i + 1
	return i
}

// noDoc keeps the engine from reading comments itself.
const noDoc = "-"

// nameAt is the range and the text of a name, r# of a raw identifier left out.
func nameAt(w *lang.Walk, n syntax.Node) (code.Span, string) {
	span := w.Span(n)
	text := w.Text(n)
	if len(text) > 2 && text[0] == 'r' && text[1] == '#' {
		span.Start += 2
		text = text[2:]
	}
	return span, w.Intern(text)
}

// named returns the node of a declaration's name, or None if error recovery
// made it up or a macro is yet to give it.
func named(w *lang.Walk, n syntax.Node) syntax.Node {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) || w.Kind(name) == "metavariable" {
		return syntax.None
	}
	return name
}

// visibility reads pub, pub(crate) and the like before item n. What other
// files of the crate may use counts as exported.
func visibility(w *lang.Walk, n syntax.Node, where place) (code.Visibility, bool) {
	open := true // what is around it can be used from elsewhere
	if c := w.Container(); c != code.NoDefinition {
		d := w.Builder.Definition(c)
		if where == inTrait || d.Kind == code.KindEnum || d.Kind == code.KindEnumMember {
			return code.VisibilityPublic, d.Exported
		}
		open = d.Exported
	}
	switch where {
	case inTraitImpl:
		return code.VisibilityUnstated, open
	case inBody:
		open = false
	}
	m := w.ChildOfKind(n, "visibility_modifier")
	if m == syntax.None {
		return code.VisibilityPrivate, false
	}
	switch text := w.Text(m); {
	case string(text) == "pub":
		return code.VisibilityPublic, open
	case string(text) == "pub(self)", string(text) == "pub(in self)":
		return code.VisibilityPrivate, false
	}
	return code.VisibilityPackage, open
}

// signatureTo is the text of item n from its first modifier to end, without
// what only closes it.
func signatureTo(w *lang.Walk, n syntax.Node, end uint32) string {
	return strings.TrimRight(w.Signature(w.Start(n), end), " ;,{")
}

// headerEnd is where the header of n ends: before the body, else before the
// semicolon.
func headerEnd(w *lang.Walk, n syntax.Node) uint32 {
	if body := w.Child(n, "body"); body != syntax.None && w.Kind(body) != "ordered_field_declaration_list" {
		return w.Start(body)
	}
	return w.End(n)
}

func module(s *state, w *lang.Walk, n syntax.Node) {
	start, doc, l := s.begin(w, n)
	name := named(w, n)
	if name == syntax.None {
		return
	}
	d := code.Definition{Kind: code.KindModule, Signature: signatureTo(w, n, headerEnd(w, n))}
	if w.Child(n, "body") == syntax.None {
		d.Modifiers = code.ModDeclaration
		moduleImport(w, name, l.path)
	}
	s.defineFrom(w, n, name, d, start, doc)
}

func typeItem(kind code.Kind) handler {
	return func(s *state, w *lang.Walk, n syntax.Node) {
		if name := named(w, n); name != syntax.None {
			s.define(w, n, name, code.Definition{Kind: kind, Signature: signatureTo(w, n, headerEnd(w, n)), TypeParams: typeParams(w, n), Params: payload(w, n)})
		}
		w.OpenScope(lang.ScopeFunction)
	}
}

func variant(s *state, w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	end := headerEnd(w, n)
	if v := w.Child(n, "value"); v != syntax.None && !shortLiteral(w, v) {
		end = w.Start(v)
	}
	d := code.Definition{Kind: code.KindEnumMember, Signature: strings.TrimRight(signatureTo(w, n, end), "= "), Params: payload(w, n)}
	s.define(w, n, name, d)
}

func field(s *state, w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		s.define(w, n, name, code.Definition{Kind: code.KindField, Type: typeText(w, w.Child(n, "type")),
			Signature: signatureTo(w, n, w.End(n))})
	}
}

func function(s *state, w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		where, around := placeOf(w, n)
		list := w.Child(n, "parameters")
		d := code.Definition{Kind: code.KindFunction, Type: typeText(w, w.Child(n, "return_type")),
			Params: params(w, list), Signature: signatureTo(w, n, headerEnd(w, n)), Modifiers: modifiers(w, n), TypeParams: typeParams(w, n)}
		bodiless := w.Child(n, "body") == syntax.None
		switch where {
		case inTrait, inImpl, inTraitImpl:
			d.Kind = code.KindMethod
			if where != inTrait {
				d.TypeParams = append(d.TypeParams, typeParams(w, around)...)
			}
			if !takesSelf(w, list) {
				d.Modifiers |= code.ModStatic
			}
			if where == inTraitImpl {
				d.Modifiers |= code.ModOverride
			}
			if where == inTrait && bodiless {
				d.Modifiers |= code.ModAbstract
			}
		default:
			if bodiless {
				d.Modifiers |= code.ModDeclaration
			}
		}
		s.define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
	parameters(w, n)
}

func modifiers(w *lang.Walk, n syntax.Node) (m code.Modifiers) {
	for c := w.FirstChild(w.ChildOfKind(n, "function_modifiers")); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "async":
			m |= code.ModAsync
		case "const":
			m |= code.ModConst
		}
	}
	return m
}

// takesSelf reports whether a parameter list begins with a receiver.
func takesSelf(w *lang.Walk, list syntax.Node) bool {
	first := w.NamedChild(list, 0)
	if w.Kind(first) == "attribute_item" {
		first = w.NamedChild(list, 1)
	}
	return w.Kind(first) == "self_parameter" || w.Kind(first) == "parameter" && w.Kind(w.Child(first, "pattern")) == "self"
}

// params reads a parameter list; the receiver is not a parameter.
func params(w *lang.Walk, list syntax.Node) []code.Param {
	var out []code.Param
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "parameter" {
			continue
		}
		pattern := w.Child(c, "pattern")
		if w.Kind(pattern) == "self" {
			continue
		}
		_, name := nameAt(w, pattern)
		if w.Kind(pattern) != "identifier" {
			name = code.Clip(code.OneLine(name), maxValue)
		}
		out = append(out, code.Param{Name: name, Type: typeText(w, w.Child(c, "type"))})
	}
	return out
}

// value handles constants and statics.
func value(kind code.Kind) handler {
	return func(s *state, w *lang.Walk, n syntax.Node) {
		name := named(w, n)
		if name == syntax.None || string(w.Text(name)) == "_" {
			s.items = true
			return
		}
		typ, v := w.Child(n, "type"), w.Child(n, "value")
		end := w.End(n)
		if v != syntax.None && !shortLiteral(w, v) {
			end = w.Start(v)
		}
		d := code.Definition{Kind: kind, Type: typeText(w, typ), Signature: strings.TrimRight(signatureTo(w, n, end), "= ")}
		where, _ := placeOf(w, n)
		switch {
		case kind == code.KindVariable:
			d.Modifiers = code.ModStatic
			if w.ChildOfKind(n, "mutable_specifier") == syntax.None {
				d.Modifiers |= code.ModReadonly
			}
			if where == inForeign {
				d.Modifiers |= code.ModDeclaration
			}
		case where == inTraitImpl:
			d.Modifiers = code.ModOverride
		case where == inTrait && v == syntax.None:
			d.Modifiers = code.ModAbstract
		}
		s.define(w, n, name, d)
		w.OpenScope(lang.ScopeBlock)
	}
}

// alias handles type aliases and associated types.
func alias(s *state, w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		d := code.Definition{Kind: code.KindType, Type: typeText(w, w.Child(n, "type")), Signature: signatureTo(w, n, w.End(n)), TypeParams: typeParams(w, n)}
		switch where, _ := placeOf(w, n); {
		case where == inTraitImpl:
			d.Modifiers = code.ModOverride
		case where == inTrait && d.Type == "":
			d.Modifiers = code.ModAbstract
		}
		s.define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

func macroDefinition(s *state, w *lang.Walk, n syntax.Node) {
	start, doc, l := s.begin(w, n)
	if name := named(w, n); name != syntax.None {
		d := code.Definition{Kind: code.KindMacro, Signature: "macro_rules! " + w.Name(name)}
		if l.exported {
			d.Visibility, d.Exported = code.VisibilityPublic, true
		}
		s.defineFrom(w, n, name, d, start, doc)
	}
	w.OpenScope(lang.ScopeFunction)
}

// typeText is a type as written on one line.
func typeText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	text := w.Text(n)
	if bytes.ContainsAny(text, "\n\r\t/") {
		return w.Signature(w.Start(n), w.End(n))
	}
	return w.Intern(text)
}

// shortLiteral reports whether a value is a literal that a signature may show.
func shortLiteral(w *lang.Walk, n syntax.Node) bool {
	text := w.Text(n)
	if len(text) > maxValue || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	for w.Kind(n) == "unary_expression" || w.Kind(n) == "reference_expression" {
		n = w.NamedChild(n, 0)
	}
	switch w.Kind(n) {
	case "integer_literal", "float_literal", "boolean_literal", "char_literal", "string_literal", "raw_string_literal":
		return true
	}
	return false
}
