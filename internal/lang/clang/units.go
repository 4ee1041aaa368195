package clang

// The pieces of a declaration's head.

// unitEnd is the token after the name at k with its scopes and template
// arguments. macro tells that it is a macro with arguments and not the last of
// a declaration's head.
func (p *plan) unitEnd(k int, open bool) (end int, macro bool) {
	end = k + 1
	for p.cpp && end < k+maxHead {
		switch {
		case p.kind(end) == kindScope && p.word(end+1) == wordOperator:
			return end + 1, false
		case p.kind(end) == kindScope && p.kind(end+1) == kindName:
			end += 2
			continue
		case p.kind(end) == kindScope && p.kind(end+1) == '~':
			return end + 3, false
		case p.kind(end) == '<':
			if next := p.angle(end); next > end+1 {
				end = next
				continue
			}
		}
		break
	}
	if end > k+1 || p.kind(end) != '(' || p.match[end] < 0 {
		return end, false
	}
	next := p.after(end)
	if p.kind(next) != kindName || p.tokens[next].first && !p.capital(k) {
		return end, false
	}
	switch w := p.word(next); {
	case p.tokens[next].first && w == wordNone && p.kind(next+1) != kindName && p.kind(next+1) != '*' && !(open && p.kind(next+1) == '('):
		return end, false
	case w == wordConst && p.capital(k) && (isType(p.word(next+1)) || p.plain(next+1) && p.kind(next+2) != ';'):
		return next, true
	case w == wordConst || w == wordFinal || w == wordOverride || w == wordTry || w == wordGroup || w == wordRequires || w == wordStatement || w == wordStorage && p.kind(next+1) == '{':
		return end, false
	case w == wordNone:
		// "API(int) name(" has another list, "name(int) ATTRIBUTE;" has none;
		// parameters of old style follow their list on the next line.
		if !p.capital(k) || !p.cpp && p.tokens[next].first && p.bare(end) && p.kind(next+1) == kindName && p.kind(next+2) == ';' {
			return end, false
		}
		if after := p.kind(next + 1); after != kindName && after != '(' && after != '*' && after != '&' && after != kindScope && after != '<' && after != '=' {
			return end, false
		}
		if p.kind(next+1) == '(' && p.match[next+1] > 0 {
			if c := p.kind(p.after(next + 1)); c != '{' && c != ';' && c != kindName {
				return end, false
			}
		}
	case !p.cpp && p.bare(end) && p.match[end] > int32(end)+1 && !p.capital(k):
		return end, false // old style
	}
	return next, true
}

// bare reports whether the parentheses at i hold nothing but names.
func (p *plan) bare(i int) bool {
	for k := i + 1; k < int(p.match[i]); k++ {
		if p.kind(k) != ',' && !p.plain(k) {
			return false
		}
	}
	return true
}

// arrayMacro blanks a macro behind the brackets that begin at k:
// int x[2] GUARDED_BY(lock);
func (p *plan) arrayMacro(k int) {
	for p.kind(k) == '[' && p.match[k] > 0 {
		k = p.after(k)
	}
	if p.kind(k) != kindName || !p.capital(k) || p.kind(k+1) != '(' || p.match[k+1] < 0 {
		return
	}
	switch end := p.after(k + 1); p.kind(end) {
	case ';', '=', ',', '{':
		p.setAll(k, end, blanked)
	}
}

// angle is scanner.angle over the plan's tokens.
func (p *plan) angle(i int) int { return angle(p.tokens, p.match, i) }

// typeHead reads "struct EXPORT Name" at k; body tells that the type's own
// head ends there. Macros before the name of a type with a body are blanked.
func (p *plan) typeHead(k int) (next int, body bool) {
	j := k + 1
	if p.word(k) == wordEnum && (p.word(j) == wordClass || p.word(j) == wordStruct) {
		j++
	}
	first, names, last := j, 0, j
	for j < len(p.tokens) && j < k+maxHead {
		if p.word(j) == wordGroup {
			if next := p.group(j); next > j {
				j = next
				continue
			}
			if p.kind(j+1) == '(' {
				j = p.after(j + 1)
				continue
			}
		}
		if p.kind(j) != kindName || p.word(j) != wordNone {
			break
		}
		if p.kind(j+1) == '(' && p.match[j+1] > 0 && (p.plain(p.after(j+1)) || p.kind(p.after(j+1)) == '{') {
			if next := p.after(j + 1); p.capital(j) {
				p.setAll(j, next, blanked)
				j = next
				continue
			}
		}
		names++
		last = j
		j, _ = p.unitEnd(j, false)
	}
	if p.word(j) == wordFinal {
		j++
	}
	if c := p.kind(j); c != '{' && c != ':' && (c != ';' || !p.cpp) || names < 2 {
		if c == '{' || c == ':' {
			return j, true
		}
		// A variable: only its type belongs to the head.
		if names > 0 {
			end, _ := p.unitEnd(first, false)
			return end, false
		}
		return k + 1, false
	}
	if p.kind(j) == ';' && !p.capital(first) {
		end, _ := p.unitEnd(first, false)
		return end, false
	}
	for q := first; q < last; q++ {
		if p.fate[p.at[q]] == stays {
			p.set(q, blanked)
		}
	}
	return j, true
}

// trailing blanks macros between a function's parameters and its body or end.
func (p *plan) trailing(k int, open bool) {
	for limit := k + maxHead; k < len(p.tokens) && k < limit; {
		switch {
		case p.word(k) == wordGroup:
			if next := p.group(k); next > k {
				k = next
				continue
			}
			k++
			if p.kind(k) == '(' {
				k = p.after(k)
			}
		case p.word(k) == wordConst || p.word(k) == wordFinal || p.word(k) == wordOverride:
			k++
		case p.plain(k):
			end := k + 1
			if p.kind(end) == '(' && p.match[end] > 0 {
				end = p.after(end)
			}
			switch c := p.kind(end); {
			case c == '{' || c == ';' || c == '=' || c == ':' && p.cpp || p.capital(k) && (c == ',' || p.plain(end) && p.capital(end) || p.word(end) == wordFinal || p.word(end) == wordOverride) || p.word(end) == wordGroup && p.kind(end+1) == '(':
				p.set(k, trails)
				p.setAll(k+1, end, blanked)
				k = end
			default:
				return
			}
		default:
			return
		}
	}
}
