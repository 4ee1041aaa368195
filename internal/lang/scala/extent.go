package scala

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
	"sextant/internal/syntax"
)

// span is where declaration n stands, to the end of its last token: a body
// without braces reaches to the next declaration in the tree.
func span(w *lang.Walk, n syntax.Node) code.Span {
	s := w.Span(n)
	for last := w.After(n) - 1; last > n; last-- {
		if w.Start(last) == w.End(last) || w.After(last) != last+1 {
			continue
		}
		if extra := extraAround(w, last, n); extra != syntax.None {
			last = extra
			continue
		}
		s.End = w.End(last)
		break
	}
	return s
}

// extraAround is the comment that node c is or that it is a part of, below n.
func extraAround(w *lang.Walk, c, n syntax.Node) syntax.Node {
	for i := 0; i < maxChain && c > n; i++ {
		if k := w.Kind(c); k == "comment" || k == "block_comment" {
			return c
		}
		c = w.Parent(c)
	}
	return syntax.None
}

// annotated records the annotations of a class' constructor, which prepare
// hides from the parser.
func annotated(w *lang.Walk, n, name syntax.Node) {
	if name == syntax.None {
		return
	}
	at, end := w.End(name), childStart(w, n, "body")
	if list := w.ChildOfKind(n, "type_parameters"); list != syntax.None {
		at = w.End(list)
	}
	for _, kind := range [...]string{"class_parameters", "extends_clause", "annotation"} {
		if c := w.ChildOfKind(n, kind); c != syntax.None && w.Start(c) >= at {
			end = min(end, w.Start(c))
		}
	}
	src := w.Source[:end]
	for at = skipSpace(src, at); at < end && src[at] == '@'; at = skipSpace(src, at) {
		from := at + 1
		at = annotationEnd(src, at)
		name := from
		for i := from; i < at && (jvm.NameByte(src[i]) || src[i] == '.'); i++ {
			if src[i] == '.' {
				from = i + 1
			}
			name = i + 1
		}
		if from < name {
			w.AddReference(code.Reference{Name: w.Intern(src[from:name]), Span: code.Span{Start: from, End: name},
				Line: w.Line(from), Role: code.RoleDecorate})
		}
	}
}
