package clang

import "bytes"

// What macros stand among the words of a declaration.

// unit is a name of a declaration's head, with template arguments and scopes.
type unit struct {
	from, to int // tokens
	known    bool
	starred  bool // a * or & stands before it
}

// statement reads the head of the declaration or statement that begins at i.
// The answer is the token to go on with where it was blanked, or 0.
func (p *plan) statement(i int, l *level) int {
	open := l.open
	var units [12]unit
	n, known, starred := 0, false, false
	k := i
loop:
	for k < len(p.tokens) && k < i+maxHead {
		t := &p.tokens[k]
		switch {
		case t.word == wordGroup:
			if next := p.group(k); next > k {
				k = next
				continue
			}
			break loop
		case t.kind == '*' || t.kind == '&':
			starred = true
			k++
		case t.kind != kindName:
			break loop
		case t.word == wordTypeof && p.kind(k+1) == '(':
			known = true
			k = p.after(k + 1)
		case t.word == wordStruct || t.word == wordClass || t.word == wordUnion || t.word == wordEnum:
			if n > 0 && !starred {
				p.drop(units[:n])
				n = 0
			}
			next, body := p.typeHead(k)
			if body {
				return 0
			}
			known = true
			k = next
		case t.word == wordBuiltin:
			known = true
			k++
		case t.word == wordNone || t.word == wordFinal || t.word == wordOverride:
			if n == 0 && k == i && open && p.cpp && l.name == 0 {
				if next := p.module(k); next > 0 {
					return next
				}
			}
			end, macro := p.unitEnd(k, open)
			if macro { // arguments before more of the head
				p.setAll(k, end, blanked)
				k = end
				continue
			}
			if n == len(units) {
				return 0
			}
			if n > 0 && !known && !starred && t.first && p.capital(k) && p.capital(units[n-1].from) && i == units[0].from {
				p.drop(units[:n]) // a macro on a line of its own
				n, i = 0, k
			}
			units[n] = unit{from: k, to: end, known: known, starred: starred}
			n++
			k = end
		case t.word == wordNamespace || t.word == wordTemplate || t.word == wordUsing || t.word == wordTypedef || t.word == wordAccess || t.word == wordExtern ||
			t.word == wordFriend || t.word == wordConcept || t.word == wordAssert:
			if t.word == wordConcept {
				return 0
			}
			if !starred && !known {
				p.drop(units[:n])
				n = 0
			}
			if t.word == wordTypedef || t.word == wordFriend || t.word == wordExtern && p.kind(k+1) != kindString {
				k++
				continue
			}
			if t.word == wordExtern && p.kind(k+2) != '{' { // extern "C" int name();
				k += 2
				continue
			}
			if t.word == wordTemplate {
				next := k + 1
				if p.kind(next) == '<' {
					if next = p.angle(k + 1); next == k+2 {
						return 0
					}
					p.templateParameters(k+1, next)
				} else if isType(p.word(next)) {
					p.set(k, silent) // an explicit instantiation is declared like any other
				}
				k = next
				continue
			}
			return 0
		case t.word == wordOperator:
			p.thinResult(units[:n], known, k)
			for k++; k < len(p.tokens) && p.kind(k) != '(' && p.kind(k) != ';'; k++ {
			}
			if p.kind(k) == '(' && p.kind(k+1) == ')' && p.kind(k+2) == '(' {
				k += 2
			}
			if p.kind(k) == '(' {
				p.trailing(p.after(k), open)
			}
			return 0
		case t.word == wordStatement, t.word == wordRequires, t.word == wordTry:
			return 0
		case t.word == wordStorage && p.cpp && p.convenes(k):
			p.set(k, silent)
			k++
		default: // static, inline, const
			if n > 0 && !known && !starred && t.word != wordConst && p.capital(units[n-1].from) {
				p.drop(units[:n])
				n = 0
			}
			k++
		}
	}
	if n == 0 {
		if p.kind(k) == '~' && p.kind(k+2) == '(' {
			p.trailing(p.after(k+2), open)
		}
		return 0
	}
	last := &units[n-1]
	whole := last.to == k // the last of the head is a name
	switch p.kind(k) {
	case '~':
		if open && !known && p.kind(k+2) == '(' {
			p.drop(units[:n])
			p.trailing(p.after(k+2), open)
		}
	case '(':
		if p.match[k] < 0 {
			return 0
		}
		if p.pointer(k) && (n > 1 || known || starred || p.kind(p.after(k)) == '(') {
			if known && !whole || known && n > 0 {
				p.drop(units[:n])
			} else if whole && n > 1 {
				for q := range n - 1 {
					if p.capital(units[q].from) {
						p.drop(units[q : q+1])
					}
				}
			}
			if next := p.after(k); p.kind(next) == '(' && p.match[next] > 0 {
				p.trailing(p.after(next), open)
			}
			return 0
		}
		if !whole {
			return 0
		}
		closing := int(p.match[k])
		if n == 1 && !known && !starred {
			if k == i+1 || open && p.capital(last.from) {
				return p.call(i, last.from, k, closing, l)
			}
			return 0
		}
		next := p.kind(closing + 1)
		if p.capital(last.from) && n > 1 && !p.capital(units[n-2].from) && (known || n > 2 || starred) && (next == ';' || next == '=') {
			p.setAll(last.from, closing+1, blanked) // int x GUARDED_BY(lock);
			n--
		}
		if constructor := p.cpp && !known && !starred && n > 1 && (next == ':' || p.same(last.from, l.name) || p.constructs(last)); constructor {
			p.drop(units[:n-1])
		} else {
			p.thin(units[:n], known)
		}
		p.trailing(closing+1, open)
	case '=', ';', '[', ',', ':', '{':
		if p.kind(k) == '[' && whole && (n > 1 || known || starred) {
			p.arrayMacro(k)
		}
		if p.kind(k) == '{' && !open && n == 1 && k == i+1 && !known && !starred && p.capital(i) {
			p.set(i, blanked) // TRY { ... }
			return k
		}
		if p.kind(k) == ':' && n == 1 && !known && !starred && p.cpp && l.name > 0 && k == i+1 {
			p.setAll(i, k+1, blanked) // what stands for an access specifier
			return k + 1
		}
		if !whole || !open && n < 2 && !known {
			return 0
		}
		if n > 1 && (known || n > 2 || starred) && p.capital(last.from) && !p.capital(units[n-2].from) && p.kind(k) != '[' {
			p.drop(units[n-1:]) // int x UNUSED;
			n--
		}
		if p.kind(k) != '{' || n > 1 {
			p.thin(units[:n], known)
		}
		if p.kind(k) == '[' && p.match[k] > 0 {
			next := p.after(k)
			for p.kind(next) == '[' && p.match[next] > 0 {
				next = p.after(next)
			}
			p.trailing(next, open)
		}
	case '}', kindEnd:
		if open || n == 1 && !known && !starred && p.capital(i) && k == i+1 {
			p.drop(units[:n])
			if n == 1 {
				return k
			}
		}
	}
	return 0
}

