package scala

import (
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// deepest bounds how deep an expression is looked into.
const deepest = 24

// chain says what the type of an expression follows from.
func chain(w *lang.Walk, n syntax.Node) string { return chainTo(w, n, deepest) }

func chainTo(w *lang.Walk, n syntax.Node, left int) string {
	if left == 0 || n == syntax.None {
		return ""
	}
	left--
	switch w.Kind(n) {
	case "identifier":
		switch text := string(w.Text(n)); text {
		case "this":
			return code.ChainSelf
		case "super":
			return code.ChainSuper
		}
		if keyword(w.Text(n)) {
			return ""
		}
		return jvm.Unquote(w.Name(n))
	case "wildcard":
		return placeholder(w, n)
	case "field_expression":
		return fieldChain(w, n, left)
	case "stable_identifier":
		return pathText(w, n)
	case "call_expression":
		return callChain(w, n, left)
	case "generic_function":
		if t := typeGiven(w, n); t != "" {
			return t
		}
		return code.ChainStep(genericChain(w, n, left), code.ChainCall)
	case "instance_expression":
		if t := typeChain(w, madeType(w, n)); t != "" {
			return t
		}
		return ""
	case "infix_expression":
		return infixChain(w, n, left)
	case "postfix_expression":
		return code.ChainStep(chainTo(w, w.FirstChild(n), left), "."+jvm.Unquote(w.Name(w.NamedChild(n, 1))))
	case "prefix_expression":
		if string(w.Text(w.FirstChild(n))) == "!" {
			return "<Boolean>"
		}
		return chainTo(w, w.NamedChild(n, 0), left)
	case "parenthesized_expression":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "block", "indented_block":
		return chainTo(w, lastStatement(w, n), left)
	case "ascription_expression":
		if colon := w.ChildOfKind(n, ":"); colon != syntax.None {
			if t := w.Next(colon); w.Kind(t) != "annotation" {
				return typeChain(w, t)
			}
		}
		return chainTo(w, w.FirstChild(n), left)
	case "if_expression":
		return code.ChainOr(chainTo(w, w.Child(n, "consequence"), left), chainTo(w, w.Child(n, "alternative"), left))
	case "match_expression":
		return casesChain(w, w.Child(n, "body"), left)
	case "for_expression":
		return forChain(w, n, left)
	case "try_expression":
		return chainTo(w, w.Child(n, "body"), left)
	case "string", "interpolated_string_expression":
		return "<String>"
	case "integer_literal":
		return "<Int>"
	case "floating_point_literal":
		return "<Double>"
	case "boolean_literal":
		return "<Boolean>"
	case "character_literal":
		return "<Char>"
	}
	return ""
}

// typeChain is a value of the type that is written at n.
func typeChain(w *lang.Walk, t syntax.Node) string {
	text := jvm.OneLine(w, t)
	if text == "" || strings.ContainsAny(text, "<>{") {
		if text = typeName(w, t); text == "" {
			return ""
		}
	}
	return code.ChainOf(text)
}

// madeType is the type that "new" makes, None if it has no name.
func madeType(w *lang.Walk, n syntax.Node) syntax.Node {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "compound_type":
			return w.FirstChild(c)
		case "arguments", "template_body":
			return syntax.None
		default:
			if w.IsNamed(c) && typeName(w, c) != "" {
				return c
			}
		}
	}
	return syntax.None
}

// fieldChain is a member behind a dot; Outer.this is an instance of that.
func fieldChain(w *lang.Walk, n syntax.Node, left int) string {
	object, field := w.Child(n, "value"), w.Child(n, "field")
	switch string(w.Text(field)) {
	case "this":
		if w.Kind(object) == "identifier" {
			return code.ChainOf(w.Name(object))
		}
		return ""
	case "super":
		return code.ChainSuper
	}
	return code.ChainStep(chainTo(w, object, left), "."+jvm.Unquote(w.Name(field)))
}

// pathText is a dotted path of names.
func pathText(w *lang.Walk, n syntax.Node) string {
	if w.End(n)-w.Start(n) > maxPath {
		return ""
	}
	text := jvm.Compact(w, n)
	if rest, ok := strings.CutPrefix(text, "this."); ok {
		return code.ChainStep(code.ChainSelf, "."+rest)
	}
	if strings.Contains(text, "this.") || strings.Contains(text, "super.") || strings.ContainsAny(text, "`()[]#~!<>@^|*") {
		return ""
	}
	return text
}

// genericChain is what is given type arguments, with them.
func genericChain(w *lang.Walk, n syntax.Node, left int) string {
	f := chainTo(w, w.Child(n, "function"), left)
	args := jvm.OneLine(w, w.Child(n, "type_arguments"))
	args = strings.TrimSuffix(strings.TrimPrefix(args, "["), "]")
	if f == "" || args == "" || strings.ContainsAny(args, "<>") || len(args) > code.MaxChain/2 {
		return f
	}
	switch {
	case strings.HasSuffix(f, ".asInstanceOf"), f == "implicitly", f == "summon":
		return "" // see callChain
	}
	return f + "<" + args + ">"
}

