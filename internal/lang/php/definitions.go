package php

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// header is what stands before a declaration's keyword.
type header struct {
	start      uint32 // the first byte after attributes
	modifiers  code.Modifiers
	visibility code.Visibility
}

// readHeader reads the modifiers of declaration n.
func readHeader(w *lang.Walk, n syntax.Node) header {
	h := header{start: w.End(n)}
	for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
		if k := w.Kind(c); k == "attribute_list" || k == "comment" {
			continue
		}
		h.start = min(h.start, w.Start(c))
		if w.IsError(c) { // modifiers that the grammar does not allow here
			for m := w.FirstChild(c); m != syntax.None; m = w.Next(m) {
				h.modifier(w, m)
			}
		} else if !h.modifier(w, c) {
			break
		}
	}
	return h
}

// modifier takes one modifier in; false says that n is none.
func (h *header) modifier(w *lang.Walk, n syntax.Node) bool {
	switch w.Kind(n) {
	case "visibility_modifier":
		if w.ChildOfKind(n, "operation") == syntax.None { // private(set) says who may write
			h.visibility = visibility(w.Text(n))
		}
	case "static_modifier":
		h.modifiers |= code.ModStatic
	case "abstract_modifier":
		h.modifiers |= code.ModAbstract
	case "final_modifier":
		h.modifiers |= code.ModFinal
	case "readonly_modifier":
		h.modifiers |= code.ModReadonly
	case "var_modifier":
	default:
		return false
	}
	return true
}

func visibility(word []byte) code.Visibility {
	switch {
	case bytes.EqualFold(word, []byte("private")):
		return code.VisibilityPrivate
	case bytes.EqualFold(word, []byte("protected")):
		return code.VisibilityProtected
	}
	return code.VisibilityPublic
}

// member completes a class member's definition: public is the default, and
// what an anonymous class holds cannot be named from elsewhere.
func (h *header) member(w *lang.Walk, declaration syntax.Node, d code.Definition) code.Definition {
	d.Visibility = h.visibility
	if d.Visibility == code.VisibilityUnstated {
		d.Visibility = code.VisibilityPublic
	}
	d.Modifiers |= h.modifiers
	d.Exported = d.Visibility == code.VisibilityPublic && !inAnonymousClass(w, declaration)
	return d
}

func inAnonymousClass(w *lang.Walk, member syntax.Node) bool {
	return w.Kind(w.Parent(w.Parent(member))) == "anonymous_class"
}

// define adds the definition of the current node, or nothing where the
// parser made the name up. What the scanner found already stays as it is.
func define(w *lang.Walk, name syntax.Node, d code.Definition, leaf bool) int32 {
	if len(w.Text(name)) == 0 {
		return code.NoDefinition
	}
	if i, ok := stateOf(w).loose.found[w.Start(name)]; ok {
		if known := w.Definition(i); known.Kind == d.Kind {
			known.Params, known.Type, known.Modifiers = d.Params, d.Type, known.Modifiers|d.Modifiers
		}
		if !leaf {
			w.OpenScope(lang.ScopeBlock) // remembers the container
			w.PushContainer(i)
		}
		return i
	}
	var i int32
	if leaf {
		i = w.DefineLeaf(name, d)
	} else {
		i = w.Define(name, d)
	}
	full := w.Definition(i)
	full.Doc = docText(full.Doc)
	contain(w, i, full.Container)
	stateOf(w).lost.note(w, i)
	return i
}

// contain puts definition i into container, or into the nearest around that
// in which it begins: recovery may leave one as container behind its own end.
func contain(w *lang.Walk, i, container int32) {
	d := w.Definition(i)
	for container != code.NoDefinition {
		c := w.Definition(container).Span
		if c.Start < d.Span.Start && d.Span.Start < c.End || c.Start == d.Span.Start && d.Span.End <= c.End {
			break
		}
		container = w.Definition(container).Container
	}
	d.Container = container
}

// docText drops a doc that is only tags.
func docText(doc string) string {
	if strings.HasPrefix(doc, "@") || strings.HasPrefix(doc, "{@") {
		return ""
	}
	return doc
}

