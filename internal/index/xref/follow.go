package xref

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"slices"
	"strings"
)

// chainKey is one chain at one place.
type chainKey struct {
	path  string
	i     int32
	at    uint32
	chain string
}

// mostSteps bounds the work that one use may cost.
const mostSteps = 2000

// chain follows a chain that stands at an offset inside definition i of the
// file to what is known of the value.
func (l *Linker) chain(f *file, i int32, at uint32, chain string) typ {
	key := chainKey{f.path, i, at, chain}
	if l.macro != nil {
		// With what a macro is given the same chain means another thing.
		if l.depth > deepest || l.steps > mostSteps {
			l.cut = true
			return typ{}
		}
		l.depth++
		defer func() { l.depth-- }()
		return l.ways(f, i, at, chain)
	}
	if t, ok := l.known[key]; ok {
		return t
	}
	if l.depth > deepest || l.steps > mostSteps || l.busy[key] {
		l.cut = true
		return typ{}
	}
	l.depth++
	l.busy[key] = true
	defer func() { l.depth--; delete(l.busy, key) }()
	t := l.ways(f, i, at, chain)
	for k := 0; k < 3 && t.kind == tCallable && f.linking.ReadCalls; k++ {
		t = l.called(f, t, nil)
	}
	if !l.cut {
		l.known[key] = t
	}
	return t
}

func (l *Linker) ways(f *file, i int32, at uint32, chain string) typ {
	var ways []typ
	unknown := false
	for _, way := range code.ChainWays(chain) {
		var t typ
		if b, rest := l.pathBound(f, at, way); b != nil {
			t = l.rest(f, i, at, l.bound(f, i, b), code.ChainSteps(rest)[1:])
		} else {
			t = l.way(f, i, at, code.ChainSteps(way))
		}
		if t.unknown() {
			unknown = true
		} else {
			ways = append(ways, t)
		}
	}
	t := typ{}
	switch {
	case len(ways) == 1:
		t = ways[0]
		t.likely = t.likely || unknown
	case len(ways) > 1:
		t = joined(ways, unknown)
	}
	return t
}

func (l *Linker) way(f *file, i int32, at uint32, steps []code.Step) typ {
	var t typ
	for k, s := range steps {
		l.steps++
		switch s.Kind {
		case code.StepName:
			var used int
			t, used = l.firstName(f, i, at, steps[k:])
			if used > 1 {
				return l.rest(f, i, at, t, steps[k+used:])
			}
		case code.StepSelf:
			t = l.self(f, i, at)
		case code.StepSuper:
			t = l.superOf(f, i, at)
		case code.StepType:
			t = l.typeStep(f, i, at, s.Text)
		default:
			return l.rest(f, i, at, t, steps[k:])
		}
	}
	return t
}

// pathBound is the binding of the path that a way begins with, as a condition
// makes them: of @.a in @.a.b(). rest is what follows.
func (l *Linker) pathBound(f *file, at uint32, way string) (best *code.Binding, rest string) {
	facts := l.facts(f)
	if !f.hasPaths {
		f.hasPaths = true
		for k := range facts.Bindings {
			if strings.IndexByte(facts.Bindings[k].Name, '.') >= 0 {
				f.paths = append(f.paths, facts.Bindings[k].Name)
			}
		}
		slices.Sort(f.paths)
		f.paths = slices.Compact(f.paths)
	}
	for _, name := range f.paths {
		if after, ok := strings.CutPrefix(way, name); ok && (after == "" || strings.IndexByte(".[(#*~!", after[0]) >= 0) {
			if b := facts.BindingAt(name, at); b != nil && (best == nil || len(b.Name) > len(best.Name)) {
				best, rest = b, after
			}
		}
	}
	return best, rest
}

// bound is the value of a binding.
func (l *Linker) bound(f *file, i int32, b *code.Binding) typ {
	switch {
	case b.Type != "" && b.Value != "":
		// What a variable has been given tells more than how it was declared.
		if t := l.chain(f, i, b.At, b.Value); !t.unknown() && !t.outside() {
			return t
		}
		return l.typeTextAt(f, i, b.At, b.Type, nil)
	case b.Type != "":
		return l.typeTextAt(f, i, b.At, b.Type, nil)
	case b.Value != "":
		return l.chain(f, i, b.At, b.Value)
	}
	return l.inheritedParam(f, b)
}

