package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// program takes the file's own documentation from its header comment.
func program(w *lang.Walk, n syntax.Node) {
	state(w)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "hash_bang_line":
			continue
		case "comment":
		default:
			return
		}
		last := commentBlock(w, c)
		if text, ok := headerDoc(w, c, last); ok {
			w.SetDoc(text)
			return
		}
		c = last
	}
}

// commentBlock is the last of the line comments that stand, line under line,
// from c on.
func commentBlock(w *lang.Walk, c syntax.Node) syntax.Node {
	for bytes.HasPrefix(w.Text(c), []byte("//")) {
		next := w.Next(c)
		if next == syntax.None || w.Kind(next) != "comment" || !bytes.HasPrefix(w.Text(next), []byte("//")) ||
			w.Line(w.Start(next)) != w.Line(w.Start(c))+1 {
			break
		}
		c = next
	}
	return c
}

// fileTags mark a comment as the documentation of its file.
var fileTags = []string{"@fileoverview", "@fileOverview", "@file", "@packageDocumentation", "@module"}

// headerDoc returns the text of the comments from first to last if they
// document the file: with a tag that says so, or where no declaration follows
// directly.
func headerDoc(w *lang.Walk, first, last syntax.Node) (string, bool) {
	if bytes.HasPrefix(w.Text(first), []byte("///")) {
		return "", false
	}
	c := last
	text := lang.CommentText(w.Source[w.Start(first):w.End(last)])
	for _, tag := range fileTags {
		if before, after, ok := strings.Cut(text, tag); ok {
			if strings.TrimSpace(before) != "" && !isLegal(before) {
				after = before
			}
			return after, strings.TrimSpace(after) != ""
		}
	}
	if isLegal(text) || isPragma(text) {
		return "", false
	}
	next := w.Next(c)
	if next == syntax.None {
		return text, true
	}
	switch w.Kind(next) {
	case "comment":
		return "", false
	case "import_statement":
		return text, true
	case "expression_statement":
		if w.Kind(w.NamedChild(next, 0)) == "string" {
			return text, true
		}
	}
	gap := w.Source[w.End(c):w.Start(next)]
	return text, strings.Count(string(gap), "\n") > 1
}

func isLegal(text string) bool {
	lower := strings.ToLower(text)
	for _, word := range []string{"copyright", "license", "licence", "spdx-", "(c)", "all rights reserved"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

func isPragma(text string) bool {
	text = strings.TrimSpace(text)
	for _, word := range []string{"eslint", "tslint", "jshint", "jslint", "prettier-", "@ts-", "@jsx", "@flow", "global ", "globals ",
		"istanbul", "c8 ", "@vitest", "@jest", "#__", "webpack", "biome-", "deno-lint", "@format", "-*-", "vim:", "use strict"} {
		if strings.HasPrefix(text, word) {
			return true
		}
	}
	return false
}

// functionDeclaration is a named function, an overload or an ambient one.
func functionDeclaration(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	outer, exported, mods := outermost(w, n)
	own, _ := modifiers(w, n)
	mods |= own
	if w.Kind(n) == "function_signature" {
		mods |= code.ModDeclaration
	}
	mods |= local(w, "")
	bindDefined(w, name, lang.ScopeBlock)
	i := define(w, name, code.Definition{Kind: code.KindFunction, Span: w.Span(outer), Signature: signature(w, signatureStart(w, outer), n),
		Exported: exported, Modifiers: mods, Params: params(w, n), TypeParams: typeParams(w, n), Type: typeText(w, w.Child(n, "return_type"))})
	state(w).owns(w, n, i)
	w.OpenScope(lang.ScopeFunction)
}

// functionExpression opens a function's scope. A named one that nothing else
// names is a definition.
func functionExpression(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name != syntax.None && state(w).claimed != n {
		mods, _ := modifiers(w, n)
		i := define(w, name, code.Definition{Kind: code.KindFunction, Signature: signature(w, w.Start(n), n), Modifiers: mods | code.ModLocal,
			Params: params(w, n), TypeParams: typeParams(w, n), Type: typeText(w, w.Child(n, "return_type"))})
		state(w).owns(w, n, i)
	}
	w.OpenScope(lang.ScopeFunction)
	if name != syntax.None {
		bindDefined(w, name, lang.ScopeFunction)
	}
}

func functionScope(w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeFunction) }

func blockScope(w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeBlock) }

// block opens a scope unless the block is a function's (which has one) or a
// namespace's (whose names are definitions).
func block(w *lang.Walk, n syntax.Node) {
	switch w.Kind(w.Parent(n)) {
	case "internal_module", "module", "ambient_declaration", "function_declaration", "arrow_function", "function_expression",
		"method_definition", "generator_function", "generator_function_declaration", "class_static_block":
		return
	}
	w.OpenScope(lang.ScopeBlock)
}

// decorator remembers where the decorators before a class member begin: the
// typed grammars make them siblings of the member.
func decorator(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) != "class_body" {
		return
	}
	f := state(w)
	if !f.follows(w, n) {
		f.decoratorStart = w.Start(n)
	}
	f.decoratorAfter = w.After(n)
}

