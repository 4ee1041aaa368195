package search

import (
	"context"
	"errors"
	"path"
	"slices"
	"sort"
	"sync"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
	"sextant/internal/lang"
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

// Use is one place that uses a symbol.
type Use struct {
	File     *index.File
	Facts    *code.Facts
	Ref      *code.Reference
	Evidence Evidence
}

// Usages is what uses a symbol.
type Usages struct {
	Target  *Target
	Items   []Use // of evidence exact and likely, by file and position
	ByName  []Use // those that only have the name
	Imports int   // lines that import it
	Files   int   // files that were looked at
	Pending int
}

// UsagesQuery asks what uses a symbol.
type UsagesQuery struct {
	SymbolQuery
	// CallsOnly leaves out what does not call it.
	CallsOnly bool
	// Scope bounds where uses may lie; "" is everywhere.
	Scope string
}

// reachOf reports whether a file may use any of the symbols.
func reachOf(v *index.View, link *index.Linking, symbols []xref.Symbol) func(f *index.File) bool {
	files, dirs := make(map[string]bool), make(map[string]bool)
	for _, s := range symbols {
		f := v.File(s.File)
		facts := link.Facts(f, false)
		if facts == nil || f.Language.Linking == nil || f.Language.Linking.Reach == nil {
			return func(*index.File) bool { return true }
		}
		switch f.Language.Linking.Reach(&facts.Definitions[s.Index]) {
		case lang.ReachAll:
			return func(*index.File) bool { return true }
		case lang.ReachDirectory:
			dirs[path.Dir(s.File)] = true
		case lang.ReachFile:
			files[s.File] = true
		}
	}
	return func(f *index.File) bool { return files[f.Path] || dirs[path.Dir(f.Path)] }
}

// runOfFiles is how many files one linker takes at a time: neighbours lead to
// the same types, which each linker reads for itself.
const runOfFiles = 12

// FindUsages lists what uses a symbol.
func FindUsages(ctx context.Context, v *index.View, q UsagesQuery) (*Usages, error) {
	link := v.Linking(ctx, q.Budget)
	t, err := findTarget(ctx, v, link, q.SymbolQuery)
	if err != nil {
		return nil, err
	}
	out := &Usages{Target: t}
	if t.Local || len(t.Symbols) == 0 {
		return out, link.Err()
	}
	files := v.Mentioning(t.Name)
	within := reachOf(v, link, t.Symbols)
	files = slices.DeleteFunc(files, func(f *index.File) bool { return !Within(f.Path, q.Scope) || !within(f) })
	out.Files = len(files)
	var mu sync.Mutex
	next := 0
	err = parallel(2, func() error {
		return link.Do(func(l *xref.Linker) error {
			for {
				mu.Lock()
				first := next
				next += runOfFiles
				mu.Unlock()
				if first >= len(files) {
					return nil
				}
				for _, f := range files[first:min(first+runOfFiles, len(files))] {
					if err := ctx.Err(); err != nil {
						return err
					}
					found, named, imports := usesIn(link, l, f, t, q.CallsOnly)
					mu.Lock()
					out.Items = append(out.Items, found...)
					out.ByName = append(out.ByName, named...)
					out.Imports += imports
					mu.Unlock()
				}
			}
		})
	})
	if err != nil {
		return nil, err
	}
	out.Pending = link.Pending()
	sortUses(out.Items)
	sortUses(out.ByName)
	return out, nil
}

func sortUses(list []Use) {
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		if a.File != b.File {
			return a.File.Path < b.File.Path
		}
		return a.Ref.Span.Start < b.Ref.Span.Start
	})
}

// namesFor are the names by which a file may know what is called name.
func namesFor(f *code.Facts, name string) map[string]bool {
	names := map[string]bool{name: true}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			if n.Name == name && n.Alias != "" {
				names[n.Alias] = true
			}
		}
	}
	return names
}

// usesIn lists what of a file uses the target.
func usesIn(link *index.Linking, l *xref.Linker, f *index.File, t *Target, callsOnly bool) (found, named []Use, imports int) {
	var names map[string]bool
	facts := link.Uses(f, func(outline *code.Facts) map[string]bool {
		names = namesFor(outline, t.Name)
		return names
	})
	if facts == nil {
		return nil, nil, 0
	}
	if names == nil {
		names = namesFor(facts, t.Name)
	}
	for i := range facts.References {
		r := &facts.References[i]
		if !names[r.Name] || r.Name != t.Name && r.Qualifier != code.QualifierNone {
			continue
		}
		if callsOnly && r.Role != code.RoleCall && r.Role != code.RoleNew && r.Role != code.RoleDecorate {
			continue
		}
		res := l.Resolve(f.Path, r)
		if res.Outside {
			continue
		}
		if callsOnly && converts(f) {
			res.Targets = callables(l, res.Targets)
		}
		use := Use{File: f, Facts: facts, Ref: r, Evidence: res.Evidence}
		switch {
		case r.Role == code.RoleImport:
			if t.has(res.Targets) {
				imports++
			}
		case res.Evidence != xref.Named && t.has(res.Targets):
			found = append(found, use)
		case res.Evidence == xref.Named && r.Name == t.Name && (len(res.Targets) == 0 || t.has(res.Targets)):
			named = append(named, use)
		}
	}
	return found, named, imports
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
	out.Pending = link.Pending()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	return out, nil
}
