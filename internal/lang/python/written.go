package python

import (
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// typeOf takes an annotation apart. None adds nothing to what else a value may
// be; literals are left out.
func typeOf(text string) lang.Type {
	p := typeReader{text: text}
	t := p.union(0)
	if p.failed {
		return lang.Type{}
	}
	return t
}

// none is the type of None.
const none = "None"

// deepestType bounds how far types nest.
const deepestType = 20

// typeReader reads one annotation from left to right.
type typeReader struct {
	text   string
	at     int
	failed bool
}

func (p *typeReader) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n') {
		p.at++
	}
}

func (p *typeReader) next() byte {
	p.space()
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// union reads A | B.
func (p *typeReader) union(depth int) lang.Type {
	if depth > deepestType {
		p.failed = true
	}
	var all []lang.Type
	for !p.failed {
		all = append(all, p.one(depth+1))
		if p.next() != '|' {
			break
		}
		p.at++
	}
	return either(all)
}

// either is a value of one of the types.
func either(all []lang.Type) lang.Type {
	kept := all[:0:0]
	for _, t := range all {
		if t.Name != none {
			kept = append(kept, t)
		}
	}
	switch {
	case len(kept) == 1:
		return kept[0]
	case len(kept) == 0 && len(all) > 0:
		return all[0]
	case len(kept) == 0:
		return lang.Type{}
	}
	return lang.Type{Name: lang.TypeUnion, Args: kept}
}

func (p *typeReader) one(depth int) lang.Type {
	switch c := p.next(); {
	case c == '"' || c == '\'':
		p.at++
		end := strings.IndexByte(p.text[p.at:], c)
		if end < 0 {
			p.failed = true
			return lang.Type{}
		}
		inner := typeReader{text: p.text[p.at : p.at+end]}
		p.at += end + 1
		t := inner.union(depth)
		if inner.failed {
			return lang.Type{}
		}
		return t
	case c == '(':
		p.at++
		t := p.union(depth)
		if p.next() != ')' {
			p.failed = true
		}
		p.at++
		return t
	case c == '[': // the parameters of a Callable
		return lang.Type{Name: lang.TypeTuple, Args: p.list(depth)}
	case c == '*':
		p.at++
		return p.one(depth)
	case c == '.' && strings.HasPrefix(p.text[p.at:], "..."):
		p.at += 3
		return lang.Type{}
	case nameByte(c):
		return p.named(depth)
	}
	p.failed = true
	return lang.Type{}
}

// list reads types between brackets.
func (p *typeReader) list(depth int) (out []lang.Type) {
	close := byte(']')
	if p.text[p.at] == '<' {
		close = '>'
	}
	p.at++
	for !p.failed {
		if p.next() == close {
			p.at++
			return out
		}
		out = append(out, p.union(depth+1))
		switch p.next() {
		case ',':
			p.at++
		case close:
		default:
			p.failed = true
		}
	}
	return out
}

func (p *typeReader) named(depth int) lang.Type {
	from := p.at
	for p.at < len(p.text) && (nameByte(p.text[p.at]) || p.text[p.at] == '.') {
		p.at++
	}
	name := strings.TrimSuffix(p.text[from:p.at], ".")
	c := p.next()
	if c != '[' && c != '<' {
		if lastName(name) == "Self" {
			return lang.Type{Name: code.ChainSelf}
		}
		return lang.Type{Name: name}
	}
	if lastName(name) == "Literal" {
		p.skip()
		return lang.Type{Name: "str"}
	}
	if lastName(name) == "Annotated" {
		open := p.at
		p.at++
		t := p.union(depth)
		p.at = open
		p.skip()
		return t
	}
	args := p.list(depth)
	switch lastName(name) {
	case "Optional", "Union":
		return either(args)
	case "ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar", "TypeGuard", "TypeIs":
		if len(args) == 1 {
			return args[0]
		}
	}
	return lang.Type{Name: name, Args: args}
}

// skip passes a bracket and what it holds.
func (p *typeReader) skip() {
	open := 0
	quote := byte(0)
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			open++
		case c == ']':
			if open--; open == 0 {
				p.at++
				return
			}
		}
	}
	p.failed = true
}

