package css

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// begin opens the block whose prelude is at span.
func (s *scanner) begin(span code.Span) {
	if s.torn && (span.Start == 0 || s.src[span.Start-1] == '\n') {
		for len(s.frames) > 0 {
			s.end(int(span.Start))
		}
	}
	text := s.src[span.Start:span.End]
	switch {
	case len(text) == 0:
		s.push(propertiesBlock, code.NoDefinition, 0)
	case text[0] == '@':
		s.atBlock(span)
	case bytes.HasPrefix(text, []byte("--")) && bytes.IndexByte(text, ':') > 0:
		i := s.variable(code.KindProperty, span)
		s.pushFor(propertiesBlock, i)
	case text[0] == '$' && s.syntax == plain: // a PostCSS mixin's map
		s.pushFor(propertiesBlock, s.variable(code.KindVariable, span))
	default:
		s.ruleBlock(span)
	}
}

// pushFor opens a block that belongs to definition i, if that is one.
func (s *scanner) pushFor(kind block, i int32) *frame {
	if i == code.NoDefinition {
		return s.push(kind, i, 0)
	}
	return s.push(kind, i, 1)
}

// ruleBlock opens what has no at-keyword: a rule, nested properties, a mixin
// of Less.
func (s *scanner) ruleBlock(span code.Span) {
	text := s.src[span.Start:span.End]
	if f := s.frame(); f != nil && f.block == keyframesBlock {
		s.EndHeader()
		s.value(span)
		s.push(propertiesBlock, code.NoDefinition, 0)
		return
	}
	if colon := propertyColon(text); colon > 0 {
		// A declaration that lost its semicolon, or nested properties.
		if line := bytes.LastIndexByte(text, '\n'); line > colon && s.syntax != sass {
			s.Partial()
			s.declare(s.trim(int(span.Start), int(span.Start)+line))
			s.begin(s.trim(int(span.Start)+line, int(span.End)))
			return
		}
		if s.syntax != plain {
			s.EndHeader()
			s.declare(span)
			s.push(propertiesBlock, code.NoDefinition, 0)
			return
		}
	}
	if s.syntax == less && s.mixinBlock(span) {
		return
	}
	s.rule(span)
}

// propertyColon returns the offset of the colon when text begins like
// "property: " or ends in the colon that opens nested properties, else 0.
func propertyColon(text []byte) int {
	i := 0
	for i < len(text) && (isWord(text[i]) || text[i] == '*') {
		i++
	}
	if i == 0 || i >= len(text) || text[i] != ':' {
		return 0
	}
	if i+1 == len(text) || isSpace(text[i+1]) {
		return i
	}
	return 0
}

// mixinBlock opens a mixin of Less, ".name(@a; @b) when (...)"; false when the
// prelude is none.
func (s *scanner) mixinBlock(span code.Span) bool {
	from, end := int(span.Start), int(span.End)
	if c := s.src[from]; c != '.' && c != '#' {
		return false
	}
	name := s.word(from+1, end)
	open := s.skipSpace(name, end)
	if name == from+1 || open >= end || s.src[open] != '(' {
		return false
	}
	close := s.closing(open, end)
	i := s.open(code.Definition{Kind: code.KindMacro, NameSpan: code.Span{Start: uint32(from + 1), End: uint32(name)}, Span: span,
		Signature: s.Signature(span), Exported: true, Params: s.params(open+1, close)})
	f := s.pushFor(callBlock, i)
	s.bindParams(open+1, close)
	f.names = []string{s.Text(code.Span{Start: uint32(from + 1), End: uint32(name)}, lang.MaxSignature)}
	s.valueIn(code.Span{Start: uint32(close), End: span.End}, f.container)
	return true
}

// atBlock opens the block of an at-rule.
func (s *scanner) atBlock(span code.Span) {
	from, end := int(span.Start), int(span.End)
	stop := s.word(from+1, end)
	name := strings.ToLower(string(s.src[from+1 : stop]))
	rest := s.trim(stop, end)
	if s.syntax == less && rest.Start < rest.End && s.src[rest.Start] == ':' && !isSection(name) { // a detached ruleset
		s.pushFor(propertiesBlock, s.lessVariable(span)).block = ruleBlock
		return
	}
	switch name {
	case "mixin", "function":
		s.callable(span, rest, name)
	case "include":
		s.EndHeader()
		s.include(rest)
		s.push(flowBlock, code.NoDefinition, 0)
		s.using(rest)
	case "if", "else", "while", "at-root", "nest", "content", "apply":
		s.EndHeader()
		if name == "nest" || name == "at-root" && rest.Start < rest.End && s.src[rest.Start] != '(' {
			s.rule(rest)
			return
		}
		s.value(rest)
		s.push(flowBlock, code.NoDefinition, 0)
	case "each", "for":
		s.EndHeader()
		s.push(flowBlock, code.NoDefinition, 0)
		s.loop(rest)
	case "utility":
		s.named(span, rest, code.KindClass, ruleBlock)
	case "property", "custom-selector":
		s.named(span, rest, code.KindProperty, propertiesBlock)
	case "counter-style", "font-palette-values", "position-try", "view-transition", "color-profile":
		s.named(span, rest, code.KindSection, propertiesBlock)
	case "font-face", "page", "font-feature-values", "viewport", "-ms-viewport":
		s.section(span, rest, propertiesBlock)
	default:
		if strings.HasSuffix(name, "keyframes") {
			s.named(span, rest, code.KindSection, keyframesBlock)
			return
		}
		s.section(span, rest, sectionBlock)
	}
}

// isSection reports whether a Less name with a colon is an at-rule after all.
func isSection(name string) bool {
	switch name {
	case "media", "page", "supports", "container", "layer":
		return true
	}
	return false
}

