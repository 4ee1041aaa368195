package hcl

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// A block whose brace is missing takes the next ones with it. Blocks begin at
// the beginning of a line in what people write.
var blockLine = regexp.MustCompile(`(?m)^(resource|data|variable|output|module|provider|source|job|dependency|include)[ \t]+"?([\w-]+)"?(?:[ \t]+"?([\w-]+)"?)?[ \t]*\{`)

// finish adds the blocks that a broken tree has lost.
func finish(w *lang.Walk) {
	s := stateOf(w)
	if !s.broken {
		return
	}
	var text []code.Span // comments and strings
	for n := syntax.Node(0); int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "comment", "heredoc_template":
			text = append(text, w.Span(n))
		}
	}
	for _, m := range blockLine.FindAllSubmatchIndex(w.Source, -1) {
		start := uint32(m[0])
		k := sort.Search(len(text), func(i int) bool { return text[i].End > start })
		if k < len(text) && text[k].Contains(start) || s.starts[start] {
			continue
		}
		kind := string(w.Source[m[2]:m[3]])
		name := code.Span{Start: uint32(m[4]), End: uint32(m[5])}
		parts := []string{kind, string(w.Source[m[4]:m[5]])}
		if m[6] >= 0 {
			name = code.Span{Start: uint32(m[6]), End: uint32(m[7])}
			parts = append(parts, string(w.Source[m[6]:m[7]]))
		}
		d := code.Definition{Kind: code.KindObject, NameSpan: name, Span: code.Span{Start: start, End: uint32(m[1])}, Exported: true,
			Visibility: code.VisibilityPackage}
		switch kind {
		case "resource":
			parts = parts[1:]
		case "output":
			parts, d.Kind, d.Visibility = parts[1:], code.KindProperty, code.VisibilityPublic
		case "variable":
			parts[0], d.Kind, d.Visibility = "var", code.KindVariable, code.VisibilityPublic
		case "module":
			d.Kind = code.KindModule
		}
		d.Name = strings.Join(parts, ".")
		d.Signature = w.Signature(start, uint32(m[1])-1)
		d.Span.End = closing(w.Source, d.Span.End)
		w.Definition(w.DefineLeaf(syntax.None, d)).Container = code.NoDefinition
	}
}

// maxBody is how far the end of a lost block is looked for (bytes).
const maxBody = 1 << 14

// closing is the end of a block whose last brace begins a line.
func closing(src []byte, from uint32) uint32 {
	rest := src[from:min(uint32(len(src)), from+maxBody)]
	i := bytes.Index(rest, []byte("\n}"))
	if next := blockLine.FindIndex(rest); i < 0 || next != nil && next[0] < i {
		return from
	}
	return from + uint32(i) + 2
}
