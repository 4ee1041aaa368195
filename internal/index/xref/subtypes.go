package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// Supertype is one type that a type inherits from.
type Supertype struct {
	Name    string // as written
	Form    code.Inheritance
	Symbols []Symbol // none for a type outside of the checkout
}

// Supertypes lists what a type inherits from, as it declares it.
func (l *Linker) Supertypes(s Symbol) (out []Supertype) {
	l.begin()
	d := l.definition(s)
	if d == nil {
		return nil
	}
	t := l.static(s)
	ups := l.supersOf(s, &t)
	for k := range d.Supertypes {
		up := Supertype{Name: d.Supertypes[k].Name, Form: d.Supertypes[k].Form}
		if k < len(ups) {
			up.Symbols = ups[k].syms
		}
		out = append(out, up)
	}
	return out
}

// Subtypes lists the types that declare to inherit from one of the types.
func (l *Linker) Subtypes(of []Symbol) (out []Symbol) {
	names := make(map[string]bool)
	for _, s := range of {
		if d := l.definition(s); d != nil {
			names[d.Name] = true
		}
	}
	for _, name := range sortedKeys(names) {
		for _, path := range l.src.Inheriting(name) {
			f := l.file(path)
			if f == nil {
				continue
			}
			for i := range f.outline.Definitions {
				d := &f.outline.Definitions[i]
				s := Symbol{path, int32(i)}
				if len(d.Supertypes) == 0 || slices.Contains(of, s) || slices.Contains(out, s) {
					continue
				}
				l.begin()
				t := l.static(s)
				for _, up := range l.supersOf(s, &t) {
					if slices.ContainsFunc(up.syms, func(x Symbol) bool { return slices.Contains(of, x) }) {
						out = append(out, s)
						break
					}
				}
			}
		}
	}
	return out
}

