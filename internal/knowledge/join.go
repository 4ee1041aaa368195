package knowledge

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// Where the knowledge file stands below a project's root.
const (
	Dir  = ".knowledge"
	File = "summaries.json"
)

// Find lists, sorted, the directories below the root that have a knowledge
// file of their own, given the project's paths.
func Find(paths []string) []string {
	var dirs []string
	for _, p := range paths {
		dir, ok := strings.CutSuffix(p, "/"+Dir+"/"+File)
		if ok && dir != "" && !slices.Contains(strings.Split(dir, "/"), Dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// Join returns a copy of b as seen from a directory above it: prefix goes
// before its paths and before the paths in refs and imports. Import keys that
// are not entries of b name packages and stay.
func Join(prefix string, b *Base) *Base {
	out := New()
	for p, e := range b.Entries {
		c := e.Clone()
		for i, ref := range c.Refs {
			c.Refs[i] = path.Join(prefix, ref)
		}
		for from := range e.Imports {
			if b.Entries[from] != nil {
				names := c.Imports[from]
				delete(c.Imports, from)
				c.Imports[path.Join(prefix, from)] = names
			}
		}
		out.Entries[path.Join(prefix, p)] = c
	}
	return out
}

// Aggregate returns one view of a root's base and of the bases of its
// sub-projects, by directory. The root's own entry wins; where it has no
// analysis it takes over the sub-project's, so that a root which only knows
// the structure does not hide what the sub-project learnt. Among nested
// sub-projects the innermost wins. The view is for reading: writing it would
// copy one file's entries into another.
func Aggregate(root *Base, subs map[string]*Base) *Base {
	out := root.Clone()
	dirs := slices.SortedFunc(maps.Keys(subs), func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	for _, dir := range dirs {
		for p, e := range Join(dir, subs[dir]).Entries {
			own := out.Entries[p]
			switch {
			case own == nil:
				out.Entries[p] = e
			case !own.hasSemantics() && e.hasSemantics():
				own.borrow(e)
			}
		}
	}
	return out
}

// borrow takes over what an analysis elsewhere found about the same file.
func (e *Entry) borrow(from *Entry) {
	from = from.Clone()
	if !from.hasBaseline() {
		from.recoverBaseline()
	}
	e.Summary, e.Role, e.Technologies, e.SearchTags = from.Summary, from.Role, from.Technologies, from.SearchTags
	e.SizeCharsWhenAnalysed, e.LineCountWhenAnalysed = from.SizeCharsWhenAnalysed, from.LineCountWhenAnalysed
	e.AnalysedHash, e.AnalysisDelta = from.AnalysedHash, from.AnalysisDelta
	if e.Structured {
		e.setDelta()
	} else {
		e.Structured, e.SizeChars, e.LineCount = from.Structured, from.SizeChars, from.LineCount
		e.Exports, e.Imports, e.Refs = from.Exports, from.Imports, from.Refs
	}
}
