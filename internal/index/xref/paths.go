package xref

import (
	"slices"

	"sextant/internal/code"
)

// space is a module of a language in which files are modules and hold others:
// a file's own or one that is written in it.
type space struct {
	file  string
	index int32 // code.NoDefinition for the file's own
}

// moduleAround is the module written in the file that an offset stands in.
func (f *file) moduleAround(offset uint32) int32 {
	best := code.NoDefinition
	for i := range f.outline.Definitions {
		d := &f.outline.Definitions[i]
		if d.Span.Start > offset {
			break
		}
		if isNamespace(d.Kind) && d.Modifiers&code.ModDeclaration == 0 && d.Span.Contains(offset) {
			best = int32(i)
		}
	}
	return best
}

// bodyAround is the innermost callable whose body import number i stands in,
// which is where the names are known that it brings in.
func (f *file) bodyAround(i int) int32 {
	if f.bodies == nil {
		f.bodies = make([]int32, len(f.outline.Imports))
		defs := f.outline.Definitions
		var open []int32
		next, last := 0, uint32(0)
		for k := range f.outline.Imports {
			at := f.outline.Imports[k].Span.Start
			if at < last {
				open, next = nil, 0
			}
			for last = at; next < len(defs) && defs[next].Span.Start <= at; next++ {
				if d := &defs[next]; d.Kind.IsCallable() && d.Kind != code.KindMacro {
					open = append(open, int32(next))
				}
			}
			for len(open) > 0 && !defs[open[len(open)-1]].Span.Contains(at) {
				open = open[:len(open)-1]
			}
			f.bodies[k] = code.NoDefinition
			if len(open) > 0 {
				f.bodies[k] = open[len(open)-1]
			}
		}
	}
	return f.bodies[i]
}

// hasBodyImports reports whether imports stand in the body of definition c.
func (f *file) hasBodyImports(c int32) bool {
	if len(f.outline.Imports) == 0 {
		return false
	}
	f.bodyAround(0)
	return slices.Contains(f.bodies, c)
}

// spaceAround is the module that definition i stands in.
func (f *file) spaceAround(i int32) int32 {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		if d := &f.outline.Definitions[i]; isNamespace(d.Kind) && d.Modifiers&code.ModDeclaration == 0 {
			return i
		}
	}
	return i
}

// spacesOf are the modules that definitions of modules, or files, stand for.
func (l *Linker) spacesOf(t typ) (out []space) {
	for _, path := range t.files {
		out = append(out, space{path, code.NoDefinition})
	}
	for _, s := range t.syms {
		f, d := l.file(s.File), l.definition(s)
		if d.Modifiers&code.ModDeclaration == 0 {
			out = append(out, space{s.File, s.Index})
			continue
		}
		for i := range f.outline.Imports {
			im := &f.outline.Imports[i]
			if im.Form == code.ImportStatic && d.Span.Start <= im.Span.Start && im.Span.End <= d.Span.End || im.Form == code.ImportStatic && im.Line == d.Line {
				for _, path := range l.targets(f, im) {
					out = append(out, space{path, code.NoDefinition})
				}
			}
		}
	}
	return out
}

// spaceKey is a name of a module, looked up as something.
type spaceKey struct {
	space
	name string
	want wanted
}

// inModule finds what a module has under a name, its own or brought in.
// Modules may take everything from each other: one that is being looked into
// adds nothing. What is found without what an outer one has yet to give is
// remembered.
func (l *Linker) inModule(m space, name string, want wanted, left int) found {
	f := l.file(m.file)
	if f == nil || left == 0 || l.steps > mostSteps {
		l.circles++
		return found{}
	}
	l.steps++
	key := spaceKey{m, name, want}
	if out, ok := l.held[key]; ok {
		return out
	}
	if depth, ok := l.within[key]; ok {
		l.outermost = min(l.outermost, depth)
		return found{}
	}
	depth, before, outer := len(l.within), l.circles, l.outermost
	l.within[key], l.outermost = depth, depth
	out := l.lookIn(f, m, name, want, left)
	out.syms = slices.Clip(out.syms)
	delete(l.within, key)
	if l.outermost == depth {
		if l.circles == before && !l.cut {
			l.held[key] = out
		}
		l.outermost = outer
	}
	l.outermost = min(l.outermost, outer)
	return out
}

func (l *Linker) lookIn(f *file, m space, name string, want wanted, left int) (out found) {
	if name == f.linking.Outer || name == f.linking.Itself {
		at := uint32(0)
		if m.index != code.NoDefinition {
			at = f.outline.Definitions[m.index].NameSpan.Start
		}
		out, _ = l.pathRoot(f, at, []string{name})
		return out
	}
	for _, k := range f.parts(m.index) {
		if d := &f.outline.Definitions[k]; d.Name == name && d.ContainerName == "" && (want.is(d.Kind) || isNamespace(d.Kind)) {
			out.syms = append(out.syms, Symbol{m.file, k})
		}
	}
	if len(out.syms) > 1 && want.as != asType && want.as != asAny {
		out.syms = l.onlyIfAny(out.syms, want)
	}
	// A module may share its name with a function or macro that is brought in.
	modules := out
	if want.as != asType && !slices.ContainsFunc(out.syms, func(s Symbol) bool { return !isNamespace(l.Kind(s)) }) {
		out = found{}
	}
	if !out.empty() {
		return out
	}
	out = l.brought(f, m, code.NoDefinition, name, want, left, modules.empty())
	if want.as == asAny || out.empty() {
		out.add(modules)
	}
	if p := f.linking.Unwritten; out.empty() && p != nil && m.index == code.NoDefinition {
		if files := p(l.src.Project(), m.file, f.outline, name); len(files) > 0 {
			out.module = files
		}
	}
	return out
}

