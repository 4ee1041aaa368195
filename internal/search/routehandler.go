package search

import (
	"bytes"
	"context"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// RouteHandler is where what answers a route is defined.
type RouteHandler struct {
	File *index.File
	Line uint32

	text string // of a constant
}

// RouteHandlers finds the definitions of what answers routes.
type RouteHandlers struct {
	l *routeLinks
	// holding are the files that hold a word, by the words of the routes asked
	// about: files that no segment covers are read once for all of them.
	holding map[string][]*index.File
}

// HandlersOf prepares to find the handlers of routes.
func HandlersOf(ctx context.Context, v *index.View, routes []FoundRoute, budget time.Duration) *RouteHandlers {
	h := &RouteHandlers{newRouteLinks(ctx, v, time.Now().Add(budget)), make(map[string][]*index.File)}
	for i := range routes {
		if r := routes[i].Route; r.TargetLine == 0 && strings.ContainsAny(r.Target, `.:\`) && !strings.HasPrefix(r.Target, `"`) {
			h.holding[rareWord(r.Target)] = nil
		}
	}
	if len(h.holding) == 0 {
		return h
	}
	for word := range h.holding {
		for _, f := range mentioning(v, word, "") {
			if f.Indexed {
				h.holding[word] = append(h.holding[word], f)
			}
		}
	}
	for _, f := range v.Unindexed() {
		if !f.Parsed() || f.Language.StructureOnly || ctx.Err() != nil {
			continue
		}
		text, err := v.Text(f)
		if err != nil {
			continue
		}
		for word := range h.holding {
			if bytes.Contains(text, []byte(word)) {
				h.holding[word] = append(h.holding[word], f)
			}
		}
	}
	return h
}

// rareWord is the part of a name that few files hold: the type of a member.
func rareWord(target string) string {
	qualifiers, last := splitName(target)
	if len(qualifiers) > 0 {
		return qualifiers[len(qualifiers)-1]
	}
	return last
}

// Of finds the definition of a route's handler; false where there is no name,
// or more than one place that it could be. The error is index.ErrChanged.
func (h *RouteHandlers) Of(r *FoundRoute) (RouteHandler, bool, error) {
	if r.Route.TargetLine > 0 {
		return RouteHandler{File: r.File, Line: r.Route.TargetLine}, true, nil
	}
	target := r.Route.Target
	if target == "" {
		return RouteHandler{}, false, nil
	}
	f, err := h.l.load(r.File)
	if err != nil || f == nil {
		return RouteHandler{}, false, err
	}
	found, ok, err := h.l.handler(f, target, r.Route.Span)
	if ok || err != nil {
		return found, ok, err
	}
	if target = strings.ReplaceAll(target, "::", "."); strings.HasPrefix(target, `"`) || !strings.ContainsAny(target, `.\`) {
		return RouteHandler{}, false, nil
	}
	return h.elsewhere(f, target)
}

// handler finds a name in the file itself and behind its imports.
func (l *routeLinks) handler(f *routeFile, target string, at code.Span) (RouteHandler, bool, error) {
	if spec, rest, ok := quoted(target); ok {
		return l.definedIn(l.behind(f, &code.Import{Specifier: spec}), []string{strings.TrimPrefix(rest, ".")}, 0, defined)
	}
	target = strings.ReplaceAll(target, "::", ".")
	if h, ok := definedHere(f, target, at); ok {
		return h, true, nil
	}
	return l.brought(f, target, defined)
}

// brought finds a name behind a file's imports, or among what it can use
// without one.
func (l *routeLinks) brought(f *routeFile, target string, pick picker) (RouteHandler, bool, error) {
	head, rest, dotted := strings.Cut(target, ".")
	for _, b := range l.boundBy(f, head) {
		names := []string{b.name}
		switch {
		case b.name == "*" || b.name == "default":
			names = []string{head}
			if dotted {
				names = []string{head + "." + rest, rest}
			}
		case dotted:
			names = []string{b.name + "." + rest, rest}
		}
		if h, ok, err := l.definedIn(l.behind(f, b.im), names, 0, pick); ok || err != nil {
			return h, ok, err
		}
	}
	if dotted {
		return RouteHandler{}, false, nil
	}
	return l.definedIn(l.visible(f), []string{target}, deepestImport, pick)
}

// picker finds a name among a file's definitions.
type picker func(f *routeFile, name string) (RouteHandler, bool)

// definedHere finds a name where a route is stated: a bare one at the top of
// the file or in the function around the statement.
func definedHere(f *routeFile, name string, at code.Span) (RouteHandler, bool) {
	if strings.Contains(name, ".") {
		return defined(f, name)
	}
	best, found := code.NoDefinition, code.Span{}
	for i := range f.facts.Definitions {
		d := &f.facts.Definitions[i]
		if d.Name != name {
			continue
		}
		around := code.Span{End: 1<<32 - 1}
		if !f.facts.TopLevel(int32(i)) {
			if d.Container == code.NoDefinition || !f.facts.Definitions[d.Container].Kind.IsCallable() {
				continue // a member of a type is not meant by a bare name
			}
			around = f.facts.Definitions[d.Container].Span
		}
		if around.Contains(at.Start) && (best == code.NoDefinition || around.End-around.Start < found.End-found.Start) {
			best, found = int32(i), around
		}
	}
	if best == code.NoDefinition {
		return RouteHandler{}, false
	}
	return RouteHandler{File: f.file, Line: f.facts.Definitions[best].Line}, true
}

// defined finds a name among a file's definitions: what is at the top first.
func defined(f *routeFile, name string) (RouteHandler, bool) {
	if name == "" {
		return RouteHandler{}, false
	}
	found := DefinitionsNamed(f.facts, name)
	if len(found) == 0 {
		return RouteHandler{}, false
	}
	for _, i := range found {
		if d := &f.facts.Definitions[i]; d.Modifiers&code.ModDeclaration == 0 && (d.Kind.IsCallable() || d.Kind.IsType()) {
			return RouteHandler{File: f.file, Line: d.Line}, true
		}
	}
	return RouteHandler{File: f.file, Line: f.facts.Definitions[found[0]].Line}, true
}

// definedIn finds the first of names in files, following names that a file
// only passes on.
func (l *routeLinks) definedIn(files, names []string, depth int, pick picker) (RouteHandler, bool, error) {
	loaded, err := l.loadAll(files)
	if err != nil {
		return RouteHandler{}, false, err
	}
	for _, name := range names {
		for _, f := range loaded {
			if h, ok := pick(f, name); ok {
				return h, true, nil
			}
		}
	}
	if depth >= deepestImport {
		return RouteHandler{}, false, nil
	}
	for _, name := range names {
		head, rest, dotted := strings.Cut(name, ".")
		for _, f := range loaded {
			for _, b := range l.boundBy(f, head) {
				next := b.name
				if dotted {
					next += "." + rest
				}
				if h, ok, err := l.definedIn(l.behind(f, b.im), []string{next, rest}, depth+1, pick); ok || err != nil {
					return h, ok, err
				}
			}
		}
	}
	return RouteHandler{}, false, nil
}

// elsewhere finds a member of a type, or a type, that the file's imports do
// not lead to: a controller that the framework loads by its name. Only one
// definition may be meant; those in tests count for tests.
func (h *RouteHandlers) elsewhere(from *routeFile, target string) (RouteHandler, bool, error) {
	qualifiers, last := splitName(target)
	var whole, ending []RouteHandler
	for _, file := range h.holding[rareWord(target)] {
		if file.Language != from.file.Language && !from.file.Language.StructureOnly || classOrder(file.Class) > classOrder(from.file.Class) {
			continue
		}
		f, err := h.l.load(file)
		if err != nil {
			return RouteHandler{}, false, err
		}
		if f == nil {
			continue
		}
		for _, i := range DefinitionsNamed(f.facts, strings.Join(append(qualifiers[:len(qualifiers):len(qualifiers)], last), ".")) {
			d := &f.facts.Definitions[i]
			if !d.Kind.IsCallable() && !d.Kind.IsType() || d.Modifiers&code.ModDeclaration != 0 || unmetQualifiers(f.facts, i, file.Path, qualifiers) >= qualifierUnmet {
				continue
			}
			here := RouteHandler{File: file, Line: d.Line}
			if f.facts.QualifiedName(i) == target {
				whole = append(whole, here)
			} else {
				ending = append(ending, here)
			}
		}
	}
	// One whose name ends like the target is meant only if none is called so.
	if len(whole) == 0 {
		whole = ending
	}
	if len(whole) != 1 {
		return RouteHandler{}, false, nil
	}
	return whole[0], true, nil
}
