package tool

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"sextant/internal/code"
	"sextant/internal/search"
)

// oneOfMany is one query of a multi_search: an object with the parameters of
// grep_code, or only the query as a string.
type oneOfMany struct {
	grepIn
	Max int `json:"max,omitempty" jsonschema:"most lines of this one"`

	offset  int
	problem error  // what is wrong with it
	ignored string // keys that were not understood, in words
}

// UnmarshalJSON reads one query as leniently as the arguments of a tool.
func (q *oneOfMany) UnmarshalJSON(raw []byte) error {
	if text, ok := scalar(raw); ok {
		q.Query = text
		return nil
	}
	args, unknown := grepTool.normalise(raw)
	if len(unknown) > 0 {
		q.ignored = "; ignored: " + clip(code.OneLine(some(unknown, 8)), snippetChars)
	}
	var in grepCodeIn
	q.problem = decode(args, &in, rulesOf(grepRules, pageRules))
	q.grepIn, q.Max, q.offset = in.grepIn, in.Max, in.Offset
	return nil
}

type multiIn struct {
	Queries   []oneOfMany `json:"queries" jsonschema:"grep_code parameters of each"`
	Max       int         `json:"max,omitempty" jsonschema:"most lines of each; 15"`
	MaxTokens int         `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var multiTool = define(Tool{
	Name: "multi_search", Title: "Several searches at once", Group: Search, ReadOnly: true,
	Description: "Up to 10 grep_code searches at once; a line that several find is shown once.",
}, map[string]rule{"max": between(1, 500).or(15), "max_tokens": between(50, 100000)}, multiSearch)

// mostQueries bounds one call.
const mostQueries = 10

// multiItem is one query's answer in JSON output.
type multiItem struct {
	Query string     `json:"query"`
	Lines int        `json:"lines"`
	Files int        `json:"files"`
	Hits  []grepItem `json:"hits,omitempty"`
	Empty any        `json:"empty,omitempty"` // why there is none
	Error string     `json:"error,omitempty"`
}

func multiSearch(ctx context.Context, c *Call, in multiIn) (*Reply, error) {
	if n := len(in.Queries); n == 0 || n > mostQueries {
		return nil, inputErrorf("queries must be a list of 1 to %d searches, not %d", mostQueries, n)
	}
	type answer struct {
		asked *asked
		res   *search.TextResults
		hits  []search.TextHit
		err   error
	}
	answers := make([]answer, len(in.Queries))
	var wg sync.WaitGroup
	for i, q := range in.Queries {
		wg.Go(func() {
			x := &answers[i]
			if x.err = q.problem; x.err != nil {
				return
			}
			if x.asked, x.err = c.ask(q.grepIn); x.err != nil {
				return
			}
			page := pageIn{Max: q.Max, Offset: q.offset}
			if page.Max == 0 {
				page.Max = in.Max
			}
			x.res, x.hits, x.err = c.searchPage(ctx, x.asked, &page)
		})
	}
	wg.Wait()
	w := c.newWriter(in.MaxTokens)
	items := []multiItem{}
	type place struct {
		path string
		line int
	}
	shownAlready := make(map[place]bool)
	found := false
	for i := range answers {
		x := &answers[i]
		item := multiItem{Query: in.Queries[i].Query}
		head := fmt.Sprintf("## %d %q", i+1, clip(item.Query, 80))
		var input *InputError
		switch {
		case errors.As(x.err, &input):
			item.Error = input.Text
			w.entry(head + " error: " + clip(input.Text, longestDetail) + "\n")
			items = append(items, item)
			continue
		case x.err != nil:
			return nil, x.err
		}
		item.Lines, item.Files = x.res.Lines, x.res.Files
		if x.res.Lines == 0 {
			r, err := c.noLines(ctx, x.asked, x.res)
			if err != nil {
				return nil, err
			}
			// The first hint is the best one.
			first, hint, _ := strings.Cut(r.Text, "\n")
			hint, _, _ = strings.Cut(hint, "\n")
			text := fmt.Sprintf("## %d %s%s\n", i+1, first, in.Queries[i].ignored)
			if hint != "" {
				text += hint + "\n"
			}
			if w.entry(text) {
				for _, f := range r.cited {
					w.cite(f)
				}
			}
			item.Empty = r.Data
			items = append(items, item)
			continue
		}
		found = true
		var fresh []search.TextHit
		for _, h := range x.hits {
			if p := (place{h.File.Path, h.Line}); !shownAlready[p] {
				fresh = append(fresh, h)
			}
		}
		more := ""
		if x.res.Stopped {
			more = "more than "
		}
		head += fmt.Sprintf(" %s%s in %s", more, count(x.res.Lines, "line"), count(x.res.Files, "file"))
		if known := len(x.hits) - len(fresh); known > 0 {
			head += fmt.Sprintf(", %d of them above", known)
		}
		if from := in.Queries[i].offset; from > 0 {
			head += fmt.Sprintf("; from offset %d: %d", from, len(x.hits))
		} else if len(x.hits) < len(x.res.Hits) {
			head += fmt.Sprintf("; the first %d", len(x.hits))
		}
		head += in.Queries[i].ignored
		if !w.entry(head + "\n") {
			break
		}
		n := 0
		if len(fresh) > 0 {
			// The queries that follow have a right to their share of what is left.
			n, item.Hits = writeHits(w, fresh, w.room()/(len(answers)-i))
		}
		for k := range fresh[:n] {
			shownAlready[place{fresh[k].File.Path, fresh[k].Line}] = true
		}
		if n < len(fresh) {
			w.line(" (+%d not shown: ask for this one alone)", len(fresh)-n)
		}
		items = append(items, item)
	}
	closing := ""
	if rest := len(answers) - len(items); rest > 0 {
		closing = fmt.Sprintf("the last %s not shown: ask in another call", count(rest, "query"))
	}
	r := w.close(closing, items)
	r.Empty = !found
	return r, nil
}
