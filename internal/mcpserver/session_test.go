package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sextant/internal/tool"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"sextant/internal/app"
	"sextant/internal/bug"
)

func standard() []*tool.Tool {
	on, _ := tool.Select("standard")
	return on
}

func TestHandshakes(t *testing.T) {
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			w := serve(t, tree(t), nil, nil)
			w.send(initialize(version, "{}"))
			var r struct {
				ProtocolVersion, Instructions string
				Capabilities                  map[string]json.RawMessage
				ServerInfo                    struct{ Name, Version string }
			}
			if err := json.Unmarshal(w.answer("1").Result, &r); err != nil {
				t.Fatal(err)
			}
			if r.ProtocolVersion != version || r.ServerInfo.Name != "sextant" || r.ServerInfo.Version != "test" || r.Instructions != Instructions(standard()) {
				t.Errorf("%+v", r)
			}
			if r.Capabilities["tools"] == nil || r.Capabilities["logging"] != nil {
				t.Errorf("capabilities %v", r.Capabilities)
			}
			w.send(initialized)
			w.alive()
			checkList(t, w, `{}`)
			if got := w.call("3", "query", `{"keywords":"greet"}`); !strings.Contains(got.Content[0].Text, "greet.go") || got.IsError {
				t.Errorf("%+v", got)
			}
		})
	}
}

const meta2026 = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}}`

func TestStatelessRevision(t *testing.T) {
	w := serve(t, tree(t), nil, nil)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{` + meta2026 + `}}`)
	m := w.answer("1")
	if !strings.Contains(string(m.Result), "2026-07-28") || !strings.Contains(string(m.Result), "a question: query") {
		t.Fatalf("%s %v", m.Result, m.Error)
	}
	checkList(t, w, `{`+meta2026+`}`)
	w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"query","arguments":{"keywords":"greet"},` + meta2026 + `}}`)
	if got := result(t, w.answer("3")); got.ResultType != "complete" || !strings.Contains(got.Content[0].Text, "greet.go") {
		t.Errorf("%+v", got)
	}
}

// In the newest revision a server asks nothing, whatever the client offers.
func TestStatelessRevisionAsksNothing(t *testing.T) {
	t.Chdir(tree(t))
	w := serve(t, "", nil, nil)
	w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_files","arguments":{"pattern":"greet.go"},` + meta2026 + `}}`)
	if got := result(t, w.answer("3")); got.Content[0].Text != "greet.go\n" {
		t.Errorf("%+v", got)
	}
}

// changing are the tools of the standard list that change something.
var changing = map[string]bool{"invalidate": true, "force_reread": true, "get_changed_files": true}

func checkList(t *testing.T, w *wire, params string) {
	t.Helper()
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":` + params + `}`)
	var r struct {
		Tools []struct {
			Name, Title, Description string
			InputSchema              json.RawMessage
			OutputSchema             json.RawMessage
			Annotations              map[string]any
		}
	}
	if err := json.Unmarshal(w.answer("2").Result, &r); err != nil || len(r.Tools) < 8 {
		t.Fatalf("%d tools, %v", len(r.Tools), err)
	}
	for _, tl := range r.Tools {
		for _, hint := range []string{"readOnlyHint", "idempotentHint", "destructiveHint", "openWorldHint"} {
			if _, is := tl.Annotations[hint].(bool); !is {
				t.Errorf("%s: %s is not said", tl.Name, hint)
			}
		}
		if tl.Annotations["destructiveHint"] != false || tl.Annotations["openWorldHint"] != false || tl.Annotations["readOnlyHint"] != !changing[tl.Name] || tl.Annotations["idempotentHint"] != (tl.Name != "get_changed_files") {
			t.Errorf("%s: %v", tl.Name, tl.Annotations)
		}
		if tl.OutputSchema != nil || strings.Contains(string(tl.InputSchema), `"null"`) || strings.Contains(string(tl.InputSchema), "additionalProperties") {
			t.Errorf("%s: schema %s", tl.Name, tl.InputSchema)
		}
	}
}

