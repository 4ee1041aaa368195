package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/internal/index"
	"sextant/internal/lang"
	"sextant/internal/lang/all"
	"sextant/internal/testkit"
	"sextant/internal/workspace"
)

var languages = sync.OnceValue(func() *lang.Registry {
	r, err := lang.NewRegistry(all.Definitions())
	if err != nil {
		panic(err)
	}
	return r
})

// checkout writes files (path, text, path, text...) and opens an index
// without a cache on them.
func checkout(t *testing.T, files ...string) *index.Indexer {
	t.Helper()
	root := testkit.Isolate(t)
	for i := 0; i < len(files); i += 2 {
		testkit.Write(t, root, files[i], files[i+1])
	}
	ix := index.Open(workspace.Open(root, workspace.Options{}), index.Options{Languages: languages()})
	t.Cleanup(func() { testkit.Must(t, ix.Close()) })
	return ix
}

func complete(t *testing.T, ix *index.Indexer) *index.View {
	t.Helper()
	v, err := ix.Complete(context.Background(), nil)
	testkit.Must(t, err)
	return v
}

func view(t *testing.T, files ...string) *index.View {
	t.Helper()
	return complete(t, checkout(t, files...))
}

func run(t *testing.T, v *index.View, q Query, sem Semantics) *Results {
	t.Helper()
	q.Budget = time.Minute
	res, err := Run(context.Background(), v, q, sem, 25)
	testkit.Must(t, err)
	return res
}

func paths(res *Results) []string {
	var out []string
	for _, r := range res.Items {
		out = append(out, r.File.Path)
	}
	return out
}

var shop = []string{
	"cart/cart.go", "// Package cart holds what a customer wants.\npackage cart\n\n// Cart is a cart.\ntype Cart struct{ items []string }\n\n// AddItem puts an item in.\nfunc (c *Cart) AddItem(name string) { c.items = append(c.items, name) }\n",
	"cart/cart_test.go", "package cart\n\nimport \"testing\"\n\nfunc TestCart(t *testing.T) { var c Cart; c.AddItem(\"cart\") }\n",
	"payment/gateway.go", "// Package payment takes money.\npackage payment\n\n// Charge charges a card for the cart.\nfunc Charge(amount int) error { return nil }\n",
	"main.go", "package main\n\nfunc main() { run() }\n\n// run wires the cart to the payment.\nfunc run() {}\n",
	"docs/cart.md", "# Cart\n\nThe cart holds items. See cart/cart.go.\n",
	"vendor/x/cart.go", "package x\n\n// Cart is another cart.\ntype Cart struct{}\n",
	"data/carts.csv", "cart,1\ncart,2\n",
}

func TestRanking(t *testing.T) {
	v := view(t, shop...)
	for _, c := range []struct {
		keywords, first string
	}{
		{"cart", "cart/cart.go"},
		{"Where is the cart?", "cart/cart.go"},
		{"AddItem", "cart/cart.go"},
		{"add item", "cart/cart.go"},
		{"additem", "cart/cart.go"},
		{"charge card", "payment/gateway.go"},
		{"charging", ""},
		{"payment", "payment/gateway.go"},
		{"carts csv", "data/carts.csv"},
		{"main", "main.go"},
	} {
		got := paths(run(t, v, Query{Keywords: c.keywords}, nil))
		if c.first == "" && len(got) == 0 {
			continue
		}
		if len(got) == 0 || got[0] != c.first {
			t.Errorf("%q: %q, want %s first", c.keywords, got, c.first)
		}
	}
	// Sources come before the tests, copies and documents that say the same.
	got := paths(run(t, v, Query{Keywords: "cart"}, nil))
	for _, after := range []string{"cart/cart_test.go", "vendor/x/cart.go", "docs/cart.md", "data/carts.csv"} {
		if slices.Index(got, after) < 1 {
			t.Errorf("%s: %q", after, got)
		}
	}
}

func TestScopeAndRole(t *testing.T) {
	v := view(t, shop...)
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Keywords: "cart", Scope: "cart"}, "cart/cart.go cart/cart_test.go"},
		{Query{Keywords: "cart", Scope: "cart/cart_test.go"}, "cart/cart_test.go"},
		{Query{Keywords: "cart", Role: "documentation"}, "docs/cart.md"},
		{Query{Keywords: "cart", Role: "test"}, "cart/cart_test.go"},
		{Query{Keywords: "cart", Role: "build"}, ""},
		{Query{Keywords: "zebra"}, ""},
	} {
		if got := strings.Join(paths(run(t, v, c.q, nil)), " "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.q, got, c.want)
		}
	}
}

