package clang

import "bytes"

// Macros that look like calls.

// call handles "name(...)" at the beginning of a statement.
func (p *plan) call(i, name, open, closing int, l *level) int {
	next, declarations := closing+1, l.open
	if p.cpp && declarations && !p.capital(name) {
		p.trailing(next, true)
		return 0 // a constructor
	}
	for p.word(next) == wordGroup && p.group(next) > next {
		next = p.group(next)
	}
	switch p.kind(next) {
	case ';':
		switch {
		case p.cpp && l.name > 0 && p.capital(name) && !p.same(name, l.name):
			p.setAll(i, next, blanked)
			return next
		case !declarations && p.capital(name) && (isType(p.word(open+1)) || p.word(open+1) == wordConst) && p.declares(open+1, closing):
			p.setAll(name, open+1, blanked) // VERBOSE(int x);
			p.set(closing, blanked)
		}
	case '{':
		switch {
		case name != i:
		case string(bytes.TrimSpace(p.src[p.tokens[open].end:p.tokens[closing].start])) == "...":
			p.setAll(i, next, blanked) // CATCH(...) { }
			return next
		case !p.cpp || !declarations || l.name == 0 && !p.prototype(open, closing):
			p.loop(i, open, closing)
		}
	case '}', kindEnd:
		p.setAll(i, next, blanked)
		for q := i; ; {
			before := p.chain[q]
			if before == 0 {
				break
			}
			p.setAll(before-1, q, blanked) // this one would be its body
			q = before - 1
		}
		return next
	case kindName:
		t := &p.tokens[next]
		switch {
		case !t.first:
			if !declarations && t.word != wordConst && (t.word == wordStatement && p.src[t.start] != 'e' || p.plain(next)) {
				p.loop(i, open, closing)
			}
		case declarations:
			if p.cpp || p.capital(name) || !p.bare(open) || !isType(t.word) || !p.variables(next) {
				p.setAll(i, next, blanked)
				return next
			}
		case t.word == wordStatement && p.src[t.start] == 'e', name != i:
		default:
			p.loop(i, open, closing)
			if p.fate[p.at[i]] == loops {
				if p.chain == nil {
					p.chain = make(map[int]int)
				}
				p.chain[next] = i + 1
			} else {
				return next
			}
		}
	}
	return 0
}

// variables reports whether a declaration of variables begins at token k.
func (p *plan) variables(k int) bool {
	for limit := k + 20; k < len(p.tokens) && k < limit; k++ {
		switch p.kind(k) {
		case ';', ',', '[':
			return true
		case '(', '{', '=':
			return p.kind(k+1) == '*'
		}
	}
	return false
}

// declares reports whether a declaration stands between two tokens.
func (p *plan) declares(from, to int) bool {
	for k := from + 1; k < to && k < from+12; k++ {
		if p.plain(k) && p.word(k-1) != wordStruct && p.word(k-1) != wordEnum && p.word(k-1) != wordUnion {
			c := p.kind(k + 1)
			return c == '=' || c == ')' || c == '[' || c == ';'
		}
	}
	return false
}

// prototype reports whether the parentheses could hold parameters.
func (p *plan) prototype(open, closing int) bool {
	for k := open + 1; k < closing; k++ {
		switch p.kind(k) {
		case kindString, kindNumber, kindChar, '.', '+':
			return false
		case kindName:
			if w := p.word(k); w == wordStatement || (w == wordEnum || w == wordStruct) && p.kind(k+1) != kindName {
				return false
			}
		}
	}
	return true
}

// loop makes a loop of a macro that heads a block or a statement.
func (p *plan) loop(i, open, closing int) {
	if open+1 == closing {
		p.setAll(i, closing+1, blanked)
		return
	}
	if p.tokens[i].end-p.tokens[i].start < 2 || p.kind(i+1) != '(' {
		return
	}
	p.set(i, loops)
}

