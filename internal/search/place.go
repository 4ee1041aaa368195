package search

import (
	"context"
	"slices"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
)

// byPlace weighs the definitions by the place that uses the name: those that it
// means there, then those of files that the place depends on.
func (d *Definitions) byPlace(ctx context.Context, v *index.View, q DefinitionQuery, name string) error {
	link := v.Linking(ctx, q.Budget)
	t := &Target{Name: name}
	if err := t.atPlace(v, link, SymbolQuery{Name: q.Name, From: q.From, Line: q.Line, Column: q.Column}); err != nil {
		return err
	}
	d.Local = t.Local
	for _, s := range t.Symbols {
		f := v.File(s.File)
		if slices.ContainsFunc(d.Items, func(x FoundDefinition) bool { return x.File == f && x.Index == s.Index }) {
			continue
		}
		// The place knows it by another name, or means it by a wider question.
		if facts := link.Facts(f, false); facts != nil && Within(s.File, q.Directory) && (q.Kinds == nil || q.Kinds[facts.Definitions[s.Index].Kind]) {
			d.Items = append(d.Items, definitionIn(f, facts, s.Index))
		}
	}
	return link.Do(func(l *xref.Linker) error {
		for i := range d.Items {
			x := &d.Items[i]
			rank := slices.Index(t.Symbols, xref.Symbol{File: x.File.Path, Index: x.Index})
			switch {
			case rank >= 0:
				x.Evidence, x.order.evidence, x.order.rank = t.Evidence, t.Evidence, rank
			case len(t.Symbols) == 0 && l.Near(q.From.Path, x.File.Path):
				x.Evidence, x.order.evidence = Likely, Likely
			}
		}
		return nil
	})
}

// definitionIn describes a definition for an answer.
func definitionIn(f *index.File, facts *code.Facts, i int32) FoundDefinition {
	d := &facts.Definitions[i]
	return FoundDefinition{File: f, Facts: facts, Index: i, Evidence: Named,
		order: definitionOrder{evidence: Named, class: classOrder(f.Class), inside: insideBody(facts, i), declared: declaredOnly(d), kind: kindOrder(d), depth: depthOf(facts, i)}}
}

// container names what a definition stands in, "" at the top.
func container(f *code.Facts, i int32) string {
	d := &f.Definitions[i]
	switch {
	case d.ContainerName != "":
		return code.LastPart(d.ContainerName)
	case d.Container != code.NoDefinition:
		return f.Definitions[d.Container].Name
	}
	return ""
}
