package search

import (
	"slices"
	"strings"
	"testing"
)

var tree = []string{"src/user.ts", "", "src/user.test.ts", "", "src/users/index.ts", "", "src/superuser.ts", "", "web/app.css", "", "web/app.tsx", "",
	"app/[id]/page.tsx", "", "README.md", "", "!odd.txt", "", "#hash.txt", "", "a{b}.txt", "", "docs/Guide.MD", "", "vendor/user.ts", ""}

func TestFindFiles(t *testing.T) {
	v := view(t, tree...)
	for _, c := range []struct {
		q    FileQuery
		want string // path:how
	}{
		{FileQuery{Pattern: "user"}, "src/user.ts:exact vendor/user.ts:exact src/user.test.ts:prefix src/superuser.ts:substring src/users/index.ts:path"},
		{FileQuery{Pattern: "USER.TS"}, "src/user.ts:exact vendor/user.ts:exact src/superuser.ts:substring"},
		{FileQuery{Pattern: "src/user.ts"}, "src/user.ts:exact"},
		{FileQuery{Pattern: "./src/user.ts"}, "src/user.ts:exact"},
		{FileQuery{Pattern: `src\user.ts`}, "src/user.ts:exact"},
		{FileQuery{Pattern: "/users/"}, "src/users/index.ts:path"},
		{FileQuery{Pattern: "*.css"}, "web/app.css:glob"},
		{FileQuery{Pattern: "web/*"}, "web/app.css:glob web/app.tsx:glob"},
		{FileQuery{Pattern: "src/**/*.ts"}, "src/user.ts:glob src/superuser.ts:glob src/users/index.ts:glob src/user.test.ts:glob"},
		{FileQuery{Pattern: "web/*.{css,tsx}"}, "web/app.css:glob web/app.tsx:glob"},
		{FileQuery{Pattern: "app.{css,{ts,tsx}}"}, "web/app.css:glob web/app.tsx:glob"},
		{FileQuery{Pattern: "[id]"}, "app/[id]/page.tsx:path"},
		{FileQuery{Pattern: "app.[ct]s*"}, "web/app.css:glob web/app.tsx:glob"},
		{FileQuery{Pattern: "!*.txt"}, "!odd.txt:glob"},
		{FileQuery{Pattern: "#*"}, "#hash.txt:glob"},
		{FileQuery{Pattern: "a{b}"}, "a{b}.txt:exact"},
		{FileQuery{Pattern: "usrts"}, "src/user.ts:fuzzy src/superuser.ts:fuzzy src/user.test.ts:fuzzy vendor/user.ts:fuzzy"},
		{FileQuery{Pattern: "us"}, "src/user.ts:prefix src/user.test.ts:prefix vendor/user.ts:prefix src/superuser.ts:substring src/users/index.ts:path"},
		{FileQuery{Pattern: "zz"}, ""},
		{FileQuery{Pattern: "guide.md"}, "docs/Guide.MD:exact"},
		{FileQuery{Pattern: "user", Directory: "vendor"}, "vendor/user.ts:exact"},
		{FileQuery{Pattern: "app", Extension: ".CSS"}, "web/app.css:exact"},
		{FileQuery{Extension: "css"}, "web/app.css:exact"},
		{FileQuery{Pattern: "user", Extension: "go"}, ""},
	} {
		var got []string
		for _, m := range FindFiles(v, c.q) {
			got = append(got, m.File.Path+":"+m.How)
		}
		want := strings.Fields(c.want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v:\n got %q\nwant %q", c.q, got, want)
		}
	}
}

func TestAlternatives(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{"a", "a"}, {"{a,b}", "a b"}, {"x{a,b}y{1,2}", "xay1 xby1 xay2 xby2"}, {"{a}", "{a}"}, {"{a,b", "{a,b"}, {"a}", "a}"}, {"{,x}y", "y xy"},
	} {
		got := alternatives(c.pattern)
		slices.Sort(got)
		want := strings.Fields(c.want)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", c.pattern, got, want)
		}
	}
	if n := len(alternatives(strings.Repeat("{a,b,c}", 50))); n > 200 {
		t.Errorf("%d patterns", n)
	}
}

func TestNearPaths(t *testing.T) {
	v := view(t, tree...)
	for _, c := range []struct{ wrong, want string }{
		{"lib/user.ts", "src/user.ts vendor/user.ts"},
		{"vendor/x/user.ts", "vendor/user.ts src/user.ts"},
		{"src/user.js", "src/user.ts vendor/user.ts"},
		{"src/usr.ts", "src/user.ts vendor/user.ts"},
		{"readme", "README.md"},
		{"completely/other.thing", ""},
		{"", ""},
	} {
		if got := strings.Join(NearPaths(v, c.wrong, 2), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.wrong, got, c.want)
		}
	}
	if got := NearDirectories(v, "src/user", 3); !slices.Equal(got, []string{"src/users"}) {
		t.Errorf("directories: %q", got)
	}
}

func TestNearNames(t *testing.T) {
	names := []string{"Store.Open", "Store.Close", "Session", "open", "reopen", "Session"}
	for _, c := range []struct{ wrong, want string }{
		{"Opne", "Store.Open open"},
		{"Store.Opn", "Store.Open"},
		{"session", "Session"},
		{"OPEN", "Store.Open open reopen"},
		{"zzzz", ""},
		{"", ""},
	} {
		if got := strings.Join(NearNames(names, c.wrong, 5), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.wrong, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		most, want int
	}{
		{"", "", 2, 0}, {"a", "", 2, 1}, {"kitten", "sitting", 3, 3}, {"kitten", "sitting", 2, 3}, {"abc", "abc", 0, 0}, {"abc", "abcdef", 2, 3}, {"ab", "ba", 2, 2},
	} {
		if got := distance(c.a, c.b, c.most); got != c.want {
			t.Errorf("%q %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzFindFiles(f *testing.F) {
	for _, s := range []string{"*.ts", "{a,b}", "[", "!x", "#", `\`, "**/", "a\nb", "{,{,{"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		if len(pattern) > 200 {
			return
		}
		globMatch(pattern)("src/user.ts")
		substringMatch(pattern)("src/user.ts")
		fuzzyMatch(pattern)("src/user.ts")
		if n := len(alternatives(pattern)); n > 300 {
			t.Errorf("%d alternatives of %q", n, pattern)
		}
	})
}
