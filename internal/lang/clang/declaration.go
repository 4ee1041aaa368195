package clang

import (
	"sextant/internal/code"
)

// decl is what is known of the declaration being read.
type decl struct {
	start    int // its first token
	local    bool
	typedef  bool
	static   bool
	extern   bool
	friend   bool
	constant bool // const or constexpr
	fixed    bool // constexpr
	concept  bool
	template bool
	flags    code.Modifiers
	count    int  // words of a type before the name
	typed    bool // one of them is surely no macro
	wrapped  int  // the parenthesis that closes around the name
	name     int  // the token of the name, 0 for none; one that begins the file is no name
	chain    int  // where a qualified name begins
	nameEnd  int  // the last token of an operator's name
	pointer  bool
	fnptr    bool // the name was inside parentheses
	call     call // the parameter list that makes it a function
	open     int  // the parenthesis that opens before the name
	head     int  // the last token before a type's body, 0 without
	spec     int  // the token after the type that several declarators share
	old      bool // parameters are declared behind their list
	closed   int  // the token after a type's body, 0 before
	skip     int  // a name that is defined already
	more     bool // not the first declarator
	value    int  // the token after =
}

// call is a name with what stands in parentheses behind it.
type call struct {
	ok          bool
	typed       bool
	name, chain int
	nameEnd     int
	open, close int
}

// declaration reads on at token j in declaration d and returns where the next begins.
func (s *scanner) declaration(d decl, j int) int {
	n := len(s.tokens)
	for steps := 0; j < n; steps++ {
		t := &s.tokens[j]
		switch t.kind {
		case ';':
			if body := s.oldStyle(&d, j); body > 0 {
				return s.function(&d, body)
			}
			s.finish(&d, j)
			return j + 1
		case '}':
			s.finish(&d, j)
			return j
		case '{':
			if next, done := s.brace(&d, j); done {
				return next
			} else {
				j = next
			}
			continue
		case '=':
			if d.call.ok && !d.typedef {
				d.flags |= s.clause(j + 1)
			}
			next, done := s.initializer(&d, j)
			if done {
				return next
			}
			j = next
			continue
		case ',':
			if body := s.oldStyle(&d, j); body > 0 {
				return s.function(&d, body)
			}
			s.finish(&d, j)
			d.name, d.call, d.fnptr, d.pointer, d.more, d.value = 0, call{}, false, false, true, 0
			if d.count == 0 {
				d.count = 1
			}
			j++
			continue
		case '(':
			j = s.parenthesis(&d, j)
			continue
		case '[':
			if s.match[j] < 0 {
				return j + 1
			}
			j = int(s.match[j]) + 1
			continue
		case '<':
			j = s.angle(j)
			continue
		case ':':
			next, done := s.colon(&d, j)
			if done {
				return next
			}
			j = next
			continue
		case '~':
			if s.isName(j+1) && s.kind(j+2) == '(' {
				if s.kind(j-1) != kindScope {
					d.chain = j
				}
				d.name, d.nameEnd = j, j+1
				j += 2
				continue
			}
			j++
			continue
		case '*', '&', '^':
			d.pointer = d.pointer || !d.call.ok
			j++
			continue
		case '@', '?', '!', '%', '/', '+', '-', '|', '.', '\\', '`', kindNumber:
			if !d.call.ok && d.value == 0 && !d.concept {
				d = decl{start: j + 1, local: d.local} // nothing that a declaration has
			}
			j++
			continue
		case kindName:
			next, done := s.named(&d, j)
			if done {
				return next
			}
			j = next
			continue
		}
		j++
	}
	if n > 0 {
		s.finish(&d, n-1)
	}
	return n
}