// follows reports whether only comments stand between the remembered
// decorators and n.
func (f *file) follows(w *lang.Walk, n syntax.Node) bool {
	at := f.decoratorAfter
	for at != syntax.None && at < n && w.Kind(at) == "comment" {
		at = w.After(at)
	}
	return at != syntax.None && at == n
}

// memberSpan is the span of a class member with the decorators before it.
func memberSpan(w *lang.Walk, n syntax.Node) code.Span {
	s := w.Span(n)
	if f := state(w); f.follows(w, n) {
		s.Start = f.decoratorStart
	}
	return s
}

// class defines a class declaration, or a class expression that has a name of its own.
func class(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	f := state(w)
	kept := code.ModLocal
	if w.Kind(n) != "class" {
		bindDefined(w, name, lang.ScopeBlock)
		kept = local(w, "")
	}
	if name != syntax.None && f.claimed != n {
		outer, exported, mods := outermost(w, n)
		own, _ := modifiers(w, n)
		define(w, name, code.Definition{Kind: code.KindClass, Span: w.Span(outer), Signature: classSignature(w, outer, n),
			Exported: exported, Modifiers: mods | own | kept, Supertypes: supertypes(w, n), TypeParams: typeParams(w, n)})
	}
	expression := w.Kind(n) == "class" && name != syntax.None
	if expression || w.ChildOfKind(n, "type_parameters") != syntax.None {
		w.OpenScope(lang.ScopeBlock)
	}
	if expression {
		bindDefined(w, name, lang.ScopeBlock)
	}
}

// classSignature leaves out decorators on either side of `export`.
func classSignature(w *lang.Walk, outer, n syntax.Node) string {
	if outer != n && w.ChildOfKind(n, "decorator") != syntax.None {
		return w.Signature(signatureStart(w, outer), w.Start(n)) + " " + signature(w, signatureStart(w, n), n)
	}
	return signature(w, signatureStart(w, outer), n)
}

// method defines a member function of a class, an interface or an object.
func method(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	d := code.Definition{Kind: code.KindMethod, Span: memberSpan(w, n), Params: params(w, n), TypeParams: typeParams(w, n),
		Type: typeText(w, w.Child(n, "return_type"))}
	d.Modifiers, d.Visibility = modifiers(w, n)
	d.Signature = signature(w, signatureStart(w, n), n)
	owner := w.Kind(w.Parent(n))
	if d.Modifiers&(code.ModGetter|code.ModSetter) != 0 {
		d.Kind = code.KindProperty
	}
	if w.Kind(name) == "private_property_identifier" {
		d.Visibility = code.VisibilityPrivate
	}
	wanted := true
	switch owner {
	case "class_body":
		if d.Modifiers&code.ModStatic == 0 && string(w.Text(name)) == "constructor" {
			d.Kind = code.KindConstructor
		}
		if w.Kind(n) == "method_signature" {
			d.Modifiers |= code.ModDeclaration
		}
	case "object_type":
		wanted = inTypeAlias(w, w.Parent(n))
	case "object":
		wanted = placeInObject(w, n, &d)
	}
	if wanted {
		i := define(w, name, d)
		state(w).owns(w, n, i)
		if i != code.NoDefinition && owner == "class_body" {
			state(w).members[nameIn{w.Definition(i).Container, w.Definition(i).Name}] = true
		}
	}
	w.OpenScope(lang.ScopeFunction)
}

// field defines a data member of a class, an interface or an object type. One
// that holds a function is a method.
func field(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name == syntax.None {
		name = w.Child(n, "property")
	}
	owner := w.Parent(n)
	if w.Kind(owner) == "object_type" && !inTypeAlias(w, owner) {
		return
	}
	start, value := signatureStart(w, n), w.Child(n, "value")
	d := code.Definition{Kind: code.KindField, Span: memberSpan(w, n), Type: typeText(w, w.Child(n, "type")),
		Signature: valueSignature(w, start, w.End(n), value)}
	d.Modifiers, d.Visibility = modifiers(w, n)
	if w.Kind(name) == "private_property_identifier" {
		d.Visibility = code.VisibilityPrivate
	}
	f := state(w)
	if !fromValue(w, f, unwrap(w, value), &d) {
		valued(w, &d, value)
	}
	i := define(w, name, d)
	f.ownsClaimed(w, unwrap(w, value), i)
	if i != code.NoDefinition && w.Kind(owner) == "class_body" {
		f.members[nameIn{w.Definition(i).Container, w.Definition(i).Name}] = true
	}
}

