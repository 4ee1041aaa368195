package scala

import (
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// inPattern reports whether the name n stands in a pattern.
func inPattern(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "tuple_pattern", "infix_pattern", "capture_pattern", "repeat_pattern", "alternative_pattern", "named_pattern",
		"named_tuple_pattern", "identifiers":
		return true
	case "case_clause", "catch_clause", "case_class_pattern", "typed_pattern", "val_definition", "var_definition":
		return w.Field(n) == "pattern"
	case "enumerator":
		return n == patternOf(w, p)
	}
	return false
}

// patternOf is the pattern of a for's line, its first part.
func patternOf(w *lang.Walk, enumerator syntax.Node) syntax.Node {
	c := w.FirstChild(enumerator)
	if w.Kind(c) == "case" {
		c = w.Next(c)
	}
	return c
}

// patternName binds a name in a pattern, or records the use of a constant:
// names that begin with a lower-case letter are bound.
func patternName(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "infix_pattern":
		if w.Field(n) == "operator" {
			jvm.Refer(w, n, code.RoleCall, code.QualifierNone, "")
			return
		}
	case "named_pattern":
		if n == w.FirstChild(p) {
			return
		}
	}
	if memberPattern(w, n) {
		if !binds(w, n) && w.Kind(p) != "val_definition" && w.Kind(p) != "var_definition" && w.Kind(p) != "identifiers" {
			jvm.Refer(w, n, code.RoleRead, code.QualifierNone, "")
		}
		return // defined by values
	}
	if binds(w, n) || w.Kind(p) == "val_definition" || w.Kind(p) == "var_definition" || w.Kind(p) == "identifiers" {
		bindVariable(w, n)
	} else {
		jvm.Refer(w, n, code.RoleRead, code.QualifierNone, "")
	}
}

// binds reports whether a name in a pattern is a variable.
func binds(w *lang.Walk, n syntax.Node) bool {
	r, _ := utf8.DecodeRune(w.Text(n))
	return unicode.IsLower(r) || r == '_' || w.Kind(w.Parent(n)) == "capture_pattern" && w.Field(n) == "name"
}

// memberPattern reports whether the pattern around n declares members.
func memberPattern(w *lang.Walk, n syntax.Node) bool {
	for i := 0; i < maxChain; i++ {
		p := w.Parent(n)
		switch w.Kind(p) {
		case "tuple_pattern", "infix_pattern", "capture_pattern", "repeat_pattern", "alternative_pattern", "named_pattern",
			"named_tuple_pattern", "identifiers", "case_class_pattern", "typed_pattern":
			n = p
			continue
		case "val_definition", "var_definition":
			return placeOf(w, p) != inBlock
		}
		break
	}
	return false
}

// each calls do with every name that a pattern binds.
func each(w *lang.Walk, pattern syntax.Node, do func(name syntax.Node)) {
	if pattern == syntax.None {
		return
	}
	count := 0
	for c := pattern; c < w.After(pattern) && count < maxBinders; c++ {
		if w.Kind(c) != "identifier" || w.Start(c) == w.End(c) || !inPattern(w, c) {
			continue
		}
		if k := w.Kind(w.Parent(c)); k == "infix_pattern" && w.Field(c) == "operator" || k == "named_pattern" && c == w.FirstChild(w.Parent(c)) {
			continue
		}
		if binds(w, c) || w.Kind(w.Parent(c)) == "identifiers" {
			do(c)
			count++
		}
	}
}
