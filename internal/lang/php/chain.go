package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// This file says from what the type of an expression follows.

// chainNodes bounds how many nodes are looked at for one chain, and
// chainElements how many elements or arms of one node.
const (
	chainNodes    = 48
	chainElements = 3
)

// chainer reads one expression.
type chainer struct {
	w    *lang.Walk
	left int
}

// chain says what the expression's type follows from.
func chain(w *lang.Walk, n syntax.Node) string {
	c := chainer{w, chainNodes}
	return c.of(n)
}

func (c *chainer) of(n syntax.Node) string {
	if n == syntax.None || c.left == 0 {
		return ""
	}
	c.left--
	w := c.w
	switch w.Kind(n) {
	case "variable_name":
		switch {
		case !isPlain(w, n):
			return ""
		case string(w.Text(n)) == "$this":
			return code.ChainSelf
		}
		return w.Name(n)
	case "parenthesized_expression", "error_suppression_expression", "clone_expression", "by_ref", "argument", "sequence_expression":
		return c.of(w.NamedChild(n, 0))
	case "member_access_expression", "nullsafe_member_access_expression":
		return c.member(w.Child(n, "object"), w.Child(n, "name"))
	case "member_call_expression", "nullsafe_member_call_expression":
		return code.ChainStep(c.member(w.Child(n, "object"), w.Child(n, "name")), code.ChainCall)
	case "scoped_call_expression":
		return code.ChainStep(c.member(w.Child(n, "scope"), w.Child(n, "name")), code.ChainCall)
	case "scoped_property_access_expression":
		return c.member(w.Child(n, "scope"), w.ChildOfKind(w.Child(n, "name"), "name"))
	case "class_constant_access_expression":
		name := w.ChildOfKind(n, "::")
		for name != syntax.None && !w.IsNamed(name) {
			name = w.Next(name)
		}
		if isWord(w.Text(name), "class") {
			return c.scope(w.FirstChild(n))
		}
		return c.member(w.FirstChild(n), name)
	case "name", "qualified_name", "relative_name", "relative_scope":
		return c.scope(n)
	case "function_call_expression":
		return c.call(n)
	case "object_creation_expression":
		return c.made(n)
	case "subscript_expression":
		return code.ChainStep(c.of(w.NamedChild(n, 0)), code.ChainItem)
	case "assignment_expression", "reference_assignment_expression":
		return c.of(w.Child(n, "right"))
	case "augmented_assignment_expression":
		if w.Kind(w.Child(n, "operator")) == "??=" {
			return code.ChainOr(c.of(w.Child(n, "left")), c.of(w.Child(n, "right")))
		}
		return code.ChainOf("string")
	case "conditional_expression":
		body := w.Child(n, "body")
		if body == syntax.None {
			body = w.Child(n, "condition")
		}
		return code.ChainOr(c.of(body), c.of(w.Child(n, "alternative")))
	case "binary_expression":
		switch w.Kind(w.Child(n, "operator")) {
		case "??":
			return code.ChainOr(c.of(w.Child(n, "left")), c.of(w.Child(n, "right")))
		case "+":
			return code.ChainOr(c.of(w.Child(n, "left")), c.of(w.Child(n, "right")))
		}
		return code.ChainOf("bool")
	case "match_expression":
		return c.match(n)
	case "array_creation_expression":
		return c.array(n)
	case "anonymous_function", "arrow_function":
		if t := w.Child(n, "return_type"); t != syntax.None {
			return code.ChainOf("Closure(): " + text(w, t))
		}
		return code.ChainOf("Closure")
	case "cast_expression":
		switch t := w.Text(w.Child(n, "type")); {
		case isWord(t, "array"):
			return c.of(w.Child(n, "value"))
		case isWord(t, "object"):
			return ""
		}
		return code.ChainOf("string")
	case "string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression":
		return code.ChainOf("string")
	case "integer", "float", "boolean", "null", "unary_op_expression", "update_expression", "print_intrinsic":
		return code.ChainOf("null")
	}
	return ""
}

// scope is a class or constant named at n, or the value of a variable.
func (c *chainer) scope(n syntax.Node) string {
	w := c.w
	switch w.Kind(n) {
	case "relative_scope", "name":
		t := w.Text(n)
		switch {
		case isWord(t, "parent"):
			return code.ChainSuper
		case isRelative(t):
			return code.ChainSelf
		}
		return w.Name(n)
	case "qualified_name", "relative_name":
		return w.Name(n)
	}
	return c.of(n)
}

func (c *chainer) member(object, name syntax.Node) string {
	if c.w.Kind(name) != "name" || c.w.FirstChild(name) != syntax.None {
		return ""
	}
	return code.ChainStep(c.scope(object), "."+c.w.Name(name))
}

// made is what new gives.
func (c *chainer) made(n syntax.Node) string {
	w := c.w
	t := w.NamedChild(n, 0)
	switch w.Kind(t) {
	case "name", "relative_scope":
		if isRelative(w.Text(t)) {
			return c.scope(t)
		}
		return code.ChainOf(w.Name(t))
	case "qualified_name", "relative_name":
		return code.ChainOf(w.Name(t))
	case "anonymous_class":
		for _, clause := range []string{"base_clause", "class_interface_clause"} {
			if x := w.ChildOfKind(t, clause); x != syntax.None {
				if name := w.ChildOfKind(x, "name", "qualified_name"); name != syntax.None {
					return code.ChainOf(w.Name(name))
				}
			}
		}
		return ""
	}
	return code.ChainStep(c.of(t), code.ChainCall)
}

