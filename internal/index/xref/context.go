package xref

import (
	"slices"

	"sextant/internal/code"
)

// contexts are the stretches of a file around an offset in which the object
// itself is another than the definitions around it say, the innermost first.
func (l *Linker) contexts(f *file, at uint32) (out []*code.Binding) {
	facts := l.facts(f)
	if f.selves == nil {
		f.selves = []int{}
		for i := range facts.Bindings {
			if facts.Bindings[i].Name == code.BindingSelf {
				f.selves = append(f.selves, i)
			}
		}
	}
	for _, i := range f.selves {
		if b := &facts.Bindings[i]; b.Scope.Contains(at) {
			out = append(out, b)
		}
	}
	slices.SortStableFunc(out, func(a, b *code.Binding) int {
		if a.Scope.Start != b.Scope.Start {
			return int(b.Scope.Start) - int(a.Scope.Start)
		}
		return int(a.Scope.End) - int(b.Scope.End)
	})
	return out
}

// nameless reports whether a context is the body of a class without a name.
func nameless(b *code.Binding) bool { return b.Type != "" }

// contextAt is the innermost context at an offset that lies inside definition i
// of the file, or nil.
func (l *Linker) contextAt(f *file, i int32, at uint32) *code.Binding {
	list := l.contexts(f, at)
	if len(list) == 0 || i != code.NoDefinition && list[0].Scope.Start < f.outline.Definitions[i].Span.Start {
		return nil
	}
	return list[0]
}

// contextType is what the object itself is in a context.
func (l *Linker) contextType(f *file, i int32, b *code.Binding) typ {
	if nameless(b) {
		return l.typeText(f, i, b.Type, nil).instance()
	}
	return l.chain(f, i, b.At, b.Value).instance()
}

// contextMember finds a name among the members of a context in definition c.
func (l *Linker) contextMember(f *file, c int32, b *code.Binding, name string, want wanted) (out found) {
	for _, k := range f.parts(c) {
		if d := &f.outline.Definitions[k]; d.Name == name && want.fits(d) && b.Scope.Contains(d.Span.Start) && l.innermost(f, b, d.Span.Start) {
			out.syms = append(out.syms, Symbol{f.path, k})
		}
	}
	if len(out.syms) > 0 {
		return out
	}
	if t := l.contextType(f, c, b); t.kind == tInstance && !t.outside() {
		if got := l.memberAs(t, name, want); len(got.syms) > 0 {
			got.likely = got.likely || t.likely
			return got
		}
	}
	return out
}

// innermost reports whether a context is the innermost one at an offset.
func (l *Linker) innermost(f *file, b *code.Binding, at uint32) bool {
	list := l.contexts(f, at)
	return len(list) > 0 && list[0] == b
}

// hidden reports whether part k of definition c, which is no type, belongs to
// the body of a class without a name.
func (l *Linker) hidden(f *file, c, k int32) bool {
	if k := f.outline.Definitions[k].Kind; k.IsType() || !k.IsCallable() && k != code.KindField && k != code.KindProperty && k != code.KindConstant {
		return false
	}
	b := l.contextAt(f, c, f.outline.Definitions[k].Span.Start)
	return b != nil && nameless(b)
}

// OtherBody reports whether what stands in definition i of a file belongs to
// the body of a type inside the callable "of", and so not to what that does.
func (l *Linker) OtherBody(path string, i, of int32) bool {
	f := l.file(path)
	if f == nil || i < 0 || of < 0 || !f.outline.Definitions[of].Kind.IsCallable() {
		return false
	}
	for ; i != of && i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		d := &f.outline.Definitions[i]
		if c := d.Container; d.Kind.IsType() || c != code.NoDefinition && d.Kind.IsCallable() && l.hidden(f, c, i) {
			return true
		}
	}
	return false
}

// MakesType reports whether calling a definition makes a value of a type.
func (l *Linker) MakesType(s Symbol) bool {
	d := l.definition(s)
	return d != nil && (d.Kind.IsType() || d.Kind == code.KindConstructor)
}

// ownContext finds the member of this where a reference stands in the body of a
// class without a name.
func (l *Linker) ownContext(f *file, r *code.Reference, want wanted) found {
	b := l.contextAt(f, f.memberAround(r.Enclosing), r.Span.Start)
	if b == nil || !nameless(b) {
		return found{}
	}
	c := r.Enclosing
	for c != code.NoDefinition && b.Scope.Contains(f.outline.Definitions[c].Span.Start) {
		c = f.outline.Definitions[c].Container
	}
	return l.contextMember(f, c, b, r.Name, want)
}

// Overloads lists the definitions of a callable's name in the same type, or at
// the top level of the same file, of which a call's arguments tell one; in order.
func (l *Linker) Overloads(s Symbol) []Symbol {
	f, d := l.file(s.File), l.definition(s)
	if f == nil || d == nil || f.linking.Arity == nil || !d.Kind.IsCallable() {
		return []Symbol{s}
	}
	out := slices.DeleteFunc(l.Same(s), func(o Symbol) bool { return o.File != s.File })
	slices.SortFunc(out, func(a, b Symbol) int { return int(a.Index - b.Index) })
	return out
}
