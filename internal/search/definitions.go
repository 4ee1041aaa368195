package search

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
)

// Evidence says how sure it is that a definition is the one that is meant.
type Evidence = xref.Evidence

// Classes of evidence, the strongest first.
const (
	Exact  = xref.Exact
	Likely = xref.Likely
	Named  = xref.Named
)

// DefinitionQuery asks where a name is defined.
type DefinitionQuery struct {
	// Name is bare or qualified in the language's own way: A.b, A::b, A\b, A#b.
	Name string
	// Kinds are the only ones wanted; nil wants all.
	Kinds map[code.Kind]bool
	// Directory bounds where definitions may lie; "" is everywhere.
	Directory string
	// From is a file that uses the name and Line where, from 1; nil and 0 when
	// no place is given.
	From *index.File
	Line uint32
	// Column of the name in the line, in bytes from 1; 0 is any.
	Column uint32
	// Budget is how long files may be parsed for it.
	Budget time.Duration
}

// FoundDefinition is one definition that the name may mean.
type FoundDefinition struct {
	File     *index.File
	Facts    *code.Facts
	Index    int32 // in Facts.Definitions
	Evidence Evidence

	order definitionOrder
}

// Definition is the definition itself.
func (d *FoundDefinition) Definition() *code.Definition { return &d.Facts.Definitions[d.Index] }

// Definitions is the answer to a DefinitionQuery.
type Definitions struct {
	Items []FoundDefinition // the likeliest first
	// Local is true when the name at the place given is a parameter or a local variable.
	Local bool
	// Searched is how many files are known to mention the name, Pending how
	// many more could not be looked at in time.
	Searched, Pending int
}

// definitionOrder ranks definitions of one name; smaller comes first.
type definitionOrder struct {
	far       int // from the name asked for, where names like it are wanted
	evidence  Evidence
	rank      int // among what the place may mean
	qualified int // how far the qualifiers given are met: 0 wholly
	class     int // of the file: source before tests before the rest
	inside    int // what a function keeps for itself comes after what others can use
	declared  int // what is only declared comes after what is defined
	kind      int
	depth     int
}

