package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
)

// This file looks names up where types and modules are put together piece by
// piece, in any file (lang.Linking.Constant): what has one full name is one
// thing, whose members stand in all of its pieces.

// isType reports whether definitions of a kind have members in the file's language.
func (f *file) isType(k code.Kind) bool {
	return k.IsType() || k == code.KindModule && f.linking.Constant != nil
}

// fulls lists the definitions of a name by their full names.
func (l *Linker) fulls(name string) map[string][]Symbol {
	out, ok := l.full[name]
	if !ok {
		out = make(map[string][]Symbol)
		for _, s := range l.Named(name) {
			if f := l.file(s.File); f.linking.Constant != nil {
				full := l.pieceName(f, s.Index)
				out[full] = append(out[full], s)
			}
		}
		l.full[name] = out
	}
	return out
}

// pieceName is the full name of definition i of the file.
func (l *Linker) pieceName(f *file, i int32) string {
	return strings.TrimPrefix(strings.ReplaceAll(f.outline.QualifiedName(i), "::", "."), f.linking.TopType+".")
}

// pieces lists what declares the same type, module or member as s.
func (l *Linker) pieces(s Symbol) []Symbol {
	f, d := l.file(s.File), l.definition(s)
	list := l.fulls(d.Name)[l.pieceName(f, s.Index)]
	alone := func(o Symbol) bool { return f.isType(l.definition(o).Kind) != f.isType(d.Kind) }
	if slices.ContainsFunc(list, alone) {
		return slices.DeleteFunc(slices.Clone(list), alone)
	}
	if len(list) == 0 {
		return []Symbol{s}
	}
	return list
}

// scoped finds a bare name: a constant in the types around, innermost first, in
// what the innermost inherits, then at the top; another name among the members
// of the object itself, then among the functions of all files.
func (l *Linker) scoped(f *file, i int32, at uint32, name string) (out found) {
	if f.linking.Constant(name) {
		return l.constant(f, i, name)
	}
	t := l.self(f, i, at)
	if len(t.syms) > 0 {
		if out = l.pieceMember(t, name); len(out.syms) > 0 {
			return out
		}
	}
	for _, s := range l.fulls(name)[name] {
		if d := l.definition(s); !f.isType(d.Kind) && (!l.insideBody(l.file(s.File), s.Index)) {
			if s.File == f.path {
				return found{syms: []Symbol{s}}
			}
			out.syms, out.likely = append(out.syms, s), true
		}
	}
	out.mayBeOutside = len(out.syms) == 0
	return out
}

func (l *Linker) constant(f *file, i int32, name string) (out found) {
	fulls := l.fulls(name)
	inner := code.NoDefinition
	for c := i; c != code.NoDefinition; c = f.outline.Definitions[c].Container {
		d := &f.outline.Definitions[c]
		if !f.isType(d.Kind) {
			continue
		}
		if inner == code.NoDefinition {
			inner = c
		}
		if syms := fulls[l.pieceName(f, c)+"."+name]; len(syms) > 0 {
			return found{syms: syms}
		}
	}
	if inner != code.NoDefinition && len(fulls) > 0 {
		if got := l.pieceMember(l.static(Symbol{f.path, inner}), name); len(got.syms) > 0 {
			return got
		}
	}
	if syms := fulls[name]; len(syms) > 0 {
		return found{syms: syms}
	}
	return found{outside: true}
}

// pieceMember finds a member of a value or type in all pieces of the type, then
// in what it mixes in and extends. What a type itself has, its values do not.
func (l *Linker) pieceMember(t typ, name string) (out found) {
	f := l.file(t.syms[0].File)
	fulls := l.fulls(name)
	any := f.linking.Constant(name) || strings.HasPrefix(name, "@")
	var second found
	seen := make(map[string]bool)
	var visit func(s Symbol, extended bool, left int) bool
	visit = func(s Symbol, extended bool, left int) bool {
		o, d := l.file(s.File), l.definition(s)
		if o == nil || d == nil || left == 0 || len(seen) > mostSupers {
			return false
		}
		full := l.pieceName(o, s.Index)
		if seen[full] {
			return false
		}
		seen[full] = true
		var own, other []Symbol
		for _, m := range fulls[full+"."+name] {
			static := l.definition(m).Modifiers&code.ModStatic != 0
			if any || static == (t.kind == tStatic) {
				own = append(own, m)
			} else {
				other = append(other, m)
			}
		}
		of := l.static(s)
		if len(own) > 0 {
			out = found{syms: own, of: &of}
			return true
		}
		if len(other) > 0 && len(second.syms) == 0 && d.Kind == code.KindModule {
			second = found{syms: other, of: &of}
		}
		pieces := l.pieces(s)
		for _, form := range [...]code.Inheritance{code.MixesIn, code.Extends} {
			for _, p := range pieces {
				ups := l.supersOf(p, &of)
				for k := len(ups) - 1; k >= 0; k-- {
					if (ups[k].form == code.MixesIn) != (form == code.MixesIn) {
						continue
					}
					if len(ups[k].syms) == 0 {
						out.mayBeOutside = true
						continue
					}
					if visit(ups[k].syms[0], false, left-1) {
						return true
					}
				}
			}
		}
		return false
	}
	if visit(t.syms[0], false, 30) {
		self := t
		out.of.self = &self
		return out
	}
	if len(second.syms) > 0 {
		return second
	}
	// What a module does not have itself may be what mixes it in has.
	if d := l.definition(t.syms[0]); d != nil && d.Kind == code.KindModule && !any && l.depth < deepest && len(fulls) > 0 {
		l.depth++
		defer func() { l.depth-- }()
		for _, user := range l.mixing(t.syms[0]) {
			if len(out.syms) >= mostGuessed {
				break
			}
			u := l.static(user)
			u.kind = t.kind
			if got := l.pieceMember(u, name); len(got.syms) > 0 {
				out.add(got)
				out.likely = true
			}
		}
		if out.likely {
			out.mayBeOutside = false
		}
	}
	return out
}

// ofType reports whether the object itself is the type inside definition i: in
// a type's body, and in a member that the type itself has.
func (f *file) ofType(i int32) bool {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		switch d := &f.outline.Definitions[i]; {
		case f.isType(d.Kind):
			return true
		case d.Kind.IsCallable(), d.Kind == code.KindProperty, d.Kind == code.KindField:
			return d.Modifiers&code.ModStatic != 0
		}
	}
	return false
}
