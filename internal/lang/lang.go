// Package lang says what a language is. A language's folder gives a
// Definition: how its files are recognised, its grammar with a handler a node
// kind (or a native extractor), and optionally how its imports find files.
// Package parse runs extractors; package lang/all lists the languages.
//
// The main types are Definition and Walk, the extractor's view of one file.
package lang

import (
	"unsafe"

	"sextant/internal/code"
)

// Definition declares one language. It is data: the same value always gives
// the same facts for the same bytes.
type Definition struct {
	ID   code.LanguageID
	Name string // as people write it: "TypeScript"
	// Aliases are other names by which users may ask for it ("ts").
	Aliases []string
	// Extensions with their dot, lower case. An extension has one owner.
	Extensions []string
	// FileNames are whole base names ("Makefile").
	FileNames []string
	// Prefixes begin base names whose extension says nothing ("Dockerfile.").
	Prefixes []string
	// Shebangs are interpreter names ("python3") that mark an extensionless script.
	Shebangs []string
	// Comments is the comment syntax, for documentation text and line-based reading.
	Comments Comments
	// Class is what its files are unless their path or content says otherwise.
	Class code.Class
	// Dialect returns the language that a content is really in where the name
	// of the file does not tell (a C++ header named .h), or nil for this one.
	// Its answer depends on the bytes only.
	Dialect func(src []byte) *Definition
	// Peer finds the language of code embedded in this one by the name its
	// host writes ("js", "lang=ts"), nil if there is none. Package lang/all
	// sets it for every language.
	Peer func(name string) *Definition
	// Grammar is the tree-sitter grammar, nil for a language without one.
	Grammar *Grammar
	// Extract is a native extractor that replaces the grammar. It must not
	// panic and must return facts for any bytes.
	Extract func(src []byte, b *Builder)
	// Patterns says how structural search reads the language; nil if it does not.
	Patterns *Patterns
	// Kinds lists every kind the extractor can give, for docs/languages.md.
	Kinds []code.Kind
	// Resolve finds the files behind an import; nil when imports name none.
	Resolve func(p Project, from string, f *code.Facts, im *code.Import) Target
	// Visible lists what a file can use without an import: the other files of
	// its package, of a namespace it stands in, files that a framework loads by
	// name. nil when a language has nothing of the kind. Of a target of several
	// files only those count whose top-level names the file uses. The file itself
	// may be among them: equal lists for equal files are looked at once.
	Visible func(p Project, from string, f *code.Facts) []Target
	// Linking says how names are looked up across files; nil: by the name alone.
	Linking *Linking
	// IsTest reports whether a file of this language is a test, by path.
	IsTest func(path string) bool
	// IsEntryPoint reports whether running the project begins in the file:
	// a main function or package, a front controller, a manifest's program.
	IsEntryPoint func(path string, f *code.Facts) bool
	// EntryWords are words of which a file that IsEntryPoint accepts holds one
	// in its text, beside "main" and "__main__", so that not every file has to
	// be looked at.
	EntryWords []string
	// Programs lists the files at which running the project begins as far as
	// its manifests say: package.json's bin and main, Cargo.toml's [[bin]].
	Programs func(p Project) []string
	// RouteWords are words of which a file that says something about routes by
	// itself holds one in its text; "a b" asks for both.
	RouteWords []string
	// PathRoutes lists the routes that a framework gives a file by its path;
	// facts asks for those of the file. nil when no framework does.
	PathRoutes func(p Project, path string, facts func() *code.Facts) []code.Route
	// ReadBy says in docs/languages.md how files are read where "tree-sitter" or
	// "a scanner of its own" does not say it.
	ReadBy string
	// StructureOnly marks languages of which an outline is wanted and little else.
	StructureOnly bool
}

// Comments is how a language writes comments.
type Comments struct {
	Line  []string    // markers that run to the end of the line
	Block [][2]string // opening and closing markers
}

// Grammar is a tree-sitter grammar and what to do at its nodes.
type Grammar struct {
	Name string
	// Load returns the grammar's TSLanguage.
	Load func() unsafe.Pointer
	// Prepare returns what is parsed in the place of src, with the same number
	// of bytes, so that positions hold: a preprocessor's lines blanked out, for
	// one. It must not change src; nil or src itself parse what is there.
	Prepare func(src []byte) []byte
	// Rules gives a handler for each named node kind that matters. A kind the
	// grammar does not know is an error when the grammar is loaded.
	Rules map[string]Handler
	// Comments and Strings are the node kinds that become regions.
	Comments, Strings []string
	// End runs when the whole file has been walked.
	End func(w *Walk)
}

// Project is what finding an import's file may ask of a checkout. Paths are
// relative to the root, with forward slashes; the root itself is "".
type Project interface {
	// File reports whether path is a file of the checkout.
	File(path string) bool
	// Entries lists the base names of the files directly in dir, sorted.
	Entries(dir string) []string
	// HasDir reports whether any file lies in dir or below it.
	HasDir(dir string) bool
	// WithSuffix lists the files whose path is suffix or ends in "/"+suffix, sorted.
	WithSuffix(suffix string) []string
	// Named lists the files with that base name, sorted.
	Named(base string) []string
	// Declaring lists the files of a language whose facts say that they are
	// part of the package, namespace or module called name, sorted: by
	// Facts.Package or by the qualified name of a namespace they define.
	Declaring(language code.LanguageID, name string) []string
	// Read returns a configuration file's bytes, false if it is not there.
	Read(path string) ([]byte, bool)
	// Memo returns build's result, computed once a view under key.
	Memo(key string, build func() any) any
}

// Target is what an import leads to: files of the checkout, or the name of
// something outside it.
type Target struct {
	// Files are the files behind the import, sorted; several for a package.
	Files []string
	// Key is how the import is named in replies: the file, the package's
	// directory, or the specifier.
	Key string
	// Every says that the import leads to each of several files. Without it
	// they are the parts of a package or namespace, of which those count whose
	// top-level names the import names or the file uses.
	Every bool
}
