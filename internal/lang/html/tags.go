package html

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// tag reads the start tag at the cursor and what belongs to it.
func (s *scanner) tag() {
	start := s.at
	nameEnd := s.name(start + 1)
	selfClosed := s.attributes(nameEnd)
	name := strings.ToLower(string(s.src[start+1 : min(nameEnd, start+1+64)]))
	span := code.Span{Start: uint32(start), End: uint32(s.at)}
	nameSpan := code.Span{Start: uint32(start + 1), End: uint32(nameEnd)}
	for n := len(s.stack); n > 0 && s.mode != svelte && s.ends(name, s.stack[n-1].name); n-- {
		s.popTo(n-1, start)
	}
	top := len(s.stack) == 0
	depth := len(s.open)
	component := s.isComponent(name, nameSpan)
	if len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6' && !selfClosed {
		s.heading(int(name[1]-'0'), span)
		depth = len(s.open)
	}
	raw := name == "script" || name == "style" || s.isBlock(name, top)
	if top && s.mode != page && (raw || name == "template") {
		s.closeSections(0, start) // a heading of the markup says nothing about what is beside it
		depth = 0
	}
	var scope func()
	if s.mode != page && s.binds() && !raw {
		scope = s.b.PushScope(lang.ScopeBlock)
	}
	if s.mode == vue && top && name == "template" || name == "style" && s.mode != page && top {
		s.define(code.Definition{Kind: code.KindSection, Name: name, NameSpan: nameSpan, Span: span, Signature: s.Text(span, lang.MaxSignature)}, 0)
	}
	s.identify(name, span, !selfClosed && !raw)
	s.attributeFacts(name, raw)
	if component {
		s.component(nameSpan)
	}
	switch {
	case selfClosed || void[name] && !component:
		s.closeSections(depth, s.at)
		if scope != nil {
			scope()
		}
	case raw:
		s.raw(name, nameSpan)
		s.closeSections(depth, s.at)
	case name == "title" && s.mode == page, name == "textarea":
		s.readable(name, nameSpan)
		s.closeSections(depth, s.at)
		if scope != nil {
			scope()
		}
	default:
		if len(s.open) == depth {
			depth = -1
		}
		s.stack = append(s.stack, element{nameSpan, depth, scope})
		if name == "template" && s.mode == vue && top {
			s.foreignTemplate(nameSpan)
		}
	}
}

// void elements have no content.
var void = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true,
	"link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true}

// endedBy says which elements end, without an end tag, where another begins.
var endedBy = func() map[string]map[string]bool {
	ends := make(map[string]map[string]bool)
	for name, by := range map[string]string{
		"p":  "p div ul ol dl table section article aside header footer main nav form fieldset figure figcaption pre blockquote hr details address h1 h2 h3 h4 h5 h6",
		"li": "li", "dt": "dt dd", "dd": "dt dd", "option": "option optgroup", "td": "td th tr tbody tfoot", "th": "td th tr tbody tfoot",
		"tr": "tr tbody tfoot", "thead": "tbody tfoot", "tbody": "tbody tfoot",
	} {
		ends[name] = make(map[string]bool)
		for _, b := range strings.Fields(by) {
			ends[name][b] = true
		}
	}
	return ends
}()

// ends reports whether the start tag of name ends the open element at span.
func (s *scanner) ends(name string, open code.Span) bool {
	if open.End-open.Start > 6 {
		return false
	}
	by := endedBy[string(bytes.ToLower(s.src[open.Start:open.End]))]
	return by != nil && by[name]
}

