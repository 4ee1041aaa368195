package lua

import (
	"bytes"
	"regexp"
	"sort"

	"sextant/internal/code"
	"sextant/internal/lang"
	"sextant/internal/syntax"
)

// A file that is being edited often lacks an "end", and the parser then loses
// what follows. What stands at the beginning of a line still tells.
var (
	functionLine = regexp.MustCompile(`(?m)^([ \t]*)(local[ \t]+)?function[ \t]+([\w.]+(?::\w+)?)[ \t]*\([^()\n]*\)?`)
	assignedLine = regexp.MustCompile(`(?m)^([ \t]*)(local[ \t]+)?([\w.]+)[ \t]*=[ \t]*function[ \t]*\([^()\n]*\)?`)
	returnLine   = regexp.MustCompile(`(?m)^return[ \t]+(\w+)[ \t\r]*$`)
)

// maxBody is how far the end of a lost function is looked for (bytes).
const maxBody = 1 << 14

// surveyLines is survey for a file whose tree does not hold its statements.
func (s *state) surveyLines(w *lang.Walk) {
	for _, at := range functionLine.FindAllSubmatchIndex(w.Source, -1) {
		owner, mark := w.Source[at[6]:at[7]], hasFunctions
		s.headers[uint32(at[6]+bytes.LastIndexAny(owner, ".:")+1)] = true
		if i := bytes.IndexByte(owner, ':'); i >= 0 {
			owner, mark = owner[:i], hasFunctions|hasMethods
		} else if i := bytes.LastIndexByte(owner, '.'); i >= 0 {
			owner = owner[:i]
		} else {
			continue
		}
		s.mark(w.Intern(owner), mark)
	}
	if all := returnLine.FindAllSubmatch(w.Source, -1); len(all) > 0 && s.returned == "" {
		s.returned = w.Intern(all[len(all)-1][1])
	}
}

// finish adds the functions that a broken tree has lost.
func finish(w *lang.Walk) {
	s := stateOf(w)
	if !s.broken {
		return
	}
	var text []code.Span // comments and strings
	for n := syntax.Node(0); int(n) < w.Len(); n++ {
		switch w.Kind(n) {
		case "comment", "string":
			text = append(text, w.Span(n))
		}
	}
	for _, re := range []*regexp.Regexp{functionLine, assignedLine} {
		for _, m := range re.FindAllSubmatchIndex(w.Source, -1) {
			start, at, end := uint32(m[3]), uint32(m[6]), uint32(m[7])
			k := sort.Search(len(text), func(i int) bool { return text[i].End > start })
			if k < len(text) && text[k].Contains(start) {
				continue
			}
			s.lost(w, m[4] >= 0, code.Span{Start: start, End: uint32(m[1])}, code.Span{Start: at, End: end}, w.Source[m[2]:m[3]])
		}
	}
}

// lost defines a function by its header unless the walk has found it. indent
// is the white space before the header; its "end" stands as far in.
func (s *state) lost(w *lang.Walk, local bool, header, name code.Span, indent []byte) {
	path := w.Source[name.Start:name.End]
	d := code.Definition{Kind: code.KindFunction, Span: header, NameSpan: name, Visibility: code.VisibilityPublic, Exported: !local}
	owner := ""
	if i := bytes.LastIndexAny(path, ".:"); i >= 0 {
		if path[i] == ':' {
			d.Kind = code.KindMethod
		}
		owner = w.Intern(path[:i])
		d.NameSpan.Start += uint32(i + 1)
	}
	if s.starts[d.NameSpan.Start] || d.NameSpan.Start == d.NameSpan.End {
		return
	}
	d.Name = w.Intern(w.Source[d.NameSpan.Start:d.NameSpan.End])
	if local {
		d.Visibility = code.VisibilityPrivate
	}
	d.Signature = w.Signature(header.Start, header.End)
	closing := append(append([]byte{'\n'}, indent...), "end"...)
	rest := w.Source[header.End:min(uint32(len(w.Source)), header.End+maxBody)]
	if i := bytes.Index(rest, closing); i >= 0 {
		next := functionLine.FindIndex(rest)
		if next == nil || i < next[0] {
			d.Span.End += uint32(i + len(closing))
		}
	}
	i := w.DefineLeaf(syntax.None, d)
	w.Definition(i).Container = code.NoDefinition // the walk is over, whatever it was in last
	if owner != "" {
		s.place(w, i, owner)
	}
}

// isKeyword tells the words that the parser takes for names while recovering.
func isKeyword(text []byte) bool {
	switch string(text) {
	case "function", "end", "local", "if", "then", "else", "elseif", "for", "while", "do", "repeat", "until", "return", "in", "and", "or", "not":
		return true
	}
	return false
}
