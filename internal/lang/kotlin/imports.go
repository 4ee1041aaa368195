package kotlin

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

func packageHeader(w *lang.Walk, n syntax.Node) {
	remember(w).header.Begin()
	w.Skip()
	if name := w.ChildOfKind(n, "qualified_identifier"); name != syntax.None {
		w.SetPackage(dotted(w, name))
	}
}

// dotted is a qualified name without white space and backquotes.
func dotted(w *lang.Walk, n syntax.Node) string {
	return strings.ReplaceAll(jvm.Compact(w, n), "`", "")
}

// importHeader gives "a.b.C" as specifier of import a.b.C, and "a.b" with the
// name * for import a.b.*.
func importHeader(w *lang.Walk, n syntax.Node) {
	remember(w).header.Begin()
	w.Skip()
	name := w.ChildOfKind(n, "qualified_identifier")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	im := code.Import{Specifier: dotted(w, name), Form: code.ImportStatic, Span: w.Span(name), Line: w.Line(w.Start(name))}
	if w.ChildOfKind(n, "*") != syntax.None {
		im.Names = []code.ImportedName{{Name: "*"}}
	} else {
		imported := code.ImportedName{Name: jvm.LastName(im.Specifier)}
		if as := w.ChildOfKind(n, "as"); as != syntax.None && w.Next(as) != syntax.None {
			imported.Alias = jvm.Unquote(w.Name(w.Next(as)))
		}
		im.Names = []code.ImportedName{imported}
	}
	w.AddImport(im)
	referPath(w, name, im.Names[0].Name != "*")
}

// referPath records the last name of a qualified one, if wanted, and the
// types on the way to it; packages are not references.
func referPath(w *lang.Walk, n syntax.Node, wantLast bool) {
	begin := w.Start(n)
	before := begin // where the previous name ends
	count := 0
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "identifier" {
			continue
		}
		last := w.Next(c) == syntax.None
		if last && wantLast || (!last || !wantLast) && jvm.Capital(w.Name(c)) {
			q, text := code.QualifierNone, ""
			if count > 0 && before-begin <= maxPath {
				q, text = code.QualifierPath, strings.ReplaceAll(string(w.Source[begin:before]), "`", "")
				if count == 1 {
					q = code.QualifierName
				}
			}
			jvm.Refer(w, c, code.RoleImport, q, text)
		}
		before = w.End(c)
		count++
	}
}

// resolve finds the file of the type that an import names, or the files of
// the package that it or its member belongs to. What the checkout does not
// hold is external under its specifier.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	at := jvm.From(from, f.Package)
	find := at.Import
	if len(im.Names) == 1 && im.Names[0].Name == "*" {
		find = at.Everything
	}
	if target, ok := find(p, im.Specifier); ok {
		return target
	}
	return lang.Target{Key: im.Specifier}
}

// visible lists the files of the file's package in its module. A script
// sees no other file.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	if strings.HasSuffix(from, ".kts") {
		return nil
	}
	at := jvm.From(from, f.Package)
	return at.Visible(p)
}
