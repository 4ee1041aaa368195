package clang

// read decides which tokens are macros that the grammars could not place.
func (p *plan) read() {
	n := len(p.tokens)
	var levels []level
	top := level{open: true}
	begin := true // a statement or declaration begins
	for i := 0; i < n; i++ {
		t := &p.tokens[i]
		if t.word == wordGroup {
			if s := p.group(i); s > i {
				i = s - 1
				continue
			}
		}
		if begin && t.kind == '[' && p.kind(i+1) == '[' && p.match[i] > 0 && !top.values {
			i = int(p.match[i]) // [[nodiscard]]: what it stands before begins behind it
			continue
		}
		if begin && t.kind == kindName && !top.values {
			begin = false
			if t.word == wordAccess && p.plain(i+1) && p.kind(i+2) == ':' {
				p.set(i+1, blanked) // public slots:
			}
			if t.word == wordStatement || t.word == wordAccess || t.word == wordAssert {
				begin = t.word == wordStatement && p.src[t.start] == 'e' // else
			} else {
				top.start = i
				if next := p.statement(i, &top); next > i {
					i = next - 1
					begin = true
					continue
				}
				top.head = p.fate[p.at[i]] == loops
			}
		}
		switch t.kind {
		case kindName:
			if top.round {
				p.parameter(i)
			}
			if p.kind(i+1) == '(' && t.word == wordNone {
				p.arguments(i)
			}
			p.value(i, &top)
		case kindString:
			i = p.joined(i)
			begin = false
		case kindNumber, ',', '=':
			begin = false
		case '*':
			p.member(i)
		case ';':
			begin = !top.round
			top.start = i + 1
		case '{':
			if p.cpp && top.round && p.kind(i-1) == '=' && p.match[i] > 0 && int(p.match[i]) < i+maxHead {
				end := p.after(i) // a parameter's value
				p.set(i, stands)
				p.setAll(i+1, end, blanked)
				i = end - 1
				continue
			}
			levels = append(levels, top)
			top = p.brace(i, &levels[len(levels)-1])
			begin = true
		case '(', '[':
			levels = append(levels, top)
			top = level{round: true, values: true}
			begin = false
		case ')', ']', '}':
			begin = false
			if t.kind == '}' {
				begin = true
			}
			if k := len(levels); k > 0 {
				// Brackets that do not pair close those inside them.
				for k > 1 && t.kind == '}' && top.round {
					k--
					top = levels[k]
				}
				if t.kind != '}' == top.round {
					closed := top
					top = levels[k-1]
					levels = levels[:k-1]
					if t.kind == '}' {
						begin = !closed.values && !closed.typed
					}
				}
			}
			if t.kind == ')' && top.head {
				begin, top.head = true, false
			}
		case ':':
			begin = !top.round && !top.values && (p.kind(i-1) != ')' || p.word(top.start) == wordStatement)
		}
		if t.word == wordStatement && p.kind(i+1) == '(' && !top.round {
			top.head = true
		}
	}
}

// level is an open bracket.
type level struct {
	open   bool // declarations stand inside: a file, a namespace, a class
	values bool // values or names: an initializer, an enumeration, parentheses
	round  bool // not a brace
	typed  bool // a type's body, behind which its declarators follow
	head   bool // the condition of a statement comes
	start  int  // where the statement that is being read begins
	name   int  // the token that names the class, 0 for none
}

// brace tells what the brace at i opens.
func (p *plan) brace(i int, outer *level) level {
	if outer.values {
		return level{values: p.kind(i-1) != ')'}
	}
	switch p.kind(i - 1) {
	case '=', ',', '(', '[':
		return level{values: true}
	case ')':
		return level{}
	}
	for k := i - 1; k >= outer.start && k > i-maxHead; k-- {
		switch p.tokens[k].kind {
		case '(', ')', '=':
			if p.fate[p.at[k]] == stays {
				return level{}
			}
		}
		switch p.tokens[k].word {
		case wordEnum:
			return level{values: true, typed: true}
		case wordClass, wordStruct, wordUnion:
			l := level{open: true, typed: true}
			for j := k + 1; j < i && p.kind(j) != ':'; j++ {
				if p.plain(j) && p.fate[p.at[j]] == stays {
					l.name = j
					if p.kind(j+1) == '<' {
						break
					}
				}
			}
			return l
		case wordNamespace, wordExtern:
			return level{open: true}
		}
	}
	return level{}
}

// maxHead bounds the tokens before a brace that are looked at.
const maxHead = 60

func (p *plan) kind(i int) kind {
	if i < 0 || i >= len(p.tokens) {
		return kindEnd
	}
	return p.tokens[i].kind
}

func (p *plan) word(i int) word {
	if i < 0 || i >= len(p.tokens) {
		return wordNone
	}
	return p.tokens[i].word
}

func (p *plan) plain(i int) bool { return p.kind(i) == kindName && p.tokens[i].word == wordNone }

func (p *plan) capital(i int) bool {
	if !p.plain(i) {
		return false
	}
	name := p.src[p.tokens[i].start:p.tokens[i].end]
	return capitals(name) || len(name) > 3 && name[0] == '_' && name[len(name)-1] == '_' && 'A' <= name[1] && name[1] <= 'Z' // _In_
}

// after is the token behind the bracket at i, or i+1 if it is not closed.
func (p *plan) after(i int) int {
	if p.match[i] > 0 {
		return int(p.match[i]) + 1
	}
	return i + 1
}

// group blanks an attribute and returns the token after it, or i.
func (p *plan) group(i int) int {
	name := p.src[p.tokens[i].start:p.tokens[i].end]
	switch string(name) {
	case "__attribute__", "__attribute", "__declspec", "_Pragma", "__pragma":
	default:
		return i
	}
	if p.kind(i+1) != '(' || p.match[i+1] < 0 {
		return i
	}
	end := p.after(i + 1)
	p.setAll(i, end, silent)
	return end
}

// isType reports whether a word is part of a type that the language knows.
func isType(w word) bool {
	switch w {
	case wordBuiltin, wordStruct, wordClass, wordUnion, wordEnum, wordTypeof:
		return true
	}
	return false
}
