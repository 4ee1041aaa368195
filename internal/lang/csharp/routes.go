package csharp

import (
	"bytes"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a file that makes routes by itself mentions.
var routeWords = []string{"httpget", "httppost", "httpput", "httppatch", "httpdelete", "acceptverbs", "route", "mapget", "mappost", "mapput", "mappatch", "mapdelete",
	"mapmethods", "mapgroup", "webapplication", "iendpointroutebuilder", "routegroupbuilder", "mapcontrollerroute"}

var routeMarks = [][]byte{[]byte("[Http"), []byte("Http"), []byte("Route"), []byte(".Map"), []byte("WebApplication")}

// routerTypes are the types of ASP.NET on which routes are made.
var routerTypes = map[string]bool{"IEndpointRouteBuilder": true, "RouteGroupBuilder": true, "WebApplication": true}

// routes finds what a file says about routes once it has been walked.
type routes struct {
	w *lang.Walk
	// declared are routers by the method or lambda they are local to.
	declared  map[routerIn]string
	builders  map[routerIn]bool // what Build makes an application of
	constants map[string]string // string constants of the file
	mvc       bool
}

type routerIn struct {
	scope syntax.Node
	name  string
}

// withRoutes runs after the walk that gives all other facts.
func withRoutes(w *lang.Walk) {
	finish(w)
	found := false
	for _, m := range routeMarks {
		found = found || bytes.Contains(w.Source, m)
	}
	if !found {
		return
	}
	r := &routes{w: w, declared: make(map[routerIn]string), builders: make(map[routerIn]bool), constants: make(map[string]string)}
	for _, im := range w.Imports() {
		r.mvc = r.mvc || strings.HasPrefix(im.Specifier, "Microsoft.AspNetCore.Mvc") || strings.HasPrefix(im.Specifier, "System.Web.")
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "parameter":
			r.parameter(n)
		case "variable_declarator":
			r.variable(n)
		}
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "class_declaration", "record_declaration":
			r.controller(n)
		case "invocation_expression":
			r.call(n)
		}
	}
}

// scopeOf is the method or function around a node, the root at the top.
func (r *routes) scopeOf(n syntax.Node) syntax.Node {
	if p := r.w.Ancestor(n, "method_declaration", "local_function_statement", "lambda_expression", "anonymous_method_expression", "constructor_declaration"); p != syntax.None {
		return p
	}
	return r.w.Root()
}

// name is the name of a method with its class.
func (r *routes) name(scope syntax.Node) string {
	w := r.w
	if scope == w.Root() {
		return ""
	}
	own := string(w.Text(w.Child(scope, "name")))
	if own == "" {
		own = "@" + strconv.Itoa(int(w.Start(scope)))
	}
	if class := r.class(scope); class != "" {
		return class + "." + own
	}
	return own
}

func (r *routes) class(n syntax.Node) string {
	return string(r.w.Text(r.w.Child(r.w.Ancestor(n, "class_declaration", "record_declaration", "struct_declaration"), "name")))
}

// parameter notes what a method is given: a router if its type says so.
func (r *routes) parameter(n syntax.Node) {
	w := r.w
	scope := r.scopeOf(n)
	if !routerTypes[code.LastPart(strings.TrimSuffix(string(w.Text(w.Child(n, "type"))), "?"))] {
		return
	}
	id, i := r.name(scope), 0
	for p := w.FirstChild(w.Parent(n)); p != syntax.None && p != n; p = w.Next(p) {
		if w.Kind(p) == "parameter" {
			i++
		}
	}
	if i > 0 {
		id += "#" + strconv.Itoa(i)
	}
	r.declared[routerIn{scope, string(w.Text(w.Child(n, "name")))}] = id
	w.Route(n, code.Route{Form: code.RouteRouter, Framework: "aspnet", Router: id})
}

