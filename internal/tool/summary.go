package tool

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/search/summary"
	"sextant/internal/telemetry"
)

type summaryIn struct {
	Path string `json:"path" jsonschema:"file to summarise"`
}

type batchIn struct {
	Paths     []string `json:"paths" jsonschema:"files to summarise"`
	MaxTokens int      `json:"max_tokens,omitempty" jsonschema:"bound the reply"`
}

var summaryTool = define(Tool{
	Name: "get_file_summary", Title: "Summary of a file", Group: Summaries, ReadOnly: true,
	Description: "What a file is for, its exports, imports and declarations, instead of reading it.",
}, nil, fileSummary)

var batchTool = define(Tool{
	Name: "batch_file_summaries", Title: "Summaries of several files", Group: Summaries, ReadOnly: true,
	Description: "get_file_summary of several files.",
}, map[string]rule{"max_tokens": between(50, 100000)}, batchSummaries)

var rereadTool = define(Tool{
	Name: "force_reread", Title: "Summary made anew", Group: Summaries, ReadOnly: false,
	Description: "get_file_summary, read anew. Never needed for freshness.",
}, nil, forceReread)

// summaryData is repo-memory's answer.
type summaryData struct {
	Path            string          `json:"path"`
	Summary         summary.Summary `json:"summary"`
	FromCache       bool            `json:"fromCache"`
	CacheAge        *int64          `json:"cacheAge,omitempty"` // seconds since it was last validated; on hits
	SuggestFullRead bool            `json:"suggestFullRead"`
}

type batchData struct {
	Results     []summaryData `json:"results"`
	TotalFiles  int           `json:"totalFiles"`
	CacheHits   int           `json:"cacheHits"`
	CacheMisses int           `json:"cacheMisses"`
	Errors      []batchError  `json:"errors"`
	// Omitted is how many files at the end the reply has no room for.
	Omitted int `json:"omitted,omitempty"`
	// Next is the first of them.
	Next string `json:"next,omitempty"`
}

type batchError struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// mostSummaries is how many files one call may name.
const mostSummaries = 200

// validations remembers when the summaries of contents were last found to be
// those of the files, from the first call on.
type validations struct {
	mu    sync.Mutex
	times map[string]validation
}

type validation struct {
	hash code.Hash
	at   time.Time
}

// mostValidations bounds what is remembered; beyond it all is forgotten.
const mostValidations = 20000

// mark notes that a file's content has been validated now, and returns when it
// was before; the zero time if never.
func (v *validations) mark(path string, h code.Hash, now time.Time) (before time.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if last, ok := v.times[path]; ok && last.hash == h {
		before = last.at
	}
	if v.times == nil || len(v.times) >= mostValidations {
		v.times = make(map[string]validation)
	}
	v.times[path] = validation{h, now}
	return before
}

func (c *Call) lineByLine() bool { return c.Config.Summarizer == "regex" }

// summaryOf summarises one file.
func (c *Call) summaryOf(ctx context.Context, f *index.File) (summaryData, error) {
	cached := c.View.HasOutline(f)
	s, err := search.Summarize(ctx, c.View, f, c.lineByLine())
	if err != nil {
		return summaryData{}, err
	}
	now := c.Now()
	before := c.validated.mark(f.Path, c.View.KnownHash(f), now)
	d := summaryData{Path: f.Path, Summary: s, FromCache: cached || !before.IsZero(), SuggestFullRead: s.Confidence == summary.Low}
	if d.FromCache {
		age := int64(0)
		if !before.IsZero() {
			age = int64(now.Sub(before) / time.Second)
		}
		d.CacheAge = &age
	}
	return d, nil
}

func fileSummary(ctx context.Context, c *Call, in summaryIn) (*Reply, error) {
	f, err := c.file("path", in.Path)
	if err != nil {
		return nil, err
	}
	d, err := c.summaryOf(ctx, f)
	if err != nil {
		return nil, err
	}
	return c.summaryReply(d, f, d.entry(f)), nil
}

// entry books a summary that is served: what it saves is reading the file.
func (d *summaryData) entry(f *index.File) telemetry.Entry {
	if d.FromCache {
		return telemetry.Entry{Kind: telemetry.CacheHit, Path: f.Path, Tokens: readingCost(f)}
	}
	return telemetry.Entry{Kind: telemetry.CacheMiss, Path: f.Path}
}

