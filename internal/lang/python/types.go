package python

import (
	"bytes"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

func classDefinition(w *lang.Walk, n syntax.Node) {
	if nameless(w, n) {
		return
	}
	s := stateOf(w)
	var i int32
	if w.Kind(w.Parent(n)) == "decorated_definition" {
		i = w.Container()
	} else {
		i = s.defineClass(w, n, n, decoration{})
	}
	s.typeParameters(w, n)
	s.frames = append(s.frames, frame{end: w.After(n), definition: i, class: true,
		enum: w.Definition(i).Kind == code.KindEnum, owner: code.NoDefinition})
}

func (s *state) defineClass(w *lang.Walk, whole, n syntax.Node, decorated decoration) int32 {
	name := w.Child(n, "name")
	d := code.Definition{Kind: code.KindClass, Span: w.Span(whole), Modifiers: decorated.modifiers,
		Signature: signature(w, n, w.Start(n), headerEnd(w, n)),
		Doc:       docstring(w, w.Child(n, "body"))}
	d.Name = w.Name(name)
	s.generic = false
	for c := w.FirstChild(w.Child(n, "superclasses")); c != syntax.None; c = w.Next(c) {
		base := c
		switch w.Kind(c) {
		case "keyword_argument":
			if bytes.HasSuffix(w.Text(w.Child(c, "value")), []byte("ABCMeta")) {
				d.Modifiers |= code.ModAbstract
			}
			continue
		case "subscript":
			base = w.Child(c, "value")
		case "call":
			base = w.Child(c, "function")
		}
		if k := w.Kind(base); k != "identifier" && k != "attribute" {
			continue
		}
		written := oneLine(w, base)
		if kind := kindOfBase(written); kind != code.KindUnknown {
			d.Kind = kind
		} else if lastName(written) == "ABC" {
			d.Modifiers |= code.ModAbstract
		}
		if w.Kind(c) != "call" {
			up := code.Supertype{Name: written, Form: code.Extends}
			if base != c {
				up.Args = typeArguments(w, c)
				s.variables(w, c, &d)
			}
			d.Supertypes = append(d.Supertypes, up)
		}
	}
	if list := w.Child(n, "type_parameters"); list != syntax.None {
		d.TypeParams = typeParams(w, list)
	}
	switch f := s.top(n); {
	case f == nil:
		d.Visibility = moduleVisibility(d.Name)
	case f.class:
		d.Visibility = memberVisibility(d.Name)
	}
	return s.note(w, w.Define(name, d))
}

// typeArguments is what stands in the brackets of a generic base.
func typeArguments(w *lang.Walk, subscript syntax.Node) string {
	from, to := w.End(w.Child(subscript, "value"))+1, w.End(subscript)
	if to <= from+1 || to-from > longestType {
		return ""
	}
	return code.OneLine(string(w.Source[from : to-1]))
}

// variables takes the type variables among a base's arguments as parameters of
// the class; Generic lists all of them in their order.
func (s *state) variables(w *lang.Walk, base syntax.Node, d *code.Definition) {
	last := lastName(oneLine(w, w.Child(base, "value")))
	if last == "Generic" || last == "Protocol" {
		d.TypeParams = nil
	} else if s.generic {
		return
	}
	s.generic = last == "Generic" || last == "Protocol"
	for c := w.After(w.Child(base, "value")); c < w.After(base); c++ {
		if w.Kind(c) != "identifier" {
			continue
		}
		name := w.Name(c)
		if i, own := s.defined[member{code.NoDefinition, name}]; own && !s.variable[i] || !own && !typeVariable(name) {
			continue
		}
		if !slices.ContainsFunc(d.TypeParams, func(p code.Param) bool { return p.Name == name }) {
			d.TypeParams = append(d.TypeParams, code.Param{Name: name})
		}
	}
}

// typeVariable reports whether a name is written as type variables are: T, _T,
// KT, T_co, AnyStr.
func typeVariable(name string) bool {
	name = strings.TrimLeft(name, "_")
	for _, tail := range []string{"_co", "_contra"} {
		name = strings.TrimSuffix(name, tail)
	}
	k := len(name)
	switch {
	case name == "AnyStr":
		return true
	case k == 0 || name[0] < 'A' || name[0] > 'Z':
		return false
	case k <= 2:
		return k == 1 || name[1] == 'T' || name[1] >= '0' && name[1] <= '9'
	}
	return name[k-1] == 'T' && name[k-2] >= 'a' && name[k-2] <= 'z'
}

// functionVariables lists the type variables in a function's header, those of
// the classes around left out.
func (s *state) functionVariables(w *lang.Walk, n syntax.Node) (out []code.Param) {
	add := func(root syntax.Node) {
		if root == syntax.None {
			return
		}
		for c := root; c < w.After(root); c++ {
			if w.Kind(c) != "identifier" || w.Kind(w.Parent(c)) == "attribute" || w.Kind(w.Parent(c)) == "keyword_argument" {
				continue
			}
			name := w.Name(c)
			i, own := s.defined[member{code.NoDefinition, name}]
			if own && w.Definition(i).Kind != code.KindType || !own && !typeVariable(name) || own && !s.variable[i] {
				continue
			}
			same := func(p code.Param) bool { return p.Name == name }
			if slices.ContainsFunc(out, same) {
				continue
			}
			of := w.Container()
			for of != code.NoDefinition && !slices.ContainsFunc(w.Definition(of).TypeParams, same) {
				of = w.Definition(of).Container
			}
			if of == code.NoDefinition {
				out = append(out, code.Param{Name: name})
			}
		}
	}
	for c := w.FirstChild(w.Child(n, "parameters")); c != syntax.None; c = w.Next(c) {
		add(w.Child(c, "type"))
	}
	add(w.Child(n, "return_type"))
	return out
}

// typeParams lists the parameters of a [T: bound] list.
func typeParams(w *lang.Walk, list syntax.Node) (out []code.Param) {
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		for n := c; n < w.After(c); n++ {
			if w.Kind(n) == "identifier" {
				p := code.Param{Name: w.Name(n)}
				if _, bound, ok := strings.Cut(oneLine(w, c), ":"); ok {
					p.Type = strings.TrimSpace(bound)
				}
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// kindOfBase is the kind of a class that has the base or, for a call, of what
// the functional form creates; KindUnknown when the base says nothing.
func kindOfBase(base string) code.Kind {
	switch last := lastName(base); last {
	case "Flag", "IntFlag", "TextChoices", "IntegerChoices":
		return code.KindEnum
	case "Protocol":
		return code.KindInterface
	case "NamedTuple", "TypedDict", "namedtuple":
		return code.KindRecord
	default:
		if strings.HasSuffix(last, "Enum") {
			return code.KindEnum
		}
	}
	return code.KindUnknown
}

func lastName(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// typeParameters binds the [T, *Ts, **P] of a definition in a scope that
// covers its header and its body.
func (s *state) typeParameters(w *lang.Walk, n syntax.Node) {
	list := w.Child(n, "type_parameters")
	if list == syntax.None {
		return
	}
	w.OpenScope(lang.ScopeBlock)
	s.bindTypes(w, list)
}

func (s *state) bindTypes(w *lang.Walk, list syntax.Node) {
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		// The first identifier inside is the parameter; its bound follows.
		for n := c; n < w.After(c); n++ {
			if w.Kind(n) == "identifier" {
				s.binders[n] = struct{}{}
				w.BindNode(n, lang.ScopeBlock)
				break
			}
		}
	}
}

// typeAlias handles "type X[T] = ...".
func typeAlias(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	left := w.NamedChild(w.Child(n, "left"), 0)
	name := left
	if w.Kind(left) == "generic_type" {
		name = w.NamedChild(left, 0)
	}
	if w.Kind(name) != "identifier" || len(w.Text(name)) == 0 {
		return
	}
	s.binders[name] = struct{}{}
	d := code.Definition{Kind: code.KindType, Signature: signature(w, n, w.Start(n), w.End(n)),
		Type: oneLine(w, w.Child(n, "right")), Doc: docAfter(w, n)}
	f := s.top(n)
	switch {
	case f == nil:
		d.Visibility = moduleVisibility(string(w.Text(name)))
	case f.class:
		d.Visibility = memberVisibility(string(w.Text(name)))
	}
	s.note(w, w.Define(name, d))
	if left != name {
		w.OpenScope(lang.ScopeBlock)
		s.bindTypes(w, w.ChildOfKind(left, "type_parameter"))
	}
}
