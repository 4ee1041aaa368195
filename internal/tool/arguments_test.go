package tool

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

type everyKind struct {
	Number int      `json:"number,omitempty"`
	Word   string   `json:"word,omitempty"`
	Choice string   `json:"choice,omitempty"`
	Flag   bool     `json:"flag,omitempty"`
	List   []string `json:"list,omitempty"`
}

var everyRule = map[string]rule{"number": between(1, 10).or(5), "choice": oneOf("left", "left", "rightHand")}

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		args string
		want everyKind
	}{
		{``, everyKind{Number: 5, Choice: "left"}},
		{`null`, everyKind{Number: 5, Choice: "left"}},
		{`{"number":0,"word":null,"choice":"","flag":null,"list":null}`, everyKind{Number: 5, Choice: "left"}},
		{`{"number":"7"}`, everyKind{Number: 7, Choice: "left"}},
		{`{"number":7.0,"choice":"RIGHTHAND"}`, everyKind{Number: 7, Choice: "rightHand"}},
		{`{"number":" 7 ","flag":"True","word":12}`, everyKind{Number: 7, Choice: "left", Flag: true, Word: "12"}},
		{`{"number":7e0,"flag":"","word":["a","b"]}`, everyKind{Number: 7, Choice: "left", Word: "a,b"}},
		{`{"number":"","list":"a, b,"}`, everyKind{Number: 5, Choice: "left", List: []string{"a", "b"}}},
		{`{"list":["a, b",7]}`, everyKind{Number: 5, Choice: "left", List: []string{"a, b", "7"}}},
		{`{"list":"[\"a\",\"b\"]"}`, everyKind{Number: 5, Choice: "left", List: []string{"a", "b"}}},
	} {
		var got everyKind
		if err := decode([]byte(c.args), &got, everyRule); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v", c.args, got, err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{`{"number":11}`, "number must be between 1 and 10, not 11"},
		{`{"number":1e300}`, "number must be a whole number, not 1e300"},
		{`{"number":"1.5"}`, `number must be a whole number, not "1.5"`},
		{`{"number":"NaN"}`, `number must be a whole number, not "NaN"`},
		{`{"number":true}`, "number must be a whole number, not true"},
		{`{"word":true}`, "word must be a string, not true"},
		{`{"word":{}}`, "word must be a string, not an object"},
		{`{"flag":1}`, "flag must be true or false, not 1"},
		{`{"list":[["a"]]}`, `list must be a list of strings, not [["a"]]`},
		{`{"list":false}`, "list must be a list of strings, not false"},
		{`{"choice":"up"}`, `choice must be one of left, rightHand, not "up"`},
		{`7`, "arguments must be a JSON object, not 7"},
		{`{`, "arguments are not valid JSON: unexpected end of JSON input"},
	} {
		var got everyKind
		if err := decode([]byte(c.args), &got, everyRule); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}

func TestNormalise(t *testing.T) {
	for _, c := range []struct {
		tool, args, want string
		unknown          []string
	}{
		{"query", `{"keywords":"a","pathPrefix":"b","LIMIT":1}`, `{"keywords":"a","max":1,"scope":"b"}`, nil},
		{"query", `{"Keywords":"a","keywords":"b"}`, `{"keywords":"b"}`, nil},
		{"query", `{"query":"a","keywords":"b"}`, `{"keywords":"b"}`, []string{"query"}},
		{"query", `{"max-tokens":60,"maxTokens":70}`, `{"max_tokens":60}`, nil},
		{"query", `{"wait_for_previous":1,"waitForPrevious":2,"zzz":3}`, `{}`, []string{"zzz"}},
		{"read_file", `{"file_path":"a","offset":3,"limit":2}`, `{"path":"a","start_line":3}`, []string{"limit"}},
		{"find_files", `{"path":"src","glob":"*.c"}`, `{"directory":"src","pattern":"*.c"}`, nil},
		{"get_project_map", `{"path":"src"}`, `{"project_root":"src"}`, nil},
		{"query", `[1]`, `[1]`, nil},
		{"query", ``, ``, nil},
	} {
		got, unknown := ByName(c.tool).normalise([]byte(c.args))
		if string(got) != c.want || !reflect.DeepEqual(unknown, c.unknown) {
			t.Errorf("%s %s: %s, unknown %q", c.tool, c.args, got, unknown)
		}
	}
}

