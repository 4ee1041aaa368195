package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestResultByDefault(t *testing.T) {
	w := serve(t, tree(t), nil, nil)
	w.start()
	got := w.call("5", "query", `{"keywords":"greet"}`)
	var savings struct {
		Files    int    `json:"files_cited"`
		Reply    int    `json:"reply_tokens"`
		Baseline int    `json:"baseline_tokens"`
		Note     string `json:"note"`
	}
	if err := json.Unmarshal(got.Meta["token_savings"], &savings); err != nil || savings.Files < 2 || savings.Reply == 0 || savings.Baseline == 0 || savings.Note == "" {
		t.Errorf("%s: %v", got.Meta["token_savings"], err)
	}
	if len(got.Content) != 1 || got.Content[0].Type != "text" || got.StructuredContent != nil || strings.Contains(got.Content[0].Text, "saved") {
		t.Errorf("%+v", got)
	}
	if got := w.call("6", "get_index_status", `{}`); got.Meta["token_savings"] != nil {
		t.Errorf("savings of a tool that cites no file: %+v", got)
	}
}

func TestResultAsConfigured(t *testing.T) {
	flags := map[string]string{"structured-content": "true", "savings-footer": "true", "user-audience": "true",
		"query-meta": `{"anthropic/alwaysLoad": true}`, "tools": "query,read_file"}
	root := tree(t)
	long := "package main\n\n// Greeting greets.\nfunc Greeting() {\n" + strings.Repeat("\tGreet(\"someone\")\n", 400) + "}\n"
	if err := os.WriteFile(filepath.Join(root, "greeting.go"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	w := serve(t, root, flags, nil)
	w.start()
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	var r struct {
		Tools []struct {
			Name string
			Meta map[string]any `json:"_meta"`
		}
	}
	if err := json.Unmarshal(w.answer("2").Result, &r); err != nil || len(r.Tools) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, tl := range r.Tools {
		if want := any(true); tl.Name == "query" && tl.Meta["anthropic/alwaysLoad"] != want || tl.Name != "query" && tl.Meta != nil {
			t.Errorf("%+v", tl)
		}
	}
	got := w.call("5", "query", `{"keywords":"greet"}`)
	var data struct {
		Result  []map[string]any `json:"result"`
		Savings map[string]any   `json:"token_savings"`
	}
	if err := json.Unmarshal(got.StructuredContent, &data); err != nil || len(data.Result) < 2 || data.Savings == nil {
		t.Errorf("%s: %v", got.StructuredContent, err)
	}
	if len(got.Content) != 2 || got.Content[1].Text != "Found 4 files" || string(got.Content[1].Annotations) != `{"audience":["user"]}` {
		t.Errorf("%+v", got.Content)
	}
	if !regexp.MustCompile(`\n\(~\d+ tokens; ~\d+ saved against reading the files\)\n$`).MatchString(got.Content[0].Text) {
		t.Errorf("no footer: %q", got.Content[0].Text)
	}
	// A tool that is switched off is unknown.
	w.send(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"find_files","arguments":{"pattern":"a"}}}`)
	if m := w.answer("7"); m.Error == nil {
		t.Errorf("%s", m.Result)
	}
}
