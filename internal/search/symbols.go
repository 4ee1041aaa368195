package search

import (
	"context"
	"errors"
	"slices"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
	"sextant/internal/syntax"
)

// SymbolQuery says which symbol is meant: by its name, or by a place where it
// is defined or used.
type SymbolQuery struct {
	// Name is bare or qualified in the language's own way.
	Name string
	// From and Line (from 1) are a place; nil and 0 when none is given.
	From *index.File
	Line uint32
	// Column of the name in the line, in bytes from 1; 0 is any.
	Column uint32
	// Directory bounds where it may be defined; "" is everywhere.
	Directory string
	// Budget is how long files may be parsed for it.
	Budget time.Duration
}

// Target is the definitions that a question is about.
type Target struct {
	Name    string // bare
	Symbols []xref.Symbol
	// Evidence is how sure it is that a place means these.
	Evidence Evidence
	// Picked is set where a place has said which of the name it is.
	Picked bool
	// Things is how many different things the definitions are: overloads and a
	// prototype beside its definition are one.
	Things int
	// Local is set where the name at the place is a parameter or a local variable.
	Local bool
	// Pending is how many files that may define it could not be looked at in time.
	Pending int
}

// has reports whether any of the definitions is the target.
func (t *Target) has(syms []xref.Symbol) bool {
	return slices.ContainsFunc(syms, func(s xref.Symbol) bool { return slices.Contains(t.Symbols, s) })
}

// findTarget finds what a query asks about.
func findTarget(ctx context.Context, v *index.View, link *index.Linking, q SymbolQuery) (*Target, error) {
	qualifiers, name := splitName(q.Name)
	t := &Target{Name: name}
	if q.From != nil {
		if err := t.atPlace(v, link, q); err != nil || t.Picked || t.Local || name == "" {
			return t, err
		}
	}
	found, err := FindDefinitions(ctx, v, DefinitionQuery{Name: q.Name, Directory: q.Directory, Budget: q.Budget})
	if err != nil {
		return nil, err
	}
	t.Pending = found.Pending
	things := make(map[string]bool)
	for i := range found.Items {
		x := &found.Items[i]
		if x.Definition().Name == name || len(qualifiers) > 0 {
			t.Symbols = append(t.Symbols, xref.Symbol{File: x.File.Path, Index: x.Index})
			if x.Definition().Modifiers&code.ModDeclaration == 0 || x.Definition().Container != code.NoDefinition {
				things[x.File.Path+"\x00"+x.Facts.QualifiedName(x.Index)] = true
			}
		}
	}
	t.Things = len(things)
	return t, nil
}

// atPlace finds the symbol that is defined or used on a line; without a line,
// what the file means by the name.
func (t *Target) atPlace(v *index.View, link *index.Linking, q SymbolQuery) error {
	facts := link.Facts(q.From, true)
	if facts == nil {
		return link.Err()
	}
	offset, err := offsetOf(v, q)
	if err != nil {
		return err
	}
	if t.Name == "" {
		t.Name = nameAt(facts, q.Line, offset)
	}
	here := func(name string, line uint32, s code.Span) bool {
		return name == t.Name && (q.Line == 0 || line == q.Line && (q.Column == 0 || s.Start <= offset && offset <= s.End))
	}
	var own []xref.Symbol
	for i := range facts.Definitions {
		d := &facts.Definitions[i]
		line := d.Line
		if q.Column == 0 && d.Lines.First <= q.Line && q.Line <= d.Line {
			line = q.Line // among decorators and modifiers
		}
		if here(d.Name, line, d.NameSpan) {
			own = append(own, xref.Symbol{File: q.From.Path, Index: int32(i)})
		}
	}
	return link.Do(func(l *xref.Linker) error {
		if len(own) > 0 {
			t.Picked = true
			for _, s := range own {
				t.add(l.Same(s))
			}
			return nil
		}
		local, other := false, false
		best := Named
		for i := range facts.References {
			r := &facts.References[i]
			if !here(r.Name, r.Line, r.Span) {
				continue
			}
			res := l.Resolve(q.From.Path, r)
			if r.Local && len(res.Targets) == 0 {
				local = true
				continue
			}
			other = true
			if e := res.Evidence; len(res.Targets) > 0 && e < best {
				best, t.Symbols = e, nil
			}
			if res.Evidence == best && best != Named {
				for _, s := range res.Targets {
					t.Picked, t.Evidence = true, best
					t.add(l.Same(s))
				}
			}
		}
		t.Local = q.Line > 0 && local && !other
		return nil
	})
}

// offsetOf is the byte that a line and column mean, 0 where no column is given.
func offsetOf(v *index.View, q SymbolQuery) (uint32, error) {
	if q.Column == 0 || q.Line == 0 {
		return 0, nil
	}
	text, err := v.Text(q.From)
	if err != nil {
		return 0, err
	}
	starts := syntax.LineStarts(text)
	if int(q.Line) > len(starts) {
		return 0, nil
	}
	return starts[q.Line-1] + q.Column - 1, nil
}

