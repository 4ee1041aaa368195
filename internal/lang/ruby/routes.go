package ruby

import (
	"bytes"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a file that makes routes by itself mentions.
var routeWords = []string{"routes draw", "sinatra"}

// routes finds what a file says about routes once it has been walked.
type routes struct {
	w *lang.Walk
	// concerns are blocks of routes that are put in elsewhere.
	concerns map[string]syntax.Node
	depth    int
}

// around is what stands around a route of Rails.
type around struct {
	framework  string // empty where only another file tells that these are routes
	path       string
	module     string
	controller string
	// resource is the path of one element of the resource around, and nested
	// what stands before resources inside it; both empty outside of one.
	collection, member, nested string
	on                         string // "member" or "collection"
	shallow                    string // where members of a shallow resource hang
	shallows                   bool
}

// withRoutes runs after the walk that gives all other facts.
func withRoutes(w *lang.Walk) {
	finish(w)
	r := &routes{w: w, concerns: make(map[string]syntax.Node)}
	if bytes.Contains(w.Source, []byte("inatra")) {
		r.sinatra()
	}
	if bytes.Contains(w.Source, []byte("run ")) {
		r.rack(w.Root(), "")
	}
	drawn := false
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		if w.Kind(n) != "call" || r.method(n) != "draw" || w.Child(n, "block") == syntax.None {
			continue
		}
		if on := string(w.Text(w.Child(n, "receiver"))); strings.HasSuffix(on, "routes") || strings.HasSuffix(on, ".router") {
			drawn = true
			r.body(w.Child(n, "block"), around{framework: "rails"})
		}
	}
	if !drawn && r.isPart() {
		r.statements(w.Root(), around{})
	}
}

// partWords are statements of which a part of config/routes.rb consists.
var partWords = []string{"namespace", "resources", "resource", "scope", "get", "post", "put", "patch", "delete", "match", "root", "mount", "constraints",
	"authenticate", "devise_for", "concern", "draw", "direct", "defaults", "controller", "use_doorkeeper", "devise_scope"}

// isPart reports whether a file consists of statements about routes, as those
// do that config/routes.rb draws.
func (r *routes) isPart() bool {
	w := r.w
	found := false
	for n := w.FirstChild(w.Root()); n != syntax.None; n = w.Next(n) {
		switch w.Kind(n) {
		case "comment":
		case "call":
			if w.Child(n, "receiver") != syntax.None || !slices.Contains(partWords, r.method(n)) {
				return false
			}
			found = true
		case "if", "unless", "if_modifier", "unless_modifier", "assignment":
		default:
			return false
		}
	}
	return found
}

func (r *routes) method(n syntax.Node) string { return string(r.w.Text(r.w.Child(n, "method"))) }

func (r *routes) body(block syntax.Node, a around) {
	if block != syntax.None {
		r.statements(r.w.Child(block, "body"), a)
	}
}

// deepestRoutes is how deep blocks of routes are followed.
const deepestRoutes = 60

func (r *routes) statements(n syntax.Node, a around) {
	w := r.w
	if n == syntax.None || r.depth > deepestRoutes {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "call":
			if w.Child(c, "receiver") == syntax.None {
				r.statement(c, a)
			}
		case "identifier", "constant", "comment":
		case "if", "unless", "if_modifier", "unless_modifier", "else", "elsif", "then", "begin", "parenthesized_statements", "body_statement":
			r.statements(c, a)
		}
	}
}

