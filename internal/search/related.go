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
	Extends       Relationship = "extends" // or implements, or mixes in
	ExtendedBy    Relationship = "extended-by"
	TestedBy      Relationship = "tested-by"
	Tests         Relationship = "tests"
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

// The strength of each kind of evidence, from what somebody who changes a file
// has to look at most. An edge says less where its end has many: a file that
// everybody imports is less about this one, and of three hundred importers none
// is special. What changes together in fact counts like an edge.
const (
	strengthExtends    = 0.8
	strengthExtendedBy = 0.7
	strengthImports    = 0.7
	strengthUses       = 0.6
	strengthImportedBy = 0.6
	strengthUsedBy     = 0.5
	strengthTest       = 0.6 // of like name: store.ts and store.test.ts
	strengthSameStem   = 0.5 // store.c and store.h
	strengthMention    = 0.3
	strengthTransitive = 0.12
	strengthDirectory  = 0.1
	strengthCoChanged  = 0.9 // times the root of the share of common changes
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
		byInheritance(ctx, v, g, node, add)
	}
	byPlace(v, f, add)
	answer := &RelatedAnswer{Pending: g.Pending}
	log, complete := h.History(ctx, max(0, budget-time.Since(begun)))
	answer.HistoryPending = !complete
	if log != nil {
		for _, t := range log.With(f.Path) {
			if to := v.File(t.Path); to != nil {
				add(to, strengthCoChanged*math.Sqrt(t.Share), CoChanged)
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
		near[a.Node] = true
		popular := (1 + rarity(len(g.In(a.Node)))) / 2 // what a file needs it needs, however many others do
		switch a.Kind {
		case graph.Import:
			add(g.File(a.Node), strengthImports*popular, Imports)
		case graph.Use:
			add(g.File(a.Node), strengthUses*popular, Uses)
		default:
			add(g.File(a.Node), strengthMention*popular, Mentions)
		}
	}
	crowd := rarity(len(g.In(node)))
	for _, a := range g.In(node) {
		near[a.Node] = true
		each := crowd * rarity(len(g.Out(a.Node)))
		switch a.Kind {
		case graph.Import:
			add(g.File(a.Node), strengthImportedBy*each, ImportedBy)
		case graph.Use:
			add(g.File(a.Node), strengthUsedBy*each, UsedBy)
		default:
			add(g.File(a.Node), strengthMention*each, MentionedBy)
		}
	}
	for _, backward := range []bool{false, true} {
		g.Reach(node, backward, 2, func(n int32, distance int) bool {
			if distance == 2 && !near[n] {
				degree := len(g.In(n))
				if backward {
					degree = len(g.Out(n)) + len(g.In(node))
				}
				add(g.File(n), strengthTransitive*rarity(degree), Transitive)
			}
			return true
		})
	}
}

// mostRelatives bounds how many files that depend on one are looked at for
// types that extend its own.
const mostRelatives = 400

// byInheritance adds the files whose types extend or implement those of f,
// and those that hold what its types extend. It asks for no parse.
func byInheritance(ctx context.Context, v *index.View, g *index.Graph, node int32, add func(*index.File, float64, Relationship)) {
	f := g.File(node)
	facts := known(ctx, v, f)
	if facts == nil {
		return
	}
	own, wanted := typesOf(facts), supertypesOf(facts)
	for i, a := range g.In(node) {
		if i == mostRelatives {
			break
		}
		if other := known(ctx, v, g.File(a.Node)); other != nil && a.Kind.IsDependency() && share(supertypesOf(other), own) {
			add(g.File(a.Node), strengthExtendedBy*rarity(len(g.In(node))/4), ExtendedBy)
		}
	}
	if len(wanted) == 0 {
		return
	}
	for _, a := range g.Out(node) {
		if other := known(ctx, v, g.File(a.Node)); other != nil && a.Kind.IsDependency() && share(wanted, typesOf(other)) {
			add(g.File(a.Node), strengthExtends, Extends)
		}
	}
}

// known gives the outline of a file if that costs no parse.
func known(ctx context.Context, v *index.View, f *index.File) *code.Facts {
	if !f.Parsed() || !v.HasOutline(f) {
		return nil
	}
	facts, err := v.Outline(ctx, f)
	if err != nil {
		return nil
	}
	return facts
}

func typesOf(f *code.Facts) map[string]bool {
	out := make(map[string]bool)
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Kind.IsType() {
			out[d.Name] = true
		}
	}
	return out
}

func supertypesOf(f *code.Facts) map[string]bool {
	out := make(map[string]bool)
	for i := range f.Definitions {
		for _, s := range f.Definitions[i].Supertypes {
			out[code.LastPart(s.Name)] = true
		}
	}
	return out
}

func share(a, b map[string]bool) bool {
	for n := range a {
		if b[n] {
			return true
		}
	}
	return false
}

// rarity weighs an edge by how many its end has: 1 for a single one, a half
// for sixteen, a third for 256.
func rarity(degree int) float64 { return 1 / (1 + math.Log2(float64(max(1, degree)))/4) }

// byPlace adds the neighbours of a file, and the files of like name wherever
// they are: its tests, or what it tests.
func byPlace(v *index.View, f *index.File, add func(*index.File, float64, Relationship)) {
	dir := path.Dir(f.Path)
	stem := stemOf(f.Path)
	var neighbours, named []*index.File
	for _, n := range v.Files() {
		if path.Dir(n.Path) == dir {
			neighbours = append(neighbours, n)
		}
		if stem != "" && n != f && stemOf(n.Path) == stem {
			named = append(named, n)
		}
	}
	each := strengthDirectory * rarity(len(neighbours))
	for _, n := range neighbours {
		add(n, each, SameDirectory)
	}
	few := rarity(len(named) * len(named)) // a name that many files have says nothing
	for _, n := range named {
		switch {
		case n.Class == code.ClassTest && f.Class != code.ClassTest:
			add(n, strengthTest*few, TestedBy)
		case f.Class == code.ClassTest && n.Class != code.ClassTest:
			add(n, strengthTest*few, Tests)
		case path.Dir(n.Path) == dir:
			add(n, strengthSameStem*few, SameDirectory)
		}
	}
}

// testMarks are what the names of tests begin or end with.
var testMarks = []string{"_test", "-test", "_spec", "-spec", "_unittest", "tests", "test", "testcase", "spec", "suite"}

// commonStems are names that say what part a file plays, not what it is about.
var commonStems = map[string]bool{"index": true, "main": true, "mod": true, "__init__": true, "lib": true, "readme": true, "types": true, "utils": true, "init": true}

// stemOf is a file's name without extensions and the marks of tests, lower
// case; "" for a name that half the files of a project could have.
func stemOf(p string) string {
	base := p[strings.LastIndexByte(p, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	lower := strings.ToLower(stem)
	for _, mark := range testMarks {
		cut := len(stem) - len(mark)
		// "Contest" ends in "test" and is none: the mark begins with a capital or a sign.
		if cut > 0 && strings.HasSuffix(lower, mark) && (mark[0] == '_' || mark[0] == '-' || stem[cut] >= 'A' && stem[cut] <= 'Z') {
			lower = lower[:cut]
			break
		}
	}
	lower = strings.TrimPrefix(lower, "test_")
	if commonStems[lower] {
		return ""
	}
	return lower
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
