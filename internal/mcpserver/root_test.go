package mcpserver

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

func rootOf(t *testing.T, w *wire) string {
	t.Helper()
	text := w.call("50", "get_index_status", "{}").Content[0].Text
	_, after, _ := strings.Cut(text, ": root ")
	root, _, _ := strings.Cut(after, ", sextant ")
	return root
}

func fileURI(dir string) string { return (&url.URL{Scheme: "file", Path: dir}).String() }

func TestRootsOfTheClient(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := tree(t)
	for _, version := range []string{"2024-11-05", "2025-06-18", "2025-11-25"} {
		w := serve(t, "", nil, nil)
		w.send(initialize(version, `{"roots":{"listChanged":true}}`))
		w.answer("1")
		w.send(initialized)
		m := w.recv()
		if m.Method != "roots/list" {
			t.Fatalf("%s: %+v", version, m)
		}
		w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"roots":[{"uri":"https://example.org/"},{"uri":%q},{"uri":%q},{"uri":%q}]}}`,
			m.ID, fileURI(dir+"/gone"), fileURI(dir), fileURI(t.TempDir())))
		if got := rootOf(t, w); got != dir {
			t.Errorf("%s: root %s, want %s", version, got, dir)
		}
		w.close()
	}
}

// A client that offers roots and never names them must not hang a call.
func TestRootsNeverNamed(t *testing.T) {
	dir := tree(t)
	t.Chdir(dir)
	w := serve(t, "", nil, func(s *Server) { s.rootsWait = 5 * time.Millisecond })
	w.send(initialize("2025-06-18", `{"roots":{}}`))
	w.answer("1")
	w.send(initialized)
	if m := w.recv(); m.Method != "roots/list" {
		t.Fatalf("%+v", m)
	}
	w.send(`{"jsonrpc":"2.0","id":50,"method":"tools/call","params":{"name":"get_index_status","arguments":{}}}`)
	for m := w.recv(); ; m = w.recv() {
		if string(m.ID) == "50" && m.Method == "" {
			if got := result(t, m); !strings.Contains(got.Content[0].Text, dir) {
				t.Errorf("%+v", got)
			}
			return
		}
	}
}

func TestRootsRefused(t *testing.T) {
	dir := tree(t)
	t.Chdir(dir)
	w := serve(t, "", nil, nil)
	w.send(initialize("2025-06-18", `{"roots":{}}`))
	w.answer("1")
	w.send(initialized)
	m := w.recv()
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, m.ID))
	if got := rootOf(t, w); got != dir {
		t.Errorf("root %s, want %s", got, dir)
	}
}

// What was said when the server was started wins over what the client offers.
func TestRootBeforeRoots(t *testing.T) {
	dir, other := tree(t), tree(t)
	for _, c := range []struct {
		name, root string
		env        map[string]string
	}{
		{"flag", dir, nil},
		{"flag before environment", dir, map[string]string{"SEXTANT_ROOT": other, "CLAUDE_PROJECT_DIR": other}},
		{"environment", "", map[string]string{"SEXTANT_ROOT": dir, "CLAUDE_PROJECT_DIR": other}},
		{"project_search's variable", "", map[string]string{"PROJECT_SEARCH_ROOT": dir}},
		{"harness", "", map[string]string{"CLAUDE_PROJECT_DIR": dir}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for k, v := range c.env {
				t.Setenv(k, v)
			}
			w := serve(t, c.root, nil, nil)
			w.send(initialize("2025-06-18", `{"roots":{}}`))
			w.answer("1")
			w.send(initialized)
			if got := rootOf(t, w); got != dir {
				t.Errorf("root %s, want %s", got, dir)
			}
		})
	}
}

func TestHarnessNamesNoDirectory(t *testing.T) {
	dir := tree(t)
	t.Chdir(dir)
	t.Setenv("CLAUDE_PROJECT_DIR", dir+"/gone")
	w := serve(t, "", nil, nil)
	w.start()
	if got := rootOf(t, w); got != dir {
		t.Errorf("root %s, want %s", got, dir)
	}
}

func TestFilePath(t *testing.T) {
	for _, c := range []struct{ uri, want string }{
		{"file:///a/b", "/a/b"}, {"file://localhost/a", "/a"}, {"file:///a%20b/%C3%A4", "/a b/ä"},
		{"file://host/a", ""}, {"https://x/y", ""}, {"", ""}, {"%zz", ""},
	} {
		if got := filePath(c.uri); got != c.want {
			t.Errorf("%q: %q, want %q", c.uri, got, c.want)
		}
	}
}
