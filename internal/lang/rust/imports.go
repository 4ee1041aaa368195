package rust

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxUseDepth bounds how deep the groups of a use declaration are read.
const maxUseDepth = 32

// maxUses bounds the names of one use declaration.
const maxUses = 20000

// use is a use declaration that is being read.
type use struct {
	w     *lang.Walk
	form  code.ImportForm
	count int
}

// useDeclaration records one import for each name that "use" brings in; its
// specifier is the whole path.
func useDeclaration(s *state, w *lang.Walk, n syntax.Node) {
	s.items = true
	w.Skip()
	u := &use{w: w, form: code.ImportUse}
	if m := w.ChildOfKind(n, "visibility_modifier"); m != syntax.None && string(w.Text(m)) != "pub(self)" {
		u.form = code.ImportReExport
	}
	u.regions(n)
	u.clause(w.Child(n, "argument"), "", 0)
}

// regions records the comments inside the declaration, which is not walked.
func (u *use) regions(n syntax.Node) {
	w := u.w
	for c := n; c < w.After(n); c++ {
		if k := w.Kind(c); k == "line_comment" || k == "block_comment" {
			span := w.Span(c)
			span.End = span.Start + uint32(len(bytes.TrimRight(w.Text(c), "\r\n")))
			w.Region(code.RegionComment, span)
		}
	}
}

// clause reads what stands under prefix.
func (u *use) clause(n syntax.Node, prefix string, depth int) {
	if n == syntax.None || depth > maxUseDepth || u.count > maxUses {
		return
	}
	w := u.w
	switch w.Kind(n) {
	case "use_list":
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.IsNamed(c) {
				u.clause(c, prefix, depth+1)
			}
		}
	case "scoped_use_list":
		path := w.Child(n, "path")
		u.clause(w.Child(n, "list"), join(prefix, u.path(path, prefix)), depth+1)
	case "use_wildcard":
		path := w.NamedChild(n, 0)
		specifier := join(prefix, u.path(path, prefix))
		if path == syntax.None {
			path = n
		}
		u.add(specifier, code.ImportedName{Name: "*"}, path)
	case "use_as_clause":
		path := w.Child(n, "path")
		specifier := join(prefix, u.path(path, prefix))
		_, alias := nameAt(w, w.Child(n, "alias"))
		if w.Kind(path) == "self" && prefix != "" {
			specifier = prefix
		}
		u.add(specifier, code.ImportedName{Name: lastSegment(specifier), Alias: alias}, path)
	case "self":
		if prefix != "" {
			u.add(prefix, code.ImportedName{Name: lastSegment(prefix)}, n)
			return
		}
		u.add("self", code.ImportedName{Name: "self"}, n)
	case "identifier", "scoped_identifier", "crate", "super", "metavariable":
		specifier := join(prefix, u.path(n, prefix))
		u.add(specifier, code.ImportedName{Name: lastSegment(specifier)}, n)
	}
}

// join puts a path behind a prefix. A path that begins with "::" keeps it.
func join(prefix, path string) string {
	switch {
	case prefix == "" && path == "", path == "":
		return prefix
	case prefix == "":
		return path
	}
	return prefix + "::" + strings.TrimPrefix(path, "::")
}

func lastSegment(path string) string { return path[strings.LastIndexByte(path, ':')+1:] }

// path reads the path at n, and records its names as parts of an import.
func (u *use) path(n syntax.Node, prefix string) string {
	if n == syntax.None {
		return ""
	}
	w := u.w
	text := ""
	for c := n; c < w.After(n); c++ {
		switch w.Kind(c) {
		case "identifier":
			_, name := nameAt(w, c)
			q, before := code.QualifierNone, strings.TrimPrefix(join(prefix, text), "::")
			switch {
			case strings.Contains(before, "::"):
				q = code.QualifierPath
			case before != "":
				q = code.QualifierName
			}
			refer(w, c, code.RoleImport, q, strings.ReplaceAll(before, "::", "."))
			text = join(text, name)
		case "self", "super", "crate", "metavariable":
			text = join(text, w.Name(c))
		}
	}
	if bytes.HasPrefix(w.Text(n), []byte("::")) {
		text = "::" + text
	}
	return w.Intern([]byte(text))
}

func (u *use) add(specifier string, name code.ImportedName, n syntax.Node) {
	u.count++
	if name.Alias == name.Name {
		name.Alias = ""
	}
	span := u.w.Span(n)
	u.w.AddImport(code.Import{Specifier: specifier, Form: u.form, Names: []code.ImportedName{name}, Span: span, Line: u.w.Line(span.Start)})
}

// externCrate handles "extern crate a as b;".
func externCrate(s *state, w *lang.Walk, n syntax.Node) {
	s.items = true
	w.Skip()
	name := named(w, n)
	if name == syntax.None {
		return
	}
	span, text := nameAt(w, name)
	imported := code.ImportedName{Name: text}
	if a := w.Child(n, "alias"); a != syntax.None {
		_, imported.Alias = nameAt(w, a)
	}
	im := code.Import{Specifier: text, Form: code.ImportRequire, Names: []code.ImportedName{imported}, Span: span, Line: w.Line(span.Start)}
	if w.ChildOfKind(n, "visibility_modifier") != syntax.None {
		im.Form = code.ImportReExport
	}
	refer(w, name, code.RoleImport, code.QualifierNone, "")
	w.AddImport(im)
}

// moduleImport records that "mod name;" leads to a file: the one that
// #[path] says, else the one of the name.
func moduleImport(w *lang.Walk, name, path syntax.Node) {
	span, text := nameAt(w, name)
	im := code.Import{Specifier: text, Form: code.ImportStatic, Names: []code.ImportedName{{Name: text}}, Span: span, Line: w.Line(span.Start)}
	if file := stringValue(w, path); file != "" {
		im.Specifier, im.Form = file, code.ImportStatic
		im.Span = w.Span(path)
		im.Line = w.Line(im.Span.Start)
	}
	w.AddImport(im)
}

// includeImport records the file of include!("...") and its kin.
func includeImport(w *lang.Walk, tree syntax.Node) {
	file := w.Next(w.FirstChild(tree))
	if after := w.Next(file); w.Kind(after) != ")" && w.Kind(after) != "," {
		return
	}
	if specifier := stringValue(w, file); specifier != "" {
		w.AddImport(code.Import{Specifier: specifier, Form: code.ImportInclude, Span: w.Span(file), Line: w.Line(w.Start(file))})
	}
}