// Whatever a model sends is decoded or refused in words.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"keywords":"a","max":"1","role":"test"}`, `{"ranges":"[\"a\"]","path":["a"]}`, `{"MAX":1e99,"wait_for_previous":[]}`, `null`, "{\"\xff\":1}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, args []byte) {
		for _, tl := range All() {
			out, unknown := tl.normalise(args)
			if json.Valid(args) && len(args) > 0 && !json.Valid(out) {
				t.Fatalf("%q became %q", args, out)
			}
			if n := utf8.RuneCountInString(tl.ignoredNote(unknown)); n > 500 {
				t.Fatalf("a note of %d characters", n)
			}
		}
		var in everyKind
		if err := decode(args, &in, everyRule); err == nil && (in.Number < 1 || in.Number > 10 || in.Choice != "left" && in.Choice != "rightHand") {
			t.Fatalf("%q gave %+v", args, in)
		}
		parseLines(string(args))
		cutLast(string(args), ":")
	})
}

func TestParseLines(t *testing.T) {
	for _, c := range []struct {
		text        string
		first, last int
		ok          bool
	}{
		{"7", 7, 7, true}, {"10-40", 10, 40, true}, {" L10 - L40 ", 10, 40, true}, {"0", 0, 0, false}, {"5-2", 0, 0, false}, {"a-b", 0, 0, false}, {"", 0, 0, false}, {"-3", 0, 0, false},
	} {
		first, last, ok := parseLines(c.text)
		if first != c.first || last != c.last || ok != c.ok {
			t.Errorf("%q: %d %d %v", c.text, first, last, ok)
		}
	}
}

func TestCutLast(t *testing.T) {
	for _, c := range []struct {
		text, before, after string
		found               bool
	}{
		{"a.go:10-40", "a.go", "10-40", true}, {"a.go:A::b", "a.go", "A::b", true}, {"10-40", "", "10-40", false}, {`C:\a.go`, "", `C:\a.go`, false},
		{`C:\a.go:7`, `C:\a.go`, "7", true}, {"A::b", "", "A::b", false}, {"a:b", "a", "b", true}, {":x", "", ":x", false}, {"", "", "", false},
	} {
		before, after, found := cutLast(c.text, ":")
		if before != c.before || after != c.after || found != c.found {
			t.Errorf("%q: %q %q %v", c.text, before, after, found)
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"a b/ä.go", "a b/ä.go"}, {"a\nb", `"a\nb"`}, {"a\u2028b", `"a\u2028b"`}, {"a\xffb", `"a\xffb"`}, {"", ""}, {`quo"te`, `quo"te`},
	} {
		if got := printable(c.path); got != c.want {
			t.Errorf("%q: %s", c.path, got)
		}
	}
}

// What grep's flags mean elsewhere means the same here.
func TestNormaliseGrepFlags(t *testing.T) {
	for _, c := range []struct{ args, want, unknown string }{
		{`{"pattern":"a","-i":true,"-n":true}`, `{"case":"insensitive","query":"a"}`, ""},
		{`{"query":"a","ignore_case":false}`, `{"query":"a"}`, ""},
		{`{"query":"a","case":"sensitive","-i":true}`, `{"case":"sensitive","query":"a"}`, "-i"},
		{`{"query":"a","glob":"*.go","path":"x","head_limit":3}`, `{"directory":"x","max":3,"path_glob":"*.go","query":"a"}`, ""},
		{`{"query":"a","type":"go","output_mode":"content"}`, `{"extensions":"go","query":"a"}`, "output_mode"},
	} {
		got, unknown := grepTool.normalise([]byte(c.args))
		if string(got) != c.want || strings.Join(unknown, " ") != c.unknown {
			t.Errorf("%s: %s %q", c.args, got, unknown)
		}
	}
	if _, unknown := treeTool.normalise([]byte(`{"-i":true}`)); len(unknown) != 1 {
		t.Errorf("a tool without case: %q", unknown)
	}
}
