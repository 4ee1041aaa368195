package search

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"sextant/internal/parse"
	"sextant/internal/testkit"
)

var update = flag.Bool("update", false, "write the routes that are found into testdata")

// everyRoute lists a checkout's routes as the cases of testdata/routes write them.
func everyRoute(t *testing.T, files []txtar.File) string {
	t.Helper()
	var args []string
	for _, f := range files {
		if f.Name != "want" {
			args = append(args, f.Name, string(f.Data))
		}
	}
	v := view(t, args...)
	found, err := FindRoutes(context.Background(), v, RouteQuery{Budget: time.Minute})
	testkit.Must(t, err)
	if found.Pending > 0 {
		t.Errorf("%d files are left over", found.Pending)
	}
	handlers := HandlersOf(context.Background(), v, found.Items, time.Minute)
	var b strings.Builder
	for i := range found.Items {
		r := &found.Items[i]
		fmt.Fprintf(&b, "%s:%d: %s %s", r.File.Path, r.Route.Line, r.Methods(), r.Path)
		if r.Route.Target != "" {
			fmt.Fprintf(&b, " -> %s", r.Route.Target)
		}
		h, ok, err := handlers.Of(r)
		testkit.Must(t, err)
		if ok {
			fmt.Fprintf(&b, " (%s:%d)", h.File.Path, h.Line)
		}
		fmt.Fprintf(&b, " [%s]\n", r.Framework)
	}
	return b.String()
}

// Each folder of testdata/routes is a framework; each case a small program in
// it, with the routes it has, and with what only looks like one.
func TestRouteCases(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "routes", "*", "*.txtar"))
	testkit.Must(t, err)
	if len(cases) < 21 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.ToSlash(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			testkit.Must(t, err)
			got, want := everyRoute(t, a.Files), ""
			for i := range a.Files {
				if a.Files[i].Name == "want" {
					want = string(a.Files[i].Data)
					if *update {
						a.Files[i].Data = []byte(got)
						testkit.Must(t, os.WriteFile(name, txtar.Format(a), 0o644))
						want = got
					}
				}
			}
			if want == "" && got != "" || got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// Whatever is left of a file, what it says about routes lies in it.
func TestRoutesOfCutFiles(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "routes", "*", "*.txtar"))
	testkit.Must(t, err)
	stated := 0
	for _, name := range cases {
		a, err := txtar.ParseFile(name)
		testkit.Must(t, err)
		for _, file := range a.Files {
			d := languages().ByPath(file.Name)
			if d == nil || len(d.RouteWords) == 0 {
				continue
			}
			for cut := range 12 {
				src := file.Data[:len(file.Data)*(12-cut)/12]
				f, err := parse.Parse(d, src, parse.DefaultLimits)
				testkit.Must(t, err)
				for _, r := range f.Routes {
					stated++
					if r.Span.Start > r.Span.End || int(r.Span.End) > len(src) || r.Line == 0 || r.Line > f.Lines || r.TargetLine > f.Lines {
						t.Errorf("%s %s cut at %d: %+v", name, file.Name, len(src), r)
					}
				}
			}
		}
	}
	if stated < 1000 {
		t.Errorf("%d statements are too few to tell", stated)
	}
}

