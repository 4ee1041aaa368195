package rust

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// pathToken records the token n with what stands before it.
func (s *state) pathToken(w *lang.Walk, n syntax.Node, role code.Role) {
	q, text := code.QualifierNone, ""
	switch w.Kind(n - 1) {
	case "::":
		q, text = tokenPath(w, n-1, "::")
	case ".":
		q, text = tokenPath(w, n-1, ".")
	}
	refer(w, n, role, q, tokenChain(q, text, w.Kind(n-1)))
}

// tokenChain is what stands before a token's separator as a chain.
func tokenChain(q code.Qualifier, text, separator string) string {
	switch {
	case q == code.QualifierSelf:
		return code.ChainSelf
	case separator == "." && (text == "self" || strings.HasPrefix(text, "self.")):
		text = code.ChainSelf + text[len("self"):]
	}
	text = strings.TrimPrefix(dots(text), "$")
	if text != "" && q == code.QualifierCall {
		return code.ChainStep(text, code.ChainCall)
	}
	return text
}

// tokenPath describes what stands before the separator at n.
func tokenPath(w *lang.Walk, n syntax.Node, separator string) (code.Qualifier, string) {
	end := n - 1
	for separator == "." && end > 2 && (w.Kind(end) == "?" || w.Kind(end) == "await") {
		if w.Kind(end) == "await" {
			end--
		}
		end--
	}
	c := end
	names := 0
	for names < maxChain {
		switch w.Kind(c) {
		case "identifier", "self", "super", "crate", "metavariable", "primitive_type":
			names++
		default:
			return afterGroup(w, c, separator)
		}
		if c == 0 || w.Kind(c-1) != separator {
			break
		}
		c -= 2
	}
	switch {
	case names == 1 && separator == "." && w.Kind(end) == "self":
		return code.QualifierSelf, "self"
	case names == 1 && w.Kind(end) == "identifier" && string(w.Text(end)) == "Self":
		return code.QualifierSelf, "Self"
	case names == 1 && c > 0 && w.Kind(c-1) == "::":
		q, text := tokenPath(w, c-1, "::")
		if q == code.QualifierName || q == code.QualifierPath || q == code.QualifierSelf {
			return code.QualifierPath, w.Intern(append([]byte(text+"::"), w.Text(end)...))
		}
		return code.QualifierOther, ""
	case names == 1:
		_, text := nameAt(w, end)
		return code.QualifierName, text
	}
	text := w.Source[w.Start(c):w.End(end)]
	if bytes.ContainsAny(text, " \t\r\n/#") {
		var b []byte
		for i := c; i <= end; i++ {
			span, _ := nameAt(w, i)
			b = append(b, w.Source[span.Start:span.End]...)
		}
		text = b
	}
	return code.QualifierPath, w.Intern(text)
}

// afterGroup describes a separator behind the token at c that is no name: the
// end of a call's arguments, of type arguments, or anything else.
func afterGroup(w *lang.Walk, c syntax.Node, separator string) (code.Qualifier, string) {
	if separator == "::" && w.Kind(c) == ">" {
		return beforeArguments(w, c)
	}
	if separator == "." && w.Kind(c) == ")" {
		if f := w.Parent(c) - 1; f > 0 && w.Kind(f) == "identifier" {
			if w.Kind(f-1) == "::" {
				if q, text := tokenPath(w, f-1, "::"); q == code.QualifierName || q == code.QualifierPath || q == code.QualifierSelf {
					return code.QualifierCall, w.Intern(append([]byte(text+"::"), w.Text(f)...))
				}
			}
			if w.Kind(f-1) == "." {
				if q, text := tokenPath(w, f-1, "."); q == code.QualifierName || q == code.QualifierPath || q == code.QualifierSelf {
					return code.QualifierCall, w.Intern(append([]byte(text+"."), w.Text(f)...))
				}
				return code.QualifierCall, ""
			}
			return code.QualifierCall, w.Name(f)
		}
	}
	return code.QualifierOther, ""
}

// beforeArguments describes type arguments, whose ">" is at c, by the type
// before them: Vec::<u8>::new.
func beforeArguments(w *lang.Walk, c syntax.Node) (code.Qualifier, string) {
	depth := 0
	for range 4 * maxChain {
		switch w.Kind(c) {
		case ">":
			depth++
		case ">>":
			depth += 2
		case "<":
			depth--
		}
		if c--; c <= 0 {
			break
		}
		if depth > 0 {
			continue
		}
		if w.Kind(c) == "::" {
			c--
		}
		if w.Kind(c) == "identifier" {
			_, text := nameAt(w, c)
			return code.QualifierName, text
		}
		break
	}
	return code.QualifierOther, ""
}
