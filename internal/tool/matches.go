package tool

import (
	"context"
	"errors"
	"io/fs"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/search/grep"
)

// Grep is a search whose answer is every matching line, for the command line.
type Grep struct {
	Query     string // a regular expression
	Options   grep.Options
	Paths     []string // directories or files, relative to the root; none is all
	Globs     []string // "!" in front leaves out
	Languages []string // by name, alias or extension
}

// FileMatches are the matching lines of one file.
type FileMatches struct {
	Path  string
	Count int // matching lines
	Text  []byte
	Lines []grep.Line // in order
	// Spans says where in a line's text matches stand, bytes.
	Spans func(l grep.Line) [][2]int
}

// EachMatch calls found with every file that has matching lines, by path, as
// they are on disk, until found returns an error. With counts alone, Text and
// Lines are left out. notes are what the caller should know: files that could
// not be searched.
func (d *Deps) EachMatch(ctx context.Context, g Grep, countsOnly bool, found func(FileMatches) error) (notes []string, err error) {
	end := d.Index.Begin()
	defer end()
	v, err := d.Index.View(ctx)
	if err != nil {
		return nil, err
	}
	pattern, err := grep.Compile(g.Query, g.Options)
	if err != nil {
		return nil, &InputError{err.Error()}
	}
	paths := g.Paths
	if len(paths) == 0 {
		paths = []string{""}
	}
	for _, p := range paths {
		c := &Call{Deps: d, View: v}
		a, err := c.ask(grepIn{Query: g.Query, Fixed: g.Options.Fixed, WholeWord: g.Options.Word, Multiline: g.Options.Multiline, Directory: p})
		if err != nil {
			return notes, err
		}
		if a.Filter.Languages, err = c.languages(g.Languages); err != nil {
			return notes, err
		}
		a.Filter.Globs, a.Options, a.Exact, a.Budget = g.Globs, g.Options, true, d.Whole
		res, err := search.SearchText(ctx, v, a.TextQuery)
		for tries := 0; errors.Is(err, index.ErrChanged) && tries < attempts; tries++ {
			if v, err = d.Index.View(ctx); err == nil {
				res, err = search.SearchText(ctx, v, a.TextQuery)
			}
		}
		if err != nil {
			return notes, err
		}
		if note := c.unsearched(res); note != "" {
			notes = append(notes, note)
		}
		for _, f := range res.Counts {
			m := FileMatches{Path: f.File.Path, Count: f.Lines}
			if !countsOnly {
				if m.Text, err = d.textNow(ctx, v, f.File); errors.Is(err, fs.ErrNotExist) {
					continue
				} else if err != nil {
					return notes, err
				}
				pattern.Each(m.Text, func(l grep.Line) bool { m.Lines = append(m.Lines, l); return true })
				m.Count = len(m.Lines)
				m.Spans = func(l grep.Line) [][2]int { return pattern.Spans(m.Text, l, 1000) }
			}
			if m.Count == 0 {
				continue
			}
			if err := found(m); err != nil {
				return notes, err
			}
		}
	}
	return notes, nil
}

// languages finds languages by name, alias or extension; nil for none.
func (c *Call) languages(names []string) (map[code.LanguageID]bool, error) {
	var out map[code.LanguageID]bool
	for _, name := range names {
		l := c.View.Languages().Lookup(name)
		if l == nil {
			l = c.View.Languages().ByPath("x." + name)
		}
		if l == nil {
			return nil, inputErrorf("%q is no language known here; a glob such as *.%s says which files", clip(name, 60), clip(name, 20))
		}
		if out == nil {
			out = make(map[code.LanguageID]bool)
		}
		out[l.ID] = true
	}
	return out, nil
}

// textNow is a file's text, from a newer view if it has changed since.
func (d *Deps) textNow(ctx context.Context, v *index.View, f *index.File) ([]byte, error) {
	text, err := v.Text(f)
	for tries := 0; errors.Is(err, index.ErrChanged) && tries < attempts; tries++ {
		if v, err = d.Index.View(ctx); err != nil {
			return nil, err
		}
		if f = v.File(f.Path); f == nil {
			return nil, fs.ErrNotExist
		}
		text, err = v.Text(f)
	}
	return text, err
}
