package index

import (
	"context"
	"hash/maphash"
	"path"
	"slices"
	"sort"
	"sync"
	"time"

	"sextant/internal/code"
	"sextant/internal/index/graph"
)

// Edge says that one file depends on another, or mentions it.
type Edge struct {
	To   string // path
	Kind graph.Kind
	// Names are the names by which the other file is used, as far as the
	// file says; none for a file that is loaded or mentioned as a whole.
	Names []string
}

// linker finds the files that files depend on, over one state of the facts.
type linker struct {
	v *View
	p *project
	// known gives the outline of a file that an import may mean, nil when it
	// is not to be had now.
	known func(f *File) *surface
	// named asks for the names also where they are not needed to find the edge.
	named bool
	// offers are remembered by the list of files they are for; nil remembers none.
	offers *sync.Map // uint64 -> *offer
}

// offer says which of several files give which names.
type offer struct {
	files  []string // those it is for
	byName map[string][]int32
	// complete is false when the facts of some file were not to be had.
	complete bool
}

// surface is what a file offers to others.
type surface struct {
	packages []string
	// names are the names that can be used from outside: top-level ones, also
	// those inside namespaces.
	names []string
}

// surfaceOf reads a surface off an outline.
func surfaceOf(f *code.Facts) *surface {
	s := &surface{packages: f.Packages()}
	seen := make(map[string]bool)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		switch d.Kind {
		case code.KindHeading, code.KindKey, code.KindSection:
			continue // nobody imports those
		}
		if f.TopLevel(int32(i)) && !seen[d.Name] {
			seen[d.Name] = true
			s.names = append(s.names, d.Name)
		}
	}
	return s
}

// Edges lists the files that a file depends on or mentions, each once and the
// strongest kind of it, in order of appearance. The file's facts must be
// given with their references. complete is false when some of the files that
// an import may mean have not been parsed and the deadline has passed.
func (v *View) Edges(ctx context.Context, f *File, facts *code.Facts, deadline time.Time) (edges []Edge, complete bool, err error) {
	var failed error
	l := &linker{v: v, p: v.Project(), named: true, known: func(f *File) *surface {
		if !v.HasOutline(f) && time.Now().After(deadline) {
			return nil
		}
		facts, err := v.Outline(ctx, f)
		if err != nil && failed == nil {
			failed = err
		}
		if facts == nil {
			return nil
		}
		return surfaceOf(facts)
	}}
	edges, complete = l.edges(f, facts)
	// What files declare is not known of those that have not been parsed.
	return edges, complete && v.allParsed(), failed
}

// edges joins what imports lead to, what is used without one, and mentions.
func (l *linker) edges(f *File, facts *code.Facts) (out []Edge, complete bool) {
	if facts == nil || f.Language == nil {
		return nil, true
	}
	complete = true
	place := make(map[string]int)
	add := func(to string, kind graph.Kind, names []string) {
		if to == f.Path {
			return
		}
		if i, ok := place[to]; ok {
			if out[i].Kind == graph.Mention && kind != graph.Mention {
				out[i].Kind = kind
			}
			out[i].Names = append(out[i].Names, names...)
			return
		}
		place[to] = len(out)
		out = append(out, Edge{to, kind, names})
	}
	uses := &uses{facts: facts}
	if f.Language.Resolve != nil {
		for i := range facts.Imports {
			im := &facts.Imports[i]
			t := f.Language.Resolve(l.p, f.Path, facts, im)
			if len(t.Files) == 1 && t.Key == t.Files[0] {
				add(t.Files[0], graph.Import, l.taken(t.Files[0], im, uses))
				continue
			}
			wanted := uses.of(im)
			if wanted == nil || t.Every {
				for _, to := range t.Files {
					add(to, graph.Import, l.taken(to, im, uses))
				}
				continue
			}
			complete = l.narrow(t.Files, wanted, func(to string, names []string) { add(to, graph.Import, names) }) && complete
		}
	}
	if f.Language.Visible != nil {
		for _, t := range f.Language.Visible(l.p, f.Path, facts) {
			if t.Every {
				for _, to := range t.Files {
					add(to, graph.Use, nil)
				}
				continue
			}
			// All files of a package ask for one list, which holds themselves.
			list := t.Files
			if at, found := slices.BinarySearch(list, f.Path); !found && at < len(list) {
				list = slices.Insert(slices.Clone(list), at, f.Path)
			} else if !found {
				list = append(slices.Clone(list), f.Path)
			}
			complete = l.narrow(list, uses.bare(), func(to string, names []string) { add(to, graph.Use, names) }) && complete
		}
	}
	for i := range facts.Mentions {
		if to := mentioned(l.p, path.Dir(f.Path), facts.Mentions[i].Text); to != "" {
			add(to, graph.Mention, nil)
		}
	}
	for i := range out {
		out[i].Names = unique(out[i].Names)
	}
	return out, complete
}

