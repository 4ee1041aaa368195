package html

import (
	"bytes"
	"strings"

	"sextant/internal/code"
)

// attributes reads the attributes of the tag whose name ends at i into
// s.attrs and moves behind the tag. It reports whether the tag closes itself.
func (s *scanner) attributes(i int) (selfClosed bool) {
	s.attrs = s.attrs[:0]
	// Blocks of a template that begin among the attributes end there, too.
	outer := s.floor
	s.floor = len(s.stack)
	defer func() {
		s.popTo(s.floor, s.at)
		s.floor = outer
	}()
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case isSpace(c):
			i++
		case c == '>':
			s.at = i + 1
			return false
		case c == '/':
			if i+1 < len(s.src) && s.src[i+1] == '>' {
				s.at = i + 2
				return true
			}
			if s.mode == svelte && i+1 < len(s.src) && (s.src[i+1] == '/' || s.src[i+1] == '*') {
				i = s.scriptComment(i)
				continue
			}
			i++
		case c == '<':
			if i+1 < len(s.src) && (s.src[i+1] == '?' || s.src[i+1] == '%') {
				i = max(s.island(i), i+2)
				continue
			}
			s.at = i // the tag has lost its end
			s.Partial()
			return false
		case c == '{':
			i = max(s.braceAttribute(i), i+1)
		default:
			i = max(s.attribute(i), i+1)
		}
	}
	s.at = len(s.src)
	s.Partial()
	return false
}

// attribute reads the attribute at i.
func (s *scanner) attribute(i int) int {
	from := i
	for i < len(s.src) && !isSpace(s.src[i]) && s.src[i] != '=' && s.src[i] != '>' && !(s.src[i] == '/' && i+1 < len(s.src) && s.src[i+1] == '>') {
		if s.src[i] == '<' || s.src[i] == '{' && s.mode != page && i > from && s.mode != vue {
			break
		}
		if s.src[i] == '[' { // Vue's dynamic names
			if n := bytes.IndexAny(s.src[i:min(len(s.src), i+256)], "]>\n"); n > 0 && s.src[i+n] == ']' {
				i += n
			}
		}
		i++
	}
	i = max(i, from+1)
	a := attribute{name: code.Span{Start: uint32(from), End: uint32(i)}}
	next := s.skipSpace(i)
	if next >= len(s.src) || s.src[next] != '=' || from == next {
		s.attrs = append(s.attrs, a)
		return i
	}
	i = s.skipSpace(next + 1)
	if i >= len(s.src) {
		s.attrs = append(s.attrs, a)
		return i
	}
	switch c := s.src[i]; {
	case c == '"' || c == '\'':
		end := s.quoted(i)
		a.quote = c
		a.value = code.Span{Start: uint32(i + 1), End: uint32(max(end-1, i+1))}
		if s.src[end-1] != c { // it does not end
			a.value.End = uint32(end)
		}
		i = end
	case c == '{' && (s.mode == svelte || s.mode == astro):
		end := s.closingBrace(i)
		a.quote = '{'
		a.value = code.Span{Start: uint32(i + 1), End: uint32(max(end-1, i+1))}
		i = end
	case c == '`' && s.mode == astro:
		end := len(s.src)
		if n := bytes.IndexByte(s.src[i+1:], '`'); n >= 0 {
			end = i + n + 2
		}
		a.quote = '`'
		a.value = code.Span{Start: uint32(i + 1), End: uint32(max(end-1, i+1))}
		i = end
	default:
		start := i
		for i < len(s.src) && !isSpace(s.src[i]) && s.src[i] != '>' {
			if next := s.island(i); next > i {
				i = next
				continue
			}
			i++
		}
		a.value = code.Span{Start: uint32(start), End: uint32(i)}
	}
	s.attrs = append(s.attrs, a)
	return i
}

// quoted returns the end of the quoted value at i: template tags inside may
// have quotes of their own.
func (s *scanner) quoted(i int) int {
	quote := s.src[i]
	for j := i + 1; j < len(s.src); {
		switch c := s.src[j]; {
		case c == quote:
			// A value that runs over a tag into another value has lost its end.
			if n := bytes.IndexByte(s.src[i:j], '>'); n > 0 && j+1 < len(s.src) && isWord(s.src[j+1]) && bytes.IndexByte(s.src[i+n:j], '<') > 0 {
				s.Partial()
				return i + n
			}
			return j + 1
		case c == '{' && s.mode == svelte:
			if end := s.closingBrace(j); end > j+1 {
				j = end
				continue
			}
		case c == '{' && s.mode == page || c == '<' && s.mode == page:
			if end := s.island(j); end > j+1 && s.openQuote(j, end, quote) {
				j = end
				continue
			}
		}
		j++
	}
	s.Partial()
	return len(s.src)
}

