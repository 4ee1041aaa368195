package clang

// parenthesis handles the ( at j: a parameter list, a declarator in
// parentheses or a macro's arguments. It returns the token after it.
func (s *scanner) parenthesis(d *decl, j int) int {
	closing := int(s.match[j])
	if closing < 0 {
		if named := d.name != 0 && d.nameEnd == j-1; named && d.count > 0 && !d.call.ok {
			return s.unclosed(d, j)
		}
		return j + 1
	}
	if d.value > 0 {
		return closing + 1
	}
	named := d.name != 0 && (d.nameEnd == j-1 || d.wrapped == j-1 || s.kind(j-1) == '>')
	if d.call.ok {
		// Behind a parameter list: an attribute's arguments, unless the list
		// was a macro's: "API_FUNC(int) name(int a)".
		untyped := !d.call.typed || d.name != 0 && capitals(s.text(d.call.name)) && !capitals(s.text(d.name))
		if named && untyped && !s.constructs(&d.call) && !s.initialized(d.call.close, j) && d.name > d.call.close {
			d.call = call{ok: true, typed: true, name: d.name, chain: d.chain, nameEnd: d.nameEnd, open: j, close: closing}
		}
		return closing + 1
	}
	if inner := s.inParentheses(j); inner.name > 0 && s.isDeclarator(d, j, named, inner) {
		if d.name != 0 {
			d.count++
		}
		d.name, d.nameEnd, d.chain = inner.name, inner.name, inner.name
		switch {
		case inner.params > 0: // a function that returns a pointer to one
			d.fnptr = true
			d.call = call{ok: true, typed: true, name: inner.name, chain: inner.name, nameEnd: inner.name, open: inner.params, close: int(s.match[inner.params])}
			if s.kind(closing+1) == '(' && s.match[closing+1] > 0 {
				return int(s.match[closing+1]) + 1
			}
			return closing + 1
		case inner.pointer:
			d.fnptr = true
			if s.kind(closing+1) == '(' && s.match[closing+1] > 0 {
				return int(s.match[closing+1]) + 1
			}
			return closing + 1
		}
		d.wrapped, d.open = closing, j
		return closing + 1 // (name)(parameters)
	}
	if named {
		typed := d.typed || d.count > 0 && !capitals(s.text(d.name))
		d.call = call{ok: true, typed: typed, name: d.name, chain: d.chain, nameEnd: d.nameEnd, open: j, close: closing}
	}
	return closing + 1
}

// unclosed takes what follows an open parenthesis that is never closed for
// parameters if a body comes before the statement ends.
func (s *scanner) unclosed(d *decl, j int) int {
	for k := j + 1; k < len(s.tokens) && k < j+60; k++ {
		switch s.tokens[k].kind {
		case '{':
			d.call = call{ok: true, typed: true, name: d.name, chain: d.chain, nameEnd: d.nameEnd, open: j, close: k - 1}
			return k
		case ';', '}':
			return j + 1
		}
	}
	return j + 1
}

// isDeclarator reports whether parentheses that open at j, with a name in
// them, hold a declarator and no parameters. named tells that a name stands
// before them.
func (s *scanner) isDeclarator(d *decl, j int, named bool, inner innerName) bool {
	calls := s.kind(int(s.match[j])+1) == '('
	if inner.pointer {
		first := s.kind(j + 1)
		return first == '*' || first == '^' || first == '&' || !named || d.count == 0 && calls
	}
	// (name)(parameters), to keep a macro of that name from being used.
	return calls && (!named || d.name > 0 && !capitals(s.text(d.name)))
}

// initialized reports whether a member initializer list begins between tokens.
func (s *scanner) initialized(from, to int) bool {
	for k := from; k < to; k++ {
		if s.tokens[k].kind == ':' {
			return true
		}
	}
	return false
}

type innerName struct {
	name    int
	pointer bool
	params  int
}

// inParentheses finds the name of a declarator in parentheses that open at j.
func (s *scanner) inParentheses(j int) innerName {
	var in innerName
	closing := int(s.match[j])
	for k := j + 1; k < closing && k < j+16; k++ {
		switch t := &s.tokens[k]; t.kind {
		case '*', '^', '&':
			in.pointer = true
		case kindScope:
		case kindName:
			switch {
			case t.word == wordConst || t.word == wordStorage:
			case t.word == wordGroup:
				k = s.afterGroup(k) - 1
			case !s.isName(k):
				return innerName{}
			case s.kind(k+1) == kindScope:
			case s.kind(k+1) == ')' || s.kind(k+1) == '[':
				in.name = k
				if in.pointer || k == j+1 {
					return in
				}
				return innerName{}
			case s.kind(k+1) == '(' && in.pointer:
				in.name, in.params = k, k+1
				return in
			case in.pointer:
				// a qualifier that is a macro: (*VOLATILE name)
			}
		case '(':
			if in.pointer && s.kind(k+1) == '*' {
				continue // a pointer to a pointer to a function
			}
			return innerName{}
		default:
			return innerName{}
		}
	}
	return innerName{}
}

