package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// qualifier says what stands before a member's name: its form, and the chain
// of its value.
func qualifier(w *lang.Walk, object syntax.Node) (code.Qualifier, string) {
	x := chain(w, object)
	for range maxClimb {
		switch w.Kind(object) {
		case "this":
			if x == "" {
				return code.QualifierOther, ""
			}
			return code.QualifierSelf, ""
		case "super":
			return code.QualifierSuper, ""
		case "identifier":
			return code.QualifierName, x
		case "member_expression", "nested_identifier":
			if dotted(w, object) != "" {
				return code.QualifierPath, x
			}
			return code.QualifierOther, x
		case "call_expression", "new_expression":
			return code.QualifierCall, x
		case "parenthesized_expression", "non_null_expression", "await_expression":
			object = w.NamedChild(object, 0)
		default:
			return code.QualifierOther, x
		}
	}
	return code.QualifierOther, x
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
