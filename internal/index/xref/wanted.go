package xref

import (
	"slices"
	"strings"

	"sextant/internal/code"
)

// wanted is what a name is looked up as, where a language keeps methods, types
// and values of one name apart.
type wanted struct {
	as lookup
	// args are as in code.Reference.
	args uint8
}

type lookup uint8

const (
	asAny lookup = iota
	asCall
	asValue // or a type whose member is named
	asType
	asFunction // a callable or a value that can be called
	asMember   // anything but a constructor
	asHalf     // a type that is no object
)

var (
	anything = wanted{}
	aCall    = wanted{as: asCall}
	aValue   = wanted{as: asValue}
	aType    = wanted{as: asType}
	aHalf    = wanted{as: asHalf}
)

// wants is as what a file's language looks up a reference's name.
func (f *file) wants(r *code.Reference) wanted {
	switch {
	case f.linking.CallsApart:
	case f.linking.Halves:
		switch r.Role {
		case code.RoleType, code.RoleNew, code.RoleInherit:
			return aHalf
		}
		return anything
	case f.linking.TypesApart:
		switch r.Role {
		case code.RoleCall:
			return wanted{asFunction, r.Args}
		case code.RoleType, code.RoleNew, code.RoleInherit, code.RoleDecorate:
			return wanted{asType, r.Args}
		}
		return wanted{asMember, r.Args}
	case f.linking.TypeNames && (r.Role == code.RoleType || r.Role == code.RoleInherit):
		return aType
	default:
		return wanted{args: r.Args}
	}
	switch r.Role {
	case code.RoleCall, code.RolePass:
		return wanted{asCall, r.Args}
	case code.RoleType, code.RoleNew, code.RoleInherit, code.RoleDecorate:
		return aType
	case code.RoleRead, code.RoleWrite:
		return aValue
	}
	return anything
}

// next is as what the language of a file looks up a chain's name by the steps
// that follow it.
func (f *file) next(steps []code.Step) wanted {
	switch {
	case f.linking.CallsApart:
	case f.linking.TypesApart && len(steps) > 0 && (steps[0].Kind == code.StepCall || steps[0].Kind == code.StepParam):
		return wanted{as: asFunction}
	case f.linking.TypesApart && len(steps) > 0 && steps[0].Kind == code.StepArgs:
		return wanted{asMember, uint8(2 + min(strings.Count(steps[0].Text, ","), 100))}
	case f.linking.TypesApart:
		return wanted{as: asMember}
	default:
		return anything
	}
	if len(steps) > 0 && (steps[0].Kind == code.StepCall || steps[0].Kind == code.StepParam) {
		return aCall
	}
	return aValue
}

// fits reports whether a definition is what is wanted: a type has as many
// parameters as the use gives it arguments, where that is known.
func (w wanted) fits(d *code.Definition) bool {
	switch {
	case !w.is(d.Kind):
		return false
	case w.as == asType && w.args > 0 || w.as == asMember && d.Kind.IsType():
		return len(d.TypeParams) == max(int(w.args)-1, 0)
	}
	return true
}

// is reports whether a definition of the kind is what is wanted.
func (w wanted) is(k code.Kind) bool {
	switch w.as {
	case asCall:
		return k.IsCallable() && k != code.KindConstructor
	case asValue:
		return !k.IsCallable()
	case asType:
		return k.IsType() || isNamespace(k)
	case asHalf:
		return k.IsType() && k != code.KindObject || isNamespace(k)
	case asFunction:
		return !k.IsType() && k != code.KindConstructor && !isNamespace(k)
	case asMember:
		return k != code.KindConstructor
	}
	return true
}

// accepting leaves of several callables those that take as many arguments as
// the call passes, unless none does. One that takes just so many comes before
// one that takes any number.
func (l *Linker) accepting(syms []Symbol, args uint8) []Symbol {
	if args == 0 || len(syms) < 2 {
		return syms
	}
	n := int(args) - 1
	var fixed, filled, open []Symbol
	for _, s := range syms {
		f, d := l.file(s.File), l.definition(s)
		if f.linking.Arity == nil || !d.Kind.IsCallable() {
			return syms
		}
		switch least, most := f.linking.Arity(d); {
		case n < least || most >= 0 && n > most:
		case most < 0:
			open = append(open, s)
		case most > n && len(d.Params) > n && f.linking.TypesApart && f.extends(s.Index) == "":
			filled = append(filled, s)
		default:
			fixed = append(fixed, s)
		}
	}
	switch {
	case len(fixed) > 0:
		return fixed
	case len(filled) > 0: // parameters with a default
		return filled
	case len(open) > 0:
		return open
	}
	return syms
}

// takes leaves of members those that take as many arguments as the call passes.
func (l *Linker) takes(syms []Symbol, args uint8) []Symbol {
	if args == 0 || len(syms) == 0 {
		return syms
	}
	n := int(args) - 1
	return slices.DeleteFunc(slices.Clone(syms), func(s Symbol) bool {
		f, d := l.file(s.File), l.definition(s)
		if f.linking.Arity == nil || !d.Kind.IsCallable() {
			return false
		}
		least, most := f.linking.Arity(d)
		return n < least || most >= 0 && n > most
	})
}

// only leaves of definitions those that are wanted.
func (l *Linker) only(syms []Symbol, want wanted) []Symbol {
	not := func(s Symbol) bool { return !want.fits(l.definition(s)) && !(want.as == asCall && l.ownName(s)) }
	if want.as == asAny || !slices.ContainsFunc(syms, not) {
		return syms
	}
	return slices.DeleteFunc(slices.Clone(syms), not)
}

// ownName reports whether a definition is a constructor that has a name of its
// own, by which it can be called like any method.
func (l *Linker) ownName(s Symbol) bool {
	d := l.definition(s)
	return d.Kind == code.KindConstructor && d.Container != code.NoDefinition && l.file(s.File).outline.Definitions[d.Container].Name != d.Name
}
