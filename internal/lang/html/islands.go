package html

import (
	"bytes"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// brace reads what a "{" in the text opens.
func (s *scanner) brace() {
	switch s.mode {
	case svelte:
		s.logic()
	case vue:
		if !bytes.HasPrefix(s.src[s.at:], []byte("{{")) {
			s.at++
			return
		}
		end := s.mustacheEnd(s.at)
		if end > s.at+4 {
			s.expression(s.at+2, end-2, false)
		}
		s.at = max(end, s.at+2)
	case astro:
		end := s.closingBrace(s.at)
		if end <= s.at+1 || bytes.IndexByte(s.src[s.at:end], '<') >= 0 {
			s.wasted += end - s.at
			s.at++ // markup inside: its tags are read as any other
			return
		}
		s.expression(s.at+1, end-1, false)
		s.at = end
	default:
		s.at = max(s.island(s.at), s.at+1)
	}
}

// mustacheEnd returns the end of the "{{ ... }}" at i, i without one.
func (s *scanner) mustacheEnd(i int) int {
	limit := min(len(s.src), i+maxCode)
	n := bytes.Index(s.src[i+2:limit], []byte("}}"))
	if n < 0 || bytes.Contains(s.src[i+2:i+2+n], []byte("{{")) { // it has lost its end
		return i
	}
	return i + 2 + n + 2
}

// islandKind is how a template tag opens and closes.
type islandKind struct{ open, close string }

var islandKinds = []islandKind{
	{"{{!--", "--}}"}, {"{{{", "}}}"}, {"{{", "}}"}, {"{%", "%}"}, {"{#", "#}"}, {"<%--", "--%>"}, {"<%", "%>"}, {"<?", "?>"},
}

// island returns the end of the template tag at i and acts on it; i when
// there is none.
func (s *scanner) island(i int) int {
	k, end := s.islandAt(i)
	switch {
	case k == nil:
	case s.isTemplateComment(k.open, s.src[i:end]):
		s.Region(code.Span{Start: uint32(i), End: uint32(end)})
	case k.open == "<?":
		s.php = s.php || s.isPHP(i)
	default:
		s.directiveTag(k.open, i+len(k.open), end-len(k.close))
	}
	return end
}

// islandAt finds the template tag at i and its end. Without one that ends the
// kind is nil and the end is i, or behind the mark that surely opened one.
func (s *scanner) islandAt(i int) (*islandKind, int) {
	rest := s.src[i:min(len(s.src), i+maxIsland)]
	if len(rest) < 4 || rest[0] == '{' && rest[1] != '{' && rest[1] != '%' && rest[1] != '#' || rest[0] == '<' && rest[1] != '%' && rest[1] != '?' ||
		rest[0] != '{' && rest[0] != '<' {
		return nil, i
	}
	for n := range islandKinds {
		k := &islandKinds[n]
		if !bytes.HasPrefix(rest, []byte(k.open)) {
			continue
		}
		n := bytes.Index(rest[len(k.open):], []byte(k.close))
		if n < 0 {
			if k.open == "<%" {
				return nil, i + 2
			}
			return nil, i
		}
		return k, i + len(k.open) + n + len(k.close)
	}
	return nil, i
}

func (s *scanner) isTemplateComment(open string, rest []byte) bool {
	switch open {
	case "{{!--", "{#", "<%--":
		return true
	case "{{":
		return len(rest) > 3 && (rest[2] == '!' || bytes.HasPrefix(rest[2:], []byte("/*")) || bytes.HasPrefix(rest[2:], []byte("- /*")))
	case "<%":
		return rest[2] == '#'
	}
	return false
}

// directiveTag acts on a template tag between two offsets: those that bring
// in other templates, and those that define blocks and macros.
func (s *scanner) directiveTag(open string, from, to int) {
	i := from
	for i < to && (isSpace(s.src[i]) || s.src[i] == '-' || s.src[i] == '~' || s.src[i] == '=' || s.src[i] == '+') {
		i++
	}
	if i < to && s.src[i] == '>' || i+1 < to && s.src[i] == '#' && s.src[i+1] == '>' { // a partial of Handlebars
		i = s.skipSpace(i + 1 + bytes.IndexByte(s.src[i:], '>'))
		end := i
		for end < to && !isSpace(s.src[end]) && s.src[end] != '}' {
			end++
		}
		if i < end && s.src[i] != '(' && s.src[i] != '@' {
			s.includeTemplate(i, end)
		}
		return
	}
	end := i
	for end < to && (isWord(s.src[end]) || s.src[end] == '.') {
		end++
	}
	word := string(s.src[i:end])
	switch {
	case open == "{%":
		s.jinja(word, end, to)
	case open == "<%":
		switch word {
		case "include", "render", "partial", "layout":
			if a, z := s.string(end, to); a < z {
				s.includeTemplate(a, z)
			}
		}
	case word == "template" || word == "partial" || word == "partialCached" || word == "layout" || word == "include":
		if a, z := s.string(end, to); a < z && bytes.IndexByte(s.src[a:z], '.') > 0 {
			s.includeTemplate(a, z)
		}
	case word == "define" || word == "block":
		if a, z := s.string(end, to); a < z {
			depth := len(s.open)
			span := code.Span{Start: uint32(i), End: uint32(z + 1)}
			s.define(code.Definition{Kind: code.KindSection, NameSpan: code.Span{Start: uint32(a), End: uint32(z)}, Span: span,
				Signature: s.Text(span, lang.MaxSignature)}, 0)
			s.closeSections(depth, z+1) // its {{end}} looks like any other
		}
	}
}

// jinja acts on a tag of Jinja, Django, Twig or Liquid whose word ends at end.
func (s *scanner) jinja(word string, end, to int) {
	switch word {
	case "include", "extends", "import", "from", "embed", "render", "layout", "use", "include_relative", "ssi":
		if a, z := s.string(end, to); a < z {
			s.includeTemplate(a, z)
		}
	case "block", "macro":
		a := end
		for a < to && isSpace(s.src[a]) {
			a++
		}
		z := a
		for z < to && (isWord(s.src[z]) || s.src[z] == '-' || s.src[z] == '.') {
			z++
		}
		keyword := code.Span{Start: uint32(end - len(word)), End: uint32(end)}
		d := code.Definition{Kind: code.KindSection, NameSpan: code.Span{Start: uint32(a), End: uint32(z)},
			Span: code.Span{Start: keyword.Start, End: uint32(z)}}
		if word == "macro" {
			d.Kind, d.Exported = code.KindMacro, true
			d.Span.End += uint32(bytes.IndexByte(s.src[z:to], ')') + 1)
		}
		d.Signature = s.Text(d.Span, lang.MaxSignature)
		depth := len(s.open)
		if s.define(d, 0); len(s.open) > depth {
			s.stack = append(s.stack, element{keyword, depth, nil})
		}
	case "endblock", "endmacro":
		s.popElement([]byte(word[len("end"):]), end, to+2)
	}
}

// string returns the content of the first quoted string between two offsets.
func (s *scanner) string(from, to int) (a, z int) {
	i := bytes.IndexAny(s.src[from:to], "'\"")
	if i < 0 {
		return 0, 0
	}
	a = from + i + 1
	n := bytes.IndexByte(s.src[a:to], s.src[a-1])
	if n < 0 {
		return 0, 0
	}
	return a, a + n
}

// includeTemplate records that the template at a:z is part of this one.
func (s *scanner) includeTemplate(a, z int) {
	if z-a > 200 || bytes.ContainsAny(s.src[a:z], " {}<>$") {
		return
	}
	s.include(code.Span{Start: uint32(a), End: uint32(z)})
}