// pointer reports whether the parentheses at i hold the name of a pointer.
func (p *plan) pointer(i int) bool {
	if p.capital(i+1) && p.kind(i+2) == '*' {
		return p.plain(i+3) && p.kind(i+4) == ')' && p.kind(i+5) == '('
	}
	c := p.kind(i + 1)
	return c == '*' || c == '^' || c == '&'
}

// same reports whether two tokens have the same text; 0 is none.
func (p *plan) same(i, j int) bool {
	return j > 0 && string(p.src[p.tokens[i].start:p.tokens[i].end]) == string(p.src[p.tokens[j].start:p.tokens[j].end])
}

// module blanks a line that declares or imports a module and returns the token
// after it, or 0.
func (p *plan) module(i int) int {
	switch string(p.src[p.tokens[i].start:p.tokens[i].end]) {
	case "module", "import":
	default:
		return 0
	}
	if c := p.kind(i + 1); c != ';' && c != ':' && c != '<' && c != kindString && !p.plain(i+1) {
		return 0
	}
	for k := i + 1; k < len(p.tokens) && k < i+maxHead; k++ {
		switch p.kind(k) {
		case ';':
			if p.word(i-1) == wordExport {
				p.set(i-1, silent)
			}
			p.setAll(i, k+1, silent)
			return k + 1
		case kindName, '.', ':', '<', '>', kindString, '/':
		default:
			return 0
		}
	}
	return 0
}

