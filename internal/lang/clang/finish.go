package clang

import (
	"strings"

	"sextant/internal/code"
)

// see decides who may use a definition.
func (s *scanner) see(d *decl, it *item) {
	f := s.top()
	switch {
	case d.local:
		it.vis = code.VisibilityPrivate
	case f.kind == frameClass && it.owner == "" && !d.friend:
		it.vis = f.access
		it.exported = f.access != code.VisibilityPrivate && (f.item < 0 || s.items[f.item].exported)
	case f.kind == frameBody:
		it.vis = code.VisibilityPrivate
	case f.hidden, d.static && it.owner == "" && !s.header:
		it.vis = code.VisibilityPrivate
	default:
		it.exported = true
	}
	if d.static {
		it.mods |= code.ModStatic
	}
	if d.fixed {
		it.mods |= code.ModConst
	}
}

// finish ends a declaration, or one declarator of it, before token end.
func (s *scanner) finish(d *decl, end int) {
	switch {
	case d.call.ok && !d.typedef:
		if s.isPrototype(d) {
			it := s.functionItem(d, end)
			it.span.End = s.tokens[end].end
			if s.tokens[end].kind != ';' {
				it.span.End = s.tokens[end-1].end
			}
			it.mods |= code.ModDeclaration
			s.put(it)
		} else if d.call.typed && s.literalArguments(&d.call) {
			d.name, d.chain = d.call.name, d.call.chain
			d.call.ok = false
			s.variable(d, end)
		} else if d.name > d.call.close && capitals(s.text(d.call.name)) && !capitals(s.text(d.name)) {
			d.count = max(d.count, 1)
			s.variable(d, end) // the parentheses were a macro's
		}
	case d.call.ok:
		if d.name < d.call.close { // else the parentheses were a macro's
			d.name, d.chain = d.call.name, d.call.chain
		}
		d.count = max(d.count, 1)
		s.variable(d, end)
	case d.name != 0:
		s.variable(d, end)
	}
}

// isPrototype reports whether a declaration without body declares a function.
func (s *scanner) isPrototype(d *decl) bool {
	c := &d.call
	if d.local {
		return false
	}
	if s.constructs(c) {
		return true
	}
	return c.typed && !s.literalArguments(c)
}

// literalArguments reports whether what stands in the parentheses are values:
// "Timer timer(10);".
func (s *scanner) literalArguments(c *call) bool {
	if c.open < 0 || c.open+1 >= c.close {
		return false
	}
	switch s.kind(c.open + 1) {
	case kindNumber, kindString, kindChar, '&', '-', '!', '*':
		return true
	case kindName:
		next := s.kind(c.open + 2)
		return s.cpp && s.isName(c.open+1) && (next == '(' || next == '.' || next == kindArrow || next == '+')
	}
	return false
}

// variable defines what is neither function nor class: a variable, a field, a
// type's other name.
func (s *scanner) variable(d *decl, end int) {
	name := d.name
	if name == 0 || name == d.skip || !s.isName(name) || d.count == 0 && !d.more && !d.concept {
		return
	}
	if d.local && !d.typedef || d.friend {
		return
	}
	k := s.variableKind(d, d.fnptr)
	if k == code.KindUnknown {
		return
	}
	first := min(d.chain, name) // where this declarator begins
	for first > d.start+1 && (s.kind(first-1) == '*' || s.kind(first-1) == '&' || s.kind(first-1) == '(') {
		first--
	}
	if d.spec == 0 {
		d.spec = first
	}
	start := d.start
	if d.more || d.head > 0 {
		start = first
	}
	it := s.newItem(k, name, start)
	it.span.End = s.tokens[end].end
	if s.kind(end) != ';' {
		it.span.End = s.tokens[end-1].end
	}
	last := end - 1
	if d.value > 0 && (s.tokens[end-1].end-s.tokens[d.value].start > maxValue || end-d.value > 4) {
		last = d.value - 2
	}
	it.sig.End = s.tokens[max(last, start)].end
	head := s.typeStart(d)
	until := d.spec
	if d.head > 0 {
		until = d.head + 1
	}
	if start == first && start > d.start {
		// The type stands elsewhere: before the first name, or its body.
		it.sig = code.Span{Start: s.tokens[d.start].start, End: s.tokens[until-1].end}
		it.extra = code.Span{Start: s.tokens[first].start, End: s.tokens[max(last, first)].end}
	} else {
		until = min(d.chain, name)
	}
	pointer := d.fnptr || d.call.ok && d.typedef // to a function
	if pointer {
		until = first
	}
	if head < until && (pointer || !d.call.ok) && !d.concept {
		it.typ, it.callable = code.Span{Start: s.tokens[head].start, End: s.tokens[until-1].end}, pointer
	}
	it.owner = s.owner(s.qualifiers(d.chain, name), d.chain)
	it.trailing = true
	s.see(d, &it)
	if d.extern && d.value == 0 {
		it.mods |= code.ModDeclaration
	}
	if d.concept {
		it.exported = !s.top().hidden
	}
	s.put(it)
}

