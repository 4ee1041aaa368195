package rust

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// What a macro is given is a tree of tokens to the parser. This file reads
// names out of it by their neighbours. Nodes stand in reading order, so the
// token before one is the node before it.

// notName reports keywords and built-in types that the grammar takes for identifiers in tokens.
func notName(text []byte) bool {
	switch string(text) {
	case "else", "in", "ref", "move", "dyn", "extern", "yield", "Self", "macro_rules", "_", "box":
		return true
	}
	return primitive(text)
}

// token handles an identifier among the tokens of a macro, child of tree.
func (s *state) token(w *lang.Walk, n, tree syntax.Node) {
	text := w.Text(n)
	if n < s.attributeEnd {
		if w.Kind(tree-1) == "#" && n == tree+2 || string(w.Text(tree-1)) == "derive" {
			s.pathToken(w, n, code.RoleDecorate)
		}
		return
	}
	if notName(text) {
		return
	}
	before, after := w.Kind(n-1), w.Kind(w.After(n))
	switch before {
	case "'", "$":
		return
	case "#": // of quote!
		refer(w, n, code.RoleRead, code.QualifierNone, "")
		return
	case "fn", "struct", "enum", "trait", "mod", "union", "const", "static", "type":
		if n < s.itemsEnd {
			s.tokenItem(w, n, before)
		}
		return
	case ".", "::":
	case "let", "for":
		if after == "::" || capital(text) {
			break
		}
		bind(w, n)
		return
	case "mutable_specifier":
		if k := w.Kind(n - 2); k != "&" && k != "*" {
			bind(w, n)
			return
		}
	default:
		if s.bindsToken(w, n, tree, before, after) {
			bind(w, n)
			return
		}
	}
	role := code.RoleRead
	switch after {
	case "token_tree":
		switch w.Source[w.Start(w.After(n))] {
		case '(':
			role = code.RoleCall
			if capital(text) && before != "." {
				role = code.RoleNew
			}
		case '{':
			if capital(text) {
				role = code.RoleNew
			}
		}
	case "!":
		if next := w.After(n) + 1; int(next) < w.Len() && w.Kind(next) == "token_tree" {
			role = code.RoleCall
		}
	case ":":
		if before == "," || before == "{" || before == "(" {
			if w.Source[w.Start(tree)] == '(' {
				bind(w, n) // a parameter of a function in the macro
			}
			return // a field or an argument that the macro names
		}
	case "=", "+=", "-=", "*=", "/=":
		if before == "," || before == "(" {
			return // an argument that the macro names
		}
		role = code.RoleWrite
	case "::":
		if w.Kind(w.After(n)+1) == "<" {
			if turbofishCall(w, w.After(n)+1) {
				role = code.RoleCall
			} else if capital(text) {
				role = code.RoleType
			}
		} else if capital(text) {
			role = code.RoleType
		}
	}
	s.pathToken(w, n, role)
}

// turbofishCall reports whether "::<...>" whose "<" is at n leads to a call.
func turbofishCall(w *lang.Walk, n syntax.Node) bool {
	depth := 0
	for range 4 * maxChain {
		if int(n) >= w.Len() {
			return false
		}
		switch w.Kind(n) {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		}
		n = w.After(n)
		if depth <= 0 {
			return int(n) < w.Len() && w.Kind(n) == "token_tree" && w.Source[w.Start(n)] == '('
		}
	}
	return false
}

// bindsToken reports whether the name at n is bound where it stands: by a
// pattern of let, for, if let or an arm, or as a closure's parameter.
func (s *state) bindsToken(w *lang.Walk, n, tree syntax.Node, before, after string) bool {
	if capital(w.Text(n)) || after == "::" || after == "!" || after == "token_tree" || after == "." {
		return false
	}
	switch after {
	case "=>":
		return before == "," || before == "{" || before == "}" || before == "|"
	case "|", ":":
		if before == "|" { // |x| and |x: T|
			return true
		}
	case "=":
		if (before == "," || before == "{" || before == "}") && w.Source[w.Start(tree)] == '{' {
			return true // select! { x = future => ... }
		}
	case ",":
		if before == "|" {
			return true
		}
	}
	if before == "," && after == "|" {
		return true
	}
	// Inside the parentheses of a pattern: let (a, b), Some(x) =>, if let Ok(x) =.
	if w.Source[w.Start(tree)] != '(' || tree == 0 {
		return false
	}
	switch w.Kind(tree - 1) {
	case "let", "for":
		return true
	case "identifier":
		if !capital(w.Text(tree - 1)) {
			return false
		}
	case "|", ",", "(", "{", "}":
	default:
		return false
	}
	next := w.After(tree)
	if int(next) >= w.Len() {
		return false
	}
	switch w.Kind(next) {
	case "=>", "=", "if":
		return true
	}
	return false
}