// heading opens the section of the heading whose start tag is at span.
func (s *scanner) heading(level int, tag code.Span) {
	from := int(tag.End)
	limit := min(len(s.src), from+maxHeading)
	to := -1
	for i := from; i < limit && to < 0; i++ {
		n := bytes.IndexByte(s.src[i:limit], '<')
		if n < 0 {
			break
		}
		i += n
		rest := bytes.TrimPrefix(s.src[i+1:limit], []byte("/"))
		if len(rest) > 1 && rest[0]|0x20 == 'h' && isDigit(rest[1]) { // its end, or the next one's begin
			to = i
		}
	}
	if to < 0 {
		return
	}
	// The sections of its level end here, as far as the element around them goes.
	for k := len(s.open); k > 0 && s.open[k-1].level >= level; k-- {
		s.closeSections(k-1, int(tag.Start))
	}
	title := s.trim(from, to)
	text := s.plainText(title)
	if text == "" {
		return
	}
	s.define(code.Definition{Kind: code.KindHeading, Name: text, NameSpan: title, Span: tag, Signature: text}, level)
}

// plainText is markup's text on one line: tags, comments and template tags
// are left out, entities read. It is empty when there are no letters.
func (s *scanner) plainText(span code.Span) string {
	var b strings.Builder
	src := s.src[span.Start:span.End]
	for i := 0; i < len(src); {
		end := i + 1
		switch c := src[i]; {
		case c == '<' && i+1 < len(src) && (isLetter(src[i+1]) || src[i+1] == '/' || src[i+1] == '!' || src[i+1] == '?' || src[i+1] == '%'):
			if n := bytes.IndexByte(src[i:], '>'); n >= 0 {
				end = i + n + 1
			} else {
				end = len(src)
			}
			if bytes.HasPrefix(src[i:], []byte("<br")) {
				b.WriteByte(' ')
			}
		case c == '{' && (s.mode == svelte || s.mode == astro || i+1 < len(src) && (src[i+1] == '{' || src[i+1] == '%')):
			if n := bytes.IndexByte(src[i:], '}'); n >= 0 {
				end = i + n + 1
				for end < len(src) && src[end] == '}' {
					end++
				}
			}
		case c == '&':
			text, n := entity(src[i:])
			b.WriteString(text)
			end = i + n
		default:
			b.WriteByte(c)
		}
		i = end
	}
	text := code.OneLine(strings.ToValidUTF8(b.String(), "\uFFFD"))
	for _, r := range text {
		if r >= '0' && r != '{' && r != '}' {
			return code.Clip(text, lang.MaxSignature)
		}
	}
	return ""
}

var entities = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "©", "ndash": "–",
	"mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "middot": "·", "times": "×", "#39": "'", "#x27": "'",
	"laquo": "«", "raquo": "»", "rarr": "→", "larr": "←", "reg": "®", "trade": "™"}

// entity reads the character reference at the start of src.
func entity(src []byte) (text string, n int) {
	if i := bytes.IndexByte(src[:min(len(src), 12)], ';'); i > 0 {
		if t, ok := entities[string(src[1:i])]; ok {
			return t, i + 1
		}
	}
	return "&", 1
}

// identify opens a definition for the element when it has an id, or a name by
// which others know it.
func (s *scanner) identify(name string, tag code.Span, content bool) {
	for i := range s.attrs {
		a := &s.attrs[i]
		n := s.src[a.name.Start:a.name.End]
		if !bytes.EqualFold(n, []byte("id")) && !((name == "a" || name == "form" || name == "map") && bytes.EqualFold(n, []byte("name"))) {
			continue
		}
		id := s.trim(int(a.value.Start), int(a.value.End))
		if id.Start == id.End || a.quote == '{' || bytes.ContainsAny(s.src[id.Start:id.End], "{}<>%$\n ") {
			continue
		}
		depth := len(s.open)
		s.define(code.Definition{Kind: code.KindSection, NameSpan: id, Span: tag, Signature: s.Text(tag, 120)}, 0)
		if !content {
			s.closeSections(depth, int(tag.End))
		}
		return
	}
}

// readable reads an element whose content is text alone: a title, a textarea.
func (s *scanner) readable(name string, at code.Span) {
	from := s.at
	to := s.rawEnd(from, name)
	if name == "title" && !s.inSVG() {
		if text := s.plainText(s.trim(from, to)); text != "" {
			s.SetDoc(text)
		}
	}
	s.endRaw(to)
}

