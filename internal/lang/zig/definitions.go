package zig

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxValue is the longest initial value that stays in a signature (bytes).
const maxValue = 60

// state is what the walk remembers between nodes.
type state struct {
	broken bool // the parser gave up somewhere
	// starts are the offsets of the names defined in a broken file, headers
	// those that its lines define.
	starts, headers map[uint32]bool
	// errors is the error set that a definition names.
	errors syntax.Node
}

func stateOf(w *lang.Walk) *state {
	if s, ok := w.State.(*state); ok {
		return s
	}
	s := &state{errors: syntax.None}
	w.State = s
	s.findLines(w)
	return s
}

// sourceFile takes the file's documentation from its "//!" comments.
func sourceFile(w *lang.Walk, n syntax.Node) {
	var text []byte
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "comment" {
			if t := w.Text(c); bytes.HasPrefix(t, []byte("//!")) && len(text) < 2000 {
				text = append(append(text, bytes.TrimSpace(t[3:])...), '\n')
			}
			continue
		}
		break
	}
	w.SetDoc(string(bytes.ToValidUTF8(text, []byte("\uFFFD"))))
}

// define records n; a comment about the file is no documentation of what follows.
func define(w *lang.Walk, name syntax.Node, d code.Definition) int32 {
	if s := stateOf(w); s.broken {
		s.starts[w.Start(name)] = true
	}
	if d.Exported {
		d.Visibility = code.VisibilityPublic
	}
	i := w.Define(name, d)
	if fileComment(w, w.Definition(i).Span.Start) {
		w.Definition(i).Doc = ""
	}
	return i
}

// fileComment reports whether the line before offset is a "//!" comment.
func fileComment(w *lang.Walk, offset uint32) bool {
	line := w.Line(offset)
	if line < 2 {
		return false
	}
	return bytes.HasPrefix(bytes.TrimLeft(w.Source[w.LineStart(line-1):w.LineStart(line)], " \t"), []byte("//!"))
}

// isPublic reports whether a declaration may be used outside its container.
func isPublic(w *lang.Walk, n syntax.Node) bool {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "pub", "export":
			return true
		case "extern", "inline", "noinline", "threadlocal", "string":
		default:
			return false
		}
	}
	return false
}

// reachable adds to public whether what contains the declaration is.
func reachable(w *lang.Walk, public bool) bool {
	c := w.Container()
	return public && (c == code.NoDefinition || w.Definition(c).Exported)
}

// inContainer reports whether a declaration is a member of a struct, a union,
// an enum, an opaque or the file.
func inContainer(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	if p == syntax.None {
		return true
	}
	switch w.Kind(p) {
	case "source_file", "struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration":
		return true
	case "ERROR":
		// Where brackets cannot be trusted the beginning of the line is.
		return w.Start(n) == w.LineStart(w.Line(w.Start(n)))
	}
	return false
}

