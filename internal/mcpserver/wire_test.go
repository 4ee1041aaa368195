package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestMain keeps the machine's own settings out and looks for goroutines that
// outlive their session.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "sextant-wire")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		for _, prefix := range []string{"SEXTANT_", "PROJECT_INTEL_TOOL_", "PROJECT_SEARCH_", "GIT_", "XDG_", "CLAUDE_"} {
			if strings.HasPrefix(name, prefix) {
				os.Unsetenv(name)
			}
		}
	}
	for name, v := range map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.DevNull} {
		os.Setenv(name, v)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		os.RemoveAll(home)
		os.Exit(code)
	}))
}

// patience is how long a test waits for what must come; nothing waits for it to pass.
const patience = 20 * time.Second

// wire is a session as a client sees it: lines.
type wire struct {
	t      *testing.T
	server *Server
	in     *io.PipeWriter
	lines  chan string
	ended  chan error
	closed bool
}

// tree makes a small checkout.
func tree(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"main.go":       "// Command demo greets.\npackage main\n\nfunc main() { Greet(\"you\") }\n",
		"greet.go":      "package main\n\n// Greet says hello.\nfunc Greet(name string) {}\n",
		"greet_test.go": "package main\n\nfunc helper() {}\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// serve starts a session. prepare, if not nil, may change the server first.
func serve(t *testing.T, root string, flags map[string]string, prepare func(s *Server)) *wire {
	t.Helper()
	all := map[string]string{"cache-dir": filepath.Join(t.TempDir(), "cache")}
	for k, v := range flags {
		all[k] = v
	}
	s := New(Options{Root: root, Flags: all, Version: "test", Log: slog.New(slog.DiscardHandler)})
	if prepare != nil {
		prepare(s)
	}
	in, clientOut := io.Pipe()
	clientIn, out := io.Pipe()
	w := &wire{t: t, server: s, in: clientOut, lines: make(chan string, 1000), ended: make(chan error, 1)}
	go func() {
		r := bufio.NewReader(clientIn)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				w.lines <- strings.TrimSuffix(line, "\n")
			}
			if err != nil {
				close(w.lines)
				return
			}
		}
	}()
	go func() {
		err := s.ServeStdio(context.Background(), in, out)
		s.Close()
		out.Close()
		w.ended <- err
	}()
	t.Cleanup(w.close)
	return w
}

// close ends the input and checks that the server is gone within a second of it.
func (w *wire) close() {
	if w.closed {
		return
	}
	w.closed = true
	begin := time.Now()
	w.in.Close()
	select {
	case err := <-w.ended:
		if err != nil {
			w.t.Errorf("the session ended with %v", err)
		}
		if took := time.Since(begin); took > 2*time.Second {
			w.t.Errorf("the server took %v to end", took)
		}
	case <-time.After(patience):
		w.t.Error("the server did not end")
	}
}

func (w *wire) send(lines ...string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, strings.Join(lines, "\n")+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// message is any line of the server.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// recv returns the next line, which must be a message.
func (w *wire) recv() message {
	w.t.Helper()
	select {
	case line, ok := <-w.lines:
		if !ok {
			w.t.Fatal("the output ended")
		}
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			w.t.Fatalf("no message: %.300q: %v", line, err)
		}
		return m
	case <-time.After(patience):
		w.t.Fatal("no answer")
	}
	return message{}
}

// answer returns the message with an id; others may not come before it.
func (w *wire) answer(id string) message {
	w.t.Helper()
	m := w.recv()
	if string(m.ID) != id || m.Method != "" {
		w.t.Fatalf("got %s %s %s %v, want the answer to %s", m.ID, m.Method, m.Result, m.Error, id)
	}
	return m
}

const initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

func initialize(version, capabilities string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"c","version":"1"}}}`, version, capabilities)
}

// start does the handshake of the revision that most clients speak.
func (w *wire) start() {
	w.t.Helper()
	w.send(initialize("2025-06-18", "{}"))
	w.answer("1")
	w.send(initialized)
}

// alive checks that the session still answers.
func (w *wire) alive() {
	w.t.Helper()
	w.send(`{"jsonrpc":"2.0","id":"alive","method":"ping"}`)
	if m := w.answer(`"alive"`); m.Error != nil {
		w.t.Fatalf("ping: %v", m.Error)
	}
}

// callResult is the result of tools/call.
type callResult struct {
	Content []struct {
		Type, Text  string
		Annotations json.RawMessage
	}
	StructuredContent json.RawMessage
	IsError           bool
	ResultType        string
	Meta              map[string]json.RawMessage `json:"_meta"`
}

func (w *wire) call(id, name, args string) callResult {
	w.t.Helper()
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, args))
	return result(w.t, w.answer(id))
}

func result(t *testing.T, m message) callResult {
	t.Helper()
	var r callResult
	if m.Error != nil {
		t.Fatalf("error %d %s", m.Error.Code, m.Error.Message)
	}
	if err := json.Unmarshal(m.Result, &r); err != nil || len(r.Content) == 0 {
		t.Fatalf("result %s: %v", m.Result, err)
	}
	return r
}
