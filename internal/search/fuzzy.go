package search

import (
	"context"
	"errors"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
)

// mostFuzzyFiles bounds the files that a fuzzy question looks into.
const mostFuzzyFiles = 3000

// FuzzyDefinitions lists definitions whose names are like the one asked for:
// equal but for case, beginning with it, holding it, holding its letters in
// order, or a few letters off. The nearest come first; Evidence is Named.
func FuzzyDefinitions(ctx context.Context, v *index.View, q DefinitionQuery) (*Definitions, error) {
	_, name := splitName(q.Name)
	lower := strings.ToLower(name)
	out := &Definitions{}
	if lower == "" {
		return out, nil
	}
	deadline := time.Now().Add(q.Budget)
	files := make(map[*index.File]bool)
	for _, n := range []int{len(lower), min(len(lower), 3), min(len(lower), 2)} {
		for _, term := range v.TermsWithPrefix(lower[:n], 300, nil) {
			v.Postings(term, func(h index.Hit) { files[h.File] = true })
		}
		if len(files) > mostFuzzyFiles {
			break
		}
	}
	for _, f := range v.Unindexed() {
		files[f] = true
	}
	list := make([]*index.File, 0, len(files))
	for f := range files {
		if f.Parsed() {
			list = append(list, f)
		}
	}
	list = within(list, q.Directory)
	for k, f := range list {
		if k >= mostFuzzyFiles || !v.HasOutline(f) && time.Now().After(deadline) {
			out.Pending++
			continue
		}
		facts, err := v.Outline(ctx, f)
		if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
			return nil, errors.Join(err, ctx.Err())
		}
		if facts == nil {
			continue
		}
		out.Searched++
		for i := range facts.Definitions {
			d := &facts.Definitions[i]
			if q.Kinds != nil && !q.Kinds[d.Kind] {
				continue
			}
			if far, ok := likeness(strings.ToLower(d.Name), lower); ok {
				x := definitionIn(f, facts, int32(i))
				x.order.far = far
				out.Items = append(out.Items, x)
			}
		}
	}
	out.sort()
	return out, nil
}

// likeness says how far a name is from the one asked for, both in lower case,
// smaller being nearer; false when they are not alike.
func likeness(name, want string) (far int, ok bool) {
	switch {
	case name == want:
		return 0, true
	case strings.HasPrefix(name, want):
		return 1, true
	case strings.Contains(name, want):
		return 2, true
	case len(want) >= 3 && len(name) <= 4*len(want) && isSubsequence(want, name):
		return 3, true
	}
	if far, ok := nearness(name, want); ok {
		return 4 + far, true
	}
	return 0, false
}

// isSubsequence reports whether the letters of part stand in text in order.
func isSubsequence(part, text string) bool {
	for i := 0; i < len(text) && part != ""; i++ {
		if text[i] == part[0] {
			part = part[1:]
		}
	}
	return part == ""
}

// mostNested bounds the types that a qualified name may lead through.
const mostNested = 16

// inheritedMembers finds what a qualified name means where the type before it
// has the member from a supertype.
func inheritedMembers(ctx context.Context, v *index.View, q DefinitionQuery, owner, name string) ([]FoundDefinition, error) {
	types, err := FindDefinitions(ctx, v, DefinitionQuery{Name: owner, Kinds: TypeKinds(), Budget: q.Budget})
	if err != nil || len(types.Items) == 0 {
		return nil, err
	}
	link := v.Linking(ctx, q.Budget)
	var out []FoundDefinition
	err = link.Do(func(l *xref.Linker) error {
		seen := make(map[xref.Symbol]bool)
		for i := range types.Items {
			t := &types.Items[i]
			for _, s := range l.Members(xref.Symbol{File: t.File.Path, Index: t.Index}, name) {
				if d := definitionOf(v, link, s); d != nil && !seen[s] && Within(s.File, q.Directory) && (q.Kinds == nil || q.Kinds[d.Definition().Kind]) {
					seen[s] = true
					out = append(out, *d)
				}
			}
		}
		return nil
	})
	return out, err
}

// TypeKinds are the kinds that introduce a type.
func TypeKinds() map[code.Kind]bool { return kindsThat(code.Kind.IsType) }

// CallableKinds are the kinds that can be called.
func CallableKinds() map[code.Kind]bool { return kindsThat(code.Kind.IsCallable) }

func kindsThat(are func(code.Kind) bool) map[code.Kind]bool {
	out := make(map[code.Kind]bool)
	for _, k := range code.Kinds() {
		if are(k) {
			out[k] = true
		}
	}
	return out
}