func (c *chainer) match(n syntax.Node) string {
	w := c.w
	var ways []string
	for a := w.FirstChild(w.Child(n, "body")); a != syntax.None && len(ways) < chainElements; a = w.Next(a) {
		if r := w.Child(a, "return_expression"); r != syntax.None && w.Kind(r) != "throw_expression" {
			ways = append(ways, c.of(r))
		}
	}
	return code.ChainOr(ways...)
}

// array is a list of what the first elements are.
func (c *chainer) array(n syntax.Node) string {
	w := c.w
	var ways []string
	for e, seen := w.FirstChild(n), 0; e != syntax.None && seen < chainElements; e = w.Next(e) {
		if w.Kind(e) != "array_element_initializer" {
			continue
		}
		seen++
		value := w.NamedChild(e, 0)
		if second := w.NamedChild(e, 1); second != syntax.None {
			value = second
		}
		if w.Kind(value) == "variadic_unpacking" {
			ways = append(ways, c.of(w.NamedChild(value, 0)))
		} else {
			ways = append(ways, listOf(c.of(value)))
		}
	}
	if out := code.ChainOr(ways...); out != "" {
		return out
	}
	return code.ChainOf("array")
}

// listOf is a list of what any way of the chain gives.
func listOf(chain string) string {
	if chain == "" {
		return ""
	}
	var ways []string
	for _, way := range code.ChainWays(chain) {
		ways = append(ways, code.ChainStep(way, code.ChainList))
	}
	return code.ChainOr(ways...)
}

// stepAll does a step from every way of the chain.
func stepAll(chain, step string) string {
	if !strings.Contains(chain, "|") {
		return code.ChainStep(chain, step)
	}
	var ways []string
	for _, way := range code.ChainWays(chain) {
		ways = append(ways, code.ChainStep(way, step))
	}
	return code.ChainOr(ways...)
}

// call is what a function gives; of PHP's own those are known that pass on
// what is in an array.
func (c *chainer) call(n syntax.Node) string {
	w := c.w
	f := w.Child(n, "function")
	switch w.Kind(f) {
	case "name", "qualified_name":
	default:
		return stepAll(c.of(f), code.ChainCall)
	}
	name := w.Text(f)
	if len(name) > 0 && name[0] == '\\' {
		name = name[1:]
	}
	args := w.Child(n, "arguments")
	switch string(bytes.ToLower(name)) {
	case "array_filter", "array_values", "array_reverse", "array_slice", "array_splice", "array_unique", "array_diff", "array_diff_key",
		"array_diff_assoc", "array_udiff", "array_intersect", "array_intersect_key", "array_pad", "iterator_to_array":
		return c.of(argument(w, args, 0))
	case "array_merge", "array_replace", "array_merge_recursive":
		return code.ChainOr(c.spread(argument(w, args, 0)), c.spread(argument(w, args, 1)))
	case "array_combine":
		return c.of(argument(w, args, 1))
	case "array_fill_keys":
		return listOf(c.of(argument(w, args, 1)))
	case "current", "reset", "end", "next", "prev", "array_pop", "array_shift", "array_find":
		return stepAll(c.of(argument(w, args, 0)), code.ChainItem)
	case "array_map":
		return listOf(c.mapped(argument(w, args, 0), argument(w, args, 1)))
	}
	return code.ChainStep(w.Name(f), code.ChainCall)
}

// spread is an argument, which may be ...$lists.
func (c *chainer) spread(n syntax.Node) string {
	if c.w.Kind(n) == "variadic_unpacking" {
		return stepAll(c.of(c.w.NamedChild(n, 0)), code.ChainItem)
	}
	return c.of(n)
}

// mapped is what a function makes of an element of a list.
func (c *chainer) mapped(f, list syntax.Node) string {
	w := c.w
	switch w.Kind(f) {
	case "anonymous_function", "arrow_function":
	default:
		return ""
	}
	if t := w.Child(f, "return_type"); t != syntax.None {
		return code.ChainOf(text(w, t))
	}
	if w.Kind(f) == "anonymous_function" {
		return ""
	}
	body := c.of(w.Child(f, "body"))
	first := w.NamedChild(w.Child(f, "parameters"), 0)
	if first == syntax.None {
		return body
	}
	param := w.Name(w.Child(first, "name"))
	rest, ok := strings.CutPrefix(body, param)
	if !ok || strings.Contains(body, "|") || rest != "" && !strings.ContainsAny(rest[:1], ".([") {
		return body
	}
	if t := w.Child(first, "type"); t != syntax.None {
		return code.ChainStep(code.ChainOf(text(w, t)), rest)
	}
	from := c.of(list)
	if from == "" || strings.Contains(from, "|") {
		return ""
	}
	return code.ChainStep(from, code.ChainItem+rest)
}

// argument is the expression of the i-th argument.
func argument(w *lang.Walk, args syntax.Node, i int) syntax.Node {
	a := w.NamedChild(args, i)
	if w.Kind(a) != "argument" {
		return syntax.None
	}
	for c := w.FirstChild(a); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Field(c) != "name" && w.Kind(c) != "reference_modifier" && w.Kind(c) != "comment" {
			return c
		}
	}
	return syntax.None
}
