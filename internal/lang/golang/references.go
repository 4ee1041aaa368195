package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"sextant/internal/code"
)

// name records a bare use.
func (x *extractor) name(id *ast.Ident, role code.Role) {
	if id.Name == "_" {
		return
	}
	local := x.scopes.local(id.Name)
	if !local && predeclared(id.Name) && !x.shadowed[id.Name] {
		return
	}
	x.refer(id, role, code.QualifierNone, "", local)
}

// selector records e.Sel with what stands before it.
func (x *extractor) selector(e *ast.SelectorExpr, role code.Role) {
	q, text := x.qualifier(e.X)
	x.expr(e.X, code.RoleRead)
	if e.Sel.Name == "_" {
		return
	}
	if q == code.QualifierName && !x.scopes.local(text) {
		x.imports.use(text, e.Sel.Name, x.offset(e.Sel.NamePos))
	}
	x.refer(e.Sel, role, q, text, false)
}

// qualifier describes the expression before a selected name and gives its chain.
func (x *extractor) qualifier(e ast.Expr) (code.Qualifier, string) {
	chain := x.chain(e)
	for range maxDepth {
		switch t := e.(type) {
		case *ast.ParenExpr:
			e = t.X
		case *ast.StarExpr:
			e = t.X
		case *ast.Ident:
			if x.scopes.isReceiver(t.Name) {
				return code.QualifierSelf, code.ChainSelf
			}
			return code.QualifierName, t.Name
		case *ast.SelectorExpr:
			if pathText(x, t) != "" {
				return code.QualifierPath, chain
			}
			return code.QualifierOther, chain
		case *ast.CallExpr:
			if strings.HasSuffix(chain, code.ChainCall) {
				return code.QualifierCall, chain
			}
			return code.QualifierOther, chain
		default:
			return code.QualifierOther, chain
		}
	}
	return code.QualifierOther, ""
}

// longestPath is how many names a qualifying path may have.
const longestPath = 16

// pathText is a dotted name (x, x.y, x.y.z) as written on one line, or ""
// for any other expression.
func pathText(x *extractor, e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	size, to := 0, token.NoPos
	for range longestPath {
		switch t := e.(type) {
		case *ast.SelectorExpr:
			if to == token.NoPos {
				to = t.Sel.End()
			}
			size += 1 + len(t.Sel.Name)
			e = t.X
		case *ast.Ident:
			start, end := x.offset(t.NamePos), x.offset(to)
			if int(end)-int(start) == size+len(t.Name) {
				return x.b.Intern(x.src[start:end])
			}
			return x.brokenPath(start, end)
		default:
			return ""
		}
	}
	return ""
}

// brokenPath is a path with white space or comments in it.
func (x *extractor) brokenPath(start, end uint32) string {
	var out []byte
	for _, b := range x.flatten(start, end) {
		if b != ' ' {
			out = append(out, b)
		}
	}
	return x.b.Intern(out)
}

// builtin reports whether the name means what the language declares.
func (x *extractor) builtin(id *ast.Ident) bool {
	return !x.scopes.local(id.Name) && !x.shadowed[id.Name] && predeclared(id.Name)
}

// expr walks an expression. The role is that of its head: the name or the
// selected name that it comes down to.
func (x *extractor) expr(e ast.Expr, role code.Role) {
	if e == nil || !x.deeper() {
		return
	}
	switch e := e.(type) {
	case *ast.Ident:
		x.name(e, role)
	case *ast.SelectorExpr:
		x.selector(e, role)
	case *ast.CallExpr:
		x.call(e)
	case *ast.BasicLit, *ast.BadExpr:
	case *ast.BinaryExpr:
		if _, deep := e.X.(*ast.BinaryExpr); deep {
			x.operands(e, func(e ast.Expr) { x.expr(e, code.RoleRead) })
		} else {
			x.expr(e.X, code.RoleRead)
			x.expr(e.Y, code.RoleRead)
		}
	case *ast.UnaryExpr:
		x.expr(e.X, code.RoleRead)
	case *ast.StarExpr:
		x.expr(e.X, code.RoleRead)
	case *ast.ParenExpr:
		x.expr(e.X, role)
	case *ast.IndexExpr:
		if role == code.RoleCall && x.instantiates(e) {
			x.expr(e.X, role)
			x.typ(e.Index, code.RoleType)
		} else {
			x.expr(e.X, code.RoleRead)
			x.expr(e.Index, code.RoleRead)
		}
	case *ast.IndexListExpr:
		x.expr(e.X, role)
		x.types(e.Indices)
	case *ast.SliceExpr:
		x.expr(e.X, code.RoleRead)
		x.expr(e.Low, code.RoleRead)
		x.expr(e.High, code.RoleRead)
		x.expr(e.Max, code.RoleRead)
	case *ast.CompositeLit:
		x.composite(e, nil)
	case *ast.FuncLit:
		x.funcLit(e)
	case *ast.TypeAssertExpr:
		x.expr(e.X, code.RoleRead)
		x.typ(e.Type, code.RoleType)
	case *ast.KeyValueExpr:
		x.expr(e.Key, code.RoleRead)
		x.expr(e.Value, code.RoleRead)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType, *ast.Ellipsis:
		x.typ(e, code.RoleType)
	}
	x.depth--
}

// call walks f(args) and the conversions that look like it.
func (x *extractor) call(e *ast.CallExpr) {
	args := e.Args
	switch f := e.Fun.(type) {
	case *ast.Ident:
		if len(args) > 0 && x.builtin(f) {
			switch f.Name {
			case "new":
				x.typ(args[0], code.RoleNew)
				args = args[1:]
			case "make":
				x.typ(args[0], code.RoleType)
				args = args[1:]
			}
		} else {
			x.name(f, code.RoleCall)
		}
	case *ast.ParenExpr:
		if s, ok := f.X.(*ast.StarExpr); ok {
			x.typ(s, code.RoleType) // (*T)(v)
		} else {
			x.expr(f.X, code.RoleCall)
		}
	default:
		x.expr(f, code.RoleCall)
	}
	for _, a := range args {
		x.expr(a, code.RoleRead)
	}
}

// instantiates reports whether f[t] in a call's place gives type arguments
// and does not pick a function from a map or slice.
func (x *extractor) instantiates(e *ast.IndexExpr) bool {
	if id, ok := e.X.(*ast.Ident); ok && x.scopes.local(id.Name) {
		return false
	}
	switch t := e.Index.(type) {
	case *ast.Ident:
		return predeclared(t.Name) || ast.IsExported(t.Name) || !x.scopes.local(t.Name)
	case *ast.SelectorExpr, *ast.StarExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType,
		*ast.StructType, *ast.InterfaceType, *ast.IndexListExpr:
		return true
	}
	return false
}

func (x *extractor) funcLit(e *ast.FuncLit) {
	members := x.members
	x.members = code.NoDefinition
	outer := x.scopes.open(x.offset(e.End()))
	x.funcType(e.Type)
	x.bindFields(e.Type.Params)
	x.bindFields(e.Type.Results)
	if e.Body != nil {
		x.stmts(e.Body.List)
	}
	x.scopes.close(outer)
	x.members = members
}
