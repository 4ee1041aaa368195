package ruby

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// use records a method's name that stands in a symbol. In a class's body it is
// that of a member which values of the class have.
func (s *state) use(w *lang.Walk, name code.Span, role code.Role) {
	r := code.Reference{Name: textAt(w, name), Span: name, Line: w.Line(name.Start), Role: role}
	if f := &s.frames[len(s.frames)-1]; f.owner != code.NoDefinition && f.target == "" && !f.static && !upper(r.Name[0]) {
		r.Qualifier, r.QualifierText = code.QualifierOther, code.ChainSelf+".new"+code.ChainCall
	}
	w.AddReference(r)
}

func (s *state) symbolUse(w *lang.Walk, n syntax.Node, role code.Role) {
	if span, ok := literalName(w, n); ok {
		s.use(w, span, role)
	}
}

// symbol handles symbols that name methods: &:name, send(:name), callbacks.
func symbol(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "block_argument":
		span := w.Span(n)
		span.Start++
		s := stateOf(w)
		s.top(n)
		chain := ""
		if c := w.Parent(w.Parent(p)); w.Kind(c) == "call" && w.Child(c, "receiver") != syntax.None {
			chain = code.ChainStep(s.chainOf(w, w.Child(c, "receiver")), code.ChainItem)
		}
		w.AddReference(code.Reference{Name: textAt(w, span), Span: span, Line: w.Line(span.Start), Role: code.RoleCall,
			Qualifier: code.QualifierOther, QualifierText: chain})
	case "argument_list":
		c := w.Parent(p)
		method := w.Text(w.Child(c, "method"))
		if w.Child(c, "receiver") != syntax.None {
			if macros[string(method)] == macroSymbols && w.NamedChild(p, 0) == n {
				span := w.Span(n)
				span.Start++
				s := stateOf(w)
				s.top(n)
				_, chain := s.qualifier(w, w.Child(c, "receiver"))
				if chain == "self" {
					chain = code.ChainSelf
				}
				w.AddReference(code.Reference{Name: textAt(w, span), Span: span, Line: w.Line(span.Start), Role: code.RoleCall,
					Qualifier: code.QualifierOther, QualifierText: chain})
			}
			return
		}
		if callback(method) || macros[string(method)] == macroSymbols && (w.NamedChild(p, 0) == n || method[0] == 'h') {
			stateOf(w).symbolUse(w, n, code.RoleCall)
		}
	case "pair":
		switch string(w.Text(w.Child(p, "key"))) {
		case "if", "unless", "with":
			s := stateOf(w)
			if f := s.top(n); f.owner != code.NoDefinition && w.Field(n) == "value" && w.Kind(w.Parent(p)) == "argument_list" {
				s.symbolUse(w, n, code.RoleCall)
			}
		}
	}
}

// callback reports whether a class macro takes names of methods to call:
// before_action, after_commit, validate.
func callback(method []byte) bool {
	for _, prefix := range [...]string{"before_", "after_", "around_", "skip_", "prepend_before_", "append_before_"} {
		if bytes.HasPrefix(method, []byte(prefix)) {
			return true
		}
	}
	return string(method) == "validate"
}