// named handles a word of a declaration.
func (s *scanner) named(d *decl, j int) (next int, done bool) {
	if s.tokens[j].first && (s.afterMacro(d, j) || s.aloneBefore(d, j)) {
		*d = decl{start: j, local: d.local}
	}
	switch s.tokens[j].word {
	case wordNone, wordFinal, wordOverride:
		return s.plain(d, j)
	case wordStatic:
		d.static = true
	case wordConst:
		d.constant = d.constant || !d.pointer && !d.call.ok
	case wordConstexpr:
		d.constant, d.fixed = true, true
	case wordFriend:
		d.friend = true
	case wordTypedef:
		d.typedef = true
	case wordInline, wordVirtual, wordStorage, wordExport, wordTry:
	case wordRequires:
		// The constraint is an expression; what is in brackets is passed over.
		if s.kind(j+1) == '{' || s.kind(j+1) == '(' {
			if m := s.match[j+1]; m > 0 {
				return int(m) + 1, false
			}
		}
	case wordExtern:
		d.extern = true
		if s.kind(j+1) == kindString {
			if s.kind(j+2) == '{' {
				s.push(frame{kind: frameGroup, item: s.top().item}, d.start)
				return j + 3, true
			}
			return j + 2, false
		}
	case wordBuiltin:
		d.count++
		d.typed = true
		d.name = 0
	case wordTypeof:
		d.count++
		d.typed = true
		d.name = 0
		return s.afterGroup(j), false
	case wordGroup:
		return s.afterGroup(j), false
	case wordAccess:
		if next, ok := s.label(j); ok {
			return next, true
		}
	case wordAssert:
		return s.toSemicolon(j), true
	case wordNamespace:
		return s.namespace(d, j), true
	case wordUsing:
		return s.using(d, j)
	case wordConcept:
		d.concept = true
	case wordTemplate:
		d.template = true
		if s.kind(j+1) == '<' {
			return s.angle(j + 1), false
		}
		return s.toSemicolon(j), true // an explicit instantiation
	case wordOperator:
		return s.operator(d, j), false
	case wordClass, wordStruct, wordUnion, wordEnum:
		return s.typeKey(d, j)
	case wordStatement:
		if w := string(s.text(j)); d.call.ok && (w == "default" || w == "delete") {
			return j + 1, false
		}
		return s.statement(j), true
	}
	return j + 1, false
}