// callee is what a call calls: f of f(a)(b), which is one call, and how many
// arguments stand in the lists before the last.
func callee(w *lang.Walk, call syntax.Node) (f syntax.Node, before int) {
	f = w.Child(call, "function")
	for i := 0; i < maxChain && w.Kind(f) == "call_expression"; i++ {
		if w.Kind(w.Child(f, "arguments")) == "arguments" {
			before += countArguments(w, w.Child(f, "arguments"))
		} else {
			before++
		}
		f = w.Child(f, "function")
	}
	return f, before
}

func countArguments(w *lang.Walk, list syntax.Node) int {
	n := 0
	for c := w.FirstChild(list); c != syntax.None && n < maxBinders; c = w.Next(c) {
		if w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 {
			n++
		}
	}
	return n
}

// typeGiven is the value that a cast or a summoned instance is: the type is
// an argument.
func typeGiven(w *lang.Walk, generic syntax.Node) string {
	if w.Kind(generic) != "generic_function" {
		return ""
	}
	f := w.Child(generic, "function")
	if w.Kind(f) == "field_expression" {
		f = w.Child(f, "field")
	}
	switch string(w.Text(f)) {
	case "asInstanceOf", "implicitly", "summon":
		return typeChain(w, w.NamedChild(w.Child(generic, "type_arguments"), 0))
	case "isInstanceOf":
		return "<Boolean>"
	}
	return ""
}

// callChain is the result of a call.
func callChain(w *lang.Walk, n syntax.Node, left int) string {
	f, _ := callee(w, n)
	if w.Kind(f) == "generic_function" {
		if t := typeGiven(w, f); t != "" {
			return t
		}
		return code.ChainStep(genericChain(w, f, left), argumentsStep(w, n, left))
	}
	if w.Kind(f) == "instance_expression" {
		return chainTo(w, f, left)
	}
	return code.ChainStep(chainTo(w, f, left), argumentsStep(w, n, left))
}

// mostArguments bounds the arguments of a call that are looked at.
const mostArguments = 3

// argumentsStep is the step of a call with its first arguments.
func argumentsStep(w *lang.Walk, call syntax.Node, left int) string {
	list := w.Child(call, "arguments")
	if w.Kind(list) != "arguments" || left < deepest-4 || w.Kind(w.Child(call, "function")) == "call_expression" {
		return code.ChainCall
	}
	var args []string
	for c := w.FirstChild(list); c != syntax.None && len(args) < mostArguments; c = w.Next(c) {
		if !w.IsNamed(c) || w.Records[c].Flags&syntax.FlagExtra != 0 {
			continue
		}
		switch w.Kind(c) {
		case "identifier", "field_expression", "instance_expression", "call_expression":
			args = append(args, chainTo(w, c, min(left, 4)))
		case "assignment_expression":
			return code.ChainCall
		default:
			args = append(args, "")
		}
	}
	return code.ChainArgs(args)
}

// infixChain is the result of an operator, a method of its left operand or, if
// it ends in a colon, of the right one.
func infixChain(w *lang.Walk, n syntax.Node, left int) string {
	op := string(w.Text(w.Child(n, "operator")))
	switch op {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||", "eq", "ne":
		return "<Boolean>"
	case "+", "-", "*", "/", "%":
		return chainTo(w, w.Child(n, "left"), left)
	}
	side := "left"
	if strings.HasSuffix(op, ":") {
		side = "right"
	}
	of := chainTo(w, w.Child(n, side), left)
	if !plainName(op) {
		if of == "" || strings.ContainsAny(op, ".()[]#~!|<>@^*,`") {
			return ""
		}
	}
	return code.ChainStep(of, "."+jvm.Unquote(op), code.ChainCall)
}

func plainName(s string) bool { return s != "" && (jvm.NameByte(s[0]) || s[0] == '`') }

// forChain is what a for gives: what its first line's value makes of what is
// passed on.
func forChain(w *lang.Walk, n syntax.Node, left int) string {
	if w.ChildOfKind(n, "yield") == syntax.None {
		return ""
	}
	var from syntax.Node = syntax.None
	step := ".map"
	for e := w.FirstChild(w.ChildOfKind(n, "enumerators")); e != syntax.None; e = w.Next(e) {
		if arrow := w.ChildOfKind(e, "<-"); arrow != syntax.None {
			if from != syntax.None {
				step = ".flatMap"
				break
			}
			from = afterExtra(w, arrow)
		}
	}
	return code.ChainStep(chainTo(w, from, left), step, code.ChainCall)
}

// afterExtra is the node behind n that is no comment.
func afterExtra(w *lang.Walk, n syntax.Node) syntax.Node {
	for n = w.Next(n); n != syntax.None && w.Records[n].Flags&syntax.FlagExtra != 0; n = w.Next(n) {
	}
	return n
}

