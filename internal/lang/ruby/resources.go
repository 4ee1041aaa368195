package ruby

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// actions are what the controller of a resource answers, with what stands
// behind the path of all elements, or of one.
var actions = []struct {
	name, methods, path string
	one                 bool
}{
	{"index", "GET", "", false}, {"create", "POST", "", false}, {"new", "GET", "/new", false}, {"edit", "GET", "/edit", true},
	{"show", "GET", "", true}, {"update", "PATCH|PUT", "", true}, {"destroy", "DELETE", "", true},
}

// resource records the routes of a resource and of what its block holds.
func (r *routes) resource(n syntax.Node, name string, single bool, a around) {
	w := r.w
	outer := a.inScope()
	path := name
	if p, ok := r.word(r.option(n, "path")); ok {
		path = p
	}
	controller := name[strings.LastIndexByte(name, '/')+1:]
	if single && !strings.HasSuffix(controller, "s") {
		controller = plural(controller)
	}
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		controller = name[:i] + "/" + controller
	}
	if c, ok := r.word(r.option(n, "controller")); ok {
		controller = c
	}
	if m, ok := r.word(r.option(n, "module")); ok {
		outer.module = joinModule(outer.module, m)
	}
	parameter := "id"
	if p, ok := r.word(r.option(n, "param")); ok {
		parameter = p
	}
	in := outer
	in.controller, in.on = controller, ""
	in.collection = code.JoinPath(outer.path, slashed(path))
	one := outer.path
	if outer.shallows {
		one = outer.shallow
	}
	in.member, in.nested = code.JoinPath(one, slashed(path))+"/:"+parameter, code.JoinPath(one, slashed(path))+"/:"+lang.Singular(name[strings.LastIndexByte(name, '/')+1:])+"_"+parameter
	if single {
		in.member, in.nested = in.collection, in.collection
	}
	if string(w.Text(r.option(n, "shallow"))) == "true" {
		in.shallows, in.shallow = true, outer.path
	}
	only, limited := r.words(r.option(n, "only")), r.option(n, "only") != syntax.None
	except := r.words(r.option(n, "except"))
	for _, x := range actions {
		if single && x.name == "index" || limited && !slices.Contains(only, x.name) || slices.Contains(except, x.name) {
			continue
		}
		at := in.collection
		if x.one {
			at = in.member
		}
		r.add(n, a, x.methods, at+x.path, r.action(in, x.name))
	}
	for _, c := range r.words(r.option(n, "concerns")) {
		if b, ok := r.concerns[c]; ok {
			r.body(b, in)
		}
	}
	r.body(w.Child(n, "block"), in)
}

// plural names several of what a word names one of, as Rails does for the
// controller of a single resource.
func plural(s string) string {
	switch {
	case strings.HasSuffix(s, "y") && len(s) > 1 && !strings.ContainsRune("aeiou", rune(s[len(s)-2])):
		return s[:len(s)-1] + "ies"
	case strings.HasSuffix(s, "x"), strings.HasSuffix(s, "ch"), strings.HasSuffix(s, "sh"):
		return s + "es"
	}
	return s + "s"
}

// sinatra records the routes of Sinatra's applications: classes, and files
// that require it and state routes at their top.
func (r *routes) sinatra() {
	w := r.w
	for _, im := range w.Imports() {
		if im.Specifier == "sinatra" || im.Specifier == "sinatra/main" || im.Specifier == "sinatra/namespace" {
			r.sinatraRoutes(w.Root(), "", "")
			break
		}
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		if w.Kind(n) != "class" {
			continue
		}
		super := strings.TrimSpace(strings.TrimPrefix(string(w.Text(w.Child(n, "superclass"))), "<"))
		if !strings.HasSuffix(super, "Sinatra::Base") && !strings.HasSuffix(super, "Sinatra::Application") && super != "Sinatra.new" {
			continue
		}
		name := string(w.Text(w.Child(n, "name")))
		w.Route(n, code.Route{Form: code.RouteRouter, Framework: "sinatra", Router: name})
		r.sinatraRoutes(w.Child(n, "body"), name, "")
	}
}

func (r *routes) sinatraRoutes(n syntax.Node, router, prefix string) {
	w := r.w
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "call" || w.Child(c, "receiver") != syntax.None || w.Child(c, "block") == syntax.None {
			continue
		}
		method := r.method(c)
		first := r.argument(c, 0)
		path, ok := r.word(first)
		if w.Kind(first) == "regex" {
			path, ok = strings.Trim(strings.TrimPrefix(string(w.Text(first)), "%r"), "{}/"), true
		}
		if method == "namespace" && ok {
			r.sinatraRoutes(w.Child(w.Child(c, "block"), "body"), router, code.JoinPath(prefix, path))
			continue
		}
		if verb, isVerb := lang.HTTPMethod(method); isVerb && ok {
			w.Route(c, code.Route{Framework: "sinatra", Methods: verb, Path: code.JoinPath(prefix, path), Router: router})
		}
	}
}

// rack records what a config.ru puts below a path: map("/x") { run App }.
func (r *routes) rack(n syntax.Node, prefix string) {
	w := r.w
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "call" || w.Child(c, "receiver") != syntax.None {
			continue
		}
		switch first := r.argument(c, 0); r.method(c) {
		case "map":
			if path, ok := r.word(first); ok && w.Child(c, "block") != syntax.None {
				r.rack(w.Child(w.Child(c, "block"), "body"), code.JoinPath(prefix, path))
			}
		case "run", "use":
			name, _, _ := strings.Cut(string(w.Text(first)), ".")
			if k := w.Kind(first); prefix != "" && (k == "constant" || k == "scope_resolution" || k == "call") && !strings.ContainsAny(name, "( \n") {
				w.Route(c, code.Route{Form: code.RouteMount, Path: prefix, Target: name})
			}
		}
	}
}
