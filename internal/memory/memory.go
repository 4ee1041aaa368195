// Package memory is what was found out while a task was worked on: which files
// were looked at, what was noted about them, and what has become of the code
// since. In go marks of a task and a view; out come marks with their standing,
// and the files that are next. Package index/store keeps them.
//
// The main types are Standing and Frontier.
package memory

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/store"
)

// States of a task.
const (
	Created   = "created"   // nothing is marked yet
	Exploring = "exploring" // something is
)

// Statuses of a file in a task.
const (
	Explored = "explored"
	Skipped  = "skipped"
	Flagged  = "flagged"
)

// What has become of the code that a note is about.
const (
	Valid   = "valid"   // as it was
	Changed = "changed" // still there, with other text
	Renamed = "renamed" // the same text under another name
	Moved   = "moved"   // the same text in another file
	Gone    = "gone"
	Unknown = "unknown" // what it was is not known
)

// Standing is what has become of the code that a mark is about.
type Standing struct {
	State string
	// Path and Symbol say where it is now, for what was renamed or moved.
	Path, Symbol string
	// Line of the definition, from 1; 0 for files and what is gone.
	Line uint32
}

// mostRead is the largest file that is read to see whether it is what it was, in bytes.
const mostRead = 64 << 20

// Anchor fills in what a mark is about, as the view has it: the file's content
// and, where i is a definition of it, the definition's kind and text. facts may
// be nil where i is code.NoDefinition.
func Anchor(v *index.View, m *store.Mark, f *index.File, facts *code.Facts, i int32) error {
	h, err := v.Hash(f, mostRead)
	if errors.Is(err, index.ErrChanged) {
		return err
	}
	if err == nil {
		m.Content = h
	}
	if i == code.NoDefinition {
		return nil
	}
	text, err := v.Text(f)
	if err != nil {
		return err
	}
	m.Symbol, m.Kind, m.Body = facts.QualifiedName(i), facts.Definitions[i].Kind.String(), body(text, &facts.Definitions[i])
	return nil
}

// body is the hash of a definition's text without its name, so that it tells a
// definition that was only renamed, and without white space at the ends of
// lines.
func body(text []byte, d *code.Definition) code.Hash {
	var b strings.Builder
	part := func(from, to uint32) {
		from, to = min(from, uint32(len(text))), min(to, uint32(len(text)))
		if from < to {
			b.Write(text[from:to])
		}
	}
	part(d.Span.Start, d.NameSpan.Start)
	b.WriteByte(0)
	part(max(d.NameSpan.End, d.Span.Start), d.Span.End)
	h := sha256.New()
	for line := range strings.Lines(b.String()) {
		h.Write([]byte(strings.TrimRight(line, " \t\r\n")))
		h.Write([]byte{'\n'})
	}
	return code.Hash(h.Sum(nil))
}

// StandingOf says what has become of what a mark is about. The error is
// ErrChanged of the index, or the context's.
func StandingOf(ctx context.Context, v *index.View, m *store.Mark) (Standing, error) {
	f := v.File(m.Path)
	if m.Symbol == "" {
		return fileStanding(v, m, f)
	}
	if f != nil {
		found, err := inFile(ctx, v, m, f)
		if err != nil || found.State != Gone {
			return found, err
		}
	}
	return elsewhere(ctx, v, m)
}

func fileStanding(v *index.View, m *store.Mark, f *index.File) (Standing, error) {
	switch {
	case m.Content.IsZero():
		if f == nil {
			return Standing{State: Gone}, nil
		}
		return Standing{State: Unknown}, nil
	case f != nil:
		h, err := v.Hash(f, mostRead)
		switch {
		case errors.Is(err, index.ErrChanged):
			return Standing{}, err
		case err == nil && h == m.Content:
			return Standing{State: Valid}, nil
		}
		return Standing{State: Changed}, nil
	}
	if to := sameContent(v, m); len(to) == 1 {
		return Standing{State: Moved, Path: to[0].Path}, nil
	}
	return Standing{State: Gone}, nil
}

// sameContent lists the files that hold what the mark's file held.
func sameContent(v *index.View, m *store.Mark) (out []*index.File) {
	for _, f := range v.Files() {
		if f.Path != m.Path && !m.Content.IsZero() && v.KnownHash(f) == m.Content {
			out = append(out, f)
		}
	}
	return out
}

// alike lists the definitions of a file that have the mark's kind and text,
// whatever their names.
func alike(ctx context.Context, v *index.View, m *store.Mark, f *index.File) (*code.Facts, []int32, error) {
	facts, err := v.Outline(ctx, f)
	if facts == nil || err != nil {
		return nil, nil, fatal(ctx, err)
	}
	var out []int32
	var text []byte
	for i := range facts.Definitions {
		if facts.Definitions[i].Kind.String() != m.Kind {
			continue
		}
		if text == nil {
			if text, err = v.Text(f); err != nil {
				return nil, nil, fatal(ctx, err)
			}
		}
		if body(text, &facts.Definitions[i]) == m.Body {
			out = append(out, int32(i))
		}
	}
	return facts, out, nil
}

func inFile(ctx context.Context, v *index.View, m *store.Mark, f *index.File) (Standing, error) {
	facts, same, err := alike(ctx, v, m, f)
	if facts == nil || err != nil {
		return Standing{State: Gone}, err
	}
	named := code.NoDefinition
	for i := range facts.Definitions {
		if facts.QualifiedName(int32(i)) != m.Symbol {
			continue
		}
		if slices.Contains(same, int32(i)) {
			return Standing{State: Valid, Line: facts.Definitions[i].Line}, nil
		}
		if named == code.NoDefinition || facts.Definitions[i].Kind.String() == m.Kind {
			named = int32(i)
		}
	}
	if named != code.NoDefinition {
		return Standing{State: Changed, Line: facts.Definitions[named].Line}, nil
	}
	if len(same) == 1 {
		return Standing{State: Renamed, Path: f.Path, Symbol: facts.QualifiedName(same[0]), Line: facts.Definitions[same[0]].Line}, nil
	}
	return Standing{State: Gone}, nil
}

// elsewhere looks in the files that hold what the mark's file held, and in those
// that define the name: where exactly one definition has the text, that is it.
func elsewhere(ctx context.Context, v *index.View, m *store.Mark) (Standing, error) {
	files := sameContent(v, m)
	for _, f := range v.Defining(code.LastPart(m.Symbol)) {
		if f.Path != m.Path && !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	out, n := Standing{State: Gone}, 0
	for _, f := range files {
		facts, same, err := alike(ctx, v, m, f)
		if err != nil {
			return Standing{}, err
		}
		for _, i := range same {
			if facts.Definitions[i].Name != code.LastPart(m.Symbol) {
				continue
			}
			n++
			out = Standing{State: Moved, Path: f.Path, Symbol: facts.QualifiedName(i), Line: facts.Definitions[i].Line}
		}
	}
	if n != 1 {
		return Standing{State: Gone}, nil
	}
	return out, nil
}

// fatal keeps of an error what ends the question.
func fatal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, index.ErrChanged) {
		return err
	}
	return nil
}
