package search

import (
	"path"
	"sort"
	"strings"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search/rank"
	"sextant/internal/workspace/ignore"
)

// FileQuery asks for files by name.
type FileQuery struct {
	// Pattern is a glob when it holds *, ?, [ or {, else part of a path; what
	// no path contains is looked for letter by letter (fuzzy).
	Pattern   string
	Directory string // only below it; "" is all
	Extension string // with or without dot; "" is all
}

// FileMatch is one file that fits, and how.
type FileMatch struct {
	File *index.File
	How  string // exact, prefix, substring, path, glob, fuzzy
}

// matchOrder ranks how a name fits.
var matchOrder = map[string]int{"exact": 0, "prefix": 1, "substring": 2, "path": 3, "glob": 3, "fuzzy": 4}

// FindFiles lists files by name: exact names first, then prefixes, substrings
// and, only when nothing else fits, names that hold the letters in order.
func FindFiles(v *index.View, q FileQuery) []FileMatch {
	ext := strings.ToLower(strings.TrimPrefix(q.Extension, "."))
	var files []*index.File
	for _, f := range v.Under(q.Directory) {
		if ext == "" || strings.ToLower(strings.TrimPrefix(path.Ext(f.Path), ".")) == ext {
			files = append(files, f)
		}
	}
	var found []FileMatch
	// A bracket alone may be part of a name, as in app/[id]/page.tsx.
	if !strings.ContainsAny(q.Pattern, "*?") {
		found = matching(files, substringMatch(q.Pattern))
	}
	isGlob := strings.ContainsAny(q.Pattern, "*?[{")
	if len(found) == 0 && isGlob {
		found = matching(files, globMatch(q.Pattern))
	}
	if len(found) == 0 && !isGlob && utf8.RuneCountInString(q.Pattern) >= 3 {
		found = matching(files, fuzzyMatch(q.Pattern))
	}
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i], found[j]
		if x, y := matchOrder[a.How], matchOrder[b.How]; x != y {
			return x < y
		}
		if x, y := rank.ClassPrior(a.File.Class), rank.ClassPrior(b.File.Class); x != y {
			return x > y
		}
		if x, y := len(a.File.Path), len(b.File.Path); x != y {
			return x < y
		}
		return a.File.Path < b.File.Path
	})
	return found
}

func matching(files []*index.File, how func(p string) string) []FileMatch {
	var out []FileMatch
	for _, f := range files {
		if h := how(f.Path); h != "" {
			out = append(out, FileMatch{f, h})
		}
	}
	return out
}

func substringMatch(pattern string) func(p string) string {
	want := strings.ToLower(strings.Trim(strings.TrimPrefix(slashes(pattern), "./"), "/"))
	return func(p string) string {
		p = strings.ToLower(p)
		base := path.Base(p)
		stem := strings.TrimSuffix(base, path.Ext(base))
		switch {
		case want == "" || base == want || stem == want || p == want:
			return "exact"
		case strings.HasPrefix(base, want):
			return "prefix"
		case strings.Contains(base, want):
			return "substring"
		case strings.Contains(p, want):
			return "path"
		}
		return ""
	}
}

