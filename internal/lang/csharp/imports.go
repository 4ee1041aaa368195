package csharp

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// usingDirective gives "A.B" with the name * for "using A.B", the type with *
// as a static import for "using static A.B.C", and the last name with its
// alias for "using X = A.B.C". What a global using brings in counts for the
// whole project, so it is a re-export.
func usingDirective(w *lang.Walk, n syntax.Node) {
	alias := w.Child(n, "name")
	target, static, global := syntax.None, false, false
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "static":
			static = true
		case "global":
			global = true
		case "comment":
			w.Region(code.RegionComment, w.Span(c))
		default:
			if c != alias && w.IsNamed(c) {
				target = c
			}
		}
	}
	name := dotted(w, target)
	if name == "" {
		return // a tuple, a pointer or a predefined type: its parts are walked
	}
	switch w.Kind(target) {
	case "predefined_type", "array_type", "nullable_type":
		return
	}
	im := code.Import{Specifier: name, Form: code.ImportUse, Span: w.Span(target), Line: w.Line(w.Start(target)),
		Names: []code.ImportedName{{Name: "*"}}}
	if static {
		im.Form = code.ImportStatic
	}
	if global {
		im.Form = code.ImportReExport
	}
	if alias != syntax.None {
		im.Names[0] = code.ImportedName{Name: lastName(name), Alias: nameOf(w, alias)}
	}
	w.AddImport(im)
	if bytes.IndexByte(w.Text(target), '<') < 0 { // else the walk meets types
		referImport(w, target, static || alias != syntax.None)
		w.Skip()
	}
}

// referImport records what a directive names: a type by its last name, a
// namespace by its whole one.
func referImport(w *lang.Walk, target syntax.Node, member bool) {
	s := w.Span(target)
	if !member {
		if text := w.Text(target); !bytes.ContainsAny(text, " \t\r\n/@:") {
			w.AddReference(code.Reference{Name: w.Intern(text), Span: s, Line: w.Line(s.Start), Role: code.RoleImport})
		}
		return
	}
	last, q, text := target, code.QualifierNone, ""
	if w.Kind(target) == "qualified_name" {
		last = w.Child(target, "name")
		q, text = qualifier(w, w.Child(target, "qualifier"))
	}
	if w.Kind(last) == "identifier" {
		refer(w, last, code.RoleImport, q, text)
	}
}

func externAlias(w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		w.AddImport(code.Import{Specifier: nameOf(w, name), Form: code.ImportRequire, Span: nameSpan(w, name), Line: w.Line(w.Start(name)),
			Names: []code.ImportedName{{Name: nameOf(w, name)}}})
	}
	w.Skip()
}
