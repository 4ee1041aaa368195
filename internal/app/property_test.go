package app_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"sextant/internal/app"
	"sextant/internal/index"
	"sextant/internal/parse"
	"sextant/internal/search"
	"sextant/internal/testkit"
)

// openApp opens a checkout with a cache of its own. Time limits are long, so
// that a slow machine does not answer other things than a fast one.
func openApp(t testing.TB, root, cache string) *app.App {
	t.Helper()
	a, err := app.Open(root, map[string]string{"cache-dir": cache, "parse-timeout": "60s"}, "test", slog.New(slog.DiscardHandler))
	testkit.Must(t, err)
	a.Deps.Budget = time.Minute
	if a.Config.CacheDir != cache {
		t.Fatalf("the cache is %s, not %s", a.Config.CacheDir, cache)
	}
	return a
}

func call(t testing.TB, a *app.App, name string, args map[string]any) string {
	t.Helper()
	b, err := json.Marshal(args)
	testkit.Must(t, err)
	r, err := a.Call(context.Background(), name, b)
	if err != nil {
		return "error: " + err.Error()
	}
	return r.Text
}

// picture writes down everything that is answered about a checkout. Two
// pictures of equal trees are equal bytes.
func picture(t testing.TB, a *app.App, rng *rand.Rand) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	v, err := a.Index.View(ctx)
	testkit.Must(t, err)
	for _, f := range v.Files() {
		language := "none"
		if f.Language != nil {
			language = string(f.Language.ID)
		}
		fmt.Fprintf(&b, "%s %s %s %d %d %v %v %v %v\n", f.Path, f.Class, language, f.Lines, f.Chars, f.Indexed, f.Symlink, f.Unreadable, f.Hash)
		facts, err := v.Facts(ctx, f)
		if err != nil {
			t.Fatalf("facts of %s: %v", f.Path, err)
		}
		if facts != nil {
			outline, err := v.Outline(ctx, f)
			testkit.Must(t, err)
			fmt.Fprintf(&b, "  %s %s %s\n  %+v\n", hex.EncodeToString(parse.EncodeOutline(facts)), hex.EncodeToString(parse.EncodeDetail(facts)),
				hex.EncodeToString(parse.EncodeOutline(outline)), v.Links(f, facts))
		}
		for _, lines := range []bool{false, true} {
			s, err := search.Summarize(ctx, v, f, lines)
			if err != nil {
				t.Fatalf("summary of %s: %v", f.Path, err)
			}
			fmt.Fprintf(&b, "  %+v\n", s)
		}
	}
	cov := v.Coverage()
	fmt.Fprintf(&b, "%v %v %v %d\n", cov.ByClass, cov.ByLanguage, cov.Skipped, cov.NoLanguage)
	for range 6 {
		word := strings.ToLower(pick(rng, editNames) + strconv.Itoa(rng.IntN(10)))
		fmt.Fprintf(&b, "%s: %s\n", word, postings(v, word))
		fmt.Fprintf(&b, "%s...: %v\n", word[:3], v.TermsWithPrefix(word[:3], 40, nil))
		res, err := search.Run(ctx, v, search.Query{Keywords: word + " " + pick(rng, editStems), Budget: time.Minute}, nil, 10)
		testkit.Must(t, err)
		for _, r := range res.Items {
			fmt.Fprintf(&b, "  %s %v %s %v %+v %+v\n", r.File.Path, r.Score, r.Role, r.Matches, r.Links, r.Shares)
		}
		fmt.Fprintf(&b, "  %d searched, %d pending\n", res.Searched, res.Pending)
		b.WriteString(call(t, a, "search_by_purpose", map[string]any{"query": word + " " + pick(rng, editStems)}))
		b.WriteString(call(t, a, "query", map[string]any{"keywords": word, "max": 20}))
		b.WriteString(call(t, a, "query", map[string]any{"keywords": word[:len(word)-1] + "zzz"}))
	}
	files := v.Files()
	for range min(6, len(files)) {
		f := pick(rng, files)
		b.WriteString(call(t, a, "get_file_outline", map[string]any{"path": f.Path}))
		b.WriteString(call(t, a, "read_file", map[string]any{"path": f.Path}))
		b.WriteString(call(t, a, "read_file", map[string]any{"path": f.Path, "compact": true}))
	}
	b.WriteString(call(t, a, "directory_tree", nil))
	b.WriteString(call(t, a, "find_files", map[string]any{"pattern": "a"}))
	return b.String()
}

