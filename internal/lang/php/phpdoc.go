package php

import (
	"bytes"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// docTags is what a doc comment says of types.
type docTags struct {
	returns   string
	vars      []code.Param // by @var; the name may be empty
	params    []code.Param
	templates []code.Param
	supers    []code.Supertype // with their arguments
}

// readDoc reads the tags of a doc comment; nil when it has none.
func readDoc(comment []byte) *docTags {
	if !bytes.HasPrefix(comment, []byte("/**")) || bytes.IndexByte(comment, '@') < 0 {
		return nil
	}
	text := lang.CommentText(comment)
	d := &docTags{}
	weak := "" // what tools say to each other counts where nothing else is said
	for at := 0; at < len(text); {
		k := strings.IndexByte(text[at:], '@')
		if k < 0 {
			break
		}
		at += k
		if at > 0 && text[at-1] != '\n' && text[at-1] != ' ' {
			at++
			continue
		}
		end := at + 1
		for end < len(text) && (isWordByte(text[end]) || text[end] == '-') {
			end++
		}
		tag := text[at+1 : end]
		at = end
		tool := false
		for _, p := range []string{"psalm-", "phpstan-", "phan-"} {
			if rest, ok := strings.CutPrefix(tag, p); ok {
				tag, tool = rest, true
			}
		}
		switch tag {
		case "return", "var", "param":
			typ, rest := docType(text[at:])
			switch {
			case typ == "":
			case tag == "return" && tool:
				weak = typ
			case tag == "return":
				d.returns = typ
			case tag == "var" && (!tool || len(d.vars) == 0):
				d.vars = append(d.vars, code.Param{Name: docVariable(rest), Type: typ})
			case tag == "param":
				if name := docVariable(rest); name != "" {
					d.param(code.Param{Name: name, Type: typ}, tool)
				}
			}
		case "template", "template-covariant", "template-contravariant":
			d.template(text[at:])
		case "extends", "implements", "use", "template-extends", "template-implements", "template-use":
			typ, _ := docType(text[at:])
			if name, args, ok := strings.Cut(strings.TrimSuffix(typ, ">"), "<"); ok {
				d.supers = append(d.supers, code.Supertype{Name: name, Args: args})
			}
		}
	}
	if d.returns == "" {
		d.returns = weak
	}
	return d
}

func (d *docTags) param(p code.Param, tool bool) {
	if k := slices.IndexFunc(d.params, func(o code.Param) bool { return o.Name == p.Name }); k >= 0 {
		if !tool {
			d.params[k] = p
		}
		return
	}
	d.params = append(d.params, p)
}

// template reads the name of a type parameter and its bound.
func (d *docTags) template(text string) {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	if len(words) == 0 || !isName([]byte(words[0])) {
		return
	}
	p := code.Param{Name: words[0]}
	if len(words) > 2 && (words[1] == "of" || words[1] == "as") {
		p.Type, _ = docType(strings.TrimSpace(line)[len(words[0])+1+len(words[1]):])
	}
	d.templates = append(d.templates, p)
}

// of is the documented type of parameter name.
func (d *docTags) of(name string) string {
	if d != nil {
		for i := range d.params {
			if d.params[i].Name == name {
				return d.params[i].Type
			}
		}
	}
	return ""
}

// variable is the type that @var gives the name.
func (d *docTags) variable(name string) string {
	if d != nil {
		for i := range d.vars {
			if n := d.vars[i].Name; n == "" || n == name {
				return d.vars[i].Type
			}
		}
	}
	return ""
}

// docType takes the type off the beginning of a tag's text, on one line.
func docType(s string) (typ, rest string) {
	i := 0
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	from, depth := i, 0
	for i < len(s) {
		c := s[i]
		switch {
		case c == '<' || c == '(' || c == '{' || c == '[':
			depth++
		case c == '>' || c == ')' || c == '}' || c == ']':
			if depth--; depth < 0 {
				return "", s
			}
		case c == '\'' || c == '"':
			k := strings.IndexByte(s[i+1:], c)
			if k < 0 {
				return "", s
			}
			i += k + 1
		case depth > 0:
		case c == '$' && strings.HasPrefix(s[i:], "$this"):
			i += len("$this") - 1
		case c == ' ' || c == '\t':
			// a type goes on around | and behind the colon of a callable
			next := strings.TrimLeft(s[i:], " \t")
			if next != "" && (next[0] == '|' || next[0] == '&' && !strings.HasPrefix(next, "&$")) ||
				i > from && (s[i-1] == '|' || s[i-1] == ':') {
				break
			}
			return code.OneLine(s[from:i]), s[i:]
		case c == '\n' || c == '$' || c == '*' && (i == 0 || s[i-1] != '_') || c == ';' || c == ',':
			return code.OneLine(s[from:i]), s[i:]
		}
		i++
	}
	if depth != 0 {
		return "", s
	}
	return code.OneLine(s[from:]), ""
}

// docVariable is the variable that follows a type.
func docVariable(s string) string {
	s = strings.TrimLeft(s, " \t&.")
	if s == "" || s[0] != '$' {
		return ""
	}
	end := 1
	for end < len(s) && isWordByte(s[end]) {
		end++
	}
	return s[:end]
}

// tellingType is the type that says more: what the doc says, unless the
// declared one says it as well or the doc says nothing.
func tellingType(declared, doc string) string {
	switch {
	case doc == "" || len(doc) > code.MaxChain:
		return declared
	case declared == "":
		return doc
	}
	switch strings.ToLower(strings.TrimPrefix(doc, "?")) {
	case "mixed", "array", "iterable", "object", "callable", "resource", "void", "never", "null":
		return declared
	}
	switch strings.ToLower(strings.TrimPrefix(declared, "?")) {
	case "int", "string", "bool", "float", "void", "false", "true", "never", "null":
		return declared
	}
	return doc
}

// docBefore reads the doc comment that ends right before offset.
func docBefore(w *lang.Walk, offset uint32) *docTags {
	st := stateOf(w)
	c := st.comment
	if c.End == 0 || c.End > offset || len(bytes.TrimSpace(w.Source[c.End:offset])) > 0 {
		return nil
	}
	if st.tagsOf != c {
		st.tagsOf, st.tags = c, readDoc(w.Source[c.Start:c.End])
	}
	return st.tags
}
