package tool

import (
	"context"
	"errors"
	"io/fs"
	"math"

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
	Lines []grep.Line // matches in order: lines, or what spans several
	// Spans says where in a line's text matches stand, bytes.
	Spans func(l grep.Line) [][2]int
}

// EachMatch calls found with every file that has matching lines, by path, as
// they are on disk, until found returns an error. With counts alone, Text and
// Lines are left out. notes are what the caller should know: files that could
// not be searched. A path that is not there is an error at the end: the others
// are searched.
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
	c := &Call{Deps: d, View: v}
	languages, err := c.languages(g.Languages)
	if err != nil {
		return nil, err
	}
	var missing error
	for _, p := range paths {
		dir, err := c.within("PATH", p)
		if err != nil {
			missing = errors.Join(missing, err)
			continue
		}
		q := search.TextQuery{Query: g.Query, Options: g.Options, Filter: search.FileFilter{Directory: dir, Globs: g.Globs, Languages: languages},
			Exact: true, Backend: search.Backend(d.Config.Backend), Budget: d.Whole}
		res, err := search.SearchText(ctx, v, q)
		for tries := 0; errors.Is(err, index.ErrChanged) && tries < attempts; tries++ {
			if v, err = d.Index.View(ctx); err == nil {
				res, err = search.SearchText(ctx, v, q)
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
				m.Count = countLines(m.Lines)
				m.Spans = func(l grep.Line) [][2]int { return pattern.Spans(m.Text, l, math.MaxInt) }
			}
			if m.Count == 0 {
				continue
			}
			if err := found(m); err != nil {
				return notes, err
			}
		}
	}
	return notes, missing
}

// Keep leaves out all but the first matches.
func (m *FileMatches) Keep(most int) {
	if len(m.Lines) > most {
		m.Lines = m.Lines[:most]
		m.Count = countLines(m.Lines)
	}
}

// countLines counts the lines that matches cover.
func countLines(matches []grep.Line) (n int) {
	for _, l := range matches {
		n += l.LastNumber - l.Number + 1
	}
	return n
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
