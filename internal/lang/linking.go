package lang

import "sextant/internal/code"

// Type is a type as a language writes it, taken apart. Pointers, references,
// optional marks and modifiers are left out: they do not change what members
// a value has.
type Type struct {
	// Name is a dotted path as the file spells it, or one of the shapes.
	Name string
	Args []Type
	// Names are those of the members, of TypeObject.
	Names []string
}

// Shapes of types that have no name of their own.
const (
	TypeList   = "[]"  // Args: the element; whatever is iterated
	TypeMap    = "[k]" // Args: the key, the element
	TypeFunc   = "()"  // Args: the parameters, the result last
	TypeTuple  = "(,)" // Args: the parts
	TypeUnion  = "|"   // Args: what it may be
	TypeAwait  = "~"   // Args: what awaiting it gives
	TypeOf     = "t:"  // Args: a type; a value that stands for the type itself: Class<T>, type[T], typeof T
	TypeObject = "{}"  // Args: the types of its members, which Names names
	// Types that follow from others.
	TypeChain  = "="   // Args: one whose name is a chain; the type of its value: typeof x, decltype(x)
	TypeMember = "."   // Args: a type, and one that has a member's name: T["x"]
	TypeItem   = "[.]" // Args: a type; an element of it
	TypeResult = "()=" // Args: a type; what calling a value of it gives
	// SpreadName in Names stands for all members of the type that goes with it.
	SpreadName = "..."
)

// Reach is where a definition can be used.
type Reach uint8

// The reaches, widest first.
const (
	ReachAll       Reach = iota
	ReachDirectory       // the files of its directory
	ReachFile            // its own file
)