// openQuote reports whether a template tag has the value's quotes inside, in pairs.
func (s *scanner) openQuote(from, to int, quote byte) bool {
	return bytes.Count(s.src[from:to], []byte{quote})%2 == 0
}

// braceAttribute reads "{name}", "{...all}", "{@attach f}" or a template tag
// between attributes.
func (s *scanner) braceAttribute(i int) int {
	if s.mode == page || s.mode == vue {
		return max(s.island(i), i+1)
	}
	end := s.closingBrace(i)
	s.attrs = append(s.attrs, attribute{value: code.Span{Start: uint32(i + 1), End: uint32(max(end-1, i+1))}, quote: '{'})
	return end
}

// scriptComment steps over a comment among the attributes.
func (s *scanner) scriptComment(i int) int {
	end := "\n"
	if s.src[i+1] == '*' {
		end = "*/"
	}
	stop := len(s.src)
	if n := bytes.Index(s.src[i+2:], []byte(end)); n >= 0 {
		stop = i + 2 + n + len(end)
	}
	s.Region(code.Span{Start: uint32(i), End: uint32(stop)})
	return stop
}

// value is the trimmed value of the attribute called name, "" without it.
func (s *scanner) value(name string) string {
	for i := range s.attrs {
		a := &s.attrs[i]
		if int(a.name.End-a.name.Start) == len(name) && bytes.EqualFold(s.src[a.name.Start:a.name.End], []byte(name)) {
			v := s.trim(int(a.value.Start), int(a.value.End))
			return s.Text(v, 200)
		}
	}
	return ""
}

// attributeFacts records what the attributes of an element use. The code in
// those of a script or style is not the component's.
func (s *scanner) attributeFacts(element string, raw bool) {
	for i := range s.attrs {
		a := &s.attrs[i]
		name := s.src[a.name.Start:a.name.End]
		if !raw && s.directive(a, name) {
			continue
		}
		if a.quote == '"' || a.quote == '\'' || a.quote == '`' {
			s.literal(a)
		} else if a.quote == '{' {
			if !raw {
				s.expression(int(a.value.Start), int(a.value.End), string(name) == "class")
			}
			continue
		}
		if a.value.Start >= a.value.End || len(name) > 32 {
			continue
		}
		s.known(element, strings.ToLower(string(name)), a)
	}
}

// literal records a quoted value as a string, the expressions in it aside.
func (s *scanner) literal(a *attribute) {
	from, to := int(a.value.Start)-1, int(a.value.End)
	if to < len(s.src) && s.src[to] == a.quote {
		to++
	}
	if s.mode == svelte {
		for i := from; i < to; {
			n := bytes.IndexByte(s.src[i:to], '{')
			if n < 0 {
				break
			}
			i += n
			end := min(s.closingBrace(i), to)
			s.text(from, i)
			s.expression(i+1, max(end-1, i+1), false)
			from, i = end, end
		}
	}
	if from < to {
		s.text(from, to)
	}
}

// known acts on an attribute that HTML gives a meaning.
func (s *scanner) known(element, name string, a *attribute) {
	switch name {
	case "class", "classname":
		s.words(a.value, s.refer)
	case "for", "aria-labelledby", "aria-controls", "aria-describedby", "aria-owns", "list", "form", "popovertarget", "commandfor", "headers":
		s.words(a.value, s.refer)
	case "src", "href", "poster", "data", "action", "formaction", "xlink:href", "data-src", "data-href", "background", "hx-get", "hx-post", "hx-put", "hx-delete", "manifest", "cite":
		s.address(element, name, a.value)
	case "srcset", "imagesrcset", "data-srcset":
		s.sourceSet(a.value)
	}
}

