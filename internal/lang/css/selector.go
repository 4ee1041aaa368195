package css

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// token is a class, id or placeholder in a selector.
type token struct {
	name code.Span // sigil left out, but for a placeholder's
	mark byte
}

// part is one selector of a list.
type part struct {
	span code.Span
	// subject is the class, placeholder or id that the selector styles; its
	// mark is '&' for a suffix to the names outside, 0 without any.
	subject token
}

// rule opens a rule: a definition for each class or id that its selectors
// style, one for the rest of the list together. The other names in the
// selectors are uses.
func (s *scanner) rule(span code.Span) {
	s.tokens, s.parts = s.tokens[:0], s.parts[:0]
	guard := code.Span{Start: span.End, End: span.End}
	if i := bytes.Index(s.src[span.Start:span.End], []byte(" when ")); i > 0 && s.syntax == less {
		guard.Start = span.Start + uint32(i)
	}
	s.selectors(code.Span{Start: span.Start, End: guard.Start})
	var outer []string
	if f := s.frame(); f != nil {
		outer = f.names
	}
	first, count := code.NoDefinition, int32(0)
	var names []string
	add := func(d code.Definition) {
		if len(s.frames) > maxDepth {
			return
		}
		d.Container, d.Exported = s.container(), true
		if first != code.NoDefinition {
			d.Doc = s.Definition(first).Doc
		}
		if i := s.Open(d); i != code.NoDefinition {
			if first == code.NoDefinition {
				first = i
			}
			count++
		}
	}
	rest := -1 // the first part without a name
	for k := range s.parts {
		p := &s.parts[k]
		switch {
		case p.subject.mark == 0:
			if rest >= 0 {
				continue
			}
			rest = k
			text := s.restText(k)
			add(code.Definition{Kind: code.KindSection, Name: text, NameSpan: p.span, Span: p.span, Signature: text})
		case k > 0 && s.repeated(k):
		case p.subject.mark == '&':
			for _, name := range outer[:min(len(outer), 8)] {
				name += s.plainName(p.subject.name)
				names = append(names, name)
				span := code.Span{Start: p.subject.name.Start - 1, End: p.subject.name.End}
				add(code.Definition{Kind: code.KindClass, Name: name, NameSpan: span, Span: p.span, Signature: s.Signature(p.span)})
			}
		default:
			name := s.plainName(p.subject.name)
			kind := code.KindClass
			if p.subject.mark == '#' {
				kind = code.KindSection
			} else {
				names = append(names, name)
			}
			add(code.Definition{Kind: kind, Name: name, NameSpan: p.subject.name, Span: p.span, Signature: s.sameText(k)})
		}
	}
	s.pushRule(code.Span{Start: span.Start, End: guard.Start}, first, count, names)
	s.value(guard)
}

// pushRule opens the rule's block and records the uses in its selectors.
func (s *scanner) pushRule(span code.Span, first, count int32, names []string) {
	f := s.push(ruleBlock, first, count)
	if len(names) > 0 {
		f.names = names
	}
	for _, t := range s.tokens {
		s.referTo(t.name, code.RoleRead, "", f.container)
	}
	if s.syntax != plain {
		s.interpolated(span, f.container)
	}
}

// repeated reports whether an earlier selector of the list has the same subject.
func (s *scanner) repeated(k int) bool {
	p := &s.parts[k]
	for j := range s.parts[:k] {
		if s.same(&s.parts[j], p) {
			return true
		}
	}
	return false
}

func (s *scanner) same(a, b *part) bool {
	return a.subject.mark == b.subject.mark &&
		string(s.src[a.subject.name.Start:a.subject.name.End]) == string(s.src[b.subject.name.Start:b.subject.name.End])
}

// sameText joins the selectors that share the subject of part k.
func (s *scanner) sameText(k int) string {
	text := s.Signature(s.parts[k].span)
	for j := k + 1; j < len(s.parts) && len(text) < lang.MaxSignature; j++ {
		if s.same(&s.parts[j], &s.parts[k]) {
			text += ", " + s.Signature(s.parts[j].span)
		}
	}
	return text
}

