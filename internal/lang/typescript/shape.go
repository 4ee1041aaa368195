package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Bounds on what is stored of one declaration, in characters: a declared type
// or a destructured parameter may be a page long.
const (
	maxType    = 120
	maxWritten = 200
	maxPattern = 60
	maxLiteral = 60
	maxParams  = 64
)

// maxClimb bounds how far a handler looks up or down: input may nest without end.
const maxClimb = 64

// unwrap follows what does not change a value: parentheses, casts, `!`, and
// .bind(...) of a function that is written out.
func unwrap(w *lang.Walk, n syntax.Node) syntax.Node {
	for range maxClimb {
		switch w.Kind(n) {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression":
			n = w.NamedChild(n, 0)
		case "type_assertion":
			n = w.NamedChild(n, 1)
		case "call_expression":
			bound := boundFunction(w, n)
			if bound == syntax.None {
				return n
			}
			return bound
		default:
			return n
		}
	}
	return n
}

// boundFunction is the function of `function () {}.bind(...)`, None for other calls.
func boundFunction(w *lang.Walk, call syntax.Node) syntax.Node {
	callee := w.Child(call, "function")
	if w.Kind(callee) != "member_expression" || string(w.Text(w.Child(callee, "property"))) != "bind" {
		return syntax.None
	}
	object := w.Child(callee, "object")
	for range maxClimb {
		if w.Kind(object) != "parenthesized_expression" {
			break
		}
		object = w.NamedChild(object, 0)
	}
	if !isFunction(w.Kind(object)) {
		return syntax.None
	}
	return object
}

// unwrapAssigned is unwrap that also follows a chain of assignments to its last value.
func unwrapAssigned(w *lang.Walk, n syntax.Node) syntax.Node {
	for range maxClimb {
		n = unwrap(w, n)
		if w.Kind(n) != "assignment_expression" {
			break
		}
		n = w.Child(n, "right")
	}
	return n
}

func isFunction(kind string) bool {
	switch kind {
	case "arrow_function", "function_expression", "generator_function":
		return true
	}
	return false
}

// outermost returns the statement around a declaration and what it adds.
func outermost(w *lang.Walk, n syntax.Node) (outer syntax.Node, exported bool, mods code.Modifiers) {
	outer = n
	for p := w.Parent(n); p != syntax.None; p = w.Parent(p) {
		switch w.Kind(p) {
		case "expression_statement":
			if w.Kind(n) != "internal_module" {
				return outer, exported, mods
			}
		case "ambient_declaration":
			mods |= code.ModDeclaration
		case "export_statement":
			if w.ChildOfKind(p, "default") != syntax.None {
				mods |= code.ModDefault
			}
			return p, true, mods
		default:
			return outer, exported, mods
		}
		outer = p
	}
	return outer, exported, mods
}

// modifiers reads the tokens before a declaration's name or parameters.
func modifiers(w *lang.Walk, n syntax.Node) (mods code.Modifiers, vis code.Visibility) {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "static":
			mods |= code.ModStatic
		case "abstract":
			mods |= code.ModAbstract
		case "async":
			mods |= code.ModAsync
		case "*":
			mods |= code.ModGenerator
		case "get":
			mods |= code.ModGetter
		case "set":
			mods |= code.ModSetter
		case "readonly":
			mods |= code.ModReadonly
		case "override_modifier", "override":
			mods |= code.ModOverride
		case "declare":
			mods |= code.ModDeclaration
		case "accessibility_modifier":
			switch string(w.Text(c)) {
			case "public":
				vis = code.VisibilityPublic
			case "protected":
				vis = code.VisibilityProtected
			case "private":
				vis = code.VisibilityPrivate
			}
		case "formal_parameters", "class_body", "statement_block", "type_annotation", "=", "=>":
			return mods, vis
		}
	}
	return mods, vis
}

// signatureStart is where the signature of a statement begins: past its decorators.
func signatureStart(w *lang.Walk, n syntax.Node) uint32 {
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if k := w.Kind(c); k != "decorator" && k != "comment" {
			return w.Start(c)
		}
	}
	return w.Start(n)
}

// signature is the text from start up to the body of n, or all of n without one.
func signature(w *lang.Walk, start uint32, n syntax.Node) string {
	end := w.End(n)
	if body := w.Child(n, "body"); body != syntax.None {
		end = w.Start(body)
	}
	return strings.TrimRight(w.Signature(start, end), " ;,{")
}

// valueSignature is the text from start to the value at v; a short literal stays.
func valueSignature(w *lang.Walk, start, end uint32, v syntax.Node) string {
	if v == syntax.None {
		return strings.TrimRight(w.Signature(start, end), " ;,")
	}
	inner := unwrap(w, v)
	if isFunction(w.Kind(inner)) {
		return signature(w, start, inner)
	}
	if w.Kind(inner) == "class" {
		return signature(w, start, inner)
	}
	if w.End(v)-w.Start(v) <= maxLiteral && isLiteral(w, inner) {
		return strings.TrimRight(w.Signature(start, w.End(v)), " ;,")
	}
	return strings.TrimRight(w.Signature(start, w.Start(v)), " =")
}

