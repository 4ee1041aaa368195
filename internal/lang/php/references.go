package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// name handles every identifier that is not a variable; what it means
// follows from the node it hangs under.
func name(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	if c := w.FirstChild(n); w.IsNamed(c) && w.Kind(n) == "name" {
		return // an expression in the place of a name
	}
	w.Skip()
	p := w.Parent(n)
	field := w.Field(n)
	switch w.Kind(p) {
	case "namespace_name", "namespace_definition", "namespace_use_clause", "goto_statement", "named_label_statement",
		"method_declaration", "function_definition", "class_declaration", "interface_declaration", "trait_declaration",
		"enum_declaration", "dynamic_variable_name":
	case "enum_case", "argument":
		if field != "name" {
			read(w, n)
		}
	case "const_element":
		if n != p+1 {
			read(w, n)
		}
	case "property_hook":
		if field == "body" {
			read(w, n)
		}
	case "named_type":
		typeName(w, n)
	case "base_clause", "class_interface_clause", "use_declaration":
		refer(w, n, code.RoleInherit)
	case "attribute":
		refer(w, n, code.RoleDecorate)
	case "object_creation_expression":
		refer(w, n, code.RoleNew)
	case "use_instead_of_clause":
		refer(w, n, code.RoleType)
	case "use_as_clause":
		if n == p+1 {
			w.Refer(n, code.RoleRead, code.QualifierSelf, "")
		}
	case "function_call_expression":
		if field == "function" {
			if !isConstruct(w.Text(n)) {
				refer(w, n, code.RoleCall)
			}
		} else {
			read(w, n)
		}
	case "member_call_expression", "nullsafe_member_call_expression":
		if isMemberName(w, n) {
			q, text := qualify(w, w.Child(p, "object"))
			w.Refer(n, code.RoleCall, q, text)
		} else {
			read(w, n)
		}
	case "member_access_expression", "nullsafe_member_access_expression":
		if isMemberName(w, n) {
			q, text := qualify(w, w.Child(p, "object"))
			w.Refer(n, accessRole(w, p), q, text)
		} else {
			read(w, n)
		}
	case "scoped_call_expression":
		switch {
		case isMemberName(w, n):
			q, text := qualify(w, w.Child(p, "scope"))
			w.Refer(n, code.RoleCall, q, text)
		case field == "scope":
			refer(w, n, code.RoleType)
		default:
			read(w, n)
		}
	case "scoped_property_access_expression":
		refer(w, n, code.RoleType)
	case "class_constant_access_expression":
		if n == p+1 {
			refer(w, n, code.RoleType)
		} else if !isWord(w.Text(n), "class") {
			q, text := qualify(w, w.FirstChild(p))
			w.Refer(n, code.RoleRead, q, text)
		}
	case "binary_expression":
		if field == "right" && w.Kind(w.Child(p, "operator")) == "instanceof" {
			refer(w, n, code.RoleType)
		} else {
			read(w, n)
		}
	case "subscript_expression":
		if !isStringKey(w, p) {
			read(w, n)
		}
	case "ERROR":
		strayName(w, n, p)
	case "expression_statement":
		if !isWord(w.Text(n), "case") || !inLooseType(w) {
			read(w, n)
		}
	default:
		read(w, n)
	}
}

