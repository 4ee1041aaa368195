package golang

import (
	"bytes"
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"sextant/internal/code"
)

// routeWords are what a file that makes routes by itself mentions.
var routeWords = []string{"http handlefunc", "http handle", "servemux", "gin", "chi", "echo", "mux", "fiber", "httprouter", "group"}

// routeMarks are texts of which a file with anything about routes holds one.
var routeMarks = [][]byte{[]byte("net/http"), []byte("gin-gonic/gin"), []byte("go-chi/chi"), []byte("labstack/echo"), []byte("gorilla/mux"), []byte("gofiber/fiber"), []byte("julienschmidt/httprouter"),
	[]byte(`.Group("`)}

// routePackages are the packages whose routers are known, by their path
// without a version.
var routePackages = map[string]string{"net/http": "net/http", "github.com/gin-gonic/gin": "gin", "github.com/go-chi/chi": "chi",
	"github.com/labstack/echo": "echo", "github.com/gorilla/mux": "gorilla", "github.com/gofiber/fiber": "fiber", "github.com/julienschmidt/httprouter": "httprouter"}

// routerFuncs make routers, routerTypes are their types.
var (
	routerFuncs = map[string]bool{"net/http.NewServeMux": true, "gin.New": true, "gin.Default": true, "chi.NewRouter": true, "chi.NewMux": true,
		"echo.New": true, "gorilla.NewRouter": true, "fiber.New": true, "httprouter.New": true}
	routerTypes = map[string]bool{"net/http.ServeMux": true, "gin.Engine": true, "gin.RouterGroup": true, "gin.IRouter": true, "gin.IRoutes": true,
		"chi.Router": true, "chi.Mux": true, "echo.Echo": true, "echo.Group": true, "gorilla.Router": true, "fiber.App": true, "fiber.Router": true,
		"fiber.Group": true, "httprouter.Router": true}
)

// router is what a name stands for.
type router struct {
	id, framework string
	path          string // of a route that is not finished: gorilla's Path and PathPrefix
	methods       string
	// made names what a local variable that is no router comes from.
	made string
	// group is true for what a router's Group gave, whatever the router is.
	group bool
}

// routes finds what one file says about routes. Names are looked up in
// scopes of its own: those of the extractor are gone when it runs.
type routes struct {
	x        *extractor
	packages map[string]string // local name of a package: framework
	others   map[string]bool   // local names of other packages
	fields   map[string]router // "Type.field"
	scopes   []map[string]router
	texts    map[string]string // constants
	function string            // the one being walked
	receiver string            // its receiver's name
	typ      string            // and type
	results  map[string]bool   // names of routers that it returns
}

// addRoutes records the routes of the pieces that have been walked.
func (x *extractor) addRoutes(pieces []parsed) {
	found := false
	for _, m := range routeMarks {
		found = found || bytes.Contains(x.src, m)
	}
	if !found {
		return
	}
	r := &routes{x: x, packages: make(map[string]string), others: make(map[string]bool), fields: make(map[string]router), texts: make(map[string]string)}
	for _, p := range pieces {
		for _, im := range p.file.Imports {
			r.importPackage(im)
		}
	}
	r.push()
	for _, p := range pieces {
		x.piece = p
		for _, d := range p.file.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				r.declarations(g)
			}
		}
	}
	for _, p := range pieces {
		x.piece = p
		for _, d := range p.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				r.funcDecl(f)
			} else if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
				r.walk(g)
			}
		}
	}
}

func (r *routes) importPackage(im *ast.ImportSpec) {
	p, _ := strconv.Unquote(im.Path.Value)
	base, last := p, p[strings.LastIndexByte(p, '/')+1:]
	if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		base = strings.TrimSuffix(p, "/"+last)
	}
	name := base[strings.LastIndexByte(base, '/')+1:]
	if im.Name != nil {
		name = im.Name.Name
	}
	framework, ok := routePackages[base]
	if !ok {
		r.others[name] = true
		return
	}
	r.packages[name] = framework
}

// declarations notes package-level routers, fields that are routers, constants.
func (r *routes) declarations(g *ast.GenDecl) {
	for _, s := range g.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			st, ok := s.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, f := range st.Fields.List {
				framework := r.typed(f.Type)
				if framework == "" {
					continue
				}
				names := f.Names
				if len(names) == 0 { // embedded
					names = []*ast.Ident{{NamePos: f.Pos(), Name: lastName(f.Type)}}
				}
				for _, n := range names {
					id := s.Name.Name + "." + n.Name
					r.fields[id] = router{id: id, framework: framework}
					r.add(f, code.Route{Form: code.RouteRouter, Framework: framework, Router: id})
				}
			}
		case *ast.ValueSpec:
			for i, n := range s.Names {
				if framework := r.typed(s.Type); framework != "" {
					r.declareAt(s, n.Name, router{id: n.Name, framework: framework})
				} else if i < len(s.Values) {
					r.assign(s, n, s.Values[i])
				}
			}
		}
	}
}

