package lang

import (
	"bytes"
	"slices"
	"sort"

	"sextant/internal/code"
)

// Part says what of a piece of embedded code belongs to the host's facts.
type Part uint8

// Parts of embedded code.
const (
	// Whole is code that the file brings along: a page's script.
	Whole Part = iota
	// Uses is code that only shows something, an example in a document: what
	// it uses counts, what it defines and imports does not.
	Uses
)

// Embed is a piece of another language that an extractor has come upon.
type Embed struct {
	Language *Definition
	Span     code.Span
	Part     Part
	// container is the host's definition around it.
	container int32
}

// maxEmbeds bounds the pieces of one file; each costs a parse.
const maxEmbeds = 2000

// Embed notes that span holds code of the language that the host calls name
// ("ts", "language-python"). It reports whether that language is known; the
// code is read when the host has been.
func (b *Builder) Embed(name string, span code.Span, part Part) bool {
	if b.peer == nil || span.Start >= span.End || len(b.embeds) >= maxEmbeds {
		return false
	}
	d := b.peer(name)
	if d == nil || d.Grammar == nil && d.Extract == nil {
		return false
	}
	b.embeds = append(b.embeds, Embed{d, span, part, b.container})
	return true
}

// Embeds lists what Embed noted, for package parse to read and Merge.
func (b *Builder) Embeds() []Embed { return b.embeds }

// Merge adds the facts of an embedded piece, whose positions count from its
// own start. src is the host's text.
func (b *Builder) Merge(src []byte, e Embed, f *code.Facts) {
	by := e.Span.Start
	lines := uint32(bytes.Count(src[:by], []byte{'\n'}))
	moved := func(s code.Span) code.Span { return code.Span{Start: s.Start + by, End: s.End + by} }
	b.facts.Embedded = append(b.facts.Embedded, code.Embedded{Language: f.Language, Span: e.Span})
	for _, x := range f.Embedded {
		b.facts.Embedded = append(b.facts.Embedded, code.Embedded{Language: x.Language, Span: moved(x.Span)})
	}
	b.mergeRegions(f.Regions, e.Span, moved)
	shown := make(map[string]bool) // names that an example defines itself
	place := func(int32) int32 { return e.container }
	if e.Part == Whole {
		first := int32(len(b.facts.Definitions))
		place = func(i int32) int32 {
			if i == code.NoDefinition {
				return e.container
			}
			return first + i
		}
		for _, d := range f.Definitions {
			d.Span, d.NameSpan = moved(d.Span), moved(d.NameSpan)
			d.Line += lines
			d.Lines.First += lines
			d.Lines.Last += lines
			d.Container = place(d.Container)
			if d.Value != "" {
				d.ValueAt += by
			}
			b.Add(d)
		}
		for _, im := range f.Imports {
			im.Span = moved(im.Span)
			im.Line += lines
			b.AddImport(im)
		}
		for _, m := range f.Mentions {
			m.Span = moved(m.Span)
			m.Line += lines
			b.AddMention(m)
		}
		if f.Status != code.StatusComplete {
			b.SetStatus(code.StatusPartial)
		}
	} else {
		for i := range f.Definitions {
			shown[f.Definitions[i].Name] = true
		}
	}
	for _, x := range f.Bindings {
		x.At += by
		x.Scope = moved(x.Scope)
		b.AddBinding(x)
	}
	for _, r := range f.References {
		r.Span = moved(r.Span)
		r.Line += lines
		r.Enclosing = place(r.Enclosing)
		r.Local = r.Local || r.Qualifier == code.QualifierNone && shown[r.Name]
		b.refs = append(b.refs, pendingReference{Reference: r, scope: noScope, settled: true})
	}
}

// mergeRegions adds the regions of an embedded piece, all at once where the
// host has none inside it: one by one each would move those that follow.
func (b *Builder) mergeRegions(regions []code.Region, inside code.Span, moved func(code.Span) code.Span) {
	own := b.facts.Regions
	at := sort.Search(len(own), func(i int) bool { return own[i].Span.End > inside.Start })
	if at < len(own) && own[at].Span.Start < inside.End {
		for _, r := range regions {
			b.Region(r.Kind, moved(r.Span))
		}
		return
	}
	added := make([]code.Region, len(regions))
	for i, r := range regions {
		added[i] = code.Region{Span: moved(r.Span), Kind: r.Kind}
	}
	b.facts.Regions = slices.Insert(own, at, added...)
}
