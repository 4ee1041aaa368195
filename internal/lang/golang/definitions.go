package golang

import (
	"go/ast"
	"strings"

	"sextant/internal/code"
)

// declaration reads one top-level declaration.
func (x *extractor) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		x.funcDecl(d)
	case *ast.GenDecl:
		x.genDecl(d, false)
	}
}

func (x *extractor) genDecl(d *ast.GenDecl, local bool) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			x.typeSpec(s, d, local)
		case *ast.ValueSpec:
			if local {
				x.localValues(s)
			} else {
				x.valueSpec(s, d)
			}
		}
	}
}

// define completes a definition's place and adds it. owner is the definition
// that contains it.
func (x *extractor) define(id *ast.Ident, span code.Span, owner int32, d code.Definition) int32 {
	start := x.offset(id.NamePos)
	d.Name = id.Name
	d.NameSpan = code.Span{Start: start, End: start + uint32(len(id.Name))}
	d.Span = code.Span{Start: min(span.Start, start), End: max(span.End, d.NameSpan.End)}
	d.Lines.First = x.lineAt(d.Span.Start)
	d.Line = x.lineAt(start)
	d.Lines.Last = x.lineAt(d.Span.End - 1)
	d.Container = owner
	return x.b.Add(d)
}

func (x *extractor) funcDecl(d *ast.FuncDecl) {
	outer, receiver, enclosing := x.scopes.open(x.offset(d.End())), x.scopes.receiver, x.enclosing
	x.scopes.receiver = 0
	if x.named(d.Name) {
		x.enclosing = x.defineFunc(d)
	}
	if d.Recv != nil {
		for _, f := range d.Recv.List {
			x.receiverType(f.Type)
		}
	}
	x.typeParams(d.Type.TypeParams)
	x.funcType(d.Type)
	if d.Recv != nil && len(d.Recv.List) > 0 {
		x.bindFields(d.Recv)
		if names := d.Recv.List[0].Names; len(names) > 0 {
			x.scopes.receiver = x.scopes.inner[names[0].Name]
		}
	}
	x.bindFields(d.Type.Params)
	x.bindFields(d.Type.Results)
	if d.Body != nil {
		x.stmts(d.Body.List)
	}
	x.enclosing, x.scopes.receiver = enclosing, receiver
	x.scopes.close(outer)
}

func (x *extractor) defineFunc(d *ast.FuncDecl) int32 {
	span := x.span(d)
	def := code.Definition{Kind: code.KindFunction, Exported: ast.IsExported(d.Name.Name), Doc: x.doc(d.Doc)}
	if d.Recv != nil {
		def.Kind = code.KindMethod
		if len(d.Recv.List) > 0 {
			def.ContainerName = baseName(d.Recv.List[0].Type)
		}
	}
	end := x.offset(d.Type.End())
	if d.Body != nil {
		end = x.offset(d.Body.Lbrace)
	}
	def.Signature = strings.TrimRight(x.oneLine(span.Start, x.legible(span.Start, end)), " {")
	def.Params, def.Type = x.params(d.Type)
	def.TypeParams = x.typeParamList(d.Type.TypeParams)
	if d.Recv != nil && len(d.Recv.List) > 0 {
		def.TypeParams = receiverParams(d.Recv.List[0].Type)
	}
	return x.define(d.Name, span, x.enclosing, def)
}

// params gives a callable's parameters and its results as written.
func (x *extractor) params(t *ast.FuncType) (params []code.Param, results string) {
	if n := t.Params.NumFields(); n > 0 {
		params = make([]code.Param, 0, n)
		for _, f := range t.Params.List {
			typ := x.text(f.Type)
			for _, id := range f.Names {
				params = append(params, code.Param{Name: id.Name, Type: typ})
			}
			if len(f.Names) == 0 {
				params = append(params, code.Param{Type: typ})
			}
		}
	}
	if t.Results != nil {
		results = x.text(t.Results)
	}
	return params, results
}

// baseName is a type's own name without pointer, package and type arguments.
func baseName(t ast.Expr) string {
	for range maxDepth {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		case *ast.SelectorExpr:
			return e.Sel.Name
		case *ast.Ident:
			if e.Name == "_" {
				return ""
			}
			return e.Name
		default:
			return ""
		}
	}
	return ""
}

func (x *extractor) typeSpec(s *ast.TypeSpec, d *ast.GenDecl, local bool) {
	if local {
		x.scopes.declare(s.Name.Name)
		x.noteKeyed(s)
	}
	enclosing, members := x.enclosing, x.members
	if x.named(s.Name) {
		x.enclosing = x.defineType(s, d, local)
		x.members = x.enclosing
	}
	outer := x.scopes.open(x.offset(s.End()))
	x.typeParams(s.TypeParams)
	x.typ(s.Type, code.RoleType)
	x.scopes.close(outer)
	x.enclosing, x.members = enclosing, members
}

