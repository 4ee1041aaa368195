package kotlin

import (
	"strings"

	"sextant/internal/lang"
	"sextant/internal/lang/jvm"
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
	p := typeReader{Cursor: jvm.Cursor{Text: text}}
	return p.one()
}

type typeReader struct {
	jvm.Cursor
	depth int
}

func (p *typeReader) word() string {
	p.Peek()
	from := p.At
	for p.At < len(p.Text) && (jvm.NameByte(p.Text[p.At]) || p.Text[p.At] == '`') {
		p.At++
	}
	return strings.Trim(p.Text[from:p.At], "`")
}

func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	for p.Peek() == '@' {
		p.At++
		p.word()
	}
	if p.Take("*") {
		return lang.Type{}
	}
	var t lang.Type
	if p.Peek() == '(' {
		inside := p.list('(', ')')
		switch {
		case p.Take("->"):
			return p.function(inside, nil)
		case len(inside) == 1:
			t = inside[0]
		}
	} else {
		name := p.word()
		for name == "suspend" || name == "out" || name == "in" || name == "crossinline" || name == "noinline" || name == "reified" {
			if p.Peek() == '(' || p.Peek() == '@' {
				return p.one()
			}
			name = p.word()
		}
		t.Name = name
	}
	for {
		switch p.Peek() {
		case '<':
			t.Args = p.list('<', '>')
		case '?', '!':
			p.At++
		case '&':
			return t
		case '.':
			p.At++
			if p.Peek() == '(' {
				params := p.list('(', ')')
				p.Take("->")
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
	if p.Peek() != open {
		return nil
	}
	p.At++
	for c := p.Peek(); c != 0; c = p.Peek() {
		if c == end {
			p.At++
			return out
		}
		before := p.At
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
