package hcl

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// importAttribute finds the attributes that name folders and files: a
// module's source, Terragrunt's paths, the providers that are required.
func importAttribute(w *lang.Walk, n, name syntax.Node) {
	b := w.Parent(w.Parent(n))
	if w.Kind(b) != "block" {
		return
	}
	kind, labels, _ := header(w, b)
	im := code.Import{Form: code.ImportStatic}
	switch key := string(w.Text(name)); {
	case key == "source" && (kind == "module" || kind == "unit" || kind == "stack") && len(labels) == 1:
		im.Names = []code.ImportedName{{Name: "*", Alias: kind + "." + w.Name(labels[0])}}
	case key == "source" && kind == "terraform":
	case key == "config_path" && kind == "dependency":
	case key == "path" && kind == "include":
		im.Form = code.ImportInclude
	case key == "paths" && kind == "dependencies":
		importList(w, w.ChildOfKind(n, "expression"))
		return
	case kind == "required_providers":
		importProvider(w, w.ChildOfKind(n, "expression"))
		return
	default:
		return
	}
	addImport(w, w.ChildOfKind(n, "expression"), im)
}

// addImport records the path that an expression spells out, if it does.
func addImport(w *lang.Walk, expression syntax.Node, im code.Import) {
	span, ok := writtenPath(w, expression)
	if !ok {
		return
	}
	im.Specifier, im.Span, im.Line = w.Intern(w.Source[span.Start:span.End]), span, w.Line(span.Start)
	w.AddImport(im)
}

// writtenPath is the content of a string whose only unknown part is the
// folder that it begins with: "${path.module}/user.sh".
func writtenPath(w *lang.Walk, expression syntax.Node) (code.Span, bool) {
	s := w.NamedChild(w.NamedChild(expression, 0), 0)
	if k := w.Kind(s); k != "string_lit" && k != "quoted_template" || w.End(s)-w.Start(s) < 3 || w.End(s)-w.Start(s) > 400 {
		return code.Span{}, false
	}
	span := code.Span{Start: w.Start(s) + 1, End: w.End(s) - 1}
	text := w.Source[span.Start:span.End]
	if _, rest, ok := base(string(text)); !ok || strings.ContainsAny(rest, "${}\n*") {
		return code.Span{}, false
	}
	return span, true
}

// base splits a path into the folder that it counts from and the rest. From
// is "here", "root" or "" where the path says nothing.
func base(text string) (from, rest string, ok bool) {
	if !strings.HasPrefix(text, "${") {
		return "", text, true
	}
	inner, rest, found := strings.Cut(text[2:], "}")
	if !found {
		return "", "", false
	}
	rest = strings.TrimPrefix(rest, "/")
	switch strings.TrimSpace(inner) {
	case "path.module", "path.root", "path.cwd", "get_terragrunt_dir()":
		return "here", rest, rest != ""
	case "get_repo_root()", "get_path_to_repo_root()":
		return "root", rest, rest != ""
	}
	return "", "", false
}

// importList records each path of a list.
func importList(w *lang.Walk, expression syntax.Node) {
	list := w.NamedChild(w.NamedChild(expression, 0), 0)
	if w.Kind(list) != "tuple" {
		return
	}
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "expression" {
			addImport(w, c, code.Import{Form: code.ImportStatic})
		}
	}
}

// importProvider records the source of a required provider.
func importProvider(w *lang.Walk, expression syntax.Node) {
	object := w.NamedChild(w.NamedChild(expression, 0), 0)
	if w.Kind(object) != "object" {
		return
	}
	for c := w.FirstChild(object); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "object_elem" && string(bytes.Trim(w.Text(w.Child(c, "key")), `"`)) == "source" {
			addImport(w, w.Child(c, "val"), code.Import{Form: code.ImportUse})
		}
	}
}

// importCall finds the functions that read files.
func importCall(w *lang.Walk, n syntax.Node, name []byte) {
	im := code.Import{Form: code.ImportInclude}
	first := w.ChildOfKind(w.ChildOfKind(n, "function_arguments"), "expression")
	switch string(name) {
	case "file", "templatefile", "filebase64", "filemd5", "filesha1", "filesha256", "filesha512", "filebase64sha256", "filebase64sha512",
		"fileexists", "read_terragrunt_config", "sops_decrypt_file", "read_tfvars_file":
	case "find_in_parent_folders":
		// Looked for in each folder upwards: without a name, terragrunt.hcl.
		im.Form = code.ImportDynamic
		if first == syntax.None {
			span := w.Span(n)
			im.Specifier, im.Span, im.Line = "terragrunt.hcl", span, w.Line(span.Start)
			w.AddImport(im)
			return
		}
	default:
		return
	}
	addImport(w, first, im)
}
