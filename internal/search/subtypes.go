package search

import (
	"context"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
)

// Supertype is one type that the asked one inherits from.
type Supertype struct {
	Name    string // as written
	Form    code.Inheritance
	Targets []FoundDefinition // none for a type outside of the checkout
}

// Subtypes is what inherits from a type or implements it, or what overrides or
// implements a method.
type Subtypes struct {
	Target     *Target
	Of         []FoundDefinition // the target's definitions
	Items      []FoundDefinition
	Supertypes []Supertype // of the target
	Pending    int
}

// SubtypesQuery asks for subtypes.
type SubtypesQuery struct {
	SymbolQuery
	Transitive bool
	// Extending asks for types that declare to inherit from the target, not for
	// what implements it.
	Extending bool
}

// FindSubtypes lists what inherits from or implements a symbol.
func FindSubtypes(ctx context.Context, v *index.View, q SubtypesQuery) (*Subtypes, error) {
	link := v.Linking(ctx, q.Budget)
	t, err := findTarget(ctx, v, link, q.SymbolQuery)
	if err != nil {
		return nil, err
	}
	out := &Subtypes{Target: t}
	err = link.Do(func(l *xref.Linker) error {
		of := t.Symbols
		if q.Extending {
			of = nil
			for _, s := range t.Symbols {
				if d := definitionOf(v, link, s); d != nil && d.Definition().Kind.IsType() {
					of = append(of, s)
				}
			}
		}
		for _, s := range of {
			if d := definitionOf(v, link, s); d != nil {
				out.Of = append(out.Of, *d)
			}
			for _, up := range l.Supertypes(s) {
				x := Supertype{Name: up.Name, Form: up.Form}
				for _, u := range up.Symbols {
					if d := definitionOf(v, link, u); d != nil {
						x.Targets = append(x.Targets, *d)
					}
				}
				out.Supertypes = append(out.Supertypes, x)
			}
		}
		list := l.Implementations(of, q.Transitive)
		if q.Extending {
			list = l.Inheriting(of, q.Transitive)
		}
		for _, s := range list {
			if d := definitionOf(v, link, s); d != nil && Within(d.File.Path, q.Directory) {
				d.Evidence = Exact
				if !q.Extending && !l.Overrides(s, of) {
					d.Evidence = Named // other parameters
				}
				out.Items = append(out.Items, *d)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Pending = max(link.Pending(), t.Pending)
	sorted := Definitions{Items: out.Items}
	sorted.sort()
	return out, nil
}

// definitionOf describes a symbol's definition, nil if its file has no facts now.
func definitionOf(v *index.View, link *index.Linking, s xref.Symbol) *FoundDefinition {
	f := v.File(s.File)
	facts := link.Facts(f, false)
	if facts == nil || int(s.Index) >= len(facts.Definitions) {
		return nil
	}
	d := definitionIn(f, facts, s.Index)
	return &d
}
