package scala

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// packageClause adds a clause to the package's name, or defines a package that
// is written around its contents. What the packages of earlier clauses hold
// is seen as if imported: "package a; package b" opens a.
func packageClause(w *lang.Walk, n syntax.Node) {
	s := remember(w)
	s.header.Begin()
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return
	}
	called := strings.ReplaceAll(jvm.Compact(w, name), "`", "")
	if w.Child(n, "body") != syntax.None {
		d := code.Definition{Kind: code.KindPackage, Name: called, Exported: true, Signature: "package " + called}
		if w.Container() == code.NoDefinition {
			d.ContainerName = s.pkg
		}
		if s.whole == "" {
			s.whole = called
		}
		define(w, n, name, d)
		return
	}
	if s.pkg != "" {
		w.AddImport(code.Import{Specifier: s.pkg, Form: code.ImportUse, Names: []code.ImportedName{{Name: "*"}},
			Span: s.clause, Line: w.Line(s.clause.Start)})
		called = s.pkg + "." + called
	}
	s.pkg, s.clause = called, w.Span(name)
}

// packageObject defines the part of a package that its object holds.
func packageObject(w *lang.Walk, n syntax.Node) {
	name := named(w, n)
	if name == syntax.None {
		return
	}
	d := code.Definition{Kind: code.KindPackage, Exported: true, Supertypes: supertypes(w, n),
		Signature: jvm.Signature(w, n, w.Start(n), childStart(w, n, "body"))}
	if w.Container() == code.NoDefinition {
		d.ContainerName = remember(w).pkg
	}
	define(w, n, name, d)
	w.OpenScope(lang.ScopeFunction)
}

// importDeclaration gives one import a name: "a.b.C" as specifier of
// a.b.{C, D => E} with the name C, and "a.b" with the name * for a wildcard.
func importDeclaration(w *lang.Walk, n syntax.Node) {
	remember(w).header.Begin()
	w.Skip()
	comments(w, n)
	clauses(w, n, func(path []syntax.Node, selector syntax.Node) {
		referPath(w, path, selector == syntax.None)
		before := joined(w, path)
		switch w.Kind(selector) {
		case "":
			addImport(w, before, jvm.LastName(before), "", path[len(path)-1])
		case "namespace_wildcard":
			addImport(w, before, "*", "", path[len(path)-1])
		case "as_renamed_identifier", "arrow_renamed_identifier":
			selected(w, before, selector)
		case "namespace_selectors":
			for c := w.FirstChild(selector); c != syntax.None; c = w.Next(c) {
				switch w.Kind(c) {
				case "identifier", "operator_identifier":
					jvm.Refer(w, c, code.RoleImport, code.QualifierNone, "")
					addImport(w, before+"."+jvm.Unquote(w.Name(c)), jvm.Unquote(w.Name(c)), "", c)
				case "namespace_wildcard":
					addImport(w, before, "*", "", c)
				case "as_renamed_identifier", "arrow_renamed_identifier":
					selected(w, before, c)
				case "given": // of a type, which follows
					addImport(w, before, "*", "", c)
				default:
					types(w, c)
				}
			}
		}
	})
}

// selected adds the import of a name under another one; "A => _" hides it.
func selected(w *lang.Walk, before string, c syntax.Node) {
	name, alias := w.Child(c, "name"), w.Child(c, "alias")
	if name == syntax.None || w.Kind(alias) == "wildcard" {
		return
	}
	jvm.Refer(w, name, code.RoleImport, code.QualifierNone, "")
	addImport(w, before+"."+jvm.Unquote(w.Name(name)), jvm.Unquote(w.Name(name)), jvm.Unquote(w.Name(alias)), name)
}

// types records the names of a given import's type.
func types(w *lang.Walk, n syntax.Node) {
	for c := n; c < w.After(n); c++ {
		if w.Kind(c) == "type_identifier" {
			jvm.Refer(w, c, code.RoleType, code.QualifierNone, "")
		}
	}
}

func addImport(w *lang.Walk, specifier, name, alias string, at syntax.Node) {
	w.AddImport(code.Import{Specifier: specifier, Form: code.ImportStatic, Names: []code.ImportedName{{Name: name, Alias: alias}},
		Span: jvm.Unquoted(w, w.Span(at)), Line: w.Line(w.Start(at))})
}

// comments records the comments inside a node that is not walked.
func comments(w *lang.Walk, n syntax.Node) {
	for c := n + 1; c < w.After(n); c++ {
		if k := w.Kind(c); k == "comment" || k == "block_comment" {
			w.Region(code.RegionComment, w.Span(c))
		}
	}
}

// clauses splits "import a.b, c.{d}" into its parts: the names of the path and
// the node that selects of it, None where the path is all.
func clauses(w *lang.Walk, n syntax.Node, each func(path []syntax.Node, selector syntax.Node)) {
	var path []syntax.Node
	selector, dotted := syntax.None, true
	flush := func() {
		if len(path) > 0 {
			each(path, selector)
		}
		path, selector, dotted = path[:0], syntax.None, true
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "identifier", "operator_identifier":
			if !dotted {
				flush() // the grammar hides the comma between clauses
			}
			path = append(path, c)
			dotted = false
		case ".":
			dotted = true
		case ",":
			flush()
		case "namespace_wildcard", "namespace_selectors", "as_renamed_identifier", "arrow_renamed_identifier":
			selector = c
		}
	}
	flush()
}

func joined(w *lang.Walk, path []syntax.Node) string {
	var b strings.Builder
	for i, c := range path {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(jvm.Unquote(w.Name(c)))
	}
	return b.String()
}

