package knowledge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// foreign is a file as project-intel-tool writes it, with keys of a future
// version, values of unexpected types and a top level that holds more than files.
const foreign = `{
  "$schema": "https://example.org/k.json",
  "version": 3,
  "meta": {"z": [1, {"b": 2, "a": 1.50}], "a": null},
  "src/auth/index.ts": {
    "sizeChars": 4820,
    "lineCount": 142,
    "exports": ["authenticate", "logout", "middleware"],
    "imports": {"jwt": ["sign", "verify"], "bcrypt": ["hash"], "System.Text": []},
    "refs": ["src/auth/session.ts"],
    "summary": "Signs people in & out <quickly>.",
    "role": "implementation",
    "technologies": ["TypeScript", "JWT"],
    "searchTags": ["login"],
    "analysisDelta": "+12 lines +340 chars",
    "sizeCharsWhenAnalysed": 4480,
    "lineCountWhenAnalysed": 130,
    "reviewedBy": {"y": 1, "x": 12345678901234567890}
  },
  "src/odd.ts": {"sizeChars": "many", "lineCount": 3, "exports": "all", "imports": {"a": "b"}, "refs": [null], "deleted": "yes"},
  "src/gone.ts": {"sizeChars": 1, "lineCount": 1, "summary": "Gone.", "deleted": true}
}`

func parse(t *testing.T, text string) *Base {
	t.Helper()
	b, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseForeign(t *testing.T) {
	b := parse(t, foreign)
	want := &Entry{Structured: true, SizeChars: 4820, LineCount: 142,
		Exports: []string{"authenticate", "logout", "middleware"},
		Imports: map[string][]string{"jwt": {"sign", "verify"}, "bcrypt": {"hash"}, "System.Text": {}},
		Refs:    []string{"src/auth/session.ts"},
		Summary: "Signs people in & out <quickly>.", Role: "implementation",
		Technologies: []string{"TypeScript", "JWT"}, SearchTags: []string{"login"},
		AnalysisDelta: "+12 lines +340 chars", SizeCharsWhenAnalysed: 4480, LineCountWhenAnalysed: 130,
		Extra: b.Entries["src/auth/index.ts"].Extra}
	if got := b.Entries["src/auth/index.ts"]; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := string(b.Entries["src/auth/index.ts"].Extra["reviewedBy"]); got != `{"x": 12345678901234567890, "y": 1}` {
		t.Errorf("unknown key: %s", got)
	}
	if len(b.Entries) != 3 || len(b.Extra) != 3 || !b.Entries["src/gone.ts"].Deleted {
		t.Errorf("%d entries, extra %q", len(b.Entries), b.Extra)
	}
	if len(b.Warnings) != 5 || !strings.HasPrefix(b.Warnings[0], `src/odd.ts: the value of "sizeChars"`) {
		t.Errorf("warnings %q", b.Warnings)
	}
	if odd := b.Entries["src/odd.ts"]; odd.LineCount != 3 || odd.Exports != nil || odd.Imports != nil || odd.Deleted {
		t.Errorf("a value of the wrong type must not be used: %+v", odd)
	}
}

func TestEncodeForm(t *testing.T) {
	const want = `{
  "$schema": "https://example.org/k.json",
  "meta": {
    "a": null,
    "z": [1, {"a": 1.50, "b": 2}]
  },
  "src/auth/index.ts": {
    "sizeChars": 4820,
    "lineCount": 142,
    "exports": ["authenticate", "logout", "middleware"],
    "imports": {"System.Text": [], "bcrypt": ["hash"], "jwt": ["sign", "verify"]},
    "refs": ["src/auth/session.ts"],
    "summary": "Signs people in & out <quickly>.",
    "role": "implementation",
    "technologies": ["TypeScript", "JWT"],
    "searchTags": ["login"],
    "analysisDelta": "+12 lines +340 chars",
    "sizeCharsWhenAnalysed": 4480,
    "lineCountWhenAnalysed": 130,
    "reviewedBy": {"x": 12345678901234567890, "y": 1}
  },
  "src/gone.ts": {
    "sizeChars": 1,
    "lineCount": 1,
    "summary": "Gone.",
    "deleted": true
  },
  "src/odd.ts": {
    "lineCount": 3,
    "deleted": "yes",
    "exports": "all",
    "imports": {"a": "b"},
    "refs": [null],
    "sizeChars": "many"
  },
  "version": 3
}
`
	if got := string(parse(t, foreign).Encode()); got != want {
		t.Errorf("got %s", got)
	}
	if got := string(New().Encode()); got != "{}\n" {
		t.Errorf("empty: %q", got)
	}
}

func TestChangingOneFileTouchesOnlyItsLines(t *testing.T) {
	b := New()
	for i := range 50 {
		b.Entries[fmt.Sprintf("f%02d.go", i)] = &Entry{Structured: true, SizeChars: i, LineCount: 1, Exports: []string{"A"}}
	}
	before := strings.Split(string(b.Encode()), "\n")
	b.Entries["f25.go"].SizeChars, b.Entries["f25.go"].LineCount = 999, 998
	after := strings.Split(string(b.Encode()), "\n")
	differ := 0
	for i := range before {
		if before[i] != after[i] {
			differ++
		}
	}
	if len(before) != len(after) || differ != 2 {
		t.Errorf("%d lines differ, %d lines before and %d after", differ, len(before), len(after))
	}
	b.Entries["f25a.go"] = &Entry{Structured: true}
	if grown := strings.Split(string(b.Encode()), "\n"); len(grown) != len(after)+4 {
		t.Errorf("a new file took %d lines, want 4", len(grown)-len(after))
	}
}

func TestParseRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		data         string
		line, column int
		conflict     bool
	}{
		"cut":      {"{\n  \"é\": {", 2, 9, false},
		"comma":    {"{\n  \"é\": 1,\n}", 3, 1, false},
		"array":    {"[]", 1, 1, false},
		"trailing": {"{}\n{}", 2, 1, false},
		"conflict": {"{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> x\n}", 2, 1, true},
	} {
		_, err := Parse([]byte(test.data))
		damaged, ok := errors.AsType[*CorruptError](err)
		if !ok || damaged.Line != test.line || damaged.Column != test.column || damaged.Conflict != test.conflict {
			t.Errorf("%s: got %#v (%v)", name, damaged, err)
		}
	}
	for _, data := range []string{"", " \n", "{}", "\xef\xbb\xbf{}"} {
		if b, err := Parse([]byte(data)); err != nil || len(b.Entries) != 0 {
			t.Errorf("%q: %v %v", data, b, err)
		}
	}
	// A marker inside a string is text, not a conflict.
	if _, err := Parse([]byte("{\"a\": \"\\n<<<<<<< HEAD\"}")); err != nil {
		t.Error(err)
	}
}

