package tool

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
)

type grepContextIn struct {
	grepIn
	ContextLines *int `json:"context_lines,omitempty" jsonschema:"0-10; 3"`
	pageIn
}

var grepContextTool = define(Tool{
	Name: "grep_with_context", Title: "Search text with context", Group: Search, ReadOnly: true,
	Description: "grep_code (and its parameters) with the lines around each match, merged.",
}, rulesOf(likeGrep, pageRules), grepWithContext)

const (
	defaultContext = 3
	mostContext    = 10
	// contextChars bounds a line of context, in characters.
	contextChars = 200
)

// contextItem is some lines of a file in JSON output.
type contextItem struct {
	Path    string `json:"path"`
	First   int    `json:"first_line"`
	Last    int    `json:"last_line"`
	Matches []int  `json:"matches"` // line numbers
	Text    string `json:"text"`
}

func grepWithContext(ctx context.Context, c *Call, in grepContextIn) (*Reply, error) {
	around := defaultContext
	if in.ContextLines != nil {
		around = *in.ContextLines
	}
	if around < 0 || around > mostContext {
		return nil, inputErrorf("context_lines must be between 0 and %d, not %d", mostContext, around)
	}
	a, err := c.ask(in.grepIn)
	if err != nil {
		return nil, err
	}
	res, hits, err := c.searchPage(ctx, a, &in.pageIn)
	if err != nil {
		return nil, err
	}
	if res.Lines == 0 {
		return c.noLines(ctx, a, res)
	}
	w := c.newWriter(in.MaxTokens)
	// As many of the best hits as fit: a block that does not takes its worst along.
	shown := len(hits)
	var blocks []contextItem
	read := make(map[*index.File][]string)
	for ; shown > 0; shown -= max(1, shown/20) {
		if blocks, err = c.contexts(hits[:shown], around, read); err != nil {
			return nil, err
		}
		text := renderContexts(blocks)
		if utf8.RuneCountInString(text) <= w.room() || shown == 1 {
			w.entry(text)
			break
		}
	}
	for i := range hits[:shown] {
		w.cite(hits[i].File)
	}
	if w.entries == 0 {
		shown, blocks = 0, nil
	}
	return w.close(joinNotes(linePage(hits[:shown], in.Offset, res), c.unsearched(res)), blocks), nil
}

// contexts gathers hits with the lines around them, a block for lines without
// a gap, files in the order of their best hits. read keeps the lines of files
// from one call to the next.
func (c *Call) contexts(hits []search.TextHit, around int, read map[*index.File][]string) ([]contextItem, error) {
	var out []contextItem
	for _, g := range groupHits(hits) {
		f := g.hits[0].File
		lines, known := read[f]
		if !known {
			var err error
			if lines, err = c.lines(f); err != nil {
				return nil, err
			}
			read[f] = lines
		}
		at := len(out)
		for _, h := range g.hits {
			first, last := max(1, h.Line-around), min(len(lines), h.Last+around)
			if k := len(out) - 1; k >= at && first <= out[k].Last+1 {
				out[k].Last = max(out[k].Last, last)
			} else {
				out = append(out, contextItem{Path: f.Path, First: first, Last: last})
			}
			k := len(out) - 1
			for n := h.Line; n <= h.Last; n++ {
				out[k].Matches = append(out[k].Matches, n)
			}
		}
		for k := at; k < len(out); k++ {
			b := &out[k]
			var text []string
			matches := make(map[int]*search.TextHit)
			for _, h := range g.hits {
				matches[h.Line] = h
			}
			for n := b.First; n <= b.Last && n <= len(lines); n++ {
				line := strings.TrimRight(lines[n-1], "\r")
				if h := matches[n]; h != nil && len(line) > contextChars {
					line = window(line, h.From+h.Start, h.From+h.End, contextChars)
				}
				text = append(text, code.Clip(line, contextChars))
			}
			b.Text = strings.Join(text, "\n")
		}
	}
	return out, nil
}

// lines are the lines of a file, without their ends.
func (c *Call) lines(f *index.File) ([]string, error) {
	text, err := c.text(f)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}

func renderContexts(blocks []contextItem) string {
	var b strings.Builder
	last := ""
	for _, x := range blocks {
		if x.Path == last {
			b.WriteString("--\n")
		} else {
			b.WriteString(printable(x.Path) + "\n")
		}
		last = x.Path
		match := make(map[int]bool)
		for _, n := range x.Matches {
			match[n] = true
		}
		for i, line := range strings.Split(x.Text, "\n") {
			mark := "-"
			if match[x.First+i] {
				mark = ":"
			}
			fmt.Fprintf(&b, "%d%s %s\n", x.First+i, mark, visible(line))
		}
	}
	return b.String()
}

// visible keeps a line of a file one line of a reply, and what would move a
// terminal's cursor out of it.
func visible(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return utf8.RuneError
		}
		return r
	}, line)
}