// arguments makes values of types among the arguments of the call at i.
func (p *plan) arguments(i int) {
	closing := int(p.match[i+1])
	if closing < 0 || closing > i+maxHeader || p.fate[p.at[i]] == blanked {
		return
	}
	switch string(p.src[p.tokens[i].start:p.tokens[i].end]) {
	case "offsetof", "_Alignof", "alignof", "__alignof__", "_Generic":
		return
	}
	from := i + 2
	for k := from; k <= closing; k++ {
		switch p.kind(k) {
		case '(', '[', '{':
			if p.match[k] < 0 {
				return
			}
			if p.kind(k) == '{' && p.kind(k-1) == ',' && !p.cpp && int(p.match[k]) < k+maxHead && !p.statements(k) {
				p.set(k, stands)
				p.setAll(k+1, int(p.match[k])+1, blanked)
			}
			k = int(p.match[k])
		case ',', ')':
			if k > from && p.typeArgument(from, k) && p.isCall(i, closing) {
				p.set(from, stands)
				p.setAll(from+1, k, blanked)
			} else if last := p.kind(k - 1); k > from+1 && (last == '*' || last == '&') && (p.kind(k-2) == kindName || p.kind(k-2) == '>') && p.isCall(i, closing) {
				p.set(k-1, silent)
			}
			from = k + 1
		}
	}
}

// typeArgument reports whether the tokens are a type written out, or an operator.
func (p *plan) typeArgument(from, to int) bool {
	known := false
	if !p.cpp || to-from < 3 {
		sign := true
		for k := from; k < to; k++ {
			switch p.kind(k) {
			case '=', '<', '>', '!', '+', '-', '*', '/', '%', '|', '&', '^':
			default:
				sign = false
			}
		}
		if sign {
			return true
		}
	}
	for k := from; k < to; k++ {
		t := &p.tokens[k]
		switch {
		case isType(t.word):
			known = true
		case t.word == wordConst:
			known = known || p.cpp && k == to-1 && k > from
		case t.word == wordStorage && k == from && p.cpp:
			known = true
		case t.kind == kindScope && p.cpp:
		case t.kind == '*':
			if k == from {
				return false
			}
			if k == to-1 {
				known = true
			}
		case t.kind == kindName && t.word == wordNone:
			if k > from && p.word(k-1) != wordStruct && p.word(k-1) != wordConst && p.word(k-1) != wordUnion && p.word(k-1) != wordEnum && p.word(k-1) != wordStorage && p.kind(k-1) != kindScope {
				return false
			}
		default:
			return false
		}
	}
	return known
}

// isCall reports whether "name(...)" is a use of a macro and not a declarator
// or a prototype: what stands before it is no type.
func (p *plan) isCall(i, closing int) bool {
	switch p.kind(i - 1) {
	case '=', '+', '-', '?', ':', '!', '|', '<', '[':
		return true
	case '(', ',':
		return !p.typeArgument(i+2, p.firstEnd(i+1, closing)) || p.capital(i)
	case kindName:
		return p.word(i-1) == wordStatement
	case ';', '{', '}', ')', kindEnd:
		return p.kind(closing+1) == ';' && (!p.cpp || p.capital(i)) || p.kind(closing+1) == kindArrow || p.kind(closing+1) == '.'
	}
	return false
}

// firstEnd is the token that ends the first argument of a list.
func (p *plan) firstEnd(open, closing int) int {
	for k := open + 1; k < closing; k++ {
		switch p.kind(k) {
		case ',':
			return k
		case '(', '[', '{':
			if p.match[k] > 0 {
				k = int(p.match[k])
			}
		}
	}
	return closing
}

// statements reports whether the brace at i holds statements.
func (p *plan) statements(i int) bool {
	for k := i + 1; k < int(p.match[i]); k++ {
		if p.kind(k) == ';' {
			return true
		}
	}
	return false
}