// restText joins the selectors from part k on that have no name.
func (s *scanner) restText(k int) string {
	text := s.Signature(s.parts[k].span)
	for j := k + 1; j < len(s.parts) && len(text) < lang.MaxSignature; j++ {
		if s.parts[j].subject.mark == 0 {
			text += ", " + s.Signature(s.parts[j].span)
		}
	}
	return code.Clip(text, lang.MaxSignature)
}

// plainName is an identifier as markup writes it: without escapes.
func (s *scanner) plainName(span code.Span) string {
	text := s.Signature(span)
	if strings.IndexByte(text, '\\') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// selectors splits a selector list into parts and tokens.
func (s *scanner) selectors(span code.Span) {
	start, end := int(span.Start), int(span.End)
	var r selectorReader
	r.s = s
	parens := 0
	for i := start; i < end; {
		switch c := s.src[i]; {
		case s.isComment(i):
			i = s.commentEnd(i)
		case c == '[':
			i = s.bracket(i, end)
			r.inCompound(parens)
		case c == '(':
			parens++
			i++
		case c == ')':
			parens = max(parens-1, 0)
			i++
		case c == '"' || c == '\'':
			i = s.quoted(i, end)
		case c == ',' && parens == 0:
			r.endPart(s.trim(start, i))
			i++
			start = i
		case isSpace(c) || c == '>' || c == '+' || c == '~':
			i++
			r.gap = r.gap || parens == 0
		case c == '&' && parens == 0:
			r.inCompound(parens)
			stop := s.word(i+1, end)
			r.ampersand = true
			if stop > i+1 && r.subject.mark == 0 {
				r.subject = token{code.Span{Start: uint32(i + 1), End: uint32(stop)}, '&'}
			}
			i = stop
		case c == '.' || c == '%' || c == '#' && !(i+1 < end && s.src[i+1] == '{' && s.interpolates('#')):
			stop := s.word(i+1, end)
			name := code.Span{Start: uint32(i + 1), End: uint32(stop)}
			if c == '%' {
				name.Start--
			}
			if stop > i+1 {
				r.inCompound(parens)
				r.token(token{name, c}, parens > 0)
			}
			i = max(stop, i+1)
		case isWord(c) || c == '\\' || c == '#' || c == '@':
			r.inCompound(parens)
			i = max(s.word(i, end), i+1)
		default: // * : |
			r.inCompound(parens)
			i++
		}
	}
	r.endPart(s.trim(start, end))
}

// selectorReader follows one selector: the compound being read, and the
// class or id that would be its subject.
type selectorReader struct {
	s         *scanner
	gap       bool // a combinator stands before what comes next
	ampersand bool // the compound has the rule outside in it
	subject   token
}

// inCompound opens another compound after a combinator: what the one before
// styles is only where this one is looked for.
func (r *selectorReader) inCompound(parens int) {
	if r.gap && parens == 0 {
		r.use()
		r.ampersand = false
	}
	r.gap = false
}

// use turns the subject into a use.
func (r *selectorReader) use() {
	if r.subject.mark != 0 && r.subject.mark != '&' {
		r.s.tokens = append(r.s.tokens, r.subject)
	}
	r.subject = token{}
}

// token takes a name: the first class of a compound is its subject, else its
// first id. Beside the rule outside ("&.active") it is a condition.
func (r *selectorReader) token(t token, argument bool) {
	switch {
	case argument || r.ampersand:
	case r.subject.mark == 0:
		r.subject = t
		return
	case r.subject.mark == '#' && t.mark != '#':
		r.s.tokens = append(r.s.tokens, r.subject)
		r.subject = t
		return
	}
	r.s.tokens = append(r.s.tokens, t)
}

func (r *selectorReader) endPart(span code.Span) {
	if span.Start < span.End && len(r.s.parts) < maxParts {
		r.s.parts = append(r.s.parts, part{span, r.subject})
	} else {
		r.use()
	}
	*r = selectorReader{s: r.s}
}

// bracket returns the end of the attribute selector at i.
func (s *scanner) bracket(i, end int) int {
	for i++; i < end; i++ {
		switch c := s.src[i]; c {
		case ']':
			return i + 1
		case '"', '\'':
			i = s.quoted(i, end) - 1
		}
	}
	return end
}
