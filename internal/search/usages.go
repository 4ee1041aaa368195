package search

import (
	"context"
	"path"
	"slices"
	"sort"
	"sync"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/index/xref"
	"sextant/internal/lang"
)

// Use is one place that uses a symbol.
type Use struct {
	File     *index.File
	Facts    *code.Facts
	Ref      *code.Reference
	Evidence Evidence
}

// Usages is what uses a symbol.
type Usages struct {
	Target  *Target
	Items   []Use // of evidence exact and likely, by file and position
	ByName  []Use // those that only have the name
	Imports int   // lines that import it
	Files   int   // files that were looked at
	// Unseen is how many more files mention the name: there were enough uses in
	// those that were looked at, or it would have taken too long.
	Unseen  int
	Pending int
}

// UsagesQuery asks what uses a symbol.
type UsagesQuery struct {
	SymbolQuery
	// CallsOnly leaves out what does not call it.
	CallsOnly bool
	// Scope bounds where uses may lie; "" is everywhere.
	Scope string
	// Enough is how many uses the caller can do something with: more files than
	// usesFiles are looked at only until there are so many.
	Enough int
}

const (
	// usesFiles are looked at whatever they hold. A name that more files mention
	// is one that nobody reads all uses of; nearly every name is counted wholly.
	usesFiles = 1000
	// usesRound is how many files are looked at before it is asked again whether
	// that is enough.
	usesRound = 250
	// runOfFiles is how many files one linker takes at a time: neighbours lead to
	// the same types, which each linker reads for itself.
	runOfFiles = 12
)

// FindUsages lists what uses a symbol.
func FindUsages(ctx context.Context, v *index.View, q UsagesQuery) (*Usages, error) {
	link := v.Linking(ctx, q.Budget)
	t, err := findTarget(ctx, v, link, q.SymbolQuery)
	if err != nil {
		return nil, err
	}
	out := &Usages{Target: t, Pending: t.Pending}
	if t.Local || len(t.Symbols) == 0 {
		return out, link.Err()
	}
	within := reachOf(v, link, t.Symbols)
	files := slices.DeleteFunc(v.Mentioning(t.Name), func(f *index.File) bool { return !Within(f.Path, q.Scope) || !within(f) })
	if len(files) > usesFiles {
		nearestFirst(files, t.Symbols)
	}
	for out.Files < len(files) {
		n := usesFiles
		if out.Files > 0 {
			n = usesRound
			if len(out.Items) > q.Enough || link.Late() {
				break
			}
		}
		round := files[out.Files:min(out.Files+n, len(files))]
		if err := usesInFiles(ctx, link, round, out, q.CallsOnly); err != nil {
			return nil, err
		}
		out.Files += len(round)
	}
	out.Unseen, out.Pending = len(files)-out.Files, max(link.Pending(), t.Pending)
	place := make(map[*index.File]int, out.Files)
	for i, f := range files[:out.Files] {
		place[f] = i
	}
	sortUses(out.Items, place)
	sortUses(out.ByName, place)
	return out, nil
}

// nearestFirst puts the sources that lie close to the definitions first.
func nearestFirst(files []*index.File, symbols []xref.Symbol) {
	type rank struct{ class, shared int }
	ranks := make(map[*index.File]rank, len(files))
	for _, f := range files {
		var r rank
		if f.Class != code.ClassSource {
			r.class = 1
		}
		for _, s := range symbols {
			r.shared = max(r.shared, lang.SharedDirs(f.Path, s.File))
		}
		ranks[f] = r
	}
	sort.SliceStable(files, func(i, j int) bool {
		a, b := ranks[files[i]], ranks[files[j]]
		if a.class != b.class {
			return a.class < b.class
		}
		return a.shared > b.shared
	})
}

// usesInFiles adds the uses in some files, side by side.
func usesInFiles(ctx context.Context, link *index.Linking, files []*index.File, out *Usages, callsOnly bool) error {
	var mu sync.Mutex
	next := 0
	return parallel(2, func() error {
		return link.Do(func(l *xref.Linker) error {
			for {
				mu.Lock()
				first := next
				next += runOfFiles
				mu.Unlock()
				if first >= len(files) {
					return nil
				}
				for _, f := range files[first:min(first+runOfFiles, len(files))] {
					if err := ctx.Err(); err != nil {
						return err
					}
					found, named, imports := usesIn(link, l, f, out.Target, callsOnly)
					mu.Lock()
					out.Items = append(out.Items, found...)
					out.ByName = append(out.ByName, named...)
					out.Imports += imports
					mu.Unlock()
				}
			}
		})
	})
}

func sortUses(list []Use, place map[*index.File]int) {
	sort.Slice(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		if a.File != b.File {
			return place[a.File] < place[b.File]
		}
		return a.Ref.Span.Start < b.Ref.Span.Start
	})
}

// reachOf reports whether a file may use any of the symbols.
func reachOf(v *index.View, link *index.Linking, symbols []xref.Symbol) func(f *index.File) bool {
	files, dirs := make(map[string]bool), make(map[string]bool)
	for _, s := range symbols {
		f := v.File(s.File)
		facts := link.Facts(f, false)
		if facts == nil || f.Language.Linking == nil || f.Language.Linking.Reach == nil {
			return func(*index.File) bool { return true }
		}
		switch f.Language.Linking.Reach(&facts.Definitions[s.Index]) {
		case lang.ReachAll:
			return func(*index.File) bool { return true }
		case lang.ReachDirectory:
			dirs[path.Dir(s.File)] = true
		case lang.ReachFile:
			files[s.File] = true
		}
	}
	return func(f *index.File) bool { return files[f.Path] || dirs[path.Dir(f.Path)] }
}

// namesFor are the names by which a file may know what is called name.
func namesFor(f *code.Facts, name string) map[string]bool {
	names := map[string]bool{name: true}
	for i := range f.Imports {
		for _, n := range f.Imports[i].Names {
			if n.Name == name && n.Alias != "" {
				names[n.Alias] = true
			}
		}
	}
	return names
}

// usesIn lists what of a file uses the target.
func usesIn(link *index.Linking, l *xref.Linker, f *index.File, t *Target, callsOnly bool) (found, named []Use, imports int) {
	var names map[string]bool
	facts := link.Uses(f, func(outline *code.Facts) map[string]bool {
		names = namesFor(outline, t.Name)
		return names
	})
	if facts == nil {
		return nil, nil, 0
	}
	if names == nil {
		names = namesFor(facts, t.Name)
	}
	for i := range facts.References {
		r := &facts.References[i]
		if !names[r.Name] || r.Name != t.Name && r.Qualifier != code.QualifierNone {
			continue
		}
		if callsOnly && r.Role != code.RoleCall && r.Role != code.RoleNew && r.Role != code.RoleDecorate {
			continue
		}
		res := l.Resolve(f.Path, r)
		if res.Outside {
			continue
		}
		if callsOnly && converts(f) {
			res.Targets = callables(l, res.Targets)
		}
		use := Use{File: f, Facts: facts, Ref: r, Evidence: res.Evidence}
		switch {
		case r.Role == code.RoleImport:
			if t.has(res.Targets) {
				imports++
			}
		case res.Evidence != xref.Named && t.has(res.Targets):
			found = append(found, use)
		case res.Evidence == xref.Named && r.Name == t.Name && (len(res.Targets) == 0 || t.has(res.Targets)):
			named = append(named, use)
		}
	}
	return found, named, imports
}
