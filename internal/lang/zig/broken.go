package zig

import (
	"bytes"
	"regexp"
	"sort"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// Where the parser loses its way it loses what follows too. What stands at
// the beginning of a line still tells.
var (
	functionLine  = regexp.MustCompile(`(?m)^([ \t]*)((?:pub|export|inline|noinline|extern(?:[ \t]+"\w*")?)[ \t]+)*fn[ \t]+(\w+)[ \t]*\([^\n{]*`)
	containerLine = regexp.MustCompile(`(?m)^([ \t]*)(pub[ \t]+)?const[ \t]+(\w+)[ \t]*=[ \t]*(?:extern[ \t]+|packed[ \t]+)?(struct|enum|union|opaque)\b[^\n{]*`)
)

// findLines notes, in a file that the parser did not understand wholly, where
// lines define functions and containers.
func (s *state) findLines(w *lang.Walk) {
	if s.broken = w.HasErrors(); !s.broken {
		return
	}
	s.starts, s.headers = make(map[uint32]bool), make(map[uint32]bool)
	for _, re := range []*regexp.Regexp{functionLine, containerLine} {
		for _, m := range re.FindAllSubmatchIndex(w.Source, -1) {
			s.headers[uint32(m[6])] = true
		}
	}
}

// finish adds the functions and containers that a broken tree has lost.
func finish(w *lang.Walk) {
	s := stateOf(w)
	if !s.broken {
		return
	}
	var text []code.Span // comments and strings
	for n := syntax.Node(0); int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "comment", "string", "multiline_string":
			text = append(text, w.Span(n))
		}
	}
	for _, re := range []*regexp.Regexp{functionLine, containerLine} {
		for _, m := range re.FindAllSubmatchIndex(w.Source, -1) {
			start, name := uint32(m[3]), code.Span{Start: uint32(m[6]), End: uint32(m[7])}
			k := sort.Search(len(text), func(i int) bool { return text[i].End > start })
			if k < len(text) && text[k].Contains(start) || s.starts[name.Start] {
				continue
			}
			d := code.Definition{Kind: code.KindFunction, Span: code.Span{Start: start, End: uint32(m[1])}, NameSpan: name,
				Name: w.Intern(w.Source[name.Start:name.End]), Exported: isOffered(w.Source[start:name.Start]), Visibility: code.VisibilityPrivate}
			if d.Exported {
				d.Visibility = code.VisibilityPublic
			}
			if len(m) > 8 {
				d.Kind = map[string]code.Kind{"struct": code.KindStruct, "opaque": code.KindStruct, "enum": code.KindEnum,
					"union": code.KindUnion}[string(w.Source[m[8]:m[9]])]
			}
			d.Signature = w.Signature(d.Span.Start, d.Span.End)
			d.Span.End = closing(w.Source, w.Source[m[2]:m[3]], d.Span.End)
			// The walk is over, whatever it was in last.
			w.Definition(w.DefineLeaf(syntax.None, d)).Container = code.NoDefinition
		}
	}
}

// isOffered reports whether the words before a name make it public.
func isOffered(words []byte) bool {
	return bytes.HasPrefix(words, []byte("pub")) || bytes.HasPrefix(words, []byte("export"))
}

// maxBody is how far the end of a lost body is looked for (bytes).
const maxBody = 1 << 14

// closing is the end of a body whose brace stands as far in as its header.
func closing(src, indent []byte, from uint32) uint32 {
	rest := src[from:min(uint32(len(src)), from+maxBody)]
	brace := append(append([]byte{'\n'}, indent...), '}')
	i := bytes.Index(rest, brace)
	if next := functionLine.FindIndex(rest); i < 0 || next != nil && next[0] < i {
		return from
	}
	return from + uint32(i+len(brace))
}

// isKeyword tells the words that the parser takes for names while recovering.
func isKeyword(text []byte) bool {
	switch string(text) {
	case "pub", "fn", "const", "var", "if", "else", "while", "for", "switch", "return", "test", "comptime", "try", "catch", "orelse",
		"defer", "errdefer", "struct", "enum", "union", "inline", "export", "extern", "and", "or":
		return true
	}
	return false
}
