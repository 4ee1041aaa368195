package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
)

// Resolve finds what a reference of a file means.
func (l *Linker) Resolve(path string, r *code.Reference) Resolution {
	if res, ok := l.overlaid(path, r); ok {
		return res
	}
	return l.linked(path, r)
}

// linked is what the facts say that a reference means.
func (l *Linker) linked(path string, r *code.Reference) Resolution {
	f := l.file(path)
	if f == nil {
		return Resolution{Evidence: Named}
	}
	if r.Local {
		if b := l.binding(f, r.Name, r.Span.Start); b != nil {
			if s, ok := f.definedAt(b.At); ok {
				return Resolution{Targets: []Symbol{s}}
			}
		}
		return Resolution{Outside: true}
	}
	l.begin()
	if suffix := f.linking.DecoratorSuffix; suffix != "" && r.Role == code.RoleDecorate && len(l.Named(r.Name+suffix)) > 0 {
		long := *r
		long.Name, long.Role = r.Name+suffix, code.RoleType
		if out := l.Resolve(path, &long); len(out.Targets) > 0 && out.Evidence != Named {
			return out
		}
	}
	if r.Role == code.RoleImport && f.linking.FullNames && r.Qualifier != code.QualifierNone {
		if got := l.importedAt(f, r); len(got.syms) > 0 {
			return l.settled(f, got, r)
		}
	}
	if r.Qualifier == code.QualifierNone {
		return l.resolveBare(f, r)
	}
	if f.linking.Spelled != nil && r.Qualifier == code.QualifierPath && !strings.ContainsAny(r.QualifierText, "$.()[]<@^") {
		// A name with its namespace before it.
		x := *r
		x.Name, x.QualifierText = strings.TrimSuffix(r.QualifierText, `\`)+`\`+r.Name, ""
		if r.Role == code.RoleImport {
			x.Name = `\` + strings.TrimPrefix(x.Name, `\`)
		}
		return l.resolveBare(f, &x)
	}
	return l.resolveMember(f, r)
}

func (l *Linker) resolveBare(f *file, r *code.Reference) Resolution {
	if r.Role == code.RoleImport && f.linking.Spelled == nil && f.linking.Path == nil {
		if got := l.importedAt(f, r); !got.empty() {
			return l.settled(f, got, r)
		}
	}
	want := f.wants(r)
	if r.QualifierText != "" {
		if t := l.chain(f, r.Enclosing, r.Span.Start, r.QualifierText); !t.unknown() && !t.outside() {
			if got := l.memberAs(t, r.Name, want); len(got.syms) > 0 {
				return Resolution{Targets: got.syms}
			}
		}
	}
	got := l.bareAs(f, r.Enclosing, r.Span.Start, r.Name, want)
	if got.param != nil && f.linking.TypeVariables {
		got = l.fileName(f, r.Name, want)
	}
	if got.empty() && (want.args > 0 || want.as == asHalf) {
		if want.args = 0; want.as == asHalf {
			want = anything
		}
		got = l.bareAs(f, r.Enclosing, r.Span.Start, r.Name, want)
	}
	if got.empty() && want.as == asType && f.linking.TypeNames {
		got = l.bareAs(f, r.Enclosing, r.Span.Start, r.Name, anything)
	}
	if f.linking.Path != nil {
		got = l.macros(f, got, r)
	}
	if !got.empty() {
		return l.settled(f, got, r)
	}
	if got.mayBeOutside {
		return l.guess(f, r, f.linking.Constant == nil)
	}
	if f.linking.Predeclared == nil || f.linking.Dynamic {
		return l.guess(f, r, true)
	}
	return Resolution{Evidence: Named}
}

// importedAt finds what a name inside an import means.
func (l *Linker) importedAt(f *file, r *code.Reference) (out found) {
	for i := range f.outline.Imports {
		im := &f.outline.Imports[i]
		if im.Line > r.Line+40 || im.Line+40 < r.Line { // a statement of many lines
			continue
		}
		for _, n := range im.Names {
			if n.Name == r.Name {
				x := l.importedName(f, im, n, l.targets(f, im))
				if im.Form != code.ImportReExport && f.linking.Means != nil {
					x.fulls = l.fullsOf(f, im)
				}
				out.add(l.takenAs(x, anything))
			}
		}
	}
	return out
}

func (l *Linker) settled(f *file, got found, r *code.Reference) Resolution {
	switch {
	case got.param != nil:
		return Resolution{Outside: true}
	case len(got.syms) > 0:
		out := Resolution{Targets: l.sided(l.accepting(l.fitting(got.syms, r), r.Args), r)}
		if r.Role == code.RoleType && f.linking.Linked != nil {
			out.Targets = l.tagged(out.Targets, r.QualifierText)
		}
		if got.likely {
			out.Evidence = Likely
		}
		return out
	case got.outside:
		return Resolution{Outside: true}
	case got.module != nil:
		return Resolution{Outside: true} // a module as a whole: no definition
	}
	return Resolution{Evidence: Named}
}

// fitting leaves of several definitions of one name those that suit the use: a
// type where a type is named.
func (l *Linker) fitting(syms []Symbol, r *code.Reference) []Symbol {
	if len(syms) < 2 {
		return syms
	}
	wants := func(k code.Kind) bool { return true }
	switch r.Role {
	case code.RoleType, code.RoleInherit, code.RoleNew:
		wants = code.Kind.IsType
	case code.RoleCall:
		wants = func(k code.Kind) bool { return k.IsCallable() || k.IsType() }
	case code.RoleRead, code.RoleWrite:
		if f := l.file(syms[0].File); f.linking.Linked != nil { // struct point point
			wants = func(k code.Kind) bool { return !k.IsType() }
		}
	}
	kept := slices.DeleteFunc(slices.Clone(syms), func(s Symbol) bool { d := l.definition(s); return d == nil || !wants(d.Kind) })
	if len(kept) == 0 {
		return syms
	}
	return kept
}

func (l *Linker) resolveMember(f *file, r *code.Reference) Resolution {
	want := f.wants(r)
	t := l.receiver(f, r)
	if r.Qualifier == code.QualifierSelf {
		if got := l.ownContext(f, r, want); len(got.syms) > 0 {
			return l.settled(f, got, r)
		}
	}
	if (t.unknown() && f.linking.FullNames || t.kind == tOutside && f.linking.Constant != nil) && dotted(r.QualifierText) {
		if syms := l.only(l.qualifiedAt(f, r.Span.Start, r.QualifierText+"."+r.Name), want); len(syms) > 0 {
			return Resolution{Targets: l.sided(syms, r)}
		}
	}
	if t.kind == tCallable && f.linking.ReadCalls {
		t = l.called(f, t, nil)
	}
	if f.linking.TypeNames && dotted(r.QualifierText) && (t.unknown() || len(l.member(t, r.Name).syms) == 0) {
		if s := l.typeNamed(f, r.Enclosing, r.QualifierText); !s.unknown() && len(l.member(s, r.Name).syms) > 0 {
			s.likely = s.likely || t.unknown() // a value of that name may be meant
			t = s
		}
	}
	if t.unknown() {
		return l.guess(f, r, false)
	}
	got := l.memberAs(t, r.Name, want)
	if len(got.syms) == 0 && want.args > 0 {
		want.args = 0
		got = l.memberAs(t, r.Name, want)
	}
	if len(got.syms) == 0 && (want.as == asValue || want.as == asHalf || want.as != asAny && (f.linking.Path != nil || f.linking.TypeNames)) { // an annotation's element
		if other := l.memberAs(t, r.Name, anything); len(other.syms) > 0 {
			got = other
		}
	}
	if want.as == asType && f.linking.Path != nil {
		// A variant stands before a type that a trait gives its name to.
		all := l.memberAs(t, r.Name, anything)
		if variants := only(all.syms, func(s Symbol) bool { return l.Kind(s) == code.KindEnumMember }); len(variants) > 0 {
			got = all
			got.syms = variants
		}
	}
	got = l.ofNamespace(f, t, r.Name, got)
	if len(got.syms) == 0 && t.kind != tModule {
		if syms := l.extensions(f, r.Enclosing, r.Span.Start, t, r.Name, want); len(syms) > 0 {
			return Resolution{Targets: l.accepting(syms, r.Args)}
		}
	}
	if len(got.syms) == 0 && t.kind != tModule {
		if more := l.lent(f, t, r.Name, want); len(more.syms) > 0 {
			got = more
		}
	}
	if len(got.syms) == 0 && t.kind != tModule {
		if more := l.adopted(f, r.Enclosing, r.Span.Start, t, r.Name, want); len(more.syms) > 0 {
			got = more
		}
	}
	switch {
	case len(got.syms) > 0:
		out := Resolution{Targets: l.sided(l.accepting(got.syms, r.Args), r)}
		if t.likely || got.likely {
			out.Evidence = Likely
		}
		return out
	case len(got.module) > 0, got.outside, got.mayBeOutside && !f.linking.Dynamic:
		return Resolution{Outside: true}
	case t.kind == tCallable:
		if x := l.called(f, t, nil); !x.unknown() {
			if got := l.member(x, r.Name); len(got.syms) > 0 {
				return Resolution{Targets: got.syms, Evidence: Likely}
			}
		}
	}
	if t.likely && len(t.syms) > 0 && !l.definition(t.syms[0]).Kind.IsType() {
		out := l.guess(f, r, false)
		out.Evidence = Named
		return out
	}
	if f.linking.Dynamic && !t.outside() && !l.commonMember(f, r.Name) {
		out := l.guess(f, r, false)
		if out.Evidence == Likely {
			out.Evidence = Named
		}
		return out
	}
	return Resolution{Outside: true}
}

// dotted reports whether a chain is nothing but names.
func dotted(chain string) bool {
	return chain != "" && !strings.ContainsAny(chain, "()[]#~!<>@^|") && chain[0] != '.'
}

// receiver is the value before a qualified name.
func (l *Linker) receiver(f *file, r *code.Reference) typ {
	chain := r.QualifierText
	switch {
	case r.Qualifier == code.QualifierSelf:
		chain = code.ChainSelf
	case r.Qualifier == code.QualifierSuper:
		chain = code.ChainSuper
	case chain == "":
		return typ{}
	}
	return l.chain(f, r.Enclosing, r.Span.Start, chain)
}

func (l *Linker) commonMember(f *file, name string) bool {
	return f.linking.Common != nil && f.linking.Common(name)
}

// guess takes what has the name for what is meant, if nothing else of the
// checkout does: one definition, or the definitions of one family of types.
func (l *Linker) guess(f *file, r *code.Reference, bare bool) Resolution {
	var fits []Symbol
	for _, s := range l.Named(r.Name) {
		o := l.file(s.File)
		d := l.definition(s)
		if !sameFamily(o, f) || l.insideBody(o, s.Index) {
			continue
		}
		if (bare || o.extends(s.Index) == "") && bare != o.outline.TopLevel(s.Index) && f.linking.Constant == nil {
			continue
		}
		if r.Role == code.RoleCall && bare && !d.Kind.IsCallable() && !d.Kind.IsType() && d.Type == "" && d.Value == "" {
			continue
		}
		fits = append(fits, s)
	}
	if !bare {
		fits = l.only(fits, f.wants(r))
	}
	out := Resolution{Targets: fits, Evidence: Named}
	if len(fits) == 0 || len(fits) > mostGuessed || bare || l.commonMember(f, r.Name) {
		return out
	}
	if l.oneFamily(fits) {
		l.declaredFirst(out.Targets)
		out.Evidence = Likely
		return out
	}
	// Of several, those of files that this one depends on.
	l.link(f)
	near := slices.DeleteFunc(slices.Clone(fits), func(s Symbol) bool { return !l.near(f, s.File) })
	if len(near) > 0 && len(near) < len(fits) && l.oneFamily(near) {
		l.declaredFirst(near)
		return Resolution{Targets: near, Evidence: Likely}
	}
	return out
}

// mostGuessed bounds the definitions among which one is guessed.
const mostGuessed = 60

// Near reports whether a file is the other one, of its package, or imported by it.
func (l *Linker) Near(path, other string) bool {
	f := l.file(path)
	if f == nil {
		return path == other
	}
	l.link(f)
	return l.near(f, other)
}

// near reports whether a file is the other one, of its package, or imported by it.
func (l *Linker) near(f *file, path string) bool {
	if f.path == path || l.visibleTo(f)[path] {
		return true
	}
	for _, list := range f.imports {
		for _, im := range list {
			if slices.Contains(im.files, path) {
				return true
			}
		}
	}
	for _, m := range f.modules {
		if slices.Contains(m.files, path) {
			return true
		}
	}
	return slices.ContainsFunc(f.stars, func(s star) bool { return slices.Contains(s.files, path) })
}

// insideBody reports whether a definition belongs to a callable's body.
func (l *Linker) insideBody(f *file, i int32) bool {
	for c := f.outline.Definitions[i].Container; c != code.NoDefinition; c = f.outline.Definitions[c].Container {
		if f.outline.Definitions[c].Kind.IsCallable() {
			return true
		}
	}
	return false
}

// oneFamily reports whether members belong to types that inherit from each
// other: all of them have one ancestor's name in common.
func (l *Linker) oneFamily(syms []Symbol) bool {
	var common map[Symbol]bool
	for _, s := range syms {
		up := make(map[Symbol]bool)
		for _, t := range l.ownerOf(s).syms {
			l.ancestors(t, up, 8)
		}
		if len(up) == 0 {
			return len(syms) == 1
		}
		if common == nil {
			common = up
			continue
		}
		for k := range common {
			if !up[k] {
				delete(common, k)
			}
		}
		if len(common) == 0 {
			return false
		}
	}
	return true
}

// declaredFirst puts members before those that override them.
func (l *Linker) declaredFirst(syms []Symbol) {
	if len(syms) < 2 {
		return
	}
	height := make(map[Symbol]int, len(syms))
	for _, s := range syms {
		up := make(map[Symbol]bool)
		for _, t := range l.ownerOf(s).syms {
			l.ancestors(t, up, 8)
		}
		height[s] = len(up)
	}
	slices.SortStableFunc(syms, func(a, b Symbol) int { return height[a] - height[b] })
}

// ownerOf is the type whose member a definition is.
func (l *Linker) ownerOf(s Symbol) typ {
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil {
		return typ{}
	}
	if d.ContainerName != "" {
		return l.typeNamed(f, d.Container, d.ContainerName)
	}
	if b := l.contextAt(f, d.Container, d.Span.Start); b != nil && nameless(b) && l.hidden(f, d.Container, s.Index) {
		x := l.contextType(f, d.Container, b)
		x.kind = tStatic
		return x
	}
	if d.Container != code.NoDefinition {
		return l.static(Symbol{s.File, d.Container})
	}
	return typ{}
}

// ancestors collects a type and its supertypes of the checkout.
func (l *Linker) ancestors(s Symbol, into map[Symbol]bool, left int) {
	if into[s] || left == 0 {
		return
	}
	into[s] = true
	t := l.static(s)
	for _, up := range l.supersOf(s, &t) {
		for _, x := range up.syms {
			l.ancestors(x, into, left-1)
		}
	}
}

// OneThing reports whether definitions are several declarations of one thing in
// one file: overloads.
func (l *Linker) OneThing(syms []Symbol) bool {
	for i := 1; i < len(syms); i++ {
		f := l.file(syms[i].File)
		if f == nil || syms[i].File != syms[0].File || f.outline.QualifiedName(syms[i].Index) != f.outline.QualifiedName(syms[0].Index) {
			return false
		}
	}
	return len(syms) > 1
}

// Same lists the definitions that are one thing with s: overloads, merged
// declarations, a prototype and what it declares.
func (l *Linker) Same(s Symbol) []Symbol {
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil {
		return nil
	}
	out := []Symbol{s}
	l.begin()
	var all []Symbol
	b := l.contextAt(f, d.Container, d.Span.Start)
	switch {
	case f.linking.Constant != nil:
		all = slices.DeleteFunc(slices.Clone(l.pieces(s)), func(o Symbol) bool {
			return (l.definition(o).Modifiers^d.Modifiers)&code.ModStatic != 0
		})
	case b != nil && nameless(b) && l.hidden(f, d.Container, s.Index):
		for _, k := range f.parts(d.Container) {
			if b.Scope.Contains(f.outline.Definitions[k].Span.Start) {
				all = append(all, Symbol{s.File, k})
			}
		}
	case d.ContainerName != "" || d.Container != code.NoDefinition && !f.outward(s.Index):
		for _, t := range l.ownerOf(s).syms {
			all = append(all, l.ownMembers(t, d.Name)...)
		}
	case f.linking.Linked != nil:
		all = l.sameIncluded(f, s)
	default:
		all = f.exported(d.Name)
		if f.linking.Global && !l.private(f, s) {
			all = append(all, l.globalName(f, d.Name).syms...)
		}
	}
	all = append(all, l.otherParts(s)...)
	if f.linking.Merges {
		all = append(all, l.augmented(s)...)
		for _, o := range append(l.augmented(s), s) {
			all = append(all, l.augmenting(o)...)
		}
		for _, o := range all {
			if x := l.definition(o); x != nil && x.Name == d.Name && !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
		return out
	}
	for _, o := range all {
		if x := l.definition(o); x != nil && !slices.Contains(out, o) && alike(d, x) && l.definition(o).Name == d.Name && l.space(o) == l.space(s) {
			out = append(out, o)
		}
	}
	return out
}

// alike reports whether two definitions of one name and place may be one thing.
func alike(a, b *code.Definition) bool {
	return a.Kind.IsType() == b.Kind.IsType() && a.Kind.IsCallable() == b.Kind.IsCallable()
}

// space is the qualified name of what a definition stands in.
func (l *Linker) space(s Symbol) string {
	f := l.file(s.File)
	full := l.fullName(f, s.Index)
	return full[:len(full)-min(len(full), len(f.outline.Definitions[s.Index].Name))]
}
