package tool

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sextant/internal/search"
	"sextant/internal/search/grep"
)

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