func isLiteral(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "string", "number", "true", "false", "null", "undefined", "regex":
		return bytes.IndexByte(w.Text(n), '\n') < 0
	case "template_string":
		return w.ChildOfKind(n, "template_substitution") == syntax.None && bytes.IndexByte(w.Text(n), '\n') < 0
	case "unary_expression":
		return w.Kind(w.Child(n, "argument")) == "number"
	}
	return false
}

// typeText reads a type annotation without its colon.
func typeText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	s := w.Signature(w.Start(n), w.End(n))
	return code.Clip(strings.TrimSpace(strings.TrimPrefix(s, ":")), maxWritten)
}

// params reads the parameters of a callable node.
func params(w *lang.Walk, n syntax.Node) []code.Param {
	if one := w.Child(n, "parameter"); one != syntax.None {
		return []code.Param{{Name: w.Name(one)}}
	}
	list := w.Child(n, "parameters")
	var out []code.Param
	for c := w.FirstChild(list); c != syntax.None && len(out) < maxParams; c = w.Next(c) {
		if !w.IsNamed(c) || w.Kind(c) == "comment" {
			continue
		}
		pattern, typ := c, syntax.None
		switch w.Kind(c) {
		case "required_parameter", "optional_parameter":
			pattern, typ = w.Child(c, "pattern"), w.Child(c, "type")
		case "assignment_pattern":
			pattern = w.Child(c, "left")
		case "ERROR":
			continue
		}
		if pattern == syntax.None || w.Kind(pattern) == "this" {
			continue
		}
		out = append(out, code.Param{Name: patternText(w, pattern), Type: typeText(w, typ)})
	}
	return out
}

func patternText(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "identifier" {
		return w.Name(n)
	}
	return code.Clip(w.Signature(w.Start(n), w.End(n)), maxPattern)
}

// supertypes reads what a class or interface declares to extend and implement.
func supertypes(w *lang.Walk, n syntax.Node) []code.Supertype {
	var out []code.Supertype
	add := func(n syntax.Node, form code.Inheritance) {
		args := syntax.None
		switch w.Kind(n) {
		case "generic_type":
			n, args = w.Child(n, "name"), w.Child(n, "type_arguments")
		case "comment":
			return
		}
		if name := code.Clip(w.Signature(w.Start(n), w.End(n)), maxType); name != "" {
			out = append(out, code.Supertype{Name: name, Args: argumentsText(w, args), Form: form})
		}
	}
	named := func(clause syntax.Node, form code.Inheritance) {
		for c := w.FirstChild(clause); c != syntax.None; c = w.Next(c) {
			switch {
			case !w.IsNamed(c):
			case w.Kind(c) == "type_arguments":
				if k := len(out); k > 0 && out[k-1].Args == "" { // class A extends B<T>
					out[k-1].Args = argumentsText(w, c)
				}
			default:
				add(c, form)
			}
		}
	}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "extends_type_clause":
			named(c, code.Extends)
		case "class_heritage":
			typed := false
			for h := w.FirstChild(c); h != syntax.None; h = w.Next(h) {
				switch w.Kind(h) {
				case "extends_clause":
					named(h, code.Extends)
					typed = true
				case "implements_clause":
					named(h, code.Implements)
					typed = true
				}
			}
			if !typed {
				named(c, code.Extends)
			}
		}
	}
	return out
}

// argumentsText reads type arguments without their brackets, "" if they are too
// long to follow.
func argumentsText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None || w.End(n)-w.Start(n) > longestType || w.End(n)-w.Start(n) < 2 {
		return ""
	}
	return w.Signature(w.Start(n)+1, w.End(n)-1)
}

// aliasText is the type that an alias stands for, the bodies of object types left
// out: their members are definitions.
func aliasText(w *lang.Walk, n syntax.Node) string {
	var b strings.Builder
	at := w.Start(n)
	end := w.After(n)
	for c := n; c != syntax.None && c < end; c++ {
		if w.Kind(c) == "object_type" && inTypeAlias(w, c) && !onlyIndexed(w, c) {
			b.WriteString(w.Signature(at, w.Start(c)))
			b.WriteString(" {} ")
			at = w.End(c)
			c = w.After(c) - 1
		}
	}
	b.WriteString(w.Signature(at, w.End(n)))
	if t := code.OneLine(b.String()); len(t) <= 2*maxType {
		return t
	}
	return ""
}

// onlyIndexed reports whether an object type has no members but an index signature.
func onlyIndexed(w *lang.Walk, n syntax.Node) bool {
	one := w.NamedChild(n, 0)
	return (w.Kind(one) == "index_signature" || w.Kind(one) == "call_signature") && w.NamedChild(n, 1) == syntax.None
}
