package css

import (
	"bytes"

	"sextant/internal/code"
)

// refer records a use inside the current block.
func (s *scanner) refer(name code.Span, role code.Role) { s.referTo(name, role, "", s.container()) }

// referTo records a use with the module or namespace before it.
func (s *scanner) referTo(name code.Span, role code.Role, qualifier string, owner int32) {
	r := code.Reference{Name: s.b.Intern(s.src[name.Start:name.End]), Span: name, Line: s.Line(name.Start), Role: role}
	if qualifier != "" {
		r.Qualifier, r.QualifierText = code.QualifierName, qualifier
	}
	s.b.AddReferenceIn(r, owner)
}

// value records what a value uses: variables, custom properties, functions
// and the files in url(...).
func (s *scanner) value(span code.Span) { s.valueIn(span, s.container()) }

// valueIn is value for uses inside definition owner.
func (s *scanner) valueIn(span code.Span, owner int32) {
	i, end := int(span.Start), int(span.End)
	calls := uint64(0) // the open parentheses, 1 for a call's
	for i < end {
		switch c := s.src[i]; {
		case c == '"' || c == '\'':
			stop := s.quoted(i, end)
			if s.syntax != plain {
				s.interpolated(code.Span{Start: uint32(i + 1), End: uint32(stop)}, owner)
			}
			i = stop
		case s.isComment(i):
			i = s.commentEnd(i)
		case c == '(':
			calls = calls << 1
			if i > 0 && isWord(s.src[i-1]) {
				calls |= 1
			}
			i++
		case c == ')':
			calls >>= 1
			i++
		case c == '$' || c == '@' && s.syntax == less:
			i = s.sigil(i, end, calls&1 == 1, owner)
		case c == '.' && s.syntax == less && i+1 < end && !isDigit(s.src[i+1]):
			stop := s.word(i+1, end)
			if stop > i+1 && stop < end && s.src[stop] == '(' {
				s.referTo(code.Span{Start: uint32(i + 1), End: uint32(stop)}, code.RoleCall, "", owner)
			}
			i = max(stop, i+1)
		case c == '`' && s.syntax == less: // JavaScript
			i = s.script(i)
		case c == '#' && i+1 < end && s.src[i+1] == '{':
			i += 2
		case c == '#':
			i = max(s.word(i+1, end), i+1)
		case isDigit(c):
			i = s.number(i, end)
		case isWord(c) || c == '\\':
			i = s.identifier(i, end, owner)
		default:
			i++
		}
	}
}

// number returns the end of the number at i and its unit.
func (s *scanner) number(i, end int) int {
	for i < end && (isDigit(s.src[i]) || s.src[i] == '.') {
		i++
	}
	for i < end && (s.src[i]|0x20 >= 'a' && s.src[i]|0x20 <= 'z' || isDigit(s.src[i])) {
		i++
	}
	return i
}

// sigil reads the variable at i. The name of a keyword argument is none.
func (s *scanner) sigil(i, end int, inCall bool, owner int32) int {
	start := i
	for i < end && s.src[i] == '@' && i+1 < end && s.src[i+1] == '@' {
		i, start = i+1, start+1
	}
	i++
	if i < end && s.src[i] == '{' { // @{name}
		stop := s.word(i+1, end)
		if stop > i+1 && stop < end && s.src[stop] == '}' {
			s.interpolatedName(start, stop+1, owner)
		}
		return stop
	}
	stop := s.word(i, end)
	if stop == i {
		return i
	}
	name := code.Span{Start: uint32(start), End: uint32(stop)}
	next := s.skipSpace(stop, end)
	if inCall && next < end && s.src[next] == ':' {
		return next
	}
	if s.syntax == less && string(s.src[start:stop]) == "@arguments" {
		return stop
	}
	role := code.RoleRead
	if next < end && s.src[next] == '(' && s.syntax == less && next == stop {
		role = code.RoleCall
	}
	s.referTo(name, role, "", owner)
	return stop
}

// interpolatedName records the use of a Less variable as "@{name}".
func (s *scanner) interpolatedName(start, end int, owner int32) {
	span := code.Span{Start: uint32(start), End: uint32(end)}
	s.b.AddReferenceIn(code.Reference{Name: "@" + s.b.Intern(s.src[start+2:end-1]), Span: span, Line: s.Line(span.Start),
		Role: code.RoleRead}, owner)
}

