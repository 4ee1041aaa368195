package python

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// longestChain bounds how deep an expression is looked into. Each attribute of
// a long one asks anew for what stands before it.
const longestChain = 24

// longestType bounds the types of values that are followed (bytes).
const longestType = 120

// classSelf is the class of the object itself: cls in a class method.
var classSelf = code.ChainOf("type[Self]")

// chain says what the expression's type follows from.
func (s *state) chain(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return s.chainTo(w, s.top(n), n, longestChain)
}

func (s *state) chainTo(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	if n == syntax.None || left == 0 {
		return ""
	}
	left--
	switch w.Kind(n) {
	case "identifier":
		if s.inClassBody(w, n) {
			return code.ChainStep(code.ChainSelf, "."+w.Name(n))
		}
		return nameChain(w, f, n)
	case "attribute":
		object, name := w.FirstChild(n), w.Child(n, "attribute")
		before := s.chainTo(w, f, object, left)
		if before == code.ChainSelf && string(w.Text(name)) == "__class__" {
			return classSelf
		}
		if w.Start(name) == w.End(name) {
			return ""
		}
		return code.ChainStep(before, "."+w.Name(name))
	case "call":
		return s.callChain(w, f, n, left)
	case "subscript":
		return s.subscriptChain(w, f, n, left)
	case "parenthesized_expression":
		return s.chainTo(w, f, w.NamedChild(n, 0), left)
	case "await":
		return code.ChainStep(s.chainTo(w, f, w.NamedChild(n, 0), left), code.ChainAwait)
	case "named_expression":
		return s.chainTo(w, f, w.Child(n, "value"), left)
	case "conditional_expression":
		return code.ChainOr(s.chainTo(w, f, w.NamedChild(n, 0), left), s.chainTo(w, f, w.NamedChild(n, 2), left))
	case "boolean_operator":
		right := s.chainTo(w, f, w.Child(n, "right"), left)
		if w.Kind(w.Child(n, "operator")) == "and" {
			return right
		}
		return code.ChainOr(s.chainTo(w, f, w.Child(n, "left"), left), right)
	case "binary_operator":
		return s.operatorChain(w, f, n, left)
	case "comparison_operator", "not_operator", "true", "false":
		return code.ChainOf("bool")
	case "string", "concatenated_string":
		return stringChain(w, n)
	case "integer":
		return code.ChainOf("int")
	case "float":
		return code.ChainOf("float")
	case "yield":
		return sentTo(w, f)
	case "list", "set":
		return s.listChain(w, f, n, left)
	case "tuple":
		return code.ChainOf("tuple")
	case "dictionary", "dictionary_comprehension":
		return s.dictChain(w, f, n, left)
	case "list_comprehension", "set_comprehension", "generator_expression":
		return listOf(s.comprehended(w, f, n, left))
	}
	return ""
}

func nameChain(w *lang.Walk, f *frame, n syntax.Node) string {
	if w.Start(n) == w.End(n) {
		return ""
	}
	name := w.Name(n)
	if f != nil && f.receiver != "" && name == f.receiver {
		if f.classReceiver {
			return classSelf
		}
		return code.ChainSelf
	}
	return name
}

func stringChain(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "concatenated_string" {
		n = w.NamedChild(n, 0)
	}
	if open := w.FirstChild(n); w.Kind(open) == "string_start" && bytes.ContainsAny(w.Text(open), "bB") {
		return code.ChainOf("bytes")
	}
	return code.ChainOf("str")
}

// sentTo is what a yield of the function gives: what the declared type says is
// sent to it.
func sentTo(w *lang.Walk, f *frame) string {
	if f == nil || f.class {
		return ""
	}
	typ := w.Definition(f.definition).Type
	open := strings.IndexByte(typ, '[')
	if open < 0 || !strings.HasSuffix(lastName(typ[:open]), "Generator") {
		return ""
	}
	depth, from := 0, -1
	for i := open; i < len(typ); i++ {
		switch c := typ[i]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
			if depth == 0 && from >= 0 {
				return code.ChainOf(strings.TrimSpace(typ[from:i]))
			}
		case c == ',' && depth == 1 && from < 0:
			from = i + 1
		case c == ',' && depth == 1:
			return code.ChainOf(strings.TrimSpace(typ[from:i]))
		}
	}
	return ""
}

