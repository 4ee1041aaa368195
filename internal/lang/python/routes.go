package python

import (
	"bytes"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a module that makes routes by itself mentions.
var routeWords = []string{"flask", "quart", "fastapi", "starlette", "urlpatterns", "blueprint", "app route", "app get", "app post", "bp route", "router get", "router post", "router register"}

// routeMarks are texts of which a module with anything about routes holds one.
var routeMarks = [][]byte{[]byte("lask"), []byte("uart"), []byte("astapi"), []byte("tarlette"), []byte("jango"), []byte("rest_framework"), []byte(".route("),
	[]byte(".get("), []byte(".post("), []byte(".add_url_rule("), []byte("register_blueprint"), []byte("include_router")}

// routerClasses are the classes whose values are routers.
var routerClasses = map[string]string{"flask.Flask": "flask", "flask.Blueprint": "flask", "quart.Quart": "quart", "quart.Blueprint": "quart",
	"fastapi.FastAPI": "fastapi", "fastapi.APIRouter": "fastapi", "fastapi.routing.APIRouter": "fastapi", "fastapi.applications.FastAPI": "fastapi",
	"rest_framework.routers.DefaultRouter": "django", "rest_framework.routers.SimpleRouter": "django", "rest_framework.DefaultRouter": "django"}

// routers finds what a module says about routes once it has been walked.
type routers struct {
	w       *lang.Walk
	imports map[string]string // what a name stands for: flask.Blueprint
	own     map[string]bool   // of those, what may lead into the project
	// declared are routers by the function or class they are local to.
	declared map[routerIn]routerOf
	texts    map[string]string // constants of the module
	django   bool
}

type routerIn struct {
	scope syntax.Node
	name  string
}

type routerOf struct {
	id        string
	framework string // empty where the module does not say
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
	r := &routers{w: w, imports: make(map[string]string), own: make(map[string]bool), declared: make(map[routerIn]routerOf), texts: make(map[string]string)}
	for _, im := range w.Imports() {
		for _, n := range im.Names {
			whole := im.Specifier + "." + n.Name
			if n.Name == "*" {
				whole = im.Specifier
			}
			r.imports[n.Local()] = whole
			r.own[n.Local()] = strings.HasPrefix(im.Specifier, ".") || !outside(im.Specifier)
		}
		if len(im.Names) == 0 {
			head, _, _ := strings.Cut(im.Specifier, ".")
			r.imports[head] = head
			r.own[head] = !outside(im.Specifier)
		}
		r.django = r.django || im.Specifier == "django.urls" || im.Specifier == "django.conf.urls" || strings.HasPrefix(im.Specifier, "rest_framework")
	}
	r.declare()
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "decorated_definition":
			r.decorated(n)
		case "call":
			r.call(n)
		case "assignment", "augmented_assignment":
			r.patternList(n)
		}
	}
}

// outside reports whether a module is a framework's own.
func outside(spec string) bool {
	head, _, _ := strings.Cut(spec, ".")
	switch head {
	case "flask", "quart", "fastapi", "starlette", "django", "rest_framework", "requests", "httpx", "unittest", "pytest":
		return true
	}
	return false
}

func (r *routers) scopeOf(n syntax.Node) syntax.Node {
	if p := r.w.Ancestor(n, "function_definition", "class_definition"); p != syntax.None {
		return p
	}
	return r.w.Root()
}

func (r *routers) name(scope syntax.Node) string {
	if scope == r.w.Root() {
		return ""
	}
	own := string(r.w.Text(r.w.Child(scope, "name")))
	if outer := r.name(r.scopeOf(scope)); outer != "" && len(outer) < 120 {
		return outer + "." + own
	}
	return own
}

func (r *routers) within(scope syntax.Node, name string) string {
	if outer := r.name(scope); outer != "" {
		return outer + "." + name
	}
	return name
}

// qualified is what a dotted expression stands for by the imports.
func (r *routers) qualified(n syntax.Node) string {
	text := string(r.w.Text(n))
	head, rest, dotted := strings.Cut(text, ".")
	if whole, ok := r.imports[head]; ok {
		if dotted {
			return whole + "." + rest
		}
		return whole
	}
	return text
}

