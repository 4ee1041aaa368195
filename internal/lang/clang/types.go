package clang

import (
	"bytes"

	"sextant/internal/code"
)

// typeHeader is the header of a struct, union, class or enum.
type typeHeader struct {
	name  int // the token of the name, 0 for none
	chain int // where a qualified name begins
	colon int // before the bases, 0 for none
	open  int // the brace of the body, -1 where there is none
	final bool
}

// typeHead reads the header that begins with the keyword at j. It fails where
// a type is only mentioned.
func (s *scanner) typeHead(j int) (typeHeader, bool) {
	h := typeHeader{open: -1}
	k := j + 1
	if s.tokens[j].word == wordEnum && (s.word(k) == wordClass || s.word(k) == wordStruct) {
		k++
	}
	for steps := 0; k < len(s.tokens) && steps < 64; steps++ {
		switch t := &s.tokens[k]; t.kind {
		case kindName:
			switch t.word {
			case wordGroup:
				k = s.afterGroup(k)
				continue
			case wordFinal:
				if s.kind(k+1) == '{' || s.kind(k+1) == ':' {
					h.final = true
					k++
					continue
				}
			case wordNone, wordOverride:
			default:
				return h, false
			}
			if s.kind(k+1) == '(' { // only a macro may have arguments here
				if m := s.match[k+1]; m > 0 && capitals(s.text(k)) && s.isName(int(m)+1) {
					k = int(m) + 1
					continue
				}
				return h, false
			}
			if s.kind(k-1) != kindScope || h.name == 0 {
				h.chain = k
			}
			h.name = k
			k++
		case kindScope:
			k++
		case '<':
			after := s.angle(k)
			if after == k+1 {
				return h, false
			}
			k = after
		case '[':
			if s.match[k] < 0 {
				return h, false
			}
			k = int(s.match[k]) + 1
		case '{':
			h.open = k
			return h, true
		case ':':
			h.colon = k
			for limit := k + maxHeader; k < len(s.tokens) && k < limit; k++ {
				switch s.tokens[k].kind {
				case '{':
					h.open = k
					return h, true
				case ';', '}', '=':
					return h, s.tokens[j].word == wordEnum
				case '(':
					if s.match[k] > 0 {
						k = int(s.match[k])
					}
				}
			}
			return h, false
		default:
			return h, false
		}
	}
	return h, false
}

// typeKey handles struct, union, class and enum at j.
func (s *scanner) typeKey(d *decl, j int) (next int, done bool) {
	if d.template && s.kind(j-1) != '>' && s.kind(j-1) != ')' && j > d.start && s.kind(j-1) == '<' {
		return j + 1, false
	}
	h, ok := s.typeHead(j)
	if !ok || h.open < 0 {
		// A mention: the name after the keyword is the type's.
		d.count++
		d.typed = true
		d.name = 0
		k := j + 1
		if s.tokens[j].word == wordEnum && (s.word(k) == wordClass || s.word(k) == wordStruct) {
			k++
		}
		for s.word(k) == wordGroup {
			k = s.afterGroup(k)
		}
		for s.kind(k) == kindName && s.isName(k) {
			k++
			if s.kind(k) == '<' {
				k = s.angle(k)
			}
			if s.kind(k) != kindScope {
				break
			}
			k++
		}
		return k, false
	}
	return s.typeBody(d, j, h)
}

