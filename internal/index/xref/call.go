package xref

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"slices"
)

// called is the result of a call.
func (l *Linker) called(f *file, t typ, args []typ) typ {
	switch t.kind {
	case tStatic:
		if got := l.madeBy(f, t, args); !got.unknown() {
			return got
		}
		if f.linking.CallMakes {
			return t.instance()
		}
	case tCallable:
		if t.name != "" && t.name == f.linking.MakeMember {
			return typ{kind: tInstance, syms: t.syms, args: t.args}
		}
		return l.result(t, args)
	case tInstance:
		x := l.shape(t)
		if x.name == lang.TypeFunc && len(x.args) > 0 {
			return x.args[len(x.args)-1]
		}
		if f.linking.CallMember != "" && len(x.syms) > 0 {
			if got := l.member(x, f.linking.CallMember); len(got.syms) > 0 {
				return l.result(typ{kind: tCallable, syms: got.syms, of: got.of}, args)
			}
		}
		if k := slices.Index(x.names, code.ChainCall); k >= 0 {
			return l.called(f, x.args[k], args)
		}
		if lib := f.linking.Library; lib != nil && f.linking.CallMember != "" && len(x.syms) == 0 {
			if m, ok := lib(x.name, f.linking.CallMember); ok && m.Name == lang.TypeFunc && len(m.Args) > 0 {
				return l.typeOf(f, code.NoDefinition, m.Args[len(m.Args)-1], &x)
			}
		}
	case tOutside:
		if x := l.holding(f, t.name, args); !x.unknown() {
			return x
		}
		if !f.linking.Dynamic {
			return outsideNamed(t.name + code.ChainCall)
		}
	}
	return typ{}
}

// result is what a callable of the checkout returns.
func (l *Linker) result(t typ, args []typ) typ {
	var ways []typ
	for _, s := range t.syms {
		d := l.definition(s)
		o := l.file(s.File)
		if d == nil || o == nil {
			continue
		}
		of := &t
		if len(t.args) == 0 {
			of = l.inferred(o, s, d, t.of, args)
		}
		var x typ
		switch {
		case d.Kind == code.KindConstructor && d.Container != code.NoDefinition && d.Type == "":
			x = l.static(Symbol{s.File, d.Container}).instance()
		case d.Type != "":
			x = l.typeText(o, s.Index, d.Type, of)
		case o.linking.InheritsResults && d.Kind == code.KindMethod:
			x = l.overridden(o, s, t.of)
		}
		switch {
		case d.Type != "" || !x.unknown():
		case d.Value != "":
			x = l.returned(o, s.Index, d, t.of)
		}
		if x.bare() && o.linking.InheritsResults {
			if up := l.overridden(o, s, t.of); !up.unknown() {
				x = up
			}
		}
		if !x.unknown() {
			ways = append(ways, x)
		}
	}
	if len(ways) == 0 {
		return typ{}
	}
	return joined(ways, false)
}

// returned is what a callable without a declared result returns. What returns
// the object itself returns what it was called on.
func (l *Linker) returned(f *file, i int32, d *code.Definition, of *typ) typ {
	switch {
	case of == nil || len(of.syms) == 0:
	case d.Value == code.ChainSelf:
		return of.receiver()
	default:
		if steps := code.ChainSteps(d.Value); len(steps) == 1 && steps[0].Kind == code.StepType {
			return l.typeText(f, i, steps[0].Text, of)
		}
	}
	return l.valueChain(f, i, d)
}

// overridden is what the method returns that a method without a telling result
// overrides.
func (l *Linker) overridden(f *file, s Symbol, of *typ) typ {
	d := l.definition(s)
	if d.Container == code.NoDefinition || !f.outline.Definitions[d.Container].Kind.IsType() || l.depth > deepest {
		return typ{}
	}
	l.depth++
	defer func() { l.depth-- }()
	owner := l.static(Symbol{s.File, d.Container})
	if of != nil && len(of.args) > 0 {
		owner.args = of.args
	}
	for _, up := range l.supersOf(owner.syms[0], &owner) {
		got := l.memberAs(up.typ, d.Name, aCall)
		if len(got.syms) == 0 {
			continue
		}
		if got.of != nil && of != nil {
			x := *got.of
			x.self = of.self
			got.of = &x
		}
		if x := l.result(typ{kind: tCallable, syms: got.syms, of: got.of}, nil); !x.unknown() {
			return x
		}
	}
	return typ{}
}

