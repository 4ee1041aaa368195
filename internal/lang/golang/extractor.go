package golang

import (
	"go/ast"
	"go/token"
	"sort"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxDepth bounds the walk's recursion. The parser gives deeper trees only
// for long chains of calls or selectors.
const maxDepth = 20000

// extractor walks the pieces of one file.
type extractor struct {
	b       *lang.Builder
	src     []byte
	regions []code.Region
	lines   []uint32 // offset of each line's start
	line    int      // index of the line last asked for
	piece   parsed
	depth   int

	scopes    scopes
	imports   imports
	shadowed  map[string]bool // predeclared names this file declares anew
	keyed     map[string]bool // types of this file whose literals have no field names
	enclosing int32           // the definition being walked
	// members is the definition that owns the fields and methods of an
	// anonymous struct or interface met in a type.
	members int32
}

func newExtractor(src []byte, regions []code.Region, b *lang.Builder) *extractor {
	return &extractor{b: b, src: src, regions: regions, lines: syntax.LineStarts(src),
		scopes: newScopes(b), shadowed: make(map[string]bool), keyed: make(map[string]bool),
		enclosing: code.NoDefinition, members: code.NoDefinition}
}

// run walks the pieces in order. What the file declares at its top level is
// collected first: it is in scope everywhere.
func (x *extractor) run(pieces []parsed) {
	for _, p := range pieces {
		x.piece = p
		for _, im := range p.file.Imports {
			x.addImport(im)
		}
	}
	x.imports.guess()
	for _, p := range pieces {
		for _, d := range p.file.Decls {
			x.collect(d)
		}
	}
	for i, p := range pieces {
		x.piece = p
		if i == 0 {
			x.clause(p.file)
		}
		for _, d := range p.file.Decls {
			x.declaration(d)
		}
	}
	x.imports.flush(x.b)
	x.addRoutes(pieces)
}

// clause reads the package clause and the comments around it. A piece
// without one was given a stand-in, which has no place in the file.
func (x *extractor) clause(f *ast.File) {
	if f.Name == nil || f.Name.Name == "_" || !x.stands(f.Name) {
		return
	}
	x.b.SetPackage(f.Name.Name)
	x.b.SetDoc(x.fileDoc(f))
}

// collect remembers the top-level names that change how others are read.
func (x *extractor) collect(d ast.Decl) {
	top := func(id *ast.Ident) {
		if id == nil {
			return
		}
		if predeclared(id.Name) {
			x.shadowed[id.Name] = true
		}
		x.imports.hide(id.Name)
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			top(d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				top(s.Name)
				x.noteKeyed(s)
			case *ast.ValueSpec:
				for _, id := range s.Names {
					top(id)
				}
			}
		}
	}
}

// noteKeyed remembers a map, slice or array type: T{name: v} of such a type
// uses a constant or variable as key, not a field.
func (x *extractor) noteKeyed(s *ast.TypeSpec) {
	switch s.Type.(type) {
	case *ast.MapType, *ast.ArrayType:
		x.keyed[s.Name.Name] = true
	}
}

// offset turns a position into a byte offset inside the piece.
func (x *extractor) offset(p token.Pos) uint32 {
	return uint32(min(max(int(p)+x.piece.shift, x.piece.from), x.piece.to))
}

func (x *extractor) span(n ast.Node) code.Span {
	s := code.Span{Start: x.offset(n.Pos()), End: x.offset(n.End())}
	s.End = max(s.Start, s.End)
	return s
}

// lineAt is the 1-based line of an offset. The walk moves forward almost
// always, so the next lines are tried before searching.
func (x *extractor) lineAt(offset uint32) uint32 {
	i := x.line
	if x.lines[i] <= offset {
		for range 8 {
			if i+1 == len(x.lines) || x.lines[i+1] > offset {
				x.line = i
				return uint32(i + 1)
			}
			i++
		}
	}
	x.line = sort.Search(len(x.lines), func(i int) bool { return x.lines[i] > offset }) - 1
	return uint32(x.line + 1)
}

// stands reports whether the identifier is in the file where its position
// says. Names the parser made up after an error are not.
func (x *extractor) stands(id *ast.Ident) bool {
	start := int(id.NamePos) + x.piece.shift
	end := start + len(id.Name)
	return start >= x.piece.from && end <= x.piece.to && string(x.src[start:end]) == id.Name
}

// named reports whether an identifier can name a definition.
func (x *extractor) named(id *ast.Ident) bool {
	return id != nil && id.Name != "_" && x.stands(id)
}

// refer records a use of the name.
func (x *extractor) refer(id *ast.Ident, role code.Role, q code.Qualifier, text string, local bool) {
	if !x.stands(id) {
		return
	}
	x.scopes.enter(local)
	start := x.offset(id.NamePos)
	x.b.AddReferenceIn(code.Reference{Name: id.Name, Span: code.Span{Start: start, End: start + uint32(len(id.Name))},
		Line: x.lineAt(start), Role: role, Qualifier: q, QualifierText: text}, x.enclosing)
}

// deeper counts a level of recursion and reports whether to go on. Each call
// that returns true is undone by x.depth--.
func (x *extractor) deeper() bool {
	if x.depth >= maxDepth {
		x.b.SetStatus(code.StatusPartial)
		return false
	}
	x.depth++
	return true
}

// predeclared reports whether the language itself declares the name.
func predeclared(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64",
		"int", "int8", "int16", "int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
		"true", "false", "iota", "nil",
		"append", "cap", "clear", "close", "complex", "copy", "delete", "imag", "len", "make", "max", "min",
		"new", "panic", "print", "println", "real", "recover":
		return true
	}
	return false
}
