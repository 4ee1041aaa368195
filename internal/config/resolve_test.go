package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func env(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
}

// samples holds, for every setting, a text other than the default, the value
// it gives and one that is not allowed.
var samples = map[string]struct {
	text, bad string
	want      any
}{
	"root":                      {"/srv/app", "a\x01b", "/srv/app"},
	"include":                   {"dist, !gen/*.go", "a\x00", []string{"dist", "!gen/*.go"}},
	"exclude":                   {"tmp/,*.log,,tmp/", "a\x00", []string{"*.log", "tmp/"}},
	"ignore":                    {"fixtures", "a\x00", []string{"fixtures"}},
	"extensions":                {".TS,*.tsx,php", "src/*.go", []string{"ts", "tsx", "php"}},
	"exclude_dirs":              {"vendor/,node_modules", "..", []string{"vendor", "node_modules"}},
	"max_files":                 {"1200", "-1", 1200},
	"tools":                     {"Lean, tasks -scan", "le/an", "lean,tasks,-scan"},
	"max_results":               {"500", "501", 500},
	"max_reply_chars":           {"20000", "many", 20000},
	"backend":                   {"python", "grep", "scan"},
	"watch":                     {"false", "maybe", false},
	"summarizer":                {"regex", "magic", "regex"},
	"max_parse_bytes":           {"1 MiB", "1.0000001KiB", int64(1 << 20)},
	"max_text_bytes":            {"16777216", "2TB", int64(16 << 20)},
	"max_line_bytes":            {"32k", "0", int64(32 << 10)},
	"parse_timeout":             {"750ms", "1h", 750 * time.Millisecond},
	"max_batch_tokens":          {"40000", "40000.5", 40000},
	"chars_per_token":           {"3.4", "NaN", 3.4},
	"mcp_sampling":              {"true", "maybe", true},
	"mcp_logging":               {"1", "2", true},
	"mcp_progress":              {"ON", "o", true},
	"user_audience":             {"yes", "y", true},
	"structured_content":        {"true", "", true},
	"repeat_replies":            {"FULL", "twice", "full"},
	"savings_footer":            {"true", "t", true},
	"meta":                      {`{"k":500000}`, `[1]`, map[string]map[string]any{"query": {"k": json.Number("500000")}}},
	"gc_cache_max_age_days":     {"7", "0", 7},
	"gc_task_max_age_days":      {"8", "1e9", 8},
	"gc_telemetry_max_age_days": {"9", "soon", 9},
	"cache_dir":                 {"/var/tmp/sx", "a\nb", "/var/tmp/sx"},
	"state_dir":                 {"/var/tmp/st", "a\nb", "/var/tmp/st"},
	"memory_limit":              {"2GiB", "-1", int64(2 << 30)},
	"jobs":                      {"3", "1025", 3},
}

func valueOf(c *Config, s Setting) any { return reflect.ValueOf(s.field(c)).Elem().Interface() }

func fileWith(t *testing.T, key string, value any) []byte {
	t.Helper()
	parts := strings.Split(key, ".")
	for _, part := range slices.Backward(parts) {
		value = map[string]any{part: value}
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func concrete(pattern string) string {
	return strings.NewReplacer("<TOOL>", "QUERY", "<tool>", "query").Replace(pattern)
}

// sourcesFor lists every way to give s the text.
func sourcesFor(t *testing.T, s Setting, text string) map[string]Sources {
	out := map[string]Sources{}
	for _, name := range s.Env {
		out["env "+name] = Sources{Env: env(map[string]string{concrete(name): text})}
	}
	for _, name := range s.Flags {
		out["flag "+name] = Sources{Flags: map[string]string{concrete(name): text}}
	}
	if s.Key == "" {
		return out
	}
	var value any = text
	if s.Kind == Meta {
		value = map[string]any{"query": json.RawMessage(text)}
	}
	var snake []string
	for _, part := range strings.Split(s.Key, ".") {
		var b strings.Builder
		for _, r := range part {
			if r >= 'A' && r <= 'Z' {
				b.WriteString("_" + strings.ToLower(string(r)))
				continue
			}
			b.WriteRune(r)
		}
		snake = append(snake, b.String())
	}
	out["user file"] = Sources{User: File{"config.json", fileWith(t, s.Key, value)}}
	out["user file snake"] = Sources{User: File{"config.json", fileWith(t, strings.Join(snake, "."), value)}}
	if !s.UserOnly {
		out["project file"] = Sources{Project: File{ProjectFile, fileWith(t, s.Key, value)}}
	}
	return out
}

func TestEverySettingFromEverySource(t *testing.T) {
	plain := Resolve(Sources{})
	for _, s := range Settings() {
		sample, ok := samples[s.Name]
		if !ok {
			t.Errorf("%s: no sample", s.Name)
			continue
		}
		for where, src := range sourcesFor(t, s, sample.text) {
			c := Resolve(src)
			if got := valueOf(c, s); !reflect.DeepEqual(got, sample.want) {
				t.Errorf("%s from %s: got %#v, want %#v", s.Name, where, got, sample.want)
			}
			if len(c.Warnings) > 0 {
				t.Errorf("%s from %s: warnings %q", s.Name, where, c.Warnings)
			}
			if c.Origins[s.Name] == "default" {
				t.Errorf("%s from %s: origin still default", s.Name, where)
			}
		}
		if reflect.DeepEqual(valueOf(plain, s), sample.want) {
			t.Errorf("%s: sample equals the default, so it proves nothing", s.Name)
		}
		if sample.bad == "" {
			continue
		}
		for where, src := range sourcesFor(t, s, sample.bad) {
			c := Resolve(src)
			if got, want := valueOf(c, s), valueOf(plain, s); !reflect.DeepEqual(got, want) {
				t.Errorf("%s from %s: bad value %q gave %#v, want default %#v", s.Name, where, sample.bad, got, want)
			}
			if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], "it takes "+s.Allowed()) {
				t.Errorf("%s from %s: warnings %q do not say what is allowed", s.Name, where, c.Warnings)
			}
		}
	}
}

