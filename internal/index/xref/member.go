package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// super is a supertype of a type: its static side with type arguments.
type super struct {
	typ
	form code.Inheritance
}

// Members lists what a type has under a name, itself or from its supertypes.
func (l *Linker) Members(of Symbol, name string) []Symbol {
	l.begin()
	if l.definition(of) == nil {
		return nil
	}
	return l.inherited(l.static(of), name).syms
}

// member finds a member of a value, of a type or of a module.
func (l *Linker) member(t typ, name string) found { return l.memberAs(t, name, anything) }

// memberAs is member for a name that is looked up as something.
func (l *Linker) memberAs(t typ, name string, want wanted) found {
	switch t.kind {
	case tModule:
		if spaces := l.nested(t); len(spaces) > 0 {
			var out found
			for _, m := range spaces {
				out.add(l.inModule(m, name, want, mostPaths))
			}
			if out.empty() && want.as != asAny {
				for _, m := range spaces {
					out.add(l.inModule(m, name, anything, mostPaths))
				}
			}
			return out
		}
		if len(t.syms) > 0 {
			return l.spaceMember(t, name)
		}
		return l.moduleMember(t.files, name)
	case tOutside:
		return found{outside: true}
	case tInstance, tStatic, tCallable:
		if t.made != nil {
			if syms := l.only(l.partsNamed(*t.made, name), want); len(syms) > 0 {
				return found{syms: syms, of: &t}
			}
		}
		if len(t.syms) > 0 {
			return l.inheritedAs(l.half(t), name, want)
		}
		if t.name == lang.TypeUnion {
			var out found
			for _, w := range t.args {
				out.add(l.memberAs(w, name, want))
				if t.first && len(out.syms) > 0 {
					return out
				}
			}
			out.outside = out.outside && len(out.syms) == 0
			return out
		}
		return found{outside: true}
	}
	return found{}
}

// spaceMember finds a name in a namespace, in all of the files that open it.
func (l *Linker) spaceMember(t typ, name string) (out found) {
	f := l.file(t.syms[0].File)
	want := l.fullName(f, t.syms[0].Index)
	for _, s := range l.Named(name) {
		o := l.file(s.File)
		if !sameFamily(o, f) {
			continue
		}
		around := func(full, name string) bool {
			return strings.HasSuffix(full, name) && strings.TrimSuffix(full[:len(full)-len(name)], ".") == want
		}
		d := l.definition(s)
		if around(l.fullName(o, s.Index), name) || d.Container != code.NoDefinition && o.open(d.Container, d) && around(l.fullName(o, d.Container), o.outline.Definitions[d.Container].Name) {
			out.syms = append(out.syms, s)
		}
	}
	return out
}

// mostSupers bounds the types that a member is looked for in.
const mostSupers = 200

// inherited finds a member in a type, then in its supertypes, nearest first: of
// those equally near what is mixed in before what is extended, and both before
// interfaces, which only declare it.
func (l *Linker) inherited(t typ, name string) found { return l.inheritedAs(t, name, anything) }

func (l *Linker) inheritedAs(t typ, name string, want wanted) (out found) {
	if f := l.file(t.syms[0].File); f != nil && f.linking.Constant != nil {
		if t.kind == tCallable {
			return out
		}
		return l.pieceMember(t, name)
	}
	if f := l.file(t.syms[0].File); f != nil && f.linking.Linear {
		return l.linearMember(t, name)
	}
	level := []super{{typ: t}}
	var promised []super
	seen := make(map[Symbol]bool)
	for total := 0; len(level) > 0 && total < mostSupers; {
		var next []super
		var mixed, declared found
		for _, x := range level {
			total++
			var own []Symbol
			fresh := false
			for _, s := range x.syms {
				if !seen[s] {
					seen[s], fresh = true, true
					own = append(own, l.takes(l.only(l.ownMembers(s, name), want), want.args)...)
				}
			}
			if !fresh {
				continue
			}
			if len(own) > 0 {
				of := x.typ
				got := found{syms: own, of: &of}
				switch x.form {
				case code.MixesIn:
					mixed.add(got)
				case code.Implements:
					declared.add(got)
				default:
					out.add(got)
				}
				continue
			}
			for _, s := range x.syms {
				for _, up := range l.supersOf(s, &x.typ) {
					if len(up.syms) == 0 {
						out.mayBeOutside = true
						continue
					}
					if x.form == code.Implements {
						up.form = x.form
					}
					if up.form == code.Implements {
						promised = append(promised, up)
						continue
					}
					next = append(next, up)
				}
			}
		}
		for _, got := range []found{mixed, out, declared} {
			if len(got.syms) > 0 {
				return got
			}
		}
		if level = next; len(level) == 0 { // what types only promise to have comes last
			level, promised = promised, nil
		}
	}
	if f := l.file(t.syms[0].File); f != nil && f.linking.Halves {
		if got := l.besides(t, name, want); len(got.syms) > 0 {
			return got
		}
		return out
	}
	if got := l.standIn(t, name, want); len(got.syms) > 0 {
		return got
	}
	return out
}