// listOf is a list whose elements are what the chain says.
func listOf(element string) string {
	if element == "" {
		return code.ChainOf("list")
	}
	return code.ChainStep(element, code.ChainList)
}

func (s *state) listChain(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	return listOf(s.chainTo(w, f, w.NamedChild(n, 0), left))
}

// dictChain is a dictionary of which the element is known where it is written
// as T(...): its type stands for it.
func (s *state) dictChain(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	pair := w.NamedChild(n, 0)
	if w.Kind(pair) == "pair" {
		value := w.Child(pair, "value")
		switch w.Kind(value) {
		case "call":
			if callee, ok := dotted(w, w.Child(value, "function")); ok && left > 0 {
				return code.ChainOf("dict[object, " + callee + "]")
			}
		case "string":
			return code.ChainOf("dict[object, str]")
		}
	}
	return code.ChainOf("dict")
}

// comprehended is an element of a comprehension, said without its own names.
func (s *state) comprehended(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	body := s.chainTo(w, f, w.Child(n, "body"), left)
	first, rest := cutChain(body)
	if first == "" {
		return body
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "for_in_clause" {
			continue
		}
		target := w.Child(c, "left")
		for k := target; k < w.After(target); k++ {
			if w.Kind(k) == "identifier" && string(w.Text(k)) == first {
				if k != target {
					return ""
				}
				element := code.ChainStep(s.chainTo(w, f, w.Child(c, "right"), left), code.ChainKey)
				if bytes.IndexByte([]byte(element), '|') >= 0 {
					return ""
				}
				return code.ChainStep(element, rest)
			}
		}
	}
	return body
}

// cutChain takes the name off a chain that begins with one and has one way.
func cutChain(chain string) (name, rest string) {
	if chain == "" {
		return "", ""
	}
	i := bytes.IndexAny([]byte(chain), ".()[]#~!|<>@^*")
	if i < 0 {
		return chain, ""
	}
	return chain[:i], chain[i:]
}

func (s *state) operatorChain(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	a, b := w.Child(n, "left"), w.Child(n, "right")
	switch op := w.Child(n, "operator"); w.Kind(op) {
	case "|": // of types, sets and mappings
		return code.ChainOr(s.chainTo(w, f, a, left), s.chainTo(w, f, b, left))
	case "%", "+", "*":
		for _, x := range []syntax.Node{a, b} {
			if k := w.Kind(x); k == "string" || k == "concatenated_string" {
				return stringChain(w, x)
			}
		}
		return code.ChainStep(s.chainTo(w, f, a, left), "."+operators[w.Kind(op)], code.ChainCall)
	default:
		if method := operators[w.Kind(op)]; method != "" {
			return code.ChainStep(s.chainTo(w, f, a, left), "."+method, code.ChainCall)
		}
	}
	return ""
}

var operators = map[string]string{"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__", "%": "__mod__", "//": "__floordiv__",
	"**": "__pow__", "@": "__matmul__", "&": "__and__", "^": "__xor__", "<<": "__lshift__", ">>": "__rshift__"}

func (s *state) subscriptChain(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	value, index := w.Child(n, "value"), w.Child(n, "subscript")
	if last, ok := dotted(w, value); ok && typeForm(lastName(last)) && w.End(n)-w.Start(n) <= longestType {
		return code.ChainOf(oneLine(w, n)) // Union[A, B]: a type with another name
	}
	chain := s.chainTo(w, f, value, left)
	switch w.Kind(index) {
	case "slice":
		return chain
	case "integer":
		if text := w.Text(index); len(text) == 1 {
			return code.ChainStep(chain, "#"+string(text))
		}
	}
	return code.ChainStep(chain, code.ChainItem)
}