func TestDefaults(t *testing.T) {
	c := Resolve(Sources{Root: "/r"})
	if len(c.Warnings) > 0 {
		t.Fatalf("defaults warn: %q", c.Warnings)
	}
	c.Origins = nil
	want := &Config{Root: "/r", Summarizer: "ast", GC: GC{30, 30, 90}, Tools: "standard",
		MaxParseBytes: 2 << 20, MaxTextBytes: 8 << 20, MaxLineBytes: 64 << 10, MaxReplyChars: 10000,
		ParseTimeout: 1300 * time.Millisecond, MaxResults: 50, Backend: "auto", Watch: true, MaxBatchTokens: 50000, CharsPerToken: 2.5, RepeatReplies: "short",
		Meta: map[string]map[string]any{}}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestTableIsSound(t *testing.T) {
	seen := map[string]string{}
	fields := map[any]string{}
	c := &Config{}
	for _, s := range Settings() {
		if s.Doc == "" || !strings.HasSuffix(s.Doc, ".") {
			t.Errorf("%s: doc %q is not a sentence", s.Name, s.Doc)
		}
		for _, name := range slices.Concat([]string{"name " + s.Name}, prefixed("key ", s.Key), prefixed("env ", s.Env...), prefixed("flag ", s.Flags...)) {
			if other := seen[name]; other != "" {
				t.Errorf("%s: %s is also used by %s", s.Name, name, other)
			}
			seen[name] = s.Name
		}
		p := s.field(c)
		if other := fields[p]; other != "" {
			t.Errorf("%s and %s share a field", s.Name, other)
		}
		fields[p] = s.Name
	}
}

func prefixed(p string, names ...string) []string {
	var out []string
	for _, n := range names {
		if n != "" {
			out = append(out, p+n)
		}
	}
	return out
}

// TestReferenceNames pins the names that users of the other tools have in
// their configurations.
func TestReferenceNames(t *testing.T) {
	vars := map[string]string{
		"PROJECT_INTEL_TOOL_MCP_SAMPLING": "true", "PROJECT_INTEL_TOOL_MCP_LOGGING": "true",
		"PROJECT_INTEL_TOOL_MCP_PROGRESS": "true", "PROJECT_INTEL_TOOL_MAX_BATCH_TOKENS": "9000",
		"PROJECT_INTEL_TOOL_CHARS_PER_TOKEN": "4", "PROJECT_INTEL_TOOL_INCLUDE_PATHS": "a,b",
		"PROJECT_INTEL_TOOL_EXCLUDE_PATHS": "c", "PROJECT_INTEL_TOOL_MCP_ANNOTATIONS_USER_AUDIENCE": "true",
		"PROJECT_INTEL_TOOL_MCP_STRUCTURED_CONTENT": "true", "PROJECT_INTEL_TOOL_SCAN_META": `{"s":1}`,
		"PROJECT_INTEL_TOOL_QUERY_META": `{"q":1}`, "PROJECT_INTEL_TOOL_SUBMIT_ANALYSIS_META": `{"a":1}`,
		"PROJECT_SEARCH_ROOT": "/p", "PROJECT_SEARCH_EXTENSIONS": "php,js", "PROJECT_SEARCH_EXCLUDE_DIRS": "vendor",
		"PROJECT_SEARCH_MAX_RESULTS": "77", "PROJECT_SEARCH_BACKEND": "python",
	}
	flags := map[string]string{"mcp-sampling": "true", "mcp-logging": "true", "mcp-progress": "true",
		"max-batch-tokens": "9000", "chars-per-token": "4", "include": "a,b", "exclude": "c", "user-audience": "true",
		"mcp-structured-content": "true", "scan-meta": `{"s":1}`, "query-meta": `{"q":1}`, "submit-analysis-meta": `{"a":1}`,
		"root": "/p", "extensions": "php,js", "exclude-dirs": "vendor", "max-results": "77", "backend": "scan"}
	byEnv, byFlag := Resolve(Sources{Env: env(vars)}), Resolve(Sources{Flags: flags})
	for _, c := range []*Config{byEnv, byFlag} {
		if len(c.Warnings) > 0 {
			t.Errorf("warnings %q", c.Warnings)
		}
		c.Origins = nil
	}
	if !reflect.DeepEqual(byEnv, byFlag) {
		t.Errorf("variables and flags differ:\n%+v\n%+v", byEnv, byFlag)
	}
	one := json.Number("1")
	if want := map[string]map[string]any{"scan": {"s": one}, "query": {"q": one}, "submit_analysis": {"a": one}}; !reflect.DeepEqual(byEnv.Meta, want) {
		t.Errorf("meta %v", byEnv.Meta)
	}
	if byEnv.MaxResults != 77 || byEnv.Root != "/p" || !byEnv.MCPSampling || byEnv.Backend != "scan" || byEnv.CharsPerToken != 4 {
		t.Errorf("got %+v", byEnv)
	}

	c := Resolve(Sources{Project: File{RepoMemoryFile, []byte(`{
		"ignore": ["fixtures/**", "*.snap"], "maxFiles": 5000, "summarizer": "regex",
		"gc": {"cacheMaxAgeDays": 1, "taskMaxAgeDays": 2, "telemetryMaxAgeDays": 3},
		"tools": {"summaries": false, "tasks": true, "telemetry": true}}`)}})
	if len(c.Warnings) > 0 || !slices.Equal(c.Ignore, []string{"fixtures/**", "*.snap"}) || c.MaxFiles != 5000 ||
		c.Summarizer != "regex" || c.GC != (GC{1, 2, 3}) || c.Tools != "standard,-summaries,tasks,telemetry" {
		t.Errorf("got %+v", c)
	}
}

func TestPrecedence(t *testing.T) {
	src := Sources{
		User:    File{"config.json", []byte(`{"maxResults": 1, "jobs": 1, "meta": {"query": {"n": 1}, "scan": {"n": 1}}}`)},
		Project: File{ProjectFile, []byte(`{"maxResults": 2, "meta": {"query": {"n": 2}}}`)},
	}
	vars := map[string]string{}
	src.Env = env(vars)
	src.Flags = map[string]string{}
	check := func(want int, origin string) {
		t.Helper()
		c := Resolve(src)
		if c.MaxResults != want || c.Origins["max_results"] != origin {
			t.Errorf("got %d from %q, want %d from %q", c.MaxResults, c.Origins["max_results"], want, origin)
		}
		if c.Jobs != 1 || c.Meta["scan"]["n"] != json.Number("1") || c.Meta["query"]["n"] != json.Number("2") {
			t.Errorf("what no higher source sets must stay: %+v", c)
		}
	}
	check(2, ".sextant.json: maxResults")
	vars["PROJECT_SEARCH_MAX_RESULTS"] = "3"
	check(3, "environment variable PROJECT_SEARCH_MAX_RESULTS")
	vars["SEXTANT_MAX_RESULTS"] = ""
	check(3, "environment variable PROJECT_SEARCH_MAX_RESULTS")
	vars["SEXTANT_MAX_RESULTS"] = "4"
	check(4, "environment variable SEXTANT_MAX_RESULTS")
	src.Flags["max-results"] = "5"
	check(5, "flag --max-results")
	src.Flags["max-results"] = "501"
	check(4, "environment variable SEXTANT_MAX_RESULTS")
	vars["SEXTANT_MAX_RESULTS"] = "many"
	check(3, "environment variable PROJECT_SEARCH_MAX_RESULTS")
}

func TestAnExplicitlyEmptyFlagClearsAList(t *testing.T) {
	c := Resolve(Sources{Flags: map[string]string{"exclude": ""}, Env: env(map[string]string{"SEXTANT_EXCLUDE": "a"})})
	if len(c.Exclude) != 0 || len(c.Warnings) != 0 {
		t.Errorf("exclude %q, warnings %q", c.Exclude, c.Warnings)
	}
}

func TestFileWarnings(t *testing.T) {
	for name, test := range map[string]struct{ data, want string }{
		"unknown":      {`{"maxResult": 3}`, `.sextant.json: there is no setting "maxResult"; did you mean "maxResults"?`},
		"unknown far":  {`{"colour": 3}`, `.sextant.json: there is no setting "colour".`},
		"nested":       {`{"gc": {"cacheMaxAgeDay": 3}}`, `.sextant.json: there is no setting "gc.cacheMaxAgeDay"; did you mean "gc.cacheMaxAgeDays"?`},
		"twice":        {`{"maxResults": 3, "max_results": 4}`, `.sextant.json: maxResults is given twice (maxResults and max_results); the last one counts.`},
		"bounds":       {`{"maxResults": 900}`, `.sextant.json: maxResults: "900" is not allowed; it takes a whole number from 1 to 500. The value was skipped.`},
		"type":         {`{"maxResults": [1]}`, `.sextant.json: maxResults: "[1]" is not allowed; it takes a whole number from 1 to 500. The value was skipped.`},
		"bool number":  {`{"mcpLogging": 1}`, `.sextant.json: mcpLogging: "1" is not allowed; it takes true or false. The value was skipped.`},
		"null in list": {`{"ignore": [null]}`, `.sextant.json: ignore: "[null]" is not allowed; it takes a list of texts, separated by commas or as a JSON array. The value was skipped.`},
		"tool name":    {`{"tools": {"a b": true}}`, `.sextant.json: tools: "{\"a b\": true}" is not allowed ("a b" is not a name); it takes lean, standard, full, or a list of groups and tools, with -name to leave one out. The value was skipped.`},
		"meta":         {`{"meta": {"query": 3}}`, `.sextant.json: meta.query: "3" is not allowed; it takes a JSON object. The value was skipped.`},
		"user only":    {`{"cacheDir": "/etc"}`, `.sextant.json: cacheDir reaches outside the project, so a project's file cannot set it; use the user's file, SEXTANT_CACHE_DIR or --cache-dir.`},
		"syntax":       {"{\n  \"é\": 1,\n}", `.sextant.json was skipped: it is not valid JSON at line 3, column 1 (invalid character '}' looking for beginning of object key string; a comma before it has to go).`},
		"comment":      {"{\n  \"é\": /* x */ 1}", `.sextant.json was skipped: it is not valid JSON at line 2, column 8 (invalid character '/' looking for beginning of value; comments are not allowed).`},
		"cut":          {"{\"jobs\": 1", `.sextant.json was skipped: it is not valid JSON at line 1, column 11 (unexpected end of JSON input).`},
		"array":        {"[]", `.sextant.json was skipped: it does not hold a JSON object.`},
		"empty":        {" \n", `.sextant.json was skipped: it is empty; an empty object is written {}.`},
	} {
		c := Resolve(Sources{Project: File{ProjectFile, []byte(test.data)}})
		if len(c.Warnings) != 1 || c.Warnings[0] != test.want {
			t.Errorf("%s: got %q\nwant %q", name, c.Warnings, test.want)
		}
	}
	for _, data := range []string{`{}`, `{"$schema": "x", "jobs": null}`, "\xef\xbb\xbf{\"jobs\": 2}"} {
		if c := Resolve(Sources{Project: File{ProjectFile, []byte(data)}}); len(c.Warnings) > 0 {
			t.Errorf("%q warns %q", data, c.Warnings)
		}
	}
}

func TestOneBadValueLeavesTheRest(t *testing.T) {
	c := Resolve(Sources{Project: File{ProjectFile, []byte(`{"maxResults": "x", "jobs": 4, "nope": 1, "backend": "rg"}`)}})
	if c.Jobs != 4 || c.Backend != "rg" || c.MaxResults != 50 || len(c.Warnings) != 2 {
		t.Errorf("got %+v", c)
	}
}

func TestUnknownFlagAndVariable(t *testing.T) {
	c := Resolve(Sources{
		Flags:    map[string]string{"max-result": "3", "zzz": ""},
		Env:      env(nil),
		EnvNames: []string{"SEXTANT_MAX_RESULT", "SEXTANT_SOMETHING_ELSE", "HOME"},
	})
	want := []string{
		"environment variable SEXTANT_MAX_RESULT is not a setting; did you mean SEXTANT_MAX_RESULTS?",
		"there is no flag --max-result; did you mean --max-results?",
		"there is no flag --zzz.",
	}
	if !slices.Equal(c.Warnings, want) {
		t.Errorf("got %q", c.Warnings)
	}
}

func TestMetaOfEveryTool(t *testing.T) {
	vars := map[string]string{"SEXTANT_READ_FILE_META": `{"a":1}`, "SEXTANT_QUERY_META": `{"b":2}`,
		"PROJECT_INTEL_TOOL_QUERY_META": `{"c":3}`, "SEXTANT_GREP_CODE_META": `{"d":4} x`}
	src := Sources{Env: env(vars), Flags: map[string]string{"ast-search-meta": `{"e":5}`}}
	for name := range vars {
		src.EnvNames = append(src.EnvNames, name)
	}
	c := Resolve(src)
	want := map[string]map[string]any{"read_file": {"a": json.Number("1")}, "query": {"b": json.Number("2")}, "ast_search": {"e": json.Number("5")}}
	if !reflect.DeepEqual(c.Meta, want) {
		t.Errorf("got %v", c.Meta)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0], "SEXTANT_GREP_CODE_META") {
		t.Errorf("warnings %q", c.Warnings)
	}
}