// declare finds the routers that the module makes or is given.
func (r *routers) declare() {
	w := r.w
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "assignment":
			left, right := w.Child(n, "left"), w.Child(n, "right")
			if w.Kind(w.Parent(n)) == "assignment" {
				continue // a = b = X(): the inner one tells
			}
			for w.Kind(right) == "assignment" {
				right = w.Child(right, "right")
			}
			scope := r.scopeOf(n)
			if s, ok := r.text(right); ok && scope == w.Root() && w.Kind(left) == "identifier" {
				if old, twice := r.texts[string(w.Text(left))]; twice && old != s {
					s = "" // no constant
				}
				r.texts[string(w.Text(left))] = s
			}
			if w.Kind(right) == "call" {
				r.assigned(scope, left, right)
			}
		case "function_definition":
			r.parameters(n)
		}
	}
}

func (r *routers) assigned(scope, left, call syntax.Node) {
	w := r.w
	name := string(w.Text(left))
	framework := routerClasses[r.qualified(w.Child(call, "function"))]
	id := ""
	switch w.Kind(left) {
	case "identifier":
		if id = r.within(scope, name); w.Kind(scope) == "function_definition" && r.returns(scope, name) {
			id = r.name(scope)
		}
	case "attribute":
		if field, ok := strings.CutPrefix(name, "self."); ok {
			if class := w.Ancestor(left, "class_definition"); class != syntax.None {
				scope, id = class, r.within(class, field)
			}
		}
	}
	switch f := w.Child(call, "function"); {
	case id == "":
	case framework != "":
		r.declared[routerIn{scope, name}] = routerOf{id, framework}
		prefix := ""
		for _, key := range []string{"url_prefix", "prefix"} {
			if v := r.keyword(call, key); v != syntax.None {
				prefix = r.path(v)
			}
		}
		w.Route(call, code.Route{Form: code.RouteRouter, Framework: framework, Path: prefix, Router: id})
	case w.Kind(f) == "identifier" && scope == w.Root():
		// app = create_app(): what the function returns.
		text := string(w.Text(f))
		if r.own[text] || r.defines(text) {
			r.declared[routerIn{scope, name}] = routerOf{id: id}
			w.Route(call, code.Route{Form: code.RouteRouter, Router: id})
			w.Route(call, code.Route{Form: code.RouteMount, Router: text, Target: id})
		}
	}
}

// defines reports whether the module has a function of that name.
func (r *routers) defines(name string) bool {
	for i := range r.w.Count() {
		if d := r.w.Definition(i); d.Name == name && d.Kind == code.KindFunction {
			return true
		}
	}
	return false
}

// returns reports whether a function returns a name.
func (r *routers) returns(fn syntax.Node, name string) bool {
	w := r.w
	for n := fn; n < w.After(fn); n++ {
		if w.Kind(n) == "return_statement" && string(w.Text(w.NamedChild(n, 0))) == name && r.scopeOf(n) == fn {
			return true
		}
	}
	return false
}

func (r *routers) parameters(fn syntax.Node) {
	w := r.w
	inClass := w.Kind(r.scopeOf(fn)) == "class_definition"
	i := 0
	for p := w.FirstChild(w.Child(fn, "parameters")); p != syntax.None; p = w.Next(p) {
		if !w.IsNamed(p) || w.Kind(p) == "comment" {
			continue
		}
		name := p
		if w.Kind(p) != "identifier" {
			name = w.Child(p, "name")
			if name == syntax.None {
				name = w.NamedChild(p, 0)
			}
		}
		id := r.name(fn)
		if i > 0 {
			id += "#" + strconv.Itoa(i)
		}
		if text := string(w.Text(name)); !(i == 0 && inClass && (text == "self" || text == "cls")) {
			i++
			framework := routerClasses[r.qualified(w.Child(p, "type"))]
			r.declared[routerIn{fn, text}] = routerOf{id, framework}
			if framework != "" {
				w.Route(p, code.Route{Form: code.RouteRouter, Framework: framework, Router: id})
			}
		}
	}
}

