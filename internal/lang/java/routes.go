package java

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
		if w.Kind(n) == "variable_declarator" && w.Kind(w.Parent(n)) == "field_declaration" && w.Kind(w.Child(n, "value")) == "string_literal" {
			r.texts[string(w.Text(w.Child(n, "name")))] = strings.Trim(string(w.Text(w.Child(n, "value"))), `"`)
		}
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "class_declaration", "interface_declaration", "record_declaration":
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
	for m := w.FirstChild(w.Child(class, "body")); m != syntax.None; m = w.Next(m) {
		if w.Kind(m) == "method_declaration" {
			name := w.Child(m, "name")
			c.AddRoutes(w, r.mappings(m), string(w.Text(name)), w.Line(w.Start(name)))
		}
	}
}

// mappings lists the annotations of a declaration.
func (r *routes) mappings(n syntax.Node) (out []jvm.Mapping) {
	w := r.w
	for a := w.FirstChild(w.ChildOfKind(n, "modifiers")); a != syntax.None; a = w.Next(a) {
		if k := w.Kind(a); k != "annotation" && k != "marker_annotation" {
			continue
		}
		m := jvm.Mapping{Name: string(w.Text(w.Child(a, "name"))), At: a}
		m.Name = m.Name[strings.LastIndexByte(m.Name, '.')+1:]
		for p := w.FirstChild(w.Child(a, "arguments")); p != syntax.None && jvm.IsMapping(m.Name); p = w.Next(p) {
			switch key := string(w.Text(w.Child(p, "key"))); {
			case w.Kind(p) != "element_value_pair" && w.IsNamed(p), key == "value", key == "path":
				value := p
				if key != "" {
					value = w.Child(p, "value")
				}
				m.Paths = append(m.Paths, r.paths(value)...)
			case key == "method":
				for f := p; f < w.After(p); f++ {
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
	if w.Kind(n) != "element_value_array_initializer" {
		return []string{r.path(n)}
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "line_comment" && w.Kind(c) != "block_comment" {
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
		return strings.Trim(string(w.Text(n)), `"`)
	case "binary_expression":
		return r.path(w.Child(n, "left")) + r.path(w.Child(n, "right"))
	case "parenthesized_expression":
		return r.path(w.NamedChild(n, 0))
	}
	text := string(w.Text(n))
	if s, ok := r.texts[text[strings.LastIndexByte(text, '.')+1:]]; ok {
		return s
	}
	return "${" + code.Clip(code.OneLine(text), 60) + "}"
}