func sortedKeys(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// begin starts a question: limits count anew.
func (l *Linker) begin() { l.depth, l.steps, l.cut = 0, 0, false }

// mostSubtypes bounds the types that a transitive question follows.
const mostSubtypes = 5000

// below lists the types that inherit from the types, also by way of others.
func (l *Linker) below(of []Symbol) []Symbol {
	all := slices.Clone(of)
	for level := of; len(level) > 0 && len(all) < mostSubtypes; {
		var next []Symbol
		for _, s := range l.Subtypes(level) {
			if !slices.Contains(all, s) {
				all = append(all, s)
				next = append(next, s)
			}
		}
		level = next
	}
	return all[len(of):]
}

// Implementations lists what implements a type or a method: the types that
// inherit from it or, where the language goes by methods, have its methods;
// the methods that override or implement it. The definitions of are one thing.
func (l *Linker) Implementations(of []Symbol, transitive bool) (out []Symbol) {
	var types, methods []Symbol
	for _, s := range of {
		switch d := l.definition(s); {
		case d == nil:
		case d.Kind.IsType():
			types = append(types, s)
		case d.Kind.IsCallable() || d.Kind == code.KindProperty || d.Kind == code.KindField:
			methods = append(methods, s)
		}
	}
	add := func(list []Symbol) {
		for _, s := range list {
			if !slices.Contains(out, s) && !slices.Contains(of, s) {
				out = append(out, s)
			}
		}
	}
	if len(types) > 0 {
		switch {
		case l.structural(types):
			add(l.satisfying(types))
		case transitive:
			add(l.below(types))
		default:
			add(l.Subtypes(types))
		}
	}
	add(l.implementing(of))
	done := make(map[Symbol]bool) // owners whose methods of the name are through
	for _, m := range methods {
		owner := l.ownerOf(m).syms
		if len(owner) == 0 || done[owner[0]] {
			continue
		}
		d := l.definition(m)
		if l.structural(owner) {
			for _, t := range l.satisfying(owner) {
				l.begin()
				x := l.static(t)
				add(l.inherited(x, d.Name).syms)
			}
			continue
		}
		done[owner[0]] = true
		for _, t := range l.below(owner) {
			l.begin()
			add(l.overloaded(slices.DeleteFunc(l.ownMembers(t, d.Name), func(s Symbol) bool { return !alike(d, l.definition(s)) }), methods))
		}
	}
	return out
}

// overloaded leaves of the methods of one name and type the one that stands for
// all of them, if a call's arguments tell them apart: the first that overrides
// one of the methods, else the first.
func (l *Linker) overloaded(list, of []Symbol) []Symbol {
	if len(list) < 2 || l.file(list[0].File).linking.Arity == nil {
		return list
	}
	for k, s := range list {
		if l.Overrides(s, of) {
			return list[k : k+1]
		}
	}
	return list[:1]
}

// Overrides reports whether a method has the parameters of one of the others,
// as far as the language tells methods of one name apart by them.
func (l *Linker) Overrides(s Symbol, of []Symbol) bool {
	return slices.ContainsFunc(of, func(m Symbol) bool { return l.overrides(s, m) }) || slices.Contains(l.implementing(of), s)
}

// overrides reports whether a method has the parameters of another one, where
// the language tells methods of one name apart by them.
func (l *Linker) overrides(s, of Symbol) bool {
	f, o := l.file(s.File), l.file(of.File)
	a, b := l.definition(s), l.definition(of)
	if f.linking.Arity == nil || f.linking.Type == nil || o.linking.Type == nil || !a.Kind.IsCallable() || !b.Kind.IsCallable() {
		return true
	}
	if len(a.Params) != len(b.Params) {
		return false
	}
	for k := range a.Params {
		x, y := f.linking.Type(a.Params[k].Type), o.linking.Type(b.Params[k].Type)
		for x.Name == lang.TypeList && y.Name == lang.TypeList && len(x.Args) == 1 && len(y.Args) == 1 {
			x, y = x.Args[0], y.Args[0]
		}
		if code.LastPart(x.Name) != code.LastPart(y.Name) && !f.typeParam(s.Index, x.Name) && !o.typeParam(of.Index, y.Name) {
			return false
		}
	}
	return true
}

// typeParam reports whether a name is a type parameter of definition i or of
// what it stands in.
func (f *file) typeParam(i int32, name string) bool {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		for _, p := range f.outline.Definitions[i].TypeParams {
			if p.Name == name {
				return true
			}
		}
	}
	return false
}

// structural reports whether the types are interfaces of a language in which a
// type implements one by its methods.
func (l *Linker) structural(types []Symbol) bool {
	for _, s := range types {
		f := l.file(s.File)
		if f == nil || f.linking.Signature == nil || l.definition(s).Kind != code.KindInterface {
			return false
		}
	}
	return len(types) > 0
}

// method is one method of a method set.
type method struct {
	signature string // comparable; empty where it is not known
	deep      int    // of embedded types that it comes through
}

// methodSet is the methods that values of a type have, promoted ones included.
// whole is false where a type that is embedded could not be looked into.
func (l *Linker) methodSet(s Symbol) (set map[string]method, whole bool) {
	set, whole = make(map[string]method), true
	seen := make(map[Symbol]bool)
	var walk func(s Symbol, deep int)
	walk = func(s Symbol, deep int) {
		f, d := l.file(s.File), l.definition(s)
		if f == nil || d == nil || seen[s] || deep > 8 {
			return
		}
		seen[s] = true
		put := func(name, signature string) {
			if len(d.TypeParams) > 0 {
				signature = "" // in terms of its type parameters
			}
			if old, ok := set[name]; !ok || deep < old.deep {
				set[name] = method{signature, deep}
			}
		}
		for _, k := range f.parts(s.Index) {
			if p := &f.outline.Definitions[k]; p.Kind == code.KindMethod {
				put(p.Name, f.linking.Signature(p))
			}
		}
		for _, m := range l.methodsOf(f, s) {
			x := l.definition(m)
			put(x.Name, f.linking.Signature(x))
		}
		t := l.static(s)
		for k, up := range l.supersOf(s, &t) {
			switch {
			case len(up.syms) > 0:
				for _, x := range up.syms {
					walk(x, deep+1)
				}
			case k < len(d.Supertypes):
				names, ok := []string(nil), false
				if f.linking.Interface != nil {
					names, ok = f.linking.Interface(d.Supertypes[k].Name)
				}
				whole = whole && ok
				deep++
				for _, n := range names {
					put(n, "")
				}
				deep--
			}
		}
	}
	walk(s, 0)
	return set, whole
}

