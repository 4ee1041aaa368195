package python

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// narrowed handles isinstance(name, Class): where it has been found true the
// name is an instance of the class.
func (s *state) narrowed(w *lang.Walk, call syntax.Node) {
	arguments := w.Child(call, "arguments")
	name := w.NamedChild(arguments, 0)
	if w.Kind(name) == "named_expression" {
		name = w.Child(name, "name")
	}
	typ := classNames(w, w.NamedChild(arguments, 1))
	if w.Kind(name) != "identifier" || typ == "" {
		return
	}
	add := func(span code.Span) {
		w.AddBinding(code.Binding{Name: w.Name(name), At: w.Start(name), Scope: span, Type: typ})
	}
	holds := true // what c is wherever the name is such an instance
	c := call
	for range maxChain {
		p := w.Parent(c)
		switch w.Kind(p) {
		case "parenthesized_expression":
		case "not_operator":
			holds = !holds
		case "boolean_operator":
			// The right side of "and" runs where the left is true, and both are
			// where the whole is; "or" is the same with false.
			if holds != (w.Kind(w.Child(p, "operator")) == "and") {
				return
			}
			if w.Child(p, "left") == c {
				add(w.Span(w.Child(p, "right")))
			}
		case "conditional_expression":
			if w.NamedChild(p, 1) != c {
				return
			}
			if holds {
				add(w.Span(w.NamedChild(p, 0)))
			} else {
				add(w.Span(w.NamedChild(p, 2)))
			}
			return
		case "assert_statement":
			if holds && w.NamedChild(p, 0) == c {
				add(code.Span{Start: w.End(p), End: w.End(blockAround(w, p))})
			}
			return
		case "if_clause": // of a comprehension
			if holds {
				add(w.Span(w.Parent(p)))
			}
			return
		case "while_statement":
			if holds && w.Field(c) == "condition" {
				add(w.Span(w.Child(p, "body")))
			}
			return
		case "if_statement", "elif_clause":
			if w.Field(c) != "condition" {
				return
			}
			body := w.Child(p, "consequence")
			if holds {
				add(w.Span(body))
				return
			}
			if next := w.Next(body); next != syntax.None && w.Kind(next) == "else_clause" {
				add(w.Span(next))
			}
			if w.Kind(p) == "if_statement" && leaves(w, body) {
				add(code.Span{Start: w.End(p), End: w.End(blockAround(w, p))})
			}
			return
		default:
			return
		}
		c = p
	}
}

// leaves reports whether a block ends by leaving the blocks around it.
func leaves(w *lang.Walk, block syntax.Node) bool {
	last := syntax.None
	for c := w.FirstChild(block); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Kind(c) != "comment" {
			last = c
		}
	}
	switch w.Kind(last) {
	case "return_statement", "raise_statement", "continue_statement", "break_statement":
		return true
	}
	return false
}
