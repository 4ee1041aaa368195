package python

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/syntax"
)

// patternList records Django's lists of paths: urlpatterns, and those that
// are included by name.
func (r *routers) patternList(n syntax.Node) {
	w := r.w
	left := w.Child(n, "left")
	if !r.django || w.Kind(left) != "identifier" || r.scopeOf(n) != w.Root() {
		return
	}
	r.patterns(w.Child(n, "right"), string(w.Text(left)), "")
}

// isPattern reports whether an expression is a call of path, re_path or url.
func (r *routers) isPattern(n syntax.Node) bool {
	if r.w.Kind(n) != "call" {
		return false
	}
	f := r.qualified(r.w.Child(n, "function"))
	switch f[strings.LastIndexByte(f, '.')+1:] {
	case "path", "re_path", "url":
		return strings.HasPrefix(f, "django.")
	}
	return false
}

// patterns records the entries of a list under a prefix.
func (r *routers) patterns(n syntax.Node, list, prefix string) {
	w := r.w
	switch w.Kind(n) {
	case "list", "tuple", "parenthesized_expression":
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			switch w.Kind(c) {
			case "call", "list_splat":
				r.patterns(c, list, prefix)
			}
		}
	case "list_splat":
		r.patterns(w.NamedChild(n, 0), list, prefix)
	case "binary_operator":
		r.patterns(w.Child(n, "left"), list, prefix)
		r.patterns(w.Child(n, "right"), list, prefix)
	case "identifier", "attribute":
		r.included(n, n, list, prefix)
	case "call":
		if r.isPattern(n) {
			r.pattern(n, list, prefix)
			return
		}
		if f := string(w.Text(w.Child(n, "function"))); strings.HasSuffix(f, "patterns") || list == "urlpatterns" && w.Kind(w.Parent(n)) != "list" {
			for i := 0; ; i++ { // i18n_patterns(path(...), ...)
				a := r.argument(n, i)
				if a == syntax.None {
					return
				}
				switch w.Kind(a) {
				case "list", "call", "identifier":
					r.patterns(a, list, prefix)
				}
			}
		}
	}
}

// pattern records one path, or what it includes.
func (r *routers) pattern(n syntax.Node, list, prefix string) {
	w := r.w
	route, view := r.argument(n, 0), r.argument(n, 1)
	for _, key := range []string{"route", "regex"} {
		if v := r.keyword(n, key); route == syntax.None && v != syntax.None {
			route = v
		}
	}
	if v := r.keyword(n, "view"); v != syntax.None {
		view = v
	}
	if route == syntax.None {
		return
	}
	text := r.path(route)
	if f := r.qualified(w.Child(n, "function")); !strings.HasSuffix(f, ".path") {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "^"), "$")
	}
	prefix += text
	if w.Kind(view) == "call" && strings.HasSuffix(r.qualified(w.Child(view, "function")), "include") {
		r.included(n, r.argument(view, 0), list, prefix)
		return
	}
	if w.Kind(view) == "attribute" && strings.HasSuffix(string(w.Text(view)), ".urls") {
		return // admin.site.urls: made by the framework
	}
	w.Route(n, code.Route{Form: code.RouteEndpoint, Framework: "django", Path: prefix, Router: list, Target: r.view(view)})
}

// included records what include(...) puts below a prefix.
func (r *routers) included(at, n syntax.Node, list, prefix string) {
	w := r.w
	mount := func(target string) {
		if target != list {
			w.Route(at, code.Route{Form: code.RouteMount, Framework: "django", Path: prefix, Router: list, Target: target})
		}
	}
	switch w.Kind(n) {
	case "string":
		if s, ok := r.text(n); ok {
			mount(strconv.Quote(s) + ".urlpatterns")
		}
	case "list":
		r.patterns(n, list, prefix)
	case "tuple":
		r.included(at, w.NamedChild(n, 0), list, prefix)
	case "identifier":
		mount(string(w.Text(n)))
		if r.own[string(w.Text(n))] {
			mount(string(w.Text(n)) + ".urlpatterns")
		}
	case "attribute":
		text := string(w.Text(n))
		if router, ok := strings.CutSuffix(text, ".urls"); ok {
			mount(router)
		}
		mount(text)
		mount(text + ".urlpatterns")
	}
}

// view names what answers a route, empty for what has no name.
func (r *routers) view(n syntax.Node) string {
	w := r.w
	switch w.Kind(n) {
	case "identifier", "attribute":
		if text := string(w.Text(n)); !strings.ContainsAny(text, "()[] \n") {
			return text
		}
	case "string":
		s, _ := r.text(n)
		return s
	case "call":
		f := w.Child(n, "function")
		if w.Kind(f) == "attribute" && strings.HasPrefix(string(w.Text(w.Child(f, "attribute"))), "as_view") {
			return r.view(w.Child(f, "object"))
		}
		return r.view(r.argument(n, 0)) // a decorator
	}
	return ""
}
