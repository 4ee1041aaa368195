package lua

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// functionCall finds calls that name files, and module declarations.
func functionCall(w *lang.Walk, n syntax.Node) {
	name := w.Child(n, "name")
	args := w.Child(n, "arguments")
	form := code.ImportRequire
	first := firstArgument(w, args)
	switch string(w.Text(name)) {
	case "require":
	case "pcall", "xpcall", "prequire":
		// pcall(require, "a.b")
		if string(w.Text(first)) != "require" {
			return
		}
		first = w.NamedChild(args, 1)
		if w.Kind(first) != "string" {
			first = w.NamedChild(args, 2)
		}
	case "dofile", "loadfile":
		form = code.ImportInclude
	case "module":
		if content := w.Child(first, "content"); atTop(w, n) && w.Kind(first) == "string" && content != syntax.None {
			w.SetPackage(w.Name(content))
		}
		return
	default:
		if !loads(w, name, args) {
			return
		}
		form = code.ImportDynamic
	}
	content := w.Child(first, "content")
	if w.Kind(first) != "string" || content == syntax.None {
		return
	}
	w.AddImport(code.Import{Specifier: w.Name(content), Form: form, Span: w.Span(content), Line: w.Line(w.Start(content)),
		Names: importedNames(w, n)})
}

// loads reports whether a call may load a module in a way of the project's own:
// lazy_require("a.b"). Its one argument is a module's dotted path.
func loads(w *lang.Walk, name, args syntax.Node) bool {
	first := firstArgument(w, args)
	if w.Kind(first) != "string" || w.NamedChild(args, 1) != syntax.None || !modulePath(w.Text(w.Child(first, "content"))) {
		return false
	}
	if _, leaf := split(w, name); leaf != syntax.None {
		name = leaf
	} else if m := w.Child(name, "method"); m != syntax.None {
		name = m
	}
	return w.Kind(name) == "identifier" && bytes.Contains(bytes.ToLower(w.Text(name)), []byte("require"))
}

// modulePath reports whether text is several names with dots between them.
func modulePath(text []byte) bool {
	dots, before := 0, byte('.')
	for _, c := range text {
		switch {
		case c == '.' && before != '.':
			dots++
		case c == '_' || c == '-' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9':
		default:
			return false
		}
		before = c
	}
	return dots > 0 && before != '.'
}

// firstArgument is the first of f(a), f "a" and f [[a]].
func firstArgument(w *lang.Walk, args syntax.Node) syntax.Node { return w.NamedChild(args, 0) }

// requiring returns the call of require that a value is or begins with:
// require("a"), require("a").b, require("a")(options).
func requiring(w *lang.Walk, value syntax.Node) syntax.Node {
	for range maxChain {
		switch w.Kind(value) {
		case "dot_index_expression":
			value = w.Child(value, "table")
		case "function_call":
			name := w.Child(value, "name")
			if w.Kind(name) != "identifier" || !bytes.Equal(w.Text(name), []byte("require")) ||
				w.Kind(firstArgument(w, w.Child(value, "arguments"))) != "string" {
				return syntax.None
			}
			return value
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// importedNames says what a require brings in: local m = require("a"),
// local f = require("a").f.
func importedNames(w *lang.Walk, call syntax.Node) []code.ImportedName {
	value, part := call, syntax.None
	for range maxChain {
		p := w.Parent(value)
		if w.Kind(p) != "dot_index_expression" || w.Field(value) != "table" {
			break
		}
		if part == syntax.None {
			part = w.Child(p, "field")
		}
		value = p
	}
	name := code.ImportedName{Name: "*"}
	if part != syntax.None {
		name.Name = w.Name(part)
	}
	target, statement := assignedTo(w, value)
	if statement == syntax.None || w.Kind(statement) != "assignment_statement" || w.Kind(target) != "identifier" {
		if part == syntax.None {
			return nil
		}
		return []code.ImportedName{name}
	}
	if protected(w, call) {
		// The first result says whether it worked.
		if target = w.Next(w.Next(target)); w.Kind(target) != "identifier" {
			return nil
		}
	}
	if alias := w.Name(target); alias != name.Name {
		name.Alias = alias
	}
	return []code.ImportedName{name}
}

// rockModule records a file that a rockspec names: build.modules' values.
func rockModule(w *lang.Walk, value syntax.Node) {
	content := w.Child(value, "content")
	if w.Kind(value) == "string" && bytes.HasSuffix(w.Text(content), []byte(".lua")) {
		w.AddImport(code.Import{Specifier: w.Name(content), Form: code.ImportInclude, Span: w.Span(content), Line: w.Line(w.Start(content))})
	}
}

// protected reports whether a call is pcall(require, "a.b").
func protected(w *lang.Walk, call syntax.Node) bool {
	if w.Kind(call) != "function_call" {
		return false
	}
	switch string(w.Text(w.Child(call, "name"))) {
	case "pcall", "xpcall", "prequire":
		return string(w.Text(firstArgument(w, w.Child(call, "arguments")))) == "require"
	}
	return false
}