func postings(v *index.View, term string) string {
	var hits []string
	v.Postings(term, func(h index.Hit) { hits = append(hits, fmt.Sprintf("%s %d %d", h.File.Path, h.Whole, h.Part)) })
	sort.Strings(hits)
	return strings.Join(hits, ", ")
}

// difference shows the first line in which two pictures differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := "(end)", "(end)"
		if i < len(g) {
			a = g[i]
		}
		if i < len(w) {
			b = w[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, a, b)
		}
	}
	return ""
}

// TestIncrementalEqualsRebuilt makes random changes and compares everything
// that is answered after each with what a fresh index answers.
// SEXTANT_TEST_STEPS makes it longer.
func TestIncrementalEqualsRebuilt(t *testing.T) {
	steps := 12
	if n, err := strconv.Atoi(os.Getenv("SEXTANT_TEST_STEPS")); err == nil {
		steps = n
	}
	for _, mode := range []struct {
		name              string
		background, store bool
		seed              uint64
	}{
		{"store", false, true, 1}, {"store and background", true, true, 2},
		{"memory", false, false, 3}, {"memory and background", true, false, 4},
	} {
		t.Run(mode.name, func(t *testing.T) {
			root := testkit.Isolate(t)
			seed := mode.seed
			if n, err := strconv.ParseUint(os.Getenv("SEXTANT_TEST_SEED"), 10, 64); err == nil {
				seed += n * 100
			}
			rng := rand.New(rand.NewPCG(seed, 7))
			e := &editor{t: t, rng: rng, root: root}
			for range 25 {
				p := e.newPath()
				e.write(p, e.source(p))
			}
			testkit.Repository(t, root)
			cache := filepath.Join(filepath.Dir(root), "cache")
			if !mode.store {
				testkit.Must(t, os.WriteFile(cache, nil, 0o644)) // a file cannot hold a store
			}
			open := func() *app.App {
				a := openApp(t, root, cache)
				_, err := a.Index.View(context.Background())
				testkit.Must(t, err)
				if mode.background {
					a.Start()
				}
				return a
			}
			a := open()
			defer func() { testkit.Must(t, a.Close()) }()
			for i := range steps {
				e.say("-- step %d", i)
				for range 1 + rng.IntN(3) {
					e.step()
				}
				if rng.IntN(5) == 0 {
					e.say("reopen")
					testkit.Must(t, a.Close())
					a = open()
				}
				seed := rng.Uint64()
				got := picture(t, a, rand.New(rand.NewPCG(seed, 1)))
				fresh := openApp(t, root, filepath.Join(t.TempDir(), "fresh"))
				_, err := fresh.Index.Complete(context.Background(), nil)
				testkit.Must(t, err)
				want := picture(t, fresh, rand.New(rand.NewPCG(seed, 1)))
				testkit.Must(t, fresh.Close())
				if got != want {
					t.Fatalf("step %d: %s\n%s", i, difference(got, want), strings.Join(e.log, "\n"))
				}
			}
			if problem := a.Index.Status(mustView(t, a)).Problem; (problem == "") != mode.store {
				t.Errorf("the store's problem is %q", problem)
			}
		})
	}
}

func mustView(t testing.TB, a *app.App) *index.View {
	t.Helper()
	v, err := a.Index.View(context.Background())
	testkit.Must(t, err)
	return v
}

// TestCheckoutsShareTheirFacts opens a second work tree of a repository: what
// the first has parsed is there, and the answers are its own.
func TestCheckoutsShareTheirFacts(t *testing.T) {
	root := testkit.Isolate(t)
	e := &editor{t: t, rng: rand.New(rand.NewPCG(11, 11)), root: root}
	for range 20 {
		p := e.newPath()
		e.write(p, e.source(p))
	}
	testkit.Repository(t, root)
	second := filepath.Join(filepath.Dir(root), "second")
	testkit.Git(t, root, "worktree", "add", "-q", second, "-b", "other")
	cache := filepath.Join(filepath.Dir(root), "cache")
	a := openApp(t, root, cache)
	_, err := a.Index.Complete(context.Background(), nil)
	testkit.Must(t, err)
	b := openApp(t, second, cache)
	defer func() { testkit.Must(t, b.Close()) }()
	mustView(t, b)
	v := mustView(t, b) // the first one does not read
	if p := v.Progress(); p.Parsed != p.Parsable || p.Indexed != p.Text || p.Parsed == 0 {
		t.Errorf("the second work tree begins with %+v", p)
	}
	e.root = second
	for range 12 {
		e.step()
	}
	comparePictures(t, b, second)
	comparePictures(t, a, root)
	testkit.Must(t, a.Close())
	comparePictures(t, b, second)
}
