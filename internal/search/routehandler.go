package search

import (
	"context"
	"errors"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
)

// RouteHandler is where what answers a route is defined.
type RouteHandler struct {
	File *index.File
	Line uint32
}

// HandlerOf finds the definition of a route's handler; false where there is
// no name, or more than one place that it could be.
func HandlerOf(ctx context.Context, v *index.View, r *FoundRoute, budget time.Duration) (RouteHandler, bool, error) {
	if r.Route.TargetLine > 0 {
		return RouteHandler{r.File, r.Route.TargetLine}, true, nil
	}
	target := r.Route.Target
	if target == "" {
		return RouteHandler{}, false, nil
	}
	l := newRouteLinks(ctx, v, time.Now().Add(budget))
	f, err := l.load(r.File)
	if err != nil || f == nil {
		return RouteHandler{}, false, err
	}
	if h, ok, err := l.handler(f, target, r.Route.Span); ok || err != nil {
		return h, ok, err
	}
	if _, _, isQuoted := quoted(target); isQuoted || !strings.Contains(target, ".") {
		return RouteHandler{}, false, nil
	}
	return elsewhere(ctx, v, r, target, budget)
}

// handler finds a name in the file itself and behind its imports.
func (l *routeLinks) handler(f *routeFile, target string, at code.Span) (RouteHandler, bool, error) {
	if spec, rest, ok := quoted(target); ok {
		return l.definedIn(l.behind(f, &code.Import{Specifier: spec}), []string{strings.TrimPrefix(rest, ".")}, 0)
	}
	if h, ok := definedHere(f, target, at); ok {
		return h, true, nil
	}
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
		if h, ok, err := l.definedIn(l.behind(f, b.im), names, 0); ok || err != nil {
			return h, ok, err
		}
	}
	if dotted {
		return RouteHandler{}, false, nil
	}
	return l.definedIn(l.visible(f), []string{target}, deepestImport)
}

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
	return RouteHandler{f.file, f.facts.Definitions[best].Line}, true
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
			return RouteHandler{f.file, d.Line}, true
		}
	}
	return RouteHandler{f.file, f.facts.Definitions[found[0]].Line}, true
}

// definedIn finds the first of names in files, following names that a file
// only passes on.
func (l *routeLinks) definedIn(files, names []string, depth int) (RouteHandler, bool, error) {
	var loaded []*routeFile
	for _, p := range files[:min(len(files), mostBehind)] {
		file := l.v.File(p)
		if file == nil {
			continue
		}
		f, err := l.load(file)
		if err != nil {
			return RouteHandler{}, false, err
		}
		if f != nil {
			loaded = append(loaded, f)
		}
	}
	for _, name := range names {
		for _, f := range loaded {
			if h, ok := defined(f, name); ok {
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
				if h, ok, err := l.definedIn(l.behind(f, b.im), []string{next, rest}, depth+1); ok || err != nil {
					return h, ok, err
				}
			}
		}
	}
	return RouteHandler{}, false, nil
}

// elsewhere finds a name that the file's imports do not lead to: a class that
// the framework loads by its name, the method of a value. Only one definition
// among the sources may be meant.
func elsewhere(ctx context.Context, v *index.View, r *FoundRoute, target string, budget time.Duration) (RouteHandler, bool, error) {
	found, err := FindDefinitions(ctx, v, DefinitionQuery{Name: target, Budget: budget})
	if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
		return RouteHandler{}, false, errors.Join(err, ctx.Err())
	}
	if err != nil {
		return RouteHandler{}, false, nil
	}
	var only *FoundDefinition
	for i := range found.Items {
		x := &found.Items[i]
		d := x.Definition()
		if x.File.Language != r.File.Language && !(x.File.Class == code.ClassSource && x.File.Language.StructureOnly == false && r.File.Language.StructureOnly) {
			continue
		}
		if !d.Kind.IsCallable() && !d.Kind.IsType() || d.Modifiers&code.ModDeclaration != 0 || classOrder(x.File.Class) > classOrder(r.File.Class) {
			continue
		}
		if only != nil {
			return RouteHandler{}, false, nil
		}
		only = x
	}
	if only == nil {
		return RouteHandler{}, false, nil
	}
	return RouteHandler{only.File, only.Definition().Line}, true, nil
}
