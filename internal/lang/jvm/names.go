package jvm

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Refer records a use of the name at n, its backquotes left out.
func Refer(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, text string) {
	span := w.Span(n)
	if span.Start >= span.End {
		return
	}
	if w.Source[span.Start] != '`' {
		w.Refer(n, role, q, text)
		return
	}
	span = Unquoted(w, span)
	w.AddReference(code.Reference{Name: Unquote(w.Name(n)), Span: span, Line: w.Line(span.Start), Role: role,
		Qualifier: q, QualifierText: text})
}

// Unquoted is a name's span without the backquotes around it.
func Unquoted(w *lang.Walk, s code.Span) code.Span {
	if s.End-s.Start > 2 && w.Source[s.Start] == '`' && w.Source[s.End-1] == '`' {
		return code.Span{Start: s.Start + 1, End: s.End - 1}
	}
	return s
}

// Bind binds the name at n, its backquotes left out, in the block around it.
func Bind(w *lang.Walk, n syntax.Node) { w.Bind(Unquote(w.Name(n)), lang.ScopeBlock) }