// words calls f with the words of a value that no template makes.
func (s *scanner) words(value code.Span, f func(code.Span, code.Role)) {
	end := int(value.End)
	for i := int(value.Start); i < end; {
		for i < end && isSpace(s.src[i]) {
			i++
		}
		start := i
		made := false
		for i < end && !isSpace(s.src[i]) {
			if c := s.src[i]; c == '{' || c == '<' {
				made = true
				if next := s.made(i, end); next > i {
					i = next
					continue
				}
			} else if c == '}' || c == '>' || c == '%' || c == '"' || c == '\'' || c == '$' {
				made = true
			}
			i++
		}
		if start < i && !made {
			f(code.Span{Start: uint32(start), End: uint32(i)}, code.RoleRead)
		}
	}
}

// made returns the end of the template tag or expression at i, at most end.
func (s *scanner) made(i, end int) int {
	if s.mode == svelte && s.src[i] == '{' {
		return min(s.closingBrace(i), end)
	}
	_, stop := s.islandAt(i) // which was acted on when the tag was read
	return min(stop, end)
}

// address records what an attribute with an address leads to.
func (s *scanner) address(element, attribute string, value code.Span) {
	value = s.trim(int(value.Start), int(value.End))
	text := s.src[value.Start:value.End]
	if len(text) == 0 {
		return
	}
	if text[0] == '#' && len(text) > 1 {
		if attribute == "href" || attribute == "xlink:href" {
			s.words(code.Span{Start: value.Start + 1, End: value.End}, s.refer)
		}
		return
	}
	if bytes.ContainsAny(text, "{<") {
		if value = s.assetIn(value); value.Start == value.End {
			return
		}
		text = s.src[value.Start:value.End]
	}
	if s.loads(element, attribute) {
		if isLocal(text) {
			s.include(value)
		}
		return
	}
	if element != "script" && element != "base" {
		s.Link(value)
	}
}

// loads reports whether the address is that of a script or a sheet.
func (s *scanner) loads(element, attribute string) bool {
	switch element {
	case "script", "style", "template":
		return attribute == "src"
	case "link":
		for _, rel := range strings.Fields(strings.ToLower(s.value("rel"))) {
			switch rel {
			case "stylesheet", "modulepreload", "import", "stylesheet/less":
				return attribute == "href"
			case "preload":
				as := s.value("as")
				return attribute == "href" && (as == "script" || as == "style")
			}
		}
	}
	return false
}

// include records that the page brings in the file at span.
func (s *scanner) include(span code.Span) {
	s.EndHeader()
	s.b.AddImport(code.Import{Specifier: s.b.Intern(s.src[span.Start:span.End]), Form: code.ImportInclude, Span: span, Line: s.Line(span.Start)})
}

// isLocal reports whether an address can be one of the project's files.
func isLocal(text []byte) bool {
	if bytes.HasPrefix(text, []byte("//")) || bytes.ContainsAny(text, "\n<>{}") {
		return false
	}
	i := bytes.IndexAny(text, ":/?#")
	return i < 0 || text[i] != ':'
}

// assetIn is the path in an address that a template makes: the one quoted
// string in it with an extension ("{% static 'a.css' %}").
func (s *scanner) assetIn(value code.Span) code.Span {
	var found code.Span
	text := s.src[value.Start:value.End]
	for i := 0; i < len(text); i++ {
		if text[i] != '"' && text[i] != '\'' {
			continue
		}
		n := bytes.IndexByte(text[i+1:], text[i])
		if n < 0 {
			break
		}
		if word := text[i+1 : i+1+n]; bytes.LastIndexByte(word, '.') > 0 && bytes.IndexByte(word, ' ') < 0 {
			found = code.Span{Start: value.Start + uint32(i) + 1, End: value.Start + uint32(i+1+n)}
		}
		i += n + 1
	}
	return found
}

// sourceSet records the images of "a.png 1x, b.png 2x".
func (s *scanner) sourceSet(value code.Span) {
	end := int(value.End)
	for i := int(value.Start); i < end; {
		for i < end && (isSpace(s.src[i]) || s.src[i] == ',') {
			i++
		}
		start := i
		for i < end && !isSpace(s.src[i]) {
			i++
		}
		stop := i
		for stop > start && s.src[stop-1] == ',' {
			stop--
		}
		s.Link(code.Span{Start: uint32(start), End: uint32(stop)})
		if stop == i {
			for i < end && s.src[i] != ',' {
				i++
			}
		}
	}
}
