// Package xref resolves names. In go the facts of files, as a Source gives
// them, and a use of a name; out come the definitions it means and how sure
// that is. Nothing is linked beforehand: a question about one name looks at the
// files that its answer depends on and at no others.
//
// The main type is Linker. What differs from language to language is data in
// lang.Linking; package index supplies the Source.
package xref

import (
	"sextant/internal/code"
	"sextant/internal/lang"
)

// Source is a checkout as a Linker sees it: one state of it, which does not
// change while the Linker is used. Paths are relative to the root.
type Source interface {
	// Language returns the language of a file, nil if the file is not parsed.
	Language(path string) *lang.Definition
	// Outline returns a file's facts without references and bindings, nil if it
	// has none. Bound returns them with bindings.
	Outline(path string) *code.Facts
	Bound(path string) *code.Facts
	// Defining lists the files that may define the name, by path.
	Defining(name string) []string
	// Inheriting lists the files that may declare a type whose supertype has the
	// name, by path.
	Inheriting(name string) []string
	// Project is the checkout as imports see it.
	Project() lang.Project
	// Importing tells which files import a file in any number of steps, nil where
	// that is not known without following imports.
	Importing(path string) func(from string) bool
}

// Symbol is one definition: the file and its index in the facts.
type Symbol struct {
	File  string
	Index int32
}

// Evidence says how sure it is that a use means a definition.
type Evidence uint8

// Classes of evidence, the strongest first.
const (
	Exact  Evidence = iota // scope, imports or types leave only this
	Likely                 // nothing else of the checkout fits as well
	Named                  // it has the name
)

// String returns the word used in replies.
func (e Evidence) String() string { return [...]string{"exact", "likely", "name"}[min(e, Named)] }

// Resolution is what a use of a name means.
type Resolution struct {
	// Targets are the definitions; none where it means nothing of the checkout.
	Targets  []Symbol
	Evidence Evidence
	// Outside is set where the name is known to mean something outside of the
	// checkout, or nothing that has a definition.
	Outside bool
}

// Linker resolves names of one Source. It remembers what it has found and must
// not be used by two goroutines at once.
type Linker struct {
	src Source
	// overlay is the source where it knows more than facts, else nil.
	overlay Overlaid
	files   map[string]*file
	named   map[string][]Symbol
	depth   int
	// here is where the text of the type stands that is being resolved (bytes),
	// nowhere if that is not known.
	here   uint32
	steps  int
	known  map[chainKey]typ
	busy   map[chainKey]bool
	cut    bool // a limit was met: what has been found since is not remembered
	supers map[Symbol][]super
	beside bool // besides looks for a member
	mixers map[Symbol][]Symbol
	reach  map[string]func(from string) bool // by included file: what includes it
	macro  *expansion                        // the macro whose text is followed
	walked int                               // files whose includes were followed for it
	// partials holds what otherParts has found.
	partials map[Symbol][]Symbol
	// augments holds what augmenting has found.
	augments map[Symbol][]Symbol
	// packages holds what receivers has found, by the files of the package.
	packages map[string]map[string][]Symbol
	// full lists definitions by name, then by full name.
	full map[string]map[string][]Symbol
	// members holds what moduleMember has found, defining the files that may
	// define a name.
	members  map[memberKey]found
	defining map[string]map[string]bool
	// apart holds by name, then by the name of the type, members that are
	// declared outside their types.
	apart map[string]map[string][]Symbol
	// held is what modules have, within what is being looked for in them by how
	// deep, outermost the least deep of those that were met again, and circles how
	// often looking was cut short.
	held      map[spaceKey]found
	within    map[spaceKey]int
	outermost int
	circles   int
}

// file is what the linker remembers of one file.
type file struct {
	path      string
	language  *lang.Definition
	linking   *lang.Linking
	outline   *code.Facts
	detail    *code.Facts // with bindings, once asked for
	imports   map[string][]imported
	stars     []star
	modules   []module
	linked    bool // imports, stars and modules are there
	bare      map[bareKey]found
	selves    []int // the bindings of contexts, once asked for
	visible   map[string]bool
	receivers map[string][]Symbol
	paths     []string // names of bindings that are paths
	hasPaths  bool     // paths are there
	bindings  map[string][]code.Binding
	names     map[uint32]int32 // definitions by where their names begin
	expandos  map[string]bool  // names of values that are given members from outside
	children  [][]int32        // by definition + 1: what it contains; 0 is the top level
	bodies    []int32          // by import: the callable whose body it stands in
}

// New returns a Linker for the source.
func New(src Source) *Linker {
	overlay, _ := src.(Overlaid)
	return &Linker{src: src, overlay: overlay, files: make(map[string]*file), named: make(map[string][]Symbol), known: make(map[chainKey]typ),
		busy: make(map[chainKey]bool), supers: make(map[Symbol][]super), mixers: make(map[Symbol][]Symbol),
		reach: make(map[string]func(from string) bool), augments: make(map[Symbol][]Symbol), partials: make(map[Symbol][]Symbol), full: make(map[string]map[string][]Symbol),
		packages: make(map[string]map[string][]Symbol), members: make(map[memberKey]found), defining: make(map[string]map[string]bool),
		apart: make(map[string]map[string][]Symbol), held: make(map[spaceKey]found), within: make(map[spaceKey]int)}
}

// Size is how many files the linker remembers.
func (l *Linker) Size() int { return len(l.files) }

// bareKey is a name and as what it is looked up.
type bareKey struct {
	name string
	want wanted
}

// star is an import of every name of some files.
type star struct {
	files []string
	// fulls are the dotted names that may be that of what the names are taken
	// from, where the language imports by such names.
	fulls []string
}

// plain is how names are looked up in a language that says nothing about it.
var plain = &lang.Linking{}

