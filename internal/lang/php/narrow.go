package php

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// This file binds variables anew where a condition says what they are.

// fact is what a condition says of a variable: its type, or the chain of it.
type fact struct {
	name, typ, value string
}

// deepestCondition bounds how deep a condition is read.
const deepestCondition = 16

// factsOf says what holds of variables where condition n is true, or false.
func factsOf(w *lang.Walk, n syntax.Node, truth bool, left int) []fact {
	if left == 0 {
		return nil
	}
	left--
	switch w.Kind(n) {
	case "parenthesized_expression":
		return factsOf(w, w.NamedChild(n, 0), truth, left)
	case "unary_op_expression":
		if w.Kind(w.Child(n, "operator")) == "!" {
			return factsOf(w, w.Child(n, "argument"), !truth, left)
		}
	case "binary_expression":
		a, b := w.Child(n, "left"), w.Child(n, "right")
		op := w.Kind(w.Child(n, "operator"))
		switch op {
		case "instanceof":
			if truth {
				return instanceFact(w, a, b)
			}
		case "&&", "and":
			if truth {
				return append(factsOf(w, a, true, left), factsOf(w, b, true, left)...)
			}
			return either(factsOf(w, a, false, left), factsOf(w, b, false, left))
		case "||", "or":
			if !truth {
				return append(factsOf(w, a, false, left), factsOf(w, b, false, left)...)
			}
			return either(factsOf(w, a, true, left), factsOf(w, b, true, left))
		case "===", "==", "!==", "!=":
			if truth == (op == "===" || op == "==") {
				return append(classFact(w, a, b), classFact(w, b, a)...)
			}
		}
	case "function_call_expression":
		if truth && isWord(w.Text(w.Child(n, "function")), "is_a") {
			args := w.Child(n, "arguments")
			return classOf(w, argument(w, args, 0), argument(w, args, 1))
		}
	}
	return nil
}

// either is what holds where one of two conditions does: types of variables of
// which both say something.
func either(a, b []fact) (out []fact) {
	for _, x := range a {
		for _, y := range b {
			if x.name == y.name && x.typ != "" && y.typ != "" {
				out = append(out, fact{name: x.name, typ: x.typ + "|" + y.typ})
			}
		}
	}
	return out
}

func instanceFact(w *lang.Walk, object, class syntax.Node) []fact {
	name := narrowed(w, object)
	if name == "" {
		return nil
	}
	switch w.Kind(class) {
	case "name", "qualified_name", "relative_name":
		if t := w.Name(class); !isWord(w.Text(class), "parent") {
			return []fact{{name: name, typ: t}}
		}
	}
	return nil
}

// narrowed is the variable that an expression is the value of.
func narrowed(w *lang.Walk, n syntax.Node) string {
	for w.Kind(n) == "parenthesized_expression" {
		n = w.NamedChild(n, 0)
	}
	if w.Kind(n) == "assignment_expression" {
		n = w.Child(n, "left")
	}
	switch w.Kind(n) {
	case "variable_name":
		if isPlain(w, n) && string(w.Text(n)) != "$this" {
			return w.Name(n)
		}
	case "member_access_expression", "nullsafe_member_access_expression", "scoped_property_access_expression":
		if c := chain(w, n); strings.IndexByte(c, '.') > 0 && !strings.ContainsAny(c, "()[]<|*") {
			return c
		}
	}
	return ""
}

// classFact reads get_class($x) === Foo::class and $x::class === Foo::class.
func classFact(w *lang.Walk, a, class syntax.Node) []fact {
	switch w.Kind(a) {
	case "function_call_expression":
		if isWord(w.Text(w.Child(a, "function")), "get_class") {
			return classOf(w, argument(w, w.Child(a, "arguments"), 0), class)
		}
	case "class_constant_access_expression":
		if strings.HasSuffix(w.Name(a), "::class") {
			return classOf(w, w.FirstChild(a), class)
		}
	}
	return nil
}

// classOf reads that an object is of the class of Foo::class.
func classOf(w *lang.Walk, object, class syntax.Node) []fact {
	name := narrowed(w, object)
	if name == "" || w.Kind(class) != "class_constant_access_expression" || !strings.HasSuffix(w.Name(class), "::class") {
		return nil
	}
	switch c := w.FirstChild(class); w.Kind(c) {
	case "name", "qualified_name":
		return []fact{{name: name, typ: w.Name(c)}}
	}
	return nil
}

// narrow binds what a condition says in a stretch.
func narrow(w *lang.Walk, facts []fact, from, to uint32) {
	for _, f := range facts {
		w.AddBinding(code.Binding{Name: f.name, At: from, Scope: code.Span{Start: from, End: to}, Type: f.typ, Value: f.value})
	}
}

// condition narrows by the condition of an if, a loop, a ternary or an arm.
func condition(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	cond, body := w.Child(n, "condition"), w.Child(n, "body")
	if cond == syntax.None {
		return
	}
	yes := factsOf(w, cond, true, deepestCondition)
	if body != syntax.None {
		narrow(w, yes, w.Start(body), w.End(body))
	}
	switch w.Kind(n) {
	case "conditional_expression":
		alternative := w.Child(n, "alternative")
		narrow(w, factsOf(w, cond, false, deepestCondition), w.Start(alternative), w.End(alternative))
	case "if_statement":
		no := factsOf(w, cond, false, deepestCondition)
		if len(no) == 0 || body == syntax.None {
			return
		}
		if w.Child(n, "alternative") != syntax.None {
			narrow(w, no, w.End(body), w.End(n))
		}
		if endsThere(w, body) || w.Kind(body) != "compound_statement" && endsAlone(w, body) {
			b := here(w, w.Start(n))
			if w.Child(n, "alternative") == syntax.None {
				narrow(w, no, w.End(n), b.span.End)
			}
		}
	}
}

// endsAlone reports whether a body without braces is a statement that does not
// run on.
func endsAlone(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "return_statement", "continue_statement", "break_statement", "exit_statement":
		return true
	case "expression_statement":
		return w.Kind(w.NamedChild(n, 0)) == "throw_expression"
	}
	return false
}

// logical narrows the right side of && and || by the left one.
func logical(w *lang.Walk, n syntax.Node) {
	truth := true
	switch w.Kind(w.Child(n, "operator")) {
	case "&&", "and":
	case "||", "or":
		truth = false
	default:
		return
	}
	settle(w, n)
	right := w.Child(n, "right")
	narrow(w, factsOf(w, w.Child(n, "left"), truth, deepestCondition), w.Start(right), w.End(right))
}

// arm narrows what an arm of match (true) gives.
func arm(w *lang.Walk, n syntax.Node) {
	result := w.Child(n, "return_expression")
	list := w.Child(n, "conditional_expressions")
	if result == syntax.None || w.NamedChild(list, 1) != syntax.None {
		return
	}
	narrow(w, factsOf(w, w.NamedChild(list, 0), true, deepestCondition), w.Start(result), w.End(result))
}

// asserted narrows behind assert($x instanceof Foo).
func asserted(w *lang.Walk, n syntax.Node) {
	f := w.Child(n, "function")
	if !isWord(w.Text(f), "assert") && string(w.Text(f)) != `\assert` {
		return
	}
	b := here(w, w.Start(n))
	narrow(w, factsOf(w, argument(w, w.Child(n, "arguments"), 0), true, deepestCondition), w.End(n), b.span.End)
}
