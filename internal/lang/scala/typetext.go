package scala

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
)

// mostNested bounds types inside types.
const mostNested = 20

// typeOf takes a type as written apart.
func typeOf(text string) lang.Type {
	p := typeReader{Cursor: jvm.Cursor{Text: text}}
	return p.one()
}

// typeReader reads a type from left to right.
type typeReader struct {
	jvm.Cursor
	depth int
}

func (p *typeReader) word() string {
	if p.Peek() == '`' {
		if end := strings.IndexByte(p.Text[p.At+1:], '`'); end > 0 {
			from := p.At + 1
			p.At = from + end + 1
			return p.Text[from : from+end]
		}
		p.At++
		return ""
	}
	from := p.At
	for p.At < len(p.Text) && (jvm.NameByte(p.Text[p.At]) || p.Text[p.At] == '$') {
		p.At++
	}
	return p.Text[from:p.At]
}

// one reads a function's type, or one without an arrow.
func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	if p.Take("=>") || p.Take("?=>") {
		return p.one() // by name
	}
	var t lang.Type
	if p.Peek() == '(' {
		params := p.list(')')
		switch {
		case p.arrow():
			return lang.Type{Name: lang.TypeFunc, Args: append(params, p.one())}
		case len(params) == 1:
			t = params[0]
		default:
			t = lang.Type{Name: lang.TypeTuple, Args: params}
		}
	} else {
		t = p.simple()
	}
	t = p.more(t)
	if p.arrow() {
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{t, p.one()}}
	}
	return t
}

func (p *typeReader) arrow() bool {
	return p.Take("=>>") || p.Take("=>") || p.Take("?=>") || p.Take("->")
}

// simple reads a name with its type arguments.
func (p *typeReader) simple() lang.Type {
	if p.Peek() == '[' { // the parameters of a type lambda
		p.list(']')
		p.Take("=>>")
		p.one()
		return lang.Type{}
	}
	if p.Peek() == '(' {
		inside := p.list(')')
		if len(inside) == 1 {
			return inside[0]
		}
		return lang.Type{Name: lang.TypeTuple, Args: inside}
	}
	name := p.word()
	if name == "_" || name == "" {
		if p.Peek() == '?' {
			p.At++
		}
		return lang.Type{}
	}
	t := lang.Type{Name: name}
	for {
		switch p.Peek() {
		case '[':
			t.Args = p.list(']')
		case '<':
			if p.Take("<:") || p.Take("<%") {
				continue
			}
			t.Args = p.list('>')
		case '.', '#':
			p.At++
			next := p.word()
			switch next {
			case "type":
				t = lang.Type{Name: lang.TypeChain, Args: []lang.Type{{Name: strings.Replace(t.Name, "this", code.ChainSelf, 1)}}}
				if t.Args[0].Name == code.ChainSelf {
					t = lang.Type{Name: code.ChainSelf}
				}
				return t
			case "":
				return t
			}
			t = lang.Type{Name: t.Name + "." + next}
		default:
			return t
		}
	}
}

// more reads what follows a simple type: other types that the value has as
// well, an operator between types, marks and bounds.
func (p *typeReader) more(t lang.Type) lang.Type {
	for range mostNested {
		switch c := p.Peek(); {
		case c == '*', c == '+' && p.At+1 == len(p.Text):
			p.At++
			t = lang.Type{Name: lang.TypeList, Args: []lang.Type{t}}
		case c == '&', c == '|':
			p.At++
			t = both(t, p.simple())
		case c == '{':
			p.skip('{', '}')
		case c == '@':
			p.At++
			p.word()
			if p.Peek() == '(' {
				p.list(')')
			}
		case strings.HasPrefix(p.Text[p.At:], "with ") || strings.HasPrefix(p.Text[p.At:], "forSome "):
			if p.word() == "with" {
				t = both(t, p.simple())
			}
		case strings.HasPrefix(p.Text[p.At:], "<:"), strings.HasPrefix(p.Text[p.At:], ">:"):
			p.At += 2
			bound := p.simple()
			if t.Name == "" {
				t = bound
			}
		case jvm.NameByte(c): // A Or B
			op := p.word()
			t = lang.Type{Name: op, Args: []lang.Type{t, p.simple()}}
		default:
			return t
		}
	}
	return t
}

// both is a value that has the members of two types.
func both(a, b lang.Type) lang.Type {
	switch {
	case a.Name == "":
		return b
	case b.Name == "":
		return a
	case a.Name == lang.TypeUnion:
		a.Args = append(a.Args, b)
		return a
	}
	return lang.Type{Name: lang.TypeUnion, Args: []lang.Type{a, b}}
}

func (p *typeReader) skip(open, end byte) {
	depth := 0
	for ; p.At < len(p.Text); p.At++ {
		switch p.Text[p.At] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				p.At++
				return
			}
		}
	}
}

// list reads types up to a bracket; those of parameters may have a name.
func (p *typeReader) list(end byte) (out []lang.Type) {
	p.At++
	for c := p.Peek(); c != 0; c = p.Peek() {
		if c == end {
			p.At++
			return out
		}
		before := p.At
		for p.Peek() == '+' || p.Peek() == '-' {
			p.At++
		}
		t := p.one()
		if p.Peek() == ':' {
			p.At++
			t = p.one()
		}
		out = append(out, t)
		if !p.Take(",") && p.At == before {
			p.At++
		}
	}
	return out
}
