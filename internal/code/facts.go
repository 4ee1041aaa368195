package code

import "slices"

// Facts is what one file says by itself. It depends on the file's bytes, its
// language definition and the extractor's version only: never on a path, on
// another file, on time or on the machine.
type Facts struct {
	Language LanguageID
	Status   Status
	// Lines counts lines; a final newline does not open another one.
	Lines uint32
	// Chars counts characters (Unicode code points), not bytes.
	Chars uint32
	// Doc is the first sentence of the file's own documentation.
	Doc string
	// Package is the package, namespace or module the file declares itself
	// part of, in the language's own spelling; empty when it declares none.
	Package     string
	Definitions []Definition // by start, an enclosing definition before its parts
	Imports     []Import     // by position
	References  []Reference  // by position
	Mentions    []Mention    // by position
	Regions     []Region     // by position, never overlapping
	Embedded    []Embedded   // by position, never overlapping but where one holds another
	Bindings    []Binding    // by where they are bound
	Routes      []Route      // by position
}

// Embedded is a stretch of another language inside a file: a script in a
// page, a fenced block in a document.
type Embedded struct {
	Language LanguageID
	Span     Span
}

// NoDefinition is the index that stands for "not inside any definition".
const NoDefinition = int32(-1)

// Definition is one named thing that a file defines.
type Definition struct {
	Name string
	Kind Kind
	// NameSpan is where the name itself stands (bytes).
	NameSpan Span
	// Span is the whole definition from its first decorator or modifier to
	// its last byte, its doc comment left out (bytes).
	Span Span
	// Line is the 1-based line of the name; Lines is the whole definition.
	Line  uint32
	Lines Lines
	// Container is the index of the enclosing definition, or NoDefinition.
	Container int32
	// ContainerName names the type a member belongs to where that type is
	// declared elsewhere (a Go receiver, a Rust impl); else empty.
	ContainerName string
	// Signature is the declaration on one line, without its body.
	Signature  string
	Doc        string // first sentence of the doc comment
	Visibility Visibility
	Exported   bool
	Modifiers  Modifiers
	Supertypes []Supertype
	// Type is the declared type of a field, property, constant or variable,
	// or the declared result of a callable, as written; empty if not written. Of a
	// type it is what an alias stands for, of a trait what else its values are.
	Type string
	// Value is a chain: what a field, property, constant or variable is made
	// from, or a callable's result where none is declared. The names in it are
	// looked up at ValueAt (bytes).
	Value   string
	ValueAt uint32
	Params  []Param
	// Wrapped is a chain: what decorators make of a callable, looked up where its
	// name stands. One of several ways that leads nowhere leaves it as it is.
	Wrapped string
	// TypeParams are the type parameters with their bounds.
	TypeParams []Param
}

// Supertype is a type that a type declares to extend, implement, embed or mix in.
type Supertype struct {
	Name string // as written, without type arguments
	Args string // the type arguments as written, without their brackets
	Form Inheritance
}

// Param is one parameter of a callable, or a type parameter with its bound.
type Param struct {
	Name string
	Type string // as written; empty if not written
}

// Import is one statement (or part of one) that names another file or package.
type Import struct {
	// Specifier is what is imported, unquoted, in the language's spelling.
	Specifier string
	Form      ImportForm
	Names     []ImportedName
	Span      Span // the specifier or, without one, the statement (bytes)
	Line      uint32
	// TypeOnly marks imports that vanish at run time.
	TypeOnly bool
}

// ImportedName is one name that an import brings in.
type ImportedName struct {
	Name  string // "*" for everything, "default" for a default export
	Alias string // the local name where it differs
}

// Local is the name by which the importing file knows it.
func (n ImportedName) Local() string {
	if n.Alias != "" {
		return n.Alias
	}
	return n.Name
}

// Reference is one use of a name.
type Reference struct {
	Name string
	Span Span // the name itself (bytes)
	Line uint32
	Role Role
	// Qualifier and QualifierText say what stands before the name. The text is
	// a chain: what the value or type before the name follows from. Without a
	// qualifier it is a word that says what kind of thing is named (struct), or
	// of what the name is a member if that has such a one (the case of a switch).
	Qualifier     Qualifier
	QualifierText string
	// Args is how many arguments a call passes, or how many type arguments a type
	// is given, plus one; 0 where it does not tell.
	Args uint8
	// Enclosing is the index of the innermost definition around the use.
	Enclosing int32
	// Local is true when the name is bound in a local scope of this file
	// (a parameter or a local variable), so it is not a use of a global.
	Local bool
}

// Mention is a path that a document or a string names in passing.
type Mention struct {
	Text string // as written, fragment and query removed
	Span Span
	Line uint32
}

// Region is a comment or a string literal (bytes, delimiters included).
type Region struct {
	Span Span
	Kind RegionKind
}

// RegionAt returns the region that contains the byte at offset. Regions must
// be in the order Facts keeps them.
func RegionAt(regions []Region, offset uint32) (Region, bool) {
	lo, hi := 0, len(regions)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if regions[mid].Span.End <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(regions) && regions[lo].Span.Contains(offset) {
		return regions[lo], true
	}
	return Region{}, false
}

// Exports lists the names other files may use: the exported top-level
// definitions and what the file re-exports, in order of appearance, each once.
func (f *Facts) Exports() []string {
	// Ranking asks this of every candidate, so the map is made in one size.
	n := 0
	for i := range f.Definitions {
		if f.exports(i) {
			n++
		}
	}
	seen := make(map[string]bool, n)
	var out []string
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for i := range f.Definitions {
		if f.exports(i) {
			add(f.Definitions[i].Name)
		}
	}
	for i := range f.Imports {
		if f.Imports[i].Form == ImportReExport {
			for _, n := range f.Imports[i].Names {
				if n.Local() != "*" {
					add(n.Local())
				}
			}
		}
	}
	return out
}

// Packages lists the names under which the file's definitions are known to
// files that import by package or namespace: Package, and the qualified name
// of every namespace the file defines, joined with dots. Each once.
func (f *Facts) Packages() []string {
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	add(f.Package)
	for i := range f.Definitions {
		switch f.Definitions[i].Kind {
		case KindNamespace, KindPackage:
			add(f.QualifiedName(int32(i)))
		}
	}
	return out
}

// exports reports whether other files may use a definition by its bare name.
func (f *Facts) exports(i int) bool { return f.Definitions[i].Exported && f.TopLevel(int32(i)) }

// TopLevel reports whether a definition is known by its name alone to whoever
// is in the same package or namespace: nothing but namespaces and modules
// contains it.
func (f *Facts) TopLevel(i int32) bool {
	d := &f.Definitions[i]
	return d.ContainerName == "" && d.Modifiers&ModLocal == 0 && (d.Container == NoDefinition || f.transparent(d.Container))
}

// transparent reports whether a container only groups names (a namespace), so
// that what it holds still counts as top level.
func (f *Facts) transparent(i int32) bool {
	for i != NoDefinition {
		switch f.Definitions[i].Kind {
		case KindNamespace, KindModule, KindPackage:
			i = f.Definitions[i].Container
		default:
			return false
		}
	}
	return true
}

// QualifiedName joins the names of a definition and its containers with dots.
func (f *Facts) QualifiedName(i int32) string {
	d := &f.Definitions[i]
	switch {
	case d.ContainerName != "":
		return d.ContainerName + "." + d.Name
	case d.Container != NoDefinition:
		return f.QualifiedName(d.Container) + "." + d.Name
	}
	return d.Name
}
