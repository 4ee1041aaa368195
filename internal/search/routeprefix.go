package search

import (
	"slices"
	"strings"

	"sextant/internal/code"
)

// routePrefix is one way down to a router.
type routePrefix struct{ path, framework string }

// mostPrefixes bounds the ways down to one router that are listed.
const mostPrefixes = 16

// prefixes lists what may stand before the routes of a router.
func (l *routeLinks) prefixes(n routerNode, seen []routerNode) []routePrefix {
	own := l.declared[n]
	if slices.Contains(seen, n) || len(seen) > 32 {
		return nil
	}
	seen = append(seen, n)
	var out []routePrefix
	above := l.above[n]
	if !l.isTest(n.path) {
		// How a test hangs it says nothing where the program does so too.
		real := slices.DeleteFunc(slices.Clone(above), func(m mountedAt) bool { return l.isTest(m.on.path) })
		if len(real) > 0 {
			above = real
		}
	}
	for _, m := range above {
		f := l.files[m.on.path]
		on := m.on
		if f != nil {
			on = l.canonical(f, m.on.name)
		}
		for _, p := range l.prefixes(on, seen) {
			framework := p.framework
			if framework == "" {
				framework = m.framework
			}
			if framework == "" {
				framework = own.framework
			}
			if framework == "" || m.framework != "" && own.framework != "" && m.framework != own.framework {
				continue // hangs on what is no router
			}
			below := code.JoinPath(m.path, own.path)
			if instead, ok := strings.CutPrefix(m.path, "="); ok {
				below = instead
			}
			way := routePrefix{code.JoinPath(p.path, below), framework}
			if !slices.Contains(out, way) && len(out) < mostPrefixes {
				out = append(out, way)
			}
		}
	}
	if len(out) == 0 {
		return []routePrefix{{own.path, own.framework}}
	}
	return out
}

func (l *routeLinks) isTest(path string) bool {
	f := l.v.File(path)
	return f != nil && f.Class == code.ClassTest
}

// routes lists an endpoint under every path that leads to it; none where
// nothing says that it is one.
func (l *routeLinks) routes(f *routeFile, r *code.Route) (out []FoundRoute) {
	for _, p := range l.prefixes(l.canonical(f, r.Router), nil) {
		framework := r.Framework
		if framework == "" {
			framework = p.framework
		}
		if framework == "" || p.framework != "" && p.framework != framework {
			continue
		}
		whole := code.JoinPath(l.before(f.file.Path, framework), code.JoinPath(p.path, l.text(f, r.Path)))
		whole = "/" + strings.TrimPrefix(whole, "/")
		out = append(out, FoundRoute{File: f.file, Facts: f.facts, Route: r, Framework: framework, Path: whole})
	}
	return out
}

// before is what a program puts before all routes of a framework.
func (l *routeLinks) before(file, framework string) string {
	best, at := "", -1
	for _, g := range l.global {
		if g.framework == framework && Within(file, g.dir) && len(g.dir) > at {
			best, at = g.path, len(g.dir)
		}
	}
	return best
}
