package tool

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"sextant/internal/code"
	"sextant/internal/index"
	"sextant/internal/search"
	"sextant/internal/workspace"
)

func TestSplitGlobs(t *testing.T) {
	for list, want := range map[string][]string{
		"":                       nil,
		" , ,":                   nil,
		"*.go":                   {"*.go"},
		"*.{go,ts}, !*_test.go ": {"*.{go,ts}", "!*_test.go"},
		"a[,]b,c":                {"a[,]b", "c"},
		"}a,b":                   {"}a", "b"},
		"{a,b":                   {"{a,b"},
		"größe,ä":                {"größe", "ä"},
		"a,b,":                   {"a", "b"},
	} {
		if got := splitGlobs(list); !slices.Equal(got, want) {
			t.Errorf("%q gives %q, want %q", list, got, want)
		}
	}
}

func TestCheckGlob(t *testing.T) {
	for glob, want := range map[string]string{
		"src/**/*.ts": "", "[a]{b}*.txt": "", "[]]x": "", "[!]]x": "", `\[x`: "", "[[:alpha:]]": "", "{a,b}": "", "x}]": "", "[{]x": "", "!vendor/[a-z]": "",
		"src/[ab": "character 5", "größe/[": "character 7", "[]x": "character 1", "[!]": "character 1", "a/{b,c": "character 3", "[a][b": "character 4",
	} {
		if err := checkGlob(glob); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", glob, err, want)
		}
	}
}

// linesAs are hits of so many lines each.
func linesAs(lines ...int) []search.TextHit {
	var out []search.TextHit
	for _, n := range lines {
		out = append(out, search.TextHit{Line: 1, Last: n})
	}
	return out
}

func TestLinePage(t *testing.T) {
	found := func(lines, files int, stopped bool, hits ...int) *search.TextResults {
		return &search.TextResults{Hits: linesAs(hits...), Lines: lines, Files: files, Stopped: stopped}
	}
	for _, c := range []struct {
		shown, offset int
		res           *search.TextResults
		want          string
	}{
		{3, 0, found(3, 1, false, 1, 1, 1), ""},
		{2, 0, found(3, 1, false, 1, 1, 1), "2 of 3 lines in 1 file; next: offset=2"},
		{1, 2, found(3, 2, false, 1, 1, 1), "1 of 3 lines in 2 files; end"},
		{0, 0, found(3, 1, false, 1, 1, 1), "0 of 3: the next one does not fit; raise max_tokens"},
		// Matches of several lines: offsets count matches.
		{2, 0, found(5, 2, false, 2, 3), ""},
		{1, 0, found(5, 2, false, 2, 3), "2 of 5 lines in 2 files; next: offset=1"},
		{1, 1, found(5, 2, false, 2, 3), "3 of 5 lines in 2 files; end"},
		// A search that has stopped knows of no end.
		{2, 0, found(900, 9, true, 1, 1, 1), "2 of more than 900 lines; next: offset=2; count_matches counts all"},
		{3, 0, found(900, 9, true, 1, 1, 1), "3 of more than 900 lines; count_matches counts all"},
	} {
		got := linePage(c.res.Hits[c.offset:c.offset+c.shown], c.offset, c.res)
		if got != c.want {
			t.Errorf("%d from %d of %+v: %q, want %q", c.shown, c.offset, c.res, got, c.want)
		}
	}
}

// The cache of answers must not take one choice of lines for another.
func TestLinesKey(t *testing.T) {
	all := []map[string]search.Lines{
		{},
		{"a": nil},
		{"a": {}},
		{"a": {code.Lines{First: 1, Last: 2}}},
		{"a": {code.Lines{First: 1, Last: 1}, code.Lines{First: 2, Last: 2}}},
		{"a": nil, "b": {}},
		{"a": {}, "b": nil},
		{`a" "b`: nil},
	}
	seen := map[string]int{"": -1} // of a search of all files
	for i, lines := range all {
		key := linesKey(lines)
		if k, dup := seen[key]; dup {
			t.Errorf("%v and number %d share the key %q", lines, k, key)
		}
		seen[key] = i
	}
}

