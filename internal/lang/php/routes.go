package php

import (
	"bytes"
	"regexp"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// routeWords are what a file that makes routes by itself mentions.
var routeWords = []string{"route", "routing", "withrouting", "routingconfigurator"}

// routes finds what a file says about routes once it has been walked.
type routes struct {
	w *lang.Walk
	// symfony are the names by which the file knows Symfony's Route.
	symfony map[string]bool
	laravel bool // Route is Laravel's
}

// withRoutes runs after the walk that gives all other facts.
func withRoutes(w *lang.Walk) {
	finish(w)
	if !bytes.Contains(w.Source, []byte("Rout")) {
		return
	}
	r := &routes{w: w, symfony: make(map[string]bool)}
	other := false // Route is something else here
	for _, im := range w.Imports() {
		spec := strings.TrimPrefix(im.Specifier, `\`)
		local := code.LastPart(spec)
		for _, n := range im.Names {
			if n.Alias != "" {
				local = n.Alias
			}
		}
		switch {
		case strings.HasPrefix(spec, `Symfony\Component\Routing\A`) && strings.HasSuffix(spec, `\Route`), spec == `Sensio\Bundle\FrameworkExtraBundle\Configuration\Route`:
			r.symfony[local] = true
			other = other || local == "Route"
		case strings.HasPrefix(spec, `Symfony\Component\Routing\A`):
			r.symfony[local+`\Route`] = true
		case spec == `Illuminate\Support\Facades\Route`:
			r.laravel = r.laravel || local == "Route"
		case local == "Route" && spec != "Route":
			other = true
		}
	}
	// Laravel makes Route known everywhere; route files are in no namespace.
	r.laravel = r.laravel || !other && w.Package() == "" && bytes.Contains(w.Source, []byte("Route::"))
	for n := syntax.Node(0); n < syntax.Node(w.Len()); n++ {
		switch w.Kind(n) {
		case "class_declaration":
			if len(r.symfony) > 0 {
				r.controller(n)
			}
		case "anonymous_function", "arrow_function":
			r.configurator(n)
		case "member_call_expression":
			if string(w.Text(w.Child(n, "name"))) == "withRouting" {
				r.withRouting(n)
			}
		}
	}
	if r.laravel {
		r.group(w.Root(), group{})
	}
}

// route is what one attribute or annotation says.
type route struct {
	paths   []string
	methods string
	span    code.Span
}

// controller records the routes of a Symfony controller.
func (r *routes) controller(class syntax.Node) {
	w := r.w
	name := string(w.Text(w.Child(class, "name")))
	above := r.stated(class)
	prefixes, methods := []string{""}, ""
	if len(above) > 0 {
		prefixes, methods = above[0].paths, above[0].methods
	}
	if len(prefixes) == 0 {
		prefixes = []string{""}
	}
	found := false
	var invoke syntax.Node = syntax.None
	for m := w.FirstChild(w.Child(class, "body")); m != syntax.None; m = w.Next(m) {
		if w.Kind(m) != "method_declaration" {
			continue
		}
		method := w.Child(m, "name")
		if string(w.Text(method)) == "__invoke" {
			invoke = method
		}
		for _, s := range r.stated(m) {
			found = true
			paths := s.paths
			if len(paths) == 0 {
				paths = []string{""}
			}
			if s.methods == "" {
				s.methods = methods
			}
			for _, prefix := range prefixes {
				for _, p := range paths {
					w.AddRoute(code.Route{Framework: "symfony", Methods: s.methods, Path: code.JoinPath(prefix, p), Target: name + "." + string(w.Text(method)),
						TargetLine: w.Line(w.Start(method)), Span: s.span, Line: w.Line(s.span.Start)})
				}
			}
		}
	}
	if found || invoke == syntax.None {
		return
	}
	for _, s := range above {
		for _, p := range s.paths {
			w.AddRoute(code.Route{Framework: "symfony", Methods: s.methods, Path: p, Target: name + ".__invoke", TargetLine: w.Line(w.Start(invoke)),
				Span: s.span, Line: w.Line(s.span.Start)})
		}
	}
}

// stated lists the routes that a declaration's attributes or its doc comment state.
func (r *routes) stated(n syntax.Node) (out []route) {
	w := r.w
	attributes := w.Child(n, "attributes")
	for g := w.FirstChild(attributes); g != syntax.None; g = w.Next(g) {
		for a := w.FirstChild(g); a != syntax.None; a = w.Next(a) {
			if w.Kind(a) != "attribute" || !r.symfony[strings.TrimPrefix(w.Name(w.NamedChild(a, 0)), `\`)] {
				continue
			}
			s := route{span: w.Span(a)}
			args := w.Child(a, "parameters")
			path := r.named(args, "path")
			if path == syntax.None {
				path = r.argument(args, 0)
			}
			s.paths = r.texts(path)
			s.methods = lang.JoinMethods(r.texts(r.named(args, "methods")))
			out = append(out, s)
		}
	}
	if c := w.Previous(n); len(out) == 0 && w.Kind(c) == "comment" {
		out = r.annotations(c)
	}
	return out
}

var (
	annotation     = regexp.MustCompile(`(?s)@([\w\\]+)\(([^@]*?)\)\s*(?:\*|$)`)
	annotationPath = regexp.MustCompile(`^\s*(?:path\s*=\s*)?"([^"]*)"|[(,]\s*path\s*=\s*"([^"]*)"`)
	annotationVerb = regexp.MustCompile(`methods\s*=\s*(\{[^}]*\}|"[^"]*")`)
	quotedText     = regexp.MustCompile(`"([^"]*)"`)
)

// annotations reads @Route("/path", methods={"GET"}) in a doc comment.
func (r *routes) annotations(c syntax.Node) (out []route) {
	text := r.w.Text(c)
	for _, m := range annotation.FindAllSubmatchIndex(text, -1) {
		args := text[m[4]:m[5]]
		if !r.symfony[string(text[m[2]:m[3]])] {
			continue
		}
		from := r.w.Start(c)
		s := route{span: code.Span{Start: from + uint32(m[0]), End: from + uint32(m[5]) + 1}}
		if p := annotationPath.FindSubmatch(args); p != nil {
			s.paths = []string{string(p[1]) + string(p[2])}
		}
		if v := annotationVerb.FindSubmatch(args); v != nil {
			var words []string
			for _, q := range quotedText.FindAllSubmatch(v[1], -1) {
				words = append(words, strings.Split(string(q[1]), "|")...)
			}
			s.methods = lang.JoinMethods(words)
		}
		out = append(out, s)
	}
	return out
}

// configurator records what a function that is given Symfony's
// RoutingConfigurator adds.
func (r *routes) configurator(fn syntax.Node) {
	w := r.w
	variable := ""
	for p := w.FirstChild(w.Child(fn, "parameters")); p != syntax.None; p = w.Next(p) {
		if strings.HasSuffix(string(w.Text(w.Child(p, "type"))), "RoutingConfigurator") {
			variable = string(w.Text(w.Child(p, "name")))
		}
	}
	if variable == "" {
		return
	}
	for n := fn; n < w.After(fn); n++ {
		if w.Kind(n) != "member_call_expression" || w.Field(n) == "object" && w.Kind(w.Parent(n)) == "member_call_expression" {
			continue
		}
		calls, root := r.chain(n)
		if string(w.Text(root)) != variable || len(calls) == 0 {
			continue
		}
		out := code.Route{Framework: "symfony"}
		for _, c := range calls {
			switch c.name {
			case "add":
				out.Path, _ = r.text(r.argument(c.args, 1))
			case "import":
				target, _ := r.text(r.argument(c.args, 0))
				if out.Form = code.RouteMountPath; !strings.HasPrefix(target, "/") {
					out.Target = "./" + strings.TrimPrefix(target, "./")
				}
				out.Target = strings.TrimSuffix(out.Target, "/")
			case "controller":
				out.Target = r.handler(r.argument(c.args, 0))
			case "methods":
				out.Methods = lang.JoinMethods(r.texts(r.argument(c.args, 0)))
			case "prefix":
				p, _ := r.text(r.argument(c.args, 0))
				out.Path = code.JoinPath(p, out.Path)
			}
		}
		if out.Form == code.RouteMountPath && out.Target != "" || out.Form == code.RouteEndpoint && out.Path != "" {
			w.Route(n, out)
		}
	}
}

// withRouting records which files of a Laravel program are its API's.
func (r *routes) withRouting(n syntax.Node) {
	args := r.w.Child(n, "arguments")
	prefix := "api"
	if p, ok := r.text(r.named(args, "apiPrefix")); ok {
		prefix = p
	}
	for _, file := range r.files(r.named(args, "api")) {
		r.w.Route(n, code.Route{Form: code.RouteMountPath, Framework: "laravel", Path: prefix, Target: file})
	}
}

// call is one of a chain of calls.
type call struct {
	name string
	args syntax.Node
}

// chain lists the calls of a chain from the first on, and what they begin with.
func (r *routes) chain(n syntax.Node) (calls []call, root syntax.Node) {
	w := r.w
	for {
		switch w.Kind(n) {
		case "member_call_expression", "nullsafe_member_call_expression":
			calls = append(calls, call{string(w.Text(w.Child(n, "name"))), w.Child(n, "arguments")})
			n = w.Child(n, "object")
			continue
		case "scoped_call_expression":
			calls = append(calls, call{string(w.Text(w.Child(n, "name"))), w.Child(n, "arguments")})
			n = w.Child(n, "scope")
		}
		break
	}
	for i, j := 0, len(calls)-1; i < j; i, j = i+1, j-1 {
		calls[i], calls[j] = calls[j], calls[i]
	}
	return calls, n
}

// argument is the value of the i-th unnamed argument.
func (r *routes) argument(args syntax.Node, i int) syntax.Node {
	w := r.w
	for a := w.FirstChild(args); a != syntax.None; a = w.Next(a) {
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

// named is the value of a named argument.
func (r *routes) named(args syntax.Node, name string) syntax.Node {
	w := r.w
	for a := w.FirstChild(args); a != syntax.None; a = w.Next(a) {
		if w.Kind(a) == "argument" && string(w.Text(w.Child(a, "name"))) == name {
			return w.NamedChild(a, 1)
		}
	}
	return syntax.None
}

// text reads a string without variables in it.
func (r *routes) text(n syntax.Node) (string, bool) {
	w := r.w
	switch w.Kind(n) {
	case "string", "encapsed_string":
		s := string(w.Text(n))
		if len(s) < 2 || w.Kind(n) == "encapsed_string" && w.ChildOfKind(n, "variable_name", "member_access_expression") != syntax.None {
			return "", false
		}
		return strings.ReplaceAll(s[1:len(s)-1], `\\`, `\`), true
	}
	return "", false
}

// texts reads a string or an array of strings.
func (r *routes) texts(n syntax.Node) (out []string) {
	w := r.w
	if s, ok := r.text(n); ok {
		return []string{s}
	}
	if w.Kind(n) == "array_creation_expression" {
		for e := w.FirstChild(n); e != syntax.None; e = w.Next(e) {
			if w.Kind(e) != "array_element_initializer" {
				continue
			}
			value := w.NamedChild(e, 1)
			if value == syntax.None {
				value = w.NamedChild(e, 0)
			}
			if s, ok := r.text(value); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// key is the value of an array's key.
func (r *routes) key(array syntax.Node, key string) syntax.Node {
	w := r.w
	for e := w.FirstChild(array); e != syntax.None; e = w.Next(e) {
		if s, ok := r.text(w.NamedChild(e, 0)); ok && s == key && w.Kind(e) == "array_element_initializer" {
			return w.NamedChild(e, 1)
		}
	}
	return syntax.None
}

// handler names what answers a route: [C::class, 'm'], 'C@m', C::class.
func (r *routes) handler(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "class_constant_access_expression":
		return strings.TrimPrefix(string(w.Text(w.NamedChild(n, 0))), `\`)
	case "array_creation_expression":
		class, method := "", ""
		for e := w.FirstChild(n); e != syntax.None; e = w.Next(e) {
			if w.Kind(e) != "array_element_initializer" {
				continue
			}
			value := w.NamedChild(e, 0)
			if s, ok := r.text(value); ok && class != "" {
				method = s
			} else if class == "" {
				if class = r.handler(value); class == "" {
					class, _ = r.text(value)
				}
			}
		}
		if class != "" && method != "" {
			return class + "." + method
		}
		return class
	case "string", "encapsed_string":
		s, _ := r.text(n)
		return strings.TrimPrefix(strings.NewReplacer("@", ".", "::", ".").Replace(s), `\`)
	}
	return ""
}