// brought finds a name among what imports bring into a module, or into the
// body of callable c of it.
func (l *Linker) brought(f *file, m space, c int32, name string, want wanted, left int, all bool) (out found) {
	var stars []*code.Import
	for i := range f.outline.Imports {
		im := &f.outline.Imports[i]
		for _, n := range im.Names {
			switch {
			case n.Name != "*" && n.Local() != name || f.moduleAround(im.Span.Start) != m.index || f.bodyAround(i) != c:
			case n.Name == "*":
				stars = append(stars, im)
			case im.Form != code.ImportStatic:
				got := l.followed(f, im, f.linking.Path(im, n), want, left-1)
				if got.empty() {
					got.mayBeOutside = true
				}
				out.add(got)
			}
		}
	}
	if out.outside && len(out.syms) > 0 {
		out.likely = true // which of them it is depends on how the project is built
	}
	if !out.empty() || !all {
		return out
	}
	for _, im := range stars {
		names := f.linking.Path(im, im.Names[0])
		owner := l.followed(f, im, names, anything, left-1)
		if owner.empty() || owner.outside {
			out.mayBeOutside = true
			continue
		}
		out.add(l.inOwner(f, owner, name, want, left-1))
	}
	return out
}

func (l *Linker) onlyIfAny(syms []Symbol, want wanted) []Symbol {
	if kept := l.only(syms, want); len(kept) > 0 {
		return kept
	}
	return syms
}

// inOwner finds a name in what a path leads to: modules or a type.
func (l *Linker) inOwner(f *file, owner found, name string, want wanted, left int) (out found) {
	t := l.typeFound(f, code.NoDefinition, name, owner)
	switch {
	case t.kind == tModule:
		for _, m := range l.spacesOf(t) {
			out.add(l.inModule(m, name, want, left))
		}
	case t.kind == tOutside:
		out.outside = true
	case len(t.syms) > 0:
		for _, s := range t.syms {
			for _, m := range l.ownMembers(s, name) {
				if !slices.Contains(out.syms, m) {
					out.syms = append(out.syms, m)
				}
			}
		}
	}
	return out
}

// followed is what a path leads to that stands in an import.
func (l *Linker) followed(f *file, im *code.Import, names []string, want wanted, left int) (out found) {
	key := chainKey{f.path, code.NoDefinition, im.Span.Start, im.Specifier}
	if len(names) == 0 {
		return out
	}
	if left == 0 || l.busy[key] {
		l.circles++
		return out
	}
	l.busy[key] = true
	defer delete(l.busy, key)
	out, used := l.pathRoot(f, im.Span.Start, names)
	if used == 0 {
		used = 1
		as := aType
		if len(names) == 1 {
			as = want
		}
		out = l.inModule(space{f.path, f.moduleAround(im.Span.Start)}, names[0], as, left)
		if out.empty() {
			return found{outside: true}
		}
	}
	for k := used; k < len(names) && !out.empty(); k++ {
		as := aType
		if k == len(names)-1 {
			as = want
		}
		if names[k] == f.linking.Itself {
			continue
		}
		out = l.inOwner(f, out, names[k], as, left-1)
	}
	return out
}

// pathRoot is what the first names of a path mean that are not looked up.
func (l *Linker) pathRoot(f *file, at uint32, names []string) (out found, used int) {
	if f.linking.Root == nil {
		return out, 0
	}
	to, inside, used := f.linking.Root(l.src.Project(), f.path, f.outline, at, names)
	if used == 0 || to == "" {
		return out, 0
	}
	if len(inside) == 0 {
		return found{module: []string{to}}, used
	}
	o := l.file(to)
	if o == nil {
		return out, 0
	}
	index := code.NoDefinition
	for _, name := range inside {
		k := slices.IndexFunc(o.parts(index), func(k int32) bool {
			d := &o.outline.Definitions[k]
			return d.Name == name && isNamespace(d.Kind)
		})
		if k < 0 {
			return found{module: []string{to}}, used
		}
		index = o.parts(index)[k]
	}
	return found{syms: []Symbol{{to, index}}}, used
}

// mostPaths bounds how far a path is followed through imports.
const mostPaths = 24

