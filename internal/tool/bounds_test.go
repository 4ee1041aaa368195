package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sextant/internal/app"
	"sextant/internal/tool"
)

// write makes a file below root.
func write(t testing.TB, root, name, text string) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// bigTree is a checkout of 3,000 files with long names, long signatures, deep
// nesting and one directory that holds most of them.
func bigTree(t testing.TB) *app.App {
	root := t.TempDir()
	long := strings.Repeat("very_long_name_", 12)
	for i := range 2300 {
		write(t, root, fmt.Sprintf("flat/%s%04d.py", long[:40+i%120], i), fmt.Sprintf("def handler_%d(argument):\n    return argument\n", i))
	}
	for i := range 600 {
		dir := strings.Repeat(fmt.Sprintf("level%02d/", i%20), 1+i%12)
		write(t, root, fmt.Sprintf("deep/%sfile%d.go", dir, i), fmt.Sprintf("// Package deep handles requests.\npackage deep\n\nfunc Handler%d() {}\n", i))
	}
	var wide strings.Builder
	wide.WriteString("package wide\n\n")
	for i := range 400 {
		fmt.Fprintf(&wide, "// Handler%d handles %s.\nfunc Handler%d(%s int) (%sresult string) {\n\treturn \"\"\n}\n\n", i, long, i, long, long)
	}
	for i := range 100 {
		write(t, root, fmt.Sprintf("wide/%s/handler%d.go", long[:170], i), wide.String())
	}
	var routes strings.Builder
	for i := range 300 {
		fmt.Fprintf(&routes, "app.get('/%s/%d/:id', handlers.%s%d)\n", long, i, long, i)
	}
	write(t, root, "web/app.js", "const app = require('express')()\nconst handlers = require('./handlers')\n"+routes.String())
	write(t, root, "one/line.py", "handler = ["+strings.Repeat("'handler', ", 30000)+"]\n")
	write(t, root, "one/wide.md", "# Handler\n\n"+strings.Repeat("größe ", 20000)+"\n")
	write(t, root, ".knowledge/summaries.json", hugeKnowledge(long))
	a := open(t, root, nil)
	if _, err := a.Index.Complete(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	a.Deps.Budget = time.Minute
	tasks := 0
	a.Deps.NewID = func() string { // the first is TASK
		tasks++
		return strings.TrimSuffix(fmt.Sprintf("TASK%d", tasks), "1")
	}
	if text := callText(a, `create_task {"name":"`+strings.Repeat("name ", 39)+`"}`); !strings.HasPrefix(text, "= reply") {
		t.Fatal(text)
	}
	return a
}

func hugeKnowledge(long string) string {
	many := make([]string, 500)
	for i := range many {
		many[i] = fmt.Sprintf("%s\n%d", long, i)
	}
	b, err := json.Marshal(map[string]any{"one/line.py": map[string]any{"summary": strings.Repeat("handler of things\n", 2000), "role": long + "\n" + long,
		"technologies": many, "searchTags": many}})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestBigTree(t *testing.T) {
	a := bigTree(t)
	t.Run("bounded", func(t *testing.T) { repliesAreBounded(t, a) })
	t.Run("pages", func(t *testing.T) { pagesJoin(t, a) })
}

// No reply passes its bound, whatever is asked.
func repliesAreBounded(t *testing.T, a *app.App) {
	wide := a.Index.Root() + "/wide/" + strings.Repeat("very_long_name_", 12)[:170] + "/handler1.go"
	// There is something to tell of tasks.
	for _, args := range []string{`"path":"` + wide + `","notes":"` + strings.Repeat("n", 4000) + `"`, `"path":"one/line.py","notes":"` + strings.Repeat(`\"`, 4000) + `"`,
		`"path":"` + wide + `","symbol":"Handler7","notes":"` + strings.Repeat(`\n`, 1900) + `x"`, `"path":"web/app.js","status":"flagged","notes":"` + strings.Repeat(`\u2028x`, 2000) + `"`} {
		if text := callText(a, `mark_explored {"task_id":"TASK",`+args+`}`); !strings.HasPrefix(text, "= reply") {
			t.Fatal(text)
		}
	}
	calls := map[string][]string{
		"query": {`{"keywords":"handler"}`, `{"keywords":"handler","max":200}`, `{"keywords":"handler","max":200,"format":"flat","explain":true}`,
			`{"keywords":"handler","scope":"one","verbosity":"semantic"}`, `{"keywords":"zzz` + strings.Repeat("z", 50000) + ` qqq"}`, `{"keywords":"qqqq","scope":"` + strings.Repeat("x/", 4000) + `"}`},
		"get_project_map":  {`{}`, `{"depth":1}`, `{"depth":20}`, `{"depth":20,"project_root":"deep"}`, `{"project_root":"flat"}`, `{"project_root":"` + strings.Repeat("x", 300) + `"}`},
		"get_file_outline": {`{"path":"` + wide + `"}`, `{"path":"` + wide + `","depth":20,"offset":3}`, `{"path":"` + wide + `","kinds":["class"]}`, `{"path":"one/wide.md"}`, `{"path":"one/line.py"}`},
		"read_file": {`{"path":"` + wide + `"}`, `{"path":"` + wide + `","end_line":1000000}`, `{"path":"` + wide + `","compact":true}`, `{"path":"one/line.py"}`, `{"path":"one/wide.md"}`,
			`{"path":"` + wide + `","symbol":"` + strings.Repeat("Q", 20000) + `"}`, `{"path":"` + strings.Repeat("one/wide.md,", 400) + `"}`, `{"path":"one/wide.md","ranges":["` + strings.Repeat(`nope.go:1-2","`, 400) + `1"]}`},
		"directory_tree":   {`{}`, `{"depth":30}`, `{"depth":30,"show_sizes":true}`, `{"path":"flat"}`},
		"find_files":       {`{"pattern":"handler"}`, `{"pattern":"*","max":500}`, `{"pattern":"` + strings.Repeat("z", 20000) + `"}`, `{"pattern":"hndlr","max":500}`, `{"pattern":"a","extension":"` + strings.Repeat("z", 20000) + `"}`},
		"get_index_status": {`{}`, `{"` + strings.Repeat("k", 30000) + `":1}`},
		"get_dependency_graph": {`{}`, `{"limit":500,"cycles":true}`, `{"path":"flat","depth":10}`, `{"path":"` + wide + `","depth":10}`, `{"path":"wide","direction":"dependents"}`,
			`{"symbol":"Handler1"}`, `{"symbol":"` + strings.Repeat("z", 20000) + `"}`, `{"path":"` + strings.Repeat("x", 3000) + `"}`},
		"find_definition": {`{"name":"Handler1"}`, `{"name":"Handler1","max":200,"path":"` + wide + `"}`, `{"name":"` + strings.Repeat("Q", 20000) + `"}`, `{"name":"handler"}`},
		"find_class":      {`{"name":"Handler1"}`, `{"name":"handler","fuzzy":true,"max":200}`, `{"name":"` + strings.Repeat("Q", 20000) + `","fuzzy":true}`, `{"name":"Q","kind":"` + strings.Repeat("z", 20000) + `"}`},
		"find_method":     {`{"name":"Handler1","max":200}`, `{"name":"handler","fuzzy":true,"max":200}`, `{"name":"Q","class_name":"` + strings.Repeat("Q", 20000) + `"}`},
		"find_usages": {`{"name":"Handler1"}`, `{"name":"handler"}`, `{"name":"argument","max":5000}`, `{"name":"` + strings.Repeat("Q", 20000) + `"}`, `{"name":"Handler1","path":"` + wide + `","line":4}`,
			`{"name":"Handler1","include":"` + strings.Repeat("z", 20000) + `"}`},
		"who_calls":            {`{"name":"Handler1"}`, `{"name":"handlers","include":"all"}`, `{"name":"` + strings.Repeat("Q.", 9000) + `"}`},
		"what_calls":           {`{"name":"Handler1"}`, `{"name":"` + strings.Repeat("Q", 20000) + `"}`},
		"find_implementations": {`{"name":"Handler1"}`, `{"name":"` + strings.Repeat("Q", 20000) + `","transitive":true}`},
		"find_extends":         {`{"name":"Handler1"}`, `{"name":"` + strings.Repeat("Q", 20000) + `"}`},
		"find_tests":           {`{"path":"` + wide + `"}`, `{"symbol":"Handler1"}`, `{"symbol":"` + strings.Repeat("Q", 20000) + `"}`},
		"find_source":          {`{"path":"` + wide + `"}`, `{"symbol":"Handler1"}`, `{"symbol":"` + strings.Repeat("Q", 20000) + `"}`},
		"get_symbol":           {`{"name":"Handler1"}`, `{"name":"` + strings.Repeat("Q", 20000) + `"}`, `{"name":"Handler1","path":"` + wide + `","line":4}`},
		"get_impact":           {`{"symbol":"Handler1"}`, `{"symbol":"` + strings.Repeat("Q", 20000) + `"}`, `{}`},
		"find_route":           {`{}`, `{"max":200}`, `{"pattern":"handler"}`, `{"pattern":"/` + strings.Repeat("x/", 9000) + `","method":"get"}`, `{"pattern":"` + strings.Repeat("*", 20000) + `"}`},
		"get_related_files":    {`{"path":"` + wide + `"}`, `{"path":"` + wide + `","limit":200}`, `{"path":"flat"}`, `{"path":"` + strings.Repeat("x", 3000) + `"}`},
		"grep_code": {`{"query":"handler"}`, `{"query":"handler","max":500}`, `{"query":"."}`, `{"query":"größe","max":500}`, `{"query":"` + strings.Repeat("q", 20000) + `"}`,
			`{"query":"(` + strings.Repeat("a|", 900) + `"}`, `{"query":"handler\nfunc","multiline":true}`, `{"query":"(?s)handler.*","multiline":true}`, `{"query":""}`,
			`{"query":"qqq","path_glob":"` + strings.Repeat("z", 20000) + `"}`, `{"query":"x","extensions":["` + strings.Repeat("z", 20000) + `"]}`},
		"grep_with_context": {`{"query":"handler","context_lines":10}`, `{"query":"handler","context_lines":0,"max":500}`, `{"query":"größe"}`, `{"query":"zzzz"}`},
		"count_matches":     {`{"query":"handler"}`, `{"query":"handler","max":500}`, `{"query":"zzzz"}`},
		"multi_search":      {`{"queries":["handler","func","größe"]}`, `{"queries":[{"query":"handler","max":500},{"query":"("}],"max":500}`, `{"queries":["` + strings.Repeat(`z","`, 9) + `q"]}`, `{"queries":["` + strings.Repeat("z", 20000) + `"]}`},
		"ast_search": {`{"pattern":"def $F($$$): $$$"}`, `{"pattern":"$X","max":500}`, `{"pattern":"func $F($$$) $R { $$$ }","max":500}`, `{"pattern":"[$$$]"}`, `{"pattern":"zzz($A)"}`,
			`{"pattern":"` + strings.Repeat("(", 20000) + `"}`, `{"pattern":"` + strings.Repeat("q", 20000) + `"}`, `{"pattern":"x","language":"` + strings.Repeat("z", 20000) + `"}`,
			`{"rule":"` + strings.Repeat("{", 20000) + `"}`, `{"rule":{"` + strings.Repeat("k", 20000) + `":1}}`, `{"pattern":"qqq","path_glob":"` + strings.Repeat("z", 20000) + `"}`},
		"git_changed_files": {`{}`}, "find_in_file_diff": {`{"path":"one/line.py"}`}, "grep_changed": {`{"query":"handler"}`},
		"get_changed_files":    {`{}`, `{"since":"2000-01-01"}`, `{"since":"last_check"}`, `{"since":"` + strings.Repeat("9", 20000) + `"}`},
		"get_file_summary":     {`{"path":"` + wide + `"}`, `{"path":"one/line.py"}`, `{"path":"flat"}`, `{"path":"` + strings.Repeat("x", 3000) + `"}`},
		"force_reread":         {`{"path":"` + wide + `"}`, `{"path":"` + strings.Repeat("x", 3000) + `"}`},
		"batch_file_summaries": {`{"paths":["` + wide + `","one/line.py","missing"]}`, `{"paths":["` + strings.Repeat(wide+`","`, 150) + `q"]}`, `{"paths":["` + strings.Repeat("x", 20000) + `"]}`, `{"paths":[]}`},
		"search_by_purpose":    {`{"query":"handler"}`, `{"query":"handler argument","limit":200}`, `{"query":"` + strings.Repeat("q", 20000) + `"}`, `{"query":"` + strings.Repeat("q ", 9000) + `"}`, `{"query":"x","path_prefix":"` + strings.Repeat("x", 3000) + `"}`},
		"create_task":          {`{"name":"x"}`, `{"name":"` + strings.Repeat("q", 20000) + `"}`},
		"get_task_context":     {`{}`, `{"task_id":"` + strings.Repeat("q", 20000) + `"}`, `{"task_id":"TASK"}`},
		"mark_explored": {`{"task_id":"TASK","path":"` + wide + `","notes":"` + strings.Repeat("n", 4000) + `"}`, `{"task_id":"TASK","path":"one/line.py","notes":"x","status":"flagged"}`,
			`{"task_id":"TASK","path":"one/line.py","symbol":"` + strings.Repeat("q", 20000) + `"}`, `{"task_id":"TASK","path":"one/line.py","notes":"` + strings.Repeat("q", 20000) + `"}`, `{"task_id":"q","path":"` + strings.Repeat("x", 3000) + `"}`},
		"list_notes":       {`{}`, `{"query":"n"}`, `{"path":"` + strings.Repeat("x", 3000) + `"}`, `{"query":"` + strings.Repeat("q ", 9000) + `"}`, `{"symbol":"` + strings.Repeat("q", 20000) + `"}`, `{"offset":5000}`},
		"invalidate":       {`{"path":"one/line.py"}`, `{"path":"one"}`},
		"get_token_report": {`{}`, `{"period":"session","session_id":"` + strings.Repeat("s", 20000) + `"}`, `{"period":"` + strings.Repeat("p", 20000) + `"}`, `{"hours":24,"include_diagnostics":true}`},
	}
	for _, tl := range tool.All() {
		if len(calls[tl.Name]) == 0 {
			t.Errorf("%s is not tried", tl.Name)
		}
		for _, args := range calls[tl.Name] {
			for _, extra := range []string{"", `"max_tokens":50`, `"max_tokens":700`, `"max_tokens":100000`, `"unknown_key_of_mine":1,"and_another":2`} {
				checkBound(t, a, tl.Name, with(args, extra))
			}
		}
	}
}

func with(args, extra string) string {
	switch {
	case extra == "":
		return args
	case args == "{}":
		return "{" + extra + "}"
	}
	return strings.TrimSuffix(args, "}") + "," + extra + "}"
}

func checkBound(t *testing.T, a *app.App, name, args string) {
	t.Helper()
	short := args[:min(len(args), 100)]
	r, err := a.Call(context.Background(), name, []byte(args))
	if err != nil {
		var input *tool.InputError
		if !errors.As(err, &input) || utf8.RuneCountInString(err.Error()) > 1000 {
			t.Errorf("%s %s: %.200v", name, short, err)
		}
		return
	}
	if first, _, _ := strings.Cut(r.Text, "\n"); strings.HasPrefix(first, "{") && !json.Valid([]byte(first)) {
		t.Errorf("%s %s: the reply is no JSON: %.200s", name, short, r.Text)
	}
	n := utf8.RuneCountInString(r.Text)
	most := a.Config.MaxReplyChars
	if strings.Contains(args, `"max_tokens":100000`) {
		most = 85000 // who asks for more gets it, up to 25,000 tokens
	}
	if n > most || !strings.HasSuffix(r.Text, "\n") || !utf8.ValidString(r.Text) {
		t.Errorf("%s %s: %d characters", name, short, n)
	}
	// 700 tokens are 2380 bytes; only the first entry of a list may pass that.
	if strings.Contains(args, `"max_tokens":700`) && n > 2400 && name != "read_file" {
		t.Errorf("%s %s: %d characters for 700 tokens", name, short, n)
	}
	if name == "get_project_map" && !json.Valid([]byte(r.Text[:strings.Index(r.Text, "\n")])) {
		t.Errorf("%s: not JSON: %.200s", short, r.Text)
	}
}

// Following "next: offset=" visits every result once, in one order.
func pagesJoin(t *testing.T, a *app.App) {
	for _, c := range []struct{ name, args string }{
		{"query", `{"keywords":"handler","max":90,"scope":"deep"%s}`},
		{"query", `{"keywords":"handler package","max":200,"format":"flat","max_tokens":1500,"scope":"deep"%s}`},
		{"find_files", `{"pattern":"file","max":500%s}`},
		{"grep_code", `{"query":"func handler\\d+\\(\\)","directory":"deep","max":40%s}`},
		{"grep_code", `{"query":"^func","path_glob":"deep/**","max":500,"max_tokens":900%s}`},
		{"ast_search", `{"pattern":"func $F() { $$$ }","language":"go","directory":"deep","max":40%s}`},
		{"ast_search", `{"pattern":"return argument","language":"python","max":500,"max_tokens":900%s}`},
		{"get_file_outline", `{"path":"wide/` + strings.Repeat("very_long_name_", 12)[:170] + `/handler7.go"%s}`},
	} {
		seen, total, offset := map[string]bool{}, 0, 0
		for pages := 0; ; pages++ {
			r, err := a.Call(context.Background(), c.name, []byte(fmt.Sprintf(c.args, fmt.Sprintf(`,"offset":%d`, offset))))
			if err != nil {
				t.Fatalf("%s %s offset %d: %v", c.name, c.args, offset, err)
			}
			b, err := json.Marshal(r.Data)
			if err != nil {
				t.Fatal(err)
			}
			var items []any
			if err := json.Unmarshal(b, &items); err != nil || len(items) == 0 {
				t.Fatalf("%s offset %d: %d items, %v", c.name, offset, len(items), err)
			}
			for _, it := range items {
				key := fmt.Sprint(it)
				if m, ok := it.(map[string]any); ok && m["path"] != nil {
					key = m["path"].(string)
				}
				if seen[key] {
					t.Fatalf("%s offset %d: %s comes twice", c.name, offset, key)
				}
				seen[key] = true
				shown := key
				if c.name == "grep_code" || c.name == "ast_search" {
					shown = path.Base(key) // its directory may be named above
				}
				if n := strings.Count(r.Text, shown); c.name != "get_file_outline" && n == 0 {
					t.Fatalf("%s offset %d: %s is in the data, not in the text", c.name, offset, key)
				}
			}
			_, next, more := strings.Cut(r.Text, "next: offset=")
			if _, err := fmt.Sscanf(r.Text[strings.LastIndex(strings.TrimSpace(r.Text), "\n")+1:], "%d of %d", new(int), &total); more && err != nil {
				t.Fatalf("%s: %q", c.name, r.Text[max(0, len(r.Text)-100):])
			}
			if !more {
				break
			}
			if pages > total {
				t.Fatalf("%s: more than %d pages", c.name, pages)
			}
			if _, err := fmt.Sscan(next, &offset); err != nil {
				t.Fatal(err)
			}
		}
		if len(seen) != total {
			t.Errorf("%s %s: %d of %d visited", c.name, c.args, len(seen), total)
		}
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	a := open(t, t.TempDir(), nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tl := range tool.All() {
		if _, err := a.Deps.Run(ctx, tl, []byte(`{"keywords":"a","path":"a","pattern":"a"}`)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", tl.Name, err)
		}
	}
}
