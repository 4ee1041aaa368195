package typescript

import (
	"bytes"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a script that makes routes by itself mentions.
var routeWords = []string{"express", "fastify", "koa", "router", "hono", "controller", "setglobalprefix"}

// routeMarks are texts of which a file with anything about routes holds one.
var routeMarks = [][]byte{[]byte(".get("), []byte(".post("), []byte(".put("), []byte(".patch("), []byte(".delete("), []byte(".all("), []byte(".use("),
	[]byte(".route("), []byte(".register("), []byte(".on("), []byte("Router("), []byte("@Controller"), []byte("setGlobalPrefix"), []byte("require(")}

// routeFrameworks are the packages whose routers are known.
var routeFrameworks = map[string]string{"express": "express", "express-promise-router": "express", "fastify": "fastify",
	"koa": "koa", "koa-router": "koa", "@koa/router": "koa", "hono": "hono", "hono/tiny": "hono", "hono/quick": "hono", "@hono/zod-openapi": "hono"}

// routerTypes are the types of parameters and fields that are routers.
var routerTypes = map[string]bool{"FastifyInstance": true, "Express": true, "Application": true, "Router": true, "IRouter": true,
	"Hono": true, "OpenAPIHono": true, "Koa": true}

// routers finds what a script says about routes once it has been walked: the
// order of its statements does not matter then.
type routers struct {
	w       *lang.Walk
	imports map[string]importBinding
	// declared are the names of routers by the function or class they are local
	// to, made the routers of values that are assigned to none.
	declared map[routerIn]string
	values   map[syntax.Node]string
	// params are parameters that may be routers.
	params map[routerIn]string
	// functions are the names of functions and classes: of what is in them.
	functions map[syntax.Node]string
	// named holds the names of functions, ids those of declared routers.
	named, ids map[string]bool
	names      map[string]bool // the names of declared, as they are written
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
	r := &routers{w: w, imports: make(map[string]importBinding), declared: make(map[routerIn]string),
		values: make(map[syntax.Node]string), params: make(map[routerIn]string), functions: make(map[syntax.Node]string), named: make(map[string]bool), ids: make(map[string]bool), names: make(map[string]bool)}
	for _, im := range w.Imports() {
		for _, n := range im.Names {
			r.imports[n.Local()] = importBinding{im.Specifier, n.Name}
		}
	}
	r.declare()
	for in, id := range r.declared {
		r.ids[id], r.names[in.name] = true, true
	}
	for _, id := range r.values {
		r.ids[id] = true
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "call_expression":
			r.call(n)
		case "new_expression":
			r.handedOver(n, w.Child(n, "constructor"))
		case "class_declaration", "class", "abstract_class_declaration":
			r.controller(n)
		case "assignment_expression", "export_statement", "export_specifier":
			r.exported(n)
		}
	}
}

func opensRoutes(kind string) bool {
	switch kind {
	case "function_declaration", "function_expression", "arrow_function", "method_definition", "generator_function_declaration",
		"generator_function", "class_declaration", "class", "abstract_class_declaration":
		return true
	}
	return false
}

// scopeOf is the function or class around a node, the root at the top.
func (r *routers) scopeOf(n syntax.Node) syntax.Node {
	for p := r.w.Parent(n); p != syntax.None; p = r.w.Parent(p) {
		if opensRoutes(r.w.Kind(p)) {
			return p
		}
	}
	return r.w.Root()
}

// name is how a function or class is named: as its own name says or that of
// what it is assigned to, led by what is around it.
func (r *routers) name(fn syntax.Node) string {
	w := r.w
	if fn == w.Root() {
		return ""
	}
	if s, ok := r.functions[fn]; ok {
		return s
	}
	own := string(w.Text(w.Child(fn, "name")))
	if p := w.Parent(fn); own == "" {
		switch {
		case w.Kind(p) == "variable_declarator":
			own = string(w.Text(w.Child(p, "name")))
		case w.Kind(p) == "assignment_expression":
			own = exportName(string(w.Text(w.Child(p, "left"))))
		case w.Kind(p) == "export_statement":
			own = "default"
		case w.Kind(p) == "pair":
			own = string(w.Text(w.Child(p, "key")))
		}
	}
	if own == "" {
		own = "@" + strconv.Itoa(int(w.Start(fn)))
	}
	s := within(r.name(r.scopeOf(fn)), own)
	r.functions[fn], r.named[s] = s, true
	return s
}

// longestName bounds the names of functions in functions.
const longestName = 120

func within(outer, name string) string {
	if outer == "" || len(outer) > longestName {
		return name
	}
	return outer + "." + name
}

// exportName is the name under which a file exports what is assigned to left.
func exportName(left string) string {
	switch {
	case left == "module.exports", left == "exports":
		return "default"
	case strings.HasPrefix(left, "module.exports."):
		return left[len("module.exports."):]
	case strings.HasPrefix(left, "exports."):
		return left[len("exports."):]
	case strings.ContainsAny(left, ".[({"):
		return ""
	}
	return left
}

