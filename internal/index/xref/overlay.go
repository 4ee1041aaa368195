package xref

import (
	"slices"

	"sextant/internal/code"
)

// Overlaid is a Source that knows of some names what they mean, because a
// program that compiles the code has said so. What it says holds for the
// contents of the Source, at both ends.
type Overlaid interface {
	// Means lists where the names of the definitions stand that the name in the
	// span of a file means, nil if that is not known.
	Means(path string, name code.Span) []Place
	// Implementing lists where the names stand of what implements or overrides
	// the definition whose name is in the span of a file.
	Implementing(path string, name code.Span) []Place
	// Whole reports whether nothing around has changed since it was said: what
	// two unchanged files mean to each other can change with a third.
	Whole() bool
}

// Place is where a name stands: a file, and the byte of its text.
type Place struct {
	Path string
	At   uint32
}

// overlaid finds what the overlay says that a reference means. Where something
// around has changed, a name for which the linker is sure of a definition is left
// to it, and of others the overlay is likely.
func (l *Linker) overlaid(path string, r *code.Reference) (Resolution, bool) {
	if l.overlay == nil {
		return Resolution{}, false
	}
	syms := l.standing(l.overlay.Means(path, r.Span))
	if len(syms) == 0 {
		return Resolution{}, false
	}
	if l.overlay.Whole() {
		return Resolution{Targets: syms}, true
	}
	linked := l.linked(path, r)
	if linked.Evidence == Exact && len(linked.Targets) > 0 {
		return linked, true
	}
	return Resolution{Targets: syms, Evidence: Likely}, true
}

// standing lists the definitions whose names stand at the places.
func (l *Linker) standing(places []Place) (out []Symbol) {
	for _, p := range places {
		f := l.file(p.Path)
		if f == nil {
			continue
		}
		for i := range f.outline.Definitions {
			s := Symbol{p.Path, int32(i)}
			if n := f.outline.Definitions[i].NameSpan; n.Start <= p.At && p.At < n.End && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// implementing lists what the overlay says to implement the definitions.
func (l *Linker) implementing(of []Symbol) (out []Symbol) {
	if l.overlay == nil || !l.overlay.Whole() {
		return nil
	}
	for _, s := range of {
		if d := l.definition(s); d != nil {
			out = append(out, l.standing(l.overlay.Implementing(s.File, d.NameSpan))...)
		}
	}
	return out
}