// Linking says how names of a language are looked up across files. All of it is
// about what the language says; package index/xref does the looking up.
type Linking struct {
	// Resolves and Beyond say for docs/accuracy.md, each as a list separated by
	// commas, what of the language is resolved and what is not.
	Resolves, Beyond string

	// Type takes a type as written apart. Of what it does not understand it
	// returns the zero Type.
	Type func(text string) Type
	// Known gives the shape of a type that no file of the checkout declares:
	// Array<T> is a list of T. nil or an unchanged type when it has none.
	Known func(t Type) Type
	// Library gives the type of a member of a shape or of a type that no file of
	// the checkout declares, a callable's as TypeFunc. In it "$0", "$1" are the
	// type's own arguments, "$r" the last of them. The member "[]" gives the
	// elements. nil when nothing is known.
	Library func(name, member string) (Type, bool)
	// Implied gives the type of a member that every type of a kind has without
	// declaring it (an enum's values), as Library does; code.ChainSelf is a value
	// of the type. nil: there are none.
	Implied func(kind code.Kind, member string) (Type, bool)
	// Common reports whether values of the language's own types have a member
	// of that name (map, get, append), so that the name alone says little.
	Common func(member string) bool
	// Predeclared reports whether a bare name that no file declares is the
	// language's own.
	Predeclared func(name string) bool

	// Spelled gives the full names that a name means as the file writes it inside
	// its definition i: the package or namespace, then what is in it, with dots or
	// backslashes between. The second is for functions, variables and constants if
	// nothing has the first; empty for none. A name without a full name is looked
	// up like any other. nil: all are.
	Spelled func(f *code.Facts, i int32, name string) (first, second string)
	// InheritsResults: a method that declares no result has the one that is
	// declared by what it overrides.
	InheritsResults bool
	// ImplicitMembers: a bare name may be a member of the types around it.
	ImplicitMembers bool
	// Arity gives the least and the most arguments with which a callable can be
	// called; most is negative where there is no limit. nil: a call's arguments
	// do not tell which of several definitions it means.
	Arity func(d *code.Definition) (least, most int)

	// Extends gives the type, as written, to whose values a function or property
	// belongs that is declared outside of it (Kotlin's extensions); "" for others.
	Extends func(d *code.Definition) string
	// StaticExtensions: what extends a type is a member of another type, known
	// wherever a file knows that one; the value is its first parameter.
	StaticExtensions bool
	// Partial reports whether a type may be declared in several places that have
	// its full name. nil: none is.
	Partial func(d *code.Definition) bool
	// Companion reports whether what a definition holds is also known as members
	// of the type around it.
	Companion func(d *code.Definition) bool

	// Halves: an object and another type of one name at one place are two sides of
	// one thing: the object has what is asked of the name, values have the other.
	Halves bool
	// Lends gives the type, as written, to whose values a definition is lent as if
	// it were a member of theirs, and whether that is sure (an implicit class, an
	// extension); "" for others. container is what holds it, nil for nothing.
	Lends func(container, d *code.Definition) (typ string, sure bool)
	// Means lists the full names that a dotted name may stand for at an offset of
	// a file, the likeliest first: where names may begin in the middle of a
	// package's. nil: it is the full name itself.
	Means func(f *code.Facts, at uint32, name string) []string
	// ReadCalls: naming a callable calls it where no arguments follow.
	ReadCalls bool

	// CallsApart: what is called is never what has the name otherwise. A field
	// and a method, or a type and a method, may share a name.
	CallsApart bool
	// TypesApart: what is named as a type is never what has the name otherwise,
	// what is called is never a type, and a type that no file of the checkout
	// declares is one of another place. Names of inner namespaces hide others.
	TypesApart bool
	// TypeNames: where a type or a namespace is named, as before "::", functions
	// and variables of the name are passed over, if there is one of them.
	TypeNames bool
	// DecoratorSuffix may be left out where a type decorates something.
	DecoratorSuffix string
	// FullNames: an import's specifier and name, joined by a dot, are a
	// definition's package and containers. So members of types can be imported.
	FullNames bool
	// SingleMethod: an interface of one abstract method is the type of functions
	// that can stand for it.
	SingleMethod bool
	// CallMakes: calling a type gives an instance of it.
	CallMakes bool
	// CallConverts: calling a type only converts a value to it.
	CallConverts bool
	// MakeMember is a member of every type that gives an instance of it: new in Ruby.
	MakeMember string
	// Global: what a file declares at its top level can be used by its bare name
	// in every file, unless it is private.
	Global bool
	// GlobalIn reports whether a definition can be used by its bare name in every
	// file. nil: Global says it of all that stand at the top level.
	GlobalIn func(f *code.Facts, i int32) bool
	// FilePrivate reports whether a top-level definition is known in its own
	// file only (static in C). nil: none is.
	FilePrivate func(d *code.Definition) bool
	// Reach is how far from its file a definition can be used at all. nil:
	// anywhere.
	Reach func(d *code.Definition) Reach
	// Linked reports whether a definition is known to every file by what links
	// them; what is not is known to the files that include its own. It is set in
	// languages of which files are included as text.
	Linked func(d *code.Definition) bool
	// Header reports whether a file is made to be included, by its path.
	Header func(path string) bool
	// Pointers: what points to a value, or is an array of it, is written as a value
	// is, so that an element of a value that has none is the value.
	Pointers bool
	// Unwraps reports whether calling a member of that name gives the value itself
	// where the type around it has been left out: get of a smart pointer.
	Unwraps func(member string) bool
	// Open reports whether what a definition holds is known by its bare name
	// around it too: the constants of an enumeration. nil: nothing is.
	Open func(container, part *code.Definition) bool
	// Family names languages that share their names: C and C++. Empty is the
	// language alone.
	Family string
	// ModuleNames lists the names by which a file knows the module that an
	// import leads to as a whole, the likeliest first, dotted where it takes
	// several: a.b for Python's import a.b. pkg is the package that the import's
	// files declare, empty if they are not of the checkout. An import that has
	// such names binds no others. nil: the aliases of "*" are all there are.
	ModuleNames func(im *code.Import, pkg string) []string
	// Submodule lists the files of a module inside the module of a file, by name.
	Submodule func(p Project, file, name string) []string
	// OwnImports is set where what a file imports is known in that file alone: a
	// package gives no name that it has imported.
	OwnImports bool
	// Path gives the names that lead to what an import brings in, from module to
	// module, where files are modules that hold others; nil where the import's
	// files are what it brings in. Of "*" it is the path to what has the names.
	Path func(im *code.Import, n code.ImportedName) []string
	// Unwritten lists the files of a module that a file has without a declaration
	// that its facts show, as where a macro declares it. nil: there are none.
	Unwritten func(p Project, file string, f *code.Facts, name string) []string
	// Root gives the module that the first names of a path mean which are not
	// looked up as names are (crate, super): its file, the modules written there
	// that lead to it, and how many names say so; 0 if they say nothing.
	Root func(p Project, file string, f *code.Facts, offset uint32, names []string) (to string, inside []string, used int)
	// Itself and Outer are the words of a path that mean the module that stands
	// before them and the one around it (self, super).
	Itself, Outer string
	// Adopts: types are given members where they are declared as well as elsewhere,
	// those of traits among them, so that one that is not found may be there.
	Adopts bool
	// Methods of these names give the elements of an instance that is indexed or
	// iterated: __getitem__, __iter__.
	ItemMembers []string
	// Methods of these names give what an instance is iterated by: its elements
	// are those of their results.
	IteratorMembers []string
	// Signature gives a method's parameters and results in a form that is equal
	// where the types are: a language that has it goes by methods when it asks
	// whether a type implements an interface. nil: types say what they implement.
	Signature func(d *code.Definition) string
	// Interface lists the methods of an interface that no file of the checkout
	// declares, false when it is not known.
	Interface func(name string) ([]string, bool)
	// IterMembers are those methods that give the elements of an instance that
	// is iterated, where that differs from indexing it; iterating a map then
	// gives its keys.
	IterMembers []string
	// CallMember is the method that calling an instance calls.
	CallMember string
	// Linear: of the supertypes the first in order that has a member decides,
	// each looked at with its own supertypes, a common one last.
	Linear bool
	// InheritParams: a parameter without a type has that of the method which its
	// own one overrides.
	InheritParams bool
	// TypeVariables: the type parameters of a type are names that are defined
	// elsewhere, as any other is.
	TypeVariables bool
	// GetMember is the method by which a value of a type that has it stands for
	// another one where it is read as a member: __get__.
	GetMember string
	// Receivers are the names by which callables declare the object itself among
	// their parameters, so that arguments are counted behind it.
	Receivers []string
	// Merges: declarations of one name at one place are one thing, whatever their
	// kinds, and a block that names a module adds to what the module declares.
	Merges bool
	// Constant reports whether a bare name is looked up in the types and modules
	// around it, whichever file declares what is in them, the innermost first; any
	// other name is a member of the object itself. In a language that has it,
	// types and modules are put together from pieces in any file, and modules are
	// types; static members are those of the type, which its values do not have.
	Constant func(name string) bool
	// TopType is the type whose members are what stands outside of all types.
	TopType string
	// Dynamic: what members a type has cannot be said for sure, so that one
	// that is not found may be there all the same.
	Dynamic bool
}
