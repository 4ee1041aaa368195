package memory

import (
	"context"

	"sextant/internal/index"
	"sextant/internal/index/store"
)

// What has become of the code that a note is about.
const (
	Valid   = "valid"   // as it was
	Changed = "changed" // still there, with other text
	Renamed = "renamed" // the same text under another name
	Moved   = "moved"   // the same text in another file
	Gone    = "gone"    // not there any more, and nothing tells where it went
	Unknown = "unknown" // what it was was never read, or not all is read yet
)

// Standing is what has become of the code that a mark is about.
type Standing struct {
	State string
	// Path and Symbol say where it is now, for what was renamed or moved.
	Path, Symbol string
	// Line of the definition, from 1; 0 for files and what is gone.
	Line uint32
}

// Standing says what has become of what a mark is about. It never guesses: what
// had a double when it was noted, or has several now, is not followed. The error
// is ErrChanged of the index, or the context's.
func (j *Judge) Standing(ctx context.Context, m *store.Mark) (Standing, error) {
	f := j.find(m.Path)
	j.rely(f)
	if f != nil {
		s, err := j.inFile(ctx, m, f)
		if err != nil || s.State != Gone {
			return s, err
		}
	}
	if m.Sole&store.SoleElsewhere == 0 {
		return Standing{State: Gone}, nil
	}
	if m.Symbol == "" || f == nil {
		s, err := j.fileMoved(ctx, m)
		if err != nil || s.State != Gone {
			return s, err
		}
	}
	if m.Symbol == "" {
		return Standing{State: Gone}, nil
	}
	return j.definitionMoved(ctx, m)
}

// InPlace reports whether what a mark is about can only be where it was: the
// file is there and, for a definition, as it was. It asks for no parse.
func (j *Judge) InPlace(m *store.Mark) bool {
	f := j.find(m.Path)
	return f != nil && (m.Symbol == "" || j.view.KnownHash(f) == m.Content && !m.Content.IsZero())
}

// inFile looks at the file that the mark names; Gone says that what it is about
// is not there.
func (j *Judge) inFile(ctx context.Context, m *store.Mark, f *index.File) (Standing, error) {
	h, err := j.view.Hash(f, mostRead)
	if fatal := index.Fatal(ctx, err); fatal != nil {
		return Standing{}, fatal
	}
	same := err == nil && h == m.Content
	if m.Symbol == "" {
		switch {
		case m.Content.IsZero() || err != nil:
			return Standing{State: Unknown}, nil
		case same:
			return Standing{State: Valid}, nil
		}
		return Standing{State: Changed}, nil
	}
	defs, err := j.definitions(ctx, f)
	if err != nil {
		return Standing{}, err
	}
	named := defs.named(m.Symbol)
	switch {
	case same && named == nil: // another version of the program may see other names in it
		return Standing{State: Valid}, nil
	case same || named != nil && named.kind == m.Kind && defs.body(named) == m.Body:
		return Standing{State: Valid, Line: named.line}, nil
	case named != nil:
		return Standing{State: Changed, Line: named.line}, nil
	case defs.facts == nil && f.HasText():
		return Standing{State: Unknown}, nil // it is there and cannot be parsed
	}
	if alike := defs.alike(m.Kind, m.Body); len(alike) == 1 && m.Sole&store.SoleInFile != 0 {
		return Standing{State: Renamed, Path: f.Path, Symbol: alike[0].name, Line: alike[0].line}, nil
	}
	return Standing{State: Gone}, nil
}

// lost is what to say where not exactly one thing was found that may be the
// mark's: not all is read yet, or nothing tells where it went.
func lost(pending bool) Standing {
	if pending {
		return Standing{State: Unknown}
	}
	return Standing{State: Gone}
}

// fileMoved looks for the one file that holds all that the mark's file held.
func (j *Judge) fileMoved(ctx context.Context, m *store.Mark) (Standing, error) {
	to, pending, err := j.sameContent(ctx, m, m.Path)
	if err != nil {
		return Standing{}, err
	}
	if pending || len(to) != 1 {
		return lost(pending), nil
	}
	j.rely(to[0])
	s := Standing{State: Moved, Path: to[0].Path, Symbol: m.Symbol}
	if m.Symbol != "" {
		defs, err := j.definitions(ctx, to[0])
		if err != nil {
			return Standing{}, err
		}
		if g := defs.named(m.Symbol); g != nil {
			s.Line = g.line
		}
	}
	return s, nil
}

// definitionMoved looks for the one definition of the same name that says the
// same in another file.
func (j *Judge) definitionMoved(ctx context.Context, m *store.Mark) (Standing, error) {
	to, pending, err := j.sameDefinition(ctx, m, m.Path)
	if err != nil {
		return Standing{}, err
	}
	if pending || len(to) != 1 {
		return lost(pending), nil
	}
	j.rely(to[0].file)
	return Standing{State: Moved, Path: to[0].file.Path, Symbol: to[0].group.name, Line: to[0].group.line}, nil
}
