package clang

import (
	"bytes"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// chains reads expressions from tokens. The tree has them too, but not those
// of macros and of branches that are not parsed.
type chains struct {
	w      *lang.Walk
	cpp    bool
	tokens []token
	match  []int32 // by opening bracket
	opens  []int32 // by closing bracket
}

func newChains(w *lang.Walk, cpp bool, tokens []token, match []int32) *chains {
	c := &chains{w: w, cpp: cpp, tokens: tokens, match: match, opens: make([]int32, len(tokens))}
	for i := range c.opens {
		c.opens[i] = -1
	}
	for i, m := range match {
		if m >= 0 {
			c.opens[m] = int32(i)
		}
	}
	return c
}

// at finds the token that begins at an offset, -1 for none.
func (c *chains) at(offset uint32) int {
	i := sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].start >= offset })
	if i < len(c.tokens) && c.tokens[i].start == offset {
		return i
	}
	return -1
}

func (c *chains) kind(i int) kind {
	if i < 0 || i >= len(c.tokens) {
		return kindEnd
	}
	return c.tokens[i].kind
}

func (c *chains) word(i int) word {
	if i < 0 || i >= len(c.tokens) {
		return wordNone
	}
	return c.tokens[i].word
}

func (c *chains) text(i int) []byte { return c.w.Source[c.tokens[i].start:c.tokens[i].end] }

func (c *chains) name(i int) string { return c.w.Intern(c.text(i)) }

// isName reports whether a token is a name and no keyword.
func (c *chains) isName(i int) bool {
	w := c.word(i)
	return c.kind(i) == kindName && (w == wordNone || w == wordFinal || w == wordOverride)
}

// longestChain bounds the links of an expression that are followed.
const longestChain = 24

// before reads the expression that ends with token k: its chain and its first
// token.
func (c *chains) before(k, left int) (chain string, first int) {
	if left == 0 || k < 0 {
		return "", k
	}
	left--
	switch t := &c.tokens[k]; t.kind {
	case ']':
		o := int(c.opens[k])
		if o <= 0 {
			return "", k
		}
		if !c.ends(o - 1) {
			return "", o // a lambda
		}
		chain, first = c.before(o-1, left)
		return code.ChainStep(chain, code.ChainItem), first
	case ')':
		return c.beforeParenthesis(k, left)
	case '}':
		o := int(c.opens[k])
		if o <= 0 {
			return "", k
		}
		if p := int(c.opens[o-1]); c.kind(o-1) == ')' && p >= 0 && c.isType(p+1, o-1) { // (T){...}
			return c.ofType(p+1, o-1), p
		}
		if c.cpp && (c.isName(o-1) || c.kind(o-1) == '>') { // T{...}
			if from, ok := c.typeBefore(o - 1); ok {
				return c.ofType(from, o), from
			}
		}
		return "", o
	case kindName:
		if t.word == wordStatement && string(c.text(k)) == "this" {
			return code.ChainSelf, k
		}
		if !c.isName(k) {
			return "", k
		}
		switch c.kind(k - 1) {
		case '.', kindArrow:
			chain, first = c.before(k-2, left)
			return code.ChainStep(chain, "."+c.name(k)), first
		case kindScope:
			return c.qualified(k, left)
		}
		return c.name(k), k
	case '>':
		if o := c.angleBefore(k); o > 0 {
			return c.before(o-1, left) // f<T>
		}
	case kindString:
		if c.cpp {
			return "", k
		}
	}
	return "", k
}

// ends reports whether token k may end an expression that is called or indexed.
func (c *chains) ends(k int) bool {
	switch c.kind(k) {
	case ')', ']', '}':
		return true
	case '>':
		return c.cpp && c.angleBefore(k) > 0
	case kindName:
		return c.isName(k) || c.word(k) == wordStatement && string(c.text(k)) == "this"
	}
	return false
}

