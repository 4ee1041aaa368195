package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// file is what the handlers remember while walking one file.
type file struct {
	count int32 // definitions so far: indices below it are valid
	// named finds what a module or namespace defines by name.
	named map[nameIn][]int32
	// module holds the names that the module's own statements define.
	module map[string]bool
	// members holds what was defined by assignment to this, so that a second
	// assignment to the same field is a write.
	members map[nameIn]bool
	// imports are the names that imports bind at the top level.
	imports map[string]importBinding
	// exports are names exported apart from their declaration.
	exports []export
	// assigned are name nodes of assignments that define what they assign to.
	assigned map[syntax.Node]bool
	// functions finds the definition that a function's node is.
	functions map[syntax.Node]int32
	// given are the chains of what functions are called with, without the
	// parameter's number.
	given map[syntax.Node]string
	// declared are the functions whose result a comment declares.
	declared map[int32]bool
	// docs are the types that comments give, by what they stand before.
	docs map[syntax.Node]*docTags
	// claimed is the function or class whose definition is already made.
	claimed syntax.Node
	// exportsObject is the literal assigned to module.exports.
	exportsObject syntax.Node
	// decoratorStart is where the decorators before a class member begin and
	// decoratorAfter the node after them.
	decoratorStart uint32
	decoratorAfter syntax.Node
	// modular is true once the file itself imports or exports something.
	modular bool
	// augmented are the modules that it would then add to.
	augmented []code.Import
	// typed is true for the grammars that know types.
	typed bool
}

type nameIn struct {
	container int32
	name      string
}

type importBinding struct{ specifier, name string }

// export is one name of an export list, or a CommonJS export of an existing name.
type export struct {
	local, alias string
	container    int32
	span         code.Span // of the exported name
	whole        code.Span // of the specifier or assignment
	line         uint32
	// otherwise is the kind to define the alias with when the local name is
	// neither defined nor imported here; KindUnknown for none.
	otherwise code.Kind
}

func state(w *lang.Walk) *file {
	if f, ok := w.State.(*file); ok {
		return f
	}
	f := &file{claimed: syntax.None, exportsObject: syntax.None, decoratorAfter: syntax.None,
		named: make(map[nameIn][]int32), module: make(map[string]bool), members: make(map[nameIn]bool), imports: make(map[string]importBinding),
		functions: make(map[syntax.Node]int32), given: make(map[syntax.Node]string), declared: make(map[int32]bool), docs: make(map[syntax.Node]*docTags), assigned: make(map[syntax.Node]bool), typed: len(w.Language.KindIDs("type_annotation")) > 0}
	w.State = f
	return f
}

// define adds a definition and makes it the container of what follows in the
// current node. Without a name it adds nothing and returns NoDefinition.
func define(w *lang.Walk, name syntax.Node, d code.Definition) int32 {
	return add(w, name, d, (*lang.Walk).Define)
}

// defineLeaf is define for what contains nothing.
func defineLeaf(w *lang.Walk, name syntax.Node, d code.Definition) int32 {
	return add(w, name, d, (*lang.Walk).DefineLeaf)
}

func add(w *lang.Walk, name syntax.Node, d code.Definition, how func(*lang.Walk, syntax.Node, code.Definition) int32) int32 {
	f := state(w)
	if d.Name == "" {
		d.Name, d.NameSpan = definedName(w, name)
	}
	if d.Name == "" {
		return code.NoDefinition
	}
	c := w.Container()
	if c != code.NoDefinition {
		outer := w.Definition(c)
		switch {
		case outer.Kind == code.KindNamespace && d.ContainerName == "":
			// Names in a namespace are not what a file exports by themselves.
			d.ContainerName = qualified(outer)
			d.Exported = d.Exported || outer.Modifiers&code.ModDeclaration != 0
		case outer.Kind == code.KindModule:
			d.Exported = d.Exported || outer.Modifiers&code.ModDeclaration != 0
		}
	}
	i := how(w, name, d)
	f.count = i + 1
	if made := w.Definition(i); made.Doc != "" && isPragma(made.Doc) {
		made.Doc = ""
	}
	if isGroup(w, c) {
		key := nameIn{c, d.Name}
		f.named[key] = append(f.named[key], i)
		if c == code.NoDefinition && d.ContainerName == "" && !w.InScope(lang.ScopeFunction) {
			f.module[d.Name] = true
		}
	}
	return i
}

// local is the mark of what is declared here, if a function or a block keeps it
// to itself. kind is that of a variable's declaration.
func local(w *lang.Walk, kind string) code.Modifiers {
	if moduleLevel(w, kind) {
		return 0
	}
	return code.ModLocal
}

