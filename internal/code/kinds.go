package code

// Kind is what a definition defines.
type Kind uint8

// Kinds of definitions. The order is part of the stored format: append only,
// and raise parse.Version when one is added.
const (
	KindUnknown Kind = iota
	KindModule
	KindNamespace
	KindPackage
	KindClass
	KindInterface
	KindTrait
	KindEnum
	KindStruct
	KindUnion
	KindType
	KindFunction
	KindMethod
	KindConstructor
	KindProperty
	KindField
	KindEnumMember
	KindConstant
	KindVariable
	KindMacro
	KindRoute
	KindHeading
	KindKey
	KindSection
	KindObject
	KindRecord
	KindAnnotation
	kindCount
)

var kindNames = [kindCount]string{"unknown", "module", "namespace", "package", "class", "interface", "trait", "enum",
	"struct", "union", "type", "function", "method", "constructor", "property", "field", "enum-member", "constant",
	"variable", "macro", "route", "heading", "key", "section", "object", "record", "annotation"}

// String returns the word used in replies.
func (k Kind) String() string { return nameOf(kindNames[:], int(k)) }

// ParseKind is the inverse of Kind.String.
func ParseKind(s string) (Kind, bool) {
	i, ok := parseName(kindNames[:], s)
	return Kind(i), ok
}

// Kinds lists every kind but KindUnknown.
func Kinds() []Kind {
	var all []Kind
	for k := KindUnknown + 1; k < kindCount; k++ {
		all = append(all, k)
	}
	return all
}

// IsType reports whether a definition of this kind introduces a type.
func (k Kind) IsType() bool {
	switch k {
	case KindClass, KindInterface, KindTrait, KindEnum, KindStruct, KindUnion, KindType, KindObject, KindRecord, KindAnnotation:
		return true
	}
	return false
}

// IsCallable reports whether a definition of this kind can be called.
func (k Kind) IsCallable() bool {
	switch k {
	case KindFunction, KindMethod, KindConstructor, KindMacro:
		return true
	}
	return false
}

// Visibility is who may use a definition, as far as the file says.
type Visibility uint8

// Visibilities. Unstated means that the language's default applies and the
// default has no name of its own.
const (
	VisibilityUnstated Visibility = iota
	VisibilityPublic
	VisibilityProtected
	VisibilityPackage
	VisibilityPrivate
	visibilityCount
)

var visibilityNames = [visibilityCount]string{"", "public", "protected", "package", "private"}

// String returns the word used in replies, empty for unstated.
func (v Visibility) String() string { return nameOf(visibilityNames[:], int(v)) }

// Modifiers is a set of flags that a declaration carries.
type Modifiers uint16

// The modifiers that change how a definition may be used or found.
const (
	ModStatic Modifiers = 1 << iota
	ModAbstract
	ModFinal
	ModAsync
	ModConst
	ModOverride
	ModDefault // the default export of its module
	ModGenerator
	ModReadonly
	ModDeclaration // declared here, defined elsewhere (overload, ambient, prototype)
	ModSealed
	ModGetter
	ModSetter
)

var modifierNames = []string{"static", "abstract", "final", "async", "const", "override", "default", "generator",
	"readonly", "declaration", "sealed", "getter", "setter"}

// Names lists the set's words in a fixed order.
func (m Modifiers) Names() []string {
	var out []string
	for i, n := range modifierNames {
		if m&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// Inheritance is how a type names a supertype.
type Inheritance uint8

// Forms of declared supertypes.
const (
	Extends Inheritance = iota
	Implements
	Embeds
	MixesIn
	inheritanceCount
)

var inheritanceNames = [inheritanceCount]string{"extends", "implements", "embeds", "mixes-in"}

// String returns the word used in replies.
func (i Inheritance) String() string { return nameOf(inheritanceNames[:], int(i)) }

// ImportForm is how a file names another.
type ImportForm uint8

// Forms of imports.
const (
	ImportStatic ImportForm = iota
	ImportDynamic
	ImportReExport
	ImportSideEffect
	ImportRequire
	ImportInclude
	ImportUse
	ImportType
	importFormCount
)

var importFormNames = [importFormCount]string{"static", "dynamic", "re-export", "side-effect", "require", "include", "use", "type"}

// String returns the word used in replies.
func (f ImportForm) String() string { return nameOf(importFormNames[:], int(f)) }

// Role is what a reference does with the name it mentions.
type Role uint8

// Roles of references.
const (
	RoleRead Role = iota
	RoleCall
	RoleNew
	RoleType
	RoleWrite
	RoleInherit
	RoleDecorate
	RoleImport
	RolePass // a callable is handed over: X::m
	roleCount
)

var roleNames = [roleCount]string{"read", "call", "new", "type", "write", "inherit", "decorate", "import", "pass"}

// String returns the word used in replies.
func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// Qualifier is what stands before a referenced name.
type Qualifier uint8

// Ways a reference may be qualified.
const (
	QualifierNone  Qualifier = iota // bare: name
	QualifierSelf                   // self.name, this.name, $this->name
	QualifierSuper                  // super.name, parent::name
	QualifierName                   // x.name, X::name: one identifier before it
	QualifierPath                   // a.b.name: several identifiers before it
	QualifierCall                   // f().name: the result of a call
	QualifierOther                  // any other expression before it
	qualifierCount
)

var qualifierNames = [qualifierCount]string{"", "self", "super", "name", "path", "call", "expression"}

// String returns the word used in case files, empty for a bare name.
func (q Qualifier) String() string { return nameOf(qualifierNames[:], int(q)) }

// RegionKind tells comments from strings.
type RegionKind uint8

// Kinds of regions.
const (
	RegionComment RegionKind = iota
	RegionString
	regionKindCount
)

var regionNames = [regionKindCount]string{"comment", "string"}

// String returns the word used in case files.
func (k RegionKind) String() string { return nameOf(regionNames[:], int(k)) }

// Status says how a file's facts came about.
type Status uint8

// How much of a file the facts cover.
const (
	StatusComplete Status = iota // the whole file was understood
	StatusPartial                // syntax errors: the good subtrees are there
	StatusFallback               // parsing took too long: line-based facts
	StatusTextOnly               // no extractor for this language or class
	statusCount
)

var statusNames = [statusCount]string{"complete", "partial", "fallback", "text-only"}

// String returns the word used in replies.
func (s Status) String() string { return nameOf(statusNames[:], int(s)) }
