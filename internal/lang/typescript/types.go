package typescript

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// typeOf takes a type as written apart. Of what cannot be followed (a
// conditional type, a mapped type with keys of its own) it says nothing.
func typeOf(text string) lang.Type {
	p := typeParser{text: text}
	t := p.union(0)
	if p.failed {
		return lang.Type{}
	}
	p.space()
	if p.at < len(p.text) {
		return lang.Type{}
	}
	return t
}

type typeParser struct {
	text   string
	at     int
	failed bool
}

// deepestType bounds how far types may nest.
const deepestType = 24

func (p *typeParser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n') {
		p.at++
	}
}

// take moves past a token if it comes next.
func (p *typeParser) take(token string) bool {
	p.space()
	if strings.HasPrefix(p.text[p.at:], token) {
		p.at += len(token)
		return true
	}
	return false
}

func (p *typeParser) peek() byte {
	p.space()
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// word reads an identifier, "" if none comes next.
func (p *typeParser) word() string {
	p.space()
	from := p.at
	for p.at < len(p.text) && isWordByte(p.text[p.at]) {
		p.at++
	}
	return p.text[from:p.at]
}

// keyword moves past a word if it comes next and another type follows it.
func (p *typeParser) keyword(word string) bool {
	before := p.at
	if p.word() == word {
		switch p.peek() {
		case 0, ',', ')', ']', '}', '>', '|', '&', ';', '=', '.', '<', ':', '?':
		default:
			return true
		}
	}
	p.at = before
	return false
}

func (p *typeParser) fail() lang.Type {
	p.failed = true
	p.at = len(p.text)
	return lang.Type{}
}

// union reads a whole type.
func (p *typeParser) union(depth int) lang.Type {
	if depth > deepestType || p.failed {
		return p.fail()
	}
	p.take("|")
	var ways []lang.Type
	for {
		ways = append(ways, p.intersection(depth+1))
		if p.failed || !p.take("|") {
			break
		}
	}
	if p.failed {
		return lang.Type{}
	}
	before := p.at
	if p.keyword("extends") { // a conditional type: either branch
		p.union(depth + 1)
		if !p.take("?") {
			p.at = before
		} else {
			then := p.union(depth + 1)
			if !p.take(":") {
				return p.fail()
			}
			otherwise := p.union(depth + 1)
			return lang.Type{Name: lang.TypeUnion, Args: []lang.Type{then, otherwise}}
		}
	}
	if len(ways) == 1 {
		return ways[0]
	}
	// Without what has no members.
	kept := ways[:0]
	for _, t := range ways {
		if t.Name != "null" && t.Name != "undefined" && t.Name != "void" {
			kept = append(kept, t)
		}
	}
	switch len(kept) {
	case 0:
		return lang.Type{}
	case 1:
		return kept[0]
	}
	return lang.Type{Name: lang.TypeUnion, Args: kept}
}

func (p *typeParser) intersection(depth int) lang.Type {
	p.take("&")
	var ways []lang.Type
	for {
		ways = append(ways, p.postfix(depth+1))
		if p.failed || !p.take("&") {
			break
		}
	}
	if len(ways) == 1 {
		return ways[0]
	}
	return lang.Type{Name: lang.TypeUnion, Args: ways}
}

// postfix reads a type with what may stand behind it: [], ["member"], [number].
func (p *typeParser) postfix(depth int) lang.Type {
	t := p.primary(depth)
	for !p.failed && p.peek() == '[' {
		p.at++
		if p.take("]") {
			t = lang.Type{Name: lang.TypeList, Args: []lang.Type{t}}
			continue
		}
		switch c := p.peek(); c {
		case '"', '\'':
			name := p.quoted(c)
			if !p.take("]") || name == "" {
				return p.fail()
			}
			t = lang.Type{Name: lang.TypeMember, Args: []lang.Type{t, {Name: name}}}
		default:
			p.union(depth + 1)
			if !p.take("]") {
				return p.fail()
			}
			t = lang.Type{Name: lang.TypeItem, Args: []lang.Type{t}}
		}
	}
	return t
}

func (p *typeParser) quoted(c byte) string {
	p.at++
	end := strings.IndexByte(p.text[p.at:], c)
	if end < 0 {
		p.fail()
		return ""
	}
	s := p.text[p.at : p.at+end]
	p.at += end + 1
	return s
}

func (p *typeParser) primary(depth int) lang.Type {
	if depth > deepestType || p.failed {
		return p.fail()
	}
	switch c := p.peek(); {
	case c == '(':
		return p.parenthesis(depth)
	case c == '[':
		p.at++
		return lang.Type{Name: lang.TypeTuple, Args: p.tuple(depth)}
	case c == '{':
		return p.object(depth)
	case c == '<': // a generic function type
		p.skipTo('<', '>')
		return p.primary(depth + 1)
	case c == '"' || c == '\'':
		p.quoted(c)
		return lang.Type{Name: "string"}
	case c == '`':
		p.quoted(c)
		return lang.Type{Name: "string"}
	case c == '-' || c >= '0' && c <= '9':
		p.at++
		for p.at < len(p.text) && (isWordByte(p.text[p.at]) || p.text[p.at] == '.') {
			p.at++
		}
		return lang.Type{Name: "number"}
	case !isWordByte(c):
		return p.fail()
	}
	for _, w := range []string{"keyof", "unique"} {
		if p.keyword(w) {
			p.postfix(depth + 1)
			return lang.Type{Name: "string"}
		}
	}
	switch {
	case p.keyword("readonly"):
		return p.postfix(depth + 1)
	case p.keyword("asserts"):
		name := p.word()
		if name != "" && p.keyword("is") {
			return predicate(p.union(depth + 1))
		}
		return lang.Type{Name: "void"}
	case p.keyword("infer"):
		p.word()
		return lang.Type{}
	case p.keyword("new"), p.keyword("abstract"):
		p.keyword("new")
		f := p.primary(depth + 1)
		if f.Name == lang.TypeFunc && len(f.Args) > 0 {
			return lang.Type{Name: lang.TypeOf, Args: f.Args[len(f.Args)-1:]}
		}
		return lang.Type{}
	case p.keyword("typeof"):
		return p.query()
	}
	name := p.word()
	for strings.HasPrefix(p.text[p.at:], ".") && p.at+1 < len(p.text) && isWordByte(p.text[p.at+1]) {
		p.at++
		name += "." + p.word()
	}
	if name == "import" && p.peek() == '(' {
		return p.imported(depth)
	}
	if before := p.at; !strings.Contains(name, ".") {
		if p.keyword("is") {
			return predicate(p.union(depth + 1))
		}
		p.at = before
	}
	switch name {
	case "any", "unknown", "never", "object", "undefined", "null", "void":
		if name == "any" || name == "unknown" || name == "object" || name == "never" {
			return lang.Type{}
		}
		return lang.Type{Name: name}
	case "this":
		return lang.Type{Name: code.ChainSelf}
	case "true", "false":
		return lang.Type{Name: "boolean"}
	}
	t := lang.Type{Name: name}
	if p.peek() == '<' {
		p.at++
		t.Args = p.list(depth, '>')
	}
	return t
}

// predicate is the result x is T: a boolean whose second part is the type.
func predicate(t lang.Type) lang.Type {
	return lang.Type{Name: lang.TypeTuple, Args: []lang.Type{{Name: "boolean"}, t}}
}

// query reads what follows typeof: a chain, so that a value's own type may be
// written with calls in it.
func (p *typeParser) query() lang.Type {
	p.space()
	from, depth := p.at, 0
loop:
	for ; p.at < len(p.text); p.at++ {
		rest := p.text[p.at:]
		switch c := rest[0]; {
		case c == '(':
			depth++
			continue
		case c == ')' && depth > 0:
			depth--
			continue
		case depth > 0 || isWordByte(c) || c == '.' || c == '~' || c == '#' || c == '!' || c == '@' || c == '^':
			continue
		case strings.HasPrefix(rest, code.ChainItem):
			p.at++
			continue
		case strings.HasPrefix(rest, code.ChainKey):
			p.at += 2
			continue
		}
		break loop
	}
	x := p.text[from:p.at]
	if strings.HasPrefix(x, "import(") {
		p.at = from + len("import")
		return p.imported(0)
	}
	if x == "" {
		return p.fail()
	}
	return lang.Type{Name: lang.TypeChain, Args: []lang.Type{{Name: x}}}
}

// imported reads import("x").T, of which only the name is looked up.
func (p *typeParser) imported(depth int) lang.Type {
	p.at++
	c := p.peek()
	if c != '"' && c != '\'' {
		return p.fail()
	}
	p.quoted(c)
	if !p.take(")") {
		return p.fail()
	}
	name := ""
	for p.take(".") {
		name = p.word()
	}
	t := lang.Type{Name: name}
	if p.peek() == '<' {
		p.at++
		t.Args = p.list(depth, '>')
	}
	return t
}

// list reads types up to a closing character.
func (p *typeParser) list(depth int, end byte) (out []lang.Type) {
	for !p.failed {
		if p.peek() == end {
			p.at++
			return out
		}
		out = append(out, p.union(depth+1))
		if !p.take(",") && p.peek() != end {
			p.fail()
		}
	}
	return nil
}

// tuple reads the parts of a tuple, whose names are left out.
func (p *typeParser) tuple(depth int) (out []lang.Type) {
	for !p.failed {
		if p.peek() == ']' {
			p.at++
			return out
		}
		p.take("...")
		before := p.at
		if p.word() != "" {
			p.take("?")
			if !p.take(":") {
				p.at = before
			}
		}
		out = append(out, p.union(depth+1))
		p.take("?")
		if !p.take(",") && p.peek() != ']' {
			p.fail()
		}
	}
	return nil
}

// parenthesis reads a function type or a type in parentheses.
func (p *typeParser) parenthesis(depth int) lang.Type {
	from := p.at
	p.skipTo('(', ')')
	end := p.at
	if p.failed {
		return lang.Type{}
	}
	if !p.take("=>") {
		p.at = from + 1
		t := p.union(depth + 1)
		if !p.take(")") {
			return p.fail()
		}
		return t
	}
	after := p.at
	p.at = from + 1
	args := p.params(depth)
	if p.at != end {
		p.failed = false // parameters of another form say nothing
		args = nil
	}
	p.at = after
	return lang.Type{Name: lang.TypeFunc, Args: append(args, p.union(depth+1))}
}

// params reads parameters up to the closing parenthesis.
func (p *typeParser) params(depth int) (out []lang.Type) {
	for !p.failed {
		if p.peek() == ')' {
			p.at++
			return out
		}
		rest := p.take("...")
		if c := p.peek(); c == '{' {
			p.skipTo('{', '}')
		} else if c == '[' {
			p.skipTo('[', ']')
		} else if p.word() == "" {
			p.fail()
		}
		p.take("?")
		t := lang.Type{}
		if p.take(":") {
			t = p.union(depth + 1)
		}
		if rest && t.Name == lang.TypeList && len(t.Args) == 1 {
			t = t.Args[0]
		}
		out = append(out, t)
		if !p.take(",") && p.peek() != ')' {
			p.fail()
		}
	}
	return nil
}

// object reads an object type: its members, or what an index signature gives.
func (p *typeParser) object(depth int) lang.Type {
	p.at++
	t := lang.Type{Name: lang.TypeObject}
	var index *lang.Type
	for !p.failed {
		for p.take(";") || p.take(",") {
		}
		if p.peek() == '}' {
			p.at++
			break
		}
		before := p.at
		for _, w := range []string{"readonly", "get", "set", "-readonly", "+readonly"} {
			if p.keyword(w) {
				if c := p.peek(); !isWordByte(c) && c != '[' && c != '"' && c != '\'' {
					p.at = before
				}
				break
			}
		}
		name := ""
		switch c := p.peek(); {
		case c == '[':
			p.skipTo('[', ']')
			if !p.take("-?") {
				p.take("?")
			}
			if p.peek() == '(' {
				p.signature(depth)
				continue
			}
			if !p.take(":") {
				return p.fail()
			}
			x := p.union(depth + 1)
			index = &x
			continue
		case c == '"' || c == '\'':
			name = p.quoted(c)
		case c == '(' || c == '<': // a call signature
			x := p.signature(depth)
			t.Args, t.Names = append(t.Args, x), append(t.Names, code.ChainCall)
			continue
		default:
			if p.take(lang.SpreadName) {
				name = lang.SpreadName
			} else if name = p.word(); name == "" {
				return p.fail()
			}
		}
		p.take("?")
		var x lang.Type
		if c := p.peek(); c == '(' || c == '<' {
			x = p.signature(depth)
		} else if p.take(":") {
			x = p.union(depth + 1)
		}
		t.Args, t.Names = append(t.Args, x), append(t.Names, name)
	}
	if p.failed {
		return lang.Type{}
	}
	if index != nil && len(t.Args) == 0 {
		return lang.Type{Name: lang.TypeMap, Args: []lang.Type{{Name: "string"}, *index}}
	}
	return t
}

// signature reads a method's or call's parameters and result as a function type.
func (p *typeParser) signature(depth int) lang.Type {
	if p.peek() == '<' {
		p.skipTo('<', '>')
	}
	if !p.take("(") {
		return p.fail()
	}
	args := p.params(depth)
	var result lang.Type
	if p.take(":") {
		result = p.union(depth + 1)
	}
	return lang.Type{Name: lang.TypeFunc, Args: append(args, result)}
}

// skipTo moves past the bracket that closes the one that comes next.
func (p *typeParser) skipTo(open, end byte) {
	n := 0
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == open:
			n++
		case c == end && (c != '>' || p.text[p.at-1] != '='):
			if n--; n == 0 {
				p.at++
				return
			}
		case c == '"' || c == '\'' || c == '`':
			if k := strings.IndexByte(p.text[p.at+1:], c); k >= 0 {
				p.at += k + 1
			}
		}
		p.at++
	}
	p.fail()
}
