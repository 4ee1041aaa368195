package xref

import (
	"slices"

	"sextant/internal/code"
)

// extends is the type, as written, that a definition extends from outside.
func (f *file) extends(i int32) string {
	if f.linking.Extends == nil || i == code.NoDefinition {
		return ""
	}
	return f.linking.Extends(&f.outline.Definitions[i])
}

// extended reports whether a definition is called on a value that it takes as
// its first parameter.
func (f *file) extended(i int32, of *typ) bool {
	return f.linking.StaticExtensions && of != nil && of.kind == tInstance && f.extends(i) != "" && len(f.outline.Definitions[i].Params) > 0
}

// extensions finds what a name means as a member that is declared outside of a
// value's type, among what the place knows by that name.
func (l *Linker) extensions(f *file, i int32, at uint32, t typ, name string, want wanted) []Symbol {
	if f.linking.Extends == nil || t.unknown() {
		return nil
	}
	fits := func(s Symbol) bool { return !l.extendsValue(s, t) }
	if f.linking.StaticExtensions {
		l.link(f)
		return slices.DeleteFunc(slices.Clone(l.only(l.Named(name), want)), func(s Symbol) bool {
			return !sameFamily(l.file(s.File), f) || l.file(s.File).outline.TopLevel(s.Index) || !l.near(f, s.File) || fits(s)
		})
	}
	if out := slices.DeleteFunc(slices.Clone(l.bareAs(f, i, at, name, want).syms), fits); len(out) > 0 {
		return out
	}
	return slices.DeleteFunc(slices.Clone(l.fileName(f, name, want).syms), fits)
}

// extendsValue reports whether a definition extends the type of a value.
func (l *Linker) extendsValue(s Symbol, t typ) bool {
	o := l.file(s.File)
	text := o.extends(s.Index)
	if text == "" {
		return false
	}
	r := l.typeText(o, s.Index, text, nil)
	if r.unknown() || r.likely {
		return true // a type parameter, or what is not known
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
		if r.name == "Any" || code.LastPart(l.shape(w).name) == code.LastPart(l.shape(r).name) {
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

// extendedAround is what the innermost definition around i extends, if that
// lies inside of the type around i.
func (l *Linker) extendedAround(f *file, i int32) typ {
	if f.linking.Extends == nil || f.linking.StaticExtensions {
		return typ{}
	}
	for ; i != code.NoDefinition && !f.outline.Definitions[i].Kind.IsType(); i = f.outline.Definitions[i].Container {
		if text := f.extends(i); text != "" {
			return l.typeText(f, i, text, nil).instance()
		}
	}
	return typ{}
}
