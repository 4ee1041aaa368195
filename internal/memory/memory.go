// Package memory is what was found out while a task was worked on: which files
// were looked at, what was noted about them, and what has become of the code
// since. In go marks of a task and a view; out come marks with their standing,
// and the files that are next. Package index/store keeps them.
//
// The main type is Judge.
package memory

import (
	"context"
	"errors"
	"slices"
	"time"

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

// mostRead is the largest file that is read to see whether it is what it was, in bytes.
const mostRead = 64 << 20

// mostAlike is in how many files a definition's name may be looked for. What is
// called like thousands of others is not followed from file to file.
const mostAlike = 200

// Judge ties marks to the code of a view, and tells what has become of it. It
// is for one goroutine.
type Judge struct {
	view     *index.View
	find     func(path string) *index.File
	deadline time.Time
	defs     map[*index.File]*definitions
	held     *contents
	relied   []*index.File
}

// NewJudge returns a judge for a view. find returns the file of a path, also
// one that is in no view, or nil. Files that must be read or parsed only to see
// whether something went there are, while the budget lasts.
func NewJudge(v *index.View, find func(path string) *index.File, budget time.Duration) *Judge {
	return &Judge{view: v, find: find, deadline: time.Now().Add(budget), defs: make(map[*index.File]*definitions)}
}

// Relied lists the files that what was told so far rests on.
func (j *Judge) Relied() []*index.File { return j.relied }

func (j *Judge) rely(f *index.File) {
	if f != nil && !slices.Contains(j.relied, f) {
		j.relied = append(j.relied, f)
	}
}

// Anchor fills in what a mark is about: the file's content and, unless symbol is
// "", the definition of that qualified name. The error is ErrChanged of the
// index, the context's, or ErrNoDefinition.
func (j *Judge) Anchor(ctx context.Context, m *store.Mark, f *index.File, symbol string) error {
	j.rely(f)
	m.Size = f.Signature.Size
	h, err := j.view.Hash(f, mostRead)
	if err := index.Fatal(ctx, err); err != nil {
		return err
	}
	if err == nil {
		m.Content = h
	}
	if symbol == "" {
		twins, pending, err := j.sameContent(ctx, m, f.Path)
		if err == nil && len(twins) == 0 && !pending && m.Size > 0 && !m.Content.IsZero() {
			m.Sole = store.SoleElsewhere
		}
		return err
	}
	defs, err := j.definitions(ctx, f)
	if err != nil {
		return err
	}
	g := defs.named(symbol)
	if g == nil {
		return ErrNoDefinition
	}
	m.Symbol, m.Kind, m.Body, m.Sole = symbol, g.kind, defs.body(g), 0
	if len(defs.alike(m.Kind, m.Body)) == 1 {
		m.Sole |= store.SoleInFile
	}
	twins, pending, err := j.sameDefinition(ctx, m, f.Path)
	if err == nil && len(twins) == 0 && !pending {
		m.Sole |= store.SoleElsewhere
	}
	return err
}

// ErrNoDefinition says that a file has no definition of a name.
var ErrNoDefinition = errors.New("no such definition")

// contents are a view's files by what they hold.
type contents struct {
	known  map[code.Hash][]*index.File
	unread map[int64][]*index.File // by size in bytes
}

func (j *Judge) byContent() *contents {
	if j.held == nil {
		j.held = &contents{known: make(map[code.Hash][]*index.File), unread: make(map[int64][]*index.File)}
		for _, f := range j.view.Files() {
			if f.Symlink || f.Unreadable {
				continue
			}
			if h := j.view.KnownHash(f); !h.IsZero() {
				j.held.known[h] = append(j.held.known[h], f)
			} else {
				j.held.unread[f.Signature.Size] = append(j.held.unread[f.Signature.Size], f)
			}
		}
	}
	return j.held
}

// sameContent lists the files other than path that hold what the mark's file
// held; pending says that not all could be looked at.
func (j *Judge) sameContent(ctx context.Context, m *store.Mark, path string) (out []*index.File, pending bool, err error) {
	if m.Content.IsZero() {
		return nil, false, nil
	}
	held := j.byContent()
	for _, f := range held.known[m.Content] {
		if f.Path != path {
			out = append(out, f)
		}
	}
	for _, f := range held.unread[m.Size] {
		switch h := j.view.KnownHash(f); { // it may have been read since
		case f.Path == path:
		case h.IsZero() && time.Now().After(j.deadline):
			pending = true
		default:
			h, err := j.view.Hash(f, mostRead)
			if err := index.Fatal(ctx, err); err != nil {
				return nil, false, err
			}
			if err == nil && h == m.Content {
				out = append(out, f)
			}
		}
	}
	return out, pending, nil
}

// place is one definition.
type place struct {
	file  *index.File
	group *group
}

// sameDefinition lists the definitions in files other than path whose kind, text
// and name are the mark's, whatever they stand in.
func (j *Judge) sameDefinition(ctx context.Context, m *store.Mark, path string) (out []place, pending bool, err error) {
	name := code.LastPart(m.Symbol)
	files := j.view.Defining(name)
	if len(files) > mostAlike {
		return nil, true, nil
	}
	for _, f := range files {
		if f.Path == path {
			continue
		}
		if !j.view.HasOutline(f) {
			if time.Now().After(j.deadline) {
				pending = true
				continue
			}
			if !j.mentions(f, name) {
				continue
			}
		}
		defs, err := j.definitions(ctx, f)
		if err != nil {
			return nil, false, err
		}
		for _, g := range defs.alike(m.Kind, m.Body) {
			if code.LastPart(g.name) == name {
				out = append(out, place{f, g})
			}
		}
	}
	return out, pending, nil
}
