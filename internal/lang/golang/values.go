package golang

import (
	"go/ast"
	"go/token"

	"sextant/internal/code"
)

// longestValue is how much of a constant's or variable's value its signature
// shows (bytes).
const longestValue = 60

func (x *extractor) valueSpec(s *ast.ValueSpec, d *ast.GenDecl) {
	def := code.Definition{Kind: code.KindVariable, Doc: x.doc(s.Doc, s.Comment, d.Doc)}
	if d.Tok == token.CONST {
		def.Kind = code.KindConstant
	}
	if s.Type != nil {
		def.Type = x.text(s.Type)
	}
	span, enclosing, members := x.specSpan(s, d), x.enclosing, x.members
	owners := make([]int32, len(s.Names))
	first := code.NoDefinition
	for i, id := range s.Names {
		owners[i] = code.NoDefinition
		if !x.named(id) {
			continue
		}
		def.Exported = ast.IsExported(id.Name)
		def.Signature = x.valueSignature(s, d.Tok, i, def.Type)
		if s.Type == nil {
			def.Value, def.ValueAt = x.assigned(s.Values, len(s.Names), i), x.offset(s.Pos())
		}
		owners[i] = x.define(id, span, x.enclosing, def)
		if first == code.NoDefinition {
			first = owners[i]
		}
	}
	if s.Type != nil {
		x.enclosing, x.members = first, first
		x.typ(s.Type, code.RoleType)
	}
	for i, v := range s.Values {
		x.enclosing, x.members = first, code.NoDefinition
		if len(s.Values) == len(s.Names) {
			x.enclosing = owners[i]
		}
		if literal(v) != nil {
			x.members = x.enclosing
		}
		x.expr(v, code.RoleRead)
	}
	x.enclosing, x.members = enclosing, members
}

// literal is the composite literal that the value is or points to, or nil.
func literal(e ast.Expr) *ast.CompositeLit {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// valueSignature is the i-th name of the spec with its type and, when it is
// short, its value. Of long literals the type before the brace is kept.
func (x *extractor) valueSignature(s *ast.ValueSpec, tok token.Token, i int, typ string) string {
	sig := tok.String() + " " + s.Names[i].Name
	if typ != "" {
		sig += " " + typ
	}
	if len(s.Values) != len(s.Names) {
		if len(s.Values) != 1 {
			return sig
		}
		i = 0 // several names from one call
	}
	v := s.Values[i]
	if text := x.value(x.span(v)); text != "" {
		return sig + " = " + text
	}
	brace := token.NoPos
	if lit := literal(v); lit != nil && lit.Type != nil {
		brace = lit.Lbrace
	} else if f, ok := v.(*ast.FuncLit); ok {
		brace = f.Body.Lbrace
	}
	if brace.IsValid() {
		span := code.Span{Start: x.offset(v.Pos()), End: x.offset(brace)}
		if text := x.oneLine(span.Start, span.End); text != "" && len(text) <= 2*longestValue {
			return sig + " = " + text + "{…}"
		}
	}
	return sig
}

// value is the source of a short value that stands on one line, else "".
func (x *extractor) value(s code.Span) string {
	if s.End-s.Start > longestValue {
		return ""
	}
	for _, b := range x.src[s.Start:s.End] {
		if b == '\n' {
			return ""
		}
	}
	return x.oneLine(s.Start, s.End)
}
