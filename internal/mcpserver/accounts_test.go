package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/internal/telemetry"
	"sextant/internal/tool"
)

// A session pays for its list of tools once, and for every call.
func TestSessionIsAccounted(t *testing.T) {
	flags := map[string]string{"tools": "read_file,get_token_report"}
	w := serve(t, tree(t), flags, nil)
	w.start()
	on, _ := tool.Select(flags["tools"])
	fixed := Fixed(on)
	if fixed.Listing < 100 || fixed.Listing > 600 || fixed.Instructions < 20 || fixed.Instructions > 250 {
		t.Errorf("%+v", fixed)
	}
	for _, id := range []string{"10", "11", "12"} {
		w.call(id, "read_file", `{"path":"main.go"}`)
	}
	var r telemetry.Report
	if err := json.Unmarshal([]byte(w.call("13", "get_token_report", `{"period":"session"}`).Content[0].Text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Breakdown["call"] != 3 || r.Sessions != 1 || r.Spent.Listing != int64(fixed.Listing) || r.Spent.Instructions != int64(fixed.Instructions) || r.Spent.Calls == 0 {
		t.Errorf("%+v", r)
	}
	if len(r.TopFiles) != 1 || r.TopFiles[0].AccessCount != 3 || r.Net != r.Baseline-r.Spent.Total() || r.Net >= 0 {
		t.Errorf("three looks at a small file save nothing: %+v", r)
	}
}

func TestRepeatedReply(t *testing.T) {
	root := tree(t)
	long := "package main\n\n" + strings.Repeat("// one line like the others\n", 100)
	if err := os.WriteFile(filepath.Join(root, "long.go"), []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		setting string
		short   []bool
	}{{"short", []bool{false, true, false, true}}, {"full", []bool{false, false, false}}} {
		w := serve(t, root, map[string]string{"repeat-replies": c.setting}, nil)
		w.start()
		for i, short := range c.short {
			got := w.call("5", "read_file", `{"path":"long.go"}`).Content[0].Text
			if strings.HasPrefix(got, "unchanged since call ") != short || strings.Contains(got, "like the others") == short {
				t.Errorf("%s, call %d: %.100q", c.setting, i+1, got)
			}
		}
		w.close()
	}
}