// identifier reads the word at i: a custom property, a function, a module.
func (s *scanner) identifier(i, end int, owner int32) int {
	stop := max(s.word(i, end), i+1)
	if s.syntax != plain && bytes.IndexByte(s.src[i:stop], '{') >= 0 {
		s.interpolated(code.Span{Start: uint32(i), End: uint32(stop)}, owner)
		return stop
	}
	name := code.Span{Start: uint32(i), End: uint32(stop)}
	called := stop < end && s.src[stop] == '('
	if s.src[i] == '-' && stop > i+2 && s.src[i+1] == '-' {
		if called {
			s.referTo(name, code.RoleCall, "", owner)
		} else {
			s.referTo(name, code.RoleRead, "", owner)
		}
		return stop
	}
	if called {
		return s.function(name, end, owner)
	}
	// A member of a Sass module.
	if s.syntax != plain && s.syntax != less && stop+1 < end && s.src[stop] == '.' && (s.src[stop+1] == '$' || isWord(s.src[stop+1])) {
		from := stop + 1
		last := from
		if s.src[last] == '$' {
			last++
		}
		last = s.word(last, end)
		role := code.RoleRead
		if last < end && s.src[last] == '(' {
			role = code.RoleCall
		} else if s.src[from] != '$' {
			return last
		}
		if next := s.skipSpace(last, end); s.src[from] == '$' && last == from+1 || next > end {
			return last
		}
		s.referTo(code.Span{Start: uint32(from), End: uint32(last)}, role, s.b.Intern(s.src[i:stop]), owner)
		return last
	}
	return stop
}

// function reads the name of a function; its arguments are read by the caller.
func (s *scanner) function(name code.Span, end int, owner int32) int {
	stop := int(name.End)
	text := s.src[name.Start:name.End]
	switch {
	case bytes.EqualFold(text, []byte("url")), bytes.EqualFold(text, []byte("src")):
		return s.url(stop, end, owner)
	case string(text) == "v-bind": // Vue: a variable of the script
		from := s.skipSpace(stop+1, end)
		to := s.word(from, end)
		if from < to {
			s.referTo(code.Span{Start: uint32(from), End: uint32(to)}, code.RoleRead, "", owner)
			return to
		}
	case s.syntax != plain && !isBuiltin(text):
		s.referTo(name, code.RoleCall, "", owner)
	}
	return stop
}

// url records the file in the parentheses at open.
func (s *scanner) url(open, end int, owner int32) int {
	from := s.skipSpace(open+1, end)
	if from >= end {
		return end
	}
	if c := s.src[from]; c == '"' || c == '\'' {
		to := s.quoted(from, end)
		if to-from > 2 && s.src[to-1] == c {
			s.Link(code.Span{Start: uint32(from + 1), End: uint32(to - 1)})
		}
		return from
	}
	if s.src[from] == '$' || s.src[from] == '@' {
		return from
	}
	n := bytes.IndexByte(s.src[from:end], ')')
	if n < 0 {
		return end
	}
	to := trimEnd(s.src, from, from+n)
	text := s.src[from:to]
	if bytes.IndexByte(text, '{') >= 0 || bytes.IndexByte(text, '$') >= 0 || bytes.IndexByte(text, '(') >= 0 {
		return from
	}
	s.Link(code.Span{Start: uint32(from), End: uint32(to)})
	return from + n
}

// interpolated reads the interpolations in a text that is no value itself.
func (s *scanner) interpolated(span code.Span, owner int32) {
	end := int(span.End)
	for i := int(span.Start); i+1 < end; i++ {
		if c := s.src[i]; (c != '#' && c != '@') || s.src[i+1] != '{' || !s.interpolates(c) {
			continue
		}
		stop := min(s.interpolation(i+1), end)
		if s.syntax == less {
			if stop > i+3 && s.src[stop-1] == '}' && s.word(i+2, stop) == stop-1 {
				s.interpolatedName(i, stop, owner)
			}
		} else {
			s.valueIn(code.Span{Start: uint32(i + 2), End: uint32(max(stop-1, i+2))}, owner)
		}
		i = stop - 1
	}
}

// animation records the keyframes that a value of animation or
// animation-name names.
func (s *scanner) animation(span code.Span) {
	s.value(span)
	end := int(span.End)
	parens := 0
	for i := int(span.Start); i < end; {
		switch c := s.src[i]; {
		case c == '"' || c == '\'':
			i = s.quoted(i, end)
		case c == '(':
			parens++
			i++
		case c == ')':
			parens--
			i++
		case c == '$' || c == '@' || c == '#' || c == '.':
			i = max(s.word(i+1, end), i+1)
		case isDigit(c):
			i = s.number(i, end)
		case isWord(c):
			stop := s.word(i, end)
			name := s.src[i:stop]
			if parens == 0 && c != '-' && !(stop < end && (s.src[stop] == '(' || s.src[stop] == '.')) && !isAnimationWord(name) &&
				bytes.IndexByte(name, '{') < 0 && !(i > 0 && s.src[i-1] == '!') {
				s.refer(code.Span{Start: uint32(i), End: uint32(stop)}, code.RoleRead)
			}
			i = stop
		default:
			i++
		}
	}
}
