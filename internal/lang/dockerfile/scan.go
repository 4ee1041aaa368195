package dockerfile

import (
	"bytes"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/lang/outline"
)

// scanner reads one file instruction by instruction.
type scanner struct {
	*outline.Outline
	b      *lang.Builder
	src    []byte
	at     int
	escape byte // joins lines: a backslash unless a directive says otherwise
	stage  int32
	last   int             // end of the last instruction of the stage
	stages map[string]bool // names of the stages so far
	names  map[string]bool // arguments and variables
	lost   int             // texts without an end
}

func extract(src []byte, b *lang.Builder) {
	s := &scanner{Outline: outline.New(src, b, maxDefinitions), b: b, src: src, escape: '\\', stage: code.NoDefinition,
		stages: make(map[string]bool), names: make(map[string]bool)}
	s.at = s.Start()
	s.directives()
	for s.at < len(src) {
		s.line()
	}
	s.Close(s.stage, uint32(s.last))
	s.Finish()
}

func span(from, to int) code.Span { return code.Span{Start: uint32(from), End: uint32(max(from, to))} }

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (s *scanner) eol(i int) int {
	if j := bytes.IndexByte(s.src[i:], '\n'); j >= 0 {
		return i + j
	}
	return len(s.src)
}

// directives reads the "# key=value" lines with which a file may begin.
func (s *scanner) directives() {
	for s.at < len(s.src) && s.src[s.at] == '#' {
		end := s.eol(s.at)
		key, value, ok := strings.Cut(strings.TrimSpace(string(s.src[s.at+1:min(end, s.at+200)])), "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if !ok || key != "syntax" && key != "escape" && key != "check" {
			return
		}
		if key == "escape" && strings.TrimSpace(value) == "`" {
			s.escape = '`'
		}
		s.Region(span(s.at, s.unreturned(s.at, end)))
		s.at = min(end+1, len(s.src))
	}
}

func (s *scanner) unreturned(from, to int) int {
	for to > from && s.src[to-1] == '\r' {
		to--
	}
	return to
}

// word is a part of an instruction; quoted parts come without their quotes.
type word struct {
	from, to int
}

func (s *scanner) text(w word) []byte { return s.src[w.from:w.to] }

// line reads the instruction at the cursor with all of its lines.
func (s *scanner) line() {
	from := s.at
	for from < len(s.src) && (s.src[from] == ' ' || s.src[from] == '\t' || s.src[from] == '\r') {
		from++
	}
	if from >= len(s.src) || s.src[from] == '\n' {
		s.at = min(from+1, len(s.src))
		return
	}
	if s.src[from] == '#' {
		end := s.eol(from)
		s.at = min(end+1, len(s.src))
		s.Comment(span(from, s.unreturned(from, end)))
		return
	}
	doc := s.DocAbove(s.Line(uint32(from)))
	ranges := s.logical(from)
	end := ranges[len(ranges)-1].to
	s.at = min(s.eol(end)+1, len(s.src))
	s.instruction(from, ranges, doc)
	s.last = max(s.last, end)
}

// logical returns the pieces of the instruction at i: its lines without the
// characters that join them and the comments between.
func (s *scanner) logical(i int) []word {
	var out []word
	for {
		end := s.eol(i)
		to := end
		for to > i && (s.src[to-1] == ' ' || s.src[to-1] == '\t' || s.src[to-1] == '\r') {
			to--
		}
		joined := to > i && s.src[to-1] == s.escape
		if joined {
			to--
		}
		out = append(out, word{i, to})
		if !joined {
			return out
		}
		// Comments and empty lines do not end an instruction that goes on.
		for i = end + 1; i < len(s.src); i = s.eol(i) + 1 {
			k := i
			for k < len(s.src) && (s.src[k] == ' ' || s.src[k] == '\t' || s.src[k] == '\r') {
				k++
			}
			if k < len(s.src) && s.src[k] == '#' {
				s.Region(span(k, s.unreturned(k, s.eol(k))))
			} else if k >= len(s.src) || s.src[k] != '\n' {
				break
			}
		}
		if i >= len(s.src) {
			return out
		}
	}
}

// words splits the pieces of an instruction at blanks outside of quotes, and
// records quoted texts.
func (s *scanner) words(ranges []word, record bool) []word {
	var out []word
	for _, r := range ranges {
		for i := r.from; i < r.to; {
			if blank(s.src[i]) {
				i++
				continue
			}
			start := i
			for i < r.to && !blank(s.src[i]) {
				q := s.src[i]
				i++
				if q == s.escape && i < r.to {
					i++
				}
				if q != '"' && q != '\'' {
					continue
				}
				open := i - 1
				for i < r.to && s.src[i] != q {
					if q == '"' && s.src[i] == '\\' {
						i++
					}
					i++
				}
				i = min(i+1, r.to)
				if record && i-1 > open && s.src[i-1] == q {
					s.b.Region(code.RegionString, span(open, i))
				}
			}
			out = append(out, word{start, i})
		}
	}
	return out
}