// fakes are analyses by path.
type fakes map[string]Semantic

func (f fakes) Semantic(p string) (Semantic, bool) { s, ok := f[p]; return s, ok }

func TestSemantics(t *testing.T) {
	v := view(t, shop...)
	sem := fakes{
		"main.go":            {Summary: "Starts the aquarium.", Role: "executable", Weight: 1},
		"payment/gateway.go": {Summary: "Also about an aquarium.", Tags: []string{"billing"}, Technologies: []string{"Stripe"}, Weight: 0.1},
	}
	got := paths(run(t, v, Query{Keywords: "aquarium"}, sem))
	if !slices.Equal(got, []string{"main.go", "payment/gateway.go"}) {
		t.Errorf("a changed file's summary counts less: %q", got)
	}
	for _, word := range []string{"billing", "stripe"} {
		if got := paths(run(t, v, Query{Keywords: word}, sem)); !slices.Equal(got, []string{"payment/gateway.go"}) {
			t.Errorf("%s: %q", word, got)
		}
	}
	if got := paths(run(t, v, Query{Keywords: "aquarium", Role: "executable"}, sem)); !slices.Equal(got, []string{"main.go"}) {
		t.Errorf("role of the analysis: %q", got)
	}
	full, tenth := run(t, v, Query{Keywords: "aquarium"}, sem).Items[0].Score, run(t, v, Query{Keywords: "aquarium"}, sem).Items[1].Score
	if ratio := tenth / full; ratio < 0.09 || ratio > 0.11 {
		t.Errorf("weight 0.1 gives %v of the score", ratio)
	}
}

// A long file that defines a name comes before hundreds of short ones that
// use it often, and pages join to the order of one long answer.
func TestDefinitionAmongManyUses(t *testing.T) {
	files := []string{"lib/lib.go", "package lib\n\nfunc Fetch() {}\n" + strings.Repeat("// something else\n", 800)}
	for i := range 400 {
		files = append(files, fmt.Sprintf("use/file%d.go", i), fmt.Sprintf("package use\n\nfunc a%d() { lib.Fetch(); lib.Fetch(); lib.Fetch() }\n", i))
	}
	v := view(t, files...)
	all := paths(run(t, v, Query{Keywords: "fetch"}, nil))
	if len(all) != 401 || all[0] != "lib/lib.go" {
		t.Fatalf("%d results, first %s", len(all), all[0])
	}
	for _, show := range []int{1, 161, 401} {
		res, err := Run(context.Background(), v, Query{Keywords: "fetch", Budget: time.Minute}, nil, show)
		testkit.Must(t, err)
		if got := paths(res)[:show]; !slices.Equal(got, all[:show]) {
			t.Errorf("the first %d are others when more are shown", show)
		}
	}
}

