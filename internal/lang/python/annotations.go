package python

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// typeExpression marks what stands in an annotation.
func typeExpression(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	if n >= s.typeEnd {
		s.typeFrom, s.typeEnd = n, w.After(n)
	}
}

// subscript marks the arguments of a generic base class as types, and those of
// a type that is given a name: X = Union[A, "B"].
func subscript(w *lang.Walk, n syntax.Node) {
	s := stateOf(w)
	if n < s.typeEnd {
		return
	}
	named := w.Kind(w.Parent(n)) == "assignment" && w.Field(n) == "right"
	if named {
		last, ok := dotted(w, w.Child(n, "value"))
		named = ok && typeForm(lastName(last))
	}
	if named || inBases(w, n) {
		s.typeFrom, s.typeEnd = w.After(w.FirstChild(n)), w.After(n)
	}
}

// typeArgument marks an argument that is a type: cast("T", x), TypeVar("T",
// bound="B").
func (s *state) typeArgument(w *lang.Walk, call syntax.Node) {
	arguments := w.Child(call, "arguments")
	given := syntax.None
	switch lastName(string(w.Text(w.Child(call, "function")))) {
	case "cast":
		given = w.NamedChild(arguments, 0)
	case "TypeVar", "NewType":
		for c := w.FirstChild(arguments); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) == "keyword_argument" && string(w.Text(w.Child(c, "name"))) == "bound" {
				given = w.Child(c, "value")
			}
		}
	}
	if given != syntax.None && given >= s.typeEnd {
		s.typeFrom, s.typeEnd = given, w.After(given)
	}
}

// stringLiteral records a string's regions and, in an annotation, the names
// that a quoted type mentions.
func stringLiteral(w *lang.Walk, n syntax.Node) {
	w.StringParts(n, "interpolation")
	s := stateOf(w)
	if n < s.typeFrom || n >= s.typeEnd {
		return
	}
	content := w.ChildOfKind(n, "string_content")
	if content == syntax.None || w.ChildOfKind(n, "interpolation") != syntax.None || w.FirstChild(content) != syntax.None {
		return
	}
	p := n
	for range maxNesting {
		if p = w.Parent(p); p < s.typeFrom {
			break
		}
		switch w.Kind(p) {
		case "generic_type", "subscript":
			switch lastName(string(w.Text(w.FirstChild(p)))) {
			case "Literal", "Annotated":
				return // these strings are values
			}
		case "call":
			return
		}
	}
	s.quotedType(w, w.Span(content))
}

// quotedType refers to the names in a type that is written as a string.
func (s *state) quotedType(w *lang.Walk, span code.Span) {
	chain := span.Start // where the dotted chain being read began
	for at := span.Start; at < span.End; {
		if !nameByte(w.Source[at]) {
			if w.Source[at] != '.' {
				chain = at + 1
			}
			at++
			continue
		}
		start := at
		for at < span.End && nameByte(w.Source[at]) {
			at++
		}
		if c := w.Source[start]; c >= '0' && c <= '9' {
			continue
		}
		name := code.Span{Start: start, End: at}
		r := code.Reference{Name: w.Intern(w.Source[start:at]), Span: name, Line: w.Line(start), Role: code.RoleType}
		if r.Name == "None" || r.Name == "True" || r.Name == "False" {
			continue
		}
		if chain < start {
			r.QualifierText = w.Intern(w.Source[chain : start-1])
			r.Qualifier = code.QualifierName
			if strings.IndexByte(r.QualifierText, '.') >= 0 {
				r.Qualifier = code.QualifierPath
			}
		}
		if at < span.End && w.Source[at] == '.' {
			r.Role = code.RoleRead
		}
		delete(s.unused, r.Name)
		w.AddReference(r)
	}
}

func nameByte(b byte) bool {
	return b == '_' || b >= 0x80 || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z'
}
