package ruby

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// qualifier describes the expression before a dot or a double colon.
func (s *state) qualifier(w *lang.Walk, n syntax.Node) (code.Qualifier, string) {
	switch w.Kind(n) {
	case "":
		return code.QualifierNone, ""
	case "self":
		return code.QualifierSelf, "self"
	case "super":
		return code.QualifierCall, s.superChain(w)
	case "identifier", "constant", "instance_variable", "class_variable", "global_variable":
		return code.QualifierName, s.chainOf(w, n)
	case "scope_resolution":
		if text := dotted(w, n); text != "" {
			return code.QualifierPath, s.chainOf(w, n)
		}
	case "call":
		return code.QualifierCall, s.chainOf(w, n)
	}
	return code.QualifierOther, s.chainOf(w, n)
}

// dotted is the text of a chain of plain names, with dots: A::B is "A.B",
// user&.account.name "user.account.name". It is "" for any other expression.
func dotted(w *lang.Walk, n syntax.Node) string {
	c := n
	for range maxChain {
		switch w.Kind(c) {
		case "scope_resolution":
			if c = w.Child(c, "scope"); c == syntax.None {
				return plain(w, n)
			}
		case "call":
			receiver := w.Child(c, "receiver")
			if receiver == syntax.None || w.Child(c, "arguments") != syntax.None || w.Child(c, "block") != syntax.None {
				return ""
			}
			c = receiver
		case "identifier", "constant", "self", "instance_variable", "class_variable", "global_variable":
			return plain(w, n)
		default:
			return ""
		}
	}
	return ""
}

// plain is a chain's text with dots between its names and nothing else.
func plain(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if bytes.ContainsAny(text, "# \t\r\n\\") {
		var b []byte
		for c := n; c < w.After(n); c++ {
			switch w.Kind(c) {
			case "identifier", "constant", "self", "instance_variable", "class_variable", "global_variable":
				if len(b) > 0 {
					b = append(b, '.')
				}
				b = append(b, w.Text(c)...)
			}
		}
		return w.Intern(b)
	}
	if bytes.IndexByte(text, ':') >= 0 || bytes.IndexByte(text, '&') >= 0 {
		text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("::")), []byte("::"), []byte("."))
		text = bytes.ReplaceAll(text, []byte("&."), []byte("."))
	}
	return w.Intern(text)
}