// beforeParenthesis reads what ends with the ) at k: a call, a cast's operand or
// an expression in parentheses.
func (c *chains) beforeParenthesis(k, left int) (chain string, first int) {
	o := int(c.opens[k])
	if o < 0 {
		return "", k
	}
	p := o - 1
	switch {
	case c.kind(p) == ')':
		q := int(c.opens[p])
		if q >= 0 && c.isType(q+1, p) && !c.ends(q-1) { // (T)(x)
			return c.ofType(q+1, p), q
		}
		chain, first = c.before(p, left)
		return code.ChainStep(chain, code.ChainCall), first
	case c.kind(p) == '>' && c.cpp:
		a := c.angleBefore(p)
		if a <= 0 {
			break
		}
		switch f := string(c.text(a - 1)); f {
		case "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast", "bit_cast", "static_pointer_cast", "dynamic_pointer_cast":
			return c.ofType(a+1, p), a - 1
		case "make_unique", "make_shared", "get", "get_if", "any_cast", "declval":
			if c.kind(a-2) == kindScope || f[0] == 'm' {
				_, first = c.before(a-1, left)
				return c.ofType(a+1, p), first
			}
		}
		if from, ok := c.typeBefore(p); ok && c.word(from-1) != wordStatement {
			chain, first = c.before(a-1, left)
			return code.ChainStep(chain, code.ChainCall), first
		}
	case c.ends(p):
		chain, first = c.before(p, left)
		if c.cpp && c.isName(p) {
			switch string(c.text(p)) {
			case "move", "forward", "ref", "cref", "addressof", "as_const":
				if c.kind(p-1) == kindScope {
					return c.inside(o+1, k, left), first
				}
			}
		}
		return code.ChainStep(chain, c.call(o, k, left)), first
	case c.word(p) == wordTypeof:
		return c.inside(o+1, k, left), p
	}
	return c.inside(o+1, k, left), o
}

// mostArguments bounds the arguments of a call that are looked at.
const mostArguments = 6

// call is the step of a call whose arguments stand in parentheses, with what
// they are: what is called may be a macro.
func (c *chains) call(open, closing, left int) string {
	if closing == open+1 || closing > open+80 {
		return code.ChainCall
	}
	var args []string
	from := open + 1
	for k := from; k <= closing; k++ {
		switch c.kind(k) {
		case '(', '[', '{':
			if c.match[k] > 0 && int(c.match[k]) < closing {
				k = int(c.match[k])
			}
		case ',', ')':
			if len(args) == mostArguments {
				return code.ChainCall
			}
			if _, sure := c.likeType(from, k); sure {
				args = append(args, c.ofType(from, k))
			} else {
				args = append(args, c.inside(from, k, left))
			}
			from = k + 1
		}
	}
	return code.ChainArgs(args)
}

// qualified reads A::B::name, whose last name is token k.
func (c *chains) qualified(k, left int) (string, int) {
	parts := []string{c.name(k)}
	i := k
	for n := 0; n < maxChain && c.kind(i-1) == kindScope; n++ {
		j := i - 2
		if c.kind(j) == '>' {
			if j = c.angleBefore(j) - 1; j < 0 {
				return "", i
			}
		}
		if !c.isName(j) {
			return strings.Join(parts, "."), i - 1 // ::name
		}
		parts = append([]string{c.name(j)}, parts...)
		i = j
	}
	return code.ChainStep(strings.Join(parts, ".")), i
}

// angleBefore is the < that the > at k closes, 0 for none.
func (c *chains) angleBefore(k int) int {
	depth := 0
	for i := k; i > 0 && i > k-80; i-- {
		switch c.tokens[i].kind {
		case '>':
			depth++
		case '<':
			if depth--; depth == 0 {
				if c.kind(i-1) == kindName {
					return i
				}
				return 0
			}
		case ')', ']':
			if c.opens[i] < 0 {
				return 0
			}
			i = int(c.opens[i])
		case '(', '[', '{', '}', ';':
			return 0
		}
	}
	return 0
}

// typeBefore is the first token of the type that ends with token k.
func (c *chains) typeBefore(k int) (first int, ok bool) {
	for n := 0; n < maxChain; n++ {
		if c.kind(k) == '>' {
			if k = c.angleBefore(k) - 1; k < 0 {
				return 0, false
			}
		}
		if !c.isName(k) {
			return 0, false
		}
		if c.kind(k-1) != kindScope || !c.isName(k-2) && c.kind(k-2) != '>' {
			return k, true
		}
		k -= 2
	}
	return 0, false
}