// standIn finds a member that a trait does not have itself in the types that
// mix it in.
func (l *Linker) standIn(t typ, name string, want wanted) (out found) {
	if l.depth > deepest {
		return out
	}
	l.depth++
	defer func() { l.depth-- }()
	for _, s := range t.syms {
		if d := l.definition(s); d == nil || d.Kind != code.KindTrait {
			continue
		}
		for _, user := range l.mixing(s) {
			if got := l.memberAs(l.static(user), name, want); len(got.syms) > 0 {
				out.add(got)
				out.likely = true
			}
		}
	}
	return out
}

// mixing lists the types that mix a trait in.
func (l *Linker) mixing(s Symbol) []Symbol {
	out, ok := l.mixers[s]
	if !ok {
		l.mixers[s] = nil // while it is being looked for
		depth, steps, cut := l.depth, l.steps, l.cut
		out = l.Subtypes([]Symbol{s})
		l.depth, l.steps, l.cut = depth, steps, cut
		l.mixers[s] = out
	}
	return out
}

// linearMember finds a member in the first type of the linear order that has
// it. Where that type only assigns it, one further on that declares it is what
// it is assigned to.
func (l *Linker) linearMember(t typ, name string) (out found) {
	order, mayBeOutside := l.linear(t)
	for k, x := range order {
		if len(x.syms) == 0 {
			mayBeOutside = true
			continue
		}
		var own []Symbol
		for _, s := range x.syms {
			own = append(own, l.ownMembers(s, name)...)
		}
		if len(own) > 0 {
			declared := slices.ContainsFunc(own, l.declares)
			if len(out.syms) > 0 && !declared {
				continue
			}
			of := x
			if k > 0 {
				of.of = &t
			}
			out = found{syms: own, of: &of}
			if declared {
				return out
			}
		}
	}
	out.mayBeOutside = mayBeOutside && len(out.syms) == 0
	return out
}

// declares reports whether a definition says by itself what it is, where others
// only give a value.
func (l *Linker) declares(s Symbol) bool {
	d := l.definition(s)
	return d != nil && (d.Type != "" || d.Kind.IsCallable() || d.Kind.IsType() || d.Modifiers&code.ModGetter != 0)
}

// linear lists a type and its supertypes in the order in which members are
// looked for: a type before its supertypes, those in their order, one that
// several have in common after the last of them. It tells whether some of them
// are not known.
func (l *Linker) linear(t typ) (order []typ, cut bool) {
	var all []typ
	var visit func(x typ, left int)
	visit = func(x typ, left int) {
		if left == 0 || len(all) > mostSupers {
			cut = true
			return
		}
		all = append(all, x)
		for _, s := range x.syms {
			for _, up := range l.supersOf(s, &x) {
				visit(up.typ, left-1)
			}
		}
	}
	visit(t, 20)
	last := make(map[Symbol]int, len(all))
	for k, x := range all {
		if len(x.syms) > 0 {
			last[x.syms[0]] = k
		}
	}
	for k, x := range all {
		if len(x.syms) == 0 || last[x.syms[0]] == k {
			order = append(order, x)
		}
	}
	return order, cut
}

// ownMembers lists what a type itself has under a name.
func (l *Linker) ownMembers(s Symbol, name string) (out []Symbol) {
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil {
		return nil
	}
	if f.linking.Constant != nil {
		return l.fulls(name)[l.pieceName(f, s.Index)+"."+name]
	}
	for _, k := range f.parts(s.Index) {
		if f.outline.Definitions[k].Name == name {
			out = append(out, Symbol{s.File, k})
		}
	}
	for _, more := range l.otherParts(s) {
		o := l.file(more.File)
		for _, k := range o.parts(more.Index) {
			if o.outline.Definitions[k].Name == name {
				out = append(out, Symbol{more.File, k})
			}
		}
	}
	for _, more := range l.augmenting(s) {
		o := l.file(more.File)
		for _, k := range o.parts(more.Index) {
			if o.outline.Definitions[k].Name == name {
				out = append(out, Symbol{more.File, k})
			}
		}
	}
	if f.linking.Linked != nil && (!f.linking.ImplicitMembers || len(out) > 0 && !slices.ContainsFunc(out, func(m Symbol) bool { return !l.defines(m) })) {
		return out // a class declares all of its members
	}
	if f.linking.Companion != nil && len(out) == 0 {
		for _, k := range f.parts(s.Index) {
			if f.linking.Companion(&f.outline.Definitions[k]) {
				for _, in := range f.parts(k) {
					if f.outline.Definitions[in].Name == name {
						out = append(out, Symbol{s.File, in})
					}
				}
			}
		}
	}
	for _, m := range l.declaredApart(name)[d.Name] {
		o, c := l.file(m.File), l.definition(m)
		if !sameFamily(o, f) {
			continue
		}
		if m.File == s.File || slices.Contains(l.typeNamed(o, c.Container, c.ContainerName).syms, s) {
			out = append(out, m)
		}
	}
	return out
}

