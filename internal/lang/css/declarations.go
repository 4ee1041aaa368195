package css

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// longestValue is how long a value may be to stand in a signature (bytes).
const longestValue = 60

// declare reads a statement without a block.
func (s *scanner) declare(span code.Span) {
	if span.Start >= span.End {
		return
	}
	if next := s.lostSemicolon(span); next > 0 {
		s.Partial()
		s.declare(s.trim(int(span.Start), next))
		span = s.trim(next, int(span.End))
	}
	text := s.src[span.Start:span.End]
	switch c := text[0]; {
	case c == '@':
		s.atStatement(span)
		return
	case c == '$':
		if colon := bytes.IndexByte(text, ':'); colon > 0 {
			s.sassVariable(span)
			return
		}
	case c == '-' && len(text) > 2 && text[1] == '-':
		if bytes.IndexByte(text, ':') > 0 {
			s.variable(code.KindProperty, span)
			return
		}
	case s.syntax == less && (c == '.' || c == '#' || c == '&'):
		s.EndHeader()
		s.mixinCall(span)
		return
	case c == '%':
		return
	}
	s.EndHeader()
	colon := bytes.IndexByte(text, ':')
	if colon < 0 {
		s.value(span)
		return
	}
	s.property(span, colon)
}

// lostSemicolon returns where a line inside a declaration begins with another
// variable's, 0 when there is none: the one before it has lost its end.
func (s *scanner) lostSemicolon(span code.Span) int {
	text := s.src[span.Start:span.End]
	i := bytes.LastIndexByte(text, '\n')
	if i < 0 || s.syntax == sass {
		return 0
	}
	at := s.skipSpace(int(span.Start)+i, int(span.End))
	if c := s.src[at]; c != '$' && !(c == '@' && s.syntax == less) && !bytes.HasPrefix(s.src[at:span.End], []byte("--")) {
		return 0
	}
	stop := s.word(at+1, int(span.End))
	before := s.src[trimEnd(s.src, int(span.Start), at)-1]
	if stop >= int(span.End) || s.src[stop] != ':' || bytes.IndexByte([]byte(",:(+*/{"), before) >= 0 ||
		s.closing(int(span.Start), at) != at || bytes.Count(s.src[span.Start:at], []byte{'('}) != bytes.Count(s.src[span.Start:at], []byte{')'}) {
		return 0
	}
	return at
}

// property reads the declaration whose colon is at offset colon of its span.
func (s *scanner) property(span code.Span, colon int) {
	name := string(bytes.ToLower(bytes.TrimSpace(s.src[span.Start : span.Start+uint32(colon)])))
	value := s.trim(int(span.Start)+colon+1, int(span.End))
	switch {
	case name == "composes":
		s.composes(value)
	case strings.HasSuffix(name, "animation") || strings.HasSuffix(name, "animation-name"):
		s.animation(value)
	default:
		s.value(span)
	}
}

// variable adds the variable or custom property that span declares and reads
// its value.
func (s *scanner) variable(kind code.Kind, span code.Span) int32 {
	end := int(span.End)
	stop := s.word(int(span.Start)+1, end)
	name := code.Span{Start: span.Start, End: uint32(stop)}
	value := s.skipSpace(stop, end)
	if value < end && s.src[value] == ':' {
		value++
	}
	rest := s.trim(value, end)
	d := code.Definition{Kind: kind, NameSpan: name, Span: span, Signature: s.Text(name, lang.MaxSignature), Exported: true}
	if kind == code.KindVariable {
		d.Exported = s.isPublic(span.Start + 1)
	}
	if rest.End-rest.Start <= longestValue && rest.Start < rest.End {
		d.Signature += ": " + s.Text(rest, longestValue)
	}
	i := s.open(d)
	s.Close(i, span.End)
	owner := i
	if i == code.NoDefinition {
		owner = s.container()
	}
	s.valueIn(rest, owner)
	return i
}

// sassVariable reads "$name: value". Outside every block it defines the
// variable; inside, it sets the one that is known outside or makes a local.
func (s *scanner) sassVariable(span code.Span) {
	global := bytes.Contains(s.src[span.Start:span.End], []byte("!global"))
	if len(s.frames) == 0 || s.syntax == plain {
		s.variable(code.KindVariable, span)
		return
	}
	stop := s.word(int(span.Start)+1, int(span.End))
	name := code.Span{Start: span.Start, End: uint32(stop)}
	s.EndHeader()
	if global || s.flowOnly() {
		s.refer(name, code.RoleWrite)
	} else {
		s.b.Bind(string(s.src[name.Start:name.End]), lang.ScopeBlock)
	}
	s.value(code.Span{Start: name.End, End: span.End})
}

// flowOnly reports whether every open block is @if, @each or the like, whose
// assignments reach the variables outside.
func (s *scanner) flowOnly() bool {
	for i := range s.frames {
		if s.frames[i].block != flowBlock {
			return false
		}
	}
	return true
}

// lessVariable reads "@name: value": a definition outside every block, a
// local inside.
func (s *scanner) lessVariable(span code.Span) int32 {
	if len(s.frames) == 0 {
		return s.variable(code.KindVariable, span)
	}
	stop := s.word(int(span.Start)+1, int(span.End))
	s.EndHeader()
	s.b.Bind(string(s.src[span.Start:stop]), lang.ScopeBlock)
	s.value(code.Span{Start: uint32(stop), End: span.End})
	return code.NoDefinition
}

