package lua

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// variableDeclaration binds the locals of a block or function; those of the
// chunk are definitions.
func variableDeclaration(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	statement := w.ChildOfKind(n, "assignment_statement")
	if !atTop(w, n) {
		list := w.ChildOfKind(n, "variable_list")
		if statement != syntax.None {
			list = w.NamedChild(statement, 0)
		}
		for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "identifier" && !isImport(w, c, statement) {
				w.BindNode(c, lang.ScopeBlock)
			}
		}
		return
	}
	if statement == syntax.None {
		s.declare(w, n, w.ChildOfKind(n, "variable_list"), syntax.None)
	}
}

// isImport reports whether a local is the result of require.
func isImport(w *lang.Walk, name, statement syntax.Node) bool {
	if statement == syntax.None {
		return false
	}
	values := w.NamedChild(statement, 1)
	if w.ChildOfKind(values, ",") != syntax.None {
		return false
	}
	return name == w.NamedChild(w.NamedChild(statement, 0), 0) && requiring(w, w.NamedChild(values, 0)) != syntax.None
}

// assignment defines what a statement outside functions gives a name for the
// first time. Functions are defined where they stand.
func assignment(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	statement := n
	if p := w.Parent(n); w.Kind(p) == "variable_declaration" {
		if !atTop(w, p) {
			return
		}
		statement = p
	}
	s.declare(w, statement, w.NamedChild(n, 0), w.NamedChild(n, 1))
}

// declare goes through the targets of a statement and their values.
func (s *state) declare(w *lang.Walk, statement, names, values syntax.Node) {
	local := w.Kind(statement) == "variable_declaration"
	inside := w.InScope(lang.ScopeFunction)
	single := w.ChildOfKind(names, ",") == syntax.None
	value := w.FirstChild(values)
	imported := false // by the target before, whose value is pcall(require, "a")
	for c := w.FirstChild(names); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case ",":
			for value != syntax.None && w.Kind(value) != "," {
				value = w.Next(value)
			}
			value = w.Next(value)
			continue
		case "attribute", "comment":
			continue
		}
		wanted := imported && value == syntax.None
		imported = value != syntax.None && protected(w, value)
		if (wanted || requiring(w, value) != syntax.None) && w.Kind(c) == "identifier" {
			s.name(w, c)
			continue
		}
		owner, leaf := split(w, c)
		if w.Kind(value) == "function_definition" {
			if leaf != syntax.None {
				s.name(w, leaf)
			}
			continue
		}
		if leaf == syntax.None || w.Start(leaf) == w.End(leaf) {
			continue
		}
		name := w.Name(leaf)
		switch {
		case owner == "":
			if inside || !local && s.known(w, name) || name == "_" {
				continue
			}
		case owner == "self":
			if f := s.self(c); f == nil || f.owner == "" {
				continue
			} else {
				owner = f.owner
			}
		case inside || name == "__index":
			continue
		}
		s.variable(w, statement, c, leaf, value, owner, local, single)
	}
}

// known reports whether the chunk has defined a name already.
func (s *state) known(_ *lang.Walk, name string) bool {
	_, ok := s.top[name]
	return ok || s.global[name]
}

