package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// routeVerbs are methods of routers that are not spelt as HTTP methods are.
var routeVerbs = map[string]string{"Any": "", "All": "", "Handle": "", "HandleFunc": "", "Handler": "", "HandlerFunc": "", "Add": "",
	"Method": "", "MethodFunc": "", "Match": ""}

// call records what a call says about routes. It reports whether its parts
// are still to be walked.
func (r *routes) call(c *ast.CallExpr) bool {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		r.handedOver(c)
		return true
	}
	name := s.Sel.Name
	if pkg, ok := s.X.(*ast.Ident); ok && r.packages[pkg.Name] == "net/http" && !r.hidden(pkg.Name) {
		if (name == "HandleFunc" || name == "Handle") && len(c.Args) == 2 {
			r.endpoint(c, router{framework: "net/http"}, "", c.Args[0], c.Args[1])
		}
		return true
	}
	verb, isVerb := lang.HTTPMethod(name)
	_, other := routeVerbs[name]
	if !isVerb && !other {
		return r.mounted(c, s)
	}
	if name == "Get" && len(c.Args) < 2 || len(c.Args) == 0 {
		return true
	}
	on, ok := r.router(s.X)
	if !ok {
		return true
	}
	args := c.Args
	switch {
	case on.framework == "chi" && (name == "Method" || name == "MethodFunc"), on.framework == "gin" && name == "Handle",
		on.framework == "echo" && name == "Add", on.framework == "httprouter" && (name == "Handle" || name == "Handler" || name == "HandlerFunc"),
		on.framework == "fiber" && name == "Add":
		if len(args) < 3 {
			return true
		}
		verb, args = r.method(args[0]), args[1:]
	case on.framework == "echo" && name == "Match", on.framework == "gin" && name == "Match":
		if len(args) < 3 {
			return true
		}
		verb, args = r.methods(args[0]), args[1:]
	case name == "Match", name == "Method", name == "MethodFunc", name == "Add", name == "Handler" && on.framework != "gorilla":
		return true
	case on.framework == "gorilla" && on.path != "" && len(args) == 1: // r.Path(p).HandlerFunc(h)
		r.add(c, code.Route{Form: code.RouteEndpoint, Methods: on.methods, Path: on.path, Router: on.id, Target: r.handler(args[0])})
		return true
	}
	if len(args) < 2 {
		return true
	}
	handler := args[len(args)-1]
	if on.framework == "echo" || on.framework == "chi" || on.framework == "net/http" || on.framework == "httprouter" || on.framework == "gorilla" {
		handler = args[1]
	}
	r.endpoint(c, on, verb, args[0], handler)
	return true
}

// hidden reports whether a local name hides a package's.
func (r *routes) hidden(name string) bool {
	for _, s := range r.scopes {
		if _, ok := s[name]; ok {
			return true
		}
	}
	return false
}

// endpoint records one route. A pattern of net/http may begin with a method
// and a host.
func (r *routes) endpoint(c *ast.CallExpr, on router, verb string, path, handler ast.Expr) {
	text := on.path + r.path(path)
	if on.framework == "net/http" || on.framework == "" || on.framework == "chi" {
		if m, rest, ok := strings.Cut(text, " "); ok {
			if known, isMethod := lang.HTTPMethod(m); isMethod && known == m {
				verb, text = m, strings.TrimLeft(rest, " \t")
			}
		}
	}
	if on.framework == "" && verb == "" && !strings.ContainsAny(text, "/$") {
		return // what nobody says to be a router is given no path
	}
	if mount := r.stripped(handler); mount != "" && mount != on.id {
		r.add(c, code.Route{Form: code.RouteMount, Framework: on.framework, Path: text, Router: on.id, Target: mount})
	}
	framework := ""
	if on.id == "" {
		framework = on.framework
	}
	r.add(c, code.Route{Form: code.RouteEndpoint, Framework: framework, Methods: verb, Path: text, Router: on.id, Target: r.handler(handler)})
}

// stripped names the router of http.StripPrefix(prefix, router), or a router
// that is handed over as a handler.
func (r *routes) stripped(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.CallExpr:
		if inner := inPrefix(e); inner != nil {
			return r.stripped(inner)
		}
		if len(e.Args) == 0 { // what a function returns
			return r.target(e.Fun)
		}
	case *ast.Ident:
		if on, ok := r.router(e); ok {
			return on.id
		}
	}
	return ""
}

// inPrefix is the handler in http.StripPrefix(prefix, handler), nil for other calls.
func inPrefix(c *ast.CallExpr) ast.Expr {
	if s, ok := c.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "StripPrefix" && len(c.Args) == 2 {
		return c.Args[1]
	}
	return nil
}

