package csharp

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxDotted bounds a type that is taken apart, type arguments and all (bytes).
const maxDotted = 4000

// maxChain bounds the links of a dotted expression that are looked at.
const maxChain = 32

// nameSpan is the span of the identifier at n without the @ of a verbatim one.
func nameSpan(w *lang.Walk, n syntax.Node) code.Span {
	s := w.Span(n)
	if s.End > s.Start+1 && w.Source[s.Start] == '@' {
		s.Start++
	}
	return s
}

// nameOf is the identifier at n, or of a generic name, without its @.
func nameOf(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "generic_name" {
		n = w.FirstChild(n)
	}
	if n == syntax.None {
		return ""
	}
	s := nameSpan(w, n)
	return w.Intern(w.Source[s.Start:s.End])
}

// named returns the node of a declaration's name, or None if error recovery
// made it up.
func named(w *lang.Walk, n syntax.Node) syntax.Node {
	name := w.Child(n, "name")
	if name == syntax.None || w.Start(name) == w.End(name) {
		return syntax.None
	}
	return name
}

// bind makes the identifier at n local to the innermost scope.
func bind(w *lang.Walk, n syntax.Node) { w.Bind(nameOf(w, n), lang.ScopeBlock) }

// refer records a use of the identifier at n.
func refer(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, text string) {
	referWith(w, n, role, q, text, -1)
}

// referWith is refer with the number of arguments, negative if it is not known.
func referWith(w *lang.Walk, n syntax.Node, role code.Role, q code.Qualifier, text string, args int) {
	s := nameSpan(w, n)
	if s.Start == s.End {
		return
	}
	w.AddReference(code.Reference{Name: w.Intern(w.Source[s.Start:s.End]), Span: s, Line: w.Line(s.Start), Role: role,
		Qualifier: q, QualifierText: text, Args: lang.Arguments(args)})
}

// dotted joins the names of a type or a namespace with dots, type arguments
// left out; "" if n is not a named type or too long to be real.
func dotted(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None || w.End(n)-w.Start(n) > maxDotted {
		return ""
	}
	var parts [maxChain]string
	at := maxChain
	for at > 0 {
		switch w.Kind(n) {
		case "identifier", "generic_name", "predefined_type":
			at--
			parts[at] = nameOf(w, n)
			return strings.Join(parts[at:], ".")
		case "qualified_name":
			at--
			parts[at] = nameOf(w, w.Child(n, "name"))
			n = w.Child(n, "qualifier")
		case "alias_qualified_name":
			at--
			parts[at] = nameOf(w, w.Child(n, "alias")) + "::" + nameOf(w, w.Child(n, "name"))
			return strings.Join(parts[at:], ".")
		case "nullable_type", "array_type", "ref_type", "scoped_type":
			n = w.Child(n, "type")
		default:
			return ""
		}
	}
	return ""
}

// qualifier says what the expression before a dot is, with its chain.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	switch w.Kind(object) {
	case "identifier", "predefined_type", "generic_name":
		return code.QualifierName, chain(w, object)
	case "this":
		return code.QualifierSelf, ""
	case "base":
		return code.QualifierSuper, ""
	case "member_access_expression", "conditional_access_expression", "qualified_name", "alias_qualified_name":
		if isPath(w, object) {
			return code.QualifierPath, chain(w, object)
		}
	case "invocation_expression", "object_creation_expression":
		return code.QualifierCall, chain(w, object)
	case "postfix_unary_expression": // x!.y
		if inner := w.FirstChild(object); w.Kind(inner) != "postfix_unary_expression" && w.Source[w.End(object)-1] == '!' {
			return qualifier(w, inner)
		}
	}
	return code.QualifierOther, chain(w, object)
}

// maxPath bounds a dotted expression that is kept as text (bytes).
const maxPath = 400

// isPath reports whether an expression is a dotted path of names.
func isPath(w *lang.Walk, n syntax.Node) bool {
	for range maxChain {
		switch w.Kind(n) {
		case "identifier", "generic_name", "predefined_type", "this", "base", "qualified_name", "alias_qualified_name":
			return true
		case "member_access_expression":
			n = w.Child(n, "expression")
		case "conditional_access_expression":
			n = w.Child(n, "condition")
		default:
			return false
		}
	}
	return false
}

func lastName(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return name[strings.LastIndexByte(name, ':')+1:]
}

// typeText is a type as written, on one line.
func typeText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return oneLine(w, w.Start(n), w.End(n))
}

func oneLine(w *lang.Walk, start, end uint32) string {
	text := w.Source[start:end]
	if len(text) > lang.MaxSignature {
		cut := lang.MaxSignature
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut]
	}
	if bytes.IndexByte(text, '\n') < 0 && !bytes.Contains(text, []byte("  ")) && bytes.IndexByte(text, '\t') < 0 {
		return w.Intern(text)
	}
	return code.OneLine(strings.ToValidUTF8(string(text), "\uFFFD"))
}