func qualified(d *code.Definition) string {
	if d.ContainerName != "" {
		return d.ContainerName + "." + d.Name
	}
	return d.Name
}

// isGroup reports whether container i only groups names.
func isGroup(w *lang.Walk, i int32) bool {
	if i == code.NoDefinition {
		return true
	}
	k := w.Definition(i).Kind
	return k == code.KindNamespace || k == code.KindModule
}

// definedName reads a declared name: identifiers as they stand, string keys
// without quotes, computed keys in brackets.
func definedName(w *lang.Walk, n syntax.Node) (string, code.Span) {
	if n == syntax.None {
		return "", code.Span{}
	}
	switch w.Kind(n) {
	case "string":
		s, span := unquote(w, n)
		return code.OneLine(s), span
	case "computed_property_name", "nested_identifier", "member_expression":
		if w.End(n)-w.Start(n) > 80 {
			return "", code.Span{}
		}
		return code.OneLine(w.Name(n)), w.Span(n)
	}
	return w.Name(n), w.Span(n)
}

// unquote returns the text of a string literal and where it stands inside the quotes.
func unquote(w *lang.Walk, n syntax.Node) (string, code.Span) {
	s := w.Span(n)
	text := w.Text(n)
	if len(text) < 2 || text[0] != text[len(text)-1] {
		return "", s
	}
	s.Start, s.End = s.Start+1, s.End-1
	return w.Intern(text[1 : len(text)-1]), s
}

// finish applies what is known only at the end: export lists and members of
// exported containers.
func finish(w *lang.Walk) {
	f := state(w)
	for _, e := range f.exports {
		f.apply(w, e)
	}
	if f.modular {
		for _, im := range f.augmented {
			w.AddImport(im)
		}
	}
	for i := int32(0); i < f.count; i++ {
		d := w.Definition(i)
		if d.Exported || d.Visibility == code.VisibilityPrivate || d.Visibility == code.VisibilityProtected {
			continue
		}
		d.Exported = f.memberExported(w, d)
	}
}

func (f *file) memberExported(w *lang.Walk, d *code.Definition) bool {
	if d.Container != code.NoDefinition {
		outer := w.Definition(d.Container)
		switch outer.Kind {
		case code.KindClass, code.KindInterface, code.KindEnum, code.KindType:
			return outer.Exported
		case code.KindConstant, code.KindVariable, code.KindProperty, code.KindFunction:
			// The parts of an object are members; a function inside is not.
			return outer.Exported && d.ContainerName == "" && (d.Kind == code.KindMethod || d.Kind == code.KindField || d.Kind == code.KindProperty)
		case code.KindConstructor:
			// this.x = ... in a constructor belongs to the class.
			return d.ContainerName != "" && outer.Exported
		}
		return false
	}
	if d.ContainerName == "" {
		return false
	}
	for _, i := range f.named[nameIn{code.NoDefinition, d.ContainerName}] {
		if w.Definition(i).Exported {
			return true
		}
	}
	return false
}

// apply marks what an export names, or records the export of an imported
// name as a re-export, or defines the alias.
func (f *file) apply(w *lang.Walk, e export) {
	found := f.named[nameIn{e.container, e.local}]
	if len(found) == 0 && e.container == code.NoDefinition {
		if b, ok := f.imports[e.local]; ok {
			n := code.ImportedName{Name: b.name}
			if e.alias != b.name {
				n.Alias = e.alias
			}
			w.AddImport(code.Import{Specifier: b.specifier, Form: code.ImportReExport, Names: []code.ImportedName{n},
				Span: e.span, Line: e.line})
			return
		}
	}
	if e.alias == e.local || e.alias == "default" {
		for _, i := range found {
			d := w.Definition(i)
			d.Exported = true
			if e.alias == "default" {
				d.Modifiers |= code.ModDefault
			}
		}
		if len(found) > 0 {
			return
		}
	}
	kind := e.otherwise
	if len(found) > 0 {
		kind = w.Definition(found[0]).Kind
	}
	if kind == code.KindUnknown || e.alias == "" {
		return
	}
	d := code.Definition{Name: e.alias, Kind: kind, NameSpan: e.span, Span: e.whole, Line: e.line,
		Lines: code.Lines{First: w.Line(e.whole.Start), Last: w.Line(max(e.whole.End, e.whole.Start+1) - 1)}, Container: e.container,
		Signature: strings.TrimRight(w.Signature(e.whole.Start, e.whole.End), " ;,"), Exported: true}
	if e.alias == "default" {
		d.Modifiers |= code.ModDefault
	}
	f.count = w.Add(d) + 1
}
