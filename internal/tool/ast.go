package tool

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/internal/search"
	"sextant/internal/search/astpattern"
)

// jsonText is a string parameter for which an object is taken as its JSON.
type jsonText string

type astIn struct {
	Pattern      string   `json:"pattern,omitempty" jsonschema:"e.g. errors.Is($E, $T)"`
	Language     string   `json:"language,omitempty" jsonschema:"all that can read the pattern by default"`
	Directory    string   `json:"directory,omitempty" jsonschema:"only below it, or one file"`
	Rule         jsonText `json:"rule,omitempty" jsonschema:"ast-grep's rule as JSON: kind, has, inside, not, ..."`
	PathGlob     string   `json:"path_glob,omitempty" jsonschema:"e.g. src/**/*.ts"`
	IncludeTests *bool    `json:"include_tests,omitempty" jsonschema:"default true"`
	Exact        bool     `json:"exact,omitempty" jsonschema:"count all matches, however long it takes"`
	pageIn
}

var astTool = define(Tool{
	Name: "ast_search", Title: "Search code by shape", Group: Search, ReadOnly: true,
	Description: "Code by shape, in ast-grep's pattern language: $NAME is any node (the same name: the same code), $$$ARGS any number, $_ unnamed. For what a regex cannot say.",
}, rulesOf(pageRules, map[string]rule{"path_glob": {unlisted: true}, "include_tests": {unlisted: true}, "exact": {unlisted: true}}), astSearch)

// astItem is one match in JSON output.
type astItem struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Last int    `json:"end_line,omitempty"`
	Text string `json:"text"` // its first line
}

func astSearch(ctx context.Context, c *Call, in astIn) (*Reply, error) {
	if in.Pattern == "" && strings.TrimSpace(string(in.Rule)) == "" {
		return nil, inputErrorf("pattern must be a piece of code, e.g. foo($A, $$$REST), or rule one of ast-grep's rules as JSON")
	}
	dir, err := c.within("directory", in.Directory)
	if err != nil {
		return nil, err
	}
	q := search.ASTQuery{Pattern: in.Pattern, Rule: string(in.Rule), Exact: in.Exact, Without: c.moving, Budget: max(c.Budget, c.Whole)}
	q.Filter = search.FileFilter{Directory: dir, Globs: splitGlobs(in.PathGlob), NoTests: in.IncludeTests != nil && !*in.IncludeTests}
	if in.Language != "" {
		d := c.View.Languages().Lookup(strings.TrimSpace(in.Language))
		if d == nil || d.PatternGrammar() == nil {
			var known []string
			for _, d := range search.ASTLanguages(c.View.Languages()) {
				known = append(known, string(d.ID))
			}
			return nil, inputErrorf("language must be one of %s, not %q", strings.Join(known, ", "), clip(in.Language, 60))
		}
		q.Language = d.ID
	}
	if in.Max == 0 {
		in.Max = c.Config.MaxResults
	}
	q.Best = in.Offset + in.Max + 1 // one more tells whether this is the end
	res, err := search.SearchAST(ctx, c.View, q)
	var fault *astpattern.Error
	switch {
	case errors.As(err, &fault):
		return nil, inputErrorf("%s", fault.Text)
	case err != nil:
		return nil, err
	case res.Matches == 0:
		return c.noShape(in, res), nil
	case in.Offset > 0 && in.Offset >= len(res.Hits):
		return nil, pastEnd(in.Offset, len(res.Hits), "match")
	}
	hits := res.Hits[in.Offset:min(in.Offset+in.Max, len(res.Hits))]
	w := c.newWriter(in.MaxTokens)
	shown, found := writeHits(w, hits, w.room())
	items := make([]astItem, len(found))
	for i, h := range found {
		items[i] = astItem{h.Path, h.Line, h.Last, h.Text}
	}
	return w.close(joinNotes(shapePage(shown, in.Offset, res), c.unparsed(res)), items), nil
}

// shapePage is page for matches, which may not all be counted.
func shapePage(shown, offset int, res *search.ASTResults) string {
	next := offset + shown
	more := next < len(res.Hits)
	switch {
	case shown == 0:
		return page(0, offset, res.Matches)
	case res.Stopped && more:
		return fmt.Sprintf("%d of more than %d matches; next: offset=%d; exact=true counts all", shown, res.Matches, next)
	case res.Stopped:
		return fmt.Sprintf("%d of more than %d matches; exact=true counts all", shown, res.Matches)
	case more:
		return fmt.Sprintf("%d of %d matches in %s; next: offset=%d", shown, res.Matches, count(res.Files, "file"), next)
	case offset > 0:
		return fmt.Sprintf("%d of %d matches in %s; end", shown, res.Matches, count(res.Files, "file"))
	}
	return ""
}

// unparsed says which files no match can be from, if any.
func (c *Call) unparsed(res *search.ASTResults) string {
	note := ""
	add := func(n int, what string) {
		if n > 0 {
			note = joinNotes(note, count(n, "file")+what)
		}
	}
	add(res.Pending, " not parsed in time: ask again to go on, or narrow by directory or a name in the pattern")
	add(res.Unread, " could not be read")
	add(res.LeftOut, " left out: minified, too large or too slow to parse")
	if len(res.Moving) > 0 {
		note = joinNotes(note, "left out, for they keep changing: "+printables(res.Moving[:min(3, len(res.Moving))]))
	}
	return note
}

// noShape says what was searched, and what keeps a pattern from matching.
func (c *Call) noShape(in astIn, res *search.ASTResults) *Reply {
	if len(c.View.Files()) == 0 {
		return c.noListing()
	}
	what := "the rule"
	if in.Pattern != "" {
		what = fmt.Sprintf("%q", clip(in.Pattern, 100))
	}
	kind, detail := "no match", fmt.Sprintf("%s in %s of %s", what, count(res.Searched, "file"), some(res.Languages, 6))
	where := ""
	if in.Directory != "" {
		where = ", under " + printable(clip(in.Directory, 80))
	}
	if in.PathGlob != "" {
		where += ", path_glob " + clip(in.PathGlob, 60)
	}
	if in.IncludeTests != nil && !*in.IncludeTests {
		where += ", without tests"
	}
	note := c.unparsed(res)
	switch {
	case res.Searched == 0 && res.Pending == 0:
		return nothing("excluded", "no file passes the filters: "+some(res.Languages, 6)+where, note, c.leftOut())
	case res.Pending > 0:
		kind = "not indexed yet"
	}
	var absent []string
	for _, name := range res.Names {
		if name := strings.ToLower(name); utf8.RuneCountInString(name) >= 4 && isTerm(name) && !c.View.Holds(name) {
			absent = append(absent, name)
		}
	}
	hint := ""
	switch {
	case len(absent) > 0 && res.Pending == 0:
		hint = joinNotes("nowhere in the project: "+some(absent, 4), c.nearWords(absent))
	case res.Partial > 0:
		hint = fmt.Sprintf("of %s parsed, %d with code that the grammar does not understand in full", count(res.Parsed, "file"), res.Partial)
	}
	faults := ""
	if len(res.Faults) > 0 {
		names := slices.Sorted(maps.Keys(res.Faults))
		faults = fmt.Sprintf("not searched, for the pattern does not parse in them: %s (language=... says why)", some(names, 6))
	}
	return nothing(kind, detail+where, note, hint, faults)
}

// isTerm reports whether the word index would hold a name as a whole.
func isTerm(name string) bool {
	for _, r := range name {
		if !(r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return false
		}
	}
	return true
}
