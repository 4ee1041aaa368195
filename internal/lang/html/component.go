package html

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// binds reports whether an attribute of the tag being read brings names into
// the element: v-for, v-slot, let:.
func (s *scanner) binds() bool {
	for i := range s.attrs {
		n := s.src[s.attrs[i].name.Start:s.attrs[i].name.End]
		if s.mode == vue && (string(n) == "v-for" || bytes.HasPrefix(n, []byte("v-slot")) || string(n) == "slot-scope" || len(n) > 0 && n[0] == '#') ||
			s.mode == svelte && bytes.HasPrefix(n, []byte("let:")) {
			return true
		}
	}
	return false
}

// directive acts on an attribute that a framework gives a meaning. It reports
// whether that was all of it.
func (s *scanner) directive(a *attribute, name []byte) bool {
	from, to := int(a.value.Start), int(a.value.End)
	switch s.mode {
	case vue:
		return s.vueDirective(a, name, from, to)
	case svelte:
		return s.svelteDirective(a, name, from, to)
	}
	return false
}

// vueDirective reads v-if, :prop, @event, #slot and ref.
func (s *scanner) vueDirective(a *attribute, name []byte, from, to int) bool {
	if len(name) == 0 {
		return false
	}
	argument := -1 // offset of the directive's argument in name
	switch {
	case string(name) == "ref":
		if from < to && a.quote != '{' {
			s.expression(from, to, false)
		}
		return true
	case string(name) == "v-for":
		s.loop(from, to)
		return true
	case name[0] == '#', bytes.HasPrefix(name, []byte("v-slot")), string(name) == "slot-scope":
		s.pattern(from, to)
		return true
	case name[0] == ':' || name[0] == '.':
		argument = 1
	case bytes.HasPrefix(name, []byte("v-bind:")):
		argument = len("v-bind:")
	case name[0] == '@', bytes.HasPrefix(name, []byte("v-")):
	default:
		return false
	}
	if argument > 0 && argument < len(name) && from == to { // :name is :name="name"
		end := argument
		for end < len(name) && (isWord(name[end]) || name[end] == '-') {
			end++
		}
		if text := name[argument:end]; len(text) > 0 {
			span := code.Span{Start: a.name.Start + uint32(argument), End: a.name.Start + uint32(end)}
			s.referTo(camel(string(text)), span, code.RoleRead, code.QualifierNone, "")
		}
		return true
	}
	class := argument > 0 && string(name[argument:]) == "class"
	s.expression(from, to, class)
	return true
}

// loop reads "(item, index) in items".
func (s *scanner) loop(from, to int) {
	for _, word := range []string{" in ", " of "} {
		if n := bytes.Index(s.src[from:to], []byte(word)); n >= 0 {
			s.pattern(from, from+n)
			s.expression(from+n+len(word), to, false)
			return
		}
	}
	s.expression(from, to, false)
}

// svelteDirective reads on:, bind:, use:, class: and their kin.
func (s *scanner) svelteDirective(a *attribute, name []byte, from, to int) bool {
	if len(name) == 0 { // {name}, {...all}, {@attach f}
		if a.quote == '{' {
			i := from
			for i < to && (s.src[i] == '.' || isSpace(s.src[i])) {
				i++
			}
			if i < to && s.src[i] == '@' {
				for i++; i < to && isLetter(s.src[i]); i++ {
				}
			}
			s.expression(i, to, false)
		}
		return true
	}
	colon := bytes.IndexByte(name, ':')
	if colon <= 0 || colon+1 >= len(name) {
		return false
	}
	end := colon + 1
	for end < len(name) && (isWord(name[end]) || name[end] == '-' || name[end] == '.' && string(name[:colon]) == "use") {
		end++
	}
	argument := code.Span{Start: a.name.Start + uint32(colon) + 1, End: a.name.Start + uint32(end)}
	switch string(name[:colon]) {
	case "let":
		if from < to {
			s.pattern(from, to)
		} else {
			s.b.Bind(string(s.src[argument.Start:argument.End]), lang.ScopeBlock)
		}
		return true
	case "use", "transition", "in", "out", "animate":
		s.expression(int(argument.Start), int(argument.End), false)
	case "class":
		s.refer(argument, code.RoleRead)
		if from == to {
			s.expression(int(argument.Start), int(argument.End), false)
		}
	case "bind", "style":
		if from == to {
			s.expression(int(argument.Start), int(argument.End), false)
		}
	case "on":
	default:
		return false
	}
	if a.quote == '{' {
		s.expression(from, to, false)
	} else if from < to && a.quote != 0 {
		s.literal(a)
	}
	return true
}

