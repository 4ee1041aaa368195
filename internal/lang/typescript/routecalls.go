package typescript

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// receiver is what a method is called on.
type receiver struct {
	router string
	path   string // of .route(path)
	routed bool   // methods take no path of their own
	known  bool   // the file itself says that it is a router
}

// receiver finds the router that an expression stands for; false if it is none.
func (r *routers) receiver(n syntax.Node) (receiver, bool) { return r.chained(n, 0) }

// longestCallChain is how far a chain of calls is followed to what it begins with.
const longestCallChain = 1000

func (r *routers) chained(n syntax.Node, depth int) (receiver, bool) {
	w := r.w
	if depth > longestCallChain {
		return receiver{}, false
	}
	n = r.bare(n)
	if id, ok := r.values[n]; ok {
		return receiver{router: id, known: true}, true
	}
	switch w.Kind(n) {
	case "identifier":
		return r.lookup(n)
	case "member_expression":
		text := string(w.Text(n))
		if strings.HasPrefix(text, "this.") {
			id, ok := r.declared[routerIn{r.classAround(n), text}]
			return receiver{router: id, known: true}, ok
		}
		id, ok := r.declared[routerIn{w.Root(), text}]
		return receiver{router: id, known: true}, ok
	case "call_expression":
		f := w.Child(n, "function")
		method := string(w.Text(w.Child(f, "property")))
		if w.Kind(f) != "member_expression" || !r.chains(method) {
			return receiver{}, false
		}
		base, ok := r.chained(w.Child(f, "object"), depth+1)
		if args := w.Child(n, "arguments"); ok && method == "route" && r.argument(args, 1) == syntax.None {
			if path, isText := r.text(r.argument(args, 0)); isText {
				base.path, base.routed = path, true
			}
		}
		return base, ok
	}
	return receiver{}, false
}

// lookup finds the router that a bare name means where it stands.
func (r *routers) lookup(n syntax.Node) (receiver, bool) {
	name := string(r.w.Text(n))
	for s := r.scopeOf(n); ; s = r.scopeOf(s) {
		if id, ok := r.declared[routerIn{s, name}]; ok {
			return receiver{router: id, known: true}, true
		}
		if id, ok := r.params[routerIn{s, name}]; ok {
			return receiver{router: id}, true
		}
		if s == r.w.Root() {
			break
		}
	}
	if b, ok := r.imports[name]; ok && ownSpecifier(b.specifier) {
		return receiver{router: name}, true
	}
	return receiver{}, false
}

// ownSpecifier reports whether an import may lead to a file of the project.
func ownSpecifier(s string) bool {
	return strings.HasPrefix(s, ".") || strings.HasPrefix(s, "@/") || strings.HasPrefix(s, "~") || strings.HasPrefix(s, "#") || strings.HasPrefix(s, "src/")
}

// call records what a call on a router says.
func (r *routers) call(n syntax.Node) {
	w := r.w
	f := w.Child(n, "function")
	args := w.Child(n, "arguments")
	if w.Kind(f) != "member_expression" {
		r.handedOver(n, f)
		return
	}
	method := string(w.Text(w.Child(f, "property")))
	object := w.Child(f, "object")
	if method == "setGlobalPrefix" {
		if path, ok := r.text(r.argument(args, 0)); ok && r.imports["NestFactory"].specifier == "@nestjs/core" {
			w.Route(n, code.Route{Form: code.RouteGlobal, Framework: "nestjs", Path: path})
		}
		return
	}
	verb, isVerb := lang.HTTPMethod(method)
	if !isVerb && method != "all" && method != "del" && method != "use" && method != "route" && method != "register" && method != "on" {
		r.handedOver(n, f)
		return
	}
	on, ok := r.receiver(object)
	if !ok {
		return
	}
	switch method {
	case "use":
		r.mounted(n, on, args)
	case "register":
		r.plugin(n, on, args)
	case "route":
		r.route(n, on, args)
	case "on":
		methods, ok := r.texts(r.argument(args, 0))
		verb = lang.JoinMethods(methods)
		if ok && verb != "" {
			r.endpoint(n, on, verb, args, 1)
		}
	default:
		if method == "del" {
			verb = "DELETE"
		}
		r.endpoint(n, on, verb, args, 0)
	}
}

