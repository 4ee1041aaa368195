package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// found is what a name leads to.
type found struct {
	syms    []Symbol
	module  []string // files of a module
	outside bool     // something that is not of the checkout
	param   *code.Param
	// likely is set where other definitions would fit as well.
	likely bool
	// mayBeOutside is set where nothing was found and something that could not
	// be looked into may have it.
	mayBeOutside bool
	// of is the value whose member it is, for members found by a bare name.
	of *typ
}

func (f *found) empty() bool {
	return len(f.syms) == 0 && len(f.module) == 0 && !f.outside && f.param == nil
}

// add takes over what another place has.
func (f *found) add(o found) {
	f.mayBeOutside = f.mayBeOutside || o.mayBeOutside
	if o.empty() {
		return
	}
	for _, s := range o.syms {
		if !slices.Contains(f.syms, s) {
			f.syms = append(f.syms, s)
		}
	}
	if len(f.module) == 0 {
		f.module = o.module
	}
	if f.param == nil {
		f.param = o.param
	}
	if f.of == nil {
		f.of = o.of
	}
	f.outside, f.likely = f.outside || o.outside, f.likely || o.likely
}

// noPlace is the offset of what stands nowhere in particular.
const noPlace = ^uint32(0)

// bareAs finds what a name that stands alone means at an offset inside definition i
// of the file, looked up as something; its local bindings are left out.
func (l *Linker) bareAs(f *file, i int32, at uint32, name string, want wanted) found {
	if f.linking.Constant != nil {
		return l.scoped(f, i, at, name)
	}
	var contexts []*code.Binding
	if at != noPlace && f.linking.ImplicitMembers {
		contexts = l.contexts(f, at)
	}
	for c := i; c != code.NoDefinition; c = f.outline.Definitions[c].Container {
		d := &f.outline.Definitions[c]
		for len(contexts) > 0 && contexts[0].Scope.Start >= d.Span.Start {
			if out := l.contextMember(f, c, contexts[0], name, want); !out.empty() {
				return out
			}
			contexts = contexts[1:]
		}
		for k := range d.TypeParams {
			if d.TypeParams[k].Name == name && want.as != asCall {
				return found{param: &d.TypeParams[k]}
			}
		}
		if at != noPlace && f.linking.ImplicitMembers && f.inHeader(c, at) {
			continue
		}
		if f.linking.Spelled != nil {
			continue
		}
		if f.linking.Path != nil && !d.Kind.IsCallable() {
			continue
		}
		out := l.inside(f, c, name, want)
		if f.linking.Linked != nil {
			// In a class its name, which its constructors have too, is the class.
			out.syms = only(out.syms, func(s Symbol) bool { return l.definition(s).Kind != code.KindConstructor })
		}
		if !out.empty() {
			return out
		}
	}
	for _, b := range contexts {
		if out := l.contextMember(f, code.NoDefinition, b, name, want); !out.empty() {
			return out
		}
	}
	if f.linking.Spelled != nil {
		if first, second := f.linking.Spelled(f.outline, i, name); first != "" {
			return l.spelled(f, first, second, want)
		}
	}
	if f.linking.Path != nil {
		return l.moduleName(f, i, name, want)
	}
	out, ok := f.bare[bareKey{name, want}]
	if !ok {
		out = l.fileName(f, name, want)
		f.bare[bareKey{name, want}] = out
	}
	if len(out.syms) > 1 {
		out.syms = l.inSpace(f, i, nearest(f, i, out.syms))
	}
	return out
}

// inSpace leaves of definitions of one name those in the innermost namespace
// around the place, where names of other files are known by their own.
func (l *Linker) inSpace(f *file, i int32, syms []Symbol) []Symbol {
	if f.linking.Linked == nil && !f.linking.TypesApart || i == code.NoDefinition || len(syms) < 2 {
		return syms
	}
	around := l.fullName(f, i)
	best, out := -1, syms
	for _, s := range syms {
		space := l.space(s)
		if !strings.HasPrefix(around, space) {
			continue
		}
		switch {
		case len(space) > best:
			best, out = len(space), []Symbol{s}
		case len(space) == best:
			out = append(out, s)
		}
	}
	return out
}

