package search

import (
	"context"
	"math"
	"path"
	"sort"
	"strings"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/graph"
	"sextant/internal/index/history"
)

// Relationship is the strongest reason why two files belong together.
type Relationship string

// Relationships of get_related_files.
const (
	Imports       Relationship = "imports"
	ImportedBy    Relationship = "imported-by"
	Uses          Relationship = "uses"    // without an import: the same package
	UsedBy        Relationship = "used-by" // likewise
	Mentions      Relationship = "mentions"
	MentionedBy   Relationship = "mentioned-by"
	Transitive    Relationship = "transitive-dependency"
	SameDirectory Relationship = "same-directory"
	CoChanged     Relationship = "co-changed"
)

// Related is a file that belongs together with another.
type Related struct {
	File *index.File
	// Score is between 0 and 1. Reasons add up like independent evidence.
	Score        float64
	Relationship Relationship
	// CoChanged is in how many commits both were changed, 0 if fewer than two.
	CoChanged int
}

// RelatedAnswer is what RelatedFiles finds.
type RelatedAnswer struct {
	Files []Related // best first
	// Pending counts files whose dependencies are not known yet.
	Pending int
	// HistoryPending is true while git's log is still being read.
	HistoryPending bool
}

// The strength of each kind of evidence. What a file imports says most of
// what is needed to understand it; a whole directory says little. Where
// everybody imports a file, or a file imports everything, each edge says less.
const (
	strengthImports    = 0.75
	strengthImportedBy = 0.65
	strengthUses       = 0.6
	strengthUsedBy     = 0.55
	strengthMention    = 0.3
	strengthTransitive = 0.15
	strengthDirectory  = 0.12
	strengthSameStem   = 0.5 // store.ts and store.test.ts
	strengthCoChanged  = 0.9 // times the share of common changes
)

// evidence collects the reasons for one file.
type evidence struct {
	miss      float64 // the chance that none of the reasons holds
	strongest float64
	reason    Relationship
	coChanged int
}

func (e *evidence) add(strength float64, r Relationship) {
	e.miss *= 1 - strength
	if strength > e.strongest {
		e.strongest, e.reason = strength, r
	}
}

// RelatedFiles lists what belongs together with a file: what it depends on,
// what depends on it, two steps away too, its neighbours, and what changes
// with it in history. weigh, if not nil, scales a file's score by path: a task
// lowers what it has seen. Only files of the view are listed.
func RelatedFiles(ctx context.Context, v *index.View, h HistorySource, f *index.File, weigh func(path string) float64, budget time.Duration) (*RelatedAnswer, error) {
	begun := time.Now()
	g, err := Dependencies(ctx, v, []*index.File{f}, budget)
	if err != nil {
		return nil, err
	}
	found := make(map[*index.File]*evidence)
	add := func(to *index.File, strength float64, r Relationship) {
		if to == nil || to == f || to.Symlink {
			return
		}
		e := found[to]
		if e == nil {
			e = &evidence{miss: 1}
			found[to] = e
		}
		e.add(strength, r)
	}
	if node, ok := g.Node(f.Path); ok {
		byGraph(g, node, add)
	}
	byPlace(v, f, add)
	answer := &RelatedAnswer{Pending: g.Pending}
	log, complete := h.History(ctx, max(0, budget-time.Since(begun)))
	answer.HistoryPending = !complete
	if log != nil {
		for _, t := range log.With(f.Path) {
			if to := v.File(t.Path); to != nil {
				add(to, strengthCoChanged*t.Share, CoChanged)
				if e := found[to]; e != nil {
					e.coChanged = t.Count
				}
			}
		}
	}
	for to, e := range found {
		r := Related{to, (1 - e.miss) * prior(to.Class), e.reason, e.coChanged}
		if weigh != nil {
			r.Score *= weigh(to.Path)
		}
		answer.Files = append(answer.Files, r)
	}
	sort.Slice(answer.Files, func(i, j int) bool {
		a, b := &answer.Files[i], &answer.Files[j]
		if a.Score != b.Score {
			return a.Score > b.Score
		}
		return a.File.Path < b.File.Path
	})
	return answer, nil
}

// byGraph adds what stands one or two steps away in the dependency graph.
func byGraph(g *index.Graph, node int32, add func(*index.File, float64, Relationship)) {
	near := make(map[int32]bool)
	for _, a := range g.Out(node) {
		popular := rarity(len(g.In(a.Node)))
		near[a.Node] = true
		switch a.Kind {
		case graph.Import:
			add(g.File(a.Node), strengthImports*popular, Imports)
		case graph.Use:
			add(g.File(a.Node), strengthUses*popular, Uses)
		default:
			add(g.File(a.Node), strengthMention*popular, Mentions)
		}
	}
	for _, a := range g.In(node) {
		broad := rarity(len(g.Out(a.Node)))
		near[a.Node] = true
		switch a.Kind {
		case graph.Import:
			add(g.File(a.Node), strengthImportedBy*broad, ImportedBy)
		case graph.Use:
			add(g.File(a.Node), strengthUsedBy*broad, UsedBy)
		default:
			add(g.File(a.Node), strengthMention*broad, MentionedBy)
		}
	}
	for _, backward := range []bool{false, true} {
		g.Reach(node, backward, 2, func(n int32, distance int) bool {
			if distance == 2 && !near[n] {
				degree := len(g.In(n))
				if backward {
					degree = len(g.Out(n))
				}
				add(g.File(n), strengthTransitive*rarity(degree), Transitive)
			}
			return true
		})
	}
}

// rarity weighs an edge by how many its end has: 1 for a single one, a half
// for about fifteen, a third for about two hundred.
func rarity(degree int) float64 { return 1 / (1 + math.Log2(float64(max(1, degree)))/4) }

// byPlace adds the neighbours of a file, those of like name before the others.
func byPlace(v *index.View, f *index.File, add func(*index.File, float64, Relationship)) {
	dir := path.Dir(f.Path)
	if dir == "." {
		dir = ""
	}
	stem := stemOf(f.Path)
	var neighbours []*index.File
	for _, n := range v.Under(dir) {
		if d := path.Dir(n.Path); d != dir && (d != "." || dir != "") {
			continue
		}
		neighbours = append(neighbours, n)
	}
	each := strengthDirectory * rarity(len(neighbours))
	for _, n := range neighbours {
		if stem != "" && stemOf(n.Path) == stem {
			add(n, strengthSameStem, SameDirectory)
			continue
		}
		add(n, each, SameDirectory)
	}
}

// stemOf is a file's name without extensions and the marks of tests, lower case.
func stemOf(p string) string {
	stem, _, _ := strings.Cut(strings.ToLower(path.Base(p)), ".")
	for _, mark := range []string{"_test", "-test", "_spec", "-spec", "_unittest"} {
		stem = strings.TrimSuffix(stem, mark)
	}
	return strings.TrimPrefix(stem, "test_")
}

// prior is how likely a file of a class is what somebody looks for beside
// another file.
func prior(c code.Class) float64 {
	switch c {
	case code.ClassSource:
		return 1
	case code.ClassTest:
		return 0.9
	case code.ClassConfiguration, code.ClassDocumentation:
		return 0.8
	}
	return 0.5
}

// HistorySource gives what git's log says of files that change together; an
// index.Indexer is one.
type HistorySource interface {
	History(ctx context.Context, patience time.Duration) (h *history.History, complete bool)
}