func (l *Linker) rest(f *file, i int32, at uint32, t typ, steps []code.Step) typ {
	for k, s := range steps {
		if t.unknown() && s.Kind != code.StepList {
			return typ{}
		}
		l.steps++
		likely := t.likely
		if s.Kind == code.StepArgs {
			if f.linking.Type != nil && (t.kind == tCallable || t.kind == tStatic) {
				t.args = l.typesOf(f, i, f.linking.Type("T<"+s.Text+">").Args, nil)
			}
			continue
		}
		if x := l.expanded(place{f, i, at}, t, s); !x.unknown() {
			x.likely = x.likely || t.likely
			t = x
			continue
		}
		t = l.step(f, t, s, l.arguments(place{f, i, at}, s.Args), f.next(steps[k+1:]))
		t.likely = t.likely || likely && t.kind != tUnknown
	}
	return t
}

// firstName is what a chain's first name stands for, with how many of the steps
// say it: several where a module's name is dotted.
func (l *Linker) firstName(f *file, i int32, at uint32, steps []code.Step) (typ, int) {
	name := steps[0].Text
	if t, ok := l.argument(name); ok {
		return t, 1
	}
	want := f.next(steps[1:])
	// A variable by its own mark can be called.
	if b := l.binding(f, name, at); b != nil && (want != aCall || name[0] == '$') {
		if s, ok := f.definedAt(b.At); ok {
			return l.meaning([]Symbol{s}, nil), 1
		}
		t := l.bound(f, i, b)
		if t.unknown() && b.Narrows && !b.Scope.Contains(b.At) {
			return l.firstName(f, i, b.At, steps[:1])
		}
		return t, 1
	}
	got := l.bareAs(f, i, at, name, want)
	if len(got.syms) == 0 && f.moduleBegins(name) {
		full := name
		best, used := typ{}, 1
		for k := 1; k < len(steps) && steps[k].Kind == code.StepMember; k++ {
			full += "." + steps[k].Text
			if m := f.moduleNamed(full); m != nil {
				best, used = typ{kind: tModule, name: full, files: m.files}, k+1
				if len(m.files) == 0 {
					best = outsideNamed(full)
				}
			}
		}
		if best.kind != tUnknown {
			return best, used
		}
	}
	if got.empty() {
		// A dotted name with its package before it.
		full := name
		for k := 1; k < len(steps) && k < 12 && steps[k].Kind == code.StepMember; k++ {
			full += "." + steps[k].Text
			if syms := l.qualifiedAt(f, at, full); len(syms) > 0 {
				return l.meaning(syms, nil), k + 1
			}
		}
		if f.linking.ImplicitMembers && f.linking.Implied != nil {
			if x := l.implied(f, l.self(f, i, at), name); !x.unknown() {
				return x, 1
			}
		}
		if got.mayBeOutside {
			return typ{}, 1
		}
	}
	return l.valueOf(f, i, name, got), 1
}

// inheritedParam is a parameter without a type, as the method declares it that
// its own one overrides.
func (l *Linker) inheritedParam(f *file, b *code.Binding) typ {
	i := f.at(b.At)
	if i == code.NoDefinition || !f.linking.InheritParams {
		return typ{}
	}
	d := &f.outline.Definitions[i]
	if !d.Kind.IsCallable() || d.Container == code.NoDefinition || !f.outline.Definitions[d.Container].Kind.IsType() {
		return typ{}
	}
	k := slices.IndexFunc(d.Params, func(p code.Param) bool { return p.Name == b.Name && p.Type == "" })
	if k < 0 {
		return typ{}
	}
	owner := Symbol{f.path, d.Container}
	t := l.static(owner)
	for _, up := range l.supersOf(owner, &t) {
		if len(up.syms) == 0 {
			continue
		}
		got := l.member(up.typ, d.Name)
		for _, s := range got.syms {
			o := l.definition(s)
			at := slices.IndexFunc(o.Params, func(p code.Param) bool { return p.Name == b.Name })
			if at < 0 && k < len(o.Params) {
				at = k
			}
			if at >= 0 && o.Kind.IsCallable() && o.Params[at].Type != "" {
				return l.typeText(l.file(s.File), s.Index, o.Params[at].Type, got.of)
			}
		}
	}
	return typ{}
}