// callChain is what a call gives. Of Python's own functions those are known
// that give what they are given.
func (s *state) callChain(w *lang.Walk, f *frame, n syntax.Node, left int) string {
	function, arguments := w.Child(n, "function"), w.Child(n, "arguments")
	if w.Kind(arguments) != "argument_list" { // a generator: any(x for x in y)
		return code.ChainStep(s.chainTo(w, f, function, left), code.ChainCall)
	}
	argument := func(i int) string { return s.chainTo(w, f, w.NamedChild(arguments, i), left) }
	name := ""
	switch w.Kind(function) {
	case "identifier":
		name = string(w.Text(function))
	case "attribute":
		switch text := string(w.Text(function)); text {
		case "typing.cast", "t.cast", "copy.copy", "copy.deepcopy", "functools.partial", "dataclasses.replace", "asyncio.wait_for", "asyncio.run":
			name = lastName(text)
		}
	}
	switch name {
	case "super":
		return code.ChainSuper
	case "cast":
		if typ := castType(w, w.NamedChild(arguments, 0)); typ != "" {
			return typ
		}
	case "type":
		if w.NamedChild(arguments, 1) == syntax.None && argument(0) == code.ChainSelf {
			return classSelf
		}
	case "list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "filter":
		k := 0
		if name == "filter" {
			k = 1
		}
		return listOf(code.ChainStep(argument(k), code.ChainKey))
	case "next", "min", "max":
		if name == "next" || w.NamedChild(arguments, 1) == syntax.None || w.Kind(w.NamedChild(arguments, 1)) == "keyword_argument" {
			return code.ChainStep(argument(0), code.ChainKey)
		}
		return code.ChainOr(argument(0), argument(1))
	case "copy", "deepcopy", "replace", "partial", "wait_for", "aiter":
		return argument(0)
	case "run":
		return code.ChainStep(argument(0), code.ChainAwait)
	case "getattr":
		if text, _, ok := literalString(w, w.NamedChild(arguments, 1)); ok && nameOnly(text) {
			return code.ChainStep(argument(0), "."+text)
		}
		return ""
	}
	chain := s.chainTo(w, f, function, left)
	if chain == classSelf {
		return code.ChainOf("Self")
	}
	return code.ChainStep(chain, "("+s.passed(w, f, arguments, left)+")")
}

// passed are those of a call's arguments that tell the type of what it gives: a
// function that takes a class mostly gives an instance of it.
func (s *state) passed(w *lang.Walk, f *frame, arguments syntax.Node, left int) string {
	var parts []string
	last := 0
	for c := w.FirstChild(arguments); c != syntax.None && len(parts) < maxPassed; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		part := ""
		switch k := w.Kind(c); k {
		case "list_splat", "dictionary_splat", "keyword_argument":
			return strings.Join(parts[:last], ",")
		case "identifier", "attribute", "call":
			of := c
			if k == "call" {
				of = w.Child(c, "function")
			}
			if name, ok := dotted(w, of); ok && className(name) {
				part = s.chainTo(w, f, c, left)
			}
		}
		if strings.ContainsAny(part, "|,") || len(part) > longestPassed {
			part = ""
		}
		parts = append(parts, part)
		if part != "" {
			last = len(parts)
		}
	}
	return strings.Join(parts[:last], ",")
}

// maxPassed and longestPassed bound the arguments that a chain tells of: how
// many, and how many bytes each.
const (
	maxPassed     = 3
	longestPassed = 40
)

// className reports whether a dotted name ends in one that is written as those
// of classes are.
func className(dotted string) bool {
	name := strings.TrimLeft(lastName(dotted), "_")
	return name != "" && name[0] >= 'A' && name[0] <= 'Z' && !upperCase(name)
}

func nameOnly(text string) bool {
	for i := range len(text) {
		if !nameByte(text[i]) {
			return false
		}
	}
	return text != ""
}

// castType is a value of the type that an argument names.
func castType(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None || w.End(n)-w.Start(n) > longestType {
		return ""
	}
	if text, _, ok := literalString(w, n); ok {
		return code.ChainOf(text)
	}
	return code.ChainOf(oneLine(w, n))
}