func TestBadLines(t *testing.T) {
	w := serve(t, tree(t), nil, nil)
	w.start()
	for _, c := range []struct {
		name, line, id string
		code           int
	}{
		{"garbage", `hello?`, "null", -32700},
		{"cut", `{"jsonrpc":"2.0","id":7,`, "null", -32700},
		{"two on a line", `{"jsonrpc":"2.0","id":7,"method":"ping"} {}`, "null", -32700},
		{"batch", `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, "null", -32600},
		{"number", `5`, "null", -32600},
		{"no message", `{"hello":1}`, "null", -32600},
		{"method of a wrong type", `{"jsonrpc":"2.0","id":7,"method":5}`, "7", -32600},
		{"id of a wrong type", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null", -32600},
		{"other version", `{"jsonrpc":"1.0","id":"x","method":"ping"}`, `"x"`, -32600},
		{"deep", strings.Repeat(`[`, 20000), "null", -32700},
		{"too long", `{"jsonrpc":"2.0","id":7,"method":"` + strings.Repeat("x", longestMessage) + `"}`, "null", -32600},
		{"unknown method", `{"jsonrpc":"2.0","id":8,"method":"no/such"}`, "8", -32601},
		{"unknown tool", `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"no_such","arguments":{}}}`, "9", -32602},
	} {
		w.send(c.line)
		if m := w.answer(c.id); m.Error == nil || m.Error.Code != c.code || m.Error.Message == "" {
			t.Errorf("%s: %+v", c.name, m)
		}
		w.alive()
	}
	w.send("", "   ", "\r", `{"jsonrpc":"2.0","method":"notifications/unknown"}`, `{"jsonrpc":"2.0","id":999,"result":{}}`)
	w.alive()
	w.send(`{"jsonrpc":"2.0","id":10,"method":"ping"}` + "\r")
	w.answer("10")
}

func TestArgumentsOnTheWire(t *testing.T) {
	w := serve(t, tree(t), nil, nil)
	w.start()
	for _, c := range []struct{ args, want string }{
		{`{"keywords":{}}`, "keywords must be a string, not an object"},
		{`{"keywords":"greet","max":"lots"}`, "max must be a whole number"},
		{`[]`, "arguments must be a JSON object"},
		{`null`, "keywords holds no word"},
	} {
		if got := w.call("5", "query", c.args); !got.IsError || !strings.Contains(got.Content[0].Text, c.want) {
			t.Errorf("%s: %+v", c.args, got)
		}
	}
	// A client adds keys of its own, and a name may be no UTF-8.
	if got := w.call("6", "query", `{"keywords":"greet","wait_for_previous":true}`); got.IsError || strings.Contains(got.Content[0].Text, "ignored") {
		t.Errorf("%+v", got)
	}
	if got := w.call("7", "find_files", "{\"pattern\":\"a\xffb\"}"); got.IsError || !strings.Contains(got.Content[0].Text, "no match") {
		t.Errorf("%+v", got)
	}
	w.send(`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"get_project_map"}}`)
	result(t, w.answer("8"))
}

func TestPipelinedRequests(t *testing.T) {
	w := serve(t, tree(t), nil, nil)
	w.start()
	var lines []string
	for i := range 60 {
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"find_files","arguments":{"pattern":"greet"}}}`, 100+i))
	}
	w.send(lines...)
	seen := map[string]bool{}
	for range lines {
		m := w.recv()
		if got := result(t, m); !strings.Contains(got.Content[0].Text, "greet.go") || seen[string(m.ID)] {
			t.Errorf("%s: %+v", m.ID, got)
		}
		seen[string(m.ID)] = true
	}
}

// addTool adds a tool that only a test has.
func addTool(s *Server, name string, handle func(ctx context.Context) string) {
	s.mcp.AddTool(&mcp.Tool{Name: name, InputSchema: &jsonschema.Schema{Type: "object"}},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: handle(ctx)}}}, nil
		})
}