// moduleName finds what a name means in the modules around definition i, where
// files are modules.
func (l *Linker) moduleName(f *file, i int32, name string, want wanted) found {
	m := f.spaceAround(i)
	for c := i; c != code.NoDefinition && c != m; c = f.outline.Definitions[c].Container {
		if f.hasBodyImports(c) {
			if out := l.brought(f, space{f.path, m}, c, name, want, mostPaths, true); !out.empty() {
				return out
			}
		}
	}
	key := bareKey{name + "\x00" + string(rune(m+2)), want}
	out, ok := f.bare[key]
	if ok {
		return out
	}
	out = l.inModule(space{f.path, m}, name, want, mostPaths)
	if out.empty() && want.as != asAny {
		if any := l.inModule(space{f.path, m}, name, anything, mostPaths); !any.empty() {
			out = any
		}
	}
	if out.empty() {
		at := uint32(0)
		if m != code.NoDefinition {
			at = f.outline.Definitions[m].NameSpan.Start
		}
		if got, used := l.pathRoot(f, at, []string{name}); used == 1 {
			out = got
		} else if p := f.linking.Predeclared; p != nil && p(name) {
			out = found{outside: true}
		}
	}
	if !l.cut {
		f.bare[key] = out
	}
	return out
}

// adopted finds members that a value's type is given from outside of it: of
// types of its name, or of the traits of the checkout.
//
// A type of another place has methods that the checkout does not know. Those of
// the checkout are its own traits', known where the trait is, or belong to a
// trait of another place, which others may implement for the type as well.
func (l *Linker) adopted(f *file, i int32, at uint32, t typ, name string, want wanted) (out found) {
	if !f.linking.Adopts || want.as == asType {
		return out
	}
	var traits []Symbol
	for _, s := range l.Named(name) {
		o, d := l.file(s.File), l.definition(s)
		if !sameFamily(o, f) || !d.Kind.IsCallable() || d.Kind == code.KindMacro {
			continue
		}
		switch {
		case d.ContainerName != "":
			if len(t.syms) == 0 && t.name != "" && d.ContainerName == code.LastPart(t.name) && len(l.typeText(o, s.Index, d.ContainerName, nil).syms) == 0 {
				out.syms = append(out.syms, s)
			}
		case d.Container != code.NoDefinition && o.outline.Definitions[d.Container].Kind == code.KindTrait:
			traits = append(traits, s)
		}
	}
	if len(out.syms) > 0 {
		if len(traits) == 0 {
			out.likely = true
			if l.commonMember(f, name) {
				return found{}
			}
			return out
		}
		for _, s := range traits {
			o := l.file(s.File)
			trait := Symbol{s.File, o.outline.Definitions[s.Index].Container}
			if got := l.bareAs(f, i, at, l.definition(trait).Name, aType); slices.Contains(got.syms, trait) || got.mayBeOutside {
				return out
			}
		}
		return found{}
	}
	if len(traits) == 1 && (len(t.syms) > 0 || !l.commonMember(f, name)) {
		return found{syms: traits, likely: true}
	}
	return out
}

// nested are the modules that a module stands for, where files are modules.
func (l *Linker) nested(t typ) []space {
	path := ""
	switch {
	case len(t.syms) > 0:
		path = t.syms[0].File
	case len(t.files) > 0:
		path = t.files[0]
	}
	if f := l.file(path); f == nil || f.linking.Path == nil {
		return nil
	}
	return l.spacesOf(t)
}

// macros leaves of what a name means the macros, or anything else, as it is
// used. Macros need not be known to a module.
func (l *Linker) macros(f *file, got found, r *code.Reference) found {
	macro := r.QualifierText != ""
	some := len(got.syms) > 0
	if r.Role != code.RoleImport {
		got.syms = slices.DeleteFunc(slices.Clone(got.syms), func(s Symbol) bool { return (l.Kind(s) == code.KindMacro) != macro })
	}
	if macro && len(got.syms) == 0 {
		if all := l.globalName(f, r.Name); len(all.syms) > 0 {
			return all
		}
	}
	if some && len(got.syms) == 0 {
		got.outside = true
	}
	return got
}

// partsNamed lists what stands in a definition under a name.
func (l *Linker) partsNamed(s Symbol, name string) (out []Symbol) {
	f := l.file(s.File)
	for _, k := range f.parts(s.Index) {
		if f.outline.Definitions[k].Name == name {
			out = append(out, Symbol{s.File, k})
		}
	}
	return out
}

// partly is the definition of a type or variant whose values have numbered
// parts, nil for others.
func (l *Linker) partly(t typ) *code.Definition {
	switch {
	case t.made != nil:
		return l.definition(*t.made)
	case len(t.syms) == 1 && t.kind != tCallable:
		if d := l.definition(t.syms[0]); d.Kind == code.KindStruct || d.Kind == code.KindClass && len(d.Params) > 0 {
			return d
		}
	}
	return nil
}

// partOf is a value's part of that number.
func (l *Linker) partOf(t typ, d *code.Definition, n int) typ {
	s := t.syms[0]
	i := s.Index
	if t.made != nil {
		i = t.made.Index
	}
	return l.typeText(l.file(s.File), i, d.Params[n].Type, &t)
}
