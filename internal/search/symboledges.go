package search

import (
	"context"
	"errors"
	"slices"
	"sort"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/graph"
)

// NamedEdge says that a file takes a name from another.
type NamedEdge struct{ From, To string }

// SymbolEdges is who takes a name from whom.
type SymbolEdges struct {
	Edges []NamedEdge // sorted
	// Member is the type of which the name is a member where no file takes it
	// by name: then the edges are those of files that use a member of that name
	// and depend on a file that defines it.
	Member string
	// Pending counts files that could not be parsed in time.
	Pending int
}

// EdgesNaming lists the dependencies by which files take symbol from other
// files. With a start, the edges are those of files in or below it, or to it,
// also by way of files that pass the name on.
func EdgesNaming(ctx context.Context, v *index.View, symbol, start string, budget time.Duration) (*SymbolEdges, error) {
	deadline := time.Now().Add(budget)
	out := &SymbolEdges{}
	users, pending, err := usersOf(ctx, v, symbol, deadline)
	if err != nil {
		return nil, err
	}
	var all []NamedEdge
	for _, u := range users {
		edges, complete, err := v.Edges(ctx, u.file, u.facts, deadline)
		if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
			return nil, errors.Join(err, ctx.Err())
		}
		if !complete {
			pending++
		}
		for _, e := range edges {
			if e.Kind.IsDependency() && slices.Contains(e.Names, symbol) {
				all = append(all, NamedEdge{u.file.Path, e.To})
			}
		}
	}
	out.Pending = max(pending, v.Unparsed())
	about := v.Under(start)
	if start == "" {
		about = nil
	}
	g, err := Dependencies(ctx, v, about, time.Until(deadline))
	if err != nil {
		return nil, err
	}
	if start != "" {
		all, err = around(ctx, v, g, all, start)
		if err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		all, out.Member = memberEdges(users, g, symbol, start)
	}
	sort.Slice(all, func(i, j int) bool {
		if all[i].From != all[j].From {
			return all[i].From < all[j].From
		}
		return all[i].To < all[j].To
	})
	out.Edges = slices.Compact(all)
	return out, nil
}

// user is a file that imports, uses or defines a name.
type user struct {
	file    *index.File
	facts   *code.Facts
	member  string // the type of which it defines a member of that name
	defines bool
}

// usersOf parses the files that hold a name.
func usersOf(ctx context.Context, v *index.View, symbol string, deadline time.Time) (out []user, pending int, err error) {
	for _, f := range mentioning(v, symbol, "") {
		if !v.HasOutline(f) {
			if time.Now().After(deadline) {
				pending++
				continue
			}
			if !f.Indexed && !holds(v, f, symbol) {
				continue
			}
		}
		facts, err := v.Facts(ctx, f)
		if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
			return nil, 0, errors.Join(err, ctx.Err())
		}
		if facts == nil {
			continue
		}
		u := user{file: f, facts: facts}
		for i := range facts.Definitions {
			if facts.Definitions[i].Name != symbol {
				continue
			}
			u.defines = true
			if c := container(facts, int32(i)); c != "" && !facts.TopLevel(int32(i)) {
				u.member = c
			}
		}
		if u.defines || names(facts, symbol) {
			out = append(out, u)
		}
	}
	return out, pending, nil
}

// names reports whether a file imports or uses a name, also under an alias.
func names(facts *code.Facts, symbol string) bool {
	for i := range facts.Imports {
		for _, n := range facts.Imports[i].Names {
			if n.Name == symbol || n.Alias == symbol {
				return true
			}
		}
	}
	for i := range facts.References {
		if facts.References[i].Name == symbol {
			return true
		}
	}
	return false
}

// around keeps the edges that leave start or lead to it, and those to files
// that pass on what start has: a barrel that exports everything of it.
func around(ctx context.Context, v *index.View, g *index.Graph, all []NamedEdge, start string) ([]NamedEdge, error) {
	targets := make(map[string]bool)
	queue := []string{}
	for _, f := range v.Under(start) {
		targets[f.Path] = true
		queue = append(queue, f.Path)
	}
	var out []NamedEdge
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		node, ok := g.Node(at)
		if !ok {
			continue
		}
		for _, a := range g.In(node) {
			f := g.File(a.Node)
			if a.Kind != graph.Import || targets[f.Path] {
				continue
			}
			passes, err := reExports(ctx, v, f, at)
			if err != nil {
				return nil, err
			}
			if passes {
				targets[f.Path] = true
				queue = append(queue, f.Path)
				out = append(out, NamedEdge{f.Path, at})
			}
		}
	}
	used := false
	for _, e := range all {
		if targets[e.To] || Within(e.From, start) {
			out = append(out, e)
			used = true
		}
	}
	if !used {
		return nil, nil // passed on, and taken by nobody
	}
	return out, nil
}

// reExports reports whether a file passes on everything that another has.
func reExports(ctx context.Context, v *index.View, f *index.File, of string) (bool, error) {
	facts, err := v.Outline(ctx, f)
	if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
		return false, errors.Join(err, ctx.Err())
	}
	if facts == nil || f.Language.Resolve == nil {
		return false, nil
	}
	for i := range facts.Imports {
		im := &facts.Imports[i]
		if im.Form != code.ImportReExport || !slices.ContainsFunc(im.Names, func(n code.ImportedName) bool { return n.Name == "*" }) {
			continue
		}
		if slices.Contains(f.Language.Resolve(v.Project(), f.Path, facts, im).Files, of) {
			return true, nil
		}
	}
	return false, nil
}

// memberEdges lists the dependencies of files that use a member's name on the
// files that define it. type is the first type that has it.
func memberEdges(users []user, g *index.Graph, symbol, start string) (out []NamedEdge, of string) {
	defining := make(map[int32]bool)
	for _, u := range users {
		if u.member == "" || start != "" && !Within(u.file.Path, start) {
			continue
		}
		if n, ok := g.Node(u.file.Path); ok {
			defining[n] = true
			if of == "" {
				of = u.member
			}
		}
	}
	for _, u := range users {
		n, ok := g.Node(u.file.Path)
		if !ok || !slices.ContainsFunc(u.facts.References, func(r code.Reference) bool {
			return r.Name == symbol && !r.Local // bare where the member is inherited
		}) {
			continue
		}
		for _, a := range g.Out(n) {
			if a.Kind.IsDependency() && defining[a.Node] {
				out = append(out, NamedEdge{u.file.Path, g.File(a.Node).Path})
			}
		}
	}
	return out, of
}
