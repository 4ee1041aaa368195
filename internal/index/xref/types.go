package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// deepest bounds how far types and chains are followed into each other.
const deepest = 40

// typeText resolves a type as written inside definition i of the file. Type
// parameters stand for what the substitution says.
func (l *Linker) typeText(f *file, i int32, text string, of *typ) typ {
	return l.typeTextAt(f, i, nowhere, text, of)
}

// nowhere is the place of a type of which only the definition around it is known.
const nowhere = ^uint32(0)

// typeTextAt is typeText for a type that stands at an offset.
func (l *Linker) typeTextAt(f *file, i int32, at uint32, text string, of *typ) typ {
	if text == "" || f.linking.Type == nil {
		return typ{}
	}
	before := l.here
	defer func() { l.here = before }()
	l.here = at
	return l.typeOf(f, i, f.linking.Type(text), of)
}

// typeOf resolves a type that has been taken apart to a value of it.
func (l *Linker) typeOf(f *file, i int32, t lang.Type, of *typ) typ {
	if l.depth > deepest {
		return typ{}
	}
	l.depth++
	defer func() { l.depth-- }()
	switch t.Name {
	case "":
		return typ{}
	case code.ChainSelf:
		if of != nil {
			return of.receiver()
		}
		return l.self(f, i, noPlace)
	case lang.TypeUnion:
		return l.union(f, i, t.Args, of)
	case lang.TypeOf:
		if len(t.Args) != 1 {
			return typ{}
		}
		x := l.typeOf(f, i, t.Args[0], of)
		if x.kind == tInstance && len(x.syms) > 0 {
			x.kind = tStatic
		}
		return x
	case lang.TypeChain:
		at := l.here
		if at == nowhere && i != code.NoDefinition {
			at = f.outline.Definitions[i].Span.End - 1
		}
		return l.chain(f, i, at, t.Args[0].Name)
	case lang.TypeMember:
		return l.memberValue(f, l.typeOf(f, i, t.Args[0], of), t.Args[1].Name, anything)
	case lang.TypeItem:
		return l.item(f, l.typeOf(f, i, t.Args[0], of), nil)
	case lang.TypeResult:
		return l.called(f, l.typeOf(f, i, t.Args[0], of), nil)
	case lang.TypeObject:
		return typ{kind: tInstance, name: t.Name, args: l.typesOf(f, i, t.Args, of), names: t.Names}
	case lang.TypeList, lang.TypeMap, lang.TypeFunc, lang.TypeTuple, lang.TypeAwait:
		return typ{kind: tInstance, name: t.Name, args: l.typesOf(f, i, t.Args, of)}
	}
	if of != nil {
		if x, ok := l.substituted(t.Name, of); ok {
			return x
		}
	}
	x := l.typeTaking(f, i, t.Name, len(t.Args))
	if len(x.syms) == 1 && x.kind == tStatic {
		// An alias of which nothing is said stands for anything.
		if d := l.definition(x.syms[0]); d.Kind == code.KindType && d.Type == "" && d.Value == "" && len(d.Supertypes) == 0 && f.linking.Linear {
			return typ{}
		}
	}
	switch x.kind {
	case tStatic:
		x.kind = tInstance
		if len(x.syms) > 0 {
			if len(t.Args) > 0 || len(x.args) == 0 { // else it is a parameter, and its bound says it
				x.args = l.typesOf(f, i, t.Args, of)
			}
			return x
		}
		fallthrough
	case tOutside, tUnknown:
		known := t
		if f.linking.Known != nil {
			known = f.linking.Known(t)
		}
		if known.Name != t.Name {
			return l.typeOf(f, i, known, of)
		}
		if x.kind == tUnknown {
			return typ{}
		}
		return typ{kind: tInstance, name: t.Name, args: l.typesOf(f, i, t.Args, of)}
	case tCallable: // a constructor function
		x.kind = tInstance
	}
	return x
}

func (l *Linker) typesOf(f *file, i int32, list []lang.Type, of *typ) []typ {
	if len(list) == 0 {
		return nil
	}
	out := make([]typ, len(list))
	for k := range list {
		out[k] = l.typeOf(f, i, list[k], of)
	}
	return out
}

