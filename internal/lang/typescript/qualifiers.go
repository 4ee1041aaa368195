package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// qualifier says what stands before a member's name.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	for range maxClimb {
		switch w.Kind(object) {
		case "this":
			return code.QualifierSelf, ""
		case "super":
			return code.QualifierSuper, ""
		case "identifier":
			return code.QualifierName, w.Name(object)
		case "member_expression", "nested_identifier":
			if path := dotted(w, object); path != "" {
				return code.QualifierPath, path
			}
			return code.QualifierOther, ""
		case "call_expression":
			f := unwrap(w, w.Child(object, "function"))
			switch w.Kind(f) {
			case "identifier":
				return code.QualifierCall, w.Name(f)
			case "member_expression":
				if path := dotted(w, f); path != "" {
					return code.QualifierCall, path
				}
				return code.QualifierCall, w.Name(w.Child(f, "property"))
			}
			return code.QualifierCall, ""
		case "new_expression":
			if path := dotted(w, w.Child(object, "constructor")); path != "" {
				return code.QualifierCall, path
			}
			return code.QualifierCall, ""
		case "parenthesized_expression", "non_null_expression", "await_expression":
			object = w.NamedChild(object, 0)
		default:
			return code.QualifierOther, ""
		}
	}
	return code.QualifierOther, ""
}

// maxPath bounds a dotted qualifier, in bytes.
const maxPath = 80

// dotted returns "a.b.c" for an expression that is only that, `?.` and `!`
// left out, else "".
func dotted(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if len(text) == 0 || len(text) > maxPath {
		return ""
	}
	if isPath(string(text)) {
		return w.Intern(text)
	}
	clean := bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("?."), []byte(".")), []byte("!."), []byte("."))
	path := strings.Join(strings.Fields(string(clean)), "")
	if !isPath(path) {
		return ""
	}
	return w.Intern([]byte(path))
}