// methodsOf lists the methods that are declared for a type from outside of it,
// in its package.
func (l *Linker) methodsOf(f *file, s Symbol) []Symbol {
	byType := l.receivers(f)
	return byType[l.definition(s).Name]
}

// receivers lists the methods of a package by the name of their type.
func (l *Linker) receivers(f *file) map[string][]Symbol {
	if f.receivers != nil {
		return f.receivers
	}
	out := make(map[string][]Symbol)
	paths := []string{f.path}
	for p := range l.visibleTo(f) {
		if p != f.path {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	// The files of a package see the same files, but for tests.
	key := strings.Join(paths, "\x00")
	if same, ok := l.packages[key]; ok {
		f.receivers = same
		return same
	}
	for _, p := range paths {
		o := l.file(p)
		if o == nil {
			continue
		}
		for i := range o.outline.Definitions {
			if d := &o.outline.Definitions[i]; d.Kind == code.KindMethod && d.ContainerName != "" {
				out[code.LastPart(d.ContainerName)] = append(out[code.LastPart(d.ContainerName)], Symbol{p, int32(i)})
			}
		}
	}
	f.receivers, l.packages[key] = out, out
	return out
}

// satisfying lists the types that have all methods of the interfaces.
func (l *Linker) satisfying(interfaces []Symbol) (out []Symbol) {
	l.begin()
	want := make(map[string]method)
	generic := false
	for _, s := range interfaces {
		set, whole := l.methodSet(s)
		if !whole {
			return l.below(interfaces) // what all it asks for is not known
		}
		for n, m := range set {
			want[n] = m
		}
		generic = generic || len(l.definition(s).TypeParams) > 0
	}
	if len(want) == 0 {
		return nil // every type does
	}
	// The types that declare the method which the fewest do, and what embeds them.
	var rare []Symbol
	name := ""
	for _, n := range sortedKeys(keys(want)) {
		if list := l.Named(n); name == "" || len(list) < len(rare) {
			rare, name = list, n
		}
	}
	var types []Symbol
	for _, m := range rare {
		d := l.definition(m)
		if d.Kind != code.KindMethod || !sameFamily(l.file(m.File), l.file(interfaces[0].File)) {
			continue
		}
		for _, t := range l.ownerOf(m).syms {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	types = append(types, l.below(types)...)
	for _, t := range types {
		d := l.definition(t)
		if d == nil || d.Kind == code.KindInterface || slices.Contains(interfaces, t) || slices.Contains(out, t) {
			continue
		}
		l.begin()
		have, whole := l.methodSet(t)
		ok := true
		for n, m := range want {
			h, has := have[n]
			if !has && !whole && m.signature == "" {
				continue // a method of an interface that is not of the checkout, from a type that is not either
			}
			if !has || !generic && m.signature != "" && h.signature != "" && m.signature != h.signature {
				ok = false
				break
			}
		}
		if ok {
			out = append(out, t)
		}
	}
	return out
}

func keys(m map[string]method) map[string]bool {
	out := make(map[string]bool)
	for k := range m {
		out[k] = true
	}
	return out
}

// Inheriting lists the types that declare to inherit from the types.
func (l *Linker) Inheriting(of []Symbol, transitive bool) []Symbol {
	if transitive {
		return l.below(of)
	}
	return l.Subtypes(of)
}
