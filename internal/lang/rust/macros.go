package rust

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// macroInvocation opens a scope for what the macro's tokens bind; the macro's
// name is recorded where its identifier is met.
func macroInvocation(s *state, w *lang.Walk, n syntax.Node) {
	s.items = true
	name := w.Child(n, "macro")
	if k := w.Kind(name); k == "scoped_identifier" {
		name = w.Child(name, "name")
	}
	tree := w.ChildOfKind(n, "token_tree")
	if tree == syntax.None {
		return
	}
	switch string(w.Text(name)) {
	case "include", "include_str", "include_bytes":
		includeImport(w, tree)
	}
	w.OpenScope(lang.ScopeBlock)
	if itemPlace(w, n, w.Text(name)) {
		s.itemMacro, s.itemsEnd = n, w.After(n)
	}
}

// itemPlace reports whether a macro stands where items do. Inside a function
// that is true of a few only: others stand for expressions.
func itemPlace(w *lang.Walk, n syntax.Node, name []byte) bool {
	p := w.Parent(n)
	if w.Kind(p) == "expression_statement" {
		p = w.Parent(p)
	}
	switch w.Kind(p) {
	case "source_file", "declaration_list":
		return true
	case "block":
		switch string(name) {
		case "thread_local", "lazy_static", "task_local", "cfg_if":
			return true
		}
	}
	return false
}

// tokenTree opens a scope for braces, and hands items over to be read as Rust.
func tokenTree(s *state, w *lang.Walk, n syntax.Node) {
	if w.Source[w.Start(n)] != '{' {
		if k := w.Kind(n - 1); w.Source[w.Start(n)] == '[' && (k == "#" || k == "!" && w.Kind(n-2) == "#") {
			s.attributeEnd = w.After(n)
		}
		return
	}
	if n == s.body {
		w.OpenScope(lang.ScopeFunction)
		w.PushContainer(s.bodyOf)
		return
	}
	if s.holdsItems(w, n) {
		// The braces themselves stay tokens of this file.
		inside := code.Span{Start: w.Start(n) + 1, End: w.End(n)}
		if inside.End > inside.Start && w.Source[inside.End-1] == '}' {
			inside.End--
		}
		if w.Embed(languageID, inside, lang.Whole) {
			w.Skip()
			return
		}
	}
	w.OpenScope(lang.ScopeBlock)
}

// holdsItems reports whether the braces n, of a macro that stands where items
// do, hold items: directly or, as in cfg_if!, in a branch.
func (s *state) holdsItems(w *lang.Walk, n syntax.Node) bool {
	outer := w.Parent(n)
	if w.Kind(outer) == "token_tree" {
		if w.Source[w.Start(outer)] != '{' || !conditional(w, n) {
			return false
		}
		outer = w.Parent(outer)
	}
	if w.Kind(outer) != "macro_invocation" || w.After(outer) != s.itemsEnd {
		return false
	}
	if k := w.Kind(w.Parent(w.Parent(outer))); k == "impl_item" || k == "trait_item" {
		return false // methods must know their type
	}
	// A macro that lets the last semicolon out is not written quite like Rust.
	if k := w.Kind(w.After(n) - 2); k != ";" && k != "}" {
		return false
	}
	return beginsWithItem(w, n)
}

// conditional reports whether braces inside a macro follow "else" or an
// attribute that is a condition.
func conditional(w *lang.Walk, n syntax.Node) bool {
	before := n - 1
	if string(w.Text(before)) == "else" {
		return true
	}
	return string(w.Text(before)) == "]"
}

// beginsWithItem reports whether the first tokens in braces, attributes left
// out, begin an item.
func beginsWithItem(w *lang.Walk, n syntax.Node) bool {
	c := w.Next(w.FirstChild(n))
	for c != syntax.None {
		switch w.Kind(c) {
		case "line_comment", "block_comment":
			c = w.Next(c)
			continue
		case "#":
			c = w.Next(c)
			if w.Kind(c) == "!" {
				c = w.Next(c)
			}
			if w.Kind(c) != "token_tree" {
				return false
			}
			c = w.Next(c)
			continue
		case "pub", "unsafe", "async", "const", "default":
			c = w.Next(c)
			if w.Kind(c) == "token_tree" { // pub(crate), const { ... }
				c = w.Next(c)
			}
			if w.Kind(c) == "identifier" {
				return w.Kind(w.Next(c)) == ":" || string(w.Text(c)) == "extern"
			}
			continue
		case "struct":
			name := w.Next(c)
			return w.Kind(name) == "identifier" && w.Kind(w.Next(name)) != ":" // bitflags!
		case "fn", "enum", "trait", "mod", "union", "type":
			return w.Kind(w.Next(c)) == "identifier"
		case "static":
			k := w.Kind(w.Next(c))
			return (k == "identifier" || k == "mutable_specifier") && w.Kind(w.After(n)-2) == ";"
		case "impl":
			return true
		case "use":
			return true
		case "identifier":
			if w.Kind(w.Next(c)) == "!" { // a macro inside the macro
				d := w.Next(w.Next(c))
				if string(w.Text(c)) == "macro_rules" {
					return w.Kind(d) == "identifier"
				}
				return w.Kind(d) == "token_tree" && w.Source[w.Start(d)] == '{' && beginsWithItemShallow(w, d)
			}
			return string(w.Text(c)) == "extern"
		}
		return false
	}
	return false
}

// beginsWithItemShallow is beginsWithItem for a macro inside the macro,
// without looking into yet another.
func beginsWithItemShallow(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(w.Next(w.FirstChild(n))) {
	case "#", "pub", "fn", "struct", "enum", "trait", "mod", "impl", "use", "static", "type":
		return true
	}
	return false
}