// variableKind tells what a declarator that is no function declares.
func (s *scanner) variableKind(d *decl, pointer bool) code.Kind {
	f := s.top()
	switch {
	case d.typedef:
		return code.KindType
	case d.concept:
		return code.KindInterface
	case d.fixed, d.constant && !d.pointer && !pointer && (f.kind != frameClass || d.static):
		return code.KindConstant
	case f.kind == frameClass:
		return code.KindField
	}
	return code.KindVariable
}

// typeStart is the first token of a declaration that is no modifier.
func (s *scanner) typeStart(d *decl) int {
	k := d.start
	for k < len(s.tokens) {
		t := &s.tokens[k]
		switch t.word {
		case wordStatic, wordInline, wordVirtual, wordExtern, wordFriend, wordConstexpr, wordTypedef, wordExport, wordStorage:
			k++
			continue
		case wordGroup:
			k = s.afterGroup(k)
			continue
		case wordTemplate:
			if s.kind(k+1) == '<' {
				k = s.angle(k + 1)
				continue
			}
		case wordRequires:
			k = s.constraint(k + 1)
			continue
		}
		switch {
		case t.kind == '[' && s.match[k] > 0:
			k = int(s.match[k]) + 1
			continue
		case t.kind == kindString:
			k++
			continue
		case t.kind == kindName && t.word == wordNone && capitals(s.text(k)) && s.moreType(k+1, d):
			k++
			if s.kind(k) == '(' && s.match[k] > 0 {
				k = int(s.match[k]) + 1
			}
			continue
		}
		return k
	}
	return k
}

// moreType reports whether a type follows between token k and the name, so
// that the name in capitals before k is a macro.
func (s *scanner) moreType(k int, d *decl) bool {
	name := d.name
	if d.call.ok {
		name = d.call.chain
	}
	if s.kind(k) == '(' && s.match[k] > 0 {
		k = int(s.match[k]) + 1
	}
	for ; k < name; k++ {
		if t := &s.tokens[k]; t.kind == kindName && (t.word == wordBuiltin || t.word == wordStruct || t.word == wordNone && !capitals(s.text(k))) {
			return true
		}
	}
	return false
}

// constraint is the token after the requires-clause whose condition begins at k.
func (s *scanner) constraint(k int) int {
	for k < len(s.tokens) {
		switch {
		case s.kind(k) == '(' && s.match[k] > 0:
			k = int(s.match[k]) + 1
		default:
			for s.isName(k) || s.kind(k) == kindScope {
				k++
				if s.kind(k) == '<' {
					k = s.angle(k)
				}
				if s.kind(k) != kindScope && s.kind(k-1) != kindScope {
					break
				}
			}
		}
		if c := s.kind(k); c != '&' && c != '|' || s.kind(k+1) != c {
			return k
		}
		k += 2
	}
	return k
}