// What is cut out of a long line holds the match, or its begin, and is short.
func TestWindowShowsTheMatch(t *testing.T) {
	for _, filler := range []string{"x", "größe ", "\t", "\U0001F600", "a b\x1b\r"} {
		for _, before := range []int{0, 1, 30, 200, 5000} {
			for _, after := range []int{0, 1, 200, 5000} {
				lead := strings.Repeat(filler, before)
				line := lead + "MATCH" + strings.Repeat(filler, after)
				got := window(line, len(lead), len(lead)+5, snippetChars)
				if !strings.Contains(got, "MATCH") {
					t.Errorf("%d and %d of %q: %q", before, after, filler, got)
				}
				if n := utf8.RuneCountInString(got); n > snippetChars || strings.ContainsAny(got, "\n\r\x1b") {
					t.Errorf("%d and %d of %q: %d characters: %q", before, after, filler, n, got)
				}
			}
		}
	}
}

func TestCountDirectories(t *testing.T) {
	counted := func(paths ...string) (out []search.FileCount) {
		for i, p := range paths {
			f := &index.File{File: &workspace.File{Path: p}}
			out = append(out, search.FileCount{File: f, Lines: i + 1})
		}
		return out
	}
	for _, c := range []struct {
		paths []string
		want  []countItem
	}{
		{[]string{"a.go", "b.go"}, []countItem{{Path: ".", Lines: 3, Files: 2}}},
		{[]string{"x/a/1", "x/a/2", "x/b/3"}, []countItem{{Path: "x/a", Lines: 3, Files: 2}, {Path: "x/b", Lines: 3, Files: 1}}},
		{[]string{"x/1", "x/a/2"}, []countItem{{Path: "x/a", Lines: 2, Files: 1}, {Path: "x", Lines: 1, Files: 1}}},
		{[]string{"x/a/1", "xa/2"}, []countItem{{Path: "xa", Lines: 2, Files: 1}, {Path: "x", Lines: 1, Files: 1}}},
	} {
		if got := countDirectories(counted(c.paths...)); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.paths, got, c.want)
		}
	}
}

// TestRenderHits: what is laid out reads as path, line and text in one way only.
func TestRenderHits(t *testing.T) {
	for _, c := range []struct {
		name string
		hits []string // path:line:text
		want string
	}{
		{"one", []string{"a.go:1:x"}, "a.go:1:x\n"},
		{"lines of a file", []string{"a.go:7:y", "a.go:3:x", "a.go:9:x"}, "a.go\n3,9:x\n7:y\n"},
		{"one text of a file", []string{"a.go:7:x", "a.go:3:x"}, "a.go:3,7:x\n"},
		{"one text of files", []string{"a.go:7:x", "b.go:3:y", "c.go:1:x", "d.go:2:x", "d.go:3:z"}, "a.go:7 c.go:1:x\nb.go:3:y\nd.go\n2:x\n3:z\n"},
		{"a directory", []string{"long/directory/a.go:1:x", "other.go:1:y", "long/directory/b.go:1:z"}, "long/directory/\na.go:1:x\nb.go:1:z\n./\nother.go:1:y\n"},
		{"a directory in a directory", []string{"long/dir/a.go:1:r", "long/dir/c.go:1:t", "long/dir/d.go:1:w", "long/dir/inner/much/longer/b.go:1:s", "long/dir/inner/much/longer/d.go:1:u", "long/dir/inner/much/longer/e.go:1:v"},
			"long/dir/\na.go:1:r\nc.go:1:t\nd.go:1:w\nlong/dir/inner/much/longer/\nb.go:1:s\nd.go:1:u\ne.go:1:v\n"},
		{"no directory worth it", []string{"d/a.go:1:x", "d/b.go:1:y"}, "d/a.go:1:x\nd/b.go:1:y\n"},
		{"a file named like a line", []string{"12:3:x", "1,2:4:x"}, "./12:3 ./1,2:4:x\n"},
	} {
		var hits []search.TextHit
		for _, h := range c.hits {
			parts := strings.SplitN(h, ":", 3)
			line, err := strconv.Atoi(parts[1])
			if err != nil {
				t.Fatal(err)
			}
			hits = append(hits, search.TextHit{File: &index.File{File: &workspace.File{Path: parts[0]}}, Line: line, Last: line, Text: parts[2]})
		}
		if got := renderHits(hits); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}
