package csharp

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// stated is an attribute that says something of a route.
type stated struct {
	verb     string // of HttpGet and its like
	any      bool   // Route: no method
	template string
	has      bool // a template is given
	at       syntax.Node
}

// controller records the routes of an ASP.NET controller.
func (r *routes) controller(class syntax.Node) {
	w := r.w
	name := string(w.Text(w.Child(class, "name")))
	if !r.mvc && !r.isController(class, name) {
		return
	}
	short := strings.TrimSuffix(name, "Controller")
	var prefixes []string
	area := ""
	for _, s := range r.attributes(class) {
		if s.any {
			prefixes = append(prefixes, s.template)
		}
		if s.verb == "area" {
			area = s.template
		}
	}
	if len(prefixes) == 0 {
		prefixes = []string{""}
	}
	for m := w.FirstChild(w.Child(class, "body")); m != syntax.None; m = w.Next(m) {
		if w.Kind(m) != "method_declaration" {
			continue
		}
		method := w.Child(m, "name")
		action := string(w.Text(method))
		replace := strings.NewReplacer("[controller]", short, "[Controller]", short, "[action]", action, "[Action]", action, "[area]", area)
		for _, s := range combine(r.attributes(m)) {
			for _, prefix := range prefixes {
				if !s.has && prefix == "" {
					continue // left to a convention
				}
				path := code.JoinPath(prefix, s.template)
				if strings.HasPrefix(s.template, "/") || strings.HasPrefix(s.template, "~/") {
					path = strings.TrimPrefix(s.template, "~")
				}
				w.Route(s.at, code.Route{Framework: "aspnet", Methods: s.verb, Path: replace.Replace(path), Target: name + "." + action, TargetLine: w.Line(w.Start(method))})
			}
		}
	}
}

func (r *routes) isController(class syntax.Node, name string) bool {
	w := r.w
	if strings.HasSuffix(name, "Controller") {
		return true
	}
	for b := w.FirstChild(w.ChildOfKind(class, "base_list")); b != syntax.None; b = w.Next(b) {
		if t := string(w.Text(b)); strings.HasSuffix(t, "Controller") || strings.HasSuffix(t, "ControllerBase") {
			return true
		}
	}
	return false
}

// combine puts methods without a template of their own together with Route's.
func combine(all []stated) (out []stated) {
	var verbs []stated
	for _, s := range all {
		switch {
		case s.verb == "area":
		case !s.any && s.has:
			out = append(out, s)
		case !s.any:
			verbs = append(verbs, s)
		}
	}
	templates := 0
	for _, s := range all {
		if !s.any {
			continue
		}
		templates++
		if len(verbs) == 0 && len(out) == 0 {
			out = append(out, s)
			continue
		}
		for _, v := range verbs {
			v.template, v.has = s.template, true
			out = append(out, v)
		}
	}
	if templates == 0 {
		out = append(out, verbs...)
	}
	return out
}

// attributes lists the attributes of a declaration that say something of routes.
func (r *routes) attributes(n syntax.Node) (out []stated) {
	w := r.w
	for l := w.FirstChild(n); l != syntax.None; l = w.Next(l) {
		if w.Kind(l) != "attribute_list" {
			continue
		}
		for a := w.FirstChild(l); a != syntax.None; a = w.Next(a) {
			if w.Kind(a) != "attribute" {
				continue
			}
			name := strings.TrimSuffix(code.LastPart(string(w.Text(w.Child(a, "name")))), "Attribute")
			s := stated{at: a}
			verb, isVerb := lang.HTTPMethod(strings.TrimPrefix(name, "Http"))
			switch {
			case isVerb && strings.HasPrefix(name, "Http"):
				s.verb = verb
			case name == "Route" || name == "RoutePrefix":
				s.any = true
			case name == "Area":
				s.verb = "area"
			case name == "AcceptVerbs":
				s.verb = lang.JoinMethods(r.texts(w.ChildOfKind(a, "attribute_argument_list")))
				out = append(out, s)
				continue
			default:
				continue
			}
			for p := w.FirstChild(w.ChildOfKind(a, "attribute_argument_list")); p != syntax.None; p = w.Next(p) {
				if w.Kind(p) != "attribute_argument" || w.NamedChild(p, 1) != syntax.None && strings.ContainsAny(string(w.Text(p)), "=") && w.Kind(w.NamedChild(p, 0)) == "identifier" {
					continue
				}
				s.template, s.has = r.path(w.NamedChild(p, 0)), true
				break
			}
			out = append(out, s)
		}
	}
	return out
}
