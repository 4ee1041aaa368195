package rust

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// chained records what a chain of calls on a router says.
func (r *routes) chained(n syntax.Node) {
	w := r.w
	calls, root := r.chain(n)
	framework, path := r.made(root)
	id := ""
	switch {
	case framework != "":
		id = r.router(n, root)
		w.Route(root, code.Route{Form: code.RouteRouter, Framework: framework, Path: path, Router: id})
	case w.Kind(root) == "identifier":
		known, ok := r.lookup(root)
		if !ok {
			r.handedOver(n)
			return
		}
		id = known
		if r.isResult(n) {
			w.Route(n, code.Route{Form: code.RouteMount, Router: r.name(r.scopeOf(n)), Target: id})
		}
	case w.Kind(root) == "call_expression" && r.returned[r.callee(root)]:
		id = r.router(n, root)
		if len(calls) == 0 && strings.Contains(id, "@") {
			return // handed on as it is
		}
		if id != r.callee(root) {
			w.Route(root, code.Route{Form: code.RouteMount, Router: id, Target: r.callee(root)})
		}
	default:
		r.handedOver(n)
		return
	}
	for _, c := range calls {
		first, second := r.argument(c.args, 0), r.argument(c.args, 1)
		switch c.name {
		case "route":
			r.route(c, id, first, second)
		case "route_service":
			w.Route(c.at, code.Route{Path: r.path(first), Router: id, Target: r.handler(second)})
		case "to":
			w.Route(c.at, code.Route{Router: id, Target: r.handler(first)})
		case "nest":
			r.mount(c.at, id, r.path(first), second)
		case "nest_service":
			r.mount(c.at, id, r.path(first), second)
		case "merge", "service", "configure":
			r.mount(c.at, id, "", first)
		default:
			if verb, ok := lang.HTTPMethod(c.name); ok && framework == "actix" && path != "" {
				w.Route(c.at, code.Route{Methods: verb, Router: id, Target: r.handler(first)})
			}
		}
	}
}

// route records .route(path, get(handler)) of Axum, .route(path,
// web::get().to(handler)) of Actix and .route(web::get().to(handler)) of its resources.
func (r *routes) route(c call, id string, first, second syntax.Node) {
	w := r.w
	path, methods := "", first
	if second != syntax.None {
		path, methods = r.path(first), second
	}
	calls, root := r.chain(methods)
	verb := func(name string) (string, bool) {
		name = strings.TrimSuffix(code.LastPart(name), "_service")
		if name == "any" || name == "route" || name == "to" {
			return "", true
		}
		return lang.HTTPMethod(name)
	}
	if w.Kind(root) != "call_expression" {
		w.Route(c.at, code.Route{Path: path, Router: id, Target: r.handler(methods)})
		return
	}
	all := append([]call{{r.callee(root), w.Child(root, "arguments"), root}}, calls...)
	if r.argument(all[0].args, 0) == syntax.None { // web::get().to(handler)
		out := code.Route{Path: path, Router: id}
		out.Methods, _ = verb(all[0].name)
		for _, m := range all[1:] {
			switch m.name {
			case "method":
				out.Methods = lang.JoinMethods([]string{code.LastPart(string(w.Text(r.argument(m.args, 0))))})
			case "to":
				out.Target = r.handler(r.argument(m.args, 0))
			}
		}
		w.Route(c.at, out)
		return
	}
	found := false
	for _, m := range all {
		if method, ok := verb(m.name); ok {
			found = true
			w.Route(m.at, code.Route{Methods: method, Path: path, Router: id, Target: r.handler(r.argument(m.args, 0))})
		}
	}
	if !found { // a function that gives the methods
		w.Route(c.at, code.Route{Path: path, Router: id, Target: r.handler(root)})
	}
}

// mount records that what target stands for hangs below a path.
func (r *routes) mount(at syntax.Node, id, path string, target syntax.Node) {
	w := r.w
	_, root := r.chain(target)
	name := ""
	switch framework, _ := r.made(root); {
	case framework != "":
		name = r.router(target, root)
	case w.Kind(root) == "identifier":
		name = string(w.Text(root))
		if known, ok := r.lookup(root); ok {
			name = known
		}
	case w.Kind(root) == "scoped_identifier":
		name = string(w.Text(root))
	case w.Kind(root) == "call_expression":
		name = r.callee(root)
		if strings.ContainsAny(name, "(\n ") {
			return
		}
	}
	if name != "" && name != id {
		w.Route(at, code.Route{Form: code.RouteMount, Path: path, Router: id, Target: name})
	}
}

// handedOver records that a router is given to a function: add_routes(router).
func (r *routes) handedOver(n syntax.Node) {
	w := r.w
	target := r.callee(n)
	if target == "" || strings.ContainsAny(target, "(.\n ") {
		return
	}
	for i := range 3 {
		a := r.argument(w.Child(n, "arguments"), i)
		if w.Kind(a) != "identifier" {
			continue
		}
		if id, ok := r.lookup(a); ok {
			name := target
			if i > 0 {
				name += "#" + strconv.Itoa(i)
			}
			w.Route(n, code.Route{Form: code.RouteMount, Router: id, Target: name})
		}
	}
}

// handler names what answers a route, empty for what has no name.
func (r *routes) handler(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "identifier", "scoped_identifier":
		return string(w.Text(n))
	case "generic_function":
		return r.handler(w.Child(n, "function"))
	case "call_expression":
		_, root := r.chain(n)
		if w.Kind(root) != "call_expression" {
			return r.handler(root)
		}
		if name := r.callee(root); !strings.ContainsAny(name, "(\n ") {
			return name
		}
	}
	return ""
}