// signature is the source from start to end without what ends a declaration.
// Where the parser lost its way it ends with the first brace.
func signature(w *lang.Walk, n syntax.Node, start, end uint32) string {
	for c := n + 1; int(c) < w.Len() && w.Start(c) < end; c++ {
		if w.IsError(c) {
			if k := bytes.IndexAny(w.Source[start:end], "{}"); k >= 0 {
				end = start + uint32(k)
			}
		} else if w.Kind(c) == "comment" && w.Start(c) >= start {
			// Comments inside the header become regions only when the walk
			// meets them; the signature needs them now.
			comment(w, c)
		}
	}
	return trimHeader(w.Signature(start, end))
}

// trimHeader drops what ends a declaration.
func trimHeader(s string) string {
	return strings.ReplaceAll(strings.TrimRight(s, " ;{"), ",)", ")")
}

// headerEnd is where the body of declaration n begins, or its end.
func headerEnd(w *lang.Walk, n syntax.Node) uint32 {
	if body := w.Child(n, "body"); body != syntax.None {
		return w.Start(body)
	}
	return w.End(n)
}

// text is the node's source on one line.
func text(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	s := w.Name(n)
	if strings.ContainsAny(s, "\r\n\t") {
		s = code.OneLine(s)
	}
	return s
}