// endpoint records a method of a router that is given a path and a handler.
func (r *routers) endpoint(n syntax.Node, on receiver, verb string, args syntax.Node, at int) {
	w := r.w
	count := r.count(args)
	if count == 0 {
		return
	}
	paths := []string{on.path}
	if !on.routed {
		var ok bool
		paths, ok = r.texts(r.argument(args, at))
		if !ok && w.Kind(r.argument(args, at)) == "regex" {
			paths, ok = []string{string(w.Text(r.argument(args, at)))}, true
		}
		if next := r.argument(args, at+1); ok && count > at+2 {
			if second, named := r.texts(next); named && len(second) > 0 && strings.HasPrefix(second[0], "/") && !strings.HasPrefix(paths[0], "/") {
				paths = second // koa-router: a name comes first
			}
		}
		if !ok || count <= at+1 {
			return
		}
	}
	last := r.argument(args, count-1)
	if k := w.Kind(r.bare(last)); k == "string" || k == "number" || k == "template_string" {
		return // what is only given data is no router
	}
	if w.Kind(last) == "object" && !on.known && r.property(last, "handler") == syntax.None {
		return // a client's options
	}
	for _, path := range paths {
		if !on.known && !strings.HasPrefix(path, "/") && path != "*" {
			continue
		}
		w.Route(r.statement(n), code.Route{Form: code.RouteEndpoint, Methods: verb, Path: path, Router: on.router, Target: r.handler(last)})
	}
}

// statement is the part of a chain of calls that makes one route: the
// method's name where something else is called before it.
func (r *routers) statement(n syntax.Node) syntax.Node {
	f := r.w.Child(n, "function")
	if r.w.Kind(r.w.Child(f, "object")) == "call_expression" {
		return r.w.Child(f, "property")
	}
	return n
}

// route records Fastify's route({method, url, handler}) and Hono's route(path, router).
func (r *routers) route(n syntax.Node, on receiver, args syntax.Node) {
	w := r.w
	first, second := r.argument(args, 0), r.argument(args, 1)
	if w.Kind(first) == "object" {
		url, ok := r.text(r.property(first, "url"))
		if !ok {
			url, ok = r.text(r.property(first, "path"))
		}
		methods, _ := r.texts(r.property(first, "method"))
		if ok {
			w.Route(n, code.Route{Form: code.RouteEndpoint, Methods: lang.JoinMethods(methods), Path: url, Router: on.router, Target: r.handler(first)})
		}
		return
	}
	if path, ok := r.text(first); ok && second != syntax.None {
		r.mount(n, on, path, second)
	}
}

// mounted records use(path, router...).
func (r *routers) mounted(n syntax.Node, on receiver, args syntax.Node) {
	w := r.w
	paths := []string{on.path}
	at := 0
	if p, ok := r.texts(r.argument(args, 0)); ok {
		paths, at = p, 1
	}
	for i := at; i < r.count(args); i++ {
		for _, p := range paths {
			r.mount(n, on, p, w.NamedChild(args, i))
		}
	}
}

// plugin records Fastify's register(plugin, {prefix}).
func (r *routers) plugin(n syntax.Node, on receiver, args syntax.Node) {
	options := r.argument(args, 1)
	r.mount(n, on, r.option(options, "prefix"), r.argument(args, 0))
	if dir := r.property(options, "dir"); dir != syntax.None && strings.Contains(strings.ToLower(string(r.w.Text(r.argument(args, 0)))), "autoload") {
		// @fastify/autoload: path.join(__dirname, 'routes')
		if r.w.Kind(dir) == "call_expression" {
			inner := r.w.Child(dir, "arguments")
			dir = r.argument(inner, r.count(inner)-1)
		}
		if text, ok := r.text(dir); ok && text != "" {
			r.w.Route(n, code.Route{Form: code.RouteMountPath, Framework: "fastify autoload", Path: r.option(r.property(options, "options"), "prefix"),
				Router: on.router, Target: "./" + strings.Trim(text, "./")})
		}
	}
}

// mount records that what target stands for hangs below a path.
func (r *routers) mount(n syntax.Node, on receiver, path string, target syntax.Node) {
	if name := r.mountable(target); name != "" && name != on.router {
		r.w.Route(n, code.Route{Form: code.RouteMount, Path: path, Router: on.router, Target: name})
	}
}

// mountable names what is mounted, empty for what cannot be a router.
func (r *routers) mountable(n syntax.Node) string {
	w := r.w
	n = r.bare(n)
	if id, ok := r.values[n]; ok {
		return id
	}
	switch w.Kind(n) {
	case "arrow_function", "function_expression":
		return r.name(n)
	case "identifier":
		if on, ok := r.lookup(n); ok {
			return on.router
		}
		for s := r.scopeOf(n); ; s = r.scopeOf(s) { // a function of the file
			id := within(r.name(s), string(w.Text(n)))
			if r.named[id] {
				return id
			}
			if s == w.Root() {
				break
			}
		}
		return string(w.Text(n))
	case "member_expression":
		if on, ok := r.receiver(n); ok {
			return on.router
		}
		if spec := r.required(r.bare(w.Child(n, "object"))); spec != "" {
			return strconv.Quote(spec) + "." + string(w.Text(w.Child(n, "property")))
		}
		return flat(string(w.Text(n)))
	case "call_expression":
		if spec := r.required(n); spec != "" {
			return strconv.Quote(spec)
		}
		f := w.Child(n, "function")
		if w.Kind(f) == "member_expression" {
			switch string(w.Text(w.Child(f, "property"))) {
			case "routes", "middleware", "handler":
				return r.mountable(w.Child(f, "object"))
			}
			if on, ok := r.receiver(n); ok {
				return on.router
			}
		}
		return r.mountable(f) // what a function returns
	}
	return ""
}