func (r *routes) push()     { r.scopes = append(r.scopes, make(map[string]router)) }
func (r *routes) pop()      { r.scopes = r.scopes[:len(r.scopes)-1] }
func (r *routes) top() bool { return len(r.scopes) == 1 }
func (r *routes) add(n ast.Node, c code.Route) {
	c.Span = r.x.span(n)
	c.Line = r.x.lineAt(c.Span.Start)
	r.x.b.AddRoute(c)
}

func (r *routes) declareAt(n ast.Node, name string, to router) {
	r.scopes[len(r.scopes)-1][name] = to
	if to.framework != "" {
		r.add(n, code.Route{Form: code.RouteRouter, Framework: to.framework, Router: to.id})
	}
}

// typed is the framework of which a type is the router.
func (r *routes) typed(t ast.Expr) string {
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	s, ok := t.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	pkg, ok := s.X.(*ast.Ident)
	if !ok {
		return ""
	}
	if f := r.packages[pkg.Name]; f != "" && routerTypes[f+"."+s.Sel.Name] {
		return f
	}
	return ""
}

func lastName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return lastName(t.X)
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// local is the router name of a variable of the function being walked: the
// function's own where it returns the variable.
func (r *routes) local(name string, at ast.Node) string {
	switch {
	case r.function == "":
		return name
	case r.results[name] && len(r.scopes) == 3: // the file, the parameters, the body
		return r.function
	}
	return r.function + "." + name + "@" + strconv.Itoa(int(r.x.span(at).Start))
}

func (r *routes) funcDecl(d *ast.FuncDecl) {
	if d.Body == nil {
		return
	}
	r.function, r.receiver, r.typ = d.Name.Name, "", ""
	if d.Recv != nil && len(d.Recv.List) == 1 {
		f := d.Recv.List[0]
		r.typ = lastName(f.Type)
		r.function = r.typ + "." + d.Name.Name
		if len(f.Names) == 1 {
			r.receiver = f.Names[0].Name
		}
	}
	r.results = make(map[string]bool)
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if id, ok := e.(*ast.Ident); ok {
					r.results[id.Name] = true
				}
			}
		}
		return true
	})
	r.push()
	r.parameters(d.Type, r.function)
	r.walk(d.Body)
	r.pop()
	r.function, r.receiver, r.typ = "", "", ""
}

// parameters notes the routers that a function is given.
func (r *routes) parameters(t *ast.FuncType, function string) {
	i := 0
	for _, f := range t.Params.List {
		framework := r.typed(f.Type)
		for _, n := range f.Names {
			if framework == "" {
				r.scopes[len(r.scopes)-1][n.Name] = router{} // hides what is outside
				i++
				continue
			}
			id := function
			if i > 0 {
				id += "#" + strconv.Itoa(i)
			}
			r.declareAt(f, n.Name, router{id: id, framework: framework})
			i++
		}
		if len(f.Names) == 0 {
			i++
		}
	}
}

// walk goes through statements in order.
func (r *routes) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			r.push()
			for _, s := range n.List {
				r.walk(s)
			}
			r.pop()
			return false
		case *ast.FuncLit:
			r.push()
			r.parameters(n.Type, r.function+".@"+strconv.Itoa(int(r.x.span(n).Start)))
			r.walk(n.Body)
			r.pop()
			return false
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					r.assign(n, left, n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if framework := r.typed(n.Type); framework != "" && !r.top() {
					r.declareAt(n, name.Name, router{id: r.local(name.Name, n), framework: framework})
				} else if i < len(n.Values) && !r.top() {
					r.assign(n, name, n.Values[i])
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if on, ok := r.router(e); ok && on.id != r.function && r.function != "" {
					r.add(n, code.Route{Form: code.RouteMount, Router: r.function, Target: on.id})
				}
			}
		case *ast.CallExpr:
			return r.call(n)
		}
		return true
	})
}

// assign notes a variable or a field that becomes a router.
func (r *routes) assign(at ast.Node, left, right ast.Expr) {
	to, ok := r.made(at, left, right)
	if !ok {
		if on, known := r.router(right); known {
			to, ok = on, true
		}
	}
	if id, isIdent := left.(*ast.Ident); isIdent {
		if text, isText := r.text(right); isText && !isAssign(at) {
			r.texts[id.Name] = text
		} else {
			delete(r.texts, id.Name) // a variable whose text changes
		}
	}
	if !ok {
		if id, isIdent := left.(*ast.Ident); isIdent && !r.top() && !isAssign(at) {
			r.scopes[len(r.scopes)-1][id.Name] = router{id: r.given(right), made: r.handler(right)} // hides what is outside
		}
		return
	}
	switch l := left.(type) {
	case *ast.Ident:
		for i := len(r.scopes) - 1; i >= 0; i-- {
			if _, has := r.scopes[i][l.Name]; has && isAssign(at) {
				r.scopes[i][l.Name] = to
				return
			}
		}
		r.scopes[len(r.scopes)-1][l.Name] = to
	case *ast.SelectorExpr:
		if of, ok := r.fieldOf(l); ok {
			r.fields[of] = to
		}
	}
}