func TestSelection(t *testing.T) {
	for _, test := range []struct{ json, want string }{
		{`"full"`, "full"},
		{`"-scan"`, "standard,-scan"},
		{`"navigation,Files"`, "navigation,files"},
		{`["lean", "-scan", "scan"]`, "lean,scan"},
		{`{"tasks": true, "code": false}`, "standard,-code,tasks"},
		{`{"full": true, "git": false}`, "full,-git"},
		{`{"standard": false, "git": true}`, "git"},
		{`{}`, "standard"},
	} {
		c := Resolve(Sources{Project: File{ProjectFile, []byte(`{"tools": ` + test.json + `}`)}})
		if c.Tools != test.want || len(c.Warnings) > 0 {
			t.Errorf("%s: got %q %q, want %q", test.json, c.Tools, c.Warnings, test.want)
		}
	}
}

func TestEqualSourcesGiveEqualConfigs(t *testing.T) {
	vars, flags := map[string]string{}, map[string]string{}
	var names []string
	for i := range 40 {
		name := fmt.Sprintf("SEXTANT_T%d_META", i)
		vars[name] = []string{`{}`, `[]`}[i%2]
		names = append(names, name)
		flags[fmt.Sprintf("unknown-%d", i)] = ""
		flags[fmt.Sprintf("u%d-meta", i)] = "bad"
	}
	first := Resolve(Sources{Env: env(vars), EnvNames: names, Flags: flags})
	slices.Reverse(names)
	if again := Resolve(Sources{Env: env(vars), EnvNames: names, Flags: flags}); !reflect.DeepEqual(first, again) {
		t.Error("two runs differ")
	}
	if len(first.Warnings) < 80 {
		t.Errorf("only %d warnings, so the order was not tested", len(first.Warnings))
	}
}

