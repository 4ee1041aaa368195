package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// longestChain bounds how deep an expression is looked into: each member of a
// long one asks anew for what stands before it.
const longestChain = 24

// chain says from what the type of an expression follows.
func chain(w *lang.Walk, n syntax.Node) string { return chainTo(w, n, longestChain) }

func chainTo(w *lang.Walk, n syntax.Node, left int) string {
	if left == 0 || n == syntax.None {
		return ""
	}
	left--
	switch kind := w.Kind(n); kind {
	case "identifier", "type_identifier", "shorthand_property_identifier":
		return w.Name(n)
	case "this":
		return thisChain(w, n)
	case "super":
		return code.ChainSuper
	case "parenthesized_expression", "non_null_expression", "decorator":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "sequence_expression":
		return chainTo(w, w.Child(n, "right"), left)
	case "assignment_expression":
		return chainTo(w, w.Child(n, "right"), left)
	case "augmented_assignment_expression":
		return chainTo(w, w.Child(n, "left"), left)
	case "await_expression":
		return code.ChainStep(chainTo(w, w.NamedChild(n, 0), left), code.ChainAwait)
	case "member_expression":
		return code.ChainStep(chainTo(w, w.Child(n, "object"), left), "."+w.Name(w.Child(n, "property")))
	case "nested_identifier":
		return code.ChainStep(chainTo(w, w.Child(n, "object"), left), "."+w.Name(w.Child(n, "property")))
	case "nested_type_identifier":
		return code.ChainStep(chainTo(w, w.Child(n, "module"), left), "."+w.Name(w.Child(n, "name")))
	case "instantiation_expression":
		return chainTo(w, w.NamedChild(n, 0), left)
	case "subscript_expression":
		return subscriptChain(w, n, left)
	case "call_expression":
		return callChain(w, n, left)
	case "new_expression":
		return newChain(w, n, left)
	case "as_expression", "satisfies_expression":
		inner := w.NamedChild(n, 0)
		if t := w.NamedChild(n, 1); t != syntax.None && kind == "as_expression" {
			return typeChain(w, t)
		}
		return chainTo(w, inner, left)
	case "type_assertion":
		return typeChain(w, w.NamedChild(w.NamedChild(n, 0), 0))
	case "ternary_expression":
		return code.ChainOr(chainTo(w, w.Child(n, "consequence"), left), chainTo(w, w.Child(n, "alternative"), left))
	case "binary_expression":
		return binaryChain(w, n, left)
	case "unary_expression":
		switch w.Kind(w.FirstChild(n)) {
		case "!", "delete":
			return code.ChainOf("boolean")
		case "typeof":
			return code.ChainOf("string")
		case "void":
			return ""
		}
		return code.ChainOf("number")
	case "update_expression", "number":
		return code.ChainOf("number")
	case "string", "template_string":
		return code.ChainOf("string")
	case "true", "false":
		return code.ChainOf("boolean")
	case "regex":
		return code.ChainOf("RegExp")
	case "array":
		return arrayChain(w, n, left)
	case "object":
		return objectChain(w, n, left)
	case "arrow_function", "function_expression", "generator_function":
		return functionChain(w, n, left)
	}
	return ""
}

// thisChain is "@" where this is the object whose member the code belongs to: in
// a function that is no definition it is whatever the caller makes of it.
func thisChain(w *lang.Walk, n syntax.Node) string {
	if ownThis(w, n) {
		return code.ChainSelf
	}
	return ""
}

func ownThis(w *lang.Walk, n syntax.Node) bool {
	f := state(w)
	p := n
	for range 4 * maxClimb {
		p = w.Parent(p)
		switch w.Kind(p) {
		case "function_expression", "generator_function":
			_, ok := f.functions[p]
			return ok
		case "", "function_declaration", "generator_function_declaration", "method_definition", "class_body", "program":
			return true
		}
	}
	return true
}

func subscriptChain(w *lang.Walk, n syntax.Node, left int) string {
	object := chainTo(w, w.Child(n, "object"), left)
	index := w.Child(n, "index")
	if w.Kind(index) == "string" {
		if name, _ := unquote(w, index); isPath(name) && !strings.Contains(name, ".") {
			return code.ChainStep(object, "."+name)
		}
	}
	return code.ChainStep(object, code.ChainItem)
}