// unquoted is a word without the quotes, brackets and commas around it.
func (s *scanner) unquoted(w word) word {
	for w.from < w.to && strings.IndexByte("\"'[,", s.src[w.from]) >= 0 {
		w.from++
	}
	for w.to > w.from && strings.IndexByte("\"'],", s.src[w.to-1]) >= 0 {
		w.to--
	}
	return w
}

// instruction reads one instruction whose keyword begins at from.
func (s *scanner) instruction(from int, ranges []word, doc string) {
	words := s.words(ranges, true)
	if len(words) == 0 {
		return
	}
	keyword := strings.ToUpper(string(s.text(words[0])))
	if keyword == "ONBUILD" && len(words) > 1 {
		words = words[1:]
		keyword = strings.ToUpper(string(s.text(words[0])))
	}
	rest := words[1:]
	switch keyword {
	case "FROM":
		s.from(from, rest, doc)
		return
	case "ARG":
		s.arguments(from, rest, ranges, doc)
	case "ENV":
		s.environment(from, rest, ranges, doc)
	case "COPY", "ADD":
		s.copies(keyword, rest)
	case "RUN":
		s.runs(rest)
	case "ENTRYPOINT", "CMD", "HEALTHCHECK":
		s.key(from, words[0], ranges, doc)
		for _, w := range rest {
			w = s.unquoted(w)
			if bytes.IndexByte(s.text(w), '$') < 0 {
				s.Value(span(w.from, w.to))
			}
		}
	case "EXPOSE":
		s.key(from, words[0], ranges, doc)
	case "LABEL", "USER", "WORKDIR", "VOLUME", "STOPSIGNAL", "SHELL", "MAINTAINER":
	default:
		s.Partial()
		return
	}
	s.heredocs(keyword, rest)
	s.uses(ranges)
}

func (s *scanner) sign(d int32, ranges []word) {
	if d == code.NoDefinition {
		return
	}
	var parts []string
	for _, r := range ranges {
		parts = append(parts, s.Text(span(r.from, r.to), lang.MaxSignature))
	}
	s.Definition(d).Signature = code.Clip(code.OneLine(strings.Join(parts, " ")), lang.MaxSignature)
	s.Close(d, uint32(ranges[len(ranges)-1].to))
}

// key opens a definition for what the image runs or exposes.
func (s *scanner) key(from int, keyword word, ranges []word, doc string) {
	s.sign(s.Open(code.Definition{Kind: code.KindKey, NameSpan: span(keyword.from, keyword.to), Span: span(from, keyword.to),
		Container: s.stage, Doc: doc}), ranges)
}

// from opens a stage: FROM [--platform=x] image [AS name].
func (s *scanner) from(from int, words []word, doc string) {
	s.Close(s.stage, uint32(s.last))
	s.stage = code.NoDefinition
	for len(words) > 0 && bytes.HasPrefix(s.text(words[0]), []byte("--")) {
		s.usesIn(words[0].from, words[0].to)
		words = words[1:]
	}
	if len(words) == 0 {
		s.Partial()
		return
	}
	image := words[0]
	name := image
	exported := false
	if len(words) >= 3 && bytes.EqualFold(s.text(words[1]), []byte("as")) {
		name, exported = words[2], true
	} else if len(words) > 1 {
		s.Partial()
	}
	end := words[len(words)-1].to
	s.stage = s.Open(code.Definition{Kind: code.KindSection, NameSpan: span(name.from, name.to), Span: span(from, end),
		Container: code.NoDefinition, Doc: doc, Exported: exported})
	base := string(s.text(image))
	inherited := s.stages[strings.ToLower(base)]
	if s.stage != code.NoDefinition {
		d := s.Definition(s.stage)
		d.Signature = s.Text(span(from, end), lang.MaxSignature)
		if base != "scratch" {
			d.Supertypes = []code.Supertype{{Name: s.b.Intern(s.text(image)), Form: code.Extends}}
		}
	}
	switch {
	case inherited:
		s.refer(image, code.RoleInherit)
	case base != "scratch" && base[0] != '$':
		s.b.AddImport(code.Import{Specifier: s.b.Intern(s.text(image)), Form: code.ImportStatic, Span: span(image.from, image.to),
			Line: s.Line(uint32(image.from))})
	}
	s.usesIn(image.from, image.to)
	if exported {
		s.stages[strings.ToLower(string(s.text(name)))] = true
	}
	s.last = end
}

func (s *scanner) refer(w word, role code.Role) {
	s.b.AddReferenceIn(code.Reference{Name: s.b.Intern(s.text(w)), Span: span(w.from, w.to), Line: s.Line(uint32(w.from)), Role: role}, s.stage)
}