// logic reads what a "{" in a Svelte component opens: an expression, a block
// or one of its parts.
func (s *scanner) logic() {
	start := s.at
	end := s.closingBrace(start)
	if end <= start+1 {
		s.at++
		return
	}
	s.at = end
	from, to := start+1, end-1
	for from < to && isSpace(s.src[from]) {
		from++
	}
	if from >= to {
		return
	}
	mark := s.src[from]
	if mark != '#' && mark != ':' && mark != '/' && mark != '@' {
		s.expression(from, to, false)
		return
	}
	word := from + 1
	for word < to && isLetter(s.src[word]) {
		word++
	}
	name := code.Span{Start: uint32(from + 1), End: uint32(word)}
	switch mark {
	case '#':
		if len(s.stack) == 0 && string(s.src[name.Start:name.End]) == "snippet" {
			s.closeSections(0, start)
		}
		depth := len(s.open)
		if string(s.src[name.Start:name.End]) == "snippet" {
			s.snippet(start, s.skipSpace(word), to)
		}
		if len(s.open) == depth {
			depth = -1
		}
		s.stack = append(s.stack, element{name, depth, s.b.PushScope(lang.ScopeBlock)})
		s.blockHead(string(s.src[name.Start:name.End]), word, to)
	case '/':
		s.popElement(s.src[name.Start:name.End], start, end)
	case ':':
		switch string(s.src[name.Start:name.End]) {
		case "then", "catch":
			s.pattern(word, to)
		default:
			if rest := s.skipSpace(word); bytes.HasPrefix(s.src[rest:to], []byte("if")) {
				word = rest + 2
			}
			s.expression(word, to, false)
		}
	case '@':
		if string(s.src[name.Start:name.End]) == "const" {
			if n := bytes.IndexByte(s.src[word:to], '='); n >= 0 {
				s.pattern(word, word+n)
				s.expression(word+n+1, to, false)
			}
			return
		}
		s.expression(word, to, false)
	}
}

// blockHead reads what follows {#if, {#each, {#await, {#key.
func (s *scanner) blockHead(word string, from, to int) {
	text := s.src[from:to]
	switch word {
	case "each":
		n := bytes.LastIndex(text, []byte(" as "))
		if n < 0 {
			break
		}
		s.expression(from, from+n, false)
		as := from + n + len(" as ")
		end, key := to, to
		if text := bytes.TrimRight(s.src[as:to], " \n\t\r"); len(text) > 0 && text[len(text)-1] == ')' {
			depth := 0
			for k := as + len(text) - 1; k > as; k-- {
				if s.src[k] == ')' {
					depth++
				} else if s.src[k] == '(' {
					if depth--; depth == 0 {
						end, key = k, k+1
						break
					}
				}
			}
		}
		s.pattern(as, end)
		s.expression(key, to, false)
		return
	case "await":
		for _, word := range []string{" then ", " catch "} {
			if n := bytes.LastIndex(text, []byte(word)); n >= 0 {
				s.expression(from, from+n, false)
				s.pattern(from+n+len(word), to)
				return
			}
		}
	case "snippet":
		if n := bytes.IndexByte(text, '('); n >= 0 {
			s.pattern(from+n, to)
		}
		return
	}
	s.expression(from, to, false)
}

// snippet defines a Svelte snippet: markup that is rendered like a function.
func (s *scanner) snippet(start, from, to int) {
	end := from
	for end < to && isWord(s.src[end]) {
		end++
	}
	if end == from {
		return
	}
	d := code.Definition{Kind: code.KindFunction, NameSpan: code.Span{Start: uint32(from), End: uint32(end)},
		Span: code.Span{Start: uint32(start), End: uint32(to + 1)}, Signature: s.Text(code.Span{Start: uint32(start + 2), End: uint32(to)}, lang.MaxSignature)}
	s.define(d, 0)
}
