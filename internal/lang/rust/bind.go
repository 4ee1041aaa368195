package rust

import (
	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// names binds what a pattern binds: in a stretch of the file, with what is
// known of the value that it takes apart.
func names(w *lang.Walk, n syntax.Node, scope code.Span, typ, value string, left int) {
	if left == 0 || n == syntax.None {
		return
	}
	left--
	switch w.Kind(n) {
	case "match_pattern":
		names(w, w.NamedChild(n, 0), scope, typ, value, left)
	case "identifier", "shorthand_field_identifier":
		if text := w.Text(n); capital(text) || string(text) == "_" {
			return
		}
		_, name := nameAt(w, n)
		w.AddBinding(code.Binding{Name: name, At: w.Start(n), Scope: scope, Type: typ, Value: value})
	case "mut_pattern", "ref_pattern", "reference_pattern":
		names(w, lastNamed(w, n), scope, typ, value, left)
	case "captured_pattern":
		names(w, w.NamedChild(n, 0), scope, typ, value, left)
		names(w, lastNamed(w, n), scope, typ, value, left)
	case "or_pattern":
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.IsNamed(c) {
				names(w, c, scope, typ, value, left)
			}
		}
	case "tuple_pattern":
		k := byte('0')
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if !w.IsNamed(c) && w.Kind(c) != "_" {
				continue
			}
			names(w, c, scope, "", part(asValue(typ, value), string(rune(k))), left)
			k++
		}
	case "slice_pattern":
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			names(w, c, scope, "", code.ChainStep(asValue(typ, value), code.ChainItem), left)
		}
	case "tuple_struct_pattern":
		of := w.Child(n, "type")
		inner := ""
		switch last := lastName(w, of); string(w.Text(last)) {
		case "Some", "Ok":
			inner = code.ChainStep(asValue(typ, value), code.ChainItem)
		case "Err":
			inner = code.ChainStep(asValue(typ, value), ".err", code.ChainCall, code.ChainItem)
		default:
			path := pathChain(w, of)
			k := byte('0')
			for c := w.Next(of); c != syntax.None; c = w.Next(c) {
				if !w.IsNamed(c) && w.Kind(c) != "_" {
					continue
				}
				names(w, c, scope, "", part(path, string(rune(k))), left)
				k++
			}
			return
		}
		for c := w.Next(of); c != syntax.None; c = w.Next(c) {
			if w.IsNamed(c) {
				names(w, c, scope, "", inner, left)
			}
		}
	case "struct_pattern":
		path := pathChain(w, w.Child(n, "type"))
		for c := w.FirstChild(n); c != syntax.None; c = w.Next(c) {
			if w.Kind(c) != "field_pattern" {
				continue
			}
			field := w.Child(c, "name")
			_, name := nameAt(w, field)
			value := code.ChainStep(path, "."+name)
			if p := w.Child(c, "pattern"); p != syntax.None {
				names(w, p, scope, "", value, left)
			} else if w.Kind(field) == "shorthand_field_identifier" {
				names(w, field, scope, "", value, left)
			}
		}
	}
}

// asValue is a chain for what has a declared type or a value.
func asValue(typ, value string) string {
	if typ != "" {
		return code.ChainOf(typ)
	}
	return value
}

// parameters binds those of function n.
func parameters(w *lang.Walk, n syntax.Node) {
	list := w.Child(n, "parameters")
	scope := code.Span{Start: w.End(list), End: w.End(n)}
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) == "parameter" {
			names(w, w.Child(c, "pattern"), scope, typeText(w, w.Child(c, "type")), "", deepest)
		}
	}
}

// closure opens a closure's scope and binds its parameters.
func closure(_ *state, w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	list := w.Child(n, "parameters")
	scope := code.Span{Start: w.End(list), End: w.End(n)}
	k := byte('0')
	for c := w.FirstChild(list); c != syntax.None && k < '9'; c = w.Next(c) {
		switch {
		case w.Kind(c) == "parameter":
			names(w, w.Child(c, "pattern"), scope, typeText(w, w.Child(c, "type")), "", deepest)
		case w.IsNamed(c):
			names(w, c, scope, "", passedTo(w, n, k), deepest)
		case w.Kind(c) == ",", w.Kind(c) == "|":
			continue
		}
		k++
	}
}

// passedTo is what a closure gets as parameter number m, by the call that it is
// an argument of.
func passedTo(w *lang.Walk, n syntax.Node, m byte) string {
	p := w.Parent(n)
	if w.Kind(p) != "arguments" {
		return ""
	}
	k := byte('0')
	for c := w.FirstChild(p); c != syntax.None && c != n; c = w.Next(c) {
		if w.IsNamed(c) {
			k++
		}
	}
	if k > '9' {
		return ""
	}
	f := w.Child(w.Parent(p), "function")
	return code.ChainStep(chain(w, f), "!"+string(rune(k))+"."+string(rune(m)))
}

// matchArm opens the scope of an arm and binds what its pattern takes apart.
func matchArm(_ *state, w *lang.Walk, n syntax.Node) {
	w.OpenScope(lang.ScopeBlock)
	pattern := w.Child(n, "pattern")
	first := w.NamedChild(pattern, 0)
	if first == syntax.None || w.Kind(first) == "identifier" && capital(w.Text(first)) {
		return
	}
	of := w.Child(w.Parent(w.Parent(n)), "value")
	names(w, first, code.Span{Start: w.End(first), End: w.End(n)}, "", chain(w, of), deepest)
}

// typeParams are the type parameters that n declares, with their bounds.
func typeParams(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.Child(n, "type_parameters")
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "type_parameter" {
			continue
		}
		_, name := nameAt(w, w.Child(c, "name"))
		out = append(out, code.Param{Name: name, Type: boundText(w, w.Child(c, "bounds"))})
	}
	where := w.ChildOfKind(n, "where_clause")
	for c := w.FirstChild(where); c != syntax.None; c = w.Next(c) {
		left := w.Child(c, "left")
		if w.Kind(left) != "type_identifier" {
			continue
		}
		_, name := nameAt(w, left)
		for k := range out {
			if out[k].Name == name {
				if more := boundText(w, w.Child(c, "bounds")); out[k].Type == "" {
					out[k].Type = more
				} else if more != "" {
					out[k].Type += " + " + more
				}
			}
		}
	}
	return out
}

// boundText is a bound as written, without its colon.
func boundText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	text := typeText(w, n)
	if len(text) > 0 && text[0] == ':' {
		text = text[1:]
	}
	if len(text) > maxPath {
		return ""
	}
	return code.OneLine(text)
}

// payload are the types of a tuple struct's or variant's parts.
func payload(w *lang.Walk, n syntax.Node) (out []code.Param) {
	list := w.Child(n, "body")
	if w.Kind(list) != "ordered_field_declaration_list" {
		return nil
	}
	for c := w.FirstChild(list); c != syntax.None && len(out) < 10; c = w.Next(c) {
		if w.Field(c) == "type" {
			out = append(out, code.Param{Name: string(rune('0' + len(out))), Type: typeText(w, c)})
		}
	}
	return out
}