// declare finds the routers that the file makes or is given.
func (r *routers) declare() {
	w := r.w
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch kind := w.Kind(n); kind {
		case "call_expression", "new_expression":
			framework, path := r.made(n)
			if framework == "" {
				continue
			}
			id := r.assigned(n)
			r.values[n] = id
			w.Route(n, code.Route{Form: code.RouteRouter, Framework: framework, Path: path, Router: id})
		case "arrow_function", "function_declaration", "function_expression", "method_definition":
			r.parameters(n)
		case "variable_declarator":
			r.given(n)
		case "public_field_definition", "field_definition":
			if f := r.typed(w.Child(n, "type")); f != "" && w.Child(n, "value") == syntax.None {
				class := r.scopeOf(n)
				id := within(r.name(class), string(w.Text(w.Child(n, "name"))))
				r.declared[routerIn{class, "this." + string(w.Text(w.Child(n, "name")))}] = id
				w.Route(n, code.Route{Form: code.RouteRouter, Framework: f, Router: id})
			}
		}
	}
}

// parameters notes what a function is given: a router if its type says so,
// what may be one otherwise.
func (r *routers) parameters(fn syntax.Node) {
	w := r.w
	if p := w.Child(fn, "parameter"); p != syntax.None {
		r.params[routerIn{fn, string(w.Text(p))}] = r.name(fn)
	}
	i := 0
	for p := w.FirstChild(w.Child(fn, "parameters")); p != syntax.None; p = w.Next(p) {
		if !w.IsNamed(p) || w.Kind(p) == "comment" {
			continue
		}
		id := r.name(fn)
		if i > 0 {
			id += "#" + strconv.Itoa(i)
		}
		i++
		name := p
		if q := w.Child(p, "pattern"); q != syntax.None {
			name = q
		}
		if w.Kind(name) == "assignment_pattern" {
			name = w.Child(name, "left")
		}
		if w.Kind(name) != "identifier" {
			continue
		}
		r.params[routerIn{fn, string(w.Text(name))}] = id
		if f := r.typed(w.Child(p, "type")); f != "" {
			w.Route(p, code.Route{Form: code.RouteRouter, Framework: f, Router: id})
		}
	}
}

// typed is the framework of which a type annotation names the router.
func (r *routers) typed(annotation syntax.Node) string {
	t := strings.TrimSpace(strings.TrimPrefix(string(r.w.Text(annotation)), ":"))
	t, _, _ = strings.Cut(t, "<")
	head, last, dotted := strings.Cut(t, ".")
	if !dotted {
		last = head
	}
	if !routerTypes[last] {
		return ""
	}
	return routeFrameworks[r.imports[head].specifier]
}

// bare takes off what does not change a value.
func (r *routers) bare(n syntax.Node) syntax.Node {
	for {
		switch r.w.Kind(n) {
		case "parenthesized_expression", "await_expression", "as_expression", "non_null_expression", "satisfies_expression":
			n = r.w.NamedChild(n, 0)
		default:
			return n
		}
	}
}

// made is the framework whose router an expression makes, with the path that
// it says stands before its routes.
func (r *routers) made(n syntax.Node) (framework, path string) {
	w := r.w
	f := w.Child(n, "function")
	if f == syntax.None {
		f = w.Child(n, "constructor")
	}
	f = r.bare(f)
	args := w.Child(n, "arguments")
	first := r.argument(args, 0)
	from := func(n syntax.Node) (importBinding, bool) {
		if spec := r.required(n); spec != "" {
			return importBinding{spec, "default"}, true
		}
		b, ok := r.imports[string(w.Text(n))]
		return b, ok && w.Kind(n) == "identifier"
	}
	if b, ok := from(f); ok {
		framework = routeFrameworks[b.specifier]
		switch framework {
		case "express", "fastify":
		case "koa", "hono":
			path = r.option(first, "prefix")
		}
		switch b.name {
		case "default", "*", "Router", "Hono", "OpenAPIHono", "fastify", "Fastify", "express":
			return framework, path
		}
		return "", ""
	}
	if w.Kind(f) == "member_expression" {
		b, ok := from(r.bare(w.Child(f, "object")))
		name := string(w.Text(w.Child(f, "property")))
		if ok && (name == "Router" || name == "fastify" || name == "default") {
			return routeFrameworks[b.specifier], ""
		}
		if name == "basePath" {
			if fw, _ := r.made(r.bare(w.Child(f, "object"))); fw == "hono" {
				path, _ = r.text(first)
				return fw, path
			}
		}
	}
	return "", ""
}

// required is the specifier of a call of require or import.
func (r *routers) required(n syntax.Node) string {
	w := r.w
	if w.Kind(n) != "call_expression" {
		return ""
	}
	switch string(w.Text(w.Child(n, "function"))) {
	case "require", "import":
		s, _ := r.text(r.argument(w.Child(n, "arguments"), 0))
		return s
	}
	return ""
}

