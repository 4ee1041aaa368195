package php

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// deepestType bounds how deep a written type is read.
const deepestType = 12

// typeReader takes a type apart, as PHP or a doc comment writes it.
type typeReader struct {
	s     string
	at    int
	depth int
}

// typeOf takes a written type apart. Of what says nothing about members
// (mixed, object, literals) it returns the zero Type.
func typeOf(text string) lang.Type {
	r := typeReader{s: text}
	t := r.union()
	r.space()
	if r.at < len(r.s) {
		return lang.Type{}
	}
	return t
}

func (r *typeReader) space() {
	for r.at < len(r.s) && (r.s[r.at] == ' ' || r.s[r.at] == '\t') {
		r.at++
	}
}

// take passes one byte if it is next, white space before it left out.
func (r *typeReader) take(c byte) bool {
	r.space()
	if r.at < len(r.s) && r.s[r.at] == c {
		r.at++
		return true
	}
	return false
}

// union reads alternatives. An intersection is one as well: a member may come
// from any of its types.
func (r *typeReader) union() lang.Type {
	if r.depth++; r.depth > deepestType {
		r.at = len(r.s)
		return lang.Type{}
	}
	defer func() { r.depth-- }()
	all := []lang.Type{r.postfix()}
	for r.take('|') || r.take('&') {
		all = append(all, r.postfix())
	}
	if len(all) == 1 {
		return all[0]
	}
	return lang.Type{Name: lang.TypeUnion, Args: all}
}

func (r *typeReader) postfix() lang.Type {
	t := r.prefix()
	for r.take('[') {
		if r.take(']') {
			t = list(t)
			continue
		}
		r.union() // T[K]
		if !r.take(']') {
			r.at = len(r.s)
		}
		t = lang.Type{}
	}
	return t
}

func list(of lang.Type) lang.Type {
	return lang.Type{Name: lang.TypeList, Args: []lang.Type{of}}
}

func (r *typeReader) prefix() lang.Type {
	if r.take('?') {
		return r.prefix()
	}
	if r.take('(') {
		return r.group()
	}
	r.space()
	if r.at == len(r.s) {
		return lang.Type{}
	}
	switch c := r.s[r.at]; {
	case c == '\'' || c == '"':
		k := strings.IndexByte(r.s[r.at+1:], c)
		if k < 0 {
			k = len(r.s) - r.at - 2
		}
		r.at += k + 2
		return lang.Type{Name: "string"}
	case c == '$':
		name := "$" + r.wordAfter(1)
		if name == "$this" {
			return lang.Type{Name: code.ChainSelf}
		}
		return lang.Type{}
	}
	name := r.wordAfter(0)
	if name == "" {
		r.at++ // something else
		return lang.Type{}
	}
	return r.named(name)
}

// group reads what stands in parentheses: a type, or one that depends on another.
func (r *typeReader) group() lang.Type {
	t := r.union()
	r.space()
	if rest := r.s[r.at:]; strings.HasPrefix(rest, "is ") {
		r.at += len("is ")
		if strings.HasPrefix(r.s[r.at:], "not ") {
			r.at += len("not ")
		}
		r.union()
		if r.take('?') {
			t = r.union()
			if r.take(':') {
				t = lang.Type{Name: lang.TypeUnion, Args: []lang.Type{t, r.union()}}
			}
		}
	}
	r.take(')')
	return t
}

// wordAfter reads a name, some bytes passed over.
func (r *typeReader) wordAfter(skip int) string {
	from := min(r.at+skip, len(r.s))
	r.at = from
	for r.at < len(r.s) && (isWordByte(r.s[r.at]) || r.s[r.at] == '\\' || r.s[r.at] == '-') {
		r.at++
	}
	return r.s[from:r.at]
}

// named reads what follows a name: arguments, a shape, parameters, a constant.
func (r *typeReader) named(name string) lang.Type {
	lower := strings.ToLower(name)
	if strings.HasPrefix(r.s[r.at:], "::") {
		r.at += 2
		r.wordAfter(0)
		for r.take('*') {
			r.wordAfter(0)
		}
		return lang.Type{}
	}
	var args []lang.Type
	switch {
	case r.take('<'):
		args = r.arguments('>')
	case r.at < len(r.s) && r.s[r.at] == '{':
		r.at++
		return r.shape()
	case r.at < len(r.s) && r.s[r.at] == '(':
		r.at++
		args = r.arguments(')')
		result := lang.Type{}
		if r.take(':') {
			result = r.postfix()
		}
		return lang.Type{Name: lang.TypeFunc, Args: append(args, result)}
	}
	switch lower {
	case "mixed", "object", "parent", "resource":
		return lang.Type{}
	case "self", "static":
		return lang.Type{Name: code.ChainSelf}
	case "array", "list", "non-empty-array", "non-empty-list", "iterable":
		switch len(args) {
		case 0:
			return lang.Type{Name: lang.TypeList}
		case 1:
			return list(args[0])
		}
		return lang.Type{Name: lang.TypeMap, Args: args[:2]}
	case "class-string", "interface-string", "enum-string":
		if len(args) == 1 {
			return lang.Type{Name: lang.TypeOf, Args: args}
		}
		return lang.Type{}
	case "callable":
		return lang.Type{}
	}
	return lang.Type{Name: name, Args: args}
}

// arguments reads types up to the closing bracket. Those of parameters may
// have a name and a mark behind them.
func (r *typeReader) arguments(closing byte) (out []lang.Type) {
	for !r.take(closing) {
		if r.at >= len(r.s) {
			return out
		}
		t := r.union()
		variadic := false
		for r.at < len(r.s) && strings.IndexByte(".=&", r.s[r.at]) >= 0 {
			variadic = variadic || r.s[r.at] == '.'
			r.at++
		}
		r.space()
		if r.at < len(r.s) && r.s[r.at] == '$' {
			r.wordAfter(1)
		}
		if variadic {
			t = list(t)
		}
		out = append(out, t)
		if !r.take(',') && r.at < len(r.s) && r.s[r.at] != closing {
			r.at++ // something else
		}
	}
	return out
}

// shape reads array{a: T, b?: U}: a map to what its parts are.
func (r *typeReader) shape() lang.Type {
	var all []lang.Type
	for !r.take('}') {
		if r.at >= len(r.s) {
			return lang.Type{}
		}
		if strings.HasPrefix(r.s[r.at:], "...") {
			r.at += 3
			continue
		}
		from := r.at
		t := r.union()
		if r.take('?') || r.at < len(r.s) && r.s[r.at] == ':' {
			if r.take(':') {
				t = r.union()
			}
		}
		all = append(all, t)
		r.take(',')
		if r.at == from {
			r.at++
		}
	}
	return lang.Type{Name: lang.TypeMap, Args: []lang.Type{{}, {Name: lang.TypeUnion, Args: all}}}
}