// spelled finds what has the first full name or, types left out, the second.
func (l *Linker) spelled(f *file, first, second string, want wanted) found {
	want.args = 0
	key := bareKey{first + "\x00" + second, want}
	out, ok := f.bare[key]
	if ok {
		return out
	}
	out = found{syms: l.topLevel(f, first, want)}
	if len(out.syms) == 0 && second != "" {
		out.syms = slices.DeleteFunc(l.topLevel(f, second, want), func(s Symbol) bool { return l.definition(s).Kind.IsType() })
	}
	out.outside = len(out.syms) == 0
	// Of several files that declare it the one is meant that belongs to this one.
	if !oneFile(out.syms) {
		l.link(f)
		near := slices.DeleteFunc(slices.Clone(out.syms), func(s Symbol) bool { return !l.near(f, s.File) })
		switch {
		case len(near) == 0:
			out.syms, out.likely = l.closest(f, out.syms)
		case oneFile(near):
			out.syms = near
		default:
			out.syms, out.likely = l.closest(f, near)
		}
	}
	f.bare[key] = out
	return out
}

func oneFile(syms []Symbol) bool {
	return !slices.ContainsFunc(syms, func(s Symbol) bool { return s.File != syms[0].File })
}

// topLevel lists the definitions that are not members and have the full name.
func (l *Linker) topLevel(f *file, full string, want wanted) []Symbol {
	return slices.DeleteFunc(l.qualified(f, full), func(s Symbol) bool {
		return !l.file(s.File).outline.TopLevel(s.Index) || !want.fits(l.definition(s))
	})
}

// inHeader reports whether an offset in a type lies before all of its members:
// what is written there does not know them.
func (f *file) inHeader(c int32, at uint32) bool {
	if !f.outline.Definitions[c].Kind.IsType() {
		return false
	}
	parts := f.parts(c)
	return len(parts) > 0 && at < f.outline.Definitions[parts[0]].Span.Start
}

// inside finds a name among what definition c of the file holds.
func (l *Linker) inside(f *file, c int32, name string, want wanted) (out found) {
	d := &f.outline.Definitions[c]
	isType := d.Kind.IsType()
	if d.ContainerName != "" && !isType && f.linking.ImplicitMembers {
		if t := l.typeNamed(f, code.NoDefinition, d.ContainerName); len(t.syms) > 0 {
			if m := l.memberAs(t, name, want); !m.empty() {
				return m
			}
		}
	}
	if !isType && !f.linking.StaticExtensions {
		if text := f.extends(c); text != "" {
			if t := l.typeText(f, c, text, nil); t.kind == tInstance && !t.outside() {
				if m := l.memberAs(t, name, want); len(m.syms) > 0 {
					return m
				}
			}
		}
	}
	for _, k := range f.parts(c) {
		p := &f.outline.Definitions[k]
		if p.Name == name && p.ContainerName == "" && (!isType || f.linking.ImplicitMembers || p.Kind.IsType() || isNamespace(d.Kind)) && want.fits(p) && (isType || !l.hidden(f, c, k)) {
			out.syms = append(out.syms, Symbol{f.path, k})
		}
		if f.linking.Open != nil {
			for _, in := range f.parts(k) {
				if x := &f.outline.Definitions[in]; x.Name == name && want.is(x.Kind) && f.open(k, x) {
					out.syms = append(out.syms, Symbol{f.path, in})
				}
			}
		}
	}
	if out.empty() && isType && f.linking.ImplicitMembers {
		t := l.static(Symbol{f.path, c})
		got := l.memberAs(t, name, want)
		if got.of != nil && got.of.self == nil {
			of := *got.of
			of.self, got.of = &t, &of
		}
		return got
	}
	return out
}

func isNamespace(k code.Kind) bool {
	return k == code.KindNamespace || k == code.KindModule || k == code.KindPackage
}

// nearest leaves of a file's own definitions those that share most of the
// namespaces around the place.
func nearest(f *file, i int32, syms []Symbol) []Symbol {
	var around []int32
	for c := i; c != code.NoDefinition; c = f.outline.Definitions[c].Container {
		around = append(around, c)
	}
	best, out := -1, syms
	for _, s := range syms {
		if s.File != f.path {
			return syms
		}
		rank := 0
		if c := f.outline.Definitions[s.Index].Container; c != code.NoDefinition {
			k := slices.Index(around, c)
			if k < 0 {
				continue
			}
			rank = len(around) - k
		}
		switch {
		case rank > best:
			best, out = rank, []Symbol{s}
		case rank == best:
			out = append(out, s)
		}
	}
	return out
}