// functionItem makes the item of the function whose header ends before token end.
func (s *scanner) functionItem(d *decl, end int) item {
	c := &d.call
	f := s.top()
	k := code.KindFunction
	if f.kind == frameClass && !d.friend {
		k = code.KindMethod
	}
	it := s.newItem(k, c.name, d.start)
	if c.nameEnd > c.name {
		it.nameSpan.End = s.tokens[c.nameEnd].end
		it.name = s.compact(c.name, c.nameEnd)
	}
	owner := s.qualifiers(c.chain, c.name)
	if len(owner) > 0 {
		it.owner = s.owner(owner, c.chain)
		if f.kind != frameClass && !s.spaces[owner[len(owner)-1]] {
			it.kind = code.KindMethod
		}
	}
	constructs := s.constructs(c)
	if it.kind == code.KindMethod && constructs && s.word(c.name) != wordOperator && s.kind(c.name) != '~' {
		it.kind = code.KindConstructor
	}
	it.sig.End = s.headerEnd(d, end)
	it.params = s.params(c.open)
	it.mods = d.flags
	s.see(d, &it)
	if d.friend {
		it.container = s.aroundClasses()
		it.vis, it.exported = code.VisibilityUnstated, !f.hidden
	}
	before := min(c.chain, c.name)
	if d.open > 0 {
		before = d.open
	}
	if head := s.typeStart(d); head < before && (!constructs || s.word(c.name) == wordOperator) && !d.fnptr {
		it.typ = code.Span{Start: s.tokens[head].start, End: s.tokens[before-1].end}
	}
	if s.kind(c.close+1) == kindArrow || s.word(c.close+1) == wordConst && s.kind(c.close+2) == kindArrow {
		for k := c.close + 1; k < end; k++ {
			if s.kind(k) == kindArrow && k+1 < end {
				it.typ = code.Span{Start: s.tokens[k+1].start, End: s.tokens[end-1].end}
				break
			}
		}
	}
	if s.word(c.close+1) == wordConst {
		it.mods |= code.ModConst
	}
	if !c.typed && !constructs && s.kind(end) == '{' {
		s.macroName(&it, c)
	}
	return it
}

// headerEnd is where a function's signature ends: before its body, its member
// initializers, or the parameter declarations of old style.
func (s *scanner) headerEnd(d *decl, end int) uint32 {
	c := &d.call
	if d.old {
		return s.tokens[c.close].end
	}
	for k := max(c.close, 1); k < end; k++ {
		switch s.kind(k + 1) {
		case '(', '[':
			if s.match[k+1] > 0 {
				k = int(s.match[k+1]) - 1
			}
		case ':', ';':
			return s.tokens[k].end
		}
	}
	return s.tokens[end-1].end
}

// owner is the qualified name of what a definition made out of line belongs
// to: its qualifiers, which begin at token chain, below the namespace or class
// around them. It is empty without qualifiers.
func (s *scanner) owner(qualifiers []string, chain int) string {
	if len(qualifiers) == 0 {
		return ""
	}
	own := strings.Join(qualifiers, ".")
	if s.kind(chain) == kindScope { // ::outer::name
		return own
	}
	around := s.qualifiedName(s.aroundClasses())
	if around == "" || strings.HasPrefix(own, around+".") { // namespace n { void n::K::f() {} }
		return own
	}
	return around + "." + own
}

// qualifiedName joins the names of item i and of what is around it.
func (s *scanner) qualifiedName(i int32) string {
	name := ""
	for n := 0; i >= 0 && n < maxChain; n++ {
		it := &s.items[i]
		name = it.name + "." + name
		if it.owner != "" {
			name = it.owner + "." + name
			break
		}
		i = it.container
	}
	return strings.TrimSuffix(name, ".")
}

// aroundClasses is the item around all open classes.
func (s *scanner) aroundClasses() int32 {
	for k := len(s.frames) - 1; k >= 0; k-- {
		if s.frames[k].kind != frameClass {
			return s.frames[k].item
		}
	}
	return -1
}

// compact writes tokens without the blanks that do not matter.
func (s *scanner) compact(from, to int) string {
	var b strings.Builder
	for k := from; k <= to; k++ {
		if k > from && s.kind(k) == kindName && s.kind(k-1) == kindName {
			b.WriteByte(' ')
		}
		b.Write(s.text(k))
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
