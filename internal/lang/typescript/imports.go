package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// newImport begins an import of the literal at n.
func newImport(w *lang.Walk, n syntax.Node, form code.ImportForm) code.Import {
	specifier, span := unquote(w, n)
	return code.Import{Specifier: specifier, Form: form, Span: span, Line: w.Line(span.Start)}
}

// bindImport remembers what a top-level import binds, so that exporting the
// name again is known as a re-export.
func bindImport(w *lang.Walk, specifier string, n code.ImportedName) {
	if !w.InScope(lang.ScopeFunction) {
		state(w).imports[n.Local()] = importBinding{specifier, n.Name}
	}
}

// augments records what `declare module "x"` adds to. In a file that imports
// or exports nothing such a block declares the module itself, whatever its
// name, unless that is a path.
func augments(w *lang.Walk, name syntax.Node) {
	im := newImport(w, name, code.ImportType)
	im.TypeOnly = true
	f := state(w)
	switch {
	case strings.Contains(im.Specifier, "*"):
	case isRelative(im.Specifier):
		w.AddImport(im)
	default:
		f.augmented = append(f.augmented, im)
	}
}

// importStatement reads every form of import declaration.
func importStatement(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) == "program" {
		state(w).modular = true
	}
	source := w.Child(n, "source")
	clause := w.ChildOfKind(n, "import_clause")
	if req := w.ChildOfKind(n, "import_require_clause"); req != syntax.None {
		im := newImport(w, w.Child(req, "source"), code.ImportRequire)
		im.TypeOnly = w.ChildOfKind(n, "type") != syntax.None
		name := code.ImportedName{Name: "*", Alias: w.Name(w.ChildOfKind(req, "identifier"))}
		im.Names = []code.ImportedName{name}
		bindImport(w, im.Specifier, name)
		w.AddImport(im)
		return
	}
	if source == syntax.None {
		return
	}
	im := newImport(w, source, code.ImportStatic)
	if clause == syntax.None {
		im.Form = code.ImportSideEffect
		w.AddImport(im)
		return
	}
	im.TypeOnly = w.ChildOfKind(n, "type", "typeof") != syntax.None
	named, inline := 0, 0
	for c := w.FirstChild(clause); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "identifier":
			im.Names = append(im.Names, code.ImportedName{Name: "default", Alias: w.Name(c)})
			w.Refer(c, code.RoleImport, code.QualifierNone, "")
			named++
		case "namespace_import":
			im.Names = append(im.Names, code.ImportedName{Name: "*", Alias: w.Name(w.ChildOfKind(c, "identifier"))})
			named++
		case "named_imports":
			for s := w.FirstChild(c); s != syntax.None; s = w.Next(s) {
				if w.Kind(s) != "import_specifier" {
					continue
				}
				named++
				if w.ChildOfKind(s, "type") != syntax.None {
					inline++
				}
				if name := specifierName(w, s); name.Name != "" {
					im.Names = append(im.Names, name)
				}
			}
		}
	}
	im.TypeOnly = im.TypeOnly || named > 0 && inline == named
	for _, name := range im.Names {
		bindImport(w, im.Specifier, name)
	}
	w.AddImport(im)
}

// specifierName reads `a`, `a as b` or `"a b" as c` and records the use of
// the other file's name.
func specifierName(w *lang.Walk, n syntax.Node) code.ImportedName {
	name, alias := w.Child(n, "name"), w.Child(n, "alias")
	var out code.ImportedName
	out.Name, _ = definedName(w, name)
	if alias != syntax.None {
		if a, _ := definedName(w, alias); a != out.Name {
			out.Alias = a
		}
	}
	if w.Kind(name) == "identifier" && out.Name != "default" {
		w.Refer(name, code.RoleImport, code.QualifierNone, "")
	}
	return out
}

// importAlias is `import A = B.C`: a name for another namespace's member.
func importAlias(w *lang.Walk, n syntax.Node) {
	name, target := w.NamedChild(n, 0), w.NamedChild(n, 1)
	outer, exported, mods := outermost(w, n)
	defineLeaf(w, name, code.Definition{Kind: code.KindConstant, Span: w.Span(outer), Exported: exported, Modifiers: mods,
		Value: chain(w, target), ValueAt: w.Start(target), Signature: signature(w, w.Start(outer), n)})
	for range maxClimb {
		if w.Kind(target) != "nested_identifier" {
			break
		}
		q, text := qualifier(w, w.Child(target, "object"))
		w.Refer(w.Child(target, "property"), code.RoleRead, q, text)
		target = w.Child(target, "object")
	}
	if w.Kind(target) == "identifier" {
		w.Refer(target, code.RoleRead, code.QualifierNone, "")
	}
}

