package summary_test

import (
	"strings"
	"testing"

	"sextant/internal/search/summary"
)

// score is that of one query against a purpose alone.
func score(query, purpose string) float64 {
	return summary.ParseTerms(query).Score(summary.Fields{Purpose: purpose})
}

func TestScoreOrders(t *testing.T) {
	for _, test := range []struct{ query, better, worse string }{
		{"store", "class CacheStore", "class Storefront"},          // whole before prefix
		{"store", "class Storefront", "class datastores"},          // prefix before substring
		{"id", "findUserById", "validation"},                       // short terms are whole words
		{"cache store", "CacheStore", "a store of lamps"},          // both before one
		{"cachestore", "class CacheStore", "a store, and a cache"}, // the identifier as it is
		{"cache-store", "cache_store", "store"},
		{"HTTPServer", "http_server", "a server"},
		{"utf8", "decodes UTF-8", "decodes text"},
		{"2", "version 2", "version 12"},
	} {
		if a, b := score(test.query, test.better), score(test.query, test.worse); a <= b {
			t.Errorf("%q: %q has %v, %q has %v", test.query, test.better, a, test.worse, b)
		}
	}
	for _, test := range []struct{ query, text string }{{"id", "validation"}, {"ab", "abc"}, {"x", ""}, {"", "x"}, {"!?", "x!?"}, {"lamp", "cache"}} {
		if got := score(test.query, test.text); got != 0 {
			t.Errorf("%q in %q: %v", test.query, test.text, got)
		}
	}
}

// Purpose weighs most, then exports, then declarations and the path alike; an
// extension is no part of a path.
func TestScoreFields(t *testing.T) {
	terms := summary.ParseTerms("telemetry")
	list := []summary.Fields{
		{Purpose: "records telemetry"},
		{Exports: []string{"TelemetrySink", "telemetry"}},
		{Declarations: []string{"telemetry"}},
		{Path: "src/telemetry/tracker.ts"},
		{Path: "src/tracker.telemetry"},
	}
	var got []float64
	for _, f := range list {
		got = append(got, terms.Score(f))
	}
	if !(got[0] > got[1] && got[1] > got[2] && got[2] == got[3] && got[3] > 0 && got[4] == 0) {
		t.Errorf("scores %v", got)
	}
	if summary.ParseTerms("env").Score(summary.Fields{Path: ".env"}) == 0 {
		t.Error("the name .env is an extension")
	}
	all := summary.Fields{Path: list[3].Path, Purpose: list[0].Purpose, Exports: list[1].Exports, Declarations: list[2].Declarations}
	if terms.Score(all) <= got[0] {
		t.Error("fields do not add up")
	}
}

func TestParseTerms(t *testing.T) {
	if got := strings.Join(summary.ParseTerms("  cache,  (store) cache \"x\" -- "), "|"); got != "cache|store|x" {
		t.Errorf("terms %q", got)
	}
}

func FuzzScore(f *testing.F) {
	f.Add("cache store", "class CacheStore", "src/cache/store.ts")
	f.Add("ÄÖ_x9", "äöX9 ß", "ı/İ.k")
	f.Fuzz(func(t *testing.T, query, text, path string) {
		if len(text) > 1000 {
			return // no purpose is that long
		}
		terms := summary.ParseTerms(query)
		fields := summary.Fields{Path: path, Purpose: text, Exports: []string{text}, Declarations: strings.Fields(text)}
		got := terms.Score(fields)
		most := float64(len(terms)) * (summary.ParseTerms("a").Score(summary.Fields{Path: "a", Purpose: "a", Exports: []string{"a"}}))
		if got < 0 || got > most+1e-9 || got != terms.Score(fields) {
			t.Fatalf("%q in %q: %v of %v", query, text, got, most)
		}
		// A text holds each of its own words of ASCII in full.
		for _, w := range terms {
			if strings.IndexFunc(w, func(r rune) bool { return r < '0' || r > 'z' || r > '9' && r < 'A' || r > 'Z' && r < 'a' }) < 0 && score(w, w) < 3-1e-9 {
				t.Fatalf("%q is not in itself: %v", w, score(w, w))
			}
		}
	})
}

// BenchmarkScore asks of one file what a search asks of thousands.
func BenchmarkScore(b *testing.B) {
	terms := summary.ParseTerms("cache invalidation")
	var names []string
	for _, w := range strings.Fields("open close read write find store load drop list count") {
		names = append(names, w+"Lamp", w+"Wire", w+"_by_name")
	}
	f := summary.Fields{Path: "src/lamp/wire/store.ts", Purpose: "class LampStore (9 methods): keeps lamps by name until they are asked for", Exports: names[:20], Declarations: names}
	for b.Loop() {
		if terms.Score(f) != 0 {
			b.Fatal("a score without a word")
		}
	}
}
