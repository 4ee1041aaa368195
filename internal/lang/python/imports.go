package python

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// importStatement handles "import a.b, c as d". What is known by a module's
// own name is imported as "*", so that the local name equals the text that
// stands before the dot where the module is used: a.b or d.
func importStatement(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		name, alias := importedName(w, c)
		if name == syntax.None {
			continue
		}
		specifier := withoutSpace(w, name)
		if alias == "" {
			alias = specifier
		}
		s.addImport(w, n, name, code.Import{Specifier: specifier, Names: []code.ImportedName{{Name: "*", Alias: alias}}})
		s.referImport(w, name)
	}
}

// importFrom handles "from a.b import c as d, e" and "from . import f".
func importFrom(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	from := w.Child(n, "module_name")
	if from == syntax.None {
		return
	}
	im := code.Import{Specifier: withoutSpace(w, from)}
	for c := w.Next(from); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "wildcard_import" {
			im.Names = append(im.Names, code.ImportedName{Name: "*"})
		}
		name, alias := importedName(w, c)
		if name == syntax.None {
			continue
		}
		im.Names = append(im.Names, code.ImportedName{Name: withoutSpace(w, name), Alias: alias})
		s.referImport(w, name)
	}
	s.addImport(w, n, from, im)
}

// importFuture handles "from __future__ import x".
func importFuture(w *lang.Walk, n syntax.Node) {
	const future = "__future__"
	im := code.Import{Specifier: future}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if name, alias := importedName(w, c); name != syntax.None {
			im.Names = append(im.Names, code.ImportedName{Name: withoutSpace(w, name), Alias: alias})
		}
	}
	from := n
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == future {
			from = c
		}
	}
	stateOf(w).addImport(w, n, from, im)
}

// importedName reads one item of an import list.
func importedName(w *lang.Walk, item syntax.Node) (name syntax.Node, alias string) {
	if w.Field(item) != "name" || w.Start(item) == w.End(item) {
		return syntax.None, ""
	}
	switch w.Kind(item) {
	case "dotted_name":
		return item, ""
	case "aliased_import":
		return w.Child(item, "name"), w.Name(w.Child(item, "alias"))
	}
	return syntax.None, ""
}

// referImport refers to the last name of an imported dotted name.
func (s *state) referImport(w *lang.Walk, name syntax.Node) {
	last, before := syntax.None, syntax.None
	for c := w.FirstChild(name); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "identifier" {
			last, before = c, last
		}
	}
	switch {
	case last == syntax.None:
	case before == syntax.None:
		w.Refer(last, code.RoleImport, code.QualifierNone, "")
	default:
		text := w.Intern(bytes.ReplaceAll(w.Source[w.Start(name):w.End(before)], []byte(" "), nil))
		q := code.QualifierName
		if strings.IndexByte(text, '.') >= 0 {
			q = code.QualifierPath
		}
		w.Refer(last, code.RoleImport, q, text)
	}
}

func (s *state) addImport(w *lang.Walk, statement, at syntax.Node, im code.Import) {
	if im.Specifier == "" {
		return // error recovery made the statement up
	}
	im.Span = w.Span(at)
	im.Line = w.Line(im.Span.Start)
	im.TypeOnly = typeChecking(w, statement)
	top := s.top(statement) == nil
	if top && !im.TypeOnly && im.Specifier[0] == '.' {
		for _, n := range im.Names {
			if n.Name != "*" && !strings.HasPrefix(n.Local(), "_") {
				s.unused[n.Local()] = struct{}{}
			}
		}
	}
	s.imports = append(s.imports, pendingImport{im, top})
}

// maxNesting bounds how far above an import its if statement is looked for.
const maxNesting = 64

// typeChecking reports whether n stands under "if TYPE_CHECKING:".
func typeChecking(w *lang.Walk, n syntax.Node) bool {
	c := n
	for range maxNesting {
		p := w.Parent(c)
		if p == syntax.None {
			return false
		}
		if w.Kind(p) == "if_statement" && w.Field(c) == "consequence" {
			condition := w.Text(w.Child(p, "condition"))
			if lastName(string(condition)) == "TYPE_CHECKING" {
				return true
			}
		}
		c = p
	}
	return false
}

// call finds imports that are calls, and changes of __all__ by method.
func call(w *lang.Walk, n syntax.Node) {
	function := w.FirstChild(n)
	switch w.Kind(function) {
	case "identifier":
		switch string(w.Text(function)) {
		case "__import__", "import_module":
			stateOf(w).dynamicImport(w, n)
		case "isinstance":
			stateOf(w).narrowed(w, n)
		case "cast", "TypeVar", "NewType":
			stateOf(w).typeArgument(w, n)
		}
	case "attribute":
		text := w.Text(function)
		switch {
		case bytes.Equal(text, []byte("typing.cast")), bytes.Equal(text, []byte("typing.TypeVar")), bytes.Equal(text, []byte("t.cast")), bytes.Equal(text, []byte("t.TypeVar")):
			stateOf(w).typeArgument(w, n)
		case bytes.HasSuffix(text, []byte(".import_module")):
			stateOf(w).dynamicImport(w, n)
		case bytes.Equal(text, []byte("__all__.extend")), bytes.Equal(text, []byte("__all__.append")):
			if s := stateOf(w); s.top(n) == nil {
				s.readAll(w, w.NamedChild(w.Child(n, "arguments"), 0), false)
			}
		}
	}
}

func (s *state) dynamicImport(w *lang.Walk, n syntax.Node) {
	literal := w.NamedChild(w.Child(n, "arguments"), 0)
	text, content, ok := literalString(w, literal)
	if !ok {
		return
	}
	span := w.Span(content)
	if text[0] == '.' {
		if in, ok := packageArgument(w, n); ok {
			if text = inPackage(in, text); text == "" {
				return
			}
		}
	}
	s.imports = append(s.imports, pendingImport{Import: code.Import{Specifier: text, Form: code.ImportDynamic,
		Span: span, Line: w.Line(span.Start)}})
}

// packageArgument is the second argument of import_module(".x", "package").
func packageArgument(w *lang.Walk, call syntax.Node) (string, bool) {
	argument := w.NamedChild(w.Child(call, "arguments"), 1)
	if w.Kind(argument) == "keyword_argument" {
		if string(w.Text(w.Child(argument, "name"))) != "package" {
			return "", false
		}
		argument = w.Child(argument, "value")
	}
	in, _, ok := literalString(w, argument)
	return in, ok
}

// inPackage makes a relative name absolute, "" where its dots lead out of the package.
func inPackage(in, relative string) string {
	name := strings.TrimLeft(relative, ".")
	for range len(relative) - len(name) - 1 {
		k := strings.LastIndexByte(in, '.')
		if k < 0 {
			return ""
		}
		in = in[:k]
	}
	if name == "" {
		return in
	}
	return in + "." + name
}

// literalString reads a string that is written out in full.
func literalString(w *lang.Walk, n syntax.Node) (text string, content syntax.Node, ok bool) {
	if w.Kind(n) != "string" || w.ChildOfKind(n, "interpolation") != syntax.None {
		return "", syntax.None, false
	}
	content = w.ChildOfKind(n, "string_content")
	if content == syntax.None || w.FirstChild(content) != syntax.None {
		return "", syntax.None, false
	}
	return w.Name(content), content, true
}