// refer records the use of a name or qualified name; self, static and parent
// name no definition.
func refer(w *lang.Walk, n syntax.Node, role code.Role) {
	if w.Kind(n) == "qualified_name" {
		last := syntax.None
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "name" {
				last = c
			}
		}
		if last != syntax.None {
			prefix := strings.TrimRight(w.Intern(w.Source[w.Start(n):w.Start(last)]), `\`)
			if k := strings.LastIndexAny(prefix, " \t\r\n"); k >= 0 {
				prefix = prefix[k+1:] // readonly, taken for a part of the type
			}
			if prefix == "" {
				prefix = `\`
			}
			w.Refer(last, role, code.QualifierPath, prefix)
		}
		return
	}
	if !isRelative(w.Text(n)) {
		w.Refer(n, role, code.QualifierNone, "")
	}
}

// read records the use of a constant; those the language fills in are left out.
func read(w *lang.Walk, n syntax.Node) {
	if t := w.Text(n); len(t) > 4 && t[0] == '_' && t[1] == '_' {
		switch string(bytes.ToUpper(t)) {
		case "__LINE__", "__FILE__", "__DIR__", "__FUNCTION__", "__CLASS__", "__TRAIT__", "__METHOD__", "__NAMESPACE__", "__PROPERTY__":
			return
		}
	}
	refer(w, n, code.RoleRead)
}

// typeName records the use of a class in a type; types that the grammar does
// not know as built in are left out.
func typeName(w *lang.Walk, n syntax.Node) {
	switch string(w.Text(n)) {
	case "object", "never", "readonly", "function", "mixed", "int", "string", "float", "bool", "array", "void", "null", "false", "true", "iterable", "callable":
		return
	}
	refer(w, n, code.RoleType)
}

// isWord compares without regard to case, as PHP does its keywords.
func isWord(t []byte, word string) bool {
	if len(t) != len(word) {
		return false
	}
	for i := range t {
		if t[i] != word[i] && t[i]|0x20 != word[i] {
			return false
		}
	}
	return true
}

// isRelative tells self, static and parent.
func isRelative(t []byte) bool {
	return isWord(t, "self") || isWord(t, "static") || isWord(t, "parent")
}

// isConstruct tells the language constructs that look like functions.
func isConstruct(t []byte) bool {
	return isWord(t, "isset") || isWord(t, "empty") || isWord(t, "exit") || isWord(t, "die") || isWord(t, "eval") || isWord(t, "unset")
}

// isMemberName tells the m of $a->m from the constant of $a->{M}.
func isMemberName(w *lang.Walk, n syntax.Node) bool {
	return w.Field(n) == "name" && w.Kind(n-1) != "{"
}

// isStringKey reports whether subscript n stands bare in a string, where
// "$a[key]" means the text key.
func isStringKey(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(w.Parent(n)) {
	case "encapsed_string", "heredoc_body", "shell_command_expression":
		return w.Source[w.Start(n)-1] != '{'
	}
	return false
}

// accessRole is write where the property or variable n is assigned.
func accessRole(w *lang.Walk, n syntax.Node) code.Role {
	p := w.Parent(n)
	write := false
	switch w.Kind(p) {
	case "assignment_expression", "augmented_assignment_expression", "reference_assignment_expression":
		write = w.Field(n) == "left"
	case "update_expression", "unset_statement":
		write = true
	case "list_literal":
		write = w.Kind(w.Next(n)) != "=>"
	case "foreach_statement":
		write = w.Kind(n-1) == "as"
	case "pair":
		write = w.Kind(w.Parent(p)) == "foreach_statement"
	case "by_ref":
		k := w.Kind(w.Parent(p))
		write = k == "foreach_statement" || k == "pair" || k == "list_literal"
	}
	if write {
		return code.RoleWrite
	}
	return code.RoleRead
}

// importedGlobal is a global variable that a function asked for, up to the
// function's end.
type importedGlobal struct {
	name  string
	until syntax.Node
}

// globalStatement makes the rest of its function use the global variables.
func globalStatement(w *lang.Walk, n syntax.Node) {
	function := w.Ancestor(n, "function_definition", "method_declaration", "anonymous_function")
	if function == syntax.None {
		return
	}
	w.Skip()
	st := stateOf(w)
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "variable_name" && isPlain(w, c) {
			w.Refer(c, code.RoleRead, code.QualifierNone, "")
			st.globals = append(st.globals, importedGlobal{w.Name(c), w.After(function)})
		}
	}
}

// variable records static properties and global variables. Other variables
// of functions are local and say nothing to other files.
func variable(w *lang.Walk, n syntax.Node) {
	w.Skip()
	p := w.Parent(n)
	if w.Field(n) == "name" {
		switch w.Kind(p) {
		case "scoped_property_access_expression":
			q, text := qualify(w, w.Child(p, "scope"))
			w.Refer(w.ChildOfKind(n, "name"), accessRole(w, p), q, text)
			return
		case "property_element", "catch_clause":
			return
		}
	}
	st := stateOf(w)
	if w.InScope(lang.ScopeFunction) {
		for k := len(st.globals); k > 0 && st.globals[k-1].until <= n; k-- {
			st.globals = st.globals[:k-1]
		}
		if len(st.globals) == 0 {
			return
		}
		t := w.Text(n)
		for i := range st.globals {
			if st.globals[i].name == string(t) {
				w.Refer(n, accessRole(w, n), code.QualifierNone, "")
				return
			}
		}
		return
	}
	settle(w, n)
	if n == st.defining || !isPlain(w, n) || isSuperglobal(string(w.Text(n))) {
		return
	}
	w.Refer(n, accessRole(w, n), code.QualifierNone, "")
}

// isPlain reports whether variable n is a dollar sign and a name with nothing between.
func isPlain(w *lang.Walk, n syntax.Node) bool {
	word := w.ChildOfKind(n, "name")
	return word != syntax.None && w.Start(word) == w.Start(n)+1 && w.End(word) == w.End(n)
}

// isSuperglobal tells $this and the variables that exist everywhere.
func isSuperglobal(s string) bool {
	switch s {
	case "$this", "$GLOBALS", "$_SERVER", "$_GET", "$_POST", "$_FILES", "$_COOKIE", "$_SESSION", "$_REQUEST", "$_ENV":
		return true
	}
	return false
}

// interpolated records the text of a string around the code in it.
func interpolated(w *lang.Walk, n syntax.Node) {
	at := w.Start(n)
	parts := n
	if body := w.Child(n, "value"); body != syntax.None {
		parts = body // a heredoc's
	}
	for c := w.FirstChild(parts); c != syntax.None; c = w.Next(c) {
		if !w.IsNamed(c) {
			continue
		}
		switch w.Kind(c) {
		case "string_content", "escape_sequence", "heredoc_start", "heredoc_end", "heredoc_body":
			continue
		}
		w.Region(code.RegionString, code.Span{Start: at, End: w.Start(c)})
		at = w.End(c)
	}
	w.Region(code.RegionString, code.Span{Start: at, End: w.End(n)})
}
