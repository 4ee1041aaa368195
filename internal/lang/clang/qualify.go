package clang

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// qualified records the last name of A::B::name, of which q is the innermost
// node around it.
func qualified(w *lang.Walk, q, n syntax.Node, role code.Role) {
	outer := q
	for i := 0; i < maxChain && w.Kind(w.Parent(outer)) == "qualified_identifier"; i++ {
		outer = w.Parent(outer)
	}
	p := w.Parent(outer)
	switch w.Kind(p) {
	case "call_expression":
		if w.Field(outer) == "function" {
			role = code.RoleCall
		}
	case "assignment_expression":
		if w.Field(outer) == "left" {
			role = code.RoleWrite
		}
	case "update_expression":
		role = code.RoleWrite
	case "using_declaration":
		role = code.RoleImport
	case "new_expression":
		if w.Field(outer) == "type" {
			role = code.RoleNew
		}
	case "base_class_clause":
		role = code.RoleInherit
	case "field_initializer":
		role = code.RoleCall
	case "function_declarator", "pointer_declarator", "reference_declarator", "init_declarator", "declaration":
		if w.Field(outer) == "declarator" || w.Field(outer) == "" {
			role = code.RoleRead
		}
	}
	kind, text := scopeText(w, outer, n)
	refer(w, n, role, kind, text)
}

// maxChain bounds the links of a qualified expression that are looked at.
const maxChain = 32

// scopeText says what stands before name n in the qualified name.
func scopeText(w *lang.Walk, outer, n syntax.Node) (code.Qualifier, string) {
	start, end := w.Start(outer), w.Start(n)
	if end < start+2 {
		return code.QualifierNone, ""
	}
	text := bytes.TrimSpace(w.Source[start:end])
	text = bytes.TrimSpace(bytes.TrimSuffix(text, []byte("template")))
	text = bytes.TrimSpace(bytes.TrimSuffix(text, []byte("~")))
	text = bytes.TrimSpace(bytes.TrimSuffix(text, []byte("::")))
	if len(text) == 0 {
		return code.QualifierNone, "" // ::name
	}
	if bytes.IndexByte(text, '<') >= 0 || bytes.IndexByte(text, '(') >= 0 {
		text = withoutArguments(text)
		if len(text) == 0 {
			return code.QualifierOther, ""
		}
	}
	if k := bytes.LastIndexAny(text, " \t\n"); k >= 0 && !bytes.HasSuffix(text[:k], []byte("::")) {
		text = text[k+1:] // what error recovery took along
	}
	if bytes.Contains(text, []byte("::")) {
		text = bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("::")), []byte("::"), []byte("."))
		return code.QualifierPath, code.ChainStep(w.Intern(text))
	}
	return code.QualifierName, w.Intern(text)
}

// withoutArguments drops template arguments: A<int>::B is A::B. What is not
// made of names gives nothing.
func withoutArguments(text []byte) []byte {
	out := make([]byte, 0, len(text))
	depth := 0
	for i, c := range text {
		switch {
		case c == '<':
			depth++
		case c == '>' && (i == 0 || text[i-1] != '-'):
			depth--
		case depth > 0:
		case c == '(' || c == ')':
			return nil
		case c != ' ' && c != '\n' && c != '\t' && c != '\r':
			out = append(out, c)
		}
	}
	return out
}

func namespaceIdentifier(w *lang.Walk, n syntax.Node) {
	if st := arrive(w, n); st.defines(w.Start(n)) || w.Start(n) == w.End(n) || st.reserved(w.Text(n)) {
		return
	}
	p := w.Parent(n)
	if w.Kind(p) == "qualified_identifier" {
		qualifier(w, p, n)
		return
	}
	refer(w, n, code.RoleRead, code.QualifierNone, "")
}

// qualifier records a name that stands before ::.
func qualifier(w *lang.Walk, q, n syntax.Node) {
	outer := q
	for i := 0; i < maxChain && w.Kind(w.Parent(outer)) == "qualified_identifier"; i++ {
		outer = w.Parent(outer)
	}
	kind, text := scopeText(w, outer, n)
	refer(w, n, code.RoleType, kind, text)
}
