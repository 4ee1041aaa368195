package tool

import (
	"bytes"
	"context"
	"errors"
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
	Path      string   `json:"path" jsonschema:"file, or several separated by commas"`
	StartLine int      `json:"start_line,omitempty" jsonschema:"from 1"`
	EndLine   int      `json:"end_line,omitempty" jsonschema:"last line"`
	Symbol    string   `json:"symbol,omitempty" jsonschema:"name or Type.name"`
	Ranges    []string `json:"ranges,omitempty" jsonschema:"\"10-40\", \"7\", \"path:10-40\", \"path:Symbol\""`
	Compact   bool     `json:"compact,omitempty" jsonschema:"signatures only"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var readTool = define(Tool{
	Name: "read_file", Title: "Read part of a file", Group: Files, ReadOnly: true,
	Description: "Just the lines you need: a symbol, a line range, several ranges or files at once. Else the first 200 lines.",
}, map[string]rule{"start_line": between(1, 1e9), "end_line": between(1, 1e9), "max_tokens": between(50, 100000)}, read)

// slice is one part of one file to show.
type slice struct {
	file        *index.File
	first, last int    // 1-based; last 0 is "default"
	symbol      string // instead of lines
	label       string // what the range is, for the header
	problem     error  // why it cannot be shown
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
	wanted, err := c.slices(in)
	if err != nil {
		return nil, err
	}
	var parts []slice
	var problems []error
	for _, s := range wanted {
		more, err := c.resolve(ctx, s)
		if problem(err) {
			problems = append(problems, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, more...)
	}
	w := c.newWriter(in.MaxTokens)
	data := []readPart{}
	closing := ""
	for k, s := range parts {
		w.cite(s.file)
		part, note, err := c.show(ctx, w, s, in.Compact)
		if problem(err) {
			problems = append(problems, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		data = append(data, part)
		if note != "" && len(parts) > 1 {
			note += " in " + printable(s.file.Path)
		}
		if w.full {
			if rest := len(parts) - 1 - k; rest > 0 {
				note += fmt.Sprintf("; %s not shown", count(rest, "more part"))
			}
			closing = note
			break
		}
		if note != "" && k < len(parts)-1 {
			w.line("(%s)", note)
		} else {
			closing = note
		}
	}
	if len(data) == 0 && len(problems) > 0 {
		return nil, problems[0]
	}
	// What cannot be shown must not cost the caller what can.
	for _, p := range problems {
		w.line("(%s)", clip(p.Error(), longestDetail))
	}
	return w.close(closing, data), nil
}

// problem reports whether an error concerns one part only.
func problem(err error) bool {
	var input *InputError
	return errors.As(err, &input)
}

// slices parses what the caller asks for.
func (c *Call) slices(in readIn) ([]slice, error) {
	if in.EndLine > 0 && in.StartLine > in.EndLine {
		return nil, inputErrorf("end_line %d is before start_line %d", in.EndLine, in.StartLine)
	}
	var paths []string
	if strings.TrimSpace(in.Path) != "" {
		paths = []string{in.Path}
		if _, err := c.file("path", in.Path); err != nil && strings.Contains(in.Path, ",") {
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
		s := slice{}
		if s.file, s.problem = c.file("ranges", p); s.problem != nil {
			out = append(out, s)
			continue
		}
		var isLines bool
		if s.first, s.last, isLines = parseLines(what); !isLines {
			if startsWithDigit(what) {
				s.problem = inputErrorf("ranges: %q is not a line range such as 10-40", clip(what, 60))
			}
			s.symbol = strings.TrimSpace(what)
		}
		out = append(out, s)
	}
	if len(in.Ranges) > 0 && in.Symbol == "" && in.StartLine == 0 && in.EndLine == 0 {
		return out, nil
	}
	if len(paths) == 0 {
		return nil, inputErrorf("path must name a file, relative to the root %s", c.View.Root())
	}
	for _, p := range paths {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		s := slice{first: max(1, in.StartLine), last: in.EndLine, symbol: strings.TrimSpace(in.Symbol)}
		s.file, s.problem = c.file("path", p)
		out = append(out, s)
	}
	return out, nil
}

func startsWithDigit(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

// cutLast cuts before the last sep, but not inside "A::b" and not after a
// Windows drive.
func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i > 0 && s[i-1] == ':' {
		i = strings.LastIndex(s[:i-1], sep) // path:A::b
	}
	if i > 1 || i == 1 && len(s) > 2 && s[2] != '/' && s[2] != '\\' {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// parseLines reads "7", "10-40" or "L10-L40".
func parseLines(s string) (first, last int, ok bool) {
	a, b, isRange := strings.Cut(strings.Trim(strings.TrimSpace(s), "L"), "-")
	first, err := strconv.Atoi(strings.TrimSpace(a))
	if err != nil || first < 1 {
		return 0, 0, false
	}
	if !isRange {
		return first, first, true
	}
	b = strings.TrimPrefix(strings.TrimSpace(b), "L")
	if last, err = strconv.Atoi(b); err != nil || last < first {
		return 0, 0, false
	}
	return first, last, true
}

// resolve turns a symbol into the lines of every definition it names.
func (c *Call) resolve(ctx context.Context, s slice) ([]slice, error) {
	if s.problem != nil {
		return nil, s.problem
	}
	if s.symbol == "" {
		return []slice{s}, nil
	}
	facts, err := c.View.Outline(ctx, s.file)
	if err != nil {
		return nil, err
	}
	if facts == nil {
		return nil, inputErrorf("symbol: %s has no outline (%s); give start_line and end_line", printable(s.file.Path), s.file.Class)
	}
	found := search.DefinitionsNamed(facts, s.symbol)
	if len(found) == 0 {
		var names []string
		for i := range facts.Definitions {
			names = append(names, clip(facts.QualifiedName(int32(i)), snippetChars))
		}
		what := fmt.Sprintf("symbol: %s does not define %q", printable(s.file.Path), clip(s.symbol, snippetChars))
		near := search.NearNames(names, s.symbol, 5)
		switch {
		case len(near) > 0:
			return nil, inputErrorf("%s; nearest: %s", what, strings.Join(near, ", "))
		case len(names) == 0:
			return nil, inputErrorf("%s, nor anything else", what)
		}
		return nil, inputErrorf("%s; it defines %s", what, some(names, 12))
	}
	docs, err := c.docLines(ctx, s.file)
	if err != nil {
		return nil, err
	}
	var out []slice
	for _, i := range found {
		d := &facts.Definitions[i]
		out = append(out, slice{file: s.file, first: docs(int(d.Lines.First)), last: int(d.Lines.Last),
			label: fmt.Sprintf("%s %s", d.Kind, facts.QualifiedName(i))})
	}
	return out, nil
}

// mostDocLines is how long a comment above a definition may be to be read with it.
const mostDocLines = 20

// docLines returns a function that moves the first line of a definition up to
// the beginning of the comment that stands right above it.
func (c *Call) docLines(ctx context.Context, f *index.File) (func(first int) int, error) {
	facts, err := c.View.Facts(ctx, f)
	if err != nil {
		return nil, err
	}
	text, err := c.text(f)
	if err != nil {
		return nil, err
	}
	starts := syntax.LineStarts(text)
	comment := func(line int) bool {
		from := int(starts[line-1])
		rest := bytes.TrimLeft(text[from:], " \t")
		at := uint32(len(text) - len(rest))
		r, ok := code.RegionAt(facts.Regions, at)
		return ok && r.Kind == code.RegionComment && len(rest) > 0 && rest[0] != '\n' && rest[0] != '\r'
	}
	return func(first int) int {
		line := first
		for line > 1 && line <= len(starts) && comment(line-1) {
			line--
		}
		if first-line > mostDocLines {
			return first
		}
		return line
	}, nil
}

// show writes one part. The note says what is left of it and how to get that.
func (c *Call) show(ctx context.Context, w *writer, s slice, compact bool) (readPart, string, error) {
	part := readPart{Path: s.file.Path, First: s.first}
	text, err := c.text(s.file)
	if err != nil {
		return part, "", err
	}
	if s.file.Class == code.ClassBinary || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return part, "", inputErrorf("%s is a binary file of %d bytes", printable(s.file.Path), s.file.Signature.Size)
	}
	starts := syntax.LineStarts(text)
	total := int(code.CountLines(text))
	part.Total = total
	if total == 0 {
		part.First = 0
		w.line("%s (empty)", printable(s.file.Path))
		return part, "", nil
	}
	if s.first > total {
		return part, "", inputErrorf("line %d is past the end: %s has %s", s.first, printable(s.file.Path), count(total, "line"))
	}
	last := min(s.last, total)
	if last == 0 {
		last = min(s.first+defaultLines-1, total)
		if compact {
			last = total
		}
	}
	keep := func(line int) bool { return true }
	label := ""
	if s.label != "" {
		label = ", " + clip(s.label, snippetChars)
	}
	if compact {
		facts, err := c.View.Facts(ctx, s.file)
		if err != nil {
			return part, "", err
		}
		keep = search.CompactLines(facts, text, starts)
		label += ", compact"
	}
	lines := fmt.Sprintf("lines %d-%d", s.first, last)
	if s.first == last {
		lines = fmt.Sprintf("line %d", last)
	}
	w.line("%s (%s of %d%s)", printable(s.file.Path), lines, total, label)
	longest := min(longestLine, max(w.room()-20, endReserve))
	var body strings.Builder
	shownTo := s.first - 1
	for line := s.first; line <= last; line++ {
		if !keep(line) {
			continue
		}
		out := lineText(text, starts, line, longest) + "\n"
		if compact {
			out = fmt.Sprintf("%d: %s", line, out)
		}
		if !w.entry(out) {
			break
		}
		body.WriteString(out)
		shownTo = line
	}
	part.Last, part.Text = last, body.String()
	switch {
	case w.full && shownTo < last:
		part.Last = shownTo
		note := fmt.Sprintf("cut; next: start_line=%d", shownTo+1)
		if s.last > 0 {
			note += fmt.Sprintf(" end_line=%d", last)
		}
		return part, note, nil
	case s.last == 0 && last < total:
		return part, fmt.Sprintf("%s; next: start_line=%d", count(total-last, "more line"), last+1), nil
	}
	return part, "", nil
}

// longestLine bounds one line of a reply, in bytes: a minified line would
// fill it whole.
const longestLine = 2000

// lineText is a line without its end, at most longest bytes of it.
func lineText(text []byte, starts []uint32, line, longest int) string {
	from := starts[line-1]
	to := uint32(len(text))
	if line < len(starts) {
		to = starts[line]
	}
	b := bytes.TrimRight(text[from:to], "\r\n")
	if len(b) > longest {
		return fmt.Sprintf("%s… (%d bytes in this line)", bytes.ToValidUTF8(b[:longest], nil), len(b))
	}
	return string(b)
}