// router finds what an expression stands for; false if it is no router.
func (r *routers) router(n syntax.Node) (routerOf, bool) {
	w := r.w
	text := string(w.Text(n))
	switch w.Kind(n) {
	case "identifier":
		for s := r.scopeOf(n); ; s = r.scopeOf(s) {
			if d, ok := r.declared[routerIn{s, text}]; ok {
				return d, true
			}
			if s == w.Root() {
				break
			}
		}
		return routerOf{id: text}, r.own[text]
	case "attribute":
		if strings.HasPrefix(text, "self.") {
			d, ok := r.declared[routerIn{w.Ancestor(n, "class_definition"), text}]
			return d, ok
		}
		head, _, _ := strings.Cut(text, ".")
		return routerOf{id: text}, r.own[head] && !strings.ContainsAny(text, "()[ ")
	}
	return routerOf{}, false
}

// decorated records routes that a decorator makes of the function below it.
func (r *routers) decorated(n syntax.Node) {
	w := r.w
	def := w.Child(n, "definition")
	name := w.Child(def, "name")
	for d := w.FirstChild(n); d != syntax.None; d = w.Next(d) {
		call := w.NamedChild(d, 0)
		if w.Kind(d) != "decorator" || w.Kind(call) != "call" {
			continue
		}
		f := w.Child(call, "function")
		if w.Kind(f) != "attribute" {
			continue
		}
		verb, isVerb := lang.HTTPMethod(string(w.Text(w.Child(f, "attribute"))))
		attribute := string(w.Text(w.Child(f, "attribute")))
		if !isVerb && attribute != "route" && attribute != "api_route" && attribute != "websocket" {
			continue
		}
		on, ok := r.router(w.Child(f, "object"))
		if !ok || on.framework == "django" {
			continue
		}
		first := r.argument(call, 0)
		for _, key := range []string{"path", "rule"} {
			if v := r.keyword(call, key); first == syntax.None && v != syntax.None {
				first = v
			}
		}
		if first == syntax.None || on.framework == "" && w.Kind(first) != "string" {
			continue
		}
		methods := verb
		switch attribute {
		case "route":
			methods = lang.JoinMethods(r.strings(r.keyword(call, "methods")))
			if r.keyword(call, "methods") == syntax.None {
				methods = "GET"
			}
		case "api_route":
			methods = lang.JoinMethods(r.strings(r.keyword(call, "methods")))
		case "websocket":
			methods = "GET"
		}
		w.Route(d, code.Route{Form: code.RouteEndpoint, Methods: methods, Path: r.path(first), Router: on.id,
			Target: r.within(r.scopeOf(n), string(w.Text(name))), TargetLine: w.Line(w.Start(name))})
	}
}

// call records what a call on a router, or with one, says.
func (r *routers) call(n syntax.Node) {
	w := r.w
	f := w.Child(n, "function")
	method := ""
	if w.Kind(f) == "attribute" {
		method = string(w.Text(w.Child(f, "attribute")))
	}
	object := w.Child(f, "object")
	switch method {
	case "register_blueprint", "include_router", "mount":
		on, ok := r.router(object)
		if !ok {
			return
		}
		prefix, target := "", r.argument(n, 0)
		for _, key := range []string{"url_prefix", "prefix"} {
			if v := r.keyword(n, key); v != syntax.None {
				prefix = r.path(v)
			}
		}
		switch {
		case method == "mount":
			prefix, target = r.path(r.argument(n, 0)), r.argument(n, 1)
		case method == "register_blueprint" && prefix != "":
			prefix = "=" + prefix
		}
		if name := r.target(target); name != "" {
			w.Route(n, code.Route{Form: code.RouteMount, Path: prefix, Router: on.id, Target: name})
		}
	case "add_url_rule", "add_api_route", "add_route":
		on, ok := r.router(object)
		first := r.argument(n, 0)
		if !ok || first == syntax.None {
			return
		}
		view := r.keyword(n, "view_func")
		if view == syntax.None {
			view = r.keyword(n, "endpoint")
		}
		if view == syntax.None || w.Kind(view) == "string" {
			view = r.argument(n, 1)
			if method == "add_url_rule" {
				view = r.argument(n, 2)
			}
		}
		methods := lang.JoinMethods(r.strings(r.keyword(n, "methods")))
		if method == "add_url_rule" && methods == "" && w.Kind(view) != "call" {
			methods = "GET" // a class says for itself what it takes
		}
		w.Route(n, code.Route{Form: code.RouteEndpoint, Methods: methods, Path: r.path(first), Router: on.id, Target: r.view(view)})
	case "register":
		if on, ok := r.router(object); ok && on.framework == "django" {
			prefix := r.path(r.argument(n, 0))
			view := r.view(r.argument(n, 1))
			for _, path := range []string{prefix + "/", prefix + "/{pk}/"} {
				w.Route(n, code.Route{Form: code.RouteEndpoint, Path: strings.TrimPrefix(path, "/"), Router: on.id, Target: view})
			}
		}
	case "append", "extend":
		if r.django && w.Kind(object) == "identifier" {
			if arg := r.argument(n, 0); method == "extend" || r.isPattern(arg) {
				r.patterns(arg, string(w.Text(object)), "")
			}
		}
	default:
		r.handedOver(n, f)
	}
}

