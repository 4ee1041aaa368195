package kotlin

import (
	"strings"

	"sextant/internal/lang"
)

// mostNested bounds types inside types.
const mostNested = 20

// typeOf takes a type as written apart. A function with a receiver has it as
// its tenth parameter.
func typeOf(text string) lang.Type {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "vararg "); ok {
		return lang.Type{Name: lang.TypeList, Args: []lang.Type{typeOf(rest)}}
	}
	p := typeReader{text: text}
	return p.one()
}

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
	p.peek()
	from := p.at
	for p.at < len(p.text) && (isNameByte(p.text[p.at]) || p.text[p.at] == '`') {
		p.at++
	}
	return strings.Trim(p.text[from:p.at], "`")
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	for p.peek() == '@' {
		p.at++
		p.word()
	}
	if p.take("*") {
		return lang.Type{}
	}
	var t lang.Type
	if p.peek() == '(' {
		inside := p.list('(', ')')
		switch {
		case p.take("->"):
			return p.function(inside, nil)
		case len(inside) == 1:
			t = inside[0]
		}
	} else {
		name := p.word()
		for name == "suspend" || name == "out" || name == "in" || name == "crossinline" || name == "noinline" || name == "reified" {
			if p.peek() == '(' || p.peek() == '@' {
				return p.one()
			}
			name = p.word()
		}
		t.Name = name
	}
	for {
		switch p.peek() {
		case '<':
			t.Args = p.list('<', '>')
		case '?', '!':
			p.at++
		case '&':
			return t
		case '.':
			p.at++
			if p.peek() == '(' {
				params := p.list('(', ')')
				p.take("->")
				return p.function(params, &t)
			}
			t = lang.Type{Name: t.Name + "." + p.word()}
		default:
			return t
		}
	}
}

// receiverAt is the place of a receiver among the parameters of a function.
const receiverAt = int(receiverArg - '0')

func (p *typeReader) function(params []lang.Type, receiver *lang.Type) lang.Type {
	args := append([]lang.Type(nil), params...)
	if receiver != nil && len(args) <= receiverAt {
		for len(args) < receiverAt {
			args = append(args, lang.Type{})
		}
		args = append(args, *receiver)
	}
	return lang.Type{Name: lang.TypeFunc, Args: append(args, p.one())}
}

// list reads types between brackets; a parameter of a function may have a name.
func (p *typeReader) list(open, end byte) (out []lang.Type) {
	if p.peek() != open {
		return nil
	}
	p.at++
	for c := p.peek(); c != 0; c = p.peek() {
		if c == end {
			p.at++
			return out
		}
		before := p.at
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
