package kotlin

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// deepest bounds how deep an expression is looked into.
const deepest = 24

// receiverArg is where the receiver of a function with one stands among its
// parameters: see typeOf.
const receiverArg = '9'

// chain says what the type of an expression follows from.
func chain(w *lang.Walk, n syntax.Node) string { return chainTo(w, n, deepest) }

func chainTo(w *lang.Walk, n syntax.Node, left int) string {
	if left == 0 || n == syntax.None {
		return ""
	}
	left--
	switch w.Kind(n) {
	case "identifier":
		switch string(w.Text(n)) {
		case "this":
			return code.ChainSelf
		case "super":
			return code.ChainSuper
		case "true", "false":
			return "<Boolean>"
		}
		if keyword(w.Text(n)) {
			return ""
		}
		return jvm.Unquote(w.Name(n))
	case "this_expression":
		if label := w.ChildOfKind(n, "identifier"); label != syntax.None && jvm.Capital(w.Name(label)) {
			return code.ChainOf(w.Name(label)) // this@Outer
		}
		return code.ChainSelf
	case "super_expression":
		return code.ChainSuper
	case "navigation_expression":
		return navigationChain(w, n, left)
	case "call_expression":
		return callChain(w, n, left)
	case "index_expression":
		return code.ChainStep(chainTo(w, w.FirstChild(n), left), code.ChainItem)
	case "as_expression":
		if t := jvm.OneLine(w, w.Child(n, "right")); t != "" {
			return code.ChainOf(t)
		}
	case "parenthesized_expression":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "unary_expression":
		if string(w.Text(w.Child(n, "operator"))) == "!" && !bindsLess(w, n) {
			return "<Boolean>"
		}
		return chainTo(w, w.Child(n, "argument"), left)
	case "binary_expression":
		switch string(w.Text(w.Child(n, "operator"))) {
		case "?:":
			return code.ChainOr(chainTo(w, w.Child(n, "left"), left), chainTo(w, w.Child(n, "right"), left))
		case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||":
			return "<Boolean>"
		}
		return chainTo(w, w.Child(n, "left"), left)
	case "is_expression", "in_expression":
		return "<Boolean>"
	case "if_expression", "when_expression":
		return branchChain(w, n, left)
	case "object_literal":
		return objectType(w, n)
	case "user_type":
		return typeName(w, n)
	case "string_literal", "multiline_string_literal":
		return "<String>"
	case "number_literal":
		return "<Int>"
	case "float_literal":
		return "<Double>"
	case "character_literal":
		return "<Char>"
	}
	return ""
}

// navigationChain is a member behind a dot; of X::m and X::class nothing but
// that is known.
// bindsLess reports whether a prefix was taken for a part of what stands before
// the dot: the grammar reads !a.b as (!a).b.
func bindsLess(w *lang.Walk, n syntax.Node) bool {
	p := w.Parent(n)
	switch w.Kind(p) {
	case "navigation_expression", "call_expression", "index_expression":
		return n == w.FirstChild(p)
	}
	return false
}

func navigationChain(w *lang.Walk, n syntax.Node, left int) string {
	if w.ChildOfKind(n, "::") != syntax.None {
		return ""
	}
	last := lastIdentifier(w, n)
	if last == syntax.None || last == w.FirstChild(n) {
		return ""
	}
	return code.ChainStep(chainTo(w, w.FirstChild(n), left), "."+jvm.Unquote(w.Name(last)))
}

// callee is what a call calls, and the object before its last name, None where
// it has none. f(1) { } is a call of f.
func callee(w *lang.Walk, call syntax.Node) (f, object syntax.Node, name string) {
	f = w.FirstChild(call)
	if w.Kind(f) == "call_expression" && w.ChildOfKind(call, "value_arguments") == syntax.None {
		f = w.FirstChild(f)
	}
	switch w.Kind(f) {
	case "identifier":
		return f, syntax.None, w.Name(f)
	case "navigation_expression":
		if last := lastIdentifier(w, f); last != syntax.None && last != w.FirstChild(f) {
			return f, w.FirstChild(f), w.Name(last)
		}
	}
	return f, syntax.None, ""
}