func TestParseWarnsOfRepeatedEntries(t *testing.T) {
	b := parse(t, `{"a": {"sizeChars": 1}, "a": {"sizeChars": 2}}`)
	if b.Entries["a"].SizeChars != 2 || len(b.Warnings) != 1 {
		t.Errorf("%+v %q", b.Entries["a"], b.Warnings)
	}
}

func TestAKeyIsWrittenOnce(t *testing.T) {
	for _, text := range []string{
		`{"a": {"exports": "x", "exports": ["A"]}}`,
		`{"a": {"exports": ["A"], "exports": "x"}}`,
	} {
		b := parse(t, text)
		if got := string(b.Encode()); strings.Count(got, "exports") != 1 || !strings.Contains(got, `["A"]`) {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// roundTrip checks that what Encode wrote reads and writes as the same bytes.
func roundTrip(t *testing.T, b *Base) {
	t.Helper()
	once := b.Encode()
	again, err := Parse(once)
	if err != nil {
		t.Fatalf("own output does not parse: %v\n%s", err, once)
	}
	if twice := again.Encode(); string(twice) != string(once) {
		t.Errorf("the bytes are not stable:\n%s\n%s", once, twice)
	}
}

func TestRoundTrip(t *testing.T) {
	roundTrip(t, parse(t, foreign))
	roundTrip(t, &Base{Entries: map[string]*Entry{
		"empty":                      {},
		"only extra":                 {Extra: parse(t, `{"x": {"b": 1, "a": {}}}`).Extra},
		"zero":                       {Structured: true},
		"quote\"\\\x01\u2028\xff<&>": {Structured: true, Summary: "a\tb\r\n\b\f\x7f", Exports: []string{""}},
		"lists":                      {Exports: []string{}, Imports: map[string][]string{"": nil}},
	}})
}

// agreesWithTheStandardDecoder checks our walk over the JSON: the same keys at
// both levels, the same values where they are kept raw.
func agreesWithTheStandardDecoder(t *testing.T, data []byte, b *Base) {
	t.Helper()
	var want map[string]any
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	dec.UseNumber()
	if err := dec.Decode(&want); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	if len(want) != len(b.Entries)+len(b.Extra) {
		t.Fatalf("%d keys, want %d", len(b.Entries)+len(b.Extra), len(want))
	}
	for key, v := range want {
		if raw, ok := b.Extra[key]; ok {
			if string(raw) != string(appendValue(nil, v)) {
				t.Errorf("%q: got %s, want %s", key, raw, appendValue(nil, v))
			}
			continue
		}
		e := b.Entries[key]
		object, ok := v.(map[string]any)
		if e == nil || !ok {
			t.Fatalf("%q: entry %v for %T", key, e, v)
		}
		for name, inner := range object {
			known := slices.ContainsFunc(fields, func(f field) bool { return f.key == name })
			if !known && string(e.Extra[name]) != string(appendValue(nil, inner)) {
				t.Errorf("%q %q: got %s, want %s", key, name, e.Extra[name], appendValue(nil, inner))
			}
		}
		if s, ok := object["summary"].(string); ok && e.Summary != s {
			t.Errorf("%q: summary %q, want %q", key, e.Summary, s)
		}
	}
}

func FuzzParseEncode(f *testing.F) {
	f.Add([]byte(foreign))
	f.Add([]byte(`{"a": {"sizeChars": -1, "sizeChars": 2, "summary": null}, "a": {}, "b": []}`))
	f.Add([]byte("\f"))
	f.Add([]byte("{\"\xff\": {\"deleted\": false}, \"\xfe\": {\"role\": \"\\ud800\"}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := Parse(data)
		if err != nil {
			if damaged, ok := errors.AsType[*CorruptError](err); ok && (damaged.Line < 1 || damaged.Column < 1) {
				t.Errorf("bad place %+v", damaged)
			}
			return
		}
		agreesWithTheStandardDecoder(t, data, b)
		roundTrip(t, b)
		b.Update(map[string]Structural{"a": {SizeChars: 3, LineCount: 1, Exports: []string{"X"}}}, func(p string) bool { return p != "b" })
		roundTrip(t, b)
		if e := b.Entries["a"]; e == nil || e.SizeChars != 3 || e.Deleted || !slices.Equal(e.Exports, []string{"X"}) {
			t.Errorf("update lost: %+v", e)
		}
	})
}

func large(n int) *Base {
	b := New()
	for i := range n {
		b.Entries[fmt.Sprintf("packages/p%03d/src/module%05d.ts", i%300, i)] = &Entry{
			Structured: true, SizeChars: 4000 + i, LineCount: 120, Exports: []string{"One", "Two", "Three"},
			Imports: map[string][]string{"zod": {"z"}, "src/lib/types.ts": {"A", "B"}},
			Summary: strings.Repeat("Words about what it does. ", 16), Role: "implementation",
			Technologies: []string{"TypeScript"}, SearchTags: []string{"x", "y"},
			SizeCharsWhenAnalysed: 4000 + i, LineCountWhenAnalysed: 120, AnalysedHash: strings.Repeat("ab", 32)}
	}
	return b
}

func BenchmarkParse50000(b *testing.B) {
	data := large(50_000).Encode()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		got, err := Parse(data)
		if err != nil || len(got.Entries) != 50_000 {
			b.Fatal(err, len(got.Entries))
		}
	}
	b.ReportMetric(50_000, "entries")
}

func BenchmarkEncode50000(b *testing.B) {
	base := large(50_000)
	b.SetBytes(int64(len(base.Encode())))
	for b.Loop() {
		base.Encode()
	}
	b.ReportMetric(50_000, "entries")
}
