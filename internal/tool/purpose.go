package tool

import (
	"context"
	"slices"
	"unicode/utf8"

	"sextant/internal/search"
	"sextant/internal/search/summary"
	"sextant/internal/telemetry"
)

type purposeIn struct {
	Query      string `json:"query" jsonschema:"words of a concept"`
	Limit      int    `json:"limit,omitempty" jsonschema:"results; 20 without it"`
	PathPrefix string `json:"path_prefix,omitempty" jsonschema:"only at or below it"`
	MaxTokens  int    `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var purposeTool = define(Tool{
	Name: "search_by_purpose", Title: "Files by purpose", Group: Summaries, ReadOnly: true,
	Description: "Files whose purpose, exports, declarations or path hold the words, with what each is for.",
}, map[string]rule{"limit": between(1, 200).or(20), "max_tokens": between(50, 100000)}, searchByPurpose)

// purposeData is repo-memory's answer.
type purposeData struct {
	Results     []purposeItem `json:"results"`
	TotalCached int           `json:"totalCached"`
	Scope       string        `json:"scope,omitempty"`
	// Pending counts files that there was no time to look at.
	Pending int `json:"pending,omitempty"`
}

type purposeItem struct {
	Path             string             `json:"path"`
	Purpose          string             `json:"purpose"`
	Exports          []string           `json:"exports"`
	ExportsTruncated int                `json:"exportsTruncated,omitempty"`
	Confidence       summary.Confidence `json:"confidence"`
}

// purposeExports is how many exports a result lists.
const purposeExports = 5

func searchByPurpose(ctx context.Context, c *Call, in purposeIn) (*Reply, error) {
	terms := summary.ParseTerms(in.Query)
	if len(terms) == 0 {
		return nil, inputErrorf("query must hold words of what the files are for, e.g. cache invalidation")
	}
	scope, err := c.within("path_prefix", in.PathPrefix)
	if err != nil {
		return nil, err
	}
	found, err := search.FindByPurpose(ctx, c.View, search.PurposeQuery{Terms: terms, Prefix: scope, Lines: c.lineByLine(), Budget: c.Budget, Changed: c.moving})
	if err != nil {
		return nil, err
	}
	d := purposeData{Results: []purposeItem{}, TotalCached: found.Files, Scope: scope, Pending: found.Pending}
	w := c.newWriter(in.MaxTokens)
	room := w.room() - len(`{"results":[],"totalCached":,"scope":"","pending":}`) - len(scope) - 16
	for _, x := range found.Items[:min(in.Limit, len(found.Items))] {
		item := purposeItem{Path: x.File.Path, Purpose: x.Summary.Purpose, Exports: slices.Concat([]string{}, x.Exports[:min(purposeExports, len(x.Exports))]),
			Confidence: x.Summary.Confidence}
		if len(x.Exports) > purposeExports {
			item.ExportsTruncated = len(x.Exports)
		}
		n := utf8.RuneCountInString(compactJSON(item)) + 1
		if n > room && len(d.Results) > 0 {
			break
		}
		room -= n
		d.Results = append(d.Results, item)
		w.cite(x.File)
	}
	w.entry(compactJSON(d) + "\n")
	r := w.close("", d)
	r.Empty = len(d.Results) == 0
	switch {
	case !r.Empty: // as if the best one had been read
		r.account = []telemetry.Entry{{Kind: telemetry.SummaryServed, Tokens: readingCost(found.Items[0].File)}}
	case found.Files > 0:
		r.account = []telemetry.Entry{{Kind: telemetry.SearchMiss, Text: in.Query}}
	}
	return r, nil
}