// templateParameters makes parameters of macros that stand for such.
func (p *plan) templateParameters(open, end int) {
	for k := open + 1; k < end; k++ {
		if p.kind(k) == '(' && p.match[k] > 0 {
			k = int(p.match[k])
			continue
		}
		if !p.capital(k) || p.kind(k+1) != '(' || p.match[k+1] < 0 || p.kind(k-1) != '<' && p.kind(k-1) != ',' {
			continue
		}
		next := p.after(k + 1)
		if c := p.kind(next); c != ',' && c != '>' && c != '=' || p.tokens[k].end-p.tokens[k].start < 3 {
			continue
		}
		p.set(k, types)
		p.setAll(k+1, next, blanked)
		k = next - 1
	}
}

// drop blanks all of the units.
func (p *plan) drop(units []unit) {
	for _, u := range units {
		p.setAll(u.from, u.to, blanked)
	}
}

// thin leaves of a declaration's units its name, which is the last, and one for
// its type unless that is known.
func (p *plan) thin(units []unit, known bool) {
	last := len(units) - 1
	typ := -1
	if !known {
		for k := last - 1; k >= 0; k-- {
			if units[k].starred {
				continue
			}
			if typ < 0 || p.convention(units[typ].from) {
				typ = k
			}
			if !p.capital(units[k].from) {
				typ = k
				break
			}
		}
	}
	for k := 0; k < last; k++ {
		if k != typ && (known || typ >= 0) {
			p.setAll(units[k].from, units[k].to, blanked)
		}
	}
}

// thinResult leaves of what stands before an operator function its result type
// alone: "API text &text::operator=(text other)". operator is its keyword.
func (p *plan) thinResult(units []unit, known bool, operator int) {
	if n := len(units); n > 0 && p.kind(operator-1) == kindScope {
		units = units[:n-1] // the class that it is an operator of
	}
	if n := len(units); n > 0 && !known && (p.kind(operator+1) != kindName || p.word(operator+1) == wordStatement) {
		units = units[:n-1] // the result; an operator that converts has none
	}
	for k := range units {
		if p.capital(units[k].from) && !units[k].starred {
			p.drop(units[k : k+1])
		}
	}
}

// convenes reports whether token i is a calling convention, which the grammar
// of C++ does not know.
func (p *plan) convenes(i int) bool {
	switch string(p.src[p.tokens[i].start:p.tokens[i].end]) {
	case "__cdecl", "__stdcall", "__fastcall", "__thiscall", "__vectorcall":
		return true
	}
	return false
}

// constructs reports whether a unit is A::A.
func (p *plan) constructs(u *unit) bool {
	return u.to-u.from > 2 && p.kind(u.to-2) == kindScope && p.same(u.to-1, u.to-3)
}

// convention reports whether a macro's name says that it is none of a type.
func (p *plan) convention(i int) bool {
	name := p.src[p.tokens[i].start:p.tokens[i].end]
	for _, part := range [...]string{"API", "CALL", "EXPORT", "INLINE", "PUBLIC", "DECL"} {
		if bytes.Contains(name, []byte(part)) {
			return true
		}
	}
	return false
}