// callChain is the result of a call. Some of the standard library's functions
// give what they are called on, or what the function they are given gives.
func callChain(w *lang.Walk, n syntax.Node, left int) string {
	f, object, name := callee(w, n)
	switch name {
	case "apply", "also", "takeIf", "takeUnless", "onEach":
		if object != syntax.None {
			return chainTo(w, object, left)
		}
		if name == "apply" || name == "also" {
			return code.ChainSelf // a builder's own: fun add(x: X) = apply { }
		}
	case "let", "run", "use", "with", "synchronized", "runCatching", "runBlocking":
		return lambdaResult(w, n, object, left)
	case "checkNotNull", "requireNotNull", "listOf", "mutableListOf", "setOf":
		if object != syntax.None {
			break
		}
		arg := firstArgument(w, n)
		if strings.HasSuffix(name, "NotNull") {
			return chainTo(w, arg, left)
		}
	}
	return code.ChainStep(chainTo(w, f, left), code.ChainCall)
}

func firstArgument(w *lang.Walk, call syntax.Node) syntax.Node {
	list := w.ChildOfKind(call, "value_arguments")
	if list == syntax.None && w.Kind(w.FirstChild(call)) == "call_expression" {
		list = w.ChildOfKind(w.FirstChild(call), "value_arguments")
	}
	a := w.ChildOfKind(list, "value_argument")
	if a == syntax.None {
		return syntax.None
	}
	last := syntax.None
	for c := w.FirstChild(a); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) {
			last = c
		}
	}
	return last
}

// lambdaResult is what the lambda of a call gives: its last statement.
func lambdaResult(w *lang.Walk, call, object syntax.Node, left int) string {
	l := w.ChildOfKind(w.ChildOfKind(call, "annotated_lambda"), "lambda_literal")
	c := chainTo(w, lastStatement(w, l), left)
	base := c
	if i := strings.IndexAny(c, ".()[]#~!<>@^|"); i >= 0 {
		base = c[:i]
	}
	if base == "it" || base == "" && strings.HasPrefix(c, "@") {
		subject := object
		if subject == syntax.None {
			subject = firstArgument(w, call)
		}
		if x := chainTo(w, subject, left); x != "" && !strings.Contains(c, "|") {
			return code.ChainStep(x, c[max(len(base), 1):])
		}
		return ""
	}
	return c
}

func lastStatement(w *lang.Walk, block syntax.Node) syntax.Node {
	last := syntax.None
	for c := w.FirstChild(block); c != syntax.None; c = w.Next(c) {
		if w.IsNamed(c) && w.Records[c].Flags&syntax.FlagExtra == 0 && w.Kind(c) != "lambda_parameters" {
			last = c
		}
	}
	return last
}

// branchChain is what the branches of an if or when give.
func branchChain(w *lang.Walk, n syntax.Node, left int) string {
	out := ""
	count := 0
	condition := w.Child(n, "condition")
	for c := w.FirstChild(n); c != syntax.None && count < 6; c = w.Next(c) {
		if !w.IsNamed(c) || c == condition || w.Kind(c) == "when_subject" || w.Records[c].Flags&syntax.FlagExtra != 0 {
			continue
		}
		count++
		b := c
		if w.Kind(b) == "when_entry" {
			b = lastStatement(w, b)
		}
		if w.Kind(b) == "block" {
			b = lastStatement(w, b)
		}
		out = code.ChainOr(out, chainTo(w, b, left))
	}
	return out
}

// objectType is a value of what an object without a name inherits from.
func objectType(w *lang.Walk, n syntax.Node) string {
	if t := superText(w, n); t != "" {
		return code.ChainOf(t)
	}
	return ""
}

// superText is the first supertype of a declaration as written.
func superText(w *lang.Walk, n syntax.Node) string {
	s := w.ChildOfKind(w.ChildOfKind(n, "delegation_specifiers"), "delegation_specifier")
	t := w.ChildOfKind(s, "constructor_invocation", "explicit_delegation", "user_type")
	if w.Kind(t) != "user_type" {
		t = w.ChildOfKind(t, "user_type")
	}
	return jvm.OneLine(w, t)
}