func callChain(w *lang.Walk, n syntax.Node, left int) string {
	f := w.Child(n, "function")
	if isImportCall(w, n) {
		return ""
	}
	if k := w.Kind(f); k == "super" || k == "import" {
		return ""
	}
	callee := chainTo(w, f, left)
	if args := w.Child(n, "type_arguments"); args != syntax.None && callee != "" && !strings.HasSuffix(callee, ">") {
		if text := w.Text(args); len(text) < maxTypeArguments {
			return code.ChainStep(callee, code.OneLine(string(text)), code.ChainCall)
		}
	}
	if callee == "" {
		return ""
	}
	if x := code.ChainStep(callee, "("+arguments(w, w.Child(n, "arguments"), left)+")"); x != "" {
		return x
	}
	return code.ChainStep(callee, code.ChainCall)
}

// maxTypeArguments bounds the type arguments that are part of a chain, in bytes.
const maxTypeArguments = 60

// maxArguments bounds what a chain holds of a call's arguments, in bytes.
const maxArguments = 60

// arguments are the chains of a call's first arguments, from which type
// parameters may follow.
func arguments(w *lang.Walk, list syntax.Node, left int) string {
	var out []string
	size, known := 0, 0
	for c := w.FirstChild(list); c != syntax.None && len(out) < 3; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		x := ""
		switch w.Kind(c) {
		case "identifier", "member_expression", "new_expression", "call_expression", "this", "await_expression", "array":
			x = chainTo(w, c, min(left, 4))
		case "arrow_function":
			if body := w.Child(c, "body"); w.Kind(body) != "statement_block" {
				x = functionChain(w, c, min(left, 4))
			}
		}
		if x == "<Function>" || x == "<any[]>" || x == "<() => any>" || size+len(x) > maxArguments || strings.Contains(x, "|") {
			x = ""
		}
		out = append(out, x)
		if x != "" {
			size, known = size+len(x), len(out)
		}
	}
	return strings.Join(out[:known], ",")
}

func newChain(w *lang.Walk, n syntax.Node, left int) string {
	c := w.Child(n, "constructor")
	for range maxClimb {
		if w.Kind(c) != "parenthesized_expression" && w.Kind(c) != "non_null_expression" {
			break
		}
		c = w.NamedChild(c, 0)
	}
	path := dotted(w, c)
	if path == "" || strings.HasPrefix(path, "this.") || path[0] == '#' {
		return code.ChainStep(chainTo(w, c, left), code.ChainCall)
	}
	args := ""
	if a := w.Child(n, "type_arguments"); a != syntax.None && w.End(a)-w.Start(a) < maxTypeArguments {
		args = string(w.Text(a))
	}
	if first := code.LastPart(path)[0]; first >= 'a' && first <= 'z' && args == "" {
		// A variable that holds a class.
		return code.ChainOr(code.ChainOf(path), path+code.ChainCall)
	}
	return code.ChainOf(path + args)
}

// longestType bounds the types of values that are followed, in bytes.
const longestType = 130

// typeChain is a value of the type at node t.
func typeChain(w *lang.Walk, t syntax.Node) string {
	if t == syntax.None || w.End(t)-w.Start(t) > longestType {
		return ""
	}
	return code.ChainOf(w.Signature(w.Start(t), w.End(t)))
}

func binaryChain(w *lang.Walk, n syntax.Node, left int) string {
	l, r := w.Child(n, "left"), w.Child(n, "right")
	switch op := w.Child(n, "operator"); w.Kind(op) {
	case "||", "??":
		return code.ChainOr(chainTo(w, l, left), chainTo(w, r, left))
	case "&&":
		return chainTo(w, r, left)
	case "+":
		return code.ChainOf("string")
	case "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^":
		return code.ChainOf("number")
	}
	return code.ChainOf("boolean")
}

