package zig

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// importing returns the call of @import that a value is or begins with:
// @import("a.zig"), @import("a.zig").B.
func importing(w *lang.Walk, value syntax.Node) syntax.Node {
	for range maxChain {
		switch w.Kind(value) {
		case "field_expression":
			value = w.Child(value, "object")
		case "builtin_function":
			if string(w.Text(w.FirstChild(value))) != "@import" || argument(w, value) == syntax.None {
				return syntax.None
			}
			return value
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// argument is the content of the string that a builtin is given, or None.
func argument(w *lang.Walk, call syntax.Node) syntax.Node {
	s := w.NamedChild(w.ChildOfKind(call, "arguments"), 0)
	if w.Kind(s) != "string" {
		return syntax.None
	}
	return w.ChildOfKind(s, "string_content")
}

// builtinFunction finds the builtins that name files.
func builtinFunction(w *lang.Walk, n syntax.Node) {
	var im code.Import
	switch string(w.Text(w.FirstChild(n))) {
	case "@import":
		im.Form = code.ImportStatic
	case "@embedFile", "@cInclude":
		im.Form = code.ImportInclude
	default:
		return
	}
	content := argument(w, n)
	if content == syntax.None {
		return
	}
	im.Specifier, im.Span, im.Line = w.Name(content), w.Span(content), w.Line(w.Start(content))
	if im.Form == code.ImportStatic {
		describe(w, n, &im)
	}
	w.AddImport(im)
}

// describe adds what an import brings in: const m = @import("a.zig") and
// const B = @import("a.zig").B. A public one at the top level passes it on.
func describe(w *lang.Walk, call syntax.Node, im *code.Import) {
	value, part := call, syntax.None
	for range maxChain {
		p := w.Parent(value)
		if w.Kind(p) != "field_expression" || w.Field(value) != "object" {
			break
		}
		if part == syntax.None {
			part = w.Child(p, "member")
		}
		value = p
	}
	name := code.ImportedName{Name: "*"}
	if part != syntax.None {
		name.Name = w.Name(part)
	}
	p := w.Parent(value)
	switch w.Kind(p) {
	case "using_namespace_declaration":
		if isPublic(w, p) {
			im.Form = code.ImportReExport
		}
		im.Names = []code.ImportedName{name}
		return
	case "variable_declaration":
		keyword := w.ChildOfKind(p, "const")
		if keyword == syntax.None || valueOf(w, p) != value {
			break
		}
		if alias := w.Next(keyword); w.Kind(alias) == "identifier" && w.Name(alias) != name.Name {
			name.Alias = w.Name(alias)
		}
		if isPublic(w, p) && w.Kind(w.Parent(p)) == "source_file" {
			im.Form = code.ImportReExport
		}
		im.Names = []code.ImportedName{name}
		return
	}
	if part != syntax.None {
		im.Names = []code.ImportedName{name}
	}
}

// usingNamespace of anything but an import is a use of that name.
func usingNamespace(w *lang.Walk, _ syntax.Node) { w.OpenScope(lang.ScopeBlock) }
