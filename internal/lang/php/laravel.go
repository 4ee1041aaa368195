package php

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// group is what stands around a Laravel route.
type group struct{ prefix, controller, namespace string }

// group records the routes in a subtree, those of nested groups with what
// their group puts before them.
func (r *routes) group(n syntax.Node, g group) {
	w := r.w
	for at := n; at < w.After(n); {
		switch w.Kind(at) {
		case "member_call_expression", "scoped_call_expression":
			calls, root := r.chain(at)
			if w.Kind(root) == "name" && string(w.Text(root)) == "Route" && len(calls) > 0 {
				r.statement(at, calls, g)
				at = w.After(at)
				continue
			}
		}
		at++
	}
}

// statement records one chain that begins with Route::.
func (r *routes) statement(n syntax.Node, calls []call, g group) {
	inner := g
	var verb call
	var only, except []string
	for _, c := range calls {
		first := r.argument(c.args, 0)
		switch c.name {
		case "prefix":
			p, _ := r.text(first)
			inner.prefix = code.JoinPath(inner.prefix, strings.Trim(p, "/"))
		case "controller":
			inner.controller = r.handler(first)
		case "namespace":
			p, _ := r.text(first)
			inner.namespace = joinNamespace(inner.namespace, p)
		case "only":
			only = r.words(c.args)
		case "except":
			except = r.words(c.args)
		case "group":
			r.grouped(n, c, inner)
			return
		case "get", "post", "put", "patch", "delete", "options", "any", "match", "view", "redirect", "permanentRedirect",
			"resource", "apiResource", "resources", "apiResources", "singleton", "apiSingleton":
			if verb.name == "" {
				verb = c
			}
		}
	}
	if verb.name != "" {
		r.endpoint(n, verb, inner, only, except)
	}
}

// words are the texts of arguments, or of the array that is the only one.
func (r *routes) words(args syntax.Node) (out []string) {
	for i := 0; r.argument(args, i) != syntax.None; i++ {
		out = append(out, r.texts(r.argument(args, i))...)
	}
	return out
}

