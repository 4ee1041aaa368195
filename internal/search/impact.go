package search

import (
	"context"
	"slices"
	"sort"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
)

// Affected is a definition that uses something that changes, at some distance.
type Affected struct {
	FoundDefinition
	Distance int    // 1 uses what changes itself, 2 uses such a user, ...
	Line     uint32 // of its first use
	Uses     int
	Via      string // the name that it uses
}

// Impact is what a change touches.
type Impact struct {
	Changed  []FoundDefinition
	Affected []Affected // by distance, then by how much they use
	// Tests are the test definitions among them and those of the changed files.
	Tests   []Affected
	ByName  int  // uses of which only the name is known
	Cut     bool // there is more than was followed
	Pending int
}

// Bounds of what is followed.
const (
	mostFollowed = 60 // definitions of one distance whose users are looked for
	mostAffected = 2000
)

// FindImpact follows the users of definitions up to a distance.
func FindImpact(ctx context.Context, v *index.View, changed []FoundDefinition, distance int, budget time.Duration) (*Impact, error) {
	deadline := time.Now().Add(budget)
	out := &Impact{Changed: changed}
	seen := make(map[xref.Symbol]bool)
	var level []xref.Symbol
	for i := range changed {
		s := xref.Symbol{File: changed[i].File.Path, Index: changed[i].Index}
		if !seen[s] {
			seen[s] = true
			level = append(level, s)
		}
	}
	for d := 1; d <= distance && len(level) > 0; d++ {
		if len(level) > mostFollowed {
			level, out.Cut = level[:mostFollowed], true
		}
		var next []xref.Symbol
		for _, s := range level {
			if len(out.Affected)+len(out.Tests) >= mostAffected || time.Now().After(deadline) {
				out.Cut = true
				break
			}
			uses, err := usesOfSymbol(ctx, v, s, max(0, time.Until(deadline)))
			if err != nil {
				return nil, err
			}
			out.Pending = max(out.Pending, uses.Pending)
			out.Cut = out.Cut || uses.Unseen > 0
			if d == 1 {
				out.ByName += len(uses.ByName)
			}
			for _, a := range users(uses, d) {
				k := xref.Symbol{File: a.File.Path, Index: a.Index}
				if a.Index != code.NoDefinition && seen[k] {
					continue
				}
				seen[k] = true
				if a.File.Class == code.ClassTest {
					out.Tests = append(out.Tests, a)
					continue // who uses a test is no news
				}
				out.Affected = append(out.Affected, a)
				if a.Index != code.NoDefinition {
					next = append(next, k)
				}
			}
		}
		level = next
	}
	for _, list := range [][]Affected{out.Affected, out.Tests} {
		sort.SliceStable(list, func(i, j int) bool {
			a, b := &list[i], &list[j]
			switch {
			case a.Distance != b.Distance:
				return a.Distance < b.Distance
			case a.Uses != b.Uses:
				return a.Uses > b.Uses
			case a.File.Path != b.File.Path:
				return a.File.Path < b.File.Path
			}
			return a.Line < b.Line
		})
	}
	return out, nil
}

// usesOfSymbol lists the uses of one definition.
func usesOfSymbol(ctx context.Context, v *index.View, s xref.Symbol, budget time.Duration) (*Usages, error) {
	f := v.File(s.File)
	facts, err := v.Outline(ctx, f)
	if err != nil || facts == nil || int(s.Index) >= len(facts.Definitions) {
		return &Usages{Target: &Target{}}, err
	}
	d := &facts.Definitions[s.Index]
	return FindUsages(ctx, v, UsagesQuery{SymbolQuery: SymbolQuery{Name: d.Name, From: f, Line: d.Line, Budget: budget}})
}

// users groups uses by the definition that they stand in.
func users(uses *Usages, distance int) (out []Affected) {
	place := make(map[xref.Symbol]int)
	for i := range uses.Items {
		u := &uses.Items[i]
		in := callableAround(u.Facts, u.Ref.Enclosing)
		s := xref.Symbol{File: u.File.Path, Index: in}
		if slices.Contains(uses.Target.Symbols, s) {
			continue // it calls itself
		}
		if k, ok := place[s]; ok {
			out[k].Uses++
			continue
		}
		a := Affected{Distance: distance, Line: u.Ref.Line, Uses: 1, Via: uses.Target.Name}
		if in != code.NoDefinition {
			a.FoundDefinition = definitionIn(u.File, u.Facts, in)
		} else {
			a.FoundDefinition = FoundDefinition{File: u.File, Facts: u.Facts, Index: in}
		}
		a.Evidence = u.Evidence
		place[s] = len(out)
		out = append(out, a)
	}
	return out
}

// callableAround is the callable or type that a definition is or stands in: a
// field of a struct is used by the struct.
func callableAround(f *code.Facts, i int32) int32 {
	for c := i; c != code.NoDefinition; c = f.Definitions[c].Container {
		if k := f.Definitions[c].Kind; k.IsCallable() || k.IsType() {
			return c
		}
	}
	return i
}

// ChangedDefinitions lists the innermost definitions of a file that hold one of
// the lines that changed says have, from 1.
func ChangedDefinitions(ctx context.Context, v *index.View, f *index.File, changed func(line int) bool) ([]FoundDefinition, error) {
	facts, err := v.Outline(ctx, f)
	if err != nil || facts == nil {
		return nil, err
	}
	inner := make(map[int32]bool)
	for line := 1; line <= int(facts.Lines); line++ {
		if !changed(line) {
			continue
		}
		best := code.NoDefinition
		for i := range facts.Definitions {
			d := &facts.Definitions[i]
			if int(d.Lines.First) <= line && line <= int(d.Lines.Last) {
				best = int32(i)
			}
		}
		if best != code.NoDefinition {
			inner[callableAround(facts, best)] = true
		}
	}
	var out []FoundDefinition
	for i := range facts.Definitions {
		if inner[int32(i)] {
			out = append(out, definitionIn(f, facts, int32(i)))
		}
	}
	return out, nil
}

// FindSymbol finds the definitions that a query means.
func FindSymbol(ctx context.Context, v *index.View, q SymbolQuery) (*Target, []FoundDefinition, error) {
	link := v.Linking(ctx, q.Budget)
	t, err := findTarget(ctx, v, link, q)
	if err != nil {
		return nil, nil, err
	}
	var out []FoundDefinition
	for _, s := range t.Symbols {
		if d := definitionOf(v, link, s); d != nil {
			out = append(out, *d)
		}
	}
	sorted := Definitions{Items: out}
	sorted.sort()
	return t, sorted.Items, link.Err()
}