// nameAt is the name that stands at an offset, or the first that a line defines.
func nameAt(f *code.Facts, line, offset uint32) string {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; offset > 0 && d.NameSpan.Start <= offset && offset <= d.NameSpan.End || offset == 0 && d.Line == line {
			return d.Name
		}
	}
	for i := range f.References {
		if r := &f.References[i]; offset > 0 && r.Span.Start <= offset && offset <= r.Span.End {
			return r.Name
		}
	}
	return ""
}

func (t *Target) add(syms []xref.Symbol) {
	for _, s := range syms {
		if !slices.Contains(t.Symbols, s) {
			t.Symbols = append(t.Symbols, s)
		}
	}
}

// Callee is one thing that a definition calls.
type Callee struct {
	Ref     *code.Reference // the first call of it
	Calls   int
	Targets []FoundDefinition
	// Overloads are those that are called first, where a name has several
	// definitions and Targets is the first of them.
	Overloads []xref.Symbol
	Evidence  Evidence
}

// Callees is what a symbol calls.
type Callees struct {
	Target  *Target
	Bodies  []FoundDefinition // the definitions that were looked into
	Items   []Callee          // of the checkout, by position
	Makes   []string          // types of the checkout that it makes values of
	Outside []string          // names that mean nothing of the checkout
	Named   []string          // names of which only the name is known
	Pending int
}

// converts reports whether calling a type is no call in the file's language.
func converts(f *index.File) bool {
	return f.Language != nil && f.Language.Linking != nil && f.Language.Linking.CallConverts
}

// callables leaves out types.
func callables(l *xref.Linker, syms []xref.Symbol) []xref.Symbol {
	return slices.DeleteFunc(slices.Clone(syms), func(s xref.Symbol) bool { return l.Kind(s).IsType() })
}

// FindCallees lists what a symbol calls.
func FindCallees(ctx context.Context, v *index.View, q SymbolQuery) (*Callees, error) {
	link := v.Linking(ctx, q.Budget)
	t, err := findTarget(ctx, v, link, q)
	if err != nil {
		return nil, err
	}
	out := &Callees{Target: t}
	err = link.Do(func(l *xref.Linker) error {
		for _, s := range t.Symbols {
			f := v.File(s.File)
			facts := link.Facts(f, true)
			if facts == nil {
				continue
			}
			d := &facts.Definitions[s.Index]
			out.Bodies = append(out.Bodies, FoundDefinition{File: f, Facts: facts, Index: s.Index})
			seen := make(map[xref.Symbol]int)
			names := make(map[string]bool)
			for i := range facts.References {
				r := &facts.References[i]
				if r.Role != code.RoleCall && r.Role != code.RoleNew || !d.Span.Contains(r.Span.Start) || r.Span.Start < d.NameSpan.End {
					continue
				}
				if l.OtherBody(f.Path, r.Enclosing, s.Index) {
					continue
				}
				res := l.Resolve(f.Path, r)
				switch {
				case converts(f) && r.Role == code.RoleCall && len(res.Targets) > 0 && len(callables(l, res.Targets)) == 0:
					continue
				case r.Local && len(res.Targets) == 0: // a parameter or a variable
					continue
				case res.Outside, len(res.Targets) == 0:
					if !names[r.Name] {
						names[r.Name] = true
						out.Outside = append(out.Outside, r.Name)
					}
					continue
				case res.Evidence == xref.Named:
					if !names[r.Name] {
						names[r.Name] = true
						out.Named = append(out.Named, r.Name)
					}
					continue
				}
				overloads := l.Overloads(res.Targets[0])
				if k, ok := seen[overloads[0]]; ok {
					out.Items[k].Calls++
					continue
				}
				if r.Role == code.RoleNew || l.MakesType(res.Targets[0]) {
					if !slices.Contains(out.Makes, r.Name) {
						out.Makes = append(out.Makes, r.Name)
					}
					continue
				}
				c := Callee{Ref: r, Calls: 1, Evidence: res.Evidence}
				targets := res.Targets
				if len(overloads) > 1 {
					// The first of its overloads stands for all of them.
					targets, c.Overloads = overloads[:1], targets
					if slices.Contains(c.Overloads, overloads[0]) {
						c.Overloads = nil
					}
				}
				if len(c.Overloads) == 0 && l.OneThing(targets) {
					targets, c.Overloads = targets[:1], targets[1:]
				}
				for _, target := range targets {
					if d := definitionOf(v, link, target); d != nil {
						c.Targets = append(c.Targets, *d)
					}
				}
				if len(c.Targets) > 0 {
					seen[overloads[0]] = len(out.Items)
					out.Items = append(out.Items, c)
				}
			}
		}
		return nil
	})
	out.Pending = max(link.Pending(), t.Pending)
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	return out, nil
}