// section opens an at-rule that is known by its whole prelude.
func (s *scanner) section(span, rest code.Span, kind block) {
	text := s.Signature(span)
	i := s.open(code.Definition{Kind: code.KindSection, Name: text, NameSpan: span, Span: span, Signature: text})
	s.pushFor(kind, i)
	s.value(rest)
}

// named opens an at-rule that names what it defines.
func (s *scanner) named(span, rest code.Span, kind code.Kind, inside block) {
	end := s.word(int(rest.Start), int(rest.End))
	name := code.Span{Start: rest.Start, End: uint32(end)}
	if name.Start == name.End && rest.Start < rest.End { // quoted
		name = rest
	}
	if name.Start == name.End {
		s.section(span, rest, inside)
		return
	}
	i := s.open(code.Definition{Kind: kind, NameSpan: name, Span: span, Signature: s.Signature(span), Exported: true})
	f := s.pushFor(inside, i)
	if kind == code.KindClass {
		f.names = []string{s.Text(name, lang.MaxSignature)}
	}
}

// callable opens a mixin or a function.
func (s *scanner) callable(span, rest code.Span, keyword string) {
	end := s.word(int(rest.Start), int(rest.End))
	name := code.Span{Start: rest.Start, End: uint32(end)}
	open := s.skipSpace(end, int(rest.End))
	close := open
	if open < int(rest.End) && s.src[open] == '(' {
		close = s.closing(open, int(rest.End))
		open++
	}
	kind := code.KindMacro
	if keyword == "function" {
		kind = code.KindFunction
	}
	i := code.NoDefinition
	if name.Start < name.End {
		i = s.open(code.Definition{Kind: kind, NameSpan: name, Span: span, Signature: s.Signature(span),
			Exported: s.isPublic(name.Start), Params: s.params(open, close)})
	}
	f := s.pushFor(callBlock, i)
	f.names = nil
	s.bindParams(open, close)
}

// isPublic reports whether the name at i may be used by other Sass modules.
func (s *scanner) isPublic(i uint32) bool {
	return i >= uint32(len(s.src)) || s.src[i] != '_' && s.src[i] != '-' || s.syntax == plain || s.syntax == less
}

// closing returns the offset of the parenthesis that closes the one at open,
// end without one.
func (s *scanner) closing(open, end int) int {
	depth := 0
	for i := open; i < end; i++ {
		switch c := s.src[i]; c {
		case '\\':
			i++
		case '"', '\'':
			i = s.quoted(i, end) - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return end
}

// quoted returns the end of the string at i, at most end.
func (s *scanner) quoted(i, end int) int {
	quote := s.src[i]
	for i++; i < end; i++ {
		switch c := s.src[i]; {
		case c == quote:
			return i + 1
		case c == '\\':
			i++
		case c == '\n':
			return i
		case (c == '#' || c == '@') && i+1 < end && s.src[i+1] == '{' && s.interpolates(c):
			i = s.interpolation(i+1) - 1
		}
	}
	return end
}

// eachParam calls f with the parts of a parameter list that commas or, in
// Less, semicolons part.
func (s *scanner) eachParam(from, to int, f func(from, to int)) {
	mark := byte(',')
	if s.syntax == less && bytes.IndexByte(s.src[from:max(from, to)], ';') >= 0 {
		mark = ';'
	}
	start := from
	for i := from; i < to; i++ {
		switch c := s.src[i]; c {
		case '\\':
			i++
		case '"', '\'':
			i = s.quoted(i, to) - 1
		case '(':
			i = s.closing(i, to)
		case mark:
			f(start, i)
			start = i + 1
		}
	}
	f(start, to)
}

// params lists the parameters between two offsets.
func (s *scanner) params(from, to int) (out []code.Param) {
	s.eachParam(from, to, func(a, z int) {
		if name := s.param(a, z); name.Start < name.End {
			out = append(out, code.Param{Name: s.Text(name, lang.MaxSignature)})
		}
	})
	return out
}

// param is the name of the parameter between two offsets, sigil included.
func (s *scanner) param(from, to int) code.Span {
	span := s.trim(from, to)
	if span.Start == span.End {
		return span
	}
	end := int(span.Start)
	if c := s.src[end]; c == '$' || c == '@' {
		end++
	}
	return code.Span{Start: span.Start, End: uint32(s.word(end, int(span.End)))}
}

// bindParams makes parameters local to the block that has just been opened
// and reads their default values.
func (s *scanner) bindParams(from, to int) {
	s.eachParam(from, to, func(a, z int) {
		name := s.param(a, z)
		if name.Start < name.End {
			s.b.Bind(string(s.src[name.Start:name.End]), lang.ScopeFunction)
		}
		s.value(code.Span{Start: name.End, End: uint32(max(z, int(name.End)))})
	})
}

// loop reads the head of @each and @for: the variables before "in" or "from"
// are local to its block.
func (s *scanner) loop(span code.Span) {
	i, end := int(span.Start), int(span.End)
	for {
		i = s.skipSpace(i, end)
		if i < end && s.src[i] == ',' {
			i++
			continue
		}
		if i >= end || s.src[i] != '$' {
			break
		}
		stop := s.word(i+1, end)
		s.b.Bind(string(s.src[i:stop]), lang.ScopeBlock)
		i = stop
	}
	s.value(code.Span{Start: uint32(i), End: span.End})
}

// using binds the arguments that an @include takes back: "using ($a)".
func (s *scanner) using(span code.Span) {
	if i := bytes.LastIndex(s.src[span.Start:span.End], []byte(" using")); i >= 0 {
		open := s.skipSpace(int(span.Start)+i+len(" using"), int(span.End))
		if open < int(span.End) && s.src[open] == '(' {
			s.bindParams(open+1, s.closing(open, int(span.End)))
		}
	}
}
