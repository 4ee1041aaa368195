package java

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

func (p *typeReader) blank() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

func (p *typeReader) peek() byte {
	p.blank()
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *typeReader) take(s string) bool {
	p.blank()
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *typeReader) word() string {
	p.blank()
	from := p.at
	for p.at < len(p.text) && (nameByte(p.text[p.at]) && p.text[p.at] != '.') {
		p.at++
	}
	return p.text[from:p.at]
}

// either reads alternatives (of a catch clause) or an intersection, of which a
// value has the members of all.
func (p *typeReader) either() lang.Type {
	t := p.one()
	if c := p.peek(); c != '|' && c != '&' {
		return t
	}
	all := lang.Type{Name: lang.TypeUnion, Args: []lang.Type{t}}
	for p.take("|") || p.take("&") {
		all.Args = append(all.Args, p.one())
	}
	return all
}

func (p *typeReader) one() lang.Type {
	if p.depth++; p.depth > mostNested {
		return lang.Type{}
	}
	defer func() { p.depth-- }()
	p.annotations()
	if p.take("?") {
		if w := p.word(); w == "extends" || w == "super" {
			return p.one()
		}
		return lang.Type{}
	}
	name := p.word()
	if name == "final" {
		p.annotations()
		name = p.word()
	}
	t := lang.Type{Name: name}
	for {
		switch p.peek() {
		case '<':
			p.at++
			t.Args = p.arguments()
			continue
		case '.':
			if strings.HasPrefix(p.text[p.at:], "...") {
				p.at += len("...")
				t = list(t)
				continue
			}
			p.at++
			p.annotations()
			t = lang.Type{Name: t.Name + "." + p.word()}
			continue
		case '[':
			p.at++
			p.take("]")
			t = list(t)
			continue
		case '@':
			p.annotations()
			continue
		}
		return t
	}
}

func list(t lang.Type) lang.Type { return lang.Type{Name: lang.TypeList, Args: []lang.Type{t}} }

// arguments reads type arguments up to the closing bracket.
func (p *typeReader) arguments() (out []lang.Type) {
	for p.peek() != 0 {
		if p.take(">") {
			return out
		}
		before := p.at
		out = append(out, p.either())
		if !p.take(",") && p.at == before {
			p.at++
		}
	}
	return out
}

// annotations skips those before a type.
func (p *typeReader) annotations() {
	for p.peek() == '@' {
		p.at++
		p.word()
		for p.take(".") {
			p.word()
		}
		if p.peek() == '(' {
			depth := 0
			for ; p.at < len(p.text); p.at++ {
				switch p.text[p.at] {
				case '(':
					depth++
				case ')':
					depth--
				}
				if depth == 0 {
					p.at++
					break
				}
			}
		}
	}
}