func (l *Linker) file(path string) *file {
	f, ok := l.files[path]
	if !ok {
		if d := l.src.Language(path); d != nil {
			if facts := l.src.Outline(path); facts != nil {
				if facts.Language != d.ID && d.Peer != nil { // a dialect
					if peer := d.Peer(string(facts.Language)); peer != nil {
						d = peer
					}
				}
				f = &file{path: path, language: d, linking: d.Linking, outline: facts, bare: make(map[bareKey]found)}
				if f.linking == nil {
					f.linking = plain
				}
			}
		}
		l.files[path] = f
	}
	return f
}

// facts returns a file's facts with bindings.
func (l *Linker) facts(f *file) *code.Facts {
	if f.detail == nil {
		if f.detail = l.src.Bound(f.path); f.detail == nil {
			f.detail = f.outline
		}
	}
	return f.detail
}

// definition returns a symbol's definition, nil if it is not there.
func (l *Linker) definition(s Symbol) *code.Definition {
	f := l.file(s.File)
	if f == nil || s.Index < 0 || int(s.Index) >= len(f.outline.Definitions) {
		return nil
	}
	return &f.outline.Definitions[s.Index]
}

// Kind is what a symbol is, KindUnknown where it is not there.
func (l *Linker) Kind(s Symbol) code.Kind {
	if d := l.definition(s); d != nil {
		return d.Kind
	}
	return code.KindUnknown
}

// Named lists every definition of that name.
func (l *Linker) Named(name string) []Symbol {
	out, ok := l.named[name]
	if !ok {
		for _, path := range l.src.Defining(name) {
			f := l.file(path)
			if f == nil {
				continue
			}
			for i := range f.outline.Definitions {
				if f.outline.Definitions[i].Name == name {
					out = append(out, Symbol{path, int32(i)})
				}
			}
		}
		l.named[name] = out
	}
	return out
}

// sameFamily reports whether two files share their names.
func sameFamily(a, b *file) bool {
	if a.language == b.language || a.language.ID == b.language.ID {
		return true
	}
	return a.linking.Family != "" && a.linking.Family == b.linking.Family
}

// parts lists the definitions directly inside definition i of the file, or the
// top-level ones for code.NoDefinition.
func (f *file) parts(i int32) []int32 {
	if f.children == nil {
		f.children = make([][]int32, len(f.outline.Definitions)+1)
		for k := range f.outline.Definitions {
			c := f.outline.Definitions[k].Container + 1
			f.children[c] = append(f.children[c], int32(k))
		}
	}
	return f.children[i+1]
}

// at is the innermost definition whose span holds the offset.
func (f *file) at(offset uint32) int32 {
	best := code.NoDefinition
	for i := range f.outline.Definitions {
		d := &f.outline.Definitions[i]
		if d.Span.Start > offset {
			break
		}
		if d.Span.Contains(offset) {
			best = int32(i)
		}
	}
	return best
}

// memberAround is the definition that says what the object itself is inside
// definition i: a type, or a member of a type that is declared elsewhere.
func (f *file) memberAround(i int32) int32 {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		if d := &f.outline.Definitions[i]; f.isType(d.Kind) || d.ContainerName != "" {
			return i
		}
	}
	return code.NoDefinition
}

// definedAt is the definition whose name stands at the offset.
func (f *file) definedAt(offset uint32) (Symbol, bool) {
	if f.names == nil {
		f.names = make(map[uint32]int32, len(f.outline.Definitions))
		for i := range f.outline.Definitions {
			f.names[f.outline.Definitions[i].NameSpan.Start] = int32(i)
		}
	}
	i, ok := f.names[offset]
	return Symbol{f.path, i}, ok
}

// binding is what a name is bound to at an offset of the file, nil for nothing.
func (l *Linker) binding(f *file, name string, offset uint32) *code.Binding {
	if f.bindings == nil {
		f.bindings = make(map[string][]code.Binding)
		for _, b := range l.facts(f).Bindings {
			f.bindings[b.Name] = append(f.bindings[b.Name], b)
		}
	}
	own := code.Facts{Bindings: f.bindings[name]}
	return own.BindingAt(name, offset)
}

// hasExpandos reports whether something of the file is declared as a member of
// the value of that name: app.use = function.
func (f *file) hasExpandos(name string) bool {
	if f.expandos == nil {
		f.expandos = make(map[string]bool)
		for i := range f.outline.Definitions {
			if c := f.outline.Definitions[i].ContainerName; c != "" {
				f.expandos[c] = true
			}
		}
	}
	return f.expandos[name]
}

// typeAround is the type whose member the definition i is or stands in: its
// index, or the name of a type that is declared elsewhere.
func (f *file) typeAround(i int32) (index int32, name string) {
	for ; i != code.NoDefinition; i = f.outline.Definitions[i].Container {
		d := &f.outline.Definitions[i]
		if f.isType(d.Kind) || f.linking.Constant == nil && f.isObject(i) {
			return i, ""
		}
		if d.ContainerName != "" {
			return code.NoDefinition, d.ContainerName
		}
	}
	return code.NoDefinition, ""
}

// isObject reports whether a definition is a value with members of its own: an
// object that is written out.
func (f *file) isObject(i int32) bool {
	switch f.outline.Definitions[i].Kind {
	case code.KindConstant, code.KindVariable, code.KindProperty, code.KindField:
	default:
		return false
	}
	if f.hasExpandos(f.outline.Definitions[i].Name) {
		return true
	}
	for _, k := range f.parts(i) {
		switch d := &f.outline.Definitions[k]; d.Kind {
		case code.KindMethod, code.KindProperty, code.KindField, code.KindFunction:
			if d.ContainerName == "" {
				return true
			}
		}
	}
	return false
}
