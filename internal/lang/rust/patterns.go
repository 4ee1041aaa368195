package rust

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// bind makes the name at n local from the start of the innermost scope.
func bind(w *lang.Walk, n syntax.Node) {
	_, name := nameAt(w, n)
	w.Bind(name, lang.ScopeBlock)
}

// bind makes the name at n local: at once, or where the let around it holds.
func (s *state) bind(w *lang.Walk, n syntax.Node) {
	if k := len(s.lets); k > 0 && n < s.lets[k-1].pattern {
		_, name := nameAt(w, n)
		s.names = append(s.names, name)
		return
	}
	bind(w, n)
}

// pattern handles a bare name in a pattern: it binds, unless it is spelt like
// a constant or a variant.
func (s *state) pattern(w *lang.Walk, n syntax.Node) {
	if capital(w.Text(n)) {
		refer(w, n, code.RoleRead, code.QualifierNone, "")
		return
	}
	s.bind(w, n)
}

// open begins a let whose pattern the walk comes to next.
func (s *state) open(w *lang.Walk, pattern, from, until syntax.Node) {
	if pattern != syntax.None {
		s.lets = append(s.lets, let{pattern: w.After(pattern), from: from, until: until, names: len(s.names)})
	}
}

func letDeclaration(s *state, w *lang.Walk, n syntax.Node) {
	s.items = true
	pattern := w.Child(n, "pattern")
	s.open(w, pattern, w.After(n), w.After(w.Parent(n)))
	names(w, pattern, code.Span{Start: w.End(n), End: w.End(w.Parent(n))}, knownType(typeText(w, w.Child(n, "type"))), chain(w, w.Child(n, "value")), deepest)
}

// letCondition handles "let" in the condition of an if, a while or a match
// arm: its names hold in the rest of that.
func letCondition(s *state, w *lang.Walk, n syntax.Node) {
	around := w.Parent(n)
	for range maxChain {
		switch w.Kind(around) {
		case "let_chain", "match_pattern", "binary_expression", "parenthesized_expression":
			around = w.Parent(around)
			continue
		}
		break
	}
	if around != syntax.None {
		pattern := w.Child(n, "pattern")
		s.open(w, pattern, w.After(n), w.After(around))
		names(w, pattern, code.Span{Start: w.End(n), End: w.End(around)}, "", chain(w, w.Child(n, "value")), deepest)
	}
}

// forExpression handles a loop, whose names hold in its body.
func forExpression(s *state, w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	if body := w.Child(n, "body"); body != syntax.None {
		pattern := w.Child(n, "pattern")
		s.open(w, pattern, body, w.After(n))
		names(w, pattern, w.Span(body), "", code.ChainStep(chain(w, w.Child(n, "value")), ".into_iter", code.ChainCall, code.ChainItem), deepest)
	}
}

// knownType is a declared type, "" where parts of it are left to the compiler.
func knownType(text string) string {
	if text == "_" || strings.Contains(text, "<_") || strings.Contains(text, " _>") || strings.Contains(text, "[_") {
		return ""
	}
	return text
}
