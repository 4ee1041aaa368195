package xref

import (
	"slices"

	"sextant/internal/code"
)

// In languages of which files are included as text, a file knows what it
// declares, what the files declare that it includes, and of what is linked
// also what other files define. The candidates are looked up by their name;
// then it is asked which of them the file can see.

// mostWalked bounds the files whose includes are followed for one use; those of
// one file are followed once for each file that is looked for.
const mostWalked = 20000

// includedName finds what a name means at the top level of a file.
func (l *Linker) includedName(f *file, name string) (out found) {
	linked, within := l.outwardNamed(f, name)
	mine := func(s Symbol) bool { return s.File == f.path }
	seen := func(s Symbol) bool { return l.includes(f, s.File) }
	reached := only(within, seen)
	// A macro stands before everything else of its name, but for functions and
	// variables that its own file defines where it does not define the macro.
	if macros := only(reached, l.replaces); len(macros) > 0 {
		if own := only(macros, mine); len(own) > 0 {
			macros = own
		}
		out.syms = only(append(reached, linked...), func(s Symbol) bool {
			return slices.Contains(macros, s) || l.defines(s) && !l.definition(s).Kind.IsType() &&
				slices.ContainsFunc(macros, func(m Symbol) bool { return m.File == s.File })
		})
		out.likely = l.filesOf(macros) > 1
		return out
	}
	ownLinked, own := only(linked, mine), only(reached, mine)
	switch {
	case len(ownLinked) > 0:
		out.syms = append(own, l.linkedWith(f, ownLinked, linked)...)
		return out
	case len(own) > 0:
		out.syms = l.withBodies(own, within)
		return out
	}
	reachedLinked := only(linked, seen)
	if len(reached) > 0 {
		out.syms = l.withBodies(reached, within)
	}
	if len(reachedLinked) > 0 {
		for _, s := range l.linkedWith(f, reachedLinked, linked) {
			out.add(found{syms: []Symbol{s}})
		}
		out.likely = l.filesOf(only(out.syms, l.defines)) > 1
	}
	if len(out.syms) > 0 {
		return out
	}
	if p := f.linking.Predeclared; p != nil && p(name) {
		out.outside = true
		return out
	}
	// Nothing that it includes has it: a file that is included where another
	// has provided for it, or an include that was not found.
	if over := only(within, func(s Symbol) bool { return l.includes(l.file(s.File), f.path) }); len(over) > 0 && len(linked) == 0 {
		out.syms, out.likely = over, l.filesOf(over) > 1
		return out
	}
	within = only(within, func(s Symbol) bool { return l.header(s.File) })
	if len(linked) > 0 {
		out.syms, _ = l.closest(f, l.linkedWith(f, linked, linked))
	} else if len(within) > 0 {
		out.syms, _ = l.closest(f, within)
	}
	out.likely = len(out.syms) > 0
	return out
}

// replaces reports whether a definition is a macro that stands for something
// else than its own name.
func (l *Linker) replaces(s Symbol) bool {
	d := l.definition(s)
	return d != nil && d.Kind == code.KindMacro && d.Value != d.Name
}

// outwardNamed lists the definitions of a name that a file may know by the bare
// name: those that the linker joins, and those that are known where they are
// included only.
func (l *Linker) outwardNamed(f *file, name string) (linked, within []Symbol) {
	for _, s := range l.Named(name) {
		o := l.file(s.File)
		if !sameFamily(o, f) || !o.outward(s.Index) {
			continue
		}
		if f.linking.Linked(&o.outline.Definitions[s.Index]) {
			linked = append(linked, s)
		} else {
			within = append(within, s)
		}
	}
	return linked, within
}

func only(syms []Symbol, keep func(Symbol) bool) (out []Symbol) {
	for _, s := range syms {
		if keep(s) {
			out = append(out, s)
		}
	}
	return out
}

// linkedWith lists the definitions that declarations of a name lead to: the
// only ones, those in files that see the same declarations, or the closest.
// Without a definition they are the declarations themselves.
func (l *Linker) linkedWith(f *file, from, all []Symbol) []Symbol {
	defined := only(from, l.defines)
	if len(defined) > 0 {
		return defined
	}
	if len(from) == 0 {
		return nil
	}
	defined = only(all, func(s Symbol) bool { return l.defines(s) && l.space(s) == l.space(from[0]) })
	switch l.filesOf(defined) {
	case 0:
		return from
	case 1:
		return defined
	}
	seeing := only(defined, func(s Symbol) bool {
		return slices.ContainsFunc(from, func(d Symbol) bool { return d.File != f.path && l.includes(l.file(s.File), d.File) })
	})
	if l.filesOf(seeing) == 1 {
		return seeing
	}
	if len(seeing) > 0 {
		defined = seeing
	}
	near, _ := l.closest(l.file(from[0].File), defined)
	if len(seeing) > 0 {
		near, _ = l.closest(f, defined)
	}
	return near
}

// defines reports whether a definition is more than a declaration.
func (l *Linker) defines(s Symbol) bool {
	d := l.definition(s)
	return d != nil && d.Modifiers&code.ModDeclaration == 0
}

// filesOf counts the files that definitions lie in.
func (l *Linker) filesOf(syms []Symbol) (n int) {
	for k, s := range syms {
		if !slices.ContainsFunc(syms[:k], func(o Symbol) bool { return o.File == s.File }) {
			n++
		}
	}
	return n
}

