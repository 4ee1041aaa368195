package xref

import "sextant/internal/lang"

// typKind is what kind of thing a chain leads to.
type typKind uint8

const (
	tUnknown  typKind = iota
	tInstance         // a value of a type of the checkout, of a shape or of an outside type
	tStatic           // a type itself
	tModule           // a module, package or namespace
	tCallable         // something that can be called, by its definitions
	tOutside          // something that is not of the checkout
	tParam            // a value of a type parameter that nothing is known of
)

// typ is what is known of a value. The zero value is nothing.
type typ struct {
	kind typKind
	// name is that of a shape, of a type parameter or of something outside.
	name string
	// syms are the type's declarations (several where they merge), the
	// callable's overloads, or the namespace's definitions.
	syms []Symbol
	args []typ
	// names are those of the members of an object type.
	names []string
	// files are a module's.
	files []string
	// of is the value of which a callable is a member: its type arguments hold
	// for the callable's own types. Of a supertype in that place it is the value
	// whose supertype it is.
	of *typ
	// self is the value that the member was asked for where of is only the
	// supertype that has it.
	self *typ
	// made is the variant of an enumeration that a value is known to be, if that
	// has parts of its own.
	made *Symbol
	// likely is set where another value might be meant.
	likely bool
	// first is set where of several ways the first that has a member decides.
	first bool
}

func (t typ) unknown() bool { return t.kind == tUnknown || t.kind == tParam }

// outside reports whether nothing of the checkout can be a member of it.
func (t typ) outside() bool {
	return t.kind == tOutside || (t.kind == tInstance || t.kind == tStatic) && len(t.syms) == 0 && t.name != lang.TypeUnion
}

func outsideNamed(name string) typ { return typ{kind: tOutside, name: name} }

// instance is a value of the type.
func (t typ) instance() typ {
	if t.kind == tStatic {
		t.kind = tInstance
	}
	return t
}

// receiver is the object itself where t is the type that has the member.
func (t typ) receiver() typ {
	switch {
	case t.self != nil:
		return t.self.instance()
	case t.of != nil:
		return t.of.receiver()
	case t.kind == tCallable:
		return typ{}
	}
	return t.instance()
}

// alternatives are what a value of the type may be.
func (t typ) alternatives() []typ {
	if t.name == lang.TypeUnion && len(t.syms) == 0 {
		return t.args
	}
	return []typ{t}
}

// bare reports whether a value is unknown or a list of unknown elements.
func (t typ) bare() bool {
	return t.unknown() || t.kind == tInstance && t.name == lang.TypeList && len(t.args) == 0
}
