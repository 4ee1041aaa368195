package rust

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxChain bounds how many levels of a nested type or links of a chain are
// looked through.
const maxChain = 16

// traitImpl is an "impl Trait for Type", kept until the whole file is known:
// the type may be defined further down.
type traitImpl struct {
	trait     code.Reference
	name      string // of the trait as written
	typ       string
	enclosing int32
	plain     bool // of the type itself, not of a reference to it or a container
}

func traitItem(s *state, w *lang.Walk, n syntax.Node) {
	if name := named(w, n); name != syntax.None {
		d := code.Definition{Kind: code.KindTrait, Supertypes: bounds(w, w.Child(n, "bounds")), TypeParams: typeParams(w, n),
			Signature: signatureTo(w, n, headerEnd(w, n))}
		d.Supertypes = append(d.Supertypes, selfBounds(w, n)...)
		s.define(w, n, name, d)
	}
	w.OpenScope(lang.ScopeFunction)
}

// bounds lists the traits of "A + B<C> + 'a".
func bounds(w *lang.Walk, list syntax.Node) []code.Supertype {
	var out []code.Supertype
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "type_identifier", "scoped_type_identifier", "generic_type":
			if name := typeName(w, c); name != "" {
				out = append(out, code.Supertype{Name: name, Form: code.Extends})
			}
		}
	}
	return out
}

// selfBounds lists what "where Self: A + B" demands.
func selfBounds(w *lang.Walk, n syntax.Node) (out []code.Supertype) {
	for c := w.FirstChild(w.ChildOfKind(n, "where_clause")); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "where_predicate" && string(w.Text(w.Child(c, "left"))) == "Self" {
			out = append(out, bounds(w, w.Child(c, "bounds"))...)
		}
	}
	return out
}

// implItem handles an impl block: it defines nothing itself.
func implItem(s *state, w *lang.Walk, n syntax.Node) {
	s.items = true
	w.OpenScope(lang.ScopeFunction)
	trait := w.Child(n, "trait")
	if trait == syntax.None || w.ChildOfKind(n, "!") != syntax.None {
		return
	}
	last := lastName(w, trait)
	if last == syntax.None {
		return
	}
	span, name := nameAt(w, last)
	r := code.Reference{Name: name, Span: span, Line: w.Line(span.Start), Role: code.RoleInherit}
	if p := w.Parent(last); w.Kind(p) == "scoped_type_identifier" {
		r.Qualifier, r.QualifierText = pathQualifier(w, w.Child(p, "path"))
	}
	typ := w.Child(n, "type")
	kind := w.Kind(typ)
	s.impls = append(s.impls, traitImpl{trait: r, name: typeName(w, trait), typ: selfType(w, n), enclosing: w.Container(),
		plain: kind == "type_identifier" || kind == "generic_type"})
}

// lastName is the node of a type's own name: C in a::b::C<D>.
func lastName(w *lang.Walk, n syntax.Node) syntax.Node {
	for range maxChain {
		switch w.Kind(n) {
		case "type_identifier", "identifier":
			return n
		case "scoped_type_identifier", "scoped_identifier":
			n = w.Child(n, "name")
		case "generic_type", "generic_type_with_turbofish":
			n = w.Child(n, "type")
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// selfType names the type that an impl block is about, references and
// pointers looked through.
func selfType(w *lang.Walk, impl syntax.Node) string {
	n := w.Child(impl, "type")
	for range maxChain {
		switch w.Kind(n) {
		case "reference_type", "pointer_type":
			n = w.Child(n, "type")
			continue
		case "dynamic_type", "abstract_type":
			n = w.Child(n, "trait")
			continue
		case "bounded_type", "removed_trait_bound":
			n = w.NamedChild(n, 0)
			continue
		}
		break
	}
	if last := lastName(w, n); last != syntax.None {
		_, name := nameAt(w, last)
		return name
	}
	return code.Clip(code.OneLine(w.Name(n)), maxValue)
}

// typeName is the name of a type as written, type arguments left out; "" if
// n is not a named type.
func typeName(w *lang.Walk, n syntax.Node) string {
	if w.Kind(n) == "generic_type" {
		n = w.Child(n, "type")
	}
	switch w.Kind(n) {
	case "type_identifier", "identifier":
		_, name := nameAt(w, n)
		return name
	case "scoped_type_identifier", "scoped_identifier":
		return pathText(w, n)
	}
	return ""
}

// maxPath bounds a path that is kept as text (bytes).
const maxPath = 400

// pathText is a path without type arguments, white space and comments; "" for
// one too long to be real.
func pathText(w *lang.Walk, n syntax.Node) string {
	text := w.Text(n)
	if len(text) > maxPath {
		return ""
	}
	if !bytes.ContainsAny(text, "<# \t\r\n/") {
		return w.Intern(text)
	}
	var b strings.Builder
	for c := n; c < w.After(n); {
		switch w.Kind(c) {
		case "type_arguments", "line_comment", "block_comment":
			c = w.After(c)
			continue
		case "identifier", "type_identifier", "self", "super", "crate", "metavariable", "primitive_type":
			if b.Len() > 0 {
				b.WriteString("::")
			}
			_, name := nameAt(w, c)
			b.WriteString(name)
		}
		c++
	}
	return b.String()
}

// finish settles what only the whole file tells.
func finish(w *lang.Walk) {
	s := stateOf(w)
	s.setFileDoc(w)
	s.salvage(w)
	if len(s.impls) == 0 {
		return
	}
	type key struct {
		container int32
		name      string
	}
	types := make(map[key]int32)
	for i := range s.definitions {
		d := w.Builder.Definition(i)
		if d.Kind.IsType() && d.ContainerName == "" {
			types[key{d.Container, d.Name}] = i
		}
	}
	for i := range s.impls {
		m := &s.impls[i]
		enclosing := m.enclosing
		// The type is beside the impl or, for one in a module of its own or in
		// a function, around it.
		for c := m.enclosing; ; c = w.Builder.Definition(c).Container {
			if t, ok := types[key{c, m.typ}]; ok {
				enclosing = t
				if m.plain && m.name != "" {
					implement(w.Builder.Definition(t), m.name)
				}
				break
			}
			if c == code.NoDefinition {
				break
			}
		}
		w.AddReferenceIn(m.trait, enclosing)
	}
}

// implement adds a trait to a type's supertypes, once.
func implement(d *code.Definition, trait string) {
	for _, t := range d.Supertypes {
		if t.Name == trait {
			return
		}
	}
	d.Supertypes = append(d.Supertypes, code.Supertype{Name: trait, Form: code.Implements})
}