// union leaves out what has no members of the checkout; one way that is left
// is the type.
func (l *Linker) union(f *file, i int32, list []lang.Type, of *typ) typ {
	var ways []typ
	unknown := false
	for _, t := range list {
		x := l.typeOf(f, i, t, of)
		switch {
		case x.unknown():
			unknown = true
		case x.kind == tInstance && x.name == lang.TypeUnion && len(x.syms) == 0:
			ways = append(ways, x.args...)
		default:
			ways = append(ways, x)
		}
	}
	return joined(ways, unknown)
}

// joined is a value that may be any of several.
func joined(ways []typ, unknown bool) typ {
	var kept []typ
	for _, w := range ways {
		if w.outside() && w.name != lang.TypeList && w.name != lang.TypeMap && w.name != lang.TypeFunc && w.name != lang.TypeAwait && w.name != lang.TypeTuple && w.name != lang.TypeObject {
			continue
		}
		if !slices.ContainsFunc(kept, func(k typ) bool { return same(k, w) }) {
			kept = append(kept, w)
		}
	}
	switch {
	case len(kept) == 0 && len(ways) > 0 && !unknown:
		return ways[0]
	case len(kept) == 0:
		return typ{}
	case len(kept) == 1:
		if unknown {
			kept[0].likely = true
		}
		return kept[0]
	}
	return typ{kind: tInstance, name: lang.TypeUnion, args: kept, likely: unknown}
}

func same(a, b typ) bool {
	return a.kind == b.kind && a.name == b.name && slices.Equal(a.syms, b.syms) && slices.Equal(a.files, b.files) &&
		slices.EqualFunc(a.args, b.args, same)
}

// substituted is what a type parameter of the value's type, or of the callable
// that it is a member of, stands for.
func (l *Linker) substituted(name string, of *typ) (typ, bool) {
	if of.kind == tCallable && of.of != nil {
		if x, ok := l.substituted(name, of.of); ok {
			return x, true
		}
	}
	for _, s := range of.syms {
		d := l.definition(s)
		if d == nil {
			continue
		}
		for k := range d.TypeParams {
			if d.TypeParams[k].Name == name {
				if of.kind == tCallable && of.of != nil && of.args[k].unknown() {
					break
				}
				if k < len(of.args) {
					return of.args[k], true
				}
				return typ{}, false
			}
		}
	}
	if name == "$r" && len(of.args) > 0 { // the result of a function
		return of.args[len(of.args)-1], true
	}
	if of.kind == tCallable && of.of != nil {
		return l.substituted(name, of.of)
	}
	if strings.HasPrefix(name, "$") { // of a library type: $0, $1
		if k := int(name[1] - '0'); len(name) == 2 && k >= 0 && k < len(of.args) {
			return of.args[k], true
		}
		return typ{}, true
	}
	return typ{}, false
}

// typeNamed finds the type that a dotted name means inside definition i of the
// file: its static side.
func (l *Linker) typeNamed(f *file, i int32, name string) typ { return l.typeTaking(f, i, name, -1) }

// typeTaking is typeNamed for a type that takes so many type arguments, negative
// where it is not known how many.
func (l *Linker) typeTaking(f *file, i int32, name string, args int) typ {
	if args >= 0 && args < 100 && f.linking.TypesApart {
		if t := l.typeWanted(f, i, name, wanted{asType, uint8(args + 1)}); t.kind != tUnknown {
			return t
		}
		if s, ok := l.onlyType(f, name, wanted{asType, uint8(args + 1)}); ok {
			t := l.static(s)
			t.likely = true
			return t
		}
	}
	return l.typeWanted(f, i, name, aType)
}

// onlyType finds the one type of the checkout that has a name by which the file
// should know it: what brings it in has not been understood.
func (l *Linker) onlyType(f *file, name string, want wanted) (only Symbol, ok bool) {
	for _, s := range l.Named(name) {
		o := l.file(s.File)
		if !sameFamily(o, f) || !o.outline.TopLevel(s.Index) || !want.fits(l.definition(s)) {
			continue
		}
		if ok {
			return only, false
		}
		only, ok = s, true
	}
	return only, ok
}