func joinNamespace(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + `\` + inner
}

// grouped records a group: of a function's routes, or of another file's.
func (r *routes) grouped(n syntax.Node, c call, g group) {
	w := r.w
	body := r.argument(c.args, 0)
	if w.Kind(body) == "array_creation_expression" {
		if p, ok := r.text(r.key(body, "prefix")); ok {
			g.prefix = code.JoinPath(g.prefix, strings.Trim(p, "/"))
		}
		if p, ok := r.text(r.key(body, "namespace")); ok {
			g.namespace = joinNamespace(g.namespace, p)
		}
		if k := r.key(body, "controller"); k != syntax.None {
			g.controller = r.handler(k)
		}
		body = r.argument(c.args, 1)
	}
	switch w.Kind(body) {
	case "anonymous_function", "arrow_function":
		r.group(w.Child(body, "body"), g)
	default:
		for _, file := range r.files(body) {
			w.Route(n, code.Route{Form: code.RouteMountPath, Framework: "laravel", Path: g.prefix, Target: file})
		}
	}
}

// files reads the paths of route files: base_path('routes/api.php'),
// __DIR__.'/../routes/api.php', an array of them.
func (r *routes) files(n syntax.Node) (out []string) {
	w := r.w
	switch w.Kind(n) {
	case "array_creation_expression":
		for e := w.FirstChild(n); e != syntax.None; e = w.Next(e) {
			if w.Kind(e) == "array_element_initializer" {
				out = append(out, r.files(w.NamedChild(e, 0))...)
			}
		}
	case "function_call_expression":
		if s, ok := r.text(r.argument(w.Child(n, "arguments"), 0)); ok && string(w.Text(w.Child(n, "function"))) == "base_path" {
			out = append(out, "/"+strings.TrimPrefix(s, "/"))
		}
	case "binary_expression":
		if s, ok := r.text(w.Child(n, "right")); ok && string(w.Text(w.Child(n, "left"))) == "__DIR__" {
			out = append(out, "."+s)
		}
	case "string":
		if s, ok := r.text(n); ok && strings.HasSuffix(s, ".php") {
			out = append(out, "/"+strings.TrimPrefix(s, "/"))
		}
	}
	return out
}

// endpoint records the routes of one verb.
func (r *routes) endpoint(n syntax.Node, c call, g group, only, except []string) {
	w := r.w
	args, methods := c.args, strings.ToUpper(c.name)
	at := 0
	switch c.name {
	case "any", "redirect", "permanentRedirect":
		methods = ""
	case "match":
		methods, at = lang.JoinMethods(r.texts(r.argument(args, 0))), 1
	case "view":
		methods = "GET"
	case "resource", "apiResource", "singleton", "apiSingleton":
		name, ok := r.text(r.argument(args, 0))
		if options := r.argument(args, 2); options != syntax.None {
			only, except = append(only, r.texts(r.key(options, "only"))...), append(except, r.texts(r.key(options, "except"))...)
		}
		if ok {
			r.resource(n, name, r.inNamespace(r.handler(r.argument(args, 1)), g), g, c.name, only, except)
		}
		return
	case "resources", "apiResources":
		list := r.argument(args, 0)
		for e := w.FirstChild(list); e != syntax.None; e = w.Next(e) {
			if name, ok := r.text(w.NamedChild(e, 0)); ok {
				r.resource(e, name, r.inNamespace(r.handler(w.NamedChild(e, 1)), g), g, strings.TrimSuffix(c.name, "s"), only, except)
			}
		}
		return
	}
	path, ok := r.text(r.argument(args, at))
	if !ok {
		return
	}
	handler := ""
	action := r.argument(args, at+1)
	if s, isText := r.text(action); isText && g.controller != "" {
		handler = g.controller + "." + s
	} else if methods != "" && c.name != "view" || c.name == "any" {
		handler = r.inNamespace(r.handler(action), g)
		if k := r.key(action, "uses"); k != syntax.None {
			handler = r.inNamespace(r.handler(k), g)
		}
	}
	w.Route(n, code.Route{Framework: "laravel", Methods: methods, Path: "/" + strings.Trim(code.JoinPath(g.prefix, strings.TrimPrefix(path, "/")), "/"), Target: handler})
}

func (r *routes) inNamespace(handler string, g group) string {
	if handler == "" {
		return ""
	}
	return joinNamespace(g.namespace, handler)
}

// actions are what a resource's controller answers, with what is behind its path.
var actions = []struct{ name, methods, path string }{
	{"index", "GET", ""}, {"create", "GET", "/create"}, {"store", "POST", ""}, {"show", "GET", "/{}"}, {"edit", "GET", "/{}/edit"},
	{"update", "PUT|PATCH", "/{}"}, {"destroy", "DELETE", "/{}"},
}

// resource records the routes of Route::resource(name, controller).
func (r *routes) resource(n syntax.Node, name, controller string, g group, kind string, only, except []string) {
	single := strings.HasSuffix(strings.ToLower(kind), "singleton")
	path := ""
	parts := strings.Split(strings.Trim(name, "/"), ".")
	for _, p := range parts[:len(parts)-1] {
		path += "/" + p + "/{" + parameterOf(p) + "}"
	}
	last := parts[len(parts)-1]
	path += "/" + last
	for _, a := range actions {
		switch {
		case len(only) > 0 && !slices.Contains(only, a.name), slices.Contains(except, a.name),
			strings.HasPrefix(kind, "api") && (a.name == "create" || a.name == "edit"),
			single && a.name != "show" && a.name != "edit" && a.name != "update":
			continue
		}
		end := strings.Replace(a.path, "{}", "{"+parameterOf(last)+"}", 1)
		if single {
			end = strings.Replace(a.path, "/{}", "", 1)
		}
		r.w.Route(n, code.Route{Framework: "laravel", Methods: a.methods, Path: "/" + strings.Trim(code.JoinPath(g.prefix, path+end), "/"), Target: controller + "." + a.name})
	}
}

// parameterOf is the name that a resource's parameter gets: its last part, one of it.
func parameterOf(resource string) string {
	return lang.Singular(strings.ReplaceAll(resource[strings.LastIndexByte(resource, '/')+1:], "-", "_"))
}
