package kotlin

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// withRoutes runs after the walk that gives all other facts.
func withRoutes(w *lang.Walk) {
	finish(w)
	if !jvm.UsesSpring(w) {
		return
	}
	r := routes{w: w, texts: make(map[string]string)}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		if w.Kind(n) == "property_declaration" {
			name, value := w.ChildOfKind(n, "variable_declaration"), w.ChildOfKind(n, "string_literal")
			if name != syntax.None && value != syntax.None {
				r.texts[string(w.Text(w.NamedChild(name, 0)))] = strings.Trim(string(w.Text(value)), `"`)
			}
		}
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		if w.Kind(n) == "class_declaration" {
			r.controller(n)
		}
	}
}

type routes struct {
	w     *lang.Walk
	texts map[string]string // constants of the file
}

func (r *routes) controller(class syntax.Node) {
	w := r.w
	c := jvm.Controller{Name: string(w.Text(w.Child(class, "name"))), Mappings: r.mappings(class)}
	for m := w.FirstChild(w.ChildOfKind(class, "class_body")); m != syntax.None; m = w.Next(m) {
		if w.Kind(m) == "function_declaration" {
			name := w.Child(m, "name")
			c.AddRoutes(w, r.mappings(m), string(w.Text(name)), w.Line(w.Start(name)))
		}
	}
}

// mappings lists the annotations of a declaration.
func (r *routes) mappings(n syntax.Node) (out []jvm.Mapping) {
	w := r.w
	for a := w.FirstChild(w.ChildOfKind(n, "modifiers")); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) != "annotation" {
			continue
		}
		name, args := w.ChildOfKind(a, "user_type"), syntax.None
		if call := w.ChildOfKind(a, "constructor_invocation"); call != syntax.None {
			name, args = w.ChildOfKind(call, "user_type"), w.ChildOfKind(call, "value_arguments")
		}
		m := jvm.Mapping{Name: code.LastPart(string(w.Text(name))), At: a}
		for p := w.FirstChild(args); p != syntax.None && jvm.IsMapping(m.Name); p = w.Next(p) {
			if w.Kind(p) != "value_argument" {
				continue
			}
			key, value := "", w.NamedChild(p, 0)
			if second := w.NamedChild(p, 1); second != syntax.None && w.Kind(value) == "identifier" {
				key, value = string(w.Text(value)), second
			}
			switch key {
			case "", "value", "path":
				m.Paths = append(m.Paths, r.paths(value)...)
			case "method":
				for f := value; f < w.After(value); f++ {
					if w.Kind(f) == "identifier" {
						m.Methods = append(m.Methods, string(w.Text(f)))
					}
				}
			}
		}
		out = append(out, m)
	}
	return out
}

func (r *routes) paths(n syntax.Node) (out []string) {
	w := r.w
	switch {
	case w.Kind(n) == "collection_literal":
	case w.Kind(n) == "call_expression" && string(w.Text(w.NamedChild(n, 0))) == "arrayOf":
		n = w.ChildOfKind(n, "value_arguments")
	default:
		return []string{r.path(n)}
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch {
		case w.Kind(c) == "value_argument":
			out = append(out, r.path(w.NamedChild(c, 0)))
		case w.IsNamed(c):
			out = append(out, r.path(c))
		}
	}
	return out
}

// path reads a path; what is no plain text is shown in braces.
func (r *routes) path(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "string_literal":
		return strings.ReplaceAll(strings.Trim(string(w.Text(n)), `"`), `\$`, "$")
	case "additive_expression", "binary_expression":
		return r.path(w.NamedChild(n, 0)) + r.path(w.NamedChild(n, 1))
	}
	text := string(w.Text(n))
	if s, ok := r.texts[code.LastPart(text)]; ok {
		return s
	}
	return "${" + code.Clip(code.OneLine(text), 60) + "}"
}
