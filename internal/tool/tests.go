package tool

import (
	"context"
	"fmt"
	"strings"

	"sextant/internal/index"
	"sextant/internal/search"
)

type testsIn struct {
	Path      string `json:"path,omitempty" jsonschema:"a file"`
	Symbol    string `json:"symbol,omitempty" jsonschema:"a function, method or class instead, or in it"`
	Max       int    `json:"max,omitempty" jsonschema:"most entries"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var testsRules = map[string]rule{"max": between(1, 500).or(20), "offset": unlisted(between(0, 1e6)), "max_tokens": unlisted(between(50, 100000))}

var testsTool = define(Tool{
	Name: "find_tests", Title: "Find tests", Group: Code, ReadOnly: true,
	Description: "The tests of a file or symbol, with the reason: they use it, import it, or are named after it.",
}, testsRules, func(ctx context.Context, c *Call, in testsIn) (*Reply, error) {
	return c.counterparts(ctx, in, "tests", search.FindTests)
})

var sourceTool = define(Tool{
	Name: "find_source", Title: "Find what a test tests", Group: Code, ReadOnly: true,
	Description: "What a test file or test function tests.",
}, testsRules, func(ctx context.Context, c *Call, in testsIn) (*Reply, error) {
	return c.counterparts(ctx, in, "source", search.FindSource)
})

// counterpartItem is one entry in JSON output.
type counterpartItem struct {
	Path    string   `json:"path"`
	Line    uint32   `json:"line,omitempty"`
	Name    string   `json:"name,omitempty"`
	Score   float64  `json:"score"`
	Reasons []string `json:"reasons"`
}

func (c *Call) counterparts(ctx context.Context, in testsIn, what string,
	find func(context.Context, *index.View, *index.File, search.SymbolQuery) (*search.Counterparts, error)) (*Reply, error) {
	var f *index.File
	var err error
	symbol := strings.TrimSpace(in.Symbol)
	if in.Path == "" && symbol == "" {
		return nil, inputErrorf("path or symbol must say whose %s to find", what)
	}
	if in.Path != "" {
		if f, err = c.file("path", in.Path); err != nil {
			return nil, err
		}
	}
	q := search.SymbolQuery{Name: symbol, Budget: c.Budget}
	if f != nil && symbol != "" {
		q.Directory = f.Path
	}
	found, err := find(ctx, c.View, f, q)
	if err != nil {
		return nil, err
	}
	of := printable(clip(firstOf(symbol, in.Path), 200))
	if symbol != "" && found.Target != nil && len(found.Target.Symbols) == 0 {
		return nothing("no match", "nothing defines "+of), nil
	}
	if len(found.Items) == 0 {
		hint := notYet(found.Pending)
		return nothing("no match", "no file is named after, imports or uses "+of+" as its "+what+" would", hint), nil
	}
	if in.Offset > 0 && in.Offset >= len(found.Items) {
		return nil, pastEnd(in.Offset, len(found.Items), "file")
	}
	w := c.newWriter(in.MaxTokens)
	items := []counterpartItem{}
	for _, x := range found.Items[in.Offset:] {
		if len(items) == in.Max {
			break
		}
		line := printable(x.File.Path)
		if x.Line > 0 {
			line += fmt.Sprintf(":%d", x.Line)
		}
		if x.Name != "" {
			line += " " + clip(x.Name, snippetChars)
		}
		if !w.entry(line + " [" + some(x.Reasons, 3) + "]\n") {
			break
		}
		w.cite(x.File)
		items = append(items, counterpartItem{x.File.Path, x.Line, x.Name, float64(int(x.Score*100+0.5)) / 100, x.Reasons})
	}
	return w.close(page(len(items), in.Offset, len(found.Items)), items), nil
}

// firstOf is the first text that is not empty.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
