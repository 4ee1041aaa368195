package knowledge

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
)

func all(string) bool  { return true }
func none(string) bool { return false }

func TestUpdate(t *testing.T) {
	b := parse(t, foreign)
	got := b.Update(map[string]Structural{
		"src/auth/index.ts": {SizeChars: 4000, LineCount: 131, Exports: []string{"authenticate"}, Imports: map[string][]string{"jwt": {"sign"}}},
		"src/odd.ts":        {SizeChars: 7, LineCount: 2},
		"src/gone.ts":       {SizeChars: 5, LineCount: 1},
		"new.ts":            {SizeChars: 0, LineCount: 0},
		"bad\xff.ts":        {SizeChars: 1},
	}, none)
	if want := (Changes{Added: 1, Updated: 2, Restored: 1}); got != want {
		t.Errorf("changes %+v, want %+v", got, want)
	}
	e := b.Entries["src/auth/index.ts"]
	if e.SizeChars != 4000 || e.Summary == "" || e.AnalysisDelta != "+1 lines -480 chars" || e.Refs != nil || e.Extra["reviewedBy"] == nil {
		t.Errorf("changed file: %+v", e)
	}
	if odd := b.Entries["src/odd.ts"]; odd.SizeChars != 7 || len(odd.Extra) != 0 {
		t.Errorf("values of the wrong type must give way: %+v", odd)
	}
	if gone := b.Entries["src/gone.ts"]; gone.Deleted || gone.AnalysisDelta != "+0 lines +4 chars" {
		t.Errorf("a file that is back: %+v", gone)
	}
	if e := b.Entries["new.ts"]; e == nil || !e.Structured {
		t.Errorf("an empty new file: %+v", e)
	}
	if len(b.Entries) != 4 || len(b.Extra) != 3 {
		t.Errorf("%d entries, extra %v", len(b.Entries), b.Extra)
	}

	// Back to the analysed sizes: no delta.
	b.Update(map[string]Structural{"src/auth/index.ts": {SizeChars: 4480, LineCount: 130}}, all)
	if e.AnalysisDelta != "" {
		t.Errorf("delta %q", e.AnalysisDelta)
	}

	// Deleted: kept with an analysis or unknown keys, dropped without.
	if got := b.Update(nil, none); got != (Changes{Deleted: 4}) {
		t.Errorf("changes %+v", got)
	}
	if len(b.Entries) != 2 || !b.Entries["src/auth/index.ts"].Deleted || !b.Entries["src/gone.ts"].Deleted {
		t.Errorf("entries %v", b.Entries)
	}
	if got := b.Update(nil, none); got.Any() {
		t.Errorf("a second time must change nothing: %+v", got)
	}
	if got := b.Update(nil, all); got != (Changes{Restored: 2}) || b.Entries["src/gone.ts"].Deleted {
		t.Errorf("changes %+v", got)
	}
}

func TestUpdateIsIdempotent(t *testing.T) {
	b := parse(t, foreign)
	files := map[string]Structural{"src/auth/index.ts": {SizeChars: 9, LineCount: 2, Refs: []string{"a"}}, "n": {SizeChars: 1, LineCount: 1}}
	b.Update(files, all)
	once := string(b.Encode())
	if got := b.Update(files, all); got.Any() || string(b.Encode()) != once {
		t.Errorf("changes %+v", got)
	}
}

func TestUpdateRecoversTheBaseline(t *testing.T) {
	for _, test := range []struct{ delta, want string }{
		{"+12 lines +340 chars", "+22 lines +440 chars"},
		{"-2 lines -40 chars", "+8 lines +60 chars"},
		{"", "+10 lines +100 chars"},
	} {
		b := New()
		b.Entries["a"] = &Entry{Structured: true, SizeChars: 1000, LineCount: 100, Summary: "S.", AnalysisDelta: test.delta}
		b.Update(map[string]Structural{"a": {SizeChars: 1100, LineCount: 110}}, all)
		if got := b.Entries["a"].AnalysisDelta; got != test.want {
			t.Errorf("%q: got %q, want %q", test.delta, got, test.want)
		}
	}
}

func TestUpdateTakesOverUnknownObjects(t *testing.T) {
	b := parse(t, `{"a": {"note": "n"}, "b": 5}`)
	b.Update(map[string]Structural{"a": {SizeChars: 1, LineCount: 1}, "b": {SizeChars: 1, LineCount: 1}}, all)
	if string(b.Entries["a"].Extra["note"]) != `"n"` || len(b.Extra) != 0 || len(b.Entries) != 2 {
		t.Errorf("%+v %v", b.Entries["a"], b.Extra)
	}
}

