package rust

import (
	"bytes"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a file that makes routes by itself mentions.
var routeWords = []string{"axum", "actix_web"}

// routes finds what a file says about routes once it has been walked.
type routes struct {
	w           *lang.Walk
	axum, actix bool
	// declared are routers by the function they are local to.
	declared map[routerIn]string
	returned map[string]bool // functions that return a router
}

type routerIn struct {
	scope syntax.Node
	name  string
}

// withRoutes runs after the walk that gives all other facts.
func withRoutes(w *lang.Walk) {
	finish(w)
	r := &routes{w: w, axum: bytes.Contains(w.Source, []byte("axum")), actix: bytes.Contains(w.Source, []byte("actix_web")),
		declared: make(map[routerIn]string), returned: make(map[string]bool)}
	if !r.axum && !r.actix {
		return
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "function_item":
			r.function(n)
		case "let_declaration":
			if name := r.letName(n); name != "" && r.isRouter(w.Child(n, "value")) {
				scope := r.scopeOf(n)
				r.declared[routerIn{scope, name}] = r.name(scope) + "." + name
			}
		}
	}
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "attribute_item":
			r.attribute(n)
		case "call_expression":
			f := w.Parent(n)
			called := w.Parent(f)
			if w.Kind(called) == "generic_function" {
				called = w.Parent(called)
			}
			if w.Kind(f) != "field_expression" || w.Kind(called) != "call_expression" {
				r.chained(n)
			}
		case "identifier":
			// A function's last expression, or what it returns.
			if id, ok := r.lookup(n); ok && r.isResult(n) {
				w.Route(n, code.Route{Form: code.RouteMount, Router: r.name(r.scopeOf(n)), Target: id})
			}
		}
	}
}

func (r *routes) scopeOf(n syntax.Node) syntax.Node {
	if p := r.w.Ancestor(n, "function_item"); p != syntax.None {
		return p
	}
	return r.w.Root()
}

// name is a function's name, led by the type whose it is.
func (r *routes) name(fn syntax.Node) string {
	if fn == r.w.Root() {
		return ""
	}
	own := string(r.w.Text(r.w.Child(fn, "name")))
	if impl := r.w.Ancestor(fn, "impl_item"); impl != syntax.None {
		t, _, _ := strings.Cut(string(r.w.Text(r.w.Child(impl, "type"))), "<")
		return t + "." + own
	}
	return own
}

func (r *routes) letName(n syntax.Node) string {
	w := r.w
	p := w.Child(n, "pattern")
	if w.Kind(p) == "mut_pattern" {
		p = w.NamedChild(p, 1)
	}
	if w.Kind(p) != "identifier" {
		return ""
	}
	return string(w.Text(p))
}

// function notes the routers that a function is given, and whether it gives one.
func (r *routes) function(fn syntax.Node) {
	w := r.w
	result := string(w.Text(w.Child(fn, "return_type")))
	if r.axum && strings.Contains(result, "Router") || r.actix && (strings.Contains(result, "Scope") || strings.Contains(result, "Resource")) {
		r.returned[string(w.Text(w.Child(fn, "name")))] = true
	}
	i := 0
	for p := w.FirstChild(w.Child(fn, "parameters")); p != syntax.None; p = w.Next(p) {
		if w.Kind(p) != "parameter" {
			continue
		}
		t := string(w.Text(w.Child(p, "type")))
		framework := ""
		switch {
		case r.actix && strings.Contains(t, "ServiceConfig"):
			framework = "actix"
		case r.axum && (strings.HasPrefix(t, "Router") || strings.HasPrefix(t, "axum::Router")):
			framework = "axum"
		}
		id := r.name(fn)
		if i > 0 {
			id += "#" + strconv.Itoa(i)
		}
		i++
		if framework != "" {
			name := w.Child(p, "pattern")
			if w.Kind(name) == "mut_pattern" {
				name = w.NamedChild(name, 1)
			}
			r.declared[routerIn{fn, strings.TrimPrefix(string(w.Text(name)), "mut ")}] = id
			w.Route(p, code.Route{Form: code.RouteRouter, Framework: framework, Router: id})
		}
	}
}

func (r *routes) lookup(n syntax.Node) (string, bool) {
	id, ok := r.declared[routerIn{r.scopeOf(n), string(r.w.Text(n))}]
	return id, ok
}

// call is one of a chain of calls.
type call struct {
	name string
	args syntax.Node
	at   syntax.Node
}

// chain lists the methods called one on another, and what they begin with.
func (r *routes) chain(n syntax.Node) (calls []call, root syntax.Node) {
	w := r.w
	for w.Kind(n) == "call_expression" || w.Kind(n) == "try_expression" || w.Kind(n) == "await_expression" {
		if w.Kind(n) != "call_expression" {
			n = w.NamedChild(n, 0)
			continue
		}
		f := w.Child(n, "function")
		if w.Kind(f) == "generic_function" {
			f = w.Child(f, "function")
		}
		if w.Kind(f) != "field_expression" {
			break
		}
		field := w.Child(f, "field")
		calls = append(calls, call{string(w.Text(field)), w.Child(n, "arguments"), field})
		n = w.Child(f, "value")
	}
	for i, j := 0, len(calls)-1; i < j; i, j = i+1, j-1 {
		calls[i], calls[j] = calls[j], calls[i]
	}
	return calls, n
}