// variable defines a local or global of the chunk, or a field of owner.
func (s *state) variable(w *lang.Walk, statement, target, leaf, value syntax.Node, owner string, local, single bool) {
	name := w.Name(leaf)
	if owner != "" {
		key := owner + "." + name
		if s.fields[key] {
			return
		}
		s.fields[key] = true
	}
	s.name(w, leaf)
	note := s.document(w, w.Start(statement))
	d := code.Definition{Kind: code.KindVariable, Span: w.Span(statement), Doc: note.text, Type: note.typ}
	c := classify(w, value)
	switch e := s.evidence[w.Name(target)]; {
	case c.class || note.class && note.typ == "" || e&isMetatable != 0:
		d.Kind = code.KindClass
		d.Supertypes = c.supertypes(w, note)
		if c.parent != syntax.None {
			s.parents[c.parent] = true
		}
	case c.table != syntax.None && (e&hasFunctions != 0 || name == s.returned && owner == ""):
		d.Kind = code.KindModule
	case owner != "":
		d.Kind = code.KindField
		if isConstant(w.Text(leaf)) && literal(w, value) {
			d.Kind = code.KindConstant
		}
	case isConstant(w.Text(leaf)) || w.Kind(w.Next(target)) == "attribute":
		d.Kind = code.KindConstant
	}
	if a := w.Next(target); w.Kind(a) == "attribute" {
		d.Modifiers = code.ModConst
	}
	switch {
	case owner != "":
		d.Exported = name[0] != '_' && s.open(w, owner)
	default:
		d.Exported = !local || s.offered(name)
	}
	d.Visibility = code.VisibilityPrivate
	if d.Exported {
		d.Visibility = code.VisibilityPublic
	}
	end := w.End(target)
	if a := w.Next(target); w.Kind(a) == "attribute" {
		end = w.End(a)
	}
	text := ""
	if value != syntax.None && (literal(w, value) || c.class) && w.End(value)-w.Start(value) <= maxValue && bytes.IndexByte(w.Text(value), '\n') < 0 {
		text = " = " + w.Signature(w.Start(value), w.End(value))
	}
	d.Signature = w.Signature(w.Start(target), end) + text
	if local {
		d.Signature = "local " + d.Signature
	}
	if !single {
		d.Span = w.Span(target)
	}
	i := int32(0)
	if single && !w.InScope(lang.ScopeFunction) {
		i = w.Define(leaf, d)
	} else {
		i = w.DefineLeaf(leaf, d)
	}
	w.Definition(i).Doc = note.text
	if owner != "" {
		s.place(w, i, owner)
	} else {
		if !local {
			s.global[name] = true
		}
		if _, ok := s.top[name]; !ok {
			s.top[name] = i
		}
	}
	if c.table != syntax.None && single {
		s.claimed[c.table] = 1
	}
}

// literal reports whether a value is written out: a number, a string, a word.
func literal(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "number", "string", "true", "false", "nil":
		return true
	case "unary_expression":
		return w.Kind(w.Child(n, "operand")) == "number"
	}
	return false
}

// classified says what a value is as far as its form tells.
type classified struct {
	table  syntax.Node // the constructor of its fields, or None
	class  bool
	base   syntax.Node // the supertype's whole expression
	parent syntax.Node // the last name of it
}

// classify recognises tables and the ways in which libraries make classes.
func classify(w *lang.Walk, value syntax.Node) classified {
	c := classified{table: syntax.None, base: syntax.None, parent: syntax.None}
	switch w.Kind(value) {
	case "table_constructor":
		c.table = value
		return c
	case "binary_expression":
		// Foo = Foo or {}
		if t := w.Child(value, "right"); w.Kind(t) == "table_constructor" && w.ChildOfKind(value, "or") != syntax.None {
			c.table = t
		}
		return c
	case "function_call":
	default:
		return c
	}
	name, args := w.Child(value, "name"), w.Child(value, "arguments")
	first, second := w.NamedChild(args, 0), w.NamedChild(args, 1)
	if w.Kind(first) == "table_constructor" {
		c.table = first
	}
	switch w.Kind(name) {
	case "identifier":
		switch string(w.Text(name)) {
		case "setmetatable":
			if base, _ := metatable(w, value); base != syntax.None {
				c.class, c.base = true, base
			}
		case "class", "Class":
			c.class = true
			c.table = syntax.None
			if isPath(w, first) {
				c.base = first // penlight: class(Base)
			} else if w.Kind(first) == "string" && isPath(w, second) {
				c.base = second // middleclass: class("Name", Base)
			}
		default:
			c.table = syntax.None
		}
	case "method_index_expression", "dot_index_expression":
		method := w.Child(name, "method")
		if method == syntax.None {
			method = w.Child(name, "field")
		}
		object := w.Child(name, "table")
		switch string(w.Text(method)) {
		case "extend", "subclass", "derive", "inherit":
			if isPath(w, object) && w.Kind(name) == "method_index_expression" {
				c.class, c.base = true, object
				break
			}
			c.table = syntax.None
		default:
			c.table = syntax.None
		}
	default:
		c.table = syntax.None
	}
	if c.base != syntax.None {
		_, c.parent = split(w, c.base)
	}
	return c
}