// FindDefinitions lists where a name is defined, every place of it.
func FindDefinitions(ctx context.Context, v *index.View, q DefinitionQuery) (*Definitions, error) {
	qualifiers, name := splitName(q.Name)
	whole := strings.TrimSpace(q.Name)
	out := &Definitions{}
	files := within(v.Defining(name), q.Directory)
	deadline := time.Now().Add(q.Budget)
	var mu sync.Mutex
	var next, pending, searched atomic.Int64
	err := parallel(2, func() error {
		for {
			i := int(next.Add(1) - 1)
			if i >= len(files) {
				return nil
			}
			f := files[i]
			if !v.HasOutline(f) && time.Now().After(deadline) {
				pending.Add(1)
				continue
			}
			if !f.Indexed && !holds(v, f, name) {
				continue
			}
			searched.Add(1)
			facts, err := v.Outline(ctx, f)
			if errors.Is(err, index.ErrChanged) || ctx.Err() != nil {
				return errors.Join(err, ctx.Err())
			}
			if facts == nil {
				continue
			}
			for k := range facts.Definitions {
				d := &facts.Definitions[k]
				// Some names have dots of their own: var.region, a namespace A.B.
				dotted := d.Name != name
				if dotted && d.Name != whole && !(strings.ContainsRune(d.Name, '.') && code.LastPart(d.Name) == name) || q.Kinds != nil && !q.Kinds[d.Kind] {
					continue
				}
				unmet := unmetQualifiers(facts, int32(k), f.Path, qualifiers)
				if dotted && d.Name == whole {
					unmet = 0
				}
				if len(qualifiers) > 0 && unmet >= len(qualifiers)*qualifierUnmet {
					continue // nothing of what was written before the name fits
				}
				mu.Lock()
				x := definitionIn(f, facts, int32(k))
				x.order.qualified = unmet
				out.Items = append(out.Items, x)
				mu.Unlock()
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out.Pending, out.Searched = int(pending.Load()), int(searched.Load())
	if len(out.Items) == 0 {
		out.Searched = len(within(v.Mentioning(name), q.Directory)) - out.Pending
	}
	out.narrowQualified()
	if n := len(qualifiers); n > 0 && n <= mostNested && len(out.Items) == 0 {
		if out.Items, err = inheritedMembers(ctx, v, q, strings.Join(qualifiers, "."), name); err != nil {
			return nil, err
		}
	}
	if q.From != nil {
		if err := out.byPlace(ctx, v, q, name); err != nil {
			return nil, err
		}
	}
	out.sort()
	return out, nil
}

// splitName cuts a qualified name into its parts.
func splitName(name string) (qualifiers []string, last string) {
	name = strings.TrimSuffix(strings.TrimSpace(name), "()")
	name = strings.NewReplacer("::", "\x00", "->", "\x00", `\`, "\x00", ".", "\x00", "/", "\x00").Replace(strings.Trim(name, "&*$@"))
	if i := strings.LastIndexByte(name, '#'); i > 0 {
		name = name[:i] + "\x00" + name[i+1:]
	}
	parts := slices.DeleteFunc(strings.Split(name, "\x00"), func(p string) bool { return p == "" })
	if len(parts) == 0 {
		return nil, ""
	}
	return parts[:len(parts)-1], parts[len(parts)-1]
}

// mentioning lists the files that hold a name as a word and may define it, the
// shallowest first.
func mentioning(v *index.View, name, dir string) []*index.File {
	return within(v.Mentioning(name), dir)
}

// within leaves the files in a directory, the shallowest first.
func within(files []*index.File, dir string) []*index.File {
	files = slices.DeleteFunc(files, func(f *index.File) bool { return !Within(f.Path, dir) })
	byDepth(files)
	return files
}

// How far a qualifier is from what a definition stands in: a container or the
// package is what was meant, a directory or file of that name may be.
const (
	qualifierInPath = 1
	qualifierUnmet  = 100
)

// holds reports whether a file that no segment covers has the name in its
// text: reading is a hundred times faster than parsing. What cannot be read is
// left to the parse to report.
func holds(v *index.View, f *index.File, name string) bool {
	text, err := v.Text(f)
	return err != nil || bytes.Contains(text, []byte(name))
}

// unmetQualifiers adds up how far the qualifiers are met.
func unmetQualifiers(f *code.Facts, i int32, file string, qualifiers []string) int {
	if len(qualifiers) == 0 {
		return 0
	}
	have := strings.FieldsFunc(f.Package+"."+f.QualifiedName(i), func(r rune) bool { return strings.ContainsRune(`.\:/`, r) })
	have = have[:max(0, len(have)-1)]
	stem, _, _ := strings.Cut(path.Base(file), ".")
	places := append(strings.Split(path.Dir(file), "/"), stem)
	unmet := 0
	for _, q := range qualifiers {
		q = strings.TrimLeft(q, "*&")
		if cut := strings.IndexAny(q, "<["); cut > 0 {
			q = q[:cut]
		}
		switch {
		case slices.Contains(have, q):
		case slices.Contains(places, q):
			unmet += qualifierInPath
		case q == qualifiers[len(qualifiers)-1]:
			return len(qualifiers) * qualifierUnmet // the innermost says what it stands in
		default:
			unmet += qualifierUnmet
		}
	}
	return unmet
}

// narrowQualified leaves only the definitions that meet the most qualifiers.
func (d *Definitions) narrowQualified() {
	best := 1 << 30
	for i := range d.Items {
		best = min(best, d.Items[i].order.qualified)
	}
	d.Items = slices.DeleteFunc(d.Items, func(x FoundDefinition) bool { return x.order.qualified > best })
}

func classOrder(c code.Class) int {
	switch c {
	case code.ClassSource:
		return 0
	case code.ClassTest:
		return 2
	case code.ClassGenerated, code.ClassVendored:
		return 3
	}
	return 1
}

// insideBody is 1 for what stands in a function.
func insideBody(f *code.Facts, i int32) int {
	for c := f.Definitions[i].Container; c != code.NoDefinition; c = f.Definitions[c].Container {
		if f.Definitions[c].Kind.IsCallable() {
			return 1
		}
	}
	return 0
}

// declaredOnly is 1 for a prototype or an ambient declaration.
func declaredOnly(d *code.Definition) int {
	if d.Modifiers&code.ModDeclaration != 0 {
		return 1
	}
	return 0
}

// kindOrder puts types before callables before data.
func kindOrder(d *code.Definition) int {
	switch {
	case d.Kind == code.KindHeading, d.Kind == code.KindKey, d.Kind == code.KindSection:
		return 5
	case d.Kind.IsType():
		return 0
	case d.Kind == code.KindConstructor:
		return 2
	case d.Kind.IsCallable():
		return 1
	case d.Kind == code.KindNamespace, d.Kind == code.KindModule, d.Kind == code.KindPackage:
		return 4
	}
	return 3
}

func depthOf(f *code.Facts, i int32) (n int) {
	for c := f.Definitions[i].Container; c != code.NoDefinition; c = f.Definitions[c].Container {
		n++
	}
	return n
}

func (d *Definitions) sort() {
	sort.SliceStable(d.Items, func(i, j int) bool {
		a, b := &d.Items[i], &d.Items[j]
		x, y := &a.order, &b.order
		switch {
		case x.far != y.far:
			return x.far < y.far
		case x.evidence != y.evidence:
			return x.evidence < y.evidence
		case x.rank != y.rank:
			return x.rank < y.rank
		case x.class != y.class:
			return x.class < y.class
		case x.inside != y.inside:
			return x.inside < y.inside
		case x.declared != y.declared:
			return x.declared < y.declared
		case x.kind != y.kind:
			return x.kind < y.kind
		case x.depth != y.depth:
			return x.depth < y.depth
		case a.File.Path != b.File.Path:
			return shallower(a.File.Path, b.File.Path)
		}
		return a.Index < b.Index
	})
}

// NearDefinitions lists words of the checkout that differ little from a name
// that nothing defines, at most max.
func NearDefinitions(v *index.View, name string, max int) []string {
	_, last := splitName(name)
	lower := strings.ToLower(last)
	if len(lower) < 3 {
		return nil
	}
	var terms []string
	for _, n := range []int{len(lower) - 1, (len(lower) + 1) / 2, 2} {
		terms = append(terms, v.TermsWithPrefix(lower[:n], 200, nil)...)
	}
	near := NearNames(terms, last, max+1)
	near = slices.DeleteFunc(near, func(t string) bool { return t == lower })
	return near[:min(max, len(near))]
}