// fileName finds what a name means at the top level of a file.
func (l *Linker) fileName(f *file, name string, want wanted) found {
	if f.linking.Linked != nil {
		out := l.includedName(f, name)
		if want.as == asType && f.linking.TypeNames {
			if types := only(out.syms, func(s Symbol) bool { k := l.Kind(s); return want.is(k) || k == code.KindMacro }); len(types) > 0 {
				out.syms = types
			}
		}
		return out
	}
	if own := l.only(f.exported(name), want); len(own) > 0 && (name != "default") {
		return found{syms: own}
	}
	l.link(f)
	if list := f.imports[name]; len(list) > 0 {
		var out found
		for _, im := range list {
			out.add(l.takenAs(im, want))
		}
		if out.empty() {
			// The file is there but does not say where it has the name from.
			out.mayBeOutside = true
		}
		return out
	}
	if m := f.moduleNamed(name); m != nil {
		return found{module: m.files, outside: len(m.files) == 0}
	}
	if f.moduleBegins(name) {
		return found{module: []string{}, outside: false, mayBeOutside: true}
	}
	if out := l.visibleName(f, name, want); !out.empty() {
		return out
	}
	var out found
	for _, s := range f.stars {
		switch {
		case len(s.files) == 0:
			out.mayBeOutside = true
		case len(s.fulls) > 0:
			for _, full := range s.fulls {
				if got := l.fromFull(s.files, full, name, want); !got.empty() {
					out.add(got)
					break
				}
			}
		default:
			out.add(l.moduleMember(s.files, name))
		}
	}
	if !out.empty() {
		return out
	}
	if f.linking.FullNames {
		if p := l.packageName(f, name, want); !p.empty() {
			return p
		}
	}
	if f.linking.Global || f.linking.GlobalIn != nil {
		if g := l.globalName(f, name); !g.empty() {
			return g
		}
	}
	if p := f.linking.Predeclared; p != nil && p(name) || f.linking.TypesApart && len(l.Named(name)) == 0 {
		return found{outside: true}
	}
	return out
}

// packageName finds a name in the file's package, or in one of which it takes
// every name, in other modules of the checkout than its own.
func (l *Linker) packageName(f *file, name string, want wanted) (out found) {
	packages := f.outline.Packages()
	for _, s := range f.stars {
		packages = append(packages, s.fulls...)
	}
	for _, p := range packages {
		if p == "" {
			continue
		}
		for _, s := range l.Named(name) {
			if o := l.file(s.File); sameFamily(o, f) && want.fits(l.definition(s)) && o.outline.TopLevel(s.Index) && l.fullName(o, s.Index) == p+"."+name {
				out.syms = append(out.syms, s)
			}
		}
		if len(out.syms) > 0 {
			out.syms, out.likely = l.closest(f, out.syms)
			return out
		}
	}
	return out
}

// visibleName finds a name among the files of the same package.
func (l *Linker) visibleName(f *file, name string, want wanted) (out found) {
	visible := l.visibleTo(f)
	if len(visible) == 0 {
		return out
	}
	for _, s := range l.Named(name) {
		if visible[s.File] && s.File != f.path {
			if t := l.file(s.File); t.outline.TopLevel(s.Index) && want.fits(l.definition(s)) && !l.private(t, s) {
				out.syms = append(out.syms, s)
			}
		}
	}
	return out
}

func (l *Linker) visibleTo(f *file) map[string]bool {
	if f.visible == nil {
		f.visible = make(map[string]bool)
		if f.language.Visible != nil {
			for _, t := range f.language.Visible(l.src.Project(), f.path, f.outline) {
				for _, path := range t.Files {
					f.visible[path] = true
				}
			}
		}
	}
	return f.visible
}

func (l *Linker) private(f *file, s Symbol) bool {
	return f.linking.FilePrivate != nil && f.linking.FilePrivate(&f.outline.Definitions[s.Index])
}

// globalName finds a name that every file may use.
func (l *Linker) globalName(f *file, name string) (out found) {
	for _, s := range l.Named(name) {
		t := l.file(s.File)
		if !sameFamily(t, f) || s.File != f.path && l.private(t, s) {
			continue
		}
		if in := f.linking.GlobalIn; in != nil && !in(t.outline, s.Index) || in == nil && !t.outline.TopLevel(s.Index) {
			continue
		}
		out.syms = append(out.syms, s)
	}
	out.syms, out.likely = l.closest(f, out.syms)
	return out
}

// closest leaves of several global definitions those in the directory that
// shares most with the file's, and says whether there was a choice.
func (l *Linker) closest(f *file, syms []Symbol) ([]Symbol, bool) {
	real := 0
	for _, s := range syms {
		if d := l.definition(s); d.Modifiers&code.ModDeclaration == 0 {
			real++
		}
	}
	if real < 2 {
		return syms, false
	}
	best, out := -1, syms[:0:0]
	for _, s := range syms {
		n := lang.SharedDirs(f.path, s.File)
		if n > best {
			best, out = n, out[:0]
		}
		if n == best {
			out = append(out, s)
		}
	}
	return out, true
}