// arrayChain is a list of what the first element is that something is known of.
func arrayChain(w *lang.Walk, n syntax.Node, left int) string {
	looked := 0
	for c := w.FirstChild(n); c != syntax.None && looked < 3; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		looked++
		if w.Kind(c) == "spread_element" {
			if x := chainTo(w, w.NamedChild(c, 0), left); plainChain(x) {
				return code.ChainOf("Array<typeof " + x + code.ChainItem + ">")
			}
			continue
		}
		x := withoutArguments(chainTo(w, c, left))
		if strings.HasPrefix(x, "<") && strings.HasSuffix(x, ">") && len(code.ChainSteps(x)) == 1 && len(code.ChainWays(x)) == 1 {
			return code.ChainOf("Array" + x)
		}
		if plainChain(x) {
			return code.ChainOf("Array<typeof " + x + ">")
		}
	}
	return code.ChainOf("any[]")
}

// plainChain reports whether a chain can stand behind typeof in a type: one way
// that begins with a name.
func plainChain(x string) bool {
	return x != "" && x[0] != '.' && !strings.ContainsAny(x, "|<>")
}

// withoutArguments leaves out the arguments of the calls in a chain if it cannot
// stand behind typeof with them.
func withoutArguments(x string) string {
	if plainChain(x) || !strings.Contains(x, "(") || x == "" || x[0] == '<' {
		return x
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(x); i++ {
		if x[i] == ')' {
			depth--
		}
		if depth == 0 {
			b.WriteByte(x[i])
		}
		if x[i] == '(' {
			depth++
		}
	}
	return b.String()
}

// objectChain is an object type with the members of a literal as far as they
// fit into a chain.
func objectChain(w *lang.Walk, n syntax.Node, left int) string {
	var b strings.Builder
	b.WriteString("{")
	put := func(name, typ string) {
		if typ != "" && isPath(name) && b.Len()+len(name)+len(typ) < code.MaxChain-20 {
			b.WriteString(name + ":" + typ + ";")
		}
	}
	looked := 0
	for c := w.FirstChild(n); c != syntax.None && looked < maxMembersOfChain; c = w.Next(c) {
		looked++
		switch w.Kind(c) {
		case "shorthand_property_identifier":
			name := w.Name(c)
			put(name, "typeof "+name)
		case "pair":
			key, _ := definedName(w, w.Child(c, "key"))
			put(key, typeOfChain(chainTo(w, w.Child(c, "value"), left)))
		case "spread_element":
			if x := chainTo(w, w.NamedChild(c, 0), left); plainChain(x) {
				put(lang.SpreadName, "typeof "+x)
			}
		}
	}
	b.WriteString("}")
	return code.ChainOf(b.String())
}

// maxMembersOfChain bounds how many members of a literal are looked at.
const maxMembersOfChain = 40

// typeOfChain writes the type of a chain's value, "" where it cannot be written.
func typeOfChain(x string) string {
	if x == "" {
		return ""
	}
	if x = withoutArguments(x); plainChain(x) {
		return "typeof " + x
	}
	if steps := code.ChainSteps(x); len(code.ChainWays(x)) == 1 && len(steps) == 1 && steps[0].Kind == code.StepType {
		return steps[0].Text
	}
	return ""
}

// functionChain is a function with what is written of its result.
func functionChain(w *lang.Walk, n syntax.Node, left int) string {
	result := typeText(w, w.Child(n, "return_type"))
	if result == "" {
		if body := w.Child(n, "body"); w.Kind(body) != "statement_block" {
			result = typeOfChain(chainTo(w, body, left))
		}
	}
	if result == "" {
		result = "any"
	}
	if x := code.ChainOf("() => " + result); x != "" {
		return x
	}
	return code.ChainOf("Function")
}

// typeParams gives the type parameters of a declaration with their bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.ChildOfKind(n, "type_parameters")
	for c := w.FirstChild(list); c != syntax.None && len(out) < maxParams; c = w.Next(c) {
		if w.Kind(c) != "type_parameter" {
			continue
		}
		p := code.Param{Name: w.Name(w.Child(c, "name"))}
		if bound := w.Child(c, "constraint"); bound != syntax.None {
			p.Type = typeText(w, w.NamedChild(bound, 0))
		} else if value := w.Child(c, "value"); value != syntax.None {
			p.Type = typeText(w, w.NamedChild(value, 0))
		}
		out = append(out, p)
	}
	return out
}