// constructs reports whether a parameter list is that of a constructor,
// destructor or operator, which need no result type.
func (s *scanner) constructs(c *call) bool {
	if w := s.word(c.name); w == wordOperator || s.kind(c.name) == '~' {
		return true
	}
	name := s.text(c.name)
	if f := s.top(); f.kind == frameClass && f.name != "" && string(name) == f.name {
		return true
	}
	if q := s.qualifiers(c.chain, c.name); len(q) > 0 {
		return string(name) == q[len(q)-1]
	}
	return false
}

// qualifiers lists the names before ::, template arguments left out.
func (s *scanner) qualifiers(chain, name int) []string {
	if chain == name {
		return nil
	}
	var out []string
	for k := chain; k < name; k++ {
		switch s.tokens[k].kind {
		case kindName:
			if s.kind(k+1) == kindScope || s.kind(k+1) == '<' {
				out = append(out, text(s.text(k)))
			}
		case '<':
			if after := s.angle(k); after > k {
				k = after - 1
			}
		}
	}
	return out
}

// operator reads the name of an operator function and returns the token of
// its parameter list.
func (s *scanner) operator(d *decl, j int) int {
	if s.kind(j-1) != kindScope {
		d.chain = j
	}
	d.name = j
	k := j + 1
	if s.kind(k) == '(' && s.kind(k+1) == ')' {
		k += 2
	} else {
		for ; k < len(s.tokens) && k < j+40; k++ {
			if c := s.tokens[k].kind; c == '(' || c == ';' || c == '{' || c == '}' {
				break
			}
		}
	}
	d.nameEnd = k - 1
	return k
}

// colon handles a single colon at j.
func (s *scanner) colon(d *decl, j int) (next int, done bool) {
	switch {
	case d.call.ok:
		return s.memberInitializers(j + 1), false
	case d.name != 0 && d.count > 0 || d.closed > 0:
		// A bit-field's width.
		for k := j + 1; k < len(s.tokens); k++ {
			switch s.tokens[k].kind {
			case ';', ',', '{', '}', '=':
				return k, false
			case '(', '[':
				if s.match[k] > 0 {
					k = int(s.match[k])
				}
			}
		}
		return len(s.tokens), false
	}
	return j + 1, true // a label such as "signals:"
}

// memberInitializers passes over those that begin at j up to the body.
func (s *scanner) memberInitializers(j int) int {
	for k := j; k < len(s.tokens); k++ {
		switch s.tokens[k].kind {
		case ';', '}':
			return k
		case '(', '[':
			if s.match[k] > 0 {
				k = int(s.match[k])
			}
		case '<':
			k = s.angle(k) - 1
		case '{':
			if (s.isName(k-1) || s.kind(k-1) == '>') && s.match[k] > 0 {
				k = int(s.match[k])
				continue
			}
			return k
		}
	}
	return len(s.tokens)
}

// brace handles the { at j. done tells that the declaration is over for now:
// what stands inside is read as statements or members.
func (s *scanner) brace(d *decl, j int) (next int, done bool) {
	if d.call.ok && !d.typedef {
		return s.function(d, j), true
	}
	if s.word(j-1) == wordRequires && s.match[j] > 0 {
		return int(s.match[j]) + 1, false
	}
	if d.name != 0 && d.count > 0 && s.match[j] > 0 {
		return int(s.match[j]) + 1, false // int x{5};
	}
	// A macro that opens a namespace, or something not understood.
	s.push(frame{kind: frameGroup, item: s.top().item}, d.start)
	return j + 1, true
}

// function defines the function whose body opens at token open.
func (s *scanner) function(d *decl, open int) int {
	it := s.functionItem(d, open)
	it.body = s.tokens[open].start
	s.push(frame{kind: frameBody, item: s.put(it), own: true}, d.start)
	return open + 1
}

// oldStyle returns the body's brace of a function whose parameters are
// declared between its list and its body, the first of them ending at j.
func (s *scanner) oldStyle(d *decl, j int) int {
	c := &d.call
	if s.cpp || !c.ok || d.typedef || c.close+1 >= j || s.kind(c.close+1) != kindName || s.kind(c.open+1) == ')' {
		return 0
	}
	if !s.bareNames(c) {
		return 0
	}
	k := j
	for limit := j + 300; k < len(s.tokens) && k < limit; k++ {
		switch s.tokens[k].kind {
		case '{':
			if s.kind(k-1) == ';' {
				d.old = true
				return k
			}
			return 0
		case '}', '=':
			return 0
		}
	}
	return 0
}
