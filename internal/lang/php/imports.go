package php

import (
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// useImport records each name of a use statement, groups included.
func useImport(w *lang.Walk, n syntax.Node) {
	w.Skip()
	group := w.ChildOfKind(n, "namespace_use_group")
	if group == syntax.None {
		useClauses(w, n, "")
		return
	}
	useClauses(w, group, strings.Trim(w.Name(w.ChildOfKind(n, "namespace_name")), `\`))
}

func useClauses(w *lang.Walk, list syntax.Node, prefix string) {
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "namespace_use_clause" {
			continue
		}
		name := w.ChildOfKind(c, "name", "qualified_name")
		if name == syntax.None || len(w.Text(name)) == 0 {
			continue
		}
		specifier := strings.TrimPrefix(w.Name(name), `\`)
		if prefix != "" {
			specifier = prefix + `\` + specifier
		}
		k := strings.LastIndexByte(specifier, '\\')
		imported := code.ImportedName{Name: specifier[k+1:]}
		if alias := w.Child(c, "alias"); alias != syntax.None && w.Name(alias) != imported.Name {
			imported.Alias = w.Name(alias)
		}
		w.AddImport(code.Import{Specifier: specifier, Form: code.ImportUse, Names: []code.ImportedName{imported},
			Span: w.Span(name), Line: w.Line(w.Start(name))})
		last := name
		if w.Kind(name) == "qualified_name" {
			last = w.ChildOfKind(name, "name")
		}
		if k < 0 {
			w.Refer(last, code.RoleImport, code.QualifierNone, "")
		} else {
			w.Refer(last, code.RoleImport, code.QualifierPath, specifier[:k])
		}
	}
}

// include records a require or include whose path can be read off. The
// specifier is "./x.php" for a path from the file's own directory, "x.php"
// for a bare one and "*/x.php" for one behind something only known when the
// program runs.
func include(w *lang.Walk, n syntax.Node) {
	expression := w.NamedChild(n, 0)
	base, tail := includePath(w, expression, 0)
	specifier := ""
	switch base {
	case baseNone:
		specifier = tail
	case baseDir:
		specifier = path.Clean("./" + tail)
		if !strings.HasPrefix(specifier, "../") {
			specifier = "./" + specifier
		}
	case baseSomewhere:
		if path.Ext(tail) == "" || tail[0] == '.' {
			return
		}
		specifier = "*/" + strings.TrimPrefix(path.Clean("/"+tail), "/")
	}
	if specifier == "" || specifier == "./." {
		return
	}
	w.AddImport(code.Import{Specifier: specifier, Form: code.ImportInclude, Span: w.Span(expression),
		Line: w.Line(w.Start(expression))})
}

// pathBase is what an include's path starts from.
type pathBase uint8

const (
	baseNone      pathBase = iota // a literal
	baseFile                      // __FILE__ itself
	baseDir                       // the file's directory
	baseSomewhere                 // a constant or variable
)

// maxConcat bounds how deep an include's path is read: longer ones are computed.
const maxConcat = 16

// includePath evaluates a path expression to its base and the text behind it.
func includePath(w *lang.Walk, n syntax.Node, depth int) (pathBase, string) {
	if depth > maxConcat {
		return baseSomewhere, ""
	}
	switch w.Kind(n) {
	case "parenthesized_expression":
		return includePath(w, w.NamedChild(n, 0), depth+1)
	case "string", "encapsed_string":
		return literalPath(w, n)
	case "name":
		switch string(w.Text(n)) {
		case "__DIR__":
			return baseDir, ""
		case "__FILE__":
			return baseFile, ""
		}
	case "function_call_expression":
		if isWord(w.Text(w.Child(n, "function")), "dirname") {
			return dirname(w, w.Child(n, "arguments"), depth)
		}
	case "binary_expression":
		if w.Kind(w.Child(n, "operator")) != "." {
			break
		}
		base, left := includePath(w, w.Child(n, "left"), depth+1)
		rightBase, right := includePath(w, w.Child(n, "right"), depth+1)
		switch {
		case rightBase != baseNone:
			return baseSomewhere, ""
		case base == baseSomewhere && left == "" && w.Kind(w.Child(n, "left")) == "variable_name" && !strings.HasPrefix(right, "/"):
			return baseSomewhere, "" // $name . '.php': the name's own end
		}
		return base, left + right
	}
	return baseSomewhere, ""
}

// literalPath reads a string; one that begins with a variable and goes on
// with a slash is a path from somewhere.
func literalPath(w *lang.Walk, n syntax.Node) (pathBase, string) {
	base, text := baseNone, ""
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch {
		case w.Kind(c) == "string_content":
			text += w.Name(c)
		case w.Kind(c) == "escape_sequence":
			text += strings.TrimPrefix(w.Name(c), `\`)
		case w.IsNamed(c):
			if text != "" || base != baseNone {
				return baseSomewhere, ""
			}
			base = baseSomewhere
		}
	}
	if base == baseSomewhere && !strings.HasPrefix(text, "/") {
		return baseSomewhere, ""
	}
	return base, text
}

// dirname evaluates dirname(path, levels).
func dirname(w *lang.Walk, arguments syntax.Node, depth int) (pathBase, string) {
	base, tail := includePath(w, w.NamedChild(w.NamedChild(arguments, 0), 0), depth+1)
	levels := 1
	if second := w.Text(w.NamedChild(arguments, 1)); len(second) == 1 && second[0] >= '1' && second[0] <= '9' {
		levels = int(second[0] - '0')
	}
	if base == baseFile {
		base, levels = baseDir, levels-1
	}
	if base != baseDir {
		return baseSomewhere, ""
	}
	tail = strings.TrimPrefix(tail, "/")
	for range levels {
		tail = path.Join(tail, "..")
	}
	if tail == "." {
		tail = ""
	}
	return baseDir, tail
}