// statement records one statement of a routes file.
func (r *routes) statement(n syntax.Node, a around) {
	w := r.w
	block := w.Child(n, "block")
	first := r.argument(n, 0)
	switch method := r.method(n); method {
	case "get", "post", "put", "patch", "delete", "options":
		r.endpoint(n, strings.ToUpper(method), a)
	case "match":
		via := lang.JoinMethods(r.words(r.option(n, "via")))
		r.endpoint(n, via, a)
	case "root":
		to, ok := r.word(first)
		if option := r.option(n, "to"); option != syntax.None {
			to, ok = r.word(option)
		}
		if ok || first == syntax.None {
			r.add(n, a, "GET", a.path, r.action(a, to))
		}
	case "mount":
		r.mount(n, a)
	case "namespace":
		name, ok := r.word(first)
		if !ok {
			return
		}
		path := name
		if p, given := r.word(r.option(n, "path")); given {
			path = p
		}
		module := name
		if m, given := r.word(r.option(n, "module")); given {
			module = m
		}
		a = a.inScope()
		a.path, a.module, a.controller = code.JoinPath(a.path, slashed(path)), joinModule(a.module, module), ""
		r.body(block, a)
	case "scope":
		a = a.inScope()
		for i := 0; ; i++ {
			part, ok := r.word(r.argument(n, i))
			if !ok {
				break
			}
			a.path = code.JoinPath(a.path, slashed(part))
		}
		if p, ok := r.word(r.option(n, "path")); ok {
			a.path = code.JoinPath(a.path, slashed(p))
		}
		if m, ok := r.word(r.option(n, "module")); ok {
			a.module = joinModule(a.module, m)
		}
		if c, ok := r.word(r.option(n, "controller")); ok {
			a.controller = c
		}
		r.body(block, a)
	case "controller":
		a.controller, _ = r.word(first)
		r.body(block, a)
	case "resources", "resource":
		for i := 0; ; i++ {
			name, ok := r.word(r.argument(n, i))
			if !ok {
				return
			}
			r.resource(n, name, method == "resource", a)
		}
	case "member", "collection":
		a.on = method
		if a.member != "" {
			r.body(block, a)
		}
	case "nested":
		r.body(block, a)
	case "shallow":
		a.shallows = true
		r.body(block, a)
	case "concern":
		if name, ok := r.word(first); ok && block != syntax.None {
			r.concerns[name] = block
		}
	case "concerns":
		for i := 0; r.argument(n, i) != syntax.None; i++ {
			for _, name := range r.words(r.argument(n, i)) {
				if b, ok := r.concerns[name]; ok {
					r.body(b, a)
				}
			}
		}
	case "draw":
		if name, ok := r.word(first); ok {
			w.Route(n, code.Route{Form: code.RouteMountPath, Framework: "rails", Path: a.path, Target: "./routes/" + name + ".rb"})
		}
	case "constraints", "authenticate", "authenticated", "unauthenticated", "defaults", "with_options", "devise_scope", "instance_eval", "format":
		r.body(block, a)
	}
}

// inScope is what stands around inside a scope or namespace: what a resource
// puts before nested routes has become part of the path.
func (a around) inScope() around {
	if a.member != "" {
		switch a.on {
		case "member":
			a.path = a.member
		case "collection":
			a.path = a.collection
		default:
			a.path = a.nested
		}
		a.collection, a.member, a.nested, a.on = "", "", "", ""
	}
	return a
}

func slashed(path string) string { return "/" + strings.Trim(path, "/") }

func joinModule(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return outer + "/" + inner
}

func (r *routes) add(n syntax.Node, a around, methods, path, target string) {
	path = strings.NewReplacer("(.:format)", "").Replace(path)
	r.w.Route(n, code.Route{Framework: a.framework, Methods: methods, Path: slashed(path), Target: target})
}

// endpoint records get "path", to: "controller#action" in all its forms.
func (r *routes) endpoint(n syntax.Node, methods string, a around) {
	w := r.w
	on := a.on
	if o, ok := r.word(r.option(n, "on")); ok {
		on = o
	}
	base := a.path
	if a.member != "" {
		switch on {
		case "member":
			base = a.member
		case "collection":
			base = a.collection
		case "new":
			base = a.collection + "/new"
		default:
			base = a.nested
		}
	}
	controller := a.controller
	if c, ok := r.word(r.option(n, "controller")); ok {
		controller = c
	}
	to, hasTo := r.word(r.option(n, "to"))
	anything := r.option(n, "to") != syntax.None
	if action, ok := r.word(r.option(n, "action")); ok {
		to, hasTo = action, true
	}
	each := func(path string, given string, hasGiven bool) {
		target := given
		if !hasGiven {
			target = strings.Trim(path, "/")
			if i := strings.IndexAny(target, "(:"); i >= 0 {
				target = strings.TrimRight(target[:i], "/")
			}
			if i := strings.LastIndexByte(target, '/'); i >= 0 && controller == "" {
				target = target[:i] + "#" + target[i+1:]
			}
			if strings.HasPrefix(path, ":") || anything {
				target = ""
			}
		}
		if p, ok := r.word(r.option(n, "path")); ok {
			path = p
		}
		inner := a
		inner.controller = controller
		r.add(n, a, methods, code.JoinPath(base, slashed(path)), r.action(inner, target))
	}
	for p := w.FirstChild(w.Child(n, "arguments")); p != syntax.None; p = w.Next(p) {
		switch w.Kind(p) {
		case "pair": // "path" => "controller#action"
			if key := w.Child(p, "key"); w.Kind(key) == "string" {
				path, _ := r.word(key)
				target, ok := r.word(w.Child(p, "value"))
				anything = !ok
				each(path, target, ok)
			}
		case "string", "simple_symbol":
			path, _ := r.word(p)
			each(path, to, hasTo)
		}
	}
}