// ofType is a value of the type that stands between two tokens.
func (c *chains) ofType(from, to int) string {
	if from >= to || c.tokens[to-1].end-c.tokens[from].start > maxType {
		return ""
	}
	return code.ChainOf(c.w.Intern(c.w.Source[c.tokens[from].start:c.tokens[to-1].end]))
}

// isType reports whether the tokens in parentheses from from to before to are
// surely a type, or may be one and something stands behind them to be cast.
func (c *chains) isType(from, to int) bool {
	possible, sure := c.likeType(from, to)
	if sure || !possible {
		return sure
	}
	// (name) before something that can be cast
	switch c.kind(to + 1) {
	case kindName:
		return c.isName(to+1) || c.word(to+1) == wordStatement && (c.kind(to+2) == '(' || string(c.text(to+1)) == "this")
	case kindNumber, kindString, kindChar, '{':
		return true
	}
	return false
}

// likeType reports whether the tokens may be a type, and whether they can be
// nothing else.
func (c *chains) likeType(from, to int) (possible, certain bool) {
	if from >= to || to-from > 40 {
		return false, false
	}
	sure, names := false, 0
	for k := from; k < to; k++ {
		t := &c.tokens[k]
		switch {
		case isType(t.word):
			sure = true
			if t.word == wordStruct || t.word == wordUnion || t.word == wordEnum || t.word == wordClass {
				names = 0
			}
		case t.word == wordTypeof && c.kind(k+1) == '(' && c.match[k+1] > 0:
			sure, k = true, int(c.match[k+1])
		case t.word == wordConst, t.word == wordStorage, t.kind == kindScope && c.cpp:
		case t.kind == '*' || t.kind == '&' && c.cpp:
			if k == from || names == 0 && !sure {
				return false, false
			}
			for q := k + 1; q < to; q++ {
				if kind := c.tokens[q].kind; kind != '*' && kind != '&' && c.tokens[q].word != wordConst {
					return false, sure && (kind == '(' || kind == '[')
				}
			}
			return true, true
		case t.kind == '<' && c.cpp && k > from:
			next := angle(c.tokens, c.match, k)
			if next == k+1 || next > to {
				return false, false
			}
			k = next - 1
		case c.isName(k):
			names++
			if names > 1 && c.kind(k-1) != kindScope {
				return false, false
			}
		default:
			return false, false
		}
	}
	return names > 0, sure
}

