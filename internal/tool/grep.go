package tool

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/search"
	"sextant/internal/search/grep"
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
var grepRules = map[string]rule{"case": unlisted(oneOf("smart", "smart", "sensitive", "insensitive")), "include_tests": {unlisted: true}, "include_generated": {unlisted: true}, "multiline": {unlisted: true}}

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
	a.Query, a.Budget, a.Backend, a.Without = in.Query, max(c.Budget, c.Whole), search.Backend(c.Config.Backend), c.moving
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
	for _, g := range a.Filter.Globs {
		if err := checkGlob(g); err != nil {
			return nil, err
		}
	}
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

// checkGlob refuses a glob that can fit no path, for a bracket in it is never closed.
func checkGlob(glob string) error {
	fault := func(at int) error {
		return inputErrorf("path_glob: %q: the %q at character %d is not closed; [%c] stands for the character itself",
			clip(glob, 80), glob[at], utf8.RuneCountInString(glob[:at])+1, glob[at])
	}
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '[':
			from := i + 1
			if from < len(glob) && (glob[from] == '!' || glob[from] == '^') {
				from++
			}
			n := -1
			if from < len(glob) { // a bracket that comes first is one of the characters
				n = strings.IndexByte(glob[from+1:], ']')
			}
			if n < 0 {
				return fault(i)
			}
			i = from + 1 + n
		case '{':
			if !strings.Contains(glob[i:], "}") {
				return fault(i)
			}
		}
	}
	return nil
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