// variable notes what becomes a router: an application, a group.
func (r *routes) variable(n syntax.Node) {
	w := r.w
	name := string(w.Text(w.Child(n, "name")))
	value := w.NamedChild(n, 1)
	scope := r.scopeOf(n)
	id := name
	if outer := r.name(scope); outer != "" {
		id = outer + "." + name
	}
	if w.Kind(value) == "string_literal" {
		r.constants[name], _ = r.text(value)
		return
	}
	f := w.Child(value, "function")
	if w.Kind(value) != "invocation_expression" || w.Kind(f) != "member_access_expression" {
		return
	}
	object, method := w.Child(f, "expression"), string(w.Text(w.Child(f, "name")))
	switch {
	case string(w.Text(object)) == "WebApplication" && strings.HasPrefix(method, "Create") && strings.HasSuffix(method, "Builder"):
		r.builders[routerIn{scope, name}] = true
	case string(w.Text(object)) == "WebApplication" && method == "Create", method == "Build" && r.builders[routerIn{scope, string(w.Text(object))}]:
		r.declared[routerIn{scope, name}] = id
		w.Route(value, code.Route{Form: code.RouteRouter, Framework: "aspnet", Router: id})
	default:
		if on, path, ok := r.receiver(value); ok {
			r.declared[routerIn{scope, name}] = id
			w.Route(value, code.Route{Form: code.RouteMount, Path: path, Router: on, Target: id})
			w.Route(value, code.Route{Form: code.RouteRouter, Framework: "aspnet", Router: id})
		}
	}
}

// receiver finds the router that an expression stands for, and the path that
// groups on the way put before its routes.
func (r *routes) receiver(n syntax.Node) (id, path string, ok bool) {
	w := r.w
	switch w.Kind(n) {
	case "identifier":
		name := string(w.Text(n))
		for s := r.scopeOf(n); ; s = r.scopeOf(s) {
			if id, ok := r.declared[routerIn{s, name}]; ok {
				return id, "", true
			}
			if s == w.Root() {
				return "", "", false
			}
		}
	case "invocation_expression":
		f := w.Child(n, "function")
		if w.Kind(f) != "member_access_expression" {
			return "", "", false
		}
		id, path, ok = r.receiver(w.Child(f, "expression"))
		switch method := r.methodName(f); {
		case !ok:
		case method == "MapGroup":
			path = code.JoinPath(path, r.path(r.argument(n, 0)))
		case strings.HasPrefix(method, "Map"):
			return "", "", false // gives what only decorates a route
		}
		return id, path, ok
	}
	return "", "", false
}

func (r *routes) methodName(member syntax.Node) string {
	name, _, _ := strings.Cut(string(r.w.Text(r.w.Child(member, "name"))), "<")
	return name
}

// call records what a call on a router, or with one, says.
func (r *routes) call(n syntax.Node) {
	w := r.w
	f := w.Child(n, "function")
	if w.Kind(f) != "member_access_expression" {
		r.handedOver(n, f)
		return
	}
	method := r.methodName(f)
	if method == "UseEndpoints" {
		r.useEndpoints(n)
		return
	}
	on, prefix, ok := r.receiver(w.Child(f, "expression"))
	if !ok {
		r.handedOver(n, f)
		return
	}
	verb, isVerb := lang.HTTPMethod(strings.TrimPrefix(method, "Map"))
	if !strings.HasPrefix(method, "Map") {
		return
	}
	first := r.argument(n, 0)
	out := code.Route{Router: on, Methods: verb, Path: code.JoinPath(prefix, r.path(first))}
	switch {
	case isVerb && r.argument(n, 1) != syntax.None:
		out.Target = r.handler(r.argument(n, 1))
	case method == "Map" && r.argument(n, 1) != syntax.None:
		out.Target = r.handler(r.argument(n, 1))
	case method == "MapMethods":
		out.Methods, out.Target = lang.JoinMethods(r.texts(r.argument(n, 1))), r.handler(r.argument(n, 2))
	case method == "MapHub", method == "MapHealthChecks":
		_, generic, _ := strings.Cut(string(w.Text(w.Child(f, "name"))), "<")
		out.Target = strings.TrimSuffix(generic, ">")
	case method == "MapControllerRoute", method == "MapAreaControllerRoute":
		pattern := r.named(n, "pattern")
		if pattern == syntax.None {
			pattern = r.argument(n, 1)
		}
		out.Path = code.JoinPath(prefix, r.path(pattern))
	case method == "MapGroup" || isVerb || first != syntax.None && w.Kind(first) == "string_literal":
		return
	default: // an extension that makes routes: app.MapCatalogApi()
		out = code.Route{Form: code.RouteMount, Path: prefix, Router: on, Target: method}
	}
	if out.Form == code.RouteEndpoint && out.Path == "" && prefix == "" && first == syntax.None {
		return
	}
	w.Route(n, out)
}