// atStatement reads an at-rule without a block.
func (s *scanner) atStatement(span code.Span) {
	from, end := int(span.Start), int(span.End)
	stop := s.word(from+1, end)
	name := strings.ToLower(string(s.src[from+1 : stop]))
	rest := s.trim(stop, end)
	if s.syntax == less && rest.Start < rest.End && !isSection(name) {
		switch s.src[rest.Start] {
		case ':':
			s.lessVariable(span)
			return
		case '(':
			if name != "import" && name != "plugin" { // a detached ruleset is called
				s.EndHeader()
				s.refer(code.Span{Start: span.Start, End: uint32(stop)}, code.RoleCall)
				return
			}
		}
	}
	if name == "custom-media" || name == "value" && bytes.IndexByte(s.src[rest.Start:rest.End], ':') > 0 {
		s.atVariable(span, rest)
		return
	}
	s.EndHeader()
	switch name {
	case "import", "use", "forward", "value", "config", "plugin", "reference", "source":
		s.importing(span, rest, name)
	case "include":
		s.include(rest)
	case "extend":
		s.extend(rest)
	case "apply":
		s.apply(rest)
	case "charset", "namespace", "tailwind", "layer":
	default:
		s.value(rest)
	}
}

// atVariable adds the name that @custom-media or @value defines.
func (s *scanner) atVariable(span, rest code.Span) {
	name := code.Span{Start: rest.Start, End: uint32(s.word(int(rest.Start), int(rest.End)))}
	if name.Start == name.End {
		return
	}
	i := s.open(code.Definition{Kind: code.KindVariable, NameSpan: name, Span: span, Signature: s.Signature(span), Exported: true})
	s.Close(i, span.End)
	s.value(code.Span{Start: name.End, End: rest.End})
}

// include reads what follows @include: a mixin, perhaps of a module, and its
// arguments.
func (s *scanner) include(rest code.Span) {
	end := int(rest.End)
	stop := s.word(int(rest.Start), end)
	name := code.Span{Start: rest.Start, End: uint32(stop)}
	qualifier := ""
	if stop < end && s.src[stop] == '.' {
		qualifier = s.b.Intern(s.src[name.Start:name.End])
		name.Start = uint32(stop + 1)
		stop = s.word(stop+1, end)
		name.End = uint32(stop)
	}
	if name.Start < name.End {
		s.referTo(name, code.RoleCall, qualifier, s.container())
	}
	s.value(code.Span{Start: uint32(stop), End: rest.End})
}

// extend reads the selectors after @extend: supertypes of the rule around.
func (s *scanner) extend(rest code.Span) {
	s.eachName(rest, func(name code.Span) { s.inherit(name) })
}

// inherit records that the rule around takes over the rules of a name.
func (s *scanner) inherit(name code.Span) {
	s.refer(name, code.RoleInherit)
	if i := s.container(); i != code.NoDefinition {
		if d := s.Definition(i); d.Kind == code.KindClass {
			d.Supertypes = append(d.Supertypes, code.Supertype{Name: s.Text(name, lang.MaxSignature), Form: code.Extends})
		}
	}
}

// eachName calls f with the classes, ids and placeholders of a selector.
func (s *scanner) eachName(span code.Span, f func(code.Span)) {
	end := int(span.End)
	for i := int(span.Start); i < end; {
		switch c := s.src[i]; {
		case c == '.' || c == '%' || c == '#' && !(i+1 < end && s.src[i+1] == '{'):
			stop := s.word(i+1, end)
			name := code.Span{Start: uint32(i + 1), End: uint32(stop)}
			if c == '%' {
				name.Start--
			}
			if stop > i+1 {
				f(name)
			}
			i = max(stop, i+1)
		case c == '"' || c == '\'':
			i = s.quoted(i, end)
		default:
			i++
		}
	}
}

// apply reads Tailwind's "@apply one two", or the custom property set of old.
func (s *scanner) apply(rest code.Span) {
	end := int(rest.End)
	for i := int(rest.Start); i < end; {
		i = s.skipSpace(i, end)
		start := i
		for i < end && !isSpace(s.src[i]) {
			i++
		}
		name := code.Span{Start: uint32(start), End: uint32(i)}
		if start < i && s.src[start] != '!' && s.src[start] != '#' {
			s.refer(name, code.RoleRead)
		}
	}
}

// mixinCall reads a statement of Less that begins like a selector:
// ".mixin();", "#space > .mixin;", "&:extend(.a all);".
func (s *scanner) mixinCall(span code.Span) {
	i, end := int(span.Start), int(span.End)
	if at := bytes.Index(s.src[i:end], []byte(":extend(")); at >= 0 {
		open := i + at + len(":extend")
		s.eachName(code.Span{Start: uint32(open), End: uint32(s.closing(open, end))}, func(name code.Span) { s.inherit(name) })
		return
	}
	qualifier := ""
	for i < end {
		switch c := s.src[i]; {
		case c == '.' || c == '#' && !(i+1 < end && s.src[i+1] == '{'):
			stop := s.word(i+1, end)
			name := code.Span{Start: uint32(i + 1), End: uint32(stop)}
			i = max(stop, i+1)
			if name.Start == name.End {
				continue
			}
			role := code.RoleCall
			if next := s.skipSpace(i, end); next < end && (s.src[next] == '>' || s.src[next] == '.' || s.src[next] == '#') {
				role = code.RoleRead
			}
			s.referTo(name, role, qualifier, s.container())
			qualifier = s.b.Intern(s.src[name.Start:name.End])
		case c == '(' || c == '!':
			s.value(code.Span{Start: uint32(i), End: span.End})
			return
		default:
			i++
		}
	}
}
