package tool

import (
	"context"
	"fmt"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/lang"
)

type outlineIn struct {
	Path      string   `json:"path" jsonschema:"file, relative to the root"`
	Depth     int      `json:"depth,omitempty" jsonschema:"levels of nesting"`
	Kinds     []string `json:"kinds,omitempty" jsonschema:"only these kinds, e.g. class, method, function"`
	Offset    int      `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var outlineTool = define(Tool{
	Name: "get_file_outline", Title: "File outline", Group: Files, ReadOnly: true,
	Description: "Every class, function, method and type of a file with its line range and one-line signature. Read this instead of the file, then read_file with a symbol or lines.",
}, map[string]rule{"depth": between(1, 20).or(8), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}, outline)

// outlineItem is one definition in JSON output.
type outlineItem struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Line      uint32 `json:"line"`
	EndLine   uint32 `json:"end_line"`
	Depth     int    `json:"depth"`
	Signature string `json:"signature,omitempty"`
	Doc       string `json:"doc,omitempty"`

	outer string // what it stands in, where the nesting does not show it
}

func outline(ctx context.Context, c *Call, in outlineIn) (*Reply, error) {
	f, err := c.file("path", in.Path)
	if err != nil {
		return nil, err
	}
	kinds, err := parseKinds("kinds", in.Kinds)
	if err != nil {
		return nil, err
	}
	facts, err := c.View.Outline(ctx, f)
	if err != nil {
		return nil, err
	}
	if facts == nil {
		return noOutline(f), nil
	}
	w := c.newWriter(in.MaxTokens)
	w.cite(f)
	w.line("%s", outlineHeader(c.View.Languages(), f, facts))
	e := outlineEntries(facts, in.Depth, kinds, w.room())
	shown, items := e.shown, e.items
	if len(items) == 0 && e.deeper+e.inside == 0 {
		return c.emptyOutline(f, facts, kinds), nil
	}
	if in.Offset > 0 && in.Offset >= len(items) {
		return nil, pastEnd(in.Offset, len(items), "entry")
	}
	n := 0
	lines, shortened := outlineLines(facts, shown[in.Offset:], items[in.Offset:], w.room())
	for _, line := range lines {
		if !w.entry(line) {
			break
		}
		n++
	}
	closing := page(n, in.Offset, len(items))
	if shortened {
		closing = joinNotes(closing, "signatures are cut to fit: kinds or depth leave room for them")
	}
	closing = joinNotes(closing, e.left(in.Depth))
	return w.close(closing, items[in.Offset:in.Offset+n]), nil
}

// kindWords are words for several kinds at once.
var kindWords = map[string]func(code.Kind) bool{
	"func": code.Kind.IsCallable, "function": code.Kind.IsCallable, "callable": code.Kind.IsCallable,
	"type": code.Kind.IsType,
	"var":  func(k code.Kind) bool { return k == code.KindVariable || k == code.KindConstant },
}

func parseKinds(param string, names []string) (map[code.Kind]bool, error) {
	if len(names) == 0 {
		return nil, nil
	}
	kinds := make(map[code.Kind]bool)
	for _, n := range names {
		lower := strings.ToLower(n)
		if among := kindWords[strings.TrimSuffix(lower, "s")]; among != nil {
			for _, k := range code.Kinds() {
				kinds[k] = kinds[k] || among(k)
			}
			continue
		}
		k, ok := code.ParseKind(lower)
		for _, plural := range []string{"s", "es"} {
			if !ok {
				k, ok = code.ParseKind(strings.TrimSuffix(lower, plural))
			}
		}
		if !ok {
			var known []string
			for _, k := range code.Kinds() {
				known = append(known, k.String())
			}
			return nil, inputErrorf("%s: %q is none of %s", param, n, strings.Join(known, ", "))
		}
		kinds[k] = true
	}
	return kinds, nil
}

func outlineHeader(languages *lang.Registry, f *index.File, facts *code.Facts) string {
	var b strings.Builder
	language := f.Language.Name
	if d := languages.ByID(facts.Language); d != nil {
		language = d.Name // a header of C++ that is called .h
	}
	fmt.Fprintf(&b, "%s (%s, %s", printable(f.Path), count(int(facts.Lines), "line"), language)
	switch facts.Status {
	case code.StatusPartial:
		b.WriteString(", has syntax errors: the outline may lack parts")
	case code.StatusFallback:
		b.WriteString(", too slow to parse: declarations found line by line")
	}
	b.WriteByte(')')
	if facts.Doc != "" {
		b.WriteString(" " + clip(facts.Doc, snippetChars))
	}
	return b.String()
}

// describe is a definition on one line: its signature, led by its kind where
// the signature does not say it.
func describe(d *code.Definition) string {
	s := clip(d.Signature, snippetChars+20)
	if s == "" {
		s = d.Name
	}
	switch d.Kind {
	case code.KindHeading, code.KindKey, code.KindSection:
		return s
	}
	if strings.Contains(s+" ", d.Kind.String()+" ") || d.Kind == code.KindFunction && strings.Contains(s, "func") ||
		d.Kind.IsCallable() && strings.Contains(s, "(") {
		return s
	}
	return d.Kind.String() + " " + s
}

func noOutline(f *index.File) *Reply {
	why, hint := "no extractor for this kind of file", "read_file shows its lines"
	switch {
	case f.Class == code.ClassTooLarge || f.Oversize:
		why = fmt.Sprintf("too large to parse (%d bytes)", f.Signature.Size)
	case f.Class == code.ClassBinary:
		why, hint = "binary", ""
	case f.Language != nil:
		why = fmt.Sprintf("%s files of class %s are not parsed", f.Language.Name, f.Class)
	}
	r := nothing("no outline", printable(f.Path)+": "+why, hint)
	r.cited = []*index.File{f}
	return r
}

func (c *Call) emptyOutline(f *index.File, facts *code.Facts, kinds map[code.Kind]bool) *Reply {
	detail := fmt.Sprintf("%s (%s) defines nothing", printable(f.Path), count(int(facts.Lines), "line"))
	if kinds != nil && len(facts.Definitions) > 0 {
		have := make(map[string]bool)
		var names []string
		for i := range facts.Definitions {
			if k := facts.Definitions[i].Kind.String(); !have[k] {
				have[k] = true
				names = append(names, k)
			}
		}
		detail = fmt.Sprintf("%s defines nothing of these kinds; it has %s", printable(f.Path), strings.Join(names, ", "))
	}
	r := nothing("no match", detail)
	r.cited = []*index.File{f}
	return r
}
