package tool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/knowledge"
	"sextant/internal/search"
)

type queryIn struct {
	Keywords  string `json:"keywords" jsonschema:"words or a question"`
	Scope     string `json:"scope,omitempty" jsonschema:"only under this path"`
	Max       int    `json:"max,omitempty" jsonschema:"results"`
	Format    string `json:"format,omitempty" jsonschema:"by directory, or one ranked list"`
	Role      string `json:"role,omitempty" jsonschema:"only this role"`
	Verbosity string `json:"verbosity,omitempty" jsonschema:"which fields"`
	Offset    int    `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
	Explain   bool   `json:"explain,omitempty" jsonschema:"show score shares"`
}

var queryTool = define(Tool{
	Name: "query", Title: "Find the files for a task", Group: Knowledge, ReadOnly: true,
	Description: "Start here: ranked files for keywords or a question, with summary, imports, exports and the line ranges of the best definitions.",
}, map[string]rule{
	"max": between(1, 200).or(25), "offset": between(0, 1e6), "max_tokens": between(50, 100000),
	"format":    unlisted(oneOf("grouped", "grouped", "flat")),
	"explain":   {unlisted: true},
	"role":      unlisted(anyOf("implementation", "executable", "helperScript", "test", "configuration", "build", "documentation", "data")),
	"verbosity": unlisted(oneOf("full", "full", "structure", "semantic")),
}, query)

// lineItem is a line that answers better than any name, in JSON output.
type lineItem struct {
	Line uint32 `json:"line"`
	In   string `json:"in,omitempty"`
	Text string `json:"text"`
}

// queryItem is one result in JSON output.
type queryItem struct {
	Path         string         `json:"path"`
	Score        float64        `json:"score"`
	Lines        uint32         `json:"lineCount"`
	Chars        uint32         `json:"sizeChars"`
	Role         string         `json:"role"`
	Summary      string         `json:"summary,omitempty"`
	Technologies []string       `json:"technologies,omitempty"`
	Unanalysed   string         `json:"unanalysed,omitempty"`
	Imports      []string       `json:"imports,omitempty"`
	Exports      []string       `json:"exports,omitempty"`
	Refs         []string       `json:"referenced,omitempty"`
	Matches      []outlineItem  `json:"matches,omitempty"`
	Line         *lineItem      `json:"line,omitempty"`
	Explain      []search.Share `json:"explain,omitempty"`
}

func query(ctx context.Context, c *Call, in queryIn) (*Reply, error) {
	scope, err := c.within("scope", in.Scope)
	if err != nil {
		return nil, err
	}
	sem, problem := c.semantics()
	res, err := search.Run(ctx, c.View, search.Query{Keywords: in.Keywords, Scope: scope, Role: in.Role, Budget: c.Budget}, sem, in.Offset+in.Max)
	if errors.Is(err, search.ErrNoKeywords) {
		return nil, inputErrorf("%v", err)
	}
	if err != nil {
		return nil, err
	}
	if len(res.Items) == 0 {
		return c.nothingFound(ctx, in, scope, res, sem)
	}
	if in.Offset >= len(res.Items) {
		return nil, pastEnd(in.Offset, len(res.Items), "result")
	}
	items := res.Items[in.Offset:min(in.Offset+in.Max, len(res.Items))]
	w := c.newWriter(in.MaxTokens)
	if res.Pending > 0 {
		w.line("(index still being built: %s not searched yet)", count(res.Pending, "file"))
	} else if res.Unparsed > 0 {
		w.line("(index still being built: %s ranked by words and path only)", count(res.Unparsed, "file"))
	}
	if len(res.Absent) > 0 && res.Pending == 0 {
		w.line("(no file holds %s; ranked by the rest)", some(res.Absent, 4))
	}
	if problem != "" {
		w.line("(%s)", problem)
	}
	shown := renderQuery(w, in, items)
	data := make([]queryItem, 0, shown)
	for i := range items[:shown] {
		w.cite(items[i].File)
		data = append(data, queryData(&items[i], in.Explain))
	}
	return w.close(page(shown, in.Offset, len(res.Items)), data), nil
}

// nothingFound says what was searched and what does exist.
func (c *Call) nothingFound(ctx context.Context, in queryIn, scope string, res *search.Results, sem search.Semantics) (*Reply, error) {
	if len(c.View.Files()) == 0 {
		return c.noListing(), nil
	}
	where := "the whole project"
	if scope != "" {
		where = printable(scope)
	}
	detail := fmt.Sprintf("%s in %s of %s", some(res.Terms, 8), count(res.Searched, "file"), where)
	if in.Role != "" {
		detail += " with role " + in.Role
	}
	if res.Pending > 0 {
		return nothing("not indexed yet", fmt.Sprintf("%s; %s not searched yet", detail, count(res.Pending, "file")), "call again in a moment"), nil
	}
	if scope != "" || in.Role != "" {
		wide, err := search.Run(ctx, c.View, search.Query{Keywords: in.Keywords, Budget: c.Budget}, sem, 0)
		if err != nil {
			return nil, err
		}
		if len(wide.Items) > 0 {
			var best []string
			for i := range wide.Items[:min(3, len(wide.Items))] {
				best = append(best, wide.Items[i].File.Path)
			}
			return nothing("no match", detail, fmt.Sprintf("without scope and role: %s, first %s", count(len(wide.Items), "file"), printables(best))), nil
		}
	}
	return nothing("no match", detail, c.nearWords(res.Terms), c.leftOut()), nil
}

// nearWords names words of the project that look like those not found.
func (c *Call) nearWords(terms []string) string {
	var near []string
	for _, t := range terms {
		if r := []rune(t); len(r) >= 4 {
			near = append(near, c.View.TermsWithPrefix(string(r[:len(r)-1]), 4, nil)...)
			near = append(near, search.NearNames(c.View.TermsWithPrefix(string(r[:2]), 20, func(term string) bool { return search.IsNear(term, t) }), t, 4)...)
		}
	}
	seen := make(map[string]bool)
	for _, t := range terms {
		seen[t] = true
	}
	near = slices.DeleteFunc(near, func(w string) bool {
		again := seen[w]
		seen[w] = true
		return again
	})
	if len(near) == 0 {
		return ""
	}
	return "words that do occur: " + some(near, 8)
}

// renderQuery writes results and returns how many fitted: always the best
// ones, so that the next page begins where this one ends.
func renderQuery(w *writer, in queryIn, items []search.Result) int {
	blocks := make([]string, len(items))
	for i := range items {
		blocks[i] = renderResult(&items[i], in, i)
	}
	for n := len(items); n > 1; n-- {
		if text := arrange(in, items[:n], blocks); utf8.RuneCountInString(text) <= w.room() {
			w.block(text)
			w.full = w.full || n < len(items)
			return n
		}
	}
	// One always fits: with less of it if need be.
	first := blocks[0]
	for _, rank := range []int{fullResults, shortResults} {
		if utf8.RuneCountInString(first) > w.room() {
			first = renderResult(&items[0], in, rank)
		}
	}
	if !w.entry(first) {
		return 0
	}
	return 1
}

// arrange lays blocks of results out, flat or under their directories.
func arrange(in queryIn, items []search.Result, blocks []string) string {
	groups := groupByDirectory(items)
	if in.Format == "flat" || !groupingHelps(items, groups) {
		return strings.Join(blocks[:len(items)], "")
	}
	var b strings.Builder
	for _, g := range groups {
		b.WriteString("## " + printable(g.dir))
		if tech := technologies(g.items); len(tech) > 0 && in.Verbosity != "structure" {
			b.WriteString(" | " + some(tech, 8))
		}
		b.WriteByte('\n')
		for _, i := range g.order {
			b.WriteString(blocks[i])
		}
	}
	return b.String()
}

type group struct {
	dir   string
	items []*search.Result
	order []int // their places in the ranking
}

func groupByDirectory(items []search.Result) []group {
	var out []group
	place := make(map[string]int)
	for i := range items {
		dir := path.Dir(items[i].File.Path)
		k, ok := place[dir]
		if !ok {
			k = len(out)
			place[dir] = k
			out = append(out, group{dir: dir})
		}
		out[k].items = append(out[k].items, &items[i])
		out[k].order = append(out[k].order, i)
	}
	return out
}

// groupingHelps is false for one result and when no directory has two.
func groupingHelps(items []search.Result, groups []group) bool {
	return len(items) > 1 && len(groups) < len(items)
}

func technologies(items []*search.Result) []string {
	seen := make(map[string]bool)
	var out []string
	for _, r := range items {
		for _, t := range r.Semantic.Technologies {
			if t = word(t); t != "" && !seen[t] {
				seen[t] = true
				out = append(out, t)
			}
		}
	}
	return out
}

// Results further down are shown with less: a reader looks at the first few
// and uses the rest as a list of places. Up to shortResults each still has all
// of its fields, shortened; those after it have their summary only.
const (
	fullResults  = 3
	shortResults = 10
)

func renderResult(r *search.Result, in queryIn, rank int) string {
	var b strings.Builder
	f := r.File
	b.WriteString("<!-- " + printable(f.Path))
	if in.Verbosity != "semantic" {
		switch {
		case f.Indexed:
			fmt.Fprintf(&b, " (Lines: %d, Chars: %d)", f.Lines, f.Chars)
		case r.Facts != nil:
			fmt.Fprintf(&b, " (Lines: %d, Chars: %d)", r.Facts.Lines, r.Facts.Chars)
		default:
			fmt.Fprintf(&b, " (Lines: ?, Chars: %d)", f.Signature.Size)
		}
	}
	b.WriteString(" [" + word(r.Role) + "]")
	if len(r.Semantic.Technologies) > 0 && in.Verbosity != "structure" {
		b.WriteString(" | " + some(technologies([]*search.Result{r}), 12))
	}
	b.WriteString(" -->\n")
	size, exports, imports, matches := 400, 8, 5, 3
	switch {
	case rank >= shortResults:
		size, exports, imports, matches = 80, 0, 0, 0
	case rank >= fullResults:
		size, exports, imports, matches = 100, 3, 2, 1
	}
	if in.Verbosity != "structure" {
		if s := summaryLine(r); s != "" {
			b.WriteString(clip(s, size) + "\n")
		}
		if r.Semantic.Delta != "" {
			b.WriteString("unanalysed: " + r.Semantic.Delta + "\n")
		}
	}
	if r.Facts == nil {
		explain(&b, r, in)
		return b.String()
	}
	if in.Verbosity != "semantic" {
		writeField(&b, "imports", importTexts(r.Links.Imports, rank < fullResults), " | ", imports)
		writeField(&b, "exports", r.Facts.Exports(), ", ", exports)
		writeField(&b, "referenced", r.Links.Refs, ", ", imports)
	}
	writeMatches(&b, r, matches)
	explain(&b, r, in)
	return b.String()
}

// summaryLine is the analysis' summary or, marked with "doc:", the file's own
// first sentence.
func summaryLine(r *search.Result) string {
	if r.Semantic.Summary != "" {
		return code.OneLine(r.Semantic.Summary)
	}
	if r.Facts != nil && telling(r.Facts.Doc) {
		return "doc: " + r.Facts.Doc
	}
	return ""
}

// telling reports whether a doc sentence says anything: not a heading, an
// underline or a greeting.
func telling(doc string) bool {
	return len(strings.Fields(doc)) >= 3 && !strings.HasSuffix(doc, ":") && !strings.Contains(doc, "----") && !strings.Contains(doc, "====")
}

func writeField(b *strings.Builder, name string, values []string, sep string, max int) {
	if len(values) == 0 || max == 0 {
		return
	}
	shown := make([]string, min(max, len(values)))
	for i := range shown {
		shown[i] = word(values[i])
	}
	b.WriteString(name + ": " + strings.Join(shown, sep))
	if len(values) > max {
		fmt.Fprintf(b, " +%d", len(values)-max)
	}
	b.WriteByte('\n')
}

// word is a name that somebody else wrote, fit for one line of a reply.
func word(s string) string { return clip(code.OneLine(s), snippetChars) }

// importTexts prints imports as project-intel-tool does, "sign, verify from
// jwt", those that lead to files of the project first: the others are no place
// to go on reading, so their names are left out, as all are without names.
func importTexts(links []index.Link, names bool) []string {
	var inside, outside []string
	for _, l := range links {
		switch {
		case len(l.Files) == 0:
			outside = append(outside, l.Key)
		case names && len(l.Names) > 0:
			inside = append(inside, some(l.Names, 3)+" from "+l.Key)
		default:
			inside = append(inside, l.Key)
		}
	}
	return append(inside, outside...)
}

func writeMatches(b *strings.Builder, r *search.Result, most int) {
	var parts []string
	if r.Line != nil {
		where := ""
		if r.Line.Definition != code.NoDefinition {
			d := &r.Facts.Definitions[r.Line.Definition]
			if d.Lines.First != d.Lines.Last {
				where = fmt.Sprintf(" in %s %s", d.Lines, d.Name)
			}
		}
		parts = append(parts, fmt.Sprintf("%d%s: %s", r.Line.Line, where, clip(r.Line.Text, 80)))
		most = max(1, most-1)
	}
	for _, i := range r.Matches[:min(most, len(r.Matches))] {
		d := &r.Facts.Definitions[i]
		parts = append(parts, fmt.Sprintf("%s %s", d.Lines, clip(describe(d), 90)))
	}
	if len(parts) > 0 {
		b.WriteString("matches: " + strings.Join(parts, " | ") + "\n")
	}
}

func explain(b *strings.Builder, r *search.Result, in queryIn) {
	if !in.Explain {
		return
	}
	shares := append([]search.Share(nil), r.Shares...)
	sort.SliceStable(shares, func(i, j int) bool { return shares[i].Score > shares[j].Score })
	sum := 0.0
	for _, s := range shares {
		sum += s.Score
	}
	const most = 10
	var parts []string
	for _, s := range shares[:min(most, len(shares))] {
		parts = append(parts, fmt.Sprintf("%s/%s %.2f", s.Term, s.Field, s.Score))
	}
	if len(shares) > most {
		parts = append(parts, "…")
	}
	// The factor is how much of the question is covered, and the file's class.
	fmt.Fprintf(b, "score: %.2f = %.2f x (%s)\n", r.Score, r.Score/max(sum, 1e-9), strings.Join(parts, " + "))
}

func queryData(r *search.Result, explain bool) queryItem {
	item := queryItem{Path: r.File.Path, Score: math.Round(r.Score*100) / 100, Lines: r.File.Lines, Chars: r.File.Chars, Role: r.Role,
		Summary: r.Semantic.Summary, Technologies: r.Semantic.Technologies, Unanalysed: r.Semantic.Delta}
	if r.Facts != nil {
		if item.Summary == "" {
			item.Summary = r.Facts.Doc
		}
		item.Imports, item.Exports, item.Refs = importTexts(r.Links.Imports, true), r.Facts.Exports(), r.Links.Refs
		if l := r.Line; l != nil {
			item.Line = &lineItem{Line: l.Line, Text: l.Text}
			if l.Definition != code.NoDefinition {
				item.Line.In = r.Facts.QualifiedName(l.Definition)
			}
		}
		for _, i := range r.Matches {
			d := &r.Facts.Definitions[i]
			item.Matches = append(item.Matches, outlineItem{Name: r.Facts.QualifiedName(i), Kind: d.Kind.String(),
				Line: d.Lines.First, EndLine: d.Lines.Last, Signature: d.Signature, Doc: d.Doc})
		}
	}
	if explain {
		item.Explain = r.Shares
	}
	return item
}

// analyses gives search the committed analyses.
type analyses struct {
	base *knowledge.Base
	v    *index.View
}

// semantics returns the project's analyses, and what is wrong with them if
// anything is.
func (c *Call) semantics() (search.Semantics, string) {
	if c.Knowledge == nil {
		return nil, ""
	}
	base, err := c.Knowledge(c.View)
	if err != nil {
		return nil, fmt.Sprintf("summaries left out: %v", err)
	}
	if base == nil {
		return nil, ""
	}
	return analyses{base, c.View}, ""
}

// Semantic implements search.Semantics. The change since the analysis is
// computed from the file as it is now, not as the knowledge file remembers it.
func (a analyses) Semantic(p string) (search.Semantic, bool) {
	e := a.base.Entries[p]
	if e == nil || !e.Analysed() || e.Deleted {
		return search.Semantic{}, false
	}
	s := search.Semantic{Summary: e.Summary, Role: e.Role, Technologies: e.Technologies, Tags: e.SearchTags, Weight: e.Weight()}
	s.Delta = e.AnalysisDelta
	if f := a.v.File(p); f != nil && f.Indexed && e.SizeCharsWhenAnalysed > 0 {
		s.Weight = knowledge.SemanticWeight(e.SizeCharsWhenAnalysed, int(f.Chars))
		s.Delta = knowledge.Delta(int(f.Lines)-e.LineCountWhenAnalysed, int(f.Chars)-e.SizeCharsWhenAnalysed)
	}
	return s, true
}