// metatable returns Base of setmetatable(t, { __index = Base }) and t.
func metatable(w *lang.Walk, call syntax.Node) (base, of syntax.Node) {
	if string(w.Text(w.Child(call, "name"))) != "setmetatable" {
		return syntax.None, syntax.None
	}
	args := w.Child(call, "arguments")
	if t := w.NamedChild(args, 0); w.Kind(t) == "identifier" {
		of = t
	} else {
		of = syntax.None
	}
	meta := w.NamedChild(args, 1)
	if w.Kind(meta) != "table_constructor" {
		return syntax.None, of
	}
	for f := w.FirstChild(meta); f != syntax.None; f = w.Next(f) {
		if w.Kind(f) != "field" || string(w.Text(w.Child(f, "name"))) != "__index" {
			continue
		}
		if v := w.Child(f, "value"); isPath(w, v) && string(w.Text(v)) != "_G" && string(w.Text(v)) != "_ENV" {
			return v, of
		}
	}
	return syntax.None, of
}

func (c *classified) supertypes(w *lang.Walk, note annotations) []code.Supertype {
	var out []code.Supertype
	if c.base != syntax.None {
		out = append(out, code.Supertype{Name: w.Name(c.base), Form: code.Extends})
	}
	for _, name := range note.extends {
		if c.base == syntax.None || string(w.Text(c.base)) != name {
			out = append(out, code.Supertype{Name: name, Form: code.Extends})
		}
	}
	return out
}

// tableConstructor opens nothing; it claims the tables inside a claimed one.
func tableConstructor(w *lang.Walk, n syntax.Node) {
	p := w.Parent(n)
	if w.Kind(p) != "field" || w.Child(p, "name") == syntax.None {
		return
	}
	s := stateOf(w)
	if depth := s.claimed[w.Parent(p)]; depth > 0 && depth < depthLimit {
		s.claimed[n] = depth + 1
	}
}

// field defines a field of a table that has a name.
func field(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	name, value := w.Child(n, "name"), w.Child(n, "value")
	if s.bundle {
		rockModule(w, value)
	}
	if name == syntax.None || s.claimed[w.Parent(n)] == 0 || w.Kind(value) == "function_definition" {
		return
	}
	if w.Kind(name) == "string" {
		name = stringName(w, name)
	}
	if k := w.Kind(name); k != "identifier" && k != "string_content" || bracketed(w, n, name) {
		return
	}
	owner := w.Container()
	if owner == code.NoDefinition && s.shared[w.Name(name)] && string(w.Text(name)) == string(w.Text(value)) {
		return // the local is what the table offers
	}
	s.name(w, name)
	note := s.document(w, w.Start(n))
	d := code.Definition{Kind: code.KindField, Doc: note.text, Type: note.typ, Signature: w.Name(name)}
	if isConstant(w.Text(name)) && literal(w, value) {
		d.Kind = code.KindConstant
	}
	if text := w.Text(n); literal(w, value) && len(text) <= 2*maxValue && bytes.IndexByte(text, '\n') < 0 {
		d.Signature = w.Name(n)
	}
	d.Exported = w.Text(name)[0] != '_' && (owner == code.NoDefinition || w.Definition(owner).Exported)
	d.Visibility = code.VisibilityPrivate
	if d.Exported {
		d.Visibility = code.VisibilityPublic
	}
	w.Definition(w.Define(name, d)).Doc = note.text
}

// bracketed reports whether an identifier is a computed key: [name] = value.
func bracketed(w *lang.Walk, field, name syntax.Node) bool {
	return w.Kind(name) == "identifier" && w.Kind(w.FirstChild(field)) == "["
}