// ageless is the summary without what tells its age.
func (d summaryData) ageless() summaryData {
	d.FromCache, d.CacheAge = false, nil
	return d
}

// summaryReply is the reply of one summary.
func (c *Call) summaryReply(d summaryData, f *index.File, booked telemetry.Entry) *Reply {
	w := c.newWriter(0)
	d.Summary = fitted(d.Summary, w.room()-len(compactJSON(d.Path))-100)
	w.entry(compactJSON(d) + "\n")
	w.cite(f)
	r := w.close("", d)
	r.account, r.same = []telemetry.Entry{booked}, compactJSON(d.ageless())
	return r
}

// fitted shortens the lists of a summary until it takes at most so many
// characters: names may be of any length.
func fitted(s summary.Summary, room int) summary.Summary {
	for utf8.RuneCountInString(compactJSON(s)) > room {
		longest := &s.Exports
		total := &s.ExportsTruncated
		for _, l := range []struct {
			list  *[]string
			total *int
		}{{&s.Imports, &s.ImportsTruncated}, {&s.TopLevelDeclarations, &s.DeclarationsTruncated}} {
			if len(compactJSON(*l.list)) > len(compactJSON(*longest)) {
				longest, total = l.list, l.total
			}
		}
		n := len(*longest)
		if n == 0 {
			break
		}
		*total = max(*total, n)
		*longest = (*longest)[:n/2]
	}
	return s
}

func forceReread(ctx context.Context, c *Call, in summaryIn) (*Reply, error) {
	f, err := c.file("path", in.Path)
	if err != nil {
		return nil, err
	}
	if _, err := c.Index.Invalidate(ctx, f); err != nil {
		return nil, err
	}
	d, err := c.summaryOf(ctx, f)
	if err != nil {
		return nil, err
	}
	return c.summaryReply(d.ageless(), f, telemetry.Entry{Kind: telemetry.ForceReread, Path: f.Path}), nil
}

func batchSummaries(ctx context.Context, c *Call, in batchIn) (*Reply, error) {
	if len(in.Paths) == 0 || len(in.Paths) > mostSummaries {
		return nil, inputErrorf("paths must name 1 to %d files, not %d", mostSummaries, len(in.Paths))
	}
	w := c.newWriter(in.MaxTokens)
	d := batchData{Results: []summaryData{}, Errors: []batchError{}, TotalFiles: len(in.Paths)}
	room := w.room() - len(`{"results":[],"totalFiles":,"cacheHits":,"cacheMisses":,"errors":[],"omitted":,"next":""}`) - 16
	fits := func(x any) bool {
		n := utf8.RuneCountInString(compactJSON(x)) + 1
		if n > room {
			return false
		}
		room -= n
		return true
	}
	var booked []telemetry.Entry
	full := false
	for i, p := range in.Paths {
		f, err := c.file("paths", p)
		var one summaryData
		if err == nil {
			one, err = c.summaryOf(ctx, f)
		}
		var input *InputError
		if err != nil && !errors.As(err, &input) {
			return nil, err
		}
		if err != nil {
			e := batchError{clip(p, 200), clip(strings.TrimPrefix(err.Error(), "paths: "), 200)}
			if full = !fits(e); !full {
				d.Errors = append(d.Errors, e)
			}
		} else {
			one.Summary = fitted(one.Summary, max(room, w.hard/2)-200)
			if full = !fits(one) && i > 0; !full {
				d.Results = append(d.Results, one)
				booked = append(booked, one.entry(f))
				w.cite(f)
				if one.FromCache {
					d.CacheHits++
				} else {
					d.CacheMisses++
				}
			}
		}
		if full {
			d.Omitted, d.Next = len(in.Paths)-i, clip(p, 200)
			break
		}
	}
	w.entry(compactJSON(d) + "\n")
	r := w.close("", d)
	r.account = booked
	same := d
	same.Results, same.CacheHits, same.CacheMisses = nil, 0, 0
	for _, one := range d.Results {
		same.Results = append(same.Results, one.ageless())
	}
	r.same = compactJSON(same)
	return r, nil
}
