package ruby

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// rake defines a task or a namespace of tasks. A namespace is told from a
// router's by what stands in it.
func (s *state) rake(w *lang.Walk, n syntax.Node, m macro, args syntax.Node) {
	arg := w.NamedChild(args, 0)
	if w.Kind(arg) == "pair" {
		arg = w.Child(arg, "key")
	}
	name, ok := literalName(w, arg)
	if !ok {
		return
	}
	d := code.Definition{Kind: code.KindFunction, Name: textAt(w, name), NameSpan: name, Exported: true, Signature: lineSignature(w, n)}
	if m == macroNamespace {
		body := w.Child(w.Child(n, "block"), "body")
		if !holdsTasks(w, body) {
			return
		}
		d.Kind = code.KindNamespace
		s.define(w, arg, d, w.Start(n))
		return
	}
	i := s.define(w, arg, d, w.Start(n))
	if doc := describedAs(w, n); doc != "" {
		w.Definition(i).Doc = doc
	}
}

// holdsTasks looks for tasks in the body of a namespace, and in namespaces
// directly inside it.
func holdsTasks(w *lang.Walk, body syntax.Node) bool {
	if body == syntax.None {
		return false
	}
	end := w.After(body)
	for c := body + 1; c < end; {
		switch w.Kind(c) {
		case "call":
			switch string(w.Text(w.Child(c, "method"))) {
			case "task", "desc", "multitask":
				return w.Child(c, "receiver") == syntax.None
			case "namespace":
				if inner := w.Child(w.Child(c, "block"), "body"); inner != syntax.None {
					c = inner + 1
					continue
				}
			}
		}
		c = w.After(c)
	}
	return false
}

// describedAs is the text of the desc call right above a task.
func describedAs(w *lang.Walk, n syntax.Node) string {
	before := n - 1
	for range maxChain {
		p := w.Parent(before)
		if before < 0 || p == syntax.None || p == w.Parent(n) {
			break
		}
		before = p
	}
	if w.Kind(before) != "call" || string(w.Text(w.Child(before, "method"))) != "desc" {
		return ""
	}
	if span, ok := literalName(w, w.NamedChild(w.Child(before, "arguments"), 0)); ok {
		return code.FirstSentence(textAt(w, span), lang.MaxDoc)
	}
	return ""
}