// typeBody defines the type with header h, whose keyword is token j.
func (s *scanner) typeBody(d *decl, j int, h typeHeader) (next int, done bool) {
	k := map[word]code.Kind{wordClass: code.KindClass, wordStruct: code.KindStruct, wordUnion: code.KindUnion, wordEnum: code.KindEnum}[s.tokens[j].word]
	name, after := h.name, 0
	closing := int(s.match[h.open])
	if name == 0 && closing > 0 {
		if after = s.declared(closing + 1); after > 0 {
			name = after
			if !d.typedef {
				k = s.variableKind(d, false)
			}
		}
	}
	f := frame{kind: frameClass, item: s.top().item, access: code.VisibilityPublic}
	if s.tokens[j].word == wordClass {
		f.access = code.VisibilityPrivate
	}
	if name != 0 && (after == 0 || !d.local || d.typedef) {
		it := s.newItem(k, name, d.start)
		it.owner = s.owner(s.qualifiers(h.chain, h.name), h.chain)
		it.sig.End = s.tokens[h.open-1].end
		if after > 0 {
			if s.tokens[h.open-1].end > it.sig.Start {
				it.extra = code.Span{Start: s.tokens[after].start, End: s.tokens[after].end}
			}
			it.span.End = s.tokens[closing].end
		}
		if h.final {
			it.mods |= code.ModFinal
		}
		if h.colon > 0 && s.tokens[j].word != wordEnum {
			it.supers = s.bases(h.colon+1, h.open)
			it.bases = code.Span{Start: s.tokens[h.colon].end, End: s.tokens[h.open].start}
		} else if h.colon > 0 {
			it.typ = code.Span{Start: s.tokens[h.colon+1].start, End: s.tokens[h.open-1].end}
		}
		s.see(d, &it)
		f.item, f.own = s.put(it), true
		f.name = it.name
	}
	d.skip, d.head = after, h.open-1
	if s.tokens[j].word == wordEnum {
		return s.enumerators(d, f, h.open)
	}
	f.inside = *d
	s.push(f, d.start)
	s.top().inside.closed = 1
	return h.open + 1, true
}

// declared returns the name that follows the body of a type without one.
func (s *scanner) declared(k int) int {
	for limit := k + 12; k < len(s.tokens) && k < limit; {
		switch t := &s.tokens[k]; {
		case t.kind == '*' || t.kind == '&' || t.word == wordConst:
			k++
		case t.word == wordGroup:
			k = s.afterGroup(k)
		case s.isName(k):
			if s.isName(k + 1) { // an attribute that is a macro
				k++
				continue
			}
			switch s.kind(k + 1) {
			case ';', ',', '[', '=', '{', ':':
				return k
			case kindName:
				if s.word(k+1) == wordGroup {
					return k
				}
			}
			return 0
		default:
			return 0
		}
	}
	return 0
}

// bases lists the types between the colon and the body.
func (s *scanner) bases(from, to int) []code.Supertype {
	var out []code.Supertype
	var name []byte
	add := func() {
		if len(name) > 0 {
			out = append(out, code.Supertype{Name: text(name), Form: code.Extends})
		}
		name = name[:0]
	}
	for k := from; k < to; k++ {
		t := &s.tokens[k]
		switch t.kind {
		case kindScope:
			name = append(name, "::"...)
		case kindName:
			if t.word == wordAccess || t.word == wordVirtual {
				continue
			}
			if !bytes.HasSuffix(name, []byte("::")) {
				name = name[:0]
			}
			name = append(name, s.text(k)...)
		case '<':
			if after := s.angle(k); after > k+1 && after <= to {
				k = after - 1
			}
		case '(', '[':
			if s.match[k] > 0 {
				k = int(s.match[k])
			}
		case ',':
			add()
		}
	}
	add()
	return out
}

