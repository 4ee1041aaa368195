package golang

import (
	"go/ast"

	"sextant/internal/code"
)

// typ walks an expression that stands for a type. The role is that of the
// type's own name; types it is made of are always RoleType.
func (x *extractor) typ(e ast.Expr, role code.Role) {
	if e == nil || !x.deeper() {
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		x.name(e, role)
	case *ast.SelectorExpr:
		x.selector(e, role)
	case *ast.StarExpr:
		if role != code.RoleInherit {
			role = code.RoleType
		}
		x.typ(e.X, role)
	case *ast.ParenExpr:
		x.typ(e.X, role)
	case *ast.ArrayType:
		if e.Len != nil {
			x.outside(func() { x.expr(e.Len, code.RoleRead) })
		}
		x.typ(e.Elt, code.RoleType)
	case *ast.MapType:
		x.typ(e.Key, code.RoleType)
		x.typ(e.Value, code.RoleType)
	case *ast.ChanType:
		x.typ(e.Value, code.RoleType)
	case *ast.FuncType:
		x.outside(func() { x.funcType(e) })
	case *ast.StructType:
		x.structType(e)
	case *ast.InterfaceType:
		x.interfaceType(e)
	case *ast.IndexExpr:
		x.typ(e.X, role)
		x.outside(func() { x.typ(e.Index, code.RoleType) })
	case *ast.IndexListExpr:
		x.typ(e.X, role)
		x.outside(func() { x.types(e.Indices) })
	case *ast.BinaryExpr: // a union of types
		x.operands(e, func(e ast.Expr) { x.typ(e, code.RoleType) })
	case *ast.UnaryExpr: // ~T
		x.typ(e.X, code.RoleType)
	case *ast.Ellipsis:
		x.typ(e.Elt, code.RoleType)
	default:
		x.expr(e, code.RoleRead)
	}
	x.depth--
}

// outside walks parts of a type whose own structs belong to nothing.
func (x *extractor) outside(walk func()) {
	members := x.members
	x.members = code.NoDefinition
	walk()
	x.members = members
}

func (x *extractor) types(list []ast.Expr) {
	for _, e := range list {
		x.typ(e, code.RoleType)
	}
}

// operands visits the operands of a left-leaning tree of binary operators from
// the left, without recursion: generated code joins thousands of strings.
func (x *extractor) operands(e *ast.BinaryExpr, visit func(ast.Expr)) {
	var right []ast.Expr
	left := ast.Expr(e)
	for {
		b, ok := left.(*ast.BinaryExpr)
		if !ok {
			break
		}
		right = append(right, b.Y)
		left = b.X
	}
	visit(left)
	for i := len(right) - 1; i >= 0; i-- {
		visit(right[i])
	}
}

// funcType walks the types of a signature. Its names are bound only where it
// has a body: their scope is that body, so a type may have a parameter's name.
func (x *extractor) funcType(t *ast.FuncType) {
	x.fieldTypes(t.Params)
	x.fieldTypes(t.Results)
}

func (x *extractor) fieldTypes(l *ast.FieldList) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		x.typ(f.Type, code.RoleType)
	}
}

func (x *extractor) bindFields(l *ast.FieldList) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		for _, id := range f.Names {
			x.bind(id, x.offset(id.NamePos), x.text(f.Type), "")
		}
	}
}

// typeParams binds type parameters; a constraint may use any of them.
func (x *extractor) typeParams(l *ast.FieldList) {
	if l == nil {
		return
	}
	for _, f := range l.List {
		for _, id := range f.Names {
			x.scopes.declare(id.Name)
		}
	}
	x.outside(func() { x.fieldTypes(l) })
}

// receiverType refers to the receiver's type; what stands in its brackets
// are names being declared, not arguments.
func (x *extractor) receiverType(t ast.Expr) {
	for range maxDepth {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			x.bindNames([]ast.Expr{e.Index})
			t = e.X
		case *ast.IndexListExpr:
			x.bindNames(e.Indices)
			t = e.X
		default:
			x.typ(t, code.RoleType)
			return
		}
	}
}

func (x *extractor) bindNames(list []ast.Expr) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			x.scopes.declare(id.Name)
		}
	}
}

// composite walks a literal T{...}. Where T is left out, elided is the type
// the enclosing literal gives.
func (x *extractor) composite(e *ast.CompositeLit, elided ast.Expr) {
	members := x.members
	t := e.Type
	if t == nil {
		t = elided
		if s, ok := t.(*ast.StarExpr); ok {
			t = s.X
		}
	} else {
		x.typ(t, code.RoleNew)
	}
	x.members = code.NoDefinition
	var keys, values ast.Expr
	fields := true
	switch t := t.(type) {
	case *ast.ArrayType:
		values, fields = t.Elt, false
	case *ast.MapType:
		keys, values, fields = t.Key, t.Value, false
	case *ast.Ident:
		fields = !x.keyed[t.Name]
	}
	name := ""
	if fields && t != nil {
		name = code.ChainOf(x.text(t))
	}
	for _, el := range e.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			x.element(el, values)
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && fields {
			if id.Name != "_" {
				x.refer(id, code.RoleWrite, code.QualifierOther, name, false)
			}
		} else {
			x.element(kv.Key, keys)
		}
		x.element(kv.Value, values)
	}
	x.members = members
}

func (x *extractor) element(e, elided ast.Expr) {
	if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
		if x.deeper() {
			x.composite(lit, elided)
			x.depth--
		}
		return
	}
	x.expr(e, code.RoleRead)
}