func functionDeclaration(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if name != syntax.None && w.Start(name) < w.End(name) {
		params := w.Child(n, "parameters")
		if params == syntax.None {
			params = w.ChildOfKind(n, "parameters")
		}
		result := w.Child(n, "type")
		d := code.Definition{Kind: code.KindFunction, Visibility: code.VisibilityPrivate, Exported: reachable(w, isPublic(w, n)),
			Params: parameters(w, params), Type: typeText(w, result)}
		end := w.End(n)
		if body := w.Child(n, "body"); body != syntax.None {
			end = w.Start(body)
		} else if w.Source[end-1] == ';' {
			end--
			d.Modifiers |= code.ModDeclaration
		}
		d.Signature = w.Signature(w.Start(n), end)
		if w.Kind(w.Parent(n)) != "source_file" && inContainer(w, n) && w.Container() != code.NoDefinition {
			d.Kind = code.KindMethod
			if !takesSelf(w, d.Params) {
				d.Modifiers |= code.ModStatic
			}
		}
		define(w, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// variableDeclaration is a const or var; in a function also an assignment.
func variableDeclaration(w *lang.Walk, n syntax.Node) {
	member := inContainer(w, n)
	name, keyword := syntax.None, syntax.None
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "const", "var":
			keyword, name = c, w.Next(c)
		case "=":
			if keyword == syntax.None {
				return // an assignment
			}
			value := valueOf(w, n)
			kind := declaredKind(w, value)
			switch {
			case w.Kind(name) != "identifier":
			case member:
				defineVariable(w, n, keyword, name, value, kind)
			case kind.IsType() && kind != code.KindType:
				w.BindNode(name, lang.ScopeBlock)
				defineVariable(w, n, keyword, name, value, kind)
			default:
				bindTargets(w, n)
			}
			return
		}
	}
	if w.Kind(name) != "identifier" {
		return
	}
	if member {
		defineVariable(w, n, keyword, name, syntax.None, code.KindVariable)
	} else {
		w.BindNode(name, lang.ScopeBlock)
	}
}

// bindTargets binds the names that a declaration in a block makes, unless
// they name an imported file.
func bindTargets(w *lang.Walk, n syntax.Node) {
	if importing(w, valueOf(w, n)) != syntax.None {
		return
	}
	for c := w.FirstChild(n); c != syntax.None && w.Kind(c) != "="; c = w.Next(c) {
		if k := w.Kind(c); k == "const" || k == "var" {
			if name := w.Next(c); w.Kind(name) == "identifier" {
				w.BindNode(name, lang.ScopeBlock)
			}
		}
	}
}

// valueOf is what stands behind the "=" of a declaration.
func valueOf(w *lang.Walk, n syntax.Node) syntax.Node {
	value := syntax.None
	seen := false
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch {
		case w.Kind(c) == "=":
			seen = true
		case seen && w.IsNamed(c) && w.Kind(c) != "comment":
			value = c
			return value
		}
	}
	return value
}

// declaredKind is what a value makes of the constant that it is given to.
func declaredKind(w *lang.Walk, value syntax.Node) code.Kind {
	switch w.Kind(value) {
	case "struct_declaration", "opaque_declaration":
		return code.KindStruct
	case "enum_declaration", "error_set_declaration":
		return code.KindEnum
	case "union_declaration":
		return code.KindUnion
	case "builtin_type", "slice_type", "pointer_type", "array_type", "nullable_type", "error_union_type", "function_signature", "anyframe_type":
		return code.KindType
	case "builtin_function":
		switch string(w.Text(w.FirstChild(value))) {
		case "@This", "@Type", "@TypeOf", "@Vector":
			return code.KindType
		}
	case "binary_expression":
		// const Error = A || B
		if op := w.Child(value, "operator"); string(w.Text(op)) == "||" {
			return code.KindEnum
		}
	}
	return code.KindConstant
}

func defineVariable(w *lang.Walk, n, keyword, name, value syntax.Node, kind code.Kind) {
	if w.Start(name) == w.End(name) || importing(w, value) != syntax.None && w.Kind(keyword) == "const" {
		w.OpenScope(lang.ScopeBlock)
		return
	}
	if kind == code.KindConstant {
		if w.Kind(keyword) == "var" {
			kind = code.KindVariable
		} else if isTypeName(w.Text(name)) && mayBeType(w, value) {
			kind = code.KindType // names of types are written in title case
		}
	}
	typ := w.Child(n, "type")
	d := code.Definition{Kind: kind, Visibility: code.VisibilityPrivate, Exported: reachable(w, isPublic(w, n)), Type: typeText(w, typ)}
	if w.Kind(keyword) == "const" {
		d.Modifiers = code.ModConst
	}
	end := w.End(name)
	if typ != syntax.None {
		end = w.End(typ)
	}
	switch w.Kind(value) {
	case "struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration", "error_set_declaration":
		d.Signature = w.Signature(w.Start(n), openingBrace(w, value))
	default:
		if value != syntax.None && w.End(value)-w.Start(value) <= maxValue && bytes.IndexByte(w.Text(value), '\n') < 0 && short(w, value, kind) {
			end = w.End(value)
		}
		d.Signature = w.Signature(w.Start(n), end)
	}
	define(w, name, d)
	switch w.Kind(value) {
	case "error_set_declaration":
		stateOf(w).errors = value
	case "binary_expression":
		// const Error = error{ Mine } || Theirs
		stateOf(w).errors = w.ChildOfKind(value, "error_set_declaration")
	}
	w.OpenScope(lang.ScopeBlock) // blocks in the value have labels and captures
}