// inside reads the expression between two tokens: what its value follows from.
func (c *chains) inside(from, to, left int) string {
	if left == 0 {
		return ""
	}
	left--
	for from < to { // what does not change of what type the members are
		switch c.tokens[from].kind {
		case '*', '&', '+', '-', '~':
			from++
			continue
		case kindName:
			if w := string(c.text(from)); w == "co_await" || w == "await" {
				from++
				continue
			}
		}
		break
	}
	if from >= to || to-from > 400 {
		return ""
	}
	switch {
	case c.kind(from) == '!' || c.word(from) == wordStatement && string(c.text(from)) == "sizeof":
		return ""
	case c.kind(from) == '{' && int(c.match[from]) == to-1: // ({ ...; x; })
		last := from + 1
		for k := from + 1; k < to-1; k++ {
			switch c.kind(k) {
			case ';':
				if k+1 < to-1 {
					last = k + 1
				}
			case '(', '[', '{':
				if c.match[k] > 0 {
					k = int(c.match[k])
				}
			}
		}
		end := to - 1
		if c.kind(end-1) == ';' {
			end--
		}
		return c.inside(last, end, left)
	case c.word(from) == wordStatement && string(c.text(from)) == "new":
		return c.made(from+1, to)
	}
	question, colon, split, comma, plus := -1, -1, -1, -1, -1
	for k := from; k < to; k++ {
		switch c.kind(k) {
		case '(', '[', '{':
			if c.match[k] < 0 {
				return ""
			}
			k = int(c.match[k])
		case '<':
			if next := angle(c.tokens, c.match, k); c.cpp && next > k+1 && next <= to && (c.kind(next) == '(' || c.kind(next) == kindScope || c.kind(next) == '{') {
				k = next - 1
				continue
			}
			split = k
		case '?':
			if question < 0 {
				question = k
			}
		case ':':
			colon = k
		case ',':
			comma = k
		case '=':
			if question < 0 && split < 0 && k > from && (c.kind(k-1) != '=' && c.kind(k+1) != '=') {
				return c.inside(from, k, left) // a = b is a
			}
			split = k
		case '>', '!', '|':
			split = k
		case '&':
			if c.kind(k+1) == '&' || c.kind(k-1) == '&' || k > from {
				split = k
			}
		case '+', '-':
			if k > from && plus < 0 && c.kind(k-1) != c.kind(k) && c.kind(k+1) != c.kind(k) {
				plus = k
			}
		case '*', '/', '%':
			if k > from && c.ends(k-1) && !c.castBefore(k-1) {
				return "" // a number
			}
		}
	}
	switch {
	case comma >= 0:
		return c.inside(comma+1, to, left)
	case question >= 0 && colon > question:
		then := c.inside(question+1, colon, left)
		if question+1 == colon {
			then = c.inside(from, question, left)
		}
		return code.ChainOr(then, c.inside(colon+1, to, left))
	case split >= 0:
		return ""
	case plus >= 0:
		return code.ChainOr(c.inside(from, plus, left), c.inside(plus+1, to, left))
	}
	if c.kind(from) == '(' { // (T)x
		if m := int(c.match[from]); m < to-1 && c.isType(from+1, m) {
			return c.ofType(from+1, m)
		}
	}
	for to > from+1 && (c.kind(to-1) == '+' || c.kind(to-1) == '-') {
		to-- // x++
	}
	chain, first := c.before(to-1, left)
	if first != from {
		return ""
	}
	return chain
}

// castBefore reports whether the ) at k closes a cast.
func (c *chains) castBefore(k int) bool {
	return c.kind(k) == ')' && c.opens[k] >= 0 && c.isType(int(c.opens[k])+1, k)
}

// made is what "new T(...)" gives; the type begins at a token.
func (c *chains) made(from, to int) string {
	if c.kind(from) == '(' && c.match[from] > 0 { // new (place) T
		from = int(c.match[from]) + 1
	}
	end := from
	for end < to && (c.kind(end) == kindName || c.kind(end) == kindScope || c.kind(end) == '*') {
		end++
		if c.kind(end) == '<' {
			end = angle(c.tokens, c.match, end)
		}
	}
	return c.ofType(from, end)
}

// qualifier says what stands before the member name at token k.
func (c *chains) qualifier(k int) (code.Qualifier, string) {
	chain, first := c.before(k-2, longestChain)
	switch {
	case chain == code.ChainSelf:
		return code.QualifierSelf, ""
	case first == k-2 && c.isName(first):
		return code.QualifierName, chain
	case c.kind(k-2) == ')' && strings.HasSuffix(chain, ")"):
		return code.QualifierCall, chain
	case chain == "" || strings.HasPrefix(chain, "<") || strings.ContainsAny(chain, "|[]"):
		return code.QualifierOther, chain
	}
	return code.QualifierPath, chain
}

// value is the chain of the source between two offsets, which a token begins.
func (c *chains) value(start, end uint32) string {
	from := sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].start >= start })
	to := sort.Search(len(c.tokens), func(i int) bool { return c.tokens[i].start >= end })
	return c.inside(from, to, longestChain)
}

// isAuto reports whether a type as written leaves it to the value.
func isAuto(typ []byte) bool {
	typ = bytes.TrimSpace(typ)
	for _, word := range [...]string{"const", "static", "constexpr"} {
		typ = bytes.TrimSpace(bytes.TrimPrefix(typ, []byte(word)))
	}
	return bytes.HasPrefix(typ, []byte("auto")) || bytes.HasPrefix(typ, []byte("__auto_type")) || bytes.HasPrefix(typ, []byte("decltype(auto)"))
}
