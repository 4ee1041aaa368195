package csharp

import (
	"strings"

	"sextant/internal/lang"
)

// typeOf takes a type as written apart.
func typeOf(text string) lang.Type {
	p := typeReader{text: text}
	return p.either()
}

// mostNested bounds types inside types.
const mostNested = 20

// typeReader reads a type from left to right.
type typeReader struct {
	text  string
	at    int
	depth int
}

func (p *typeReader) peek() byte {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *typeReader) take(c byte) bool {
	if p.peek() == c {
		p.at++
		return true
	}
	return false
}

func (p *typeReader) word() string {
	if p.peek() == '@' {
		p.at++
	}
	from := p.at
	for p.at < len(p.text) && (wordByte(p.text[p.at]) || p.text[p.at] == '$') {
		p.at++
	}
	return p.text[from:p.at]
}

// either reads a type, or the types of a constraint, of which a value has the
// members of all.
func (p *typeReader) either() lang.Type {
	t := p.one()
	if p.peek() != '&' {
		return t
	}
	all := lang.Type{Name: lang.TypeUnion, Args: []lang.Type{t}}
	for p.take('&') {
		all.Args = append(all.Args, p.one())
	}
	return all
}

func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	if p.take('(') {
		return p.after(p.tuple())
	}
	name := p.word()
	switch name {
	case "this", "ref", "in", "params", "scoped", "readonly":
		if c := p.peek(); c == '(' || wordByte(c) {
			return p.one()
		}
	case "out": // the callee passes it on
		return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{p.one(), {}}}
	case "var", "dynamic", "delegate", "void", "class", "struct", "":
		return lang.Type{}
	}
	if strings.HasPrefix(p.text[p.at:], "::") {
		p.at += 2
		name = p.word()
	}
	return p.after(lang.Type{Name: name})
}

// after reads what follows a type's name.
func (p *typeReader) after(t lang.Type) lang.Type {
	for {
		switch p.peek() {
		case '<':
			p.at++
			t.Args = p.arguments()
		case '.':
			p.at++
			t = lang.Type{Name: t.Name + "." + p.word()}
		case '[':
			for p.at < len(p.text) && p.text[p.at] != ']' {
				p.at++
			}
			p.take(']')
			t = list(t)
		case '?', '*':
			p.at++
		default:
			return t
		}
	}
}

// arguments reads type arguments up to the closing bracket.
func (p *typeReader) arguments() (out []lang.Type) {
	for p.peek() != 0 {
		if p.take('>') {
			return out
		}
		before := p.at
		out = append(out, p.either())
		if !p.take(',') && p.at == before {
			p.at++
		}
	}
	return out
}

// tuple reads the parts of a tuple, which may have names.
func (p *typeReader) tuple() lang.Type {
	t := lang.Type{Name: lang.TypeTuple}
	names := false
	for p.peek() != 0 && !p.take(')') {
		before := p.at
		t.Args = append(t.Args, p.one())
		name := p.word()
		names = names || name != ""
		t.Names = append(t.Names, name)
		if !p.take(',') && p.at == before {
			p.at++
		}
	}
	if names {
		t.Name = lang.TypeObject
	} else {
		t.Names = nil
	}
	return t
}

func list(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeList, Args: []lang.Type{t}} }