// item is an element of a value, an instance's by methods of these names.
func (l *Linker) item(f *file, t typ, members []string) (out typ) {
	if t.kind == tCallable || t.kind == tStatic {
		return t // f[T], with type arguments
	}
	x := l.shape(t)
	switch {
	case x.name == lang.TypeFunc:
		return l.yielded(x, 1)
	case x.name == lang.TypeList && len(x.args) > 0:
		return x.args[0]
	case x.name == lang.TypeMap && len(x.args) > 1:
		return x.args[1]
	case x.name == lang.TypeTuple && len(x.args) > 0:
		return joined(x.args, false)
	}
	if f.linking.Pointers {
		defer func() {
			if out.kind == tUnknown {
				out = t
			}
		}()
	}
	if lib := f.linking.Library; lib != nil && len(x.syms) == 0 {
		if m, ok := lib(x.name, code.ChainItem); ok {
			return l.typeOf(f, code.NoDefinition, m, &x)
		}
	}
	if len(t.syms) > 0 {
		for _, name := range members {
			got := l.member(t, name)
			if len(got.syms) == 0 {
				continue
			}
			r := l.result(typ{kind: tCallable, syms: got.syms, of: got.of}, nil)
			if y := l.shape(r); y.name == lang.TypeList && len(y.args) > 0 {
				return y.args[0]
			}
			if len(r.syms) > 0 && same(r.instance(), t.instance()) {
				continue // an iterator is its own iterator
			}
			return r
		}
		for _, name := range f.linking.IteratorMembers {
			if got := l.member(t, name); len(got.syms) > 0 && l.depth < deepest {
				l.depth++
				r := l.item(f, l.result(typ{kind: tCallable, syms: got.syms, of: got.of}, nil), members)
				l.depth--
				return r
			}
		}
		for _, up := range l.outsideSupers(t) {
			if v := l.item(f, up, members); !v.unknown() {
				return v
			}
		}
	}
	return typ{}
}

// yielded is what a function that is iterated passes to the function it is
// given, as parameter n.
func (l *Linker) yielded(x typ, n int) typ {
	if x.name != lang.TypeFunc || len(x.args) != 2 {
		return typ{}
	}
	if y := l.shape(x.args[0]); y.name == lang.TypeFunc && n < len(y.args)-1 {
		return y.args[n]
	}
	return typ{}
}

// passed is what a callable passes to the function it gets as argument n: that
// function's parameter m.
func (l *Linker) passed(f *file, t typ, n, m int) typ {
	var fn typ
	switch t.kind {
	case tCallable:
		for _, s := range t.syms {
			d, n := l.definition(s), n
			if d == nil {
				continue
			}
			of := t.of
			if o := l.file(s.File); o.extended(s.Index, of) {
				n++
				of = l.inferred(o, s, d, of, nil)
			}
			if n < len(d.Params) && d.Params[n].Type != "" {
				if len(t.args) > 0 {
					of = &t
				}
				x := l.function(l.typeText(l.file(s.File), s.Index, d.Params[n].Type, of))
				if p := l.parameter(x, m); !p.unknown() {
					return p
				}
			}
		}
	case tInstance:
		if x := l.shape(t); x.name == lang.TypeFunc && n < len(x.args)-1 {
			fn = l.function(x.args[n])
		}
	case tStatic: // what is made with the function
		for _, s := range t.syms {
			if d := l.definition(s); d != nil && f.linking.SingleMethod {
				made := slices.DeleteFunc(l.ownMembers(s, d.Name), func(c Symbol) bool { return l.definition(c).Kind != code.KindConstructor })
				if len(made) > 0 {
					return l.passed(f, typ{kind: tCallable, syms: made, of: &t}, n, m)
				}
			}
		}
	}
	return l.parameter(fn, m)
}

// parameter is what a function has as parameter m.
func (l *Linker) parameter(fn typ, m int) typ {
	if fn.kind == tCallable {
		for _, s := range fn.syms {
			if d := l.definition(s); d != nil && m < len(d.Params) && d.Params[m].Type != "" {
				return l.typeText(l.file(s.File), s.Index, d.Params[m].Type, fn.of)
			}
		}
		return typ{}
	}
	x := l.shape(fn)
	for _, w := range x.alternatives() {
		w = l.shape(w)
		if k := slices.Index(w.names, code.ChainCall); k >= 0 {
			w = w.args[k]
		}
		if w.name == lang.TypeFunc && m < len(w.args)-1 {
			return w.args[m]
		}
	}
	return typ{}
}

// objectMember is the value of a member of an object type.
func (l *Linker) objectMember(f *file, t typ, name string) typ {
	if k := slices.Index(t.names, name); k >= 0 {
		return t.args[k]
	}
	for k, n := range t.names {
		if n == lang.SpreadName {
			if x := l.memberValue(f, t.args[k], name, anything); !x.unknown() {
				return x
			}
		}
	}
	return typ{}
}