func TestAnalyse(t *testing.T) {
	b := New()
	b.Update(map[string]Structural{"a": {SizeChars: 100, LineCount: 10}}, all)
	if err := b.Analyse("a", Analysis{Summary: "S.", Role: "test", SizeChars: 90, LineCount: 12, Hash: "h1"}); err != nil {
		t.Fatal(err)
	}
	if e := b.Entries["a"]; e.AnalysisDelta != "-2 lines +10 chars" || e.AnalysedHash != "h1" || e.Weight() != 0.9 {
		t.Errorf("the file changed while it was analysed: %+v", e)
	}
	if err := b.Analyse("a", Analysis{Summary: "T."}); err != nil {
		t.Fatal(err)
	}
	if e := b.Entries["a"]; e.AnalysisDelta != "" || e.SizeCharsWhenAnalysed != 100 || e.Role != "" || e.AnalysedHash != "" {
		t.Errorf("a new analysis replaces the old one whole: %+v", e)
	}
	b.Update(nil, none)
	for _, path := range []string{"a", "b"} {
		if err := b.Analyse(path, Analysis{Summary: "S."}); !errors.Is(err, ErrUnknownFile) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestStatus(t *testing.T) {
	b := New()
	b.Entries = map[string]*Entry{
		"same":     {Structured: true, Summary: "S.", AnalysedHash: "1", SizeChars: 5, SizeCharsWhenAnalysed: 5},
		"edited":   {Structured: true, Summary: "S.", AnalysedHash: "2", SizeChars: 5, SizeCharsWhenAnalysed: 5},
		"touched":  {Structured: true, Summary: "S.", AnalysedHash: "1", SizeChars: 6, SizeCharsWhenAnalysed: 5},
		"resized":  {Structured: true, Summary: "S.", LineCount: 2, LineCountWhenAnalysed: 3},
		"delta":    {Structured: true, Summary: "S.", AnalysisDelta: "+1 lines +1 chars"},
		"raw":      {Structured: true},
		"gone":     {Structured: true, Summary: "S.", Deleted: true},
		"semantic": {Summary: "S."},
	}
	got := b.Status(func(string) string { return "1" })
	if want := "6 file summaries available, 3 file(s) changed, 1 file(s) without AI analysis"; got.String() != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := b.Status(nil); got.Changed != 3 { // touched, resized, delta
		t.Errorf("by size alone: %+v", got)
	}
}

func TestSemanticWeight(t *testing.T) {
	for _, test := range []struct {
		baseline, current int
		want              float64
	}{{0, 0, 1}, {5, 5, 1}, {0, 5, 0}, {5, 0, 0}, {50, 100, 0.5}, {100, 50, 0.5}, {-1, 5, 0}} {
		if got := SemanticWeight(test.baseline, test.current); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%d, %d: got %v, want %v", test.baseline, test.current, got, test.want)
		}
	}
	if w := (&Entry{SizeChars: 5}).Weight(); w != 1 {
		t.Errorf("without a baseline: %v", w)
	}
}

func TestFind(t *testing.T) {
	got := Find([]string{".knowledge/summaries.json", "b/.knowledge/summaries.json", "a/x/.knowledge/summaries.json",
		"a/.knowledge/batches/.knowledge/summaries.json", "c/.knowledge/other.json", "my.knowledge/summaries.json", "b/.knowledge/summaries.json"})
	if want := []string{"a/x", "b"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestAggregate(t *testing.T) {
	root := parse(t, `{"main.go": {"sizeChars": 1, "lineCount": 1}, "p/a.ts": {"sizeChars": 30, "lineCount": 3, "exports": ["Mine"]}, "p/own.ts": {"sizeChars": 1, "summary": "Root's."}}`)
	sub := parse(t, `{
		"a.ts": {"sizeChars": 20, "lineCount": 2, "exports": ["Theirs"], "summary": "A.", "sizeCharsWhenAnalysed": 20, "lineCountWhenAnalysed": 2},
		"own.ts": {"sizeChars": 1, "summary": "Sub's."},
		"b.ts": {"sizeChars": 5, "lineCount": 1, "imports": {"a.ts": ["Theirs"], "zod": ["z"]}, "refs": ["docs/x.md"]}}`)
	inner := parse(t, `{"c.ts": {"summary": "Inner."}}`)
	outerC := parse(t, `{"q/c.ts": {"summary": "Outer."}}`)
	before := string(sub.Encode())
	got := Aggregate(root, map[string]*Base{"p": sub, "z": outerC, "z/q": inner})

	if a := got.Entries["p/a.ts"]; a.Summary != "A." || !slices.Equal(a.Exports, []string{"Mine"}) || a.AnalysisDelta != "+1 lines +10 chars" {
		t.Errorf("the root's structure with the sub-project's analysis: %+v", a)
	}
	if own := got.Entries["p/own.ts"]; own.Summary != "Root's." {
		t.Errorf("the root's own entry must win: %+v", own)
	}
	if c := got.Entries["z/q/c.ts"]; c.Summary != "Inner." {
		t.Errorf("the innermost sub-project must win: %+v", c)
	}
	b := got.Entries["p/b.ts"]
	if !reflect.DeepEqual(b.Imports, map[string][]string{"p/a.ts": {"Theirs"}, "zod": {"z"}}) || !slices.Equal(b.Refs, []string{"p/docs/x.md"}) {
		t.Errorf("re-based: %+v", b)
	}
	if string(sub.Encode()) != before || root.Entries["p/a.ts"].Summary != "" {
		t.Error("the inputs were changed")
	}
}
