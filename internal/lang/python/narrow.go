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
	if _, container := forms[lastName(typ)]; container || lastName(typ) == "tuple" {
		return // the class does not say of what
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
			if whole, ok := allLeave(w, p); ok {
				add(code.Span{Start: w.End(whole), End: w.End(blockAround(w, whole))})
			}
			return
		default:
			return
		}
		c = p
	}
}

// allLeave finds the if statement of a branch and reports whether that branch
// and those before it all end by leaving the blocks around.
func allLeave(w *lang.Walk, branch syntax.Node) (whole syntax.Node, ok bool) {
	whole = branch
	if w.Kind(branch) == "elif_clause" {
		whole = w.Parent(branch)
	}
	if !leaves(w, w.Child(branch, "consequence")) {
		return whole, false
	}
	if branch == whole {
		return whole, true
	}
	if !leaves(w, w.Child(whole, "consequence")) {
		return whole, false
	}
	before := 0
	for c := w.FirstChild(whole); c != branch && c != syntax.None; c = w.Next(c) {
		if before++; before > maxNesting {
			return whole, false // each branch of a long one asks anew
		}
		if w.Kind(c) == "elif_clause" && !leaves(w, w.Child(c, "consequence")) {
			return whole, false
		}
	}
	return whole, true
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