// assigned names the router that a value becomes and notes the name.
func (r *routers) assigned(n syntax.Node) string {
	w := r.w
	top := n
	for {
		p := w.Parent(top)
		switch w.Kind(p) {
		case "parenthesized_expression", "await_expression", "as_expression", "non_null_expression", "satisfies_expression":
			top = p
			continue
		case "member_expression": // a chain of calls gives the router itself
			if c := w.Parent(p); w.Kind(c) == "call_expression" && w.Field(p) == "function" && r.chains(string(w.Text(w.Child(p, "property")))) {
				top = c
				continue
			}
		case "variable_declarator":
			if name := w.Child(p, "name"); w.Kind(name) == "identifier" && w.Field(top) == "value" {
				scope := r.scopeOf(p)
				id := within(r.name(scope), string(w.Text(name)))
				if r.returns(scope, string(w.Text(name))) {
					id = r.name(scope)
				}
				r.declared[routerIn{scope, string(w.Text(name))}] = id
				return id
			}
		case "assignment_expression":
			id := r.assignedTo(p)
			for up := w.Parent(p); ; up = w.Parent(up) { // app = module.exports = express()
				switch {
				case w.Kind(up) == "assignment_expression":
					r.declared[routerIn{r.scopeOf(up), string(w.Text(w.Child(up, "left")))}] = id
					continue
				case w.Kind(up) == "variable_declarator":
					r.declared[routerIn{r.scopeOf(up), string(w.Text(w.Child(up, "name")))}] = id
				}
				return id
			}
		case "public_field_definition", "field_definition":
			class := r.scopeOf(p)
			name := string(w.Text(w.NamedChild(p, 0)))
			if c := w.Child(p, "name"); c != syntax.None {
				name = string(w.Text(c))
			} else if c := w.Child(p, "property"); c != syntax.None {
				name = string(w.Text(c))
			}
			id := within(r.name(class), name)
			r.declared[routerIn{class, "this." + name}] = id
			return id
		case "export_statement":
			return "default"
		case "return_statement":
			return r.name(r.scopeOf(p))
		case "arrow_function":
			return r.name(p)
		}
		return within(r.name(r.scopeOf(n)), "@"+strconv.Itoa(int(w.Start(n))))
	}
}

// returns reports whether a function returns a name.
func (r *routers) returns(fn syntax.Node, name string) bool {
	w := r.w
	if fn == w.Root() {
		return false
	}
	for n := fn; n < w.After(fn); n++ {
		if w.Kind(n) == "return_statement" && string(w.Text(w.NamedChild(n, 0))) == name && r.scopeOf(n) == fn {
			return true
		}
	}
	return false
}

// given notes a variable that is what a function of the project returns.
func (r *routers) given(n syntax.Node) {
	w := r.w
	name, value := w.Child(n, "name"), r.bare(w.Child(n, "value"))
	if w.Kind(name) != "identifier" || w.Kind(value) != "call_expression" {
		return
	}
	target := ""
	f := r.bare(w.Child(value, "function"))
	if spec := r.required(f); ownSpecifier(spec) {
		target = strconv.Quote(spec)
	} else if text := string(w.Text(f)); w.Kind(f) == "identifier" && ownSpecifier(r.imports[text].specifier) {
		target = text
	}
	if target != "" {
		r.params[routerIn{r.scopeOf(n), string(w.Text(name))}] = target
	}
}

// assignedTo names the router that an assignment makes.
func (r *routers) assignedTo(p syntax.Node) string {
	w := r.w
	left := string(w.Text(w.Child(p, "left")))
	if field, ok := strings.CutPrefix(left, "this."); ok {
		class := r.classAround(p)
		id := within(r.name(class), field)
		r.declared[routerIn{class, left}] = id
		return id
	}
	if name := exportName(left); name != "" {
		scope := r.scopeOf(p)
		if name != left {
			scope = w.Root()
		}
		id := within(r.name(scope), name)
		for s := scope; ; s = r.scopeOf(s) { // an assignment to a variable declared further out
			if known, ok := r.declared[routerIn{s, left}]; ok {
				return known
			}
			if s == w.Root() {
				break
			}
		}
		r.declared[routerIn{w.Root(), left}] = id
		r.declared[routerIn{scope, left}] = id
		return id
	}
	return within(r.name(r.scopeOf(p)), "@"+strconv.Itoa(int(w.Start(p))))
}

func (r *routers) classAround(n syntax.Node) syntax.Node {
	if c := r.w.Ancestor(n, "class_declaration", "class", "abstract_class_declaration"); c != syntax.None {
		return c
	}
	return r.w.Root()
}

// chains reports whether a method of a router returns the router.
func (r *routers) chains(method string) bool {
	_, ok := lang.HTTPMethod(method)
	switch method {
	case "use", "all", "on", "route", "register", "basePath", "onError", "notFound", "param", "prefix", "openapi":
		return true
	}
	return ok
}
