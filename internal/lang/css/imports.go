package css

import (
	"bytes"
	"path"
	"strings"

	"sextant/internal/code"
)

// importing reads the at-rules that name other sheets, plugins or trees.
func (s *scanner) importing(span, rest code.Span, keyword string) {
	switch keyword {
	case "import":
		s.importList(rest)
		return
	case "value":
		if i := bytes.LastIndex(s.src[rest.Start:rest.End], []byte(" from ")); i >= 0 {
			s.imported(code.Span{Start: rest.Start, End: rest.Start + uint32(i)}, s.trim(int(rest.Start)+i+len(" from "), int(rest.End)))
		}
		return
	}
	name, after := s.literal(int(rest.Start), int(rest.End))
	if name.Start == name.End {
		return
	}
	im := code.Import{Specifier: s.b.Intern(s.src[name.Start:name.End]), Span: name, Line: s.Line(name.Start), Form: code.ImportInclude}
	tail := code.Span{Start: uint32(after), End: rest.End}
	switch keyword {
	case "source":
		s.Link(name)
		return
	case "use":
		im.Form = code.ImportUse
		im.Names = s.useNames(im.Specifier, tail)
	case "forward":
		im.Form = code.ImportReExport
		im.Names = s.forwardNames(tail)
	}
	s.b.AddImport(im)
	if i := bytes.Index(s.src[tail.Start:tail.End], []byte("with")); i >= 0 {
		open := s.skipSpace(int(tail.Start)+i+len("with"), int(tail.End))
		if open < int(tail.End) && s.src[open] == '(' { // the module's variables are set
			s.eachParam(open+1, s.closing(open, int(tail.End)), func(a, z int) {
				if name := s.param(a, z); name.Start < name.End {
					s.referTo(name, code.RoleWrite, s.useName(im.Specifier), code.NoDefinition)
					s.value(code.Span{Start: name.End, End: uint32(z)})
				}
			})
		}
	}
}

// literal returns the string, or the content of url(...), at i and where what
// follows it begins; an empty span without one.
func (s *scanner) literal(i, end int) (code.Span, int) {
	i = s.skipSpace(i, end)
	if i >= end {
		return code.Span{}, end
	}
	if c := s.src[i]; c == '"' || c == '\'' {
		stop := s.quoted(i, end)
		if s.src[stop-1] == c && stop-1 > i {
			return code.Span{Start: uint32(i + 1), End: uint32(stop - 1)}, stop
		}
		return code.Span{Start: uint32(i + 1), End: uint32(trimEnd(s.src, i+1, stop))}, stop
	}
	if len(s.src)-i > 4 && bytes.EqualFold(s.src[i:i+4], []byte("url(")) {
		from := s.skipSpace(i+4, end)
		if from < end && (s.src[from] == '"' || s.src[from] == '\'') {
			span, after := s.literal(from, end)
			return span, min(s.skipSpace(after, end)+1, end)
		}
		n := bytes.IndexByte(s.src[from:end], ')')
		if n < 0 {
			return code.Span{}, end
		}
		return code.Span{Start: uint32(from), End: uint32(trimEnd(s.src, from, from+n))}, from + n + 1
	}
	if s.syntax == sass { // a name without quotes
		stop := i
		for stop < end && !isSpace(s.src[stop]) && s.src[stop] != ',' {
			stop++
		}
		return code.Span{Start: uint32(i), End: uint32(stop)}, stop
	}
	return code.Span{}, end
}

// importList reads "@import (options) "a", "b" conditions".
func (s *scanner) importList(rest code.Span) {
	i, end := int(rest.Start), int(rest.End)
	if i < end && s.src[i] == '(' {
		i = min(s.closing(i, end)+1, end)
	}
	for {
		name, after := s.literal(i, end)
		if name.Start >= name.End {
			return
		}
		s.b.AddImport(code.Import{Specifier: s.b.Intern(s.src[name.Start:name.End]), Form: code.ImportInclude, Span: name,
			Line: s.Line(name.Start)})
		i = s.skipSpace(after, end)
		if i >= end || s.src[i] != ',' {
			return
		}
		i++
	}
}

// useName is the namespace that @use gives a module without being asked.
func (s *scanner) useName(specifier string) string {
	base := path.Base(specifier)
	if i := strings.IndexByte(base, ':'); i >= 0 {
		base = base[i+1:]
	}
	base, _, _ = strings.Cut(strings.TrimPrefix(base, "_"), ".")
	return base
}

// useNames reads "as name" behind a module: "*" makes all its names bare.
func (s *scanner) useNames(specifier string, tail code.Span) []code.ImportedName {
	words := bytes.Fields(s.src[tail.Start:tail.End])
	if len(words) > 1 && string(words[0]) == "as" {
		if string(words[1]) == "*" {
			return []code.ImportedName{{Name: "*"}}
		}
		return []code.ImportedName{{Name: "*", Alias: s.b.Intern(words[1])}}
	}
	return []code.ImportedName{{Name: "*", Alias: s.useName(specifier)}}
}

// forwardNames reads "show a, $b": without it every name is handed on.
func (s *scanner) forwardNames(tail code.Span) (out []code.ImportedName) {
	words := bytes.FieldsFunc(s.src[tail.Start:tail.End], func(r rune) bool { return r == ',' || r < 0x80 && isSpace(byte(r)) })
	for i, w := range words {
		if string(w) != "show" {
			continue
		}
		for _, name := range words[i+1:] {
			if string(name) == "with" || string(name) == "as" {
				break
			}
			out = append(out, code.ImportedName{Name: s.b.Intern(name)})
		}
	}
	if out == nil {
		out = []code.ImportedName{{Name: "*"}}
	}
	return out
}

// composes reads "one two from "./other.css"".
func (s *scanner) composes(value code.Span) {
	text := s.src[value.Start:value.End]
	if i := bytes.LastIndex(text, []byte(" from ")); i >= 0 {
		s.imported(code.Span{Start: value.Start, End: value.Start + uint32(i)}, s.trim(int(value.Start)+i+len(" from "), int(value.End)))
		return
	}
	s.names(value, func(name code.Span) { s.inherit(name) })
}

// imported records the names that a CSS module takes from another.
func (s *scanner) imported(names, source code.Span) {
	from, _ := s.literal(int(source.Start), int(source.End))
	if from.Start == from.End { // "from global"
		s.names(names, func(name code.Span) { s.refer(name, code.RoleRead) })
		return
	}
	im := code.Import{Specifier: s.b.Intern(s.src[from.Start:from.End]), Form: code.ImportStatic, Span: from, Line: s.Line(from.Start)}
	var last *code.ImportedName
	alias := false
	s.names(names, func(name code.Span) {
		text := s.b.Intern(s.src[name.Start:name.End])
		switch {
		case text == "as" && last != nil:
			alias = true
			return
		case alias:
			last.Alias, alias = text, false
			return
		}
		im.Names = append(im.Names, code.ImportedName{Name: text})
		last = &im.Names[len(im.Names)-1]
		s.refer(name, code.RoleImport)
	})
	s.b.AddImport(im)
}

// names calls f with the words of a list that blanks or commas part.
func (s *scanner) names(span code.Span, f func(code.Span)) {
	end := int(span.End)
	for i := int(span.Start); i < end; {
		stop := s.word(i, end)
		if stop > i {
			f(code.Span{Start: uint32(i), End: uint32(stop)})
		}
		i = max(stop, i+1)
	}
}
