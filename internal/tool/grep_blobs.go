package tool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/search/grep"
	"sextant/internal/search/rank"
	"sextant/internal/workspace"
)

// longestBlobSearch bounds the reading of texts from git.
const longestBlobSearch = 20 * time.Second

// blobSearch is a search of a comparison's new side where that is not what is
// on disk: its texts are git's.
type blobSearch struct {
	c       *Call
	s       *comparison
	results *search.TextResults
	skipped []string // files that could not be searched
	late    bool     // for want of time
}

// bestBlobLines is bestLines for texts that git has.
func (c *Call) bestBlobLines(ctx context.Context, a *asked, s *comparison, p pageIn) (*Reply, error) {
	if p.Max == 0 {
		p.Max = c.Config.MaxResults
	}
	a.Best = p.Offset + p.Max + 1
	b, err := c.searchBlobs(ctx, a.TextQuery, s)
	if err != nil {
		return nil, err
	}
	res := b.results
	if res.Lines == 0 {
		return b.nothing(ctx, a)
	}
	if p.Offset > 0 && p.Offset >= len(res.Hits) {
		return nil, pastEnd(p.Offset, len(res.Hits), "line")
	}
	hits := res.Hits[p.Offset:min(p.Offset+p.Max, len(res.Hits))]
	w := c.newWriter(p.MaxTokens)
	n := len(hits)
	for ; n > 1 && hitsSize(hits[:n]) > w.room(); n -= max(1, n/20) {
	}
	var items []grepItem
	if w.entry(renderHits(hits[:n])) {
		for i := range hits[:n] {
			items = append(items, hitItem(&hits[i]))
		}
	} else {
		n = 0
	}
	note := "lines of " + s.side(s.New)
	if s.asked.Staged {
		note = "lines of the index, not the disk"
	}
	if len(b.skipped) > 0 {
		note = joinNotes(note, b.unsearched())
	}
	r := w.close(joinNotes(linePage(hits[:n], p.Offset, res), joinNotes(note, a.note)), items)
	r.Savings = nil // nothing of it is a file on disk
	return r, nil
}

// searchBlobs searches the texts of the new side, of files on disk too: the
// two are the same.
func (c *Call) searchBlobs(ctx context.Context, q search.TextQuery, s *comparison) (*blobSearch, error) {
	pattern, err := compileQuery(q)
	if err != nil {
		return nil, err
	}
	b := &blobSearch{c: c, s: s, results: &search.TextResults{}}
	accept := q.Filter.Acceptor()
	var names, paths []string
	for i := range s.Files {
		f := &s.Files[i]
		if _, wanted := q.Lines[f.Path]; !wanted {
			continue
		}
		if f.Blob == "" {
			b.skipped = append(b.skipped, f.Path)
			continue
		}
		// Only its text says what language a script is of.
		if x := c.described(f.Path, nil); accept(x) || x.Language == nil && q.Filter.Languages != nil {
			names, paths = append(names, f.Blob), append(paths, f.Path)
		}
	}
	searched := make([]bool, len(names))
	limited, cancel := context.WithTimeout(ctx, longestBlobSearch)
	defer cancel()
	err = s.repo.Blobs(limited, names, func(i int, raw []byte) error {
		searched[i] = true
		if workspace.IsBinary(raw) {
			return limited.Err()
		}
		text := workspace.Text(raw)
		if f := c.described(paths[i], text); accept(f) {
			b.results.Searched++
			b.file(pattern, f, text, q)
		}
		return limited.Err()
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		b.late = true
	case err != nil:
		return nil, gitFault(err, c.View.Root())
	}
	for i, done := range searched {
		if !done {
			b.skipped = append(b.skipped, paths[i])
		}
	}
	b.trim(q.Best)
	return b, nil
}

// file adds the matching lines of one text.
func (b *blobSearch) file(pattern *grep.Pattern, f *index.File, text []byte, q search.TextQuery) {
	var found []search.TextHit
	var at []int // of the first matches, bytes of the text
	lines := 0
	pattern.Each(text, func(l grep.Line) bool {
		if only := q.Lines[f.Path]; only != nil && !slices.ContainsFunc(only, func(r code.Lines) bool { return int(r.First) <= l.LastNumber && l.Number <= int(r.Last) }) {
			return true
		}
		lines += l.LastNumber - l.Number + 1
		if len(found) == mostHitsOfBlob {
			return true
		}
		h := search.TextHit{File: f, Line: l.Number, Last: l.LastNumber}
		if spans := pattern.Spans(text, l, 1); len(spans) > 0 {
			h.Start, h.End = spans[0][0], spans[0][1]
		}
		line := text[l.Start:l.End]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = bytes.TrimSuffix(line[:n], []byte{'\r'})
		}
		h.Start, h.End = min(h.Start, len(line)), min(h.End, len(line))
		at = append(at, l.Start+h.Start)
		from, to := rank.Declared(line)
		h.Declares = to > from && rank.Touches(from, to, h.Start, h.End)
		// A long line is kept as far as a reply shows it.
		if cut := max(0, h.Start-2*jsonLineChars); len(line) > 8*jsonLineChars {
			line = bytes.ToValidUTF8(line[cut:min(len(line), cut+8*jsonLineChars)], nil)
			h.From, h.Start, h.End = cut, min(h.Start-cut, len(line)), min(h.End-cut, len(line))
		}
		h.Text = string(line)
		found = append(found, h)
		return true
	})
	if lines == 0 {
		return
	}
	// What lies behind the last of them does not matter.
	if f.Language != nil && len(at) > 0 {
		rank.Regions(text[:at[len(at)-1]+1], rank.Comments(f.Language.Comments), func(start, end int, p rank.Place) {
			k, _ := slices.BinarySearch(at, start)
			for ; k < len(at) && at[k] < end; k++ {
				found[k].Place = p
			}
		})
	}
	class := f.Class
	if rank.IsHistory(class, f.Path) {
		class = code.ClassTest // as in searches of files
	}
	for i := range found {
		h := &found[i]
		h.Declares = h.Declares && h.Place == rank.InCode
		h.Score = rank.Line(class, h.Declares, h.Place)
	}
	b.results.Lines += lines
	b.results.Files++
	if b.results.Hits = append(b.results.Hits, found...); len(b.results.Hits) > 4*q.Best+mostHitsOfBlob {
		b.trim(q.Best)
	}
}

