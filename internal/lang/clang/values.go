package clang

// Macros among parameters and values, and what the grammars do not know there.

// parameter blanks macros around the parameter at i, a name in parentheses.
func (p *plan) parameter(i int) {
	if !p.capital(i) {
		// Type __unused name
		if p.plain(i) && p.tokens[i].end-p.tokens[i].start > 3 && (p.plain(i-1) && p.plain(i+1) || p.word(i-1) == wordBuiltin && p.kind(i+1) == '*') && p.src[p.tokens[i].start] == '_' && p.src[p.tokens[i].start+1] == '_' {
			p.set(i, blanked)
		}
		if p.kind(i-1) == '(' && p.plain(i) && p.plain(i+1) && p.kind(i+2) == '*' && p.kind(i+3) == ')' && p.kind(i-2) != kindName {
			p.set(i, blanked) // a cast
		}
		return
	}
	if p.kind(i-1) == '(' && p.kind(i+1) == '*' && p.plain(i+2) && p.kind(i+3) == ')' && p.kind(i+4) == '(' {
		p.set(i, blanked) // (WINAPI *name)(
		return
	}
	before, next := p.kind(i-1), p.kind(i+1)
	switch {
	case before == '(' || before == ',':
		if w := p.word(i + 1); isType(w) || w == wordConst && (isType(p.word(i+2)) || p.plain(i+2) && (p.plain(i+3) || p.kind(i+3) == '*')) || p.plain(i+1) && (p.plain(i+2) || p.kind(i+2) == '*') && p.kind(i+1) == kindName && p.word(i+2) != wordStatement {
			p.set(i, blanked)
		}
	case p.plain(i+1) && (before == '*' || before == kindName) && (p.kind(i+2) == ',' || p.kind(i+2) == ')' || p.kind(i+2) == '[') && p.word(i-1) != wordStruct && p.word(i-1) != wordEnum && p.word(i-1) != wordConst && p.word(i-1) != wordStatement:
		p.set(i, blanked) // Type UNUSED name
	case before == kindName || before == ']':
		end := i + 1
		if next == '(' && p.match[end] > 0 {
			end = p.after(end)
			next = p.kind(end)
		}
		if next != ',' && next != ')' {
			return
		}
		w := p.word(i - 1)
		if before == kindName && w != wordNone {
			return
		}
		switch p.kind(i - 2) {
		case kindName, '*', '&', '>', kindEllipsis:
			if w := p.word(i - 2); w == wordStatement || w == wordConst || w == wordStruct || w == wordUnion || w == wordEnum || w == wordClass {
				return
			}
			p.setAll(i, end, blanked)
		default:
			if before == ']' {
				p.setAll(i, end, blanked)
			}
		}
	}
}

// joined blanks macros between the pieces of a string that begins at i, and
// returns its last token.
func (p *plan) joined(i int) int {
	for {
		k := i + 1
		switch {
		case p.plain(k) && p.tokens[k].start > p.tokens[i].end:
			end := k + 1
			if p.kind(end) == '(' && p.match[end] > 0 {
				end = p.after(end)
			}
			p.setAll(k, end, blanked)
			i = end - 1
		case p.kind(k) == kindString && p.fate[p.at[i]] != stays:
			i = k
		default:
			return i
		}
	}
}

// value mends what stands among values.
func (p *plan) value(i int, l *level) {
	t := &p.tokens[i]
	switch {
	case t.word == wordStatement && t.end-t.start == 2 && p.src[t.start] == 'i' && p.capital(i+1) && p.kind(i+2) == '(':
		p.set(i+1, blanked) // if CONSTEXPR (
	case l.values && l.typed && p.plain(i) && (p.kind(i-1) == '{' || p.kind(i-1) == ',' || p.fate[p.at[i-1]] == blanked):
		p.enumerator(i)
	case l.values && !l.round && p.capital(i) && t.first && p.plain(i+1) && p.tokens[i+1].first:
		p.set(i, blanked)
	case t.word == wordGroup && l.round && p.src[t.start] == 't' && (p.kind(i-1) == '(' || p.kind(i-1) == ','):
		p.set(i, silent) // throw as an argument
	case t.word == wordStatement && p.cpp && p.src[t.start] == 'n' && p.src[t.start+1] == 'e': // new T*[n]
		k := i + 1
		if p.word(k) == wordConst {
			p.set(k, silent)
		}
		for k < i+maxChain && (p.kind(k) == kindName || p.kind(k) == kindScope) {
			k++
		}
		from := k
		for p.kind(k) == '*' {
			k++
		}
		if p.kind(k) == '[' {
			p.setAll(from, k, silent)
		}
	case t.word == wordOperator && (p.kind(i-1) == kindArrow || p.kind(i-1) == '.'): // a->operator[](b)
		k := i + 1
		for k < i+4 && p.kind(k) != '(' {
			k++
		}
		if p.kind(k) == '(' && p.kind(i+1) != kindName {
			p.setAll(i-1, k, silent)
		}
	case !p.plain(i) || p.fate[p.at[i]] != stays:
	case p.kind(i+1) == kindNumber && (l.round || l.values):
		p.set(i+1, silent)
	case p.capital(i) && p.capital(i+1) && (l.round || l.values || p.kind(i-1) == '=') && p.kind(i+2) != '(':
		switch p.kind(i + 2) {
		case ',', ')', ';', '}':
			switch p.kind(i - 1) {
			case '=', '(', ',', '{':
				p.set(i+1, blanked)
			}
		}
	case p.kind(i+1) == '(' && p.match[i+1] > 0 && p.kind(p.after(i+1)) == kindString && p.capital(i):
		if p.kind(i-1) == kindString {
			return
		}
		for k := p.after(i + 1); p.kind(k) == kindString; k++ {
			p.set(k, blanked)
		}
	}
}

// enumerator mends an enumerator with macros around it.
func (p *plan) enumerator(i int) {
	k := i + 1
	if p.kind(k) == '(' && p.match[k] > 0 {
		end := p.after(k)
		switch {
		case p.kind(end) == '}' || p.kind(end) == kindName && p.tokens[end].first:
			p.setAll(i, end, blanked)
		case p.kind(end) == ',' && p.plain(k+1):
			p.setAll(i, k+1, blanked)
			p.setAll(k+2, end, blanked)
		}
		return
	}
	switch {
	case p.kind(k) == '}' && p.capital(i) && p.fate[p.at[max(i-1, 0)]] == blanked:
	case p.capital(i) && p.plain(k) && p.tokens[k].first && p.tokens[i].first:
		p.set(i, blanked)
	case p.capital(k):
		end := k + 1
		if p.kind(end) == '(' && p.match[end] > 0 {
			end = p.after(end)
		}
		p.setAll(k, end, blanked)
	}
}

// member mends pointers to members, which the C++ grammar does not know.
func (p *plan) member(i int) {
	if !p.cpp {
		return
	}
	switch p.kind(i - 1) {
	case kindArrow:
		p.set(i, silent)
	case '.':
		if p.tokens[i].start == p.tokens[i-1].end {
			p.set(i, silent)
		}
	case kindScope:
		k := i - 1
		for k > 1 && p.kind(k) == kindScope && p.plain(k-1) {
			k -= 2
		}
		if p.kind(k) == '(' {
			p.setAll(k+1, i, blanked)
		}
	}
}