// flat is a dotted name, empty for any other expression.
func flat(text string) string {
	if len(text) > 100 || strings.ContainsAny(text, "()[]{} \n\"'`") {
		return ""
	}
	return strings.TrimPrefix(strings.ReplaceAll(text, "?.", "."), "this.")
}

// handedOver records that a router is given to a function: f(app).
func (r *routers) handedOver(n, f syntax.Node) {
	w := r.w
	args := w.Child(n, "arguments")
	f = r.bare(f)
	spec, own := r.required(f), false
	if k := w.Kind(f); spec == "" && (k == "identifier" || k == "member_expression") {
		own = r.reaches(flat(string(w.Text(f))))
	}
	for i := range 3 {
		a := r.argument(args, i)
		if k := w.Kind(a); k != "identifier" && k != "member_expression" {
			continue
		}
		if spec == "" && !own && !r.names[string(w.Text(a))] {
			continue // a parameter that is handed on to something from outside
		}
		on, ok := r.receiver(a)
		if !ok || !on.known && spec == "" && !own {
			continue
		}
		target := strconv.Quote(spec)
		if spec == "" {
			target = r.mountable(f)
		}
		if target == "" || target == on.router {
			continue
		}
		if i > 0 {
			target += "#" + strconv.Itoa(i)
		}
		w.Route(n, code.Route{Form: code.RouteMount, Router: on.router, Target: target})
	}
}

// reaches reports whether a name may lead to a function of the project.
func (r *routers) reaches(name string) bool {
	head, _, _ := strings.Cut(name, ".")
	return r.named[name] || ownSpecifier(r.imports[head].specifier)
}

// exported records under which name a file gives a router or a function away.
func (r *routers) exported(n syntax.Node) {
	w := r.w
	alias := func(name string, value syntax.Node) {
		if k := w.Kind(value); k != "identifier" && k != "call_expression" {
			return
		}
		if target := r.mountable(value); target != "" && target != name && (r.ids[target] || r.reaches(target)) {
			w.Route(value, code.Route{Form: code.RouteMount, Router: name, Target: target})
		}
	}
	switch w.Kind(n) {
	case "assignment_expression":
		left := string(w.Text(w.Child(n, "left")))
		name := exportName(left)
		if right := w.Child(n, "right"); name != "" && name != left {
			alias(name, right)
		}
	case "export_statement":
		if w.ChildOfKind(n, "default") != syntax.None {
			alias("default", w.Child(n, "value"))
		}
	case "export_specifier":
		if a := w.Child(n, "alias"); a != syntax.None {
			alias(string(w.Text(a)), w.Child(n, "name"))
		}
	}
}

// handler names what answers a route, empty for what has no name.
func (r *routers) handler(n syntax.Node) string {
	w := r.w
	n = r.bare(n)
	switch w.Kind(n) {
	case "identifier":
		return string(w.Text(n))
	case "member_expression":
		if spec := r.required(r.bare(w.Child(n, "object"))); spec != "" {
			return strconv.Quote(spec) + "." + string(w.Text(w.Child(n, "property")))
		}
		if own, ok := strings.CutPrefix(string(w.Text(n)), "this."); ok && r.classAround(n) != w.Root() {
			return flat(within(r.name(r.classAround(n)), own))
		}
		return flat(string(w.Text(n)))
	case "object":
		if method := w.ChildOfKind(n, "method_definition"); method != syntax.None {
			return ""
		}
		return r.handler(r.property(n, "handler"))
	case "array":
		return r.handler(r.argument(n, r.count(n)-1))
	case "call_expression":
		f := w.Child(n, "function")
		if w.Kind(f) == "member_expression" && string(w.Text(w.Child(f, "property"))) == "bind" {
			return r.handler(w.Child(f, "object"))
		}
		if args := w.Child(n, "arguments"); r.count(args) == 1 { // wrap(handler)
			if k := w.Kind(r.argument(args, 0)); k == "identifier" || k == "member_expression" {
				return r.handler(r.argument(args, 0))
			}
		}
	}
	return ""
}