// handedOver records that a router is given to a function: init_routes(app).
func (r *routers) handedOver(n, f syntax.Node) {
	w := r.w
	for i := range 3 {
		a := r.argument(n, i)
		if a == syntax.None {
			return
		}
		if w.Kind(a) != "identifier" {
			continue
		}
		on, ok := r.router(a)
		if !ok || on.framework == "" && !strings.Contains(r.name(r.scopeOf(n)), on.id) {
			continue
		}
		target := string(w.Text(f))
		if strings.ContainsAny(target, "()[]\"' ") || target == on.id || routerClasses[r.qualified(f)] != "" {
			continue
		}
		if i > 0 {
			target += "#" + strconv.Itoa(i)
		}
		w.Route(n, code.Route{Form: code.RouteMount, Router: on.id, Target: target})
	}
}

// target names what is mounted.
func (r *routers) target(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "identifier", "attribute":
		if d, ok := r.router(n); ok {
			return d.id
		}
		return string(w.Text(n))
	case "call":
		return r.target(w.Child(n, "function"))
	}
	return ""
}

// argument is the i-th positional argument, None if there is none.
func (r *routers) argument(call syntax.Node, i int) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(call, "arguments")); a != syntax.None; a = w.Next(a) {
		if k := w.Kind(a); !w.IsNamed(a) || k == "comment" || k == "keyword_argument" {
			continue
		}
		if i == 0 {
			return a
		}
		i--
	}
	return syntax.None
}

func (r *routers) keyword(call syntax.Node, name string) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(call, "arguments")); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) == "keyword_argument" && string(w.Text(w.Child(a, "name"))) == name {
			return w.Child(a, "value")
		}
	}
	return syntax.None
}

// text reads a string without interpolations.
func (r *routers) text(n syntax.Node) (string, bool) {
	w := r.w
	if w.Kind(n) != "string" || w.ChildOfKind(n, "interpolation") != syntax.None {
		return "", false
	}
	return stringBody(string(w.Text(n))), true
}

// stringBody takes the prefix and the quotes off a string.
func stringBody(s string) string {
	s = strings.TrimLeft(s, "rRbBuUfF")
	for _, q := range []string{`"""`, "'''", `"`, "'"} {
		if len(s) >= 2*len(q) && strings.HasPrefix(s, q) && strings.HasSuffix(s, q) {
			return s[len(q) : len(s)-len(q)]
		}
	}
	return s
}

// path reads a path; what is no plain text is shown in braces.
func (r *routers) path(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "string":
		return stringBody(string(w.Text(n)))
	case "concatenated_string":
		s := ""
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			s += r.path(c)
		}
		return s
	case "binary_operator":
		return r.path(w.Child(n, "left")) + r.path(w.Child(n, "right"))
	case "parenthesized_expression":
		return r.path(w.NamedChild(n, 0))
	case "identifier":
		if s := r.texts[string(w.Text(n))]; s != "" {
			return s
		}
	case "":
		return ""
	}
	return "${" + code.Clip(code.OneLine(string(w.Text(n))), 60) + "}"
}

func (r *routers) strings(n syntax.Node) (out []string) {
	for c := r.w.FirstChild(n); c != syntax.None; c = r.w.Next(c) {
		if s, ok := r.text(c); ok {
			out = append(out, s)
		}
	}
	return out
}