// passedTo is what a lambda gets as parameter number i (receiverArg: as its
// receiver), by the call that it is an argument of.
func passedTo(w *lang.Walk, lambda syntax.Node, i byte) string {
	p := w.Parent(lambda)
	switch w.Kind(p) {
	case "annotated_lambda":
		call := w.Parent(p)
		f, object, name := callee(w, call)
		switch name {
		case "let", "also", "takeIf", "takeUnless", "use", "onSuccess", "onEachIndexed":
			if object != syntax.None && i == '0' {
				return chain(w, object)
			}
		case "apply", "run":
			if object != syntax.None {
				if i == receiverArg {
					return chain(w, object)
				}
				return ""
			}
		case "with":
			if i == receiverArg {
				return chain(w, firstArgument(w, call))
			}
			return ""
		}
		return code.ChainStep(chain(w, f), "!"+string(rune('0'+before(w, call)))+"."+string(rune(i)))
	case "value_argument":
		list := w.Parent(p)
		k := 0
		for c := w.FirstChild(list); c != syntax.None && c != p; c = w.Next(c) {
			if w.Kind(c) == "value_argument" {
				k++
			}
		}
		if k > 9 || w.ChildOfKind(p, "=") != syntax.None {
			return ""
		}
		f, _, _ := callee(w, w.Parent(list))
		return code.ChainStep(chain(w, f), "!"+string(rune('0'+k))+"."+string(rune(i)))
	}
	return ""
}

// before counts the arguments in parentheses before a call's lambda.
func before(w *lang.Walk, call syntax.Node) int {
	list := w.ChildOfKind(call, "value_arguments")
	if list == syntax.None && w.Kind(w.FirstChild(call)) == "call_expression" {
		list = w.ChildOfKind(w.FirstChild(call), "value_arguments")
	}
	k := 0
	for c := w.FirstChild(list); c != syntax.None && k < 9; c = w.Next(c) {
		if w.Kind(c) == "value_argument" {
			k++
		}
	}
	return k
}

// valueOf is the chain of a property's or variable's first value, or of what
// it delegates to lazily.
func valueOf(w *lang.Walk, n syntax.Node) (string, uint32) {
	if d := w.ChildOfKind(n, "property_delegate"); d != syntax.None {
		call := w.NamedChild(d, 0)
		if _, _, name := callee(w, call); w.Kind(call) == "call_expression" && name == "lazy" {
			return lambdaResult(w, call, syntax.None, deepest), w.Start(call)
		}
		return "", 0
	}
	equals := w.ChildOfKind(n, "=")
	if equals == syntax.None {
		return "", 0
	}
	v := w.Next(equals)
	for v != syntax.None && w.Records[v].Flags&syntax.FlagExtra != 0 {
		v = w.Next(v)
	}
	if v == syntax.None {
		return "", 0
	}
	return chain(w, v), w.Start(v)
}

// narrows binds what the condition of an if, or of a when's entry, says of the
// name it tests.
func narrows(w *lang.Walk, test, branch syntax.Node) {
	for i := 0; i < 8 && test != syntax.None; i++ {
		switch w.Kind(test) {
		case "parenthesized_expression":
			test = w.NamedChild(test, 0)
			continue
		case "binary_expression":
			if !bytes.Equal(w.Text(w.Child(test, "operator")), []byte("&&")) {
				return
			}
			left := w.Child(test, "left")
			narrows(w, w.Child(test, "right"), branch)
			narrowed(w, left, w.Child(test, "right"))
			test = left
			continue
		}
		narrowed(w, test, branch)
		return
	}
}

func narrowed(w *lang.Walk, test, branch syntax.Node) {
	name := w.Child(test, "left")
	if w.Kind(test) != "is_expression" || branch == syntax.None || w.Kind(name) != "identifier" || w.ChildOfKind(test, "!is") != syntax.None {
		return
	}
	w.AddBinding(code.Binding{Name: jvm.Unquote(w.Name(name)), At: w.Start(test), Scope: w.Span(branch), Type: jvm.OneLine(w, w.Child(test, "right"))})
}