func TestRoutePatterns(t *testing.T) {
	const none = RouteRank(9)
	for _, c := range []struct {
		pattern, route string
		want           RouteRank
	}{
		{"/users", "/users", RouteExact},
		{"users", "/users", RouteExact},
		{"/users/", "/users", RouteExact},
		{"/users?page=2", "/users", RouteExact},
		{"https://host.example/users", "/users", RouteExact},
		{"/", "/", RouteExact},
		{"/users/{id}", "/users/{id}", RouteExact},
		{"/users/:id", "/users/{id}", RouteMatch},
		{"/users/42", "/users/{id}", RouteMatch},
		{"/users/42", "/users/:id", RouteMatch},
		{"/users/42", "/users/<int:id>/", RouteMatch},
		{"/users/42", "/users/[id]", RouteMatch},
		{"/users/42", "/users/(?P<id>[0-9]+)/", RouteMatch},
		{"/users/42", "/users/:id?", RouteMatch},
		{"/users", "/users/{id?}", RouteMatch},
		{"/files/a/b", "/files/*", RouteMatch},
		{"/files/a/b", "/files/{*path}", RouteMatch},
		{"/files/a/b", "/files/{path...}", RouteMatch},
		{"/files/a/b", "/files/[...slug]", RouteMatch},
		{"/files/a/b", "/files/<path:rest>", RouteMatch},
		{"/feed.json", "/feed.{format}", RouteMatch},
		{"/api/*/users", "/api/v1/users", RouteMatch},
		{"/api/**", "/api/v1/users/{id}", RouteMatch},
		{"/api/**", "/api", RouteMatch},
		{"*/users", "/admin/users", RouteMatch},
		{"/users", "/users/{id}/posts", RoutePrefix},
		{"/users/42", "/users/{id}/posts", RoutePrefix},
		{"sers", "/users", RouteFragment},
		{"usercontroller", "/x", RouteFragment},
		{"", "/x", RouteExact},
		{"/users/42", "/users", none},
		{"/users/42", "/posts/{id}", none},
		{"/users/42/posts", "/users/{id}", none},
		{"/api/*", "/api/v1/users", none},
		{"/", "/users", none},
		{"/feed.xml", "/feed.{format}.gz", none},
	} {
		m := newRoutePattern(c.pattern)
		fit, ok := m.fit(c.route, "UserController.show")
		if !ok {
			fit.Rank = none
		}
		if fit.Rank != c.want {
			t.Errorf("%q on %q: rank %d, want %d", c.pattern, c.route, fit.Rank, c.want)
		}
	}
}

func TestRouteOrder(t *testing.T) {
	v := view(t, "package.json", `{"name":"x"}`, "app.js", `const express = require('express')
const app = express()
app.get('/users/:id/:tab', (req, res) => {})
app.get('/users/:id', (req, res) => {})
app.post('/users/me', (req, res) => {})
app.get('/users/me', (req, res) => {})
app.get('/admin/users', (req, res) => {})
app.get('/users', (req, res) => {})
`, "test/app.test.js", `const app = require('express')()
app.get('/users/me', (req, res) => {})
`)
	for _, c := range []struct {
		pattern, method, dir, want string
	}{
		{"/users/me", "", "", "app.js:6 app.js:5 test/app.test.js:2 app.js:4 app.js:3"},
		{"/users/me", "post", "", "app.js:5"},
		{"GET /users/me", "", "", "app.js:6 test/app.test.js:2 app.js:4 app.js:3"},
		{"/users/me", "", "test", "test/app.test.js:2"},
		{"/users", "", "", "app.js:8 app.js:4 app.js:3 app.js:6 app.js:5 test/app.test.js:2 app.js:7"},
		{"/nothing", "", "", ""},
	} {
		found, err := FindRoutes(context.Background(), v, RouteQuery{Pattern: c.pattern, Method: c.method, Directory: c.dir, Budget: time.Minute})
		testkit.Must(t, err)
		var got []string
		for _, r := range found.Items {
			got = append(got, fmt.Sprintf("%s:%d", r.File.Path, r.Route.Line))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q %q %q: %q, want %q", c.pattern, c.method, c.dir, s, c.want)
		}
		if found.Total != 7 || found.Frameworks["express"] != 7 {
			t.Errorf("%d routes, %v", found.Total, found.Frameworks)
		}
	}
}

func TestRoutesTo(t *testing.T) {
	v := view(t, "app.py", `from flask import Flask
import views
app = Flask(__name__)
app.add_url_rule("/a", view_func=views.show)
app.add_url_rule("/b", view_func=views.show)

@app.get("/c")
def show():
    pass
`, "views.py", `def show():
    pass

def other():
    pass
`)
	for _, c := range []struct{ path, name, want string }{
		{"views.py", "show", "/a /b"},
		{"app.py", "show", "/c"},
		{"views.py", "other", ""},
	} {
		f := v.File(c.path)
		facts, err := v.Outline(context.Background(), f)
		testkit.Must(t, err)
		var got []string
		for _, i := range DefinitionsNamed(facts, c.name) {
			routes, err := RoutesTo(context.Background(), v, f, &facts.Definitions[i], time.Minute)
			testkit.Must(t, err)
			for _, r := range routes {
				got = append(got, r.Path)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s %s: %q, want %q", c.path, c.name, s, c.want)
		}
	}
}