func namespace(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	name := w.Child(n, "name")
	body := w.Child(n, "body")
	spelled := w.Name(name)
	if strings.HasPrefix(spelled, `\`) {
		return // namespace\f() in a place where the grammar expects a declaration
	}
	if st := stateOf(w); !st.namespaced {
		st.namespaced = true
		if body == syntax.None || name != syntax.None && !hasGlobalPart(w, n) {
			w.SetPackage(spelled)
		}
	}
	if body != syntax.None && name != syntax.None {
		w.Define(name, code.Definition{Kind: code.KindNamespace, Exported: true,
			Signature: signature(w, n, w.Start(n), w.Start(body))})
	}
}

// hasGlobalPart reports whether the file has a block of the global namespace
// beside n: then no one package holds what stands outside named blocks.
func hasGlobalPart(w *lang.Walk, n syntax.Node) bool {
	for c := n; c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "namespace_definition" && w.Child(c, "name") == syntax.None {
			return true
		}
	}
	return false
}

func typeDefinition(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	h := readHeader(w, n)
	d := code.Definition{Kind: code.KindClass, Modifiers: h.modifiers,
		Exported: !w.InScope(lang.ScopeFunction), Supertypes: supertypes(w, w.FirstChild(n))}
	switch w.Kind(n) {
	case "interface_declaration":
		d.Kind = code.KindInterface
	case "trait_declaration":
		d.Kind = code.KindTrait
	case "enum_declaration":
		d.Kind = code.KindEnum
	}
	if doc := docBefore(w, w.Start(n)); doc != nil {
		d.TypeParams = doc.templates
		for k := range d.Supertypes {
			for _, s := range doc.supers {
				if code.LastPart(s.Name) == code.LastPart(d.Supertypes[k].Name) {
					d.Supertypes[k].Args = s.Args
				}
			}
		}
	}
	name := w.Child(n, "name")
	if isBroken(w, w.Child(n, "body")) {
		d.Span.Start = w.Start(n)
		openLoose(w, name, d, h.start)
		return
	}
	d.Signature = signature(w, n, h.start, headerEnd(w, n))
	define(w, name, d, false)
}

// supertypes reads the clauses among c and the siblings after it.
func supertypes(w *lang.Walk, c syntax.Node) []code.Supertype {
	var out []code.Supertype
	for ; c != syntax.None && w.Kind(c) != "{"; c = w.Next(c) {
		switch w.Kind(c) {
		case "base_clause":
			out = appendSupertypes(w, out, c, code.Extends)
		case "class_interface_clause":
			out = appendSupertypes(w, out, c, code.Implements)
		}
	}
	return out
}

func appendSupertypes(w *lang.Walk, to []code.Supertype, clause syntax.Node, form code.Inheritance) []code.Supertype {
	for c := w.FirstChild(clause); c != syntax.None; c = w.Next(c) {
		if k := w.Kind(c); k == "name" || k == "qualified_name" {
			to = append(to, code.Supertype{Name: w.Name(c), Form: form})
		}
	}
	return to
}

func enumCase(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	h := readHeader(w, n)
	name := w.Child(n, "name")
	if len(w.Text(name)) == 0 {
		return
	}
	define(w, name, code.Definition{Kind: code.KindEnumMember, Exported: true,
		Signature: signature(w, n, h.start, w.End(name)) + valueSuffix(w, w.Child(n, "value"))}, false)
}

func traitUse(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	if w.Container() == code.NoDefinition || inAnonymousClass(w, n) {
		return
	}
	if d := w.Definition(w.Container()); d.Kind.IsType() {
		d.Supertypes = appendSupertypes(w, d.Supertypes, n, code.MixesIn)
	}
}

// traitAlias defines the second name that a class gives to a trait's method.
func traitAlias(w *lang.Walk, n syntax.Node) {
	as := w.ChildOfKind(n, "as")
	var h header
	for c := w.Next(as); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "name" {
			define(w, c, h.member(w, w.Parent(w.Parent(n)), code.Definition{Kind: code.KindMethod,
				Signature: text(w, n)}), true)
			return
		}
		h.modifier(w, c)
	}
}

// callable defines a function or a method.
func callable(w *lang.Walk, n syntax.Node) {
	settle(w, n)
	h := readHeader(w, n)
	name := w.Child(n, "name")
	d := code.Definition{Kind: code.KindFunction, Modifiers: h.modifiers}
	doc := docBefore(w, w.Start(n))
	var whole bool
	if d.Params, whole = params(w, w.Child(n, "parameters"), doc); whole {
		d.Type = text(w, w.Child(n, "return_type"))
	}
	if doc != nil {
		d.Type = tellingType(d.Type, doc.returns)
		d.TypeParams = doc.templates
	}
	d.Signature = signature(w, n, h.start, headerEnd(w, n))
	if inLooseType(w) || w.Kind(n) == "method_declaration" {
		d.Kind = code.KindMethod
		if isWord(w.Text(name), "__construct") {
			d.Kind = code.KindConstructor
		}
		d = h.member(w, n, d)
	} else {
		d.Exported = !w.InScope(lang.ScopeFunction)
	}
	stateOf(w).constructing = doc
	i := define(w, name, d, false)
	w.OpenScope(lang.ScopeFunction)
	openFunction(w, n, i)
	bindParams(w, n, doc, nil)
}

// params reads a parameter list; whole is false where the parser lost its way in it.
func params(w *lang.Walk, list syntax.Node, doc *docTags) (out []code.Param, whole bool) {
	whole = true
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		switch w.Kind(c) {
		case "simple_parameter", "variadic_parameter", "property_promotion_parameter":
		default:
			whole = whole && !w.IsError(c)
			continue
		}
		if isWord(w.Text(w.Child(c, "type")), "function") {
			return out, false // the list ran on into the next function
		}
		name := w.Child(c, "name")
		if w.Kind(name) == "by_ref" {
			name = w.ChildOfKind(name, "variable_name")
		}
		if name == syntax.None || !isPlain(w, name) {
			continue
		}
		out = append(out, code.Param{Name: w.Name(name), Type: tellingType(paramType(w, c, name), doc.of(w.Name(name)))})
	}
	return out, whole
}

// paramType is the type of parameter n as written, name being its variable.
func paramType(w *lang.Walk, n, name syntax.Node) string {
	typ := w.Child(n, "type")
	if typ == syntax.None || !isReadonlyType(w, typ) {
		return text(w, typ)
	}
	// The grammar took readonly for the type and put the real one behind it.
	s := w.Source[w.Start(typ)+uint32(len("readonly")) : w.Start(name)]
	return strings.Trim(code.OneLine(strings.ToValidUTF8(string(s), "\uFFFD")), " &.")
}