// exportStatement reads export lists, re-exports and default exports.
// Exported declarations define themselves.
func exportStatement(w *lang.Walk, n syntax.Node) {
	if w.Kind(w.Parent(n)) == "program" {
		state(w).modular = true
	}
	if source := w.Child(n, "source"); source != syntax.None {
		reExport(w, n, source)
		return
	}
	f := state(w)
	if clause := w.ChildOfKind(n, "export_clause"); clause != syntax.None {
		for s := w.FirstChild(clause); s != syntax.None; s = w.Next(s) {
			if w.Kind(s) == "export_specifier" {
				f.exportSpecifier(w, s)
			}
		}
		return
	}
	if value := w.Child(n, "value"); value != syntax.None {
		defaultExport(w, n, value)
		return
	}
	if w.ChildOfKind(n, "=") != syntax.None { // export = X
		if value := w.ChildOfKind(n, "identifier"); value != syntax.None {
			f.exportDefault(w, n, value)
		}
	}
}

// exportSpecifier is one name of `export { a as b }`.
func (f *file) exportSpecifier(w *lang.Walk, n syntax.Node) {
	name, alias := w.Child(n, "name"), w.Child(n, "alias")
	shown := name
	if alias != syntax.None {
		shown = alias
	}
	e := export{local: w.Name(name), container: w.Container(), whole: w.Span(n)}
	e.alias, e.span = definedName(w, shown)
	e.line = w.Line(e.span.Start)
	f.exports = append(f.exports, e)
	if w.Kind(name) == "identifier" {
		w.Refer(name, code.RoleRead, code.QualifierNone, "")
	}
}

func (f *file) exportDefault(w *lang.Walk, n, value syntax.Node) {
	f.exports = append(f.exports, export{local: w.Name(value), alias: "default", container: w.Container(),
		span: w.Span(value), whole: w.Span(n), line: w.Line(w.Start(value)), otherwise: code.KindUnknown})
}

// defaultExport is `export default expression`.
func defaultExport(w *lang.Walk, n, value syntax.Node) {
	inner := unwrap(w, value)
	if w.Kind(inner) == "identifier" {
		state(w).exportDefault(w, n, inner)
		return
	}
	d := code.Definition{Name: "default", Kind: code.KindConstant, Exported: true, Modifiers: code.ModDefault}
	word := w.ChildOfKind(n, "default")
	if word == syntax.None {
		return
	}
	d.NameSpan = w.Span(word)
	if fromValue(w, state(w), inner, &d) {
		if own := w.Child(inner, "name"); own != syntax.None {
			d.Name, d.NameSpan = w.Name(own), w.Span(own)
		}
	} else {
		valued(w, &d, value)
	}
	d.Signature = valueSignature(w, signatureStart(w, n), w.End(n), value)
	state(w).ownsClaimed(w, inner, define(w, word, d))
}

// reExport is `export ... from "x"`.
func reExport(w *lang.Walk, n, source syntax.Node) {
	im := newImport(w, source, code.ImportReExport)
	im.TypeOnly = w.ChildOfKind(n, "type") != syntax.None || bytes.HasPrefix(w.Text(n), exportTypeStar)
	switch ns, clause := w.ChildOfKind(n, "namespace_export"), w.ChildOfKind(n, "export_clause"); {
	case ns != syntax.None:
		alias, _ := definedName(w, w.NamedChild(ns, 0))
		im.Names = []code.ImportedName{{Name: "*", Alias: alias}}
	case clause != syntax.None:
		for s := w.FirstChild(clause); s != syntax.None; s = w.Next(s) {
			if w.Kind(s) == "export_specifier" {
				if name := specifierName(w, s); name.Name != "" {
					im.Names = append(im.Names, name)
				}
			}
		}
	default:
		im.Names = []code.ImportedName{{Name: "*"}}
	}
	w.AddImport(im)
}

// reference reads `/// <reference path="x" />` comments.
func reference(w *lang.Walk, n syntax.Node) {
	text := w.Text(n)
	if !bytes.HasPrefix(text, []byte("///")) {
		return
	}
	at := bytes.Index(text, []byte("<reference"))
	if at < 0 {
		return
	}
	for _, attribute := range []string{"path", "types"} {
		i := bytes.Index(text[at:], []byte(attribute+"="))
		if i < 0 {
			continue
		}
		open := at + i + len(attribute) + 1
		if open >= len(text) || text[open] != '"' && text[open] != '\'' {
			continue
		}
		size := bytes.IndexByte(text[open+1:], text[open])
		if size <= 0 {
			continue
		}
		start := w.Start(n) + uint32(open) + 1
		im := code.Import{Specifier: w.Intern(text[open+1 : open+1+size]), Form: code.ImportInclude,
			Span: code.Span{Start: start, End: start + uint32(size)}, Line: w.Line(start)}
		if attribute == "types" {
			im.Form, im.TypeOnly = code.ImportType, true
		}
		w.AddImport(im)
		return
	}
}