// useEndpoints makes a router of what app.UseEndpoints(endpoints => ...) hands over.
func (r *routes) useEndpoints(n syntax.Node) {
	w := r.w
	fn := r.argument(n, 0)
	if w.Kind(fn) != "lambda_expression" {
		return
	}
	p := w.Child(fn, "parameters")
	name := strings.Trim(string(w.Text(p)), "() ")
	if p == syntax.None || strings.Contains(name, " ") {
		return
	}
	id := r.name(fn)
	r.declared[routerIn{fn, name}] = id
	w.Route(n, code.Route{Form: code.RouteRouter, Framework: "aspnet", Router: id})
}

// handedOver records that a router is given to a function: Api.Map(app).
func (r *routes) handedOver(n, f syntax.Node) {
	w := r.w
	target := string(w.Text(f))
	if len(target) > 100 || strings.ContainsAny(target, "()<> \n") {
		return
	}
	for i := range 3 {
		a := r.argument(n, i)
		if a == syntax.None {
			return
		}
		if on, path, ok := r.receiver(a); ok {
			if i > 0 {
				target += "#" + strconv.Itoa(i)
			}
			w.Route(n, code.Route{Form: code.RouteMount, Path: path, Router: on, Target: target})
		}
	}
}

// argument is the i-th argument without a name.
func (r *routes) argument(call syntax.Node, i int) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(call, "arguments")); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) != "argument" || w.Child(a, "name") != syntax.None {
			continue
		}
		if i == 0 {
			return w.NamedChild(a, 0)
		}
		i--
	}
	return syntax.None
}

func (r *routes) named(call syntax.Node, name string) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(call, "arguments")); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) == "argument" && string(w.Text(w.Child(a, "name"))) == name {
			return w.NamedChild(a, 1)
		}
	}
	return syntax.None
}

// text reads a string without interpolations.
func (r *routes) text(n syntax.Node) (string, bool) {
	s := string(r.w.Text(n))
	switch r.w.Kind(n) {
	case "string_literal", "verbatim_string_literal":
		s = strings.TrimPrefix(s, "@")
		if len(s) >= 2 {
			return s[1 : len(s)-1], true
		}
	}
	return "", false
}

// path reads a path; what is no plain text is shown in braces.
func (r *routes) path(n syntax.Node) string {
	if s, ok := r.text(n); ok {
		return s
	}
	switch r.w.Kind(n) {
	case "":
		return ""
	case "binary_expression":
		return r.path(r.w.Child(n, "left")) + r.path(r.w.Child(n, "right"))
	case "interpolated_string_expression":
		return strings.Trim(string(r.w.Text(n)), `$"`)
	}
	text := string(r.w.Text(n))
	if s, ok := r.constants[code.LastPart(text)]; ok {
		return s
	}
	return "${" + code.Clip(code.OneLine(text), 60) + "}"
}

// texts reads the strings in an array or a list.
func (r *routes) texts(n syntax.Node) (out []string) {
	for c := n; n != syntax.None && c < r.w.After(n); c++ {
		if s, ok := r.text(c); ok {
			out = append(out, s)
		}
	}
	return out
}

// handler names what answers a route, empty for what has no name.
func (r *routes) handler(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "identifier":
		if class := r.class(n); class != "" {
			return class + "." + string(w.Text(n))
		}
		return string(w.Text(n))
	case "member_access_expression":
		if text := string(w.Text(n)); !strings.ContainsAny(text, "()<> \n") {
			return text
		}
	}
	return ""
}
