package clang

import (
	"strconv"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// chain is what the expression at node n follows from.
func (st *state) chain(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return st.parsed(w).value(w.Start(n), w.End(n))
}

// declared says of the name at a declarator's node n what its type is, as
// written, or what its value follows from where the type is left to that.
func declared(w *lang.Walk, n syntax.Node) (typ, value string) {
	pointer, ranged, part := false, false, ""
	from := syntax.None // the expression it is made from
	p := w.Parent(n)
	for i := 0; i < maxChain; p, i = w.Parent(p), i+1 {
		switch w.Kind(p) {
		case "function_declarator":
			pointer = w.Kind(w.Child(p, "declarator")) == "parenthesized_declarator" // else T x(arguments)
			continue
		case "pointer_declarator", "array_declarator", "reference_declarator", "parenthesized_declarator", "attributed_declarator", "variadic_declarator":
			continue
		case "structured_binding_declarator":
			part = "#" + strconv.Itoa(position(w, p, n))
			continue
		case "init_declarator":
			from = w.Child(p, "value")
			continue
		case "declaration", "parameter_declaration", "optional_parameter_declaration", "condition_clause":
			if from == syntax.None && w.Kind(p) == "declaration" {
				from = w.Child(p, "value") // if (auto x = f())
			}
		case "for_range_loop":
			from = w.Child(p, "right")
			ranged = true
		default:
			return "", ""
		}
		break
	}
	t := w.Child(p, "type")
	if t == syntax.None {
		return "", ""
	}
	text := w.Text(t)
	switch w.Kind(t) {
	case "struct_specifier", "union_specifier", "enum_specifier", "class_specifier":
		if w.Child(t, "body") != syntax.None {
			text = w.Text(w.Child(t, "name"))
		}
	}
	if isAuto(text) {
		if chain := remember(w).chain(w, from); chain != "" {
			switch {
			case ranged && part == "":
				value = code.ChainOr(code.ChainStep(chain, ".begin", code.ChainCall), code.ChainStep(chain, code.ChainItem))
			case ranged:
				value = code.ChainStep(chain, ".begin", code.ChainCall, part)
			default:
				value = code.ChainStep(chain, part)
			}
		}
		return "", value
	}
	if k := keyword(firstWord(text), false); k == wordTypeof {
		c := remember(w).parsed(w)
		if at := c.at(w.Start(t)); at >= 0 && c.kind(at+1) == '(' && c.match[at+1] > 0 {
			if m := int(c.match[at+1]); c.isType(at+2, m) {
				return "", c.ofType(at+2, m)
			} else {
				return "", c.inside(at+2, m, longestChain)
			}
		}
		return "", ""
	}
	if part != "" && part[0] == '#' {
		return "", ""
	}
	typ = w.Intern(text)
	if pointer {
		typ += " (*)()"
	}
	return typ, ""
}

func firstWord(text []byte) []byte {
	k := 0
	for k < len(text) && (letter(text[k]) || digit(text[k])) {
		k++
	}
	return text[:k]
}

// position is which of its siblings' names n is.
func position(w *lang.Walk, p, n syntax.Node) (i int) {
	for c := w.FirstChild(p); c != syntax.None && c < n; c = w.Next(c) {
		if w.Kind(c) == "identifier" {
			i++
		}
	}
	return i
}