// declaredApart lists the members of a name that are declared outside their
// types, by the last part of how those are named there.
func (l *Linker) declaredApart(name string) map[string][]Symbol {
	out, ok := l.apart[name]
	if !ok {
		out = make(map[string][]Symbol)
		for _, m := range l.Named(name) {
			if in := code.LastPart(l.definition(m).ContainerName); in != "" {
				out[in] = append(out[in], m)
			}
		}
		l.apart[name] = out
	}
	return out
}

// supersOf lists the supertypes of a type with what their type parameters stand
// for in a value of it.
func (l *Linker) supersOf(s Symbol, of *typ) []super {
	plain := len(of.args) == 0
	if out, ok := l.supers[s]; ok && plain {
		return out
	}
	if plain {
		l.supers[s] = nil // where types inherit from each other in a circle
	} else {
		// Or where what a type takes its names from inherits from it.
		key := chainKey{path: s.File, i: s.Index, at: nowhere}
		if l.busy[key] {
			return nil
		}
		l.busy[key] = true
		defer delete(l.busy, key)
	}
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil {
		return nil
	}
	var out []super
	for _, o := range l.otherParts(s) {
		out = append(out, l.declaredSupers(o, of)...)
	}
	out = append(l.declaredSupers(s, of), out...)
	// An alias has what the type has that it stands for.
	if len(d.Supertypes) == 0 && d.Kind == code.KindType && (d.Type != "" || d.Value != "") {
		var t typ
		if d.Type != "" {
			t = l.typeText(f, s.Index, d.Type, of)
		} else {
			t = l.valueChain(f, s.Index, d)
		}
		for _, w := range t.alternatives() {
			if len(w.syms) > 0 && !slices.Contains(w.syms, s) {
				w.kind = tStatic
				out = append(out, super{w, code.Extends})
			}
		}
	}
	if plain {
		l.supers[s] = out
	}
	return out
}

// declaredSupers lists the supertypes that one declaration of a type names.
func (l *Linker) declaredSupers(s Symbol, of *typ) (out []super) {
	f, d := l.file(s.File), l.definition(s)
	for k := range d.Supertypes {
		x := &d.Supertypes[k]
		args := 0
		if x.Args != "" && f.linking.Type != nil {
			args = len(f.linking.Type("T<" + x.Args + ">").Args)
		}
		t := l.superNamed(f, s.Index, x.Name, args)
		if x.Args != "" && f.linking.Type != nil && len(t.syms) > 0 {
			// The arguments are read as those of a list of types.
			t.args = l.typesOf(f, s.Index, f.linking.Type(x.Name+"<"+x.Args+">").Args, of)
		}
		out = append(out, super{t, x.Form})
	}
	return out
}

// superNamed finds a supertype by the name that the declaration gives it: it is
// looked up outside of the type itself.
func (l *Linker) superNamed(f *file, i int32, name string, args int) typ {
	if f.linking.Constant != nil {
		name = strings.ReplaceAll(name, "::", ".")
	}
	t := l.typeTaking(f, f.outline.Definitions[i].Container, name, args)
	if slices.Contains(t.syms, Symbol{f.path, i}) {
		// class Error extends Error: the one that it is named after.
		t.syms = slices.DeleteFunc(slices.Clone(t.syms), func(s Symbol) bool { return s == (Symbol{f.path, i}) })
		if len(t.syms) == 0 {
			return outsideNamed(name)
		}
	}
	if t.kind == tInstance && len(t.syms) > 0 {
		t.kind = tStatic
	}
	return t
}

// augmenting lists the declarations of a type of the same name that stand in a
// block which adds to the type's module: declare module "x" { interface T {} }.
func (l *Linker) augmenting(s Symbol) []Symbol {
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil || !f.linking.Merges || d.Kind != code.KindInterface {
		return nil
	}
	out, ok := l.augments[s]
	if ok {
		return out
	}
	l.augments[s] = nil
	for _, m := range l.Named(d.Name) {
		x := l.definition(m)
		if m == s || x.Kind != d.Kind || x.Container == code.NoDefinition {
			continue
		}
		if slices.Contains(l.augmented(m), s) {
			out = append(out, m)
		}
	}
	l.augments[s] = out
	return out
}

// augmented lists what a declaration inside such a block adds to.
func (l *Linker) augmented(s Symbol) []Symbol {
	f := l.file(s.File)
	d := l.definition(s)
	if !f.linking.Merges || d.Container == code.NoDefinition || f.outline.Definitions[d.Container].Kind != code.KindModule {
		return nil
	}
	specifier := f.outline.Definitions[d.Container].Name
	for i := range f.outline.Imports {
		if im := &f.outline.Imports[i]; im.Specifier == specifier {
			out := l.moduleMember(l.targets(f, im), d.Name).syms
			return slices.DeleteFunc(slices.Clone(out), func(o Symbol) bool { return o == s })
		}
	}
	return nil
}