// forms are the types of the library that are known by their shape: what they
// are, and which of their arguments are its.
var forms = map[string]struct {
	shape string
	args  []int
}{
	"list": {lang.TypeList, []int{0}}, "List": {lang.TypeList, []int{0}}, "set": {lang.TypeList, []int{0}}, "Set": {lang.TypeList, []int{0}},
	"frozenset": {lang.TypeList, []int{0}}, "FrozenSet": {lang.TypeList, []int{0}}, "AbstractSet": {lang.TypeList, []int{0}},
	"MutableSet": {lang.TypeList, []int{0}}, "deque": {lang.TypeList, []int{0}}, "Deque": {lang.TypeList, []int{0}},
	"Sequence": {lang.TypeList, []int{0}}, "MutableSequence": {lang.TypeList, []int{0}}, "Collection": {lang.TypeList, []int{0}},
	"Container": {lang.TypeList, []int{0}}, "Iterable": {lang.TypeList, []int{0}}, "Iterator": {lang.TypeList, []int{0}},
	"Reversible": {lang.TypeList, []int{0}}, "Generator": {lang.TypeList, []int{0}}, "AsyncIterable": {lang.TypeList, []int{0}},
	"AsyncIterator": {lang.TypeList, []int{0}}, "AsyncGenerator": {lang.TypeList, []int{0}}, "KeysView": {lang.TypeList, []int{0}},
	"ValuesView": {lang.TypeList, []int{0}}, "ContextManager": {lang.TypeList, []int{0}}, "AbstractContextManager": {lang.TypeList, []int{0}},
	"AsyncContextManager": {lang.TypeList, []int{0}}, "AbstractAsyncContextManager": {lang.TypeList, []int{0}},
	"WeakSet": {lang.TypeList, []int{0}}, "Queue": {lang.TypeList, []int{0}}, "reversed": {lang.TypeList, []int{0}}, "filter": {lang.TypeList, []int{0}},
	"dict": {lang.TypeMap, []int{0, 1}}, "Dict": {lang.TypeMap, []int{0, 1}}, "Mapping": {lang.TypeMap, []int{0, 1}},
	"MutableMapping": {lang.TypeMap, []int{0, 1}}, "defaultdict": {lang.TypeMap, []int{0, 1}}, "DefaultDict": {lang.TypeMap, []int{0, 1}},
	"OrderedDict": {lang.TypeMap, []int{0, 1}}, "WeakKeyDictionary": {lang.TypeMap, []int{0, 1}}, "WeakValueDictionary": {lang.TypeMap, []int{0, 1}},
	"ChainMap": {lang.TypeMap, []int{0, 1}}, "MappingProxyType": {lang.TypeMap, []int{0, 1}},
	"Awaitable": {lang.TypeAwait, []int{0}}, "Coroutine": {lang.TypeAwait, []int{2}}, "Future": {lang.TypeAwait, []int{0}},
	"Task": {lang.TypeAwait, []int{0}}, "Deferred": {lang.TypeAwait, []int{0}},
	"type": {lang.TypeOf, []int{0}}, "Type": {lang.TypeOf, []int{0}},
}

// typeForm reports whether a name with arguments in brackets is a type: as the
// value of a variable it gives the type another name.
func typeForm(name string) bool {
	switch name {
	case "Union", "Optional", "Callable", "Tuple", "tuple", "Annotated", "Literal":
		return true
	}
	_, ok := forms[name]
	return ok
}

// known gives the library's types their shape. Which of them it is, the last
// part of the name tells: they are imported from many places.
func known(t lang.Type) lang.Type {
	name := lastName(t.Name)
	switch name {
	case "Any", "object", "TypeVar", "Never", "NoReturn", "Hashable", "Incomplete":
		return lang.Type{}
	case "Callable":
		if len(t.Args) != 2 {
			return lang.Type{Name: lang.TypeFunc, Args: []lang.Type{{}}}
		}
		out := lang.Type{Name: lang.TypeFunc}
		if t.Args[0].Name == lang.TypeTuple {
			out.Args = append(out.Args, t.Args[0].Args...)
		}
		out.Args = append(out.Args, t.Args[1])
		return out
	case "tuple", "Tuple":
		if len(t.Args) == 2 && t.Args[1].Name == "" {
			return lang.Type{Name: lang.TypeList, Args: t.Args[:1]}
		}
		return lang.Type{Name: lang.TypeTuple, Args: t.Args}
	case "ItemsView":
		if len(t.Args) == 2 {
			return lang.Type{Name: lang.TypeList, Args: []lang.Type{{Name: lang.TypeTuple, Args: t.Args}}}
		}
	}
	form, ok := forms[name]
	if !ok {
		return t
	}
	out := lang.Type{Name: form.shape}
	for _, k := range form.args {
		if k < len(t.Args) {
			out.Args = append(out.Args, t.Args[k])
		}
	}
	if form.shape == lang.TypeOf && len(out.Args) == 0 {
		return lang.Type{}
	}
	return out
}
