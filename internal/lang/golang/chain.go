package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"sextant/internal/code"
)

// bind declares a local name with what is known of its value, from an offset on.
func (x *extractor) bind(id *ast.Ident, from uint32, typ, value string) {
	if id.Name == "_" || id.Name == "" {
		return
	}
	x.scopes.declare(id.Name)
	x.b.AddBinding(code.Binding{Name: id.Name, At: x.offset(id.NamePos), Scope: code.Span{Start: from, End: x.scopes.end}, Type: typ, Value: value})
}

// assigned is the chain of the i-th of several names that the values are given to.
func (x *extractor) assigned(values []ast.Expr, names, i int) string {
	switch {
	case len(values) == names:
		return x.chain(values[i])
	case len(values) != 1:
		return ""
	}
	v := ast.Unparen(values[0])
	if _, call := v.(*ast.CallExpr); call {
		if i < 10 {
			return code.ChainStep(x.chain(v), "#"+string(rune('0'+i)))
		}
		return ""
	}
	if i == 0 { // v, ok := m[k], x.(T), <-c
		return x.chain(v)
	}
	return ""
}

// longestChain bounds how deep an expression is looked into. Each selector of a
// long one asks anew for what stands before it.
const longestChain = 24

// chain says what the expression's type follows from.
func (x *extractor) chain(e ast.Expr) string { return x.chainTo(e, longestChain) }

func (x *extractor) chainTo(e ast.Expr, left int) string {
	if left == 0 {
		return ""
	}
	left--
	switch e := e.(type) {
	case *ast.Ident:
		switch {
		case x.scopes.isReceiver(e.Name):
			return code.ChainSelf
		case x.builtin(e) || e.Name == "_":
			return ""
		}
		return e.Name
	case *ast.SelectorExpr:
		return code.ChainStep(x.chainTo(e.X, left), "."+e.Sel.Name)
	case *ast.CallExpr:
		return x.callChain(e, left)
	case *ast.CompositeLit:
		if e.Type != nil {
			return x.typeChain(e.Type)
		}
	case *ast.ParenExpr:
		return x.chainTo(e.X, left)
	case *ast.StarExpr:
		return x.chainTo(e.X, left)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return code.ChainStep(x.chainTo(e.X, left), code.ChainItem)
		}
		return x.chainTo(e.X, left)
	case *ast.TypeAssertExpr:
		if e.Type != nil {
			return x.typeChain(e.Type)
		}
	case *ast.IndexExpr:
		return code.ChainStep(x.chainTo(e.X, left), code.ChainItem)
	case *ast.IndexListExpr:
		return x.chainTo(e.X, left)
	case *ast.SliceExpr:
		return x.chainTo(e.X, left)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
			return code.ChainOf("bool")
		}
		return code.ChainOr(x.chainTo(e.X, left), x.chainTo(e.Y, left))
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return code.ChainOf("string")
		}
	case *ast.FuncLit:
		return x.typeChain(e.Type)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType:
		return x.typeChain(e) // of a conversion
	}
	return ""
}

// longestType bounds the types of values that are followed (bytes).
const longestType = 120

func (x *extractor) typeChain(t ast.Expr) string {
	if s := x.span(t); s.End-s.Start > longestType {
		return ""
	}
	return code.ChainOf(x.text(t))
}

func (x *extractor) callChain(c *ast.CallExpr, left int) string {
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		if !x.builtin(f) {
			break
		}
		if len(c.Args) > 0 {
			switch f.Name {
			case "new", "make":
				return x.typeChain(c.Args[0])
			case "append", "min", "max":
				return x.chainTo(c.Args[0], left)
			}
		}
		return code.ChainOf(f.Name) // a conversion, or len and the like
	case *ast.StarExpr:
		return x.typeChain(f.X) // (*T)(v)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType:
		return x.typeChain(f)
	}
	return code.ChainStep(x.chainTo(c.Fun, left), code.ChainCall)
}

// typeParamList gives the type parameters with their constraints.
func (x *extractor) typeParamList(l *ast.FieldList) (out []code.Param) {
	if l == nil {
		return nil
	}
	for _, f := range l.List {
		for _, id := range f.Names {
			out = append(out, code.Param{Name: id.Name, Type: x.text(f.Type)})
		}
	}
	return out
}

// receiverParams gives the names by which a method knows the type parameters of
// its receiver.
func receiverParams(t ast.Expr) (out []code.Param) {
	for range maxDepth {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			if id, ok := e.Index.(*ast.Ident); ok {
				out = append(out, code.Param{Name: id.Name})
			}
			return out
		case *ast.IndexListExpr:
			for _, i := range e.Indices {
				if id, ok := i.(*ast.Ident); ok {
					out = append(out, code.Param{Name: id.Name})
				}
			}
			return out
		default:
			return nil
		}
	}
	return nil
}

// list is several types with commas between them.
func (x *extractor) list(types []ast.Expr) string {
	parts := make([]string, len(types))
	for i, t := range types {
		parts[i] = x.text(t)
	}
	return strings.Join(parts, ", ")
}
