package typescript

import (
	"bytes"
	"path"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// pathRoutes lists the routes that Next.js gives a script by its path: pages
// and handlers below app/, pages below pages/. The project must use Next.js:
// the package.json above says so.
func pathRoutes(p lang.Project, file string, facts func() *code.Facts) []code.Route {
	ext := path.Ext(file)
	switch ext {
	case ".ts", ".tsx", ".js", ".jsx", ".mjs":
	default:
		return nil
	}
	stem := strings.TrimSuffix(file, ext)
	if strings.HasSuffix(stem, ".d") || strings.Contains(path.Base(stem), ".") {
		return nil
	}
	base := path.Base(stem)
	for _, top := range []string{"app", "pages"} {
		dir, rest, ok := beneath(stem, top)
		if !ok || top == "app" && base != "page" && base != "route" || top == "pages" && strings.HasPrefix(base, "_") || !usesNext(p, dir) {
			continue
		}
		if top == "pages" {
			return pageRoutes(rest, facts())
		}
		return appRoutes(rest, base, facts())
	}
	return nil
}

// beneath cuts a path at its directory called top: what is before it, without
// src, and what is in it.
func beneath(stem, top string) (dir, rest string, ok bool) {
	switch {
	case strings.HasPrefix(stem, top+"/"):
		rest = stem[len(top)+1:]
	case strings.Contains(stem, "/"+top+"/"):
		i := strings.Index(stem, "/"+top+"/")
		dir, rest = stem[:i], stem[i+len(top)+2:]
	default:
		return "", "", false
	}
	return strings.TrimSuffix(strings.TrimSuffix(dir, "src"), "/"), rest, true
}

// usesNext reports whether the package in a directory is an application of Next.js.
func usesNext(p lang.Project, dir string) bool {
	return p.Memo("next:"+dir, func() any {
		for _, e := range p.Entries(dir) {
			if strings.HasPrefix(e, "next.config.") {
				return true
			}
		}
		manifest, ok := p.Read(path.Join(dir, "package.json"))
		return ok && bytes.Contains(manifest, []byte(`"next"`))
	}).(bool)
}

// appRoutes are those of app/**/page and app/**/route.
func appRoutes(rest, base string, f *code.Facts) []code.Route {
	var parts []string
	for _, s := range strings.Split(path.Dir(rest), "/") {
		switch {
		case s == ".", strings.HasPrefix(s, "@"): // a slot is no part of the path
		case strings.HasPrefix(s, "_"):
			return nil // a private folder
		case strings.HasPrefix(s, "(.)"), strings.HasPrefix(s, "(..)"), strings.HasPrefix(s, "(...)"):
			return nil // shows another route
		case strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")"): // a group
		default:
			parts = append(parts, s)
		}
	}
	at := "/" + strings.Join(parts, "/")
	if f == nil {
		return nil
	}
	if base == "page" {
		return defaultRoute(f, "GET", at)
	}
	var out []code.Route
	for _, name := range f.Exports() {
		m, ok := lang.HTTPMethod(name)
		if !ok || m != name {
			continue
		}
		r := code.Route{Framework: "next", Methods: m, Path: at, Target: name, Line: 1}
		for i := range f.Definitions {
			if d := &f.Definitions[i]; d.Name == name && d.Container == code.NoDefinition {
				r.Line, r.TargetLine, r.Span = d.Line, d.Line, d.Span
			}
		}
		out = append(out, r)
	}
	return out
}

// pageRoutes are those of pages/: any method for pages/api, else GET.
func pageRoutes(rest string, f *code.Facts) []code.Route {
	if f == nil {
		return nil
	}
	at := "/" + strings.TrimSuffix(strings.TrimSuffix(rest, "index"), "/")
	if path.Base(rest) != "index" {
		at = "/" + rest
	}
	if strings.HasPrefix(at, "/api/") || at == "/api" {
		return defaultRoute(f, "", at)
	}
	return defaultRoute(f, "GET", at)
}

// defaultRoute is the route that what a file exports by default answers.
func defaultRoute(f *code.Facts, methods, at string) []code.Route {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Exported && d.Modifiers&code.ModDefault != 0 && d.Container == code.NoDefinition {
			name := d.Name
			if name == "default" {
				name = ""
			}
			return []code.Route{{Framework: "next", Methods: methods, Path: at, Target: name, Line: d.Line, TargetLine: d.Line, Span: d.Span}}
		}
	}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			if f.Imports[i].Form == code.ImportReExport && n.Local() == "default" {
				return []code.Route{{Framework: "next", Methods: methods, Path: at, Target: n.Name, Line: f.Imports[i].Line, Span: f.Imports[i].Span}}
			}
		}
	}
	return nil
}