// The same question gives the same answer, scores included, whether the files
// are indexed or scanned, in whatever order they were written.
func TestDeterminism(t *testing.T) {
	var files []string
	for i := range 300 {
		files = append(files, fmt.Sprintf("pkg%d/file%d.go", i%7, i), fmt.Sprintf("package pkg\n\n// Load%d loads token and session.\nfunc Load%d() { session(); token%d() }\n", i, i, i%5))
	}
	q := Query{Keywords: "load session token3"}
	type row struct {
		path  string
		score float64
		match []int32
	}
	rows := func(res *Results) []row {
		var out []row
		for _, r := range res.Items {
			out = append(out, row{r.File.Path, r.Score, r.Matches})
		}
		return out
	}
	v := view(t, files...)
	want := rows(run(t, v, q, nil))
	if len(want) != 300 {
		t.Fatalf("%d results", len(want))
	}
	for range 3 {
		if got := rows(run(t, v, q, nil)); !reflect.DeepEqual(got, want) {
			t.Fatal("a second run differs")
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	pairs := slices.Collect(slices.Chunk(files, 2))
	rng.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	if got := rows(run(t, view(t, slices.Concat(pairs...)...), q, nil)); !reflect.DeepEqual(got, want) {
		t.Error("another order of writing differs")
	}
}

// What the index does not cover yet is scanned, with the same result.
func TestScanEqualsIndex(t *testing.T) {
	for _, keywords := range []string{"cart", "customer wants", "charge card", "money", "zebra"} {
		ix := checkout(t, shop...)
		fresh, err := ix.View(context.Background())
		testkit.Must(t, err)
		if len(fresh.Unindexed()) == 0 {
			t.Fatal("everything is indexed already")
		}
		scanned := run(t, fresh, Query{Keywords: keywords}, nil)
		indexed := run(t, complete(t, ix), Query{Keywords: keywords}, nil)
		if a, b := paths(scanned), paths(indexed); !slices.Equal(a, b) {
			t.Errorf("%q: scanned %q, indexed %q", keywords, a, b)
		}
		if scanned.Pending != 0 || scanned.Unparsed != 0 {
			t.Errorf("%q: pending %d, unparsed %d", keywords, scanned.Pending, scanned.Unparsed)
		}
	}
}

func TestNoTimeToScan(t *testing.T) {
	ix := checkout(t, shop...)
	v, err := ix.View(context.Background())
	testkit.Must(t, err)
	res, err := Run(context.Background(), v, Query{Keywords: "cart"}, nil, 25)
	testkit.Must(t, err)
	if res.Pending != len(v.Unindexed()) {
		t.Errorf("%d of %d pending", res.Pending, len(v.Unindexed()))
	}
	if got := paths(res); !slices.Contains(got, "cart/cart.go") {
		t.Errorf("paths alone answer too: %q", got)
	}
}

func TestRunRefuses(t *testing.T) {
	v := view(t, shop...)
	for _, keywords := range []string{"", " ", "?!", "a"} {
		if _, err := Run(context.Background(), v, Query{Keywords: keywords}, nil, 25); !errors.Is(err, ErrNoKeywords) {
			t.Errorf("%q: %v", keywords, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, v, Query{Keywords: "cart", Budget: time.Minute}, nil, 25); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestMatches(t *testing.T) {
	v := view(t, shop...)
	r := run(t, v, Query{Keywords: "add item"}, nil).Items[0]
	var names []string
	for _, i := range r.Matches {
		names = append(names, r.Facts.QualifiedName(i))
	}
	if len(names) == 0 || names[0] != "Cart.AddItem" || len(names) > 3 {
		t.Errorf("matches %q, want the best first", names)
	}
}

// TestLineMatch holds that words inside a body lead to their line, where no
// name has them, and that a name that has them all is enough.
func TestLineMatch(t *testing.T) {
	v := view(t, "pay/pay.go", `package pay

// Pay charges the card.
func Pay(sum int) error {
	if sum > limit {
		return errors.New("card was declined by the bank")
	}
	return nil
}

func declined() {}
`)
	r := run(t, v, Query{Keywords: "card was declined by the bank"}, nil).Items[0]
	if r.Line == nil || r.Line.Line != 6 || r.Facts.Definitions[r.Line.Definition].Name != "Pay" || !strings.Contains(r.Line.Text, "declined by the bank") {
		t.Errorf("line match %+v", r.Line)
	}
	if r := run(t, v, Query{Keywords: "declined"}, nil).Items[0]; r.Line != nil {
		t.Errorf("a name answers, and yet line %+v", r.Line)
	}
}

func TestParseTerms(t *testing.T) {
	for _, c := range []struct{ keywords, want string }{
		{"session", "session=1 sessions=0.7"},
		{"where is the session", "session=1 sessions=0.7"},
		{"where is the", "where=1 is=1 the=1 wheres=0.7"},
		{"RoundTripper", "roundtripper=1 round=0.4 tripper=0.4 roundtrippers=0.7"},
		{"load load", "load=1 loads=0.7"},
		{"files file", "files=1 file=1"},
		{"", ""},
	} {
		var got []string
		for _, term := range parseTerms(c.keywords) {
			got = append(got, fmt.Sprintf("%s=%v", term.word, term.weight))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.keywords, s, c.want)
		}
	}
	if n := len(parseTerms(strings.Repeat("alpha beta gamma1 ", 10) + manyWords(500))); n > 200 {
		t.Errorf("%d terms", n)
	}
}

func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word%dx ", i)
	}
	return b.String()
}