// enumerators defines the members of an enum whose body opens at token open.
func (s *scanner) enumerators(d *decl, f frame, open int) (next int, done bool) {
	closing := int(s.match[open])
	limit := closing
	if closing < 0 {
		limit = len(s.tokens)
	}
	outer := s.top()
	k := open + 1
	for k < limit {
		if !s.isName(k) {
			if closing < 0 && (s.kind(k) == ';' || s.kind(k) == '}') {
				limit = k
				break
			}
			k++
			continue
		}
		it := s.newItem(code.KindEnumMember, k, k)
		it.container = f.item
		it.vis = code.VisibilityPublic
		it.trailing = true
		it.exported = f.item >= 0 && s.items[f.item].exported || f.item < 0 && !outer.hidden && !d.local
		if f.item == outer.item && outer.kind == frameClass {
			it.vis = outer.access
		}
		start := k
		for k++; k < limit && s.kind(k) != ','; k++ {
			switch s.kind(k) {
			case '(', '[', '{':
				if s.match[k] > 0 {
					k = int(s.match[k])
				}
			case ';', '}':
				if closing < 0 {
					limit = k
				}
			}
			if k-start > maxHeader {
				break
			}
		}
		last := min(k, limit) - 1
		it.span.End = s.tokens[last].end
		if it.span.End-it.span.Start <= maxValue+uint32(len(it.name)) {
			it.sig.End = it.span.End
		}
		s.put(it)
		k++
	}
	end := min(limit, len(s.tokens)-1)
	if f.own {
		s.end(f.item, s.tokens[end].end)
	}
	d.count, d.closed, d.name = 1, 1, 0
	return end + 1, false
}

// maxValue is the longest value that stays in a signature (bytes).
const maxValue = 60

// namespace handles the keyword at j.
func (s *scanner) namespace(d *decl, j int) int {
	k := j + 1
	f := frame{kind: frameGroup, item: s.top().item}
	var names []int
	for k < len(s.tokens) {
		switch t := &s.tokens[k]; {
		case t.word == wordGroup:
			k = s.afterGroup(k)
			continue
		case t.kind == '[' && s.match[k] > 0:
			k = int(s.match[k])
		case t.kind == kindName && t.word == wordInline, t.kind == kindScope:
		case s.isName(k):
			if len(names) > 0 && s.kind(k-1) != kindScope && s.word(k-1) != wordInline {
				names = names[:0] // an attribute that is a macro
			}
			if s.kind(k+1) == '(' && s.match[k+1] > 0 {
				k = int(s.match[k+1])
				break
			}
			names = append(names, k)
		case t.kind == '=':
			if len(names) > 0 && !d.local {
				it := s.newItem(code.KindNamespace, names[0], d.start)
				next := s.toSemicolon(k)
				it.span.End, it.sig.End = s.tokens[next-1].end, s.tokens[max(next-2, k)].end
				it.exported = !s.top().hidden
				s.put(it)
			}
			return s.toSemicolon(k)
		case t.kind == '{':
			f.hidden = len(names) == 0
			for i, name := range names {
				start := name
				if i == 0 {
					start = d.start
				}
				it := s.newItem(code.KindNamespace, name, start)
				it.sig.Start = s.tokens[d.start].start
				it.exported = !s.top().hidden
				s.spaces[it.name] = true
				if i > 0 { // A::B: each in the one before
					it.container = f.item
				}
				f.item, f.own, f.more = s.put(it), true, i
			}
			s.push(f, d.start)
			return k + 1
		default:
			return k
		}
		k++
	}
	return k
}

// using handles the keyword at j: only an alias defines something.
func (s *scanner) using(d *decl, j int) (next int, done bool) {
	if !s.isName(j + 1) {
		return s.toSemicolon(j), true
	}
	k := j + 2
	for s.word(k) == wordGroup || s.kind(k) == '[' && s.match[k] > 0 {
		if s.kind(k) == '[' {
			k = int(s.match[k]) + 1
		} else {
			k = s.afterGroup(k)
		}
	}
	next = s.toSemicolon(j)
	if s.kind(k) != '=' {
		return next, true
	}
	it := s.newItem(code.KindType, j+1, d.start)
	last := max(next-1, k)
	it.span.End = s.tokens[last].end
	end := last
	if s.kind(last) == ';' {
		end--
	}
	it.sig.End = s.tokens[end].end
	it.typ = code.Span{Start: s.tokens[min(k+1, end)].start, End: s.tokens[end].end}
	s.see(d, &it)
	s.put(it)
	return next, true
}
