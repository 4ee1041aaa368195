package scala

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// arguments reads the constructor parameters in "class A @Inject() (val b: B)",
// which the grammar takes for more arguments of the annotation.
func arguments(w *lang.Walk, n syntax.Node) {
	annotation := w.Parent(n)
	if w.Kind(annotation) != "annotation" || n == w.ChildOfKind(annotation, "arguments") {
		return
	}
	class := w.Parent(annotation)
	if w.Kind(class) != "class_definition" || annotation < w.Child(class, "name") {
		return
	}
	w.Skip()
	comments(w, n)
	at, end := w.Start(n)+1, w.End(n)
	for count := 0; at < end && count < maxBinders; count++ {
		next := parameterEnd(w.Source, at, end)
		injected(w, class, at, next)
		at = next + 1
	}
}

// injected reads one parameter between two offsets.
func injected(w *lang.Walk, class syntax.Node, at, end uint32) {
	src := w.Source[:end]
	m := modifiers{visibility: code.VisibilityPublic}
	d := code.Definition{Kind: code.KindProperty, Modifiers: code.ModReadonly}
	property := false
	at = skipBlank(src, at)
	for at < end && src[at] == '@' {
		at = skipBlank(src, annotationEnd(src, at))
	}
	begin := at
	for {
		from := at
		for at < end && jvm.NameByte(src[at]) {
			at++
		}
		switch string(src[from:at]) {
		case "implicit", "using", "override", "final", "lazy":
		case "private":
			m.visibility = code.VisibilityPrivate
		case "protected":
			m.visibility = code.VisibilityProtected
		case "val":
			property = true
		case "var":
			property, d.Modifiers = true, 0
		default:
			name := code.Span{Start: from, End: at}
			at = skipBlank(src, at)
			if name.Start == name.End || at == end || src[at] != ':' {
				return
			}
			typ := code.Span{Start: skipBlank(src, at+1), End: end}
			if i := bytes.IndexByte(src[typ.Start:], '='); i >= 0 && (int(typ.Start)+i+1 == len(src) || src[int(typ.Start)+i+1] != '>') {
				typ.End = typ.Start + uint32(i)
			}
			d.Name, d.NameSpan, d.Span = w.Intern(src[name.Start:name.End]), name, code.Span{Start: begin, End: typ.End}
			d.Type, d.Signature = w.Signature(typ.Start, typ.End), w.Signature(begin, typ.End)
			if property || w.ChildOfKind(class, "case") != syntax.None {
				d.Visibility = m.visibility
				if c := w.Container(); c != code.NoDefinition && m.visibility != code.VisibilityPrivate {
					d.Exported = w.Builder.Definition(c).Exported
				}
				leaf(w, syntax.None, d)
			} else {
				w.Bind(d.Name, lang.ScopeFunction)
			}
			typeNames(w, typ)
			return
		}
		if at < end && src[at] == '[' {
			if i := bytes.IndexByte(src[at:], ']'); i >= 0 {
				at += uint32(i) + 1
				m.visibility = code.VisibilityPackage
			}
		}
		at = skipBlank(src, at)
	}
}

// typeNames records the types in a stretch of text.
func typeNames(w *lang.Walk, s code.Span) {
	for at := s.Start; at < s.End; {
		from := at
		for at < s.End && jvm.NameByte(w.Source[at]) {
			at++
		}
		if name := w.Intern(w.Source[from:at]); jvm.Capital(name) {
			w.AddReference(code.Reference{Name: name, Span: code.Span{Start: from, End: at}, Line: w.Line(from), Role: code.RoleType})
		}
		if at == from {
			at++
		}
	}
}

func skipBlank(src []byte, at uint32) uint32 {
	for int(at) < len(src) && bytes.IndexByte([]byte(" \t\r\n"), src[at]) >= 0 {
		at++
	}
	return at
}

// parameterEnd is where the parameter that begins at an offset ends: at the
// next comma outside brackets, or before the last bracket.
func parameterEnd(src []byte, at, end uint32) uint32 {
	depth := 0
	for ; at < end; at++ {
		switch src[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return at
			}
		case ',':
			if depth == 0 {
				return at
			}
		}
	}
	return end
}