func (s *scanner) inSVG() bool {
	for k := len(s.stack) - 1; k >= 0 && k >= len(s.stack)-16; k-- {
		if bytes.EqualFold(s.src[s.stack[k].name.Start:s.stack[k].name.End], []byte("svg")) {
			return true
		}
	}
	return false
}

// rawEnd returns where the raw text from offset i on ends: at "</name".
func (s *scanner) rawEnd(i int, name string) int {
	escaped, double := false, false
	lastEnd := -1
	if name == "script" {
		lastEnd = s.lastComment()
	}
	for i < len(s.src) {
		n := bytes.IndexAny(s.src[i:], "<-")
		if n < 0 {
			break
		}
		i += n
		rest := s.src[i:]
		switch {
		case rest[0] == '-':
			// "-->" ends what "<!--" began, as old pages hide their scripts.
			if escaped && bytes.HasPrefix(rest, []byte("-->")) {
				escaped, double = false, false
			}
			i++
		case name == "script" && bytes.HasPrefix(rest, []byte("<!--")):
			escaped = i < lastEnd
			i += 4
		case isTag(rest, "</", name):
			if !double {
				return i
			}
			double = false
			i += 2
		case escaped && name == "script" && isTag(rest, "<", name):
			double = true
			i++
		default:
			i++
		}
	}
	s.Partial()
	return len(s.src)
}

// lastComment is the offset of the file's last "-->", -1 without one.
func (s *scanner) lastComment() int {
	if !s.lastKnown {
		s.last, s.lastKnown = bytes.LastIndex(s.src, []byte("-->")), true
	}
	return s.last
}

// isTag reports whether src begins with the prefix, the tag name and what may
// follow a tag name.
func isTag(src []byte, prefix, name string) bool {
	n := len(prefix) + len(name)
	return len(src) > n && string(src[:len(prefix)]) == prefix && bytes.EqualFold(src[len(prefix):n], []byte(name)) &&
		(isSpace(src[n]) || src[n] == '>' || src[n] == '/')
}

// endRaw moves behind the end tag at offset to.
func (s *scanner) endRaw(to int) {
	s.at = to
	if to < len(s.src) {
		s.skipPast(">")
	}
}

// isComponent reports whether a tag stands for a component or a custom element.
func (s *scanner) isComponent(name string, at code.Span) bool {
	if at.Start >= at.End {
		return false
	}
	switch c := s.src[at.Start]; {
	case s.mode == page:
		return strings.IndexByte(name, '-') > 0 && !bytes.ContainsAny(s.src[at.Start:at.End], ":;{}")
	case 'A' <= c && c <= 'Z':
		return true
	case s.mode == vue && strings.IndexByte(name, '-') > 0:
		return true
	}
	return strings.IndexByte(name, '.') > 0
}

// component records the use of a component: <MyCard>, <my-card>, <ui.Card>.
func (s *scanner) component(at code.Span) {
	text := s.src[at.Start:at.End]
	if bytes.IndexByte(text, ':') >= 0 {
		return
	}
	if i := bytes.LastIndexByte(text, '.'); i > 0 && i+1 < len(text) {
		q := code.QualifierName
		if bytes.IndexByte(text[:i], '.') >= 0 {
			q = code.QualifierPath
		}
		name := code.Span{Start: at.Start + uint32(i) + 1, End: at.End}
		s.referTo(s.b.Intern(text[i+1:]), name, code.RoleCall, q, s.b.Intern(text[:i]))
		return
	}
	if s.mode != vue || text[0] >= 'A' && text[0] <= 'Z' {
		s.refer(at, code.RoleCall)
		return
	}
	s.referTo(pascal(string(text)), at, code.RoleCall, code.QualifierNone, "")
}

// pascal is my-card as MyCard.
func pascal(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(strings.ToValidUTF8(name, "\uFFFD"), "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// camel is my-prop as myProp.
func camel(name string) string {
	p := pascal(name)
	if p == "" {
		return p
	}
	return strings.ToLower(p[:1]) + p[1:]
}