// action names the method behind "controller#action", or behind an action of
// the controller around.
func (r *routes) action(a around, to string) string {
	controller, action, ok := strings.Cut(to, "#")
	if !ok {
		controller, action = a.controller, to
	}
	if controller == "" || action == "" {
		return ""
	}
	if absolute, ok := strings.CutPrefix(controller, "/"); ok {
		return camel(absolute) + "Controller." + action
	}
	return camel(joinModule(a.module, controller)) + "Controller." + strings.ReplaceAll(action, "-", "_")
}

// camel is the name of the class behind a path: admin/users is Admin::Users.
func camel(path string) string {
	var b strings.Builder
	for i, part := range strings.Split(path, "/") {
		if i > 0 {
			b.WriteString("::")
		}
		for _, word := range strings.Split(part, "_") {
			if word != "" {
				b.WriteString(strings.ToUpper(word[:1]) + word[1:])
			}
		}
	}
	return b.String()
}

// mount records what another application answers.
func (r *routes) mount(n syntax.Node, a around) {
	w := r.w
	target, at := r.argument(n, 0), r.option(n, "at")
	for p := w.FirstChild(w.Child(n, "arguments")); p != syntax.None; p = w.Next(p) {
		if w.Kind(p) == "pair" && w.Kind(w.Child(p, "key")) != "hash_key_symbol" {
			target, at = w.Child(p, "key"), w.Child(p, "value")
		}
	}
	path, ok := r.word(at)
	name := string(w.Text(target))
	if !ok || strings.ContainsAny(name, "()\n ") {
		return
	}
	r.add(n, a, "", code.JoinPath(a.path, slashed(path)), name)
	w.Route(n, code.Route{Form: code.RouteMount, Path: code.JoinPath(a.path, slashed(path)), Target: name})
}

// argument is the i-th argument that is no option.
func (r *routes) argument(n syntax.Node, i int) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(n, "arguments")); a != syntax.None; a = w.Next(a) {
		if k := w.Kind(a); !w.IsNamed(a) || k == "pair" || k == "comment" || k == "block_argument" {
			continue
		}
		if i == 0 {
			return a
		}
		i--
	}
	return syntax.None
}

// option is the value of an option.
func (r *routes) option(n syntax.Node, name string) syntax.Node {
	w := r.w
	for a := w.FirstChild(w.Child(n, "arguments")); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) == "pair" && strings.Trim(string(w.Text(w.Child(a, "key"))), ":") == name {
			return w.Child(a, "value")
		}
	}
	return syntax.None
}

// word reads a string or a symbol.
func (r *routes) word(n syntax.Node) (string, bool) {
	w := r.w
	switch w.Kind(n) {
	case "simple_symbol":
		return strings.TrimPrefix(string(w.Text(n)), ":"), true
	case "bare_symbol", "bare_string":
		return string(w.Text(n)), true
	case "string", "delimited_symbol":
		if w.ChildOfKind(n, "interpolation") != syntax.None {
			return "", false
		}
		s := strings.TrimPrefix(string(w.Text(n)), ":")
		if len(s) < 2 {
			return "", false
		}
		return s[1 : len(s)-1], true
	}
	return "", false
}

// words reads a word or an array of them.
func (r *routes) words(n syntax.Node) (out []string) {
	if s, ok := r.word(n); ok {
		return []string{s}
	}
	for c := r.w.FirstChild(n); c != syntax.None; c = r.w.Next(c) {
		if s, ok := r.word(c); ok {
			out = append(out, s)
		}
	}
	return out
}