// mounted records groups whose routes are made in a function, and mounts.
func (r *routes) mounted(c *ast.CallExpr, s *ast.SelectorExpr) bool {
	switch s.Sel.Name {
	case "Route", "Group", "Mount", "Methods":
	default:
		r.handedOver(c)
		return true
	}
	on, ok := r.router(s.X)
	if !ok {
		if s.Sel.Name == "Methods" {
			return r.restricted(c, s)
		}
		return true
	}
	if s.Sel.Name == "Mount" && len(c.Args) == 2 {
		if target := r.target(c.Args[1]); target != "" {
			r.add(c, code.Route{Form: code.RouteMount, Path: r.path(c.Args[0]), Router: on.id, Target: target})
		}
		return true
	}
	if len(c.Args) == 0 {
		return true
	}
	lit, ok := c.Args[len(c.Args)-1].(*ast.FuncLit)
	path := ""
	if len(c.Args) > 1 {
		path = r.path(c.Args[0])
	}
	if !ok {
		if target := r.target(c.Args[len(c.Args)-1]); target != "" && on.framework == "chi" {
			r.add(c, code.Route{Form: code.RouteMount, Path: path, Router: on.id, Target: target})
		}
		return true
	}
	// r.Route("/users", func(r chi.Router) { ... })
	id := r.function + ".@" + strconv.Itoa(int(r.x.span(lit).Start))
	r.add(c, code.Route{Form: code.RouteMount, Path: path, Router: on.id, Target: id})
	r.push()
	r.parameters(lit.Type, id)
	r.walk(lit.Body)
	r.pop()
	return false
}

// restricted is gorilla's r.HandleFunc(path, handler).Methods("GET").
func (r *routes) restricted(c *ast.CallExpr, s *ast.SelectorExpr) bool {
	inner, ok := s.X.(*ast.CallExpr)
	if !ok {
		return true
	}
	f, ok := inner.Fun.(*ast.SelectorExpr)
	if !ok || len(inner.Args) != 2 || f.Sel.Name != "HandleFunc" && f.Sel.Name != "Handle" {
		return true
	}
	on, ok := r.router(f.X)
	if !ok || on.framework != "gorilla" {
		return true
	}
	var words []string
	for _, a := range c.Args {
		words = append(words, r.method(a))
	}
	r.endpoint(inner, on, lang.JoinMethods(words), inner.Args[0], inner.Args[1])
	return false
}

// target names what is mounted: a router, or the function that returns one.
func (r *routes) target(e ast.Expr) string {
	if on, ok := r.router(e); ok && on.framework != "" {
		return on.id
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return r.target(e.Fun)
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if of, ok := r.fieldOf(e); ok {
			return of
		}
		switch x := e.X.(type) {
		case *ast.Ident:
			return x.Name + "." + e.Sel.Name
		case *ast.CompositeLit:
			if t := lastName(x.Type); t != "" {
				return t + "." + e.Sel.Name
			}
		}
		return "?." + e.Sel.Name
	}
	return ""
}

// handedOver records that a router is given to a function: register(r).
func (r *routes) handedOver(c *ast.CallExpr) {
	for i, a := range c.Args[:min(len(c.Args), 4)] {
		on, ok := router{}, false
		switch a := a.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			on, ok = r.router(a)
		case *ast.CallExpr:
			if s, isSelector := a.Fun.(*ast.SelectorExpr); isSelector && s.Sel.Name == "Group" {
				on, ok = r.router(a)
			}
		}
		if !ok || on.framework == "" && !on.group {
			continue
		}
		target := r.target(c.Fun)
		if target == "" || target == on.id {
			continue
		}
		if i > 0 {
			target += "#" + strconv.Itoa(i)
		}
		r.add(c, code.Route{Form: code.RouteMount, Router: on.id, Target: target})
	}
}

// handler names what answers a route, empty for what has no name.
func (r *routes) handler(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		for i := len(r.scopes) - 1; i > 0; i-- {
			if local, ok := r.scopes[i][e.Name]; ok {
				return local.made
			}
		}
		return e.Name
	case *ast.SelectorExpr:
		if of, ok := r.fieldOf(e); ok {
			return of
		}
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
		return e.Sel.Name
	case *ast.ParenExpr:
		return r.handler(e.X)
	case *ast.CallExpr:
		if inner := inPrefix(e); inner != nil {
			return r.handler(inner)
		}
		if inner := r.wrapped(e); inner != "" {
			return inner
		}
		return r.handler(e.Fun) // a function that returns the handler
	case *ast.UnaryExpr:
		return r.handler(e.X)
	case *ast.CompositeLit:
		return lastName(e.Type)
	}
	return ""
}

// wrapped names the function in http.HandlerFunc(f) or logged(auth(f)).
func (r *routes) wrapped(c *ast.CallExpr) string {
	if len(c.Args) != 1 {
		return ""
	}
	switch a := c.Args[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return r.handler(a)
	case *ast.CallExpr:
		return r.wrapped(a)
	}
	return ""
}

// method reads http.MethodGet or "GET".
func (r *routes) method(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if m, isMethod := strings.CutPrefix(s.Sel.Name, "Method"); isMethod {
			return strings.ToUpper(m)
		}
	}
	text, _ := r.text(e)
	return strings.ToUpper(text)
}

func (r *routes) methods(e ast.Expr) string {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	var words []string
	for _, x := range lit.Elts {
		words = append(words, r.method(x))
	}
	return lang.JoinMethods(words)
}

// text reads a string literal or a constant of the file.
func (r *routes) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, err := strconv.Unquote(e.Value)
			return s, err == nil
		}
	case *ast.Ident:
		s, ok := r.texts[e.Name]
		return s, ok
	case *ast.BinaryExpr:
		a, ok := r.text(e.X)
		b, also := r.text(e.Y)
		return a + b, ok && also && e.Op == token.ADD
	}
	return "", false
}

// path reads a path; what is no plain text is shown in braces.
func (r *routes) path(e ast.Expr) string {
	if s, ok := r.text(e); ok {
		return s
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		return r.path(b.X) + r.path(b.Y)
	}
	return "${" + code.Clip(r.x.oneLine(r.x.span(e).Start, r.x.span(e).End), 60) + "}"
}
