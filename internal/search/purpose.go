package search

import (
	"cmp"
	"context"
	"math"
	"regexp/syntax"
	"slices"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/trigram"
	"sextant/internal/search/summary"
)

// mostSummaryText is how much of a file's text a summary looks at where facts
// say nothing of it, in bytes.
const mostSummaryText = 64 << 10

// Summarize says what a file is for. lines makes it look at the text line by
// line instead of at the facts. The error is ErrChanged, the context's, or what
// keeps the file from being read; a file that cannot be parsed has a summary.
func Summarize(ctx context.Context, v *index.View, f *index.File, lines bool) (summary.Summary, error) {
	_, s, err := summarize(ctx, v, f, lines)
	return s, err
}

// summarize returns besides what the summary was made of.
func summarize(ctx context.Context, v *index.View, f *index.File, lines bool) (src summary.Source, s summary.Summary, err error) {
	src = summary.Source{Path: f.Path, Class: f.Class, Lines: int(f.Lines)}
	facts, err := v.Outline(ctx, f)
	if err = index.Fatal(ctx, err); err != nil {
		return src, s, err
	}
	if facts != nil {
		src.EntryPoint = programs(v)[f.Path] || f.Language.IsEntryPoint != nil && f.Language.IsEntryPoint(f.Path, facts)
	}
	if f.Class == code.ClassTest {
		src.Tests = testedByName(v, f)
	}
	if src.Facts = facts; lines {
		src.Facts = nil
	}
	if (src.Facts == nil || src.Facts.Status != code.StatusComplete) && f.HasText() {
		text, err := v.Text(f)
		if err = index.Fatal(ctx, err); err != nil {
			return src, s, err
		}
		src.Text = text[:min(len(text), mostSummaryText)]
		if src.Facts == nil && f.Lines == 0 {
			src.Lines = strings.Count(string(text), "\n") + 1
		}
	}
	if lines {
		return src, summary.OfText(src), nil
	}
	return src, summary.Of(src), nil
}

// testedByName is the only source whose name and directory say that the test is
// its own, "" where there are none or several.
func testedByName(v *index.View, f *index.File) string {
	sources := v.Memo("sources by stem", func() any {
		out := make(map[string][]*index.File)
		for _, n := range v.Files() {
			if n.Class == code.ClassSource && n.Parsed() {
				if stem := stemOf(n.Path); stem != "" {
					out[stem] = append(out[stem], n)
				}
			}
		}
		return out
	}).(map[string][]*index.File)
	only := ""
	for _, n := range sources[stemOf(f.Path)] {
		if n == f || !mirrored(f.Path, n.Path) {
			continue
		}
		if only != "" {
			return ""
		}
		only = n.Path
	}
	return only
}

// PurposeQuery asks which files are for something.
type PurposeQuery struct {
	Terms  summary.Terms
	Prefix string // only at or below it; "" is everywhere
	Lines  bool   // as of Summarize
	Budget time.Duration
	// Changed are files to leave out, because they change whenever they are looked at.
	Changed map[string]bool
}

// ByPurpose is one file that a question about purposes finds.
type ByPurpose struct {
	File    *index.File
	Summary summary.Summary
	Exports []string // all of them
	Score   float64
}

// Purposes is what FindByPurpose finds.
type Purposes struct {
	Items   []ByPurpose // best first
	Files   int         // files in scope
	Pending int         // files that could not be parsed within the budget
}

// purposePool is how many files are summarised for one question: those that
// hold its words best.
const purposePool = 400

// FindByPurpose ranks files by how well their purposes, exports, declarations
// and paths answer. Every file whose text or path holds a term is a candidate;
// nothing has to have been summarised before.
func FindByPurpose(ctx context.Context, v *index.View, q PurposeQuery) (*Purposes, error) {
	deadline := time.Now().Add(q.Budget)
	out := &Purposes{}
	inScope := func(f *index.File) bool { return Within(f.Path, q.Prefix) && !q.Changed[f.Path] && !f.Symlink }
	for _, f := range v.Files() {
		if inScope(f) {
			out.Files++
		}
	}
	for _, f := range purposeCandidates(v, q.Terms, inScope) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.Parsed() && !v.HasOutline(f) && time.Now().After(deadline) {
			out.Pending++
			continue
		}
		src, s, err := summarize(ctx, v, f, q.Lines)
		if err != nil {
			return nil, err
		}
		purpose := s.Purpose
		if f.Class == code.ClassTest {
			purpose = strings.TrimPrefix(purpose, "test of "+src.Tests) // what it tests is found itself
		}
		fields := summary.Fields{Path: f.Path, Purpose: purpose, Exports: s.Exports, Declarations: s.TopLevelDeclarations}
		if src.Facts != nil {
			fields.Exports, fields.Declarations = src.Facts.Exports(), summary.Declarations(src.Facts)
		}
		if score := q.Terms.Score(fields); score > 0 {
			out.Items = append(out.Items, ByPurpose{f, s, fields.Exports, score * purposeClass(f.Class)})
		}
	}
	slices.SortStableFunc(out.Items, func(a, b ByPurpose) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.File.Path, b.File.Path))
	})
	return out, nil
}

// purposeClass prefers what people work on, where all else is equal.
func purposeClass(c code.Class) float64 {
	switch c {
	case code.ClassSource:
		return 1
	case code.ClassTest, code.ClassDocumentation, code.ClassConfiguration:
		return 0.8
	}
	return 0.5
}

// purposeCandidates are the files whose text or path holds terms, those that
// hold rare ones as words first.
func purposeCandidates(v *index.View, terms summary.Terms, inScope func(*index.File) bool) []*index.File {
	weight := make(map[*index.File]float64)
	for _, term := range terms {
		lower := strings.ToLower(term)
		hits := make(map[*index.File]float64)
		best := func(f *index.File, w float64) { hits[f] = max(hits[f], w) }
		v.Postings(lower, func(h index.Hit) {
			if h.Whole > 0 {
				best(h.File, 1)
			} else {
				best(h.File, 0.9)
			}
		})
		if len(lower) >= 3 {
			if re, err := syntax.Parse(lower, syntax.Literal|syntax.FoldCase); err == nil {
				for _, c := range v.Candidates(trigram.Compile(re), true, "") {
					best(c.File, 0.3)
				}
			}
		}
		for _, f := range v.Unindexed() {
			best(f, 0.3)
		}
		for _, f := range v.Files() {
			if strings.Contains(strings.ToLower(f.Path), lower) {
				best(f, 2)
			}
		}
		rare := math.Log(1 + float64(len(v.Files()))/float64(1+len(hits)))
		for f, w := range hits {
			if inScope(f) {
				weight[f] += w * rare * purposeClass(f.Class)
			}
		}
	}
	out := make([]*index.File, 0, len(weight))
	for f := range weight {
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b *index.File) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), strings.Compare(a.Path, b.Path))
	})
	return out[:min(purposePool, len(out))]
}