func (l *Linker) typeWanted(f *file, i int32, name string, last wanted) typ {
	if f.linking.Path != nil {
		name = strings.ReplaceAll(strings.TrimPrefix(name, "::"), "::", ".")
	}
	if f.linking.Spelled != nil {
		return l.typeFound(f, i, name, l.bareAs(f, i, noPlace, name, aType))
	}
	first, rest := cutName(name)
	want := anything
	if f.linking.CallsApart || f.linking.TypesApart || f.linking.TypeNames {
		want = aType
	}
	of := func() wanted {
		if rest == "" && f.linking.TypesApart {
			return last
		}
		return want
	}
	got := l.bareAs(f, i, noPlace, first, of())
	if rest == "" && f.linking.Halves {
		if half := l.bareAs(f, i, noPlace, first, aHalf); len(half.syms) > 0 {
			got = half
		}
	}
	t := l.typeFound(f, i, first, got)
	for rest != "" && t.kind != tUnknown {
		first, rest = cutName(rest)
		got := l.ofNamespace(f, t, first, l.memberAs(t, first, of()))
		if rest == "" && f.linking.Halves {
			if half := l.only(got.syms, aHalf); len(half) > 0 {
				got.syms = half
			}
		}
		t = l.typeFound(f, i, first, got)
	}
	if t.kind == tUnknown && (rest != "" || strings.ContainsAny(name, `.\`)) {
		if syms := l.qualifiedAt(f, l.here, name); len(syms) > 0 {
			return l.statics(syms)
		}
	}
	return t
}

// cutName takes the first part off a dotted name.
func cutName(name string) (first, rest string) {
	name = strings.TrimLeft(name, `\.`)
	if i := strings.IndexAny(name, `.\`); i >= 0 {
		return name[:i], name[i+1:]
	}
	return name, ""
}

// typeFound is what a name means where a type is wanted.
func (l *Linker) typeFound(f *file, i int32, name string, got found) typ {
	if len(got.syms) > 1 {
		types := slices.DeleteFunc(slices.Clone(got.syms), func(s Symbol) bool { d := l.definition(s); return d == nil || !d.Kind.IsType() })
		if len(types) > 0 {
			got.syms = types
		}
	}
	return l.valueOf(f, i, name, got)
}

// valueOf is what a found name stands for.
func (l *Linker) valueOf(f *file, i int32, name string, got found) typ {
	switch {
	case got.param != nil:
		if got.param.Type != "" {
			t := l.typeText(f, i, got.param.Type, nil)
			t.likely = t.kind != tUnknown
			if t.kind == tInstance && len(t.syms) > 0 {
				t.kind = tStatic
			}
			return t
		}
		return typ{kind: tParam, name: name}
	case len(got.syms) > 0:
		t := l.meaning(got.syms, got.of)
		t.likely = t.likely || got.likely
		return t
	case got.module != nil:
		return typ{kind: tModule, name: name, files: got.module}
	case got.outside:
		return outsideNamed(name)
	}
	return typ{}
}

// statics is the static side of types.
func (l *Linker) statics(syms []Symbol) typ {
	if f := l.file(syms[0].File); f != nil && f.linking.Constant != nil && l.definition(syms[0]) != nil {
		syms = l.pieces(syms[0])
	}
	return typ{kind: tStatic, syms: syms}
}

func (l *Linker) static(s Symbol) typ { return l.statics([]Symbol{s}) }

// meaning is what definitions of one name stand for as a value. of is the value
// that they are members of, nil for none.
func (l *Linker) meaning(syms []Symbol, of *typ) typ {
	var types, callables, spaces []Symbol
	var variable *Symbol
	for k, s := range syms {
		switch d := l.definition(s); {
		case d == nil:
		case l.file(s.File).isType(d.Kind):
			types = append(types, s)
		case isNamespace(d.Kind):
			spaces = append(spaces, s)
		case d.Kind.IsCallable() && !plainMacro(d) && d.Modifiers&(code.ModGetter|code.ModSetter) == 0:
			callables = append(callables, s)
		case variable == nil || d.Type != "" && l.definition(*variable).Type == "":
			variable = &syms[k]
		}
	}
	switch {
	case len(callables) > 0 && len(types) == 0:
		if t := l.wrapped(callables); t.kind != tUnknown {
			return t
		}
		return typ{kind: tCallable, syms: callables, of: of}
	case len(types) > 0 && variable != nil:
		// A value and a type of one name: the value's own type counts, if known.
		if t := l.variable(*variable, of); !t.unknown() {
			return t
		}
		return l.statics(types)
	case len(types) > 0:
		return l.statics(types)
	case variable != nil:
		t := l.variable(*variable, of)
		if f := l.file(variable.File); f.linking.Constant != nil && l.definition(*variable).Kind == code.KindProperty {
			return typ{kind: tInstance, name: lang.TypeFunc, args: []typ{t}} // it is read by calling it
		}
		return t
	case len(spaces) > 0:
		f := l.file(spaces[0].File)
		name := f.outline.QualifiedName(spaces[0].Index)
		return typ{kind: tModule, name: name, syms: spaces}
	}
	return typ{}
}

// wrapped is what decorators make of a callable, as far as that is a value of a
// type of the checkout.
func (l *Linker) wrapped(callables []Symbol) typ {
	s := callables[len(callables)-1]
	d := l.definition(s)
	if d.Wrapped == "" {
		return typ{}
	}
	f := l.file(s.File)
	for _, way := range code.ChainWays(d.Wrapped) {
		t := l.chain(f, d.Container, d.Span.Start, way)
		for _, w := range t.alternatives() {
			if w.kind == tInstance && len(w.syms) > 0 {
				w.likely = false
				return w
			}
		}
	}
	return typ{}
}

// variable is the value of a field, variable, constant or property.
func (l *Linker) variable(s Symbol, of *typ) typ {
	f := l.file(s.File)
	d := l.definition(s)
	if f == nil || d == nil {
		return typ{}
	}
	if d.Type == "" && f.isObject(s.Index) {
		// Of a call that is given the object the result counts, if it is known.
		if t := l.valueChain(f, s.Index, d); !t.unknown() && t.name != lang.TypeObject {
			return t
		}
		return l.static(s).instance()
	}
	t := l.declared(f, s, d, of)
	if t.unknown() && len(f.parts(s.Index)) > 0 {
		// What it is made of stands in it: an anonymous struct, an object.
		return typ{kind: tInstance, syms: []Symbol{s}}
	}
	return t
}

// declared is a variable's value by its type or by what it is made from.
func (l *Linker) declared(f *file, s Symbol, d *code.Definition, of *typ) typ {
	switch {
	case d.Type != "":
		return l.typeText(f, d.Container, d.Type, of)
	case d.Kind == code.KindEnumMember && d.Container != code.NoDefinition:
		t := l.static(Symbol{s.File, d.Container}).instance()
		if len(d.Params) > 0 || len(f.parts(s.Index)) > 0 {
			t.made = &s
		}
		return t
	case d.Value != "":
		return l.valueChain(f, s.Index, d)
	case len(f.parts(s.Index)) > 0: // its type has no name: struct { int n; } v
		return l.static(s).instance()
	}
	return typ{}
}

// plainMacro reports whether a macro is one without parameters: what it stands
// for may be anything.
func plainMacro(d *code.Definition) bool {
	if d.Kind != code.KindMacro {
		return false
	}
	_, after, _ := strings.Cut(d.Signature, d.Name)
	return !strings.HasPrefix(after, "(")
}

// valueChain follows a definition's own value.
func (l *Linker) valueChain(f *file, i int32, d *code.Definition) typ {
	at := f.at(d.ValueAt)
	if at == code.NoDefinition {
		at = i
	}
	return l.chain(f, at, d.ValueAt, d.Value)
}

// qualified lists the definitions whose package and containers make up a
// dotted name.
func (l *Linker) qualified(f *file, name string) (out []Symbol) {
	want := strings.ReplaceAll(strings.TrimLeft(name, `\.`), `\`, ".")
	for _, s := range l.Named(code.LastPart(want)) {
		t := l.file(s.File)
		if !sameFamily(t, f) {
			continue
		}
		if l.fullName(t, s.Index) == want {
			out = append(out, s)
		}
	}
	return out
}

// qualifiedAt is qualified for a name that stands at an offset of a file, where
// it need not be full.
func (l *Linker) qualifiedAt(f *file, at uint32, name string) []Symbol {
	if f.linking.Means == nil {
		return l.qualified(f, name)
	}
	for _, full := range f.linking.Means(f.outline, at, name) {
		if out := l.qualified(f, full); len(out) > 0 {
			return out
		}
	}
	return nil
}

// fullName is a definition's name with its package, dotted. What stands in a
// namespace has that for its package.
func (l *Linker) fullName(f *file, i int32) string {
	name := f.outline.QualifiedName(i)
	if pkg := f.outline.Package; pkg != "" && !f.inNamespace(i) {
		name = pkg + "." + name
	}
	return strings.ReplaceAll(name, `\`, ".")
}

// inNamespace reports whether definition i is a namespace or stands in one.
func (f *file) inNamespace(i int32) bool {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		if k := f.outline.Definitions[i].Kind; k == code.KindNamespace || k == code.KindPackage {
			return true
		}
	}
	return false
}