func FuzzResolve(f *testing.F) {
	f.Add([]byte(`{"gc": {"cacheMaxAgeDays": 3}, "tools": {"a": true}, "ignore": ["x"]}`), "2MiB")
	f.Add([]byte(`{"meta": {"a": {"b": [1e99]}}, "parseTimeout": 1e300}`), "NaN")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		flags := map[string]string{}
		for _, s := range Settings() {
			flags[concrete(s.Flags[0])] = text
		}
		src := Sources{Project: File{ProjectFile, data}, Flags: flags}
		c := Resolve(src)
		for _, s := range Settings() {
			var v float64
			switch x := valueOf(c, s).(type) {
			case int:
				v = float64(x)
			case int64:
				v = float64(x)
			case float64:
				v = x
			case time.Duration:
				v = float64(x)
			default:
				continue
			}
			if !(v >= s.Min && v <= s.Max) {
				t.Errorf("%s: %v is outside %v..%v", s.Name, v, s.Min, s.Max)
			}
		}
	})
}

func TestTheDocumentedFlagWinsOverItsAlias(t *testing.T) {
	c := Resolve(Sources{Flags: map[string]string{"mcp-structured-content": "true", "structured-content": "false"}})
	if !c.StructuredContent {
		t.Error("the alias won")
	}
}