// argument is the i-th argument or element, None if there is none.
func (r *routers) argument(list syntax.Node, i int) syntax.Node {
	if list == syntax.None || i < 0 {
		return syntax.None
	}
	return r.w.NamedChild(list, i)
}

func (r *routers) count(list syntax.Node) (n int) {
	for list != syntax.None && r.w.NamedChild(list, n) != syntax.None {
		n++
	}
	return n
}

// text reads a string without substitutions.
func (r *routers) text(n syntax.Node) (string, bool) {
	switch r.w.Kind(n) {
	case "string":
		s, _ := unquote(r.w, n)
		return s, true
	case "template_string":
		if s, _ := unquote(r.w, n); r.w.ChildOfKind(n, "template_substitution") == syntax.None {
			return s, true
		}
	}
	return "", false
}

// texts reads a string or an array of strings.
func (r *routers) texts(n syntax.Node) ([]string, bool) {
	if s, ok := r.text(n); ok {
		return []string{s}, true
	}
	if r.w.Kind(n) != "array" {
		return nil, false
	}
	var out []string
	for i := range r.count(n) {
		s, ok := r.text(r.argument(n, i))
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, len(out) > 0
}

// property is the value of an object's key, None if there is none.
func (r *routers) property(object syntax.Node, key string) syntax.Node {
	w := r.w
	if w.Kind(object) != "object" {
		return syntax.None
	}
	for p := w.FirstChild(object); p != syntax.None; p = w.Next(p) {
		if w.Kind(p) == "pair" && strings.Trim(string(w.Text(w.Child(p, "key"))), `"'`) == key {
			return w.Child(p, "value")
		}
		if w.Kind(p) == "shorthand_property_identifier" && string(w.Text(p)) == key {
			return p
		}
	}
	return syntax.None
}

func (r *routers) option(object syntax.Node, key string) string {
	s, _ := r.text(r.property(object, key))
	return s
}

// nestMethods are the decorators of NestJS that make a method a route.
var nestMethods = map[string]string{"Get": "GET", "Post": "POST", "Put": "PUT", "Patch": "PATCH", "Delete": "DELETE", "Head": "HEAD",
	"Options": "OPTIONS", "All": "", "Sse": "GET"}

// controller records the routes of a NestJS controller.
func (r *routers) controller(class syntax.Node) {
	w := r.w
	prefixes, ok := r.controllerPaths(class)
	if p := w.Parent(class); !ok && w.Kind(p) == "export_statement" {
		prefixes, ok = r.controllerPaths(p)
	}
	if !ok {
		return
	}
	name := string(w.Text(w.Child(class, "name")))
	var decorators []syntax.Node
	for m := w.FirstChild(w.Child(class, "body")); m != syntax.None; m = w.Next(m) {
		switch w.Kind(m) {
		case "decorator":
			decorators = append(decorators, m)
			continue
		case "comment":
			continue
		case "method_definition":
			for _, d := range decorators {
				verb, args := r.decorator(d)
				methods, isRoute := nestMethods[verb]
				if !isRoute || r.imports[verb].specifier != "@nestjs/common" {
					continue
				}
				paths, _ := r.texts(r.argument(args, 0))
				if len(paths) == 0 {
					paths = []string{""}
				}
				for _, prefix := range prefixes {
					for _, path := range paths {
						method := w.Child(m, "name")
						w.Route(d, code.Route{Form: code.RouteEndpoint, Framework: "nestjs", Methods: methods,
							Path: code.JoinPath(prefix, strings.TrimPrefix(path, "/")), Target: name + "." + string(w.Text(method)), TargetLine: w.Line(w.Start(method))})
					}
				}
			}
		}
		decorators = decorators[:0]
	}
}

// controllerPaths reads @Controller among the decorators that n holds.
func (r *routers) controllerPaths(n syntax.Node) ([]string, bool) {
	w := r.w
	for d := w.FirstChild(n); d != syntax.None; d = w.Next(d) {
		if w.Kind(d) != "decorator" {
			continue
		}
		name, args := r.decorator(d)
		if name != "Controller" || r.imports[name].specifier != "@nestjs/common" {
			continue
		}
		first := r.argument(args, 0)
		if w.Kind(first) == "object" {
			first = r.property(first, "path")
		}
		if paths, ok := r.texts(first); ok {
			return paths, true
		}
		return []string{""}, true
	}
	return nil, false
}

func (r *routers) decorator(d syntax.Node) (name string, args syntax.Node) {
	call := r.w.NamedChild(d, 0)
	return string(r.w.Text(r.w.Child(call, "function"))), r.w.Child(call, "arguments")
}