// short reports whether a value may stay in a signature: a literal or a type.
func short(w *lang.Walk, value syntax.Node, kind code.Kind) bool {
	switch w.Kind(value) {
	case "integer", "float", "boolean", "string", "character", "null", "undefined":
		return true
	case "unary_expression":
		return w.Kind(w.Child(value, "argument")) == "integer"
	}
	return kind == code.KindType
}

// mayBeType reports whether a value can be a type by its form.
func mayBeType(w *lang.Walk, value syntax.Node) bool {
	switch w.Kind(value) {
	case "identifier", "field_expression", "call_expression", "if_expression", "switch_expression", "builtin_function", "labeled_type_expression", "block":
		return true
	}
	return false
}

// isTypeName reports whether a name is written in title case.
func isTypeName(name []byte) bool {
	if len(name) == 0 || name[0] < 'A' || name[0] > 'Z' || bytes.IndexByte(name, '_') >= 0 {
		return false
	}
	return len(name) == 1 || bytes.ContainsFunc(name, func(r rune) bool { return 'a' <= r && r <= 'z' })
}

// openingBrace is the offset of a container's body.
func openingBrace(w *lang.Walk, n syntax.Node) uint32 {
	if b := w.ChildOfKind(n, "{"); b != syntax.None {
		if at := w.Start(b); at < uint32(len(w.Source)) && w.Source[at] == '{' {
			return at
		}
		return w.End(b) // prepare has moved it
	}
	return w.End(n)
}

// containerField is a field of a struct or union, or a member of an enum.
func containerField(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	if w.Kind(name) != "identifier" || w.Start(name) == w.End(name) || string(w.Text(name)) == "_" {
		return
	}
	if isPlaceholder(w.Text(name)) {
		w.Skip()
		return
	}
	typ := w.Child(n, "type")
	enum := w.Kind(w.Parent(n)) == "enum_declaration"
	if typ == syntax.None && !enum && w.Kind(w.Parent(n)) != "union_declaration" {
		return // a tuple's type, or what is left of broken code
	}
	d := code.Definition{Kind: code.KindField, Visibility: code.VisibilityPublic, Exported: reachable(w, true), Type: typeText(w, typ)}
	if enum {
		d.Kind = code.KindEnumMember
	}
	end := w.End(name)
	if typ != syntax.None {
		end = w.End(typ)
		switch w.Kind(typ) {
		case "struct_declaration", "union_declaration", "enum_declaration":
			end = openingBrace(w, typ)
			d.Type = w.Signature(w.Start(typ), end)
		}
	}
	if value := valueOf(w, n); value != syntax.None && short(w, value, d.Kind) && w.End(value)-w.Start(value) <= maxValue {
		end = w.End(value)
	}
	d.Signature = w.Signature(w.Start(n), end)
	define(w, name, d)
	w.OpenScope(lang.ScopeBlock)
}

// errorSet defines the errors of a set that has a name.
func errorSet(w *lang.Walk, n syntax.Node) {
	if stateOf(w).errors != n {
		return
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "identifier" && w.Start(c) < w.End(c) {
			d := code.Definition{Kind: code.KindEnumMember, Visibility: code.VisibilityPublic, Exported: reachable(w, true),
				Span: w.Span(c), Signature: w.Name(c)}
			w.DefineLeaf(c, d)
		}
	}
}

// testDeclaration makes a named test a function, so that it can be found.
func testDeclaration(w *lang.Walk, n syntax.Node) {
	text := w.ChildOfKind(n, "string")
	if text != syntax.None && w.End(text) > w.Start(text)+2 {
		span := code.Span{Start: w.Start(text) + 1, End: w.End(text) - 1}
		define(w, text, code.Definition{Kind: code.KindFunction, Visibility: code.VisibilityPrivate, NameSpan: span,
			Name: code.OneLine(w.Intern(w.Source[span.Start:span.End])), Signature: w.Signature(w.Start(n), w.End(text))})
	}
	w.OpenScope(lang.ScopeFunction)
}