// partChain is the part of an expression that steps lead to: of a tuple that is
// written out the part itself.
func partChain(w *lang.Walk, n syntax.Node, steps string) string {
	for len(steps) > 1 && steps[0] == '#' && steps[1] >= '0' && steps[1] <= '9' && w.Kind(n) == "tuple_expression" && (len(steps) == 2 || steps[2] < '0' || steps[2] > '9') {
		n, steps = w.NamedChild(n, int(steps[1]-'0')), steps[2:]
	}
	return code.ChainStep(chain(w, n), steps)
}

// casesChain is what the cases of a match give.
func casesChain(w *lang.Walk, body syntax.Node, left int) string {
	out := ""
	count := 0
	for c := w.FirstChild(body); c != syntax.None && count < 6; c = w.Next(c) {
		if w.Kind(c) == "case_clause" {
			count++
			out = code.ChainOr(out, chainTo(w, lastStatement(w, c), left))
		}
	}
	return out
}

// lastStatement is what a block, or the body of a case, gives.
func lastStatement(w *lang.Walk, block syntax.Node) syntax.Node {
	last := syntax.None
	for c := w.FirstChild(block); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 && w.Field(c) != "pattern" && w.Kind(c) != "guard" {
			last = c
		}
	}
	return last
}

// passedTo is what a function gets as parameter m from the call that it is an
// argument of. n is the function: a lambda, cases, or an expression with a
// placeholder.
func passedTo(w *lang.Walk, n syntax.Node, m int) string {
	p := w.Parent(n)
	for i := 0; i < 4 && (w.Kind(p) == "block" || w.Kind(p) == "parenthesized_expression" || w.Kind(p) == "indented_cases"); i++ {
		n, p = p, w.Parent(p)
	}
	step := func(k int) string { return "!" + strconv.Itoa(k) + "." + strconv.Itoa(m) }
	switch w.Kind(p) {
	case "arguments":
		call := w.Parent(p)
		k := 0
		for c := w.FirstChild(p); c != syntax.None && c != n; c = w.Next(c) {
			if w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 {
				k++
			}
		}
		switch w.Kind(call) {
		case "call_expression":
			f, before := callee(w, call)
			return code.ChainStep(functionChain(w, f), step(k+before))
		case "instance_expression":
			return ""
		}
	case "call_expression":
		if w.Field(n) == "arguments" {
			f, before := callee(w, p)
			return code.ChainStep(functionChain(w, f), step(before))
		}
	case "colon_argument":
		switch call := w.Parent(p); w.Kind(call) {
		case "call_expression":
			f, before := callee(w, call)
			return code.ChainStep(functionChain(w, f), step(before))
		case "infix_expression":
			return infixPassed(w, call, step(0))
		}
	case "infix_expression":
		if w.Field(n) == "right" {
			return infixPassed(w, p, step(0))
		}
	}
	return ""
}

func infixPassed(w *lang.Walk, infix syntax.Node, step string) string {
	op := w.Name(w.Child(infix, "operator"))
	if !plainName(op) {
		return ""
	}
	return code.ChainStep(chain(w, w.Child(infix, "left")), "."+jvm.Unquote(op), step)
}

// functionChain is what a call calls, before it is called.
func functionChain(w *lang.Walk, f syntax.Node) string {
	if w.Kind(f) == "generic_function" {
		return genericChain(w, f, deepest)
	}
	return chain(w, f)
}

// placeholder is what the underscore in an expression stands for: a parameter of
// the function that the argument around it is.
func placeholder(w *lang.Walk, n syntax.Node) string {
	c := n
	for i := 0; i < maxChain; i++ {
		p := w.Parent(c)
		switch w.Kind(p) {
		case "field_expression", "infix_expression", "postfix_expression", "prefix_expression", "generic_function":
			if w.Kind(p) == "infix_expression" && c != n && w.Field(c) == "right" && isBlock(w, c) {
				return passedTo(w, c, earlier(w, c, n))
			}
		case "call_expression":
			if w.Field(c) == "arguments" {
				return ""
			}
		case "arguments":
			if c == n {
				return "" // f(_): the call as a whole is the function
			}
			return passedTo(w, c, earlier(w, c, n))
		case "block", "parenthesized_expression":
			if c != n {
				return passedTo(w, c, earlier(w, c, n))
			}
			return ""
		default:
			return ""
		}
		c = p
	}
	return ""
}

func isBlock(w *lang.Walk, n syntax.Node) bool {
	return w.Kind(n) == "block" || w.Kind(n) == "parenthesized_expression"
}

// earlier counts the placeholders before n in an expression.
func earlier(w *lang.Walk, expression, n syntax.Node) int {
	k := 0
	for c := expression; c < n && k < 9; c++ {
		if w.Kind(c) == "wildcard" {
			k++
		}
	}
	return k
}
