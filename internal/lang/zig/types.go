package zig

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// takesSelf reports whether a function can be called as a method: its first
// parameter has the type around it.
func takesSelf(w *lang.Walk, params []code.Param) bool {
	if len(params) == 0 {
		return false
	}
	switch p := params[0]; {
	case p.Name == "self" || p.Type == "anytype":
		return p.Name == "self"
	default:
		t := p.Type
		for t != "" && (t[0] == '*' || t[0] == '?') {
			t = t[1:]
		}
		if len(t) > 6 && t[:6] == "const " {
			t = t[6:]
		}
		return t == "Self" || t == "@This()" || t == w.Definition(w.Container()).Name
	}
}

func parameters(w *lang.Walk, list syntax.Node) []code.Param {
	var out []code.Param
	for c := w.FirstChild(list); c != syntax.None; c = w.Next(c) {
		if w.Kind(c) != "parameter" {
			continue
		}
		p := code.Param{Name: w.Name(w.Child(c, "name")), Type: typeText(w, w.Child(c, "type"))}
		if p.Name == "" && p.Type == "" {
			p.Name = w.Name(c) // "..."
		}
		out = append(out, p)
	}
	return out
}

// typeText is a type as written, on one line; a long one is cut.
func typeText(w *lang.Walk, n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	text := w.Text(n)
	if bytes.IndexByte(text, '\n') < 0 && len(text) <= 2*maxValue {
		return w.Name(n)
	}
	return code.Clip(w.Signature(w.Start(n), w.End(n)), 2*maxValue)
}
