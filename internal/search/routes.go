package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// RouteQuery asks which routes there are.
type RouteQuery struct {
	// Pattern is a path ("/users/42" fits "/users/{id}"), a part of one or of a
	// handler's name, or a glob; "" is every route.
	Pattern string
	// Method is the only HTTP method wanted, "" is any.
	Method string
	// Directory bounds where routes may be stated; "" is everywhere.
	Directory string
	// Budget is how long files may be parsed for it.
	Budget time.Duration
}

// FoundRoute is one route with what other files put before its path.
type FoundRoute struct {
	File      *index.File
	Facts     *code.Facts
	Route     *code.Route
	Framework string
	Path      string // the whole path, with a leading slash
	// Fit says how the path meets the pattern.
	Fit RouteFit
}

// Methods are those of the route, "ANY" where it takes every one.
func (r *FoundRoute) Methods() string { return cmp.Or(r.Route.Methods, "ANY") }

// Routes is the answer to a RouteQuery.
type Routes struct {
	Items []FoundRoute // the best fit first
	// Total counts all routes of the checkout, Frameworks those of each framework.
	Total      int
	Frameworks map[string]int
	// Searched is how many files were looked at, Pending how many more could
	// not be in time.
	Searched, Pending int
}

// FindRoutes lists the routes that fit a pattern.
func FindRoutes(ctx context.Context, v *index.View, q RouteQuery) (*Routes, error) {
	t, err := routesOf(ctx, v, q.Budget)
	if err != nil {
		return nil, err
	}
	out := &Routes{Frameworks: make(map[string]int), Total: len(t.found), Searched: t.searched, Pending: t.pending}
	method, pattern := cutMethod(q.Pattern)
	method = cmp.Or(q.Method, method)
	m := newRoutePattern(pattern)
	for i := range t.found {
		r := t.found[i]
		out.Frameworks[r.Framework]++
		if !Within(r.File.Path, q.Directory) || !takesMethod(r.Route.Methods, method) {
			continue
		}
		fit, ok := m.fit(r.Path, r.Route.Target)
		if !ok {
			continue
		}
		r.Fit = fit
		out.Items = append(out.Items, r)
	}
	slices.SortStableFunc(out.Items, func(a, b FoundRoute) int {
		return cmp.Or(cmp.Compare(a.Fit.Rank, b.Fit.Rank), cmp.Compare(a.Fit.Loose, b.Fit.Loose), cmp.Compare(classOrder(a.File.Class), classOrder(b.File.Class)),
			cmp.Compare(a.Path, b.Path), cmp.Compare(methodOrder(a.Route.Methods), methodOrder(b.Route.Methods)),
			cmp.Compare(a.Route.Methods, b.Route.Methods), cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Route.Line, b.Route.Line))
	})
	return out, nil
}

// cutMethod cuts "GET /users" into its parts.
func cutMethod(pattern string) (method, path string) {
	pattern = strings.TrimSpace(pattern)
	if head, rest, two := strings.Cut(pattern, " "); two {
		if _, ok := httpMethods[strings.ToUpper(head)]; ok {
			return head, strings.TrimSpace(rest)
		}
	}
	return "", pattern
}

// IsRoute reports whether a name can only be that of a route: a path, or a
// method and a path.
func IsRoute(name string) bool {
	_, path := cutMethod(name)
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//")
}

// RoutesTo lists the routes that a definition answers, by path.
func RoutesTo(ctx context.Context, v *index.View, f *index.File, d *code.Definition, budget time.Duration) ([]FoundRoute, error) {
	t, err := routesOf(ctx, v, budget)
	if err != nil {
		return nil, err
	}
	var near, out []FoundRoute
	for _, r := range t.found {
		if code.LastPart(r.Route.Target) == d.Name || r.File == f && r.Route.TargetLine == d.Line {
			near = append(near, r)
		}
	}
	handlers := HandlersOf(ctx, v, near, budget)
	for i := range near {
		h, ok, err := handlers.Of(&near[i])
		if err != nil {
			return nil, err
		}
		if ok && h.File == f && h.Line == d.Line {
			out = append(out, near[i])
		}
	}
	slices.SortStableFunc(out, func(a, b FoundRoute) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

var httpMethods = map[string]int{"GET": 1, "HEAD": 2, "POST": 3, "PUT": 4, "PATCH": 5, "DELETE": 6, "OPTIONS": 7, "TRACE": 8, "CONNECT": 9, "ANY": 10}

// methodOrder puts reading before writing.
func methodOrder(methods string) int {
	first, _, _ := strings.Cut(methods, "|")
	return httpMethods[cmp.Or(first, "ANY")]
}

// takesMethod reports whether a route that takes methods answers to one.
func takesMethod(methods, method string) bool {
	method = strings.ToUpper(strings.TrimSpace(method))
	return method == "" || method == "ANY" || methods == "" || slices.Contains(strings.Split(methods, "|"), method)
}
