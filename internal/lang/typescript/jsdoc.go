package typescript

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// docTags are the types that a JSDoc comment gives where the language has none.
type docTags struct {
	params  map[string]string
	returns string
	typ     string
}

var noTags = &docTags{}

// docParam is the type that the comment of a parameter's function gives it.
func docParam(w *lang.Walk, parameter syntax.Node, name string) string {
	if state(w).typed {
		return ""
	}
	f := w.Parent(parameter)
	if w.Kind(f) == "formal_parameters" {
		f = w.Parent(f)
	}
	return tagsOf(w, f).params[name]
}

// docType is the type that the comment before a variable or member gives it. n
// is its declarator or its value.
func docType(w *lang.Walk, n syntax.Node) string {
	if state(w).typed {
		return ""
	}
	return tagsOf(w, n).typ
}

// documented completes a function's definition by its comment.
func (f *file) documented(w *lang.Walk, n syntax.Node, i int32) {
	if f.typed {
		return
	}
	tags := tagsOf(w, n)
	d := w.Definition(i)
	if tags.returns != "" && d.Type == "" {
		// The signature does not say it, so it is not the definition's type.
		d.Value, d.ValueAt = code.ChainOf(tags.returns), w.Start(n)
		f.declared[i] = true
	}
	for k := range d.Params {
		if t := tags.params[d.Params[k].Name]; t != "" && d.Params[k].Type == "" {
			d.Params[k].Type = t
		}
	}
}

// tagsOf reads the comment that stands before the statement or member that a
// node is, or is the value of.
func tagsOf(w *lang.Walk, n syntax.Node) *docTags {
	f := state(w)
	if t, ok := f.docs[n]; ok {
		return t
	}
	t := noTags
	at := n
	for range 8 {
		if comment := docComment(w.Source, w.Start(at)); comment != nil {
			t = parseTags(string(comment))
			break
		}
		p := w.Parent(at)
		switch w.Kind(p) {
		case "variable_declarator", "variable_declaration", "lexical_declaration", "export_statement", "assignment_expression",
			"expression_statement", "pair", "field_definition", "parenthesized_expression":
			at = p
			continue
		}
		break
	}
	f.docs[n] = t
	return t
}

// docComment is the JSDoc comment that ends before an offset with nothing but
// white space between, nil for none.
func docComment(src []byte, at uint32) []byte {
	before := bytes.TrimRight(src[:at], " \t\r\n")
	if !bytes.HasSuffix(before, []byte("*/")) {
		return nil
	}
	if len(before) > longestComment {
		before = before[len(before)-longestComment:]
	}
	open := bytes.LastIndex(before, []byte("/*"))
	if open < 0 || !bytes.HasPrefix(before[open:], []byte("/**")) || !bytes.Contains(before[open:], []byte("{")) {
		return nil
	}
	return before[open:]
}

// longestComment bounds the comments that are read for types, in bytes.
const longestComment = 8000

func parseTags(comment string) *docTags {
	t := &docTags{params: make(map[string]string)}
	for _, part := range strings.Split(comment, "@")[1:] {
		tag, rest, ok := strings.Cut(part, "{")
		if !ok {
			continue
		}
		typ, after, ok := cutBraces(rest)
		if !ok {
			continue
		}
		typ = docTypeText(typ)
		switch strings.TrimSpace(tag) {
		case "param", "arg", "argument":
			name := strings.TrimLeft(strings.TrimSpace(after), "[")
			if k := strings.IndexAny(name, " =]\n\t\r.-"); k >= 0 {
				if name[k] == '.' {
					continue // a member of a parameter
				}
				name = name[:k]
			}
			if name != "" && typ != "" {
				t.params[name] = typ
			}
		case "return", "returns":
			t.returns = typ
		case "type":
			t.typ = typ
		}
	}
	return t
}

// cutBraces takes what stands before the brace that closes one that is open.
func cutBraces(s string) (inside, after string, ok bool) {
	depth := 1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[:i], s[i+1:], true
			}
		}
	}
	return "", "", false
}

// docTypeText writes a JSDoc type as TypeScript does; "" where it says nothing.
func docTypeText(t string) string {
	t = strings.Join(strings.Fields(strings.ReplaceAll(t, "*", " ")), " ")
	t = strings.TrimSuffix(strings.TrimLeft(strings.TrimPrefix(t, "..."), "?!"), "=")
	t = strings.ReplaceAll(t, ".<", "<")
	if len(t) > maxType || strings.HasPrefix(t, "function") {
		return ""
	}
	switch strings.ToLower(t) {
	case "", "object", "any", "mixed", "function":
		return ""
	}
	return t
}
