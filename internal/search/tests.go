package search

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sort"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/lang"
)

// Counterpart is a test of what was asked about, or what a test tests.
type Counterpart struct {
	File *index.File
	// Name and Line are the test or the definition, where one is known.
	Name string
	Line uint32
	// Score is between 0 and 1; Reasons say why, the strongest first.
	Score   float64
	Reasons []string
}

// Counterparts is what FindTests and FindSource find, the best first.
type Counterparts struct {
	Items   []Counterpart
	Target  *Target // nil when a file was asked about
	Pending int
}

// The strength of each reason why a file tests another.
const (
	testsByName      = 0.75 // store.go and store_test.go, in matching directories
	testsByNameAfar  = 0.45
	testsByImport    = 0.4
	testsByReference = 0.85 // it uses the very symbol
)

// counterparts collects reasons by file and name.
type counterparts struct {
	byFile map[*index.File]*Counterpart
	miss   map[*index.File]float64
}

func (c *counterparts) add(f *index.File, strength float64, reason string) *Counterpart {
	x := c.byFile[f]
	if x == nil {
		x = &Counterpart{File: f}
		c.byFile[f], c.miss[f] = x, 1
	}
	c.miss[f] *= 1 - strength
	if !slices.Contains(x.Reasons, reason) {
		x.Reasons = append(x.Reasons, reason)
	}
	return x
}

func (c *counterparts) list() (out []Counterpart) {
	for f, x := range c.byFile {
		x.Score = 1 - c.miss[f]
		out = append(out, *x)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		if a.Score != b.Score {
			return a.Score > b.Score
		}
		return a.File.Path < b.File.Path
	})
	return out
}

func newCounterparts() *counterparts {
	return &counterparts{make(map[*index.File]*Counterpart), make(map[*index.File]float64)}
}

// FindTests lists the tests of a file, or of a symbol when one is asked about.
func FindTests(ctx context.Context, v *index.View, f *index.File, q SymbolQuery) (*Counterparts, error) {
	found := newCounterparts()
	out := &Counterparts{}
	about := f
	if q.Name != "" {
		uses, err := FindUsages(ctx, v, UsagesQuery{SymbolQuery: q})
		if err != nil {
			return nil, err
		}
		out.Target, out.Pending = uses.Target, uses.Pending
		byUses(found, uses.Items, func(f *index.File) bool { return f.Class == code.ClassTest })
		for _, s := range uses.Target.Symbols {
			if about == nil {
				about = v.File(s.File)
			}
		}
		if len(found.byFile) > 0 {
			out.Items = found.list()
			return out, nil
		}
	}
	if about == nil {
		return out, nil
	}
	byLikeName(found, v, about, func(f *index.File) bool { return f.Class == code.ClassTest })
	if err := byArcs(ctx, found, v, about, q.Budget, true); err != nil {
		return nil, err
	}
	out.Items = found.list()
	return out, nil
}

// FindSource lists what a test tests.
func FindSource(ctx context.Context, v *index.View, f *index.File, q SymbolQuery) (*Counterparts, error) {
	found := newCounterparts()
	out := &Counterparts{}
	isSource := func(f *index.File) bool { return f.Class != code.ClassTest && f.Parsed() }
	if q.Name != "" {
		q.From = f
		calls, err := FindCallees(ctx, v, q)
		if err != nil {
			return nil, err
		}
		out.Target, out.Pending = calls.Target, calls.Pending
		for i := range calls.Items {
			x := &calls.Items[i]
			for k := range x.Targets {
				if t := &x.Targets[k]; isSource(t.File) {
					d := t.Definition()
					c := found.add(t.File, testsByReference*0.5, "calls "+d.Name)
					if c.Line == 0 {
						c.Name, c.Line = t.Facts.QualifiedName(t.Index), d.Line
					}
				}
			}
		}
		if f == nil && len(calls.Bodies) > 0 {
			f = calls.Bodies[0].File
		}
	}
	if f != nil {
		byLikeName(found, v, f, isSource)
		if q.Name == "" {
			if err := byArcs(ctx, found, v, f, q.Budget, false); err != nil {
				return nil, err
			}
		}
	}
	out.Items = found.list()
	return out, nil
}

// byUses adds the files that use the symbol, each with the first definition
// that does and how often.
func byUses(found *counterparts, uses []Use, wanted func(*index.File) bool) {
	times := make(map[*index.File]int)
	for _, u := range uses {
		if wanted(u.File) {
			times[u.File]++
		}
	}
	seen := make(map[*index.File]bool)
	for _, u := range uses {
		if !wanted(u.File) || seen[u.File] {
			continue
		}
		seen[u.File] = true
		strength := testsByReference
		if u.Evidence != Exact {
			strength *= 0.7
		}
		// Who uses it often tests it rather than passing by.
		strength += (1 - strength) * (1 - 1/float64(times[u.File]))
		c := found.add(u.File, strength, plural(times[u.File], "use"))
		c.Line = u.Ref.Line
		if u.Ref.Enclosing != code.NoDefinition {
			c.Name = u.Facts.QualifiedName(u.Ref.Enclosing)
		}
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// byLikeName adds the files whose names say that they belong to the file.
func byLikeName(found *counterparts, v *index.View, f *index.File, wanted func(*index.File) bool) {
	stem := stemOf(f.Path)
	if stem == "" {
		return
	}
	var near, far []*index.File
	for _, n := range v.Files() {
		if n == f || !wanted(n) || stemOf(n.Path) != stem {
			continue
		}
		if mirrored(f.Path, n.Path) {
			near = append(near, n)
		} else {
			far = append(far, n)
		}
	}
	for _, n := range near {
		found.add(n, testsByName, "name")
	}
	if len(near) == 0 {
		for _, n := range far {
			found.add(n, testsByNameAfar*rarity(len(far)*len(far)), "name")
		}
	}
}

// testDirs are directories that hold tests apart from what they test.
var testDirs = map[string]bool{"test": true, "tests": true, "__tests__": true, "spec": true, "specs": true, "testing": true,
	"src": true, "main": true, "lib": true, "app": true, "java": true, "kotlin": true, "scala": true, "unit": true, "python": true}

// mirrored reports whether two files lie in the same directory, but for those
// that only hold sources and tests apart.
func mirrored(a, b string) bool {
	plain := func(p string) string {
		var kept []string
		for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if base := path.Base(dir); !testDirs[base] {
				kept = append(kept, base)
			}
		}
		return path.Join(kept...)
	}
	return path.Dir(a) == path.Dir(b) || plain(a) == plain(b)
}

// byArcs adds files that depend on the file, or that it depends on.
func byArcs(ctx context.Context, found *counterparts, v *index.View, f *index.File, budget time.Duration, in bool) error {
	g, err := Dependencies(ctx, v, []*index.File{f}, budget)
	if err != nil {
		return err
	}
	node, ok := g.Node(f.Path)
	if !ok {
		return nil
	}
	arcs, reason := g.Out(node), "imports it"
	if in {
		arcs = g.In(node)
	} else {
		reason = "imported"
	}
	n := 0
	for _, a := range arcs {
		if a.Kind.IsDependency() && (g.File(a.Node).Class == code.ClassTest) == in {
			n++
		}
	}
	for _, a := range arcs {
		to := g.File(a.Node)
		if !a.Kind.IsDependency() || (to.Class == code.ClassTest) != in || !to.Parsed() {
			continue
		}
		strength := testsByImport * rarity(n)
		if lang.Dir(to.Path) == lang.Dir(f.Path) {
			strength *= 1.3
		}
		found.add(to, min(strength, 0.6), reason)
	}
	return nil
}
