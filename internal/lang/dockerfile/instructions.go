package dockerfile

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
)

// arguments reads ARG name[=value] ....
func (s *scanner) arguments(from int, words, ranges []word, doc string) {
	for i, w := range words {
		name := s.named(w)
		if name.from == name.to || strings.IndexByte("#$<&|", s.src[name.from]) >= 0 {
			s.Partial()
			return // no comment may stand there, and no command
		}
		s.variable(from, i, name, w.to, ranges, len(words) == 1, "ARG ", doc)
	}
}

// named is the part of a word before an equals sign.
func (s *scanner) named(w word) word {
	i := w.from
	for i < w.to && s.src[i] != '=' {
		i++
	}
	return s.unquoted(word{w.from, i})
}

// environment reads ENV name=value ..., or the old ENV name value.
func (s *scanner) environment(from int, words, ranges []word, doc string) {
	if len(words) == 0 {
		s.Partial()
		return
	}
	if bytes.IndexByte(s.text(words[0]), '=') < 0 {
		s.variable(from, 0, words[0], words[len(words)-1].to, ranges, true, "ENV ", doc)
		return
	}
	for i, w := range words {
		if name := s.named(w); name.from < name.to && name.to < w.to {
			s.variable(from, i, name, w.to, ranges, len(words) == 1, "ENV ", doc)
		}
	}
}

// variable opens the i-th definition of an instruction. The first one's span
// begins with the instruction.
func (s *scanner) variable(from, i int, name word, to int, ranges []word, whole bool, keyword, doc string) {
	if i > 0 {
		from, doc = name.from, ""
	}
	d := s.Open(code.Definition{Kind: code.KindVariable, NameSpan: span(name.from, name.to), Span: span(from, name.to), Container: s.stage,
		Doc: doc, Exported: true})
	s.names[string(s.text(name))] = true
	if d == code.NoDefinition {
		return
	}
	if whole {
		s.sign(d, ranges)
		return
	}
	s.Definition(d).Signature = keyword + s.Text(span(name.from, to), lang.MaxSignature)
	s.Close(d, uint32(to))
}

// copies reads COPY and ADD: options, sources, destination.
func (s *scanner) copies(keyword string, words []word) {
	foreign := false
	for len(words) > 0 && bytes.HasPrefix(s.text(words[0]), []byte("--")) {
		if value, ok := bytes.CutPrefix(s.text(words[0]), []byte("--from=")); ok {
			foreign = true
			s.source(word{words[0].to - len(value), words[0].to})
		}
		words = words[1:]
	}
	if len(words) < 2 || foreign {
		if len(words) == 0 {
			s.Partial()
		}
		return
	}
	for _, w := range words[:len(words)-1] {
		w = s.unquoted(w)
		name := s.text(w)
		switch {
		case len(name) == 0, bytes.IndexByte(name, '$') >= 0, bytes.HasPrefix(name, []byte("<<")), bytes.Contains(name, []byte("://")),
			bytes.HasPrefix(name, []byte("git@")), len(bytes.Trim(name, "./")) == 0:
		default:
			s.b.AddImport(code.Import{Specifier: s.b.Intern(name), Form: code.ImportInclude, Span: span(w.from, w.to), Line: s.Line(uint32(w.from))})
		}
	}
}

// source records what stands behind from=: a stage, or an image.
func (s *scanner) source(w word) {
	w = s.unquoted(w)
	name := s.text(w)
	number := len(name) > 0
	for _, c := range name {
		number = number && '0' <= c && c <= '9'
	}
	switch {
	case len(name) == 0 || number || name[0] == '$':
	case s.stages[strings.ToLower(string(name))] || bytes.IndexByte(name, ':') < 0 && bytes.IndexByte(name, '/') < 0:
		s.refer(w, code.RoleRead)
	default:
		s.b.AddImport(code.Import{Specifier: s.b.Intern(name), Form: code.ImportStatic, Span: span(w.from, w.to), Line: s.Line(uint32(w.from))})
	}
}

