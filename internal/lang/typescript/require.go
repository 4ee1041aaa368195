package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// isImportCall reports whether a call is require("x") or import("x") with a
// literal.
func isImportCall(w *lang.Walk, n syntax.Node) bool {
	if w.Kind(n) != "call_expression" {
		return false
	}
	f := w.Child(n, "function")
	switch w.Kind(f) {
	case "import":
	case "identifier":
		if string(w.Text(f)) != "require" {
			return false
		}
	default:
		return false
	}
	return literalArgument(w, n) != syntax.None
}

// literalArgument is the string a call is given first, or None.
func literalArgument(w *lang.Walk, call syntax.Node) syntax.Node {
	first := w.NamedChild(w.Child(call, "arguments"), 0)
	switch w.Kind(first) {
	case "string":
		return first
	case "template_string":
		if w.ChildOfKind(first, "template_substitution") == syntax.None {
			return first
		}
	}
	return syntax.None
}

// importOf finds the require or import call whose result (or a member of it)
// a value is, through await and compilers' wrappers; None for other values.
func importOf(w *lang.Walk, n syntax.Node) syntax.Node {
	for range maxClimb {
		switch w.Kind(n) {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression":
			n = w.NamedChild(n, 0)
		case "member_expression":
			n = w.Child(n, "object")
			if k := w.Kind(n); k != "call_expression" && k != "parenthesized_expression" {
				return syntax.None
			}
		case "assignment_expression":
			n = w.Child(n, "right")
		case "call_expression":
			if isImportCall(w, n) {
				return n
			}
			if wrapper(w, n) == "" {
				return syntax.None
			}
			n = w.NamedChild(w.Child(n, "arguments"), 0)
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// wrapper names what a compiler's interop function makes of a required
// module: "default", "*", or "" when the call is no such function.
func wrapper(w *lang.Walk, call syntax.Node) string {
	f := w.Child(call, "function")
	if k := w.Kind(f); k == "member_expression" {
		f = w.Child(f, "property")
	} else if k != "identifier" {
		return ""
	}
	switch name := strings.TrimLeft(string(w.Text(f)), "_"); name {
	case "importDefault", "interopRequireDefault", "interop_require_default", "interopDefault":
		return "default"
	case "importStar", "interopRequireWildcard", "interop_require_wildcard", "toESM":
		return "*"
	}
	return ""
}

// call records the imports that are calls: require, import() and define([...]).
func call(w *lang.Walk, n syntax.Node) {
	if !isImportCall(w, n) {
		if f := w.Child(n, "function"); w.Kind(f) == "identifier" && string(w.Text(f)) == "define" {
			amd(w, n)
		} else if w.Kind(f) == "member_expression" && string(w.Text(f)) == "require.resolve" && literalArgument(w, n) != syntax.None {
			w.AddImport(newImport(w, literalArgument(w, n), code.ImportRequire))
		}
		return
	}
	form := code.ImportRequire
	if w.Kind(w.Child(n, "function")) == "import" {
		form = code.ImportDynamic
	}
	im := newImport(w, literalArgument(w, n), form)
	use(w, n, &im)
	w.AddImport(im)
}

// use looks upward from an import call for the names its result goes to.
func use(w *lang.Walk, n syntax.Node, im *code.Import) {
	member := ""
	whole := "*"
	for range maxClimb {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression":
		case "member_expression":
			if member != "" || w.Field(n) != "object" {
				return
			}
			member = w.Name(w.Child(p, "property"))
			im.Names = []code.ImportedName{{Name: member}}
		case "arguments":
			p = w.Parent(p)
			if made := wrapper(w, p); made != "" {
				whole = made
				break
			}
			if f := string(w.Text(w.Child(p, "function"))); strings.HasSuffix(f, "exportStar") {
				im.Form, im.Names = code.ImportReExport, []code.ImportedName{{Name: "*"}}
			}
			return
		case "variable_declarator":
			if whole != "default" && member == "default" {
				whole, member = "default", ""
			}
			bindRequired(w, w.Child(p, "name"), member, whole, im)
			return
		case "assignment_expression":
			if w.Field(n) == "right" {
				assignRequired(w, w.Child(p, "left"), member, whole, im)
			}
			return
		case "pair":
			if w.Parent(p) == state(w).exportsObject {
				key, _ := definedName(w, w.Child(p, "key"))
				im.Form, im.Names = code.ImportReExport, []code.ImportedName{named(member, whole, key)}
			}
			return
		case "spread_element":
			if w.Parent(p) == state(w).exportsObject {
				im.Form, im.Names = code.ImportReExport, []code.ImportedName{{Name: "*"}}
			}
			return
		default:
			kind := w.Kind(p)
			if kind == "ERROR" {
				kind = w.Kind(w.Parent(p))
			}
			// Nobody asks for the type of a promise while a program runs.
			if kind == "unary_expression" && w.Kind(w.FirstChild(p)) == "typeof" || inTypePosition(kind) {
				if im.Form != code.ImportDynamic {
					return
				}
				im.Form, im.TypeOnly = code.ImportType, true
			}
			return
		}
		n = p
	}
}

// inTypePosition reports whether an import call under a node of the kind is a
// type: import("x").T.
func inTypePosition(kind string) bool {
	switch kind {
	case "type_annotation", "type_arguments", "generic_type", "type_alias_declaration", "union_type", "intersection_type", "array_type",
		"type_query", "readonly_type", "lookup_type", "constraint", "default_type", "tuple_type", "parenthesized_type",
		"implements_clause", "type_predicate", "conditional_type", "index_type_query", "function_type", "omitting_type_annotation",
		"opting_type_annotation", "adding_type_annotation", "rest_type", "optional_type":
		return true
	}
	return false
}

// named is the imported name that is member, or else the whole module, known as local.
func named(member, whole, local string) code.ImportedName {
	n := code.ImportedName{Name: whole, Alias: local}
	if member != "" {
		n.Name = member
	}
	if n.Alias == n.Name {
		n.Alias = ""
	}
	return n
}

// bindRequired reads the names of `const x = require(...)` and of
// `const { a, b: c } = require(...)`.
func bindRequired(w *lang.Walk, name syntax.Node, member, whole string, im *code.Import) {
	switch w.Kind(name) {
	case "identifier":
		im.Names = []code.ImportedName{named(member, whole, w.Name(name))}
	case "object_pattern":
		if member != "" {
			return
		}
		for c := w.FirstChild(name); c != syntax.None; c = w.Next(c) {
			switch w.Kind(c) {
			case "shorthand_property_identifier_pattern":
				im.Names = append(im.Names, code.ImportedName{Name: w.Name(c)})
			case "object_assignment_pattern":
				im.Names = append(im.Names, code.ImportedName{Name: w.Name(w.Child(c, "left"))})
			case "pair_pattern":
				key, _ := definedName(w, w.Child(c, "key"))
				value := w.Child(c, "value")
				if w.Kind(value) == "assignment_pattern" {
					value = w.Child(value, "left")
				}
				local := ""
				if w.Kind(value) == "identifier" {
					local = w.Name(value)
				}
				im.Names = append(im.Names, named(key, whole, local))
			case "rest_pattern":
				im.Names = append(im.Names, named("", whole, w.Name(w.NamedChild(c, 0))))
			}
		}
	}
	for _, n := range im.Names {
		bindImport(w, im.Specifier, n)
	}
}

// assignRequired reads exports.x = require(...), module.exports =
// require(...) and x = require(...).
func assignRequired(w *lang.Walk, left syntax.Node, member, whole string, im *code.Import) {
	switch w.Kind(left) {
	case "identifier":
		im.Names = []code.ImportedName{named(member, whole, w.Name(left))}
	case "member_expression":
		property := w.Name(w.Child(left, "property"))
		switch object := string(w.Text(w.Child(left, "object"))); {
		case object == "module" && property == "exports":
			im.Form = code.ImportReExport
			if member == "" {
				im.Names = []code.ImportedName{{Name: "*"}}
			} else {
				im.Names = []code.ImportedName{named(member, whole, "default")}
			}
		case object == "exports" || object == "module.exports":
			im.Form = code.ImportReExport
			im.Names = []code.ImportedName{named(member, whole, property)}
		}
	}
}

// amd records the dependencies of define(["a", "b"], function (a, b) {}).
func amd(w *lang.Walk, n syntax.Node) {
	args := w.Child(n, "arguments")
	list := w.ChildOfKind(args, "array")
	if list == syntax.None {
		return
	}
	var locals []code.Param
	if f := w.Next(list); f != syntax.None {
		if f = w.Next(f); isFunction(w.Kind(f)) {
			locals = params(w, f)
		}
	}
	i := 0
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		if w.Kind(c) == "string" {
			im := newImport(w, c, code.ImportRequire)
			if i < len(locals) && isPath(locals[i].Name) {
				im.Names = []code.ImportedName{{Name: "*", Alias: locals[i].Name}}
			}
			switch im.Specifier {
			case "require", "exports", "module":
			default:
				w.AddImport(im)
			}
		}
		i++
	}
}