// referPath records the last name of an import's path, if wanted, and the
// types and objects on the way to it; packages are not references.
func referPath(w *lang.Walk, path []syntax.Node, wantLast bool) {
	for i, c := range path {
		last := i == len(path)-1
		if last && wantLast || jvm.Capital(w.Name(c)) {
			q := code.QualifierNone
			if i == 1 {
				q = code.QualifierName
			} else if i > 1 {
				q = code.QualifierPath
			}
			jvm.Refer(w, c, code.RoleImport, q, joined(w, path[:i]))
		}
	}
}

// exportDeclaration gives a re-export at the top level of a file; in a type it
// makes members of what a value has, and only uses names.
func exportDeclaration(w *lang.Walk, n syntax.Node) {
	w.Skip()
	comments(w, n)
	top := placeOf(w, n) == topLevel
	clauses(w, n, func(path []syntax.Node, selector syntax.Node) {
		im := code.Import{Specifier: joined(w, path), Form: code.ImportReExport, Span: w.Span(path[0]), Line: w.Line(w.Start(path[0]))}
		im.Span.End = w.End(path[len(path)-1])
		for i, c := range path {
			if i == 0 || jvm.Capital(w.Name(c)) {
				jvm.Refer(w, c, code.RoleRead, code.QualifierNone, "")
			}
		}
		for c := w.FirstChild(selector); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "identifier" {
				jvm.Refer(w, c, code.RoleRead, code.QualifierPath, im.Specifier)
				im.Names = append(im.Names, code.ImportedName{Name: jvm.Unquote(w.Name(c))})
			}
		}
		if selector == syntax.None {
			im.Names = []code.ImportedName{{Name: jvm.LastName(im.Specifier)}}
		} else if len(im.Names) == 0 {
			im.Names = []code.ImportedName{{Name: "*"}}
		}
		if top {
			w.AddImport(im)
		}
	})
}

// resolve finds the file of the type that an import names, or the files of
// the package that it or its member belongs to. A path may begin with an
// earlier import's name, or be relative to a package that the file is in.
func resolve(p lang.Project, from string, f *code.Facts, im *code.Import) lang.Target {
	at := jvm.From(from, f.Package)
	find := at.Import
	if len(im.Names) == 1 && im.Names[0].Name == "*" || im.Form == code.ImportReExport {
		find = at.Everything
	}
	if rest, ok := strings.CutPrefix(im.Specifier, "_root_."); ok {
		if target, ok := find(p, rest); ok {
			return target
		}
		return lang.Target{Key: im.Specifier}
	}
	if im.Form == code.ImportUse {
		if target, ok := at.Everything(p, im.Specifier); ok {
			return target
		}
		return lang.Target{Key: im.Specifier}
	}
	for _, name := range means(f, im.Span.Start, im.Specifier) {
		if target, ok := find(p, name); ok {
			return target
		}
	}
	return lang.Target{Key: im.Specifier}
}

// means lists what a dotted name at an offset may stand for, the nearest first:
// it may begin with the name of an earlier import, or in a package that the file
// is in.
func means(f *code.Facts, at uint32, path string) []string {
	if rest, ok := strings.CutPrefix(path, "_root_."); ok {
		return []string{rest}
	}
	var out []string
	first, rest, more := strings.Cut(path, ".")
	for i := range f.Imports {
		earlier := &f.Imports[i]
		if earlier.Span.Start >= at {
			break
		}
		for _, name := range earlier.Names {
			if name.Name != "*" && name.Local() == first && earlier.Specifier != path && strings.Contains(earlier.Specifier, ".") {
				if !more {
					out = append(out, earlier.Specifier)
					continue
				}
				full := earlier.Specifier + "." + rest
				if f.Package != "" { // it may be relative itself
					out = append(out, within(f, i, full)...)
				}
				out = append(out, full)
			}
		}
	}
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Kind == code.KindPackage && (at == anywhere || d.Span.Contains(at)) {
			out = append(out, f.QualifiedName(int32(i))+"."+path)
		}
	}
	return append(append(out, within(f, len(f.Imports), path)...), path)
}

// anywhere is the offset of what stands at no place that is known.
const anywhere = ^uint32(0)

// within lists what a dotted name means in the packages around the import i.
func within(f *code.Facts, i int, path string) []string {
	var out []string
	if f.Package != "" {
		out = append(out, f.Package+"."+path)
	}
	for i--; i >= 0; i-- {
		if f.Imports[i].Form == code.ImportUse {
			out = append(out, f.Imports[i].Specifier+"."+path)
		}
	}
	return out
}

// visible lists the files of the file's package in its module and in the main
// sources of other modules. A build sees the other builds in its directory and what "project" holds.
func visible(p lang.Project, from string, f *code.Facts) []lang.Target {
	if strings.HasSuffix(from, ".sc") {
		return nil
	}
	if strings.HasSuffix(from, ".sbt") {
		return buildFiles(p, from)
	}
	at := jvm.From(from, f.Package)
	return at.Visible(p)
}

func buildFiles(p lang.Project, from string) []lang.Target {
	dir := ""
	if i := strings.LastIndexByte(from, '/'); i >= 0 {
		dir = from[:i+1]
	}
	var out []lang.Target
	for _, place := range [...]struct{ dir, ext string }{{dir, ".sbt"}, {dir + "project/", ".scala"}} {
		target := lang.Target{Key: strings.TrimSuffix(place.dir, "/")}
		for _, base := range p.Entries(target.Key) {
			if file := place.dir + base; strings.HasSuffix(base, place.ext) {
				target.Files = append(target.Files, file)
			}
		}
		if target.Key == "" {
			target.Key = "."
		}
		if len(target.Files) > 1 || len(target.Files) == 1 && target.Files[0] != from {
			out = append(out, target)
		}
	}
	return out
}