// narrow calls each for those of several files that give some of the wanted
// names, in their order. It reports whether the facts of all were to be had.
func (l *linker) narrow(files []string, wanted map[string]bool, each func(to string, names []string)) bool {
	o := l.offer(files)
	given := make(map[int32][]string)
	for name := range wanted {
		for _, i := range o.byName[name] {
			given[i] = append(given[i], name)
		}
	}
	for i := range files {
		if names := given[int32(i)]; len(names) > 0 {
			sort.Strings(names)
			each(files[i], names)
		}
	}
	return o.complete
}

var offerSeed = maphash.MakeSeed()

// offer is what a list of files gives. Many files ask for the same list.
func (l *linker) offer(files []string) *offer {
	var h maphash.Hash
	h.SetSeed(offerSeed)
	for _, f := range files {
		h.WriteString(f)
		h.WriteByte(0)
	}
	key := h.Sum64()
	if l.offers != nil {
		if o, ok := l.offers.Load(key); ok && slices.Equal(o.(*offer).files, files) {
			return o.(*offer)
		}
	}
	o := &offer{files: files, byName: make(map[string][]int32), complete: true}
	for i, to := range files {
		f := l.v.File(to)
		if f == nil || !f.Parsed() {
			continue
		}
		s := l.known(f)
		if s == nil {
			o.complete = false
			continue
		}
		for _, n := range s.names {
			o.byName[n] = append(o.byName[n], int32(i))
		}
	}
	if l.offers != nil && o.complete {
		l.offers.Store(key, o)
	}
	return o
}

// uses says which names a file takes from elsewhere.
type uses struct {
	facts   *code.Facts
	unbound map[string]bool
}

// bare are the names used without a qualifier that neither a scope nor the
// file itself defines.
func (u *uses) bare() map[string]bool {
	if u.unbound != nil {
		return u.unbound
	}
	own := make(map[string]bool)
	for i := range u.facts.Definitions {
		if u.facts.TopLevel(int32(i)) {
			own[u.facts.Definitions[i].Name] = true
		}
	}
	u.unbound = make(map[string]bool)
	for i := range u.facts.References {
		r := &u.facts.References[i]
		if r.Qualifier == code.QualifierNone && !r.Local && r.Role != code.RoleImport && !own[r.Name] {
			u.unbound[r.Name] = true
		}
	}
	return u.unbound
}

// of are the names that an import takes from a package of several files; nil
// stands for all of it.
func (u *uses) of(im *code.Import) map[string]bool {
	if bare(im) || len(im.Names) == 0 {
		return nil
	}
	out := make(map[string]bool)
	// The path of an import may name what a nested name stands in.
	for i := range u.facts.References {
		if r := &u.facts.References[i]; r.Role == code.RoleImport && r.Span.Start >= im.Span.Start && r.Span.End <= im.Span.End {
			out[r.Name] = true
		}
	}
	for _, n := range im.Names {
		switch {
		case n.Name != "*":
			out[n.Name] = true
		case n.Alias == "":
			for name := range u.bare() {
				out[name] = true
			}
		default:
			for _, name := range u.qualified(n.Alias) {
				out[name] = true
			}
		}
	}
	return out
}

// qualified lists the names that stand behind a package's local name, sorted.
func (u *uses) qualified(local string) (out []string) {
	for i := range u.facts.References {
		if r := &u.facts.References[i]; r.Qualifier == code.QualifierName && r.QualifierText == local {
			out = append(out, r.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// taken are the names that an import of one file takes from it, as far as they
// are asked for.
func (l *linker) taken(to string, im *code.Import, uses *uses) []string {
	if !l.named {
		return nil
	}
	var out []string
	everything := len(im.Names) == 0
	for _, n := range im.Names {
		switch {
		case n.Name == "*" && n.Alias != "":
			out = append(out, uses.qualified(n.Alias)...)
			sort.Strings(out)
		case n.Name == "*":
			everything = true
		case n.Name == "default" && n.Alias != "":
			out = append(out, n.Alias)
		case n.Name != "":
			out = append(out, n.Name)
		}
	}
	if everything { // an include, or a wildcard: what the file has and this one uses
		l.narrow([]string{to}, uses.bare(), func(_ string, names []string) { out = append(out, names...) })
		out = append(out, uses.qualified(code.LastPart(im.Specifier))...)
	}
	return out
}