func TestPanicIsAnswered(t *testing.T) {
	defer bug.Tolerate()()
	w := serve(t, tree(t), nil, func(s *Server) { addTool(s, "broken", func(context.Context) string { panic("of a test") }) })
	w.start()
	before := bug.Count()
	w.send(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"broken","arguments":{}}}`)
	if m := w.answer("5"); m.Error == nil || m.Error.Code != -32603 || bug.Count() != before+1 {
		t.Errorf("%+v, %d reports", m, bug.Count()-before)
	}
	w.alive()
}

func TestPanicWhileOpening(t *testing.T) {
	defer bug.Tolerate()()
	w := serve(t, tree(t), nil, func(s *Server) {
		s.openApp = func(string, map[string]string, string, *slog.Logger) (*app.App, error) { panic("of a test") }
	})
	w.start()
	if got := w.call("5", "query", `{"keywords":"x"}`); !got.IsError || !strings.Contains(got.Content[0].Text, "internal error") {
		t.Errorf("%+v", got)
	}
}

func TestCancelledCall(t *testing.T) {
	begun, stopped := make(chan struct{}), make(chan struct{})
	w := serve(t, tree(t), nil, func(s *Server) {
		addTool(s, "slow", func(ctx context.Context) string { close(begun); <-ctx.Done(); close(stopped); return "late" })
	})
	w.start()
	w.send(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow","arguments":{}}}`)
	wait(t, begun)
	w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"test"}}`)
	wait(t, stopped)
	w.send(`{"jsonrpc":"2.0","id":6,"method":"ping"}`)
	for m := w.recv(); string(m.ID) != "6"; m = w.recv() {
		if string(m.ID) != "5" { // the cancelled call may be answered or not
			t.Fatalf("%+v", m)
		}
	}
}

func wait(t *testing.T, c chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatal("waited in vain")
	}
}

// The end of input ends the server, whatever is still going on.
func TestEndDuringCall(t *testing.T) {
	begun := make(chan struct{})
	w := serve(t, tree(t), nil, func(s *Server) {
		addTool(s, "slow", func(ctx context.Context) string { close(begun); <-ctx.Done(); return "late" })
	})
	w.start()
	w.send(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"slow","arguments":{}}}`)
	wait(t, begun)
	w.close()
}

func TestEndBeforeHandshake(t *testing.T) {
	serve(t, tree(t), nil, nil).close()
}

// The handshake and the list wait for nothing; calls wait for the checkout.
func TestHandshakeBeforeOpening(t *testing.T) {
	release, begun := make(chan struct{}), make(chan struct{})
	w := serve(t, tree(t), nil, func(s *Server) {
		s.openApp = func(wish string, flags map[string]string, version string, log *slog.Logger) (*app.App, error) {
			close(begun)
			<-release
			return app.Open(wish, flags, version, log)
		}
	})
	w.start()
	wait(t, begun)
	checkList(t, w, `{}`)
	w.send(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"find_files","arguments":{"pattern":"greet.go"}}}`)
	w.alive()
	close(release)
	if got := result(t, w.answer("5")); got.Content[0].Text != "greet.go\n" {
		t.Errorf("%+v", got)
	}
}

func TestEndWhileOpening(t *testing.T) {
	release, begun := make(chan struct{}), make(chan struct{})
	w := serve(t, tree(t), nil, func(s *Server) {
		s.openApp = func(string, map[string]string, string, *slog.Logger) (*app.App, error) {
			close(begun)
			<-release
			return nil, os.ErrNotExist
		}
	})
	w.start()
	wait(t, begun)
	w.close()
	close(release)
}

func TestMissingRoot(t *testing.T) {
	w := serve(t, filepath.Join(t.TempDir(), "gone"), nil, nil)
	w.start()
	if got := w.call("5", "query", `{"keywords":"x"}`); !got.IsError || !strings.Contains(got.Content[0].Text, "gone") {
		t.Errorf("%+v", got)
	}
}