// withBodies adds to types that are only named where they are found (typedef
// struct T T) what the files have that see them.
func (l *Linker) withBodies(syms, all []Symbol) []Symbol {
	if len(syms) == 0 || len(all) == len(syms) || !slices.ContainsFunc(syms, l.opaque) || slices.ContainsFunc(syms, l.bodied) {
		return syms
	}
	out := syms
	for _, s := range all {
		if !l.bodied(s) || slices.Contains(syms, s) {
			continue
		}
		f := l.file(s.File)
		if slices.ContainsFunc(syms, func(o Symbol) bool { return l.includes(f, o.File) || l.includes(l.file(o.File), s.File) }) {
			out = append(slices.Clip(out), s)
		}
	}
	return out
}

// tagged leaves of a type's definitions in several files those that a use names:
// with its tag before it the type, alone its other name.
func (l *Linker) tagged(syms []Symbol, tag string) []Symbol {
	if l.filesOf(syms) < 2 {
		return syms
	}
	named := only(syms, func(s Symbol) bool { return (l.definition(s).Kind == code.KindType) == (tag == "") })
	if len(named) == 0 {
		return syms
	}
	return only(syms, func(s Symbol) bool {
		return slices.ContainsFunc(named, func(n Symbol) bool { return n.File == s.File })
	})
}

// opaque reports whether a type's definition says no more than that there is
// a type of its name.
func (l *Linker) opaque(s Symbol) bool {
	d := l.definition(s)
	if d == nil || !d.Kind.IsType() || d.Type == "" {
		return false
	}
	f := l.file(s.File)
	return f.linking.Type != nil && f.linking.Type(d.Type).Name == d.Name
}

// bodied reports whether a type's members are known.
func (l *Linker) bodied(s Symbol) bool {
	d := l.definition(s)
	return d != nil && d.Kind.IsType() && len(l.file(s.File).parts(s.Index)) > 0
}

// includes reports whether a file includes another, by whatever way.
func (l *Linker) includes(f *file, path string) bool {
	if f.path == path {
		return true
	}
	reach := l.reach[path]
	if reach == nil {
		if reach = l.src.Importing(path); reach == nil {
			known := make(map[string]bool)
			reach = func(from string) bool {
				o := l.file(from)
				return o != nil && l.reaches(o, path, known)
			}
		}
		l.reach[path] = reach
	}
	return reach(f.path)
}

func (l *Linker) reaches(f *file, path string, known map[string]bool) bool {
	if yes, ok := known[f.path]; ok {
		return yes
	}
	if l.walked > mostWalked {
		return false
	}
	known[f.path] = false // where files include each other in a circle
	l.link(f)
	for _, files := range f.stars {
		if slices.Contains(files.files, path) {
			known[f.path] = true
			return true
		}
	}
	for _, files := range f.stars {
		for _, p := range files.files {
			if _, ok := known[p]; !ok {
				l.walked++
			}
			if o := l.file(p); o != nil && l.reaches(o, path, known) {
				known[f.path] = true
				return true
			}
		}
	}
	return false
}

// ofNamespace leaves of what a namespace has under a name what the file knows:
// what links, and what stands in the files that it includes. Where nothing is
// included that has it, another file's own types are still not meant. What it
// does not have is likely something of the name in the files included: a macro
// may have opened the namespace around it.
func (l *Linker) ofNamespace(f *file, t typ, name string, got found) found {
	if t.kind != tModule || f.linking.Linked == nil {
		return got
	}
	if len(got.syms) == 0 {
		first, _ := cutName(t.name)
		if p := f.linking.Predeclared; len(t.syms) == 0 || p == nil || p(first) {
			return got
		}
		if bare := l.includedName(f, name); len(bare.syms) > 0 {
			return found{syms: bare.syms, likely: true}
		}
		return got
	}
	kept := only(got.syms, func(s Symbol) bool { return f.linking.Linked(l.definition(s)) || l.includes(f, s.File) })
	if len(kept) == len(got.syms) {
		return got
	}
	if !slices.ContainsFunc(kept, l.defines) {
		kept = only(got.syms, func(s Symbol) bool { return slices.Contains(kept, s) || l.header(s.File) })
	}
	got.syms = kept
	return got
}

// header reports whether a file is made to be included.
func (l *Linker) header(path string) bool {
	f := l.file(path)
	return f != nil && f.linking.Header != nil && f.linking.Header(path)
}

// sameIncluded lists the definitions that are one thing with s.
func (l *Linker) sameIncluded(f *file, s Symbol) (out []Symbol) {
	d := l.definition(s)
	linked, within := l.outwardNamed(f, d.Name)
	if !f.linking.Linked(d) {
		if !d.Kind.IsType() {
			return only(within, func(o Symbol) bool {
				return o.File == s.File && (l.definition(o).Kind == code.KindMacro) == (d.Kind == code.KindMacro)
			})
		}
		return only(within, func(o Symbol) bool {
			return o.File == s.File && l.definition(o).Kind.IsType() && l.space(o) == l.space(s)
		})
	}
	mine := l.linkedWith(f, []Symbol{s}, linked)
	return only(linked, func(o Symbol) bool {
		return slices.ContainsFunc(l.linkedWith(l.file(o.File), []Symbol{o}, linked), func(x Symbol) bool { return slices.Contains(mine, x) })
	})
}

// outward reports whether definition i is known by its name alone outside of
// what holds it.
func (f *file) outward(i int32) bool {
	for range 16 {
		if f.outline.TopLevel(i) {
			return true
		}
		d := &f.outline.Definitions[i]
		if d.ContainerName != "" || !f.open(d.Container, d) {
			return false
		}
		i = d.Container
	}
	return false
}

// open reports whether container c lets part d be known by its name around it.
func (f *file) open(c int32, d *code.Definition) bool {
	return f.linking.Open != nil && f.linking.Open(&f.outline.Definitions[c], d)
}
