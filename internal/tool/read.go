package tool

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/syntax"
)

// defaultLines is how much of a file is shown when no range is asked for.
const defaultLines = 200

type readIn struct {
	Path      string   `json:"path" jsonschema:"file, relative to the root; several may be separated by commas"`
	StartLine int      `json:"start_line,omitempty" jsonschema:"first line, from 1"`
	EndLine   int      `json:"end_line,omitempty" jsonschema:"last line"`
	Symbol    string   `json:"symbol,omitempty" jsonschema:"read just this definition: name or Type.name"`
	Ranges    []string `json:"ranges,omitempty" jsonschema:"several parts: \"10-40\", \"7\", \"path:10-40\" or \"path:Symbol\""`
	Compact   bool     `json:"compact,omitempty" jsonschema:"drop bodies, comments and blank lines"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var readTool = define(Tool{
	Name: "read_file", Title: "Read part of a file", Group: Files, ReadOnly: true,
	Description: "Just the lines you need: by symbol, by line range, several ranges or files in one call, or compact (signatures only). Without a range the first 200 lines; says how many there are.",
}, map[string]rule{"start_line": between(1, 1e9), "end_line": between(1, 1e9), "max_tokens": between(50, 100000)}, read)

// slice is one part of one file to show.
type slice struct {
	file        *index.File
	first, last int    // 1-based; last 0 is "default"
	symbol      string // instead of lines
	label       string // what the range is, for the header
}

// readPart is one shown part in JSON output.
type readPart struct {
	Path  string `json:"path"`
	First int    `json:"first_line"`
	Last  int    `json:"last_line"`
	Total int    `json:"total_lines"`
	Text  string `json:"text"`
}

func read(ctx context.Context, c *Call, in readIn) (*Reply, error) {
	parts, err := c.slices(in)
	if err != nil {
		return nil, err
	}
	w := c.newWriter(in.MaxTokens)
	var data []readPart
	closing := ""
	for _, s := range parts {
		more, err := c.resolve(ctx, s)
		if err != nil {
			return nil, err
		}
		for _, s := range more {
			text, err := c.View.Text(s.file)
			if err != nil {
				return nil, err
			}
			if s.file.Class == code.ClassBinary || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
				return nil, inputErrorf("%s is a binary file of %d bytes", s.file.Path, s.file.Signature.Size)
			}
			w.cite(s.file)
			part, note, err := c.show(ctx, w, s, text, in.Compact)
			if err != nil {
				return nil, err
			}
			data = append(data, part)
			if note != "" {
				closing = note
			}
			if w.full {
				return w.close(closing, data), nil
			}
		}
	}
	return w.close(closing, data), nil
}

// slices parses what the caller asks for.
func (c *Call) slices(in readIn) ([]slice, error) {
	if in.EndLine > 0 && in.StartLine > in.EndLine {
		return nil, inputErrorf("end_line %d is before start_line %d", in.EndLine, in.StartLine)
	}
	var paths []string
	if strings.TrimSpace(in.Path) != "" {
		if f, err := c.file("path", in.Path); err == nil {
			paths = []string{f.Path}
		} else {
			paths = strings.Split(in.Path, ",")
		}
	}
	var out []slice
	for _, r := range in.Ranges {
		p, what, found := cutLast(r, ":")
		if !found {
			if len(paths) != 1 {
				return nil, inputErrorf("ranges: %q needs a path before it (path:%s)", r, r)
			}
			p, what = paths[0], r
		}
		f, err := c.file("ranges", p)
		if err != nil {
			return nil, err
		}
		s := slice{file: f}
		if s.first, s.last, err = parseLines(what); err != nil {
			s.symbol, s.first, s.last = what, 0, 0
		}
		out = append(out, s)
	}
	if len(in.Ranges) > 0 && in.Symbol == "" && in.StartLine == 0 {
		return out, nil
	}
	if len(paths) == 0 {
		return nil, inputErrorf("path must name a file, relative to the root %s", c.View.Root())
	}
	for _, p := range paths {
		f, err := c.file("path", strings.TrimSpace(p))
		if err != nil {
			return nil, err
		}
		out = append(out, slice{file: f, first: max(1, in.StartLine), last: in.EndLine, symbol: in.Symbol})
	}
	return out, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i > 0 && !strings.HasSuffix(s[:i], ":") {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

func parseLines(s string) (first, last int, err error) {
	a, b, isRange := strings.Cut(strings.TrimSpace(s), "-")
	if first, err = strconv.Atoi(strings.TrimSpace(a)); err != nil || first < 1 {
		return 0, 0, inputErrorf("ranges: %q is not a line range", s)
	}
	if !isRange {
		return first, first, nil
	}
	if last, err = strconv.Atoi(strings.TrimSpace(b)); err != nil || last < first {
		return 0, 0, inputErrorf("ranges: %q is not a line range", s)
	}
	return first, last, nil
}

// resolve turns a symbol into the lines of every definition it names.
func (c *Call) resolve(ctx context.Context, s slice) ([]slice, error) {
	if s.symbol == "" {
		return []slice{s}, nil
	}
	facts, err := c.View.Outline(ctx, s.file)
	if err != nil {
		return nil, err
	}
	if facts == nil {
		return nil, inputErrorf("symbol: %s has no outline (%s); give start_line and end_line", s.file.Path, s.file.Class)
	}
	found := search.DefinitionsNamed(facts, s.symbol)
	if len(found) == 0 {
		var names []string
		for i := range facts.Definitions {
			names = append(names, facts.QualifiedName(int32(i)))
		}
		near := search.NearNames(names, s.symbol, 5)
		if len(near) > 0 {
			return nil, inputErrorf("symbol: %s does not define %q; nearest: %s", s.file.Path, s.symbol, strings.Join(near, ", "))
		}
		return nil, inputErrorf("symbol: %s does not define %q; it defines %s", s.file.Path, s.symbol, some(names, 12))
	}
	var out []slice
	for _, i := range found {
		d := &facts.Definitions[i]
		out = append(out, slice{file: s.file, first: int(d.Lines.First), last: int(d.Lines.Last),
			label: fmt.Sprintf("%s %s", d.Kind, facts.QualifiedName(i))})
	}
	return out, nil
}

// show writes one part. The note is what the closing line should say of it.
func (c *Call) show(ctx context.Context, w *writer, s slice, text []byte, compact bool) (readPart, string, error) {
	starts := syntax.LineStarts(text)
	total := int(code.CountLines(text))
	part := readPart{Path: s.file.Path, First: s.first, Total: total}
	if total == 0 {
		w.line("%s (empty)", s.file.Path)
		return part, "", nil
	}
	if s.first > total {
		return part, "", inputErrorf("start_line %d is past the end: %s has %s", s.first, s.file.Path, count(total, "line"))
	}
	last := s.last
	if last == 0 {
		last = s.first + defaultLines - 1
		if compact {
			last = total
		}
	}
	last = min(last, total)
	keep := func(line int) bool { return true }
	if compact {
		facts, err := c.View.Facts(ctx, s.file)
		if err != nil {
			return part, "", err
		}
		keep = search.CompactLines(facts, text, starts)
	}
	label := s.label
	if label != "" {
		label = ", " + label
	}
	if compact {
		label += ", compact"
	}
	w.line("%s (lines %d-%d of %d%s)", s.file.Path, s.first, last, total, label)
	var body strings.Builder
	shownTo := s.first - 1
	for line := s.first; line <= last; line++ {
		if !keep(line) {
			continue
		}
		out := lineText(text, starts, line)
		if compact {
			out = fmt.Sprintf("%d: %s", line, out)
		}
		if !w.line("%s", out) {
			break
		}
		body.WriteString(out + "\n")
		shownTo = line
	}
	part.Last, part.Text = shownTo, body.String()
	switch {
	case w.full:
		return part, fmt.Sprintf("cut at line %d of %d; next: start_line=%d", shownTo, total, shownTo+1), nil
	case s.last == 0 && last < total:
		return part, fmt.Sprintf("%d more lines; next: start_line=%d", total-last, last+1), nil
	}
	return part, "", nil
}

// longestLine bounds one line of a reply, in bytes: a minified line would
// fill it whole.
const longestLine = 2000

func lineText(text []byte, starts []uint32, line int) string {
	from := starts[line-1]
	to := uint32(len(text))
	if line < len(starts) {
		to = starts[line]
	}
	b := bytes.TrimRight(text[from:to], "\r\n")
	if len(b) > longestLine {
		return fmt.Sprintf("%s… (%d bytes in this line)", bytes.ToValidUTF8(b[:longestLine], nil), len(b))
	}
	return string(b)
}