// self is the object whose member definition i is.
func (l *Linker) self(f *file, i int32, at uint32) typ {
	index, name := f.typeAround(i)
	if at != noPlace {
		around := f.memberAround(i)
		for _, b := range l.contexts(f, at) {
			if around != code.NoDefinition && b.Scope.Start < f.outline.Definitions[around].Span.Start {
				break
			}
			if t := l.contextType(f, i, b); nameless(b) || !t.unknown() {
				return t
			}
		}
	}
	if t := l.extendedAround(f, i); t.kind != tUnknown {
		return t
	}
	if index != code.NoDefinition && f.linking.Constant != nil {
		if t := l.static(Symbol{f.path, index}); f.ofType(i) {
			return t
		} else {
			return t.instance()
		}
	}
	if index != code.NoDefinition {
		t := l.static(Symbol{f.path, index}).instance()
		// What has an object for its member may be called on another one.
		t.likely = !f.outline.Definitions[index].Kind.IsType()
		return t
	}
	if name != "" {
		at := code.NoDefinition
		if f.linking.Path != nil {
			if around := f.memberAround(i); around != code.NoDefinition {
				at = f.outline.Definitions[around].Container
			}
		}
		return l.typeNamed(f, at, name).instance()
	}
	return typ{}
}

// superOf is the object as its supertypes know it.
func (l *Linker) superOf(f *file, i int32, at uint32) typ {
	t := l.self(f, i, at)
	if b := l.contextAt(f, f.memberAround(i), at); b != nil && nameless(b) {
		return t
	}
	var ways, promised []typ
	for _, s := range t.syms {
		for _, up := range l.supersOf(s, &t) {
			if up.form == code.Implements {
				promised = append(promised, up.instance())
			} else {
				ways = append(ways, up.instance())
			}
		}
	}
	if len(ways) == 0 {
		ways = promised
	}
	if len(ways) == 0 {
		return typ{}
	}
	out := joined(ways, false)
	out.first = f.linking.Linear
	return out
}

// step does one step from a known value.
func (l *Linker) step(f *file, t typ, s code.Step, args []typ, want wanted) typ {
	if t.name == lang.TypeUnion && len(t.syms) == 0 && s.Kind != code.StepList {
		var ways []typ
		unknown := false
		for _, w := range t.args {
			x := l.step(f, w, s, args, want)
			if x.unknown() {
				unknown = true
			} else {
				ways = append(ways, x)
			}
		}
		return joined(ways, unknown)
	}
	switch s.Kind {
	case code.StepMember:
		return l.memberValue(f, t, s.Text, want)
	case code.StepCall:
		return l.called(f, t, args)
	case code.StepItem:
		return l.item(f, t, f.linking.ItemMembers)
	case code.StepList:
		return typ{kind: tInstance, name: lang.TypeList, args: []typ{t}}
	case code.StepKey:
		x := l.shape(t)
		if x.name == lang.TypeMap && len(x.args) > 0 {
			return x.args[0]
		}
		if f.linking.IterMembers != nil {
			return l.item(f, t, f.linking.IterMembers)
		}
		return l.yielded(x, 0)
	case code.StepAwait:
		if x := l.shape(t); x.name == lang.TypeAwait && len(x.args) > 0 {
			return x.args[0]
		}
		return t
	case code.StepPart:
		x := l.shape(t)
		if d := l.partly(x); d != nil && s.N < len(d.Params) {
			return l.partOf(x, d, s.N)
		}
		switch {
		case x.name == lang.TypeTuple && s.N < len(x.args):
			return x.args[s.N]
		case x.name == lang.TypeObject && len(x.syms) == 0 && s.N < len(x.args):
			return x.args[s.N]
		case x.name == lang.TypeList && len(x.args) > 0:
			return x.args[0]
		case x.name == lang.TypeMap || len(f.linking.ItemMembers) > 0:
			return l.item(f, t, f.linking.ItemMembers)
		case x.name != lang.TypeTuple && s.N == 0 && !f.linking.Halves:
			return t
		}
		return typ{}
	case code.StepParam:
		return l.passed(f, t, s.N, s.M)
	}
	return typ{}
}

