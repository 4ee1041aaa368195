package xref

// otherParts lists the other declarations of a type that is declared in several
// places: those of its full name and as many type parameters.
func (l *Linker) otherParts(s Symbol) []Symbol {
	f, d := l.file(s.File), l.definition(s)
	if f == nil || d == nil || f.linking.Partial == nil || !f.linking.Partial(d) {
		return nil
	}
	out, ok := l.partials[s]
	if ok {
		return out
	}
	full := l.fullName(f, s.Index)
	var all []Symbol
	for _, o := range l.Named(d.Name) {
		of, x := l.file(o.File), l.definition(o)
		if o != s && x.Kind == d.Kind && sameFamily(of, f) && len(x.TypeParams) == len(d.TypeParams) && f.linking.Partial(x) && l.fullName(of, o.Index) == full {
			all = append(all, o)
		}
	}
	// Other projects of the checkout may have a type of the same name.
	out = l.visibleParts(f, all)
	l.partials[s] = out
	return out
}

// visibleParts leaves those in files that the file sees, if there are any.
func (l *Linker) visibleParts(f *file, all []Symbol) (out []Symbol) {
	visible := l.visibleTo(f)
	for _, s := range all {
		if s.File == f.path || visible[s.File] {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return all
	}
	return out
}