// fromValue completes a definition by the function or class it holds, and
// claims that node. It reports whether the value is one.
func fromValue(w *lang.Walk, f *file, value syntax.Node, d *code.Definition) bool {
	switch kind := w.Kind(value); {
	case isFunction(kind):
		switch d.Kind {
		case code.KindField, code.KindProperty, code.KindMethod:
			d.Kind = code.KindMethod
		default:
			d.Kind = code.KindFunction
		}
		mods, _ := modifiers(w, value)
		d.Modifiers |= mods
		d.Params, d.TypeParams = params(w, value), typeParams(w, value)
		if t := typeText(w, w.Child(value, "return_type")); t != "" || d.Type == "" {
			d.Type = t
		} else {
			// The annotation types the variable, not the result.
			d.Value, d.ValueAt = code.ChainStep(code.ChainOf(d.Type), code.ChainCall), w.Start(value)
			d.Type = ""
		}
	case kind == "class":
		d.Kind = code.KindClass
		d.Supertypes, d.TypeParams = supertypes(w, value), typeParams(w, value)
	default:
		return false
	}
	f.claimed = value
	return true
}

// inTypeAlias reports whether an object type is (part of) what a type alias
// stands for, directly or through intersections and unions, so that its members are fields.
func inTypeAlias(w *lang.Walk, n syntax.Node) bool {
	for p := w.Parent(n); p != syntax.None; p = w.Parent(p) {
		switch w.Kind(p) {
		case "intersection_type", "union_type", "parenthesized_type", "readonly_type":
		case "type_alias_declaration":
			return true
		default:
			return false
		}
	}
	return false
}

// parameterProperty defines the field that a constructor parameter with a
// modifier declares.
func parameterProperty(w *lang.Walk, n syntax.Node) {
	mods, vis := modifiers(w, n)
	if vis == code.VisibilityUnstated && mods&(code.ModReadonly|code.ModOverride) == 0 {
		return
	}
	c := w.Container()
	if c == code.NoDefinition || w.Definition(c).Kind != code.KindConstructor {
		return
	}
	start := signatureStart(w, n)
	i := defineLeaf(w, w.Child(n, "pattern"), code.Definition{Kind: code.KindField, Modifiers: mods, Visibility: vis,
		Type: typeText(w, w.Child(n, "type")), Signature: valueSignature(w, start, w.End(n), w.Child(n, "value"))})
	if i != code.NoDefinition {
		w.Definition(i).Container = w.Definition(c).Container
	}
}

func interfaceDeclaration(w *lang.Walk, n syntax.Node) { namedType(w, n, code.KindInterface) }

func typeAlias(w *lang.Walk, n syntax.Node) { namedType(w, n, code.KindType) }

// namedType defines an interface or a type alias.
func namedType(w *lang.Walk, n syntax.Node, kind code.Kind) {
	name := w.Child(n, "name")
	outer, exported, mods := outermost(w, n)
	mods |= local(w, "")
	d := code.Definition{Kind: kind, Span: w.Span(outer), Exported: exported, Modifiers: mods, Supertypes: supertypes(w, n), TypeParams: typeParams(w, n)}
	if kind == code.KindType {
		d.Type = aliasText(w, w.Child(n, "value"))
	}
	start := signatureStart(w, outer)
	if value := w.Child(n, "value"); value != syntax.None && w.End(value)-w.Start(value) > maxType {
		d.Signature = strings.TrimRight(w.Signature(start, w.Start(value)), " =")
	} else {
		d.Signature = signature(w, start, n)
	}
	bindDefined(w, name, lang.ScopeBlock)
	define(w, name, d)
	w.OpenScope(lang.ScopeBlock)
}

func enum(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	outer, exported, mods := outermost(w, n)
	if w.ChildOfKind(n, "const") != syntax.None {
		mods |= code.ModConst
	}
	mods |= local(w, "")
	bindDefined(w, name, lang.ScopeBlock)
	define(w, name, code.Definition{Kind: code.KindEnum, Span: w.Span(outer), Exported: exported, Modifiers: mods,
		Signature: signature(w, signatureStart(w, outer), n)})
}

func enumBody(w *lang.Walk, n syntax.Node) {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		name, value := c, syntax.None
		switch w.Kind(c) {
		case "property_identifier", "string", "number", "computed_property_name":
		case "enum_assignment":
			name, value = w.Child(c, "name"), w.Child(c, "value")
		default:
			continue
		}
		defineLeaf(w, name, code.Definition{Kind: code.KindEnumMember, Span: w.Span(c),
			Signature: valueSignature(w, w.Start(c), w.End(c), value)})
	}
}

// namespace defines `namespace X`, `module X` and `declare module "x"`.
func namespace(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	outer, exported, mods := outermost(w, n)
	kind := code.KindNamespace
	if w.Kind(name) == "string" {
		kind = code.KindModule
		augments(w, name)
	}
	if c := w.Container(); c != code.NoDefinition && isGroup(w, c) {
		mods |= w.Definition(c).Modifiers & code.ModDeclaration
	}
	define(w, name, code.Definition{Kind: kind, Span: w.Span(outer), Exported: exported, Modifiers: mods,
		Signature: signature(w, signatureStart(w, outer), n)})
}

// ambient defines `declare global`; other ambient declarations define themselves.
func ambient(w *lang.Walk, n syntax.Node) {
	global := w.ChildOfKind(n, "global")
	if global == syntax.None || w.ChildOfKind(n, "statement_block") == syntax.None {
		return
	}
	define(w, global, code.Definition{Kind: code.KindNamespace, Modifiers: code.ModDeclaration, Signature: "declare global"})
}