// given names the function of another package of which a call may give a
// router: only that package tells.
func (r *routes) given(e ast.Expr) string {
	if c, ok := e.(*ast.CallExpr); ok {
		if s, ok := c.Fun.(*ast.SelectorExpr); ok {
			if pkg, ok := s.X.(*ast.Ident); ok && r.others[pkg.Name] && !r.hidden(pkg.Name) {
				return pkg.Name + "." + s.Sel.Name
			}
		}
	}
	return ""
}

func isAssign(n ast.Node) bool { a, ok := n.(*ast.AssignStmt); return ok && a.Tok == token.ASSIGN }

// fieldOf names the field that a selector on the receiver means.
func (r *routes) fieldOf(s *ast.SelectorExpr) (string, bool) {
	id, ok := s.X.(*ast.Ident)
	if !ok || r.receiver == "" || id.Name != r.receiver {
		return "", false
	}
	return r.typ + "." + s.Sel.Name, true
}

// made is the router that an expression makes anew: a constructor's, or a
// group of another.
func (r *routes) made(at ast.Node, left, e ast.Expr) (router, bool) {
	name := ""
	switch l := left.(type) {
	case *ast.Ident:
		name = r.local(l.Name, at)
	case *ast.SelectorExpr:
		if of, ok := r.fieldOf(l); ok {
			name = of
		}
	}
	if name == "" {
		name = r.function + ".@" + strconv.Itoa(int(r.x.span(e).Start))
	}
	if framework := r.constructed(e); framework != "" {
		r.add(e, code.Route{Form: code.RouteRouter, Framework: framework, Router: name})
		return router{id: name, framework: framework}, true
	}
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return router{}, false
	}
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return router{}, false
	}
	on, ok := r.router(s.X)
	if !ok {
		return router{}, false
	}
	path := ""
	switch s.Sel.Name {
	case "Group", "PathPrefix", "Path":
		if len(c.Args) > 0 {
			path = r.path(c.Args[0])
		}
	case "Subrouter", "With":
	case "Route":
		if on.framework != "fiber" && on.framework != "chi" || len(c.Args) < 1 {
			return router{}, false
		}
		path = r.path(c.Args[0])
	default:
		return router{}, false
	}
	if s.Sel.Name == "PathPrefix" || s.Sel.Name == "Path" {
		return router{id: on.id, framework: on.framework, path: on.path + path, methods: on.methods}, true
	}
	r.add(c, code.Route{Form: code.RouteMount, Path: on.path + path, Router: on.id, Target: name})
	r.add(c, code.Route{Form: code.RouteRouter, Framework: on.framework, Router: name})
	return router{id: name, framework: on.framework, group: true}, true
}

// constructed is the framework whose router an expression makes.
func (r *routes) constructed(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if lit, ok := e.X.(*ast.CompositeLit); ok {
			return r.typed(lit.Type)
		}
	case *ast.CompositeLit:
		return r.typed(e.Type)
	case *ast.CallExpr:
		s, ok := e.Fun.(*ast.SelectorExpr)
		if !ok {
			if id, isNew := e.Fun.(*ast.Ident); isNew && id.Name == "new" && len(e.Args) == 1 {
				return r.typed(e.Args[0])
			}
			return ""
		}
		if pkg, ok := s.X.(*ast.Ident); ok {
			if f := r.packages[pkg.Name]; f != "" && routerFuncs[f+"."+s.Sel.Name] {
				return f
			}
		}
	}
	return ""
}

// router finds what an expression stands for; false if it is no router.
func (r *routes) router(e ast.Expr) (router, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.router(e.X)
	case *ast.UnaryExpr:
		return r.router(e.X)
	case *ast.Ident:
		for i := len(r.scopes) - 1; i >= 0; i-- {
			if to, ok := r.scopes[i][e.Name]; ok {
				return to, to.id != ""
			}
		}
	case *ast.SelectorExpr:
		of, ok := r.fieldOf(e)
		if !ok {
			return router{}, false
		}
		if to, known := r.fields[of]; known {
			return to, true
		}
		return router{id: of}, true // a field that another file declares
	case *ast.CallExpr:
		if to, ok := r.made(e, nil, e); ok {
			return to, true
		}
	}
	return router{}, false
}