func (x *extractor) defineType(s *ast.TypeSpec, d *ast.GenDecl, local bool) int32 {
	def := code.Definition{Kind: code.KindType, Exported: !local && ast.IsExported(s.Name.Name), Doc: x.doc(s.Doc, s.Comment, d.Doc)}
	start, end, word := x.offset(s.Name.NamePos), x.offset(s.End()), ""
	if !s.Assign.IsValid() {
		switch t := s.Type.(type) {
		case *ast.StructType:
			def.Kind, end, word = code.KindStruct, x.offset(t.Struct), " struct"
		case *ast.InterfaceType:
			def.Kind, end, word = code.KindInterface, x.offset(t.Interface), " interface"
		default:
			def.Type = x.text(s.Type)
		}
	}
	if s.Assign.IsValid() {
		def.Type = x.text(s.Type)
	}
	def.TypeParams = x.typeParamList(s.TypeParams)
	def.Signature = "type " + x.oneLine(start, end) + word
	return x.define(s.Name, x.specSpan(s, d), x.enclosing, def)
}

// specSpan is the whole declaration where it holds one thing only, else the
// one line of the group.
func (x *extractor) specSpan(s ast.Spec, d *ast.GenDecl) code.Span {
	span := x.span(s)
	if !d.Lparen.IsValid() {
		span.Start = x.offset(d.TokPos)
	}
	return span
}

// structType defines the fields of a struct that belongs to the definition
// x.members, and records the types it uses.
func (x *extractor) structType(t *ast.StructType) {
	if t.Fields == nil {
		return
	}
	enclosing, owner := x.enclosing, x.members
	for _, f := range t.Fields.List {
		first := code.NoDefinition
		if owner != code.NoDefinition {
			first = x.defineField(f, owner)
		}
		role := code.RoleType
		if len(f.Names) == 0 {
			role = code.RoleInherit
		}
		x.members = first
		if first != code.NoDefinition && role == code.RoleType {
			x.enclosing = first
		}
		x.typ(f.Type, role)
		x.enclosing = enclosing
	}
	x.members = owner
}

// defineField returns the first definition that the field line gives.
func (x *extractor) defineField(f *ast.Field, owner int32) int32 {
	typ := x.text(f.Type)
	def := code.Definition{Kind: code.KindField, Type: typ, Doc: x.doc(f.Doc, f.Comment)}
	span := code.Span{Start: x.offset(f.Pos()), End: x.offset(f.Type.End())}
	if f.Tag != nil {
		span.End = x.offset(f.Tag.End())
	}
	if len(f.Names) == 0 {
		id := baseIdent(f.Type)
		x.embeds(owner, f.Type)
		if !x.named(id) {
			return code.NoDefinition
		}
		def.Signature, def.Exported = typ, ast.IsExported(id.Name)
		return x.define(id, span, owner, def)
	}
	first := code.NoDefinition
	for _, id := range f.Names {
		if !x.named(id) {
			continue
		}
		def.Signature, def.Exported = id.Name+" "+typ, ast.IsExported(id.Name)
		i := x.define(id, span, owner, def)
		if first == code.NoDefinition {
			first = i
		}
	}
	return first
}

// baseIdent is the identifier that baseName reads, or nil.
func baseIdent(t ast.Expr) *ast.Ident {
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	switch e := t.(type) {
	case *ast.IndexExpr:
		t = e.X
	case *ast.IndexListExpr:
		t = e.X
	}
	switch e := t.(type) {
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.Ident:
		return e
	}
	return nil
}

// embeds records an embedded type, if the owner itself is a struct or an
// interface and not a field of such a type.
func (x *extractor) embeds(owner int32, t ast.Expr) {
	d := x.b.Definition(owner)
	if d.Kind != code.KindStruct && d.Kind != code.KindInterface {
		return
	}
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	args := ""
	switch e := t.(type) {
	case *ast.IndexExpr:
		t, args = e.X, x.text(e.Index)
	case *ast.IndexListExpr:
		t, args = e.X, x.list(e.Indices)
	}
	if name := pathText(x, t); name != "" && name != "_" {
		d.Supertypes = append(d.Supertypes, code.Supertype{Name: name, Args: args, Form: code.Embeds})
	}
}

// interfaceType does for an interface what structType does for a struct. A
// union of types is not embedding: nothing inherits its methods.
func (x *extractor) interfaceType(t *ast.InterfaceType) {
	if t.Methods == nil {
		return
	}
	enclosing, owner := x.enclosing, x.members
	for _, f := range t.Methods.List {
		x.members = code.NoDefinition
		ft, isMethod := f.Type.(*ast.FuncType)
		if len(f.Names) == 0 || !isMethod {
			role := code.RoleType
			if baseIdent(f.Type) != nil && !isPointer(f.Type) {
				role = code.RoleInherit
				if owner != code.NoDefinition {
					x.embeds(owner, f.Type)
				}
			}
			x.typ(f.Type, role)
			continue
		}
		if owner != code.NoDefinition && x.named(f.Names[0]) {
			x.enclosing = x.defineMethod(f, ft, owner)
		}
		x.funcType(ft)
		x.enclosing = enclosing
	}
	x.members = owner
}

func isPointer(t ast.Expr) bool { _, ok := t.(*ast.StarExpr); return ok }

func (x *extractor) defineMethod(f *ast.Field, t *ast.FuncType, owner int32) int32 {
	id := f.Names[0]
	def := code.Definition{Kind: code.KindMethod, Modifiers: code.ModDeclaration,
		Exported: ast.IsExported(id.Name), Doc: x.doc(f.Doc, f.Comment)}
	span := code.Span{Start: x.offset(id.NamePos), End: x.offset(t.End())}
	def.Signature = x.oneLine(span.Start, span.End)
	def.Params, def.Type = x.params(t)
	return x.define(id, span, owner, def)
}
