package golang

import (
	"go/ast"
	"go/token"

	"sextant/internal/code"
)

func (x *extractor) stmts(list []ast.Stmt) {
	for _, s := range list {
		x.stmt(s)
	}
}

func (x *extractor) exprs(list []ast.Expr, role code.Role) {
	for _, e := range list {
		x.expr(e, role)
	}
}

func (x *extractor) block(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	outer := x.scopes.open(x.offset(b.End()))
	x.stmts(b.List)
	x.scopes.close(outer)
}

func (x *extractor) stmt(s ast.Stmt) {
	if s == nil || !x.deeper() {
		return
	}
	switch s := s.(type) {
	case *ast.ExprStmt:
		x.expr(s.X, code.RoleRead)
	case *ast.AssignStmt:
		x.assign(s)
	case *ast.BlockStmt:
		x.block(s)
	case *ast.IfStmt:
		x.ifStmt(s)
	case *ast.ReturnStmt:
		x.exprs(s.Results, code.RoleRead)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			x.genDecl(d, true)
		}
	case *ast.IncDecStmt:
		x.expr(s.X, code.RoleWrite)
	case *ast.GoStmt:
		x.expr(s.Call, code.RoleRead)
	case *ast.DeferStmt:
		x.expr(s.Call, code.RoleRead)
	case *ast.SendStmt:
		x.expr(s.Chan, code.RoleRead)
		x.expr(s.Value, code.RoleRead)
	case *ast.LabeledStmt:
		x.stmt(s.Stmt)
	case *ast.ForStmt:
		outer := x.scopes.open(x.offset(s.End()))
		x.stmt(s.Init)
		x.expr(s.Cond, code.RoleRead)
		x.stmt(s.Post)
		x.block(s.Body)
		x.scopes.close(outer)
	case *ast.RangeStmt:
		x.rangeStmt(s)
	case *ast.SwitchStmt:
		outer := x.scopes.open(x.offset(s.End()))
		x.stmt(s.Init)
		x.expr(s.Tag, code.RoleRead)
		x.clauses(s.Body, nil, "", false)
		x.scopes.close(outer)
	case *ast.TypeSwitchStmt:
		x.typeSwitch(s)
	case *ast.SelectStmt:
		x.clauses(s.Body, nil, "", false)
	}
	x.depth--
}

// assign walks an assignment. In a := b the right side is read before the
// left side's names exist; a name that exists in this block is written, not declared.
func (x *extractor) assign(s *ast.AssignStmt) {
	if s.Tok != token.DEFINE {
		x.exprs(s.Lhs, code.RoleWrite)
		x.exprs(s.Rhs, code.RoleRead)
		return
	}
	for _, e := range s.Lhs {
		if id, ok := e.(*ast.Ident); !ok || x.scopes.declaredHere(id.Name) {
			x.expr(e, code.RoleWrite)
		}
	}
	x.exprs(s.Rhs, code.RoleRead)
	for i, e := range s.Lhs {
		if id, ok := e.(*ast.Ident); ok && !x.scopes.declaredHere(id.Name) {
			x.bind(id, x.offset(s.End()), "", x.assigned(s.Rhs, len(s.Lhs), i))
		}
	}
}

// ifStmt walks a chain of else-ifs in a loop: generated code makes long ones.
func (x *extractor) ifStmt(s *ast.IfStmt) {
	bottom := outerBlock{x.scopes.block, x.scopes.end}
	first := len(x.scopes.log)
	end := x.offset(s.End()) // of the whole chain: asking each link would walk the rest of it
	for s != nil {
		x.scopes.open(end)
		x.stmt(s.Init)
		x.expr(s.Cond, code.RoleRead)
		x.block(s.Body)
		next, chained := s.Else.(*ast.IfStmt)
		if !chained && s.Else != nil {
			x.stmt(s.Else)
		}
		s = next
	}
	x.scopes.block = first
	x.scopes.close(bottom)
}

func (x *extractor) rangeStmt(s *ast.RangeStmt) {
	outer := x.scopes.open(x.offset(s.End()))
	if s.Tok == token.DEFINE {
		x.expr(s.X, code.RoleRead)
		chain := x.chain(s.X)
		for i, e := range []ast.Expr{s.Key, s.Value} {
			if id, ok := e.(*ast.Ident); ok {
				x.bind(id, x.offset(s.X.End()), "", code.ChainStep(chain, []string{code.ChainKey, code.ChainItem}[i]))
			}
		}
	} else {
		x.expr(s.Key, code.RoleWrite)
		x.expr(s.Value, code.RoleWrite)
		x.expr(s.X, code.RoleRead)
	}
	x.block(s.Body)
	x.scopes.close(outer)
}

func (x *extractor) typeSwitch(s *ast.TypeSwitchStmt) {
	outer := x.scopes.open(x.offset(s.End()))
	x.stmt(s.Init)
	var guard *ast.Ident
	chain := ""
	if a, ok := s.Assign.(*ast.AssignStmt); ok && a.Tok == token.DEFINE && len(a.Lhs) == 1 {
		guard, _ = a.Lhs[0].(*ast.Ident)
		x.exprs(a.Rhs, code.RoleRead)
		if t, ok := a.Rhs[0].(*ast.TypeAssertExpr); ok {
			chain = x.chain(t.X)
		}
	} else {
		x.stmt(s.Assign)
	}
	x.clauses(s.Body, guard, chain, true)
	x.scopes.close(outer)
}

// clauses walks the cases of a switch or select. Each is a block of its own,
// in which a type switch declares its guard.
func (x *extractor) clauses(body *ast.BlockStmt, guard *ast.Ident, chain string, types bool) {
	if body == nil {
		return
	}
	for _, s := range body.List {
		outer := x.scopes.open(x.offset(s.End()))
		switch c := s.(type) {
		case *ast.CaseClause:
			if types {
				x.types(c.List)
			} else {
				x.exprs(c.List, code.RoleRead)
			}
			if guard != nil {
				typ, value := "", chain
				if len(c.List) == 1 {
					typ, value = x.text(c.List[0]), ""
				}
				x.bind(guard, x.offset(c.Colon), typ, value)
			}
			x.stmts(c.Body)
		case *ast.CommClause:
			x.stmt(c.Comm)
			x.stmts(c.Body)
		default:
			x.stmt(s)
		}
		x.scopes.close(outer)
	}
}

// localValues walks a var or const declared in a function: its names exist
// after it.
func (x *extractor) localValues(s *ast.ValueSpec) {
	members := x.members
	x.members = code.NoDefinition
	x.typ(s.Type, code.RoleType)
	x.exprs(s.Values, code.RoleRead)
	typ := ""
	if s.Type != nil {
		typ = x.text(s.Type)
	}
	for i, id := range s.Names {
		value := ""
		if typ == "" {
			value = x.assigned(s.Values, len(s.Names), i)
		}
		x.bind(id, x.offset(s.End()), typ, value)
	}
	x.members = members
}