// shape is what an alias stands for, as far as it is a shape.
func (l *Linker) shape(t typ) typ {
	for range 8 {
		if len(t.syms) == 0 || t.kind != tInstance {
			return t
		}
		d := l.definition(t.syms[0])
		if d == nil || d.Kind.IsCallable() {
			return t
		}
		f := l.file(t.syms[0].File)
		switch {
		case d.Kind == code.KindType && d.Type != "":
			t = l.typeText(f, t.syms[0].Index, d.Type, &t)
		case !d.Kind.IsType() && d.Value != "":
			t = l.valueChain(f, t.syms[0].Index, d)
		default:
			return t
		}
	}
	return t
}

// memberValue is the value of a member.
func (l *Linker) memberValue(f *file, t typ, name string, want wanted) typ {
	if t.kind == tCallable && f.linking.ReadCalls {
		t = l.called(f, t, nil)
	}
	got := l.ofNamespace(f, t, name, l.memberAs(t, name, want))
	if len(got.syms) == 0 && t.kind == tCallable {
		// What a call without parentheses gives.
		if x := l.called(f, t, nil); !x.unknown() {
			return l.memberValue(f, x, name, want)
		}
	}
	if got.of != nil && t.name != lang.TypeUnion {
		of, self := *got.of, t
		self.of, self.self = nil, nil
		of.self, got.of = &self, &of
	}
	if len(got.syms) > 0 || len(got.module) > 0 {
		return l.read(f, l.valueOf(f, code.NoDefinition, name, got))
	}
	if name == f.linking.MakeMember && t.kind == tStatic && name != "" {
		return typ{kind: tCallable, syms: t.syms, name: name}
	}
	if syms := l.extensions(f, code.NoDefinition, noPlace, t, name, want); len(syms) > 0 {
		got := found{syms: syms}
		if f.linking.StaticExtensions {
			got.of = &t
		}
		return l.valueOf(f, code.NoDefinition, name, got)
	}
	if t := l.implied(f, t, name); !t.unknown() {
		return t
	}
	if got := l.lent(f, t, name, want); len(got.syms) > 0 {
		return l.valueOf(f, code.NoDefinition, name, got)
	}
	if got := l.adopted(f, code.NoDefinition, noPlace, t, name, want); len(got.syms) > 0 && !t.outside() {
		self := t
		got.of = &self
		return l.valueOf(f, code.NoDefinition, name, got)
	}
	x := l.shape(t)
	if len(x.syms) > 0 {
		for _, up := range l.outsideSupers(x) {
			if v := l.memberValue(f, up, name, want); !v.unknown() {
				return v
			}
		}
	}
	if x.name == lang.TypeObject && len(x.syms) == 0 {
		return l.objectMember(f, x, name)
	}
	if f.linking.Library != nil && (x.kind == tInstance || x.kind == tStatic || x.kind == tOutside) && len(x.syms) == 0 {
		if m, ok := f.linking.Library(x.name, name); ok {
			return l.typeOf(f, code.NoDefinition, m, &x)
		}
	}
	if t.kind == tOutside {
		return outsideNamed(t.name + "." + name)
	}
	if u := f.linking.Unwraps; u != nil && t.kind == tInstance && u(name) {
		return typ{kind: tInstance, name: lang.TypeFunc, args: []typ{t}}
	}
	return typ{}
}

// read is the value that a member stands for where it is read.
func (l *Linker) read(f *file, t typ) typ {
	if f.linking.GetMember == "" || t.kind != tInstance || len(t.syms) == 0 {
		return t
	}
	get := l.member(t, f.linking.GetMember)
	if len(get.syms) == 0 {
		return t
	}
	of := t
	if get.of != nil && len(get.of.args) > 0 {
		of = *get.of
	}
	var ways []typ
	for _, w := range l.result(typ{kind: tCallable, syms: get.syms, of: &of}, nil).alternatives() {
		if !w.unknown() && !slices.Equal(w.syms, t.syms) {
			ways = append(ways, w)
		}
	}
	return joined(ways, false)
}