// beforeBrackets is the token behind which the brackets stand that end before j.
func (s *scanner) beforeBrackets(j int) int {
	for range 4 {
		if s.kind(j-1) != ']' {
			break
		}
		depth := 0
		k := j - 1
		for ; k > 0 && k > j-maxHead; k-- {
			switch s.kind(k) {
			case ']':
				depth++
			case '[':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if depth != 0 || k <= 0 {
			break
		}
		j = k
	}
	return j
}

// plain handles a name that is no keyword.
func (s *scanner) plain(d *decl, j int) (next int, done bool) {
	if s.cpp && (j == d.start || j == d.start+1 && s.word(d.start) == wordExport) {
		if next, ok := s.moduleLine(j); ok {
			return next, true
		}
	}
	if d.call.ok {
		if s.tokens[j].word == wordFinal {
			d.flags |= code.ModFinal
		} else if s.tokens[j].word == wordOverride {
			d.flags |= code.ModOverride
		}
	}
	if s.kind(j-1) == kindScope && d.name != 0 {
		d.name, d.nameEnd = j, j
		return j + 1, false
	}
	if d.fnptr && d.name != 0 && j > d.name {
		return j + 1, false // void (*hook)(int) ATTRIBUTE ANOTHER(1);
	}
	if d.name == s.beforeBrackets(j)-1 && d.count > 0 && !capitals(s.text(d.name)) && capitals(s.text(j)) && s.kind(j+1) == '(' && s.match[j+1] > 0 {
		switch after := int(s.match[j+1]) + 1; s.kind(after) {
		case ';', '=', ',':
			return after, false // int x GUARDED_BY(lock);
		}
	}
	if d.name != 0 {
		d.count++
		d.typed = d.typed || !capitals(s.text(d.name))
	}
	d.name, d.nameEnd, d.chain = j, j, j
	if s.kind(j-1) == kindScope && !s.isName(j-2) && s.kind(j-2) != '>' {
		d.chain = j - 1
	}
	return j + 1, false
}

// label handles an access specifier: "public:", "private slots:".
func (s *scanner) label(j int) (int, bool) {
	k := j + 1
	if s.isName(k) {
		k++
	}
	if s.kind(k) != ':' {
		return j, false
	}
	if f := s.top(); f.kind == frameClass {
		switch s.text(j)[1] {
		case 'u':
			f.access = code.VisibilityPublic
		case 'r':
			f.access = code.VisibilityPrivate
			if s.text(j)[2] == 'o' {
				f.access = code.VisibilityProtected
			}
		}
	}
	return k + 1, true
}

// afterGroup is the token after a keyword and its parentheses.
func (s *scanner) afterGroup(j int) int {
	if s.kind(j+1) == '(' && s.match[j+1] > 0 {
		return int(s.match[j+1]) + 1
	}
	return j + 1
}

// toSemicolon is the token after the next semicolon that is in no bracket; a
// closing brace ends the search.
func (s *scanner) toSemicolon(j int) int {
	for ; j < len(s.tokens); j++ {
		switch s.tokens[j].kind {
		case ';':
			return j + 1
		case '}':
			return j
		case '(', '[', '{':
			if s.match[j] > 0 {
				j = int(s.match[j])
			}
		}
	}
	return j
}

// statement passes over a statement where declarations are expected: the
// remains of a body that conditionals or macros tore apart.
func (s *scanner) statement(j int) int {
	for k := j; k < len(s.tokens); k++ {
		switch s.tokens[k].kind {
		case ';':
			return k + 1
		case '}':
			return k
		case '{':
			s.push(frame{kind: frameBody, item: s.top().item}, j)
			return k + 1
		case '(', '[':
			if s.match[k] > 0 {
				k = int(s.match[k])
			}
		}
	}
	return len(s.tokens)
}

// angle is the token after the template arguments that open at j, or after
// the sign if it opens none.
func (s *scanner) angle(j int) int { return angle(s.tokens, s.match, j) }

func angle(tokens []token, match []int32, j int) int {
	depth := 0
	for k := j; k < len(tokens) && k < j+maxHeader; k++ {
		switch tokens[k].kind {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return k + 1
			}
		case '(', '[', '{':
			if match[k] < 0 {
				return j + 1
			}
			k = int(match[k])
		case ')', ']', '}', ';':
			return j + 1
		}
	}
	return j + 1
}

// initializer passes over the value that follows the = at j. The body of a
// lambda that gets a name is gone on with instead.
func (s *scanner) initializer(d *decl, j int) (next int, done bool) {
	if !d.call.ok && d.name != 0 && s.kind(j+1) == '[' && !d.more {
		if open, params := s.lambdaBody(j + 1); open >= 0 && s.match[open] > 0 {
			d.call = call{ok: true, typed: true, name: d.name, chain: d.chain, nameEnd: d.nameEnd, open: params, close: open - 1}
			return s.function(d, open), true
		}
	}
	d.value = j + 1
	for k := j + 1; k < len(s.tokens); k++ {
		switch s.tokens[k].kind {
		case ';', ',', '}':
			return k, false
		case '(', '[', '{':
			if s.match[k] < 0 {
				return k + 1, false
			}
			k = int(s.match[k])
		case '<':
			if s.cpp && s.isName(k-1) {
				if after := s.angle(k); after > k+1 && after-k < 64 {
					k = after - 1
				}
			}
		}
	}
	return len(s.tokens), false
}

// clause reads what a function is set to: 0, default or delete.
func (s *scanner) clause(j int) code.Modifiers {
	if s.kind(j) == kindNumber && string(s.text(j)) == "0" {
		return code.ModAbstract
	}
	return 0
}
