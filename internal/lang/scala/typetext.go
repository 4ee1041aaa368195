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
	p := typeReader{text: text}
	return p.one()
}

// typeReader reads a type from left to right.
type typeReader struct {
	text  string
	at    int
	depth int
}

func (p *typeReader) peek() byte {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *typeReader) take(s string) bool {
	p.peek()
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *typeReader) word() string {
	if p.peek() == '`' {
		if end := strings.IndexByte(p.text[p.at+1:], '`'); end > 0 {
			from := p.at + 1
			p.at = from + end + 1
			return p.text[from : from+end]
		}
		p.at++
		return ""
	}
	from := p.at
	for p.at < len(p.text) && (jvm.NameByte(p.text[p.at]) || p.text[p.at] == '$') {
		p.at++
	}
	return p.text[from:p.at]
}

// one reads a function's type, or one without an arrow.
func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	if p.take("=>") || p.take("?=>") {
		return p.one() // by name
	}
	var t lang.Type
	if p.peek() == '(' {
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
	return p.take("=>>") || p.take("=>") || p.take("?=>") || p.take("->")
}

// simple reads a name with its type arguments.
func (p *typeReader) simple() lang.Type {
	if p.peek() == '[' { // the parameters of a type lambda
		p.list(']')
		p.take("=>>")
		p.one()
		return lang.Type{}
	}
	if p.peek() == '(' {
		inside := p.list(')')
		if len(inside) == 1 {
			return inside[0]
		}
		return lang.Type{Name: lang.TypeTuple, Args: inside}
	}
	name := p.word()
	if name == "_" || name == "" {
		if p.peek() == '?' {
			p.at++
		}
		return lang.Type{}
	}
	t := lang.Type{Name: name}
	for {
		switch p.peek() {
		case '[':
			t.Args = p.list(']')
		case '<':
			if p.take("<:") || p.take("<%") {
				continue
			}
			t.Args = p.list('>')
		case '.', '#':
			p.at++
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
		switch c := p.peek(); {
		case c == '*', c == '+' && p.at+1 == len(p.text):
			p.at++
			t = lang.Type{Name: lang.TypeList, Args: []lang.Type{t}}
		case c == '&', c == '|':
			p.at++
			t = both(t, p.simple())
		case c == '{':
			p.skip('{', '}')
		case c == '@':
			p.at++
			p.word()
			if p.peek() == '(' {
				p.list(')')
			}
		case strings.HasPrefix(p.text[p.at:], "with ") || strings.HasPrefix(p.text[p.at:], "forSome "):
			if p.word() == "with" {
				t = both(t, p.simple())
			}
		case strings.HasPrefix(p.text[p.at:], "<:"), strings.HasPrefix(p.text[p.at:], ">:"):
			p.at += 2
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
	for ; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				p.at++
				return
			}
		}
	}
}

// list reads types up to a bracket; those of parameters may have a name.
func (p *typeReader) list(end byte) (out []lang.Type) {
	p.at++
	for c := p.peek(); c != 0; c = p.peek() {
		if c == end {
			p.at++
			return out
		}
		before := p.at
		for p.peek() == '+' || p.peek() == '-' {
			p.at++
		}
		t := p.one()
		if p.peek() == ':' {
			p.at++
			t = p.one()
		}
		out = append(out, t)
		if !p.take(",") && p.at == before {
			p.at++
		}
	}
	return out
}