// mostHitsOfBlob is how many lines of one text may be shown; more are counted.
const mostHitsOfBlob = 10_000

// trim puts hits in order and drops what is too much.
func (b *blobSearch) trim(most int) {
	prior := func(h *search.TextHit) float64 { return rank.Prior(h.File.Class, h.File.Path, false) }
	slices.SortFunc(b.results.Hits, func(x, y search.TextHit) int {
		return cmp.Or(y.Score-x.Score, cmp.Compare(prior(&y), prior(&x)), strings.Compare(x.File.Path, y.File.Path), x.Line-y.Line)
	})
	b.results.Hits = b.results.Hits[:min(most, len(b.results.Hits))]
}

// unsearched names the files that no answer can be from.
func (b *blobSearch) unsearched() string {
	why := "missing in this clone or too large"
	if b.late {
		why = "out of time"
	}
	return fmt.Sprintf("not searched, %s: %s (%s)", why, count(len(b.skipped), "file"), clip(printables(b.skipped[:min(2, len(b.skipped))]), 60))
}

// nothing says what was searched, and what a wider search of the same texts finds.
func (b *blobSearch) nothing(ctx context.Context, a *asked) (*Reply, error) {
	kind, detail := "no match", fmt.Sprintf("%q in %s%s%s", clip(a.Query, 100), count(b.results.Searched, "file"), a.filters(), a.options())
	left := ""
	switch {
	case len(b.skipped) > 0 && b.results.Searched == 0:
		return nothing("not searched", b.unsearched()[len("not searched, "):], a.note), nil
	case len(b.skipped) > 0:
		left = b.unsearched()
	case b.results.Searched == 0:
		kind, detail = "excluded", "no file passes the filters"+a.filters()
	}
	for _, wider := range a.wider() {
		if wider.Lines == nil {
			// Elsewhere: in these texts without the filters.
			if a.Filter.Directory != "" {
				continue // other files were not compared
			}
			wider.Lines = a.Lines
		}
		wider.Best = 1
		r, err := b.c.searchBlobs(ctx, wider.TextQuery, b.s)
		var input *InputError
		if errors.As(err, &input) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if r.results.Lines > 0 {
			h := &r.results.Hits[0]
			return nothing(kind, detail, fmt.Sprintf("%s: %s in %s, first %s:%d: %s", wider.how, count(r.results.Lines, "line"), count(r.results.Files, "file"),
				printable(h.File.Path), h.Line, snippet(h)), left, a.note), nil
		}
	}
	return nothing(kind, detail, left, a.note), nil
}

// compileQuery compiles a query whose faults are the caller's to mend.
func compileQuery(q search.TextQuery) (*grep.Pattern, error) {
	pattern, err := grep.Compile(q.Query, q.Options)
	if err != nil {
		return nil, inputErrorf("%v", err)
	}
	return pattern, nil
}

// described is a file that need not be on disk, as its path and text tell.
func (c *Call) described(path string, text []byte) *index.File {
	return c.View.Described(&index.File{File: &workspace.File{Path: path}, Language: c.View.Languages().ByPath(path)}, text)
}
