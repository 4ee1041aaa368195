package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/search"
	"sextant/internal/search/grep"
	"sextant/internal/search/rank"
)

// grepIn is what all text searches take.
type grepIn struct {
	Query            string   `json:"query" jsonschema:"RE2 expression"`
	Fixed            bool     `json:"fixed,omitempty" jsonschema:"plain text"`
	WholeWord        bool     `json:"whole_word,omitempty" jsonschema:"whole words"`
	Case             string   `json:"case,omitempty" jsonschema:"as rg -S by default"`
	Multiline        bool     `json:"multiline,omitempty" jsonschema:"matches may span lines"`
	Directory        string   `json:"directory,omitempty" jsonschema:"only below it, or one file"`
	PathGlob         string   `json:"path_glob,omitempty" jsonschema:"e.g. src/**/*.ts"`
	Extensions       []string `json:"extensions,omitempty" jsonschema:"or languages"`
	IncludeTests     *bool    `json:"include_tests,omitempty" jsonschema:"default true"`
	IncludeGenerated *bool    `json:"include_generated,omitempty" jsonschema:"default true"`
}

// pageIn is how a list is asked for.
type pageIn struct {
	Max       int `json:"max,omitempty" jsonschema:"most lines; 50 unless configured"`
	Offset    int `json:"offset,omitempty" jsonschema:"skip this many"`
	MaxTokens int `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

// grepRules are of the parameters that grep_code lists for all searches.
var grepRules = map[string]rule{"case": oneOf("smart", "smart", "sensitive", "insensitive"), "include_generated": {unlisted: true}, "multiline": {unlisted: true}}

// likeGrep are the same rules for tools whose descriptions refer to grep_code.
var likeGrep = map[string]rule{"case": unlisted(grepRules["case"]), "include_generated": {unlisted: true}, "include_tests": {unlisted: true},
	"fixed": {unlisted: true}, "whole_word": {unlisted: true}, "multiline": {unlisted: true}, "path_glob": {unlisted: true}, "extensions": {unlisted: true}}

var pageRules = map[string]rule{"max": between(1, 500), "offset": between(0, 1e6), "max_tokens": between(50, 100000)}

type grepCodeIn struct {
	grepIn
	pageIn
}

var grepTool = define(Tool{
	Name: "grep_code", Title: "Search text", Group: Search, ReadOnly: true,
	Description: "Instead of grep or rg: matching lines, declarations and source first, tests and comments last. multiline=true lets matches span lines.",
}, rulesOf(grepRules, pageRules), grepCode)

// grepItem is one line in JSON output.
type grepItem struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Last     int    `json:"end_line,omitempty"`
	Text     string `json:"text"`
	Declares bool   `json:"declares,omitempty"`
	In       string `json:"in,omitempty"` // comment or string
}

func grepCode(ctx context.Context, c *Call, in grepCodeIn) (*Reply, error) {
	a, err := c.ask(in.grepIn)
	if err != nil {
		return nil, err
	}
	return c.bestLines(ctx, a, in.pageIn)
}

// bestLines answers with a page of the lines that match.
func (c *Call) bestLines(ctx context.Context, a *asked, p pageIn) (*Reply, error) {
	res, hits, err := c.searchPage(ctx, a, &p)
	if err != nil {
		return nil, err
	}
	if res.Lines == 0 {
		return c.noLines(ctx, a, res)
	}
	w := c.newWriter(p.MaxTokens)
	shown, items := writeHits(w, hits, w.room())
	return w.close(joinNotes(linePage(hits[:shown], p.Offset, res), joinNotes(c.unsearched(res), a.note)), items), nil
}

// asked is a text search as the caller wants it.
type asked struct {
	search.TextQuery
	in    grepIn
	scope string // what else narrows it, in words
	note  string // what else the caller should know
}

// ask reads the arguments that all text searches take.
func (c *Call) ask(in grepIn) (*asked, error) {
	if in.Query == "" {
		return nil, inputErrorf("query must be what to search for: a regular expression, or plain text with fixed=true")
	}
	dir, err := c.within("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	a := &asked{in: in}
	a.Query, a.Budget, a.Backend = in.Query, c.Budget, search.Backend(c.Config.Backend)
	a.Options = grep.Options{Fixed: in.Fixed, Word: in.WholeWord, Multiline: in.Multiline}
	switch in.Case {
	case "sensitive":
		a.Options.Case = grep.Sensitive
	case "insensitive":
		a.Options.Case = grep.Insensitive
	}
	a.Filter = search.FileFilter{Directory: dir,
		NoTests: in.IncludeTests != nil && !*in.IncludeTests, NoGenerated: in.IncludeGenerated != nil && !*in.IncludeGenerated}
	a.Filter.Globs = splitGlobs(in.PathGlob)
	for _, e := range in.Extensions {
		if err := c.addExtension(&a.Filter, strings.TrimSpace(e)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// splitGlobs reads a list of globs: commas part them, but not in {a,b} and [,].
func splitGlobs(list string) (out []string) {
	depth, from := 0, 0
	add := func(to int) {
		if g := strings.TrimSpace(list[from:to]); g != "" {
			out = append(out, g)
		}
		from = to + 1
	}
	for i, r := range list {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth = max(0, depth-1)
		case ',':
			if depth == 0 {
				add(i)
			}
		}
	}
	if from <= len(list) {
		add(len(list))
	}
	return out
}

// addExtension adds an extension or, where no file has it, a language by name.
func (c *Call) addExtension(f *search.FileFilter, e string) error {
	name := strings.TrimPrefix(strings.TrimPrefix(e, "*"), ".")
	if name == "" {
		return nil
	}
	registry := c.View.Languages()
	if registry.ByPath("x."+name) == nil {
		if l := registry.Lookup(name); l != nil {
			if f.Languages == nil {
				f.Languages = make(map[code.LanguageID]bool)
			}
			f.Languages[l.ID] = true
			return nil
		}
	}
	if strings.ContainsAny(name, "/ ") {
		return inputErrorf("extensions: %q is neither a file extension nor a language", clip(e, 60))
	}
	f.Extensions = append(f.Extensions, name)
	return nil
}

// searchPage searches and cuts the page that is asked for.
func (c *Call) searchPage(ctx context.Context, a *asked, page *pageIn) (*search.TextResults, []search.TextHit, error) {
	if page.Max == 0 {
		page.Max = c.Config.MaxResults
	}
	a.Best = page.Offset + page.Max + 1 // one more tells whether this is the end
	res, err := c.searchText(ctx, a.TextQuery)
	if err != nil {
		return nil, nil, err
	}
	if page.Offset > 0 && page.Offset >= len(res.Hits) && len(res.Hits) > 0 {
		return nil, nil, pastEnd(page.Offset, len(res.Hits), "line")
	}
	from := min(page.Offset, len(res.Hits))
	return res, res.Hits[from:min(from+page.Max, len(res.Hits))], nil
}

// searchText is search.SearchText whose faults are the caller's to mend.
func (c *Call) searchText(ctx context.Context, q search.TextQuery) (*search.TextResults, error) {
	res, err := search.SearchText(ctx, c.View, q)
	var fault *grep.SyntaxError
	if errors.As(err, &fault) {
		return nil, inputErrorf("%v", fault)
	}
	return res, err
}

// hitGroup is the hits of one file on a page.
type hitGroup struct {
	hits []*search.TextHit // by line
}

// groupHits gathers hits by file, in the order of each file's best one.
func groupHits(hits []search.TextHit) []hitGroup {
	var out []hitGroup
	place := make(map[string]int)
	for i := range hits {
		h := &hits[i]
		k, ok := place[h.File.Path]
		if !ok {
			k = len(out)
			place[h.File.Path] = k
			out = append(out, hitGroup{})
		}
		out[k].hits = append(out[k].hits, h)
	}
	for _, g := range out {
		slices.SortFunc(g.hits, func(a, b *search.TextHit) int { return cmp.Or(a.Line-b.Line, a.Last-b.Last) })
	}
	return out
}

// placeName is what a match lies in, "" for code.
func placeName(p rank.Place) string { return [...]string{"", "comment", "string"}[p] }

// writeHits writes as many of the best hits as fit into a number of
// characters: files by their best line, lines in order below them.
func writeHits(w *writer, hits []search.TextHit, room int) (shown int, items []grepItem) {
	// Taking away the worst line may take away a path: sizes are found by trying.
	n := len(hits)
	for ; n > 1 && hitsSize(hits[:n]) > room; n -= max(1, n/20) {
	}
	if !w.entry(renderHits(hits[:n])) {
		return 0, nil
	}
	for i := range hits[:n] {
		h := &hits[i]
		w.cite(h.File)
		items = append(items, hitItem(h))
	}
	return n, items
}

func hitsSize(hits []search.TextHit) int { return utf8.RuneCountInString(renderHits(hits)) }

// renderHits lays hits out by file: "path:line: text" for a file with one hit,
// else its path once and its lines below it, lines of equal text together. A
// directory of several files is named once, on a line that ends in a slash, and
// the paths below it go on from there.
func renderHits(hits []search.TextHit) string {
	var b strings.Builder
	for _, s := range shelve(groupHits(hits)) {
		if s.dir != "" {
			b.WriteString(printable(s.dir) + "\n")
		}
		for _, g := range s.files {
			renderFile(&b, printable(strings.TrimPrefix(g.hits[0].File.Path, s.dir)), g.hits)
		}
	}
	return b.String()
}

// shelf is files that are shown below a directory; dir ends in a slash, and is
// "./" for files that have none in common with others and come after those
// that have, "" before.
type shelf struct {
	dir   string
	files []hitGroup
}

// shelve chooses the directories whose naming saves the most, one after
// another, and keeps the order of the files' best hits.
func shelve(files []hitGroup) []shelf {
	const leastSaved = 8 // characters, for which a line more is worth reading
	on := make([]string, len(files))
	for {
		sharing := make(map[string]int)
		for i, g := range files {
			if on[i] != "" {
				continue
			}
			for dir := g.hits[0].File.Path; ; {
				cut := strings.LastIndexByte(strings.TrimSuffix(dir, "/"), '/')
				if cut < 0 {
					break
				}
				dir = dir[:cut+1]
				sharing[dir]++
			}
		}
		best, most := "", leastSaved-1
		for dir, n := range sharing {
			if saved := (n-1)*len(dir) - 1; saved > most || saved == most && dir > best {
				best, most = dir, saved
			}
		}
		if best == "" {
			break
		}
		for i, g := range files {
			if on[i] == "" && strings.HasPrefix(g.hits[0].File.Path, best) {
				on[i] = best
			}
		}
	}
	var out []shelf
	place := make(map[string]int)
	for i, g := range files {
		k, ok := place[on[i]]
		if !ok {
			k = len(out)
			place[on[i]] = k
			out = append(out, shelf{dir: on[i]})
		}
		out[k].files = append(out[k].files, g)
	}
	if k, ok := place[""]; ok && k > 0 {
		out[k].dir = "./"
	}
	return out
}

func renderFile(b *strings.Builder, path string, hits []*search.TextHit) {
	lines := make(map[string]string) // by text
	var texts []string
	for _, h := range hits {
		text := snippet(h)
		if lines[text] == "" {
			texts = append(texts, text)
		} else {
			lines[text] += ","
		}
		lines[text] += hitLines(h)
	}
	if len(texts) == 1 {
		fmt.Fprintf(b, "%s:%s: %s\n", path, lines[texts[0]], texts[0])
		return
	}
	b.WriteString(path + "\n")
	for _, text := range texts {
		fmt.Fprintf(b, " %s: %s\n", lines[text], text)
	}
}

func hitLines(h *search.TextHit) string {
	if h.Last > h.Line {
		return fmt.Sprintf("%d-%d", h.Line, h.Last)
	}
	return fmt.Sprint(h.Line)
}

// snippet is a line on one line: without indentation, and where it is long,
// what stands around its match.
func snippet(h *search.TextHit) string {
	return window(h.Text, h.Start, h.End, snippetChars)
}

// window cuts a line to at most most characters around [start, end), bytes.
func window(line string, start, end, most int) string {
	text := strings.TrimLeft(line, " \t")
	start = max(0, start-(len(line)-len(text)))
	end = min(max(start, end-(len(line)-len(text))), len(text))
	start = min(start, len(text))
	if len(text) <= most {
		return visible(code.OneLine(text))
	}
	if utf8.RuneCountInString(text[:end]) <= most-1 {
		return clip(visible(code.OneLine(clip(text, 4*most))), most)
	}
	// Some of what leads to the match, then the match, then what follows.
	const lead = 40
	from := start
	for n := 0; from > 0 && n < lead; n++ {
		from--
		for from > 0 && text[from]&0xc0 == 0x80 {
			from--
		}
	}
	cut := text[from:]
	if from > 0 {
		cut = "…" + cut
	}
	return clip(visible(code.OneLine(clip(cut, 4*most))), most)
}

func hitItem(h *search.TextHit) grepItem {
	item := grepItem{Path: h.File.Path, Line: h.Line, Text: window(h.Text, h.Start, h.End, jsonLineChars), Declares: h.Declares, In: placeName(h.Place)}
	if h.Last > h.Line {
		item.Last = h.Last
	}
	return item
}

// jsonLineChars bounds a line in JSON output, in characters.
const jsonLineChars = 400

// linePage is page for lines of files. A hit may have several lines; offset
// counts hits.
func linePage(shown []search.TextHit, offset int, res *search.TextResults) string {
	next := offset + len(shown)
	more := next < len(res.Hits)
	switch {
	case !more && offset == 0 && !res.Stopped:
		return ""
	case len(shown) == 0:
		return page(0, offset, res.Lines)
	}
	lines := 0
	for i := range shown {
		lines += max(1, shown[i].Last-shown[i].Line+1)
	}
	end := "end"
	if more {
		end = fmt.Sprintf("next: offset=%d", next)
	}
	switch {
	case res.Stopped && more:
		return fmt.Sprintf("%d of more than %d lines; %s; count_matches counts all", lines, res.Lines, end)
	case res.Stopped:
		return fmt.Sprintf("%d of more than %d lines; count_matches counts all", lines, res.Lines)
	}
	return fmt.Sprintf("%d of %d lines in %s; %s", lines, res.Lines, count(res.Files, "file"), end)
}

// unsearched says which files no answer can be from, if any.
func (c *Call) unsearched(res *search.TextResults) string {
	note := ""
	if res.Pending > 0 {
		note = count(res.Pending, "file") + " not searched yet: ask again shortly"
	}
	if res.Unread > 0 {
		note = joinNotes(note, count(res.Unread, "file")+" could not be read")
	}
	if res.TooLarge > 0 {
		note = joinNotes(note, count(res.TooLarge, "file")+" too large to be searched")
	}
	return note
}

// noLines says what was searched, and what would have been found by asking
// for less.
func (c *Call) noLines(ctx context.Context, a *asked, res *search.TextResults) (*Reply, error) {
	if len(c.View.Files()) == 0 {
		return c.noListing(), nil
	}
	kind, detail := "no match", fmt.Sprintf("%q in %s%s%s", clip(a.Query, 100), count(res.Searched, "file"), a.filters(), a.options())
	note := joinNotes(c.unsearched(res), a.note)
	switch {
	case res.Pending > 0:
		return nothing("not indexed yet", detail, note), nil
	case res.Searched == 0:
		kind, detail = "excluded", "no file passes the filters"+a.filters()
	}
	for _, wider := range a.wider() {
		wider.Best = 1
		r, err := c.searchText(ctx, wider.TextQuery)
		var input *InputError
		if errors.As(err, &input) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if r.Lines > 0 {
			h := &r.Hits[0]
			more := ""
			if r.Stopped {
				more = "at least "
			}
			out := nothing(kind, detail, fmt.Sprintf("%s: %s%s in %s, first %s:%d: %s", wider.how, more, count(r.Lines, "line"), count(r.Files, "file"),
				printable(h.File.Path), h.Line, snippet(h)), note)
			out.cited = append(out.cited, h.File)
			return out, nil
		}
	}
	var terms []string
	for _, t := range strings.FieldsFunc(strings.ToLower(a.Query), func(r rune) bool { return !(r == '_' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80) }) {
		if len(t) >= 4 && len(terms) < 4 {
			terms = append(terms, t)
		}
	}
	if res.Searched == 0 {
		terms = nil
	}
	// Words that are there must not be looked for again: it is their place that is wrong.
	var present []string
	terms = slices.DeleteFunc(terms, func(t string) bool {
		if !c.View.Holds(t) {
			return false
		}
		present = append(present, t)
		return true
	})
	apart := ""
	if len(present) > 0 {
		apart = "there, but not so: " + strings.Join(present, ", ")
	}
	return nothing(kind, detail, note, apart, c.nearWords(terms), c.leftOut()), nil
}

// filters says to which files a search was narrowed, for an empty answer.
func (a *asked) filters() string {
	text := ""
	add := func(s string) { text += ", " + s }
	if a.Filter.Directory != "" {
		add("under " + printable(clip(a.Filter.Directory, 80)))
	}
	if len(a.Filter.Globs) > 0 {
		add("path_glob " + clip(some(a.Filter.Globs, 4), 60))
	}
	if len(a.in.Extensions) > 0 {
		add("extensions " + clip(some(a.in.Extensions, 8), 60))
	}
	if a.Filter.NoTests {
		add("without tests")
	}
	if a.Filter.NoGenerated {
		add("without generated files")
	}
	if a.scope != "" {
		add(a.scope)
	}
	return text
}

// options says what else narrowed it.
func (a *asked) options() string {
	text := ""
	if a.Options.Word {
		text += ", whole words"
	}
	if a.Options.Case == grep.Sensitive {
		text += ", case-sensitive"
	}
	return text
}

// basicToRE2 turns what only basic regular expressions, as grep has them,
// mean by a backslash into RE2's words: there these are plain characters.
var basicToRE2 = strings.NewReplacer(`\\`, `\\`, `\|`, `|`, `\<`, `\b`, `\>`, `\b`, `\+`, `+`, `\?`, `?`)

// hasSpecial reports whether a query means something else as plain text.
func hasSpecial(query string) bool { return regexp.QuoteMeta(query) != query }

// widerSearch is a search that may find something where the one asked for does not.
type widerSearch struct {
	search.TextQuery
	how string
}

// wider lists less narrow searches, the nearest first.
func (a *asked) wider() (out []widerSearch) {
	add := func(how string, change func(q *search.TextQuery)) {
		q := a.TextQuery
		change(&q)
		out = append(out, widerSearch{q, how})
	}
	if q := basicToRE2.Replace(a.Query); !a.Options.Fixed && q != a.Query {
		add(fmt.Sprintf("as %q (RE2, not grep's basic syntax)", clip(q, 80)), func(query *search.TextQuery) { query.Query = q })
	}
	if !a.Options.Fixed && hasSpecial(a.Query) {
		add("as plain text (fixed=true)", func(q *search.TextQuery) { q.Options.Fixed = true })
	}
	if a.Options.Fixed && hasSpecial(a.Query) {
		add("as a regular expression (fixed=false)", func(q *search.TextQuery) { q.Options.Fixed = false })
	}
	if a.Options.Word {
		add("without whole_word", func(q *search.TextQuery) { q.Options.Word = false })
	}
	if a.Options.Case != grep.Insensitive {
		add("with case=insensitive", func(q *search.TextQuery) { q.Options.Case = grep.Insensitive })
	}
	if a.Filter.Directory != "" || len(a.Filter.Globs) > 0 || len(a.in.Extensions) > 0 || a.Filter.NoTests || a.Filter.NoGenerated || a.Lines != nil {
		add("elsewhere", func(q *search.TextQuery) { q.Filter, q.Lines, q.LinesKey = search.FileFilter{}, nil, "" })
	}
	if len(out) > 1 {
		add("elsewhere or in another case", func(q *search.TextQuery) {
			q.Filter, q.Lines, q.LinesKey = search.FileFilter{}, nil, ""
			q.Options.Word, q.Options.Case = false, grep.Insensitive
		})
	}
	return out
}