func slashes(pattern string) string {
	return strings.ReplaceAll(strings.TrimSpace(pattern), `\`, "/")
}

// globMatch matches as an ignore file does: a pattern without a slash fits
// the base name anywhere, one with a slash the whole path; ** crosses
// directories. {a,b} stands for either, as shells have it.
func globMatch(pattern string) func(p string) string {
	var lines strings.Builder
	for _, p := range alternatives(strings.TrimPrefix(slashes(pattern), "./")) {
		if strings.HasPrefix(p, "!") || strings.HasPrefix(p, "#") {
			p = `\` + p // no negation or comment here
		}
		lines.WriteString(p + "\n")
	}
	m := ignore.New(ignore.Parse("pattern", []byte(lines.String())))
	return func(p string) string {
		if m.DecidePath(p, false).Ignored {
			return "glob"
		}
		return ""
	}
}

// alternatives expands {a,b}, to about 64 patterns at most.
func alternatives(pattern string) []string {
	const most = 64
	out := []string{pattern}
	for i := 0; i < len(out); i++ {
		open := strings.LastIndexByte(out[i], '{')
		if open < 0 {
			continue
		}
		body, after, closed := strings.Cut(out[i][open+1:], "}")
		if !closed || !strings.Contains(body, ",") || len(out) > most {
			continue
		}
		before := out[i][:open]
		parts := strings.Split(body, ",")
		out[i] = before + parts[0] + after
		for _, part := range parts[1:] {
			out = append(out, before+part+after)
		}
		i--
	}
	return out
}

func fuzzyMatch(pattern string) func(p string) string {
	want := []rune(strings.ToLower(strings.TrimSpace(pattern)))
	return func(p string) string {
		i := 0
		for _, r := range strings.ToLower(path.Base(p)) {
			if i < len(want) && r == want[i] {
				i++
			}
		}
		if i == len(want) {
			return "fuzzy"
		}
		return ""
	}
}

// NearPaths lists existing files that a mistaken path may mean: the same base
// name elsewhere, then names that differ little.
func NearPaths(v *index.View, wrong string, max int) []string {
	var paths []string
	for _, f := range v.Files() {
		if f.Class != code.ClassSymlink {
			paths = append(paths, f.Path)
		}
	}
	return nearest(paths, wrong, max)
}

// NearDirectories is NearPaths for directories.
func NearDirectories(v *index.View, wrong string, max int) []string {
	var dirs []string
	seen := map[string]bool{".": true}
	for _, f := range v.Files() {
		for d := path.Dir(f.Path); !seen[d]; d = path.Dir(d) {
			seen[d] = true
			dirs = append(dirs, d)
		}
	}
	return nearest(dirs, wrong, max)
}

func nearest(paths []string, wrong string, max int) []string {
	base := strings.ToLower(path.Base(wrong))
	if base == "" || base == "." {
		return nil
	}
	stem := strings.TrimSuffix(base, path.Ext(base))
	type near struct {
		path string
		far  int
	}
	var found []near
	for _, p := range paths {
		b := strings.ToLower(path.Base(p))
		far := -1
		switch {
		case b == base:
			far = 0
		case strings.TrimSuffix(b, path.Ext(b)) == stem:
			far = 1
		default:
			if d := distance(b, base, 2); d <= 2 && 2*d < len(base) {
				far = 1 + d
			}
		}
		if far >= 0 {
			found = append(found, near{p, far})
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		if found[i].far != found[j].far {
			return found[i].far < found[j].far
		}
		a, b := commonParts(found[i].path, wrong), commonParts(found[j].path, wrong)
		if a != b {
			return a > b
		}
		return found[i].path < found[j].path
	})
	var out []string
	for _, n := range found[:min(max, len(found))] {
		out = append(out, n.path)
	}
	return out
}

// commonParts counts path parts that two paths share, from the end and from
// the beginning.
func commonParts(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	m := 0
	for m < len(x) && m < len(y) && x[len(x)-1-m] == y[len(y)-1-m] {
		m++
	}
	return n + m
}

// distance is the edit distance of two strings, or most+1 if it is larger.
func distance(a, b string, most int) int {
	if d := len(a) - len(b); d > most || d < -most {
		return most + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, best := row[0], i
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			before, row[j] = row[j], min(row[j]+1, row[j-1]+1, before+cost)
			best = min(best, row[j])
		}
		if best > most {
			return most + 1
		}
	}
	return row[len(b)]
}

// IsNear reports whether a name differs little from a wrong one or contains it.
func IsNear(name, wrong string) bool {
	_, ok := nearness(name, strings.ToLower(wrong))
	return ok
}

// nearness is how far a name is from one in small letters, if it is near.
func nearness(name, want string) (far int, ok bool) {
	l := strings.ToLower(name)
	last := l[strings.LastIndexByte(l, '.')+1:]
	switch d := min(distance(l, want, 2), distance(last, want, 2)); {
	case l == want || last == want:
		return 0, true
	case d <= 2 && d < len(want):
		return d, true
	}
	return 3, len(want) >= 3 && strings.Contains(l, want)
}

// NearNames lists up to max of the names that differ little from a wrong one
// or contain it.
func NearNames(names []string, wrong string, max int) []string {
	want := strings.ToLower(wrong)
	type near struct {
		name string
		far  int
	}
	var found []near
	seen := make(map[string]bool)
	for _, n := range names {
		if seen[n] {
			continue
		}
		seen[n] = true
		if far, ok := nearness(n, want); ok {
			found = append(found, near{n, far})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].far < found[j].far })
	var out []string
	for _, n := range found[:min(max, len(found))] {
		out = append(out, n.name)
	}
	return out
}