// callee is the path of the function that a call calls, without type arguments.
func (r *routes) callee(n syntax.Node) string {
	f := r.w.Child(n, "function")
	if r.w.Kind(f) == "generic_function" {
		f = r.w.Child(f, "function")
	}
	text := string(r.w.Text(f))
	if i := strings.Index(text, "::<"); i > 0 { // Router::<S>::new
		if j := strings.LastIndex(text, ">::"); j > i {
			text = text[:i] + text[j+1:]
		}
	}
	return text
}

// made is the framework whose router a call makes, and the path that it says
// stands before its routes.
func (r *routes) made(n syntax.Node) (framework, path string) {
	w := r.w
	if w.Kind(n) != "call_expression" {
		return "", ""
	}
	f := r.callee(n)
	parts := strings.Split(f, "::")
	last, before := parts[len(parts)-1], ""
	if len(parts) > 1 {
		before = parts[len(parts)-2]
	}
	switch {
	case r.axum && strings.HasSuffix(before, "Router") && (last == "new" || last == "default"):
		return "axum", ""
	case r.actix && before == "App" && last == "new":
		return "actix", ""
	case r.actix && (last == "scope" || last == "resource") && (before == "web" || before == ""):
		if p, ok := r.text(r.argument(w.Child(n, "arguments"), 0)); ok {
			return "actix", p
		}
	}
	return "", ""
}

// isRouter reports whether an expression gives a router.
func (r *routes) isRouter(n syntax.Node) bool {
	_, root := r.chain(n)
	if framework, _ := r.made(root); framework != "" {
		return true
	}
	switch r.w.Kind(root) {
	case "identifier":
		_, ok := r.lookup(root)
		return ok
	case "call_expression":
		return r.returned[r.callee(root)]
	}
	return false
}

// isResult reports whether an expression is what its function gives.
func (r *routes) isResult(n syntax.Node) bool {
	w := r.w
	p := w.Parent(n)
	if w.Kind(p) == "return_expression" {
		return true
	}
	return w.Kind(p) == "block" && w.Kind(w.Parent(p)) == "function_item" && w.After(n)+1 >= w.After(p)
}

// router names the router that a chain of calls makes or goes on with.
func (r *routes) router(n, root syntax.Node) string {
	w := r.w
	if id, ok := r.lookup(root); ok && w.Kind(root) == "identifier" {
		return id
	}
	fn := r.scopeOf(n)
	p := w.Parent(n)
	for w.Kind(p) == "try_expression" || w.Kind(p) == "await_expression" {
		p = w.Parent(p)
	}
	switch w.Kind(p) {
	case "let_declaration":
		if name := r.letName(p); name != "" {
			return r.name(fn) + "." + name
		}
	case "assignment_expression":
		if id, ok := r.declared[routerIn{fn, string(w.Text(w.Child(p, "left")))}]; ok {
			return id
		}
	}
	if r.isResult(n) {
		return r.name(fn)
	}
	return r.name(fn) + ".@" + strconv.Itoa(int(w.Start(n)))
}

// attribute records #[get("/path")] of Actix.
func (r *routes) attribute(n syntax.Node) {
	w := r.w
	a := w.NamedChild(n, 0)
	name := string(w.Text(w.NamedChild(a, 0)))
	verb, isVerb := lang.HTTPMethod(code.LastPart(name))
	if !r.actix || !isVerb && code.LastPart(name) != "route" || strings.Contains(name, "::") && !strings.HasPrefix(name, "actix_web") && !strings.HasPrefix(name, "web") {
		return
	}
	fn := w.Next(n)
	for w.Kind(fn) == "attribute_item" || w.Kind(fn) == "line_comment" || w.Kind(fn) == "block_comment" {
		fn = w.Next(fn)
	}
	if w.Kind(fn) != "function_item" {
		return
	}
	args := w.Child(a, "arguments")
	var texts []string
	for c := w.FirstChild(args); c != syntax.None; c = w.Next(c) {
		if s, ok := r.text(c); ok {
			texts = append(texts, s)
		}
	}
	if len(texts) == 0 {
		return
	}
	if !isVerb {
		verb = lang.JoinMethods(texts[1:])
	}
	id := r.name(fn)
	w.Route(n, code.Route{Framework: "actix", Methods: verb, Path: texts[0], Router: id, Target: id, TargetLine: w.Line(w.Start(w.Child(fn, "name")))})
}

// argument is the i-th argument.
func (r *routes) argument(args syntax.Node, i int) syntax.Node {
	if args == syntax.None {
		return syntax.None
	}
	return r.w.NamedChild(args, i)
}

func (r *routes) text(n syntax.Node) (string, bool) {
	s := string(r.w.Text(n))
	switch r.w.Kind(n) {
	case "string_literal":
		if len(s) >= 2 {
			return strings.Trim(s, `"`), true
		}
	case "raw_string_literal":
		return strings.Trim(strings.TrimPrefix(s, "r"), `#"`), true
	}
	return "", false
}

// path reads a path; what is no plain text is shown in braces.
func (r *routes) path(n syntax.Node) string {
	if s, ok := r.text(n); ok {
		return s
	}
	if r.w.Kind(n) == "reference_expression" {
		return r.path(r.w.NamedChild(n, 0))
	}
	if n == syntax.None {
		return ""
	}
	return "${" + code.Clip(code.OneLine(string(r.w.Text(n))), 60) + "}"
}
