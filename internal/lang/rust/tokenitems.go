package rust

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// maxItemTokens bounds how far the end of an item is looked for.
const maxItemTokens = 1000

// tokenItem defines what stands behind a keyword in a macro that is not
// written like Rust (bitflags!) or that belongs to an impl block.
func (s *state) tokenItem(w *lang.Walk, n syntax.Node, keyword string) {
	if string(w.Text(n)) == "_" {
		return
	}
	d := code.Definition{}
	switch keyword {
	case "fn":
		d.Kind = code.KindFunction
	case "struct":
		d.Kind = code.KindStruct
	case "union":
		d.Kind = code.KindUnion
	case "enum":
		d.Kind = code.KindEnum
	case "trait":
		d.Kind = code.KindTrait
	case "mod":
		d.Kind = code.KindModule
	case "type":
		d.Kind = code.KindType
	case "const":
		d.Kind = code.KindConstant
	case "static":
		d.Kind, d.Modifiers = code.KindVariable, code.ModStatic|code.ModReadonly
	}
	if next := w.Kind(w.After(n)); d.Kind == code.KindFunction && next != "token_tree" && next != "<" {
		return
	}
	start, public := tokenStart(w, n)
	d.Visibility, d.Exported = code.VisibilityPrivate, false
	if c := w.Container(); c != code.NoDefinition && w.Builder.Definition(c).Kind.IsType() {
		d.Visibility, d.Exported = code.VisibilityPublic, w.Builder.Definition(c).Exported // a flag
	}
	if public != syntax.None {
		d.Visibility, d.Exported = code.VisibilityPublic, true
		if w.Kind(w.After(public)) == "token_tree" {
			d.Visibility = code.VisibilityPackage
		}
	}
	end, body := n, syntax.None
	for c, left := n, maxItemTokens; c != syntax.None && left > 0; c, left = w.Next(c), left-1 {
		k := w.Kind(c)
		if k == ";" || k == "}" {
			break
		}
		end = c
		if k == "token_tree" && w.Source[w.Start(c)] == '{' {
			body = c
			break
		}
	}
	d.Span = code.Span{Start: w.Start(attributed(w, start, w.Parent(n))), End: w.End(end)}
	head := d.Span.End
	if body != syntax.None {
		head = w.Start(body)
	}
	if d.Kind == code.KindConstant || d.Kind == code.KindVariable {
		for c := n; c != syntax.None && c <= end; c = w.Next(c) {
			if w.Kind(c) == "=" && w.End(end)-w.Start(c) > maxValue {
				head = w.Start(c)
				break
			}
		}
	}
	d.Signature = strings.TrimRight(w.Signature(w.Start(start), head), " =")
	if where, around := placeOf(w, s.itemMacro); where == inImpl || where == inTraitImpl || where == inTrait {
		if d.Kind == code.KindFunction {
			d.Kind = code.KindMethod
		}
		if where != inTrait {
			d.ContainerName = selfType(w, around)
		}
	}
	d.NameSpan, d.Name = nameAt(w, n)
	d.Doc = w.DocBefore(d.Span.Start)
	i := w.DefineLeaf(n, d)
	s.definitions = i + 1
	if body != syntax.None {
		s.body, s.bodyOf = body, i
	}
}

// tokenStart finds the first modifier before the keyword before n, and the
// node of "pub" among them.
func tokenStart(w *lang.Walk, n syntax.Node) (start, public syntax.Node) {
	start, public = n-1, syntax.None
	for range maxChain {
		before := start - 1
		if before <= w.Parent(n) {
			break
		}
		switch w.Kind(before) {
		case "pub":
			return before, before
		case "async", "const", "unsafe", "default":
			start = before
			continue
		case ")":
			if group := w.Parent(before); group > 0 && w.Kind(group-1) == "pub" {
				return group - 1, group - 1
			}
		}
		break
	}
	return start, public
}

// attributed is where the attributes before the token at start begin, in the
// tree that holds them.
func attributed(w *lang.Walk, start, tree syntax.Node) syntax.Node {
	for range maxChain {
		before := start - 1
		if before <= tree || w.Kind(before) != "]" {
			break
		}
		group := w.Parent(before)
		if w.Parent(group) != tree || w.Kind(group-1) != "#" {
			break
		}
		start = group - 1
	}
	return start
}
