package xref

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// implied is the value of a member that a type has without declaring it.
func (l *Linker) implied(f *file, t typ, name string) typ {
	if len(t.syms) == 0 || t.kind != tInstance && t.kind != tStatic {
		return typ{}
	}
	o, d := l.file(t.syms[0].File), l.definition(t.syms[0])
	if o == nil || d == nil || o.linking.Implied == nil {
		return typ{}
	}
	if x, ok := o.linking.Implied(d.Kind, name); ok {
		return l.typeOf(o, code.NoDefinition, x, &t)
	}
	return typ{}
}

// outsideSupers are what a type of the checkout inherits from types outside of
// it, as far as those have a shape.
func (l *Linker) outsideSupers(t typ) (out []typ) {
	seen := make(map[Symbol]bool)
	level := []typ{t}
	for total := 0; len(level) > 0 && total < mostSupers; total++ {
		x := level[0]
		level = level[1:]
		for _, s := range x.syms {
			if seen[s] {
				continue
			}
			seen[s] = true
			f, d := l.file(s.File), l.definition(s)
			for k, up := range l.supersOf(s, &x) {
				switch {
				case len(up.syms) > 0:
					level = append(level, up.typ)
				case k < len(d.Supertypes) && f.linking.Type != nil:
					text := d.Supertypes[k].Name
					if args := d.Supertypes[k].Args; args != "" {
						text += "<" + args + ">"
					}
					if y := l.typeOf(f, d.Container, f.linking.Type(text), &x); y.kind == tInstance {
						out = append(out, y)
					}
				}
			}
		}
	}
	return out
}

// function is what stands for a function of a type: its shape, or that of an
// interface's one abstract method.
func (l *Linker) function(t typ) typ {
	x := l.shape(t)
	if x.kind != tInstance || len(x.syms) != 1 {
		return x
	}
	s := x.syms[0]
	f, d := l.file(s.File), l.definition(s)
	if f == nil || !f.linking.SingleMethod || d.Kind != code.KindInterface {
		return x
	}
	if m, of, ok := l.singleMethod(x); ok {
		o := l.file(m.File)
		d := l.definition(m)
		fn := typ{kind: tInstance, name: lang.TypeFunc}
		for _, p := range d.Params {
			fn.args = append(fn.args, l.typeText(o, m.Index, p.Type, &of))
		}
		fn.args = append(fn.args, l.typeText(o, m.Index, d.Type, &of))
		return fn
	}
	for _, up := range l.outsideSupers(x) {
		if up.name == lang.TypeFunc {
			return up
		}
	}
	return x
}

// singleMethod finds the abstract method of an interface, its own or inherited.
func (l *Linker) singleMethod(t typ) (m Symbol, of typ, ok bool) {
	level := []typ{t}
	for total := 0; len(level) > 0 && total < 20; total++ {
		x := level[0]
		level = level[1:]
		for _, s := range x.syms {
			f := l.file(s.File)
			for _, k := range f.parts(s.Index) {
				if d := &f.outline.Definitions[k]; d.Kind.IsCallable() && d.Modifiers&code.ModAbstract != 0 {
					return Symbol{s.File, k}, x, true
				}
			}
			for _, up := range l.supersOf(s, &x) {
				level = append(level, up.typ)
			}
		}
	}
	return Symbol{}, typ{}, false
}