// runs reads RUN: its mounts, and the paths in its command.
func (s *scanner) runs(words []word) {
	for len(words) > 0 && bytes.HasPrefix(s.text(words[0]), []byte("--")) {
		if mount, ok := bytes.CutPrefix(s.text(words[0]), []byte("--mount=")); ok {
			at := words[0].to - len(mount)
			for _, field := range bytes.Split(mount, []byte{','}) {
				if value, ok := bytes.CutPrefix(field, []byte("from=")); ok {
					s.source(word{at + len("from="), at + len("from=") + len(value)})
				}
				at += len(field) + 1
			}
		}
		words = words[1:]
	}
	for _, w := range words {
		s.Prose(span(w.from, w.to))
	}
}

// heredocs passes the texts that follow an instruction with <<EOF: a script
// for RUN, else the content of a file.
func (s *scanner) heredocs(keyword string, words []word) {
	if keyword != "RUN" && keyword != "COPY" && keyword != "ADD" {
		return
	}
	for i, w := range words {
		text := s.text(w)
		at := bytes.Index(text, []byte("<<"))
		if at < 0 || bytes.HasPrefix(text[at:], []byte("<<<")) {
			continue
		}
		tag := bytes.TrimPrefix(text[at+2:], []byte("-"))
		tabs := len(tag) < len(text)-at-2
		tag = bytes.Trim(tag, `"'`)
		n := 0
		for n < len(tag) && (tag[n] == '_' || 'a' <= tag[n]|0x20 && tag[n]|0x20 <= 'z' || '0' <= tag[n] && tag[n] <= '9') {
			n++
		}
		if tag = tag[:n]; n == 0 {
			continue
		}
		from, to, ok := s.body(tag, tabs)
		if !ok {
			s.Partial() // what follows is read as if there were no text
			return
		}
		s.last = max(s.last, s.at)
		if keyword == "RUN" && (i > 0 || s.script(from, to, "bash")) && (i == 0 || s.script(from, to, string(s.text(words[0])))) {
			continue
		}
		s.b.Region(code.RegionString, span(from, to))
	}
}

// script hands a heredoc to the language that the command before it, or its
// own first line, names.
func (s *scanner) script(from, to int, command string) bool {
	name := command[strings.LastIndexByte(command, '/')+1:]
	if first := s.src[from:min(to, s.eol(from))]; bytes.HasPrefix(first, []byte("#!")) {
		fields := strings.Fields(string(first[2:]))
		if len(fields) == 0 {
			return false
		}
		name = fields[len(fields)-1]
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	switch name = strings.TrimRight(name, "0123456789."); name {
	case "sh", "bash", "python", "ruby", "perl", "node", "php":
		return s.b.Embed(name, span(from, to), lang.Uses)
	}
	return false
}

// maxLost bounds the texts whose end is looked for in vain.
const maxLost = 50

// body finds the text up to the line that is the tag and moves behind it.
func (s *scanner) body(tag []byte, tabs bool) (from, to int, ok bool) {
	from = s.at
	if s.lost > maxLost {
		return 0, 0, false
	}
	for i := from; i < len(s.src); {
		end := s.eol(i)
		line := bytes.TrimRight(s.src[i:end], "\r")
		if tabs {
			line = bytes.TrimLeft(line, "\t")
		}
		if bytes.Equal(line, tag) {
			s.at = min(end+1, len(s.src))
			return from, i, true
		}
		i = end + 1
	}
	s.lost++
	return 0, 0, false
}

// uses records the arguments and variables of the file that an instruction
// refers to.
func (s *scanner) uses(ranges []word) {
	for _, r := range ranges {
		s.usesIn(r.from, r.to)
	}
}

func (s *scanner) usesIn(from, to int) {
	for i := from; i+1 < to; i++ {
		if s.src[i] == '\\' {
			i++
			continue
		}
		if s.src[i] != '$' {
			continue
		}
		a := i + 1
		if s.src[a] == '{' {
			a++
		}
		b := a
		for b < to && (s.src[b] == '_' || 'a' <= s.src[b]|0x20 && s.src[b]|0x20 <= 'z' || '0' <= s.src[b] && s.src[b] <= '9') {
			b++
		}
		if b > a && s.names[string(s.src[a:b])] {
			s.refer(word{a, b}, code.RoleRead)
		}
		if b > a {
			i = b - 1
		}
	}
}
