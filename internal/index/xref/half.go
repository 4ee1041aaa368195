package xref

import (
	"slices"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// half leaves of an object and another type that are two sides of one thing the
// one that has the members: the object those of the name, the other a value's.
func (l *Linker) half(t typ) typ {
	if len(t.syms) < 2 || t.kind == tCallable {
		return t
	}
	if f := l.file(t.syms[0].File); f == nil || !f.linking.Halves {
		return t
	}
	kept := slices.DeleteFunc(slices.Clone(t.syms), func(s Symbol) bool {
		k := l.Kind(s)
		return (k == code.KindObject) != (t.kind == tStatic) && !(t.kind == tStatic && k == code.KindEnum)
	})
	if len(kept) > 0 {
		t.syms = kept
	}
	return t
}

// sided leaves of such two sides the one that a use of the name means: a type is
// never the object, and whose member is named is always that.
func (l *Linker) sided(syms []Symbol, r *code.Reference) []Symbol {
	if len(syms) < 2 {
		return syms
	}
	if f := l.file(syms[0].File); f == nil || !f.linking.Halves {
		return syms
	}
	object := false
	switch r.Role {
	case code.RoleType, code.RoleNew, code.RoleInherit:
	case code.RoleRead:
		object = true
	default:
		return syms
	}
	kept := slices.DeleteFunc(slices.Clone(syms), func(s Symbol) bool { return l.Kind(s).IsType() && (l.Kind(s) == code.KindObject) != object })
	if len(kept) == 0 {
		return syms
	}
	return kept
}

// madeBy is the result of calling an object by the name that it shares with a
// type: of its method that calls of a value call.
func (l *Linker) madeBy(f *file, t typ, args []typ) typ {
	if !f.linking.Halves || f.linking.CallMember == "" || len(t.syms) == 0 {
		return typ{}
	}
	object := l.half(t)
	object.syms = slices.DeleteFunc(slices.Clone(object.syms), func(s Symbol) bool { return l.Kind(s) != code.KindObject })
	if len(object.syms) == 0 || l.depth > deepest {
		return typ{}
	}
	got := l.memberAs(object, f.linking.CallMember, anything)
	if len(got.syms) == 0 {
		return typ{}
	}
	l.depth++
	defer func() { l.depth-- }()
	return l.result(typ{kind: tCallable, syms: got.syms, of: got.of, args: t.args}, args)
}

// holding is what calling the name of a library's type that holds others makes:
// a list of the arguments.
func (l *Linker) holding(f *file, name string, args []typ) typ {
	if !f.linking.Halves || f.linking.Known == nil {
		return typ{}
	}
	switch x := f.linking.Known(lang.Type{Name: name}); x.Name {
	case lang.TypeList:
		t := typ{kind: tInstance, name: x.Name}
		if len(args) > 0 {
			t.args = []typ{joined(args[:1], false)}
		}
		return t
	case lang.TypeMap:
		return typ{kind: tInstance, name: x.Name}
	}
	return typ{}
}

// besides finds a member in what a trait says that its values are besides.
func (l *Linker) besides(t typ, name string, want wanted) (out found) {
	if l.beside || t.kind == tCallable {
		return out
	}
	l.beside = true // what it says of those in turn is left out
	defer func() { l.beside = false }()
	for _, s := range t.syms {
		f, d := l.file(s.File), l.definition(s)
		if f == nil || d == nil || !d.Kind.IsType() || d.Kind == code.KindType || d.Type == "" {
			continue
		}
		if x := l.typeText(f, d.Container, d.Type, &t); !x.unknown() {
			got := l.memberAs(x, name, want)
			got.outside = false
			out.add(got)
		}
	}
	return out
}

// lent finds what is lent to a value under a name by definitions elsewhere.
func (l *Linker) lent(f *file, t typ, name string, want wanted) (out found) {
	if f.linking.Lends == nil || t.unknown() || t.kind == tModule {
		return out
	}
	if x := l.shape(t); x.kind == tInstance && len(x.syms) == 0 && f.linking.Library != nil {
		if m, ok := f.linking.Library(x.name, name); ok && m.Name != "" {
			return out // it has that itself
		}
	}
	var near []Symbol
	l.link(f)
	for _, s := range l.Named(name) {
		o, d := l.file(s.File), l.definition(s)
		if !sameFamily(o, f) || o.linking.Lends == nil || d.Kind.IsType() || !want.fits(d) {
			continue
		}
		var container *code.Definition
		if d.Container != code.NoDefinition {
			container = &o.outline.Definitions[d.Container]
		}
		text, sure := o.linking.Lends(container, d)
		if text == "" {
			continue
		}
		i := s.Index
		if d.Container != code.NoDefinition && container.Kind.IsType() {
			i = d.Container
			if container.Kind == code.KindObject {
				i = s.Index
			}
		}
		x := l.typeText(o, i, text, nil)
		if !l.fitsType(x, t) {
			continue
		}
		out.syms = append(out.syms, s)
		out.likely = out.likely || !sure || x.unknown() || x.likely
		if l.near(f, s.File) {
			near = append(near, s)
		}
	}
	if len(out.syms) > 1 && !l.OneThing(out.syms) {
		if len(near) == 0 || len(near) > 1 && !l.OneThing(near) {
			return found{}
		}
		out.syms, out.likely = near, true
	}
	return out
}

// fitsType reports whether a value of type t may stand where a value of type r
// is wanted; what is not known may be anything.
func (l *Linker) fitsType(r, t typ) bool {
	if r.unknown() || r.likely {
		return true
	}
	for _, w := range t.alternatives() {
		if len(r.syms) > 0 {
			for _, x := range w.syms {
				up := make(map[Symbol]bool)
				l.ancestors(x, up, 12)
				if slices.ContainsFunc(r.syms, func(y Symbol) bool { return up[y] }) {
					return true
				}
			}
			continue
		}
		if w.kind == tOutside {
			continue // nothing is known of it but where it comes from
		}
		if x, y := l.shape(w).name, l.shape(r).name; x != "" && code.LastPart(x) == code.LastPart(y) && x != lang.TypeUnion {
			return true
		}
		for _, up := range l.outsideSupers(w) {
			if code.LastPart(up.name) == code.LastPart(r.name) {
				return true
			}
		}
	}
	return false
}
